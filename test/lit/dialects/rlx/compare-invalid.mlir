// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @compare_c1(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.compare' op expects operands whose shapes broadcast, but got 2 and 3}}
  %0 = rlx.compare lt %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c2(%a: tensor<2xi32>, %b: tensor<2xui32>) {
  // expected-error@+1 {{'rlx.compare' op expects operand #1 to have element type i32 like operand #0, but got ui32}}
  %0 = rlx.compare eq %a, %b : (tensor<2xi32>, tensor<2xui32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_predicate(%a: tensor<2xi32>) {
  // expected-error@+1 {{expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, lt, le, gt, ge]}}
  %0 = rlx.compare above %a, %a : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @where_c1(%c: tensor<2xi1>, %a: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.where' op expects operands whose shapes broadcast, but got 2 and 3}}
  %0 = rlx.where %c, %a, %a : (tensor<2xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @where_c2(%c: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error@+1 {{'rlx.where' op expects on_true and on_false of one element type, but got f32 and f16}}
  %0 = rlx.where %c, %a, %b : (tensor<2xi1>, tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.clamp' op expects max to be a constant of element type f32 like the input, but got 6.000000e+00 : f64}}
  %0 = rlx.clamp %x {min = 0.0 : f32, max = 6.0 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @cast_type(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.cast' op attribute 'to' failed to satisfy constraint: type attribute of number, complex number, i1 or narrow type}}
  %0 = rlx.cast %x to i3 : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @cast_result(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.cast' op expects result #0 to have type 'tensor<2xf16>', but got 'tensor<2xi32>'}}
  %0 = rlx.cast %x to f16 : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @compare_c3(%a: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'rlx.compare' op expects eq or ne for complex numbers, which have no order, but got lt}}
  %0 = rlx.compare lt %a, %a : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  return
}

// -----

func.func @cast_c1(%a: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'rlx.cast' op expects a complex type to convert complex numbers to, but got f32; real, imag and complex_abs say which number is meant}}
  %0 = rlx.cast %a to f32 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return
}

// -----

func.func @cast_c2(%a: tensor<2xf8E4M3FN>) {
  // expected-error@+1 {{'rlx.cast' op expects no complex type beside a narrow one, but got f8E4M3FN and complex<f32>}}
  %0 = rlx.cast %a to complex<f32> : (tensor<2xf8E4M3FN>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @cast_c3(%a: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.cast' op expects saturate = false to be for float8 types, but got f32 and i8}}
  %0 = rlx.cast %a to i8 {saturate = false} : (tensor<2xf32>) -> tensor<2xi8>
  return
}

// -----

func.func @cast_c3_float4(%a: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.cast' op expects saturate = false to be for float8 types, but got f32 and f4E2M1FN}}
  %0 = rlx.cast %a to f4E2M1FN {saturate = false} : (tensor<2xf32>) -> tensor<2xf4E2M1FN>
  return
}

// -----

func.func @cast_c4(%a: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.cast' op expects round_mode to be for f8E8M0FNU, but got f32 and f8E5M2}}
  %0 = rlx.cast %a to f8E5M2 round_mode = down : (tensor<2xf32>) -> tensor<2xf8E5M2>
  return
}

// -----

// Narrow types are for storage.
func.func @no_arithmetic(%a: tensor<2xf8E4M3FN>) {
  // expected-error@+1 {{'rlx.add' op operand #0 must be ranked tensor of}}
  %0 = rlx.add %a, %a : (tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  return
}

// -----

func.func @bitcast_c1_narrow(%a: tensor<2xi4>) {
  // expected-error@+1 {{'rlx.bitcast' op expects a type as wide as i4, but got i8}}
  %0 = rlx.bitcast %a to i8 : (tensor<2xi4>) -> tensor<2xi8>
  return
}

// -----

func.func @bitcast_c1(%a: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.bitcast' op expects a type as wide as f32, but got i16}}
  %0 = rlx.bitcast %a to i16 : (tensor<2xf32>) -> tensor<2xi16>
  return
}
