// The marks of a layer's experts are directly after its dispatch, which the CPU runs. They name the
// host's buffers, and the copy follows them.
// RUN: rlx-opt %s --rlx-assign-devices=device=swiftshader | FileCheck %s

// CHECK: %[[S:.*]] = lir.input "s"
// CHECK: %[[HS:.*]] = lir.alloc host
// CHECK: %[[I:.*]] = lir.output "i"
// CHECK: %[[HI:.*]] = lir.alloc host
// CHECK: lir.copy %[[S]] to %[[HS]]
// CHECK-NEXT: lir.dispatch @kernels_cpu::@choose ins(%[[HS]] {{.*}} outs(%[[HI]]
// CHECK-NEXT: lir.experts chosen 0 %[[HI]]
// CHECK-NEXT: lir.experts 0 %[[HS]]
// CHECK-NEXT: lir.copy %[[HI]] to %[[I]]
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@next
module {
  lir.program @main symbols [] from [] at [] {
    lir.moe_layer "l" experts 2 products 1
    %s = lir.input "s" affine_map<() -> (4, 2)> : memref<4x2xi64>
    %i = lir.output "i" affine_map<() -> (4, 2)> : memref<4x2xi64>
    %x = lir.input "x" affine_map<() -> (8)> : memref<8xf32>
    %y = lir.output "y" affine_map<() -> (8)> : memref<8xf32>
    lir.run {
      lir.dispatch @kernels_vulkan::@choose ins(%s : memref<4x2xi64>) outs(%i : memref<4x2xi64>)
          dims affine_map<() -> ()> label "choose"
      lir.experts chosen 0 %i : memref<4x2xi64>
      lir.experts 0 %s : memref<4x2xi64>
      lir.dispatch @kernels_vulkan::@next ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
          dims affine_map<() -> ()> label "next"
    }
  }
  module @kernels_vulkan {
    func.func @choose(%x: tensor<4x2xi64>) -> tensor<4x2xi64> attributes {lir.kernel} {
      %0 = arith.addi %x, %x : tensor<4x2xi64>
      return %0 : tensor<4x2xi64>
    }
    func.func @next(%x: tensor<8xf32>) -> tensor<8xf32> attributes {lir.kernel} {
      %0 = arith.addf %x, %x : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
  }
}
