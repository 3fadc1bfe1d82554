// RUN: rlx-check %s

// Nodes of random tables: descents end after the depths, not at leaves. Some indices are out of
// range, and some features are NaN.
func.func @random() -> tensor<?x37xi32> {
  %x = check.fill sizes [21, 9] seed 1 edges all : tensor<?x9xf32>
  %f = check.fill seed 2 range [-2.0, 12.0] edges finite as param : tensor<50xi32>
  %t = check.fill seed 3 as param : tensor<50xf32>
  %c = check.fill seed 4 range [-3.0, 55.0] edges finite as param : tensor<50x2xi32>
  %r = check.fill seed 5 range [-1.0, 50.0] edges finite as param : tensor<37xi32>
  %d = check.fill seed 6 range [0.0, 9.0] as param : tensor<37xi32>
  %0 = rlx.tree_leaves le %x, %f, %t, %c, %r, %d : (tensor<?x9xf32>, tensor<50xi32>, tensor<50xf32>, tensor<50x2xi32>, tensor<37xi32>, tensor<37xi32>) -> tensor<?x37xi32>
  return %0 : tensor<?x37xi32>
}

func.func @tests_and_missing() -> (tensor<3x8xi32>, tensor<3x8xi32>) {
  %x = check.fill seed 11 edges all : tensor<3x5xf64>
  %f = check.fill seed 12 range [0.0, 4.0] edges finite as param : tensor<20xi32>
  %t = check.fill seed 13 edges all as param : tensor<20xf64>
  %c = check.fill seed 14 range [0.0, 19.0] edges finite as param : tensor<20x3xi32>
  %r = check.fill seed 15 range [0.0, 19.0] edges finite as param : tensor<8xi32>
  %d = check.fill seed 16 range [0.0, 6.0] as param : tensor<8xi32>
  %k = check.fill seed 17 range [-1.0, 6.0] edges finite as param : tensor<20xi32>
  %0 = rlx.tree_leaves gt %x, %f, %t, %c, %r, %d : (tensor<3x5xf64>, tensor<20xi32>, tensor<20xf64>, tensor<20x3xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<3x8xi32>
  %1 = rlx.tree_leaves gt %x, %f, %t, %c, %r, %d tests %k : (tensor<3x5xf64>, tensor<20xi32>, tensor<20xf64>, tensor<20x3xi32>, tensor<8xi32>, tensor<8xi32>, tensor<20xi32>) -> tensor<3x8xi32>
  return %0, %1 : tensor<3x8xi32>, tensor<3x8xi32>
}

func.func @predicates() -> (tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>) {
  %x = check.literal dense<[[0.0], [-0.0], [1.0], [0x7FC00000]]> : tensor<4x1xf32>
  %f = check.literal dense<0> : tensor<5xi32>
  %t = check.literal dense<[0.0, 1.0, 0.0, 0.0, 0.0]> : tensor<5xf32>
  %c = check.literal dense<[[2, 3], [3, 4], [2, 2], [3, 3], [4, 4]]> : tensor<5x2xi32>
  %r = check.literal dense<[0, 1]> : tensor<2xi32>
  %d = check.literal dense<1> : tensor<2xi32>
  %0 = rlx.tree_leaves eq %x, %f, %t, %c, %r, %d : (tensor<4x1xf32>, tensor<5xi32>, tensor<5xf32>, tensor<5x2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x2xi32>
  %w0 = check.literal dense<[[2, 4], [2, 4], [3, 3], [3, 4]]> : tensor<4x2xi32>
  check.expect_eq %0, %w0 : tensor<4x2xi32>, tensor<4x2xi32>
  %1 = rlx.tree_leaves ne %x, %f, %t, %c, %r, %d : (tensor<4x1xf32>, tensor<5xi32>, tensor<5xf32>, tensor<5x2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x2xi32>
  %w1 = check.literal dense<[[3, 3], [3, 3], [2, 4], [2, 3]]> : tensor<4x2xi32>
  check.expect_eq %1, %w1 : tensor<4x2xi32>, tensor<4x2xi32>
  %2 = rlx.tree_leaves lt %x, %f, %t, %c, %r, %d : (tensor<4x1xf32>, tensor<5xi32>, tensor<5xf32>, tensor<5x2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x2xi32>
  %w2 = check.literal dense<[[3, 3], [3, 3], [3, 4], [3, 4]]> : tensor<4x2xi32>
  check.expect_eq %2, %w2 : tensor<4x2xi32>, tensor<4x2xi32>
  %3 = rlx.tree_leaves ge %x, %f, %t, %c, %r, %d : (tensor<4x1xf32>, tensor<5xi32>, tensor<5xf32>, tensor<5x2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x2xi32>
  %w3 = check.literal dense<[[2, 4], [2, 4], [2, 3], [3, 4]]> : tensor<4x2xi32>
  check.expect_eq %3, %w3 : tensor<4x2xi32>, tensor<4x2xi32>
  return %0, %1, %2, %3 : tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>
}

func.func @empty() -> tensor<?x2xi32> {
  %x = check.fill sizes [0, 3] seed 21 : tensor<?x3xf32>
  %f = check.literal dense<0> : tensor<1xi32>
  %t = check.literal dense<0.0> : tensor<1xf32>
  %c = check.literal dense<0> : tensor<1x2xi32>
  %r = check.literal dense<0> : tensor<2xi32>
  %0 = rlx.tree_leaves le %x, %f, %t, %c, %r, %r : (tensor<?x3xf32>, tensor<1xi32>, tensor<1xf32>, tensor<1x2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}
