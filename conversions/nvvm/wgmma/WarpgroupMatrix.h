// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix instructions of warpgroups (wgmma) on accumulators and operands in registers, as assembly.
//
// Operations are asynchronous: a register must not be read before wait(), nor written behind
// multiply(). No IR says so, so fence() and wait() take the values and return them: later uses
// depend on the wait. Operands in registers go to wait(), too, so that nothing else gets their
// registers before it.
#ifndef RLX_CONVERSIONS_NVVM_WGMMA_WARPGROUPMATRIX_H
#define RLX_CONVERSIONS_NVVM_WGMMA_WARPGROUPMATRIX_H

#include "conversions/nvvm/wgmma/Words.h"

namespace rlx {

class WarpgroupMatrix {
public:
  using Values = llvm::SmallVector<mlir::Value>;

  // `element` is the type of the operands, f16 or bf16.
  WarpgroupMatrix(WorkgroupBuilder &k, mlir::Type element) : k(k), element(element) {}

  // Earlier writes to these registers are visible to the multiplications behind.
  void fence(llvm::MutableArrayRef<mlir::Value> registers);
  // Ends a group of multiplications.
  void commit();
  // Waits until at most `pending` groups are at work; the registers may be used then.
  void wait(int64_t pending, llvm::MutableArrayRef<mlir::Value> registers);

  // Sums that the first multiplication overwrites.
  Values unset(int64_t columns);
  // 2^value, and 0 where that is subnormal.
  mlir::Value exp2(mlir::Value value);
  // Two f32 as a word of two elements, rounded to nearest even.
  mlir::Value packed(mlir::Value low, mlir::Value high);

  // sums (64 x 2 * their number) += left (64 x 16) * right (16 x columns), both in shared memory by
  // descriptors (i64). `rightAlongSum`: the right operand is contiguous along K. Without
  // `accumulates` earlier sums are overwritten.
  void multiply(llvm::MutableArrayRef<mlir::Value> sums, mlir::Value left, mlir::Value right,
                bool rightAlongSum, bool accumulates = true);
  // The same, with the left operand in four registers of two elements (i32).
  void multiply(llvm::MutableArrayRef<mlir::Value> sums, llvm::ArrayRef<mlir::Value> left,
                mlir::Value right, bool rightAlongSum);

private:
  mlir::Value instruction(const llvm::Twine &text, llvm::StringRef constraints, mlir::Type type,
                          mlir::ValueRange operands);
  Values assembly(llvm::StringRef text, mlir::ValueRange tied, mlir::ValueRange inputs);
  void multiply(llvm::MutableArrayRef<mlir::Value> sums, mlir::ValueRange operands,
                llvm::StringRef left, llvm::StringRef suffix, bool accumulates);

  WorkgroupBuilder &k;
  mlir::Type element;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_WGMMA_WARPGROUPMATRIX_H
