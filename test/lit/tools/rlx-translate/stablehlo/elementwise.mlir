// Elementwise ops are one op of rlx, or a composition.
// RUN: rlx-translate --import-stablehlo %s | FileCheck %s

"func.func"() <{function_type = (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xui32>, tensor<4xui32>, tensor<4xi1>, tensor<4xi1>, tensor<4xcomplex<f32>>) -> tensor<4xf32>, sym_name = "main"}> ({
^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>, %i: tensor<4xi32>, %j: tensor<4xi32>, %u: tensor<4xui32>, %v: tensor<4xui32>, %p: tensor<4xi1>, %q: tensor<4xi1>, %z: tensor<4xcomplex<f32>>):
  // CHECK-LABEL: func.func @main(
  // CHECK: rlx.add %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r1 = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.sub %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r2 = "stablehlo.subtract"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.mul %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r3 = "stablehlo.multiply"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.div %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r4 = "stablehlo.divide"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.fmod %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r5 = "stablehlo.remainder"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.pow %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r6 = "stablehlo.power"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.max %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r7 = "stablehlo.maximum"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.min %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r8 = "stablehlo.minimum"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.or %arg6, %arg7 : (tensor<4xi1>
  %r9 = "stablehlo.add"(%p, %q) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // CHECK: rlx.and %arg6, %arg7 : (tensor<4xi1>
  %r10 = "stablehlo.multiply"(%p, %q) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // CHECK: rlx.or %arg6, %arg7 : (tensor<4xi1>
  %r11 = "stablehlo.maximum"(%p, %q) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // CHECK: rlx.and %arg6, %arg7 : (tensor<4xi1>
  %r12 = "stablehlo.minimum"(%p, %q) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // CHECK: rlx.abs %arg0 : (tensor<4xf32>)
  %r13 = "stablehlo.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.neg %arg0 : (tensor<4xf32>)
  %r14 = "stablehlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.exp %arg0 : (tensor<4xf32>)
  %r15 = "stablehlo.exponential"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.log %arg0 : (tensor<4xf32>)
  %r16 = "stablehlo.log"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.sqrt %arg0 : (tensor<4xf32>)
  %r17 = "stablehlo.sqrt"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.rsqrt %arg0 : (tensor<4xf32>)
  %r18 = "stablehlo.rsqrt"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.floor %arg0 : (tensor<4xf32>)
  %r19 = "stablehlo.floor"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.ceil %arg0 : (tensor<4xf32>)
  %r20 = "stablehlo.ceil"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.round %arg0 : (tensor<4xf32>)
  %r21 = "stablehlo.round_nearest_even"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.expm1 %arg0 : (tensor<4xf32>)
  %r22 = "stablehlo.exponential_minus_one"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.log1p %arg0 : (tensor<4xf32>)
  %r23 = "stablehlo.log_plus_one"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.sigmoid %arg0 : (tensor<4xf32>)
  %r24 = "stablehlo.logistic"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.tanh %arg0 : (tensor<4xf32>)
  %r25 = "stablehlo.tanh"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.sin %arg0 : (tensor<4xf32>)
  %r26 = "stablehlo.sine"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.cos %arg0 : (tensor<4xf32>)
  %r27 = "stablehlo.cosine"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.tan %arg0 : (tensor<4xf32>)
  %r28 = "stablehlo.tan"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.erf %arg0 : (tensor<4xf32>)
  %r29 = "chlo.erf"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.acos %arg0 : (tensor<4xf32>)
  %r30 = "chlo.acos"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.asin %arg0 : (tensor<4xf32>)
  %r31 = "chlo.asin"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.atan %arg0 : (tensor<4xf32>)
  %r32 = "chlo.atan"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.acosh %arg0 : (tensor<4xf32>)
  %r33 = "chlo.acosh"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.asinh %arg0 : (tensor<4xf32>)
  %r34 = "chlo.asinh"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.atanh %arg0 : (tensor<4xf32>)
  %r35 = "chlo.atanh"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.cosh %arg0 : (tensor<4xf32>)
  %r36 = "chlo.cosh"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.sinh %arg0 : (tensor<4xf32>)
  %r37 = "chlo.sinh"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.complex_abs %arg8
  %r38 = "stablehlo.abs"(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: %[[S:.*]] = rlx.sign %arg0
  // CHECK: rlx.where %{{.*}}, %arg0, %[[S]]
  %r39 = "stablehlo.sign"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.pow
  %r40 = "stablehlo.cbrt"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.ceil %arg0
  // CHECK: rlx.floor %arg0
  %r41 = "stablehlo.round_nearest_afz"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.abs %arg0
  // CHECK: rlx.compare lt %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<f32>)
  %r42 = "stablehlo.is_finite"(%a) : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: rlx.div
  // CHECK: rlx.atan 
  %r43 = "stablehlo.atan2"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.compare le %arg0, %arg1
  %r44 = "stablehlo.compare"(%a, %b) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: rlx.compare ne %arg4, %arg5
  %r45 = "stablehlo.compare"(%u, %v) <{comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  // CHECK: rlx.bitcast %arg0 to i32
  // CHECK: rlx.bitcast %arg1 to i32
  // CHECK: rlx.compare lt %{{.*}}, %{{.*}} : (tensor<4xi32>, tensor<4xi32>)
  %r46 = "stablehlo.compare"(%a, %b) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: rlx.where %arg6, %arg0, %arg1
  %r47 = "stablehlo.select"(%p, %a, %b) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[M:.*]] = rlx.max %arg1, %arg0
  // CHECK: rlx.min %[[M]], %arg0
  %r48 = "stablehlo.clamp"(%a, %b, %a) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.cast %arg0 to i32
  %r49 = "stablehlo.convert"(%a) : (tensor<4xf32>) -> tensor<4xi32>
  // CHECK: rlx.real %arg8
  %r50 = "stablehlo.convert"(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: rlx.bitcast %arg0 to ui32
  %r51 = "stablehlo.bitcast_convert"(%a) : (tensor<4xf32>) -> tensor<4xui32>
  // CHECK: rlx.shift_right %arg4
  // CHECK: rlx.concat
  %r52 = "stablehlo.bitcast_convert"(%u) : (tensor<4xui32>) -> tensor<4x2xui16>
  // CHECK: rlx.and %arg2, %arg3
  %r53 = "stablehlo.and"(%i, %j) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: rlx.or %arg2, %arg3
  %r54 = "stablehlo.or"(%i, %j) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: rlx.xor %arg2, %arg3
  %r55 = "stablehlo.xor"(%i, %j) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: rlx.not %arg6
  %r56 = "stablehlo.not"(%p) : (tensor<4xi1>) -> tensor<4xi1>
  // CHECK: rlx.shift_left %arg2, %arg3
  %r57 = "stablehlo.shift_left"(%i, %j) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: rlx.shift_right %arg2, %arg3
  %r58 = "stablehlo.shift_right_arithmetic"(%i, %j) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: %[[X:.*]] = rlx.bitcast %arg2 to ui32
  // CHECK: %[[Y:.*]] = rlx.bitcast %arg3 to ui32
  // CHECK: rlx.shift_right %[[X]], %[[Y]]
  %r59 = "stablehlo.shift_right_logical"(%i, %j) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: rlx.bitcast %arg2 to ui32
  %r60 = "stablehlo.popcnt"(%i) : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK: rlx.not
  %r61 = "stablehlo.count_leading_zeros"(%u) : (tensor<4xui32>) -> tensor<4xui32>
  // CHECK: rlx.bitcast %arg0 to ui32
  // CHECK: rlx.bitcast %{{.*}} to f32
  %r62 = "stablehlo.reduce_precision"(%a) <{exponent_bits = 8 : i32, mantissa_bits = 7 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.bitcast %arg0 to i32
  %r63 = "chlo.next_after"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.mul %arg0, %arg0
  %r64 = "chlo.square"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.exp
  %r65 = "chlo.erfc"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.log1p
  %r66 = "chlo.erf_inv"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.log
  %r67 = "chlo.lgamma"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.tan 
  %r68 = "chlo.digamma"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.sqrt
  %r69 = "chlo.bessel_i1e"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.pow
  %r70 = "chlo.zeta"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.pow
  %r71 = "chlo.polygamma"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.is_inf %arg0
  %r72 = "chlo.is_inf"(%a) : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: rlx.compare eq %arg0
  %r73 = "chlo.is_pos_inf"(%a) : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: rlx.compare eq %arg0
  %r74 = "chlo.is_neg_inf"(%a) : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: rlx.complex %arg0, %arg1
  %r75 = "stablehlo.complex"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  // CHECK: rlx.real %arg8
  %r76 = "stablehlo.real"(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: rlx.imag %arg8
  %r77 = "stablehlo.imag"(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: rlx.conj %arg8
  %r78 = "chlo.conj"(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  "func.return"(%a) : (tensor<4xf32>) -> ()
}) : () -> ()
