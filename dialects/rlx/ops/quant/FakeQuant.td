// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fake quantization: quantization simulated in floating point, for training models that will run
// with integers (quantization-aware training), and its gradients.
#ifndef RLX_FAKE_QUANT_TD
#define RLX_FAKE_QUANT_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

// The type of scales: f32 for inputs of f16, bf16 and f32, and f64 for f64.
def RLX_ScaleTensor : RankedTensorOf<[F32, F64]>;
defvar RLX_HalfAwayRounding =
    DefaultValuedAttr<RLX_Rounding, "::rlx::Rounding::HalfAwayFromZero">;

def RLX_FakeQuantizeOp : RLX_CompositeOp<"fake_quantize"> {
  let summary = "rounds to values of a few bits, with a computed or given scale";
  let description = [{
    *Semantics*: let `qmax = 2^(bits - 1) - 1`, and let s be a scale per index c along `axis`
    (without `axis` a single scale). `result[i] = clamp(round(input[i] / s[c]), -qmax, qmax) *
    s[c]`. The second result, `used_scale`, is s. The mode defines s:

    - `per_batch`: `max(maxabs[c] / qmax, 1e-12)`, where `maxabs[c]` is the largest absolute value
      of the input at index c.
    - `fixed`: `max(scale[c], 1e-12)`.
    - `ema`: an exponential moving average. The operand is the state, the second result the new
      state. If the state is not positive, s is that of `per_batch`; otherwise it is `decay *
      state[c] + (1 - decay) * per_batch[c]`. The caller passes the state from run to run; nothing
      is written in place.

    `rounding` decides ties: away from zero (the default), or to even as in `rlx.quantize`. `ste`
    (the straight-through estimator) has no effect on the results. It chooses the gradient, see
    `rlx.fake_quantize_backward`. Jacob et al. 2018; Bengio et al. 2013.

    *Shape rule*: the first result is like the input. `axis` must be in [-rank, rank)
    (fake_quantize_c1), and `bits` in [2, 16] (fake_quantize_c2). `fixed` and `ema` have a scale
    operand, `per_batch` has none (fake_quantize_c3). `ema` has a `decay` in [0, 1], the others have
    none (fake_quantize_c4). Operand and second result are `[size of axis]`, or of rank 0 without
    `axis` (fake_quantize_c5).

    *Types*: floating-point. Scales are f64 for an f64 input, and f32 otherwise (fake_quantize_c6).

    *Numerics*: f16 and bf16 compute in f32 and round once. Scale and ratio are rounded to the
    scale's type before the ratio is rounded to an integer. A NaN gives a NaN scale (`per_batch` and
    `ema`) or a NaN result (`fixed`). The maximum of no elements is 0.

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
    *Semantics*: the derivative of the rounding is 0 almost everywhere, so the estimator `ste`
    replaces it. Let `qmax = 2^(bits - 1) - 1`, x an element of the input, s its scale, and g the
    gradient of the result at x. The result is

    - `identity`: `g`
    - `clipped_identity`: `g` where `|x| <= qmax * s`, 0 elsewhere
    - `tanh`: `g * (1 - tanh(x / s)^2)`
    - `hard_tanh`: `g * max(0, 1 - |x / (qmax * s)|)`

    `scale` is the second result of the forward op. So the gradient belongs to the forward
    computation, whatever mode computed the scale. The scale is treated as a constant.

    *Shape rule*: result and `grad` are like the input (fake_quantize_backward_c1). `axis` must be
    in [-rank, rank) (fake_quantize_backward_c2), and `bits` in [2, 16] (fake_quantize_backward_c3).
    The scale is `[size of axis]`, or of rank 0 without `axis` (fake_quantize_backward_c4).

    *Types*: floating-point; input and gradient have the same type (fake_quantize_backward_c5). The
    scale is f64 for an f64 input, and f32 otherwise (fake_quantize_backward_c6).

    *Numerics*: f16 and bf16 compute in f32 and round once. If x is NaN, `clipped_identity` gives 0,
    and `tanh` and `hard_tanh` give NaN.

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
  let summary = "fake quantization with a learned scale (LSQ)";
  let description = [{
    *Semantics*: let `qmax = 2^(bits - 1) - 1` and `s = max(scale[c], 1e-12)`, where c is the index
    along `axis` (without `axis` there is a single scale). `result[i] = clamp(round(input[i] / s),
    -qmax, qmax) * s`. `rounding` decides ties. The scale is a parameter;
    `rlx.fake_quantize_lsq_backward` computes its gradient. Esser et al. 2020 (learned step size
    quantization).

    *Shape rule*: result like the input. `axis` must be in [-rank, rank) (fake_quantize_lsq_c1), and
    `bits` in [2, 16] (fake_quantize_lsq_c2). The scale is `[size of axis]`, or of rank 0 without
    `axis` (fake_quantize_lsq_c3).

    *Types*: floating-point. The scale is f64 for an f64 input, and f32 otherwise
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
    *Semantics*: with qmax and s as in `rlx.fake_quantize_lsq`, `z = input[i] / s`, and g the
    gradient of the result at i:

    - `input_grad[i]` is `g` if `|z| <= qmax`, and 0 otherwise;
    - `scale_grad[c]` is the sum over all i at index c of `g * (round(z) - z)` if `|z| <= qmax`, of
      `g * qmax` above and `-g * qmax` below. It is the derivative by the scale, with the derivative
      of the rounding replaced by 1. The floor of s passes gradients on, so a scale below it can
      grow again.

    With `gradient_scale`, scale_grad is multiplied by `1 / sqrt(N * qmax)`, where N is the number
    of elements that share a scale, at least 1. The paper proposes this balance between scales and
    weights. Esser et al. 2020.

    *Shape rule*: the first result and `grad` are like the input (fake_quantize_lsq_backward_c1),
    and the second result is like the scale. `axis` must be in [-rank, rank)
    (fake_quantize_lsq_backward_c2), and `bits` in [2, 16] (fake_quantize_lsq_backward_c3). The
    scale is `[size of axis]`, or of rank 0 without `axis` (fake_quantize_lsq_backward_c4).

    *Types*: floating-point; input and gradient have the same type (fake_quantize_lsq_backward_c5).
    The scale is f64 for an f64 input, and f32 otherwise (fake_quantize_lsq_backward_c6).

    *Numerics*: f16 and bf16 compute in f32 and round once. If z is NaN, the gradient of the input
    is 0, and that of the scale is NaN.

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
