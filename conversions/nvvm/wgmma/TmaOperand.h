// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An operand of a contraction that the copy engine (TMA) of Hopper moves to shared memory.
//
// The engine copies boxes of a tensor with up to five dimensions, one of which is the sum (K), one
// the operand's own loops (M or N), and the rest batches. For example, with heads in the middle:
//
//   operand %q[b, m, h, k], batch (b, h):   dims, fastest first: sum 64, batch 1 (h), own BM, batch
//   1
//
// Boxes have rows of 64 elements of 16 bits in the 128-byte swizzle:
//
//   contiguous along K:        one box of 64 (K) x extent
//   contiguous along M or N:   panels of 64 (M or N) x 64 (K)
#ifndef RLX_CONVERSIONS_NVVM_WGMMA_TMAOPERAND_H
#define RLX_CONVERSIONS_NVVM_WGMMA_TMAOPERAND_H

#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/matmul/Contraction.h"

namespace rlx {

// Elements of 16 bits in a row of a box, and terms of the sum in a stage.
inline constexpr int64_t kBoxRow = 64;
inline constexpr int64_t kBoxRowBytes = 128;
inline constexpr int64_t kPanelBytes = kBoxRow * kBoxRowBytes;

class TmaOperand {
public:
  // The operand, or why the engine cannot read it. Nothing is changed.
  static std::optional<TmaOperand> find(const Contraction &contraction, const Operand &operand,
                                        std::string &why);

  mlir::Type elementType() const { return element; }
  bool isAlongSum() const { return dims.front().kind == Kind::Sum; }
  // Bytes of `extent` rows (or columns) by kBoxRow terms.
  int64_t bytesOf(int64_t extent) const;

  // Describes the operand's memory to the engine. Call it behind WorkgroupBuilder::begin().
  void describe(WorkgroupBuilder &k, int64_t extent, unsigned numKernelDims);
  // Starts the copies of a stage to the address `to` (i32). They are counted at the mbarrier.
  // `batch` has the values of the contraction's batch loops.
  void copy(WorkgroupBuilder &k, mlir::Value to, mlir::Value barrier, mlir::Value own,
            mlir::Value sum, llvm::ArrayRef<mlir::Value> batch);
  // The matrix descriptor (i64) of wgmma for the rows (or columns) at `address` (i32), and its
  // increase for the next 16 terms.
  mlir::Value descriptor(WorkgroupBuilder &k, mlir::Value address) const;
  int64_t descriptorStep() const;

private:
  enum class Kind { Sum, Own, Batch };
  struct Dim {
    Kind kind;
    Loops loops;                               // of the contraction, collapsed
    llvm::SmallVector<mlir::AffineExpr> sizes; // of these loops

    mlir::AffineExpr size() const;
  };

  mlir::Value coordinate(WorkgroupBuilder &k, const Dim &dim, mlir::Value own, mlir::Value sum,
                         llvm::ArrayRef<mlir::Value> batch) const;

  mlir::Type element;
  mlir::OpOperand *source = nullptr; // of the contraction's op
  llvm::SmallVector<Dim> dims;       // the fastest first
  int64_t extent = 0;
  mlir::Value map;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_WGMMA_TMAOPERAND_H
