// System calls and processor features without a Swift door.
#pragma once

#include <stddef.h>
#include <stdint.h>

// fallocate(2) from the beginning of a range; 0, or the error number.
//
// Not posix_fallocate: where the file system cannot reserve, that one writes zeros instead.
int launchpath_reserve(int file, int64_t offset, int64_t length);

// Maps pages of a file for writing at once, if they are in memory: it reads none from a disk. Each
// costs a seventh of what its first touch would. Best effort.
void launchpath_populate(void *memory, size_t bytes);

// Renames a file unless the new name is taken; 0, or the error number.
int launchpath_rename_new(const char *from, const char *to);

// Makes a file without a name in a folder, which goes away unless it is given one; -1 if not.
int launchpath_open_unnamed(const char *folder);

// Gives such a file its name, unless that is taken; 0, or the error number.
int launchpath_name_file(int file, const char *path);

// The calling thread's id.
int32_t launchpath_thread_id(void);

// Lowers the calling thread's scheduling priority to a nice value; best effort.
void launchpath_lower_priority(int nice_value);

// Names the calling thread, for debuggers and /proc; at most 15 bytes are kept.
void launchpath_name_thread(const char *name);

// Reads the calling thread's name.
void launchpath_thread_name(char *name, size_t size);

// The number of processors on which this process may run, at least 1.
int launchpath_processors(void);

// Waits on a condition for so many nanoseconds of CLOCK_MONOTONIC, an hour at most.
//
// The condition is a pthread_cond_t that needs no other preparation than to be all zero.
int launchpath_wait_on(void *condition, void *mutex, uint64_t nanoseconds);

// A file that becomes readable when something is written to it, to wake a loop that polls.
int launchpath_wake_file(void);

// CRC-32C (RFC 3720, appendix B.4) of bytes, with the processor's instruction where it has one.
uint32_t launchpath_crc32c(uint32_t seed, const void *bytes, size_t count);
