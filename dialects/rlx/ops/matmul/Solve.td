// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Systems of linear equations, one per batch element. A singular matrix fails the run. The op is
// meant for small matrices, for example 8 x 8: each is solved in order by one workgroup, without
// blocking.
#ifndef RLX_SOLVE_TD
#define RLX_SOLVE_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_DenseSolveOp : RLX_CoreOp<"dense_solve", [RLX_NoFusion, RLX_MayFail]> {
  let summary = "solution of a dense system of linear equations per batch";
  let description = [{
    *Semantics*: the `x` with `a * x = b`, by Gaussian elimination with partial pivoting (among
    equal pivots the first). a is `[.., N, N]`. If b has one dimension less than a, it is a vector
    `[.., N]`. If it has the rank of a, it is a matrix `[.., N, K]` of K right-hand sides. Only the
    rank decides, not the sizes. This is NumPy's `linalg.solve` before NumPy 2; since then, NumPy
    takes b as a vector only if its rank is 1. Leading dimensions are batches and do not broadcast.

    A matrix is singular if all candidates for a pivot are 0. This fails the run, with the row-major
    index of the first such matrix in the batch. Other results are undefined then.

    *Shape rule*: a has rank 2 or more (dense_solve_c1) and is square (dense_solve_c2). b has the
    rank of a, or one less (dense_solve_c3). It has a's batch dimensions and N, and then its own K
    (dense_solve_c4). Element types must be equal (dense_solve_c5). The result has the shape of b.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once. The error grows with the condition
    number of the matrix.

    *Example*:
    ```mlir
    %0 = rlx.dense_solve %a, %b : (tensor<?x8x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %1 = rlx.dense_solve %a, %c : (tensor<?x8x8xf32>, tensor<?x8x3xf32>) -> tensor<?x8x3xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$a, RLX_FloatTensor:$b);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif // RLX_SOLVE_TD
