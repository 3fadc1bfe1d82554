// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Timing of contenders in turns, and the table of results.
//
// Turns make contenders comparable: frequency changes and other load affect all of them alike.
#ifndef RLX_BENCHMARKS_KERNELS_BENCH_H
#define RLX_BENCHMARKS_KERNELS_BENCH_H

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"

namespace rlx::bench {

// Seconds since a fixed moment.
double now();

// One of the implementations of a computation.
struct Contender {
  std::string name;
  std::function<rt::Status()> run;
  // The clock for its time. If only part of a run counts, this clock counts that part.
  std::function<double()> clock = now;
};

struct Run {
  unsigned threads;
  double seconds; // per case, for all contenders together
};

struct Time {
  double best = 0, median = 0; // seconds per run
};

struct Measured {
  std::string family, name;
  unsigned threads;
  double work;  // floating-point operations per run
  double error; // largest difference from the first peer, relative to 1 + |value|
  Time rlx;
  std::vector<std::pair<std::string, Time>> peers;
  // If the peers round more, `error` is relative to exact values; then this is the peers' largest
  // error.
  std::optional<double> peerError;

  const std::pair<std::string, Time> &bestPeer() const;
  // Ratio of the best times. RLX is faster if it is above 1.
  double ratio() const { return bestPeer().second.best / rlx.best; }
};

// Runs `contenders`, RLX first, in turns for about `seconds` in total. A turn has enough runs for a
// millisecond, at least ten if they are short, so that each contender finds its data in the caches.
// Contenders many times slower than the best get only a few turns.
rt::StatusOr<std::vector<Time>> measure(const std::vector<Contender> &contenders, double seconds);

// The times of measure(): RLX is the first of `contenders`, its peers are the others.
rt::StatusOr<Measured> compare(const std::vector<Contender> &contenders, double work, double error,
                               const Run &run);

// Peak floating-point operations per second of one thread: multiply-adds on the widest vectors.
double measurePeak();

// A contender that only reads the arrays once, with all threads of OpenMP.
Contender reader(std::vector<std::span<const float>> arrays);

// Prints a line of the table as soon as it is known. `peak` as from measurePeak.
void printHeader();
void print(const Measured &measured, double peak);
// Prints the worst ratio and the geometric mean of each family.
void printSummary(const std::vector<Measured> &all);
rt::Status writeJson(const std::string &path, const std::vector<Measured> &all, double peak);

} // namespace rlx::bench

#endif // RLX_BENCHMARKS_KERNELS_BENCH_H
