#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1, which Swift does not import.
static inline sqlite3_destructor_type launchpath_sqlite_transient(void) { return SQLITE_TRANSIENT; }
