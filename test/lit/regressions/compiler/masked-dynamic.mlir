// RUN: rlx-run %s --input=q=6x3x5x2xf32=1 --input=k=6x5x3x2xf32=2 --input=m=6x1x1x5xi1=1 | FileCheck %s

// The size of a loop came from the mask, whose dimensions of size 1 are collapsed: the scratch memory
// of the product had no bound.

// CHECK: y: f32[6,3,5,5]
// CHECK-NEXT: [4, 4, 4,
func.func @main(%q: tensor<6x3x?x2xf32> {rlx.kind = "input", rlx.name = "q", rlx.dims = ["", "", "n", ""]},
                %k: tensor<6x?x3x2xf32> {rlx.kind = "input", rlx.name = "k", rlx.dims = ["", "n", "", ""]},
                %m: tensor<6x1x1x?xi1> {rlx.kind = "input", rlx.name = "m", rlx.dims = ["", "", "", "n"]})
    -> (tensor<6x3x?x?xf32> {rlx.name = "y"}) {
  %0 = rlx.dot_general %q, %k batch [0, 1] x [0, 2] contract [3] x [3] : (tensor<6x3x?x2xf32>, tensor<6x?x3x2xf32>) -> tensor<6x3x?x?xf32>
  %c = rlx.constant dense<-1.0> : tensor<f32>
  %1 = rlx.where %m, %0, %c : (tensor<6x1x1x?xi1>, tensor<6x3x?x?xf32>, tensor<f32>) -> tensor<6x3x?x?xf32>
  return %1 : tensor<6x3x?x?xf32>
}
