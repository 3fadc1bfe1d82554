// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and execution of one program instance on the CPU.
//
// bind() resolves the address of every kernel argument once per shape. run() only patches the
// addresses of the caller's inputs and outputs, then runs the commands in order. It allocates
// nothing for a bound shape.
#ifndef RLX_RUNTIME_CPU_CPUEXECUTOR_H
#define RLX_RUNTIME_CPU_CPUEXECUTOR_H

#include <memory>
#include <vector>

#include "runtime/base/Allocator.h"
#include "runtime/cpu/HostKernels.h"
#include "runtime/device/Device.h"
#include "runtime/program/model/ControlFlow.h"
#include "runtime/program/model/SetSize.h"

namespace rlx::rt {

// Threads: calls must not overlap, which the Executable ensures. Clones are independent.
class CPUExecutor : public Executor {
public:
  CPUExecutor(std::shared_ptr<const Program> program, HostCode code, int64_t persistentBytes);

  Status setParam(uint32_t index, Tensor value) override;
  Status prepare(const Plan &plan, const PrepareSubset &subset, RunObserver *observer) override;
  void releaseParam(uint32_t index) override { weights->params[index] = Tensor(); }
  StatusOr<Tensor> shareParam(uint32_t index) override;
  StatusOr<Tensor> sharePersistent() override;
  Status adoptPersistent(Tensor block) override;
  Status bind(Plan &plan, const OutputLayout &outputs) override;
  Status reserveOutputs() override;
  Status run(std::span<const RunInput> inputs, std::span<const RunOutput> outputs,
             RunObserver *observer, OperandTaps *taps) override;
  std::span<std::byte> outputBlock() const override { return {outputs.data(), outputs.size()}; }
  std::span<const std::byte> computedOutput(size_t index) const override {
    return {computedOutputs[index].data(), computedOutputs[index].size()};
  }
  void useStrings(StringTable *strings) override { kernels.useStrings(strings); }
  bool updatesInPlace() const override { return true; }
  bool hasBegunUpdate(size_t output) const override { return begunUpdates[output] != 0; }
  StatusOr<std::unique_ptr<Executor>> clone() override;
  MemoryUse memoryUse() const override;

private:
  // Shared by clones. Written only while one executor holds it (see `weightsShared`).
  struct Weights {
    std::vector<Tensor> params; // default tensors until set
    Tensor persistent;    // u8: the output of prepare(), or other memory with the same content
    bool mayWrite = true; // to the memory of `persistent`, once nobody shares it
  };
  // A kernel argument in the caller's memory, whose address changes from run to run.
  struct Patch {
    size_t slot;
    uint32_t index; // index of the input or output
    int64_t offset;
  };

  void ownWeights();
  Status reservePersistent(bool keep);
  std::byte *rootPointer(uint32_t root, std::byte *arenaBase) const;
  void fillSlots(const std::vector<Command> &commands, const Plan &plan, std::byte *arenaBase,
                 std::vector<void *> &target) const;
  void collectPatches(const Plan &plan);
  bool takesAnyAlignment(const Command &command, const Plan &plan, const BoundCommand &sizes) const;
  void chooseAlignments(const Plan &plan);
  Status alignParams(const std::vector<Command> &commands, const Plan &plan,
                     std::span<const uint8_t> subset = {});
  Status setSize(const Command &command, const void *element);
  Status reserveStage(uint32_t stage);
  void fillStage(uint32_t stage);
  Status stageInputs(std::span<const RunInput> inputs);
  void pointToCaller(std::span<const RunInput> inputs, std::span<const RunOutput> results);
  // The state of one list of commands in execution: its arguments, and the values of symbols and
  // counters.
  struct Execution {
    const std::vector<Command> &commands;
    const CommandStructure &structure;
    const Plan &plan;
    std::span<void *const> arguments;
    std::span<int64_t> values;
    bool inPrepare;
    OperandTaps *taps = nullptr;
    std::span<const uint8_t> subset; // of prepare; empty for all
  };
  void findLastReads(const PrepareSubset &subset);
  void findParamsReadLast(size_t index);
  Status runCommands(const Execution &execution, RunObserver *observer);
  Status runOne(const Execution &execution, size_t index, RunObserver *observer);
  StatusOr<void *const *> argumentsOf(const Execution &execution, size_t index);
  StatusOr<size_t> follow(const Execution &execution, size_t index);
  Status runCommand(const Command &command, const BoundCommand &bound, const Plan &plan,
                    void *const *arguments, unsigned &threadsUsed);
  static void showTapped(const Execution &execution, size_t index, void *const *arguments);
  void observeInputs(RunObserver &observer, const Execution &execution, size_t index,
                     void *const *arguments);
  void observe(RunObserver &observer, const DispatchRecord &record, const Command &command,
               const Plan &plan, void *const *arguments);

  std::shared_ptr<const Program> program;
  HostKernels kernels;
  std::vector<uint32_t> roots;
  CommandStructure prepareStructure, mainStructure;
  int64_t persistentBytes;
  std::vector<size_t> lastReads;                  // of each param, a command of prepare
  std::vector<std::span<const uint8_t>> readLast; // params that the current command reads last

  std::shared_ptr<Weights> weights;
  // True once a clone may hold the same Weights. From then on they are replaced, never written.
  bool weightsShared = false;
  bool mayNeedAlignment = false; // a param may be aligned to its element alone

  Plan *plan = nullptr;
  const OutputLayout *layout = nullptr;
  AlignedBuffer arena;
  // For computed sizes: one arena per stage (Stages.h), outputs, and the callers' memory in a run.
  SizeSetter sizes;
  std::vector<AlignedBuffer> stageArenas, computedOutputs;
  std::vector<std::byte *> inputBases, outputBases;
  std::vector<size_t> inputAlignment, outputAlignment; // in bytes, for the bound shape
  std::vector<uint8_t> begunUpdates; // whether the run has come to the copy from an output's donor
  std::vector<AlignedBuffer> inputBuffers; // for inputs that are not so aligned; on first use
  AlignedBuffer outputs;     // results that stay here, and staging for unaligned outputs
  std::vector<void *> slots; // arguments of all main commands, one after another
  bool slotsStale = true;
  std::vector<Patch> inputPatches, outputPatches;
  std::vector<int64_t> values;        // of the bound shape's symbols, then of loop counters
  std::vector<void *> movedArguments; // of one command whose buffers move with a loop counter
  std::vector<ProbedBuffer> probed;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_CPUEXECUTOR_H
