// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers for ElementwiseOpInterface::buildScalar: arith ops by element type, constants, and an
// expression class for float formulas. All work on scalars and on vectors, so one body serves
// linalg, epilogues and vector code. Complex scalars are in ComplexBuilders.h.
#ifndef RLX_DIALECTS_RLX_SUPPORT_SCALARBUILDERS_H
#define RLX_DIALECTS_RLX_SUPPORT_SCALARBUILDERS_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

// The signatures of the two bodies that every elementwise op has.
#define RLX_BUILD_SCALAR(OpTy)                                                                     \
  FailureOr<Value> OpTy::buildScalar(OpBuilder &b, Location loc, ValueRange v, LoweringReason &)
#define RLX_EVALUATE(OpTy)                                                                         \
  llvm::Error OpTy::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,                         \
                             MutableArrayRef<ref::Tensor> out)

namespace rlx {

/// The element type of operand `index` as the op declares it; it may be unsigned.
inline mlir::Type operandElement(mlir::Operation *op, unsigned index = 0) {
  return llvm::cast<mlir::ShapedType>(op->getOperand(index).getType()).getElementType();
}

inline bool isFloat(mlir::Type element) {
  return llvm::isa<mlir::FloatType>(element);
}
/// Whether elements are unsigned. i1 counts as unsigned: true is 1, not -1.
inline bool isUnsigned(mlir::Type element) {
  return element.isUnsignedInteger() || element.isInteger(1);
}

/// Creates FloatOp for floats, SignedOp for signed integers, and UnsignedOp for unsigned integers
/// and i1.
template <typename FloatOp, typename SignedOp, typename UnsignedOp = SignedOp>
mlir::Value createArith(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type element,
                        mlir::Value lhs, mlir::Value rhs) {
  if (isFloat(element))
    return FloatOp::create(builder, loc, lhs, rhs);
  if (isUnsigned(element))
    return UnsignedOp::create(builder, loc, lhs, rhs);
  return SignedOp::create(builder, loc, lhs, rhs);
}

/// `element`, or a vector of it with the shape of `like`.
inline mlir::Type withElement(mlir::Type like, mlir::Type element) {
  auto vector = llvm::dyn_cast<mlir::VectorType>(like);
  return vector ? mlir::Type(vector.clone(element)) : element;
}

/// A constant of the integer type (or vector of integers) of `like`, wrapped to its width.
mlir::Value intConstant(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value like,
                        int64_t value);

/// A constant with the shape of `like`, from a float or (possibly unsigned) integer attribute.
mlir::Value constantFromAttr(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type like,
                             mlir::TypedAttr element);

/// The element that `splat` repeats, with the shape of `like`. It may be complex if `like` is no
/// vector.
mlir::Value splatConstant(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type like,
                          mlir::SplatElementsAttr splat);

/// A float scalar or vector under construction, with operators, so that a formula reads as in
/// mathematics. For example: `x * (1.0 / (1.0 + exp(-x)))`.
struct Expr {
  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;

  Expr with(mlir::Value other) const { return {builder, loc, other}; }
  Expr constant(double c) const { return with(scalarConstant(*builder, loc, value.getType(), c)); }
  /// MathOp(x)
  template <typename MathOp>
  Expr apply() const {
    return with(MathOp::create(*builder, loc, value).getResult());
  }
  /// BinaryOp(x, rhs)
  template <typename BinaryOp>
  Expr apply(Expr rhs) const {
    return with(BinaryOp::create(*builder, loc, value, rhs.value).getResult());
  }
};

inline Expr operator+(Expr l, Expr r) {
  return l.apply<mlir::arith::AddFOp>(r);
}
inline Expr operator-(Expr l, Expr r) {
  return l.apply<mlir::arith::SubFOp>(r);
}
inline Expr operator*(Expr l, Expr r) {
  return l.apply<mlir::arith::MulFOp>(r);
}
inline Expr operator/(Expr l, Expr r) {
  return l.apply<mlir::arith::DivFOp>(r);
}
inline Expr operator+(double l, Expr r) {
  return r.constant(l) + r;
}
inline Expr operator+(Expr l, double r) {
  return l + l.constant(r);
}
inline Expr operator*(double l, Expr r) {
  return r.constant(l) * r;
}
inline Expr operator*(Expr l, double r) {
  return l * l.constant(r);
}
inline Expr operator/(double l, Expr r) {
  return r.constant(l) / r;
}
inline Expr operator-(Expr x) {
  return x.apply<mlir::arith::NegFOp>();
}
inline Expr abs(Expr x) {
  return x.apply<mlir::math::AbsFOp>();
}
inline Expr exp(Expr x) {
  return x.apply<mlir::math::ExpOp>();
}
inline Expr expm1(Expr x) {
  return x.apply<mlir::math::ExpM1Op>();
}
inline Expr log1p(Expr x) {
  return x.apply<mlir::math::Log1pOp>();
}
inline Expr tanh(Expr x) {
  return x.apply<mlir::math::TanhOp>();
}
inline Expr erf(Expr x) {
  return x.apply<mlir::math::ErfOp>();
}
/// Maximum and minimum; NaN if either operand is NaN.
inline Expr max(Expr l, double r) {
  return l.apply<mlir::arith::MaximumFOp>(l.constant(r));
}
inline Expr min(Expr l, double r) {
  return l.apply<mlir::arith::MinimumFOp>(l.constant(r));
}

/// x `predicate` bound ? yes : no
inline Expr select(mlir::arith::CmpFPredicate predicate, Expr x, double bound, Expr yes, Expr no) {
  mlir::Value condition =
      mlir::arith::CmpFOp::create(*x.builder, x.loc, predicate, x.value, x.constant(bound).value);
  return x.with(mlir::arith::SelectOp::create(*x.builder, x.loc, condition, yes.value, no.value));
}

/// formula(x), computed in f32 if x is f16 or bf16.
template <typename Formula>
mlir::Value floatFormula(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x,
                         Formula formula) {
  mlir::Type element = mlir::getElementTypeOrSelf(x.getType());
  mlir::Value wide = convertFloat(builder, loc, x, accumulatorType(element));
  return convertFloat(builder, loc, formula(Expr{&builder, loc, wide}).value, element);
}

/// formula(x, y), computed in f32 if x and y are f16 or bf16.
template <typename Formula>
mlir::Value floatFormula(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x, mlir::Value y,
                         Formula formula) {
  mlir::Type element = mlir::getElementTypeOrSelf(x.getType());
  mlir::Type compute = accumulatorType(element);
  Expr l{&builder, loc, convertFloat(builder, loc, x, compute)};
  Expr r{&builder, loc, convertFloat(builder, loc, y, compute)};
  return convertFloat(builder, loc, formula(l, r).value, element);
}

/// MathOp(x), computed in f32 if x is f16 or bf16.
template <typename MathOp>
mlir::Value floatMath(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x) {
  return floatFormula(builder, loc, x, [](Expr e) { return e.apply<MathOp>(); });
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_SCALARBUILDERS_H
