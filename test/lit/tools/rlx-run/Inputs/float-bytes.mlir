func.func @main(%w: tensor<?x?xui8> {rlx.name = "w", rlx.kind = "input", rlx.dims = ["rows", "bytes"]}) -> (tensor<?x?xui8> {rlx.name = "c"}) {
  %0 = rlx.recode_blocks %w scheme = iq2_xxs : (tensor<?x?xui8>) -> tensor<?x?xui8>
  return %0 : tensor<?x?xui8>
}
