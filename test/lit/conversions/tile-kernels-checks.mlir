// A gather checks its indices. Fusion leaves the unfused op beside the copy, because the check
// counts as an effect. The pass removes it, so the kernel computes everything once and can be
// distributed.
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-tile-kernels))' | FileCheck %s

#rows = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @gather_add
// CHECK-NOT: linalg.generic
// CHECK: scf.forall
// CHECK: linalg.generic
// CHECK: lir.check
// CHECK: tensor.extract
// CHECK: arith.addf
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @gather_add(%table: tensor<1000x512xf32>, %ids: tensor<?xi64>, %y: tensor<?x512xf32>)
    -> tensor<?x512xf32> attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c1000 = arith.constant 1000 : index
  %n = tensor.dim %ids, %c0 : tensor<?xi64>
  %init = tensor.empty(%n) : tensor<?x512xf32>
  %unfused = linalg.generic {indexing_maps = [#rows, #all], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<?xi64>) outs(%init : tensor<?x512xf32>) {
  ^bb0(%id: i64, %out: f32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %id : i64 to index
    %ok = arith.cmpi ult, %i, %c1000 : index
    lir.check %ok, index_out_of_range(%i)
    %v = tensor.extract %table[%i, %j] : tensor<1000x512xf32>
    linalg.yield %v : f32
  } -> tensor<?x512xf32>
  %fused = linalg.generic {indexing_maps = [#rows, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%ids, %y : tensor<?xi64>, tensor<?x512xf32>) outs(%init : tensor<?x512xf32>) {
  ^bb0(%id: i64, %in: f32, %out: f32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %id : i64 to index
    %ok = arith.cmpi ult, %i, %c1000 : index
    lir.check %ok, index_out_of_range(%i)
    %v = tensor.extract %table[%i, %j] : tensor<1000x512xf32>
    %sum = arith.addf %v, %in : f32
    linalg.yield %sum : f32
  } -> tensor<?x512xf32>
  return %fused : tensor<?x512xf32>
}
