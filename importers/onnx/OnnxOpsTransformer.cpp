// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention, RotaryEmbedding, and the normalizations of transformers: RMSNormalization,
// GroupNormalization.
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// ---- RotaryEmbedding

// Tables per batch and position, [b, s, r / 2], as the rows of one table, and the rows' numbers.
struct RotaryTables {
  Value cos, sin, positions;
};

RotaryTables rotaryTables(Node &n) {
  const int64_t rank = n.has(3) ? 2 : 3;
  if (n.rank(1) != rank || n.rank(2) != rank) {
    n.fail("expects cos_cache and sin_cache of rank " + Twine(rank) +
           (n.has(3) ? " with" : " without") + " position_ids, but got rank " + Twine(n.rank(1)) +
           " and " + Twine(n.rank(2)));
    return {};
  }
  if (n.has(3))
    return {n.tensor(1), n.tensor(2), n.tensor(3)};
  ArrayRef<Dim> dims = n.dims(1);
  Dim rows = n.need(mul(dims[0], dims[1]), "the number of rows of cos_cache");
  Dims flat = {rows, dims[2]};
  Value positions = n.reshape(n.iota(n.size(0), rows, 0), dims.take_front(2));
  return {n.reshape(n.tensor(1), flat), n.reshape(n.tensor(2), flat), positions};
}

} // namespace

Value rlx::onnxim::emitSplitHeads(Node &n, Value tensor, int64_t heads) {
  Dims dims = n.dimsOf(tensor);
  if (n.hasFailed())
    return {};
  if (heads < 1) {
    n.fail("expects the number of heads of an input of rank 3 to be at least 1, but got " +
           Twine(heads));
    return {};
  }
  if (std::optional<int64_t> hidden = constantOf(dims[2]); hidden && *hidden % heads != 0) {
    n.fail("the hidden size " + Twine(*hidden) + " is no multiple of " + Twine(heads) + " heads");
    return {};
  }
  Dim size = n.need(floorDiv(dims[2], n.size(heads)), "the size of a head");
  return n.reshape(tensor, {dims[0], dims[1], n.size(heads), size});
}

namespace {

void importRotaryEmbedding(Node &n) {
  const bool interleaved = n.flagAttr("interleaved", false);
  const int64_t heads = n.intAttr("num_heads", 0), rotated = n.intAttr("rotary_embedding_dim", 0);
  const int64_t rank = n.rank(0);
  if (rank != 3 && rank != 4)
    return n.fail("expects rank 3 or 4, but got " + Twine(rank));
  RotaryTables tables = rotaryTables(n);
  if (n.hasFailed())
    return;
  std::optional<int64_t> half = constantOf(n.dims(1).back());
  if (rotated && half && rotated != 2 * *half)
    return n.fail("attribute 'rotary_embedding_dim' is " + Twine(rotated) + ", but cos_cache has " +
                  Twine(*half) + " columns; expected are " + Twine(rotated / 2));
  Value x = rank == 3 ? emitSplitHeads(n, n.tensor(0), heads) : n.tensor(0);
  Value turned =
      n.emit("rlx.rope", {x, tables.cos, tables.sin, tables.positions},
             {n.choice("style", interleaved ? RopeStyle::Interleaved : RopeStyle::Half),
              n.choice("layout", rank == 3 ? AttentionLayout::BSHD : AttentionLayout::BHSD)});
  n.set(0, rank == 3 ? n.reshape(turned, n.dims(0)) : turned);
}

// ---- Attention

// One node. Tensors have the dimensions [batch, sequence, heads, size] if all inputs have rank 3
// and there is no cache, and else [batch, heads, sequence, size]: no input is transposed without
// need.
class AttentionImport {
public:
  explicit AttentionImport(Node &node) : n(node) {}
  void run();

private:
  enum Input { Q, K, V, Mask, PastKey, PastValue, NonPadLengths };
  enum Output { Y, PresentKey, PresentValue, Scores };

  void readAttributes();
  bool checkInputs();
  Value head(unsigned input, int64_t heads);
  Value withPast(Value added, unsigned past);
  void readSizes();
  bool isAligned();
  std::optional<AttentionMask> builtinMask();
  Value mask();
  Value visible();
  Value distances();
  Value perBatch(Value lengths);
  Value broadcastMask();
  void setScores(Value mask);
  Value repeated(Value perKeyHead);
  unsigned sequenceDim() const { return layout == AttentionLayout::BSHD ? 1 : 2; }
  Value both(Value lhs, Value rhs) {
    return lhs && rhs ? n.emit("rlx.and", {lhs, rhs}) : lhs ? lhs : rhs;
  }

  Node &n;
  AttentionLayout layout = AttentionLayout::BHSD;
  bool isCausal = false, isBias = false;
  int64_t queryHeads = 0, keyHeads = 0, left = -1, right = -1, scoresMode = 0;
  double softcap = 0;
  std::optional<double> scale;
  Value query, key, value;
  Dims queryDims, keyDims; // [batch, heads, sequence, size] in any layout
};

void AttentionImport::readAttributes() {
  isCausal = n.flagAttr("is_causal", false);
  queryHeads = n.intAttr("q_num_heads", 0);
  keyHeads = n.intAttr("kv_num_heads", 0);
  scoresMode = n.intAttr("qk_matmul_output_mode", 0);
  softcap = n.floatAttr("softcap", 0);
  left = n.intAttr("left_window_size", -1);
  right = n.intAttr("right_window_size", -1);
  if (n.hasAttr("scale"))
    scale = n.floatAttr("scale", 0);
  n.ignoreAttr("softmax_precision"); // softmax is computed in f32 at least
}

bool AttentionImport::checkInputs() {
  for (unsigned i : {Q, K, V})
    if (n.rank(i) != n.rank(Q) || (n.rank(i) != 3 && n.rank(i) != 4))
      n.fail("expects Q, K and V of rank 3, or of rank 4, but got rank " + Twine(n.rank(Q)) + ", " +
             Twine(n.rank(K)) + " and " + Twine(n.rank(V)));
  if (n.has(PastKey) != n.has(PastValue))
    n.fail("expects past_key and past_value together");
  for (unsigned i : {PastKey, PastValue})
    if (n.has(i) && n.rank(i) != 4)
      n.fail("expects past_key and past_value of rank 4, but got rank " + Twine(n.rank(i)));
  if (n.has(NonPadLengths) && n.rank(NonPadLengths) != 1)
    n.fail("expects nonpad_kv_seqlen of rank 1, but got " + Twine(n.rank(NonPadLengths)));
  if (n.has(NonPadLengths) && n.has(PastKey))
    n.fail("expects no nonpad_kv_seqlen beside past_key");
  if (scoresMode < 0 || scoresMode > 3)
    n.fail("attribute 'qk_matmul_output_mode' is " + Twine(scoresMode) + ", but must be 0 to 3");
  if (n.has(Mask) && n.rank(Mask) > 4)
    n.fail("expects attn_mask of rank 4 or less, but got " + Twine(n.rank(Mask)));
  return !n.hasFailed();
}

// An input in the layout.
Value AttentionImport::head(unsigned input, int64_t heads) {
  Value tensor = n.tensor(input);
  if (n.rank(input) == 4)
    return tensor;
  tensor = emitSplitHeads(n, tensor, heads);
  return layout == AttentionLayout::BSHD ? tensor : n.transpose(tensor, {0, 2, 1, 3});
}

Value AttentionImport::withPast(Value added, unsigned past) {
  return n.has(past) ? n.emit("rlx.concat", {n.tensor(past), added}, n.i64("axis", 2)) : added;
}

void AttentionImport::readSizes() {
  queryDims = n.dimsOf(query);
  keyDims = n.dimsOf(key);
  if (layout == AttentionLayout::BSHD && !n.hasFailed()) {
    std::swap(queryDims[1], queryDims[2]);
    std::swap(keyDims[1], keyDims[2]);
  }
}

// A vector over the batches as [b, 1, 1, 1].
Value AttentionImport::perBatch(Value lengths) {
  Dim one = n.size(1);
  return n.reshape(n.cast(lengths, n.builder().getI64Type()), {queryDims[0], one, one, one});
}

// j - p for each query and key, where p is the position of the query: [1 or b, 1, queries, keys].
Value AttentionImport::distances() {
  Dim one = n.size(1);
  Value j = n.iota(n.size(0), {one, one, one, keyDims[2]}, 3);
  Value i = n.iota(n.size(0), {one, one, queryDims[2], one}, 2);
  if (n.has(PastKey)) {
    i = n.iota(n.need(n.dims(PastKey)[2], "the length of the past"), {one, one, queryDims[2], one},
               2);
  } else if (n.has(NonPadLengths)) {
    Value offset = n.emit("rlx.sub", {perBatch(n.tensor(NonPadLengths)),
                                      n.iota(queryDims[2], {one, one, one, one}, 3)});
    i = n.emit("rlx.add", {i, offset});
  }
  return n.emit("rlx.sub", {j, i});
}

// The keys that causality, windows and lengths leave; null if these are all.
Value AttentionImport::visible() {
  Value seen;
  Type type = n.builder().getI64Type();
  if (isCausal || left >= 0 || right >= 0) {
    Value apart = distances();
    if (isCausal || right >= 0) {
      const double limit = isCausal ? 0 : static_cast<double>(right);
      seen = n.compare(ComparePredicate::le, apart, n.scalar(type, limit));
    }
    if (left >= 0)
      seen = both(
          seen, n.compare(ComparePredicate::ge, apart, n.scalar(type, -static_cast<double>(left))));
  }
  if (n.has(NonPadLengths)) {
    Dim one = n.size(1);
    Value j = n.iota(n.size(0), {one, one, one, keyDims[2]}, 3);
    seen = both(seen, n.compare(ComparePredicate::lt, j, perBatch(n.tensor(NonPadLengths))));
  }
  return seen;
}

// The mask operand with rank 4 and all keys: later ones than it has are masked.
Value AttentionImport::broadcastMask() {
  Value given = n.tensor(Mask);
  Dims dims(n.dims(Mask));
  Type type = n.elementType(Mask);
  if (dims.empty() || n.hasFailed())
    return given;
  std::optional<int64_t> has = constantOf(dims.back()), all = constantOf(keyDims[2]);
  if (has && all && *has < *all && *has != 1) {
    IntList low(dims.size(), 0), high(dims.size(), 0);
    high.back() = *all - *has;
    const double masked = isBias ? -std::numeric_limits<double>::infinity() : 0;
    given = n.pad(given, n.scalar(type, masked), low, high, PadMode::Constant);
    dims.back() = keyDims[2];
  }
  Dims sizes(4 - dims.size(), n.size(1));
  sizes.append(dims.begin(), dims.end());
  return n.reshape(given, sizes);
}

// Whether the last query is at the last key, as the dialect's masks have it.
bool AttentionImport::isAligned() {
  const unsigned dim = n.rank(Q) == 3 ? 1 : 2;
  return !n.has(NonPadLengths) && equal(n.dims(Q)[dim], n.dims(K)[dim]).value_or(false);
}

// The mask without an operand; nothing if there must be one.
std::optional<AttentionMask> AttentionImport::builtinMask() {
  if (n.has(Mask) || n.has(NonPadLengths))
    return std::nullopt;
  if (!isCausal)
    return left < 0 && right < 0 ? std::optional(AttentionMask::None) : std::nullopt;
  if (!isAligned())
    return std::nullopt;
  return left < 0 ? AttentionMask::Causal : AttentionMask::SlidingWindow;
}

// Everything that hides keys as one operand: booleans, or numbers to add. Null if nothing does.
Value AttentionImport::mask() {
  Value seen = visible();
  if (!n.has(Mask))
    return seen;
  Value given = broadcastMask();
  if (!seen || !isBias)
    return both(seen, given);
  Value masked = n.scalar(n.elementType(Mask), -std::numeric_limits<double>::infinity());
  return n.emit("rlx.where", {seen, given, masked});
}

// Keys or values of every query head.
Value AttentionImport::repeated(Value perKeyHead) {
  std::optional<int64_t> queries = constantOf(queryDims[1]), keys = constantOf(keyDims[1]);
  if (!queries || !keys || *queries == *keys)
    return perKeyHead;
  Dims dims = n.dimsOf(perKeyHead);
  if (n.hasFailed() || *keys == 0)
    return {};
  Dims grouped = {dims[0], dims[1], n.size(1), dims[2], dims[3]}, wide = grouped;
  wide[2] = n.size(*queries / *keys);
  Dims all = {dims[0], queryDims[1], dims[2], dims[3]};
  return n.reshape(n.expand(n.reshape(perKeyHead, grouped), wide), all);
}

// Output 3: the scores at one of their stages.
void AttentionImport::setScores(Value mask) {
  Type type = n.elementType(Q);
  Value q = query, k = key;
  if (layout == AttentionLayout::BSHD) {
    q = n.transpose(q, {0, 2, 1, 3});
    k = n.transpose(k, {0, 2, 1, 3});
  }
  Value scores = n.emit("rlx.matmul", {q, n.transpose(repeated(k), {0, 1, 3, 2})});
  std::optional<int64_t> size = constantOf(queryDims[3]);
  if (!scale && !size)
    return n.needsStatic("the size of the heads, for output #3,");
  scores =
      n.emit("rlx.mul", {scores, n.scalar(type, scale ? *scale : 1 / std::sqrt(double(*size)))});
  if (scoresMode >= 1 && softcap != 0) {
    Value cap = n.scalar(type, softcap);
    scores = n.emit("rlx.mul", {n.emit("rlx.tanh", n.emit("rlx.div", {scores, cap})), cap});
  }
  Value lowest = n.scalar(type, -std::numeric_limits<double>::infinity());
  if (scoresMode >= 2 && mask)
    scores =
        isBias ? n.emit("rlx.add", {scores, mask}) : n.emit("rlx.where", {mask, scores, lowest});
  if (scoresMode == 3) {
    Value best = n.reduce("rlx.reduce_max", scores, int64_t(3), /*keepDims=*/true);
    Value isEmpty = n.compare(ComparePredicate::eq, best, lowest);
    scores = n.emit("rlx.where",
                    {isEmpty, n.scalar(type, 0), n.emit("rlx.softmax", scores, n.i64("axis", 3))});
  }
  n.set(Scores, scores);
}

void AttentionImport::run() {
  readAttributes();
  if (n.hasFailed() || !checkInputs())
    return;
  const bool hasCache = n.has(PastKey) || n.wants(PresentKey) || n.wants(PresentValue);
  if (n.rank(Q) == 3 && !hasCache)
    layout = AttentionLayout::BSHD;
  isBias = n.has(Mask) && !n.elementType(Mask).isInteger(1);
  query = head(Q, queryHeads);
  key = withPast(head(K, keyHeads), PastKey);
  value = withPast(head(V, keyHeads), PastValue);
  readSizes();
  if (n.hasFailed())
    return;
  const std::optional<AttentionMask> builtin = builtinMask();
  Value hides = builtin && !n.wants(Scores) ? Value() : mask();
  const AttentionMask kind = builtin.value_or(isBias ? AttentionMask::Bias : AttentionMask::Custom);
  Value result = emitAttention(
      n, {layout, query, key, value, builtin ? Value() : hides, kind, left, scale, softcap});
  if (n.wants(Scores))
    setScores(hides);
  n.set(Y, n.rank(Q) == 3 ? emitMergedHeads(n, result, layout) : result);
  if (n.wants(PresentKey))
    n.set(PresentKey, key);
  if (n.wants(PresentValue))
    n.set(PresentValue, value);
}

void importAttention(Node &n) {
  AttentionImport(n).run();
}

} // namespace

Value rlx::onnxim::emitAttention(Node &n, const AttentionCall &call) {
  SmallVector<Value> operands = {call.query, call.key, call.value};
  if (call.kind == AttentionMask::Custom || call.kind == AttentionMask::Bias)
    operands.push_back(call.mask);
  SmallVector<NamedAttribute> attributes = {n.choice("layout", call.layout),
                                            n.choice("mask_kind", call.kind)};
  if (call.kind == AttentionMask::SlidingWindow)
    attributes.push_back(n.i64("window", call.window));
  if (call.scale)
    attributes.push_back(n.f64("scale", *call.scale));
  if (call.softcap != 0)
    attributes.push_back(n.f64("softcap", call.softcap));
  return n.emit("rlx.attention", operands, attributes);
}

Value rlx::onnxim::emitMergedHeads(Node &n, Value result, AttentionLayout layout) {
  if (layout == AttentionLayout::BHSD)
    result = n.transpose(result, {0, 2, 1, 3});
  Dims dims = n.dimsOf(result);
  if (n.hasFailed())
    return {};
  return n.reshape(result, {dims[0], dims[1], n.need(mul(dims[2], dims[3]), "a hidden size")});
}

namespace {

// ---- normalizations

void importRmsNorm(Node &n) {
  const int64_t axis = n.axis(n.intAttr("axis", -1), n.rank(0));
  const double eps = n.floatAttr("epsilon", 1e-5);
  n.ignoreAttr("stash_type"); // computed in f32 at least
  Value result = emitRmsNorm(n, n.tensor(0), n.tensor(1), axis, eps);
  n.set(0, n.cast(result, n.elementType(1)));
}

// Scale and bias are per group in version 18, per channel since 21.
void importGroupNorm(Node &n) {
  const int64_t groups = n.requiredIntAttr("num_groups");
  const double eps = n.floatAttr("epsilon", 1e-5);
  if (n.opset() >= 21)
    n.ignoreAttr("stash_type"); // computed in f32 at least
  if (n.hasFailed())
    return;
  if (n.rank(0) < 2)
    return n.fail("expects rank 2 or more, but got " + Twine(n.rank(0)));
  auto perChannel = [&](unsigned i) {
    Value tensor = n.tensor(i);
    if (n.opset() >= 21 || n.hasFailed() || groups < 1)
      return tensor;
    Dim channels = n.dims(0)[1], many = n.size(groups);
    Dim inGroup = n.need(floorDiv(channels, many), "the channels of a group");
    Value column = n.reshape(tensor, {many, n.size(1)});
    return n.reshape(n.expand(column, {many, inGroup}), channels);
  };
  Value scale = perChannel(1), bias = perChannel(2);
  n.set(0, n.emit("rlx.group_norm", {n.tensor(0), scale, bias},
                  {n.i64("groups", groups), n.f64("eps", eps),
                   n.attr("operandSegmentSizes", n.builder().getDenseI32ArrayAttr({1, 1, 1}))}));
}

} // namespace

void rlx::onnxim::addTransformerOps(OpTable &table) {
  table.add("RotaryEmbedding", {importRotaryEmbedding, nullptr, 23, 23});
  table.add("Attention", {importAttention, nullptr, 23, 25});
  table.add("RMSNormalization", {importRmsNorm, nullptr, 23, 23});
  table.add("SimplifiedLayerNormalization", {importRmsNorm, nullptr});
  table.add("GroupNormalization", {importGroupNorm, nullptr, 18, 21});
  table.limit("Attention", "output 3 with a head size that only the run knows");
}
