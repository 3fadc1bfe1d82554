// RUN: rlx-check %{sample} %s %{quick-lanes}
// RUN: %if avx512bf16 %{ rlx-check %{sample} --lane=reference,cpu --cpu=cooperlake %s %}
// RUN: %if avx512-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v4 %s %}
// RUN: %if avx2-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v3 %s %}

// Packed matmuls with bf16 weights: with the instructions of this machine, and with older ones if
// it has them.

// Static numbers of rows: full and partial tiles; odd and even sum lengths.
func.func @rows() -> (tensor<1x40xbf16>, tensor<2x33xbf16>, tensor<3x31xbf16>, tensor<5x64xbf16>, tensor<8x96xbf16>, tensor<9x1xbf16>, tensor<13x70xbf16>, tensor<16x32xbf16>, tensor<100x40xbf16>) {
  %v1 = check.fill seed 1 : tensor<1x7xbf16>
  %v2 = check.fill seed 2 as param : tensor<7x40xbf16>
  %v3 = rlx.matmul %v1, %v2 : (tensor<1x7xbf16>, tensor<7x40xbf16>) -> tensor<1x40xbf16>
  %v4 = check.fill seed 3 : tensor<2x16xbf16>
  %v5 = check.fill seed 4 as param : tensor<16x33xbf16>
  %v6 = rlx.matmul %v4, %v5 : (tensor<2x16xbf16>, tensor<16x33xbf16>) -> tensor<2x33xbf16>
  %v7 = check.fill seed 5 : tensor<3x33xbf16>
  %v8 = check.fill seed 6 as param : tensor<33x31xbf16>
  %v9 = rlx.matmul %v7, %v8 : (tensor<3x33xbf16>, tensor<33x31xbf16>) -> tensor<3x31xbf16>
  %v10 = check.fill seed 7 : tensor<5x2xbf16>
  %v11 = check.fill seed 8 as param : tensor<2x64xbf16>
  %v12 = rlx.matmul %v10, %v11 : (tensor<5x2xbf16>, tensor<2x64xbf16>) -> tensor<5x64xbf16>
  %v13 = check.fill seed 9 : tensor<8x64xbf16>
  %v14 = check.fill seed 10 as param : tensor<64x96xbf16>
  %v15 = rlx.matmul %v13, %v14 : (tensor<8x64xbf16>, tensor<64x96xbf16>) -> tensor<8x96xbf16>
  %v16 = check.fill seed 11 : tensor<9x5xbf16>
  %v17 = check.fill seed 12 as param : tensor<5x1xbf16>
  %v18 = rlx.matmul %v16, %v17 : (tensor<9x5xbf16>, tensor<5x1xbf16>) -> tensor<9x1xbf16>
  %v19 = check.fill seed 13 : tensor<13x129xbf16>
  %v20 = check.fill seed 14 as param : tensor<129x70xbf16>
  %v21 = rlx.matmul %v19, %v20 : (tensor<13x129xbf16>, tensor<129x70xbf16>) -> tensor<13x70xbf16>
  %v22 = check.fill seed 15 : tensor<16x31xbf16>
  %v23 = check.fill seed 16 as param : tensor<31x32xbf16>
  %v24 = rlx.matmul %v22, %v23 : (tensor<16x31xbf16>, tensor<31x32xbf16>) -> tensor<16x32xbf16>
  %v25 = check.fill seed 17 : tensor<100x24xbf16>
  %v26 = check.fill seed 18 as param : tensor<24x40xbf16>
  %v27 = rlx.matmul %v25, %v26 : (tensor<100x24xbf16>, tensor<24x40xbf16>) -> tensor<100x40xbf16>
  return %v3, %v6, %v9, %v12, %v15, %v18, %v21, %v24, %v27 : tensor<1x40xbf16>, tensor<2x33xbf16>, tensor<3x31xbf16>, tensor<5x64xbf16>, tensor<8x96xbf16>, tensor<9x1xbf16>, tensor<13x70xbf16>, tensor<16x32xbf16>, tensor<100x40xbf16>
}

// The same with dynamic rows.
func.func @dynamic_rows() -> (tensor<?x40xbf16>, tensor<?x160xbf16>, tensor<?x33xbf16>, tensor<?x31xbf16>, tensor<?x96xbf16>, tensor<?x70xbf16>, tensor<?x1xbf16>, tensor<?x32xbf16>, tensor<?x40xbf16>) {
  %v28 = check.fill sizes [1, 7] seed 19 : tensor<?x7xbf16>
  %v29 = check.fill seed 20 as param : tensor<7x40xbf16>
  %v30 = rlx.matmul %v28, %v29 : (tensor<?x7xbf16>, tensor<7x40xbf16>) -> tensor<?x40xbf16>
  %v31 = check.fill sizes [2, 33] seed 21 : tensor<?x33xbf16>
  %v32 = check.fill seed 22 as param : tensor<33x160xbf16>
  %v33 = rlx.matmul %v31, %v32 : (tensor<?x33xbf16>, tensor<33x160xbf16>) -> tensor<?x160xbf16>
  %v34 = check.fill sizes [3, 16] seed 23 : tensor<?x16xbf16>
  %v35 = check.fill seed 24 as param : tensor<16x33xbf16>
  %v36 = rlx.matmul %v34, %v35 : (tensor<?x16xbf16>, tensor<16x33xbf16>) -> tensor<?x33xbf16>
  %v37 = check.fill sizes [7, 33] seed 25 : tensor<?x33xbf16>
  %v38 = check.fill seed 26 as param : tensor<33x31xbf16>
  %v39 = rlx.matmul %v37, %v38 : (tensor<?x33xbf16>, tensor<33x31xbf16>) -> tensor<?x31xbf16>
  %v40 = check.fill sizes [8, 64] seed 27 : tensor<?x64xbf16>
  %v41 = check.fill seed 28 as param : tensor<64x96xbf16>
  %v42 = rlx.matmul %v40, %v41 : (tensor<?x64xbf16>, tensor<64x96xbf16>) -> tensor<?x96xbf16>
  %v43 = check.fill sizes [13, 129] seed 29 : tensor<?x129xbf16>
  %v44 = check.fill seed 30 as param : tensor<129x70xbf16>
  %v45 = rlx.matmul %v43, %v44 : (tensor<?x129xbf16>, tensor<129x70xbf16>) -> tensor<?x70xbf16>
  %v46 = check.fill sizes [14, 5] seed 31 : tensor<?x5xbf16>
  %v47 = check.fill seed 32 as param : tensor<5x1xbf16>
  %v48 = rlx.matmul %v46, %v47 : (tensor<?x5xbf16>, tensor<5x1xbf16>) -> tensor<?x1xbf16>
  %v49 = check.fill sizes [57, 31] seed 33 : tensor<?x31xbf16>
  %v50 = check.fill seed 34 as param : tensor<31x32xbf16>
  %v51 = rlx.matmul %v49, %v50 : (tensor<?x31xbf16>, tensor<31x32xbf16>) -> tensor<?x32xbf16>
  %v52 = check.fill sizes [100, 24] seed 35 : tensor<?x24xbf16>
  %v53 = check.fill seed 36 as param : tensor<24x40xbf16>
  %v54 = rlx.matmul %v52, %v53 : (tensor<?x24xbf16>, tensor<24x40xbf16>) -> tensor<?x40xbf16>
  return %v30, %v33, %v36, %v39, %v42, %v45, %v48, %v51, %v54 : tensor<?x40xbf16>, tensor<?x160xbf16>, tensor<?x33xbf16>, tensor<?x31xbf16>, tensor<?x96xbf16>, tensor<?x70xbf16>, tensor<?x1xbf16>, tensor<?x32xbf16>, tensor<?x40xbf16>
}

// Sums of one term, and of one and a half pairs.
func.func @short_sums() -> (tensor<1x1xbf16>, tensor<4x32xbf16>, tensor<3x35xbf16>, tensor<9x8xbf16>, tensor<?x33xbf16>, tensor<?x40xbf16>) {
  %v55 = check.fill seed 37 : tensor<1x1xbf16>
  %v56 = check.fill seed 38 as param : tensor<1x1xbf16>
  %v57 = rlx.matmul %v55, %v56 : (tensor<1x1xbf16>, tensor<1x1xbf16>) -> tensor<1x1xbf16>
  %v58 = check.fill seed 39 : tensor<4x1xbf16>
  %v59 = check.fill seed 40 as param : tensor<1x32xbf16>
  %v60 = rlx.matmul %v58, %v59 : (tensor<4x1xbf16>, tensor<1x32xbf16>) -> tensor<4x32xbf16>
  %v61 = check.fill seed 41 : tensor<3x3xbf16>
  %v62 = check.fill seed 42 as param : tensor<3x35xbf16>
  %v63 = rlx.matmul %v61, %v62 : (tensor<3x3xbf16>, tensor<3x35xbf16>) -> tensor<3x35xbf16>
  %v64 = check.fill seed 43 : tensor<9x2xbf16>
  %v65 = check.fill seed 44 as param : tensor<2x8xbf16>
  %v66 = rlx.matmul %v64, %v65 : (tensor<9x2xbf16>, tensor<2x8xbf16>) -> tensor<9x8xbf16>
  %v67 = check.fill sizes [5, 1] seed 45 : tensor<?x1xbf16>
  %v68 = check.fill seed 46 as param : tensor<1x33xbf16>
  %v69 = rlx.matmul %v67, %v68 : (tensor<?x1xbf16>, tensor<1x33xbf16>) -> tensor<?x33xbf16>
  %v70 = check.fill sizes [1, 3] seed 47 : tensor<?x3xbf16>
  %v71 = check.fill seed 48 as param : tensor<3x40xbf16>
  %v72 = rlx.matmul %v70, %v71 : (tensor<?x3xbf16>, tensor<3x40xbf16>) -> tensor<?x40xbf16>
  return %v57, %v60, %v63, %v66, %v69, %v72 : tensor<1x1xbf16>, tensor<4x32xbf16>, tensor<3x35xbf16>, tensor<9x8xbf16>, tensor<?x33xbf16>, tensor<?x40xbf16>
}

// Weights that are prefetched; one row reads several panels at once.
func.func @long_sums() -> (tensor<8x32xbf16>, tensor<1x160xbf16>, tensor<2x300xbf16>, tensor<?x64xbf16>) {
  %v73 = check.fill seed 49 : tensor<8x1031xbf16>
  %v74 = check.fill seed 50 as param : tensor<1031x32xbf16>
  %v75 = rlx.matmul %v73, %v74 : (tensor<8x1031xbf16>, tensor<1031x32xbf16>) -> tensor<8x32xbf16>
  %v76 = check.fill seed 51 : tensor<1x1031xbf16>
  %v77 = check.fill seed 52 as param : tensor<1031x160xbf16>
  %v78 = rlx.matmul %v76, %v77 : (tensor<1x1031xbf16>, tensor<1031x160xbf16>) -> tensor<1x160xbf16>
  %v79 = check.fill seed 53 : tensor<2x600xbf16>
  %v80 = check.fill seed 54 as param : tensor<600x300xbf16>
  %v81 = rlx.matmul %v79, %v80 : (tensor<2x600xbf16>, tensor<600x300xbf16>) -> tensor<2x300xbf16>
  %v82 = check.fill sizes [40, 515] seed 55 : tensor<?x515xbf16>
  %v83 = check.fill seed 56 as param : tensor<515x64xbf16>
  %v84 = rlx.matmul %v82, %v83 : (tensor<?x515xbf16>, tensor<515x64xbf16>) -> tensor<?x64xbf16>
  return %v75, %v78, %v81, %v84 : tensor<8x32xbf16>, tensor<1x160xbf16>, tensor<2x300xbf16>, tensor<?x64xbf16>
}

// More rows than a workgroup takes.
func.func @many_rows() -> (tensor<1029x40xbf16>, tensor<?x40xbf16>) {
  %v85 = check.fill seed 57 : tensor<1029x24xbf16>
  %v86 = check.fill seed 58 as param : tensor<24x40xbf16>
  %v87 = rlx.matmul %v85, %v86 : (tensor<1029x24xbf16>, tensor<24x40xbf16>) -> tensor<1029x40xbf16>
  %v88 = check.fill sizes [1029, 25] seed 59 : tensor<?x25xbf16>
  %v89 = check.fill seed 60 as param : tensor<25x40xbf16>
  %v90 = rlx.matmul %v88, %v89 : (tensor<?x25xbf16>, tensor<25x40xbf16>) -> tensor<?x40xbf16>
  return %v87, %v90 : tensor<1029x40xbf16>, tensor<?x40xbf16>
}

// Bias, residual and activation, each rounded or not.
func.func @epilogue() -> tensor<13x40xbf16> {
  %v91 = check.fill seed 61 : tensor<13x25xbf16>
  %v92 = check.fill seed 62 as param : tensor<25x40xbf16>
  %v93 = check.fill seed 63 as param : tensor<40xbf16>
  %v94 = check.fill seed 64 : tensor<13x40xbf16>
  %v95 = rlx.fused_matmul_bias_act %v91, %v92, %v93 activation = relu
      : (tensor<13x25xbf16>, tensor<25x40xbf16>, tensor<40xbf16>) -> tensor<13x40xbf16>
  %v96 = rlx.add %v95, %v94 : (tensor<13x40xbf16>, tensor<13x40xbf16>) -> tensor<13x40xbf16>
  %v97 = rlx.relu %v96 : (tensor<13x40xbf16>) -> tensor<13x40xbf16>
  return %v97 : tensor<13x40xbf16>
}

// An activation whose code is emitted once, and a result in f32.
func.func @costly_epilogue() -> (tensor<?x37xbf16>, tensor<4x37xf32>) {
  %v98 = check.fill sizes [11, 18] seed 65 : tensor<?x18xbf16>
  %v99 = check.fill seed 66 as param : tensor<18x37xbf16>
  %v100 = check.fill seed 67 as param : tensor<37xbf16>
  %v101 = rlx.fused_matmul_bias_act %v98, %v99, %v100 activation = gelu
      : (tensor<?x18xbf16>, tensor<18x37xbf16>, tensor<37xbf16>) -> tensor<?x37xbf16>
  %v102 = check.fill seed 68 : tensor<4x18xbf16>
  %v103 = check.fill seed 69 as param : tensor<18x37xbf16>
  %v104 = rlx.matmul %v102, %v103 : (tensor<4x18xbf16>, tensor<18x37xbf16>) -> tensor<4x37xbf16>
  %v105 = rlx.cast %v104 to f32 : (tensor<4x37xbf16>) -> tensor<4x37xf32>
  return %v101, %v105 : tensor<?x37xbf16>, tensor<4x37xf32>
}

// Leading dimensions count as rows, also those of images. A residual broadcasts along them.
func.func @ranks() -> (tensor<2x?x33xbf16>, tensor<1x6x5x34xbf16>) {
  %v106 = check.fill sizes [2, 5, 9] seed 70 : tensor<2x?x9xbf16>
  %v107 = check.fill seed 71 as param : tensor<9x33xbf16>
  %v109 = check.fill seed 72 : tensor<2x1x33xbf16>
  %v108 = rlx.matmul %v106, %v107 : (tensor<2x?x9xbf16>, tensor<9x33xbf16>) -> tensor<2x?x33xbf16>
  %v110 = rlx.add %v108, %v109 : (tensor<2x?x33xbf16>, tensor<2x1x33xbf16>) -> tensor<2x?x33xbf16>
  %v111 = check.fill seed 73 : tensor<1x6x5x15xbf16>
  %v112 = check.fill seed 74 as param : tensor<34x15x1x1xbf16>
  %v113 = rlx.conv %v111, %v112 data_format = channels_last
      : (tensor<1x6x5x15xbf16>, tensor<34x15x1x1xbf16>) -> tensor<1x6x5x34xbf16>
  return %v110, %v113 : tensor<2x?x33xbf16>, tensor<1x6x5x34xbf16>
}

// NaN and infinities stay in their rows and columns. Memory behind the last row of odd length and
// padded weights have no effect.
func.func @not_finite() -> (tensor<4x2xbf16>, tensor<?x2xbf16>) {
  %x = check.literal dense<[[1.0, 2.0, 3.0], [0x7FC0, 1.0, 1.0], [0x7F80, 1.0, 1.0], [1.0, 1.0, 0x7F80]]>
      : tensor<4x3xbf16>
  %w = check.literal dense<[[1.0, 0.5], [1.0, -1.0], [1.0, 0.0]]> : tensor<3x2xbf16> as param
  %0 = rlx.matmul %x, %w : (tensor<4x3xbf16>, tensor<3x2xbf16>) -> tensor<4x2xbf16>
  %e = check.literal dense<[[6.0, -1.5], [0x7FC0, 0x7FC0], [0x7F80, 0x7F80], [0x7F80, 0x7FC0]]>
      : tensor<4x2xbf16>
  check.expect_eq %0, %e : tensor<4x2xbf16>, tensor<4x2xbf16>
  %y = check.literal dense<[[1.0, 2.0, 3.0], [0x7FC0, 1.0, 1.0], [0x7F80, 1.0, 1.0], [1.0, 1.0, 0x7F80]]>
      : tensor<4x3xbf16> to tensor<?x3xbf16>
  %1 = rlx.matmul %y, %w : (tensor<?x3xbf16>, tensor<3x2xbf16>) -> tensor<?x2xbf16>
  check.expect_eq %1, %e : tensor<?x2xbf16>, tensor<4x2xbf16>
  return %0, %1 : tensor<4x2xbf16>, tensor<?x2xbf16>
}

// Infinite or NaN weights affect only their columns.
func.func @not_finite_weights() -> tensor<9x3xbf16> {
  %x = check.fill seed 900 range [1.0, 2.0] : tensor<9x2xbf16>
  %w = check.literal dense<[[1.0, 0x7F80, 0x7FC0], [1.0, 1.0, 1.0]]> : tensor<2x3xbf16> as param
  %0 = rlx.matmul %x, %w : (tensor<9x2xbf16>, tensor<2x3xbf16>) -> tensor<9x3xbf16>
  return %0 : tensor<9x3xbf16>
}

// Panels as the pass makes them, with arbitrary padding: the fourth row and the last column.
func.func @padding() -> tensor<2x1xbf16> {
  %x = check.literal dense<[[1.0, 2.0, 3.0], [0x7F80, 1.0, 1.0]]> : tensor<2x3xbf16>
  %w = check.literal dense<[[[[1.0, 2.0], [0x7FC0, 0x7FC0]], [[4.0, 0x7FC0], [0x7F80, 0x7FC0]]]]>
      : tensor<1x2x2x2xbf16>
  %0 = rlx.matmul_packed %x, %w {n = 1 : i64}
      : (tensor<2x3xbf16>, tensor<1x2x2x2xbf16>) -> tensor<2x1xbf16>
  %e = check.literal dense<[[17.0], [0x7F80]]> : tensor<2x1xbf16>
  check.expect_eq %0, %e : tensor<2x1xbf16>, tensor<2x1xbf16>
  return %0 : tensor<2x1xbf16>
}

// The same in panels that fill vector registers.
func.func @padding_wide() -> tensor<3x33xbf16> {
  %x = check.fill seed 901 : tensor<3x5xbf16>
  %w = check.fill seed 902 range [-2.0, 2.0] as param : tensor<2x3x32x2xbf16>
  %b = check.fill seed 903 as param : tensor<33xbf16>
  %0 = rlx.matmul_packed %x, %w, %b {n = 33 : i64}
      : (tensor<3x5xbf16>, tensor<2x3x32x2xbf16>, tensor<33xbf16>) -> tensor<3x33xbf16>
  return %0 : tensor<3x33xbf16>
}

// Groups of three rows have no dedicated code and take the generic route.
func.func @other_groups() -> (tensor<3x33xbf16>, tensor<?x20xf32>) {
  %x = check.fill seed 904 : tensor<3x5xbf16>
  %w = check.fill seed 905 as param : tensor<2x2x32x3xbf16>
  %0 = rlx.matmul_packed %x, %w {n = 33 : i64}
      : (tensor<3x5xbf16>, tensor<2x2x32x3xbf16>) -> tensor<3x33xbf16>
  %y = check.fill sizes [4, 7] seed 906 : tensor<?x7xf32>
  %v = check.fill seed 907 as param : tensor<2x4x16x2xf32>
  %1 = rlx.matmul_packed %y, %v {n = 20 : i64}
      : (tensor<?x7xf32>, tensor<2x4x16x2xf32>) -> tensor<?x20xf32>
  return %0, %1 : tensor<3x33xbf16>, tensor<?x20xf32>
}

// The maximal length of the sums is known from the weights only.
func.func @dynamic_k() -> tensor<?x20xbf16> {
  %x = check.fill sizes [4, 7] seed 908 : tensor<?x?xbf16>
  %w = check.fill seed 909 as param : tensor<1x4x32x2xbf16>
  %0 = rlx.matmul_packed %x, %w {n = 20 : i64}
      : (tensor<?x?xbf16>, tensor<1x4x32x2xbf16>) -> tensor<?x20xbf16>
  return %0 : tensor<?x20xbf16>
}
