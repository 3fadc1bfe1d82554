// RUN: rlx-check %s %{quick-lanes}

// Ops that targets split, pad, sort or merge, with extreme sizes, ties and special values.

// Ties with the padding of rows: all elements equal the padding, which sorts last.
func.func @ties_with_padding() -> (tensor<1x2051xi32>, tensor<1x2051xi64>, tensor<700xf32>, tensor<700xi64>, tensor<5xf32>, tensor<5xi64>, tensor<1025xi1>, tensor<1025xi64>, tensor<9xf16>, tensor<9xi64>) {
  %a = check.literal dense<-2147483648> : tensor<1x2051xi32>
  %0:2 = rlx.top_k %a k = 2051 axis = 1 : (tensor<1x2051xi32>) -> (tensor<1x2051xi32>, tensor<1x2051xi64>)
  %b = check.literal dense<0x7FC00000> : tensor<2053xf32>
  %1:2 = rlx.top_k %b k = 700 axis = 0 {largest = false} : (tensor<2053xf32>) -> (tensor<700xf32>, tensor<700xi64>)
  %c = check.literal dense<0xFF800000> : tensor<2053xf32>
  %2:2 = rlx.top_k %c k = 5 axis = 0 : (tensor<2053xf32>) -> (tensor<5xf32>, tensor<5xi64>)
  %d = check.literal dense<true> : tensor<1025xi1>
  %3:2 = rlx.top_k %d k = 1025 axis = 0 {largest = false} : (tensor<1025xi1>) -> (tensor<1025xi1>, tensor<1025xi64>)
  %e = check.literal dense<0xFC00> : tensor<4099xf16>
  %4:2 = rlx.top_k %e k = 9 axis = 0 : (tensor<4099xf16>) -> (tensor<9xf16>, tensor<9xi64>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1 : tensor<1x2051xi32>, tensor<1x2051xi64>, tensor<700xf32>, tensor<700xi64>, tensor<5xf32>, tensor<5xi64>, tensor<1025xi1>, tensor<1025xi64>, tensor<9xf16>, tensor<9xi64>
}

// Parts of unequal length.
func.func @uneven_parts() -> (tensor<1100x1xi16>, tensor<1100x1xi64>, tensor<4100xf32>, tensor<4100xi64>) {
  %a = check.fill seed 1 edges all : tensor<1100x1xi16>
  %0:2 = rlx.top_k %a k = 1100 axis = 0 : (tensor<1100x1xi16>) -> (tensor<1100x1xi16>, tensor<1100x1xi64>)
  %b = check.fill seed 2 edges all : tensor<4100xf32>
  %1:2 = rlx.top_k %b k = 4100 axis = 0 {largest = false} : (tensor<4100xf32>) -> (tensor<4100xf32>, tensor<4100xi64>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<1100x1xi16>, tensor<1100x1xi64>, tensor<4100xf32>, tensor<4100xi64>
}

// All updates have the same index, and their number is the smallest that is sorted.
func.func @one_place() -> (tensor<1xf32>, tensor<1x3xf16>, tensor<2xi8>, tensor<1xf32>) {
  %x = check.fill seed 3 : tensor<1xf32>
  %i = check.literal dense<-1> : tensor<64x1xi64>
  %u = check.fill seed 4 : tensor<64xf32>
  %0 = rlx.scatter_nd %x, %i, %u reduction = add : (tensor<1xf32>, tensor<64x1xi64>, tensor<64xf32>) -> tensor<1xf32>
  %y = check.fill seed 5 : tensor<1x3xf16>
  %v = check.fill seed 6 range [0.9, 1.1] : tensor<64x3xf16>
  %1 = rlx.scatter_nd %y, %i, %v reduction = mul : (tensor<1x3xf16>, tensor<64x1xi64>, tensor<64x3xf16>) -> tensor<1x3xf16>
  %z = check.fill seed 7 edges all : tensor<2xi8>
  %j = check.fill seed 8 range [-2.0, 1.0] : tensor<70x1xi8>
  %w = check.fill seed 9 edges all : tensor<70xi8>
  %2 = rlx.scatter_nd %z, %j, %w reduction = add : (tensor<2xi8>, tensor<70x1xi8>, tensor<70xi8>) -> tensor<2xi8>
  %3 = rlx.scatter_nd %x, %i, %u : (tensor<1xf32>, tensor<64x1xi64>, tensor<64xf32>) -> tensor<1xf32>
  return %0, %1, %2, %3 : tensor<1xf32>, tensor<1x3xf16>, tensor<2xi8>, tensor<1xf32>
}

// Infinity and NaN in the parts of cumulative sums and reductions.
func.func @special_parts() -> (tensor<1x65544xf32>, tensor<2xf32>, tensor<f32>, tensor<f16>, tensor<i32>) {
  %big = check.fill seed 10 edges all : tensor<1x65544xf32>
  %0 = rlx.cumsum %big axis = 1 {exclusive = true} : (tensor<1x65544xf32>) -> tensor<1x65544xf32>
  %a = check.fill seed 11 edges all : tensor<2x65536xf32>
  %1 = rlx.reduce_max %a axes = [1] : (tensor<2x65536xf32>) -> tensor<2xf32>
  %b = check.fill seed 12 range [0.99, 1.01] : tensor<65536xf32>
  %2 = rlx.reduce_prod %b axes = [0] : (tensor<65536xf32>) -> tensor<f32>
  %c = check.fill seed 13 edges all : tensor<65536xf16>
  %3 = rlx.reduce_min %c axes = [0] : (tensor<65536xf16>) -> tensor<f16>
  %d = check.fill seed 14 edges all : tensor<65536xi32>
  %4 = rlx.reduce_sum %d axes = [0] : (tensor<65536xi32>) -> tensor<i32>
  return %0, %1, %2, %3, %4 : tensor<1x65544xf32>, tensor<2xf32>, tensor<f32>, tensor<f16>, tensor<i32>
}

func.func @unsigned_parts() -> (tensor<ui32>, tensor<ui8>, tensor<ui16>, tensor<i64>, tensor<ui64>, tensor<i64>) {
  %a = check.fill seed 15 edges all : tensor<65536xui32>
  %0 = rlx.reduce_max %a axes = [0] : (tensor<65536xui32>) -> tensor<ui32>
  %b = check.fill seed 16 edges all : tensor<65536xui8>
  %1 = rlx.reduce_sum %b axes = [0] : (tensor<65536xui8>) -> tensor<ui8>
  %c = check.fill seed 17 edges all : tensor<65536xui16>
  %2 = rlx.reduce_min %c axes = [0] : (tensor<65536xui16>) -> tensor<ui16>
  %d = check.fill seed 18 edges all : tensor<65536xi64>
  %3 = rlx.reduce_prod %d axes = [0] : (tensor<65536xi64>) -> tensor<i64>
  %e = check.fill seed 19 edges all : tensor<65536xui64>
  %4 = rlx.reduce_mean %e axes = [0] : (tensor<65536xui64>) -> tensor<ui64>
  %5 = rlx.argmax %a axis = 0 : (tensor<65536xui32>) -> tensor<i64>
  return %0, %1, %2, %3, %4, %5 : tensor<ui32>, tensor<ui8>, tensor<ui16>, tensor<i64>, tensor<ui64>, tensor<i64>
}

// Rows of one and of no element, with dynamic sizes.
func.func @sizes_of_a_run() -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xi64>, tensor<?x?xf32>) {
  %a = check.fill sizes [3, 1] seed 20 edges all : tensor<?x?xf32>
  %0 = rlx.softmax %a axis = 1 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %b = check.fill sizes [3, 0] seed 21 : tensor<?x?xf32>
  %1 = rlx.reduce_max %b axes = [1] : (tensor<?x?xf32>) -> tensor<?xf32>
  %2 = rlx.cumsum %a axis = 1 {exclusive = true} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = rlx.cumsum %b axis = 1 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = rlx.argmax %a axis = 1 : (tensor<?x?xf32>) -> tensor<?xi64>
  %c = check.fill sizes [0, 70] seed 22 : tensor<?x?xf32>
  %5 = rlx.matmul %b, %c : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xi64>, tensor<?x?xf32>
}

// Rows of only -inf, inf or NaN.
func.func @special_rows() -> (tensor<4x40xf32>, tensor<4x40xf16>, tensor<4x40xf32>, tensor<4x40xbf16>) {
  %z = check.fill seed 23 : tensor<1x40xf32>
  %ninf = check.literal dense<0xFF800000> : tensor<1x40xf32>
  %inf = check.literal dense<0x7F800000> : tensor<1x40xf32>
  %nan = check.literal dense<0x7FC00000> : tensor<1x40xf32>
  %x = rlx.concat %z, %ninf, %inf, %nan axis = 0 : (tensor<1x40xf32>, tensor<1x40xf32>, tensor<1x40xf32>, tensor<1x40xf32>) -> tensor<4x40xf32>
  %0 = rlx.softmax %x axis = 1 : (tensor<4x40xf32>) -> tensor<4x40xf32>
  %h = rlx.cast %x to f16 : (tensor<4x40xf32>) -> tensor<4x40xf16>
  %1 = rlx.softmax %h axis = 1 : (tensor<4x40xf16>) -> tensor<4x40xf16>
  %2 = rlx.log_softmax %x axis = 1 : (tensor<4x40xf32>) -> tensor<4x40xf32>
  %g = rlx.cast %x to bf16 : (tensor<4x40xf32>) -> tensor<4x40xbf16>
  %3 = rlx.softmax %g axis = 1 : (tensor<4x40xbf16>) -> tensor<4x40xbf16>
  return %0, %1, %2, %3 : tensor<4x40xf32>, tensor<4x40xf16>, tensor<4x40xf32>, tensor<4x40xbf16>
}

// Matmuls whose reduction dimension is split.
func.func @split_k() -> (tensor<64x64xf32>, tensor<65x67xf16>) {
  %a = check.fill seed 24 : tensor<64x4096xf32>
  %b = check.fill seed 25 : tensor<4096x64xf32>
  %0 = rlx.matmul %a, %b : (tensor<64x4096xf32>, tensor<4096x64xf32>) -> tensor<64x64xf32>
  %c = check.fill seed 26 range [-0.5, 0.5] : tensor<65x2048xf16>
  %d = check.fill seed 27 range [-0.5, 0.5] : tensor<2048x67xf16>
  %1 = rlx.matmul %c, %d : (tensor<65x2048xf16>, tensor<2048x67xf16>) -> tensor<65x67xf16>
  return %0, %1 : tensor<64x64xf32>, tensor<65x67xf16>
}
