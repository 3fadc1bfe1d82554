// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=lir | FileCheck %s
// RUN: rlx-run %s --device-profile=nvidia-hopper --dispatch-report | FileCheck %s --check-prefix=REPORT
// RUN: rlx-run %s --device-profile=lavapipe --stop-after=lir | FileCheck %s --check-prefix=NONE
// RUN: not rlx-opt %s --rlx-narrow-rows=target=tpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=TARGET

// TARGET: error: {{.*}}'tpu'
// Without cooperative matrices nothing is rounded.
// NONE-NOT: narrow_rows

// Two matmuls share the rows, of a size that a run decides. The kernel takes the size of the new operand, too.
// CHECK: lir.dispatch @kernels_vulkan::@narrow_rows ins(%[[Y:[0-9]+]] : {{.*}}) outs(%[[R:.*]] : memref<?x2048xbf16>)
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_0 ins(%[[Y]], %{{.*}}, %[[R]] :
// CHECK-NOT: dispatch {{.*}}@narrow_rows
// CHECK: lir.dispatch @kernels_vulkan::@dequant_matmul_0 ins(%[[Y]], %{{.*}}, %[[R]] :
// Static rows are rounded as well.
// CHECK: lir.dispatch @kernels_vulkan::@narrow_rows_0 ins(%[[Z:[0-9]+]] : {{.*}}) outs(%[[S:.*]] : memref<512x2048xbf16>)
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_1 ins(%[[Z]], %{{.*}}, %[[S]] :
// Rows of f16 are narrow, and rows that are not fast stay f32.
// CHECK-NOT: dispatch {{.*}}@narrow_rows

// REPORT: kernel narrow_rows: elementwise
// REPORT: kernel dequant_matmul_0: cooperative-matmul
// REPORT: kernel dequant_matmul_1: cooperative-matmul
func.func @matmuls(%x: tensor<?x2048xf16> {rlx.name = "x", rlx.kind = "input", rlx.dims = ["m", ""]},
                   %y: tensor<?x2048xf32> {rlx.name = "y", rlx.kind = "input", rlx.dims = ["n", ""]},
                   %z: tensor<512x2048xf32> {rlx.name = "z", rlx.kind = "input"},
                   %w: tensor<1024x1152xui8> {rlx.name = "w", rlx.kind = "param"},
                   %v: tensor<1024x1152xui8> {rlx.name = "v", rlx.kind = "param"})
    -> (tensor<?x1024xf32> {rlx.name = "p"}, tensor<?x1024xf32> {rlx.name = "q"}, tensor<512x1024xf32> {rlx.name = "r"},
        tensor<?x1024xf16> {rlx.name = "s"}, tensor<?x1024xf32> {rlx.name = "t"}) {
  %0 = rlx.dequant_matmul %y, %w scheme = q4_k row_precision = fast : (tensor<?x2048xf32>, tensor<1024x1152xui8>) -> tensor<?x1024xf32>
  %1 = rlx.dequant_matmul %y, %v scheme = q4_k row_precision = fast : (tensor<?x2048xf32>, tensor<1024x1152xui8>) -> tensor<?x1024xf32>
  %2 = rlx.dequant_matmul %z, %w scheme = q4_k row_precision = fast : (tensor<512x2048xf32>, tensor<1024x1152xui8>) -> tensor<512x1024xf32>
  %3 = rlx.dequant_matmul %x, %w scheme = q4_k row_precision = fast : (tensor<?x2048xf16>, tensor<1024x1152xui8>) -> tensor<?x1024xf16>
  %4 = rlx.dequant_matmul %y, %w scheme = q4_k row_precision = high : (tensor<?x2048xf32>, tensor<1024x1152xui8>) -> tensor<?x1024xf32>
  return %0, %1, %2, %3, %4 : tensor<?x1024xf32>, tensor<?x1024xf32>, tensor<512x1024xf32>, tensor<?x1024xf16>, tensor<?x1024xf32>
}
