#define _GNU_SOURCE
#include "CMicroHTTPD.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct {
  struct MHD_Daemon *(*start_daemon)(
      unsigned, uint16_t, MHD_AcceptPolicyCallback, void *, MHD_AccessHandlerCallback, void *, ...);
  __typeof__(MHD_stop_daemon) *stop_daemon;
  __typeof__(MHD_create_response_from_buffer) *create_response;
  __typeof__(MHD_add_response_header) *add_header;
  __typeof__(MHD_queue_response) *queue_response;
  __typeof__(MHD_destroy_response) *destroy_response;
  __typeof__(MHD_lookup_connection_value) *lookup_value;
  __typeof__(MHD_get_connection_values) *get_values;
} mhd;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

static void load(void) {
  void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(failure, sizeof failure, "the server needs libmicrohttpd: %s", dlerror());
    return;
  }
#define RESOLVE(field, name)                                                                  \
  do {                                                                                        \
    *(void **)&mhd.field = dlsym(library, name);                                              \
    if (!mhd.field) {                                                                         \
      snprintf(failure, sizeof failure, "the server needs libmicrohttpd: it has no %s", name); \
      return;                                                                                 \
    }                                                                                         \
  } while (0)
  RESOLVE(start_daemon, "MHD_start_daemon");
  RESOLVE(stop_daemon, "MHD_stop_daemon");
  RESOLVE(create_response, "MHD_create_response_from_buffer");
  RESOLVE(add_header, "MHD_add_response_header");
  RESOLVE(queue_response, "MHD_queue_response");
  RESOLVE(destroy_response, "MHD_destroy_response");
  RESOLVE(lookup_value, "MHD_lookup_connection_value");
  RESOLVE(get_values, "MHD_get_connection_values");
#undef RESOLVE
}

const char *launchpath_mhd_load(void) {
  pthread_once(&once, load);
  return failure[0] ? failure : NULL;
}

int launchpath_listen(const char *address, uint16_t *port) {
  struct sockaddr_storage storage = {0};
  socklen_t length;
  struct sockaddr_in *v4 = (struct sockaddr_in *)&storage;
  struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&storage;
  if (inet_pton(AF_INET, address, &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(*port);
    length = sizeof *v4;
  } else if (inet_pton(AF_INET6, address, &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(*port);
    length = sizeof *v6;
  } else {
    errno = EINVAL;
    return -1;
  }
  int listener = socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  int yes = 1;
  if (setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      bind(listener, (struct sockaddr *)&storage, length) != 0 || listen(listener, 128) != 0 ||
      getsockname(listener, (struct sockaddr *)&storage, &length) != 0) {
    int number = errno;
    close(listener);
    errno = number;
    return -1;
  }
  *port = ntohs(storage.ss_family == AF_INET ? v4->sin_port : v6->sin6_port);
  return listener;
}

struct MHD_Daemon *launchpath_mhd_start(
    int listener, unsigned connections, unsigned idle_seconds, size_t header_bytes,
    MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed, void *context) {
  return mhd.start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL |
          MHD_USE_ITC,
      0, NULL, NULL, handler, context,
      MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, header_bytes,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_END);
}

void launchpath_mhd_stop(struct MHD_Daemon *daemon) { mhd.stop_daemon(daemon); }

struct MHD_Response *launchpath_mhd_response(const void *bytes, size_t count, bool is_static) {
  return mhd.create_response(
      count, (void *)bytes, is_static ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_COPY);
}

void launchpath_mhd_add_header(
    struct MHD_Response *response, const char *name, const char *value) {
  (void)mhd.add_header(response, name, value);
}

enum MHD_Result launchpath_mhd_respond(
    struct MHD_Connection *connection, unsigned status, struct MHD_Response *response) {
  enum MHD_Result result = mhd.queue_response(connection, status, response);
  mhd.destroy_response(response);
  return result;
}

const char *launchpath_mhd_header(struct MHD_Connection *connection, const char *name) {
  return mhd.lookup_value(connection, MHD_HEADER_KIND, name);
}

void launchpath_mhd_query(
    struct MHD_Connection *connection, MHD_KeyValueIterator iterator, void *context) {
  (void)mhd.get_values(connection, MHD_GET_ARGUMENT_KIND, iterator, context);
}
