// A public function that would not run is an error. A private one runs where it is called.
// RUN: not rlx-check %s --lane=reference -v 2>&1 | FileCheck %s

// Code that this machine cannot run would end the process.
// RUN: not rlx-check %s --cpu=cortex-a76 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: rlx-check: --cpu: code for 'cortex-a76' needs aarch64, which this machine lacks
// RUN: not rlx-check %s --cpu=abacus 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: rlx-check: --cpu: there is no CPU 'abacus'

// RUN: not rlx-check %s --sample=0 2>&1 | FileCheck %s --check-prefix=SAMPLE
// SAMPLE: rlx-check: --sample: 0 would run no function; the smallest is 1

// CHECK: conformance-runner-arguments.mlir:[[#@LINE+2]]:1: error: 'skipped' has arguments, and would not be run
// CHECK-NOT: helper
func.func @skipped(%x: tensor<2xf32>) {
  return
}

// CHECK: PASS reference conformance-runner-arguments/runs
func.func @runs() {
  %a = check.literal dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = func.call @helper(%a) : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a : tensor<2xf32>, tensor<2xf32>
  return
}

func.func private @helper(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
