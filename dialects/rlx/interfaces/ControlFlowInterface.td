// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of ops whose regions the host runs: rlx.if, rlx.while, rlx.scan. Passes use it to
// find values that regions carry, and to infer their shapes. How each op becomes `lir` commands is
// known to kernel outlining only.
#ifndef RLX_CONTROLFLOWINTERFACE_TD
#define RLX_CONTROLFLOWINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_ControlFlowOpInterface : OpInterface<"ControlFlowOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op that decides which of its regions run, and how often. The regions hold ordinary rlx ops,
    see the values around them, and end with `rlx.yield`. Such an op becomes host commands around
    the kernels of its regions, for example `lir.if`. It is never part of a kernel.

    `evaluate` of such an op receives empty results. It must set them with their shapes, because the
    shapes follow from the values that its regions yield.
  }];
  let methods = [
    InterfaceMethod<"The sizes of a region argument in terms of the operands.", "::rlx::Dims",
      "argumentShape", (ins "::rlx::InferContext &":$ctx, "::mlir::BlockArgument":$argument)>
  ];
}

#endif // RLX_CONTROLFLOWINTERFACE_TD
