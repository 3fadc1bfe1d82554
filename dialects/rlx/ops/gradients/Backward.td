// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Backward ops of elementwise ops and of ops that move or accumulate elements. They compute the
// gradients of inputs from the gradient of the result.
#ifndef RLX_BACKWARD_TD
#define RLX_BACKWARD_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_ReluBackwardOp : RLX_ElementwiseOp<"relu_backward"> {
  let summary = "gradient of the rectified linear unit";
  let description = [{
    *Semantics*: `result[i] = x > 0 ? dy[i] : 0` with `x = input[i]`. So it is 0 if x is 0 or NaN.

    *Shape rule*: `dy` has the shape of the input (relu_backward_c1) and its element type
    (relu_backward_c2). The result is like the input.

    *Types*: floating-point.

    *Numerics*: exact.

    *Example*:
    ```mlir
    %0 = rlx.relu_backward %x, %dy : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_FloatTensor:$dy);
  let results = (outs RLX_FloatTensor:$result);
}

def RLX_ActivationBackwardOp : RLX_ElementwiseOp<"activation_backward"> {
  let summary = "gradient of an activation function";
  let description = [{
    *Semantics*: `result[i] = dy[i] * f'(x)` with `x = input[i]`, where f is the op that `kind`
    names: `gelu`, `gelu_tanh`, `silu`, `relu`, `sigmoid`, `tanh`, `exp`, `log`, `sqrt`, `rsqrt`,
    `neg`, `abs`, `sin`, `cos`, `tan`, `atan`, `round`, `softplus`, `softsign` or `mish`. If f has
    no (useful) derivative, the result is:

    - `relu` and `abs`: 0 for x = 0 and for NaN;
    - `sqrt` and `rsqrt`: 0 for x <= 0;
    - `round`: `dy[i]` (straight-through);
    - `gelu`, `gelu_tanh`, `silu` and `mish`: the limits 0 and 1 for x = -inf and +inf.

    *Shape rule*: `dy` has the shape of the input (activation_backward_c1) and its element type
    (activation_backward_c2). The result is like the input.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.activation_backward %x, %dy kind = gelu : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_FloatTensor:$dy, RLX_ActivationKind:$kind);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `kind` `=` $kind attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_CumsumBackwardOp : RLX_CompositeOp<"cumsum_backward"> {
  let summary = "gradient of a cumulative sum";
  let description = [{
    *Semantics*: the gradient of the input of an `rlx.cumsum` with the same attributes; `dy` is the
    gradient of its result. `result[.., j, ..] = sum over i >= j of dy[.., i, ..]` along `axis`.
    With `exclusive` the sum is over `i > j`; with `reverse` it is over `i <= j`, or over `i < j`.
    An empty sum is 0.

    *Shape rule*: `axis` must be in [-rank, rank) (cumsum_backward_c1). The result is like `dy`.

    *Types*: floating-point.

    *Numerics*: as `rlx.cumsum`.

    *Example*:
    ```mlir
    %0 = rlx.cumsum_backward %dy axis = -1 {exclusive = true} : (tensor<?x128xf32>) -> tensor<?x128xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$dy, I64Attr:$axis,
      DefaultValuedAttr<BoolAttr, "false">:$exclusive,
      DefaultValuedAttr<BoolAttr, "false">:$reverse);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

def RLX_GatherBackwardOp : RLX_CompositeOp<"gather_backward", [RLX_MayFail]> {
  let summary = "gradient of the data of a gather";
  let description = [{
    *Semantics*: the gradient of the data of an `rlx.gather` with the same indices and `axis`; `dy`
    is the gradient of its result. `result[a.., n, b..] = sum of dy[a.., i.., b..] over all i.. with
    indices[i..] = n`, and 0 if there is no such index. `a..` are the dimensions before `axis` and
    `b..` those after it. Negative indices count from the end. An index outside [-size, size) fails
    the run.

    *Shape rule*: exactly one size is given, that of the data along `axis`, of at least 1
    (gather_backward_c1). `dy` has at least the rank of the indices, and `axis` must be in [-rank,
    rank) of the data (gather_backward_c2). The sizes of `dy` from `axis` on start with those of the
    indices (gather_backward_c3). The result has the sizes of `dy`, with those of the indices
    replaced by the given one.

    *Types*: floating-point; integer indices.

    *Numerics*: f16 and bf16 accumulate in f32. Terms are added in the row-major order of `indices`.

    *Example*:
    ```mlir
    %0 = rlx.gather_backward %dy, %ids into [1000] axis = 0 : (tensor<?x7x64xf32>, tensor<?x7xi64>) -> tensor<1000x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$dy, RLX_IntTensor:$indices, Variadic<Index>:$sizes,
      DenseI64ArrayAttr:$static_sizes, I64Attr:$axis);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $dy `,` $indices `into` custom<DynamicIndexList>($sizes, $static_sizes) `axis` `=` $axis
    attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_RopeBackwardOp : RLX_CompositeOp<"rope_backward", [RLX_MayFail]> {
  let summary = "gradient of a rotary position embedding";
  let description = [{
    *Semantics*: the gradient of the input of an `rlx.rope` with the same tables, positions and
    attributes; `dy` is the gradient of its result. The pair `(a, b)` of `dy` becomes
    `(a*c + b*s, b*c - a*s)`, the inverse rotation. Dimensions that `rlx.rope` does not rotate are
    unchanged.

    *Shape rule*: as `rlx.rope`, with `dy` in place of x: rank 4 (rope_backward_c1); equal tables
    `[P, R/2]` (rope_backward_c2); R is at most the static head size (rope_backward_c3); without
    `positions` the table has at least S rows (rope_backward_c4); positions are `[S]` or `[B, S]`
    (rope_backward_c5). Element types must be equal (rope_backward_c6). The result is like `dy`.

    *Types*: floating-point; integer positions.

    *Numerics*: f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.rope_backward %dy, %cos, %sin at %p style = half layout = bshd : (tensor<?x?x8x64xf32>, tensor<2048x16xf32>, tensor<2048x16xf32>, tensor<?xi64>) -> tensor<?x?x8x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$dy, RLX_FloatTensor:$cos, RLX_FloatTensor:$sin,
      Optional<RLX_IntTensor>:$positions, RLX_RopeStyle:$style, RLX_AttentionLayout:$layout);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $dy `,` $cos `,` $sin (`at` $positions^)? `style` `=` $style `layout` `=` $layout attr-dict
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

#endif // RLX_BACKWARD_TD
