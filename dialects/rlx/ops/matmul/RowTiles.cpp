// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of RowTiles.h. With a static number of rows the tiles are equal, and one remainder
// tile follows. With a dynamic number they have kDynamicTileRows rows, and the remaining rows are
// computed one by one.
#include "dialects/rlx/ops/matmul/RowTiles.h"

#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace rlx {
namespace {

// The rows of a tile if the number of rows is dynamic. Remaining rows are computed one by one.
constexpr int64_t kDynamicTileRows = 4;

// The row dimension that is tiled: the last one whose size is not 1.
int64_t tiledDim(ArrayRef<int64_t> rowSizes) {
  for (int64_t dim = rowSizes.size() - 1; dim >= 0; --dim)
    if (rowSizes[dim] != 1)
      return dim;
  return rowSizes.size() - 1;
}

} // namespace

RowTiles::RowTiles(OpBuilder &b, Location loc, Value lhs, int64_t maxRows) {
  dim = tiledDim(cast<RankedTensorType>(lhs.getType()).getShape().drop_back());
  others = tensor::getMixedSizes(b, loc, lhs);
  others.pop_back();
  OpFoldResult size = others[dim];
  others[dim] = b.getIndexAttr(1);
  std::optional<int64_t> known = getConstantIntValue(size);
  int64_t width =
      known ? std::clamp<int64_t>(*known, 1, maxRows) : std::min(kDynamicTileRows, maxRows);
  AffineExpr symbol = b.getAffineSymbolExpr(0);
  auto value = [&](AffineExpr expr) {
    return affine::makeComposedFoldedAffineApply(b, loc, expr, {size});
  };
  parts.push_back({value(symbol.floorDiv(width)), b.getIndexAttr(0), width});
  OpFoldResult whole = value(symbol.floorDiv(width) * width);
  if (!known) // the remainder one by one
    parts.push_back({value(symbol % width), whole, 1});
  else if (*known % width != 0)
    parts.push_back({b.getIndexAttr(1), whole, *known % width});
}

Value RowTiles::forEach(OpBuilder &b, Location loc, Value result, TileBuilder body) const {
  return inOrder(b, loc, others, {result},
                 [&](OpBuilder &nested, Location l, ValueRange outer, ValueRange carried) {
                   Value value = carried[0];
                   for (const Part &part : parts)
                     value = tiles(nested, l, part, outer, value, body);
                   return SmallVector<Value>{value};
                 })[0];
}

Value RowTiles::tiles(OpBuilder &b, Location loc, const Part &part, ValueRange outer, Value result,
                      TileBuilder body) const {
  auto tile = [&](OpBuilder &nested, Location l, ValueRange at, ValueRange carried) {
    Value scaled = arith::MulIOp::create(nested, l, at[0], indexConstant(nested, l, part.width));
    Value first = shifted(nested, l, scaled, part.first)[0];
    RowPositions rows(part.width, SmallVector<Value>(outer));
    for (auto [i, row] : llvm::enumerate(rows))
      row[dim] = arith::AddIOp::create(nested, l, first, indexConstant(nested, l, i));
    return SmallVector<Value>{body(nested, l, rows, carried[0])};
  };
  return inOrder(b, loc, part.count, {result}, tile)[0];
}

int64_t contractionSteps(Value lhs, int64_t lanes, int64_t maxSteps) {
  constexpr int64_t assumedRows = 4, assumedColumns = 256;
  int64_t steps = 1;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(lhs.getType()).getShape();
  for (auto [i, size] : llvm::enumerate(shape)) {
    bool isLast = i + 1 == shape.size();
    int64_t known = !ShapedType::isDynamic(size) ? size : isLast ? assumedColumns : assumedRows;
    steps = std::min(steps * std::max<int64_t>(known, 1), maxSteps * lanes);
  }
  return llvm::bit_floor<uint64_t>(std::max<int64_t>(steps / lanes, 1));
}

} // namespace rlx
