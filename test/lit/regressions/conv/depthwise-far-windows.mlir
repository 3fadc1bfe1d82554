// Windows far apart: the compiler visited each of the 10^10 columns between the windows of a tile.
// RUN: rlx-run %s --input=a0=2x4x1x19xf32=random:1 --input=a1=19xf32=random:2 \
// RUN:   --input=a2=9x19xf32=random:3 --input=a3=2x4x5x19xf32=random:4 --compare=reference | FileCheck %s
// CHECK: agree
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{rlx.kind = "input", rlx.name = "a0"}, {rlx.kind = "input", rlx.name = "a1"}, {rlx.kind = "input", rlx.name = "a2"}, {rlx.kind = "input", rlx.name = "a3"}], function_type = (tensor<?x?x?x19xf32>, tensor<19xf32>, tensor<9x19xf32>, tensor<?x?x?x19xf32>) -> tensor<?x?x?x19xf32>, res_attrs = [{rlx.name = "r0"}], sym_name = "epilogue_residual_dynamic"}> ({
  ^bb0(%arg0: tensor<?x?x?x19xf32>, %arg1: tensor<19xf32>, %arg2: tensor<9x19xf32>, %arg3: tensor<?x?x?x19xf32>):
    %0 = "rlx.depthwise_conv"(%arg3, %arg2, %arg1) <{dilations = array<i64: 1, 1>, kernel_shape = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 1, 2147483647>}> : (tensor<?x?x?x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<?x?x?x19xf32>
    %1 = "rlx.add"(%0, %arg0) : (tensor<?x?x?x19xf32>, tensor<?x?x?x19xf32>) -> tensor<?x?x?x19xf32>
    %2 = "rlx.relu"(%1) : (tensor<?x?x?x19xf32>) -> tensor<?x?x?x19xf32>
    "func.return"(%2) : (tensor<?x?x?x19xf32>) -> ()
  }) : () -> ()
}) : () -> ()
