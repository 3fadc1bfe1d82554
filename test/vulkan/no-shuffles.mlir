// Kernels for a device without shuffles, and with the minimal shared memory (no-shuffles.json).
// Other devices use shuffles. Run by run.py.

// A workgroup has one column per invocation, which writes it.
func.func @rows_by_columns() -> (tensor<7x8192xf16>, tensor<5x8192xf32>, tensor<1x8192xf32>) {
  %a = check.fill seed 1 : tensor<7x256xf16>
  %b = check.fill seed 2 as param : tensor<256x8192xf16>
  %0 = rlx.matmul %a, %b : (tensor<7x256xf16>, tensor<256x8192xf16>) -> tensor<7x8192xf16>
  %c = check.fill seed 3 : tensor<5x128xf32>
  %d = check.fill seed 4 as param : tensor<128x8192xf32>
  %1 = rlx.matmul %c, %d : (tensor<5x128xf32>, tensor<128x8192xf32>) -> tensor<5x8192xf32>
  %e = check.fill seed 5 : tensor<1x128xf32>
  %2 = rlx.matmul %e, %d : (tensor<1x128xf32>, tensor<128x8192xf32>) -> tensor<1x8192xf32>
  return %0, %1, %2 : tensor<7x8192xf16>, tensor<5x8192xf32>, tensor<1x8192xf32>
}

// Sixteen bytes are sixteen columns, whose sums have four bytes each.
func.func @rows_of_bytes() -> (tensor<7x8192xi32>, tensor<3x4096xi64>) {
  %a = check.fill seed 40 range [-99.0, 99.0] : tensor<7x512xi8>
  %b = check.fill seed 41 range [-99.0, 99.0] : tensor<512x8192xi8>
  %0 = rlx.matmul_integer %a, %b : (tensor<7x512xi8>, tensor<512x8192xi8>) -> tensor<7x8192xi32>
  %c = check.fill seed 42 range [-99.0, 99.0] : tensor<3x256xi64>
  %d = check.fill seed 43 range [-99.0, 99.0] : tensor<256x4096xi64>
  %1 = rlx.matmul %c, %d : (tensor<3x256xi64>, tensor<256x4096xi64>) -> tensor<3x4096xi64>
  return %0, %1 : tensor<7x8192xi32>, tensor<3x4096xi64>
}

func.func @rows_by_rows() -> (tensor<7x520xf16>, tensor<3x2048xf32>, tensor<4x512xbf16>) {
  %a = check.fill seed 6 : tensor<7x256xf16>
  %b = check.fill seed 7 as param : tensor<520x256xf16>
  %t = rlx.transpose %b perm = [1, 0] : (tensor<520x256xf16>) -> tensor<256x520xf16>
  %0 = rlx.matmul %a, %t : (tensor<7x256xf16>, tensor<256x520xf16>) -> tensor<7x520xf16>
  %c = check.fill seed 8 : tensor<3x320xf32>
  %d = check.fill seed 9 as param : tensor<2048x320xf32>
  %u = rlx.transpose %d perm = [1, 0] : (tensor<2048x320xf32>) -> tensor<320x2048xf32>
  %1 = rlx.matmul %c, %u : (tensor<3x320xf32>, tensor<320x2048xf32>) -> tensor<3x2048xf32>
  %e = check.fill seed 10 : tensor<4x96xbf16>
  %f = check.fill seed 11 as param : tensor<512x96xbf16>
  %v = rlx.transpose %f perm = [1, 0] : (tensor<512x96xbf16>) -> tensor<96x512xbf16>
  %2 = rlx.matmul %e, %v : (tensor<4x96xbf16>, tensor<96x512xbf16>) -> tensor<4x512xbf16>
  return %0, %1, %2 : tensor<7x520xf16>, tensor<3x2048xf32>, tensor<4x512xbf16>
}

func.func @rows_by_blocks() -> (tensor<1x512xf32>, tensor<5x512xf32>) {
  %a = check.fill seed 12 : tensor<1x256xf32>
  %b = check.fill seed 13 : tensor<5x256xf32>
  %w = check.fill seed 14 range [0.0, 60.0] as param : tensor<512x144xui8>
  %0 = rlx.dequant_matmul %a, %w scheme = q4_0 : (tensor<1x256xf32>, tensor<512x144xui8>) -> tensor<1x512xf32>
  %1 = rlx.dequant_matmul %b, %w scheme = q4_0 : (tensor<5x256xf32>, tensor<512x144xui8>) -> tensor<5x512xf32>
  return %0, %1 : tensor<1x512xf32>, tensor<5x512xf32>
}

// Few long rows, one per workgroup, and many short ones.
func.func @softmax() -> (tensor<3x5000xf32>, tensor<100x384xf32>, tensor<2048x48xf16>, tensor<8x40x96xf32>) {
  %a = check.fill seed 15 : tensor<3x5000xf32>
  %0 = rlx.softmax %a axis = 1 : (tensor<3x5000xf32>) -> tensor<3x5000xf32>
  %b = check.fill seed 16 : tensor<100x384xf32>
  %1 = rlx.log_softmax %b axis = 1 : (tensor<100x384xf32>) -> tensor<100x384xf32>
  %c = check.fill seed 17 : tensor<2048x48xf16>
  %2 = rlx.softmax %c axis = 1 : (tensor<2048x48xf16>) -> tensor<2048x48xf16>
  %d = check.fill seed 18 : tensor<8x40x96xf32>
  %3 = rlx.softmax %d axis = 1 : (tensor<8x40x96xf32>) -> tensor<8x40x96xf32>
  return %0, %1, %2, %3 : tensor<3x5000xf32>, tensor<100x384xf32>, tensor<2048x48xf16>, tensor<8x40x96xf32>
}

func.func @norms() -> (tensor<5x384xf32>, tensor<1500x64xf32>, tensor<2x4096xf16>) {
  %a = check.fill seed 19 : tensor<5x384xf32>
  %g = check.fill seed 20 : tensor<384xf32>
  %b = check.fill seed 21 : tensor<384xf32>
  %0 = rlx.layer_norm %a gamma %g beta %b axis = -1 eps = 1.0e-5
      : (tensor<5x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<5x384xf32>
  %c = check.fill seed 22 : tensor<1500x64xf32>
  %1 = rlx.rms_norm %c axis = -1 eps = 1.0e-5 : (tensor<1500x64xf32>) -> tensor<1500x64xf32>
  %d = check.fill seed 23 : tensor<2x4096xf16>
  %2 = rlx.layer_norm %d axis = -1 eps = 1.0e-5 : (tensor<2x4096xf16>) -> tensor<2x4096xf16>
  return %0, %1, %2 : tensor<5x384xf32>, tensor<1500x64xf32>, tensor<2x4096xf16>
}

func.func @sums() -> (tensor<7xf32>, tensor<2048xi32>, tensor<4096xf32>, tensor<3xf32>, tensor<f32>) {
  %a = check.fill seed 24 : tensor<7x3000xf32>
  %0 = rlx.reduce_max %a axes = [1] : (tensor<7x3000xf32>) -> tensor<7xf32>
  %b = check.fill seed 25 range [-99.0, 99.0] : tensor<2048x70xi32>
  %1 = rlx.reduce_sum %b axes = [1] : (tensor<2048x70xi32>) -> tensor<2048xi32>
  %c = check.fill seed 26 : tensor<300x4096xf32>
  %2 = rlx.reduce_sum %c axes = [0] : (tensor<300x4096xf32>) -> tensor<4096xf32>
  %d = check.fill seed 27 : tensor<3x65536xf32>
  %3 = rlx.reduce_mean %d axes = [1] : (tensor<3x65536xf32>) -> tensor<3xf32>
  %4 = rlx.reduce_min %a axes = [0, 1] : (tensor<7x3000xf32>) -> tensor<f32>
  return %0, %1, %2, %3, %4 : tensor<7xf32>, tensor<2048xi32>, tensor<4096xf32>, tensor<3xf32>, tensor<f32>
}

func.func @dynamic_rows() -> (tensor<?x?xf32>, tensor<?xf32>) {
  %a = check.fill sizes [50, 333] seed 28 : tensor<?x?xf32>
  %0 = rlx.softmax %a axis = 1 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = rlx.reduce_sum %a axes = [0] : (tensor<?x?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}

// A tile of both operands is in shared memory.
func.func @matmuls() -> (tensor<130x140xf32>, tensor<64x256xf16>) {
  %a = check.fill seed 29 : tensor<130x72xf32>
  %b = check.fill seed 30 : tensor<72x140xf32>
  %0 = rlx.matmul %a, %b : (tensor<130x72xf32>, tensor<72x140xf32>) -> tensor<130x140xf32>
  %c = check.fill seed 31 : tensor<64x128xf16>
  %d = check.fill seed 32 : tensor<128x256xf16>
  %1 = rlx.matmul %c, %d : (tensor<64x128xf16>, tensor<128x256xf16>) -> tensor<64x256xf16>
  return %0, %1 : tensor<130x140xf32>, tensor<64x256xf16>
}

func.func @attention() -> (tensor<1x2x80x32xf32>, tensor<1x4x1x64xf16>) {
  %q = check.fill seed 33 : tensor<1x2x80x32xf32>
  %k = check.fill seed 34 : tensor<1x2x80x32xf32>
  %v = check.fill seed 35 : tensor<1x2x80x32xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<1x2x80x32xf32>, tensor<1x2x80x32xf32>, tensor<1x2x80x32xf32>) -> tensor<1x2x80x32xf32>
  %r = check.fill seed 36 : tensor<1x4x1x64xf16>
  %l = check.fill seed 37 : tensor<1x4x200x64xf16>
  %w = check.fill seed 38 : tensor<1x4x200x64xf16>
  %1 = rlx.attention %r, %l, %w layout = bhsd mask = none
      : (tensor<1x4x1x64xf16>, tensor<1x4x200x64xf16>, tensor<1x4x200x64xf16>) -> tensor<1x4x1x64xf16>
  return %0, %1 : tensor<1x2x80x32xf32>, tensor<1x4x1x64xf16>
}

// Eight invocations exchange their values through shared memory, and then eight groups of eight.
func.func @running_sums() -> (tensor<3x5000xf32>, tensor<1x10007xi32>, tensor<2000x2xf32>, tensor<?xf16>) {
  %a = check.fill seed 33 : tensor<3x5000xf32>
  %0 = rlx.cumsum %a axis = 1 : (tensor<3x5000xf32>) -> tensor<3x5000xf32>
  %b = check.fill seed 34 edges all : tensor<1x10007xi32>
  %1 = rlx.cumsum %b axis = 1 {exclusive = true} : (tensor<1x10007xi32>) -> tensor<1x10007xi32>
  %c = check.fill seed 35 : tensor<2000x2xf32>
  %2 = rlx.cumsum %c axis = 0 {reverse = true} : (tensor<2000x2xf32>) -> tensor<2000x2xf32>
  %d = check.fill sizes [700] seed 36 : tensor<?xf16>
  %3 = rlx.cumsum %d axis = 0 {exclusive = true, reverse = true} : (tensor<?xf16>) -> tensor<?xf16>
  return %0, %1, %2, %3 : tensor<3x5000xf32>, tensor<1x10007xi32>, tensor<2000x2xf32>, tensor<?xf16>
}
