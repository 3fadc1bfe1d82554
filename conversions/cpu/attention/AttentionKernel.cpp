// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operand addressing, masks and stores of attention kernels; see AttentionKernel.h.
//
// Operands are flattened to one dimension, so both layouts (bshd and bhsd) differ in strides only.
#include "conversions/cpu/attention/AttentionKernel.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

AttentionKernel::AttentionKernel(KernelBuilder &k, AttentionOp op, const AttentionPlan &p,
                                 Epilogue &epilogue)
    : k(k), op(op), p(p), epilogue(epilogue), type(VectorType::get({p.lanes}, k.b.getF32Type())) {
  Value q = k.argument(op.getQuery()), key = k.argument(op.getKey());
  queries = k.size(q, op.sequenceDim());
  keys = k.size(key, op.sequenceDim());
  shift = k.sub(keys, queries);
  head = k.workgroup(1);
  query = operand(q, p.headSize);
  keyRows = operand(key, p.headSize);
  valueRows = operand(k.argument(op.getValue()), p.valueSize);
  output = operand(k.output(), p.valueSize);
  epilogue.bind(k, epilogue.canJoinRows());
}

AttentionKernel::Operand AttentionKernel::operand(Value buffer, int64_t columns) {
  auto buffers = cast<MemRefType>(buffer.getType());
  Value flat = buffers.hasStaticShape()
                   ? k.recast(buffer, {buffers.getNumElements()}, {})
                   : k.recast(buffer, {ShapedType::kDynamic}, k.sizeProduct(buffer, 0, 4));
  Value length = k.size(buffer, op.sequenceDim()), heads = k.size(buffer, op.headDim());
  Value base = k.mul(k.mul(k.mul(k.workgroup(2), length), heads), columns);
  if (op.sequenceDim() == 1)
    return {flat, base, k.c(columns), k.mul(heads, columns)};
  return {flat, base, k.mul(length, columns), k.c(columns)};
}

Value AttentionKernel::scratch(int64_t rows, int64_t columns) {
  auto view = MemRefType::get({rows, columns}, k.b.getF32Type());
  Value start = k.c(workspaceElements * 4);
  workspaceElements += llvm::alignTo(rows * columns, 16);
  return memref::ViewOp::create(k.b, k.loc, view, k.workspace(), start, ValueRange());
}

Value AttentionKernel::load(Value buffer, ValueRange at, Value mask) {
  if (!mask)
    return vector::LoadOp::create(k.b, k.loc, type, buffer, at);
  return vector::MaskedLoadOp::create(k.b, k.loc, type, buffer, at, mask, k.splat(type, 0.0));
}

void AttentionKernel::store(Value value, Value buffer, ValueRange at) {
  vector::StoreOp::create(k.b, k.loc, value, buffer, at);
}

Value AttentionKernel::splat(Value scalar) {
  return vector::BroadcastOp::create(k.b, k.loc, type, scalar);
}

Value AttentionKernel::scalarAt(Value buffer, Value at) {
  return memref::LoadOp::create(k.b, k.loc, buffer, at);
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
  AttentionMask kind = op.getMaskKind();
  if (kind != AttentionMask::Causal && kind != AttentionMask::SlidingWindow)
    return {k.c(0), keys};
  Value to = k.max(k.min(k.add(end, shift), keys), k.c(0));
  if (kind == AttentionMask::Causal)
    return {k.c(0), to};
  Value from = k.sub(k.add(first, shift), k.c(window()));
  return {k.max(from, k.c(0)), to};
}

Value AttentionKernel::softCapped(Value score) {
  if (!op.getSoftcapAttr())
    return score;
  double cap = op.getSoftcapAttr().getValueAsDouble();
  Value scaled = binary<arith::MulFOp>(score, k.splat(type, 1.0 / cap));
  Value limited = math::TanhOp::create(k.b, k.loc, scaled);
  return binary<arith::MulFOp>(limited, k.splat(type, cap));
}

Value AttentionKernel::maskValue(Value head, Value query, Value key) {
  Value buffer = k.argument(op.getMask());
  auto shape = cast<MemRefType>(buffer.getType()).getShape();
  Value full[] = {k.workgroup(2), head, query, key};
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

void AttentionKernel::storeResult(Value value, Value head, Value query, Value column) {
  Value mask = tailMask(p.valueSize, column), at = output.at(k, head, query);
  SmallVector<Value> position = {k.div(at, k.c(p.valueSize)), column};
  if (!epilogue.canJoinRows()) {
    position = {k.workgroup(2), query, head, column};
    if (op.sequenceDim() == 2)
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
