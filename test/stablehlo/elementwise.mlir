// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Made by generate.py with JAX 0.10.2; do not edit.
// -----
// case jnp.abs
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f04178037bbfabf760be9009953c0a205b3e37b2fd3fc8d7953f1b39fa3efc58fa3f
// out tensor<4x5xf32> 00000000000000000000803f0000803f0000807f0000807f0000c07f0000003f0000204000006040bd3786350000f04178037b3fabf7603e9009953c0a205b3e37b2fd3fc8d7953f1b39fa3efc58fa3f
"builtin.module"() <{sym_name = "jit_abs"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.abs"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.negative
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f04122f6f9bf777d9dbf11a4443f134a99bf469805bf8c16febf04fca83f7aeab0bf
// out tensor<4x5xf32> 0000008000000000000080bf0000803f000080ff0000807f0000c0ff000000bf00002040000060c0bd3786b50000f0c122f6f93f777d9d3f11a444bf134a993f4698053f8c16fe3f04fca8bf7aeab03f
"builtin.module"() <{sym_name = "jit_negative"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.negate"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.exp
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041c5a9e1bf4c21e6bef63535bf0519b3bf11f7a13fede4f6be711ef53f914db83e
// out tensor<4x5xf32> 0000803f0000803f54f82d40b25abc3e0000807f000000000000c07f4c09d33f2e1ca83d397604420800803f38821b55baa52f3ea351233f3043fc3e95b77c3e7ed66240da0e1e3f212ed940c775b73f
"builtin.module"() <{sym_name = "jit_exp"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.exponential"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.expm1
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0410687bf3f9f1b263fda9cbcbf95adb03f3fd0e33f2ecece3feac88e3e4686b5bf
// out tensor<4x5xf32> 0000000000000080a8f0db3fa7d221bf0000807f000080bf0000c07f9912263f7afc6abf39760042c137863538821b5568c55d40bad1693fcd5845bf27783e4050b79d40f2ff80408caea43edc0142bf
"builtin.module"() <{sym_name = "jit_expm1"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.exponential_minus_one"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.log
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041522d04be201d433ed21a36bfa9ad803f6519f3bfdde102bfed75f0bf4914c1bf
// out tensor<4x5xf32> 000080ff000080ff00000000ffffffff0000807fffffffffffffffff187231bfffffffff8a5aa03f550c5dc138ad5940ffffffffb535d4bfffffffff9c33ad3bffffffffffffffffffffffffffffffff
"builtin.module"() <{sym_name = "jit_log"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.log"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.log1p
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041f7a7b2bf26e9dd3f3259fdbf4486813f5ffd9e3f10fab9bfd815a6be4569a13f
// out tensor<4x5xf32> 00000000000000801872313f000080ff0000807fffffffffffffffff1f99cf3effffffff9c85c03fb937863572c65b40ffffffff11b9803fffffffff34f7323fd4b24e3fffffffff97c5c8be77d9503f
"builtin.module"() <{sym_name = "jit_log1p"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.log_plus_one"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.log2
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f04132c523bf73f569bfb871e73fd16a63be4df6f53fcb527e3d9764ad3d5c07cb3f
// out tensor<4x5xf32> 000080ff000080ff00000000ffffffff0000807fffffffffffffffff000080bfffffffff6957e73fda739fc13f059d40ffffffffffffffffddc15a3fffffffff113a713fa84d80c06df963c0d7602a3f
"builtin.module"() <{sym_name = "jit_log2"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.log"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %1 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.log"(%1) : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %4 = "stablehlo.divide"(%0, %3) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%4) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.log10
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041deb4343fc44b5e3fadbb043f6870f13f8d552bbfe754d0bef31b98bf1e0ae6bf
// out tensor<4x5xf32> 000080ff000080ff00000000ffffffff0000807fffffffffffffffff9b209abeffffffff0c480b3f0000c0c05012bd3f84e51abe841e7bbdb10d92be211b8d3effffffffffffffffffffffffffffffff
"builtin.module"() <{sym_name = "jit_log10"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.log"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %1 = "stablehlo.constant"() <{value = dense<0.434294492> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %3 = "stablehlo.multiply"(%0, %2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%3) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.sqrt
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041bc780a3f40d9a1bf2d53e0bfab36b5bef42e873fc064a13f4d826b3f000ac6bf
// out tensor<4x5xf32> 00000000000000800000803f0000c0ff0000807f0000c0ff0000c07ff304353f0000c0ff5177ef3f6f12833a6f45af4041473c3f0000c0ff0000c0ff0000c0ffed8a833fefba8f3f748a753f0000c0ff
"builtin.module"() <{sym_name = "jit_sqrt"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.sqrt"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.cbrt
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0410c0aecbf461db93e9600abbf8724363f9c35f5bfe3f941bf456ee03f86451d3e
// out tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07ff52f4b3f05b9adbf7957c23f0ad7233ce6dc4640e8f69cbfca5f363f7af98cbf778a643faef89ebffe6269bf11599a3f7718093f
"builtin.module"() <{sym_name = "jit_cbrt"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.cbrt"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.square
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041f549c6bf87a6013f704c983fccbf3ebf22c2b93f0521983fa2e1bdbfc3a1883f
// out tensor<4x5xf32> 00000000000000000000803f0000803f0000807f0000807f0000c07f0000803e0000c84000004441ccbc8c2b000061447c9619408152833eb835b53f43210e3f28ca064074ceb43ff0d60c408bd8913f
"builtin.module"() <{sym_name = "jit_square"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.square"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.reciprocal
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041420bbc3f7330c93f424eadbf1254f2bf446d1a3ff41592bf3e7a823e6bbde33f
// out tensor<4x5xf32> 0000807f000080ff0000803f000080bf00000000000000800000c07f00000040cdccccbe2549923e002474498988083dd2412e3f1cdf223f89133dbfb23807bfed30d43f7e4e60bf9a237b4028e20f3f
"builtin.module"() <{sym_name = "jit_reciprocal"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %2 = "stablehlo.divide"(%1, %arg0) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.sign
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041f2e391bf885381bf343b2ebf64622ebe8241d6bf1b66813f5de7a13e0d1d4dbf
// out tensor<4x5xf32> 00000000000000800000803f000080bf0000803f000080bf0000c07f0000803f000080bf0000803f0000803f0000803f000080bf000080bf000080bf000080bf000080bf0000803f0000803f000080bf
"builtin.module"() <{sym_name = "jit_sign"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.sign"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.floor
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0418c8085be7c91c43fe83bffbe55f1573f386fcebfd4c7683ff08d8d3fe7caa63f
// out tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f00000000000040c000004040000000000000f041000080bf0000803f000080bf00000000000000c0000000000000803f0000803f
"builtin.module"() <{sym_name = "jit_floor"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.floor"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.ceil
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041e95c993f7afd133fb146623fca58fe3f32dce03ffba0af3f20e28d3f2a00d7be
// out tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000803f000000c0000080400000803f0000f041000000400000803f0000803f0000004000000040000000400000004000000080
"builtin.module"() <{sym_name = "jit_ceil"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.ceil"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.rint
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041d0b9443ea7f5623fa5c4f2bebc49a93fe6c3d63fe589e6be2970b9bfa64f853f
// out tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f00000000000000c000008040000000000000f041000000000000803f000000800000803f0000004000000080000080bf0000803f
"builtin.module"() <{sym_name = "jit_rint"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %1 = "func.call"(%arg1) <{callee = @rint}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%1) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "rint", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.round_nearest_even"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.trunc
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0416833803f486f9ebfe02fd43fd6cb90bfeac8893f1263ddbfd1e2d9bd8454efbf
// out tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f00000000000000c000004040000000000000f0410000803f000080bf0000803f000080bf0000803f000080bf00000080000080bf
"builtin.module"() <{sym_name = "jit_trunc"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<4x5xf32>):
    %7 = "func.call"(%arg4) <{callee = @trunc}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%7) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "trunc", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x5xf32>):
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %3 = "stablehlo.compare"(%arg3, %2) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %4 = "stablehlo.ceil"(%arg3) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %5 = "stablehlo.floor"(%arg3) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %6 = "func.call"(%3, %4, %5) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%6) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xi1>, %arg1: tensor<4x5xf32>, %arg2: tensor<4x5xf32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.round
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0417d17efbf4fa85a3ca0f4c0bf6fbba5bf4590b83f4f1581bd9df1a1bffaf02d3f
// out tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f00000000000000c000008040000000000000f041000000c000000000000000c0000080bf0000803f00000080000080bf0000803f
"builtin.module"() <{sym_name = "jit_round"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %1 = "func.call"(%arg1) <{callee = @round}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%1) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "round", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.round_nearest_even"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.sin
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041b48df53f4118e23ffee589bfba97f03fec9895bfc334d43cae5f2bbc1a75d43f
// out tensor<4x5xf32> 0000000000000080a46a573fa46a57bf0000c0ff0000c0ff0000c07f4477f53e783519bfdc99b3bebd378635a4ef7cbfb2b0703fb51e7b3f597561bf67e3733fc6956bbfb02ed43ce15e2bbc75fc7e3f
"builtin.module"() <{sym_name = "jit_sin"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.sine"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.cos
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f04107d5393fe656713fb41d4bbfff2aaabf3e57833f6017abbfebc2d63faeecc53e
// out tensor<4x5xf32> 0000803f0000803f40510a3f40510a3f0000c0ff0000c0ff0000c07f40a9603fbf174dbfa0bb6fbf0000803f18f41d3e3b763f3f9b6b163fa18f333f5ac2743e08a6043f85946d3ef5c5dabde91b6d3f
"builtin.module"() <{sym_name = "jit_cos"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.cosine"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.tan
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0412bb0e63fb13588be1ee6adbe67bb443f5e8cab3fd5e128bf94ba2d3f0df994bf
// out tensor<4x5xf32> 00000000000000802359c73f2359c7bf0000c0ff0000c0ff0000c07f7bda0b3fdb3c3f3fb0c9bf3ebd37863579f8ccc036c787c04b848bbed8e8b4bec47b773fae508840e38e46bfe86f4e3f7b7d14c0
"builtin.module"() <{sym_name = "jit_tan"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.tan"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.arcsin
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0410699803e61036e3e083edd3fd1b8ebbf314041befa37063f09dc4f3e8e07dabf
// out tensor<4x5xf32> 0000000000000080db0fc93fdb0fc9bf0000c0ff0000c0ff0000c07f920a063f0000c0ff0000c0ffbd3786350000c0ff5ffd813ece35703e0000c0ff0000c0ffab6a42be35480d3f6850513e0000c0ff
"builtin.module"() <{sym_name = "jit_arcsin"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.asin"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.arccos
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0410b49a33fa75d363f753b113f953fc0be94e46e3e9dd2d4bec0277a3f09e1f4be
// out tensor<4x5xf32> db0fc93fdb0fc93f00000000db0f49400000c0ff0000c0ff0000c07f920a863f0000c0ff0000c0ffd20fc93f0000c0ff0000c0ff8a26473fc7b1773fea54fa3f2fecaa3fcbeeff3fc43b5b3e89720440
"builtin.module"() <{sym_name = "jit_arccos"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.acos"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.arctan
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041a87db83f88e5a23ec6da6c3e4fb1283f8def353f8f35ab3e1a8da2be6d0ea2bf
// out tensor<4x5xf32> 0000000000000080db0f493fdb0f49bfdb0fc93fdb0fc9bf0000c07f3863ed3e6c5b98bf8870a53fbd378635fecbc43f9bd8763f31b69d3edec2683e3b28153f372c1e3f7439a53ee0659dbe8efb66bf
"builtin.module"() <{sym_name = "jit_arctan"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.atan"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.sinh
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041e5cfc43fb411cabc80fe3d3f8c79dabf73adbb3f0f863fbf3657b3bcfb9c9abf
// out tensor<4x5xf32> 0000000000000080fe6c963ffe6c96bf0000807f000080ff0000c07f8166053f479bc1c04d578441bd37863533829b5412080e40f116cabc2cec4f3fbe8f2ac03a4403408fe551bfdf5ab3bc3b0dc3bf
"builtin.module"() <{sym_name = "jit_sinh"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.sinh"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.cosh
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f04127f7e2bffa696e3f2d86a23fb47c60be0a06e0bf9d4d3b3fd6f681bf43cc123f
// out tensor<4x5xf32> 0000803f0000803faa83c53faa83c53f0000807f0000807f0000c07f0c56903fb73bc440259584410000803f33829b5490e541408ca3bb3f18cff53f9216833fb0bd3d40ecd0a33f93d8c73fa8a0953f
"builtin.module"() <{sym_name = "jit_cosh"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.cosh"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.tanh
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f04198da9dbe212e8b3fb798563feddd9bbf10e4b9bf98db36bfbd58893fec5343bd
// out tensor<4x5xf32> 0000000000000080d6f7423fd6f742bf0000803f000080bf0000c07f9f9aec3ec2927cbf97887f3fbd3786350000803f130999be92c04b3ffb542f3f3ac756bf846965bf16051dbf89644a3f0c2e43bd
"builtin.module"() <{sym_name = "jit_tanh"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.tanh"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.arcsinh
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041a183babf1953b9bffd0da7bf5fde5dbf2865ec3f7ccbf2bff2eca1bfd97eabbf
// out tensor<4x5xf32> 0000000000000080b4a1613fb4a161bf0000807f000080ff0000c07f6661f63e78d8d2bfbb9cfb3fbd3786352507834037db95bf862e95bfbd708abf04ad48bf42bdaf3f46c1b2bf574a87bf701e8dbf
"builtin.module"() <{sym_name = "jit_arcsinh"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.asinh"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.arccosh
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041a7fdd83fa277c93f985c2c3fd7aee6bf5a3a273f1683cd3e935e8b3fab8492bf
// out tensor<4x5xf32> ffffffffffffffff00000000ffffffff0000807fffffffffffffffffffffffffffffffff6661f63fffffffff980283405a548f3fa54e833fffffffffffffffffffffffffffffffff923bd63effffffff
"builtin.module"() <{sym_name = "jit_arccosh"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %1 = "func.call"(%arg1) <{callee = @arccosh}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%1) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "arccosh", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.acosh"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.arctanh
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041faa3e73f59e6dc3e6f3728bf0ffb523dd271f6bf5e81653f3f93463ff0afa1be
// out tensor<4x5xf32> 00000000000000800000807f000080ff0000c07f0000c07fffffffff549f0c3f0000c07f0000c07fbd3786350000c07f0000c07f1a60ec3ec1a549bfe72a533d0000c07fb820ba3fa468843f9768a7be
"builtin.module"() <{sym_name = "jit_arctanh"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.atanh"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.isnan
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f04106fdb43f1623c6be8352febf63ed923ffd5082bfd60cb7bff656993ff0cc3e3f
// out tensor<4x5xi1> 0000000000000100000000000000000000000000
"builtin.module"() <{sym_name = "jit_isnan"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xi1>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    "func.return"(%0) : (tensor<4x5xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.isinf
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041b8c9d4bf492967bfd985873fa762dd3e2bb23fbf61ff033fac8139bec386b93f
// out tensor<4x5xi1> 0000000001010000000000000000000000000000
"builtin.module"() <{sym_name = "jit_isinf"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xi1>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %4 = "func.call"(%arg1) <{callee = @isinf}> : (tensor<4x5xf32>) -> tensor<4x5xi1>
    "func.return"(%4) : (tensor<4x5xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xi1>, res_attrs = [{}], sym_name = "isinf", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.abs"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %1 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %3 = "stablehlo.compare"(%0, %2) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    "func.return"(%3) : (tensor<4x5xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.isfinite
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041ba586c3fd4a062bf339dfbbd4343b83f59b254bece1459bf572d47bf3191d8bf
// out tensor<4x5xi1> 0101010100000001010101010101010101010101
"builtin.module"() <{sym_name = "jit_isfinite"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xi1>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.is_finite"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xi1>
    "func.return"(%0) : (tensor<4x5xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.relu
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0417710c0bfd001c53f1bbfd3bdd5f59b3f21e9ddbf642dc23e2b0abb3f16f0bb3ff311fdbf5ceeb13d9e2306bf3b24853f
// out tensor<4x6xf32> 00000000000000000000803f000000000000807f000000000000c07f0000003f0000000000006040bd3786350000f04100000000d001c53f00000000d5f59b3f00000000642dc23e2b0abb3f16f0bb3f000000005ceeb13d000000003b24853f
"builtin.module"() <{sym_name = "jit_relu"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %3 = "func.call"(%arg1) <{callee = @relu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%3) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "relu", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%2) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.relu6
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041103be83f70a0a23e32a5163fa39a34bfdca8913e3126813ffadab63ec4059b3f58ba4e3edd8c9abf626ca93ed08114bd
// out tensor<4x6xf32> 00000000000000000000803f000000000000c040000000000000c07f0000003f0000000000006040bd3786350000c040103be83f70a0a23e32a5163f00000000dca8913e3126813ffadab63ec4059b3f58ba4e3e00000000626ca93e00000000
"builtin.module"() <{sym_name = "jit_relu6"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %6 = "func.call"(%arg1) <{callee = @relu6}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%6) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "relu6", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = "stablehlo.constant"() <{value = dense<6.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %5 = "stablehlo.minimum"(%2, %4) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%5) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.sigmoid
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0410434c9bf01c2a23f2404d93f5823ccbffc3e80bf4213a7bf77c4b23f0e10d23ff354e9bf3f9a2bbf59719dbf8b96f9bd
// out tensor<4x6xf32> 0000003f0000003fa8263b3fb1b2893e0000803f000000000000c0ff7f591f3f885b9b3dfe7e783f0400003f0000803f8912303e17f0473fdd4d583f2bc12c3e2e81893eb1655a3ebe384d3fa172563f796c0e3eff45ad3e1d9b673e876bf03e
"builtin.module"() <{sym_name = "jit_sigmoid"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.negate"(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = "stablehlo.exponential"(%0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %4 = "stablehlo.add"(%3, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %7 = "stablehlo.divide"(%6, %4) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%7) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.softplus
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f04198cd9d3f7e9c41bf3313903f937cf9bf1f17be3fa9e5acbfdd3e35be42a3253f5def003dfc50abbf75c5b8bf04a35cbf
// out tensor<4x6xf32> 1872313f1872313ff618a83fd663a03e0000807f000000000000c07f1c5d793ff190a13d6ee761402172313f0000f041e48abe3fda0bc53e390bb43f9d53083ec338d83f82e16b3e8bca1b3f80b7883fb181353fde7e6e3e120b593e4f64b43e
"builtin.module"() <{sym_name = "jit_softplus"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %14 = "func.call"(%arg1) <{callee = @softplus}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%14) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "softplus", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %4 = "stablehlo.subtract"(%arg0, %3) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %5 = "stablehlo.compare"(%4, %4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %6 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %7 = "stablehlo.add"(%arg0, %6) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %8 = "stablehlo.abs"(%4) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %9 = "stablehlo.negate"(%8) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %10 = "stablehlo.exponential"(%9) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %11 = "stablehlo.log_plus_one"(%10) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %12 = "stablehlo.add"(%2, %11) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %13 = "stablehlo.select"(%5, %7, %12) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%13) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.soft_sign
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041018c823fe21dbfbe2235c63f130dd63f850442bf75a0713fe7ce7cbf6590b8bf73707ebe11ddd13ec505df3f654cb5bf
// out tensor<4x6xf32> 00000000000000800000003f000000bf0000c0ff0000c0ff0000c07fabaaaa3e6edb36bf721c473fb5378635efbd773fcb42013f292b8bbe728c1b3f9133203f86bddcbe179bf83ee364febef52917bfc7cc4bbeddd9943e5ea6223f980e16bf
"builtin.module"() <{sym_name = "jit_soft_sign"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %5 = "func.call"(%arg1) <{callee = @soft_sign}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%5) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "soft_sign", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.abs"(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %3 = "stablehlo.add"(%0, %2) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %4 = "stablehlo.divide"(%arg0, %3) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%4) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.silu
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041421fd63f9d94e43e68abddbfd2798c3e0fcb28be550a833e7ce5723fede7363f9c94fe3f13c9afbf962ea03fe114b6be
// out tensor<4x6xf32> 0000000000000080a8263b3fb1b289be0000807f0000c0ff0000c07f7f599f3e6a3242be1e6f5940c13706350000f041da47b43f15638b3ec85185be78a01f3eb5e99abdf2b7133e2e192f3f309af53ea3efdf3fe0178ebe0119793fb90a16be
"builtin.module"() <{sym_name = "jit_silu"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %9 = "func.call"(%arg1) <{callee = @silu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%9) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "silu", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.negate"(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = "stablehlo.exponential"(%0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %4 = "stablehlo.add"(%3, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %7 = "stablehlo.divide"(%6, %4) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %8 = "stablehlo.multiply"(%arg0, %7) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%8) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.swish
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0412bd5ebbddb2d54be723ae9be189e89bed269b8bfbdbfe0bf640b823f8d18843e1a04303fb6cb9a3f862f8abfea4e88bf
// out tensor<4x6xf32> 0000000000000080a8263b3fb1b289be0000807f0000c0ff0000c07f7f599f3e6a3242be1e6f5940c13706350000f041f2445ebd6946bebdf40135be7d77eebdf6358dbe846e84be3ef43e3fd90a153e3040ea3e23716e3f012b8cbe66c88bbe
"builtin.module"() <{sym_name = "jit_silu"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %9 = "func.call"(%arg1) <{callee = @silu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%9) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "silu", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.negate"(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = "stablehlo.exponential"(%0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %4 = "stablehlo.add"(%3, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %7 = "stablehlo.divide"(%6, %4) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %8 = "stablehlo.multiply"(%arg0, %7) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%8) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.log_sigmoid
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041848deebf69f4c3bea2a89f3edb7f7cbf8e6d1bbf865be03e5c1cb83ee90db1bf348a533f6706d7bfc17ff03f036498bf
// out tensor<4x6xf32> 187231bf187231bfd663a0bef618a8bf00000080000080ff0000c07f38baf2be880c25c026b7f3bc107231bf06b7d2a9198100c0e41767bf52a10cbfffd1a6bfaa6385bf98e7febe9e8807bff0b1cdbfbfdcb9be1ce7ecbfbf9111be2c5fbabf
"builtin.module"() <{sym_name = "jit_log_sigmoid"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<4x6xf32>):
    %17 = "func.call"(%arg2) <{callee = @log_sigmoid}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%17) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "log_sigmoid", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %14 = "stablehlo.negate"(%arg1) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %15 = "func.call"(%14) <{callee = @softplus}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %16 = "stablehlo.negate"(%15) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%16) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "softplus", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %4 = "stablehlo.subtract"(%arg0, %3) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %5 = "stablehlo.compare"(%4, %4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %6 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %7 = "stablehlo.add"(%arg0, %6) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %8 = "stablehlo.abs"(%4) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %9 = "stablehlo.negate"(%8) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %10 = "stablehlo.exponential"(%9) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %11 = "stablehlo.log_plus_one"(%10) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %12 = "stablehlo.add"(%2, %11) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %13 = "stablehlo.select"(%5, %7, %12) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%13) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.leaky_relu
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041ba3830bf7ccefdbf75f5edbfbf084d3e5325d9bf625498bfc4ba2abf31ebdbbf2433f0bf5195da3f57b184be621997bf
// out tensor<4x6xf32> 00000000000000800000803f0ad723bc0000807f000080ff0000c07f0000003fccccccbc00006040bd3786350000f0414a90e1bbab6fa2bc2c4b98bcbf084d3e2bf98abc5efb42bca988dabb7bbf8cbc54ba99bc5195da3fc1d829bb2b6841bc
"builtin.module"() <{sym_name = "jit_leaky_relu"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<4x6xf32>):
    %8 = "func.call"(%arg4) <{callee = @leaky_relu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%8) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "leaky_relu", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x6xf32>):
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %3 = "stablehlo.compare"(%arg3, %2) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %4 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %6 = "stablehlo.multiply"(%5, %arg3) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %7 = "func.call"(%3, %arg3, %6) <{callee = @_where}> : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%7) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xi1>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%0) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.hard_sigmoid
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0416569083fc192ccbfd23fb0bfd93cce3f297f28bfdb022bbf19b1d3bf3584973f3c9c343f530e413e4a7cf13ee79accbf
// out tensor<4x6xf32> 0000003f0000003fabaa2a3fabaaaa3e0000803f000000000000c07f5655153fabaaaa3d0000803f0300003f0000803f3cbc163f543c6f3e1f808a3ef3be443f9ed5c73e0cffc63e8abe653e6781323f0a1a1e3f440b083fb11f143f77316f3e
"builtin.module"() <{sym_name = "jit_hard_sigmoid"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<4x6xf32>):
    %13 = "func.call"(%arg2) <{callee = @hard_sigmoid}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%13) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "hard_sigmoid", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %6 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %8 = "stablehlo.add"(%arg1, %7) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %9 = "func.call"(%8) <{callee = @relu6}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %10 = "stablehlo.constant"() <{value = dense<6.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %12 = "stablehlo.divide"(%9, %11) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%12) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "relu6", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = "stablehlo.constant"() <{value = dense<6.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %5 = "stablehlo.minimum"(%2, %4) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%5) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.hard_silu
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041c5b6923fe6f342bef258a5bfdeecedbf07e8b33fc394f43fac0083bf5b6ebb3fdf9dc7be1a2f41bfb7e5a83c61d1fbbf
// out tensor<4x6xf32> 0000000000000080abaa2a3fabaaaabe0000807f0000c0ff0000c07f5655953e565555be00006040c03706350000f041c2c44a3fb094b6bddb4cbcbed403b5bec818843f5b2ec83f189facbe51758b3fbcac2dbe169790bedd0e2a3c195dadbe
"builtin.module"() <{sym_name = "jit_hard_silu"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<4x6xf32>):
    %15 = "func.call"(%arg3) <{callee = @hard_silu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%15) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "hard_silu", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<4x6xf32>):
    %13 = "func.call"(%arg2) <{callee = @hard_sigmoid}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %14 = "stablehlo.multiply"(%arg2, %13) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%14) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "hard_sigmoid", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %6 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %8 = "stablehlo.add"(%arg1, %7) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %9 = "func.call"(%8) <{callee = @relu6}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %10 = "stablehlo.constant"() <{value = dense<6.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %12 = "stablehlo.divide"(%9, %11) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%12) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "relu6", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = "stablehlo.constant"() <{value = dense<6.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %5 = "stablehlo.minimum"(%2, %4) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%5) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.hard_tanh
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0410e19fb3f8a20a23e7f19e4bfc668383d117f863c615384be390ee73f73c5e53f3d04c0bfaa51b2bf9d76bdbe8505ab3f
// out tensor<4x6xf32> 00000000000000800000803f000080bf0000803f000080bf0000c07f0000003f000080bf0000803fbd3786350000803f0000803f8a20a23e000080bfc668383d117f863c615384be0000803f0000803f000080bf000080bf9d76bdbe0000803f
"builtin.module"() <{sym_name = "jit_hard_tanh"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<4x6xf32>):
    %13 = "func.call"(%arg4) <{callee = @hard_tanh}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%13) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "hard_tanh", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x6xf32>):
    %3 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %5 = "stablehlo.compare"(%arg3, %4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %6 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %8 = "stablehlo.compare"(%arg3, %7) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %9 = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %10 = "func.call"(%8, %9, %arg3) <{callee = @_where}> : (tensor<4x6xi1>, tensor<i32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %11 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %12 = "func.call"(%5, %11, %10) <{callee = @_where}> : (tensor<4x6xi1>, tensor<i32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%12) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6xi1>, tensor<i32>, tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xi1>, %arg1: tensor<i32>, %arg2: tensor<4x6xf32>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.select"(%arg0, %1, %arg2) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%2) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.elu
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041e1db91be0f1d243f57f7e2bf57487dbfa59cf6bf9b1e243ee2bbf2be35d4713c271051bf0592203f4061a7bfb234d03f
// out tensor<4x6xf32> 00000000000000800000803fa7d221bf0000807f000080bf0000c07f0000003f7afc6abf00006040bd3786350000f04173d87dbe0f1d243f6c8854bf5fd120bfb3b75abf9b1e243e0b4ec1be35d4713c18df0ebf0592203f90c33abfb234d03f
"builtin.module"() <{sym_name = "jit_elu"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg7: tensor<4x6xf32>):
    %17 = "func.call"(%arg7) <{callee = @elu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%17) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "elu", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<4x6xf32>):
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %6 = "stablehlo.compare"(%arg6, %5) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %9 = "stablehlo.compare"(%arg6, %8) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %11 = "func.call"(%9, %10, %arg6) <{callee = @_where}> : (tensor<4x6xi1>, tensor<f32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %12 = "stablehlo.exponential_minus_one"(%11) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %13 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %15 = "stablehlo.multiply"(%14, %12) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %16 = "func.call"(%6, %arg6, %15) <{callee = @_where_0}> : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%16) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6xi1>, tensor<f32>, tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x6xi1>, %arg4: tensor<f32>, %arg5: tensor<4x6xf32>):
    %1 = "stablehlo.convert"(%arg4) : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %3 = "stablehlo.select"(%arg3, %2, %arg5) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%3) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xi1>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%0) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.celu
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0417b509d3f42662b3e64abf7be645119bf0776dcbf936b77bf442ffc3eb008cebf1e792d3f78acec3f4928f63fa04ac73f
// out tensor<4x6xf32> 00000000000000000000803fa7d221bf0000807f000080bf0000c07f0000003f7afc6abf00006040bd3786350000f0417b509d3f42662b3ebb5cc4bedcb2e6be4a4452bff19c1ebf442ffc3e73cf4cbf1e792d3f78acec3f4928f63fa04ac73f
"builtin.module"() <{sym_name = "jit_celu"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %14 = "func.call"(%arg1) <{callee = @celu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%14) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "celu", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %5 = "stablehlo.minimum"(%arg0, %4) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %6 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %8 = "stablehlo.divide"(%5, %7) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %9 = "stablehlo.exponential_minus_one"(%8) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %10 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %12 = "stablehlo.multiply"(%11, %9) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %13 = "stablehlo.add"(%2, %12) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%13) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.selu
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041ba5dbebf15339a3f4145d83ff95cb7bfd935f9bf450a72bfd02abbbf586c9fbf4ba7aa3e42249fbe56f090bef0b996bf
// out tensor<4x6xf32> 00000000000000805f7d863f16408ebf0000807f6609e1bf0000c07f5f7d063f8890cebf665b6b40d0058d35122bfc41df2daebf8204a23f543ce33fb951abbf16ecc0bf4e9c89bf66e4acbf7c45a0bf494eb33ef67af0bed3ecddbed3b79bbf
"builtin.module"() <{sym_name = "jit_selu"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg9: tensor<4x6xf32>):
    %22 = "func.call"(%arg9) <{callee = @selu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%22) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "selu", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<4x6xf32>):
    %17 = "stablehlo.constant"() <{value = dense<1.67326319> : tensor<f32>}> : () -> tensor<f32>
    %18 = "func.call"(%arg8, %17) <{callee = @elu}> : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %19 = "stablehlo.constant"() <{value = dense<1.05070102> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %21 = "stablehlo.multiply"(%20, %18) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%21) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "elu", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<4x6xf32>, %arg7: tensor<f32>):
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %6 = "stablehlo.compare"(%arg6, %5) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %9 = "stablehlo.compare"(%arg6, %8) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %11 = "func.call"(%9, %10, %arg6) <{callee = @_where}> : (tensor<4x6xi1>, tensor<f32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %12 = "stablehlo.exponential_minus_one"(%11) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %13 = "stablehlo.convert"(%arg7) : (tensor<f32>) -> tensor<f32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %15 = "stablehlo.multiply"(%14, %12) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %16 = "func.call"(%6, %arg6, %15) <{callee = @_where_0}> : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%16) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6xi1>, tensor<f32>, tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x6xi1>, %arg4: tensor<f32>, %arg5: tensor<4x6xf32>):
    %1 = "stablehlo.convert"(%arg4) : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %3 = "stablehlo.select"(%arg3, %2, %arg5) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%3) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xi1>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%0) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.gelu
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0413ce8303f33b0cfbfa7f0b9bf4841fb3f1d19f1bf3be84bbf34f4ea3f0544f8bf425dadbfeac192bf97c4d3bf49b1e5bd
// out tensor<4x6xf32> 00000000000000805c58573f8e9e22be0000807f0000c0ff0000c07f6d01b13e202477bce7f55f40c43706350000f0419a97053f8949aebd141edabd8606f53fdaff65bd96b42dbe6625e33f0e1550bd6507f4bd63e213be7a6aa6bd702e51bd
"builtin.module"() <{sym_name = "jit_gelu"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.multiply"(%arg0, %arg0) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = "stablehlo.multiply"(%0, %arg0) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %4 = "stablehlo.multiply"(%3, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %5 = "stablehlo.add"(%arg0, %4) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %6 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %9 = "stablehlo.tanh"(%8) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %10 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %12 = "stablehlo.add"(%11, %9) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %13 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %15 = "stablehlo.multiply"(%14, %12) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %16 = "stablehlo.multiply"(%arg0, %15) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%16) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.squareplus
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041b15f323d008fc5bfec26823ee16b883ffbce6c3f04da78bfe4d5fb3f6b36613fb1279cbe7044aebebc038f3ff70ca6bf
// out tensor<4x6xf32> 0000803f0000803fbd1bcf3f7a371e3f0000807f0000c0ff0000c07f7bf0a33f9499b33e02ff70400400803f3144f04143d1823f409dfb3e7c4c913f4440d53fe93ac83fde35203f42bc18409023c43fb6eb5b3f261d583f7920da3f33160b3f
"builtin.module"() <{sym_name = "jit_squareplus"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %9 = "func.call"(%arg1) <{callee = @squareplus}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%9) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "squareplus", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "chlo.square"(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = "stablehlo.constant"() <{value = dense<4.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %3 = "stablehlo.add"(%0, %2) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %4 = "stablehlo.sqrt"(%3) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %5 = "stablehlo.add"(%arg0, %4) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %6 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %8 = "stablehlo.divide"(%5, %7) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%8) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case nn.mish
// in tensor<4x6xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041ee5ae53f399ff0bf8233fd3fbce8d63ee12fdabf989642bc9dabe6bfe244483e1c0ca1bfa63a07bfb1fc47bf8854d13e
// out tensor<4x6xf32> 000000000000008018775d3f6f579bbe0000807f0000c0ff0000c07f2520c03e2e8a49be8b9d5f40b60f21350000f041a52edc3f64ca87be0ad5f53f247f9c3edb7990bea706e8bbf4c98bbe1281043e9ad79dbe312f6abedc0490be2ec9973e
"builtin.module"() <{sym_name = "jit_mish"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<4x6xf32>):
    %17 = "func.call"(%arg2) <{callee = @mish}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%17) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "mish", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %14 = "func.call"(%arg1) <{callee = @softplus}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %15 = "stablehlo.tanh"(%14) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %16 = "stablehlo.multiply"(%arg1, %15) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%16) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "softplus", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %4 = "stablehlo.subtract"(%arg0, %3) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %5 = "stablehlo.compare"(%4, %4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %6 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %7 = "stablehlo.add"(%arg0, %6) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %8 = "stablehlo.abs"(%4) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %9 = "stablehlo.negate"(%8) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %10 = "stablehlo.exponential"(%9) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %11 = "stablehlo.log_plus_one"(%10) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %12 = "stablehlo.add"(%2, %11) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %13 = "stablehlo.select"(%5, %7, %12) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%13) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.erf
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041a0c657bf3325ca3f97a0d5bf5813c3bf9901803f6a2a50beaf7fb4bf791a5c3d
// out tensor<4x5xf32> 00000000000000803ebb573f3ebb57bf0000803f000080bf0000c07f7b3f053f54e57fbff3ff7f3fd07297350000803f1b4944bf6677793f34537bbf520778bf91bc573fa2b167be293174bf0a1f783d
"builtin.module"() <{sym_name = "jit_erf"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.erf"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.erfc
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0416fcac63f1e01933fff0cbd3f1daae2bf5ab25c3f52259bbf6acf6fbf1e6c33bf
// out tensor<4x5xf32> 0000803f0000803f0d13213e9eddeb3f00000000000000400000c0ff0c81f53eaaf2ff3f55794735edff7f3f00000000d1ece53c65aed53dcf73163df96dfe3f871e643e70edf43fe249e83fd9d5d63f
"builtin.module"() <{sym_name = "jit_erfc"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.erfc"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.erf_inv
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0417a65d3bf3b641abe2ca5c23f2efec83e4cb7e4bfc57175be8050ecbe69cea83e
// out tensor<4x5xf32> 00000000000000800000807f000080ffffffff7fffffff7f0000c07ffe30f43effffff7fffffff7f0be56d35ffffff7fffffff7f8ba609beffffff7f24feb93effffff7f13e65cbe4eb6debe07229a3e
"builtin.module"() <{sym_name = "jit_erf_inv"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.erf_inv"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.lgamma
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0417dc6bebf2d2aa93fd9904fbfecddb13fa30fe03e14ca123d9270d3bff297923f
// out tensor<4x5xf32> 0000807f0000807f000000350000807f0000807f0000807fffffffff8086123f006066bd82b9993f530c5d419c838e4210015e3f407de4bd6a71e53f408bf3bdfe87343f9fc853407cbc5d3f00788abd
"builtin.module"() <{sym_name = "jit_lgamma"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.lgamma"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.digamma
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041b1aad43f7a139a3f3e90adbf6caab9bd6c4004bd7c9dfa3f2082d3bfc86a303d
// out tensor<4x5xf32> 0000c07f0000c07f63c413bf0000c07f0000807f0000c07fffffffff4c54fbbf39348d3f3a348d3f092474c9a39a58406cc7353e769491befd0f0a4012b2244196b7f2415063ca3e89025bbf4ccfbdc1
"builtin.module"() <{sym_name = "jit_digamma"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.digamma"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.rsqrt
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0410f8ac93f126edf3f73b979bfeba9ffbf212fe6be10d5ec3f2f09873f4374e1bf
// out tensor<4x5xf32> 0000807f000080ff0000803f0000c0ff000000000000c0ff0000c07ff304b53f0000c0ff77d6083f00007a44baf43a3e33044c3fb7c3413f0000c0ff0000c0ff0000c0ffbe333c3fd33d793f0000c0ff
"builtin.module"() <{sym_name = "jit_rsqrt"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.rsqrt"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.logistic
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041abe1743e2918b23d8550e53f98245dbf69b5ff3f04efd23fbf5c0bbf0ce830bf
// out tensor<4x5xf32> 0000003f0000003fa8263b3fb1b2893e0000803f000000000000c0ff7f591f3f885b9b3dfe7e783f0400003f0000803f8a3b0f3fdb8f053fcb6b5b3fccd3973e3d6c613f1faf563f7efdbb3e0be8aa3e
"builtin.module"() <{sym_name = "jit_logistic"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.negate"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %1 = "stablehlo.exponential"(%0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %4 = "stablehlo.add"(%3, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %7 = "stablehlo.divide"(%6, %4) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%7) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.is_finite
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0412e9c8d3cc402723fdd2f213ff7e4ee3e833de8bf2cd586bf6d84cb3f3ee9c0bf
// out tensor<4x5xi1> 0101010100000001010101010101010101010101
"builtin.module"() <{sym_name = "jit_is_finite"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xi1>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.is_finite"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xi1>
    "func.return"(%0) : (tensor<4x5xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.bessel_i0e
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041dfecf13fac49f7bfcea28c3fbad0a5bfa00724be8c70b93d4d58ea3e92a4fa3f
// out tensor<4x5xf32> 0100803f0100803f0c78ee3e0c78ee3e00000000000000000000c07f0921253f88438a3e5426643ef0ff7f3f8acd953d0376a33e3d4da13e042be23e6772cd3e7f825b3f6c516a3f3b932a3f7efd9f3e
"builtin.module"() <{sym_name = "jit_bessel_i0e"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.abs"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %1 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %3 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %5 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %7 = "stablehlo.multiply"(%2, %0) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %8 = "stablehlo.subtract"(%7, %4) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %15 = "stablehlo.multiply"(%8, %10) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %16 = "stablehlo.subtract"(%15, %12) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %17 = "stablehlo.constant"() <{value = dense<-1.30002498E-8> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %19 = "stablehlo.add"(%16, %18) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %20 = "stablehlo.multiply"(%8, %19) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %21 = "stablehlo.subtract"(%20, %10) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %22 = "stablehlo.constant"() <{value = dense<6.04699508E-8> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %24 = "stablehlo.add"(%21, %23) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %25 = "stablehlo.multiply"(%8, %24) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %26 = "stablehlo.subtract"(%25, %19) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %27 = "stablehlo.constant"() <{value = dense<-2.67079372E-7> : tensor<f32>}> : () -> tensor<f32>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %29 = "stablehlo.add"(%26, %28) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %30 = "stablehlo.multiply"(%8, %29) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %31 = "stablehlo.subtract"(%30, %24) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %32 = "stablehlo.constant"() <{value = dense<1.11738757E-6> : tensor<f32>}> : () -> tensor<f32>
    %33 = "stablehlo.broadcast_in_dim"(%32) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %34 = "stablehlo.add"(%31, %33) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %35 = "stablehlo.multiply"(%8, %34) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %36 = "stablehlo.subtract"(%35, %29) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %37 = "stablehlo.constant"() <{value = dense<-4.41673819E-6> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %39 = "stablehlo.add"(%36, %38) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %40 = "stablehlo.multiply"(%8, %39) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %41 = "stablehlo.subtract"(%40, %34) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %42 = "stablehlo.constant"() <{value = dense<1.64484482E-5> : tensor<f32>}> : () -> tensor<f32>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %44 = "stablehlo.add"(%41, %43) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %45 = "stablehlo.multiply"(%8, %44) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %46 = "stablehlo.subtract"(%45, %39) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %47 = "stablehlo.constant"() <{value = dense<-5.75419508E-5> : tensor<f32>}> : () -> tensor<f32>
    %48 = "stablehlo.broadcast_in_dim"(%47) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %49 = "stablehlo.add"(%46, %48) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %50 = "stablehlo.multiply"(%8, %49) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %51 = "stablehlo.subtract"(%50, %44) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %52 = "stablehlo.constant"() <{value = dense<1.88502891E-4> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %54 = "stablehlo.add"(%51, %53) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %55 = "stablehlo.multiply"(%8, %54) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %56 = "stablehlo.subtract"(%55, %49) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %57 = "stablehlo.constant"() <{value = dense<-5.76375576E-4> : tensor<f32>}> : () -> tensor<f32>
    %58 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %59 = "stablehlo.add"(%56, %58) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %60 = "stablehlo.multiply"(%8, %59) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %61 = "stablehlo.subtract"(%60, %54) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %62 = "stablehlo.constant"() <{value = dense<0.00163947558> : tensor<f32>}> : () -> tensor<f32>
    %63 = "stablehlo.broadcast_in_dim"(%62) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %64 = "stablehlo.add"(%61, %63) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %65 = "stablehlo.multiply"(%8, %64) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %66 = "stablehlo.subtract"(%65, %59) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %67 = "stablehlo.constant"() <{value = dense<-4.324310e-03> : tensor<f32>}> : () -> tensor<f32>
    %68 = "stablehlo.broadcast_in_dim"(%67) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %69 = "stablehlo.add"(%66, %68) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %70 = "stablehlo.multiply"(%8, %69) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %71 = "stablehlo.subtract"(%70, %64) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %72 = "stablehlo.constant"() <{value = dense<0.0105464607> : tensor<f32>}> : () -> tensor<f32>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %74 = "stablehlo.add"(%71, %73) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %75 = "stablehlo.multiply"(%8, %74) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %76 = "stablehlo.subtract"(%75, %69) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %77 = "stablehlo.constant"() <{value = dense<-0.0237374157> : tensor<f32>}> : () -> tensor<f32>
    %78 = "stablehlo.broadcast_in_dim"(%77) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %79 = "stablehlo.add"(%76, %78) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %80 = "stablehlo.multiply"(%8, %79) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %81 = "stablehlo.subtract"(%80, %74) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %82 = "stablehlo.constant"() <{value = dense<0.0493052825> : tensor<f32>}> : () -> tensor<f32>
    %83 = "stablehlo.broadcast_in_dim"(%82) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %84 = "stablehlo.add"(%81, %83) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %85 = "stablehlo.multiply"(%8, %84) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %86 = "stablehlo.subtract"(%85, %79) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %87 = "stablehlo.constant"() <{value = dense<-9.490110e-02> : tensor<f32>}> : () -> tensor<f32>
    %88 = "stablehlo.broadcast_in_dim"(%87) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %89 = "stablehlo.add"(%86, %88) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %90 = "stablehlo.multiply"(%8, %89) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %91 = "stablehlo.subtract"(%90, %84) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %92 = "stablehlo.constant"() <{value = dense<0.171620905> : tensor<f32>}> : () -> tensor<f32>
    %93 = "stablehlo.broadcast_in_dim"(%92) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %94 = "stablehlo.add"(%91, %93) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %95 = "stablehlo.multiply"(%8, %94) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %96 = "stablehlo.subtract"(%95, %89) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %97 = "stablehlo.constant"() <{value = dense<-0.304682672> : tensor<f32>}> : () -> tensor<f32>
    %98 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %99 = "stablehlo.add"(%96, %98) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %100 = "stablehlo.multiply"(%8, %99) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %101 = "stablehlo.subtract"(%100, %94) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %102 = "stablehlo.constant"() <{value = dense<0.676795303> : tensor<f32>}> : () -> tensor<f32>
    %103 = "stablehlo.broadcast_in_dim"(%102) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %104 = "stablehlo.add"(%101, %103) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %105 = "stablehlo.subtract"(%104, %94) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %106 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %107 = "stablehlo.broadcast_in_dim"(%106) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %108 = "stablehlo.multiply"(%107, %105) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %109 = "stablehlo.divide"(%6, %0) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %110 = "stablehlo.subtract"(%109, %4) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %111 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %112 = "stablehlo.broadcast_in_dim"(%111) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %113 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %114 = "stablehlo.broadcast_in_dim"(%113) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %115 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %116 = "stablehlo.broadcast_in_dim"(%115) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %117 = "stablehlo.multiply"(%110, %112) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %118 = "stablehlo.subtract"(%117, %114) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %119 = "stablehlo.constant"() <{value = dense<3.39623196E-9> : tensor<f32>}> : () -> tensor<f32>
    %120 = "stablehlo.broadcast_in_dim"(%119) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %121 = "stablehlo.add"(%118, %120) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %122 = "stablehlo.multiply"(%110, %121) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %123 = "stablehlo.subtract"(%122, %112) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %124 = "stablehlo.constant"() <{value = dense<2.26666899E-8> : tensor<f32>}> : () -> tensor<f32>
    %125 = "stablehlo.broadcast_in_dim"(%124) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %126 = "stablehlo.add"(%123, %125) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %127 = "stablehlo.multiply"(%110, %126) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %128 = "stablehlo.subtract"(%127, %121) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %129 = "stablehlo.constant"() <{value = dense<2.04891862E-7> : tensor<f32>}> : () -> tensor<f32>
    %130 = "stablehlo.broadcast_in_dim"(%129) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %131 = "stablehlo.add"(%128, %130) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %132 = "stablehlo.multiply"(%110, %131) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %133 = "stablehlo.subtract"(%132, %126) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %134 = "stablehlo.constant"() <{value = dense<2.89137051E-6> : tensor<f32>}> : () -> tensor<f32>
    %135 = "stablehlo.broadcast_in_dim"(%134) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %136 = "stablehlo.add"(%133, %135) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %137 = "stablehlo.multiply"(%110, %136) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %138 = "stablehlo.subtract"(%137, %131) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %139 = "stablehlo.constant"() <{value = dense<6.88975852E-5> : tensor<f32>}> : () -> tensor<f32>
    %140 = "stablehlo.broadcast_in_dim"(%139) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %141 = "stablehlo.add"(%138, %140) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %142 = "stablehlo.multiply"(%110, %141) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %143 = "stablehlo.subtract"(%142, %136) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %144 = "stablehlo.constant"() <{value = dense<0.00336911646> : tensor<f32>}> : () -> tensor<f32>
    %145 = "stablehlo.broadcast_in_dim"(%144) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %146 = "stablehlo.add"(%143, %145) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %147 = "stablehlo.multiply"(%110, %146) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %148 = "stablehlo.subtract"(%147, %141) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %149 = "stablehlo.constant"() <{value = dense<0.804490387> : tensor<f32>}> : () -> tensor<f32>
    %150 = "stablehlo.broadcast_in_dim"(%149) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %151 = "stablehlo.add"(%148, %150) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %152 = "stablehlo.subtract"(%151, %141) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %153 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %154 = "stablehlo.broadcast_in_dim"(%153) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %155 = "stablehlo.multiply"(%154, %152) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %156 = "stablehlo.sqrt"(%0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %157 = "stablehlo.divide"(%155, %156) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %158 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %159 = "stablehlo.broadcast_in_dim"(%158) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %160 = "stablehlo.compare"(%0, %159) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %161 = "stablehlo.select"(%160, %108, %157) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%161) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.bessel_i1e
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0419983ac3f2f1fb23fcbde1fbfc400f43e10f9cd3fdb3710bf9a1d603e142f67be
// out tensor<4x5xf32> 000000000000008078e6543e78e654be00000000000000800000c07fc62c203eec8a53bec9e53f3eb6370635df48933d4f335f3e19ad5f3e36b733be99d81b3ef23f603e96ce2abe5524b53dfca3b9bd
"builtin.module"() <{sym_name = "jit_bessel_i1e"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.bessel_i1e"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.population_count
// in tensor<4xi32> 0000000001000000ffffffffd2040000
// out tensor<4xi32> 00000000010000002000000005000000
"builtin.module"() <{sym_name = "jit_population_count"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xi32>) -> tensor<4xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xi32>):
    %0 = "stablehlo.popcnt"(%arg0) : (tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (tensor<4xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.clz
// in tensor<4xi32> 0000000001000000ffffffffd2040000
// out tensor<4xi32> 200000001f0000000000000015000000
"builtin.module"() <{sym_name = "jit_clz"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xi32>) -> tensor<4xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xi32>):
    %0 = "stablehlo.count_leading_zeros"(%arg0) : (tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%0) : (tensor<4xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.add
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041a3d8393f3d0699bfb7afe0bf27f7943f352e9e3f0da4293fa1da36bf1bf8213f
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 0000c03f333333bf0000803f000080ff0000807f000080ff0000c07f0000003f000080ff0000b0400800c03f6666ea41a3d8393f000080ff48827a3e947b2a403729093f0da4293f000080ff077e2840
"builtin.module"() <{sym_name = "jit_add"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.add"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.subtract
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0414f6afb3e2bf3d73fca87c63f59bde2bfaa2e8b3f4f5d74bf5fee493f28d2f6be
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 0000c0bf3333333f0000803f0000807f0000807f000080ff0000c07f0000003f0000807f0000c03ff8ffbfbf9a99f5414f6afb3e0000807fd8e0e5beac5e51c044c8e43f4f5d74bf0000807f45da1ec0
"builtin.module"() <{sym_name = "jit_subtract"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.subtract"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.multiply
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0413c05f7bfe8109fbb5d608fbf1edbe9beb83adabfafaa203fab7bc93f79e414bf
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 0000000000000000000000000000807f0000807f000080ff0000c07f000000000000807f0000e0409c53c9350000a8c1000000800000807f5d600fc056642fbfb4c2983f00000000000080ff79e494bf
"builtin.module"() <{sym_name = "jit_multiply"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.multiply"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.divide
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0415d740cbf2fd9943f3925b8bfd2a9a33ea3cd89be5ce658bf37b7a43ffc557c3f
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 00000000000000000000807f000000000000807f000080ff0000c07f0000807f000000000000e03ffcf43235b76d2bc2000080ff00000080392538bfc3375a3ea0dcc43e000080ff00000080fc55fc3e
"builtin.module"() <{sym_name = "jit_divide"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.divide"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.power
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0414651da3f96e84abfa19cd6be5e9df4bfcc72493fe62267be5070983f605e88bf
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 000000000000807f0000803f0000803f0000807f0000807f0000c07f0000803f00000000000044415f7089308162bd3d0000803f0000807f3dea333e0000c0ffcf60973f0000803f00000000d248913f
"builtin.module"() <{sym_name = "jit_power"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.power"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.mod
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041cbfbe33f55f5ad3f84fb163fbb3aa0bf1b61a53f9291693f98ca7c3f112c4a3f
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 00000000000000800000c0ff000080bf0000c0ff0000c0ff0000c07f0000c0ff000020c00000c03fbd37863588ccccbd0000c0ff000080ff84fb163f282a7e3e8021ddbd0000c0ff000080ff112c4a3f
"builtin.module"() <{sym_name = "jit_mod"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<4x5xf32>, %arg3: tensor<5xf32>):
    %18 = "func.call"(%arg2, %arg3) <{callee = @remainder}> : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    "func.return"(%18) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "remainder", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.remainder"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %5 = "stablehlo.compare"(%2, %4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %8 = "stablehlo.compare"(%2, %7) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x5xf32>
    %11 = "stablehlo.compare"(%0, %10) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<1x5xf32>, tensor<1x5xf32>) -> tensor<1x5xi1>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi1>) -> tensor<4x5xi1>
    %13 = "stablehlo.compare"(%8, %12) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %14 = "stablehlo.and"(%13, %5) : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %15 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %16 = "stablehlo.add"(%2, %15) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %17 = "stablehlo.select"(%14, %16, %2) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%17) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.maximum
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0410293383fe2d4f73f327990bfd45b013d64a1d0bf4590dbbe7b94e63f4102d4bf
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 0000c03f000000800000803f000080bf0000807f0000c03f0000c07f0000003f000020c0000060400000c03f0000f0410293383fe2d4f73f000000400000c03f333333bf000000007b94e63f00000040
"builtin.module"() <{sym_name = "jit_maximum"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.minimum
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041bcd18abf2829e13fbd0bb9bf807dee3f3be5b43f8696163f72d993be52039bbf
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 00000000333333bf00000000000080ff00000040000080ff0000c07f00000000000080ff00000040bd378635333333bfbcd18abf000080ffbd0bb9bf0000c03f333333bf00000000000080ff52039bbf
"builtin.module"() <{sym_name = "jit_minimum"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.minimum"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.arctan2
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0411238e33f990926bf95ee9ebff7e1cbbfc8ca1b3f30221fbe9d05fabf7f585c3f
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 00000000db0f49c0db0fc93fdb0f49c0db0fc93fdb0fc9bf0000c07fdb0fc93fdb0f49c0799c863ffcf432354d0ccc3fdb0fc93fdb0f49c0623b0ebf5ebe50bfe1421b40db0fc9bfdb0f49c03214d03e
"builtin.module"() <{sym_name = "jit_arctan2"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.atan2"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.hypot
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041f4119cbf29f780bf7761eb3fd0bd7a3f62b8b43f16984b3f2ac53cbf1504dfbe
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 0000c03f3333333f0000803f0000807f0000807f0000807f0000c07f0000003f0000807f02ff80400000c03fb910f041f4119c3f0000807fd8e12d40a84ee53f6cb6c93f16984b3f0000807f20000340
"builtin.module"() <{sym_name = "jit_hypot"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg8: tensor<4x5xf32>, %arg9: tensor<5xf32>):
    %37 = "func.call"(%arg8, %arg9) <{callee = @hypot}> : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    "func.return"(%37) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "hypot", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<4x5xf32>, %arg7: tensor<5xf32>):
    %3 = "stablehlo.broadcast_in_dim"(%arg7) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %4 = "stablehlo.abs"(%arg6) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %5 = "stablehlo.abs"(%3) : (tensor<1x5xf32>) -> tensor<1x5xf32>
    %6 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %8 = "stablehlo.compare"(%4, %7) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %9 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x5xf32>
    %11 = "stablehlo.compare"(%5, %10) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<1x5xf32>, tensor<1x5xf32>) -> tensor<1x5xi1>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi1>) -> tensor<4x5xi1>
    %13 = "stablehlo.or"(%8, %12) : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %14 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %15 = "stablehlo.maximum"(%4, %14) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %16 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %17 = "stablehlo.minimum"(%4, %16) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %20 = "stablehlo.compare"(%15, %19) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %23 = "stablehlo.compare"(%15, %22) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %24 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %26 = "func.call"(%23, %25, %15) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %27 = "stablehlo.divide"(%17, %26) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %28 = "chlo.square"(%27) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %29 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %31 = "stablehlo.add"(%30, %28) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %32 = "stablehlo.sqrt"(%31) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %33 = "stablehlo.multiply"(%15, %32) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %34 = "func.call"(%20, %15, %33) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %35 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %36 = "func.call"(%13, %35, %34) <{callee = @_where_0}> : (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%36) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x5xi1>, %arg4: tensor<4x5xf32>, %arg5: tensor<4x5xf32>):
    %2 = "stablehlo.select"(%arg3, %arg4, %arg5) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xi1>, %arg1: tensor<f32>, %arg2: tensor<4x5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %1 = "stablehlo.select"(%arg0, %0, %arg2) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%1) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.logaddexp
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041af9a43bf428d5fbfd3dc823f2694fc3f68823b3f8914efbf6b434fbf63269b3f
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> e9c7d93f686ece3ef618a83f000080bf0000807f0000c03f0000c07f1c5d793f000020c0f5e36c40eac7d93f0000f041bfc6c33e428d5fbfd56f144011481d405450723fa914133e6b434fbfe1fd1740
"builtin.module"() <{sym_name = "jit_logaddexp"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %3 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %4 = "stablehlo.subtract"(%arg0, %3) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %5 = "stablehlo.compare"(%4, %4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %6 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %7 = "stablehlo.add"(%arg0, %6) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %8 = "stablehlo.abs"(%4) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %9 = "stablehlo.negate"(%8) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %10 = "stablehlo.exponential"(%9) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %11 = "stablehlo.log_plus_one"(%10) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %12 = "stablehlo.add"(%2, %11) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %13 = "stablehlo.select"(%5, %7, %12) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%13) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.equal
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041d034fb3f816fdcbf033309bf3367973f4813253f56ddddbfd3d9c9be90ef0c3f
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xi1> 0000000000000000000000000000000000000000
"builtin.module"() <{sym_name = "jit_equal"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xi1>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.compare"(%arg0, %1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    "func.return"(%2) : (tensor<4x5xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.less
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041a55daebeec9436bfddbe0cbf093fa23f4f10f5bfc00fcbbf5b989d3ffc1e0b3e
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xi1> 0100000000010000000001000100010101010001
"builtin.module"() <{sym_name = "jit_less"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xi1>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.compare"(%arg0, %1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    "func.return"(%2) : (tensor<4x5xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.greater_equal
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041e4c2983fbc99b93f680532bd0341af3fd31a1fbec4d971bf17ec9bbd758e28bf
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xi1> 0001010101000001010100010101000001000100
"builtin.module"() <{sym_name = "jit_greater_equal"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xi1>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.compare"(%arg0, %1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    "func.return"(%2) : (tensor<4x5xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.floor_divide
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041d46602bf4ba0febf1c79aa3ff44965bf7868d7bfadd53cbfed1235bf7e5c653f
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 00000000000000800000807f000000800000c0ff0000c0ff0000c07f0000807f000000800000803f0000000000002cc2000080ff0000008000000000000080bf00000040000080ff0000008000000000
"builtin.module"() <{sym_name = "jit_floor_divide"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<4x5xf32>, %arg6: tensor<5xf32>):
    %28 = "func.call"(%arg5, %arg6) <{callee = @floor_divide}> : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    "func.return"(%28) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "floor_divide", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x5xf32>, %arg4: tensor<5xf32>):
    %2 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %4 = "stablehlo.remainder"(%arg3, %3) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x5xf32>
    %7 = "stablehlo.compare"(%2, %6) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<1x5xf32>, tensor<1x5xf32>) -> tensor<1x5xi1>
    %8 = "stablehlo.subtract"(%arg3, %4) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %9 = "func.call"(%7, %arg3, %8) <{callee = @_where}> : (tensor<1x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %10 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %11 = "stablehlo.divide"(%9, %10) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %14 = "stablehlo.compare"(%4, %13) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %15 = "stablehlo.sign"(%2) : (tensor<1x5xf32>) -> tensor<1x5xf32>
    %16 = "stablehlo.sign"(%4) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %17 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %18 = "stablehlo.compare"(%17, %16) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %19 = "stablehlo.and"(%14, %18) : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %20 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %21 = "stablehlo.add"(%4, %20) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %22 = "stablehlo.select"(%19, %21, %4) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %23 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %25 = "stablehlo.subtract"(%11, %24) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %26 = "stablehlo.select"(%19, %25, %11) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %27 = "stablehlo.round_nearest_afz"(%26) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%27) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<1x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<1x5xi1>, %arg1: tensor<4x5xf32>, %arg2: tensor<4x5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi1>) -> tensor<4x5xi1>
    %1 = "stablehlo.select"(%0, %arg1, %arg2) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%1) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.remainder
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041f534f7beabed2cbf43bde0bfc0bdbfbed60d52bebe075abf9bf2ecbe2ea52bbf
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 00000000000000800000c0ff000080bf0000c0ff0000c0ff0000c07f0000c0ff000020c00000c03fbd37863588ccccbd0000c0ffabed2cbfe8157a3e9010903fd60d52be0000c0ff9bf2ecbe692daa3f
"builtin.module"() <{sym_name = "jit_remainder"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<4x5xf32>, %arg3: tensor<5xf32>):
    %18 = "func.call"(%arg2, %arg3) <{callee = @remainder}> : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    "func.return"(%18) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "remainder", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.remainder"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %5 = "stablehlo.compare"(%2, %4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %8 = "stablehlo.compare"(%2, %7) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x5xf32>
    %11 = "stablehlo.compare"(%0, %10) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<1x5xf32>, tensor<1x5xf32>) -> tensor<1x5xi1>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi1>) -> tensor<4x5xi1>
    %13 = "stablehlo.compare"(%8, %12) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %14 = "stablehlo.and"(%13, %5) : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %15 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %16 = "stablehlo.add"(%2, %15) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %17 = "stablehlo.select"(%14, %16, %2) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%17) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.fmod
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041bb6f623f118dafbf08094c3f696f7bbfe8f977bf177ec2bf5c21d3be98d2f5bf
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 00000000000000800000c0ff000080bf0000c0ff0000c0ff0000c07f0000c0ff000020c00000c03fbd378635a299193f0000c0ff118dafbf08094c3f696f7bbf6a8d89be0000c0ff5c21d3be98d2f5bf
"builtin.module"() <{sym_name = "jit_fmod"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<4x5xf32>, %arg3: tensor<5xf32>):
    %3 = "func.call"(%arg2, %arg3) <{callee = @fmod}> : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    "func.return"(%3) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "fmod", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.remainder"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.copysign
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0411dcb1fbf47d51e3f2d4e003ee4c43e3f96df81bfda09543f8944703f744b633f
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 00000000000000800000803f000080bf0000807f0000807f0000c0ff0000003f000020c000006040bd3786350000f0c11dcb1f3f47d51ebf2d4e003ee4c43e3f96df81bfda09543f894470bf744b633f
"builtin.module"() <{sym_name = "jit_copysign"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg6: tensor<4x5xf32>, %arg7: tensor<5xf32>):
    %16 = "func.call"(%arg6, %arg7) <{callee = @copysign}> : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    "func.return"(%16) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "copysign", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<4x5xf32>, %arg5: tensor<5xf32>):
    %10 = "stablehlo.broadcast_in_dim"(%arg5) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %11 = "func.call"(%10) <{callee = @signbit}> : (tensor<1x5xf32>) -> tensor<1x5xi1>
    %12 = "stablehlo.abs"(%arg4) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %13 = "stablehlo.negate"(%12) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %14 = "stablehlo.abs"(%arg4) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %15 = "func.call"(%11, %13, %14) <{callee = @_where}> : (tensor<1x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%15) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1x5xf32>) -> tensor<1x5xi1>, res_attrs = [{}], sym_name = "signbit", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<1x5xf32>):
    %2 = "stablehlo.bitcast_convert"(%arg3) : (tensor<1x5xf32>) -> tensor<1x5xi32>
    %3 = "stablehlo.constant"() <{value = dense<31> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1x5xi32>
    %5 = "stablehlo.shift_right_arithmetic"(%2, %4) : (tensor<1x5xi32>, tensor<1x5xi32>) -> tensor<1x5xi32>
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1x5xi32>
    %8 = "stablehlo.compare"(%5, %7) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<1x5xi32>, tensor<1x5xi32>) -> tensor<1x5xi1>
    %9 = "stablehlo.convert"(%8) : (tensor<1x5xi1>) -> tensor<1x5xi1>
    "func.return"(%9) : (tensor<1x5xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<1x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<1x5xi1>, %arg1: tensor<4x5xf32>, %arg2: tensor<4x5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi1>) -> tensor<4x5xi1>
    %1 = "stablehlo.select"(%0, %arg1, %arg2) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%1) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.nextafter
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0418438ecbf99bf43be00e798bf15a5f9bf483df43ff03a53bff495193e143411bf
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 0100000001000080ffff7f3f010080bfffff7f7fffff7fff0000c07fffffff3e010020c0ffff5f40be378635ffffef418338ecbf9abf43beffe698bf14a5f9bf473df43fef3a53bff395193e133411bf
"builtin.module"() <{sym_name = "jit_nextafter"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %2 = "chlo.next_after"(%arg0, %1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%2) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.heaviside
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f04135728abf97396f3d72b54f3fbb9ae8be9bcd4fbebd72ae3fa7f1f3bf06f76cbf
// in tensor<5xf32> 0000c03f333333bf00000000000080ff00000040
// out tensor<4x5xf32> 0000c03f333333bf0000803f000000000000803f000000000000c07f0000803f000000000000803f0000803f0000803f000000000000803f0000803f00000000000000000000803f0000000000000000
"builtin.module"() <{sym_name = "jit_heaviside"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg8: tensor<4x5xf32>, %arg9: tensor<5xf32>):
    %16 = "func.call"(%arg8, %arg9) <{callee = @heaviside}> : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    "func.return"(%16) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "heaviside", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<4x5xf32>, %arg7: tensor<5xf32>):
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %6 = "stablehlo.compare"(%arg6, %5) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %9 = "stablehlo.compare"(%arg6, %8) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %10 = "stablehlo.compare"(%arg6, %arg6) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %11 = "func.call"(%10, %arg6, %arg7) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    %12 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "func.call"(%9, %12, %11) <{callee = @_where_0}> : (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "func.call"(%6, %14, %13) <{callee = @_where_0}> : (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%15) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x5xi1>, %arg4: tensor<4x5xf32>, %arg5: tensor<5xf32>):
    %2 = "stablehlo.broadcast_in_dim"(%arg5) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<4x5xf32>
    %3 = "stablehlo.select"(%arg3, %arg4, %2) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%3) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xi1>, %arg1: tensor<f32>, %arg2: tensor<4x5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %1 = "stablehlo.select"(%arg0, %0, %arg2) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%1) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.ldexp
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f04187ec98bf58e96c3f4e69ad3f54ef7abf1a79d0bfd46ab03e075180bbd069a9bd
// in tensor<5xi32> fbffffff0500000004000000fffffffffaffffff
// out tensor<4x5xf32> 000000000000008000008041000000bf0000807f000080ff0000c07f000000410000a0bf0000603dbd3706330000704487ec98c158e9ec3e4e69ad3c54effabc1a7950c2d46ab040075100bbd069a9ba
"builtin.module"() <{sym_name = "jit_ldexp"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xi32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg13: tensor<4x5xf32>, %arg14: tensor<5xi32>):
    %82 = "func.call"(%arg13, %arg14) <{callee = @ldexp}> : (tensor<4x5xf32>, tensor<5xi32>) -> tensor<4x5xf32>
    "func.return"(%82) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<5xi32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "ldexp", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<4x5xf32>, %arg12: tensor<5xi32>):
    %52 = "stablehlo.convert"(%arg12) : (tensor<5xi32>) -> tensor<5xf32>
    %53:2 = "func.call"(%arg11) <{callee = @frexp}> : (tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xi32>)
    %54 = "stablehlo.convert"(%53#1) : (tensor<4x5xi32>) -> tensor<4x5xf32>
    %55 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xf32>) -> tensor<1x5xf32>
    %56 = "stablehlo.broadcast_in_dim"(%55) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %57 = "stablehlo.add"(%54, %56) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %58 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %59 = "stablehlo.broadcast_in_dim"(%58) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %60 = "stablehlo.compare"(%57, %59) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %61 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %62 = "stablehlo.broadcast_in_dim"(%61) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %63 = "stablehlo.multiply"(%53#0, %62) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %64 = "func.call"(%60, %63, %53#0) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %65 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %66 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %67 = "stablehlo.compare"(%57, %66) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %68 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %69 = "stablehlo.broadcast_in_dim"(%68) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %70 = "stablehlo.subtract"(%57, %69) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %71 = "func.call"(%67, %70, %57) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %72 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %74 = "stablehlo.power"(%73, %71) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %75 = "stablehlo.multiply"(%64, %74) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %76 = "func.call"(%arg11) <{callee = @isinf}> : (tensor<4x5xf32>) -> tensor<4x5xi1>
    %77 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %78 = "stablehlo.broadcast_in_dim"(%77) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %79 = "stablehlo.compare"(%arg11, %78) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %80 = "stablehlo.or"(%76, %79) : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %81 = "func.call"(%80, %arg11, %75) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%81) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xi32>), res_attrs = [{}, {}], sym_name = "frexp", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<4x5xf32>):
    %9 = "stablehlo.abs"(%arg10) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %10 = "stablehlo.constant"() <{value = dense<1.17549435E-38> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %12 = "stablehlo.compare"(%9, %11) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %13 = "stablehlo.constant"() <{value = dense<0x4B000000> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %15 = "stablehlo.multiply"(%arg10, %14) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %16 = "func.call"(%12, %15, %arg10) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %17 = "stablehlo.constant"() <{value = dense<-23> : tensor<i32>}> : () -> tensor<i32>
    %18 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %19 = "func.call"(%12, %17, %18) <{callee = @_where_0}> : (tensor<4x5xi1>, tensor<i32>, tensor<i32>) -> tensor<4x5xi32>
    %20 = "stablehlo.bitcast_convert"(%16) : (tensor<4x5xf32>) -> tensor<4x5xi32>
    %21 = "stablehlo.constant"() <{value = dense<23> : tensor<i32>}> : () -> tensor<i32>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %23 = "stablehlo.shift_right_arithmetic"(%20, %22) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %24 = "stablehlo.constant"() <{value = dense<255> : tensor<i32>}> : () -> tensor<i32>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %26 = "stablehlo.and"(%23, %25) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %27 = "stablehlo.constant"() <{value = dense<127> : tensor<i32>}> : () -> tensor<i32>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %29 = "stablehlo.subtract"(%26, %28) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %30 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %32 = "stablehlo.add"(%29, %31) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %33 = "stablehlo.add"(%19, %32) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %34 = "stablehlo.constant"() <{value = dense<-2139095041> : tensor<i32>}> : () -> tensor<i32>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %36 = "stablehlo.and"(%20, %35) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %37 = "stablehlo.constant"() <{value = dense<1056964608> : tensor<i32>}> : () -> tensor<i32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %39 = "stablehlo.or"(%36, %38) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %40 = "stablehlo.bitcast_convert"(%39) : (tensor<4x5xi32>) -> tensor<4x5xf32>
    %41 = "func.call"(%arg10) <{callee = @isinf}> : (tensor<4x5xf32>) -> tensor<4x5xi1>
    %42 = "stablehlo.compare"(%arg10, %arg10) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %43 = "stablehlo.or"(%41, %42) : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %44 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %45 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %46 = "stablehlo.compare"(%arg10, %45) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %47 = "stablehlo.or"(%43, %46) : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %48 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %49 = "stablehlo.broadcast_in_dim"(%48) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %50 = "func.call"(%47, %49, %33) <{callee = @_where_1}> : (tensor<4x5xi1>, tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %51 = "func.call"(%47, %arg10, %40) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%51, %50) : (tensor<4x5xf32>, tensor<4x5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg7: tensor<4x5xi1>, %arg8: tensor<4x5xf32>, %arg9: tensor<4x5xf32>):
    %8 = "stablehlo.select"(%arg7, %arg8, %arg9) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%8) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<i32>, tensor<i32>) -> tensor<4x5xi32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<4x5xi1>, %arg5: tensor<i32>, %arg6: tensor<i32>):
    %5 = "stablehlo.broadcast_in_dim"(%arg5) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %6 = "stablehlo.broadcast_in_dim"(%arg6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %7 = "stablehlo.select"(%arg4, %5, %6) : (tensor<4x5xi1>, tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    "func.return"(%7) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xi1>, res_attrs = [{}], sym_name = "isinf", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x5xf32>):
    %1 = "stablehlo.abs"(%arg3) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %4 = "stablehlo.compare"(%1, %3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    "func.return"(%4) : (tensor<4x5xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>, res_attrs = [{}], sym_name = "_where_1", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xi1>, %arg1: tensor<4x5xi32>, %arg2: tensor<4x5xi32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<4x5xi1>, tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    "func.return"(%0) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.bitwise_and of i32
// in tensor<4x5xi32> 00000000fdffffff00000000f9fffffffffffffff7fffffffeffffff04000000fafffffff9fffffffcffffff08000000fcffffff08000000fbfffffff8ffffff05000000f9fffffff9ffffff01000000
// in tensor<5xi32> 03000000feffffff0700000001000000fbffffff
// out tensor<4x5xi32> 00000000fcffffff0000000001000000fbffffff03000000feffffff0400000000000000f9ffffff00000000080000000400000000000000fbffffff0000000004000000010000000100000001000000
"builtin.module"() <{sym_name = "jit_bitwise_and"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xi32>, %arg1: tensor<5xi32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xi32>) -> tensor<1x5xi32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %2 = "stablehlo.and"(%arg0, %1) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    "func.return"(%2) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.bitwise_or of i32
// in tensor<4x5xi32> faffffff020000000100000004000000fcfffffffcfffffffbffffff05000000feffffff070000000000000006000000030000000400000009000000ffffffff0700000006000000ffffffff04000000
// in tensor<5xi32> 03000000feffffff0700000001000000fbffffff
// out tensor<4x5xi32> fbfffffffeffffff0700000005000000ffffffffffffffffffffffff07000000ffffffffffffffff03000000feffffff0700000005000000fbffffffffffffffffffffff07000000ffffffffffffffff
"builtin.module"() <{sym_name = "jit_bitwise_or"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xi32>, %arg1: tensor<5xi32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xi32>) -> tensor<1x5xi32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %2 = "stablehlo.or"(%arg0, %1) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    "func.return"(%2) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.bitwise_xor of i32
// in tensor<4x5xi32> ffffffff03000000feffffff00000000fbffffff0300000009000000fdfffffff8ffffff04000000faffffff04000000030000000900000002000000f9fffffffcfffffffcffffff0800000007000000
// in tensor<5xi32> 03000000feffffff0700000001000000fbffffff
// out tensor<4x5xi32> fcfffffffdfffffff9ffffff010000000000000000000000f7fffffffafffffff9fffffffffffffff9fffffffaffffff0400000008000000f9fffffffaffffff02000000fbffffff09000000fcffffff
"builtin.module"() <{sym_name = "jit_bitwise_xor"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xi32>, %arg1: tensor<5xi32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xi32>) -> tensor<1x5xi32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %2 = "stablehlo.xor"(%arg0, %1) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    "func.return"(%2) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.floor_divide of i32
// in tensor<4x5xi32> feffffff0700000002000000fcfffffff8ffffff080000000700000005000000f8ffffff01000000feffffff03000000070000000100000008000000faffffff08000000070000000600000009000000
// in tensor<5xi32> 03000000feffffff0700000001000000fbffffff
// out tensor<4x5xi32> fffffffffcffffff00000000fcffffff0100000002000000fcffffff00000000f8fffffffffffffffffffffffeffffff0100000001000000fefffffffefffffffcffffff0100000006000000feffffff
"builtin.module"() <{sym_name = "jit_floor_divide"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<4x5xi32>, %arg6: tensor<5xi32>):
    %18 = "func.call"(%arg5, %arg6) <{callee = @floor_divide}> : (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>
    "func.return"(%18) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>, res_attrs = [{}], sym_name = "floor_divide", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x5xi32>, %arg4: tensor<5xi32>):
    %1 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xi32>) -> tensor<1x5xi32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %3 = "stablehlo.divide"(%arg3, %2) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %4 = "stablehlo.sign"(%arg3) : (tensor<4x5xi32>) -> tensor<4x5xi32>
    %5 = "stablehlo.sign"(%1) : (tensor<1x5xi32>) -> tensor<1x5xi32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %7 = "stablehlo.compare"(%4, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi1>
    %8 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %9 = "stablehlo.remainder"(%arg3, %8) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %12 = "stablehlo.compare"(%9, %11) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi1>
    %13 = "stablehlo.and"(%7, %12) : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %14 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %16 = "stablehlo.subtract"(%3, %15) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %17 = "func.call"(%13, %16, %3) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    "func.return"(%17) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xi1>, %arg1: tensor<4x5xi32>, %arg2: tensor<4x5xi32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<4x5xi1>, tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    "func.return"(%0) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.remainder of i32
// in tensor<4x5xi32> fbfffffffafffffff7ffffff05000000fffffffffcfffffff8fffffffcffffff09000000f8fffffff7fffffffbfffffffdfffffffafffffffaffffff01000000f7ffffff0900000000000000fdffffff
// in tensor<5xi32> 03000000feffffff0700000001000000fbffffff
// out tensor<4x5xi32> 01000000000000000500000000000000ffffffff02000000000000000300000000000000fdffffff00000000ffffffff0400000000000000ffffffff01000000ffffffff0200000000000000fdffffff
"builtin.module"() <{sym_name = "jit_remainder"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<4x5xi32>, %arg6: tensor<5xi32>):
    %25 = "func.call"(%arg5, %arg6) <{callee = @remainder}> : (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>
    "func.return"(%25) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>, res_attrs = [{}], sym_name = "remainder", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x5xi32>, %arg4: tensor<5xi32>):
    %1 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xi32>) -> tensor<1x5xi32>
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1x5xi32>
    %4 = "stablehlo.compare"(%1, %3) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<1x5xi32>, tensor<1x5xi32>) -> tensor<1x5xi1>
    %5 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1x5xi32>
    %7 = "func.call"(%4, %6, %1) <{callee = @_where}> : (tensor<1x5xi1>, tensor<1x5xi32>, tensor<1x5xi32>) -> tensor<1x5xi32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %9 = "stablehlo.remainder"(%arg3, %8) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %12 = "stablehlo.compare"(%9, %11) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi1>
    %13 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x5xi32>
    %15 = "stablehlo.compare"(%9, %14) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi1>
    %16 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1x5xi32>
    %18 = "stablehlo.compare"(%7, %17) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<1x5xi32>, tensor<1x5xi32>) -> tensor<1x5xi1>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi1>) -> tensor<4x5xi1>
    %20 = "stablehlo.compare"(%15, %19) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %21 = "stablehlo.and"(%20, %12) : (tensor<4x5xi1>, tensor<4x5xi1>) -> tensor<4x5xi1>
    %22 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %23 = "stablehlo.add"(%9, %22) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    %24 = "stablehlo.select"(%21, %23, %9) : (tensor<4x5xi1>, tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    "func.return"(%24) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<1x5xi1>, tensor<1x5xi32>, tensor<1x5xi32>) -> tensor<1x5xi32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<1x5xi1>, %arg1: tensor<1x5xi32>, %arg2: tensor<1x5xi32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<1x5xi1>, tensor<1x5xi32>, tensor<1x5xi32>) -> tensor<1x5xi32>
    "func.return"(%0) : (tensor<1x5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.left_shift of i32
// in tensor<4x5xi32> f8fffffffaffffff08000000fdffffff04000000fafffffffefffffffdffffff06000000feffffff0600000008000000fdfffffffbffffff070000000800000008000000f9ffffff02000000f9ffffff
// in tensor<5xi32> 0000000001000000050000001f00000002000000
// out tensor<4x5xi32> f8fffffff4ffffff000100000000008010000000fafffffffcffffffa0ffffff00000000f8ffffff0600000010000000a0ffffff000000801c000000080000001000000020ffffff00000000e4ffffff
"builtin.module"() <{sym_name = "jit_left_shift"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xi32>, %arg1: tensor<5xi32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xi32>) -> tensor<1x5xi32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %2 = "stablehlo.shift_left"(%arg0, %1) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    "func.return"(%2) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.right_shift of i32
// in tensor<4x5xi32> fdfffffffeffffff08000000040000000800000006000000fdffffff07000000f8fffffffaffffff07000000f8ffffff0300000007000000fbffffff040000000100000004000000fcfffffff9ffffff
// in tensor<5xi32> 0000000001000000050000001f00000002000000
// out tensor<4x5xi32> fdffffffffffffff00000000000000000200000006000000feffffff00000000fffffffffeffffff07000000fcffffff0000000000000000feffffff040000000000000000000000fffffffffeffffff
"builtin.module"() <{sym_name = "jit_right_shift"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xi32>, tensor<5xi32>) -> tensor<4x5xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xi32>, %arg1: tensor<5xi32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<5xi32>) -> tensor<1x5xi32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %2 = "stablehlo.shift_right_arithmetic"(%arg0, %1) : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>
    "func.return"(%2) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.logical_and
// in tensor<4xi1> 01000000
// in tensor<4xi1> 00010000
// out tensor<4xi1> 00000000
"builtin.module"() <{sym_name = "jit_logical_and"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>):
    %0 = "stablehlo.and"(%arg0, %arg1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    "func.return"(%0) : (tensor<4xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.logical_or
// in tensor<4xi1> 00000100
// in tensor<4xi1> 00010000
// out tensor<4xi1> 00010100
"builtin.module"() <{sym_name = "jit_logical_or"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>):
    %0 = "stablehlo.or"(%arg0, %arg1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    "func.return"(%0) : (tensor<4xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.logical_xor
// in tensor<4xi1> 01000001
// in tensor<4xi1> 00000101
// out tensor<4xi1> 01000100
"builtin.module"() <{sym_name = "jit_logical_xor"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>):
    %0 = "stablehlo.xor"(%arg0, %arg1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    "func.return"(%0) : (tensor<4xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jax.scipy.special.erf
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041755cc63fcf570fbfeeda453f77531fbd7e7a60bf5a011abfe328ee3fed5722bf
// out tensor<4x5xf32> 00000000000000803ebb573f3ebb57bf0000803f000080bf0000c07f7b3f053f54e57fbff3ff7f3fd07297350000803f3bba783fd35112bf7ec1393f86b033bd51f948bfe9e71abf96d27d3f235421bf
"builtin.module"() <{sym_name = "jit_erf"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "chlo.erf"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jax.scipy.special.gammainc
// in tensor<4xf32> da99e33f9fcf3540a088763f0e8a1c40
// in tensor<4xf32> 5096dc3e93810e40091f1c405fd42140
// out tensor<4xf32> 3b80d43dad12d93e0d1e6b3f65e61a3f
"builtin.module"() <{sym_name = "jit_gammainc"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>):
    %0 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %1 = "stablehlo.compare"(%arg1, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %2 = "stablehlo.or"(%0, %1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %3 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %5 = "stablehlo.compare"(%arg1, %4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %8 = "stablehlo.compare"(%arg0, %7) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %11 = "stablehlo.compare"(%arg1, %10) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %14 = "stablehlo.compare"(%arg1, %13) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %17 = "stablehlo.compare"(%arg0, %16) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %18 = "stablehlo.and"(%8, %11) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %19 = "stablehlo.or"(%14, %17) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %20 = "stablehlo.or"(%19, %18) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %21 = "stablehlo.or"(%20, %2) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %22 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %24 = "stablehlo.compare"(%arg1, %23) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %25 = "stablehlo.compare"(%arg1, %arg0) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %26 = "stablehlo.and"(%24, %25) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %27 = "stablehlo.log"(%arg1) : (tensor<4xf32>) -> tensor<4xf32>
    %28 = "stablehlo.multiply"(%arg0, %27) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %29 = "stablehlo.subtract"(%28, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %30 = "chlo.lgamma"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %31 = "stablehlo.subtract"(%29, %30) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %32 = "stablehlo.constant"() <{value = dense<3.40282347E+38> : tensor<f32>}> : () -> tensor<f32>
    %33 = "stablehlo.log"(%32) : (tensor<f32>) -> tensor<f32>
    %34 = "stablehlo.negate"(%33) : (tensor<f32>) -> tensor<f32>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %36 = "stablehlo.compare"(%31, %35) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %37 = "stablehlo.exponential"(%31) : (tensor<4xf32>) -> tensor<4xf32>
    %38 = "stablehlo.or"(%11, %21) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %39 = "stablehlo.or"(%38, %36) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %40 = "stablehlo.or"(%39, %5) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %41 = "stablehlo.not"(%40) : (tensor<4xi1>) -> tensor<4xi1>
    %42 = "stablehlo.and"(%41, %26) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %43 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %45 = "stablehlo.subtract"(%44, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %46 = "stablehlo.add"(%arg1, %45) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %47 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %48 = "stablehlo.broadcast_in_dim"(%47) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %49 = "stablehlo.add"(%46, %48) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %50 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %51 = "stablehlo.broadcast_in_dim"(%50) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %52 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %54 = "stablehlo.add"(%arg1, %53) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %55 = "stablehlo.multiply"(%49, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %56 = "stablehlo.divide"(%54, %55) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %57 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %58 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %59 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %61 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %62 = "stablehlo.broadcast_in_dim"(%61) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %63 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %65 = "stablehlo.negate"(%arg1) : (tensor<4xf32>) -> tensor<4xf32>
    %66 = "stablehlo.multiply"(%56, %65) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %67 = "stablehlo.subtract"(%64, %66) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %68 = "stablehlo.divide"(%67, %55) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %69 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %70:15 = "stablehlo.while"(%42, %56, %58, %45, %49, %69, %54, %55, %51, %arg1, %60, %62, %64, %65, %68) ({
    ^bb0(%arg33: tensor<4xi1>, %arg34: tensor<4xf32>, %arg35: tensor<4xf32>, %arg36: tensor<4xf32>, %arg37: tensor<4xf32>, %arg38: tensor<f32>, %arg39: tensor<4xf32>, %arg40: tensor<4xf32>, %arg41: tensor<4xf32>, %arg42: tensor<4xf32>, %arg43: tensor<4xf32>, %arg44: tensor<4xf32>, %arg45: tensor<4xf32>, %arg46: tensor<4xf32>, %arg47: tensor<4xf32>):
      %231 = "stablehlo.constant"() <{value = dense<2.000000e+03> : tensor<f32>}> : () -> tensor<f32>
      %232 = "stablehlo.compare"(%arg38, %231) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %233 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
      %234 = "stablehlo.reduce"(%arg33, %233) <{dimensions = array<i64: 0>}> ({
      ^bb0(%arg48: tensor<i1>, %arg49: tensor<i1>):
        %236 = "stablehlo.or"(%arg48, %arg49) : (tensor<i1>, tensor<i1>) -> tensor<i1>
        "stablehlo.return"(%236) : (tensor<i1>) -> ()
      }) : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
      %235 = "stablehlo.and"(%232, %234) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%235) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg18: tensor<4xi1>, %arg19: tensor<4xf32>, %arg20: tensor<4xf32>, %arg21: tensor<4xf32>, %arg22: tensor<4xf32>, %arg23: tensor<f32>, %arg24: tensor<4xf32>, %arg25: tensor<4xf32>, %arg26: tensor<4xf32>, %arg27: tensor<4xf32>, %arg28: tensor<4xf32>, %arg29: tensor<4xf32>, %arg30: tensor<4xf32>, %arg31: tensor<4xf32>, %arg32: tensor<4xf32>):
      %125 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %126 = "stablehlo.add"(%arg23, %125) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %127 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %128 = "stablehlo.broadcast_in_dim"(%127) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %129 = "stablehlo.add"(%arg21, %128) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %130 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %131 = "stablehlo.broadcast_in_dim"(%130) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %132 = "stablehlo.add"(%arg22, %131) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %133 = "stablehlo.broadcast_in_dim"(%126) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %134 = "stablehlo.multiply"(%129, %133) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %135 = "stablehlo.multiply"(%arg24, %132) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %136 = "stablehlo.multiply"(%arg26, %134) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %137 = "stablehlo.subtract"(%135, %136) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %138 = "stablehlo.multiply"(%arg25, %132) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %139 = "stablehlo.multiply"(%arg27, %134) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %140 = "stablehlo.subtract"(%138, %139) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %141 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %142 = "stablehlo.broadcast_in_dim"(%141) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %143 = "stablehlo.compare"(%140, %142) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
      %144 = "stablehlo.divide"(%137, %140) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %145 = "stablehlo.subtract"(%arg19, %144) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %146 = "stablehlo.divide"(%145, %144) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %147 = "stablehlo.abs"(%146) : (tensor<4xf32>) -> tensor<4xf32>
      %148 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %149 = "stablehlo.broadcast_in_dim"(%148) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %150 = "stablehlo.select"(%143, %147, %149) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %151 = "stablehlo.select"(%143, %144, %arg19) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %152 = "stablehlo.multiply"(%arg30, %132) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %153 = "stablehlo.subtract"(%152, %arg24) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %154 = "stablehlo.multiply"(%arg28, %134) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %155 = "stablehlo.subtract"(%153, %154) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %156 = "stablehlo.broadcast_in_dim"(%126) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %157 = "stablehlo.multiply"(%arg26, %156) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %158 = "stablehlo.add"(%155, %157) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %159 = "stablehlo.multiply"(%arg31, %132) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %160 = "stablehlo.subtract"(%159, %arg25) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %161 = "stablehlo.multiply"(%arg29, %134) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %162 = "stablehlo.subtract"(%160, %161) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %163 = "stablehlo.broadcast_in_dim"(%126) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %164 = "stablehlo.multiply"(%arg27, %163) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %165 = "stablehlo.add"(%162, %164) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %166 = "stablehlo.multiply"(%151, %165) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %167 = "stablehlo.subtract"(%158, %166) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %168 = "stablehlo.divide"(%167, %140) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %169 = "stablehlo.select"(%143, %168, %arg32) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %170 = "stablehlo.subtract"(%169, %arg32) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %171 = "stablehlo.abs"(%170) : (tensor<4xf32>) -> tensor<4xf32>
      %172 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %173 = "stablehlo.broadcast_in_dim"(%172) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %174 = "stablehlo.select"(%143, %171, %173) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %175 = "stablehlo.abs"(%137) : (tensor<4xf32>) -> tensor<4xf32>
      %176 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %177 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %178 = "stablehlo.broadcast_in_dim"(%177) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
      %179 = "stablehlo.divide"(%178, %176) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %180 = "stablehlo.broadcast_in_dim"(%179) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %181 = "stablehlo.compare"(%175, %180) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
      %182 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %183 = "stablehlo.broadcast_in_dim"(%182) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %184 = "stablehlo.multiply"(%arg24, %183) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %185 = "stablehlo.select"(%181, %184, %arg24) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %186 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %187 = "stablehlo.broadcast_in_dim"(%186) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %188 = "stablehlo.multiply"(%137, %187) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %189 = "stablehlo.select"(%181, %188, %137) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %190 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %191 = "stablehlo.broadcast_in_dim"(%190) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %192 = "stablehlo.multiply"(%arg25, %191) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %193 = "stablehlo.select"(%181, %192, %arg25) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %194 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %195 = "stablehlo.broadcast_in_dim"(%194) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %196 = "stablehlo.multiply"(%140, %195) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %197 = "stablehlo.select"(%181, %196, %140) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %198 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %199 = "stablehlo.broadcast_in_dim"(%198) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %200 = "stablehlo.multiply"(%arg30, %199) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %201 = "stablehlo.select"(%181, %200, %arg30) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %202 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %203 = "stablehlo.broadcast_in_dim"(%202) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %204 = "stablehlo.multiply"(%arg31, %203) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %205 = "stablehlo.select"(%181, %204, %arg31) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %206 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %207 = "stablehlo.broadcast_in_dim"(%206) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %208 = "stablehlo.multiply"(%158, %207) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %209 = "stablehlo.select"(%181, %208, %158) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %210 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %211 = "stablehlo.broadcast_in_dim"(%210) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %212 = "stablehlo.multiply"(%165, %211) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %213 = "stablehlo.select"(%181, %212, %165) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %214 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %215 = "stablehlo.broadcast_in_dim"(%214) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %216 = "stablehlo.compare"(%150, %215) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
      %217 = "stablehlo.and"(%arg18, %216) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
      %218 = "stablehlo.select"(%arg18, %151, %arg19) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %219 = "stablehlo.select"(%arg18, %150, %arg20) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %220 = "stablehlo.select"(%arg18, %129, %arg21) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %221 = "stablehlo.select"(%arg18, %132, %arg22) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %222 = "stablehlo.select"(%arg18, %189, %arg24) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %223 = "stablehlo.select"(%arg18, %197, %arg25) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %224 = "stablehlo.select"(%arg18, %185, %arg26) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %225 = "stablehlo.select"(%arg18, %193, %arg27) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %226 = "stablehlo.select"(%arg18, %201, %arg28) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %227 = "stablehlo.select"(%arg18, %205, %arg29) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %228 = "stablehlo.select"(%arg18, %209, %arg30) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %229 = "stablehlo.select"(%arg18, %213, %arg31) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %230 = "stablehlo.select"(%arg18, %169, %arg32) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      "stablehlo.return"(%217, %218, %219, %220, %221, %126, %222, %223, %224, %225, %226, %227, %228, %229, %230) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
    }) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    %71 = "stablehlo.multiply"(%70#1, %37) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %72 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %74 = "stablehlo.subtract"(%73, %71) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %75 = "stablehlo.not"(%26) : (tensor<4xi1>) -> tensor<4xi1>
    %76 = "stablehlo.and"(%41, %75) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %77 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %78 = "stablehlo.broadcast_in_dim"(%77) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %79 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %80 = "stablehlo.broadcast_in_dim"(%79) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %81 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %82 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %83 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %84 = "stablehlo.broadcast_in_dim"(%83) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %85:7 = "stablehlo.while"(%76, %arg0, %78, %80, %arg1, %82, %84) ({
    ^bb0(%arg9: tensor<4xi1>, %arg10: tensor<4xf32>, %arg11: tensor<4xf32>, %arg12: tensor<4xf32>, %arg13: tensor<4xf32>, %arg14: tensor<4xf32>, %arg15: tensor<4xf32>):
      %122 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
      %123 = "stablehlo.reduce"(%arg9, %122) <{dimensions = array<i64: 0>}> ({
      ^bb0(%arg16: tensor<i1>, %arg17: tensor<i1>):
        %124 = "stablehlo.or"(%arg16, %arg17) : (tensor<i1>, tensor<i1>) -> tensor<i1>
        "stablehlo.return"(%124) : (tensor<i1>) -> ()
      }) : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%123) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg2: tensor<4xi1>, %arg3: tensor<4xf32>, %arg4: tensor<4xf32>, %arg5: tensor<4xf32>, %arg6: tensor<4xf32>, %arg7: tensor<4xf32>, %arg8: tensor<4xf32>):
      %98 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %99 = "stablehlo.broadcast_in_dim"(%98) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %100 = "stablehlo.add"(%arg3, %99) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %101 = "stablehlo.divide"(%arg6, %100) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %102 = "stablehlo.multiply"(%arg7, %101) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %103 = "stablehlo.multiply"(%arg4, %arg6) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %104 = "stablehlo.multiply"(%100, %100) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %105 = "stablehlo.divide"(%103, %104) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %106 = "stablehlo.subtract"(%102, %105) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %107 = "stablehlo.add"(%arg8, %106) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %108 = "stablehlo.divide"(%arg6, %100) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %109 = "stablehlo.multiply"(%arg4, %108) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %110 = "stablehlo.add"(%arg5, %109) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %111 = "stablehlo.divide"(%109, %110) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %112 = "stablehlo.constant"() <{value = dense<1.1920929E-7> : tensor<f32>}> : () -> tensor<f32>
      %113 = "stablehlo.broadcast_in_dim"(%112) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %114 = "stablehlo.compare"(%111, %113) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
      %115 = "stablehlo.and"(%arg2, %114) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
      %116 = "stablehlo.select"(%arg2, %100, %arg3) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %117 = "stablehlo.select"(%arg2, %109, %arg4) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %118 = "stablehlo.select"(%arg2, %110, %arg5) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %119 = "stablehlo.select"(%arg2, %arg6, %arg6) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %120 = "stablehlo.select"(%arg2, %106, %arg7) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %121 = "stablehlo.select"(%arg2, %107, %arg8) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      "stablehlo.return"(%115, %116, %117, %118, %119, %120, %121) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
    }) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    %86 = "stablehlo.multiply"(%85#3, %37) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %87 = "stablehlo.divide"(%86, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %88 = "stablehlo.select"(%26, %74, %87) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %89 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %90 = "stablehlo.broadcast_in_dim"(%89) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %91 = "stablehlo.select"(%11, %90, %88) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %92 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %93 = "stablehlo.broadcast_in_dim"(%92) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %94 = "stablehlo.select"(%5, %93, %91) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %95 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %96 = "stablehlo.broadcast_in_dim"(%95) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %97 = "stablehlo.select"(%21, %96, %94) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%97) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jax.scipy.special.polygamma
// in tensor<4xf32> ae5e3b40a9590a4037c53b40e03f683f
// out tensor<4xf32> 3314d03e4fe1153fc28ecf3e1e28f33f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %2 = "chlo.polygamma"(%1, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%2) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case remainder of i32 by 3
// in tensor<4xi32> f8ffffff0700000000000000f9ffffff
// out tensor<4xi32> 01000000010000000000000002000000
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xi32>) -> tensor<4xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<4xi32>):
    %22 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %23 = "func.call"(%arg5, %22) <{callee = @remainder}> : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    "func.return"(%23) : (tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>, res_attrs = [{}], sym_name = "remainder", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4xi32>, %arg4: tensor<i32>):
    %1 = "stablehlo.convert"(%arg4) : (tensor<i32>) -> tensor<i32>
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %3 = "stablehlo.compare"(%1, %2) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %5 = "func.call"(%3, %4, %1) <{callee = @_where}> : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %7 = "stablehlo.remainder"(%arg3, %6) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %8 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %10 = "stablehlo.compare"(%7, %9) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %11 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %13 = "stablehlo.compare"(%7, %12) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %14 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %15 = "stablehlo.compare"(%5, %14) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<4xi1>
    %17 = "stablehlo.compare"(%13, %16) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %18 = "stablehlo.and"(%17, %10) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %19 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %20 = "stablehlo.add"(%7, %19) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %21 = "stablehlo.select"(%18, %20, %7) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"(%21) : (tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%0) : (tensor<i32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.nan_to_num
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0417b3218be5b51ab3fb61d12bf12519c3f8b63903f5d5200be4309cb3fe880ecbe
// out tensor<4x5xf32> 00000000000000800000803f000080bfffff7f7fffff7fff000000000000003f000020c000006040bd3786350000f0417b3218be5b51ab3fb61d12bf12519c3f8b63903f5d5200be4309cb3fe880ecbe
"builtin.module"() <{sym_name = "jit_nan_to_num"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<4x5xf32>):
    %15 = "func.call"(%arg4) <{callee = @nan_to_num}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%15) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "nan_to_num", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x5xf32>):
    %2 = "stablehlo.compare"(%arg3, %arg3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "func.call"(%2, %3, %arg3) <{callee = @_where}> : (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %5 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %7 = "stablehlo.compare"(%4, %6) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %8 = "stablehlo.constant"() <{value = dense<3.40282347E+38> : tensor<f32>}> : () -> tensor<f32>
    %9 = "func.call"(%7, %8, %4) <{callee = @_where}> : (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %10 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %12 = "stablehlo.compare"(%9, %11) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %13 = "stablehlo.constant"() <{value = dense<-3.40282347E+38> : tensor<f32>}> : () -> tensor<f32>
    %14 = "func.call"(%12, %13, %9) <{callee = @_where}> : (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%14) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xi1>, %arg1: tensor<f32>, %arg2: tensor<4x5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %1 = "stablehlo.select"(%arg0, %0, %arg2) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%1) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.clip
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041a9a3bfbfa121a43f9a4989bea74e5a3fd189a73f74cf1b3e4592e6bfe51aa53f
// out tensor<4x5xf32> 00000000000000000000803f000000000000803f000000000000c07f0000003f000000000000803fbd3786350000803f000000000000803f00000000a74e5a3f0000803f74cf1b3e000000000000803f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<4x5xf32>):
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %8 = "func.call"(%arg3, %6, %7) <{callee = @clip}> : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
    "func.return"(%8) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "clip", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %2 = "stablehlo.maximum"(%1, %arg0) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %3 = "stablehlo.convert"(%arg2) : (tensor<i32>) -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %5 = "stablehlo.minimum"(%4, %2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%5) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.where
// in tensor<4xi1> 00010100
// in tensor<4xf32> 2f616bbffa01923f4609bf3f7c6d14bf
// in tensor<4xf32> 59efb7be30ff29bf4711fdbf4f7189bf
// out tensor<4xf32> 59efb7befa01923f4609bf3f4f7189bf
"builtin.module"() <{sym_name = "jit_where"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<4xi1>, %arg4: tensor<4xf32>, %arg5: tensor<4xf32>):
    %1 = "func.call"(%arg3, %arg4, %arg5) <{callee = @_where}> : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%1) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.reduce_precision
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f0418c72cb3f3f2e6ebfd6279c3d33b83f3f5490d3bf428cec3f54d3a2bb296382bf
// out tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040000000000000f0410000cb3f00006ebf00009c3d0000403f0000d4bf0000ed3f0000a3bb000082bf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32, mantissa_bits = 7 : i32}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case astype i32
// in tensor<4x5xf32> 00000000000000800000803f000080bf0000807f000080ff0000c07f0000003f000020c000006040bd3786350000f041b672603e6f5fcf3fcf79a73f60e3723f54fad83ff21fdebf520b8a3fb50615be
// out tensor<4x5xi32> 000000000000000001000000ffffffffffffff7f000000800000000000000000feffffff03000000000000001e0000000000000001000000010000000000000001000000ffffffff0100000000000000
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.convert"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xi32>
    "func.return"(%0) : (tensor<4x5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.bitcast_convert_type
// in tensor<4xf32> 8fec803fd8b650bf4cc805bec130a63f
// out tensor<4xi32> 8fec803fd8b650bf4cc805bec130a63f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xf32>) -> tensor<4xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<4xf32>) -> tensor<4xi32>
    "func.return"(%0) : (tensor<4xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case lax.complex
// in tensor<4xf32> dcfcedbfece255bfbd0a3dbd17f8b33f
// in tensor<4xf32> 6b7c6bbf026aa53f12cb82bfcc9249bf
// out tensor<4xcomplex<f32>> dcfcedbf6b7c6bbfece255bf026aa53fbd0a3dbd12cb82bf17f8b33fcc9249bf
"builtin.module"() <{sym_name = "jit_complex"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>):
    %0 = "stablehlo.complex"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
    "func.return"(%0) : (tensor<4xcomplex<f32>>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case real, imag, conj, abs
// in tensor<4xcomplex<f32>> 5c705c3e99d57fbf53991d3f227f7b3f8998c23f9c3b0a3f8249c23f942de9be
// out tensor<4xf32> 5c705c3e53991d3f8998c23f8249c23f
// out tensor<4xf32> 99d57fbf227f7b3f9c3b0a3f942de9be
// out tensor<4xcomplex<f32>> 5c705c3e99d57f3f53991d3f227f7bbf8998c23f9c3b0abf8249c23f942de93e
// out tensor<4xf32> f2d9823fe965943f7881ce3f1ad8ca3f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xcomplex<f32>>):
    %0 = "stablehlo.real"(%arg0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %1 = "stablehlo.imag"(%arg0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %2 = "stablehlo.real"(%arg0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %3 = "stablehlo.imag"(%arg0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %4 = "stablehlo.negate"(%3) : (tensor<4xf32>) -> tensor<4xf32>
    %5 = "stablehlo.complex"(%2, %4) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
    %6 = "stablehlo.abs"(%arg0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    "func.return"(%0, %1, %5, %6) : (tensor<4xf32>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
