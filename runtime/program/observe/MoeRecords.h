// What one executable records of the experts that its runs use: which count as resident, how many
// tokens each expert served, and what routers have chosen. The rules are in Executable.h.
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

// Of one layer. A token is a row of a product: with two experts a row of the model counts twice.
struct MoeLayerStatistics {
  uint64_t residentTokens = 0, otherTokens = 0; // served by experts that were resident or not
  std::vector<uint64_t> hits;                   // tokens that each expert served
};
// One entry a layer, in the program's order.
struct MoeStatistics {
  uint64_t runs = 0; // that were counted
  std::vector<MoeLayerStatistics> layers;
};

// What the router of one layer has chosen in a run.
struct MoeChoice {
  uint32_t layer; // index into Program::moeLayers
  TensorView ids; // [rows, k]
};

// Threads: none of its own; belongs to one executable. `program` outlives it.
class MoeRecords final : public OperandTaps {
public:
  explicit MoeRecords(const Program &program) : program(&program) {}

  // Check everything, then switch counting on.
  Status setResident(std::span<const uint8_t> mask);
  Status setResidentPerLayer(std::span<const std::span<const uint8_t>> masks);
  // Counts nothing any more; what has been counted stays until it is taken.
  Status clearResident();
  StatusOr<MoeStatistics> takeStatistics();

  StatusOr<std::vector<uint32_t>> enableCapture(int64_t experts);
  Status disableCapture();
  StatusOr<std::vector<MoeChoice>> takeCapture();

  // Whether begin() may give taps.
  bool isWatching() const { return counting || capturedExperts != 0; }
  // Around a run with that plan. The taps for it, null when it is not watched.
  StatusOr<OperandTaps *> begin(const Plan &plan);
  // After it has succeeded.
  void finish();

  void onOperand(const OperandTap &tap, const void *data, int64_t bytes) override;

  // Masks and capture, but nothing that was recorded.
  Status copySettings(const MoeRecords &other);
  int64_t bytes() const;

private:
  struct Capture {
    uint32_t layer;
    std::vector<uint32_t> loops; // the For commands around it
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
  std::vector<std::vector<uint8_t>> resident; // one a layer, one entry an expert; empty at first
  std::vector<std::vector<uint64_t>> pending; // hits of the run under way
  MoeStatistics totals;

  int64_t capturedExperts = 0; // 0: no capture
  std::vector<Capture> captures;
  bool hasCapture = false; // a run since the last take
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_OBSERVE_MOERECORDS_H
