// See FewQueries.h.
#include "conversions/linalg_to_spirv/FewQueries.h"

#include <limits>

#include "conversions/linalg_to_spirv/AttentionHead.h"
#include "conversions/linalg_to_spirv/DeviceLimits.h"
#include "conversions/linalg_to_spirv/PackedLanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace rlx {
namespace {

// Queries of all heads that share one of keys; more are worth a tile.
constexpr int64_t kMostQueries = 8;
// An invocation holds so many elements of queries, and so many of keys and values at a time.
constexpr int64_t kMostHeld = 32;
constexpr int64_t kMostKeys = 4; // that it has under way
constexpr int64_t kSubgroups = 16;

// Elements that memory moves at once.
int64_t widthOf(AttentionOp op) {
  return mostLanes(op.getType().getElementType());
}

// Invocations that hold a row together, each as many pieces.
int64_t lanesOf(AttentionOp op, const AttentionPlan &sizes, int64_t subgroup) {
  int64_t lanes = 1;
  while (lanes < subgroup && sizes.headSize / widthOf(op) % (2 * lanes) == 0 &&
         sizes.valueSize / widthOf(op) % (2 * lanes) == 0)
    lanes *= 2;
  return lanes;
}

class FewQueries : AttentionHead {
public:
  FewQueries(func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan,
             const rt::DeviceProfile &profile)
      : AttentionHead(kernel, op, plan), few(*plan.few), subgroup(profile.subgroupSize),
        width(widthOf(op)) {
    const AffineExpr parts =
        getAffineConstantExpr(few.queries / few.together, kernel.getContext());
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
      own.push_back(loadQuery(k.add(firstQuery, k.constant(i))));
    shareRows(joinGroups(addKeys()));
    k.barrier();
    writeResults();
    k.finish("attention (" + Twine(few.together) + " of " + Twine(few.queries) +
             " queries a workgroup)");
  }

private:
  // One of those that share a head of keys: where it is, and the invocation's elements.
  struct Query {
    Value head, row, limit;
    SmallVector<Value> elements;
  };
  // Of a query: the largest score, and weights relative to it, and values times weights, added up.
  struct Row {
    Value maximum, total;
    SmallVector<Value> sums;
  };
  using Rows = SmallVector<Row>;

  int64_t numSubgroups() const { return few.invocations / subgroup; }
  int64_t numGroups() const { return few.invocations / few.lanes; }
  int64_t headColumns() const { return plan.headSize / few.lanes; }
  int64_t valueColumns() const { return plan.valueSize / few.lanes; }

  // ---- a pass over the keys ----

  // Queries of heads that are neighbours follow one another.
  Query queryAt(Value number) {
    Value heads = k.constant(plan.group), row = k.div(number, heads);
    Value ofKeys = k.mul(keyHead, heads);
    return {k.add(ofKeys, k.rem(number, heads)), row, limitOf(row), {}};
  }

  Query loadQuery(Value number) {
    Query query = queryAt(number);
    for (Value element : loadRow(op.getQuery(), query.head, query.row, headColumns()))
      query.elements.push_back(widened(element));
    return query;
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

  static SmallVector<Value> flat(const Rows &rows) {
    SmallVector<Value> values;
    for (const Row &row : rows) {
      values.append({row.maximum, row.total});
      llvm::append_range(values, row.sums);
    }
    return values;
  }
  Rows rowsOf(ValueRange values) const {
    Rows rows;
    const auto each = static_cast<size_t>(2 + valueColumns());
    for (; !values.empty(); values = values.drop_front(each))
      rows.push_back({values[0], values[1], values.slice(2, each - 2)});
    return rows;
  }

  // As many keys at a time as there are whole steps for, and the others in one more.
  Rows addKeys() {
    const int64_t held = std::max(headColumns(), valueColumns());
    const int64_t each = std::clamp<int64_t>(kMostHeld / held, 1, kMostKeys);
    Value step = k.constant(each * numGroups());
    Value from = firstKeyOf(k.constant(0));
    Value steps = k.div(binary<arith::SubIOp>(keys, from), step);
    Value end = k.add(from, k.mul(steps, step));
    Value none = real(-std::numeric_limits<double>::infinity()), zero = real(0);
    const Row nothing = {none, zero,
                         SmallVector<Value>(static_cast<size_t>(valueColumns()), zero)};
    SmallVector<Value> rows = flat(Rows(static_cast<size_t>(few.together), nothing));
    for (bool isLast : {false, true})
      rows = k.loop(isLast ? end : from, isLast ? keys : end, step, rows,
                    [&](Value key, ValueRange sofar) {
                      Rows added = rowsOf(sofar);
                      addStep(added, key, each, isLast);
                      return flat(added);
                    });
    return rowsOf(rows);
  }

  void addStep(Rows &rows, Value firstKey, int64_t count, bool isLast) {
    SmallVector<Value> at;
    SmallVector<SmallVector<Value>> ofKeys, ofValues;
    for (int64_t i = 0; i < count; ++i) {
      Value key = k.add(firstKey, k.add(k.constant(i * numGroups()), group));
      at.push_back(key);
      if (isLast)
        key = binary<arith::MinUIOp>(key, binary<arith::SubIOp>(keys, k.constant(1)));
      ofKeys.push_back(loadRow(op.getKey(), keyHead, key, headColumns()));
      ofValues.push_back(loadRow(op.getValue(), keyHead, key, valueColumns()));
    }
    for (auto *loaded : {&ofKeys, &ofValues})
      for (SmallVector<Value> &row : *loaded)
        for (Value &value : row)
          value = widened(value);
    if (isLast) // infinite values of another key would make the sums NaN
      for (auto [key, row] : llvm::zip_equal(at, ofValues)) {
        Value inside = k.less(key, keys);
        for (Value &value : row)
          value = select(inside, value, real(0));
      }
    for (auto [row, query] : llvm::zip_equal(rows, own))
      addToRow(row, query, at, ofKeys, ofValues);
  }

  void addToRow(Row &row, const Query &query, ArrayRef<Value> at,
                ArrayRef<SmallVector<Value>> ofKeys, ArrayRef<SmallVector<Value>> ofValues) {
    head = query.head;
    SmallVector<Value> scores;
    for (ArrayRef<Value> key : ofKeys)
      scores.push_back(product(query.elements, key));
    for (int64_t distance = 1; distance < few.lanes; distance *= 2)
      for (Value &score : scores)
        score = binary<arith::AddFOp>(score, exchanged(score, distance));
    Value maximum = row.maximum;
    for (auto [score, key] : llvm::zip_equal(scores, at)) {
      score = masked(scaled(score), query.row, query.limit, key);
      maximum = larger(maximum, score);
    }
    Value reference = referenceOf(maximum);
    scale(row, weight(row.maximum, reference));
    row.maximum = maximum;
    for (auto [score, value] : llvm::zip_equal(scores, ofValues)) {
      Value own = weight(score, reference);
      row.total = binary<arith::AddFOp>(row.total, own);
      for (auto [sum, each] : llvm::zip_equal(row.sums, value))
        sum = math::FmaOp::create(k.b, k.loc, own, each, sum);
    }
  }

  Value product(ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
    Value sum = real(0);
    for (auto [left, right] : llvm::zip_equal(lhs, rhs))
      sum = math::FmaOp::create(k.b, k.loc, left, right, sum);
    return sum;
  }

  void scale(Row &row, Value factor) {
    row.total = binary<arith::MulFOp>(row.total, factor);
    for (Value &sum : row.sums)
      sum = binary<arith::MulFOp>(sum, factor);
  }

  // What the invocation of the subgroup has whose number differs in this bit.
  Value exchanged(Value value, int64_t distance) {
    auto number = [&](int64_t n) { return arith::ConstantIntOp::create(k.b, k.loc, n, 32); };
    return gpu::ShuffleOp::create(k.b, k.loc, value, number(distance), number(subgroup),
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  }

  // ---- one result of all groups ----

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

  const FewQueriesPlan few;
  const int64_t subgroup, width;
  Value firstQuery, lane, group; // of the workgroup, of a group, of the workgroup
  SmallVector<Query> own;
  Value sums, softmax; // in shared memory, of each subgroup
};

} // namespace

std::optional<FewQueriesPlan> planFewQueries(AttentionOp op, const AttentionPlan &sizes,
                                             const rt::DeviceProfile &profile) {
  auto query = cast<ShapedType>(op.getQuery().getType());
  const int64_t batches = query.getDimSize(0), heads = query.getDimSize(op.headDim());
  const int64_t rows = query.getDimSize(op.sequenceDim());
  if (llvm::is_contained({batches, heads, rows}, ShapedType::kDynamic) ||
      !canShuffle(Float32Type::get(op.getContext()), profile))
    return std::nullopt;
  FewQueriesPlan few;
  few.queries = rows * sizes.group;
  few.lanes = lanesOf(op, sizes, profile.subgroupSize);
  const int64_t held = std::max(sizes.headSize, sizes.valueSize) / few.lanes;
  if (few.queries > kMostQueries || held > kMostHeld)
    return std::nullopt;
  auto workgroups = [&] { return batches * heads * rows / few.together; };
  auto fits = [&] {
    return few.queries % few.together == 0 && few.together * held <= kMostHeld &&
           workgroups() >= profile.processors * 3 / 4;
  };
  few.together = few.queries;
  while (few.together > 1 && !fits())
    --few.together;
  few.invocations = profile.subgroupSize *
                    std::min<int64_t>(kSubgroups, profile.invocationsInARow() / profile.subgroupSize);
  const int64_t bytes = 4 * few.invocations / profile.subgroupSize * few.together *
                        (sizes.valueSize + 2);
  return fits() && few.invocations > 0 && bytes <= profile.sharedMemoryBytes
             ? std::optional(few)
             : std::nullopt;
}

void writeFewQueries(func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan,
                     const rt::DeviceProfile &profile) {
  FewQueries(kernel, op, plan, profile).write();
}

} // namespace rlx
