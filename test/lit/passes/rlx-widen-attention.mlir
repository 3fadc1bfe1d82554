// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-widen-attention))' | FileCheck %s
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-widen-attention{converts-f16=false}))' | FileCheck %s --check-prefix=SLOW
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-widen-attention{fold-casts=false}))' | FileCheck %s --check-prefix=APART

// The query is widened. Keys and values keep their type, unless kernels cannot widen them.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[Q:.*]]: tensor<?x4x?x8xf16>, %[[K:.*]]: tensor<?x2x?x8xf16>, %[[M:.*]]: tensor<?x?xi1>)
// CHECK: %[[WQ:.*]] = rlx.cast %[[Q]] to f32
// CHECK-NOT: rlx.cast
// CHECK: %[[Y:.*]] = rlx.attention %[[WQ]], %[[K]], %[[K]], %[[M]] layout = bhsd mask = custom
// CHECK-SAME: -> tensor<?x4x?x8xf32>
// CHECK: rlx.cast %[[Y]] to f16 : (tensor<?x4x?x8xf32>) -> tensor<?x4x?x8xf16>
// A repeated operand is widened once.
// SLOW-LABEL: func.func @dynamic
// SLOW-SAME: (%[[Q:.*]]: tensor<?x4x?x8xf16>, %[[K:.*]]: tensor<?x2x?x8xf16>, %[[M:.*]]: tensor<?x?xi1>)
// SLOW: %[[WQ:.*]] = rlx.cast %[[Q]] to f32
// SLOW: %[[WK:.*]] = rlx.cast %[[K]] to f32
// SLOW-NOT: rlx.cast
// SLOW: rlx.attention %[[WQ]], %[[WK]], %[[WK]], %[[M]] layout = bhsd mask = custom
func.func @dynamic(%q: tensor<?x4x?x8xf16>, %k: tensor<?x2x?x8xf16>, %m: tensor<?x?xi1>)
    -> tensor<?x4x?x8xf16> {
  %0 = rlx.attention %q, %k, %k, %m layout = bhsd mask = custom
      : (tensor<?x4x?x8xf16>, tensor<?x2x?x8xf16>, tensor<?x2x?x8xf16>, tensor<?x?xi1>)
      -> tensor<?x4x?x8xf16>
  return %0 : tensor<?x4x?x8xf16>
}

// An f16 bias is widened, and boolean masks are not.
// CHECK-LABEL: func.func @bias
// CHECK-COUNT-2: rlx.cast %{{.*}} to f32
// CHECK-NOT: rlx.cast
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

// Casts of keys and values become part of the attention.
// CHECK-LABEL: func.func @cast_keys
// CHECK-SAME: (%[[Q:.*]]: tensor<1x2x4x8xf32>, %[[K:.*]]: tensor<1x2x9x8xf16>, %[[V:.*]]: tensor<1x2x9x8xf16>, %[[B:.*]]: tensor<1x2x9x8xbf16>)
// CHECK: rlx.attention %[[Q]], %[[K]], %[[V]] layout = bhsd mask = none
// CHECK: %[[WK:.*]] = rlx.cast %[[K]] to f32
// CHECK: %[[WB:.*]] = rlx.cast %[[B]] to f32
// CHECK: rlx.attention %[[Q]], %[[WK]], %[[WB]] layout = bhsd mask = none
// CHECK: rlx.attention %[[Q]], %[[B]], %[[B]] layout = bhsd mask = none
// SLOW-LABEL: func.func @cast_keys
// SLOW-SAME: (%[[Q:.*]]: tensor<1x2x4x8xf32>, %[[K:.*]]: tensor<1x2x9x8xf16>, %[[V:.*]]: tensor<1x2x9x8xf16>, %[[B:.*]]: tensor<1x2x9x8xbf16>)
// SLOW: rlx.attention {{.*}}tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>)
// SLOW: rlx.attention {{.*}}tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>)
// SLOW: rlx.attention %[[Q]], %[[B]], %[[B]] layout = bhsd mask = none
// APART-LABEL: func.func @cast_keys
// APART-COUNT-3: rlx.attention {{.*}}tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>)
func.func @cast_keys(%q: tensor<1x2x4x8xf32>, %k: tensor<1x2x9x8xf16>, %v: tensor<1x2x9x8xf16>, %b: tensor<1x2x9x8xbf16>)
    -> (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) {
  %0 = rlx.cast %k to f32 : (tensor<1x2x9x8xf16>) -> tensor<1x2x9x8xf32>
  %1 = rlx.cast %v to f32 : (tensor<1x2x9x8xf16>) -> tensor<1x2x9x8xf32>
  %2 = rlx.attention %q, %0, %1 layout = bhsd mask = none
      : (tensor<1x2x4x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>) -> tensor<1x2x4x8xf32>
  %3 = rlx.cast %k to f32 : (tensor<1x2x9x8xf16>) -> tensor<1x2x9x8xf32>
  %4 = rlx.cast %b to f32 : (tensor<1x2x9x8xbf16>) -> tensor<1x2x9x8xf32>
  %5 = rlx.attention %q, %3, %4 layout = bhsd mask = none
      : (tensor<1x2x4x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>) -> tensor<1x2x4x8xf32>
  %6 = rlx.attention %q, %4, %4 layout = bhsd mask = none
      : (tensor<1x2x4x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>) -> tensor<1x2x4x8xf32>
  return %2, %5, %6 : tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>
}

// Kernels read narrow keys beside f32 queries only.
// CHECK-LABEL: func.func @cast_to_f64
// CHECK: rlx.attention {{.*}}tensor<1x2x9x8xf64>, tensor<1x2x9x8xf64>)
func.func @cast_to_f64(%q: tensor<1x2x4x8xf64>, %k: tensor<1x2x9x8xf16>) -> tensor<1x2x4x8xf64> {
  %0 = rlx.cast %k to f64 : (tensor<1x2x9x8xf16>) -> tensor<1x2x9x8xf64>
  %1 = rlx.attention %q, %0, %0 layout = bhsd mask = none
      : (tensor<1x2x4x8xf64>, tensor<1x2x9x8xf64>, tensor<1x2x9x8xf64>) -> tensor<1x2x4x8xf64>
  return %1 : tensor<1x2x4x8xf64>
}
