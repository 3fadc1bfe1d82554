// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=PLAN
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// A vector of eight transforms takes three passes of radix 4, whose loops have no branches.
// CHECK-LABEL: @block
// PLAN-LABEL: @block
// LINALG-LABEL: @block
func.func @block(%x: tensor<?x128xf32>) -> tensor<?x128xf32> {
  // CHECK: rlx.fft block %{{.*}} axis = -1 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  // PLAN: %[[TABLE:.*]] = rlx.constant {{.*}} : tensor<2x60xf32>
  // PLAN: rlx.fft_planned block %{{.*}} table %[[TABLE]] axis = -1 length = 64 results = 1 : (tensor<?x128xf32>, tensor<2x60xf32>) -> tensor<?x128xf32>
  // LINALG: scf.forall
  // LINALG: vector.transfer_read {{.*}} vector<8xf32>
  // LINALG: arith.addf {{.*}} : vector<8xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  return %0 : tensor<?x128xf32>
}

// A prime length uses a convolution of a power of two: 11 + 32 more constants.
// CHECK-LABEL: @pairs
// PLAN-LABEL: @pairs
// LINALG-LABEL: @pairs
func.func @pairs(%x: tensor<?x17x2xf64>) -> tensor<?x17x2xf64> {
  // CHECK: rlx.fft pairs %{{.*}} axis = 1 norm = ortho {inverse = true} : (tensor<?x17x2xf64>) -> tensor<?x17x2xf64>
  // PLAN: rlx.fft_planned pairs {{.*}} length = 17 results = 1 {inverse = true, scale = 0.24{{.*}}} : (tensor<?x17x2xf64>, tensor<2x{{[0-9]+}}xf64>) -> tensor<?x17x2xf64>
  // LINALG: vector.transfer_read {{.*}} vector<4xf64>
  %0 = rlx.fft pairs %x axis = 1 norm = ortho {inverse = true} : (tensor<?x17x2xf64>) -> tensor<?x17x2xf64>
  return %0 : tensor<?x17x2xf64>
}

// A single transform is not vectorized.
// CHECK-LABEL: @complex
// LINALG-LABEL: @complex
func.func @complex(%x: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  // CHECK: rlx.fft complex %{{.*}} axis = 0 : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  // LINALG-NOT: vector
  // LINALG: complex.create
  %0 = rlx.fft complex %x axis = 0 : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}

// CHECK-LABEL: @parts
// PLAN-LABEL: @parts
// LINALG-LABEL: @parts
func.func @parts(%x: tensor<5x?xf16>, %y: tensor<5x?xf16>) -> (tensor<5x?xf16>, tensor<5x?xf16>) {
  // CHECK: rlx.fft_parts %{{.*}}, %{{.*}} axis = 0 norm = forward : (tensor<5x?xf16>, tensor<5x?xf16>) -> (tensor<5x?xf16>, tensor<5x?xf16>)
  // PLAN: rlx.fft_planned %{{.*}}, %{{.*}} table %{{.*}} axis = 0 length = 5 results = 2 {scale = 2.000000e-01 : f64} : (tensor<5x?xf16>, tensor<5x?xf16>, tensor<2x0xf32>)
  // LINALG: arith.extf {{.*}} : f16 to f32
  %0:2 = rlx.fft_parts %x, %y axis = 0 norm = forward : (tensor<5x?xf16>, tensor<5x?xf16>) -> (tensor<5x?xf16>, tensor<5x?xf16>)
  return %0#0, %0#1 : tensor<5x?xf16>, tensor<5x?xf16>
}

// CHECK-LABEL: @real
// PLAN-LABEL: @real
func.func @real(%x: tensor<?x9xf32>) -> tensor<?x9xf32> {
  // CHECK: rlx.rfft %{{.*}} axis = 1 : (tensor<?x9xf32>) -> (tensor<?x5xf32>, tensor<?x5xf32>)
  // PLAN: rlx.fft_planned %{{.*}} table {{.*}} length = 9 results = 2 : (tensor<?x9xf32>, tensor<2x6xf32>) -> (tensor<?x5xf32>, tensor<?x5xf32>)
  %re, %im = rlx.rfft %x axis = 1 : (tensor<?x9xf32>) -> (tensor<?x5xf32>, tensor<?x5xf32>)
  // CHECK: rlx.irfft %{{.*}}, %{{.*}} axis = 1 length = 9 : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<?x9xf32>
  // PLAN: rlx.fft_planned %{{.*}}, %{{.*}} table {{.*}} length = 9 results = 1 {inverse = true, scale = 0.111{{.*}} : f64}
  %0 = rlx.irfft %re, %im axis = 1 length = 9 : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<?x9xf32>
  return %0 : tensor<?x9xf32>
}

// Two passes in an iteration, and one more if their number is odd.
// CHECK-LABEL: @computed_power
// LINALG-LABEL: @computed_power
func.func @computed_power(%x: tensor<?x?xf32>, %t: tensor<2x?xf32>) -> tensor<?x?xf32> {
  // CHECK: rlx.fft_radix2 %{{.*}}, %{{.*}} table %{{.*}} {inverse = true} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  // LINALG: scf.forall
  // LINALG: scf.while
  // LINALG: arith.shli
  // LINALG: scf.if
  %0:2 = rlx.fft_radix2 %x, %x table %t {inverse = true} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0 : tensor<?x?xf32>
}
