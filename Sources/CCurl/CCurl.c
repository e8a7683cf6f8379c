#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static struct {
  __typeof__(curl_global_init) *global_init;
  __typeof__(curl_easy_init) *easy_init;
  __typeof__(curl_easy_cleanup) *easy_cleanup;
  __typeof__(curl_easy_strerror) *easy_strerror;
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  __typeof__(curl_multi_init) *multi_init;
  __typeof__(curl_multi_cleanup) *multi_cleanup;
  __typeof__(curl_multi_add_handle) *multi_add_handle;
  __typeof__(curl_multi_remove_handle) *multi_remove_handle;
  __typeof__(curl_multi_perform) *multi_perform;
  __typeof__(curl_multi_info_read) *multi_info_read;
  __typeof__(curl_multi_poll) *multi_poll;
  __typeof__(curl_multi_wakeup) *multi_wakeup;
  __typeof__(curl_slist_append) *slist_append;
  __typeof__(curl_slist_free_all) *slist_free_all;
} curl;

// Guards the table, which is written once.
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;
static _Thread_local char failure[256];

static bool load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(failure, sizeof failure, "HTTP needs libcurl: %s", dlerror());
    return false;
  }
#define RESOLVE(field, name)                                                                   \
  do {                                                                                         \
    *(void **)&curl.field = dlsym(library, name);                                              \
    if (!curl.field) {                                                                         \
      snprintf(                                                                                \
          failure, sizeof failure, "HTTP needs libcurl 7.68 or later: it has no %s", name);    \
      dlclose(library);                                                                        \
      return false;                                                                            \
    }                                                                                          \
  } while (0)
  RESOLVE(global_init, "curl_global_init");
  RESOLVE(easy_init, "curl_easy_init");
  RESOLVE(easy_cleanup, "curl_easy_cleanup");
  RESOLVE(easy_strerror, "curl_easy_strerror");
  RESOLVE(easy_setopt, "curl_easy_setopt");
  RESOLVE(easy_getinfo, "curl_easy_getinfo");
  RESOLVE(multi_init, "curl_multi_init");
  RESOLVE(multi_cleanup, "curl_multi_cleanup");
  RESOLVE(multi_add_handle, "curl_multi_add_handle");
  RESOLVE(multi_remove_handle, "curl_multi_remove_handle");
  RESOLVE(multi_perform, "curl_multi_perform");
  RESOLVE(multi_info_read, "curl_multi_info_read");
  RESOLVE(multi_poll, "curl_multi_poll");
  RESOLVE(multi_wakeup, "curl_multi_wakeup");
  RESOLVE(slist_append, "curl_slist_append");
  RESOLVE(slist_free_all, "curl_slist_free_all");
#undef RESOLVE
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    snprintf(failure, sizeof failure, "HTTP needs libcurl: it cannot be initialized");
    return false;
  }
  return true;
}

const char *launchpath_curl_load(void) {
  pthread_mutex_lock(&loading);
  if (!is_loaded) is_loaded = load();
  bool is_usable = is_loaded;
  pthread_mutex_unlock(&loading);
  return is_usable ? NULL : failure;
}

CURL *launchpath_curl_new(void) { return curl.easy_init(); }
void launchpath_curl_free(CURL *transfer) { curl.easy_cleanup(transfer); }
CURLM *launchpath_curl_loop_new(void) { return curl.multi_init(); }
void launchpath_curl_loop_free(CURLM *loop) { (void)curl.multi_cleanup(loop); }

CURLMcode launchpath_curl_loop_add(CURLM *loop, CURL *transfer) {
  return curl.multi_add_handle(loop, transfer);
}

void launchpath_curl_loop_remove(CURLM *loop, CURL *transfer) {
  (void)curl.multi_remove_handle(loop, transfer);
}

CURLMcode launchpath_curl_loop_step(CURLM *loop, bool *is_over, CURLcode *result) {
  int running = 0;
  CURLMcode code = curl.multi_perform(loop, &running);
  int left = 0;
  const CURLMsg *message = code == CURLM_OK ? curl.multi_info_read(loop, &left) : NULL;
  *is_over = message && message->msg == CURLMSG_DONE;
  if (*is_over) *result = message->data.result;
  return code;
}

CURLMcode launchpath_curl_loop_wait(CURLM *loop, int milliseconds) {
  return curl.multi_poll(loop, NULL, 0, milliseconds, NULL);
}

void launchpath_curl_loop_wake(CURLM *loop) { (void)curl.multi_wakeup(loop); }

const char *launchpath_curl_error(CURLcode code) { return curl.easy_strerror(code); }

CURLcode launchpath_curl_set_long(CURL *transfer, CURLoption option, long value) {
  return curl.easy_setopt(transfer, option, value);
}

CURLcode launchpath_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
  return curl.easy_setopt(transfer, option, value);
}

CURLcode launchpath_curl_set_pointer(CURL *transfer, CURLoption option, void *value) {
  return curl.easy_setopt(transfer, option, value);
}

CURLcode launchpath_curl_set_size(CURL *transfer, CURLoption option, curl_off_t value) {
  return curl.easy_setopt(transfer, option, value);
}

CURLcode launchpath_curl_set_receiver(
    CURL *transfer, CURLoption option, size_t (*receiver)(char *, size_t, size_t, void *)) {
  return curl.easy_setopt(transfer, option, receiver);
}

// By number, because a header and a library of different ages know different ones of these.
enum {
  OPTION_PROTOCOLS = CURLOPTTYPE_LONG + 181,        // until 7.85
  OPTION_PROTOCOLS_STR = CURLOPTTYPE_STRINGPOINT + 318,  // since 7.85
  OPTION_QUICK_EXIT = CURLOPTTYPE_LONG + 322,       // since 7.87
};

CURLcode launchpath_curl_allow_http_only(CURL *transfer) {
  CURLcode code = curl.easy_setopt(transfer, (CURLoption)OPTION_PROTOCOLS_STR, "http,https");
  if (code != CURLE_UNKNOWN_OPTION) return code;
  long protocols = CURLPROTO_HTTP | CURLPROTO_HTTPS;
  return curl.easy_setopt(transfer, (CURLoption)OPTION_PROTOCOLS, protocols);
}

void launchpath_curl_leave_lookups(CURL *transfer) {
  (void)curl.easy_setopt(transfer, (CURLoption)OPTION_QUICK_EXIT, 1L);
}

CURLcode launchpath_curl_status(CURL *transfer, long *status) {
  return curl.easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, status);
}

struct curl_slist *launchpath_curl_append(struct curl_slist *list, const char *text) {
  return curl.slist_append(list, text);
}

void launchpath_curl_free_list(struct curl_slist *list) { curl.slist_free_all(list); }
