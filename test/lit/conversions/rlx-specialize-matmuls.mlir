// RUN: rlx-opt %s --rlx-specialize-matmuls=device=lavapipe -mlir-print-local-scope | FileCheck %s
// RUN: rlx-opt %s --rlx-specialize-matmuls=device=nvidia-hopper -mlir-print-local-scope | FileCheck %s --check-prefix=MATRIX
// RUN: sed 's/kernels_vulkan/kernels_cuda/' %s | rlx-opt --rlx-specialize-matmuls="device=cuda9.0a target=cuda" -mlir-print-local-scope | FileCheck %s --check-prefix=WARPGROUP
// RUN: not rlx-opt %s --rlx-specialize-matmuls=device=voodoo 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: there is no device profile called 'voodoo'
// RUN: not rlx-opt %s --rlx-specialize-matmuls=target=nope 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: there is no target called 'nope'; this build has: cpu, vulkan

// Fewer than 8 rows, more, and enough for many tiles of 64 x 64: a kernel and a dispatch each.
// CHECK: lir.dispatch @kernels_vulkan::@matmul_below_8 ins(%[[X:[0-9a-z]+]], {{.*}} outs(%[[Y:[0-9a-z]+]]
// CHECK: lir.dispatch @kernels_vulkan::@matmul_below_193 ins(%[[X]], {{.*}} outs(%[[Y]]
// CHECK: lir.dispatch @kernels_vulkan::@matmul ins(%[[X]], {{.*}} outs(%[[Y]]
// CHECK: lir.dispatch @kernels_vulkan::@static
// CHECK-NOT: lir.dispatch
// CHECK: func.func @matmul_below_8(
// CHECK-SAME: lir.assumed_size = 1 : i64
// CHECK-SAME: lir.when = affine_map<()[s0, s1] -> (-((s0 floordiv 8) ceildiv 2147483648) + 1)>
// CHECK: func.func @matmul_below_193(
// CHECK-SAME: lir.assumed_size = 8 : i64
// CHECK-SAME: lir.when = affine_map<()[s0, s1] -> ((s0 floordiv 8) ceildiv 2147483648 - (s0 floordiv 193) ceildiv 2147483648)>
// CHECK: func.func @matmul(
// CHECK-SAME: lir.assumed_size = 193 : i64
// CHECK-SAME: lir.when = affine_map<()[s0, s1] -> ((s0 floordiv 193) ceildiv 2147483648)>
// CHECK: func.func @static(
// CHECK-NOT: lir.when

// Cooperative matrices need 64 rows.
// With matrix instructions of warpgroups, ranges of rows have tiles of their own.
// WARPGROUP: lir.dispatch @kernels_cuda::@matmul_below_8
// WARPGROUP: lir.dispatch @kernels_cuda::@matmul_below_64
// WARPGROUP: lir.dispatch @kernels_cuda::@matmul_below_256
// WARPGROUP: lir.dispatch @kernels_cuda::@matmul_below_1024
// WARPGROUP: lir.dispatch @kernels_cuda::@matmul ins
// MATRIX: lir.dispatch @kernels_vulkan::@matmul_below_8
// MATRIX: lir.dispatch @kernels_vulkan::@matmul_below_64
// MATRIX: lir.dispatch @kernels_vulkan::@matmul ins
module {
  lir.program @main symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 64)> : memref<?x64xf16>
    %w = lir.input "w" affine_map<()[s0] -> (64, 4096)> : memref<64x4096xf16>
    %z = lir.input "z" affine_map<()[s0] -> (9, 64)> : memref<9x64xf16>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4096)> : memref<?x4096xf32>
    %v = lir.output "v" affine_map<()[s0] -> (9, 4096)> : memref<9x4096xf32>
    lir.run {
      lir.dispatch @kernels_vulkan::@matmul ins(%x, %w : memref<?x64xf16>, memref<64x4096xf16>)
          outs(%y : memref<?x4096xf32>) dims affine_map<()[s0] -> (s0, s0)> label "matmul"
      lir.dispatch @kernels_vulkan::@static ins(%z, %w : memref<9x64xf16>, memref<64x4096xf16>)
          outs(%v : memref<9x4096xf32>) dims affine_map<()[s0] -> ()> label "matmul"
    }
  }
  module @kernels_vulkan {
    func.func @matmul(%x: tensor<?x64xf16>, %w: tensor<64x4096xf16>) -> tensor<?x4096xf32> attributes {lir.kernel} {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %n = tensor.dim %x, %c0 : tensor<?x64xf16>
      %e = tensor.empty(%n) : tensor<?x4096xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4096xf32>) -> tensor<?x4096xf32>
      %0 = linalg.matmul ins(%x, %w : tensor<?x64xf16>, tensor<64x4096xf16>) outs(%f : tensor<?x4096xf32>) -> tensor<?x4096xf32>
      return %0 : tensor<?x4096xf32>
    }
    func.func @static(%x: tensor<9x64xf16>, %w: tensor<64x4096xf16>) -> tensor<9x4096xf32> attributes {lir.kernel} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<9x4096xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<9x4096xf32>) -> tensor<9x4096xf32>
      %0 = linalg.matmul ins(%x, %w : tensor<9x64xf16>, tensor<64x4096xf16>) outs(%f : tensor<9x4096xf32>) -> tensor<9x4096xf32>
      return %0 : tensor<9x4096xf32>
    }
  }
}
