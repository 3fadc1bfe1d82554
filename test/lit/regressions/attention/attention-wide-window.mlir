// Windows of more than 32 bits. The CPU's kernel compared them as i32: 2^31 hid every key, and the
// largest i64 collided with the empty key of a map of constants.
// RUN: rlx-check %s

func.func @window_31_bits() -> tensor<1x2x3x4xf32> {
  %q = check.fill sizes [1, 2, 3, 4] seed 1 : tensor<1x2x3x4xf32>
  %k = check.fill sizes [1, 2, 2, 4] seed 2 : tensor<1x2x2x4xf32>
  %v = check.fill sizes [1, 2, 2, 4] seed 3 : tensor<1x2x2x4xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 2147483648 : (tensor<1x2x3x4xf32>, tensor<1x2x2x4xf32>, tensor<1x2x2x4xf32>) -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

func.func @window_63_bits() -> tensor<1x2x3x4xf32> {
  %q = check.fill sizes [1, 2, 3, 4] seed 1 : tensor<1x2x3x4xf32>
  %k = check.fill sizes [1, 2, 2, 4] seed 2 : tensor<1x2x2x4xf32>
  %v = check.fill sizes [1, 2, 2, 4] seed 3 : tensor<1x2x2x4xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 9223372036854775807 : (tensor<1x2x3x4xf32>, tensor<1x2x2x4xf32>, tensor<1x2x2x4xf32>) -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}
