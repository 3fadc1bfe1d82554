// RUN: rlx-check %s %{quick-lanes}

// Attention to a cache that is used in part: a custom mask hides the last keys, and the CPU leaves
// out the blocks behind the last visible one. Rows see keys up to a position of their own. Windows hide
// the first keys, too, and the blocks before the first visible one are left out.

// Few queries: blocks of 64 keys, one of them whole. The first row sees fewer keys than the other.
func.func @decode() -> tensor<1x6x2x16xf32> {
  %q = check.fill seed 7001 : tensor<1x6x2x16xf32>
  %k = check.fill seed 7002 : tensor<1x2x300x16xf32>
  %v = check.fill seed 7003 : tensor<1x2x300x16xf32>
  %c0 = arith.constant 0 : index
  %keys = rlx.iota from %c0 to [1, 1, 1, 300] axis = 3 : (index) -> tensor<1x1x1x300xi64>
  %last = check.literal dense<[[[[3], [63]]]]> : tensor<1x1x2x1xi64>
  %m = rlx.compare le %keys, %last : (tensor<1x1x1x300xi64>, tensor<1x1x2x1xi64>) -> tensor<1x1x2x300xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<1x6x2x16xf32>, tensor<1x2x300x16xf32>, tensor<1x2x300x16xf32>, tensor<1x1x2x300xi1>) -> tensor<1x6x2x16xf32>
  return %0 : tensor<1x6x2x16xf32>
}

// A key beyond a block, the last key of all, and no key.
func.func @borders() -> tensor<3x2x1x8xf32> {
  %q = check.fill seed 7004 : tensor<3x2x1x8xf32>
  %k = check.fill seed 7005 : tensor<3x1x150x8xf32>
  %v = check.fill seed 7006 : tensor<3x1x150x8xf32>
  %c0 = arith.constant 0 : index
  %keys = rlx.iota from %c0 to [1, 1, 1, 150] axis = 3 : (index) -> tensor<1x1x1x150xi64>
  %last = check.literal dense<[[[[64]]], [[[149]]], [[[-1]]]]> : tensor<3x1x1x1xi64>
  %m = rlx.compare le %keys, %last : (tensor<1x1x1x150xi64>, tensor<3x1x1x1xi64>) -> tensor<3x1x1x150xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<3x2x1x8xf32>, tensor<3x1x150x8xf32>, tensor<3x1x150x8xf32>, tensor<3x1x1x150xi1>) -> tensor<3x2x1x8xf32>
  return %0 : tensor<3x2x1x8xf32>
}

// Many queries, whose panels see different ends of the cache; the sizes are dynamic.
func.func @prompt() -> tensor<?x2x?x8xf32> {
  %q = check.fill sizes [1, 2, 75, 8] seed 7007 : tensor<?x2x?x8xf32>
  %k = check.fill sizes [1, 1, 400, 8] seed 7008 : tensor<?x1x?x8xf32>
  %v = check.fill sizes [1, 1, 400, 8] seed 7009 : tensor<?x1x?x8xf32>
  %c2 = arith.constant 2 : index
  %c101 = arith.constant 101 : index
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %q, %c2 : tensor<?x2x?x8xf32>
  %size = tensor.dim %k, %c2 : tensor<?x1x?x8xf32>
  %last = rlx.iota from %c101 to [1, 1, %rows, 1] axis = 2 : (index, index) -> tensor<1x1x?x1xi64>
  %keys = rlx.iota from %c0 to [1, 1, 1, %size] axis = 3 : (index, index) -> tensor<1x1x1x?xi64>
  %m = rlx.compare le %keys, %last : (tensor<1x1x1x?xi64>, tensor<1x1x?x1xi64>) -> tensor<1x1x?x?xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<?x2x?x8xf32>, tensor<?x1x?x8xf32>, tensor<?x1x?x8xf32>, tensor<1x1x?x?xi1>) -> tensor<?x2x?x8xf32>
  return %0 : tensor<?x2x?x8xf32>
}

// Padding: a mask over keys only, for few queries and for many.
func.func @padding() -> (tensor<2x2x3x8xf32>, tensor<2x2x70x8xf32>) {
  %few = check.fill seed 7010 : tensor<2x2x3x8xf32>
  %many = check.fill seed 7011 : tensor<2x2x70x8xf32>
  %k = check.fill seed 7012 : tensor<2x2x140x8xf32>
  %v = check.fill seed 7013 : tensor<2x2x140x8xf32>
  %c0 = arith.constant 0 : index
  %keys = rlx.iota from %c0 to [1, 140] axis = 1 : (index) -> tensor<1x140xi64>
  %last = check.literal dense<[[20], [129]]> : tensor<2x1xi64>
  %m = rlx.compare le %keys, %last : (tensor<1x140xi64>, tensor<2x1xi64>) -> tensor<2x140xi1>
  %0 = rlx.attention %few, %k, %v, %m layout = bhsd mask = custom
      : (tensor<2x2x3x8xf32>, tensor<2x2x140x8xf32>, tensor<2x2x140x8xf32>, tensor<2x140xi1>) -> tensor<2x2x3x8xf32>
  %1 = rlx.attention %many, %k, %v, %m layout = bhsd mask = custom
      : (tensor<2x2x70x8xf32>, tensor<2x2x140x8xf32>, tensor<2x2x140x8xf32>, tensor<2x140xi1>) -> tensor<2x2x70x8xf32>
  return %0, %1 : tensor<2x2x3x8xf32>, tensor<2x2x70x8xf32>
}

// Windows of 30 keys behind whole hidden blocks. The second row of the second entry sees no key, and
// the last entry sees only its last key.
func.func @window_decode() -> tensor<3x6x2x16xf32> {
  %q = check.fill seed 7014 : tensor<3x6x2x16xf32>
  %k = check.fill seed 7015 : tensor<3x2x300x16xf32>
  %v = check.fill seed 7016 : tensor<3x2x300x16xf32>
  %c0 = arith.constant 0 : index
  %keys = rlx.iota from %c0 to [1, 1, 1, 300] axis = 3 : (index) -> tensor<1x1x1x300xi64>
  %last = check.literal dense<[[[[200], [157]]], [[[64], [-1]]], [[[299], [340]]]]> : tensor<3x1x2x1xi64>
  %first = check.literal dense<[[[[171], [128]]], [[[63], [-30]]], [[[299], [311]]]]> : tensor<3x1x2x1xi64>
  %seen = rlx.compare le %keys, %last : (tensor<1x1x1x300xi64>, tensor<3x1x2x1xi64>) -> tensor<3x1x2x300xi1>
  %near = rlx.compare ge %keys, %first : (tensor<1x1x1x300xi64>, tensor<3x1x2x1xi64>) -> tensor<3x1x2x300xi1>
  %m = rlx.and %seen, %near : (tensor<3x1x2x300xi1>, tensor<3x1x2x300xi1>) -> tensor<3x1x2x300xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<3x6x2x16xf32>, tensor<3x2x300x16xf32>, tensor<3x2x300x16xf32>, tensor<3x1x2x300xi1>) -> tensor<3x6x2x16xf32>
  return %0 : tensor<3x6x2x16xf32>
}

// Many queries and no key at all, then windows whose panels begin in different blocks.
func.func @window_prompt() -> (tensor<?x2x?x8xf32>, tensor<?x2x?x8xf32>) {
  %q = check.fill sizes [1, 2, 75, 8] seed 7017 : tensor<?x2x?x8xf32>
  %none = check.fill sizes [1, 1, 0, 8] seed 7018 : tensor<?x1x?x8xf32>
  %k = check.fill sizes [1, 1, 400, 8] seed 7019 : tensor<?x1x?x8xf32>
  %v = check.fill sizes [1, 1, 400, 8] seed 7020 : tensor<?x1x?x8xf32>
  %c2 = arith.constant 2 : index
  %c151 = arith.constant 151 : index
  %c190 = arith.constant 190 : index
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %q, %c2 : tensor<?x2x?x8xf32>
  %size = tensor.dim %k, %c2 : tensor<?x1x?x8xf32>
  %empty = tensor.dim %none, %c2 : tensor<?x1x?x8xf32>
  %last = rlx.iota from %c190 to [1, 1, %rows, 1] axis = 2 : (index, index) -> tensor<1x1x?x1xi64>
  %first = rlx.iota from %c151 to [1, 1, %rows, 1] axis = 2 : (index, index) -> tensor<1x1x?x1xi64>
  %keys0 = rlx.iota from %c0 to [1, 1, 1, %empty] axis = 3 : (index, index) -> tensor<1x1x1x?xi64>
  %m0 = rlx.compare ge %keys0, %first : (tensor<1x1x1x?xi64>, tensor<1x1x?x1xi64>) -> tensor<1x1x?x?xi1>
  %0 = rlx.attention %q, %none, %none, %m0 layout = bhsd mask = custom
      : (tensor<?x2x?x8xf32>, tensor<?x1x?x8xf32>, tensor<?x1x?x8xf32>, tensor<1x1x?x?xi1>) -> tensor<?x2x?x8xf32>
  %keys = rlx.iota from %c0 to [1, 1, 1, %size] axis = 3 : (index, index) -> tensor<1x1x1x?xi64>
  %seen = rlx.compare le %keys, %last : (tensor<1x1x1x?xi64>, tensor<1x1x?x1xi64>) -> tensor<1x1x?x?xi1>
  %near = rlx.compare ge %keys, %first : (tensor<1x1x1x?xi64>, tensor<1x1x?x1xi64>) -> tensor<1x1x?x?xi1>
  %m = rlx.and %seen, %near : (tensor<1x1x?x?xi1>, tensor<1x1x?x?xi1>) -> tensor<1x1x?x?xi1>
  %1 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<?x2x?x8xf32>, tensor<?x1x?x8xf32>, tensor<?x1x?x8xf32>, tensor<1x1x?x?xi1>) -> tensor<?x2x?x8xf32>
  return %0, %1 : tensor<?x2x?x8xf32>, tensor<?x2x?x8xf32>
}

// One hidden key a query, beside blocks that show all keys to all queries; the last block is not whole. Scores have a
// cap, which comes before the mask.
func.func @hole() -> tensor<1x2x40x8xf32> {
  %q = check.fill seed 7020 range [-2.0, 2.0] : tensor<1x2x40x8xf32>
  %k = check.fill seed 7021 range [-2.0, 2.0] : tensor<1x1x150x8xf32>
  %v = check.fill seed 7022 : tensor<1x1x150x8xf32>
  %c0 = arith.constant 0 : index
  %c70 = arith.constant 70 : index
  %keys = rlx.iota from %c0 to [1, 1, 1, 150] axis = 3 : (index) -> tensor<1x1x1x150xi64>
  %hidden = rlx.iota from %c70 to [1, 1, 40, 1] axis = 2 : (index) -> tensor<1x1x40x1xi64>
  %m = rlx.compare ne %keys, %hidden : (tensor<1x1x1x150xi64>, tensor<1x1x40x1xi64>) -> tensor<1x1x40x150xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom softcap = 1.5
      : (tensor<1x2x40x8xf32>, tensor<1x1x150x8xf32>, tensor<1x1x150x8xf32>, tensor<1x1x40x150xi1>) -> tensor<1x2x40x8xf32>
  return %0 : tensor<1x2x40x8xf32>
}

// Biases of few and of many queries, for keys that fill no whole number of vectors.
func.func @biases() -> (tensor<1x2x3x8xf32>, tensor<1x2x40x8xf32>) {
  %p = check.fill seed 7023 : tensor<1x2x3x8xf32>
  %q = check.fill seed 7024 : tensor<1x2x40x8xf32>
  %k = check.fill seed 7025 : tensor<1x1x150x8xf32>
  %v = check.fill seed 7026 : tensor<1x1x150x8xf32>
  %a = check.fill seed 7027 range [-4.0, 4.0] : tensor<1x2x3x150xf32>
  %0 = rlx.attention %p, %k, %v, %a layout = bhsd mask = bias
      : (tensor<1x2x3x8xf32>, tensor<1x1x150x8xf32>, tensor<1x1x150x8xf32>, tensor<1x2x3x150xf32>) -> tensor<1x2x3x8xf32>
  %b = check.fill seed 7028 range [-4.0, 4.0] : tensor<1x2x40x150xf32>
  %1 = rlx.attention %q, %k, %v, %b layout = bhsd mask = bias
      : (tensor<1x2x40x8xf32>, tensor<1x1x150x8xf32>, tensor<1x1x150x8xf32>, tensor<1x2x40x150xf32>) -> tensor<1x2x40x8xf32>
  return %0, %1 : tensor<1x2x3x8xf32>, tensor<1x2x40x8xf32>
}
