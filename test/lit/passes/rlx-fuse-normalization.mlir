// RUN: rlx-opt %s -split-input-file --rlx-fuse-normalization | FileCheck %s

// CHECK-LABEL: @layer_norm
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>, %[[G:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<1x8xf32>
// CHECK-NEXT: %[[FLAT:.*]] = rlx.reshape %[[B]] to [8]
// CHECK-NEXT: %[[R:.*]] = rlx.layer_norm %[[X]] gamma %[[G]] beta %[[FLAT]] axis = 1 eps = 1.250000e-01
// CHECK-NEXT: return %[[R]]
func.func @layer_norm(%x: tensor<?x8xf32>, %g: tensor<8xf32>, %b: tensor<1x8xf32>) -> tensor<?x8xf32> {
  %eps = rlx.constant dense<0.125> : tensor<f32>
  %m = rlx.reduce_mean %x axes = [-1] {keep_dims = true} : (tensor<?x8xf32>) -> tensor<?x1xf32>
  %d = rlx.sub %x, %m : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
  %s = rlx.mul %d, %d : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %v = rlx.reduce_mean %s axes = [1] {keep_dims = true} : (tensor<?x8xf32>) -> tensor<?x1xf32>
  %a = rlx.add %v, %eps : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x1xf32>
  %r = rlx.sqrt %a : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %n = rlx.div %d, %r : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
  %y = rlx.mul %g, %n : (tensor<8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %z = rlx.add %y, %b : (tensor<?x8xf32>, tensor<1x8xf32>) -> tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}

// -----

// Llama: the norm in f32, gamma in f16 behind the cast.

// CHECK-LABEL: @rms_norm_half
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf16>, %[[G:.*]]: tensor<8xf16>
// CHECK-NEXT: %[[R:.*]] = rlx.rms_norm %[[X]] gamma %[[G]] axis = 1 eps = 1.250000e-01 : (tensor<?x8xf16>, tensor<8xf16>) -> tensor<?x8xf16>
// CHECK-NEXT: return %[[R]]
func.func @rms_norm_half(%h: tensor<?x8xf16>, %g: tensor<8xf16>) -> tensor<?x8xf16> {
  %eps = rlx.constant dense<0.125> : tensor<f32>
  %power = rlx.constant dense<-0.5> : tensor<f32>
  %x = rlx.cast %h to f32 : (tensor<?x8xf16>) -> tensor<?x8xf32>
  %s = rlx.mul %x, %x : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %v = rlx.reduce_mean %s axes = [1] {keep_dims = true} : (tensor<?x8xf32>) -> tensor<?x1xf32>
  %a = rlx.add %v, %eps : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x1xf32>
  %r = rlx.pow %a, %power : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x1xf32>
  %n = rlx.mul %x, %r : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
  %c = rlx.cast %n to f16 : (tensor<?x8xf32>) -> tensor<?x8xf16>
  %y = rlx.mul %g, %c : (tensor<8xf16>, tensor<?x8xf16>) -> tensor<?x8xf16>
  return %y : tensor<?x8xf16>
}

// -----

// Other axes than the last ones, and a root with another user, stay. A factor of rows is no gamma.

// CHECK-LABEL: @first_axis
// CHECK-NOT: rlx.rms_norm
func.func @first_axis(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %eps = rlx.constant dense<0.125> : tensor<f32>
  %s = rlx.mul %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v = rlx.reduce_mean %s axes = [0] {keep_dims = true} : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %a = rlx.add %v, %eps : (tensor<1x8xf32>, tensor<f32>) -> tensor<1x8xf32>
  %r = rlx.sqrt %a : (tensor<1x8xf32>) -> tensor<1x8xf32>
  %n = rlx.div %x, %r : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return %n : tensor<4x8xf32>
}

// CHECK-LABEL: @root_is_returned
// CHECK-NOT: rlx.rms_norm
func.func @root_is_returned(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x1xf32>) {
  %eps = rlx.constant dense<0.125> : tensor<f32>
  %s = rlx.mul %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v = rlx.reduce_mean %s axes = [1] {keep_dims = true} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %a = rlx.add %v, %eps : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %r = rlx.sqrt %a : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %n = rlx.div %x, %r : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %n, %r : tensor<4x8xf32>, tensor<4x1xf32>
}

// CHECK-LABEL: @factor_of_rows
// CHECK: rlx.rms_norm %{{[^ ]*}} axis = 1
// CHECK-NEXT: rlx.mul
func.func @factor_of_rows(%x: tensor<4x8xf32>, %f: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %eps = rlx.constant dense<0.125> : tensor<f32>
  %s = rlx.mul %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v = rlx.reduce_mean %s axes = [1] {keep_dims = true} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %a = rlx.add %v, %eps : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %r = rlx.sqrt %a : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %i = rlx.reciprocal %r : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %n = rlx.mul %x, %i : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %y = rlx.mul %n, %f : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
