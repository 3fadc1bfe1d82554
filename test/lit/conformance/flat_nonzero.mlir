// RUN: rlx-check %s %{quick-lanes}

// By hand: blocks of 2, of which the last one has a single flag, and one block of all.
func.func @literals() -> (tensor<3xi64>, tensor<3xi64>, tensor<2xi64>) {
  %f = check.literal dense<[false, true, true, false, true]> : tensor<5xi1>
  %s = check.literal dense<[1, 2, 3]> : tensor<3xi64>
  %e = check.literal dense<[1, 2, 4]> : tensor<3xi64>
  %0 = rlx.flat_nonzero %f, %s to [3] block = 2 : (tensor<5xi1>, tensor<3xi64>) -> tensor<3xi64>
  check.expect_eq %0, %e : tensor<3xi64>, tensor<3xi64>
  %t = check.literal dense<3> : tensor<1xi64>
  %1 = rlx.flat_nonzero %f, %t to [3] block = 8 : (tensor<5xi1>, tensor<1xi64>) -> tensor<3xi64>
  check.expect_eq %1, %e : tensor<3xi64>, tensor<3xi64>
  // The first two alone.
  %2 = rlx.flat_nonzero %f, %s to [2] block = 2 : (tensor<5xi1>, tensor<3xi64>) -> tensor<2xi64>
  %d = check.literal dense<[1, 2]> : tensor<2xi64>
  check.expect_eq %2, %d : tensor<2xi64>, tensor<2xi64>
  return %0, %1, %2 : tensor<3xi64>, tensor<3xi64>, tensor<2xi64>
}

func.func @empty_and_one() -> (tensor<0xi64>, tensor<0xi64>, tensor<1xi64>) {
  %f = check.literal dense<> : tensor<0xi1>
  %s = check.literal dense<> : tensor<0xi64>
  %0 = rlx.flat_nonzero %f, %s to [0] block = 256 : (tensor<0xi1>, tensor<0xi64>) -> tensor<0xi64>
  %g = check.literal dense<false> : tensor<300xi1>
  %t = check.literal dense<0> : tensor<2xi64>
  %1 = rlx.flat_nonzero %g, %t to [0] block = 256 : (tensor<300xi1>, tensor<2xi64>) -> tensor<0xi64>
  %h = check.literal dense<true> : tensor<1xi1>
  %u = check.literal dense<1> : tensor<1xi64>
  %2 = rlx.flat_nonzero %h, %u to [1] block = 256 : (tensor<1xi1>, tensor<1xi64>) -> tensor<1xi64>
  %e = check.literal dense<0> : tensor<1xi64>
  check.expect_eq %2, %e : tensor<1xi64>, tensor<1xi64>
  return %0, %1, %2 : tensor<0xi64>, tensor<0xi64>, tensor<1xi64>
}

// Many results in several slices: all flags, every third one, and a few that lie far apart, between
// blocks without any. The flags before the end of block b are (min((b + 1) * 256, 70001) + step - 1)
// / step.
func.func @all() -> tensor<70001xi64> {
  %c0 = arith.constant 0 : index
  %numbers = rlx.iota from %c0 to [70001] axis = 0 : (index) -> tensor<70001xi64>
  %step = check.literal dense<1> : tensor<i64>
  %q = rlx.div %numbers, %step : (tensor<70001xi64>, tensor<i64>) -> tensor<70001xi64>
  %m = rlx.mul %q, %step : (tensor<70001xi64>, tensor<i64>) -> tensor<70001xi64>
  %f = rlx.compare eq %m, %numbers : (tensor<70001xi64>, tensor<70001xi64>) -> tensor<70001xi1>
  %blocks = rlx.iota from %c0 to [274] axis = 0 : (index) -> tensor<274xi64>
  %one = check.literal dense<1> : tensor<i64>
  %size = check.literal dense<256> : tensor<i64>
  %flags = check.literal dense<70001> : tensor<i64>
  %next = rlx.add %blocks, %one : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %ends = rlx.mul %next, %size : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %inside = rlx.min %ends, %flags : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %more = rlx.add %inside, %step : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %up = rlx.sub %more, %one : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %sums = rlx.div %up, %step : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %0 = rlx.flat_nonzero %f, %sums to [70001] block = 256
      : (tensor<70001xi1>, tensor<274xi64>) -> tensor<70001xi64>
  %i = rlx.iota from %c0 to [70001] axis = 0 : (index) -> tensor<70001xi64>
  %e = rlx.mul %i, %step : (tensor<70001xi64>, tensor<i64>) -> tensor<70001xi64>
  check.expect_eq %0, %e : tensor<70001xi64>, tensor<70001xi64>
  return %0 : tensor<70001xi64>
}

func.func @every_third() -> tensor<23334xi64> {
  %c0 = arith.constant 0 : index
  %numbers = rlx.iota from %c0 to [70001] axis = 0 : (index) -> tensor<70001xi64>
  %step = check.literal dense<3> : tensor<i64>
  %q = rlx.div %numbers, %step : (tensor<70001xi64>, tensor<i64>) -> tensor<70001xi64>
  %m = rlx.mul %q, %step : (tensor<70001xi64>, tensor<i64>) -> tensor<70001xi64>
  %f = rlx.compare eq %m, %numbers : (tensor<70001xi64>, tensor<70001xi64>) -> tensor<70001xi1>
  %blocks = rlx.iota from %c0 to [274] axis = 0 : (index) -> tensor<274xi64>
  %one = check.literal dense<1> : tensor<i64>
  %size = check.literal dense<256> : tensor<i64>
  %flags = check.literal dense<70001> : tensor<i64>
  %next = rlx.add %blocks, %one : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %ends = rlx.mul %next, %size : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %inside = rlx.min %ends, %flags : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %more = rlx.add %inside, %step : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %up = rlx.sub %more, %one : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %sums = rlx.div %up, %step : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %0 = rlx.flat_nonzero %f, %sums to [23334] block = 256
      : (tensor<70001xi1>, tensor<274xi64>) -> tensor<23334xi64>
  %i = rlx.iota from %c0 to [23334] axis = 0 : (index) -> tensor<23334xi64>
  %e = rlx.mul %i, %step : (tensor<23334xi64>, tensor<i64>) -> tensor<23334xi64>
  check.expect_eq %0, %e : tensor<23334xi64>, tensor<23334xi64>
  return %0 : tensor<23334xi64>
}

func.func @few() -> tensor<71xi64> {
  %c0 = arith.constant 0 : index
  %numbers = rlx.iota from %c0 to [70001] axis = 0 : (index) -> tensor<70001xi64>
  %step = check.literal dense<997> : tensor<i64>
  %q = rlx.div %numbers, %step : (tensor<70001xi64>, tensor<i64>) -> tensor<70001xi64>
  %m = rlx.mul %q, %step : (tensor<70001xi64>, tensor<i64>) -> tensor<70001xi64>
  %f = rlx.compare eq %m, %numbers : (tensor<70001xi64>, tensor<70001xi64>) -> tensor<70001xi1>
  %blocks = rlx.iota from %c0 to [274] axis = 0 : (index) -> tensor<274xi64>
  %one = check.literal dense<1> : tensor<i64>
  %size = check.literal dense<256> : tensor<i64>
  %flags = check.literal dense<70001> : tensor<i64>
  %next = rlx.add %blocks, %one : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %ends = rlx.mul %next, %size : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %inside = rlx.min %ends, %flags : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %more = rlx.add %inside, %step : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %up = rlx.sub %more, %one : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %sums = rlx.div %up, %step : (tensor<274xi64>, tensor<i64>) -> tensor<274xi64>
  %0 = rlx.flat_nonzero %f, %sums to [71] block = 256
      : (tensor<70001xi1>, tensor<274xi64>) -> tensor<71xi64>
  %i = rlx.iota from %c0 to [71] axis = 0 : (index) -> tensor<71xi64>
  %e = rlx.mul %i, %step : (tensor<71xi64>, tensor<i64>) -> tensor<71xi64>
  check.expect_eq %0, %e : tensor<71xi64>, tensor<71xi64>
  return %0 : tensor<71xi64>
}
