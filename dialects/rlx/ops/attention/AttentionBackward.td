// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The backward op of attention. It recomputes the softmax weights instead of storing them, like the
// backward pass of FlashAttention. Masks and attributes are those of the forward op. A bias gets no
// gradient.
#ifndef RLX_ATTENTIONBACKWARD_TD
#define RLX_ATTENTIONBACKWARD_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_AttentionBackwardOp : RLX_CompositeOp<"attention_backward"> {
  let summary = "gradients of scaled dot-product attention";
  let description = [{
    *Semantics*: the gradients of query, key and value of an `rlx.attention` with the same operands
    and attributes; `dy` is the gradient of its result. For batch b, query head h and query i, with
    the softmax weights `p[j]` over the keys that the mask keeps:

    - `dp[j] = sum_d dy[b, h, i, d] * value[b, j, d]`;
    - `ds[j] = p[j] * (dp[j] - sum_k p[k] * dp[k])`, the gradient of the score. With `softcap` it is
      multiplied by `1 - tanh(s / softcap)^2`, where s is the score before the cap;
    - `dquery[b, h, i] = scale * sum_j ds[j] * key[b, j]`;
    - `dkey[b, j]` is the sum of `scale * ds[j] * query[b, h, i]`, and `dvalue[b, j]` the sum of
      `p[j] * dy[b, h, i]`, over the queries i of all heads h that share the key's head.

    If all keys of a query are masked or have the score -inf, its gradients are 0. The op returns no
    gradient of a bias.

    *Shape rule*: as `rlx.attention`: rank 4 (attention_backward_c1), equal sizes
    (attention_backward_c2) and head counts (attention_backward_c3); D is static and not 0 unless
    `scale` is given (attention_backward_c4); a mask operand for `custom` and `bias` only
    (attention_backward_c5), of the right shape (attention_backward_c6) and type
    (attention_backward_c7); valid `window` (attention_backward_c8), `softcap`
    (attention_backward_c9) and `scale` (attention_backward_c12). Element types of query, key, value
    and `dy` must be equal (attention_backward_c10). `dy` has the shape of the attention's result
    (attention_backward_c11). The results are like query, key and value.

    *Types*: floating-point.

    *Numerics*: as `rlx.attention`.

    *Example*:
    ```mlir
    %dq, %dk, %dv = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = causal : (tensor<?x8x?x64xf32>, tensor<?x2x?x64xf32>, tensor<?x2x?x64xf32>, tensor<?x8x?x64xf32>) -> (tensor<?x8x?x64xf32>, tensor<?x2x?x64xf32>, tensor<?x2x?x64xf32>)
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$query, RLX_FloatTensor:$key, RLX_FloatTensor:$value,
      RLX_FloatTensor:$dy, Optional<RLX_Tensor>:$mask, RLX_AttentionLayout:$layout,
      RLX_AttentionMask:$mask_kind, OptionalAttr<I64Attr>:$window, OptionalAttr<F64Attr>:$scale,
      OptionalAttr<F64Attr>:$softcap);
  let results = (outs RLX_FloatTensor:$dquery, RLX_FloatTensor:$dkey, RLX_FloatTensor:$dvalue);
  let assemblyFormat = [{
    operands `layout` `=` $layout `mask` `=` $mask_kind (`window` `=` $window^)?
    (`scale` `=` $scale^)? (`softcap` `=` $softcap^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // RLX_ATTENTIONBACKWARD_TD
