// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=target | FileCheck %s
// RUN: rlx-run %s --device-profile=lavapipe --stop-after=target | FileCheck %s --check-prefix=WITHOUT

// Tensor cores multiply block-quantized weights. An invocation reads the scale and eight bytes, two
// at a time, of a block of 18 bytes. It rounds the eight weights to f16 and stores them as 16
// bytes. Rows of both operands are contiguous: 72 f16 by 128.
// CHECK: spirv.module @dequant_matmul_0
// CHECK: !spirv.array<1152 x vector<4xi32>>
// CHECK: spirv.mlir.loop
// CHECK: spirv.Store "Workgroup" {{.*}} : vector<4xi32>
// CHECK-COUNT-20: spirv.Load "StorageBuffer" {{.*}} : i16
// CHECK-NOT: spirv.Load "StorageBuffer" {{.*}} : i16
// CHECK: spirv.KHR.CooperativeMatrixMulAdd
// Blocks of 144 bytes: four of eight nibbles in two words, both scales in one, and bytes of small
// scales.
// CHECK: spirv.module @dequant_matmul_1
// CHECK: spirv.Load "StorageBuffer" {{.*}} : i32
// CHECK: spirv.Load "StorageBuffer" {{.*}} : vector<2xi32>
// CHECK: spirv.KHR.CooperativeMatrixMulAdd
// Rows of f32 would be rounded, and too few rows for a matrix leave tensor cores idle.
// CHECK: spirv.module @dequant_matmul_2
// CHECK-NOT: CooperativeMatrixMulAdd
// CHECK: spirv.module @dequant_matmul_3
// CHECK-NOT: CooperativeMatrixMulAdd
// WITHOUT-NOT: CooperativeMatrix
func.func @matmuls(%a: tensor<128x4096xf16> {rlx.name = "a", rlx.kind = "input"},
                    %b: tensor<128x4096xf32> {rlx.name = "b", rlx.kind = "input"},
                    %c: tensor<8x4096xf16> {rlx.name = "c", rlx.kind = "input"},
                    %v: tensor<12800x2304xui8> {rlx.name = "v", rlx.kind = "param"},
                    %w: tensor<12800x2304xui8> {rlx.name = "w", rlx.kind = "param"})
    -> (tensor<128x12800xf16> {rlx.name = "p"}, tensor<128x12800xf16> {rlx.name = "q"},
        tensor<128x12800xf32> {rlx.name = "r"}, tensor<8x12800xf16> {rlx.name = "s"}) {
  %0 = rlx.dequant_matmul %a, %v scheme = q4_0 : (tensor<128x4096xf16>, tensor<12800x2304xui8>) -> tensor<128x12800xf16>
  %1 = rlx.dequant_matmul %a, %w scheme = q4_k : (tensor<128x4096xf16>, tensor<12800x2304xui8>) -> tensor<128x12800xf16>
  %2 = rlx.dequant_matmul %b, %v scheme = q4_0 : (tensor<128x4096xf32>, tensor<12800x2304xui8>) -> tensor<128x12800xf32>
  %3 = rlx.dequant_matmul %c, %v scheme = q4_0 : (tensor<8x4096xf16>, tensor<12800x2304xui8>) -> tensor<8x12800xf16>
  return %0, %1, %2, %3 : tensor<128x12800xf16>, tensor<128x12800xf16>, tensor<128x12800xf32>, tensor<8x12800xf16>
}
