// RUN: rlx-opt %s --rlx-assign-devices=device=lavapipe | FileCheck %s
// RUN: rlx-opt %s --rlx-assign-devices=device=vulkan1.1 | FileCheck %s --check-prefix=LEAST
// RUN: not rlx-opt %s --rlx-assign-devices="device=lavapipe strict" 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not rlx-opt %s --rlx-assign-devices=device=voodoo 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// STRICT: error: needs the CPU, which the option strict excludes: the device has no 'exp' of f64
// UNKNOWN: error: there is no device profile called 'voodoo'
// RUN: not rlx-opt %s --rlx-assign-devices="target=nope device=lavapipe" 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: there is no target called 'nope'; this build has: cpu, vulkan

// The CPU computes the f64 exponential: it uses host buffers, and its operands and results are
// copied. The device keeps the rest.
// CHECK: %[[X:.*]] = lir.input "x"
// CHECK: %[[HX:.*]] = lir.alloc host
// CHECK: %[[Y:.*]] = lir.output "y"
// CHECK: %[[HY:.*]] = lir.alloc host
// CHECK: lir.copy %[[X]] to %[[HX]]
// CHECK: lir.dispatch @kernels_cpu::@exp ins(%[[HX]] {{.*}} outs(%[[HY]]
// CHECK: lir.copy %[[HY]] to %[[Y]]
// CHECK-NOT: lir.copy
// CHECK: lir.dispatch @kernels_vulkan::@ids ins(%[[I:[a-z0-9]+]] {{.*}} outs(%[[J:[a-z0-9]+]]
// CHECK: module @kernels_vulkan
// CHECK-NOT: @exp
// CHECK: func.func @ids
// CHECK: module @kernels_cpu
// CHECK: func.func @exp

// The CPU also computes 64-bit integers if the device has none.
// LEAST: lir.dispatch @kernels_cpu::@exp
// LEAST: lir.dispatch @kernels_cpu::@ids
module {
  lir.program @main symbols [] from [] at [] {
    %x = lir.input "x" affine_map<() -> (8)> : memref<8xf64>
    %i = lir.input "i" affine_map<() -> (8)> : memref<8xi64>
    %y = lir.output "y" affine_map<() -> (8)> : memref<8xf64>
    %j = lir.output "j" affine_map<() -> (8)> : memref<8xi64>
    lir.run {
      lir.dispatch @kernels_vulkan::@exp ins(%x : memref<8xf64>) outs(%y : memref<8xf64>)
          dims affine_map<() -> ()> label "exp"
      lir.dispatch @kernels_vulkan::@ids ins(%i : memref<8xi64>) outs(%j : memref<8xi64>)
          dims affine_map<() -> ()> label "ids"
    }
  }
  module @kernels_vulkan {
    func.func @exp(%x: tensor<8xf64>) -> tensor<8xf64> attributes {lir.kernel} {
      %0 = math.exp %x : tensor<8xf64>
      return %0 : tensor<8xf64>
    }
    func.func @ids(%x: tensor<8xi64>) -> tensor<8xi64> attributes {lir.kernel} {
      %0 = arith.addi %x, %x : tensor<8xi64>
      return %0 : tensor<8xi64>
    }
  }
}
