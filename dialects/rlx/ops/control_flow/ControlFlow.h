// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules that rlx.if, rlx.while and rlx.scan share: checks of regions, yields and carried values,
// for inference, verifiers and the reference evaluation. They emit no ops. The interface by which
// passes see these ops is ControlFlowInterface.h.
#ifndef RLX_DIALECTS_RLX_OPS_CONTROLFLOW_CONTROLFLOW_H
#define RLX_DIALECTS_RLX_OPS_CONTROLFLOW_CONTROLFLOW_H

#include <array>

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

/// The rlx.yield of a region that may not have been verified yet; null if there is none.
mlir::Operation *yieldOf(mlir::Region *region);

/// The yields of an op with two regions. Reports an error and fails if one is missing.
mlir::FailureOr<std::array<mlir::Operation *, 2>> yieldsOfTwo(InferContext &ctx,
                                                              mlir::RegionRange regions);

/// Unifies two shapes that must be equal, preferring static sizes; std::nullopt if they are known
/// to differ. Sizes that are not known to be equal are required to be equal; `why` describes them.
std::optional<Dims> unifyShapes(InferContext &ctx, llvm::ArrayRef<Dim> a, llvm::ArrayRef<Dim> b,
                                const llvm::Twine &why);

/// Appends the types of carried values that start as `inits` and continue as `next`. Reports an
/// error and fails if these differ, except for the sizes in `varying`, which the run decides.
mlir::LogicalResult inferCarried(InferContext &ctx, mlir::ValueRange inits, mlir::ValueRange next,
                                 llvm::SmallVectorImpl<InferredType> &results,
                                 llvm::ArrayRef<int64_t> varying = {});

/// The number of rows of a scan. `given` (if present) and all inputs must agree on it. Reports an
/// error and fails if they do not, or if it is unknown.
mlir::FailureOr<Dim> inferScanLength(InferContext &ctx, std::optional<int64_t> given,
                                     mlir::ValueRange inputs);

/// Fails unless the region has arguments compatible with `expected`. `name` is its name in
/// messages.
mlir::LogicalResult verifyArguments(mlir::Operation *op, mlir::Region &region, llvm::StringRef name,
                                    llvm::ArrayRef<mlir::RankedTensorType> expected);

/// Fails if an iteration has changed the sizes of a carried value, except for those in `varying`.
llvm::Error checkCarried(llvm::ArrayRef<ref::Tensor> before, llvm::ArrayRef<ref::Tensor> after,
                         llvm::ArrayRef<int64_t> varying = {});

/// Whether pairs of a carried value and a dimension contain this one.
bool isVarying(llvm::ArrayRef<int64_t> pairs, unsigned carried, unsigned dim);

/// For builders: sets the result types of an op under construction, which has its operands,
/// attributes and regions, by its inference. If inference fails, which is reported, the op gets no
/// results.
void addInferredTypes(mlir::OperationState &state, mlir::RegisteredOperationName name);

namespace ref {

/// Reads and writes row `row` along axis 0.
Tensor rowOf(const Tensor &tensor, int64_t row);
void setRow(Tensor &tensor, int64_t row, const Tensor &value);

} // namespace ref
} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_CONTROLFLOW_CONTROLFLOW_H
