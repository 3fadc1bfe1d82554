// Reductions that the invocations of a workgroup can share: a body that combines what it has with
// one more element, in any order.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_REDUCTIONBODY_H
#define RLX_CONVERSIONS_GPU_BUILDER_REDUCTIONBODY_H

#include <optional>

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace rlx {

struct Reduction {
  mlir::linalg::LinalgOp op;
  mlir::Operation *combiner; // in the body
  mlir::Value element;       // in the body: what is combined with the result so far
  mlir::TypedAttr neutral;

  // Nothing if the op is no such reduction, with one result.
  static std::optional<Reduction> find(mlir::linalg::LinalgOp op);

  mlir::Value start(mlir::OpBuilder &b) const;
  mlir::Value combine(mlir::OpBuilder &b, mlir::Value lhs, mlir::Value rhs) const;
  // What there is so far with one more element; a sum of products is rounded once a step where the
  // op allows it.
  mlir::Value accumulate(mlir::OpBuilder &b, mlir::Value sofar, mlir::Value element) const;
};

// The loops of the op that makes an operand, over those that the loops of the operand's owner are
// given over. Null where the operand does not tell: for what is reduced, say.
llvm::SmallVector<mlir::AffineExpr> loopsOfProducer(mlir::OpOperand &operand,
                                                    llvm::ArrayRef<mlir::AffineExpr> loops);
// Those of an op over itself.
llvm::SmallVector<mlir::AffineExpr> ownLoops(mlir::linalg::LinalgOp op);

// Whether elements of the tensor, or what the body of an op reads by an index, come from a
// reduction in the same kernel.
bool readsReduction(mlir::Value tensor);
bool bodyReadsReduction(mlir::linalg::LinalgOp op);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_REDUCTIONBODY_H
