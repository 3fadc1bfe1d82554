// Checks and shape rules that many ops share; each reports through the context and fails once.
#ifndef RLX_DIALECTS_RLX_SUPPORT_INFERENCERULES_H
#define RLX_DIALECTS_RLX_SUPPORT_INFERENCERULES_H

#include "dialects/rlx/interfaces/Inference.h"

namespace rlx {

// Elementwise result: broadcast shape of all operands; `elementType` or that of operand 0. Fails
// when shapes clash, or (unless `mixedTypes`) when element types differ.
mlir::LogicalResult inferElementwise(InferContext &ctx, mlir::ValueRange operands,
                                     llvm::SmallVectorImpl<InferredType> &results,
                                     mlir::Type elementType = {}, bool mixedTypes = false);

// Fails unless all values have the element type of the first.
mlir::LogicalResult expectSameElementType(InferContext &ctx, mlir::ValueRange operands);

// Makes `axis` non-negative; fails unless it lies in [-rank, rank).
mlir::LogicalResult normalizeAxis(InferContext &ctx, int64_t &axis, int64_t rank);

// Normalised, sorted, distinct axes; an empty list means all axes if `emptyMeansAll`.
mlir::LogicalResult normalizeAxes(InferContext &ctx, llvm::ArrayRef<int64_t> axes, int64_t rank,
                                  bool emptyMeansAll, llvm::SmallVectorImpl<int64_t> &normalized);

// The same for code that runs after verification and cannot fail.
int64_t normalizedAxis(int64_t axis, int64_t rank);
llvm::SmallVector<int64_t> normalizedAxes(llvm::ArrayRef<int64_t> axes, int64_t rank,
                                          bool emptyMeansAll);

// Fails unless `value` (which may be absent) has the sizes `expected`; `name` names it in messages.
// Sizes that may differ at run time are required equal.
mlir::LogicalResult expectShape(InferContext &ctx, llvm::StringRef name, mlir::Value value,
                                llvm::ArrayRef<Dim> expected);

// Whether two sizes are static and differ.
bool isClash(Dim lhs, Dim rhs);

// Product of sizes, simplified.
Dim product(InferContext &ctx, llvm::ArrayRef<Dim> dims);

// `before` and the size for messages; nothing if it is not known before the model runs.
std::string ifKnown(llvm::StringRef before, Dim size);

// Fails with `message` if `value` is known to be negative; otherwise requires, when the model
// runs, that it is not.
mlir::LogicalResult expectNonNegative(InferContext &ctx, Dim value, const llvm::Twine &message);

// Fails if one of a list of sizes that the user gave is negative.
mlir::LogicalResult expectSizes(InferContext &ctx, llvm::ArrayRef<Dim> sizes);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_INFERENCERULES_H
