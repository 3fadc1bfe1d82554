// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @rope_c1(%x: tensor<2x3x8xf32>, %c: tensor<4x4xf32>) {
  // expected-error@+1 {{'rlx.rope' op expects an input of rank 4, but got rank 3}}
  %0 = rlx.rope %x, %c, %c style = half layout = bshd : (tensor<2x3x8xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @rope_c2(%x: tensor<2x3x1x8xf32>, %c: tensor<4x?xf32>) {
  // expected-error@+1 {{'rlx.rope' op expects a cos table of rank 2 with a static, positive number of columns, but got 4x}}
  %0 = rlx.rope %x, %c, %c style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<2x3x1x8xf32>
  return
}

// -----

func.func @rope_c2_sin(%x: tensor<2x3x1x8xf32>, %c: tensor<4x4xf32>, %s: tensor<4x3xf32>) {
  // expected-error@+1 {{'rlx.rope' op expects sin of shape 4x4, but got 4x3}}
  %0 = rlx.rope %x, %c, %s style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<2x3x1x8xf32>
  return
}

// -----

func.func @rope_c3(%x: tensor<2x3x1x8xf32>, %c: tensor<4x5xf32>) {
  // expected-error@+1 {{'rlx.rope' op expects at most 4 columns for heads of size 8, but got 5}}
  %0 = rlx.rope %x, %c, %c style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<2x3x1x8xf32>
  return
}

// -----

func.func @rope_c3_dynamic(%x: tensor<2x3x1x?xf32>, %c: tensor<4x5xf32>) {
  // expected-error@+1 {{'rlx.rope' op expects a static head size}}
  %0 = rlx.rope %x, %c, %c style = half layout = bshd : (tensor<2x3x1x?xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<2x3x1x?xf32>
  return
}

// -----

func.func @rope_c4(%x: tensor<2x3x1x8xf32>, %c: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.rope' op expects a table row for every element of the sequence}}
  %0 = rlx.rope %x, %c, %c style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x3x1x8xf32>
  return
}

// -----

func.func @rope_c5(%x: tensor<2x3x1x8xf32>, %c: tensor<4x4xf32>, %p: tensor<2xi64>) {
  // expected-error@+1 {{'rlx.rope' op expects positions of shape 3, but got 2}}
  %0 = rlx.rope %x, %c, %c at %p style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2xi64>) -> tensor<2x3x1x8xf32>
  return
}

// -----

func.func @rope_c6(%x: tensor<2x3x1x8xf32>, %c: tensor<4x4xf16>) {
  // expected-error@+1 {{'rlx.rope' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.rope %x, %c, %c style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<2x3x1x8xf32>
  return
}

// -----

func.func @axial_rope_2d_c1(%x: tensor<6x8xf32>) {
  // expected-error@+1 {{'rlx.axial_rope_2d' op expects an input of rank 4, but got rank 2}}
  %0 = rlx.axial_rope_2d %x width = 3 height = 2 layout = bshd : (tensor<6x8xf32>) -> tensor<6x8xf32>
  return
}

// -----

func.func @axial_rope_2d_c2(%x: tensor<1x6x1x6xf32>) {
  // expected-error@+1 {{'rlx.axial_rope_2d' op expects a head size that is a positive multiple of 4, but got 6}}
  %0 = rlx.axial_rope_2d %x width = 3 height = 2 layout = bshd : (tensor<1x6x1x6xf32>) -> tensor<1x6x1x6xf32>
  return
}

// -----

func.func @axial_rope_2d_c3(%x: tensor<1x6x1x8xf32>) {
  // expected-error@+1 {{'rlx.axial_rope_2d' op expects a width, a height and a repeat from 1 to 2^20 and a positive theta}}
  %0 = rlx.axial_rope_2d %x width = 3 height = 2 repeat = 0 layout = bshd : (tensor<1x6x1x8xf32>) -> tensor<1x6x1x8xf32>
  return
}

// -----

func.func @axial_rope_2d_c4(%x: tensor<1x7x1x8xf32>) {
  // expected-error@+1 {{'rlx.axial_rope_2d' op expects a sequence of width * height * repeat = 6 elements, but got 7}}
  %0 = rlx.axial_rope_2d %x width = 3 height = 2 layout = bshd : (tensor<1x7x1x8xf32>) -> tensor<1x7x1x8xf32>
  return
}
