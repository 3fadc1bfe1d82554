// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of rlx.elementwise_region and rlx.yield, and the lowering of a region's ops as one loop
// body. Each inner op emits its buildScalar; intermediate values are rounded to their element
// types, so fusion does not change results.
#include "dialects/rlx/ops/elementwise/ElementwiseRegion.h"

#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ElementwiseRegionOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace rlx;

void ElementwiseRegionOp::build(OpBuilder &b, OperationState &state, TypeRange resultTypes,
                                ValueRange inputs,
                                llvm::function_ref<void(OpBuilder &, Location, ValueRange)> body) {
  state.addTypes(resultTypes);
  state.addOperands(inputs);
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locations(inputs.size(), state.location);
  Block *block = b.createBlock(state.addRegion(), {}, inputs.getTypes(), locations);
  body(b, state.location, block->getArguments());
}

// ---- infer, verify ----

namespace {

// The rlx.yield of a region that may not have been verified yet; null if there is none.
YieldOp findYield(RegionRange regions) {
  if (regions.empty() || !regions.front() || regions.front()->empty() ||
      regions.front()->front().empty())
    return {};
  return dyn_cast<YieldOp>(regions.front()->front().back());
}

bool broadcastsTo(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  if (from.size() > to.size())
    return false;
  for (auto [size, wanted] : llvm::zip(from, to.take_back(from.size())))
    if (size != 1 && size != wanted && !ShapedType::isDynamic(size) &&
        !ShapedType::isDynamic(wanted))
      return false;
  return true;
}

std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

} // namespace

LogicalResult ElementwiseRegionOp::infer(InferContext &ctx, Adaptor op,
                                         SmallVectorImpl<InferredType> &results) {
  YieldOp yield = findYield(op.getRegions());
  if (!yield)
    return ctx.fail("expects a body that ends with rlx.yield");
  if (op.getInputs().empty() || yield.getValues().empty()) // elementwise_region_c1
    return ctx.fail("expects at least one input and one result, but got " +
                    Twine(op.getInputs().size()) + " and " + Twine(yield.getValues().size()));
  SmallVector<InferredType, 1> shape;
  if (failed(inferElementwise(ctx, op.getInputs(), shape, {}, /*mixedTypes=*/true)))
    return failure();
  RankedTensorType whole = shape[0].type();
  for (Value value : yield.getValues()) {
    auto type = cast<RankedTensorType>(value.getType());
    if (!broadcastsTo(type.getShape(), whole.getShape())) // elementwise_region_c2
      return ctx.fail("expects yielded values whose shapes broadcast to that of all inputs, " +
                      toString(shape[0].dims) + ", but got " + describe(type));
    results.push_back({shape[0].dims, type.getElementType()});
  }
  return success();
}

LogicalResult ElementwiseRegionOp::verify() {
  Block &block = getBody().front();
  if (block.getNumArguments() != getInputs().size()) // elementwise_region_c4
    return emitOpError("expects a block argument for each of the ")
           << getInputs().size() << " inputs, but got " << block.getNumArguments();
  for (auto [i, input, argument] : llvm::enumerate(getInputs(), block.getArguments())) {
    auto outer = cast<RankedTensorType>(input.getType());
    auto inner = dyn_cast<RankedTensorType>(argument.getType());
    if (!inner || inner.getElementType() != outer.getElementType() ||
        failed(verifyCompatibleShape(inner.getShape(), outer.getShape()))) // elementwise_region_c5
      return emitOpError("expects block argument #") << i << " to have the type of its input, "
                                                     << outer << ", but got " << argument.getType();
  }
  return success();
}

// Runs after the inner ops have been verified, so a constant has its value.
LogicalResult ElementwiseRegionOp::verifyRegions() {
  for (Operation &op : getBody().front().without_terminator()) {
    auto constant = dyn_cast<ConstantOp>(op);
    bool isSplat = constant && isa<SplatElementsAttr>(constant.getValue());
    if (!isSplat && !isa<ElementwiseOpInterface>(op)) // elementwise_region_c6
      return op.emitOpError("expects to be elementwise, or a splat constant, in the body of "
                            "'rlx.elementwise_region'");
  }
  return success();
}

LogicalResult YieldOp::verify() {
  Operation *parent = (*this)->getParentOp();
  if (!parent || !isa_and_nonnull<RLXDialect>(parent->getDialect())) // yield_c1
    return emitOpError("expects to end a region of an rlx op");
  return success();
}

// ---- lowerToLinalg ----

FailureOr<SmallVector<Value>> rlx::buildRegionScalars(ElementwiseRegionOp op, OpBuilder &b,
                                                      Location loc, ValueRange values,
                                                      LoweringReason &why) {
  Block &block = op.getBody().front();
  IRMapping mapping;
  mapping.map(block.getArguments(), values);
  auto mapped = [&](ValueRange inner) {
    return llvm::map_to_vector(inner, [&](Value value) { return mapping.lookup(value); });
  };
  for (Operation &inner : block.without_terminator()) {
    if (auto constant = dyn_cast<ConstantOp>(inner)) {
      auto splat = cast<SplatElementsAttr>(constant.getValue());
      Type like = values.front().getType();
      mapping.map(constant.getResult(), splatConstant(b, inner.getLoc(), like, splat));
      continue;
    }
    FailureOr<Value> value = cast<ElementwiseOpInterface>(inner).buildScalar(
        b, inner.getLoc(), mapped(inner.getOperands()), why);
    if (failed(value))
      return failure();
    mapping.map(inner.getResult(0), *value);
  }
  return mapped(block.getTerminator()->getOperands());
}

// One loop over the result's elements. An intermediate value that is smaller than the result
// depends on the broadcast indices only, so it is right to compute it for every element:
//   linalg.generic { ^bb0(%x, %b): %1 = arith.addf %x, %b; %2 = maximumf %1, 0; linalg.yield %2 }
FailureOr<SmallVector<Value>> ElementwiseRegionOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                                 LoweringReason &why) {
  Location loc = getLoc();
  SmallVector<Value> inits;
  SmallVector<AffineMap> maps;
  auto whole = cast<RankedTensorType>(getResult(0).getType());
  for (Value operand : operands)
    maps.push_back(broadcastMap(cast<RankedTensorType>(operand.getType()), whole));
  for (unsigned i = 0; i < getNumResults(); ++i) {
    inits.push_back(emptyResult(b, *this, operands, i));
    maps.push_back(b.getMultiDimIdentityMap(whole.getRank()));
  }
  SmallVector<utils::IteratorType> iterators(whole.getRank(), utils::IteratorType::parallel);
  bool ok = true;
  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange(ValueRange(inits)), operands, inits, maps, iterators,
      [&](OpBuilder &nested, Location nestedLoc, ValueRange scalars) {
        FailureOr<SmallVector<Value>> values =
            buildRegionScalars(*this, nested, nestedLoc, scalars.take_front(operands.size()), why);
        ok = succeeded(values);
        linalg::YieldOp::create(nested, nestedLoc,
                                ok ? ValueRange(*values) : scalars.take_back(inits.size()));
      });
  if (!ok) {
    generic.erase();
    return failure();
  }
  return SmallVector<Value>(generic.getResults());
}

// ---- evaluate ----

llvm::Error ElementwiseRegionOp::evaluate(ref::EvalContext &ctx, ArrayRef<ref::Tensor> in,
                                          MutableArrayRef<ref::Tensor> out) {
  llvm::Expected<SmallVector<ref::Tensor>> values = ctx.run(getBody(), in);
  if (!values)
    return values.takeError();
  for (auto [value, result] : llvm::zip(*values, out)) {
    const ref::Tensor &from = value;
    ref::Tensor &to = result;
    ref::forEachIndex(to.shape, [&](ArrayRef<int64_t> index, int64_t i) {
      to.copyElement(i, from, ref::broadcastOffset(from.shape, index));
    });
  }
  return llvm::Error::success();
}
