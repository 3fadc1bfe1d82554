// RUN: rlx-check %s

// The size of a loop came from the mask, whose dimensions of size 1 are collapsed: the scratch memory
// of the product had no bound.
func.func @masked_scores() -> tensor<6x3x?x?xf32> {
  %q = check.fill sizes [6, 3, 5, 2] seed 1 : tensor<6x3x?x2xf32>
  %k = check.fill sizes [6, 5, 3, 2] seed 2 : tensor<6x?x3x2xf32>
  %n = check.fill sizes [6, 1, 1, 5] seed 3 : tensor<6x1x1x?xf32>
  %zero = rlx.constant dense<0.0> : tensor<f32>
  %m = rlx.compare gt %n, %zero : (tensor<6x1x1x?xf32>, tensor<f32>) -> tensor<6x1x1x?xi1>
  %0 = rlx.dot_general %q, %k batch [0, 1] x [0, 2] contract [3] x [3] : (tensor<6x3x?x2xf32>, tensor<6x?x3x2xf32>) -> tensor<6x3x?x?xf32>
  %c = rlx.constant dense<-1.0> : tensor<f32>
  %1 = rlx.where %m, %0, %c : (tensor<6x1x1x?xi1>, tensor<6x3x?x?xf32>, tensor<f32>) -> tensor<6x3x?x?xf32>
  return %1 : tensor<6x3x?x?xf32>
}
