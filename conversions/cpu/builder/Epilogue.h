// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates the elementwise ops behind a kernel's root op on vectors that are still in registers.
//
// For example, the epilogue of `relu(matmul(a, w) + residual)` adds the residual and applies relu
// to each vector of accumulators before the store. Operands other than the root's result are loaded
// at the matching index, broadcast if needed. The schedule of the root op is not this class's
// business.
#ifndef RLX_CONVERSIONS_CPU_BUILDER_EPILOGUE_H
#define RLX_CONVERSIONS_CPU_BUILDER_EPILOGUE_H

#include "conversions/cpu/builder/KernelBuilder.h"

namespace rlx::cpu {

class Epilogue {
public:
  // Checks that every consumer can be evaluated on vectors. Leaves no code behind.
  static llvm::FailureOr<Epilogue> plan(const FusedKernel &kernel, int64_t lanes,
                                        LoweringReason &why);

  // Binds the operands to the arguments of the new kernel. With `joinRows` an index is (row,
  // column): all dimensions but the last are collapsed into one. Requires `canJoinRows`.
  void bind(KernelBuilder &builder, bool joinRows);
  bool canJoinRows() const { return rowsJoin; }
  // Whether all operands but the root's result have no dimensions, so that positions do not matter.
  bool readsScalars() const;

  // Whether the ops are so many or costly that their code should exist once, in a loop, rather than
  // once per register of a tile.
  bool isHeavy() const { return heavy; }
  // Element type of the root's result.
  mlir::Type rootElement() const;

  // The result of the consumers for `root`, a vector of the root's result that starts at `position`
  // along the last dimension. Only lanes set in `mask` (all if null) are read from memory.
  mlir::Value apply(mlir::Value root, llvm::ArrayRef<mlir::Value> position, mlir::Value mask);

  // The buffers that have the full shape of the result: candidates for prefetching. Their
  // dimensions are collapsed if they were bound so.
  llvm::SmallVector<mlir::Value> fullOperands() const;

  // Allows the result to reuse the memory of an operand of the same type that only the epilogue
  // reads. For kernels that compute and store each element of the result once, through `apply`.
  void allowInPlace() const;

private:
  using Read = llvm::function_ref<llvm::FailureOr<mlir::Value>(mlir::Value)>;
  llvm::FailureOr<mlir::Value> evaluate(mlir::OpBuilder &b, mlir::Location loc, mlir::Value root,
                                        Read read, LoweringReason &why) const;
  mlir::Value load(mlir::Value operand, llvm::ArrayRef<mlir::Value> position, mlir::Value mask);

  FusedKernel kernel;
  KernelBuilder *builder = nullptr;
  int64_t lanes = 0;
  bool heavy = false, rowsJoin = true, joined = false;
  llvm::SmallVector<mlir::Value> operands;          // tensors read in addition to the root's result
  llvm::DenseMap<mlir::Value, mlir::Value> buffers; // buffers of `operands`, once bound
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_BUILDER_EPILOGUE_H
