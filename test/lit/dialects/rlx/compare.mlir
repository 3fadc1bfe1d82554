// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// Relations for floats, signed and unsigned integers and i1.

// CHECK-LABEL: @compare_eq_f32
// CHECK: rlx.compare eq %
// LINALG-LABEL: @compare_eq_f32
// LINALG: arith.cmpf oeq,
func.func @compare_eq_f32(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = rlx.compare eq %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_eq_i32
// CHECK: rlx.compare eq %
// LINALG-LABEL: @compare_eq_i32
// LINALG: arith.cmpi eq,
func.func @compare_eq_i32(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi1> {
  %0 = rlx.compare eq %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_eq_ui8
// CHECK: rlx.compare eq %
// LINALG-LABEL: @compare_eq_ui8
// LINALG: arith.cmpi eq,
func.func @compare_eq_ui8(%a: tensor<2x3xui8>, %b: tensor<3xui8>) -> tensor<2x3xi1> {
  %0 = rlx.compare eq %a, %b : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_eq_i1
// CHECK: rlx.compare eq %
// LINALG-LABEL: @compare_eq_i1
// LINALG: arith.cmpi eq,
func.func @compare_eq_i1(%a: tensor<2x3xi1>, %b: tensor<3xi1>) -> tensor<2x3xi1> {
  %0 = rlx.compare eq %a, %b : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_ne_f32
// CHECK: rlx.compare ne %
// LINALG-LABEL: @compare_ne_f32
// LINALG: arith.cmpf une,
func.func @compare_ne_f32(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = rlx.compare ne %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_ne_i32
// CHECK: rlx.compare ne %
// LINALG-LABEL: @compare_ne_i32
// LINALG: arith.cmpi ne,
func.func @compare_ne_i32(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi1> {
  %0 = rlx.compare ne %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_ne_ui8
// CHECK: rlx.compare ne %
// LINALG-LABEL: @compare_ne_ui8
// LINALG: arith.cmpi ne,
func.func @compare_ne_ui8(%a: tensor<2x3xui8>, %b: tensor<3xui8>) -> tensor<2x3xi1> {
  %0 = rlx.compare ne %a, %b : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_ne_i1
// CHECK: rlx.compare ne %
// LINALG-LABEL: @compare_ne_i1
// LINALG: arith.cmpi ne,
func.func @compare_ne_i1(%a: tensor<2x3xi1>, %b: tensor<3xi1>) -> tensor<2x3xi1> {
  %0 = rlx.compare ne %a, %b : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_lt_f32
// CHECK: rlx.compare lt %
// LINALG-LABEL: @compare_lt_f32
// LINALG: arith.cmpf olt,
func.func @compare_lt_f32(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = rlx.compare lt %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_lt_i32
// CHECK: rlx.compare lt %
// LINALG-LABEL: @compare_lt_i32
// LINALG: arith.cmpi slt,
func.func @compare_lt_i32(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi1> {
  %0 = rlx.compare lt %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_lt_ui8
// CHECK: rlx.compare lt %
// LINALG-LABEL: @compare_lt_ui8
// LINALG: arith.cmpi ult,
func.func @compare_lt_ui8(%a: tensor<2x3xui8>, %b: tensor<3xui8>) -> tensor<2x3xi1> {
  %0 = rlx.compare lt %a, %b : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_lt_i1
// CHECK: rlx.compare lt %
// LINALG-LABEL: @compare_lt_i1
// LINALG: arith.cmpi ult,
func.func @compare_lt_i1(%a: tensor<2x3xi1>, %b: tensor<3xi1>) -> tensor<2x3xi1> {
  %0 = rlx.compare lt %a, %b : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_le_f32
// CHECK: rlx.compare le %
// LINALG-LABEL: @compare_le_f32
// LINALG: arith.cmpf ole,
func.func @compare_le_f32(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = rlx.compare le %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_le_i32
// CHECK: rlx.compare le %
// LINALG-LABEL: @compare_le_i32
// LINALG: arith.cmpi sle,
func.func @compare_le_i32(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi1> {
  %0 = rlx.compare le %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_le_ui8
// CHECK: rlx.compare le %
// LINALG-LABEL: @compare_le_ui8
// LINALG: arith.cmpi ule,
func.func @compare_le_ui8(%a: tensor<2x3xui8>, %b: tensor<3xui8>) -> tensor<2x3xi1> {
  %0 = rlx.compare le %a, %b : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_le_i1
// CHECK: rlx.compare le %
// LINALG-LABEL: @compare_le_i1
// LINALG: arith.cmpi ule,
func.func @compare_le_i1(%a: tensor<2x3xi1>, %b: tensor<3xi1>) -> tensor<2x3xi1> {
  %0 = rlx.compare le %a, %b : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_gt_f32
// CHECK: rlx.compare gt %
// LINALG-LABEL: @compare_gt_f32
// LINALG: arith.cmpf ogt,
func.func @compare_gt_f32(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = rlx.compare gt %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_gt_i32
// CHECK: rlx.compare gt %
// LINALG-LABEL: @compare_gt_i32
// LINALG: arith.cmpi sgt,
func.func @compare_gt_i32(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi1> {
  %0 = rlx.compare gt %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_gt_ui8
// CHECK: rlx.compare gt %
// LINALG-LABEL: @compare_gt_ui8
// LINALG: arith.cmpi ugt,
func.func @compare_gt_ui8(%a: tensor<2x3xui8>, %b: tensor<3xui8>) -> tensor<2x3xi1> {
  %0 = rlx.compare gt %a, %b : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_gt_i1
// CHECK: rlx.compare gt %
// LINALG-LABEL: @compare_gt_i1
// LINALG: arith.cmpi ugt,
func.func @compare_gt_i1(%a: tensor<2x3xi1>, %b: tensor<3xi1>) -> tensor<2x3xi1> {
  %0 = rlx.compare gt %a, %b : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_ge_f32
// CHECK: rlx.compare ge %
// LINALG-LABEL: @compare_ge_f32
// LINALG: arith.cmpf oge,
func.func @compare_ge_f32(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = rlx.compare ge %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_ge_i32
// CHECK: rlx.compare ge %
// LINALG-LABEL: @compare_ge_i32
// LINALG: arith.cmpi sge,
func.func @compare_ge_i32(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi1> {
  %0 = rlx.compare ge %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_ge_ui8
// CHECK: rlx.compare ge %
// LINALG-LABEL: @compare_ge_ui8
// LINALG: arith.cmpi uge,
func.func @compare_ge_ui8(%a: tensor<2x3xui8>, %b: tensor<3xui8>) -> tensor<2x3xi1> {
  %0 = rlx.compare ge %a, %b : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @compare_ge_i1
// CHECK: rlx.compare ge %
// LINALG-LABEL: @compare_ge_i1
// LINALG: arith.cmpi uge,
func.func @compare_ge_i1(%a: tensor<2x3xi1>, %b: tensor<3xi1>) -> tensor<2x3xi1> {
  %0 = rlx.compare ge %a, %b : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @where
// CHECK: rlx.where %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x1xi1>, tensor<2x?xbf16>, tensor<bf16>) -> tensor<2x?xbf16>
// LINALG-LABEL: @where
// LINALG: arith.select
func.func @where(%c: tensor<2x1xi1>, %a: tensor<2x?xbf16>, %b: tensor<bf16>) -> tensor<2x?xbf16> {
  %0 = rlx.where %c, %a, %b : (tensor<2x1xi1>, tensor<2x?xbf16>, tensor<bf16>) -> tensor<2x?xbf16>
  return %0 : tensor<2x?xbf16>
}

// CHECK-LABEL: @clamp
// CHECK: rlx.clamp %{{.*}} {max = 6.000000e+00 : f32, min = 0.000000e+00 : f32}
// LINALG-LABEL: @clamp
// LINALG: arith.maximumf
// LINALG: arith.minimumf
func.func @clamp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = rlx.clamp %x {min = 0.0 : f32, max = 6.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A bound keeps all 64 bits.
// LINALG-LABEL: @clamp_i64
// LINALG: arith.constant 9007199254740993 : i64
// LINALG: arith.maxsi
// LINALG-NOT: arith.min
func.func @clamp_i64(%x: tensor<4xi64>) -> tensor<4xi64> {
  %0 = rlx.clamp %x {min = 9007199254740993 : i64} : (tensor<4xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// LINALG-LABEL: @clamp_ui8
// LINALG: arith.constant -56 : i8
// LINALG: arith.minui
func.func @clamp_ui8(%x: tensor<4xui8>) -> tensor<4xui8> {
  %0 = rlx.clamp %x {max = 200 : ui8} : (tensor<4xui8>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}
