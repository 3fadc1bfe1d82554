// Ops that move elements, indices and contractions. Both spellings of attributes are taken.
// RUN: rlx-translate --import-stablehlo %s | FileCheck %s

"func.func"() <{function_type = (tensor<3x4xf32>, tensor<3x4xf32>, tensor<f32>, tensor<i32>, tensor<4x5xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<3x4xf32>, sym_name = "main"}> ({
^bb0(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>, %s: tensor<f32>, %k: tensor<i32>, %w: tensor<4x5xf32>, %n: tensor<2x1xi32>, %m: tensor<2x4xf32>):
  // CHECK-LABEL: func.func @main(
  // CHECK: rlx.constant dense<[1.000000e+00, 2.000000e+00]>
  %r79 = "stablehlo.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  // CHECK: rlx.iota from %{{.*}} to [1, 4] axis = 1
  // CHECK: rlx.cast
  // CHECK: rlx.expand %{{.*}} to [3, 4]
  %r80 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<3x4xf32>
  // CHECK: rlx.expand %arg2 to [2, 3]
  %r81 = "stablehlo.broadcast_in_dim"(%s) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x3xf32>
  // CHECK: rlx.reshape %arg0 to [3, 1, 4]
  // CHECK: rlx.expand %{{.*}} to [3, 2, 4]
  %r82 = "stablehlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<[0, 2]> : tensor<2xi64>}> : (tensor<3x4xf32>) -> tensor<3x2x4xf32>
  // CHECK: rlx.transpose %arg0 perm = [1, 0]
  %r83 = "stablehlo.broadcast_in_dim"(%x) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<3x4xf32>) -> tensor<4x3xf32>
  // CHECK: rlx.reshape %arg0 to [12]
  %r84 = "stablehlo.reshape"(%x) : (tensor<3x4xf32>) -> tensor<12xf32>
  // CHECK: rlx.transpose %arg0 perm = [1, 0]
  %r85 = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<3x4xf32>) -> tensor<4x3xf32>
  // CHECK: rlx.concat %arg0, %arg1 axis = 0
  %r86 = "stablehlo.concatenate"(%x, %y) <{dimension = 0 : i64}> : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  // CHECK: rlx.pad constant %arg0, %arg2 low [1, 0] high [0, 1]
  %r87 = "stablehlo.pad"(%x, %s) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 0, 1>, interior_padding = array<i64: 0, 0>}> : (tensor<3x4xf32>, tensor<f32>) -> tensor<4x5xf32>
  // CHECK: rlx.pad constant %{{.*}}, %arg2 low [0, 0, 0] high [0, 0, 1]
  // CHECK: rlx.slice %{{.*}} from [1, 0] sizes [2, 7]
  %r88 = "stablehlo.pad"(%x, %s) <{edge_padding_low = array<i64: -1, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 1>}> : (tensor<3x4xf32>, tensor<f32>) -> tensor<2x7xf32>
  // CHECK: rlx.slice %arg0 from [0, 3] sizes [3, 4] strides = [1, -1]
  %r89 = "stablehlo.reverse"(%x) <{dimensions = array<i64: 1>}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: rlx.slice %arg0 from [1, 0] sizes [2, 2] strides = [1, 2]
  %r90 = "stablehlo.slice"(%x) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 3, 4>, strides = array<i64: 1, 2>}> : (tensor<3x4xf32>) -> tensor<2x2xf32>
  // CHECK: rlx.constant dense<4> : tensor<i32>
  %r91 = "stablehlo.get_dimension_size"(%x) <{dimension = 1 : i64}> : (tensor<3x4xf32>) -> tensor<i32>
  %r92 = "stablehlo.optimization_barrier"(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: rlx.max
  // CHECK: rlx.min
  // CHECK: rlx.gather %arg0, %{{.*}} axis = 0
  %r93 = "stablehlo.dynamic_slice"(%x, %k, %k) <{slice_sizes = array<i64: 2, 4>}> : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  // CHECK: rlx.min
  // CHECK: rlx.scatter_nd %arg0, %{{.*}}, %arg6 unique_indices = true : 
  %r94 = "stablehlo.dynamic_update_slice"(%x, %m, %k, %k) : (tensor<3x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  // CHECK: rlx.min
  // CHECK: rlx.gather %arg0, %{{.*}} axis = 0
  %r95 = "stablehlo.gather"(%x, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  // CHECK: rlx.transpose %arg0 perm = [1, 0]
  // CHECK: rlx.gather_nd
  %r96 = "stablehlo.gather"(%x, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 3, 2>}> : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x3x2xf32>
  // CHECK: rlx.reduce_min
  // CHECK: rlx.constant dense<-0.000000e+00> : tensor<f32>
  // CHECK: rlx.scatter_nd %arg0, %{{.*}}, %{{.*}} reduction = add
  %r97 = "stablehlo.scatter"(%x, %n, %m) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%o: tensor<f32>, %u: tensor<f32>):
    %t = "stablehlo.add"(%o, %u) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<3x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  // CHECK: rlx.pad constant %arg0, %{{.*}} low [0, 0] high [1, 0]
  // CHECK: rlx.scatter_nd {{.*}} -> tensor<4x4xf32>
  // CHECK: rlx.slice %{{.*}} from [0, 0] sizes [3, 4]
  %r98 = "stablehlo.scatter"(%x, %n, %m) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%o: tensor<f32>, %u: tensor<f32>):
    "stablehlo.return"(%u) : (tensor<f32>) -> ()
  }) : (tensor<3x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  // CHECK: rlx.dot_general %arg0, %arg4 contract [1] x [0]
  %r99 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  // CHECK: rlx.dot_general %arg0, %arg4 contract [1] x [0]
  %r100 = "stablehlo.dot"(%x, %w) : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  "func.return"(%x) : (tensor<3x4xf32>) -> ()
}) : () -> ()
