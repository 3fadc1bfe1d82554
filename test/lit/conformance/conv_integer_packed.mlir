// RUN: rlx-check %{sample} %s %{quick-lanes}
// RUN: %if avx512-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v4 %s %}
// RUN: %if avx2 %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v3 %s %}

// Packed convolutions of 8-bit integers: with the instructions of this machine, and with older ones
// if it has them. All are exact.

// By hand, in panels of two columns and groups of two: three elements are below a row of the
// window, so the fourth is padding. The second column of the second panel is padding too. Minus its
// zero point the image is [0, 1, 2], [3, 4, 250], and the filters are [10, 1, -1], [-2, -4, -1] and
// [1, 0, -1].
func.func @literals() -> tensor<1x1x3x3xi32> {
  %x = check.literal dense<[[[[5, 6, 7], [8, 9, 255]]]]> : tensor<1x1x2x3xui8>
  %w = check.literal dense<[[[[10, 1], [1, -1]], [[-1, 99], [2, 99]]],
      [[[1, 0], [99, 99]], [[-1, 99], [99, 99]]]]> : tensor<2x2x2x2xi8>
  %s = check.literal dense<[10, 2, 0]> : tensor<3xi32>
  %zx = check.literal dense<5> : tensor<ui8>
  %zw = check.literal dense<[0, 3, 0]> : tensor<3xi8>
  %0 = rlx.conv_integer_packed %x, %w column_sums %s input_zero_point %zx filter_zero_point %zw
      {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 0, 0>,
       dilations = array<i64: 1, 1>, out_channels = 3 : i64}
      : (tensor<1x1x2x3xui8>, tensor<2x2x2x2xi8>, tensor<3xi32>, tensor<ui8>, tensor<3xi8>) -> tensor<1x1x3x3xi32>
  %e = check.literal dense<[[[[0, 0, 0], [-1, -6, -2], [-216, -272, -247]]]]> : tensor<1x1x3x3xi32>
  check.expect_eq %0, %e : tensor<1x1x3x3xi32>, tensor<1x1x3x3xi32>
  return %0 : tensor<1x1x3x3xi32>
}

// Tails of rows, channels and columns; strides, dilations, pads on some sides only. Without zero
// points, and with one that padded rows have.
func.func @windows() -> (tensor<1x6x30x40xi32>,
        tensor<2x3x7x33xi32>,
        tensor<1x9x20x20xi32>,
        tensor<1x4x7x32xi32>,
        tensor<1x6x7x24xi32>,
        tensor<1x8x8x24xi32>,
        tensor<1x4x5x70xi32>,
        tensor<1x2x2x32xi32>,
        tensor<1x7x13x16xi32>) {
  %x0 = check.fill seed 701 range [0.0, 255.0] edges finite : tensor<1x6x30x8xui8>
  %w0 = check.fill seed 702 range [-128.0, 127.0] edges finite as param : tensor<40x8x3x3xi8>
  %zx0 = check.literal dense<77> : tensor<ui8> as param
  %y0 = rlx.conv_integer %x0, %w0 input_zero_point %zx0 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x6x30x8xui8>, tensor<40x8x3x3xi8>, tensor<ui8>) -> tensor<1x6x30x40xi32>
  %x1 = check.fill seed 703 range [0.0, 255.0] edges finite : tensor<2x5x13x4xui8>
  %w1 = check.fill seed 704 range [-128.0, 127.0] edges finite as param : tensor<33x4x3x3xi8>
  %y1 = rlx.conv_integer %x1, %w1 strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<2x5x13x4xui8>, tensor<33x4x3x3xi8>) -> tensor<2x3x7x33xi32>
  %x2 = check.fill seed 705 range [0.0, 255.0] edges finite : tensor<1x9x20x4xui8>
  %w2 = check.fill seed 706 range [-128.0, 127.0] edges finite as param : tensor<20x4x3x3xi8>
  %zx2 = check.literal dense<3> : tensor<ui8>
  %y2 = rlx.conv_integer %x2, %w2 input_zero_point %zx2 pads = [2, 2, 2, 2] dilations = [2, 2] data_format = channels_last
      : (tensor<1x9x20x4xui8>, tensor<20x4x3x3xi8>, tensor<ui8>) -> tensor<1x9x20x20xi32>
  %x3 = check.fill seed 707 range [0.0, 255.0] edges finite : tensor<1x4x17x4xui8>
  %w3 = check.fill seed 708 range [-128.0, 127.0] edges finite as param : tensor<32x4x2x5xi8>
  %zx3 = rlx.constant dense<100> : tensor<ui8>
  %y3 = rlx.conv_integer %x3, %w3 input_zero_point %zx3 strides = [1, 3] pads = [1, 4, 0, 2] data_format = channels_last
      : (tensor<1x4x17x4xui8>, tensor<32x4x2x5xi8>, tensor<ui8>) -> tensor<1x4x7x32xi32>
  %x4 = check.fill seed 709 range [0.0, 255.0] edges finite : tensor<1x7x9x12xui8>
  %w4 = check.fill seed 710 range [-128.0, 127.0] edges finite as param : tensor<24x12x2x3xi8>
  %y4 = rlx.conv_integer %x4, %w4 data_format = channels_last
      : (tensor<1x7x9x12xui8>, tensor<24x12x2x3xi8>) -> tensor<1x6x7x24xi32>
  %x5 = check.fill seed 711 range [0.0, 255.0] edges finite : tensor<1x7x9x12xui8>
  %w5 = check.fill seed 712 range [-128.0, 127.0] edges finite as param : tensor<24x12x3x2xi8>
  %zx5 = rlx.constant dense<255> : tensor<ui8>
  %y5 = rlx.conv_integer %x5, %w5 input_zero_point %zx5 pads = [1, 0, 2, 0] data_format = channels_last
      : (tensor<1x7x9x12xui8>, tensor<24x12x3x2xi8>, tensor<ui8>) -> tensor<1x8x8x24xi32>
  %x6 = check.fill seed 713 range [0.0, 255.0] edges finite : tensor<1x7x9x32xui8>
  %w6 = check.fill seed 714 range [-128.0, 127.0] edges finite as param : tensor<70x32x1x1xi8>
  %zx6 = check.literal dense<9> : tensor<ui8>
  %y6 = rlx.conv_integer %x6, %w6 input_zero_point %zx6 strides = [2, 2] data_format = channels_last
      : (tensor<1x7x9x32xui8>, tensor<70x32x1x1xi8>, tensor<ui8>) -> tensor<1x4x5x70xi32>
  %x7 = check.fill seed 715 range [0.0, 255.0] edges finite : tensor<1x2x2x4xui8>
  %w7 = check.fill seed 716 range [-128.0, 127.0] edges finite as param : tensor<32x4x3x3xi8>
  %zx7 = rlx.constant dense<128> : tensor<ui8>
  %y7 = rlx.conv_integer %x7, %w7 input_zero_point %zx7 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x2x2x4xui8>, tensor<32x4x3x3xi8>, tensor<ui8>) -> tensor<1x2x2x32xi32>
  %x8 = check.fill seed 717 range [0.0, 255.0] edges finite : tensor<1x3x9x4xui8>
  %w8 = check.fill seed 718 range [-128.0, 127.0] edges finite as param : tensor<16x4x5x5xi8>
  %zx8 = check.literal dense<1> : tensor<ui8> as param
  %y8 = rlx.conv_integer %x8, %w8 input_zero_point %zx8 pads = [4, 4, 4, 4] data_format = channels_last
      : (tensor<1x3x9x4xui8>, tensor<16x4x5x5xi8>, tensor<ui8>) -> tensor<1x7x13x16xi32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8
      : tensor<1x6x30x40xi32>,
        tensor<2x3x7x33xi32>,
        tensor<1x9x20x20xi32>,
        tensor<1x4x7x32xi32>,
        tensor<1x6x7x24xi32>,
        tensor<1x8x8x24xi32>,
        tensor<1x4x5x70xi32>,
        tensor<1x2x2x32xi32>,
        tensor<1x7x13x16xi32>
}

// Signed images.
func.func @signed() -> (tensor<1x6x30x40xi32>,
        tensor<1x3x7x33xi32>,
        tensor<1x4x11x18xi32>,
        tensor<2x4x5x70xi32>,
        tensor<1x7x9x16xi32>) {
  %x0 = check.fill seed 719 range [-128.0, 127.0] edges finite : tensor<1x6x30x8xi8>
  %w0 = check.fill seed 720 range [-128.0, 127.0] edges finite as param : tensor<40x8x3x3xi8>
  %zx0 = check.literal dense<-77> : tensor<i8>
  %y0 = rlx.conv_integer %x0, %w0 input_zero_point %zx0 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x6x30x8xi8>, tensor<40x8x3x3xi8>, tensor<i8>) -> tensor<1x6x30x40xi32>
  %x1 = check.fill seed 721 range [-128.0, 127.0] edges finite : tensor<1x5x13x8xi8>
  %w1 = check.fill seed 722 range [-128.0, 127.0] edges finite as param : tensor<33x8x3x3xi8>
  %y1 = rlx.conv_integer %x1, %w1 strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x5x13x8xi8>, tensor<33x8x3x3xi8>) -> tensor<1x3x7x33xi32>
  %x2 = check.fill seed 723 range [-128.0, 127.0] edges finite : tensor<1x5x13x8xi8>
  %w2 = check.fill seed 724 range [0.0, 255.0] edges finite as param : tensor<18x8x2x3xui8>
  %zx2 = rlx.constant dense<-128> : tensor<i8>
  %y2 = rlx.conv_integer %x2, %w2 input_zero_point %zx2 data_format = channels_last
      : (tensor<1x5x13x8xi8>, tensor<18x8x2x3xui8>, tensor<i8>) -> tensor<1x4x11x18xi32>
  %x3 = check.fill seed 725 range [-128.0, 127.0] edges finite : tensor<2x7x9x40xi8>
  %w3 = check.fill seed 726 range [-128.0, 127.0] edges finite as param : tensor<70x40x1x1xi8>
  %zx3 = check.literal dense<5> : tensor<i8> as param
  %y3 = rlx.conv_integer %x3, %w3 input_zero_point %zx3 strides = [2, 2] data_format = channels_last
      : (tensor<2x7x9x40xi8>, tensor<70x40x1x1xi8>, tensor<i8>) -> tensor<2x4x5x70xi32>
  %x4 = check.fill seed 727 range [-128.0, 127.0] edges finite : tensor<1x7x9x8xi8>
  %w4 = check.fill seed 728 range [-128.0, 127.0] edges finite as param : tensor<16x8x1x3xi8>
  %zx4 = rlx.constant dense<127> : tensor<i8>
  %y4 = rlx.conv_integer %x4, %w4 input_zero_point %zx4 pads = [0, 1, 0, 1] data_format = channels_last
      : (tensor<1x7x9x8xi8>, tensor<16x8x1x3xi8>, tensor<i8>) -> tensor<1x7x9x16xi32>
  return %y0, %y1, %y2, %y3, %y4
      : tensor<1x6x30x40xi32>,
        tensor<1x3x7x33xi32>,
        tensor<1x4x11x18xi32>,
        tensor<2x4x5x70xi32>,
        tensor<1x7x9x16xi32>
}

// One zero point for all output channels, and one per channel.
func.func @filter_zero_points() -> (tensor<1x6x19x40xi32>,
        tensor<1x6x19x40xi32>,
        tensor<1x6x11x40xi32>,
        tensor<2x2x7x33xi32>,
        tensor<2x5x12x33xi32>,
        tensor<1x?x?x17xi32>,
        tensor<1x?x?x12xi32>,
        tensor<2x8x5x80xi32>) {
  %x0 = check.fill seed 729 range [0.0, 255.0] edges finite : tensor<1x6x19x8xui8>
  %w0 = check.fill seed 730 range [0.0, 255.0] edges finite as param : tensor<40x8x3x3xui8>
  %zx0 = check.literal dense<77> : tensor<ui8>
  %zw0 = check.literal dense<131> : tensor<ui8> as param
  %y0 = rlx.conv_integer %x0, %w0 input_zero_point %zx0 filter_zero_point %zw0 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x6x19x8xui8>, tensor<40x8x3x3xui8>, tensor<ui8>, tensor<ui8>) -> tensor<1x6x19x40xi32>
  %x1 = check.fill seed 731 range [0.0, 255.0] edges finite : tensor<1x6x19x20xui8>
  %w1 = check.fill seed 732 range [0.0, 255.0] edges finite as param : tensor<40x20x3x3xui8>
  %y1 = rlx.conv_integer %x1, %w1 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x6x19x20xui8>, tensor<40x20x3x3xui8>) -> tensor<1x6x19x40xi32>
  %x2 = check.fill seed 733 range [0.0, 255.0] edges finite : tensor<1x6x11x8xui8>
  %w2 = check.fill seed 734 range [0.0, 255.0] edges finite as param : tensor<40x8x3x3xui8>
  %zx2 = rlx.constant dense<9> : tensor<ui8>
  %zw2 = check.literal dense<128> : tensor<ui8> as param
  %y2 = rlx.conv_integer %x2, %w2 input_zero_point %zx2 filter_zero_point %zw2 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x6x11x8xui8>, tensor<40x8x3x3xui8>, tensor<ui8>, tensor<ui8>) -> tensor<1x6x11x40xi32>
  %x3 = check.fill seed 735 range [-128.0, 127.0] edges finite : tensor<2x5x13x8xi8>
  %w3 = check.fill seed 736 range [-128.0, 127.0] edges finite as param : tensor<33x8x3x3xi8>
  %zx3 = check.literal dense<-3> : tensor<i8> as param
  %zw3 = check.fill seed 737 range [-128.0, 127.0] as param : tensor<33xi8>
  %y3 = rlx.conv_integer %x3, %w3 input_zero_point %zx3 filter_zero_point %zw3 strides = [2, 2] pads = [0, 1, 0, 1] data_format = channels_last
      : (tensor<2x5x13x8xi8>, tensor<33x8x3x3xi8>, tensor<i8>, tensor<33xi8>) -> tensor<2x2x7x33xi32>
  %x4 = check.fill seed 738 range [-128.0, 127.0] edges finite : tensor<2x9x14x4xi8>
  %w4 = check.fill seed 739 range [0.0, 255.0] edges finite as param : tensor<33x4x3x2xui8>
  %zw4 = check.fill seed 740 range [0.0, 255.0] as param : tensor<33xui8>
  %y4 = rlx.conv_integer %x4, %w4 filter_zero_point %zw4 dilations = [2, 2] data_format = channels_last
      : (tensor<2x9x14x4xi8>, tensor<33x4x3x2xui8>, tensor<33xui8>) -> tensor<2x5x12x33xi32>
  %x5 = check.fill sizes [1, 9, 14, 3] seed 741 range [0.0, 255.0] edges finite : tensor<1x?x?x3xui8>
  %w5 = check.fill seed 742 range [-128.0, 127.0] edges finite as param : tensor<17x3x3x3xi8>
  %zx5 = check.literal dense<200> : tensor<ui8>
  %zw5 = check.fill seed 743 range [-128.0, 127.0] as param : tensor<17xi8>
  %y5 = rlx.conv_integer %x5, %w5 input_zero_point %zx5 filter_zero_point %zw5 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x?x?x3xui8>, tensor<17x3x3x3xi8>, tensor<ui8>, tensor<17xi8>) -> tensor<1x?x?x17xi32>
  %x6 = check.fill sizes [1, 8, 10, 8] seed 744 range [-128.0, 127.0] edges finite : tensor<1x?x?x8xi8>
  %w6 = check.fill seed 745 range [-128.0, 127.0] edges finite as param : tensor<12x4x3x3xi8>
  %zx6 = check.literal dense<11> : tensor<i8>
  %zw6 = check.fill seed 746 range [-128.0, 127.0] as param : tensor<12xi8>
  %y6 = rlx.conv_integer %x6, %w6 input_zero_point %zx6 filter_zero_point %zw6 pads = [1, 1, 1, 1] groups = 2 data_format = channels_last
      : (tensor<1x?x?x8xi8>, tensor<12x4x3x3xi8>, tensor<i8>, tensor<12xi8>) -> tensor<1x?x?x12xi32>
  %x7 = check.fill seed 747 range [0.0, 255.0] edges finite : tensor<2x8x10x16xui8>
  %w7 = check.fill seed 748 range [0.0, 255.0] edges finite as param : tensor<80x8x1x1xui8>
  %zx7 = rlx.constant dense<11> : tensor<ui8>
  %zw7 = check.fill seed 749 range [0.0, 255.0] as param : tensor<80xui8>
  %y7 = rlx.conv_integer %x7, %w7 input_zero_point %zx7 filter_zero_point %zw7 strides = [1, 2] groups = 2 data_format = channels_last
      : (tensor<2x8x10x16xui8>, tensor<80x8x1x1xui8>, tensor<ui8>, tensor<80xui8>) -> tensor<2x8x5x80xi32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7
      : tensor<1x6x19x40xi32>,
        tensor<1x6x19x40xi32>,
        tensor<1x6x11x40xi32>,
        tensor<2x2x7x33xi32>,
        tensor<2x5x12x33xi32>,
        tensor<1x?x?x17xi32>,
        tensor<1x?x?x12xi32>,
        tensor<2x8x5x80xi32>
}

// Window rows that do not fill groups of four.
func.func @odd_channels() -> (tensor<1x6x12x32xi32>,
        tensor<1x6x7x18xi32>,
        tensor<1x6x11x16xi32>,
        tensor<1x8x9x16xi32>) {
  %x0 = check.fill seed 750 range [0.0, 255.0] edges finite : tensor<1x12x23x3xui8>
  %w0 = check.fill seed 751 range [-128.0, 127.0] edges finite as param : tensor<32x3x7x7xi8>
  %zx0 = rlx.constant dense<114> : tensor<ui8>
  %y0 = rlx.conv_integer %x0, %w0 input_zero_point %zx0 strides = [2, 2] pads = [3, 3, 3, 3] data_format = channels_last
      : (tensor<1x12x23x3xui8>, tensor<32x3x7x7xi8>, tensor<ui8>) -> tensor<1x6x12x32xi32>
  %x1 = check.fill seed 752 range [-128.0, 127.0] edges finite : tensor<1x6x9x5xi8>
  %w1 = check.fill seed 753 range [-128.0, 127.0] edges finite as param : tensor<18x5x3x3xi8>
  %zx1 = rlx.constant dense<3> : tensor<i8>
  %y1 = rlx.conv_integer %x1, %w1 input_zero_point %zx1 pads = [1, 0, 1, 0] data_format = channels_last
      : (tensor<1x6x9x5xi8>, tensor<18x5x3x3xi8>, tensor<i8>) -> tensor<1x6x7x18xi32>
  %x2 = check.fill seed 754 range [0.0, 255.0] edges finite : tensor<1x8x11x6xui8>
  %w2 = check.fill seed 755 range [-128.0, 127.0] edges finite as param : tensor<16x6x3x1xi8>
  %zx2 = check.literal dense<8> : tensor<ui8>
  %y2 = rlx.conv_integer %x2, %w2 input_zero_point %zx2 pads = [1, 0, 1, 0] dilations = [2, 2] data_format = channels_last
      : (tensor<1x8x11x6xui8>, tensor<16x6x3x1xi8>, tensor<ui8>) -> tensor<1x6x11x16xi32>
  %x3 = check.fill seed 756 range [0.0, 255.0] edges finite : tensor<1x8x11x3xui8>
  %w3 = check.fill seed 757 range [-128.0, 127.0] edges finite as param : tensor<16x3x3x3xi8>
  %zx3 = check.literal dense<8> : tensor<ui8>
  %y3 = rlx.conv_integer %x3, %w3 input_zero_point %zx3 pads = [1, 1, 1, 1] dilations = [1, 2] data_format = channels_last
      : (tensor<1x8x11x3xui8>, tensor<16x3x3x3xi8>, tensor<ui8>) -> tensor<1x8x9x16xi32>
  return %y0, %y1, %y2, %y3
      : tensor<1x6x12x32xi32>,
        tensor<1x6x7x18xi32>,
        tensor<1x6x11x16xi32>,
        tensor<1x8x9x16xi32>
}

// Dynamic sizes.
func.func @dynamic() -> (tensor<1x?x?x40xi32>,
        tensor<?x?x?x32xi32>,
        tensor<1x5x?x33xi32>,
        tensor<1x?x4x9xi32>) {
  %x0 = check.fill sizes [1, 9, 19, 8] seed 758 range [0.0, 255.0] edges finite : tensor<1x?x?x8xui8>
  %w0 = check.fill seed 759 range [-128.0, 127.0] edges finite as param : tensor<40x8x3x3xi8>
  %zx0 = check.literal dense<50> : tensor<ui8>
  %y0 = rlx.conv_integer %x0, %w0 input_zero_point %zx0 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x?x?x8xui8>, tensor<40x8x3x3xi8>, tensor<ui8>) -> tensor<1x?x?x40xi32>
  %x1 = check.fill sizes [2, 7, 8, 16] seed 760 range [-128.0, 127.0] edges finite : tensor<?x?x?x16xi8>
  %w1 = check.fill seed 761 range [-128.0, 127.0] edges finite as param : tensor<32x16x3x3xi8>
  %y1 = rlx.conv_integer %x1, %w1 strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<?x?x?x16xi8>, tensor<32x16x3x3xi8>) -> tensor<?x?x?x32xi32>
  %x2 = check.fill sizes [1, 5, 40, 3] seed 762 range [0.0, 255.0] edges finite : tensor<1x5x?x3xui8>
  %w2 = check.fill seed 763 range [-128.0, 127.0] edges finite as param : tensor<33x3x3x5xi8>
  %zx2 = rlx.constant dense<50> : tensor<ui8>
  %y2 = rlx.conv_integer %x2, %w2 input_zero_point %zx2 pads = [1, 2, 1, 2] data_format = channels_last
      : (tensor<1x5x?x3xui8>, tensor<33x3x3x5xi8>, tensor<ui8>) -> tensor<1x5x?x33xi32>
  %x3 = check.fill sizes [1, 11, 6, 4] seed 764 range [0.0, 255.0] edges finite : tensor<1x?x6x4xui8>
  %w3 = check.fill seed 765 range [-128.0, 127.0] edges finite as param : tensor<9x4x2x2xi8>
  %y3 = rlx.conv_integer %x3, %w3 dilations = [3, 2] data_format = channels_last
      : (tensor<1x?x6x4xui8>, tensor<9x4x2x2xi8>) -> tensor<1x?x4x9xi32>
  return %y0, %y1, %y2, %y3
      : tensor<1x?x?x40xi32>,
        tensor<?x?x?x32xi32>,
        tensor<1x5x?x33xi32>,
        tensor<1x?x4x9xi32>
}

// Matmuls over pixels.
func.func @pointwise() -> (tensor<1x7x9x40xi32>,
        tensor<2x?x?x33xi32>) {
  %x0 = check.fill seed 766 range [0.0, 255.0] edges finite : tensor<1x7x9x20xui8>
  %w0 = check.fill seed 767 range [-128.0, 127.0] edges finite as param : tensor<40x20x1x1xi8>
  %zx0 = check.literal dense<50> : tensor<ui8>
  %y0 = rlx.conv_integer %x0, %w0 input_zero_point %zx0 data_format = channels_last
      : (tensor<1x7x9x20xui8>, tensor<40x20x1x1xi8>, tensor<ui8>) -> tensor<1x7x9x40xi32>
  %x1 = check.fill sizes [2, 7, 9, 21] seed 768 range [-128.0, 127.0] edges finite : tensor<2x?x?x21xi8>
  %w1 = check.fill seed 769 range [0.0, 255.0] edges finite as param : tensor<33x21x1x1xui8>
  %zx1 = rlx.constant dense<50> : tensor<i8>
  %y1 = rlx.conv_integer %x1, %w1 input_zero_point %zx1 data_format = channels_last
      : (tensor<2x?x?x21xi8>, tensor<33x21x1x1xui8>, tensor<i8>) -> tensor<2x?x?x33xi32>
  return %y0, %y1
      : tensor<1x7x9x40xi32>,
        tensor<2x?x?x33xi32>
}

// Groups, with more than one panel of columns each, and with less than a vector.
func.func @groups() -> (tensor<2x9x17x72xi32>,
        tensor<1x?x?x15xi32>,
        tensor<1x5x10x8xi32>) {
  %x0 = check.fill seed 770 range [0.0, 255.0] edges finite : tensor<2x9x17x16xui8>
  %w0 = check.fill seed 771 range [-128.0, 127.0] edges finite as param : tensor<72x8x3x3xi8>
  %zx0 = check.literal dense<50> : tensor<ui8>
  %y0 = rlx.conv_integer %x0, %w0 input_zero_point %zx0 pads = [1, 1, 1, 1] groups = 2 data_format = channels_last
      : (tensor<2x9x17x16xui8>, tensor<72x8x3x3xi8>, tensor<ui8>) -> tensor<2x9x17x72xi32>
  %x1 = check.fill sizes [1, 8, 19, 12] seed 772 range [-128.0, 127.0] edges finite : tensor<1x?x?x12xi8>
  %w1 = check.fill seed 773 range [-128.0, 127.0] edges finite as param : tensor<15x4x2x3xi8>
  %zx1 = check.literal dense<50> : tensor<i8> as param
  %y1 = rlx.conv_integer %x1, %w1 input_zero_point %zx1 strides = [2, 1] pads = [1, 2, 0, 0] groups = 3 data_format = channels_last
      : (tensor<1x?x?x12xi8>, tensor<15x4x2x3xi8>, tensor<i8>) -> tensor<1x?x?x15xi32>
  %x2 = check.fill seed 774 range [0.0, 255.0] edges finite : tensor<1x5x10x6xui8>
  %w2 = check.fill seed 775 range [-128.0, 127.0] edges finite as param : tensor<8x3x3x3xi8>
  %y2 = rlx.conv_integer %x2, %w2 pads = [1, 1, 1, 1] groups = 2 data_format = channels_last
      : (tensor<1x5x10x6xui8>, tensor<8x3x3x3xi8>) -> tensor<1x5x10x8xi32>
  return %y0, %y1, %y2
      : tensor<2x9x17x72xi32>,
        tensor<1x?x?x15xi32>,
        tensor<1x5x10x8xi32>
}

// Bias and requantization in the kernel.
func.func @requantised() -> (tensor<1x9x15x40xui8>,
        tensor<1x?x?x40xi8>,
        tensor<1x9x15x40xui8>) {
  %x0 = check.fill seed 776 range [0.0, 255.0] edges finite : tensor<1x9x15x16xui8>
  %w0 = check.fill seed 777 range [-128.0, 127.0] edges finite as param : tensor<40x16x3x3xi8>
  %b0 = check.fill seed 778 range [-30000.0, 30000.0] as param : tensor<40xi32>
  %zx0 = rlx.constant dense<120> : tensor<ui8>
  %m0 = check.fill seed 779 range [0.0001, 0.001] as param : tensor<40xf32>
  %zr0 = rlx.constant dense<7> : tensor<ui8>
  %y0 = rlx.q_conv %x0, %w0 bias %b0 input_zero_point %zx0 multiplier %m0 result_zero_point %zr0 to ui8 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x9x15x16xui8>, tensor<40x16x3x3xi8>, tensor<40xi32>, tensor<ui8>, tensor<40xf32>, tensor<ui8>) -> tensor<1x9x15x40xui8>
  %x1 = check.fill sizes [1, 9, 15, 16] seed 780 range [-128.0, 127.0] edges finite : tensor<1x?x?x16xi8>
  %w1 = check.fill seed 781 range [-128.0, 127.0] edges finite as param : tensor<40x16x3x3xi8>
  %b1 = check.fill seed 782 range [-30000.0, 30000.0] as param : tensor<40xi32>
  %zx1 = rlx.constant dense<-5> : tensor<i8>
  %m1 = rlx.constant dense<0.0005> : tensor<f32>
  %zr1 = rlx.constant dense<-7> : tensor<i8>
  %y1 = rlx.q_conv %x1, %w1 bias %b1 input_zero_point %zx1 multiplier %m1 result_zero_point %zr1 to i8 strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x?x?x16xi8>, tensor<40x16x3x3xi8>, tensor<40xi32>, tensor<i8>, tensor<f32>, tensor<i8>) -> tensor<1x?x?x40xi8>
  %x2 = check.fill seed 783 range [0.0, 255.0] edges finite : tensor<1x9x15x16xui8>
  %w2 = check.fill seed 784 range [0.0, 255.0] edges finite as param : tensor<40x16x1x1xui8>
  %b2 = check.fill seed 785 range [-30000.0, 30000.0] as param : tensor<40xi32>
  %zx2 = rlx.constant dense<5> : tensor<ui8>
  %zw2 = check.fill seed 786 range [0.0, 255.0] as param : tensor<40xui8>
  %m2 = check.fill seed 787 range [0.0001, 0.001] as param : tensor<40xf32>
  %zr2 = rlx.constant dense<128> : tensor<ui8>
  %y2 = rlx.q_conv %x2, %w2 bias %b2 input_zero_point %zx2 filter_zero_point %zw2 multiplier %m2 result_zero_point %zr2 to ui8 data_format = channels_last
      : (tensor<1x9x15x16xui8>, tensor<40x16x1x1xui8>, tensor<40xi32>, tensor<ui8>, tensor<40xui8>, tensor<40xf32>, tensor<ui8>) -> tensor<1x9x15x40xui8>
  return %y0, %y1, %y2
      : tensor<1x9x15x40xui8>,
        tensor<1x?x?x40xi8>,
        tensor<1x9x15x40xui8>
}

// Weights that are prefetched, and several workgroups.
func.func @many() -> (tensor<1x20x16x96xui8>) {
  %x0 = check.fill seed 788 range [0.0, 255.0] edges finite : tensor<1x20x16x128xui8>
  %w0 = check.fill seed 789 range [-128.0, 127.0] edges finite as param : tensor<96x128x3x3xi8>
  %b0 = check.fill seed 790 range [-30000.0, 30000.0] as param : tensor<96xi32>
  %zx0 = rlx.constant dense<99> : tensor<ui8>
  %m0 = check.fill seed 791 range [0.0001, 0.001] as param : tensor<96xf32>
  %zr0 = rlx.constant dense<7> : tensor<ui8>
  %y0 = rlx.q_conv %x0, %w0 bias %b0 input_zero_point %zx0 multiplier %m0 result_zero_point %zr0 to ui8 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x20x16x128xui8>, tensor<96x128x3x3xi8>, tensor<96xi32>, tensor<ui8>, tensor<96xf32>, tensor<ui8>) -> tensor<1x20x16x96xui8>
  return %y0
      : tensor<1x20x16x96xui8>
}
