// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the dialects and interface implementations that the conversions need in a context, and
// the targets.
//
// Call it before the context is used by passes. The dialects of the models themselves are
// registered by dialects/Register.h.
#ifndef RLX_CONVERSIONS_REGISTER_H
#define RLX_CONVERSIONS_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace rlx {

void registerConversionInterfaces(mlir::DialectRegistry &registry);

} // namespace rlx

#endif // RLX_CONVERSIONS_REGISTER_H
