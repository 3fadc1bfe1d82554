// Scales and shifts of channels: before and after biases, of all kinds of convolutions and of a
// matmul, divided, in a chain, and beside a value with two users.
func.func @main(%x: tensor<?x4x6x6xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", "", "", ""]},
                %f: tensor<8x4x3x3xf32> {rlx.kind = "param", rlx.name = "f"},
                %d: tensor<8x1x3x3xf32> {rlx.kind = "param", rlx.name = "d"},
                %t: tensor<8x5x2x2xf32> {rlx.kind = "param", rlx.name = "t"},
                %w: tensor<5x7xf32> {rlx.kind = "param", rlx.name = "w"},
                %s: tensor<1xf32> {rlx.kind = "param", rlx.name = "s"},
                %c: tensor<1x8x1x1xf32> {rlx.kind = "param", rlx.name = "c"},
                %b: tensor<8xf32> {rlx.kind = "param", rlx.name = "b"},
                %e: tensor<7xf32> {rlx.kind = "param", rlx.name = "e"})
    -> (tensor<?x7xf32> {rlx.name = "y"}) {
  %three = rlx.constant dense<3.0> : tensor<f32>
  %six = rlx.constant dense<6.0> : tensor<f32>
  %0 = rlx.conv %x, %f, %b pads = [1, 1, 1, 1] : (tensor<?x4x6x6xf32>, tensor<8x4x3x3xf32>, tensor<8xf32>) -> tensor<?x8x6x6xf32>
  %1 = rlx.mul %s, %0 : (tensor<1xf32>, tensor<?x8x6x6xf32>) -> tensor<?x8x6x6xf32>
  %2 = rlx.sub %1, %s : (tensor<?x8x6x6xf32>, tensor<1xf32>) -> tensor<?x8x6x6xf32>
  %3 = rlx.add %2, %three : (tensor<?x8x6x6xf32>, tensor<f32>) -> tensor<?x8x6x6xf32>
  %4 = rlx.clamp %3 {min = 0.0 : f32, max = 6.0 : f32} : (tensor<?x8x6x6xf32>) -> tensor<?x8x6x6xf32>
  %5 = rlx.mul %2, %4 : (tensor<?x8x6x6xf32>, tensor<?x8x6x6xf32>) -> tensor<?x8x6x6xf32>
  %6 = rlx.div %5, %six : (tensor<?x8x6x6xf32>, tensor<f32>) -> tensor<?x8x6x6xf32>
  %7 = rlx.mul %6, %c : (tensor<?x8x6x6xf32>, tensor<1x8x1x1xf32>) -> tensor<?x8x6x6xf32>
  %8 = rlx.conv %7, %d groups = 8 : (tensor<?x8x6x6xf32>, tensor<8x1x3x3xf32>) -> tensor<?x8x4x4xf32>
  %9 = rlx.div %8, %six : (tensor<?x8x4x4xf32>, tensor<f32>) -> tensor<?x8x4x4xf32>
  %10 = rlx.mul %9, %c : (tensor<?x8x4x4xf32>, tensor<1x8x1x1xf32>) -> tensor<?x8x4x4xf32>
  %11 = rlx.add %10, %s : (tensor<?x8x4x4xf32>, tensor<1xf32>) -> tensor<?x8x4x4xf32>
  %12 = rlx.conv_transpose %11, %t strides = [2, 2] : (tensor<?x8x4x4xf32>, tensor<8x5x2x2xf32>) -> tensor<?x5x8x8xf32>
  %13 = rlx.mul %12, %s : (tensor<?x5x8x8xf32>, tensor<1xf32>) -> tensor<?x5x8x8xf32>
  %14 = rlx.add %13, %three : (tensor<?x5x8x8xf32>, tensor<f32>) -> tensor<?x5x8x8xf32>
  %15 = rlx.reduce_mean %14 axes = [2, 3] : (tensor<?x5x8x8xf32>) -> tensor<?x5xf32>
  %16 = rlx.matmul %15, %w : (tensor<?x5xf32>, tensor<5x7xf32>) -> tensor<?x7xf32>
  %17 = rlx.mul %16, %e : (tensor<?x7xf32>, tensor<7xf32>) -> tensor<?x7xf32>
  %18 = rlx.add %17, %e : (tensor<?x7xf32>, tensor<7xf32>) -> tensor<?x7xf32>
  %19 = rlx.div %18, %three : (tensor<?x7xf32>, tensor<f32>) -> tensor<?x7xf32>
  return %19 : tensor<?x7xf32>
}
