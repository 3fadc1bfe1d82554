// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of rlx.if and rlx.while, and the helpers of ControlFlow.h; rlx.scan is in ScanOp.cpp.
// These ops have no lowering to linalg. Kernel outlining turns them into host commands, for example
// `lir.if`, around the kernels of their regions.
#include "dialects/rlx/ops/control_flow/ControlFlow.h"

#include "dialects/rlx/ir/ControlFlowOps.h"
#include "dialects/rlx/ir/ElementwiseRegionOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace rlx;

#include "dialects/rlx/interfaces/ControlFlowInterface.cpp.inc"

// ---- shared helpers ----

void rlx::walkInOrder(Block &block, llvm::function_ref<void(Operation *)> visit) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.hasTrait<mlir::OpTrait::IsTerminator>())
      continue;
    if (isControlFlow(&op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          walkInOrder(inner, visit);
    visit(&op);
  }
}

Operation *rlx::ancestorIn(Block *block, Operation *op) {
  while (op && op->getBlock() != block)
    op = op->getParentOp();
  return op;
}

Operation *rlx::yieldOf(Region *region) {
  if (!region || region->empty() || region->front().empty() ||
      !isa<YieldOp>(region->front().back()))
    return nullptr;
  return &region->front().back();
}

FailureOr<std::array<Operation *, 2>> rlx::yieldsOfTwo(InferContext &ctx, RegionRange regions) {
  Operation *first = regions.size() == 2 ? yieldOf(regions[0]) : nullptr;
  Operation *second = regions.size() == 2 ? yieldOf(regions[1]) : nullptr;
  if (!first || !second)
    return ctx.fail("expects two regions that end with rlx.yield");
  return std::array<Operation *, 2>{first, second};
}

std::optional<Dims> rlx::unifyShapes(InferContext &ctx, ArrayRef<Dim> a, ArrayRef<Dim> b,
                                     const Twine &why) {
  if (a.size() != b.size())
    return std::nullopt;
  Dims result;
  for (auto [lhs, rhs] : llvm::zip(a, b)) {
    if (lhs != rhs) {
      if (InferContext::isStatic(lhs) && InferContext::isStatic(rhs))
        return std::nullopt;
      ctx.requireEqual(lhs, rhs, why);
    }
    result.push_back(InferContext::isStatic(rhs) ? rhs : lhs);
  }
  return result;
}

bool rlx::isVarying(ArrayRef<int64_t> pairs, unsigned carried, unsigned dim) {
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i] == carried && pairs[i + 1] == dim)
      return true;
  return false;
}

LogicalResult rlx::inferCarried(InferContext &ctx, ValueRange inits, ValueRange next,
                                SmallVectorImpl<InferredType> &results, ArrayRef<int64_t> varying) {
  for (auto [i, init, value] : llvm::enumerate(inits, next)) {
    Dims from = ctx.shape(init), to = ctx.shape(value);
    for (unsigned d = 0; d < from.size() && d < to.size(); ++d)
      if (isVarying(varying, i, d))
        from[d] = to[d] = ctx.decided(i, d);
    Type element = InferContext::elementType(init), given = InferContext::elementType(value);
    std::optional<Dims> dims =
        element == given ? unifyShapes(ctx, from, to, "the sizes of carried value #" + Twine(i))
                         : std::nullopt;
    if (!dims) { // while_c4, scan_c5
      std::string text;
      llvm::raw_string_ostream(text) << init.getType() << ", but got " << value.getType();
      return ctx.fail("expects the body to yield for carried value #" + Twine(i) +
                      " the type it starts with, " + text);
    }
    results.push_back({*dims, element});
  }
  return success();
}

LogicalResult rlx::verifyArguments(Operation *op, Region &region, StringRef name,
                                   ArrayRef<RankedTensorType> expected) {
  if (region.getNumArguments() != expected.size()) // if_c5, while_c5, scan_c7
    return op->emitOpError("expects ") << expected.size() << " arguments of its " << name
                                       << ", but got " << region.getNumArguments();
  for (auto [i, argument, type] : llvm::enumerate(region.getArguments(), expected)) {
    auto actual = dyn_cast<RankedTensorType>(argument.getType());
    if (!actual || actual.getElementType() != type.getElementType() ||
        failed(verifyCompatibleShape(actual.getShape(), type.getShape()))) // while_c6, scan_c8
      return op->emitOpError("expects argument #") << i << " of its " << name << " to have type "
                                                   << type << ", but got " << argument.getType();
  }
  return success();
}

llvm::Error rlx::checkCarried(ArrayRef<ref::Tensor> before, ArrayRef<ref::Tensor> after,
                              ArrayRef<int64_t> varying) {
  for (size_t i = 0; i < before.size(); ++i)
    for (size_t d = 0; d < before[i].shape.size(); ++d)
      if (before[i].shape[d] != after[i].shape[d] && !isVarying(varying, i, d))
        return llvm::createStringError("carried value #" + Twine(i) +
                                       " changes its sizes from one iteration to the next");
  return llvm::Error::success();
}

// Passes the regions of an op under construction in the form that inference expects.
void rlx::addInferredTypes(OperationState &state, RegisteredOperationName name) {
  SmallVector<Type> types;
  SmallVector<Region *> regions;
  for (auto &region : state.regions)
    regions.push_back(region.get());
  auto *interface = name.getInterface<InferTypeOpInterface>();
  if (succeeded(interface->inferReturnTypes(state.getContext(), state.location, state.operands,
                                            state.attributes.getDictionary(state.getContext()),
                                            state.getRawProperties(), regions, types)))
    state.addTypes(types);
}

// ---- if: build, infer, verify, evaluate ----

using RegionBody = llvm::function_ref<void(OpBuilder &, Location)>;

void IfOp::build(OpBuilder &b, OperationState &state, Value predicate, RegionBody thenBody,
                 RegionBody elseBody) {
  state.addOperands(predicate);
  OpBuilder::InsertionGuard guard(b);
  for (RegionBody body : {thenBody, elseBody}) {
    b.createBlock(state.addRegion());
    body(b, state.location);
  }
  addInferredTypes(state, *state.name.getRegisteredInfo());
}

LogicalResult IfOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  FailureOr<std::array<Operation *, 2>> yields = yieldsOfTwo(ctx, op.getRegions());
  if (failed(yields))
    return failure();
  auto [first, second] = *yields;
  if (!ctx.shape(op.getPredicate()).empty()) // if_c1
    return ctx.fail("expects a scalar predicate, but got one of shape " +
                    toString(ctx.shape(op.getPredicate())));
  if (first->getNumOperands() != second->getNumOperands()) // if_c2
    return ctx.fail("expects both regions to yield equally many values, but got " +
                    Twine(first->getNumOperands()) + " and " + Twine(second->getNumOperands()));
  for (auto [i, a, b] : llvm::enumerate(first->getOperands(), second->getOperands())) {
    std::string text;
    llvm::raw_string_ostream(text) << a.getType() << " and " << b.getType();
    if (InferContext::elementType(a) != InferContext::elementType(b)) // if_c3
      return ctx.fail("expects both regions to yield one element type for result #" + Twine(i) +
                      ", but got " + text);
    Dims dims = ctx.shape(a), others = ctx.shape(b);
    if (dims.size() != others.size()) // if_c4
      return ctx.fail("expects both regions to yield one rank for result #" + Twine(i) +
                      ", but got " + text);
    for (auto [d, dim, other] : llvm::enumerate(dims, others))
      if (dim != other)
        dim = ctx.decided(i, d);
    results.push_back({dims, InferContext::elementType(a)});
  }
  return success();
}

LogicalResult IfOp::verify() {
  if (failed(verifyArguments(*this, getThenRegion(), "first region", {})))
    return failure();
  return verifyArguments(*this, getElseRegion(), "second region", {});
}

namespace {
// Inlines the region of a constant predicate:
//   rlx.if %true { ops; yield %a } else { … }  ->  ops; uses of the result become %a
struct InlineKnownBranch : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op, PatternRewriter &rewriter) const override {
    DenseElementsAttr known;
    if (!matchPattern(op.getPredicate(), m_Constant(&known)))
      return failure();
    Region &taken = known.getSplatValue<bool>() ? op.getThenRegion() : op.getElseRegion();
    Operation *yield = taken.front().getTerminator();
    // A result's declared type may be more or less static than the type of the yielded value.
    if (TypeRange(yield->getOperandTypes()) != TypeRange(op->getResultTypes()))
      return failure();
    SmallVector<Value> values(yield->getOperands());
    rewriter.eraseOp(yield);
    rewriter.inlineBlockBefore(&taken.front(), op);
    rewriter.replaceOp(op, values);
    return success();
  }
};
} // namespace

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<InlineKnownBranch>(context);
}

Dims IfOp::argumentShape(InferContext &, BlockArgument) {
  return {};
}

llvm::Error IfOp::evaluate(ref::EvalContext &ctx, ArrayRef<ref::Tensor> in,
                           MutableArrayRef<ref::Tensor> out) {
  llvm::Expected<SmallVector<ref::Tensor>> values =
      ctx.run(in[0].ints[0] ? getThenRegion() : getElseRegion(), {});
  if (!values)
    return values.takeError();
  llvm::move(*values, out.begin());
  return llvm::Error::success();
}

// ---- while: build, infer, verify, evaluate ----

using LoopBody = llvm::function_ref<void(OpBuilder &, Location, ValueRange)>;

void WhileOp::build(OpBuilder &b, OperationState &state, ValueRange inits, LoopBody condition,
                    LoopBody body) {
  state.addOperands(inits);
  SmallVector<Location> locations(inits.size(), state.location);
  OpBuilder::InsertionGuard guard(b);
  for (LoopBody fill : {condition, body}) {
    Block *block = b.createBlock(state.addRegion(), {}, inits.getTypes(), locations);
    fill(b, state.location, block->getArguments());
  }
  addInferredTypes(state, *state.name.getRegisteredInfo());
}

LogicalResult WhileOp::infer(InferContext &ctx, Adaptor op,
                             SmallVectorImpl<InferredType> &results) {
  FailureOr<std::array<Operation *, 2>> yields = yieldsOfTwo(ctx, op.getRegions());
  if (failed(yields))
    return failure();
  auto [condition, next] = *yields;
  if (op.getInits().empty()) // while_c1
    return ctx.fail("expects at least one carried value");
  if (condition->getNumOperands() != 1 ||
      !InferContext::elementType(condition->getOperand(0)).isInteger(1) ||
      !ctx.shape(condition->getOperand(0)).empty()) { // while_c2
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(condition->getOperandTypes(), os);
    return ctx.fail("expects a condition that yields one tensor<i1>, but got " +
                    (text.empty() ? "nothing" : text));
  }
  if (next->getNumOperands() != op.getInits().size()) // while_c3
    return ctx.fail("expects the body to yield " + Twine(op.getInits().size()) +
                    " values, one for each carried one, but got " + Twine(next->getNumOperands()));
  return inferCarried(ctx, op.getInits(), next->getOperands(), results,
                      op.getVarying().value_or(ArrayRef<int64_t>()));
}

LogicalResult WhileOp::verify() {
  ArrayRef<int64_t> varying = getVarying().value_or(ArrayRef<int64_t>());
  for (size_t i = 0; i < varying.size(); i += 2) { // while_c7
    auto type = varying[i] >= 0 && varying[i] < int64_t(getInits().size())
                    ? cast<RankedTensorType>(getInits()[varying[i]].getType())
                    : RankedTensorType();
    if (i + 1 == varying.size() || !type || varying[i + 1] < 0 || varying[i + 1] >= type.getRank())
      return emitOpError("expects pairs of a carried value and one of its dimensions in 'varying', "
                         "but got ")
             << getVaryingAttr();
  }
  auto expected = llvm::map_to_vector(
      getInits(), [](Value init) { return cast<RankedTensorType>(init.getType()); });
  if (failed(verifyArguments(*this, getCondition(), "condition", expected)))
    return failure();
  return verifyArguments(*this, getBody(), "body", expected);
}

Dims WhileOp::argumentShape(InferContext &ctx, BlockArgument argument) {
  unsigned number = argument.getArgNumber();
  Dims dims = ctx.shape(getInits()[number]);
  for (auto [d, dim] : llvm::enumerate(dims))
    if (isVarying(getVarying().value_or(ArrayRef<int64_t>()), number, d))
      dim = ctx.decided(number, d);
  return dims;
}

llvm::Error WhileOp::evaluate(ref::EvalContext &ctx, ArrayRef<ref::Tensor> in,
                              MutableArrayRef<ref::Tensor> out) {
  SmallVector<ref::Tensor> carried(in);
  for (;;) {
    llvm::Expected<SmallVector<ref::Tensor>> more = ctx.run(getCondition(), carried);
    if (!more)
      return more.takeError();
    if (!more->front().ints[0])
      break;
    llvm::Expected<SmallVector<ref::Tensor>> next = ctx.run(getBody(), carried);
    if (!next)
      return next.takeError();
    if (llvm::Error error =
            checkCarried(carried, *next, getVarying().value_or(ArrayRef<int64_t>())))
      return error;
    carried = std::move(*next);
  }
  llvm::move(carried, out.begin());
  return llvm::Error::success();
}
