// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls and convolutions of 8-bit integers: with an i32 result (ONNX `…Integer`), and with a
// requantized result (ONNX `QLinear…`). Integer arithmetic is exact modulo 2^32. Packed forms are
// in packed/Packed.td.
#ifndef RLX_QUANT_COMPUTE_TD
#define RLX_QUANT_COMPUTE_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_Int8Tensor : RankedTensorOf<[I8, UI8]>;
def RLX_Int32Tensor : RankedTensorOf<[I32]>;
defvar RLX_IntWindowList = DefaultValuedAttr<DenseI64ArrayAttr, "{}">;

def RLX_MatmulIntegerOp : RLX_CoreOp<"matmul_integer", [AttrSizedOperandSegments]> {
  let summary = "matmul of 8-bit integers in 32 bits";
  let description = [{
    *Semantics*: `result[b.., m, n] = sum_k (lhs[b.., m, k] - lhs_zero_point) *
    (rhs[b.., k, n] - rhs_zero_point[n])`. An absent zero point is 0. ONNX `MatMulInteger`. With
    `transpose_rhs` the rhs has the layout `[b.., n, k]`, such as the keys of an attention.

    *Shape rule*: ranks are at least 2 (matmul_integer_c1). The inner sizes must be equal
    (matmul_integer_c2). Leading dimensions broadcast (matmul_integer_c3). `lhs_zero_point` has rank
    0; `rhs_zero_point` has rank 0 or the shape `[n]` (matmul_integer_c4).

    *Types*: i8 or ui8 for each operand. A zero point has the type of its operand
    (matmul_integer_c5). The result is i32.

    *Numerics*: exact modulo 2^32. Operands are widened when they are read.

    *Example*:
    ```mlir
    %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb : (tensor<?x64xui8>, tensor<64x32xi8>, tensor<ui8>, tensor<32xi8>) -> tensor<?x32xi32>
    ```
  }];
  let arguments = (ins RLX_Int8Tensor:$lhs, RLX_Int8Tensor:$rhs,
      Optional<RLX_Int8Tensor>:$lhs_zero_point, Optional<RLX_Int8Tensor>:$rhs_zero_point,
      UnitAttr:$transpose_rhs);
  let results = (outs RLX_Int32Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`lhs_zero_point` $lhs_zero_point^)? (`rhs_zero_point` $rhs_zero_point^)?
    (`transpose_rhs` $transpose_rhs^)? attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_QMatmulOp : RLX_CompositeOp<"q_matmul", [AttrSizedOperandSegments]> {
  let summary = "matmul of quantized tensors";
  let description = [{
    *Semantics*: with `acc[b.., m, n] = bias[n] + sum_k (lhs[b.., m, k] - lhs_zero_point) *
    (rhs[b.., k, n] - rhs_zero_point[n])` in i32: `result = saturate(round(acc * multiplier[n]) +
    result_zero_point)`, saturated at the ends of the type `to`. The multiplier is lhs scale * rhs
    scale / result scale: one value, or one per column. An absent bias or zero point is 0.
    `rounding` decides ties: to even (the default, as in ONNX) or away from zero. ONNX
    `QLinearMatMul`; Jacob et al. 2018.

    *Shape rule*: ranks are at least 2 (q_matmul_c1). The inner sizes must be equal
    (q_matmul_c2). Leading dimensions broadcast (q_matmul_c3). `lhs_zero_point` and
    `result_zero_point` have rank 0. `rhs_zero_point` and `multiplier` have rank 0 or the shape
    `[n]`; `bias` has the shape `[n]` (q_matmul_c4).

    *Types*: i8 or ui8 for each tensor. A zero point has the type of its tensor (q_matmul_c5). The
    bias is i32, the multiplier f32.

    *Numerics*: acc is exact modulo 2^32. It is rounded to f32, and so is its product with the
    multiplier, before the rounding to an integer.

    *Example*:
    ```mlir
    %0 = rlx.q_matmul %a, %b bias %c lhs_zero_point %za multiplier %m result_zero_point %zr to ui8 : (tensor<?x64xui8>, tensor<64x32xi8>, tensor<32xi32>, tensor<ui8>, tensor<32xf32>, tensor<ui8>) -> tensor<?x32xui8>
    ```
  }];
  let arguments = (ins RLX_Int8Tensor:$lhs, RLX_Int8Tensor:$rhs, Optional<RLX_Int32Tensor>:$bias,
      Optional<RLX_Int8Tensor>:$lhs_zero_point, Optional<RLX_Int8Tensor>:$rhs_zero_point,
      RankedTensorOf<[F32]>:$multiplier, Optional<RLX_Int8Tensor>:$result_zero_point,
      TypeAttrOf<AnyTypeOf<[I8, UI8]>>:$to,
      DefaultValuedAttr<RLX_Rounding, "::rlx::Rounding::HalfToEven">:$rounding);
  let results = (outs RLX_Int8Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`bias` $bias^)? (`lhs_zero_point` $lhs_zero_point^)?
    (`rhs_zero_point` $rhs_zero_point^)? `multiplier` $multiplier
    (`result_zero_point` $result_zero_point^)? `to` $to (`rounding` `=` $rounding^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_ConvIntegerOp : RLX_CoreOp<"conv_integer", [AttrSizedOperandSegments]> {
  let summary = "convolution of 8-bit integers in 32 bits";
  let description = [{
    *Semantics*: `rlx.conv` of `input - input_zero_point` and `filter - filter_zero_point[o]`,
    summed in i32. Elements outside the image stand for the real number 0, which is the input's zero
    point. An absent zero point is 0. ONNX `ConvInteger`.

    *Shape rule*: the input has rank 3 to 5 (conv_integer_c1). The filter is static, has the input's
    rank, and at most 2^31 window elements (conv_integer_c2). There is one positive stride and
    dilation, and there are two non-negative pads, per spatial dimension; all are at most 2^31
    (conv_integer_c3). The input has `groups` times the filter's channels (conv_integer_c4).
    `groups` is positive and divides O (conv_integer_c5). `input_zero_point` has rank 0;
    `filter_zero_point` has rank 0 or the shape `[O]` (conv_integer_c6). The padded input must
    hold the window as for `rlx.conv` (conv_integer_c7). The sizes of the result are those of `rlx.conv`.

    *Types*: i8 or ui8 for each operand. A zero point has the type of its operand (conv_integer_c8).
    The result is i32.

    *Numerics*: exact modulo 2^32. Operands are widened when they are read.

    *Example*:
    ```mlir
    %0 = rlx.conv_integer %x, %w input_zero_point %z pads = [1, 1, 1, 1] : (tensor<1x3x?x9xui8>, tensor<4x3x3x3xi8>, tensor<ui8>) -> tensor<1x4x?x9xi32>
    ```
  }];
  let arguments = (ins RLX_Int8Tensor:$input, RLX_Int8Tensor:$filter,
      Optional<RLX_Int8Tensor>:$input_zero_point, Optional<RLX_Int8Tensor>:$filter_zero_point,
      RLX_IntWindowList:$strides, RLX_IntWindowList:$pads, RLX_IntWindowList:$dilations,
      DefaultValuedAttr<I64Attr, "1">:$groups,
      DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format);
  let results = (outs RLX_Int32Tensor:$result);
  let assemblyFormat = [{
    $input `,` $filter (`input_zero_point` $input_zero_point^)?
    (`filter_zero_point` $filter_zero_point^)? (`strides` `=` $strides^)? (`pads` `=` $pads^)?
    (`dilations` `=` $dilations^)? (`groups` `=` $groups^)? (`data_format` `=` $data_format^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_QConvOp : RLX_CompositeOp<"q_conv", [AttrSizedOperandSegments]> {
  let summary = "convolution of quantized tensors over one to three spatial dimensions";
  let description = [{
    *Semantics*: let acc be `bias[o]` plus the result of `rlx.conv_integer`, in i32: `result =
    saturate(round(acc * multiplier[o]) + result_zero_point)`, saturated at the ends of the type
    `to`. The multiplier is input scale * filter scale / result scale: one value, or one per output
    channel. An absent bias or zero point is 0. `rounding` decides ties: to even (the default, as in
    ONNX) or away from zero. ONNX `QLinearConv`; Jacob et al. 2018.

    *Shape rule*: the input has rank 3 to 5 (q_conv_c1). The filter is static, has the input's rank,
    and at most 2^31 window elements (q_conv_c2). There is one positive stride and dilation, and
    there are two non-negative pads, per spatial dimension; all are at most 2^31 (q_conv_c3). The
    input has `groups` times the filter's channels (q_conv_c4). `groups` is positive and divides O
    (q_conv_c5). `input_zero_point` and `result_zero_point` have rank 0. `filter_zero_point` and
    `multiplier` have rank 0 or the shape `[O]`; `bias` has the shape `[O]` (q_conv_c6). The padded
    input must not be smaller than the window (q_conv_c7). The sizes of the result are those of
    `rlx.conv`.

    *Types*: i8 or ui8 for each tensor. A zero point has the type of its tensor (q_conv_c8). The
    bias is i32, the multiplier f32.

    *Numerics*: as `rlx.q_matmul`.

    *Example*:
    ```mlir
    %0 = rlx.q_conv %x, %w bias %c input_zero_point %z multiplier %m to i8 strides = [2, 2] : (tensor<1x3x?x9xui8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<ui8>, tensor<4xf32>) -> tensor<1x4x?x4xi8>
    ```
  }];
  let arguments = (ins RLX_Int8Tensor:$input, RLX_Int8Tensor:$filter,
      Optional<RLX_Int32Tensor>:$bias, Optional<RLX_Int8Tensor>:$input_zero_point,
      Optional<RLX_Int8Tensor>:$filter_zero_point, RankedTensorOf<[F32]>:$multiplier,
      Optional<RLX_Int8Tensor>:$result_zero_point, TypeAttrOf<AnyTypeOf<[I8, UI8]>>:$to,
      DefaultValuedAttr<RLX_Rounding, "::rlx::Rounding::HalfToEven">:$rounding,
      RLX_IntWindowList:$strides, RLX_IntWindowList:$pads, RLX_IntWindowList:$dilations,
      DefaultValuedAttr<I64Attr, "1">:$groups,
      DefaultValuedAttr<RLX_DataFormat, "::rlx::DataFormat::ChannelsFirst">:$data_format);
  let results = (outs RLX_Int8Tensor:$result);
  let assemblyFormat = [{
    $input `,` $filter (`bias` $bias^)? (`input_zero_point` $input_zero_point^)?
    (`filter_zero_point` $filter_zero_point^)? `multiplier` $multiplier
    (`result_zero_point` $result_zero_point^)? `to` $to (`rounding` `=` $rounding^)?
    (`strides` `=` $strides^)? (`pads` `=` $pads^)? (`dilations` `=` $dilations^)?
    (`groups` `=` $groups^)? (`data_format` `=` $data_format^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // RLX_QUANT_COMPUTE_TD
