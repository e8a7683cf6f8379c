// libmicrohttpd, opened on first use: nothing of it and of the TLS library that it brings is mapped
// before. The real header gives the types; nothing links the library.
#pragma once

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Opens the library unless it is open; null, or why it cannot be opened. The text belongs to the
// calling thread and lives until its next call. A later call tries again.
const char *launchpath_mhd_load(void);

// Opens a socket that listens on a numeric address; the socket, or -1 with errno set. The port is
// the one that was asked for, or the one that the system chose for 0.
int launchpath_mhd_listen(const char *address, uint16_t *port);

// What bounds a service.
struct launchpath_mhd_limits {
  unsigned connections;
  unsigned idle_seconds;
  size_t header_bytes;
};

// What a service calls, each with its context.
struct launchpath_mhd_calls {
  // Begins a request, whose state it gives.
  void *(*begun)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback access;
  MHD_RequestCompletedCallback completed;
  void *context;
};

// Serves a listening socket, with a thread a connection; null with errno set if it cannot. It takes
// the socket either way.
//
// The threads block every signal but those of a fault of their own, so that the program's signals
// reach the program's threads.
struct MHD_Daemon *launchpath_mhd_start(
    int listener, struct launchpath_mhd_limits limits, struct launchpath_mhd_calls calls);

// Ends the service and its connections; waits for the calls that are under way.
void launchpath_mhd_stop(struct MHD_Daemon *daemon);

// A response over bytes that are copied, or that live as long as the process; null without memory.
struct MHD_Response *launchpath_mhd_response(const void *bytes, size_t count, bool is_static);

// Adds a header field; false for a name or a value that cannot be one.
bool launchpath_mhd_add_header(struct MHD_Response *response, const char *name, const char *value);

// Queues a response, and gives it up.
enum MHD_Result launchpath_mhd_respond(
    struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);

// Gives up a response that is not queued.
void launchpath_mhd_discard(struct MHD_Response *response);

// Calls back with each header field, in order.
void launchpath_mhd_headers(
    struct MHD_Connection *connection, MHD_KeyValueIterator iterator, void *context);

// The connection's socket, or -1.
int launchpath_mhd_socket(struct MHD_Connection *connection);

// A file that can be rung once; -1 with errno set if there is none. `close` ends it.
int launchpath_mhd_bell(void);
void launchpath_mhd_ring(int bell);

// Why a wait ended.
enum launchpath_mhd_wait {
  LAUNCHPATH_MHD_WAIT_OVER,
  LAUNCHPATH_MHD_WAIT_PEER_GONE,
  LAUNCHPATH_MHD_WAIT_RUNG,
};

// Waits until the time is over, the socket's peer has gone, or the bell was rung.
enum launchpath_mhd_wait launchpath_mhd_wait(int socket, int bell, int milliseconds);
