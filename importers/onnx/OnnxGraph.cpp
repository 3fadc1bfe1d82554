// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values, params, regions and sizes of an import; see OnnxGraph.h.
//
// Sizes are affine expressions over symbols; a symbol is bound to the first tensor dimension that
// has it. Every creation can be undone, so that a region leaves nothing behind.
#include "importers/onnx/OnnxGraph.h"

#include <cmath>

#include "dialects/rlx/interfaces/Strings.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/support/CreateChecked.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace rlx::onnxim {

// Inference with the sizes that this import knows.
class Graph::Context : public InferContext {
public:
  Context(Graph &graph, Operation *op)
      : InferContext(op->getContext(), op->getLoc(), op->getName().getStringRef()), graph(graph),
        loc(op->getLoc()) {}
  Dims shape(Value value) override { return graph.dims(value); }
  Dim index(Value value) override { return graph.index(value); }
  Dim unknown() override { return graph.newSymbol(); }
  void requireEqual(Dim lhs, Dim rhs, const Twine &why) override {
    graph.addEquality(lhs, rhs, why, loc);
  }
  void broadcasts(Value operand, ArrayRef<Dim> to) override {
    wanted.push_back({operand, Dims(to)});
  }
  bool isNonNegative(Dim value) override {
    return graph.derived.lowerBound(value).value_or(-1) >= 0;
  }

  // Operands and the sizes that the op broadcasts them to.
  SmallVector<std::pair<Value, Dims>> wanted;

protected:
  Dim broadcastDynamic(Dim lhs, Dim rhs) override { return graph.broadcast(lhs, rhs, loc); }

private:
  Graph &graph;
  Location loc;
};

namespace {
// The elements as integers, if they are integers. Floats count, too: shapes are sometimes computed
// in floating point.
std::optional<Dims> knownElements(MLIRContext *context, const TensorData &data) {
  Type type = data.type.getElementType();
  bool isFloat = isa<FloatType>(type);
  // Not all unsigned 64-bit values fit, and no model computes shapes with them.
  if (type.isUnsignedInteger(64) || data.numElements() > (isFloat ? 64 : kMaxKnownElements))
    return std::nullopt;
  Dims elements;
  for (int64_t i = 0, e = data.numElements(); i < e; ++i) {
    if (isFloat) {
      double value = data.doubleAt(i);
      if (!(std::fabs(value) < (1 << 24)) || std::trunc(value) != value ||
          (value == 0 && std::signbit(value)))
        return std::nullopt;
    }
    int64_t value = isFloat ? static_cast<int64_t>(data.doubleAt(i)) : data.intAt(i);
    elements.push_back(getAffineConstantExpr(value, context));
  }
  return elements;
}
} // namespace

OnnxValue valueOf(MLIRContext *context, TensorData data) {
  OnnxValue value;
  value.elementType = data.type.getElementType();
  for (int64_t size : data.type.getShape())
    value.dims.push_back(getAffineConstantExpr(size, context));
  if (!isString(value.elementType))
    value.known = knownElements(context, data);
  value.data = std::move(data);
  return value;
}

Graph::Graph(func::FuncOp function, const OnnxImportOptions &options, int64_t opset)
    : function(function), options(options), context(function.getContext()), opsetVersion(opset),
      opBuilder(context) {
  opBuilder.setInsertionPointToStart(&function.front());
}

const OnnxValue *Graph::find(StringRef name) const {
  auto it = values.find(name);
  return it == values.end() ? nullptr : &it->second;
}

LogicalResult Graph::define(StringRef name, OnnxValue value) {
  value.name = name.str();
  if (!values.try_emplace(name, std::move(value)).second)
    return failure();
  names.push_back(name.str());
  return success();
}

// ---- function signature ----

std::string Graph::freshDimName() {
  std::string name;
  do
    name = "x_" + std::to_string(freshDims++);
  while (reservedDimNames.contains(name));
  return name;
}

void Graph::nameRepeated(ArrayRef<StringRef> names) {
  for (auto [i, name] : llvm::enumerate(names)) {
    const int64_t occurrence = llvm::count(names.take_front(i), name);
    if (name.empty() || occurrence == 0)
      continue;
    std::string &repeated = repeatedNames[{name.str(), occurrence}];
    for (int64_t number = occurrence + 1; repeated.empty(); ++number)
      if (std::string candidate = (name + "_" + Twine(number)).str();
          !reservedDimNames.contains(candidate))
        repeated = candidate;
    reserveDimName(repeated);
  }
}

Value Graph::addInput(Location loc, StringRef name, Type elementType, ArrayRef<int64_t> shape,
                      ArrayRef<std::string> dimNames) {
  auto type = RankedTensorType::get(shape, elementType);
  Value value = function.front().addArgument(type, loc);
  Argument argument{name.str(), {}, std::nullopt, options.paramInputs.contains(name)};
  if (argument.isParam)
    paramNames.insert(name);
  Dims dims;
  for (auto [i, size] : llvm::enumerate(shape)) {
    argument.dimNames.push_back("");
    if (!ShapedType::isDynamic(size)) {
      dims.push_back(getAffineConstantExpr(size, context));
      continue;
    }
    std::string dimName = dimNames[i].empty() ? freshDimName() : dimNames[i];
    auto repeated = repeatedNames.find({dimName, llvm::count(dimNames.take_front(i), dimNames[i])});
    if (!dimNames[i].empty() && repeated != repeatedNames.end())
      dimName = repeated->second;
    auto [it, inserted] = dimsByName.try_emplace(dimName, Dim());
    if (inserted) {
      it->second = newSymbol();
      symbols.back() = {value, static_cast<int64_t>(i)};
      if (dimName != dimNames[i] && !dimNames[i].empty())
        repeatedSizes[it->second] = dimsByName.lookup(dimNames[i]);
    }
    argument.dimNames.back() = dimName;
    dims.push_back(it->second);
  }
  arguments.push_back(std::move(argument));
  shapes[value] = dims;
  return value;
}

// A region may need a param whose name was forgotten with an earlier region, and graphs of
// different regions may use one name for different initializers.
Value Graph::addParam(const OnnxValue &value, Location loc) {
  const char *bytes = value.data->bytes.data();
  if (Value known = paramOfBytes.lookup(bytes); known && known.getType() == value.data->type)
    return known;
  const std::string base = value.name.empty() ? "element" : value.name; // of a sequence
  std::string name = base;
  for (unsigned i = 1; !paramNames.insert(name).second; ++i)
    name = base + "_" + std::to_string(i);
  Value argument = function.front().addArgument(value.data->type, loc);
  arguments.push_back({name, {}, value.data, /*isParam=*/true});
  shapes[argument] = value.dims;
  if (bytes)
    paramOfBytes[bytes] = argument;
  return argument;
}

void Graph::forgetNames(Mark mark) {
  for (; names.size() > mark.numNames; names.pop_back()) {
    values.erase(names.back());
    elements.erase(names.back());
    computedElements.erase(names.back());
  }
}

void Graph::goBack(Mark mark, Region &region) {
  for (; changes.size() > mark.numChanges; changes.pop_back())
    changes.back()();
  forgetNames(mark);
  for (Symbol &symbol : symbols)
    if (symbol.source && region.isAncestor(symbol.source.getParentRegion()))
      symbol = {};
}

void Graph::eraseDeadOps(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        eraseDeadOps(inner);
    if (isOpTriviallyDead(&op))
      op.erase();
  }
}

void Graph::eraseUnusedParams() {
  Block &body = function.front();
  for (unsigned i = arguments.size(); i-- > 0;) {
    if (!arguments[i].isParam || !body.getArgument(i).use_empty())
      continue;
    body.eraseArgument(i);
    arguments.erase(arguments.begin() + i);
  }
}

StringRef Graph::nameOf(Dim dim) const {
  auto it = llvm::find_if(dimsByName, [&](const auto &entry) { return entry.second == dim; });
  return it == dimsByName.end() ? StringRef() : it->first();
}

StringRef Graph::declaredName(Dim dim) const {
  StringRef name = nameOf(dim);
  return reservedDimNames.contains(name) ? name : StringRef();
}

void Graph::setSignature(ArrayRef<std::string> outputs) {
  Block &body = function.front();
  Operation *terminator = body.getTerminator();
  function.setFunctionType(
      FunctionType::get(context, body.getArgumentTypes(), terminator->getOperandTypes()));
  Builder b(context);
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    function.setArgAttr(i, "rlx.kind", b.getStringAttr(argument.isParam ? "param" : "input"));
    function.setArgAttr(i, "rlx.name", b.getStringAttr(argument.name));
    SmallVector<StringRef> names(argument.dimNames.begin(), argument.dimNames.end());
    for (auto [dimName, dim] : llvm::zip(names, shapes.lookup(body.getArgument(i))))
      if (needsRepeated.contains(dim))
        dimName = nameOf(repeatedSizes.lookup(dim));
    if (llvm::any_of(names, [](StringRef name) { return !name.empty(); }))
      function.setArgAttr(i, "rlx.dims", b.getStrArrayAttr(names));
  }
  for (auto [i, output] : llvm::enumerate(outputs))
    function.setResultAttr(i, "rlx.name", b.getStringAttr(output));
}

// Strings become numbers, i64, and the signature says which tensors are strings.
void Graph::replaceStrings() {
  Builder b(context);
  const IntegerType number = b.getI64Type();
  FunctionType type = function.getFunctionType();
  auto mark = [&](TypeRange types, auto set) {
    for (auto [i, each] : llvm::enumerate(types))
      if (isString(getElementTypeOrSelf(each)))
        set(static_cast<unsigned>(i));
  };
  mark(type.getInputs(), [&](unsigned i) { function.setArgAttr(i, kStringAttr, b.getUnitAttr()); });
  mark(type.getResults(),
       [&](unsigned i) { function.setResultAttr(i, kStringAttr, b.getUnitAttr()); });
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](IntegerType each) -> std::optional<Type> {
    return isString(each) ? std::optional<Type>(number) : std::nullopt;
  });
  replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

LogicalResult Graph::addResults(const OnnxValue &value, const std::string &name, Location loc,
                                SmallVectorImpl<Value> &results,
                                std::vector<std::string> &resultNames) {
  if (value.kind == OnnxValue::Kind::Map)
    return emitError(loc) << "output '" << name << "' is a map, which only operators take";
  const bool isList = value.kind == OnnxValue::Kind::Sequence && !value.isStack();
  for (auto [i, element] : llvm::enumerate(value.elements))
    if (failed(addResults(element, isList ? name + "." + std::to_string(i) : name, loc, results,
                          resultNames)))
      return failure();
  if (!value.isTensor() && !value.isStack())
    return success();
  FailureOr<Value> result = tensor(value, loc);
  if (failed(result))
    return failure();
  if (llvm::is_contained(resultNames, name))
    return emitError(loc) << "two outputs have the name '" << name
                          << "'; the elements of a sequence NAME are the outputs NAME.0, NAME.1, …";
  results.push_back(*result);
  resultNames.push_back(name);
  return success();
}

LogicalResult Graph::finish(Location loc, ArrayRef<std::string> outputs,
                            SmallVectorImpl<ImportedParam> &params,
                            std::vector<std::shared_ptr<std::vector<char>>> &storage) {
  SmallVector<Value> results;
  std::vector<std::string> names;
  for (const std::string &output : outputs) {
    const OnnxValue *value = find(output);
    if (!value)
      return emitError(loc) << "no node computes output '" << output << "'";
    if (failed(addResults(*value, output, loc, results, names)))
      return failure();
  }
  if (results.empty())
    return emitError(loc) << "the model computes nothing: its outputs are empty sequences or "
                             "optionals";
  func::ReturnOp::create(opBuilder, loc, results);
  eraseDeadOps(function.front());
  eraseUnusedParams();
  setSignature(names);
  replaceStrings();
  for (const Argument &argument : arguments) {
    if (!argument.data)
      continue;
    params.push_back({argument.name, argument.data->type, argument.data->bytes});
    if (argument.data->owned)
      storage.push_back(argument.data->owned);
  }
  return success();
}

// ---- sizes ----

Dim Graph::newSymbol() {
  symbols.emplace_back();
  return getAffineSymbolExpr(symbols.size() - 1, context);
}

Dims Graph::dims(Value tensor) {
  auto it = shapes.find(tensor);
  return it == shapes.end() ? Dims() : it->second;
}

Dim Graph::index(Value value) {
  auto it = indices.find(value);
  return it == indices.end() ? newSymbol() : it->second;
}

Value Graph::remember(Value value, Dim dim) {
  indices[value] = dim;
  materialized[dim] = value;
  changes.push_back([this, dim] { materialized.erase(dim); });
  return value;
}

Value Graph::materialize(Dim dim, Location loc) {
  if (Value value = materialized.lookup(dim))
    return value;
  OpBuilder &b = opBuilder;
  if (auto constant = constantOf(dim))
    return remember(arith::ConstantIndexOp::create(b, loc, *constant), dim);
  if (isa<AffineSymbolExpr>(dim))
    return remember(materializeSymbol(dim, loc), dim);
  auto binary = cast<AffineBinaryOpExpr>(dim);
  // A difference is a sum with a product by -1.
  auto product = dyn_cast<AffineBinaryOpExpr>(binary.getRHS());
  if (dim.getKind() == AffineExprKind::Add && product && product.getKind() == AffineExprKind::Mul &&
      constantOf(product.getRHS()) == -1) {
    Value lhs = materialize(binary.getLHS(), loc), rhs = materialize(product.getLHS(), loc);
    return remember(arith::SubIOp::create(b, loc, lhs, rhs), dim);
  }
  Value lhs = materialize(binary.getLHS(), loc), rhs = materialize(binary.getRHS(), loc);
  switch (dim.getKind()) {
  case AffineExprKind::Add:
    return remember(arith::AddIOp::create(b, loc, lhs, rhs), dim);
  case AffineExprKind::Mul:
    return remember(arith::MulIOp::create(b, loc, lhs, rhs), dim);
  case AffineExprKind::FloorDiv:
    return remember(arith::FloorDivSIOp::create(b, loc, lhs, rhs), dim);
  case AffineExprKind::CeilDiv:
    return remember(arith::CeilDivSIOp::create(b, loc, lhs, rhs), dim);
  default: // a non-negative sum modulo a positive constant
    return remember(arith::RemSIOp::create(b, loc, lhs, rhs), dim);
  }
}

Value Graph::materializeSymbol(Dim dim, Location loc) {
  OpBuilder &b = opBuilder;
  if (const std::pair<Dim, Dim> *operands = derived.findBroadcast(dim)) {
    Value lhs = materialize(operands->first, loc), rhs = materialize(operands->second, loc);
    Value isOne = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lhs,
                                        arith::ConstantIndexOp::create(b, loc, 1));
    return arith::SelectOp::create(b, loc, isOne, rhs, lhs);
  }
  if (const DerivedSizes::Definition *definition = derived.find(dim)) {
    if (!definition->kind)
      return materialize(definition->lhs, loc);
    bool isMin = *definition->kind == Extremum::Min;
    Value lhs = materialize(definition->lhs, loc), rhs = materialize(definition->rhs, loc);
    return isMin ? Value(arith::MinSIOp::create(b, loc, lhs, rhs))
                 : Value(arith::MaxSIOp::create(b, loc, lhs, rhs));
  }
  const Symbol &origin = symbols[cast<AffineSymbolExpr>(dim).getPosition()];
  Value at = arith::ConstantIndexOp::create(b, loc, origin.dim);
  if (!origin.isElement)
    return tensor::DimOp::create(b, loc, origin.source, at);
  bool isScalar = cast<RankedTensorType>(origin.source.getType()).getRank() == 0;
  // At the location of the tensor, whose name stands for the size in messages.
  Value element = tensor::ExtractOp::create(b, origin.source.getLoc(), origin.source,
                                            isScalar ? ValueRange() : ValueRange(at));
  // A bool or an unsigned number has no sign to extend.
  if (element.getType().isInteger(1) || element.getType().isUnsignedInteger())
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), element);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), element);
}

// Whether `holds` is true of all symbols behind the expression that have no definition. Definitions
// have symbols in common, so each is visited once.
bool Graph::allSources(Dim dim, llvm::function_ref<bool(AffineSymbolExpr)> holds) const {
  SmallVector<Dim> work = {dim};
  llvm::DenseSet<AffineExpr> seen;
  bool all = true;
  while (all && !work.empty())
    work.pop_back_val().walk([&](AffineExpr expr) {
      auto symbol = dyn_cast<AffineSymbolExpr>(expr);
      if (!symbol || !seen.insert(expr).second)
        return;
      if (const DerivedSizes::Definition *definition = derived.find(expr))
        work.append({definition->lhs, definition->rhs});
      else
        all &= holds(symbol);
    });
  return all;
}

// Whether each symbol of the expression is the size of a tensor or an element of one.
bool Graph::isBound(Dim dim) const {
  return allSources(dim, [&](AffineSymbolExpr symbol) {
    return symbol.getPosition() < symbols.size() && symbols[symbol.getPosition()].source;
  });
}

Dim Graph::extremum(Extremum kind, Dim lhs, Dim rhs) {
  return derived.get(kind, lhs, rhs, [&] { return newSymbol(); });
}

// Whether the sizes are equal if each of a repeated name is that of the name.
bool Graph::areNamedEqual(Dim lhs, Dim rhs) const {
  return !repeatedSizes.empty() && lhs.replace(repeatedSizes) == rhs.replace(repeatedSizes);
}

// Two sizes must be equal. If they are by repeated names, then the model relies on these names.
void Graph::useRepeated(Dim lhs, Dim rhs) {
  if (lhs == rhs || !areNamedEqual(lhs, rhs))
    return;
  for (Dim size : {lhs, rhs})
    size.walk([&](AffineExpr symbol) {
      auto base = repeatedSizes.find(symbol);
      if (base == repeatedSizes.end())
        return;
      needsRepeated.insert(symbol);
      if (Dim replaced = derived.addEquality(symbol, base->second))
        changes.push_back([this, replaced] { derived.dropEquality(replaced); });
    });
}

void Graph::addEquality(Dim lhs, Dim rhs, const Twine &why, Location loc) {
  useRepeated(lhs, rhs);
  for (auto pair : {std::pair(lhs, rhs), std::pair(rhs, lhs)})
    if (equalSizes.insert(pair).second)
      changes.push_back([this, pair] { equalSizes.erase(pair); });
  // A size that the run computes is known too late to stand for another one.
  if (!isOfInputs(lhs) || !isOfInputs(rhs))
    return;
  Dim replaced = derived.addEquality(lhs, rhs);
  if (!replaced)
    return;
  changes.push_back([this, replaced] { derived.dropEquality(replaced); });
  // Checked even if nothing is left of the op that requires it.
  requireEqual(lhs, rhs, why, loc);
}

bool Graph::mayBroadcast(Dim lhs, Dim rhs) const {
  return isBound(lhs) && isBound(rhs) && !equalSizes.contains({lhs, rhs}) &&
         !areNamedEqual(lhs, rhs) && derived.mayBroadcast(lhs, rhs);
}

Dim Graph::broadcast(Dim lhs, Dim rhs, Location loc) {
  if (!mayBroadcast(lhs, rhs)) {
    constexpr StringLiteral kReason = "sizes that depend on one dynamic size must be equal";
    // The result has one of the sizes. Its op, which requires the other one to be equal, may be
    // dead.
    if (lhs != rhs && isBound(lhs) && isBound(rhs) && !equalSizes.contains({lhs, rhs}) &&
        !areNamedEqual(lhs, rhs) && derived.shareSymbol(lhs, rhs))
      requireEqual(lhs, rhs, kReason, loc);
    addEquality(lhs, rhs, kReason, loc);
    return constantOf(rhs) ? rhs : lhs;
  }
  Dim isOne = extremum(Extremum::Max, extremum(Extremum::Min, lhs, 2 - lhs),
                       getAffineConstantExpr(0, context));
  return derived.broadcast(lhs, rhs, isOne, /*areCompatible=*/true,
                           [&](const DerivedSizes::Definition &) { return newSymbol(); });
}

bool Graph::isOfInputs(Dim dim) const {
  return allSources(dim, [&](AffineSymbolExpr symbol) {
    auto argument = dyn_cast_or_null<BlockArgument>(symbols[symbol.getPosition()].source);
    return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
  });
}

Dim Graph::ownSize(Value tensor, int64_t dim) {
  Dim size = newSymbol();
  symbols.back() = {tensor, dim};
  return size;
}

bool Graph::usesSymbolFrom(Dim dim, size_t first) const {
  bool uses = false;
  dim.walk([&](AffineExpr expr) {
    auto symbol = dyn_cast<AffineSymbolExpr>(expr);
    if (!symbol)
      return;
    if (const DerivedSizes::Definition *definition = derived.find(expr))
      uses |= usesSymbolFrom(definition->lhs, first) || usesSymbolFrom(definition->rhs, first);
    else
      uses |= symbol.getPosition() >= first;
  });
  return uses;
}

Dim Graph::named(Dim dim) {
  constexpr unsigned kMaxTerms = 12;
  return derived.named(dim, kMaxTerms, [&] { return newSymbol(); });
}

void Graph::require(Dim lhs, Dim rhs, const Twine &message, Location loc) {
  Value left = materialize(lhs, loc), right = materialize(rhs, loc);
  Value holds = arith::CmpIOp::create(opBuilder, loc, arith::CmpIPredicate::sge, left, right);
  cf::AssertOp::create(opBuilder, loc, holds, message.str());
}

void Graph::requireEqual(Dim lhs, Dim rhs, const Twine &message, Location loc) {
  Value left = materialize(lhs, loc), right = materialize(rhs, loc);
  Value holds = arith::CmpIOp::create(opBuilder, loc, arith::CmpIPredicate::eq, left, right);
  cf::AssertOp::create(opBuilder, loc, holds, message.str());
}

Dim Graph::computedSize(Value scalar) {
  Dim size = newSymbol();
  symbols.back() = {scalar, 0, /*isElement=*/true};
  return size;
}

FailureOr<Value> Graph::expandDynamic(Location loc, Value operand, ArrayRef<Dim> to) {
  Dims from = dims(operand);
  SmallVector<int64_t> expanded, fixed;
  SmallVector<Value> operands = {operand};
  for (auto [i, size] : llvm::enumerate(from)) {
    Dim target = derived.resolve(to[to.size() - from.size() + i]);
    if (constantOf(size) || size == target || !mayBroadcast(size, target))
      continue;
    expanded.push_back(i);
    fixed.push_back(constantOf(target).value_or(ShapedType::kDynamic));
    if (!constantOf(target))
      operands.push_back(materialize(target, loc));
  }
  if (expanded.empty())
    return operand;
  NamedAttribute attributes[] = {
      opBuilder.getNamedAttr("dims", opBuilder.getDenseI64ArrayAttr(expanded)),
      opBuilder.getNamedAttr("static_sizes", opBuilder.getDenseI64ArrayAttr(fixed))};
  FailureOr<Operation *> op = create(loc, "rlx.dynamic_expand", operands, attributes);
  if (failed(op))
    return failure();
  return (*op)->getResult(0);
}

// Dynamic sizes of operands may be 1 although that of the result is not.
LogicalResult Graph::expandOperands(Operation *op, ArrayRef<std::pair<Value, Dims>> wanted) {
  for (const auto &[operand, to] : wanted) {
    FailureOr<Value> expanded = expandDynamic(op->getLoc(), operand, to);
    if (failed(expanded))
      return failure();
    if (*expanded != operand)
      op->replaceUsesOfWith(operand, *expanded);
  }
  return success();
}

LogicalResult Graph::inferSizes(Operation *op) {
  auto inferable = dyn_cast<SymbolicShapeOpInterface>(op);
  if (!inferable)
    return op->emitOpError("does not infer its sizes");
  // What the rule requires stands before the op: the sizes in it are those of the operands, and may
  // be used again by what makes the operands larger.
  OpBuilder::InsertionGuard guard(opBuilder);
  opBuilder.setInsertionPoint(op);
  Context ctx(*this, op);
  SmallVector<InferredType, 1> results;
  if (failed(inferable.inferSymbolic(ctx, results)) || failed(expandOperands(op, ctx.wanted)))
    return failure();
  for (auto [result, inferred] : llvm::zip(op->getResults(), results)) {
    for (auto [i, dim] : llvm::enumerate(inferred.dims)) {
      dim = simplifyAffineExpr(derived.resolve(dim), 0, symbols.size());
      bool isAlone = isa<AffineSymbolExpr>(dim) && !derived.find(dim);
      if (!isSmall(dim) || (!isAlone && !isBound(dim)))
        dim = newSymbol(); // represents the tensor's size at run time
      auto symbol = dyn_cast<AffineSymbolExpr>(dim);
      if (symbol && !derived.find(dim) && !symbols[symbol.getPosition()].source)
        symbols[symbol.getPosition()] = {result, static_cast<int64_t>(i)};
    }
    RankedTensorType type = inferred.type();
    if (auto count = checkedNumElements(
            llvm::map_to_vector(type.getShape(),
                                [](int64_t n) { return ShapedType::isDynamic(n) ? 1 : n; }),
            type.getElementType());
        !count)
      return op->emitOpError("has a result of invalid shape: ")
             << llvm::toString(count.takeError());
    result.setType(type);
    shapes[result] = inferred.dims;
  }
  return success();
}

// ---- tensors ----

FailureOr<Operation *> Graph::create(Location loc, StringRef name, ValueRange operands,
                                     ArrayRef<NamedAttribute> attributes,
                                     ArrayRef<std::unique_ptr<Region>> regions) {
  FailureOr<Operation *> op = createChecked(opBuilder, loc, name, operands, attributes, regions);
  if (failed(op))
    return failure();
  // Ops have no strings before the end of the import, where all are verified again.
  auto hasString = [](Type type) { return isString(getElementTypeOrSelf(type)); };
  if (failed(inferSizes(*op)) || (llvm::none_of((*op)->getOperandTypes(), hasString) &&
                                  llvm::none_of((*op)->getResultTypes(), hasString) &&
                                  failed(verify(*op, /*verifyRecursively=*/false)))) {
    (*op)->erase();
    return failure();
  }
  return op;
}

FailureOr<Value> Graph::constant(Location loc, DenseElementsAttr value) {
  const bool hasStrings = isString(value.getElementType());
  if (hasStrings) // rlx.constant has none
    value = value.bitcast(opBuilder.getI64Type());
  FailureOr<Operation *> op =
      create(loc, "rlx.constant", {}, opBuilder.getNamedAttr("value", value));
  if (failed(op))
    return failure();
  Value result = (*op)->getResult(0);
  if (hasStrings)
    result.setType(cast<RankedTensorType>(result.getType()).clone(stringType(context)));
  return result;
}

FailureOr<Value> Graph::tensor(const OnnxValue &value, Location loc,
                               std::optional<int64_t> maxInline) {
  if (value.tensor)
    return value.tensor;
  FailureOr<Value> made = failure();
  if (value.data) {
    if (isString(value.elementType)) // its numbers belong to the model
      maxInline = INT64_MAX;
    int64_t limit = maxInline.value_or(isa<FloatType>(value.elementType) ? options.maxInlineElements
                                                                         : kMaxInlineIntegers);
    made = value.data->numElements() <= limit ? constant(loc, value.data->attribute())
                                              : FailureOr<Value>(addParam(value, loc));
  } else if (value.known) {
    made = knownAsTensor(value, loc);
  } else if (!value.isTensor()) {
    return emitError(loc) << "'" << value.name
                          << "' is a sequence or an optional, but must be a tensor here";
  } else {
    return emitError(loc) << "'" << value.name << "' has no value";
  }
  if (auto it = values.find(value.name); succeeded(made) && it != values.end()) {
    it->second.tensor = *made;
    changes.push_back([this, name = it->second.name] {
      if (auto known = values.find(name); known != values.end())
        known->second.tensor = {};
    });
  }
  return made;
}

namespace {
DenseElementsAttr denseIntegers(ArrayRef<Dim> elements, RankedTensorType type) {
  SmallVector<Attribute> attributes;
  for (Dim element : elements) {
    int64_t value = *constantOf(element);
    if (auto floatType = dyn_cast<FloatType>(type.getElementType()))
      attributes.push_back(FloatAttr::get(floatType, static_cast<double>(value)));
    else
      attributes.push_back(IntegerAttr::get(
          type.getElementType(),
          APInt(type.getElementTypeBitWidth(), value, /*isSigned=*/true, /*implicitTrunc=*/true)));
  }
  return DenseElementsAttr::get(type, attributes);
}
} // namespace

// Turns a size into data: a sequence of one number that starts with it.
FailureOr<Value> Graph::sizeAsTensor(Dim dim, Location loc) {
  if (Value value = sizeTensors.lookup(dim))
    return value;
  Builder b(context);
  FailureOr<Operation *> op = create(loc, "rlx.iota", materialize(dim, loc),
                                     {b.getNamedAttr("static_sizes", b.getDenseI64ArrayAttr({1})),
                                      b.getNamedAttr("axis", b.getI64IntegerAttr(0))});
  if (failed(op))
    return failure();
  changes.push_back([this, dim] { sizeTensors.erase(dim); });
  return sizeTensors[dim] = (*op)->getResult(0);
}

FailureOr<Value> Graph::knownAsTensor(const OnnxValue &value, Location loc) {
  SmallVector<int64_t> shape;
  for (Dim dim : value.dims) {
    auto size = constantOf(dim);
    if (!size)
      return emitError(loc) << "'" << value.name << "' has elements without a shape";
    shape.push_back(*size);
  }
  auto type = RankedTensorType::get(shape, value.elementType);
  if (llvm::all_of(*value.known, [](Dim dim) { return constantOf(dim).has_value(); }))
    return constant(loc, denseIntegers(*value.known, type));
  Builder b(context);
  SmallVector<Value> parts;
  for (Dim dim : *value.known) {
    FailureOr<Value> part = sizeAsTensor(dim, loc);
    if (failed(part))
      return failure();
    parts.push_back(*part);
  }
  FailureOr<Operation *> all =
      create(loc, "rlx.concat", parts, b.getNamedAttr("axis", b.getI64IntegerAttr(0)));
  if (succeeded(all))
    all = create(loc, "rlx.reshape", (*all)->getResult(0),
                 b.getNamedAttr("static_sizes", b.getDenseI64ArrayAttr(shape)));
  if (succeeded(all) && !value.elementType.isInteger(64))
    all = create(loc, "rlx.cast", (*all)->getResult(0),
                 b.getNamedAttr("to", TypeAttr::get(value.elementType)));
  if (failed(all))
    return failure();
  return (*all)->getResult(0);
}

} // namespace rlx::onnxim
