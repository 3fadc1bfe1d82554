// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of flash attention; see FlashAttention.h.
//
// Score tiles and value tiles share one register tile, `multiply`: a few scalars of keys or values,
// each broadcast and multiplied with a row of vectors. Keys and values of f16 and bf16 are widened
// to scratch memory, a block at a time.
#include "conversions/cpu/attention/FlashAttention.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

class FlashAttention : public AttentionKernel {
public:
  explicit FlashAttention(const AttentionKernel &frame) : AttentionKernel(frame) {}

  void emit() {
    keyHead = k.div(head, k.c(p.group));
    transposedQueries = scratch(p.headSize, p.panel());
    scores = scratch(llvm::alignTo(p.keyBlock, p.tileRows), p.panel());
    accumulators = scratch(p.paddedValueSize(), p.panel());
    results = scratch(p.panel(), p.paddedValueSize());
    if (maskDependsOnQuery())
      maskBlock = scratch(p.keyBlock, p.panel());
    if (keyRows.isNarrow()) {
      wideKeys = wideBlock(p.headSize);
      wideValues = wideBlock(p.valueSize);
    }
    Value begin = k.mul(k.workgroup(0), kPanelsPerWorkgroup * p.panel());
    Value end = k.min(k.add(begin, kPanelsPerWorkgroup * p.panel()), queries);
    k.loop(begin, end, p.panel(), [&](Value first) { emitPanel(first); });
  }

private:
  Value column(int64_t vector) { return k.c(vector * p.lanes); }

  // ---- one panel of queries --------------------------------------------------------------------

  void emitPanel(Value first) {
    panelBegin = first;
    transposeQueries();
    Value zero = k.splat(type, 0.0), lowest = k.splat(type, -kInfinity);
    k.loop(k.c(0), k.c(p.paddedValueSize()), 1, [&](Value row) {
      for (int64_t v = 0; v < p.vectors; ++v)
        store(zero, accumulators, {row, column(v)});
    });
    Vectors start(p.vectors, lowest);
    start.append(p.vectors, zero);
    auto [from, to] = visibleKeys(first, k.min(k.add(first, p.panel()), queries));
    Vectors state = k.loop(from, to, p.keyBlock, start, [&](Value block, ValueRange carried) {
      return emitBlock(block, k.min(k.sub(to, block), k.c(p.keyBlock)), carried);
    });
    finishPanel(ArrayRef(state).drop_front(p.vectors));
  }

  // transposedQueries[d, query] = scale * query[d]. Queries past the last one repeat it.
  void transposeQueries() {
    Value last = k.sub(queries, k.c(1)), scale = k.splat(type, p.scale);
    k.loop(k.c(0), k.c(p.panel()), p.lanes, [&](Value lane) {
      k.loop(k.c(0), k.c(p.headSize), p.lanes, [&](Value from) {
        Value mask = tailMask(p.headSize, from);
        Vectors rows;
        for (int64_t i = 0; i < p.lanes; ++i) {
          Value row = k.min(k.add(k.add(panelBegin, lane), i), last);
          rows.push_back(load(query.flat, k.add(query.at(k, head, row), from), mask));
        }
        rows = k.transpose(rows);
        for (int64_t i = 0; i < p.lanes; ++i)
          rows[i] = binary<arith::MulFOp>(rows[i], scale);
        storeRows(rows, transposedQueries, from, lane, p.headSize);
      });
    });
  }

  // Stores vectors to the rows from `first` on of a buffer with `count` rows.
  void storeRows(ArrayRef<Value> vectors, Value buffer, Value first, Value at, int64_t count) {
    int64_t rest = count % p.lanes;
    auto storeSome = [&](int64_t number) {
      for (int64_t i = 0; i < number; ++i)
        store(vectors[i], buffer, {k.add(first, i), at});
    };
    if (rest == 0)
      return storeSome(p.lanes);
    k.when(
        k.less(k.add(first, p.lanes - 1), k.c(count)), [&] { storeSome(p.lanes); },
        [&] { storeSome(rest); });
  }

  // Carries the maxima and the totals of the weights, one vector of each per vector of queries.
  Vectors emitBlock(Value block, Value count, ValueRange state) {
    ValueRange maxima = state.take_front(p.vectors), totals = state.drop_front(p.vectors);
    enterBlock(block);
    if (keyRows.isNarrow()) {
      widen(keyRows, keyHead, block, count, p.headSize, wideKeys);
      widen(valueRows, keyHead, block, count, p.valueSize, wideValues);
    }
    k.loop(k.c(0), count, scoreRows(), [&](Value row) { scoreTile(block, row, count); });
    if (maskDependsOnQuery())
      prepareMask(block, count);
    Vectors highest = k.loop(k.c(0), count, 1, maxima, [&](Value row, ValueRange carried) {
      Vectors next;
      for (int64_t v = 0; v < p.vectors; ++v) {
        Value raw = load(scores, {row, column(v)});
        Value score = adjust(raw, k.add(block, row), row, v);
        if (score != raw)
          store(score, scores, {row, column(v)});
        next.push_back(larger(carried[v], score));
      }
      return next;
    });
    Vectors factors, weights;
    for (int64_t v = 0; v < p.vectors; ++v) {
      weights.push_back(finiteMaximum(highest[v]));
      factors.push_back(exp(binary<arith::SubFOp>(maxima[v], weights[v])));
    }
    Vectors scaled;
    for (int64_t v = 0; v < p.vectors; ++v)
      scaled.push_back(binary<arith::MulFOp>(totals[v], factors[v]));
    Vectors sum = k.loop(k.c(0), count, 1, scaled, [&](Value row, ValueRange carried) {
      Vectors next;
      for (int64_t v = 0; v < p.vectors; ++v) {
        Value weight = exp(binary<arith::SubFOp>(load(scores, {row, column(v)}), weights[v]));
        store(weight, scores, {row, column(v)});
        next.push_back(binary<arith::AddFOp>(carried[v], weight));
      }
      return next;
    });
    addValues(block, count, factors);
    highest.append(sum);
    return highest;
  }

  // Scores of a tile of keys, without a mask. Keys past the last one repeat it and are ignored
  // later.
  void scoreTile(Value block, Value row, Value count) {
    bool isNarrow = keyRows.isNarrow();
    Value last = isNarrow ? k.sub(count, k.c(1)) : lastKeyOf(block);
    Value begin = isNarrow ? k.c(0) : block;
    const Operand &from = isNarrow ? wideKeys : keyRows;
    Vectors rows;
    for (int64_t i = 0; i < scoreRows(); ++i) {
      Value key = k.add(k.add(begin, row), i);
      rows.push_back(from.at(k, keyHead, i == 0 ? key : k.min(key, last)));
    }
    Vectors tile = p.isPart ? sumInTree(from, rows, 0, 1) : sumOfProducts(from, rows, 0, 1);
    for (auto [i, sum] : llvm::enumerate(tile))
      store(softCapped(sum), scores, {k.add(row, i / p.vectors), column(i % p.vectors)});
  }

  // Keys of a tile. sumOfPair() has two tiles in registers.
  int64_t scoreRows() const { return p.isPart ? std::max<int64_t>(p.tileRows / 2, 1) : p.tileRows; }

  // A tile of dot products over the elements first, first + step, .. of queries and keys.
  Vectors sumOfProducts(const Operand &from, ArrayRef<Value> rows, int64_t first, int64_t step) {
    Vectors start(rows.size() * p.vectors, k.splat(type, 0.0));
    if (first >= p.headSize)
      return start;
    return k.loop(k.c(first), k.c(p.headSize), step, start, [&](Value d, ValueRange carried) {
      return multiplyKeys(from, rows, d, carried);
    });
  }

  // The same in the order of DecodeAttention, which takes other parts of the same text: sums over
  // every lanes-th element, and then these sums in a tree.
  Vectors sumInTree(const Operand &from, ArrayRef<Value> rows, int64_t first, int64_t step) {
    if (step == p.lanes)
      return sumOfProducts(from, rows, first, step);
    if (2 * step == p.lanes && p.headSize % p.lanes == 0)
      return sumOfPair(from, rows, first);
    Vectors sums = sumInTree(from, rows, first, 2 * step);
    return added(sums, sumInTree(from, rows, first + step, 2 * step));
  }

  // The leaves first and first + lanes / 2 of the tree, at once.
  Vectors sumOfPair(const Operand &from, ArrayRef<Value> rows, int64_t first) {
    const size_t size = rows.size() * p.vectors;
    Vectors start(2 * size, k.splat(type, 0.0));
    Vectors pair =
        k.loop(k.c(first), k.c(p.headSize), p.lanes, start, [&](Value d, ValueRange carried) {
          Vectors next = multiplyKeys(from, rows, d, carried.take_front(size));
          next.append(multiplyKeys(from, rows, k.add(d, p.lanes / 2), carried.drop_front(size)));
          return next;
        });
    return added(ArrayRef(pair).take_front(size), ArrayRef(pair).drop_front(size));
  }

  Vectors added(ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
    Vectors sums;
    for (auto [left, right] : llvm::zip(lhs, rhs))
      sums.push_back(binary<arith::AddFOp>(left, right));
    return sums;
  }

  Vectors multiplyKeys(const Operand &from, ArrayRef<Value> rows, Value d, ValueRange carried) {
    return multiply(transposedQueries, d, carried, static_cast<int64_t>(rows.size()),
                    [&](int64_t i) { return scalarAt(from.flat, k.add(rows[i], d)); });
  }

  // carried[i, v] + left(i) * row[v].
  Vectors multiply(Value buffer, Value row, ValueRange carried, int64_t rows,
                   function_ref<Value(int64_t)> left) {
    Vectors right, next;
    for (int64_t v = 0; v < p.vectors; ++v)
      right.push_back(load(buffer, {row, column(v)}));
    auto sum = carried.begin();
    for (int64_t i = 0; i < rows; ++i) {
      Value factor = splat(left(i));
      for (Value each : right)
        next.push_back(vector::FMAOp::create(k.b, k.loc, factor, each, *sum++));
    }
    return next;
  }

  // accumulators = accumulators * factors + values x weights, for one tile of value columns at a
  // time.
  void addValues(Value block, Value count, ArrayRef<Value> factors) {
    bool isNarrow = valueRows.isNarrow();
    const Operand &values = isNarrow ? wideValues : valueRows;
    Value begin = isNarrow ? k.c(0) : block;
    auto tile = [&](Value from, int64_t rows) {
      Vectors start;
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t v = 0; v < p.vectors; ++v)
          start.push_back(
              binary<arith::MulFOp>(load(accumulators, {k.add(from, i), column(v)}), factors[v]));
      Vectors done = k.loop(k.c(0), count, 1, start, [&](Value row, ValueRange carried) {
        Value base = k.add(values.at(k, keyHead, k.add(begin, row)), from);
        return multiply(scores, row, carried, rows,
                        [&](int64_t i) { return scalarAt(values.flat, k.add(base, i)); });
      });
      for (auto [i, sum] : llvm::enumerate(done))
        store(sum, accumulators, {k.add(from, i / p.vectors), column(i % p.vectors)});
    };
    int64_t rest = p.valueSize % p.tileRows, end = p.valueSize - rest;
    if (end > 0)
      k.loop(k.c(0), k.c(end), p.tileRows, [&](Value from) { tile(from, p.tileRows); });
    if (rest > 0)
      tile(k.c(end), rest);
  }

  // ---- masks -----------------------------------------------------------------------------------

  // The score of key `key` (row `row` of the block) for the queries of vector `v`, with bias and
  // mask.
  Value adjust(Value score, Value key, Value row, int64_t v) {
    switch (form.maskKind) {
    case AttentionMask::None:
      return score;
    case AttentionMask::Custom:
      if (maskDependsOnQuery())
        return score; // prepareMask() has added it
      return binary<arith::AddFOp>(score, splat(maskValue(head, k.c(0), key)));
    case AttentionMask::Bias: {
      Value bias = maskDependsOnQuery() ? load(maskBlock, {row, column(v)})
                                        : splat(maskValue(head, k.c(0), key));
      return binary<arith::AddFOp>(score, bias);
    }
    case AttentionMask::Causal:
    case AttentionMask::SlidingWindow:
      break;
    }
    // Query q has key position q + shift. Its lane index is compared instead.
    Value first = k.add(k.add(panelBegin, v * p.lanes), shift);
    Value keep = compareLanes(arith::CmpIPredicate::sge, k.sub(key, first));
    if (form.maskKind == AttentionMask::SlidingWindow) {
      Value far = k.add(k.sub(key, first), window());
      keep = binary<arith::AndIOp>(keep, compareLanes(arith::CmpIPredicate::sle, far));
    }
    return arith::SelectOp::create(k.b, k.loc, keep, score, k.splat(type, -kInfinity));
  }

  // Makes a block of biases, or adds a custom mask to the block's scores. Most blocks of a causal
  // mask show all keys, and need nothing.
  void prepareMask(Value block, Value count) {
    if (form.maskKind == AttentionMask::Bias)
      return transposeMask(block, count);
    Value end = k.min(k.add(panelBegin, p.panel()), queries);
    Value isOpen = showsAll(block, k.add(block, count), panelBegin, end);
    k.when(k.less(isOpen, k.c(1)), [&] {
      transposeMask(block, count);
      k.loop(k.c(0), count, 1, [&](Value row) {
        for (int64_t v = 0; v < p.vectors; ++v) {
          Value score = load(scores, {row, column(v)});
          store(binary<arith::AddFOp>(score, load(maskBlock, {row, column(v)})), scores,
                {row, column(v)});
        }
      });
    });
  }

  void transposeMask(Value block, Value count) {
    Value last = k.sub(queries, k.c(1)), inVectors = keysInVectors(count);
    auto rowOf = [&](Value lane) { return k.min(k.add(panelBegin, lane), last); };
    k.loop(k.c(0), k.c(p.panel()), p.lanes, [&](Value lane) {
      k.loop(k.c(0), inVectors, p.lanes, [&](Value from) {
        Vectors rows;
        for (int64_t i = 0; i < p.lanes; ++i)
          rows.push_back(maskValues(head, rowOf(k.add(lane, i)), k.add(block, from)));
        rows = k.transpose(rows);
        for (int64_t i = 0; i < p.lanes; ++i)
          store(rows[i], maskBlock, {k.add(from, i), lane});
      });
    });
    k.loop(k.c(0), k.c(p.panel()), 1, [&](Value lane) {
      Value row = rowOf(lane);
      k.loop(inVectors, count, 1, [&](Value i) {
        memref::StoreOp::create(k.b, k.loc, maskValue(head, row, k.add(block, i)), maskBlock,
                                ValueRange{i, lane});
      });
    });
  }

  // ---- results ---------------------------------------------------------------------------------

  void finishPanel(ArrayRef<Value> totals) {
    for (int64_t v = 0; v < p.vectors; ++v) {
      Value factor = inverse(totals[v]);
      k.loop(k.c(0), k.c(p.paddedValueSize()), p.lanes, [&](Value from) {
        Vectors rows;
        for (int64_t i = 0; i < p.lanes; ++i)
          rows.push_back(
              binary<arith::MulFOp>(load(accumulators, {k.add(from, i), column(v)}), factor));
        rows = k.transpose(rows);
        for (int64_t i = 0; i < p.lanes; ++i)
          store(rows[i], results, {k.add(column(v), i), from});
      });
    }
    Value count = k.min(k.sub(queries, panelBegin), k.c(p.panel()));
    k.loop(k.c(0), count, 1, [&](Value i) {
      k.loop(k.c(0), k.c(p.valueSize), p.lanes, [&](Value from) {
        storeResult(load(results, {i, from}), head, k.add(panelBegin, i), from);
      });
    });
  }

  Value keyHead, panelBegin;
  Value transposedQueries, scores, accumulators, results, maskBlock;
  // The block of keys and values in f32, if they are narrower. Each of their elements is multiplied
  // with a vector of queries, so that widening it there would take an instruction for each vector.
  Operand wideKeys, wideValues;
};

} // namespace

int64_t emitFlashAttention(const AttentionKernel &frame) {
  FlashAttention panels(frame);
  panels.emit();
  return panels.workspaceBytes();
}

} // namespace rlx::cpu
