// RUN: rlx-check %s %{quick-lanes}
// RUN: %if avx2-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v3 %s %}
// RUN: rlx-check %{sample} --lane=reference,cpu --cpu=x86-64 %s

// Both operands are data, and packed in each run. Sizes around those of tiles, panels and blocks:
// rows 1, 7, 8, 9, 33, 100, 257 and more than a block of 384.

func.func @rows_1() -> tensor<?x?xf32> {
  %a = check.fill sizes [1, 257] seed 1 : tensor<?x?xf32>
  %b = check.fill sizes [257, 100] seed 2 : tensor<?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @rows_7() -> tensor<?x?xf32> {
  %a = check.fill sizes [7, 100] seed 3 : tensor<?x?xf32>
  %b = check.fill sizes [100, 257] seed 4 : tensor<?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @rows_9() -> tensor<?x?xf32> {
  %a = check.fill sizes [9, 33] seed 5 : tensor<?x?xf32>
  %b = check.fill sizes [33, 7] seed 6 : tensor<?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @rows_33() -> tensor<?x?xf32> {
  %a = check.fill sizes [33, 7] seed 7 : tensor<?x?xf32>
  %b = check.fill sizes [7, 128] seed 8 : tensor<?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// One column, and dot products of one term.
func.func @one_column() -> tensor<?x?xf32> {
  %a = check.fill sizes [100, 33] seed 9 : tensor<?x?xf32>
  %b = check.fill sizes [33, 1] seed 10 : tensor<?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @one_term() -> tensor<?x?xf32> {
  %a = check.fill sizes [257, 1] seed 11 : tensor<?x?xf32>
  %b = check.fill sizes [1, 33] seed 12 : tensor<?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// Dot products without terms are 0.
func.func @no_term() -> tensor<?x?xf32> {
  %a = check.fill sizes [13, 0] seed 13 : tensor<?x?xf32>
  %b = check.fill sizes [0, 33] seed 14 : tensor<?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @several_blocks() -> tensor<?x?xf32> {
  %a = check.fill sizes [769, 9] seed 15 : tensor<?x?xf32>
  %b = check.fill sizes [9, 40] seed 16 : tensor<?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Static sizes have tiles of equal height, and code for one tail.
func.func @static_few_rows() -> tensor<5x100xf32> {
  %a = check.fill seed 17 : tensor<5x257xf32>
  %b = check.fill seed 18 : tensor<257x100xf32>
  %0 = rlx.matmul %a, %b : (tensor<5x257xf32>, tensor<257x100xf32>) -> tensor<5x100xf32>
  return %0 : tensor<5x100xf32>
}
func.func @static_whole() -> tensor<96x64xf32> {
  %a = check.fill seed 19 : tensor<96x33xf32>
  %b = check.fill seed 20 : tensor<33x64xf32>
  %0 = rlx.matmul %a, %b : (tensor<96x33xf32>, tensor<33x64xf32>) -> tensor<96x64xf32>
  return %0 : tensor<96x64xf32>
}
func.func @static_tail() -> tensor<401x33xf32> {
  %a = check.fill seed 21 : tensor<401x7xf32>
  %b = check.fill seed 22 : tensor<7x33xf32>
  %0 = rlx.matmul %a, %b : (tensor<401x7xf32>, tensor<7x33xf32>) -> tensor<401x33xf32>
  return %0 : tensor<401x33xf32>
}

// Batches of both, of one, and broadcast on either side.
func.func @batches() -> tensor<?x3x?x?xf32> {
  %a = check.fill sizes [2, 3, 33, 9] seed 23 : tensor<?x3x?x?xf32>
  %b = check.fill sizes [2, 3, 9, 100] seed 24 : tensor<?x3x?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x3x?x?xf32>, tensor<?x3x?x?xf32>) -> tensor<?x3x?x?xf32>
  return %0 : tensor<?x3x?x?xf32>
}
func.func @broadcast_both() -> tensor<?x3x?x?xf32> {
  %a = check.fill sizes [2, 1, 33, 9] seed 25 : tensor<?x1x?x?xf32>
  %b = check.fill sizes [3, 9, 40] seed 26 : tensor<3x?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x1x?x?xf32>, tensor<3x?x?xf32>) -> tensor<?x3x?x?xf32>
  return %0 : tensor<?x3x?x?xf32>
}
func.func @broadcast_middle() -> tensor<2x3x2x17x40xf32> {
  %a = check.fill seed 27 : tensor<2x3x2x17x9xf32>
  %b = check.fill seed 28 : tensor<2x1x2x9x40xf32>
  %0 = rlx.matmul %a, %b : (tensor<2x3x2x17x9xf32>, tensor<2x1x2x9x40xf32>) -> tensor<2x3x2x17x40xf32>
  return %0 : tensor<2x3x2x17x40xf32>
}
func.func @broadcast_left() -> tensor<?x?x?xf32> {
  %a = check.fill sizes [33, 9] seed 29 : tensor<?x?xf32>
  %b = check.fill sizes [3, 9, 40] seed 30 : tensor<?x?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// The rows of all entries are joined: 3 * 5 rows, in one block.
func.func @joined() -> tensor<?x5x?xf32> {
  %a = check.fill sizes [3, 5, 9] seed 31 : tensor<?x5x?xf32>
  %b = check.fill sizes [1, 9, 40] seed 32 : tensor<1x?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x5x?xf32>, tensor<1x?x?xf32>) -> tensor<?x5x?xf32>
  return %0 : tensor<?x5x?xf32>
}

// Epilogues: light and heavy, whose operands are whole, a row or a column.
func.func @epilogue() -> tensor<?x?x?xf32> {
  %a = check.fill sizes [2, 33, 9] seed 33 : tensor<?x?x?xf32>
  %b = check.fill sizes [2, 9, 40] seed 34 : tensor<?x?x?xf32>
  %c = check.fill sizes [2, 33, 40] seed 35 : tensor<?x?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = rlx.add %0, %c : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %2 = rlx.relu %1 : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %2 : tensor<?x?x?xf32>
}
func.func @heavy_epilogue() -> tensor<3x33x40xf32> {
  %a = check.fill seed 36 : tensor<3x33x9xf32>
  %b = check.fill seed 37 : tensor<3x9x40xf32>
  %c = check.fill seed 38 : tensor<1x33x1xf32>
  %d = check.fill seed 39 : tensor<40xf32>
  %0 = rlx.matmul %a, %b : (tensor<3x33x9xf32>, tensor<3x9x40xf32>) -> tensor<3x33x40xf32>
  %1 = rlx.mul %0, %c : (tensor<3x33x40xf32>, tensor<1x33x1xf32>) -> tensor<3x33x40xf32>
  %2 = rlx.add %1, %d : (tensor<3x33x40xf32>, tensor<40xf32>) -> tensor<3x33x40xf32>
  %3 = rlx.tanh %2 : (tensor<3x33x40xf32>) -> tensor<3x33x40xf32>
  return %3 : tensor<3x33x40xf32>
}

// Rows and panels are widened to f32, and results rounded once.
func.func @f16() -> tensor<?x?xf16> {
  %a = check.fill sizes [33, 100] seed 40 : tensor<?x?xf16>
  %b = check.fill sizes [100, 40] seed 41 : tensor<?x?xf16>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf16>, tensor<?x?xf16>) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}
func.func @f16_few_rows() -> tensor<3x100xf16> {
  %a = check.fill seed 42 : tensor<3x257xf16>
  %b = check.fill seed 43 : tensor<257x100xf16>
  %0 = rlx.matmul %a, %b : (tensor<3x257xf16>, tensor<257x100xf16>) -> tensor<3x100xf16>
  return %0 : tensor<3x100xf16>
}
func.func @bf16() -> tensor<2x33x40xbf16> {
  %a = check.fill seed 44 : tensor<2x33x101xbf16>
  %b = check.fill seed 45 : tensor<2x101x40xbf16>
  %0 = rlx.matmul %a, %b : (tensor<2x33x101xbf16>, tensor<2x101x40xbf16>) -> tensor<2x33x40xbf16>
  return %0 : tensor<2x33x40xbf16>
}

// A transposed rhs is packed in squares, whose last rows and columns may be partial.
func.func @transposed() -> tensor<?x?x?xf32> {
  %a = check.fill sizes [2, 33, 100] seed 46 : tensor<?x?x?xf32>
  %b = check.fill sizes [2, 257, 100] seed 47 : tensor<?x?x?xf32>
  %0 = rlx.dot_general %a, %b batch [0] x [0] contract [2] x [2]
      : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
func.func @transposed_short() -> tensor<?x?x?xf32> {
  %a = check.fill sizes [2, 7, 1] seed 48 : tensor<?x?x?xf32>
  %b = check.fill sizes [2, 7, 1] seed 49 : tensor<?x?x?xf32>
  %0 = rlx.dot_general %a, %b batch [0] x [0] contract [2] x [2]
      : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
func.func @transposed_static() -> tensor<2x40x64xf32> {
  %a = check.fill seed 50 : tensor<2x40x48xf32>
  %b = check.fill seed 51 : tensor<2x64x48xf32>
  %0 = rlx.dot_general %a, %b batch [0] x [0] contract [2] x [2]
      : (tensor<2x40x48xf32>, tensor<2x64x48xf32>) -> tensor<2x40x64xf32>
  return %0 : tensor<2x40x64xf32>
}
// Sums stay f32.
func.func @transposed_f16() -> tensor<2x33x40xf32> {
  %a = check.fill seed 52 : tensor<2x33x101xf16>
  %b = check.fill seed 53 : tensor<2x40x101xf16>
  %0 = rlx.dot_general %a, %b batch [0] x [0] contract [2] x [2] to f32
      : (tensor<2x33x101xf16>, tensor<2x40x101xf16>) -> tensor<2x33x40xf32>
  return %0 : tensor<2x33x40xf32>
}

// Heads of queries and keys between positions and elements; several dimensions on each side.
func.func @heads() -> tensor<2x3x33x40xf32> {
  %a = check.fill seed 54 : tensor<2x33x3x16xf32>
  %b = check.fill seed 55 : tensor<2x40x3x16xf32>
  %0 = rlx.dot_general %a, %b batch [0, 2] x [0, 2] contract [3] x [3]
      : (tensor<2x33x3x16xf32>, tensor<2x40x3x16xf32>) -> tensor<2x3x33x40xf32>
  return %0 : tensor<2x3x33x40xf32>
}
func.func @many_dims() -> tensor<3x5x7x4x8xf32> {
  %a = check.fill seed 56 : tensor<3x6x5x7x9xf32>
  %b = check.fill seed 57 : tensor<9x4x3x8x6xf32>
  %0 = rlx.dot_general %a, %b batch [0] x [2] contract [1, 4] x [4, 0]
      : (tensor<3x6x5x7x9xf32>, tensor<9x4x3x8x6xf32>) -> tensor<3x5x7x4x8xf32>
  return %0 : tensor<3x5x7x4x8xf32>
}
func.func @transposed_matmul() -> tensor<?x2x?x?xf32> {
  %a = check.fill sizes [3, 2, 33, 9] seed 58 : tensor<?x2x?x?xf32>
  %b = check.fill sizes [3, 40, 2, 9] seed 59 : tensor<?x?x2x?xf32>
  %t = rlx.transpose %b perm = [0, 2, 3, 1] : (tensor<?x?x2x?xf32>) -> tensor<?x2x?x?xf32>
  %0 = rlx.matmul %a, %t : (tensor<?x2x?x?xf32>, tensor<?x2x?x?xf32>) -> tensor<?x2x?x?xf32>
  return %0 : tensor<?x2x?x?xf32>
}
