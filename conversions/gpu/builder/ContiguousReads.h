// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contiguous reads at indices that an op's body computes itself (tensor.extract), for example of
// block-quantized weights. Reads by indexing maps are the business of readsRows (ElementEmitter.h).
// Schedules ask here how many iterations an invocation should take at once.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_CONTIGUOUSREADS_H
#define RLX_CONVERSIONS_GPU_BUILDER_CONTIGUOUSREADS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace rlx {

// Whether `steps` consecutive iterations of the loop, from a multiple of `steps` on, compute a
// value of the body from contiguous elements, or all from the same element.
bool readsContiguously(mlir::linalg::LinalgOp op, mlir::Value value, unsigned loop, int64_t steps);

// Consecutive iterations that an invocation should take at once of a value that is decoded from
// quantized blocks: 64, 32 or 16. They share a scale and maybe bytes, and contiguous bytes are
// loaded as words. 1 if the reads are not contiguous. `size` is the trip count of the loop, which
// `invocations` share: a run of more than 16 is never so long that one of them idles.
//
// For example, 64 for `q4_0` (36 bytes), 32 for `q8_0`, 16 for `q6_k`.
int64_t blockRun(mlir::linalg::LinalgOp op, mlir::Value value, unsigned loop, int64_t size,
                 int64_t invocations);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_CONTIGUOUSREADS_H
