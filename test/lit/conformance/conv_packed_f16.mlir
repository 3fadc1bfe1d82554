// RUN: rlx-check %{sample} %s %{quick-lanes}
// RUN: %if avx512-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v4 %s %}
// RUN: %if avx2 %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v3 %s %}

// Packed convolutions with f16 weights: with the instructions of this machine, and with older ones
// if it has them.

// Tails of rows, channels and columns; strides, dilations, pads on some sides only.
func.func @windows() -> (tensor<1x6x30x40xf16>,
        tensor<2x3x7x33xf16>,
        tensor<1x9x20x20xf16>,
        tensor<1x4x7x32xf16>,
        tensor<1x6x7x24xf16>,
        tensor<1x4x5x70xf16>,
        tensor<1x2x2x32xf16>) {
  %x0 = check.fill seed 401 : tensor<1x6x30x8xf16>
  %w0 = check.fill seed 402 as param : tensor<40x8x3x3xf16>
  %b0 = check.fill seed 403 as param : tensor<40xf16>
  %y0 = rlx.conv %x0, %w0, %b0 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x6x30x8xf16>, tensor<40x8x3x3xf16>, tensor<40xf16>) -> tensor<1x6x30x40xf16>
  %z0 = rlx.relu %y0 : (tensor<1x6x30x40xf16>) -> tensor<1x6x30x40xf16>
  %x1 = check.fill seed 404 : tensor<2x5x13x6xf16>
  %w1 = check.fill seed 405 as param : tensor<33x6x3x3xf16>
  %y1 = rlx.conv %x1, %w1 strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<2x5x13x6xf16>, tensor<33x6x3x3xf16>) -> tensor<2x3x7x33xf16>
  %x2 = check.fill seed 406 : tensor<1x9x20x4xf16>
  %w2 = check.fill seed 407 as param : tensor<20x4x3x3xf16>
  %y2 = rlx.conv %x2, %w2 pads = [2, 2, 2, 2] dilations = [2, 2] data_format = channels_last
      : (tensor<1x9x20x4xf16>, tensor<20x4x3x3xf16>) -> tensor<1x9x20x20xf16>
  %x3 = check.fill seed 408 : tensor<1x4x17x4xf16>
  %w3 = check.fill seed 409 as param : tensor<32x4x2x5xf16>
  %b3 = check.fill seed 410 as param : tensor<32xf16>
  %y3 = rlx.conv %x3, %w3, %b3 strides = [1, 3] pads = [1, 4, 0, 2] data_format = channels_last
      : (tensor<1x4x17x4xf16>, tensor<32x4x2x5xf16>, tensor<32xf16>) -> tensor<1x4x7x32xf16>
  %x4 = check.fill seed 411 : tensor<1x7x9x10xf16>
  %w4 = check.fill seed 412 as param : tensor<24x10x2x3xf16>
  %y4 = rlx.conv %x4, %w4 data_format = channels_last
      : (tensor<1x7x9x10xf16>, tensor<24x10x2x3xf16>) -> tensor<1x6x7x24xf16>
  %x5 = check.fill seed 413 : tensor<1x7x9x32xf16>
  %w5 = check.fill seed 414 as param : tensor<70x32x1x1xf16>
  %y5 = rlx.conv %x5, %w5 strides = [2, 2] data_format = channels_last
      : (tensor<1x7x9x32xf16>, tensor<70x32x1x1xf16>) -> tensor<1x4x5x70xf16>
  %x6 = check.fill seed 415 : tensor<1x2x2x2xf16>
  %w6 = check.fill seed 416 as param : tensor<32x2x3x3xf16>
  %y6 = rlx.conv %x6, %w6 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x2x2x2xf16>, tensor<32x2x3x3xf16>) -> tensor<1x2x2x32xf16>
  %z6 = rlx.gelu %y6 : (tensor<1x2x2x32xf16>) -> tensor<1x2x2x32xf16>
  %r6 = check.fill seed 417 : tensor<1x2x2x32xf16>
  %q6 = rlx.add %z6, %r6 : (tensor<1x2x2x32xf16>, tensor<1x2x2x32xf16>) -> tensor<1x2x2x32xf16>
  return %z0, %y1, %y2, %y3, %y4, %y5, %q6
      : tensor<1x6x30x40xf16>,
        tensor<2x3x7x33xf16>,
        tensor<1x9x20x20xf16>,
        tensor<1x4x7x32xf16>,
        tensor<1x6x7x24xf16>,
        tensor<1x4x5x70xf16>,
        tensor<1x2x2x32xf16>
}

// Window rows that do not fill groups of weight rows.
func.func @odd_channels() -> (tensor<1x6x12x32xf16>,
        tensor<1x6x7x18xf16>,
        tensor<1x8x11x17xf16>,
        tensor<1x6x11x16xf16>,
        tensor<1x8x9x16xf16>) {
  %x0 = check.fill seed 418 : tensor<1x12x23x3xf16>
  %w0 = check.fill seed 419 as param : tensor<32x3x7x7xf16>
  %b0 = check.fill seed 420 as param : tensor<32xf16>
  %y0 = rlx.conv %x0, %w0, %b0 strides = [2, 2] pads = [3, 3, 3, 3] data_format = channels_last
      : (tensor<1x12x23x3xf16>, tensor<32x3x7x7xf16>, tensor<32xf16>) -> tensor<1x6x12x32xf16>
  %z0 = rlx.relu %y0 : (tensor<1x6x12x32xf16>) -> tensor<1x6x12x32xf16>
  %x1 = check.fill seed 421 : tensor<1x6x9x5xf16>
  %w1 = check.fill seed 422 as param : tensor<18x5x3x3xf16>
  %y1 = rlx.conv %x1, %w1 pads = [1, 0, 1, 0] data_format = channels_last
      : (tensor<1x6x9x5xf16>, tensor<18x5x3x3xf16>) -> tensor<1x6x7x18xf16>
  %x2 = check.fill seed 423 : tensor<1x8x11x1xf16>
  %w2 = check.fill seed 424 as param : tensor<17x1x5x3xf16>
  %y2 = rlx.conv %x2, %w2 pads = [2, 1, 2, 1] data_format = channels_last
      : (tensor<1x8x11x1xf16>, tensor<17x1x5x3xf16>) -> tensor<1x8x11x17xf16>
  %x3 = check.fill seed 425 : tensor<1x8x11x3xf16>
  %w3 = check.fill seed 426 as param : tensor<16x3x3x1xf16>
  %y3 = rlx.conv %x3, %w3 pads = [1, 0, 1, 0] dilations = [2, 2] data_format = channels_last
      : (tensor<1x8x11x3xf16>, tensor<16x3x3x1xf16>) -> tensor<1x6x11x16xf16>
  %x4 = check.fill seed 427 : tensor<1x8x11x3xf16>
  %w4 = check.fill seed 428 as param : tensor<16x3x3x3xf16>
  %y4 = rlx.conv %x4, %w4 pads = [1, 1, 1, 1] dilations = [1, 2] data_format = channels_last
      : (tensor<1x8x11x3xf16>, tensor<16x3x3x3xf16>) -> tensor<1x8x9x16xf16>
  return %z0, %y1, %y2, %y3, %y4
      : tensor<1x6x12x32xf16>,
        tensor<1x6x7x18xf16>,
        tensor<1x8x11x17xf16>,
        tensor<1x6x11x16xf16>,
        tensor<1x8x9x16xf16>
}

// Dynamic sizes.
func.func @dynamic() -> (tensor<1x?x?x40xf16>,
        tensor<?x?x?x32xf16>,
        tensor<1x5x?x33xf16>,
        tensor<1x?x4x9xf16>) {
  %x0 = check.fill sizes [1, 9, 19, 6] seed 429 : tensor<1x?x?x6xf16>
  %w0 = check.fill seed 430 as param : tensor<40x6x3x3xf16>
  %b0 = check.fill seed 431 as param : tensor<40xf16>
  %y0 = rlx.conv %x0, %w0, %b0 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x?x?x6xf16>, tensor<40x6x3x3xf16>, tensor<40xf16>) -> tensor<1x?x?x40xf16>
  %x1 = check.fill sizes [2, 7, 8, 16] seed 432 : tensor<?x?x?x16xf16>
  %w1 = check.fill seed 433 as param : tensor<32x16x3x3xf16>
  %y1 = rlx.conv %x1, %w1 strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<?x?x?x16xf16>, tensor<32x16x3x3xf16>) -> tensor<?x?x?x32xf16>
  %z1 = rlx.relu %y1 : (tensor<?x?x?x32xf16>) -> tensor<?x?x?x32xf16>
  %r1 = check.fill sizes [2, 4, 4, 32] seed 434 : tensor<?x?x?x32xf16>
  %q1 = rlx.add %z1, %r1 : (tensor<?x?x?x32xf16>, tensor<?x?x?x32xf16>) -> tensor<?x?x?x32xf16>
  %x2 = check.fill sizes [1, 5, 40, 3] seed 435 : tensor<1x5x?x3xf16>
  %w2 = check.fill seed 436 as param : tensor<33x3x3x5xf16>
  %y2 = rlx.conv %x2, %w2 pads = [1, 2, 1, 2] data_format = channels_last
      : (tensor<1x5x?x3xf16>, tensor<33x3x3x5xf16>) -> tensor<1x5x?x33xf16>
  %x3 = check.fill sizes [1, 11, 6, 4] seed 437 : tensor<1x?x6x4xf16>
  %w3 = check.fill seed 438 as param : tensor<9x4x2x2xf16>
  %y3 = rlx.conv %x3, %w3 dilations = [3, 2] data_format = channels_last
      : (tensor<1x?x6x4xf16>, tensor<9x4x2x2xf16>) -> tensor<1x?x4x9xf16>
  return %y0, %q1, %y2, %y3
      : tensor<1x?x?x40xf16>,
        tensor<?x?x?x32xf16>,
        tensor<1x5x?x33xf16>,
        tensor<1x?x4x9xf16>
}

// Groups, with more than one panel of columns each, and with less than a vector.
func.func @groups() -> (tensor<2x9x17x72xf16>,
        tensor<1x?x?x15xf16>,
        tensor<1x8x19x12xf16>,
        tensor<1x5x10x8xf16>) {
  %x0 = check.fill seed 439 : tensor<2x9x17x12xf16>
  %w0 = check.fill seed 440 as param : tensor<72x6x3x3xf16>
  %b0 = check.fill seed 441 as param : tensor<72xf16>
  %y0 = rlx.conv %x0, %w0, %b0 pads = [1, 1, 1, 1] groups = 2 data_format = channels_last
      : (tensor<2x9x17x12xf16>, tensor<72x6x3x3xf16>, tensor<72xf16>) -> tensor<2x9x17x72xf16>
  %r0 = check.fill seed 442 : tensor<2x9x17x72xf16>
  %q0 = rlx.add %y0, %r0 : (tensor<2x9x17x72xf16>, tensor<2x9x17x72xf16>) -> tensor<2x9x17x72xf16>
  %x1 = check.fill sizes [1, 8, 19, 12] seed 443 : tensor<1x?x?x12xf16>
  %w1 = check.fill seed 444 as param : tensor<15x4x2x3xf16>
  %y1 = rlx.conv %x1, %w1 strides = [2, 1] pads = [1, 2, 0, 0] groups = 3 data_format = channels_last
      : (tensor<1x?x?x12xf16>, tensor<15x4x2x3xf16>) -> tensor<1x?x?x15xf16>
  %x2 = check.fill seed 445 : tensor<1x8x19x12xf16>
  %w2 = check.fill seed 446 as param : tensor<12x4x1x1xf16>
  %y2 = rlx.conv %x2, %w2 groups = 3 data_format = channels_last
      : (tensor<1x8x19x12xf16>, tensor<12x4x1x1xf16>) -> tensor<1x8x19x12xf16>
  %x3 = check.fill seed 447 : tensor<1x5x10x6xf16>
  %w3 = check.fill seed 448 as param : tensor<8x3x3x3xf16>
  %y3 = rlx.conv %x3, %w3 pads = [1, 1, 1, 1] groups = 2 data_format = channels_last
      : (tensor<1x5x10x6xf16>, tensor<8x3x3x3xf16>) -> tensor<1x5x10x8xf16>
  return %q0, %y1, %y2, %y3
      : tensor<2x9x17x72xf16>,
        tensor<1x?x?x15xf16>,
        tensor<1x8x19x12xf16>,
        tensor<1x5x10x8xf16>
}

// Depthwise.
func.func @depthwise() -> (tensor<1x9x15x20xf16>,
        tensor<2x4x6x37xf16>,
        tensor<1x?x?x16xf16>) {
  %x0 = check.fill seed 449 : tensor<1x9x15x20xf16>
  %w0 = check.fill seed 450 as param : tensor<20x1x3x3xf16>
  %b0 = check.fill seed 451 as param : tensor<20xf16>
  %y0 = rlx.conv %x0, %w0, %b0 pads = [1, 1, 1, 1] groups = 20 data_format = channels_last
      : (tensor<1x9x15x20xf16>, tensor<20x1x3x3xf16>, tensor<20xf16>) -> tensor<1x9x15x20xf16>
  %z0 = rlx.relu %y0 : (tensor<1x9x15x20xf16>) -> tensor<1x9x15x20xf16>
  %x1 = check.fill seed 452 : tensor<2x8x11x37xf16>
  %w1 = check.fill seed 453 as param : tensor<37x1x5x3xf16>
  %y1 = rlx.conv %x1, %w1 strides = [2, 2] pads = [2, 1, 2, 1] groups = 37 data_format = channels_last
      : (tensor<2x8x11x37xf16>, tensor<37x1x5x3xf16>) -> tensor<2x4x6x37xf16>
  %x2 = check.fill sizes [1, 7, 12, 16] seed 454 : tensor<1x?x?x16xf16>
  %w2 = check.fill seed 455 as param : tensor<16x1x3x3xf16>
  %y2 = rlx.conv %x2, %w2 pads = [2, 2, 2, 2] dilations = [2, 2] groups = 16 data_format = channels_last
      : (tensor<1x?x?x16xf16>, tensor<16x1x3x3xf16>) -> tensor<1x?x?x16xf16>
  %r2 = check.fill sizes [1, 7, 12, 16] seed 456 : tensor<1x?x?x16xf16>
  %q2 = rlx.add %y2, %r2 : (tensor<1x?x?x16xf16>, tensor<1x?x?x16xf16>) -> tensor<1x?x?x16xf16>
  return %z0, %y1, %q2
      : tensor<1x9x15x20xf16>,
        tensor<2x4x6x37xf16>,
        tensor<1x?x?x16xf16>
}

// Weights that are prefetched, and several workgroups.
func.func @many() -> (tensor<1x20x16x96xf16>) {
  %x0 = check.fill seed 457 : tensor<1x20x16x64xf16>
  %w0 = check.fill seed 458 as param : tensor<96x64x3x3xf16>
  %b0 = check.fill seed 459 as param : tensor<96xf16>
  %y0 = rlx.conv %x0, %w0, %b0 pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x20x16x64xf16>, tensor<96x64x3x3xf16>, tensor<96xf16>) -> tensor<1x20x16x96xf16>
  %z0 = rlx.relu %y0 : (tensor<1x20x16x96xf16>) -> tensor<1x20x16x96xf16>
  return %z0
      : tensor<1x20x16x96xf16>
}

// A filter has an infinite weight in its first corner, the next one a NaN at the right. They also
// count outside the image.
func.func @unusual_weights() -> tensor<1x9x30x20xf16> {
  %x = check.fill seed 460 : tensor<1x9x30x2xf16>
  %w0 = check.fill seed 461 as param : tensor<1x2x3x3xf16>
  %w1 = check.fill seed 462 as param : tensor<1x2x8xf16>
  %w2 = check.fill seed 463 as param : tensor<1x2x5xf16>
  %w3 = check.fill seed 464 as param : tensor<1x2x3xf16>
  %w4 = check.fill seed 465 as param : tensor<17x2x3x3xf16>
  %inf = check.literal dense<[[[0x7C00], [1.0]]]> : tensor<1x2x1xf16> as param
  %nan = check.literal dense<[[[1.0], [0x7E00]]]> : tensor<1x2x1xf16> as param
  %c1 = rlx.concat %inf, %w1 axis = 2 : (tensor<1x2x1xf16>, tensor<1x2x8xf16>) -> tensor<1x2x9xf16>
  %c2 = rlx.concat %w2, %nan, %w3 axis = 2
      : (tensor<1x2x5xf16>, tensor<1x2x1xf16>, tensor<1x2x3xf16>) -> tensor<1x2x9xf16>
  %c3 = rlx.concat %c1, %c2 axis = 0 : (tensor<1x2x9xf16>, tensor<1x2x9xf16>) -> tensor<2x2x9xf16>
  %c4 = rlx.reshape %c3 to [2, 2, 3, 3] : (tensor<2x2x9xf16>) -> tensor<2x2x3x3xf16>
  %w = rlx.concat %w0, %c4, %w4 axis = 0
      : (tensor<1x2x3x3xf16>, tensor<2x2x3x3xf16>, tensor<17x2x3x3xf16>) -> tensor<20x2x3x3xf16>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x9x30x2xf16>, tensor<20x2x3x3xf16>) -> tensor<1x9x30x20xf16>
  return %0 : tensor<1x9x30x20xf16>
}

// The same with dynamic width.
func.func @unusual_weights_narrow() -> tensor<1x9x?x20xf16> {
  %x = check.fill sizes [1, 9, 5, 2] seed 466 : tensor<1x9x?x2xf16>
  %w0 = check.fill seed 467 as param : tensor<1x2x3x3xf16>
  %w1 = check.fill seed 468 as param : tensor<1x2x8xf16>
  %w2 = check.fill seed 469 as param : tensor<1x2x5xf16>
  %w3 = check.fill seed 470 as param : tensor<1x2x3xf16>
  %w4 = check.fill seed 471 as param : tensor<17x2x3x3xf16>
  %inf = check.literal dense<[[[0x7C00], [1.0]]]> : tensor<1x2x1xf16> as param
  %nan = check.literal dense<[[[1.0], [0x7E00]]]> : tensor<1x2x1xf16> as param
  %c1 = rlx.concat %inf, %w1 axis = 2 : (tensor<1x2x1xf16>, tensor<1x2x8xf16>) -> tensor<1x2x9xf16>
  %c2 = rlx.concat %w2, %nan, %w3 axis = 2
      : (tensor<1x2x5xf16>, tensor<1x2x1xf16>, tensor<1x2x3xf16>) -> tensor<1x2x9xf16>
  %c3 = rlx.concat %c1, %c2 axis = 0 : (tensor<1x2x9xf16>, tensor<1x2x9xf16>) -> tensor<2x2x9xf16>
  %c4 = rlx.reshape %c3 to [2, 2, 3, 3] : (tensor<2x2x9xf16>) -> tensor<2x2x3x3xf16>
  %w = rlx.concat %w0, %c4, %w4 axis = 0
      : (tensor<1x2x3x3xf16>, tensor<2x2x3x3xf16>, tensor<17x2x3x3xf16>) -> tensor<20x2x3x3xf16>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x9x?x2xf16>, tensor<20x2x3x3xf16>) -> tensor<1x9x?x20xf16>
  return %0 : tensor<1x9x?x20xf16>
}

// Without columns outside the image.
func.func @unusual_weights_rows() -> tensor<1x9x?x20xf16> {
  %x = check.fill sizes [1, 9, 6, 2] seed 472 : tensor<1x9x?x2xf16>
  %w0 = check.fill seed 473 as param : tensor<1x2x3x3xf16>
  %w1 = check.fill seed 474 as param : tensor<1x2x8xf16>
  %w2 = check.fill seed 475 as param : tensor<1x2x5xf16>
  %w3 = check.fill seed 476 as param : tensor<1x2x3xf16>
  %w4 = check.fill seed 477 as param : tensor<17x2x3x3xf16>
  %inf = check.literal dense<[[[0x7C00], [1.0]]]> : tensor<1x2x1xf16> as param
  %nan = check.literal dense<[[[1.0], [0x7E00]]]> : tensor<1x2x1xf16> as param
  %c1 = rlx.concat %inf, %w1 axis = 2 : (tensor<1x2x1xf16>, tensor<1x2x8xf16>) -> tensor<1x2x9xf16>
  %c2 = rlx.concat %w2, %nan, %w3 axis = 2
      : (tensor<1x2x5xf16>, tensor<1x2x1xf16>, tensor<1x2x3xf16>) -> tensor<1x2x9xf16>
  %c3 = rlx.concat %c1, %c2 axis = 0 : (tensor<1x2x9xf16>, tensor<1x2x9xf16>) -> tensor<2x2x9xf16>
  %c4 = rlx.reshape %c3 to [2, 2, 3, 3] : (tensor<2x2x9xf16>) -> tensor<2x2x3x3xf16>
  %w = rlx.concat %w0, %c4, %w4 axis = 0
      : (tensor<1x2x3x3xf16>, tensor<2x2x3x3xf16>, tensor<17x2x3x3xf16>) -> tensor<20x2x3x3xf16>
  %0 = rlx.conv %x, %w pads = [1, 0, 1, 0] data_format = channels_last
      : (tensor<1x9x?x2xf16>, tensor<20x2x3x3xf16>) -> tensor<1x9x?x20xf16>
  return %0 : tensor<1x9x?x20xf16>
}
