// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frame of CPU schedules: matches a kernel of rlx ops and builds its buffer form.
//
// A plan matches the kernel and checks all conditions. Its emit() builds through a KernelBuilder,
// whose `finish` replaces the old body by the new one:
//
//   func @k(%a: tensor<?x64xf32>) -> tensor<?x32xf32>
//   ->
//   func @k(%a: memref<?x64xf32>, %out: memref<?x32xf32>, %scratch: memref<?xi8>,
//           %status: memref<1xi32>, %x: index, %y: index, %z: index)
#ifndef RLX_CONVERSIONS_CPU_BUILDER_KERNELBUILDER_H
#define RLX_CONVERSIONS_CPU_BUILDER_KERNELBUILDER_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include <map>

namespace rlx::cpu {

constexpr int64_t kLineElements = 16; // f32 elements of a cache line

// A root op on arguments, followed by elementwise ops on its result.
struct FusedKernel {
  mlir::func::FuncOp function;
  mlir::Operation *root = nullptr;
  llvm::SmallVector<mlir::Operation *> consumers; // in program order
  mlir::RankedTensorType resultType;              // the kernel's, shaped like the root's
};

// Fails with a reason if the kernel has another form. The root op's operands must be arguments, or
// constants that `mayBeConstant` accepts.
llvm::FailureOr<FusedKernel>
matchFusedKernel(mlir::func::FuncOp kernel, LoweringReason &why,
                 llvm::function_ref<bool(mlir::OpOperand &)> mayBeConstant = nullptr);

// The same, and the root op must be one of Ops.
template <typename... Ops>
llvm::FailureOr<FusedKernel>
matchRoot(mlir::func::FuncOp kernel, LoweringReason &why,
          llvm::function_ref<bool(mlir::OpOperand &)> mayBeConstant = nullptr) {
  llvm::FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why, mayBeConstant);
  if (llvm::succeeded(fused) && !llvm::isa<Ops...>(fused->root))
    return why.because("the root op is " + fused->root->getName().getStringRef());
  return fused;
}

// Fails unless all tensors among the values have element type f32.
llvm::LogicalResult expectF32(mlir::ValueRange values, LoweringReason &why);

// The product of the sizes, or INT64_MAX if it overflows.
int64_t saturatingProduct(std::initializer_list<int64_t> sizes);

class KernelBuilder {
public:
  // Starts the new function, beside the old one.
  explicit KernelBuilder(const FusedKernel &kernel);
  KernelBuilder(const KernelBuilder &) = delete;
  KernelBuilder &operator=(const KernelBuilder &) = delete;

  mlir::OpBuilder b; // inserts into the new body
  mlir::Location loc;

  // The buffer or index argument that replaces an argument of the old kernel.
  mlir::Value argument(mlir::Value old) const;
  mlir::Value output() const { return outputBuffer; }
  mlir::Value workspace() const { return scratch; }
  mlir::Value workgroup(unsigned axis) const { return ids[axis]; } // x, y, z

  // Sizes as expressions of the grid, workspace and cost maps.
  mlir::AffineExpr sizeExpr(mlir::Value old, unsigned dim) const;
  mlir::AffineExpr outputSizeExpr(unsigned dim) const { return outputSizes[dim]; }
  mlir::AffineExpr constantExpr(int64_t value) const;

  // Index arithmetic that folds constants. `c` creates each constant once, in the entry block.
  mlir::Value c(int64_t value);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value add(mlir::Value lhs, int64_t rhs) { return rhs == 0 ? lhs : add(lhs, c(rhs)); }
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, int64_t rhs) { return rhs == 1 ? lhs : mul(lhs, c(rhs)); }
  mlir::Value min(mlir::Value lhs, mlir::Value rhs);
  mlir::Value max(mlir::Value lhs, mlir::Value rhs);
  mlir::Value div(mlir::Value lhs, mlir::Value rhs); // both non-negative
  mlir::Value rem(mlir::Value lhs, mlir::Value rhs);
  mlir::Value less(mlir::Value lhs, mlir::Value rhs); // i1, signed
  mlir::Value select(mlir::Value condition, mlir::Value lhs, mlir::Value rhs);
  // A size of a buffer.
  mlir::Value size(mlir::Value memref, unsigned dim);
  // The product of the sizes [begin, end) of a buffer.
  mlir::Value sizeProduct(mlir::Value memref, unsigned begin, unsigned end);
  // A constant of the element type, splat if `type` is a vector.
  mlir::Value splat(mlir::Type type, double value);

  // The same contiguous elements with other sizes. `dynamic` has one value per dynamic size.
  mlir::Value recast(mlir::Value memref, llvm::ArrayRef<int64_t> sizes, mlir::ValueRange dynamic);
  // Stack memory of static size, allocated in the entry block.
  mlir::Value stack(llvm::ArrayRef<int64_t> sizes, mlir::Type element);

  // Transposes a square: n vectors of n elements, n being a power of two.
  llvm::SmallVector<mlir::Value> transpose(llvm::SmallVector<mlir::Value> rows);

  // Loops. The second form carries values and returns their last ones.
  void loop(mlir::Value from, mlir::Value to, int64_t step,
            llvm::function_ref<void(mlir::Value)> body);
  llvm::SmallVector<mlir::Value>
  loop(mlir::Value from, mlir::Value to, int64_t step, mlir::ValueRange carried,
       llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value, mlir::ValueRange)> body);
  void when(mlir::Value condition, llvm::function_ref<void()> body,
            llvm::function_ref<void()> otherwise = nullptr);

  // Allows the result to be computed in the memory of this argument of the old kernel
  // (lir.in_place).
  void allowInPlace(mlir::Value old);

  // Call it last. Replaces the old kernel's body and attributes by the new ones.
  void finish(llvm::ArrayRef<mlir::AffineExpr> grid, mlir::AffineExpr workspaceBytes,
              mlir::AffineExpr costNanoseconds);

private:
  const FusedKernel &kernel;
  mlir::func::FuncOp built;
  llvm::SmallVector<mlir::Value> arguments; // by index of the old argument
  mlir::Value outputBuffer, scratch, ids[3];
  llvm::SmallVector<llvm::SmallVector<mlir::AffineExpr>> inputSizes;
  llvm::SmallVector<mlir::AffineExpr> outputSizes;
  unsigned numDims = 0;
  llvm::SmallVector<int64_t> inPlace;       // indices of arguments
  std::map<int64_t, mlir::Value> constants; // std::map: DenseMap reserves two of the keys
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_BUILDER_KERNELBUILDER_H
