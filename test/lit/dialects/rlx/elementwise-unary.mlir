// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// Every op with one operand: it prints as it parses, and its lowering is one linalg.generic with
// the expected computation.

// CHECK-LABEL: @exp
// CHECK: rlx.exp %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @exp
// LINALG: linalg.generic
// LINALG: math.exp %
// LINALG: linalg.yield
func.func @exp(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.exp %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @expm1
// CHECK: rlx.expm1 %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @expm1
// LINALG: linalg.generic
// LINALG: math.expm1 %
// LINALG: linalg.yield
func.func @expm1(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.expm1 %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @log
// CHECK: rlx.log %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @log
// LINALG: linalg.generic
// LINALG: math.log %
// LINALG: linalg.yield
func.func @log(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.log %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @log1p
// CHECK: rlx.log1p %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @log1p
// LINALG: linalg.generic
// LINALG: math.log1p %
// LINALG: linalg.yield
func.func @log1p(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.log1p %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @sqrt
// CHECK: rlx.sqrt %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @sqrt
// LINALG: linalg.generic
// LINALG: math.sqrt %
// LINALG: linalg.yield
func.func @sqrt(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.sqrt %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @rsqrt
// CHECK: rlx.rsqrt %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @rsqrt
// LINALG: linalg.generic
// LINALG: math.rsqrt %
// LINALG: linalg.yield
func.func @rsqrt(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.rsqrt %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @reciprocal
// CHECK: rlx.reciprocal %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @reciprocal
// LINALG: linalg.generic
// LINALG: arith.divf %
// LINALG: linalg.yield
func.func @reciprocal(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.reciprocal %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @sin
// CHECK: rlx.sin %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @sin
// LINALG: linalg.generic
// LINALG: math.sin %
// LINALG: linalg.yield
func.func @sin(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.sin %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @cos
// CHECK: rlx.cos %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @cos
// LINALG: linalg.generic
// LINALG: math.cos %
// LINALG: linalg.yield
func.func @cos(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.cos %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @tan
// CHECK: rlx.tan %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @tan
// LINALG: linalg.generic
// LINALG: math.tan %
// LINALG: linalg.yield
func.func @tan(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.tan %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @asin
// CHECK: rlx.asin %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @asin
// LINALG: linalg.generic
// LINALG: math.asin %
// LINALG: linalg.yield
func.func @asin(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.asin %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @acos
// CHECK: rlx.acos %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @acos
// LINALG: linalg.generic
// LINALG: math.acos %
// LINALG: linalg.yield
func.func @acos(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.acos %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @atan
// CHECK: rlx.atan %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @atan
// LINALG: linalg.generic
// LINALG: math.atan %
// LINALG: linalg.yield
func.func @atan(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.atan %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @sinh
// CHECK: rlx.sinh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @sinh
// LINALG: linalg.generic
// LINALG: math.expm1 %
// LINALG: linalg.yield
func.func @sinh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.sinh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @cosh
// CHECK: rlx.cosh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @cosh
// LINALG: linalg.generic
// LINALG: math.exp %
// LINALG: linalg.yield
func.func @cosh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.cosh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @tanh
// CHECK: rlx.tanh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @tanh
// LINALG: linalg.generic
// LINALG: math.tanh %
// LINALG: linalg.yield
func.func @tanh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.tanh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @asinh
// CHECK: rlx.asinh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @asinh
// LINALG: linalg.generic
// LINALG: math.log1p %
// LINALG: linalg.yield
func.func @asinh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.asinh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @acosh
// CHECK: rlx.acosh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @acosh
// LINALG: linalg.generic
// LINALG: math.sqrt %
// LINALG: math.log1p %
// LINALG: linalg.yield
func.func @acosh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.acosh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @atanh
// CHECK: rlx.atanh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @atanh
// LINALG: linalg.generic
// LINALG: math.log1p %
// LINALG: linalg.yield
func.func @atanh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.atanh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @erf
// CHECK: rlx.erf %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @erf
// LINALG: linalg.generic
// LINALG: math.erf %
// LINALG: linalg.yield
func.func @erf(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.erf %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @ceil
// CHECK: rlx.ceil %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @ceil
// LINALG: linalg.generic
// LINALG: math.ceil %
// LINALG: linalg.yield
func.func @ceil(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.ceil %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @floor
// CHECK: rlx.floor %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @floor
// LINALG: linalg.generic
// LINALG: math.floor %
// LINALG: linalg.yield
func.func @floor(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.floor %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @round
// CHECK: rlx.round %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @round
// LINALG: linalg.generic
// LINALG: math.roundeven %
// LINALG: linalg.yield
func.func @round(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.round %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @neg
// CHECK: rlx.neg %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @neg
// LINALG: linalg.generic
// LINALG: arith.negf %
// LINALG: linalg.yield
func.func @neg(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.neg %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @abs
// CHECK: rlx.abs %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
// LINALG-LABEL: @abs
// LINALG: linalg.generic
// LINALG: math.absf %
// LINALG: linalg.yield
func.func @abs(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.abs %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// LINALG-LABEL: @exp_f16
// LINALG: arith.extf %{{.*}} : f16 to f32
// LINALG: math.exp %{{.*}} : f32
// LINALG: arith.truncf %{{.*}} : f32 to f16
func.func @exp_f16(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = rlx.exp %x : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// LINALG-LABEL: @exp_bf16
// LINALG: arith.extf %{{.*}} : bf16 to f32
// LINALG: math.exp %{{.*}} : f32
// LINALG: arith.truncf %{{.*}} : f32 to bf16
func.func @exp_bf16(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = rlx.exp %x : (tensor<4xbf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// LINALG-LABEL: @exp_f64
// LINALG-NOT: arith.truncf
// LINALG: math.exp %{{.*}} : f64
func.func @exp_f64(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = rlx.exp %x : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// LINALG-LABEL: @neg_i8
// LINALG: arith.subi
func.func @neg_i8(%x: tensor<4xi8>) -> tensor<4xi8> {
  %0 = rlx.neg %x : (tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// LINALG-LABEL: @neg_ui8
// LINALG: arith.subi
func.func @neg_ui8(%x: tensor<4xui8>) -> tensor<4xui8> {
  %0 = rlx.neg %x : (tensor<4xui8>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// LINALG-LABEL: @abs_i64
// LINALG: math.absi
func.func @abs_i64(%x: tensor<4xi64>) -> tensor<4xi64> {
  %0 = rlx.abs %x : (tensor<4xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// LINALG-LABEL: @abs_ui64
// LINALG-NEXT: return %arg0
func.func @abs_ui64(%x: tensor<4xui64>) -> tensor<4xui64> {
  %0 = rlx.abs %x : (tensor<4xui64>) -> tensor<4xui64>
  return %0 : tensor<4xui64>
}

// LINALG-LABEL: @sign_f32
// LINALG-DAG: arith.cmpf uno
// LINALG-DAG: arith.cmpf olt
// LINALG-DAG: arith.cmpf ogt
func.func @sign_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = rlx.sign %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// LINALG-LABEL: @sign_i32
// LINALG-DAG: arith.cmpi eq
// LINALG-DAG: arith.cmpi slt
func.func @sign_i32(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = rlx.sign %x : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// LINALG-LABEL: @sign_ui32
// LINALG: arith.cmpi eq
// LINALG-NOT: slt
// LINALG: linalg.yield
func.func @sign_ui32(%x: tensor<4xui32>) -> tensor<4xui32> {
  %0 = rlx.sign %x : (tensor<4xui32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// LINALG-LABEL: @not_i1
// LINALG: arith.constant true
// LINALG: arith.xori
func.func @not_i1(%x: tensor<4xi1>) -> tensor<4xi1> {
  %0 = rlx.not %x : (tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// LINALG-LABEL: @not_ui16
// LINALG: arith.constant -1 : i16
// LINALG: arith.xori
func.func @not_ui16(%x: tensor<4xui16>) -> tensor<4xui16> {
  %0 = rlx.not %x : (tensor<4xui16>) -> tensor<4xui16>
  return %0 : tensor<4xui16>
}

// LINALG-LABEL: @is_nan
// CHECK: rlx.is_nan %{{.*}} : (tensor<4xbf16>) -> tensor<4xi1>
// LINALG: arith.cmpf uno
func.func @is_nan(%x: tensor<4xbf16>) -> tensor<4xi1> {
  %0 = rlx.is_nan %x : (tensor<4xbf16>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// LINALG-LABEL: @is_inf
// CHECK: rlx.is_inf
// LINALG: math.absf
// LINALG: arith.cmpf oeq
func.func @is_inf(%x: tensor<4xf64>) -> tensor<4xi1> {
  %0 = rlx.is_inf %x : (tensor<4xf64>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
