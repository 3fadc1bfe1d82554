// RUN: rlx-run %s --device-profile=vulkan1.1 --stop-after=linalg | FileCheck %s
// RUN: rlx-run %s --emit=rlxe --device-profile=vulkan1.1 -o %t.rlxe
// RUN: rlx-run-rt %t.rlxe --info | FileCheck %s --check-prefix=NEEDS
// RUN: rlx-run %s --device-profile=%S/Inputs/float-controls.json --stop-after=target | FileCheck %s --check-prefix=CONTROLS

// A device with only Vulkan's guaranteed limits binds four buffers: those of a sum of two tensors,
// and of a softmax with a possible workspace. The CPU computes the remainder of floats.
// CHECK: lir.dispatch @kernels_vulkan::@add
// CHECK: lir.dispatch @kernels_vulkan::@softmax
// CHECK: lir.dispatch @kernels_cpu::@fmod
// NEEDS-NOT: maxBuffersPerKernel

// Before Vulkan 1.2 float controls are an extension.
// CONTROLS: SPV_KHR_float_controls
// CONTROLS: spirv.ExecutionMode @{{.*}} "SignedZeroInfNanPreserve", 32
func.func @main(%a: tensor<8x64xf32> {rlx.name = "a", rlx.kind = "input"},
                %b: tensor<8x64xf32> {rlx.name = "b", rlx.kind = "input"})
    -> (tensor<8x64xf32> {rlx.name = "y"}, tensor<8x64xf32> {rlx.name = "z"}) {
  %0 = rlx.add %a, %b : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
  %1 = rlx.softmax %0 axis = 1 : (tensor<8x64xf32>) -> tensor<8x64xf32>
  %2 = rlx.fmod %0, %b : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
  return %1, %2 : tensor<8x64xf32>, tensor<8x64xf32>
}
