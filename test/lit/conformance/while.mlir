// RUN: rlx-check %s

// 1 doubled until it is 100 or more: 128 after 7 iterations.
func.func @literals() -> (tensor<i64>, tensor<f32>) {
  %i = check.literal dense<0> : tensor<i64>
  %x = check.literal dense<1.0> : tensor<f32>
  %0:2 = rlx.while %i, %x : (tensor<i64>, tensor<f32>) -> (tensor<i64>, tensor<f32>) cond {
  ^bb0(%n: tensor<i64>, %y: tensor<f32>):
    %limit = rlx.constant dense<100.0> : tensor<f32>
    %more = rlx.compare lt %y, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%n: tensor<i64>, %y: tensor<f32>):
    %one = rlx.constant dense<1> : tensor<i64>
    %1 = rlx.add %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = rlx.add %y, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
    rlx.yield %1, %2 : tensor<i64>, tensor<f32>
  }
  %turns = check.literal dense<7> : tensor<i64>
  %value = check.literal dense<128.0> : tensor<f32>
  check.expect_eq %0#0, %turns : tensor<i64>, tensor<i64>
  check.expect_eq %0#1, %value : tensor<f32>, tensor<f32>
  return %0#0, %0#1 : tensor<i64>, tensor<f32>
}

// The condition is false initially, so the results are the initial values. The body would fail.
func.func @no_turn() -> tensor<1x2xf32> {
  %p = check.literal dense<false> : tensor<i1>
  %x = check.literal dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %i = check.literal dense<[3]> : tensor<1xi32>
  %0 = rlx.while %x : (tensor<1x2xf32>) -> tensor<1x2xf32> cond {
  ^bb0(%y: tensor<1x2xf32>):
    rlx.yield %p : tensor<i1>
  } do {
  ^bb0(%y: tensor<1x2xf32>):
    %1 = rlx.gather %y, %i axis = 0 : (tensor<1x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
    rlx.yield %1 : tensor<1x2xf32>
  }
  check.expect_eq %0, %x : tensor<1x2xf32>, tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// Fibonacci numbers: both carried values are updated from each other at once.
func.func @swap() -> (tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>) {
  %n = check.literal dense<10> : tensor<i32>
  %a = check.literal dense<0> : tensor<i32>
  %b = check.literal dense<1> : tensor<i32>
  %v = check.literal dense<[1, 2]> : tensor<2xi32>
  %u = check.literal dense<[3, 4]> : tensor<2xi32>
  %0:5 = rlx.while %n, %a, %b, %v, %u
      : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>)
      -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>) cond {
  ^bb0(%i: tensor<i32>, %x: tensor<i32>, %y: tensor<i32>, %s: tensor<2xi32>, %t: tensor<2xi32>):
    %zero = rlx.constant dense<1> : tensor<i32>
    %more = rlx.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %x: tensor<i32>, %y: tensor<i32>, %s: tensor<2xi32>, %t: tensor<2xi32>):
    %one = rlx.constant dense<1> : tensor<i32>
    %1 = rlx.sub %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = rlx.add %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
    rlx.yield %1, %y, %2, %t, %s
        : tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>
  }
  %wx = check.literal dense<34> : tensor<i32>
  %wy = check.literal dense<55> : tensor<i32>
  check.expect_eq %0#1, %wx : tensor<i32>, tensor<i32>
  check.expect_eq %0#2, %wy : tensor<i32>, tensor<i32>
  // Nine iterations: swapped.
  check.expect_eq %0#3, %u : tensor<2xi32>, tensor<2xi32>
  check.expect_eq %0#4, %v : tensor<2xi32>, tensor<2xi32>
  return %0#1, %0#2, %0#3, %0#4 : tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>
}

// A recurrence with weights, dynamic sizes, and a constant carried value.
func.func @recurrence() -> (tensor<?x33xf32>, tensor<?x33xf32>) {
  %n = check.literal dense<0> : tensor<i64>
  %x = check.fill sizes [5, 33] seed 1 : tensor<?x33xf32>
  %h = check.fill sizes [5, 33] seed 2 : tensor<?x33xf32>
  %w = check.fill seed 3 range [-0.2, 0.2] as param : tensor<33x33xf32>
  %b = check.fill seed 4 as param : tensor<33xf32>
  %0:3 = rlx.while %n, %x, %h : (tensor<i64>, tensor<?x33xf32>, tensor<?x33xf32>)
      -> (tensor<i64>, tensor<?x33xf32>, tensor<?x33xf32>) cond {
  ^bb0(%i: tensor<i64>, %same: tensor<?x33xf32>, %s: tensor<?x33xf32>):
    %four = rlx.constant dense<4> : tensor<i64>
    %more = rlx.compare lt %i, %four : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %same: tensor<?x33xf32>, %s: tensor<?x33xf32>):
    %one = rlx.constant dense<1> : tensor<i64>
    %1 = rlx.add %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = rlx.matmul %s, %w : (tensor<?x33xf32>, tensor<33x33xf32>) -> tensor<?x33xf32>
    %3 = rlx.add %2, %b : (tensor<?x33xf32>, tensor<33xf32>) -> tensor<?x33xf32>
    %4 = rlx.tanh %3 : (tensor<?x33xf32>) -> tensor<?x33xf32>
    %5 = rlx.add %4, %same : (tensor<?x33xf32>, tensor<?x33xf32>) -> tensor<?x33xf32>
    rlx.yield %1, %same, %5 : tensor<i64>, tensor<?x33xf32>, tensor<?x33xf32>
  }
  return %0#1, %0#2 : tensor<?x33xf32>, tensor<?x33xf32>
}

// A nested while, with an if inside: Collatz steps of 6, 7, … summed until 10.
func.func @nested() -> (tensor<i64>, tensor<i64>) {
  %start = check.literal dense<6> : tensor<i64>
  %none = check.literal dense<0> : tensor<i64>
  %0:2 = rlx.while %start, %none : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>) cond {
  ^bb0(%n: tensor<i64>, %total: tensor<i64>):
    %end = rlx.constant dense<10> : tensor<i64>
    %more = rlx.compare lt %n, %end : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%n: tensor<i64>, %total: tensor<i64>):
    %one = rlx.constant dense<1> : tensor<i64>
    %1:2 = rlx.while %n, %total : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>) cond {
    ^bb0(%k: tensor<i64>, %steps: tensor<i64>):
      %more = rlx.compare gt %k, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
      rlx.yield %more : tensor<i1>
    } do {
    ^bb0(%k: tensor<i64>, %steps: tensor<i64>):
      %two = rlx.constant dense<2> : tensor<i64>
      %zero = rlx.constant dense<0> : tensor<i64>
      %rest = rlx.mod %k, %two : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %even = rlx.compare eq %rest, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %2 = rlx.if %even : tensor<i1> -> (tensor<i64>) {
        %3 = rlx.div %k, %two : (tensor<i64>, tensor<i64>) -> tensor<i64>
        rlx.yield %3 : tensor<i64>
      } else {
        %three = rlx.constant dense<3> : tensor<i64>
        %3 = rlx.mul %k, %three : (tensor<i64>, tensor<i64>) -> tensor<i64>
        %4 = rlx.add %3, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
        rlx.yield %4 : tensor<i64>
      }
      %5 = rlx.add %steps, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
      rlx.yield %2, %5 : tensor<i64>, tensor<i64>
    }
    %6 = rlx.add %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    rlx.yield %6, %1#1 : tensor<i64>, tensor<i64>
  }
  // 6, 7, 8 and 9 take 8, 16, 3 and 19 steps.
  %w = check.literal dense<46> : tensor<i64>
  check.expect_eq %0#1, %w : tensor<i64>, tensor<i64>
  return %0#0, %0#1 : tensor<i64>, tensor<i64>
}

// Params only: prepared once. Runs read one of the two results.
func.func @prepared() -> tensor<3xf32> {
  %w = check.literal dense<[1.0, 2.0, 3.0]> : tensor<3xf32> as param
  %x = check.fill seed 1 : tensor<3xf32>
  %n = rlx.constant dense<3> : tensor<i64>
  %0:2 = rlx.while %n, %w : (tensor<i64>, tensor<3xf32>) -> (tensor<i64>, tensor<3xf32>) cond {
  ^bb0(%i: tensor<i64>, %y: tensor<3xf32>):
    %zero = rlx.constant dense<0> : tensor<i64>
    %more = rlx.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %y: tensor<3xf32>):
    %one = rlx.constant dense<1> : tensor<i64>
    %1 = rlx.sub %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = rlx.mul %y, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    rlx.yield %1, %2 : tensor<i64>, tensor<3xf32>
  }
  %3 = rlx.add %0#1, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %3 : tensor<3xf32>
}

// Other element types; an empty tensor; NaN and infinities are carried as they are.
func.func @types() -> (tensor<2xf16>, tensor<2xbf16>, tensor<4xf64>, tensor<0xui8>) {
  %n = check.literal dense<2> : tensor<ui8>
  %a = check.literal dense<[1.5, 0.25]> : tensor<2xf16>
  %b = check.literal dense<[1.5, 0.25]> : tensor<2xbf16>
  %c = check.literal dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0]>
      : tensor<4xf64>
  %d = check.literal dense<[]> : tensor<0xui8>
  %0:5 = rlx.while %n, %a, %b, %c, %d
      : (tensor<ui8>, tensor<2xf16>, tensor<2xbf16>, tensor<4xf64>, tensor<0xui8>)
      -> (tensor<ui8>, tensor<2xf16>, tensor<2xbf16>, tensor<4xf64>, tensor<0xui8>) cond {
  ^bb0(%i: tensor<ui8>, %p: tensor<2xf16>, %q: tensor<2xbf16>, %r: tensor<4xf64>, %s: tensor<0xui8>):
    %zero = rlx.constant dense<0> : tensor<ui8>
    %more = rlx.compare ne %i, %zero : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<ui8>, %p: tensor<2xf16>, %q: tensor<2xbf16>, %r: tensor<4xf64>, %s: tensor<0xui8>):
    %one = rlx.constant dense<1> : tensor<ui8>
    %1 = rlx.sub %i, %one : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
    %2 = rlx.mul %p, %p : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
    %3 = rlx.add %q, %q : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
    %4 = rlx.neg %r : (tensor<4xf64>) -> tensor<4xf64>
    %5 = rlx.add %s, %one : (tensor<0xui8>, tensor<ui8>) -> tensor<0xui8>
    rlx.yield %1, %2, %3, %4, %5
        : tensor<ui8>, tensor<2xf16>, tensor<2xbf16>, tensor<4xf64>, tensor<0xui8>
  }
  check.expect_eq %0#3, %c {signed_zeros} : tensor<4xf64>, tensor<4xf64>
  return %0#1, %0#2, %0#3, %0#4 : tensor<2xf16>, tensor<2xbf16>, tensor<4xf64>, tensor<0xui8>
}

// (1 + i)^2 = 2i, squared -4, squared 16: the first with an absolute value above 10.
func.func @complex() -> tensor<complex<f64>> {
  %z = check.literal dense<(1.0, 1.0)> : tensor<complex<f64>>
  %0 = rlx.while %z : (tensor<complex<f64>>) -> (tensor<complex<f64>>) cond {
  ^bb0(%y: tensor<complex<f64>>):
    %limit = rlx.constant dense<10.0> : tensor<f64>
    %size = rlx.complex_abs %y : (tensor<complex<f64>>) -> tensor<f64>
    %more = rlx.compare le %size, %limit : (tensor<f64>, tensor<f64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%y: tensor<complex<f64>>):
    %1 = rlx.mul %y, %y : (tensor<complex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
    rlx.yield %1 : tensor<complex<f64>>
  }
  %e = check.literal dense<(16.0, 0.0)> : tensor<complex<f64>>
  check.expect_eq %0, %e : tensor<complex<f64>>, tensor<complex<f64>>
  return %0 : tensor<complex<f64>>
}
