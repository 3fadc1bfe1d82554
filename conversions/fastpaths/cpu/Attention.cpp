// Code for rlx.attention: one pass over the keys in blocks, with the softmax kept up to date
// (Milakov and Gimelshein 2018; Dao et al. 2022), queries in the lanes of vectors.
//
//   workgroup (x, y, z): queries [x * queryBlock, ..), head y, batch entry z
//   for panel of queries: transpose them; for block of keys:
//     scores[key, query] = keys x queries; add masks; new maximum; weights = exp(scores - maximum)
//     sums[value column, query] = sums * exp(old maximum - new maximum) + values x weights
//   divide, transpose back, epilogue
//
// With queries in lanes the softmax needs no reduction across lanes, keys and values are read as
// they lie in memory, and the scratch memory does not depend on any sequence length.
#include "conversions/fastpaths/cpu/CpuPaths.h"
#include "conversions/fastpaths/cpu/Epilogue.h"
#include "dialects/rlx/ir/AttentionOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kKeyBlock = 64;
constexpr int64_t kPanelsPerWorkgroup = 2; // of queries
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct AttentionPlan {
  int64_t lanes, vectors, tileRows; // `vectors` of queries make a panel
  int64_t headSize, valueSize;
  double scale;

  int64_t panel() const { return lanes * vectors; }
  int64_t paddedValueSize() const { return llvm::alignTo(valueSize, lanes); }
};

using Vectors = SmallVector<Value>;

class AttentionEmitter {
public:
  AttentionEmitter(KernelBuilder &k, AttentionOp op, const AttentionPlan &p, Epilogue &epilogue)
      : k(k), op(op), p(p), epilogue(epilogue), type(VectorType::get({p.lanes}, k.b.getF32Type())) {
  }

  int64_t workspaceBytes() const { return workspaceElements * 4; }

  void emit() {
    bind();
    Value begin = k.mul(k.workgroup(0), kPanelsPerWorkgroup * p.panel());
    Value end = k.min(k.add(begin, kPanelsPerWorkgroup * p.panel()), queries);
    k.loop(begin, end, p.panel(), [&](Value first) { emitPanel(first); });
  }

private:
  // A rank-4 operand as one dimension, with the distance between neighbouring sequence positions.
  struct Operand {
    Value flat, rowStride, origin; // origin: of this workgroup's head, position 0
    Value at(KernelBuilder &k, Value row) const { return k.add(origin, k.mul(row, rowStride)); }
  };

  Operand operand(Value buffer, Value head, int64_t columns) {
    auto buffers = cast<MemRefType>(buffer.getType());
    Operand result;
    result.flat = buffers.hasStaticShape()
                      ? k.recast(buffer, {buffers.getNumElements()}, {})
                      : k.recast(buffer, {ShapedType::kDynamic}, k.sizeProduct(buffer, 0, 4));
    Value length = k.size(buffer, op.sequenceDim()), heads = k.size(buffer, op.headDim());
    Value batch = k.workgroup(2);
    if (op.sequenceDim() == 1) {
      result.rowStride = k.mul(heads, columns);
      result.origin = k.mul(k.add(k.mul(k.mul(batch, length), heads), head), columns);
    } else {
      result.rowStride = k.c(columns);
      result.origin = k.mul(k.mul(k.add(k.mul(batch, heads), head), length), columns);
    }
    return result;
  }

  void bind() {
    Value q = k.argument(op.getQuery()), key = k.argument(op.getKey());
    queries = k.size(q, op.sequenceDim());
    keys = k.size(key, op.sequenceDim());
    shift = k.sub(keys, queries);
    Value head = k.workgroup(1), keyHead = head;
    int64_t heads = cast<MemRefType>(q.getType()).getDimSize(op.headDim());
    int64_t keyHeads = cast<MemRefType>(key.getType()).getDimSize(op.headDim());
    if (!ShapedType::isDynamic(heads) && !ShapedType::isDynamic(keyHeads) && heads != keyHeads)
      keyHead = k.div(head, k.c(heads / keyHeads));
    query = operand(q, head, p.headSize);
    keyRows = operand(key, keyHead, p.headSize);
    valueRows = operand(k.argument(op.getValue()), keyHead, p.valueSize);
    output = operand(k.output(), head, p.valueSize);
    epilogue.bind(k, epilogue.canJoinRows());
    transposedQueries = scratch(p.headSize, p.panel());
    scores = scratch(llvm::alignTo(kKeyBlock, p.tileRows), p.panel());
    sums = scratch(p.paddedValueSize(), p.panel());
    results = scratch(p.panel(), p.paddedValueSize());
    if (maskDependsOnQuery())
      maskBlock = scratch(kKeyBlock, p.panel());
  }

  // A [rows, columns] piece of the workspace.
  Value scratch(int64_t rows, int64_t columns) {
    auto view = MemRefType::get({rows, columns}, k.b.getF32Type());
    Value start = k.c(workspaceElements * 4);
    workspaceElements += llvm::alignTo(rows * columns, 16);
    return memref::ViewOp::create(k.b, k.loc, view, k.workspace(), start, ValueRange());
  }

  // ---- small helpers ---------------------------------------------------------------------------

  Value load(Value buffer, ValueRange at, Value mask = Value()) {
    if (!mask)
      return vector::LoadOp::create(k.b, k.loc, type, buffer, at);
    return vector::MaskedLoadOp::create(k.b, k.loc, type, buffer, at, mask, k.splat(type, 0.0));
  }
  void store(Value value, Value buffer, ValueRange at) {
    vector::StoreOp::create(k.b, k.loc, value, buffer, at);
  }
  Value splat(Value scalar) { return vector::BroadcastOp::create(k.b, k.loc, type, scalar); }
  Value scalarAt(Value buffer, Value at) { return memref::LoadOp::create(k.b, k.loc, buffer, at); }
  template <typename Op>
  Value binary(Value lhs, Value rhs) {
    return Op::create(k.b, k.loc, lhs, rhs);
  }
  // The larger one; `lhs` where either is NaN. One instruction.
  Value larger(Value lhs, Value rhs) {
    Value greater = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OGT, rhs, lhs);
    return arith::SelectOp::create(k.b, k.loc, greater, rhs, lhs);
  }
  Value exp(Value value) { return math::ExpOp::create(k.b, k.loc, value); }
  Value column(int64_t vector) { return k.c(vector * p.lanes); }
  // Lanes [0, size - begin); null if that is all of them for every begin.
  Value tailMask(int64_t size, Value begin) {
    if (size % p.lanes == 0)
      return {};
    return vector::CreateMaskOp::create(k.b, k.loc, type.clone(k.b.getI1Type()),
                                        ValueRange{k.sub(k.c(size), begin)});
  }

  // The transpose of as many vectors as there are lanes: swaps ever smaller off-diagonal blocks.
  Vectors transpose(Vectors rows) {
    int64_t n = p.lanes;
    for (int64_t block = n / 2; block > 0; block /= 2) {
      SmallVector<int64_t> low, high;
      for (int64_t i = 0; i < n; ++i) {
        int64_t within = i % (2 * block), base = i - within;
        bool second = within >= block;
        low.push_back(second ? n + base + within - block : base + within);
        high.push_back(second ? n + base + within : base + within + block);
      }
      for (int64_t i = 0; i < n; ++i) {
        if (i % (2 * block) >= block)
          continue;
        Value a = rows[i], b = rows[i + block];
        rows[i] = vector::ShuffleOp::create(k.b, k.loc, a, b, low);
        rows[i + block] = vector::ShuffleOp::create(k.b, k.loc, a, b, high);
      }
    }
    return rows;
  }

  // ---- one panel of queries --------------------------------------------------------------------

  void emitPanel(Value first) {
    panelBegin = first;
    transposeQueries();
    Value zero = k.splat(type, 0.0), lowest = k.splat(type, -kInfinity);
    k.loop(k.c(0), k.c(p.paddedValueSize()), 1, [&](Value row) {
      for (int64_t v = 0; v < p.vectors; ++v)
        store(zero, sums, {row, column(v)});
    });
    Vectors start(p.vectors, lowest);
    start.append(p.vectors, zero);
    auto [from, to] = visibleKeys();
    Vectors state = k.loop(from, to, kKeyBlock, start, [&](Value block, ValueRange carried) {
      return emitBlock(block, k.min(k.sub(to, block), k.c(kKeyBlock)), carried);
    });
    finishPanel(ArrayRef(state).drop_front(p.vectors));
  }

  // Distances are compared as i32. No key is so far away that a wider window would show more.
  int64_t window() { return std::min<int64_t>(*op.getWindow(), int64_t(1) << 30); }

  // The keys that some query of the panel may see.
  std::pair<Value, Value> visibleKeys() {
    AttentionMask kind = op.getMaskKind();
    if (kind != AttentionMask::Causal && kind != AttentionMask::SlidingWindow)
      return {k.c(0), keys};
    Value last = k.min(k.add(panelBegin, p.panel()), queries);
    Value to = k.max(k.min(k.add(last, shift), keys), k.c(0));
    if (kind == AttentionMask::Causal)
      return {k.c(0), to};
    Value from = k.sub(k.add(panelBegin, shift), k.c(window()));
    return {k.max(from, k.c(0)), to};
  }

  // transposedQueries[d, query] = scale * query[d]; queries past the last repeat it.
  void transposeQueries() {
    Value last = k.sub(queries, k.c(1)), scale = k.splat(type, p.scale);
    k.loop(k.c(0), k.c(p.panel()), p.lanes, [&](Value lane) {
      k.loop(k.c(0), k.c(p.headSize), p.lanes, [&](Value from) {
        Value mask = tailMask(p.headSize, from);
        Vectors rows;
        for (int64_t i = 0; i < p.lanes; ++i) {
          Value row = k.min(k.add(k.add(panelBegin, lane), i), last);
          rows.push_back(load(query.flat, k.add(query.at(k, row), from), mask));
        }
        rows = transpose(rows);
        for (int64_t i = 0; i < p.lanes; ++i)
          rows[i] = binary<arith::MulFOp>(rows[i], scale);
        storeRows(rows, transposedQueries, from, lane, p.headSize);
      });
    });
  }

  // Stores vectors to rows [first, ..) of a buffer that has `count` rows.
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

  // Carries the maxima and the sums of weights, one vector each per vector of queries.
  Vectors emitBlock(Value block, Value count, ValueRange state) {
    ValueRange maxima = state.take_front(p.vectors), totals = state.drop_front(p.vectors);
    k.loop(k.c(0), count, p.tileRows, [&](Value row) { scoreTile(block, row); });
    if (maskDependsOnQuery())
      transposeMask(block, count);
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
      // Nothing seen so far: any finite maximum gives weights of zero.
      Value lowest = k.splat(type, -kInfinity), zero = k.splat(type, 0.0);
      Value none = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OEQ, highest[v], lowest);
      Value base = arith::SelectOp::create(k.b, k.loc, none, zero, highest[v]);
      factors.push_back(exp(binary<arith::SubFOp>(maxima[v], base)));
      weights.push_back(base);
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

  // Raw scores of a tile of keys; keys past the last repeat it and are ignored later.
  void scoreTile(Value block, Value row) {
    Value last = k.sub(keys, k.c(1));
    Vectors rows, start(p.tileRows * p.vectors, k.splat(type, 0.0));
    for (int64_t i = 0; i < p.tileRows; ++i) {
      Value key = k.add(k.add(block, row), i);
      rows.push_back(keyRows.at(k, i == 0 ? key : k.min(key, last)));
    }
    Vectors tile = k.loop(k.c(0), k.c(p.headSize), 1, start, [&](Value d, ValueRange carried) {
      return multiply(transposedQueries, d, carried, p.tileRows,
                      [&](int64_t i) { return scalarAt(keyRows.flat, k.add(rows[i], d)); });
    });
    for (auto [i, sum] : llvm::enumerate(tile))
      store(sum, scores, {k.add(row, i / p.vectors), column(i % p.vectors)});
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

  // sums = sums * factors + values x weights, a tile of value columns at a time.
  void addValues(Value block, Value count, ArrayRef<Value> factors) {
    auto tile = [&](Value from, int64_t rows) {
      Vectors start;
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t v = 0; v < p.vectors; ++v)
          start.push_back(
              binary<arith::MulFOp>(load(sums, {k.add(from, i), column(v)}), factors[v]));
      Vectors done = k.loop(k.c(0), count, 1, start, [&](Value row, ValueRange carried) {
        Value base = k.add(valueRows.at(k, k.add(block, row)), from);
        return multiply(scores, row, carried, rows,
                        [&](int64_t i) { return scalarAt(valueRows.flat, k.add(base, i)); });
      });
      for (auto [i, sum] : llvm::enumerate(done))
        store(sum, sums, {k.add(from, i / p.vectors), column(i % p.vectors)});
    };
    int64_t rest = p.valueSize % p.tileRows, end = p.valueSize - rest;
    if (end > 0)
      k.loop(k.c(0), k.c(end), p.tileRows, [&](Value from) { tile(from, p.tileRows); });
    if (rest > 0)
      tile(k.c(end), rest);
  }

  // ---- masks -----------------------------------------------------------------------------------

  // The score of key `key` (row `row` of the block) for the queries of vector `v`, soft-capped,
  // biased and masked.
  Value adjust(Value score, Value key, Value row, int64_t v) {
    if (op.getSoftcapAttr()) {
      double cap = op.getSoftcapAttr().getValueAsDouble();
      Value scaled = binary<arith::MulFOp>(score, k.splat(type, 1.0 / cap));
      Value limited = math::TanhOp::create(k.b, k.loc, scaled);
      score = binary<arith::MulFOp>(limited, k.splat(type, cap));
    }
    switch (op.getMaskKind()) {
    case AttentionMask::None:
      return score;
    case AttentionMask::Bias:
    case AttentionMask::Custom: {
      Value bias =
          maskDependsOnQuery() ? load(maskBlock, {row, column(v)}) : splat(maskValue(k.c(0), key));
      return binary<arith::AddFOp>(score, bias);
    }
    case AttentionMask::Causal:
    case AttentionMask::SlidingWindow:
      break;
    }
    // Query q of the vector stands at key position q + shift; compare its lane number instead.
    Value first = k.add(k.add(panelBegin, v * p.lanes), shift);
    Value keep = compareLanes(arith::CmpIPredicate::sge, k.sub(key, first));
    if (op.getMaskKind() == AttentionMask::SlidingWindow) {
      Value far = k.add(k.sub(key, first), window());
      keep = binary<arith::AndIOp>(keep, compareLanes(arith::CmpIPredicate::sle, far));
    }
    return arith::SelectOp::create(k.b, k.loc, keep, score, k.splat(type, -kInfinity));
  }

  // Which lane numbers compare so with `bound`.
  Value compareLanes(arith::CmpIPredicate predicate, Value bound) {
    Type element = k.b.getI32Type();
    auto integers = VectorType::get({p.lanes}, element);
    SmallVector<int32_t> numbers;
    for (int64_t i = 0; i < p.lanes; ++i)
      numbers.push_back(i);
    Value lanes =
        arith::ConstantOp::create(k.b, k.loc, DenseElementsAttr::get(integers, ArrayRef(numbers)));
    Value narrow = arith::IndexCastOp::create(k.b, k.loc, element, bound);
    Value other = vector::BroadcastOp::create(k.b, k.loc, integers, narrow);
    return arith::CmpIOp::create(k.b, k.loc, predicate, lanes, other);
  }

  bool hasMaskOperand() { return bool(op.getMask()); }
  // False for masks over keys only, such as those of padded sequences.
  bool maskDependsOnQuery() {
    if (!hasMaskOperand())
      return false;
    auto shape = cast<RankedTensorType>(op.getMask().getType()).getShape();
    bool overKeys = op.getMaskKind() == AttentionMask::Custom && shape.size() == 2;
    return !overKeys && shape.size() >= 2 && shape[shape.size() - 2] != 1;
  }

  // What the mask operand adds to a score: the bias, or 0 or -infinity.
  Value maskValue(Value queryRow, Value key) {
    Value buffer = k.argument(op.getMask());
    auto shape = cast<MemRefType>(buffer.getType()).getShape();
    Value full[] = {k.workgroup(2), k.workgroup(1), queryRow, key};
    SmallVector<Value> positions(ArrayRef<Value>(full).take_back(shape.size()));
    if (op.getMaskKind() == AttentionMask::Custom && shape.size() == 2)
      positions = {k.workgroup(2), key};
    for (auto [position, size] : llvm::zip(positions, shape))
      if (size == 1)
        position = k.c(0);
    Value value = memref::LoadOp::create(k.b, k.loc, buffer, positions);
    if (op.getMaskKind() == AttentionMask::Bias)
      return value;
    Type element = type.getElementType();
    return arith::SelectOp::create(k.b, k.loc, value, k.splat(element, 0.0),
                                   k.splat(element, -kInfinity));
  }

  void transposeMask(Value block, Value count) {
    Value last = k.sub(queries, k.c(1));
    k.loop(k.c(0), k.c(p.panel()), 1, [&](Value lane) {
      Value row = k.min(k.add(panelBegin, lane), last);
      k.loop(k.c(0), count, 1, [&](Value i) {
        memref::StoreOp::create(k.b, k.loc, maskValue(row, k.add(block, i)), maskBlock,
                                ValueRange{i, lane});
      });
    });
  }

  // ---- results ---------------------------------------------------------------------------------

  void finishPanel(ArrayRef<Value> totals) {
    for (int64_t v = 0; v < p.vectors; ++v) {
      Value zero = k.splat(type, 0.0), one = k.splat(type, 1.0);
      Value empty = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OEQ, totals[v], zero);
      Value inverse = binary<arith::DivFOp>(one, totals[v]);
      inverse = arith::SelectOp::create(k.b, k.loc, empty, zero, inverse);
      k.loop(k.c(0), k.c(p.paddedValueSize()), p.lanes, [&](Value from) {
        Vectors rows;
        for (int64_t i = 0; i < p.lanes; ++i)
          rows.push_back(binary<arith::MulFOp>(load(sums, {k.add(from, i), column(v)}), inverse));
        rows = transpose(rows);
        for (int64_t i = 0; i < p.lanes; ++i)
          store(rows[i], results, {k.add(column(v), i), from});
      });
    }
    Value count = k.min(k.sub(queries, panelBegin), k.c(p.panel()));
    k.loop(k.c(0), count, 1, [&](Value i) { storeRow(i); });
  }

  void storeRow(Value i) {
    Value row = k.add(panelBegin, i), at = output.at(k, row);
    k.loop(k.c(0), k.c(p.valueSize), p.lanes, [&](Value from) {
      Value mask = tailMask(p.valueSize, from);
      SmallVector<Value> position = {k.div(at, k.c(p.valueSize)), from};
      if (!epilogue.canJoinRows()) {
        position = {k.workgroup(2), row, k.workgroup(1), from};
        if (op.sequenceDim() == 2)
          std::swap(position[1], position[2]);
      }
      Value value = epilogue.apply(load(results, {i, from}), position, mask);
      Value to = k.add(at, from);
      if (mask)
        vector::MaskedStoreOp::create(k.b, k.loc, output.flat, to, mask, value);
      else
        vector::StoreOp::create(k.b, k.loc, value, output.flat, to);
    });
  }

  KernelBuilder &k;
  AttentionOp op;
  const AttentionPlan &p;
  Epilogue &epilogue;
  VectorType type;
  Operand query, keyRows, valueRows, output;
  Value queries, keys, shift; // sequence lengths, and keys - queries
  Value transposedQueries, scores, sums, results, maskBlock;
  Value panelBegin;
  int64_t workspaceElements = 0;
};

FailureOr<AttentionPlan> planAttention(AttentionOp op, const CpuModel &target,
                                       LoweringReason &why) {
  auto query = cast<RankedTensorType>(op.getQuery().getType());
  auto key = cast<RankedTensorType>(op.getKey().getType());
  auto value = cast<RankedTensorType>(op.getValue().getType());
  AttentionPlan p;
  p.headSize = query.getDimSize(3);
  if (ShapedType::isDynamic(p.headSize))
    p.headSize = key.getDimSize(3);
  p.valueSize = value.getDimSize(3);
  if (ShapedType::isDynamic(p.headSize) || ShapedType::isDynamic(p.valueSize))
    return why.because("a head size is dynamic");
  if (p.headSize == 0)
    return why.because("the head size is 0");
  p.lanes = target.lanes;
  int64_t length = query.getDimSize(op.sequenceDim());
  p.vectors = !ShapedType::isDynamic(length) && length <= p.lanes ? 1 : 2;
  p.tileRows = std::min(target.tileRows, (target.registers - p.vectors - 1) / p.vectors);
  p.scale = op.getScaleAttr() ? op.getScaleAttr().getValueAsDouble()
                              : 1.0 / std::sqrt(double(p.headSize));
  return p;
}

} // namespace

LogicalResult emitAttention(func::FuncOp kernel, const CpuModel &target, LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why);
  if (failed(fused))
    return failure();
  auto op = dyn_cast<AttentionOp>(fused->root);
  if (!op)
    return why.because("the root op is " + fused->root->getName().getStringRef());
  if (failed(expectF32(op->getOperands().take_front(3), why)))
    return failure();
  FailureOr<AttentionPlan> plan = planAttention(op, target, why);
  if (failed(plan))
    return failure();
  FailureOr<Epilogue> epilogue = Epilogue::plan(*fused, target.lanes, why);
  if (failed(epilogue))
    return failure();

  KernelBuilder builder(*fused);
  AttentionEmitter emitter(builder, op, *plan, *epilogue);
  emitter.emit();
  AffineExpr batch = builder.outputSizeExpr(0), queries = builder.outputSizeExpr(op.sequenceDim()),
             heads = builder.outputSizeExpr(op.headDim()),
             keys = builder.sizeExpr(op.getKey(), op.sequenceDim());
  int64_t perScore = target.nanoseconds(16 * (2.0 * (plan->headSize + plan->valueSize) + 30));
  builder.finish({queries.ceilDiv(kPanelsPerWorkgroup * plan->panel()), heads, batch},
                 builder.constantExpr(emitter.workspaceBytes()),
                 (batch * heads * queries * keys * perScore).floorDiv(16));
  return success();
}

} // namespace rlx::cpu
