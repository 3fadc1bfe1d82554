// RUN: rlx-opt %s --rlx-assign-devices=device=vulkan1.1 -mlir-print-local-scope | FileCheck %s --check-prefix=LEAST
// RUN: rlx-opt %s --rlx-assign-devices=device=lavapipe -mlir-print-local-scope | FileCheck %s

// A dynamic tensor that may exceed 32-bit sizes: the run fails when its sizes are known. Larger
// element types cannot reach the limit within a device buffer, and CPU kernels need no guard.
// CHECK: lir.guard at_least affine_map<()[s0] -> (2147483647, s0 * 4)> "'not' has a tensor of more elements than the 2147483647 that kernels of the device can index"
// CHECK-NOT: lir.guard
// LEAST-NOT: lir.guard
// LEAST: lir.dispatch @kernels_cpu::@not
module {
  lir.program @main symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xi8>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xi8>
    %z = lir.input "z" affine_map<()[s0] -> (s0)> : memref<?xf32>
    %w = lir.output "w" affine_map<()[s0] -> (s0)> : memref<?xf32>
    lir.run {
      lir.dispatch @kernels_vulkan::@not ins(%x : memref<?x4xi8>) outs(%y : memref<?x4xi8>)
          dims affine_map<()[s0] -> (s0, s0)> label "not"
      lir.dispatch @kernels_vulkan::@neg ins(%z : memref<?xf32>) outs(%w : memref<?xf32>)
          dims affine_map<()[s0] -> (s0, s0)> label "neg"
    }
  }
  module @kernels_vulkan {
    func.func @not(%x: tensor<?x4xi8>) -> tensor<?x4xi8> attributes {lir.kernel} {
      %0 = arith.addi %x, %x : tensor<?x4xi8>
      return %0 : tensor<?x4xi8>
    }
    func.func @neg(%x: tensor<?xf32>) -> tensor<?xf32> attributes {lir.kernel} {
      %0 = arith.negf %x : tensor<?xf32>
      return %0 : tensor<?xf32>
    }
  }
}
