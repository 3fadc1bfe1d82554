// RUN: rlx-check %{sample} %s %{quick-lanes}

// Text generation: one query per head, and groups of four heads share keys.
func.func @one_query() -> tensor<1x8x1x32xf32> {
  %q = check.fill seed 501 : tensor<1x8x1x32xf32>
  %k = check.fill seed 502 : tensor<1x2x150x32xf32>
  %v = check.fill seed 503 : tensor<1x2x150x32xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<1x8x1x32xf32>, tensor<1x2x150x32xf32>, tensor<1x2x150x32xf32>) -> tensor<1x8x1x32xf32>
  return %0 : tensor<1x8x1x32xf32>
}

// The same in layout bshd, with an odd number of heads per group, and sizes that fill no vector.
func.func @one_query_bshd() -> tensor<2x1x6x37xf32> {
  %q = check.fill seed 504 : tensor<2x1x6x20xf32>
  %k = check.fill seed 505 : tensor<2x83x2x20xf32>
  %v = check.fill seed 506 : tensor<2x83x2x37xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = none
      : (tensor<2x1x6x20xf32>, tensor<2x83x2x20xf32>, tensor<2x83x2x37xf32>) -> tensor<2x1x6x37xf32>
  %r = check.fill seed 507 : tensor<2x1x6x37xf32>
  %1 = rlx.add %0, %r : (tensor<2x1x6x37xf32>, tensor<2x1x6x37xf32>) -> tensor<2x1x6x37xf32>
  return %1 : tensor<2x1x6x37xf32>
}

// Every head has its own keys.
func.func @own_keys() -> tensor<2x3x1x64xf32> {
  %q = check.fill seed 508 : tensor<2x3x1x64xf32>
  %k = check.fill seed 509 : tensor<2x3x70x64xf32>
  %v = check.fill seed 510 : tensor<2x3x70x64xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<2x3x1x64xf32>, tensor<2x3x70x64xf32>, tensor<2x3x70x64xf32>) -> tensor<2x3x1x64xf32>
  return %0 : tensor<2x3x1x64xf32>
}

// The value size exceeds the number of registers.
func.func @wide_values() -> tensor<1x4x2x276xf32> {
  %q = check.fill seed 511 : tensor<1x4x2x16xf32>
  %k = check.fill seed 512 : tensor<1x4x67x16xf32>
  %v = check.fill seed 513 : tensor<1x4x67x276xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<1x4x2x16xf32>, tensor<1x4x67x16xf32>, tensor<1x4x67x276xf32>) -> tensor<1x4x2x276xf32>
  return %0 : tensor<1x4x2x276xf32>
}

// The same with shared keys.
func.func @wide_values_shared() -> tensor<1x4x1x140xf32> {
  %q = check.fill seed 514 : tensor<1x4x1x8xf32>
  %k = check.fill seed 515 : tensor<1x1x65x8xf32>
  %v = check.fill seed 516 : tensor<1x1x65x140xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<1x4x1x8xf32>, tensor<1x1x65x8xf32>, tensor<1x1x65x140xf32>) -> tensor<1x4x1x140xf32>
  return %0 : tensor<1x4x1x140xf32>
}

// Three queries, each with another number of visible keys.
func.func @causal() -> tensor<1x4x3x16xf32> {
  %q = check.fill seed 517 : tensor<1x4x3x16xf32>
  %k = check.fill seed 518 : tensor<1x2x129x16xf32>
  %v = check.fill seed 519 : tensor<1x2x129x16xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<1x4x3x16xf32>, tensor<1x2x129x16xf32>, tensor<1x2x129x16xf32>) -> tensor<1x4x3x16xf32>
  return %0 : tensor<1x4x3x16xf32>
}

// More queries than keys: the first queries see none.
func.func @causal_first_keys() -> tensor<1x5x2x8xf32> {
  %q = check.fill seed 520 : tensor<1x5x2x8xf32>
  %k = check.fill seed 521 : tensor<1x3x1x8xf32>
  %v = check.fill seed 522 : tensor<1x3x1x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = causal
      : (tensor<1x5x2x8xf32>, tensor<1x3x1x8xf32>, tensor<1x3x1x8xf32>) -> tensor<1x5x2x8xf32>
  return %0 : tensor<1x5x2x8xf32>
}

// Only keys of the last blocks are visible.
func.func @window() -> tensor<1x4x2x24xf32> {
  %q = check.fill seed 523 : tensor<1x4x2x16xf32>
  %k = check.fill seed 524 : tensor<1x1x200x16xf32>
  %v = check.fill seed 525 : tensor<1x1x200x24xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 70
      : (tensor<1x4x2x16xf32>, tensor<1x1x200x16xf32>, tensor<1x1x200x24xf32>) -> tensor<1x4x2x24xf32>
  return %0 : tensor<1x4x2x24xf32>
}

func.func @window_dynamic() -> tensor<1x?x4x24xf32> {
  %q = check.fill sizes [1, 2, 4, 16] seed 526 : tensor<1x?x4x16xf32>
  %k = check.fill sizes [1, 200, 1, 16] seed 527 : tensor<1x?x1x16xf32>
  %v = check.fill sizes [1, 200, 1, 24] seed 528 : tensor<1x?x1x24xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = sliding_window window = 3
      : (tensor<1x?x4x16xf32>, tensor<1x?x1x16xf32>, tensor<1x?x1x24xf32>) -> tensor<1x?x4x24xf32>
  return %0 : tensor<1x?x4x24xf32>
}

// A bias per head and query.
func.func @bias() -> tensor<2x4x2x16xf32> {
  %q = check.fill seed 529 : tensor<2x4x2x16xf32>
  %k = check.fill seed 530 : tensor<2x2x90x16xf32>
  %v = check.fill seed 531 : tensor<2x2x90x16xf32>
  %m = check.fill seed 532 : tensor<2x4x2x90xf32>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = bias
      : (tensor<2x4x2x16xf32>, tensor<2x2x90x16xf32>, tensor<2x2x90x16xf32>, tensor<2x4x2x90xf32>) -> tensor<2x4x2x16xf32>
  return %0 : tensor<2x4x2x16xf32>
}

func.func @bias_over_keys() -> tensor<2x4x2x16xf32> {
  %q = check.fill seed 533 : tensor<2x4x2x16xf32>
  %k = check.fill seed 534 : tensor<2x2x90x16xf32>
  %v = check.fill seed 535 : tensor<2x2x90x16xf32>
  %m = check.fill seed 536 : tensor<1x1x1x90xf32>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = bias
      : (tensor<2x4x2x16xf32>, tensor<2x2x90x16xf32>, tensor<2x2x90x16xf32>, tensor<1x1x1x90xf32>) -> tensor<2x4x2x16xf32>
  return %0 : tensor<2x4x2x16xf32>
}

// One bias for all keys.
func.func @bias_over_queries() -> tensor<1x2x2x16xf32> {
  %q = check.fill seed 537 : tensor<1x2x2x16xf32>
  %k = check.fill seed 538 : tensor<1x2x33x16xf32>
  %v = check.fill seed 539 : tensor<1x2x33x16xf32>
  %m = check.fill seed 540 : tensor<2x2x1xf32>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = bias
      : (tensor<1x2x2x16xf32>, tensor<1x2x33x16xf32>, tensor<1x2x33x16xf32>, tensor<2x2x1xf32>) -> tensor<1x2x2x16xf32>
  return %0 : tensor<1x2x2x16xf32>
}

// A mask of valid keys, as for padded sequences.
func.func @padding() -> tensor<2x1x4x16xf32> {
  %q = check.fill seed 541 : tensor<2x1x4x16xf32>
  %k = check.fill seed 542 : tensor<2x75x1x16xf32>
  %v = check.fill seed 543 : tensor<2x75x1x16xf32>
  %m = check.fill seed 544 : tensor<2x75xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bshd mask = custom
      : (tensor<2x1x4x16xf32>, tensor<2x75x1x16xf32>, tensor<2x75x1x16xf32>, tensor<2x75xi1>) -> tensor<2x1x4x16xf32>
  return %0 : tensor<2x1x4x16xf32>
}

func.func @custom() -> tensor<1x4x3x16xf32> {
  %q = check.fill seed 545 : tensor<1x4x3x16xf32>
  %k = check.fill seed 546 : tensor<1x4x40x16xf32>
  %v = check.fill seed 547 : tensor<1x4x40x16xf32>
  %m = check.fill seed 548 : tensor<1x4x3x40xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<1x4x3x16xf32>, tensor<1x4x40x16xf32>, tensor<1x4x40x16xf32>, tensor<1x4x3x40xi1>) -> tensor<1x4x3x16xf32>
  return %0 : tensor<1x4x3x16xf32>
}

func.func @softcap() -> tensor<1x4x1x16xf32> {
  %q = check.fill seed 549 : tensor<1x4x1x16xf32>
  %k = check.fill seed 550 : tensor<1x1x40x16xf32>
  %v = check.fill seed 551 : tensor<1x1x40x16xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none softcap = 2.5
      : (tensor<1x4x1x16xf32>, tensor<1x1x40x16xf32>, tensor<1x1x40x16xf32>) -> tensor<1x4x1x16xf32>
  return %0 : tensor<1x4x1x16xf32>
}

// Dynamic lengths: there is code for decode attention and for many queries.
func.func @dynamic() -> tensor<1x8x?x32xf32> {
  %q = check.fill sizes [1, 8, 1, 32] seed 552 : tensor<1x8x?x32xf32>
  %k = check.fill sizes [1, 2, 150, 32] seed 553 : tensor<1x2x?x32xf32>
  %v = check.fill sizes [1, 2, 150, 32] seed 554 : tensor<1x2x?x32xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<1x8x?x32xf32>, tensor<1x2x?x32xf32>, tensor<1x2x?x32xf32>) -> tensor<1x8x?x32xf32>
  %r = check.fill sizes [1, 8, 1, 32] seed 555 : tensor<1x8x?x32xf32>
  %1 = rlx.add %0, %r : (tensor<1x8x?x32xf32>, tensor<1x8x?x32xf32>) -> tensor<1x8x?x32xf32>
  return %1 : tensor<1x8x?x32xf32>
}

// The largest number of queries that decode attention takes with 16 lanes, and one more.
func.func @dynamic_most() -> tensor<1x2x?x8xf32> {
  %q = check.fill sizes [1, 2, 16, 8] seed 556 : tensor<1x2x?x8xf32>
  %k = check.fill sizes [1, 1, 40, 8] seed 557 : tensor<1x1x?x8xf32>
  %v = check.fill sizes [1, 1, 40, 8] seed 558 : tensor<1x1x?x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<1x2x?x8xf32>, tensor<1x1x?x8xf32>, tensor<1x1x?x8xf32>) -> tensor<1x2x?x8xf32>
  return %0 : tensor<1x2x?x8xf32>
}

func.func @dynamic_more() -> tensor<1x2x?x8xf32> {
  %q = check.fill sizes [1, 2, 17, 8] seed 559 : tensor<1x2x?x8xf32>
  %k = check.fill sizes [1, 1, 40, 8] seed 560 : tensor<1x1x?x8xf32>
  %v = check.fill sizes [1, 1, 40, 8] seed 561 : tensor<1x1x?x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<1x2x?x8xf32>, tensor<1x1x?x8xf32>, tensor<1x1x?x8xf32>) -> tensor<1x2x?x8xf32>
  return %0 : tensor<1x2x?x8xf32>
}

func.func @dynamic_no_keys() -> tensor<1x2x?x8xf32> {
  %q = check.fill sizes [1, 2, 1, 8] seed 562 : tensor<1x2x?x8xf32>
  %k = check.fill sizes [1, 1, 0, 8] seed 563 : tensor<1x1x?x8xf32>
  %v = check.fill sizes [1, 1, 0, 8] seed 564 : tensor<1x1x?x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<1x2x?x8xf32>, tensor<1x1x?x8xf32>, tensor<1x1x?x8xf32>) -> tensor<1x2x?x8xf32>
  return %0 : tensor<1x2x?x8xf32>
}

// Grouped heads with many keys.
func.func @shared_heads() -> (tensor<1x8x1x64xf16>, tensor<2x1x12x32xf32>) {
  %q = check.fill seed 570 : tensor<1x8x1x64xf16>
  %k = check.fill seed 571 : tensor<1x2x300x64xf16>
  %v = check.fill seed 572 : tensor<1x2x300x64xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<1x8x1x64xf16>, tensor<1x2x300x64xf16>, tensor<1x2x300x64xf16>) -> tensor<1x8x1x64xf16>
  %q1 = check.fill seed 573 : tensor<2x1x12x32xf32>
  %k1 = check.fill seed 574 : tensor<2x517x4x32xf32>
  %v1 = check.fill seed 575 : tensor<2x517x4x32xf32>
  %1 = rlx.attention %q1, %k1, %v1 layout = bshd mask = sliding_window window = 100
      : (tensor<2x1x12x32xf32>, tensor<2x517x4x32xf32>, tensor<2x517x4x32xf32>) -> tensor<2x1x12x32xf32>
  return %0, %1 : tensor<1x8x1x64xf16>, tensor<2x1x12x32xf32>
}

// NaN keys.
func.func @special() -> tensor<1x2x1x8xf32> {
  %q = check.fill seed 600 : tensor<1x2x1x8xf32>
  %k0 = check.fill seed 601 : tensor<1x1x70x8xf32>
  %v = check.fill seed 602 : tensor<1x1x71x8xf32>
  %nan = check.literal dense<0x7FC00000> : tensor<1x1x1x8xf32>
  %k = rlx.concat %k0, %nan axis = 2 : (tensor<1x1x70x8xf32>, tensor<1x1x1x8xf32>) -> tensor<1x1x71x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<1x2x1x8xf32>, tensor<1x1x71x8xf32>, tensor<1x1x71x8xf32>) -> tensor<1x2x1x8xf32>
  return %0 : tensor<1x2x1x8xf32>
}

// An infinite value shows in spite of zero weights.
func.func @infinite_value() -> tensor<1x1x1x4xf32> {
  %q = check.literal dense<[[[[1.0, 0.0, 0.0, 0.0]]]]> : tensor<1x1x1x4xf32>
  %k = check.literal dense<[[[[100.0, 0.0, 0.0, 0.0], [100.5, 0.0, 0.0, 0.0]]]]> : tensor<1x1x2x4xf32>
  %v = check.literal dense<[[[[0x7F800000, 1.0, -2.0, 0.0], [3.0, 0xFF800000, 2.0, 0.0]]]]> : tensor<1x1x2x4xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<1x1x1x4xf32>, tensor<1x1x2x4xf32>, tensor<1x1x2x4xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}
