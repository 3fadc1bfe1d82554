// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading, params and clones. Runs are in Run.cpp and RunForms.cpp; an Executor executes them.
//
// Setting a param undoes the preparation of the weights that depend on it.
#include "runtime/program/executable/Executable.h"

#include <algorithm>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/executable/CallGuard.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Signature.h"
#include "runtime/program/model/Target.h"
#include "runtime/program/model/Verify.h"
#include "runtime/tensor/Convert.h"

namespace rlx::rt {

Executable::Executable(std::shared_ptr<const Shared> state, std::unique_ptr<Executor> runner)
    : shared(std::move(state)), executor(std::move(runner)), view(shared.get()),
      paramSet(shared->program->params.size(), 0), paramReleased(shared->program->params.size(), 0),
      paramStale(shared->program->params.size(), 0),
      handles(*shared->program, shared->inputForms, executor->memory()), moe(*shared->program) {
  const size_t numInputs = program().inputs.size(), numOutputs = program().outputs.size();
  shown.resize(numOutputs);
  arguments.resize(numInputs);
  given.resize(numInputs);
  argumentDims.resize(shared->inputForms.dims.size());
  elementValues.resize(shared->inputForms.elements.size());
  converted.resize(numInputs);
  runInputs.resize(numInputs);
  targets.resize(numOutputs);
  runOutputs.resize(numOutputs);
  f32Results.resize(numOutputs);
  stringResults.resize(numOutputs);
  if (usesStrings(program())) {
    strings = std::make_unique<StringTable>(program().strings);
    executor->useStrings(strings.get());
  }
  f32Views.resize(numOutputs);
  rawOutputs.resize(numOutputs);
}

// The worker uses all other members until it has ended, `async` included.
Executable::~Executable() {
  if (async)
    async->finish();
}

StatusOr<std::unique_ptr<Executable>> Executable::load(Program program, const KernelTable &kernels,
                                                       const LoadOptions &options) {
  using Result = StatusOr<std::unique_ptr<Executable>>;
  Result result = catchAllocFailure([&]() -> Result {
    RLX_RETURN_IF_ERROR(verifyProgram(program));
    RLX_ASSIGN_OR_RETURN(const std::string_view target, targetOf(program));
    DeviceRegistry &registry = DeviceRegistry::get();
    RLX_ASSIGN_OR_RETURN(Device *const device, options.device.empty()
                                                   ? registry.findForTarget(target)
                                                   : registry.find(options.device));
    if (!program.kernels.empty() && device->target() != target)
      return invalidArgument(strCat("device '", device->name(), "' runs kernels for '",
                                    device->target(), "', but the program has kernels for '",
                                    target, "'"));
    if (!device->runsHostKernels() && device->target() != "cpu")
      for (const Kernel &kernel : program.kernels)
        if (kernel.target != target)
          return unsupported(strCat("device '", device->name(), "' runs no kernels for '",
                                    kernel.target, "' beside its own, as kernel '", kernel.name,
                                    "' is"));
    if (const std::string onHost = hostKernelsText(program);
        options.strict && device->target() != "cpu" && !onHost.empty())
      return unsupported(strCat(onHost, " (", hostKernelNames(program), "), which strict refuses"));
    auto state = std::make_shared<Shared>();
    state->device = device;
    state->releaseParams = options.releaseParams;
    state->mainLifetimes = computeLifetimes(program, ProgramPart::Main);
    state->prepareLifetimes = computeLifetimes(program, ProgramPart::Prepare);
    state->prepareGraph = PrepareGraph(program);
    for (const TensorSpec &spec : program.outputs)
      state->isComputedOutput.push_back(
          std::ranges::any_of(spec.shape, [&](const Expr &size) { // not of its bytes, if one is 0
            return isComputedSize(state->mainLifetimes.stages, size);
          }));
    RLX_ASSIGN_OR_RETURN(state->persistent, layoutPersistent(program));
    RLX_ASSIGN_OR_RETURN(state->inputForms, describeInputs(program));
    state->program = std::make_shared<const Program>(std::move(program));
    RLX_ASSIGN_OR_RETURN(std::unique_ptr<Executor> executor,
                         device->createExecutor(state->program, kernels, state->persistent.bytes,
                                                {options.threads}));
    return std::unique_ptr<Executable>(new Executable(std::move(state), std::move(executor)));
  });
  if (!result.ok())
    return std::move(result).status().withContext("loading a program");
  return result;
}

Status Executable::setParam(std::string_view name, const TensorView &value) {
  if (value.dtype == DType::String) // no param has them
    return setParamTyped(name, value);
  RLX_ASSIGN_OR_RETURN(Tensor copy, Tensor::copyOf(value));
  return adoptParam(name, std::move(copy));
}

Status Executable::setParamTyped(std::string_view name, const TensorView &value) {
  return catchAllocFailure(
      [&] { return setParamConverted(name, value.dtype, value.data, value.shape); });
}

Status Executable::setParamF32(std::string_view name, std::span<const float> values) {
  return catchAllocFailure([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(const size_t index, findParam(program(), name));
    const TensorSpec &spec = program().params[index];
    RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, staticShape(spec));
    RLX_ASSIGN_OR_RETURN(const int64_t elements, numElements(shape));
    if (elements != static_cast<int64_t>(values.size()))
      return invalidArgument(strCat("param '", name, "' (", signatureText(program(), spec),
                                    ") has ", elements, " elements, got ", values.size()));
    return setParamConverted(name, DType::F32, values.data(), shape);
  });
}

Status Executable::setParamConverted(std::string_view name, DType dtype, const void *data,
                                     std::span<const int64_t> shape) {
  RLX_ASSIGN_OR_RETURN(const size_t index, findParam(program(), name));
  RLX_RETURN_IF_ERROR(numBytes(dtype, shape).status());
  RLX_RETURN_IF_ERROR(
      checkParam(program(), index, dtype, shape, /*isConverted=*/dtype != DType::String));
  RLX_ASSIGN_OR_RETURN(Tensor value, Tensor::allocate(program().params[index].dtype, shape));
  if (!data && value.elements() != 0)
    return invalidArgument(strCat("the value for param '", name, "' has a null data pointer"));
  convertElements(value.dtype(), value.data(), dtype, data, value.elements());
  return adoptParam(name, std::move(value));
}

Status Executable::adoptParam(std::string_view name, Tensor value) {
  return catchAllocFailure([&]() -> Status {
    CallGuard guard(*this);
    RLX_RETURN_IF_ERROR(guard.status());
    RLX_ASSIGN_OR_RETURN(const size_t index, findParam(program(), name));
    return adoptParamLocked(index, std::move(value));
  });
}

Status Executable::adoptParamLocked(size_t index, Tensor value) {
  const Program &model = program();
  const TensorSpec &spec = model.params[index];
  RLX_RETURN_IF_ERROR(checkParam(model, index, value.dtype(), value.shape()));
  RLX_ASSIGN_OR_RETURN(const int64_t size, evaluate(model.buffers[spec.buffer].size, {}));
  if (size != static_cast<int64_t>(value.bytes()))
    return internalError(
        strCat("param '", spec.name, "' has ", value.bytes(), " bytes, but its buffer has ", size));
  const std::vector<uint32_t> needed = releasedParamsNeededBy(index);
  RLX_RETURN_IF_ERROR(executor->setParam(static_cast<uint32_t>(index), std::move(value)));
  for (const uint32_t param : needed) {
    paramReleased[param] = kDropped;
    paramSet[param] = 0;
  }
  paramSet[index] = 1;
  paramReleased[index] = 0;
  paramStale[index] = 1;
  prepared = false;
  forgetSpecializations();
  return okStatus();
}

// Those that commands will read again once this param is set, too.
std::vector<uint32_t> Executable::releasedParamsNeededBy(size_t index) const {
  std::vector<uint32_t> needed;
  if (std::ranges::find(paramReleased, kReleased) == paramReleased.end())
    return needed;
  std::vector<uint8_t> stale = paramStale;
  stale[index] = 1;
  const PrepareGraph &graph = shared->prepareGraph;
  const std::vector<uint8_t> isRead = graph.paramsOf(graph.after(stale));
  for (uint32_t i = 0; i < isRead.size(); ++i)
    if (i != index && isRead[i] && paramReleased[i] == kReleased)
      needed.push_back(i);
  return needed;
}

std::vector<std::string_view> Executable::missingParams() const {
  return settle() ? paramsWithoutValue() : std::vector<std::string_view>();
}

std::vector<std::string_view> Executable::paramsWithoutValue() const {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < paramSet.size(); ++i)
    if (!paramSet[i])
      names.push_back(program().params[i].name);
  return names;
}

Status Executable::prepare() {
  return catchAllocFailure([&]() -> Status {
    CallGuard guard(*this);
    RLX_RETURN_IF_ERROR(guard.status());
    return prepareLocked();
  });
}

Status Executable::checkReady() const {
  if (std::find(paramSet.begin(), paramSet.end(), 0) == paramSet.end())
    return okStatus();
  std::string list, dropped;
  for (size_t i = 0; i < paramSet.size(); ++i) {
    if (paramSet[i])
      continue;
    std::string &names = paramReleased[i] == kDropped ? dropped : list;
    names += strCat(names.empty() ? "'" : ", '", program().params[i].name, "'");
  }
  if (list.empty())
    return failedPrecondition(
        strCat("a param was set, so the weights must be prepared again, but these were dropped "
               "once they were prepared (by a package, or an option): ",
               dropped, "; set them, too"));
  return failedPrecondition(
      strCat("params have no value yet: ", list, dropped.empty() ? "" : ", ", dropped));
}

Status Executable::prepareLocked() {
  if (prepared)
    return okStatus();
  RLX_RETURN_IF_ERROR(checkReady());
  StatusOr<Plan> plan = computePlan(program(), ProgramPart::Prepare, shared->prepareLifetimes,
                                    shared->persistent.offsets, {}, executor->maxAllocationSize());
  const PrepareGraph &graph = shared->prepareGraph;
  const PrepareSubset subset = hasPrepared ? graph.after(paramStale) : graph.all();
  Status status = plan.ok() ? executor->prepare(*plan, subset, observer) : std::move(plan).status();
  if (!status.ok())
    return std::move(status).withContext("preparing params");
  notePrepared();
  if (shared->releaseParams)
    releasePreparedParams();
  return okStatus();
}

void Executable::notePrepared() {
  prepared = hasPrepared = true;
  std::ranges::fill(paramStale, 0);
}

void Executable::releasePreparedParams() {
  for (size_t i = 0; i < paramSet.size(); ++i) {
    if (paramReleased[i] == kReleased ||
        shared->mainLifetimes.first[program().params[i].buffer] != Lifetimes::kUnused)
      continue;
    executor->releaseParam(static_cast<uint32_t>(i));
    paramReleased[i] = kReleased;
  }
}

StatusOr<std::unique_ptr<Executable>> Executable::clone() {
  return catchAllocFailure([&]() -> StatusOr<std::unique_ptr<Executable>> {
    CallGuard guard(*this);
    RLX_RETURN_IF_ERROR(guard.status());
    // Prepared weights are shared, so they are made first if that is possible already.
    if (checkReady().ok())
      RLX_RETURN_IF_ERROR(prepareLocked());
    RLX_ASSIGN_OR_RETURN(std::unique_ptr<Executor> copy, executor->clone());
    std::unique_ptr<Executable> result(new Executable(shared, std::move(copy)));
    result->paramSet = paramSet;
    result->paramReleased = paramReleased;
    result->prepared = prepared;
    result->hasPrepared = hasPrepared;
    result->paramStale = paramStale;
    RLX_RETURN_IF_ERROR(result->handles.copyFrom(handles));
    result->extent = extent;
    result->specializer = specializer;
    if (keptObserver)
      result->observeBy(nullptr, keptObserver->forClone());
    RLX_RETURN_IF_ERROR(result->moe.copySettings(moe));
    return result;
  });
}

MemoryUse Executable::memoryUse() const {
  if (!settle())
    return {};
  MemoryUse use = executor->memoryUse();
  for (const AlignedBuffer &buffer : converted)
    use.arenaBytes += static_cast<int64_t>(buffer.size());
  for (const AlignedBuffer &buffer : f32Results)
    use.outputBytes += static_cast<int64_t>(buffer.size());
  for (const AlignedBuffer &buffer : stringResults)
    use.outputBytes += static_cast<int64_t>(buffer.size());
  if (strings)
    use.arenaBytes += strings->bytes();
  use.outputBytes += moe.bytes();
  use.handleBytes = handles.bytes();
  use.specializedBytes = specializedBytes();
  return use;
}

DeviceUse Executable::deviceUse() const {
  return executor->deviceUse();
}

void Executable::observeBy(RunObserver *given, std::shared_ptr<RunObserver> kept) {
  givenObserver = given;
  keptObserver = std::move(kept);
  bothObservers = {keptObserver.get(), givenObserver};
  observer = bothObservers.orNull();
}

Status Executable::setObserver(RunObserver *newObserver) {
  CallGuard guard(*this);
  RLX_RETURN_IF_ERROR(guard.status());
  observeBy(newObserver, std::move(keptObserver));
  return okStatus();
}

Status Executable::keepObserver(std::shared_ptr<RunObserver> newObserver) {
  CallGuard guard(*this);
  RLX_RETURN_IF_ERROR(guard.status());
  observeBy(givenObserver, std::move(newObserver));
  return okStatus();
}

} // namespace rlx::rt
