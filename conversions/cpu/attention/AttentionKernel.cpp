// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operand addressing, masks and stores of attention kernels; see AttentionKernel.h.
//
// Operands are flattened to one dimension, so both layouts (bshd and bhsd) differ in strides only.
#include "conversions/cpu/attention/AttentionKernel.h"

#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {
// The most rows that go over the same keys one by one. Their scratch memory should stay in the
// second-level cache.
constexpr int64_t kMaxRows = 64;
} // namespace

// A panel takes as long for one query as for a full one, so half a panel is the break-even point.
int64_t AttentionPlan::fewQueries() const {
  return std::min(panel() / 2, kMaxRows / group);
}

bool AttentionPlan::mayBeFew() const {
  return fewQueries() > 0 && (ShapedType::isDynamic(queries) || queries <= fewQueries());
}

bool AttentionPlan::mayBeMany() const {
  return !mayBeFew() || ShapedType::isDynamic(queries);
}

AttentionKernel::AttentionKernel(KernelBuilder &k, const AttentionForm &form,
                                 const AttentionPlan &p, Epilogue &epilogue)
    : k(k), form(form), p(p), epilogue(epilogue),
      type(VectorType::get({p.lanes}, k.b.getF32Type())) {
  head = k.workgroup(1);
  if (form.isPaged())
    bindSequence();
  else
    bindBatch();
  shift = k.sub(keys, queries);
  epilogue.bind(k, epilogue.canJoinRows());
}

void AttentionKernel::bindBatch() {
  Value q = k.argument(form.query), key = k.argument(form.key);
  queries = k.size(q, form.sequenceDim);
  keys = k.size(key, form.sequenceDim);
  query = operand(q, p.headSize);
  keyRows = operand(key, p.headSize);
  valueRows = operand(k.argument(form.value), p.valueSize);
  output = operand(k.output(), p.valueSize);
}

// Element `at` of an operand with integers.
static Value integerAt(KernelBuilder &k, Value operand, Value at) {
  Value element = memref::LoadOp::create(k.b, k.loc, k.argument(operand), at);
  if (isUnsigned(cast<ShapedType>(operand.getType()).getElementType()))
    return arith::IndexCastUIOp::create(k.b, k.loc, k.b.getIndexType(), element);
  return arith::IndexCastOp::create(k.b, k.loc, k.b.getIndexType(), element);
}

// Fails the run unless least <= value <= most, and continues with a value in that range.
static Value expectBetween(KernelBuilder &k, Value value, Value least, Value most) {
  Value clamped = k.min(k.max(value, least), most);
  Value isInside = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, value, clamped);
  lir::CheckOp::create(k.b, k.loc, isInside, lir::KernelError::IndexOutOfRange, value);
  return clamped;
}

// The rows and keys of sequence `workgroup(2)`. The first and the last sequence also see that the
// starts are those of all rows.
void AttentionKernel::bindSequence() {
  Value q = k.argument(form.query), table = k.argument(form.blockTable);
  Value number = k.workgroup(2), next = k.add(number, 1), zero = k.c(0), total = k.size(q, 0);
  Value isFirst = k.less(number, k.c(1)), isLast = k.less(k.size(table, 0), k.add(next, 1));
  firstRow = expectBetween(k, integerAt(k, form.queryStarts, number), zero,
                           k.select(isFirst, zero, total));
  Value end = expectBetween(k, integerAt(k, form.queryStarts, next),
                            k.select(isLast, total, firstRow), total);
  Value hasBlocks = k.less(zero, k.size(k.argument(form.key), 0));
  Value places = k.select(hasBlocks, k.mul(k.size(table, 1), form.places), zero);
  queries = expectBetween(k, k.sub(end, firstRow), zero, places);
  keys = expectBetween(k, integerAt(k, form.keyLengths, number), queries, places);
  query = rows(q, p.headSize);
  output = rows(k.output(), p.valueSize);
  keyRows = cache(k.argument(form.key), p.headSize);
  valueRows = cache(k.argument(form.value), p.valueSize);
}

static Value flattened(KernelBuilder &k, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return type.hasStaticShape()
             ? k.recast(buffer, {type.getNumElements()}, {})
             : k.recast(buffer, {ShapedType::kDynamic},
                        k.sizeProduct(buffer, 0, static_cast<unsigned>(type.getRank())));
}

AttentionKernel::Operand AttentionKernel::operand(Value buffer, int64_t columns) {
  Value flat = flattened(k, buffer);
  Value length = k.size(buffer, form.sequenceDim), heads = k.size(buffer, form.headDim);
  Value base = k.mul(k.mul(k.mul(k.workgroup(2), length), heads), columns);
  if (form.sequenceDim == 1)
    return {flat, base, k.c(columns), k.mul(heads, columns), {}, {}};
  return {flat, base, k.mul(length, columns), k.c(columns), {}, {}};
}

// Rows [T, heads, columns] of the sequence.
AttentionKernel::Operand AttentionKernel::rows(Value buffer, int64_t columns) {
  Value rowStride = k.mul(k.size(buffer, 1), columns);
  return {flattened(k, buffer), k.mul(firstRow, rowStride), k.c(columns), rowStride, {}, {}};
}

// A cache [blocks, heads, places, columns].
AttentionKernel::Operand AttentionKernel::cache(Value buffer, int64_t columns) {
  Value headStride = k.c(form.places * columns);
  Value blockStride = k.mul(k.size(buffer, 1), headStride);
  return {flattened(k, buffer), {}, headStride, k.c(columns), blockStride, {}};
}

// The offset of key 0, if all keys had the distance that they have in the block of `key`.
Value AttentionKernel::blockBegin(Value key, const Operand &operand) {
  Value table = k.argument(form.blockTable), number = k.div(key, k.c(form.places));
  Value raw = memref::LoadOp::create(k.b, k.loc, table, ValueRange{k.workgroup(2), number});
  Type element = cast<ShapedType>(form.blockTable.getType()).getElementType();
  Value block = checkedIndex(k.b, k.loc, raw, element, k.size(k.argument(form.key), 0));
  Value before = k.mul(k.mul(number, form.places), operand.rowStride);
  return k.sub(k.mul(block, operand.blockStride), before);
}

void AttentionKernel::enterBlock(Value begin, int64_t prefetchBytes) {
  for (auto [operand, columns] :
       {std::pair(&keyRows, p.headSize), std::pair(&valueRows, p.valueSize)}) {
    int64_t ahead = std::max<int64_t>(prefetchBytes / (columns * operand->elementBytes()), 1);
    if (!form.isPaged()) {
      operand->ahead = k.mul(operand->rowStride, ahead);
      continue;
    }
    operand->base = blockBegin(begin, *operand);
    // A whole number of key blocks, so that the keys ahead are in one block, too.
    ahead = llvm::alignTo(ahead, p.keyBlock);
    Value later = k.min(k.add(begin, ahead), k.sub(keys, k.c(1)));
    Value distance = k.sub(blockBegin(later, *operand), operand->base);
    operand->ahead = k.add(distance, k.mul(operand->rowStride, ahead));
  }
}

Value AttentionKernel::lastKeyOf(Value block) {
  Value last = k.sub(keys, k.c(1));
  return form.isPaged() ? k.min(last, k.add(block, p.keyBlock - 1)) : last;
}

Value AttentionKernel::scratch(int64_t rows, int64_t columns) {
  auto view = MemRefType::get({rows, columns}, k.b.getF32Type());
  Value start = k.c(workspaceElements * 4);
  workspaceElements += llvm::alignTo(rows * columns, 16);
  return memref::ViewOp::create(k.b, k.loc, view, k.workspace(), start, ValueRange());
}

Value AttentionKernel::load(Value buffer, ValueRange at, Value mask) {
  VectorType stored = type.clone(getElementTypeOrSelf(buffer.getType()));
  Value read = mask ? vector::MaskedLoadOp::create(k.b, k.loc, stored, buffer, at, mask,
                                                   k.splat(stored, 0.0))
                          .getResult()
                    : vector::LoadOp::create(k.b, k.loc, stored, buffer, at).getResult();
  return convertFloat(k.b, k.loc, read, type.getElementType());
}

void AttentionKernel::store(Value value, Value buffer, ValueRange at) {
  vector::StoreOp::create(k.b, k.loc, value, buffer, at);
}

AttentionKernel::Operand AttentionKernel::wideBlock(int64_t columns) {
  int64_t padded = llvm::alignTo(columns, p.lanes);
  Value flat = k.recast(scratch(kKeyBlock, padded), {kKeyBlock * padded}, {});
  return {flat, k.c(0), k.c(0), k.c(padded), {}, {}};
}

void AttentionKernel::widen(const Operand &rows, Value head, Value first, Value count,
                            int64_t columns, const Operand &block) {
  k.loop(k.c(0), count, 1, [&](Value row) {
    Value from = rows.at(k, head, k.add(first, row)), to = k.mul(row, block.rowStride);
    k.loop(k.c(0), k.c(columns), p.lanes, [&](Value column) {
      Value read = load(rows.flat, k.add(from, column), tailMask(columns, column));
      store(read, block.flat, k.add(to, column));
    });
  });
}

Value AttentionKernel::splat(Value scalar) {
  return vector::BroadcastOp::create(k.b, k.loc, type, scalar);
}

Value AttentionKernel::scalarAt(Value buffer, Value at) {
  Value read = memref::LoadOp::create(k.b, k.loc, buffer, at);
  return convertFloat(k.b, k.loc, read, type.getElementType());
}

Value AttentionKernel::larger(Value lhs, Value rhs) {
  Value greater = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OGT, rhs, lhs);
  return arith::SelectOp::create(k.b, k.loc, greater, rhs, lhs);
}

Value AttentionKernel::exp(Value value) {
  return math::ExpOp::create(k.b, k.loc, value);
}

Value AttentionKernel::finiteMaximum(Value maximum) {
  Value lowest = k.splat(type, -kInfinity), zero = k.splat(type, 0.0);
  Value none = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OEQ, maximum, lowest);
  return arith::SelectOp::create(k.b, k.loc, none, zero, maximum);
}

Value AttentionKernel::inverse(Value total) {
  Value zero = k.splat(type, 0.0), one = k.splat(type, 1.0);
  Value empty = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OEQ, total, zero);
  return arith::SelectOp::create(k.b, k.loc, empty, zero, binary<arith::DivFOp>(one, total));
}

Value AttentionKernel::tailMask(int64_t size, Value begin) {
  if (size % p.lanes == 0)
    return {};
  return vector::CreateMaskOp::create(k.b, k.loc, type.clone(k.b.getI1Type()),
                                      ValueRange{k.sub(k.c(size), begin)});
}

Value AttentionKernel::compareLanes(arith::CmpIPredicate predicate, Value bound) {
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

std::pair<Value, Value> AttentionKernel::visibleKeys(Value first, Value end) {
  AttentionMask kind = form.maskKind;
  if (kind == AttentionMask::Custom && !maskDependsOnHead()) {
    Value to = endOfVisibleKeys(first, end);
    return {beginOfVisibleKeys(first, end, to), to};
  }
  if (kind == AttentionMask::Bias && !maskDependsOnHead())
    return {k.c(0), endOfVisibleKeys(first, end)};
  if (kind != AttentionMask::Causal && kind != AttentionMask::SlidingWindow)
    return {k.c(0), keys};
  Value to = k.max(k.min(k.add(end, shift), keys), k.c(0));
  if (kind == AttentionMask::Causal)
    return {k.c(0), to};
  Value from = k.max(k.sub(k.add(first, shift), k.c(window())), k.c(0));
  if (form.isPaged()) // blocks of keys must not cross those of the cache
    from = k.mul(k.div(from, k.c(p.keyBlock)), p.keyBlock);
  return {from, to};
}

Value AttentionKernel::softCapped(Value score) {
  if (!form.softcap)
    return score;
  double cap = *form.softcap;
  Value scaled = binary<arith::MulFOp>(score, k.splat(type, 1.0 / cap));
  Value limited = math::TanhOp::create(k.b, k.loc, scaled);
  return binary<arith::MulFOp>(limited, k.splat(type, cap));
}

bool AttentionKernel::maskDependsOnHead() {
  ArrayRef<int64_t> shape = form.maskShape();
  return shape.size() >= 3 && shape[shape.size() - 3] != 1;
}

bool AttentionKernel::hasContiguousKeys() {
  return form.maskShape().back() != 1;
}

Value AttentionKernel::keysInVectors(Value count) {
  return hasContiguousKeys() ? k.mul(k.div(count, k.c(p.lanes)), p.lanes) : k.c(0);
}

// Whole vectors first, then single elements.
template <typename Op>
Value AttentionKernel::combineMask(Value from, Value to, Value first, Value end, int64_t start) {
  Value middle = k.add(from, keysInVectors(k.sub(to, from)));
  auto overQueries = [&](Value begin, Value stop, int64_t step, Value initial,
                         function_ref<Value(Value, Value)> read) {
    return k
        .loop(first, end, 1, initial,
              [&](Value query, ValueRange carried) {
                return k.loop(begin, stop, step, carried, [&](Value key, ValueRange seen) {
                  return Vectors{binary<Op>(read(query, key), seen[0])};
                });
              })
        .front();
  };
  auto bytes = VectorType::get({p.lanes}, k.b.getI8Type());
  Value vectors = overQueries(from, middle, p.lanes, k.splat(bytes, start),
                              [&](Value query, Value key) { return shownBytes(query, key); });
  Value rest = overQueries(middle, to, 1, k.c(start), [&](Value query, Value key) {
    return k.select(isShown(query, key), k.c(1), k.c(0));
  });
  constexpr auto kind =
      std::is_same_v<Op, arith::AndIOp> ? vector::CombiningKind::AND : vector::CombiningKind::OR;
  Value all = vector::ReductionOp::create(k.b, k.loc, kind, vectors);
  return binary<Op>(rest, arith::IndexCastUIOp::create(k.b, k.loc, k.b.getIndexType(), all));
}

// A bias of -infinity hides a key. One that is NaN shows it: the result is NaN.
Value AttentionKernel::shownBytes(Value query, Value key) {
  if (form.maskKind != AttentionMask::Bias)
    return maskBytes(head, query, key);
  Value isShown = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::UNE,
                                        maskValues(head, query, key), k.splat(type, -kInfinity));
  return arith::ExtUIOp::create(k.b, k.loc, VectorType::get({p.lanes}, k.b.getI8Type()), isShown);
}

Value AttentionKernel::isShown(Value query, Value key) {
  Value element = maskElement(head, query, key);
  if (form.maskKind != AttentionMask::Bias)
    return element;
  return arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::UNE, element,
                               k.splat(element.getType(), -kInfinity));
}

Value AttentionKernel::showsAll(Value from, Value to, Value first, Value end) {
  return combineMask<arith::AndIOp>(from, to, first, end, 1);
}

Value AttentionKernel::showsAny(Value from, Value to, Value first, Value end) {
  return combineMask<arith::OrIOp>(from, to, first, end, 0);
}

// 1 if the mask shows a key of the block to one of the queries [first, end), else 0.
Value AttentionKernel::isBlockVisible(Value block, Value first, Value end) {
  Value from = k.mul(block, k.c(kKeyBlock));
  return showsAny(from, k.min(k.add(from, kKeyBlock), keys), first, end);
}

// Goes back from the last block, so a mask that shows the last keys costs little. Keys are left out
// in whole blocks: results do not depend, to the bit, on how many are behind the visible ones.
Value AttentionKernel::endOfVisibleKeys(Value first, Value end) {
  if (!maskDependsOnQuery())
    std::tie(first, end) = std::pair(k.c(0), k.c(1));
  Value blocks = k.div(k.add(keys, kKeyBlock - 1), k.c(kKeyBlock));
  auto rest = scf::WhileOp::create(
      k.b, k.loc, TypeRange{k.b.getIndexType()}, ValueRange{blocks},
      [&](OpBuilder &inner, Location, ValueRange left) {
        OpBuilder::InsertionGuard guard(k.b);
        k.b.restoreInsertionPoint(inner.saveInsertionPoint());
        Value last = k.max(k.sub(left[0], k.c(1)), k.c(0));
        Value isHidden = k.less(isBlockVisible(last, first, end), k.c(1));
        Value goesOn = binary<arith::AndIOp>(k.less(k.c(0), left[0]), isHidden);
        scf::ConditionOp::create(k.b, k.loc, goesOn, left);
      },
      [&](OpBuilder &inner, Location, ValueRange left) {
        Value one = arith::ConstantIndexOp::create(inner, k.loc, 1);
        Value next = arith::SubIOp::create(inner, k.loc, left[0], one);
        scf::YieldOp::create(inner, k.loc, next);
      });
  return k.min(k.mul(rest.getResult(0), k.c(kKeyBlock)), keys);
}

// Goes forward from the first block, unless the first query sees the first key: masks without a
// window cost one load.
Value AttentionKernel::beginOfVisibleKeys(Value first, Value end, Value to) {
  if (!maskDependsOnQuery())
    return k.c(0);
  Value isSeen = k.loop(k.c(0), k.min(to, k.c(1)), 1, k.c(0), [&](Value key, ValueRange) {
                    return Vectors{k.select(maskElement(head, first, key), k.c(1), k.c(0))};
                  }).front();
  Value limit = k.mul(k.sub(k.c(1), isSeen), to);
  auto skipped = scf::WhileOp::create(
      k.b, k.loc, TypeRange{k.b.getIndexType()}, ValueRange{k.c(0)},
      [&](OpBuilder &inner, Location, ValueRange block) {
        OpBuilder::InsertionGuard guard(k.b);
        k.b.restoreInsertionPoint(inner.saveInsertionPoint());
        Value isInside = k.less(k.mul(block[0], k.c(kKeyBlock)), limit);
        // Behind the limit there is nothing to read.
        Value last = k.select(isInside, end, first);
        Value isHidden = k.less(isBlockVisible(block[0], first, last), k.c(1));
        scf::ConditionOp::create(k.b, k.loc, binary<arith::AndIOp>(isInside, isHidden), block);
      },
      [&](OpBuilder &inner, Location, ValueRange block) {
        Value one = arith::ConstantIndexOp::create(inner, k.loc, 1);
        Value next = arith::AddIOp::create(inner, k.loc, block[0], one);
        scf::YieldOp::create(inner, k.loc, next);
      });
  return k.min(k.mul(skipped.getResult(0), k.c(kKeyBlock)), to);
}

Value AttentionKernel::maskValue(Value head, Value query, Value key) {
  Value value = maskElement(head, query, key);
  if (form.maskKind == AttentionMask::Bias)
    return value;
  Type element = type.getElementType();
  return arith::SelectOp::create(k.b, k.loc, value, k.splat(element, 0.0),
                                 k.splat(element, -kInfinity));
}

Value AttentionKernel::maskValues(Value head, Value query, Value key) {
  if (form.maskKind == AttentionMask::Bias)
    return load(k.argument(form.mask), maskPosition(head, query, key));
  Value bytes = maskBytes(head, query, key);
  Value isHidden = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, bytes,
                                         k.splat(bytes.getType(), 0));
  return arith::SelectOp::create(k.b, k.loc, isHidden, k.splat(type, -kInfinity),
                                 k.splat(type, 0.0));
}

// A boolean is a byte in memory, but a vector of booleans would have bits. So this reads bytes.
Value AttentionKernel::maskBytes(Value head, Value query, Value key) {
  Value buffer = k.argument(form.mask), offset;
  for (auto [i, position] : llvm::enumerate(maskPosition(head, query, key)))
    offset = offset ? k.add(k.mul(offset, k.size(buffer, i)), position) : position;
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(k.b, k.loc, buffer);
  Value address = arith::IndexCastOp::create(k.b, k.loc, k.b.getI64Type(), k.add(base, offset));
  auto pointerType = LLVM::LLVMPointerType::get(k.b.getContext());
  Value pointer = LLVM::IntToPtrOp::create(k.b, k.loc, pointerType, address);
  return LLVM::LoadOp::create(k.b, k.loc, VectorType::get({p.lanes}, k.b.getI8Type()), pointer,
                              /*alignment=*/1);
}

Value AttentionKernel::maskElement(Value head, Value query, Value key) {
  return memref::LoadOp::create(k.b, k.loc, k.argument(form.mask), maskPosition(head, query, key));
}

SmallVector<Value> AttentionKernel::maskPosition(Value head, Value query, Value key) {
  Value buffer = k.argument(form.mask);
  auto shape = cast<MemRefType>(buffer.getType()).getShape();
  Value full[] = {k.workgroup(2), head, query, key};
  SmallVector<Value> positions(ArrayRef<Value>(full).take_back(shape.size()));
  if (form.maskKind == AttentionMask::Custom && shape.size() == 2)
    positions = {k.workgroup(2), key};
  for (auto [position, size] : llvm::zip(positions, shape))
    if (size == 1)
      position = k.c(0);
  return positions;
}

void AttentionKernel::storeResult(Value value, Value head, Value query, Value column) {
  Value mask = tailMask(p.valueSize, column), at = output.at(k, head, query);
  SmallVector<Value> position = {k.div(at, k.c(p.valueSize)), column};
  if (!epilogue.canJoinRows()) {
    position = {k.workgroup(2), query, head, column};
    if (form.isPaged())
      position = {k.add(firstRow, query), head, column};
    else if (form.sequenceDim == 2)
      std::swap(position[1], position[2]);
  }
  value = epilogue.apply(value, position, mask);
  Value to = k.add(at, column);
  if (mask)
    vector::MaskedStoreOp::create(k.b, k.loc, output.flat, to, mask, value);
  else
    vector::StoreOp::create(k.b, k.loc, value, output.flat, to);
}

} // namespace rlx::cpu
