// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of rlx.transpose where the last dimension changes: squares of n vectors of n
// elements are transposed in registers.
//
// Dimensions that stay adjacent count as one. Two of them matter: `a`, the last one of the input,
// and `b`, the last one of the result. All others are outer dimensions.
//
//   workgroup (x, y, z): a block of a, a block of b, a block of the outer indices
//   for outer, for b in steps of n, for a in steps of n: load n rows of a, transpose, store n rows
//   of b
//
// The last square of a row lies as far back as it must to be whole, so no square has a border. It
// computes some elements again. Sizes below n, which only dynamic sizes can have, are gathered.
//
// A small last dimension that stays the last one belongs to its element: [N, K, 2] -> [K, N, 2] of
// bf16 moves pairs, which are words of 32 bits in registers.
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/builder/Epilogue.h"
#include "conversions/cpu/builder/KernelBuilder.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/TransposeUnit.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kMinSquare = 4, kMaxSquare = 16;
// Elements of a workgroup's block: it stays in the second-level cache.
constexpr int64_t kBlockElements = 16384;
constexpr int64_t kMaxColumns = 256;       // of a block, along b
constexpr int64_t kBytesPerNanosecond = 8; // for cost estimates

// Dimensions of the input that stay adjacent, and the product of their sizes.
struct DimGroup {
  int64_t first, end;
  int64_t size = 1; // kDynamic if one of them is dynamic
};

struct TransposePlan {
  SmallVector<DimGroup> groups; // in the order of the result; the last one is b
  int64_t unit = 1;             // elements that move as one; they are in no group
  size_t a;                     // the group of the last dimension of the input
  int64_t square;               // n
  int64_t aBlock, bBlock, outerBlock;

  const DimGroup &aGroup() const { return groups[a]; }
  const DimGroup &bGroup() const { return groups.back(); }
  bool isOuter(size_t group) const { return group != a && group + 1 != groups.size(); }
  bool hasDynamic() const {
    return ShapedType::isDynamic(aGroup().size) || ShapedType::isDynamic(bGroup().size);
  }
};

// In the order of the result. Dimensions of size 1 belong to no group.
SmallVector<DimGroup> groupDims(RankedTensorType input, ArrayRef<int64_t> perm) {
  SmallVector<DimGroup> groups;
  auto areUnits = [&](int64_t from, int64_t to) {
    return llvm::all_of(input.getShape().slice(from, to - from), [](int64_t n) { return n == 1; });
  };
  for (int64_t dim : perm) {
    const int64_t size = input.getDimSize(dim);
    if (size == 1)
      continue;
    if (groups.empty() || dim < groups.back().end || !areUnits(groups.back().end, dim))
      groups.push_back({dim, dim});
    DimGroup &group = groups.back();
    group.end = dim + 1;
    const bool isDynamic = ShapedType::isDynamic(group.size) || ShapedType::isDynamic(size);
    group.size = isDynamic ? ShapedType::kDynamic : saturatingProduct({group.size, size});
  }
  return groups;
}

int64_t blockOf(int64_t size, int64_t most, int64_t square) {
  const int64_t largest = std::max(most / square, int64_t(1)) * square;
  if (ShapedType::isDynamic(size))
    return largest;
  return std::min<int64_t>(llvm::divideCeil(size, square) * square, largest);
}

// The group of the input's last dimension.
size_t lastOfInput(ArrayRef<DimGroup> groups) {
  const auto *last =
      llvm::max_element(groups, [](const DimGroup &x, const DimGroup &y) { return x.end < y.end; });
  return last - groups.begin();
}

// Makes a unit of a last group that stays the last one.
void takeUnit(TransposePlan &p, Type element) {
  if (p.groups.size() < 3 || lastOfInput(p.groups) + 1 != p.groups.size() ||
      !isTransposeUnit(p.groups.back().size, element))
    return;
  p.unit = p.groups.back().size;
  p.groups.pop_back();
}

FailureOr<TransposePlan> planSquares(TransposeOp op, int64_t vectorBits, LoweringReason &why) {
  const int64_t bits = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
  TransposePlan p;
  p.groups = groupDims(cast<RankedTensorType>(op.getInput().getType()), op.getPerm());
  takeUnit(p, getElementTypeOrSelf(op.getType()));
  p.a = lastOfInput(p.groups);
  if (p.groups.size() < 2 || p.a + 1 == p.groups.size())
    return why.because("the last dimension stays the last one");
  int64_t least = std::clamp(vectorBits / (bits * p.unit), kMinSquare, kMaxSquare);
  for (int64_t size : {p.aGroup().size, p.bGroup().size})
    if (!ShapedType::isDynamic(size))
      least = std::min(least, size);
  if (least < kMinSquare)
    return why.because("one of the last dimensions is smaller than " + Twine(kMinSquare));
  p.square = static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(least)));
  p.bBlock = blockOf(p.bGroup().size, kMaxColumns, p.square);
  p.aBlock = blockOf(p.aGroup().size, kBlockElements / p.bBlock, p.square);
  p.outerBlock = p.hasDynamic() ? 1 : std::max<int64_t>(kBlockElements / (p.aBlock * p.bBlock), 1);
  return p;
}

class TransposeEmitter {
public:
  TransposeEmitter(KernelBuilder &builder, TransposeOp op, const TransposePlan &plan,
                   Epilogue &epilogue)
      : k(builder), p(plan), epilogue(epilogue), element(epilogue.rootElement()) {
    Value buffer = k.argument(op.getInput());
    for (const DimGroup &group : p.groups)
      sizes.push_back(k.sizeProduct(buffer, group.first, group.end));
    for (size_t i = 0; i < p.groups.size(); ++i)
      inputOrder.push_back(i);
    llvm::sort(inputOrder,
               [&](size_t x, size_t y) { return p.groups[x].first < p.groups[y].first; });
    input = grouped(buffer, inputOrder);
    output = grouped(k.output(), llvm::to_vector(llvm::seq<size_t>(0, p.groups.size())));
    row = VectorType::get({p.square * p.unit}, element);
    word = p.unit == 1 ? element : k.b.getIntegerType(bitsOf(element) * p.unit);
    epilogue.bind(k, /*joinRows=*/true);
  }

  void emit() {
    Value one = k.c(1), outer = one;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (p.isOuter(i))
        outer = k.mul(outer, sizes[i]);
    Value first = k.mul(k.workgroup(2), p.outerBlock);
    k.loop(first, k.min(k.add(first, p.outerBlock), outer), 1, [&](Value number) {
      SmallVector<Value> at = indicesOf(number);
      if (!p.hasDynamic())
        return emitBlock(at, &TransposeEmitter::emitSquares);
      Value isSmall = k.less(k.min(sizes[p.a], sizes.back()), k.c(p.square));
      k.when(
          isSmall, [&] { emitBlock(at, &TransposeEmitter::emitGathers); },
          [&] { emitBlock(at, &TransposeEmitter::emitSquares); });
    });
  }

private:
  using Indices = SmallVector<Value>; // one for each group, in the order of the result
  using Emit = void (TransposeEmitter::*)(Indices, Value aBegin, Value aEnd, Value bBegin,
                                          Value bEnd);

  static unsigned bitsOf(Type type) { return type.getIntOrFloatBitWidth(); }

  // The elements of a unit are in the last dimension.
  Value grouped(Value buffer, ArrayRef<size_t> order) {
    SmallVector<int64_t> shape;
    SmallVector<Value> dynamic;
    for (size_t i : order) {
      const int64_t size = p.groups[i].size, unit = i == order.back() ? p.unit : 1;
      shape.push_back(ShapedType::isDynamic(size) ? size : size * unit);
      if (ShapedType::isDynamic(size))
        dynamic.push_back(unit == 1 ? sizes[i] : k.mul(sizes[i], unit));
    }
    return k.recast(buffer, shape, dynamic);
  }

  // Those of the outer groups. The others are null.
  Indices indicesOf(Value number) {
    Indices at(p.groups.size());
    for (size_t i = p.groups.size(); i-- > 0;) {
      if (!p.isOuter(i))
        continue;
      at[i] = k.rem(number, sizes[i]);
      number = k.div(number, sizes[i]);
    }
    return at;
  }

  void emitBlock(const Indices &at, Emit emit) {
    auto range = [&](unsigned axis, int64_t block, Value size) {
      Value begin = k.mul(k.workgroup(axis), block);
      return std::pair(begin, k.min(k.add(begin, block), size));
    };
    auto [aBegin, aEnd] = range(0, p.aBlock, sizes[p.a]);
    auto [bBegin, bEnd] = range(1, p.bBlock, sizes.back());
    (this->*emit)(at, aBegin, aEnd, bBegin, bEnd);
  }

  void emitSquares(Indices at, Value aBegin, Value aEnd, Value bBegin, Value bEnd) {
    Value lastA = k.sub(sizes[p.a], k.c(p.square)), lastB = k.sub(sizes.back(), k.c(p.square));
    // The longer side of the block is the inner loop: its rows are read or written in one piece.
    auto along = [&](Value begin, Value end, Value last, size_t group, function_ref<void()> body) {
      k.loop(begin, end, p.square, [&](Value i) {
        at[group] = k.min(i, last);
        body();
      });
    };
    auto alongA = [&](function_ref<void()> body) { along(aBegin, aEnd, lastA, p.a, body); };
    auto alongB = [&](function_ref<void()> body) {
      along(bBegin, bEnd, lastB, p.groups.size() - 1, body);
    };
    auto square = [&] { emitSquare(at); };
    if (p.aBlock < p.bBlock)
      alongA([&] { alongB(square); });
    else
      alongB([&] { alongA(square); });
  }

  void emitSquare(Indices at) {
    auto words = VectorType::get({p.square}, word);
    SmallVector<Value> rows;
    for (int64_t i = 0; i < p.square; ++i) {
      Indices from = at;
      from.back() = k.add(at.back(), i);
      rows.push_back(as(words, vector::LoadOp::create(k.b, k.loc, row, input, inputIndices(from))));
    }
    rows = k.transpose(rows);
    if (!epilogue.isHeavy()) {
      for (int64_t i = 0; i < p.square; ++i)
        store(as(row, rows[i]), moved(at, k.c(i)), Value());
      return;
    }
    // The costly code exists once, in a loop over the rows.
    Value buffer = k.stack({p.square, p.square * p.unit}, element);
    for (int64_t i = 0; i < p.square; ++i)
      vector::StoreOp::create(k.b, k.loc, as(row, rows[i]), buffer, ValueRange{k.c(i), k.c(0)});
    k.loop(k.c(0), k.c(p.square), 1, [&](Value i) {
      store(vector::LoadOp::create(k.b, k.loc, row, buffer, ValueRange{i, k.c(0)}), moved(at, i),
            Value());
    });
  }

  Value as(VectorType type, Value vector) {
    return vector.getType() == type ? vector : vector::BitCastOp::create(k.b, k.loc, type, vector);
  }

  void emitGathers(Indices at, Value aBegin, Value aEnd, Value bBegin, Value bEnd) {
    k.loop(aBegin, aEnd, 1, [&](Value a) {
      k.loop(bBegin, bEnd, p.square, [&](Value b) {
        at[p.a] = a;
        at.back() = b;
        Value count = k.sub(bEnd, b), elements = p.unit == 1 ? count : k.mul(count, p.unit);
        Value mask = vector::CreateMaskOp::create(k.b, k.loc, row.clone(k.b.getI1Type()), elements);
        store(p.unit == 1 ? gathered(at, mask) : joined(at, k.sub(bEnd, k.c(1))), at, mask);
      });
    });
  }

  Value gathered(const Indices &at, Value mask) {
    auto index = VectorType::get({p.square}, k.b.getIndexType());
    Value stride = k.c(1); // of b in the input
    for (size_t i : llvm::reverse(inputOrder)) {
      if (i + 1 == p.groups.size())
        break;
      stride = k.mul(stride, sizes[i]);
    }
    Value steps = arith::MulIOp::create(k.b, k.loc, vector::StepOp::create(k.b, k.loc, index),
                                        vector::BroadcastOp::create(k.b, k.loc, index, stride));
    Value none = arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(row));
    return vector::GatherOp::create(k.b, k.loc, row, input, inputIndices(at), steps, mask, none);
  }

  // The units from `at` on along b. Those past the last one repeat it.
  Value joined(Indices at, Value last) {
    auto unit = VectorType::get({p.unit}, element), one = VectorType::get({1}, word);
    auto type = VectorType::get({p.square}, word);
    Value words = arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(type)), first = at.back();
    for (int64_t i = 0; i < p.square; ++i) {
      at.back() = k.min(k.add(first, i), last);
      Value each = vector::LoadOp::create(k.b, k.loc, unit, input, inputIndices(at));
      words = vector::InsertStridedSliceOp::create(k.b, k.loc, as(one, each), words, {i}, {1});
    }
    return as(row, words);
  }

  Indices moved(Indices at, Value rows) {
    at[p.a] = k.add(at[p.a], rows);
    return at;
  }

  SmallVector<Value> inputIndices(const Indices &at) const {
    return inElements(llvm::map_to_vector(inputOrder, [&](size_t i) { return at[i]; }));
  }
  Indices inElements(Indices at) const {
    if (p.unit > 1)
      at.back() = k.mul(at.back(), p.unit);
    return at;
  }

  // A vector along b, after the elementwise ops that follow.
  void store(Value value, Indices at, Value mask) {
    at = inElements(at);
    Value number = k.c(0);
    for (size_t i = 0; i + 1 < at.size(); ++i)
      number = k.add(k.mul(number, sizes[i]), at[i]);
    value = epilogue.apply(value, {number, at.back()}, mask);
    if (mask)
      vector::MaskedStoreOp::create(k.b, k.loc, output, at, mask, value);
    else
      vector::StoreOp::create(k.b, k.loc, value, output, at);
  }

  KernelBuilder &k;
  const TransposePlan &p;
  Epilogue &epilogue;
  Type element, word;             // a word has the elements of a unit
  VectorType row;                 // of a square
  SmallVector<Value> sizes;       // of the groups
  SmallVector<size_t> inputOrder; // the groups in the order of the input
  Value input, output;
};

class TransposeKernel : public KernelPlan {
public:
  TransposeKernel(FusedKernel kernel, TransposePlan plan, Epilogue epilogue)
      : fused(std::move(kernel)), plan(std::move(plan)), epilogue(std::move(epilogue)) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder k(fused);
    auto op = cast<TransposeOp>(fused.root);
    TransposeEmitter(k, op, plan, epilogue).emit();
    auto sizeOf = [&](const DimGroup &group) {
      AffineExpr size = k.constantExpr(1);
      for (int64_t dim = group.first; dim < group.end; ++dim)
        size = size * k.sizeExpr(op.getInput(), dim);
      return size;
    };
    AffineExpr outer = k.constantExpr(1);
    for (size_t i = 0; i < plan.groups.size(); ++i)
      if (plan.isOuter(i))
        outer = outer * sizeOf(plan.groups[i]);
    AffineExpr a = sizeOf(plan.aGroup()), b = sizeOf(plan.bGroup());
    const int64_t bits = epilogue.rootElement().getIntOrFloatBitWidth();
    k.finish({a.ceilDiv(plan.aBlock), b.ceilDiv(plan.bBlock), outer.ceilDiv(plan.outerBlock)},
             k.constantExpr(0),
             (outer * a * b * plan.unit).ceilDiv(kBytesPerNanosecond * 8 / bits) + 1);
    return success();
  }

private:
  FusedKernel fused;
  TransposePlan plan;
  Epilogue epilogue;
};

// Fails unless vectors can hold the elements.
LogicalResult expectVectorElements(ValueRange operands, LoweringReason &why) {
  Type element = getElementTypeOrSelf(operands.front().getType());
  if (auto integer = dyn_cast<IntegerType>(element))
    if (llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth()))
      return success();
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element))
    return success();
  return why.because("elements of this type are not moved in vectors");
}

// LLVM shuffles floats of 16 bits as f32 on processors that cannot convert them. Units are
// integers.
LogicalResult expectVectors(Type element, const TransposePlan &plan, const CpuModel &target,
                            LoweringReason &why) {
  if (plan.unit > 1)
    return success();
  if ((element.isF16() && !target.convertsF16) || (element.isBF16() && !target.hasBf16Dot))
    return why.because(Twine("the CPU has no vectors of ") + (element.isF16() ? "f16" : "bf16"));
  return success();
}

// Whether b is the last dimension of the result and no other.
bool isLastAlone(TransposeOp op, const TransposePlan &plan) {
  const DimGroup &b = plan.bGroup();
  return b.end - b.first == 1 && b.first == op.getPerm().back();
}

std::unique_ptr<KernelPlan> planTranspose(func::FuncOp kernel, const CpuModel &target,
                                          LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<TransposeOp>(kernel, why);
  if (failed(fused))
    return nullptr;
  auto op = cast<TransposeOp>(fused->root);
  if (failed(expectVectorElements(op->getOperands(), why)))
    return nullptr;
  FailureOr<TransposePlan> plan = planSquares(op, target.lanes * 32, why);
  if (failed(plan) || failed(expectVectors(getElementTypeOrSelf(op.getType()), *plan, target, why)))
    return nullptr;
  FailureOr<Epilogue> epilogue = Epilogue::plan(*fused, plan->square * plan->unit, why);
  if (failed(epilogue))
    return nullptr;
  if (!fused->consumers.empty() && !epilogue->readsScalars() &&
      (!epilogue->canJoinRows() || !isLastAlone(op, *plan))) {
    static_cast<void>(
        why.because("the elementwise ops that follow need more than rows and columns"));
    return nullptr;
  }
  return std::make_unique<TransposeKernel>(std::move(*fused), std::move(*plan),
                                           std::move(*epilogue));
}

} // namespace

extern const CpuSchedule kTranspose;
const CpuSchedule kTranspose = {"transpose", "rlx.transpose", expectVectorElements, planTranspose};

} // namespace rlx::cpu
