// RUN: rlx-opt %s -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK: lir.quantize_rows %{{.*}} for "q4_k" precision "high" : tensor<?x4096xf32> -> tensor<128x2304xi32>
func.func @rows(%x: tensor<?x4096xf32>) -> tensor<128x2304xi32> {
  %0 = lir.quantize_rows %x for "q4_k" precision "high" : tensor<?x4096xf32> -> tensor<128x2304xi32>
  return %0 : tensor<128x2304xi32>
}

// -----

func.func @halves(%x: tensor<8x4096xf16>) -> tensor<8x2304xi32> {
  // expected-error @+1 {{operand #0 must be tensor of 32-bit float values, but got 'tensor<8x4096xf16>'}}
  %0 = lir.quantize_rows %x for "q4_k" precision "high" : tensor<8x4096xf16> -> tensor<8x2304xi32>
  return %0 : tensor<8x2304xi32>
}

// -----

func.func @batches(%x: tensor<2x8x4096xf32>) -> tensor<2x8x2304xi32> {
  // expected-error @+1 {{result #0 must be 2D tensor of 32-bit signless integer values, but got 'tensor<2x8x2304xi32>'}}
  %0 = lir.quantize_rows %x for "q4_k" precision "high" : tensor<2x8x4096xf32> -> tensor<2x8x2304xi32>
  return %0 : tensor<2x8x2304xi32>
}
