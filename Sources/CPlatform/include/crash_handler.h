// What a fatal signal leaves in a recording, before the process dies of it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Lies in the header of a recording, at RecordingLayout.Header.crash.
struct launchpath_crash {
  // The signal, 0 until there was one; stored last.
  uint32_t signal;
  uint32_t thread;
  // siginfo_t.si_code: positive if the kernel raised it for what the thread did.
  int32_t code;
  uint32_t reserved;
  uint64_t address;
  // CLOCK_BOOTTIME in nanoseconds.
  uint64_t time;
};
_Static_assert(sizeof(struct launchpath_crash) == 32, "the header has 32 bytes for it");

// Begins to write fatal signals of this process to a place that is never unmapped; called on the
// main thread.
//
// The handler allocates nothing and takes no lock, hands the signal on to the handler that was
// there before, and lets the process die of it otherwise. A later call moves the place.
void launchpath_catch_crashes(struct launchpath_crash *place);

// Gives the calling thread a stack on which a handler can run when its own has overflowed, unless
// it has one; best effort. It is given back when the thread ends.
void launchpath_use_signal_stack(void);
