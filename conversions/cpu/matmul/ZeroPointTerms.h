// What zero points add to the columns of a product of 8-bit integers. With l and w the elements,
// the kernel sums l' * w, where l' is l, or l + 128 if it is signed, and
//
//   sum of (l - a) * (w - b[j]) = sum of l' * w - (a + 128 if signed) * (sum of w)
//                                 - b[j] * sum of (l - a)
//
// The sums of w are known before; those of l - a a kernel takes once for its rows.
#ifndef RLX_CONVERSIONS_CPU_MATMUL_ZEROPOINTTERMS_H
#define RLX_CONVERSIONS_CPU_MATMUL_ZEROPOINTTERMS_H

#include "conversions/cpu/matmul/RegisterTile.h"

namespace rlx::cpu {

class ZeroPointTerms {
public:
  // `lhsZero` is a of the old kernel, perhaps a constant; it may be null. The rows of lhs that
  // kernels read are l, or l' if `areShifted`.
  ZeroPointTerms(KernelBuilder &builder, int64_t lanes, bool isSigned, mlir::Value lhsZero,
                 bool areShifted = false);

  // The terms without zero points of the weights. `columnSums` is a buffer.
  ColumnTerms start(mlir::Value columnSums);
  // a as i32; null if it is known to be 0.
  mlir::Value zeroPoint() const { return zero; }
  // The byte that stands for a in rows of l'.
  mlir::Value zeroByte();

  // Where the sum of l - a over `count` elements begins, and that with the elements of a run added.
  mlir::Value rowStart(int64_t count);
  mlir::Value addRun(mlir::Value rows, mlir::Value row, mlir::Value first, int64_t length,
                     mlir::Value sum);

private:
  mlir::Value integer(int64_t value);
  mlir::Value leftZeroPoint(mlir::Value zero);
  // Elements of lhs as `type`.
  mlir::Value widened(mlir::Value bytes, mlir::Type type, bool asSigned);

  KernelBuilder &k;
  int64_t lanes;
  bool isSigned, areShifted;
  mlir::Value zero, shiftedZero; // of l and of l'; null if 0
};

// Whether a constant operand of a root op is the zero point of its left side or image, which
// kernels may hold: for matchFusedKernel.
bool isInputZeroPoint(mlir::OpOperand &operand);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_MATMUL_ZEROPOINTTERMS_H
