// RUN: rlx-opt %s --rlx-interpret -split-input-file -verify-diagnostics

// Errors that types cannot show are found with the sizes of the run.
func.func @inner_sizes() -> tensor<2x2xf32> {
  %a = check.fill sizes [2, 3] seed 1 : tensor<2x?xf32>
  %b = check.fill sizes [4, 2] seed 1 : tensor<?x2xf32>
  // expected-error@+1 {{'rlx.matmul' op expects the last size of lhs to equal the second-last size of rhs, but got 3 and 4}}
  %0 = rlx.matmul %a, %b : (tensor<2x?xf32>, tensor<?x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @declared_type() -> tensor<4xf32> {
  %a = check.fill sizes [3] seed 1 : tensor<?xf32>
  // expected-error@+1 {{'rlx.exp' op: result #0 expects tensor<4xf32>, but got tensor<3xf32>}}
  %0 = rlx.exp %a : (tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @cast() -> tensor<4xf32> {
  %a = check.fill sizes [3] seed 1 : tensor<?xf32>
  // expected-error@+1 {{'tensor.cast' op: cannot cast a tensor of the sizes 3 to tensor<4xf32>}}
  %0 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unsupported() -> tensor<3xf32> {
  // expected-error@+1 {{'tensor.empty' op: is not supported by the reference interpreter}}
  %0 = tensor.empty() : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @negative_size() -> tensor<?xf32> {
  %a = check.fill seed 1 : tensor<0xf32>
  %n = arith.constant -1 : index
  %m = arith.muli %n, %n : index
  %k = arith.muli %m, %n : index
  // expected-error@+1 {{'rlx.reshape' op expects size #0 to be at least 0, but got -1}}
  %0 = rlx.reshape %a to [%k] : (tensor<0xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// expected-error@+1 {{'forever' is called recursively}}
func.func private @forever() -> tensor<f32> {
  %0 = call @forever() : () -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @assert() {
  %c0 = arith.constant 0 : index
  %c = arith.cmpi slt, %c0, %c0 : index
  // expected-error@+1 {{'cf.assert' op: failed: never}}
  cf.assert %c, "never"
  return
}

// -----

func.func @expect_close() {
  %a = check.literal dense<[1.0, 2.0]> : tensor<2xf32>
  %b = check.literal dense<[1.0, 2.5]> : tensor<2xf32>
  // expected-error@+1 {{'check.expect_close' op: 1 of 2 elements differ; first at [1]: got 2, expected 2.5; max abs 0.5}}
  check.expect_close %a, %b {atol = 0.4} : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @expect_finite() {
  %a = check.literal dense<[1.0, 0x7F800000]> : tensor<2xf32>
  // expected-error@+1 {{'check.expect_finite' op: element 1 is inf}}
  check.expect_finite %a : tensor<2xf32>
  return
}

// -----

func.func @singular() -> tensor<3x2xf32> {
  %a = check.literal dense<[[[1.0, 0.0], [0.0, 1.0]], [[1.0, 2.0], [2.0, 4.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<3x2x2xf32>
  %b = check.fill seed 1 : tensor<3x2xf32>
  // expected-error@+1 {{'rlx.dense_solve' op: cannot solve: matrix 1 of the batch is singular}}
  %0 = rlx.dense_solve %a, %b : (tensor<3x2x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
