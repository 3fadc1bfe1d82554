// RUN: rlx-check %s

// One tree: x[0] <= 1 ? (x[1] <= 2 ? 0 : 1) : 2, whose second test passes for NaN.
func.func @tree() -> tensor<5x1xi32> {
  %x = check.literal dense<[[0.0, 3.0], [1.0, 2.0], [2.0, 0.0], [0.0, 0x7FC00000], [0x7FC00000, 0.0]]> : tensor<5x2xf32>
  %f = check.literal dense<[0, 1]> : tensor<2xi32>
  %t = check.literal dense<[1.0, 2.0]> : tensor<2xf32>
  %m = check.literal dense<[-4, -2]> : tensor<2xi64>
  %o = check.literal dense<[[0, 1, 2]]> : tensor<1x3xi32>
  %l = check.literal dense<[10]> : tensor<1xi32>
  %0 = rlx.tree_leaves_bitvector %x, %f, %t, %m, %o, %l : (tensor<5x2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xi64>, tensor<1x3xi32>, tensor<1xi32>) -> tensor<5x1xi32>
  %w = check.literal dense<[[11], [10], [12], [10], [12]]> : tensor<5x1xi32>
  check.expect_eq %0, %w : tensor<5x1xi32>, tensor<5x1xi32>
  return %0 : tensor<5x1xi32>
}

// Random masks, rows that fill no block, and numbers out of range.
func.func @random() -> (tensor<?x3xi32>, tensor<?x3xi32>) {
  %x = check.fill sizes [37, 9] seed 1 edges all : tensor<?x9xf32>
  %f = check.fill seed 2 range [-2.0, 12.0] edges finite as param : tensor<20xi32>
  %t = check.fill seed 3 as param : tensor<20xf32>
  %m = check.fill seed 4 edges finite as param : tensor<20xi64>
  %o = check.literal dense<[[0, 3, 9], [9, 9, 9], [9, 15, 23]]> : tensor<3x3xi32>
  %l = check.literal dense<[0, 64, 100]> : tensor<3xi32>
  %0 = rlx.tree_leaves_bitvector %x, %f, %t, %m, %o, %l : (tensor<?x9xf32>, tensor<20xi32>, tensor<20xf32>, tensor<20xi64>, tensor<3x3xi32>, tensor<3xi32>) -> tensor<?x3xi32>
  %1 = rlx.tree_leaves_bitvector %x, %f, %t, %m, %o, %l {strict = true} : (tensor<?x9xf32>, tensor<20xi32>, tensor<20xf32>, tensor<20xi64>, tensor<3x3xi32>, tensor<3xi32>) -> tensor<?x3xi32>
  return %0, %1 : tensor<?x3xi32>, tensor<?x3xi32>
}

func.func @doubles() -> tensor<8x2xi32> {
  %x = check.fill seed 11 edges all : tensor<8x300xf64>
  %f = check.fill seed 12 range [0.0, 299.0] edges finite as param : tensor<70xi32>
  %t = check.fill seed 13 edges all as param : tensor<70xf64>
  %m = check.fill seed 14 edges finite as param : tensor<70xi64>
  %o = check.literal dense<[[0, 30, 40], [40, 40, 70]]> : tensor<2x3xi32>
  %l = check.literal dense<0> : tensor<2xi32>
  %0 = rlx.tree_leaves_bitvector %x, %f, %t, %m, %o, %l : (tensor<8x300xf64>, tensor<70xi32>, tensor<70xf64>, tensor<70xi64>, tensor<2x3xi32>, tensor<2xi32>) -> tensor<8x2xi32>
  return %0 : tensor<8x2xi32>
}
