// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The clock, the log and errors of the programs of llama.cpp's C API. Define PROGRAM, the name. */
#ifndef RLX_BENCHMARKS_LLAMA_CPP_H
#define RLX_BENCHMARKS_LLAMA_CPP_H

#include <llama.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void quiet(enum ggml_log_level level, const char *text, void *unused) {
  (void)unused;
  if (level >= GGML_LOG_LEVEL_ERROR)
    fputs(text, stderr);
}

static int fail(const char *what) {
  fprintf(stderr, PROGRAM ": error: %s\n", what);
  return 1;
}

#endif /* RLX_BENCHMARKS_LLAMA_CPP_H */
