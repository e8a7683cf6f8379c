#define _GNU_SOURCE
#include "CMicroHTTPD.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static struct {
  struct MHD_Daemon *(*start_daemon)(
      unsigned, uint16_t, MHD_AcceptPolicyCallback, void *, MHD_AccessHandlerCallback, void *, ...);
  __typeof__(MHD_stop_daemon) *stop_daemon;
  __typeof__(MHD_create_response_from_buffer) *create_response;
  __typeof__(MHD_add_response_header) *add_header;
  __typeof__(MHD_queue_response) *queue_response;
  __typeof__(MHD_destroy_response) *destroy_response;
  __typeof__(MHD_get_connection_values) *get_values;
  const union MHD_ConnectionInfo *(*get_info)(
      struct MHD_Connection *, enum MHD_ConnectionInfoType, ...);
} mhd;

// Guards the table, which is written once.
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;
static _Thread_local char failure[256];

static bool load(void) {
  void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(failure, sizeof failure, "the server needs libmicrohttpd: %s", dlerror());
    return false;
  }
#define RESOLVE(field, name)                                                                  \
  do {                                                                                        \
    *(void **)&mhd.field = dlsym(library, name);                                              \
    if (!mhd.field) {                                                                         \
      snprintf(failure, sizeof failure, "the server needs libmicrohttpd: it has no %s", name); \
      dlclose(library);                                                                       \
      return false;                                                                           \
    }                                                                                         \
  } while (0)
  RESOLVE(start_daemon, "MHD_start_daemon");
  RESOLVE(stop_daemon, "MHD_stop_daemon");
  RESOLVE(create_response, "MHD_create_response_from_buffer");
  RESOLVE(add_header, "MHD_add_response_header");
  RESOLVE(queue_response, "MHD_queue_response");
  RESOLVE(destroy_response, "MHD_destroy_response");
  RESOLVE(get_values, "MHD_get_connection_values");
  RESOLVE(get_info, "MHD_get_connection_info");
#undef RESOLVE
  return true;
}

const char *launchpath_mhd_load(void) {
  pthread_mutex_lock(&loading);
  if (!is_loaded) is_loaded = load();
  bool is_usable = is_loaded;
  pthread_mutex_unlock(&loading);
  return is_usable ? NULL : failure;
}

int launchpath_mhd_listen(const char *address, uint16_t *port) {
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

// Blocks the signals that are for the program as a whole.
static void block_signals(sigset_t *before) {
  const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&blocked, faults[i]);
  pthread_sigmask(SIG_SETMASK, &blocked, before);
}

struct MHD_Daemon *launchpath_mhd_start(
    int listener, struct launchpath_mhd_limits limits, struct launchpath_mhd_calls calls) {
  sigset_t before;
  block_signals(&before);
  struct MHD_Daemon *daemon = mhd.start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL |
          MHD_USE_ITC,
      0, NULL, NULL, calls.access, calls.context,
      MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.header_bytes,
      MHD_OPTION_URI_LOG_CALLBACK, calls.begun, calls.context,
      MHD_OPTION_NOTIFY_COMPLETED, calls.completed, calls.context,
      MHD_OPTION_END);
  int number = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = number;
  return daemon;
}

void launchpath_mhd_stop(struct MHD_Daemon *daemon) { mhd.stop_daemon(daemon); }

struct MHD_Response *launchpath_mhd_response(const void *bytes, size_t count, bool is_static) {
  return mhd.create_response(
      count, (void *)bytes, is_static ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_COPY);
}

bool launchpath_mhd_add_header(
    struct MHD_Response *response, const char *name, const char *value) {
  return mhd.add_header(response, name, value) == MHD_YES;
}

enum MHD_Result launchpath_mhd_respond(
    struct MHD_Connection *connection, unsigned status, struct MHD_Response *response) {
  enum MHD_Result result = mhd.queue_response(connection, status, response);
  mhd.destroy_response(response);
  return result;
}

void launchpath_mhd_discard(struct MHD_Response *response) { mhd.destroy_response(response); }

void launchpath_mhd_headers(
    struct MHD_Connection *connection, MHD_KeyValueIterator iterator, void *context) {
  (void)mhd.get_values(connection, MHD_HEADER_KIND, iterator, context);
}

int launchpath_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      mhd.get_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

int launchpath_mhd_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void launchpath_mhd_ring(int bell) { (void)eventfd_write(bell, 1); }

static int64_t milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

enum launchpath_mhd_wait launchpath_mhd_wait(int socket, int bell, int milliseconds) {
  int64_t end = milliseconds_now() + milliseconds;
  struct pollfd files[] = {
      {.fd = bell, .events = POLLIN},
      {.fd = socket, .events = POLLRDHUP},
  };
  while (true) {
    int64_t left = end - milliseconds_now();
    int count = poll(files, 2, left > 0 ? (int)left : 0);
    if (count > 0 && files[0].revents) return LAUNCHPATH_MHD_WAIT_RUNG;
    if (count > 0) return LAUNCHPATH_MHD_WAIT_PEER_GONE;
    if (count == 0 || errno != EINTR) return LAUNCHPATH_MHD_WAIT_OVER;
  }
}
