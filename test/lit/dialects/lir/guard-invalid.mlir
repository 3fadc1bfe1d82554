// RUN: rlx-opt %s -split-input-file -verify-diagnostics

lir.program @of_input symbols ["n"] from [0] at [0] {
  %0 = lir.input "x" affine_map<()[s0] -> (s0)> : memref<?xf32>
  // expected-error@+1 {{'lir.guard' op expects a computed symbol of the program, but got 0}}
  lir.guard affine_map<()[s0] -> (s0, 4)> "four rows" branch 0
  lir.prepare {
  }
  lir.run {
  }
}

// -----

lir.program @of_none symbols ["n", "branch"] from [0, -1] at [0, -1] defined ["dimension", "computed"] {
  %0 = lir.input "x" affine_map<()[s0, s1] -> (s0)> : memref<?xf32>
  // A computed symbol is right.
  lir.guard affine_map<()[s0, s1] -> (s0, 4)> "four rows" branch 1
  // expected-error@+1 {{'lir.guard' op expects a computed symbol of the program, but got 2}}
  lir.guard affine_map<()[s0, s1] -> (s0, 4)> "four rows" branch 2
  lir.prepare {
  }
  lir.run {
  }
}
