// Loops and branches; an index outside of the branches of a case selects the last one.
// RUN: rlx-translate --import-stablehlo %s | FileCheck %s

"func.func"() <{function_type = (tensor<4xf32>, tensor<i32>, tensor<i1>) -> tensor<4xf32>, sym_name = "main"}> ({
^bb0(%x: tensor<4xf32>, %k: tensor<i32>, %p: tensor<i1>):
  // CHECK-LABEL: func.func @main(
  // CHECK: rlx.while %arg1, %arg0
  // CHECK: rlx.compare lt
  // CHECK: rlx.add %{{.*}}, %arg0
  // CHECK: rlx.yield
  %r116:2 = "stablehlo.while"(%k, %x) ({
  ^bb0(%i: tensor<i32>, %v: tensor<4xf32>):
    %c = "stablehlo.compare"(%i, %k) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %v: tensor<4xf32>):
    %w = "stablehlo.add"(%v, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %j = "stablehlo.add"(%i, %k) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%j, %w) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
  // A value that the body does not change is not carried.
  // CHECK: rlx.while %arg0 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: rlx.compare lt %arg1, %arg1
  %kept:2 = "stablehlo.while"(%k, %x) ({
  ^bb0(%i: tensor<i32>, %v: tensor<4xf32>):
    %c = "stablehlo.compare"(%i, %k) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %v: tensor<4xf32>):
    %w = "stablehlo.add"(%v, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%i, %w) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
  // CHECK: rlx.if %arg2
  // CHECK: rlx.sin
  // CHECK: else
  // CHECK: rlx.cos
  %r117 = "stablehlo.if"(%p) ({
    %t = "stablehlo.sine"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%t) : (tensor<4xf32>) -> ()
  }, {
    %t = "stablehlo.cosine"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%t) : (tensor<4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<4xf32>
  // CHECK: rlx.compare eq %arg1
  // CHECK: rlx.if
  // CHECK: rlx.sin
  // CHECK: else
  // CHECK: rlx.if
  // CHECK: rlx.cos
  // CHECK: else
  // CHECK: rlx.tanh
  %r118 = "stablehlo.case"(%k) ({
    %t = "stablehlo.sine"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%t) : (tensor<4xf32>) -> ()
  }, {
    %t = "stablehlo.cosine"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%t) : (tensor<4xf32>) -> ()
  }, {
    %t = "stablehlo.tanh"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%t) : (tensor<4xf32>) -> ()
  }) : (tensor<i32>) -> tensor<4xf32>
  "func.return"(%x) : (tensor<4xf32>) -> ()
}) : () -> ()
