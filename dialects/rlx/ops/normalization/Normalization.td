// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax and normalizations. They are composite: each becomes reductions and elementwise ops that
// one kernel computes. The trait RowReductionComposite keeps those over rows whole until kernels
// are outlined.
#ifndef RLX_NORMALIZATION_TD
#define RLX_NORMALIZATION_TD

include "dialects/rlx/interfaces/ReductionInterface.td"
include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_SoftmaxOp : RLX_CompositeOp<"softmax", [RLX_RowReductionComposite]> {
  let summary = "softmax along one axis";
  let description = [{
    *Semantics*: `result[i] = e^(input[i] - m) / sum_j e^(input[j] - m)` with `m = max_j input[j]`,
    where j runs along `axis`. With `masked`, the result is 0 if all inputs along the axis are -inf,
    for example because a mask excluded all of them. ONNX `Softmax` from opset 13 on.

    *Shape rule*: result like the input; `axis` must be in [-rank, rank) (softmax_c1).

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once. The results along an axis are NaN if an
    input is NaN or +inf, or if all inputs are -inf (without `masked`).

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

    *Shape rule*: result like the input; `axis` must be in [-rank, rank) (log_softmax_c1).

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
  let summary = "layer normalization over the trailing axes";
  let description = [{
    *Semantics*: `result = (input - mean) / sqrt(variance + eps) * gamma + beta`. Mean and (biased)
    variance are over the axes from `axis` to the last. An absent gamma is 1, an absent beta is 0.
    ONNX `LayerNormalization`; Ba et al. 2016.

    *Shape rule*: result like the input; `axis` must be in [-rank, rank) (layer_norm_c1). gamma and
    beta have the input's sizes from `axis` on (layer_norm_c2). Element types must be equal
    (layer_norm_c3). `eps` is finite and not negative (layer_norm_c4).

    *Types*: floating-point.

    *Numerics*: the variance is the mean of the squared deviations from the mean, not a difference
    of moments. f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.layer_norm %x gamma %g beta %b axis = -1 eps = 1.0e-5 : (tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<?x384xf32>
    ```
  }];
}

def RLX_RmsNormOp : RLX_AxisNormBase<"rms_norm"> {
  let summary = "root-mean-square normalization over the trailing axes";
  let description = [{
    *Semantics*: `result = input / sqrt(mean(input^2) + eps) * gamma + beta`. The mean is over the
    axes from `axis` to the last. An absent gamma is 1, an absent beta is 0. ONNX
    `RMSNormalization`; Zhang and Sennrich 2019.

    *Shape rule*: result like the input; `axis` must be in [-rank, rank) (rms_norm_c1). gamma and
    beta have the input's sizes from `axis` on (rms_norm_c2). Element types must be equal
    (rms_norm_c3). `eps` is finite and not negative (rms_norm_c4).

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.rms_norm %x gamma %g axis = -1 eps = 1.0e-6 : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xf32>
    ```
  }];
}

def RLX_BatchNormOp : RLX_CompositeOp<"batch_norm"> {
  let summary = "batch normalization with given statistics (inference form)";
  let description = [{
    *Semantics*: `result = (input - mean[c]) / sqrt(variance[c] + eps) * scale[c] + bias[c]`, where
    c is the index along `axis`. ONNX `BatchNormalization` with `training_mode = 0`; Ioffe and
    Szegedy 2015.

    *Shape rule*: result like the input; `axis` must be in [-rank, rank) (batch_norm_c1). scale,
    bias, mean and variance have rank 1 and the size of that axis (batch_norm_c2). Element types
    must be equal (batch_norm_c3). `eps` is finite and not negative (batch_norm_c4).

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once. `scale / sqrt(variance + eps)` may be
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
  let summary = "group normalization of images";
  let description = [{
    *Semantics*: the C channels are divided into `groups` groups of adjacent channels. `result =
    (input - mean) / sqrt(variance + eps) * gamma[c] + beta[c]`. Mean and (biased) variance are, per
    image, over the channels of a group and all spatial dimensions. An absent gamma is 1, an absent
    beta is 0. `data_format` chooses whether the channels are dimension 1 or the last one. One group
    is layer normalization over an image; C groups are instance normalization. Wu and He 2018; ONNX
    `GroupNormalization`.

    *Shape rule*: result like the input, of rank 2 or more (group_norm_c1). `groups` is positive and
    divides C (group_norm_c2). gamma and beta are `[C]` (group_norm_c3). Element types must be equal
    (group_norm_c4). `eps` is finite and not negative (group_norm_c5).

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
  let summary = "layer normalization over the channels of channels-first images";
  let description = [{
    *Semantics*: `result = (input - mean) / sqrt(variance + eps) * gamma[c] + beta[c]`. Mean and
    (biased) variance are over dimension 1, per spatial index of each image. An absent gamma is 1,
    an absent beta is 0. For channels-last images this is `rlx.layer_norm` over the last axis.
    ConvNeXt (Liu et al. 2022) and Segment Anything use it.

    *Shape rule*: result like the input, of rank 2 or more (layer_norm_2d_c1). gamma and beta have
    the size of dimension 1 (layer_norm_2d_c2). Element types must be equal (layer_norm_2d_c3).
    `eps` is finite and not negative (layer_norm_2d_c4).

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
