// The files of the dashboard, embedded when this is compiled; an edit in Web/ compiles it again.
#pragma once

#include <stddef.h>

// A file: where the server answers with it, what it is, its bytes. All of it lives for ever.
struct launchpath_web_asset {
  const char *path;
  const char *type;
  const void *bytes;
  size_t count;
};

// How many files there are.
size_t launchpath_web_asset_count(void);

// The file with this index; all zero beyond the last one.
struct launchpath_web_asset launchpath_web_asset_at(size_t index);
