// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creates ops from data that a user controls. The generated `OpTy::create` ends the process if the
// op's inference fails. createChecked runs inference first and reports an error instead.
//
// The overload by name is for code that should not include RLXOps.h. An unknown op, an unknown
// attribute and an attribute of the wrong kind are errors.
#ifndef RLX_DIALECTS_RLX_SUPPORT_CREATECHECKED_H
#define RLX_DIALECTS_RLX_SUPPORT_CREATECHECKED_H

#include <memory>

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace rlx {

/// Creates the registered op `name` with the result types that it infers. On failure, emits one
/// error at `loc` and inserts nothing. Only inherent attributes are allowed; those with a default
/// may be omitted. The op takes ownership of the contents of `regions`. Only inference checks the
/// op; the verifier does not run.
mlir::FailureOr<mlir::Operation *>
createChecked(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
              mlir::ValueRange operands, llvm::ArrayRef<mlir::NamedAttribute> attributes,
              llvm::ArrayRef<std::unique_ptr<mlir::Region>> regions = {});

/// The same for a known op class.
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
