// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention of com.microsoft: Attention, MultiHeadAttention, QAttention, RotaryEmbedding.
// GroupQueryAttention is in OnnxOpsGroupQuery.cpp.
//
// Masks are numbers that are added to the scores: a masked key gets `mask_filter_value`, which is
// finite. So a query that sees no key attends to all of them, as in ONNX Runtime.
#include "importers/onnx/OnnxContribQuant.h"
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// ---- RotaryEmbedding

void importContribRotary(Node &n) {
  const bool interleaved = n.flagAttr("interleaved", false);
  const int64_t given = n.intAttr("num_heads", 0), rotated = n.intAttr("rotary_embedding_dim", 0);
  n.expectIntAttr("is_packed_batching", 0);
  if (n.floatAttr("scale", 1) != 1)
    n.unsupported("attribute 'scale' is not 1, which is the only supported value");
  const int64_t rank = n.rank(0);
  if (rank != 3 && rank != 4)
    n.fail("expects input #0 of rank 3 or 4, but got rank " + Twine(rank));
  if (n.rank(2) != 2 || n.rank(3) != 2)
    n.fail("expects cos_cache and sin_cache of rank 2, but got rank " + Twine(n.rank(2)) + " and " +
           Twine(n.rank(3)));
  if (n.rank(1) != 1 && n.rank(1) != 2)
    n.fail("expects position_ids of rank 1 or 2, but got rank " + Twine(n.rank(1)));
  if (n.hasFailed())
    return;
  std::optional<int64_t> half = constantOf(n.dims(2)[1]), hidden = constantOf(n.dims(0).back());
  if (rotated && half && rotated != 2 * *half)
    return n.fail("attribute 'rotary_embedding_dim' is " + Twine(rotated) + ", but cos_cache has " +
                  Twine(*half) + " columns; expected are " + Twine(rotated / 2));
  if (rank == 3 && given == 0 && (rotated || !half || *half == 0 || !hidden))
    return n.fail("attribute 'num_heads' is missing");
  const int64_t heads = given ? given : rank == 3 ? *hidden / (2 * *half) : 1;
  Value x = rank == 3 ? emitSplitHeads(n, n.tensor(0), heads) : n.tensor(0);
  Value positions = n.tensor(1);
  if (n.rank(1) == 1) { // of the first element
    n.expectSingle(1, "the first position");
    Dim length = n.dims(0)[rank == 3 ? 1 : 2];
    positions = n.emit("rlx.add", {n.iota(n.size(0), length, 0), positions});
  }
  Value turned =
      n.emit("rlx.rope", {x, n.tensor(2), n.tensor(3), positions},
             {n.choice("style", interleaved ? RopeStyle::Interleaved : RopeStyle::Half),
              n.choice("layout", rank == 3 ? AttentionLayout::BSHD : AttentionLayout::BHSD)});
  n.set(0, rank == 3 ? n.reshape(turned, n.dims(0)) : turned);
}

// ---- attention

// The parts that the operators share. Tensors have the layout of `call`.
class ContribAttention {
public:
  explicit ContribAttention(Node &node) : n(node) {}

protected:
  void readAttributes();
  // [b, s, heads, size] in the layout.
  Value arranged(Value heads) {
    return call.layout == AttentionLayout::BSHD ? heads : n.transpose(heads, {0, 2, 1, 3});
  }
  // A part of a vector for each hidden size, added to the projection [b, s, hidden].
  Value withBias(Value projected, unsigned bias, Dim start);
  // Appends to the past along the sequence.
  Value appended(Value past, Value added) {
    return past ? n.emit("rlx.concat", {past, added}, n.i64("axis", 2)) : added;
  }
  void readSizes();
  void addBias(Value bias) { scores = scores ? n.emit("rlx.add", {scores, bias}) : bias; }
  // Numbers to add for an input that is a mask; `causal` is for masks of rank 4.
  void addMask(unsigned input);
  void addScoreBias(unsigned input);
  // 0 where the condition holds, otherwise the filter value.
  Value filtered(Expr isSeen) {
    return where(isSeen, isSeen.number(0).to(type), Expr(n, n.scalar(type, filter))).value();
  }
  Expr keyIndices() { return iotaAlong(n, total, 3, 4, n.builder().getI32Type()); }
  void finish(Dim pastLength);
  Value run();

  Node &n;
  AttentionCall call;
  Type type;
  int64_t heads = 0;
  bool isCausal = false;
  double filter = -10000;
  Value scores; // to add
  Dim batch, length, total;
};

void ContribAttention::readAttributes() {
  heads = n.requiredIntAttr("num_heads");
  isCausal = n.flagAttr("unidirectional", false);
  filter = n.floatAttr("mask_filter_value", -10000);
  if (double scale = n.floatAttr("scale", 0); scale != 0)
    call.scale = scale;
  if (heads < 1)
    n.fail("attribute 'num_heads' is " + Twine(heads) + ", expected 1 or more");
}

Value ContribAttention::withBias(Value projected, unsigned bias, Dim start) {
  if (!n.has(bias) || n.hasFailed())
    return projected;
  return n.emit("rlx.add",
                {projected, n.sliceAxis(n.tensor(bias), 0, start, n.dimsOf(projected).back())});
}

void ContribAttention::readSizes() {
  Dims query = n.dimsOf(call.query), key = n.dimsOf(call.key);
  if (n.hasFailed())
    return;
  const unsigned sequence = call.layout == AttentionLayout::BSHD ? 1 : 2;
  batch = query[0];
  length = query[sequence];
  total = key[sequence];
}

void ContribAttention::addMask(unsigned input) {
  if (!n.has(input) || n.hasFailed())
    return;
  Dims sizes(n.dims(input));
  Dim one = n.size(1);
  Expr mask(n, n.tensor(input));
  if (sizes.size() == 1) {
    Expr j = keyIndices();
    auto perBatch = [&](Value part) { return Expr(n, part).reshaped({batch, one, one, one}); };
    if (equal(sizes[0], batch).value_or(false))
      return addBias(filtered(j < perBatch(mask.value())));
    if (equal(sizes[0], batch * 2).value_or(false)) {
      Expr end = perBatch(n.sliceAxis(mask.value(), 0, n.size(0), batch));
      Expr start = perBatch(n.sliceAxis(mask.value(), 0, batch, batch));
      return addBias(filtered((j < end) & (j >= start)));
    }
    return n.unsupported(n.inputText(input) + " (the mask) has shape " + shapeText(sizes) +
                         "; supported are one or two elements for each of the batches " +
                         shapeText(batch) + ", and masks of rank 2 to 4");
  }
  if (sizes.size() == 4) { // for the longest sequence: its last rows
    Dim first = n.need(sub(total, length), "the length of the past");
    mask = {n, n.sliceAxis(n.sliceAxis(mask.value(), 2, first, length), 3, n.size(0), total)};
    return addBias(filtered(mask > 0));
  }
  if (sizes.size() != 2 && sizes.size() != 3)
    return n.fail(n.inputText(input) + " (the mask) must have rank 1 to 4, but has rank " +
                  Twine(sizes.size()));
  if (!mayBeEqual(sizes.back(), total))
    return n.mismatch("the mask must have an element for each of the keys " + shapeText(total));
  Dims wide = {sizes[0], one, sizes.size() == 3 ? sizes[1] : one, sizes.back()};
  addBias(filtered(mask.reshaped(wide) > 0));
}

void ContribAttention::addScoreBias(unsigned input) {
  if (!n.has(input))
    return;
  if (n.rank(input) != 4)
    return n.fail(n.inputText(input) + " (attention_bias) must have rank 4, but has rank " +
                  Twine(n.rank(input)));
  addBias(n.tensor(input));
}

// Query i is at position pastLength + i.
void ContribAttention::finish(Dim pastLength) {
  if (n.hasFailed())
    return;
  const bool isAligned = equal(pastLength + length, total).value_or(false);
  if (isCausal && (scores || !isAligned)) {
    Dim one = n.size(1);
    Expr i(n, n.iota(pastLength, {one, one, length, one}, 2));
    Expr lowest(n, n.scalar(type, -std::numeric_limits<double>::infinity()));
    Expr open = scores ? Expr(n, scores) : zeroOf(n, type);
    Expr j = iotaAlong(n, total, 3, 4, n.builder().getI64Type());
    scores = where(j <= i, open, lowest).value();
  }
  call.mask = scores;
  call.kind = scores ? AttentionMask::Bias : isCausal ? AttentionMask::Causal : AttentionMask::None;
}

Value ContribAttention::run() {
  return emitMergedHeads(n, emitAttention(n, call), call.layout);
}

// ---- Attention, QAttention

class SelfAttention : public ContribAttention {
public:
  using ContribAttention::ContribAttention;
  void import();
  void importQuantized();

private:
  void finishProjection(Value projected, unsigned bias, unsigned mask, unsigned past,
                        std::optional<unsigned> scoreBias);
  SmallVector<Dim, 3> hiddenSizes(Dim sum);
};

// Of Q, K and V. By default they are equal.
SmallVector<Dim, 3> SelfAttention::hiddenSizes(Dim sum) {
  IntList given = n.intsAttr("qkv_hidden_sizes");
  SmallVector<Dim, 3> sizes;
  for (int64_t size : given)
    sizes.push_back(n.size(size));
  if (given.empty())
    sizes.assign(3, n.need(floorDiv(sum, n.size(3)), "the hidden size"));
  std::optional<int64_t> known = constantOf(sum);
  if (sizes.size() != 3)
    n.fail("attribute 'qkv_hidden_sizes' has " + Twine(sizes.size()) + " elements instead of 3");
  else if (!mayBeEqual(sizes[0] + sizes[1] + sizes[2], sum))
    n.fail("the weights have " + Twine(known.value_or(0)) +
           " columns, which is not the sum of the hidden sizes of Q, K and V");
  return sizes;
}

void SelfAttention::import() {
  readAttributes();
  for (StringRef refused : {"do_rotary", "past_present_share_buffer"})
    n.expectIntAttr(refused, 0);
  n.ignoreAttr("rotary_embedding_dim"); // without do_rotary
  if (n.rank(0) != 3 || n.rank(1) != 2)
    return n.fail("expects an input of rank 3 and weights of rank 2, but got rank " +
                  Twine(n.rank(0)) + " and " + Twine(n.rank(1)));
  Value projected = n.emit("rlx.matmul", {n.tensor(0), n.tensor(1)});
  finishProjection(projected, 2, 3, 4, 5);
}

// Inputs: x, weights, bias, their scales, mask, their zero points, past.
void SelfAttention::importQuantized() {
  readAttributes();
  for (StringRef refused : {"do_rotary", "past_present_share_buffer"})
    n.expectIntAttr(refused, 0);
  if (n.rank(0) != 3 || n.rank(1) != 2)
    return n.fail("expects an input of rank 3 and weights of rank 2, but got rank " +
                  Twine(n.rank(0)) + " and " + Twine(n.rank(1)));
  finishProjection(emitScaledIntegerMatmul(n, {0, 3, 6}, {1, 4, 7}), 2, 5, 8, std::nullopt);
}

void SelfAttention::finishProjection(Value projected, unsigned bias, unsigned mask, unsigned past,
                                     std::optional<unsigned> scoreBias) {
  if (n.has(past) && n.rank(past) != 5)
    n.fail("expects past of rank 5, but got rank " + Twine(n.rank(past)));
  if (n.hasFailed())
    return;
  type = cast<RankedTensorType>(projected.getType()).getElementType();
  Dims dims = n.dimsOf(projected);
  n.expectVector(bias, "the bias", dims[2], "column of the weights");
  if (n.has(bias))
    projected = n.emit("rlx.add", {projected, n.tensor(bias)});
  const bool hasCache = n.has(past) || n.wants(1);
  call.layout = hasCache ? AttentionLayout::BHSD : AttentionLayout::BSHD;
  SmallVector<Dim, 3> sizes = hiddenSizes(dims[2]);
  if (n.hasFailed())
    return;
  auto part = [&](Dim start, Dim size) {
    return arranged(emitSplitHeads(n, n.sliceAxis(projected, 2, start, size), heads));
  };
  call.query = part(n.size(0), sizes[0]);
  call.key = part(sizes[0], sizes[1]);
  call.value = part(sizes[0] + sizes[1], sizes[2]);
  Dim pastLength = n.size(0);
  if (n.has(past)) {
    Expr cache(n, n.tensor(past));
    pastLength = n.dims(past)[3];
    call.key = appended(cache.at(0, 0).value(), call.key);
    call.value = appended(cache.at(0, 1).value(), call.value);
  }
  readSizes();
  if (n.hasFailed())
    return;
  addMask(mask);
  if (scoreBias)
    addScoreBias(*scoreBias);
  finish(pastLength);
  n.set(0, run());
  if (!n.wants(1) || n.hasFailed())
    return;
  auto stacked = [&](Value tensor) {
    Dims wide = n.dimsOf(tensor);
    wide.insert(wide.begin(), n.size(1));
    return n.reshape(tensor, wide);
  };
  n.set(1, n.emit("rlx.concat", {stacked(call.key), stacked(call.value)}, n.i64("axis", 0)));
}

// ---- MultiHeadAttention

class MultiHeadAttention : public ContribAttention {
public:
  using ContribAttention::ContribAttention;
  void import();

private:
  enum Input {
    Query,
    Key,
    ValueInput,
    Bias,
    PaddingMask,
    ScoreBias,
    PastKey,
    PastValue,
    PastLength,
    CacheIndirection
  };
  bool check();
  void readPacked(unsigned input, ArrayRef<Value *> parts);
  Value head(unsigned input, Dim biasStart);
};

bool MultiHeadAttention::check() {
  for (unsigned i : {PastLength, CacheIndirection})
    if (n.has(i))
      n.unsupported(n.inputText(i) + " is for caches that are larger than the past, which are not "
                                     "supported; supported is a past of the size of its inputs");
  const bool isPacked = n.rank(Query) == 5, isKeyPacked = n.has(Key) && n.rank(Key) == 5;
  if (!isPacked && n.rank(Query) != 3)
    n.fail("expects query of rank 3 or 5, but got rank " + Twine(n.rank(Query)));
  if (n.has(Key) != !isPacked || n.has(ValueInput) != (!isPacked && !isKeyPacked))
    n.fail("expects key and value, unless query has rank 5 and holds all three, or key has rank 5 "
           "and holds both");
  if ((isPacked || isKeyPacked) && n.has(Bias))
    n.fail("expects no bias beside packed inputs");
  for (unsigned i : {Key, ValueInput})
    if (n.has(i) && !isKeyPacked && n.rank(i) != 3 && n.rank(i) != 4)
      n.fail(n.inputText(i) + " must have rank 3, 4 or 5, but has rank " + Twine(n.rank(i)));
  if (n.has(PastKey) != n.has(PastValue))
    n.fail("expects past_key and past_value together");
  for (unsigned i : {PastKey, PastValue})
    if (n.has(i) && n.rank(i) != 4)
      n.fail(n.inputText(i) + " must have rank 4, but has rank " + Twine(n.rank(i)));
  return !n.hasFailed();
}

// Splits [b, s, heads, parts, size].
void MultiHeadAttention::readPacked(unsigned input, ArrayRef<Value *> parts) {
  if (!mayBeEqual(n.dims(input)[3], n.size(int64_t(parts.size()))))
    return n.fail(n.inputText(input) + " must have size " + Twine(parts.size()) +
                  " in dimension 3, but has shape " + shapeText(n.dims(input)));
  for (auto [i, part] : llvm::enumerate(parts))
    *part = arranged(Expr(n, n.tensor(input)).at(3, int64_t(i)).value());
}

// An input [b, s, hidden] with its bias, or [b, heads, s, size].
Value MultiHeadAttention::head(unsigned input, Dim biasStart) {
  if (n.rank(input) == 4)
    return n.tensor(input);
  return arranged(emitSplitHeads(n, withBias(n.tensor(input), Bias, biasStart), heads));
}

void MultiHeadAttention::import() {
  readAttributes();
  if (n.hasFailed() || !check())
    return;
  type = n.elementType(0);
  const bool hasCache = n.has(PastKey) || n.wants(1) || n.wants(2);
  const bool isTransposed =
      (n.has(Key) && n.rank(Key) == 4) || (n.has(ValueInput) && n.rank(ValueInput) == 4);
  call.layout = hasCache || isTransposed ? AttentionLayout::BHSD : AttentionLayout::BSHD;
  if (n.rank(Query) == 5) {
    readPacked(Query, {&call.query, &call.key, &call.value});
  } else {
    Dim hidden = n.dims(Query)[2];
    call.query = head(Query, n.size(0));
    if (n.rank(Key) == 5) {
      readPacked(Key, {&call.key, &call.value});
    } else {
      call.key = head(Key, hidden);
      call.value = head(ValueInput, hidden * 2);
    }
  }
  Dim pastLength = n.size(0);
  if (n.has(PastKey)) {
    pastLength = n.dims(PastKey)[2];
    call.key = appended(n.tensor(PastKey), call.key);
    call.value = appended(n.tensor(PastValue), call.value);
  }
  readSizes();
  if (n.hasFailed())
    return;
  addMask(PaddingMask);
  addScoreBias(ScoreBias);
  finish(pastLength);
  n.set(0, run());
  if (n.wants(1))
    n.set(1, call.key);
  if (n.wants(2))
    n.set(2, call.value);
}

} // namespace

void rlx::onnxim::addContribAttentionOps(OpTable &table) {
  table.add("RotaryEmbedding", {importContribRotary, nullptr}, kContribDomain);
  table.add("Attention", {[](Node &n) { SelfAttention(n).import(); }, nullptr}, kContribDomain);
  table.add("QAttention", {[](Node &n) { SelfAttention(n).importQuantized(); }, nullptr},
            kContribDomain);
  table.add("MultiHeadAttention", {[](Node &n) { MultiHeadAttention(n).import(); }, nullptr},
            kContribDomain);
  table.limit("RotaryEmbedding", "`scale` other than 1; `is_packed_batching`", kContribDomain);
  for (StringRef op : {"Attention", "QAttention"})
    table.limit(op, "`do_rotary`; `past_present_share_buffer`; mask indices of size 3 * batch + 2",
                kContribDomain);
  table.limit("MultiHeadAttention",
              "caches larger than the past; output 3; mask indices of size 3 * batch + 2",
              kContribDomain);
}
