// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @dense
// CHECK: rlx.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// LINALG-LABEL: @dense
// LINALG: arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
func.func @dense() -> tensor<2xf32> {
  %0 = rlx.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @scalar_and_empty
// CHECK: rlx.constant dense<true> : tensor<i1>
// CHECK: rlx.constant dense<> : tensor<0x3xbf16>
// LINALG-LABEL: @scalar_and_empty
// LINALG: arith.constant dense<true> : tensor<i1>
// LINALG: arith.constant dense<> : tensor<0x3xbf16>
func.func @scalar_and_empty() -> (tensor<i1>, tensor<0x3xbf16>) {
  %0 = rlx.constant dense<true> : tensor<i1>
  %1 = rlx.constant dense<> : tensor<0x3xbf16>
  return %0, %1 : tensor<i1>, tensor<0x3xbf16>
}

// CHECK-LABEL: @unsigned
// CHECK: rlx.constant dense<[1, 255]> : tensor<2xui8>
// CHECK: rlx.constant dense<65535> : tensor<3xui16>
// LINALG-LABEL: @unsigned
// LINALG: arith.constant dense<[1, -1]> : tensor<2xi8>
// LINALG: arith.constant dense<-1> : tensor<3xi16>
func.func @unsigned() -> (tensor<2xui8>, tensor<3xui16>) {
  %0 = rlx.constant dense<[1, 255]> : tensor<2xui8>
  %1 = rlx.constant dense<65535> : tensor<3xui16>
  return %0, %1 : tensor<2xui8>, tensor<3xui16>
}

// CHECK-LABEL: @resource
// CHECK: rlx.constant dense_resource<weights> : tensor<2xui32>
// CHECK: dialect_resources
// LINALG-LABEL: @resource
// LINALG: arith.constant dense_resource<weights> : tensor<2xi32>
func.func @resource() -> tensor<2xui32> {
  %0 = rlx.constant dense_resource<weights> : tensor<2xui32>
  return %0 : tensor<2xui32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000100000002000000"
    }
  }
#-}
