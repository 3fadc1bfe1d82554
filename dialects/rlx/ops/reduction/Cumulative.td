// Ops that go along an axis in order.
#ifndef RLX_SCAN_TD
#define RLX_SCAN_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/interfaces/PrefixScanInterface.td"
include "dialects/rlx/interfaces/TopKInterface.td"
include "dialects/rlx/ir/RLXBase.td"

def RLX_CumsumOp : RLX_CoreOp<"cumsum", [RLX_NoFusion, RLX_PrefixScanOpInterface]> {
  let summary = "running sum along an axis";
  let description = [{
    *Semantics*: `result[.., i, ..] = sum over j <= i of input[.., j, ..]` along `axis`; with
    `exclusive` over `j < i`; with `reverse` over `j >= i` or `j > i`. The sum of nothing is 0.
    ONNX `CumSum`, NumPy `cumsum`.

    *Shape rule*: `axis` lies in [-rank, rank) (cumsum_c1). The result has the shape of the input.

    *Types*: numbers.

    *Numerics*: f16 and bf16 accumulate in f32, and every element is rounded once; integers wrap.
    The terms are added one after the other, from the end with `reverse`; on GPUs, terms of few long
    rows in groups, as their invocations share them.

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
  let summary = "largest or smallest elements along an axis, and their positions";
  let description = [{
    *Semantics*: along `axis` the `k` largest elements, the largest first, or with `largest = false`
    the `k` smallest, the smallest first; and their positions in the input. Of equal elements the
    one at the lower position comes first. NaN counts as larger than every number, and as equal to
    NaN. With `k` the size of the axis this sorts: the positions are a stable argsort. ONNX `TopK`.

    *Shape rule*: `axis` lies in [-rank, rank) (top_k_c1); `k` is not negative (top_k_c2) and at
    most the size of `axis` (top_k_c3), which it replaces in both results.

    *Types*: any; the positions are i64.

    *Numerics*: elements are selected, not computed: the values are exact.

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
