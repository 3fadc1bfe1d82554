// The frame of a CPU fast path: reads a kernel of rlx ops and builds its buffer form.
//
// A path first checks everything it needs, then builds through a KernelBuilder. The new body
// replaces the old one in `finish`; a builder that goes away before that leaves no trace.
#ifndef RLX_CONVERSIONS_CPU_BUILDER_KERNELBUILDER_H
#define RLX_CONVERSIONS_CPU_BUILDER_KERNELBUILDER_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include <map>

namespace rlx::cpu {

constexpr int64_t kLineElements = 16; // f32 elements of a cache line

// A kernel of the form: root op on arguments, then elementwise ops on its result.
struct FusedKernel {
  mlir::func::FuncOp function;
  mlir::Operation *root;
  llvm::SmallVector<mlir::Operation *> consumers; // in program order
  mlir::RankedTensorType resultType;              // of the kernel; shaped like the root's result
};

// Fails with a reason if the kernel has another form. Operands of the root op are arguments, or
// constants where `mayBeConstant` says so.
llvm::FailureOr<FusedKernel>
matchFusedKernel(mlir::func::FuncOp kernel, LoweringReason &why,
                 llvm::function_ref<bool(mlir::OpOperand &)> mayBeConstant = nullptr);

// Fails unless all tensors among the values have element type f32.
llvm::LogicalResult expectF32(mlir::ValueRange values, LoweringReason &why);

// A product of sizes, or the largest number.
int64_t saturatingProduct(std::initializer_list<int64_t> sizes);

class KernelBuilder {
public:
  explicit KernelBuilder(const FusedKernel &kernel);
  ~KernelBuilder();
  KernelBuilder(const KernelBuilder &) = delete;
  KernelBuilder &operator=(const KernelBuilder &) = delete;

  mlir::OpBuilder b; // stands in the new body
  mlir::Location loc;

  // The buffer or index argument that takes the place of an argument of the old kernel.
  mlir::Value argument(mlir::Value old) const;
  mlir::Value output() const { return outputBuffer; }
  mlir::Value workspace() const { return scratch; }
  mlir::Value workgroup(unsigned axis) const { return ids[axis]; } // x, y, z

  // Sizes as the grid, workspace and cost maps see them.
  mlir::AffineExpr sizeExpr(mlir::Value old, unsigned dim) const;
  mlir::AffineExpr outputSizeExpr(unsigned dim) const { return outputSizes[dim]; }
  mlir::AffineExpr constantExpr(int64_t value) const;

  // Index arithmetic that folds constants. `c` creates every constant once, in the entry block.
  mlir::Value c(int64_t value);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value add(mlir::Value lhs, int64_t rhs) { return rhs == 0 ? lhs : add(lhs, c(rhs)); }
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, int64_t rhs) { return rhs == 1 ? lhs : mul(lhs, c(rhs)); }
  mlir::Value min(mlir::Value lhs, mlir::Value rhs);
  mlir::Value max(mlir::Value lhs, mlir::Value rhs);
  mlir::Value div(mlir::Value lhs, mlir::Value rhs); // of non-negative values
  mlir::Value rem(mlir::Value lhs, mlir::Value rhs);
  mlir::Value less(mlir::Value lhs, mlir::Value rhs); // i1, signed
  mlir::Value select(mlir::Value condition, mlir::Value lhs, mlir::Value rhs);
  // A size of a buffer.
  mlir::Value size(mlir::Value memref, unsigned dim);
  // Product of the sizes [begin, end) of a buffer.
  mlir::Value sizeProduct(mlir::Value memref, unsigned begin, unsigned end);
  // A constant of the element type, splat over `type` if that is a vector.
  mlir::Value splat(mlir::Type type, double value);

  // The same contiguous elements with other sizes; `dynamic` has one value per dynamic size.
  mlir::Value recast(mlir::Value memref, llvm::ArrayRef<int64_t> sizes, mlir::ValueRange dynamic);
  // Static stack memory, created in the entry block.
  mlir::Value stack(llvm::ArrayRef<int64_t> sizes, mlir::Type element);

  // Loops; the second form carries values and returns the last ones.
  void loop(mlir::Value from, mlir::Value to, int64_t step,
            llvm::function_ref<void(mlir::Value)> body);
  llvm::SmallVector<mlir::Value>
  loop(mlir::Value from, mlir::Value to, int64_t step, mlir::ValueRange carried,
       llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value, mlir::ValueRange)> body);
  void when(mlir::Value condition, llvm::function_ref<void()> body,
            llvm::function_ref<void()> otherwise = nullptr);

  // The result may be computed in the memory of that argument of the old kernel (lir.in_place).
  void allowInPlace(mlir::Value old);

  // Puts the new body and the attributes in place of the old kernel.
  void finish(llvm::ArrayRef<mlir::AffineExpr> grid, mlir::AffineExpr workspaceBytes,
              mlir::AffineExpr costNanoseconds);

private:
  const FusedKernel &kernel;
  mlir::func::FuncOp built;
  llvm::SmallVector<mlir::Value> arguments; // by number of the old argument
  mlir::Value outputBuffer, scratch, ids[3];
  llvm::SmallVector<llvm::SmallVector<mlir::AffineExpr>> inputSizes;
  llvm::SmallVector<mlir::AffineExpr> outputSizes;
  unsigned numDims = 0;
  llvm::SmallVector<int64_t> inPlace;       // numbers of arguments
  std::map<int64_t, mlir::Value> constants; // any number is a key: DenseMap reserves two
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_BUILDER_KERNELBUILDER_H
