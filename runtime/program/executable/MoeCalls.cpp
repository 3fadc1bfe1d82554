// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of Executable for mixture-of-experts layers. MoeRecords does the recording.
//
// Each takes the executable, since the settings decide which operands runs tap.
#include "runtime/program/executable/CallGuard.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::rt {

Status Executable::setMoeResidentExperts(std::span<const uint8_t> mask) {
  return call([&] { return moe.setResident(mask); });
}

Status Executable::setMoeResidentExpertsPerLayer(std::span<const std::span<const uint8_t>> masks) {
  return call([&] { return moe.setResidentPerLayer(masks); });
}

Status Executable::clearMoeResidentExperts() {
  return call([&] { return moe.clearResident(); });
}

StatusOr<MoeStatistics> Executable::takeMoeStatistics() {
  return call([&] { return moe.takeStatistics(); });
}

StatusOr<std::vector<uint32_t>> Executable::enableMoeTopkCapture(int64_t experts) {
  return call([&] { return moe.enableCapture(experts); });
}

Status Executable::disableMoeTopkCapture() {
  return call([&] { return moe.disableCapture(); });
}

StatusOr<std::vector<MoeChoice>> Executable::takeMoeTopkCapture() {
  return call([&] { return moe.takeCapture(); });
}

} // namespace rlx::rt
