// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of the graph builder; see GraphBuilder.h.
#include "unittests/property/GraphBuilder.h"

#include <cmath>
#include <cstddef>

#include "dialects/rlx/reference/Compare.h"
#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/RegionUtils.h"
#include "passes/Passes.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace rlx::property {
namespace {

constexpr int64_t kMaxElements = 20000;

// A pool value of type `index` is size arithmetic.
bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

// Whether the float op propagates the error of its operands and adds none.
bool addsNoError(Operation *op) {
  static const llvm::StringSet<> rounding = {"rlx.add", "rlx.sub", "rlx.mul", "rlx.div",
                                             "rlx.sqrt"};
  return ref::classify(op) == ref::OpClass::Exact &&
         !rounding.contains(op->getName().getStringRef());
}

ref::Tolerance scaled(ref::Tolerance tolerance, double factor) {
  tolerance.atol *= factor;
  tolerance.rtol *= factor;
  tolerance.normwise *= factor;
  tolerance.ulp = uint64_t(double(tolerance.ulp) * factor);
  return tolerance;
}

double largest(const ref::Tensor &tensor) {
  double result = 0;
  for (double value : tensor.floats)
    result = std::isfinite(value) ? std::max(result, std::fabs(value)) : result;
  return result;
}

// How the operands of an op that accumulates move. Alternate: elements up and down, the next
// operand in the opposite order. Up: all in one direction, which shows in a sum whose terms cancel.
enum class Jitter { Alternate, Up };

ref::Tensor jittered(OpOperand &operand, ref::Tensor tensor, Jitter jitter) {
  if (ref::classify(operand.getOwner()) != ref::OpClass::Accumulation)
    return tensor;
  // Half-precision ops compute in f32.
  const bool isF64 = tensor.elementType.isF64();
  const double roundings = isF64 ? 0x1p-51 : 0x1p-22, halfUlp = isF64 ? 0x1p-53 : 0x1p-24;
  for (auto [i, value] : llvm::enumerate(tensor.floats))
    if (jitter == Jitter::Up)
      value += std::fabs(value) * halfUlp;
    else
      value *= 1 + ((i + operand.getOperandNumber()) % 2 ? roundings : -roundings);
  return tensor;
}

// An operand of a region, moved as if it were the inexact result of an op. The ops inside are not
// perturbed one by one, and a sum inside may cancel what they round.
ref::Tensor shaken(ref::Tensor tensor) {
  double rtol = ref::toleranceFor(tensor.elementType, ref::OpClass::Elementwise).rtol / 4;
  for (auto [i, number] : llvm::enumerate(tensor.floats))
    number *= 1 + (i % 2 ? rtol : -rtol);
  tensor.roundToElementType();
  return tensor;
}

// Takes the elements of `other` that are farther from the exact ones.
void takeFarther(ref::Tensor &tensor, const ref::Tensor &other, const ref::Tensor &exact) {
  if (tensor.shape != exact.shape || other.shape != exact.shape)
    return;
  for (auto [value, candidate, wanted] : llvm::zip_equal(tensor.floats, other.floats, exact.floats))
    if (std::fabs(candidate - wanted) > std::fabs(value - wanted))
      value = candidate;
}

} // namespace

GraphBuilder::GraphBuilder(MLIRContext *context, uint64_t seed)
    : random(seed), builder(context), loc(builder.getUnknownLoc()) {
  graph.module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(graph.module->getBody());
  function = func::FuncOp::create(builder, loc, "main", builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  unsigned numSymbols = random.chance(35) ? 0 : random.between(1, 3);
  graph.numRuns = numSymbols == 0 ? 1 : 3;
  for (unsigned i = 0; i < numSymbols; ++i) {
    int64_t large = random.chance(15) ? 70 : 9;
    symbols.push_back({{random.between(2, large), random.between(0, 1), random.between(1, 6)},
                       /*isDynamic=*/true});
  }
}

Sizes GraphBuilder::sizes(Value value) const {
  Sizes result;
  const Data &data = known.find(value)->second;
  for (auto [i, size] : llvm::enumerate(cast<ShapedType>(value.getType()).getShape())) {
    result.push_back({{}, ShapedType::isDynamic(size)});
    for (const ref::Tensor &tensor : data.runs)
      result.back().runs.push_back(tensor.shape[i]);
  }
  return result;
}

Size GraphBuilder::freshSize() {
  if (!symbols.empty() && random.chance(40))
    return symbols[random.between(0, int64_t(symbols.size()) - 1)];
  if (random.chance(3))
    return fixed(0);
  return fixed(random.chance(12) ? random.pick({1, 16, 17, 33, 64, 65}) : random.between(1, 8));
}

Value GraphBuilder::pick(llvm::function_ref<bool(Value)> accept, bool isComplex) {
  SmallVector<Value> fitting;
  for (Value value : pool)
    if (isa<ComplexType>(elementType(value)) == isComplex && accept(value))
      fitting.push_back(value);
  if (fitting.empty())
    return {};
  int64_t last = int64_t(fitting.size()) - 1;
  return fitting[random.chance(50) ? last : random.between(0, last)];
}

Value GraphBuilder::pick(llvm::function_ref<bool(Type, size_t)> accept) {
  return pick([&](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return accept(type.getElementType(), type.getRank());
  });
}

ref::Tensor GraphBuilder::randomTensor(Type element, ArrayRef<int64_t> shape, double low,
                                       double high) {
  ref::Tensor tensor(shape, element);
  if (tensor.isComplex())
    for (double &part : tensor.floats)
      part = random.uniform(low, high);
  for (int64_t i = 0, end = tensor.isComplex() ? 0 : tensor.numElements(); i < end; ++i) {
    if (tensor.isFloat())
      tensor.set(i, random.uniform(low, high));
    else
      tensor.setInt(i, random.between(int64_t(low), int64_t(high)));
  }
  tensor.roundToElementType();
  return tensor;
}

Value GraphBuilder::source(Type element, ArrayRef<Size> sizes) {
  bool isBool = element.isInteger(1), isInteger = isa<IntegerType>(element);
  double low = isBool || element.isUnsignedInteger() ? 0 : (isInteger ? -9 : -2);
  return source(element, sizes, low, isBool ? 1 : (isInteger ? 9 : 2));
}

Value GraphBuilder::source(Type element, ArrayRef<Size> sizes, double low, double high,
                           bool neverInput) {
  bool isFixed = llvm::none_of(sizes, [](const Size &size) { return size.isDynamic; });
  unsigned kind = isFixed ? random.between(neverInput ? 50 : 0, 99) : 0;
  std::vector<ref::Tensor> values;
  for (unsigned run = 0; run < graph.numRuns; ++run) {
    auto shape = llvm::map_to_vector(sizes, [&](const Size &size) { return size.runs[run]; });
    bool again = run > 0 && kind >= 50;
    values.push_back(again ? values[0] : randomTensor(element, shape, low, high));
  }
  return kind < 80 ? addArgument(element, sizes, kind >= 50, std::move(values))
                   : constant(values[0]);
}

Value GraphBuilder::constant(const ref::Tensor &tensor) {
  auto op = ConstantOp::create(builder, loc, ref::toElements(tensor));
  producedOps().insert(op->getName().getStringRef());
  std::vector<ref::Tensor> runs(graph.numRuns, tensor);
  remember(op, {runs, runs});
  return op;
}

Value GraphBuilder::index(int64_t value) {
  auto op = arith::ConstantIndexOp::create(builder, loc, value);
  std::vector<ref::Tensor> runs(graph.numRuns, ref::scalar(builder.getContext(), value));
  remember(op, {runs, runs});
  return op;
}

// The name of a dynamic size. Sizes that are equal in all runs share a symbol.
std::string GraphBuilder::symbol(const Size &size) {
  auto it = llvm::find(symbols, size);
  if (it == symbols.end())
    it = symbols.insert(symbols.end(), size);
  return "n" + std::to_string(it - symbols.begin());
}

Value GraphBuilder::addArgument(Type element, ArrayRef<Size> sizes, bool isParam,
                                std::vector<ref::Tensor> values) {
  unsigned number = function.getNumArguments();
  std::string name = (isParam ? "param" : "in") + std::to_string(number);
  SmallVector<int64_t> shape;
  SmallVector<Attribute> dims;
  for (const Size &size : sizes) {
    shape.push_back(size.isDynamic ? ShapedType::kDynamic : size.runs[0]);
    dims.push_back(builder.getStringAttr(size.isDynamic ? symbol(size) : ""));
  }
  NamedAttrList attributes;
  attributes.set("rlx.kind", builder.getStringAttr(isParam ? "param" : "input"));
  attributes.set("rlx.name", builder.getStringAttr(name));
  if (!isParam)
    attributes.set("rlx.dims", builder.getArrayAttr(dims));
  // Cannot fail: the number is that of the arguments.
  (void)function.insertArgument(number, RankedTensorType::get(shape, element),
                                attributes.getDictionary(builder.getContext()), loc);
  graph.arguments.push_back({name, isParam, values});
  remember(function.getArgument(number), {values, values});
  return function.getArgument(number);
}

void GraphBuilder::remember(Value value, Data data) {
  known[value] = std::move(data);
  if (isTensor(value))
    pool.push_back(value);
}

Value GraphBuilder::like(Type element, ArrayRef<Size> wanted) {
  Value found;
  if (random.chance(70))
    found = pick([&](Value value) {
      return elementType(value) == element && ArrayRef<Size>(sizes(value)) == wanted;
    });
  return found ? found : source(element, wanted);
}

Value GraphBuilder::broadcastable(Type element, ArrayRef<Size> wanted) {
  if (random.chance(60))
    return like(element, wanted);
  Sizes smaller(wanted.drop_front(random.between(0, int64_t(wanted.size()))));
  for (Size &size : smaller)
    if (random.chance(30))
      size = fixed(1);
  return like(element, smaller);
}

bool GraphBuilder::isNoisy(Value value) const {
  return !isa<IntegerType>(elementType(value)) && ref::classify(value) != ref::OpClass::Exact;
}

OpFoldResult GraphBuilder::sizeOf(Value value, unsigned dim) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getDimSize(dim));
  auto index = arith::ConstantIndexOp::create(builder, loc, dim);
  auto op = tensor::DimOp::create(builder, loc, value, index);
  std::vector<ref::Tensor> runs;
  Size size = sizes(value)[dim];
  for (int64_t inRun : size.runs)
    runs.push_back(ref::scalar(builder.getContext(), inRun));
  remember(op, {runs, runs});
  return op.getResult();
}

Value GraphBuilder::elementAsIndex(Value scalar) {
  auto element = tensor::ExtractOp::create(builder, loc, scalar, ValueRange());
  auto op = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), element);
  std::vector<ref::Tensor> runs;
  for (const ref::Tensor &tensor : known.find(scalar)->second.runs)
    runs.push_back(ref::scalar(builder.getContext(), tensor.ints[0]));
  remember(op, {runs, runs});
  return op;
}

int64_t GraphBuilder::valueOf(OpFoldResult index, unsigned run) const {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant;
  return known.find(cast<Value>(index))->second.runs[run].ints[0];
}

OpFoldResult GraphBuilder::multiply(OpFoldResult lhs, OpFoldResult rhs) {
  if (isa<Attribute>(lhs) && isa<Attribute>(rhs))
    return builder.getIndexAttr(valueOf(lhs, 0) * valueOf(rhs, 0));
  auto op = arith::MulIOp::create(builder, loc, getValueOrCreateConstantIndexOp(builder, loc, lhs),
                                  getValueOrCreateConstantIndexOp(builder, loc, rhs));
  std::vector<ref::Tensor> runs;
  for (unsigned run = 0; run < graph.numRuns; ++run)
    runs.push_back(ref::scalar(builder.getContext(), valueOf(lhs, run) * valueOf(rhs, run)));
  remember(op, {runs, runs});
  return op.getResult();
}

bool GraphBuilder::addByName(StringRef name, ArrayRef<Value> operands, StringRef attributes,
                             ArrayRef<NamedAttribute> more) {
  ScopedDiagnosticHandler quiet(builder.getContext(), [](Diagnostic &) { return success(); });
  auto info = RegisteredOperationName::lookup(name, builder.getContext());
  OperationState state(loc, name);
  SmallVector<int32_t> segments;
  for (Value operand : operands) {
    segments.push_back(operand ? 1 : 0);
    if (operand)
      state.addOperands(operand);
  }
  auto parsed = dyn_cast_or_null<DictionaryAttr>(
      parseAttribute(("{" + attributes + "}").str(), builder.getContext()));
  assert(info && parsed && "a maker misspells an op or its attributes");
  state.addAttributes(parsed.getValue());
  state.addAttributes(more);
  if (llvm::any_of(info->getAttributeNames(),
                   [](StringAttr attribute) { return attribute == "operandSegmentSizes"; }))
    state.addAttribute("operandSegmentSizes", builder.getDenseI32ArrayAttr(segments));

  // Inference needs the attributes as properties, which only an op has.
  auto all = state.attributes.getDictionary(builder.getContext());
  std::unique_ptr<std::max_align_t[]> storage(
      new std::max_align_t[info->getOpPropertyByteSize() / sizeof(std::max_align_t) + 1]);
  OpaqueProperties properties(storage.get());
  info->initOpProperties(properties, /*init=*/nullptr);
  SmallVector<Type> types;
  auto noReport = [&] { return emitError(loc); };
  // Ops without attributes have no properties and refuse any.
  bool hasProperties = info->getOpPropertyByteSize() > 0;
  if (!hasProperties)
    properties = nullptr;
  bool isFine =
      (!hasProperties ||
       succeeded(info->setOpPropertiesFromAttribute(state.name, properties, all, noReport))) &&
      succeeded(info->getInterface<InferTypeOpInterface>()->inferReturnTypes(
          builder.getContext(), loc, state.operands, all, properties, {}, types));
  if (hasProperties)
    info->destroyOpProperties(properties);
  if (!isFine)
    return false;
  state.addTypes(types);
  return keep(builder.create(state));
}

bool GraphBuilder::keep(Operation *op) {
  ScopedDiagnosticHandler quiet(builder.getContext(), [](Diagnostic &) { return success(); });
  std::optional<std::vector<Data>> data;
  if (succeeded(verify(op)))
    data = evaluate(op);
  bool isFine = data.has_value();
  for (unsigned i = 0; isFine && i < op->getNumResults(); ++i)
    isFine = isSane(op->getResult(i), (*data)[i]);
  if (!isFine) {
    op->erase();
    return false;
  }
  for (auto [result, ofResult] : llvm::zip(op->getResults(), *data))
    remember(result, std::move(ofResult));
  op->walk([](Operation *inside) { producedOps().insert(inside->getName().getStringRef()); });
  last = op;
  ++kept;
  return true;
}

llvm::StringSet<> &producedOps() {
  static llvm::StringSet<> names;
  return names;
}

namespace {

ref::Interpreter interpreter() {
  ref::InterpreterOptions options;
  options.maxElements = kMaxElements;
  return ref::Interpreter(std::move(options));
}

// A module whose function `scratch` computes the op from values outside of it and of its regions.
OwningOpRef<ModuleOp> asFunction(Operation *op, ArrayRef<Value> outside) {
  OpBuilder builder(op->getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(op->getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  auto type = builder.getFunctionType(ValueRange(outside).getTypes(), op->getResultTypes());
  auto function = func::FuncOp::create(builder, op->getLoc(), "scratch", type);
  builder.setInsertionPointToEnd(function.addEntryBlock());
  IRMapping mapping;
  mapping.map(outside, function.getArguments());
  Operation *copy = builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op->getLoc(), copy->getResults());
  return module;
}

func::FuncOp functionOf(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>("scratch");
}

} // namespace

GraphBuilder::Results GraphBuilder::runExact(Operation *op, ArrayRef<Value> outside,
                                             unsigned run) const {
  auto valueOf = [&](Value value) { return known.find(value)->second.runs[run]; };
  if (op->getNumRegions() == 0)
    return interpreter().runOp(op, llvm::map_to_vector(op->getOperands(), valueOf));
  OwningOpRef<ModuleOp> module = asFunction(op, outside);
  return interpreter().run(functionOf(*module), llvm::map_to_vector(outside, valueOf));
}

// Results of inexact operands, with the op's own error. Elements are the farthest from the exact
// ones among the ways to move the operands, and the op's decomposition: this rounds what the op
// itself computes on the way, also to 16 bits.
GraphBuilder::Results GraphBuilder::runPerturbed(Operation *op, ArrayRef<Value> outside,
                                                 unsigned run, ArrayRef<Data> exact) {
  auto valueOf = [&](Value value) { return known.find(value)->second.perturbed[run]; };
  auto runOnce = [&](Jitter jitter) -> Results {
    if (op->getNumRegions() == 0)
      return interpreter().runOp(op, llvm::map_to_vector(op->getOpOperands(), [&](OpOperand &each) {
                                   return jittered(each, valueOf(each.get()), jitter);
                                 }));
    OwningOpRef<ModuleOp> module = asFunction(op, outside);
    return interpreter().run(functionOf(*module), llvm::map_to_vector(outside, [&](Value value) {
                               return shaken(valueOf(value));
                             }));
  };
  Results result = runOnce(Jitter::Alternate);
  if (!result)
    return result;
  auto take = [&](Results other) {
    if (!other)
      return llvm::consumeError(other.takeError());
    for (auto [i, tensor] : llvm::enumerate(*other))
      takeFarther((*result)[i], tensor, exact[i].runs[run]);
  };
  if (op->getNumRegions() == 0 && ref::classify(op) == ref::OpClass::Accumulation)
    take(runOnce(Jitter::Up));
  for (ref::Tensor &tensor : *result)
    perturb(op, tensor);
  if (isa<DecomposableOpInterface>(op))
    take(runDecomposed(op, outside, valueOf));
  return result;
}

GraphBuilder::Results
GraphBuilder::runDecomposed(Operation *op, ArrayRef<Value> outside,
                            llvm::function_ref<ref::Tensor(Value)> valueOf) const {
  OwningOpRef<ModuleOp> module = asFunction(op, outside);
  PassManager manager(op->getContext());
  manager.addPass(createDecomposeOpsPass());
  if (failed(manager.run(*module)))
    return llvm::createStringError("the op has no decomposition");
  return ref::Interpreter().run(functionOf(*module), llvm::map_to_vector(outside, valueOf));
}

std::optional<std::vector<GraphBuilder::Data>> GraphBuilder::evaluate(Operation *op) {
  std::vector<Data> result(op->getNumResults());
  llvm::SetVector<Value> outside(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), outside);
  for (bool perturbs : {false, true})
    for (unsigned run = 0; run < graph.numRuns; ++run) {
      Results tensors = perturbs ? runPerturbed(op, outside.getArrayRef(), run, result)
                                 : runExact(op, outside.getArrayRef(), run);
      if (!tensors)
        return llvm::consumeError(tensors.takeError()), std::nullopt;
      for (auto [data, tensor] : llvm::zip(result, *tensors))
        (perturbs ? data.perturbed : data.runs).push_back(std::move(tensor));
    }
  return result;
}

void GraphBuilder::perturb(Operation *op, ref::Tensor &tensor) {
  if (tensor.floats.empty() || addsNoError(op))
    return;
  ref::OpClass opClass = std::max(ref::classify(op), ref::OpClass::Elementwise);
  ref::Tolerance tolerance = scaled(ref::toleranceFor(tensor.elementType, opClass), 0.25);
  double slack = tolerance.normwise * largest(tensor);
  for (double &value : tensor.floats)
    value += (random.chance(50) ? 1 : -1) * (slack + tolerance.rtol * std::fabs(value));
  tensor.roundToElementType();
}

bool GraphBuilder::isSane(OpResult result, const Data &data) const {
  ref::OpClass opClass = std::max(ref::classify(result), ref::OpClass::Elementwise);
  for (auto [run, tensor] : llvm::enumerate(data.runs)) {
    if (tensor.numElements() > kMaxElements)
      return false;
    // Reductions of no elements are infinite, so results of runs with a size of 0 may be.
    bool mayBeInfinite =
        llvm::any_of(symbols, [&, run = run](const Size &size) { return size.runs[run] == 0; });
    double limit = elementType(result).isF16() ? 1e3 : 1e4;
    for (double value : tensor.floats)
      if (std::isfinite(value) ? std::fabs(value) > limit : !mayBeInfinite)
        return false;
    ref::Tolerance tolerance = scaled(ref::toleranceFor(tensor.elementType, opClass), 0.5);
    if (!ref::compare(data.perturbed[run], tensor, tolerance).ok)
      return false;
  }
  return true;
}

Graph GraphBuilder::finish() {
  SmallVector<Value> results;
  for (Value value : pool)
    if (value.getDefiningOp() && value.use_empty() && !isa<ConstantOp>(value.getDefiningOp()))
      results.push_back(value);
  if (results.empty() && !pool.empty())
    results.push_back(pool.back());
  func::ReturnOp::create(builder, loc, results);
  auto argumentTypes = llvm::to_vector(function.getArgumentTypes());
  function.setFunctionType(builder.getFunctionType(argumentTypes, ValueRange(results).getTypes()));
  for (unsigned i = 0; i < results.size(); ++i)
    function.setResultAttr(i, "rlx.name", builder.getStringAttr("out" + std::to_string(i)));
  graph.dropUnused();
  return std::move(graph);
}

} // namespace rlx::property
