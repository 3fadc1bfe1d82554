// Ops that go along an axis in order.
#ifndef RLX_SCAN_TD
#define RLX_SCAN_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_CumsumOp : RLX_CoreOp<"cumsum", [RLX_StandsAlone]> {
  let summary = "running sum along an axis";
  let description = [{
    *Semantics*: `result[.., i, ..] = sum over j <= i of input[.., j, ..]` along `axis`; with
    `exclusive` over `j < i`; with `reverse` over `j >= i` or `j > i`. The sum of nothing is 0.
    ONNX `CumSum`, NumPy `cumsum`.

    *Shape rule*: `axis` lies in [-rank, rank) (cumsum_c1). The result has the shape of the input.

    *Types*: numbers.

    *Numerics*: f16 and bf16 accumulate in f32, and every element is rounded once; integers wrap.
    The terms are added one after the other, from the end with `reverse`.

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
}

#endif // RLX_SCAN_TD
