// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks and shape rules that many `infer` bodies share. Each reports through the context, and
// fails once. Sizes that are not known to be equal are required to be equal at run time. Rules of
// one family are in the family's own files.
#ifndef RLX_DIALECTS_RLX_SUPPORT_INFERENCERULES_H
#define RLX_DIALECTS_RLX_SUPPORT_INFERENCERULES_H

#include "dialects/rlx/interfaces/Inference.h"

namespace rlx {

/// The result of an elementwise op: the broadcast shape of all operands, with `elementType` or the
/// element type of operand 0. Fails if shapes clash or, unless `mixedTypes`, if element types
/// differ.
mlir::LogicalResult inferElementwise(InferContext &ctx, mlir::ValueRange operands,
                                     llvm::SmallVectorImpl<InferredType> &results,
                                     mlir::Type elementType = {}, bool mixedTypes = false);

/// Fails unless all values have the element type of the first one.
mlir::LogicalResult expectSameElementType(InferContext &ctx, mlir::ValueRange operands);

/// Makes `axis` non-negative. Fails unless it is in [-rank, rank).
mlir::LogicalResult normalizeAxis(InferContext &ctx, int64_t &axis, int64_t rank);

/// Normalizes, sorts and checks axes, which must be distinct. An empty list means all axes if
/// `emptyMeansAll`.
mlir::LogicalResult normalizeAxes(InferContext &ctx, llvm::ArrayRef<int64_t> axes, int64_t rank,
                                  bool emptyMeansAll, llvm::SmallVectorImpl<int64_t> &normalized);

/// The same for code that runs after verification and cannot fail.
int64_t normalizedAxis(int64_t axis, int64_t rank);
llvm::SmallVector<int64_t> normalizedAxes(llvm::ArrayRef<int64_t> axes, int64_t rank,
                                          bool emptyMeansAll);

/// Fails unless `value`, which may be absent, has the sizes `expected`. `name` is its name in
/// messages. Sizes that are not known to be equal are required to be equal at run time.
mlir::LogicalResult expectShape(InferContext &ctx, llvm::StringRef name, mlir::Value value,
                                llvm::ArrayRef<Dim> expected);

/// Whether two sizes are static and differ.
bool isClash(Dim lhs, Dim rhs);

/// The product of sizes, simplified.
Dim product(InferContext &ctx, llvm::ArrayRef<Dim> dims);

/// `before` followed by the size, for messages; empty if the size is dynamic.
std::string ifKnown(llvm::StringRef before, Dim size);

/// Fails with `message` if `value` is known to be negative. If nothing is known, requires at run
/// time that it is not negative.
mlir::LogicalResult expectNonNegative(InferContext &ctx, Dim value, const llvm::Twine &message);

/// Fails if one of the sizes that the user gave is negative.
mlir::LogicalResult expectSizes(InferContext &ctx, llvm::ArrayRef<Dim> sizes);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_INFERENCERULES_H
