// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: = rlx.

// Keys are gathered for each row, since rows of one sequence and those of others look alike.
// CHECK-LABEL: @rows
// DECOMPOSE-LABEL: @rows
func.func @rows(%q: tensor<?x9x64xf32>, %k: tensor<?x3x32x64xf32>, %v: tensor<?x3x32x64xf32>, %t: tensor<?x?xi32>, %s: tensor<?xi32>, %l: tensor<?xi32>) -> tensor<?x9x64xf32> {
  // CHECK: rlx.paged_attention %{{.*}}, %{{.*}}, %{{.*}} blocks = %{{.*}} starts = %{{.*}} lengths = %{{.*}} : (
  // DECOMPOSE: rlx.reduce_sum
  // DECOMPOSE: rlx.gather %arg1, %{{.*}} axis = 0 : (tensor<?x3x32x64xf32>, tensor<?x?xi64>) -> tensor<?x?x3x32x64xf32>
  // DECOMPOSE: rlx.gather %arg2, %{{.*}} axis = 0 : (tensor<?x3x32x64xf32>, tensor<?x?xi64>) -> tensor<?x?x3x32x64xf32>
  // DECOMPOSE: rlx.matmul
  // DECOMPOSE: rlx.matmul
  // DECOMPOSE-NOT: rlx.paged_attention
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<?x9x64xf32>, tensor<?x3x32x64xf32>, tensor<?x3x32x64xf32>, tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x9x64xf32>
  return %0 : tensor<?x9x64xf32>
}

// CHECK-LABEL: @attributes
func.func @attributes(%q: tensor<4x2x8xf32>, %k: tensor<5x2x16x8xf32>, %v: tensor<5x2x16x6xf32>, %t: tensor<1x2xi64>, %s: tensor<2xi64>, %l: tensor<1xi64>) -> tensor<4x2x6xf32> {
  // CHECK: rlx.paged_attention {{.*}} window = 7 scale = 5.000000e-01 softcap = 3.000000e+01 : (
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l window = 7 scale = 0.5 softcap = 30.0
      : (tensor<4x2x8xf32>, tensor<5x2x16x8xf32>, tensor<5x2x16x6xf32>, tensor<1x2xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<4x2x6xf32>
  return %0 : tensor<4x2x6xf32>
}
