// A convolution may declare sizes that none of its operands' types imply; they are checked before a
// run. Its form for the CPU keeps them.
// RUN: rlx-run %s --input=x=1x8x6x6xf32=random --input=z=1x8x6xf32=random --compare=reference | FileCheck %s
// RUN: not rlx-run %s --input=x=1x8x7x6xf32=1 --input=z=1x8x6xf32=1 2>&1 | FileCheck %s --check-prefix=OTHER

// CHECK-DAG: y: f32[1,8,4,4]
// CHECK-DAG: v: f32[1,8,4]
// OTHER: error: {{.*}}declared static

func.func @main(%x: tensor<1x8x?x6xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["", "", "h", ""]},
                %z: tensor<1x8x?xf32> {rlx.kind = "input", rlx.name = "z", rlx.dims = ["", "", "w"]})
    -> (tensor<1x8x4x4xf32> {rlx.name = "y"}, tensor<1x8x4xf32> {rlx.name = "v"}) {
  %f = rlx.constant dense<0.25> : tensor<8x4x3x3xf32>
  %g = rlx.constant dense<0.5> : tensor<8x8x3xf32>
  %0 = rlx.conv %x, %f groups = 2 : (tensor<1x8x?x6xf32>, tensor<8x4x3x3xf32>) -> tensor<1x8x4x4xf32>
  %1 = rlx.relu %0 : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %2 = rlx.conv %z, %g : (tensor<1x8x?xf32>, tensor<8x8x3xf32>) -> tensor<1x8x4xf32>
  return %1, %2 : tensor<1x8x4x4xf32>, tensor<1x8x4xf32>
}
