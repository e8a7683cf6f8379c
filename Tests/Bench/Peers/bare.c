// What a piece of LaunchPath does, in nothing but the system calls that it cannot do without.
//   bare read FILE      open, read, close
//   bare recorder FILE  open, fallocate, mmap, madvise, touch
// Prints the nanoseconds of its first time in this process.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static char buffer[65536];

static int read_file(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || read(file, buffer, sizeof buffer) <= 0) return 1;
  return close(file);
}

static int begin_recorder(const char *path) {
  enum { bytes = 256 * 1024 };
  int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0 || fallocate(file, 0, 0, bytes) != 0) return 1;
  char *memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return 1;
  madvise(memory, bytes, MADV_RANDOM);
  memory[0] = 1;          // the header
  memory[4096] = 1;       // the names
  memory[64 * 1024] = 1;  // the first segment
  return 0;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  now();
  uint64_t start = now();
  int status = strcmp(arguments[1], "read") == 0 ? read_file(arguments[2])
                                                 : begin_recorder(arguments[2]);
  uint64_t end = now();
  printf("%llu\n", (unsigned long long)(end - start));
  return status;
}
