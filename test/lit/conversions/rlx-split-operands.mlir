// RUN: rlx-run %s --device-profile=cuda9.0a --stop-after=lir | FileCheck %s
// RUN: rlx-run %s --device-profile=cuda9.0a --dispatch-report | FileCheck %s --check-prefix=REPORT
// RUN: rlx-run %s --device-profile=cuda9.0 --stop-after=lir | FileCheck %s --check-prefix=NONE
// RUN: not rlx-opt %s --rlx-split-operands=target=tpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=TARGET

// TARGET: error: {{.*}}'tpu'
// Without matrix instructions of warpgroups, many rows of the precision high stay f32.
// NONE-NOT: @split

// 192 rows of the precision high and more: parts of rows, and of weights, are made before each matmul. Two matmuls share
// the rows. `exact` rows stay f32.
// CHECK: lir.dispatch @kernels_cuda::@split{{[_0-9]*}} ins(%[[X:[0-9]+]] : memref<?x2048xf32>) outs(%[[ROWS:[0-9]+]] : memref<?x3x2048xbf16>)
// CHECK: lir.dispatch @kernels_cuda::@split{{[_0-9]*}} ins(%{{.*}} : memref<1024x1152xui8>) outs(%[[W:[0-9]+]] : memref<1024x3x2048xbf16>)
// CHECK-NEXT: lir.dispatch @kernels_cuda::@dequant_matmul{{[_0-9a-z]*}} ins(%[[X]], %{{.*}}, %[[ROWS]], %[[W]] :
// CHECK: lir.dispatch @kernels_cuda::@dequant_matmul{{[_0-9a-z]*}} ins(%[[X]], %{{.*}}, %[[ROWS]], %{{.*}} :

// REPORT: kernel split{{[_0-9]*}}: elementwise
// REPORT: wgmma-matmul
func.func @matmuls(%x: tensor<?x2048xf32> {rlx.name = "x", rlx.kind = "input", rlx.dims = ["m", ""]},
                   %w: tensor<1024x1152xui8> {rlx.name = "w", rlx.kind = "param"},
                   %v: tensor<1024x1152xui8> {rlx.name = "v", rlx.kind = "param"})
    -> (tensor<?x1024xf32> {rlx.name = "p"}, tensor<?x1024xf32> {rlx.name = "q"}, tensor<?x1024xf32> {rlx.name = "r"}) {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k row_precision = high : (tensor<?x2048xf32>, tensor<1024x1152xui8>) -> tensor<?x1024xf32>
  %1 = rlx.dequant_matmul %x, %v scheme = q4_k row_precision = high : (tensor<?x2048xf32>, tensor<1024x1152xui8>) -> tensor<?x1024xf32>
  %2 = rlx.dequant_matmul %x, %v scheme = q4_k row_precision = exact : (tensor<?x2048xf32>, tensor<1024x1152xui8>) -> tensor<?x1024xf32>
  return %0, %1, %2 : tensor<?x1024xf32>, tensor<?x1024xf32>, tensor<?x1024xf32>
}
