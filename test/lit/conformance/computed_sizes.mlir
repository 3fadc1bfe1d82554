// RUN: rlx-check %s

// Sizes that a run computes: elements of computed tensors, and results of control flow.

func.func @count() -> tensor<?xi64> {
  %zero = arith.constant 0 : index
  %x = check.literal dense<[1, 2, 0, 4]> : tensor<4xi64>
  %sum = rlx.reduce_sum %x axes = [0] : (tensor<4xi64>) -> tensor<i64>
  %e = tensor.extract %sum[] : tensor<i64>
  %n = arith.index_cast %e : i64 to index
  %0 = rlx.iota from %zero to [%n] axis = 0 : (index, index) -> tensor<?xi64>
  %w = check.literal dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi64>
  check.expect_eq %0, %w : tensor<?xi64>, tensor<7xi64>
  return %0 : tensor<?xi64>
}

// Rows of a matmul, a normalization and a reduction, and an offset.
func.func @rows() -> (tensor<?x24xf32>, tensor<?xf32>, tensor<?x32xf32>) {
  %zero = arith.constant 0 : index
  %x = check.fill sizes [50, 32] seed 1 : tensor<?x32xf32>
  %w = check.fill seed 2 as param : tensor<32x24xf32>
  %k = check.literal dense<[20, 3]> : tensor<2xi64>
  %twice = rlx.add %k, %k : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %e = tensor.extract %twice[%zero] : tensor<2xi64>
  %n = arith.index_cast %e : i64 to index
  %one = arith.constant 1 : index
  %f = tensor.extract %twice[%one] : tensor<2xi64>
  %from = arith.index_cast %f : i64 to index
  %part = rlx.slice %x from [%from, 0] sizes [%n, 32] : (tensor<?x32xf32>, index, index) -> tensor<?x32xf32>
  %0 = rlx.matmul %part, %w : (tensor<?x32xf32>, tensor<32x24xf32>) -> tensor<?x24xf32>
  %p = rlx.softmax %part axis = -1 : (tensor<?x32xf32>) -> tensor<?x32xf32>
  %1 = rlx.reduce_max %p axes = [1] : (tensor<?x32xf32>) -> tensor<?xf32>
  %2 = rlx.concat %part, %x axis = 0 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x32xf32>
  return %0, %1, %2 : tensor<?x24xf32>, tensor<?xf32>, tensor<?x32xf32>
}

// No elements at all.
func.func @none() -> (tensor<?x4xf32>, tensor<4xf32>) {
  %x = check.fill sizes [7, 4] seed 3 : tensor<?x4xf32>
  %k = check.literal dense<0> : tensor<i32>
  %same = rlx.neg %k : (tensor<i32>) -> tensor<i32>
  %e = tensor.extract %same[] : tensor<i32>
  %n = arith.index_cast %e : i32 to index
  %part = rlx.slice %x from [0, 0] sizes [%n, 4] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  %0 = rlx.exp %part : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.reduce_sum %0 axes = [0] : (tensor<?x4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<4xf32>
}

// One size decides how another is computed.
func.func @chain() -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %x = check.fill sizes [33] seed 4 : tensor<?xf32>
  %k = check.literal dense<[4, 9, 2, 6]> : tensor<4xi64>
  %top, %at = rlx.top_k %k k = 2 axis = 0 : (tensor<4xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  %e = tensor.extract %top[%zero] : tensor<2xi64>
  %n = arith.index_cast %e : i64 to index
  %count = rlx.iota from %zero to [%n] axis = 0 : (index, index) -> tensor<?xi64>
  %sum = rlx.reduce_sum %count axes = [0] : (tensor<?xi64>) -> tensor<i64>
  %f = tensor.extract %sum[] : tensor<i64>
  %all = arith.index_cast %f : i64 to index
  %less = arith.constant 33 : index
  %m = arith.minsi %all, %less : index
  %0 = rlx.slice %x from [0] sizes [%m] : (tensor<?xf32>, index) -> tensor<?xf32>
  %1 = rlx.mul %0, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Branches of different sizes.
func.func @then_branch() -> tensor<?x3xf32> {
  %x = check.fill sizes [5, 3] seed 5 : tensor<?x3xf32>
  %p = check.literal dense<true> : tensor<i1>
  %0 = rlx.if %p : tensor<i1> -> (tensor<?x3xf32>) {
    %1 = rlx.concat %x, %x, %x axis = 0 : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    rlx.yield %1 : tensor<?x3xf32>
  } else {
    %1 = rlx.slice %x from [1, 0] sizes [1, 3] : (tensor<?x3xf32>) -> tensor<1x3xf32>
    rlx.yield %1 : tensor<1x3xf32>
  }
  %2 = rlx.neg %0 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}

func.func @else_branch() -> tensor<?x3xf32> {
  %x = check.fill sizes [5, 3] seed 5 : tensor<?x3xf32>
  %p = check.literal dense<false> : tensor<i1>
  %0 = rlx.if %p : tensor<i1> -> (tensor<?x3xf32>) {
    %1 = rlx.concat %x, %x, %x axis = 0 : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    rlx.yield %1 : tensor<?x3xf32>
  } else {
    %1 = rlx.slice %x from [1, 0] sizes [1, 3] : (tensor<?x3xf32>) -> tensor<1x3xf32>
    rlx.yield %1 : tensor<1x3xf32>
  }
  %2 = rlx.neg %0 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}

// Carried values that grow and shrink, and swap.
func.func @loop() -> (tensor<i64>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %x = check.fill sizes [3, 2] seed 6 : tensor<?x2xf32>
  %y = check.fill sizes [1, 2] seed 7 : tensor<?x2xf32>
  %k = check.literal dense<5> : tensor<i64>
  %one = rlx.constant dense<1> : tensor<i64>
  %zero = rlx.constant dense<0> : tensor<i64>
  %0:3 = rlx.while %k, %x, %y : (tensor<i64>, tensor<?x2xf32>, tensor<?x2xf32>) -> (tensor<i64>, tensor<?x2xf32>, tensor<?x2xf32>)
      varying = [1, 0, 2, 0] cond {
  ^bb0(%i: tensor<i64>, %a: tensor<?x2xf32>, %b: tensor<?x2xf32>):
    %more = rlx.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %a: tensor<?x2xf32>, %b: tensor<?x2xf32>):
    %1 = rlx.sub %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = rlx.concat %a, %b axis = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
    %3 = rlx.exp %2 : (tensor<?x2xf32>) -> tensor<?x2xf32>
    %4 = rlx.neg %3 : (tensor<?x2xf32>) -> tensor<?x2xf32>
    rlx.yield %1, %4, %a : tensor<i64>, tensor<?x2xf32>, tensor<?x2xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<i64>, tensor<?x2xf32>, tensor<?x2xf32>
}

// A branch inside a loop, and a loop that never runs.
func.func @nested() -> (tensor<?xi64>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %x = check.literal dense<[7]> : tensor<1xi64>
  %k = check.literal dense<6> : tensor<i64>
  %one = rlx.constant dense<1> : tensor<i64>
  %two = rlx.constant dense<2> : tensor<i64>
  %zero = rlx.constant dense<0> : tensor<i64>
  %0:2 = rlx.while %k, %x : (tensor<i64>, tensor<1xi64>) -> (tensor<i64>, tensor<?xi64>)
      varying = [1, 0] cond {
  ^bb0(%i: tensor<i64>, %a: tensor<?xi64>):
    %more = rlx.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %a: tensor<?xi64>):
    %1 = rlx.sub %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %half = rlx.fmod %i, %two : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %odd = rlx.compare eq %half, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %next = rlx.if %odd : tensor<i1> -> (tensor<?xi64>) {
      %n = tensor.dim %a, %c0 : tensor<?xi64>
      %numbers = rlx.iota from %c0 to [%n] axis = 0 : (index, index) -> tensor<?xi64>
      %2 = rlx.concat %a, %numbers axis = 0 : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
      rlx.yield %2 : tensor<?xi64>
    } else {
      %e = tensor.extract %i[] : tensor<i64>
      %n = arith.index_cast %e : i64 to index
      %numbers = rlx.iota from %n to [%n] axis = 0 : (index, index) -> tensor<?xi64>
      %2 = rlx.concat %numbers, %a axis = 0 : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
      rlx.yield %2 : tensor<?xi64>
    }
    rlx.yield %1, %next : tensor<i64>, tensor<?xi64>
  }
  %5:2 = rlx.while %zero, %0#1 : (tensor<i64>, tensor<?xi64>) -> (tensor<i64>, tensor<?xi64>)
      varying = [1, 0] cond {
  ^bb0(%i: tensor<i64>, %a: tensor<?xi64>):
    %more = rlx.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %a: tensor<?xi64>):
    %2 = rlx.concat %a, %a axis = 0 : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
    rlx.yield %i, %2 : tensor<i64>, tensor<?xi64>
  }
  return %0#1, %5#1 : tensor<?xi64>, tensor<?xi64>
}

// An op behind a loop needs a row, and the loop starts with none.
func.func @behind() -> tensor<2xf32> {
  %none = check.fill sizes [0, 2] seed 8 : tensor<0x2xf32>
  %row = check.fill sizes [1, 2] seed 9 : tensor<1x2xf32>
  %k = check.literal dense<4> : tensor<i64>
  %one = rlx.constant dense<1> : tensor<i64>
  %zero = rlx.constant dense<0> : tensor<i64>
  %0:2 = rlx.while %k, %none : (tensor<i64>, tensor<0x2xf32>) -> (tensor<i64>, tensor<?x2xf32>)
      varying = [1, 0] cond {
  ^bb0(%i: tensor<i64>, %a: tensor<?x2xf32>):
    %more = rlx.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %a: tensor<?x2xf32>):
    %1 = rlx.sub %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = rlx.concat %a, %row axis = 0 : (tensor<?x2xf32>, tensor<1x2xf32>) -> tensor<?x2xf32>
    rlx.yield %1, %2 : tensor<i64>, tensor<?x2xf32>
  }
  %3 = rlx.gather %0#1, %one axis = 0 : (tensor<?x2xf32>, tensor<i64>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// A loop carries a size that a branch decided.
func.func @carries() -> (tensor<i64>, tensor<?x3xf32>) {
  %x = check.fill sizes [2, 3] seed 5 : tensor<?x3xf32>
  %y = check.fill sizes [4, 3] seed 6 : tensor<?x3xf32>
  %p = check.literal dense<true> : tensor<i1>
  %k = check.literal dense<2> : tensor<i64>
  %one = rlx.constant dense<1> : tensor<i64>
  %zero = rlx.constant dense<0> : tensor<i64>
  %0 = rlx.if %p : tensor<i1> -> (tensor<?x3xf32>) {
    %1 = rlx.concat %x, %x axis = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    rlx.yield %1 : tensor<?x3xf32>
  } else {
    rlx.yield %x : tensor<?x3xf32>
  }
  %2:2 = rlx.while %k, %0 : (tensor<i64>, tensor<?x3xf32>) -> (tensor<i64>, tensor<?x3xf32>) cond {
  ^bb0(%i: tensor<i64>, %a: tensor<?x3xf32>):
    %more = rlx.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %a: tensor<?x3xf32>):
    %1 = rlx.sub %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %3 = rlx.sub %y, %a : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    rlx.yield %1, %3 : tensor<i64>, tensor<?x3xf32>
  }
  return %2#0, %2#1 : tensor<i64>, tensor<?x3xf32>
}
