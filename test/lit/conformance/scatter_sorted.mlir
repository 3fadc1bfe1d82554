// RUN: rlx-check %s

// At least 64 updates, which rlx-sort-scatter-updates sorts by index on devices with 64-bit
// integers.

// Enough updates for GPUs to sort them: many for one slice, also with negative indices, none for
// others.
func.func @sorted() -> (tensor<50x3xf32>, tensor<50x3xf32>, tensor<50x3xf32>, tensor<90xi32>) {
  %x = check.fill seed 32 : tensor<50x3xf32>
  %i = check.fill seed 33 range [-50.0, 49.0] : tensor<10x20x1xi64>
  %u = check.fill seed 34 range [0.5, 1.5] : tensor<10x20x3xf32>
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<50x3xf32>, tensor<10x20x1xi64>, tensor<10x20x3xf32>) -> tensor<50x3xf32>
  %1 = rlx.scatter_nd %x, %i, %u reduction = add : (tensor<50x3xf32>, tensor<10x20x1xi64>, tensor<10x20x3xf32>) -> tensor<50x3xf32>
  %2 = rlx.scatter_nd %x, %i, %u reduction = mul : (tensor<50x3xf32>, tensor<10x20x1xi64>, tensor<10x20x3xf32>) -> tensor<50x3xf32>
  %y = check.fill seed 35 edges all : tensor<90xi32>
  %j = check.fill seed 36 range [3.0, 7.0] : tensor<64x1xi32>
  %v = check.fill seed 37 edges all : tensor<64xi32>
  %3 = rlx.scatter_nd %y, %j, %v reduction = add : (tensor<90xi32>, tensor<64x1xi32>, tensor<64xi32>) -> tensor<90xi32>
  return %0, %1, %2, %3 : tensor<50x3xf32>, tensor<50x3xf32>, tensor<50x3xf32>, tensor<90xi32>
}

// Index vectors of several elements, and slices of several elements.
func.func @sorted_depths() -> (tensor<7x9x4xf32>, tensor<4x5x6xf64>, tensor<33x2x2xf32>) {
  %x = check.fill seed 38 edges all : tensor<7x9x4xf32>
  %i = check.fill seed 39 range [-7.0, 6.0] : tensor<100x2xi32>
  %u = check.fill seed 40 : tensor<100x4xf32>
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<7x9x4xf32>, tensor<100x2xi32>, tensor<100x4xf32>) -> tensor<7x9x4xf32>
  %y = check.fill seed 41 : tensor<4x5x6xf64>
  %j = check.fill seed 42 range [0.0, 3.0] : tensor<300x3xui8>
  %v = check.fill seed 43 : tensor<300xf64>
  %1 = rlx.scatter_nd %y, %j, %v reduction = add : (tensor<4x5x6xf64>, tensor<300x3xui8>, tensor<300xf64>) -> tensor<4x5x6xf64>
  %z = check.fill seed 44 : tensor<33x2x2xf32>
  %k = check.fill seed 45 range [0.0, 32.0] : tensor<65x1xi64>
  %t = check.fill seed 46 : tensor<65x2x2xf32>
  %2 = rlx.scatter_nd %z, %k, %t reduction = add : (tensor<33x2x2xf32>, tensor<65x1xi64>, tensor<65x2x2xf32>) -> tensor<33x2x2xf32>
  return %0, %1, %2 : tensor<7x9x4xf32>, tensor<4x5x6xf64>, tensor<33x2x2xf32>
}

// More updates than a workgroup sorts at once. The last one of each slice wins.
func.func @sorted_many() -> (tensor<300xi64>, tensor<1000xf32>, tensor<1x1xi32>) {
  %x = check.fill seed 47 edges all : tensor<300xi64>
  %i = check.fill seed 48 range [-300.0, 299.0] : tensor<5003x1xi64>
  %u = check.fill seed 49 edges all : tensor<5003xi64>
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<300xi64>, tensor<5003x1xi64>, tensor<5003xi64>) -> tensor<300xi64>
  %y = check.fill seed 50 : tensor<1000xf32>
  %j = check.fill seed 51 range [0.0, 999.0] : tensor<3000x1xi16>
  %v = check.fill seed 52 : tensor<3000xf32>
  %1 = rlx.scatter_nd %y, %j, %v reduction = add : (tensor<1000xf32>, tensor<3000x1xi16>, tensor<3000xf32>) -> tensor<1000xf32>
  %z = check.literal dense<0> : tensor<1x1xi32>
  %k = check.fill seed 53 range [-1.0, 0.0] : tensor<1025x2xi64>
  %t = check.fill seed 54 edges all : tensor<1025xi32>
  %2 = rlx.scatter_nd %z, %k, %t reduction = add : (tensor<1x1xi32>, tensor<1025x2xi64>, tensor<1025xi32>) -> tensor<1x1xi32>
  return %0, %1, %2 : tensor<300xi64>, tensor<1000xf32>, tensor<1x1xi32>
}

// f16 cannot represent 2048 + 1; bytes wrap; booleans are only replaced.
func.func @sorted_narrow() -> (tensor<2xf16>, tensor<40x4xbf16>, tensor<70x2xi8>, tensor<99xi1>, tensor<20xui16>) {
  %x = check.literal dense<[2048.0, 5.0]> : tensor<2xf16>
  %i = check.literal dense<-2> : tensor<64x1xi64>
  %u = check.literal dense<1.0> : tensor<64xf16>
  %0 = rlx.scatter_nd %x, %i, %u reduction = add : (tensor<2xf16>, tensor<64x1xi64>, tensor<64xf16>) -> tensor<2xf16>
  %w0 = check.literal dense<[2112.0, 5.0]> : tensor<2xf16>
  check.expect_eq %0, %w0 : tensor<2xf16>, tensor<2xf16>
  %y = check.fill seed 55 : tensor<40x4xbf16>
  %j = check.fill seed 56 range [0.0, 39.0] : tensor<130x1xi32>
  %v = check.fill seed 57 : tensor<130x4xbf16>
  %1 = rlx.scatter_nd %y, %j, %v reduction = add : (tensor<40x4xbf16>, tensor<130x1xi32>, tensor<130x4xbf16>) -> tensor<40x4xbf16>
  %z = check.fill seed 58 edges all : tensor<70x2xi8>
  %k = check.fill seed 59 range [-70.0, 69.0] : tensor<200x1xi8>
  %t = check.fill seed 60 edges all : tensor<200x2xi8>
  %2 = rlx.scatter_nd %z, %k, %t reduction = mul : (tensor<70x2xi8>, tensor<200x1xi8>, tensor<200x2xi8>) -> tensor<70x2xi8>
  %a = check.fill seed 61 : tensor<99xi1>
  %l = check.fill seed 62 range [0.0, 98.0] : tensor<80x1xi64>
  %b = check.fill seed 63 : tensor<80xi1>
  %3 = rlx.scatter_nd %a, %l, %b : (tensor<99xi1>, tensor<80x1xi64>, tensor<80xi1>) -> tensor<99xi1>
  %c = check.fill seed 64 edges all : tensor<20xui16>
  %m = check.fill seed 65 range [0.0, 19.0] : tensor<80x1xui32>
  %d = check.fill seed 66 edges all : tensor<80xui16>
  %4 = rlx.scatter_nd %c, %m, %d reduction = add : (tensor<20xui16>, tensor<80x1xui32>, tensor<80xui16>) -> tensor<20xui16>
  return %0, %1, %2, %3, %4 : tensor<2xf16>, tensor<40x4xbf16>, tensor<70x2xi8>, tensor<99xi1>, tensor<20xui16>
}

// Params only, computed at load time: such kernels have no size arguments.
func.func @prepared() -> (tensor<70x4xf32>, tensor<500xf32>) {
  %d = check.fill seed 91 range [0.0, 1.0] as param : tensor<70x4xf32>
  %i = check.fill seed 92 range [-70.0, 69.0] as param : tensor<90x1xi64>
  %u = check.fill seed 93 range [0.0, 1.0] as param : tensor<90x4xf32>
  %0 = rlx.scatter_nd %d, %i, %u reduction = add : (tensor<70x4xf32>, tensor<90x1xi64>, tensor<90x4xf32>) -> tensor<70x4xf32>
  %e = check.fill seed 94 range [0.0, 1.0] as param : tensor<500xf32>
  %j = check.fill seed 95 range [0.0, 499.0] as param : tensor<300x1xi32>
  %v = check.fill seed 96 range [0.0, 1.0] as param : tensor<300xf32>
  %1 = rlx.scatter_nd %e, %j, %v reduction = none : (tensor<500xf32>, tensor<300x1xi32>, tensor<300xf32>) -> tensor<500xf32>
  return %0, %1 : tensor<70x4xf32>, tensor<500xf32>
}

// Enough updates for GPUs to sort them: scattered along the axis by index, and fewer updates than
// data along the other dimensions.
func.func @elements() -> (tensor<70xf32>, tensor<50x4xf32>, tensor<2x60x3xi32>, tensor<3x40xf16>) {
  %x = check.fill seed 36 : tensor<70xf32>
  %i = check.fill seed 37 range [-70.0, 69.0] : tensor<1500xi64>
  %u = check.fill seed 38 : tensor<1500xf32>
  %0 = rlx.scatter_elements %x, %i, %u axis = 0 : (tensor<70xf32>, tensor<1500xi64>, tensor<1500xf32>) -> tensor<70xf32>
  %y = check.fill seed 39 : tensor<50x4xf32>
  %j = check.fill seed 40 range [-50.0, 49.0] : tensor<90x3xi32>
  %v = check.fill seed 41 : tensor<90x3xf32>
  %1 = rlx.scatter_elements %y, %j, %v axis = 0 reduction = add : (tensor<50x4xf32>, tensor<90x3xi32>, tensor<90x3xf32>) -> tensor<50x4xf32>
  %z = check.fill seed 42 edges all : tensor<2x60x3xi32>
  %k = check.fill seed 43 range [0.0, 59.0] : tensor<1x70x3xui8>
  %t = check.fill seed 44 edges all : tensor<1x70x3xi32>
  %2 = rlx.scatter_elements %z, %k, %t axis = -2 reduction = mul : (tensor<2x60x3xi32>, tensor<1x70x3xui8>, tensor<1x70x3xi32>) -> tensor<2x60x3xi32>
  %a = check.fill seed 45 : tensor<3x40xf16>
  %l = check.fill seed 46 range [0.0, 39.0] : tensor<3x100xi64>
  %b = check.fill seed 47 : tensor<3x100xf16>
  %3 = rlx.scatter_elements %a, %l, %b axis = 1 reduction = add : (tensor<3x40xf16>, tensor<3x100xi64>, tensor<3x100xf16>) -> tensor<3x40xf16>
  return %0, %1, %2, %3 : tensor<70xf32>, tensor<50x4xf32>, tensor<2x60x3xi32>, tensor<3x40xf16>
}
