// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of tree_leaves_bitvector: each result element is a loop over the nodes of its tree.
#include "dialects/rlx/ir/TreesOps.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

LogicalResult TreeLeavesBitvectorOp::infer(InferContext &ctx, Adaptor op,
                                           SmallVectorImpl<InferredType> &results) {
  Dims x = ctx.shape(op.getX()), nodes = ctx.shape(op.getFeatures()),
       trees = ctx.shape(op.getFirstLeaf());
  if (x.size() != 2) // tree_leaves_bitvector_c1
    return ctx.fail("expects x of rank 2, but got rank " + Twine(x.size()));
  if (nodes.size() != 1 || trees.size() != 1) // tree_leaves_bitvector_c2, _c3
    return ctx.fail("expects features and first_leaf of rank 1, but got ranks " +
                    Twine(nodes.size()) + " and " + Twine(trees.size()));
  if (failed(expectShape(ctx, "thresholds", op.getThresholds(), nodes)) ||
      failed(expectShape(ctx, "masks", op.getMasks(), nodes)) || // tree_leaves_bitvector_c2
      failed(expectShape(ctx, "offsets", op.getOffsets(), {trees[0], ctx.constant(3)}))) // _c3
    return failure();
  for (auto [size, what] : {std::pair(x[1], "feature"), {nodes[0], "node"}}) // _c4
    if (failed(expectNonNegative(ctx, size - 1, Twine("expects at least one ") + what)))
      return failure();
  if (failed(expectSameElementType(ctx, {op.getX(), op.getThresholds()}))) // _c5
    return failure();
  results.push_back({{x[0], trees[0]}, IntegerType::get(ctx.getContext(), 32)});
  return success();
}

// The number of the lowest bit of an i64 that is 1, as an i32; 64 if there is none. GPUs have no
// instruction for it.
static Value lowestBit(OpBuilder &b, Location loc, Value bits) {
  auto constant = [&](int64_t value, unsigned width) -> Value {
    return arith::ConstantIntOp::create(b, loc, value, width);
  };
  auto isZero = [&](Value part) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, part, constant(0, 64));
  };
  Value count = constant(0, 32);
  for (int64_t half : {32, 16, 8, 4, 2, 1}) {
    Value low = arith::AndIOp::create(b, loc, bits, constant((int64_t(1) << half) - 1, 64));
    Value isEmpty = isZero(low);
    Value high = arith::ShRUIOp::create(b, loc, bits, constant(half, 64));
    Value more = arith::AddIOp::create(b, loc, count, constant(half, 32));
    bits = arith::SelectOp::create(b, loc, isEmpty, high, bits);
    count = arith::SelectOp::create(b, loc, isEmpty, more, count);
  }
  Value one = arith::AddIOp::create(b, loc, count, constant(1, 32));
  return arith::SelectOp::create(b, loc, isZero(bits), one, count);
}

FailureOr<SmallVector<Value>>
TreeLeavesBitvectorOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &) {
  Adaptor in(operands, *this);
  Location loc = getLoc();
  auto last = [&](Value tensor, int64_t dim) -> Value {
    return arith::SubIOp::create(b, loc, sizeOf(b, loc, tensor, dim), indexConstant(b, loc, 1));
  };
  Value lastFeature = last(in.getX(), 1), numNodes = sizeOf(b, loc, in.getFeatures(), 0),
        one = indexConstant(b, loc, 1);
  auto asIndex = [](OpBuilder &at, Location l, Value number) -> Value {
    return arith::IndexCastUIOp::create(at, l, at.getIndexType(), number);
  };
  // `bits` without the leaves that the nodes [from, to) exclude.
  auto exclude = [&](OpBuilder &at, Location l, Value row, Value from, Value to, Value bits,
                     bool missingPasses) -> Value {
    using P = arith::CmpFPredicate;
    const P predicate =
        getStrict() ? (missingPasses ? P::ULT : P::OLT) : (missingPasses ? P::ULE : P::OLE);
    auto loop = scf::ForOp::create(
        at, l, from, to, one, bits, [&](OpBuilder &body, Location k, Value i, ValueRange carried) {
          Value feature = asIndex(body, k, tensor::ExtractOp::create(body, k, in.getFeatures(), i));
          feature = arith::MinUIOp::create(body, k, feature, lastFeature);
          Value value = tensor::ExtractOp::create(body, k, in.getX(), ValueRange{row, feature});
          Value threshold = tensor::ExtractOp::create(body, k, in.getThresholds(), i);
          Value passes = arith::CmpFOp::create(body, k, predicate, value, threshold);
          Value mask = tensor::ExtractOp::create(body, k, in.getMasks(), i);
          Value less = arith::AndIOp::create(body, k, carried[0], mask);
          scf::YieldOp::create(
              body, k, arith::SelectOp::create(body, k, passes, carried[0], less).getResult());
        });
    return loop.getResult(0);
  };
  return SmallVector<Value>{parallelGeneric(
      b, loc, emptyResult(b, *this, operands), in.getFirstLeaf(),
      AffineMap::get(2, 0, b.getAffineDimExpr(1)),
      [&](OpBuilder &nested, Location l, ValueRange at, ValueRange v) -> Value {
        Value limits[3];
        for (int64_t i = 0; i < 3; ++i)
          limits[i] = arith::MinUIOp::create(
              nested, l,
              asIndex(nested, l,
                      tensor::ExtractOp::create(nested, l, in.getOffsets(),
                                                ValueRange{at[1], indexConstant(nested, l, i)})),
              numNodes);
        Value bits = arith::ConstantIntOp::create(nested, l, -1, 64);
        bits = exclude(nested, l, at[0], limits[0], limits[1], bits, false);
        bits = exclude(nested, l, at[0], limits[1], limits[2], bits, true);
        return arith::AddIOp::create(nested, l, v[0], lowestBit(nested, l, bits));
      })};
}

llvm::Error TreeLeavesBitvectorOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                            MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &features = in[1], &thresholds = in[2], &masks = in[3],
                    &offsets = in[4], &firstLeaf = in[5];
  auto inRange = [](int64_t number, int64_t size) {
    return number < 0 || number >= size ? size - 1 : number;
  };
  // The leaves that the nodes [from, to) exclude.
  auto excluded = [&](int64_t row, int64_t from, int64_t to, bool missingPasses) {
    uint64_t bits = 0;
    for (int64_t node = from; node < to; ++node) {
      const int64_t feature = inRange(features.ints[node], x.shape[1]);
      const double value = x.floats[row * x.shape[1] + feature], limit = thresholds.floats[node];
      const bool passes = std::isnan(value) || std::isnan(limit) ? missingPasses
                          : getStrict()                          ? value < limit
                                                                 : value <= limit;
      if (!passes)
        bits |= ~static_cast<uint64_t>(masks.ints[node]);
    }
    return bits;
  };
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t limits[3];
    for (int64_t k = 0; k < 3; ++k)
      limits[k] = inRange(offsets.ints[3 * index[1] + k], features.shape[0] + 1);
    const uint64_t bits = ~(excluded(index[0], limits[0], limits[1], false) |
                            excluded(index[0], limits[1], limits[2], true));
    out[0].setInt(i, firstLeaf.ints[index[1]] + llvm::countr_zero(bits));
  });
  return llvm::Error::success();
}
