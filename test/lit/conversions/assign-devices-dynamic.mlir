// Guards of kernels with dynamic sizes, on a device that ends loops: the bound of the schedule's plan. A sum of
// rows has 128 invocations for each row, four loads at once and a loop for the rest. A matmul takes 16 terms at a
// time, and stores in two loops. The loops that the schedules write have at most these iterations.
// RUN: rlx-opt %s -mlir-print-local-scope --pass-pipeline="builtin.module(builtin.module(func.func(rlx-lower-to-linalg{elements slice-steps=1})),rlx-assign-devices{device=lavapipe})" | FileCheck %s
// RUN: rlx-opt %s -mlir-print-local-scope --pass-pipeline="builtin.module(builtin.module(func.func(rlx-lower-to-linalg{elements slice-steps=1})),builtin.module(func.func(rlx-gpu-schedule{device=lavapipe},rlx-distribute-to-invocations)))" | FileCheck %s --check-prefix=WRITTEN

// CHECK: lir.guard at_least affine_map<()[s0] -> (65535, s0 ceildiv 128 + s0 ceildiv 512)> "'sum' needs more loop iterations than the 65535 that 'lavapipe' allows"
// CHECK: lir.guard at_least affine_map<()[s0] -> (65535, s0 ceildiv 16 + 2)> "'matmul' needs more loop iterations than the 65535 that 'lavapipe' allows"
// CHECK-NOT: lir.guard

// WRITTEN: func.func @sum
// WRITTEN-SAME: lir.loop_iterations = affine_map<()[s0] -> ((s0 - 384) ceildiv 512 + s0 ceildiv 128)>
// WRITTEN: func.func @matmul
// WRITTEN-SAME: lir.loop_iterations = affine_map<()[s0, s1] -> (s0 ceildiv 16 + 2)>
module {
  lir.program @main symbols ["n"] from [2] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (4, s0)> : memref<4x?xf32>
    %a = lir.input "a" affine_map<()[s0] -> (64, s0)> : memref<64x?xf32>
    %b = lir.input "b" affine_map<()[s0] -> (s0, 64)> : memref<?x64xf32>
    %y = lir.output "y" affine_map<()[s0] -> (4)> : memref<4xf32>
    %c = lir.output "c" affine_map<()[s0] -> (64, 64)> : memref<64x64xf32>
    lir.run {
      lir.dispatch @kernels_vulkan::@sum ins(%x : memref<4x?xf32>) outs(%y : memref<4xf32>)
          dims affine_map<()[s0] -> (s0)> label "sum"
      lir.dispatch @kernels_vulkan::@matmul ins(%a, %b : memref<64x?xf32>, memref<?x64xf32>) outs(%c : memref<64x64xf32>)
          dims affine_map<()[s0] -> (s0, s0)> label "matmul"
    }
  }
  module @kernels_vulkan {
    func.func @sum(%x: tensor<4x?xf32>) -> tensor<4xf32> attributes {lir.kernel} {
      %0 = rlx.reduce_sum %x axes = [1] : (tensor<4x?xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @matmul(%a: tensor<64x?xf32>, %b: tensor<?x64xf32>) -> tensor<64x64xf32> attributes {lir.kernel} {
      %0 = rlx.matmul %a, %b : (tensor<64x?xf32>, tensor<?x64xf32>) -> tensor<64x64xf32>
      return %0 : tensor<64x64xf32>
    }
  }
}
