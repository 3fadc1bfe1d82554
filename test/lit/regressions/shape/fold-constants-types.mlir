// Constants of all types were folded as if they were f32: the bytes of others were read and written
// as floats.
// RUN: rlx-opt %s --rlx-fold-constants --canonicalize | FileCheck %s
// RUN: rlx-check %s

// CHECK-LABEL: @main
func.func @main() -> (tensor<2xi32>, tensor<2xi64>, tensor<2xf64>, tensor<2xf16>, tensor<2xi1>, tensor<2xui8>) {
  // CHECK-DAG: constant dense<[16777219, -2]> : tensor<2xi32>
  %i = rlx.constant dense<[16777217, -5]> : tensor<2xi32>
  %j = rlx.constant dense<[2, 3]> : tensor<2xi32>
  %0 = rlx.add %i, %j : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %e0 = check.literal dense<[16777219, -2]> : tensor<2xi32>
  check.expect_eq %0, %e0 : tensor<2xi32>, tensor<2xi32>
  // CHECK-DAG: constant dense<[9007199254740994, 12]> : tensor<2xi64>
  %k = rlx.constant dense<[4503599627370497, 6]> : tensor<2xi64>
  %l = rlx.constant dense<2> : tensor<i64>
  %1 = rlx.mul %k, %l : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %e1 = check.literal dense<[9007199254740994, 12]> : tensor<2xi64>
  check.expect_eq %1, %e1 : tensor<2xi64>, tensor<2xi64>
  // CHECK-DAG: constant dense<[1.5000000000000002, -2.000000e+00]> : tensor<2xf64>
  %a = rlx.constant dense<[1.0000000000000002, -2.5]> : tensor<2xf64>
  %b = rlx.constant dense<0.5> : tensor<f64>
  %2 = rlx.add %a, %b : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %e2 = check.literal dense<[1.5000000000000002, -2.0]> : tensor<2xf64>
  check.expect_eq %2, %e2 : tensor<2xf64>, tensor<2xf64>
  // CHECK-DAG: constant dense<[2.048000e+03, 6.000000e+00]> : tensor<2xf16>
  %c = rlx.constant dense<[2048.0, 5.0]> : tensor<2xf16>
  %d = rlx.constant dense<1.0> : tensor<f16>
  %3 = rlx.add %c, %d : (tensor<2xf16>, tensor<f16>) -> tensor<2xf16>
  %e3 = check.literal dense<[2048.0, 6.0]> : tensor<2xf16>
  check.expect_eq %3, %e3 : tensor<2xf16>, tensor<2xf16>
  // CHECK-DAG: constant dense<[true, false]> : tensor<2xi1>
  %4 = rlx.compare gt %a, %b : (tensor<2xf64>, tensor<f64>) -> tensor<2xi1>
  %e4 = check.literal dense<[true, false]> : tensor<2xi1>
  check.expect_eq %4, %e4 : tensor<2xi1>, tensor<2xi1>
  // CHECK-DAG: constant dense<[44, 3]> : tensor<2xui8>
  %g = rlx.constant dense<[200, 1]> : tensor<2xui8>
  %h = rlx.constant dense<[100, 2]> : tensor<2xui8>
  %5 = rlx.add %g, %h : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  %e5 = check.literal dense<[44, 3]> : tensor<2xui8>
  check.expect_eq %5, %e5 : tensor<2xui8>, tensor<2xui8>
  // CHECK-NOT: rlx.add
  return %0, %1, %2, %3, %4, %5 : tensor<2xi32>, tensor<2xi64>, tensor<2xf64>, tensor<2xf16>, tensor<2xi1>, tensor<2xui8>
}
