// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quantized tensors: QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear, MatMulInteger,
// QLinearMatMul. Convolutions are in OnnxOpsConv.cpp.
//
// Quantization parameters may be constants or computed at run time.
#include "importers/onnx/OnnxQuant.h"

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
  Value scale = n.emit("rlx.div", {n.emit("rlx.sub", {high, low}), largest});
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

// Attributes since operator set 19.
void readNewAttributes(Node &n) {
  if (n.opset() < 19)
    return;
  n.ignoreAttr("saturate"); // affects types of 8 bits in floating point only, which are unsupported
  if (n.intAttr("block_size", 0) != 0)
    n.unsupported(
        "attribute 'block_size' is not supported; supported are scales per tensor and per "
        "axis");
  const int64_t precision = n.intAttr("precision", 0);
  if (Type type = elementTypeOf(n.getContext(), precision);
      precision != 0 && type != n.elementType(1))
    n.unsupported("attribute 'precision' is " + dataTypeName(precision) +
                  "; supported is the type of the scale");
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
  readNewAttributes(n);
  // Integers are converted to floating point and divided.
  Value x = n.cast(n.tensor(0), n.elementType(1));
  SmallVector<Value> operands = quantOperands(n, x);
  if (n.hasFailed())
    return;
  Type to = outputType(n, n.has(2) ? n.elementType(2)
                                   : n.builder().getIntegerType(8, /*isSigned=*/false));
  if (n.hasFailed())
    return;
  SmallVector<NamedAttribute> attributes = axisOf(n, operands[1]);
  attributes.push_back(n.attr("to", TypeAttr::get(to)));
  n.set(0, n.emit("rlx.quantize", operands, attributes));
}

void importDequantize(Node &n) {
  readNewAttributes(n);
  Type to = outputType(n, n.elementType(1));
  bool isBias = n.elementType(0).isSignlessInteger(32) && n.rank(0) == 1;
  Value x = isBias ? n.constantOrTensor(0, kMaxInlineQuantisation) : n.tensor(0);
  SmallVector<Value> operands = quantOperands(n, x);
  if (n.hasFailed())
    return;
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
  table.add("QuantizeLinear", {importQuantize, nullptr, 10, 23});
  table.add("DequantizeLinear", {importDequantize, nullptr, 10, 23});
  table.add("QuantizeLinear", {importQuantize, nullptr}, kContribDomain);
  table.add("DequantizeLinear", {importDequantize, nullptr}, kContribDomain);
  table.add("DynamicQuantizeLinear", {importDynamicQuantize, nullptr, 11});
  table.add("MatMulInteger", {importMatMulInteger, nullptr, 10});
  table.add("QLinearMatMul", {importQLinearMatMul, nullptr, 10});
  table.limit("MatMulInteger", "operands of rank 1; a zero point for each row of the left operand");
  table.limit("QLinearMatMul",
              "operands of rank 1; a scale or a zero point for each row of the left "
              "operand or of the result");
}
