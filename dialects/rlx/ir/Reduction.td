// Reductions over any set of axes.
#ifndef RLX_REDUCTION_TD
#define RLX_REDUCTION_TD

include "dialects/rlx/ir/RLXBase.td"

class RLX_ReduceOp<string mnemonic, Type type> : RLX_CoreOp<mnemonic> {
  let arguments = (ins type:$input, DenseI64ArrayAttr:$axes, DefaultValuedAttr<BoolAttr, "false">:$keep_dims);
  let results = (outs type:$result);
  let assemblyFormat =
      "operands `axes` `=` $axes attr-dict `:` functional-type(operands, results)";
}

def RLX_ReduceSumOp : RLX_ReduceOp<"reduce_sum", RLX_NumberTensor> {
  let summary = "sum over axes";
  let description = [{
    *Semantics*: the sum of the elements along `axes` (all axes when `axes` is empty). The sum of
    nothing is 0. ONNX `ReduceSum`.

    *Shape rule*: reduced dimensions are dropped, or kept with size 1 if `keep_dims`. Axes lie in
    [-rank, rank) (reduce_c1) and are distinct (reduce_c2).

    *Numerics*: f16 and bf16 accumulate in f32; integers wrap. The order of summation is not
    specified.

    *Example*:
    ```mlir
    %0 = rlx.reduce_sum %x axes = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
    ```
  }];
}

#endif // RLX_REDUCTION_TD
