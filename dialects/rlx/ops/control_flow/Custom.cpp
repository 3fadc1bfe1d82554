// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of rlx.custom and rlx.custom_fn. The sizes of a user kernel's results are affine maps over
// the sizes of its operands, which inference evaluates. If no kernel is registered, the op
// decomposes to its body, whose ops are inlined.
#include "dialects/rlx/ir/CustomOps.h"
#include "dialects/rlx/ops/control_flow/ControlFlow.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/ShapeCasts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace rlx;

// ---- custom ----

namespace {

// The sizes of all operands, in order.
Dims operandSizes(InferContext &ctx, ValueRange operands) {
  Dims sizes;
  for (Value operand : operands)
    llvm::append_range(sizes, ctx.shape(operand));
  return sizes;
}

// The shape of result `i`, which is declared as `type`.
FailureOr<Dims> resultShape(InferContext &ctx, RankedTensorType type, ArrayAttr maps, unsigned i,
                            ArrayRef<Dim> sizes) {
  Dims shape;
  AffineMap map = maps ? cast<AffineMapAttr>(maps[i]).getValue() : AffineMap();
  if (map && (map.getNumDims() != 0 || map.getNumSymbols() != sizes.size() ||
              int64_t(map.getNumResults()) != type.getRank())) // custom_c1
    return ctx.fail("expects the sizes of result #" + Twine(i) + " as a map from " +
                    Twine(sizes.size()) + " symbols to " + Twine(type.getRank()) +
                    " sizes, but got one from " + Twine(map.getNumDims()) + " dimensions and " +
                    Twine(map.getNumSymbols()) + " symbols to " + Twine(map.getNumResults()));
  for (auto [d, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      shape.push_back(ctx.constant(size));
      if (map)
        ctx.requireEqual(map.getResult(d).replaceSymbols(sizes), shape.back(),
                         "a size declared static");
    } else if (map) {
      shape.push_back(map.getResult(d).replaceSymbols(sizes));
    } else { // custom_c1
      return ctx.fail("expects `sizes` for result #" + Twine(i) + ", which leaves a size open");
    }
  }
  if (failed(expectSizes(ctx, shape))) // custom_c6
    return failure();
  return shape;
}

// Requires that the body, if there is one, yields the op's sizes for result `i`.
void requireYielded(InferContext &ctx, Operation *yield, unsigned i, ArrayRef<Dim> shape) {
  auto type = yield && i < yield->getNumOperands()
                  ? dyn_cast<RankedTensorType>(yield->getOperand(i).getType())
                  : RankedTensorType();
  if (!type || type.getRank() != int64_t(shape.size()))
    return; // reported by the verifier
  for (auto [size, dim] : llvm::zip(type.getShape(), shape))
    if (!ShapedType::isDynamic(size)) // custom_c7
      ctx.requireEqual(dim, ctx.constant(size), "a size that the body yields");
}

} // namespace

LogicalResult CustomOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  ArrayAttr types = op.getOuts(), maps = op.getSizesAttr();
  if (op.getKernel().empty()) // custom_c3
    return ctx.fail("expects the name of a kernel, but it is empty");
  if (types.empty()) // custom_c2
    return ctx.fail("expects at least one type in `outs`");
  if (maps && maps.size() != types.size()) // custom_c1
    return ctx.fail("expects as many maps in `sizes` as types in `outs`, " + Twine(types.size()) +
                    ", but got " + Twine(maps.size()));
  Dims sizes = operandSizes(ctx, op.getInputs());
  Operation *yield = op.getRegions().empty() ? nullptr : yieldOf(op.getRegions()[0]);
  for (auto [i, attribute] : llvm::enumerate(types.getAsValueRange<TypeAttr>())) {
    auto type = dyn_cast<RankedTensorType>(attribute);
    if (!type)
      return ctx.fail("expects ranked tensors in `outs`");
    FailureOr<Dims> shape = resultShape(ctx, type, maps, i, sizes);
    if (failed(shape))
      return failure();
    requireYielded(ctx, yield, i, *shape);
    results.push_back({*shape, type.getElementType()});
  }
  return success();
}

StringRef CustomOp::getKernelName() {
  return getKernel();
}

StringRef CustomOp::getKernelConfig() {
  return getConfig();
}

bool CustomOp::runsKernel() {
  return getUseKernel() || getBody().empty();
}

void CustomOp::useKernel() {
  setUseKernel(true);
}

namespace {

SmallVector<RankedTensorType> tensorTypes(TypeRange types) {
  return llvm::map_to_vector(types, [](Type type) { return cast<RankedTensorType>(type); });
}

// Fails unless the region, which ends with rlx.yield, takes `arguments` and yields `results`.
LogicalResult verifyRegion(Operation *op, Region &region, StringRef name, TypeRange arguments,
                           TypeRange results) {
  // custom_c4, custom_fn_c1, custom_fn_c2
  if (failed(verifyArguments(op, region, name, tensorTypes(arguments))))
    return failure();
  Operation *yield = yieldOf(&region);
  if (!yield)
    return op->emitOpError("expects its ") << name << " to end with rlx.yield";
  // custom_c5, custom_fn_c3, custom_fn_c4
  if (!areCompatibleResultTypes(results, yield->getOperandTypes()))
    return yield->emitOpError("expects to yield ")
           << results << " from the " << name << ", but got " << yield->getOperandTypes();
  return success();
}

// The type with all sizes that are static in one of two compatible types.
RankedTensorType merged(RankedTensorType a, RankedTensorType b) {
  SmallVector<int64_t> shape;
  for (auto [lhs, rhs] : llvm::zip(a.getShape(), b.getShape()))
    shape.push_back(ShapedType::isDynamic(lhs) ? rhs : lhs);
  return a.clone(shape);
}

// Clones the ops of `body` at the insertion point, applied to `operands`; returns the yielded
// values. If an operand's type is more static than the argument's, the ops get it.
SmallVector<Value> inlined(OpBuilder &b, Location loc, Region &body, ValueRange operands) {
  IRMapping mapping;
  for (auto [argument, operand] : llvm::zip(body.getArguments(), operands)) {
    auto type = cast<RankedTensorType>(operand.getType());
    auto wanted = cast<RankedTensorType>(argument.getType());
    mapping.map(argument, withType(b, loc, operand, merged(type, wanted)));
  }
  for (Operation &op : body.front().without_terminator())
    b.clone(op, mapping);
  return llvm::map_to_vector(body.front().getTerminator()->getOperands(),
                             [&](Value value) { return mapping.lookup(value); });
}

} // namespace

LogicalResult CustomOp::verify() {
  if (getBody().empty())
    return success();
  return verifyRegion(*this, getBody(), "body", getInputs().getTypes(), getResultTypes());
}

FailureOr<SmallVector<Value>> CustomOp::decompose(OpBuilder &b, LoweringReason &why) {
  if (getBody().empty())
    return why.because("it has no body");
  SmallVector<OpFoldResult> operandSizes;
  for (Value operand : getInputs())
    llvm::append_range(operandSizes, tensor::getMixedSizes(b, getLoc(), operand));
  SmallVector<Value> values = inlined(b, getLoc(), getBody(), getInputs());
  for (auto [i, value, result] : llvm::enumerate(values, getResults())) {
    auto type = cast<RankedTensorType>(result.getType());
    if (!getSizesAttr()) {
      value = withType(b, getLoc(), value, type);
      continue;
    }
    // The body may yield types without the sizes that the op promises.
    AffineMap map = cast<AffineMapAttr>(getSizesAttr()[i]).getValue();
    SmallVector<OpFoldResult> sizes;
    for (AffineExpr size : map.getResults())
      sizes.push_back(affine::makeComposedFoldedAffineApply(
          b, getLoc(), AffineMap::get(0, map.getNumSymbols(), size), operandSizes));
    value = withSizes(b, getLoc(), value, sizes, type);
  }
  return values;
}

llvm::Error CustomOp::evaluate(ref::EvalContext &ctx, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  if (getBody().empty())
    return ctx.runUserKernel(getKernel(), getConfig(), in, out);
  llvm::Expected<SmallVector<ref::Tensor>> values = ctx.run(getBody(), in);
  if (!values)
    return values.takeError();
  for (auto [i, value, result] : llvm::enumerate(*values, out)) {
    if (ArrayRef<int64_t>(value.shape) != ArrayRef<int64_t>(result.shape))
      return llvm::createStringError("the body yields other sizes for result #" + Twine(i) +
                                     " than `sizes` gives");
    result = std::move(value);
  }
  return llvm::Error::success();
}

// ---- custom_fn ----

LogicalResult CustomFnOp::infer(InferContext &ctx, Adaptor op,
                                SmallVectorImpl<InferredType> &results) {
  RegionRange regions = op.getRegions();
  Operation *yield = regions.empty() ? nullptr : yieldOf(regions.front());
  if (!yield)
    return ctx.fail("expects a body that ends with rlx.yield");
  for (Value value : yield->getOperands())
    results.push_back({ctx.shape(value), InferContext::elementType(value)});
  return success();
}

LogicalResult CustomFnOp::verify() {
  TypeRange inputs = getInputs().getTypes(), outputs = getResultTypes();
  if (failed(verifyRegion(*this, getBody(), "body", inputs, outputs)))
    return failure();
  SmallVector<Type> arguments(inputs);
  llvm::append_range(arguments, outputs);
  llvm::append_range(arguments, outputs);
  if (!getVjp().empty() && failed(verifyRegion(*this, getVjp(), "vjp", arguments, inputs)))
    return failure();
  SmallVector<Type> tangents(inputs);
  llvm::append_range(tangents, inputs);
  return getJvp().empty() ? success() : verifyRegion(*this, getJvp(), "jvp", tangents, outputs);
}

// The derivatives take the operands first, and then values with the shapes of results or operands.
Dims CustomFnOp::argumentShape(InferContext &ctx, BlockArgument argument) {
  unsigned i = argument.getArgNumber(), numInputs = getInputs().size();
  if (i < numInputs)
    return ctx.shape(getInputs()[i]);
  if (argument.getOwner()->getParent() == &getJvp())
    return ctx.shape(getInputs()[i - numInputs]);
  unsigned result = (i - numInputs) % std::max<unsigned>(getNumResults(), 1);
  Operation *yield = yieldOf(&getBody());
  return ctx.shape(yield->getOperand(result));
}

FailureOr<SmallVector<Value>> CustomFnOp::decompose(OpBuilder &b, LoweringReason &) {
  return inlined(b, getLoc(), getBody(), getInputs());
}

llvm::Error CustomFnOp::evaluate(ref::EvalContext &ctx, ArrayRef<ref::Tensor> in,
                                 MutableArrayRef<ref::Tensor> out) {
  llvm::Expected<SmallVector<ref::Tensor>> values = ctx.run(getBody(), in);
  if (!values)
    return values.takeError();
  llvm::move(*values, out.begin());
  return llvm::Error::success();
}
