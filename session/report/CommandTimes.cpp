// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See CommandTimes.h.
#include "session/report/CommandTimes.h"

#include <algorithm>

namespace rlx {

void CommandTimes::onCommand(const rt::DispatchRecord &record) {
  const auto ns = static_cast<double>(record.endNs - record.startNs);
  (record.inPrepare ? currentPrepare : currentMain)[record.command] += ns;
  if (!record.inPrepare) {
    uint32_t &most = threads[record.command];
    most = std::max(most, record.threads);
  }
}

void CommandTimes::endRun() {
  for (const auto &[command, ns] : currentMain)
    main[command].push_back(ns);
  for (const auto &[command, ns] : currentPrepare)
    prepare[command].push_back(ns);
  currentMain.clear();
  currentPrepare.clear();
}

std::map<uint32_t, double> CommandTimes::medians(const Samples &samples) {
  std::map<uint32_t, double> result;
  for (const auto &[command, times] : samples)
    result[command] = median(times);
  return result;
}

double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace rlx
