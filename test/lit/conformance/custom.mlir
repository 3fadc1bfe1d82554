// The kernels are those of tools/rlx-check/UserKernels.h.
// RUN: rlx-check %s

func.func @literals() -> tensor<3xf32> {
  %a = check.literal dense<[1.0, 2.0, -4.0]> : tensor<3xf32>
  %b = check.literal dense<[5.0, 10.0, 0.0]> : tensor<3xf32>
  %0 = rlx.custom "blend"(%a, %b) config = "0.25" outs = [tensor<3xf32>] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %w = check.literal dense<[4.0, 8.0, -1.0]> : tensor<3xf32>
  check.expect_eq %0, %w : tensor<3xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Between compiled ops, with dynamic sizes, twice with different configs.
func.func @dynamic() -> (tensor<?x7xf64>, tensor<?x7xf64>) {
  %a = check.fill sizes [5, 7] seed 1 : tensor<?x7xf64>
  %b = check.fill sizes [5, 7] seed 2 : tensor<?x7xf64>
  %0 = rlx.mul %a, %b : (tensor<?x7xf64>, tensor<?x7xf64>) -> tensor<?x7xf64>
  %1 = rlx.custom "blend"(%0, %b) config = "0.5" outs = [tensor<?x7xf64>] sizes = [affine_map<()[n, a, m, b] -> (n, a)>] : (tensor<?x7xf64>, tensor<?x7xf64>) -> tensor<?x7xf64>
  %2 = rlx.custom "blend"(%1, %b) config = "0.75" outs = [tensor<?x7xf64>] sizes = [affine_map<()[n, a, m, b] -> (m, b)>] : (tensor<?x7xf64>, tensor<?x7xf64>) -> tensor<?x7xf64>
  %3 = rlx.neg %2 : (tensor<?x7xf64>) -> tensor<?x7xf64>
  return %3, %1 : tensor<?x7xf64>, tensor<?x7xf64>
}

func.func @half() -> tensor<4xf16> {
  %a = check.fill seed 1 : tensor<4xf16>
  %b = check.fill seed 2 : tensor<4xf16>
  %0 = rlx.custom "blend"(%a, %b) config = "0.25" outs = [tensor<4xf16>] : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

func.func @bfloat() -> tensor<4xbf16> {
  %a = check.fill seed 1 : tensor<4xbf16>
  %b = check.fill seed 2 : tensor<4xbf16>
  %0 = rlx.custom "blend"(%a, %b) config = "0.25" outs = [tensor<4xbf16>] : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// An op that depends on params only runs once, with the same kernel.
func.func @prepared() -> tensor<3xf32> {
  %x = check.fill seed 1 : tensor<3xf32>
  %a = check.fill seed 2 as param : tensor<3xf32>
  %b = check.fill seed 3 as param : tensor<3xf32>
  %0 = rlx.custom "blend"(%a, %b) config = "0.25" outs = [tensor<3xf32>] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = rlx.add %x, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

func.func @integers() -> tensor<4xi32> {
  %a = check.literal dense<[[0, 3, 1], [1, 1, 3]]> : tensor<2x3xui8>
  %0 = rlx.custom "histogram"(%a) outs = [tensor<4xi32>] : (tensor<2x3xui8>) -> tensor<4xi32>
  %w = check.literal dense<[1, 3, 0, 2]> : tensor<4xi32>
  check.expect_eq %0, %w : tensor<4xi32>, tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @empty() -> (tensor<?xf32>, tensor<2xi32>) {
  %a = check.fill sizes [0] seed 1 : tensor<?xf32>
  %0 = rlx.custom "blend"(%a, %a) config = "0.25" outs = [tensor<?xf32>] sizes = [affine_map<()[n, m] -> (n)>] : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = rlx.custom "histogram"(%0) outs = [tensor<2xi32>] : (tensor<?xf32>) -> tensor<2xi32>
  return %0, %1 : tensor<?xf32>, tensor<2xi32>
}

// With a body: the reference runs the body, the compiled lanes run the kernel.
func.func @body_and_kernel() -> tensor<?x3xf32> {
  %a = check.fill sizes [4, 3] seed 1 : tensor<?x3xf32>
  %b = check.fill sizes [4, 3] seed 2 : tensor<?x3xf32>
  %0 = rlx.custom "blend"(%a, %b) config = "0.5" outs = [tensor<?x3xf32>] sizes = [affine_map<()[n, a, m, b] -> (n, a)>] : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32> {
  ^bb0(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>):
    %half = rlx.constant dense<0.5> : tensor<f32>
    %1 = rlx.add %x, %y : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    %2 = rlx.mul %1, %half : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
    rlx.yield %2 : tensor<?x3xf32>
  }
  return %0 : tensor<?x3xf32>
}

// This kernel does not exist, so the body runs everywhere.
func.func @body_alone() -> (tensor<?xf64>, tensor<f64>) {
  %a = check.fill sizes [5] seed 1 : tensor<?xf64>
  %0:2 = rlx.custom "unknown"(%a) outs = [tensor<?xf64>, tensor<f64>] sizes = [affine_map<()[n] -> (n)>, affine_map<()[n] -> ()>] : (tensor<?xf64>) -> (tensor<?xf64>, tensor<f64>) {
  ^bb0(%x: tensor<?xf64>):
    %1 = rlx.exp %x : (tensor<?xf64>) -> tensor<?xf64>
    %2 = rlx.reduce_sum %1 axes = [0] : (tensor<?xf64>) -> tensor<f64>
    rlx.yield %1, %2 : tensor<?xf64>, tensor<f64>
  }
  return %0#0, %0#1 : tensor<?xf64>, tensor<f64>
}

// Static and dynamic sizes meet, in both directions, at the body's arguments and results.
func.func @body_knows_less() -> tensor<4xf32> {
  %a = check.literal dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = rlx.custom "unknown"(%a) outs = [tensor<4xf32>] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%x: tensor<?xf32>):
    %1 = rlx.neg %x : (tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1 : tensor<?xf32>
  }
  %w = check.literal dense<[-1.0, -2.0, -3.0, -4.0]> : tensor<4xf32>
  check.expect_eq %0, %w : tensor<4xf32>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @body_knows_more() -> tensor<?x?xf32> {
  %a = check.fill sizes [2, 3] seed 1 : tensor<?x?xf32>
  %0 = rlx.custom "unknown"(%a) outs = [tensor<?x?xf32>] sizes = [affine_map<()[n, m] -> (m, n)>] : (tensor<?x?xf32>) -> tensor<?x?xf32> {
  ^bb0(%x: tensor<2x3xf32>):
    %1 = rlx.transpose %x perm = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    rlx.yield %1 : tensor<3x2xf32>
  }
  return %0 : tensor<?x?xf32>
}

// The second size is 1 in the body and at run time.
func.func @size_of_one() -> tensor<?x?xf32> {
  %a = check.fill sizes [3, 1] seed 1 : tensor<?x?xf32>
  %0 = rlx.custom "unknown"(%a) outs = [tensor<?x?xf32>] sizes = [affine_map<()[n, m] -> (n, m)>] : (tensor<?x?xf32>) -> tensor<?x?xf32> {
  ^bb0(%x: tensor<?x?xf32>):
    %1 = rlx.reduce_sum %x axes = [1] {keep_dims = true} : (tensor<?x?xf32>) -> tensor<?x1xf32>
    rlx.yield %1 : tensor<?x1xf32>
  }
  check.expect_eq %0, %a : tensor<?x?xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
