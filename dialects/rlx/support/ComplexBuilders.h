// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on complex scalars for buildScalar: formulas over real and imaginary parts, with the
// special values of C's annex G. Multiplication, division and functions of complex<f32> compute in
// f64 and round once, so that no intermediate overflows. There are no vectors of complex numbers.
#ifndef RLX_DIALECTS_RLX_SUPPORT_COMPLEXBUILDERS_H
#define RLX_DIALECTS_RLX_SUPPORT_COMPLEXBUILDERS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace rlx {

inline bool isComplex(mlir::Type element) {
  return llvm::isa<mlir::ComplexType>(element);
}

/// The constant re + im * i.
mlir::Value complexConstant(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type, double re,
                            double im);

mlir::Value complexNeg(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z);
mlir::Value complexExp(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z);
mlir::Value complexLog(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z);
mlir::Value complexSqrt(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z);
mlir::Value complexAdd(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z, mlir::Value w);
mlir::Value complexSub(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z, mlir::Value w);
mlir::Value complexMul(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z, mlir::Value w);
mlir::Value complexDiv(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z, mlir::Value w);
/// acc + z * w in the type of the parts. Sums may be reordered and fused.
mlir::Value complexMultiplyAccumulate(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z,
                                      mlir::Value w, mlir::Value acc);
/// Whether z == w, as i1.
mlir::Value complexEqual(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z, mlir::Value w);
/// |z| and |z|^2, of the type of the parts.
mlir::Value complexAbs(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z);
mlir::Value complexNormSq(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_COMPLEXBUILDERS_H
