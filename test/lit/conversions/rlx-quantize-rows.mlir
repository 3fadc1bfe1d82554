// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=lir | FileCheck %s
// RUN: rlx-run %s --device-profile=nvidia-hopper --dispatch-report | FileCheck %s --check-prefix=REPORT
// RUN: rlx-run %s --device-profile=vulkan1.1 --stop-after=lir | FileCheck %s --check-prefix=NONE
// RUN: not rlx-opt %s --rlx-quantize-rows=target=tpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=TARGET

// TARGET: error: {{.*}}'tpu'
// Without integer dot products all kernels read the floats.
// NONE-NOT: quantize_rows

// The rows of two matmuls become bytes once, those of few rows and of many in buffers of their own. A single row
// is converted by the matmul.
// CHECK: %[[C:.*]] = lir.alloc {{.*}} : memref<192x1152xi32>
// CHECK-NEXT: %[[B:.*]] = lir.alloc {{.*}} : memref<192x1152xi32>
// CHECK: lir.dispatch @kernels_vulkan::@dequant_matmul_1_below_2 ins(%[[H:[0-9]+]], %{{[0-9]+}} :
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@quantize_rows ins(%[[H]] : {{.*}}) outs(%[[B]] : {{.*}}) {{.*}} label "rows of dequant_matmul"
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_1_below_8 ins(%[[H]], %{{[0-9]+}}, %[[B]] :
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@quantize_rows ins(%[[H]] : {{.*}}) outs(%[[C]] :
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_1_below_192 ins(%[[H]], %{{[0-9]+}}, %[[C]] :
// CHECK-NOT: @quantize_rows
// CHECK: lir.dispatch @kernels_vulkan::@dequant_matmul_1_below_8 ins(%[[H]], %{{[0-9]+}}, %[[B]] :
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_1_below_192 ins(%[[H]], %{{[0-9]+}}, %[[C]] :
// Of static rows, one is not converted before, and neither are 192.
// CHECK-NOT: @quantize_rows
// CHECK: lir.dispatch @kernels_vulkan::@quantize_rows_0 {{.*}} outs(%[[D:.*]] : memref<24x1152xi32>)
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_3 ins({{.*}}, %[[D]] :
// CHECK-NEXT: lir.dispatch @kernels_vulkan::@dequant_matmul_4 ins(%{{[0-9]+}}, %{{[0-9]+}} :

// REPORT: kernel quantize_rows: quantize-rows (1 workgroups per row, 2 bytes an element); grid {{.*}} * (ceildiv(floordiv(n, 2), 2147483648) + ceildiv(floordiv(n, 8), 2147483648) * -1)
// REPORT: kernel dequant_matmul_1_below_8: integer-gemv (4 columns of 2 rows per workgroup, 32 invocations each, 2 bytes an element, made once)
// REPORT: kernel dequant_matmul_1_below_192: integer-gemv (4 columns of 8 rows per workgroup, 32 invocations each, 2 bytes an element, made once)
func.func @matmuls(%x: tensor<?x2048xf32> {rlx.name = "x", rlx.kind = "input", rlx.dims = ["n", ""]},
                   %y: tensor<1x2048xf32> {rlx.name = "y", rlx.kind = "input"},
                   %z: tensor<17x2048xf32> {rlx.name = "z", rlx.kind = "input"},
                   %m: tensor<192x2048xf32> {rlx.name = "m", rlx.kind = "input"},
                   %a: tensor<512x1152xui8> {rlx.name = "a", rlx.kind = "param"},
                   %b: tensor<512x1152xui8> {rlx.name = "b", rlx.kind = "param"})
    -> (tensor<?x512xf32> {rlx.name = "p0"}, tensor<?x512xf32> {rlx.name = "p1"}, tensor<1x512xf32> {rlx.name = "p2"},
        tensor<17x512xf32> {rlx.name = "p3"}, tensor<192x512xf32> {rlx.name = "p4"}) {
  %h = rlx.abs %x : (tensor<?x2048xf32>) -> tensor<?x2048xf32>
  %0 = rlx.dequant_matmul %h, %a scheme = q4_k row_precision = high : (tensor<?x2048xf32>, tensor<512x1152xui8>) -> tensor<?x512xf32>
  %1 = rlx.dequant_matmul %h, %b scheme = q4_k row_precision = high : (tensor<?x2048xf32>, tensor<512x1152xui8>) -> tensor<?x512xf32>
  %2 = rlx.dequant_matmul %y, %a scheme = q4_k row_precision = high : (tensor<1x2048xf32>, tensor<512x1152xui8>) -> tensor<1x512xf32>
  %3 = rlx.dequant_matmul %z, %a scheme = q4_k row_precision = high : (tensor<17x2048xf32>, tensor<512x1152xui8>) -> tensor<17x512xf32>
  %4 = rlx.dequant_matmul %m, %a scheme = q4_k row_precision = high : (tensor<192x2048xf32>, tensor<512x1152xui8>) -> tensor<192x512xf32>
  return %0, %1, %2, %3, %4 : tensor<?x512xf32>, tensor<?x512xf32>, tensor<1x512xf32>, tensor<17x512xf32>, tensor<192x512xf32>
}
