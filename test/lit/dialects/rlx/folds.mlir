// RUN: rlx-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @add_zero(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]], %[[I]]
func.func @add_zero(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %c = rlx.constant dense<-0.0> : tensor<4xf32>
  %z = rlx.constant dense<0> : tensor<i32>
  %0 = rlx.add %c, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = rlx.add %i, %z : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}

// -0.0 + 0.0 is 0.0, not x.
// CHECK-LABEL: @add_positive_zero
// CHECK: rlx.add
func.func @add_positive_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = rlx.constant dense<0.0> : tensor<4xf32>
  %0 = rlx.add %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The constant broadcasts x, so the op stays.
// CHECK-LABEL: @broadcasting_zero
// CHECK: rlx.add
func.func @broadcasting_zero(%i: tensor<1xi32>) -> tensor<4xi32> {
  %c = rlx.constant dense<0> : tensor<4xi32>
  %0 = rlx.add %i, %c : (tensor<1xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: @neutral(
// CHECK-SAME: %[[X:.*]]: tensor<4xbf16>, %[[B:.*]]: tensor<4xi1>, %[[U:.*]]: tensor<4xui8>)
// CHECK-NEXT: return %[[X]], %[[B]], %[[U]]
func.func @neutral(%x: tensor<4xbf16>, %b: tensor<4xi1>, %u: tensor<4xui8>)
    -> (tensor<4xbf16>, tensor<4xi1>, tensor<4xui8>) {
  %zero = rlx.constant dense<0.0> : tensor<bf16>
  %one = rlx.constant dense<1.0> : tensor<bf16>
  %true = rlx.constant dense<true> : tensor<4xi1>
  %false = rlx.constant dense<false> : tensor<4xi1>
  %all = rlx.constant dense<255> : tensor<4xui8>
  %none = rlx.constant dense<0> : tensor<4xui8>
  %0 = rlx.sub %x, %zero : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %1 = rlx.mul %0, %one : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %2 = rlx.div %1, %one : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %3 = rlx.pow %2, %one : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %4 = rlx.max %3, %3 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %5 = rlx.min %4, %4 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %6 = rlx.clamp %5 : (tensor<4xbf16>) -> tensor<4xbf16>
  %7 = rlx.and %b, %true : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %8 = rlx.or %7, %false : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %9 = rlx.xor %8, %false : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %10 = rlx.and %u, %all : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %11 = rlx.shift_left %10, %none : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %12 = rlx.shift_right %11, %none : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  return %6, %9, %12 : tensor<4xbf16>, tensor<4xi1>, tensor<4xui8>
}

// CHECK-LABEL: @twice(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xi1>)
// CHECK-NEXT: %[[R:.*]] = rlx.relu %[[X]]
// CHECK-NEXT: return %[[X]], %[[B]], %[[R]]
func.func @twice(%x: tensor<?xf32>, %b: tensor<?xi1>) -> (tensor<?xf32>, tensor<?xi1>, tensor<?xf32>) {
  %0 = rlx.neg %x : (tensor<?xf32>) -> tensor<?xf32>
  %1 = rlx.neg %0 : (tensor<?xf32>) -> tensor<?xf32>
  %2 = rlx.not %b : (tensor<?xi1>) -> tensor<?xi1>
  %3 = rlx.not %2 : (tensor<?xi1>) -> tensor<?xi1>
  %4 = rlx.relu %x : (tensor<?xf32>) -> tensor<?xf32>
  %5 = rlx.relu %4 : (tensor<?xf32>) -> tensor<?xf32>
  return %1, %3, %5 : tensor<?xf32>, tensor<?xi1>, tensor<?xf32>
}

// CHECK-LABEL: @idempotent
// CHECK-COUNT-1: rlx.abs
// CHECK-COUNT-1: rlx.sign
// CHECK-COUNT-1: rlx.ceil
// CHECK-COUNT-1: rlx.floor
// CHECK-COUNT-1: rlx.round
// CHECK-NEXT: return
func.func @idempotent(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = rlx.abs %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = rlx.abs %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = rlx.sign %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = rlx.sign %2 : (tensor<4xf32>) -> tensor<4xf32>
  %4 = rlx.ceil %3 : (tensor<4xf32>) -> tensor<4xf32>
  %5 = rlx.ceil %4 : (tensor<4xf32>) -> tensor<4xf32>
  %6 = rlx.floor %5 : (tensor<4xf32>) -> tensor<4xf32>
  %7 = rlx.floor %6 : (tensor<4xf32>) -> tensor<4xf32>
  %8 = rlx.round %7 : (tensor<4xf32>) -> tensor<4xf32>
  %9 = rlx.round %8 : (tensor<4xf32>) -> tensor<4xf32>
  return %9 : tensor<4xf32>
}

// CHECK-LABEL: @where_splat(
// CHECK-SAME: %[[C:.*]]: tensor<4xi1>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[A]], %[[B]], %[[A]]
func.func @where_splat(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %true = rlx.constant dense<true> : tensor<i1>
  %false = rlx.constant dense<false> : tensor<4xi1>
  %0 = rlx.where %true, %a, %b : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = rlx.where %false, %a, %b : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = rlx.where %c, %a, %a : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @cast_detour(
// CHECK-SAME: %[[X:.*]]: tensor<4xf16>, %[[I:.*]]: tensor<4xi8>)
// CHECK-NEXT: %[[F:.*]] = rlx.cast %[[I]] to f64 : (tensor<4xi8>) -> tensor<4xf64>
// CHECK-NEXT: return %[[X]], %[[F]]
func.func @cast_detour(%x: tensor<4xf16>, %i: tensor<4xi8>) -> (tensor<4xf16>, tensor<4xf64>) {
  %0 = rlx.cast %x to f16 : (tensor<4xf16>) -> tensor<4xf16>
  %1 = rlx.cast %0 to f32 : (tensor<4xf16>) -> tensor<4xf32>
  %2 = rlx.cast %1 to f16 : (tensor<4xf32>) -> tensor<4xf16>
  %3 = rlx.cast %i to i32 : (tensor<4xi8>) -> tensor<4xi32>
  %4 = rlx.cast %3 to f64 : (tensor<4xi32>) -> tensor<4xf64>
  return %2, %4 : tensor<4xf16>, tensor<4xf64>
}

// Lossy chains of casts are not folded: f32 through f16, i32 through f32, i8 through ui16.
// CHECK-LABEL: @lossy_detour
// CHECK-COUNT-6: rlx.cast
func.func @lossy_detour(%x: tensor<4xf32>, %i: tensor<4xi32>, %j: tensor<4xi8>)
    -> (tensor<4xf32>, tensor<4xi32>, tensor<4xi32>) {
  %0 = rlx.cast %x to f16 : (tensor<4xf32>) -> tensor<4xf16>
  %1 = rlx.cast %0 to f32 : (tensor<4xf16>) -> tensor<4xf32>
  %2 = rlx.cast %i to f32 : (tensor<4xi32>) -> tensor<4xf32>
  %3 = rlx.cast %2 to i32 : (tensor<4xf32>) -> tensor<4xi32>
  %4 = rlx.cast %j to ui16 : (tensor<4xi8>) -> tensor<4xui16>
  %5 = rlx.cast %4 to i32 : (tensor<4xui16>) -> tensor<4xi32>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xi32>, tensor<4xi32>
}

// Casts from floats to integers saturate, others wrap. The float is only skipped if the value
// always fits.
// CHECK-LABEL: @saturating_detour(
// CHECK-SAME: %[[I:.*]]: tensor<4xi8>)
// CHECK-NEXT: %[[F:.*]] = rlx.cast %[[I]] to f32
// CHECK-NEXT: %[[U:.*]] = rlx.cast %[[F]] to ui32
// CHECK-NEXT: %[[W:.*]] = rlx.cast %[[I]] to i16
// CHECK-NEXT: %[[B:.*]] = rlx.cast %[[I]] to i1
// CHECK-NEXT: return %[[U]], %[[W]], %[[B]]
func.func @saturating_detour(%i: tensor<4xi8>) -> (tensor<4xui32>, tensor<4xi16>, tensor<4xi1>) {
  %0 = rlx.cast %i to f32 : (tensor<4xi8>) -> tensor<4xf32>
  %1 = rlx.cast %0 to ui32 : (tensor<4xf32>) -> tensor<4xui32>
  %2 = rlx.cast %0 to i16 : (tensor<4xf32>) -> tensor<4xi16>
  %3 = rlx.cast %0 to i1 : (tensor<4xf32>) -> tensor<4xi1>
  return %1, %2, %3 : tensor<4xui32>, tensor<4xi16>, tensor<4xi1>
}

// CHECK-LABEL: @powers(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[H:.*]]: tensor<4xf16>)
// CHECK-DAG: %[[THREE:.*]] = rlx.constant dense<3.000000e+00> : tensor<f16>
// CHECK: %[[S:.*]] = rlx.mul %[[X]], %[[X]]
// CHECK: %[[Q:.*]] = rlx.mul %[[X]], %[[X]]
// CHECK: %[[C:.*]] = rlx.mul %[[Q]], %[[X]]
// CHECK: %[[R:.*]] = rlx.reciprocal %[[X]]
// CHECK: %[[P:.*]] = rlx.pow %[[H]], %[[THREE]]
// CHECK: return %[[S]], %[[C]], %[[R]], %[[P]]
func.func @powers(%x: tensor<?xf32>, %h: tensor<4xf16>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<4xf16>) {
  %two = rlx.constant dense<2.0> : tensor<f32>
  %three = rlx.constant dense<3.0> : tensor<f32>
  %inverse = rlx.constant dense<-1.0> : tensor<f32>
  %half_three = rlx.constant dense<3.0> : tensor<f16>
  %0 = rlx.pow %x, %two : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = rlx.pow %x, %three : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = rlx.pow %x, %inverse : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = rlx.pow %h, %half_three : (tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<4xf16>
}

// The other operand's dynamic size must equal that of x, and only the op implies it.
// CHECK-LABEL: @other_dynamic_sizes
// CHECK: rlx.where
// CHECK: rlx.where
// CHECK: rlx.add
// CHECK: rlx.pow
func.func @other_dynamic_sizes(%c: tensor<?x1xi1>, %x: tensor<?x4xf32>, %y: tensor<?x1xf32>,
                               %n: index)
    -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %true = rlx.constant dense<true> : tensor<i1>
  %zero = rlx.constant dense<-0.0> : tensor<3x1xf32>
  %two = rlx.constant dense<2.0> : tensor<3x4xf32>
  %0 = rlx.where %c, %x, %x : (tensor<?x1xi1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.where %true, %x, %y : (tensor<i1>, tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %2 = rlx.add %x, %zero : (tensor<?x4xf32>, tensor<3x1xf32>) -> tensor<?x4xf32>
  %3 = rlx.pow %x, %two : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  return %0, %1, %2, %3 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// CHECK-LABEL: @other_sizes_of_one(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x4xf32>
// CHECK-NEXT: return %[[X]]
func.func @other_sizes_of_one(%x: tensor<?x4xf32>, %y: tensor<1x4xf32>) -> tensor<?x4xf32> {
  %true = rlx.constant dense<true> : tensor<1x1xi1>
  %zero = rlx.constant dense<-0.0> : tensor<1x4xf32>
  %0 = rlx.where %true, %x, %y : (tensor<1x1xi1>, tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.add %0, %zero : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
