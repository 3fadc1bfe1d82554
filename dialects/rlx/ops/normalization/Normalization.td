// Softmax and normalisations.
#ifndef RLX_NORMALIZATION_TD
#define RLX_NORMALIZATION_TD

include "dialects/rlx/interfaces/ReductionInterface.td"
include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_SoftmaxOp : RLX_CompositeOp<"softmax", [RLX_RowReductionComposite]> {
  let summary = "softmax along one axis";
  let description = [{
    *Semantics*: `result[i] = e^(input[i] - m) / sum_j e^(input[j] - m)` with `m = max_j input[j]`,
    where j runs along `axis`; with `masked`, zeros where every input along the axis is -inf, as if
    a mask had left nothing. ONNX `Softmax` from opset 13 on.

    *Shape rule*: result like the input; `axis` lies in [-rank, rank) (softmax_c1).

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once. A NaN or +inf anywhere along the axis,
    or -inf everywhere (without `masked`), gives NaN.

    *Example*:
    ```mlir
    %0 = rlx.softmax %x axis = -1 : (tensor<2x?xf32>) -> tensor<2x?xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, I64Attr:$axis, UnitAttr:$masked);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $input `axis` `=` $axis (`masked` $masked^)? attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_LogSoftmaxOp : RLX_CompositeOp<"log_softmax", [RLX_RowReductionComposite]> {
  let summary = "logarithm of the softmax along one axis";
  let description = [{
    *Semantics*: `result[i] = input[i] - m - ln sum_j e^(input[j] - m)` with `m = max_j input[j]`,
    where j runs along `axis`. ONNX `LogSoftmax` from opset 13 on.

    *Shape rule*: result like the input; `axis` lies in [-rank, rank) (log_softmax_c1).

    *Types*: floating-point.

    *Numerics*: as `rlx.softmax`.

    *Example*:
    ```mlir
    %0 = rlx.log_softmax %x axis = 1 : (tensor<2x?x4xf32>) -> tensor<2x?x4xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, I64Attr:$axis);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $input `axis` `=` $axis attr-dict `:` functional-type(operands, results)
  }];
}

class RLX_AxisNormBase<string mnemonic>
    : RLX_CompositeOp<mnemonic, [AttrSizedOperandSegments, RLX_RowReductionComposite]> {
  let arguments = (ins RLX_FloatTensor:$input, Optional<RLX_FloatTensor>:$gamma,
      Optional<RLX_FloatTensor>:$beta, DefaultValuedAttr<I64Attr, "-1">:$axis,
      DefaultValuedAttr<F64Attr, "1.0e-5">:$eps);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $input (`gamma` $gamma^)? (`beta` $beta^)? `axis` `=` $axis `eps` `=` $eps attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_LayerNormOp : RLX_AxisNormBase<"layer_norm"> {
  let summary = "layer normalisation over the trailing axes";
  let description = [{
    *Semantics*: with mean and (biased) variance over the axes `axis` to the last,
    `result = (input - mean) / sqrt(variance + eps) * gamma + beta`; an absent gamma counts as 1, an
    absent beta as 0. ONNX `LayerNormalization`; Ba et al. 2016.

    *Shape rule*: result like the input; `axis` lies in [-rank, rank) (layer_norm_c1); gamma and
    beta have the input's sizes from `axis` on (layer_norm_c2); element types agree (layer_norm_c3);
    `eps` is finite and not negative (layer_norm_c4).

    *Types*: floating-point.

    *Numerics*: the variance is the mean of the squared distances from the mean, not a difference of
    moments. f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.layer_norm %x gamma %g beta %b axis = -1 eps = 1.0e-5 : (tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<?x384xf32>
    ```
  }];
}

def RLX_RmsNormOp : RLX_AxisNormBase<"rms_norm"> {
  let summary = "root-mean-square normalisation over the trailing axes";
  let description = [{
    *Semantics*: `result = input / sqrt(mean(input^2) + eps) * gamma + beta`, the mean over the axes
    `axis` to the last; an absent gamma counts as 1, an absent beta as 0. ONNX `RMSNormalization`;
    Zhang and Sennrich 2019.

    *Shape rule*: result like the input; `axis` lies in [-rank, rank) (rms_norm_c1); gamma and beta
    have the input's sizes from `axis` on (rms_norm_c2); element types agree (rms_norm_c3); `eps` is
    finite and not negative (rms_norm_c4).

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.rms_norm %x gamma %g axis = -1 eps = 1.0e-6 : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xf32>
    ```
  }];
}

def RLX_BatchNormOp : RLX_CompositeOp<"batch_norm"> {
  let summary = "batch normalisation with given statistics (inference form)";
  let description = [{
    *Semantics*: `result = (input - mean[c]) / sqrt(variance[c] + eps) * scale[c] + bias[c]`, c the
    position along `axis`. ONNX `BatchNormalization` with `training_mode = 0`.

    *Shape rule*: result like the input; `axis` lies in [-rank, rank) (batch_norm_c1); scale, bias,
    mean and variance have rank 1 and the size of that axis (batch_norm_c2); element types agree
    (batch_norm_c3); `eps` is finite and not negative (batch_norm_c4).

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once; `scale / sqrt(variance + eps)` may be
    computed first.

    *Example*:
    ```mlir
    %0 = rlx.batch_norm %x, %s, %b, %m, %v axis = 1 eps = 1.0e-5 : (tensor<?x8x4x4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8x4x4xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_FloatTensor:$scale, RLX_FloatTensor:$bias,
      RLX_FloatTensor:$mean, RLX_FloatTensor:$variance, DefaultValuedAttr<I64Attr, "1">:$axis,
      DefaultValuedAttr<F64Attr, "1.0e-5">:$eps);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `axis` `=` $axis `eps` `=` $eps attr-dict `:` functional-type(operands, results)
  }];
}

class RLX_ImageNormBase<string mnemonic, dag attributes>
    : RLX_CompositeOp<mnemonic, [AttrSizedOperandSegments]> {
  let arguments = !con((ins RLX_FloatTensor:$input, Optional<RLX_FloatTensor>:$gamma,
                            Optional<RLX_FloatTensor>:$beta), attributes);
  let results = (outs RLX_FloatTensor:$result);
}

def RLX_GroupNormOp : RLX_ImageNormBase<"group_norm",
    (ins I64Attr:$groups, DefaultValuedAttr<F64Attr, "1.0e-5">:$eps,
         DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format)> {
  let summary = "group normalisation of images";
  let description = [{
    *Semantics*: the C channels fall into `groups` runs of neighbours. With mean and (biased) variance
    over the channels of a group and all spatial positions, for each image of the batch:
    `result = (input - mean) / sqrt(variance + eps) * gamma[c] + beta[c]`; an absent gamma counts as
    1, an absent beta as 0. `data_format` says whether the channels are dimension 1 or the last one.
    One group is layer normalisation over an image, C groups are instance normalisation. Wu and He
    2018; ONNX `GroupNormalization`.

    *Shape rule*: result like the input, of rank 2 or more (group_norm_c1); `groups` is positive and
    divides C (group_norm_c2); gamma and beta are `[C]` (group_norm_c3); element types agree
    (group_norm_c4); `eps` is finite and not negative (group_norm_c5).

    *Types*: floating-point.

    *Numerics*: as `rlx.layer_norm`.

    *Example*:
    ```mlir
    %0 = rlx.group_norm %x gamma %g beta %b groups = 4 eps = 1.0e-5 : (tensor<?x8x?x6xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8x?x6xf32>
    ```
  }];
  let assemblyFormat = [{
    $input (`gamma` $gamma^)? (`beta` $beta^)? `groups` `=` $groups `eps` `=` $eps
    (`data_format` `=` $data_format^)? attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_LayerNorm2dOp : RLX_ImageNormBase<"layer_norm_2d",
    (ins DefaultValuedAttr<F64Attr, "1.0e-5">:$eps)> {
  let summary = "layer normalisation over the channels of channels-first images";
  let description = [{
    *Semantics*: with mean and (biased) variance over dimension 1, at each position of each image:
    `result = (input - mean) / sqrt(variance + eps) * gamma[c] + beta[c]`; an absent gamma counts as
    1, an absent beta as 0. For channels-last images this is `rlx.layer_norm` over the last axis.

    *Shape rule*: result like the input, of rank 2 or more (layer_norm_2d_c1); gamma and beta have
    the size of dimension 1 (layer_norm_2d_c2); element types agree (layer_norm_2d_c3); `eps` is
    finite and not negative (layer_norm_2d_c4).

    *Types*: floating-point.

    *Numerics*: as `rlx.layer_norm`.

    *Example*:
    ```mlir
    %0 = rlx.layer_norm_2d %x gamma %g beta %b eps = 1.0e-6 : (tensor<?x8x5x?xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8x5x?xf32>
    ```
  }];
  let assemblyFormat = [{
    $input (`gamma` $gamma^)? (`beta` $beta^)? `eps` `=` $eps attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // RLX_NORMALIZATION_TD
