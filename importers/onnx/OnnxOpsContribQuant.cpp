// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators of com.microsoft on quantized tensors: the QLinear ones, QGemm, DynamicQuantizeMatMul,
// MatMulIntegerToFloat. QAttention is in OnnxOpsContribAttention.cpp.
//
// A QLinear operator is the operator between dequantize and quantize. The compiler computes such
// forms in integers where it can.
#include "importers/onnx/OnnxContribQuant.h"

#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxQuant.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

Value rlx::onnxim::emitDequantized(Node &n, QuantizedInputs inputs) {
  SmallVector<Value> operands = {n.tensor(inputs.tensor), n.single(inputs.scale, "the scale")};
  if (n.has(inputs.zeroPoint))
    operands.push_back(n.single(inputs.zeroPoint, "the zero point"));
  return n.emit("rlx.dequantize", operands);
}

// The product of a and input `rhs`; scales are factors of it.
static Value scaledProduct(Node &n, Value a, Value aScale, Value aZeroPoint, QuantizedInputs rhs) {
  if (n.hasFailed())
    return {};
  Dims sizes = n.dimsOf(a);
  if (sizes.size() < 2 || n.rank(rhs.tensor) < 2) {
    n.unsupported("operands of rank 2 or more are supported, but these have ranks " +
                  Twine(sizes.size()) + " and " + Twine(n.rank(rhs.tensor)));
    return {};
  }
  const Dim columns = n.dims(rhs.tensor).back();
  expectSingleOrVector(n, rhs.scale, "the scale of B", columns, "column of B");
  expectSingleOrVector(n, rhs.zeroPoint, "the zero point of B", columns, "column of B");
  Value product =
      emitWithOptionals(n, "rlx.matmul_integer",
                        {a, n.tensor(rhs.tensor), aZeroPoint, quantParameter(n, rhs.zeroPoint)});
  Type f32 = n.builder().getF32Type();
  Value scale = n.emit("rlx.mul", {n.cast(aScale, f32), n.cast(quantParameter(n, rhs.scale), f32)});
  Value result = n.emit("rlx.mul", {n.cast(product, f32), scale});
  return n.cast(result, n.elementType(rhs.scale));
}

Value rlx::onnxim::emitScaledIntegerMatmul(Node &n, QuantizedInputs lhs, QuantizedInputs rhs) {
  for (auto [input, what] : {std::pair<unsigned, StringRef>{lhs.scale, "the scale of A"},
                             {lhs.zeroPoint, "the zero point of A"}})
    if (n.has(input) && !mayBeOneElement(n.dims(input)))
      n.unsupported(n.inputText(input) + " (" + what +
                    ") has more than one element; supported is one for the whole tensor");
  return scaledProduct(n, n.tensor(lhs.tensor), quantParameter(n, lhs.scale),
                       quantParameter(n, lhs.zeroPoint), rhs);
}

namespace {

// x / scale + zero point in the type `to`; both are inputs with one element.
Value quantizedResult(Node &n, Value x, unsigned scale, unsigned zeroPoint, Type to) {
  SmallVector<Value> operands = {x, n.single(scale, "the scale of the result")};
  if (n.has(zeroPoint))
    operands.push_back(n.single(zeroPoint, "the zero point of the result"));
  return n.emit("rlx.quantize", operands, n.attr("to", TypeAttr::get(to)));
}

// Result 0: a function of the dequantized input 0, quantized.
using FloatFunction = std::function<Value(Node &, Value)>;
Handler qlinearUnary(FloatFunction function) {
  return {[function = std::move(function)](Node &n) {
            Value result = function(n, emitDequantized(n, {0, 1, 2}));
            n.set(0, quantizedResult(n, result, 3, 4, n.elementType(0)));
          },
          nullptr};
}

Handler qlinearBinary(StringRef op) {
  return {[op = op.str()](Node &n) {
            Value a = emitDequantized(n, {0, 1, 2}), b = emitDequantized(n, {3, 4, 5});
            n.set(0, quantizedResult(n, n.emit(op, {a, b}), 6, 7, n.elementType(0)));
          },
          nullptr};
}

Value leakyRelu(Node &n, Value x) {
  return n.emit("rlx.leaky_relu", x, n.f64("alpha", n.floatAttr("alpha", 0.01)));
}

Value averagePool(Node &n, Value x) {
  return emitPool(n, x, PoolKind::Mean, n.flagAttr("channels_last", false));
}

Value globalAveragePool(Node &n, Value x) {
  const bool isLast = n.flagAttr("channels_last", false);
  const int64_t rank = n.rank(0);
  if (rank < 3) {
    n.fail("expects rank 3 or more, but got " + Twine(rank));
    return {};
  }
  IntList axes = isLast ? axisRange(1, rank - 1) : axisRange(2, rank);
  return n.reduce("rlx.reduce_mean", x, axes, /*keepDims=*/true);
}

Value reduceMean(Node &n, Value x) {
  IntList axes = n.axes(n.intsAttr("axes"), n.rank(0));
  const bool keeps = n.flagAttr("keepdims", true);
  return n.reduce("rlx.reduce_mean", x, axes.empty() ? axisRange(0, n.rank(0)) : axes, keeps);
}

// Before operator set 13 of attribute `opset` over all dimensions from the axis on.
Value softmaxOf(Node &n, Value x) {
  const bool flattens = n.requiredIntAttr("opset") < 13;
  const int64_t rank = n.rank(0), axis = n.axis(n.intAttr("axis", flattens ? 1 : -1), rank);
  return flattens ? emitFlattened(n, "rlx.softmax", x, axis)
                  : n.emit("rlx.softmax", x, n.i64("axis", axis));
}

// Inputs: scale and zero point of the result, and then a tensor with its scale and zero point for
// each operand.
void importQLinearConcat(Node &n) {
  if (n.numInputs() < 5 || (n.numInputs() - 2) % 3 != 0)
    return n.fail("expects 2 inputs and 3 for each operand, but got " + Twine(n.numInputs()));
  const int64_t axis = n.axis(n.requiredIntAttr("axis"), n.rank(2));
  SmallVector<Value> operands;
  for (unsigned i = 2; i < n.numInputs(); i += 3)
    operands.push_back(emitDequantized(n, {i, i + 1, i + 2}));
  Value joined = n.emit("rlx.concat", operands, n.i64("axis", axis));
  n.set(0, quantizedResult(n, joined, 0, 1, n.elementType(1)));
}

// Inputs: the condition, x, y, and the result's scale and zero point.
void importQLinearWhere(Node &n) {
  Value x = emitDequantized(n, {1, 2, 3}), y = emitDequantized(n, {4, 5, 6});
  n.set(0, quantizedResult(n, n.emit("rlx.where", {n.tensor(0), x, y}), 7, 8, n.elementType(8)));
}

Value plusBias(Node &n, Value x, unsigned bias) {
  if (!n.has(bias) || n.hasFailed())
    return x;
  n.expectVector(bias, "the bias", n.dimsOf(x).back(), "column of B");
  return n.emit("rlx.add", {x, n.tensor(bias)});
}

void importMatMulIntegerToFloat(Node &n) {
  n.set(0, plusBias(n, emitScaledIntegerMatmul(n, {0, 2, 4}, {1, 3, 5}), 6));
}

void importDynamicQuantizeMatMul(Node &n) {
  DynamicallyQuantized a = emitDynamicallyQuantized(n, n.tensor(0));
  n.set(0, plusBias(n, scaledProduct(n, a.tensor, a.scale, a.zeroPoint, {1, 2, 3}), 4));
}

// alpha * a scale * b scale * ((A - a zero point)' (B - b zero point)' + C), quantized if there is
// a scale of the result.
void importQGemm(Node &n) {
  enum { A, AScale, AZero, B, BScale, BZero, C, YScale, YZero };
  const double alpha = n.floatAttr("alpha", 1);
  const bool transA = n.flagAttr("transA", false), transB = n.flagAttr("transB", false);
  if (n.rank(A) != 2 || n.rank(B) != 2)
    return n.fail("expects matrices, but got ranks " + Twine(n.rank(A)) + " and " +
                  Twine(n.rank(B)));
  const Dim columns = n.dims(B)[transB ? 0 : 1];
  expectSingleOrVector(n, BScale, "the scale of B", columns, "column of B");
  expectSingleOrVector(n, BZero, "the zero point of B", columns, "column of B");
  Value a = transA ? n.transpose(n.tensor(A), {1, 0}) : n.tensor(A);
  Value b = transB ? n.transpose(n.tensor(B), {1, 0}) : n.tensor(B);
  Value product =
      emitWithOptionals(n, "rlx.matmul_integer",
                        {a, b, n.single(AZero, "the zero point of A"), quantParameter(n, BZero)});
  if (n.has(C))
    product = n.emit("rlx.add", {product, n.tensor(C)});
  Type f32 = n.builder().getF32Type();
  Value scale = n.emit("rlx.mul", {n.single(AScale, "the scale of A"), quantParameter(n, BScale)});
  Value result = n.emit("rlx.mul", {n.cast(product, f32), emitScaled(n, scale, alpha)});
  if (!n.has(YScale))
    return n.set(0, result);
  Type to = n.has(YZero) ? n.elementType(YZero) : n.elementType(A);
  n.set(0, quantizedResult(n, result, YScale, YZero, to));
}

} // namespace

void rlx::onnxim::addContribQuantOps(OpTable &table) {
  auto unary = [](StringRef op) {
    return qlinearUnary([op = op.str()](Node &n, Value x) { return n.emit(op, x); });
  };
  const std::pair<StringRef, Handler> handlers[] = {
      {"DynamicQuantizeMatMul", {importDynamicQuantizeMatMul, nullptr}},
      {"MatMulIntegerToFloat", {importMatMulIntegerToFloat, nullptr}},
      {"QGemm", {importQGemm, nullptr}},
      {"QLinearAdd", qlinearBinary("rlx.add")},
      {"QLinearAveragePool", qlinearUnary(averagePool)},
      {"QLinearConcat", {importQLinearConcat, nullptr}},
      {"QLinearGlobalAveragePool", qlinearUnary(globalAveragePool)},
      {"QLinearLeakyRelu", qlinearUnary(leakyRelu)},
      {"QLinearMul", qlinearBinary("rlx.mul")},
      {"QLinearReduceMean", qlinearUnary(reduceMean)},
      {"QLinearSigmoid", unary("rlx.sigmoid")},
      {"QLinearSoftmax", qlinearUnary(softmaxOf)},
      {"QLinearWhere", {importQLinearWhere, nullptr}},
  };
  for (const auto &[name, handler] : handlers)
    table.add(name, handler, kContribDomain);
  table.limit("MatMulIntegerToFloat", "a scale or zero point of A for each of its columns",
              kContribDomain);
  table.limit("QLinearAveragePool", "more than 3 spatial dimensions", kContribDomain);
}
