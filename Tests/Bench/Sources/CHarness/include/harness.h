// Starting a program and timing it, from as little code as possible.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct harness_result {
  uint64_t nanoseconds;
  int status;
  bool is_marker_seen;
  // The caller's room for the output, and how much of it was used.
  char *output;
  size_t capacity;
  size_t count;
};

// CLOCK_MONOTONIC in nanoseconds.
uint64_t harness_now(void);

// Starts a program with an empty input and a clean signal mask, and waits until its output holds
// the marker, or, with none, until it has ended. A program that has shown its marker is killed.
// With `processor` >= 0 the program runs on that processor alone, and its parent on another.
// 0, or an errno.
int harness_run(
    const char *path, char *const arguments[], char *const environment[], const char *marker,
    int processor, struct harness_result *result);

// The least that reading a file takes: open, read, close. The bytes, or -1.
long harness_read_file(const char *path, void *buffer, size_t size);

// Arithmetic that the compiler keeps.
uint64_t harness_work(uint64_t rounds);
