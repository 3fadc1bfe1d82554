// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotary position embeddings (RoPE): with given tables, and along the two axes of an image. The
// gradient of rope is in gradients/Backward.td. Rotations are elementwise after a slice, so they
// fuse into the kernels around them.
#ifndef RLX_POSITION_TD
#define RLX_POSITION_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_RopeOp : RLX_CompositeOp<"rope",
    [RLX_MayFail, DeclareOpInterfaceMethods<RLX_ElementLowerableOpInterface>]> {
  let summary = "rotary position embedding with given tables";
  let description = [{
    *Semantics*: rotates pairs of the first R dimensions of a head by the angles of its position p.
    With `c = cos[p, i]`, `s = sin[p, i]` and i < R/2, the pair `(a, b)` becomes `(a*c - b*s, b*c +
    a*s)`. The pair is `(x[i], x[i + R/2])` for style `half` (GPT-NeoX, Llama), and `(x[2i], x[2i +
    1])` for style `interleaved` (GPT-J, RoFormer). The other dimensions are unchanged.

    p is the index in the sequence or, if given, the element of `positions`, which is `[S]` or `[B,
    S]`. Negative positions count from the end of the table, and one outside the table fails the
    run. `layout` is the order of dimensions of x: `bshd` (batch, sequence, heads, size) or `bhsd`.
    Su et al. 2021; ONNX `RotaryEmbedding`.

    *Shape rule*: x has rank 4 (rope_c1). cos and sin have rank 2 and equal shapes, `[P, R/2]` with
    a static R/2 of at least 1 (rope_c2). R is at most the head size, which is static (rope_c3).
    Without `positions` the table has at least S rows (rope_c4). positions are `[S]` or `[B, S]`
    (rope_c5). Element types of x, cos and sin must be equal (rope_c6). The result is like x.

    *Types*: floating-point; integer positions.

    *Numerics*: f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.rope %x, %cos, %sin style = half layout = bshd : (tensor<?x?x8x64xf32>, tensor<2048x32xf32>, tensor<2048x32xf32>) -> tensor<?x?x8x64xf32>
    %1 = rlx.rope %x, %cos, %sin at %p style = interleaved layout = bshd : (tensor<?x?x8x64xf32>, tensor<2048x16xf32>, tensor<2048x16xf32>, tensor<?xi64>) -> tensor<?x?x8x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_FloatTensor:$cos, RLX_FloatTensor:$sin,
      Optional<RLX_IntTensor>:$positions, RLX_RopeStyle:$style, RLX_AttentionLayout:$layout);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $cos `,` $sin (`at` $positions^)? `style` `=` $style `layout` `=` $layout attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = inferDeclaration # [{
    // Without positions all rows exist, as inference has checked.
    ::mlir::Speculation::Speculatability getSpeculatability() {
      return getPositions() ? ::mlir::Speculation::NotSpeculatable
                            : ::mlir::Speculation::Speculatable;
    }
  }];
}

def RLX_AxialRope2dOp : RLX_CompositeOp<"axial_rope_2d"> {
  let summary = "rotary position embedding over the two axes of an image";
  let description = [{
    *Semantics*: the sequence holds the pixels of an image of `width` columns and `height` rows, row
    by row, each `repeat` times. For element t let `p = t floordiv repeat`, `column = p mod width`,
    `row = p floordiv width`, and `f[i] = theta^(-4i / D)` for i < D/4, where D is the head size.
    Adjacent pairs are rotated as by `rlx.rope` with style `interleaved`. Pair i of the first half
    of the dimensions is rotated by the angle `column * f[i]`, pair i of the second half by `row *
    f[i]`. `layout` is that of `rlx.rope`. Segment Anything 2 (Ravi et al. 2024).

    *Shape rule*: x has rank 4 (axial_rope_2d_c1). The head size is static and a positive multiple
    of 4 (axial_rope_2d_c2). `width`, `height`, `repeat` and `theta` are positive
    (axial_rope_2d_c3); the first three are at most 2^20. The sequence has `width * height * repeat`
    elements (axial_rope_2d_c4). The result is like x.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once. For f32, angles are computed in f32.

    *Example*:
    ```mlir
    %0 = rlx.axial_rope_2d %x width = 8 height = 4 layout = bhsd : (tensor<?x2x32x64xf32>) -> tensor<?x2x32x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, I64Attr:$width, I64Attr:$height,
      DefaultValuedAttr<I64Attr, "1">:$repeat, DefaultValuedAttr<F64Attr, "10000.0">:$theta,
      RLX_AttentionLayout:$layout);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $input `width` `=` $width `height` `=` $height (`repeat` `=` $repeat^)? (`theta` `=` $theta^)?
    `layout` `=` $layout attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_POSITION_TD
