// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the ops that build complex numbers and read their parts: infer, fold, buildScalar and
// evaluate, op by op. The arithmetic is in dialects/rlx/support/ComplexBuilders.h. There are no
// vectors of complex numbers, so these ops stay scalar.
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "dialects/rlx/ir/ComplexOps.h"
#include "dialects/rlx/reference/RefMath.h"
#include "dialects/rlx/support/ComplexBuilders.h"
#include "dialects/rlx/support/Folds.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/ScalarBuilders.h"

using namespace mlir;
using namespace rlx;

namespace {

Type partType(Value tensor) {
  return cast<ComplexType>(InferContext::elementType(tensor)).getElementType();
}

} // namespace

// ---- complex ----

LogicalResult ComplexOp::infer(InferContext &ctx, Adaptor op,
                               SmallVectorImpl<InferredType> &results) {
  return inferElementwise(ctx, op.getOperands(), results,
                          ComplexType::get(InferContext::elementType(op.getReal())));
}
RLX_BUILD_SCALAR(ComplexOp) {
  return complex::CreateOp::create(b, loc, ComplexType::get(v[0].getType()), v[0], v[1])
      .getResult();
}
RLX_EVALUATE(ComplexOp) {
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    out[0].setComplex(i, {in[0].floats[ref::broadcastOffset(in[0].shape, index)],
                          in[1].floats[ref::broadcastOffset(in[1].shape, index)]});
  });
  return llvm::Error::success();
}

// ---- parts ----

#define RLX_COMPLEX_PART_OP(OpTy, BUILD, FUNCTION)                                                 \
  LogicalResult OpTy::infer(InferContext &ctx, Adaptor op,                                         \
                            SmallVectorImpl<InferredType> &results) {                              \
    return inferElementwise(ctx, op.getOperands(), results, partType(op.getInput()));              \
  }                                                                                                \
  RLX_BUILD_SCALAR(OpTy) {                                                                         \
    return Value(BUILD);                                                                           \
  }                                                                                                \
  RLX_EVALUATE(OpTy) {                                                                             \
    for (int64_t i = 0, e = out[0].numElements(); i < e; ++i) {                                    \
      std::complex<double> z = in[0].complexAt(i);                                                 \
      out[0].floats[i] = FUNCTION;                                                                 \
    }                                                                                              \
    return llvm::Error::success();                                                                 \
  }
RLX_COMPLEX_PART_OP(RealOp, complex::ReOp::create(b, loc, v[0]), z.real())
RLX_COMPLEX_PART_OP(ImagOp, complex::ImOp::create(b, loc, v[0]), z.imag())
RLX_COMPLEX_PART_OP(ComplexAbsOp, complexAbs(b, loc, v[0]), std::hypot(z.real(), z.imag()))
RLX_COMPLEX_PART_OP(ComplexNormSqOp, complexNormSq(b, loc, v[0]),
                    z.real() * z.real() + z.imag() * z.imag())

namespace {
// The operand of rlx.complex that the op reads, if it has the result's type.
OpFoldResult foldPart(Operation *op, bool wantsReal) {
  auto made = op->getOperand(0).getDefiningOp<ComplexOp>();
  if (!made)
    return {};
  Value part = wantsReal ? made.getReal() : made.getImag();
  Value other = wantsReal ? made.getImag() : made.getReal();
  // Does not fold if broadcasting has checked sizes, which nothing would check then.
  return part.getType() == op->getResult(0).getType() && other.getType() == part.getType() &&
                 cast<ShapedType>(part.getType()).hasStaticShape()
             ? OpFoldResult(part)
             : OpFoldResult();
}
} // namespace

OpFoldResult RealOp::fold(FoldAdaptor) {
  return foldPart(*this, true);
}
OpFoldResult ImagOp::fold(FoldAdaptor) {
  return foldPart(*this, false);
}

// ---- conj ----

LogicalResult ConjOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  return inferElementwise(ctx, op.getOperands(), results);
}
OpFoldResult ConjOp::fold(FoldAdaptor) {
  return foldInvolution(*this);
}
RLX_BUILD_SCALAR(ConjOp) {
  Value re = complex::ReOp::create(b, loc, v[0]), im = complex::ImOp::create(b, loc, v[0]);
  return complex::CreateOp::create(b, loc, v[0].getType(), re, arith::NegFOp::create(b, loc, im))
      .getResult();
}
RLX_EVALUATE(ConjOp) {
  return ref::mapComplex(in, out, [](std::complex<double> z) { return std::conj(z); });
}

// ---- complex_norm_sq_backward ----

LogicalResult ComplexNormSqBackwardOp::infer(InferContext &ctx, Adaptor op,
                                             SmallVectorImpl<InferredType> &results) {
  Type part = partType(op.getInput()), grad = InferContext::elementType(op.getGrad());
  if (part != grad) { // complex_norm_sq_backward_c2
    std::string text;
    llvm::raw_string_ostream(text) << "expects grad to have element type " << part
                                   << " like the parts of the input, but got " << grad;
    return ctx.fail(text);
  }
  return inferElementwise(ctx, op.getOperands(), results, // complex_norm_sq_backward_c1
                          InferContext::elementType(op.getInput()), /*mixedTypes=*/true);
}
RLX_BUILD_SCALAR(ComplexNormSqBackwardOp) {
  Value re = complex::ReOp::create(b, loc, v[0]), im = complex::ImOp::create(b, loc, v[0]);
  return complex::CreateOp::create(b, loc, v[0].getType(), arith::MulFOp::create(b, loc, re, v[1]),
                                   arith::MulFOp::create(b, loc, im, v[1]))
      .getResult();
}
RLX_EVALUATE(ComplexNormSqBackwardOp) {
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    std::complex<double> z = in[0].complexAt(ref::broadcastOffset(in[0].shape, index));
    double g = in[1].floats[ref::broadcastOffset(in[1].shape, index)];
    out[0].setComplex(i, {z.real() * g, z.imag() * g});
  });
  return llvm::Error::success();
}
