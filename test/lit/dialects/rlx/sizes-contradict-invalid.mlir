// A dynamic size that would have to equal two numbers at once: no run can have it, and
// decomposition could not type its ops.
// RUN: rlx-opt %s -split-input-file -verify-diagnostics

// The query's heads would have to equal the mask's 4 and the key's 2.
func.func @attention(%q: tensor<?x?x?x8xf32>, %k: tensor<2x2x7x8xf32>, %m: tensor<1x4x5x1xi1>) {
  // expected-error@+1 {{'rlx.attention' op expects sizes that can be equal, but got 4 and 2 (broadcast, in which no dynamic size is repeated)}}
  %0 = rlx.attention %q, %k, %k, %m layout = bhsd mask = custom : (tensor<?x?x?x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>, tensor<1x4x5x1xi1>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_backward(%q: tensor<?x?x?x8xf32>, %k: tensor<2x2x7x8xf32>, %dy: tensor<2x4x5x8xf32>, %m: tensor<1x3x5x1xi1>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects sizes that can be equal, but got 3 and 7 (broadcast, in which no dynamic size is repeated)}}
  %0:3 = rlx.attention_backward %q, %k, %k, %dy, %m layout = bshd mask = custom : (tensor<?x?x?x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>, tensor<2x4x5x8xf32>, tensor<1x3x5x1xi1>) -> (tensor<?x?x?x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>)
  return
}
