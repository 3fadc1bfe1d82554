// Loops in the form of a scan, which JAX makes of lax.scan and lax.map, are rlx.scan.
// RUN: rlx-translate --import-stablehlo %s | FileCheck %s
"func.func"() <{function_type = (tensor<5x2xf32>, tensor<2xf32>, tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<i32>), sym_name = "main"}> ({
^bb0(%x: tensor<5x2xf32>, %s: tensor<2xf32>, %y: tensor<5x2xf32>):
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // The counter only numbers rows, so it is not carried. Its last value is the length.
  // CHECK: rlx.scan init(%arg1 : tensor<2xf32>) over(%arg0 : tensor<5x2xf32>) length = 5 -> (tensor<2xf32>, tensor<5x2xf32>)
  // CHECK: rlx.constant dense<5> : tensor<i32>
  %fwd:4 = "stablehlo.while"(%x, %zero, %s, %y) ({
  ^bb0(%a: tensor<5x2xf32>, %c: tensor<i32>, %v: tensor<2xf32>, %o: tensor<5x2xf32>):
    %n = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %p = "stablehlo.compare"(%c, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<5x2xf32>, %c: tensor<i32>, %v: tensor<2xf32>, %o: tensor<5x2xf32>):
    %k = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %r = "stablehlo.dynamic_slice"(%a, %c, %k) <{slice_sizes = array<i64: 1, 2>}> : (tensor<5x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %f = "stablehlo.reshape"(%r) : (tensor<1x2xf32>) -> tensor<2xf32>
    %w = "stablehlo.add"(%v, %f) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %u = "stablehlo.reshape"(%w) : (tensor<2xf32>) -> tensor<1x2xf32>
    %q = "stablehlo.dynamic_update_slice"(%o, %u, %c, %k) : (tensor<5x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
    %d = "stablehlo.add"(%c, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%a, %d, %w, %q) : (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>) -> ()
  }) : (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>)
  // CHECK: rlx.scan init(%arg1 : tensor<2xf32>) over(%arg0 : tensor<5x2xf32>) reverse length = 5
  %rev:4 = "stablehlo.while"(%x, %zero, %s, %y) ({
  ^bb0(%a: tensor<5x2xf32>, %c: tensor<i32>, %v: tensor<2xf32>, %o: tensor<5x2xf32>):
    %n = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %p = "stablehlo.compare"(%c, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<5x2xf32>, %c: tensor<i32>, %v: tensor<2xf32>, %o: tensor<5x2xf32>):
    %k = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %five = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %e = "stablehlo.subtract"(%five, %c) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %i = "stablehlo.subtract"(%e, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %r = "stablehlo.dynamic_slice"(%a, %i, %k) <{slice_sizes = array<i64: 1, 2>}> : (tensor<5x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %f = "stablehlo.reshape"(%r) : (tensor<1x2xf32>) -> tensor<2xf32>
    %w = "stablehlo.add"(%v, %f) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %u = "stablehlo.reshape"(%v) : (tensor<2xf32>) -> tensor<1x2xf32>
    %q = "stablehlo.dynamic_update_slice"(%o, %u, %i, %k) : (tensor<5x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
    %d = "stablehlo.add"(%c, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%a, %d, %w, %q) : (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>) -> ()
  }) : (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>)
  // The body computes with the counter.
  // CHECK: rlx.scan init(%{{.*}}, %arg1 : tensor<i32>, tensor<2xf32>) over(%arg0 : tensor<5x2xf32>)
  %used:4 = "stablehlo.while"(%x, %zero, %s, %y) ({
  ^bb0(%a: tensor<5x2xf32>, %c: tensor<i32>, %v: tensor<2xf32>, %o: tensor<5x2xf32>):
    %n = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %p = "stablehlo.compare"(%c, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<5x2xf32>, %c: tensor<i32>, %v: tensor<2xf32>, %o: tensor<5x2xf32>):
    %k = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %r = "stablehlo.dynamic_slice"(%a, %c, %k) <{slice_sizes = array<i64: 1, 2>}> : (tensor<5x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %f = "stablehlo.reshape"(%r) : (tensor<1x2xf32>) -> tensor<2xf32>
    %w = "stablehlo.add"(%v, %f) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %h = "stablehlo.convert"(%c) : (tensor<i32>) -> tensor<f32>
    %g = "stablehlo.broadcast_in_dim"(%h) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2xf32>
    %u = "stablehlo.reshape"(%g) : (tensor<2xf32>) -> tensor<1x2xf32>
    %q = "stablehlo.dynamic_update_slice"(%o, %u, %c, %k) : (tensor<5x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
    %d = "stablehlo.add"(%c, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%a, %d, %w, %q) : (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>) -> ()
  }) : (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>)
  // The body reads rows of the result; or fewer rows are read than there are.
  // CHECK: rlx.while %{{.*}}, %arg1, %arg2 :
  %reads:4 = "stablehlo.while"(%x, %zero, %s, %y) ({
  ^bb0(%a: tensor<5x2xf32>, %c: tensor<i32>, %v: tensor<2xf32>, %o: tensor<5x2xf32>):
    %n = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %p = "stablehlo.compare"(%c, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<5x2xf32>, %c: tensor<i32>, %v: tensor<2xf32>, %o: tensor<5x2xf32>):
    %k = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %r = "stablehlo.dynamic_slice"(%o, %c, %k) <{slice_sizes = array<i64: 1, 2>}> : (tensor<5x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %f = "stablehlo.reshape"(%r) : (tensor<1x2xf32>) -> tensor<2xf32>
    %w = "stablehlo.add"(%v, %f) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %u = "stablehlo.reshape"(%w) : (tensor<2xf32>) -> tensor<1x2xf32>
    %q = "stablehlo.dynamic_update_slice"(%o, %u, %c, %k) : (tensor<5x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
    %d = "stablehlo.add"(%c, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%a, %d, %w, %q) : (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>) -> ()
  }) : (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>)
  // CHECK: rlx.while %{{.*}}, %arg1, %arg2 :
  %fewer:4 = "stablehlo.while"(%x, %zero, %s, %y) ({
  ^bb0(%a: tensor<5x2xf32>, %c: tensor<i32>, %v: tensor<2xf32>, %o: tensor<5x2xf32>):
    %n = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %p = "stablehlo.compare"(%c, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<5x2xf32>, %c: tensor<i32>, %v: tensor<2xf32>, %o: tensor<5x2xf32>):
    %k = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %r = "stablehlo.dynamic_slice"(%a, %c, %k) <{slice_sizes = array<i64: 1, 2>}> : (tensor<5x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %f = "stablehlo.reshape"(%r) : (tensor<1x2xf32>) -> tensor<2xf32>
    %w = "stablehlo.add"(%v, %f) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %u = "stablehlo.reshape"(%w) : (tensor<2xf32>) -> tensor<1x2xf32>
    %q = "stablehlo.dynamic_update_slice"(%o, %u, %c, %k) : (tensor<5x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
    %d = "stablehlo.add"(%c, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%a, %d, %w, %q) : (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>) -> ()
  }) : (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<i32>, tensor<2xf32>, tensor<5x2xf32>)
  "func.return"(%fwd#3, %fwd#1) : (tensor<5x2xf32>, tensor<i32>) -> ()
}) : () -> ()
