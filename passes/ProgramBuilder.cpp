// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signature, buffers, and dispatches of a program; see ProgramBuilder.h.
//
// Kernels are outlined group by group; a group's dispatch is added where its last op stands.
#include "passes/ProgramBuilder.h"

#include "dialects/lir/MessageAttrs.h"
#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/interfaces/ExpertRoutingInterface.h"
#include "dialects/rlx/interfaces/Parts.h"
#include "dialects/rlx/interfaces/ScatterInterface.h"
#include "dialects/rlx/interfaces/SourceOp.h"
#include "dialects/rlx/interfaces/Strings.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "passes/IndexedSizes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace rlx {

// The tensor that shares its memory with `value`, before any reshape.
static Value rootOf(Value value) {
  while (value.getDefiningOp() && value.getDefiningOp()->hasTrait<rlx::OpTrait::ReshapesOperand>())
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

FailureOr<lir::ProgramOp> ProgramBuilder::buildSignature() {
  for (const SymbolicShapes::Symbol &symbol : shapes.symbols())
    if (symbol.source == SymbolicShapes::Source::Dimension && isParam(symbol.argument))
      return unsupported(function.emitOpError("has a param of dynamic size (argument #"))
             << symbol.argument << "), which is not supported: params have static sizes";
  createProgram();
  addArguments();
  if (failed(addOutputs()))
    return failure();
  return program;
}

LogicalResult ProgramBuilder::build() {
  if (failed(buildSignature()))
    return failure();
  addGuards();
  findValuesUsedByRun();
  if (failed(addBlock(function.getBody().front(), std::nullopt)))
    return failure();
  copyRemainingOutputs();
  moeLayers.declare(builder);
  return success();
}

// ---- the program and its buffers ----

void ProgramBuilder::createProgram() {
  SmallVector<StringRef> names;
  SmallVector<int64_t> inputs, dims;
  SmallVector<int64_t> inputNumber = numberInputs();
  using Source = SymbolicShapes::Source;
  SmallVector<Attribute> definitions;
  for (auto [i, symbol] : llvm::enumerate(shapes.symbols())) {
    bool isDerived = symbol.source == Source::Derived;
    bool isComputed = symbol.source == Source::Computed;
    names.push_back(symbol.name);
    inputs.push_back(isDerived || isComputed ? -1 : inputNumber[symbol.argument]);
    dims.push_back(isDerived || isComputed ? -1 : int64_t(symbol.dim));
    if (!isDerived) {
      definitions.push_back(builder.getStringAttr(isComputed ? "computed"
                                                  : symbol.source == Source::Element
                                                      ? "element"
                                                      : "dimension"));
      continue;
    }
    const DerivedSizes::Definition &definition = symbol.definition;
    SmallVector<Dim> operands = {definition.lhs};
    if (definition.kind)
      operands.push_back(definition.rhs);
    StringRef kind = !definition.kind ? "value" : *definition.kind == Extremum::Min ? "min" : "max";
    definitions.push_back(
        builder.getArrayAttr({builder.getStringAttr(kind),
                              AffineMapAttr::get(AffineMap::get(0, i, operands, context))}));
  }
  bool areDimensions = llvm::all_of(shapes.symbols(), [](const SymbolicShapes::Symbol &symbol) {
    return symbol.source == Source::Dimension;
  });
  program = lir::ProgramOp::create(builder, function.getLoc(), function.getSymName(),
                                   builder.getStrArrayAttr(names), inputs, dims,
                                   areDimensions ? ArrayAttr() : builder.getArrayAttr(definitions),
                                   function->getAttrOfType<ArrayAttr>(kStringsAttr));
  Block *body = &program.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(body);
  prepare = lir::PrepareOp::create(builder, function.getLoc());
  prepare.getBody().emplaceBlock();
  run = lir::RunOp::create(builder, function.getLoc());
  run.getBody().emplaceBlock();
  builder.setInsertionPoint(prepare);
}

bool ProgramBuilder::isParam(unsigned argument) {
  auto kind = function.getArgAttrOfType<StringAttr>(argument, "rlx.kind");
  return kind && kind.getValue() == "param";
}

SmallVector<int64_t> ProgramBuilder::numberInputs() {
  SmallVector<int64_t> numbers;
  int64_t next = 0;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    numbers.push_back(isParam(i) ? -1 : next++);
  return numbers;
}

AffineMap ProgramBuilder::sizesMap(ArrayRef<Dim> dims) {
  return AffineMap::get(0, shapes.symbols().size(), dims, context);
}

AffineMapAttr ProgramBuilder::sizesOf(Value tensor) {
  return AffineMapAttr::get(sizesMap(shapes.shape(tensor)));
}

MemRefType ProgramBuilder::bufferType(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> sizes;
  for (Dim dim : shapes.shape(tensor))
    sizes.push_back(InferContext::staticValue(dim).value_or(ShapedType::kDynamic));
  return MemRefType::get(sizes, type.getElementType());
}

void ProgramBuilder::addArguments() {
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto name = function.getArgAttrOfType<StringAttr>(i, "rlx.name");
    StringAttr attr = name ? name : builder.getStringAttr("arg" + Twine(i));
    Type type = bufferType(argument);
    Location loc = argument.getLoc();
    if (isParam(i))
      buffers[argument] = lir::ParamOp::create(builder, loc, type, attr, sizesOf(argument));
    else
      buffers[argument] = lir::InputOp::create(builder, loc, type, attr, sizesOf(argument),
                                               function.getArgAttrOfType<UnitAttr>(i, kStringAttr));
  }
}

// Gives each result a buffer. A value that is returned once and computed in a run is computed
// directly in it.
LogicalResult ProgramBuilder::addOutputs() {
  Block &body = function.getBody().front();
  Operation *ret = body.getTerminator();
  for (auto [i, value] : llvm::enumerate(ret->getOperands())) {
    if (!shapes.isKnown(shapes.shape(value)))
      return unsupported(ret->emitOpError("returns a tensor (result #"))
             << i << ") whose size depends on the data of a run, which is not supported; sizes "
             << "may depend on the sizes of the inputs only";
    auto name = function.getResultAttrOfType<StringAttr>(i, "rlx.name");
    Value buffer =
        lir::OutputOp::create(builder, value.getLoc(), bufferType(value),
                              name ? name : builder.getStringAttr("out" + Twine(i)), sizesOf(value),
                              function.getResultAttrOfType<UnitAttr>(i, kStringAttr),
                              /*donor=*/nullptr);
    outputs.push_back(buffer);
    computedInPlace.push_back(dependence.isRuntime(rootOf(value)) &&
                              bindResult(value, buffer, body));
  }
  return success();
}

void ProgramBuilder::addGuards() {
  for (const SymbolicShapes::Guard &guard : shapes.guards()) {
    auto made = lir::GuardOp::create(
        builder, function.getLoc(), AffineMapAttr::get(sizesMap({guard.lhs, guard.rhs})),
        builder.getStringAttr(guard.message), guard.atLeast ? builder.getUnitAttr() : UnitAttr(),
        guard.branch ? builder.getI64IntegerAttr(*guard.branch) : IntegerAttr());
    if (!guard.place.empty())
      made->setAttr(lir::kPlaceAttr, builder.getStringAttr(guard.place));
    if (!guard.from.empty() || !guard.to.empty()) {
      made->setAttr(lir::kFromAttr, AffineMapAttr::get(sizesMap(guard.from)));
      made->setAttr(lir::kToAttr, AffineMapAttr::get(sizesMap(guard.to)));
    }
  }
}

// Lets the op of `block` that computes `value` write to `buffer`. False if it is computed elsewhere
// or already has a buffer: then it must be copied.
bool ProgramBuilder::bindResult(Value value, Value buffer, Block &block) {
  for (Value at = value;; at = at.getDefiningOp()->getOperand(0)) {
    Operation *op = at.getDefiningOp();
    if (!op || op->getBlock() != &block || buffers.contains(at))
      return false;
    if (op->hasTrait<rlx::OpTrait::ReshapesOperand>())
      continue;
    if (!isKernelOp(op) && !isControlFlow(op))
      return false;
    // A size may be computed between the op and a reshape: the buffer has no memory before.
    llvm::SmallDenseSet<unsigned> known = shapes.computedIn(shapes.shape(at));
    for (unsigned symbol : shapes.computedIn(shapes.shape(value)))
      if (!known.contains(symbol))
        return false;
    buffers[value] = buffer;
    if (at != value)
      buffers[at] = view(at, buffer);
    // Updates of updates are applied to the result, one after the other.
    if (Value updated = updatedOperand(op); updated && isOwn(updated))
      (void)bindResult(updated, buffers[at], block);
    return true;
  }
}

// The operand that the op's kernel changes in place, if it is to do so: not a constant that the
// kernel contains, nor one that a run may replace by its own operand.
Value ProgramBuilder::updatedOperand(Operation *op) const {
  auto scatter = dyn_cast<ScatterOpInterface>(op);
  if (!options.updateInPlace || !scatter || !scatter.canUpdateInPlace() ||
      dependence.isPrepared(op->getResult(0)))
    return {};
  Value data = scatter.getData();
  Operation *made = data.getDefiningOp();
  if (llvm::count(op->getOperands(), data) != 1 ||
      (made && made->hasTrait<rlx::OpTrait::KeepsEqualShape>()) ||
      llvm::any_of(op->getOpOperands(),
                   [&](OpOperand &operand) { return operand.get() == data && isInline(operand); }))
    return {};
  return data;
}

// Whether an op computes the value in each run, for one reader only. Without `fuse` every op's
// result stays visible.
bool ProgramBuilder::isOwn(Value value) const {
  Operation *made = value.getDefiningOp();
  return options.fuse && made && value.hasOneUse() &&
         value.use_begin()->getOwner()->getBlock() == made->getBlock() &&
         !made->hasTrait<rlx::OpTrait::ReshapesOperand>() && dependence.isRuntime(value);
}

// Lets the result have the memory of an operand that nothing else reads.
void ProgramBuilder::shareUpdated(Value updated, Value result) {
  auto alloc = isOwn(updated) ? bufferOf(updated).getDefiningOp<lir::AllocOp>() : lir::AllocOp();
  if (alloc && !alloc.getPersistent() && alloc.getSizesAttr() == sizesOf(result))
    buffers.try_emplace(result, alloc);
}

Value ProgramBuilder::view(Value tensor, Value of) {
  return lir::ViewOp::create(builder, tensor.getLoc(), bufferType(tensor), of, sizesOf(tensor),
                             AffineMapAttr::get(sizesMap(getAffineConstantExpr(0, context))));
}

// The buffer of a value whose producer has been visited or needs no visit.
Value ProgramBuilder::bufferOf(Value value) {
  Value &buffer = buffers[value];
  if (buffer)
    return buffer;
  Operation *op = value.getDefiningOp();
  ElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant))) {
    buffer = lir::ConstantOp::create(builder, op->getLoc(), bufferType(value), constant);
  } else if (op->hasTrait<rlx::OpTrait::ReshapesOperand>()) {
    Value made = view(value, bufferOf(op->getOperand(0)));
    return buffers[value] = made;
  }
  return buffer;
}

Value ProgramBuilder::outputBuffer(Value result, bool isPrepare) {
  Value &buffer = buffers[result];
  bool persistent = isPrepare && usedByRun.contains(result);
  if (buffer)
    return buffer;
  MemRefType type = bufferType(result);
  Dims sizes(shapes.shape(result));
  // A run may have sizes for which another branch is there. Memory of this one waits for it then.
  if (std::optional<unsigned> symbol = shapes.branchSymbolAround(result.getDefiningOp()))
    for (Dim &dim : sizes)
      if (!shapes.isNonNegative(dim)) {
        dim = dim + getAffineSymbolExpr(*symbol, context); // which is 0
        break;
      }
  // A result that no kernel reads needs no memory.
  if (Dim isRead = expansions.lookup(result.getDefiningOp()))
    for (auto [dim, size] : llvm::zip(sizes, type.getShape()))
      if (ShapedType::isDynamic(size)) {
        dim = dim * isRead;
        break;
      }
  return buffer = lir::AllocOp::create(builder, result.getLoc(), type,
                                       persistent ? builder.getUnitAttr() : nullptr,
                                       /*host=*/nullptr, AffineMapAttr::get(sizesMap(sizes)));
}

// Prepared values among these must persist.
void ProgramBuilder::findValuesUsedByRun() {
  Block &body = function.getBody().front();
  for (Operation &op : body) {
    bool isReturn = &op == body.getTerminator();
    if (isa<tensor::ExtractOp>(op)) { // read by commands that set sizes
      usedByRun.insert(rootOf(op.getOperand(0)));
      continue;
    }
    if (!isReturn && ((!isKernelOp(&op) && !isControlFlow(&op)) ||
                      llvm::all_of(op.getResults(),
                                   [&](Value result) { return dependence.isPrepared(result); })))
      continue;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        usedByRun.insert(rootOf(operand));
    });
  }
}

// ---- commands ----

LogicalResult ProgramBuilder::addBlock(Block &block, std::optional<Scope> scope) {
  SmallVector<KernelGroup> groups = groupKernels(block, shapes, dependence, options.fuse);
  planExpansions(block, groups);
  llvm::DenseMap<Operation *, KernelGroup *> groupEndingAt;
  for (KernelGroup &group : groups)
    groupEndingAt[group.ops.back()] = &group;
  Scope prepareScope = {&prepare.getBody().front(), true};
  Scope runScope = {&run.getBody().front(), false};
  for (Operation &op : block) {
    bool isPrepare = op.getNumResults() > 0 && dependence.isPrepared(op.getResult(0));
    Scope target = scope ? *scope : isPrepare ? prepareScope : runScope;
    if (KernelGroup *group = groupEndingAt.lookup(&op)) {
      group->prepare = target.prepare;
      if (failed(addGroup(*group, target)))
        return failure();
    } else if (isControlFlow(&op) && op.getNumResults() > 0) {
      if (failed(addControlFlow(&op, target)))
        return failure();
    } else if (std::optional<unsigned> symbol = shapes.computedBy(&op)) {
      addSetSize(&op, *symbol, scope ? *scope : runScope);
    }
  }
  return success();
}

// The host reads the element that `cast` turns into an index.
void ProgramBuilder::addSetSize(Operation *cast, unsigned symbol, Scope scope) {
  auto extract = cast->getOperand(0).getDefiningOp<tensor::ExtractOp>();
  Value element = bufferOf(extract.getTensor());
  Type type = cast->getOperand(0).getType();
  if (auto whole = dyn_cast<MemRefType>(element.getType());
      !whole.hasStaticShape() || whole.getNumElements() != 1) {
    int64_t offset = shapes.symbols()[symbol].dim * ref::byteSize(type);
    element =
        lir::ViewOp::create(builder, extract.getLoc(), MemRefType::get({}, type), element,
                            AffineMapAttr::get(sizesMap({})),
                            AffineMapAttr::get(sizesMap(getAffineConstantExpr(offset, context))));
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(scope.commands);
  lir::SetSizeOp::create(builder, extract.getLoc(), builder.getI64IntegerAttr(symbol), element,
                         AffineMapAttr());
}

// Whether the group's kernel is dispatched twice: with the results of expansions, and with their
// operands.
bool ProgramBuilder::readsEither(const KernelGroup &group) const {
  auto user = dyn_cast<UserKernelOpInterface>(group.ops.back());
  return !(user && user.runsKernel()) &&
         llvm::none_of(group.ops, llvm::IsaPred<ExpertMatmulOpInterface, ExpertChoiceOpInterface>);
}

// 1 if all expansions that the group reads keep the shape, so that it reads their operands;
// otherwise 0. Null if it reads none, or their results only.
Dim ProgramBuilder::readsOperands(const KernelGroup &group) {
  Dim all;
  llvm::SmallDenseSet<Operation *> seen;
  for (Operation *op : group.ops)
    for (Value operand : op->getOperands())
      if (Operation *made = operand.getDefiningOp();
          made && expansions.contains(made) && seen.insert(made).second)
        all = all ? all * shapes.keepsShape(made) : shapes.keepsShape(made);
  return all && readsEither(group) ? all : Dim();
}

// An expansion runs if a command reads its result.
void ProgramBuilder::planExpansions(Block &block, ArrayRef<KernelGroup> groups) {
  llvm::DenseMap<Operation *, const KernelGroup *> groupOf;
  for (const KernelGroup &group : groups)
    for (Operation *op : group.ops)
      groupOf[op] = &group;
  Dim one = getAffineConstantExpr(1, context);
  SmallVector<Operation *> own;
  for (Operation &op : block)
    if (op.hasTrait<rlx::OpTrait::KeepsEqualShape>() && shapes.isKnown(shapes.keepsShape(&op))) {
      own.push_back(&op);
      expansions[&op] = one;
    }
  for (Operation *op : own) {
    Dim allOperands = one; // all users read the operand
    for (Operation *user : op->getUsers()) {
      // Readers behind another expansion may read its operand, this result.
      bool isExpansion = user->hasTrait<rlx::OpTrait::KeepsEqualShape>();
      const KernelGroup *group = isExpansion ? nullptr : groupOf.lookup(user);
      Dim operands = group && user->getBlock() == &block ? readsOperands(*group) : Dim();
      allOperands = allOperands * (operands ? operands : getAffineConstantExpr(0, context));
    }
    expansions[op] = one - allOperands;
  }
}

LogicalResult ProgramBuilder::addGroup(const KernelGroup &group, Scope scope) {
  llvm::SetVector<Value> operands;
  for (Operation *op : group.ops)
    for (OpOperand &operand : op->getOpOperands())
      if (!llvm::is_contained(group.ops, operand.get().getDefiningOp()) && !isInline(operand))
        operands.insert(operand.get());
  Operation *last = group.ops.back();
  if (auto user = dyn_cast<UserKernelOpInterface>(last); user && user.runsKernel())
    return addUserDispatch(user, group, scope);
  const Value updated = group.ops.size() == 1 && !scope.prepare ? updatedOperand(last) : Value();
  KernelModule::Added kernel = kernels.add(group, operands.getArrayRef(), updated);
  if (updated)
    shareUpdated(updated, last->getResult(0));
  SmallVector<Value> inputs, unexpanded, outs;
  Dims dims;
  size_t updatedInput = 0;
  for (auto [operand, type] : llvm::zip(operands, kernel.argumentTypes)) {
    if (operand.getType().isIndex()) {
      dims.push_back(shapes.index(operand));
      continue;
    }
    if (operand == updated)
      updatedInput = inputs.size();
    inputs.push_back(bufferOf(operand));
    Operation *made = operand.getDefiningOp();
    unexpanded.push_back(made && expansions.contains(made) ? bufferOf(made->getOperand(0))
                                                           : inputs.back());
    appendDynamic(operand, type, dims);
  }
  for (auto [result, type] : llvm::zip(last->getResults(), kernel.resultTypes)) {
    outs.push_back(outputBuffer(result, scope.prepare));
    appendDynamic(result, type, dims);
  }
  if (updated) {
    if (inputs[updatedInput] != outs[0])
      addCopy(last->getLoc(), inputs[updatedInput], outs[0], scope);
    inputs[updatedInput] = unexpanded[updatedInput] = outs[0];
  }
  Dim when = expansions.lookup(group.ops.front());
  Dim readsOperands = this->readsOperands(group);
  if (!readsOperands)
    return addDispatch(group, kernel.symbol, inputs, outs, dims, scope, when);
  // Of both dispatches, one has no work in a run.
  auto both = [&](Dim condition) { return when ? when * condition : condition; };
  if (failed(addDispatch(group, kernel.symbol, unexpanded, outs, dims, scope, both(readsOperands))))
    return failure();
  return addDispatch(group, kernel.symbol, inputs, outs, dims, scope, both(1 - readsOperands));
}

// A user kernel gets all sizes of all its tensors.
LogicalResult ProgramBuilder::addUserDispatch(UserKernelOpInterface op, const KernelGroup &group,
                                              Scope scope) {
  SmallVector<Value> inputs, outs;
  Dims dims;
  for (Value operand : op->getOperands()) {
    inputs.push_back(bufferOf(operand));
    llvm::append_range(dims, shapes.shape(operand));
  }
  for (Value result : op->getResults()) {
    outs.push_back(outputBuffer(result, scope.prepare));
    llvm::append_range(dims, shapes.shape(result));
  }
  return addDispatch(group, kernels.addUserKernel(op), inputs, outs, dims, scope);
}

LogicalResult ProgramBuilder::addDispatch(const KernelGroup &group, SymbolRefAttr kernel,
                                          ValueRange inputs, ValueRange outs, ArrayRef<Dim> dims,
                                          Scope scope, Dim when) {
  if (!shapes.isKnown(dims))
    return unsupported(group.ops.back()->emitOpError(
        "has a size that depends on the data of a run, which is not supported; sizes may depend on "
        "the sizes of the inputs only"));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(scope.commands);
  auto dispatch = lir::DispatchOp::create(
      builder, groupLocation(group), kernel, inputs, outs, AffineMapAttr::get(sizesMap(dims)),
      builder.getStringAttr(label(group)), nullptr, nullptr, nullptr);
  if (when && when != 1)
    dispatch->setAttr(lir::kWhenAttr, AffineMapAttr::get(sizesMap(when)));
  describeFailure(group, dispatch);
  if (!scope.prepare)
    for (Operation *op : group.ops)
      moeLayers.add(op, dispatch, [&](Value value) { return buffers.lookup(value); });
  return success();
}

// What the error of a kernel needs, which reports only a wrong index.
void ProgramBuilder::describeFailure(const KernelGroup &group, lir::DispatchOp dispatch) {
  auto failing = llvm::make_filter_range(group.ops, [](Operation *op) {
    return op->hasTrait<rlx::OpTrait::MayFail>() && !isSpeculatable(op);
  });
  if (failing.empty())
    return;
  if (std::string place = placeText((*failing.begin())->getLoc()); !place.empty())
    dispatch->setAttr(lir::kPlaceAttr, builder.getStringAttr(place));
  Dims sizes;
  for (Operation *op : failing) {
    Dims own = indexedSizes(op, shapes);
    if (own.empty() || !shapes.isKnown(own))
      return;
    for (Dim size : own)
      if (!llvm::is_contained(sizes, size))
        sizes.push_back(size);
  }
  dispatch->setAttr(lir::kIndexSizesAttr, AffineMapAttr::get(sizesMap(sizes)));
}

bool ProgramBuilder::isInline(OpOperand &operand) {
  return isInlineConstant(operand) ||
         (operand.get().getType().isIndex() && matchPattern(operand.get(), m_Constant()));
}

// Appends the sizes of a tensor that are dynamic in the kernel's type for it.
void ProgramBuilder::appendDynamic(Value tensor, Type type, Dims &dims) {
  for (auto [size, dim] : llvm::zip(cast<RankedTensorType>(type).getShape(), shapes.shape(tensor)))
    if (ShapedType::isDynamic(size))
      dims.push_back(dim);
}

Location ProgramBuilder::groupLocation(const KernelGroup &group) {
  SmallVector<Location> locations;
  for (Operation *op : group.ops)
    locations.push_back(op->getLoc());
  return FusedLoc::get(context, locations);
}

std::string ProgramBuilder::label(const KernelGroup &group) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::optional<SourceOp> source;
  if (!options.fuse)
    source = sourceOpOf(group.ops.front()->getLoc());
  bool isPart = source && (group.ops.size() > 1 ||
                           group.ops.front()->getName().getStringRef() != source->name);
  if (isPart) {
    StringRef name = source->name;
    name.consume_front("rlx.");
    os << name << ": ";
  }
  llvm::interleave(group.ops, os, [&](Operation *op) { os << shortName(op); }, "+");
  SplitLocation split = splitParts(group.ops.front()->getLoc());
  if (!split.parts.empty())
    os << " @ " << split.parts;
  else if (auto name = dyn_cast<NameLoc>(split.location))
    os << " @ " << name.getName().getValue();
  else if (auto file = dyn_cast<FileLineColLoc>(split.location); source && file && file.getLine())
    os << " @ " << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn();
  return text;
}

void ProgramBuilder::addCopy(Location loc, Value from, Value to, Scope scope) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(scope.commands);
  lir::CopyOp::create(builder, loc, from, to);
}

void ProgramBuilder::copyRemainingOutputs() {
  Operation *ret = function.getBody().front().getTerminator();
  for (auto [value, output, inPlace] : llvm::zip(ret->getOperands(), outputs, computedInPlace))
    if (!inPlace)
      addCopy(value.getLoc(), bufferOf(value), output, {&run.getBody().front(), false});
}

} // namespace rlx
