// Positions that come from the data of a run: negative ones count from the end, and one outside
// [-size, size) fails the run. Shared by the ops that read and that write at such positions.
#ifndef RLX_DIALECTS_RLX_SUPPORT_INDEXCHECKS_H
#define RLX_DIALECTS_RLX_SUPPORT_INDEXCHECKS_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

// The position in [0, size) that `raw`, an integer of the declared type `element`, names. A bad one
// fails a check, and is clamped so that what runs after the check touches no foreign memory.
mlir::Value checkedIndex(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value raw,
                         mlir::Type element, mlir::Value size);

// The same for an op's index: of ops with kInsideAttr it is that position, and nothing is checked.
mlir::Value indexOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Operation *op,
                    mlir::Value raw, mlir::Type element, mlir::Value size);

// The same for the interpreter, where a bad index is an error: element i of `indices`.
llvm::Expected<int64_t> checkedIndex(const ref::Tensor &indices, int64_t i, int64_t size);

// Calls `body(position in the result, position in the data)` for every element that a gather of
// `indices` along `axis` takes from data of this shape; for the interpreter.
llvm::Error forEachGathered(llvm::ArrayRef<int64_t> data, const ref::Tensor &indices, int64_t axis,
                            llvm::function_ref<void(int64_t, int64_t)> body);

// Calls `body(position in the indices, position in the data)` for every element of indices that
// name the position along `axis` in data of this shape; for the interpreter.
llvm::Error forEachAlong(llvm::ArrayRef<int64_t> data, const ref::Tensor &indices, int64_t axis,
                         llvm::function_ref<void(int64_t, int64_t)> body);

// Fails unless there is a position along `dim` that an index could name.
mlir::LogicalResult expectNotEmpty(InferContext &ctx, llvm::ArrayRef<Dim> shape, int64_t dim);

// Fails unless indices along an axis of the data fit it: an axis that there is (_c1), one rank
// (_c2), at most the data's sizes in the other dimensions (_c3), and data that is not empty along
// it (_c4).
mlir::LogicalResult expectIndicesAlong(InferContext &ctx, llvm::ArrayRef<Dim> data,
                                       llvm::ArrayRef<Dim> indices, int64_t axis);

// A size of a tensor as an index value.
mlir::Value sizeOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor, int64_t dim);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_INDEXCHECKS_H
