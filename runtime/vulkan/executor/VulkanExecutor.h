// Memory and execution of one program instance on a device of Vulkan.
//
// Commands are recorded when they are first run with a bound shape and given to the device again
// and again. A list of commands is cut into segments: as many commands of the device as follow each
// other are one command buffer; between segments the host decides where to go on, and runs its own
// kernels.
//
// What a run that is under way has of its own is a *lane*: memory that the host reaches for inputs
// and results, a fence, and recordings over them. So another run can be made ready and given to the
// device before it is done. Runs share all the rest, as the queue does one after the other.
#ifndef RLX_RUNTIME_VULKAN_EXECUTOR_VULKANEXECUTOR_H
#define RLX_RUNTIME_VULKAN_EXECUTOR_VULKANEXECUTOR_H

#include <array>
#include <memory>
#include <vector>

#include "runtime/base/Allocator.h"
#include "runtime/cpu/HostKernels.h"
#include "runtime/device/Device.h"
#include "runtime/program/model/ControlFlow.h"
#include "runtime/vulkan/executor/VulkanRecorder.h"
#include "runtime/vulkan/memory/VulkanHandles.h"
#include "runtime/vulkan/memory/VulkanTransfer.h"

namespace rlx::rt {

// Loops of the device's own commands are recorded turn by turn up to this many commands.
inline constexpr uint64_t kMaxUnrolled = 8192;
// One run that the device does, one that waits for that, and one whose results the host takes.
inline constexpr size_t kMaxInFlightRuns = 3;

// Threads: calls must not overlap but as Executor says (an Executable sees to it); clones are
// independent.
class VulkanExecutor : public Executor {
public:
  static StatusOr<std::unique_ptr<Executor>>
  create(std::shared_ptr<VulkanContext> context, std::shared_ptr<const Program> program,
         const KernelTable &kernels, int64_t persistentBytes, const ExecutorOptions &options);

  ~VulkanExecutor() override;

  Status setParam(uint32_t index, Tensor value) override;
  int64_t maxAllocationSize() const override;
  Status prepare(const Plan &plan, RunObserver *observer) override;
  void releaseParam(uint32_t index) override;
  StatusOr<Tensor> shareParam(uint32_t index) override;
  StatusOr<Tensor> sharePersistent() override;
  Status adoptPersistent(Tensor block) override;
  Status bind(const Plan &plan, const OutputLayout &outputs) override;
  Status reserveOutputs() override;
  Status run(std::span<const RunInput> inputs, std::span<const RunOutput> outputs,
             RunObserver *observer, OperandTaps *taps) override;
  DeviceMemory *memory() override { return &handleMemory; }
  DeviceUse deviceUse() const override { return counts.values(); }
  size_t maxInFlight() const override { return kMaxInFlightRuns; }
  // Between commands that are one segment nothing needs the host.
  bool canStart() const override { return plan && isOnePiece; }
  bool kernelsMayFail() const override { return !shared->mainFailing.empty(); }
  Status start(std::span<const RunInput> inputs, std::span<const RunOutput> outputs) override;
  Status finish() override;
  std::span<std::byte> outputBlock() const override;
  StatusOr<std::unique_ptr<Executor>> clone() override;
  MemoryUse memoryUse() const override;

private:
  // What no executor of a program changes; one for all clones.
  struct Shared {
    std::shared_ptr<VulkanContext> context;
    std::shared_ptr<const Program> program;
    std::shared_ptr<const VulkanPipelines> pipelines;
    std::vector<uint32_t> roots;
    CommandStructure prepareStructure, mainStructure;
    std::vector<uint32_t> prepareFailing, mainFailing; // commands whose kernels may say so
    std::vector<uint8_t> outputIsRead; // one an output: whether a command of main reads it
    PersistentLayout persistent;
    VulkanSpace constants; // those that the device's commands read
    int64_t codeBytes = 0;
  };
  // What clones share until one of them is given others.
  struct Weights {
    std::vector<BufferSlice> params;
    VulkanSpace persistent;
  };
  // Commands from one index on that run without the host: recorded once, or each time that they are
  // run if where their buffers lie depends on a loop around them.
  struct Segment {
    VkCommandBuffer commands = VK_NULL_HANDLE;
    size_t end = 0; // the command after it
    bool isRecorded = false;
    bool isEmpty = false; // nothing to do
  };
  // The segments of a list of commands for certain sizes, and inputs and results in certain places.
  struct Recording {
    std::vector<uint64_t> key; // empty: of nothing
    std::vector<Segment> segments;
    std::unique_ptr<VulkanRecorder> recorder;
    uint64_t lastUse = 0;
  };
  struct InFlightRun {
    // What the host writes and reads: inputs and results themselves if the device goes there (see
    // isDirectInput() and isDirectResult()), or staging. `direct` is for the former inputs.
    VulkanSpace in, direct, out;
    BufferSlice block;  // all of `out`, until that is another one
    BufferSlice status; // a word for each command that may fail; no block where none may
    VkFence fence = VK_NULL_HANDLE;
    std::vector<std::unique_ptr<Recording>> recordings;
    uint64_t reservedFor = 0; // `needed`
    // Of the run that it is used for: where the device finds inputs and leaves results, and where
    // results are to go.
    std::vector<RunInput> given;
    std::vector<BufferSlice> inputs, outputs;
    std::vector<RunOutput> results;
    bool isSubmitted = false;
    uint64_t numAllocations() const {
      return in.numAllocations() + direct.numAllocations() + out.numAllocations();
    }
  };
  // One list of commands on its way: what it works on, and the values of symbols and counters.
  struct Execution {
    const std::vector<Command> &commands;
    const CommandStructure &structure;
    const Plan &plan;
    std::span<int64_t> values;
    bool inPrepare;
    const VulkanSpace &arena, &hostArena;
    const InFlightRun &lane;
    Recording &recording;
    RunObserver *observer = nullptr;
    OperandTaps *taps = nullptr;
    // The host has to look at it as soon as it is done.
    bool isWatched(size_t index) const { return observer || (taps && !taps->of(index).empty()); }
  };

  VulkanExecutor(std::shared_ptr<const Shared> shared, HostCode hostCode);
  Status make();
  static Status uploadConstants(Shared &shared);
  static std::vector<uint32_t> failingCommands(const std::vector<Command> &commands,
                                               const VulkanPipelines &pipelines);
  static bool readsBuffer(const Shared &shared, const Command &command, size_t i);
  static std::vector<uint8_t> readOutputs(const Shared &shared);
  void ownWeights();
  Status reservePersistent();

  // Memory (VulkanBind.cpp).
  Status reserveArena(const Plan &bound, VulkanSpace &device, VulkanSpace &host);
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
  StatusOr<BufferSlice> pieceOf(const Execution &course, uint32_t buffer) const;
  StatusOr<void *> hostPointer(const Execution &course, uint32_t buffer) const;

  // Recording (VulkanRecord.cpp).
  bool isForDevice(const Command &command) const;
  uint64_t unrolledSize(const Execution &course, size_t begin, size_t end) const;
  size_t endOfSegment(const Execution &course, size_t begin) const;
  bool movesWithLoops(const Execution &course, size_t begin, size_t end) const;
  StatusOr<Segment *> recordedSegment(const Execution &course, size_t begin);
  Status recordRange(const Execution &course, size_t begin, size_t end, VulkanRecorder &into);
  std::string namedOperands(const Command &command) const;
  Status recordOne(const Execution &course, size_t index, VulkanRecorder &into);
  Status recordInputs(const Execution &course, VulkanRecorder &into) const;
  Status recordOutputs(const Execution &course, VulkanRecorder &into) const;
  // Whether a result has to be where the host reads it.
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

  // Running (VulkanRun.cpp).
  Status runCommands(const Execution &course);
  StatusOr<size_t> runSegment(const Execution &course, size_t begin);
  Status runAlone(const Execution &course,
                  Status (VulkanExecutor::*what)(const Execution &, VulkanRecorder &) const);
  Status runOnHost(const Execution &course, size_t index, unsigned &threadsUsed);
  StatusOr<size_t> follow(const Execution &course, size_t index);
  StatusOr<bool> conditionOf(const Execution &course, size_t index);
  const std::vector<uint32_t> &failing(bool inPrepare) const {
    return inPrepare ? shared->prepareFailing : shared->mainFailing;
  }
  Execution mainExecution(const InFlightRun &lane, Recording &recording, RunObserver *observer,
                          OperandTaps *taps);
  static void clearStatus(const InFlightRun &lane);
  Status firstKernelError(const InFlightRun &lane, bool inPrepare) const;
  Status prepareRun(InFlightRun &lane, std::span<const RunInput> given,
                    std::span<const RunOutput> results);
  void stageInputs(const InFlightRun &lane, std::span<const RunInput> given);
  void deliverOutputs(InFlightRun &lane);
  void letGo(InFlightRun &lane);

  // Runs that somebody looks at, command by command (VulkanWatch.cpp).
  bool isForOtherSizes(const Execution &course, size_t index) const;
  Status runWatched(const Execution &course, size_t index);
  Status runOneOnDevice(const Execution &course, size_t index, uint64_t &nanoseconds);
  Status makeTimestamps();
  Status showBuffers(const Execution &course, size_t index, size_t begin, size_t end);
  Status showTapped(const Execution &course, size_t index);
  StatusOr<const void *> readBack(const Execution &course, uint32_t buffer, size_t slot);

  std::shared_ptr<const Shared> shared;
  const Program &program;
  std::shared_ptr<VulkanContext> context;
  HostKernels hostKernels;
  VulkanTransfer transfer;
  VulkanCounts counts;
  VulkanHandleMemory handleMemory;
  BufferSlice nothing; // stands for what has no bytes
  std::unique_ptr<VulkanCommands> commands;
  std::unique_ptr<VulkanRecorder> transient; // of what is recorded each time that it runs

  std::shared_ptr<Weights> weights;
  // True once a clone may hold the same Weights; then they are replaced, never written.
  bool weightsShared = false;
  VulkanPool paramPool;

  const Plan *plan = nullptr;
  const OutputLayout *layout = nullptr;
  VulkanSpace arena, hostArena;
  bool isOnePiece = false;           // all commands of the bound shape are one segment
  VulkanSpace inputs, outputs;       // the device's, of those that are not direct
  std::vector<int64_t> inputOffsets; // in their spaces, one an input
  // What memory is reserved for: inputs that come from the host, results that no handle has, and
  // up to where results go to the host. `needed` counts changes.
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
  VkCommandBuffer single = VK_NULL_HANDLE; // for what is recorded each time
  VkQueryPool timestamps = VK_NULL_HANDLE; // null until needed
  std::vector<int64_t> values;             // of symbols and counters
  bool inputsDone = false;                 // of this run: they are on the device
  bool outputsDone = false;                // they are in memory of the host
  VulkanDispatch dispatch;                 // that is being recorded
  std::vector<void *> hostArguments;
  std::vector<AlignedBuffer> seen; // what observers see, one an operand
  std::vector<ProbedBuffer> probed;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_EXECUTOR_VULKANEXECUTOR_H
