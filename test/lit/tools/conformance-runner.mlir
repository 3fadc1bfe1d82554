// Failures are reported with lane, function and reason; the expected-failure list is strict.
// RUN: not rlx-check %s --lane=reference 2>&1 | FileCheck %s
// RUN: echo "reference conformance-runner/bad known" > %t.known
// RUN: rlx-check %s --lane=reference --expected-failures=%t.known -v | FileCheck %s --check-prefix=KNOWN
// RUN: echo "reference conformance-runner/good wrong" >> %t.known
// RUN: echo "reference conformance-runner/gone no longer there" >> %t.known
// RUN: not rlx-check %s --lane=reference --expected-failures=%t.known 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: echo "reference conformance-runner/bad" > %t.short
// RUN: not rlx-check %s --expected-failures=%t.short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not rlx-check %s --lane=nowhere 2>&1 | FileCheck %s --check-prefix=LANE

// CHECK-NOT: good
// CHECK: conformance-runner.mlir:[[#@LINE+11]]:3: error: reference conformance-runner/bad: 'check.expect_eq' op: 1 of 2 elements differ; first at [1]: got 2, expected 3; max abs 1, max rel 0.333, max ulp 4194304
// CHECK-NOT: good
// KNOWN: XFAIL reference conformance-runner/bad
// KNOWN: PASS reference conformance-runner/good
// STRICT: reference conformance-runner/good: passes, but is expected to fail: wrong
// STRICT: 'reference conformance-runner/gone' is expected to fail, but there is no such function
// SHORT: :1: expects LANE FILE/FUNCTION REASON
// LANE: unknown lane 'nowhere'; this build has reference decompose
func.func @bad() {
  %a = check.literal dense<[1.0, 2.0]> : tensor<2xf32>
  %b = check.literal dense<[1.0, 3.0]> : tensor<2xf32>
  check.expect_eq %a, %b : tensor<2xf32>, tensor<2xf32>
  return
}

func.func @good() {
  %a = check.literal dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_finite %a : tensor<2xf32>
  return
}

// The compiled lanes detect errors: the in-order f32 sum overflows, the reference does not.
// RUN: not rlx-check %s --lane=cpu-no-fastpath 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: cpu-no-fastpath conformance-runner/overflows: result #0: 1 of 1 elements differ; first at [0, 0]: got inf, expected 3{{.*}}e+38
// CPU: cpu-no-fastpath conformance-runner/overflows_expectation: 'check.expect_eq' op: 1 of 1 elements differ; first at [0, 0]: got inf
func.func @overflows() -> tensor<1x1xf32> {
  %a = check.literal dense<[[3.0e38, 3.0e38, -3.0e38]]> : tensor<1x3xf32>
  %b = check.literal dense<1.0> : tensor<3x1xf32>
  %0 = rlx.matmul %a, %b : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

func.func @overflows_expectation() {
  %a = check.literal dense<[[3.0e38, 3.0e38, -3.0e38]]> : tensor<1x3xf32>
  %b = check.literal dense<1.0> : tensor<3x1xf32>
  %0 = rlx.matmul %a, %b : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  %w = check.literal dense<3.0e38> : tensor<1x1xf32>
  check.expect_eq %0, %w : tensor<1x1xf32>, tensor<1x1xf32>
  return
}
