// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of SequentialLoops.h: chooses the slices and emits the loops. Inner parallel
// dimensions stay whole while they fit, so that slices are contiguous. There are at most three
// cuts, because a grid has three dimensions.
#include "dialects/rlx/support/SequentialLoops.h"

#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>

using namespace mlir;

namespace rlx {
namespace {

// The default of kSliceStepsAttr.
constexpr int64_t kSliceSteps = 16384;
// The least contiguous elements of a slice along the last dimension, unless shorter slices are
// wanted. Narrower ones would read a cache line or two of each row, and rows are far apart.
constexpr int64_t kMinColumns = 64;
// The assumed value of a dynamic size.
constexpr int64_t kAssumedSize = 256;
// The number of grid dimensions.
constexpr unsigned kMaxCuts = 3;

// A cut along the parallel dimension with index `number`.
struct Cut {
  size_t number;
  int64_t tile;
};

// The slice length of the function that is being lowered at `b`.
int64_t sliceSteps(OpBuilder &b) {
  for (Operation *op = b.getInsertionBlock()->getParentOp(); op; op = op->getParentOp())
    if (auto steps = op->getAttrOfType<IntegerAttr>(kSliceStepsAttr))
      return steps.getInt();
  return kSliceSteps;
}

// Chooses the dimensions to cut, outermost first. Inner dimensions stay whole while they fit.
SmallVector<Cut> cuts(ArrayRef<int64_t> shape, ArrayRef<int64_t> parallelDims, int64_t steps,
                      int64_t wanted) {
  if (ShapedType::isDynamic(steps))
    steps = kAssumedSize;
  int64_t room = std::max<int64_t>(wanted / std::max<int64_t>(steps, 1), 1);
  SmallVector<Cut> result;
  for (size_t number = parallelDims.size(); number-- > 0;) {
    int64_t size = shape[parallelDims[number]];
    bool isContiguous = parallelDims[number] + 1 == int64_t(shape.size());
    int64_t tile = isContiguous && wanted > kMinColumns ? std::max(room, kMinColumns) : room;
    if (!ShapedType::isDynamic(size) && size <= tile) {
      room = std::max<int64_t>(room / std::max<int64_t>(size, 1), 1);
      continue;
    }
    result.insert(result.begin(), {number, tile});
    room = 1;
  }
  // Drops the cuts with the fewest slices; among dynamic sizes, the inner ones.
  auto numSlices = [&](const Cut &cut) {
    int64_t size = shape[parallelDims[cut.number]];
    return ShapedType::isDynamic(size) ? std::numeric_limits<int64_t>::max()
                                       : llvm::divideCeil(size, cut.tile);
  };
  while (result.size() > kMaxCuts) {
    auto least = llvm::min_element(llvm::reverse(result), [&](const Cut &a, const Cut &b) {
      return numSlices(a) < numSlices(b);
    });
    result.erase(std::prev(least.base()));
  }
  return result;
}

} // namespace

SmallVector<Value> forEachSlice(OpBuilder &b, Location loc, ValueRange inits,
                                ArrayRef<int64_t> parallelDims, int64_t steps, SliceBuilder body) {
  ParallelDims everywhere(inits.size(), SmallVector<int64_t>(parallelDims));
  return forEachSlice(b, loc, inits, everywhere, steps, body);
}

SmallVector<Value> forEachSlice(OpBuilder &b, Location loc, ValueRange inits,
                                const ParallelDims &parallelDims, int64_t steps,
                                SliceBuilder body) {
  auto isEmpty = [](Value init) {
    return llvm::is_contained(cast<ShapedType>(init.getType()).getShape(), 0);
  };
  if (llvm::all_of(inits, isEmpty))
    return SmallVector<Value>(inits);
  auto type = cast<RankedTensorType>(inits[0].getType());
  SmallVector<Cut> where;
  if (llvm::none_of(inits, isEmpty)) // MLIR cannot slice a tensor that is known to be empty
    where = cuts(type.getShape(), parallelDims[0], steps, sliceSteps(b));
  SmallVector<SmallVector<OpFoldResult>> sizes, offsets, ones;
  for (Value init : inits) {
    int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
    sizes.push_back(tensor::getMixedSizes(b, loc, init));
    offsets.emplace_back(rank, b.getIndexAttr(0));
    ones.emplace_back(rank, b.getIndexAttr(1));
  }
  if (where.empty())
    return body(b, loc, {offsets[0], sizes[0], SmallVector<Value>(inits)});
  auto size = [&](const Cut &cut) { return sizes[0][parallelDims[0][cut.number]]; };
  SmallVector<OpFoldResult> lower(where.size(), b.getIndexAttr(0)), upper, step;
  for (const Cut &cut : where) {
    upper.push_back(size(cut));
    step.push_back(b.getIndexAttr(cut.tile));
  }
  auto workgroup = [&](OpBuilder &nested, Location l, ValueRange arguments) {
    ValueRange at = arguments.take_front(where.size()), outs = arguments.drop_front(where.size());
    AffineExpr i = nested.getAffineDimExpr(0), end = nested.getAffineSymbolExpr(0);
    SmallVector<SmallVector<OpFoldResult>> cutOffsets(offsets), cutSizes(sizes);
    for (auto [cut, start] : llvm::zip(where, at)) {
      AffineMap map = AffineMap::get(1, 1, {nested.getAffineConstantExpr(cut.tile), end - i},
                                     nested.getContext());
      OpFoldResult count =
          affine::makeComposedFoldedAffineMin(nested, l, map, {OpFoldResult(start), size(cut)});
      for (auto [n, dims] : llvm::enumerate(parallelDims)) {
        cutOffsets[n][dims[cut.number]] = start;
        cutSizes[n][dims[cut.number]] = count;
      }
    }
    ResultSlice slice{cutOffsets[0], cutSizes[0], {}};
    for (auto [n, out] : llvm::enumerate(outs))
      slice.tensors.push_back(
          tensor::ExtractSliceOp::create(nested, l, out, cutOffsets[n], cutSizes[n], ones[n]));
    SmallVector<Value> results = body(nested, l, slice);
    auto join = scf::InParallelOp::create(nested, l);
    nested.setInsertionPointToStart(join.getBody());
    for (auto [n, result] : llvm::enumerate(results))
      tensor::ParallelInsertSliceOp::create(nested, l, result, outs[n], cutOffsets[n], cutSizes[n],
                                            ones[n]);
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
