#define _GNU_SOURCE
#include "CPlatform.h"

#include <pthread.h>
#include <time.h>

static _Thread_local struct launchpath_ring thread_ring;
static uint32_t forks;
static bool watches_forks;

struct launchpath_ring *launchpath_thread_ring(void) { return &thread_ring; }

uint64_t launchpath_current_recorder;

uint32_t launchpath_forks(void) { return forks; }

uint64_t launchpath_next_number(void) {
  static uint64_t numbers;
  return __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
}

uint64_t launchpath_next_flow(void) {
  static uint64_t flows;
  return __atomic_add_fetch(&flows, 1, __ATOMIC_RELAXED);
}

// The child shares the parent's file: whatever it wrote would land among the parent's entries.
static void after_fork_in_child(void) {
  forks++;
  thread_ring = (struct launchpath_ring){0};
}

void launchpath_watch_forks(void) {
  if (__atomic_exchange_n(&watches_forks, true, __ATOMIC_ACQ_REL)) return;
  pthread_atfork(0, 0, after_fork_in_child);
}

static uint64_t read_clock(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t launchpath_now(void) { return read_clock(CLOCK_BOOTTIME); }

struct launchpath_clocks launchpath_read_clocks(void) {
  enum { TRIES = 8, UNINTERRUPTED = 20000 };
  struct launchpath_clocks best = {0};
  uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < TRIES && shortest > UNINTERRUPTED; i++) {
    struct launchpath_clocks clocks = {
        .boottime = read_clock(CLOCK_BOOTTIME),
        .monotonic = read_clock(CLOCK_MONOTONIC),
        .realtime = read_clock(CLOCK_REALTIME)};
    uint64_t took = read_clock(CLOCK_BOOTTIME) - clocks.boottime;
    if (took >= shortest) continue;
    shortest = took;
    best = clocks;
  }
  return best;
}

uint64_t launchpath_thread_cpu(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

enum { NO_TASK = 0xFFFF };

static bool append_now(
    struct launchpath_ring *ring, uint8_t kind, uint8_t detail, uint32_t name) {
  struct launchpath_entry entry = {
      .time = launchpath_now(), .name = name, .kind = kind, .detail = detail, .task = NO_TASK};
  return launchpath_append(ring, &entry);
}

bool launchpath_begin_span(uintptr_t address, uint8_t kind, uint8_t category) {
  struct launchpath_ring *ring = &thread_ring;
  if (ring->recorder == 0 || ring->recorder != launchpath_current()) return false;
  const struct launchpath_literal *known = launchpath_literal_slot(ring, address);
  return known->address == address && append_now(ring, kind, category, known->name);
}

bool launchpath_end_span(uint8_t kind, uint8_t outcome) {
  struct launchpath_ring *ring = &thread_ring;
  if (ring->recorder == 0 || ring->recorder != launchpath_current()) return false;
  return append_now(ring, kind, outcome, 0);
}
