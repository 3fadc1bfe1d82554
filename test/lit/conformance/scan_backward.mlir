// RUN: rlx-check %s

// h' = h * x_t: the gradient of the last h with respect to x_t is the product of all other factors.
// By hand.
func.func @literals() -> (tensor<f32>, tensor<3xf32>) {
  %h = check.literal dense<2.0> : tensor<f32>
  %x = check.literal dense<[3.0, 5.0, 7.0]> : tensor<3xf32>
  %d = check.literal dense<1.0> : tensor<f32>
  %0:2 = rlx.scan_backward init(%h : tensor<f32>) over(%x : tensor<3xf32>) gradients(%d : tensor<f32>)
      -> (tensor<f32>, tensor<3xf32>) forward {
  ^bb0(%s: tensor<f32>, %row: tensor<f32>):
    %1 = rlx.mul %s, %row : (tensor<f32>, tensor<f32>) -> tensor<f32>
    rlx.yield %1 : tensor<f32>
  } vjp {
  ^bb0(%s: tensor<f32>, %row: tensor<f32>, %ds: tensor<f32>):
    %1 = rlx.mul %ds, %row : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %2 = rlx.mul %ds, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
    rlx.yield %1, %2 : tensor<f32>, tensor<f32>
  }
  %wh = check.literal dense<105.0> : tensor<f32>
  %wx = check.literal dense<[70.0, 42.0, 30.0]> : tensor<3xf32>
  check.expect_eq %0#0, %wh : tensor<f32>, tensor<f32>
  check.expect_eq %0#1, %wx : tensor<3xf32>, tensor<3xf32>
  return %0#0, %0#1 : tensor<f32>, tensor<3xf32>
}

// h' = w h + x_t, y_t = h': with gradients 1 of y alone, d h = w + w^2 + w^3, d x_t = 1 + w + ….
// The captured value's gradient is that of w: the sum over t of (d h'_t) h_t.
func.func @stacked_and_further() -> (tensor<f64>, tensor<3xf64>, tensor<f64>) {
  %h = check.literal dense<1.0> : tensor<f64>
  %x = check.literal dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %w = check.literal dense<2.0> : tensor<f64>
  %none = check.literal dense<0.0> : tensor<f64>
  %ones = check.literal dense<1.0> : tensor<3xf64>
  %0:3 = rlx.scan_backward init(%h : tensor<f64>) over(%x : tensor<3xf64>)
      gradients(%none, %ones : tensor<f64>, tensor<3xf64>)
      -> (tensor<f64>, tensor<3xf64>, tensor<f64>) forward {
  ^bb0(%s: tensor<f64>, %row: tensor<f64>):
    %1 = rlx.mul %s, %w : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %2 = rlx.add %1, %row : (tensor<f64>, tensor<f64>) -> tensor<f64>
    rlx.yield %2, %2 : tensor<f64>, tensor<f64>
  } vjp {
  ^bb0(%s: tensor<f64>, %row: tensor<f64>, %ds: tensor<f64>, %dy: tensor<f64>):
    %1 = rlx.add %ds, %dy : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %2 = rlx.mul %1, %w : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %3 = rlx.mul %1, %s : (tensor<f64>, tensor<f64>) -> tensor<f64>
    rlx.yield %2, %1, %3 : tensor<f64>, tensor<f64>, tensor<f64>
  }
  // h = 1, 3, 8, 19; d h' = 7, 3, 1.
  %wh = check.literal dense<14.0> : tensor<f64>
  %wx = check.literal dense<[7.0, 3.0, 1.0]> : tensor<3xf64>
  %ww = check.literal dense<24.0> : tensor<f64>
  check.expect_eq %0#0, %wh : tensor<f64>, tensor<f64>
  check.expect_eq %0#1, %wx : tensor<3xf64>, tensor<3xf64>
  check.expect_eq %0#2, %ww : tensor<f64>, tensor<f64>
  return %0#0, %0#1, %0#2 : tensor<f64>, tensor<3xf64>, tensor<f64>
}

// A recurrent network against central differences in f64: gradients of the state, the input and a
// weight together, along one direction.
func.func @rnn() -> tensor<f64> {
  %h = check.fill seed 1 : tensor<3x4xf64>
  %x = check.fill seed 2 : tensor<6x3x2xf64>
  %w = check.fill seed 3 as param : tensor<2x4xf64>
  %u = check.fill seed 4 range [-0.5, 0.5] as param : tensor<4x4xf64>
  %g = check.fill seed 5 : tensor<3x4xf64>
  %gs = check.fill seed 6 : tensor<6x3x4xf64>
  %vh = check.fill seed 7 : tensor<3x4xf64>
  %vx = check.fill seed 8 : tensor<6x3x2xf64>
  %vw = check.fill seed 9 : tensor<2x4xf64>
  %0:3 = rlx.scan_backward init(%h : tensor<3x4xf64>) over(%x : tensor<6x3x2xf64>)
      gradients(%g, %gs : tensor<3x4xf64>, tensor<6x3x4xf64>)
      -> (tensor<3x4xf64>, tensor<6x3x2xf64>, tensor<2x4xf64>) forward {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %w : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  } vjp {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>, %ds: tensor<3x4xf64>, %dy: tensor<3x4xf64>):
    %f1 = rlx.matmul %row, %w : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %one = rlx.constant dense<1.0> : tensor<f64>
    %v1 = rlx.mul %f4, %f4 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %v2 = rlx.sub %one, %v1 : (tensor<f64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %v3 = rlx.add %ds, %dy : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %dp = rlx.mul %v3, %v2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %wt = rlx.transpose %w perm = [1, 0] : (tensor<2x4xf64>) -> tensor<4x2xf64>
    %ut = rlx.transpose %u perm = [1, 0] : (tensor<4x4xf64>) -> tensor<4x4xf64>
    %rt = rlx.transpose %row perm = [1, 0] : (tensor<3x2xf64>) -> tensor<2x3xf64>
    %dh = rlx.matmul %dp, %ut : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %dr = rlx.matmul %dp, %wt : (tensor<3x4xf64>, tensor<4x2xf64>) -> tensor<3x2xf64>
    %dw = rlx.matmul %rt, %dp : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
    rlx.yield %dh, %dr, %dw : tensor<3x4xf64>, tensor<3x2xf64>, tensor<2x4xf64>
  }
  // Along a direction v: the dot product of the gradients with v, and the difference of the loss.
  %p1 = rlx.mul %0#0, %vh : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %p2 = rlx.mul %0#1, %vx : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %p3 = rlx.mul %0#2, %vw : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %q1 = rlx.reduce_sum %p1 axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %q2 = rlx.reduce_sum %p2 axes = [0, 1, 2] : (tensor<6x3x2xf64>) -> tensor<f64>
  %q3 = rlx.reduce_sum %p3 axes = [0, 1] : (tensor<2x4xf64>) -> tensor<f64>
  %q4 = rlx.add %q1, %q2 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %along = rlx.add %q4, %q3 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %eps = rlx.constant dense<1.0e-5> : tensor<f64>
  %two = rlx.constant dense<2.0e-5> : tensor<f64>
  %ehp = rlx.mul %vh, %eps : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  %mhp = rlx.add %h, %ehp : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %exp = rlx.mul %vx, %eps : (tensor<6x3x2xf64>, tensor<f64>) -> tensor<6x3x2xf64>
  %mxp = rlx.add %x, %exp : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %ewp = rlx.mul %vw, %eps : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %mwp = rlx.add %w, %ewp : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %ehn = rlx.mul %vh, %eps : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  %mhn = rlx.sub %h, %ehn : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %exn = rlx.mul %vx, %eps : (tensor<6x3x2xf64>, tensor<f64>) -> tensor<6x3x2xf64>
  %mxn = rlx.sub %x, %exn : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %ewn = rlx.mul %vw, %eps : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %mwn = rlx.sub %w, %ewn : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %sp:2 = rlx.scan init(%mhp : tensor<3x4xf64>) over(%mxp : tensor<6x3x2xf64>)
      -> (tensor<3x4xf64>, tensor<6x3x4xf64>) {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %mwp : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  }
  %ap = rlx.mul %sp#0, %g : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %bp = rlx.mul %sp#1, %gs : (tensor<6x3x4xf64>, tensor<6x3x4xf64>) -> tensor<6x3x4xf64>
  %cp = rlx.reduce_sum %ap axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %dp = rlx.reduce_sum %bp axes = [0, 1, 2] : (tensor<6x3x4xf64>) -> tensor<f64>
  %lossp = rlx.add %cp, %dp : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %sn:2 = rlx.scan init(%mhn : tensor<3x4xf64>) over(%mxn : tensor<6x3x2xf64>)
      -> (tensor<3x4xf64>, tensor<6x3x4xf64>) {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %mwn : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  }
  %an = rlx.mul %sn#0, %g : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %bn = rlx.mul %sn#1, %gs : (tensor<6x3x4xf64>, tensor<6x3x4xf64>) -> tensor<6x3x4xf64>
  %cn = rlx.reduce_sum %an axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %dn = rlx.reduce_sum %bn axes = [0, 1, 2] : (tensor<6x3x4xf64>) -> tensor<f64>
  %lossn = rlx.add %cn, %dn : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %difference = rlx.sub %lossp, %lossn : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %slope = rlx.div %difference, %two : (tensor<f64>, tensor<f64>) -> tensor<f64>
  check.expect_close %along, %slope {rtol = 1.0e-7, atol = 1.0e-8} : tensor<f64>, tensor<f64>
  return %along : tensor<f64>
}

// The same in reverse order of the rows.
func.func @rnn_reverse() -> tensor<f64> {
  %h = check.fill seed 1 : tensor<3x4xf64>
  %x = check.fill seed 2 : tensor<6x3x2xf64>
  %w = check.fill seed 3 as param : tensor<2x4xf64>
  %u = check.fill seed 4 range [-0.5, 0.5] as param : tensor<4x4xf64>
  %g = check.fill seed 5 : tensor<3x4xf64>
  %gs = check.fill seed 6 : tensor<6x3x4xf64>
  %vh = check.fill seed 7 : tensor<3x4xf64>
  %vx = check.fill seed 8 : tensor<6x3x2xf64>
  %vw = check.fill seed 9 : tensor<2x4xf64>
  %0:3 = rlx.scan_backward init(%h : tensor<3x4xf64>) over(%x : tensor<6x3x2xf64>)
      gradients(%g, %gs : tensor<3x4xf64>, tensor<6x3x4xf64>) reverse
      -> (tensor<3x4xf64>, tensor<6x3x2xf64>, tensor<2x4xf64>) forward {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %w : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  } vjp {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>, %ds: tensor<3x4xf64>, %dy: tensor<3x4xf64>):
    %f1 = rlx.matmul %row, %w : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %one = rlx.constant dense<1.0> : tensor<f64>
    %v1 = rlx.mul %f4, %f4 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %v2 = rlx.sub %one, %v1 : (tensor<f64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %v3 = rlx.add %ds, %dy : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %dp = rlx.mul %v3, %v2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %wt = rlx.transpose %w perm = [1, 0] : (tensor<2x4xf64>) -> tensor<4x2xf64>
    %ut = rlx.transpose %u perm = [1, 0] : (tensor<4x4xf64>) -> tensor<4x4xf64>
    %rt = rlx.transpose %row perm = [1, 0] : (tensor<3x2xf64>) -> tensor<2x3xf64>
    %dh = rlx.matmul %dp, %ut : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %dr = rlx.matmul %dp, %wt : (tensor<3x4xf64>, tensor<4x2xf64>) -> tensor<3x2xf64>
    %dw = rlx.matmul %rt, %dp : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
    rlx.yield %dh, %dr, %dw : tensor<3x4xf64>, tensor<3x2xf64>, tensor<2x4xf64>
  }
  // Along a direction v: the dot product of the gradients with v, and the difference of the loss.
  %p1 = rlx.mul %0#0, %vh : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %p2 = rlx.mul %0#1, %vx : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %p3 = rlx.mul %0#2, %vw : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %q1 = rlx.reduce_sum %p1 axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %q2 = rlx.reduce_sum %p2 axes = [0, 1, 2] : (tensor<6x3x2xf64>) -> tensor<f64>
  %q3 = rlx.reduce_sum %p3 axes = [0, 1] : (tensor<2x4xf64>) -> tensor<f64>
  %q4 = rlx.add %q1, %q2 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %along = rlx.add %q4, %q3 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %eps = rlx.constant dense<1.0e-5> : tensor<f64>
  %two = rlx.constant dense<2.0e-5> : tensor<f64>
  %ehp = rlx.mul %vh, %eps : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  %mhp = rlx.add %h, %ehp : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %exp = rlx.mul %vx, %eps : (tensor<6x3x2xf64>, tensor<f64>) -> tensor<6x3x2xf64>
  %mxp = rlx.add %x, %exp : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %ewp = rlx.mul %vw, %eps : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %mwp = rlx.add %w, %ewp : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %ehn = rlx.mul %vh, %eps : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  %mhn = rlx.sub %h, %ehn : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %exn = rlx.mul %vx, %eps : (tensor<6x3x2xf64>, tensor<f64>) -> tensor<6x3x2xf64>
  %mxn = rlx.sub %x, %exn : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %ewn = rlx.mul %vw, %eps : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %mwn = rlx.sub %w, %ewn : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %sp:2 = rlx.scan init(%mhp : tensor<3x4xf64>) over(%mxp : tensor<6x3x2xf64>) reverse
      -> (tensor<3x4xf64>, tensor<6x3x4xf64>) {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %mwp : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  }
  %ap = rlx.mul %sp#0, %g : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %bp = rlx.mul %sp#1, %gs : (tensor<6x3x4xf64>, tensor<6x3x4xf64>) -> tensor<6x3x4xf64>
  %cp = rlx.reduce_sum %ap axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %dp = rlx.reduce_sum %bp axes = [0, 1, 2] : (tensor<6x3x4xf64>) -> tensor<f64>
  %lossp = rlx.add %cp, %dp : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %sn:2 = rlx.scan init(%mhn : tensor<3x4xf64>) over(%mxn : tensor<6x3x2xf64>) reverse
      -> (tensor<3x4xf64>, tensor<6x3x4xf64>) {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %mwn : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  }
  %an = rlx.mul %sn#0, %g : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %bn = rlx.mul %sn#1, %gs : (tensor<6x3x4xf64>, tensor<6x3x4xf64>) -> tensor<6x3x4xf64>
  %cn = rlx.reduce_sum %an axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %dn = rlx.reduce_sum %bn axes = [0, 1, 2] : (tensor<6x3x4xf64>) -> tensor<f64>
  %lossn = rlx.add %cn, %dn : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %difference = rlx.sub %lossp, %lossn : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %slope = rlx.div %difference, %two : (tensor<f64>, tensor<f64>) -> tensor<f64>
  check.expect_close %along, %slope {rtol = 1.0e-7, atol = 1.0e-8} : tensor<f64>, tensor<f64>
  return %along : tensor<f64>
}

// The same with three blocks of two iterations.
func.func @rnn_checkpoints() -> tensor<f64> {
  %h = check.fill seed 1 : tensor<3x4xf64>
  %x = check.fill seed 2 : tensor<6x3x2xf64>
  %w = check.fill seed 3 as param : tensor<2x4xf64>
  %u = check.fill seed 4 range [-0.5, 0.5] as param : tensor<4x4xf64>
  %g = check.fill seed 5 : tensor<3x4xf64>
  %gs = check.fill seed 6 : tensor<6x3x4xf64>
  %vh = check.fill seed 7 : tensor<3x4xf64>
  %vx = check.fill seed 8 : tensor<6x3x2xf64>
  %vw = check.fill seed 9 : tensor<2x4xf64>
  %0:3 = rlx.scan_backward init(%h : tensor<3x4xf64>) over(%x : tensor<6x3x2xf64>)
      gradients(%g, %gs : tensor<3x4xf64>, tensor<6x3x4xf64>) num_checkpoints = 3
      -> (tensor<3x4xf64>, tensor<6x3x2xf64>, tensor<2x4xf64>) forward {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %w : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  } vjp {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>, %ds: tensor<3x4xf64>, %dy: tensor<3x4xf64>):
    %f1 = rlx.matmul %row, %w : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %one = rlx.constant dense<1.0> : tensor<f64>
    %v1 = rlx.mul %f4, %f4 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %v2 = rlx.sub %one, %v1 : (tensor<f64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %v3 = rlx.add %ds, %dy : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %dp = rlx.mul %v3, %v2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %wt = rlx.transpose %w perm = [1, 0] : (tensor<2x4xf64>) -> tensor<4x2xf64>
    %ut = rlx.transpose %u perm = [1, 0] : (tensor<4x4xf64>) -> tensor<4x4xf64>
    %rt = rlx.transpose %row perm = [1, 0] : (tensor<3x2xf64>) -> tensor<2x3xf64>
    %dh = rlx.matmul %dp, %ut : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %dr = rlx.matmul %dp, %wt : (tensor<3x4xf64>, tensor<4x2xf64>) -> tensor<3x2xf64>
    %dw = rlx.matmul %rt, %dp : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
    rlx.yield %dh, %dr, %dw : tensor<3x4xf64>, tensor<3x2xf64>, tensor<2x4xf64>
  }
  // Along a direction v: the dot product of the gradients with v, and the difference of the loss.
  %p1 = rlx.mul %0#0, %vh : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %p2 = rlx.mul %0#1, %vx : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %p3 = rlx.mul %0#2, %vw : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %q1 = rlx.reduce_sum %p1 axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %q2 = rlx.reduce_sum %p2 axes = [0, 1, 2] : (tensor<6x3x2xf64>) -> tensor<f64>
  %q3 = rlx.reduce_sum %p3 axes = [0, 1] : (tensor<2x4xf64>) -> tensor<f64>
  %q4 = rlx.add %q1, %q2 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %along = rlx.add %q4, %q3 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %eps = rlx.constant dense<1.0e-5> : tensor<f64>
  %two = rlx.constant dense<2.0e-5> : tensor<f64>
  %ehp = rlx.mul %vh, %eps : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  %mhp = rlx.add %h, %ehp : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %exp = rlx.mul %vx, %eps : (tensor<6x3x2xf64>, tensor<f64>) -> tensor<6x3x2xf64>
  %mxp = rlx.add %x, %exp : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %ewp = rlx.mul %vw, %eps : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %mwp = rlx.add %w, %ewp : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %ehn = rlx.mul %vh, %eps : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  %mhn = rlx.sub %h, %ehn : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %exn = rlx.mul %vx, %eps : (tensor<6x3x2xf64>, tensor<f64>) -> tensor<6x3x2xf64>
  %mxn = rlx.sub %x, %exn : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %ewn = rlx.mul %vw, %eps : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %mwn = rlx.sub %w, %ewn : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %sp:2 = rlx.scan init(%mhp : tensor<3x4xf64>) over(%mxp : tensor<6x3x2xf64>)
      -> (tensor<3x4xf64>, tensor<6x3x4xf64>) {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %mwp : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  }
  %ap = rlx.mul %sp#0, %g : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %bp = rlx.mul %sp#1, %gs : (tensor<6x3x4xf64>, tensor<6x3x4xf64>) -> tensor<6x3x4xf64>
  %cp = rlx.reduce_sum %ap axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %dp = rlx.reduce_sum %bp axes = [0, 1, 2] : (tensor<6x3x4xf64>) -> tensor<f64>
  %lossp = rlx.add %cp, %dp : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %sn:2 = rlx.scan init(%mhn : tensor<3x4xf64>) over(%mxn : tensor<6x3x2xf64>)
      -> (tensor<3x4xf64>, tensor<6x3x4xf64>) {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %mwn : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  }
  %an = rlx.mul %sn#0, %g : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %bn = rlx.mul %sn#1, %gs : (tensor<6x3x4xf64>, tensor<6x3x4xf64>) -> tensor<6x3x4xf64>
  %cn = rlx.reduce_sum %an axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %dn = rlx.reduce_sum %bn axes = [0, 1, 2] : (tensor<6x3x4xf64>) -> tensor<f64>
  %lossn = rlx.add %cn, %dn : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %difference = rlx.sub %lossp, %lossn : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %slope = rlx.div %difference, %two : (tensor<f64>, tensor<f64>) -> tensor<f64>
  check.expect_close %along, %slope {rtol = 1.0e-7, atol = 1.0e-8} : tensor<f64>, tensor<f64>
  return %along : tensor<f64>
}

// Two blocks of three iterations, in reverse.
func.func @rnn_reverse_checkpoints() -> tensor<f64> {
  %h = check.fill seed 1 : tensor<3x4xf64>
  %x = check.fill seed 2 : tensor<6x3x2xf64>
  %w = check.fill seed 3 as param : tensor<2x4xf64>
  %u = check.fill seed 4 range [-0.5, 0.5] as param : tensor<4x4xf64>
  %g = check.fill seed 5 : tensor<3x4xf64>
  %gs = check.fill seed 6 : tensor<6x3x4xf64>
  %vh = check.fill seed 7 : tensor<3x4xf64>
  %vx = check.fill seed 8 : tensor<6x3x2xf64>
  %vw = check.fill seed 9 : tensor<2x4xf64>
  %0:3 = rlx.scan_backward init(%h : tensor<3x4xf64>) over(%x : tensor<6x3x2xf64>)
      gradients(%g, %gs : tensor<3x4xf64>, tensor<6x3x4xf64>) reverse num_checkpoints = 2
      -> (tensor<3x4xf64>, tensor<6x3x2xf64>, tensor<2x4xf64>) forward {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %w : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  } vjp {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>, %ds: tensor<3x4xf64>, %dy: tensor<3x4xf64>):
    %f1 = rlx.matmul %row, %w : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %one = rlx.constant dense<1.0> : tensor<f64>
    %v1 = rlx.mul %f4, %f4 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %v2 = rlx.sub %one, %v1 : (tensor<f64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %v3 = rlx.add %ds, %dy : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %dp = rlx.mul %v3, %v2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %wt = rlx.transpose %w perm = [1, 0] : (tensor<2x4xf64>) -> tensor<4x2xf64>
    %ut = rlx.transpose %u perm = [1, 0] : (tensor<4x4xf64>) -> tensor<4x4xf64>
    %rt = rlx.transpose %row perm = [1, 0] : (tensor<3x2xf64>) -> tensor<2x3xf64>
    %dh = rlx.matmul %dp, %ut : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %dr = rlx.matmul %dp, %wt : (tensor<3x4xf64>, tensor<4x2xf64>) -> tensor<3x2xf64>
    %dw = rlx.matmul %rt, %dp : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
    rlx.yield %dh, %dr, %dw : tensor<3x4xf64>, tensor<3x2xf64>, tensor<2x4xf64>
  }
  // Along a direction v: the dot product of the gradients with v, and the difference of the loss.
  %p1 = rlx.mul %0#0, %vh : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %p2 = rlx.mul %0#1, %vx : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %p3 = rlx.mul %0#2, %vw : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %q1 = rlx.reduce_sum %p1 axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %q2 = rlx.reduce_sum %p2 axes = [0, 1, 2] : (tensor<6x3x2xf64>) -> tensor<f64>
  %q3 = rlx.reduce_sum %p3 axes = [0, 1] : (tensor<2x4xf64>) -> tensor<f64>
  %q4 = rlx.add %q1, %q2 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %along = rlx.add %q4, %q3 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %eps = rlx.constant dense<1.0e-5> : tensor<f64>
  %two = rlx.constant dense<2.0e-5> : tensor<f64>
  %ehp = rlx.mul %vh, %eps : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  %mhp = rlx.add %h, %ehp : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %exp = rlx.mul %vx, %eps : (tensor<6x3x2xf64>, tensor<f64>) -> tensor<6x3x2xf64>
  %mxp = rlx.add %x, %exp : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %ewp = rlx.mul %vw, %eps : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %mwp = rlx.add %w, %ewp : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %ehn = rlx.mul %vh, %eps : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  %mhn = rlx.sub %h, %ehn : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %exn = rlx.mul %vx, %eps : (tensor<6x3x2xf64>, tensor<f64>) -> tensor<6x3x2xf64>
  %mxn = rlx.sub %x, %exn : (tensor<6x3x2xf64>, tensor<6x3x2xf64>) -> tensor<6x3x2xf64>
  %ewn = rlx.mul %vw, %eps : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %mwn = rlx.sub %w, %ewn : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %sp:2 = rlx.scan init(%mhp : tensor<3x4xf64>) over(%mxp : tensor<6x3x2xf64>) reverse
      -> (tensor<3x4xf64>, tensor<6x3x4xf64>) {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %mwp : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  }
  %ap = rlx.mul %sp#0, %g : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %bp = rlx.mul %sp#1, %gs : (tensor<6x3x4xf64>, tensor<6x3x4xf64>) -> tensor<6x3x4xf64>
  %cp = rlx.reduce_sum %ap axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %dp = rlx.reduce_sum %bp axes = [0, 1, 2] : (tensor<6x3x4xf64>) -> tensor<f64>
  %lossp = rlx.add %cp, %dp : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %sn:2 = rlx.scan init(%mhn : tensor<3x4xf64>) over(%mxn : tensor<6x3x2xf64>) reverse
      -> (tensor<3x4xf64>, tensor<6x3x4xf64>) {
  ^bb0(%s: tensor<3x4xf64>, %row: tensor<3x2xf64>):
    %f1 = rlx.matmul %row, %mwn : (tensor<3x2xf64>, tensor<2x4xf64>) -> tensor<3x4xf64>
    %f2 = rlx.matmul %s, %u : (tensor<3x4xf64>, tensor<4x4xf64>) -> tensor<3x4xf64>
    %f3 = rlx.add %f1, %f2 : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %f4 = rlx.tanh %f3 : (tensor<3x4xf64>) -> tensor<3x4xf64>
    rlx.yield %f4, %f4 : tensor<3x4xf64>, tensor<3x4xf64>
  }
  %an = rlx.mul %sn#0, %g : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %bn = rlx.mul %sn#1, %gs : (tensor<6x3x4xf64>, tensor<6x3x4xf64>) -> tensor<6x3x4xf64>
  %cn = rlx.reduce_sum %an axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %dn = rlx.reduce_sum %bn axes = [0, 1, 2] : (tensor<6x3x4xf64>) -> tensor<f64>
  %lossn = rlx.add %cn, %dn : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %difference = rlx.sub %lossp, %lossn : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %slope = rlx.div %difference, %two : (tensor<f64>, tensor<f64>) -> tensor<f64>
  check.expect_close %along, %slope {rtol = 1.0e-7, atol = 1.0e-8} : tensor<f64>, tensor<f64>
  return %along : tensor<f64>
}

// Dynamic length and batch, in f32, with and without blocks. The lanes compare every value.
func.func @dynamic() -> (tensor<?x4xf32>, tensor<?x?x4xf32>, tensor<?x4xf32>, tensor<?x?x4xf32>) {
  %h = check.fill sizes [3, 4] seed 1 : tensor<?x4xf32>
  %x = check.fill sizes [6, 3, 4] seed 2 : tensor<?x?x4xf32>
  %d = check.fill sizes [3, 4] seed 3 : tensor<?x4xf32>
  %0:2 = rlx.scan_backward init(%h : tensor<?x4xf32>) over(%x : tensor<?x?x4xf32>)
      gradients(%d : tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x?x4xf32>) forward {
  ^bb0(%s: tensor<?x4xf32>, %row: tensor<?x4xf32>):
    %m = rlx.mul %s, %row : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    rlx.yield %m : tensor<?x4xf32>
  } vjp {
  ^bb0(%s: tensor<?x4xf32>, %row: tensor<?x4xf32>, %ds: tensor<?x4xf32>):
    %m = rlx.mul %ds, %row : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %2 = rlx.mul %ds, %s : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    rlx.yield %m, %2 : tensor<?x4xf32>, tensor<?x4xf32>
  }
  %1:2 = rlx.scan_backward init(%h : tensor<?x4xf32>) over(%x : tensor<?x?x4xf32>)
      gradients(%d : tensor<?x4xf32>) num_checkpoints = 2 -> (tensor<?x4xf32>, tensor<?x?x4xf32>) forward {
  ^bb0(%s: tensor<?x4xf32>, %row: tensor<?x4xf32>):
    %m = rlx.mul %s, %row : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    rlx.yield %m : tensor<?x4xf32>
  } vjp {
  ^bb0(%s: tensor<?x4xf32>, %row: tensor<?x4xf32>, %ds: tensor<?x4xf32>):
    %m = rlx.mul %ds, %row : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %2 = rlx.mul %ds, %s : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    rlx.yield %m, %2 : tensor<?x4xf32>, tensor<?x4xf32>
  }
  return %0#0, %0#1, %1#0, %1#1
      : tensor<?x4xf32>, tensor<?x?x4xf32>, tensor<?x4xf32>, tensor<?x?x4xf32>
}

// No inputs, and no iterations; f16 and bf16.
func.func @length() -> (tensor<2xf16>, tensor<2xbf16>, tensor<0x2xbf16>) {
  %h = check.literal dense<[1.0, 2.0]> : tensor<2xf16>
  %d = check.literal dense<[1.0, 1.0]> : tensor<2xf16>
  %0 = rlx.scan_backward init(%h : tensor<2xf16>) gradients(%d : tensor<2xf16>) length = 4
      num_checkpoints = 2 -> (tensor<2xf16>) forward {
  ^bb0(%s: tensor<2xf16>):
    %1 = rlx.add %s, %s : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
    rlx.yield %1 : tensor<2xf16>
  } vjp {
  ^bb0(%s: tensor<2xf16>, %ds: tensor<2xf16>):
    %1 = rlx.add %ds, %ds : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
    rlx.yield %1 : tensor<2xf16>
  }
  %w = check.literal dense<[16.0, 16.0]> : tensor<2xf16>
  check.expect_eq %0, %w : tensor<2xf16>, tensor<2xf16>
  %g = check.literal dense<[1.0, 2.0]> : tensor<2xbf16>
  %x = check.fill seed 3 : tensor<0x2xbf16>
  %2:2 = rlx.scan_backward init(%g : tensor<2xbf16>) over(%x : tensor<0x2xbf16>)
      gradients(%g : tensor<2xbf16>) -> (tensor<2xbf16>, tensor<0x2xbf16>) forward {
  ^bb0(%s: tensor<2xbf16>, %row: tensor<2xbf16>):
    rlx.yield %row : tensor<2xbf16>
  } vjp {
  ^bb0(%s: tensor<2xbf16>, %row: tensor<2xbf16>, %ds: tensor<2xbf16>):
    %1 = rlx.sub %ds, %ds : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
    rlx.yield %1, %ds : tensor<2xbf16>, tensor<2xbf16>
  }
  check.expect_eq %2#0, %g : tensor<2xbf16>, tensor<2xbf16>
  return %0, %2#0, %2#1 : tensor<2xf16>, tensor<2xbf16>, tensor<0x2xbf16>
}
