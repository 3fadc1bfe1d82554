// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix scans and top-k: ops with an order along an axis. `rlx.scan`, a loop, is in
// ControlFlow.td.
#ifndef RLX_SCAN_TD
#define RLX_SCAN_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/interfaces/PrefixScanInterface.td"
include "dialects/rlx/interfaces/TopKInterface.td"
include "dialects/rlx/ir/RLXBase.td"

def RLX_CumsumOp : RLX_CoreOp<"cumsum", [RLX_NoFusion, RLX_PrefixScanOpInterface]> {
  let summary = "cumulative sum along an axis";
  let description = [{
    *Semantics*: `result[.., i, ..] = sum over j <= i of input[.., j, ..]` along `axis`. With
    `exclusive` the sum is over `j < i`; with `reverse` it is over `j >= i`, or over `j > i`. An
    empty sum is 0. ONNX `CumSum`, NumPy `cumsum`.

    *Shape rule*: `axis` must be in [-rank, rank) (cumsum_c1). The result has the shape of the
    input.

    *Types*: numbers.

    *Numerics*: f16 and bf16 accumulate in f32, and every element is rounded once. Integers wrap.
    The terms are added in order, from the end with `reverse`. GPUs add the terms of few long rows
    in groups, because the invocations of a workgroup share a row.

    *Example*:
    ```mlir
    %0 = rlx.cumsum %x axis = -1 {exclusive = true} : (tensor<?x128xf32>) -> tensor<?x128xf32>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$input, I64Attr:$axis,
      DefaultValuedAttr<BoolAttr, "false">:$exclusive,
      DefaultValuedAttr<BoolAttr, "false">:$reverse);
  let results = (outs RLX_NumberTensor:$result);
  let assemblyFormat = "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
  let extraClassDeclaration = inferDeclaration # [{
    // PrefixScanOpInterface
    ::mlir::Type getScanType();
    ::mlir::TypedAttr getStart();
    ::mlir::Value combineScan(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                 ::mlir::Value lhs, ::mlir::Value rhs);
    ::mlir::Value combineTensors(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                 ::mlir::Value lhs, ::mlir::Value rhs);
    void runAlong(::mlir::Value input, int64_t axis);
  }];
}

def RLX_TopKOp : RLX_CoreOp<"top_k", [RLX_NoFusion, RLX_ExpertChoiceOpInterface,
    RLX_TopKOpInterface, DeclareOpInterfaceMethods<RLX_ElementLowerableOpInterface>]> {
  let summary = "the k largest or smallest elements along an axis, and their indices";
  let description = [{
    *Semantics*: selects along `axis` the `k` largest elements, the largest first, and their indices
    in the input. With `largest = false` it selects the `k` smallest, the smallest first. Among
    equal elements the one with the lower index comes first. NaN is larger than every number, and
    equal to NaN. If `k` is the size of the axis, this is a sort, and the indices are a stable
    argsort. ONNX `TopK`.

    *Shape rule*: `axis` must be in [-rank, rank) (top_k_c1). `k` must not be negative (top_k_c2),
    and is at most the size of `axis` (top_k_c3), which it replaces in both results.

    *Types*: all element types except complex; the indices are i64.

    *Numerics*: elements are selected, not computed, so the values are exact.

    *Example*:
    ```mlir
    %v, %i = rlx.top_k %x k = 5 axis = -1 : (tensor<?x1000xf32>) -> (tensor<?x5xf32>, tensor<?x5xi64>)
    ```
  }];
  let arguments = (ins RLX_Tensor:$input, I64Attr:$k, I64Attr:$axis,
      DefaultValuedAttr<BoolAttr, "true">:$largest);
  let results = (outs RLX_Tensor:$values, RankedTensorOf<[I64]>:$indices);
  let assemblyFormat = [{
    operands `k` `=` $k `axis` `=` $axis attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = inferDeclaration # [{
    // TopKOpInterface
    void chooseFrom(::mlir::Value input, uint64_t k, int64_t axis);
    ::mlir::Value comesBefore(::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value lhs,
                              ::mlir::Value rhs);
    ::mlir::TypedAttr getLastElement(::mlir::Type type);
  }];
}

#endif // RLX_SCAN_TD
