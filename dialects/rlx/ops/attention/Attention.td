// Scaled dot-product attention.
#ifndef RLX_ATTENTION_TD
#define RLX_ATTENTION_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_AttentionOp : RLX_CompositeOp<"attention"> {
  let summary = "scaled dot-product attention";
  let description = [{
    *Semantics*: for batch b, query head h and query i, over the keys j of head
    `h floordiv (Hq / Hk)` (grouped-query attention where Hk < Hq):
    `s[j] = cap(scale * sum_d query[b, h, i, d] * key[b, j, d])`, plus the bias;
    `result[b, h, i] = sum_j softmax(s)[j] * value[b, j]`, over the keys that the mask keeps.
    `scale` is 1/sqrt(D) by default; `cap(s) = softcap * tanh(s / softcap)` with `softcap`, else s.
    `layout` says in which order the dimensions of query, key, value and result stand:
    `bshd` (batch, sequence, heads, size) or `bhsd`. Vaswani et al. 2017; ONNX `Attention`.

    With `p = i + Sk - Sq` (queries are aligned with the last keys) the mask keeps
    - `none`: every key;
    - `causal`: the keys j <= p;
    - `sliding_window`: the keys p - window <= j <= p;
    - `custom`: the keys where the operand `mask` (i1) is true; it is `[B, Sk]`, or of rank 4 and
      broadcast to `[B, Hq, Sq, Sk]`;
    - `bias`: every key; the operand `mask` is added to the scores and is broadcast to
      `[B, Hq, Sq, Sk]`.

    A query all of whose keys are masked, or have the score -inf, gives zeros.

    *Shape rule*: query, key and value have rank 4 (attention_c1); batch sizes agree, as do head
    sizes of query and key, sequence lengths of key and value, and head counts of key and value
    (attention_c2); the query's head count is a multiple of the key's (attention_c3), and equal to
    it if either is dynamic; D is static and not 0 unless `scale` is given (attention_c4); the mask
    operand is there for `custom` and `bias` only (attention_c5), broadcasts as said (attention_c6)
    and is i1, or of the query's element type for `bias` (attention_c7); `window` is there for
    `sliding_window` only and not negative (attention_c8); `softcap` is positive and finite
    (attention_c9); element types of query, key and value agree (attention_c10); `scale` is finite
    (attention_c11). The result is like the query, with the value's head size.

    *Types*: floating-point.

    *Numerics*: scores, softmax and sums of f16 and bf16 are computed in f32, rounded once. What a
    non-finite value of a masked key does is not specified.

    *Example*:
    ```mlir
    %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal : (tensor<?x8x?x64xf32>, tensor<?x2x?x64xf32>, tensor<?x2x?x64xf32>) -> tensor<?x8x?x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$query, RLX_FloatTensor:$key, RLX_FloatTensor:$value,
      Optional<RLX_Tensor>:$mask, RLX_AttentionLayout:$layout, RLX_AttentionMask:$mask_kind,
      OptionalAttr<I64Attr>:$window, OptionalAttr<F64Attr>:$scale, OptionalAttr<F64Attr>:$softcap);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `layout` `=` $layout `mask` `=` $mask_kind (`window` `=` $window^)?
    (`scale` `=` $scale^)? (`softcap` `=` $softcap^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let extraClassDeclaration = inferDeclaration # [{
    // Positions of the dimensions in query, key, value and result.
    unsigned sequenceDim() { return getLayout() == ::rlx::AttentionLayout::BSHD ? 1 : 2; }
    unsigned headDim() { return 3 - sequenceDim(); }
  }];
}

#endif // RLX_ATTENTION_TD
