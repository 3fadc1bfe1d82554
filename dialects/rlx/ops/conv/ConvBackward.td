// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of convolution and pooling over one to three spatial dimensions. They take the
// attributes of the forward op. The gradient of a bias has no op here: it is an rlx.reduce_sum of
// the result's gradient over all dimensions except the channels.
#ifndef RLX_CONVBACKWARD_TD
#define RLX_CONVBACKWARD_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_ConvBackwardInputOp : RLX_CompositeOp<"conv_backward_input"> {
  let summary = "gradient of a convolution with respect to its input";
  let description = [{
    *Semantics*: the gradient of an `rlx.conv` with the same attributes and filter with respect to
    its input. `grad` is the gradient of a scalar with respect to the result of that convolution.
    `sizes` (constants or `index` operands) are the input's spatial sizes. In the notation of
    `rlx.conv`, `result[n, g * I/groups + i, x..] = sum grad[n, o, y..] * filter[o, i, k..]` over
    the output channels `o` of group g and all `y` and `k` with `y*s - p + k*d = x`.

    *Shape rule*: grad has rank 3 to 5 (conv_backward_input_c1). The filter is static, has grad's
    rank, and at most 2^31 window elements (conv_backward_input_c2). Strides, dilations and pads are
    as for `rlx.conv` (conv_backward_input_c3). grad has the filter's O channels
    (conv_backward_input_c4). `groups` is positive and divides O (conv_backward_input_c5). There is
    one size, of 0 to 2^62, per spatial dimension (conv_backward_input_c6). With these sizes the
    padded input must hold the window as for `rlx.conv` (conv_backward_input_c7), and the convolution's result must
    have grad's sizes (conv_backward_input_c8). Element types must be equal
    (conv_backward_input_c9). The result has `groups` times the filter's channels.

    *Types*: floating-point.

    *Numerics*: as `rlx.conv_transpose`.

    *Example*:
    ```mlir
    %0 = rlx.conv_backward_input %dy, %w to [%h, 32] strides = [2, 2] pads = [1, 1, 1, 1] : (tensor<?x16x?x16xf32>, tensor<16x3x3x3xf32>, index) -> tensor<?x3x?x32xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$grad, RLX_FloatTensor:$filter, Variadic<Index>:$sizes,
      DenseI64ArrayAttr:$static_sizes, RLX_WindowList:$strides, RLX_WindowList:$pads,
      RLX_WindowList:$dilations, DefaultValuedAttr<I64Attr, "1">:$groups,
      DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $grad `,` $filter `to` custom<DynamicIndexList>($sizes, $static_sizes)
    (`strides` `=` $strides^)? (`pads` `=` $pads^)? (`dilations` `=` $dilations^)?
    (`groups` `=` $groups^)? (`data_format` `=` $data_format^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_ConvBackwardWeightOp : RLX_CoreOp<"conv_backward_weight"> {
  let summary = "gradient of a convolution with respect to its filter";
  let description = [{
    *Semantics*: the gradient of an `rlx.conv` with the same attributes and input with respect to
    its filter. `grad` is the gradient of a scalar with respect to the result of that convolution.
    `kernel` are the filter's spatial sizes. In the notation of `rlx.conv`, `result[o, i, k..] =
    sum_{n, y..} input[n, g * I/groups + i, y*s - p + k*d, ..] * grad[n, o, y..]`, where g is the
    group of o. Input elements outside the image are 0.

    *Shape rule*: the input has rank 3 to 5 (conv_backward_weight_c1). `kernel` is one positive size
    per spatial dimension, with a product of at most 2^31 (conv_backward_weight_c2). Strides,
    dilations and pads are as for `rlx.conv` (conv_backward_weight_c3). Channels of input and grad
    are static and positive (conv_backward_weight_c4); `groups` is positive and divides both
    (conv_backward_weight_c5). The padded input must hold the window as for
    `rlx.conv` (conv_backward_weight_c6). grad has the sizes of the convolution's result
    (conv_backward_weight_c7). Element types must be equal (conv_backward_weight_c8). The result is
    `[O, I/groups, kernel..]`.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 accumulate in f32; the order of summation is unspecified. Elements
    outside the image are multiplied like those inside, as in `rlx.conv`.

    *Example*:
    ```mlir
    %0 = rlx.conv_backward_weight %x, %dy kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] : (tensor<?x3x?x32xf32>, tensor<?x16x?x16xf32>) -> tensor<16x3x3x3xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_FloatTensor:$grad, DenseI64ArrayAttr:$kernel,
      RLX_WindowList:$strides, RLX_WindowList:$pads, RLX_WindowList:$dilations,
      DefaultValuedAttr<I64Attr, "1">:$groups,
      DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `kernel` `=` $kernel (`strides` `=` $strides^)? (`pads` `=` $pads^)?
    (`dilations` `=` $dilations^)? (`groups` `=` $groups^)? (`data_format` `=` $data_format^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_MaxPoolBackwardOp : RLX_CoreOp<"max_pool_backward", [RLX_NoFusion]> {
  let summary = "gradient of max pooling";
  let description = [{
    *Semantics*: the gradient of an `rlx.pool max` with the same attributes and input with respect
    to its input. `grad` is the gradient of a scalar with respect to the result of the pooling. The
    gradient of each window goes to its maximum. Among equal elements it goes to the first one in
    row-major order of the window, and if there is a NaN, to the first NaN. A window without an
    element inside the image has no gradient.

    *Shape rule*: input and attributes are as for `rlx.pool` (max_pool_backward_c1 to
    max_pool_backward_c4). grad has the sizes of the pooling's result (max_pool_backward_c5).
    Element types must be equal (max_pool_backward_c6). The result has the shape of the input.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 accumulate in f32. The gradients of an element are added in the order
    of their windows.

    *Example*:
    ```mlir
    %0 = rlx.max_pool_backward %x, %dy kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] : (tensor<?x64x112x?xf32>, tensor<?x64x56x?xf32>) -> tensor<?x64x112x?xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_FloatTensor:$grad, DenseI64ArrayAttr:$kernel,
      RLX_WindowList:$strides, RLX_WindowList:$pads, RLX_WindowList:$dilations,
      DefaultValuedAttr<BoolAttr, "false">:$ceil_mode,
      DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `kernel` `=` $kernel (`strides` `=` $strides^)? (`pads` `=` $pads^)?
    (`dilations` `=` $dilations^)? (`data_format` `=` $data_format^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_MeanPoolBackwardOp : RLX_CoreOp<"mean_pool_backward", [RLX_NoFusion]> {
  let summary = "gradient of mean pooling";
  let description = [{
    *Semantics*: the gradient of an `rlx.pool mean` with the same attributes with respect to its
    input. `grad` is the gradient of a scalar with respect to the result of the pooling. `sizes`
    (constants or `index` operands) are the input's spatial sizes. The gradient of each window is
    divided by the divisor of the mean, and added to every image element of the window.

    *Shape rule*: grad has rank 3 to 5 (mean_pool_backward_c1). `kernel`, strides, dilations and
    pads are as for `rlx.pool` (mean_pool_backward_c2, mean_pool_backward_c3). There is one size, of
    0 to 2^62, per spatial dimension (mean_pool_backward_c4). With these sizes the padded input must
    hold the window as for `rlx.pool` (mean_pool_backward_c5), and the pooling's result must have
    grad's sizes (mean_pool_backward_c6). The result has grad's batch size and channels.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 accumulate in f32. The gradients of an element are added in the order
    of their windows.

    *Example*:
    ```mlir
    %0 = rlx.mean_pool_backward %dy to [112, %w] kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] : (tensor<?x64x56x?xf32>, index) -> tensor<?x64x112x?xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$grad, Variadic<Index>:$sizes,
      DenseI64ArrayAttr:$static_sizes, DenseI64ArrayAttr:$kernel, RLX_WindowList:$strides,
      RLX_WindowList:$pads, RLX_WindowList:$dilations,
      DefaultValuedAttr<BoolAttr, "false">:$ceil_mode,
      DefaultValuedAttr<BoolAttr, "false">:$count_include_pad,
      DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $grad `to` custom<DynamicIndexList>($sizes, $static_sizes) `kernel` `=` $kernel
    (`strides` `=` $strides^)? (`pads` `=` $pads^)? (`dilations` `=` $dilations^)?
    (`data_format` `=` $data_format^)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_CONVBACKWARD_TD
