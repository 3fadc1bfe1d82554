// A body whose results turn out to have other sizes than the op declares is an error, wherever the
// size comes from.
// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-decompose-ops
func.func @main(%x: tensor<0xf32> {rlx.kind = "input", rlx.name = "x"}) -> (tensor<4xf32> {rlx.name = "y"}) {
  // expected-error@+1 {{'rlx.reshape' op}}
  %0 = rlx.custom "unknown"(%x) outs = [tensor<4xf32>] : (tensor<0xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<?xf32>):
    rlx.yield %a : tensor<?xf32>
  }
  return %0 : tensor<4xf32>
}
