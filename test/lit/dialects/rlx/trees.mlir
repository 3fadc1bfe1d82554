// RUN: rlx-opt %s | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @tree_leaves
// LINALG-LABEL: @tree_leaves
func.func @tree_leaves(%x: tensor<?x4xf32>, %n: tensor<7x4xi32>, %r: tensor<2xi32>) -> tensor<?x2xi32> {
  // CHECK: rlx.tree_leaves le %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x4xf32>
  // LINALG: scf.for
  // LINALG: arith.bitcast %{{.*}} : i32 to f32
  // LINALG: arith.cmpf ole
  %0 = rlx.tree_leaves le %x, %n, %r, %r : (tensor<?x4xf32>, tensor<7x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}

// CHECK-LABEL: @tree_leaves_tests
// LINALG-LABEL: @tree_leaves_tests
func.func @tree_leaves_tests(%x: tensor<3x4xf64>, %n: tensor<7x6xi32>, %r: tensor<2xi32>, %t: tensor<7xi32>) -> tensor<3x2xi32> {
  // CHECK: rlx.tree_leaves lt %{{.*}} tests %{{.*}} : (tensor<3x4xf64>
  // LINALG: arith.bitcast %{{.*}} : i64 to f64
  // LINALG: arith.cmpf uno
  %0 = rlx.tree_leaves lt %x, %n, %r, %r tests %t : (tensor<3x4xf64>, tensor<7x6xi32>, tensor<2xi32>, tensor<2xi32>, tensor<7xi32>) -> tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// CHECK-LABEL: @tree_leaves_bitvector
// LINALG-LABEL: @tree_leaves_bitvector
func.func @tree_leaves_bitvector(%x: tensor<?x4xf32>, %f: tensor<7xi32>, %t: tensor<7xf32>, %m: tensor<7xi64>, %o: tensor<2x3xi32>, %l: tensor<2xi32>) -> tensor<?x2xi32> {
  // CHECK: rlx.tree_leaves_bitvector %{{.*}} {strict = true} : (tensor<?x4xf32>
  // LINALG: arith.cmpf olt
  // LINALG: arith.cmpf ult
  %0 = rlx.tree_leaves_bitvector %x, %f, %t, %m, %o, %l {strict = true} : (tensor<?x4xf32>, tensor<7xi32>, tensor<7xf32>, tensor<7xi64>, tensor<2x3xi32>, tensor<2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}
