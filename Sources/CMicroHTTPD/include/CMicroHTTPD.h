// libmicrohttpd, opened on first use: nothing of it and of the TLS library that it brings is mapped
// before. The real header gives the types; nothing links the library.
#pragma once

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Opens the library once; null, or why it cannot be opened.
const char *launchpath_mhd_load(void);

// Opens a socket that listens on a numeric address; the socket, or -1 with errno set. The port is
// the one that was asked for, or the one that the system chose for 0.
int launchpath_listen(const char *address, uint16_t *port);

// Serves a listening socket with a thread a connection; null with errno set if it cannot.
struct MHD_Daemon *launchpath_mhd_start(
    int listener, unsigned connections, unsigned idle_seconds, size_t header_bytes,
    MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed, void *context);

// Ends the service and its connections; the listening socket is closed.
void launchpath_mhd_stop(struct MHD_Daemon *daemon);

// A response over bytes that are copied, or that live as long as the process.
struct MHD_Response *launchpath_mhd_response(const void *bytes, size_t count, bool is_static);
void launchpath_mhd_add_header(struct MHD_Response *response, const char *name, const char *value);

// Queues a response, and gives it up.
enum MHD_Result launchpath_mhd_respond(
    struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);

// The value of a header field, or null.
const char *launchpath_mhd_header(struct MHD_Connection *connection, const char *name);

// Calls back with each parameter of the query; values are null where there is no equals sign.
void launchpath_mhd_query(
    struct MHD_Connection *connection, MHD_KeyValueIterator iterator, void *context);
