// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Analyzes how the indices of tensor.extract change along a loop (see ContiguousReads.h).
//
// For example, with %i the loop and 32 iterations: `%i div 32` is the same for all (the block), and
// `%i rem 32` is aligned (the offset in the block).
#include "conversions/gpu/builder/ContiguousReads.h"

#include "conversions/gpu/builder/ElementEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace rlx {
namespace {

// How an index changes over the iterations.
enum class AccessPattern {
  Same,
  Steps,   // one more in each
  Aligned, // one more in each, from a multiple of their number on
  Other,
};

constexpr int64_t kBitsOfByte = 8;

// Checks the reads behind a value for `steps` iterations of a loop.
class RunCheck {
public:
  // `repeats`: whether the iterations may read an element several times.
  RunCheck(linalg::LinalgOp op, unsigned loop, int64_t steps, bool repeats)
      : op(op), loop(loop), steps(steps), repeats(repeats) {}

  bool reads(Value value) {
    return llvm::all_of(valuesBehind(op, value), [&](Value each) {
      if (auto argument = dyn_cast<BlockArgument>(each))
        return readsRows(op, argument, loop);
      bool all = true;
      each.getDefiningOp()->walk([&](tensor::ExtractOp read) { all &= readsRun(read); });
      return all;
    });
  }

private:
  bool readsRun(tensor::ExtractOp read) {
    for (auto [i, index] : llvm::enumerate(read.getIndices())) {
      const AccessPattern pattern = of(index);
      const bool isLast = i + 1 == read.getIndices().size();
      if (pattern == AccessPattern::Other || (pattern != AccessPattern::Same && !isLast))
        return false;
    }
    return true;
  }

  AccessPattern of(Value index) {
    if (!loopsBehind(op, index).test(loop))
      return AccessPattern::Same;
    Operation *made = index.getDefiningOp();
    if (isa_and_nonnull<linalg::IndexOp>(made))
      return AccessPattern::Aligned;
    if (!made || made->getNumRegions() != 0 || isa<tensor::ExtractOp>(made))
      return AccessPattern::Other;
    SmallVector<AccessPattern> from =
        llvm::map_to_vector(made->getOperands(), [&](Value each) { return of(each); });
    if (llvm::all_of(from, [](AccessPattern each) { return each == AccessPattern::Same; }))
      return AccessPattern::Same;
    if (isa<arith::AddIOp>(made))
      return sum(from[0], from[1]);
    if (from[0] == AccessPattern::Aligned && isBlock(made))
      return isa<arith::DivUIOp>(made) && !isPart(made) ? AccessPattern::Same
                                                        : AccessPattern::Aligned;
    return AccessPattern::Other;
  }

  static AccessPattern sum(AccessPattern lhs, AccessPattern rhs) {
    if (lhs == AccessPattern::Other || rhs == AccessPattern::Other ||
        (lhs != AccessPattern::Same && rhs != AccessPattern::Same))
      return AccessPattern::Other;
    return AccessPattern::Steps;
  }

  // Whether `made` divides an index by the size of a block, or takes the remainder, such that:
  // - the block has room for the iterations: the quotient is its number, the remainder an offset in
  //   it;
  // - or, with `repeats`, the iterations span several blocks: the offset in a block comes again, or
  //   the quotient is the index of a byte that holds bits of up to 8 elements.
  bool isBlock(Operation *made) const {
    std::optional<int64_t> size = sizeOf(made);
    const int64_t most = isa<arith::RemUIOp>(made) ? steps : kBitsOfByte;
    return size && (*size % steps == 0 || (repeats && steps % *size == 0 && *size <= most));
  }
  // Whether the iterations span several blocks.
  bool isPart(Operation *made) const { return *sizeOf(made) < steps; }

  static std::optional<int64_t> sizeOf(Operation *made) {
    if (!isa<arith::DivUIOp, arith::RemUIOp>(made))
      return std::nullopt;
    std::optional<int64_t> size = getConstantIntValue(made->getOperand(1));
    return size && *size > 0 ? size : std::nullopt;
  }

  linalg::LinalgOp op;
  unsigned loop;
  int64_t steps;
  bool repeats;
};

// Bytes of the largest tensor that is read at computed indices, per `steps` iterations of all loops
// on which these depend. The largest number if a size is dynamic.
int64_t bytesBehind(linalg::LinalgOp op, Value value, int64_t steps) {
  constexpr int64_t kUnknown = std::numeric_limits<int64_t>::max();
  const SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  int64_t most = 0;
  auto take = [&](tensor::ExtractOp read) {
    auto type = cast<RankedTensorType>(read.getTensor().getType());
    if (!type.hasStaticShape() || llvm::any_of(sizes, ShapedType::isDynamic)) {
      most = kUnknown;
      return;
    }
    const llvm::SmallBitVector loops = loopsBehind(op, read.getResult());
    int64_t numSteps = 1;
    for (unsigned loop : loops.set_bits())
      numSteps *= sizes[loop];
    const int64_t bytes =
        llvm::divideCeil(type.getNumElements() * type.getElementTypeBitWidth(), 8);
    most = std::max<int64_t>(most, llvm::divideCeil(bytes * steps, numSteps));
  };
  for (Value each : valuesBehind(op, value))
    if (Operation *made = each.getDefiningOp())
      made->walk(take);
  return most;
}

} // namespace

bool readsContiguously(linalg::LinalgOp op, Value value, unsigned loop, int64_t steps) {
  return RunCheck(op, loop, steps, /*repeats=*/false).reads(value);
}

int64_t blockRun(linalg::LinalgOp op, Value value, unsigned loop, int64_t size,
                 int64_t invocations) {
  constexpr int64_t kLong = 64, kBlock = 32, kShort = 16, kMaxBytes = 40;
  auto isRun = [&](int64_t steps) {
    return size % steps == 0 && (steps == kShort || size / steps >= invocations) &&
           RunCheck(op, loop, std::min(steps, kBlock), /*repeats=*/true).reads(value);
  };
  if (isRun(kLong) && bytesBehind(op, value, kLong) <= kMaxBytes)
    return kLong;
  return isRun(kBlock) ? kBlock : isRun(kShort) ? kShort : 1;
}

} // namespace rlx
