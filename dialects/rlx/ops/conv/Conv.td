// Convolution, transposed convolution and pooling over one to three spatial dimensions.
#ifndef RLX_CONV_TD
#define RLX_CONV_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_ConvOp : RLX_CoreOp<"conv"> {
  let summary = "convolution (cross-correlation) over one to three spatial dimensions";
  let description = [{
    *Semantics*: with `s` strides, `d` dilations, `p` low pads, groups of `I/groups` input and
    `O/groups` output channels, and `g` the group of output channel `o`:
    `result[n, o, y..] = bias[o] + sum_{i, k..} input[n, g * I/groups + i, y*s - p + k*d, ..] *
    filter[o, i, k..]`; input elements outside the image count as 0. The filter is always
    `[O, I/groups, k..]`; `data_format` says whether input and result are `[n, c, y..]` or
    `[n, y.., c]`. `pads` lists all low pads, then all high pads. Empty lists mean strides 1,
    pads 0, dilations 1. ONNX `Conv`.

    *Shape rule*: input of rank 3 to 5 (conv_c1); filter static, of the input's rank and of at most
    2^31 positions (conv_c2); strides and dilations one positive number, pads two non-negative
    numbers a spatial dimension, none above 2^31 (conv_c3); the input has `groups` times the
    filter's channels (conv_c4); `groups` is positive and divides O (conv_c5); bias is `[O]`
    (conv_c6); the padded input is not smaller than the window (conv_c7); element types agree
    (conv_c8). A spatial size of the result is `(in + low + high - d*(k-1) - 1) floordiv s + 1`.

    *Numerics*: f16 and bf16 accumulate in f32; the order of summation is not specified; integers
    wrap. Elements outside the image are multiplied like those inside: where an infinite or NaN
    filter value meets one the result is NaN, as in ONNX Runtime.

    *Example*:
    ```mlir
    %0 = rlx.conv %x, %w, %b strides = [2, 2] pads = [1, 1, 1, 1] : (tensor<?x3x48x?xf32>, tensor<16x3x3x3xf32>, tensor<16xf32>) -> tensor<?x16x24x?xf32>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$input, RLX_NumberTensor:$filter,
      Optional<RLX_NumberTensor>:$bias, RLX_WindowList:$strides, RLX_WindowList:$pads,
      RLX_WindowList:$dilations, DefaultValuedAttr<I64Attr, "1">:$groups,
      DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format);
  let results = (outs RLX_NumberTensor:$result);
  let assemblyFormat = [{
    operands (`strides` `=` $strides^)? (`pads` `=` $pads^)? (`dilations` `=` $dilations^)?
    (`groups` `=` $groups^)? (`data_format` `=` $data_format^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_ConvTransposeOp : RLX_CoreOp<"conv_transpose"> {
  let summary = "transposed convolution over one to three spatial dimensions";
  let description = [{
    *Semantics*: the transpose of `rlx.conv` as a linear map of its input: every input element adds
    `input[n, i, x..] * filter[i, o, k..]` to the result at position `x*s - low + k*d`, where
    positions outside the result are dropped; plus `bias[o]`. The filter is always
    `[I, O/groups, k..]`; input channel `i` belongs to group `i floordiv (I/groups)` and reaches
    the output channels of that group only. ONNX `ConvTranspose` (importers resolve `auto_pad` and
    `output_shape`).

    *Shape rule*: input of rank 3 to 5 (conv_transpose_c1); filter static, of the input's rank and
    of at most 2^31 positions (conv_transpose_c2); strides and dilations one positive number, pads
    two non-negative numbers a spatial dimension, none above 2^31 (conv_transpose_c3); the input has
    I channels (conv_transpose_c4); `groups` is positive and divides I (conv_transpose_c5); bias is
    `[groups * filter size 1]` (conv_transpose_c6); `output_padding` is one non-negative number a
    spatial dimension, below the stride or the dilation (conv_transpose_c7); element types agree
    (conv_transpose_c8). A spatial size of the result is
    `(in - 1)*s - low - high + d*(k-1) + output_padding + 1`, not negative (conv_transpose_c9).

    *Numerics*: as `rlx.conv`; what an infinite or NaN filter value does to results that no input
    element reaches through it is not specified.

    *Example*:
    ```mlir
    %0 = rlx.conv_transpose %x, %w strides = [2, 2] : (tensor<1x8x?x5xf32>, tensor<8x4x2x2xf32>) -> tensor<1x4x?x10xf32>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$input, RLX_NumberTensor:$filter,
      Optional<RLX_NumberTensor>:$bias, RLX_WindowList:$strides, RLX_WindowList:$pads,
      RLX_WindowList:$dilations, RLX_WindowList:$output_padding,
      DefaultValuedAttr<I64Attr, "1">:$groups,
      DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format);
  let results = (outs RLX_NumberTensor:$result);
  let assemblyFormat = [{
    operands (`strides` `=` $strides^)? (`pads` `=` $pads^)? (`dilations` `=` $dilations^)?
    (`output_padding` `=` $output_padding^)? (`groups` `=` $groups^)?
    (`data_format` `=` $data_format^)? attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_PoolOp : RLX_CoreOp<"pool"> {
  let summary = "reduction of sliding windows over one to three spatial dimensions";
  let description = [{
    *Semantics*: `result[n, c, y..]` is the maximum, minimum, sum, product or mean of
    `input[n, c, y*s - low + k*d, ..]` over the window positions `k` that lie in the image. The
    mean divides by the number of those positions, or, with `count_include_pad`, by the number of
    positions in the image or its padding (windows that `ceil_mode` lets stick out further are
    clipped there). A window without any position gives the neutral element: lowest, highest, 0,
    1, and NaN for the mean. Maximum and minimum hand on NaN. ONNX `MaxPool`, `AveragePool`.

    *Shape rule*: input of rank 3 to 5 (pool_c1); `kernel` is one positive number a spatial
    dimension, at most 2^31 positions (pool_c2); strides, dilations and pads as for `rlx.conv`
    (pool_c3); the padded input is not smaller than the window (pool_c4). With
    `P = in + low + high - d*(k-1) - 1` a spatial size of the result is `P floordiv s + 1`, with
    `ceil_mode` `P ceildiv s + 1` less one if the last window would start beyond the image and its
    low padding.

    *Types*: the mean takes floating-point types (pool_c5), the others any number.

    *Numerics*: f16 and bf16 sums, means and products accumulate in f32; integers wrap.

    *Example*:
    ```mlir
    %0 = rlx.pool max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] : (tensor<1x64x112x?xf32>) -> tensor<1x64x56x?xf32>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$input, RLX_PoolKind:$kind, DenseI64ArrayAttr:$kernel,
      RLX_WindowList:$strides, RLX_WindowList:$pads, RLX_WindowList:$dilations,
      DefaultValuedAttr<BoolAttr, "false">:$ceil_mode,
      DefaultValuedAttr<BoolAttr, "false">:$count_include_pad,
      DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format);
  let results = (outs RLX_NumberTensor:$result);
  let assemblyFormat = [{
    $kind $input `kernel` `=` $kernel (`strides` `=` $strides^)? (`pads` `=` $pads^)?
    (`dilations` `=` $dilations^)? (`data_format` `=` $data_format^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // RLX_CONV_TD
