// RUN: rlx-run %s --device-profile=%S/Inputs/float-modes.json --stop-after=target | FileCheck %s
// RUN: rlx-run %s --emit=rlxe --device-profile=%S/Inputs/float-modes.json -o %t.rlxe
// RUN: rlx-run-rt %t.rlxe --info | FileCheck %s --check-prefix=NEEDS
// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=target | FileCheck %s --check-prefix=HOPPER
// RUN: rlx-run %s --device-profile=vulkan1.1 --stop-after=target | FileCheck %s --check-prefix=LEAST

// A kernel requests the modes of its float types, and its device must have them.

// CHECK-LABEL: spirv.module @add_0
// CHECK-SAME: DenormPreserve
// CHECK: spirv.ExecutionMode @{{.*}} "DenormPreserve", 16
// CHECK-NEXT: spirv.ExecutionMode @{{.*}} "RoundingModeRTE", 16
// CHECK-NOT: spirv.ExecutionMode
// HOPPER-LABEL: spirv.module @add_0
// HOPPER: spirv.ExecutionMode @{{.*}} "SignedZeroInfNanPreserve", 16
// HOPPER-NEXT: spirv.ExecutionMode @{{.*}} "DenormPreserve", 16
// HOPPER-NOT: spirv.ExecutionMode
// LEAST-NOT: DenormPreserve
// LEAST-NOT: SignedZeroInfNanPreserve

// CHECK-LABEL: spirv.module @sub_1
// CHECK: spirv.ExecutionMode @{{.*}} "SignedZeroInfNanPreserve", 32
// CHECK-NEXT: spirv.ExecutionMode @{{.*}} "DenormPreserve", 32
// CHECK-NOT: spirv.ExecutionMode
// HOPPER-LABEL: spirv.module @sub_1
// HOPPER: spirv.ExecutionMode @{{.*}} "SignedZeroInfNanPreserve", 32
// HOPPER-NOT: spirv.ExecutionMode
// HOPPER-LABEL: spirv.module @mul_2

// CHECK-LABEL: spirv.module @mul_2
// CHECK: spirv.ExecutionMode @{{.*}} "SignedZeroInfNanPreserve", 64
// CHECK-NEXT: spirv.ExecutionMode @{{.*}} "RoundingModeRTE", 64
// CHECK-NOT: spirv.ExecutionMode

// CHECK-LABEL: spirv.module @add_3
// CHECK-SAME: requires #spirv.vce<v1.6, [Shader], [SPV_KHR_storage_buffer_storage_class]>
// CHECK: LocalSize
// CHECK-NOT: spirv.ExecutionMode

// NEEDS-DAG: shaderDenormPreserveFloat16
// NEEDS-DAG: shaderDenormPreserveFloat32
// NEEDS-DAG: shaderRoundingModeRTEFloat16
// NEEDS-DAG: shaderRoundingModeRTEFloat64
// NEEDS-DAG: shaderSignedZeroInfNanPreserveFloat32
// NEEDS-DAG: shaderSignedZeroInfNanPreserveFloat64
func.func @main(%h: tensor<64xf16> {rlx.name = "h", rlx.kind = "input"},
                %s: tensor<64xf32> {rlx.name = "s", rlx.kind = "input"},
                %d: tensor<64xf64> {rlx.name = "d", rlx.kind = "input"},
                %i: tensor<64xi32> {rlx.name = "i", rlx.kind = "input"})
    -> (tensor<64xf16> {rlx.name = "half"}, tensor<64xf32> {rlx.name = "single"},
        tensor<64xf64> {rlx.name = "double"}, tensor<64xi32> {rlx.name = "integer"}) {
  %0 = rlx.add %h, %h : (tensor<64xf16>, tensor<64xf16>) -> tensor<64xf16>
  %1 = rlx.sub %s, %s : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %2 = rlx.mul %d, %d : (tensor<64xf64>, tensor<64xf64>) -> tensor<64xf64>
  %3 = rlx.add %i, %i : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  return %0, %1, %2, %3 : tensor<64xf16>, tensor<64xf32>, tensor<64xf64>, tensor<64xi32>
}
