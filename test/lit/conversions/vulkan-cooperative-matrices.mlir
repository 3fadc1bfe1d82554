// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=target | FileCheck %s
// RUN: rlx-run %s --emit=rlxe --device-profile=nvidia-hopper -o %t.rlxe
// RUN: rlx-run-rt %t.rlxe --info | FileCheck %s --check-prefix=NEEDS

// A module with cooperative matrices uses the Vulkan memory model. Shared memory is not private,
// and barriers declare the visible memory.
// CHECK: spirv.module @matmul_0 Logical Vulkan requires #spirv.vce<{{.*}}CooperativeMatrixKHR{{.*}}GroupNonUniform{{.*}}VulkanMemoryModel
// CHECK-NOT: spirv.module
// CHECK: spirv.Store "Workgroup" {{.*}} ["NonPrivatePointer"] : vector<4xi32>
// CHECK: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory|MakeAvailable|MakeVisible>
// CHECK: spirv.KHR.CooperativeMatrixLoad {{.*}} <RowMajor>, <NonPrivatePointer> : {{.*}} !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>
// CHECK: spirv.KHR.CooperativeMatrixMulAdd
// CHECK: spirv.KHR.CooperativeMatrixStore {{.*}} <NonPrivatePointer>
// CHECK: spirv.EntryPoint
// CHECK: LocalSize", 128, 1, 1
// NEEDS: cooperativeMatrix,cooperativeMatrix:16x16x16:f16:f16:f32:f32,
// NEEDS-SAME: sharedMemoryBytes>=
// NEEDS-SAME: subgroupSize=32
// NEEDS-SAME: vulkanMemoryModel
func.func @matmul(%a: tensor<256x64xf16> {rlx.name = "a", rlx.kind = "input"},
                   %b: tensor<64x128xf16> {rlx.name = "b", rlx.kind = "input"})
    -> (tensor<256x128xf16> {rlx.name = "c"}) {
  %0 = rlx.matmul %a, %b : (tensor<256x64xf16>, tensor<64x128xf16>) -> tensor<256x128xf16>
  return %0 : tensor<256x128xf16>
}
