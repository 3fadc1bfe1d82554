// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes over the lir program, in pipeline order: phase lir.
#ifndef RLX_CONVERSIONS_PROGRAM_PASSES_TD
#define RLX_CONVERSIONS_PROGRAM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ComputeInPlacePass : Pass<"rlx-compute-in-place", "::mlir::ModuleOp"> {
  let summary = "Let dispatches overwrite an operand that is not read again";
  let description = [{
    A dispatch writes its result over an operand if the kernel's `lir.in_place` allows it. In every
    dispatch of the kernel the operand must be a temporary of the result's type and sizes, which no
    later command reads. The kernel then reads the argument of the result instead, and the buffer of
    the result is removed.
  }];
}

def DonateInputsPass : Pass<"rlx-donate-inputs", "::mlir::ModuleOp"> {
  let summary = "Find outputs that may have the memory of an input";
  let description = [{
    Such an output is a copy of the input, which commands then change: the update of a cache. If the
    copy is the last command that reads the input, and the first one that uses the output, then both
    may have one memory, and the copy does nothing. The output gets the number of the input as its
    `donor`. The runtime shares the memory of a handle that the output feeds.
  }];
}

def ResolveDispatchesPass : Pass<"rlx-resolve-dispatches", "::mlir::ModuleOp"> {
  let summary = "Set grid, workspace and cost of dispatches from their kernels";
  let description = [{
    A kernel states these over its own dims. A dispatch states its dims over the symbols of the
    program. This pass composes both. For example, a kernel with `lir.grid = affine_map<(d0) -> (d0
    ceildiv 64, 1, 1)>` and a dispatch with dims `(batch * 10)` give the grid `(batch * 10) ceildiv
    64`.
  }];
}

#endif // RLX_CONVERSIONS_PROGRAM_PASSES_TD
