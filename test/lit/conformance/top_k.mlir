// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: equal elements are ordered by index.
func.func @literals() -> (tensor<2x3xf32>, tensor<2x3xi64>, tensor<1x4xf32>, tensor<1x4xi64>) {
  %x = check.literal dense<[[1.0, 5.0, -2.0, 5.0], [0.0, -0.0, 0.0, -1.0]]> : tensor<2x4xf32>
  %0:2 = rlx.top_k %x k = 3 axis = 1 : (tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  %w0 = check.literal dense<[[5.0, 5.0, 1.0], [0.0, -0.0, 0.0]]> : tensor<2x3xf32>
  %p0 = check.literal dense<[[1, 3, 0], [0, 1, 2]]> : tensor<2x3xi64>
  check.expect_eq %0#0, %w0 {signed_zeros} : tensor<2x3xf32>, tensor<2x3xf32>
  check.expect_eq %0#1, %p0 : tensor<2x3xi64>, tensor<2x3xi64>
  %1:2 = rlx.top_k %x k = 1 axis = -2 {largest = false} : (tensor<2x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xi64>)
  %w1 = check.literal dense<[[0.0, -0.0, -2.0, -1.0]]> : tensor<1x4xf32>
  %p1 = check.literal dense<[[1, 1, 0, 1]]> : tensor<1x4xi64>
  check.expect_eq %1#0, %w1 : tensor<1x4xf32>, tensor<1x4xf32>
  check.expect_eq %1#1, %p1 : tensor<1x4xi64>, tensor<1x4xi64>
  return %0#0, %0#1, %1#0, %1#1 : tensor<2x3xf32>, tensor<2x3xi64>, tensor<1x4xf32>, tensor<1x4xi64>
}

// NaN is larger than infinity, and equal to NaN.
func.func @special() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi64>) {
  %x = check.literal dense<[0x7F800000, 0x7FC00000, 1.0, 0xFFC00000, 0xFF800000, 0x7F800000]> : tensor<6xf32>
  %0:2 = rlx.top_k %x k = 6 axis = 0 : (tensor<6xf32>) -> (tensor<6xf32>, tensor<6xi64>)
  %p0 = check.literal dense<[1, 3, 0, 5, 2, 4]> : tensor<6xi64>
  check.expect_eq %0#1, %p0 : tensor<6xi64>, tensor<6xi64>
  %1:2 = rlx.top_k %x k = 6 axis = 0 {largest = false} : (tensor<6xf32>) -> (tensor<6xf32>, tensor<6xi64>)
  %p1 = check.literal dense<[4, 2, 0, 5, 1, 3]> : tensor<6xi64>
  check.expect_eq %1#1, %p1 : tensor<6xi64>, tensor<6xi64>
  return %0#0, %0#1, %1#0, %1#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi64>
}

func.func @integers() -> (tensor<3xi8>, tensor<3xi64>, tensor<3xui8>, tensor<3xi64>, tensor<2xi1>, tensor<2xi64>) {
  %x = check.literal dense<[-128, 127, -1, 0]> : tensor<4xi8>
  %0:2 = rlx.top_k %x k = 3 axis = 0 : (tensor<4xi8>) -> (tensor<3xi8>, tensor<3xi64>)
  %w0 = check.literal dense<[127, 0, -1]> : tensor<3xi8>
  check.expect_eq %0#0, %w0 : tensor<3xi8>, tensor<3xi8>
  %y = check.literal dense<[128, 127, 255, 0]> : tensor<4xui8>
  %1:2 = rlx.top_k %y k = 3 axis = 0 {largest = false} : (tensor<4xui8>) -> (tensor<3xui8>, tensor<3xi64>)
  %w1 = check.literal dense<[0, 127, 128]> : tensor<3xui8>
  check.expect_eq %1#0, %w1 : tensor<3xui8>, tensor<3xui8>
  %z = check.literal dense<[false, true, true]> : tensor<3xi1>
  %2:2 = rlx.top_k %z k = 2 axis = 0 : (tensor<3xi1>) -> (tensor<2xi1>, tensor<2xi64>)
  %p2 = check.literal dense<[1, 2]> : tensor<2xi64>
  check.expect_eq %2#1, %p2 : tensor<2xi64>, tensor<2xi64>
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<3xi8>, tensor<3xi64>, tensor<3xui8>, tensor<3xi64>, tensor<2xi1>, tensor<2xi64>
}

// k equals the row length, so the whole row is sorted; many ties in the second one.
func.func @whole_rows() -> (tensor<5x37xf32>, tensor<5x37xi64>, tensor<4x64xi32>, tensor<4x64xi64>) {
  %x = check.fill seed 1 edges all : tensor<5x37xf32>
  %0:2 = rlx.top_k %x k = 37 axis = 1 : (tensor<5x37xf32>) -> (tensor<5x37xf32>, tensor<5x37xi64>)
  %y = check.fill seed 2 range [0.0, 5.0] : tensor<4x64xi32>
  %1:2 = rlx.top_k %y k = 64 axis = 1 {largest = false} : (tensor<4x64xi32>) -> (tensor<4x64xi32>, tensor<4x64xi64>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<5x37xf32>, tensor<5x37xi64>, tensor<4x64xi32>, tensor<4x64xi64>
}

func.func @every_axis() -> (tensor<2x6x5xf32>, tensor<2x6x5xi64>, tensor<3x1x5xf32>, tensor<3x1x5xi64>, tensor<3x6x4xf32>, tensor<3x6x4xi64>) {
  %x = check.fill seed 3 : tensor<3x6x5xf32>
  %0:2 = rlx.top_k %x k = 2 axis = 0 : (tensor<3x6x5xf32>) -> (tensor<2x6x5xf32>, tensor<2x6x5xi64>)
  %1:2 = rlx.top_k %x k = 1 axis = 1 : (tensor<3x6x5xf32>) -> (tensor<3x1x5xf32>, tensor<3x1x5xi64>)
  %2:2 = rlx.top_k %x k = 4 axis = -1 {largest = false} : (tensor<3x6x5xf32>) -> (tensor<3x6x4xf32>, tensor<3x6x4xi64>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<2x6x5xf32>, tensor<2x6x5xi64>, tensor<3x1x5xf32>, tensor<3x1x5xi64>, tensor<3x6x4xf32>, tensor<3x6x4xi64>
}

// Several workgroups. Only one result is used.
func.func @logits() -> (tensor<?x5xi64>, tensor<?x?x3xf32>) {
  %x = check.fill sizes [33, 1000] seed 4 : tensor<?x1000xf32>
  %0:2 = rlx.top_k %x k = 5 axis = -1 : (tensor<?x1000xf32>) -> (tensor<?x5xf32>, tensor<?x5xi64>)
  %y = check.fill sizes [2, 5, 99] seed 5 : tensor<?x?x?xf32>
  %1:2 = rlx.top_k %y k = 3 axis = 2 : (tensor<?x?x?xf32>) -> (tensor<?x?x3xf32>, tensor<?x?x3xi64>)
  %2 = rlx.neg %1#0 : (tensor<?x?x3xf32>) -> tensor<?x?x3xf32>
  return %0#1, %2 : tensor<?x5xi64>, tensor<?x?x3xf32>
}

func.func @types() -> (tensor<3xf16>, tensor<3xbf16>, tensor<3xf64>, tensor<3xi16>, tensor<3xi64>, tensor<3xui16>, tensor<3xui32>, tensor<3xui64>) {
  %a = check.fill seed 6 edges all : tensor<20xf16>
  %0:2 = rlx.top_k %a k = 3 axis = 0 : (tensor<20xf16>) -> (tensor<3xf16>, tensor<3xi64>)
  %b = check.fill seed 7 edges all : tensor<20xbf16>
  %1:2 = rlx.top_k %b k = 3 axis = 0 {largest = false} : (tensor<20xbf16>) -> (tensor<3xbf16>, tensor<3xi64>)
  %c = check.fill seed 8 : tensor<20xf64>
  %2:2 = rlx.top_k %c k = 3 axis = 0 : (tensor<20xf64>) -> (tensor<3xf64>, tensor<3xi64>)
  %d = check.fill seed 9 edges all : tensor<20xi16>
  %3:2 = rlx.top_k %d k = 3 axis = 0 : (tensor<20xi16>) -> (tensor<3xi16>, tensor<3xi64>)
  %e = check.fill seed 10 edges all : tensor<20xi64>
  %4:2 = rlx.top_k %e k = 3 axis = 0 {largest = false} : (tensor<20xi64>) -> (tensor<3xi64>, tensor<3xi64>)
  %f = check.fill seed 11 edges all : tensor<20xui16>
  %5:2 = rlx.top_k %f k = 3 axis = 0 : (tensor<20xui16>) -> (tensor<3xui16>, tensor<3xi64>)
  %g = check.fill seed 12 edges all : tensor<20xui32>
  %6:2 = rlx.top_k %g k = 3 axis = 0 : (tensor<20xui32>) -> (tensor<3xui32>, tensor<3xi64>)
  %h = check.fill seed 13 edges all : tensor<20xui64>
  %7:2 = rlx.top_k %h k = 3 axis = 0 : (tensor<20xui64>) -> (tensor<3xui64>, tensor<3xi64>)
  return %0#0, %1#0, %2#0, %3#0, %4#0, %5#0, %6#0, %7#0 : tensor<3xf16>, tensor<3xbf16>, tensor<3xf64>, tensor<3xi16>, tensor<3xi64>, tensor<3xui16>, tensor<3xui32>, tensor<3xui64>
}

// More iterations than some drivers allow a loop.
func.func @long_row() -> (tensor<5xf32>, tensor<5xi64>) {
  %x = check.fill seed 17 : tensor<70000xf32>
  %0:2 = rlx.top_k %x k = 5 axis = 0 : (tensor<70000xf32>) -> (tensor<5xf32>, tensor<5xi64>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xi64>
}

func.func @empty_and_one() -> (tensor<4x0xf32>, tensor<?x2xi64>, tensor<1xf32>) {
  %x = check.fill seed 14 : tensor<4x3xf32>
  %0:2 = rlx.top_k %x k = 0 axis = 1 : (tensor<4x3xf32>) -> (tensor<4x0xf32>, tensor<4x0xi64>)
  %y = check.fill sizes [0, 3] seed 15 : tensor<?x3xf32>
  %1:2 = rlx.top_k %y k = 2 axis = 1 : (tensor<?x3xf32>) -> (tensor<?x2xf32>, tensor<?x2xi64>)
  %z = check.fill seed 16 : tensor<1xf32>
  %2:2 = rlx.top_k %z k = 1 axis = 0 : (tensor<1xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  return %0#0, %1#1, %2#0 : tensor<4x0xf32>, tensor<?x2xi64>, tensor<1xf32>
}

// k equals the row length, and no workgroup sorts the row at once: sorted parts are merged.
func.func @long_sorts() -> (tensor<5000xf32>, tensor<5000xi64>, tensor<2300x3xi32>, tensor<2300x3xi64>) {
  %x = check.fill seed 18 edges all : tensor<5000xf32>
  %0:2 = rlx.top_k %x k = 5000 axis = 0 : (tensor<5000xf32>) -> (tensor<5000xf32>, tensor<5000xi64>)
  %y = check.fill seed 19 range [0.0, 99.0] : tensor<2300x3xi32>
  %1:2 = rlx.top_k %y k = 2300 axis = 0 {largest = false} : (tensor<2300x3xi32>) -> (tensor<2300x3xi32>, tensor<2300x3xi64>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<5000xf32>, tensor<5000xi64>, tensor<2300x3xi32>, tensor<2300x3xi64>
}

// k is most of a long row: the parts' results are cut off and merged.
func.func @most() -> (tensor<?x700xf16>, tensor<?x700xi64>, tensor<1x4000xi8>, tensor<1x4000xi64>) {
  %x = check.fill sizes [3, 5000] seed 20 range [0.0, 1.0] : tensor<?x5000xf16>
  %0:2 = rlx.top_k %x k = 700 axis = 1 {largest = false} : (tensor<?x5000xf16>) -> (tensor<?x700xf16>, tensor<?x700xi64>)
  %y = check.fill seed 21 edges all : tensor<1x6001xi8>
  %1:2 = rlx.top_k %y k = 4000 axis = 1 : (tensor<1x6001xi8>) -> (tensor<1x4000xi8>, tensor<1x4000xi64>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<?x700xf16>, tensor<?x700xi64>, tensor<1x4000xi8>, tensor<1x4000xi64>
}

// The same for all other types. k is more than a quarter of the elements that a workgroup sorts.
// All have ties and NaN.
func.func @merged_types() -> (tensor<2500xi1>, tensor<2500xi64>, tensor<2x700xi16>, tensor<2x700xi64>, tensor<2100xi64>, tensor<2100xi64>,
                              tensor<1300x2xf64>, tensor<1300x2xi64>, tensor<3000xbf16>, tensor<3000xi64>) {
  %a = check.fill seed 29 : tensor<2500xi1>
  %0:2 = rlx.top_k %a k = 2500 axis = 0 : (tensor<2500xi1>) -> (tensor<2500xi1>, tensor<2500xi64>)
  %b = check.fill seed 30 edges all : tensor<2x2051xi16>
  %1:2 = rlx.top_k %b k = 700 axis = 1 {largest = false} : (tensor<2x2051xi16>) -> (tensor<2x700xi16>, tensor<2x700xi64>)
  %c = check.fill seed 31 edges all : tensor<2100xi64>
  %2:2 = rlx.top_k %c k = 2100 axis = 0 {largest = false} : (tensor<2100xi64>) -> (tensor<2100xi64>, tensor<2100xi64>)
  %d = check.fill seed 32 edges all : tensor<2049x2xf64>
  %3:2 = rlx.top_k %d k = 1300 axis = 0 : (tensor<2049x2xf64>) -> (tensor<1300x2xf64>, tensor<1300x2xi64>)
  %e = check.fill seed 33 edges all : tensor<3000xbf16>
  %4:2 = rlx.top_k %e k = 3000 axis = 0 {largest = false} : (tensor<3000xbf16>) -> (tensor<3000xbf16>, tensor<3000xi64>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1 : tensor<2500xi1>, tensor<2500xi64>, tensor<2x700xi16>, tensor<2x700xi64>,
      tensor<2100xi64>, tensor<2100xi64>, tensor<1300x2xf64>, tensor<1300x2xi64>, tensor<3000xbf16>, tensor<3000xi64>
}

// A small k: each part selects, and then the selected elements are selected from. Many ties, and
// NaN.
func.func @few_of_long_rows() -> (tensor<2x50xf32>, tensor<2x50xi64>, tensor<2x9x3xi64>, tensor<200xbf16>) {
  %x = check.fill seed 22 edges all : tensor<2x20011xf32>
  %0:2 = rlx.top_k %x k = 50 axis = 1 {largest = false} : (tensor<2x20011xf32>) -> (tensor<2x50xf32>, tensor<2x50xi64>)
  %y = check.fill seed 23 range [0.0, 9.0] : tensor<2x3000x3xi64>
  %1:2 = rlx.top_k %y k = 9 axis = 1 : (tensor<2x3000x3xi64>) -> (tensor<2x9x3xi64>, tensor<2x9x3xi64>)
  %z = check.fill seed 24 range [0.0, 1.0] : tensor<7000xbf16>
  %2:2 = rlx.top_k %z k = 200 axis = 0 : (tensor<7000xbf16>) -> (tensor<200xbf16>, tensor<200xi64>)
  return %0#0, %0#1, %1#1, %2#0 : tensor<2x50xf32>, tensor<2x50xi64>, tensor<2x9x3xi64>, tensor<200xbf16>
}

// One row per workgroup, and dynamic length: the selected elements are sorted with the next ones.
func.func @streams() -> (tensor<70x40xf32>, tensor<70x40xi64>, tensor<1x400xf32>, tensor<1x400xi64>) {
  %x = check.fill seed 25 edges all : tensor<70x3000xf32>
  %0:2 = rlx.top_k %x k = 40 axis = 1 {largest = false} : (tensor<70x3000xf32>) -> (tensor<70x40xf32>, tensor<70x40xi64>)
  %y = check.fill sizes [1, 4001] seed 26 range [0.0, 1.0] : tensor<1x?xf32>
  %1:2 = rlx.top_k %y k = 400 axis = 1 : (tensor<1x?xf32>) -> (tensor<1x400xf32>, tensor<1x400xi64>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<70x40xf32>, tensor<70x40xi64>, tensor<1x400xf32>, tensor<1x400xi64>
}

// Params only, sorted at load time: such kernels have no size arguments.
func.func @prepared() -> (tensor<4000xf32>, tensor<4000xi64>, tensor<2x60xf32>) {
  %x = check.fill seed 27 edges all as param : tensor<4000xf32>
  %0:2 = rlx.top_k %x k = 4000 axis = 0 : (tensor<4000xf32>) -> (tensor<4000xf32>, tensor<4000xi64>)
  %y = check.fill seed 28 range [0.0, 1.0] as param : tensor<2x9000xf32>
  %1:2 = rlx.top_k %y k = 60 axis = 1 : (tensor<2x9000xf32>) -> (tensor<2x60xf32>, tensor<2x60xi64>)
  return %0#0, %0#1, %1#0 : tensor<4000xf32>, tensor<4000xi64>, tensor<2x60xf32>
}
