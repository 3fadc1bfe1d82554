// The generic form becomes a model: calls are inlined, names come from locations and attributes.
// RUN: rlx-translate --import-stablehlo %s | FileCheck %s
// RUN: rlx-run %s --emit=mlir -o %t.mlir && FileCheck %s --input-file=%t.mlir

// CHECK: func.func @main(%[[X:.*]]: tensor<2x3xf32> {rlx.kind = "input", rlx.name = "x"},
// CHECK-SAME: %[[W:.*]]: tensor<3x4xf32> {rlx.kind = "input", rlx.name = "arg1"})
// CHECK-SAME: -> (tensor<2x4xf32> {rlx.name = "result"})
// CHECK: %[[ONE:.*]] = rlx.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[ONES:.*]] = rlx.expand %[[ONE]] to [2, 4]
// CHECK: %[[DOT:.*]] = rlx.dot_general %[[X]], %[[W]] contract [1] x [0]
// CHECK: %[[SUM:.*]] = rlx.add %[[DOT]], %[[ONES]]
// CHECK: return %[[SUM]]
"builtin.module"() <{sym_name = "jit_f"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%x: tensor<2x3xf32> loc("x"), %w: tensor<3x4xf32>):
    %0 = "func.call"(%x, %w) <{callee = @dense}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    "func.return"(%0) : (tensor<2x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>, sym_name = "dense", sym_visibility = "private"}> ({
  ^bb0(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4xf32>
    %2 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %3 = "stablehlo.add"(%2, %1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
    "func.return"(%3) : (tensor<2x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
