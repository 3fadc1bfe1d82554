// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-widen-attention))' | FileCheck %s

// A repeated operand is widened once. An f16 bias is widened too, and boolean masks are not.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[Q:.*]]: tensor<?x4x?x8xf16>, %[[K:.*]]: tensor<?x2x?x8xf16>, %[[M:.*]]: tensor<?x?xi1>)
// CHECK: %[[WQ:.*]] = rlx.cast %[[Q]] to f32
// CHECK: %[[WK:.*]] = rlx.cast %[[K]] to f32
// CHECK-NOT: rlx.cast
// CHECK: %[[Y:.*]] = rlx.attention %[[WQ]], %[[WK]], %[[WK]], %[[M]] layout = bhsd mask = custom
// CHECK-SAME: -> tensor<?x4x?x8xf32>
// CHECK: rlx.cast %[[Y]] to f16 : (tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf16>
func.func @dynamic(%q: tensor<?x4x?x8xf16>, %k: tensor<?x2x?x8xf16>, %m: tensor<?x?xi1>)
    -> tensor<?x4x?x8xf16> {
  %0 = rlx.attention %q, %k, %k, %m layout = bhsd mask = custom
      : (tensor<?x4x?x8xf16>, tensor<?x2x?x8xf16>, tensor<?x2x?x8xf16>, tensor<?x?xi1>)
      -> tensor<?x4x?x8xf16>
  return %0 : tensor<?x4x?x8xf16>
}

// CHECK-LABEL: func.func @bias
// CHECK-COUNT-4: rlx.cast %{{.*}} to f32
// CHECK: rlx.attention {{.*}} mask = bias scale = 3.000000e-01 : {{.*}}tensor<4x4xf32>) -> tensor<1x2x4x8xf32>
// CHECK: rlx.cast %{{.*}} to bf16
func.func @bias(%q: tensor<1x2x4x8xbf16>, %k: tensor<1x2x4x8xbf16>, %v: tensor<1x2x4x8xbf16>,
                %m: tensor<4x4xbf16>) -> tensor<1x2x4x8xbf16> {
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = bias scale = 0.3
      : (tensor<1x2x4x8xbf16>, tensor<1x2x4x8xbf16>, tensor<1x2x4x8xbf16>, tensor<4x4xbf16>)
      -> tensor<1x2x4x8xbf16>
  return %0 : tensor<1x2x4x8xbf16>
}

// CHECK-LABEL: func.func @wide_already
// CHECK-NOT: rlx.cast
func.func @wide_already(%q: tensor<1x2x4x8xf64>, %p: tensor<1x2x4x8xf32>)
    -> (tensor<1x2x4x8xf64>, tensor<1x2x4x8xf32>) {
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = causal
      : (tensor<1x2x4x8xf64>, tensor<1x2x4x8xf64>, tensor<1x2x4x8xf64>) -> tensor<1x2x4x8xf64>
  %1 = rlx.attention %p, %p, %p layout = bhsd mask = causal
      : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %0, %1 : tensor<1x2x4x8xf64>, tensor<1x2x4x8xf32>
}
