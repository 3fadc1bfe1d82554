// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers every dialect that a module of RLX may contain: those of input files, and those that
// lowering creates. Tools and sessions call it once per context, before they parse. It registers no
// passes and loads nothing.
#ifndef RLX_DIALECTS_REGISTER_H
#define RLX_DIALECTS_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace rlx {

/// Registers the dialects of input files (rlx, lir, check, func, index arithmetic) and those that
/// lowering creates.
void registerDialects(mlir::DialectRegistry &registry);

} // namespace rlx

#endif // RLX_DIALECTS_REGISTER_H
