// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Median times of the commands of an executable over several runs.
#ifndef RLX_SESSION_REPORT_COMMANDTIMES_H
#define RLX_SESSION_REPORT_COMMANDTIMES_H

#include <map>
#include <vector>

#include "runtime/program/observe/Observer.h"

namespace rlx {

/// Keeps the times of every command that it is shown. A command in a loop counts once per run, with
/// the sum of its iterations.
class CommandTimes : public rt::RunObserver {
public:
  void onCommand(const rt::DispatchRecord &record) override;
  /// Call it after each run, so that the next one counts apart.
  void endRun();

  /// Nanoseconds by command, of Program::main and of Program::prepare.
  std::map<uint32_t, double> mainMedians() const { return medians(main); }
  std::map<uint32_t, double> prepareMedians() const { return medians(prepare); }
  /// The most threads that worked on each command of Program::main.
  const std::map<uint32_t, uint32_t> &mainThreads() const { return threads; }

private:
  using Samples = std::map<uint32_t, std::vector<double>>;
  static std::map<uint32_t, double> medians(const Samples &samples);
  std::map<uint32_t, double> currentMain, currentPrepare; // of the run under way
  Samples main, prepare;
  std::map<uint32_t, uint32_t> threads;
};

/// The middle one, or the mean of the two; 0 without values.
double median(std::vector<double> values);

} // namespace rlx

#endif // RLX_SESSION_REPORT_COMMANDTIMES_H
