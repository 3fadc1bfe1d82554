// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random sampling from logits, for text generation: temperature, top-k and top-p (nucleus)
// sampling. The random numbers are a pure function of seed, offset and row, so every device and
// every run gives the same samples.
#ifndef RLX_SAMPLE_TD
#define RLX_SAMPLE_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_SampleOp : RLX_CompositeOp<"sample", [RLX_MayFail]> {
  let summary = "samples an index from each row of logits";
  let description = [{
    *Semantics*: samples one index per row along the last axis:

    1. `z = logits / max(temperature, 1e-6)`.
    2. If `top_k` is not 0, only the `top_k` largest elements of `z` are kept; among equal ones
       those with lower indices.
    3. `p = softmax(z)`.
    4. If `top_p` is less than 1, only the nucleus is kept (Holtzman et al. 2020): in descending
       order of `p` the shortest prefix whose sum reaches `top_p`, including the element that
       crosses it.
    5. The result is the first element at which the cumulative sum of `p` exceeds `u` times the sum
       of all kept elements. The order is that of the indices if nothing could be dropped (`top_k`
       is 0 or at least the row size, and `top_p` is 1). Otherwise it is descending, and among equal
       elements the lower index is first.

    `u` is a number of 24 bits in [0, 1): the upper bits of word 0 of a Philox4x32-10 block (Salmon
    et al., "Parallel Random Numbers: As Easy as 1, 2, 3", with the multipliers 0xD2511F53 and
    0xCD9E8D57 and the key increments 0x9E3779B9 and 0xBB67AE85). The key is `seed`, low word first.
    The counter is `(offset low, offset high, row low, row high)`, where `row` is the row-major
    index of the row. So rows are independent, and equal seeds and offsets give equal samples on
    every device. A caller that adds 1 to the offset for each run uses one stream. Rows with NaN or
    positive infinity give an unspecified index.

    *Shape rule*: the logits have rank 1 or more (sample_c1). Their last size is static and at least
    1 (sample_c2); the result does not have that dimension. `seed` and `offset` have rank 0
    (sample_c3). `temperature` is finite and not negative (sample_c4). `top_k` is not negative
    (sample_c5). `top_p` is in (0, 1] (sample_c6).

    *Types*: floating-point logits; `seed` and `offset` are i64 or ui64; the result is i64.

    *Numerics*: f16 and bf16 compute in f32. If `u` is within rounding of the boundary between two
    elements, devices may return either.

    *Example*:
    ```mlir
    %0 = rlx.sample %x seed %s offset %o {temperature = 0.8, top_k = 40, top_p = 0.95} : (tensor<?x1000xf32>, tensor<ui64>, tensor<ui64>) -> tensor<?xi64>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$logits, RankedTensorOf<[I64, UI64]>:$seed,
      RankedTensorOf<[I64, UI64]>:$offset, DefaultValuedAttr<F64Attr, "1.0">:$temperature,
      DefaultValuedAttr<I64Attr, "0">:$top_k, DefaultValuedAttr<F64Attr, "1.0">:$top_p);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = [{
    $logits `seed` $seed `offset` $offset attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_SAMPLE_TD
