#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int launchpath_reserve(int file, int64_t offset, int64_t length) {
  while (fallocate(file, 0, offset, length) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

void launchpath_populate(void *memory, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
  unsigned char resident[64];
  size_t pages = bytes / (size_t)sysconf(_SC_PAGESIZE);
  if (pages > sizeof resident || mincore(memory, bytes, resident) != 0) return;
  for (size_t page = 0; page < pages; page++) {
    if ((resident[page] & 1) == 0) return;
  }
  madvise(memory, bytes, MADV_POPULATE_WRITE);
#else
  (void)memory, (void)bytes;
#endif
}

int launchpath_rename_new(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int launchpath_open_unnamed(const char *folder) {
  return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

int launchpath_name_file(int file, const char *path) {
  // open(2): the name of the open file in /proc needs no capability, unlike AT_EMPTY_PATH.
  char name[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

int32_t launchpath_thread_id(void) { return (int32_t)syscall(SYS_gettid); }

void launchpath_lower_priority(int nice_value) {
  // On Linux the nice value is a thread's own.
  (void)setpriority(PRIO_PROCESS, (id_t)launchpath_thread_id(), nice_value);
}

void launchpath_name_thread(const char *name) {
  char kept[16] = {0};
  strncpy(kept, name, sizeof kept - 1);
  (void)pthread_setname_np(pthread_self(), kept);
}

void launchpath_thread_name(char *name, size_t size) {
  if (pthread_getname_np(pthread_self(), name, size) != 0) strncpy(name, "thread", size);
}

int launchpath_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  int count = CPU_COUNT(&set);
  return count < 1 ? 1 : count;
}

int launchpath_wait_on(void *condition, void *mutex, uint64_t nanoseconds) {
  const uint64_t second = 1000000000, hour = 3600 * second;
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  uint64_t total = (uint64_t)until.tv_nsec + (nanoseconds < hour ? nanoseconds : hour);
  until.tv_sec += (time_t)(total / second);
  until.tv_nsec = (long)(total % second);
  return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, &until);
}

int launchpath_wake_file(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static uint32_t crc32c_portable(uint32_t crc, const uint8_t *bytes, size_t count) {
  while (count-- > 0) {
    crc ^= *bytes++;
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (0x82F63B78u & -(crc & 1));
  }
  return crc;
}

#if defined(__x86_64__)
// A part of a block: the instruction takes three cycles, and begins in every one.
enum { part = 256 };

static uint64_t load(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

// The checksum of a text, as it would be with zeros after it: as many as the factor stands for,
// which is x^(8 zeros - 33) modulo the polynomial, in reflected order.
__attribute__((target("sse4.2,pclmul"))) static uint64_t crc32c_shifted(
    uint64_t crc, uint64_t factor) {
  typedef long long pair __attribute__((vector_size(16)));
  pair product = __builtin_ia32_pclmulqdq128(
      (pair){(long long)crc, 0}, (pair){(long long)factor, 0}, 0);
  return __builtin_ia32_crc32di(0, (uint64_t)product[0]);
}

// Takes whole blocks of three parts, side by side; returns how many bytes these are.
__attribute__((target("sse4.2,pclmul"))) static size_t crc32c_blocks(
    uint32_t *crc, const uint8_t *bytes, size_t count) {
  size_t done = 0;
  uint64_t first = *crc;
  for (; count - done >= 3 * part; done += 3 * part) {
    uint64_t second = 0, third = 0;
    for (const uint8_t *at = bytes + done; at < bytes + done + part; at += 8) {
      first = __builtin_ia32_crc32di(first, load(at));
      second = __builtin_ia32_crc32di(second, load(at + part));
      third = __builtin_ia32_crc32di(third, load(at + 2 * part));
    }
    first = crc32c_shifted(first, 0xDD7E3B0C) ^ crc32c_shifted(second, 0xB9E02B86) ^ third;
  }
  *crc = (uint32_t)first;
  return done;
}

__attribute__((target("sse4.2"))) static uint32_t crc32c_sse42(
    uint32_t crc, const uint8_t *bytes, size_t count) {
  if (__builtin_cpu_supports("pclmul")) {
    size_t done = crc32c_blocks(&crc, bytes, count);
    bytes += done;
    count -= done;
  }
  uint64_t wide = crc;
  for (; count >= 8; count -= 8, bytes += 8) {
    wide = __builtin_ia32_crc32di(wide, load(bytes));
  }
  crc = (uint32_t)wide;
  while (count-- > 0) crc = __builtin_ia32_crc32qi(crc, *bytes++);
  return crc;
}
#endif

uint32_t launchpath_crc32c(uint32_t seed, const void *bytes, size_t count) {
  uint32_t crc = ~seed;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sse4.2")) return ~crc32c_sse42(crc, bytes, count);
#endif
  return ~crc32c_portable(crc, bytes, count);
}
