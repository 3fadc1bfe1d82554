// RUN: rlx-check %s

// Nodes of random tables: descents end after the depths, not at leaves. Some indices are out of
// range, and some features are NaN.
func.func @random() -> tensor<?x37xi32> {
  %x = check.fill sizes [21, 9] seed 1 edges all : tensor<?x9xf32>
  %f = check.fill seed 2 range [-2.0, 12.0] edges finite as param : tensor<50x1xi32>
  %t = check.fill seed 3 as param : tensor<50x1xf32>
  %c = check.fill seed 4 range [-3.0, 55.0] edges finite as param : tensor<50x2xi32>
  %r = check.fill seed 5 range [-1.0, 50.0] edges finite as param : tensor<37xi32>
  %d = check.fill seed 6 range [0.0, 9.0] as param : tensor<37xi32>
  %b = rlx.bitcast %t to i32 : (tensor<50x1xf32>) -> tensor<50x1xi32>
  %n = rlx.concat %f, %b, %c axis = 1 : (tensor<50x1xi32>, tensor<50x1xi32>, tensor<50x2xi32>) -> tensor<50x4xi32>
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<?x9xf32>, tensor<50x4xi32>, tensor<37xi32>, tensor<37xi32>) -> tensor<?x37xi32>
  return %0 : tensor<?x37xi32>
}

func.func @tests_and_missing() -> (tensor<3x8xi32>, tensor<3x8xi32>) {
  %x = check.fill seed 11 edges all : tensor<3x5xf64>
  %f = check.fill seed 12 range [0.0, 4.0] edges finite as param : tensor<20x1xi32>
  %t = check.fill seed 13 edges all as param : tensor<20x1xf64>
  %c = check.fill seed 14 range [0.0, 19.0] edges finite as param : tensor<20x3xi32>
  %r = check.fill seed 15 range [0.0, 19.0] edges finite as param : tensor<8xi32>
  %d = check.fill seed 16 range [0.0, 6.0] as param : tensor<8xi32>
  %k = check.fill seed 17 range [-1.0, 6.0] edges finite as param : tensor<20xi32>
  %32 = rlx.constant dense<32> : tensor<i64>
  %b = rlx.bitcast %t to i64 : (tensor<20x1xf64>) -> tensor<20x1xi64>
  %s = rlx.shift_right %b, %32 : (tensor<20x1xi64>, tensor<i64>) -> tensor<20x1xi64>
  %low = rlx.cast %b to i32 : (tensor<20x1xi64>) -> tensor<20x1xi32>
  %high = rlx.cast %s to i32 : (tensor<20x1xi64>) -> tensor<20x1xi32>
  %n = rlx.concat %f, %low, %high, %c axis = 1 : (tensor<20x1xi32>, tensor<20x1xi32>, tensor<20x1xi32>, tensor<20x3xi32>) -> tensor<20x6xi32>
  %0 = rlx.tree_leaves gt %x, %n, %r, %d : (tensor<3x5xf64>, tensor<20x6xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<3x8xi32>
  %1 = rlx.tree_leaves gt %x, %n, %r, %d tests %k : (tensor<3x5xf64>, tensor<20x6xi32>, tensor<8xi32>, tensor<8xi32>, tensor<20xi32>) -> tensor<3x8xi32>
  return %0, %1 : tensor<3x8xi32>, tensor<3x8xi32>
}

func.func @predicates() -> (tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>) {
  %x = check.literal dense<[[0.0], [-0.0], [1.0], [0x7FC00000]]> : tensor<4x1xf32>
  // The threshold of node 1 is 1.0, all others are 0.0.
  %n = check.literal dense<[[0, 0, 2, 3], [0, 0x3F800000, 3, 4], [0, 0, 2, 2], [0, 0, 3, 3], [0, 0, 4, 4]]> : tensor<5x4xi32>
  %r = check.literal dense<[0, 1]> : tensor<2xi32>
  %d = check.literal dense<1> : tensor<2xi32>
  %0 = rlx.tree_leaves eq %x, %n, %r, %d : (tensor<4x1xf32>, tensor<5x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x2xi32>
  %w0 = check.literal dense<[[2, 4], [2, 4], [3, 3], [3, 4]]> : tensor<4x2xi32>
  check.expect_eq %0, %w0 : tensor<4x2xi32>, tensor<4x2xi32>
  %1 = rlx.tree_leaves ne %x, %n, %r, %d : (tensor<4x1xf32>, tensor<5x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x2xi32>
  %w1 = check.literal dense<[[3, 3], [3, 3], [2, 4], [2, 3]]> : tensor<4x2xi32>
  check.expect_eq %1, %w1 : tensor<4x2xi32>, tensor<4x2xi32>
  %2 = rlx.tree_leaves lt %x, %n, %r, %d : (tensor<4x1xf32>, tensor<5x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x2xi32>
  %w2 = check.literal dense<[[3, 3], [3, 3], [3, 4], [3, 4]]> : tensor<4x2xi32>
  check.expect_eq %2, %w2 : tensor<4x2xi32>, tensor<4x2xi32>
  %3 = rlx.tree_leaves ge %x, %n, %r, %d : (tensor<4x1xf32>, tensor<5x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x2xi32>
  %w3 = check.literal dense<[[2, 4], [2, 4], [2, 3], [3, 4]]> : tensor<4x2xi32>
  check.expect_eq %3, %w3 : tensor<4x2xi32>, tensor<4x2xi32>
  return %0, %1, %2, %3 : tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>
}

// Thresholds that differ in one of their words only.
func.func @words() -> tensor<3x2xi32> {
  %x = check.literal dense<[[1.0], [0x3FF0000000000001], [2.0]]> : tensor<3x1xf64>
  %n = check.literal dense<[[0, 0, 0x3FF00000, 2, 3], [0, 1, 0x3FF00000, 2, 3], [0, 0, 0, 2, 2], [0, 0, 0, 3, 3]]> : tensor<4x5xi32>
  %r = check.literal dense<[0, 1]> : tensor<2xi32>
  %d = check.literal dense<1> : tensor<2xi32>
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<3x1xf64>, tensor<4x5xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  %w = check.literal dense<[[2, 2], [3, 2], [3, 3]]> : tensor<3x2xi32>
  check.expect_eq %0, %w : tensor<3x2xi32>, tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

func.func @empty() -> tensor<?x2xi32> {
  %x = check.fill sizes [0, 3] seed 21 : tensor<?x3xf32>
  %n = check.literal dense<0> : tensor<1x4xi32>
  %r = check.literal dense<0> : tensor<2xi32>
  %0 = rlx.tree_leaves le %x, %n, %r, %r : (tensor<?x3xf32>, tensor<1x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}
