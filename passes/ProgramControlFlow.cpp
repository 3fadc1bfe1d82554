// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers control flow to the host: rlx.if to lir.if, rlx.while to lir.while, rlx.scan to lir.for.
// Part of ProgramBuilder.
//
// A branch computes its values in the results' buffers. A carried value has one buffer, that of the
// result, and each iteration copies the yielded value back to it. Rows of a scan are views with an
// offset that depends on the loop counter, so kernels of the body access them in place.
#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/ir/ControlFlowOps.h"
#include "dialects/rlx/reference/Conversion.h"
#include "passes/ProgramBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace rlx {

LogicalResult ProgramBuilder::addControlFlow(Operation *op, Scope scope) {
  for (Value value : llvm::concat<Value>(SmallVector<Value>(op->getOperands()),
                                         SmallVector<Value>(op->getResults())))
    if (!shapes.isKnown(shapes.shape(value)))
      return unsupported(op->emitOpError("has a size that depends on the data of a run, which is "
                                         "not supported; sizes may depend on the sizes of the "
                                         "inputs only"));
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](IfOp op) { return addIf(op, scope); })
      .Case([&](WhileOp op) { return addWhile(op, scope); })
      .Case([&](ScanOp op) { return addScan(op, scope); })
      .Default([](Operation *other) {
        return unsupported(other->emitOpError("cannot be lowered to host control flow"));
      });
}

// ---- sizes that the run decides ----

void ProgramBuilder::addSetSize(Location loc, unsigned symbol, Dim value, Scope scope) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(scope.commands);
  lir::SetSizeOp::create(builder, loc, builder.getI64IntegerAttr(symbol), Value(),
                         AffineMapAttr::get(sizesMap(value)));
}

std::optional<unsigned> ProgramBuilder::decidedSymbol(Value result, Dim dim) const {
  auto symbol = dyn_cast<AffineSymbolExpr>(dim);
  if (!symbol || !shapes.isDecidedBy(result.getDefiningOp(), symbol.getPosition()))
    return std::nullopt;
  return symbol.getPosition();
}

bool ProgramBuilder::decideSizes(Value target, Value value, Scope scope, bool forNext) {
  bool any = false;
  for (auto [to, from] : llvm::zip(shapes.shape(target), shapes.shape(value))) {
    std::optional<unsigned> symbol = decidedSymbol(target, to);
    if (to == from || !symbol)
      continue;
    addSetSize(value.getLoc(), forNext ? shapes.nextOf(*symbol) : *symbol, from, scope);
    any = true;
  }
  return any;
}

// ---- if ----

LogicalResult ProgramBuilder::addIf(IfOp op, Scope scope) {
  for (Value result : op->getResults())
    (void)outputBuffer(result, scope.prepare);
  Value predicate = bufferOf(op.getPredicate());
  lir::IfOp choice;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(scope.commands);
    choice = lir::IfOp::create(builder, op.getLoc(), predicate);
  }
  Block *first = &choice.getThenRegion().emplaceBlock();
  Block *second = &choice.getElseRegion().emplaceBlock();
  if (failed(addBranch(op, op.getThenRegion(), {first, scope.prepare})))
    return failure();
  return addBranch(op, op.getElseRegion(), {second, scope.prepare});
}

// A value whose size the branch decides is copied, since the result has no memory before.
LogicalResult ProgramBuilder::addBranch(IfOp op, Region &region, Scope scope) {
  Block &block = region.front();
  if (std::optional<unsigned> symbol = shapes.branchSymbol(&region))
    addSetSize(op.getLoc(), *symbol, getAffineConstantExpr(0, context), scope);
  ValueRange yielded = block.getTerminator()->getOperands();
  SmallVector<bool> inPlace;
  for (auto [value, result] : llvm::zip(yielded, op->getResults()))
    inPlace.push_back(shapes.shape(value) == shapes.shape(result) &&
                      bindResult(value, bufferOf(result), block));
  if (failed(addBlock(block, scope)))
    return failure();
  for (auto [value, result, done] : llvm::zip(yielded, op->getResults(), inPlace)) {
    if (done)
      continue;
    decideSizes(result, value, scope);
    addCopy(value.getLoc(), bufferOf(value), bufferOf(result), scope);
  }
  return success();
}

// ---- carried values ----

SmallVector<Value> ProgramBuilder::startCarried(ValueRange inits, ResultRange results,
                                                Scope scope) {
  SmallVector<Value> carried;
  for (auto [init, result] : llvm::zip(inits, results)) {
    carried.push_back(outputBuffer(result, scope.prepare));
    decideSizes(result, init, scope);
    addCopy(init.getLoc(), bufferOf(init), carried.back(), scope);
  }
  return carried;
}

// The argument of `block` whose memory holds the value; null if there is none.
static BlockArgument argumentBehind(Value value, Block &block) {
  while (value.getDefiningOp() && value.getDefiningOp()->hasTrait<rlx::OpTrait::ReshapesOperand>())
    value = value.getDefiningOp()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &block ? argument : BlockArgument();
}

// A copy of the next value of `result` in memory that does not depend on its current size; null if
// its size does not change.
Value ProgramBuilder::saveForNext(Value result, Value value, Scope scope) {
  if (!decideSizes(result, value, scope, /*forNext=*/true))
    return {};
  Dims dims;
  for (auto [to, from] : llvm::zip(shapes.shape(result), shapes.shape(value))) {
    std::optional<unsigned> symbol = decidedSymbol(result, to);
    const bool changes = to != from && symbol;
    dims.push_back(changes ? getAffineSymbolExpr(shapes.nextOf(*symbol), context) : to);
  }
  Value saved =
      lir::AllocOp::create(builder, value.getLoc(), bufferType(result), /*persistent=*/nullptr,
                           /*host=*/nullptr, AffineMapAttr::get(sizesMap(dims)));
  addCopy(value.getLoc(), bufferOf(value), saved, scope);
  return saved;
}

// Carried values change together: an argument that becomes the next value of another is saved
// first. So are values whose sizes change: nothing that depends on a size may be in use when it is
// set.
void ProgramBuilder::carryOver(Block &body, ValueRange next, ResultRange results, Scope scope) {
  SmallVector<Value> resized;
  for (auto [value, result] : llvm::zip(next, results))
    resized.push_back(saveForNext(result, value, scope));
  SmallVector<std::pair<Value, Value>> copies;
  for (auto [i, value, result] : llvm::enumerate(next, results)) {
    BlockArgument argument = argumentBehind(value, body);
    if (resized[i] || (argument && argument.getArgNumber() == i))
      continue; // later, or unchanged
    Value from = bufferOf(value);
    if (argument && argument.getArgNumber() < results.size()) {
      Value saved =
          lir::AllocOp::create(builder, value.getLoc(), bufferType(value), /*persistent=*/nullptr,
                               /*host=*/nullptr, sizesOf(value));
      addCopy(value.getLoc(), from, saved, scope);
      from = saved;
    }
    copies.push_back({from, bufferOf(result)});
  }
  for (auto [from, to] : copies)
    addCopy(from.getLoc(), from, to, scope);
  for (auto [value, result, saved] : llvm::zip(next, results, resized))
    if (saved)
      for (auto [to, from] : llvm::zip(shapes.shape(result), shapes.shape(value)))
        if (std::optional<unsigned> symbol = decidedSymbol(result, to); to != from && symbol)
          addSetSize(value.getLoc(), *symbol, getAffineSymbolExpr(shapes.nextOf(*symbol), context),
                     scope);
  for (auto [result, saved] : llvm::zip(results, resized))
    if (saved)
      addCopy(saved.getLoc(), saved, bufferOf(result), scope);
}

// ---- while ----

LogicalResult ProgramBuilder::addWhile(WhileOp op, Scope scope) {
  SmallVector<Value> carried = startCarried(op.getInits(), op->getResults(), scope);
  for (Region *region : {&op.getCondition(), &op.getBody()})
    for (auto [argument, buffer] : llvm::zip(region->getArguments(), carried))
      buffers[argument] = buffer;
  auto condition = std::make_unique<Block>(), iteration = std::make_unique<Block>();
  Block &test = op.getCondition().front(), &body = op.getBody().front();
  if (std::optional<unsigned> symbol = shapes.branchSymbol(&op.getBody()))
    addSetSize(op.getLoc(), *symbol, getAffineConstantExpr(0, context),
               {iteration.get(), scope.prepare});
  if (failed(addBlock(test, Scope{condition.get(), scope.prepare})) ||
      failed(addBlock(body, Scope{iteration.get(), scope.prepare})))
    return failure();
  carryOver(body, body.getTerminator()->getOperands(), op->getResults(),
            {iteration.get(), scope.prepare});
  Value more = bufferOf(test.getTerminator()->getOperand(0));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(scope.commands);
  auto loop = lir::WhileOp::create(builder, op.getLoc(), more);
  loop.getConditionRegion().push_back(condition.release());
  loop.getBody().push_back(iteration.release());
  for (Value result : op->getResults())
    for (Dim dim : shapes.shape(result))
      if (std::optional<unsigned> symbol = decidedSymbol(result, dim))
        if (std::optional<unsigned> final = shapes.finalOf(*symbol))
          addSetSize(op.getLoc(), *final, dim, scope);
  return success();
}

// ---- scan ----

// Row `position` of the buffer `of`. The position is an expression that may use counters.
Value ProgramBuilder::rowView(Value row, Value of, Dim position) {
  auto type = cast<RankedTensorType>(row.getType());
  Dim bytes = getAffineConstantExpr(ref::byteSize(type.getElementType()), context);
  for (Dim dim : shapes.shape(row))
    bytes = bytes * dim;
  AffineMap offset = AffineMap::get(numCounters, shapes.symbols().size(), position * bytes);
  return lir::ViewOp::create(builder, row.getLoc(), bufferType(row), of, sizesOf(row),
                             AffineMapAttr::get(offset));
}

// Checks the guards of the body once, if there is an iteration.
void ProgramBuilder::addEntry(ScanOp op, Dim length, Scope scope) {
  constexpr int64_t kMaxIterations = int64_t(1) << 40;
  std::optional<unsigned> symbol = shapes.branchSymbol(&op.getBody());
  if (!symbol)
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(scope.commands);
  auto once = lir::ForOp::create(builder, op.getLoc(), builder.getI64IntegerAttr(numCounters++),
                                 AffineMapAttr::get(sizesMap(length.ceilDiv(kMaxIterations))));
  addSetSize(op.getLoc(), *symbol, getAffineConstantExpr(0, context),
             {&once.getBody().emplaceBlock(), scope.prepare});
}

LogicalResult ProgramBuilder::addScan(ScanOp op, Scope scope) {
  SmallVector<Value> carried =
      startCarried(op.getInits(), op->getResults().take_front(op.getNumCarried()), scope);
  SmallVector<Value> stacked;
  for (Value result : op.getStacked())
    stacked.push_back(outputBuffer(result, scope.prepare));
  Dim length = op.getLength() ? getAffineConstantExpr(*op.getLength(), context)
                              : shapes.shape(op.getInputs().front())[0];
  unsigned counter = numCounters++;
  Dim iteration = getAffineDimExpr(counter, context);
  Dim rowIndex = op.getReverse() ? length - 1 - iteration : iteration;
  // Later iterations overwrite a row until the one whose value is kept.
  int64_t kept = op.getNumCheckpoints();
  Dim stackedIndex = kept ? (iteration * kept).floorDiv(length) : rowIndex;

  addEntry(op, length, scope);
  Block &body = op.getBody().front();
  for (auto [argument, buffer] : llvm::zip(body.getArguments(), carried))
    buffers[argument] = buffer;
  for (auto [argument, input] :
       llvm::zip(body.getArguments().drop_front(carried.size()), op.getInputs()))
    buffers[argument] = rowView(argument, bufferOf(input), rowIndex);
  ValueRange yielded = body.getTerminator()->getOperands();
  SmallVector<std::pair<Value, Value>> rest;
  for (auto [row, buffer] : llvm::zip(yielded.drop_front(carried.size()), stacked)) {
    Value rowBuffer = rowView(row, buffer, stackedIndex);
    if (!bindResult(row, rowBuffer, body))
      rest.push_back({row, rowBuffer});
  }
  lir::ForOp loop;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(scope.commands);
    loop = lir::ForOp::create(builder, op.getLoc(), builder.getI64IntegerAttr(counter),
                              AffineMapAttr::get(sizesMap(length)));
  }
  Scope inner = {&loop.getBody().emplaceBlock(), scope.prepare};
  if (failed(addBlock(body, inner)))
    return failure();
  for (auto [row, buffer] : rest)
    addCopy(row.getLoc(), bufferOf(row), buffer, inner);
  carryOver(body, yielded.take_front(carried.size()), op->getResults().take_front(carried.size()),
            inner);
  return success();
}

} // namespace rlx
