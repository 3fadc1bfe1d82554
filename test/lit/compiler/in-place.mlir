// Kernels that overwrite an operand compute the same results as others. The results are transposed
// before they are returned, because results of a model have separate memory. An elementwise op
// between residual and matmul keeps it out of the epilogue.
// RUN: rlx-check %s
// RUN: rlx-check %s --cpu=x86-64-v3

// A chain of residuals: each sum overwrites the one before, which is no operand of the matmul.
// Tails of rows are computed twice and stored once. The last panel is partial.
func.func @matmuls() -> tensor<40x?xf32> {
  %x = check.fill sizes [37, 24] seed 1 : tensor<?x24xf32>
  %w = check.fill seed 2 as param : tensor<24x40xf32>
  %v = check.fill seed 3 as param : tensor<24x40xf32>
  %0 = rlx.matmul %x, %w : (tensor<?x24xf32>, tensor<24x40xf32>) -> tensor<?x40xf32>
  %1 = rlx.matmul %x, %v : (tensor<?x24xf32>, tensor<24x40xf32>) -> tensor<?x40xf32>
  %2 = rlx.add %1, %0 : (tensor<?x40xf32>, tensor<?x40xf32>) -> tensor<?x40xf32>
  %3 = rlx.tanh %x : (tensor<?x24xf32>) -> tensor<?x24xf32>
  %4 = rlx.matmul %3, %v : (tensor<?x24xf32>, tensor<24x40xf32>) -> tensor<?x40xf32>
  %5 = rlx.add %4, %2 : (tensor<?x40xf32>, tensor<?x40xf32>) -> tensor<?x40xf32>
  %6 = rlx.relu %5 : (tensor<?x40xf32>) -> tensor<?x40xf32>
  %7 = rlx.transpose %6 perm = [1, 0] : (tensor<?x40xf32>) -> tensor<40x?xf32>
  return %7 : tensor<40x?xf32>
}

// The residual is also the matmul's lhs, which the second panel still reads.
func.func @of_itself() -> tensor<64x9xf32> {
  %x = check.fill seed 1 : tensor<9x64xf32>
  %w = check.fill seed 2 as param : tensor<64x64xf32>
  %0 = rlx.tanh %x : (tensor<9x64xf32>) -> tensor<9x64xf32>
  %1 = rlx.matmul %0, %w : (tensor<9x64xf32>, tensor<64x64xf32>) -> tensor<9x64xf32>
  %2 = rlx.add %1, %0 : (tensor<9x64xf32>, tensor<9x64xf32>) -> tensor<9x64xf32>
  %3 = rlx.transpose %2 perm = [1, 0] : (tensor<9x64xf32>) -> tensor<64x9xf32>
  return %3 : tensor<64x9xf32>
}

// The residual is a result of the model, or is read again.
func.func @needed() -> (tensor<40x9xf32>, tensor<9x40xf32>, tensor<40x9xf32>) {
  %x = check.fill seed 1 : tensor<9x24xf32>
  %w = check.fill seed 2 as param : tensor<24x40xf32>
  %r = rlx.matmul %x, %w : (tensor<9x24xf32>, tensor<24x40xf32>) -> tensor<9x40xf32>
  %0 = rlx.tanh %x : (tensor<9x24xf32>) -> tensor<9x24xf32>
  %1 = rlx.matmul %0, %w : (tensor<9x24xf32>, tensor<24x40xf32>) -> tensor<9x40xf32>
  %2 = rlx.add %1, %r : (tensor<9x40xf32>, tensor<9x40xf32>) -> tensor<9x40xf32>
  %3 = rlx.transpose %2 perm = [1, 0] : (tensor<9x40xf32>) -> tensor<40x9xf32>
  %4 = rlx.transpose %r perm = [1, 0] : (tensor<9x40xf32>) -> tensor<40x9xf32>
  return %3, %r, %4 : tensor<40x9xf32>, tensor<9x40xf32>, tensor<40x9xf32>
}

// In a loop: the next iteration reads a value of the one before, and one from outside, again.
func.func @loop() -> (tensor<9x24xf32>, tensor<3x24x9xf32>) {
  %x = check.fill seed 1 : tensor<9x24xf32>
  %w = check.fill seed 2 as param : tensor<24x24xf32>
  %rows = check.fill seed 3 : tensor<3x9x24xf32>
  %out = rlx.tanh %x : (tensor<9x24xf32>) -> tensor<9x24xf32>
  %0:2 = rlx.scan init(%x : tensor<9x24xf32>) over(%rows : tensor<3x9x24xf32>)
      -> (tensor<9x24xf32>, tensor<3x24x9xf32>) {
  ^bb0(%s: tensor<9x24xf32>, %row: tensor<9x24xf32>):
    %1 = rlx.matmul %row, %w : (tensor<9x24xf32>, tensor<24x24xf32>) -> tensor<9x24xf32>
    %2 = rlx.add %1, %out : (tensor<9x24xf32>, tensor<9x24xf32>) -> tensor<9x24xf32>
    %3 = rlx.tanh %row : (tensor<9x24xf32>) -> tensor<9x24xf32>
    %4 = rlx.matmul %3, %w : (tensor<9x24xf32>, tensor<24x24xf32>) -> tensor<9x24xf32>
    %5 = rlx.add %4, %2 : (tensor<9x24xf32>, tensor<9x24xf32>) -> tensor<9x24xf32>
    %6 = rlx.matmul %row, %w : (tensor<9x24xf32>, tensor<24x24xf32>) -> tensor<9x24xf32>
    %7 = rlx.add %6, %s : (tensor<9x24xf32>, tensor<9x24xf32>) -> tensor<9x24xf32>
    %8 = rlx.transpose %5 perm = [1, 0] : (tensor<9x24xf32>) -> tensor<24x9xf32>
    rlx.yield %7, %8 : tensor<9x24xf32>, tensor<24x9xf32>
  }
  return %0#0, %0#1 : tensor<9x24xf32>, tensor<3x24x9xf32>
}

// Windows of one pixel without padding, and depthwise windows.
func.func @convolutions() -> (tensor<16x7x9x1xf32>, tensor<16x5x7x1xf32>, tensor<16x7x9x1xf32>) {
  %x = check.fill seed 1 : tensor<1x7x9x16xf32>
  %b = check.fill seed 2 as param : tensor<16xf32>
  %v = check.fill seed 3 as param : tensor<16x16x1x1xf32>
  %0 = rlx.conv %x, %v, %b data_format = channels_last : (tensor<1x7x9x16xf32>, tensor<16x16x1x1xf32>, tensor<16xf32>) -> tensor<1x7x9x16xf32>
  %r = rlx.exp %x : (tensor<1x7x9x16xf32>) -> tensor<1x7x9x16xf32>
  %1 = rlx.add %0, %r : (tensor<1x7x9x16xf32>, tensor<1x7x9x16xf32>) -> tensor<1x7x9x16xf32>
  %2 = rlx.transpose %1 perm = [3, 1, 2, 0] : (tensor<1x7x9x16xf32>) -> tensor<16x7x9x1xf32>
  %w = check.fill seed 4 as param : tensor<16x16x3x3xf32>
  %3 = rlx.conv %x, %w, %b data_format = channels_last : (tensor<1x7x9x16xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>) -> tensor<1x5x7x16xf32>
  %y = rlx.slice %x from [0, 1, 1, 0] sizes [1, 5, 7, 16] : (tensor<1x7x9x16xf32>) -> tensor<1x5x7x16xf32>
  %4 = rlx.add %3, %y : (tensor<1x5x7x16xf32>, tensor<1x5x7x16xf32>) -> tensor<1x5x7x16xf32>
  %5 = rlx.transpose %4 perm = [3, 1, 2, 0] : (tensor<1x5x7x16xf32>) -> tensor<16x5x7x1xf32>
  %d = check.fill seed 5 as param : tensor<16x1x3x3xf32>
  %6 = rlx.conv %x, %d, %b pads = [1, 1, 1, 1] groups = 16 data_format = channels_last : (tensor<1x7x9x16xf32>, tensor<16x1x3x3xf32>, tensor<16xf32>) -> tensor<1x7x9x16xf32>
  %s = rlx.tanh %x : (tensor<1x7x9x16xf32>) -> tensor<1x7x9x16xf32>
  %7 = rlx.add %6, %s : (tensor<1x7x9x16xf32>, tensor<1x7x9x16xf32>) -> tensor<1x7x9x16xf32>
  %8 = rlx.transpose %7 perm = [3, 1, 2, 0] : (tensor<1x7x9x16xf32>) -> tensor<16x7x9x1xf32>
  return %2, %5, %8 : tensor<16x7x9x1xf32>, tensor<16x5x7x1xf32>, tensor<16x7x9x1xf32>
}

// A window that extends outside the image, with infinite weights for one of 16 channels. All
// channels are computed a second time, when the residual must still have its old value.
func.func @second_pass() -> tensor<16x3x4x1xf32> {
  %x = check.fill seed 1 : tensor<1x3x4x2xf32>
  %v = check.fill seed 2 as param : tensor<16x2x3x3xf32>
  %i = check.literal dense<[[[[0.0]]], [[[0.0]]], [[[0.0]]], [[[0x7F800000]]], [[[0.0]]], [[[0.0]]], [[[0.0]]], [[[0.0]]], [[[0.0]]], [[[0.0]]], [[[0.0]]], [[[0.0]]], [[[0.0]]], [[[0.0]]], [[[0.0]]], [[[0.0]]]]> : tensor<16x1x1x1xf32> as param
  %w = rlx.add %v, %i : (tensor<16x2x3x3xf32>, tensor<16x1x1x1xf32>) -> tensor<16x2x3x3xf32>
  %r = check.fill seed 3 : tensor<1x3x4x16xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] data_format = channels_last : (tensor<1x3x4x2xf32>, tensor<16x2x3x3xf32>) -> tensor<1x3x4x16xf32>
  %1 = rlx.tanh %r : (tensor<1x3x4x16xf32>) -> tensor<1x3x4x16xf32>
  %2 = rlx.add %0, %1 : (tensor<1x3x4x16xf32>, tensor<1x3x4x16xf32>) -> tensor<1x3x4x16xf32>
  %3 = rlx.transpose %2 perm = [3, 1, 2, 0] : (tensor<1x3x4x16xf32>) -> tensor<16x3x4x1xf32>
  return %3 : tensor<16x3x4x1xf32>
}

// Elementwise kernels, one with an operand that it reads row by row only.
func.func @elementwise() -> (tensor<?x5xf32>, tensor<?x5xf32>) {
  %x = check.fill sizes [5, 300] seed 1 : tensor<5x?xf32>
  %c = check.fill seed 2 : tensor<5x1xf32>
  %m = rlx.cumsum %x axis = 1 : (tensor<5x?xf32>) -> tensor<5x?xf32>
  %2 = rlx.mul %m, %c : (tensor<5x?xf32>, tensor<5x1xf32>) -> tensor<5x?xf32>
  %3 = rlx.tanh %2 : (tensor<5x?xf32>) -> tensor<5x?xf32>
  %4 = rlx.transpose %3 perm = [1, 0] : (tensor<5x?xf32>) -> tensor<?x5xf32>
  %5 = rlx.cumsum %3 axis = 1 : (tensor<5x?xf32>) -> tensor<5x?xf32>
  %6 = rlx.add %5, %m : (tensor<5x?xf32>, tensor<5x?xf32>) -> tensor<5x?xf32>
  %7 = rlx.transpose %6 perm = [1, 0] : (tensor<5x?xf32>) -> tensor<?x5xf32>
  return %4, %7 : tensor<?x5xf32>, tensor<?x5xf32>
}
