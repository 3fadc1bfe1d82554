// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=target | FileCheck %s
// RUN: rlx-run %s --device-profile=%S/../../vulkan/matrices.json --stop-after=bufferize | FileCheck %s --check-prefix=BOTH
// RUN: rlx-run %s --device-profile=%S/../../vulkan/matrices.json --stop-after=target | FileCheck %s --check-prefix=EMULATED

// Operands are contiguous along the sum, in buffers and in shared memory. The device has bf16
// matrices.
// CHECK-NOT: spirv.module @transpose
// CHECK: spirv.module @dot_general_0
// CHECK: spirv.KHR.CooperativeMatrixLoad {{.*}} <ColumnMajor>, {{.*}} !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>
// CHECK: spirv.KHR.CooperativeMatrixLoad {{.*}} <ColumnMajor>, {{.*}} !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB>
// CHECK: spirv.module @matmul_1
// CHECK: spirv.KHR.CooperativeMatrixLoad {{.*}} <RowMajor>, {{.*}} !spirv.coopmatrix<16x16xbf16, Subgroup, MatrixA>
// CHECK: spirv.KHR.CooperativeMatrixLoad {{.*}} <RowMajor>, {{.*}} !spirv.coopmatrix<16x16xbf16, Subgroup, MatrixB>
// CHECK: spirv.KHR.CooperativeMatrixMulAdd {{.*}} !spirv.coopmatrix<16x16xbf16, Subgroup, MatrixA>

// The profile of test/vulkan/run.py for emulated matrices gives the same kernels, without matrices.
// BOTH: func.func @dot_general_0
// BOTH: gpu.subgroup_mma_load_matrix {{.*}} transpose
// BOTH: gpu.subgroup_mma_compute
// BOTH: func.func @matmul_1
// BOTH: gpu.subgroup_mma_compute
// EMULATED: spirv.module @dot_general_0
// EMULATED-NOT: spirv.KHR.CooperativeMatrix
func.func @matmuls(%a: tensor<96x128xf16> {rlx.name = "a", rlx.kind = "input"},
                    %b: tensor<256x96xf16> {rlx.name = "b", rlx.kind = "input"},
                    %c: tensor<130x72xbf16> {rlx.name = "c", rlx.kind = "input"},
                    %d: tensor<72x200xbf16> {rlx.name = "d", rlx.kind = "input"})
    -> (tensor<128x256xf16> {rlx.name = "x"}, tensor<130x200xbf16> {rlx.name = "y"}) {
  %at = rlx.transpose %a perm = [1, 0] : (tensor<96x128xf16>) -> tensor<128x96xf16>
  %bt = rlx.transpose %b perm = [1, 0] : (tensor<256x96xf16>) -> tensor<96x256xf16>
  %0 = rlx.matmul %at, %bt : (tensor<128x96xf16>, tensor<96x256xf16>) -> tensor<128x256xf16>
  %1 = rlx.matmul %c, %d : (tensor<130x72xbf16>, tensor<72x200xbf16>) -> tensor<130x200xbf16>
  return %0, %1 : tensor<128x256xf16>, tensor<130x200xbf16>
}
