// A peer: lttng-ust records the beginning and the end of a span, while a session takes them. Prints
// what a pair takes in nanoseconds, a hundred to a line.
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "lttng_provider.h"

#include <stdint.h>
#include <stdio.h>
#include <time.h>

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int main(void) {
  for (int round = 0; round < 400; round++) {
    uint64_t start = now();
    for (int i = 0; i < 100; i++) {
      lttng_ust_tracepoint(launchpath_bench, span, 1, 1);
      lttng_ust_tracepoint(launchpath_bench, span, 1, 0);
    }
    printf("%f\n", (double)(now() - start) / 100);
  }
}
