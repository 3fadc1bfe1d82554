// Building ops from data a user controls. The generated `OpTy::create` ends the process when the
// op's inference fails; createChecked runs inference first and reports instead.
//
// The version by name serves code that should not include RLXOps.h: an op the dialect does not
// have, an attribute the op does not have and an attribute of the wrong kind are all errors.
#ifndef RLX_DIALECTS_RLX_SUPPORT_CREATECHECKED_H
#define RLX_DIALECTS_RLX_SUPPORT_CREATECHECKED_H

#include <memory>

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace rlx {

// Creates the registered op `name` with the result types it infers. On failure emits one error at
// `loc` and returns failure; nothing is inserted then. Attributes may be inherent ones only;
// defaulted ones may be left out. The op takes over the contents of `regions` and is not verified
// beyond inference.
mlir::FailureOr<mlir::Operation *>
createChecked(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
              mlir::ValueRange operands, llvm::ArrayRef<mlir::NamedAttribute> attributes,
              llvm::ArrayRef<std::unique_ptr<mlir::Region>> regions = {});

template <typename OpTy>
mlir::FailureOr<OpTy> createChecked(mlir::OpBuilder &builder, mlir::Location loc,
                                    mlir::ValueRange operands,
                                    llvm::ArrayRef<mlir::NamedAttribute> attributes = {}) {
  mlir::FailureOr<mlir::Operation *> op =
      createChecked(builder, loc, OpTy::getOperationName(), operands, attributes);
  if (mlir::failed(op))
    return mlir::failure();
  return llvm::cast<OpTy>(*op);
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_CREATECHECKED_H
