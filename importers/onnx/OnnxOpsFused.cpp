// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise operators, matmuls and convolutions of com.microsoft: BiasAdd, BiasGelu, BiasSoftmax,
// BiasSplitGelu, FastGelu, Gelu, QuickGelu, FusedConv, NhwcFusedConv, FusedGemm, FusedMatMul,
// FusedMatMulActivation, GemmFastGelu, Inverse, TransposeMatMul.
//
// Each becomes the ops that it was fused from. The compiler fuses them again for its target.
#include "importers/onnx/OnnxActivation.h"
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// x + input i, if that is given.
Value plusInput(Node &n, Value x, unsigned i) {
  return n.has(i) ? n.emit("rlx.add", {x, n.tensor(i)}) : x;
}

// Fails unless input i may be a vector as long as the last dimension of `like`.
void expectLastSize(Node &n, unsigned i, StringRef what, ArrayRef<Dim> like) {
  if (!n.has(i))
    return;
  if (like.empty())
    return n.fail("expects rank 1 or more, but got 0");
  n.expectVector(i, what, like.back(), "column");
}

// gelu(x + bias).
Handler biasedGelu(StringRef op) {
  return {[op = op.str()](Node &n) {
            expectLastSize(n, 1, "the bias", n.dims(0));
            n.set(0, n.emit(op, plusInput(n, n.tensor(0), 1)));
          },
          nullptr};
}

void importQuickGelu(Node &n) {
  const double alpha = n.floatAttr("alpha", 1.702f);
  n.set(0, emitSwish(n, n.tensor(0), alpha));
}

void importBiasAdd(Node &n) {
  expectLastSize(n, 1, "the bias", n.dims(0));
  if (!mayBeEqual(n.dims(0), n.dims(2)))
    return n.mismatch("input #2 (skip) must have the shape of input #0");
  n.set(0, plusInput(n, plusInput(n, n.tensor(0), 1), 2));
}

// softmax(x + bias).
void importBiasSoftmax(Node &n) {
  const int64_t axis = n.axis(n.intAttr("axis", 1), n.rank(0));
  n.ignoreAttr("is_inner_broadcast"); // the shapes say it too
  n.set(0, emitFlattened(n, "rlx.softmax", plusInput(n, n.tensor(0), 1), axis));
}

// With the halves of the columns of x + bias, the first times gelu of the second.
void importBiasSplitGelu(Node &n) {
  expectLastSize(n, 1, "the bias", n.dims(0));
  Value sum = plusInput(n, n.tensor(0), 1);
  Dims sizes = n.dimsOf(sum);
  if (n.hasFailed())
    return;
  const int64_t last = int64_t(sizes.size()) - 1;
  const Dim half = n.need(floorDiv(sizes[last], n.size(2)), "half of the columns");
  Value gate = n.emit("rlx.gelu", n.sliceAxis(sum, last, half, half));
  n.set(0, n.emit("rlx.mul", {n.sliceAxis(sum, last, n.size(0), half), gate}));
}

// An operand of FusedMatMul. Vectors are not transposed, as in NumPy.
Value matmulOperand(Node &n, unsigned i, StringRef transposes, StringRef movesBatch) {
  const bool swaps = n.flagAttr(transposes, false), moves = n.flagAttr(movesBatch, false);
  const int64_t rank = n.rank(i);
  if (rank == 0)
    n.fail("operands of rank 0 are not allowed");
  IntList order = axisRange(0, rank);
  if (moves && rank > 2) // the rows are first, before the batches
    std::rotate(order.begin(), order.begin() + 1, order.end() - 1);
  if (swaps && rank > 1)
    std::swap(order[rank - 1], order[rank - 2]);
  return n.hasFailed() ? Value() : n.transpose(n.tensor(i), order);
}

Value fusedMatMul(Node &n) {
  Value a = matmulOperand(n, 0, "transA", "transBatchA");
  Value b = matmulOperand(n, 1, "transB", "transBatchB");
  const double alpha = n.floatAttr("alpha", 1);
  return a && b ? emitScaled(n, n.emit("rlx.matmul", {a, b}), alpha) : Value();
}

// The parameters of an activation, as attributes of their own.
SmallVector<double> activationParameters(Node &n) {
  SmallVector<double> given;
  n.ignoreAttr("activation_beta"); // without alpha, both are defaults
  n.ignoreAttr("activation_gamma");
  if (n.hasAttr("activation_alpha")) {
    given.push_back(n.floatAttr("activation_alpha", 0));
    if (n.hasAttr("activation_beta"))
      given.push_back(n.floatAttr("activation_beta", 0));
  }
  return given;
}

void importFusedMatMulActivation(Node &n) {
  n.set(0, emitFusedActivation(n, fusedMatMul(n), activationParameters(n)));
}

void importFusedGemm(Node &n) {
  n.set(0, emitFusedActivation(n, emitGemm(n), activationParameters(n)));
}

void importGemmFastGelu(Node &n) {
  if (n.rank(0) == 0 || n.rank(1) == 0)
    return n.fail("operands of rank 0 are not allowed");
  expectLastSize(n, 2, "the bias", n.dims(1));
  Value product = n.emit("rlx.matmul", {n.tensor(0), n.tensor(1)});
  n.set(0, n.emit("rlx.gelu_tanh", plusInput(n, product, 2)));
}

// activation(conv(x) + z).
void fusedConv(Node &n, bool isChannelsLast) {
  SmallVector<double> given = n.floatsAttr("activation_params");
  Value result = emitConv(n, isChannelsLast);
  if (n.has(3) && !n.hasFailed() && !mayBeEqual(n.dimsOf(result), n.dims(3)))
    return n.mismatch("input #3 (Z) must have the shape of the result " +
                      shapeText(n.dimsOf(result)));
  n.set(0, emitFusedActivation(n, plusInput(n, result, 3), given));
}

// The solution x of a x = identity.
void importInverse(Node &n) {
  const int64_t rank = n.rank(0);
  if (rank < 2)
    return n.fail("input #0 must have rank 2 or more, but has rank " + Twine(rank));
  Dims sizes(n.dims(0));
  if (!mayBeEqual(sizes[rank - 1], sizes[rank - 2]))
    return n.mismatch("input #0 must hold square matrices, but has shape " + shapeText(sizes));
  Type type = n.elementType(0), i64 = n.builder().getI64Type();
  Expr isDiagonal = iotaAlong(n, sizes[rank - 2], rank - 2, rank, i64) ==
                    iotaAlong(n, sizes[rank - 1], rank - 1, rank, i64);
  Expr identity = isDiagonal.to(type).expanded(sizes);
  n.set(0, n.emit("rlx.dense_solve", {n.tensor(0), identity.value()}));
}

} // namespace

void rlx::onnxim::addFusedOps(OpTable &table) {
  const std::pair<StringRef, Handler> handlers[] = {
      {"BiasAdd", {importBiasAdd, nullptr}},
      {"BiasGelu", biasedGelu("rlx.gelu")},
      {"FastGelu", biasedGelu("rlx.gelu_tanh")},
      {"Gelu", biasedGelu("rlx.gelu")},
      {"QuickGelu", {importQuickGelu, nullptr}},
      {"BiasSoftmax", {importBiasSoftmax, nullptr}},
      {"BiasSplitGelu", {importBiasSplitGelu, nullptr}},
      {"FusedConv", {[](Node &n) { fusedConv(n, false); }, nullptr}},
      {"NhwcFusedConv", {[](Node &n) { fusedConv(n, true); }, nullptr}},
      {"FusedGemm", {importFusedGemm, nullptr}},
      {"FusedMatMul", {[](Node &n) { n.set(0, fusedMatMul(n)); }, nullptr}},
      {"FusedMatMulActivation", {importFusedMatMulActivation, nullptr}},
      {"GemmFastGelu", {importGemmFastGelu, nullptr}},
      {"Inverse", {importInverse, nullptr}},
      {"TransposeMatMul", {[](Node &n) { n.set(0, fusedMatMul(n)); }, nullptr}},
  };
  for (const auto &[name, handler] : handlers)
    table.add(name, handler, kContribDomain);
  for (StringRef op : {"FusedConv", "FusedGemm", "FusedMatMulActivation", "NhwcFusedConv"})
    table.limit(op,
                "activations other than Clip, Elu, HardSigmoid, LeakyRelu, Relu, Sigmoid, "
                "Softplus, Softsign and Tanh",
                kContribDomain);
}
