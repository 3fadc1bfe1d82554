// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices from tensors of a run. Negative ones count from the end; an index outside [-size, size)
// fails the run. The ops that gather and that scatter at such indices share these checks, in
// lowerings and in the interpreter. Indices that are attributes are checked in `infer`.
#ifndef RLX_DIALECTS_RLX_SUPPORT_INDEXCHECKS_H
#define RLX_DIALECTS_RLX_SUPPORT_INDEXCHECKS_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

/// The index in [0, size) that `raw`, an integer of the declared type `element`, selects. Emits a
/// check, and clamps the index so that code behind a failed check stays within the buffer.
mlir::Value checkedIndex(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value raw,
                         mlir::Type element, mlir::Value size);

/// The same for an index of `op`. If the op has kInsideAttr, no check is emitted.
mlir::Value indexOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Operation *op,
                    mlir::Value raw, mlir::Type element, mlir::Value size);

/// Element i of `indices` as an index in [0, size), for the interpreter. A bad index is an error.
llvm::Expected<int64_t> checkedIndex(const ref::Tensor &indices, int64_t i, int64_t size);

/// For the interpreter: calls `body(result index, data index)`, both linear, for every element that
/// a gather of `indices` along `axis` reads from data of this shape.
llvm::Error forEachGathered(llvm::ArrayRef<int64_t> data, const ref::Tensor &indices, int64_t axis,
                            llvm::function_ref<void(int64_t, int64_t)> body);

/// For the interpreter: calls `body(index into indices, data index)`, both linear, for every
/// element of `indices`. Each gives the coordinate along `axis`; the other coordinates are its own.
llvm::Error forEachAlong(llvm::ArrayRef<int64_t> data, const ref::Tensor &indices, int64_t axis,
                         llvm::function_ref<void(int64_t, int64_t)> body);

/// Fails if dimension `dim` is known to be empty, so that no index could be valid, unless
/// `indices`, the sizes of the list of indices, say that there may be none.
mlir::LogicalResult expectNotEmpty(InferContext &ctx, llvm::ArrayRef<Dim> shape, int64_t dim,
                                   llvm::ArrayRef<Dim> indices);

/// Fails unless `indices` along an axis of the data fit the data: the axis exists (_c1), the ranks
/// are equal (_c2), the other sizes are at most the data's (_c3), and the axis is not empty (_c4).
mlir::LogicalResult expectIndicesAlong(InferContext &ctx, llvm::ArrayRef<Dim> data,
                                       llvm::ArrayRef<Dim> indices, int64_t axis);

/// A size of a tensor, as an index value.
mlir::Value sizeOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor, int64_t dim);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_INDEXCHECKS_H
