// Tiles of 64 x 64 with f64 elements need 32 KiB of shared memory. Without it there is no variant for
// them: both kernels would have tiles of 32 x 32.
// RUN: echo '{"maxWorkgroupInvocations": 256, "maxWorkgroupSize": [256, 128, 64], "sharedMemoryBytes": 16384, "maxBuffersPerKernel": 8, "features": ["shaderFloat64"]}' > %t.less.json
// RUN: echo '{"maxWorkgroupInvocations": 256, "maxWorkgroupSize": [256, 128, 64], "sharedMemoryBytes": 32768, "maxBuffersPerKernel": 8, "features": ["shaderFloat64"]}' > %t.more.json
// RUN: rlx-opt %s --rlx-specialize-matmuls=device=%t.less.json | FileCheck %s --check-prefix=LESS
// RUN: rlx-opt %s --rlx-specialize-matmuls=device=%t.more.json | FileCheck %s --check-prefix=MORE
// Schedules follow.
// RUN: rlx-opt %s --pass-pipeline="builtin.module(rlx-specialize-matmuls{device=%t.less.json},builtin.module(func.func(rlx-gpu-schedule{device=%t.less.json})))" -o /dev/null --remark-format=emitRemark --remarks-filter-passed=rlx-schedule 2>&1 | FileCheck %s --check-prefix=TILES-LESS
// RUN: rlx-opt %s --pass-pipeline="builtin.module(rlx-specialize-matmuls{device=%t.more.json},builtin.module(func.func(rlx-gpu-schedule{device=%t.more.json})))" -o /dev/null --remark-format=emitRemark --remarks-filter-passed=rlx-schedule 2>&1 | FileCheck %s --check-prefix=TILES-MORE

// LESS: lir.dispatch @kernels_vulkan::@product_below_8
// LESS-NEXT: lir.dispatch @kernels_vulkan::@product ins
// LESS-NOT: lir.dispatch
// MORE: lir.dispatch @kernels_vulkan::@product_below_8
// MORE-NEXT: lir.dispatch @kernels_vulkan::@product_below_193
// MORE-NEXT: lir.dispatch @kernels_vulkan::@product ins
// TILES-LESS: Function=product | Remark="matmul (tiles of 32 x 32)"
// TILES-MORE: Function=product_below_193 | Remark="matmul (tiles of 32 x 32)"
// TILES-MORE: Function=product | Remark="matmul (tiles of 64 x 64)"
module {
  lir.program @main symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 64)> : memref<?x64xf64>
    %w = lir.input "w" affine_map<()[s0] -> (64, 4096)> : memref<64x4096xf64>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4096)> : memref<?x4096xf64>
    lir.run {
      lir.dispatch @kernels_vulkan::@product ins(%x, %w : memref<?x64xf64>, memref<64x4096xf64>)
          outs(%y : memref<?x4096xf64>) dims affine_map<()[s0] -> (s0, s0)> label "matmul"
    }
  }
  module @kernels_vulkan {
    func.func @product(%x: tensor<?x64xf64>, %w: tensor<64x4096xf64>) -> tensor<?x4096xf64> attributes {lir.kernel} {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f64
      %n = tensor.dim %x, %c0 : tensor<?x64xf64>
      %e = tensor.empty(%n) : tensor<?x4096xf64>
      %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?x4096xf64>) -> tensor<?x4096xf64>
      %0 = linalg.matmul ins(%x, %w : tensor<?x64xf64>, tensor<64x4096xf64>) outs(%f : tensor<?x4096xf64>) -> tensor<?x4096xf64>
      return %0 : tensor<?x4096xf64>
    }
  }
}
