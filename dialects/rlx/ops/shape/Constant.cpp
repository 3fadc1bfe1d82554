// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of rlx.constant. The lowering is arith.constant, which may refer to a resource, so large
// data is not copied. Unsigned elements become signless ones with the same bytes, because arith has
// signless constants only.
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace rlx;

namespace {

// The same bytes as an attribute with the signless element type.
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
    return ctx.fail("expects elements of f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, "
                    "complex<f32>, complex<f64> or a narrow type, but got " +
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

namespace {
// Complex constants in kernels are few elements, or a splat. They become scalar constants, because
// memref has no complex constants.
Value complexTensor(OpBuilder &b, Location loc, RankedTensorType type, ElementsAttr value) {
  auto element = [&](ArrayAttr parts) -> Value {
    return complex::ConstantOp::create(b, loc, type.getElementType(), parts);
  };
  if (value.isSplat()) {
    Value init = tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
    return linalg::FillOp::create(b, loc, element(value.getSplatValue<ArrayAttr>()), init)
        .getResult(0);
  }
  SmallVector<Value> elements;
  for (ArrayAttr parts : value.getValues<ArrayAttr>())
    elements.push_back(element(parts));
  return tensor::FromElementsOp::create(b, loc, type, elements);
}
} // namespace

FailureOr<SmallVector<Value>> ConstantOp::lowerToLinalg(OpBuilder &b, ValueRange,
                                                        LoweringReason &) {
  if (isa<ComplexType>(getType().getElementType()) && isa<DenseElementsAttr>(getValue()))
    return SmallVector<Value>{complexTensor(b, getLoc(), getType(), getValue())};
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
