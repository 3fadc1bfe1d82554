// Systems of linear equations.
#ifndef RLX_SOLVE_TD
#define RLX_SOLVE_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_DenseSolveOp : RLX_CoreOp<"dense_solve", [RLX_NoFusion, RLX_MayFail]> {
  let summary = "solution of a dense system of linear equations, one for each batch";
  let description = [{
    *Semantics*: the `x` with `a * x = b`, by Gaussian elimination with partial pivoting (the first
    of the largest pivots). a is `[.., N, N]`. With b of one rank less than a it is a vector
    `[.., N]`, with b of a's rank a matrix `[.., N, K]` of K right-hand sides. The rank alone
    decides, whatever the sizes: this is NumPy's `linalg.solve` as it was before NumPy 2, whose
    `solve` takes b for a vector only if its rank is 1. Leading dimensions are batches and do not
    broadcast.

    A singular matrix, one in whose elimination all candidates for a pivot are 0, fails the run with
    the number of the first such matrix in the batch, in row-major order. The others' results are
    undefined then.

    *Shape rule*: a has rank 2 or more (dense_solve_c1) and is square (dense_solve_c2); b has the
    rank of a or one less (dense_solve_c3), and a's batch dimensions and N before its own K
    (dense_solve_c4); element types agree (dense_solve_c5). The result is like b.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once. The error grows with the condition of
    the matrix.

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
