// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @lora_matmul_c1(%x: tensor<3xf32>, %w: tensor<3x4xf32>, %a: tensor<3x2xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.lora_matmul' op expects x of rank 2 or more, but got rank 1}}
  %0 = rlx.lora_matmul %x, %w, %a, %b : (tensor<3xf32>, tensor<3x4xf32>, tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @lora_matmul_c2(%x: tensor<5x3xf32>, %w: tensor<5x4xf32>, %a: tensor<3x2xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.lora_matmul' op expects weight of shape 3x4, but got 5x4}}
  %0 = rlx.lora_matmul %x, %w, %a, %b : (tensor<5x3xf32>, tensor<5x4xf32>, tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @lora_matmul_c2_rank(%x: tensor<5x3xf32>, %w: tensor<1x3x4xf32>, %a: tensor<3x2xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.lora_matmul' op expects weight and a of rank 2, but got ranks 3 and 2}}
  %0 = rlx.lora_matmul %x, %w, %a, %b : (tensor<5x3xf32>, tensor<1x3x4xf32>, tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @lora_matmul_c3(%x: tensor<5x3xf32>, %w: tensor<3x4xf32>, %a: tensor<4x2xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.lora_matmul' op expects a of shape 3x2, but got 4x2}}
  %0 = rlx.lora_matmul %x, %w, %a, %b : (tensor<5x3xf32>, tensor<3x4xf32>, tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @lora_matmul_c4(%x: tensor<5x3xf32>, %w: tensor<3x4xf32>, %a: tensor<3x2xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'rlx.lora_matmul' op expects b of shape 2x4, but got 3x4}}
  %0 = rlx.lora_matmul %x, %w, %a, %b : (tensor<5x3xf32>, tensor<3x4xf32>, tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @lora_matmul_c5(%x: tensor<5x3xf32>, %w: tensor<3x4xf32>, %a: tensor<3x2xbf16>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.lora_matmul' op expects operand #2 to have element type f32 like operand #0, but got bf16}}
  %0 = rlx.lora_matmul %x, %w, %a, %b : (tensor<5x3xf32>, tensor<3x4xf32>, tensor<3x2xbf16>, tensor<2x4xf32>) -> tensor<5x4xf32>
  return
}
