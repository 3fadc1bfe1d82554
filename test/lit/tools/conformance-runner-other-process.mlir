// Packages that run in another process are judged like those in this one.
// RUN: rlx-check %s --lane=cpu,cpu-no-fastpath --run-with=rlx-run-rt -v | FileCheck %s
// CHECK: PASS cpu conformance-runner-other-process/values
// CHECK: PASS cpu-no-fastpath conformance-runner-other-process/values
// CHECK: PASS cpu conformance-runner-other-process/expectation

// RUN: not rlx-check %s --lane=cpu -v "--run-with=%python %S/Inputs/wrong_results.py rlx-run-rt" 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG-DAG: error: cpu conformance-runner-other-process/values: result #0: 1 of 12 elements differ
// WRONG-DAG: FAIL cpu conformance-runner-other-process/values
// WRONG-DAG: error: cpu conformance-runner-other-process/expectation: 'check.expect_eq' op: 1 of 2
// WRONG-DAG: FAIL cpu conformance-runner-other-process/expectation

// RUN: not rlx-check %s --lane=cpu "--run-with=rlx-run-rt --threads=0" 2>&1 | FileCheck %s --check-prefix=ENDS
// ENDS: error: cpu {{.*}}rlx-run-rt' ended with 2: rlx-run-rt: error: --threads: expected a number
// RUN: not rlx-check %s --lane=cpu --run-with=abacus 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: cpu {{.*}}: there is no program 'abacus'

func.func @values() -> (tensor<?x3xf32>, tensor<?x3xbf16>) {
  %a = check.fill sizes [4, 3] seed 1 edges all : tensor<?x3xf32>
  %b = check.fill seed 2 as param : tensor<3xf32>
  %c = check.fill sizes [2, 3] seed 3 : tensor<?x3xbf16>
  %0 = rlx.add %a, %b : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %1 = rlx.relu %c : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  return %0, %1 : tensor<?x3xf32>, tensor<?x3xbf16>
}

func.func @expectation() {
  %a = check.literal dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = rlx.neg %a : (tensor<2xf32>) -> tensor<2xf32>
  %w = check.literal dense<[-1.0, -2.0]> : tensor<2xf32>
  check.expect_eq %0, %w : tensor<2xf32>, tensor<2xf32>
  return
}
