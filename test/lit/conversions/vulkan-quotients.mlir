// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=target | FileCheck %s
// RUN: rlx-run %s --device-profile=lavapipe --stop-after=target | FileCheck %s --check-prefix=EXACT

// Results of `rlx.div` and `rlx.sqrt` are correctly rounded everywhere: after a matmul,
// elementwise, after a sum. The tolerance of softmax has room for its division.

// CHECK-LABEL: spirv.module @matmul
// CHECK: spirv.FDiv
// CHECK-NEXT: spirv.GL.Fma
// CHECK-LABEL: spirv.module @sqrt
// CHECK: spirv.GL.Sqrt
// CHECK: spirv.GL.Fma
// CHECK-LABEL: spirv.module @softmax
// CHECK: spirv.FDiv
// CHECK-NEXT: spirv.FSub
// CHECK-LABEL: spirv.module @reduce_sum
// CHECK: spirv.GL.Sqrt
// CHECK: spirv.GL.Fma

// EXACT-LABEL: spirv.module @matmul
// EXACT: spirv.FDiv
// EXACT-NOT: spirv.GL.Fma
// EXACT-LABEL: spirv.module @sqrt
// EXACT-NOT: spirv.GL.Fma
// EXACT-LABEL: spirv.module @softmax
func.func @main(%a: tensor<64x48xf32> {rlx.name = "a", rlx.kind = "input"},
                %b: tensor<48x32xf32> {rlx.name = "b", rlx.kind = "input"},
                %d: tensor<64x32xf32> {rlx.name = "d", rlx.kind = "input"})
    -> (tensor<64x32xf32> {rlx.name = "y"}, tensor<64x32xf32> {rlx.name = "z"},
        tensor<64x32xf32> {rlx.name = "s"}, tensor<64xf32> {rlx.name = "r"}) {
  %0 = rlx.matmul %a, %b : (tensor<64x48xf32>, tensor<48x32xf32>) -> tensor<64x32xf32>
  %1 = rlx.div %0, %d : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  %2 = rlx.sqrt %d : (tensor<64x32xf32>) -> tensor<64x32xf32>
  %3 = rlx.softmax %d axis = 1 : (tensor<64x32xf32>) -> tensor<64x32xf32>
  %4 = rlx.reduce_sum %d axes = [1] : (tensor<64x32xf32>) -> tensor<64xf32>
  %5 = rlx.sqrt %4 : (tensor<64xf32>) -> tensor<64xf32>
  return %1, %2, %3, %5 : tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>, tensor<64xf32>
}
