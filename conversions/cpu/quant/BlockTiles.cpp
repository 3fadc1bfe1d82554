// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See BlockTiles.h.
//
// The instructions name their tile registers, as constants: 0 to 3 are sums, 4 and 5 rows, 6 and 7
// weights. So four sums are under way, whatever the register allocator would choose.
#include "conversions/cpu/quant/BlockTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kSumTiles = 4, kRowTiles = 2, kWeightTiles = 2;
constexpr int64_t kConfigBytes = 64;
constexpr int64_t kGroupQuads = FixedPointRows::kGroup / kQuad;
constexpr int64_t kVectorBytes = kGroupQuads * kLineBytes; // of 16 columns of a group
// Groups of a chunk. Their bytes and sums fit in the first-level cache.
constexpr int64_t kChunkGroups = kGroups;
// A step may read groups beyond the last one.
constexpr int64_t kElementBytes = (kChunkGroups + kSumTiles) * kPanelVectors * kVectorBytes;
constexpr int64_t kMaxSums = 2;
// Two for each scale, and two of each block.
constexpr int64_t kFactorBytes =
    2 * (kChunkGroups * kMaxSums + kChunkGroups) * kPanelVectors * kLineBytes;

int64_t sumBytes(int64_t numDigits) {
  return kChunkGroups * kMaxSums * numDigits * BlockTiles::kRows * kLineBytes;
}

} // namespace

BlockTiles::BlockTiles(KernelBuilder &builder, int64_t begin, int64_t blocks, int64_t numDigits,
                       const DecodedLayout &layout)
    : k(builder), layout(layout), numDigits(numDigits),
      vectors(layout.sums * numDigits == 1 ? kPanelVectors : 1),
      chunk(std::max<int64_t>(kChunkGroups / layout.groups, 1)),
      step(std::max<int64_t>(kSumTiles / (layout.sums * numDigits * vectors), 1)),
      elementsAt(begin), sumsAt(begin + kElementBytes + kFactorBytes) {
  auto view = [&](int64_t at, ArrayRef<int64_t> sizes, Type element) {
    return memref::ViewOp::create(k.b, k.loc, MemRefType::get(sizes, element), k.workspace(),
                                  k.c(at), ValueRange());
  };
  chunk = llvm::divideCeil(blocks, llvm::divideCeil(blocks, chunk));
  const int64_t groups = chunk * layout.groups;
  elements = view(elementsAt, {groups, kPanelVectors, kVectorBytes}, k.b.getI8Type());
  factors = view(elementsAt + kElementBytes, {chunk, layout.factors, kPanelVectors, kPanelLanes},
                 k.b.getF32Type());
  sums =
      view(sumsAt, {groups, layout.sums, numDigits, vectors, kRows, kPanelLanes}, k.b.getI32Type());
  base = memref::ExtractAlignedPointerAsIndexOp::create(k.b, k.loc, k.workspace());
  config = k.stack({kConfigBytes}, k.b.getI8Type());
}

int64_t BlockTiles::workspaceBytes(int64_t numDigits) {
  // The last step may store sums beyond the last group.
  return kElementBytes + kFactorBytes + sumBytes(numDigits) + kSumTiles * kRows * kLineBytes;
}

// The palette, then for each tile the bytes of its rows and their number.
void BlockTiles::configure() {
  constexpr int64_t kRowBytes = 16, kNumRows = 48; // offsets
  std::array<int8_t, kConfigBytes> bytes = {1};
  auto set = [&](int64_t first, int64_t count, int64_t rows, int64_t rowBytes) {
    for (int64_t i = first; i < first + count; ++i) {
      bytes[kRowBytes + 2 * i] = static_cast<int8_t>(rowBytes);
      bytes[kNumRows + i] = static_cast<int8_t>(rows);
    }
  };
  set(0, kSumTiles, kRows, kLineBytes);
  set(kSumTiles, kRowTiles, kRows, FixedPointRows::kGroup / layout.sums);
  set(kSumTiles + kRowTiles, kWeightTiles, kGroupQuads / layout.sums, kLineBytes);
  auto type = VectorType::get(kConfigBytes, k.b.getI8Type());
  Value constant =
      arith::ConstantOp::create(k.b, k.loc, DenseElementsAttr::get(type, ArrayRef<int8_t>(bytes)));
  vector::StoreOp::create(k.b, k.loc, constant, config, ValueRange{k.c(0)});
  Value index = memref::ExtractAlignedPointerAsIndexOp::create(k.b, k.loc, config);
  call("llvm.x86.ldtilecfg", pointer(index));
}

void BlockTiles::release() {
  call("llvm.x86.tilerelease", {});
}

void BlockTiles::storeElements(const PanelVector &at, Value group, int64_t quad, Value stored) {
  Value number = k.add(k.mul(k.sub(at.block, firstBlock), layout.groups), group);
  vector::StoreOp::create(k.b, k.loc, stored, elements,
                          ValueRange{number, at.vector, k.c(quad * kLineBytes)});
}

void BlockTiles::storeFactor(const PanelVector &at, Value index, Value factor) {
  vector::StoreOp::create(k.b, k.loc, factor, factors,
                          ValueRange{k.sub(at.block, firstBlock), index, at.vector, k.c(0)});
}

Value BlockTiles::factor(const PanelVector &at, Value index) {
  auto type = VectorType::get(kPanelLanes, k.b.getF32Type());
  return vector::LoadOp::create(k.b, k.loc, type, factors,
                                ValueRange{k.sub(at.block, firstBlock), index, at.vector, k.c(0)});
}

Value BlockTiles::sum(Value row, Value group, int64_t part, int64_t place, Value vector) {
  auto type = VectorType::get(kPanelLanes, k.b.getI32Type());
  Value first = k.mul(firstBlock, layout.groups);
  return vector::LoadOp::create(k.b, k.loc, type, sums,
                                ValueRange{k.sub(group, first), k.c(part), k.c(place),
                                           k.sub(vector, k.c(firstVector)), k.sub(row, firstRow),
                                           k.c(0)});
}

void BlockTiles::multiply(FixedPointRows &digits, Value row, int64_t vector, Value groups) {
  firstRow = row;
  firstVector = vector;
  k.loop(k.c(0), groups, step, [&](Value group) {
    nextSums = nextRows = nextWeights = 0;
    for (int64_t i = 0; i < step; ++i)
      for (int64_t part = 0; part < layout.sums; ++part)
        multiplyPart(digits, k.add(group, i), part);
    for (int64_t i = 0; i < kSumTiles; ++i)
      flush(i);
  });
}

// Loads each digit's rows once for all vectors, and each vector once for all digits.
void BlockTiles::multiplyPart(FixedPointRows &digits, Value group, int64_t part) {
  SmallVector<int64_t> weights;
  for (int64_t v = 0; v < vectors; ++v) {
    weights.push_back(kSumTiles + kRowTiles + nextWeights++ % kWeightTiles);
    Value offset = k.mul(k.add(k.mul(group, kPanelVectors), firstVector + v), kVectorBytes);
    offset = k.add(offset, part * kVectorBytes / layout.sums);
    load(weights.back(), address(elementsAt, offset), kLineBytes);
  }
  Value ofRow = k.add(k.mul(firstBlock, layout.groups), group);
  for (int64_t place = 0; place < numDigits; ++place) {
    const int64_t rows = kSumTiles + nextRows++ % kRowTiles;
    Value offset = digits.tileOffset(firstRow, ofRow, place);
    offset = k.add(offset, part * FixedPointRows::kGroup / layout.sums);
    load(rows, address(0, offset), FixedPointRows::kGroup);
    for (int64_t v = 0; v < vectors; ++v) {
      const int64_t sum = nextSums++ % kSumTiles;
      flush(sum);
      call("llvm.x86.tilezero", tile(sum));
      call("llvm.x86.tdpbsud", {tile(sum), tile(rows), tile(weights[v])});
      Value index = k.add(k.mul(k.add(k.mul(group, layout.sums), part), numDigits), place);
      index = k.add(k.mul(index, vectors), v);
      pending[sum] = address(sumsAt, k.mul(index, kRows * kLineBytes));
    }
  }
}

void BlockTiles::flush(int64_t sum) {
  if (Value to = std::exchange(pending[sum], nullptr))
    call("llvm.x86.tilestored64", {tile(sum), to, rowBytes(kLineBytes)});
}

void BlockTiles::load(int64_t number, Value from, int64_t stride) {
  call("llvm.x86.tileloadd64", {tile(number), from, rowBytes(stride)});
}

Value BlockTiles::tile(int64_t number) {
  return arith::ConstantIntOp::create(k.b, k.loc, number, 8);
}
Value BlockTiles::rowBytes(int64_t bytes) {
  return arith::ConstantIntOp::create(k.b, k.loc, bytes, 64);
}

Value BlockTiles::address(int64_t begin, Value offset) {
  return pointer(k.add(k.add(base, begin), offset));
}

Value BlockTiles::pointer(Value index) {
  Value word = arith::IndexCastOp::create(k.b, k.loc, k.b.getI64Type(), index);
  auto type = LLVM::LLVMPointerType::get(k.b.getContext());
  return LLVM::IntToPtrOp::create(k.b, k.loc, type, word);
}

void BlockTiles::call(StringRef name, ValueRange operands) {
  LLVM::CallIntrinsicOp::create(k.b, k.loc, k.b.getStringAttr(name), operands);
}

} // namespace rlx::cpu
