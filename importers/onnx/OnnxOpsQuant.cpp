// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quantized tensors: QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear, MatMulInteger,
// QLinearMatMul. Convolutions are in OnnxOpsConv.cpp.
//
// Quantization parameters may be constants or computed at run time.
#include "importers/onnx/OnnxQuant.h"

#include "dialects/rlx/interfaces/NarrowTypes.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

Value rlx::onnxim::quantParameter(Node &n, unsigned i) {
  if (!n.has(i))
    return {};
  Value value = n.constantOrTensor(i, kMaxInlineQuantisation);
  bool isSingle = llvm::all_of(n.dims(i), [](Dim dim) { return constantOf(dim) == 1; });
  return isSingle ? n.reshape(value, {}) : value;
}

void rlx::onnxim::expectSingleOrVector(Node &n, unsigned i, StringRef what, Dim size,
                                       StringRef each) {
  if (n.has(i) && !mayBeOneElement(n.dims(i)))
    n.expectVector(i, what, size, each);
}

Value rlx::onnxim::quantMultiplier(Node &n, unsigned lhsScale, unsigned rhsScale,
                                   unsigned resultScale) {
  // In f32, also of narrower scales.
  auto scale = [&](unsigned i) { return n.cast(quantParameter(n, i), n.builder().getF32Type()); };
  return n.emit("rlx.div",
                {n.emit("rlx.mul", {scale(lhsScale), scale(rhsScale)}), scale(resultScale)});
}

static RoundMode roundMode(Node &n) {
  const std::string mode = n.opset() < 24 ? "up" : n.stringAttr("round_mode", "up");
  if (mode != "up" && mode != "down" && mode != "nearest")
    n.fail("attribute 'round_mode' is '" + Twine(mode) + "', but must be up, down or nearest");
  return mode == "down" ? RoundMode::Down : mode == "nearest" ? RoundMode::Nearest : RoundMode::Up;
}

Value rlx::onnxim::castWithRules(Node &n, Value x, Type to) {
  SmallVector<NamedAttribute> attributes = {n.attr("to", TypeAttr::get(to))};
  if (!x || !isNarrowFloat(to) || isa<Float4E2M1FNType>(to) ||
      cast<RankedTensorType>(x.getType()).getElementType() == to)
    return n.cast(x, to);
  if (n.opset() >= 19)
    attributes.push_back(n.flag("saturate", n.intAttr("saturate", 1) != 0));
  if (isScaleFloat(to))
    attributes.push_back(n.choice("round_mode", roundMode(n)));
  return n.hasFailed() ? Value() : n.emit("rlx.cast", x, attributes);
}

Value rlx::onnxim::emitWithOptionals(Node &n, StringRef op, ArrayRef<Value> operands,
                                     ArrayRef<NamedAttribute> attributes) {
  if (n.hasFailed())
    return {};
  SmallVector<Value> present;
  SmallVector<int32_t> sizes;
  for (Value operand : operands) {
    sizes.push_back(operand ? 1 : 0);
    if (operand)
      present.push_back(operand);
  }
  SmallVector<NamedAttribute> all(attributes);
  all.push_back(n.attr("operandSegmentSizes", n.builder().getDenseI32ArrayAttr(sizes)));
  return n.emit(op, present, all);
}

DynamicallyQuantized rlx::onnxim::emitDynamicallyQuantized(Node &n, Value x) {
  Dims sizes = n.dimsOf(x);
  if (n.hasFailed())
    return {};
  Type element = cast<RankedTensorType>(x.getType()).getElementType(),
       byte = n.builder().getIntegerType(8, /*isSigned=*/false);
  Value zero = n.scalar(element, 0), largest = n.scalar(element, 255);
  IntList all = axisRange(0, int64_t(sizes.size()));
  Value low = n.emit("rlx.min", {zero, n.reduce("rlx.reduce_min", x, all, /*keepDims=*/false)});
  Value high = n.emit("rlx.max", {zero, n.reduce("rlx.reduce_max", x, all, /*keepDims=*/false)});
  // ONNX Runtime gives zeros the scale 1.
  Value range = n.emit("rlx.sub", {high, low});
  Value isZero = n.compare(ComparePredicate::eq, range, zero);
  Value scale =
      n.emit("rlx.where", {isZero, n.scalar(element, 1), n.emit("rlx.div", {range, largest})});
  Value start = n.emit("rlx.round", n.emit("rlx.div", {n.emit("rlx.sub", {zero, low}), scale}));
  Value zeroPoint = n.cast(start, byte);
  return {n.emit("rlx.quantize", {x, scale, zeroPoint}, n.attr("to", TypeAttr::get(byte))), scale,
          zeroPoint};
}

namespace {

// Before operator set 13 a tensor has one scale, and no attribute.
int64_t quantAxis(Node &n) {
  return n.axis(n.intAttr("axis", 1), n.rank(0));
}

SmallVector<NamedAttribute> axisOf(Node &n, Value scale) {
  n.ignoreAttr("axis"); // if there is one scale
  if (!scale || cast<RankedTensorType>(scale.getType()).getRank() == 0)
    return {};
  return {n.i64("axis", quantAxis(n))};
}

// ---- blocks, and narrow types: composed of arithmetic in f32 or f64

// The blocks of one axis. A block has one scale.
struct ScaleBlocks {
  int64_t size = 0; // of a block; 0 if there are none
  int64_t axis = 0;
  bool areWhole = false; // whether the last block is known to be complete
};

// Checks the shape of the scale.
ScaleBlocks readBlocks(Node &n) {
  ScaleBlocks blocks;
  blocks.size = n.opset() < 21 ? 0 : n.intAttr("block_size", 0);
  if (blocks.size == 0)
    return blocks;
  if (blocks.size < 0)
    return n.fail("attribute 'block_size' is " + Twine(blocks.size) + ", but must be positive"),
           blocks;
  if (n.rank(1) != n.rank(0))
    return n.mismatch("the scale of blocks must have the rank of the input"), blocks;
  blocks.axis = n.axis(n.intAttr("axis", 1), n.rank(0));
  if (n.hasFailed())
    return blocks;
  Dims expected(n.dims(0));
  const Dim size = expected[blocks.axis];
  expected[blocks.axis] = (size + (blocks.size - 1)).floorDiv(blocks.size);
  if (!mayBeEqual(n.dims(1), expected))
    n.mismatch("the scale must have one element for each block of " + Twine(blocks.size) +
               " along axis " + Twine(blocks.axis));
  const Dim covered = n.dims(1)[blocks.axis] * blocks.size;
  blocks.areWhole = covered == size;
  if (!blocks.areWhole && !n.hasFailed()) { // so that parameters cover the axis, and no more
    n.require(covered, size, "the blocks of the scale do not cover the axis");
    n.require(size, covered - (blocks.size - 1), "the scale has more blocks than the axis");
  }
  return blocks;
}

// The tensor's sizes with those of the blocked axis as [blocks, size].
Dims splitDims(Node &n, ArrayRef<Dim> dims, const ScaleBlocks &blocks, Dim perBlock) {
  Dims split(dims);
  split[blocks.axis] = n.dims(1)[blocks.axis];
  split.insert(split.begin() + blocks.axis + 1, perBlock);
  return split;
}

// Whether the arithmetic is on tensors in which the blocked axis is split into two.
Value splitBlocks(Node &n, Value x, const ScaleBlocks &blocks) {
  return blocks.areWhole ? n.reshape(x, splitDims(n, n.dims(0), blocks, n.size(blocks.size))) : x;
}

// A scale or zero point, of a shape that broadcasts to that of splitBlocks().
Value spreadParameter(Node &n, unsigned i, Type as, const ScaleBlocks &blocks) {
  if (blocks.size == 0) {
    Value value = n.cast(quantParameter(n, i), as);
    if (!value || cast<RankedTensorType>(value.getType()).getRank() == 0)
      return value;
    Dims sizes(n.rank(0), n.size(1));
    const int64_t axis = quantAxis(n);
    sizes[axis] = n.dims(i)[0];
    return n.reshape(value, ArrayRef<Dim>(sizes).drop_front(axis));
  }
  Value value = n.cast(n.tensor(i), as);
  value = n.reshape(value, splitDims(n, n.dims(i), blocks, n.size(1)));
  if (blocks.areWhole)
    return value;
  value = n.expand(value, splitDims(n, n.dims(i), blocks, n.size(blocks.size)));
  Dims repeated(n.dims(i));
  repeated[blocks.axis] = repeated[blocks.axis] * blocks.size;
  return n.sliceAxis(n.reshape(value, repeated), blocks.axis, n.size(0), n.dims(0)[blocks.axis]);
}

// f64 stays; all others are computed in f32, as by rlx.quantize and rlx.dequantize.
Type computeType(Node &n, Type type) {
  return type.isF64() ? type : n.builder().getF32Type();
}

// x / scale + zero point as `to`.
void composeQuantize(Node &n, Type compute, Type to, const ScaleBlocks &blocks) {
  Value x = splitBlocks(n, n.cast(n.tensor(0), compute), blocks);
  Value y = n.emit("rlx.div", {x, spreadParameter(n, 1, compute, blocks)});
  if (!isNarrowFloat(to))
    y = n.emit("rlx.round", y);
  if (n.has(2))
    y = n.emit("rlx.add", {y, spreadParameter(n, 2, compute, blocks)});
  n.set(0, n.reshape(castWithRules(n, y, to), n.dims(0)));
}

// (x - zero point) * scale as `to`. The difference of integers is exact.
void composeDequantize(Node &n, Type to, const ScaleBlocks &blocks) {
  const Type compute = computeType(n, to);
  const Type difference =
      isa<FloatType>(n.elementType(0)) ? compute : Type(n.builder().getI32Type());
  Value y = splitBlocks(n, n.cast(n.tensor(0), difference), blocks);
  if (n.has(2))
    y = n.emit("rlx.sub", {y, spreadParameter(n, 2, difference, blocks)});
  y = n.emit("rlx.mul", {n.cast(y, compute), spreadParameter(n, 1, compute, blocks)});
  n.set(0, n.reshape(castWithRules(n, y, to), n.dims(0)));
}

// x, the scale and possibly the zero point. The axis applies if there are several scales.
SmallVector<Value> quantOperands(Node &n, Value x) {
  if (!mayBeOneElement(n.dims(1))) {
    int64_t axis = quantAxis(n);
    if (n.hasFailed())
      return {};
    n.expectVector(1, "the scale", n.dims(0)[axis], "index of axis " + std::to_string(axis));
  }
  bool areSingle = n.has(2) && mayBeOneElement(n.dims(1)) && mayBeOneElement(n.dims(2));
  if (n.has(2) && !areSingle && !mayBeEqual(n.dims(1), n.dims(2)))
    n.mismatch("the zero point must have the shape of the scale");
  if (n.hasFailed())
    return {};
  SmallVector<Value> operands = {x, quantParameter(n, 1)};
  if (n.has(2))
    operands.push_back(quantParameter(n, 2));
  return operands;
}

// The type of the division: that of the scale, or the one that attribute precision names.
Type precisionOf(Node &n) {
  const int64_t precision = n.opset() < 23 ? 0 : n.intAttr("precision", 0);
  Type type = precision == 0 ? n.elementType(1) : elementTypeOf(n.getContext(), precision);
  if (precision == 0 && (isNarrow(type) || !isa<FloatType>(type)))
    return n.builder().getF32Type();
  if (!isa_and_nonnull<FloatType>(type) || isNarrow(type)) {
    n.fail("attribute 'precision' is " + dataTypeName(precision) +
           ", but must be FLOAT16, BFLOAT16, FLOAT or DOUBLE");
    return {};
  }
  return type;
}

// The type that attribute output_dtype names, or `fallback`.
Type outputType(Node &n, Type fallback) {
  const int64_t dtype = n.opset() < 21 ? 0 : n.intAttr("output_dtype", 0);
  Type type = dtype == 0 ? fallback : elementTypeOf(n.getContext(), dtype);
  if (!type)
    n.unsupported("the output type " + dataTypeName(dtype) + " is not supported");
  return type;
}

void importQuantize(Node &n) {
  n.ignoreAttr("saturate"); // applies to float8 only
  const Type precision = precisionOf(n);
  const ScaleBlocks blocks = readBlocks(n);
  if (n.hasFailed())
    return;
  // Integers are converted to floating point and divided.
  SmallVector<Value> operands;
  if (blocks.size == 0)
    operands = quantOperands(n, n.cast(n.tensor(0), precision));
  Type to = outputType(n, n.has(2) ? n.elementType(2)
                                   : n.builder().getIntegerType(8, /*isSigned=*/false));
  if (n.has(2) && to != n.elementType(2) && !n.hasFailed())
    n.mismatch("attribute 'output_dtype' must be the type of the zero point");
  if (n.hasFailed())
    return;
  if (blocks.size != 0 || isNarrow(to)) {
    n.ignoreAttr("axis");
    return composeQuantize(n, computeType(n, precision), to, blocks);
  }
  operands[1] = n.cast(operands[1], precision);
  SmallVector<NamedAttribute> attributes = axisOf(n, operands[1]);
  attributes.push_back(n.attr("to", TypeAttr::get(to)));
  n.set(0, n.emit("rlx.quantize", operands, attributes));
}

void importDequantize(Node &n) {
  Type to = outputType(n, n.elementType(1));
  const ScaleBlocks blocks = readBlocks(n);
  if (n.hasFailed())
    return;
  if (blocks.size != 0)
    return composeDequantize(n, to, blocks);
  bool isBias = n.elementType(0).isSignlessInteger(32) && n.rank(0) == 1;
  Value x = isBias ? n.constantOrTensor(0, kMaxInlineQuantisation) : n.tensor(0);
  SmallVector<Value> operands = quantOperands(n, x);
  if (n.hasFailed())
    return;
  if (isNarrow(n.elementType(0)) || isNarrow(n.elementType(1))) {
    n.ignoreAttr("axis");
    return composeDequantize(n, to, blocks);
  }
  n.set(0, n.cast(n.emit("rlx.dequantize", operands, axisOf(n, operands[1])), to));
}

void importDynamicQuantize(Node &n) {
  DynamicallyQuantized result = emitDynamicallyQuantized(n, n.tensor(0));
  n.set(0, result.tensor);
  n.set(1, result.scale);
  n.set(2, result.zeroPoint);
}

// Fails if parameters of the left matrix have several elements; ONNX allows one per row.
void expectSingle(Node &n, unsigned input, StringRef what) {
  if (n.has(input) && n.rank(input) != 0 &&
      (n.rank(input) != 1 || constantOf(n.dims(input)[0]) != 1))
    n.unsupported("input #" + Twine(input) + " (" + what +
                  ") has more than one element; supported is one for the whole matrix");
}

// Fails for operands that are not matrices.
void expectMatrices(Node &n, unsigned lhs, unsigned rhs) {
  if (n.rank(lhs) < 2 || n.rank(rhs) < 2)
    n.unsupported("operands of rank 2 or more are supported, but these have ranks " +
                  Twine(n.rank(lhs)) + " and " + Twine(n.rank(rhs)));
}

void importMatMulInteger(Node &n) {
  expectMatrices(n, 0, 1);
  expectSingle(n, 2, "the zero point of A");
  if (n.hasFailed())
    return;
  expectSingleOrVector(n, 3, "the zero point of B", n.dims(1).back(), "column of B");
  n.set(0,
        emitWithOptionals(n, "rlx.matmul_integer",
                          {n.tensor(0), n.tensor(1), quantParameter(n, 2), quantParameter(n, 3)}));
}

// Inputs: a, its scale and zero point; b, its scale and zero point; scale and zero point of the
// result.
void importQLinearMatMul(Node &n) {
  expectMatrices(n, 0, 3);
  expectSingle(n, 1, "the scale of a");
  expectSingle(n, 2, "the zero point of a");
  expectSingle(n, 6, "the scale of y");
  expectSingle(n, 7, "the zero point of y");
  if (n.hasFailed())
    return;
  expectSingleOrVector(n, 4, "the scale of b", n.dims(3).back(), "column of b");
  expectSingleOrVector(n, 5, "the zero point of b", n.dims(3).back(), "column of b");
  n.set(0,
        emitWithOptionals(n, "rlx.q_matmul",
                          {n.tensor(0), n.tensor(3), /*bias=*/Value(), quantParameter(n, 2),
                           quantParameter(n, 5), quantMultiplier(n, 1, 4, 6), quantParameter(n, 7)},
                          n.attr("to", TypeAttr::get(n.elementType(7)))));
}

} // namespace

void rlx::onnxim::addQuantOps(OpTable &table) {
  table.add("QuantizeLinear", {importQuantize, nullptr, 10, 25});
  table.add("DequantizeLinear", {importDequantize, nullptr, 10, 25});
  table.add("QuantizeLinear", {importQuantize, nullptr}, kContribDomain);
  table.add("DequantizeLinear", {importDequantize, nullptr}, kContribDomain);
  table.add("DynamicQuantizeLinear", {importDynamicQuantize, nullptr, 11});
  table.add("MatMulInteger", {importMatMulInteger, nullptr, 10});
  table.add("QLinearMatMul", {importQLinearMatMul, nullptr, 10});
  table.limit("MatMulInteger", "operands of rank 1; a zero point for each row of the left operand");
  table.limit("QLinearMatMul",
              "operands of rank 1; a scale or a zero point for each row of the left "
              "operand or of the result; float8");
}
