// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolution, transposed convolution and pooling over one to three spatial dimensions, in both
// data formats. Attributes follow ONNX; importers resolve `auto_pad`. Forms with packed weights are
// in packed/Packed.td, those of 8-bit integers in quant/QuantCompute.td.
#ifndef RLX_CONV_TD
#define RLX_CONV_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_ConvOp : RLX_CoreOp<"conv"> {
  let summary = "convolution (cross-correlation) over one to three spatial dimensions";
  let description = [{
    *Semantics*: let `s` be the strides, `d` the dilations and `p` the low pads. There are `groups`
    groups of `I/groups` input and `O/groups` output channels; `g` is the group of output channel
    `o`. `result[n, o, y..] = bias[o] + sum_{i, k..} input[n, g * I/groups + i, y*s - p + k*d, ..] *
    filter[o, i, k..]`. Input elements outside the image are 0. The filter is always `[O, I/groups,
    k..]`. `data_format` chooses whether input and result are `[n, c, y..]` or `[n, y.., c]`. `pads`
    lists all low pads, then all high pads. Empty lists mean strides 1, pads 0 and dilations 1. ONNX
    `Conv`.

    *Shape rule*: the input has rank 3 to 5 (conv_c1). The filter is static, has the input's rank,
    and at most 2^31 window elements (conv_c2). There is one positive stride and dilation, and there
    are two non-negative pads, per spatial dimension; all are at most 2^31 (conv_c3). The input has
    `groups` times the filter's channels (conv_c4). `groups` is positive and divides O (conv_c5).
    bias is `[O]` (conv_c6). Let `P = in + low + high - d*(k-1) - 1`. `P` must be at least 0, so that
    the padded input holds a window. An input whose size is kept (`s` is 1, `low + high = d*(k-1)`)
    may be empty (conv_c7). Element types must be equal (conv_c8). A spatial size of the result is
    `P floordiv s + 1`.

    *Numerics*: f16 and bf16 accumulate in f32; the order of summation is unspecified. Integers
    wrap. Elements outside the image are multiplied like those inside. So an infinite or NaN filter
    element that meets the padding gives NaN, as in ONNX Runtime.

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
    *Semantics*: the transpose of `rlx.conv` as a linear map of its input. Every input element adds
    `input[n, i, x..] * filter[i, o, k..]` to the result at index `x*s - low + k*d`; terms outside
    the result are dropped. Then `bias[o]` is added. The filter is always `[I, O/groups, k..]`.
    Input channel `i` is in group `i floordiv (I/groups)`, and contributes only to the output
    channels of that group. ONNX `ConvTranspose`, whose `auto_pad` and `output_shape` importers
    resolve.

    *Shape rule*: the input has rank 3 to 5 (conv_transpose_c1). The filter is static, has the
    input's rank, and at most 2^31 window elements (conv_transpose_c2). There is one positive stride
    and dilation, and there are two non-negative pads, per spatial dimension; all are at most 2^31
    (conv_transpose_c3). The input has I channels (conv_transpose_c4). `groups` is positive and
    divides I (conv_transpose_c5). bias is `[groups * filter size 1]` (conv_transpose_c6).
    `output_padding` is one non-negative number per spatial dimension, below the stride or the
    dilation (conv_transpose_c7). Element types must be equal (conv_transpose_c8). A spatial size of
    the result is `(in - 1)*s - low - high + d*(k-1) + output_padding + 1`, which must not be
    negative (conv_transpose_c9).

    *Numerics*: as `rlx.conv`. An infinite or NaN filter element may or may not affect results to
    which no input element contributes through it.

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
  let summary = "pooling: reduction of sliding windows over one to three spatial dimensions";
  let description = [{
    *Semantics*: `result[n, c, y..]` is the maximum, minimum, sum, product or mean of `input[n, c,
    y*s - low + k*d, ..]` over those window elements `k` that are inside the image. The mean divides
    by their number or, with `count_include_pad`, by the number of window elements inside the image
    or its padding. (With `ceil_mode` windows may extend beyond the padding; they are clipped
    there.) A window without any element inside gives the neutral element: the lowest value, the
    highest value, 0, 1, and NaN for the mean. Maximum and minimum propagate NaN. ONNX `MaxPool`,
    `AveragePool`.

    *Shape rule*: the input has rank 3 to 5 (pool_c1). `kernel` is one positive size per spatial
    dimension, with a product of at most 2^31 (pool_c2). Strides, dilations and pads are as for
    `rlx.conv` (pool_c3). Let `P = in + low + high - d*(k-1) - 1`. `P` must be as for `rlx.conv`, and
    with `ceil_mode` greater than `-s` (pool_c4). A spatial size of the result is `P floordiv s + 1`.
    With `ceil_mode` it is `P ceildiv s + 1`, less one if the last window would start beyond the
    image and its low padding.

    *Types*: floating-point for the mean (pool_c5), numbers for the others.

    *Numerics*: f16 and bf16 sums, means and products accumulate in f32. Integers wrap.

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
