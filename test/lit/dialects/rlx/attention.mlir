// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: rlx.

// Two query heads share a key head: they are rows of one matmul.
// CHECK-LABEL: @grouped_causal
// DECOMPOSE-LABEL: @grouped_causal
func.func @grouped_causal(%q: tensor<?x8x?x64xf32>, %k: tensor<?x4x?x64xf32>,
                          %v: tensor<?x4x?x64xf32>) -> tensor<?x8x?x64xf32> {
  // CHECK: rlx.attention %{{.*}}, %{{.*}}, %{{.*}} layout = bhsd mask = causal : (tensor<?x8x?x64xf32>, tensor<?x4x?x64xf32>, tensor<?x4x?x64xf32>) -> tensor<?x8x?x64xf32>
  // DECOMPOSE: rlx.constant dense<1.250000e-01>
  // DECOMPOSE: rlx.transpose %arg1 perm = [0, 1, 3, 2]
  // DECOMPOSE: rlx.reshape %{{.*}} to [%{{.*}}, 4, %{{.*}}, 64]
  // DECOMPOSE: rlx.matmul
  // DECOMPOSE: rlx.iota
  // DECOMPOSE: rlx.compare le
  // DECOMPOSE: rlx.where
  // DECOMPOSE: rlx.max %{{.*}}
  // DECOMPOSE: rlx.matmul
  // DECOMPOSE: rlx.reshape {{.*}} -> tensor<?x8x?x64xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<?x8x?x64xf32>, tensor<?x4x?x64xf32>, tensor<?x4x?x64xf32>) -> tensor<?x8x?x64xf32>
  return %0 : tensor<?x8x?x64xf32>
}

// Rows whose scores are all -inf give zeros, also without a mask.
// CHECK-LABEL: @bshd_scaled
// DECOMPOSE-LABEL: @bshd_scaled
func.func @bshd_scaled(%q: tensor<2x5x3x8xf16>, %k: tensor<2x7x3x8xf16>, %v: tensor<2x7x3x4xf16>)
    -> tensor<2x5x3x4xf16> {
  // CHECK: layout = bshd mask = none scale = 2.500000e-01 softcap = 5.000000e+01
  // DECOMPOSE: rlx.cast %{{.*}} to f32
  // DECOMPOSE: rlx.tanh
  // DECOMPOSE: %[[SUM:.*]] = rlx.reduce_sum
  // DECOMPOSE: rlx.max %[[SUM]]
  // DECOMPOSE: rlx.cast %{{.*}} to f16
  // DECOMPOSE: rlx.transpose %{{.*}} perm = [0, 2, 1, 3] {{.*}} -> tensor<2x5x3x4xf16>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = none scale = 0.25 softcap = 50.0
      : (tensor<2x5x3x8xf16>, tensor<2x7x3x8xf16>, tensor<2x7x3x4xf16>) -> tensor<2x5x3x4xf16>
  return %0 : tensor<2x5x3x4xf16>
}

// CHECK-LABEL: @sliding_window
// DECOMPOSE-LABEL: @sliding_window
func.func @sliding_window(%q: tensor<1x2x3x4xf32>, %k: tensor<1x2x5x4xf32>) -> tensor<1x2x3x4xf32> {
  // CHECK: mask = sliding_window window = 1
  // DECOMPOSE-DAG: arith.constant 2 : index
  // DECOMPOSE-DAG: arith.constant 1 : index
  // DECOMPOSE: rlx.and
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = sliding_window window = 1
      : (tensor<1x2x3x4xf32>, tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

// CHECK-LABEL: @masks
// DECOMPOSE-LABEL: @masks
func.func @masks(%q: tensor<?x2x3x4xf32>, %keys: tensor<?x3xi1>, %full: tensor<1x2x3x3xi1>,
                 %bias: tensor<2x1x3xf32>)
    -> (tensor<?x2x3x4xf32>, tensor<?x2x3x4xf32>, tensor<?x2x3x4xf32>) {
  // DECOMPOSE: rlx.reshape %arg1 to [%{{.*}}, 1, 1, 3]
  %0 = rlx.attention %q, %q, %q, %keys layout = bhsd mask = custom
      : (tensor<?x2x3x4xf32>, tensor<?x2x3x4xf32>, tensor<?x2x3x4xf32>, tensor<?x3xi1>) -> tensor<?x2x3x4xf32>
  // DECOMPOSE: rlx.where %arg2
  %1 = rlx.attention %q, %q, %q, %full layout = bhsd mask = custom
      : (tensor<?x2x3x4xf32>, tensor<?x2x3x4xf32>, tensor<?x2x3x4xf32>, tensor<1x2x3x3xi1>) -> tensor<?x2x3x4xf32>
  // DECOMPOSE: rlx.add %{{.*}}, %arg3
  %2 = rlx.attention %q, %q, %q, %bias layout = bhsd mask = bias
      : (tensor<?x2x3x4xf32>, tensor<?x2x3x4xf32>, tensor<?x2x3x4xf32>, tensor<2x1x3xf32>) -> tensor<?x2x3x4xf32>
  return %0, %1, %2 : tensor<?x2x3x4xf32>, tensor<?x2x3x4xf32>, tensor<?x2x3x4xf32>
}

// Keys and values that are narrower than the query are widened.
// CHECK-LABEL: @narrow_keys
// CHECK: rlx.attention {{.*}} : (tensor<1x4x?x8xf32>, tensor<1x2x?x8xbf16>, tensor<1x2x?x8xbf16>) -> tensor<1x4x?x8xf32>
// DECOMPOSE-LABEL: @narrow_keys
// DECOMPOSE-COUNT-2: rlx.cast %{{.*}} to f32 : (tensor<1x2x?x8xbf16>) -> tensor<1x2x?x8xf32>
func.func @narrow_keys(%q: tensor<1x4x?x8xf32>, %k: tensor<1x2x?x8xbf16>, %v: tensor<1x2x?x8xbf16>) -> tensor<1x4x?x8xf32> {
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<1x4x?x8xf32>, tensor<1x2x?x8xbf16>, tensor<1x2x?x8xbf16>) -> tensor<1x4x?x8xf32>
  return %0 : tensor<1x4x?x8xf32>
}
