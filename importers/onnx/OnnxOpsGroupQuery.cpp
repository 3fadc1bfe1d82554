// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GroupQueryAttention of com.microsoft: attention with rotary embedding and a cache of keys and
// values.
//
// The new keys of batch b are at positions p, p + 1, … with p = seqlens_k[b] + 1 - length, or 0 for
// a prompt: if total_sequence_length is the length of the query. present_key is past_key, extended
// to total_sequence_length with zeros, with the new keys at these positions. If caches are updated
// in place, past_key has room for them, and present_key is as long.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

class GroupQueryImport {
public:
  explicit GroupQueryImport(Node &node) : n(node) {}
  void run();

private:
  enum Input {
    Query,
    Key,
    ValueInput,
    PastKey,
    PastValue,
    Lengths,
    TotalLength,
    Cos,
    Sin,
    PositionIds,
    ScoreBias,
    HeadSink,
    KeyScale,
    ValueScale,
    QueryNorm,
    KeyNorm
  };
  void readAttributes();
  bool check();
  void readHeads();
  void readStart();
  void readSharedStart();
  Value rotated(Value heads);
  Value normalized(Value heads, unsigned weight);
  Value updated(unsigned past, Value added);
  Value visible();
  Value scoreBias();
  void addSink(AttentionCall &call);
  AttentionCall attentionCall();

  Node &n;
  Type type, i64;
  int64_t heads = 0, keyHeads = 0, window = -1;
  bool isRotary = false, isInterleaved = false, isCausal = true, isSmooth = false;
  double softcap = 0, normEps = 1e-6;
  std::optional<double> scale;
  Value query, key, value; // [b, s, heads, size], later [b, heads, s, size]
  Value start;             // of the new keys, [b, 1, 1, 1]; null if it is 0
  Dim batch, length, total;
};

void GroupQueryImport::readAttributes() {
  heads = n.requiredIntAttr("num_heads");
  keyHeads = n.requiredIntAttr("kv_num_heads");
  window = n.intAttr("local_window_size", -1);
  isRotary = n.flagAttr("do_rotary", false);
  isInterleaved = n.flagAttr("rotary_interleaved", false);
  isCausal = n.flagAttr("causal", true);
  isSmooth = n.flagAttr("smooth_softmax", false) || n.has(HeadSink);
  softcap = n.floatAttr("softcap", 0);
  normEps = n.floatAttr("qk_norm_epsilon", 1e-6);
  if (double given = n.floatAttr("scale", 0); given != 0)
    scale = given;
  n.expectIntAttr("sliding_window_cache", 0);
  n.ignoreAttr("qk_output"); // output 3 is refused if something reads it
  n.ignoreAttr("kv_cache_bit_width");
  for (StringRef kind : {"k_quant_type", "v_quant_type"})
    if (n.stringAttr(kind, "NONE") != "NONE")
      n.unsupported("attribute '" + kind +
                    "' is not NONE; caches of quantized numbers are not "
                    "supported");
}

bool GroupQueryImport::check() {
  if (heads < 1 || keyHeads < 1 || heads % keyHeads != 0)
    n.fail("num_heads is " + Twine(heads) + ", but must be a multiple of kv_num_heads, which is " +
           Twine(keyHeads));
  if (n.has(Key) != n.has(ValueInput) || n.has(PastKey) != n.has(PastValue) ||
      n.has(Cos) != n.has(Sin) || n.has(QueryNorm) != n.has(KeyNorm))
    n.fail("expects the two inputs of these pairs together: key and value, past_key and "
           "past_value, cos_cache and sin_cache, q_norm_weight and k_norm_weight");
  for (unsigned i : {Query, Key, ValueInput})
    if (n.has(i) && n.rank(i) != 3)
      n.fail(n.inputText(i) + " must have rank 3, but has rank " + Twine(n.rank(i)));
  for (unsigned i : {PastKey, PastValue, ScoreBias})
    if (n.has(i) && n.rank(i) != 4)
      n.fail(n.inputText(i) + " must have rank 4, but has rank " + Twine(n.rank(i)));
  for (unsigned i : {PastKey, PastValue})
    if (n.has(i) && n.elementType(i) != n.elementType(Query))
      n.unsupported(n.inputText(i) + " has another type than the query; caches of quantized "
                                     "numbers are not supported");
  if (isRotary && !n.has(Cos))
    n.fail("expects cos_cache and sin_cache with do_rotary = 1");
  if (!isCausal && window >= 0)
    n.fail("expects no local_window_size with causal = 0");
  return !n.hasFailed();
}

void GroupQueryImport::readHeads() {
  Value packed = n.tensor(Query);
  if (n.has(Key)) {
    query = emitSplitHeads(n, packed, heads);
    key = emitSplitHeads(n, n.tensor(Key), keyHeads);
    value = emitSplitHeads(n, n.tensor(ValueInput), keyHeads);
    return;
  }
  Value all = emitSplitHeads(n, packed, heads + 2 * keyHeads);
  query = n.sliceAxis(all, 2, n.size(0), n.size(heads));
  key = n.sliceAxis(all, 2, n.size(heads), n.size(keyHeads));
  value = n.sliceAxis(all, 2, n.size(heads + keyHeads), n.size(keyHeads));
}

// The lengths stay tensors. As sizes they would give each step a memory plan.
void GroupQueryImport::readSharedStart() {
  n.expectVector(Lengths, "seqlens_k", batch, "batch");
  Value longest = n.single(TotalLength, "total_sequence_length");
  if (n.hasFailed())
    return;
  total = n.dims(PastKey)[2];
  Dim one = n.size(1);
  Expr end = Expr(n, n.tensor(Lengths)).to(i64).reshaped({batch, one, one, one}) + 1;
  Expr all = Expr(n, longest).to(i64).reshaped({one, one, one, one});
  Expr added = sizeAs(n, length, i64);
  start = ((end - added) * (all != added).to(i64)).value();
}

void GroupQueryImport::readStart() {
  if (!n.has(PastKey))
    return;
  if (n.graph().updatesCaches())
    return readSharedStart();
  Dims totals = n.knownInts(TotalLength, "total_sequence_length");
  if (!n.hasFailed() && totals.size() != 1)
    n.fail("expects one total_sequence_length, but got " + Twine(totals.size()));
  n.expectVector(Lengths, "seqlens_k", batch, "batch");
  if (n.hasFailed())
    return;
  total = n.max(totals[0], n.dims(PastKey)[2]);
  Dim one = n.size(1), isPrompt = n.isEqual(totals[0], length);
  if (constantOf(isPrompt) == 1)
    return;
  Expr end = Expr(n, n.tensor(Lengths)).to(i64).reshaped({batch, one, one, one}) + 1;
  Expr before = end - sizeAs(n, length, i64);
  if (!constantOf(isPrompt))
    before = before * sizeAs(n, 1 - isPrompt, i64);
  start = before.value();
}

// Of [b, s, heads, size].
Value GroupQueryImport::rotated(Value tensor) {
  if (!isRotary)
    return tensor;
  SmallVector<Value> operands = {tensor, n.tensor(Cos), n.tensor(Sin)};
  if (n.has(PositionIds)) {
    operands.push_back(n.tensor(PositionIds));
  } else if (start) {
    Expr first = Expr(n, start).reshaped({batch, n.size(1)});
    operands.push_back((first + iotaAlong(n, length, 1, 2, i64)).value());
  }
  return n.emit("rlx.rope", operands,
                {n.choice("style", isInterleaved ? RopeStyle::Interleaved : RopeStyle::Half),
                 n.choice("layout", AttentionLayout::BSHD)});
}

Value GroupQueryImport::normalized(Value tensor, unsigned weight) {
  return n.has(weight) ? emitRmsNorm(n, tensor, n.tensor(weight), 3, normEps) : tensor;
}

// The cache with what is new, [b, heads, total, size].
Value GroupQueryImport::updated(unsigned past, Value added) {
  if (!n.has(past) || n.hasFailed())
    return added;
  Value cache = n.tensor(past);
  Dims sizes = n.dimsOf(cache);
  if (!n.isAtLeast(sizes[2], total)) {
    Dims more = sizes;
    more[2] = n.need(sub(total, sizes[2]), "the growth of the cache");
    cache = n.emit("rlx.concat", {cache, n.expand(n.scalar(type, 0), more)}, n.i64("axis", 2));
  }
  Value first = start ? start : n.reshape(n.scalar(i64, 0), Dims(4, n.size(1)));
  return emitCacheUpdate(n, cache, added, first, 2);
}

// Which keys a query sees, [b or 1, 1, length, total]; null if all.
Value GroupQueryImport::visible() {
  Expr j = iotaAlong(n, total, 3, 4, i64);
  if (!isCausal) {
    Dim one = n.size(1);
    Expr lengths = Expr(n, n.tensor(Lengths)).to(i64).reshaped({batch, one, one, one});
    return (j <= lengths).value();
  }
  Expr i = iotaAlong(n, length, 2, 4, i64);
  if (start)
    i = i + Expr(n, start);
  Expr seen = j <= i;
  if (window > 0)
    seen = seen & (j > i - double(window));
  return seen.value();
}

// attention_bias for all keys; null if there is none.
Value GroupQueryImport::scoreBias() {
  if (!n.has(ScoreBias))
    return {};
  Value bias = n.tensor(ScoreBias);
  Dims sizes(n.dims(ScoreBias));
  if (n.hasFailed() || equal(sizes[3], total).value_or(false))
    return bias;
  Dims more = sizes; // the rest of the cache is not visible
  more[3] = n.need(sub(total, sizes[3]), "the rest of the cache");
  return n.emit("rlx.concat", {bias, n.expand(n.scalar(type, 0), more)}, n.i64("axis", 3));
}

// A number in the denominator of softmax is a key with this score and the value 0.
void GroupQueryImport::addSink(AttentionCall &call) {
  auto appended = [&](Value tensor, Value last, int64_t axis) {
    return n.emit("rlx.concat", {tensor, last}, n.i64("axis", axis));
  };
  Dims sizes = n.dimsOf(call.key), valueSizes = n.dimsOf(call.value);
  if (n.hasFailed())
    return;
  Value zero = n.scalar(type, 0);
  Dim one = n.size(1), many = n.size(heads);
  Value sink = n.has(HeadSink) ? n.reshape(n.tensor(HeadSink), {one, many, one, one}) : zero;
  Value open = n.expand(call.mask, {batch, many, length, total});
  call.mask = appended(open, n.expand(sink, {batch, many, length, one}), 3);
  sizes[2] = valueSizes[2] = one;
  call.key = appended(call.key, n.expand(zero, sizes), 2);
  call.value = appended(call.value, n.expand(zero, valueSizes), 2);
}

AttentionCall GroupQueryImport::attentionCall() {
  AttentionCall call;
  call.query = query;
  call.key = key;
  call.value = value;
  call.scale = scale;
  call.softcap = softcap;
  const bool isPlain = !n.has(PastKey) && !n.has(ScoreBias) && !isSmooth && isCausal;
  if (isPlain) {
    call.kind = window > 0 ? AttentionMask::SlidingWindow : AttentionMask::Causal;
    call.window = window - 1;
    return call;
  }
  Value seen = visible(), bias = scoreBias();
  if (!bias && !isSmooth) {
    call.kind = AttentionMask::Custom;
    call.mask = seen;
    return call;
  }
  call.kind = AttentionMask::Bias;
  Value lowest = n.scalar(type, -std::numeric_limits<double>::infinity());
  call.mask = n.emit("rlx.where", {seen, bias ? bias : n.scalar(type, 0), lowest});
  if (isSmooth)
    addSink(call);
  return call;
}

void GroupQueryImport::run() {
  readAttributes();
  if (n.hasFailed() || !check())
    return;
  type = n.elementType(Query);
  i64 = n.builder().getI64Type();
  batch = n.dims(Query)[0];
  length = total = n.dims(Query)[1];
  readHeads();
  readStart();
  if (n.hasFailed())
    return;
  query = n.transpose(rotated(normalized(query, QueryNorm)), {0, 2, 1, 3});
  key = n.transpose(rotated(normalized(key, KeyNorm)), {0, 2, 1, 3});
  key = updated(PastKey, key);
  value = updated(PastValue, n.transpose(value, {0, 2, 1, 3}));
  if (n.hasFailed())
    return;
  n.set(0, emitMergedHeads(n, emitAttention(n, attentionCall()), AttentionLayout::BHSD));
  if (n.wants(1))
    n.set(1, key);
  if (n.wants(2))
    n.set(2, value);
}

} // namespace

void rlx::onnxim::addGroupQueryOps(OpTable &table) {
  table.add("GroupQueryAttention", {[](Node &n) { GroupQueryImport(n).run(); }, nullptr},
            kContribDomain);
  table.limit("GroupQueryAttention",
              "quantized caches; `sliding_window_cache`; output 3; without in-place caches, a "
              "`total_sequence_length` that is computed from data",
              kContribDomain);
}
