// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fused blocks of transformers: attention with its projections, and a whole encoder layer.
// Importers and graph builders may use them too. They decompose into the smaller fused ops of
// Fused.td around one rlx.attention.
#ifndef RLX_FUSEDBLOCKS_TD
#define RLX_FUSEDBLOCKS_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_FusedAttentionBlockOp
    : RLX_CompositeOp<"fused_attention_block", [AttrSizedOperandSegments]> {
  let summary = "self-attention with its projections";
  let description = [{
    *Semantics*: for H heads of size D, `[q | k | v] = matmul(hidden, qkv_weight) + qkv_bias`, where
    each of q, k and v consists of H heads one after the other. `result = matmul(attention(rope(q),
    rope(k), v), out_weight) + out_bias`. The attention is `rlx.attention` with the attributes of
    the same names (`mask`, `window`, `scale`, `softcap`) and the mask operand. The rotations are
    `rlx.rope` with the tables cos and sin and `style`; without tables there are none. Absent biases
    are 0.

    *Shape rule*: hidden is `[B, S, E]` (fused_attention_block_c1). `heads` and `head_dim` are
    positive, with a product of at most 2^31 (fused_attention_block_c2). qkv_weight is `[E, 3*H*D]`
    (fused_attention_block_c3), out_weight is `[H*D, F]` (fused_attention_block_c4), qkv_bias is
    `[3*H*D]` and out_bias is `[F]` (fused_attention_block_c5). Attributes and mask operand are
    valid for `rlx.attention` with S queries and keys (fused_attention_block_c6). cos and sin are
    both present or both absent. Their equal shape is `[P, R/2]`, with a static R/2 of at least 1
    and R at most D (fused_attention_block_c7); P is at least S (fused_attention_block_c8). Element
    types must be equal (fused_attention_block_c9). The result is `[B, S, F]`.

    *Types*: floating-point.

    *Numerics*: as the ops that it stands for. Projections, rotated heads and the attention's result
    may be rounded to the element type.

    *Example*:
    ```mlir
    %0 = rlx.fused_attention_block %h, %wqkv, %wo qkv_bias %bqkv rope %cos, %sin heads = 8 head_dim = 64 mask = causal : (tensor<?x?x512xf32>, tensor<512x1536xf32>, tensor<512x512xf32>, tensor<1536xf32>, tensor<2048x32xf32>, tensor<2048x32xf32>) -> tensor<?x?x512xf32>
    %1 = rlx.fused_attention_block %h, %wqkv, %wo masked_by %m heads = 8 head_dim = 64 mask = custom : (tensor<?x?x512xf32>, tensor<512x1536xf32>, tensor<512x512xf32>, tensor<?x?xi1>) -> tensor<?x?x512xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$hidden, RLX_FloatTensor:$qkv_weight,
      RLX_FloatTensor:$out_weight, Optional<RLX_FloatTensor>:$qkv_bias,
      Optional<RLX_FloatTensor>:$out_bias, Optional<RLX_FloatTensor>:$cos,
      Optional<RLX_FloatTensor>:$sin, Optional<RLX_Tensor>:$mask, I64Attr:$num_heads,
      I64Attr:$head_dim, RLX_AttentionMask:$mask_kind, OptionalAttr<I64Attr>:$window,
      OptionalAttr<F64Attr>:$scale, OptionalAttr<F64Attr>:$softcap,
      DefaultValuedAttr<RLX_RopeStyle, "::rlx::RopeStyle::Half">:$style);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $hidden `,` $qkv_weight `,` $out_weight (`qkv_bias` $qkv_bias^)? (`out_bias` $out_bias^)?
    (`rope` $cos^ `,` $sin)? (`masked_by` $mask^)? `heads` `=` $num_heads `head_dim` `=` $head_dim
    `mask` `=` $mask_kind (`window` `=` $window^)? (`scale` `=` $scale^)? (`softcap` `=` $softcap^)?
    (`style` `=` $style^)? attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_FusedTransformerLayerOp
    : RLX_CompositeOp<"fused_transformer_layer", [AttrSizedOperandSegments]> {
  let summary = "transformer encoder layer with post-normalization";
  let description = [{
    *Semantics*: with `block` as `rlx.fused_attention_block` without tables:

    - `a = layer_norm(hidden + block(hidden))` with ln1_gamma, ln1_beta and `eps1`;
    - `f = matmul(activation(matmul(a, fc1_weight) + fc1_bias), fc2_weight) + fc2_bias`;
    - `result = layer_norm(a + f)` with ln2_gamma, ln2_beta and `eps2`.

    The normalizations are over the last dimension. Absent biases and betas are 0, absent gammas
    are 1. Devlin et al. 2019 (BERT).

    *Shape rule*: hidden is `[B, S, E]` (fused_transformer_layer_c1). `heads` and `head_dim` are
    positive, with a product of at most 2^31 (fused_transformer_layer_c2). qkv_weight is `[E,
    3*H*D]` (fused_transformer_layer_c3), out_weight is `[H*D, E]` (fused_transformer_layer_c4),
    qkv_bias is `[3*H*D]` and out_bias is `[E]` (fused_transformer_layer_c5). Attributes and mask
    operand are valid for `rlx.attention` with S queries and keys (fused_transformer_layer_c6).
    gammas and betas are `[E]` (fused_transformer_layer_c7). fc1_weight is `[E, I]` and fc1_bias is
    `[I]` (fused_transformer_layer_c8); fc2_weight is `[I, E]` and fc2_bias is `[E]`
    (fused_transformer_layer_c9). Element types must be equal (fused_transformer_layer_c10). `eps1`
    and `eps2` are finite and not negative (fused_transformer_layer_c11). The result is like hidden.

    *Types*: floating-point.

    *Numerics*: as the ops that it stands for. Every matmul, the attention's result and the first
    normalization may be rounded to the element type.

    *Example*:
    ```mlir
    %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 qkv_bias %bqkv ln1_gamma %g heads = 4 head_dim = 16 mask = none activation = gelu : (tensor<?x?x64xf32>, tensor<64x192xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<256x64xf32>, tensor<192xf32>, tensor<64xf32>) -> tensor<?x?x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$hidden, RLX_FloatTensor:$qkv_weight,
      RLX_FloatTensor:$out_weight, RLX_FloatTensor:$fc1_weight, RLX_FloatTensor:$fc2_weight,
      Optional<RLX_FloatTensor>:$qkv_bias, Optional<RLX_FloatTensor>:$out_bias,
      Optional<RLX_FloatTensor>:$fc1_bias, Optional<RLX_FloatTensor>:$fc2_bias,
      Optional<RLX_FloatTensor>:$ln1_gamma, Optional<RLX_FloatTensor>:$ln1_beta,
      Optional<RLX_FloatTensor>:$ln2_gamma, Optional<RLX_FloatTensor>:$ln2_beta,
      Optional<RLX_Tensor>:$mask, I64Attr:$num_heads, I64Attr:$head_dim,
      RLX_AttentionMask:$mask_kind, OptionalAttr<I64Attr>:$window, OptionalAttr<F64Attr>:$scale,
      OptionalAttr<F64Attr>:$softcap, RLX_FusedActivation:$activation,
      DefaultValuedAttr<F64Attr, "1.0e-5">:$eps1, DefaultValuedAttr<F64Attr, "1.0e-5">:$eps2);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $hidden `,` $qkv_weight `,` $out_weight `,` $fc1_weight `,` $fc2_weight
    (`qkv_bias` $qkv_bias^)? (`out_bias` $out_bias^)? (`fc1_bias` $fc1_bias^)?
    (`fc2_bias` $fc2_bias^)? (`ln1_gamma` $ln1_gamma^)? (`ln1_beta` $ln1_beta^)?
    (`ln2_gamma` $ln2_gamma^)? (`ln2_beta` $ln2_beta^)? (`masked_by` $mask^)? `heads` `=` $num_heads
    `head_dim` `=` $head_dim `mask` `=` $mask_kind (`window` `=` $window^)? (`scale` `=` $scale^)?
    (`softcap` `=` $softcap^)? `activation` `=` $activation (`eps1` `=` $eps1^)?
    (`eps2` `=` $eps2^)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_FUSEDBLOCKS_TD
