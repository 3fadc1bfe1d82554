// Contents that an executable keeps for its inputs between runs, and which outputs feed them.
// The rules are in Executable.h; this class keeps them, and knows no run.
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

// Threads: none of its own; belongs to one executable. read() may overlap itself. `program`,
// `forms` and `memory` outlive it.
class Handles {
public:
  enum class Kind : uint8_t { None, Host, Device };
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  // Contents of device handles are in `memory`, or, if it is null, in the host's as the others.
  Handles(const Program &program, const InputForms &forms, DeviceMemory *memory);

  Kind kind(size_t input) const { return entries[input].kind; }
  // Whether the content is where the host cannot see it.
  bool isOnDevice(size_t input) const { return memory && entries[input].kind == Kind::Device; }
  // Whether it is, and reading it is a copy.
  bool isHidden(size_t input) const { return isOnDevice(input) && !entries[input].own->hostData(); }
  // Shape and data of a bound handle; valid until it changes. Null data for one on the device.
  TensorView content(size_t input) const;
  const DeviceBuffer *deviceContent(size_t input) const { return entries[input].own.get(); }
  // The same with data in any case: what is on the device is copied once, and kept until it
  // changes. No run is under way.
  StatusOr<TensorView> read(size_t input) const;

  // Copies `value`, converted to the input's type, and so may show memory of the handle itself.
  // A device handle expands one element to a static shape.
  Status bind(size_t input, Kind kind, const TensorView &value);
  void unbind(size_t input);

  // The handle is bound. AlreadyExists when the output feeds another one.
  Status setFeed(size_t input, uint32_t output);
  // Afterwards the rule of names holds again; AlreadyExists when its output feeds another one.
  Status clearFeed(size_t input);
  // The output that was set to feed this handle, or kNone; the rule of names does not count.
  uint32_t explicitFeed(size_t input) const { return entries[input].feed; }
  // Takes back a setFeed: `output` is what explicitFeed was before.
  void restoreFeed(size_t input, uint32_t output);
  // The input whose handle this output feeds, or kNone.
  uint32_t fedBy(size_t output) const { return fedInputs[output]; }
  // Another number whenever that is another one for any output.
  uint64_t feedsVersion() const { return version; }

  // For a run whose output of `bytes` feeds this handle: memory of the handle that is not its
  // content, aligned.
  StatusOr<RunOutput> reserveNext(size_t input, int64_t bytes);
  // Makes that memory the content, with this shape.
  void advance(size_t input, std::span<const int64_t> shape);

  Status copyFrom(const Handles &other);
  int64_t bytes() const;

private:
  struct Entry {
    Kind kind = Kind::None;
    AlignedBuffer content, next;
    std::unique_ptr<DeviceBuffer> own, ownNext; // the same on the device
    // What the host has read of `own`.
    mutable AlignedBuffer mirror;
    mutable bool isMirrored = false;
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

  const Program *program; // never null, as `forms`
  const InputForms *forms;
  DeviceMemory *memory;
  std::unique_ptr<std::mutex> reading = std::make_unique<std::mutex>();
  std::vector<Entry> entries;                 // one an input
  std::vector<uint32_t> fedInputs, fedBefore; // one an output
  uint64_t version = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_HANDLES_H
