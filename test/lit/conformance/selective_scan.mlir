// RUN: rlx-check %{sample} %s

// Expected values from the recurrence in NumPy.
// Each batch and channel starts from its own state.
func.func @literals() -> (tensor<2x3x2xf32>, tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2x2x3xf32>) {
  %x = check.literal dense<[[[-1.75, -1.0], [1.25, 0.25], [-1.5, -0.25]], [[-0.0, -1.25], [1.0, -1.5], [-0.5, 0.0]]]> : tensor<2x3x2xf32>
  %dt = check.literal dense<[[[0.125, 0.125], [0.5, 0.875], [0.375, 0.25]], [[0.375, 0.375], [1.0, 1.0], [0.375, 0.375]]]> : tensor<2x3x2xf32>
  %a = check.literal dense<[[-1.5, -0.25, -0.0], [-1.0, -2.0, -0.75]]> : tensor<2x3xf32>
  %b = check.literal dense<[[[-0.5, -1.75, 0.75], [1.75, -1.25, 0.5], [-0.75, 1.0, 1.0]], [[-1.25, 1.25, 0.75], [0.75, 1.25, -0.25], [1.0, 1.5, -1.5]]]> : tensor<2x3x3xf32>
  %c = check.literal dense<[[[1.5, -0.5, -0.0], [-1.5, 0.75, -0.75], [1.5, -1.0, 0.25]], [[-0.5, 0.5, -1.25], [-1.25, 1.0, 1.0], [0.25, 1.75, -1.25]]]> : tensor<2x3x3xf32>
  %d = check.literal dense<[1.5, -1.25]> : tensor<2xf32>
  %s = check.literal dense<[[[1.75, 0.5, 0.5], [2.0, 1.25, 1.25]], [[-1.75, -0.5, -1.75], [-1.25, -1.25, 1.5]]]> : tensor<2x2x3xf32>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c : (tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> (tensor<2x3x2xf32>, tensor<2x2x3xf32>)
  %w0 = check.literal dense<[[[-0.02734375, -0.015625], [-2.162015128, -0.835421507], [2.474491379, 0.75020625]], [[0.0, -0.146484375], [0.0625, -0.608557334], [1.520450695, -1.968906066]]]> : tensor<2x3x2xf32>
  check.expect_close %0#0, %w0 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  %w1 = check.literal dense<[[[1.074512846, -0.966237735, -0.4140625], [0.365300454, -0.205292147, -0.012146313]], [[0.239837119, 0.856887952, 0.03125], [-0.625052238, -0.923145018, 0.157711381]]]> : tensor<2x2x3xf32>
  check.expect_close %0#1, %w1 : tensor<2x2x3xf32>, tensor<2x2x3xf32>
  %1:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>, tensor<2x3x3xf32>, tensor<2xf32>, tensor<2x2x3xf32>) -> (tensor<2x3x2xf32>, tensor<2x2x3xf32>)
  %w2 = check.literal dense<[[[-0.718450623, 3.395115218], [-1.369225401, -2.567526646], [0.545807658, 1.94199115]], [[2.458432381, 0.135018075], [-0.263943675, 2.116436179], [2.361315841, -2.593916604]]]> : tensor<2x3x2xf32>
  check.expect_close %1#0, %w2 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  %w3 = check.literal dense<[[[1.464990627, -0.576837343, 0.0859375], [0.938310048, -0.102685899, 0.477360721]], [[0.113067544, 0.534063689, -1.71875], [-0.842269667, -0.960891747, 0.561430904]]]> : tensor<2x2x3xf32>
  check.expect_close %1#1, %w3 : tensor<2x2x3xf32>, tensor<2x2x3xf32>
  return %0#0, %0#1, %1#0, %1#1 : tensor<2x3x2xf32>, tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2x2x3xf32>
}

// The state after the first steps continues the sequence.
func.func @carried() -> (tensor<1x3x2xf32>, tensor<1x2x3xf32>) {
  %x0 = check.literal dense<[[[-1.75, -1.0]]]> : tensor<1x1x2xf32>
  %x1 = check.literal dense<[[[1.25, 0.25], [-1.5, -0.25]]]> : tensor<1x2x2xf32>
  %dt0 = check.literal dense<[[[0.125, 0.125]]]> : tensor<1x1x2xf32>
  %dt1 = check.literal dense<[[[0.5, 0.875], [0.375, 0.25]]]> : tensor<1x2x2xf32>
  %a = check.literal dense<[[-1.5, -0.25, -0.0], [-1.0, -2.0, -0.75]]> : tensor<2x3xf32>
  %b0 = check.literal dense<[[[-0.5, -1.75, 0.75]]]> : tensor<1x1x3xf32>
  %b1 = check.literal dense<[[[1.75, -1.25, 0.5], [-0.75, 1.0, 1.0]]]> : tensor<1x2x3xf32>
  %c0 = check.literal dense<[[[1.5, -0.5, -0.0]]]> : tensor<1x1x3xf32>
  %c1 = check.literal dense<[[[-1.5, 0.75, -0.75], [1.5, -1.0, 0.25]]]> : tensor<1x2x3xf32>
  %0:2 = rlx.selective_scan %x0, %dt0, %a, %b0, %c0 : (tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<2x3xf32>, tensor<1x1x3xf32>, tensor<1x1x3xf32>) -> (tensor<1x1x2xf32>, tensor<1x2x3xf32>)
  %1:2 = rlx.selective_scan %x1, %dt1, %a, %b1, %c1 state %0#1 : (tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) -> (tensor<1x2x2xf32>, tensor<1x2x3xf32>)
  %y = rlx.concat %0#0, %1#0 axis = 1 : (tensor<1x1x2xf32>, tensor<1x2x2xf32>) -> tensor<1x3x2xf32>
  %w0 = check.literal dense<[[[-0.02734375, -0.015625], [-2.162015128, -0.835421507], [2.474491379, 0.75020625]]]> : tensor<1x3x2xf32>
  check.expect_close %y, %w0 : tensor<1x3x2xf32>, tensor<1x3x2xf32>
  %w1 = check.literal dense<[[[1.074512846, -0.966237735, -0.4140625], [0.365300454, -0.205292147, -0.012146313]]]> : tensor<1x2x3xf32>
  check.expect_close %1#1, %w1 : tensor<1x2x3xf32>, tensor<1x2x3xf32>
  return %y, %1#1 : tensor<1x3x2xf32>, tensor<1x2x3xf32>
}

// Channels that are no multiple of a tile.
func.func @dynamic() -> (tensor<?x?x37xf32>, tensor<?x37x16xf32>) {
  %x = check.fill sizes [3, 9, 37] seed 1 range [-2.0, 2.0] : tensor<?x?x37xf32>
  %dt = check.fill sizes [3, 9, 37] seed 2 range [0.0, 0.5] : tensor<?x?x37xf32>
  %a = check.fill seed 3 range [-3.0, -0.1] : tensor<37x16xf32>
  %b = check.fill sizes [3, 9, 16] seed 4 range [-1.0, 1.0] : tensor<?x?x16xf32>
  %c = check.fill sizes [3, 9, 16] seed 5 range [-1.0, 1.0] : tensor<?x?x16xf32>
  %d = check.fill seed 6 range [-1.0, 1.0] : tensor<37xf32>
  %s = check.fill sizes [3, 37, 16] seed 7 range [-1.0, 1.0] : tensor<?x37x16xf32>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<?x?x37xf32>, tensor<?x?x37xf32>, tensor<37x16xf32>, tensor<?x?x16xf32>, tensor<?x?x16xf32>, tensor<37xf32>, tensor<?x37x16xf32>) -> (tensor<?x?x37xf32>, tensor<?x37x16xf32>)
  return %0#0, %0#1 : tensor<?x?x37xf32>, tensor<?x37x16xf32>
}

func.func @all_dynamic() -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>) {
  %x = check.fill sizes [2, 5, 70] seed 10 range [-2.0, 2.0] : tensor<?x?x?xf32>
  %dt = check.fill sizes [2, 5, 70] seed 11 range [0.0, 0.5] : tensor<?x?x?xf32>
  %a = check.fill sizes [70, 5] seed 12 range [-3.0, -0.1] : tensor<?x?xf32>
  %b = check.fill sizes [2, 5, 5] seed 13 range [-1.0, 1.0] : tensor<?x?x?xf32>
  %c = check.fill sizes [2, 5, 5] seed 14 range [-1.0, 1.0] : tensor<?x?x?xf32>
  %d = check.fill sizes [70] seed 15 range [-1.0, 1.0] : tensor<?xf32>
  %s = check.fill sizes [2, 70, 5] seed 16 range [-1.0, 1.0] : tensor<?x?x?xf32>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?xf32>, tensor<?x?x?xf32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  return %0#0, %0#1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>
}

// Many steps. Every workgroup has a part of the channels.
func.func @long() -> (tensor<2x300x130xf32>, tensor<2x130x8xf32>) {
  %x = check.fill seed 20 range [-2.0, 2.0] : tensor<2x300x130xf32>
  %dt = check.fill seed 21 range [0.0, 0.5] : tensor<2x300x130xf32>
  %a = check.fill seed 22 range [-3.0, -0.1] : tensor<130x8xf32>
  %b = check.fill seed 23 range [-1.0, 1.0] : tensor<2x300x8xf32>
  %c = check.fill seed 24 range [-1.0, 1.0] : tensor<2x300x8xf32>
  %s = check.fill seed 25 range [-1.0, 1.0] : tensor<2x130x8xf32>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c state %s : (tensor<2x300x130xf32>, tensor<2x300x130xf32>, tensor<130x8xf32>, tensor<2x300x8xf32>, tensor<2x300x8xf32>, tensor<2x130x8xf32>) -> (tensor<2x300x130xf32>, tensor<2x130x8xf32>)
  return %0#0, %0#1 : tensor<2x300x130xf32>, tensor<2x130x8xf32>
}

// The state size has no limit.
func.func @large_state() -> (tensor<1x4x3xf32>, tensor<1x3x300xf32>) {
  %x = check.fill seed 30 range [-2.0, 2.0] : tensor<1x4x3xf32>
  %dt = check.fill seed 31 range [0.0, 0.5] : tensor<1x4x3xf32>
  %a = check.fill seed 32 range [-3.0, -0.1] : tensor<3x300xf32>
  %b = check.fill seed 33 range [-1.0, 1.0] : tensor<1x4x300xf32>
  %c = check.fill seed 34 range [-1.0, 1.0] : tensor<1x4x300xf32>
  %d = check.fill seed 35 range [-1.0, 1.0] : tensor<3xf32>
  %s = check.fill seed 36 range [-1.0, 1.0] : tensor<1x3x300xf32>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<1x4x3xf32>, tensor<1x4x3xf32>, tensor<3x300xf32>, tensor<1x4x300xf32>, tensor<1x4x300xf32>, tensor<3xf32>, tensor<1x3x300xf32>) -> (tensor<1x4x3xf32>, tensor<1x3x300xf32>)
  return %0#0, %0#1 : tensor<1x4x3xf32>, tensor<1x3x300xf32>
}

func.func @f64() -> (tensor<2x7x5xf64>, tensor<2x5x16xf64>) {
  %x = check.fill seed 40 range [-2.0, 2.0] : tensor<2x7x5xf64>
  %dt = check.fill seed 41 range [0.0, 0.5] : tensor<2x7x5xf64>
  %a = check.fill seed 42 range [-3.0, -0.1] : tensor<5x16xf64>
  %b = check.fill seed 43 range [-1.0, 1.0] : tensor<2x7x16xf64>
  %c = check.fill seed 44 range [-1.0, 1.0] : tensor<2x7x16xf64>
  %d = check.fill seed 45 range [-1.0, 1.0] : tensor<5xf64>
  %s = check.fill seed 46 range [-1.0, 1.0] : tensor<2x5x16xf64>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<2x7x5xf64>, tensor<2x7x5xf64>, tensor<5x16xf64>, tensor<2x7x16xf64>, tensor<2x7x16xf64>, tensor<5xf64>, tensor<2x5x16xf64>) -> (tensor<2x7x5xf64>, tensor<2x5x16xf64>)
  return %0#0, %0#1 : tensor<2x7x5xf64>, tensor<2x5x16xf64>
}

func.func @f16() -> (tensor<2x7x35xf16>, tensor<2x35x16xf16>) {
  %x = check.fill seed 50 range [-2.0, 2.0] : tensor<2x7x35xf16>
  %dt = check.fill seed 51 range [0.0, 0.5] : tensor<2x7x35xf16>
  %a = check.fill seed 52 range [-3.0, -0.1] : tensor<35x16xf16>
  %b = check.fill seed 53 range [-1.0, 1.0] : tensor<2x7x16xf16>
  %c = check.fill seed 54 range [-1.0, 1.0] : tensor<2x7x16xf16>
  %d = check.fill seed 55 range [-1.0, 1.0] : tensor<35xf16>
  %s = check.fill seed 56 range [-1.0, 1.0] : tensor<2x35x16xf16>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<2x7x35xf16>, tensor<2x7x35xf16>, tensor<35x16xf16>, tensor<2x7x16xf16>, tensor<2x7x16xf16>, tensor<35xf16>, tensor<2x35x16xf16>) -> (tensor<2x7x35xf16>, tensor<2x35x16xf16>)
  return %0#0, %0#1 : tensor<2x7x35xf16>, tensor<2x35x16xf16>
}

func.func @bf16() -> (tensor<?x?x35xbf16>, tensor<?x35x16xbf16>) {
  %x = check.fill sizes [2, 7, 35] seed 60 range [-2.0, 2.0] : tensor<?x?x35xbf16>
  %dt = check.fill sizes [2, 7, 35] seed 61 range [0.0, 0.5] : tensor<?x?x35xbf16>
  %a = check.fill seed 62 range [-3.0, -0.1] : tensor<35x16xbf16>
  %b = check.fill sizes [2, 7, 16] seed 63 range [-1.0, 1.0] : tensor<?x?x16xbf16>
  %c = check.fill sizes [2, 7, 16] seed 64 range [-1.0, 1.0] : tensor<?x?x16xbf16>
  %s = check.fill sizes [2, 35, 16] seed 65 range [-1.0, 1.0] : tensor<?x35x16xbf16>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c state %s : (tensor<?x?x35xbf16>, tensor<?x?x35xbf16>, tensor<35x16xbf16>, tensor<?x?x16xbf16>, tensor<?x?x16xbf16>, tensor<?x35x16xbf16>) -> (tensor<?x?x35xbf16>, tensor<?x35x16xbf16>)
  return %0#0, %0#1 : tensor<?x?x35xbf16>, tensor<?x35x16xbf16>
}

func.func @bf16_zero_state() -> (tensor<?x?x35xbf16>, tensor<?x35x16xbf16>) {
  %x = check.fill sizes [2, 7, 35] seed 70 range [-2.0, 2.0] : tensor<?x?x35xbf16>
  %dt = check.fill sizes [2, 7, 35] seed 71 range [0.0, 0.5] : tensor<?x?x35xbf16>
  %a = check.fill seed 72 range [-3.0, -0.1] : tensor<35x16xbf16>
  %b = check.fill sizes [2, 7, 16] seed 73 range [-1.0, 1.0] : tensor<?x?x16xbf16>
  %c = check.fill sizes [2, 7, 16] seed 74 range [-1.0, 1.0] : tensor<?x?x16xbf16>
  %d = check.fill seed 75 range [-1.0, 1.0] : tensor<35xbf16>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d : (tensor<?x?x35xbf16>, tensor<?x?x35xbf16>, tensor<35x16xbf16>, tensor<?x?x16xbf16>, tensor<?x?x16xbf16>, tensor<35xbf16>) -> (tensor<?x?x35xbf16>, tensor<?x35x16xbf16>)
  return %0#0, %0#1 : tensor<?x?x35xbf16>, tensor<?x35x16xbf16>
}

// NaN and infinities stay in their channel. (The seed matters: sums near the largest number
// overflow in some orders.)
func.func @special() -> (tensor<2x5x6xf32>, tensor<2x6x4xf32>) {
  %x = check.fill seed 280 range [-2.0, 2.0] edges all : tensor<2x5x6xf32>
  %dt = check.fill seed 81 range [0.0, 0.5] : tensor<2x5x6xf32>
  %a = check.fill seed 82 range [-3.0, -0.1] : tensor<6x4xf32>
  %b = check.fill seed 83 range [-1.0, 1.0] : tensor<2x5x4xf32>
  %c = check.fill seed 84 range [-1.0, 1.0] : tensor<2x5x4xf32>
  %d = check.fill seed 85 range [-1.0, 1.0] : tensor<6xf32>
  %s = check.fill seed 86 range [-1.0, 1.0] : tensor<2x6x4xf32>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<2x5x6xf32>, tensor<2x5x6xf32>, tensor<6x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<6xf32>, tensor<2x6x4xf32>) -> (tensor<2x5x6xf32>, tensor<2x6x4xf32>)
  return %0#0, %0#1 : tensor<2x5x6xf32>, tensor<2x6x4xf32>
}

// The initial state is the result.
func.func @empty_sequence() -> (tensor<?x?x5xf32>, tensor<?x5x4xf32>) {
  %x = check.fill sizes [2, 0, 5] seed 90 range [-2.0, 2.0] : tensor<?x?x5xf32>
  %dt = check.fill sizes [2, 0, 5] seed 91 range [0.0, 0.5] : tensor<?x?x5xf32>
  %a = check.fill seed 92 range [-3.0, -0.1] : tensor<5x4xf32>
  %b = check.fill sizes [2, 0, 4] seed 93 range [-1.0, 1.0] : tensor<?x?x4xf32>
  %c = check.fill sizes [2, 0, 4] seed 94 range [-1.0, 1.0] : tensor<?x?x4xf32>
  %d = check.fill seed 95 range [-1.0, 1.0] : tensor<5xf32>
  %s = check.fill sizes [2, 5, 4] seed 96 range [-1.0, 1.0] : tensor<?x5x4xf32>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<?x?x5xf32>, tensor<?x?x5xf32>, tensor<5x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<5xf32>, tensor<?x5x4xf32>) -> (tensor<?x?x5xf32>, tensor<?x5x4xf32>)
  return %0#0, %0#1 : tensor<?x?x5xf32>, tensor<?x5x4xf32>
}

func.func @empty_batch() -> (tensor<?x?x5xf32>, tensor<?x5x4xf32>) {
  %x = check.fill sizes [0, 3, 5] seed 100 range [-2.0, 2.0] : tensor<?x?x5xf32>
  %dt = check.fill sizes [0, 3, 5] seed 101 range [0.0, 0.5] : tensor<?x?x5xf32>
  %a = check.fill seed 102 range [-3.0, -0.1] : tensor<5x4xf32>
  %b = check.fill sizes [0, 3, 4] seed 103 range [-1.0, 1.0] : tensor<?x?x4xf32>
  %c = check.fill sizes [0, 3, 4] seed 104 range [-1.0, 1.0] : tensor<?x?x4xf32>
  %d = check.fill seed 105 range [-1.0, 1.0] : tensor<5xf32>
  %s = check.fill sizes [0, 5, 4] seed 106 range [-1.0, 1.0] : tensor<?x5x4xf32>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<?x?x5xf32>, tensor<?x?x5xf32>, tensor<5x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<5xf32>, tensor<?x5x4xf32>) -> (tensor<?x?x5xf32>, tensor<?x5x4xf32>)
  return %0#0, %0#1 : tensor<?x?x5xf32>, tensor<?x5x4xf32>
}

// y is the skip term alone.
func.func @empty_state() -> (tensor<?x?x5xf32>, tensor<?x5x0xf32>) {
  %x = check.fill sizes [2, 3, 5] seed 110 range [-2.0, 2.0] : tensor<?x?x5xf32>
  %dt = check.fill sizes [2, 3, 5] seed 111 range [0.0, 0.5] : tensor<?x?x5xf32>
  %a = check.fill seed 112 range [-3.0, -0.1] : tensor<5x0xf32>
  %b = check.fill sizes [2, 3, 0] seed 113 range [-1.0, 1.0] : tensor<?x?x0xf32>
  %c = check.fill sizes [2, 3, 0] seed 114 range [-1.0, 1.0] : tensor<?x?x0xf32>
  %d = check.fill seed 115 range [-1.0, 1.0] : tensor<5xf32>
  %s = check.fill sizes [2, 5, 0] seed 116 range [-1.0, 1.0] : tensor<?x5x0xf32>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<?x?x5xf32>, tensor<?x?x5xf32>, tensor<5x0xf32>, tensor<?x?x0xf32>, tensor<?x?x0xf32>, tensor<5xf32>, tensor<?x5x0xf32>) -> (tensor<?x?x5xf32>, tensor<?x5x0xf32>)
  return %0#0, %0#1 : tensor<?x?x5xf32>, tensor<?x5x0xf32>
}

func.func @no_channels() -> (tensor<2x3x0xf32>, tensor<2x0x4xf32>) {
  %x = check.fill seed 120 range [-2.0, 2.0] : tensor<2x3x0xf32>
  %dt = check.fill seed 121 range [0.0, 0.5] : tensor<2x3x0xf32>
  %a = check.fill seed 122 range [-3.0, -0.1] : tensor<0x4xf32>
  %b = check.fill seed 123 range [-1.0, 1.0] : tensor<2x3x4xf32>
  %c = check.fill seed 124 range [-1.0, 1.0] : tensor<2x3x4xf32>
  %d = check.fill seed 125 range [-1.0, 1.0] : tensor<0xf32>
  %s = check.fill seed 126 range [-1.0, 1.0] : tensor<2x0x4xf32>
  %0:2 = rlx.selective_scan %x, %dt, %a, %b, %c skip %d state %s : (tensor<2x3x0xf32>, tensor<2x3x0xf32>, tensor<0x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<0xf32>, tensor<2x0x4xf32>) -> (tensor<2x3x0xf32>, tensor<2x0x4xf32>)
  return %0#0, %0#1 : tensor<2x3x0xf32>, tensor<2x0x4xf32>
}

// A constant initial state of one element.
func.func @constant_state() -> (tensor<1x3x1xf64>, tensor<1x1x1xf64>) {
  %x = check.fill seed 200 : tensor<1x3x1xf64>
  %a = check.fill seed 201 range [-1.0, 0.0] : tensor<1x1xf64>
  %b = check.fill seed 202 : tensor<1x3x1xf64>
  %s = rlx.constant dense<0.5> : tensor<1x1x1xf64>
  %y, %last = rlx.selective_scan %x, %x, %a, %b, %b state %s : (tensor<1x3x1xf64>, tensor<1x3x1xf64>, tensor<1x1xf64>, tensor<1x3x1xf64>, tensor<1x3x1xf64>, tensor<1x1x1xf64>) -> (tensor<1x3x1xf64>, tensor<1x1x1xf64>)
  return %y, %last : tensor<1x3x1xf64>, tensor<1x1x1xf64>
}

// Constant rates become a table in the kernel.
func.func @constant_rates_bf16() -> tensor<2x3x3xbf16> {
  %x = check.fill seed 91 : tensor<2x3x3xbf16>
  %delta = check.fill seed 92 range [0.1, 0.9] as param : tensor<2x3x3xbf16>
  %a = rlx.constant dense<[[-0.984375], [-0.5078125], [-0.478515625]]> : tensor<3x1xbf16>
  %b = check.fill seed 93 : tensor<2x3x1xbf16>
  %c = check.fill seed 94 : tensor<2x3x1xbf16>
  %y, %last = rlx.selective_scan %x, %delta, %a, %b, %c : (tensor<2x3x3xbf16>, tensor<2x3x3xbf16>, tensor<3x1xbf16>, tensor<2x3x1xbf16>, tensor<2x3x1xbf16>) -> (tensor<2x3x3xbf16>, tensor<2x3x1xbf16>)
  return %y : tensor<2x3x3xbf16>
}
