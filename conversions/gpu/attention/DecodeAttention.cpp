// See DecodeAttention.h.
#include "conversions/gpu/attention/DecodeAttention.h"

#include <limits>

#include "conversions/gpu/attention/AttentionKernel.h"
#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace rlx {
namespace {

// Queries of all heads that share one of keys; more are worth a tile.
constexpr int64_t kMaxQueries = 8;
// An invocation holds so many elements of queries, and so many of keys and values at a time.
constexpr int64_t kMaxHeld = 32;
constexpr int64_t kMaxKeys = 4; // that it has under way

// Elements that memory moves at once.
int64_t widthOf(AttentionOp op) {
  return maxLanes(op.getType().getElementType());
}

// Invocations that hold a row together, each as many pieces.
int64_t lanesOf(AttentionOp op, const AttentionPlan &sizes, int64_t subgroup) {
  int64_t lanes = 1;
  while (lanes < subgroup && sizes.headSize / widthOf(op) % (2 * lanes) == 0 &&
         sizes.valueSize / widthOf(op) % (2 * lanes) == 0)
    lanes *= 2;
  return lanes;
}

class DecodeAttention : AttentionKernel {
public:
  DecodeAttention(func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan,
                  const rt::DeviceProfile &profile)
      : AttentionKernel(kernel, op, plan), few(*plan.few), subgroup(profile.subgroupSize),
        width(widthOf(op)) {
    const AffineExpr parts = getAffineConstantExpr(few.queries / few.together, kernel.getContext());
    k.begin(sizes().batches * sizes().keyHeads * parts, few.invocations);
    begin();
    k.numberBySubgroups(profile);
    SmallVector<Value> at = k.positionAt(k.workgroup, {sizes().batches, sizes().keyHeads, parts});
    batch = at[0];
    keyHead = at[1];
    firstQuery = k.mul(at[2], k.constant(few.together));
    lane = k.rem(k.local, k.constant(few.lanes));
    group = k.div(k.local, k.constant(few.lanes));
  }

  void write() {
    sums = k.shared(k.b.getF32Type(), numSubgroups() * few.together * plan.valueSize);
    softmax = k.shared(k.b.getF32Type(), 2 * numSubgroups() * few.together);
    for (int64_t i = 0; i < few.together; ++i)
      queryRows.push_back(loadQuery(k.add(firstQuery, k.constant(i))));
    shareScores();
    shareRows(joinGroups(rowsOf(addKeys())));
    k.barrier();
    writeResults();
    k.finish("attention (" + Twine(few.together) + " of " + Twine(few.queries) +
             " queries per workgroup)");
  }

private:
  // One of those that share a head of keys.
  struct Query {
    Value head, row, limit;
  };
  // Of a query: the largest score, and weights relative to it, and values times weights, added up.
  struct Row {
    Value maximum, total;
    SmallVector<Value> sums;
  };
  using Rows = SmallVector<Row>;
  // The same on the way: maxima and totals of the invocation's own scores, sums of all queries.
  struct State {
    SmallVector<Value> maxima, totals, sums;
  };
  // Invocations whose numbers differ in this bit have so many scores before it, and half as many
  // behind it; or, where that is no whole number, the same ones.
  struct Halving {
    int64_t distance, count;
    bool isWhole() const { return count % 2 == 0; }
    int64_t left() const { return isWhole() ? count / 2 : count; }
  };

  int64_t numSubgroups() const { return few.invocations / subgroup; }
  int64_t numGroups() const { return few.invocations / few.lanes; }
  int64_t headColumns() const { return plan.headSize / few.lanes; }
  int64_t valueColumns() const { return plan.valueSize / few.lanes; }
  // That a group has under way.
  int64_t keysAtOnce() const {
    const auto held = static_cast<uint64_t>(std::max(headColumns(), valueColumns()));
    const auto most = static_cast<int64_t>(llvm::bit_floor(kMaxHeld / held));
    return std::clamp<int64_t>(most, 1, kMaxKeys);
  }
  // Score number `i` is of key `i / few.together` and query `i % few.together`.
  int64_t numScores() const { return keysAtOnce() * few.together; }

  // ---- a pass over the keys ----

  // Queries of heads that are neighbours follow one another.
  Query queryAt(Value number) {
    Value heads = k.constant(plan.group), row = k.div(number, heads);
    Value ofKeys = k.mul(keyHead, heads);
    return {k.add(ofKeys, k.rem(number, heads)), row, limitOf(row)};
  }

  SmallVector<Value> loadQuery(Value number) {
    const Query query = queryAt(number);
    SmallVector<Value> elements = loadRow(op.getQuery(), query.head, query.row, headColumns());
    for (Value &element : elements)
      element = widened(element);
    return elements;
  }

  // The column of the invocation's element of this number.
  Value columnOf(int64_t number) {
    const int64_t piece = number / width * few.lanes * width;
    return k.add(k.mul(lane, k.constant(width)), k.constant(piece + number % width));
  }

  SmallVector<Value> loadRow(Value tensor, Value head, Value row, int64_t count) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < count; ++i)
      elements.push_back(k.elements.element(k.b, tensor, indicesOf(head, row, columnOf(i))));
    return elements;
  }

  Value widened(Value value) {
    return element.isF32() ? value
                           : Value(arith::ExtFOp::create(k.b, k.loc, k.b.getF32Type(), value));
  }

  // Who of a group has which scores: what each of them adds up of its elements would be exchanged
  // by all for all scores, so they share these out, and keep maxima and totals of their own.
  void shareScores() {
    Value first = k.constant(0);
    int64_t count = numScores();
    for (int64_t distance = 1; distance < few.lanes; distance *= 2) {
      halvings.push_back({distance, count});
      if (halvings.back().isWhole())
        first = k.add(first, k.mul(bitOfLane(distance), k.constant(count / 2)));
      count = halvings.back().left();
    }
    for (int64_t i = 0; i < count; ++i) {
      Value number = k.add(first, k.constant(i));
      ownKeys.push_back(k.div(number, k.constant(few.together)));
      if (i < few.together)
        ownQueries.push_back(queryAt(k.add(firstQuery, k.rem(number, k.constant(few.together)))));
    }
    Value beforeGroup =
        k.mul(k.rem(group, k.constant(subgroup / few.lanes)), k.constant(few.lanes));
    firstLane = arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), beforeGroup);
  }

  Value bitOfLane(int64_t distance) {
    return k.rem(k.div(lane, k.constant(distance)), k.constant(2));
  }

  // As many keys at a time as there are whole steps for, and the others in one more.
  State addKeys() {
    Value step = k.constant(keysAtOnce() * numGroups());
    Value from = firstKeyOf(k.constant(0));
    Value steps = k.div(binary<arith::SubIOp>(keys, from), step);
    Value end = k.add(from, k.mul(steps, step));
    Value none = real(-std::numeric_limits<double>::infinity()), zero = real(0);
    const auto numSums = static_cast<size_t>(few.together * valueColumns());
    SmallVector<Value> state =
        flat({SmallVector<Value>(ownQueries.size(), none),
              SmallVector<Value>(ownQueries.size(), zero), SmallVector<Value>(numSums, zero)});
    for (bool isLast : {false, true})
      state = k.loop(isLast ? end : from, isLast ? keys : end, step, state,
                     [&](Value key, ValueRange sofar) {
                       State next = stateOf(sofar);
                       addStep(next, key, isLast);
                       return flat(next);
                     });
    return stateOf(state);
  }

  static SmallVector<Value> flat(const State &state) {
    SmallVector<Value> values(state.maxima);
    llvm::append_range(values, state.totals);
    llvm::append_range(values, state.sums);
    return values;
  }
  State stateOf(ValueRange values) const {
    const size_t rows = ownQueries.size();
    return {values.take_front(rows), values.slice(rows, rows), values.drop_front(2 * rows)};
  }

  Value keyAt(Value firstKey, Value number) {
    return k.add(firstKey, k.add(k.mul(number, k.constant(numGroups())), group));
  }

  void addStep(State &state, Value firstKey, bool isLast) {
    SmallVector<SmallVector<Value>> ofKeys, ofValues;
    for (int64_t i = 0; i < keysAtOnce(); ++i) {
      Value key = keyAt(firstKey, k.constant(i));
      if (isLast)
        key = binary<arith::MinUIOp>(key, binary<arith::SubIOp>(keys, k.constant(1)));
      ofKeys.push_back(loadRow(op.getKey(), keyHead, key, headColumns()));
      ofValues.push_back(loadRow(op.getValue(), keyHead, key, valueColumns()));
    }
    SmallVector<Value> scores;
    for (SmallVector<Value> &key : ofKeys) {
      for (Value &value : key)
        value = widened(value);
      for (ArrayRef<Value> query : queryRows)
        scores.push_back(product(query, key));
    }
    auto [weights, factors] = weigh(state, joined(scores), firstKey);
    for (int64_t i = 0; i < few.together; ++i)
      scaleRow(state, i, valueOf(factors, i));
    for (auto [i, values] : llvm::enumerate(ofValues)) {
      const auto key = static_cast<int64_t>(i);
      for (Value &value : values)
        value = widened(value);
      if (isLast) { // infinite values of another key would make sums NaN
        Value inside = k.less(keyAt(firstKey, k.constant(key)), keys);
        for (Value &value : values)
          value = select(inside, value, real(0));
      }
      for (int64_t row = 0; row < few.together; ++row)
        addValues(state, row, valueOf(weights, key * few.together + row), values);
    }
  }

  MutableArrayRef<Value> sumsOf(State &state, int64_t row) {
    const auto each = static_cast<size_t>(valueColumns());
    return MutableArrayRef(state.sums).slice(static_cast<size_t>(row) * each, each);
  }
  void scaleRow(State &state, int64_t row, Value factor) {
    for (Value &sum : sumsOf(state, row))
      sum = binary<arith::MulFOp>(sum, factor);
  }
  void addValues(State &state, int64_t row, Value weight, ArrayRef<Value> values) {
    for (auto [sum, value] : llvm::zip_equal(sumsOf(state, row), values))
      sum = math::FmaOp::create(k.b, k.loc, weight, value, sum);
  }

  // From what each invocation of a group has of all scores, its own scores.
  SmallVector<Value> joined(SmallVector<Value> scores) {
    for (const Halving &halving : halvings) {
      const auto left = static_cast<size_t>(halving.left());
      if (halving.isWhole()) {
        Value isSecond = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::ne,
                                               bitOfLane(halving.distance), k.constant(0));
        for (size_t i = 0; i < left; ++i) {
          Value kept = select(isSecond, scores[i + left], scores[i]);
          Value given = select(isSecond, scores[i], scores[i + left]);
          scores[i] = binary<arith::AddFOp>(kept, exchanged(given, halving.distance));
        }
      } else {
        for (Value &score : scores)
          score = binary<arith::AddFOp>(score, exchanged(score, halving.distance));
      }
      scores.truncate(left);
    }
    return scores;
  }

  // The weights of the own scores, and what earlier ones of the same queries are multiplied with.
  std::pair<SmallVector<Value>, SmallVector<Value>> weigh(State &state, SmallVector<Value> scores,
                                                          Value firstKey) {
    const size_t rows = ownQueries.size();
    SmallVector<Value> maxima(state.maxima), factors;
    for (auto [i, score] : llvm::enumerate(scores)) {
      const Query &query = ownQueries[i % rows];
      head = query.head;
      score = masked(scaled(score), query.row, query.limit, keyAt(firstKey, ownKeys[i]));
      maxima[i % rows] = larger(maxima[i % rows], score);
    }
    for (const Halving &halving : halvings)
      if (isOfKeys(halving))
        for (Value &maximum : maxima)
          maximum = larger(maximum, exchanged(maximum, halving.distance));
    SmallVector<Value> references;
    for (auto [i, maximum] : llvm::enumerate(maxima)) {
      references.push_back(referenceOf(maximum));
      factors.push_back(weight(state.maxima[i], references.back()));
      state.totals[i] = binary<arith::MulFOp>(state.totals[i], factors.back());
    }
    for (auto [i, score] : llvm::enumerate(scores)) {
      score = weight(score, references[i % rows]);
      state.totals[i % rows] = binary<arith::AddFOp>(state.totals[i % rows], score);
    }
    state.maxima = maxima;
    return {scores, factors};
  }

  // Whether the two have scores of other keys, and of the same queries.
  bool isOfKeys(const Halving &halving) const {
    return halving.isWhole() && halving.count > few.together;
  }

  // The value of a score, or of a query, of those that the invocations of a group have.
  Value valueOf(ArrayRef<Value> values, int64_t number) {
    int64_t from = 0;
    for (const Halving &halving : halvings)
      if (halving.isWhole()) {
        from += number / halving.left() * halving.distance;
        number %= halving.left();
      }
    Value value = values[static_cast<size_t>(number)];
    if (llvm::none_of(halvings, [](const Halving &each) { return each.isWhole(); }))
      return value;
    Value at = binary<arith::AddIOp>(firstLane, number32(from));
    return gpu::ShuffleOp::create(k.b, k.loc, value, at, number32(subgroup), gpu::ShuffleMode::IDX)
        .getShuffleResult();
  }

  Value number32(int64_t n) { return arith::ConstantIntOp::create(k.b, k.loc, n, 32); }

  Value product(ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
    Value sum = real(0);
    for (auto [left, right] : llvm::zip_equal(lhs, rhs))
      sum = math::FmaOp::create(k.b, k.loc, left, right, sum);
    return sum;
  }

  // What the invocation of the subgroup has whose number differs in this bit.
  Value exchanged(Value value, int64_t distance) {
    return gpu::ShuffleOp::create(k.b, k.loc, value, number32(distance), number32(subgroup),
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  }

  // ---- one result of all groups ----

  Rows rowsOf(State state) {
    for (const Halving &halving : halvings)
      if (isOfKeys(halving))
        for (Value &total : state.totals)
          total = binary<arith::AddFOp>(total, exchanged(total, halving.distance));
    Rows rows;
    for (int64_t i = 0; i < few.together; ++i)
      rows.push_back({valueOf(state.maxima, i), valueOf(state.totals, i),
                      SmallVector<Value>(sumsOf(state, i))});
    return rows;
  }

  void scale(Row &row, Value factor) {
    row.total = binary<arith::MulFOp>(row.total, factor);
    for (Value &sum : row.sums)
      sum = binary<arith::MulFOp>(sum, factor);
  }

  // The groups of a subgroup, of which all have the result.
  Rows joinGroups(Rows rows) {
    for (Row &row : rows) {
      Value before = row.maximum;
      for (int64_t distance = few.lanes; distance < subgroup; distance *= 2)
        row.maximum = larger(row.maximum, exchanged(row.maximum, distance));
      scale(row, weight(before, referenceOf(row.maximum)));
      for (int64_t distance = few.lanes; distance < subgroup; distance *= 2) {
        row.total = binary<arith::AddFOp>(row.total, exchanged(row.total, distance));
        for (Value &sum : row.sums)
          sum = binary<arith::AddFOp>(sum, exchanged(sum, distance));
      }
    }
    return rows;
  }

  // Where a subgroup's sums of a query begin, and its maximum and total: side by side for each
  // query.
  Value placeOf(Value subgroupNumber, Value query, int64_t pitch) {
    Value before = k.add(k.mul(query, k.constant(numSubgroups())), subgroupNumber);
    return k.mul(before, k.constant(pitch));
  }

  void shareRows(const Rows &rows) {
    Value number = k.div(k.local, k.constant(subgroup));
    k.when(k.less(k.rem(k.local, k.constant(subgroup)), k.constant(few.lanes)), [&] {
      for (auto [i, row] : llvm::enumerate(rows)) {
        Value query = k.constant(static_cast<int64_t>(i));
        Value at = placeOf(number, query, plan.valueSize);
        for (auto [column, sum] : llvm::enumerate(row.sums))
          k.store(sum, sums, k.add(at, columnOf(static_cast<int64_t>(column))));
        k.when(k.less(lane, k.constant(1)), [&] {
          Value pair = placeOf(number, query, 2);
          k.store(row.maximum, softmax, pair);
          k.store(row.total, softmax, k.add(pair, k.constant(1)));
        });
      }
    });
  }

  // An invocation writes a word.
  void writeResults() {
    const int64_t inWord = std::max<int64_t>(32 / element.getIntOrFloatBitWidth(), 1);
    const int64_t inRow = plan.valueSize / inWord, count = few.together * inRow;
    for (int64_t first = 0; first < count; first += few.invocations) {
      Value number = k.add(k.local, k.constant(first));
      auto write = [&] {
        Value column = k.mul(k.rem(number, k.constant(inRow)), k.constant(inWord));
        writeResult(k.div(number, k.constant(inRow)), column, inWord);
      };
      if (first + few.invocations <= count)
        write();
      else
        k.when(k.less(number, k.constant(count)), write);
    }
  }

  void writeResult(Value number, Value column, int64_t count) {
    SmallVector<Value> maxima, factors;
    Value maximum;
    for (int64_t i = 0; i < numSubgroups(); ++i) {
      maxima.push_back(k.load(softmax, placeOf(k.constant(i), number, 2)));
      maximum = maximum ? larger(maximum, maxima.back()) : maxima.back();
    }
    Value reference = referenceOf(maximum), total = real(0);
    SmallVector<Value> results(static_cast<size_t>(count), total);
    for (int64_t i = 0; i < numSubgroups(); ++i) {
      Value factor = weight(maxima[static_cast<size_t>(i)], reference);
      Value pair = placeOf(k.constant(i), number, 2);
      total = math::FmaOp::create(k.b, k.loc, k.load(softmax, k.add(pair, k.constant(1))), factor,
                                  total);
      Value at = k.add(placeOf(k.constant(i), number, plan.valueSize), column);
      for (auto [j, result] : llvm::enumerate(results)) {
        Value sum = k.load(sums, k.add(at, k.constant(static_cast<int64_t>(j))));
        result = math::FmaOp::create(k.b, k.loc, sum, factor, result);
      }
    }
    Value factor = reciprocal(total);
    for (Value &result : results)
      result = binary<arith::MulFOp>(result, factor);
    const Query query = queryAt(k.add(firstQuery, number));
    head = query.head;
    storeRow(query.row, column, results);
  }

  const DecodeAttentionPlan few;
  const int64_t subgroup, width;
  Value firstQuery, lane, group;             // of the workgroup, of a group, of the workgroup
  SmallVector<SmallVector<Value>> queryRows; // of all queries, the invocation's elements
  SmallVector<Halving> halvings;
  SmallVector<Value> ownKeys;    // of the own scores: which of a group's keys in a step
  SmallVector<Query> ownQueries; // of the first ones, and so of those that follow
  Value firstLane;               // of the group in its subgroup, of 32 bits
  Value sums, softmax;           // in shared memory, of each subgroup
};

} // namespace

std::optional<DecodeAttentionPlan> planDecodeAttention(AttentionOp op, const AttentionPlan &sizes,
                                                       const rt::DeviceProfile &profile) {
  auto query = cast<ShapedType>(op.getQuery().getType());
  const int64_t batches = query.getDimSize(0), heads = query.getDimSize(op.headDim());
  const int64_t rows = query.getDimSize(op.sequenceDim());
  if (llvm::is_contained({batches, heads, rows}, ShapedType::kDynamic) ||
      !canShuffle(Float32Type::get(op.getContext()), profile))
    return std::nullopt;
  DecodeAttentionPlan few;
  few.queries = rows * sizes.group;
  few.lanes = lanesOf(op, sizes, profile.subgroupSize);
  const int64_t held = std::max(sizes.headSize, sizes.valueSize) / few.lanes;
  if (few.queries > kMaxQueries || held > kMaxHeld)
    return std::nullopt;
  auto workgroups = [&] { return batches * heads * rows / few.together; };
  auto fits = [&] {
    return few.queries % few.together == 0 && few.together * held <= kMaxHeld &&
           workgroups() >= profile.computeUnits * 3 / 4;
  };
  few.together = few.queries;
  while (few.together > 1 && !fits())
    --few.together;
  // Of 32 invocations 32, which keep a GPU's processor busy; fewer of smaller ones, as processors
  // without hardware for them have.
  int64_t subgroups =
      std::min<int64_t>(profile.subgroupSize, profile.invocationsInARow() / profile.subgroupSize);
  auto bytes = [&] { return 4 * subgroups * few.together * (sizes.valueSize + 2); };
  while (bytes() > profile.sharedMemoryBytes)
    subgroups /= 2;
  few.invocations = subgroups * profile.subgroupSize;
  return fits() && subgroups > 0 ? std::optional(few) : std::nullopt;
}

void writeDecodeAttention(func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan,
                          const rt::DeviceProfile &profile) {
  DecodeAttention(kernel, op, plan, profile).write();
}

} // namespace rlx
