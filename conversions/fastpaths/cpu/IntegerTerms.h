// What zero points add to the columns of a product of 8-bit integers. With l and w the elements,
// the kernel sums l' * w, where l' is l, or l + 128 if it is signed, and
//
//   sum of (l - a) * (w - b[j]) = sum of l' * w - (a + 128 if signed) * (sum of w)
//                                 - b[j] * sum of (l - a)
//
// The sums of w are known before; those of l - a are taken here, once for the rows of a workgroup.
#ifndef RLX_CONVERSIONS_FASTPATHS_CPU_INTEGERTERMS_H
#define RLX_CONVERSIONS_FASTPATHS_CPU_INTEGERTERMS_H

#include "conversions/fastpaths/cpu/PanelTile.h"

namespace rlx::cpu {

class IntegerTerms {
public:
  // `lhs` is [rows, k].
  IntegerTerms(KernelBuilder &builder, mlir::Value lhs, const PanelShape &shape, bool isSigned)
      : k(builder), lhs(lhs), s(shape), isSigned(isSigned) {}

  struct Operands {
    mlir::Value columnSums; // a buffer
    mlir::Value lhsZero;    // of the old kernel, perhaps a constant; may be null
    mlir::Value rhsZero;    // a buffer; may be null
  };
  // Of rows [rowBegin, rowEnd), at most `rowBlock`.
  ColumnTerms build(const Operands &operands, mlir::Value rowBegin, mlir::Value rowEnd,
                    int64_t rowBlock);

private:
  mlir::Value integer(int64_t value);
  // The left zero point as i32; null if it is known to be 0.
  mlir::Value leftZeroPoint(mlir::Value zero);
  // Elements of lhs as `type`.
  mlir::Value widened(mlir::Value bytes, mlir::Type type);
  // The sums of lhs - zero along the rows.
  mlir::Value emitRowSums(mlir::Value zero, mlir::Value rowBegin, mlir::Value rowEnd,
                          int64_t rowBlock);
  mlir::Value emitRowSum(mlir::Value row);

  KernelBuilder &k;
  mlir::Value lhs;
  const PanelShape &s;
  bool isSigned;
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_FASTPATHS_CPU_INTEGERTERMS_H
