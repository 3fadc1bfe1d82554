// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Made by generate.py with JAX 0.10.2; do not edit.
// -----
// case jnp.take
// in tensor<10x4xf32> 0450ef3f0b11f53f017dac3f9a4d933ea20945bf403daebf8c3faabf9cde0f3f02bb8b3fd0a6b73f7afdd33fe23a59bfbb7f29bfec879bbfb2e8333e4dade43f48e3833f786b81be2c92aebf0b83af3fb4ddca3f4740893f53d854bf3ac6e0bea224ab3e32f4d53f9aaf83bfec6ca4be4231e1bf6768febf946583bfa7369e3fc690333f146fbebd0126b9be8aba70bfa33a883fc41b49bd8d25dcbf9e3b023f
// in tensor<3xi32> 080000000800000009000000
// out tensor<3x4xf32> c690333f146fbebd0126b9be8aba70bfc690333f146fbebd0126b9be8aba70bfa33a883fc41b49bd8d25dcbf9e3b023f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<10x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg7: tensor<10x4xf32>, %arg8: tensor<3xi32>):
    %25 = "func.call"(%arg7, %arg8) <{callee = @_take}> : (tensor<10x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
    "func.return"(%25) : (tensor<3x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<10x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>, res_attrs = [{}], sym_name = "_take", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<10x4xf32>, %arg4: tensor<3xi32>):
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %3 = "stablehlo.compare"(%arg4, %2) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %4 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %6 = "stablehlo.add"(%arg4, %5) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %7 = "func.call"(%3, %6, %arg4) <{callee = @_where}> : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %9 = "stablehlo.constant"() <{value = dense<9> : tensor<1xi32>}> : () -> tensor<1xi32>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3x1xi32>
    %12 = "stablehlo.compare"(%8, %11) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x1xi1>
    %13 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1xi32>) -> tensor<1x1xi32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi32>) -> tensor<3x1xi32>
    %15 = "stablehlo.compare"(%8, %14) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x1xi1>
    %16 = "stablehlo.and"(%12, %15) : (tensor<3x1xi1>, tensor<3x1xi1>) -> tensor<3x1xi1>
    %17 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg5: tensor<i1>, %arg6: tensor<i1>):
      %24 = "stablehlo.and"(%arg5, %arg6) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%24) : (tensor<i1>) -> ()
    }) : (tensor<3x1xi1>, tensor<i1>) -> tensor<3xi1>
    %19 = "stablehlo.gather"(%arg3, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
    %20 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi1>) -> tensor<3x4xi1>
    %21 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x4xf32>
    %23 = "stablehlo.select"(%20, %19, %22) : (tensor<3x4xi1>, tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%23) : (tensor<3x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3xi1>, %arg1: tensor<3xi32>, %arg2: tensor<3xi32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    "func.return"(%0) : (tensor<3xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case x[i]
// in tensor<10x4xf32> 84b8dabf4382fe3f180ecdbfd0e744bf6bf4f33fadb8f13f5477a1bf119b613f9bb4e63e07d4d0be9d3d913f35d9093f2dbe8cbf94f920bdb989563f43e6f83ef101303e8d3e733fc800bbbfe205eabf832fefbf52e1f63e713c86be65efab3f5869f13f68a8c6bfb610f8be1bdba4be9c513e3e2ca9d13f42c1cc3e9bdb47bfd4e6263fee062fbf5829623ee37dcdbf850b833e3f94afbd25f1143fb28d883e
// in tensor<3xi32> 01000000feffffff07000000
// out tensor<3x4xf32> 6bf4f33fadb8f13f5477a1bf119b613fd4e6263fee062fbf5829623ee37dcdbf9c513e3e2ca9d13f42c1cc3e9bdb47bf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<10x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<10x4xf32>, %arg1: tensor<3xi32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %2 = "stablehlo.compare"(%arg1, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %3 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %6 = "stablehlo.select"(%2, %5, %arg1) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %8 = "stablehlo.gather"(%arg0, %7) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
    "func.return"(%8) : (tensor<3x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case x[i, j]
// in tensor<10x4xf32> d100953efcf4723f8dacbbbff1d0803f2380fd3ea322413fdfaccdbe2765d4bfd817d83fe263a73f44c1f33f6e6d22bed4ffc43fd537be3fdb6c4c3e3c10cd3fed1aa13fdc6dcbbf9c7fbbbfa1abbdbe74b4063e494e1c3ff4c7833e678ac03f58f7993f2886cbbfb0a124bf9799c63faba0823f08f3f7bf21cc013f8952bfbff3465d3ca201fd3f617dd9bf59aaa53fbd8d85bd3b24f53fe217b83fbdc6debf
// in tensor<3xi32> 020000000600000002000000
// in tensor<3xi32> 030000000100000001000000
// out tensor<3xf32> 6e6d22be2886cbbfe263a73f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<10x4xf32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<10x4xf32>, %arg1: tensor<3xi32>, %arg2: tensor<3xi32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %2 = "stablehlo.compare"(%arg1, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %3 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %6 = "stablehlo.select"(%2, %5, %arg1) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %7 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %9 = "stablehlo.compare"(%arg2, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %10 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %12 = "stablehlo.add"(%arg2, %11) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %13 = "stablehlo.select"(%9, %12, %arg2) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %14 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %15 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %16 = "stablehlo.concatenate"(%14, %15) <{dimension = 1 : i64}> : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
    %17 = "stablehlo.gather"(%arg0, %16) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<10x4xf32>, tensor<3x2xi32>) -> tensor<3xf32>
    "func.return"(%17) : (tensor<3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.take_along_axis
// in tensor<4x5xf32> e2ab513f1d997bbf12e696bfb9cf2bbf6be753bf4bc1ec3f89ad87bf18869abe973f68bd94c3433f4ba0f03fa454e93e0ba2b83faab5bcbf0144253ffcb7a7bfca19be3f02b2c33e5d44babf8c41b33f
// in tensor<4x2xi32> 0200000002000000030000000200000004000000000000000300000004000000
// out tensor<4x2xf32> 12e696bf12e696bf973f68bd18869abe0144253f4ba0f03f5d44babf8c41b33f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<4x5xf32>, %arg5: tensor<4x2xi32>):
    %23 = "func.call"(%arg4, %arg5) <{callee = @take_along_axis}> : (tensor<4x5xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
    "func.return"(%23) : (tensor<4x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>, res_attrs = [{}], sym_name = "take_along_axis", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<4x2xi32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x2xi32>
    %2 = "stablehlo.compare"(%arg1, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi1>
    %3 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x2xi32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>
    %6 = "stablehlo.select"(%2, %5, %arg1) : (tensor<4x2xi1>, tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>
    %7 = "stablehlo.reshape"(%6) : (tensor<4x2xi32>) -> tensor<4x2x1xi32>
    %8 = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
    %9 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x2x1xi32>
    %11 = "stablehlo.compare"(%7, %10) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x2x1xi32>, tensor<4x2x1xi32>) -> tensor<4x2x1xi1>
    %12 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64: 2>}> : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x1xi32>) -> tensor<4x2x1xi32>
    %14 = "stablehlo.compare"(%7, %13) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<4x2x1xi32>, tensor<4x2x1xi32>) -> tensor<4x2x1xi1>
    %15 = "stablehlo.and"(%11, %14) : (tensor<4x2x1xi1>, tensor<4x2x1xi1>) -> tensor<4x2x1xi1>
    %16 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg2: tensor<i1>, %arg3: tensor<i1>):
      %22 = "stablehlo.and"(%arg2, %arg3) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%22) : (tensor<i1>) -> ()
    }) : (tensor<4x2x1xi1>, tensor<i1>) -> tensor<4x2xi1>
    %18 = "stablehlo.gather"(%arg0, %7) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x5xf32>, tensor<4x2x1xi32>) -> tensor<4x2xf32>
    %19 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x2xf32>
    %21 = "stablehlo.select"(%17, %18, %20) : (tensor<4x2xi1>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    "func.return"(%21) : (tensor<4x2xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case x.at[i].set
// in tensor<10x4xf32> b778633d77a9ba3fc378d9bf64fe373f4a08ffbe07de153e8895fe3e0fcda63f29b6d83f4aa2aabf541bb83f6431c4bf2c77fabf258a4bbf087d5cbfa7cf8a3f9b33773e6d02e5bee7d0943f7221df3feaaf103f0eba1c3ff62bb93f4e3654bfc5e3fd3f58c8a5bf4ccfe8bfeb72a53f38b8a6bf517528bf546c563d2916c7bf4d1a9cbe52a315bf461cd4bfa0e9d23ebc8648be863aaebf5378933f8434b8be
// in tensor<3xi32> 030000000000000019000000
// in tensor<3x4xf32> 64d1f2bf483fc23f98feb9be79f4d0bf792d58bf80d77abf6a82e9bfde252dbf83a3a9bf08a392bf7c6d323fddecaebf
// out tensor<10x4xf32> 792d58bf80d77abf6a82e9bfde252dbf4a08ffbe07de153e8895fe3e0fcda63f29b6d83f4aa2aabf541bb83f6431c4bf64d1f2bf483fc23f98feb9be79f4d0bf9b33773e6d02e5bee7d0943f7221df3feaaf103f0eba1c3ff62bb93f4e3654bfc5e3fd3f58c8a5bf4ccfe8bfeb72a53f38b8a6bf517528bf546c563d2916c7bf4d1a9cbe52a315bf461cd4bfa0e9d23ebc8648be863aaebf5378933f8434b8be
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<10x4xf32>, tensor<3xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<10x4xf32>, %arg1: tensor<3xi32>, %arg2: tensor<3x4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %2 = "stablehlo.compare"(%arg1, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %3 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %6 = "stablehlo.select"(%2, %5, %arg1) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %8 = "stablehlo.scatter"(%arg0, %7, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
    }) : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>
    "func.return"(%8) : (tensor<10x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case x.at[i].add
// in tensor<10x4xf32> 3401f5bfd695a4bf3a7351bffe80abbf5731c73ec759c23fae43a93f2ca7f1bd3335923fd4ba943f20ee093f7ff89a3f6c8df8be42dc7d3ff4fab93d4061743fd0e1743ffd37debf8cd5aa3f2a85edbfacad94be3f6aba3e5699a53f2989e2bf7bab2f3f11bc1ebfab04ebbf57ad2bbf8af60f3fd693d5bf3b51b23fb0ffe9bf129585bfb9782ebff81edfbf8cdad93f9fc1ee3f0a54cf3fcc309abfdf94aa3f
// in tensor<3xi32> 030000000300000019000000
// in tensor<3x4xf32> 122326bf0f4c58bf348e423f204cd4bf8c39fdbf979fdc3f089315bffc03973f150098be4186d0bf51c6d0bd147aa8bf
// out tensor<10x4xf32> 3401f5bfd695a4bf3a7351bffe80abbf5731c73ec759c23fae43a93f2ca7f1bd3335923fd4ba943f20ee093f7ff89a3f383747c0b067ef3f1475883ef0a1f33ed0e1743ffd37debf8cd5aa3f2a85edbfacad94be3f6aba3e5699a53f2989e2bf7bab2f3f11bc1ebfab04ebbf57ad2bbf8af60f3fd693d5bf3b51b23fb0ffe9bf129585bfb9782ebff81edfbf8cdad93f9fc1ee3f0a54cf3fcc309abfdf94aa3f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<10x4xf32>, tensor<3xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<10x4xf32>, %arg1: tensor<3xi32>, %arg2: tensor<3x4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %2 = "stablehlo.compare"(%arg1, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %3 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %6 = "stablehlo.select"(%2, %5, %arg1) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %8 = "stablehlo.scatter"(%arg0, %7, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %9 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%9) : (tensor<f32>) -> ()
    }) : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>
    "func.return"(%8) : (tensor<10x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case x.at[i].max
// in tensor<10x4xf32> 2c9bd6bf384bf6bfd522cbbe383977bff6ed27bf1163ec3f318aa83f31d9523fdb0b83bf3ee27f3f4c9f4a3f5719e53daab085bf7a9795bf67e8a4be3fd864bf4b02c53ffa230cbe28f6353f0751cb3f1df7f73e1daeadbfecf638bfde60d83f3372e8bf6c808ebfc5bdf13ec65cb53fed0ea43f3e666c3f0f134f3f827001bf9891e0bfeb020b3fdcd5dabff8c4983fb9dbbcbf586ef3bf9799ff3fcb4faabf
// in tensor<3xi32> 03000000ffffffff19000000
// in tensor<3x4xf32> 01c7a73eb27ce0bf542bf63f5b7ff7bfe868403f4ff8af3f389c50bf37f3fbbfc407edbfb4cce0bf8645823fe745e93d
// out tensor<10x4xf32> 2c9bd6bf384bf6bfd522cbbe383977bff6ed27bf1163ec3f318aa83f31d9523fdb0b83bf3ee27f3f4c9f4a3f5719e53d01c7a73e7a9795bf542bf63f3fd864bf4b02c53ffa230cbe28f6353f0751cb3f1df7f73e1daeadbfecf638bfde60d83f3372e8bf6c808ebfc5bdf13ec65cb53fed0ea43f3e666c3f0f134f3f827001bf9891e0bfeb020b3fdcd5dabff8c4983fe868403f4ff8af3f9799ff3fcb4faabf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<10x4xf32>, tensor<3xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<10x4xf32>, %arg1: tensor<3xi32>, %arg2: tensor<3x4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %2 = "stablehlo.compare"(%arg1, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %3 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %6 = "stablehlo.select"(%2, %5, %arg1) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %8 = "stablehlo.scatter"(%arg0, %7, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %9 = "stablehlo.maximum"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%9) : (tensor<f32>) -> ()
    }) : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>
    "func.return"(%8) : (tensor<10x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jax.ops.segment_sum
// in tensor<10x4xf32> d902cb3fc2ac073f45a7c03e9caa98bfa17f8dbf2706f53fc096e73f4bdd7ebe030b973f166a613f89a463bf8da199bf58c27e3fcae1ec3f989ef73ff53a12bf1271debf1a2b39bf5832dcbf2eb3f93f807a45bf0af0b13ff9d281bfc279eb3f930a32bd3febaa3feb5ccb3eb037883f1bb1dabff421d3bf832912bf7253c13fed91d13f81a5573f0934ca3e1fdae6bfab2adb3f87c1233fbf5aed3e7e1daf3f
// in tensor<10xi32> 01000000010000000400000003000000000000000300000001000000030000000400000000000000
// out tensor<4x4xf32> c099d1bc984cabbda8dba0bf566854408ecbdf3ee4e37140e64b2540543ac1be000000000000000000000000000000002f0dbebfe0afcb3f76dbb23eddd73140
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<10x4xf32>, tensor<10xi32>) -> tensor<4x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<10x4xf32>, %arg1: tensor<10xi32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %2 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<10xi32>) -> tensor<10x1xi32>
    %3 = "stablehlo.scatter"(%1, %2, %arg0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %4 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%4) : (tensor<f32>) -> ()
    }) : (tensor<4x4xf32>, tensor<10x1xi32>, tensor<10x4xf32>) -> tensor<4x4xf32>
    "func.return"(%3) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.dynamic_slice
// in tensor<10x4xf32> d8c8693f5334ce3fd875033f6703a9bfe95fd63fddb7cbbfbc0c8abf84b2b53f35ccb53e7e4d28bfae609b3f40e6163fbd83c3bf5c2a89bf02039f3f984a9f3f78f5d9bf7d6fb03d1a275a3f39c032bf19dadfbf2eb2a9be0ba3de3f6ecc6b3f3dc092bfc080b03f769b2b3fdddf56bf09f36cbf675ba5bf3f26c3be6b460fbfbdcf5bbfa95dbf3fd394853fefaeecbcaae9ec3f2dd6313f6461e73f5348a63f
// in tensor<i32> 09000000
// out tensor<2x4xf32> bdcf5bbfa95dbf3fd394853fefaeecbcaae9ec3f2dd6313f6461e73f5348a63f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<10x4xf32>, tensor<i32>) -> tensor<2x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<10x4xf32>, %arg1: tensor<i32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.compare"(%arg1, %0) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %3 = "stablehlo.add"(%arg1, %2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %4 = "stablehlo.select"(%1, %3, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %6 = "stablehlo.dynamic_slice"(%arg0, %4, %5) <{slice_sizes = array<i64: 2, 4>}> : (tensor<10x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    "func.return"(%6) : (tensor<2x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.dynamic_update_slice
// in tensor<10x4xf32> 8596093fe45c463f70c18c3fdab3833fac47bf3f95e223bfabe00bbf509181bf3802d83f9dbcce3fb0696dbe085dcabe6925bcbfce57f33f7405303f2e59ed3f2a5d073f1151643d8ec97e3fb921c63fd599b03fb4b31dbff3d7de3c7abbe33fd429ce3c3aa79a3f8494cb3d753faa3f910bddbfd85dffbf8290d1bfee2c83bed4b507bfccffea3f1e76fe3f5b1abbbfb72eab3f5937163df2baae3f6cfd05bf
// in tensor<2x4xf32> 4a9d8b3ffda8fdbfcff403be12422bbf3cf57dbf7f4c4cbf08a0a5be9cda84bc
// in tensor<i32> 09000000
// out tensor<10x4xf32> 8596093fe45c463f70c18c3fdab3833fac47bf3f95e223bfabe00bbf509181bf3802d83f9dbcce3fb0696dbe085dcabe6925bcbfce57f33f7405303f2e59ed3f2a5d073f1151643d8ec97e3fb921c63fd599b03fb4b31dbff3d7de3c7abbe33fd429ce3c3aa79a3f8494cb3d753faa3f910bddbfd85dffbf8290d1bfee2c83be4a9d8b3ffda8fdbfcff403be12422bbf3cf57dbf7f4c4cbf08a0a5be9cda84bc
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<10x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<10x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<10x4xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<i32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.compare"(%arg2, %0) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %3 = "stablehlo.add"(%arg2, %2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %4 = "stablehlo.select"(%1, %3, %arg2) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %6 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %4, %5) : (tensor<10x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<10x4xf32>
    "func.return"(%6) : (tensor<10x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case slice
// in tensor<10x4xf32> 0599cc3d842f703fe752a73f2247ec3f6e322d3fda1f79bfd47ca13eaae27bbe829e87bfbc9a2bbf63ab8abfadf81e3e9922debf1b0f313e5695b4beb5a3fcbfa29765bfe51ef13f38eda23e79d2debf87159f3e33e1503f7002bbbfbc42c7be038092bf1f582e3e980da53f524985bf859ab8bf70c5b8bf443dea3e7b7ddcbfc240d83dbeb89e3f376d883fd4442e3fc464fabf5dc18bbe3b6383bfdbce783d
// out tensor<3x4xf32> aae27bbed47ca13eda1f79bf6e322d3fb5a3fcbf5695b4be1b0f313e9922debfbc42c7be7002bbbf33e1503f87159f3e
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<10x4xf32>) -> tensor<3x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<10x4xf32>):
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 7, 4>, start_indices = array<i64: 1, 0>, strides = array<i64: 2, 1>}> : (tensor<10x4xf32>) -> tensor<3x4xf32>
    %1 = "stablehlo.reverse"(%0) <{dimensions = array<i64: 1>}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%1) : (tensor<3x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.pad
// in tensor<3x4xf32> 723eb2bf99c2babf4a17e73f38dfc23f8bfacdbf4bcda73fe335debf63ee24bf27e6fc3f8b91e13fe42f05bec3d24e3f
// out tensor<6x4xf32> 00000000000000000000000000000000723eb2bf99c2babf4a17e73f38dfc23f8bfacdbf4bcda73fe335debf63ee24bf27e6fc3f8b91e13fe42f05bec3d24e3f0000000000000000000000000000000000000000000000000000000000000000
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> tensor<6x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<3x4xf32>):
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %3 = "func.call"(%arg2, %2) <{callee = @_pad}> : (tensor<3x4xf32>, tensor<i32>) -> tensor<6x4xf32>
    "func.return"(%3) : (tensor<6x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf32>, tensor<i32>) -> tensor<6x4xf32>, res_attrs = [{}], sym_name = "_pad", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x4xf32>, %arg1: tensor<i32>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<f32>
    %1 = "stablehlo.pad"(%arg0, %0) <{edge_padding_high = array<i64: 2, 0>, edge_padding_low = array<i64: 1, 0>, interior_padding = array<i64: 0, 0>}> : (tensor<3x4xf32>, tensor<f32>) -> tensor<6x4xf32>
    "func.return"(%1) : (tensor<6x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.pad reflect
// in tensor<3x4xf32> 6246f0be6e89b23fc4443cbf726096bfb409b6bf07dd053f7ebf6c3ee535ce3f52d3b4bf4bec9b3f7c3de33f9bd17c3f
// out tensor<5x6xf32> 07dd053fb409b6bf07dd053f7ebf6c3ee535ce3f7ebf6c3e6e89b23f6246f0be6e89b23fc4443cbf726096bfc4443cbf07dd053fb409b6bf07dd053f7ebf6c3ee535ce3f7ebf6c3e4bec9b3f52d3b4bf4bec9b3f7c3de33f9bd17c3f7c3de33f07dd053fb409b6bf07dd053f7ebf6c3ee535ce3f7ebf6c3e
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> tensor<5x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<3x4xf32>):
    %18 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %19 = "func.call"(%arg4, %18) <{callee = @_pad}> : (tensor<3x4xf32>, tensor<i32>) -> tensor<5x6xf32>
    "func.return"(%19) : (tensor<5x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf32>, tensor<i32>) -> tensor<5x6xf32>, res_attrs = [{}], sym_name = "_pad", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<3x4xf32>, %arg3: tensor<i32>):
    %2 = "stablehlo.slice"(%arg2) <{limit_indices = array<i64: 1, 4>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x4xf32>) -> tensor<1x4xf32>
    %3 = "stablehlo.slice"(%arg2) <{limit_indices = array<i64: 2, 4>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 1>}> : (tensor<3x4xf32>) -> tensor<1x4xf32>
    %4 = "func.call"(%3) <{callee = @_flip}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
    %5 = "stablehlo.concatenate"(%4, %arg2) <{dimension = 0 : i64}> : (tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
    %6 = "stablehlo.slice"(%5) <{limit_indices = array<i64: 4, 4>, start_indices = array<i64: 3, 0>, strides = array<i64: 1, 1>}> : (tensor<4x4xf32>) -> tensor<1x4xf32>
    %7 = "stablehlo.slice"(%5) <{limit_indices = array<i64: 3, 4>, start_indices = array<i64: 2, 0>, strides = array<i64: 1, 1>}> : (tensor<4x4xf32>) -> tensor<1x4xf32>
    %8 = "func.call"(%7) <{callee = @_flip}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
    %9 = "stablehlo.concatenate"(%5, %8) <{dimension = 0 : i64}> : (tensor<4x4xf32>, tensor<1x4xf32>) -> tensor<5x4xf32>
    %10 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 5, 1>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<5x4xf32>) -> tensor<5x1xf32>
    %11 = "stablehlo.slice"(%9) <{limit_indices = array<i64: 5, 2>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 1>}> : (tensor<5x4xf32>) -> tensor<5x1xf32>
    %12 = "func.call"(%11) <{callee = @_flip_0}> : (tensor<5x1xf32>) -> tensor<5x1xf32>
    %13 = "stablehlo.concatenate"(%12, %9) <{dimension = 1 : i64}> : (tensor<5x1xf32>, tensor<5x4xf32>) -> tensor<5x5xf32>
    %14 = "stablehlo.slice"(%13) <{limit_indices = array<i64: 5, 5>, start_indices = array<i64: 0, 4>, strides = array<i64: 1, 1>}> : (tensor<5x5xf32>) -> tensor<5x1xf32>
    %15 = "stablehlo.slice"(%13) <{limit_indices = array<i64: 5, 4>, start_indices = array<i64: 0, 3>, strides = array<i64: 1, 1>}> : (tensor<5x5xf32>) -> tensor<5x1xf32>
    %16 = "func.call"(%15) <{callee = @_flip_0}> : (tensor<5x1xf32>) -> tensor<5x1xf32>
    %17 = "stablehlo.concatenate"(%13, %16) <{dimension = 1 : i64}> : (tensor<5x5xf32>, tensor<5x1xf32>) -> tensor<5x6xf32>
    "func.return"(%17) : (tensor<5x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1x4xf32>) -> tensor<1x4xf32>, res_attrs = [{}], sym_name = "_flip", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<1x4xf32>):
    %1 = "stablehlo.reverse"(%arg1) <{dimensions = array<i64: 0>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
    "func.return"(%1) : (tensor<1x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x1xf32>) -> tensor<5x1xf32>, res_attrs = [{}], sym_name = "_flip_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<5x1xf32>):
    %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 1>}> : (tensor<5x1xf32>) -> tensor<5x1xf32>
    "func.return"(%0) : (tensor<5x1xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.roll
// in tensor<3x4xf32> 6d1dc5bfc86cb1bfe802d3bf47272abf329b843f29d0b5bf0bf750be9e44e9bfcb86363fc77ecdbf4b0d963f02bfe63e
// out tensor<3x4xf32> cb86363fc77ecdbf4b0d963f02bfe63e6d1dc5bfc86cb1bfe802d3bf47272abf329b843f29d0b5bf0bf750be9e44e9bf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> tensor<3x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<3x4xf32>):
    %3 = "func.call"(%arg1) <{callee = @_roll_static}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%3) : (tensor<3x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> tensor<3x4xf32>, res_attrs = [{}], sym_name = "_roll_static", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x4xf32>):
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 4>, start_indices = array<i64: 2, 0>, strides = array<i64: 1, 1>}> : (tensor<3x4xf32>) -> tensor<1x4xf32>
    %1 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 4>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x4xf32>) -> tensor<2x4xf32>
    %2 = "stablehlo.concatenate"(%0, %1) <{dimension = 0 : i64}> : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    "func.return"(%2) : (tensor<3x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.concatenate
// in tensor<3x4xf32> 2c6f9ebf11274b3f18701abf1436c23dceae673e7fdb69bf5fd6a9be2298923f019eba3fb981b23f26ad8b3e03b1be3f
// in tensor<2x4xf32> 701db8bf30b5f73f24eee8bf0065cc3fd256953f9e08e1bea5ae943fa74aea3f
// out tensor<5x4xf32> 2c6f9ebf11274b3f18701abf1436c23dceae673e7fdb69bf5fd6a9be2298923f019eba3fb981b23f26ad8b3e03b1be3f701db8bf30b5f73f24eee8bf0065cc3fd256953f9e08e1bea5ae943fa74aea3f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf32>, tensor<2x4xf32>) -> tensor<5x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf32>, %arg1: tensor<2x4xf32>):
    %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<3x4xf32>, tensor<2x4xf32>) -> tensor<5x4xf32>
    "func.return"(%0) : (tensor<5x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.stack
// in tensor<3x4xf32> 51fcabbf6ff8183f81b8fdbfc14b283fb184e0bf32cc2b3fc438f2bf11e7c5be9ecabb3ff23846bf123bf03f55d8eabd
// in tensor<3x4xf32> 37d4a2bfca59df3fa96bb0bfca8ec03e13afe23f1f9de13fe0e1633ee26093bf0d96143bf2fc54bf991f3ebf5ae03abf
// out tensor<2x3x4xf32> 51fcabbf6ff8183f81b8fdbfc14b283fb184e0bf32cc2b3fc438f2bf11e7c5be9ecabb3ff23846bf123bf03f55d8eabd37d4a2bfca59df3fa96bb0bfca8ec03e13afe23f1f9de13fe0e1633ee26093bf0d96143bf2fc54bf991f3ebf5ae03abf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<3x4xf32>) -> tensor<1x3x4xf32>
    %1 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<3x4xf32>) -> tensor<1x3x4xf32>
    %2 = "stablehlo.concatenate"(%0, %1) <{dimension = 0 : i64}> : (tensor<1x3x4xf32>, tensor<1x3x4xf32>) -> tensor<2x3x4xf32>
    "func.return"(%2) : (tensor<2x3x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.split
// in tensor<4x4xf32> c5ae98bfd925ecbfe35e803f7667f9bf70e3953ec20208bf97a0193f9c07a53e8eb7abbdb9058e3f4a7a933ed302cc3fde85ae3e9bb5c03fc169ba3f64b4533f
// out tensor<2x4xf32> c5ae98bfd925ecbfe35e803f7667f9bf70e3953ec20208bf97a0193f9c07a53e
// out tensor<2x4xf32> 8eb7abbdb9058e3f4a7a933ed302cc3fde85ae3e9bb5c03fc169ba3f64b4533f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x4xf32>):
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 4>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x4xf32>) -> tensor<2x4xf32>
    %1 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 4>, start_indices = array<i64: 2, 0>, strides = array<i64: 1, 1>}> : (tensor<4x4xf32>) -> tensor<2x4xf32>
    "func.return"(%0, %1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case transpose
// in tensor<3x4xf32> 6bd12ebf3d5c5bbdb48cd7bf759e663fd2ac153fcd00a33fabc8d4bf6133bebf87a3153f26bd6d3f8340dabf4b44f0bf
// out tensor<4x3xf32> 6bd12ebfd2ac153f87a3153f3d5c5bbdcd00a33f26bd6d3fb48cd7bfabc8d4bf8340dabf759e663f6133bebf4b44f0bf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> tensor<4x3xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf32>):
    %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<3x4xf32>) -> tensor<4x3xf32>
    "func.return"(%0) : (tensor<4x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case reshape
// in tensor<3x4xf32> da7333bf926424bfd956e5bfc80bcebfb39497bf15c4f8bfee51b4bf2fe2f2bfd13305bf3e9e7e3f7b4b253f07ead53e
// out tensor<12xf32> da7333bf926424bfd956e5bfc80bcebfb39497bf15c4f8bfee51b4bf2fe2f2bfd13305bf3e9e7e3f7b4b253f07ead53e
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> tensor<12xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<3x4xf32>) -> tensor<12xf32>
    "func.return"(%0) : (tensor<12xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.broadcast_to
// in tensor<4xf32> 1fd803be6501a0bf374be7bfe802a1bf
// out tensor<5x4xf32> 1fd803be6501a0bf374be7bfe802a1bf1fd803be6501a0bf374be7bfe802a1bf1fd803be6501a0bf374be7bfe802a1bf1fd803be6501a0bf374be7bfe802a1bf1fd803be6501a0bf374be7bfe802a1bf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xf32>) -> tensor<5x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<5x4xf32>
    "func.return"(%0) : (tensor<5x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.arange
// out tensor<5xi32> 0000000001000000020000000300000004000000
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [], function_type = () -> tensor<5xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
    %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<5xi32>
    "func.return"(%0) : (tensor<5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.tril
// in tensor<4x4xf32> 2af2e43fddbda03f933d8f3e0f07e83e83147b3f0ad3a43f5f5984bf9ac59a3f70dc173f465363bfb66f59bf4d42a8bfa508423e68f0ef3f555a943feec4aabf
// out tensor<4x4xf32> 2af2e43f00000000000000000000000083147b3f0ad3a43f000000000000000070dc173f465363bfb66f59bf00000000a508423e68f0ef3f555a943feec4aabf
"builtin.module"() <{sym_name = "jit_tril"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<4x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x4xf32>):
    %9 = "func.call"(%arg1) <{callee = @tril}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%9) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<4x4xf32>, res_attrs = [{}], sym_name = "tril", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x4xf32>):
    %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xi32>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x4xi32>
    %3 = "stablehlo.add"(%0, %2) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
    %4 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xi32>
    %5 = "stablehlo.compare"(%3, %4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %8 = "stablehlo.select"(%5, %arg0, %7) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%8) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jax.image.resize
// in tensor<1x8x8x3xf32> 53a8c2bf2a845fbfd4d6abbf9c15b7bf8f616d3ffbd03dbfd831863e85313dbfce1bf83f44b1bc3ec885b8bf1dfe8d3f605357bf7a0838be25d159bf4a8729bde83c45bf5ca737bf4e4eafbfd391eb3fa4d195bf607d5ebf8abdb7beeca7c3bf57b68abfb9c0bdbee5bdab3eb2d9143e478106bf6dcf343f06827b3f286870bf755085bfaf65003fcf76b5be7516a93f2e03fbbf65562a3e93ff1abf424393bfa362bc3f8ae890bf98c1933f4449b53f2e54ef3f396dc4bf7119b0bf91fbd4bfc9d637bfe33fd03f2222133fa4b7b0bfcbf1c9bf27917f3f9175fc3e21c3febfe3eeb23e35b99ebf685653bf1457ccbfca96fb3f81bc30beb86aef3e017797bf96efffbe3c81163ff4a57c3f4158d03f413681bf253585bf2c66c6be934144bfc996a33f9dc503bf938501bf705b273cd6e9823eee3e16bfd385fbbfd106713fcb43c5bf2964b53f109681bf523c7abf93a9103ea796d03f8e96f4be58ef9fbdbb99aebe8499c6bf03d158bfab60d53fa5fae03f70e17abf1318d73f29e8f7bf7fe35f3feeddf2bf947397be3eb2b2be6e3a85be78e1e13f924a17bf11bff6bfb881c7bfc13f7f3faf34bebff8f0e1bfadf99bbf4a9df43fa4ce62be492cb4bfdd48223fae8efabe1449583e8af2fd3f9ce54b3f1ceb0e3e8223ff3fd5f2b83cc11941be3883b33f3288ea3f02bf603f1e030abf9c5fc7bed773fbbf6a3d85bf6bc88d3f8e9e35bd7387b63fac2f2e3f0766873e56969c3f8cce0dbcc53e2b3f28c627bd810017bfabaf873f1193dbbfc450f43f1defeb3fac29a93f762105be4cde4cbe56cec7be2cd626bebb798ebf7624993fcd1ac33f0f423c3bc1b9b43fc05b55bf4316b83f5d4ff23fbd842e3f56f9ec3fb17e673f0c16463f8da3dcbd535ce1bfd6dbbfbf20d4a73f6004a3bf16d73e3fdc06aebfada7823f5852e93f8125f23eba16ecbf6fb6723fccd9c5bdd047bb3ff0bcb3bf369960bffea2d63f61a9ac3ff177d13fb80da93dc78d323f1fa0dd3ff9c6233f1e3fd3bf99b9b0bfcba6febf74fbc6bfc310f2bf73eeebbecee4ee3e20e8b83f4607bbbec6a4adbf
// out tensor<1x16x16x3xf32> 53a8c2bf2a845fbfd4d6abbfa5c3bfbf7895d8be3e9b98bf4afab9bf4150f43e264864bf18ed80bfcabc023fa87692bd74e024be8019a5bebb5aa23fb3d1933e08286abf6194dd3f6911af3e870aa2bf8a85a83f0c6d873d9a2490bfe3881e3f60e809bff688fdbe9bbbb8bea52424bfa2a1a7beb34651bfbe1c77be366e1fbfce3140bffd32bfbe2426f1bd57a654bfc9cd84bfc105983f265287bf664a9fbf8531a53f3647a1bf2f857ebf5687433e5a32b8bf607d5ebf8abdb7beeca7c3bfd4abb4bf375b3fbf814a6cbf39aba8bf66d4d6be198249bf02aa90bf55df713e49f103bf4db12abf5e3b673e606d603c948d943d58cae6bee4d64c3fbe3add3e445d62bf9bc1973f71e3d23eb88c89bf55c3953f809cac3cb09066bf1c9f2c3f1f893dbf0c86b9beef669abe16a56bbfdda1fabd04224cbf02ef04bf471139be882c50bf49e8d8be24658d3e70e937bf7c3422bf37c89f3fba5803bfa71450bf4ae1923fb2ca32bfa51476bf30e0d6bcac1fa3bf528a84bfccf31cbfd5fcc7bfd6b298bfa012febea121acbdc0f474bf4152d3beb4d5bc3cd125f8be04a37bbec4f1723ea01c683c1a1ab0be308b3c3e51250a3f031635bf07990bbe6b06383fbcc752bfc8c0c13dc1430d3f352231bfdc7d603fb0648dbd553fe6be90cb483f4c6592bfe000c6bd2a7b3bbefa52bdbfde49933ea4d841bf549f89bf770f343ffa2170bf712906bfa030883f3edffcbeb866323e254daf3f6e3e133f28ba4e3da6815c3f8679d93e933365bf60d1ebbe9ff471bf9721afbfed8e8fbfa8a6d0bf34077ebfb0de033e7d5fca3e27a24dbface5cdbd8c87fb3e1bb0d9be79250fbfd5eb2e3fd05c1b3d504f64bf6072d23e6807163f1c9d8cbf50a8a6be1260293f267e82bf2badbebe987f873e899527bfcf638a3e66ea47be06e1aabe0e08b83e1dcf37bf9ad368bdbc01d7bd901983bfa1a19c3ec259dbbe51938ebf9c29413ff6611cbf534517bf81fb8c3f5cd274becf700b3f825cac3f3bdb2f3f9c92f63ec8d6513feca7003fd6bb47bf655ff5be85ce4abf349fb4bf787990bfdf44b8bf423c4fbfdf53903f56d1033fa95e5bbf0e5b043f2e151e3f74a373bf523e34bfe09c523f3e7118bff87bb5bfe1c4313feddf583ee6e8cfbfc8346e3eb254853e7b7dbcbf54a35cbe4a34e6be6d7376bf345d26bf4a0ab7be3a830dbf83b719bf5969093f7ea978be06be89bdd366e33eb8848abd0985413ef4a622bf31bcdebc184e2c3ec9c71fbfb8e7c63eb67a3c3dd5a1f43e51f6963f380936bebc08f63e01e1823f6c12eebe6ead1dbf3060a8bd0ccd50bf2a0395bf097322bff7ae7dbfca5660be36b78b3f6af09b3e9956d8be74ef093fe002c23e815654bf7d0e11bfe713073fc9164ebf6cb193bf8b67d73e4ad8b2bece869cbfc2106e3d35a870be9a9e94bf52d5e7be04a1ecbea0f177bfad578ebfa8f95ebde1ae15bffdff82bfa9f87c3f503e1dbc18723fbe19c5673fc355bf3dc5333f3e97149bbe9a1f8dbe68e3c73d70530cbf149b833d3a5e22bda5a62d3e237a8e3f036866be8e500f3e7c58a13f5cc800bf021423bf79a9013ff6b05fbf0a4483bfe496043ea19287bf7b6c473f7877a93c976e71bed8efff3e08f80fbddadd65be0c136fbde45716be60bc4ebed23a17bf2880ccbd47f4d1be7c728cbfe092d83d995859bf1f1d53bf1a18aebd08ce8abfde72683e23102cbf46e28ebf06c6363ff3e6dbbe5ed568bfcede223ffa92243f129dedbed203b83ec0024a3faad3debe4685eebd60f6163c42a752bf8cd0b9be54d6033e88fafdbee089c2bef9e7923f24940b3f5e470abfd751c43ff3d4c63e8def57bf65b8a43f447a77bfa6c37ebfaceb943f5176d2bf87ad963f2d435cbf4125e8be3dec5c3f49161dbf2cfbadbe6e3a703e0be4f5bd089ce6bd001eeebebcb61a3ef870c5be4b369ebf20a14c3e435694bffc5a63bf6495eabd2bf3b9bfca25143f2fc34abff832a2bf5f356f3fd8a0d8bea4f57bbf0d4f373e9c057e3f76951abfdbd580be4e15a03f0eba21bf660db7be2a3db43eb6b188bff82ae8befc29ba3ebdcd15bf4a170abfec86a43f0107513fbea01cbf96eadf3f72ba463fd6b12bbf7ab5e03f6ab334bf623a33bfee1ae13f2c35b9bf04b6793f269fc6bf7859b2bea4b12a3f722a99bf10f1063d408e4a3d2c04f9beaba64b3fa626dbbe7953cdbe77f1fc3e000344bfd8cb70bfbe1a5fbf4fc7d9be18f69fbfbf64c7bfb6ca173f6205aabfc249c8bf725e1b3fbac510bf65b09fbfed50c4be77f1843f4e311bbf6a816dbf2731bd3f7a47cebe345683bf64b8403f163823bf11db51bf9cd1443fa02e9dbec81a9ebefc56c33f95be163fdcbf99bdb822f43f8d27293fc2d6f2bd00ccf43f44e3babd1bb10fbea620f53fc73cefbe03d91b3fa44589bf06e3713ef95be43e220663bf42a8f73e7fbff63dd7fb03bfe08a7a3f8ed587be59882cbf1855323f291a36bfd455aebf6c9ab9be0d3f04bf6808bcbf281e75bf164da33ecdb77ebfdf4e8bbf2061ae3ec8ea08be494b68bff841e7be40b38e3f984dd4be01a45bbf9cd7b53fa47982be7fd860bf719f483fb91adbbeac7c0fbf3c1a1d3f9818f0bdbe7bc33d991f693f0a622d3f20faea3e1e16a03f58504d3f1dac073f1320d13fb28f833ea4c3103f0da5e93f98197fbc5c209e3dddd5133fec6ea63f1c854d3efaaba13ecd98813f7d37e53e0fa754be3eb2df3e3054bd3c25ee2abf6972633e085989bf943b88bf1878bc3e97b694bf89c045bf4a37b23ee41a79bed8d6543e94ed253ef0ae0a3eaa505f3fe4ad143dd0b9d2bc29489c3fe4bdeebc312b2dbdac088a3f381540be74a8af3d77a7e33e7cc6e0be700ba63e1789d0bdb02082bc4a5f2c3f449d0fbfad788a3f667e7d3fb8d961be689a993f8531a33f5f636b3fb572ad3eaf6ab53f22a8be3f0423bcbde40a44be094b743f75afaa3f1ad746bd407c303fcadc823f75f4723eb67a233ec7ddcc3e080faabd914f3ebe54b2633e363581bfecb6b1be4e65fa3e8dee82bf3cea843d8011233f32cffcbd2a6b863f20892a3f04edd13e38b3b83fbaaa0e3f1fd4133fcc269f3f9bec9e3eb0541d3f056e3d3f0c3483bd3578053f58c289bdb3eb10bfde03233f492041bff85b55beaaf7753ffa24a9bfce2b813ffe268d3f826264bff5c7a63f6903883f1096083fe8512c3f9f71853f2c899f3fcc65b73e29ed49bebc436d3de2f7ab3e5c7c9abe9db26f3e056c033ff5c302bf7f1d163f2c4c5e3f507015bf6b86453f0985323f424305bf6c274a3f00e0b4398876ccbd5184853faee4b9bd02ad2d3f0815c43fe916d93e7008953f5003ca3f4ad4273f66cead3f2a4f973fea9d1a3f14698e3f7d8acf3e98fcec3deb61db3ea48440bfbc264fbf8dfbc03e9b09acbffed431bf9b38753f3c73afbf9b29eb3ed5eb4b3ffc9743bfd0308e3f5c44dbbd7cb0f33ebe48a13fbc120fbf2d488c3fb6d4aa3fe24f02bdbdf840bf9c2beb3d605474bea08f7fbe0b7d913e4cf526bfc345423faa701f3f53d232bffd8ea83f45ab053f5d58c1be5f52b63f103592bc0812563efbfebb3f782536bddedf873fd294b93f7072e23ec41bc93fe619a53f7e610e3ff275de3f701c7d3ff72c983ec238a13f6654323e463a81beaa210b3e1db193bfafdc8bbf986e44bec1c3d0bf223677bfa48a8d3e5feda0bf46b2033e308b5f3e9f5c22bfb888433f7086bbbe72cb733e529e703f3a9628bf9b9a2c3f9094833f57009c3ef18dbdbf709b2b3f3a37103e6df542bf2762ab3eae5b3fbe80572d3f4c47acbed9cfdabe6899b93f73419bbe34a514bf424ec73fb373de3ef818c5bda2beab3f3ba0463f294f833f12d54d3f6c92383f3fb5d03ff4ed133fb1a4843eb4e0db3febc7293fff1f1cbf6219873f68d93d3d538e95bfd782b6be85e8a2bfce51b5bf34e488bf95becebf37bd82bf18b18abfca267bbf00dd8b3c1ecd21bf6db000bf5e0a863e9aed913e466838be320f93bec2583e3f78dc99bcfdcd0fbf8125f23eba16ecbf6fb6723f843ea93e183f82bfb654b83e50843b3d5be0223fcced50bf716595be9c1ec23fb84637bfb6a12ebf32cccf3f9a1f293fbedb7ebe759ea33fc2d0973fce06813f9055f63e063f5c3ffd81d43f1e2c633e3056e23d1396da3fa91d003f9d1d88bf6213743f50c58fbc332ed0bf56461abf3984aabf5e0ccabf640fc1bfffbbcdbf4a4e86bff8bae1bfd0cc57bfd07e1ebd8a5287bfa8b4dfbe80da303cce531c3f1141c7be8e9a66bf20e8b83f4607bbbec6a4adbf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1x8x8x3xf32>) -> tensor<1x16x16x3xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg11: tensor<1x8x8x3xf32>):
    %130 = "func.call"(%arg11) <{callee = @_resize}> : (tensor<1x8x8x3xf32>) -> tensor<1x16x16x3xf32>
    "func.return"(%130) : (tensor<1x16x16x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1x8x8x3xf32>) -> tensor<1x16x16x3xf32>, res_attrs = [{}], sym_name = "_resize", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<1x8x8x3xf32>):
    %7 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %9 = "stablehlo.maximum"(%7, %8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<16xf32>
    %11 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %13 = "stablehlo.add"(%10, %12) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %14 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %16 = "stablehlo.multiply"(%13, %15) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %19 = "stablehlo.subtract"(%16, %18) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %20 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %22 = "stablehlo.subtract"(%19, %21) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %23 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<8xf32>
    %24 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64: 1>}> : (tensor<16xf32>) -> tensor<1x16xf32>
    %25 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64: 0>}> : (tensor<8xf32>) -> tensor<8x1xf32>
    %26 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %27 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %28 = "stablehlo.subtract"(%26, %27) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %29 = "stablehlo.abs"(%28) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %30 = "stablehlo.convert"(%9) : (tensor<f32>) -> tensor<f32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32>
    %32 = "stablehlo.divide"(%29, %31) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %33 = "stablehlo.abs"(%32) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %34 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32>
    %36 = "stablehlo.subtract"(%35, %33) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %37 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32>
    %39 = "stablehlo.maximum"(%38, %36) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %40 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %41 = "stablehlo.reduce"(%39, %40) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %129 = "stablehlo.add"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%129) : (tensor<f32>) -> ()
    }) : (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64: 1>}> : (tensor<16xf32>) -> tensor<1x16xf32>
    %43 = "stablehlo.abs"(%42) : (tensor<1x16xf32>) -> tensor<1x16xf32>
    %44 = "stablehlo.constant"() <{value = dense<1.1920929E-4> : tensor<f32>}> : () -> tensor<f32>
    %45 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x16xf32>
    %46 = "stablehlo.compare"(%43, %45) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<1x16xi1>
    %47 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %48 = "stablehlo.broadcast_in_dim"(%47) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x16xf32>
    %49 = "stablehlo.compare"(%42, %48) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<1x16xi1>
    %50 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %51 = "func.call"(%49, %42, %50) <{callee = @_where}> : (tensor<1x16xi1>, tensor<1x16xf32>, tensor<i32>) -> tensor<1x16xf32>
    %52 = "stablehlo.broadcast_in_dim"(%51) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %53 = "stablehlo.divide"(%39, %52) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %54 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %55 = "func.call"(%46, %53, %54) <{callee = @_where_0}> : (tensor<1x16xi1>, tensor<8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
    %56 = "stablehlo.constant"() <{value = dense<-5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %57 = "stablehlo.broadcast_in_dim"(%56) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %58 = "stablehlo.compare"(%22, %57) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %59 = "stablehlo.constant"() <{value = dense<7.500000e+00> : tensor<f32>}> : () -> tensor<f32>
    %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %61 = "stablehlo.compare"(%22, %60) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %62 = "stablehlo.and"(%58, %61) : (tensor<16xi1>, tensor<16xi1>) -> tensor<16xi1>
    %63 = "stablehlo.broadcast_in_dim"(%62) <{broadcast_dimensions = array<i64: 1>}> : (tensor<16xi1>) -> tensor<1x16xi1>
    %64 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %65 = "func.call"(%63, %55, %64) <{callee = @_where_0}> : (tensor<1x16xi1>, tensor<8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
    %66 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %67 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %68 = "stablehlo.maximum"(%66, %67) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %69 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<16xf32>
    %70 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %71 = "stablehlo.broadcast_in_dim"(%70) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %72 = "stablehlo.add"(%69, %71) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %73 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %74 = "stablehlo.broadcast_in_dim"(%73) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %75 = "stablehlo.multiply"(%72, %74) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %76 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %77 = "stablehlo.broadcast_in_dim"(%76) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %78 = "stablehlo.subtract"(%75, %77) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %79 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %80 = "stablehlo.broadcast_in_dim"(%79) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %81 = "stablehlo.subtract"(%78, %80) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %82 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<8xf32>
    %83 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64: 1>}> : (tensor<16xf32>) -> tensor<1x16xf32>
    %84 = "stablehlo.broadcast_in_dim"(%82) <{broadcast_dimensions = array<i64: 0>}> : (tensor<8xf32>) -> tensor<8x1xf32>
    %85 = "stablehlo.broadcast_in_dim"(%83) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %86 = "stablehlo.broadcast_in_dim"(%84) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %87 = "stablehlo.subtract"(%85, %86) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %88 = "stablehlo.abs"(%87) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %89 = "stablehlo.convert"(%68) : (tensor<f32>) -> tensor<f32>
    %90 = "stablehlo.broadcast_in_dim"(%89) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32>
    %91 = "stablehlo.divide"(%88, %90) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %92 = "stablehlo.abs"(%91) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %93 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %94 = "stablehlo.broadcast_in_dim"(%93) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32>
    %95 = "stablehlo.subtract"(%94, %92) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %96 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %97 = "stablehlo.broadcast_in_dim"(%96) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32>
    %98 = "stablehlo.maximum"(%97, %95) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %99 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %100 = "stablehlo.reduce"(%98, %99) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %128 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%128) : (tensor<f32>) -> ()
    }) : (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %101 = "stablehlo.broadcast_in_dim"(%100) <{broadcast_dimensions = array<i64: 1>}> : (tensor<16xf32>) -> tensor<1x16xf32>
    %102 = "stablehlo.abs"(%101) : (tensor<1x16xf32>) -> tensor<1x16xf32>
    %103 = "stablehlo.constant"() <{value = dense<1.1920929E-4> : tensor<f32>}> : () -> tensor<f32>
    %104 = "stablehlo.broadcast_in_dim"(%103) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x16xf32>
    %105 = "stablehlo.compare"(%102, %104) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<1x16xi1>
    %106 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %107 = "stablehlo.broadcast_in_dim"(%106) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x16xf32>
    %108 = "stablehlo.compare"(%101, %107) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<1x16xi1>
    %109 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %110 = "func.call"(%108, %101, %109) <{callee = @_where}> : (tensor<1x16xi1>, tensor<1x16xf32>, tensor<i32>) -> tensor<1x16xf32>
    %111 = "stablehlo.broadcast_in_dim"(%110) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %112 = "stablehlo.divide"(%98, %111) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %113 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %114 = "func.call"(%105, %112, %113) <{callee = @_where_0}> : (tensor<1x16xi1>, tensor<8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
    %115 = "stablehlo.constant"() <{value = dense<-5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %116 = "stablehlo.broadcast_in_dim"(%115) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %117 = "stablehlo.compare"(%81, %116) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %118 = "stablehlo.constant"() <{value = dense<7.500000e+00> : tensor<f32>}> : () -> tensor<f32>
    %119 = "stablehlo.broadcast_in_dim"(%118) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32>
    %120 = "stablehlo.compare"(%81, %119) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %121 = "stablehlo.and"(%117, %120) : (tensor<16xi1>, tensor<16xi1>) -> tensor<16xi1>
    %122 = "stablehlo.broadcast_in_dim"(%121) <{broadcast_dimensions = array<i64: 1>}> : (tensor<16xi1>) -> tensor<1x16xi1>
    %123 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %124 = "func.call"(%122, %114, %123) <{callee = @_where_0}> : (tensor<1x16xi1>, tensor<8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
    %125 = "stablehlo.dot_general"(%65, %arg6) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>}> : (tensor<8x16xf32>, tensor<1x8x8x3xf32>) -> tensor<16x1x8x3xf32>
    %126 = "stablehlo.dot_general"(%125, %124) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<16x1x8x3xf32>, tensor<8x16xf32>) -> tensor<16x1x3x16xf32>
    %127 = "stablehlo.transpose"(%126) <{permutation = array<i64: 1, 0, 3, 2>}> : (tensor<16x1x3x16xf32>) -> tensor<1x16x16x3xf32>
    "func.return"(%127) : (tensor<1x16x16x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<1x16xi1>, tensor<1x16xf32>, tensor<i32>) -> tensor<1x16xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<1x16xi1>, %arg4: tensor<1x16xf32>, %arg5: tensor<i32>):
    %4 = "stablehlo.convert"(%arg5) : (tensor<i32>) -> tensor<f32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x16xf32>
    %6 = "stablehlo.select"(%arg3, %arg4, %5) : (tensor<1x16xi1>, tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<1x16xf32>
    "func.return"(%6) : (tensor<1x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<1x16xi1>, tensor<8x16xf32>, tensor<i32>) -> tensor<8x16xf32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<1x16xi1>, %arg1: tensor<8x16xf32>, %arg2: tensor<i32>):
    %0 = "stablehlo.convert"(%arg2) : (tensor<i32>) -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x16xi1>) -> tensor<8x16xi1>
    %2 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32>
    %3 = "stablehlo.select"(%1, %arg1, %2) : (tensor<8x16xi1>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    "func.return"(%3) : (tensor<8x16xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.interp
// in tensor<4xf32> f85ed13f0c78d53fad72f43ffcf2f3bf
// in tensor<6xf32> 48d09fbf57640c3eaa18163e3102ba3e30aa053f5068d73f
// in tensor<6xf32> 1efcecbf9c761dbf99c8683f1c2798bf328d8d3f3b7b94bf
// out tensor<4xf32> 91b288bf78b290bf3b7b94bf1efcecbf
"builtin.module"() <{sym_name = "jit_interp"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg37: tensor<4xf32>, %arg38: tensor<6xf32>, %arg39: tensor<6xf32>):
    %168 = "func.call"(%arg37, %arg38, %arg39) <{callee = @_interp}> : (tensor<4xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<4xf32>
    "func.return"(%168) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<4xf32>, res_attrs = [{}], sym_name = "_interp", sym_visibility = "private"}> ({
  ^bb0(%arg34: tensor<4xf32>, %arg35: tensor<6xf32>, %arg36: tensor<6xf32>):
    %59 = "func.call"(%arg35, %arg34) <{callee = @searchsorted}> : (tensor<6xf32>, tensor<4xf32>) -> tensor<4xi32>
    %60 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %61 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %62 = "func.call"(%59, %60, %61) <{callee = @clip}> : (tensor<4xi32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
    %63 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %65 = "stablehlo.compare"(%62, %64) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %66 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %68 = "stablehlo.add"(%62, %67) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %69 = "stablehlo.select"(%65, %68, %62) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %70 = "stablehlo.broadcast_in_dim"(%69) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %71 = "stablehlo.gather"(%arg36, %70) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<4x1xi32>) -> tensor<4xf32>
    %72 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %74 = "stablehlo.subtract"(%62, %73) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %75 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %76 = "stablehlo.broadcast_in_dim"(%75) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %77 = "stablehlo.compare"(%74, %76) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %78 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %79 = "stablehlo.broadcast_in_dim"(%78) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %80 = "stablehlo.add"(%74, %79) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %81 = "stablehlo.select"(%77, %80, %74) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %82 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %83 = "stablehlo.gather"(%arg36, %82) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<4x1xi32>) -> tensor<4xf32>
    %84 = "stablehlo.subtract"(%71, %83) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %85 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %86 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %87 = "stablehlo.compare"(%62, %86) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %88 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %89 = "stablehlo.broadcast_in_dim"(%88) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %90 = "stablehlo.add"(%62, %89) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %91 = "stablehlo.select"(%87, %90, %62) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %92 = "stablehlo.broadcast_in_dim"(%91) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %93 = "stablehlo.gather"(%arg35, %92) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<4x1xi32>) -> tensor<4xf32>
    %94 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %95 = "stablehlo.broadcast_in_dim"(%94) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %96 = "stablehlo.subtract"(%62, %95) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %97 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %98 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %99 = "stablehlo.compare"(%96, %98) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %100 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %101 = "stablehlo.broadcast_in_dim"(%100) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %102 = "stablehlo.add"(%96, %101) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %103 = "stablehlo.select"(%99, %102, %96) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %104 = "stablehlo.broadcast_in_dim"(%103) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %105 = "stablehlo.gather"(%arg35, %104) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<4x1xi32>) -> tensor<4xf32>
    %106 = "stablehlo.subtract"(%93, %105) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %107 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %108 = "stablehlo.broadcast_in_dim"(%107) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %109 = "stablehlo.subtract"(%62, %108) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %110 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %111 = "stablehlo.broadcast_in_dim"(%110) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %112 = "stablehlo.compare"(%109, %111) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %113 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %114 = "stablehlo.broadcast_in_dim"(%113) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %115 = "stablehlo.add"(%109, %114) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %116 = "stablehlo.select"(%112, %115, %109) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %117 = "stablehlo.broadcast_in_dim"(%116) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %118 = "stablehlo.gather"(%arg35, %117) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<4x1xi32>) -> tensor<4xf32>
    %119 = "stablehlo.subtract"(%arg34, %118) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %120 = "stablehlo.abs"(%106) : (tensor<4xf32>) -> tensor<4xf32>
    %121 = "stablehlo.constant"() <{value = dense<1.42108547E-14> : tensor<f32>}> : () -> tensor<f32>
    %122 = "stablehlo.broadcast_in_dim"(%121) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %123 = "stablehlo.compare"(%120, %122) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %124 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %125 = "stablehlo.broadcast_in_dim"(%124) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %126 = "stablehlo.subtract"(%62, %125) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %127 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %128 = "stablehlo.broadcast_in_dim"(%127) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %129 = "stablehlo.compare"(%126, %128) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %130 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %131 = "stablehlo.broadcast_in_dim"(%130) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %132 = "stablehlo.add"(%126, %131) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %133 = "stablehlo.select"(%129, %132, %126) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %134 = "stablehlo.broadcast_in_dim"(%133) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %135 = "stablehlo.gather"(%arg36, %134) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<4x1xi32>) -> tensor<4xf32>
    %136 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %137 = "stablehlo.broadcast_in_dim"(%136) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %138 = "stablehlo.subtract"(%62, %137) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %139 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %140 = "stablehlo.broadcast_in_dim"(%139) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %141 = "stablehlo.compare"(%138, %140) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %142 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %143 = "stablehlo.broadcast_in_dim"(%142) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %144 = "stablehlo.add"(%138, %143) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %145 = "stablehlo.select"(%141, %144, %138) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %146 = "stablehlo.broadcast_in_dim"(%145) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %147 = "stablehlo.gather"(%arg36, %146) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<4x1xi32>) -> tensor<4xf32>
    %148 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %149 = "func.call"(%123, %148, %106) <{callee = @_where}> : (tensor<4xi1>, tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
    %150 = "stablehlo.divide"(%119, %149) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %151 = "stablehlo.multiply"(%150, %84) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %152 = "stablehlo.add"(%147, %151) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %153 = "func.call"(%123, %135, %152) <{callee = @_where_1}> : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %154 = "stablehlo.slice"(%arg36) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<6xf32>) -> tensor<1xf32>
    %155 = "stablehlo.reshape"(%154) : (tensor<1xf32>) -> tensor<f32>
    %156 = "stablehlo.slice"(%arg35) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<6xf32>) -> tensor<1xf32>
    %157 = "stablehlo.reshape"(%156) : (tensor<1xf32>) -> tensor<f32>
    %158 = "stablehlo.broadcast_in_dim"(%157) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %159 = "stablehlo.compare"(%arg34, %158) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %160 = "func.call"(%159, %155, %153) <{callee = @_where_2}> : (tensor<4xi1>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
    %161 = "stablehlo.slice"(%arg36) <{limit_indices = array<i64: 6>, start_indices = array<i64: 5>, strides = array<i64: 1>}> : (tensor<6xf32>) -> tensor<1xf32>
    %162 = "stablehlo.reshape"(%161) : (tensor<1xf32>) -> tensor<f32>
    %163 = "stablehlo.slice"(%arg35) <{limit_indices = array<i64: 6>, start_indices = array<i64: 5>, strides = array<i64: 1>}> : (tensor<6xf32>) -> tensor<1xf32>
    %164 = "stablehlo.reshape"(%163) : (tensor<1xf32>) -> tensor<f32>
    %165 = "stablehlo.broadcast_in_dim"(%164) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %166 = "stablehlo.compare"(%arg34, %165) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %167 = "func.call"(%166, %162, %160) <{callee = @_where_2}> : (tensor<4xi1>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%167) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf32>, tensor<4xf32>) -> tensor<4xi32>, res_attrs = [{}], sym_name = "searchsorted", sym_visibility = "private"}> ({
  ^bb0(%arg32: tensor<6xf32>, %arg33: tensor<4xf32>):
    %58 = "func.call"(%arg32, %arg33) <{callee = @_searchsorted_scan_impl}> : (tensor<6xf32>, tensor<4xf32>) -> tensor<4xi32>
    "func.return"(%58) : (tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf32>, tensor<4xf32>) -> tensor<4xi32>, res_attrs = [{}], sym_name = "_searchsorted_scan_impl", sym_visibility = "private"}> ({
  ^bb0(%arg30: tensor<6xf32>, %arg31: tensor<4xf32>):
    %57 = "func.call"(%arg30, %arg31) <{callee = @_searchsorted_scan_impl_0}> : (tensor<6xf32>, tensor<4xf32>) -> tensor<4xi32>
    "func.return"(%57) : (tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xf32>, tensor<4xf32>) -> tensor<4xi32>, res_attrs = [{}], sym_name = "_searchsorted_scan_impl_0", sym_visibility = "private"}> ({
  ^bb0(%arg18: tensor<6xf32>, %arg19: tensor<4xf32>):
    %45 = "stablehlo.constant"() <{value = dense<0> : tensor<ui32>}> : () -> tensor<ui32>
    %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %47 = "stablehlo.constant"() <{value = dense<6> : tensor<ui32>}> : () -> tensor<ui32>
    %48 = "stablehlo.broadcast_in_dim"(%47) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %49 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %50:5 = "stablehlo.while"(%arg18, %arg19, %49, %46, %48) ({
    ^bb0(%arg25: tensor<6xf32>, %arg26: tensor<4xf32>, %arg27: tensor<i32>, %arg28: tensor<4xui32>, %arg29: tensor<4xui32>):
      %55 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
      %56 = "stablehlo.compare"(%arg27, %55) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%56) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg20: tensor<6xf32>, %arg21: tensor<4xf32>, %arg22: tensor<i32>, %arg23: tensor<4xui32>, %arg24: tensor<4xui32>):
      %52:2 = "func.call"(%arg20, %arg21, %arg23, %arg24) <{callee = @closed_call}> : (tensor<6xf32>, tensor<4xf32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>)
      %53 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %54 = "stablehlo.add"(%arg22, %53) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg20, %arg21, %54, %52#0, %52#1) : (tensor<6xf32>, tensor<4xf32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<6xf32>, tensor<4xf32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<6xf32>, tensor<4xf32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>)
    %51 = "stablehlo.convert"(%50#4) : (tensor<4xui32>) -> tensor<4xi32>
    "func.return"(%51) : (tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<6xf32>, tensor<4xf32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg14: tensor<6xf32>, %arg15: tensor<4xf32>, %arg16: tensor<4xui32>, %arg17: tensor<4xui32>):
    %15 = "stablehlo.subtract"(%arg17, %arg16) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %16 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %17 = "func.call"(%15, %16) <{callee = @floor_divide}> : (tensor<4xui32>, tensor<i32>) -> tensor<4xui32>
    %18 = "stablehlo.add"(%arg16, %17) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xui32>) -> tensor<4x1xui32>
    %20 = "stablehlo.gather"(%arg14, %19) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<4x1xui32>) -> tensor<4x1xf32>
    %21 = "stablehlo.reshape"(%20) : (tensor<4x1xf32>) -> tensor<4xf32>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %24 = "stablehlo.compare"(%arg15, %23) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %25 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %27 = "stablehlo.select"(%24, %26, %arg15) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %28 = "stablehlo.compare"(%arg15, %arg15) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %29 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %31 = "stablehlo.select"(%28, %30, %27) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %32 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %33 = "stablehlo.broadcast_in_dim"(%32) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %34 = "stablehlo.compare"(%21, %33) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %35 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %36 = "stablehlo.broadcast_in_dim"(%35) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %37 = "stablehlo.select"(%34, %36, %21) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %38 = "stablehlo.compare"(%21, %21) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %39 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %41 = "stablehlo.select"(%38, %40, %37) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %42 = "stablehlo.compare"(%31, %41) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %43 = "stablehlo.select"(%42, %arg16, %18) : (tensor<4xi1>, tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %44 = "stablehlo.select"(%42, %18, %arg17) : (tensor<4xi1>, tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    "func.return"(%43, %44) : (tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xui32>, tensor<i32>) -> tensor<4xui32>, res_attrs = [{}], sym_name = "floor_divide", sym_visibility = "private"}> ({
  ^bb0(%arg12: tensor<4xui32>, %arg13: tensor<i32>):
    %12 = "stablehlo.convert"(%arg13) : (tensor<i32>) -> tensor<ui32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %14 = "stablehlo.divide"(%arg12, %13) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    "func.return"(%14) : (tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xi32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>, res_attrs = [{}], sym_name = "clip", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<4xi32>, %arg10: tensor<i32>, %arg11: tensor<i32>):
    %6 = "stablehlo.convert"(%arg10) : (tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %8 = "stablehlo.maximum"(%7, %arg9) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %9 = "stablehlo.convert"(%arg11) : (tensor<i32>) -> tensor<i32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %11 = "stablehlo.minimum"(%10, %8) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%11) : (tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xi1>, tensor<i32>, tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<4xi1>, %arg7: tensor<i32>, %arg8: tensor<4xf32>):
    %3 = "stablehlo.convert"(%arg7) : (tensor<i32>) -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %5 = "stablehlo.select"(%arg6, %4, %arg8) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%5) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{}], sym_name = "_where_1", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4xi1>, %arg4: tensor<4xf32>, %arg5: tensor<4xf32>):
    %2 = "stablehlo.select"(%arg3, %arg4, %arg5) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%2) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xi1>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{}], sym_name = "_where_2", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4xi1>, %arg1: tensor<f32>, %arg2: tensor<4xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %1 = "stablehlo.select"(%arg0, %0, %arg2) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%1) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.optimization_barrier
// in tensor<4xf32> c4d789be309354bf9ea0bebf5688c43f
// out tensor<4xf32> c4d789be309354bf9ea0bebf5688c43f
"builtin.module"() <{sym_name = "jit_optimization_barrier"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.optimization_barrier"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.fft.fft
// in tensor<4xcomplex<f32>> 254a23bfa826fdbfb9bf803fe978ce3de650c83f827187bfd2665ebffb6fbf3f
// out tensor<4xcomplex<f32>> 2438883fa040b8bf323f66c024d432c0073f4a3fed3b94c018db4ebff87b743f
"builtin.module"() <{sym_name = "jit_fft"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4xcomplex<f32>>):
    %1 = "func.call"(%arg1) <{callee = @fft}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    "func.return"(%1) : (tensor<4xcomplex<f32>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>, res_attrs = [{}], sym_name = "fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4xcomplex<f32>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    "func.return"(%0) : (tensor<4xcomplex<f32>>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.fft.rfft
// in tensor<4xf32> aea1abbf3aac623f8cdaf2bfb06e6abf
// out tensor<3xcomplex<f32>> ba2e51c000000000bc710e3f758de6bf804d4dc000000000
"builtin.module"() <{sym_name = "jit_rfft"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xf32>) -> tensor<3xcomplex<f32>>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4xf32>):
    %1 = "func.call"(%arg1) <{callee = @fft}> : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
    "func.return"(%1) : (tensor<3xcomplex<f32>>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xf32>) -> tensor<3xcomplex<f32>>, res_attrs = [{}], sym_name = "fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
    "func.return"(%0) : (tensor<3xcomplex<f32>>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.fft.irfft
// in tensor<4xcomplex<f32>> 753d9bbf1cdbd5bf2248b43f2ff843bf7703cb3ec7f0c83f4f7c233f50dce73e
// out tensor<6xf32> 3c86013ffa84bebec4258e3eb75825bf360c89bfb8fcbc3d
"builtin.module"() <{sym_name = "jit_irfft"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xcomplex<f32>>) -> tensor<6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4xcomplex<f32>>):
    %1 = "func.call"(%arg1) <{callee = @fft}> : (tensor<4xcomplex<f32>>) -> tensor<6xf32>
    "func.return"(%1) : (tensor<6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xcomplex<f32>>) -> tensor<6xf32>, res_attrs = [{}], sym_name = "fft", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4xcomplex<f32>>):
    %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 6>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4xcomplex<f32>>) -> tensor<6xf32>
    "func.return"(%0) : (tensor<6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
