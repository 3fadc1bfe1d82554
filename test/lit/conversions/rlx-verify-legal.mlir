// The CPU takes every op. unittests/session/TargetTest.cpp checks the other messages, with a target
// that does not.
// RUN: rlx-opt %s --rlx-verify-legal | FileCheck %s
// RUN: not rlx-opt %s --rlx-verify-legal=target=abacus 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not rlx-opt %s --rlx-pipeline-linalg=target=abacus 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not rlx-opt %s --rlx-verify-legal=device=lavapipe 2>&1 | FileCheck %s --check-prefix=NODEVICES
// RUN: not rlx-opt %s --rlx-verify-legal='target=vulkan device=lavapip' 2>&1 | FileCheck %s --check-prefix=NOPROFILE
// RUN: not rlx-opt %s --rlx-verify-legal=chip=abacus 2>&1 | FileCheck %s --check-prefix=NOCHIP

// NODEVICES: error: target 'cpu' expects no device, but got 'lavapipe'; device profiles need the target of a GPU
// NOPROFILE: error: there is no device profile called 'lavapip'; there are cuda8.0, cuda9.0, cuda9.0a, lavapipe,
// NOCHIP: error: there is no CPU 'abacus'
// UNKNOWN: there is no target called 'abacus'; this build has: cpu

// CHECK-LABEL: func.func @region
// CHECK: rlx.elementwise_region
func.func @region(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = rlx.elementwise_region %x : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %1 = rlx.relu %a : (tensor<4xf32>) -> tensor<4xf32>
    rlx.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
