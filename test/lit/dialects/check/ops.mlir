// RUN: rlx-opt %s | rlx-opt | FileCheck %s

// CHECK-LABEL: @inputs
func.func @inputs() {
  // CHECK: check.fill seed 1 : tensor<2xf32>
  %0 = check.fill seed 1 : tensor<2xf32>
  // CHECK: check.fill sizes [2, 3] seed 2 range [-2.000000e+00, 3.000000e+00] edges all as param : tensor<?x3xi8>
  %1 = check.fill sizes [2, 3] seed 2 range [-2.0, 3.0] edges all as param : tensor<?x3xi8>
  // CHECK: check.literal dense<[1, 2]> : tensor<2xui8>
  %2 = check.literal dense<[1, 2]> : tensor<2xui8>
  // CHECK: check.literal dense<[1, 2]> : tensor<2xui8> to tensor<?xui8> as constant
  %3 = check.literal dense<[1, 2]> : tensor<2xui8> to tensor<?xui8> as constant
  // CHECK: check.expect_eq %{{.*}}, %{{.*}} {signed_zeros} : tensor<2xui8>, tensor<?xui8>
  check.expect_eq %2, %3 {signed_zeros} : tensor<2xui8>, tensor<?xui8>
  // CHECK: check.expect_close %{{.*}}, %{{.*}} {atol = 1.000000e-03 : f64, rtol = 1.000000e-04 : f64, ulp = 2 : i64} : tensor<2xf32>, tensor<2xf32>
  check.expect_close %0, %0 {atol = 1.0e-3, rtol = 1.0e-4, ulp = 2} : tensor<2xf32>, tensor<2xf32>
  // CHECK: check.expect_finite %{{.*}} : tensor<2xf32>
  check.expect_finite %0 : tensor<2xf32>
  return
}
