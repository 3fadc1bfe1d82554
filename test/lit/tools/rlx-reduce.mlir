// RUN: printf '#!/bin/sh\nif grep -q rlx.exp "$1"; then exit 1; fi\nexit 0\n' > %t.sh
// RUN: chmod +x %t.sh
// RUN: rlx-reduce %s -reduction-tree='traversal-mode=0 test=%t.sh' | FileCheck %s

// The reduction removes ops that the test does not need.
// CHECK-NOT: @unrelated
// CHECK: rlx.exp
// CHECK-NOT: @unrelated
func.func @interesting(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = rlx.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @unrelated(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = rlx.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
