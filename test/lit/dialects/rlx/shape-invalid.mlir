// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @reshape_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reshape' op expects as many elements as the input has, 6, but got 4x2 with 8}}
  %0 = rlx.reshape %x to [4, 2] : (tensor<2x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @reshape_c2(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reshape' op expects size #0 to be at least 0, but got -2}}
  %0 = rlx.reshape %x to [-2, -3] : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @transpose_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.transpose' op expects a permutation of the 2 dimensions of the input, but got [0, 0]}}
  %0 = rlx.transpose %x perm = [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @transpose_c1_count(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.transpose' op expects a permutation of the 2 dimensions of the input, but got [0]}}
  %0 = rlx.transpose %x perm = [0] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.slice' op expects one size for each of 2 dimensions, but got 1}}
  %0 = rlx.slice %x from [0, 0] sizes [1] : (tensor<2x3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @slice_c1_strides(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.slice' op expects one stride for each of 2 dimensions, but got 1}}
  %0 = rlx.slice %x from [0, 0] sizes [1, 1] strides = [1] : (tensor<2x3xf32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @slice_c2(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.slice' op expects strides other than 0}}
  %0 = rlx.slice %x from [0, 0] sizes [1, 1] strides = [1, 0] : (tensor<2x3xf32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @slice_c3(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'rlx.slice' op expects to read dimension 1 within its size 8, but reads from 2 to 8}}
  %0 = rlx.slice %x from [0, 2] sizes [2, 3] strides = [1, 3] : (tensor<2x8xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_c3_backwards(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'rlx.slice' op expects to read dimension 1 within its size 8, but reads from -2 to 7}}
  %0 = rlx.slice %x from [0, 7] sizes [2, 4] strides = [1, -3] : (tensor<2x8xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @slice_c4(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'rlx.slice' op expects size #1 to be at least 0, but got -1}}
  %0 = rlx.slice %x from [0, 7] sizes [2, -1] : (tensor<2x8xf32>) -> tensor<2x?xf32>
  return
}

// -----

// The index of the last element wraps around to one inside the input.
func.func @slice_c5(%x: tensor<8xf32>) {
  // expected-error@+1 {{'rlx.slice' op expects strides of a magnitude of at most 2147483647, but got 4611686018427387904}}
  %0 = rlx.slice %x from [0] sizes [5] strides = [4611686018427387904] : (tensor<8xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @concat_c1() {
  // expected-error@+1 {{'rlx.concat' op expects at least one operand}}
  %0 = rlx.concat axis = 0 : () -> tensor<2xf32>
  return
}

// -----

func.func @concat_c2(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.concat' op expects an axis in [-1, 1), but got 1}}
  %0 = rlx.concat %x, %x axis = 1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concat_c3(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.concat' op expects operand #1 to have rank 2 like operand #0, but got rank 1}}
  %0 = rlx.concat %x, %y axis = 0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concat_c4(%x: tensor<2x3xf32>, %y: tensor<?x4xf32>) {
  // expected-error@+1 {{'rlx.concat' op expects operand #1 to have size 3 in dimension 1 like the operands before it, but got 4}}
  %0 = rlx.concat %x, %y axis = 0 : (tensor<2x3xf32>, tensor<?x4xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @concat_c5(%x: tensor<2x3xf32>, %y: tensor<2x3xf16>) {
  // expected-error@+1 {{'rlx.concat' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.concat %x, %y axis = 0 : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<4x3xf32>
  return
}

// -----

func.func @expand_c1(%x: tensor<1x3xf32>) {
  // expected-error@+1 {{'rlx.expand' op expects at least the input's rank 2, but got 1 sizes}}
  %0 = rlx.expand %x to [3] : (tensor<1x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @expand_c2(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.expand' op expects dimension 0 of the input to have the static size 1 or size 4, but got 2}}
  %0 = rlx.expand %x to [4, 3] : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @expand_c3(%x: tensor<1xf32>) {
  // expected-error@+1 {{'rlx.expand' op expects size #0 to be at least 0, but got -4}}
  %0 = rlx.expand %x to [-4] : (tensor<1xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_expand_c1(%x: tensor<?x3xf32>) {
  // expected-error@+1 {{'rlx.dynamic_expand' op expects dims in ascending order in [0, 2), but got 2}}
  %0 = rlx.dynamic_expand %x dims = [2] to [4] : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dynamic_expand_c1_order(%x: tensor<?x?xf32>) {
  // expected-error@+1 {{'rlx.dynamic_expand' op expects dims in ascending order in [0, 2), but got 0}}
  %0 = rlx.dynamic_expand %x dims = [1, 0] to [4, 4] : (tensor<?x?xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_expand_c2(%x: tensor<?x3xf32>) {
  // expected-error@+1 {{'rlx.dynamic_expand' op expects a size for each of 1 dims, but got 2}}
  %0 = rlx.dynamic_expand %x dims = [0] to [4, 3] : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @dynamic_expand_c3(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dynamic_expand' op expects dimension 0 of the input to have size 1 or 4, but got 2}}
  %0 = rlx.dynamic_expand %x dims = [0] to [4] : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @dynamic_expand_c4(%x: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.dynamic_expand' op expects size #0 to be at least 0, but got -4}}
  %0 = rlx.dynamic_expand %x dims = [0] to [-4] : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @pad_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.pad' op expects one high pad for each of 2 dimensions, but got 1}}
  %0 = rlx.pad edge %x low [0, 1] high [0] : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @pad_c2(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.pad' op expects pads of at least 0 for dimension 1, but got -1}}
  %0 = rlx.pad constant %x low [0, -1] high [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @pad_c3(%x: tensor<2x3xf32>, %v: tensor<1xf32>) {
  // expected-error@+1 {{'rlx.pad' op expects a value of rank 0 and the input's element type}}
  %0 = rlx.pad constant %x, %v low [0, 1] high [0, 0] : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @pad_c3_type(%x: tensor<2x3xf32>, %v: tensor<f16>) {
  // expected-error@+1 {{'rlx.pad' op expects a value of rank 0 and the input's element type}}
  %0 = rlx.pad constant %x, %v low [0, 1] high [0, 0] : (tensor<2x3xf32>, tensor<f16>) -> tensor<2x4xf32>
  return
}

// -----

func.func @pad_c4(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // expected-error@+1 {{'rlx.pad' op expects a value only in mode constant, but got one in mode wrap}}
  %0 = rlx.pad wrap %x, %v low [0, 1] high [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @pad_c5(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.pad' op expects dimension 1 to be larger than 3 to pad it in mode reflect, but its size is 3}}
  %0 = rlx.pad reflect %x low [0, 3] high [0, 0] : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @pad_c5_empty(%x: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.pad' op expects dimension 1 to be larger than 0 to pad it in mode edge, but its size is 0}}
  %0 = rlx.pad edge %x low [0, 3] high [0, 0] : (tensor<2x0xf32>) -> tensor<2x3xf32>
  return
}
