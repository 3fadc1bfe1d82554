// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers that carry a state along a sequence: LinearAttention, CausalConvWithState.
//
// Delta rules with one decay per head become rlx.gated_delta_net, other rules a loop over the
// steps.
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxSubgraph.h"

#include <cmath>

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// One node. B batches, T steps, H key heads with `group` query heads each, keys of K elements and
// values of V.
class LinearAttentionImport {
public:
  explicit LinearAttentionImport(Node &node) : n(node) {}
  void run();

private:
  enum Input { Query, Key, Val, PastState, Decay, Beta };

  void readAttributes();
  void expectInputs();
  void readSizes();
  int64_t perHead(unsigned input, int64_t heads, StringRef what);
  Value split(unsigned input, ArrayRef<int64_t> sizes, Type type);
  Value initialState(Type type);
  void runDeltaNet();
  void runSteps();
  SmallVector<Value> step(Value state, ArrayRef<Value> rows);
  bool hasOneDecayPerHead() { return !decays || decaySize == 1; }

  Node &n;
  bool decays = false, corrects = false;
  int64_t queryHeads = 0, heads = 0, group = 0, keySize = 0, valueSize = 0;
  int64_t decaySize = 0, betaHeads = 0; // of the last dimension
  double scale = 0;
  Dim batch, length;
  Type type, stateType;
};

void LinearAttentionImport::readAttributes() {
  const std::string rule = n.stringAttr("update_rule", "gated_delta");
  decays = rule == "gated" || rule == "gated_delta";
  corrects = rule == "delta" || rule == "gated_delta";
  if (!decays && !corrects && rule != "linear")
    n.fail("attribute 'update_rule' is '" + rule +
           "', but must be linear, gated, delta or gated_delta");
  queryHeads = n.requiredIntAttr("q_num_heads");
  heads = n.requiredIntAttr("kv_num_heads");
  if (!n.hasFailed() && (heads < 1 || queryHeads < 1 || queryHeads % heads != 0))
    n.fail("attribute 'q_num_heads' is " + Twine(queryHeads) +
           ", but must be a positive multiple of 'kv_num_heads', which is " + Twine(heads));
  scale = n.floatAttr("scale", 0);
  n.ignoreAttr("chunk_size"); // changes no result
  for (auto [input, isNeeded] : {std::pair(Decay, decays), {Beta, corrects}})
    if (!n.hasFailed() && n.has(input) != isNeeded)
      n.fail(Twine(isNeeded ? "needs" : "takes no") + " input #" + Twine(input) + " (" +
             (input == Decay ? "decay" : "beta") + ") with update_rule '" + rule + "'");
}

// The elements per head of the last dimension.
int64_t LinearAttentionImport::perHead(unsigned input, int64_t count, StringRef what) {
  if (n.rank(input) != 3) {
    n.fail("expects " + what + " of rank 3, but got rank " + Twine(n.rank(input)));
    return 1;
  }
  std::optional<int64_t> size = constantOf(n.dims(input)[2]);
  if (!size)
    n.needsStatic("the last size of " + what);
  else if (*size % count != 0)
    n.fail("the last size of " + what + " is " + Twine(*size) + ", but must be a multiple of " +
           Twine(count) + " heads");
  return n.hasFailed() ? 1 : *size / count;
}

void LinearAttentionImport::expectInputs() {
  if (n.has(PastState)) {
    Dim expected[] = {batch, n.size(heads), n.size(keySize), n.size(valueSize)};
    if (!mayBeEqual(n.dims(PastState), expected))
      n.mismatch("past_state must have shape " + shapeText(expected));
  }
  for (unsigned input : {Key, Val, Decay, Beta})
    if (n.has(input) && !mayBeEqual(n.dims(input).take_front(2), n.dims(Query).take_front(2)))
      n.mismatch("all inputs must have the batches and steps of the query");
}

void LinearAttentionImport::readSizes() {
  keySize = perHead(Query, queryHeads, "query");
  valueSize = perHead(Val, heads, "value");
  if (perHead(Key, heads, "key") != keySize && !n.hasFailed())
    n.mismatch("query and key must have the same size of a head");
  if (n.has(Decay))
    decaySize = perHead(Decay, heads, "decay");
  if (!n.hasFailed() && decays && decaySize != 1 && decaySize != keySize)
    n.mismatch("decay must have one element for each head, or for each element of a key");
  if (n.has(Beta))
    betaHeads = perHead(Beta, 1, "beta");
  if (!n.hasFailed() && corrects && betaHeads != 1 && betaHeads != heads)
    n.mismatch("beta must have one element for each head, or one");
  if (n.hasFailed())
    return;
  group = queryHeads / heads;
  batch = n.dims(Query)[0];
  length = n.dims(Query)[1];
  if (scale == 0)
    scale = 1 / std::sqrt(static_cast<double>(keySize));
  type = n.elementType(Query);
  stateType = n.has(PastState) ? n.elementType(PastState) : type;
  expectInputs();
}

// [B, T, …] as [B, T, sizes…].
Value LinearAttentionImport::split(unsigned input, ArrayRef<int64_t> sizes, Type element) {
  Dims all = {batch, length};
  for (int64_t size : sizes)
    all.push_back(n.size(size));
  return n.reshape(n.cast(n.tensor(input), element), all);
}

Value LinearAttentionImport::initialState(Type element) {
  if (n.has(PastState))
    return n.cast(n.tensor(PastState), element);
  return n.expand(n.scalar(element, 0), {batch, n.size(heads), n.size(keySize), n.size(valueSize)});
}

void LinearAttentionImport::runDeltaNet() {
  // With a state of another type everything is computed in f32, as the op does anyway.
  Type element = stateType == type ? type : Type(n.builder().getF32Type());
  Dim perHeadSizes[] = {batch, length, n.size(heads)};
  Value decay =
      decays ? split(Decay, heads, element) : n.expand(n.scalar(element, 0), perHeadSizes);
  Value beta = n.expand(split(Beta, betaHeads, element), perHeadSizes);
  Value result =
      n.emit("rlx.gated_delta_net",
             {split(Query, {heads, keySize}, element), split(Key, {heads, keySize}, element),
              split(Val, {heads, valueSize}, element), decay, beta, initialState(element)},
             n.f64("scale", scale));
  if (!result)
    return;
  Dim sizes[] = {batch, length, n.size(heads * valueSize)};
  n.set(0, n.reshape(n.cast(result, type), sizes));
  n.set(1, n.cast(result.getDefiningOp()->getResult(1), stateType));
}

// The state S and the output after a step. `rows` are q [B, H, group, K], k [B, H, K, 1],
// v [B, H, 1, V], and possibly decay [B, H, K or 1, 1] and beta [B, H or 1, 1, 1].
SmallVector<Value> LinearAttentionImport::step(Value state, ArrayRef<Value> rows) {
  Value query = rows[0], key = rows[1], added = rows[2];
  if (decays)
    state = n.emit("rlx.mul", {state, n.emit("rlx.exp", rows[3])});
  if (corrects) {
    Value seen = n.emit("rlx.matmul", {n.transpose(key, {0, 1, 3, 2}), state});
    added = n.emit("rlx.mul", {rows.back(), n.emit("rlx.sub", {added, seen})});
  }
  state = n.emit("rlx.add", {state, n.emit("rlx.mul", {key, added})});
  return {state, n.emit("rlx.matmul", {query, state})};
}

void LinearAttentionImport::runSteps() {
  Type f32 = n.builder().getF32Type();
  auto stepsFirst = [&](unsigned input, ArrayRef<int64_t> sizes) {
    return n.transpose(split(input, sizes, f32), {1, 0, 2, 3, 4});
  };
  SmallVector<Value> rows = {stepsFirst(Query, {heads, group, keySize}),
                             stepsFirst(Key, {heads, keySize, 1}),
                             stepsFirst(Val, {heads, 1, valueSize})};
  rows[0] = n.emit("rlx.mul", {rows[0], n.scalar(f32, scale)});
  if (decays)
    rows.push_back(stepsFirst(Decay, {heads, decaySize, 1}));
  if (corrects)
    rows.push_back(stepsFirst(Beta, {betaHeads, 1, 1}));
  auto body = [&](ArrayRef<Value> carried, ArrayRef<Value> row) { return step(carried[0], row); };
  SmallVector<Value> results = emitScan(n, initialState(f32), rows, /*reverse=*/false, body);
  if (n.hasFailed())
    return;
  Dim sizes[] = {batch, length, n.size(queryHeads * valueSize)};
  n.set(0, n.cast(n.reshape(n.transpose(results[1], {1, 0, 2, 3, 4}), sizes), type));
  n.set(1, n.cast(results[0], stateType));
}

void LinearAttentionImport::run() {
  readAttributes();
  if (!n.hasFailed())
    readSizes();
  if (n.hasFailed())
    return;
  if (corrects && group == 1 && hasOneDecayPerHead())
    runDeltaNet();
  else
    runSteps();
}

void importLinearAttention(Node &n) {
  LinearAttentionImport(n).run();
}

// The k - 1 values before the input, then the input.
Value withPastValues(Node &n, int64_t kernel) {
  ArrayRef<Dim> dims = n.dims(0);
  Dim state[] = {dims[0], dims[1], n.size(kernel - 1)};
  if (n.has(3) && !mayBeEqual(n.dims(3), state)) {
    n.mismatch("past_state must have shape " + shapeText(state));
    return {};
  }
  Value past = n.has(3) ? n.tensor(3) : n.expand(n.scalar(n.elementType(0), 0), state);
  return n.emit("rlx.concat", {past, n.tensor(0)}, n.i64("axis", 2));
}

// A depthwise convolution of the past values and the input.
void importCausalConv(Node &n) {
  const std::string activation = n.stringAttr("activation", "none");
  if (activation != "none" && activation != "silu" && activation != "swish")
    n.fail("attribute 'activation' is '" + activation + "', but must be none, silu or swish");
  if (n.rank(0) != 3 || n.rank(1) != 3)
    n.fail("expects input and weight of rank 3, but got rank " + Twine(n.rank(0)) + " and " +
           Twine(n.rank(1)));
  if (n.hasFailed())
    return;
  std::optional<int64_t> channels = constantOf(n.dims(1)[0]), kernel = constantOf(n.dims(1)[2]);
  if (!channels || !kernel)
    return n.needsStatic("the shape of the weight");
  Dim expected[] = {n.dims(0)[1], n.size(1), n.size(*kernel)};
  if (*kernel < 1 || !mayBeEqual(n.dims(1), expected))
    return n.mismatch("the weight must have shape " + shapeText(expected));
  n.expectVector(2, "the bias", n.size(*channels), "channel");
  Value all = *kernel == 1 && !n.has(3) ? n.tensor(0) : withPastValues(n, *kernel);
  SmallVector<Value> operands = {all, n.tensor(1)};
  if (n.has(2))
    operands.push_back(n.tensor(2));
  Value result = n.emit("rlx.conv", operands,
                        {n.i64s("strides", 1), n.i64s("pads", {0, 0}), n.i64s("dilations", 1),
                         n.i64("groups", *channels)});
  n.set(0, activation == "none" ? result : n.emit("rlx.silu", result));
  if (n.wants(1))
    n.set(1, n.sliceAxis(all, 2, n.dims(0)[2], n.size(*kernel - 1)));
}

} // namespace

void rlx::onnxim::addSequenceOps(OpTable &table) {
  table.add("LinearAttention", {importLinearAttention, nullptr, 27, 27});
  table.add("CausalConvWithState", {importCausalConv, nullptr, 27, 27});
  table.limit("LinearAttention", "a last size that is dynamic");
  table.limit("CausalConvWithState", "a weight of dynamic shape");
}
