// RUN: rlx-check %s

// Both branches, several results; the second one is a captured value that is returned.
func.func @taken_then() -> (tensor<3xf32>, tensor<3xf32>) {
  %p = check.literal dense<true> : tensor<i1>
  %x = check.literal dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %0:2 = rlx.if %p : tensor<i1> -> (tensor<3xf32>, tensor<3xf32>) {
    %1 = rlx.add %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    rlx.yield %1, %x : tensor<3xf32>, tensor<3xf32>
  } else {
    %1 = rlx.neg %x : (tensor<3xf32>) -> tensor<3xf32>
    rlx.yield %1, %1 : tensor<3xf32>, tensor<3xf32>
  }
  %w = check.literal dense<[2.0, -4.0, 6.0]> : tensor<3xf32>
  check.expect_eq %0#0, %w : tensor<3xf32>, tensor<3xf32>
  check.expect_eq %0#1, %x : tensor<3xf32>, tensor<3xf32>
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}

func.func @taken_else() -> (tensor<3xf32>, tensor<3xf32>) {
  %p = check.literal dense<false> : tensor<i1>
  %x = check.literal dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %0:2 = rlx.if %p : tensor<i1> -> (tensor<3xf32>, tensor<3xf32>) {
    %1 = rlx.add %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    rlx.yield %1, %x : tensor<3xf32>, tensor<3xf32>
  } else {
    %1 = rlx.neg %x : (tensor<3xf32>) -> tensor<3xf32>
    rlx.yield %1, %1 : tensor<3xf32>, tensor<3xf32>
  }
  %w = check.literal dense<[-1.0, 2.0, -3.0]> : tensor<3xf32>
  check.expect_eq %0#0, %w : tensor<3xf32>, tensor<3xf32>
  check.expect_eq %0#1, %w : tensor<3xf32>, tensor<3xf32>
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}

// The branch that does not run would fail: its index is out of range.
func.func @untaken_failure() -> tensor<1x2xf32> {
  %p = check.literal dense<false> : tensor<i1>
  %x = check.literal dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = check.literal dense<[7]> : tensor<1xi64>
  %0 = rlx.if %p : tensor<i1> -> (tensor<1x2xf32>) {
    %1 = rlx.gather %x, %i axis = 0 : (tensor<2x2xf32>, tensor<1xi64>) -> tensor<1x2xf32>
    rlx.yield %1 : tensor<1x2xf32>
  } else {
    %c = rlx.constant dense<5.0> : tensor<1x2xf32>
    rlx.yield %c : tensor<1x2xf32>
  }
  %w = check.literal dense<5.0> : tensor<1x2xf32>
  check.expect_eq %0, %w : tensor<1x2xf32>, tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// The same with params: the prepare program must not run it either.
func.func @untaken_failure_of_params() -> tensor<1x2xf32> {
  %p = check.literal dense<false> : tensor<i1>
  %x = check.literal dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> as param
  %i = check.literal dense<[7]> : tensor<1xi64> as param
  %0 = rlx.if %p : tensor<i1> -> (tensor<1x2xf32>) {
    %1 = rlx.gather %x, %i axis = 0 : (tensor<2x2xf32>, tensor<1xi64>) -> tensor<1x2xf32>
    rlx.yield %1 : tensor<1x2xf32>
  } else {
    %c = rlx.constant dense<5.0> : tensor<1x2xf32>
    rlx.yield %c : tensor<1x2xf32>
  }
  return %0 : tensor<1x2xf32>
}

// A predicate that is computed at run time, dynamic sizes, and ops before and after.
func.func @computed() -> (tensor<?x5xf32>, tensor<f32>) {
  %x = check.fill sizes [3, 5] seed 1 : tensor<?x5xf32>
  %b = check.fill seed 2 as param : tensor<5xf32>
  %sum = rlx.reduce_sum %x axes = [0, 1] : (tensor<?x5xf32>) -> tensor<f32>
  %big = rlx.constant dense<1000.0> : tensor<f32>
  %p = rlx.compare lt %sum, %big : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %y = rlx.exp %x : (tensor<?x5xf32>) -> tensor<?x5xf32>
  %0:2 = rlx.if %p : tensor<i1> -> (tensor<?x5xf32>, tensor<f32>) {
    %1 = rlx.add %y, %b : (tensor<?x5xf32>, tensor<5xf32>) -> tensor<?x5xf32>
    %2 = rlx.reduce_max %1 axes = [0, 1] : (tensor<?x5xf32>) -> tensor<f32>
    rlx.yield %1, %2 : tensor<?x5xf32>, tensor<f32>
  } else {
    rlx.yield %y, %sum : tensor<?x5xf32>, tensor<f32>
  }
  %3 = rlx.mul %0#0, %x : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>
  return %3, %0#1 : tensor<?x5xf32>, tensor<f32>
}

// Matmuls with weights in the branches keep their fast path.
func.func @matmuls() -> tensor<7x33xf32> {
  %p = check.literal dense<true> : tensor<i1>
  %x = check.fill seed 1 : tensor<7x20xf32>
  %w1 = check.fill seed 2 as param : tensor<20x33xf32>
  %w2 = check.fill seed 3 as param : tensor<20x33xf32>
  %0 = rlx.if %p : tensor<i1> -> (tensor<7x33xf32>) {
    %1 = rlx.matmul %x, %w1 : (tensor<7x20xf32>, tensor<20x33xf32>) -> tensor<7x33xf32>
    rlx.yield %1 : tensor<7x33xf32>
  } else {
    %1 = rlx.matmul %x, %w2 : (tensor<7x20xf32>, tensor<20x33xf32>) -> tensor<7x33xf32>
    %2 = rlx.relu %1 : (tensor<7x33xf32>) -> tensor<7x33xf32>
    rlx.yield %2 : tensor<7x33xf32>
  }
  return %0 : tensor<7x33xf32>
}

// Depends on params only: it runs once, when they are set. Each run uses its result.
func.func @prepared() -> (tensor<4xf32>, tensor<4xf32>) {
  %p = check.literal dense<true> : tensor<i1> as param
  %w = check.fill seed 1 as param : tensor<4xf32>
  %x = check.fill seed 2 : tensor<4xf32>
  %0:2 = rlx.if %p : tensor<i1> -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = rlx.exp %w : (tensor<4xf32>) -> tensor<4xf32>
    rlx.yield %1, %w : tensor<4xf32>, tensor<4xf32>
  } else {
    rlx.yield %w, %w : tensor<4xf32>, tensor<4xf32>
  }
  %2 = rlx.add %0#0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// Nested: the inner one captures values of both levels. All element types.
func.func @nested() -> (tensor<2x2xf16>, tensor<3xi8>, tensor<2xbf16>, tensor<2xi1>, tensor<2xui64>) {
  %p = check.literal dense<false> : tensor<i1>
  %q = check.literal dense<true> : tensor<i1>
  %a = check.fill seed 1 : tensor<2x2xf16>
  %b = check.literal dense<[1, -2, 3]> : tensor<3xi8>
  %c = check.fill seed 3 : tensor<2xbf16>
  %d = check.literal dense<[true, false]> : tensor<2xi1>
  %e = check.literal dense<[1, 18446744073709551615]> : tensor<2xui64>
  %0:5 = rlx.if %p : tensor<i1>
      -> (tensor<2x2xf16>, tensor<3xi8>, tensor<2xbf16>, tensor<2xi1>, tensor<2xui64>) {
    rlx.yield %a, %b, %c, %d, %e
        : tensor<2x2xf16>, tensor<3xi8>, tensor<2xbf16>, tensor<2xi1>, tensor<2xui64>
  } else {
    %1 = rlx.mul %a, %a : (tensor<2x2xf16>, tensor<2x2xf16>) -> tensor<2x2xf16>
    %2:2 = rlx.if %q : tensor<i1> -> (tensor<2x2xf16>, tensor<3xi8>) {
      %3 = rlx.add %1, %a : (tensor<2x2xf16>, tensor<2x2xf16>) -> tensor<2x2xf16>
      %4 = rlx.neg %b : (tensor<3xi8>) -> tensor<3xi8>
      rlx.yield %3, %4 : tensor<2x2xf16>, tensor<3xi8>
    } else {
      rlx.yield %1, %b : tensor<2x2xf16>, tensor<3xi8>
    }
    %5 = rlx.not %d : (tensor<2xi1>) -> tensor<2xi1>
    rlx.yield %2#0, %2#1, %c, %5, %e
        : tensor<2x2xf16>, tensor<3xi8>, tensor<2xbf16>, tensor<2xi1>, tensor<2xui64>
  }
  return %0#0, %0#1, %0#2, %0#3, %0#4
      : tensor<2x2xf16>, tensor<3xi8>, tensor<2xbf16>, tensor<2xi1>, tensor<2xui64>
}

// Reshapes and transposes of captured values and of results; an empty tensor.
func.func @views() -> (tensor<6xf32>, tensor<0x3xf32>) {
  %p = check.literal dense<true> : tensor<i1>
  %x = check.fill seed 1 : tensor<2x3xf32>
  %n = check.fill seed 2 : tensor<0x3xf32>
  %0:2 = rlx.if %p : tensor<i1> -> (tensor<3x2xf32>, tensor<0x3xf32>) {
    %1 = rlx.reshape %x to [3, 2] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %2 = rlx.exp %n : (tensor<0x3xf32>) -> tensor<0x3xf32>
    rlx.yield %1, %2 : tensor<3x2xf32>, tensor<0x3xf32>
  } else {
    %1 = rlx.transpose %x perm = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    rlx.yield %1, %n : tensor<3x2xf32>, tensor<0x3xf32>
  }
  %3 = rlx.reshape %0#0 to [6] : (tensor<3x2xf32>) -> tensor<6xf32>
  return %3, %0#1 : tensor<6xf32>, tensor<0x3xf32>
}

func.func @complex() -> tensor<3xcomplex<f32>> {
  %p = check.literal dense<false> : tensor<i1>
  %x = check.literal dense<[(1.0, 2.0), (-3.0, 4.0), (0.0, -1.0)]> : tensor<3xcomplex<f32>>
  %0 = rlx.if %p : tensor<i1> -> (tensor<3xcomplex<f32>>) {
    rlx.yield %x : tensor<3xcomplex<f32>>
  } else {
    %1 = rlx.conj %x : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
    rlx.yield %1 : tensor<3xcomplex<f32>>
  }
  %e = check.literal dense<[(1.0, -2.0), (-3.0, -4.0), (0.0, 1.0)]> : tensor<3xcomplex<f32>>
  check.expect_eq %0, %e : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

// An error in the other branch does not matter, although it could be computed before the run.
func.func @singular_elsewhere() -> tensor<2xf32> {
  %p = check.literal dense<false> : tensor<i1>
  %a = check.literal dense<0.0> : tensor<2x2xf32> as param
  %b = check.literal dense<1.0> : tensor<2xf32> as param
  %z = check.literal dense<7.0> : tensor<2xf32>
  %0 = rlx.if %p : tensor<i1> -> (tensor<2xf32>) {
    %1 = rlx.dense_solve %a, %b : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
    rlx.yield %1 : tensor<2xf32>
  } else {
    rlx.yield %z : tensor<2xf32>
  }
  check.expect_eq %0, %z : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
