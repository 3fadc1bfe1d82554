// Implementation of the terms of zero points; see IntegerTerms.h. All of it is modulo 2^32.
#include "conversions/fastpaths/cpu/IntegerTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace rlx::cpu {

ColumnTerms IntegerTerms::build(const Operands &operands, Value rowBegin, Value rowEnd,
                                int64_t rowBlock) {
  ColumnTerms terms;
  Value zero = leftZeroPoint(operands.lhsZero), off = zero;
  if (isSigned)
    off = zero ? k.b.createOrFold<arith::AddIOp>(k.loc, zero, integer(128)) : integer(128);
  if (off) {
    terms.start = operands.columnSums;
    terms.factor = k.b.createOrFold<arith::SubIOp>(k.loc, integer(0), off);
  }
  if (operands.rhsZero) {
    terms.zeroPoints = operands.rhsZero;
    terms.rowSums = emitRowSums(zero, rowBegin, rowEnd, rowBlock);
    terms.firstRow = rowBegin;
  }
  return terms;
}

Value IntegerTerms::integer(int64_t value) {
  return k.splat(k.b.getI32Type(), static_cast<double>(value));
}

Value IntegerTerms::leftZeroPoint(Value zero) {
  if (!zero)
    return {};
  DenseIntElementsAttr known;
  if (matchPattern(zero, m_Constant(&known))) {
    APInt value = known.getSplatValue<APInt>();
    int64_t number = isSigned ? value.getSExtValue() : static_cast<int64_t>(value.getZExtValue());
    return number == 0 ? Value() : integer(number);
  }
  Value byte = memref::LoadOp::create(k.b, k.loc, k.argument(zero), ValueRange());
  return widened(byte, k.b.getI32Type());
}

Value IntegerTerms::widened(Value bytes, Type type) {
  if (isSigned)
    return arith::ExtSIOp::create(k.b, k.loc, type, bytes);
  return arith::ExtUIOp::create(k.b, k.loc, type, bytes);
}

Value IntegerTerms::emitRowSums(Value zero, Value rowBegin, Value rowEnd, int64_t rowBlock) {
  Value sums = k.stack({rowBlock}, k.b.getI32Type());
  k.loop(rowBegin, rowEnd, 1, [&](Value row) {
    Value sum = emitRowSum(row);
    if (zero) {
      Value length = integer(static_cast<int32_t>(static_cast<uint32_t>(s.k)));
      Value all = arith::MulIOp::create(k.b, k.loc, zero, length);
      sum = arith::SubIOp::create(k.b, k.loc, sum, all);
    }
    memref::StoreOp::create(k.b, k.loc, sum, sums, ValueRange{k.sub(row, rowBegin)});
  });
  return sums;
}

Value IntegerTerms::emitRowSum(Value row) {
  Type i32 = k.b.getI32Type();
  auto bytes = VectorType::get({s.lanes}, k.b.getI8Type());
  VectorType words = bytes.clone(i32);
  int64_t whole = s.k - s.k % s.lanes;
  using Sums = SmallVector<Value>;
  Sums wide = k.loop(
      k.c(0), k.c(whole), s.lanes, k.splat(words, 0.0), [&](Value at, ValueRange sums) -> Sums {
        Value some = vector::LoadOp::create(k.b, k.loc, bytes, lhs, ValueRange{row, at});
        return {arith::AddIOp::create(k.b, k.loc, sums[0], widened(some, words))};
      });
  Value sum = vector::ReductionOp::create(k.b, k.loc, vector::CombiningKind::ADD, wide[0]);
  Sums all = k.loop(k.c(whole), k.c(s.k), 1, sum, [&](Value at, ValueRange sums) -> Sums {
    Value one = memref::LoadOp::create(k.b, k.loc, lhs, ValueRange{row, at});
    return {arith::AddIOp::create(k.b, k.loc, sums[0], widened(one, i32))};
  });
  return all[0];
}

} // namespace rlx::cpu
