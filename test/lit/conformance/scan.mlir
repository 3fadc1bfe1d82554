// RUN: rlx-check %s

// Cumulative sums, with the last one as the carried value.
func.func @literals() -> (tensor<2xf32>, tensor<3x2xf32>) {
  %x = check.literal dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %z = check.literal dense<[10.0, 20.0]> : tensor<2xf32>
  %0:2 = rlx.scan init(%z : tensor<2xf32>) over(%x : tensor<3x2xf32>)
      -> (tensor<2xf32>, tensor<3x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %row: tensor<2xf32>):
    %1 = rlx.add %s, %row : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    rlx.yield %1, %1 : tensor<2xf32>, tensor<2xf32>
  }
  %last = check.literal dense<[19.0, 32.0]> : tensor<2xf32>
  %all = check.literal dense<[[11.0, 22.0], [14.0, 26.0], [19.0, 32.0]]> : tensor<3x2xf32>
  check.expect_eq %0#0, %last : tensor<2xf32>, tensor<2xf32>
  check.expect_eq %0#1, %all : tensor<3x2xf32>, tensor<3x2xf32>
  return %0#0, %0#1 : tensor<2xf32>, tensor<3x2xf32>
}

// From the last row to the first. Results keep the order of the inputs.
func.func @reverse() -> (tensor<2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %x = check.literal dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %z = check.literal dense<[10.0, 20.0]> : tensor<2xf32>
  %0:3 = rlx.scan init(%z : tensor<2xf32>) over(%x : tensor<3x2xf32>) reverse
      -> (tensor<2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %row: tensor<2xf32>):
    %1 = rlx.add %s, %row : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    // The state at the begin of the iteration, and the input row itself.
    rlx.yield %1, %s, %row : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  %last = check.literal dense<[19.0, 32.0]> : tensor<2xf32>
  %all = check.literal dense<[[18.0, 30.0], [15.0, 26.0], [10.0, 20.0]]> : tensor<3x2xf32>
  check.expect_eq %0#0, %last : tensor<2xf32>, tensor<2xf32>
  check.expect_eq %0#1, %all : tensor<3x2xf32>, tensor<3x2xf32>
  check.expect_eq %0#2, %x : tensor<3x2xf32>, tensor<3x2xf32>
  return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}

// K = 3 of L = 7 rows are kept: t = ceil((k + 1) 7 / 3) - 1 = 2, 4, 6.
func.func @checkpoints() -> (tensor<i32>, tensor<3xi32>) {
  %x = check.literal dense<[1, 2, 4, 8, 16, 32, 64]> : tensor<7xi32>
  %z = check.literal dense<0> : tensor<i32>
  %0:2 = rlx.scan init(%z : tensor<i32>) over(%x : tensor<7xi32>) num_checkpoints = 3
      -> (tensor<i32>, tensor<3xi32>) {
  ^bb0(%s: tensor<i32>, %row: tensor<i32>):
    %1 = rlx.add %s, %row : (tensor<i32>, tensor<i32>) -> tensor<i32>
    rlx.yield %1, %1 : tensor<i32>, tensor<i32>
  }
  %rows = check.literal dense<[7, 31, 127]> : tensor<3xi32>
  check.expect_eq %0#1, %rows : tensor<3xi32>, tensor<3xi32>
  return %0#0, %0#1 : tensor<i32>, tensor<3xi32>
}

// The same with a dynamic length, other numbers of rows, and a length that K divides.
func.func @dynamic_checkpoints() -> (tensor<5x2xf32>, tensor<1x2xf32>, tensor<11x2xf32>) {
  %x = check.fill sizes [11, 2] seed 1 : tensor<?x2xf32>
  %y = check.fill sizes [11, 2] seed 2 : tensor<?x2xf32>
  %five = rlx.scan over(%x, %y : tensor<?x2xf32>, tensor<?x2xf32>) num_checkpoints = 5
      -> (tensor<5x2xf32>) {
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %1 = rlx.sub %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    rlx.yield %1 : tensor<2xf32>
  }
  %one = rlx.scan over(%x : tensor<?x2xf32>) num_checkpoints = 1 -> (tensor<1x2xf32>) {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %a : tensor<2xf32>
  }
  %all = rlx.scan over(%x : tensor<?x2xf32>) num_checkpoints = 11 -> (tensor<11x2xf32>) {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %a : tensor<2xf32>
  }
  return %five, %one, %all : tensor<5x2xf32>, tensor<1x2xf32>, tensor<11x2xf32>
}

// A length without inputs: powers of two.
func.func @length() -> (tensor<i64>, tensor<5xi64>) {
  %z = check.literal dense<1> : tensor<i64>
  %0:2 = rlx.scan init(%z : tensor<i64>) length = 5 -> (tensor<i64>, tensor<5xi64>) {
  ^bb0(%s: tensor<i64>):
    %1 = rlx.add %s, %s : (tensor<i64>, tensor<i64>) -> tensor<i64>
    rlx.yield %1, %s : tensor<i64>, tensor<i64>
  }
  %w = check.literal dense<[1, 2, 4, 8, 16]> : tensor<5xi64>
  check.expect_eq %0#1, %w : tensor<5xi64>, tensor<5xi64>
  return %0#0, %0#1 : tensor<i64>, tensor<5xi64>
}

// A simple RNN: weights in the body stay packed, batch and length are dynamic.
func.func @rnn() -> (tensor<?x33xf32>, tensor<?x?x33xf32>) {
  %x = check.fill sizes [6, 3, 20] seed 1 : tensor<?x?x20xf32>
  %h = check.fill sizes [3, 33] seed 2 : tensor<?x33xf32>
  %w = check.fill seed 3 range [-0.3, 0.3] as param : tensor<20x33xf32>
  %u = check.fill seed 4 range [-0.3, 0.3] as param : tensor<33x33xf32>
  %b = check.fill seed 5 as param : tensor<33xf32>
  %0:2 = rlx.scan init(%h : tensor<?x33xf32>) over(%x : tensor<?x?x20xf32>)
      -> (tensor<?x33xf32>, tensor<?x?x33xf32>) {
  ^bb0(%s: tensor<?x33xf32>, %row: tensor<?x20xf32>):
    %1 = rlx.matmul %row, %w : (tensor<?x20xf32>, tensor<20x33xf32>) -> tensor<?x33xf32>
    %2 = rlx.matmul %s, %u : (tensor<?x33xf32>, tensor<33x33xf32>) -> tensor<?x33xf32>
    %3 = rlx.add %1, %2 : (tensor<?x33xf32>, tensor<?x33xf32>) -> tensor<?x33xf32>
    %4 = rlx.add %3, %b : (tensor<?x33xf32>, tensor<33xf32>) -> tensor<?x33xf32>
    %5 = rlx.tanh %4 : (tensor<?x33xf32>) -> tensor<?x33xf32>
    rlx.yield %5, %5 : tensor<?x33xf32>, tensor<?x33xf32>
  }
  return %0#0, %0#1 : tensor<?x33xf32>, tensor<?x?x33xf32>
}

// No rows: the carried value is the initial one, and the body, which would fail, does not run.
func.func @no_rows() -> (tensor<1x2xf32>, tensor<0x2xf32>) {
  %x = check.fill seed 1 : tensor<0x3xf32>
  %h = check.literal dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %i = check.literal dense<[3]> : tensor<1xi32>
  %0:2 = rlx.scan init(%h : tensor<1x2xf32>) over(%x : tensor<0x3xf32>)
      -> (tensor<1x2xf32>, tensor<0x2xf32>) {
  ^bb0(%s: tensor<1x2xf32>, %row: tensor<3xf32>):
    %1 = rlx.gather %s, %i axis = 0 : (tensor<1x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
    %2 = rlx.reshape %1 to [2] : (tensor<1x2xf32>) -> tensor<2xf32>
    rlx.yield %1, %2 : tensor<1x2xf32>, tensor<2xf32>
  }
  check.expect_eq %0#0, %h : tensor<1x2xf32>, tensor<1x2xf32>
  return %0#0, %0#1 : tensor<1x2xf32>, tensor<0x2xf32>
}

func.func @no_dynamic_rows() -> (tensor<2xf32>, tensor<?x?xf32>) {
  %x = check.fill sizes [0, 2] seed 1 : tensor<?x?xf32>
  %h = check.literal dense<[1.0, 2.0]> : tensor<2xf32> to tensor<?xf32>
  %0:2 = rlx.scan init(%h : tensor<?xf32>) over(%x : tensor<?x?xf32>)
      -> (tensor<2xf32>, tensor<?x?xf32>) {
  ^bb0(%s: tensor<?xf32>, %row: tensor<?xf32>):
    %1 = rlx.add %s, %row : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1, %1 : tensor<?xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<2xf32>, tensor<?x?xf32>
}

// A scan over the rows of a scan's row, the inner one in reverse, carrying into the outer one.
func.func @nested() -> (tensor<2xf32>, tensor<3x4x2xf32>, tensor<3x2xf32>) {
  %x = check.fill seed 1 : tensor<3x4x2xf32>
  %z = check.fill seed 2 : tensor<2xf32>
  %0:3 = rlx.scan init(%z : tensor<2xf32>) over(%x : tensor<3x4x2xf32>)
      -> (tensor<2xf32>, tensor<3x4x2xf32>, tensor<3x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %block: tensor<4x2xf32>):
    %1:2 = rlx.scan init(%s : tensor<2xf32>) over(%block : tensor<4x2xf32>) reverse
        -> (tensor<2xf32>, tensor<4x2xf32>) {
    ^bb0(%t: tensor<2xf32>, %row: tensor<2xf32>):
      %2 = rlx.mul %row, %s : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %3 = rlx.add %t, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      rlx.yield %3, %2 : tensor<2xf32>, tensor<2xf32>
    }
    rlx.yield %1#0, %1#1, %s : tensor<2xf32>, tensor<4x2xf32>, tensor<2xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<3x4x2xf32>, tensor<3x2xf32>
}

// Control by rows: an if on a row of predicates; rows of other element types.
func.func @choices() -> (tensor<i8>, tensor<4xi8>, tensor<4x3xbf16>) {
  %p = check.literal dense<[true, false, false, true]> : tensor<4xi1>
  %x = check.literal dense<[1, 2, 3, 4]> : tensor<4xi8>
  %y = check.fill seed 3 : tensor<4x3xbf16>
  %z = check.literal dense<0> : tensor<i8>
  %0:3 = rlx.scan init(%z : tensor<i8>)
      over(%p, %x, %y : tensor<4xi1>, tensor<4xi8>, tensor<4x3xbf16>)
      -> (tensor<i8>, tensor<4xi8>, tensor<4x3xbf16>) {
  ^bb0(%s: tensor<i8>, %q: tensor<i1>, %a: tensor<i8>, %b: tensor<3xbf16>):
    %1:2 = rlx.if %q : tensor<i1> -> (tensor<i8>, tensor<3xbf16>) {
      %2 = rlx.add %s, %a : (tensor<i8>, tensor<i8>) -> tensor<i8>
      rlx.yield %2, %b : tensor<i8>, tensor<3xbf16>
    } else {
      %2 = rlx.neg %b : (tensor<3xbf16>) -> tensor<3xbf16>
      rlx.yield %s, %2 : tensor<i8>, tensor<3xbf16>
    }
    rlx.yield %1#0, %1#0, %1#1 : tensor<i8>, tensor<i8>, tensor<3xbf16>
  }
  %w = check.literal dense<[1, 1, 1, 5]> : tensor<4xi8>
  check.expect_eq %0#1, %w : tensor<4xi8>, tensor<4xi8>
  return %0#0, %0#1, %0#2 : tensor<i8>, tensor<4xi8>, tensor<4x3xbf16>
}

// Over params: prepared once. Results that runs read persist.
func.func @prepared() -> tensor<3x2xf32> {
  %w = check.fill seed 1 as param : tensor<3x2xf32>
  %z = check.fill seed 2 as param : tensor<2xf32>
  %x = check.fill seed 3 : tensor<3x2xf32>
  %0:2 = rlx.scan init(%z : tensor<2xf32>) over(%w : tensor<3x2xf32>)
      -> (tensor<2xf32>, tensor<3x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %row: tensor<2xf32>):
    %1 = rlx.mul %s, %row : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    rlx.yield %1, %1 : tensor<2xf32>, tensor<2xf32>
  }
  %2 = rlx.add %0#1, %x : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}

// f64 and f16, NaN among the rows.
func.func @types() -> (tensor<f64>, tensor<3xf64>, tensor<f16>) {
  %x = check.literal dense<[1.0, 0x7FF8000000000000, 2.0]> : tensor<3xf64>
  %y = check.literal dense<[1.0, 2.0, 3.0]> : tensor<3xf16>
  %a = check.literal dense<0.5> : tensor<f64>
  %b = check.literal dense<0.5> : tensor<f16>
  %0:3 = rlx.scan init(%a, %b : tensor<f64>, tensor<f16>) over(%x, %y : tensor<3xf64>, tensor<3xf16>)
      -> (tensor<f64>, tensor<f16>, tensor<3xf64>) {
  ^bb0(%s: tensor<f64>, %t: tensor<f16>, %p: tensor<f64>, %q: tensor<f16>):
    %1 = rlx.add %s, %p : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %2 = rlx.mul %t, %q : (tensor<f16>, tensor<f16>) -> tensor<f16>
    rlx.yield %1, %2, %1 : tensor<f64>, tensor<f16>, tensor<f64>
  }
  %w = check.literal dense<3.0> : tensor<f16>
  check.expect_eq %0#1, %w : tensor<f16>, tensor<f16>
  return %0#0, %0#2, %0#1 : tensor<f64>, tensor<3xf64>, tensor<f16>
}

// Cumulative products of i, i and 2.
func.func @complex() -> (tensor<complex<f32>>, tensor<3xcomplex<f32>>) {
  %x = check.literal dense<[(0.0, 1.0), (0.0, 1.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %one = check.literal dense<(1.0, 0.0)> : tensor<complex<f32>>
  %0:2 = rlx.scan init(%one : tensor<complex<f32>>) over(%x : tensor<3xcomplex<f32>>)
      -> (tensor<complex<f32>>, tensor<3xcomplex<f32>>) {
  ^bb0(%s: tensor<complex<f32>>, %row: tensor<complex<f32>>):
    %1 = rlx.mul %s, %row : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    rlx.yield %1, %1 : tensor<complex<f32>>, tensor<complex<f32>>
  }
  %last = check.literal dense<(-2.0, 0.0)> : tensor<complex<f32>>
  %all = check.literal dense<[(0.0, 1.0), (-1.0, 0.0), (-2.0, 0.0)]> : tensor<3xcomplex<f32>>
  check.expect_eq %0#0, %last : tensor<complex<f32>>, tensor<complex<f32>>
  check.expect_eq %0#1, %all : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  return %0#0, %0#1 : tensor<complex<f32>>, tensor<3xcomplex<f32>>
}

// Without rows no system is solved, so no run fails.
func.func @singular_without_rows() -> tensor<2xf32> {
  %x = check.fill sizes [0, 2] seed 1 : tensor<?x2xf32>
  %z = check.literal dense<7.0> : tensor<2xf32>
  %0 = rlx.scan init(%z : tensor<2xf32>) over(%x : tensor<?x2xf32>) -> (tensor<2xf32>) {
  ^bb0(%s: tensor<2xf32>, %r: tensor<2xf32>):
    %a = rlx.constant dense<0.0> : tensor<2x2xf32>
    %b = rlx.constant dense<1.0> : tensor<2xf32>
    %1 = rlx.dense_solve %a, %b : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %2 = rlx.add %1, %r : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    rlx.yield %2 : tensor<2xf32>
  }
  check.expect_eq %0, %z : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
