// RUN: rlx-check %s

// Ops that move elements, on complex numbers. Expected values by hand.

func.func @reshape() -> tensor<3x2xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)], [(0.75, -0.75), (-1.75, -1.75), (-1.75, -1.25)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.reshape %x0 to [3, 2] : (tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %w = check.literal dense<[[(-1.25, 1.5), (2.0, 0.25)], [(-0.25, -0.75), (0.75, -0.75)], [(-1.75, -1.75), (-1.75, -1.25)]]> : tensor<3x2xcomplex<f32>>
  check.expect_eq %0, %w : tensor<3x2xcomplex<f32>>, tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}

func.func @transpose() -> tensor<3x2xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)], [(0.75, -0.75), (-1.75, -1.75), (-1.75, -1.25)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.transpose %x0 perm = [1, 0] : (tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %w = check.literal dense<[[(-1.25, 1.5), (0.75, -0.75)], [(2.0, 0.25), (-1.75, -1.75)], [(-0.25, -0.75), (-1.75, -1.25)]]> : tensor<3x2xcomplex<f32>>
  check.expect_eq %0, %w : tensor<3x2xcomplex<f32>>, tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}

func.func @concat() -> tensor<3x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)], [(0.75, -0.75), (-1.75, -1.75), (-1.75, -1.25)]]> : tensor<2x3xcomplex<f32>>
  %x1 = check.literal dense<[[(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)]]> : tensor<1x3xcomplex<f32>>
  %0 = rlx.concat %x0, %x1 axis = 0 : (tensor<2x3xcomplex<f32>>, tensor<1x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  %w = check.literal dense<[[(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)], [(0.75, -0.75), (-1.75, -1.75), (-1.75, -1.25)], [(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)]]> : tensor<3x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>
  return %0 : tensor<3x3xcomplex<f32>>
}

func.func @slice() -> tensor<2x2xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)], [(0.75, -0.75), (-1.75, -1.75), (-1.75, -1.25)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.slice %x0 from [0, 1] sizes [2, 2] : (tensor<2x3xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %w = check.literal dense<[[(2.0, 0.25), (-0.25, -0.75)], [(-1.75, -1.75), (-1.75, -1.25)]]> : tensor<2x2xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>
  return %0 : tensor<2x2xcomplex<f32>>
}

func.func @expand() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)]> : tensor<3xcomplex<f32>>
  %0 = rlx.expand %x0 to [2, 3] : (tensor<3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)], [(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @pad() -> tensor<6xcomplex<f32>> {
  %x0 = check.literal dense<[(-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75)]> : tensor<3xcomplex<f32>>
  %0 = rlx.pad constant %x0 low [1] high [2] : (tensor<3xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %w = check.literal dense<[(0.0, 0.0), (-1.25, 1.5), (2.0, 0.25), (-0.25, -0.75), (0.0, 0.0), (0.0, 0.0)]> : tensor<6xcomplex<f32>>
  check.expect_eq %0, %w : tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>
  return %0 : tensor<6xcomplex<f32>>
}

func.func @gather() -> tensor<2x3xcomplex<f32>> {
  %x = check.literal dense<[[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)], [(7.0, 8.0), (9.0, 1.0), (2.0, 3.0)]]> : tensor<2x3xcomplex<f32>>
  %i = check.literal dense<[1, 0]> : tensor<2xi64>
  %0 = rlx.gather %x, %i axis = 0 : (tensor<2x3xcomplex<f32>>, tensor<2xi64>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(7.0, 8.0), (9.0, 1.0), (2.0, 3.0)], [(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @constants() -> (tensor<5xcomplex<f32>>, tensor<300xcomplex<f64>>) {
  %x = check.fill seed 1 : tensor<5xcomplex<f32>>
  %c = rlx.constant dense<[(1.0, 2.0), (0.5, -1.0), (0.0, 0.0), (3.0, 4.0), (-5.0, 1.0)]> : tensor<5xcomplex<f32>>
  %0 = rlx.add %x, %c : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %y = check.fill seed 2 as constant : tensor<300xcomplex<f64>>
  %1 = rlx.neg %y : (tensor<300xcomplex<f64>>) -> tensor<300xcomplex<f64>>
  return %0, %1 : tensor<5xcomplex<f32>>, tensor<300xcomplex<f64>>
}

// Through a param, an input and dynamic sizes.
func.func @moves() -> tensor<?x8x3xcomplex<f64>> {
  %x = check.fill sizes [5, 3, 4] seed 1 : tensor<?x3x4xcomplex<f64>>
  %p = check.fill seed 2 as param : tensor<4x4xcomplex<f64>>
  %0 = rlx.matmul %x, %p : (tensor<?x3x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>) -> tensor<?x3x4xcomplex<f64>>
  %1 = rlx.concat %x, %0 axis = 2 : (tensor<?x3x4xcomplex<f64>>, tensor<?x3x4xcomplex<f64>>) -> tensor<?x3x8xcomplex<f64>>
  %2 = rlx.transpose %1 perm = [0, 2, 1] : (tensor<?x3x8xcomplex<f64>>) -> tensor<?x8x3xcomplex<f64>>
  return %2 : tensor<?x8x3xcomplex<f64>>
}
