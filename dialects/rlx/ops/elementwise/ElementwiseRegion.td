// A group of elementwise ops that is computed in one pass over memory.
#ifndef RLX_ELEMENTWISEREGION_TD
#define RLX_ELEMENTWISEREGION_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "dialects/rlx/ir/RLXBase.td"

def RLX_ElementwiseRegionOp : RLX_CoreOp<"elementwise_region",
    [IsolatedFromAbove, SingleBlock, RLX_ElementwiseBody]> {
  let summary = "elementwise ops computed in one pass";
  let description = [{
    *Semantics*: the body's ops applied to `inputs`; the results are what `rlx.yield` names. The
    fusion of elementwise chains makes these; nothing but speed depends on them.

    *Shape rule*: there is an input and a result (elementwise_region_c1). Every result has the
    shape to which all inputs broadcast (elementwise_region_c2), and the element type of the value
    that is yielded for it (elementwise_region_c3). Intermediate values may be smaller.

    *Types*: block arguments agree with the inputs in number (elementwise_region_c4), element type
    and shape (elementwise_region_c5). The body holds elementwise rlx ops and splat constants only
    (elementwise_region_c6).

    *Numerics*: as the ops one by one, with each intermediate value rounded to its element type.

    *Example*:
    ```mlir
    func.func @example(%x: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
      %0 = rlx.elementwise_region %x, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32> {
      ^bb0(%arg0: tensor<2x?xf32>, %arg1: tensor<?xf32>):
        %1 = rlx.add %arg0, %arg1 : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
        %2 = rlx.relu %1 : (tensor<2x?xf32>) -> tensor<2x?xf32>
        rlx.yield %2 : tensor<2x?xf32>
      }
      return %0 : tensor<2x?xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<RLX_AnyTensor>:$inputs);
  let results = (outs Variadic<RLX_AnyTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results) $body";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    // `body` receives the block's arguments and creates the ops and the rlx.yield.
    OpBuilder<(ins "::mlir::TypeRange":$resultTypes, "::mlir::ValueRange":$inputs,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$body)>
  ];
}

def RLX_YieldOp : Op<RLX_Dialect, "yield",
    [Pure, Terminator, ReturnLike]> {
  let summary = "names the results of a region";
  let description = [{
    *Semantics*: ends a region of an rlx op; what the operands become is the op's affair. It stands
    in regions of rlx ops only (yield_c1).

    *Example*: see `rlx.elementwise_region` and `rlx.if`.
  }];
  let arguments = (ins Variadic<RLX_AnyTensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let hasVerifier = 1;
}

#endif // RLX_ELEMENTWISEREGION_TD
