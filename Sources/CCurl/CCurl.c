#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static struct {
  __typeof__(curl_global_init) *global_init;
  __typeof__(curl_easy_init) *easy_init;
  __typeof__(curl_easy_cleanup) *easy_cleanup;
  __typeof__(curl_easy_perform) *easy_perform;
  __typeof__(curl_easy_strerror) *easy_strerror;
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  __typeof__(curl_slist_append) *slist_append;
  __typeof__(curl_slist_free_all) *slist_free_all;
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(failure, sizeof failure, "HTTP needs libcurl: %s", dlerror());
    return;
  }
#define RESOLVE(field, name)                                                        \
  do {                                                                              \
    *(void **)&curl.field = dlsym(library, name);                                   \
    if (!curl.field) {                                                              \
      snprintf(failure, sizeof failure, "HTTP needs libcurl: it has no %s", name);  \
      return;                                                                       \
    }                                                                               \
  } while (0)
  RESOLVE(global_init, "curl_global_init");
  RESOLVE(easy_init, "curl_easy_init");
  RESOLVE(easy_cleanup, "curl_easy_cleanup");
  RESOLVE(easy_perform, "curl_easy_perform");
  RESOLVE(easy_strerror, "curl_easy_strerror");
  RESOLVE(easy_setopt, "curl_easy_setopt");
  RESOLVE(easy_getinfo, "curl_easy_getinfo");
  RESOLVE(slist_append, "curl_slist_append");
  RESOLVE(slist_free_all, "curl_slist_free_all");
#undef RESOLVE
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    snprintf(failure, sizeof failure, "HTTP needs libcurl: it cannot be initialized");
  }
}

const char *launchpath_curl_load(void) {
  pthread_once(&once, load);
  return failure[0] ? failure : NULL;
}

CURL *launchpath_curl_new(void) { return curl.easy_init(); }
void launchpath_curl_free(CURL *handle) { curl.easy_cleanup(handle); }
CURLcode launchpath_curl_perform(CURL *handle) { return curl.easy_perform(handle); }
const char *launchpath_curl_error(CURLcode code) { return curl.easy_strerror(code); }

CURLcode launchpath_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl.easy_setopt(handle, option, value);
}

CURLcode launchpath_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl.easy_setopt(handle, option, value);
}

CURLcode launchpath_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl.easy_setopt(handle, option, value);
}

CURLcode launchpath_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl.easy_setopt(handle, option, value);
}

CURLcode launchpath_curl_set_receiver(
    CURL *handle, CURLoption option, size_t (*receiver)(char *, size_t, size_t, void *)) {
  return curl.easy_setopt(handle, option, receiver);
}

CURLcode launchpath_curl_set_progress(
    CURL *handle,
    int (*progress)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
  return curl.easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
}

CURLcode launchpath_curl_status(CURL *handle, long *status) {
  return curl.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}

struct curl_slist *launchpath_curl_append(struct curl_slist *list, const char *text) {
  return curl.slist_append(list, text);
}

void launchpath_curl_free_list(struct curl_slist *list) { curl.slist_free_all(list); }
