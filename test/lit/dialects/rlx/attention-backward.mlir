// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: rlx.

// Five matmuls: the weights are computed once. Two query heads share a key head.
// CHECK-LABEL: @grouped_causal
// DECOMPOSE-LABEL: @grouped_causal
func.func @grouped_causal(%q: tensor<?x8x?x64xf32>, %k: tensor<?x4x?x64xf32>, %v: tensor<?x4x?x64xf32>, %dy: tensor<?x8x?x64xf32>)
    -> (tensor<?x8x?x64xf32>, tensor<?x4x?x64xf32>, tensor<?x4x?x64xf32>) {
  // CHECK: rlx.attention_backward %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} layout = bhsd mask = causal : (tensor<?x8x?x64xf32>, tensor<?x4x?x64xf32>, tensor<?x4x?x64xf32>, tensor<?x8x?x64xf32>) -> (tensor<?x8x?x64xf32>, tensor<?x4x?x64xf32>, tensor<?x4x?x64xf32>)
  // DECOMPOSE-COUNT-5: rlx.matmul
  // DECOMPOSE-NOT: rlx.matmul
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = causal
      : (tensor<?x8x?x64xf32>, tensor<?x4x?x64xf32>, tensor<?x4x?x64xf32>, tensor<?x8x?x64xf32>) -> (tensor<?x8x?x64xf32>, tensor<?x4x?x64xf32>, tensor<?x4x?x64xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x8x?x64xf32>, tensor<?x4x?x64xf32>, tensor<?x4x?x64xf32>
}

// CHECK-LABEL: @bias_softcap
// DECOMPOSE-LABEL: @bias_softcap
func.func @bias_softcap(%q: tensor<2x5x3x8xf16>, %k: tensor<2x7x3x8xf16>, %v: tensor<2x7x3x4xf16>, %dy: tensor<2x5x3x4xf16>, %m: tensor<5x7xf16>)
    -> (tensor<2x5x3x8xf16>, tensor<2x7x3x8xf16>, tensor<2x7x3x4xf16>) {
  // CHECK: layout = bshd mask = bias scale = 2.500000e-01 softcap = 5.000000e+01
  // DECOMPOSE-COUNT-1: rlx.tanh
  // DECOMPOSE-NOT: rlx.tanh
  // DECOMPOSE: rlx.cast %{{.*}} to f16
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bshd mask = bias scale = 0.25 softcap = 50.0
      : (tensor<2x5x3x8xf16>, tensor<2x7x3x8xf16>, tensor<2x7x3x4xf16>, tensor<2x5x3x4xf16>, tensor<5x7xf16>) -> (tensor<2x5x3x8xf16>, tensor<2x7x3x8xf16>, tensor<2x7x3x4xf16>)
  return %0#0, %0#1, %0#2 : tensor<2x5x3x8xf16>, tensor<2x7x3x8xf16>, tensor<2x7x3x4xf16>
}

// CHECK-LABEL: @sliding_window
func.func @sliding_window(%x: tensor<1x4x2x8xf64>) -> (tensor<1x4x2x8xf64>, tensor<1x4x2x8xf64>, tensor<1x4x2x8xf64>) {
  // CHECK: layout = bshd mask = sliding_window window = 3
  %0:3 = rlx.attention_backward %x, %x, %x, %x layout = bshd mask = sliding_window window = 3
      : (tensor<1x4x2x8xf64>, tensor<1x4x2x8xf64>, tensor<1x4x2x8xf64>, tensor<1x4x2x8xf64>) -> (tensor<1x4x2x8xf64>, tensor<1x4x2x8xf64>, tensor<1x4x2x8xf64>)
  return %0#0, %0#1, %0#2 : tensor<1x4x2x8xf64>, tensor<1x4x2x8xf64>, tensor<1x4x2x8xf64>
}
