// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weights of few bits with a scale for each block, of com.microsoft: MatMulNBits,
// GatherBlockQuantized.
//
// MatMulNBits has the weights [N, K] with contiguous blocks. They are packed again for
// rlx.dequant_matmul_scaled, which has them as [K, N], and stay packed from there on. Weights of 2
// bits become ones of 4.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxQuant.h"
#include "importers/onnx/OnnxShared.h"

#include <cmath>

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

Value rlx::onnxim::emitUnpackedBits(Node &n, Value bytes, int64_t bits) {
  Type i32 = n.builder().getI32Type();
  Expr packed = Expr(n, bytes).to(i32);
  if (bits == 8 || n.hasFailed())
    return packed.value();
  Dims column = n.dimsOf(bytes), all = column;
  column.push_back(n.size(1));
  SmallVector<Value> parts;
  for (int64_t shift = 0; shift < 8; shift += bits) {
    Expr part = packed.binary("rlx.shift_right", packed.number(double(shift)));
    part = part & part.number((1 << bits) - 1);
    parts.push_back(part.reshaped(column).value());
  }
  all.back() = all.back() * (8 / bits);
  Value joined = n.emit("rlx.concat", parts, n.i64("axis", int64_t(all.size())));
  return n.reshape(joined, all);
}

namespace {

// A tensor with these elements: a param if there are many.
template <typename T>
Value packedTensor(Node &n, StringRef name, Type elementType, ArrayRef<int64_t> shape,
                   const std::vector<T> &elements) {
  if (n.hasFailed())
    return {};
  auto bytes = std::make_shared<std::vector<char>>(
      reinterpret_cast<const char *>(elements.data()),
      reinterpret_cast<const char *>(elements.data() + elements.size()));
  TensorData data = {RankedTensorType::get(shape, elementType), ArrayRef<char>(*bytes), bytes};
  OnnxValue value = valueOf(n.getContext(), std::move(data));
  value.name = name.str();
  FailureOr<Value> made = n.graph().tensor(value, n.loc());
  if (failed(made))
    n.failSilently();
  return made.value_or(Value());
}

class MatMulNBits {
public:
  explicit MatMulNBits(Node &node) : n(node) {}
  void run();

private:
  enum Input { A, B, Scales, ZeroPoints, GroupIndices, Bias };

  void readAttributes();
  bool checkInputs();
  const TensorData *constant(unsigned input, ArrayRef<int64_t> sizes);
  unsigned weight(int64_t column, int64_t row) const;
  bool readZeroPoints();
  Value packed(const std::vector<float> &scales, const std::vector<uint8_t> &zeroPoints);
  Value lhs();

  Node &n;
  int64_t rows = 0, columns = 0, bits = 4, block = 0, numBlocks = 0; // K and N
  const TensorData *weights = nullptr, *scales = nullptr;
  SmallVector<double> zeroPoints; // [column, block]
};

void MatMulNBits::readAttributes() {
  rows = n.requiredIntAttr("K");
  columns = n.requiredIntAttr("N");
  block = n.requiredIntAttr("block_size");
  bits = n.intAttr("bits", 4);
  n.ignoreAttr("accuracy_level"); // how exact a backend must be at least
  n.expectIntAttr("weight_prepacked", 0);
  if (n.hasFailed())
    return;
  if (bits != 2 && bits != 4 && bits != 8)
    n.unsupported("attribute 'bits' is " + Twine(bits) + "; supported are 2, 4 and 8");
  if (block < 16 || block > (1 << 20) || (block & (block - 1)))
    n.fail("attribute 'block_size' is " + Twine(block) +
           ", but must be a power of two of at least 16");
  if (rows < 1 || columns < 1 || rows > (int64_t(1) << 31) || columns > (int64_t(1) << 31))
    n.fail("attributes 'K' and 'N' are " + Twine(rows) + " and " + Twine(columns) +
           ", but must be at least 1");
  if (!n.hasFailed())
    numBlocks = llvm::divideCeil(rows, block);
}

// A constant with the number of elements of these sizes: older models have it flat.
const TensorData *MatMulNBits::constant(unsigned input, ArrayRef<int64_t> sizes) {
  const OnnxValue &value = n.in(input);
  if (!value.data) {
    n.unsupported(n.inputText(input) + " must be a constant");
    return nullptr;
  }
  int64_t count = 1;
  Dims expected;
  for (int64_t size : sizes) {
    count *= size;
    expected.push_back(n.size(size));
  }
  if (value.data->numElements() != count) {
    n.fail(n.inputText(input) + " must have shape " + shapeText(expected) + ", but has shape " +
           shapeText(value.dims));
    return nullptr;
  }
  return &*value.data;
}

bool MatMulNBits::checkInputs() {
  if (n.has(GroupIndices))
    n.unsupported(n.inputText(GroupIndices) +
                  " (g_idx) is not supported; quantize without reordering of the rows (desc_act)");
  weights = constant(B, {columns, numBlocks, block * bits / 8});
  scales = n.hasFailed() ? nullptr : constant(Scales, {columns, numBlocks});
  if (!n.hasFailed())
    n.expectVector(Bias, "the bias", n.size(columns), "column");
  return !n.hasFailed() && readZeroPoints();
}

// Without zero points they are the middle. They are packed like the weights, or floating-point.
bool MatMulNBits::readZeroPoints() {
  zeroPoints.assign(columns * numBlocks, double(1 << (bits - 1)));
  if (!n.has(ZeroPoints))
    return true;
  const bool isPacked = n.elementType(ZeroPoints).isUnsignedInteger(8);
  const int64_t bytes = llvm::divideCeil(numBlocks * bits, 8);
  const TensorData *data = constant(ZeroPoints, {columns, isPacked ? bytes : numBlocks});
  if (!data)
    return false;
  for (int64_t column = 0; column < columns; ++column)
    for (int64_t i = 0; i < numBlocks; ++i)
      zeroPoints[column * numBlocks + i] =
          isPacked ? (uint8_t(data->bytes[column * bytes + i * bits / 8]) >> (i * bits % 8)) &
                         ((1 << bits) - 1)
                   : data->doubleAt(column * numBlocks + i);
  return true;
}

unsigned MatMulNBits::weight(int64_t column, int64_t row) const {
  const int64_t byte = (column * numBlocks * block + row) * bits / 8;
  return (uint8_t(weights->bytes[byte]) >> (row * bits % 8)) & ((1 << bits) - 1);
}

// The product with weights that stay packed, or with dequantized ones if a zero point is no weight.
Value MatMulNBits::packed(const std::vector<float> &scaleRows,
                          const std::vector<uint8_t> &zeroRows) {
  const bool isByte = bits == 8;
  const int64_t allRows = numBlocks * block, count = allRows * columns;
  std::vector<uint8_t> data(isByte ? count : (count + 1) / 2);
  for (int64_t row = 0, i = 0; row < allRows; ++row)
    for (int64_t column = 0; column < columns; ++column, ++i) {
      const unsigned value = weight(column, row);
      if (isByte)
        data[i] = uint8_t(value - 128); // signed
      else
        data[i / 2] |= uint8_t(value << (i % 2 * 4));
    }
  Builder &b = n.builder();
  Type byte = isByte ? Type(b.getI8Type()) : b.getIntegerType(8, /*isSigned=*/false);
  const std::string name = n.in(B).name, scale = n.in(Scales).name;
  IntList shape = isByte ? IntList{allRows, columns} : IntList{int64_t(data.size())};
  return emitWithOptionals(
      n, "rlx.dequant_matmul_scaled",
      {lhs(), packedTensor(n, name, byte, shape, data),
       packedTensor(n, scale, b.getF32Type(), {numBlocks, columns}, scaleRows),
       packedTensor(n, name + "_zero_point", byte, {numBlocks, columns}, zeroRows), Value()},
      {n.choice("format", isByte ? ScaledFormat::Int8 : ScaledFormat::Int4),
       n.i64("block_size", block)});
}

// A with zeros for the rest of the last block.
Value MatMulNBits::lhs() {
  Value a = n.tensor(A);
  const int64_t more = numBlocks * block - rows;
  if (more == 0 || n.hasFailed())
    return a;
  IntList low(n.rank(A), 0), high(n.rank(A), 0);
  high.back() = more;
  return n.pad(a, n.scalar(n.elementType(A), 0), low, high, PadMode::Constant);
}

void MatMulNBits::run() {
  readAttributes();
  if (n.hasFailed() || !checkInputs())
    return;
  if (n.rank(A) < 2)
    return n.fail("expects input #0 of rank 2 or more, but got rank " + Twine(n.rank(A)));
  if (!mayBeEqual(n.dims(A).back(), n.size(rows)))
    return n.mismatch("attribute 'K' is " + Twine(rows) +
                      ", but must be the last size of input #0");
  // As rows for each block.
  std::vector<float> scaleRows(zeroPoints.size());
  std::vector<uint8_t> zeroRows(zeroPoints.size());
  for (int64_t column = 0; column < columns; ++column)
    for (int64_t i = 0; i < numBlocks; ++i) {
      const double zeroPoint = zeroPoints[column * numBlocks + i];
      if (zeroPoint != std::floor(zeroPoint) || zeroPoint < 0 || zeroPoint >= (1 << bits))
        return n.unsupported(n.inputText(ZeroPoints) + " (the zero points) has the element " +
                             std::to_string(zeroPoint) + "; supported are integers of " +
                             Twine(bits) + " bits");
      scaleRows[i * columns + column] = float(scales->doubleAt(column * numBlocks + i));
      zeroRows[i * columns + column] = uint8_t(int(zeroPoint) - (bits == 8 ? 128 : 0));
    }
  Value result = packed(scaleRows, zeroRows);
  n.set(0, n.has(Bias) ? n.emit("rlx.add", {result, n.tensor(Bias)}) : result);
}

// ---- GatherBlockQuantized

void importGatherBlockQuantized(Node &n) {
  const int64_t bits = n.intAttr("bits", 4), block = n.intAttr("block_size", 128);
  const int64_t rank = n.rank(0);
  const bool isPacked = n.elementType(0).isUnsignedInteger(8);
  const int64_t gatherAxis = n.axis(n.intAttr("gather_axis", 0), rank),
                quantizeAxis = n.axis(n.intAttr("quantize_axis", 1), rank);
  if (n.hasFailed())
    return;
  if (isPacked && bits != 2 && bits != 4 && bits != 8)
    return n.fail("attribute 'bits' is " + Twine(bits) + ", but must be 2, 4 or 8");
  if (block < 16 || (block & (block - 1)))
    return n.fail("attribute 'block_size' is " + Twine(block) +
                  ", but must be a power of two of at least 16");
  if (gatherAxis != 0 || quantizeAxis != rank - 1 || rank < 2)
    return n.unsupported("attributes 'gather_axis' and 'quantize_axis' are " + Twine(gatherAxis) +
                         " and " + Twine(quantizeAxis) + " for rank " + Twine(rank) +
                         "; supported are the first and the last axis");
  if (n.rank(2) != rank || (n.has(3) && n.rank(3) != rank))
    return n.mismatch("the scales and zero points must have the rank of the data");
  auto rows = [&](unsigned i) {
    return n.emit("rlx.gather", {n.tensor(i), n.tensor(1)}, n.i64("axis", 0));
  };
  const int64_t width = isPacked ? bits : 8;
  Expr data(n, emitUnpackedBits(n, rows(0), width));
  Value scaleRows = rows(2);
  Dims sizes = n.dimsOf(data.value()), scaleSizes = n.dimsOf(scaleRows);
  if (n.hasFailed())
    return;
  // One parameter for each block, repeated for its elements. The last block may be shorter.
  auto spread = [&](Value parameter) {
    Dims column = scaleSizes, wide, all = scaleSizes;
    column.push_back(n.size(1));
    wide = column;
    wide.back() = n.size(block);
    all.back() = all.back() * block;
    Value repeated = Expr(n, parameter).reshaped(column).expanded(wide).reshaped(all).value();
    return Expr(n, n.sliceAxis(repeated, int64_t(all.size()) - 1, n.size(0), sizes.back()));
  };
  if (n.has(3)) {
    Value zero = emitUnpackedBits(n, rows(3), width);
    zero = n.sliceAxis(zero, int64_t(scaleSizes.size()) - 1, n.size(0), scaleSizes.back());
    data = data - spread(zero);
  } else if (isPacked) {
    data = data - double(1 << (bits - 1));
  }
  Type f32 = n.builder().getF32Type();
  n.set(0, (data.to(f32) * spread(scaleRows).to(f32)).to(n.elementType(2)).value());
}

} // namespace

void rlx::onnxim::addBlockQuantOps(OpTable &table) {
  table.add("MatMulNBits", {[](Node &n) { MatMulNBits(n).run(); }, nullptr}, kContribDomain);
  table.add("GatherBlockQuantized", {importGatherBlockQuantized, nullptr}, kContribDomain);
  table.limit("MatMulNBits",
              "weights that are not constant; `bits` other than 2, 4 and 8; `g_idx`; "
              "`weight_prepacked`; zero points that are no integers",
              kContribDomain);
  table.limit("GatherBlockQuantized",
              "a `gather_axis` other than the first; a `quantize_axis` other than the last",
              kContribDomain);
}
