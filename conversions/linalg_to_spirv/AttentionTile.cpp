// See AttentionTile.h.
#include "conversions/linalg_to_spirv/AttentionTile.h"

#include <limits>

#include "conversions/kernels/TileRoot.h"
#include "conversions/linalg_to_spirv/PackedLanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace rlx {

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

AttentionTile::AttentionTile(func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan)
    : k(kernel), plan(plan), element(op.getType().getElementType()), op(op),
      root(behindReshapes(kernel.getBody().front().getTerminator()->getOperand(0))) {
  KernelDims dims(kernel, kernel.getNumArguments());
  auto size = [&](Value operand, unsigned dim) {
    return dims.dim(cast<BlockArgument>(operand), dim);
  };
  AffineExpr batches = size(op.getQuery(), 0), heads = size(op.getQuery(), op.headDim()),
             queryCount = size(op.getQuery(), op.sequenceDim()),
             keyCount = size(op.getKey(), op.sequenceDim());
  AffineExpr tiles = queryCount.ceilDiv(kQueries);
  k.begin(batches * heads * tiles, AttentionPlan::kInvocations);
  queries = k.size(queryCount);
  keys = k.size(keyCount);
  shift = k.size(keyCount - queryCount);
  exchange = k.shared(k.b.getF32Type(), AttentionPlan::kInvocations);
  place(batches, heads, tiles);
  findKeys();
}

// Where later queries see more keys the last ones, which take longest, go first.
void AttentionTile::place(AffineExpr batches, AffineExpr heads, AffineExpr tiles) {
  SmallVector<Value> at = k.positionAt(k.workgroup, {batches, heads, tiles});
  batch = at[0];
  head = at[1];
  keyHead = k.div(head, k.constant(plan.group));
  Value last = binary<arith::SubIOp>(k.size(tiles), k.constant(1));
  Value tile = k.b.createOrFold<arith::SubIOp>(k.loc, last, at[2]);
  queryBegin = k.mul(tile, k.constant(kQueries));
}

// Positions are compared as i32. No key is so far away that a wider window would show more.
Value AttentionTile::window() {
  return k.constant(std::min(static_cast<int64_t>(*op.getWindow()), int64_t(1) << 30));
}

void AttentionTile::findKeys() {
  firstKey = k.constant(0);
  endOfKeys = keys;
  const AttentionMask kind = op.getMaskKind();
  if (kind != AttentionMask::Causal && kind != AttentionMask::SlidingWindow)
    return;
  Value end = binary<arith::MinUIOp>(k.add(queryBegin, k.constant(kQueries)), queries);
  Value seen = binary<arith::MaxSIOp>(k.add(end, shift), k.constant(0));
  endOfKeys = binary<arith::MinSIOp>(seen, keys);
  if (kind == AttentionMask::SlidingWindow) {
    Value from = binary<arith::SubIOp>(k.add(queryBegin, shift), window());
    firstKey = binary<arith::MaxSIOp>(from, k.constant(0));
  }
}

bool AttentionTile::hasKeys() const {
  return getConstantIntValue(keys).has_value(); // none at all is no plan
}

// ---- operands ----

SmallVector<Value> AttentionTile::indicesOf(Value head, Value row, Value column) {
  if (op.sequenceDim() == 1)
    return {batch, row, head, column};
  return {batch, head, row, column};
}

AttentionTile::Piece AttentionTile::queryPiece(int64_t columns) {
  return {op.getQuery(), head, queries, kQueries, columns};
}
AttentionTile::Piece AttentionTile::keyPiece(int64_t columns) {
  return {op.getKey(), keyHead, keys, kKeys, columns};
}
AttentionTile::Piece AttentionTile::valuePiece(int64_t columns) {
  return {op.getValue(), keyHead, keys, kKeys, columns, /*zeroOutside=*/true};
}

// As many as memory moves at once, which divide the columns of all pieces.
int64_t AttentionTile::lanesOf(const Piece &piece) {
  auto type = cast<RankedTensorType>(piece.tensor.getType());
  return type.isDynamicDim(3) ? 1 : mostLanes(type.getElementType());
}

int64_t AttentionTile::countOf(const Piece &piece) {
  const int64_t lanes = lanesOf(piece);
  return llvm::divideCeil(piece.rows * piece.columns / lanes, AttentionPlan::kInvocations) * lanes;
}

SmallVector<Value> AttentionTile::bring(const Piece &piece, Value row, int64_t column) {
  const int64_t lanes = lanesOf(piece), inRow = piece.columns / lanes;
  SmallVector<Value> brought;
  for (int64_t first = 0; first < piece.rows * inRow; first += AttentionPlan::kInvocations) {
    Value group = k.add(k.local, k.constant(first));
    Value number = k.div(group, k.constant(inRow)), spread = k.constant(piece.spread);
    if (piece.spread > 1)
      number = k.add(k.mul(k.rem(number, spread), k.constant(piece.rows / piece.spread)),
                     k.div(number, spread));
    Value at = k.add(row, number);
    Value inside = piece.zeroOutside ? k.less(at, piece.count) : Value();
    Value last = binary<arith::SubIOp>(piece.count, k.constant(1));
    at = binary<arith::MinUIOp>(at, last);
    Value begin =
        k.add(k.mul(k.rem(group, k.constant(inRow)), k.constant(lanes)), k.constant(column));
    for (int64_t lane = 0; lane < lanes; ++lane) {
      SmallVector<Value> indices = indicesOf(piece.head, at, k.add(begin, k.constant(lane)));
      Value value = k.elements.element(k.b, piece.tensor, indices);
      if (inside)
        value = select(inside, value,
                       arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(value.getType())));
      brought.push_back(value);
    }
  }
  return brought;
}

Value AttentionTile::converted(Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(k.b, k.loc, type, value);
  return arith::BitcastOp::create(k.b, k.loc, type, value);
}

void AttentionTile::keep(const Piece &piece, ValueRange brought, Value memory, int64_t pitch,
                         int64_t begin) {
  const int64_t lanes = lanesOf(piece), inRow = piece.columns / lanes;
  const int64_t groups = piece.rows * inRow;
  Type kept = cast<MemRefType>(memory.getType()).getElementType();
  for (int64_t first = 0; first < groups; first += AttentionPlan::kInvocations) {
    auto storeGroup = [&] {
      Value group = k.add(k.local, k.constant(first));
      Value at = k.add(k.mul(k.div(group, k.constant(inRow)), k.constant(pitch)),
                       k.mul(k.rem(group, k.constant(inRow)), k.constant(lanes)));
      for (int64_t lane = 0; lane < lanes; ++lane) {
        Value value =
            brought[static_cast<size_t>(first / AttentionPlan::kInvocations * lanes + lane)];
        value = converted(value, kept);
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

Value AttentionTile::real(double value) {
  return arith::ConstantOp::create(k.b, k.loc, k.b.getF32FloatAttr(static_cast<float>(value)));
}

Value AttentionTile::select(Value condition, Value lhs, Value rhs) {
  return arith::SelectOp::create(k.b, k.loc, condition, lhs, rhs);
}

Value AttentionTile::signedLess(Value lhs, Value rhs) {
  return arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::slt, lhs, rhs);
}

// A NaN makes weights NaN, whatever the maximum is.
Value AttentionTile::larger(Value lhs, Value rhs) {
  Value greater = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OGT, rhs, lhs);
  return select(greater, rhs, lhs);
}

AttentionTile::Softmax AttentionTile::begin() {
  return {real(-kInfinity), real(0)};
}

void AttentionTile::shareScores() {
  scores = k.shared(k.b.getF32Type(), kQueries * kPitch);
}

void AttentionTile::share(Value numberInTile, std::function<void()> barrier) {
  number = numberInTile;
  wait = std::move(barrier);
  row = k.add(queryBegin, k.div(number, k.constant(2)));
  limit = limitOf(row);
}

// The keys that the query at `row` sees lie before it.
Value AttentionTile::limitOf(Value row) {
  const AttentionMask kind = op.getMaskKind();
  if (kind == AttentionMask::Causal || kind == AttentionMask::SlidingWindow)
    return binary<arith::MinSIOp>(k.add(k.add(row, shift), k.constant(1)), keys);
  return keys;
}

Value AttentionTile::ownScores() {
  return k.add(k.mul(k.div(number, k.constant(2)), k.constant(kPitch)),
               k.mul(k.rem(number, k.constant(2)), k.constant(kOwn)));
}

Value AttentionTile::maskAt(Value row, Value key) {
  auto shape = cast<ShapedType>(op.getMask().getType()).getShape();
  // Of rows and keys outside, any element.
  auto inside = [&](Value at, Value count) {
    return binary<arith::MinUIOp>(at, binary<arith::SubIOp>(count, k.constant(1)));
  };
  Value keyInside = inside(key, keys);
  Value full[] = {batch, head, inside(row, queries), keyInside};
  SmallVector<Value> at(ArrayRef<Value>(full).take_back(shape.size()));
  if (op.getMaskKind() == AttentionMask::Custom && shape.size() == 2)
    at = {batch, keyInside};
  for (auto [index, size] : llvm::zip_equal(at, shape))
    if (size == 1)
      index = k.constant(0);
  return k.elements.element(k.b, op.getMask(), at);
}

Value AttentionTile::masked(Value score, Value row, Value limit, Value key) {
  Value seen = signedLess(key, limit);
  if (op.getMaskKind() == AttentionMask::SlidingWindow) {
    Value first = binary<arith::SubIOp>(k.add(row, shift), window());
    seen = binary<arith::AndIOp>(
        seen, arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::sle, first, key));
  } else if (op.getMaskKind() == AttentionMask::Custom) {
    seen = binary<arith::AndIOp>(seen, maskAt(row, key));
  } else if (op.getMaskKind() == AttentionMask::Bias) {
    Value bias = maskAt(row, key);
    if (!bias.getType().isF32())
      bias = arith::ExtFOp::create(k.b, k.loc, k.b.getF32Type(), bias);
    score = binary<arith::AddFOp>(score, bias);
  }
  return select(seen, score, real(-kInfinity));
}

Value AttentionTile::capped(Value score) {
  if (!op.getSoftcapAttr())
    return score;
  Value cap = real(op.getSoftcapAttr().getValueAsDouble());
  score = math::TanhOp::create(k.b, k.loc, binary<arith::DivFOp>(score, cap));
  return binary<arith::MulFOp>(score, cap);
}

Value AttentionTile::scoreAt(Value at, Value key) {
  Value score = binary<arith::MulFOp>(k.load(scores, at), real(plan.scale));
  return masked(capped(score), row, limit, key);
}

Value AttentionTile::scaled(Value product) {
  return capped(binary<arith::MulFOp>(product, real(plan.scale)));
}

bool AttentionTile::isRaw() {
  constexpr double kMostScale = 1e6; // what is far from infinite stays so
  return plan.scale > 0 && plan.scale <= kMostScale && !op.getSoftcapAttr() &&
         op.getMaskKind() != AttentionMask::Bias;
}

bool AttentionTile::isAlwaysMasked() {
  const AttentionMask kind = op.getMaskKind();
  return kind == AttentionMask::Bias || kind == AttentionMask::Custom;
}

Value AttentionTile::isMasked(Value key, int64_t count) {
  const AttentionMask kind = op.getMaskKind();
  std::optional<int64_t> known = getConstantIntValue(keys);
  const bool isRagged = kind == AttentionMask::Causal || kind == AttentionMask::SlidingWindow;
  if (!isRagged && known && *known % count == 0)
    return {};
  Value masked = signedLess(limitOf(queryBegin), k.add(key, k.constant(count)));
  if (kind == AttentionMask::SlidingWindow) {
    Value last = k.add(k.add(queryBegin, shift), k.constant(kQueries - 1));
    Value begins = signedLess(key, binary<arith::SubIOp>(last, window()));
    masked = binary<arith::OrIOp>(masked, begins);
  }
  return masked;
}

Value AttentionTile::score(Value scaled, Value ownRow, Value key) {
  Value at = k.add(queryBegin, ownRow);
  return masked(scaled, at, limitOf(at), key);
}

Value AttentionTile::largerOfPair(Value value) {
  k.store(value, exchange, number);
  wait();
  Value pair = k.mul(k.div(number, k.constant(2)), k.constant(2));
  return larger(k.load(exchange, pair), k.load(exchange, k.add(pair, k.constant(1))));
}

std::pair<SmallVector<Value>, Value> AttentionTile::add(Softmax &softmax, Value key) {
  Value first = ownScores();
  Value firstOwn = k.add(key, k.mul(k.rem(number, k.constant(2)), k.constant(kOwn)));
  SmallVector<Value> values;
  for (int64_t i = 0; i < kOwn; ++i)
    values.push_back(scoreAt(k.add(first, k.constant(i)), k.add(firstOwn, k.constant(i))));
  Value maximum = values.front();
  for (Value value : llvm::drop_begin(values))
    maximum = larger(maximum, value);
  maximum = larger(softmax.maximum, largerOfPair(maximum));
  // Where nothing was seen so far any finite number makes weights of zero.
  Value isEmpty =
      arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OEQ, maximum, real(-kInfinity));
  Value reference = select(isEmpty, real(0), maximum);
  auto weight = [&](Value score) -> Value {
    return math::ExpOp::create(k.b, k.loc, binary<arith::SubFOp>(score, reference));
  };
  Value factor = weight(softmax.maximum);
  Value total = binary<arith::MulFOp>(softmax.total, factor);
  for (Value &value : values) {
    value = weight(value);
    total = binary<arith::AddFOp>(total, value);
  }
  softmax = {maximum, total};
  return {values, factor};
}

void AttentionTile::finishRows(const Softmax &softmax) {
  k.store(softmax.total, exchange, number);
  wait();
  Value pair = k.mul(k.div(number, k.constant(2)), k.constant(2));
  Value total =
      binary<arith::AddFOp>(k.load(exchange, pair), k.load(exchange, k.add(pair, k.constant(1))));
  wait();
  Value isEmpty = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OEQ, total, real(0));
  k.store(select(isEmpty, real(0), binary<arith::DivFOp>(real(1), total)), exchange, number);
  wait();
}

Value AttentionTile::factorOf(Value row) {
  return k.load(exchange, k.mul(row, k.constant(2)));
}

// ---- result ----

void AttentionTile::store(Value row, Value column, ValueRange values) {
  Value query = k.add(queryBegin, row);
  k.when(k.less(query, queries), [&] {
    SmallVector<Value> results;
    SmallVector<SmallVector<Value>> places;
    for (auto [lane, value] : llvm::enumerate(values)) {
      Value at = k.add(column, k.constant(static_cast<int64_t>(lane)));
      places.push_back(indicesOf(head, query, at));
      Value own = value;
      if (!element.isF32())
        own = arith::TruncFOp::create(k.b, k.loc, element, value);
      k.elements.setKnown(op.getResult(), own);
      results.push_back(k.elements.element(k.b, root, places.back()));
    }
    for (auto [result, at] : llvm::zip_equal(results, places))
      k.storeResult(result, at);
  });
}

} // namespace rlx
