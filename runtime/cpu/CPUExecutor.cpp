// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution on the CPU. Binding a shape resolves all addresses; a run patches those of the caller's
// memory and dispatches.
//
// Control flow is followed on the host. Kernels run through HostKernels.
#include "runtime/cpu/CPUExecutor.h"

#include <algorithm>
#include <cstring>

#include "runtime/base/MappedFile.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/observe/CommandRecord.h"

namespace rlx::rt {

namespace {
// Kernels get this address for a buffer without bytes that has no memory.
alignas(kBufferAlignment) std::byte emptyBuffer[kBufferAlignment];

bool isAligned(const void *pointer, size_t alignment = kBufferAlignment) {
  return reinterpret_cast<uintptr_t>(pointer) % alignment == 0;
}

// Whether a dispatch is estimated to do so little work per byte that it touches each element about
// once. Accesses that cross cache lines then cost less than a copy would. Estimates in nanoseconds
// per byte: an addition 0.02, a layer normalization 0.3, a matmul of 64 x 512 x 512 4.
bool isMemoryBound(const Command &command, const Plan &plan, const BoundCommand &bound) {
  constexpr double kMaxNsPerByte = 0.3;
  double bytes = 0;
  for (const uint32_t buffer : command.buffers)
    bytes += static_cast<double>(plan.ranges[buffer].size);
  return static_cast<double>(bound.costNs) <= kMaxNsPerByte * bytes;
}

// The alignment that compiled kernels need, in bytes.
size_t elementAlignment(const TensorSpec &spec) {
  return byteSize(partType(bufferType(spec.dtype)));
}

// A smaller param is copied at once if it is not aligned.
constexpr size_t kMinBytesInPlace = 64 << 10;
} // namespace

CPUExecutor::CPUExecutor(std::shared_ptr<const Program> loaded, HostCode code,
                         int64_t persistentSize)
    : program(std::move(loaded)), kernels(*program, std::move(code)), roots(viewRoots(*program)),
      prepareStructure(structureOf(*program, ProgramPart::Prepare)),
      mainStructure(structureOf(*program, ProgramPart::Main)), persistentBytes(persistentSize),
      weights(std::make_shared<Weights>()), sizes(*program, kNoMaxAllocationSize),
      stageArenas(sizes.stages().list.size()), computedOutputs(program->outputs.size()),
      inputBases(program->inputs.size()), outputBases(program->outputs.size()),
      inputAlignment(program->inputs.size()), outputAlignment(program->outputs.size()),
      begunUpdates(program->outputs.size()), inputBuffers(program->inputs.size()) {
  weights->params.resize(program->params.size());
  movedArguments.resize(std::max(prepareStructure.maxArguments, mainStructure.maxArguments));
}

void CPUExecutor::ownWeights() {
  if (!weightsShared)
    return;
  auto fresh = std::make_shared<Weights>();
  for (const Tensor &param : weights->params)
    fresh->params.push_back(param.share());
  fresh->persistent = weights->persistent.share();
  fresh->mayWrite = weights->mayWrite;
  weights = std::move(fresh);
  weightsShared = false;
  slotsStale = true;
}

Status CPUExecutor::setParam(uint32_t index, Tensor value) {
  if (!isAligned(value.data()) &&
      (value.bytes() < kMinBytesInPlace ||
       !isAligned(value.data(), elementAlignment(program->params[index])))) {
    RLX_ASSIGN_OR_RETURN(value, Tensor::copyOf(value.view()));
  }
  mayNeedAlignment |= !isAligned(value.data());
  ownWeights();
  weights->params[index] = std::move(value);
  slotsStale = true;
  return okStatus();
}

// Weights in files start anywhere, and most are read once, to be packed. So a param stays where it
// is until a kernel of these commands touches it more than once.
Status CPUExecutor::alignParams(const std::vector<Command> &commands, const Plan &bound,
                                std::span<const uint8_t> subset) {
  if (!mayNeedAlignment)
    return okStatus();
  for (size_t i = 0; i < commands.size(); ++i) {
    if ((!subset.empty() && !subset[i]) || takesAnyAlignment(commands[i], bound, bound.commands[i]))
      continue;
    for (const uint32_t buffer : commands[i].buffers) {
      const Buffer &root = program->buffers[roots[buffer]];
      if (root.kind != BufferKind::Param || isAligned(weights->params[root.index].data()))
        continue;
      RLX_ASSIGN_OR_RETURN(Tensor aligned, Tensor::copyOf(weights->params[root.index].view()));
      ownWeights();
      weights->params[root.index] = std::move(aligned);
      slotsStale = true;
    }
  }
  return okStatus();
}

StatusOr<Tensor> CPUExecutor::shareParam(uint32_t index) {
  weightsShared = true;
  return weights->params[index].share();
}

StatusOr<Tensor> CPUExecutor::sharePersistent() {
  weightsShared = true;
  return weights->persistent.share();
}

Status CPUExecutor::adoptPersistent(Tensor block) {
  if (static_cast<int64_t>(block.bytes()) != persistentBytes || !isAligned(block.data()))
    return internalError(strCat("prepared weights of ", block.bytes(), " bytes, expected ",
                                persistentBytes, " at a multiple of 64"));
  return catchAllocFailure([&]() -> Status {
    ownWeights();
    weights->persistent = std::move(block);
    weights->mayWrite = false;
    slotsStale = true;
    return okStatus();
  });
}

// Allocates the memory that prepare() writes, with the content that it has if `keep`.
Status CPUExecutor::reservePersistent(bool keep) {
  ownWeights();
  Tensor &persistent = weights->persistent;
  if (weights->mayWrite && static_cast<int64_t>(persistent.bytes()) == persistentBytes &&
      persistent.isSoleOwner())
    return okStatus();
  if (!keep)
    persistent = Tensor(); // free it before allocating more
  RLX_ASSIGN_OR_RETURN(Tensor fresh, Tensor::allocate(DType::U8, {&persistentBytes, 1}));
  preferHugePages(fresh.data(), fresh.bytes());
  if (keep)
    kernels.copy(persistent.data(), fresh.data(), fresh.bytes());
  else // the padding too, so that a file of it is reproducible
    std::memset(fresh.data(), 0, fresh.bytes());
  persistent = std::move(fresh);
  weights->mayWrite = true;
  return okStatus();
}

std::byte *CPUExecutor::rootPointer(uint32_t index, std::byte *arenaBase) const {
  const Buffer &root = program->buffers[index];
  std::byte *base = nullptr;
  switch (root.kind) {
  case BufferKind::Arena: {
    const uint32_t stage = sizes.stages().ofBuffer[index];
    base = stage == 0 ? arenaBase : stageArenas[stage].data();
    break;
  }
  case BufferKind::Param:
    // Kernels take one pointer type for all operands. verifyProgram proved that none of these is
    // written.
    base = static_cast<std::byte *>(weights->params[root.index].data());
    break;
  case BufferKind::Constant:
    base = reinterpret_cast<std::byte *>(const_cast<uint8_t *>(program->constants.data()));
    break;
  case BufferKind::Persistent:
    base = weights->persistent.as<std::byte>();
    break;
  case BufferKind::Input:
    base = inputBases[root.index];
    break;
  case BufferKind::Output:
    base = outputBases[root.index];
    break;
  case BufferKind::View:
    break; // no root is a view
  }
  return base ? base : emptyBuffer;
}

void CPUExecutor::fillSlots(const std::vector<Command> &commands, const Plan &bound,
                            std::byte *arenaBase, std::vector<void *> &target) const {
  size_t slot = 0;
  for (const Command &command : commands) {
    for (uint32_t buffer : command.buffers) {
      const BufferRange &range = bound.ranges[buffer];
      const Buffer &root = program->buffers[roots[buffer]];
      if (root.kind == BufferKind::Input || root.kind == BufferKind::Output) {
        ++slot; // patched before each run
        continue;
      }
      std::byte *base = rootPointer(roots[buffer], arenaBase);
      // The offset of an empty buffer may lie outside the base, so the base is used.
      target[slot++] = range.size ? base + range.offset : base;
    }
  }
}

void CPUExecutor::findLastReads(const PrepareSubset &subset) {
  lastReads.assign(program->params.size(), program->prepare.size());
  for (size_t i = 0; i < program->prepare.size(); ++i)
    for (const uint32_t buffer : program->prepare[i].buffers)
      if (const Buffer &root = program->buffers[roots[buffer]];
          subset[i] && root.kind == BufferKind::Param)
        lastReads[root.index] = i;
}

// A file's weights that are packed need no memory. Runs that read a part of them, such as rows of
// an embedding, take that part from the file again.
void CPUExecutor::findParamsReadLast(size_t index) {
  readLast.clear();
  for (size_t i = 0; i < lastReads.size(); ++i)
    if (lastReads[i] == index)
      readLast.emplace_back(weights->params[i].as<uint8_t>(), weights->params[i].bytes());
}

Status CPUExecutor::prepare(const Plan &bound, const PrepareSubset &subset, RunObserver *observer) {
  return catchAllocFailure([&]() -> Status {
    const bool isThere = static_cast<int64_t>(weights->persistent.bytes()) == persistentBytes;
    const auto numRun = static_cast<size_t>(std::ranges::count(subset, 1));
    if (numRun == 0 && isThere)
      return okStatus();
    findLastReads(subset);
    slotsStale = true;
    AlignedBuffer temporaries;
    if (!reservePersistent(isThere && numRun < subset.size()).ok() ||
        !temporaries.reserve(static_cast<size_t>(bound.arenaBytes)))
      return outOfMemory(strCat("no memory for ", persistentBytes,
                                " bytes of prepared weights and ", bound.arenaBytes,
                                " bytes to make them"));
    RLX_RETURN_IF_ERROR(kernels.reserve(bound));
    RLX_RETURN_IF_ERROR(alignParams(program->prepare, bound, subset));
    std::vector<void *> arguments(prepareStructure.numArguments);
    std::vector<int64_t> counted = bound.values;
    fillSlots(program->prepare, bound, temporaries.data(), arguments);
    Status status = runCommands(
        {program->prepare, prepareStructure, bound, arguments, counted, true, nullptr, subset},
        observer);
    readLast.clear();
    return status;
  });
}

Status CPUExecutor::bind(Plan &bound, const OutputLayout &outputLayout) {
  plan = nullptr;
  return catchAllocFailure([&]() -> Status {
    if (!arena.reserve(static_cast<size_t>(bound.arenaBytes)))
      return outOfMemory(strCat("no memory for ", bound.arenaBytes, " bytes of temporaries"));
    RLX_RETURN_IF_ERROR(kernels.reserve(bound));
    RLX_RETURN_IF_ERROR(alignParams(program->main, bound));
    layout = &outputLayout;
    values.assign(bound.values.begin(), bound.values.end());
    collectPatches(bound);
    chooseAlignments(bound);
    slotsStale = true;
    plan = &bound;
    return okStatus();
  });
}

void CPUExecutor::collectPatches(const Plan &bound) {
  inputPatches.clear();
  outputPatches.clear();
  size_t slot = 0;
  for (const Command &command : program->main) {
    for (uint32_t buffer : command.buffers) {
      const Buffer &root = program->buffers[roots[buffer]];
      const Patch patch{slot++, root.index, bound.ranges[buffer].offset};
      if (root.kind == BufferKind::Input)
        inputPatches.push_back(patch);
      else if (root.kind == BufferKind::Output)
        outputPatches.push_back(patch);
    }
  }
  slots.resize(slot);
}

// Whether memory of callers may stay at its element's alignment for this command. User kernels get
// 64 bytes, as their ABI says.
bool CPUExecutor::takesAnyAlignment(const Command &command, const Plan &bound,
                                    const BoundCommand &sizes) const {
  return command.kind != CommandKind::Dispatch ||
         (!program->kernels[command.kernel].user && sizes.isReady &&
          isMemoryBound(command, bound, sizes));
}

void CPUExecutor::chooseAlignments(const Plan &bound) {
  std::transform(program->inputs.begin(), program->inputs.end(), inputAlignment.begin(),
                 elementAlignment);
  std::transform(program->outputs.begin(), program->outputs.end(), outputAlignment.begin(),
                 elementAlignment);
  for (size_t i = 0; i < program->main.size(); ++i) {
    const Command &command = program->main[i];
    if (takesAnyAlignment(command, bound, bound.commands[i]))
      continue;
    for (const uint32_t buffer : command.buffers) {
      const Buffer &root = program->buffers[roots[buffer]];
      if (root.kind == BufferKind::Input)
        inputAlignment[root.index] = kBufferAlignment;
      else if (root.kind == BufferKind::Output)
        outputAlignment[root.index] = kBufferAlignment;
    }
  }
}

Status CPUExecutor::reserveOutputs() {
  if (!plan)
    return internalError("no shape is bound");
  if (!outputs.reserve(static_cast<size_t>(layout->totalBytes)))
    return outOfMemory(strCat("no memory for ", layout->totalBytes, " bytes of outputs"));
  return okStatus();
}

// Callers need not provide the alignment that chooseAlignments() asks for. Other inputs are copied
// in. Other outputs are computed in the output block and copied out after the run.
void CPUExecutor::pointToCaller(std::span<const RunInput> inputs,
                                std::span<const RunOutput> results) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const void *data = inputs[i].data;
    if (!data)
      data = emptyBuffer;
    else if (!isAligned(data, inputAlignment[i]))
      data = inputBuffers[i].data();
    inputBases[i] = const_cast<std::byte *>(static_cast<const std::byte *>(data));
  }
  for (size_t k = 0; k < results.size(); ++k) {
    void *data = results[k].data;
    if (sizes.stages().ofBuffer[program->outputs[k].buffer] != 0)
      data = computedOutputs[k].data();
    else if (!data || !isAligned(data, outputAlignment[k]))
      data = outputs.data() + layout->offsets[k];
    outputBases[k] = static_cast<std::byte *>(data);
  }
  for (const Patch &patch : inputPatches)
    slots[patch.slot] = inputBases[patch.index] + patch.offset;
  for (const Patch &patch : outputPatches)
    slots[patch.slot] = outputBases[patch.index] + patch.offset;
}

// --- computed sizes

Status CPUExecutor::setSize(const Command &command, const void *element) {
  RLX_ASSIGN_OR_RETURN(const int64_t value, newSize(command, element, values));
  const uint32_t stage = sizes.stages().ofSymbol[command.symbol];
  RLX_RETURN_IF_ERROR(sizes.set(*plan, command.symbol, value));
  std::copy_n(plan->values.begin(), program->symbols.size(), values.begin());
  RLX_RETURN_IF_ERROR(reserveStage(stage));
  RLX_RETURN_IF_ERROR(kernels.reserve(*plan));
  fillStage(stage);
  return okStatus();
}

// Grows the memory for the stage's buffers, none of which is in use. A size that grows in a loop
// needs few allocations.
Status CPUExecutor::reserveStage(uint32_t stage) {
  const auto grow = [&](AlignedBuffer &memory, int64_t bytes) {
    const auto needed = static_cast<size_t>(bytes);
    if (needed <= memory.size() && memory.data())
      return true;
    return (memory.size() != 0 && memory.reserve(needed + needed / 2)) || memory.reserve(needed);
  };
  const int64_t bytes = plan->stageArenas[stage].device;
  if (!grow(stageArenas[stage], bytes))
    return outOfMemory(strCat("no memory for ", bytes, " bytes of temporaries"));
  for (size_t k = 0; k < program->outputs.size(); ++k) {
    const uint32_t buffer = program->outputs[k].buffer;
    if (sizes.stages().ofBuffer[buffer] != stage)
      continue;
    if (!grow(computedOutputs[k], plan->ranges[buffer].size))
      return outOfMemory(strCat("no memory for ", plan->ranges[buffer].size, " bytes of output '",
                                program->outputs[k].name, "'"));
    outputBases[k] = computedOutputs[k].data();
  }
  return okStatus();
}

// The addresses of all arguments of the stage's commands.
void CPUExecutor::fillStage(uint32_t stage) {
  const Stage &items = sizes.stages().list[stage];
  for (const std::vector<uint32_t> *list : {&items.commands, &items.later.commands})
    for (const uint32_t index : *list) {
      size_t slot = mainStructure.firstArgument[index];
      for (const uint32_t buffer : program->main[index].buffers) {
        const BufferRange &range = plan->ranges[buffer];
        std::byte *base = rootPointer(roots[buffer], arena.data());
        slots[slot++] = range.size ? base + range.offset : base;
      }
    }
}

Status CPUExecutor::stageInputs(std::span<const RunInput> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].data || isAligned(inputs[i].data, inputAlignment[i]))
      continue;
    const auto size = static_cast<size_t>(plan->ranges[program->inputs[i].buffer].size);
    if (!inputBuffers[i].reserve(size))
      return outOfMemory(strCat("no memory to align input '", program->inputs[i].name, "'"));
    std::memcpy(inputBuffers[i].data(), inputs[i].data, size);
  }
  return okStatus();
}

Status CPUExecutor::run(std::span<const RunInput> inputs, std::span<const RunOutput> results,
                        RunObserver *observer, OperandTaps *taps) {
  if (!plan)
    return internalError("run without a bound shape");
  for (size_t k = 0; k < results.size(); ++k)
    if (!results[k].data || !isAligned(results[k].data, outputAlignment[k])) {
      RLX_RETURN_IF_ERROR(reserveOutputs());
      break;
    }
  RLX_RETURN_IF_ERROR(stageInputs(inputs));
  std::ranges::fill(begunUpdates, 0);
  if (slotsStale) {
    fillSlots(program->main, *plan, arena.data(), slots);
    slotsStale = false;
  }
  pointToCaller(inputs, results);
  RLX_RETURN_IF_ERROR(
      runCommands({program->main, mainStructure, *plan, slots, values, false, taps, {}}, observer));
  for (size_t i = 0; i < results.size(); ++i)
    if (results[i].data && !isAligned(results[i].data, outputAlignment[i]) && layout->bytes[i] != 0)
      std::memcpy(results[i].data, outputs.data() + layout->offsets[i],
                  static_cast<size_t>(layout->bytes[i]));
  return okStatus();
}

Status CPUExecutor::runCommand(const Command &command, const BoundCommand &bound,
                               const Plan &current, void *const *arguments, unsigned &threadsUsed) {
  threadsUsed = 1;
  if (command.kind == CommandKind::Copy) {
    const auto size = static_cast<size_t>(current.ranges[command.buffers[1]].size);
    if (arguments[0] != arguments[1])
      threadsUsed = kernels.copy(arguments[0], arguments[1], size);
    else if (const Buffer &root = program->buffers[roots[command.buffers[1]]];
             root.kind == BufferKind::Output) // of an output and its donor
      begunUpdates[root.index] = 1;
    return okStatus();
  }
  return kernels.run(command, bound, current, arguments, threadsUsed, readLast);
}

// The arguments of a command. The offset of a buffer in a loop may depend on the loop counter.
StatusOr<void *const *> CPUExecutor::argumentsOf(const Execution &execution, size_t index) {
  void *const *fixed = execution.arguments.data() + execution.structure.firstArgument[index];
  if (!execution.structure.movesArguments[index])
    return fixed;
  const std::vector<uint32_t> &buffers = execution.commands[index].buffers;
  for (size_t i = 0; i < buffers.size(); ++i) {
    movedArguments[i] = fixed[i];
    const BufferRange &range = execution.plan.ranges[buffers[i]];
    if (!range.moving || range.size == 0)
      continue;
    RLX_ASSIGN_OR_RETURN(const int64_t by,
                         movedBy(*program, execution.plan, buffers[i], execution.values));
    movedArguments[i] = static_cast<std::byte *>(fixed[i]) + by;
  }
  return static_cast<void *const *>(movedArguments.data());
}

// Returns the index of the command to run after a control-flow command.
StatusOr<size_t> CPUExecutor::follow(const Execution &execution, size_t index) {
  const Command &command = execution.commands[index];
  bool holds = false;
  if (command.kind == CommandKind::SetSize) {
    RLX_ASSIGN_OR_RETURN(void *const *element, argumentsOf(execution, index));
    RLX_RETURN_IF_ERROR(setSize(command, command.buffers.empty() ? nullptr : *element));
  }
  if (asksCondition(command)) {
    RLX_ASSIGN_OR_RETURN(void *const *condition, argumentsOf(execution, index));
    holds = *static_cast<const uint8_t *>(*condition) != 0;
  }
  return nextCommand(*program, execution.commands, execution.structure, execution.plan,
                     execution.values, index, holds);
}

Status CPUExecutor::runOne(const Execution &execution, size_t index, RunObserver *observer) {
  const Command &command = execution.commands[index];
  const BoundCommand &bound = execution.plan.commands[index];
  RLX_ASSIGN_OR_RETURN(void *const *arguments, argumentsOf(execution, index));
  if (observer && observer->wantsInputs())
    observeInputs(*observer, execution, index, arguments);
  unsigned threadsUsed;
  const uint64_t start = observer ? nowNs() : 0;
  RLX_RETURN_IF_ERROR(runCommand(command, bound, execution.plan, arguments, threadsUsed));
  if (observer) {
    DispatchRecord record = recordOf(*program, command, index, execution.inPrepare, bound);
    record.startNs = start;
    record.endNs = nowNs();
    record.threads = threadsUsed;
    observe(*observer, record, command, execution.plan, arguments);
    RLX_RETURN_IF_ERROR(observer->verdict());
  }
  if (execution.taps)
    showTapped(execution, index, arguments);
  return okStatus();
}

void CPUExecutor::showTapped(const Execution &execution, size_t index, void *const *arguments) {
  for (const OperandTap &tap : execution.taps->of(index)) {
    const uint32_t buffer = execution.commands[index].buffers[tap.operand];
    execution.taps->onOperand(tap, arguments[tap.operand], execution.plan.ranges[buffer].size);
  }
}

Status CPUExecutor::runCommands(const Execution &execution, RunObserver *observer) {
  for (size_t i = 0; i < execution.commands.size();) {
    if (!execution.subset.empty() && !execution.subset[i]) {
      ++i;
      continue;
    }
    if (!execution.plan.commands[i].isReady)
      return notReady(*program, execution.plan, i);
    if (execution.commands[i].kind <= CommandKind::Copy) {
      if (execution.inPrepare)
        findParamsReadLast(i);
      RLX_RETURN_IF_ERROR(runOne(execution, i, observer));
      for (const std::span<const uint8_t> memory : readLast)
        MappedFile::dropPages(memory);
      ++i;
      continue;
    }
    RLX_ASSIGN_OR_RETURN(i, follow(execution, i));
  }
  return okStatus();
}

void CPUExecutor::observeInputs(RunObserver &observer, const Execution &execution, size_t index,
                                void *const *arguments) {
  const Command &command = execution.commands[index];
  probed.clear();
  for (size_t i = 0; i < firstOutput(command); ++i)
    probed.push_back(
        {command.buffers[i], arguments[i], execution.plan.ranges[command.buffers[i]].size});
  observer.onInputs(static_cast<uint32_t>(index), execution.inPrepare, probed);
}

void CPUExecutor::observe(RunObserver &observer, const DispatchRecord &record,
                          const Command &command, const Plan &current, void *const *arguments) {
  observer.onCommand(record);
  if (!observer.wantsBuffers())
    return;
  probed.clear();
  for (size_t i = firstOutput(command); i < command.buffers.size(); ++i)
    probed.push_back({command.buffers[i], arguments[i], current.ranges[command.buffers[i]].size});
  observer.onBuffers(record, probed);
}

StatusOr<std::unique_ptr<Executor>> CPUExecutor::clone() {
  return catchAllocFailure([&]() -> StatusOr<std::unique_ptr<Executor>> {
    auto copy = std::make_unique<CPUExecutor>(program, kernels.code(), persistentBytes);
    copy->weights = weights;
    copy->mayNeedAlignment = mayNeedAlignment;
    copy->weightsShared = true;
    weightsShared = true;
    return std::unique_ptr<Executor>(std::move(copy));
  });
}

MemoryUse CPUExecutor::memoryUse() const {
  MemoryUse use;
  use.arenaBytes = static_cast<int64_t>(arena.size() + kernels.workspaceBytes());
  for (const AlignedBuffer &buffer : inputBuffers)
    use.arenaBytes += static_cast<int64_t>(buffer.size());
  for (const AlignedBuffer &stage : stageArenas)
    use.arenaBytes += static_cast<int64_t>(stage.size());
  use.outputBytes = static_cast<int64_t>(outputs.size());
  for (const AlignedBuffer &output : computedOutputs)
    use.outputBytes += static_cast<int64_t>(output.size());
  use.persistentBytes = static_cast<int64_t>(weights->persistent.bytes());
  for (const Tensor &param : weights->params)
    use.paramBytes += static_cast<int64_t>(param.bytes());
  use.codeBytes = kernels.code().bytes;
  return use;
}

} // namespace rlx::rt
