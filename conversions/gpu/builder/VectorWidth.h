// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of contiguous elements that a device loads, holds and stores at once, of up to 16 bytes.
// Elements of 32 and 64 bits stay as they are, narrower ones are packed into 32-bit words.
//
// For example, four f32 are a vector<4xf32>, eight f16 a vector<4xi32>, and two f16 an i32.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_VECTORWIDTH_H
#define RLX_CONVERSIONS_GPU_BUILDER_VECTORWIDTH_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace rlx {

// Elements of a full vector, a power of two; 1 for types without vectors.
int64_t maxLanes(mlir::Type element);

// Tensors of at least this size are worth square tiles in a transpose: elements are read along one
// side of the square, and written along the other.
inline constexpr int64_t kMinForTranspose = 1 << 20;
// Whether a matrix is that large, and squares divide it.
bool canTransposeInTiles(mlir::RankedTensorType matrix);

// Contiguous elements that an invocation computes at once, at most.
inline constexpr int64_t kMaxLanes = 8;

// Elements for which a vector of each of the tensors has room, at most kMaxLanes. Truth values do
// not count.
int64_t commonLanes(mlir::ValueRange tensors);

// The type that holds `lanes` elements, a power of two: a vector of words, or a single word.
mlir::Type packedType(mlir::Type element, int64_t lanes);
mlir::Value packLanes(mlir::OpBuilder &b, mlir::Location loc, mlir::ValueRange lanes);
llvm::SmallVector<mlir::Value> unpackLanes(mlir::OpBuilder &b, mlir::Location loc,
                                           mlir::Value packed, mlir::Type element);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_VECTORWIDTH_H
