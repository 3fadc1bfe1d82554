func.func @main(%q: tensor<?x1x16xf32> {rlx.kind = "input", rlx.name = "q"}, %k: tensor<?x1x16x16xf32> {rlx.kind = "input", rlx.name = "k"}, %v: tensor<?x1x16x16xf32> {rlx.kind = "input", rlx.name = "v"}, %t: tensor<?x?xi32> {rlx.kind = "input", rlx.name = "table"}, %s: tensor<?xi32> {rlx.kind = "input", rlx.name = "starts"}, %l: tensor<?xi32> {rlx.kind = "input", rlx.name = "lengths"}) -> (tensor<?x1x16xf32> {rlx.name = "o"}) {
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<?x1x16xf32>, tensor<?x1x16x16xf32>, tensor<?x1x16x16xf32>, tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x1x16xf32>
  return %0 : tensor<?x1x16xf32>
}
