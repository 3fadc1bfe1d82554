// Quantisation simulated in floating point, for training models that will run on integers, and its
// gradients.
#ifndef RLX_FAKE_QUANT_TD
#define RLX_FAKE_QUANT_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

// Of scales: f32 for inputs of f16, bf16 and f32, f64 for f64.
def RLX_ScaleTensor : RankedTensorOf<[F32, F64]>;
defvar RLX_HalfAwayRounding =
    DefaultValuedAttr<RLX_Rounding, "::rlx::Rounding::HalfAwayFromZero">;

def RLX_FakeQuantizeOp : RLX_CompositeOp<"fake_quantize"> {
  let summary = "rounds to the values that a few bits can hold, on a scale it finds or is given";
  let description = [{
    *Semantics*: with `qmax = 2^(bits - 1) - 1` and a scale s for every position c along `axis`
    (one scale without `axis`): `result[i] = clamp(round(input[i] / s[c]), -qmax, qmax) * s[c]`.
    The second result, `used_scale`, is s. Where s comes from:
    - `per_batch`: `max(maxabs[c] / qmax, 1e-12)`, `maxabs[c]` being the largest absolute value of
      the input at position c.
    - `fixed`: `max(scale[c], 1e-12)`.
    - `ema`: a moving average. The operand is the state, the second result the new state: what
      `per_batch` would use where the state is not positive, otherwise
      `decay * state[c] + (1 - decay) * that`. Callers carry the state from run to run; nothing is
      written in place.

    `rounding` says where halves go: away from zero (the default), or to even as in
    `rlx.quantize`. `ste` changes no result; it says which gradient differentiation takes, see
    `rlx.fake_quantize_backward`. Jacob et al. 2018; Bengio et al. 2013.

    *Shape rule*: the first result is like the input; `axis` lies in [-rank, rank)
    (fake_quantize_c1); `bits` lies in [2, 16] (fake_quantize_c2); `fixed` and `ema` have a scale
    operand, `per_batch` has none (fake_quantize_c3); `ema` has a `decay` in [0, 1], the others have
    none (fake_quantize_c4); operand and second result are `[size of axis]`, or of rank 0 without
    `axis` (fake_quantize_c5).

    *Types*: floating-point; scales are f64 for an f64 input and f32 for the others
    (fake_quantize_c6).

    *Numerics*: f16 and bf16 compute in f32 and round once. Scale and quotient are rounded to the
    scale's type before the quotient is rounded to an integer. A NaN makes its scale NaN
    (`per_batch` and `ema`), or its result (`fixed`). The maximum of nothing is 0.

    *Example*:
    ```mlir
    %0, %s0 = rlx.fake_quantize %x per_batch bits = 8 axis = 0 : (tensor<8x?xf32>) -> (tensor<8x?xf32>, tensor<8xf32>)
    %1, %s1 = rlx.fake_quantize %x fixed %s bits = 4 axis = 0 ste = clipped_identity : (tensor<8x?xf32>, tensor<8xf32>) -> (tensor<8x?xf32>, tensor<8xf32>)
    %2, %s2 = rlx.fake_quantize %x ema %state bits = 8 decay = 0.99 : (tensor<8x?xf32>, tensor<f32>) -> (tensor<8x?xf32>, tensor<f32>)
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, Optional<RLX_ScaleTensor>:$scale,
      RLX_FakeQuantScale:$mode, I64Attr:$bits, OptionalAttr<I64Attr>:$axis,
      OptionalAttr<F64Attr>:$decay,
      DefaultValuedAttr<RLX_SteKind, "::rlx::SteKind::Identity">:$ste,
      RLX_HalfAwayRounding:$rounding);
  let results = (outs RLX_FloatTensor:$result, RLX_ScaleTensor:$used_scale);
  let assemblyFormat = [{
    $input $mode ($scale^)? `bits` `=` $bits (`axis` `=` $axis^)? (`decay` `=` $decay^)?
    (`ste` `=` $ste^)? (`rounding` `=` $rounding^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_FakeQuantizeBackwardOp : RLX_CompositeOp<"fake_quantize_backward"> {
  let summary = "gradient of fake_quantize with respect to its input";
  let description = [{
    *Semantics*: the derivative of the rounding is 0 almost everywhere; an estimator `ste` stands in
    for it. With `qmax = 2^(bits - 1) - 1`, x an element of the input, s its scale and g the
    gradient of the result there:
    - `identity`: `g`
    - `clipped_identity`: `g` where `|x| <= qmax * s`, 0 elsewhere
    - `tanh`: `g * (1 - tanh(x / s)^2)`
    - `hard_tanh`: `g * max(0, 1 - |x / (qmax * s)|)`

    `scale` is what the forward op used, its second result: so the gradient belongs to the forward
    computation whichever way the scale came about. The scale counts as a constant.

    *Shape rule*: result and `grad` like the input (fake_quantize_backward_c1); `axis` lies in
    [-rank, rank) (fake_quantize_backward_c2); `bits` lies in [2, 16] (fake_quantize_backward_c3);
    the scale is `[size of axis]`, or of rank 0 without `axis` (fake_quantize_backward_c4).

    *Types*: floating-point; input and gradient agree (fake_quantize_backward_c5); the scale is f64
    for an f64 input and f32 for the others (fake_quantize_backward_c6).

    *Numerics*: f16 and bf16 compute in f32 and round once. Where x is NaN `clipped_identity` gives
    0, `tanh` and `hard_tanh` NaN.

    *Example*:
    ```mlir
    %0 = rlx.fake_quantize_backward %x scale %s grad %dy bits = 8 axis = 0 ste = clipped_identity : (tensor<8x?xf32>, tensor<8xf32>, tensor<8x?xf32>) -> tensor<8x?xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_ScaleTensor:$scale, RLX_FloatTensor:$grad,
      I64Attr:$bits, OptionalAttr<I64Attr>:$axis, RLX_SteKind:$ste);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $input `scale` $scale `grad` $grad `bits` `=` $bits (`axis` `=` $axis^)? `ste` `=` $ste
    attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_FakeQuantizeLSQOp : RLX_CompositeOp<"fake_quantize_lsq"> {
  let summary = "fake quantisation on a scale that is learned";
  let description = [{
    *Semantics*: with `qmax = 2^(bits - 1) - 1` and `s = max(scale[c], 1e-12)`, c being the position
    along `axis` (one scale without `axis`):
    `result[i] = clamp(round(input[i] / s), -qmax, qmax) * s`. `rounding` says where halves go. The
    scale is a parameter; `rlx.fake_quantize_lsq_backward` has its gradient. Esser et al. 2020
    (learned step size quantization).

    *Shape rule*: result like the input; `axis` lies in [-rank, rank) (fake_quantize_lsq_c1); `bits`
    lies in [2, 16] (fake_quantize_lsq_c2); the scale is `[size of axis]`, or of rank 0 without
    `axis` (fake_quantize_lsq_c3).

    *Types*: floating-point; the scale is f64 for an f64 input and f32 for the others
    (fake_quantize_lsq_c4).

    *Numerics*: as `rlx.fake_quantize` with a fixed scale.

    *Example*:
    ```mlir
    %0 = rlx.fake_quantize_lsq %x scale %s bits = 4 axis = 0 : (tensor<8x?xf32>, tensor<8xf32>) -> tensor<8x?xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_ScaleTensor:$scale, I64Attr:$bits,
      OptionalAttr<I64Attr>:$axis, RLX_HalfAwayRounding:$rounding);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $input `scale` $scale `bits` `=` $bits (`axis` `=` $axis^)? (`rounding` `=` $rounding^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_FakeQuantizeLSQBackwardOp : RLX_CompositeOp<"fake_quantize_lsq_backward"> {
  let summary = "gradients of fake_quantize_lsq with respect to its input and its scale";
  let description = [{
    *Semantics*: with qmax and s as in `rlx.fake_quantize_lsq`, `z = input[i] / s` and g the
    gradient of the result at i:
    - `input_grad[i] = g` where `|z| <= qmax`, 0 elsewhere;
    - `scale_grad[c] =` the sum over all i at position c of `g * (round(z) - z)` where
      `|z| <= qmax`, of `g * qmax` above and `-g * qmax` below: the derivative by the scale, with 1
      for the derivative of the rounding. The floor of s passes gradients on, so that a scale below
      it can grow again.

    With `gradient_scale` scale_grad is also multiplied by `1 / sqrt(N * qmax)`, N being the number
    of elements that share a scale, at least 1: the balance between scales and weights that the
    paper proposes. Esser et al. 2020.

    *Shape rule*: the first result and `grad` are like the input (fake_quantize_lsq_backward_c1),
    the second result is like the scale; `axis` lies in [-rank, rank)
    (fake_quantize_lsq_backward_c2); `bits` lies in [2, 16] (fake_quantize_lsq_backward_c3); the
    scale is `[size of axis]`, or of rank 0 without `axis` (fake_quantize_lsq_backward_c4).

    *Types*: floating-point; input and gradient agree (fake_quantize_lsq_backward_c5); the scale is
    f64 for an f64 input and f32 for the others (fake_quantize_lsq_backward_c6).

    *Numerics*: f16 and bf16 compute in f32 and round once. Where z is NaN the input's gradient is 0
    and the scale's NaN.

    *Example*:
    ```mlir
    %0, %1 = rlx.fake_quantize_lsq_backward %x scale %s grad %dy bits = 4 axis = 0 {gradient_scale = true} : (tensor<8x?xf32>, tensor<8xf32>, tensor<8x?xf32>) -> (tensor<8x?xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_ScaleTensor:$scale, RLX_FloatTensor:$grad,
      I64Attr:$bits, OptionalAttr<I64Attr>:$axis, RLX_HalfAwayRounding:$rounding,
      DefaultValuedAttr<BoolAttr, "false">:$gradient_scale);
  let results = (outs RLX_FloatTensor:$input_grad, RLX_ScaleTensor:$scale_grad);
  let assemblyFormat = [{
    $input `scale` $scale `grad` $grad `bits` `=` $bits (`axis` `=` $axis^)?
    (`rounding` `=` $rounding^)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_FAKE_QUANT_TD
