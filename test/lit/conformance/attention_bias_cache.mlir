// RUN: rlx-check %s %{quick-lanes}

// Attention with a bias whose last elements are -inf: the CPU leaves out the blocks of keys behind the last other
// one, as with the unused rows of a cache.

// Few queries, whose rows see different ends.
func.func @decode() -> tensor<1x6x2x16xf32> {
  %q = check.fill seed 7101 : tensor<1x6x2x16xf32>
  %k = check.fill seed 7102 : tensor<1x2x300x16xf32>
  %v = check.fill seed 7103 : tensor<1x2x300x16xf32>
  %c0 = arith.constant 0 : index
  %keys = rlx.iota from %c0 to [1, 1, 1, 300] axis = 3 : (index) -> tensor<1x1x1x300xi64>
  %last = check.literal dense<[[[[3], [63]]]]> : tensor<1x1x2x1xi64>
  %m = rlx.compare le %keys, %last : (tensor<1x1x1x300xi64>, tensor<1x1x2x1xi64>) -> tensor<1x1x2x300xi1>
  %some = check.fill seed 7104 : tensor<1x1x2x300xf32>
  %inf = check.literal dense<0xFF800000> : tensor<f32>
  %bias = rlx.where %m, %some, %inf : (tensor<1x1x2x300xi1>, tensor<1x1x2x300xf32>, tensor<f32>) -> tensor<1x1x2x300xf32>
  %0 = rlx.attention %q, %k, %v, %bias layout = bhsd mask = bias
      : (tensor<1x6x2x16xf32>, tensor<1x2x300x16xf32>, tensor<1x2x300x16xf32>, tensor<1x1x2x300xf32>) -> tensor<1x6x2x16xf32>
  return %0 : tensor<1x6x2x16xf32>
}

// A key beyond a block, the last key of all, and no key; a number of keys that fills no vector.
func.func @borders() -> tensor<3x2x1x8xf32> {
  %q = check.fill seed 7105 : tensor<3x2x1x8xf32>
  %k = check.fill seed 7106 : tensor<3x1x151x8xf32>
  %v = check.fill seed 7107 : tensor<3x1x151x8xf32>
  %c0 = arith.constant 0 : index
  %keys = rlx.iota from %c0 to [1, 1, 1, 151] axis = 3 : (index) -> tensor<1x1x1x151xi64>
  %last = check.literal dense<[[[[64]]], [[[150]]], [[[-1]]]]> : tensor<3x1x1x1xi64>
  %m = rlx.compare le %keys, %last : (tensor<1x1x1x151xi64>, tensor<3x1x1x1xi64>) -> tensor<3x1x1x151xi1>
  %zero = check.literal dense<0.0> : tensor<f32>
  %inf = check.literal dense<0xFF800000> : tensor<f32>
  %bias = rlx.where %m, %zero, %inf : (tensor<3x1x1x151xi1>, tensor<f32>, tensor<f32>) -> tensor<3x1x1x151xf32>
  %0 = rlx.attention %q, %k, %v, %bias layout = bhsd mask = bias
      : (tensor<3x2x1x8xf32>, tensor<3x1x151x8xf32>, tensor<3x1x151x8xf32>, tensor<3x1x1x151xf32>) -> tensor<3x2x1x8xf32>
  return %0 : tensor<3x2x1x8xf32>
}

// Many queries of dynamic number, whose panels see different ends; f16 as well.
func.func @prompt() -> (tensor<?x2x?x8xf32>, tensor<1x2x70x8xf16>) {
  %q = check.fill sizes [1, 2, 75, 8] seed 7108 : tensor<?x2x?x8xf32>
  %k = check.fill sizes [1, 1, 400, 8] seed 7109 : tensor<?x1x?x8xf32>
  %v = check.fill sizes [1, 1, 400, 8] seed 7110 : tensor<?x1x?x8xf32>
  %c2 = arith.constant 2 : index
  %c101 = arith.constant 101 : index
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %q, %c2 : tensor<?x2x?x8xf32>
  %size = tensor.dim %k, %c2 : tensor<?x1x?x8xf32>
  %last = rlx.iota from %c101 to [1, 1, %rows, 1] axis = 2 : (index, index) -> tensor<1x1x?x1xi64>
  %keys = rlx.iota from %c0 to [1, 1, 1, %size] axis = 3 : (index, index) -> tensor<1x1x1x?xi64>
  %m = rlx.compare le %keys, %last : (tensor<1x1x1x?xi64>, tensor<1x1x?x1xi64>) -> tensor<1x1x?x?xi1>
  %zero = check.literal dense<0.5> : tensor<f32>
  %inf = check.literal dense<0xFF800000> : tensor<f32>
  %bias = rlx.where %m, %zero, %inf : (tensor<1x1x?x?xi1>, tensor<f32>, tensor<f32>) -> tensor<1x1x?x?xf32>
  %0 = rlx.attention %q, %k, %v, %bias layout = bhsd mask = bias
      : (tensor<?x2x?x8xf32>, tensor<?x1x?x8xf32>, tensor<?x1x?x8xf32>, tensor<1x1x?x?xf32>) -> tensor<?x2x?x8xf32>
  %hq = check.fill seed 7111 : tensor<1x2x70x8xf16>
  %hk = check.fill seed 7112 : tensor<1x2x140x8xf16>
  %hv = check.fill seed 7113 : tensor<1x2x140x8xf16>
  %hkeys = rlx.iota from %c0 to [1, 1, 1, 140] axis = 3 : (index) -> tensor<1x1x1x140xi64>
  %hlast = check.literal dense<20> : tensor<1x1x1x1xi64>
  %hm = rlx.compare le %hkeys, %hlast : (tensor<1x1x1x140xi64>, tensor<1x1x1x1xi64>) -> tensor<1x1x1x140xi1>
  %hzero = check.literal dense<0.5> : tensor<f16>
  %hinf = check.literal dense<0xFC00> : tensor<f16>
  %hbias = rlx.where %hm, %hzero, %hinf : (tensor<1x1x1x140xi1>, tensor<f16>, tensor<f16>) -> tensor<1x1x1x140xf16>
  %1 = rlx.attention %hq, %hk, %hv, %hbias layout = bhsd mask = bias
      : (tensor<1x2x70x8xf16>, tensor<1x2x140x8xf16>, tensor<1x2x140x8xf16>, tensor<1x1x1x140xf16>) -> tensor<1x2x70x8xf16>
  return %0, %1 : tensor<?x2x?x8xf32>, tensor<1x2x70x8xf16>
}
