// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// Every op with two operands, for a float, a signed and an unsigned type if they differ.

// CHECK-LABEL: @add_f32
// CHECK: rlx.add %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @add_f32(
// LINALG: linalg.generic
// LINALG: arith.addf %
// LINALG: linalg.yield
func.func @add_f32(%a: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.add %a, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @add_f16
// CHECK: rlx.add %{{.*}}, %{{.*}} : (tensor<2x?xf16>, tensor<?xf16>) -> tensor<2x?xf16>
// LINALG-LABEL: @add_f16(
// LINALG: linalg.generic
// LINALG: arith.addf %{{.*}} : f16
// LINALG: linalg.yield
func.func @add_f16(%a: tensor<2x?xf16>, %b: tensor<?xf16>) -> tensor<2x?xf16> {
  %0 = rlx.add %a, %b : (tensor<2x?xf16>, tensor<?xf16>) -> tensor<2x?xf16>
  return %0 : tensor<2x?xf16>
}

// CHECK-LABEL: @add_i64
// CHECK: rlx.add %{{.*}}, %{{.*}} : (tensor<2x?xi64>, tensor<?xi64>) -> tensor<2x?xi64>
// LINALG-LABEL: @add_i64(
// LINALG: linalg.generic
// LINALG: arith.addi %
// LINALG: linalg.yield
func.func @add_i64(%a: tensor<2x?xi64>, %b: tensor<?xi64>) -> tensor<2x?xi64> {
  %0 = rlx.add %a, %b : (tensor<2x?xi64>, tensor<?xi64>) -> tensor<2x?xi64>
  return %0 : tensor<2x?xi64>
}

// CHECK-LABEL: @add_ui8
// CHECK: rlx.add %{{.*}}, %{{.*}} : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
// LINALG-LABEL: @add_ui8(
// LINALG: linalg.generic
// LINALG: arith.addi %
// LINALG: linalg.yield
func.func @add_ui8(%a: tensor<2x?xui8>, %b: tensor<?xui8>) -> tensor<2x?xui8> {
  %0 = rlx.add %a, %b : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: @sub_f32
// CHECK: rlx.sub %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @sub_f32(
// LINALG: linalg.generic
// LINALG: arith.subf %
// LINALG: linalg.yield
func.func @sub_f32(%a: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.sub %a, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @sub_f16
// CHECK: rlx.sub %{{.*}}, %{{.*}} : (tensor<2x?xf16>, tensor<?xf16>) -> tensor<2x?xf16>
// LINALG-LABEL: @sub_f16(
// LINALG: linalg.generic
// LINALG: arith.subf %{{.*}} : f16
// LINALG: linalg.yield
func.func @sub_f16(%a: tensor<2x?xf16>, %b: tensor<?xf16>) -> tensor<2x?xf16> {
  %0 = rlx.sub %a, %b : (tensor<2x?xf16>, tensor<?xf16>) -> tensor<2x?xf16>
  return %0 : tensor<2x?xf16>
}

// CHECK-LABEL: @sub_i64
// CHECK: rlx.sub %{{.*}}, %{{.*}} : (tensor<2x?xi64>, tensor<?xi64>) -> tensor<2x?xi64>
// LINALG-LABEL: @sub_i64(
// LINALG: linalg.generic
// LINALG: arith.subi %
// LINALG: linalg.yield
func.func @sub_i64(%a: tensor<2x?xi64>, %b: tensor<?xi64>) -> tensor<2x?xi64> {
  %0 = rlx.sub %a, %b : (tensor<2x?xi64>, tensor<?xi64>) -> tensor<2x?xi64>
  return %0 : tensor<2x?xi64>
}

// CHECK-LABEL: @sub_ui8
// CHECK: rlx.sub %{{.*}}, %{{.*}} : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
// LINALG-LABEL: @sub_ui8(
// LINALG: linalg.generic
// LINALG: arith.subi %
// LINALG: linalg.yield
func.func @sub_ui8(%a: tensor<2x?xui8>, %b: tensor<?xui8>) -> tensor<2x?xui8> {
  %0 = rlx.sub %a, %b : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: @mul_f32
// CHECK: rlx.mul %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @mul_f32(
// LINALG: linalg.generic
// LINALG: arith.mulf %
// LINALG: linalg.yield
func.func @mul_f32(%a: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.mul %a, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @mul_f16
// CHECK: rlx.mul %{{.*}}, %{{.*}} : (tensor<2x?xf16>, tensor<?xf16>) -> tensor<2x?xf16>
// LINALG-LABEL: @mul_f16(
// LINALG: linalg.generic
// LINALG: arith.mulf %{{.*}} : f16
// LINALG: linalg.yield
func.func @mul_f16(%a: tensor<2x?xf16>, %b: tensor<?xf16>) -> tensor<2x?xf16> {
  %0 = rlx.mul %a, %b : (tensor<2x?xf16>, tensor<?xf16>) -> tensor<2x?xf16>
  return %0 : tensor<2x?xf16>
}

// CHECK-LABEL: @mul_i64
// CHECK: rlx.mul %{{.*}}, %{{.*}} : (tensor<2x?xi64>, tensor<?xi64>) -> tensor<2x?xi64>
// LINALG-LABEL: @mul_i64(
// LINALG: linalg.generic
// LINALG: arith.muli %
// LINALG: linalg.yield
func.func @mul_i64(%a: tensor<2x?xi64>, %b: tensor<?xi64>) -> tensor<2x?xi64> {
  %0 = rlx.mul %a, %b : (tensor<2x?xi64>, tensor<?xi64>) -> tensor<2x?xi64>
  return %0 : tensor<2x?xi64>
}

// CHECK-LABEL: @mul_ui8
// CHECK: rlx.mul %{{.*}}, %{{.*}} : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
// LINALG-LABEL: @mul_ui8(
// LINALG: linalg.generic
// LINALG: arith.muli %
// LINALG: linalg.yield
func.func @mul_ui8(%a: tensor<2x?xui8>, %b: tensor<?xui8>) -> tensor<2x?xui8> {
  %0 = rlx.mul %a, %b : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: @div_f32
// CHECK: rlx.div %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @div_f32(
// LINALG: linalg.generic
// LINALG: arith.divf %
// LINALG: linalg.yield
func.func @div_f32(%a: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.div %a, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @div_i32
// CHECK: rlx.div %{{.*}}, %{{.*}} : (tensor<2x?xi32>, tensor<?xi32>) -> tensor<2x?xi32>
// LINALG-LABEL: @div_i32(
// LINALG: linalg.generic
// LINALG: arith.cmpi eq
// LINALG: arith.cmpi eq
// LINALG: arith.cmpi eq
// LINALG: %[[SAFE:.*]] = arith.select
// LINALG: arith.divsi %{{.*}}, %[[SAFE]]
// LINALG: arith.select
// LINALG: linalg.yield
func.func @div_i32(%a: tensor<2x?xi32>, %b: tensor<?xi32>) -> tensor<2x?xi32> {
  %0 = rlx.div %a, %b : (tensor<2x?xi32>, tensor<?xi32>) -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}

// CHECK-LABEL: @div_ui32
// CHECK: rlx.div %{{.*}}, %{{.*}} : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
// LINALG-LABEL: @div_ui32(
// LINALG: linalg.generic
// LINALG: arith.cmpi eq
// LINALG: %[[SAFE:.*]] = arith.select
// LINALG: arith.divui %{{.*}}, %[[SAFE]]
// LINALG: arith.select
// LINALG: linalg.yield
func.func @div_ui32(%a: tensor<2x?xui32>, %b: tensor<?xui32>) -> tensor<2x?xui32> {
  %0 = rlx.div %a, %b : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
  return %0 : tensor<2x?xui32>
}

// CHECK-LABEL: @fmod_f32
// CHECK: rlx.fmod %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @fmod_f32(
// LINALG: linalg.generic
// LINALG: arith.remf %
// LINALG: linalg.yield
func.func @fmod_f32(%a: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.fmod %a, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @fmod_i32
// CHECK: rlx.fmod %{{.*}}, %{{.*}} : (tensor<2x?xi32>, tensor<?xi32>) -> tensor<2x?xi32>
// LINALG-LABEL: @fmod_i32(
// LINALG: linalg.generic
// LINALG: arith.cmpi eq
// LINALG: arith.cmpi eq
// LINALG: arith.cmpi eq
// LINALG: %[[SAFE:.*]] = arith.select
// LINALG: arith.remsi %{{.*}}, %[[SAFE]]
// LINALG: arith.select
// LINALG: linalg.yield
func.func @fmod_i32(%a: tensor<2x?xi32>, %b: tensor<?xi32>) -> tensor<2x?xi32> {
  %0 = rlx.fmod %a, %b : (tensor<2x?xi32>, tensor<?xi32>) -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}

// CHECK-LABEL: @fmod_ui32
// CHECK: rlx.fmod %{{.*}}, %{{.*}} : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
// LINALG-LABEL: @fmod_ui32(
// LINALG: linalg.generic
// LINALG: arith.cmpi eq
// LINALG: %[[SAFE:.*]] = arith.select
// LINALG: arith.remui %{{.*}}, %[[SAFE]]
// LINALG: arith.select
// LINALG: linalg.yield
func.func @fmod_ui32(%a: tensor<2x?xui32>, %b: tensor<?xui32>) -> tensor<2x?xui32> {
  %0 = rlx.fmod %a, %b : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
  return %0 : tensor<2x?xui32>
}

// CHECK-LABEL: @mod_f32
// CHECK: rlx.mod %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @mod_f32(
// LINALG: linalg.generic
// LINALG: arith.remf %
// LINALG: linalg.yield
func.func @mod_f32(%a: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.mod %a, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @mod_i32
// CHECK: rlx.mod %{{.*}}, %{{.*}} : (tensor<2x?xi32>, tensor<?xi32>) -> tensor<2x?xi32>
// LINALG-LABEL: @mod_i32(
// LINALG: linalg.generic
// LINALG: arith.cmpi eq
// LINALG: arith.cmpi eq
// LINALG: arith.cmpi eq
// LINALG: %[[SAFE:.*]] = arith.select
// LINALG: arith.remsi %{{.*}}, %[[SAFE]]
// LINALG: arith.select
// LINALG: linalg.yield
func.func @mod_i32(%a: tensor<2x?xi32>, %b: tensor<?xi32>) -> tensor<2x?xi32> {
  %0 = rlx.mod %a, %b : (tensor<2x?xi32>, tensor<?xi32>) -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}

// CHECK-LABEL: @mod_ui32
// CHECK: rlx.mod %{{.*}}, %{{.*}} : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
// LINALG-LABEL: @mod_ui32(
// LINALG: linalg.generic
// LINALG: arith.cmpi eq
// LINALG: %[[SAFE:.*]] = arith.select
// LINALG: arith.remui %{{.*}}, %[[SAFE]]
// LINALG: arith.select
// LINALG: linalg.yield
func.func @mod_ui32(%a: tensor<2x?xui32>, %b: tensor<?xui32>) -> tensor<2x?xui32> {
  %0 = rlx.mod %a, %b : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
  return %0 : tensor<2x?xui32>
}

// CHECK-LABEL: @max_f32
// CHECK: rlx.max %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @max_f32(
// LINALG: linalg.generic
// LINALG: arith.maximumf
// LINALG: linalg.yield
func.func @max_f32(%a: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.max %a, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @max_i8
// CHECK: rlx.max %{{.*}}, %{{.*}} : (tensor<2x?xi8>, tensor<?xi8>) -> tensor<2x?xi8>
// LINALG-LABEL: @max_i8(
// LINALG: linalg.generic
// LINALG: arith.maxsi
// LINALG: linalg.yield
func.func @max_i8(%a: tensor<2x?xi8>, %b: tensor<?xi8>) -> tensor<2x?xi8> {
  %0 = rlx.max %a, %b : (tensor<2x?xi8>, tensor<?xi8>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: @max_ui8
// CHECK: rlx.max %{{.*}}, %{{.*}} : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
// LINALG-LABEL: @max_ui8(
// LINALG: linalg.generic
// LINALG: arith.maxui
// LINALG: linalg.yield
func.func @max_ui8(%a: tensor<2x?xui8>, %b: tensor<?xui8>) -> tensor<2x?xui8> {
  %0 = rlx.max %a, %b : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: @min_f32
// CHECK: rlx.min %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @min_f32(
// LINALG: linalg.generic
// LINALG: arith.minimumf
// LINALG: linalg.yield
func.func @min_f32(%a: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.min %a, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @min_i8
// CHECK: rlx.min %{{.*}}, %{{.*}} : (tensor<2x?xi8>, tensor<?xi8>) -> tensor<2x?xi8>
// LINALG-LABEL: @min_i8(
// LINALG: linalg.generic
// LINALG: arith.minsi
// LINALG: linalg.yield
func.func @min_i8(%a: tensor<2x?xi8>, %b: tensor<?xi8>) -> tensor<2x?xi8> {
  %0 = rlx.min %a, %b : (tensor<2x?xi8>, tensor<?xi8>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: @min_ui8
// CHECK: rlx.min %{{.*}}, %{{.*}} : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
// LINALG-LABEL: @min_ui8(
// LINALG: linalg.generic
// LINALG: arith.minui
// LINALG: linalg.yield
func.func @min_ui8(%a: tensor<2x?xui8>, %b: tensor<?xui8>) -> tensor<2x?xui8> {
  %0 = rlx.min %a, %b : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: @pow_f32
// CHECK: rlx.pow %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @pow_f32(
// LINALG: linalg.generic
// LINALG: math.powf
// LINALG: linalg.yield
func.func @pow_f32(%a: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.pow %a, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @pow_bf16
// CHECK: rlx.pow %{{.*}}, %{{.*}} : (tensor<2x?xbf16>, tensor<?xbf16>) -> tensor<2x?xbf16>
// LINALG-LABEL: @pow_bf16(
// LINALG: linalg.generic
// LINALG: math.powf %{{.*}} : f32
// LINALG: linalg.yield
func.func @pow_bf16(%a: tensor<2x?xbf16>, %b: tensor<?xbf16>) -> tensor<2x?xbf16> {
  %0 = rlx.pow %a, %b : (tensor<2x?xbf16>, tensor<?xbf16>) -> tensor<2x?xbf16>
  return %0 : tensor<2x?xbf16>
}

// CHECK-LABEL: @pow_i8
// CHECK: rlx.pow %{{.*}}, %{{.*}} : (tensor<2x?xi8>, tensor<?xi8>) -> tensor<2x?xi8>
// LINALG-LABEL: @pow_i8(
// LINALG: linalg.generic
// LINALG: arith.muli
// LINALG: arith.cmpi slt
// LINALG: arith.select
// LINALG: linalg.yield
func.func @pow_i8(%a: tensor<2x?xi8>, %b: tensor<?xi8>) -> tensor<2x?xi8> {
  %0 = rlx.pow %a, %b : (tensor<2x?xi8>, tensor<?xi8>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: @pow_ui8
// CHECK: rlx.pow %{{.*}}, %{{.*}} : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
// LINALG-LABEL: @pow_ui8(
// LINALG: linalg.generic
// LINALG: arith.muli
// LINALG: linalg.yield
func.func @pow_ui8(%a: tensor<2x?xui8>, %b: tensor<?xui8>) -> tensor<2x?xui8> {
  %0 = rlx.pow %a, %b : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: @and_i1
// CHECK: rlx.and %{{.*}}, %{{.*}} : (tensor<2x?xi1>, tensor<?xi1>) -> tensor<2x?xi1>
// LINALG-LABEL: @and_i1(
// LINALG: linalg.generic
// LINALG: arith.andi
// LINALG: linalg.yield
func.func @and_i1(%a: tensor<2x?xi1>, %b: tensor<?xi1>) -> tensor<2x?xi1> {
  %0 = rlx.and %a, %b : (tensor<2x?xi1>, tensor<?xi1>) -> tensor<2x?xi1>
  return %0 : tensor<2x?xi1>
}

// CHECK-LABEL: @and_ui32
// CHECK: rlx.and %{{.*}}, %{{.*}} : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
// LINALG-LABEL: @and_ui32(
// LINALG: linalg.generic
// LINALG: arith.andi
// LINALG: linalg.yield
func.func @and_ui32(%a: tensor<2x?xui32>, %b: tensor<?xui32>) -> tensor<2x?xui32> {
  %0 = rlx.and %a, %b : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
  return %0 : tensor<2x?xui32>
}

// CHECK-LABEL: @or_i1
// CHECK: rlx.or %{{.*}}, %{{.*}} : (tensor<2x?xi1>, tensor<?xi1>) -> tensor<2x?xi1>
// LINALG-LABEL: @or_i1(
// LINALG: linalg.generic
// LINALG: arith.ori
// LINALG: linalg.yield
func.func @or_i1(%a: tensor<2x?xi1>, %b: tensor<?xi1>) -> tensor<2x?xi1> {
  %0 = rlx.or %a, %b : (tensor<2x?xi1>, tensor<?xi1>) -> tensor<2x?xi1>
  return %0 : tensor<2x?xi1>
}

// CHECK-LABEL: @or_ui32
// CHECK: rlx.or %{{.*}}, %{{.*}} : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
// LINALG-LABEL: @or_ui32(
// LINALG: linalg.generic
// LINALG: arith.ori
// LINALG: linalg.yield
func.func @or_ui32(%a: tensor<2x?xui32>, %b: tensor<?xui32>) -> tensor<2x?xui32> {
  %0 = rlx.or %a, %b : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
  return %0 : tensor<2x?xui32>
}

// CHECK-LABEL: @xor_i1
// CHECK: rlx.xor %{{.*}}, %{{.*}} : (tensor<2x?xi1>, tensor<?xi1>) -> tensor<2x?xi1>
// LINALG-LABEL: @xor_i1(
// LINALG: linalg.generic
// LINALG: arith.xori
// LINALG: linalg.yield
func.func @xor_i1(%a: tensor<2x?xi1>, %b: tensor<?xi1>) -> tensor<2x?xi1> {
  %0 = rlx.xor %a, %b : (tensor<2x?xi1>, tensor<?xi1>) -> tensor<2x?xi1>
  return %0 : tensor<2x?xi1>
}

// CHECK-LABEL: @xor_ui32
// CHECK: rlx.xor %{{.*}}, %{{.*}} : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
// LINALG-LABEL: @xor_ui32(
// LINALG: linalg.generic
// LINALG: arith.xori
// LINALG: linalg.yield
func.func @xor_ui32(%a: tensor<2x?xui32>, %b: tensor<?xui32>) -> tensor<2x?xui32> {
  %0 = rlx.xor %a, %b : (tensor<2x?xui32>, tensor<?xui32>) -> tensor<2x?xui32>
  return %0 : tensor<2x?xui32>
}

// CHECK-LABEL: @shift_left_ui8
// CHECK: rlx.shift_left %{{.*}}, %{{.*}} : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
// LINALG-LABEL: @shift_left_ui8(
// LINALG: linalg.generic
// LINALG: arith.cmpi uge
// LINALG: arith.select
// LINALG: arith.shli
// LINALG: arith.select
// LINALG: linalg.yield
func.func @shift_left_ui8(%a: tensor<2x?xui8>, %b: tensor<?xui8>) -> tensor<2x?xui8> {
  %0 = rlx.shift_left %a, %b : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: @shift_right_ui8
// CHECK: rlx.shift_right %{{.*}}, %{{.*}} : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
// LINALG-LABEL: @shift_right_ui8(
// LINALG: linalg.generic
// LINALG: arith.cmpi uge
// LINALG: arith.select
// LINALG: arith.shrui
// LINALG: arith.select
// LINALG: linalg.yield
func.func @shift_right_ui8(%a: tensor<2x?xui8>, %b: tensor<?xui8>) -> tensor<2x?xui8> {
  %0 = rlx.shift_right %a, %b : (tensor<2x?xui8>, tensor<?xui8>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: @shift_right_i8
// CHECK: rlx.shift_right %{{.*}}, %{{.*}} : (tensor<2x?xi8>, tensor<?xi8>) -> tensor<2x?xi8>
// LINALG-LABEL: @shift_right_i8(
// LINALG: linalg.generic
// LINALG: arith.cmpi uge
// LINALG: arith.select
// LINALG: arith.shrsi
// LINALG: linalg.yield
func.func @shift_right_i8(%a: tensor<2x?xi8>, %b: tensor<?xi8>) -> tensor<2x?xi8> {
  %0 = rlx.shift_right %a, %b : (tensor<2x?xi8>, tensor<?xi8>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}
