// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @fft_c1(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.fft' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.fft block %x axis = 2 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @fft_c2(%x: tensor<2x?xf32>) {
  // expected-error@+1 {{'rlx.fft' op expects a static size of at least 1 along the transformed dimension 1, but got 2x?}}
  %0 = rlx.fft block %x axis = -1 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @fft_c2_empty(%x: tensor<2x0xcomplex<f32>>) {
  // expected-error@+1 {{'rlx.fft' op expects a static size of at least 1 along the transformed dimension 1, but got 2x0}}
  %0 = rlx.fft complex %x axis = -1 : (tensor<2x0xcomplex<f32>>) -> tensor<2x0xcomplex<f32>>
  return
}

// -----

func.func @fft_c3(%x: tensor<2x5xf32>) {
  // expected-error@+1 {{'rlx.fft' op expects an even size along the transformed dimension in layout block, but got 2x5}}
  %0 = rlx.fft block %x axis = 1 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @fft_c4(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{'rlx.fft' op expects in layout pairs a last dimension of size 2 that is not the transformed one, but got 2x2 with axis 1}}
  %0 = rlx.fft pairs %x axis = 1 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @fft_c4_size(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fft' op expects in layout pairs a last dimension of size 2 that is not the transformed one, but got 2x3 with axis 0}}
  %0 = rlx.fft pairs %x axis = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fft_c5(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fft' op expects complex elements in layout complex, but got f32}}
  %0 = rlx.fft complex %x axis = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fft_c5_block(%x: tensor<2x4xcomplex<f32>>) {
  // expected-error@+1 {{'rlx.fft' op expects floating-point elements except in layout complex, but got complex<f32>}}
  %0 = rlx.fft block %x axis = 0 : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  return
}

// -----

func.func @fft_of_integers(%x: tensor<4xi32>) {
  // expected-error@+1 {{'rlx.fft' op operand #0 must be ranked tensor of floating-point or complex type values, but got 'tensor<4xi32>'}}
  %0 = rlx.fft block %x axis = 0 : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @fft_parts_c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.fft_parts' op expects an axis in [-1, 1), but got 1}}
  %0:2 = rlx.fft_parts %x, %x axis = 1 : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fft_parts_c2(%x: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.fft_parts' op expects a static size of at least 1 along the transformed dimension 0, but got ?}}
  %0:2 = rlx.fft_parts %x, %x axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}

// -----

func.func @fft_parts_c3(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error@+1 {{'rlx.fft_parts' op expects the imaginary part of shape 2x3, but got 3x3}}
  %0:2 = rlx.fft_parts %x, %y axis = 1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @fft_parts_c4(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error@+1 {{'rlx.fft_parts' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0:2 = rlx.fft_parts %x, %y axis = 0 : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @rfft_c1(%x: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.rfft' op expects an axis in [-1, 1), but got -2}}
  %0:2 = rlx.rfft %x axis = -2 : (tensor<4xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @rfft_c2(%x: tensor<0xf32>) {
  // expected-error@+1 {{'rlx.rfft' op expects a static size of at least 1 along the transformed dimension 0, but got 0}}
  %0:2 = rlx.rfft %x axis = 0 : (tensor<0xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  return
}

// -----

func.func @rfft_result(%x: tensor<6xf32>) {
  // expected-error@+1 {{'rlx.rfft' op expects result #0 to have type 'tensor<4xf32>', but got 'tensor<5xf32>'}}
  %0:2 = rlx.rfft %x axis = 0 : (tensor<6xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return
}

// -----

func.func @irfft_c1(%x: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.irfft' op expects an axis in [-1, 1), but got 1}}
  %0 = rlx.irfft %x, %x axis = 1 length = 6 : (tensor<4xf32>, tensor<4xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @irfft_c2(%x: tensor<1xf32>) {
  // expected-error@+1 {{'rlx.irfft' op expects a length of at least 1, but got 0}}
  %0 = rlx.irfft %x, %x axis = 0 length = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @irfft_c3(%x: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.irfft' op expects the size 5 along dimension 0 for a length of 8, but got 4}}
  %0 = rlx.irfft %x, %x axis = 0 length = 8 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @irfft_c4(%x: tensor<2x4xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.irfft' op expects the imaginary part of shape 2x4, but got 4}}
  %0 = rlx.irfft %x, %y axis = 1 length = 6 : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @irfft_c5(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error@+1 {{'rlx.irfft' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.irfft %x, %y axis = 0 length = 6 : (tensor<4xf32>, tensor<4xf16>) -> tensor<6xf32>
  return
}

// -----

func.func @fft_planned_c1(%x: tensor<2xf32>, %t: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.fft_planned' op expects one or two inputs and results, but got 3 and 1}}
  %0 = rlx.fft_planned %x, %x, %x table %t axis = 0 length = 2 results = 1 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x0xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @fft_planned_c2(%x: tensor<2xf32>, %y: tensor<3xf32>, %t: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.fft_planned' op expects the imaginary part of shape 2, but got 3}}
  %0:2 = rlx.fft_planned %x, %y table %t axis = 0 length = 2 results = 2 : (tensor<2xf32>, tensor<3xf32>, tensor<2x0xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fft_planned_c3(%x: tensor<4xf32>, %t: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.fft_planned' op expects one input and one result with a layout}}
  %0:2 = rlx.fft_planned block %x table %t axis = 0 length = 2 results = 2 : (tensor<4xf32>, tensor<2x0xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @fft_planned_c4(%x: tensor<2xf32>, %t: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.fft_planned' op expects an axis in [-1, 1), but got 1}}
  %0 = rlx.fft_planned %x table %t axis = 1 length = 2 results = 1 : (tensor<2xf32>, tensor<2x0xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @fft_planned_c5(%x: tensor<2xf32>, %t: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.fft_planned' op expects the size 3 along dimension 0, but got 2}}
  %0 = rlx.fft_planned %x table %t axis = 0 length = 3 results = 1 : (tensor<2xf32>, tensor<2x0xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @fft_planned_c6(%x: tensor<2xf32>, %t: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.fft_planned' op expects a length from 1 to 1048576, but got 9223372036854775807}}
  %0 = rlx.fft_planned %x table %t axis = 0 length = 9223372036854775807 results = 1 : (tensor<2xf32>, tensor<2x0xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @fft_planned_c7(%x: tensor<2x2xf32>, %t: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.fft_planned' op expects in layout pairs a last dimension of size 2 that is not the transformed one, but got 2x2 with axis 1}}
  %0 = rlx.fft_planned pairs %x table %t axis = 1 length = 2 results = 1 : (tensor<2x2xf32>, tensor<2x0xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @fft_planned_c8(%x: tensor<8xf32>, %t: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.fft_planned' op expects the table of shape 2x4, but got 2x0}}
  %0 = rlx.fft_planned %x table %t axis = 0 length = 8 results = 1 : (tensor<8xf32>, tensor<2x0xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @fft_planned_c9(%x: tensor<2xcomplex<f32>>, %t: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.fft_planned' op expects floating-point elements except in layout complex, but got complex<f32>}}
  %0 = rlx.fft_planned %x table %t axis = 0 length = 2 results = 1 : (tensor<2xcomplex<f32>>, tensor<2x0xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @fft_planned_c10(%x: tensor<2xf16>, %t: tensor<2x0xf64>) {
  // expected-error@+1 {{'rlx.fft_planned' op expects a table of f32, but got f64}}
  %0 = rlx.fft_planned %x table %t axis = 0 length = 2 results = 1 : (tensor<2xf16>, tensor<2x0xf64>) -> tensor<2xf16>
  return
}

// -----

func.func @fft_radix2_c1(%x: tensor<4xf32>, %t: tensor<2x2xf32>) {
  // expected-error@+1 {{'rlx.fft_radix2' op expects parts of rank 2, but got rank 1}}
  %0:2 = rlx.fft_radix2 %x, %x table %t : (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @fft_radix2_c2(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>, %t: tensor<2x2xf32>) {
  // expected-error@+1 {{'rlx.fft_radix2' op expects the imaginary part of shape 3x4, but got 4x4}}
  %0:2 = rlx.fft_radix2 %x, %y table %t : (tensor<3x4xf32>, tensor<4x4xf32>, tensor<2x2xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
  return
}

// -----

func.func @fft_radix2_c3(%x: tensor<3x4xf32>, %t: tensor<2x2xf64>) {
  // expected-error@+1 {{'rlx.fft_radix2' op expects}}
  %0:2 = rlx.fft_radix2 %x, %x table %t : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<2x2xf64>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
  return
}

// -----

func.func @fft_radix2_c4(%x: tensor<3x8xf32>, %t: tensor<2x2xf32>) {
  // expected-error@+1 {{'rlx.fft_radix2' op expects the table of shape 2x4, but got 2x2}}
  %0:2 = rlx.fft_radix2 %x, %x table %t : (tensor<3x8xf32>, tensor<3x8xf32>, tensor<2x2xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>)
  return
}
