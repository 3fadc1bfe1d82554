// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See ByteDots.h.
#include "conversions/cpu/quant/ByteDots.h"

#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kLaneBytes = 4, kLanePairs = 2;
// Accumulators that keep the units busy: two a cycle, and five cycles until an addition is done.
constexpr int64_t kChains = 8;
constexpr int64_t kLargestDigit = 128; // as a magnitude
constexpr int64_t kLargestPair = (1 << 15) - 1;
constexpr int64_t kLargestNibble = 15;

// Quads whose sums of pairs fit in an i16.
int64_t quadsThatFit(int64_t largest) {
  return kLargestPair / (kLanePairs * kLargestDigit * largest);
}

} // namespace

ByteDots::ByteDots(KernelBuilder &builder, const CpuModel &target)
    : k(builder), hasByteDot(target.hasByteDot), bytePairs(target.bytePairs),
      ints(VectorType::get(kPanelLanes, builder.b.getI32Type())),
      pairs(VectorType::get(kPanelLanes * kLanePairs, builder.b.getI16Type())),
      bytes(VectorType::get(kPanelLanes * kLaneBytes, builder.b.getI8Type())) {}

ByteDots::Products ByteDots::start(int64_t numDigits, int64_t atOnce, Value low) {
  Value zero = k.splat(ints, 0);
  Products products;
  products.sums.assign(numDigits, zero);
  if (low)
    products.sums.back() = low;
  if (hasByteDot && numDigits == 1 && atOnce < kChains)
    products.other = zero;
  return products;
}

void ByteDots::add(Value weight, Value digit, int64_t largest, int64_t place, Products &products) {
  Value &sum = products.sums[place];
  if (hasByteDot) {
    sum = call("llvm.x86.avx512.vpdpbusd.512", ints, {sum, weight, digit});
    if (products.other)
      std::swap(sum, products.other);
    return;
  }
  if (quadsThatFit(largest) == 0) { // nibbles fit
    addPairs(nibbles(weight, 4), digit, products.upperPairs[place]);
    weight = nibbles(weight, 0);
    largest = kLargestNibble;
  }
  addPairs(weight, digit, products.pairs[place]);
  if (++products.quads[place] == quadsThatFit(largest))
    widenPairs(place, products);
}

void ByteDots::addPairs(Value weight, Value digit, Value &sum) {
  Value added = inParts("pmadd.ub.sw", pairs, {weight, digit});
  sum = sum ? arith::AddIOp::create(k.b, k.loc, sum, added).getResult() : added;
}

Value ByteDots::nibbles(Value weight, int64_t shift) {
  Value words = vector::BitCastOp::create(k.b, k.loc, ints, weight);
  if (shift != 0)
    words = arith::ShRUIOp::create(k.b, k.loc, words, intConstant(k.b, k.loc, words, shift));
  words = arith::AndIOp::create(k.b, k.loc, words, intConstant(k.b, k.loc, words, 0x0F0F0F0F));
  return vector::BitCastOp::create(k.b, k.loc, bytes, words);
}

ArrayRef<Value> ByteDots::sums(Products &products) {
  for (int64_t place = 0, end = products.sums.size(); place < end; ++place)
    if (products.pairs[place])
      widenPairs(place, products);
  if (Value other = std::exchange(products.other, nullptr))
    products.sums[0] = arith::AddIOp::create(k.b, k.loc, products.sums[0], other);
  return products.sums;
}

Value ByteDots::lookUp(const std::array<uint8_t, 16> &table, Value codes) {
  // The instruction looks up in each 16 bytes of the table's vector.
  SmallVector<int8_t> repeated;
  for (int64_t i = 0; i < bytes.getNumElements(); ++i)
    repeated.push_back(static_cast<int8_t>(table[i % table.size()]));
  Value vector =
      arith::ConstantOp::create(k.b, k.loc, DenseElementsAttr::get(bytes, ArrayRef(repeated)));
  return inParts("pshuf.b", bytes, {vector, codes});
}

void ByteDots::widenPairs(int64_t place, Products &products) {
  auto widen = [&](Value &all, int64_t factor) {
    Value &sum = products.sums[place];
    Value by = intConstant(k.b, k.loc, all, factor);
    sum = arith::AddIOp::create(k.b, k.loc, sum, inParts("pmadd.wd", ints, {all, by}));
    all = nullptr;
  };
  widen(products.pairs[place], 1);
  if (products.upperPairs[place])
    widen(products.upperPairs[place], kLargestNibble + 1);
  products.quads[place] = 0;
}

Value ByteDots::inParts(StringRef name, VectorType result, ArrayRef<Value> operands) {
  const int64_t parts = kPanelLanes * kLaneBytes / bytePairs;
  if (parts == 1) {
    const StringRef wide = llvm::StringSwitch<StringRef>(name)
                               .Case("pmadd.wd", "llvm.x86.avx512.pmaddw.d.512")
                               .Case("pmadd.ub.sw", "llvm.x86.avx512.pmaddubs.w.512")
                               .Case("pshuf.b", "llvm.x86.avx512.pshuf.b.512");
    return call(wide, result, operands);
  }
  const std::string full = ("llvm.x86.avx2." + name).str();
  SmallVector<Value> halves;
  for (int64_t part = 0; part < parts; ++part) {
    SmallVector<Value> slices;
    for (Value operand : operands) {
      const int64_t size = cast<VectorType>(operand.getType()).getNumElements() / parts;
      slices.push_back(vector::ExtractStridedSliceOp::create(
          k.b, k.loc, operand, ArrayRef(part * size), ArrayRef(size), ArrayRef<int64_t>(1)));
    }
    halves.push_back(call(
        full, VectorType::get(result.getNumElements() / parts, result.getElementType()), slices));
  }
  return vector::ShuffleOp::create(k.b, k.loc, halves[0], halves[1],
                                   llvm::to_vector(llvm::seq<int64_t>(0, result.getNumElements())));
}

Value ByteDots::call(StringRef name, VectorType result, ArrayRef<Value> operands) {
  return LLVM::CallIntrinsicOp::create(k.b, k.loc, result, k.b.getStringAttr(name), operands)
      .getResult(0);
}

} // namespace rlx::cpu
