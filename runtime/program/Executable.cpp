// Checks, shape binding and the bounded set of bound shapes. What runs is an Executor's work.
#include "runtime/program/Executable.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/ExprEval.h"
#include "runtime/program/Verify.h"

namespace rlx::rt {

namespace {
// Plans of this many recent shapes are kept; each is a few kilobytes a hundred commands.
constexpr size_t kMaxBoundShapes = 8;
constexpr uint32_t kNoArgument = std::numeric_limits<uint32_t>::max();

std::string listSignature(const Program &program, const std::vector<TensorSpec> &specs) {
  std::string list;
  for (const TensorSpec &spec : specs)
    list += strCat(list.empty() ? "" : ", ", signatureText(program, spec));
  return list.empty() ? "none" : list;
}

// Position of `name` in `specs`, or their number. `guess` is tried first.
size_t findSpec(const std::vector<TensorSpec> &specs, std::string_view name, size_t guess) {
  if (guess < specs.size() && specs[guess].name == name)
    return guess;
  for (size_t i = 0; i < specs.size(); ++i)
    if (specs[i].name == name)
      return i;
  return specs.size();
}

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

std::string signatureText(const Program &program, const TensorSpec &spec) {
  std::string result = strCat(spec.name, ": ", name(spec.dtype), "[");
  for (size_t i = 0; i < spec.shape.size(); ++i)
    result += strCat(i ? "," : "", text(spec.shape[i], program.symbols));
  return result + "]";
}

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
      inputArgument(shared->program->inputs.size(), kNoArgument),
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

Status Executable::matchInputs(std::span<const NamedTensor> inputs) {
  const std::vector<TensorSpec> &specs = program().inputs;
  std::fill(inputArgument.begin(), inputArgument.end(), kNoArgument);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const size_t index = findSpec(specs, inputs[i].name, i);
    if (index == specs.size())
      return invalidArgument(strCat("there is no input '", inputs[i].name, "'; inputs are ",
                                    listSignature(program(), specs)));
    if (inputArgument[index] != kNoArgument)
      return invalidArgument(strCat("input '", inputs[i].name, "' is given twice"));
    inputArgument[index] = static_cast<uint32_t>(i);
  }
  std::string missing;
  for (size_t i = 0; i < specs.size(); ++i)
    if (inputArgument[i] == kNoArgument)
      missing += strCat(missing.empty() ? "'" : ", '", specs[i].name, "'");
  if (!missing.empty())
    return invalidArgument(
        strCat("missing input ", missing, "; inputs are ", listSignature(program(), specs)));
  return checkInputTypes(inputs);
}

Status Executable::checkInputTypes(std::span<const NamedTensor> inputs) const {
  const std::vector<TensorSpec> &specs = program().inputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    const TensorView &tensor = inputs[inputArgument[i]].tensor;
    if (tensor.dtype != specs[i].dtype)
      return invalidArgument(strCat("input '", specs[i].name, "' expects element type ",
                                    name(specs[i].dtype), ", got ", name(tensor.dtype)));
    if (tensor.shape.size() != specs[i].shape.size())
      return invalidArgument(strCat("input '", specs[i].name, "' expects rank ",
                                    specs[i].shape.size(), " (", signatureText(program(), specs[i]),
                                    "), got rank ", tensor.shape.size(), " (",
                                    typeText(tensor.dtype, tensor.shape), ")"));
  }
  return okStatus();
}

Status Executable::bindLocked(std::span<const NamedTensor> inputs) {
  RLX_RETURN_IF_ERROR(matchInputs(inputs));
  auto sameDims = [&](const BoundShape &shape) {
    for (size_t i = 0; i < inputArgument.size(); ++i) {
      const std::span<const int64_t> dims = inputs[inputArgument[i]].tensor.shape;
      if (!std::equal(dims.begin(), dims.end(), shape.key.begin() + shared->keyBegin[i]))
        return false;
    }
    return true;
  };
  if (current && sameDims(*current)) {
    current->lastUse = ++useCounter;
    return okStatus();
  }
  for (const std::unique_ptr<BoundShape> &shape : shapes) {
    if (!sameDims(*shape))
      continue;
    current = nullptr;
    RLX_RETURN_IF_ERROR(executor->bind(shape->plan, shape->outputBytes));
    current = shape.get();
    current->lastUse = ++useCounter;
    return okStatus();
  }
  return bindNewShape(inputs);
}

Status Executable::bindNewShape(std::span<const NamedTensor> inputs) {
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<BoundShape> fresh, computeBoundShape(inputs));
  if (shapes.size() >= kMaxBoundShapes) {
    auto oldest = std::min_element(shapes.begin(), shapes.end(), [](const auto &a, const auto &b) {
      return a->lastUse < b->lastUse;
    });
    // The shape in use is the most recent one, so it is never this one.
    shapes.erase(oldest);
  }
  shapes.push_back(std::move(fresh));
  BoundShape &shape = *shapes.back();
  current = nullptr;
  if (Status status = executor->bind(shape.plan, shape.outputBytes); !status.ok()) {
    shapes.pop_back();
    return status;
  }
  shape.lastUse = ++useCounter;
  current = &shape;
  return okStatus();
}

// The values of the symbols, after every dimension has been compared with the signature.
static StatusOr<std::vector<int64_t>> bindSymbols(const Program &program,
                                                  std::span<const TensorView> tensors) {
  for (size_t i = 0; i < tensors.size(); ++i)
    for (size_t d = 0; d < tensors[i].shape.size(); ++d)
      if (tensors[i].shape[d] < 0)
        return invalidArgument(strCat("input '", program.inputs[i].name, "' dimension ", d,
                                      " is negative: ", tensors[i].shape[d]));
  std::vector<int64_t> symbols;
  for (const Symbol &symbol : program.symbols)
    symbols.push_back(tensors[symbol.input].shape[symbol.dim]);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorSpec &spec = program.inputs[i];
    for (size_t d = 0; d < spec.shape.size(); ++d) {
      RLX_ASSIGN_OR_RETURN(const int64_t expected, evaluate(spec.shape[d], symbols));
      if (tensors[i].shape[d] == expected)
        continue;
      std::string why;
      if (!isStatic(spec.shape[d]))
        why = strCat(" (", text(spec.shape[d], program.symbols), ")");
      for (const ExprOp &op : spec.shape[d].code)
        if (op.opcode == ExprOpcode::Symbol) {
          const Symbol &symbol = program.symbols[static_cast<size_t>(op.value)];
          why += strCat(", since input '", program.inputs[symbol.input].name, "' dimension ",
                        symbol.dim, " is ", symbols[static_cast<size_t>(op.value)]);
          break;
        }
      return invalidArgument(strCat("input '", spec.name, "' dimension ", d, ": expected ",
                                    expected, why, ", got ", tensors[i].shape[d]));
    }
  }
  return symbols;
}

StatusOr<std::unique_ptr<Executable::BoundShape>>
Executable::computeBoundShape(std::span<const NamedTensor> inputs) const {
  const Program &model = program();
  auto shape = std::make_unique<BoundShape>();
  std::vector<TensorView> tensors;
  for (uint32_t argument : inputArgument) {
    tensors.push_back(inputs[argument].tensor);
    const std::span<const int64_t> dims = tensors.back().shape;
    shape->key.insert(shape->key.end(), dims.begin(), dims.end());
  }
  RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> symbols, bindSymbols(model, tensors));
  for (const Guard &guard : model.guards) {
    RLX_ASSIGN_OR_RETURN(const int64_t lhs, evaluate(guard.lhs, symbols));
    RLX_ASSIGN_OR_RETURN(const int64_t rhs, evaluate(guard.rhs, symbols));
    if (lhs != rhs)
      return invalidArgument(strCat(guard.message, " (", text(guard.lhs, model.symbols), " is ",
                                    lhs, ", ", text(guard.rhs, model.symbols), " is ", rhs, ")"));
  }
  RLX_ASSIGN_OR_RETURN(shape->plan, computePlan(model, ProgramPart::Main, shared->mainLifetimes,
                                                shared->persistent.offsets, symbols));
  auto checkSize = [&](const TensorSpec &spec, std::span<const int64_t> dims) -> StatusOr<int64_t> {
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(spec.dtype, dims));
    const int64_t planned = shape->plan.places[spec.buffer].size;
    if (bytes != planned)
      return internalError(strCat("'", spec.name, "' has ", bytes, " bytes as ",
                                  typeText(spec.dtype, dims), ", but its buffer has ", planned));
    return bytes;
  };
  for (size_t i = 0; i < tensors.size(); ++i)
    RLX_RETURN_IF_ERROR(checkSize(model.inputs[i], tensors[i].shape).status());
  for (const TensorSpec &spec : model.outputs) {
    std::vector<int64_t> dims;
    for (const Expr &dim : spec.shape) {
      RLX_ASSIGN_OR_RETURN(dims.emplace_back(), evaluate(dim, symbols));
    }
    RLX_ASSIGN_OR_RETURN(shape->outputBytes.emplace_back(), checkSize(spec, dims));
    shape->outputShapes.push_back(std::move(dims));
  }
  return shape;
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
