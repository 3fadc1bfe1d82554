// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: all four kinds of cumulative sums.
func.func @literals() -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %x = check.literal dense<[[1.0, 2.0, 3.0], [4.0, -5.0, 0.5]]> : tensor<2x3xf32>
  %0 = rlx.cumsum %x axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %w0 = check.literal dense<[[1.0, 3.0, 6.0], [4.0, -1.0, -0.5]]> : tensor<2x3xf32>
  check.expect_eq %0, %w0 : tensor<2x3xf32>, tensor<2x3xf32>
  %1 = rlx.cumsum %x axis = -1 {exclusive = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %w1 = check.literal dense<[[0.0, 1.0, 3.0], [0.0, 4.0, -1.0]]> : tensor<2x3xf32>
  check.expect_eq %1, %w1 : tensor<2x3xf32>, tensor<2x3xf32>
  %2 = rlx.cumsum %x axis = 1 {reverse = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %w2 = check.literal dense<[[6.0, 5.0, 3.0], [-0.5, -4.5, 0.5]]> : tensor<2x3xf32>
  check.expect_eq %2, %w2 : tensor<2x3xf32>, tensor<2x3xf32>
  %3 = rlx.cumsum %x axis = 0 {exclusive = true, reverse = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %w3 = check.literal dense<[[4.0, -5.0, 0.5], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>
  check.expect_eq %3, %w3 : tensor<2x3xf32>, tensor<2x3xf32>
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// NaN and infinities propagate to all later elements. Excluded elements do not count.
func.func @special() -> (tensor<4xf32>, tensor<4xf64>) {
  %x = check.literal dense<[1.0, 0x7F800000, 2.0, 0xFF800000]> : tensor<4xf32>
  %0 = rlx.cumsum %x axis = 0 : (tensor<4xf32>) -> tensor<4xf32>
  %w0 = check.literal dense<[1.0, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  check.expect_eq %0, %w0 : tensor<4xf32>, tensor<4xf32>
  %y = check.literal dense<[1.0, 2.0, 4.0, 0x7FF8000000000000]> : tensor<4xf64>
  %1 = rlx.cumsum %y axis = 0 {exclusive = true} : (tensor<4xf64>) -> tensor<4xf64>
  %w1 = check.literal dense<[0.0, 1.0, 3.0, 7.0]> : tensor<4xf64>
  check.expect_eq %1, %w1 : tensor<4xf64>, tensor<4xf64>
  return %0, %1 : tensor<4xf32>, tensor<4xf64>
}

// f16 cannot represent 2048 + 1, so a sum of ones in f16 would stay at 2048.
func.func @f16_accumulates_in_f32() -> (tensor<4xf16>, tensor<3xbf16>) {
  %x = check.literal dense<[2048.0, 1.0, 1.0, 2.0]> : tensor<4xf16>
  %0 = rlx.cumsum %x axis = 0 : (tensor<4xf16>) -> tensor<4xf16>
  %w0 = check.literal dense<[2048.0, 2048.0, 2050.0, 2052.0]> : tensor<4xf16>
  check.expect_eq %0, %w0 : tensor<4xf16>, tensor<4xf16>
  %y = check.literal dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %1 = rlx.cumsum %y axis = 0 : (tensor<3xbf16>) -> tensor<3xbf16>
  %w1 = check.literal dense<[256.0, 256.0, 258.0]> : tensor<3xbf16>
  check.expect_eq %1, %w1 : tensor<3xbf16>, tensor<3xbf16>
  return %0, %1 : tensor<4xf16>, tensor<3xbf16>
}

func.func @integers_wrap() -> (tensor<3xi8>, tensor<3xui8>) {
  %x = check.literal dense<[127, 1, 1]> : tensor<3xi8>
  %0 = rlx.cumsum %x axis = 0 : (tensor<3xi8>) -> tensor<3xi8>
  %w0 = check.literal dense<[127, -128, -127]> : tensor<3xi8>
  check.expect_eq %0, %w0 : tensor<3xi8>, tensor<3xi8>
  %y = check.literal dense<[255, 2, 3]> : tensor<3xui8>
  %1 = rlx.cumsum %y axis = 0 {reverse = true} : (tensor<3xui8>) -> tensor<3xui8>
  %w1 = check.literal dense<[4, 5, 3]> : tensor<3xui8>
  check.expect_eq %1, %w1 : tensor<3xui8>, tensor<3xui8>
  return %0, %1 : tensor<3xi8>, tensor<3xui8>
}

func.func @every_axis() -> (tensor<3x5x4x7xf32>, tensor<3x5x4x7xf32>, tensor<3x5x4x7xf32>, tensor<3x5x4x7xf32>) {
  %x = check.fill seed 1 : tensor<3x5x4x7xf32>
  %0 = rlx.cumsum %x axis = 0 : (tensor<3x5x4x7xf32>) -> tensor<3x5x4x7xf32>
  %1 = rlx.cumsum %x axis = 1 {reverse = true} : (tensor<3x5x4x7xf32>) -> tensor<3x5x4x7xf32>
  %2 = rlx.cumsum %x axis = -2 {exclusive = true} : (tensor<3x5x4x7xf32>) -> tensor<3x5x4x7xf32>
  %3 = rlx.cumsum %x axis = -1 {exclusive = true, reverse = true} : (tensor<3x5x4x7xf32>) -> tensor<3x5x4x7xf32>
  return %0, %1, %2, %3 : tensor<3x5x4x7xf32>, tensor<3x5x4x7xf32>, tensor<3x5x4x7xf32>, tensor<3x5x4x7xf32>
}

// Several workgroups, the last one partial. The consumer is a separate kernel.
func.func @many_rows() -> (tensor<300x101xf32>, tensor<70x1000xf32>) {
  %x = check.fill seed 2 : tensor<300x101xf32>
  %0 = rlx.cumsum %x axis = 1 {reverse = true} : (tensor<300x101xf32>) -> tensor<300x101xf32>
  %1 = rlx.abs %0 : (tensor<300x101xf32>) -> tensor<300x101xf32>
  %y = check.fill seed 3 : tensor<70x1000xf32>
  %2 = rlx.cumsum %y axis = 0 : (tensor<70x1000xf32>) -> tensor<70x1000xf32>
  return %1, %2 : tensor<300x101xf32>, tensor<70x1000xf32>
}

func.func @dynamic() -> (tensor<?x?x?xf32>, tensor<?x?x?xf16>, tensor<?x?x?xi64>) {
  %x = check.fill sizes [2, 70, 300] seed 4 : tensor<?x?x?xf32>
  %0 = rlx.cumsum %x axis = 1 : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %y = check.fill sizes [3, 4, 65] seed 5 : tensor<?x?x?xf16>
  %1 = rlx.cumsum %y axis = 0 {reverse = true} : (tensor<?x?x?xf16>) -> tensor<?x?x?xf16>
  %z = check.fill sizes [2, 130, 9] seed 6 range [-1000.0, 1000.0] : tensor<?x?x?xi64>
  %2 = rlx.cumsum %z axis = 2 {exclusive = true} : (tensor<?x?x?xi64>) -> tensor<?x?x?xi64>
  return %0, %1, %2 : tensor<?x?x?xf32>, tensor<?x?x?xf16>, tensor<?x?x?xi64>
}

func.func @types() -> (tensor<5x6xbf16>, tensor<5x6xf64>, tensor<5x6xi16>, tensor<5x6xi32>, tensor<5x6xui16>, tensor<5x6xui32>, tensor<5x6xui64>) {
  %a = check.fill seed 7 : tensor<5x6xbf16>
  %0 = rlx.cumsum %a axis = 0 : (tensor<5x6xbf16>) -> tensor<5x6xbf16>
  %b = check.fill seed 8 : tensor<5x6xf64>
  %1 = rlx.cumsum %b axis = 1 : (tensor<5x6xf64>) -> tensor<5x6xf64>
  %c = check.fill seed 9 edges all : tensor<5x6xi16>
  %2 = rlx.cumsum %c axis = 0 : (tensor<5x6xi16>) -> tensor<5x6xi16>
  %d = check.fill seed 10 edges all : tensor<5x6xi32>
  %3 = rlx.cumsum %d axis = 1 : (tensor<5x6xi32>) -> tensor<5x6xi32>
  %e = check.fill seed 11 edges all : tensor<5x6xui16>
  %4 = rlx.cumsum %e axis = 0 : (tensor<5x6xui16>) -> tensor<5x6xui16>
  %f = check.fill seed 12 edges all : tensor<5x6xui32>
  %5 = rlx.cumsum %f axis = 1 : (tensor<5x6xui32>) -> tensor<5x6xui32>
  %g = check.fill seed 13 edges all : tensor<5x6xui64>
  %6 = rlx.cumsum %g axis = 0 : (tensor<5x6xui64>) -> tensor<5x6xui64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<5x6xbf16>, tensor<5x6xf64>, tensor<5x6xi16>, tensor<5x6xi32>, tensor<5x6xui16>, tensor<5x6xui32>, tensor<5x6xui64>
}

// More iterations than some drivers allow a loop.
func.func @long_row() -> tensor<70000xf32> {
  %x = check.fill seed 17 : tensor<70000xf32>
  %0 = rlx.cumsum %x axis = 0 : (tensor<70000xf32>) -> tensor<70000xf32>
  return %0 : tensor<70000xf32>
}

// On GPUs the invocations of a workgroup share a row, in tiles. The last tile may be partial.
func.func @shared_rows() -> (tensor<2x100003xf32>, tensor<2x10007xf32>, tensor<2x10007xf32>, tensor<2x4096xf32>) {
  %x = check.fill seed 18 : tensor<2x100003xf32>
  %0 = rlx.cumsum %x axis = 1 : (tensor<2x100003xf32>) -> tensor<2x100003xf32>
  %y = check.fill seed 19 : tensor<2x10007xf32>
  %1 = rlx.cumsum %y axis = 1 {exclusive = true} : (tensor<2x10007xf32>) -> tensor<2x10007xf32>
  %2 = rlx.cumsum %y axis = 1 {exclusive = true, reverse = true} : (tensor<2x10007xf32>) -> tensor<2x10007xf32>
  %z = check.fill seed 20 : tensor<2x4096xf32>
  %3 = rlx.cumsum %z axis = 1 {reverse = true} : (tensor<2x4096xf32>) -> tensor<2x4096xf32>
  return %0, %1, %2, %3 : tensor<2x100003xf32>, tensor<2x10007xf32>, tensor<2x10007xf32>, tensor<2x4096xf32>
}

func.func @million() -> tensor<1x1000000xi32> {
  %x = check.fill seed 21 edges all : tensor<1x1000000xi32>
  %0 = rlx.cumsum %x axis = 1 {reverse = true} : (tensor<1x1000000xi32>) -> tensor<1x1000000xi32>
  return %0 : tensor<1x1000000xi32>
}

func.func @shared_other_axes() -> (tensor<3001x2xi32>, tensor<1x2001x2xf32>, tensor<700x1x2xf32>) {
  %x = check.fill seed 22 edges all : tensor<3001x2xi32>
  %0 = rlx.cumsum %x axis = 0 {exclusive = true, reverse = true} : (tensor<3001x2xi32>) -> tensor<3001x2xi32>
  %y = check.fill seed 23 : tensor<1x2001x2xf32>
  %1 = rlx.cumsum %y axis = 1 {exclusive = true} : (tensor<1x2001x2xf32>) -> tensor<1x2001x2xf32>
  %z = check.fill seed 24 : tensor<700x1x2xf32>
  %2 = rlx.cumsum %z axis = -3 {reverse = true} : (tensor<700x1x2xf32>) -> tensor<700x1x2xf32>
  return %0, %1, %2 : tensor<3001x2xi32>, tensor<1x2001x2xf32>, tensor<700x1x2xf32>
}

func.func @shared_floats() -> (tensor<2x4099xf16>, tensor<4104xbf16>) {
  %x = check.fill seed 25 : tensor<2x4099xf16>
  %0 = rlx.cumsum %x axis = 1 {exclusive = true} : (tensor<2x4099xf16>) -> tensor<2x4099xf16>
  %y = check.fill seed 26 : tensor<4104xbf16>
  %1 = rlx.cumsum %y axis = 0 {reverse = true} : (tensor<4104xbf16>) -> tensor<4104xbf16>
  return %0, %1 : tensor<2x4099xf16>, tensor<4104xbf16>
}

func.func @shared_integers() -> (tensor<2x5000xi8>, tensor<2x1029xi16>, tensor<3x777xui16>) {
  %x = check.fill seed 27 edges all : tensor<2x5000xi8>
  %0 = rlx.cumsum %x axis = 1 : (tensor<2x5000xi8>) -> tensor<2x5000xi8>
  %y = check.fill seed 28 edges all : tensor<2x1029xi16>
  %1 = rlx.cumsum %y axis = 1 {exclusive = true} : (tensor<2x1029xi16>) -> tensor<2x1029xi16>
  %z = check.fill seed 29 edges all : tensor<3x777xui16>
  %2 = rlx.cumsum %z axis = 1 {reverse = true} : (tensor<3x777xui16>) -> tensor<3x777xui16>
  return %0, %1, %2 : tensor<2x5000xi8>, tensor<2x1029xi16>, tensor<3x777xui16>
}

func.func @shared_wide() -> (tensor<2x3000xi64>, tensor<2x3001xf64>) {
  %x = check.fill seed 30 edges all : tensor<2x3000xi64>
  %0 = rlx.cumsum %x axis = 1 {reverse = true} : (tensor<2x3000xi64>) -> tensor<2x3000xi64>
  %y = check.fill seed 31 : tensor<2x3001xf64>
  %1 = rlx.cumsum %y axis = 1 : (tensor<2x3001xf64>) -> tensor<2x3001xf64>
  return %0, %1 : tensor<2x3000xi64>, tensor<2x3001xf64>
}

// Dynamic row lengths: empty, less than a tile, and more.
func.func @shared_dynamic() -> (tensor<2x?xf32>, tensor<2x?xf32>, tensor<?x2xf16>) {
  %x = check.fill sizes [2, 0] seed 32 : tensor<2x?xf32>
  %0 = rlx.cumsum %x axis = 1 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %y = check.fill sizes [2, 70] seed 33 : tensor<2x?xf32>
  %1 = rlx.cumsum %y axis = 1 {reverse = true} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %z = check.fill sizes [5003, 2] seed 34 : tensor<?x2xf16>
  %2 = rlx.cumsum %z axis = 0 {exclusive = true} : (tensor<?x2xf16>) -> tensor<?x2xf16>
  return %0, %1, %2 : tensor<2x?xf32>, tensor<2x?xf32>, tensor<?x2xf16>
}

// NaN and infinities do not affect earlier elements, not even in the same tile.
func.func @shared_special() -> (tensor<1703xf32>, tensor<1703xf32>) {
  %x = check.fill seed 35 : tensor<1111xf32>
  %i = check.literal dense<0x7F800000> : tensor<1xf32>
  %y = check.fill seed 36 : tensor<590xf32>
  %n = check.literal dense<0xFF800000> : tensor<1xf32>
  %z = rlx.concat %x, %i, %y, %n axis = 0 : (tensor<1111xf32>, tensor<1xf32>, tensor<590xf32>, tensor<1xf32>) -> tensor<1703xf32>
  %0 = rlx.cumsum %z axis = 0 : (tensor<1703xf32>) -> tensor<1703xf32>
  %1 = rlx.cumsum %z axis = 0 {exclusive = true, reverse = true} : (tensor<1703xf32>) -> tensor<1703xf32>
  return %0, %1 : tensor<1703xf32>, tensor<1703xf32>
}

// Rows so long that several workgroups share each. The lengths divide into equal parts or not,
// along any axis. Integers, whose sums are exact in any order.
func.func @parts() -> (tensor<65536xf32>, tensor<3x70001xf32>, tensor<65539x2xi32>, tensor<1x66000x2xf32>) {
  %n = check.fill seed 37 range [-9.0, 9.0] : tensor<65536xi8>
  %x = rlx.cast %n to f32 : (tensor<65536xi8>) -> tensor<65536xf32>
  %0 = rlx.cumsum %x axis = 0 {exclusive = true} : (tensor<65536xf32>) -> tensor<65536xf32>
  %y = check.fill seed 38 : tensor<3x70001xf32>
  %1 = rlx.cumsum %y axis = 1 {exclusive = true, reverse = true} : (tensor<3x70001xf32>) -> tensor<3x70001xf32>
  %z = check.fill seed 39 edges all : tensor<65539x2xi32>
  %2 = rlx.cumsum %z axis = 0 {reverse = true} : (tensor<65539x2xi32>) -> tensor<65539x2xi32>
  %w = check.fill seed 40 : tensor<1x66000x2xf32>
  %3 = rlx.cumsum %w axis = -2 : (tensor<1x66000x2xf32>) -> tensor<1x66000x2xf32>
  return %0, %1, %2, %3 : tensor<65536xf32>, tensor<3x70001xf32>, tensor<65539x2xi32>, tensor<1x66000x2xf32>
}

// Partial sums are not rounded to narrow floats. The first part's sum of ones is 1024, and the next
// sum would stay at 2048 in f16, and earlier in bf16.
func.func @parts_of_narrow_floats() -> (tensor<65536xf16>, tensor<66001xbf16>, tensor<65536xbf16>) {
  %one = rlx.constant dense<1.0> : tensor<f16>
  %x = rlx.expand %one to [65536] : (tensor<f16>) -> tensor<65536xf16>
  %0 = rlx.cumsum %x axis = 0 {exclusive = true} : (tensor<65536xf16>) -> tensor<65536xf16>
  %y = check.fill seed 41 : tensor<66001xbf16>
  %1 = rlx.cumsum %y axis = 0 {reverse = true} : (tensor<66001xbf16>) -> tensor<66001xbf16>
  %wide = rlx.constant dense<1.0> : tensor<bf16>
  %z = rlx.expand %wide to [65536] : (tensor<bf16>) -> tensor<65536xbf16>
  %2 = rlx.cumsum %z axis = 0 : (tensor<65536xbf16>) -> tensor<65536xbf16>
  return %0, %1, %2 : tensor<65536xf16>, tensor<66001xbf16>, tensor<65536xbf16>
}

// Integers wrap in each part and across parts. Unsigned integers and many rows are not split.
func.func @parts_of_integers() -> (tensor<65540xi64>, tensor<65536xi8>, tensor<65536xui16>, tensor<66x65536xi32>) {
  %x = check.fill seed 42 edges all : tensor<65540xi64>
  %0 = rlx.cumsum %x axis = 0 {exclusive = true, reverse = true} : (tensor<65540xi64>) -> tensor<65540xi64>
  %y = check.fill seed 43 edges all : tensor<65536xi8>
  %1 = rlx.cumsum %y axis = 0 : (tensor<65536xi8>) -> tensor<65536xi8>
  %z = check.fill seed 44 edges all : tensor<65536xui16>
  %2 = rlx.cumsum %z axis = 0 : (tensor<65536xui16>) -> tensor<65536xui16>
  %w = check.fill seed 45 edges all : tensor<66x65536xi32>
  %3 = rlx.cumsum %w axis = 1 : (tensor<66x65536xi32>) -> tensor<66x65536xi32>
  return %0, %1, %2, %3 : tensor<65540xi64>, tensor<65536xi8>, tensor<65536xui16>, tensor<66x65536xi32>
}

// An infinity does not affect earlier elements, and excluded elements do not count.
func.func @parts_special() -> (tensor<65600xf32>, tensor<65600xf32>) {
  %n = check.fill seed 46 range [-9.0, 9.0] : tensor<65599xi8>
  %x = rlx.cast %n to f32 : (tensor<65599xi8>) -> tensor<65599xf32>
  %i = check.literal dense<0x7F800000> : tensor<1xf32>
  %y = rlx.concat %x, %i axis = 0 : (tensor<65599xf32>, tensor<1xf32>) -> tensor<65600xf32>
  %0 = rlx.cumsum %y axis = 0 {exclusive = true} : (tensor<65600xf32>) -> tensor<65600xf32>
  %z = rlx.concat %i, %x axis = 0 : (tensor<1xf32>, tensor<65599xf32>) -> tensor<65600xf32>
  %1 = rlx.cumsum %z axis = 0 {reverse = true} : (tensor<65600xf32>) -> tensor<65600xf32>
  return %0, %1 : tensor<65600xf32>, tensor<65600xf32>
}

func.func @empty_and_one() -> (tensor<0x3xf32>, tensor<3x?xf32>, tensor<1x1xi32>) {
  %x = check.fill seed 14 : tensor<0x3xf32>
  %0 = rlx.cumsum %x axis = 0 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %y = check.fill sizes [3, 0] seed 15 : tensor<3x?xf32>
  %1 = rlx.cumsum %y axis = 0 : (tensor<3x?xf32>) -> tensor<3x?xf32>
  %z = check.literal dense<7> : tensor<1x1xi32>
  %2 = rlx.cumsum %z axis = 1 {exclusive = true} : (tensor<1x1xi32>) -> tensor<1x1xi32>
  return %0, %1, %2 : tensor<0x3xf32>, tensor<3x?xf32>, tensor<1x1xi32>
}
