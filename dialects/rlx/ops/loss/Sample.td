// Random draws.
#ifndef RLX_SAMPLE_TD
#define RLX_SAMPLE_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_SampleOp : RLX_CompositeOp<"sample", [RLX_MayFail]> {
  let summary = "draws a position from each row of logits";
  let description = [{
    *Semantics*: for every row along the last axis one position, drawn at random:
    1. `z = logits / max(temperature, 1e-6)`.
    2. With `top_k` not 0 only the `top_k` largest of `z` stay, of equal ones those at lower
       positions.
    3. `p = softmax(z)`.
    4. With `top_p` less than 1 only the nucleus stays: in descending order of `p` the shortest
       prefix whose sum reaches `top_p`, which includes the element that crosses it.
    5. The first element is drawn at which the running sum of `p` exceeds `u` times the sum of what
       stayed. The order is that of the positions where nothing was to be dropped (`top_k` is 0 or
       at least the row, and `top_p` is 1), and otherwise descending, of equal ones the lower
       position first.

    `u` is a number of 24 bits in [0, 1): the upper bits of word 0 of a block of Philox4x32-10
    (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", with the multipliers 0xD2511F53
    and 0xCD9E8D57 and the key increments 0x9E3779B9 and 0xBB67AE85) with the key `seed` (low word
    first) and the counter `(offset low, offset high, row low, row high)`, `row` being the number of
    the row in row-major order. So rows are independent, equal seeds and offsets repeat a draw on
    every device, and a caller that adds 1 to the offset for each run goes through one stream. Rows
    with NaN or positive infinity give some position.

    *Shape rule*: logits of rank 1 or more (sample_c1), whose last size is static and at least 1
    (sample_c2) and is dropped in the result; `seed` and `offset` have rank 0 (sample_c3);
    `temperature` is finite and not negative (sample_c4); `top_k` is not negative (sample_c5);
    `top_p` lies in (0, 1] (sample_c6).

    *Types*: floating-point logits; `seed` and `offset` are i64 or ui64; the result is i64.

    *Numerics*: f16 and bf16 compute in f32. Where `u` is within rounding of a boundary between two
    elements, devices may draw either.

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
