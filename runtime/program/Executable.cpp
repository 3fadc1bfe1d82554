// Loading, params and runs. Shapes are bound in BindShape.cpp; what runs is an Executor's work.
#include "runtime/program/Executable.h"

#include <algorithm>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/ExprEval.h"
#include "runtime/program/Signature.h"
#include "runtime/program/Verify.h"

namespace rlx::rt {

namespace {
bool overlap(const void *a, int64_t aBytes, const void *b, int64_t bBytes) {
  const auto aBegin = reinterpret_cast<uintptr_t>(a), bBegin = reinterpret_cast<uintptr_t>(b);
  return a && b && aBytes && bBytes && aBegin < bBegin + static_cast<uintptr_t>(bBytes) &&
         bBegin < aBegin + static_cast<uintptr_t>(aBytes);
}

// The target of all kernels; "cpu" when there are none (a program of copies runs anywhere).
StatusOr<std::string_view> commonTarget(const Program &program) {
  if (program.kernels.empty())
    return std::string_view("cpu");
  const std::string &target = program.kernels.front().target;
  for (const Kernel &kernel : program.kernels)
    if (kernel.target != target)
      return unsupported(strCat("kernel '", kernel.name, "' is for '", kernel.target, "', but '",
                                program.kernels.front().name, "' is for '", target,
                                "'; all kernels of a program must have one target"));
  return std::string_view(target);
}
} // namespace

// Takes the executable for one call, if nobody else has it.
class Executable::CallGuard {
public:
  explicit CallGuard(std::atomic<bool> &flag)
      : flag(flag), taken(!flag.exchange(true, std::memory_order_acquire)) {}
  ~CallGuard() {
    if (taken)
      flag.store(false, std::memory_order_release);
  }
  Status status() const {
    return taken ? okStatus()
                 : failedPrecondition("the executable is in use by another call; make a clone for "
                                      "each thread");
  }

private:
  std::atomic<bool> &flag;
  bool taken;
};

Executable::Executable(std::shared_ptr<const Shared> state, std::unique_ptr<Executor> runner)
    : shared(std::move(state)), executor(std::move(runner)),
      paramSet(shared->program->params.size(), 0), paramReleased(shared->program->params.size(), 0),
      inputArgument(shared->program->inputs.size(), 0),
      inputPointers(shared->program->inputs.size(), nullptr),
      outputPointers(shared->program->outputs.size(), nullptr) {}

Executable::~Executable() = default;

StatusOr<std::unique_ptr<Executable>> Executable::load(Program program, const KernelTable &kernels,
                                                       const LoadOptions &options) {
  using Result = StatusOr<std::unique_ptr<Executable>>;
  Result result = catchAllocFailure([&]() -> Result {
    RLX_RETURN_IF_ERROR(verifyProgram(program));
    RLX_ASSIGN_OR_RETURN(const std::string_view target, commonTarget(program));
    DeviceRegistry &registry = DeviceRegistry::get();
    RLX_ASSIGN_OR_RETURN(Device *const device, options.device.empty()
                                                   ? registry.findForTarget(target)
                                                   : registry.find(options.device));
    if (!program.kernels.empty() && device->target() != target)
      return invalidArgument(strCat("device '", device->name(), "' runs kernels for '",
                                    device->target(), "', but the program has kernels for '",
                                    target, "'"));
    auto state = std::make_shared<Shared>();
    state->device = device;
    state->releaseParams = options.releaseParams;
    state->mainLifetimes = computeLifetimes(program, ProgramPart::Main);
    state->prepareLifetimes = computeLifetimes(program, ProgramPart::Prepare);
    RLX_ASSIGN_OR_RETURN(state->persistent, layoutPersistent(program));
    for (size_t total = 0; const TensorSpec &spec : program.inputs) {
      state->keyBegin.push_back(total);
      total += spec.shape.size();
    }
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

StatusOr<std::unique_ptr<Executable>> Executable::load(Program program, const KernelTable &kernels,
                                                       const LoadOptions &options,
                                                       ModelWeights weights) {
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<Executable> executable,
                       load(std::move(program), kernels, options));
  Status adopted = catchAllocFailure([&] { return executable->adoptWeights(std::move(weights)); });
  if (!adopted.ok())
    return std::move(adopted).withContext("loading the weights of a program");
  return executable;
}

Status Executable::adoptWeights(ModelWeights weights) {
  using State = ModelWeights::State;
  const size_t count = program().params.size();
  if (weights.states.size() != count || weights.params.size() != count)
    return invalidArgument(strCat("there are weights for ", weights.states.size(),
                                  " params, but the program has ", count));
  for (size_t i = 0; i < count; ++i) {
    const bool isRead =
        shared->mainLifetimes.first[program().params[i].buffer] != Lifetimes::kUnused;
    if (weights.states[i] == State::Set)
      RLX_RETURN_IF_ERROR(adoptParam(program().params[i].name, std::move(weights.params[i])));
    else if (weights.states[i] == State::Released && (isRead || !weights.prepared))
      return invalidArgument(
          strCat("param '", program().params[i].name, "' has no value, but the program reads it"));
  }
  // After the params: a param that is set asks for another preparation.
  for (size_t i = 0; i < count; ++i)
    paramSet[i] = weights.states[i] != State::Missing,
    paramReleased[i] = weights.states[i] == State::Released;
  if (!weights.prepared)
    return okStatus();
  RLX_RETURN_IF_ERROR(checkReady());
  RLX_RETURN_IF_ERROR(executor->adoptPersistent(std::move(weights.persistent)));
  prepared = true;
  return okStatus();
}

StatusOr<ModelWeights> Executable::shareWeights() {
  return catchAllocFailure([&]() -> StatusOr<ModelWeights> {
    CallGuard guard(busy);
    RLX_RETURN_IF_ERROR(guard.status());
    using State = ModelWeights::State;
    ModelWeights weights;
    for (uint32_t i = 0; i < paramSet.size(); ++i) {
      const State state = paramReleased[i] ? State::Released
                          : paramSet[i]    ? State::Set
                                           : State::Missing;
      weights.states.push_back(state);
      weights.params.push_back(state == State::Set ? executor->shareParam(i) : Tensor());
    }
    weights.prepared = prepared;
    if (prepared)
      weights.persistent = executor->sharePersistent();
    return weights;
  });
}

Status Executable::setParam(std::string_view name, const TensorView &value) {
  RLX_ASSIGN_OR_RETURN(Tensor copy, Tensor::copyOf(value));
  return adoptParam(name, std::move(copy));
}

Status Executable::adoptParam(std::string_view name, Tensor value) {
  return catchAllocFailure([&]() -> Status {
    CallGuard guard(busy);
    RLX_RETURN_IF_ERROR(guard.status());
    const Program &model = program();
    const size_t index = findSpec(model.params, name, 0);
    if (index == model.params.size())
      return notFound(strCat("there is no param '", name, "'; params are ",
                             listSignature(model, model.params)));
    const TensorSpec &spec = model.params[index];
    bool matches = value.dtype() == spec.dtype && value.rank() == spec.shape.size();
    for (size_t i = 0; matches && i < spec.shape.size(); ++i) {
      RLX_ASSIGN_OR_RETURN(const int64_t expected, evaluate(spec.shape[i], {}));
      matches = value.shape()[i] == expected;
    }
    if (!matches)
      return invalidArgument(strCat("param '", name, "' expects ", signatureText(model, spec),
                                    ", got ", typeText(value.dtype(), value.shape())));
    RLX_ASSIGN_OR_RETURN(const int64_t size, evaluate(model.buffers[spec.buffer].size, {}));
    if (size != static_cast<int64_t>(value.bytes()))
      return internalError(
          strCat("param '", name, "' has ", value.bytes(), " bytes, but its buffer has ", size));
    RLX_RETURN_IF_ERROR(executor->setParam(static_cast<uint32_t>(index), std::move(value)));
    // The prepare program has to run again, and for that it needs everything it reads.
    for (size_t i = 0; i < paramSet.size(); ++i)
      paramSet[i] &= !paramReleased[i];
    std::fill(paramReleased.begin(), paramReleased.end(), 0);
    paramSet[index] = 1;
    prepared = false;
    return okStatus();
  });
}

std::vector<std::string_view> Executable::missingParams() const {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < paramSet.size(); ++i)
    if (!paramSet[i])
      names.push_back(program().params[i].name);
  return names;
}

Status Executable::prepare() {
  return catchAllocFailure([&]() -> Status {
    CallGuard guard(busy);
    RLX_RETURN_IF_ERROR(guard.status());
    return prepareLocked();
  });
}

Status Executable::checkReady() const {
  if (std::find(paramSet.begin(), paramSet.end(), 0) == paramSet.end())
    return okStatus();
  std::string list;
  for (std::string_view name : missingParams())
    list += strCat(list.empty() ? "'" : ", '", name, "'");
  return failedPrecondition(strCat("params have no value yet: ", list));
}

Status Executable::prepareLocked() {
  if (prepared)
    return okStatus();
  RLX_RETURN_IF_ERROR(checkReady());
  StatusOr<Plan> plan = computePlan(program(), ProgramPart::Prepare, shared->prepareLifetimes,
                                    shared->persistent.offsets, {});
  Status status = plan.ok() ? executor->prepare(*plan, observer) : std::move(plan).status();
  if (!status.ok())
    return std::move(status).withContext("preparing params");
  prepared = true;
  if (shared->releaseParams)
    releasePreparedParams();
  return okStatus();
}

void Executable::releasePreparedParams() {
  for (size_t i = 0; i < paramSet.size(); ++i) {
    if (shared->mainLifetimes.first[program().params[i].buffer] != Lifetimes::kUnused)
      continue;
    executor->releaseParam(static_cast<uint32_t>(i));
    paramReleased[i] = 1;
  }
}

Status Executable::bind(std::span<const NamedTensor> inputs) {
  return catchAllocFailure([&]() -> Status {
    CallGuard guard(busy);
    RLX_RETURN_IF_ERROR(guard.status());
    ran = false;
    return bindLocked(inputs);
  });
}

Status Executable::matchOutputs(std::span<const NamedOutput> outputs) {
  const std::vector<TensorSpec> &specs = program().outputs;
  std::fill(outputPointers.begin(), outputPointers.end(), nullptr);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const MutableTensorView &tensor = outputs[i].tensor;
    const size_t index = findSpec(specs, outputs[i].name, i);
    if (index == specs.size())
      return invalidArgument(strCat("there is no output '", outputs[i].name, "'; outputs are ",
                                    listSignature(program(), specs)));
    const std::vector<int64_t> &dims = current->outputShapes[index];
    if (tensor.dtype != specs[index].dtype ||
        !std::equal(dims.begin(), dims.end(), tensor.shape.begin(), tensor.shape.end()))
      return invalidArgument(strCat("output '", specs[index].name, "' is ",
                                    typeText(specs[index].dtype, dims), " for these inputs, got ",
                                    typeText(tensor.dtype, tensor.shape)));
    if (!tensor.data && current->outputBytes[index] != 0)
      return invalidArgument(strCat("output '", specs[index].name, "' has a null data pointer"));
    if (outputPointers[index])
      return invalidArgument(strCat("output '", specs[index].name, "' is given twice"));
    const int64_t bytes = current->outputBytes[index];
    for (size_t k = 0; k < inputPointers.size(); ++k)
      if (overlap(tensor.data, bytes, inputPointers[k],
                  current->plan.places[program().inputs[k].buffer].size))
        return invalidArgument(strCat("the memory given for output '", specs[index].name,
                                      "' overlaps input '", program().inputs[k].name, "'"));
    for (size_t k = 0; k < specs.size(); ++k)
      if (overlap(tensor.data, bytes, outputPointers[k], current->outputBytes[k]))
        return invalidArgument(strCat("the memory given for output '", specs[index].name,
                                      "' overlaps output '", specs[k].name, "'"));
    outputPointers[index] = tensor.data;
  }
  return okStatus();
}

Status Executable::run(std::span<const NamedTensor> inputs, std::span<const NamedOutput> outputs) {
  return catchAllocFailure([&]() -> Status {
    CallGuard guard(busy);
    RLX_RETURN_IF_ERROR(guard.status());
    ran = false;
    RLX_RETURN_IF_ERROR(bindLocked(inputs));
    for (size_t i = 0; i < inputPointers.size(); ++i) {
      inputPointers[i] = inputs[inputArgument[i]].tensor.data;
      if (!inputPointers[i] && current->plan.places[program().inputs[i].buffer].size != 0)
        return invalidArgument(
            strCat("input '", program().inputs[i].name, "' has a null data pointer"));
    }
    RLX_RETURN_IF_ERROR(matchOutputs(outputs));
    RLX_RETURN_IF_ERROR(prepareLocked());
    RLX_RETURN_IF_ERROR(executor->run(inputPointers, outputPointers, observer));
    ran = true;
    return okStatus();
  });
}

TensorView Executable::output(size_t index) const {
  if (index >= program().outputs.size())
    return {};
  const void *data =
      ran && !outputPointers[index] ? executor->outputData(static_cast<uint32_t>(index)) : nullptr;
  return {program().outputs[index].dtype, outputShape(index), data};
}

StatusOr<TensorView> Executable::output(std::string_view name) const {
  return catchAllocFailure([&]() -> StatusOr<TensorView> {
    const size_t index = findSpec(program().outputs, name, 0);
    if (index == program().outputs.size())
      return notFound(strCat("there is no output '", name, "'; outputs are ",
                             listSignature(program(), program().outputs)));
    return output(index);
  });
}

std::span<const int64_t> Executable::outputShape(size_t index) const {
  if (!current || index >= current->outputShapes.size())
    return {};
  return current->outputShapes[index];
}

StatusOr<std::unique_ptr<Executable>> Executable::clone() {
  return catchAllocFailure([&]() -> StatusOr<std::unique_ptr<Executable>> {
    CallGuard guard(busy);
    RLX_RETURN_IF_ERROR(guard.status());
    // Prepared weights are shared, so make them first if that is possible already.
    if (checkReady().ok())
      RLX_RETURN_IF_ERROR(prepareLocked());
    RLX_ASSIGN_OR_RETURN(std::unique_ptr<Executor> copy, executor->clone());
    std::unique_ptr<Executable> result(new Executable(shared, std::move(copy)));
    result->paramSet = paramSet;
    result->paramReleased = paramReleased;
    result->prepared = prepared;
    return result;
  });
}

Status Executable::setObserver(RunObserver *newObserver) {
  CallGuard guard(busy);
  RLX_RETURN_IF_ERROR(guard.status());
  observer = newObserver;
  return okStatus();
}

} // namespace rlx::rt
