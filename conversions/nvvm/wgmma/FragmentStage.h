// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way of accumulators of wgmma to vectors: a warp's 16 rows pass through shared memory, a part
// of the columns at a time, so that threads store contiguous elements.
#ifndef RLX_CONVERSIONS_NVVM_WGMMA_FRAGMENTSTAGE_H
#define RLX_CONVERSIONS_NVVM_WGMMA_FRAGMENTSTAGE_H

#include "conversions/nvvm/wgmma/Warpgroup.h"

namespace rlx {

class FragmentStage {
public:
  static constexpr int64_t kRows = kWarpRows;
  static constexpr int64_t kAtOnce = 8; // elements of a vector
  static constexpr int64_t kChunk = 32; // columns at a time, or all if there are fewer

  // `warps` of the thread block have a stage each. `isTransposed`: vectors are of a column.
  FragmentStage(WorkgroupBuilder &k, int64_t warps, bool isTransposed);
  static int64_t bytes(int64_t warps) {
    return warps * kElements * static_cast<int64_t>(sizeof(float));
  }

  // The thread in its warp, and the number of the warp among those with a stage; both i32.
  void setThread(mlir::Value lane, mlir::Value warp);

  // Calls `store` with the first row and column of each vector of this thread, in the warp's rows
  // and the accumulators' columns, and its elements. `sums` are a thread's accumulators of wgmma.
  void forEachVector(llvm::ArrayRef<mlir::Value> sums,
                     llvm::function_ref<void(mlir::Value, mlir::Value, mlir::ValueRange)> store);

private:
  // The padding lets rows of the fragments begin in different banks.
  static constexpr int64_t kPitch = kChunk + 8, kTransposedPitch = kRows + 4;
  static constexpr int64_t kElements = kRows * kPitch;
  static_assert(kChunk * kTransposedPitch <= kElements);

  void write(llvm::ArrayRef<mlir::Value> sums, int64_t from, int64_t chunk);
  void read(int64_t from, int64_t chunk,
            llvm::function_ref<void(mlir::Value, mlir::Value, mlir::ValueRange)> store);

  WorkgroupBuilder &k;
  Words w;
  bool isTransposed;
  mlir::Value memory, lane, begin;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_WGMMA_FRAGMENTSTAGE_H
