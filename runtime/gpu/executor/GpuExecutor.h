// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and execution of one program instance on a GPU, for all back ends (GpuContext).
//
// Commands are recorded the first time they run with a bound shape, and then submitted again for
// each run. A command list is cut into segments. Consecutive commands of the device form one
// segment, which is one command list. Between segments the host takes branches of control flow
// and runs its own kernels:
//
//   commands   dispatch  copy  dispatch | host kernel | dispatch  dispatch
//   segments   [--------- 0 ---------]     (host)      [------- 1 -------]
//
// Each run in flight has an InFlightRun: host-visible memory for inputs and results, a fence, and
// recordings over that memory. So the next run can be prepared and submitted before the current one
// is done. All other memory is shared by the runs, since the queue executes them one after another.
#ifndef RLX_RUNTIME_GPU_EXECUTOR_GPUEXECUTOR_H
#define RLX_RUNTIME_GPU_EXECUTOR_GPUEXECUTOR_H

#include <array>
#include <memory>
#include <vector>

#include "runtime/base/Allocator.h"
#include "runtime/cpu/HostKernels.h"
#include "runtime/device/Device.h"
#include "runtime/gpu/memory/GpuHandles.h"
#include "runtime/gpu/memory/GpuPool.h"
#include "runtime/gpu/memory/GpuSpace.h"
#include "runtime/gpu/memory/GpuTransfer.h"
#include "runtime/program/model/ControlFlow.h"
#include "runtime/program/model/SetSize.h"

namespace rlx::rt {

// Loops of device commands are unrolled into the recording up to this number of commands.
inline constexpr uint64_t kMaxUnrolled = 8192;
// One run on the device, one waiting for it, and one whose results the host reads.
inline constexpr size_t kMaxInFlightRuns = 3;

// Threads: calls must not overlap except as Executor allows, which the Executable ensures. Clones
// are independent.
class GpuExecutor : public Executor {
public:
  static StatusOr<std::unique_ptr<Executor>>
  create(std::shared_ptr<GpuContext> context, std::shared_ptr<const Program> program,
         const KernelTable &kernels, int64_t persistentBytes, const ExecutorOptions &options);

  Status setParam(uint32_t index, Tensor value) override;
  int64_t maxAllocationSize() const override;
  Status prepare(const Plan &plan, const PrepareSubset &subset, RunObserver *observer) override;
  void releaseParam(uint32_t index) override;
  StatusOr<Tensor> shareParam(uint32_t index) override;
  StatusOr<Tensor> sharePersistent() override;
  Status adoptPersistent(Tensor block) override;
  Status bind(Plan &plan, const OutputLayout &outputs) override;
  Status reserveOutputs() override;
  Status run(std::span<const RunInput> inputs, std::span<const RunOutput> outputs,
             RunObserver *observer, OperandTaps *taps) override;
  bool updatesInPlace() const override { return true; }
  // Later commands of a submission run even if an earlier one has failed.
  bool hasBegunUpdate(size_t) const override { return hasSubmitted; }
  DeviceMemory *memory() override { return &handleMemory; }
  DeviceUse deviceUse() const override { return counts.values(); }
  size_t maxInFlight() const override { return kMaxInFlightRuns; }
  // A plan of a single segment needs no host between its commands.
  bool canStart() const override { return plan && isOneSegment; }
  bool kernelsMayFail() const override { return !shared->mainFailing.empty(); }
  Status start(std::span<const RunInput> inputs, std::span<const RunOutput> outputs) override;
  Status finish() override;
  std::span<std::byte> outputBlock() const override;
  std::span<const std::byte> computedOutput(size_t index) const override {
    return {computedResults[index].data(), computedResults[index].size()};
  }
  void useStrings(StringTable *strings) override { hostKernels.useStrings(strings); }
  StatusOr<std::unique_ptr<Executor>> clone() override;
  MemoryUse memoryUse() const override;

private:
  // Immutable state of a program, shared by all clones.
  struct Shared {
    std::shared_ptr<GpuContext> context;
    std::shared_ptr<const Program> program;
    std::shared_ptr<const GpuKernels> kernels;
    std::vector<uint32_t> roots;
    CommandStructure prepareStructure, mainStructure;
    std::vector<uint32_t> prepareFailing, mainFailing; // commands whose kernels may fail
    std::vector<uint8_t> outputIsRead; // one per output: whether a main command reads it
    PersistentLayout persistent;
    GpuSpace constants; // those that device commands read
    int64_t codeBytes = 0;
  };
  // Shared by clones until one of them sets other weights. Blocks of `persistent` may be shared
  // longer.
  struct Weights {
    std::vector<BufferSlice> params;
    GpuSpace persistent;
  };
  // Commands from one index on that run without the host. Recorded once, unless buffer offsets
  // depend on an enclosing loop: then each time.
  struct Segment {
    GpuCommandList *commands = nullptr;
    size_t end = 0; // index of the command after it
    bool isRecorded = false;
    bool isEmpty = false; // nothing to do
  };
  // The segments of a command list, for certain sizes and certain addresses of inputs and results.
  struct Recording {
    std::vector<uint64_t> key; // empty: unused
    std::vector<Segment> segments;
    std::unique_ptr<GpuRecorder> recorder;
    uint64_t lastUse = 0;
  };
  struct InFlightRun {
    // Host-visible memory: inputs and results themselves if the device accesses them directly (see
    // isDirectInput() and isDirectResult()), otherwise staging. `direct` is for direct inputs.
    GpuSpace in, direct, out;
    BufferSlice block;  // all of `out`, until that is reallocated
    BufferSlice status; // a word per command that may fail; no block if none may
    GpuFence *fence = nullptr;
    std::vector<std::unique_ptr<Recording>> recordings;
    uint64_t reservedFor = 0; // the `needed` it was reserved for
    // For the current run: where the device reads inputs and writes results, and where results go
    // afterwards.
    std::vector<RunInput> given;
    std::vector<BufferSlice> inputs, outputs;
    std::vector<RunOutput> results;
    bool isSubmitted = false;
    uint64_t numAllocations() const {
      return in.numAllocations() + direct.numAllocations() + out.numAllocations();
    }
  };
  // The state of one command list in execution: its memory, and the values of symbols and counters.
  struct Execution {
    const std::vector<Command> &commands;
    const CommandStructure &structure;
    const Plan &plan;
    std::span<int64_t> values;
    bool inPrepare;
    const GpuSpace &arena, &hostArena;
    const InFlightRun &lane;
    Recording &recording;
    RunObserver *observer = nullptr;
    OperandTaps *taps = nullptr;
    std::span<const uint8_t> subset; // of prepare; empty for all
    bool skips(size_t index) const { return !subset.empty() && !subset[index]; }
    // Whether the host must see the command's operands right after it.
    bool isWatched(size_t index) const { return observer || (taps && !taps->of(index).empty()); }
  };

  GpuExecutor(std::shared_ptr<const Shared> shared, HostCode hostCode);
  Status make();
  static Status uploadConstants(Shared &shared);
  static std::vector<uint32_t> failingCommands(const std::vector<Command> &commands,
                                               const GpuKernels &kernels);
  static bool readsBuffer(const Shared &shared, const Command &command, size_t i);
  static std::vector<uint8_t> readOutputs(const Shared &shared);
  void ownWeights();
  Status reservePersistent(bool keep);

  // Memory (GpuBind.cpp).
  Status reserveArena(const Plan &bound, uint32_t stage, GpuSpace &device, GpuSpace &host);
  Status reserveStage(uint32_t stage);
  bool isComputedOutput(size_t index) const {
    return sizes.stages().ofBuffer[program.outputs[index].buffer] != 0;
  }
  Status reserveWorkspace(const Plan &bound);
  uint64_t numAllocations() const;
  Status placeInputs(const Plan &bound);
  bool noteNeeds(std::span<const RunInput> given, std::span<const RunOutput> results);
  Status reserveTensors();
  Status reserveStatus(InFlightRun &lane);
  Status reserveRun(InFlightRun &lane);
  Status reserveFor(InFlightRun &lane, std::span<const RunInput> given,
                    std::span<const RunOutput> results);
  Status pointRun(InFlightRun &lane, std::span<const RunInput> given,
                  std::span<const RunOutput> results);
  bool isOnHost(uint32_t buffer) const { return program.buffers[shared->roots[buffer]].onHost; }
  StatusOr<BufferSlice> sliceOf(const Execution &execution, uint32_t buffer) const;
  StatusOr<void *> hostPointer(const Execution &execution, uint32_t buffer) const;

  // Recording (GpuRecord.cpp).
  bool isForDevice(const Command &command) const;
  uint64_t unrolledSize(const Execution &execution, size_t begin, size_t end) const;
  size_t endOfSegment(const Execution &execution, size_t begin) const;
  bool movesWithLoops(const Execution &execution, size_t begin, size_t end) const;
  bool dependsOnSizes(const Execution &execution, size_t begin, size_t end) const;
  StatusOr<Segment *> recordedSegment(const Execution &execution, size_t begin);
  Status recordRange(const Execution &execution, size_t begin, size_t end, GpuRecorder &into);
  std::string namedOperands(const Command &command) const;
  Status recordOne(const Execution &execution, size_t index, GpuRecorder &into);
  Status recordInputs(const Execution &execution, GpuRecorder &into) const;
  Status recordOutputs(const Execution &execution, GpuRecorder &into) const;
  // Whether a result must be where the host reads it.
  static bool wantedByHost(const RunOutput &to) {
    return to.buffer ? to.data != nullptr : !to.isLeft;
  }
  BufferSlice stagedInput(const InFlightRun &lane, size_t index) const;
  bool isDirectInput(size_t index) const;
  bool isDirectResult(size_t index) const;
  bool goesToHost(const InFlightRun &lane, size_t index) const;
  void keyOf(const InFlightRun &lane, const OperandTaps *taps);
  StatusOr<Recording *> recordingFor(InFlightRun &lane, const OperandTaps *taps);
  StatusOr<std::unique_ptr<Recording>> makeRecording(size_t numCommands) const;
  static void forget(Recording &recording);
  static void forgetRecordings(InFlightRun &lane);
  void forgetRecordings();

  // Running (GpuRun.cpp).
  Status runCommands(const Execution &execution);
  Status submitAndWait(GpuCommandList &list);
  StatusOr<size_t> runSegment(const Execution &execution, size_t begin);
  Status runAlone(const Execution &execution,
                  Status (GpuExecutor::*what)(const Execution &, GpuRecorder &) const);
  Status runOnHost(const Execution &execution, size_t index, unsigned &threadsUsed);
  StatusOr<size_t> follow(const Execution &execution, size_t index);
  StatusOr<bool> conditionOf(const Execution &execution, size_t index);
  Status readElement(const Execution &execution, uint32_t buffer, void *element);
  Status setSize(const Execution &execution, const Command &command);
  Status downloadComputed();
  const std::vector<uint32_t> &failing(bool inPrepare) const {
    return inPrepare ? shared->prepareFailing : shared->mainFailing;
  }
  Execution mainExecution(const InFlightRun &lane, Recording &recording, RunObserver *observer,
                          OperandTaps *taps);
  static void clearStatus(const InFlightRun &lane);
  Status firstKernelError(const InFlightRun &lane, bool inPrepare,
                          std::span<const int64_t> values) const;
  Status prepareRun(InFlightRun &lane, std::span<const RunInput> given,
                    std::span<const RunOutput> results);
  void stageInputs(const InFlightRun &lane, std::span<const RunInput> given);
  void deliverOutputs(InFlightRun &lane);
  void letGo(InFlightRun &lane);

  // Observed runs, command by command (GpuWatch.cpp).
  bool isForOtherSizes(const Execution &execution, size_t index) const;
  Status runWatched(const Execution &execution, size_t index);
  Status runOneOnDevice(const Execution &execution, size_t index, uint64_t &nanoseconds);
  Status showBuffers(const Execution &execution, size_t index, size_t begin, size_t end);
  Status showTapped(const Execution &execution, size_t index);
  StatusOr<const void *> readBack(const Execution &execution, uint32_t buffer, size_t slot);

  std::shared_ptr<const Shared> shared;
  const Program &program;
  std::shared_ptr<GpuContext> context;
  HostKernels hostKernels;
  GpuTransfer transfer;
  GpuCounts counts;
  GpuHandleMemory handleMemory;
  BufferSlice nothing; // for operands without bytes
  std::unique_ptr<GpuCommandPool> commands;
  std::unique_ptr<GpuRecorder> transient; // for commands recorded each time they run

  std::shared_ptr<Weights> weights;
  // True once a clone may hold the same Weights. From then on they are replaced, never written.
  bool weightsShared = false;
  GpuPool paramPool;

  Plan *plan = nullptr;
  const OutputLayout *layout = nullptr;
  GpuSpace arena, hostArena;
  // For computed sizes: arenas per stage (Stages.h), and outputs on the device and on the host.
  SizeSetter sizes;
  std::vector<GpuSpace> stageArenas, stageHostArenas, computedOutputs;
  std::vector<AlignedBuffer> computedResults;
  bool isOneSegment = false;         // all commands of the bound shape are one segment
  GpuSpace inputs, outputs;          // on the device, for those that are not direct
  std::vector<int64_t> inputOffsets; // one per input, into their spaces
  // The memory that is reserved: for inputs from the host, for results without a handle, and for
  // the results that go to the host, up to `blockNeeded`. `needed` counts changes.
  std::vector<uint8_t> inputNeeded, outputNeeded;
  int64_t blockNeeded = 0;
  uint64_t needed = 1;
  std::vector<RunOutput> inBlock; // all results there
  BufferSlice workspace;
  uint64_t workspaceAllocations = 0;
  uint64_t statusStride = 0;
  std::array<InFlightRun, kMaxInFlightRuns> inFlightRuns; // run() uses the first
  size_t nextRun = 0, oldestRun = 0;                      // of start() and of finish()
  std::unique_ptr<Recording> prepareRecording;
  std::vector<uint64_t> key; // of the run that looks for its recording
  uint64_t useCounter = 0;
  GpuCommandList *single = nullptr; // recorded each time
  std::vector<int64_t> values;      // of symbols and counters
  bool hasSubmitted = false;        // commands of this run
  bool inputsDone = false;          // this run's inputs are on the device
  bool outputsDone = false;         // this run's outputs are in host memory
  GpuDispatch dispatch;             // the one that is being recorded
  std::vector<void *> hostArguments;
  std::vector<AlignedBuffer> seen; // shown to observers, one per operand
  std::vector<ProbedBuffer> probed;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_EXECUTOR_GPUEXECUTOR_H
