#define _GNU_SOURCE
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

uint64_t harness_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int spawn(
    pid_t *child, const char *path, char *const arguments[], char *const environment[], int out) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  int status = posix_spawn(child, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return status;
}

static void run_on(int processor, const cpu_set_t *usual) {
  cpu_set_t set = *usual;
  if (processor >= 0) {
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
  }
  sched_setaffinity(0, sizeof set, &set);
}

int harness_run(
    const char *path, char *const arguments[], char *const environment[], const char *marker,
    int processor, struct harness_result *result) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  cpu_set_t usual;
  sched_getaffinity(0, sizeof usual, &usual);
  if (processor >= 0) run_on(processor, &usual);
  result->count = 0;
  result->is_marker_seen = false;
  pid_t child;
  uint64_t start = harness_now();
  int status = spawn(&child, path, arguments, environment, ends[1]);
  if (processor >= 0) {
    cpu_set_t others = usual;
    CPU_CLR(processor, &others);
    sched_setaffinity(0, sizeof others, &others);
  }
  close(ends[1]);
  while (status == 0 && result->count < result->capacity) {
    ssize_t got = read(
        ends[0], result->output + result->count, result->capacity - result->count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    result->count += (size_t)got;
    if (marker && memmem(result->output, result->count, marker, strlen(marker))) {
      result->nanoseconds = harness_now() - start;
      result->is_marker_seen = true;
      kill(child, SIGKILL);
      break;
    }
  }
  if (status == 0) {
    while (waitpid(child, &result->status, 0) < 0 && errno == EINTR) {
    }
    if (!result->is_marker_seen) result->nanoseconds = harness_now() - start;
  }
  close(ends[0]);
  if (processor >= 0) run_on(-1, &usual);
  return status;
}

long harness_read_file(const char *path, void *buffer, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t got = read(file, buffer, size);
  close(file);
  return got;
}

uint64_t harness_work(uint64_t rounds) {
  volatile uint64_t sum = 1;
  for (uint64_t round = 0; round < rounds; round++) sum = sum * 6364136223846793005u + round;
  return sum;
}
