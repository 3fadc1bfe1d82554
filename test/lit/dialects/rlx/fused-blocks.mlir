// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: = rlx.

// CHECK-LABEL: @attention_block
// DECOMPOSE-LABEL: @attention_block
func.func @attention_block(%h: tensor<?x?x512xf32>, %wqkv: tensor<512x1536xf32>, %wo: tensor<512x256xf32>, %b: tensor<1536xf32>,
                           %cos: tensor<2048x32xf32>, %sin: tensor<2048x32xf32>) -> tensor<?x?x256xf32> {
  // CHECK: rlx.fused_attention_block %{{.*}}, %{{.*}}, %{{.*}} qkv_bias %{{.*}} rope %{{.*}}, %{{.*}} heads = 8 head_dim = 64 mask = causal scale = 5.000000e-01 style = interleaved :
  // DECOMPOSE: rlx.matmul
  // DECOMPOSE: rlx.add
  // DECOMPOSE: rlx.reshape %{{.*}} to [%{{.*}}, %{{.*}}, 24, 64]
  // DECOMPOSE: rlx.concat
  // DECOMPOSE: rlx.reduce_max
  // DECOMPOSE: rlx.reshape %{{.*}} to [%{{.*}}, %{{.*}}, 512]
  // DECOMPOSE: rlx.matmul
  %0 = rlx.fused_attention_block %h, %wqkv, %wo qkv_bias %b rope %cos, %sin heads = 8 head_dim = 64 mask = causal scale = 0.5 style = interleaved
      : (tensor<?x?x512xf32>, tensor<512x1536xf32>, tensor<512x256xf32>, tensor<1536xf32>, tensor<2048x32xf32>, tensor<2048x32xf32>) -> tensor<?x?x256xf32>
  return %0 : tensor<?x?x256xf32>
}

// CHECK-LABEL: @attention_block_mask
func.func @attention_block_mask(%h: tensor<2x4x8xf16>, %wqkv: tensor<8x24xf16>, %wo: tensor<8x8xf16>, %b: tensor<8xf16>,
                                %m: tensor<2x1x4x4xf16>) -> tensor<2x4x8xf16> {
  // CHECK: out_bias %{{.*}} masked_by %{{.*}} heads = 1 head_dim = 8 mask = bias softcap = 3.000000e+00 :
  %0 = rlx.fused_attention_block %h, %wqkv, %wo out_bias %b masked_by %m heads = 1 head_dim = 8 mask = bias softcap = 3.0
      : (tensor<2x4x8xf16>, tensor<8x24xf16>, tensor<8x8xf16>, tensor<8xf16>, tensor<2x1x4x4xf16>) -> tensor<2x4x8xf16>
  return %0 : tensor<2x4x8xf16>
}

// CHECK-LABEL: @transformer_layer
// DECOMPOSE-LABEL: @transformer_layer
func.func @transformer_layer(%h: tensor<?x?x64xf32>, %wqkv: tensor<64x192xf32>, %wo: tensor<64x64xf32>, %w1: tensor<64x256xf32>,
                             %w2: tensor<256x64xf32>, %b: tensor<192xf32>, %g: tensor<64xf32>, %m: tensor<?x?xi1>) -> tensor<?x?x64xf32> {
  // CHECK: rlx.fused_transformer_layer %{{.*}} qkv_bias %{{.*}} ln1_gamma %{{.*}} masked_by %{{.*}} heads = 4 head_dim = 16 mask = custom activation = gelu eps2 = 1.000000e-03 :
  // DECOMPOSE-COUNT-5: rlx.matmul
  // DECOMPOSE: rlx.gelu
  // DECOMPOSE: rlx.matmul
  // DECOMPOSE: rlx.rsqrt
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 qkv_bias %b ln1_gamma %g masked_by %m heads = 4 head_dim = 16 mask = custom activation = gelu eps2 = 1.0e-3
      : (tensor<?x?x64xf32>, tensor<64x192xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<256x64xf32>, tensor<192xf32>, tensor<64xf32>, tensor<?x?xi1>) -> tensor<?x?x64xf32>
  return %0 : tensor<?x?x64xf32>
}
