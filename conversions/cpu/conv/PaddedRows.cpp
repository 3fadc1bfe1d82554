// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies, padding and clipping of image rows; see PaddedRows.h.
//
// Copies use full vectors. If a row does not divide evenly, its last vector overlaps the one before
// it, so there is no scalar tail.
#include "conversions/cpu/conv/PaddedRows.h"

#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {

Window2D Window2D::get(ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                       ArrayRef<int64_t> dilations) {
  size_t y = kernel.size() - 2, x = y + 1, high = kernel.size();
  return {{kernel[y], kernel[x]},
          {strides[y], strides[x]},
          {pads[y], pads[x]},
          {pads[high + y], pads[high + x]},
          {dilations[y], dilations[x]}};
}

WindowDepth WindowDepth::get(ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                             ArrayRef<int64_t> pads, ArrayRef<int64_t> dilations) {
  if (kernel.size() < 3)
    return {};
  return {kernel[0], strides[0], pads[0], pads[kernel.size()], dilations[0]};
}

bool Window2D::isPointwise() const {
  return kernel[0] == 1 && kernel[1] == 1 && strides[0] == 1 && strides[1] == 1 && !padsColumns() &&
         !padsRows();
}

PaddedRows::PaddedRows(KernelBuilder &builder, Value image, int64_t channels,
                       const Window2D &window, const WindowDepth &depth, int64_t blockRows,
                       int64_t lanes, std::optional<RowCopies> copies, Value begin)
    : k(builder), w(window), d(depth), channels(channels), blockRows(blockRows), lanes(lanes),
      copies(copies) {
  ArrayRef<int64_t> shape = cast<MemRefType>(image.getType()).getShape();
  unsigned y = shape.size() - 3, x = y + 1;
  ArrayRef<int64_t> leading = shape.take_front(x);
  height = k.size(image, y);
  if (y > 1)
    this->depth = k.size(image, 1);
  int64_t sizes[] = {ShapedType::isDynamicShape(leading) ? ShapedType::kDynamic
                                                         : ShapedType::getNumElements(leading),
                     ShapedType::isDynamic(shape[x]) ? ShapedType::kDynamic : shape[x] * channels};
  SmallVector<Value> dynamic;
  if (ShapedType::isDynamic(sizes[0]))
    dynamic.push_back(k.sizeProduct(image, 0, x));
  if (ShapedType::isDynamic(sizes[1]))
    dynamic.push_back(k.mul(k.size(image, x), channels));
  source = rows = k.recast(image, sizes, dynamic);
  if (!copies)
    return;
  int64_t extra = (w.low[1] + w.high[1]) * channels;
  int64_t columns = ShapedType::isDynamic(sizes[1]) ? sizes[1] : sizes[1] + extra;
  auto view = MemRefType::get({d.kernel * w.imageRows(blockRows), columns}, copies->element);
  SmallVector<Value> viewSizes;
  if (ShapedType::isDynamic(columns))
    viewSizes.push_back(k.add(dynamic.back(), extra));
  rows = memref::ViewOp::create(k.b, k.loc, view, k.workspace(), begin, viewSizes);
}

AffineExpr PaddedRows::workspaceBytes(AffineExpr width) const {
  if (!copies)
    return k.constantExpr(0);
  int64_t bytes = copies->element.getIntOrFloatBitWidth() / 8;
  return (width + (w.low[1] + w.high[1])) * (d.kernel * w.imageRows(blockRows) * channels * bytes);
}

void PaddedRows::prepare(Value batch, Value slice, Value first, Value end) {
  Value image = batch;
  slices = {k.c(0), k.c(1)};
  if (slice) {
    Value start = k.mul(slice, d.stride);
    image = k.add(k.mul(batch, depth), k.add(start, -d.low));
    slices =
        d.pads() ? clipped(start, d.low, d.dilation, d.kernel, depth) : Taps{k.c(0), k.c(d.kernel)};
  }
  imageBase = k.mul(image, height);
  if (!copies)
    return;
  Value top = k.add(k.mul(first, w.strides[0]), -w.low[0]);
  int64_t reach = (w.kernel[0] - 1) * w.dilations[0] + 1 - w.low[0] - w.strides[0];
  Value lastRow = k.add(k.mul(end, w.strides[0]), reach);
  firstRow = top;
  if (clipsRows()) {
    firstRow = w.low[0] > 0 ? k.max(top, k.c(0)) : top;
    lastRow = k.min(lastRow, height);
  }
  auto copySlice = [&](Value tap) {
    k.loop(firstRow, lastRow, 1, [&](Value row) { prepareRow(row, tap); });
  };
  if (d.isOneSlice())
    return copySlice(k.c(0));
  k.loop(slices.first, slices.end, 1, copySlice);
}

Value PaddedRows::sliceBase(Value slice) {
  return k.add(imageBase, k.mul(height, k.mul(slice, d.dilation)));
}

void PaddedRows::prepareRow(Value row, Value slice) {
  Value to = k.add(k.sub(row, firstRow), k.mul(slice, w.imageRows(blockRows)));
  auto copy = [&] {
    Value used = k.size(source, 1), begin = k.c(w.low[1] * channels);
    fill(to, k.c(0), begin);
    copyRow(k.add(sliceBase(slice), row), to);
    fill(to, k.add(begin, used), k.size(rows, 1));
  };
  if (!w.padsRows() || clipsRows())
    return copy();
  Value isBelowTop = k.less(k.c(-1), row), isAboveEnd = k.less(row, height);
  Value isInside = arith::AndIOp::create(k.b, k.loc, isBelowTop, isAboveEnd);
  k.when(isInside, copy, [&] { fill(to, k.c(0), k.size(rows, 1)); });
}

// Vectors of the copies' element type that cover the range. The last of several overlaps the one
// before it; a range shorter than a vector is covered by single elements.
void PaddedRows::forVectors(Value begin, Value end, function_ref<void(Value, int64_t)> body) {
  int64_t width = lanes * 32 / copies->element.getIntOrFloatBitWidth();
  Value count = k.sub(end, begin);
  std::optional<int64_t> known = getConstantIntValue(count);
  auto vectors = [&] {
    Value last = k.sub(end, k.c(width));
    k.loop(begin, last, width, [&](Value at) { body(at, width); });
    body(last, width);
  };
  auto elements = [&] { k.loop(begin, end, 1, [&](Value at) { body(at, 1); }); };
  if (known)
    return *known >= width ? vectors() : *known > 0 ? elements() : void();
  k.when(k.less(count, k.c(width)), elements, vectors);
}

Value PaddedRows::load(Value buffer, Value row, Value at, int64_t count) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (count == 1)
    return memref::LoadOp::create(k.b, k.loc, buffer, ValueRange{row, at});
  return vector::LoadOp::create(k.b, k.loc, VectorType::get({count}, element), buffer,
                                ValueRange{row, at});
}

void PaddedRows::store(Value value, Value row, Value at) {
  if (isa<VectorType>(value.getType()))
    vector::StoreOp::create(k.b, k.loc, value, rows, ValueRange{row, at});
  else
    memref::StoreOp::create(k.b, k.loc, value, rows, ValueRange{row, at});
}

void PaddedRows::fill(Value row, Value begin, Value end) {
  forVectors(begin, end, [&](Value at, int64_t count) {
    Type type = copies->element;
    if (count > 1)
      type = VectorType::get({count}, type);
    Value value = copies->around;
    if (!value)
      value = k.splat(type, 0.0);
    else if (count > 1)
      value = vector::BroadcastOp::create(k.b, k.loc, type, value);
    store(value, row, at);
  });
}

// Elements of the image in the form of the copies.
Value PaddedRows::copied(Value elements) {
  if (isa<FloatType>(copies->element))
    return convertFloat(k.b, k.loc, elements, copies->element);
  if (!copies->flipped)
    return elements;
  Value bits = copies->flipped;
  if (isa<VectorType>(elements.getType()))
    bits = vector::BroadcastOp::create(k.b, k.loc, elements.getType(), bits);
  return arith::XOrIOp::create(k.b, k.loc, elements, bits);
}

void PaddedRows::copyRow(Value from, Value to) {
  Value offset = k.c(w.low[1] * channels);
  forVectors(k.c(0), k.size(source, 1), [&](Value at, int64_t count) {
    store(copied(load(source, from, at, count)), to, k.add(at, offset));
  });
}

Taps PaddedRows::clipped(Value start, int64_t low, int64_t dilation, int64_t kernel, Value size) {
  auto divideUp = [&](Value value) {
    return dilation == 1 ? value
                         : k.b.createOrFold<arith::CeilDivSIOp>(k.loc, value, k.c(dilation));
  };
  Value first = k.c(0);
  if (low > 0)
    first = k.max(divideUp(k.sub(k.c(low), start)), first);
  // A window that starts above the image may be longer than the image is high.
  return {first, k.min(divideUp(k.sub(k.add(size, low), start)), k.c(kernel))};
}

Taps PaddedRows::clippedTaps(Value row) {
  if (!clipsRows())
    return {k.c(0), k.c(w.kernel[0])};
  return clipped(k.mul(row, w.strides[0]), w.low[0], w.dilations[0], w.kernel[0], height);
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

Value PaddedRows::rowIndex(Value row, Value tap, Value slice) {
  Value image = imageRow(row, tap);
  if (!copies)
    return k.add(sliceBase(slice), image);
  return k.add(k.sub(image, firstRow), k.mul(slice, w.imageRows(blockRows)));
}

Value PaddedRows::columnOffset(Value column) {
  Value first = k.mul(column, w.strides[1]);
  return k.mul(copies ? first : k.add(first, -w.low[1]), channels);
}

} // namespace rlx::cpu
