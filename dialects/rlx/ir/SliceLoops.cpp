// Implementation of the loops of ops with an order; see SliceLoops.h.
#include "dialects/rlx/ir/SliceLoops.h"

#include "dialects/rlx/ir/LinalgBuilders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {
namespace {

// Work of one workgroup: enough to dwarf a call, little enough to share among threads.
constexpr int64_t kWorkgroupSteps = 16384;
// What a size is taken for when nobody knows it.
constexpr int64_t kAssumedSize = 256;
// Dimensions of a grid.
constexpr unsigned kMaxCuts = 3;

struct Cut {
  int64_t dim, tile;
};

// Where to cut, outermost dimension first: inner dimensions stay whole as long as they fit.
SmallVector<Cut> cuts(ArrayRef<int64_t> shape, ArrayRef<int64_t> parallelDims, int64_t steps) {
  if (ShapedType::isDynamic(steps))
    steps = kAssumedSize;
  int64_t room = std::max<int64_t>(kWorkgroupSteps / std::max<int64_t>(steps, 1), 1);
  SmallVector<Cut> result;
  for (int64_t dim : llvm::reverse(parallelDims)) {
    int64_t size = shape[dim];
    if (!ShapedType::isDynamic(size) && size <= room) {
      room /= std::max<int64_t>(size, 1);
      continue;
    }
    result.insert(result.begin(), {dim, room});
    room = 1;
  }
  if (result.size() > kMaxCuts)
    result.truncate(kMaxCuts);
  return result;
}

} // namespace

SmallVector<Value> forEachSlice(OpBuilder &b, Location loc, ValueRange inits,
                                ArrayRef<int64_t> parallelDims, int64_t steps, SliceBuilder body) {
  auto type = cast<RankedTensorType>(inits[0].getType());
  SmallVector<Cut> where = cuts(type.getShape(), parallelDims, steps);
  SmallVector<OpFoldResult> whole = tensor::getMixedSizes(b, loc, inits[0]);
  SmallVector<OpFoldResult> zeros(type.getRank(), b.getIndexAttr(0));
  if (where.empty())
    return body(b, loc, {zeros, whole, SmallVector<Value>(inits)});
  SmallVector<SmallVector<OpFoldResult>> initSizes;
  for (Value init : inits)
    initSizes.push_back(tensor::getMixedSizes(b, loc, init));
  SmallVector<OpFoldResult> lower(where.size(), b.getIndexAttr(0)), upper, step;
  for (const Cut &cut : where) {
    upper.push_back(whole[cut.dim]);
    step.push_back(b.getIndexAttr(cut.tile));
  }
  auto workgroup = [&](OpBuilder &nested, Location l, ValueRange arguments) {
    ValueRange at = arguments.take_front(where.size()), outs = arguments.drop_front(where.size());
    SmallVector<OpFoldResult> offsets(zeros), cutSizes;
    AffineExpr i = nested.getAffineDimExpr(0), end = nested.getAffineSymbolExpr(0);
    for (auto [cut, start] : llvm::zip(where, at)) {
      AffineMap map = AffineMap::get(1, 1, {nested.getAffineConstantExpr(cut.tile), end - i},
                                     nested.getContext());
      offsets[cut.dim] = start;
      cutSizes.push_back(affine::makeComposedFoldedAffineMin(
          nested, l, map, {OpFoldResult(start), whole[cut.dim]}));
    }
    ResultSlice slice{offsets, whole, {}};
    SmallVector<SmallVector<OpFoldResult>> sizes(initSizes), starts;
    auto ones = [&](size_t n) {
      return SmallVector<OpFoldResult>(sizes[n].size(), nested.getIndexAttr(1));
    };
    for (auto [n, out] : llvm::enumerate(outs)) {
      starts.emplace_back(sizes[n].size(), nested.getIndexAttr(0));
      for (auto [cut, size] : llvm::zip(where, cutSizes)) {
        sizes[n][cut.dim] = size;
        starts[n][cut.dim] = offsets[cut.dim];
      }
      slice.tensors.push_back(
          tensor::ExtractSliceOp::create(nested, l, out, starts[n], sizes[n], ones(n)));
    }
    slice.sizes = sizes[0];
    SmallVector<Value> results = body(nested, l, slice);
    auto join = scf::InParallelOp::create(nested, l);
    nested.setInsertionPointToStart(join.getBody());
    for (auto [n, result] : llvm::enumerate(results))
      tensor::ParallelInsertSliceOp::create(nested, l, result, outs[n], starts[n], sizes[n],
                                            ones(n));
  };
  auto loop =
      scf::ForallOp::create(b, loc, lower, upper, step, inits, /*mapping=*/std::nullopt, workgroup);
  return SmallVector<Value>(loop.getResults());
}

int64_t staticProduct(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    if (ShapedType::isDynamic(size))
      return ShapedType::kDynamic;
    product *= size;
  }
  return product;
}

SmallVector<Value> inOrder(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes,
                           ValueRange initial, StepBuilder body) {
  SmallVector<Value> lower(sizes.size(), indexConstant(b, loc, 0)),
      step(sizes.size(), indexConstant(b, loc, 1)), upper;
  for (OpFoldResult size : sizes)
    upper.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
  if (sizes.empty())
    return body(b, loc, {}, initial);
  scf::LoopNest nest = scf::buildLoopNest(
      b, loc, lower, upper, step, initial,
      [&](OpBuilder &nested, Location l, ValueRange at, ValueRange carried) -> scf::ValueVector {
        SmallVector<Value> values = body(nested, l, at, carried);
        return scf::ValueVector(values.begin(), values.end());
      });
  return SmallVector<Value>(nest.results);
}

SmallVector<Value> shifted(OpBuilder &b, Location loc, ValueRange position,
                           ArrayRef<OpFoldResult> offsets) {
  SmallVector<Value> result;
  for (auto [at, offset] : llvm::zip(position, offsets)) {
    if (getConstantIntValue(offset) == 0)
      result.push_back(at);
    else
      result.push_back(
          arith::AddIOp::create(b, loc, at, getValueOrCreateConstantIndexOp(b, loc, offset)));
  }
  return result;
}

} // namespace rlx
