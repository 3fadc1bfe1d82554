// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector code for zero-point corrections; see ZeroPointTerms.h.
//
// All sums are i32 modulo 2^32. They wrap exactly like the accumulators of the microkernels, so the
// corrected result is exact whenever the true result fits in i32.
#include "conversions/cpu/matmul/ZeroPointTerms.h"

#include "dialects/rlx/ir/PackedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace rlx::cpu {

bool isInputZeroPoint(OpOperand &operand) {
  auto zeroPoint = [](Operation *op) -> Value {
    if (auto matmul = dyn_cast<MatmulIntegerPackedOp>(op))
      return matmul.getLhsZeroPoint();
    if (auto conv = dyn_cast<ConvIntegerPackedOp>(op))
      return conv.getInputZeroPoint();
    if (auto depthwise = dyn_cast<DepthwiseConvIntegerOp>(op))
      return depthwise.getInputZeroPoint();
    return {};
  };
  DenseIntElementsAttr value;
  return operand.get() == zeroPoint(operand.getOwner()) &&
         matchPattern(operand.get(), m_Constant(&value)) && value.isSplat();
}

ZeroPointTerms::ZeroPointTerms(KernelBuilder &builder, int64_t lanes, bool isSigned, Value lhsZero,
                               bool areShifted)
    : k(builder), lanes(lanes), isSigned(isSigned), areShifted(areShifted),
      zero(leftZeroPoint(lhsZero)), shiftedZero(zero) {
  if (isSigned)
    shiftedZero = zero ? k.b.createOrFold<arith::AddIOp>(k.loc, zero, integer(128)) : integer(128);
}

ColumnTerms ZeroPointTerms::start(Value columnSums) {
  ColumnTerms terms;
  if (shiftedZero) {
    terms.start = columnSums;
    terms.factor = k.b.createOrFold<arith::SubIOp>(k.loc, integer(0), shiftedZero);
  }
  return terms;
}

Value ZeroPointTerms::zeroByte() {
  Type byte = k.b.getI8Type();
  return shiftedZero ? k.b.createOrFold<arith::TruncIOp>(k.loc, byte, shiftedZero)
                     : k.splat(byte, 0);
}

Value ZeroPointTerms::integer(int64_t value) {
  return k.splat(k.b.getI32Type(), static_cast<double>(value));
}

Value ZeroPointTerms::leftZeroPoint(Value zero) {
  if (!zero)
    return {};
  DenseIntElementsAttr known;
  if (matchPattern(zero, m_Constant(&known))) {
    APInt value = known.getSplatValue<APInt>();
    int64_t number = isSigned ? value.getSExtValue() : static_cast<int64_t>(value.getZExtValue());
    return number == 0 ? Value() : integer(number);
  }
  Value byte = memref::LoadOp::create(k.b, k.loc, k.argument(zero), ValueRange());
  return widened(byte, k.b.getI32Type(), isSigned);
}

Value ZeroPointTerms::widened(Value bytes, Type type, bool asSigned) {
  if (asSigned)
    return arith::ExtSIOp::create(k.b, k.loc, type, bytes);
  return arith::ExtUIOp::create(k.b, k.loc, type, bytes);
}

Value ZeroPointTerms::rowStart(int64_t count) {
  Value each = areShifted ? shiftedZero : zero;
  if (!each)
    return integer(0);
  Value times = integer(static_cast<int32_t>(-static_cast<uint32_t>(count)));
  return k.b.createOrFold<arith::MulIOp>(k.loc, each, times);
}

Value ZeroPointTerms::addRun(Value rows, Value row, Value first, int64_t length, Value sum) {
  Type i32 = k.b.getI32Type();
  auto bytes = VectorType::get({lanes}, k.b.getI8Type());
  VectorType words = bytes.clone(i32);
  int64_t whole = length - length % lanes;
  bool asSigned = isSigned && !areShifted;
  using Sums = SmallVector<Value>;
  Sums wide = k.loop(
      k.c(0), k.c(whole), lanes, k.splat(words, 0.0), [&](Value at, ValueRange sums) -> Sums {
        Value some =
            vector::LoadOp::create(k.b, k.loc, bytes, rows, ValueRange{row, k.add(first, at)});
        return {arith::AddIOp::create(k.b, k.loc, sums[0], widened(some, words, asSigned))};
      });
  Value all = vector::ReductionOp::create(k.b, k.loc, vector::CombiningKind::ADD, wide[0]);
  sum = arith::AddIOp::create(k.b, k.loc, sum, all);
  Sums last = k.loop(k.c(whole), k.c(length), 1, sum, [&](Value at, ValueRange sums) -> Sums {
    Value one = memref::LoadOp::create(k.b, k.loc, rows, ValueRange{row, k.add(first, at)});
    return {arith::AddIOp::create(k.b, k.loc, sums[0], widened(one, i32, asSigned))};
  });
  return last[0];
}

} // namespace rlx::cpu
