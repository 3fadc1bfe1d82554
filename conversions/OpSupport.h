// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The support of every op of the dialect: reference, decomposition, route to each target, element
// types. It is read from the declarations of ops and targets. docs/reference/op-kinds.md is made
// from it, and a test fails for an op that lacks one of them.
#ifndef RLX_CONVERSIONS_OPSUPPORT_H
#define RLX_CONVERSIONS_OPSUPPORT_H

#include "llvm/Support/raw_ostream.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace rlx {

// Prints Markdown tables: op kinds (OpKinds.h) with the routes of every target, then ops of no
// kind, then terminators. Each registered op is in one of them. Returns the gaps, one sentence
// each: kinds that name no op, and ops without a reference, a route to a target, or declared
// element types.
std::vector<std::string> printOpSupport(mlir::MLIRContext &context, llvm::raw_ostream &os);

} // namespace rlx

#endif // RLX_CONVERSIONS_OPSUPPORT_H
