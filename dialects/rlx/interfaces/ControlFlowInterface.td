// The interface of ops whose regions the host runs: rlx.if, rlx.while, rlx.scan.
#ifndef RLX_CONTROLFLOWINTERFACE_TD
#define RLX_CONTROLFLOWINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_ControlFlowOpInterface : OpInterface<"ControlFlowOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op that decides which of its regions run, and how often. The regions hold ordinary rlx ops,
    see the values around them, and end with `rlx.yield`. Such an op becomes commands of the host
    around the kernels of its regions; it is never part of a kernel.

    `evaluate` of such an op receives empty results and sets them whole, since their sizes follow
    from what its regions yield.
  }];
  let methods = [
    InterfaceMethod<"The sizes of a region's argument in terms of the operands.", "::rlx::Dims",
      "argumentShape", (ins "::rlx::InferContext &":$ctx, "::mlir::BlockArgument":$argument)>
  ];
}

#endif // RLX_CONTROLFLOWINTERFACE_TD
