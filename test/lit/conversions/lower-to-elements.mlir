// RUN: rlx-opt %s --rlx-lower-to-linalg="elements" --canonicalize --cse -mlir-print-local-scope | FileCheck %s

// One sum over k, whose terms unpack their weight: byte k % 32 % 16 of block k / 32. Elements 16
// and later are the high nibbles.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[X:.*]]: tensor<?x64xf16>, %[[W:.*]]: tensor<20x36xi8>
// CHECK: linalg.generic
// CHECK-SAME: affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%[[X]] : tensor<?x64xf16>) outs(%{{.*}} : tensor<?x20xf32>)
// CHECK: %[[N:.*]] = linalg.index 1
// CHECK: %[[K:.*]] = linalg.index 2
// CHECK: %[[BLOCK:.*]] = arith.divui %[[K]], %c32
// CHECK: %[[START:.*]] = arith.muli %[[BLOCK]], %c18
// CHECK: %[[PLACE:.*]] = arith.remui %[[K]], %c32
// CHECK: arith.remui %[[PLACE]], %c16
// CHECK: tensor.extract %[[W]][%[[N]], %{{.*}}]
// CHECK: arith.andi %{{.*}}, %c15_i32
// CHECK: arith.addi %{{.*}}, %c-8_i32
// CHECK: arith.mulf
// CHECK: linalg.yield {{.*}} : f32
// CHECK: arith.truncf
func.func @matmul(%x: tensor<?x64xf16>, %w: tensor<20x36xui8>) -> tensor<?x20xf16> {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<?x64xf16>, tensor<20x36xui8>) -> tensor<?x20xf16>
  return %0 : tensor<?x20xf16>
}

// CHECK-LABEL: func.func @numbers(
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel"]
// CHECK-NOT: vector
func.func @numbers(%w: tensor<4x292xui8>) -> tensor<4x256xf32> {
  %0 = rlx.dequantize_blocks %w scheme = q8_k to f32 : (tensor<4x292xui8>) -> tensor<4x256xf32>
  return %0 : tensor<4x256xf32>
}
