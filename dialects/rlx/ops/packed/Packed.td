// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions with packed weights, which are rearranged for a CPU's vector registers. Models and
// importers never contain these ops. rlx-pack-weights makes them from matmuls and convolutions,
// together with ops that rearrange the weights; those run once, when params are set.
#ifndef RLX_PACKED_TD
#define RLX_PACKED_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_MatmulPackedOp : RLX_CoreOp<"matmul_packed"> {
  let summary = "matmul with weights in column panels";
  let description = [{
    *Semantics*: `result[.., m, j] = bias[j] + sum_k lhs[.., m, k] * rhs[j / NR, k, j mod NR]` for
    `0 <= j < n`. `rhs` holds a [K, n] matrix as panels [NB, K, NR] of NR adjacent columns. Or it
    holds panels [NB, ceil(K / G), NR, G], in which G elements of a column are contiguous: the
    element of row k is `rhs[j / NR, k / G, j mod NR, k mod G]`. Columns beyond `n` and rows beyond
    K are padding, and have no effect on the result.

    *Shape rule*: lhs has rank 2 or more (matmul_packed_c1). rhs has rank 3 and K rows, or rank 4
    and ceil(K / G) rows; G is static (matmul_packed_c2). (NB - 1) * NR < n <= NB * NR
    (matmul_packed_c3). bias has shape [n] (matmul_packed_c4). Element types must be equal, except
    that rhs may be f16 or bf16 where lhs is f32 (matmul_packed_c5). The result is lhs with n as its
    last size.

    *Numerics*: f16 and bf16 accumulate in f32; the order of the sum is unspecified. Elements of an
    rhs that is narrower than lhs are widened, which is exact.

    *Example*:
    ```mlir
    %0 = rlx.matmul_packed %x, %w, %b {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x64x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
    %1 = rlx.matmul_packed %y, %v {n = 40 : i64} : (tensor<?x63xbf16>, tensor<2x32x32x2xbf16>) -> tensor<?x40xbf16>
    %2 = rlx.matmul_packed %x, %u {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x64x32xf16>) -> tensor<?x40xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$lhs, RLX_FloatTensor:$rhs, Optional<RLX_FloatTensor>:$bias,
                       I64Attr:$n);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def RLX_PackBlocksOp : RLX_CoreOp<"pack_blocks", [RLX_NoFusion]> {
  let summary = "block-quantized weights in row panels";
  let description = [{
    *Semantics*: the rows of blocks `weights` [n, K/B * bytes] become panels [ceil(n / 32), K/B, 32 *
    bytes], as `rlx.dequant_matmul_packed` reads them. Rows of the last panel beyond n are zeros.

    *Shape rule*: `scheme` is one of `rlx.dequant_matmul_packed` (pack_blocks_c1). weights have rank
    2 (pack_blocks_c2), and their last size is a multiple of the bytes of a block (pack_blocks_c3).

    *Types*: ui8.

    *Numerics*: bytes are moved.

    *Example*:
    ```mlir
    %0 = rlx.pack_blocks %w scheme = q4_0 : (tensor<40x36xui8>) -> tensor<2x2x576xui8>
    ```
  }];
  let arguments = (ins RankedTensorOf<[UI8]>:$weights, RLX_BlockScheme:$scheme);
  let results = (outs RankedTensorOf<[UI8]>:$result);
  let assemblyFormat = [{
    $weights `scheme` `=` $scheme attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_DequantMatmulPackedOp : RLX_CoreOp<"dequant_matmul_packed", [RLX_NoFusion]> {
  let summary = "matmul with the transpose of block-quantized weights in row panels";
  let description = [{
    *Semantics*: `rlx.dequant_matmul`, for n rows of weights whose bytes are in panels [NB, K/B,
    32 * bytes] of 32 adjacent rows. A block has B elements and `bytes` bytes, as
    `rlx.dequantize_blocks` describes. It is cut into its f16 and u16 values, of two bytes each, e of
    `mxfp4`, one byte, and units of four bytes. For row r of the panel, the unit of u bytes at offset o of
    the block is at `32 * o + u * r`. Rows of the last panel beyond `n` are padding, and have no
    effect on the result.

    *Shape rule*: `scheme` is any but `q8_k`, `tq1_0` and those of codebooks, `iq1_s` to `iq3_s`
    (dequant_matmul_packed_c1). lhs has rank 2 or more (dequant_matmul_packed_c2). weights have
    rank 3, the panels of n rows, and whole blocks (dequant_matmul_packed_c3). n is positive
    (dequant_matmul_packed_c4). The number of elements of a row's blocks is the number of columns of
    lhs (dequant_matmul_packed_c5). The result is lhs with n as its last size.

    *Types*: floating-point lhs, ui8 weights. The result has the element type of lhs.

    *Numerics*: weights are f32 values. Sums accumulate in f32, or in f64 if lhs is f64. If the
    processor has dot products of bytes, they read the elements of lhs as fixed-point numbers, 32 of
    which share a scale, with the errors that `row_precision` of `rlx.dequant_matmul` permits.

    *Example*:
    ```mlir
    %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x2x576xui8>) -> tensor<?x40xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$lhs, RankedTensorOf<[UI8]>:$weights,
                       RLX_BlockScheme:$scheme, OptionalAttr<RLX_RowPrecision>:$row_precision,
                       I64Attr:$n);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `scheme` `=` $scheme (`row_precision` `=` $row_precision^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_GatherPackedOp : RLX_CoreOp<"gather_packed", [RLX_MayFail]> {
  let summary = "gathers rows of a matrix whose transpose is packed for matmuls";
  let description = [{
    *Semantics*: `result[i.., j] = w[indices[i..], j]`, for a matrix w [n, k]. `panels` hold its
    transpose, a [k, n] matrix, as `rlx.matmul_packed` describes. With `scheme`, w are the bytes of
    n rows of blocks, and panels hold them as `rlx.dequant_matmul_packed` describes. Negative
    indices count from the end. An index outside [-n, n) fails the run. For example, an embedding
    that is the head of a language model too is packed for the head, and the lookup reads the same
    panels.

    *Shape rule*: n and k are positive (gather_packed_c1). Without `scheme`, panels have rank 3 and k
    rows, or rank 4 and ceil(k / G) rows, and (NB - 1) * NR < n <= NB * NR (gather_packed_c2). With
    `scheme`, panels have rank 3 and the shape [ceil(n / 32), k / bytes, 32 * bytes]
    (gather_packed_c3), and `scheme` is one of `rlx.dequant_matmul_packed` (gather_packed_c4).

    *Types*: numbers, or ui8 with `scheme`; integer indices. The result has the element type of
    panels.

    *Numerics*: elements are moved.

    *Example*:
    ```mlir
    %0 = rlx.gather_packed %w, %ids {n = 40 : i64, k = 64 : i64} : (tensor<2x64x32xf32>, tensor<?xi64>) -> tensor<?x64xf32>
    %1 = rlx.gather_packed %v, %ids scheme = q4_0 {n = 40 : i64, k = 36 : i64} : (tensor<2x2x576xui8>, tensor<?xi64>) -> tensor<?x36xui8>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$panels, RLX_IntTensor:$indices,
                       OptionalAttr<RLX_BlockScheme>:$scheme, I64Attr:$n, I64Attr:$k);
  let results = (outs RLX_NumberTensor:$result);
  let assemblyFormat = [{
    operands (`scheme` `=` $scheme^)? attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_DequantGroupedMatmulPackedOp
    : RLX_CoreOp<"dequant_grouped_matmul_packed",
          [RLX_NoFusion, RLX_MayFail, RLX_ExpertMatmulOpInterface]> {
  let summary = "grouped matmul with block-quantized weights in row panels";
  let description = [{
    *Semantics*: `rlx.dequant_grouped_matmul`, for E experts of n rows of weights each, whose bytes
    are in panels [E, n / 32, K/B, 32 * bytes], as in `rlx.dequant_matmul_packed`.

    *Shape rule*: `scheme` is one of `rlx.dequant_matmul_packed` (dequant_grouped_matmul_packed_c1).
    lhs has rank 2, weights rank 4 and indices rank 1 (dequant_grouped_matmul_packed_c2), with one
    index per row (dequant_grouped_matmul_packed_c3). The last size of weights is that of a panel's
    block (dequant_grouped_matmul_packed_c4). The number of elements of a row's blocks is the number
    of columns of lhs (dequant_grouped_matmul_packed_c5). There is at least one expert
    (dequant_grouped_matmul_packed_c6).

    *Types*: floating-point lhs, ui8 weights, integer indices. The result has the element type of
    lhs.

    *Numerics*: as `rlx.dequant_matmul_packed`.

    *Example*:
    ```mlir
    %0 = rlx.dequant_grouped_matmul_packed %x, %w, %ids scheme = q4_0 : (tensor<?x64xf32>, tensor<8x2x2x576xui8>, tensor<?xi32>) -> tensor<?x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$lhs, RankedTensorOf<[UI8]>:$weights, RLX_IntTensor:$indices,
                       RLX_BlockScheme:$scheme, OptionalAttr<RLX_RowPrecision>:$row_precision);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `scheme` `=` $scheme (`row_precision` `=` $row_precision^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_MatmulIntegerPackedOp
    : RLX_CoreOp<"matmul_integer_packed", [AttrSizedOperandSegments]> {
  let summary = "matmul of 8-bit integers in 32 bits with weights in column panels";
  let description = [{
    *Semantics*: `result[.., m, j] = sum_k (lhs[.., m, k] - lhs_zero_point) * (w[k, j] -
    rhs_zero_point[j])` for `0 <= j < n`. `rhs` holds the [K, n] matrix w in panels like those of
    `rlx.matmul_packed`. An absent zero point is 0. `column_sums[j]` must be the sum of all `w[k,
    j]`, modulo 2^32: a compiled program may use it in place of products with the zero point of lhs.

    *Shape rule*: lhs has rank 2 or more (matmul_integer_packed_c1). rhs has rank 3 and K rows, or
    rank 4 and ceil(K / G) rows; G is static (matmul_integer_packed_c2). (NB - 1) * NR < n <= NB *
    NR (matmul_integer_packed_c3). `column_sums` and `rhs_zero_point` have shape [n].
    `lhs_zero_point` has rank 0 (matmul_integer_packed_c4) and the type of lhs
    (matmul_integer_packed_c5). The result is lhs with n as its last size.

    *Types*: lhs i8 or ui8, rhs i8. The result is i32.

    *Numerics*: exact modulo 2^32.

    *Example*:
    ```mlir
    %0 = rlx.matmul_integer_packed %x, %w column_sums %s lhs_zero_point %z {n = 40 : i64} : (tensor<?x63xui8>, tensor<2x16x32x4xi8>, tensor<40xi32>, tensor<ui8>) -> tensor<?x40xi32>
    ```
  }];
  let arguments = (ins RankedTensorOf<[I8, UI8]>:$lhs, RankedTensorOf<[I8]>:$rhs,
      RankedTensorOf<[I32]>:$column_sums, Optional<RankedTensorOf<[I8, UI8]>>:$lhs_zero_point,
      Optional<RankedTensorOf<[I8]>>:$rhs_zero_point, I64Attr:$n);
  let results = (outs RankedTensorOf<[I32]>:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `column_sums` $column_sums (`lhs_zero_point` $lhs_zero_point^)?
    (`rhs_zero_point` $rhs_zero_point^)? attr-dict `:` functional-type(operands, results)
  }];
}

class RLX_PackedWindowOp<string mnemonic> : RLX_CoreOp<mnemonic> {
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def RLX_ConvPackedOp : RLX_PackedWindowOp<"conv_packed"> {
  let summary = "2-d or 3-d convolution, channels last, weights in panels of output channels";
  let description = [{
    *Semantics*: let `OG = out_channels / groups` and `IG = IC / groups` be the channels of the
    result and of the input per group. Channel `c = g*OG + j` of the result, `0 <= j < OG`, is
    `result[b, y, x, c] = bias[c] + sum over (ky, kx, i) of input[b, y*sy + ky*dy - py, x*sx +
    kx*dx - px, g*IG + i] * filter[g*PG + j / NR, (ky*KW + kx)*IG + i, j mod NR]`, where input
    outside its bounds is 0. `filter` has shape [groups*PG, KH*KW*IG, NR], with PG = ceil(OG / NR)
    panels per group. Channels of a group's last panel beyond `OG` are padding.

    Or `filter` has shape [groups*PG, KH*S, NR, G] with S = ceil(KW*IG / G). Then G of the KW*IG
    elements of a channel in a row of the window are contiguous: element `r = kx*IG + i` is
    `filter[g*PG + j / NR, ky*S + r / G, j mod NR, r mod G]`. Elements beyond KW*IG are padding.

    A volume [batch, depth, height, width, IC] has a window of KD slices, each of KH rows. Its
    filter has KD*KH rows instead of KH: row ky of slice kz is row `kz*KH + ky` of the window.

    *Shape rule*: input has rank 4 or 5, and filter rank 3 or 4 (conv_packed_c1). kernel_shape,
    strides and dilations have one positive entry per spatial dimension; pads has two non-negative
    ones, all low ones before the high ones; all are at most 2^31 (conv_packed_c2). filter has one
    row per element of the window and IG, or S groups of rows per row of the window with a static G
    (conv_packed_c3), and groups * PG
    panels (conv_packed_c4). bias has shape [out_channels] (conv_packed_c5). Element types must be
    equal (conv_packed_c6). The window fits the padded input (conv_packed_c7). `groups` is positive
    and divides out_channels (conv_packed_c8). Output sizes are floor((in + low + high - dilation *
    (kernel - 1) - 1) / stride) + 1.

    *Numerics*: f16 and bf16 accumulate in f32; the order of the sum is unspecified.

    *Example*:
    ```mlir
    %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x?x?x16xf32>, tensor<2x144x32xf32>) -> tensor<1x?x?x64xf32>
    %1 = rlx.conv_packed %y, %v {kernel_shape = array<i64: 7, 7>, strides = array<i64: 2, 2>, pads = array<i64: 3, 3, 3, 3>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x224x224x3xbf16>, tensor<2x77x32x2xbf16>) -> tensor<1x112x112x64xbf16>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_FloatTensor:$filter,
                       Optional<RLX_FloatTensor>:$bias, DenseI64ArrayAttr:$kernel_shape,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, I64Attr:$out_channels,
                       DefaultValuedAttr<I64Attr, "1">:$groups);
}

def RLX_ConvIntegerPackedOp
    : RLX_CoreOp<"conv_integer_packed", [AttrSizedOperandSegments]> {
  let summary = "2-d convolution of 8-bit integers in 32 bits, channels last, weights in panels";
  let description = [{
    *Semantics*: `rlx.conv_integer` of a channels-last input. The filter w is in panels like those
    of `rlx.conv_packed`. Elements outside the image are the input's zero point. An absent zero
    point is 0. `column_sums[c]` must be the sum of all weights of output channel `c`, modulo 2^32:
    a compiled program may use it in place of products with the input's zero point.

    *Shape rule*: as for `rlx.conv_packed`: ranks (conv_integer_packed_c1), window
    (conv_integer_packed_c2), rows of filter (conv_integer_packed_c3) and panels
    (conv_integer_packed_c4). `column_sums` and `filter_zero_point` have shape [out_channels].
    `input_zero_point` has rank 0 (conv_integer_packed_c5) and the type of the input
    (conv_integer_packed_c6). The window fits the padded input (conv_integer_packed_c7). `groups` is
    positive and divides out_channels (conv_integer_packed_c8).

    *Types*: input i8 or ui8, filter i8. The result is i32.

    *Numerics*: exact modulo 2^32.

    *Example*:
    ```mlir
    %0 = rlx.conv_integer_packed %x, %w column_sums %s input_zero_point %z {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x?x?x16xui8>, tensor<2x36x32x4xi8>, tensor<64xi32>, tensor<ui8>) -> tensor<1x?x?x64xi32>
    ```
  }];
  let arguments = (ins RankedTensorOf<[I8, UI8]>:$input, RankedTensorOf<[I8]>:$filter,
      RankedTensorOf<[I32]>:$column_sums, Optional<RankedTensorOf<[I8, UI8]>>:$input_zero_point,
      Optional<RankedTensorOf<[I8]>>:$filter_zero_point, DenseI64ArrayAttr:$kernel_shape,
      DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads, DenseI64ArrayAttr:$dilations,
      I64Attr:$out_channels, DefaultValuedAttr<I64Attr, "1">:$groups);
  let results = (outs RankedTensorOf<[I32]>:$result);
  let assemblyFormat = [{
    $input `,` $filter `column_sums` $column_sums (`input_zero_point` $input_zero_point^)?
    (`filter_zero_point` $filter_zero_point^)? attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_DepthwiseConvOp : RLX_PackedWindowOp<"depthwise_conv"> {
  let summary = "2-d depthwise convolution, channels last";
  let description = [{
    *Semantics*: each channel has its own window: `result[b, y, x, c] = bias[c] + sum over (ky, kx)
    of input[b, y*sy + ky*dy - py, x*sx + kx*dx - px, c] * filter[ky*KW + kx, c]`, where input
    outside its bounds is 0.

    *Shape rule*: input has rank 4, and filter rank 2 (depthwise_conv_c1). kernel_shape, strides and
    dilations have 2 positive entries; pads has 4 non-negative ones, low y, low x, high y, high x;
    all are at most 2^31 (depthwise_conv_c2). filter has shape [kernel_shape[0] * kernel_shape[1],
    C] (depthwise_conv_c3). bias has shape [C] (depthwise_conv_c4). Element types must be equal
    (depthwise_conv_c5). The window fits the padded input (depthwise_conv_c6). Output sizes are as
    for conv_packed.

    *Numerics*: f16 and bf16 accumulate in f32; the order of the sum is unspecified.

    *Example*:
    ```mlir
    %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x?x?x32xf32>, tensor<9x32xf32>) -> tensor<1x?x?x32xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_FloatTensor:$filter,
                       Optional<RLX_FloatTensor>:$bias, DenseI64ArrayAttr:$kernel_shape,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations);
}

def RLX_DepthwiseConvIntegerOp
    : RLX_CoreOp<"depthwise_conv_integer", [AttrSizedOperandSegments]> {
  let summary = "2-d depthwise convolution of 8-bit integers in 32 bits, channels last";
  let description = [{
    *Semantics*: `result[b, y, x, c] = sum over (ky, kx) of (input[b, y*sy + ky*dy - py, x*sx +
    kx*dx - px, c] - input_zero_point) * (filter[ky*KW + kx, c] - filter_zero_point[c])` in i32,
    where input outside its bounds is the zero point. An absent zero point is 0.

    *Shape rule*: as for `rlx.depthwise_conv`: ranks (depthwise_conv_integer_c1), window
    (depthwise_conv_integer_c2) and the filter's shape (depthwise_conv_integer_c3).
    `filter_zero_point` has shape [C]. `input_zero_point` has rank 0 (depthwise_conv_integer_c4) and
    the type of the input (depthwise_conv_integer_c5). The window fits the padded input
    (depthwise_conv_integer_c6).

    *Types*: input i8 or ui8, filter i8. The result is i32.

    *Numerics*: exact modulo 2^32.

    *Example*:
    ```mlir
    %0 = rlx.depthwise_conv_integer %x, %w input_zero_point %z {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x?x?x32xui8>, tensor<9x32xi8>, tensor<ui8>) -> tensor<1x?x?x32xi32>
    ```
  }];
  let arguments = (ins RankedTensorOf<[I8, UI8]>:$input, RankedTensorOf<[I8]>:$filter,
      Optional<RankedTensorOf<[I8, UI8]>>:$input_zero_point,
      Optional<RankedTensorOf<[I8]>>:$filter_zero_point, DenseI64ArrayAttr:$kernel_shape,
      DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads, DenseI64ArrayAttr:$dilations);
  let results = (outs RankedTensorOf<[I32]>:$result);
  let assemblyFormat = [{
    $input `,` $filter (`input_zero_point` $input_zero_point^)?
    (`filter_zero_point` $filter_zero_point^)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_PACKED_TD
