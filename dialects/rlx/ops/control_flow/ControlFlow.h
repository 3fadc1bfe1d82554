// What rlx.if, rlx.while and rlx.scan share: rules about regions, yields and carried values.
#ifndef RLX_DIALECTS_RLX_OPS_CONTROLFLOW_CONTROLFLOW_H
#define RLX_DIALECTS_RLX_OPS_CONTROLFLOW_CONTROLFLOW_H

#include <array>

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

// The rlx.yield of a region that may not have been verified yet, or null.
mlir::Operation *yieldOf(mlir::Region *region);

// Those of an op with two regions; reports and fails where one is missing.
mlir::FailureOr<std::array<mlir::Operation *, 2>> yieldsOfTwo(InferContext &ctx,
                                                              mlir::RegionRange regions);

// One shape for two that must be equal, each size as the one that knows more has it; nothing if
// they are known to differ. Otherwise unequal sizes are required equal; `why` names them.
std::optional<Dims> unifyShapes(InferContext &ctx, llvm::ArrayRef<Dim> a, llvm::ArrayRef<Dim> b,
                                const llvm::Twine &why);

// Appends the types of carried values that start as `inits` and go on as `next`; reports and fails
// where these differ.
mlir::LogicalResult inferCarried(InferContext &ctx, mlir::ValueRange inits, mlir::ValueRange next,
                                 llvm::SmallVectorImpl<InferredType> &results);

// The number of rows of a scan, on which `given` (where there is one) and all inputs must agree;
// reports and fails where they do not, or where there is none.
mlir::FailureOr<Dim> inferScanLength(InferContext &ctx, std::optional<int64_t> given,
                                     mlir::ValueRange inputs);

// Fails unless the region has arguments compatible with `expected`; `name` names it in messages.
mlir::LogicalResult verifyArguments(mlir::Operation *op, mlir::Region &region, llvm::StringRef name,
                                    llvm::ArrayRef<mlir::RankedTensorType> expected);

// Fails if a carried value has other sizes after a turn than before it.
llvm::Error checkCarried(llvm::ArrayRef<ref::Tensor> before, llvm::ArrayRef<ref::Tensor> after);

// Gives an op that is being built, with its operands, attributes and regions, the result types that
// its inference computes. For builders only: where inference fails, which is reported, the op gets
// no results.
void addInferredTypes(mlir::OperationState &state, mlir::RegisteredOperationName name);

namespace ref {

// Row `row` along axis 0.
Tensor rowOf(const Tensor &tensor, int64_t row);
void setRow(Tensor &tensor, int64_t row, const Tensor &value);

} // namespace ref
} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_CONTROLFLOW_CONTROLFLOW_H
