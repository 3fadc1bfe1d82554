// Body of rlx.constant.
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/LinalgBuilders.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace rlx;

namespace {

// The same bytes as elements of the signless type.
TypedAttr signlessElements(ElementsAttr value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto wanted = cast<RankedTensorType>(signless(type));
  if (type == wanted)
    return value;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(wanted, resource.getRawHandle());
  return DenseElementsAttr::getFromRawBuffer(wanted, cast<DenseElementsAttr>(value).getRawData());
}

} // namespace

LogicalResult ConstantOp::infer(InferContext &ctx, Adaptor op,
                                SmallVectorImpl<InferredType> &results) {
  auto describe = [](auto thing) {
    std::string text;
    llvm::raw_string_ostream(text) << thing;
    return text;
  };
  ElementsAttr value = op.getValue();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type) // constant_c1
    return ctx.fail("expects a value of ranked tensor type, but got " + describe(value.getType()));
  Type element = type.getElementType();
  if (!ref::isSupportedElementType(element)) // constant_c2
    return ctx.fail("expects elements of f16, bf16, f32, f64, i1, i8 to i64 or ui8 to ui64, but "
                    "got " +
                    describe(element));
  std::optional<int64_t> bytes = ref::byteSize(element);
  for (int64_t size : type.getShape())
    bytes = bytes ? llvm::checkedMul<int64_t>(*bytes, size) : bytes;
  if (!bytes) // constant_c5
    return ctx.fail("expects a value of fewer than 2^63 bytes, but got " + describe(type));
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  if (!resource && !isa<DenseIntOrFPElementsAttr>(value)) // constant_c3
    return ctx.fail("expects a dense or dense_resource value, but got " + describe(value));
  if (resource && resource.getRawHandle().getBlob()) {
    int64_t actual = resource.getRawHandle().getBlob()->getData().size();
    if (actual != *bytes) // constant_c4
      return ctx.fail("expects a resource of " + Twine(*bytes) + " bytes for " + describe(type) +
                      ", but '" + resource.getRawHandle().getKey() + "' has " + Twine(actual));
  }
  Dims dims;
  for (int64_t size : type.getShape())
    dims.push_back(ctx.constant(size));
  results.push_back({dims, element});
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) {
  return getValue();
}

FailureOr<SmallVector<Value>> ConstantOp::lowerToLinalg(OpBuilder &b, ValueRange,
                                                        LoweringReason &) {
  return SmallVector<Value>{arith::ConstantOp::create(b, getLoc(), signlessElements(getValue()))};
}

llvm::Error ConstantOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor>,
                                 MutableArrayRef<ref::Tensor> out) {
  llvm::Expected<ref::Tensor> tensor = ref::fromElements(getValue());
  if (!tensor)
    return tensor.takeError();
  out[0] = std::move(*tensor);
  return llvm::Error::success();
}
