#define _GNU_SOURCE
#include "CPlatform.h"

#include <link.h>
#include <sys/resource.h>

// The program itself comes first and is no library of its own.
static int count_library(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct launchpath_process_facts *facts = context;
  if (!info->dlpi_name || !info->dlpi_name[0]) return 0;
  facts->libraries++;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type == PT_LOAD) facts->library_bytes += info->dlpi_phdr[i].p_memsz;
  }
  return 0;
}

static uint64_t nanoseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

void launchpath_look_at_process(struct launchpath_process_facts *facts) {
  struct launchpath_process_facts seen = {0};
  struct rusage used;
  if (getrusage(RUSAGE_SELF, &used) == 0) {
    seen.minor_faults = (uint32_t)used.ru_minflt;
    seen.major_faults = (uint32_t)used.ru_majflt;
    seen.bytes_read = (uint64_t)used.ru_inblock * 512;
    seen.cpu_nanoseconds = nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
  }
  dl_iterate_phdr(count_library, &seen);
  *facts = seen;
}
