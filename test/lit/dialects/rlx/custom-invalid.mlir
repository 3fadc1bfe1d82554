// RUN: rlx-opt %s --split-input-file --verify-diagnostics

func.func @custom_c1_missing(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'rlx.custom' op expects `sizes` for result #0, which leaves a size open}}
  %0 = rlx.custom "k"(%x) outs = [tensor<?xf32>] : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @custom_c1_symbols(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'rlx.custom' op expects the sizes of result #0 as a map from 1 symbols to 1 sizes, but got one from 0 dimensions and 2 symbols to 1}}
  %0 = rlx.custom "k"(%x) outs = [tensor<?xf32>] sizes = [affine_map<()[n, m] -> (n)>] : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @custom_c1_count(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'rlx.custom' op expects as many maps in `sizes` as types in `outs`, 1, but got 2}}
  %0 = rlx.custom "k"(%x) outs = [tensor<?xf32>] sizes = [affine_map<()[n] -> (n)>, affine_map<()[n] -> (n)>] : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @custom_c2(%x: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.custom' op expects at least one type in `outs`}}
  rlx.custom "k"(%x) outs = [] : (tensor<?xf32>) -> ()
  return
}

// -----

func.func @custom_c3(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'rlx.custom' op expects the name of a kernel, but it is empty}}
  %0 = rlx.custom ""(%x) outs = [tensor<2xf32>] : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @declared(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'rlx.custom' op expects result #0 to have type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %0 = rlx.custom "k"(%x) outs = [tensor<2xf32>] : (tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @custom_c4(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'rlx.custom' op expects argument #0 of its body to have type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %0 = rlx.custom "k"(%x) outs = [tensor<2xf32>] : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<3xf32>):
    %1 = rlx.constant dense<0.0> : tensor<2xf32>
    rlx.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @custom_c5(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = rlx.custom "k"(%x) outs = [tensor<2xf32>] : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    // expected-error@+1 {{'rlx.yield' op expects to yield 'tensor<2xf32>' from the body, but got 'tensor<2xf32>', 'tensor<2xf32>'}}
    rlx.yield %a, %a : tensor<2xf32>, tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @custom_fn_c1(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'rlx.custom_fn' op expects 1 arguments of its body, but got 2}}
  %0 = rlx.custom_fn %x : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    rlx.yield %a : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @custom_fn_c2(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'rlx.custom_fn' op expects 3 arguments of its vjp, but got 2}}
  %0 = rlx.custom_fn %x : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %a : tensor<2xf32>
  } vjp {
  ^bb0(%a: tensor<2xf32>, %dy: tensor<2xf32>):
    rlx.yield %dy : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @custom_fn_c3(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = rlx.custom_fn %x : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %a : tensor<2xf32>
  } vjp {
  ^bb0(%a: tensor<2xf32>, %y: tensor<2xf32>, %dy: tensor<2xf32>):
    // expected-error@+1 {{'rlx.yield' op expects to yield 'tensor<2xf32>' from the vjp}}
    rlx.yield
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @custom_fn_c4(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = rlx.custom_fn %x : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %a : tensor<2xf32>
  } jvp {
  ^bb0(%a: tensor<2xf32>, %da: tensor<2xf32>):
    %0 = rlx.constant dense<0.0> : tensor<3xf32>
    // expected-error@+1 {{'rlx.yield' op expects to yield 'tensor<2xf32>' from the jvp, but got 'tensor<3xf32>'}}
    rlx.yield %0 : tensor<3xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @custom_c6(%x: tensor<2xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'rlx.custom' op expects size #0 to be at least 0, but got -1}}
  %0 = rlx.custom "k"(%x) outs = [tensor<?xf32>] sizes = [affine_map<()[n] -> (n - 3)>] : (tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @custom_c7(%x: tensor<2xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{a size that the body yields}}
  %0 = rlx.custom "k"(%x) outs = [tensor<?xf32>] sizes = [affine_map<()[n] -> (n + 1)>] : (tensor<2xf32>) -> tensor<?xf32> {
  ^bb0(%a: tensor<2xf32>):
    rlx.yield %a : tensor<2xf32>
  }
  return %0 : tensor<?xf32>
}
