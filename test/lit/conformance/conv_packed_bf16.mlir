// RUN: rlx-check %{sample} %s %{quick-lanes}
// RUN: %if avx512bf16 %{ rlx-check %{sample} --lane=reference,cpu --cpu=cooperlake %s %}
// RUN: %if avx512-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v4 %s %}
// RUN: %if avx2 %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v3 %s %}

// Packed convolutions with bf16 weights: with the instructions of this machine, and with older ones
// if it has them.

// By hand, in panels of two columns and groups of two: three elements are below a row of the
// window, so the fourth is padding. The second column of the second panel is padding too.
func.func @literals() -> tensor<1x1x2x3xbf16> {
  %x = check.literal dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]]> : tensor<1x1x2x3xbf16>
  %w = check.literal dense<[[[[10.0, 1.0], [1.0, -1.0]], [[0.5, 99.0], [2.0, 99.0]]],
      [[[1.0, 0.0], [99.0, 99.0]], [[-1.0, 99.0], [99.0, 99.0]]]]> : tensor<2x2x2x2xbf16>
  %b = check.literal dense<[0.5, 0.0, -1.0]> : tensor<3xbf16>
  %0 = rlx.conv_packed %x, %w, %b {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 3 : i64}
      : (tensor<1x1x2x3xbf16>, tensor<2x2x2x2xbf16>, tensor<3xbf16>) -> tensor<1x1x2x3xbf16>
  // [10 + 2 + 0.5 * 3, 1 - 2 + 2 * 3, 1 - 3], and the same for the next pixel
  %e = check.literal dense<[[[[14.0, 5.0, -3.0], [48.5, 11.0, -3.0]]]]> : tensor<1x1x2x3xbf16>
  check.expect_eq %0, %e : tensor<1x1x2x3xbf16>, tensor<1x1x2x3xbf16>
  return %0 : tensor<1x1x2x3xbf16>
}

// Tails of rows, channels and columns; strides, dilations, pads on some sides only.
func.func @windows() -> (tensor<1x6x30x40xbf16>,
        tensor<2x3x7x33xbf16>,
        tensor<1x9x20x20xbf16>,
        tensor<1x4x7x32xbf16>,
        tensor<1x6x7x24xbf16>,
        tensor<1x4x5x70xbf16>,
        tensor<1x2x2x32xbf16>) {
  %x0 = check.fill seed 101 : tensor<1x6x30x8xbf16>
  %w0 = check.fill seed 102 as param : tensor<40x8x3x3xbf16>
  %b0 = check.fill seed 103 as param : tensor<40xbf16>
  %y0 = rlx.conv %x0, %w0, %b0 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x6x30x8xbf16>, tensor<40x8x3x3xbf16>, tensor<40xbf16>) -> tensor<1x6x30x40xbf16>
  %z0 = rlx.relu %y0 : (tensor<1x6x30x40xbf16>) -> tensor<1x6x30x40xbf16>
  %x1 = check.fill seed 104 : tensor<2x5x13x6xbf16>
  %w1 = check.fill seed 105 as param : tensor<33x6x3x3xbf16>
  %y1 = rlx.conv %x1, %w1 strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<2x5x13x6xbf16>, tensor<33x6x3x3xbf16>) -> tensor<2x3x7x33xbf16>
  %x2 = check.fill seed 106 : tensor<1x9x20x4xbf16>
  %w2 = check.fill seed 107 as param : tensor<20x4x3x3xbf16>
  %y2 = rlx.conv %x2, %w2 pads = [2, 2, 2, 2] dilations = [2, 2] data_format = channels_last
      : (tensor<1x9x20x4xbf16>, tensor<20x4x3x3xbf16>) -> tensor<1x9x20x20xbf16>
  %x3 = check.fill seed 108 : tensor<1x4x17x4xbf16>
  %w3 = check.fill seed 109 as param : tensor<32x4x2x5xbf16>
  %b3 = check.fill seed 110 as param : tensor<32xbf16>
  %y3 = rlx.conv %x3, %w3, %b3 strides = [1, 3] pads = [1, 4, 0, 2] data_format = channels_last
      : (tensor<1x4x17x4xbf16>, tensor<32x4x2x5xbf16>, tensor<32xbf16>) -> tensor<1x4x7x32xbf16>
  %x4 = check.fill seed 111 : tensor<1x7x9x10xbf16>
  %w4 = check.fill seed 112 as param : tensor<24x10x2x3xbf16>
  %y4 = rlx.conv %x4, %w4 data_format = channels_last
      : (tensor<1x7x9x10xbf16>, tensor<24x10x2x3xbf16>) -> tensor<1x6x7x24xbf16>
  %x5 = check.fill seed 113 : tensor<1x7x9x32xbf16>
  %w5 = check.fill seed 114 as param : tensor<70x32x1x1xbf16>
  %y5 = rlx.conv %x5, %w5 strides = [2, 2] data_format = channels_last
      : (tensor<1x7x9x32xbf16>, tensor<70x32x1x1xbf16>) -> tensor<1x4x5x70xbf16>
  %x6 = check.fill seed 115 : tensor<1x2x2x2xbf16>
  %w6 = check.fill seed 116 as param : tensor<32x2x3x3xbf16>
  %y6 = rlx.conv %x6, %w6 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x2x2x2xbf16>, tensor<32x2x3x3xbf16>) -> tensor<1x2x2x32xbf16>
  %z6 = rlx.gelu %y6 : (tensor<1x2x2x32xbf16>) -> tensor<1x2x2x32xbf16>
  %r6 = check.fill seed 117 : tensor<1x2x2x32xbf16>
  %q6 = rlx.add %z6, %r6 : (tensor<1x2x2x32xbf16>, tensor<1x2x2x32xbf16>) -> tensor<1x2x2x32xbf16>
  return %z0, %y1, %y2, %y3, %y4, %y5, %q6
      : tensor<1x6x30x40xbf16>,
        tensor<2x3x7x33xbf16>,
        tensor<1x9x20x20xbf16>,
        tensor<1x4x7x32xbf16>,
        tensor<1x6x7x24xbf16>,
        tensor<1x4x5x70xbf16>,
        tensor<1x2x2x32xbf16>
}

// Window rows that do not fill groups of weight rows.
func.func @odd_channels() -> (tensor<1x6x12x32xbf16>,
        tensor<1x6x7x18xbf16>,
        tensor<1x8x11x17xbf16>,
        tensor<1x6x11x16xbf16>,
        tensor<1x8x9x16xbf16>) {
  %x0 = check.fill seed 118 : tensor<1x12x23x3xbf16>
  %w0 = check.fill seed 119 as param : tensor<32x3x7x7xbf16>
  %b0 = check.fill seed 120 as param : tensor<32xbf16>
  %y0 = rlx.conv %x0, %w0, %b0 strides = [2, 2] pads = [3, 3, 3, 3] data_format = channels_last
      : (tensor<1x12x23x3xbf16>, tensor<32x3x7x7xbf16>, tensor<32xbf16>) -> tensor<1x6x12x32xbf16>
  %z0 = rlx.relu %y0 : (tensor<1x6x12x32xbf16>) -> tensor<1x6x12x32xbf16>
  %x1 = check.fill seed 121 : tensor<1x6x9x5xbf16>
  %w1 = check.fill seed 122 as param : tensor<18x5x3x3xbf16>
  %y1 = rlx.conv %x1, %w1 pads = [1, 0, 1, 0] data_format = channels_last
      : (tensor<1x6x9x5xbf16>, tensor<18x5x3x3xbf16>) -> tensor<1x6x7x18xbf16>
  %x2 = check.fill seed 123 : tensor<1x8x11x1xbf16>
  %w2 = check.fill seed 124 as param : tensor<17x1x5x3xbf16>
  %y2 = rlx.conv %x2, %w2 pads = [2, 1, 2, 1] data_format = channels_last
      : (tensor<1x8x11x1xbf16>, tensor<17x1x5x3xbf16>) -> tensor<1x8x11x17xbf16>
  %x3 = check.fill seed 125 : tensor<1x8x11x3xbf16>
  %w3 = check.fill seed 126 as param : tensor<16x3x3x1xbf16>
  %y3 = rlx.conv %x3, %w3 pads = [1, 0, 1, 0] dilations = [2, 2] data_format = channels_last
      : (tensor<1x8x11x3xbf16>, tensor<16x3x3x1xbf16>) -> tensor<1x6x11x16xbf16>
  %x4 = check.fill seed 127 : tensor<1x8x11x3xbf16>
  %w4 = check.fill seed 128 as param : tensor<16x3x3x3xbf16>
  %y4 = rlx.conv %x4, %w4 pads = [1, 1, 1, 1] dilations = [1, 2] data_format = channels_last
      : (tensor<1x8x11x3xbf16>, tensor<16x3x3x3xbf16>) -> tensor<1x8x9x16xbf16>
  return %z0, %y1, %y2, %y3, %y4
      : tensor<1x6x12x32xbf16>,
        tensor<1x6x7x18xbf16>,
        tensor<1x8x11x17xbf16>,
        tensor<1x6x11x16xbf16>,
        tensor<1x8x9x16xbf16>
}

// Dynamic sizes.
func.func @dynamic() -> (tensor<1x?x?x40xbf16>,
        tensor<?x?x?x32xbf16>,
        tensor<1x5x?x33xbf16>,
        tensor<1x?x4x9xbf16>) {
  %x0 = check.fill sizes [1, 9, 19, 6] seed 129 : tensor<1x?x?x6xbf16>
  %w0 = check.fill seed 130 as param : tensor<40x6x3x3xbf16>
  %b0 = check.fill seed 131 as param : tensor<40xbf16>
  %y0 = rlx.conv %x0, %w0, %b0 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x?x?x6xbf16>, tensor<40x6x3x3xbf16>, tensor<40xbf16>) -> tensor<1x?x?x40xbf16>
  %x1 = check.fill sizes [2, 7, 8, 16] seed 132 : tensor<?x?x?x16xbf16>
  %w1 = check.fill seed 133 as param : tensor<32x16x3x3xbf16>
  %y1 = rlx.conv %x1, %w1 strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<?x?x?x16xbf16>, tensor<32x16x3x3xbf16>) -> tensor<?x?x?x32xbf16>
  %z1 = rlx.relu %y1 : (tensor<?x?x?x32xbf16>) -> tensor<?x?x?x32xbf16>
  %r1 = check.fill sizes [2, 4, 4, 32] seed 134 : tensor<?x?x?x32xbf16>
  %q1 = rlx.add %z1, %r1 : (tensor<?x?x?x32xbf16>, tensor<?x?x?x32xbf16>) -> tensor<?x?x?x32xbf16>
  %x2 = check.fill sizes [1, 5, 40, 3] seed 135 : tensor<1x5x?x3xbf16>
  %w2 = check.fill seed 136 as param : tensor<33x3x3x5xbf16>
  %y2 = rlx.conv %x2, %w2 pads = [1, 2, 1, 2] data_format = channels_last
      : (tensor<1x5x?x3xbf16>, tensor<33x3x3x5xbf16>) -> tensor<1x5x?x33xbf16>
  %x3 = check.fill sizes [1, 11, 6, 4] seed 137 : tensor<1x?x6x4xbf16>
  %w3 = check.fill seed 138 as param : tensor<9x4x2x2xbf16>
  %y3 = rlx.conv %x3, %w3 dilations = [3, 2] data_format = channels_last
      : (tensor<1x?x6x4xbf16>, tensor<9x4x2x2xbf16>) -> tensor<1x?x4x9xbf16>
  return %y0, %q1, %y2, %y3
      : tensor<1x?x?x40xbf16>,
        tensor<?x?x?x32xbf16>,
        tensor<1x5x?x33xbf16>,
        tensor<1x?x4x9xbf16>
}

// Groups, with more than one panel of columns each, and with less than a vector.
func.func @groups() -> (tensor<2x9x17x72xbf16>,
        tensor<1x?x?x15xbf16>,
        tensor<1x8x19x12xbf16>,
        tensor<1x5x10x8xbf16>) {
  %x0 = check.fill seed 139 : tensor<2x9x17x12xbf16>
  %w0 = check.fill seed 140 as param : tensor<72x6x3x3xbf16>
  %b0 = check.fill seed 141 as param : tensor<72xbf16>
  %y0 = rlx.conv %x0, %w0, %b0 pads = [1, 1, 1, 1] groups = 2 data_format = channels_last
      : (tensor<2x9x17x12xbf16>, tensor<72x6x3x3xbf16>, tensor<72xbf16>) -> tensor<2x9x17x72xbf16>
  %r0 = check.fill seed 142 : tensor<2x9x17x72xbf16>
  %q0 = rlx.add %y0, %r0 : (tensor<2x9x17x72xbf16>, tensor<2x9x17x72xbf16>) -> tensor<2x9x17x72xbf16>
  %x1 = check.fill sizes [1, 8, 19, 12] seed 143 : tensor<1x?x?x12xbf16>
  %w1 = check.fill seed 144 as param : tensor<15x4x2x3xbf16>
  %y1 = rlx.conv %x1, %w1 strides = [2, 1] pads = [1, 2, 0, 0] groups = 3 data_format = channels_last
      : (tensor<1x?x?x12xbf16>, tensor<15x4x2x3xbf16>) -> tensor<1x?x?x15xbf16>
  %x2 = check.fill seed 145 : tensor<1x8x19x12xbf16>
  %w2 = check.fill seed 146 as param : tensor<12x4x1x1xbf16>
  %y2 = rlx.conv %x2, %w2 groups = 3 data_format = channels_last
      : (tensor<1x8x19x12xbf16>, tensor<12x4x1x1xbf16>) -> tensor<1x8x19x12xbf16>
  %x3 = check.fill seed 147 : tensor<1x5x10x6xbf16>
  %w3 = check.fill seed 148 as param : tensor<8x3x3x3xbf16>
  %y3 = rlx.conv %x3, %w3 pads = [1, 1, 1, 1] groups = 2 data_format = channels_last
      : (tensor<1x5x10x6xbf16>, tensor<8x3x3x3xbf16>) -> tensor<1x5x10x8xbf16>
  return %q0, %y1, %y2, %y3
      : tensor<2x9x17x72xbf16>,
        tensor<1x?x?x15xbf16>,
        tensor<1x8x19x12xbf16>,
        tensor<1x5x10x8xbf16>
}

// Depthwise.
func.func @depthwise() -> (tensor<1x9x15x20xbf16>,
        tensor<2x4x6x37xbf16>,
        tensor<1x?x?x16xbf16>) {
  %x0 = check.fill seed 149 : tensor<1x9x15x20xbf16>
  %w0 = check.fill seed 150 as param : tensor<20x1x3x3xbf16>
  %b0 = check.fill seed 151 as param : tensor<20xbf16>
  %y0 = rlx.conv %x0, %w0, %b0 pads = [1, 1, 1, 1] groups = 20 data_format = channels_last
      : (tensor<1x9x15x20xbf16>, tensor<20x1x3x3xbf16>, tensor<20xbf16>) -> tensor<1x9x15x20xbf16>
  %z0 = rlx.relu %y0 : (tensor<1x9x15x20xbf16>) -> tensor<1x9x15x20xbf16>
  %x1 = check.fill seed 152 : tensor<2x8x11x37xbf16>
  %w1 = check.fill seed 153 as param : tensor<37x1x5x3xbf16>
  %y1 = rlx.conv %x1, %w1 strides = [2, 2] pads = [2, 1, 2, 1] groups = 37 data_format = channels_last
      : (tensor<2x8x11x37xbf16>, tensor<37x1x5x3xbf16>) -> tensor<2x4x6x37xbf16>
  %x2 = check.fill sizes [1, 7, 12, 16] seed 154 : tensor<1x?x?x16xbf16>
  %w2 = check.fill seed 155 as param : tensor<16x1x3x3xbf16>
  %y2 = rlx.conv %x2, %w2 pads = [2, 2, 2, 2] dilations = [2, 2] groups = 16 data_format = channels_last
      : (tensor<1x?x?x16xbf16>, tensor<16x1x3x3xbf16>) -> tensor<1x?x?x16xbf16>
  %r2 = check.fill sizes [1, 7, 12, 16] seed 156 : tensor<1x?x?x16xbf16>
  %q2 = rlx.add %y2, %r2 : (tensor<1x?x?x16xbf16>, tensor<1x?x?x16xbf16>) -> tensor<1x?x?x16xbf16>
  return %z0, %y1, %q2
      : tensor<1x9x15x20xbf16>,
        tensor<2x4x6x37xbf16>,
        tensor<1x?x?x16xbf16>
}

// Weights that are prefetched, and several workgroups.
func.func @many() -> (tensor<1x20x16x96xbf16>) {
  %x0 = check.fill seed 157 : tensor<1x20x16x64xbf16>
  %w0 = check.fill seed 158 as param : tensor<96x64x3x3xbf16>
  %b0 = check.fill seed 159 as param : tensor<96xbf16>
  %y0 = rlx.conv %x0, %w0, %b0 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x20x16x64xbf16>, tensor<96x64x3x3xbf16>, tensor<96xbf16>) -> tensor<1x20x16x96xbf16>
  %z0 = rlx.relu %y0 : (tensor<1x20x16x96xbf16>) -> tensor<1x20x16x96xbf16>
  return %z0
      : tensor<1x20x16x96xbf16>
}

// A filter has an infinite weight in its first corner, the next one a NaN at the right. They also
// count outside the image.
func.func @unusual_weights() -> tensor<1x9x30x20xbf16> {
  %x = check.fill seed 160 : tensor<1x9x30x2xbf16>
  %w0 = check.fill seed 161 as param : tensor<1x2x3x3xbf16>
  %w1 = check.fill seed 162 as param : tensor<1x2x8xbf16>
  %w2 = check.fill seed 163 as param : tensor<1x2x5xbf16>
  %w3 = check.fill seed 164 as param : tensor<1x2x3xbf16>
  %w4 = check.fill seed 165 as param : tensor<17x2x3x3xbf16>
  %inf = check.literal dense<[[[0x7F80], [1.0]]]> : tensor<1x2x1xbf16> as param
  %nan = check.literal dense<[[[1.0], [0x7FC0]]]> : tensor<1x2x1xbf16> as param
  %c1 = rlx.concat %inf, %w1 axis = 2 : (tensor<1x2x1xbf16>, tensor<1x2x8xbf16>) -> tensor<1x2x9xbf16>
  %c2 = rlx.concat %w2, %nan, %w3 axis = 2
      : (tensor<1x2x5xbf16>, tensor<1x2x1xbf16>, tensor<1x2x3xbf16>) -> tensor<1x2x9xbf16>
  %c3 = rlx.concat %c1, %c2 axis = 0 : (tensor<1x2x9xbf16>, tensor<1x2x9xbf16>) -> tensor<2x2x9xbf16>
  %c4 = rlx.reshape %c3 to [2, 2, 3, 3] : (tensor<2x2x9xbf16>) -> tensor<2x2x3x3xbf16>
  %w = rlx.concat %w0, %c4, %w4 axis = 0
      : (tensor<1x2x3x3xbf16>, tensor<2x2x3x3xbf16>, tensor<17x2x3x3xbf16>) -> tensor<20x2x3x3xbf16>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x9x30x2xbf16>, tensor<20x2x3x3xbf16>) -> tensor<1x9x30x20xbf16>
  return %0 : tensor<1x9x30x20xbf16>
}

// The same with dynamic width.
func.func @unusual_weights_narrow() -> tensor<1x9x?x20xbf16> {
  %x = check.fill sizes [1, 9, 5, 2] seed 166 : tensor<1x9x?x2xbf16>
  %w0 = check.fill seed 167 as param : tensor<1x2x3x3xbf16>
  %w1 = check.fill seed 168 as param : tensor<1x2x8xbf16>
  %w2 = check.fill seed 169 as param : tensor<1x2x5xbf16>
  %w3 = check.fill seed 170 as param : tensor<1x2x3xbf16>
  %w4 = check.fill seed 171 as param : tensor<17x2x3x3xbf16>
  %inf = check.literal dense<[[[0x7F80], [1.0]]]> : tensor<1x2x1xbf16> as param
  %nan = check.literal dense<[[[1.0], [0x7FC0]]]> : tensor<1x2x1xbf16> as param
  %c1 = rlx.concat %inf, %w1 axis = 2 : (tensor<1x2x1xbf16>, tensor<1x2x8xbf16>) -> tensor<1x2x9xbf16>
  %c2 = rlx.concat %w2, %nan, %w3 axis = 2
      : (tensor<1x2x5xbf16>, tensor<1x2x1xbf16>, tensor<1x2x3xbf16>) -> tensor<1x2x9xbf16>
  %c3 = rlx.concat %c1, %c2 axis = 0 : (tensor<1x2x9xbf16>, tensor<1x2x9xbf16>) -> tensor<2x2x9xbf16>
  %c4 = rlx.reshape %c3 to [2, 2, 3, 3] : (tensor<2x2x9xbf16>) -> tensor<2x2x3x3xbf16>
  %w = rlx.concat %w0, %c4, %w4 axis = 0
      : (tensor<1x2x3x3xbf16>, tensor<2x2x3x3xbf16>, tensor<17x2x3x3xbf16>) -> tensor<20x2x3x3xbf16>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x9x?x2xbf16>, tensor<20x2x3x3xbf16>) -> tensor<1x9x?x20xbf16>
  return %0 : tensor<1x9x?x20xbf16>
}

// Without columns outside the image.
func.func @unusual_weights_rows() -> tensor<1x9x?x20xbf16> {
  %x = check.fill sizes [1, 9, 6, 2] seed 172 : tensor<1x9x?x2xbf16>
  %w0 = check.fill seed 173 as param : tensor<1x2x3x3xbf16>
  %w1 = check.fill seed 174 as param : tensor<1x2x8xbf16>
  %w2 = check.fill seed 175 as param : tensor<1x2x5xbf16>
  %w3 = check.fill seed 176 as param : tensor<1x2x3xbf16>
  %w4 = check.fill seed 177 as param : tensor<17x2x3x3xbf16>
  %inf = check.literal dense<[[[0x7F80], [1.0]]]> : tensor<1x2x1xbf16> as param
  %nan = check.literal dense<[[[1.0], [0x7FC0]]]> : tensor<1x2x1xbf16> as param
  %c1 = rlx.concat %inf, %w1 axis = 2 : (tensor<1x2x1xbf16>, tensor<1x2x8xbf16>) -> tensor<1x2x9xbf16>
  %c2 = rlx.concat %w2, %nan, %w3 axis = 2
      : (tensor<1x2x5xbf16>, tensor<1x2x1xbf16>, tensor<1x2x3xbf16>) -> tensor<1x2x9xbf16>
  %c3 = rlx.concat %c1, %c2 axis = 0 : (tensor<1x2x9xbf16>, tensor<1x2x9xbf16>) -> tensor<2x2x9xbf16>
  %c4 = rlx.reshape %c3 to [2, 2, 3, 3] : (tensor<2x2x9xbf16>) -> tensor<2x2x3x3xbf16>
  %w = rlx.concat %w0, %c4, %w4 axis = 0
      : (tensor<1x2x3x3xbf16>, tensor<2x2x3x3xbf16>, tensor<17x2x3x3xbf16>) -> tensor<20x2x3x3xbf16>
  %0 = rlx.conv %x, %w pads = [1, 0, 1, 0] data_format = channels_last
      : (tensor<1x9x?x2xbf16>, tensor<20x2x3x3xbf16>) -> tensor<1x9x?x20xbf16>
  return %0 : tensor<1x9x?x20xbf16>
}
