// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The bandwidth at which threads read memory: the roofline of steps that read all weights.
 *
 *   cc -O3 -pthread read_bandwidth.c -o read_bandwidth
 *   read_bandwidth MEGABYTES THREADS [PASSES]
 *
 * Each thread sums its part of a buffer in huge pages, if the system has them. A part is read as 1,
 * 4 and 8 streams, with and without prefetches, and the best pass of all these forms counts. Prints
 * GB/s. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { kMostThreads = 256, kLine = 64, kAtOnce = 256 };

typedef unsigned long long Lines __attribute__((vector_size(kLine)));

static const struct {
  int streams, ahead;
} kForms[] = {{1, 0}, {4, 0}, {8, 0}, {1, 1024}, {4, 1024}, {8, 1024}};

static char *buffer;
static size_t part;
static int threads, passes;
static pthread_barrier_t barrier;
static double best = 1e9;
static unsigned long long sums[kMostThreads * 8];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

__attribute__((target_clones("avx512f", "avx2", "default"))) static unsigned long long
sum(const char *data, size_t size, int streams, int ahead) {
  Lines sum0 = {0}, sum1 = {0}, sum2 = {0}, sum3 = {0};
  const size_t of_stream = size / (size_t)streams;
  for (size_t i = 0; i < of_stream; i += kAtOnce)
    for (int stream = 0; stream < streams; ++stream) {
      const char *at = data + (size_t)stream * of_stream + i;
      if (ahead)
        for (int line = 0; line < kAtOnce; line += kLine)
          __builtin_prefetch(at + ahead + line);
      const Lines *lines = (const Lines *)at;
      sum0 += lines[0];
      sum1 += lines[1];
      sum2 += lines[2];
      sum3 += lines[3];
    }
  const Lines all = (sum0 + sum1) + (sum2 + sum3);
  unsigned long long result = 0;
  for (int i = 0; i < 8; ++i)
    result += all[i];
  return result;
}

static void *work(void *argument) {
  const size_t id = (size_t)argument;
  for (size_t form = 0; form < sizeof kForms / sizeof *kForms; ++form)
    for (int pass = 0; pass < passes; ++pass) {
      pthread_barrier_wait(&barrier);
      const double start = now();
      sums[8 * id] += sum(buffer + id * part, part, kForms[form].streams, kForms[form].ahead);
      pthread_barrier_wait(&barrier);
      const double seconds = now() - start;
      if (id == 0 && seconds < best)
        best = seconds;
    }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc < 3 || argc > 4) {
    fputs("read_bandwidth: error: expected MEGABYTES THREADS [PASSES]\n", stderr);
    return 2;
  }
  threads = atoi(argv[2]);
  passes = argc > 3 ? atoi(argv[3]) : 10;
  if (threads < 1 || threads > kMostThreads || passes < 1) {
    fputs("read_bandwidth: error: threads or passes are out of range\n", stderr);
    return 2;
  }
  const size_t unit = 1 << 16; /* a multiple of 8 streams times kAtOnce */
  part = (size_t)(atof(argv[1]) * 1e6) / (size_t)threads / unit * unit;
  if (part == 0) {
    fputs("read_bandwidth: error: the buffer is too small\n", stderr);
    return 2;
  }
  const size_t size = part * (size_t)threads, room = size + unit;
  buffer = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (buffer == MAP_FAILED) {
    fputs("read_bandwidth: error: no memory\n", stderr);
    return 1;
  }
  madvise(buffer, room, MADV_HUGEPAGE);
  memset(buffer, 1, room);
  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  pthread_t others[kMostThreads];
  for (int i = 1; i < threads; ++i)
    if (pthread_create(&others[i], NULL, work, (void *)(size_t)i) != 0) {
      fputs("read_bandwidth: error: no thread\n", stderr);
      return 1;
    }
  work(NULL);
  for (int i = 1; i < threads; ++i)
    pthread_join(others[i], NULL);
  printf("%.2f\n", (double)size / best / 1e9);
  return 0;
}
