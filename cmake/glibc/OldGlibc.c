// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of newer glibcs that the static libraries of GCC and LLVM need, for glibc 2.28.
//
// They are linked into self-contained libraries and programs (RLXStatic.cmake) that may run with an
// older glibc than the one of the machine that builds them. They are hidden, so no other library
// gets them. Each says the version of glibc that brought it.
#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))

// 2.32, of libstdc++: 0 says that there may be threads, so it counts references with atomics.
HIDDEN char __libc_single_threaded = 0;

// 2.36, of std::random_device.
HIDDEN uint32_t arc4random(void) {
  uint32_t value = 0;
  while (syscall(SYS_getrandom, &value, sizeof value, 0) != sizeof value) {
  }
  return value;
}

// 2.33, of LLVM's statistics, which RLX does not print.
struct statistics {
  size_t fields[10];
};
HIDDEN struct statistics mallinfo2(void) {
  struct statistics none = {{0}};
  return none;
}

// 2.33: before, the functions of stat(2) were in a static part of glibc that called these.
struct stat;
int __xstat(int version, const char *path, struct stat *buffer);
int __lxstat(int version, const char *path, struct stat *buffer);
int __fxstat(int version, int file, struct stat *buffer);
int __fxstatat(int version, int folder, const char *path, struct stat *buffer, int flags);
#ifdef __x86_64__
#define STAT_VERSION 1
#else
#define STAT_VERSION 0
#endif
HIDDEN int stat(const char *path, struct stat *buffer) {
  return __xstat(STAT_VERSION, path, buffer);
}
HIDDEN int lstat(const char *path, struct stat *buffer) {
  return __lxstat(STAT_VERSION, path, buffer);
}
HIDDEN int fstat(int file, struct stat *buffer) {
  return __fxstat(STAT_VERSION, file, buffer);
}
HIDDEN int fstatat(int folder, const char *path, struct stat *buffer, int flags) {
  return __fxstatat(STAT_VERSION, folder, path, buffer, flags);
}
// The same on 64-bit machines.
HIDDEN int stat64(const char *path, struct stat *buffer) __attribute__((alias("stat")));
HIDDEN int lstat64(const char *path, struct stat *buffer) __attribute__((alias("lstat")));
HIDDEN int fstat64(int file, struct stat *buffer) __attribute__((alias("fstat")));
HIDDEN int fstatat64(int folder, const char *path, struct stat *buffer, int flags)
    __attribute__((alias("fstatat")));

// 2.35, of the unwinder: the tables of the code at an address. libgcc of GCC 12 asks nobody else,
// so without it no exception is ever caught.
struct dl_find_object_result {
  unsigned long long flags;
  void *map_start, *map_end;
  struct link_map *link_map;
  void *eh_frame;
  unsigned long long reserved[7];
};
struct search {
  uintptr_t address;
  struct dl_find_object_result *result;
};
static int holds(struct dl_phdr_info *info, size_t size, void *data) {
  const struct search *search = data;
  const ElfW(Phdr) *tables = NULL;
  uintptr_t begin = 0, end = 0;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    const uintptr_t from = info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_GNU_EH_FRAME)
      tables = segment;
    else if (segment->p_type == PT_LOAD && search->address - from < segment->p_memsz) {
      begin = from;
      end = from + segment->p_memsz;
    }
  }
  if (end == 0 || tables == NULL)
    return 0;
  search->result->flags = 0;
  search->result->map_start = (void *)begin;
  search->result->map_end = (void *)end;
  search->result->link_map = NULL;
  search->result->eh_frame = (void *)(info->dlpi_addr + tables->p_vaddr);
  return 1;
}
// <link.h> declares it, with the version that this machine's glibc gives it.
HIDDEN int find_object(void *address,
                       struct dl_find_object_result *result) __asm__("_dl_find_object");
int find_object(void *address, struct dl_find_object_result *result) {
  struct search search = {(uintptr_t)address, result};
  return dl_iterate_phdr(holds, &search) != 0 ? 0 : -1;
}

// 2.34 runs the constructors of a program. Before, the program gave it a function for that. The
// linker's --wrap leads the start of a program here; libraries do not use it.
typedef int Main(int, char **, char **);
typedef void Constructor(int, char **, char **);
extern Constructor *__preinit_array_start[], *__preinit_array_end[], *__init_array_start[],
    *__init_array_end[];
#pragma weak __preinit_array_start
#pragma weak __preinit_array_end
#pragma weak __init_array_start
#pragma weak __init_array_end
static void construct(int count, char **arguments, char **environment) {
  for (Constructor **each = __preinit_array_start; each != __preinit_array_end; ++each)
    (*each)(count, arguments, environment);
  for (Constructor **each = __init_array_start; each != __init_array_end; ++each)
    (*each)(count, arguments, environment);
}
int __real___libc_start_main(Main *main, int count, char **arguments, Constructor *begin,
                             void (*end)(void), void (*unload)(void), void *stack);
HIDDEN int __wrap___libc_start_main(Main *main, int count, char **arguments, Constructor *begin,
                                    void (*end)(void), void (*unload)(void), void *stack) {
  (void)begin;
  return __real___libc_start_main(main, count, arguments, construct, end, unload, stack);
}
