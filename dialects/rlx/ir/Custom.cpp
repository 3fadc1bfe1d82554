// Bodies of the ops that user code computes.
#include "dialects/rlx/ir/CustomOps.h"
#include "dialects/rlx/ir/InferUtils.h"

using namespace mlir;
using namespace rlx;

// ---- custom ----

namespace {

// The sizes of all operands, from left to right.
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
  return shape;
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
  for (auto [i, attribute] : llvm::enumerate(types.getAsValueRange<TypeAttr>())) {
    auto type = dyn_cast<RankedTensorType>(attribute);
    if (!type)
      return ctx.fail("expects ranked tensors in `outs`");
    FailureOr<Dims> shape = resultShape(ctx, type, maps, i, sizes);
    if (failed(shape))
      return failure();
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

llvm::Error CustomOp::evaluate(ref::EvalContext &ctx, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  return ctx.runUserKernel(getKernel(), getConfig(), in, out);
}
