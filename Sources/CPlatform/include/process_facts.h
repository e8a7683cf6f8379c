// What only the process itself knows at a moment of its launch, and cheaply.
#pragma once

#include <stdint.h>

// Lies in the header of a recording; all little-endian, as the processors are that we run on.
struct launchpath_process_facts {
  // 0 until it was looked.
  uint32_t libraries;
  uint32_t minor_faults;
  uint32_t major_faults;
  uint32_t reserved;
  // Of the shared objects, as they are mapped.
  uint64_t library_bytes;
  // Read from a disk: the kernel counts blocks of 512.
  uint64_t bytes_read;
  uint64_t cpu_nanoseconds;
};
_Static_assert(sizeof(struct launchpath_process_facts) == 40, "the header has 40 bytes for it");

// Looks: one system call, and a walk along the loader's list of objects.
void launchpath_look_at_process(struct launchpath_process_facts *facts);
