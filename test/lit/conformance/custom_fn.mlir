// RUN: rlx-check %s

func.func @literals() -> tensor<3xf32> {
  %a = check.literal dense<[1.5, -2.0, 0.25]> : tensor<3xf32>
  %b = check.literal dense<[2.0, 3.0, 4.0]> : tensor<3xf32>
  %0 = rlx.custom_fn %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    %1 = rlx.mul %x, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    rlx.yield %1 : tensor<3xf32>
  }
  %w = check.literal dense<[3.0, -6.0, 1.0]> : tensor<3xf32>
  check.expect_eq %0, %w : tensor<3xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Several results whose sizes follow from the body, among fused ops. Derivatives are not used.
func.func @dynamic() -> (tensor<?x4xf64>, tensor<?xf64>) {
  %a = check.fill sizes [3, 4] seed 1 : tensor<?x4xf64>
  %n = rlx.neg %a : (tensor<?x4xf64>) -> tensor<?x4xf64>
  %0:2 = rlx.custom_fn %n : (tensor<?x4xf64>) -> (tensor<?x4xf64>, tensor<?xf64>) {
  ^bb0(%x: tensor<?x4xf64>):
    %1 = rlx.softmax %x axis = -1 : (tensor<?x4xf64>) -> tensor<?x4xf64>
    %2 = rlx.reduce_max %1 axes = [1] : (tensor<?x4xf64>) -> tensor<?xf64>
    rlx.yield %1, %2 : tensor<?x4xf64>, tensor<?xf64>
  } vjp {
  ^bb0(%x: tensor<?x4xf64>, %y: tensor<?x4xf64>, %m: tensor<?xf64>, %dy: tensor<?x4xf64>, %dm: tensor<?xf64>):
    rlx.yield %dy : tensor<?x4xf64>
  } jvp {
  ^bb0(%x: tensor<?x4xf64>, %dx: tensor<?x4xf64>):
    %1 = rlx.reduce_max %dx axes = [1] : (tensor<?x4xf64>) -> tensor<?xf64>
    rlx.yield %dx, %1 : tensor<?x4xf64>, tensor<?xf64>
  }
  return %0#0, %0#1 : tensor<?x4xf64>, tensor<?xf64>
}

// The body may return an operand, and functions may be nested.
func.func @nested() -> (tensor<2xi32>, tensor<2xi32>) {
  %a = check.literal dense<[7, -3]> : tensor<2xi32>
  %0:2 = rlx.custom_fn %a : (tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  ^bb0(%x: tensor<2xi32>):
    %1 = rlx.custom_fn %x : (tensor<2xi32>) -> tensor<2xi32> {
    ^bb0(%y: tensor<2xi32>):
      %2 = rlx.add %y, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
      rlx.yield %2 : tensor<2xi32>
    }
    rlx.yield %1, %x : tensor<2xi32>, tensor<2xi32>
  }
  return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
}

func.func @half_and_empty() -> (tensor<4xf16>, tensor<?xbf16>) {
  %a = check.fill seed 1 : tensor<4xf16>
  %b = check.fill sizes [0] seed 1 : tensor<?xbf16>
  %0:2 = rlx.custom_fn %a, %b : (tensor<4xf16>, tensor<?xbf16>) -> (tensor<4xf16>, tensor<?xbf16>) {
  ^bb0(%x: tensor<4xf16>, %y: tensor<?xbf16>):
    %1 = rlx.tanh %x : (tensor<4xf16>) -> tensor<4xf16>
    %2 = rlx.tanh %y : (tensor<?xbf16>) -> tensor<?xbf16>
    rlx.yield %1, %2 : tensor<4xf16>, tensor<?xbf16>
  }
  return %0#0, %0#1 : tensor<4xf16>, tensor<?xbf16>
}

// Control flow inside, which is only partly known at compile time.
func.func @branches() -> tensor<?x4xf32> {
  %x = check.fill sizes [3, 4] seed 1 : tensor<?x4xf32>
  %p = check.literal dense<true> : tensor<i1>
  %c = check.fill seed 2 as param : tensor<4xf32>
  %0 = rlx.custom_fn %x, %p, %c : (tensor<?x4xf32>, tensor<i1>, tensor<4xf32>) -> tensor<?x4xf32> {
  ^bb0(%a: tensor<?x4xf32>, %q: tensor<i1>, %b: tensor<4xf32>):
    %e = rlx.exp %b : (tensor<4xf32>) -> tensor<4xf32>
    %1 = rlx.if %q : tensor<i1> -> (tensor<?x4xf32>) {
      %2 = rlx.mul %a, %e : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
      rlx.yield %2 : tensor<?x4xf32>
    } else {
      rlx.yield %a : tensor<?x4xf32>
    }
    rlx.yield %1 : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}

// Static and dynamic sizes meet, in both directions, at the body's arguments and results.
func.func @body_knows_more() -> tensor<2x3xf32> {
  %a = check.fill sizes [2, 3] seed 1 : tensor<?x?xf32>
  %0 = rlx.custom_fn %a : (tensor<?x?xf32>) -> tensor<2x3xf32> {
  ^bb0(%x: tensor<2x3xf32>):
    %1 = rlx.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    rlx.yield %1 : tensor<2x3xf32>
  }
  return %0 : tensor<2x3xf32>
}

func.func @body_knows_less() -> tensor<4xf32> {
  %a = check.fill seed 1 : tensor<4xf32>
  %0 = rlx.custom_fn %a : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%x: tensor<?xf32>):
    %1 = rlx.neg %x : (tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<4xf32>
}

func.func @identity() -> tensor<4xf32> {
  %a = check.fill sizes [4] seed 1 : tensor<?xf32>
  %0 = rlx.custom_fn %a : (tensor<?xf32>) -> tensor<4xf32> {
  ^bb0(%x: tensor<?xf32>):
    rlx.yield %x : tensor<?xf32>
  }
  return %0 : tensor<4xf32>
}

func.func @in_a_loop() -> (tensor<?xf32>, tensor<?xf32>) {
  %n = check.literal dense<3> : tensor<i32>
  %a = check.fill sizes [4] seed 1 : tensor<?xf32>
  %b = check.fill sizes [4] seed 2 : tensor<?xf32>
  %0:3 = rlx.while %n, %a, %b : (tensor<i32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>, tensor<?xf32>) cond {
  ^bb0(%i: tensor<i32>, %p: tensor<?xf32>, %q: tensor<?xf32>):
    %zero = rlx.constant dense<0> : tensor<i32>
    %more = rlx.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %p: tensor<?xf32>, %q: tensor<?xf32>):
    %one = rlx.constant dense<1> : tensor<i32>
    %1 = rlx.sub %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2:2 = rlx.custom_fn %p, %q : (tensor<?xf32>, tensor<?xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    ^bb0(%c: tensor<4xf32>, %d: tensor<4xf32>):
      rlx.yield %d, %c : tensor<4xf32>, tensor<4xf32>
    }
    rlx.yield %1, %2#0, %2#1 : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  check.expect_eq %0#1, %b : tensor<?xf32>, tensor<?xf32>
  return %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>
}

// One value for several results with different declared types.
func.func @yielded_twice() -> (tensor<4xf32>, tensor<?xf32>) {
  %a = check.fill sizes [4] seed 1 : tensor<?xf32>
  %0:2 = rlx.custom_fn %a : (tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
  ^bb0(%x: tensor<?xf32>):
    %1 = rlx.neg %x : (tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1, %1 : tensor<?xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<?xf32>
}
