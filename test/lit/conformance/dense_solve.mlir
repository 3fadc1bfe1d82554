// RUN: rlx-check %s %{quick-lanes}

// Pivots that are zero or small in place. Expected values by hand: the right-hand sides are matrix
// products with small integers.
func.func @literals() -> (tensor<3xf32>, tensor<3x2xf32>) {
  %a = check.literal dense<[[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [2.0, -1.0, 3.0]]> : tensor<3x3xf32>
  %b = check.literal dense<[-1.0, -1.0, 13.0]> : tensor<3xf32>
  %0 = rlx.dense_solve %a, %b : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %w0 = check.literal dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  check.expect_close %0, %w0 : tensor<3xf32>, tensor<3xf32>
  %c = check.literal dense<[[-1.0, 7.0], [-1.0, 4.0], [13.0, -7.0]]> : tensor<3x2xf32>
  %1 = rlx.dense_solve %a, %c : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %w1 = check.literal dense<[[1.0, 0.0], [-2.0, 4.0], [3.0, -1.0]]> : tensor<3x2xf32>
  check.expect_close %1, %w1 : tensor<3x2xf32>, tensor<3x2xf32>
  return %0, %1 : tensor<3xf32>, tensor<3x2xf32>
}

// b [2, 2] with a [2, 2, 2] holds two vectors, not a matrix: the rank decides.
func.func @batch_of_vectors() -> (tensor<2x2xf32>, tensor<2x2x1xf32>) {
  %a = check.literal dense<[[[0.0, 1.0], [1.0, 0.0]], [[0.0, 1.0], [1.0, 1.0]]]> : tensor<2x2x2xf32>
  %b = check.literal dense<[[3.0, 4.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %0 = rlx.dense_solve %a, %b : (tensor<2x2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %w0 = check.literal dense<[[4.0, 3.0], [1.0, 1.0]]> : tensor<2x2xf32>
  check.expect_close %0, %w0 : tensor<2x2xf32>, tensor<2x2xf32>
  %c = check.literal dense<[[[3.0], [4.0]], [[1.0], [2.0]]]> : tensor<2x2x1xf32>
  %1 = rlx.dense_solve %a, %c : (tensor<2x2x2xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
  %w1 = check.literal dense<[[[4.0], [3.0]], [[1.0], [1.0]]]> : tensor<2x2x1xf32>
  check.expect_close %1, %w1 : tensor<2x2x1xf32>, tensor<2x2x1xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2x1xf32>
}

// The second-difference matrix of a chain of five. Solution by hand.
func.func @laplacian() -> (tensor<5xf64>, tensor<5xf16>, tensor<5xbf16>) {
  %af64 = check.literal dense<[[2.0, -1.0, 0.0, 0.0, 0.0], [-1.0, 2.0, -1.0, 0.0, 0.0], [0.0, -1.0, 2.0, -1.0, 0.0], [0.0, 0.0, -1.0, 2.0, -1.0], [0.0, 0.0, 0.0, -1.0, 2.0]]> : tensor<5x5xf64>
  %bf64 = check.literal dense<[1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf64>
  %xf64 = rlx.dense_solve %af64, %bf64 : (tensor<5x5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %wf64 = check.literal dense<[2.5, 4.0, 4.5, 4.0, 2.5]> : tensor<5xf64>
  check.expect_close %xf64, %wf64 : tensor<5xf64>, tensor<5xf64>
  %af16 = check.literal dense<[[2.0, -1.0, 0.0, 0.0, 0.0], [-1.0, 2.0, -1.0, 0.0, 0.0], [0.0, -1.0, 2.0, -1.0, 0.0], [0.0, 0.0, -1.0, 2.0, -1.0], [0.0, 0.0, 0.0, -1.0, 2.0]]> : tensor<5x5xf16>
  %bf16 = check.literal dense<[1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf16>
  %xf16 = rlx.dense_solve %af16, %bf16 : (tensor<5x5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %wf16 = check.literal dense<[2.5, 4.0, 4.5, 4.0, 2.5]> : tensor<5xf16>
  check.expect_close %xf16, %wf16 : tensor<5xf16>, tensor<5xf16>
  %abf16 = check.literal dense<[[2.0, -1.0, 0.0, 0.0, 0.0], [-1.0, 2.0, -1.0, 0.0, 0.0], [0.0, -1.0, 2.0, -1.0, 0.0], [0.0, 0.0, -1.0, 2.0, -1.0], [0.0, 0.0, 0.0, -1.0, 2.0]]> : tensor<5x5xbf16>
  %bbf16 = check.literal dense<[1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xbf16>
  %xbf16 = rlx.dense_solve %abf16, %bbf16 : (tensor<5x5xbf16>, tensor<5xbf16>) -> tensor<5xbf16>
  %wbf16 = check.literal dense<[2.5, 4.0, 4.5, 4.0, 2.5]> : tensor<5xbf16>
  check.expect_close %xbf16, %wbf16 : tensor<5xbf16>, tensor<5xbf16>
  return %xf64, %xf16, %xbf16 : tensor<5xf64>, tensor<5xf16>, tensor<5xbf16>
}

// Random matrices with large antidiagonals: every step needs a pivot.
func.func @one() -> tensor<37xf32> {
  %r = check.fill seed 1 range [-1.0, 1.0] : tensor<37x37xf32>
  %b = check.fill seed 2 range [-1.0, 1.0] : tensor<37xf32>
  %start = arith.constant -36 : index
  %zero = arith.constant 0 : index
  %i = rlx.iota from %start to [37, 37] axis = 0 : (index) -> tensor<37x37xi64>
  %j = rlx.iota from %zero to [37, 37] axis = 1 : (index) -> tensor<37x37xi64>
  %sum = rlx.add %i, %j : (tensor<37x37xi64>, tensor<37x37xi64>) -> tensor<37x37xi64>
  %none = rlx.constant dense<0> : tensor<i64>
  %is = rlx.compare eq %sum, %none : (tensor<37x37xi64>, tensor<i64>) -> tensor<37x37xi1>
  %one = rlx.cast %is to f32 : (tensor<37x37xi1>) -> tensor<37x37xf32>
  %f = rlx.constant dense<37.0> : tensor<f32>
  %d = rlx.mul %one, %f : (tensor<37x37xf32>, tensor<f32>) -> tensor<37x37xf32>
  %a = rlx.add %r, %d : (tensor<37x37xf32>, tensor<37x37xf32>) -> tensor<37x37xf32>
  %0 = rlx.dense_solve %a, %b : (tensor<37x37xf32>, tensor<37xf32>) -> tensor<37xf32>
  return %0 : tensor<37xf32>
}

func.func @right_hand_sides() -> tensor<20x45xf32> {
  %r = check.fill seed 3 range [-1.0, 1.0] : tensor<20x20xf32>
  %b = check.fill seed 4 range [-1.0, 1.0] : tensor<20x45xf32>
  %start = arith.constant -19 : index
  %zero = arith.constant 0 : index
  %i = rlx.iota from %start to [20, 20] axis = 0 : (index) -> tensor<20x20xi64>
  %j = rlx.iota from %zero to [20, 20] axis = 1 : (index) -> tensor<20x20xi64>
  %sum = rlx.add %i, %j : (tensor<20x20xi64>, tensor<20x20xi64>) -> tensor<20x20xi64>
  %none = rlx.constant dense<0> : tensor<i64>
  %is = rlx.compare eq %sum, %none : (tensor<20x20xi64>, tensor<i64>) -> tensor<20x20xi1>
  %one = rlx.cast %is to f32 : (tensor<20x20xi1>) -> tensor<20x20xf32>
  %f = rlx.constant dense<20.0> : tensor<f32>
  %d = rlx.mul %one, %f : (tensor<20x20xf32>, tensor<f32>) -> tensor<20x20xf32>
  %a = rlx.add %r, %d : (tensor<20x20xf32>, tensor<20x20xf32>) -> tensor<20x20xf32>
  %0 = rlx.dense_solve %a, %b : (tensor<20x20xf32>, tensor<20x45xf32>) -> tensor<20x45xf32>
  return %0 : tensor<20x45xf32>
}

// The number of right-hand sides equals the number of rows.
func.func @square() -> tensor<2x7x7xf32> {
  %r = check.fill seed 15 range [-1.0, 1.0] : tensor<2x7x7xf32>
  %b = check.fill seed 16 range [-1.0, 1.0] : tensor<2x7x7xf32>
  %start = arith.constant -6 : index
  %zero = arith.constant 0 : index
  %i = rlx.iota from %start to [7, 7] axis = 0 : (index) -> tensor<7x7xi64>
  %j = rlx.iota from %zero to [7, 7] axis = 1 : (index) -> tensor<7x7xi64>
  %sum = rlx.add %i, %j : (tensor<7x7xi64>, tensor<7x7xi64>) -> tensor<7x7xi64>
  %none = rlx.constant dense<0> : tensor<i64>
  %is = rlx.compare eq %sum, %none : (tensor<7x7xi64>, tensor<i64>) -> tensor<7x7xi1>
  %one = rlx.cast %is to f32 : (tensor<7x7xi1>) -> tensor<7x7xf32>
  %f = rlx.constant dense<7.0> : tensor<f32>
  %d = rlx.mul %one, %f : (tensor<7x7xf32>, tensor<f32>) -> tensor<7x7xf32>
  %a = rlx.add %r, %d : (tensor<2x7x7xf32>, tensor<7x7xf32>) -> tensor<2x7x7xf32>
  %0 = rlx.dense_solve %a, %b : (tensor<2x7x7xf32>, tensor<2x7x7xf32>) -> tensor<2x7x7xf32>
  return %0 : tensor<2x7x7xf32>
}

func.func @many() -> tensor<70x9xf32> {
  %r = check.fill seed 5 range [-1.0, 1.0] : tensor<70x9x9xf32>
  %b = check.fill seed 6 range [-1.0, 1.0] : tensor<70x9xf32>
  %start = arith.constant -8 : index
  %zero = arith.constant 0 : index
  %i = rlx.iota from %start to [9, 9] axis = 0 : (index) -> tensor<9x9xi64>
  %j = rlx.iota from %zero to [9, 9] axis = 1 : (index) -> tensor<9x9xi64>
  %sum = rlx.add %i, %j : (tensor<9x9xi64>, tensor<9x9xi64>) -> tensor<9x9xi64>
  %none = rlx.constant dense<0> : tensor<i64>
  %is = rlx.compare eq %sum, %none : (tensor<9x9xi64>, tensor<i64>) -> tensor<9x9xi1>
  %one = rlx.cast %is to f32 : (tensor<9x9xi1>) -> tensor<9x9xf32>
  %f = rlx.constant dense<9.0> : tensor<f32>
  %d = rlx.mul %one, %f : (tensor<9x9xf32>, tensor<f32>) -> tensor<9x9xf32>
  %a = rlx.add %r, %d : (tensor<70x9x9xf32>, tensor<9x9xf32>) -> tensor<70x9x9xf32>
  %0 = rlx.dense_solve %a, %b : (tensor<70x9x9xf32>, tensor<70x9xf32>) -> tensor<70x9xf32>
  return %0 : tensor<70x9xf32>
}

// Two dynamic batch dimensions.
func.func @batches() -> tensor<?x?x6x4xf32> {
  %r = check.fill sizes [3, 5, 6, 6] seed 7 range [-1.0, 1.0] : tensor<?x?x6x6xf32>
  %b = check.fill sizes [3, 5, 6, 4] seed 8 range [-1.0, 1.0] : tensor<?x?x6x4xf32>
  %start = arith.constant -5 : index
  %zero = arith.constant 0 : index
  %i = rlx.iota from %start to [6, 6] axis = 0 : (index) -> tensor<6x6xi64>
  %j = rlx.iota from %zero to [6, 6] axis = 1 : (index) -> tensor<6x6xi64>
  %sum = rlx.add %i, %j : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi64>
  %none = rlx.constant dense<0> : tensor<i64>
  %is = rlx.compare eq %sum, %none : (tensor<6x6xi64>, tensor<i64>) -> tensor<6x6xi1>
  %one = rlx.cast %is to f32 : (tensor<6x6xi1>) -> tensor<6x6xf32>
  %f = rlx.constant dense<6.0> : tensor<f32>
  %d = rlx.mul %one, %f : (tensor<6x6xf32>, tensor<f32>) -> tensor<6x6xf32>
  %a = rlx.add %r, %d : (tensor<?x?x6x6xf32>, tensor<6x6xf32>) -> tensor<?x?x6x6xf32>
  %0 = rlx.dense_solve %a, %b : (tensor<?x?x6x6xf32>, tensor<?x?x6x4xf32>) -> tensor<?x?x6x4xf32>
  return %0 : tensor<?x?x6x4xf32>
}

func.func @f64() -> tensor<4x12x3xf64> {
  %r = check.fill seed 9 range [-1.0, 1.0] : tensor<4x12x12xf64>
  %b = check.fill seed 10 range [-1.0, 1.0] : tensor<4x12x3xf64>
  %start = arith.constant -11 : index
  %zero = arith.constant 0 : index
  %i = rlx.iota from %start to [12, 12] axis = 0 : (index) -> tensor<12x12xi64>
  %j = rlx.iota from %zero to [12, 12] axis = 1 : (index) -> tensor<12x12xi64>
  %sum = rlx.add %i, %j : (tensor<12x12xi64>, tensor<12x12xi64>) -> tensor<12x12xi64>
  %none = rlx.constant dense<0> : tensor<i64>
  %is = rlx.compare eq %sum, %none : (tensor<12x12xi64>, tensor<i64>) -> tensor<12x12xi1>
  %one = rlx.cast %is to f64 : (tensor<12x12xi1>) -> tensor<12x12xf64>
  %f = rlx.constant dense<12.0> : tensor<f64>
  %d = rlx.mul %one, %f : (tensor<12x12xf64>, tensor<f64>) -> tensor<12x12xf64>
  %a = rlx.add %r, %d : (tensor<4x12x12xf64>, tensor<12x12xf64>) -> tensor<4x12x12xf64>
  %0 = rlx.dense_solve %a, %b : (tensor<4x12x12xf64>, tensor<4x12x3xf64>) -> tensor<4x12x3xf64>
  return %0 : tensor<4x12x3xf64>
}

func.func @f16() -> tensor<4x6x3xf16> {
  %r = check.fill seed 11 range [-1.0, 1.0] : tensor<4x6x6xf16>
  %b = check.fill seed 12 range [-1.0, 1.0] : tensor<4x6x3xf16>
  %start = arith.constant -5 : index
  %zero = arith.constant 0 : index
  %i = rlx.iota from %start to [6, 6] axis = 0 : (index) -> tensor<6x6xi64>
  %j = rlx.iota from %zero to [6, 6] axis = 1 : (index) -> tensor<6x6xi64>
  %sum = rlx.add %i, %j : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi64>
  %none = rlx.constant dense<0> : tensor<i64>
  %is = rlx.compare eq %sum, %none : (tensor<6x6xi64>, tensor<i64>) -> tensor<6x6xi1>
  %one = rlx.cast %is to f16 : (tensor<6x6xi1>) -> tensor<6x6xf16>
  %f = rlx.constant dense<6.0> : tensor<f16>
  %d = rlx.mul %one, %f : (tensor<6x6xf16>, tensor<f16>) -> tensor<6x6xf16>
  %a = rlx.add %r, %d : (tensor<4x6x6xf16>, tensor<6x6xf16>) -> tensor<4x6x6xf16>
  %0 = rlx.dense_solve %a, %b : (tensor<4x6x6xf16>, tensor<4x6x3xf16>) -> tensor<4x6x3xf16>
  return %0 : tensor<4x6x3xf16>
}

func.func @bf16() -> tensor<?x6xbf16> {
  %r = check.fill sizes [4, 6, 6] seed 13 range [-1.0, 1.0] : tensor<?x6x6xbf16>
  %b = check.fill sizes [4, 6] seed 14 range [-1.0, 1.0] : tensor<?x6xbf16>
  %start = arith.constant -5 : index
  %zero = arith.constant 0 : index
  %i = rlx.iota from %start to [6, 6] axis = 0 : (index) -> tensor<6x6xi64>
  %j = rlx.iota from %zero to [6, 6] axis = 1 : (index) -> tensor<6x6xi64>
  %sum = rlx.add %i, %j : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi64>
  %none = rlx.constant dense<0> : tensor<i64>
  %is = rlx.compare eq %sum, %none : (tensor<6x6xi64>, tensor<i64>) -> tensor<6x6xi1>
  %one = rlx.cast %is to bf16 : (tensor<6x6xi1>) -> tensor<6x6xbf16>
  %f = rlx.constant dense<6.0> : tensor<bf16>
  %d = rlx.mul %one, %f : (tensor<6x6xbf16>, tensor<bf16>) -> tensor<6x6xbf16>
  %a = rlx.add %r, %d : (tensor<?x6x6xbf16>, tensor<6x6xbf16>) -> tensor<?x6x6xbf16>
  %0 = rlx.dense_solve %a, %b : (tensor<?x6x6xbf16>, tensor<?x6xbf16>) -> tensor<?x6xbf16>
  return %0 : tensor<?x6xbf16>
}

// All sizes are dynamic.
func.func @all_dynamic() -> (tensor<?x?xf32>, tensor<?x?x?xf32>) {
  %a = check.literal dense<[[[0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0]], [[0.0, 0.0, 2.0, 0.0], [2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 2.0], [0.0, 2.0, 0.0, 0.0]], [[0.0, 0.0, 4.0, 0.0], [4.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 4.0], [0.0, 4.0, 0.0, 0.0]]]> : tensor<3x4x4xf32> to tensor<?x?x?xf32>
  %b = check.fill sizes [3, 4] seed 20 : tensor<?x?xf32>
  %c = check.fill sizes [3, 4, 5] seed 21 : tensor<?x?x?xf32>
  %0 = rlx.dense_solve %a, %b : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = rlx.dense_solve %a, %c : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?x?xf32>
}

// A NaN matrix is not singular, and NaN propagates.
func.func @special() -> (tensor<2x2xf32>, tensor<2xf32>) {
  %a = check.literal dense<[[[0x7FC00000, 1.0], [2.0, 3.0]], [[2.0, 0.0], [0.0, 4.0]]]> : tensor<2x2x2xf32>
  %b = check.literal dense<[[1.0, 2.0], [1.0, 0x7F800000]]> : tensor<2x2xf32>
  %0 = rlx.dense_solve %a, %b : (tensor<2x2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = check.literal dense<[[2.0]]> : tensor<1x1xf32>
  %d = check.literal dense<[0xFF800000]> : tensor<1xf32>
  %1 = rlx.dense_solve %c, %d : (tensor<1x1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %w = check.literal dense<[0xFF800000]> : tensor<1xf32>
  check.expect_eq %1, %w : tensor<1xf32>, tensor<1xf32>
  %e = rlx.concat %1, %1 axis = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  return %0, %e : tensor<2x2xf32>, tensor<2xf32>
}

func.func @empty() -> (tensor<0xf32>, tensor<?x3xf32>, tensor<2x0x4xf32>, tensor<3x0xf32>) {
  %a = check.fill seed 30 : tensor<0x0xf32>
  %b = check.fill seed 31 : tensor<0xf32>
  %0 = rlx.dense_solve %a, %b : (tensor<0x0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %c = check.fill sizes [0, 3, 3] seed 32 : tensor<?x3x3xf32>
  %d = check.fill sizes [0, 3] seed 33 : tensor<?x3xf32>
  %1 = rlx.dense_solve %c, %d : (tensor<?x3x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %e = check.fill seed 34 : tensor<2x0x0xf32>
  %f = check.fill seed 35 : tensor<2x0x4xf32>
  %2 = rlx.dense_solve %e, %f : (tensor<2x0x0xf32>, tensor<2x0x4xf32>) -> tensor<2x0x4xf32>
  %g = check.literal dense<[[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]> : tensor<3x3xf32>
  %h = check.fill seed 36 : tensor<3x0xf32>
  %3 = rlx.dense_solve %g, %h : (tensor<3x3xf32>, tensor<3x0xf32>) -> tensor<3x0xf32>
  return %0, %1, %2, %3 : tensor<0xf32>, tensor<?x3xf32>, tensor<2x0x4xf32>, tensor<3x0xf32>
}
