// Passes over the lir program.
#ifndef RLX_CONVERSIONS_PROGRAM_PASSES_TD
#define RLX_CONVERSIONS_PROGRAM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ResolveDispatchesPass : Pass<"rlx-resolve-dispatches", "::mlir::ModuleOp"> {
  let summary = "Fill in grid, workspace and cost of dispatches from their kernels";
}

def ComputeInPlacePass : Pass<"rlx-compute-in-place", "::mlir::ModuleOp"> {
  let summary = "Let dispatches write their result over an operand that is not read again";
  let description = [{
    Where a kernel's `lir.in_place` allows it, and every dispatch of the kernel has there a temporary
    of the result's type and sizes that no other command reads from then on. The kernel reads the
    result's argument in the place of that operand's, and the result's buffer goes away.
  }];
}

#endif // RLX_CONVERSIONS_PROGRAM_PASSES_TD
