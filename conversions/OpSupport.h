// What is there for every op of the dialect: reference, decomposition, code of a target, element
// types. Read from what the ops and targets declare, for documentation and the gate against holes.
#ifndef RLX_CONVERSIONS_OPSUPPORT_H
#define RLX_CONVERSIONS_OPSUPPORT_H

#include "llvm/Support/raw_ostream.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace rlx {

// Prints the table of op kinds (OpKinds.h) against the routes of every target, in Markdown, and
// then the rest of the dialect's ops. Returns the holes, one sentence each: kinds without an op,
// and ops that lack a reference, a route to a target, or declared element types.
std::vector<std::string> printOpSupport(mlir::MLIRContext &context, llvm::raw_ostream &os);

} // namespace rlx

#endif // RLX_CONVERSIONS_OPSUPPORT_H
