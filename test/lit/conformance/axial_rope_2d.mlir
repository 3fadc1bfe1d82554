// RUN: rlx-check %s

// Two columns: the first pair of the second element is rotated by one radian, (cos 1 - sin 1, cos 1
// + sin 1).
func.func @literals() -> tensor<1x2x1x4xf32> {
  %x = check.literal dense<1.0> : tensor<1x2x1x4xf32>
  %0 = rlx.axial_rope_2d %x width = 2 height = 1 layout = bshd
      : (tensor<1x2x1x4xf32>) -> tensor<1x2x1x4xf32>
  %e = check.literal dense<[[[[1.0, 1.0, 1.0, 1.0]], [[-0.3011687, 1.3817734, 1.0, 1.0]]]]> : tensor<1x2x1x4xf32>
  check.expect_close %0, %e {ulp = 8} : tensor<1x2x1x4xf32>, tensor<1x2x1x4xf32>
  return %0 : tensor<1x2x1x4xf32>
}

// Batches, heads, both axes and repeated positions.
func.func @image() -> tensor<2x3x24x16xf32> {
  %x = check.fill seed 1 : tensor<2x3x24x16xf32>
  %0 = rlx.axial_rope_2d %x width = 4 height = 3 repeat = 2 theta = 100.0 layout = bhsd
      : (tensor<2x3x24x16xf32>) -> tensor<2x3x24x16xf32>
  return %0 : tensor<2x3x24x16xf32>
}

func.func @dynamic() -> tensor<?x?x2x8xf32> {
  %x = check.fill sizes [3, 15, 2, 8] seed 2 : tensor<?x?x2x8xf32>
  %0 = rlx.axial_rope_2d %x width = 5 height = 3 layout = bshd
      : (tensor<?x?x2x8xf32>) -> tensor<?x?x2x8xf32>
  return %0 : tensor<?x?x2x8xf32>
}

func.func @types() -> (tensor<1x6x1x8xf64>, tensor<1x6x1x8xf16>, tensor<1x1x6x8xbf16>) {
  %x = check.fill seed 3 : tensor<1x6x1x8xf64>
  %0 = rlx.axial_rope_2d %x width = 3 height = 2 layout = bshd : (tensor<1x6x1x8xf64>) -> tensor<1x6x1x8xf64>
  %y = check.fill seed 4 : tensor<1x6x1x8xf16>
  %1 = rlx.axial_rope_2d %y width = 3 height = 2 layout = bshd : (tensor<1x6x1x8xf16>) -> tensor<1x6x1x8xf16>
  %z = check.fill seed 5 : tensor<1x1x6x8xbf16>
  %2 = rlx.axial_rope_2d %z width = 3 height = 2 layout = bhsd : (tensor<1x1x6x8xbf16>) -> tensor<1x1x6x8xbf16>
  return %0, %1, %2 : tensor<1x6x1x8xf64>, tensor<1x6x1x8xf16>, tensor<1x1x6x8xbf16>
}

func.func @empty() -> tensor<0x6x1x8xf32> {
  %x = check.fill seed 6 : tensor<0x6x1x8xf32>
  %0 = rlx.axial_rope_2d %x width = 3 height = 2 layout = bshd : (tensor<0x6x1x8xf32>) -> tensor<0x6x1x8xf32>
  return %0 : tensor<0x6x1x8xf32>
}
