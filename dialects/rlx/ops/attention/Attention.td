// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scaled dot-product attention. Flash attention and decode attention are schedules of this op, in
// conversions/cpu/attention/ and conversions/gpu/attention/.
#ifndef RLX_ATTENTION_TD
#define RLX_ATTENTION_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_AttentionOp : RLX_CompositeOp<"attention"> {
  let summary = "scaled dot-product attention";
  let description = [{
    *Semantics*: for batch b, query head h and query i, over the keys j of head `h floordiv (Hq /
    Hk)` (grouped-query attention if Hk < Hq): `s[j] = cap(scale * sum_d query[b, h, i, d] * key[b,
    j, d])`, plus the bias; `result[b, h, i] = sum_j softmax(s)[j] * value[b, j]`, over the keys
    that the mask keeps. `scale` defaults to 1/sqrt(D). With `softcap`, `cap(s) = softcap * tanh(s /
    softcap)`; otherwise `cap(s) = s`. `layout` is the order of dimensions of query, key, value and
    result: `bshd` (batch, sequence, heads, size) or `bhsd`. Vaswani et al. 2017; ONNX `Attention`.

    With `p = i + Sk - Sq` (queries are aligned with the last keys), the mask keeps

    - `none`: every key;
    - `causal`: the keys j <= p;
    - `sliding_window`: the keys p - window <= j <= p;
    - `custom`: the keys where the operand `mask` (i1) is true; it is `[B, Sk]`, or of rank 4 and
      broadcast to `[B, Hq, Sq, Sk]`;
    - `bias`: every key; the operand `mask` is added to the scores and is broadcast to
      `[B, Hq, Sq, Sk]`.

    If all keys of a query are masked or have the score -inf, its result is 0.

    *Shape rule*: query, key and value have rank 4 (attention_c1). Batch sizes must be equal, and so
    must head sizes of query and key, and sequence lengths and head counts of key and value
    (attention_c2). The query's head count is a multiple of the key's, and equal to it if either is
    dynamic (attention_c3). D is static and not 0, unless `scale` is given (attention_c4). The mask
    operand is present for `custom` and `bias` only (attention_c5). It broadcasts as described
    (attention_c6), and is i1 or, for `bias`, of the query's element type (attention_c7). `window`
    is present for `sliding_window` only, and not negative (attention_c8). `softcap` is positive and
    finite (attention_c9). Element types of query, key and value must be equal, except that key and
    value may both be f16 or both bf16 where the query is f32, e.g. if they are a cache
    (attention_c10). `scale` is finite (attention_c11). The result is like the query, with the
    value's head size.

    *Types*: floating-point.

    *Numerics*: for f16 and bf16, scores, softmax and sums are computed in f32 and rounded once. The
    effect of a non-finite value of a masked key is unspecified.

    *Example*:
    ```mlir
    %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal : (tensor<?x8x?x64xf32>, tensor<?x2x?x64xf32>, tensor<?x2x?x64xf32>) -> tensor<?x8x?x64xf32>
    %1 = rlx.attention %q, %kh, %vh layout = bhsd mask = causal : (tensor<?x8x?x64xf32>, tensor<?x2x?x64xf16>, tensor<?x2x?x64xf16>) -> tensor<?x8x?x64xf32>
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
    // The numbers of the dimensions in query, key, value and result.
    unsigned sequenceDim() { return getLayout() == ::rlx::AttentionLayout::BSHD ? 1 : 2; }
    unsigned headDim() { return 3 - sequenceDim(); }
  }];
}

#endif // RLX_ATTENTION_TD
