// RUN: rlx-check %s %{quick-lanes}

// By hand: a row of ones, and one of a single one.
func.func @literals() -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %re = check.literal dense<[[1.0, 1.0, 1.0, 1.0], [0.0, 1.0, 0.0, 0.0]]> : tensor<2x4xf32>
  %im = check.literal dense<0.0> : tensor<2x4xf32>
  %t = check.literal dense<[[1.0, 0.0], [0.0, -1.0]]> : tensor<2x2xf32>
  %0:2 = rlx.fft_radix2 %re, %im table %t
      : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x2xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %a = check.literal dense<[[4.0, 0.0, 0.0, 0.0], [1.0, 0.0, -1.0, 0.0]]> : tensor<2x4xf32>
  %b = check.literal dense<[[0.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 1.0]]> : tensor<2x4xf32>
  check.expect_close %0#0, %a {atol = 1.0e-6} : tensor<2x4xf32>, tensor<2x4xf32>
  check.expect_close %0#1, %b {atol = 1.0e-6} : tensor<2x4xf32>, tensor<2x4xf32>
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x4xf32>
}

// Tables are cosines and negative sines of 2 pi k / N.

func.func @length_1() -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %re = check.fill sizes [3, 1] seed 2 : tensor<?x?xf32>
  %im = check.fill sizes [3, 1] seed 3 : tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %half = arith.constant 0 : index
  %k = rlx.iota from %c0 to [%half] axis = 0 : (index, index) -> tensor<?xi64>
  %step = check.literal dense<6.283185307179586> : tensor<f64>
  %x = rlx.cast %k to f64 : (tensor<?xi64>) -> tensor<?xf64>
  %angle = rlx.mul %x, %step : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  %cos = rlx.cos %angle : (tensor<?xf64>) -> tensor<?xf64>
  %sin = rlx.sin %angle : (tensor<?xf64>) -> tensor<?xf64>
  %minus = rlx.neg %sin : (tensor<?xf64>) -> tensor<?xf64>
  %a = rlx.reshape %cos to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %b = rlx.reshape %minus to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %wide = rlx.concat %a, %b axis = 0 : (tensor<1x?xf64>, tensor<1x?xf64>) -> tensor<2x?xf64>
  %t = rlx.cast %wide to f32 : (tensor<2x?xf64>) -> tensor<2x?xf32>
  %0:2 = rlx.fft_radix2 %re, %im table %t
      : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @length_2() -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %re = check.fill sizes [3, 2] seed 4 : tensor<?x?xf32>
  %im = check.fill sizes [3, 2] seed 5 : tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %half = arith.constant 1 : index
  %k = rlx.iota from %c0 to [%half] axis = 0 : (index, index) -> tensor<?xi64>
  %step = check.literal dense<3.141592653589793> : tensor<f64>
  %x = rlx.cast %k to f64 : (tensor<?xi64>) -> tensor<?xf64>
  %angle = rlx.mul %x, %step : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  %cos = rlx.cos %angle : (tensor<?xf64>) -> tensor<?xf64>
  %sin = rlx.sin %angle : (tensor<?xf64>) -> tensor<?xf64>
  %minus = rlx.neg %sin : (tensor<?xf64>) -> tensor<?xf64>
  %a = rlx.reshape %cos to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %b = rlx.reshape %minus to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %wide = rlx.concat %a, %b axis = 0 : (tensor<1x?xf64>, tensor<1x?xf64>) -> tensor<2x?xf64>
  %t = rlx.cast %wide to f32 : (tensor<2x?xf64>) -> tensor<2x?xf32>
  %0:2 = rlx.fft_radix2 %re, %im table %t
      : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @length_4() -> (tensor<1x4xf32>, tensor<1x4xf32>) {
  %re = check.fill seed 6 : tensor<1x4xf32>
  %im = check.fill seed 7 : tensor<1x4xf32>
  %c0 = arith.constant 0 : index
  %half = arith.constant 2 : index
  %k = rlx.iota from %c0 to [%half] axis = 0 : (index, index) -> tensor<?xi64>
  %step = check.literal dense<1.5707963267948966> : tensor<f64>
  %x = rlx.cast %k to f64 : (tensor<?xi64>) -> tensor<?xf64>
  %angle = rlx.mul %x, %step : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  %cos = rlx.cos %angle : (tensor<?xf64>) -> tensor<?xf64>
  %sin = rlx.sin %angle : (tensor<?xf64>) -> tensor<?xf64>
  %minus = rlx.neg %sin : (tensor<?xf64>) -> tensor<?xf64>
  %a = rlx.reshape %cos to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %b = rlx.reshape %minus to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %wide = rlx.concat %a, %b axis = 0 : (tensor<1x?xf64>, tensor<1x?xf64>) -> tensor<2x?xf64>
  %t = rlx.cast %wide to f32 : (tensor<2x?xf64>) -> tensor<2x?xf32>
  %0:2 = rlx.fft_radix2 %re, %im table %t
      : (tensor<1x4xf32>, tensor<1x4xf32>, tensor<2x?xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>)
  return %0#0, %0#1 : tensor<1x4xf32>, tensor<1x4xf32>
}

func.func @length_8() -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %re = check.fill sizes [5, 8] seed 8 : tensor<?x?xf32>
  %im = check.fill sizes [5, 8] seed 9 : tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %half = arith.constant 4 : index
  %k = rlx.iota from %c0 to [%half] axis = 0 : (index, index) -> tensor<?xi64>
  %step = check.literal dense<0.7853981633974483> : tensor<f64>
  %x = rlx.cast %k to f64 : (tensor<?xi64>) -> tensor<?xf64>
  %angle = rlx.mul %x, %step : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  %cos = rlx.cos %angle : (tensor<?xf64>) -> tensor<?xf64>
  %sin = rlx.sin %angle : (tensor<?xf64>) -> tensor<?xf64>
  %minus = rlx.neg %sin : (tensor<?xf64>) -> tensor<?xf64>
  %a = rlx.reshape %cos to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %b = rlx.reshape %minus to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %wide = rlx.concat %a, %b axis = 0 : (tensor<1x?xf64>, tensor<1x?xf64>) -> tensor<2x?xf64>
  %t = rlx.cast %wide to f32 : (tensor<2x?xf64>) -> tensor<2x?xf32>
  %0:2 = rlx.fft_radix2 %re, %im table %t
      : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @length_16_inverse() -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %re = check.fill sizes [9, 16] seed 10 : tensor<?x?xf32>
  %im = check.fill sizes [9, 16] seed 11 : tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %half = arith.constant 8 : index
  %k = rlx.iota from %c0 to [%half] axis = 0 : (index, index) -> tensor<?xi64>
  %step = check.literal dense<0.39269908169872414> : tensor<f64>
  %x = rlx.cast %k to f64 : (tensor<?xi64>) -> tensor<?xf64>
  %angle = rlx.mul %x, %step : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  %cos = rlx.cos %angle : (tensor<?xf64>) -> tensor<?xf64>
  %sin = rlx.sin %angle : (tensor<?xf64>) -> tensor<?xf64>
  %minus = rlx.neg %sin : (tensor<?xf64>) -> tensor<?xf64>
  %a = rlx.reshape %cos to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %b = rlx.reshape %minus to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %wide = rlx.concat %a, %b axis = 0 : (tensor<1x?xf64>, tensor<1x?xf64>) -> tensor<2x?xf64>
  %t = rlx.cast %wide to f32 : (tensor<2x?xf64>) -> tensor<2x?xf32>
  %0:2 = rlx.fft_radix2 %re, %im table %t {inverse = true}
      : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @length_256() -> (tensor<2x256xf32>, tensor<2x256xf32>) {
  %re = check.fill seed 12 : tensor<2x256xf32>
  %im = check.fill seed 13 : tensor<2x256xf32>
  %c0 = arith.constant 0 : index
  %half = arith.constant 128 : index
  %k = rlx.iota from %c0 to [%half] axis = 0 : (index, index) -> tensor<?xi64>
  %step = check.literal dense<0.02454369260617026> : tensor<f64>
  %x = rlx.cast %k to f64 : (tensor<?xi64>) -> tensor<?xf64>
  %angle = rlx.mul %x, %step : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  %cos = rlx.cos %angle : (tensor<?xf64>) -> tensor<?xf64>
  %sin = rlx.sin %angle : (tensor<?xf64>) -> tensor<?xf64>
  %minus = rlx.neg %sin : (tensor<?xf64>) -> tensor<?xf64>
  %a = rlx.reshape %cos to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %b = rlx.reshape %minus to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %wide = rlx.concat %a, %b axis = 0 : (tensor<1x?xf64>, tensor<1x?xf64>) -> tensor<2x?xf64>
  %t = rlx.cast %wide to f32 : (tensor<2x?xf64>) -> tensor<2x?xf32>
  %0:2 = rlx.fft_radix2 %re, %im table %t
      : (tensor<2x256xf32>, tensor<2x256xf32>, tensor<2x?xf32>) -> (tensor<2x256xf32>, tensor<2x256xf32>)
  return %0#0, %0#1 : tensor<2x256xf32>, tensor<2x256xf32>
}

func.func @length_1024() -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %re = check.fill sizes [3, 1024] seed 14 : tensor<?x?xf32>
  %im = check.fill sizes [3, 1024] seed 15 : tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %half = arith.constant 512 : index
  %k = rlx.iota from %c0 to [%half] axis = 0 : (index, index) -> tensor<?xi64>
  %step = check.literal dense<0.006135923151542565> : tensor<f64>
  %x = rlx.cast %k to f64 : (tensor<?xi64>) -> tensor<?xf64>
  %angle = rlx.mul %x, %step : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  %cos = rlx.cos %angle : (tensor<?xf64>) -> tensor<?xf64>
  %sin = rlx.sin %angle : (tensor<?xf64>) -> tensor<?xf64>
  %minus = rlx.neg %sin : (tensor<?xf64>) -> tensor<?xf64>
  %a = rlx.reshape %cos to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %b = rlx.reshape %minus to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %wide = rlx.concat %a, %b axis = 0 : (tensor<1x?xf64>, tensor<1x?xf64>) -> tensor<2x?xf64>
  %t = rlx.cast %wide to f32 : (tensor<2x?xf64>) -> tensor<2x?xf32>
  %0:2 = rlx.fft_radix2 %re, %im table %t
      : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @f64() -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %re = check.fill sizes [3, 128] seed 16 : tensor<?x?xf64>
  %im = check.fill sizes [3, 128] seed 17 : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %half = arith.constant 64 : index
  %k = rlx.iota from %c0 to [%half] axis = 0 : (index, index) -> tensor<?xi64>
  %step = check.literal dense<0.04908738521234052> : tensor<f64>
  %x = rlx.cast %k to f64 : (tensor<?xi64>) -> tensor<?xf64>
  %angle = rlx.mul %x, %step : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  %cos = rlx.cos %angle : (tensor<?xf64>) -> tensor<?xf64>
  %sin = rlx.sin %angle : (tensor<?xf64>) -> tensor<?xf64>
  %minus = rlx.neg %sin : (tensor<?xf64>) -> tensor<?xf64>
  %a = rlx.reshape %cos to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %b = rlx.reshape %minus to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %wide = rlx.concat %a, %b axis = 0 : (tensor<1x?xf64>, tensor<1x?xf64>) -> tensor<2x?xf64>
  %0:2 = rlx.fft_radix2 %re, %im table %wide
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<2x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %0#0, %0#1 : tensor<?x?xf64>, tensor<?x?xf64>
}

func.func @f64_inverse() -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %re = check.fill sizes [1, 64] seed 18 : tensor<?x?xf64>
  %im = check.fill sizes [1, 64] seed 19 : tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %half = arith.constant 32 : index
  %k = rlx.iota from %c0 to [%half] axis = 0 : (index, index) -> tensor<?xi64>
  %step = check.literal dense<0.09817477042468103> : tensor<f64>
  %x = rlx.cast %k to f64 : (tensor<?xi64>) -> tensor<?xf64>
  %angle = rlx.mul %x, %step : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  %cos = rlx.cos %angle : (tensor<?xf64>) -> tensor<?xf64>
  %sin = rlx.sin %angle : (tensor<?xf64>) -> tensor<?xf64>
  %minus = rlx.neg %sin : (tensor<?xf64>) -> tensor<?xf64>
  %a = rlx.reshape %cos to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %b = rlx.reshape %minus to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %wide = rlx.concat %a, %b axis = 0 : (tensor<1x?xf64>, tensor<1x?xf64>) -> tensor<2x?xf64>
  %0:2 = rlx.fft_radix2 %re, %im table %wide {inverse = true}
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<2x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %0#0, %0#1 : tensor<?x?xf64>, tensor<?x?xf64>
}

func.func @no_rows() -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %re = check.fill sizes [0, 8] seed 20 : tensor<?x?xf32>
  %im = check.fill sizes [0, 8] seed 21 : tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %half = arith.constant 4 : index
  %k = rlx.iota from %c0 to [%half] axis = 0 : (index, index) -> tensor<?xi64>
  %step = check.literal dense<0.7853981633974483> : tensor<f64>
  %x = rlx.cast %k to f64 : (tensor<?xi64>) -> tensor<?xf64>
  %angle = rlx.mul %x, %step : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  %cos = rlx.cos %angle : (tensor<?xf64>) -> tensor<?xf64>
  %sin = rlx.sin %angle : (tensor<?xf64>) -> tensor<?xf64>
  %minus = rlx.neg %sin : (tensor<?xf64>) -> tensor<?xf64>
  %a = rlx.reshape %cos to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %b = rlx.reshape %minus to [1, %half] : (tensor<?xf64>, index) -> tensor<1x?xf64>
  %wide = rlx.concat %a, %b axis = 0 : (tensor<1x?xf64>, tensor<1x?xf64>) -> tensor<2x?xf64>
  %t = rlx.cast %wide to f32 : (tensor<2x?xf64>) -> tensor<2x?xf32>
  %0:2 = rlx.fft_radix2 %re, %im table %t
      : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}
