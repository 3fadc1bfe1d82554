// The interface between executables and the places where programs run.
//
// An Executable checks names and shapes and computes numbers (Plan); an Executor owns memory and
// runs commands. A new kind of device adds a Device and an Executor. Outside its folder only the
// DeviceRegistry, the KernelTable and the package loader name it.
#ifndef RLX_RUNTIME_DEVICE_DEVICE_H
#define RLX_RUNTIME_DEVICE_DEVICE_H

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/device/DeviceMemory.h"
#include "runtime/program/model/KernelTable.h"
#include "runtime/program/model/Plan.h"
#include "runtime/program/observe/Observer.h"
#include "runtime/program/observe/OperandTaps.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

struct ExecutorOptions {
  unsigned threads =
      0; // of kernels for "cpu": 0 means all that the machine (or OMP_NUM_THREADS) offers
};

// Where the outputs of a bound shape lie in the one block that holds those which the caller gives
// no memory for.
struct OutputLayout {
  std::vector<int64_t> bytes, offsets; // one an output; offsets are multiples of 64
  int64_t totalBytes = 0;
};

// As it was allocated, with what is not used of it.
struct MemoryUse {
  int64_t arenaBytes = 0;  // temporaries, staging and per-thread scratch of this instance
  int64_t outputBytes = 0; // outputs this instance owns
  int64_t handleBytes = 0; // contents of handles, and what their next contents are made in
  // Prepared weights, and constants where the device has them too; shared between clones.
  int64_t persistentBytes = 0;
  int64_t paramBytes = 0; // params as set, shared between clones
  int64_t codeBytes = 0;  // machine code, shared between clones
  // Code for single sizes: what this instance has of its own for it, and what its clones share,
  // which is machine code and the model that it is made from.
  int64_t specializedBytes = 0;
};

// Threads: none of its own; an Executable makes sure that calls do not overlap, but for finish().
// Clones may run at the same time as their original.
class Executor {
public:
  virtual ~Executor() = default;

  // `value` has been checked against the spec. Undoes an earlier prepare().
  virtual Status setParam(uint32_t index, Tensor value) = 0;
  // Where plans have to be for its memory: as planArena says.
  virtual int64_t maxAllocationSize() const { return INT64_MAX; }
  // Runs Program::prepare. All params are set.
  virtual Status prepare(const Plan &plan, RunObserver *observer) = 0;
  // Drops the value of a param that no main command reads. Called after prepare(), before clones.
  virtual void releaseParam(uint32_t index) = 0;
  // For files that save what prepare() has made. The memory of a param, and of all persistent
  // buffers as layoutPersistent places them (u8); later changes here do not reach it.
  virtual StatusOr<Tensor> shareParam(uint32_t index) = 0;
  virtual StatusOr<Tensor> sharePersistent() = 0;
  // In place of prepare(): such memory from a file, which stays as it is. It starts at a multiple
  // of 64.
  virtual Status adoptPersistent(Tensor block) = 0;
  // Makes `plan` (of Program::main) the one that run() uses; it and `outputs` stay alive until the
  // next bind. After a failure nothing is bound.
  virtual Status bind(const Plan &plan, const OutputLayout &outputs) = 0;
  // Makes the output block large enough for the bound shape. run() does it when it needs the block.
  virtual Status reserveOutputs() = 0;
  // One of each for every input and output. `observer` and `taps` may be null.
  virtual Status run(std::span<const RunInput> inputs, std::span<const RunOutput> outputs,
                     RunObserver *observer, OperandTaps *taps) = 0;

  // Where handles of the device have their contents; null: in the host's memory, as RunInput::data.
  virtual DeviceMemory *memory() { return nullptr; }
  virtual DeviceUse deviceUse() const { return {}; }

  // Runs that may be under way at the same time, by start() and finish(). 1: it knows run() only.
  virtual size_t maxInFlight() const { return 1; }
  // Whether runs of the bound shape can be started; else they are for run().
  virtual bool canStart() const { return false; }
  // Whether runs may fail for what kernels find out.
  virtual bool kernelsMayFail() const { return true; }
  // The first half of a run: gives it to the device, behind all that were started before. Elements
  // of inputs may change when it returns; outputs are written by finish(), which follows unless
  // this failed, and buffers must not go before that. bind() and whatever else waits for no run
  // comes when none is under way.
  virtual Status start(std::span<const RunInput>, std::span<const RunOutput>) {
    return internalError("a run that was not to be started");
  }
  // The second half of the oldest run that is under way: waits for it. May overlap start().
  virtual Status finish() { return internalError("no run was started"); }
  // The output block, in host memory: empty before it is needed; it may move in a run.
  virtual std::span<std::byte> outputBlock() const = 0;
  // Shares params and prepared weights; has memory of its own for everything else.
  virtual StatusOr<std::unique_ptr<Executor>> clone() = 0;
  virtual MemoryUse memoryUse() const = 0;
};

// Threads: immutable after construction, any thread.
class Device {
public:
  virtual ~Device() = default;
  // Unique in a registry: "cpu", "vulkan:0", …
  virtual std::string_view name() const = 0;
  // The Kernel::target that it runs: "cpu", "vulkan", …
  virtual std::string_view target() const = 0;
  // Whether it can run code that needs `feature`, a name of the code generator for its target.
  virtual bool hasFeature(std::string_view feature) const = 0;
  // Whether programs for it may also have kernels for "cpu", which run on the host.
  virtual bool runsHostKernels() const { return false; }
  // Whether it only looks like another kind of device: a driver that has the host's processor do
  // it.
  virtual bool isSoftware() const { return false; }
  // What code generation for it has to know of it, as text (a device profile for Vulkan); empty if
  // there is nothing.
  virtual std::string codegenProfile() const { return ""; }
  // One line for people: the model of the processor and what matters for speed.
  virtual std::string description() const = 0;
  // `program` has passed verifyProgram and all its kernels have this device's target, or "cpu" if
  // it runs those. Reports
  // every kernel that `kernels` lacks.
  virtual StatusOr<std::unique_ptr<Executor>> createExecutor(std::shared_ptr<const Program> program,
                                                             const KernelTable &kernels,
                                                             int64_t persistentBytes,
                                                             const ExecutorOptions &options) = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICE_H
