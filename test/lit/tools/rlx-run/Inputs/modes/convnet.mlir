// Convolution, normalization, activation, pooling, a pointwise convolution: channels first.
func.func @main(%x: tensor<?x3x12x12xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", "", "", ""]},
                %f: tensor<16x3x3x3xf32> {rlx.kind = "param", rlx.name = "f"},
                %s: tensor<16xf32> {rlx.kind = "param", rlx.name = "s"},
                %b: tensor<16xf32> {rlx.kind = "param", rlx.name = "b"},
                %g: tensor<8x16x1x1xf32> {rlx.kind = "param", rlx.name = "g"})
    -> (tensor<?x8xf32> {rlx.name = "y"}) {
  %mean = rlx.constant dense<0.25> : tensor<16xf32>
  %var = rlx.constant dense<1.5> : tensor<16xf32>
  %0 = rlx.conv %x, %f pads = [1, 1, 1, 1]
      : (tensor<?x3x12x12xf32>, tensor<16x3x3x3xf32>) -> tensor<?x16x12x12xf32>
  %1 = rlx.batch_norm %0, %s, %b, %mean, %var axis = 1 eps = 1.0e-5
      : (tensor<?x16x12x12xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x12x12xf32>
  %2 = rlx.relu %1 : (tensor<?x16x12x12xf32>) -> tensor<?x16x12x12xf32>
  %3 = rlx.pool max %2 kernel = [2, 2] strides = [2, 2] : (tensor<?x16x12x12xf32>) -> tensor<?x16x6x6xf32>
  %4 = rlx.conv %3, %g : (tensor<?x16x6x6xf32>, tensor<8x16x1x1xf32>) -> tensor<?x8x6x6xf32>
  %5 = rlx.reduce_mean %4 axes = [2, 3] : (tensor<?x8x6x6xf32>) -> tensor<?x8xf32>
  return %5 : tensor<?x8xf32>
}
