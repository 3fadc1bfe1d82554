// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pass over keys and values per workgroup (see DecodeAttention.h). In a step each group of
// lanes loads up to four keys and values, computes their scores, and updates its softmax states.
// Rows of f16 and bf16 are widened; all accumulators are f32. Queries may be wider than keys.
#include "conversions/gpu/attention/DecodeAttention.h"

#include <limits>

#include "conversions/gpu/attention/AttentionKernel.h"
#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace rlx {
namespace {

// Queries of all heads that share a KV head, at most. More are worth a tile.
constexpr int64_t kMaxQueries = 8;
// Elements of all queries that an invocation holds, at most; and of the keys, or values, in flight.
constexpr int64_t kMaxHeld = 32, kMaxHeldAlone = 64; // alone: of a single query
constexpr int64_t kMaxKeys = 4;                      // that it has in flight

// Elements of a vector of keys.
int64_t widthOf(const AttentionForm &form) {
  return maxLanes(getElementTypeOrSelf(form.key.getType()));
}

// Lanes that hold a row of a key or value together, each the same number of vectors.
int64_t lanesOf(int64_t headSize, int64_t valueSize, int64_t width, int64_t subgroup) {
  int64_t lanes = 1;
  while (lanes < subgroup && headSize / width % (2 * lanes) == 0 &&
         valueSize / width % (2 * lanes) == 0)
    lanes *= 2;
  return lanes;
}

class DecodeAttention : AttentionKernel {
public:
  DecodeAttention(func::FuncOp kernel, const AttentionForm &form, const AttentionPlan &plan,
                  const rt::DeviceProfile &profile)
      : AttentionKernel(kernel, form, plan), decode(*plan.decode), subgroup(profile.subgroupSize),
        width(widthOf(form)) {
    const int64_t inRow = decode.queries / decode.queriesPerWorkgroup;
    const AffineExpr each = decode.isByRow ? sizes().queries * inRow
                                           : getAffineConstantExpr(inRow, kernel.getContext());
    const AffineExpr batches =
        form.isPaged() ? getAffineConstantExpr(1, kernel.getContext()) : sizes().batches;
    k.begin(batches * sizes().keyHeads * each, decode.invocations);
    k.numberBySubgroups(profile);
    SmallVector<Value> at = k.delinearize(k.workgroup, {batches, sizes().keyHeads, each});
    keyHead = at[1];
    if (form.isPaged()) {
      Value perRow = k.constant(inRow), row = beginSequence(k.div(at[2], perRow), /*rows=*/1);
      at[2] = k.add(k.mul(row, perRow), k.rem(at[2], perRow));
    } else {
      begin();
      batch = at[0];
    }
    firstQuery = k.mul(at[2], k.constant(decode.queriesPerWorkgroup));
    lane = k.rem(k.local, k.constant(decode.lanes));
    group = k.div(k.local, k.constant(decode.lanes));
  }

  void write() {
    accumulators =
        k.shared(k.b.getF32Type(), numSubgroups() * decode.queriesPerWorkgroup * plan.valueSize);
    softmax = k.shared(k.b.getF32Type(), 2 * numSubgroups() * decode.queriesPerWorkgroup);
    findKeys();
    for (int64_t i = 0; i < decode.queriesPerWorkgroup; ++i)
      queryRows.push_back(loadQuery(k.add(firstQuery, k.constant(i))));
    assignScores();
    storeRowsToShared(joinGroups(rowsOf(addKeys())));
    k.barrier();
    writeResults();
    checkKeys(from, seen, decode.invocations);
    k.finish(Twine(decode.queriesPerWorkgroup) + " of " + Twine(decode.queries) +
             (decode.isByRow ? " queries of a row per workgroup" : " queries per workgroup"));
  }

  // Keys that a group has in flight, if the head is held by so many lanes.
  static int64_t keysAtOnce(const AttentionPlan &plan, int64_t lanes) {
    const auto held = static_cast<uint64_t>(std::max(plan.headSize, plan.valueSize) / lanes);
    const auto most = static_cast<int64_t>(llvm::bit_floor(kMaxHeld / held));
    return std::clamp<int64_t>(most, 1, kMaxKeys);
  }

private:
  // A query of those that share the KV head.
  struct Query {
    Value head, row, limit;
  };
  // State of a query: the largest score, the sum of weights relative to it, and the weighted sum of
  // values.
  struct Row {
    Value maximum, total;
    SmallVector<Value> accumulators;
  };
  using Rows = SmallVector<Row>;
  // The same during the pass: maxima and totals of the invocation's own scores, and accumulators of
  // all queries.
  struct State {
    SmallVector<Value> maxima, totals, accumulators;
  };
  // A step of recursive halving. Before it, lanes that differ in this bit have the same `count`
  // scores, and afterwards half of them each; or the same ones, if `count` is odd.
  struct Halving {
    int64_t distance, count;
    bool isWhole() const { return count % 2 == 0; }
    int64_t left() const { return isWhole() ? count / 2 : count; }
  };

  int64_t numSubgroups() const { return decode.invocations / subgroup; }
  int64_t numGroups() const { return decode.invocations / decode.lanes; }
  int64_t headColumns() const { return plan.headSize / decode.lanes; }
  int64_t valueColumns() const { return plan.valueSize / decode.lanes; }
  int64_t keysAtOnce() const {
    return keysAtOnce(plan, decode.lanes);
  } // keys that a group has in flight
  // Score number `i` is of key `i / queriesPerWorkgroup` and query `i % queriesPerWorkgroup`.
  int64_t numScores() const { return keysAtOnce() * decode.queriesPerWorkgroup; }

  // ---- a pass over the keys ----

  void findKeys() {
    Value heads = k.constant(plan.group), one = k.constant(1);
    Value count = k.constant(decode.queriesPerWorkgroup);
    Value first = k.div(firstQuery, heads);
    Value last = k.div(binary<arith::SubIOp>(k.add(firstQuery, count), one), heads);
    Value rows = k.add(binary<arith::SubIOp>(last, first), one);
    // The bound is for the planned iterations: `rows` is never more.
    showKeys(decode.invocations, first, binary<arith::MinUIOp>(rows, count), /*fromFirst=*/true);
  }

  // Consecutive numbers are queries of adjacent heads.
  Query queryAt(Value number) {
    Value heads = k.constant(plan.group), row = k.div(number, heads);
    Value ofKeys = k.mul(keyHead, heads);
    return {k.add(ofKeys, k.rem(number, heads)), row, limitOf(row)};
  }

  SmallVector<Value> loadQuery(Value number) {
    const Query query = queryAt(number);
    SmallVector<Value> elements =
        loadRow(form.query, positionOfQuery(query.head, query.row), headColumns());
    for (Value &element : elements)
      element = widened(element);
    return elements;
  }

  // The column of the invocation's element `number`: vectors of all lanes are contiguous.
  Value columnOf(int64_t number) {
    const int64_t vectors = number / width * decode.lanes * width;
    return k.add(k.mul(lane, k.constant(width)), k.constant(vectors + number % width));
  }

  SmallVector<Value> loadRow(Value tensor, const Position &row, int64_t count) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < count; ++i)
      elements.push_back(elementAt(tensor, row, columnOf(i)));
    return elements;
  }

  Value widened(Value value) {
    return value.getType().isF32()
               ? value
               : Value(arith::ExtFOp::create(k.b, k.loc, k.b.getF32Type(), value));
  }

  // Assigns scores to the lanes of a group. Each lane adds up only its own elements of all dot
  // products. An all-reduce of all scores would be expensive; so it is a reduce-scatter, and each
  // lane keeps the maxima and totals of its own scores only.
  void assignScores() {
    Value first = k.constant(0);
    int64_t count = numScores();
    for (int64_t distance = 1; distance < decode.lanes; distance *= 2) {
      halvings.push_back({distance, count});
      if (halvings.back().isWhole())
        first = k.add(first, k.mul(bitOfLane(distance), k.constant(count / 2)));
      count = halvings.back().left();
    }
    for (int64_t i = 0; i < count; ++i) {
      Value number = k.add(first, k.constant(i));
      ownKeys.push_back(k.div(number, k.constant(decode.queriesPerWorkgroup)));
      if (i < decode.queriesPerWorkgroup)
        ownQueries.push_back(
            queryAt(k.add(firstQuery, k.rem(number, k.constant(decode.queriesPerWorkgroup)))));
    }
    Value beforeGroup =
        k.mul(k.rem(group, k.constant(subgroup / decode.lanes)), k.constant(decode.lanes));
    firstLane = arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), beforeGroup);
  }

  Value bitOfLane(int64_t distance) {
    return k.rem(k.div(lane, k.constant(distance)), k.constant(2));
  }

  // Steps in which all groups have keys, and one more for the others.
  State addKeys() {
    Value step = k.constant(keysAtOnce() * numGroups());
    // The keys that the row of the workgroup sees.
    Value row = decode.isByRow ? k.div(firstQuery, k.constant(plan.group)) : k.constant(0);
    from = firstKeyOf(row);
    seen = keys;
    if (decode.isByRow && form.isCausal())
      seen = binary<arith::MinSIOp>(binary<arith::MaxSIOp>(limitOf(row), k.constant(0)), keys);
    Value steps = k.div(binary<arith::SubIOp>(seen, from), step);
    Value end = k.add(from, k.mul(steps, step));
    Value none = real(-std::numeric_limits<double>::infinity()), zero = real(0);
    const auto numAccumulators = static_cast<size_t>(decode.queriesPerWorkgroup * valueColumns());
    SmallVector<Value> state = flat({SmallVector<Value>(ownQueries.size(), none),
                                     SmallVector<Value>(ownQueries.size(), zero),
                                     SmallVector<Value>(numAccumulators, zero)});
    for (bool isLast : {false, true})
      state = k.loop(isLast ? end : from, isLast ? seen : end, step, state,
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
    llvm::append_range(values, state.accumulators);
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
        key = binary<arith::MinUIOp>(key, binary<arith::SubIOp>(seen, k.constant(1)));
      const Position position = positionOfKey(keyHead, key);
      ofKeys.push_back(loadRow(form.key, position, headColumns()));
      ofValues.push_back(loadRow(form.value, position, valueColumns()));
    }
    SmallVector<Value> scores;
    for (SmallVector<Value> &key : ofKeys) {
      for (Value &value : key)
        value = widened(value);
      for (ArrayRef<Value> query : queryRows)
        scores.push_back(dotProduct(query, key));
    }
    auto [weights, factors] = weigh(state, joined(scores), firstKey);
    for (int64_t i = 0; i < decode.queriesPerWorkgroup; ++i)
      scaleRow(state, i, valueOf(factors, i));
    for (auto [i, values] : llvm::enumerate(ofValues)) {
      const auto key = static_cast<int64_t>(i);
      for (Value &value : values)
        value = widened(value);
      if (isLast) { // the value of another key would count again
        Value inside = k.less(keyAt(firstKey, k.constant(key)), seen);
        for (Value &value : values)
          value = select(inside, value, real(0));
      }
      for (int64_t row = 0; row < decode.queriesPerWorkgroup; ++row)
        addValues(state, row, valueOf(weights, key * decode.queriesPerWorkgroup + row), values);
    }
  }

  MutableArrayRef<Value> accumulatorsOf(State &state, int64_t row) {
    const auto each = static_cast<size_t>(valueColumns());
    return MutableArrayRef(state.accumulators).slice(static_cast<size_t>(row) * each, each);
  }
  void scaleRow(State &state, int64_t row, Value factor) {
    for (Value &sum : accumulatorsOf(state, row))
      sum = binary<arith::MulFOp>(sum, factor);
  }
  void addValues(State &state, int64_t row, Value weight, ArrayRef<Value> values) {
    for (auto [sum, value] : llvm::zip_equal(accumulatorsOf(state, row), values))
      sum = math::FmaOp::create(k.b, k.loc, weight, value, sum);
  }

  // Reduce-scatter: sums over the lanes of a group. Each lane gets its own scores.
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

  // Weights of the lane's own scores, and factors for the earlier accumulators of the same queries.
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

  // Whether the two lanes have scores of the same queries, for different keys.
  bool isOfKeys(const Halving &halving) const {
    return halving.isWhole() && halving.count > decode.queriesPerWorkgroup;
  }

  // The value of a score or query from the lane of the group that has it.
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

  Value dotProduct(ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
    Value sum = real(0);
    for (auto [left, right] : llvm::zip_equal(lhs, rhs))
      sum = math::FmaOp::create(k.b, k.loc, left, right, sum);
    return sum;
  }

  // The value of the lane whose index differs in this bit.
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
    for (int64_t i = 0; i < decode.queriesPerWorkgroup; ++i)
      rows.push_back({valueOf(state.maxima, i), valueOf(state.totals, i),
                      SmallVector<Value>(accumulatorsOf(state, i))});
    return rows;
  }

  void scale(Row &row, Value factor) {
    row.total = binary<arith::MulFOp>(row.total, factor);
    for (Value &sum : row.accumulators)
      sum = binary<arith::MulFOp>(sum, factor);
  }

  // Joins the states of a subgroup's groups. All lanes have the result.
  Rows joinGroups(Rows rows) {
    for (Row &row : rows) {
      Value before = row.maximum;
      for (int64_t distance = decode.lanes; distance < subgroup; distance *= 2)
        row.maximum = larger(row.maximum, exchanged(row.maximum, distance));
      scale(row, weight(before, referenceOf(row.maximum)));
      for (int64_t distance = decode.lanes; distance < subgroup; distance *= 2) {
        row.total = binary<arith::AddFOp>(row.total, exchanged(row.total, distance));
        for (Value &sum : row.accumulators)
          sum = binary<arith::AddFOp>(sum, exchanged(sum, distance));
      }
    }
    return rows;
  }

  // Offset of a subgroup's accumulators for a query, or of its maximum and total. Those of all
  // subgroups are adjacent for each query.
  Value offsetOf(Value subgroupNumber, Value query, int64_t pitch) {
    Value before = k.add(k.mul(query, k.constant(numSubgroups())), subgroupNumber);
    return k.mul(before, k.constant(pitch));
  }

  void storeRowsToShared(const Rows &rows) {
    Value number = k.div(k.local, k.constant(subgroup));
    k.when(k.less(k.rem(k.local, k.constant(subgroup)), k.constant(decode.lanes)), [&] {
      for (auto [i, row] : llvm::enumerate(rows)) {
        Value query = k.constant(static_cast<int64_t>(i));
        Value at = offsetOf(number, query, plan.valueSize);
        for (auto [column, sum] : llvm::enumerate(row.accumulators))
          k.store(sum, accumulators, k.add(at, columnOf(static_cast<int64_t>(column))));
        k.when(k.less(lane, k.constant(1)), [&] {
          Value pair = offsetOf(number, query, 2);
          k.store(row.maximum, softmax, pair);
          k.store(row.total, softmax, k.add(pair, k.constant(1)));
        });
      }
    });
  }

  // An invocation stores one word of 32 bits at a time.
  void writeResults() {
    const int64_t inWord = std::max<int64_t>(32 / element.getIntOrFloatBitWidth(), 1);
    const int64_t inRow = plan.valueSize / inWord, count = decode.queriesPerWorkgroup * inRow;
    for (int64_t first = 0; first < count; first += decode.invocations) {
      Value number = k.add(k.local, k.constant(first));
      auto write = [&] {
        Value column = k.mul(k.rem(number, k.constant(inRow)), k.constant(inWord));
        writeResult(k.div(number, k.constant(inRow)), column, inWord);
      };
      if (first + decode.invocations <= count)
        write();
      else
        k.when(k.less(number, k.constant(count)), write);
    }
  }

  void writeResult(Value number, Value column, int64_t count) {
    SmallVector<Value> maxima, factors;
    Value maximum;
    for (int64_t i = 0; i < numSubgroups(); ++i) {
      maxima.push_back(k.load(softmax, offsetOf(k.constant(i), number, 2)));
      maximum = maximum ? larger(maximum, maxima.back()) : maxima.back();
    }
    Value reference = referenceOf(maximum), total = real(0);
    SmallVector<Value> results(static_cast<size_t>(count), total);
    for (int64_t i = 0; i < numSubgroups(); ++i) {
      Value factor = weight(maxima[static_cast<size_t>(i)], reference);
      Value pair = offsetOf(k.constant(i), number, 2);
      total = math::FmaOp::create(k.b, k.loc, k.load(softmax, k.add(pair, k.constant(1))), factor,
                                  total);
      Value at = k.add(offsetOf(k.constant(i), number, plan.valueSize), column);
      for (auto [j, result] : llvm::enumerate(results)) {
        Value sum = k.load(accumulators, k.add(at, k.constant(static_cast<int64_t>(j))));
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

  const DecodeAttentionPlan decode;
  const int64_t subgroup, width;
  Value from, seen;                          // the keys that the workgroup reads
  Value firstQuery, lane, group;             // in the operand; in the group; in the workgroup
  SmallVector<SmallVector<Value>> queryRows; // the invocation's elements of all queries
  SmallVector<Halving> halvings;
  SmallVector<Value> ownKeys;    // for its own scores: which of the group's keys in a step
  SmallVector<Query> ownQueries; // for the first of its own scores; those that follow repeat them
  Value firstLane;               // of the group in its subgroup, i32
  Value accumulators, softmax;   // in shared memory, by subgroup
};

} // namespace

std::optional<DecodeAttentionPlan> planDecodeAttention(const AttentionForm &form,
                                                       const AttentionPlan &sizes,
                                                       const rt::DeviceProfile &profile,
                                                       bool isFew) {
  auto query = cast<ShapedType>(form.query.getType());
  const int64_t batches = form.isPaged() ? 1 : query.getDimSize(0);
  const int64_t heads = query.getDimSize(form.headDim);
  int64_t rows = form.isPaged() ? ShapedType::kDynamic : query.getDimSize(form.sequenceDim);
  if (auto assumed = form.op->getParentOp()->getAttrOfType<IntegerAttr>(kAssumedSizeAttr))
    isFew |= assumed.getInt() < AttentionPlan::kDecodeQueries;
  const bool isByRow = ShapedType::isDynamic(rows) && isFew;
  if (isByRow)
    rows = 1;
  if (llvm::is_contained({batches, heads, rows}, ShapedType::kDynamic) ||
      !canShuffle(Float32Type::get(query.getContext()), profile))
    return std::nullopt;
  DecodeAttentionPlan decode;
  decode.isByRow = isByRow;
  decode.queries = rows * sizes.group;
  decode.lanes = lanesOf(sizes.headSize, sizes.valueSize, widthOf(form), profile.subgroupSize);
  const int64_t held = std::max(sizes.headSize, sizes.valueSize) / decode.lanes;
  // Rows of paged attention have no tiles for few of them.
  const bool isOfPages = form.isPaged() && isByRow;
  if ((decode.queries > kMaxQueries && !isOfPages) || held > (isOfPages ? kMaxHeldAlone : kMaxHeld))
    return std::nullopt;
  auto workgroups = [&] { return batches * heads * rows / decode.queriesPerWorkgroup; };
  auto fits = [&] {
    return decode.queries % decode.queriesPerWorkgroup == 0 &&
           (decode.queriesPerWorkgroup * held <= kMaxHeld || decode.queriesPerWorkgroup == 1) &&
           (workgroups() >= profile.computeUnits * 3 / 4 ||
            (isByRow && decode.queriesPerWorkgroup == 1));
  };
  decode.queriesPerWorkgroup = decode.queries;
  while (decode.queriesPerWorkgroup > 1 && !fits())
    --decode.queriesPerWorkgroup;
  // 32 subgroups of 32 invocations keep a compute unit of a GPU busy. CPUs, without hardware for
  // subgroups, have smaller ones and take fewer of them.
  int64_t subgroups =
      std::min<int64_t>(profile.subgroupSize, profile.invocationsInARow() / profile.subgroupSize);
  auto bytes = [&] {
    return 4 * subgroups * decode.queriesPerWorkgroup * (sizes.valueSize + 2) +
           AttentionKernel::shownKeysBytes(subgroups * profile.subgroupSize, /*fromFirst=*/true);
  };
  while (bytes() > profile.sharedMemoryBytes)
    subgroups /= 2;
  decode.invocations = subgroups * profile.subgroupSize;
  return fits() && subgroups > 0 ? std::optional(decode) : std::nullopt;
}

// Steps in which all groups have keys, and one more, which counts as if it took all keys. A sliding
// window begins later, which its bound counts too.
AffineExpr decodeAttentionIterations(const AttentionPlan &plan, AffineExpr keys) {
  const int64_t lanes = plan.decode->lanes;
  const int64_t step =
      DecodeAttention::keysAtOnce(plan, lanes) * (plan.decode->invocations / lanes);
  return keys.ceilDiv(step) * 3;
}

bool holdsHead(int64_t headSize, int64_t width, int64_t subgroup) {
  return headSize / lanesOf(headSize, headSize, width, subgroup) <= kMaxHeldAlone;
}

void writeDecodeAttention(func::FuncOp kernel, const AttentionForm &form, const AttentionPlan &plan,
                          const rt::DeviceProfile &profile) {
  DecodeAttention(kernel, form, plan, profile).write();
}

} // namespace rlx
