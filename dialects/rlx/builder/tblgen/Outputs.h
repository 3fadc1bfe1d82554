// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outputs of rlx-graph-ops-gen that are no C++ methods.
#ifndef RLX_DIALECTS_RLX_BUILDER_TBLGEN_OUTPUTS_H
#define RLX_DIALECTS_RLX_BUILDER_TBLGEN_OUTPUTS_H

#include "OpArguments.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::tblgen {

// The table that graph::findOp searches (OpTable.h). `constraintName` gives the variable with the
// constraint of an operand.
void writeTable(
    llvm::ArrayRef<const llvm::Record *> ops,
    llvm::function_ref<std::string(const mlir::tblgen::TypeConstraint &)> constraintName,
    llvm::raw_ostream &os);

// The Python module with the methods of rlx.Graph: python/rlx/_graph.py has the class that
// inherits them.
void writePython(llvm::ArrayRef<const llvm::Record *> ops, llvm::raw_ostream &os);

} // namespace rlx::tblgen

#endif // RLX_DIALECTS_RLX_BUILDER_TBLGEN_OUTPUTS_H
