// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @fill_sizes() {
  // expected-error@+1 {{'check.fill' op expects sizes, because its result type has a dynamic size}}
  %0 = check.fill seed 1 : tensor<?xf32>
  return
}

// -----

func.func @fill_type() {
  // expected-error@+1 {{'check.fill' op expects sizes that agree with its result type}}
  %0 = check.fill sizes [2] seed 1 : tensor<3xf32>
  return
}

// -----

func.func @fill_element() {
  // expected-error@+1 {{'check.fill' op expects an element type of rlx, but got 'index'}}
  %0 = check.fill seed 1 : tensor<3xindex>
  return
}

// -----

func.func @fill_range() {
  // expected-error@+1 {{'check.fill' op expects a range [low, high] with low <= high, but got [2.000000e+00, 1.000000e+00]}}
  %0 = check.fill seed 1 range [2.0, 1.0] : tensor<3xf32>
  return
}

// -----

func.func @literal_type() {
  // expected-error@+1 {{'check.literal' op expects result #0 to have type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %0 = check.literal dense<0.0> : tensor<2xf32> to tensor<3xf32>
  return
}

// -----

func.func @literal_element() {
  // expected-error@+1 {{'check.literal' op expects an element type of rlx, but got 'i3'}}
  %0 = check.literal dense<0> : tensor<2xi3>
  return
}

// -----

func.func @fill_range_i8() {
  // expected-error@+1 {{'check.fill' op expects a range that 'i8' holds, but got [0.000000e+00, 3.000000e+02]}}
  %0 = check.fill seed 1 range [0.0, 300.0] : tensor<3xi8>
  return
}

// -----

func.func @fill_range_i8_low() {
  // expected-error@+1 {{'check.fill' op expects a range that 'i8' holds, but got [-1.290000e+02, 0.000000e+00]}}
  %0 = check.fill seed 1 range [-129.0, 0.0] : tensor<3xi8>
  return
}

// -----

func.func @fill_range_ui16() {
  // expected-error@+1 {{'check.fill' op expects a range that 'ui16' holds, but got [0.000000e+00, 6.553600e+04]}}
  %0 = check.fill seed 1 range [0.0, 65536.0] : tensor<3xui16>
  return
}

// -----

func.func @fill_range_i64() {
  // expected-error@+1 {{'check.fill' op expects a range that 'i64' holds, but got [0.000000e+00, 1.000000e+300]}}
  %0 = check.fill seed 1 range [0.0, 1.0e300] : tensor<3xi64>
  return
}

// -----

func.func @fill_range_f16() {
  // expected-error@+1 {{'check.fill' op expects a range that 'f16' holds, but got [0.000000e+00, 1.000000e+05]}}
  %0 = check.fill seed 1 range [0.0, 1.0e5] : tensor<3xf16>
  return
}

// -----

func.func @close_atol(%x: tensor<3xf32>) {
  // expected-error@+1 {{'check.expect_close' op expects a finite atol of at least 0, but got -1.000000e+00}}
  check.expect_close %x, %x {atol = -1.0} : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @close_rtol(%x: tensor<3xf32>) {
  // expected-error@+1 {{'check.expect_close' op expects a finite rtol of at least 0, but got}}
  check.expect_close %x, %x {rtol = 0x7FF8000000000000 : f64} : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @close_ulp(%x: tensor<3xf32>) {
  // expected-error@+1 {{'check.expect_close' op expects an ulp of at least 0, but got -1}}
  check.expect_close %x, %x {ulp = -1} : tensor<3xf32>, tensor<3xf32>
  return
}
