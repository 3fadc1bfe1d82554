// Sizes are followed from the dimensions of inputs through integer arithmetic; JAX's assertions on
// them are guards. Arguments that are sizes of others become these.
// RUN: rlx-translate --import-stablehlo %s | FileCheck %s

// CHECK: func.func @main(%[[X:.*]]: tensor<?x4xf32> {rlx.dims = ["rows", ""], rlx.kind = "input", rlx.name = "arg1"},
// CHECK-SAME: %[[W:.*]]: tensor<4x2xf32> {rlx.kind = "param", rlx.name = "w"}, %[[I:[^:]*]]: tensor<i32>
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
"func.func"() <{arg_attrs = [{jax.global_constant = "rows"}, {rlx.dims = ["rows", ""]}, {rlx.kind = "param", rlx.name = "w"}, {}], function_type = (tensor<i32>, tensor<?x4xf32>, tensor<4x2xf32>, tensor<i32>) -> tensor<?xf32>, sym_name = "main"}> ({
^bb0(%rows: tensor<i32>, %x: tensor<?x4xf32>, %w: tensor<4x2xf32>, %i: tensor<i32>):
  %two = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %ones = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %four = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
  // CHECK: rlx.dot_general %[[X]], %[[W]] contract [1] x [0] : (tensor<?x4xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  %dot = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x4xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  // CHECK: %[[DIM:.*]] = tensor.dim
  // CHECK: %[[GUARD:.*]] = arith.cmpi sge, %[[DIM]]
  // CHECK: cf.assert %[[GUARD]], "Expected value >= 1."
  %size = "stablehlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
  %holds = "stablehlo.compare"(%size, %one) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  "stablehlo.custom_call"(%holds, %size) <{api_version = 2 : i32, call_target_name = "shape_assertion", error_message = "Expected value >= 1.", has_side_effect = true}> : (tensor<i1>, tensor<i32>) -> ()
  // CHECK: %[[TWICE:.*]] = arith.muli %[[ROWS]], %
  // CHECK: rlx.reshape %{{.*}} to [%[[TWICE]]] : (tensor<?x2xf32>, index) -> tensor<?xf32>
  %twice = "stablehlo.multiply"(%rows, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %shape = "stablehlo.reshape"(%twice) : (tensor<i32>) -> tensor<1xi32>
  %flat = "stablehlo.dynamic_reshape"(%dot, %shape) : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?xf32>
  // CHECK: rlx.iota from %{{.*}} to [%[[TWICE]]] axis = 0
  %numbers = "stablehlo.dynamic_iota"(%shape) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xf32>
  // CHECK: rlx.dynamic_expand %{{.*}} dims = [0] to [%[[ROWS]]]
  // CHECK: rlx.expand %{{.*}} to [%[[ROWS]], 4, 4]
  %row = "stablehlo.reshape"(%rows) : (tensor<i32>) -> tensor<1xi32>
  %cube = "stablehlo.concatenate"(%row, %four, %four) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %spread = "stablehlo.dynamic_broadcast_in_dim"(%x, %cube) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<?x4x4xf32>
  // CHECK: rlx.gather %[[X]], %{{.*}} axis = 0 : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<1x4xf32>
  %at = "stablehlo.reshape"(%i) : (tensor<i32>) -> tensor<1xi32>
  %start = "stablehlo.concatenate"(%at, %zero) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %extent = "stablehlo.concatenate"(%four, %four) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %part = "stablehlo.real_dynamic_slice"(%x, %start, %extent, %ones) : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x4xf32>
  "func.return"(%flat) : (tensor<?xf32>) -> ()
}) : () -> ()
