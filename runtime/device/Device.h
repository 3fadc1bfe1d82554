// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface between executables and the devices that run programs.
//
// An Executable checks names and shapes and computes sizes (Plan). An Executor owns memory and runs
// commands. A new kind of device adds a Device, an Executor and an entry in the list of factories
// (DeviceFactory.h). GPUs share an Executor (runtime/gpu/executor).
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
#include "runtime/program/model/PrepareGraph.h"
#include "runtime/program/observe/Observer.h"
#include "runtime/program/observe/OperandTaps.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

struct ExecutorOptions {
  unsigned threads = 0; // for "cpu" kernels; 0: defaultThreads()
};

// The layout of the output block: one block for all outputs that the caller gives no memory for. An
// output whose size the run computes has no bytes here (Executor::computedOutput).
struct OutputLayout {
  std::vector<int64_t> bytes, offsets; // one per output; offsets are multiples of 64
  int64_t totalBytes = 0;
};

// Allocated bytes, including unused parts.
struct MemoryUse {
  int64_t arenaBytes = 0;  // temporaries, staging and per-thread scratch of this instance
  int64_t outputBytes = 0; // outputs in this instance's memory
  int64_t handleBytes = 0; // contents of handles, and buffers for their next contents
  // Prepared weights, and constants that are copied to the device. Shared between clones.
  int64_t persistentBytes = 0;
  int64_t paramBytes = 0; // params as set; shared between clones
  int64_t codeBytes = 0;  // machine code; shared between clones
  // Shape specialization: this instance's memory for it, and the shared machine code and the model
  // it is compiled from.
  int64_t specializedBytes = 0;
};

// The memory and execution of one program instance on a device.
// Threads: none of its own. An Executable ensures that calls do not overlap, except finish().
// Clones may run at the same time.
class Executor {
public:
  virtual ~Executor() = default;

  // Sets a param. `value` has been checked against the signature. Prepared weights stay as they
  // are.
  virtual Status setParam(uint32_t index, Tensor value) = 0;
  // The largest single allocation; plans must respect it, see planArena.
  virtual int64_t maxAllocationSize() const { return INT64_MAX; }
  // Runs these commands of Program::prepare. The params that they read must be set. Other prepared
  // weights keep their bytes. Memory that others hold, too, is not written but copied first.
  virtual Status prepare(const Plan &plan, const PrepareSubset &subset, RunObserver *observer) = 0;
  // Drops a param that no main command reads. Called after prepare() and before clones exist.
  virtual void releaseParam(uint32_t index) = 0;
  // The memory of a param, and of all persistent buffers as layoutPersistent places them (u8). For
  // files that save prepared weights. Later changes of the executor do not reach it.
  virtual StatusOr<Tensor> shareParam(uint32_t index) = 0;
  virtual StatusOr<Tensor> sharePersistent() = 0;
  // Replaces prepare(): uses such memory from a file, without a copy. It must start at a multiple
  // of 64.
  virtual Status adoptPersistent(Tensor block) = 0;
  // Makes `plan` (of Program::main) the one that run() uses. It and `outputs` must stay alive until
  // the next bind. After a failure nothing is bound. Runs complete the plan where sizes are
  // computed.
  virtual Status bind(Plan &plan, const OutputLayout &outputs) = 0;
  // Grows the output block to the bound shape. run() does it too if it needs the block.
  virtual Status reserveOutputs() = 0;
  // Runs the bound shape, with one entry per input and output. `observer` and `taps` may be null.
  virtual Status run(std::span<const RunInput> inputs, std::span<const RunOutput> outputs,
                     RunObserver *observer, OperandTaps *taps) = 0;

  // The strings of later runs, for host kernels that work on them. They must outlive the runs.
  virtual void useStrings(StringTable *) {}

  // Whether run() takes the memory of an input for the output of which it is the donor.
  virtual bool updatesInPlace() const { return false; }
  // Whether the last run may have written such an output.
  virtual bool hasBegunUpdate(size_t) const { return true; }
  // The device's memory for handles. Null: handles are in host memory, as RunInput::data.
  virtual DeviceMemory *memory() { return nullptr; }
  virtual DeviceUse deviceUse() const { return {}; }

  // The number of runs that may be in flight by start() and finish(). 1: only run() is supported.
  virtual size_t maxInFlight() const { return 1; }
  // Whether start() can run the bound shape. If not, use run().
  virtual bool canStart() const { return false; }
  // Whether kernels can fail at run time, for example for an index out of range.
  virtual bool kernelsMayFail() const { return true; }
  // Submits a run behind all earlier ones. Elements of inputs may change once it returns. finish()
  // writes the outputs and must follow, unless this failed; the buffers must stay until then.
  // bind() and all other calls require that no run is in flight.
  virtual Status start(std::span<const RunInput>, std::span<const RunOutput>) {
    return internalError("a run that was not to be started");
  }
  // Waits for the oldest run in flight and writes its outputs. May overlap start().
  virtual Status finish() { return internalError("no run was started"); }
  // The output block in host memory. Empty until it is needed. It may move in a run.
  virtual std::span<std::byte> outputBlock() const = 0;
  // The host's memory for output `index` if its last run computed its size; empty before. It may
  // move in a run.
  virtual std::span<const std::byte> computedOutput(size_t index) const = 0;
  // A second instance that shares params and prepared weights, with separate memory for everything
  // else.
  virtual StatusOr<std::unique_ptr<Executor>> clone() = 0;
  virtual MemoryUse memoryUse() const = 0;
};

// A device that can run programs.
// Threads: immutable after construction; any thread.
class Device {
public:
  virtual ~Device() = default;
  // The unique name in a registry: "cpu", "vulkan:0", …
  virtual std::string_view name() const = 0;
  // The hardware's name, as its driver gives it: "NVIDIA H100 80GB HBM3".
  virtual std::string_view model() const { return name(); }
  // The Kernel::target that the device runs: "cpu", "vulkan", …
  virtual std::string_view target() const = 0;
  // Whether it can run code that needs `feature`, a name of its target's code generator.
  virtual bool hasFeature(std::string_view feature) const = 0;
  // Whether its programs may also have "cpu" kernels, which run on the host.
  virtual bool runsHostKernels() const { return false; }
  // Whether it is a software driver that emulates a device on the CPU, such as lavapipe.
  virtual bool isSoftware() const { return false; }
  // The device profile for code generation, as JSON for Vulkan; empty if there is none.
  virtual std::string codegenProfile() const { return ""; }
  // One line for people: the hardware's model and the numbers that matter for speed.
  virtual std::string description() const = 0;
  // Sets the folder in which the device keeps compiled code; empty keeps nothing. A device in use
  // keeps the folder that it has.
  virtual void setCacheFolder(const std::string &) {}
  // Makes an executor. `program` has passed verifyProgram. All its kernels must be for this
  // device's target, or for "cpu" if runsHostKernels(). NotFound lists all kernels that are missing
  // in `kernels`.
  virtual StatusOr<std::unique_ptr<Executor>> createExecutor(std::shared_ptr<const Program> program,
                                                             const KernelTable &kernels,
                                                             int64_t persistentBytes,
                                                             const ExecutorOptions &options) = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICE_H
