// Reductions, windows, sorts, convolutions and linear algebra.
// RUN: rlx-translate --import-stablehlo %s | FileCheck %s

"func.func"() <{function_type = (tensor<3x4xf32>, tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<1x4x4x3xf32>, tensor<f32>, tensor<4xcomplex<f32>>, tensor<3x3xf32>, tensor<2xui64>) -> tensor<3x4xf32>, sym_name = "main"}> ({
^bb0(%x: tensor<3x4xf32>, %img: tensor<1x8x8x3xf32>, %flt: tensor<3x3x3x4xf32>, %g: tensor<1x4x4x3xf32>, %s: tensor<f32>, %z: tensor<4xcomplex<f32>>, %a: tensor<3x3xf32>, %st: tensor<2xui64>):
  // CHECK-LABEL: func.func @main(
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %inf = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  // CHECK: rlx.reduce_sum %arg0 axes = [1]
  %r101 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %h: tensor<f32>):
    %t = "stablehlo.add"(%l, %h) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK: rlx.reduce_max %arg0 axes = [1]
  %r102 = "stablehlo.reduce"(%x, %inf) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %h: tensor<f32>):
    %t = "stablehlo.maximum"(%l, %h) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK: %[[SUM:.*]] = rlx.reduce_sum %arg0 axes = [1]
  // CHECK: rlx.add %[[SUM]], %arg4
  %r103 = "stablehlo.reduce"(%x, %s) <{dimensions = array<i64: 1>}> ({
  ^bb0(%l: tensor<f32>, %h: tensor<f32>):
    %t = "stablehlo.add"(%l, %h) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK: rlx.slice %arg0 from [0, 0] sizes [1, 4] strides = [2, 1]
  // CHECK: rlx.atan 
  %r104 = "stablehlo.reduce"(%x, %s) <{dimensions = array<i64: 0>}> ({
  ^bb0(%l: tensor<f32>, %h: tensor<f32>):
    %t = "stablehlo.atan2"(%l, %h) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: rlx.pool max %arg1 kernel = [2, 2] strides = [2, 2]
  %r105 = "stablehlo.reduce_window"(%img, %inf) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<0> : tensor<4x2xi64>}> ({
  ^bb0(%l: tensor<f32>, %h: tensor<f32>):
    %t = "stablehlo.maximum"(%l, %h) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<1x8x8x3xf32>, tensor<f32>) -> tensor<1x4x4x3xf32>
  // CHECK: rlx.cumsum %arg0 axis = 1
  %r106 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%l: tensor<f32>, %h: tensor<f32>):
    %t = "stablehlo.add"(%l, %h) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  // CHECK: rlx.slice %arg0 from [1, 0] sizes [2, 4]
  // CHECK: rlx.mul
  %r107 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%l: tensor<f32>, %h: tensor<f32>):
    %t = "stablehlo.multiply"(%l, %h) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  // CHECK: rlx.max_pool_backward %arg1, %arg3 kernel = [2, 2]
  %r108 = "stablehlo.select_and_scatter"(%img, %g, %zero) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<0> : tensor<4x2xi64>}> ({
  ^bb0(%l: tensor<f32>, %h: tensor<f32>):
    %t = "stablehlo.compare"(%l, %h) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%t) : (tensor<i1>) -> ()
  }, {
  ^bb0(%l: tensor<f32>, %h: tensor<f32>):
    %t = "stablehlo.add"(%l, %h) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<1x8x8x3xf32>, tensor<1x4x4x3xf32>, tensor<f32>) -> tensor<1x8x8x3xf32>
  // CHECK: rlx.transpose %arg2 perm = [3, 2, 0, 1]
  // CHECK: rlx.conv %arg1, %{{.*}} strides = [2, 2] pads = [0, 0, 1, 1] dilations = [1, 1] data_format = channels_last
  %r109 = "stablehlo.convolution"(%img, %flt) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_strides = array<i64: 2, 2>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>
  // CHECK: rlx.fft complex %arg5 axis = 0 {inverse = true}
  %r110 = "stablehlo.fft"(%z) <{fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 4>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  // CHECK: %[[V:.*]], %[[ORDER:.*]] = rlx.sort %arg0 axis = 1 {descending = true}
  // CHECK: rlx.gather_elements %arg0, %[[ORDER]] axis = 1
  %r111 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l: tensor<f32>, %h: tensor<f32>):
    %t = "stablehlo.compare"(%l, %h) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%t) : (tensor<i1>) -> ()
  }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: rlx.top_k %arg0 k = 2 axis = 1
  // CHECK: rlx.cast %{{.*}} to i32
  %r112:2 = "chlo.top_k"(%x) <{k = 2 : i64}> : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  // CHECK: rlx.while
  // CHECK: rlx.sqrt
  %r113 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: rlx.while
  // CHECK: rlx.matmul
  %r114 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: rlx.shift_right
  // CHECK: rlx.slice %{{.*}} from [0] sizes [6]
  %r115:2 = "stablehlo.rng_bit_generator"(%st) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  "func.return"(%x) : (tensor<3x4xf32>) -> ()
}) : () -> ()
