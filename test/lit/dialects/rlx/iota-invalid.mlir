// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @iota_c1(%start: index) {
  // expected-error@+1 {{'rlx.iota' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.iota from %start to [3, 4] axis = 2 : (index) -> tensor<3x4xi64>
  return
}

// -----

func.func @iota_c2(%start: index) {
  // expected-error@+1 {{'rlx.iota' op expects size #1 to be at least 0, but got -4}}
  %0 = rlx.iota from %start to [3, -4] axis = 1 : (index) -> tensor<3x?xi64>
  return
}
