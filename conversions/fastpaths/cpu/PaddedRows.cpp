// Implementation of image rows for windows; see PaddedRows.h.
#include "conversions/fastpaths/cpu/PaddedRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {

Window2D Window2D::get(ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                       ArrayRef<int64_t> dilations) {
  return {{kernel[0], kernel[1]},
          {strides[0], strides[1]},
          {pads[0], pads[1]},
          {pads[2], pads[3]},
          {dilations[0], dilations[1]}};
}

bool Window2D::isPointwise() const {
  return kernel[0] == 1 && kernel[1] == 1 && strides[0] == 1 && strides[1] == 1 && !padsColumns() &&
         !padsRows();
}

PaddedRows::PaddedRows(KernelBuilder &builder, Value image, int64_t channels,
                       const Window2D &window, int64_t blockRows, int64_t lanes, bool copies)
    : k(builder), w(window), channels(channels), blockRows(blockRows), lanes(lanes),
      copies(copies) {
  auto type = cast<MemRefType>(image.getType());
  int64_t n = type.getDimSize(0), h = type.getDimSize(1), width = type.getDimSize(2);
  auto product = [](int64_t a, int64_t b) {
    return ShapedType::isDynamic(a) || ShapedType::isDynamic(b) ? ShapedType::kDynamic : a * b;
  };
  height = k.size(image, 1);
  int64_t sizes[] = {product(n, h), product(width, channels)};
  SmallVector<Value> dynamic;
  if (ShapedType::isDynamic(sizes[0]))
    dynamic.push_back(k.mul(k.size(image, 0), height));
  if (ShapedType::isDynamic(sizes[1]))
    dynamic.push_back(k.mul(k.size(image, 2), channels));
  source = rows = k.recast(image, sizes, dynamic);
  if (!copies)
    return;
  int64_t extra = (w.low[1] + w.high[1]) * channels;
  int64_t columns = ShapedType::isDynamic(sizes[1]) ? sizes[1] : sizes[1] + extra;
  auto view = MemRefType::get({w.imageRows(blockRows), columns}, type.getElementType());
  SmallVector<Value> viewSizes;
  if (ShapedType::isDynamic(columns))
    viewSizes.push_back(k.add(dynamic.back(), extra));
  rows = memref::ViewOp::create(k.b, k.loc, view, k.workspace(), k.c(0), viewSizes);
}

AffineExpr PaddedRows::workspaceBytes(AffineExpr width) const {
  if (!copies)
    return k.constantExpr(0);
  return (width + (w.low[1] + w.high[1])) * (w.imageRows(blockRows) * channels * 4);
}

void PaddedRows::prepare(Value batch, Value first, Value end) {
  imageBase = k.mul(batch, height);
  if (!copies)
    return;
  Value top = k.add(k.mul(first, w.strides[0]), -w.low[0]);
  firstRow = w.low[0] > 0 ? k.max(top, k.c(0)) : top;
  int64_t reach = (w.kernel[0] - 1) * w.dilations[0] + 1 - w.low[0] - w.strides[0];
  Value lastRow = k.min(k.add(k.mul(end, w.strides[0]), reach), height);
  Value used = k.size(source, 1), begin = k.c(w.low[1] * channels);
  k.loop(firstRow, lastRow, 1, [&](Value row) {
    Value to = k.sub(row, firstRow);
    fill(to, k.c(0), begin);
    copyRow(k.add(imageBase, row), to);
    fill(to, k.add(begin, used), k.size(rows, 1));
  });
}

// Calls `body(position, mask)` for vectors that cover [begin, end); the mask is null but for the
// last one.
void PaddedRows::forVectors(Value begin, Value end, function_ref<void(Value, Value)> body) {
  Value count = k.sub(end, begin);
  Value tail = k.rem(count, k.c(lanes));
  Value fullEnd = k.sub(end, tail);
  k.loop(begin, fullEnd, lanes, [&](Value at) { body(at, Value()); });
  if (getConstantIntValue(tail) == 0)
    return;
  auto maskType = VectorType::get({lanes}, k.b.getI1Type());
  body(fullEnd, vector::CreateMaskOp::create(k.b, k.loc, maskType, ValueRange{tail}));
}

void PaddedRows::fill(Value row, Value begin, Value end) {
  auto type = VectorType::get({lanes}, k.b.getF32Type());
  Value value = k.splat(type, 0.0);
  if (std::optional<int64_t> from = getConstantIntValue(begin), to = getConstantIntValue(end);
      from && to && *from == *to)
    return;
  forVectors(begin, end, [&](Value at, Value mask) {
    if (mask)
      vector::MaskedStoreOp::create(k.b, k.loc, rows, ValueRange{row, at}, mask, value);
    else
      vector::StoreOp::create(k.b, k.loc, value, rows, ValueRange{row, at});
  });
}

void PaddedRows::copyRow(Value from, Value to) {
  auto type = VectorType::get({lanes}, k.b.getF32Type());
  Value offset = k.c(w.low[1] * channels);
  forVectors(k.c(0), k.size(source, 1), [&](Value at, Value mask) {
    Value target = k.add(at, offset);
    if (!mask) {
      Value value = vector::LoadOp::create(k.b, k.loc, type, source, ValueRange{from, at});
      vector::StoreOp::create(k.b, k.loc, value, rows, ValueRange{to, target});
      return;
    }
    Value zero = k.splat(type, 0.0);
    Value value =
        vector::MaskedLoadOp::create(k.b, k.loc, type, source, ValueRange{from, at}, mask, zero);
    vector::MaskedStoreOp::create(k.b, k.loc, rows, ValueRange{to, target}, mask, value);
  });
}

std::pair<Value, Value> PaddedRows::clippedTaps(Value row) {
  Value top = k.mul(row, w.strides[0]), dilation = k.c(w.dilations[0]);
  auto divideUp = [&](Value value) {
    return w.dilations[0] == 1 ? value
                               : k.b.createOrFold<arith::CeilDivSIOp>(k.loc, value, dilation);
  };
  Value first = k.c(0), end = k.c(w.kernel[0]);
  if (w.low[0] > 0)
    first = k.max(divideUp(k.sub(k.c(w.low[0]), top)), first);
  if (w.padsRows()) // windows that start above the image may be longer than the image is high
    end = k.min(divideUp(k.sub(k.add(height, w.low[0]), top)), end);
  return {first, end};
}

Value PaddedRows::firstWholeRow(Value row) {
  return k.max(row, k.c(llvm::divideCeil(w.low[0], w.strides[0])));
}

Value PaddedRows::endOfWholeRows(Value end) {
  int64_t reach = (w.kernel[0] - 1) * w.dilations[0] + 1;
  Value room = k.max(k.add(height, w.low[0] - reach + w.strides[0]), k.c(0));
  return k.min(end, k.div(room, k.c(w.strides[0])));
}

Value PaddedRows::imageRow(Value row, Value tap) {
  Value top = k.add(k.mul(row, w.strides[0]), -w.low[0]);
  return k.add(top, k.mul(tap, w.dilations[0]));
}

Value PaddedRows::rowIndex(Value row, Value tap) {
  Value image = imageRow(row, tap);
  return copies ? k.sub(image, firstRow) : k.add(imageBase, image);
}

Value PaddedRows::columnOffset(Value column) {
  Value first = k.mul(column, w.strides[1]);
  return k.mul(copies ? first : k.add(first, -w.low[1]), channels);
}

} // namespace rlx::cpu
