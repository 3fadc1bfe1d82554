// RUN: rlx-opt %s -split-input-file --rlx-outline-kernels | FileCheck %s

// A cast to a wider type is computed where its result is reduced, and so is what comes before it.

// CHECK-LABEL: lir.program @main
// CHECK: lir.run {
// CHECK-NEXT: lir.dispatch {{.*}} label "neg+cast+reduce_sum"
// CHECK-NEXT: }
func.func @main(%x: tensor<?x64xi8> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]}) -> (tensor<f32> {rlx.name = "y"}) {
  %a = rlx.neg %x : (tensor<?x64xi8>) -> tensor<?x64xi8>
  %b = rlx.cast %a to f32 : (tensor<?x64xi8>) -> tensor<?x64xf32>
  %c = rlx.reduce_sum %b axes = [0, 1] : (tensor<?x64xf32>) -> tensor<f32>
  return %c : tensor<f32>
}

// -----

// A norm reads its rows a few times; a cast before it is no kernel either.

// CHECK-LABEL: lir.program @main
// CHECK: lir.run {
// CHECK-NEXT: lir.dispatch {{.*}} label "cast+rms_norm+cast"
// CHECK-NEXT: }
func.func @main(%x: tensor<?x64xf16> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %g: tensor<64xf32> {rlx.kind = "param", rlx.name = "g"}) -> (tensor<?x64xf16> {rlx.name = "y"}) {
  %a = rlx.cast %x to f32 : (tensor<?x64xf16>) -> tensor<?x64xf32>
  %b = rlx.rms_norm %a gamma %g axis = -1 eps = 1.0e-6 : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xf32>
  %c = rlx.cast %b to f16 : (tensor<?x64xf32>) -> tensor<?x64xf16>
  return %c : tensor<?x64xf16>
}

// -----

// A cast with two users is computed once, and so is a product that reads more than it makes.

// CHECK-LABEL: lir.program @main
// CHECK: lir.run {
// CHECK-DAG: lir.dispatch {{.*}} label "cast"
// CHECK-DAG: lir.dispatch {{.*}} label "mul"
// CHECK-DAG: lir.dispatch {{.*}} label "reduce_sum"
// CHECK-DAG: lir.dispatch {{.*}} label "reduce_max"
func.func @main(%x: tensor<?x64xi8> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]}) -> (tensor<?xf32> {rlx.name = "y"}, tensor<?xf32> {rlx.name = "z"}) {
  %a = rlx.cast %x to f32 : (tensor<?x64xi8>) -> tensor<?x64xf32>
  %b = rlx.reduce_sum %a axes = [1] : (tensor<?x64xf32>) -> tensor<?xf32>
  %c = rlx.mul %a, %a : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %d = rlx.reduce_max %c axes = [1] : (tensor<?x64xf32>) -> tensor<?xf32>
  return %b, %d : tensor<?xf32>, tensor<?xf32>
}
