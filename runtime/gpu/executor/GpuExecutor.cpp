// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creation of an executor, params, prepared weights and clones. Binding, recording and running are
// in GpuBind.cpp, GpuRecord.cpp and GpuRun.cpp.
//
// Weights are uploaded when they are set, through GpuTransfer.
#include "runtime/gpu/executor/GpuExecutor.h"

#include <algorithm>
#include <cstring>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Signature.h"
#include "runtime/program/observe/CommandRecord.h"

namespace rlx::rt {

using Ranges = std::vector<GpuSpace::Range>;

// The operands and dims of dispatches must be those that the kernels take.
static Status checkDispatches(const Program &program, const GpuKernels &kernels) {
  for (const std::vector<Command> *commands : {&program.prepare, &program.main})
    for (const Command &command : *commands) {
      const GpuKernel *const kernel =
          command.kind == CommandKind::Dispatch ? kernels.find(command.kernel) : nullptr;
      if (kernel &&
          (command.buffers.size() != kernel->operands || command.dims.size() != kernel->dims))
        return invalidArgument(strCat("command '", command.label, "' gives ",
                                      command.buffers.size(), " buffers and ", command.dims.size(),
                                      " sizes, but kernel '", kernel->name, "' takes ",
                                      kernel->operands, " and ", kernel->dims));
    }
  return okStatus();
}

StatusOr<std::unique_ptr<Executor>> GpuExecutor::create(std::shared_ptr<GpuContext> running,
                                                        std::shared_ptr<const Program> loaded,
                                                        const KernelTable &kernels,
                                                        int64_t persistentBytes,
                                                        const ExecutorOptions &options) {
  for (const Kernel &kernel : loaded->kernels)
    if (kernel.user && kernel.target != "cpu")
      return unsupported(strCat("kernel '", kernel.name, "' of the user is for '", kernel.target,
                                "'; user kernels run on the host"));
  RLX_ASSIGN_OR_RETURN(HostCode hostCode,
                       findHostCode(*loaded, kernels, running->profile().target, options.threads));
  auto state = std::make_shared<Shared>();
  state->context = std::move(running);
  state->program = std::move(loaded);
  RLX_ASSIGN_OR_RETURN(state->kernels, state->context->loadKernels(*state->program, kernels));
  RLX_RETURN_IF_ERROR(checkDispatches(*state->program, *state->kernels));
  state->roots = viewRoots(*state->program);
  state->prepareStructure = structureOf(*state->program, ProgramPart::Prepare);
  state->mainStructure = structureOf(*state->program, ProgramPart::Main);
  state->prepareFailing = failingCommands(state->program->prepare, *state->kernels);
  state->mainFailing = failingCommands(state->program->main, *state->kernels);
  state->outputIsRead = readOutputs(*state);
  RLX_ASSIGN_OR_RETURN(state->persistent, layoutPersistent(*state->program));
  if (state->persistent.bytes != persistentBytes)
    return internalError("prepared weights of another size than expected");
  state->codeBytes = kernels.codeBytes();
  RLX_RETURN_IF_ERROR(uploadConstants(*state));
  std::unique_ptr<GpuExecutor> result(new GpuExecutor(std::move(state), std::move(hostCode)));
  RLX_RETURN_IF_ERROR(result->make());
  return std::unique_ptr<Executor>(std::move(result));
}

GpuExecutor::GpuExecutor(std::shared_ptr<const Shared> state, HostCode hostCode)
    : shared(std::move(state)), program(*shared->program), context(shared->context),
      hostKernels(program, std::move(hostCode)), transfer(context),
      handleMemory(context, transfer, counts), weights(std::make_shared<Weights>()),
      paramPool(context, MemoryKind::Device), sizes(program, GpuExecutor::maxAllocationSize()) {
  weights->params.resize(program.params.size());
  inputOffsets.resize(program.inputs.size());
  inputNeeded.resize(program.inputs.size());
  outputNeeded.resize(program.outputs.size());
  inBlock.resize(program.outputs.size());
  for (InFlightRun &lane : inFlightRuns) {
    lane.given.resize(program.inputs.size());
    lane.inputs.resize(program.inputs.size());
    lane.outputs.resize(program.outputs.size());
    lane.results.resize(program.outputs.size());
  }
  const size_t most =
      std::max(shared->prepareStructure.maxArguments, shared->mainStructure.maxArguments);
  seen.resize(most);
  hostArguments.resize(most);
  stageArenas.resize(sizes.stages().list.size());
  stageHostArenas.resize(sizes.stages().list.size());
  computedOutputs.resize(program.outputs.size());
  computedResults.resize(program.outputs.size());
}

Status GpuExecutor::make() {
  RLX_ASSIGN_OR_RETURN(commands, context->makeCommandPool());
  RLX_ASSIGN_OR_RETURN(single, commands->makeList(ListUse::Once));
  RLX_ASSIGN_OR_RETURN(nothing.block,
                       context->allocate(1, MemoryKind::Device, "operands without elements"));
  nothing.size = nothing.block->size();
  transient = commands->makeRecorder(nothing);
  statusStride = std::max<uint64_t>(context->profile().bufferOffsetAlignment, sizeof(uint32_t));
  RLX_ASSIGN_OR_RETURN(prepareRecording, makeRecording(program.prepare.size()));
  return reserveStatus(inFlightRuns[0]);
}

std::vector<uint32_t> GpuExecutor::failingCommands(const std::vector<Command> &commands,
                                                   const GpuKernels &kernels) {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < commands.size(); ++i)
    if (commands[i].kind == CommandKind::Dispatch)
      if (const GpuKernel *const kernel = kernels.find(commands[i].kernel);
          kernel && kernel->usesStatus)
        found.push_back(i);
  return found;
}

// Whether a command reads its buffer `i`. Kernels may also read their outputs.
bool GpuExecutor::readsBuffer(const Shared &shared, const Command &command, size_t i) {
  const bool isDispatch = command.kind == CommandKind::Dispatch;
  if ((!isDispatch && command.kind != CommandKind::Copy) || i < firstOutput(command))
    return true;
  if (!isDispatch)
    return false;
  const GpuKernel *const kernel = shared.kernels->find(command.kernel);
  return !kernel || kernel->readsOperand[i] != 0;
}

std::vector<uint8_t> GpuExecutor::readOutputs(const Shared &shared) {
  const Program &program = *shared.program;
  std::vector<uint8_t> found(program.outputs.size(), 0);
  for (const Command &command : program.main)
    for (size_t i = 0; i < command.buffers.size(); ++i)
      if (const Buffer &root = program.buffers[shared.roots[command.buffers[i]]];
          root.kind == BufferKind::Output && readsBuffer(shared, command, i))
        found[root.index] = 1;
  return found;
}

// Uploads the constants that device commands read. Constants that only the host reads stay in host
// memory.
Status GpuExecutor::uploadConstants(Shared &state) {
  const Program &program = *state.program;
  std::vector<uint8_t> isRead(program.buffers.size(), 0);
  for (const std::vector<Command> *commands : {&program.prepare, &program.main})
    for (const Command &command : *commands) {
      const bool isForHost =
          command.kind == CommandKind::Dispatch && !state.kernels->find(command.kernel);
      if (!isForHost)
        for (uint32_t buffer : command.buffers)
          isRead[state.roots[buffer]] = 1;
    }
  Ranges ranges;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    if (buffer.kind != BufferKind::Constant || !isRead[i])
      continue;
    RLX_ASSIGN_OR_RETURN(const int64_t offset, evaluate(buffer.offset, {}));
    RLX_ASSIGN_OR_RETURN(const int64_t size, evaluate(buffer.size, {}));
    ranges.push_back({offset, size});
  }
  RLX_RETURN_IF_ERROR(
      state.constants.reserve(state.context, ranges, MemoryKind::Device, "constants"));
  GpuTransfer transfer(state.context);
  for (const GpuSpace::Range &range : ranges)
    RLX_RETURN_IF_ERROR(transfer.upload(state.constants.at(range.offset, range.size),
                                        program.constants.data() + range.offset));
  return transfer.flush();
}

// Forces all commands to be recorded again when they next run.
void GpuExecutor::forgetRecordings() {
  for (InFlightRun &lane : inFlightRuns)
    forgetRecordings(lane);
}

// Replaces shared weights by own ones, which still share the blocks; clones keep the old ones.
void GpuExecutor::ownWeights() {
  if (!weightsShared)
    return;
  auto fresh = std::make_shared<Weights>();
  fresh->params = weights->params;
  fresh->persistent = weights->persistent;
  weights = std::move(fresh);
  weightsShared = false;
  forgetRecordings();
}

Status GpuExecutor::setParam(uint32_t index, Tensor value) {
  return catchAllocFailure([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(BufferSlice slice,
                         paramPool.allocate(value.bytes(), kBufferAlignment,
                                            strCat("param '", program.params[index].name, "'")));
    RLX_RETURN_IF_ERROR(transfer.upload(slice, value.data()));
    ownWeights();
    weights->params[index] = std::move(slice);
    forgetRecordings();
    return okStatus();
  });
}

void GpuExecutor::releaseParam(uint32_t index) {
  weights->params[index] = {};
  paramPool.trim();
}

StatusOr<Tensor> GpuExecutor::shareParam(uint32_t index) {
  RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, staticShape(program.params[index]));
  RLX_ASSIGN_OR_RETURN(Tensor value, Tensor::allocate(program.params[index].dtype, shape));
  RLX_RETURN_IF_ERROR(transfer.download(weights->params[index], value.data()));
  return value;
}

static StatusOr<Ranges> persistentRanges(const Program &program, const PersistentLayout &layout) {
  Ranges ranges;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    if (program.buffers[i].kind != BufferKind::Persistent)
      continue;
    RLX_ASSIGN_OR_RETURN(const int64_t size, evaluate(program.buffers[i].size, {}));
    ranges.push_back({layout.offsets[i], size});
  }
  return ranges;
}

StatusOr<Tensor> GpuExecutor::sharePersistent() {
  RLX_ASSIGN_OR_RETURN(Tensor block, Tensor::allocate(DType::U8, {&shared->persistent.bytes, 1}));
  // Zeroes the padding too, so that a file of it is reproducible.
  std::memset(block.data(), 0, block.bytes());
  RLX_ASSIGN_OR_RETURN(const Ranges ranges, persistentRanges(program, shared->persistent));
  for (const GpuSpace::Range &range : ranges)
    RLX_RETURN_IF_ERROR(transfer.download(weights->persistent.at(range.offset, range.size),
                                          block.as<std::byte>() + range.offset));
  return block;
}

// Memory that nobody else reads, with the content that it has if `keep`.
Status GpuExecutor::reservePersistent(bool keep) {
  ownWeights();
  forgetRecordings();
  GpuSpace &persistent = weights->persistent;
  RLX_ASSIGN_OR_RETURN(Ranges ranges, persistentRanges(program, shared->persistent));
  if (persistent.isSoleOwner()) // blocks of these sizes stay
    return persistent.reserve(context, std::move(ranges), MemoryKind::Device, "prepared weights");
  if (!keep)
    persistent = {};
  GpuSpace fresh;
  RLX_RETURN_IF_ERROR(fresh.reserve(context, ranges, MemoryKind::Device, "prepared weights"));
  for (const GpuSpace::Range &range : ranges)
    if (keep && range.size != 0)
      RLX_RETURN_IF_ERROR(transfer.copy(persistent.at(range.offset, range.size),
                                        fresh.at(range.offset, range.size)));
  persistent = std::move(fresh);
  return okStatus();
}

Status GpuExecutor::adoptPersistent(Tensor block) {
  return catchAllocFailure([&]() -> Status {
    if (static_cast<int64_t>(block.bytes()) != shared->persistent.bytes)
      return internalError(strCat("prepared weights of ", block.bytes(), " bytes, expected ",
                                  shared->persistent.bytes));
    RLX_RETURN_IF_ERROR(reservePersistent(/*keep=*/false));
    RLX_ASSIGN_OR_RETURN(const Ranges ranges, persistentRanges(program, shared->persistent));
    for (const GpuSpace::Range &range : ranges)
      RLX_RETURN_IF_ERROR(transfer.upload(weights->persistent.at(range.offset, range.size),
                                          block.as<std::byte>() + range.offset));
    return transfer.flush();
  });
}

StatusOr<std::unique_ptr<Executor>> GpuExecutor::clone() {
  return catchAllocFailure([&]() -> StatusOr<std::unique_ptr<Executor>> {
    // The clone must find the weights on the device.
    RLX_RETURN_IF_ERROR(transfer.flush());
    std::unique_ptr<GpuExecutor> copy(new GpuExecutor(shared, hostKernels.code()));
    RLX_RETURN_IF_ERROR(copy->make());
    copy->weights = weights;
    copy->weightsShared = true;
    weightsShared = true;
    return std::unique_ptr<Executor>(std::move(copy));
  });
}

// Counts whole blocks, including unused parts.
MemoryUse GpuExecutor::memoryUse() const {
  MemoryUse use;
  BlockBytes own, params;
  for (const InFlightRun &lane : inFlightRuns) {
    use.arenaBytes += static_cast<int64_t>(lane.in.bytes() + lane.direct.bytes());
    use.outputBytes += static_cast<int64_t>(lane.out.bytes());
    own.add(lane.status);
    for (const std::unique_ptr<Recording> &recording : lane.recordings)
      recording->recorder->countMemory(own);
  }
  own.add(nothing);
  own.add(workspace);
  transient->countMemory(own);
  prepareRecording->recorder->countMemory(own);
  use.arenaBytes +=
      own.bytes() +
      static_cast<int64_t>(arena.bytes() + hostArena.bytes() + inputs.bytes() + outputs.bytes() +
                           hostKernels.workspaceBytes() + transfer.bytes());
  for (const AlignedBuffer &buffer : seen)
    use.arenaBytes += static_cast<int64_t>(buffer.size());
  for (size_t stage = 0; stage < stageArenas.size(); ++stage)
    use.arenaBytes +=
        static_cast<int64_t>(stageArenas[stage].bytes() + stageHostArenas[stage].bytes());
  for (size_t k = 0; k < computedOutputs.size(); ++k)
    use.outputBytes += static_cast<int64_t>(computedOutputs[k].bytes() + computedResults[k].size());
  use.persistentBytes =
      static_cast<int64_t>(weights->persistent.bytes() + shared->constants.bytes());
  params.add(paramPool.newest());
  for (const BufferSlice &param : weights->params)
    params.add(param);
  use.paramBytes = params.bytes();
  use.codeBytes = shared->codeBytes;
  return use;
}

} // namespace rlx::rt
