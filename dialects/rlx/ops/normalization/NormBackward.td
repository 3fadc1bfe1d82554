// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Backward ops of the normalizations: gradients of input, gamma and beta from the gradient of the
// result. They take the attributes of the forward op and recompute its statistics. Softmax has no
// backward op here; see loss/Loss.td for the usual case.
#ifndef RLX_NORMBACKWARD_TD
#define RLX_NORMBACKWARD_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

class RLX_NormBackwardBase<string mnemonic, dag attributes> : RLX_CompositeOp<mnemonic> {
  let arguments = !con((ins RLX_FloatTensor:$input, RLX_FloatTensor:$dy,
                            Optional<RLX_FloatTensor>:$gamma), attributes);
  let results = (outs RLX_FloatTensor:$dx, RLX_FloatTensor:$dgamma, RLX_FloatTensor:$dbeta);
}

class RLX_AxisNormBackwardBase<string mnemonic>
    : RLX_NormBackwardBase<mnemonic, (ins DefaultValuedAttr<I64Attr, "-1">:$axis,
                                          DefaultValuedAttr<F64Attr, "1.0e-5">:$eps)> {
  let assemblyFormat = [{
    $input `,` $dy (`gamma` $gamma^)? `axis` `=` $axis `eps` `=` $eps attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_LayerNormBackwardOp : RLX_AxisNormBackwardBase<"layer_norm_backward"> {
  let summary = "gradients of layer normalization";
  let description = [{
    *Semantics*: the gradients of the input, gamma and beta of an `rlx.layer_norm` with the same
    attributes; `dy` is the gradient of its result. Mean and (biased) variance are over the axes
    from `axis` to the last. With `r = 1 / sqrt(variance + eps)`, `n = (input - mean) * r` and `g =
    dy * gamma` (an absent gamma is 1):

    - `dx = r * (g - mean(g) - n * mean(g * n))`;
    - `dgamma = sum(dy * n)` and `dbeta = sum(dy)` over the axes before `axis`.

    *Shape rule*: `axis` must be in [-rank, rank) (layer_norm_backward_c1). `dy` has the shape of
    the input, and gamma its sizes from `axis` on (layer_norm_backward_c2). Element types must be
    equal (layer_norm_backward_c3). `eps` is finite and not negative (layer_norm_backward_c4). `dx`
    has the shape of the input. `dgamma` and `dbeta` have its sizes from `axis` on, with or without
    gamma.

    *Types*: floating-point.

    *Numerics*: as `rlx.layer_norm`.

    *Example*:
    ```mlir
    %dx, %dgamma, %dbeta = rlx.layer_norm_backward %x, %dy gamma %g axis = -1 eps = 1.0e-5 : (tensor<?x384xf32>, tensor<?x384xf32>, tensor<384xf32>) -> (tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>)
    ```
  }];
}

def RLX_RmsNormBackwardOp : RLX_AxisNormBackwardBase<"rms_norm_backward"> {
  let summary = "gradients of root-mean-square normalization";
  let description = [{
    *Semantics*: the gradients of the input, gamma and beta of an `rlx.rms_norm` with the same
    attributes; `dy` is the gradient of its result. The mean is over the axes from `axis` to the
    last. With `r = 1 / sqrt(mean(input^2) + eps)` and `g = dy * gamma` (an absent gamma is 1):

    - `dx = r * g - r^3 * input * mean(g * input)`;
    - `dgamma = sum(dy * input * r)` and `dbeta = sum(dy)` over the axes before `axis`.

    *Shape rule*: `axis` must be in [-rank, rank) (rms_norm_backward_c1). `dy` has the shape of the
    input, and gamma its sizes from `axis` on (rms_norm_backward_c2). Element types must be equal
    (rms_norm_backward_c3). `eps` is finite and not negative (rms_norm_backward_c4). `dx` has the
    shape of the input. `dgamma` and `dbeta` have its sizes from `axis` on, with or without gamma.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %dx, %dgamma, %dbeta = rlx.rms_norm_backward %x, %dy gamma %g axis = -1 eps = 1.0e-6 : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<64xf32>) -> (tensor<?x64xf32>, tensor<64xf32>, tensor<64xf32>)
    ```
  }];
}

def RLX_GroupNormBackwardOp : RLX_NormBackwardBase<"group_norm_backward",
    (ins I64Attr:$groups, DefaultValuedAttr<F64Attr, "1.0e-5">:$eps,
         DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format)> {
  let summary = "gradients of group normalization";
  let description = [{
    *Semantics*: the gradients of the input, gamma and beta of an `rlx.group_norm` with the same
    attributes; `dy` is the gradient of its result. Mean and (biased) variance are, per image, over
    the channels of a group and all spatial dimensions. With `r = 1 / sqrt(variance + eps)`, `n =
    (input - mean) * r` and `g = dy * gamma[c]` (an absent gamma is 1):

    - `dx = r * (g - mean(g) - n * mean(g * n))`, where these means are over the same elements;
    - `dgamma[c] = sum(dy * n)` and `dbeta[c] = sum(dy)` over all dimensions except the channels.

    *Shape rule*: the input has rank 2 or more (group_norm_backward_c1). `groups` is positive and
    divides C (group_norm_backward_c2). `dy` has the shape of the input, and gamma is `[C]`
    (group_norm_backward_c3). Element types must be equal (group_norm_backward_c4). `eps` is finite
    and not negative (group_norm_backward_c5). `dx` has the shape of the input. `dgamma` and `dbeta`
    are `[C]`, with or without gamma.

    *Types*: floating-point.

    *Numerics*: as `rlx.layer_norm`.

    *Example*:
    ```mlir
    %dx, %dgamma, %dbeta = rlx.group_norm_backward %x, %dy gamma %g groups = 4 eps = 1.0e-5 : (tensor<?x8x?x6xf32>, tensor<?x8x?x6xf32>, tensor<8xf32>) -> (tensor<?x8x?x6xf32>, tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let assemblyFormat = [{
    $input `,` $dy (`gamma` $gamma^)? `groups` `=` $groups `eps` `=` $eps
    (`data_format` `=` $data_format^)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_NORMBACKWARD_TD
