// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Timing in turns, statistics, the printed table, and its JSON form.
//
// The table shows the best time, the median's distance from it, and the share of peak.
#include "benchmarks/kernels/Bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>

#include "runtime/base/StrCat.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

namespace rlx::bench {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

namespace {
using Clock = std::chrono::steady_clock;

constexpr double kTurn = 1e-3;
constexpr size_t kMinRunsPerTurn = 10, kMinTurns = 5;
// A contender this many times slower than the best gets no more turns.
constexpr double kHopeless = 8;

rt::StatusOr<double> timeRuns(const Contender &contender, size_t runs) {
  const double start = contender.clock();
  for (size_t i = 0; i < runs; ++i)
    RLX_RETURN_IF_ERROR(contender.run());
  return (contender.clock() - start) / static_cast<double>(runs);
}

Time summarize(std::vector<double> &times) {
  std::sort(times.begin(), times.end());
  return {times.front(), times[times.size() / 2]};
}
} // namespace

const std::pair<std::string, Time> &Measured::bestPeer() const {
  return *std::min_element(peers.begin(), peers.end(), [](const auto &a, const auto &b) {
    return a.second.best < b.second.best;
  });
}

rt::StatusOr<std::vector<Time>> measure(const std::vector<Contender> &contenders, double seconds) {
  std::vector<size_t> runs;
  std::vector<std::vector<double>> times(contenders.size());
  for (size_t i = 0; i < contenders.size(); ++i) {
    RLX_RETURN_IF_ERROR(timeRuns(contenders[i], 1).status());
    RLX_ASSIGN_OR_RETURN(const double once, timeRuns(contenders[i], 1));
    const auto fill = static_cast<size_t>(kTurn / std::max(once, 1e-9));
    runs.push_back(std::max<size_t>(fill, once < kTurn ? kMinRunsPerTurn : 1));
  }
  const double end = now() + seconds;
  for (size_t turn = 0; turn < kMinTurns || now() < end; ++turn)
    for (size_t i = 0; i < contenders.size(); ++i) {
      if (turn >= kMinTurns && times[i].front() > kHopeless * times[0].front())
        continue;
      RLX_ASSIGN_OR_RETURN(const double time, timeRuns(contenders[i], runs[i]));
      times[i].push_back(time);
    }
  std::vector<Time> result;
  for (std::vector<double> &each : times)
    result.push_back(summarize(each));
  return result;
}

rt::StatusOr<Measured> compare(const std::vector<Contender> &contenders, double work, double error,
                               const Run &run) {
  RLX_ASSIGN_OR_RETURN(const std::vector<Time> times, measure(contenders, run.seconds));
  Measured result{{}, {}, run.threads, work, error, times.front(), {}, {}};
  for (size_t i = 1; i < times.size(); ++i)
    result.peers.emplace_back(contenders[i].name, times[i]);
  return result;
}

void printHeader() {
  std::printf("%-40s %3s %10s %7s %5s %7s  %-18s %10s %6s %7s %8s\n", "kernel", "thr", "RLX us",
              "Gop/s", "peak", "median", "best peer", "peer us", "ratio", "median", "error");
}

void print(const Measured &m, double peak) {
  const auto &[name, time] = m.bestPeer();
  std::printf("%-40s %3u %10.2f %7.1f %4.0f%% %+6.0f%%  %-18s %10.2f %6.2f %7.2f %8.0e",
              rt::strCat(m.family, " ", m.name).c_str(), m.threads, m.rlx.best * 1e6,
              m.work / m.rlx.best * 1e-9, 100 * m.work / m.rlx.best / peak / m.threads,
              100 * (m.rlx.median / m.rlx.best - 1), name.c_str(), time.best * 1e6, m.ratio(),
              time.median / m.rlx.median, m.error);
  if (m.peerError)
    std::printf(" (peers %.0e)", *m.peerError);
  std::printf("\n");
  std::fflush(stdout);
}

void printSummary(const std::vector<Measured> &all) {
  struct Sum {
    double worst = HUGE_VAL, logs = 0;
    size_t count = 0;
  };
  std::map<std::pair<std::string, unsigned>, Sum> families;
  for (const Measured &m : all) {
    Sum &sum = families[{m.family, m.threads}];
    sum.worst = std::min(sum.worst, m.ratio());
    sum.logs += std::log(m.ratio());
    ++sum.count;
  }
  std::printf("\n%-24s %3s %6s %6s %8s\n", "family", "thr", "cases", "worst", "geomean");
  for (const auto &[key, sum] : families)
    std::printf("%-24s %3u %6zu %6.2f %8.2f\n", key.first.c_str(), key.second, sum.count, sum.worst,
                std::exp(sum.logs / static_cast<double>(sum.count)));
}

rt::Status writeJson(const std::string &path, const std::vector<Measured> &all, double peak) {
  std::error_code failed;
  llvm::raw_fd_ostream out(path, failed);
  if (failed)
    return rt::invalidArgument(rt::strCat("cannot write ", path, ": ", failed.message()));
  auto time = [](const Time &t) {
    return llvm::json::Object{{"best_us", t.best * 1e6}, {"median_us", t.median * 1e6}};
  };
  llvm::json::Array rows;
  for (const Measured &m : all) {
    llvm::json::Object peers;
    for (const auto &[name, t] : m.peers)
      peers[name] = time(t);
    llvm::json::Object row{{"family", m.family},        {"name", m.name},
                           {"threads", m.threads},      {"work", m.work},
                           {"error", m.error},          {"rlx", time(m.rlx)},
                           {"peers", std::move(peers)}, {"ratio", m.ratio()}};
    if (m.peerError)
      row["peer_error"] = *m.peerError;
    rows.push_back(std::move(row));
  }
  out << llvm::json::Value(
             llvm::json::Object{{"peak_gflops", peak * 1e-9}, {"kernels", std::move(rows)}})
      << "\n";
  return rt::okStatus();
}

} // namespace rlx::bench
