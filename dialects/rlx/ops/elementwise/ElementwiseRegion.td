// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A group of elementwise ops that is computed in one pass over memory, and the terminator of
// regions.
#ifndef RLX_ELEMENTWISEREGION_TD
#define RLX_ELEMENTWISEREGION_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "dialects/rlx/ir/RLXBase.td"

def RLX_ElementwiseRegionOp : RLX_CoreOp<"elementwise_region",
    [IsolatedFromAbove, SingleBlock, RLX_ElementwiseBody]> {
  let summary = "elementwise ops computed in one pass over memory";
  let description = [{
    *Semantics*: applies the body's ops to `inputs`; the results are the operands of `rlx.yield`.
    The fusion pass for elementwise chains (`rlx-fuse-elementwise`) creates this op. It affects
    speed only.

    *Shape rule*: the op has at least one input and one result (elementwise_region_c1). Every result
    has the shape to which all inputs broadcast (elementwise_region_c2), and the element type of its
    yielded value (elementwise_region_c3). Intermediate values may be smaller.

    *Types*: the block arguments must match the inputs in number (elementwise_region_c4), element
    type and shape (elementwise_region_c5). The body may hold only elementwise rlx ops and splat
    constants (elementwise_region_c6).

    *Numerics*: as the separate ops: each intermediate value is rounded to its element type.

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
  let arguments = (ins Variadic<RLX_StoredTensor>:$inputs);
  let results = (outs Variadic<RLX_StoredTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results) $body";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    // `body` receives the block arguments. It creates the ops and the rlx.yield.
    OpBuilder<(ins "::mlir::TypeRange":$resultTypes, "::mlir::ValueRange":$inputs,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$body)>
  ];
}

def RLX_YieldOp : Op<RLX_Dialect, "yield",
    [Pure, Terminator, ReturnLike]> {
  let summary = "terminator that returns the values of a region";
  let description = [{
    *Semantics*: ends a region of an rlx op. That op defines the use of the operands. Regions of
    other ops must not contain it (yield_c1).

    *Example*: see `rlx.elementwise_region` and `rlx.if`.
  }];
  let arguments = (ins Variadic<RLX_StoredTensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let hasVerifier = 1;
}

#endif // RLX_ELEMENTWISEREGION_TD
