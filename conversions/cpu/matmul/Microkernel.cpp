// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code for one k-step per element type; see Microkernel.h.
//
// Dot-product instructions go through LLVM intrinsics and the x86vector dialect. Types without one
// are converted to f32 or i16 with shifts and masks on the packed words.
#include "conversions/cpu/matmul/Microkernel.h"

#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"

using namespace mlir;

namespace rlx::cpu {

LogicalResult expectPanelTypes(ValueRange values, LoweringReason &why) {
  for (Value value : values)
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      if (!isa<Float32Type, Float16Type, BFloat16Type>(type.getElementType()))
        return why.because("only f32, f16 and bf16 are supported");
  return success();
}

LogicalResult expectContractionTypes(ValueRange values, LoweringReason &why) {
  for (Value value : values)
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      if (!isa<Float64Type, Float32Type, Float16Type, BFloat16Type>(type.getElementType()))
        return why.because("only f64, f32, f16 and bf16 are supported");
  return success();
}

Type accumulatorOf(Type element) {
  MLIRContext *context = element.getContext();
  if (!isa<FloatType>(element))
    return IntegerType::get(context, 32);
  return element.isF64() ? element : Type(Float32Type::get(context));
}

int64_t lanesOf(Type element, const CpuModel &target) {
  return element.isF64() ? target.lanes / 2 : target.lanes;
}

int64_t panelWidthOf(Type element, const CpuModel &target) {
  return element.isF64() ? target.panelWidth / 2 : target.panelWidth;
}

int64_t panelGroup(Type element) {
  if (element.isInteger(8))
    return 4;
  return element.isBF16() ? 2 : 1;
}

FailureOr<MicrokernelKind> microkernelKind(Type element, int64_t group, const CpuModel &target,
                                           LoweringReason &why, bool isLeftWide) {
  if (group != panelGroup(element))
    return why.because("there is no microkernel for panels in groups of " + Twine(group) + " rows");
  if (element.isF64())
    return MicrokernelKind::F64;
  if (element.isF32())
    return MicrokernelKind::F32;
  if (element.isF16()) {
    if (!target.convertsF16)
      return why.because("the CPU has no instructions that convert f16 to f32");
    return MicrokernelKind::F16;
  }
  if (element.isBF16())
    return target.hasBf16Dot && !target.isBf16DotSlow && !isLeftWide ? MicrokernelKind::Bf16Dot
                                                                     : MicrokernelKind::Bf16Split;
  if (target.hasByteDot)
    return MicrokernelKind::ByteDot;
  if (target.hasPairDot)
    return MicrokernelKind::BytePairs;
  return why.because("the CPU has no integer dot-product instructions");
}

bool widensLeft(MicrokernelKind kind) {
  return kind == MicrokernelKind::F16 || kind == MicrokernelKind::Bf16Split;
}

int64_t factorsOf(MicrokernelKind kind) {
  return kind == MicrokernelKind::Bf16Split || kind == MicrokernelKind::BytePairs ? 2 : 1;
}

double speedOf(MicrokernelKind kind) {
  switch (kind) {
  case MicrokernelKind::F64:
    return 0.5;
  case MicrokernelKind::F32:
  case MicrokernelKind::F16:
  case MicrokernelKind::Bf16Split:
  case MicrokernelKind::BytePairs:
    break;
  case MicrokernelKind::Bf16Dot:
    return 2;
  case MicrokernelKind::ByteDot:
    return 4;
  }
  return 1;
}

Type Microkernel::floatType() const {
  return kind == MicrokernelKind::F64 ? Type(k.b.getF64Type()) : k.b.getF32Type();
}

VectorType Microkernel::vectorOf(Type element) const {
  return VectorType::get({lanes * 32 / element.getIntOrFloatBitWidth()}, element);
}

Value Microkernel::as(Type element, Value vector) {
  return vector::BitCastOp::create(k.b, k.loc, vectorOf(element), vector);
}

SmallVector<Value> Microkernel::left(Value lhs, Value row, Value first, int64_t count) {
  if (isa<Float64Type, Float32Type, Float16Type>(
          cast<MemRefType>(lhs.getType()).getElementType())) {
    SmallVector<Value> factors;
    for (int64_t i = 0; i < count; ++i)
      factors.push_back(floats(lhs, row, k.add(first, i)));
    return factors;
  }
  Value words = group(lhs, row, first, count);
  if (kind == MicrokernelKind::Bf16Dot)
    return {as(k.b.getBF16Type(), words)};
  if (isSigned)
    words = arith::XOrIOp::create(k.b, k.loc, words, k.splat(words.getType(), -0x7F7F7F80));
  if (kind == MicrokernelKind::BytePairs)
    return splitBytes(words, /*isSigned=*/false);
  return {as(k.b.getI8Type(), words)};
}

Value Microkernel::floats(Value lhs, Value row, Value at) {
  Value element = memref::LoadOp::create(k.b, k.loc, lhs, ValueRange{row, at});
  auto stored = VectorType::get({lanes}, element.getType());
  return convertFloat(k.b, k.loc, vector::BroadcastOp::create(k.b, k.loc, stored, element),
                      floatType());
}

SmallVector<Value> Microkernel::zeros() {
  VectorType type = kind == MicrokernelKind::Bf16Dot ? vectorOf(k.b.getBF16Type())
                                                     : VectorType::get({lanes}, floatType());
  return SmallVector<Value>(factorsOf(kind), k.splat(type, 0.0));
}

Value Microkernel::group(Value lhs, Value row, Value first, int64_t count) {
  Type element = cast<MemRefType>(lhs.getType()).getElementType(), i32 = k.b.getI32Type();
  int64_t bits = element.getIntOrFloatBitWidth(), size = 32 / bits;
  Value word;
  if (count == size) {
    Value all = vector::LoadOp::create(k.b, k.loc, VectorType::get({size}, element), lhs,
                                       ValueRange{row, first});
    word = vector::BitCastOp::create(k.b, k.loc, VectorType::get({1}, i32), all);
    word = vector::ExtractOp::create(k.b, k.loc, word, 0);
    return vector::BroadcastOp::create(k.b, k.loc, vectorOf(i32), word);
  }
  for (int64_t i = 0; i < count; ++i) {
    Value each = memref::LoadOp::create(k.b, k.loc, lhs, ValueRange{row, k.add(first, i)});
    if (!isa<IntegerType>(element))
      each = arith::BitcastOp::create(k.b, k.loc, k.b.getIntegerType(bits), each);
    each = arith::ExtUIOp::create(k.b, k.loc, i32, each);
    if (i == 0) {
      word = each;
      continue;
    }
    Value distance = k.splat(i32, static_cast<double>(i * bits));
    each = arith::ShLIOp::create(k.b, k.loc, each, distance);
    word = arith::OrIOp::create(k.b, k.loc, word, each);
  }
  return vector::BroadcastOp::create(k.b, k.loc, vectorOf(i32), word);
}

SmallVector<Value> Microkernel::right(Value weights, int64_t count) {
  Type element = cast<VectorType>(weights.getType()).getElementType();
  int64_t bits = element.getIntOrFloatBitWidth();
  if (kind == MicrokernelKind::F16)
    return {convertFloat(k.b, k.loc, weights, k.b.getF32Type())};
  if (kind == MicrokernelKind::Bf16Split)
    return splitPairs(as(k.b.getI32Type(), weights), count);
  bool isWhole = kind == MicrokernelKind::F32 || kind == MicrokernelKind::F64;
  if (!isWhole && count * bits < 32) {
    Value words = as(k.b.getI32Type(), weights);
    double kept = static_cast<double>((int64_t(1) << (count * bits)) - 1);
    weights = as(element, arith::AndIOp::create(k.b, k.loc, words, k.splat(words.getType(), kept)));
  }
  if (kind == MicrokernelKind::BytePairs)
    return splitBytes(weights, /*isSigned=*/true);
  return {weights};
}

// A bf16 is the upper half of an f32, so a shift and a mask convert a pair.
SmallVector<Value> Microkernel::splitPairs(Value words, int64_t count) {
  Type floats = k.b.getF32Type();
  SmallVector<Value> factors = {
      as(floats, arith::ShLIOp::create(k.b, k.loc, words, k.splat(words.getType(), 16)))};
  if (count == 2)
    factors.push_back(
        as(floats, arith::AndIOp::create(k.b, k.loc, words, k.splat(words.getType(), -0x10000))));
  return factors;
}

SmallVector<Value> Microkernel::splitBytes(Value bytes, bool isSigned) {
  Value pairs = as(k.b.getI16Type(), bytes), eight = k.splat(pairs.getType(), 8);
  Value even = arith::ShLIOp::create(k.b, k.loc, pairs, eight);
  auto upper = [&](Value each) -> Value {
    if (isSigned)
      return arith::ShRSIOp::create(k.b, k.loc, each, eight);
    return arith::ShRUIOp::create(k.b, k.loc, each, eight);
  };
  return {upper(even), upper(pairs)};
}

Value Microkernel::intrinsic(StringRef name, Type result, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(k.b, k.loc, result, k.b.getStringAttr(name), operands)
      .getResult(0);
}

Value Microkernel::add(ArrayRef<Value> left, ArrayRef<Value> right, Value sum) {
  if (kind == MicrokernelKind::Bf16Dot)
    return x86vector::DotBF16Op::create(k.b, k.loc, sum, left.front(), right.front());
  if (kind == MicrokernelKind::ByteDot)
    return intrinsic("llvm.x86.avx512.vpdpbusd.512", sum.getType(),
                     {sum, left.front(), right.front()});
  StringRef pairs = lanes == 16 ? "llvm.x86.avx512.pmaddw.d.512" : "llvm.x86.avx2.pmadd.wd";
  for (auto [l, r] : llvm::zip_equal(left, right)) {
    if (kind == MicrokernelKind::BytePairs)
      sum = arith::AddIOp::create(k.b, k.loc, sum, intrinsic(pairs, sum.getType(), {l, r}));
    else
      sum = vector::FMAOp::create(k.b, k.loc, l, r, sum);
  }
  return sum;
}

} // namespace rlx::cpu
