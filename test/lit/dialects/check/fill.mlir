// RUN: rlx-opt --rlx-interpret=print -o /dev/null %s 2>&1 | FileCheck %s

// Expected values were computed independently of RLX, from the description in
// docs/reference/numerics.md.
// CHECK: @values#0 = dense<[0.830796182, 0.716780543, -0.942626059, 0.36226964]> : tensor<4xf32>
// CHECK: @values#1 = dense<[0, 3, 1, 2, -1, -1, -3, -2]> : tensor<8xi16>
// CHECK: @values#2 = dense<[true, true, true, false, true, false, false, true]> : tensor<8xi1>
// CHECK: @values#3 = dense<[127, 1, 1, -128, 1, 0, 1, 0, -1, 0]> : tensor<10xi8>
// CHECK: @values#4 = dense<[-0.825439512, 1.17549435E-38, 0.257568866, -3.40282347E+38, -1.17549435E-38, 0.325034976, -0.22960043, 0.000000e+00]> : tensor<8xf32>
func.func @values() -> (tensor<4xf32>, tensor<8xi16>, tensor<8xi1>, tensor<10xi8>, tensor<8xf32>) {
  %0 = check.fill seed 7 : tensor<4xf32>
  %1 = check.fill seed 8 range [-3.0, 3.0] : tensor<8xi16>
  %2 = check.fill seed 9 : tensor<8xi1>
  %3 = check.fill seed 10 edges finite : tensor<10xi8>
  %4 = check.fill seed 11 edges finite : tensor<8xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<8xi16>, tensor<8xi1>, tensor<10xi8>, tensor<8xf32>
}
