// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The records of one executable about the experts that its runs use.
//
// Resident masks, tokens per expert, and captured router selections. It sees the ids of experts
// through taps: after a command, its ids are counted or copied. Executable.h has the rules.
#ifndef RLX_RUNTIME_PROGRAM_OBSERVE_MOERECORDS_H
#define RLX_RUNTIME_PROGRAM_OBSERVE_MOERECORDS_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/Allocator.h"
#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Plan.h"
#include "runtime/program/model/Program.h"
#include "runtime/program/observe/OperandTaps.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// Counts of one layer. A token is a row of a grouped matmul: with two experts per row of the model,
// each row counts twice.
struct MoeLayerStatistics {
  uint64_t residentTokens = 0, otherTokens = 0; // served by resident experts, and by others
  std::vector<uint64_t> hits;                   // tokens per expert
};
// One entry per layer, in the program's order.
struct MoeStatistics {
  uint64_t runs = 0; // counted runs
  std::vector<MoeLayerStatistics> layers;
};

// The experts that the router of one layer selected in a run.
struct MoeChoice {
  uint32_t layer; // index into Program::moeLayers
  TensorView ids; // [rows, k]
};

// Threads: none of its own; belongs to one executable. `program` must outlive it.
class MoeRecords final : public OperandTaps {
public:
  explicit MoeRecords(const Program &program) : program(&program) {}

  // Check the masks, then start counting.
  Status setResident(std::span<const uint8_t> mask);
  Status setResidentPerLayer(std::span<const std::span<const uint8_t>> masks);
  // Stops counting. Counts stay until they are taken.
  Status clearResident();
  // Returns the counts and resets them.
  StatusOr<MoeStatistics> takeStatistics();

  // See Executable::enableMoeTopkCapture.
  StatusOr<std::vector<uint32_t>> enableCapture(int64_t experts);
  Status disableCapture();
  StatusOr<std::vector<MoeChoice>> takeCapture();

  // Whether begin() may return taps.
  bool isWatching() const { return counting || capturedExperts != 0; }
  // Called before a run with this plan. Returns its taps; null if nothing is recorded.
  StatusOr<OperandTaps *> begin(const Plan &plan);
  // Called after a successful run: adds its counts to the totals.
  void finish();

  void onOperand(const OperandTap &tap, const void *data, int64_t bytes) override;

  // Copies masks and captured layers, but no counts.
  Status copySettings(const MoeRecords &other);
  int64_t bytes() const;

private:
  struct Capture {
    uint32_t layer;
    std::vector<uint32_t> loops; // the For commands that enclose it
    AlignedBuffer memory;
    int64_t bytes = 0; // written in this run
    int64_t dims[2] = {0, 0};
  };

  Status checkHasLayers() const;
  Status startCounting(std::vector<std::vector<uint8_t>> masks);
  std::vector<OperandTap> tapsFor(bool counts, std::span<const Capture> captured) const;
  Status reserve(Capture &capture, const Plan &plan);
  void count(size_t layer, DType dtype, const void *data, int64_t elements);

  const Program *program;
  bool counting = false;
  std::vector<std::vector<uint8_t>> resident; // one per layer, one entry per expert; empty at first
  std::vector<std::vector<uint64_t>> pending; // hits of the current run
  MoeStatistics totals;

  int64_t capturedExperts = 0; // 0: no capture
  std::vector<Capture> captures;
  bool hasCapture = false; // a run since the last take
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_OBSERVE_MOERECORDS_H
