// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Normalizations of com.microsoft with the ops around them: EmbedLayerNormalization, GroupNorm,
// SkipGroupNorm, SkipLayerNormalization, SkipSimplifiedLayerNormalization.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

constexpr double kSkipNormEps = 1e-12; // ONNX Runtime's default

// Fails unless input i, if it is given, may have one element for each column of `like`.
void expectColumns(Node &n, unsigned i, StringRef what, ArrayRef<Dim> like) {
  if (!like.empty())
    n.expectVector(i, what, like.back(), "column");
}

// The sum of input, skip and bias.
Value skipSum(Node &n, unsigned bias) {
  const int64_t rank = n.rank(0);
  if (rank != 2 && rank != 3) {
    n.fail("expects rank 2 or 3, but got " + Twine(rank));
    return {};
  }
  ArrayRef<Dim> dims = n.dims(0), skip = n.dims(1);
  if (skip.size() + 1 < dims.size() || skip.size() > dims.size() ||
      !mayBeEqual(skip.take_back(2), dims.take_back(2)))
    n.mismatch(
        "input #1 (skip) must have the shape of input #0; only the batch may be 1 or absent");
  expectColumns(n, 2, "gamma", dims);
  expectColumns(n, bias, "the bias", dims);
  Value sum = n.emit("rlx.add", {n.tensor(0), n.tensor(1)});
  return n.has(bias) ? n.emit("rlx.add", {sum, n.tensor(bias)}) : sum;
}

void importSkipLayerNorm(Node &n) {
  const double eps = n.floatAttr("epsilon", kSkipNormEps);
  Value sum = skipSum(n, 4);
  expectColumns(n, 3, "beta", n.dims(0));
  Value beta = n.has(3) ? n.tensor(3) : Value();
  n.set(0, emitLayerNorm(n, sum, n.tensor(2), beta, n.rank(0) - 1, eps));
  n.set(3, sum);
}

void importSkipRmsNorm(Node &n) {
  const double eps = n.floatAttr("epsilon", kSkipNormEps);
  Value sum = skipSum(n, 3);
  n.set(0, emitRmsNorm(n, sum, n.tensor(2), n.rank(0) - 1, eps));
  n.set(3, sum);
}

// ---- GroupNorm, SkipGroupNorm

// x with skip and bias. Skip may be [batch, channels].
Value groupNormInput(Node &n, ArrayRef<Dim> perChannel) {
  Value x = n.tensor(0);
  if (n.has(3) && n.rank(3) != 2 && n.rank(3) != 4)
    n.fail("expects input #3 (skip) of rank 2 or 4, but got rank " + Twine(n.rank(3)));
  if (n.has(3) && !n.hasFailed()) {
    Dims perBatch(perChannel);
    perBatch[0] = n.dims(3)[0];
    x = n.emit("rlx.add", {x, n.rank(3) == 2 ? n.reshape(n.tensor(3), perBatch) : n.tensor(3)});
  }
  return n.has(4) ? n.emit("rlx.add", {x, n.reshape(n.tensor(4), perChannel)}) : x;
}

// Channels are last by default.
void importContribGroupNorm(Node &n) {
  const int64_t groups = n.requiredIntAttr("groups"), rank = n.rank(0);
  const double eps = n.floatAttr("epsilon", 1e-5);
  const bool isLast = n.flagAttr("channels_last", true), hasSilu = n.flagAttr("activation", false);
  if (rank != 4)
    return n.fail("expects input #0 of rank 4, but got rank " + Twine(rank));
  const unsigned channel = isLast ? 3 : 1;
  Dims perChannel(4, n.size(1));
  perChannel[channel] = n.dims(0)[channel];
  for (auto [i, what] : {std::pair<unsigned, StringRef>{1, "gamma"}, {2, "beta"}, {4, "the bias"}})
    n.expectVector(i, what, perChannel[channel], "channel");
  Value x = groupNormInput(n, perChannel);
  n.set(1, x);
  if (isLast)
    x = n.transpose(x, {0, 3, 1, 2});
  Type type = n.elementType(0);
  Value y = n.emit("rlx.group_norm", {x, n.cast(n.tensor(1), type), n.cast(n.tensor(2), type)},
                   {n.i64("groups", groups), n.f64("eps", eps),
                    n.attr("operandSegmentSizes", n.builder().getDenseI32ArrayAttr({1, 1, 1}))});
  if (isLast)
    y = n.transpose(y, {0, 2, 3, 1});
  n.set(0, hasSilu ? n.emit("rlx.silu", y) : y);
}

// ---- EmbedLayerNormalization

enum EmbedInput { Ids, Segments, Words, Positions, SegmentTable, Gamma, Beta, Mask, PositionIds };

// Rows of a table, as [b, s, hidden].
Expr embedding(Node &n, unsigned table, Value ids) {
  return {n, n.emit("rlx.gather", {n.tensor(table), ids}, n.i64("axis", 0))};
}

bool checkEmbedding(Node &n) {
  if (n.rank(Ids) != 2)
    n.fail("expects input_ids of rank 2, but got rank " + Twine(n.rank(Ids)));
  for (unsigned table : {Words, Positions, SegmentTable})
    if (n.has(table) && n.rank(table) != 2)
      n.fail(n.inputText(table) + " must have rank 2, but has rank " + Twine(n.rank(table)));
  if (n.has(Segments) != n.has(SegmentTable))
    n.fail("expects segment_ids and segment_embedding together");
  for (unsigned like : {Segments, Mask})
    if (n.has(like) && !mayBeEqual(n.dims(like), n.dims(Ids)))
      n.mismatch(n.inputText(like) + " must have the shape of input_ids");
  if (n.hasFailed())
    return false;
  expectColumns(n, Gamma, "gamma", n.dims(Words));
  expectColumns(n, Beta, "beta", n.dims(Words));
  return !n.hasFailed();
}

void importEmbedLayerNorm(Node &n) {
  const double eps = n.floatAttr("epsilon", kSkipNormEps);
  n.ignoreAttr("mask_index_type"); // for ONNX Runtime's own inference of shapes
  if (!checkEmbedding(n))
    return;
  Dims sizes(n.dims(Ids));
  Expr positions = n.has(PositionIds)
                       ? embedding(n, Positions, n.tensor(PositionIds))
                       : Expr(n, n.sliceAxis(n.tensor(Positions), 0, n.size(0), sizes[1]));
  Expr sum = embedding(n, Words, n.tensor(Ids)) + positions;
  if (n.has(Segments))
    sum = sum + embedding(n, SegmentTable, n.tensor(Segments));
  n.set(0, emitLayerNorm(n, sum.value(), n.tensor(Gamma), n.tensor(Beta), 2, eps));
  if (n.wants(1)) // the number of words
    n.set(1, n.has(Mask)
                 ? n.reduce("rlx.reduce_sum", n.tensor(Mask), int64_t(1), /*keepDims=*/false)
                 : n.expand(n.scalar(n.elementType(Ids), 0), sizes[0]));
  n.set(2, sum.value());
}

} // namespace

void rlx::onnxim::addSkipNormOps(OpTable &table) {
  table.add("EmbedLayerNormalization", {importEmbedLayerNorm, nullptr}, kContribDomain);
  table.add("GroupNorm", {importContribGroupNorm, nullptr}, kContribDomain);
  table.add("SkipGroupNorm", {importContribGroupNorm, nullptr}, kContribDomain);
  table.add("SkipLayerNormalization", {importSkipLayerNorm, nullptr}, kContribDomain);
  table.add("SkipSimplifiedLayerNormalization", {importSkipRmsNorm, nullptr}, kContribDomain);
}
