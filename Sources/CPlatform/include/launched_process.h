// Starting a program under observation: its own first instruction is a moment that the observer
// sees, and its memory map can be read there and once more just before it is taken down.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// What became of a spawn.
enum launchpath_spawn {
  // It runs, and every stop of it is reported to waitpid.
  LAUNCHPATH_SPAWN_TRACED,
  // It runs, and the system does not let it be traced.
  LAUNCHPATH_SPAWN_UNTRACED,
  // It could not be started; the error number is in errno.
  LAUNCHPATH_SPAWN_FAILED,
};

// Starts a program in a process group of its own, with clean signals and nothing to read, and
// returns when its image is in place.
//
// `spawned` receives CLOCK_BOOTTIME just before the process is made. `stamp` is the environment's
// entry that carries this moment to the child: it has room for it from `stamp_digits` on.
enum launchpath_spawn launchpath_spawn_observed(
    const char *path, char *const arguments[], char *const environment[], char *stamp_digits,
    int output, int error_output, int32_t *process, uint64_t *spawned);

// Lets a stopped process go on, with a signal or 0.
void launchpath_resume(int32_t process, int signal);

// Asks for a stop before the process is taken down, and for its death with the observer's.
bool launchpath_trace_exit(int32_t process);

// The address of the program's first own instruction; 0 if it cannot be read.
uint64_t launchpath_entry_address(int32_t process);

// Puts a breakpoint there, and gives what stood there.
bool launchpath_break_at(int32_t process, uint64_t address, long *saved);

// Takes the breakpoint away, after the process stopped at it.
bool launchpath_unbreak(int32_t process, uint64_t address, long saved);

// A file that becomes readable when a child changes its state or this process is told to end; those
// signals are blocked from then on.
int launchpath_child_events(void);

// Empties that file, and tells whether this process was told to end.
bool launchpath_drain_child_events(int file);

// The CPU time of a process in nanoseconds; 0 if it is gone.
uint64_t launchpath_process_cpu_time(int32_t process);

// What a wait told: decoded here, because the macros are not visible to Swift.
enum launchpath_change {
  LAUNCHPATH_CHANGE_NONE,
  LAUNCHPATH_CHANGE_STOPPED,
  LAUNCHPATH_CHANGE_EXITING,
  LAUNCHPATH_CHANGE_EXITED,
  LAUNCHPATH_CHANGE_SIGNALED,
};

struct launchpath_resources {
  uint64_t cpu_nanoseconds;
  int64_t minor_faults;
  int64_t major_faults;
  int64_t voluntary_switches;
  int64_t involuntary_switches;
};

// Waits for a change of a process, or only looks. `value` is the signal or the exit status.
enum launchpath_change launchpath_wait(
    int32_t process, bool only_look, int *value, struct launchpath_resources *resources);
