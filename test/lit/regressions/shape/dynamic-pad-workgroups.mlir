// A padded tensor that is large enough for several workgroups and has a dynamic size: its tiles
// have no bound. Found by a random graph.
// RUN: rlx-check %s

func.func @pad() -> tensor<5x4x8x?xf32> {
  %x = check.fill sizes [2, 4, 8, 3] seed 1 : tensor<2x4x8x?xf32>
  %0 = rlx.pad constant %x low [3, 0, 0, 1] high [0, 0, 0, 2] : (tensor<2x4x8x?xf32>) -> tensor<5x4x8x?xf32>
  return %0 : tensor<5x4x8x?xf32>
}
