// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on tensors with C++ operators, for ops that are compositions of rlx ops.
//
// `(x + 1) * scale` emits rlx.add and rlx.mul. A number becomes a scalar of the other operand's
// element type. An expression of a failed op is null, and so is all that is made of it.
#ifndef RLX_IMPORTERS_STABLEHLO_EXPR_H
#define RLX_IMPORTERS_STABLEHLO_EXPR_H

#include <initializer_list>

#include "importers/stablehlo/Importing.h"
#include "importers/support/TensorOperators.h"

namespace rlx::shlo {

class Expr : public TensorOperators<Expr> {
public:
  Expr(Node &op, Value value) : o(&op), tensor(value) {}

  Node &op() const { return *o; }
  Value value() const { return tensor; }
  Type type() const { return elementOf(tensor); }
  Expr number(double value) const { return {*o, o->scalar(type(), value)}; }
  Expr bits(uint64_t value) const { return {*o, tensor ? o->bits(type(), value) : Value()}; }
  Expr unary(llvm::StringRef name) const { return {*o, o->emit(name, tensor)}; }
  Expr binary(llvm::StringRef name, Expr rhs) const {
    return {*o, o->emit(name, {tensor, rhs.tensor})};
  }
  Expr compare(ComparePredicate predicate, Expr rhs) const {
    return {*o, o->compare(predicate, tensor, rhs.tensor)};
  }
  Expr to(Type type) const { return {*o, o->cast(tensor, type)}; }
  Expr as(Type type) const { return {*o, o->bitcast(tensor, type)}; }

private:
  Node *o;
  Value tensor;
};

inline Expr where(Expr condition, Expr onTrue, Expr onFalse) {
  return {onTrue.op(), onTrue.op().where(condition.value(), onTrue.value(), onFalse.value())};
}
inline Expr where(Expr condition, Expr onTrue, double onFalse) {
  return where(condition, onTrue, onTrue.number(onFalse));
}
inline Expr where(Expr condition, double onTrue, Expr onFalse) {
  return where(condition, onFalse.number(onTrue), onFalse);
}
inline Expr abs(Expr a) {
  return a.unary("rlx.abs");
}
inline Expr exp(Expr a) {
  return a.unary("rlx.exp");
}
inline Expr log(Expr a) {
  return a.unary("rlx.log");
}
inline Expr log1p(Expr a) {
  return a.unary("rlx.log1p");
}
inline Expr sqrt(Expr a) {
  return a.unary("rlx.sqrt");
}
inline Expr sin(Expr a) {
  return a.unary("rlx.sin");
}
inline Expr cos(Expr a) {
  return a.unary("rlx.cos");
}
inline Expr pow(Expr a, Expr b) {
  return a.binary("rlx.pow", b);
}
inline Expr shiftLeft(Expr a, int64_t n) {
  return a.binary("rlx.shift_left", a.bits(n));
}
inline Expr shiftRight(Expr a, int64_t n) {
  return a.binary("rlx.shift_right", a.bits(n));
}

// The polynomial with these coefficients, the highest power first, by Horner's rule.
inline Expr polynomial(Expr x, std::initializer_list<double> coefficients) {
  Expr sum = x.number(*coefficients.begin());
  for (double coefficient : llvm::drop_begin(coefficients))
    sum = sum * x + coefficient;
  return sum;
}

// Operand i of an op, and a result of it.
inline Expr input(Node &op, unsigned i) {
  return {op, op.in(i)};
}
// The type to compute with: f32 for f16 and bf16, otherwise the type itself.
inline Type computeType(Node &op, Type type) {
  return isFloat(type) && bitWidth(type) < 32 ? Type(op.builder().getF32Type()) : type;
}
// An integer key that orders floats by IEEE's totalOrder: -NaN, -inf, …, -0, +0, …, inf, NaN.
Expr totalOrderKey(Expr x);

} // namespace rlx::shlo

#endif // RLX_IMPORTERS_STABLEHLO_EXPR_H
