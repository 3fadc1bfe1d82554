// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recurrences over a sequence: state-space models (Mamba) and linear attention (Gated DeltaNet).
// Each returns the last state, so that a sequence can be processed in parts. Loops with arbitrary
// bodies are rlx.scan.
#ifndef RLX_SEQUENCE_TD
#define RLX_SEQUENCE_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_SelectiveScanOp : RLX_CoreOp<"selective_scan", [AttrSizedOperandSegments, RLX_NoFusion]> {
  let summary = "state-space recurrence with input-dependent coefficients (Mamba)";
  let description = [{
    *Semantics*: for every batch i and channel h there is a state of n elements. It starts as
    `state[i, h, :]`, or as zeros. For the steps t of the sequence, in order:
    ```
    state[i, h, :] = exp(delta[i, t, h] * a[h, :]) * state[i, h, :]
                     + delta[i, t, h] * x[i, t, h] * b[i, t, :]
    y[i, t, h]     = sum over n of c[i, t, n] * state[i, h, n] + skip[h] * x[i, t, h]
    ```
    Without `skip`, its term is omitted. The results are y and the state after the last step. A
    later scan can continue the sequence from that state. Mamba (Gu & Dao 2023).

    *Shape rule*: x is `[b, s, h]` (selective_scan_c1), and delta has the same shape
    (selective_scan_c2). a is `[h, n]` (selective_scan_c3); b and c are `[b, s, n]`
    (selective_scan_c4); skip is `[h]` (selective_scan_c5); state is `[b, h, n]`
    (selective_scan_c6). Element types must be equal (selective_scan_c7). y is like x, the last
    state is `[b, h, n]`. Any size may be 0.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 keep the state in f32 over the whole sequence, and round y and the last
    state once.

    *Example*:
    ```mlir
    %y, %last = rlx.selective_scan %x, %delta, %a, %b, %c skip %d state %s : (tensor<?x?x64xf32>, tensor<?x?x64xf32>, tensor<64x16xf32>, tensor<?x?x16xf32>, tensor<?x?x16xf32>, tensor<64xf32>, tensor<?x64x16xf32>) -> (tensor<?x?x64xf32>, tensor<?x64x16xf32>)
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$x, RLX_FloatTensor:$delta, RLX_FloatTensor:$a,
      RLX_FloatTensor:$b, RLX_FloatTensor:$c, Optional<RLX_FloatTensor>:$skip,
      Optional<RLX_FloatTensor>:$state);
  let results = (outs RLX_FloatTensor:$y, RLX_FloatTensor:$last_state);
  let assemblyFormat = [{
    $x `,` $delta `,` $a `,` $b `,` $c (`skip` $skip^)? (`state` $state^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def RLX_GatedDeltaNetOp : RLX_CoreOp<"gated_delta_net", [RLX_NoFusion]> {
  let summary = "linear attention with a gated delta rule (Gated DeltaNet)";
  let description = [{
    *Semantics*: for every batch i and head h there is a state `S`, a K x V matrix. It starts as
    `state[i, h, :, :]`, or as zeros. At step t, `q`, `k` and `v` are the vectors at `[i, t, h, :]`,
    and `g` and `beta` the scalars at `[i, t, h]`. For the steps of the sequence, in order:
    ```
    S = exp(g) * S
    S = S + outer(k, beta * (v - transpose(S) * k))
    o[i, t, h, :] = scale * transpose(S) * q
    ```
    `scale` defaults to 1 / sqrt(K). Keys are not normalized; a model that needs this does it
    before. The results are o and the state after the last step, from which a later op can continue
    the sequence. Gated DeltaNet (Yang et al. 2024).

    *Shape rule*: q is `[b, s, h, K]` (gated_delta_net_c1), and k has the same shape
    (gated_delta_net_c2). v is `[b, s, h, V]` (gated_delta_net_c3); g and beta are `[b, s, h]`
    (gated_delta_net_c4); state is `[b, h, K, V]` (gated_delta_net_c5). Element types must be equal
    (gated_delta_net_c6). o is like v, the last state is `[b, h, K, V]`. Any size may be 0, and none
    has an upper limit.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 keep the state in f32 over the whole sequence, and round o and the last
    state once.

    *Example*:
    ```mlir
    %o, %last = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<?x?x8x64xf32>, tensor<?x?x8x64xf32>, tensor<?x?x8x128xf32>, tensor<?x?x8xf32>, tensor<?x?x8xf32>, tensor<?x8x64x128xf32>) -> (tensor<?x?x8x128xf32>, tensor<?x8x64x128xf32>)
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$q, RLX_FloatTensor:$k, RLX_FloatTensor:$v,
      RLX_FloatTensor:$g, RLX_FloatTensor:$beta, Optional<RLX_FloatTensor>:$state,
      OptionalAttr<F64Attr>:$scale);
  let results = (outs RLX_FloatTensor:$o, RLX_FloatTensor:$last_state);
  let assemblyFormat = [{
    $q `,` $k `,` $v `,` $g `,` $beta (`state` $state^)? (`scale` `=` $scale^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // RLX_SEQUENCE_TD
