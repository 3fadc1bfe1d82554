// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes over single functions.
#ifndef RLX_PASSES_FUNCTIONPASS_TD
#define RLX_PASSES_FUNCTIONPASS_TD

include "mlir/Pass/PassBase.td"

// For functions of one block; declarations stay as they are. The pass has a `runOnBody`.
class FunctionPass<string argument> : PassBase<argument, "::rlx::FunctionPass">;

#endif // RLX_PASSES_FUNCTIONPASS_TD
