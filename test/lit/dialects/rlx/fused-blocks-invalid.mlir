// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @fused_attention_block_c1(%h: tensor<5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a hidden state of rank 3, but got rank 2}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 2 head_dim = 4 mask = none : (tensor<5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c2(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects positive heads and head_dim whose product is at most 2147483648, but got 0 and 4}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 0 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c2_large(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects positive heads and head_dim whose product is at most 2147483648, but got 4611686018427387904 and 4}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 4611686018427387904 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c3(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x16xf32>, %wo: tensor<8x6xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a qkv weight of shape 8x24, but got 8x16}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 2 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x16xf32>, tensor<8x6xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c4(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<4x6xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects an output weight of shape 8x6, but got 4x6}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 2 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<4x6xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c4_rank(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects an output weight of shape 8x8, but got 8}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 2 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c5(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a qkv bias of shape 24, but got 8}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo qkv_bias %b heads = 2 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>, tensor<8xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c5_out(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects an output bias of shape 6, but got 8}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo out_bias %b heads = 2 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>, tensor<8xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c6(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a mask operand for mask kind 'custom'}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 2 head_dim = 4 mask = custom : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c6_type(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>, %m: tensor<2x5xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a mask operand of element type i1, but got f32}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo masked_by %m heads = 2 head_dim = 4 mask = custom : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>, tensor<2x5xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c6_shape(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>, %m: tensor<2x4xi1>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a mask operand that broadcasts to 2x5, but got 2x4}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo masked_by %m heads = 2 head_dim = 4 mask = custom : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>, tensor<2x4xi1>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c6_window(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a window for mask kind 'sliding_window'}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 2 head_dim = 4 mask = sliding_window : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c7(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>, %c: tensor<5x3xf32>, %s: tensor<5x3xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a cos table of rank 2 with 1 to 2 columns, but got 5x3}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo rope %c, %s heads = 2 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>, tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c7_sin(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>, %c: tensor<5x2xf32>, %s: tensor<5x1xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects sin of shape 5x2, but got 5x1}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo rope %c, %s heads = 2 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>, tensor<5x2xf32>, tensor<5x1xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c8(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>, %c: tensor<4x2xf32>, %s: tensor<4x2xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a table row for every element of the sequence}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo rope %c, %s heads = 2 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c9(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf16>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects operand #2 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 2 head_dim = 4 mask = none : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf16>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_attention_block_c7_alone(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>, %s: tensor<5x2xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects both tables, cos and sin, or none}}
  %0 = "rlx.fused_attention_block"(%h, %wqkv, %wo, %s) <{head_dim = 4 : i64, mask_kind = 0 : i32, num_heads = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 1, 0>}> : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>, tensor<5x2xf32>) -> tensor<2x5x6xf32>
  return
}

// -----

func.func @fused_transformer_layer_c1(%h: tensor<5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a hidden state of rank 3, but got rank 2}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c2(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects positive heads and head_dim whose product is at most 2147483648, but got 2 and -4}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 2 head_dim = -4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c3(%h: tensor<2x5x8xf32>, %wqkv: tensor<24x8xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a qkv weight of shape 8x24, but got 24x8}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<24x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c4(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x6xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects an output weight of shape 8x8, but got 8x6}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x6xf32>, tensor<8x12xf32>, tensor<12x8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c5(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a qkv bias of shape 24, but got 8}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 qkv_bias %b heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c5_out(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>, %b: tensor<6xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects an output bias of shape 8, but got 6}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 out_bias %b heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>, tensor<6xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c6(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>, %m: tensor<2x5xi1>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects no mask operand for mask kind 'causal'}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 masked_by %m heads = 2 head_dim = 4 mask = causal activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>, tensor<2x5xi1>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c7(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>, %g: tensor<5xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a gamma of shape 8, but got 5}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 ln1_gamma %g heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>, tensor<5xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c7_beta(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>, %g: tensor<5xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a beta of shape 8, but got 5}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 ln2_beta %g heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>, tensor<5xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c8(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<6x12xf32>, %w2: tensor<12x8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a first weight of shape 8x12, but got 6x12}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<6x12xf32>, tensor<12x8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c8_bias(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a first bias of shape 12, but got 8}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 fc1_bias %b heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c9(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<8x8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a second weight of shape 12x8, but got 8x8}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c9_bias(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>, %b: tensor<12xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a second bias of shape 8, but got 12}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 fc2_bias %b heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>, tensor<12xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c10(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>, %b: tensor<24xf64>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects operand #5 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 qkv_bias %b heads = 2 head_dim = 4 mask = none activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>, tensor<24xf64>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_attention_block_c6_scale(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a finite scale, but got NaN}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 2 head_dim = 4 mask = none scale = 0x7FF8000000000000 : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_attention_block_c6_softcap(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>) {
  // expected-error@+1 {{'rlx.fused_attention_block' op expects a positive softcap that is finite, but got +Inf}}
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 2 head_dim = 4 mask = none softcap = 0x7FF0000000000000 : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c6_scale(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a finite scale, but got +Inf}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 2 head_dim = 4 mask = none scale = 0x7FF0000000000000 activation = gelu : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c11_eps1(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a finite eps1 of at least 0, but got NaN}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 2 head_dim = 4 mask = none activation = gelu eps1 = 0x7FF8000000000000 : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>) -> tensor<2x5x8xf32>
  return
}

// -----

func.func @fused_transformer_layer_c11_eps2(%h: tensor<2x5x8xf32>, %wqkv: tensor<8x24xf32>, %wo: tensor<8x8xf32>, %w1: tensor<8x12xf32>, %w2: tensor<12x8xf32>) {
  // expected-error@+1 {{'rlx.fused_transformer_layer' op expects a finite eps2 of at least 0, but got -0.001}}
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 2 head_dim = 4 mask = none activation = gelu eps2 = -1.0e-3 : (tensor<2x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<12x8xf32>) -> tensor<2x5x8xf32>
  return
}
