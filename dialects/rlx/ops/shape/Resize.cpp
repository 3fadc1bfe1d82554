// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of resize. The lowering is one parallel linalg.generic. It computes the input coordinate of
// each result index in f64, as the definition says, and reads 1 element (nearest) or 2^n (linear).
#include "dialects/rlx/ir/ResizeOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/MixedSizes.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

namespace {

constexpr size_t kMaxLinearAxes = 4; // each result element reads 2^n elements

template <typename Adaptor>
LogicalResult checkScales(InferContext &ctx, Adaptor op, size_t count) {
  ArrayRef<double> scales = op.getScales();
  if (scales.empty())
    return success();
  if (scales.size() != count)
    return ctx.fail("expects " + Twine(count) + " scales or none, but got " + Twine(scales.size()));
  for (double scale : scales)
    if (!(scale > 0) || std::isinf(scale))
      return ctx.fail("expects positive, finite scales, but got " + std::to_string(scale));
  return success();
}

} // namespace

LogicalResult ResizeOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  FailureOr<Dims> sizes = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(sizes))
    return failure();
  SmallVector<int64_t> sorted;
  if (failed(normalizeAxes(ctx, op.getAxes(), shape.size(), /*emptyMeansAll=*/false,
                           sorted))) // resize_c1, resize_c2
    return failure();
  if (sizes->size() != op.getAxes().size()) // resize_c3
    return ctx.fail("expects one size for each of " + Twine(op.getAxes().size()) +
                    " axes, but got " + Twine(sizes->size()));
  if (failed(checkScales(ctx, op, sizes->size()))) // resize_c5
    return failure();
  bool linear = op.getMode() == ResizeMode::Linear;
  if (linear && sizes->size() > kMaxLinearAxes) // resize_c7
    return ctx.fail("expects at most " + Twine(kMaxLinearAxes) + " axes in mode linear, but got " +
                    Twine(sizes->size()));
  Type element = InferContext::elementType(op.getInput());
  if (linear && !isFloat(element)) // resize_c8
    return ctx.fail("expects a floating-point input in mode linear, but got an integer type");
  for (auto [axis, size] : llvm::zip(op.getAxes(), *sizes)) {
    int64_t dim = normalizedAxis(axis, shape.size());
    if (failed(expectNonNegative(ctx, size - 1,
                                 "expects sizes of at least 1 for axis " + Twine(axis) +
                                     ifKnown(", but got ", size)))) // resize_c4
      return failure();
    if (failed(expectNonNegative(ctx, shape[dim] - 1,
                                 "expects dimension " + Twine(dim) +
                                     " of the input not to be empty"))) // resize_c6
      return failure();
    shape[dim] = size;
  }
  results.push_back({shape, element});
  return success();
}

namespace {

// Emits f64 arithmetic on scalars.
struct Scalars {
  OpBuilder &b;
  Location loc;

  Value constant(double value) { return scalarConstant(b, loc, b.getF64Type(), value); }
  Value add(Value l, Value r) { return arith::AddFOp::create(b, loc, l, r); }
  Value sub(Value l, Value r) { return arith::SubFOp::create(b, loc, l, r); }
  Value mul(Value l, Value r) { return arith::MulFOp::create(b, loc, l, r); }
  Value div(Value l, Value r) { return arith::DivFOp::create(b, loc, l, r); }
  Value fromIndex(Value index) {
    Value integer = arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
    return arith::SIToFPOp::create(b, loc, b.getF64Type(), integer);
  }
  Value toIndex(Value number) {
    Value integer = arith::FPToSIOp::create(b, loc, b.getI64Type(), number);
    return arith::IndexCastOp::create(b, loc, b.getIndexType(), integer);
  }
  Value isOne(Value index) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, index, indexConstant(b, loc, 1));
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, loc, condition, yes, no);
  }
};

// A resized dimension in the lowering.
struct ResizedDim {
  int64_t dim;
  std::optional<double> scale;
  Value in, out; // index
};

// c(x) of the definition.
Value sourceCoordinate(Scalars s, CoordinateTransformation kind, const ResizedDim &dim,
                       Value position) {
  using Kind = CoordinateTransformation;
  Value x = s.fromIndex(position), zero = s.constant(0.0), half = s.constant(0.5);
  if (kind == Kind::AlignCorners) {
    Value one = s.constant(1.0);
    Value c = s.div(s.mul(x, s.sub(s.fromIndex(dim.in), one)), s.sub(s.fromIndex(dim.out), one));
    return s.select(s.isOne(dim.out), zero, c);
  }
  if (kind != Kind::Asymmetric)
    x = s.add(x, half);
  x = dim.scale ? s.div(x, s.constant(*dim.scale))
                : s.div(s.mul(x, s.fromIndex(dim.in)), s.fromIndex(dim.out));
  if (kind == Kind::HalfPixel || kind == Kind::PytorchHalfPixel)
    x = s.sub(x, half);
  return kind == Kind::PytorchHalfPixel ? s.select(s.isOne(dim.out), zero, x) : x;
}

// The coordinate clamped to [0, in - 1], so that it can become an index.
Value clampCoordinate(Scalars s, Value c, Value in) {
  Value last = s.sub(s.fromIndex(in), s.constant(1.0));
  Value low = arith::MaximumFOp::create(s.b, s.loc, c, s.constant(0.0));
  return arith::MinimumFOp::create(s.b, s.loc, low, last);
}

Value nearestPosition(Scalars s, NearestMode mode, Value c, Value in) {
  Value half = s.constant(0.5);
  switch (mode) {
  case NearestMode::RoundPreferFloor:
    c = math::CeilOp::create(s.b, s.loc, s.sub(c, half));
    break;
  case NearestMode::RoundPreferCeil:
    c = math::FloorOp::create(s.b, s.loc, s.add(c, half));
    break;
  case NearestMode::Floor:
    c = math::FloorOp::create(s.b, s.loc, c);
    break;
  case NearestMode::Ceil:
    c = math::CeilOp::create(s.b, s.loc, c);
    break;
  }
  return s.toIndex(clampCoordinate(s, c, in));
}

// Interpolates in dims[next..]. `position` holds the indices of all other dimensions.
Value interpolate(Scalars s, Value input, ArrayRef<ResizedDim> dims, ArrayRef<Value> coordinates,
                  SmallVector<Value> position, Type compute) {
  if (dims.empty()) {
    Value element = tensor::ExtractOp::create(s.b, s.loc, input, position).getResult();
    return convertFloat(s.b, s.loc, element, compute);
  }
  Value c = clampCoordinate(s, coordinates.front(), dims.front().in);
  Value below = math::FloorOp::create(s.b, s.loc, c);
  Value weight = convertFloat(s.b, s.loc, s.sub(c, below), compute);
  Value low = s.toIndex(below);
  Value high = arith::AddIOp::create(s.b, s.loc, low, indexConstant(s.b, s.loc, 1));
  auto at = [&](Value index) {
    position[dims.front().dim] = index;
    return interpolate(s, input, dims.drop_front(), coordinates.drop_front(), position, compute);
  };
  Value left = at(low), right = at(clampToSize(s.b, s.loc, high, dims.front().in));
  Value rest = s.sub(scalarConstant(s.b, s.loc, compute, 1.0), weight);
  // With weight 0 the other element must have no effect, even if it is infinite.
  Value zero = scalarConstant(s.b, s.loc, compute, 0.0);
  Value exact = arith::CmpFOp::create(s.b, s.loc, arith::CmpFPredicate::OEQ, weight, zero);
  return s.select(exact, left, s.add(s.mul(left, rest), s.mul(right, weight)));
}

} // namespace

FailureOr<SmallVector<Value>> ResizeOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &) {
  Location loc = getLoc();
  Value input = operands[0];
  int64_t rank = getType().getRank();
  Value init = emptyResult(b, *this, operands);
  SmallVector<ResizedDim> dims;
  for (auto [i, axis] : llvm::enumerate(getAxes())) {
    int64_t dim = normalizedAxis(axis, rank);
    auto size = [&](Value tensor) {
      return getValueOrCreateConstantIndexOp(b, loc, tensor::getMixedSize(b, loc, tensor, dim));
    };
    std::optional<double> scale;
    if (!getScales().empty())
      scale = getScales()[i];
    dims.push_back({dim, scale, size(input), size(init)});
  }
  Type element = getElementTypeOrSelf(init.getType());
  return SmallVector<Value>{parallelGeneric(
      b, loc, init, {}, {}, [&](OpBuilder &nested, Location l, ValueRange indices, ValueRange) {
        Scalars s{nested, l};
        SmallVector<Value> position(indices), coordinates;
        for (const ResizedDim &dim : dims)
          coordinates.push_back(
              sourceCoordinate(s, getCoordinateTransformation(), dim, indices[dim.dim]));
        if (getMode() == ResizeMode::Linear) {
          Type compute = accumulatorType(element);
          return convertFloat(nested, l,
                              interpolate(s, input, dims, coordinates, position, compute), element);
        }
        for (auto [dim, c] : llvm::zip(dims, coordinates))
          position[dim.dim] = nearestPosition(s, getNearestRounding(), c, dim.in);
        return tensor::ExtractOp::create(nested, l, input, position).getResult();
      })};
}

namespace {

// c(x) of the definition, for the interpreter.
double evaluateCoordinate(CoordinateTransformation kind, double x, double in, double out,
                          std::optional<double> scale) {
  auto scaled = [&](double v) { return scale ? v / *scale : v * in / out; };
  switch (kind) {
  case CoordinateTransformation::HalfPixel:
    return scaled(x + 0.5) - 0.5;
  case CoordinateTransformation::PytorchHalfPixel:
    return out > 1 ? scaled(x + 0.5) - 0.5 : 0;
  case CoordinateTransformation::AlignCorners:
    return out > 1 ? x * (in - 1) / (out - 1) : 0;
  case CoordinateTransformation::Asymmetric:
    return scaled(x);
  case CoordinateTransformation::TfHalfPixelForNN:
    return scaled(x + 0.5);
  }
  return 0;
}

double evaluateNearest(NearestMode mode, double c) {
  switch (mode) {
  case NearestMode::RoundPreferFloor:
    return std::ceil(c - 0.5);
  case NearestMode::RoundPreferCeil:
    return std::floor(c + 0.5);
  case NearestMode::Floor:
    return std::floor(c);
  case NearestMode::Ceil:
    return std::ceil(c);
  }
  return 0;
}

} // namespace

llvm::Error ResizeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &input = in[0];
  SmallVector<int64_t> strides = ref::strides(input.shape);
  SmallVector<int64_t> slotOf(input.rank(), -1); // from a dimension to its entry of axes
  for (auto [i, axis] : llvm::enumerate(getAxes()))
    slotOf[normalizedAxis(axis, input.rank())] = i;
  struct Term {
    int64_t offset;
    double weight;
  };
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    SmallVector<Term> terms = {{0, 1.0}};
    for (int64_t d = 0; d < input.rank(); ++d) {
      int64_t size = input.shape[d], slot = slotOf[d];
      SmallVector<Term, 2> picks = {{index[d], 1.0}};
      if (slot >= 0) {
        std::optional<double> scale;
        if (!getScales().empty())
          scale = getScales()[slot];
        double c = evaluateCoordinate(getCoordinateTransformation(), double(index[d]), double(size),
                                      double(out[0].shape[d]), scale);
        if (getMode() == ResizeMode::Nearest) {
          picks = {{int64_t(evaluateNearest(getNearestRounding(), c)), 1.0}};
        } else {
          double below = std::floor(c);
          picks = {{int64_t(below), 1 - (c - below)}, {int64_t(below) + 1, c - below}};
        }
      }
      SmallVector<Term> product;
      for (const Term &term : terms)
        for (const Term &pick : picks)
          product.push_back(
              {term.offset + std::clamp<int64_t>(pick.offset, 0, size - 1) * strides[d],
               term.weight * pick.weight});
      terms = std::move(product);
    }
    if (getMode() == ResizeMode::Nearest)
      return out[0].copyElement(i, input, terms[0].offset);
    double sum = 0;
    for (const Term &term : terms)
      if (term.weight != 0)
        sum += term.weight * input.floats[term.offset];
    out[0].set(i, sum);
  });
  return llvm::Error::success();
}
