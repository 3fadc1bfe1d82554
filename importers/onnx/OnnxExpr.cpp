// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on the tensors of a node; see OnnxExpr.h.
#include "importers/onnx/OnnxExpr.h"

#include <complex>

using namespace mlir;

namespace rlx::onnxim {

Type Expr::elementType() const {
  if (!tensor)
    return n->builder().getF32Type(); // the node has failed
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

Expr Expr::at(int64_t axis, int64_t index) const {
  if (!tensor)
    return *this;
  Dims sizes = n->dimsOf(tensor);
  Value part = n->sliceAxis(tensor, axis, n->size(index), n->size(1));
  sizes.erase(sizes.begin() + axis);
  return {*n, n->reshape(part, sizes)};
}

Expr where(Expr condition, Expr onTrue, Expr onFalse) {
  Node &n = condition.node();
  return {n, n.emit("rlx.where", {condition.value(), onTrue.value(), onFalse.value()})};
}

Expr zeroOf(Node &n, Type elementType) {
  auto complexType = dyn_cast<ComplexType>(elementType);
  if (!complexType)
    return {n, n.scalar(elementType, 0)};
  APFloat zero =
      APFloat::getZero(cast<FloatType>(complexType.getElementType()).getFloatSemantics());
  return {n, n.literal(DenseElementsAttr::get(RankedTensorType::get({}, elementType),
                                              std::complex<APFloat>(zero, zero)))};
}

Expr sizeAs(Node &n, Dim size, Type elementType) {
  if (std::optional<int64_t> value = constantOf(size))
    return {n, n.scalar(elementType, static_cast<double>(*value))};
  return Expr(n, n.iota(size, n.size(1), 0)).to(elementType);
}

Dim sizeOf(Expr value) {
  Node &n = value.node();
  Value whole = n.reshape(value.to(n.builder().getI64Type()).value(), {});
  return whole ? n.graph().computedSize(whole) : n.size(1);
}

Expr iotaAlong(Node &n, Dim size, int64_t axis, int64_t rank, Type elementType) {
  Dims sizes(rank, n.size(1));
  sizes[axis] = size;
  return Expr(n, n.iota(n.size(0), sizes, axis)).to(elementType);
}

Dim productOf(Node &n, ArrayRef<Dim> sizes) {
  MaybeDim product = n.size(1);
  for (Dim size : sizes)
    product = product ? mul(*product, size) : product;
  return n.need(product, "the number of elements");
}

Type computeType(Node &n, ArrayRef<Type> elementTypes) {
  bool isWide = llvm::any_of(elementTypes, [](Type type) { return type.isF64(); });
  return isWide ? Type(n.builder().getF64Type()) : Type(n.builder().getF32Type());
}

} // namespace rlx::onnxim
