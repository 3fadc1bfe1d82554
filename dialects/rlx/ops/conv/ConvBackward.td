// Gradients of convolution and pooling over one to three spatial dimensions.
#ifndef RLX_CONVBACKWARD_TD
#define RLX_CONVBACKWARD_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_ConvBackwardInputOp : RLX_CompositeOp<"conv_backward_input"> {
  let summary = "gradient of a convolution with respect to its input";
  let description = [{
    *Semantics*: with the attributes of an `rlx.conv`, its filter, and `grad` the gradient of some
    scalar with respect to its result: the gradient with respect to its input, whose spatial sizes
    are `sizes` (constants or `index` operands). In the letters of `rlx.conv`,
    `result[n, g * I/groups + i, x..] = sum grad[n, o, y..] * filter[o, i, k..]` over the output
    channels `o` of group g and all `y` and `k` with `y*s - p + k*d = x`.

    *Shape rule*: grad of rank 3 to 5 (conv_backward_input_c1); filter static, of grad's rank and of
    at most 2^31 positions (conv_backward_input_c2); strides, dilations and pads as for `rlx.conv`
    (conv_backward_input_c3); grad has the filter's O channels (conv_backward_input_c4); `groups` is
    positive and divides O (conv_backward_input_c5); one size of 0 to 2^62 a spatial dimension
    (conv_backward_input_c6), such that the padded input holds the window (conv_backward_input_c7)
    and the convolution's result has grad's sizes (conv_backward_input_c8); element types agree
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
    *Semantics*: with the attributes of an `rlx.conv`, its input, and `grad` the gradient of some
    scalar with respect to its result: the gradient with respect to its filter, whose spatial sizes
    are `kernel`. In the letters of `rlx.conv`, `result[o, i, k..] = sum_{n, y..} input[n, g *
    I/groups + i, y*s - p + k*d, ..] * grad[n, o, y..]` where g is the group of o; input elements
    outside the image count as 0.

    *Shape rule*: input of rank 3 to 5 (conv_backward_weight_c1); `kernel` is one positive number a
    spatial dimension, at most 2^31 positions (conv_backward_weight_c2); strides, dilations and pads
    as for `rlx.conv` (conv_backward_weight_c3); channels of input and grad are static and positive
    (conv_backward_weight_c4); `groups` is positive and divides both (conv_backward_weight_c5); the
    padded input is not smaller than the window (conv_backward_weight_c6); grad has the sizes of the
    convolution's result (conv_backward_weight_c7); element types agree (conv_backward_weight_c8).
    The result is `[O, I/groups, kernel..]`.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 accumulate in f32; the order of summation is not specified. Elements
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
  let summary = "gradient of a pooling by maximum";
  let description = [{
    *Semantics*: with the attributes of an `rlx.pool max`, its input, and `grad` the gradient of
    some scalar with respect to its result: the gradient with respect to its input. Each window's
    gradient goes to its maximum; to the first in row-major order of window positions where several
    are equal; to the first NaN where there is one. A window without a position in the image has no
    gradient.

    *Shape rule*: input and attributes as for `rlx.pool` (max_pool_backward_c1 to
    max_pool_backward_c4); grad has the sizes of the pool's result (max_pool_backward_c5); element
    types agree (max_pool_backward_c6). The result is like the input.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 accumulate in f32; the gradients of an element are added in the order
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
  let summary = "gradient of a pooling by mean";
  let description = [{
    *Semantics*: with the attributes of an `rlx.pool mean`, and `grad` the gradient of some scalar
    with respect to its result: the gradient with respect to its input, whose spatial sizes are
    `sizes` (constants or `index` operands). Each window's gradient, divided by the number that the
    mean divides by, is added to every element of the image in the window.

    *Shape rule*: grad of rank 3 to 5 (mean_pool_backward_c1); `kernel`, strides, dilations and pads
    as for `rlx.pool` (mean_pool_backward_c2, mean_pool_backward_c3); one size of 0 to 2^62 a spatial
    dimension (mean_pool_backward_c4), such that the padded input holds the window
    (mean_pool_backward_c5) and the pool's result has grad's sizes (mean_pool_backward_c6). The
    result has grad's batch and channels.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 accumulate in f32; the gradients of an element are added in the order
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
