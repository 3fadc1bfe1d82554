// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=target | FileCheck %s
// RUN: rlx-run %s --emit=rlxe --device-profile=nvidia-hopper -o %t.rlxe
// RUN: rlx-run-rt %t.rlxe --info | FileCheck %s --check-prefix=NEEDS

// bf16 matrices are a separate feature, in addition to the type's, and so is their capability.
// CHECK: spirv.module @matmul_0 Logical Vulkan requires #spirv.vce<{{.*}}BFloat16TypeKHR{{.*}}BFloat16CooperativeMatrixKHR
// CHECK: spirv.KHR.CooperativeMatrixLoad {{.*}} !spirv.coopmatrix<16x16xbf16, Subgroup, MatrixA>
// NEEDS: cooperativeMatrix:16x16x16:bf16:bf16:f32:f32
// NEEDS-SAME: shaderBFloat16CooperativeMatrix,
// NEEDS-SAME: shaderBFloat16Type
func.func @matmul(%a: tensor<256x64xbf16> {rlx.name = "a", rlx.kind = "input"},
                   %b: tensor<64x128xbf16> {rlx.name = "b", rlx.kind = "input"})
    -> (tensor<256x128xbf16> {rlx.name = "c"}) {
  %0 = rlx.matmul %a, %b : (tensor<256x64xbf16>, tensor<64x128xbf16>) -> tensor<256x128xbf16>
  return %0 : tensor<256x128xbf16>
}
