// The elementwise ops that follow a kernel's root op, applied to vectors of its result while they
// are still in registers. Other operands are read at the matching (broadcast) positions.
#ifndef RLX_CONVERSIONS_CPU_BUILDER_EPILOGUE_H
#define RLX_CONVERSIONS_CPU_BUILDER_EPILOGUE_H

#include "conversions/cpu/builder/KernelBuilder.h"

namespace rlx::cpu {

class Epilogue {
public:
  // Checks that every consumer can be evaluated on vectors. Emits nothing.
  static llvm::FailureOr<Epilogue> plan(const FusedKernel &kernel, int64_t lanes,
                                        LoweringReason &why);

  // Binds the operands to the new kernel's arguments. With `joinRows` positions are (row, column):
  // all dimensions but the last count as one, provided `canJoinRows`.
  void bind(KernelBuilder &builder, bool joinRows);
  bool canJoinRows() const { return rowsJoin; }

  // True if the ops are so many or so costly that code for them should exist once, in a loop, not
  // once for every register of a tile.
  bool isHeavy() const { return heavy; }
  bool isEmpty() const { return kernel->consumers.empty(); }
  // Of the root's result.
  mlir::Type rootElement() const;

  // The consumers' result for `root`, which holds the root's result from `position` on along the
  // last dimension. Only lanes set in `mask` (all, if null) are read from memory.
  mlir::Value apply(mlir::Value root, llvm::ArrayRef<mlir::Value> position, mlir::Value mask);

  // Lists the buffers whose elements at a position are read (with their dims joined if bound so)
  // and have the result's full shape: candidates for prefetching.
  llvm::SmallVector<mlir::Value> fullOperands() const;

  // Lets the kernel's result take the place of an operand of its type that only the epilogue reads.
  // For kernels that compute and store every element of the result once, by `apply`.
  void allowInPlace() const;

private:
  using Read = llvm::function_ref<llvm::FailureOr<mlir::Value>(mlir::Value)>;
  llvm::FailureOr<mlir::Value> evaluate(mlir::OpBuilder &b, mlir::Location loc, mlir::Value root,
                                        Read read, LoweringReason &why) const;
  mlir::Value load(mlir::Value operand, llvm::ArrayRef<mlir::Value> position, mlir::Value mask);

  const FusedKernel *kernel = nullptr;
  KernelBuilder *builder = nullptr;
  int64_t lanes = 0;
  bool heavy = false, rowsJoin = true, joined = false;
  llvm::SmallVector<mlir::Value> operands;          // tensors read beside the root's result
  llvm::DenseMap<mlir::Value, mlir::Value> buffers; // of `operands`, once bound
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_BUILDER_EPILOGUE_H
