// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=lir | FileCheck %s
// RUN: rlx-run %s --device-profile=nvidia-hopper --dispatch-report | FileCheck %s --check-prefix=REPORT
// RUN: rlx-run %s --device-profile=lavapipe --stop-after=lir | FileCheck %s --check-prefix=NONE
// RUN: not rlx-opt %s --rlx-decode-weights=target=tpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=TARGET

// TARGET: error: {{.*}}'tpu'
// Without cooperative matrices nothing is decoded.
// NONE-NOT: decode

// From 256 rows on, a kernel decodes the weights to rows across the sum, and the matmul reads these.
// CHECK: %[[X:.*]] = lir.input "x"
// CHECK: %[[W:.*]] = lir.param "w"
// CHECK: %[[F:.*]] = lir.alloc {{.*}} : memref<2048x1024xf16>
// CHECK: %[[V:.*]] = lir.param "v"
// CHECK-NOT: memref<2048x131072xf16>
// CHECK: lir.dispatch @kernels_vulkan::@dequant_matmul_0_below_8 ins(%[[X]], %[[W]] :
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_0_below_64 ins(%[[X]], %[[W]] :
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_0_below_256 ins(%[[X]], %[[W]] :
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@decode ins(%[[W]] : {{.*}}) outs(%[[F]] : {{.*}}) {{.*}} label "decode of dequant_matmul"
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_0 ins(%[[X]], %[[W]], %[[F]] :
// Few columns, f32, and weights of more than 256 MiB stay packed.
// CHECK-NOT: decode
// CHECK: lir.dispatch @kernels_vulkan::@dequant_matmul_1{{.*}} ins(%[[X]], %[[V]] :
// CHECK-NOT: decode
// Fast rows of f32 are bf16 with decoded weights, from the first number of rows on that integers do not take.
// CHECK: lir.dispatch @kernels_vulkan::@dequant_matmul_4_below_192
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@decode_0 ins(%[[W]] : {{.*}}) outs(%[[G:.*]] : memref<2048x1024xbf16>)
// Each tile would round them, so a kernel does that once (rlx-narrow-rows).
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@narrow_rows ins(%[[Y:[0-9]+]] : {{.*}}) outs(%[[R:.*]] : memref<?x2048xbf16>) {{.*}} label "rows of dequant_matmul"
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_4 ins(%[[Y]], %[[W]], %[[G]], %[[R]] :
// REPORT: kernel decode: elementwise (8 contiguous elements per invocation, square tiles); grid ceildiv(floordiv(n, 256), 2147483648) * 
// REPORT: kernel dequant_matmul_0: cooperative-matmul
// REPORT: kernel dequant_matmul_4: cooperative-matmul
func.func @matmuls(%x: tensor<?x2048xf16> {rlx.name = "x", rlx.kind = "input", rlx.dims = ["n", ""]},
                   %y: tensor<?x2048xf32> {rlx.name = "y", rlx.kind = "input", rlx.dims = ["n", ""]},
                   %w: tensor<1024x1152xui8> {rlx.name = "w", rlx.kind = "param"},
                   %v: tensor<32x1152xui8> {rlx.name = "v", rlx.kind = "param"},
                   %u: tensor<131072x1152xui8> {rlx.name = "u", rlx.kind = "param"})
    -> (tensor<?x1024xf16> {rlx.name = "p"}, tensor<?x32xf16> {rlx.name = "q"},
        tensor<?x1024xf32> {rlx.name = "r"}, tensor<?x131072xf16> {rlx.name = "s"},
        tensor<?x1024xf32> {rlx.name = "t"}) {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<?x2048xf16>, tensor<1024x1152xui8>) -> tensor<?x1024xf16>
  %1 = rlx.dequant_matmul %x, %v scheme = q4_k : (tensor<?x2048xf16>, tensor<32x1152xui8>) -> tensor<?x32xf16>
  %2 = rlx.dequant_matmul %y, %w scheme = q4_k : (tensor<?x2048xf32>, tensor<1024x1152xui8>) -> tensor<?x1024xf32>
  %3 = rlx.dequant_matmul %x, %u scheme = q4_k : (tensor<?x2048xf16>, tensor<131072x1152xui8>) -> tensor<?x131072xf16>
  %4 = rlx.dequant_matmul %y, %w scheme = q4_k row_precision = fast : (tensor<?x2048xf32>, tensor<1024x1152xui8>) -> tensor<?x1024xf32>
  return %0, %1, %2, %3, %4 : tensor<?x1024xf16>, tensor<?x32xf16>, tensor<?x1024xf32>, tensor<?x131072xf16>, tensor<?x1024xf32>
}
