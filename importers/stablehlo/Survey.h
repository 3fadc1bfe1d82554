// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of a module before it is imported: ops that RLX does not know, and the numbers of
// operands, results and regions.
#ifndef RLX_IMPORTERS_STABLEHLO_SURVEY_H
#define RLX_IMPORTERS_STABLEHLO_SURVEY_H

#include "importers/stablehlo/OpTable.h"

namespace rlx::shlo {

// Whether the op ends a block: func.return, stablehlo.return.
bool isTerminator(mlir::Operation *op);

// Lists all ops and types that cannot be imported, of all functions that `main` calls, in one error
// with a note for each. Ops in regions count, too.
mlir::LogicalResult survey(mlir::ModuleOp module, mlir::func::FuncOp main);

// Fails the op unless it has the number of operands, results and regions that its handler takes,
// and its sizes.
bool checkForm(Node &op, const Handler &handler);

} // namespace rlx::shlo

#endif // RLX_IMPORTERS_STABLEHLO_SURVEY_H
