#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
enum { FATAL_SIGNALS = sizeof fatal / sizeof fatal[0] };
static struct sigaction previous[FATAL_SIGNALS];

static struct launchpath_crash *crash_place;
static uint32_t crash_forks;
static bool has_crashed;
static bool catches_crashes;

// Only what signal-safety(7) allows: system calls, and stores into memory that is mapped already.
static void write_down(int number, const siginfo_t *info) {
  struct launchpath_crash *place = __atomic_load_n(&crash_place, __ATOMIC_ACQUIRE);
  // A forked child shares the memory of its parent's recording, which is not its to end.
  if (!place || crash_forks != launchpath_forks()) return;
  // Of several threads that die together, the first is the cause.
  if (__atomic_exchange_n(&has_crashed, true, __ATOMIC_ACQ_REL)) return;
  place->thread = (uint32_t)launchpath_thread_id();
  place->code = info->si_code;
  place->address = info->si_code > 0 ? (uint64_t)(uintptr_t)info->si_addr : 0;
  place->time = launchpath_now();
  __atomic_store_n(&place->signal, (uint32_t)number, __ATOMIC_RELEASE);
}

static void on_fatal(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  write_down(number, info);
  for (int i = 0; i < FATAL_SIGNALS; i++) {
    if (fatal[i] == number) sigaction(number, &previous[i], 0);
  }
  // What the processor refused it refuses again after the return, with the same facts, and then
  // whoever was there before sees it. Anything else has to be sent again.
  bool comes_again = info->si_code > 0 &&
      (number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE);
  if (!comes_again) {
    pid_t process = getpid();
    pid_t thread = launchpath_thread_id();
    if (syscall(SYS_rt_tgsigqueueinfo, process, thread, number, info) != 0) {
      syscall(SYS_tgkill, process, thread, number);
    }
  }
  errno = saved;
}

enum { SIGNAL_STACK = 64 * 1024 };
static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;

static void give_back(void *memory) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, 0);
  munmap(memory, SIGNAL_STACK);
}

static void make_key(void) { pthread_key_create(&stack_key, give_back); }

static bool lacks_signal_stack(void) {
  stack_t there;
  return sigaltstack(0, &there) == 0 && (there.ss_flags & SS_DISABLE);
}

void launchpath_use_signal_stack(void) {
  if (!lacks_signal_stack()) return;
  void *memory = mmap(0, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t own = {.ss_sp = memory, .ss_size = SIGNAL_STACK};
  if (sigaltstack(&own, 0) != 0) {
    munmap(memory, SIGNAL_STACK);
    return;
  }
  pthread_once(&stack_once, make_key);
  pthread_setspecific(stack_key, memory);
}

void launchpath_catch_crashes(struct launchpath_crash *place) {
  crash_forks = launchpath_forks();
  __atomic_store_n(&crash_place, place, __ATOMIC_RELEASE);
  if (__atomic_exchange_n(&catches_crashes, true, __ATOMIC_ACQ_REL)) return;
  // The main thread's needs no mapping of its own: it is there as long as the process.
  static char first_stack[SIGNAL_STACK];
  stack_t own = {.ss_sp = first_stack, .ss_size = sizeof first_stack};
  if (lacks_signal_stack()) sigaltstack(&own, 0);
  struct sigaction action = {.sa_sigaction = on_fatal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < FATAL_SIGNALS; i++) sigaction(fatal[i], &action, &previous[i]);
}
