// RUN: rlx-opt %s --rlx-decompose-attention="device=nvidia-hopper" | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-attention="device=nvidia-hopper" -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-decompose-attention 2>&1 | FileCheck %s --check-prefix=REMARK

// Decode attention with enough work for all compute units: a workgroup takes some queries. Here are
// 128 workgroups, and 99 are the minimum. The sizes must be static, with at most eight queries per
// key head.
// CHECK-LABEL: func.func @decoding(
// CHECK-NEXT: rlx.attention
// CHECK-LABEL: func.func @decoding_just_enough(
// CHECK: rlx.attention
// CHECK-LABEL: func.func @decoding_too_few(
// CHECK-NOT: rlx.attention
// CHECK-LABEL: func.func @decoding_batches(
// CHECK-NOT: rlx.attention
// CHECK-LABEL: func.func @decoding_nine(
// CHECK-NOT: rlx.attention
// REMARK-NOT: Function=decoding |
// REMARK-NOT: Function=decoding_just_enough
// REMARK: Function=decoding_too_few | Remark="there are only 1 queries"
// REMARK: Function=decoding_batches | Remark="there are only 1 queries"
// REMARK: Function=decoding_nine | Remark="there are only 9 queries"
func.func @decoding(%q: tensor<8x32x1x128xf16>, %k: tensor<8x8x?x128xf16>) -> tensor<8x32x1x128xf16> {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = none
      : (tensor<8x32x1x128xf16>, tensor<8x8x?x128xf16>, tensor<8x8x?x128xf16>) -> tensor<8x32x1x128xf16>
  return %0 : tensor<8x32x1x128xf16>
}
func.func @decoding_just_enough(%q: tensor<99x1x1x64xf32>, %k: tensor<99x1x500x64xf32>) -> tensor<99x1x1x64xf32> {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = none
      : (tensor<99x1x1x64xf32>, tensor<99x1x500x64xf32>, tensor<99x1x500x64xf32>) -> tensor<99x1x1x64xf32>
  return %0 : tensor<99x1x1x64xf32>
}
func.func @decoding_too_few(%q: tensor<98x1x1x64xf32>, %k: tensor<98x1x500x64xf32>) -> tensor<98x1x1x64xf32> {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = none
      : (tensor<98x1x1x64xf32>, tensor<98x1x500x64xf32>, tensor<98x1x500x64xf32>) -> tensor<98x1x1x64xf32>
  return %0 : tensor<98x1x1x64xf32>
}
func.func @decoding_batches(%q: tensor<?x32x1x64xf32>, %k: tensor<?x32x500x64xf32>) -> tensor<?x32x1x64xf32> {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = none
      : (tensor<?x32x1x64xf32>, tensor<?x32x500x64xf32>, tensor<?x32x500x64xf32>) -> tensor<?x32x1x64xf32>
  return %0 : tensor<?x32x1x64xf32>
}
func.func @decoding_nine(%q: tensor<32x32x9x64xf32>, %k: tensor<32x32x500x64xf32>) -> tensor<32x32x9x64xf32> {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = none
      : (tensor<32x32x9x64xf32>, tensor<32x32x500x64xf32>, tensor<32x32x500x64xf32>) -> tensor<32x32x9x64xf32>
  return %0 : tensor<32x32x9x64xf32>
}
