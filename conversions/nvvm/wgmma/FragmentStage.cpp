// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits stores to and loads from the stages of warps (see FragmentStage.h).
//
// A warp has 16 rows. Thread t has of each 8 columns: rows t / 4 and t / 4 + 8, columns 2 (t % 4)
// and the next.
#include "conversions/nvvm/wgmma/FragmentStage.h"

using namespace mlir;

namespace rlx {

static constexpr int64_t kFragment = 8; // columns in which a thread has two

FragmentStage::FragmentStage(WorkgroupBuilder &k, int64_t warps, bool isTransposed)
    : k(k), w(k), isTransposed(isTransposed),
      memory(k.shared(k.b.getF32Type(), warps * kElements)) {}

void FragmentStage::setThread(Value ofWarp, Value warp) {
  lane = ofWarp;
  begin = w.toIndex(w.mul(warp, w.constant(kElements)));
}

void FragmentStage::forEachVector(ArrayRef<Value> sums,
                                  function_ref<void(Value, Value, ValueRange)> store) {
  const int64_t columns = static_cast<int64_t>(sums.size()) * 2;
  const int64_t chunk = std::min(kChunk, columns);
  for (int64_t from = 0; from < columns; from += chunk) {
    write(sums, from, std::min(chunk, columns - from));
    k.subgroupBarrier();
    read(from, std::min(chunk, columns - from), store);
    k.subgroupBarrier();
  }
}

void FragmentStage::write(ArrayRef<Value> sums, int64_t from, int64_t chunk) {
  Value row = w.toIndex(w.shiftRight(lane, w.constant(2)));
  Value column = w.toIndex(w.mul(w.bitAnd(lane, w.constant(3)), w.constant(2)));
  const int64_t rowStep = isTransposed ? 1 : kPitch;
  const int64_t columnStep = isTransposed ? kTransposedPitch : 1;
  Value first =
      k.add(begin, k.add(k.mul(row, k.constant(rowStep)), k.mul(column, k.constant(columnStep))));
  for (int64_t fragment = 0; fragment < chunk / kFragment; ++fragment)
    for (int64_t i = 0; i < 4; ++i) {
      const int64_t offset = i / 2 * 8 * rowStep + (fragment * kFragment + i % 2) * columnStep;
      k.store(sums[static_cast<size_t>((from / kFragment + fragment) * 4 + i)], memory,
              k.add(first, k.constant(offset)));
    }
}

void FragmentStage::read(int64_t from, int64_t chunk,
                         function_ref<void(Value, Value, ValueRange)> store) {
  const int64_t length = isTransposed ? kRows : chunk, lines = isTransposed ? chunk : kRows;
  const int64_t pitch = isTransposed ? kTransposedPitch : kPitch;
  Value inLine = k.constant(length / kAtOnce);
  k.loop(w.toIndex(lane), k.constant(lines * length / kAtOnce), k.constant(kWarp), {},
         [&](Value vector, ValueRange) {
           Value line = k.div(vector, inLine);
           Value offset = k.mul(k.rem(vector, inLine), k.constant(kAtOnce));
           Value first = k.add(begin, k.add(k.mul(line, k.constant(pitch)), offset));
           SmallVector<Value> loaded;
           for (int64_t i = 0; i < kAtOnce; ++i)
             loaded.push_back(k.load(memory, k.add(first, k.constant(i))));
           store(isTransposed ? offset : line,
                 k.add(k.constant(from), isTransposed ? line : offset), loaded);
           return SmallVector<Value>();
         });
}

} // namespace rlx
