// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @constant_c1() {
  // expected-error@+1 {{'rlx.constant' op expects a value of ranked tensor type, but got vector<2xf32>}}
  %0 = "rlx.constant"() <{value = dense<1.0> : vector<2xf32>}> : () -> tensor<2xf32>
  return
}

// -----

func.func @constant_c2() {
  // expected-error@+1 {{'rlx.constant' op expects elements of f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, complex<f32>, complex<f64> or a narrow type, but got i3}}
  %0 = "rlx.constant"() <{value = dense<1> : tensor<2xi3>}> : () -> tensor<2xi32>
  return
}

// -----

func.func @constant_c3() {
  // expected-error@+1 {{'rlx.constant' op expects a dense or dense_resource value, but got sparse}}
  %0 = "rlx.constant"() <{value = sparse<[[0]], [1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  return
}

// -----

func.func @constant_c5() {
  // expected-error@+1 {{'rlx.constant' op expects a value of fewer than 2^63 bytes, but got tensor<4611686018427387904xf32>}}
  %0 = rlx.constant dense<1.0> : tensor<4611686018427387904xf32>
  return
}

// -----

func.func @constant_c4() {
  // expected-error@+1 {{'rlx.constant' op expects a resource of 12 bytes for tensor<3xf32>, but 'weights' has 8}}
  %0 = rlx.constant dense_resource<weights> : tensor<3xf32>
  return
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
