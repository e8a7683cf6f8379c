// libcurl, opened on first use: nothing of it and of the thirty libraries that it brings is mapped
// before. The real header gives the types; nothing links the library.
#pragma once

#include <curl/curl.h>
#include <stddef.h>

// Opens the library once; null, or why it cannot be opened.
const char *launchpath_curl_load(void);

CURL *launchpath_curl_new(void);
void launchpath_curl_free(CURL *handle);
CURLcode launchpath_curl_perform(CURL *handle);
const char *launchpath_curl_error(CURLcode code);

CURLcode launchpath_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode launchpath_curl_set_text(CURL *handle, CURLoption option, const char *value);
CURLcode launchpath_curl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode launchpath_curl_set_size(CURL *handle, CURLoption option, curl_off_t value);
CURLcode launchpath_curl_set_receiver(
    CURL *handle, CURLoption option, size_t (*receiver)(char *, size_t, size_t, void *));
CURLcode launchpath_curl_set_progress(
    CURL *handle,
    int (*progress)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t));
CURLcode launchpath_curl_status(CURL *handle, long *status);

struct curl_slist *launchpath_curl_append(struct curl_slist *list, const char *text);
void launchpath_curl_free_list(struct curl_slist *list);
