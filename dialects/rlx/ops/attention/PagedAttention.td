// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention of several sequences over a cache in blocks.
#ifndef RLX_PAGEDATTENTION_TD
#define RLX_PAGEDATTENTION_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_PagedAttentionOp : RLX_CompositeOp<"paged_attention", [RLX_MayFail]> {
  let summary = "causal attention of several sequences over keys and values in blocks";
  let description = [{
    *Semantics*: the caches `key` and `value` consist of N blocks with P places for each key head. S
    sequences share them: key j of sequence s is at place `j mod P` of block `block_table[s, j
    floordiv P]`, and the sequence has `key_lengths[s]` keys. A block may belong to several
    sequences, such as those with a common prefix.

    The queries of all sequences lie one after another: sequence s has the rows `query_starts[s]` to
    `query_starts[s + 1] - 1` of `query`, which may be none. They belong to its last keys. Let `n =
    query_starts[s + 1] - query_starts[s]`: row i of n is at position `p = key_lengths[s] - n + i`.
    It sees the keys j <= p, and with `window` only those with `j >= p - window`. So a run can hold
    parts of prompts beside single rows of other sequences.

    The result is `rlx.attention` of these queries and keys, with the same meaning of `scale` (by
    default 1/sqrt(D)), `softcap` and grouped heads. PagedAttention (Kwon et al. 2023); the operands
    are those of `flash_attn_varlen_func` with a block table.

    `query_starts` must ascend from 0 to T, and a length is at least the number of the sequence's
    rows, and at most M * P. A block that holds a visible key must be in [0, N). Otherwise the run
    fails, or the result is unspecified. Other entries of the table have no effect.

    *Shape rule*: query is `[T, Hq, D]`, key `[N, Hk, P, D]`, value `[N, Hk, P, Dv]`, block_table
    `[S, M]`, query_starts `[S + 1]` and key_lengths `[S]` (paged_attention_c1, paged_attention_c2).
    Hq is a multiple of Hk, and equal to it if either is dynamic (paged_attention_c3). D is static
    and not 0, unless `scale` is given (paged_attention_c4). P is static and at least 1
    (paged_attention_c5). `window` is not negative, `softcap` is positive and finite, `scale` is
    finite (paged_attention_c6). Element types of query, key and value must be equal, except that key
    and value may both be f16 or both bf16 where the query is f32 (paged_attention_c7). There are no
    rows if there is no sequence (paged_attention_c8). The result is `[T, Hq, Dv]`.

    *Types*: floating-point; integers for table, starts and lengths.

    *Numerics*: as for `rlx.attention`. Results of a sequence do not depend on other sequences, or
    on the order of its blocks in the cache.

    *Example*: 3 query heads for each key head, in blocks of 64 places.
    ```mlir
    %0 = rlx.paged_attention %q, %k, %v blocks = %table starts = %starts lengths = %lengths : (tensor<?x9x64xf32>, tensor<?x3x64x64xf32>, tensor<?x3x64x64xf32>, tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x9x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$query, RLX_FloatTensor:$key, RLX_FloatTensor:$value,
      RLX_IntTensor:$block_table, RLX_IntTensor:$query_starts, RLX_IntTensor:$key_lengths,
      OptionalAttr<I64Attr>:$window, OptionalAttr<F64Attr>:$scale, OptionalAttr<F64Attr>:$softcap);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $query `,` $key `,` $value `blocks` `=` $block_table `starts` `=` $query_starts `lengths` `=`
    $key_lengths (`window` `=` $window^)? (`scale` `=` $scale^)? (`softcap` `=` $softcap^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_PAGEDATTENTION_TD
