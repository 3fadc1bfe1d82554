// Arithmetic on complex scalars for buildScalar: formulas over their parts, with the special values
// of annex G of C. Products, quotients and functions of complex<f32> compute in f64 and are rounded
// once, so that nothing overflows on the way. Complex numbers have no vectors.
#ifndef RLX_DIALECTS_RLX_SUPPORT_COMPLEXBUILDERS_H
#define RLX_DIALECTS_RLX_SUPPORT_COMPLEXBUILDERS_H

#include "mlir/IR/Builders.h"

namespace rlx {

inline bool isComplex(mlir::Type element) {
  return llvm::isa<mlir::ComplexType>(element);
}

// re + im * i, both constants.
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
// acc + z * w in the parts' own type; sums may be reordered and fused.
mlir::Value complexMultiplyAccumulate(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z,
                                      mlir::Value w, mlir::Value acc);
// i1
mlir::Value complexEqual(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z, mlir::Value w);
// Of the parts' type.
mlir::Value complexAbs(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z);
mlir::Value complexNormSq(mlir::OpBuilder &b, mlir::Location loc, mlir::Value z);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_COMPLEXBUILDERS_H
