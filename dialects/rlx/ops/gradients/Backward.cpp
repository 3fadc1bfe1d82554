// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the backward ops of elementwise ops, of cumulative sums and of gather. Those of the
// other families are with their forward ops. Derivatives of activations are computed in forms that
// do not cancel in the tails.
#include "dialects/rlx/ir/BackwardOps.h"
#include "dialects/rlx/ir/CumulativeOps.h"
#include "dialects/rlx/ir/ScatterOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/reference/RefMath.h"
#include "dialects/rlx/reference/RefNorm.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace rlx;

using arith::CmpFPredicate;

namespace {

// The inference of ops whose incoming gradient and result are like the input.
template <typename Adaptor>
LogicalResult inferLikeInput(InferContext &ctx, Adaptor op,
                             SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  if (failed(expectSameElementType(ctx, op.getOperands())) ||
      failed(expectShape(ctx, "dy", op.getDy(), shape)))
    return failure();
  results.push_back({shape, InferContext::elementType(op.getInput())});
  return success();
}

} // namespace

// ---- relu_backward ----

// relu_backward_c1, relu_backward_c2
LogicalResult ReluBackwardOp::infer(InferContext &ctx, Adaptor op,
                                    SmallVectorImpl<InferredType> &results) {
  return inferLikeInput(ctx, op, results);
}
RLX_BUILD_SCALAR(ReluBackwardOp) {
  Expr x{&b, loc, v[0]}, dy{&b, loc, v[1]};
  return select(CmpFPredicate::OGT, x, 0.0, dy, dy.constant(0.0)).value;
}
RLX_EVALUATE(ReluBackwardOp) {
  for (int64_t i = 0; i < out[0].numElements(); ++i)
    out[0].set(i, in[0].floats[i] > 0 ? in[1].floats[i] : 0.0);
  return llvm::Error::success();
}

// ---- activation_backward ----

// activation_backward_c1, activation_backward_c2
LogicalResult ActivationBackwardOp::infer(InferContext &ctx, Adaptor op,
                                          SmallVectorImpl<InferredType> &results) {
  return inferLikeInput(ctx, op, results);
}

namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr double kInverseSqrtTwoPi = 0.39894228040143267794;
constexpr double kSqrtTwoOverPi = 0.79788456080286535588;

// Clamps x: beyond the bound derivatives are 0 or 1, and infinite terms would be multiplied by
// zeros.
Expr clipped(Expr x, double bound) {
  return max(min(x, bound), -bound);
}

Expr logistic(Expr x) {
  return 1.0 / (1.0 + exp(-x));
}

Expr geluDerivative(Expr x) {
  Expr at = clipped(x, 100);
  Expr density = kInverseSqrtTwoPi * exp(-0.5 * (at * at));
  return 0.5 * (1.0 + erf(kSqrtHalf * at)) + at * density;
}

// s + 2 x s (1 - s) u' with s = (1 + tanh u) / 2 = 1 / (1 + e^-2u).
Expr geluTanhDerivative(Expr x) {
  Expr at = clipped(x, 100), square = at * at;
  Expr s = logistic(2.0 * kSqrtTwoOverPi * (at + 0.044715 * (square * at)));
  Expr slope = 2.0 * kSqrtTwoOverPi * (1.0 + (3 * 0.044715) * square);
  return s + at * (s * (1.0 + -s)) * slope;
}

Expr siluDerivative(Expr x) {
  Expr at = clipped(x, 1000), s = logistic(at);
  return s * (1.0 + at * (1.0 + -s));
}

// mish is x n / d with n = p (p + 2), d = n + 2 and p = e^x. Its derivative is n / d + x 4 p (p +
// 1) / d^2. For x > 0 numerators and denominators are divided by powers of p, which might overflow.
Expr mishDerivative(Expr x) {
  Expr at = clipped(x, 1000), e = exp(-abs(at));
  auto bySign = [&](Expr left, Expr right) {
    return select(CmpFPredicate::OLT, at, 0.0, left, right);
  };
  Expr n = bySign(e * (e + 2.0), 1.0 + 2.0 * e);
  Expr d = n + bySign(e.constant(2.0), 2.0 * (e * e));
  Expr slope = 4.0 * (1.0 + e) * bySign(e, e * e);
  return n / d + at * (slope / (d * d));
}

// dy f'(x). Multiplications and divisions are in an order in which f' alone need not be
// representable.
Expr gradientOf(ActivationKind kind, Expr x, Expr dy) {
  auto even = [&](double rate) { return exp(-rate * abs(x)); };
  switch (kind) {
  case ActivationKind::Gelu:
    return dy * geluDerivative(x);
  case ActivationKind::GeluTanh:
    return dy * geluTanhDerivative(x);
  case ActivationKind::Silu:
    return dy * siluDerivative(x);
  case ActivationKind::Mish:
    return dy * mishDerivative(x);
  case ActivationKind::Relu:
    return select(CmpFPredicate::OGT, x, 0.0, dy, dy.constant(0.0));
  case ActivationKind::Sigmoid: { // e^-|x| / (1 + e^-|x|)^2
    Expr e = even(1), d = 1.0 + e;
    return dy * (e / (d * d));
  }
  case ActivationKind::Tanh: { // 1 / cosh^2
    Expr e = even(2), d = 1.0 + e;
    return dy * (4.0 * e / (d * d));
  }
  case ActivationKind::Exp:
    return dy * exp(x);
  case ActivationKind::Log:
    return dy / x;
  case ActivationKind::Sqrt:
    return select(CmpFPredicate::OLE, x, 0.0, dy.constant(0.0),
                  0.5 * (dy / x.apply<math::SqrtOp>()));
  case ActivationKind::Rsqrt:
    return select(CmpFPredicate::OLE, x, 0.0, dy.constant(0.0),
                  -0.5 * (dy / x.apply<math::SqrtOp>() / x));
  case ActivationKind::Neg:
    return -dy;
  case ActivationKind::Abs:
    return select(CmpFPredicate::OGT, x, 0.0, dy,
                  select(CmpFPredicate::OLT, x, 0.0, -dy, dy.constant(0.0)));
  case ActivationKind::Sin:
    return dy * x.apply<math::CosOp>();
  case ActivationKind::Cos:
    return -(dy * x.apply<math::SinOp>());
  case ActivationKind::Tan: {
    Expr tangent = x.apply<math::TanOp>();
    return dy * (1.0 + tangent * tangent);
  }
  case ActivationKind::Atan:
    return dy / (1.0 + x * x);
  case ActivationKind::Round:
    return dy;
  case ActivationKind::Softplus:
    return dy * logistic(x);
  case ActivationKind::Softsign: {
    Expr d = 1.0 + abs(x);
    return dy / d / d;
  }
  }
  llvm_unreachable("all kinds handled");
}

// f'(x) in double, except for the kinds with special cases.
double derivative(ActivationKind kind, double x) {
  double sigmoid = 1 / (1 + std::exp(-x));
  bool isLimit = std::fabs(x) > 1000; // the limit is exact there, for these kinds
  switch (kind) {
  case ActivationKind::Gelu:
    return isLimit ? x > 0
                   : 0.5 * std::erfc(-x / std::sqrt(2)) +
                         x * std::exp(-0.5 * x * x) / std::sqrt(2 * M_PI);
  case ActivationKind::GeluTanh: {
    double scale = std::sqrt(2 / M_PI), t = std::tanh(scale * (x + 0.044715 * std::pow(x, 3)));
    return isLimit ? x > 0
                   : 0.5 * (1 + t) +
                         0.5 * x * (1 - t * t) * scale * (1 + 3 * 0.044715 * std::pow(x, 2));
  }
  case ActivationKind::Silu:
    return isLimit ? x > 0 : sigmoid + x * sigmoid * (1 - sigmoid);
  case ActivationKind::Mish: {
    double t = std::tanh(x > 700 ? x : std::log1p(std::exp(x)));
    return isLimit ? x > 0 : t + x * (1 - t * t) * sigmoid;
  }
  case ActivationKind::Sigmoid:
    return sigmoid * (1 - sigmoid);
  case ActivationKind::Tanh:
    return std::isnan(x) ? x : 1 / (std::cosh(x) * std::cosh(x));
  case ActivationKind::Exp:
    return std::exp(x);
  case ActivationKind::Log:
    return 1 / x;
  case ActivationKind::Sqrt:
    return 1 / (2 * std::sqrt(x));
  case ActivationKind::Rsqrt:
    return -0.5 * std::pow(x, -1.5);
  case ActivationKind::Neg:
    return -1;
  case ActivationKind::Sin:
    return std::cos(x);
  case ActivationKind::Cos:
    return -std::sin(x);
  case ActivationKind::Tan:
    return 1 / (std::cos(x) * std::cos(x));
  case ActivationKind::Atan:
    return 1 / (1 + x * x);
  case ActivationKind::Softplus:
    return sigmoid;
  case ActivationKind::Softsign:
    return std::pow(1 + std::fabs(x), -2);
  case ActivationKind::Relu:
  case ActivationKind::Abs:
  case ActivationKind::Round:
    break;
  }
  llvm_unreachable("handled by gradientReference");
}

double gradientReference(ActivationKind kind, double x, double dy) {
  switch (kind) {
  case ActivationKind::Round:
    return dy;
  case ActivationKind::Relu:
    return x > 0 ? dy : 0;
  case ActivationKind::Abs:
    return x > 0 ? dy : (x < 0 ? -dy : 0);
  case ActivationKind::Sqrt:
  case ActivationKind::Rsqrt:
    return x <= 0 ? 0 : dy * derivative(kind, x);
  default:
    return dy * derivative(kind, x);
  }
}

} // namespace

RLX_BUILD_SCALAR(ActivationBackwardOp) {
  return floatFormula(b, loc, v[0], v[1],
                      [&](Expr x, Expr dy) { return gradientOf(getKind(), x, dy); });
}
RLX_EVALUATE(ActivationBackwardOp) {
  for (int64_t i = 0; i < out[0].numElements(); ++i)
    out[0].set(i, gradientReference(getKind(), in[0].floats[i], in[1].floats[i]));
  return llvm::Error::success();
}

// ---- cumsum_backward ----

LogicalResult CumsumBackwardOp::infer(InferContext &ctx, Adaptor op,
                                      SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getDy());
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // cumsum_backward_c1
    return failure();
  results.push_back({shape, InferContext::elementType(op.getDy())});
  return success();
}

// Element i is a term of the sums j >= i, so the gradient is a cumulative sum from the other end:
//   rlx.cumsum_backward %dy axis = -1  ->  rlx.cumsum %dy axis = -1 {reverse = true}
FailureOr<SmallVector<Value>> CumsumBackwardOp::decompose(OpBuilder &b, LoweringReason &) {
  return SmallVector<Value>{
      OpComposer(b, getLoc()).make<CumsumOp>(getDy(), getAxis(), getExclusive(), !getReverse())};
}

// Adds the gradient of every sum to the gradients of its terms.
RLX_EVALUATE(CumsumBackwardOp) {
  ref::forEachLine(in[0], normalizedAxis(getAxis(), in[0].rank()), [&](const ref::Line &line) {
    for (int64_t i = 0; i < line.size; ++i)
      for (int64_t j = 0; j < line.size; ++j)
        if (i == j ? !getExclusive() : (getReverse() ? j > i : j < i))
          out[0].floats[line.at(j)] += in[0].floats[line.at(i)];
  });
  return llvm::Error::success();
}

// ---- gather_backward ----

LogicalResult GatherBackwardOp::infer(InferContext &ctx, Adaptor op,
                                      SmallVectorImpl<InferredType> &results) {
  FailureOr<Dims> sizes = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(sizes))
    return failure();
  if (sizes->size() != 1) // gather_backward_c1
    return ctx.fail("expects one size, but got " + Twine(sizes->size()));
  if (failed(
          expectNonNegative(ctx, (*sizes)[0] - 1, // gather_backward_c1
                            "expects a size of at least 1" + ifKnown(", but got ", (*sizes)[0]))))
    return failure();
  Dims dy = ctx.shape(op.getDy()), indices = ctx.shape(op.getIndices());
  if (dy.size() < indices.size()) // gather_backward_c2
    return ctx.fail("expects dy of at least the rank " + Twine(indices.size()) +
                    " of the indices, but got rank " + Twine(dy.size()));
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, dy.size() - indices.size() + 1))) // gather_backward_c2
    return failure();
  Dims expected(dy.begin(), dy.begin() + axis), shape(expected);
  llvm::append_range(expected, indices);
  expected.append(dy.begin() + axis + indices.size(), dy.end());
  if (failed(expectShape(ctx, "dy", op.getDy(), expected))) // gather_backward_c3
    return failure();
  shape.push_back((*sizes)[0]);
  shape.append(dy.begin() + axis + indices.size(), dy.end());
  results.push_back({shape, InferContext::elementType(op.getDy())});
  return success();
}

// Decomposes to scatter_add. That op needs the indexed dimensions first, so transposes move them
// there and the result's axis back.
FailureOr<SmallVector<Value>> GatherBackwardOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  int64_t rank = getType().getRank(), axis = normalizedAxis(getAxis(), rank);
  int64_t count = getIndices().getType().getRank();
  Value dy = getDy();
  if (axis > 0) {
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank - 1 + count));
    std::rotate(order.begin(), order.begin() + axis, order.begin() + axis + count);
    dy = c.make<TransposeOp>(dy, order);
  }
  Value sums = c.make<ScatterAddOp>(dy, getIndices(), getSizes(), getStaticSizes());
  if (axis == 0)
    return SmallVector<Value>{sums};
  SmallVector<int64_t> back = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::rotate(back.begin(), back.begin() + 1, back.begin() + axis + 1);
  return SmallVector<Value>{c.make<TransposeOp>(sums, back)};
}

RLX_EVALUATE(GatherBackwardOp) {
  return forEachGathered(
      out[0].shape, in[1], normalizedAxis(getAxis(), out[0].rank()),
      [&](int64_t result, int64_t data) { out[0].floats[data] += in[0].floats[result]; });
}
