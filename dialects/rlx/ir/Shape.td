// Ops that move elements without changing them.
#ifndef RLX_SHAPE_TD
#define RLX_SHAPE_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_ReshapeOp : RLX_CoreOp<"reshape", [RLX_ReshapesOperand]> {
  let summary = "same elements in row-major order, other sizes";
  let description = [{
    *Semantics*: the elements of `input` in row-major order, with the sizes `shape`. A size is a
    constant or an `index` operand. Never moves data. ONNX `Reshape` (importers resolve 0 and -1).

    *Shape rule*: the numbers of elements agree (reshape_c1).

    *Example*:
    ```mlir
    %0 = rlx.reshape %x to [%n, 12, 32] : (tensor<?x384xf32>, index) -> tensor<?x12x32xf32>
    ```
  }];
  let arguments = (ins RLX_Tensor:$input, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes);
  let results = (outs RLX_Tensor:$result);
  let assemblyFormat = [{
    $input `to` custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // RLX_SHAPE_TD
