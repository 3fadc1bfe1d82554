// RUN: rlx-check %s

func.func @literals() -> (tensor<2xf32>, tensor<2xi8>, tensor<1xui8>, tensor<f32>) {
  %a = check.literal dense<[[1.0, 2.0, 3.0], [-1.0, 1.0, 0.75]]> : tensor<2x3xf32>
  %0 = rlx.reduce_mean %a axes = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
  %w0 = check.literal dense<[2.0, 0.25]> : tensor<2xf32>
  check.expect_close %0, %w0 {ulp = 1} : tensor<2xf32>, tensor<2xf32>
  // Rounds toward zero. The sum does not wrap in i8.
  %b = check.literal dense<[[-3, -4, -4], [127, 127, 126]]> : tensor<2x3xi8>
  %1 = rlx.reduce_mean %b axes = [1] : (tensor<2x3xi8>) -> tensor<2xi8>
  %w1 = check.literal dense<[-3, 126]> : tensor<2xi8>
  check.expect_eq %1, %w1 : tensor<2xi8>, tensor<2xi8>
  %c = check.literal dense<[200, 255]> : tensor<2xui8>
  %2 = rlx.reduce_mean %c axes = [0] {keep_dims = true} : (tensor<2xui8>) -> tensor<1xui8>
  %w2 = check.literal dense<[227]> : tensor<1xui8>
  check.expect_eq %2, %w2 : tensor<1xui8>, tensor<1xui8>
  %3 = rlx.reduce_mean %a axes = [] : (tensor<2x3xf32>) -> tensor<f32>
  %w3 = check.literal dense<1.125> : tensor<f32>
  check.expect_close %3, %w3 {ulp = 1} : tensor<f32>, tensor<f32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xi8>, tensor<1xui8>, tensor<f32>
}

// To one number, from more elements than some drivers allow iterations of a loop.
func.func @dynamic_whole() -> (tensor<f32>, tensor<f16>) {
  %a = check.fill sizes [1000, 70] seed 5 range [0.0, 1.0] : tensor<?x70xf32>
  %0 = rlx.reduce_mean %a axes = [0, 1] : (tensor<?x70xf32>) -> tensor<f32>
  %b = check.fill sizes [300] seed 6 : tensor<?xf16>
  %1 = rlx.reduce_mean %b axes = [] : (tensor<?xf16>) -> tensor<f16>
  return %0, %1 : tensor<f32>, tensor<f16>
}

func.func @dynamic() -> (tensor<?x1x1xf32>, tensor<?x9xf32>) {
  %a = check.fill sizes [3, 40, 9] seed 1 : tensor<?x?x9xf32>
  %0 = rlx.reduce_mean %a axes = [1, 2] {keep_dims = true} : (tensor<?x?x9xf32>) -> tensor<?x1x1xf32>
  %1 = rlx.reduce_mean %a axes = [-2] : (tensor<?x?x9xf32>) -> tensor<?x9xf32>
  return %0, %1 : tensor<?x1x1xf32>, tensor<?x9xf32>
}

func.func @types() -> (tensor<1xf16>, tensor<4xbf16>, tensor<4xf64>, tensor<4xi64>) {
  // A sum in f16 would overflow.
  %a = check.literal dense<100.0> : tensor<1x4000xf16>
  %0 = rlx.reduce_mean %a axes = [1] : (tensor<1x4000xf16>) -> tensor<1xf16>
  %b = check.fill seed 2 : tensor<4x33xbf16>
  %1 = rlx.reduce_mean %b axes = [1] : (tensor<4x33xbf16>) -> tensor<4xbf16>
  %c = check.fill seed 3 : tensor<4x33xf64>
  %2 = rlx.reduce_mean %c axes = [1] : (tensor<4x33xf64>) -> tensor<4xf64>
  %d = check.fill seed 4 range [-999.0, 999.0] : tensor<4x33xi64>
  %3 = rlx.reduce_mean %d axes = [1] : (tensor<4x33xi64>) -> tensor<4xi64>
  return %0, %1, %2, %3 : tensor<1xf16>, tensor<4xbf16>, tensor<4xf64>, tensor<4xi64>
}

func.func @nothing() -> (tensor<2xf32>, tensor<2xi32>, tensor<0xf32>) {
  %a = check.fill seed 5 : tensor<2x0xf32>
  %0 = rlx.reduce_mean %a axes = [1] : (tensor<2x0xf32>) -> tensor<2xf32>
  %w0 = check.literal dense<0x7FC00000> : tensor<2xf32>
  check.expect_eq %0, %w0 : tensor<2xf32>, tensor<2xf32>
  %b = check.fill seed 6 : tensor<2x0xi32>
  %1 = rlx.reduce_mean %b axes = [1] : (tensor<2x0xi32>) -> tensor<2xi32>
  %w1 = check.literal dense<0> : tensor<2xi32>
  check.expect_eq %1, %w1 : tensor<2xi32>, tensor<2xi32>
  %2 = rlx.reduce_mean %a axes = [0] : (tensor<2x0xf32>) -> tensor<0xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xi32>, tensor<0xf32>
}

// All sets of axes of a tensor of rank 4, every other one with keep_dims.
func.func @every_set_of_axes() -> (tensor<3x4x5xf64>, tensor<2x1x4x5xf64>, tensor<2x3x5xf64>, tensor<2x3x4x1xf64>, tensor<4x5xf64>, tensor<1x3x1x5xf64>, tensor<3x4xf64>, tensor<2x1x1x5xf64>, tensor<2x4xf64>, tensor<2x3x1x1xf64>, tensor<5xf64>, tensor<1x1x4x1xf64>, tensor<3xf64>, tensor<2x1x1x1xf64>, tensor<f64>) {
  %a = check.fill seed 90 : tensor<2x3x4x5xf64>
  %0 = rlx.reduce_mean %a axes = [0] : (tensor<2x3x4x5xf64>) -> tensor<3x4x5xf64>
  %1 = rlx.reduce_mean %a axes = [1] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x1x4x5xf64>
  %2 = rlx.reduce_mean %a axes = [2] : (tensor<2x3x4x5xf64>) -> tensor<2x3x5xf64>
  %3 = rlx.reduce_mean %a axes = [3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x3x4x1xf64>
  %4 = rlx.reduce_mean %a axes = [0, 1] : (tensor<2x3x4x5xf64>) -> tensor<4x5xf64>
  %5 = rlx.reduce_mean %a axes = [0, 2] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<1x3x1x5xf64>
  %6 = rlx.reduce_mean %a axes = [0, 3] : (tensor<2x3x4x5xf64>) -> tensor<3x4xf64>
  %7 = rlx.reduce_mean %a axes = [1, 2] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x1x1x5xf64>
  %8 = rlx.reduce_mean %a axes = [1, 3] : (tensor<2x3x4x5xf64>) -> tensor<2x4xf64>
  %9 = rlx.reduce_mean %a axes = [2, 3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x3x1x1xf64>
  %10 = rlx.reduce_mean %a axes = [0, 1, 2] : (tensor<2x3x4x5xf64>) -> tensor<5xf64>
  %11 = rlx.reduce_mean %a axes = [0, 1, 3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<1x1x4x1xf64>
  %12 = rlx.reduce_mean %a axes = [0, 2, 3] : (tensor<2x3x4x5xf64>) -> tensor<3xf64>
  %13 = rlx.reduce_mean %a axes = [1, 2, 3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x1x1x1xf64>
  %14 = rlx.reduce_mean %a axes = [0, 1, 2, 3] : (tensor<2x3x4x5xf64>) -> tensor<f64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : tensor<3x4x5xf64>, tensor<2x1x4x5xf64>, tensor<2x3x5xf64>, tensor<2x3x4x1xf64>, tensor<4x5xf64>, tensor<1x3x1x5xf64>, tensor<3x4xf64>, tensor<2x1x1x5xf64>, tensor<2x4xf64>, tensor<2x3x1x1xf64>, tensor<5xf64>, tensor<1x1x4x1xf64>, tensor<3xf64>, tensor<2x1x1x1xf64>, tensor<f64>
}

// Few long rows: a GPU splits them into parts.
func.func @long_rows() -> (tensor<f32>, tensor<3xf32>, tensor<f32>, tensor<2xi32>) {
  %a = check.fill seed 50 : tensor<512x512xf32>
  %0 = rlx.reduce_sum %a axes = [] : (tensor<512x512xf32>) -> tensor<f32>
  %b = check.fill seed 51 : tensor<3x70000xf32>
  %1 = rlx.reduce_mean %b axes = [1] : (tensor<3x70000xf32>) -> tensor<3xf32>
  %2 = rlx.reduce_mean %a axes = [] : (tensor<512x512xf32>) -> tensor<f32>
  %c = check.fill seed 52 : tensor<2x65544xi32>
  %3 = rlx.reduce_max %c axes = [1] : (tensor<2x65544xi32>) -> tensor<2xi32>
  return %0, %1, %2, %3 : tensor<f32>, tensor<3xf32>, tensor<f32>, tensor<2xi32>
}

// Adjacent dimensions that are reduced, or kept, together; in several workgroups, and one element.
func.func @images() -> (tensor<5x67x1x1xf32>, tensor<?x?x1x1xf32>, tensor<?x?xf32>, tensor<7x130xf32>, tensor<1x1xf32>) {
  %a = check.fill seed 53 : tensor<5x67x13x11xf32>
  %0 = rlx.reduce_mean %a axes = [2, 3] {keep_dims = true} : (tensor<5x67x13x11xf32>) -> tensor<5x67x1x1xf32>
  %b = check.fill sizes [3, 35, 17, 19] seed 54 : tensor<?x?x?x?xf32>
  %1 = rlx.reduce_mean %b axes = [2, 3] {keep_dims = true} : (tensor<?x?x?x?xf32>) -> tensor<?x?x1x1xf32>
  %2 = rlx.reduce_max %b axes = [0, 1] : (tensor<?x?x?x?xf32>) -> tensor<?x?xf32>
  %c = check.fill seed 55 : tensor<31x29x7x130xf32>
  %3 = rlx.reduce_sum %c axes = [0, 1] : (tensor<31x29x7x130xf32>) -> tensor<7x130xf32>
  %d = check.fill seed 56 : tensor<1x1x1x1xf32>
  %4 = rlx.reduce_mean %d axes = [2, 3] : (tensor<1x1x1x1xf32>) -> tensor<1x1xf32>
  return %0, %1, %2, %3, %4 : tensor<5x67x1x1xf32>, tensor<?x?x1x1xf32>, tensor<?x?xf32>, tensor<7x130xf32>, tensor<1x1xf32>
}

// No images, and images without elements.
func.func @empty_images() -> (tensor<?x5xf32>, tensor<2x5xi32>) {
  %a = check.fill sizes [0, 5, 3, 7] seed 57 : tensor<?x5x?x7xf32>
  %0 = rlx.reduce_mean %a axes = [2, 3] : (tensor<?x5x?x7xf32>) -> tensor<?x5xf32>
  %b = check.fill seed 58 : tensor<2x5x0x7xi32>
  %1 = rlx.reduce_sum %b axes = [2, 3] : (tensor<2x5x0x7xi32>) -> tensor<2x5xi32>
  return %0, %1 : tensor<?x5xf32>, tensor<2x5xi32>
}
