// libcurl, opened on first use: nothing of it and of the thirty libraries that it brings is mapped
// before. The real header gives the types; nothing links the library.
#pragma once

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

// Opens the library unless it is open; null, or why it cannot be opened. The text belongs to the
// calling thread and lives until its next call. A later call tries again.
const char *launchpath_curl_load(void);

// A transfer, and the loop that drives it; null without memory.
CURL *launchpath_curl_new(void);
void launchpath_curl_free(CURL *transfer);
CURLM *launchpath_curl_loop_new(void);
void launchpath_curl_loop_free(CURLM *loop);

// Gives a transfer to a loop, and takes it back, which ends it.
CURLMcode launchpath_curl_loop_add(CURLM *loop, CURL *transfer);
void launchpath_curl_loop_remove(CURLM *loop, CURL *transfer);

// Does what can be done without waiting, and tells whether the only transfer is over.
CURLMcode launchpath_curl_loop_step(CURLM *loop, bool *is_over, CURLcode *result);

// Waits for something to do, or for a wake-up, at most this long.
CURLMcode launchpath_curl_loop_wait(CURLM *loop, int milliseconds);

// Ends a wait of the loop, from any thread; also the next one, if there is none.
void launchpath_curl_loop_wake(CURLM *loop);

const char *launchpath_curl_error(CURLcode code);

CURLcode launchpath_curl_set_long(CURL *transfer, CURLoption option, long value);
CURLcode launchpath_curl_set_text(CURL *transfer, CURLoption option, const char *value);
CURLcode launchpath_curl_set_pointer(CURL *transfer, CURLoption option, void *value);
CURLcode launchpath_curl_set_size(CURL *transfer, CURLoption option, curl_off_t value);
CURLcode launchpath_curl_set_receiver(
    CURL *transfer, CURLoption option, size_t (*receiver)(char *, size_t, size_t, void *));

// Forbids every protocol but HTTP, with and without TLS.
CURLcode launchpath_curl_allow_http_only(CURL *transfer);

// Lets a transfer end while its name is being looked up. A library that cannot waits for the
// answer.
void launchpath_curl_leave_lookups(CURL *transfer);

CURLcode launchpath_curl_status(CURL *transfer, long *status);

struct curl_slist *launchpath_curl_append(struct curl_slist *list, const char *text);
void launchpath_curl_free_list(struct curl_slist *list);
