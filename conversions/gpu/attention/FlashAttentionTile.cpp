// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, masks and the online softmax of a tile (see FlashAttentionTile.h). Loads beyond the
// operands are clamped, so they need no branches. Two invocations own a row of scores, half of it
// each, and exchange maxima and totals in shared memory.
#include "conversions/gpu/attention/FlashAttentionTile.h"

#include <limits>

#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/kernel/TileRoot.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace rlx {

FlashAttentionTile::FlashAttentionTile(func::FuncOp kernel, const AttentionForm &form,
                                       const AttentionPlan &plan)
    : AttentionKernel(kernel, form, plan) {
  const Sizes all = sizes();
  AffineExpr tiles = form.isPaged() ? parts(kQueries) : all.batches * all.queries.ceilDiv(kQueries);
  k.begin(all.heads * tiles, AttentionPlan::kInvocations);
  exchange = k.shared(k.b.getF32Type(), AttentionPlan::kInvocations);
  assignTile();
  findKeys();
}

// For causal masks, later queries see more keys. The last ones take longest, so they go first.
void FlashAttentionTile::assignTile() {
  const Sizes all = sizes();
  Value tile;
  if (form.isPaged()) {
    SmallVector<Value> at = k.delinearize(k.workgroup, {all.heads, parts(kQueries)});
    head = at[0];
    tile = beginSequence(at[1], kQueries);
  } else {
    begin();
    AffineExpr tiles = all.queries.ceilDiv(kQueries);
    SmallVector<Value> at = k.delinearize(k.workgroup, {all.batches, all.heads, tiles});
    batch = at[0];
    head = at[1];
    Value last = binary<arith::SubIOp>(k.size(tiles), k.constant(1));
    tile = k.b.createOrFold<arith::SubIOp>(k.loc, last, at[2]);
  }
  keyHead = k.div(head, k.constant(plan.group));
  queryBegin = k.mul(tile, k.constant(kQueries));
}

void FlashAttentionTile::findKeys() {
  firstKey = firstKeyOf(queryBegin);
  endOfKeys = keys;
  if (findsShownKeys()) {
    Value rows =
        binary<arith::MinUIOp>(binary<arith::SubIOp>(queries, queryBegin), k.constant(kQueries));
    showKeys(AttentionPlan::kInvocations, queryBegin, rows, /*fromFirst=*/false);
    endOfKeys = keys;
  }
  if (!form.isCausal())
    return;
  Value end = binary<arith::MinUIOp>(k.add(queryBegin, k.constant(kQueries)), queries);
  Value seen = binary<arith::MaxSIOp>(k.add(end, shift), k.constant(0));
  endOfKeys = binary<arith::MinSIOp>(seen, keys);
}

bool FlashAttentionTile::hasKeys() const {
  return getConstantIntValue(keys).has_value(); // a static 0 has no plan
}

// ---- operands ----

FlashAttentionTile::OperandTile FlashAttentionTile::queryTile(int64_t columns) {
  return {form.query, head, queries, kQueries, columns, /*isOfKeys=*/false};
}
FlashAttentionTile::OperandTile FlashAttentionTile::keyTile(int64_t columns) {
  return {form.key, keyHead, keys, kKeys, columns};
}
FlashAttentionTile::OperandTile FlashAttentionTile::valueTile(int64_t columns) {
  return {form.value, keyHead, keys, kKeys, columns, /*isOfKeys=*/true, /*zeroOutside=*/true};
}

// A vector, which divides the columns of all tiles.
int64_t FlashAttentionTile::lanesOf(const OperandTile &tile) {
  auto type = cast<RankedTensorType>(tile.tensor.getType());
  return ShapedType::isDynamic(type.getShape().back()) ? 1 : maxLanes(type.getElementType());
}

int64_t FlashAttentionTile::countOf(const OperandTile &tile) {
  const int64_t lanes = lanesOf(tile);
  return llvm::divideCeil(tile.rows * tile.columns / lanes, AttentionPlan::kInvocations) * lanes;
}

SmallVector<Value> FlashAttentionTile::loadToRegisters(const OperandTile &tile, Value row,
                                                       int64_t column) {
  const int64_t lanes = lanesOf(tile), inRow = tile.columns / lanes;
  SmallVector<Value> loaded;
  for (int64_t first = 0; first < tile.rows * inRow; first += AttentionPlan::kInvocations) {
    Value group = k.add(k.local, k.constant(first));
    Value number = k.div(group, k.constant(inRow)), spread = k.constant(tile.spread);
    if (tile.spread > 1)
      number = k.add(k.mul(k.rem(number, spread), k.constant(tile.rows / tile.spread)),
                     k.div(number, spread));
    Value at = k.add(row, number);
    Value inside = tile.zeroOutside ? k.less(at, tile.count) : Value();
    Value last = binary<arith::SubIOp>(tile.count, k.constant(1));
    at = binary<arith::MinUIOp>(at, last);
    Value begin =
        k.add(k.mul(k.rem(group, k.constant(inRow)), k.constant(lanes)), k.constant(column));
    const Position position =
        tile.isOfKeys ? positionOfKey(tile.head, at) : positionOfQuery(tile.head, at);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      Value value = elementAt(tile.tensor, position, k.add(begin, k.constant(lane)));
      if (inside)
        value = select(inside, value,
                       arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(value.getType())));
      loaded.push_back(value);
    }
  }
  return loaded;
}

Value FlashAttentionTile::converted(Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(k.b, k.loc, type, value);
  return arith::BitcastOp::create(k.b, k.loc, type, value);
}

void FlashAttentionTile::storeToShared(const OperandTile &tile, ValueRange loaded, Value memory,
                                       int64_t pitch, int64_t begin) {
  const int64_t lanes = lanesOf(tile), inRow = tile.columns / lanes;
  const int64_t groups = tile.rows * inRow;
  Type memoryType = cast<MemRefType>(memory.getType()).getElementType();
  for (int64_t first = 0; first < groups; first += AttentionPlan::kInvocations) {
    auto storeGroup = [&] {
      Value group = k.add(k.local, k.constant(first));
      Value at = k.add(k.mul(k.div(group, k.constant(inRow)), k.constant(pitch)),
                       k.mul(k.rem(group, k.constant(inRow)), k.constant(lanes)));
      for (int64_t lane = 0; lane < lanes; ++lane) {
        Value value =
            loaded[static_cast<size_t>(first / AttentionPlan::kInvocations * lanes + lane)];
        value = converted(value, memoryType);
        k.store(value, memory, k.add(at, k.constant(begin + lane)));
      }
    };
    if (first + AttentionPlan::kInvocations <= groups)
      storeGroup();
    else
      k.when(k.less(k.local, k.constant(groups - first)), storeGroup);
  }
}

// ---- softmax ----

FlashAttentionTile::Softmax FlashAttentionTile::beginRow() {
  return {real(-kInfinity), real(0)};
}

void FlashAttentionTile::allocateScores() {
  scores = k.shared(k.b.getF32Type(), kQueries * kPitch);
}

void FlashAttentionTile::setInvocation(Value numberInTile, std::function<void()> barrier) {
  number = numberInTile;
  wait = std::move(barrier);
  row = k.add(queryBegin, k.div(number, k.constant(2)));
  limit = limitOf(row);
}

Value FlashAttentionTile::ownScores() {
  return k.add(k.mul(k.div(number, k.constant(2)), k.constant(kPitch)),
               k.mul(k.rem(number, k.constant(2)), k.constant(kOwn)));
}

Value FlashAttentionTile::scoreAt(Value at, Value key) {
  Value score = binary<arith::MulFOp>(k.load(scores, at), real(plan.scale));
  return masked(capped(score), row, limit, key);
}

bool FlashAttentionTile::canDeferScale() {
  constexpr double kMaxScale = 1e6; // scores that are far from infinite stay so
  return plan.scale > 0 && plan.scale <= kMaxScale && !form.softcap &&
         form.maskKind != AttentionMask::Bias;
}

bool FlashAttentionTile::isAlwaysMasked() {
  return form.maskKind == AttentionMask::Bias || form.maskKind == AttentionMask::Custom;
}

Value FlashAttentionTile::isMasked(Value key, int64_t count) {
  std::optional<int64_t> known = getConstantIntValue(keys);
  if (!form.isCausal() && known && *known % count == 0)
    return {};
  Value masked = signedLess(limitOf(queryBegin), k.add(key, k.constant(count)));
  if (form.maskKind == AttentionMask::SlidingWindow) {
    Value last = k.add(k.add(queryBegin, shift), k.constant(kQueries - 1));
    Value begins = signedLess(key, binary<arith::SubIOp>(last, window()));
    masked = binary<arith::OrIOp>(masked, begins);
  }
  return masked;
}

Value FlashAttentionTile::score(Value scaled, Value ownRow, Value key) {
  Value at = k.add(queryBegin, ownRow);
  return masked(scaled, at, limitOf(at), key);
}

Value FlashAttentionTile::pairMaximum(Value value) {
  k.store(value, exchange, number);
  wait();
  Value pair = k.mul(k.div(number, k.constant(2)), k.constant(2));
  return larger(k.load(exchange, pair), k.load(exchange, k.add(pair, k.constant(1))));
}

std::pair<SmallVector<Value>, Value> FlashAttentionTile::add(Softmax &softmax, Value key) {
  Value first = ownScores();
  Value firstOwn = k.add(key, k.mul(k.rem(number, k.constant(2)), k.constant(kOwn)));
  SmallVector<Value> values;
  for (int64_t i = 0; i < kOwn; ++i)
    values.push_back(scoreAt(k.add(first, k.constant(i)), k.add(firstOwn, k.constant(i))));
  Value maximum = values.front();
  for (Value value : llvm::drop_begin(values))
    maximum = larger(maximum, value);
  maximum = larger(softmax.maximum, pairMaximum(maximum));
  Value reference = referenceOf(maximum);
  Value factor = weight(softmax.maximum, reference);
  Value total = binary<arith::MulFOp>(softmax.total, factor);
  for (Value &value : values) {
    value = weight(value, reference);
    total = binary<arith::AddFOp>(total, value);
  }
  softmax = {maximum, total};
  return {values, factor};
}

void FlashAttentionTile::finishRows(const Softmax &softmax) {
  k.store(softmax.total, exchange, number);
  wait();
  Value pair = k.mul(k.div(number, k.constant(2)), k.constant(2));
  Value total =
      binary<arith::AddFOp>(k.load(exchange, pair), k.load(exchange, k.add(pair, k.constant(1))));
  wait();
  k.store(reciprocal(total), exchange, number);
  wait();
}

Value FlashAttentionTile::factorOf(Value row) {
  return k.load(exchange, k.mul(row, k.constant(2)));
}

// ---- result ----

void FlashAttentionTile::finish() {
  checkKeys(firstKey, endOfKeys, AttentionPlan::kInvocations);
  k.finish(Twine(kQueries) + " queries per workgroup");
}

void FlashAttentionTile::store(Value row, Value column, ValueRange values) {
  Value query = k.add(queryBegin, row);
  k.when(k.less(query, queries), [&] { storeRow(query, column, values); });
}

} // namespace rlx
