// RUN: rlx-check %s

// relu(x + 2 * b), by hand.
func.func @literals() -> tensor<2x2xf32> {
  %x = check.literal dense<[[1.0, -9.0], [0.5, 2.0]]> : tensor<2x2xf32>
  %b = check.literal dense<[1.5, 3.0]> : tensor<2xf32>
  %0 = rlx.elementwise_region %x, %b : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32> {
  ^bb0(%arg0: tensor<2x2xf32>, %arg1: tensor<2xf32>):
    %c = rlx.constant dense<2.0> : tensor<f32>
    %1 = rlx.mul %arg1, %c : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %2 = rlx.add %arg0, %1 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
    %3 = rlx.relu %2 : (tensor<2x2xf32>) -> tensor<2x2xf32>
    rlx.yield %3 : tensor<2x2xf32>
  }
  %w = check.literal dense<[[4.0, 0.0], [3.5, 8.0]]> : tensor<2x2xf32>
  check.expect_eq %0, %w : tensor<2x2xf32>, tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// Several results, element types and broadcasts; the third result is a broadcast input.
func.func @several() -> (tensor<3x70xf16>, tensor<3x70xi1>, tensor<3x70xf32>) {
  %x = check.fill seed 1 : tensor<3x1xf32>
  %y = check.fill seed 2 : tensor<70xf16>
  %0:3 = rlx.elementwise_region %x, %y
      : (tensor<3x1xf32>, tensor<70xf16>) -> (tensor<3x70xf16>, tensor<3x70xi1>, tensor<3x70xf32>) {
  ^bb0(%arg0: tensor<3x1xf32>, %arg1: tensor<70xf16>):
    %1 = rlx.cast %arg0 to f16 : (tensor<3x1xf32>) -> tensor<3x1xf16>
    %2 = rlx.mul %1, %arg1 : (tensor<3x1xf16>, tensor<70xf16>) -> tensor<3x70xf16>
    %3 = rlx.compare lt %1, %arg1 : (tensor<3x1xf16>, tensor<70xf16>) -> tensor<3x70xi1>
    rlx.yield %2, %3, %arg0 : tensor<3x70xf16>, tensor<3x70xi1>, tensor<3x1xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<3x70xf16>, tensor<3x70xi1>, tensor<3x70xf32>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %x = check.fill sizes [4, 3, 5] seed 3 range [-3.0, 3.0] : tensor<?x3x?xf32>
  %y = check.fill seed 4 range [-3.0, 3.0] : tensor<3x1xf32>
  %z = check.fill seed 5 range [-3.0, 3.0] : tensor<f32>
  %0 = rlx.elementwise_region %x, %y, %z
      : (tensor<?x3x?xf32>, tensor<3x1xf32>, tensor<f32>) -> tensor<?x3x?xf32> {
  ^bb0(%arg0: tensor<?x3x?xf32>, %arg1: tensor<3x1xf32>, %arg2: tensor<f32>):
    %1 = rlx.exp %arg1 : (tensor<3x1xf32>) -> tensor<3x1xf32>
    %2 = rlx.compare gt %arg0, %arg2 : (tensor<?x3x?xf32>, tensor<f32>) -> tensor<?x3x?xi1>
    %3 = rlx.where %2, %arg0, %1 : (tensor<?x3x?xi1>, tensor<?x3x?xf32>, tensor<3x1xf32>) -> tensor<?x3x?xf32>
    %4 = rlx.gelu %3 : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
    rlx.yield %4 : tensor<?x3x?xf32>
  }
  return %0 : tensor<?x3x?xf32>
}

// Unsigned arithmetic inside: the quotient and the comparison are unsigned.
func.func @unsigned() -> tensor<4xui8> {
  %x = check.literal dense<[200, 255, 7, 9]> : tensor<4xui8>
  %y = check.literal dense<[3, 2, 0, 10]> : tensor<4xui8>
  %0 = rlx.elementwise_region %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8> {
  ^bb0(%arg0: tensor<4xui8>, %arg1: tensor<4xui8>):
    %limit = rlx.constant dense<100> : tensor<ui8>
    %1 = rlx.div %arg0, %arg1 : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
    %2 = rlx.min %1, %limit : (tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>
    rlx.yield %2 : tensor<4xui8>
  }
  %w = check.literal dense<[66, 100, 0, 0]> : tensor<4xui8>
  check.expect_eq %0, %w : tensor<4xui8>, tensor<4xui8>
  return %0 : tensor<4xui8>
}

func.func @empty() -> tensor<0x3xf32> {
  %x = check.fill seed 6 : tensor<0x3xf32>
  %0 = rlx.elementwise_region %x : (tensor<0x3xf32>) -> tensor<0x3xf32> {
  ^bb0(%arg0: tensor<0x3xf32>):
    %1 = rlx.neg %arg0 : (tensor<0x3xf32>) -> tensor<0x3xf32>
    rlx.yield %1 : tensor<0x3xf32>
  }
  return %0 : tensor<0x3xf32>
}
