// Contractions.
#ifndef RLX_LINALG_TD
#define RLX_LINALG_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_MatmulOp : RLX_CoreOp<"matmul"> {
  let summary = "matrix product with broadcast batch dimensions";
  let description = [{
    *Semantics*: `result[b.., m, n] = sum_k lhs[b.., m, k] * rhs[b.., k, n]`, as NumPy's `matmul`
    for operands of rank 2 or more. ONNX `MatMul` (rank-1 operands are reshaped by importers).

    *Shape rule*: rank >= 2 (matmul_c1); the inner sizes agree (matmul_c2); leading dimensions
    broadcast (matmul_c3); element types agree (matmul_c4).

    *Numerics*: floating-point sums accumulate in at least f32; integer sums wrap in the element
    type.

    *Example*:
    ```mlir
    %0 = rlx.matmul %a, %b : (tensor<?x4x8xf32>, tensor<8x16xf32>) -> tensor<?x4x16xf32>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$lhs, RLX_NumberTensor:$rhs);
  let results = (outs RLX_NumberTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif // RLX_LINALG_TD
