// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grouped matmul: each row selects its weight matrix, for example the expert of an MoE layer. Rows
// need not be sorted by matrix; they are computed in their order. The form with block-quantized
// weights is rlx.dequant_grouped_matmul in quant/BlockQuant.td.
#ifndef RLX_GROUPED_MATMUL_TD
#define RLX_GROUPED_MATMUL_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/ir/RLXBase.td"

def RLX_GroupedMatmulOp : RLX_CoreOp<"grouped_matmul", [RLX_NoFusion, RLX_MayFail,
                                                        RLX_ExpertMatmulOpInterface]> {
  let summary = "matmul in which each row selects one of several matrices";
  let description = [{
    *Semantics*: `result[m, n] = sum_k input[m, k] * weights[indices[m], k, n]`. The matrices are,
    for example, the experts of a mixture (MoE). A negative index counts from the end. An index
    outside [-E, E), where E is the number of matrices, fails the run.

    *Shape rule*: input `[M, K]`, weights `[E, K, N]`, indices `[M]` (grouped_matmul_c1). The sizes
    M and K must match (grouped_matmul_c2). There is at least one matrix (grouped_matmul_c3). The
    result is `[M, N]`.

    *Types*: numbers; input and weights have the same type (grouped_matmul_c4). Indices are
    integers.

    *Numerics*: as `rlx.matmul`.

    *Example*:
    ```mlir
    %0 = rlx.grouped_matmul %x, %w, %i : (tensor<?x64xf32>, tensor<8x64x32xf32>, tensor<?xi32>) -> tensor<?x32xf32>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$input, RLX_NumberTensor:$weights,
                       RLX_IntTensor:$indices);
  let results = (outs RLX_NumberTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif // RLX_GROUPED_MATMUL_TD
