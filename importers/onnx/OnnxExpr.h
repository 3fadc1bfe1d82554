// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on the tensors of a node with C++ operators.
//
// `(x + 1) * scale` emits rlx.add and rlx.mul. A number becomes a scalar of the other operand's
// element type. Operands broadcast as in NumPy. An expression of a failed node is null, and all
// that is made of it is null too.
#ifndef RLX_IMPORTERS_ONNX_ONNXEXPR_H
#define RLX_IMPORTERS_ONNX_ONNXEXPR_H

#include "importers/onnx/OnnxNode.h"
#include "importers/support/TensorOperators.h"

namespace rlx::onnxim {

class Expr : public TensorOperators<Expr> {
public:
  Expr(Node &node, Value value) : n(&node), tensor(value) {}

  Node &node() const { return *n; }
  Value value() const { return tensor; }
  Type elementType() const;
  Expr number(double value) const { return {*n, n->scalar(elementType(), value)}; }
  Expr unary(llvm::StringRef op) const { return {*n, n->emit(op, tensor)}; }
  Expr binary(llvm::StringRef op, Expr rhs) const {
    return {*n, n->emit(op, {tensor, rhs.tensor})};
  }
  Expr compare(ComparePredicate predicate, Expr rhs) const {
    return {*n, n->compare(predicate, tensor, rhs.tensor)};
  }
  Expr to(Type type) const { return {*n, n->cast(tensor, type)}; }
  Expr reshaped(llvm::ArrayRef<Dim> sizes) const { return {*n, n->reshape(tensor, sizes)}; }
  Expr expanded(llvm::ArrayRef<Dim> sizes) const { return {*n, n->expand(tensor, sizes)}; }
  // Element `index` of dimension `axis`, which is dropped.
  Expr at(int64_t axis, int64_t index) const;

private:
  Node *n;
  Value tensor;
};

Expr where(Expr condition, Expr onTrue, Expr onFalse);

// 0 of any element type, as a scalar.
Expr zeroOf(Node &n, Type elementType);
// The size as a scalar, or as a tensor of one element.
Expr sizeAs(Node &n, Dim size, Type elementType);
// A size that the run computes: the value of one element, a number that is whole.
Dim sizeOf(Expr value);
// 0, 1, …, size - 1 along `axis` of a tensor of rank `rank`; other sizes are 1.
Expr iotaAlong(Node &n, Dim size, int64_t axis, int64_t rank, Type elementType);
Dim productOf(Node &n, llvm::ArrayRef<Dim> sizes);
// The type to compute with: f64, or f32 for the other floating-point types.
Type computeType(Node &n, llvm::ArrayRef<Type> elementTypes);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXEXPR_H
