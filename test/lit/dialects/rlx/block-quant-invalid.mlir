// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @dequantize_blocks_c1(%w: tensor<ui8>) {
  // expected-error@+1 {{'rlx.dequantize_blocks' op expects an input of rank 1 or more, but got rank 0}}
  %0 = rlx.dequantize_blocks %w scheme = q4_0 to f32 : (tensor<ui8>) -> tensor<f32>
  return
}

// -----

func.func @dequantize_blocks_c2(%w: tensor<2x30xui8>) {
  // expected-error@+1 {{'rlx.dequantize_blocks' op expects rows of whole blocks of 18 bytes (q4_0), but got 30 bytes}}
  %0 = rlx.dequantize_blocks %w scheme = q4_0 to f32 : (tensor<2x30xui8>) -> tensor<2x32xf32>
  return
}

// -----

func.func @dequant_matmul_c1(%x: tensor<32xf32>, %w: tensor<2x18xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul' op expects lhs of rank 2 or more, but got rank 1}}
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<32xf32>, tensor<2x18xui8>) -> tensor<2xf32>
  return
}

// -----

func.func @dequant_matmul_c2(%x: tensor<3x32xf32>, %w: tensor<1x2x18xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul' op expects weights of rank 2, but got rank 3}}
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<3x32xf32>, tensor<1x2x18xui8>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dequant_matmul_c3(%x: tensor<3x32xf32>, %w: tensor<2x17xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul' op expects rows of whole blocks of 18 bytes (q4_0), but got 17 bytes}}
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<3x32xf32>, tensor<2x17xui8>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dequant_matmul_c4(%x: tensor<3x64xf32>, %w: tensor<2x18xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul' op expects the last size of lhs to equal the 32 elements of a row of weights, but got 64}}
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<3x64xf32>, tensor<2x18xui8>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dequant_grouped_matmul_c1(%x: tensor<3x32xf32>, %w: tensor<2x18xui8>, %i: tensor<3xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul' op expects lhs of rank 2, weights of rank 3 and indices of rank 1, but got ranks 2, 2 and 1}}
  %0 = rlx.dequant_grouped_matmul %x, %w, %i scheme = q4_0 : (tensor<3x32xf32>, tensor<2x18xui8>, tensor<3xi32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dequant_grouped_matmul_c2(%x: tensor<3x32xf32>, %w: tensor<4x2x18xui8>, %i: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul' op expects indices of shape 3, but got 2}}
  %0 = rlx.dequant_grouped_matmul %x, %w, %i scheme = q4_0 : (tensor<3x32xf32>, tensor<4x2x18xui8>, tensor<2xi32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dequant_grouped_matmul_c3(%x: tensor<3x32xf32>, %w: tensor<4x2x19xui8>, %i: tensor<3xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul' op expects rows of whole blocks of 18 bytes (q4_0), but got 19 bytes}}
  %0 = rlx.dequant_grouped_matmul %x, %w, %i scheme = q4_0 : (tensor<3x32xf32>, tensor<4x2x19xui8>, tensor<3xi32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dequant_grouped_matmul_c4(%x: tensor<3x31xf32>, %w: tensor<4x2x18xui8>, %i: tensor<3xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul' op expects the last size of lhs to equal the 32 elements of a row of weights, but got 31}}
  %0 = rlx.dequant_grouped_matmul %x, %w, %i scheme = q4_0 : (tensor<3x31xf32>, tensor<4x2x18xui8>, tensor<3xi32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dequant_grouped_matmul_c5(%x: tensor<3x32xf32>, %w: tensor<0x2x18xui8>, %i: tensor<3xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul' op expects weights of at least one expert, but got none}}
  %0 = rlx.dequant_grouped_matmul %x, %w, %i scheme = q4_0 : (tensor<3x32xf32>, tensor<0x2x18xui8>, tensor<3xi32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @recode_blocks_c1(%w: tensor<2x36xui8>) {
  // expected-error@+1 {{'rlx.recode_blocks' op expects a scheme of codebooks or tq1_0, but got q4_0}}
  %0 = rlx.recode_blocks %w scheme = q4_0 : (tensor<2x36xui8>) -> tensor<2x36xui8>
  return
}

// -----

func.func @recode_blocks_c2(%w: tensor<ui8>) {
  // expected-error@+1 {{'rlx.recode_blocks' op expects an input of rank 1 or more, but got rank 0}}
  %0 = rlx.recode_blocks %w scheme = iq2_xxs : (tensor<ui8>) -> tensor<ui8>
  return
}

// -----

func.func @recode_blocks_c3(%w: tensor<2x67xui8>) {
  // expected-error@+1 {{'rlx.recode_blocks' op expects rows of whole blocks of 66 bytes (iq2_xxs), but got 67 bytes}}
  %0 = rlx.recode_blocks %w scheme = iq2_xxs : (tensor<2x67xui8>) -> tensor<2x140xui8>
  return
}
