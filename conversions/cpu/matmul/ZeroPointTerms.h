// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The corrections for zero points in matmuls of 8-bit integers.
//
// The kernel accumulates l' * w, where l and w are the operands' elements, a and b[j] their zero
// points, and l' is l, or l + 128 if l is signed. The result follows as
//
//     sum of (l - a) * (w - b[j]) = sum of l' * w - (a + 128 if signed) * (sum of w)
//                                   - b[j] * sum of (l - a)
//
// The sums of w are prepared with the weights. A kernel computes the sums of l - a once for its
// rows.
#ifndef RLX_CONVERSIONS_CPU_MATMUL_ZEROPOINTTERMS_H
#define RLX_CONVERSIONS_CPU_MATMUL_ZEROPOINTTERMS_H

#include "conversions/cpu/matmul/RegisterTile.h"

namespace rlx::cpu {

class ZeroPointTerms {
public:
  // `lhsZero` is a of the old kernel, possibly a constant; it may be null. The lhs rows that the
  // kernel reads hold l, or l' if `areShifted`.
  ZeroPointTerms(KernelBuilder &builder, int64_t lanes, bool isSigned, mlir::Value lhsZero,
                 bool areShifted = false);

  // The terms without zero points of the weights. `columnSums` is a buffer.
  ColumnTerms start(mlir::Value columnSums);
  // a as i32; null if it is known to be 0.
  mlir::Value zeroPoint() const { return zero; }
  // The byte that represents a in rows of l'.
  mlir::Value zeroByte();

  // The sum of l - a over `count` elements: `rowStart` is its initial value, to which `addRun` adds
  // the elements of one contiguous run.
  mlir::Value rowStart(int64_t count);
  mlir::Value addRun(mlir::Value rows, mlir::Value row, mlir::Value first, int64_t length,
                     mlir::Value sum);

private:
  mlir::Value integer(int64_t value);
  mlir::Value leftZeroPoint(mlir::Value zero);
  // lhs elements converted to `type`.
  mlir::Value widened(mlir::Value bytes, mlir::Type type, bool asSigned);

  KernelBuilder &k;
  int64_t lanes;
  bool isSigned, areShifted;
  mlir::Value zero, shiftedZero; // zero points of l and of l'; null if 0
};

// Whether a constant operand of a root op is the zero point of its lhs or image, which kernels may
// contain. For matchFusedKernel.
bool isInputZeroPoint(mlir::OpOperand &operand);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_MATMUL_ZEROPOINTTERMS_H
