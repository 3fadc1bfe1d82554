// The lowering of the product with weights of 4 or 8 bits. Weights lie along the columns of the
// result: 16 neighbouring ones are unpacked in a vector register and multiplied with one element
// of each of a few rows of the left operand. Columns that are left over go one by one.
#include "dialects/rlx/ir/IndexChecks.h"
#include "dialects/rlx/ir/LinalgBuilders.h"
#include "dialects/rlx/ir/RowTiles.h"
#include "dialects/rlx/ir/ScalarBuilders.h"
#include "dialects/rlx/ir/ScaledFormat.h"
#include "dialects/rlx/ir/ScaledQuantOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace rlx;

namespace {

// Widths of vectors, in the order in which they cover the columns. The widest takes whole cache
// lines of the weights.
constexpr int64_t kWidths[] = {64, 16, 1};
// Rows whose sums fit into the registers.
constexpr int64_t kWideRows = 4, kNarrowRows = 8;

class ScaledProduct {
public:
  ScaledProduct(OpBuilder &builder, Location loc, const ScaledWeights &weights, Value lhs)
      : weights(weights), lhs(lhs), element(getElementTypeOrSelf(lhs.getType())),
        accumulator(accumulatorType(element)), wide(builder, loc, lhs, kWideRows),
        narrow(builder, loc, lhs, kNarrowRows) {}

  // Computes `lanes` columns of the result: from `n` of the weights, from `to` of `result`.
  Value columns(OpBuilder &b, Location loc, int64_t lanes, Value n, Value to, Value result) {
    auto tile = [&](OpBuilder &nested, Location l, const RowPositions &rows, Value out) {
      SmallVector<Value> values = sums(nested, l, lanes, n, rows);
      for (auto [row, sum] : llvm::zip_equal(rows, values)) {
        SmallVector<Value> position(row);
        position.push_back(to);
        out = vector::TransferWriteOp::create(nested, l, convertFloat(nested, l, sum, element), out,
                                              position, ArrayRef<bool>{true})
                  .getResult();
      }
      return out;
    };
    return (lanes == kWidths[0] ? wide : narrow).forEach(b, loc, result, tile);
  }

private:
  // Of each row with `lanes` columns of the weights from `n` on.
  SmallVector<Value> sums(OpBuilder &b, Location loc, int64_t lanes, Value n,
                          const RowPositions &rows) {
    auto type = VectorType::get(lanes, accumulator);
    SmallVector<Value> initial(rows.size(), scalarConstant(b, loc, type, 0));
    Value count = indexConstant(b, loc, 1);
    Value length = sizeOf(b, loc, lhs, cast<ShapedType>(lhs.getType()).getRank() - 1);
    if (weights.blockSize > 0) {
      count = sizeOf(b, loc, weights.scale, 0);
      length = indexConstant(b, loc, weights.blockSize);
    }
    return inOrder(b, loc, OpFoldResult(count), initial,
                   [&](OpBuilder &nested, Location l, ValueRange block, ValueRange carried) {
                     ScaledDecoder decoder(nested, l, weights, lanes, n);
                     ScaledDecoder::Factors factors = decoder.factors(block[0]);
                     Value first = arith::MulIOp::create(nested, l, block[0], length);
                     return inOrder(
                         nested, l, OpFoldResult(length), carried,
                         [&](OpBuilder &inner, Location at, ValueRange i, ValueRange partial) {
                           Value k = arith::AddIOp::create(inner, at, first, i[0]);
                           ScaledDecoder row(inner, at, weights, lanes, n);
                           return addRow(inner, at, row.weights(k, factors), k, rows, partial);
                         });
                   });
  }

  SmallVector<Value> addRow(OpBuilder &b, Location loc, Value weight, Value k,
                            const RowPositions &rows, ValueRange partial) {
    SmallVector<Value> sums(partial);
    for (auto [row, sum] : llvm::zip_equal(rows, sums)) {
      SmallVector<Value> position(row);
      position.push_back(k);
      Value x = tensor::ExtractOp::create(b, loc, lhs, position);
      x = convertFloat(b, loc, x, accumulator);
      x = vector::BroadcastOp::create(b, loc, sum.getType(), x);
      sum = multiplyAccumulate(b, loc, x, weight, sum);
    }
    return sums;
  }

  const ScaledWeights &weights;
  Value lhs;
  Type element, accumulator;
  RowTiles wide, narrow;
};

// Weights of 4 bits can be read as vectors where every row begins with a whole byte.
bool canVectorise(const ScaledWeights &weights) {
  int64_t columns = cast<RankedTensorType>(weights.scale.getType()).getShape().back();
  return !isPackedInNibbles(weights.format) ||
         (!ShapedType::isDynamic(columns) && columns % 2 == 0);
}

} // namespace

FailureOr<SmallVector<Value>>
DequantMatmulScaledOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &) {
  Value init = emptyResult(b, *this, operands);
  int64_t last = cast<RankedTensorType>(init.getType()).getRank() - 1;
  ScaledWeights weights = ScaledWeights::of(Adaptor(operands, *this));
  ScaledProduct product(b, getLoc(), weights, operands[0]);
  bool vectorise = canVectorise(weights);
  auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
    SmallVector<Value> carried(slice.tensors);
    Value size = getValueOrCreateConstantIndexOp(nested, l, slice.sizes.back());
    Value done = indexConstant(nested, l, 0);
    for (int64_t width : kWidths) {
      if (width > 1 && !vectorise)
        continue;
      Value step = indexConstant(nested, l, width), first = done;
      Value rest = arith::SubIOp::create(nested, l, size, done);
      Value count = arith::DivUIOp::create(nested, l, rest, step);
      carried =
          inOrder(nested, l, OpFoldResult(count), carried,
                  [&](OpBuilder &inner, Location at, ValueRange i, ValueRange results) {
                    Value to = arith::MulIOp::create(inner, at, i[0], step);
                    to = arith::AddIOp::create(inner, at, to, first);
                    Value n = shifted(inner, at, to, slice.offsets.back())[0];
                    return SmallVector<Value>{product.columns(inner, at, width, n, to, results[0])};
                  });
      Value covered = arith::MulIOp::create(nested, l, count, step);
      done = arith::AddIOp::create(nested, l, done, covered);
    }
    return carried;
  };
  // Workgroups of at least as many columns as the widest vector has.
  return forEachSlice(b, getLoc(), {init}, {last}, productSteps(operands[0], kWidths[1], 256),
                      slices);
}
