// Turn-by-turn timing: what is measured beside what, and the table it ends in.
#ifndef RLX_BENCHMARKS_KERNELS_BENCH_H
#define RLX_BENCHMARKS_KERNELS_BENCH_H

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"

namespace rlx::bench {

// Seconds since some moment.
double now();

// One of those who compute the same thing.
struct Contender {
  std::string name;
  std::function<rt::Status()> run;
  // What time is taken by: of a run of which only a part counts, this counts that part.
  std::function<double()> clock = now;
};

struct Run {
  unsigned threads;
  double seconds; // a case, of all contenders together
};

struct Time {
  double best = 0, median = 0; // seconds a run
};

struct Measured {
  std::string family, name;
  unsigned threads;
  double work;  // of a run: floating-point operations
  double error; // greatest difference from the first peer, relative to 1 + |value|
  Time rlx;
  std::vector<std::pair<std::string, Time>> peers;
  // Where the peers round more, and `error` is against a third: the greatest of theirs.
  std::optional<double> peerError = {};

  const std::pair<std::string, Time> &bestPeer() const;
  // Of the times; above 1 RLX is faster.
  double ratio() const { return bestPeer().second.best / rlx.best; }
};

// Runs `contenders`, the first of which is RLX, in turns for about `seconds` in all. A turn is as
// many runs as take a millisecond, ten at least where they are short, so that each finds its own
// data in the caches. Contenders that take many times as long as the best get a few turns only.
rt::StatusOr<std::vector<Time>> measure(const std::vector<Contender> &contenders, double seconds);

// What measure() says of RLX, the first of `contenders`, and its peers, the others.
rt::StatusOr<Measured> compare(const std::vector<Contender> &contenders, double work, double error,
                               const Run &run);

// Floating-point operations a second of one thread: multiply-adds on the widest vectors there are.
double measurePeak();

// Reads the arrays once, with as many threads as OpenMP has, and does nothing else.
Contender reader(std::vector<std::span<const float>> arrays);

// A line of the table, as soon as it is known; `peak` as measurePeak gives it.
void printHeader();
void print(const Measured &measured, double peak);
// What each family comes to: the worst ratio and the geometric mean.
void printSummary(const std::vector<Measured> &all);
rt::Status writeJson(const std::string &path, const std::vector<Measured> &all, double peak);

} // namespace rlx::bench

#endif // RLX_BENCHMARKS_KERNELS_BENCH_H
