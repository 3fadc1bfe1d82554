// RUN: rlx-check %{sample} %s %{quick-lanes}
// RUN: %if avx512-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v4 %s %}
// RUN: %if avx2-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v3 %s %}

// Packed matmuls of 8-bit integers: with the instructions of this machine, and with older ones if
// it has them. All are exact.

// By hand, in panels of two columns and groups of two rows: the partner of the third row and the
// fourth column are padding. lhs - 1 is [0, 1, 2] and [-1, 254, 0]. The weights minus their zero
// points are [[0, 3, 3], [2, 5, 5], [4, 7, 127]].
func.func @literals() -> tensor<2x3xi32> {
  %x = check.literal dense<[[1, 2, 3], [0, 255, 1]]> : tensor<2x3xui8>
  %w = check.literal dense<[[[[1, 3], [2, 4]], [[5, 99], [6, 99]]], [[[3, 5], [99, 99]], [[127, 99], [99, 99]]]]>
      : tensor<2x2x2x2xi8>
  %s = check.literal dense<[9, 12, 135]> : tensor<3xi32>
  %zx = check.literal dense<1> : tensor<ui8>
  %zw = check.literal dense<[1, -1, 0]> : tensor<3xi8>
  %0 = rlx.matmul_integer_packed %x, %w column_sums %s lhs_zero_point %zx rhs_zero_point %zw {n = 3 : i64}
      : (tensor<2x3xui8>, tensor<2x2x2x2xi8>, tensor<3xi32>, tensor<ui8>, tensor<3xi8>) -> tensor<2x3xi32>
  %e = check.literal dense<[[10, 19, 259], [508, 1267, 1267]]> : tensor<2x3xi32>
  check.expect_eq %0, %e : tensor<2x3xi32>, tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// Static numbers of rows; sum lengths with remainders 0, 1, 2 and 3.
func.func @rows() -> (tensor<1x40xi32>, tensor<2x33xi32>, tensor<3x31xi32>, tensor<5x64xi32>, tensor<8x96xi32>, tensor<9x1xi32>, tensor<13x70xi32>, tensor<16x32xi32>, tensor<100x40xi32>) {
  %v1 = check.fill seed 1 range [0.0, 255.0] edges finite : tensor<1x7xui8>
  %v2 = check.fill seed 2 range [-128.0, 127.0] edges finite as param : tensor<7x40xi8>
  %v3 = rlx.matmul_integer %v1, %v2
      : (tensor<1x7xui8>, tensor<7x40xi8>) -> tensor<1x40xi32>
  %v4 = check.fill seed 3 range [0.0, 255.0] edges finite : tensor<2x16xui8>
  %v5 = check.fill seed 4 range [-128.0, 127.0] edges finite as param : tensor<16x33xi8>
  %v6 = rlx.matmul_integer %v4, %v5
      : (tensor<2x16xui8>, tensor<16x33xi8>) -> tensor<2x33xi32>
  %v7 = check.fill seed 5 range [0.0, 255.0] edges finite : tensor<3x33xui8>
  %v8 = check.fill seed 6 range [-128.0, 127.0] edges finite as param : tensor<33x31xi8>
  %v9 = rlx.matmul_integer %v7, %v8
      : (tensor<3x33xui8>, tensor<33x31xi8>) -> tensor<3x31xi32>
  %v10 = check.fill seed 7 range [0.0, 255.0] edges finite : tensor<5x2xui8>
  %v11 = check.fill seed 8 range [-128.0, 127.0] edges finite as param : tensor<2x64xi8>
  %v12 = rlx.matmul_integer %v10, %v11
      : (tensor<5x2xui8>, tensor<2x64xi8>) -> tensor<5x64xi32>
  %v13 = check.fill seed 9 range [0.0, 255.0] edges finite : tensor<8x64xui8>
  %v14 = check.fill seed 10 range [-128.0, 127.0] edges finite as param : tensor<64x96xi8>
  %v15 = rlx.matmul_integer %v13, %v14
      : (tensor<8x64xui8>, tensor<64x96xi8>) -> tensor<8x96xi32>
  %v16 = check.fill seed 11 range [0.0, 255.0] edges finite : tensor<9x5xui8>
  %v17 = check.fill seed 12 range [-128.0, 127.0] edges finite as param : tensor<5x1xi8>
  %v18 = rlx.matmul_integer %v16, %v17
      : (tensor<9x5xui8>, tensor<5x1xi8>) -> tensor<9x1xi32>
  %v19 = check.fill seed 13 range [0.0, 255.0] edges finite : tensor<13x130xui8>
  %v20 = check.fill seed 14 range [-128.0, 127.0] edges finite as param : tensor<130x70xi8>
  %v21 = rlx.matmul_integer %v19, %v20
      : (tensor<13x130xui8>, tensor<130x70xi8>) -> tensor<13x70xi32>
  %v22 = check.fill seed 15 range [0.0, 255.0] edges finite : tensor<16x31xui8>
  %v23 = check.fill seed 16 range [-128.0, 127.0] edges finite as param : tensor<31x32xi8>
  %v24 = rlx.matmul_integer %v22, %v23
      : (tensor<16x31xui8>, tensor<31x32xi8>) -> tensor<16x32xi32>
  %v25 = check.fill seed 17 range [0.0, 255.0] edges finite : tensor<100x24xui8>
  %v26 = check.fill seed 18 range [-128.0, 127.0] edges finite as param : tensor<24x40xi8>
  %v27 = rlx.matmul_integer %v25, %v26
      : (tensor<100x24xui8>, tensor<24x40xi8>) -> tensor<100x40xi32>
  return %v3, %v6, %v9, %v12, %v15, %v18, %v21, %v24, %v27 : tensor<1x40xi32>, tensor<2x33xi32>, tensor<3x31xi32>, tensor<5x64xi32>, tensor<8x96xi32>, tensor<9x1xi32>, tensor<13x70xi32>, tensor<16x32xi32>, tensor<100x40xi32>
}

// The same with dynamic rows.
func.func @dynamic_rows() -> (tensor<?x40xi32>, tensor<?x160xi32>, tensor<?x33xi32>, tensor<?x31xi32>, tensor<?x96xi32>, tensor<?x70xi32>, tensor<?x1xi32>, tensor<?x32xi32>) {
  %v28 = check.fill sizes [1, 7] seed 19 range [0.0, 255.0] edges finite : tensor<?x7xui8>
  %v29 = check.fill seed 20 range [-128.0, 127.0] edges finite as param : tensor<7x40xi8>
  %v30 = rlx.matmul_integer %v28, %v29
      : (tensor<?x7xui8>, tensor<7x40xi8>) -> tensor<?x40xi32>
  %v31 = check.fill sizes [2, 33] seed 21 range [0.0, 255.0] edges finite : tensor<?x33xui8>
  %v32 = check.fill seed 22 range [-128.0, 127.0] edges finite as param : tensor<33x160xi8>
  %v33 = rlx.matmul_integer %v31, %v32
      : (tensor<?x33xui8>, tensor<33x160xi8>) -> tensor<?x160xi32>
  %v34 = check.fill sizes [3, 16] seed 23 range [0.0, 255.0] edges finite : tensor<?x16xui8>
  %v35 = check.fill seed 24 range [-128.0, 127.0] edges finite as param : tensor<16x33xi8>
  %v36 = rlx.matmul_integer %v34, %v35
      : (tensor<?x16xui8>, tensor<16x33xi8>) -> tensor<?x33xi32>
  %v37 = check.fill sizes [7, 34] seed 25 range [0.0, 255.0] edges finite : tensor<?x34xui8>
  %v38 = check.fill seed 26 range [-128.0, 127.0] edges finite as param : tensor<34x31xi8>
  %v39 = rlx.matmul_integer %v37, %v38
      : (tensor<?x34xui8>, tensor<34x31xi8>) -> tensor<?x31xi32>
  %v40 = check.fill sizes [8, 64] seed 27 range [0.0, 255.0] edges finite : tensor<?x64xui8>
  %v41 = check.fill seed 28 range [-128.0, 127.0] edges finite as param : tensor<64x96xi8>
  %v42 = rlx.matmul_integer %v40, %v41
      : (tensor<?x64xui8>, tensor<64x96xi8>) -> tensor<?x96xi32>
  %v43 = check.fill sizes [13, 131] seed 29 range [0.0, 255.0] edges finite : tensor<?x131xui8>
  %v44 = check.fill seed 30 range [-128.0, 127.0] edges finite as param : tensor<131x70xi8>
  %v45 = rlx.matmul_integer %v43, %v44
      : (tensor<?x131xui8>, tensor<131x70xi8>) -> tensor<?x70xi32>
  %v46 = check.fill sizes [14, 5] seed 31 range [0.0, 255.0] edges finite : tensor<?x5xui8>
  %v47 = check.fill seed 32 range [-128.0, 127.0] edges finite as param : tensor<5x1xi8>
  %v48 = rlx.matmul_integer %v46, %v47
      : (tensor<?x5xui8>, tensor<5x1xi8>) -> tensor<?x1xi32>
  %v49 = check.fill sizes [57, 31] seed 33 range [0.0, 255.0] edges finite : tensor<?x31xui8>
  %v50 = check.fill seed 34 range [-128.0, 127.0] edges finite as param : tensor<31x32xi8>
  %v51 = rlx.matmul_integer %v49, %v50
      : (tensor<?x31xui8>, tensor<31x32xi8>) -> tensor<?x32xi32>
  return %v30, %v33, %v36, %v39, %v42, %v45, %v48, %v51 : tensor<?x40xi32>, tensor<?x160xi32>, tensor<?x33xi32>, tensor<?x31xi32>, tensor<?x96xi32>, tensor<?x70xi32>, tensor<?x1xi32>, tensor<?x32xi32>
}

// Sums of one to five terms.
func.func @short_sums() -> (tensor<1x1xi32>, tensor<4x32xi32>, tensor<3x35xi32>, tensor<9x8xi32>, tensor<9x33xi32>, tensor<2x40xi32>, tensor<?x33xi32>, tensor<?x40xi32>) {
  %v52 = check.fill seed 35 range [0.0, 255.0] edges finite : tensor<1x1xui8>
  %v53 = check.fill seed 36 range [-128.0, 127.0] edges finite as param : tensor<1x1xi8>
  %v54 = rlx.matmul_integer %v52, %v53
      : (tensor<1x1xui8>, tensor<1x1xi8>) -> tensor<1x1xi32>
  %v55 = check.fill seed 37 range [0.0, 255.0] edges finite : tensor<4x1xui8>
  %v56 = check.fill seed 38 range [-128.0, 127.0] edges finite as param : tensor<1x32xi8>
  %v57 = rlx.matmul_integer %v55, %v56
      : (tensor<4x1xui8>, tensor<1x32xi8>) -> tensor<4x32xi32>
  %v58 = check.fill seed 39 range [0.0, 255.0] edges finite : tensor<3x2xui8>
  %v59 = check.fill seed 40 range [-128.0, 127.0] edges finite as param : tensor<2x35xi8>
  %v60 = rlx.matmul_integer %v58, %v59
      : (tensor<3x2xui8>, tensor<2x35xi8>) -> tensor<3x35xi32>
  %v61 = check.fill seed 41 range [0.0, 255.0] edges finite : tensor<9x3xui8>
  %v62 = check.fill seed 42 range [-128.0, 127.0] edges finite as param : tensor<3x8xi8>
  %v63 = rlx.matmul_integer %v61, %v62
      : (tensor<9x3xui8>, tensor<3x8xi8>) -> tensor<9x8xi32>
  %v64 = check.fill seed 43 range [0.0, 255.0] edges finite : tensor<9x4xui8>
  %v65 = check.fill seed 44 range [-128.0, 127.0] edges finite as param : tensor<4x33xi8>
  %v66 = rlx.matmul_integer %v64, %v65
      : (tensor<9x4xui8>, tensor<4x33xi8>) -> tensor<9x33xi32>
  %v67 = check.fill seed 45 range [0.0, 255.0] edges finite : tensor<2x5xui8>
  %v68 = check.fill seed 46 range [-128.0, 127.0] edges finite as param : tensor<5x40xi8>
  %v69 = rlx.matmul_integer %v67, %v68
      : (tensor<2x5xui8>, tensor<5x40xi8>) -> tensor<2x40xi32>
  %v70 = check.fill sizes [5, 1] seed 47 range [0.0, 255.0] edges finite : tensor<?x1xui8>
  %v71 = check.fill seed 48 range [-128.0, 127.0] edges finite as param : tensor<1x33xi8>
  %v72 = rlx.matmul_integer %v70, %v71
      : (tensor<?x1xui8>, tensor<1x33xi8>) -> tensor<?x33xi32>
  %v73 = check.fill sizes [1, 3] seed 49 range [0.0, 255.0] edges finite : tensor<?x3xui8>
  %v74 = check.fill seed 50 range [-128.0, 127.0] edges finite as param : tensor<3x40xi8>
  %v75 = rlx.matmul_integer %v73, %v74
      : (tensor<?x3xui8>, tensor<3x40xi8>) -> tensor<?x40xi32>
  return %v54, %v57, %v60, %v63, %v66, %v69, %v72, %v75 : tensor<1x1xi32>, tensor<4x32xi32>, tensor<3x35xi32>, tensor<9x8xi32>, tensor<9x33xi32>, tensor<2x40xi32>, tensor<?x33xi32>, tensor<?x40xi32>
}

// Weights that are prefetched; one row reads several panels at once; many rows.
func.func @long_sums() -> (tensor<8x32xi32>, tensor<1x160xi32>, tensor<2x300xi32>, tensor<1029x40xi32>, tensor<?x40xi32>) {
  %v76 = check.fill seed 51 range [0.0, 255.0] edges finite : tensor<8x2051xui8>
  %v77 = check.fill seed 52 range [-128.0, 127.0] edges finite as param : tensor<2051x32xi8>
  %v78 = rlx.matmul_integer %v76, %v77
      : (tensor<8x2051xui8>, tensor<2051x32xi8>) -> tensor<8x32xi32>
  %v79 = check.fill seed 53 range [-128.0, 127.0] edges finite : tensor<1x2051xi8>
  %v80 = check.fill seed 54 range [-128.0, 127.0] edges finite as param : tensor<2051x160xi8>
  %v81 = rlx.matmul_integer %v79, %v80
      : (tensor<1x2051xi8>, tensor<2051x160xi8>) -> tensor<1x160xi32>
  %v82 = check.fill seed 55 range [-128.0, 127.0] edges finite : tensor<2x1201xi8>
  %v83 = check.fill seed 56 range [0.0, 255.0] edges finite as param : tensor<1201x300xui8>
  %v84 = rlx.matmul_integer %v82, %v83
      : (tensor<2x1201xi8>, tensor<1201x300xui8>) -> tensor<2x300xi32>
  %v85 = check.fill seed 57 range [-128.0, 127.0] edges finite : tensor<1029x24xi8>
  %v86 = check.fill seed 58 range [-128.0, 127.0] edges finite as param : tensor<24x40xi8>
  %v87 = rlx.matmul_integer %v85, %v86
      : (tensor<1029x24xi8>, tensor<24x40xi8>) -> tensor<1029x40xi32>
  %v88 = check.fill sizes [1029, 25] seed 59 range [0.0, 255.0] edges finite : tensor<?x25xui8>
  %v89 = check.fill seed 60 range [0.0, 255.0] edges finite as param : tensor<25x40xui8>
  %v90 = rlx.matmul_integer %v88, %v89
      : (tensor<?x25xui8>, tensor<25x40xui8>) -> tensor<?x40xi32>
  return %v78, %v81, %v84, %v87, %v90 : tensor<8x32xi32>, tensor<1x160xi32>, tensor<2x300xi32>, tensor<1029x40xi32>, tensor<?x40xi32>
}

// ui8 times ui8, with and without zero points of either side.
func.func @types_ui8_ui8() -> (tensor<9x40xi32>, tensor<5x40xi32>, tensor<?x33xi32>, tensor<?x70xi32>, tensor<1x40xi32>, tensor<13x32xi32>, tensor<?x33xi32>, tensor<2x40xi32>) {
  %v91 = check.fill seed 61 range [0.0, 255.0] edges finite : tensor<9x23xui8>
  %v92 = check.fill seed 62 range [0.0, 255.0] edges finite as param : tensor<23x40xui8>
  %v93 = rlx.matmul_integer %v91, %v92
      : (tensor<9x23xui8>, tensor<23x40xui8>) -> tensor<9x40xi32>
  %v94 = check.fill seed 63 range [0.0, 255.0] edges finite : tensor<5x23xui8>
  %v95 = check.fill seed 64 range [0.0, 255.0] edges finite as param : tensor<23x40xui8>
  %v97 = check.literal dense<77> : tensor<ui8>
  %v96 = rlx.matmul_integer %v94, %v95 lhs_zero_point %v97
      : (tensor<5x23xui8>, tensor<23x40xui8>, tensor<ui8>) -> tensor<5x40xi32>
  %v98 = check.fill sizes [11, 34] seed 65 range [0.0, 255.0] edges finite : tensor<?x34xui8>
  %v99 = check.fill seed 66 range [0.0, 255.0] edges finite as param : tensor<34x33xui8>
  %v101 = check.literal dense<9> : tensor<ui8> as param
  %v100 = rlx.matmul_integer %v98, %v99 rhs_zero_point %v101
      : (tensor<?x34xui8>, tensor<34x33xui8>, tensor<ui8>) -> tensor<?x33xi32>
  %v102 = check.fill sizes [8, 40] seed 67 range [0.0, 255.0] edges finite : tensor<?x40xui8>
  %v103 = check.fill seed 68 range [0.0, 255.0] edges finite as param : tensor<40x70xui8>
  %v105 = check.literal dense<77> : tensor<ui8> as param
  %v106 = check.fill seed 69 range [0.0, 255.0] as param : tensor<70xui8>
  %v104 = rlx.matmul_integer %v102, %v103 lhs_zero_point %v105 rhs_zero_point %v106
      : (tensor<?x40xui8>, tensor<40x70xui8>, tensor<ui8>, tensor<70xui8>) -> tensor<?x70xi32>
  %v107 = check.fill seed 70 range [0.0, 255.0] edges finite : tensor<1x23xui8>
  %v108 = check.fill seed 71 range [0.0, 255.0] edges finite as param : tensor<23x40xui8>
  %v110 = rlx.constant dense<100> : tensor<ui8>
  %v111 = check.fill seed 72 range [0.0, 255.0] as param : tensor<40xui8>
  %v109 = rlx.matmul_integer %v107, %v108 lhs_zero_point %v110 rhs_zero_point %v111
      : (tensor<1x23xui8>, tensor<23x40xui8>, tensor<ui8>, tensor<40xui8>) -> tensor<1x40xi32>
  %v112 = check.fill seed 73 range [0.0, 255.0] edges finite : tensor<13x17xui8>
  %v113 = check.fill seed 74 range [0.0, 255.0] edges finite as param : tensor<17x32xui8>
  %v115 = rlx.constant dense<100> : tensor<ui8>
  %v116 = rlx.constant dense<128> : tensor<ui8>
  %v114 = rlx.matmul_integer %v112, %v113 lhs_zero_point %v115 rhs_zero_point %v116
      : (tensor<13x17xui8>, tensor<17x32xui8>, tensor<ui8>, tensor<ui8>) -> tensor<13x32xi32>
  %v117 = check.fill sizes [3, 15] seed 75 range [0.0, 255.0] edges finite : tensor<?x15xui8>
  %v118 = check.fill seed 76 range [0.0, 255.0] edges finite as param : tensor<15x33xui8>
  %v120 = check.literal dense<77> : tensor<ui8>
  %v121 = check.literal dense<9> : tensor<ui8> as param
  %v119 = rlx.matmul_integer %v117, %v118 lhs_zero_point %v120 rhs_zero_point %v121
      : (tensor<?x15xui8>, tensor<15x33xui8>, tensor<ui8>, tensor<ui8>) -> tensor<?x33xi32>
  %v122 = check.fill seed 77 range [0.0, 255.0] edges finite : tensor<2x64xui8>
  %v123 = check.fill seed 78 range [0.0, 255.0] edges finite as param : tensor<64x40xui8>
  %v125 = check.literal dense<77> : tensor<ui8>
  %v126 = rlx.constant dense<128> : tensor<ui8>
  %v124 = rlx.matmul_integer %v122, %v123 lhs_zero_point %v125 rhs_zero_point %v126
      : (tensor<2x64xui8>, tensor<64x40xui8>, tensor<ui8>, tensor<ui8>) -> tensor<2x40xi32>
  return %v93, %v96, %v100, %v104, %v109, %v114, %v119, %v124 : tensor<9x40xi32>, tensor<5x40xi32>, tensor<?x33xi32>, tensor<?x70xi32>, tensor<1x40xi32>, tensor<13x32xi32>, tensor<?x33xi32>, tensor<2x40xi32>
}

// ui8 times i8, with and without zero points of either side.
func.func @types_ui8_i8() -> (tensor<9x40xi32>, tensor<5x40xi32>, tensor<?x33xi32>, tensor<?x70xi32>, tensor<1x40xi32>, tensor<13x32xi32>, tensor<?x33xi32>, tensor<2x40xi32>) {
  %v127 = check.fill seed 79 range [0.0, 255.0] edges finite : tensor<9x23xui8>
  %v128 = check.fill seed 80 range [-128.0, 127.0] edges finite as param : tensor<23x40xi8>
  %v129 = rlx.matmul_integer %v127, %v128
      : (tensor<9x23xui8>, tensor<23x40xi8>) -> tensor<9x40xi32>
  %v130 = check.fill seed 81 range [0.0, 255.0] edges finite : tensor<5x23xui8>
  %v131 = check.fill seed 82 range [-128.0, 127.0] edges finite as param : tensor<23x40xi8>
  %v133 = check.literal dense<77> : tensor<ui8>
  %v132 = rlx.matmul_integer %v130, %v131 lhs_zero_point %v133
      : (tensor<5x23xui8>, tensor<23x40xi8>, tensor<ui8>) -> tensor<5x40xi32>
  %v134 = check.fill sizes [11, 34] seed 83 range [0.0, 255.0] edges finite : tensor<?x34xui8>
  %v135 = check.fill seed 84 range [-128.0, 127.0] edges finite as param : tensor<34x33xi8>
  %v137 = check.literal dense<-9> : tensor<i8> as param
  %v136 = rlx.matmul_integer %v134, %v135 rhs_zero_point %v137
      : (tensor<?x34xui8>, tensor<34x33xi8>, tensor<i8>) -> tensor<?x33xi32>
  %v138 = check.fill sizes [8, 40] seed 85 range [0.0, 255.0] edges finite : tensor<?x40xui8>
  %v139 = check.fill seed 86 range [-128.0, 127.0] edges finite as param : tensor<40x70xi8>
  %v141 = check.literal dense<77> : tensor<ui8> as param
  %v142 = check.fill seed 87 range [-128.0, 127.0] as param : tensor<70xi8>
  %v140 = rlx.matmul_integer %v138, %v139 lhs_zero_point %v141 rhs_zero_point %v142
      : (tensor<?x40xui8>, tensor<40x70xi8>, tensor<ui8>, tensor<70xi8>) -> tensor<?x70xi32>
  %v143 = check.fill seed 88 range [0.0, 255.0] edges finite : tensor<1x23xui8>
  %v144 = check.fill seed 89 range [-128.0, 127.0] edges finite as param : tensor<23x40xi8>
  %v146 = rlx.constant dense<100> : tensor<ui8>
  %v147 = check.fill seed 90 range [-128.0, 127.0] as param : tensor<40xi8>
  %v145 = rlx.matmul_integer %v143, %v144 lhs_zero_point %v146 rhs_zero_point %v147
      : (tensor<1x23xui8>, tensor<23x40xi8>, tensor<ui8>, tensor<40xi8>) -> tensor<1x40xi32>
  %v148 = check.fill seed 91 range [0.0, 255.0] edges finite : tensor<13x17xui8>
  %v149 = check.fill seed 92 range [-128.0, 127.0] edges finite as param : tensor<17x32xi8>
  %v151 = rlx.constant dense<100> : tensor<ui8>
  %v152 = rlx.constant dense<0> : tensor<i8>
  %v150 = rlx.matmul_integer %v148, %v149 lhs_zero_point %v151 rhs_zero_point %v152
      : (tensor<13x17xui8>, tensor<17x32xi8>, tensor<ui8>, tensor<i8>) -> tensor<13x32xi32>
  %v153 = check.fill sizes [3, 15] seed 93 range [0.0, 255.0] edges finite : tensor<?x15xui8>
  %v154 = check.fill seed 94 range [-128.0, 127.0] edges finite as param : tensor<15x33xi8>
  %v156 = check.literal dense<77> : tensor<ui8>
  %v157 = check.literal dense<-9> : tensor<i8> as param
  %v155 = rlx.matmul_integer %v153, %v154 lhs_zero_point %v156 rhs_zero_point %v157
      : (tensor<?x15xui8>, tensor<15x33xi8>, tensor<ui8>, tensor<i8>) -> tensor<?x33xi32>
  %v158 = check.fill seed 95 range [0.0, 255.0] edges finite : tensor<2x64xui8>
  %v159 = check.fill seed 96 range [-128.0, 127.0] edges finite as param : tensor<64x40xi8>
  %v161 = check.literal dense<77> : tensor<ui8>
  %v162 = rlx.constant dense<0> : tensor<i8>
  %v160 = rlx.matmul_integer %v158, %v159 lhs_zero_point %v161 rhs_zero_point %v162
      : (tensor<2x64xui8>, tensor<64x40xi8>, tensor<ui8>, tensor<i8>) -> tensor<2x40xi32>
  return %v129, %v132, %v136, %v140, %v145, %v150, %v155, %v160 : tensor<9x40xi32>, tensor<5x40xi32>, tensor<?x33xi32>, tensor<?x70xi32>, tensor<1x40xi32>, tensor<13x32xi32>, tensor<?x33xi32>, tensor<2x40xi32>
}

// i8 times ui8, with and without zero points of either side.
func.func @types_i8_ui8() -> (tensor<9x40xi32>, tensor<5x40xi32>, tensor<?x33xi32>, tensor<?x70xi32>, tensor<1x40xi32>, tensor<13x32xi32>, tensor<?x33xi32>, tensor<2x40xi32>) {
  %v163 = check.fill seed 97 range [-128.0, 127.0] edges finite : tensor<9x23xi8>
  %v164 = check.fill seed 98 range [0.0, 255.0] edges finite as param : tensor<23x40xui8>
  %v165 = rlx.matmul_integer %v163, %v164
      : (tensor<9x23xi8>, tensor<23x40xui8>) -> tensor<9x40xi32>
  %v166 = check.fill seed 99 range [-128.0, 127.0] edges finite : tensor<5x23xi8>
  %v167 = check.fill seed 100 range [0.0, 255.0] edges finite as param : tensor<23x40xui8>
  %v169 = check.literal dense<-100> : tensor<i8>
  %v168 = rlx.matmul_integer %v166, %v167 lhs_zero_point %v169
      : (tensor<5x23xi8>, tensor<23x40xui8>, tensor<i8>) -> tensor<5x40xi32>
  %v170 = check.fill sizes [11, 34] seed 101 range [-128.0, 127.0] edges finite : tensor<?x34xi8>
  %v171 = check.fill seed 102 range [0.0, 255.0] edges finite as param : tensor<34x33xui8>
  %v173 = check.literal dense<9> : tensor<ui8> as param
  %v172 = rlx.matmul_integer %v170, %v171 rhs_zero_point %v173
      : (tensor<?x34xi8>, tensor<34x33xui8>, tensor<ui8>) -> tensor<?x33xi32>
  %v174 = check.fill sizes [8, 40] seed 103 range [-128.0, 127.0] edges finite : tensor<?x40xi8>
  %v175 = check.fill seed 104 range [0.0, 255.0] edges finite as param : tensor<40x70xui8>
  %v177 = check.literal dense<-100> : tensor<i8> as param
  %v178 = check.fill seed 105 range [0.0, 255.0] as param : tensor<70xui8>
  %v176 = rlx.matmul_integer %v174, %v175 lhs_zero_point %v177 rhs_zero_point %v178
      : (tensor<?x40xi8>, tensor<40x70xui8>, tensor<i8>, tensor<70xui8>) -> tensor<?x70xi32>
  %v179 = check.fill seed 106 range [-128.0, 127.0] edges finite : tensor<1x23xi8>
  %v180 = check.fill seed 107 range [0.0, 255.0] edges finite as param : tensor<23x40xui8>
  %v182 = rlx.constant dense<-3> : tensor<i8>
  %v183 = check.fill seed 108 range [0.0, 255.0] as param : tensor<40xui8>
  %v181 = rlx.matmul_integer %v179, %v180 lhs_zero_point %v182 rhs_zero_point %v183
      : (tensor<1x23xi8>, tensor<23x40xui8>, tensor<i8>, tensor<40xui8>) -> tensor<1x40xi32>
  %v184 = check.fill seed 109 range [-128.0, 127.0] edges finite : tensor<13x17xi8>
  %v185 = check.fill seed 110 range [0.0, 255.0] edges finite as param : tensor<17x32xui8>
  %v187 = rlx.constant dense<-3> : tensor<i8>
  %v188 = rlx.constant dense<128> : tensor<ui8>
  %v186 = rlx.matmul_integer %v184, %v185 lhs_zero_point %v187 rhs_zero_point %v188
      : (tensor<13x17xi8>, tensor<17x32xui8>, tensor<i8>, tensor<ui8>) -> tensor<13x32xi32>
  %v189 = check.fill sizes [3, 15] seed 111 range [-128.0, 127.0] edges finite : tensor<?x15xi8>
  %v190 = check.fill seed 112 range [0.0, 255.0] edges finite as param : tensor<15x33xui8>
  %v192 = check.literal dense<-100> : tensor<i8>
  %v193 = check.literal dense<9> : tensor<ui8> as param
  %v191 = rlx.matmul_integer %v189, %v190 lhs_zero_point %v192 rhs_zero_point %v193
      : (tensor<?x15xi8>, tensor<15x33xui8>, tensor<i8>, tensor<ui8>) -> tensor<?x33xi32>
  %v194 = check.fill seed 113 range [-128.0, 127.0] edges finite : tensor<2x64xi8>
  %v195 = check.fill seed 114 range [0.0, 255.0] edges finite as param : tensor<64x40xui8>
  %v197 = check.literal dense<-100> : tensor<i8>
  %v198 = rlx.constant dense<128> : tensor<ui8>
  %v196 = rlx.matmul_integer %v194, %v195 lhs_zero_point %v197 rhs_zero_point %v198
      : (tensor<2x64xi8>, tensor<64x40xui8>, tensor<i8>, tensor<ui8>) -> tensor<2x40xi32>
  return %v165, %v168, %v172, %v176, %v181, %v186, %v191, %v196 : tensor<9x40xi32>, tensor<5x40xi32>, tensor<?x33xi32>, tensor<?x70xi32>, tensor<1x40xi32>, tensor<13x32xi32>, tensor<?x33xi32>, tensor<2x40xi32>
}

// i8 times i8, with and without zero points of either side.
func.func @types_i8_i8() -> (tensor<9x40xi32>, tensor<5x40xi32>, tensor<?x33xi32>, tensor<?x70xi32>, tensor<1x40xi32>, tensor<13x32xi32>, tensor<?x33xi32>, tensor<2x40xi32>) {
  %v199 = check.fill seed 115 range [-128.0, 127.0] edges finite : tensor<9x23xi8>
  %v200 = check.fill seed 116 range [-128.0, 127.0] edges finite as param : tensor<23x40xi8>
  %v201 = rlx.matmul_integer %v199, %v200
      : (tensor<9x23xi8>, tensor<23x40xi8>) -> tensor<9x40xi32>
  %v202 = check.fill seed 117 range [-128.0, 127.0] edges finite : tensor<5x23xi8>
  %v203 = check.fill seed 118 range [-128.0, 127.0] edges finite as param : tensor<23x40xi8>
  %v205 = check.literal dense<-100> : tensor<i8>
  %v204 = rlx.matmul_integer %v202, %v203 lhs_zero_point %v205
      : (tensor<5x23xi8>, tensor<23x40xi8>, tensor<i8>) -> tensor<5x40xi32>
  %v206 = check.fill sizes [11, 34] seed 119 range [-128.0, 127.0] edges finite : tensor<?x34xi8>
  %v207 = check.fill seed 120 range [-128.0, 127.0] edges finite as param : tensor<34x33xi8>
  %v209 = check.literal dense<-9> : tensor<i8> as param
  %v208 = rlx.matmul_integer %v206, %v207 rhs_zero_point %v209
      : (tensor<?x34xi8>, tensor<34x33xi8>, tensor<i8>) -> tensor<?x33xi32>
  %v210 = check.fill sizes [8, 40] seed 121 range [-128.0, 127.0] edges finite : tensor<?x40xi8>
  %v211 = check.fill seed 122 range [-128.0, 127.0] edges finite as param : tensor<40x70xi8>
  %v213 = check.literal dense<-100> : tensor<i8> as param
  %v214 = check.fill seed 123 range [-128.0, 127.0] as param : tensor<70xi8>
  %v212 = rlx.matmul_integer %v210, %v211 lhs_zero_point %v213 rhs_zero_point %v214
      : (tensor<?x40xi8>, tensor<40x70xi8>, tensor<i8>, tensor<70xi8>) -> tensor<?x70xi32>
  %v215 = check.fill seed 124 range [-128.0, 127.0] edges finite : tensor<1x23xi8>
  %v216 = check.fill seed 125 range [-128.0, 127.0] edges finite as param : tensor<23x40xi8>
  %v218 = rlx.constant dense<-3> : tensor<i8>
  %v219 = check.fill seed 126 range [-128.0, 127.0] as param : tensor<40xi8>
  %v217 = rlx.matmul_integer %v215, %v216 lhs_zero_point %v218 rhs_zero_point %v219
      : (tensor<1x23xi8>, tensor<23x40xi8>, tensor<i8>, tensor<40xi8>) -> tensor<1x40xi32>
  %v220 = check.fill seed 127 range [-128.0, 127.0] edges finite : tensor<13x17xi8>
  %v221 = check.fill seed 128 range [-128.0, 127.0] edges finite as param : tensor<17x32xi8>
  %v223 = rlx.constant dense<-3> : tensor<i8>
  %v224 = rlx.constant dense<0> : tensor<i8>
  %v222 = rlx.matmul_integer %v220, %v221 lhs_zero_point %v223 rhs_zero_point %v224
      : (tensor<13x17xi8>, tensor<17x32xi8>, tensor<i8>, tensor<i8>) -> tensor<13x32xi32>
  %v225 = check.fill sizes [3, 15] seed 129 range [-128.0, 127.0] edges finite : tensor<?x15xi8>
  %v226 = check.fill seed 130 range [-128.0, 127.0] edges finite as param : tensor<15x33xi8>
  %v228 = check.literal dense<-100> : tensor<i8>
  %v229 = check.literal dense<-9> : tensor<i8> as param
  %v227 = rlx.matmul_integer %v225, %v226 lhs_zero_point %v228 rhs_zero_point %v229
      : (tensor<?x15xi8>, tensor<15x33xi8>, tensor<i8>, tensor<i8>) -> tensor<?x33xi32>
  %v230 = check.fill seed 131 range [-128.0, 127.0] edges finite : tensor<2x64xi8>
  %v231 = check.fill seed 132 range [-128.0, 127.0] edges finite as param : tensor<64x40xi8>
  %v233 = check.literal dense<-100> : tensor<i8>
  %v234 = rlx.constant dense<0> : tensor<i8>
  %v232 = rlx.matmul_integer %v230, %v231 lhs_zero_point %v233 rhs_zero_point %v234
      : (tensor<2x64xi8>, tensor<64x40xi8>, tensor<i8>, tensor<i8>) -> tensor<2x40xi32>
  return %v201, %v204, %v208, %v212, %v217, %v222, %v227, %v232 : tensor<9x40xi32>, tensor<5x40xi32>, tensor<?x33xi32>, tensor<?x70xi32>, tensor<1x40xi32>, tensor<13x32xi32>, tensor<?x33xi32>, tensor<2x40xi32>
}

// Leading dimensions count as rows.
func.func @ranks() -> tensor<2x?x33xi32> {
  %v235 = check.fill sizes [2, 5, 18] seed 133 range [-128.0, 127.0] edges finite : tensor<2x?x18xi8>
  %v236 = check.fill seed 134 range [-128.0, 127.0] edges finite as param : tensor<18x33xi8>
  %v238 = check.literal dense<-100> : tensor<i8>
  %v239 = check.fill seed 135 range [-128.0, 127.0] as param : tensor<33xi8>
  %v237 = rlx.matmul_integer %v235, %v236 lhs_zero_point %v238 rhs_zero_point %v239
      : (tensor<2x?x18xi8>, tensor<18x33xi8>, tensor<i8>, tensor<33xi8>) -> tensor<2x?x33xi32>
  return %v237 : tensor<2x?x33xi32>
}

// Requantized results: a multiplier per column or one for all, both rounding modes.
func.func @requantised() -> (tensor<9x40xui8>, tensor<16x64xi8>, tensor<?x33xi8>, tensor<7x40xui8>, tensor<?x40xi8>, tensor<1x100xui8>) {
  %v240 = check.fill seed 136 range [0.0, 255.0] : tensor<9x65xui8>
  %v241 = check.fill seed 137 range [-128.0, 127.0] as param : tensor<65x40xi8>
  %v244 = check.fill seed 138 range [-9000.0, 9000.0] as param : tensor<40xi32>
  %v245 = rlx.constant dense<128> : tensor<ui8>
  %v243 = check.fill seed 139 range [0.0001, 0.001] as param : tensor<40xf32>
  %v246 = check.literal dense<13> : tensor<ui8>
  %v242 = rlx.q_matmul %v240, %v241 bias %v244 lhs_zero_point %v245 multiplier %v243 result_zero_point %v246 to ui8
      : (tensor<9x65xui8>, tensor<65x40xi8>, tensor<40xi32>, tensor<ui8>, tensor<40xf32>, tensor<ui8>) -> tensor<9x40xui8>
  %v247 = check.fill seed 140 range [-128.0, 127.0] : tensor<16x64xi8>
  %v248 = check.fill seed 141 range [-128.0, 127.0] as param : tensor<64x64xi8>
  %v250 = check.fill seed 142 range [0.0001, 0.001] as param : tensor<64xf32>
  %v249 = rlx.q_matmul %v247, %v248 multiplier %v250 to i8
      : (tensor<16x64xi8>, tensor<64x64xi8>, tensor<64xf32>) -> tensor<16x64xi8>
  %v251 = check.fill sizes [13, 30] seed 143 range [0.0, 255.0] : tensor<?x30xui8>
  %v252 = check.fill seed 144 range [0.0, 255.0] as param : tensor<30x33xui8>
  %v255 = check.fill seed 145 range [-9000.0, 9000.0] as param : tensor<33xi32>
  %v256 = check.literal dense<128> : tensor<ui8>
  %v257 = check.fill seed 146 range [0.0, 255.0] as param : tensor<33xui8>
  %v254 = check.fill seed 147 range [0.0001, 0.001] as param : tensor<33xf32>
  %v258 = check.literal dense<13> : tensor<i8>
  %v253 = rlx.q_matmul %v251, %v252 bias %v255 lhs_zero_point %v256 rhs_zero_point %v257 multiplier %v254 result_zero_point %v258 to i8
      : (tensor<?x30xui8>, tensor<30x33xui8>, tensor<33xi32>, tensor<ui8>, tensor<33xui8>, tensor<33xf32>, tensor<i8>) -> tensor<?x33xi8>
  %v259 = check.fill seed 148 range [0.0, 255.0] : tensor<7x3xui8>
  %v260 = check.fill seed 149 range [-128.0, 127.0] as param : tensor<3x40xi8>
  %v262 = check.literal dense<0.5> : tensor<f32>
  %v261 = rlx.q_matmul %v259, %v260 multiplier %v262 to ui8
      : (tensor<7x3xui8>, tensor<3x40xi8>, tensor<f32>) -> tensor<7x40xui8>
  %v263 = check.fill sizes [7, 3] seed 150 range [-128.0, 127.0] : tensor<?x3xi8>
  %v264 = check.fill seed 151 range [-128.0, 127.0] as param : tensor<3x40xi8>
  %v266 = check.literal dense<0.5> : tensor<f32>
  %v267 = check.literal dense<13> : tensor<i8>
  %v265 = rlx.q_matmul %v263, %v264 multiplier %v266 result_zero_point %v267 to i8 rounding = half_away_from_zero
      : (tensor<?x3xi8>, tensor<3x40xi8>, tensor<f32>, tensor<i8>) -> tensor<?x40xi8>
  %v268 = check.fill seed 152 range [0.0, 255.0] : tensor<1x129xui8>
  %v269 = check.fill seed 153 range [-128.0, 127.0] as param : tensor<129x100xi8>
  %v272 = rlx.constant dense<128> : tensor<ui8>
  %v271 = check.fill seed 154 range [0.0001, 0.001] as param : tensor<100xf32>
  %v273 = check.literal dense<13> : tensor<ui8>
  %v270 = rlx.q_matmul %v268, %v269 lhs_zero_point %v272 multiplier %v271 result_zero_point %v273 to ui8
      : (tensor<1x129xui8>, tensor<129x100xi8>, tensor<ui8>, tensor<100xf32>, tensor<ui8>) -> tensor<1x100xui8>
  return %v242, %v249, %v253, %v261, %v265, %v270 : tensor<9x40xui8>, tensor<16x64xi8>, tensor<?x33xi8>, tensor<7x40xui8>, tensor<?x40xi8>, tensor<1x100xui8>
}

// To floats, with a scale that is an input, a bias and an activation.
func.func @dequantised() -> tensor<?x45xf32> {
  %v274 = check.fill sizes [11, 37] seed 155 range [0.0, 255.0] : tensor<?x37xui8>
  %v275 = check.fill seed 156 range [-128.0, 127.0] as param : tensor<37x45xi8>
  %v276 = check.literal dense<131> : tensor<ui8>
  %v281 = check.literal dense<0.015625> : tensor<f32>
  %v282 = check.fill seed 157 as param : tensor<45xf32>
  %v277 = rlx.matmul_integer %v274, %v275 lhs_zero_point %v276 : (tensor<?x37xui8>, tensor<37x45xi8>, tensor<ui8>) -> tensor<?x45xi32>
  %v278 = rlx.cast %v277 to f32 : (tensor<?x45xi32>) -> tensor<?x45xf32>
  %v279 = rlx.mul %v278, %v281 : (tensor<?x45xf32>, tensor<f32>) -> tensor<?x45xf32>
  %v280 = rlx.add %v279, %v282 : (tensor<?x45xf32>, tensor<45xf32>) -> tensor<?x45xf32>
  return %v280 : tensor<?x45xf32>
}

// The largest products, which would saturate in 16 bits: 66 * 255 * -128, and 66 * -255 * -255 with
// the zero points 255 and 127.
func.func @extremes() -> (tensor<9x33xi32>, tensor<9x33xi32>, tensor<9x33xi32>) {
  %x = check.literal dense<255> : tensor<9x66xui8>
  %w = check.literal dense<-128> : tensor<66x33xi8> as param
  %0 = rlx.matmul_integer %x, %w : (tensor<9x66xui8>, tensor<66x33xi8>) -> tensor<9x33xi32>
  %e0 = check.literal dense<-2154240> : tensor<9x33xi32>
  check.expect_eq %0, %e0 : tensor<9x33xi32>, tensor<9x33xi32>
  %y = check.literal dense<0> : tensor<9x66xui8>
  %zx = check.literal dense<255> : tensor<ui8>
  %zw = check.literal dense<127> : tensor<i8> as param
  %1 = rlx.matmul_integer %y, %w lhs_zero_point %zx rhs_zero_point %zw
      : (tensor<9x66xui8>, tensor<66x33xi8>, tensor<ui8>, tensor<i8>) -> tensor<9x33xi32>
  %e1 = check.literal dense<4291650> : tensor<9x33xi32>
  check.expect_eq %1, %e1 : tensor<9x33xi32>, tensor<9x33xi32>
  %s = check.literal dense<-128> : tensor<9x66xi8>
  %2 = rlx.matmul_integer %s, %w : (tensor<9x66xi8>, tensor<66x33xi8>) -> tensor<9x33xi32>
  %e2 = check.literal dense<1081344> : tensor<9x33xi32>
  check.expect_eq %2, %e2 : tensor<9x33xi32>, tensor<9x33xi32>
  return %0, %1, %2 : tensor<9x33xi32>, tensor<9x33xi32>, tensor<9x33xi32>
}

// Sums beyond 2^31 wrap: 70001 * 255 * 127 is 2267 million. So do sums with zero points.
func.func @wraps() -> (tensor<3x2xi32>, tensor<3x2xi32>) {
  %x = check.literal dense<255> : tensor<3x70001xui8>
  %w = check.literal dense<127> : tensor<70001x2xi8> as param
  %0 = rlx.matmul_integer %x, %w : (tensor<3x70001xui8>, tensor<70001x2xi8>) -> tensor<3x2xi32>
  %e0 = check.literal dense<-2027984911> : tensor<3x2xi32>
  check.expect_eq %0, %e0 : tensor<3x2xi32>, tensor<3x2xi32>
  %y = check.literal dense<127> : tensor<3x70001xi8>
  %zy = check.literal dense<-128> : tensor<i8>
  %zw = check.literal dense<-1> : tensor<i8> as param
  %1 = rlx.matmul_integer %y, %w lhs_zero_point %zy rhs_zero_point %zw
      : (tensor<3x70001xi8>, tensor<70001x2xi8>, tensor<i8>, tensor<i8>) -> tensor<3x2xi32>
  %e1 = check.literal dense<-2010134656> : tensor<3x2xi32>
  check.expect_eq %1, %e1 : tensor<3x2xi32>, tensor<3x2xi32>
  return %0, %1 : tensor<3x2xi32>, tensor<3x2xi32>
}

// Panels as the pass makes them, with arbitrary padding, and others for the generic route.
func.func @padding() -> (tensor<3x33xi32>, tensor<3x33xi32>) {
  %x = check.literal dense<255> : tensor<3x5xui8>
  %w = check.literal dense<1> : tensor<2x2x32x4xi8>
  %s = check.literal dense<5> : tensor<33xi32>
  %z = check.literal dense<1> : tensor<ui8>
  %0 = rlx.matmul_integer_packed %x, %w column_sums %s lhs_zero_point %z {n = 33 : i64}
      : (tensor<3x5xui8>, tensor<2x2x32x4xi8>, tensor<33xi32>, tensor<ui8>) -> tensor<3x33xi32>
  %e = check.literal dense<1270> : tensor<3x33xi32>
  check.expect_eq %0, %e : tensor<3x33xi32>, tensor<3x33xi32>
  %v = check.literal dense<1> : tensor<3x5x16xi8>
  %1 = rlx.matmul_integer_packed %x, %v column_sums %s lhs_zero_point %z {n = 33 : i64}
      : (tensor<3x5xui8>, tensor<3x5x16xi8>, tensor<33xi32>, tensor<ui8>) -> tensor<3x33xi32>
  check.expect_eq %1, %e : tensor<3x33xi32>, tensor<3x33xi32>
  return %0, %1 : tensor<3x33xi32>, tensor<3x33xi32>
}

// Panels so wide that some CPUs have registers for tiles of one row only.
func.func @wide_panels() -> tensor<?x40xi32> {
  %x = check.fill sizes [13, 19] seed 900 range [-128.0, 127.0] : tensor<?x19xi8>
  %w = check.literal dense<3> : tensor<2x5x32x4xi8>
  %s = check.literal dense<57> : tensor<40xi32>
  %z = check.fill seed 901 range [-128.0, 127.0] : tensor<40xi8>
  %0 = rlx.matmul_integer_packed %x, %w column_sums %s rhs_zero_point %z {n = 40 : i64}
      : (tensor<?x19xi8>, tensor<2x5x32x4xi8>, tensor<40xi32>, tensor<40xi8>) -> tensor<?x40xi32>
  return %0 : tensor<?x40xi32>
}
