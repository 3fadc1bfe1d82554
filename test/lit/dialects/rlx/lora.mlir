// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops --canonicalize --cse | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops=keep=rlx.lora_matmul | FileCheck %s

// CHECK-LABEL: @plain
// DECOMPOSE-LABEL: @plain
func.func @plain(%x: tensor<?x64xf32>, %w: tensor<64x128xf32>, %a: tensor<64x4xf32>, %b: tensor<4x128xf32>) -> tensor<?x128xf32> {
  // CHECK: rlx.lora_matmul %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} scale = 2.000000e+00 : (tensor<?x64xf32>, tensor<64x128xf32>, tensor<64x4xf32>, tensor<4x128xf32>) -> tensor<?x128xf32>
  // DECOMPOSE-COUNT-3: rlx.matmul
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.0 : (tensor<?x64xf32>, tensor<64x128xf32>, tensor<64x4xf32>, tensor<4x128xf32>) -> tensor<?x128xf32>
  return %0 : tensor<?x128xf32>
}

// The weight is not copied to a wider type.
// CHECK-LABEL: @narrow
// DECOMPOSE-LABEL: @narrow
func.func @narrow(%x: tensor<2x?x64xf16>, %w: tensor<64x128xf16>, %a: tensor<64x4xf16>, %b: tensor<4x128xf16>) -> tensor<2x?x128xf16> {
  // CHECK: rlx.lora_matmul %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (
  // DECOMPOSE-NOT: rlx.cast {{.*}} : (tensor<64x128xf16>)
  // DECOMPOSE-DAG: rlx.dot_general %{{.*}}, %{{.*}} contract [2] x [0] to f32 : (tensor<2x?x64xf16>, tensor<64x128xf16>) -> tensor<2x?x128xf32>
  // DECOMPOSE-DAG: rlx.cast %{{.*}} to f32 : (tensor<4x128xf16>) -> tensor<4x128xf32>
  // DECOMPOSE: rlx.cast %{{.*}} to f16
  %0 = rlx.lora_matmul %x, %w, %a, %b : (tensor<2x?x64xf16>, tensor<64x128xf16>, tensor<64x4xf16>, tensor<4x128xf16>) -> tensor<2x?x128xf16>
  return %0 : tensor<2x?x128xf16>
}
