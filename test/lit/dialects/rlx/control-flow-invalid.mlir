// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @yield_c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.yield' op expects to end a region of an rlx op}}
  rlx.yield %x : tensor<2xf32>
}

// -----

func.func @if_c1(%p: tensor<1xi1>, %x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.if' op expects a scalar predicate, but got one of shape 1}}
  %0 = rlx.if %p : tensor<1xi1> -> (tensor<2xf32>) {
    rlx.yield %x : tensor<2xf32>
  } else {
    rlx.yield %x : tensor<2xf32>
  }
  return
}

// -----

func.func @if_c2(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.if' op expects both regions to yield equally many values, but got 1 and 2}}
  %0 = rlx.if %p : tensor<i1> -> (tensor<2xf32>) {
    rlx.yield %x : tensor<2xf32>
  } else {
    rlx.yield %x, %x : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

func.func @if_c3(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error@+1 {{'rlx.if' op expects both regions to yield one element type for result #0, but got tensor<2xf32> and tensor<2xf64>}}
  %0 = rlx.if %p : tensor<i1> -> (tensor<2xf32>) {
    rlx.yield %x : tensor<2xf32>
  } else {
    rlx.yield %y : tensor<2xf64>
  }
  return
}

// -----

func.func @if_c4(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<3x1xf32>) {
  // expected-error@+1 {{'rlx.if' op expects both regions to yield one rank for result #0, but got tensor<2xf32> and tensor<3x1xf32>}}
  %0 = rlx.if %p : tensor<i1> -> (tensor<2xf32>) {
    rlx.yield %x : tensor<2xf32>
  } else {
    rlx.yield %y : tensor<3x1xf32>
  }
  return
}

// -----

func.func @if_c5(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.if' op expects 0 arguments of its second region, but got 1}}
  %0 = rlx.if %p : tensor<i1> -> (tensor<2xf32>) {
    rlx.yield %x : tensor<2xf32>
  } else {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %x : tensor<2xf32>
  }
  return
}

// -----

func.func @no_yield(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.if' op expects two regions that end with rlx.yield}}
  "rlx.if"(%p) ({
    %1 = rlx.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  }, {
    rlx.yield
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @while_c1(%p: tensor<i1>) {
  // expected-error@+1 {{'rlx.while' op expects at least one carried value}}
  rlx.while : () -> () cond {
    rlx.yield %p : tensor<i1>
  } do {
    rlx.yield
  }
  return
}

// -----

func.func @while_c2(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.while' op expects a condition that yields one tensor<i1>, but got tensor<2xf32>}}
  %0 = rlx.while %x : (tensor<2xf32>) -> tensor<2xf32> cond {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %a : tensor<2xf32>
  } do {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %a : tensor<2xf32>
  }
  return
}

// -----

func.func @while_c3(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.while' op expects the body to yield 1 values, one for each carried one, but got 2}}
  %0 = rlx.while %x : (tensor<2xf32>) -> tensor<2xf32> cond {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %p : tensor<i1>
  } do {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %a, %a : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

func.func @while_c4(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.while' op expects the body to yield for carried value #0 the type it starts with, tensor<2xf32>, but got tensor<4xf32>}}
  %0 = rlx.while %x : (tensor<2xf32>) -> tensor<2xf32> cond {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %p : tensor<i1>
  } do {
  ^bb0(%a: tensor<2xf32>):
    %1 = rlx.concat %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    rlx.yield %1 : tensor<4xf32>
  }
  return
}

// -----

func.func @while_c5(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.while' op expects 1 arguments of its condition, but got 0}}
  %0 = rlx.while %x : (tensor<2xf32>) -> tensor<2xf32> cond {
    rlx.yield %p : tensor<i1>
  } do {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %a : tensor<2xf32>
  }
  return
}

// -----

func.func @while_c6(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.while' op expects argument #0 of its body to have type 'tensor<2xf32>', but got 'tensor<2xf64>'}}
  %0 = rlx.while %x : (tensor<2xf32>) -> tensor<2xf32> cond {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %p : tensor<i1>
  } do {
  ^bb0(%a: tensor<2xf64>):
    rlx.yield %x : tensor<2xf32>
  }
  return
}

// -----

func.func @while_c7(%p: tensor<i1>, %x: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.while' op expects pairs of a carried value and one of its dimensions in 'varying', but got array<i64: 0, 1>}}
  %0 = rlx.while %x : (tensor<?xf32>) -> tensor<?xf32> varying = [0, 1] cond {
  ^bb0(%a: tensor<?xf32>):
    rlx.yield %p : tensor<i1>
  } do {
  ^bb0(%a: tensor<?xf32>):
    rlx.yield %a : tensor<?xf32>
  }
  return
}

// -----

func.func @scan_c1(%x: tensor<f32>) {
  // expected-error@+1 {{'rlx.scan' op expects inputs of rank 1 or more, but input #0 is a scalar}}
  %0 = rlx.scan over(%x : tensor<f32>) -> (tensor<?xf32>) {
  ^bb0(%a: tensor<f32>):
    rlx.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @scan_c2(%x: tensor<f32>) {
  // expected-error@+1 {{'rlx.scan' op expects an input or a length}}
  %0 = rlx.scan init(%x : tensor<f32>) -> (tensor<f32>) {
  ^bb0(%a: tensor<f32>):
    rlx.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @scan_c2_negative(%x: tensor<f32>) {
  // expected-error@+1 {{'rlx.scan' op expects a length that is not negative, but got -1}}
  %0 = rlx.scan init(%x : tensor<f32>) length = -1 -> (tensor<f32>) {
  ^bb0(%a: tensor<f32>):
    rlx.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @scan_c3(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.scan' op expects one length, but input #1 has 3 rows and what comes before it 2}}
  %0 = rlx.scan over(%x, %y : tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>) {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    rlx.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @scan_c4(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.scan' op expects the body to yield 1 values or more, one for each carried one, but got 0}}
  %0 = rlx.scan init(%x : tensor<2xf32>) length = 2 -> (tensor<2xf32>) {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield
  }
  return
}

// -----

func.func @scan_c5(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error@+1 {{'rlx.scan' op expects the body to yield for carried value #0 the type it starts with, tensor<2xf32>, but got tensor<2xf64>}}
  %0 = rlx.scan init(%x : tensor<2xf32>) length = 2 -> (tensor<2xf32>) {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %y : tensor<2xf64>
  }
  return
}

// -----

func.func @scan_c6(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.scan' op expects num_checkpoints in [0, 2], and 0 with reverse, but got 3}}
  %0 = rlx.scan over(%x : tensor<2xf32>) num_checkpoints = 3 -> (tensor<3xf32>) {
  ^bb0(%a: tensor<f32>):
    rlx.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @scan_c6_reverse(%x: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.scan' op expects num_checkpoints in [0, ?], and 0 with reverse, but got 1}}
  %0 = rlx.scan over(%x : tensor<?xf32>) reverse num_checkpoints = 1 -> (tensor<1xf32>) {
  ^bb0(%a: tensor<f32>):
    rlx.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @scan_c7(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.scan' op expects 1 arguments of its body, but got 2}}
  %0 = rlx.scan over(%x : tensor<2xf32>) -> (tensor<2xf32>) {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    rlx.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @scan_c8(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.scan' op expects argument #0 of its body to have type 'tensor<3xf32>', but got 'tensor<2x3xf32>'}}
  %0 = rlx.scan over(%x : tensor<2x3xf32>) -> (tensor<2x2x3xf32>) {
  ^bb0(%a: tensor<2x3xf32>):
    rlx.yield %a : tensor<2x3xf32>
  }
  return
}

// -----

func.func @scan_backward_c1(%h: tensor<2xf32>, %x: tensor<4x3xf32>, %d: tensor<2xf32>, %q: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.scan_backward' op expects the body to yield for carried value #0 the type it starts with, tensor<2xf32>, but got tensor<3xf32>}}
  %0:2 = rlx.scan_backward init(%h : tensor<2xf32>) over(%x : tensor<4x3xf32>) gradients(%d : tensor<2xf32>)
      -> (tensor<2xf32>, tensor<4x3xf32>) forward {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>):
    rlx.yield %a : tensor<3xf32>
  } vjp {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>, %ds: tensor<2xf32>):
    rlx.yield %ds, %a : tensor<2xf32>, tensor<3xf32>
  }
  return
}

// -----

func.func @scan_backward_c2(%h: tensor<2xf32>, %x: tensor<4x3xf32>, %d: tensor<2xf32>, %q: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.scan_backward' op expects gradients of the types of the scan's results, tensor<2xf32>, tensor<4x3xf32>, but got tensor<2xf32>}}
  %0:2 = rlx.scan_backward init(%h : tensor<2xf32>) over(%x : tensor<4x3xf32>) gradients(%d : tensor<2xf32>)
      -> (tensor<2xf32>, tensor<4x3xf32>) forward {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>):
    rlx.yield %s, %a : tensor<2xf32>, tensor<3xf32>
  } vjp {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>, %ds: tensor<2xf32>):
    rlx.yield %ds, %a : tensor<2xf32>, tensor<3xf32>
  }
  return
}

// -----

func.func @scan_backward_c3(%h: tensor<2xf32>, %x: tensor<4x3xf32>, %d: tensor<2xf32>, %q: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.scan_backward' op expects num_checkpoints to divide the length, 4, but got 3}}
  %0:2 = rlx.scan_backward init(%h : tensor<2xf32>) over(%x : tensor<4x3xf32>) gradients(%d : tensor<2xf32>) num_checkpoints = 3
      -> (tensor<2xf32>, tensor<4x3xf32>) forward {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>):
    rlx.yield %s : tensor<2xf32>
  } vjp {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>, %ds: tensor<2xf32>):
    rlx.yield %ds, %a : tensor<2xf32>, tensor<3xf32>
  }
  return
}

// -----

func.func @scan_backward_c7(%h: tensor<2xf32>, %x: tensor<?x3xf32>, %d: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.scan_backward' op expects blocks of at most 17592186044416 elements in all, but num_checkpoints is 9223372036854775807}}
  %0:2 = rlx.scan_backward init(%h : tensor<2xf32>) over(%x : tensor<?x3xf32>) gradients(%d : tensor<2xf32>) num_checkpoints = 9223372036854775807
      -> (tensor<2xf32>, tensor<?x3xf32>) forward {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>):
    rlx.yield %s : tensor<2xf32>
  } vjp {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>, %ds: tensor<2xf32>):
    rlx.yield %ds, %a : tensor<2xf32>, tensor<3xf32>
  }
  return
}

// -----

func.func @scan_backward_c7_rows(%h: tensor<f32>, %x: tensor<?x3xf32>, %d: tensor<f32>) {
  // expected-error@+1 {{'rlx.scan_backward' op expects blocks of at most 17592186044416 elements in all, but num_checkpoints is 8796093022208}}
  %0:2 = rlx.scan_backward init(%h : tensor<f32>) over(%x : tensor<?x3xf32>) gradients(%d : tensor<f32>) num_checkpoints = 8796093022208
      -> (tensor<f32>, tensor<?x3xf32>) forward {
  ^bb0(%s: tensor<f32>, %a: tensor<3xf32>):
    rlx.yield %s : tensor<f32>
  } vjp {
  ^bb0(%s: tensor<f32>, %a: tensor<3xf32>, %ds: tensor<f32>):
    rlx.yield %ds, %a : tensor<f32>, tensor<3xf32>
  }
  return
}

// -----

func.func @scan_backward_c7_inits(%h: tensor<8xf32>, %x: tensor<?x3xf32>, %d: tensor<8xf32>) {
  // expected-error@+1 {{'rlx.scan_backward' op expects blocks of at most 17592186044416 elements in all, but num_checkpoints is 4398046511104}}
  %0:2 = rlx.scan_backward init(%h : tensor<8xf32>) over(%x : tensor<?x3xf32>) gradients(%d : tensor<8xf32>) num_checkpoints = 4398046511104
      -> (tensor<8xf32>, tensor<?x3xf32>) forward {
  ^bb0(%s: tensor<8xf32>, %a: tensor<3xf32>):
    rlx.yield %s : tensor<8xf32>
  } vjp {
  ^bb0(%s: tensor<8xf32>, %a: tensor<3xf32>, %ds: tensor<8xf32>):
    rlx.yield %ds, %a : tensor<8xf32>, tensor<3xf32>
  }
  return
}

// -----

func.func @scan_backward_c7_empty(%h: tensor<2xf32>, %x: tensor<0x3xf32>, %d: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.scan_backward' op expects blocks of at most 17592186044416 elements in all, but num_checkpoints is 9223372036854775807}}
  %0:2 = rlx.scan_backward init(%h : tensor<2xf32>) over(%x : tensor<0x3xf32>) gradients(%d : tensor<2xf32>) num_checkpoints = 9223372036854775807
      -> (tensor<2xf32>, tensor<0x3xf32>) forward {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>):
    rlx.yield %s : tensor<2xf32>
  } vjp {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>, %ds: tensor<2xf32>):
    rlx.yield %ds, %a : tensor<2xf32>, tensor<3xf32>
  }
  return
}

// -----

func.func @scan_backward_c4(%h: tensor<2xf32>, %x: tensor<4x3xf32>, %d: tensor<2xf32>, %q: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.scan_backward' op expects the second region to yield gradients of the types tensor<2xf32>, tensor<3xf32>, but got tensor<2xf32>, tensor<2xf32>}}
  %0:2 = rlx.scan_backward init(%h : tensor<2xf32>) over(%x : tensor<4x3xf32>) gradients(%d : tensor<2xf32>)
      -> (tensor<2xf32>, tensor<4x3xf32>) forward {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>):
    rlx.yield %s : tensor<2xf32>
  } vjp {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>, %ds: tensor<2xf32>):
    rlx.yield %ds, %ds : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

func.func @scan_backward_c5(%h: tensor<2xf32>, %x: tensor<4x3xf32>, %d: tensor<2xf32>, %q: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.scan_backward' op expects further values of static shape, but got 'tensor<?xf32>'}}
  %0:3 = rlx.scan_backward init(%h : tensor<2xf32>) over(%x : tensor<4x3xf32>) gradients(%d : tensor<2xf32>)
      -> (tensor<2xf32>, tensor<4x3xf32>, tensor<?xf32>) forward {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>):
    rlx.yield %s : tensor<2xf32>
  } vjp {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>, %ds: tensor<2xf32>):
    rlx.yield %ds, %a, %q : tensor<2xf32>, tensor<3xf32>, tensor<?xf32>
  }
  return
}

// -----

func.func @scan_backward_c6(%h: tensor<2xf32>, %x: tensor<4x3xf32>, %d: tensor<2xf32>, %q: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.scan_backward' op expects argument #2 of its second region to have type 'tensor<2xf32>', but got 'tensor<5xf32>'}}
  %0:2 = rlx.scan_backward init(%h : tensor<2xf32>) over(%x : tensor<4x3xf32>) gradients(%d : tensor<2xf32>)
      -> (tensor<2xf32>, tensor<4x3xf32>) forward {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>):
    rlx.yield %s : tensor<2xf32>
  } vjp {
  ^bb0(%s: tensor<2xf32>, %a: tensor<3xf32>, %ds: tensor<5xf32>):
    rlx.yield %s, %a : tensor<2xf32>, tensor<3xf32>
  }
  return
}
