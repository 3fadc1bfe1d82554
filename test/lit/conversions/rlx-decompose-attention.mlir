// RUN: rlx-opt %s --rlx-decompose-attention="device=nvidia-hopper" -split-input-file | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-attention="device=vulkan1.1" -split-input-file | FileCheck %s --check-prefix=SMALL
// RUN: rlx-opt %s --rlx-decompose-attention="device=nvidia-hopper" -split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-decompose-attention 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: sed 's/"sharedMemoryBytes": 32768/"sharedMemoryBytes": 28095/' %S/../../vulkan/matrices.json > %t.emulated.json
// RUN: rlx-opt %s --rlx-decompose-attention="device=%t.emulated.json" -split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-decompose-attention 2>&1 | FileCheck %s --check-prefix=EMULATED
// RUN: rlx-opt %s --rlx-decompose-attention="device=%S/../../vulkan/matrices.json" -split-input-file | FileCheck %s

// Emulated matrices pass weights through shared memory: 4,096 bytes more than others need.
// EMULATED: Function=taken | Remark="the device's workgroups are too small"

// A device with little shared memory and few buffers per kernel has no such kernel.
// SMALL-NOT: rlx.attention

// CHECK-LABEL: func.func @taken(
// CHECK-NEXT: rlx.attention
// REMARK-NOT: Function=taken
func.func @taken(%q: tensor<1x8x16x64xf16>, %k: tensor<1x2x500x64xf16>) -> tensor<1x8x16x64xf16> {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = causal
      : (tensor<1x8x16x64xf16>, tensor<1x2x500x64xf16>, tensor<1x2x500x64xf16>) -> tensor<1x8x16x64xf16>
  return %0 : tensor<1x8x16x64xf16>
}

// -----

// Matmuls read keys and values in place. Queries that share keys are rows of one matmul, whose
// results are narrowed before they are reshaped to heads.
// CHECK-LABEL: func.func @decode_attention(
// CHECK-SAME: %[[Q:[a-z0-9]*]]: {{.*}}, %[[K:[a-z0-9]*]]:
// CHECK: %[[HEADS:.*]] = rlx.transpose %[[Q]]
// CHECK: %[[ROWS:.*]] = rlx.reshape %[[HEADS]] to [1, 2, 8, 64]
// CHECK: %[[S:.*]] = rlx.dot_general %[[ROWS]], %[[K]] batch [0, 1] x [0, 2] contract [3] x [3] to f32
// CHECK: rlx.mul %[[S]]
// CHECK: %[[P:.*]] = rlx.softmax %{{.*}} axis = -1 masked
// CHECK: %[[W:.*]] = rlx.cast %[[P]] to f16
// CHECK: %[[WROWS:.*]] = rlx.reshape %[[W]]
// CHECK: %[[R:.*]] = rlx.dot_general %[[WROWS]], %[[K]] batch [0, 1] x [0, 2] contract [3] x [1] to f32
// CHECK: %[[NARROW:.*]] = rlx.cast %[[R]] to f16
// CHECK: rlx.reshape %[[NARROW]] to [1, 8, 2, 64]
// CHECK-NOT: rlx.attention
// REMARK: [Missed] DecomposeAttention | Category:rlx-decompose-attention | Function=decode_attention | Remark="there are only 2 queries"
func.func @decode_attention(%q: tensor<1x2x8x64xf16>, %k: tensor<1x500x2x64xf16>) -> tensor<1x2x8x64xf16> {
  %0 = rlx.attention %q, %k, %k layout = bshd mask = causal
      : (tensor<1x2x8x64xf16>, tensor<1x500x2x64xf16>, tensor<1x500x2x64xf16>) -> tensor<1x2x8x64xf16>
  return %0 : tensor<1x2x8x64xf16>
}

// -----

// CHECK-LABEL: func.func @few_tiles(
// CHECK-NOT: rlx.attention
// REMARK: Function=few_tiles | Remark="there are only 32 tiles of 8192 keys"
func.func @few_tiles(%q: tensor<1x32x64x64xf16>, %k: tensor<1x8x8192x64xf16>) -> tensor<1x32x64x64xf16> {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = causal
      : (tensor<1x32x64x64xf16>, tensor<1x8x8192x64xf16>, tensor<1x8x8192x64xf16>) -> tensor<1x32x64x64xf16>
  return %0 : tensor<1x32x64x64xf16>
}

// -----

// With equal numbers of queries and keys it is never decode attention.
// CHECK-LABEL: func.func @own_keys(
// CHECK: rlx.attention
// CHECK-LABEL: func.func @other_keys(
// CHECK-NOT: rlx.attention
// REMARK-NOT: Function=own_keys
// REMARK: Function=other_keys | Remark="there may be far fewer queries than keys"
func.func @own_keys(%q: tensor<?x8x?x64xf16> {rlx.dims = ["b", "", "s", ""]}) -> tensor<?x8x?x64xf16> {
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = causal
      : (tensor<?x8x?x64xf16>, tensor<?x8x?x64xf16>, tensor<?x8x?x64xf16>) -> tensor<?x8x?x64xf16>
  return %0 : tensor<?x8x?x64xf16>
}
func.func @other_keys(%q: tensor<?x8x?x64xf16> {rlx.dims = ["b", "", "s", ""]}, %k: tensor<?x8x?x64xf16> {rlx.dims = ["b", "", "t", ""]}) -> tensor<?x8x?x64xf16> {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = causal
      : (tensor<?x8x?x64xf16>, tensor<?x8x?x64xf16>, tensor<?x8x?x64xf16>) -> tensor<?x8x?x64xf16>
  return %0 : tensor<?x8x?x64xf16>
}

// -----

// REMARK: Function=f64 | Remark="its elements are neither f32 nor f16 nor bf16"
// REMARK: Function=wide_heads | Remark="the head size 144 is not a multiple of 8 up to 128"
// REMARK: Function=large_heads | Remark="the head size 256 is not a multiple of 8 up to 128"
// REMARK: Function=wide_pages | Remark="the head size 264 is not a multiple of 4 up to 256"
// CHECK-NOT: rlx.attention
func.func @f64(%q: tensor<1x8x64x64xf64>) -> tensor<1x8x64x64xf64> {
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = none
      : (tensor<1x8x64x64xf64>, tensor<1x8x64x64xf64>, tensor<1x8x64x64xf64>) -> tensor<1x8x64x64xf64>
  return %0 : tensor<1x8x64x64xf64>
}
func.func @wide_heads(%q: tensor<1x8x64x144xf16>) -> tensor<1x8x64x144xf16> {
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = none
      : (tensor<1x8x64x144xf16>, tensor<1x8x64x144xf16>, tensor<1x8x64x144xf16>) -> tensor<1x8x64x144xf16>
  return %0 : tensor<1x8x64x144xf16>
}
// A number of rows that the run decides does not make them few.
func.func @large_heads(%q: tensor<1x8x?x256xf16>) -> tensor<1x8x?x256xf16> {
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = none
      : (tensor<1x8x?x256xf16>, tensor<1x8x?x256xf16>, tensor<1x8x?x256xf16>) -> tensor<1x8x?x256xf16>
  return %0 : tensor<1x8x?x256xf16>
}
func.func @wide_pages(%q: tensor<?x2x264xf32>, %k: tensor<?x2x64x264xf32>, %t: tensor<?x?xi32>, %s: tensor<?xi32>, %l: tensor<?xi32>) -> tensor<?x2x264xf32> {
  %0 = rlx.paged_attention %q, %k, %k blocks = %t starts = %s lengths = %l
      : (tensor<?x2x264xf32>, tensor<?x2x64x264xf32>, tensor<?x2x64x264xf32>, tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x264xf32>
  return %0 : tensor<?x2x264xf32>
}

// -----

// A kernel whose attention no schedule takes is lowered as a whole: here the CPU must compute it.
// CHECK-LABEL: func.func @remainder(
// CHECK-NOT: rlx.attention
// CHECK: linalg
// CHECK: arith.remf
// REMARK: Function=remainder | Remark="the device has no exact floating-point remainder"
func.func @remainder(%q: tensor<1x8x64x64xf16>) -> tensor<1x8x64x64xf16> attributes {lir.kernel} {
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = none
      : (tensor<1x8x64x64xf16>, tensor<1x8x64x64xf16>, tensor<1x8x64x64xf16>) -> tensor<1x8x64x64xf16>
  %e = tensor.empty() : tensor<1x8x64x64xf16>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(b, s, h, d) -> (b, s, h, d)>, affine_map<(b, s, h, d) -> (b, s, h, d)>],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  } ins(%0 : tensor<1x8x64x64xf16>) outs(%e : tensor<1x8x64x64xf16>) {
  ^bb0(%x: f16, %o: f16):
    %2 = arith.remf %x, %x : f16
    linalg.yield %2 : f16
  } -> tensor<1x8x64x64xf16>
  return %1 : tensor<1x8x64x64xf16>
}

// -----

// Kernels widen keys that are narrower than the queries.
// CHECK-LABEL: func.func @narrow_keys(
// CHECK: rlx.attention {{.*}} tensor<1x2x500x64xf16>) -> tensor<1x8x16x64xf32>
func.func @narrow_keys(%q: tensor<1x8x16x64xf32>, %k: tensor<1x2x500x64xf16>) -> tensor<1x8x16x64xf32> {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = none
      : (tensor<1x8x16x64xf32>, tensor<1x2x500x64xf16>, tensor<1x2x500x64xf16>) -> tensor<1x8x16x64xf32>
  return %0 : tensor<1x8x16x64xf32>
}
