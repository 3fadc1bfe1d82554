// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The keys that a mask shows to the queries of a workgroup (AttentionKernel::showKeys). A cache has
// room for more keys than a text has so far: nobody reads those behind the last one that is shown.
//
// Invocations read the mask at keys that are `invocations` apart, kAtOnce of them in flight, and
// exchange results in shared memory.
#include "conversions/gpu/attention/AttentionKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace rlx {
namespace {
constexpr int64_t kAtOnce = 4;
// Results that an invocation reads at the end.
constexpr int64_t kCombined = 32;
} // namespace

// Results of all invocations are rows of kCombined. First, each column becomes its largest element:
//
//   x x x x x x x x
//   x x x x x x x x     ->     x x x x x x x x     ->     x
SmallVector<Value> AttentionKernel::largestOf(ArrayRef<Value> own, int64_t invocations) {
  const int64_t combined = std::min(kCombined, invocations);
  const auto count = static_cast<int64_t>(own.size());
  Value memory = k.shared(k.b.getI32Type(), count * invocations);
  auto largest = [&](int64_t array, Value first, int64_t from, int64_t to, int64_t step) {
    Value sofar;
    for (int64_t i = from; i < to; i += step) {
      Value each = k.load(memory, k.add(first, k.constant(array * invocations + i)));
      sofar = sofar ? binary<arith::MaxSIOp>(sofar, each) : each;
    }
    return sofar;
  };
  for (auto [array, value] : llvm::enumerate(own))
    k.store(arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), value), memory,
            k.add(k.local, k.constant(static_cast<int64_t>(array) * invocations)));
  k.barrier();
  if (invocations > combined) {
    k.when(k.less(k.local, k.constant(combined)), [&] {
      for (int64_t array = 0; array < count; ++array)
        k.store(largest(array, k.local, 0, invocations, combined), memory,
                k.add(k.local, k.constant(array * invocations)));
    });
    k.barrier();
  }
  SmallVector<Value> results;
  for (int64_t array = 0; array < count; ++array)
    results.push_back(arith::IndexCastOp::create(
        k.b, k.loc, k.b.getIndexType(), largest(array, k.constant(0), 0, combined, /*step=*/1)));
  return results;
}

bool AttentionKernel::findsShownKeys() {
  if (form.maskKind != AttentionMask::Custom)
    return false;
  auto mask = cast<ShapedType>(form.mask.getType());
  return mask.getRank() == 2 || mask.getDimSize(1) == 1;
}

int64_t AttentionKernel::shownKeysBytes(int64_t invocations, bool fromFirst) {
  return (fromFirst ? 8 : 4) * invocations;
}

AffineExpr AttentionKernel::shownKeysIterations(AffineExpr keys, int64_t invocations,
                                                int64_t rows) {
  return keys.ceilDiv(kAtOnce * invocations) * (rows + 1);
}

void AttentionKernel::showKeys(int64_t invocations, Value fromRow, Value numRows, bool fromFirst) {
  if (!findsShownKeys())
    return;
  Value all = keys, one = k.constant(1), none = k.constant(0);
  Value last = binary<arith::SubIOp>(all, one);
  // The end of the shown keys, and the number of keys from the first one on.
  SmallVector<Value> zeros(fromFirst ? 2 : 1, none);
  auto ofKeys = [&](Value first, ValueRange before) {
    SmallVector<Value> at;
    for (int64_t i = 0; i < kAtOnce; ++i)
      at.push_back(binary<arith::MinUIOp>(k.add(first, k.constant(i * invocations)), last));
    return k.loop(none, numRows, one, before, [&](Value number, ValueRange sofar) {
      Value row = k.add(fromRow, number);
      SmallVector<Value> isShown, next(sofar);
      for (Value key : at)
        isShown.push_back(maskAt(row, key));
      for (auto [key, shown] : llvm::zip_equal(at, isShown)) {
        next[0] = binary<arith::MaxUIOp>(next[0], select(shown, k.add(key, one), none));
        if (fromFirst)
          next[1] =
              binary<arith::MaxUIOp>(next[1], select(shown, binary<arith::SubIOp>(all, key), none));
      }
      return next;
    });
  };
  SmallVector<Value> own = k.loop(k.local, all, k.constant(kAtOnce * invocations), zeros, ofKeys);
  SmallVector<Value> results = largestOf(own, invocations);
  // If no key is shown, the first one is read, with the weight 0.
  keys = binary<arith::MinUIOp>(binary<arith::MaxUIOp>(results[0], one), all);
  if (fromFirst)
    firstShown = select(k.less(none, results[1]), binary<arith::SubIOp>(all, results[1]), none);
}

} // namespace rlx
