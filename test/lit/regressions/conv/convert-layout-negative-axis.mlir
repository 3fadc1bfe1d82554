// A transpose sinks through a concatenation whose axis counts from the end. Found by a random
// graph.
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-convert-layout),canonicalize)' | FileCheck %s
// RUN: rlx-check %s

// CHECK: rlx.concat %{{.*}} axis = 3 : (tensor<1x4x4x3xf32>, tensor<1x4x4x3xf32>) -> tensor<1x4x4x6xf32>
func.func @main() -> tensor<1x6x4x4xf32> {
  %x = check.fill seed 1 : tensor<1x3x4x4xf32>
  %0 = rlx.pool max %x kernel = [3, 3] pads = [1, 1, 1, 1] : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %1 = rlx.concat %0, %0 axis = -3 : (tensor<1x3x4x4xf32>, tensor<1x3x4x4xf32>) -> tensor<1x6x4x4xf32>
  return %1 : tensor<1x6x4x4xf32>
}
