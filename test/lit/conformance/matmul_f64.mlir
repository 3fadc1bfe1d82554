// RUN: rlx-check %{sample} %s %{quick-lanes}
// RUN: %if avx2-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v3 %s %}
// RUN: rlx-check %{sample} --lane=reference,cpu --cpu=x86-64 %s

// Matmuls of f64: panels have half as many columns as those of f32. By prepared weights, by data, and
// by transposed data, with sizes around those of tiles and panels.

// By hand: 2^53 + 1 needs all bits of the sum.
func.func @literals() -> tensor<1x16xf64> {
  %x = check.literal dense<[[9007199254740991.0, 1.0]]> : tensor<1x2xf64>
  %w = check.literal dense<1.0> : tensor<2x16xf64> as param
  %0 = rlx.matmul %x, %w : (tensor<1x2xf64>, tensor<2x16xf64>) -> tensor<1x16xf64>
  %e = check.literal dense<9007199254740992.0> : tensor<1x16xf64>
  check.expect_eq %0, %e : tensor<1x16xf64>, tensor<1x16xf64>
  return %0 : tensor<1x16xf64>
}

func.func @weights_1() -> tensor<1x40xf64> {
  %a = check.fill seed 1 : tensor<1x65xf64>
  %b = check.fill seed 2 as param : tensor<65x40xf64>
  %0 = rlx.matmul %a, %b : (tensor<1x65xf64>, tensor<65x40xf64>) -> tensor<1x40xf64>
  return %0 : tensor<1x40xf64>
}

func.func @weights_dynamic_1() -> tensor<?x40xf64> {
  %a = check.fill sizes [1, 65] seed 3 : tensor<?x65xf64>
  %b = check.fill seed 4 as param : tensor<65x40xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x65xf64>, tensor<65x40xf64>) -> tensor<?x40xf64>
  return %0 : tensor<?x40xf64>
}

func.func @data_1() -> tensor<1x40xf64> {
  %a = check.fill seed 5 : tensor<1x65xf64>
  %b = check.fill seed 6 : tensor<65x40xf64>
  %0 = rlx.matmul %a, %b : (tensor<1x65xf64>, tensor<65x40xf64>) -> tensor<1x40xf64>
  return %0 : tensor<1x40xf64>
}

func.func @data_dynamic_1() -> tensor<?x?xf64> {
  %a = check.fill sizes [1, 65] seed 7 : tensor<?x?xf64>
  %b = check.fill sizes [65, 40] seed 8 : tensor<?x?xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func @weights_2() -> tensor<2x7xf64> {
  %a = check.fill seed 9 : tensor<2x33xf64>
  %b = check.fill seed 10 as param : tensor<33x7xf64>
  %0 = rlx.matmul %a, %b : (tensor<2x33xf64>, tensor<33x7xf64>) -> tensor<2x7xf64>
  return %0 : tensor<2x7xf64>
}

func.func @weights_dynamic_2() -> tensor<?x7xf64> {
  %a = check.fill sizes [2, 33] seed 11 : tensor<?x33xf64>
  %b = check.fill seed 12 as param : tensor<33x7xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x33xf64>, tensor<33x7xf64>) -> tensor<?x7xf64>
  return %0 : tensor<?x7xf64>
}

func.func @data_2() -> tensor<2x7xf64> {
  %a = check.fill seed 13 : tensor<2x33xf64>
  %b = check.fill seed 14 : tensor<33x7xf64>
  %0 = rlx.matmul %a, %b : (tensor<2x33xf64>, tensor<33x7xf64>) -> tensor<2x7xf64>
  return %0 : tensor<2x7xf64>
}

func.func @data_dynamic_2() -> tensor<?x?xf64> {
  %a = check.fill sizes [2, 33] seed 15 : tensor<?x?xf64>
  %b = check.fill sizes [33, 7] seed 16 : tensor<?x?xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func @weights_7() -> tensor<7x16xf64> {
  %a = check.fill seed 17 : tensor<7x64xf64>
  %b = check.fill seed 18 as param : tensor<64x16xf64>
  %0 = rlx.matmul %a, %b : (tensor<7x64xf64>, tensor<64x16xf64>) -> tensor<7x16xf64>
  return %0 : tensor<7x16xf64>
}

func.func @weights_dynamic_7() -> tensor<?x16xf64> {
  %a = check.fill sizes [7, 64] seed 19 : tensor<?x64xf64>
  %b = check.fill seed 20 as param : tensor<64x16xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x64xf64>, tensor<64x16xf64>) -> tensor<?x16xf64>
  return %0 : tensor<?x16xf64>
}

func.func @data_7() -> tensor<7x16xf64> {
  %a = check.fill seed 21 : tensor<7x64xf64>
  %b = check.fill seed 22 : tensor<64x16xf64>
  %0 = rlx.matmul %a, %b : (tensor<7x64xf64>, tensor<64x16xf64>) -> tensor<7x16xf64>
  return %0 : tensor<7x16xf64>
}

func.func @data_dynamic_7() -> tensor<?x?xf64> {
  %a = check.fill sizes [7, 64] seed 23 : tensor<?x?xf64>
  %b = check.fill sizes [64, 16] seed 24 : tensor<?x?xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func @weights_9() -> tensor<9x17xf64> {
  %a = check.fill seed 25 : tensor<9x31xf64>
  %b = check.fill seed 26 as param : tensor<31x17xf64>
  %0 = rlx.matmul %a, %b : (tensor<9x31xf64>, tensor<31x17xf64>) -> tensor<9x17xf64>
  return %0 : tensor<9x17xf64>
}

func.func @weights_dynamic_9() -> tensor<?x17xf64> {
  %a = check.fill sizes [9, 31] seed 27 : tensor<?x31xf64>
  %b = check.fill seed 28 as param : tensor<31x17xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x31xf64>, tensor<31x17xf64>) -> tensor<?x17xf64>
  return %0 : tensor<?x17xf64>
}

func.func @data_9() -> tensor<9x17xf64> {
  %a = check.fill seed 29 : tensor<9x31xf64>
  %b = check.fill seed 30 : tensor<31x17xf64>
  %0 = rlx.matmul %a, %b : (tensor<9x31xf64>, tensor<31x17xf64>) -> tensor<9x17xf64>
  return %0 : tensor<9x17xf64>
}

func.func @data_dynamic_9() -> tensor<?x?xf64> {
  %a = check.fill sizes [9, 31] seed 31 : tensor<?x?xf64>
  %b = check.fill sizes [31, 17] seed 32 : tensor<?x?xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func @weights_33() -> tensor<33x33xf64> {
  %a = check.fill seed 33 : tensor<33x100xf64>
  %b = check.fill seed 34 as param : tensor<100x33xf64>
  %0 = rlx.matmul %a, %b : (tensor<33x100xf64>, tensor<100x33xf64>) -> tensor<33x33xf64>
  return %0 : tensor<33x33xf64>
}

func.func @weights_dynamic_33() -> tensor<?x33xf64> {
  %a = check.fill sizes [33, 100] seed 35 : tensor<?x100xf64>
  %b = check.fill seed 36 as param : tensor<100x33xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x100xf64>, tensor<100x33xf64>) -> tensor<?x33xf64>
  return %0 : tensor<?x33xf64>
}

func.func @data_33() -> tensor<33x33xf64> {
  %a = check.fill seed 37 : tensor<33x100xf64>
  %b = check.fill seed 38 : tensor<100x33xf64>
  %0 = rlx.matmul %a, %b : (tensor<33x100xf64>, tensor<100x33xf64>) -> tensor<33x33xf64>
  return %0 : tensor<33x33xf64>
}

func.func @data_dynamic_33() -> tensor<?x?xf64> {
  %a = check.fill sizes [33, 100] seed 39 : tensor<?x?xf64>
  %b = check.fill sizes [100, 33] seed 40 : tensor<?x?xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func @weights_100() -> tensor<100x65xf64> {
  %a = check.fill seed 41 : tensor<100x257xf64>
  %b = check.fill seed 42 as param : tensor<257x65xf64>
  %0 = rlx.matmul %a, %b : (tensor<100x257xf64>, tensor<257x65xf64>) -> tensor<100x65xf64>
  return %0 : tensor<100x65xf64>
}

func.func @weights_dynamic_100() -> tensor<?x65xf64> {
  %a = check.fill sizes [100, 257] seed 43 : tensor<?x257xf64>
  %b = check.fill seed 44 as param : tensor<257x65xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x257xf64>, tensor<257x65xf64>) -> tensor<?x65xf64>
  return %0 : tensor<?x65xf64>
}

func.func @data_100() -> tensor<100x65xf64> {
  %a = check.fill seed 45 : tensor<100x257xf64>
  %b = check.fill seed 46 : tensor<257x65xf64>
  %0 = rlx.matmul %a, %b : (tensor<100x257xf64>, tensor<257x65xf64>) -> tensor<100x65xf64>
  return %0 : tensor<100x65xf64>
}

func.func @data_dynamic_100() -> tensor<?x?xf64> {
  %a = check.fill sizes [100, 257] seed 47 : tensor<?x?xf64>
  %b = check.fill sizes [257, 65] seed 48 : tensor<?x?xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func @no_rows() -> tensor<?x40xf64> {
  %a = check.fill sizes [0, 33] seed 49 : tensor<?x33xf64>
  %b = check.fill seed 50 as param : tensor<33x40xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x33xf64>, tensor<33x40xf64>) -> tensor<?x40xf64>
  return %0 : tensor<?x40xf64>
}

func.func @no_terms() -> tensor<?x?xf64> {
  %a = check.fill sizes [13, 0] seed 51 : tensor<?x?xf64>
  %b = check.fill sizes [0, 33] seed 52 : tensor<?x?xf64>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func @one_element() -> tensor<1x1xf64> {
  %a = check.fill seed 53 : tensor<1x1xf64>
  %b = check.fill seed 54 as param : tensor<1x1xf64>
  %0 = rlx.matmul %a, %b : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  return %0 : tensor<1x1xf64>
}

// Batches, and a transposed operand that is not copied.
func.func @batches() -> (tensor<3x9x17xf64>, tensor<?x9x17xf64>) {
  %a = check.fill seed 901 : tensor<3x9x33xf64>
  %b = check.fill seed 902 : tensor<3x33x17xf64>
  %0 = rlx.matmul %a, %b : (tensor<3x9x33xf64>, tensor<3x33x17xf64>) -> tensor<3x9x17xf64>
  %c = check.fill sizes [2, 9, 33] seed 903 : tensor<?x9x33xf64>
  %d = check.fill sizes [2, 17, 33] seed 904 : tensor<?x17x33xf64>
  %t = rlx.transpose %d perm = [0, 2, 1] : (tensor<?x17x33xf64>) -> tensor<?x33x17xf64>
  %1 = rlx.matmul %c, %t : (tensor<?x9x33xf64>, tensor<?x33x17xf64>) -> tensor<?x9x17xf64>
  return %0, %1 : tensor<3x9x17xf64>, tensor<?x9x17xf64>
}

// Bias and activation in one kernel, a light one and one that is computed in a loop.
func.func @epilogues() -> (tensor<?x40xf64>, tensor<?x40xf64>) {
  %x = check.fill sizes [19, 33] seed 905 : tensor<?x33xf64>
  %w = check.fill seed 906 as param : tensor<33x40xf64>
  %b = check.fill seed 907 as param : tensor<40xf64>
  %0 = rlx.matmul %x, %w : (tensor<?x33xf64>, tensor<33x40xf64>) -> tensor<?x40xf64>
  %1 = rlx.add %0, %b : (tensor<?x40xf64>, tensor<40xf64>) -> tensor<?x40xf64>
  %2 = rlx.relu %1 : (tensor<?x40xf64>) -> tensor<?x40xf64>
  %3 = rlx.matmul %x, %w : (tensor<?x33xf64>, tensor<33x40xf64>) -> tensor<?x40xf64>
  %4 = rlx.tanh %3 : (tensor<?x40xf64>) -> tensor<?x40xf64>
  return %2, %4 : tensor<?x40xf64>, tensor<?x40xf64>
}

// Images, in panels as well.
func.func @convolutions() -> (tensor<2x20x5x9xf64>, tensor<?x20x?x?xf64>, tensor<1x12x9x9xf64>) {
  %x = check.fill seed 908 : tensor<2x5x5x9xf64>
  %w = check.fill seed 909 as param : tensor<20x5x3x3xf64>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<2x5x5x9xf64>, tensor<20x5x3x3xf64>) -> tensor<2x20x5x9xf64>
  %y = check.fill sizes [2, 5, 6, 11] seed 910 : tensor<?x5x?x?xf64>
  %1 = rlx.conv %y, %w strides = [2, 1] pads = [1, 1, 1, 1] : (tensor<?x5x?x?xf64>, tensor<20x5x3x3xf64>) -> tensor<?x20x?x?xf64>
  %z = check.fill seed 911 : tensor<1x12x9x9xf64>
  %v = check.fill seed 912 as param : tensor<12x1x3x3xf64>
  %2 = rlx.conv %z, %v pads = [1, 1, 1, 1] groups = 12 : (tensor<1x12x9x9xf64>, tensor<12x1x3x3xf64>) -> tensor<1x12x9x9xf64>
  return %0, %1, %2 : tensor<2x20x5x9xf64>, tensor<?x20x?x?xf64>, tensor<1x12x9x9xf64>
}
