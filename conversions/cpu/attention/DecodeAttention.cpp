// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of decode attention; see DecodeAttention.h.
//
// Softmax is online (Milakov and Gimelshein 2018): maxima, totals and accumulators per row are kept
// in scratch memory and rescaled when a block raises the maximum.
//
// Sums have the order that FlashAttention has for parts of a text (AttentionPlan::isPart): a score
// is the sum of `lanes` partial sums in a tree, a total and an accumulator add key by key.
#include "conversions/cpu/attention/DecodeAttention.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Bytes of keys or values to prefetch ahead of their use.
constexpr int64_t kPrefetchBytes = 32 << 10;
// Keys whose values stay in the first-level cache for all rows.
constexpr int64_t kValueTile = 16;

class DecodeAttention : public AttentionKernel {
public:
  explicit DecodeAttention(const AttentionKernel &frame) : AttentionKernel(frame) {}

  void emit() {
    if (p.group == 1)
      return emitGroup();
    k.when(k.less(k.rem(head, k.c(p.group)), k.c(1)), [&] { emitGroup(); });
  }

private:
  // A query of one of the heads. `number` is its index in scratch memory.
  struct Row {
    Value number, head, query;
  };
  using Rows = SmallVector<Row>;

  // Calls `body` for tiles of rows: one query of `size` adjacent heads.
  void forRowTiles(int64_t size, function_ref<void(const Rows &)> body) {
    auto forQueries = [&](Value which) {
      auto one = [&](Value query) {
        Rows rows;
        for (int64_t i = 0; i < size; ++i) {
          Value member = k.add(which, i);
          rows.push_back({k.add(k.mul(member, queries), query), k.add(head, member), query});
        }
        body(rows);
      };
      if (p.queries == 1)
        one(k.c(0));
      else
        k.loop(k.c(0), queries, 1, one);
    };
    if (p.group == size)
      forQueries(k.c(0));
    else
      k.loop(k.c(0), k.c(p.group), size, forQueries);
  }
  void forRows(function_ref<void(const Row &)> body) {
    forRowTiles(1, [&](const Rows &rows) { body(rows.front()); });
  }
  // Rows that share each load of keys and values. The accumulators of a tile, rows x keys or rows x
  // vectors of columns, take about half of the registers.
  int64_t tileRows() const { return p.group % 4 == 0 ? 4 : p.group % 2 == 0 ? 2 : 1; }
  int64_t keysOfTile() const { return p.lanes / tileRows(); }
  int64_t vectorsOfTile() const { return std::max<int64_t>(p.lanes / tileRows(), 2); }
  void forColumns(int64_t end, function_ref<void(Value)> body) {
    k.loop(k.c(0), k.c(end), p.lanes, body);
  }

  void emitGroup() {
    keyHead = k.div(head, k.c(p.group));
    int64_t most = p.fewQueries();
    int64_t rows = p.group * (ShapedType::isDynamic(p.queries) ? most : std::min(p.queries, most));
    scaledQueries = scratch(rows, p.paddedHeadSize());
    scores = scratch(rows, p.keyBlock);
    accumulators = scratch(rows, p.paddedValueSize());
    maxima = scratch(rows, p.lanes);
    totals = scratch(rows, p.lanes);
    if (hasMaskOperand())
      maskLanes = scratch(1, p.lanes);
    forRows([&](const Row &row) { start(row); });
    auto [from, to] = visibleKeys(k.c(0), queries);
    k.loop(from, to, p.keyBlock, [&, end = to](Value first) {
      block = first;
      count = k.min(k.sub(end, block), k.c(p.keyBlock));
      enterBlock(block, kPrefetchBytes);
      emitScores();
      forRows([&](const Row &row) { weigh(row); });
      addValues();
    });
    forRows([&](const Row &row) { finish(row); });
  }

  void start(const Row &row) {
    Value zero = k.splat(type, 0.0), scale = k.splat(type, p.scale);
    Value from = query.at(k, row.head, row.query);
    forColumns(p.headSize, [&](Value column) {
      Value part = load(query.flat, k.add(from, column), tailMask(p.headSize, column));
      store(binary<arith::MulFOp>(part, scale), scaledQueries, {row.number, column});
    });
    forColumns(p.valueSize, [&](Value column) { store(zero, accumulators, {row.number, column}); });
    store(k.splat(type, -kInfinity), maxima, {row.number, k.c(0)});
    store(zero, totals, {row.number, k.c(0)});
  }

  // Raw scores of the block in tiles of keys. The last tile may repeat its last key.
  void emitScores() {
    Value whole = k.sub(count, k.rem(count, k.c(keysOfTile())));
    auto tile = [&](Value first, bool isWhole) {
      forRowTiles(tileRows(), [&](const Rows &rows) {
        Value all = sumAcrossLanes(products(rows, first, isWhole));
        for (auto [i, row] : llvm::enumerate(rows)) {
          Value own = rows.size() == 1
                          ? all
                          : vector::ExtractStridedSliceOp::create(
                                k.b, k.loc, all, {int64_t(i) * keysOfTile()}, {keysOfTile()}, {1});
          store(own, scores, {row.number, first});
        }
      });
    };
    k.loop(k.c(0), whole, keysOfTile(), [&](Value first) { tile(first, true); });
    k.when(k.less(whole, count), [&] { tile(whole, false); });
  }

  // The dot products of each row with the keys of a tile, as vectors of partial sums.
  Vectors products(const Rows &rows, Value first, bool isWhole) {
    Value last = k.sub(count, k.c(1));
    Vectors offsets, zeros(rows.size() * keysOfTile(), k.splat(type, 0.0));
    for (int64_t i = 0; i < keysOfTile(); ++i) {
      Value key = k.add(first, i);
      offsets.push_back(keyRows.at(k, keyHead, k.add(block, isWhole ? key : k.min(key, last))));
    }
    return k.loop(k.c(0), k.c(p.headSize), p.lanes, zeros, [&](Value column, ValueRange carried) {
      Value mask = tailMask(p.headSize, column);
      Vectors right, next;
      for (Value offset : offsets) {
        Value at = k.add(offset, column);
        right.push_back(load(keyRows.flat, at, mask));
        prefetch(keyRows.flat, k.add(at, keyRows.ahead));
      }
      auto sum = carried.begin();
      for (const Row &row : rows) {
        Value left = load(scaledQueries, {row.number, column});
        for (Value key : right)
          next.push_back(vector::FMAOp::create(k.b, k.loc, left, key, *sum++));
      }
      return next;
    });
  }

  // Prefetches to the second-level cache: the first-level cache supports too few outstanding
  // requests to keep memory busy. May run past the end, which is harmless.
  void prefetch(Value buffer, Value at) {
    memref::PrefetchOp::create(k.b, k.loc, buffer, at, /*isWrite=*/false, /*localityHint=*/2,
                               /*isDataCache=*/true);
  }

  // Lane i of the result is the sum of the lanes of vector i. Each step adds halves, then quarters,
  // and so on, and halves the number of vectors.
  Value sumAcrossLanes(Vectors vectors) {
    int64_t n = p.lanes;
    for (int64_t block = n / 2; block > 0; block /= 2) {
      SmallVector<int64_t> low, high;
      for (int64_t i = 0; i < n; ++i) {
        bool second = i % (2 * block) >= block;
        low.push_back(second ? n + i - block : i);
        high.push_back(second ? n + i : i + block);
      }
      for (int64_t i = 0; i < block; ++i) {
        Value a = vectors[i], b = vectors[i + block];
        vectors[i] = binary<arith::AddFOp>(vector::ShuffleOp::create(k.b, k.loc, a, b, low),
                                           vector::ShuffleOp::create(k.b, k.loc, a, b, high));
      }
      vectors.resize(block);
    }
    return vectors.front();
  }

  // Turns the scores of a row into softmax weights and rescales its accumulators.
  void weigh(const Row &row) {
    SmallVector<Value> state = {row.number, k.c(0)};
    Value before = load(maxima, state);
    Vectors highest = k.loop(k.c(0), count, p.lanes, before, [&](Value first, ValueRange carried) {
      SmallVector<Value> at = {row.number, first};
      Value score = masked(row, load(scores, at), first);
      store(score, scores, at);
      return Vectors{larger(carried[0], score)};
    });
    Value maximum = splat(
        vector::ReductionOp::create(k.b, k.loc, vector::CombiningKind::MAXNUMF, highest.front()));
    Value base = finiteMaximum(maximum), factor = exp(binary<arith::SubFOp>(before, base));
    k.loop(k.c(0), count, p.lanes, [&](Value first) {
      SmallVector<Value> at = {row.number, first};
      store(exp(binary<arith::SubFOp>(load(scores, at), base)), scores, at);
    });
    store(maximum, maxima, state);
    store(binary<arith::MulFOp>(load(totals, state), factor), totals, state);
    forColumns(p.valueSize, [&](Value column) {
      SmallVector<Value> at = {row.number, column};
      store(binary<arith::MulFOp>(load(accumulators, at), factor), accumulators, at);
    });
  }

  // Fills maskLanes with the mask's values of keys from `key` on. Those past the last key repeat
  // it.
  void readMask(const Row &row, Value key) {
    auto oneByOne = [&] {
      Value last = k.sub(keys, k.c(1));
      k.loop(k.c(0), k.c(p.lanes), 1, [&](Value lane) {
        Value value = maskValue(row.head, row.query, k.min(k.add(key, lane), last));
        memref::StoreOp::create(k.b, k.loc, value, maskLanes, ValueRange{k.c(0), lane});
      });
    };
    if (!hasContiguousKeys())
      return oneByOne();
    k.when(
        k.less(k.add(key, p.lanes - 1), keys),
        [&] { store(maskValues(row.head, row.query, key), maskLanes, {k.c(0), k.c(0)}); },
        oneByOne);
  }

  // The scores of keys from `first` of the block on. They are -infinity for keys that the row does
  // not see and for those past the block.
  Value masked(const Row &row, Value score, Value first) {
    score = softCapped(score);
    Value lowest = k.splat(type, -kInfinity);
    Value key = k.add(block, first);
    if (hasMaskOperand()) {
      readMask(row, key);
      score = binary<arith::AddFOp>(score, load(maskLanes, {k.c(0), k.c(0)}));
    }
    Value seen = compareLanes(arith::CmpIPredicate::slt, k.sub(count, first));
    AttentionMask kind = form.maskKind;
    if (kind == AttentionMask::Causal || kind == AttentionMask::SlidingWindow) {
      Value position = k.sub(k.add(row.query, shift), key);
      seen = binary<arith::AndIOp>(seen, compareLanes(arith::CmpIPredicate::sle, position));
      if (kind == AttentionMask::SlidingWindow) {
        Value nearest = k.sub(position, k.c(window()));
        seen = binary<arith::AndIOp>(seen, compareLanes(arith::CmpIPredicate::sge, nearest));
      }
    }
    return arith::SelectOp::create(k.b, k.loc, seen, score, lowest);
  }

  // accumulators += weights x values, and totals += weights. All rows use a tile of keys while its
  // values are cached.
  void addValues() {
    k.loop(k.c(0), count, kValueTile, [&](Value first) {
      Value end = k.min(k.add(first, kValueTile), count);
      forRowTiles(tileRows(), [&](const Rows &rows) {
        int64_t vectors = p.paddedValueSize() / p.lanes, most = std::min(vectorsOfTile(), vectors);
        int64_t rest = vectors % most, whole = (vectors - rest) * p.lanes;
        addColumns(rows, first, end, k.c(0), most, /*isFirst=*/true);
        if (whole > most * p.lanes)
          k.loop(k.c(most * p.lanes), k.c(whole), most * p.lanes,
                 [&](Value column) { addColumns(rows, first, end, column, most); });
        if (rest > 0)
          addColumns(rows, first, end, k.c(whole), rest);
      });
    });
  }

  // The first columns of values also add to the totals.
  void addColumns(const Rows &rows, Value first, Value end, Value column, int64_t vectors,
                  bool isFirst = false) {
    Vectors columns, masks, before;
    for (int64_t i = 0; i < vectors; ++i) {
      columns.push_back(k.add(column, i * p.lanes));
      masks.push_back(tailMask(p.valueSize, columns.back()));
    }
    for (const Row &row : rows) {
      for (Value at : columns)
        before.push_back(load(accumulators, {row.number, at}));
      if (isFirst)
        before.push_back(load(totals, {row.number, k.c(0)}));
    }
    Vectors after = k.loop(first, end, 1, before, [&](Value key, ValueRange carried) {
      Value from = valueRows.at(k, keyHead, k.add(block, key));
      Vectors values, next;
      for (auto [column, mask] : llvm::zip(columns, masks)) {
        Value at = k.add(from, column);
        values.push_back(load(valueRows.flat, at, mask));
        prefetch(valueRows.flat, k.add(at, valueRows.ahead));
      }
      auto sum = carried.begin();
      for (const Row &row : rows) {
        Value weight =
            splat(memref::LoadOp::create(k.b, k.loc, scores, ValueRange{row.number, key}));
        for (Value value : values)
          next.push_back(vector::FMAOp::create(k.b, k.loc, weight, value, *sum++));
        if (isFirst)
          next.push_back(binary<arith::AddFOp>(*sum++, weight));
      }
      return next;
    });
    auto sum = after.begin();
    for (const Row &row : rows) {
      for (Value at : columns)
        store(*sum++, accumulators, {row.number, at});
      if (isFirst)
        store(*sum++, totals, {row.number, k.c(0)});
    }
  }

  void finish(const Row &row) {
    Value factor = inverse(load(totals, {row.number, k.c(0)}));
    forColumns(p.valueSize, [&](Value column) {
      Value sum = load(accumulators, {row.number, column});
      storeResult(binary<arith::MulFOp>(sum, factor), row.head, row.query, column);
    });
  }

  Value keyHead, block, count; // keys [block, block + count) of the loop
  // A maximum and a total are in all lanes.
  Value scaledQueries, scores, accumulators, maxima, totals, maskLanes;
};

} // namespace

int64_t emitDecodeAttention(const AttentionKernel &frame) {
  DecodeAttention rows(frame);
  rows.emit();
  return rows.workspaceBytes();
}

} // namespace rlx::cpu
