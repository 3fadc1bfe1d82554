// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FlexAttention of the domain ai.onnx.preview: attention with graphs that change its scores and
// probabilities.
//
// Without graphs it is rlx.attention. With one, its parts are separate ops.
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxSubgraph.h"

#include <cmath>

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// One node. Query heads that share a key head are rows of one matrix.
class FlexAttentionImport {
public:
  explicit FlexAttentionImport(Node &node) : n(node) {}
  void run();

private:
  enum Input { Q, K, V };

  bool readSizes();
  Type softmaxType();
  Value grouped(Value tensor, Dim lastSize);
  Value ungrouped(Value tensor, Dim lastSize);
  Value modified(StringRef graph, Value tensor);
  void runWithGraphs(Type precise);

  Node &n;
  int64_t queryHeads = 0, keyHeads = 0;
  double scale = 0;
};

bool FlexAttentionImport::readSizes() {
  for (unsigned i : {Q, K, V})
    if (n.rank(i) != 4)
      n.fail("expects Q, K and V of rank 4, but input #" + Twine(i) + " has rank " +
             Twine(n.rank(i)));
  if (n.hasFailed())
    return false;
  ArrayRef<Dim> q = n.dims(Q), k = n.dims(K), v = n.dims(V);
  Dim keys[] = {q[0], k[1], k[2], q[3]}, values[] = {q[0], k[1], k[2], v[3]};
  if (!mayBeEqual(k, keys) || !mayBeEqual(v, values)) {
    n.mismatch("Q, K and V do not fit together");
    return false;
  }
  std::optional<int64_t> queries = constantOf(q[1]), shared = constantOf(k[1]),
                         size = constantOf(q[3]);
  if (!queries || !shared || !size) {
    n.needsStatic("the number and the size of the heads");
    return false;
  }
  if (*shared < 1 || *queries % *shared != 0) {
    n.fail("the number of query heads is " + Twine(*queries) +
           ", but must be a multiple of the number of key heads, which is " + Twine(*shared));
    return false;
  }
  queryHeads = *queries;
  keyHeads = *shared;
  scale = n.hasAttr("scale") ? n.floatAttr("scale", 0) : 1 / std::sqrt(double(*size));
  return true;
}

// The type in which softmax and the graphs compute: f32, or f64 for f64.
Type FlexAttentionImport::softmaxType() {
  Type element = n.elementType(Q);
  if (!n.hasAttr("softmax_precision"))
    return element.isF64() ? element : Type(n.builder().getF32Type());
  const int64_t precision = n.intAttr("softmax_precision", 0);
  Type type = elementTypeOf(n.getContext(), static_cast<int>(precision));
  if (!n.hasFailed() && !isa_and_nonnull<FloatType>(type))
    n.fail("attribute 'softmax_precision' is " + dataTypeName(static_cast<int>(precision)) +
           ", but must be a floating-point type");
  return type;
}

// [B, query heads, L, size] as [B, key heads, query heads / key heads * L, size].
Value FlexAttentionImport::grouped(Value tensor, Dim lastSize) {
  if (queryHeads == keyHeads)
    return tensor;
  Dim rows = n.need(mul(n.size(queryHeads / keyHeads), n.dims(Q)[2]), "the number of queries");
  return n.reshape(tensor, {n.dims(Q)[0], n.size(keyHeads), rows, lastSize});
}

Value FlexAttentionImport::ungrouped(Value tensor, Dim lastSize) {
  return n.reshape(tensor, {n.dims(Q)[0], n.size(queryHeads), n.dims(Q)[2], lastSize});
}

// The result of a graph with one input and one output, or the tensor if there is no such graph.
Value FlexAttentionImport::modified(StringRef name, Value tensor) {
  if (!n.hasAttr(name) || n.hasFailed())
    return tensor;
  const GraphProto *body = n.graphAttr(name);
  if (n.hasFailed())
    return {};
  OnnxValue input;
  input.elementType = cast<RankedTensorType>(tensor.getType()).getElementType();
  input.dims = n.dimsOf(tensor);
  input.tensor = tensor;
  Graph::Mark mark = n.graph().mark();
  FailureOr<SubgraphResults> results = importSubgraph(n, *body, input);
  n.graph().forgetNames(mark);
  if (failed(results)) {
    n.failSilently();
    return {};
  }
  if (results->size() != 1 || results->front().elementType != input.elementType ||
      !mayBeEqual(results->front().dims, input.dims)) {
    n.fail("attribute '" + name + "' must be a graph with one output like its input, " +
           valueText(input.elementType, input.dims));
    return {};
  }
  FailureOr<Value> result = n.graph().tensor(results->front(), n.loc());
  if (failed(result)) {
    n.failSilently();
    return {};
  }
  return *result;
}

void FlexAttentionImport::runWithGraphs(Type precise) {
  // Both factors are scaled, so that products of 16-bit floats do not overflow.
  Value root = n.scalar(n.elementType(Q), std::sqrt(scale));
  Value q = n.emit("rlx.mul", {n.tensor(Q), root}), k = n.emit("rlx.mul", {n.tensor(K), root});
  Value scores = n.emit("rlx.matmul", {grouped(q, n.dims(Q)[3]), n.transpose(k, {0, 1, 3, 2})});
  Dim keys = n.dims(K)[2];
  scores = modified("score_mod", ungrouped(n.cast(scores, precise), keys));
  if (n.hasFailed())
    return;
  Value probabilities = modified("prob_mod", n.emit("rlx.softmax", scores, n.i64("axis", 3)));
  if (n.hasFailed())
    return;
  Value result = n.emit("rlx.matmul", {grouped(probabilities, keys), n.cast(n.tensor(V), precise)});
  n.set(0, n.cast(ungrouped(result, n.dims(V)[3]), n.elementType(V)));
}

void FlexAttentionImport::run() {
  if (!readSizes())
    return;
  Type precise = softmaxType();
  if (n.hasFailed())
    return;
  if (n.hasAttr("score_mod") || n.hasAttr("prob_mod") ||
      (precise.getIntOrFloatBitWidth() > 32) != n.elementType(Q).isF64())
    return runWithGraphs(precise);
  n.set(0, n.emit("rlx.attention", {n.tensor(Q), n.tensor(K), n.tensor(V)},
                  {n.choice("layout", AttentionLayout::BHSD),
                   n.choice("mask_kind", AttentionMask::None), n.f64("scale", scale)}));
}

void importFlexAttention(Node &n) {
  FlexAttentionImport(n).run();
}

} // namespace

void rlx::onnxim::addFlexAttentionOps(OpTable &table) {
  table.add("FlexAttention", {importFlexAttention, nullptr, 1, 1}, "ai.onnx.preview");
  table.limit("FlexAttention", "dynamic numbers or sizes of heads", "ai.onnx.preview");
}
