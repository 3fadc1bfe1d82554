// The part of Executable that turns the inputs of a call into a bound shape: names, types and
// dimensions are checked, symbols get values, and a plan is found or made.
#include <algorithm>
#include <limits>

#include "runtime/base/StrCat.h"
#include "runtime/program/Executable.h"
#include "runtime/program/ExprEval.h"
#include "runtime/program/Signature.h"

namespace rlx::rt {

namespace {
// Plans of this many recent shapes are kept; each is a few kilobytes a hundred commands.
constexpr size_t kMaxBoundShapes = 8;
constexpr uint32_t kNoArgument = std::numeric_limits<uint32_t>::max();
} // namespace

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
      if (!std::equal(dims.begin(), dims.end(), shape.key.data() + shared->keyBegin[i]))
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
  symbols.reserve(program.symbols.size());
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

// What a guard expects of the sizes and what they are: "expects length <= 512, but it is 2000".
static std::string guardText(const Guard &guard, const Program &model, int64_t lhs, int64_t rhs) {
  const std::string left = text(guard.lhs, model.symbols), right = text(guard.rhs, model.symbols);
  const bool equal = guard.relation == Relation::Equal;
  if (isStatic(guard.lhs))
    return strCat("expects ", right, equal ? " = " : " <= ", left, ", but it is ", rhs);
  const char *relation = equal ? " = " : " >= ";
  if (isStatic(guard.rhs))
    return strCat("expects ", left, relation, right, ", but it is ", lhs);
  return strCat("expects ", left, relation, right, ", but they are ", lhs, " and ", rhs);
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
    if (guard.relation == Relation::Equal ? lhs != rhs : lhs < rhs)
      return invalidArgument(strCat(guard.message, " (", guardText(guard, model, lhs, rhs), ")"));
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

} // namespace rlx::rt
