// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=target | FileCheck %s
// RUN: rlx-run %s --emit=rlxe --device-profile=nvidia-hopper -o %t.rlxe
// RUN: rlx-run-rt %t.rlxe --info | FileCheck %s --check-prefix=NEEDS
// RUN: rlx-run %s --device-profile=%S/../../vulkan/matrices.json --stop-after=target | FileCheck %s --check-prefix=EMULATED

// Attention weights are written to a bf16 lhs matrix where they are computed. Matrices are stored
// in an aligned array of vectors.
// CHECK: spirv.module @attention
// CHECK-DAG: spirv.GlobalVariable {{.*}}spirv.array<{{[0-9]+}} x vector<4xf32>>
// CHECK-DAG: spirv.GlobalVariable {{.*}}spirv.array<{{[0-9]+}} x vector<4xi32>>
// CHECK: spirv.KHR.CooperativeMatrixLoad {{.*}} !spirv.coopmatrix<16x16xbf16, Subgroup, MatrixA>
// CHECK: spirv.CompositeExtract {{.*}} !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
// CHECK: spirv.GL.Exp2
// CHECK: %[[WEIGHTS:.*]] = spirv.CompositeInsert %{{.*}}[7 : i32] : bf16 into !spirv.coopmatrix<16x16xbf16, Subgroup, MatrixA>
// CHECK: spirv.KHR.CooperativeMatrixMulAdd %[[WEIGHTS]],
// NEEDS: accumulatorLayoutMatchesOperand,{{.*}}cooperativeMatrix:16x16x16:bf16:bf16:f32:f32
// EMULATED: spirv.module @attention
// EMULATED-NOT: spirv.KHR.CooperativeMatrix
func.func @attention(%q: tensor<1x2x64x32xbf16> {rlx.name = "q", rlx.kind = "input"},
                     %k: tensor<1x2x64x32xbf16> {rlx.name = "k", rlx.kind = "input"})
    -> (tensor<1x2x64x32xbf16> {rlx.name = "y"}) {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = causal
      : (tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>) -> tensor<1x2x64x32xbf16>
  return %0 : tensor<1x2x64x32xbf16>
}
