// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contents that an executable keeps for its inputs between runs, and the outputs that feed
// them.
//
// Executable.h has the rules. This class implements them without knowledge of runs. Each handle has
// two buffers, its content and the next content; a feed swaps them (double buffering), unless the
// output updates the content in place.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_HANDLES_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_HANDLES_H

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/base/Allocator.h"
#include "runtime/base/StatusOr.h"
#include "runtime/device/DeviceMemory.h"
#include "runtime/program/executable/InputForms.h"
#include "runtime/program/model/Program.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// The handles of one executable.
// Threads: none of its own. read() may overlap itself. `program`, `forms` and `memory` must outlive
// it.
class Handles {
public:
  enum class Kind : uint8_t { None, Host, Device };
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  // Device handles live in `memory`; if it is null, in host memory like the others.
  Handles(const Program &program, const InputForms &forms, DeviceMemory *memory);

  Kind kind(size_t input) const { return entries[input].kind; }
  // Whether the content is in device memory.
  bool isOnDevice(size_t input) const { return memory && entries[input].kind == Kind::Device; }
  // Whether the host can read the content only by a copy.
  bool isHidden(size_t input) const { return isOnDevice(input) && !entries[input].own->hostData(); }
  // Shape and data of a bound handle, valid until it changes. Null data for a content on the
  // device.
  TensorView content(size_t input) const;
  const DeviceBuffer *deviceContent(size_t input) const { return entries[input].own.get(); }
  // The same, always with data: a content on the device is copied once and kept until it changes.
  // No run may be in flight.
  StatusOr<TensorView> read(size_t input) const;

  // Copies `value`, converted to the input's type. `value` may be this handle's own content. A
  // device handle expands one element to a static shape.
  Status bind(size_t input, Kind kind, const TensorView &value);
  void unbind(size_t input);

  // The output feeds the handle, which must be bound. AlreadyExists if it feeds another one.
  Status setFeed(size_t input, uint32_t output);
  // Drops the explicit feed; the rule for names holds again. AlreadyExists if its output feeds
  // another handle.
  Status clearFeed(size_t input);
  // The output that was set to feed this handle, or kNone. The rule for names does not count.
  uint32_t explicitFeed(size_t input) const { return entries[input].feed; }
  // Undoes setFeed: `output` is the earlier explicitFeed.
  void restoreFeed(size_t input, uint32_t output);
  // The input whose handle this output feeds, or kNone.
  uint32_t fedBy(size_t output) const { return fedInputs[output]; }
  // Changes whenever fedBy() changes for any output.
  uint64_t feedsVersion() const { return version; }

  // The memory into which a run writes `bytes` of output for this handle: not its content, aligned.
  StatusOr<RunOutput> reserveNext(size_t input, int64_t bytes);
  // Makes that memory the content, with this shape.
  void advance(size_t input, std::span<const int64_t> shape);

  // The other way, for an output that updates the content in place: it has the content's memory.
  // Between these calls the content is broken. It stays so if the run fails after it has begun to
  // write, until it is bound again.
  RunOutput beginUpdate(size_t input);
  void finishUpdate(size_t input);
  // FailedPrecondition for a broken content.
  Status checkWhole(size_t input) const;

  Status copyFrom(const Handles &other);
  int64_t bytes() const;

private:
  struct Entry {
    Kind kind = Kind::None;
    AlignedBuffer content, next;
    std::unique_ptr<DeviceBuffer> own, ownNext; // the same on the device
    // The host's copy of `own`.
    mutable AlignedBuffer mirror;
    mutable bool isMirrored = false;
    bool isBroken = false;
    std::vector<int64_t> shape;
    uint32_t feed = kNone;       // as set
    uint32_t ruleOutput = kNone; // i for an input called out{i}
  };
  StatusOr<int64_t> contentBytes(size_t input) const;
  Status reserveOwn(Entry &entry, size_t bytes) const;
  Status fill(size_t input, bool onDevice, const TensorView &value, int64_t count, int64_t bytes);
  Status take(size_t input, const Handles &other);
  uint32_t feedOf(const Entry &entry) const;
  Status checkFeed(size_t input, uint32_t output) const;
  void renewFeeds();

  const Program *program; // never null, nor is `forms`
  const InputForms *forms;
  DeviceMemory *memory;
  std::unique_ptr<std::mutex> reading = std::make_unique<std::mutex>();
  std::vector<Entry> entries;                 // one per input
  std::vector<uint32_t> fedInputs, fedBefore; // one per output
  uint64_t version = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_HANDLES_H
