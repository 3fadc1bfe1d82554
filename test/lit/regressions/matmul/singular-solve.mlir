// A singular matrix is an error of the run that names the matrix; it ended the process. A later run
// with other data succeeds.
// RUN: not rlx-run %s --input=a=2x2x2xf32=1,2,3,4,1,2,2,4 --input=b=2x2xf32=1,2,3,4 2>&1 | FileCheck %s --check-prefix=SINGULAR
// SINGULAR: error: {{.*}}cannot solve: matrix 1 of the batch is singular
// RUN: rlx-run %s --input=a=2x2x2xf32=0,1,1,0,2,0,0,4 --input=b=2x2xf32=1,2,3,4 | FileCheck %s --check-prefix=REGULAR
// REGULAR: [2, 1, 1.5, 1]
func.func @main(%a: tensor<2x2x2xf32> {rlx.kind = "input", rlx.name = "a"},
                %b: tensor<2x2xf32> {rlx.kind = "input", rlx.name = "b"})
    -> (tensor<2x2xf32> {rlx.name = "x"}) {
  %0 = rlx.dense_solve %a, %b : (tensor<2x2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
