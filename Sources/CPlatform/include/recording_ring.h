// A thread's place in the recording: where its next entry goes.
//
// An entry is written first and counted last, with release order, so that whoever reads the file
// sees only whole entries, also when the process dies between the two.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Layout of an entry in the file; LaunchModel's RecordingLayout gives the same offsets.
struct launchpath_entry {
  uint64_t time;
  uint32_t name;
  uint8_t kind;
  uint8_t detail;
  uint16_t task;
  int64_t a;
  uint32_t b;
  uint32_t c;
};
_Static_assert(sizeof(struct launchpath_entry) == 32, "an entry is 32 bytes");

// The name that a recording has for a literal of the program, which has an address of its own.
struct launchpath_literal {
  uintptr_t address;
  uint32_t name;
};
enum { LAUNCHPATH_LITERALS = 16 };

struct launchpath_ring {
  struct launchpath_entry *entries;
  uint32_t *count;
  // How many entries were written here, and where the next one goes.
  uint32_t written;
  uint32_t next;
  uint32_t capacity;
  // Whether the newest entry takes the place of the oldest once there is no other.
  bool goes_round;
  // Whether the recording has no segment to give, so that entries are only counted.
  bool lacks_room;
  uint64_t recorder;
  // The literals that this thread used last, by a few bits of their addresses.
  struct launchpath_literal literals[LAUNCHPATH_LITERALS];
};

// The calling thread's ring, all zero before it was given one.
struct launchpath_ring *launchpath_thread_ring(void);

// How many forks lie between this process and the one that was started: a recording belongs to the
// process that began it, and not to the children that inherit its memory.
uint32_t launchpath_forks(void);

// Counts the recordings of this process: 1, 2, …
uint64_t launchpath_next_number(void);

// Counts the flows of this process: 1, 2, …
uint64_t launchpath_next_flow(void);

// Begins to watch for forks; called once, before the first entry.
void launchpath_watch_forks(void);

// CLOCK_BOOTTIME in nanoseconds.
uint64_t launchpath_now(void);

// The clocks at one moment, in nanoseconds.
struct launchpath_clocks {
  uint64_t boottime;
  uint64_t monotonic;
  uint64_t realtime;
};

// Reads the clocks, again if the thread was interrupted in between: what lies between two readings
// would look as if the machine had slept.
struct launchpath_clocks launchpath_read_clocks(void);

// The CPU time of the calling thread, in nanoseconds; asks the kernel, unlike launchpath_now.
uint64_t launchpath_thread_cpu(void);

// Appends an entry; false if the ring has no room.
static inline bool launchpath_append(
    struct launchpath_ring *ring, const struct launchpath_entry *entry) {
  if (ring->next == ring->capacity) {
    if (!ring->goes_round) return false;
    ring->next = 0;
  }
  ring->entries[ring->next++] = *entry;
  __atomic_store_n(ring->count, ++ring->written, __ATOMIC_RELEASE);
  return true;
}

// The number of the recording into which spans go; 0 while there is none.
extern uint64_t launchpath_current_recorder;

static inline uint64_t launchpath_current(void) {
  return __atomic_load_n(&launchpath_current_recorder, __ATOMIC_ACQUIRE);
}

static inline void launchpath_set_current(uint64_t recorder) {
  __atomic_store_n(&launchpath_current_recorder, recorder, __ATOMIC_RELEASE);
}

static inline struct launchpath_literal *launchpath_literal_slot(
    struct launchpath_ring *ring, uintptr_t address) {
  return &ring->literals[(address >> 3 ^ address >> 7) % LAUNCHPATH_LITERALS];
}

// Appends the beginning of a span whose literal this thread knows; false if something is missing.
bool launchpath_begin_span(uintptr_t literal, uint8_t kind, uint8_t category);

// Appends the end of a span; false if something is missing.
bool launchpath_end_span(uint8_t kind, uint8_t outcome);

// Stores a count that makes what was written before it visible.
static inline void launchpath_publish(uint32_t *count, uint32_t value) {
  __atomic_store_n(count, value, __ATOMIC_RELEASE);
}

// Takes a word that is 0 for a process; false if another was first, which may share the mapping.
static inline bool launchpath_claim(uint32_t *word, uint32_t value) {
  uint32_t free = 0;
  return __atomic_compare_exchange_n(
      word, &free, value, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

// Adds to a counter that several threads share.
static inline void launchpath_add(uint32_t *counter, uint32_t value) {
  __atomic_fetch_add(counter, value, __ATOMIC_RELAXED);
}
