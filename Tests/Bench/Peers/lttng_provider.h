// The event of the peer in lttng.c, in the form in which lttng-ust reads it several times.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER launchpath_bench
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./lttng_provider.h"
#if !defined(LTTNG_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define LTTNG_PROVIDER_H
#include <lttng/tracepoint.h>
LTTNG_UST_TRACEPOINT_EVENT(
    launchpath_bench, span, LTTNG_UST_TP_ARGS(int, name, int, begins),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, name, name)
                            lttng_ust_field_integer(int, begins, begins)))
#endif
#include <lttng/tracepoint-event.h>
