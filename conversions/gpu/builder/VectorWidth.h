// Neighbouring elements in one vector that a device can load, hold and store at once: elements of
// 32 and 64 bits as they are, smaller ones in words of 32 bits.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_VECTORWIDTH_H
#define RLX_CONVERSIONS_GPU_BUILDER_VECTORWIDTH_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace rlx {

// How many elements a vector has at most, a power of two; 1 of types that have none.
int64_t maxLanes(mlir::Type element);

// Of so many elements and more squares are worth it whose sides are as long: some are read along
// one side, and all of them written along the other.
inline constexpr int64_t kMinForTurning = 1 << 20;

// Neighbours that an invocation computes at once, at most.
inline constexpr int64_t kMaxLanes = 8;

// How many elements of each of the tensors a vector has room for, kMaxLanes at most. Truth values
// do not count.
int64_t commonLanes(mlir::ValueRange tensors);

// The type of so many, a power of two; of a single word no vector.
mlir::Type packedType(mlir::Type element, int64_t lanes);
mlir::Value packLanes(mlir::OpBuilder &b, mlir::Location loc, mlir::ValueRange lanes);
llvm::SmallVector<mlir::Value> unpackLanes(mlir::OpBuilder &b, mlir::Location loc,
                                           mlir::Value packed, mlir::Type element);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_VECTORWIDTH_H
