// RUN: rlx-check %s %{quick-lanes}

// At temperature 0, or with one candidate, the largest element is drawn. With top_k the first of
// equal ones is.
func.func @certain() -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  %x = check.literal dense<[[1.0, 3.0, 2.0], [5.0, -1.0, 4.0]]> : tensor<2x3xf32>
  %y = check.literal dense<[[1.0, 3.0, 3.0], [5.0, 5.0, 4.0]]> : tensor<2x3xf32>
  %s = check.literal dense<7> : tensor<ui64>
  %o = check.literal dense<3> : tensor<i64>
  %w = check.literal dense<[1, 0]> : tensor<2xi64>
  %0 = rlx.sample %x seed %s offset %o {temperature = 0.0} : (tensor<2x3xf32>, tensor<ui64>, tensor<i64>) -> tensor<2xi64>
  check.expect_eq %0, %w : tensor<2xi64>, tensor<2xi64>
  %1 = rlx.sample %y seed %s offset %o {top_k = 1} : (tensor<2x3xf32>, tensor<ui64>, tensor<i64>) -> tensor<2xi64>
  check.expect_eq %1, %w : tensor<2xi64>, tensor<2xi64>
  %2 = rlx.sample %x seed %s offset %o {top_p = 0.1} : (tensor<2x3xf32>, tensor<ui64>, tensor<i64>) -> tensor<2xi64>
  check.expect_eq %2, %w : tensor<2xi64>, tensor<2xi64>
  return %0, %1, %2 : tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
}

// Word 0 of Philox's published vector for key and counter 0 is 0x6627E8D5: u = 0.399...; with 1000
// equal elements the index is floor(1000 u).
func.func @published_block() -> tensor<i64> {
  %x = check.literal dense<0.0> : tensor<1000xf32>
  %s = check.literal dense<0> : tensor<i64>
  %0 = rlx.sample %x seed %s offset %s : (tensor<1000xf32>, tensor<i64>, tensor<i64>) -> tensor<i64>
  %w = check.literal dense<399> : tensor<i64>
  check.expect_eq %0, %w : tensor<i64>, tensor<i64>
  return %0 : tensor<i64>
}

func.func @plain() -> tensor<?x?xi64> {
  %x = check.fill sizes [3, 50, 17] seed 1 range [-3.0, 3.0] : tensor<?x?x17xf32>
  %s = check.literal dense<0x123456789ABCDEF0> : tensor<ui64>
  %o = check.literal dense<5> : tensor<ui64>
  %0 = rlx.sample %x seed %s offset %o {temperature = 0.7} : (tensor<?x?x17xf32>, tensor<ui64>, tensor<ui64>) -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}

func.func @restricted() -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) {
  %x = check.fill sizes [80, 100] seed 2 range [-4.0, 4.0] : tensor<?x100xf32>
  %s = check.literal dense<-1> : tensor<i64>
  %o = check.literal dense<-2> : tensor<i64>
  %0 = rlx.sample %x seed %s offset %o {top_k = 10} : (tensor<?x100xf32>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %1 = rlx.sample %x seed %s offset %o {top_p = 0.8} : (tensor<?x100xf32>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %2 = rlx.sample %x seed %s offset %o {top_k = 40, top_p = 0.95, temperature = 1.5} : (tensor<?x100xf32>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return %0, %1, %2 : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
}

// Elements with probability 0 are never drawn.
func.func @types() -> (tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<2xi64>) {
  %s = check.literal dense<11> : tensor<ui64>
  %o = check.literal dense<0> : tensor<ui64>
  %a = check.fill seed 3 range [-2.0, 2.0] : tensor<9x5xf16>
  %0 = rlx.sample %a seed %s offset %o : (tensor<9x5xf16>, tensor<ui64>, tensor<ui64>) -> tensor<9xi64>
  %b = check.fill seed 4 range [-2.0, 2.0] : tensor<9x5xbf16>
  %1 = rlx.sample %b seed %s offset %o {top_k = 3} : (tensor<9x5xbf16>, tensor<ui64>, tensor<ui64>) -> tensor<9xi64>
  %c = check.fill seed 5 range [-2.0, 2.0] : tensor<9x5xf64>
  %2 = rlx.sample %c seed %s offset %o {top_p = 0.5} : (tensor<9x5xf64>, tensor<ui64>, tensor<ui64>) -> tensor<9xi64>
  %d = check.literal dense<[[0xFF800000, 1.0, 0xFF800000], [0xFF800000, 0xFF800000, 0.0]]> : tensor<2x3xf32>
  %3 = rlx.sample %d seed %s offset %o : (tensor<2x3xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2xi64>
  %w = check.literal dense<[1, 2]> : tensor<2xi64>
  check.expect_eq %3, %w : tensor<2xi64>, tensor<2xi64>
  return %0, %1, %2, %3 : tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<2xi64>
}

func.func @empty_and_one() -> (tensor<0xi64>, tensor<2xi64>) {
  %s = check.literal dense<1> : tensor<ui64>
  %x = check.fill seed 6 : tensor<0x4xf32>
  %0 = rlx.sample %x seed %s offset %s : (tensor<0x4xf32>, tensor<ui64>, tensor<ui64>) -> tensor<0xi64>
  %y = check.fill seed 7 : tensor<2x1xf32>
  %1 = rlx.sample %y seed %s offset %s : (tensor<2x1xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2xi64>
  return %0, %1 : tensor<0xi64>, tensor<2xi64>
}
