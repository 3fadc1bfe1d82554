// --sample=2 compiles every second function; the lane reference runs all. Entries of the list for
// functions that are left out count as used.
// RUN: echo "decompose conformance-runner-sample/second left out" > %t.known
// RUN: rlx-check %s --lane=reference,decompose --sample=2 -v --expected-failures=%t.known | FileCheck %s
// RUN: not rlx-check %s --lane=reference,decompose --expected-failures=%t.known 2>&1 | FileCheck %s --check-prefix=ALL

// CHECK: PASS reference conformance-runner-sample/first
// CHECK-NEXT: PASS decompose conformance-runner-sample/first
// CHECK-NEXT: PASS reference conformance-runner-sample/second
// CHECK-NEXT: PASS reference conformance-runner-sample/third
// CHECK-NEXT: PASS decompose conformance-runner-sample/third
// CHECK-NOT: {{.}}
// ALL: decompose conformance-runner-sample/second: passes, but is expected to fail: left out
func.func @first() -> tensor<2xf32> {
  %a = check.literal dense<[1.0, 2.0]> : tensor<2xf32>
  return %a : tensor<2xf32>
}

func.func @second() -> tensor<2xf32> {
  %a = check.literal dense<[3.0, 4.0]> : tensor<2xf32>
  return %a : tensor<2xf32>
}

func.func @third() -> tensor<2xf32> {
  %a = check.literal dense<[5.0, 6.0]> : tensor<2xf32>
  return %a : tensor<2xf32>
}
