// Matrix products and convolutions of 8-bit integers.
#ifndef RLX_QUANT_COMPUTE_TD
#define RLX_QUANT_COMPUTE_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_Int8Tensor : RankedTensorOf<[I8, UI8]>;
def RLX_Int32Tensor : RankedTensorOf<[I32]>;
defvar RLX_IntWindowList = DefaultValuedAttr<DenseI64ArrayAttr, "{}">;

def RLX_MatmulIntegerOp : RLX_CoreOp<"matmul_integer", [AttrSizedOperandSegments]> {
  let summary = "matrix product of 8-bit integers in 32 bits";
  let description = [{
    *Semantics*: `result[b.., m, n] = sum_k (lhs[b.., m, k] - lhs_zero_point) *
    (rhs[b.., k, n] - rhs_zero_point[n])`; an absent zero point counts as 0. ONNX `MatMulInteger`.

    *Shape rule*: rank >= 2 (matmul_integer_c1); the inner sizes agree (matmul_integer_c2); leading
    dimensions broadcast (matmul_integer_c3); `lhs_zero_point` has rank 0, `rhs_zero_point` rank 0
    or the shape `[n]` (matmul_integer_c4).

    *Types*: i8 and ui8, each operand its own; a zero point has the type of its operand
    (matmul_integer_c5). The result is i32.

    *Numerics*: exact modulo 2^32. Operands are widened as they are read.

    *Example*:
    ```mlir
    %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb : (tensor<?x64xui8>, tensor<64x32xi8>, tensor<ui8>, tensor<32xi8>) -> tensor<?x32xi32>
    ```
  }];
  let arguments = (ins RLX_Int8Tensor:$lhs, RLX_Int8Tensor:$rhs,
      Optional<RLX_Int8Tensor>:$lhs_zero_point, Optional<RLX_Int8Tensor>:$rhs_zero_point);
  let results = (outs RLX_Int32Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`lhs_zero_point` $lhs_zero_point^)? (`rhs_zero_point` $rhs_zero_point^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_QMatmulOp : RLX_CompositeOp<"q_matmul", [AttrSizedOperandSegments]> {
  let summary = "matrix product of quantised tensors";
  let description = [{
    *Semantics*: with `acc[b.., m, n] = bias[n] + sum_k (lhs[b.., m, k] - lhs_zero_point) *
    (rhs[b.., k, n] - rhs_zero_point[n])` in i32:
    `result = saturate(round(acc * multiplier[n]) + result_zero_point)`, saturated at the ends of
    the type `to`. The multiplier is lhs scale * rhs scale / result scale, one value or one a
    column. An absent bias or zero point counts as 0. `rounding` says where halves go: to even (the
    default, as ONNX has it) or away from zero. ONNX `QLinearMatMul`; Jacob et al. 2018.

    *Shape rule*: rank >= 2 (q_matmul_c1); the inner sizes agree (q_matmul_c2); leading dimensions
    broadcast (q_matmul_c3); `lhs_zero_point` and `result_zero_point` have rank 0, `rhs_zero_point`
    and `multiplier` rank 0 or the shape `[n]`, `bias` the shape `[n]` (q_matmul_c4).

    *Types*: i8 and ui8, each tensor its own; a zero point has the type of what it belongs to
    (q_matmul_c5). The bias is i32, the multiplier f32.

    *Numerics*: acc is exact modulo 2^32. It is rounded to f32, and so is the product with the
    multiplier, before that is rounded to an integer.

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
    *Semantics*: `rlx.conv` of `input - input_zero_point` with `filter - filter_zero_point[o]`,
    summed in i32. Positions outside the image count as the real number 0, which is the input's zero
    point. An absent zero point counts as 0. ONNX `ConvInteger`.

    *Shape rule*: input of rank 3 to 5 (conv_integer_c1); filter static, of the input's rank and of
    at most 2^31 positions (conv_integer_c2); strides and dilations one positive number, pads two
    non-negative numbers a spatial dimension, none above 2^31 (conv_integer_c3); the input has
    `groups` times the filter's channels (conv_integer_c4); `groups` is positive and divides O
    (conv_integer_c5); `input_zero_point` has rank 0, `filter_zero_point` rank 0 or the shape `[O]`
    (conv_integer_c6); the padded input is not smaller than the window (conv_integer_c7). The sizes
    of the result are those of `rlx.conv`.

    *Types*: i8 and ui8, each operand its own; a zero point has the type of its operand
    (conv_integer_c8). The result is i32.

    *Numerics*: exact modulo 2^32. Operands are widened as they are read.

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
  let summary = "convolution of quantised tensors over one to three spatial dimensions";
  let description = [{
    *Semantics*: with acc the sum of `bias[o]` and what `rlx.conv_integer` computes, in i32:
    `result = saturate(round(acc * multiplier[o]) + result_zero_point)`, saturated at the ends of
    the type `to`. The multiplier is input scale * filter scale / result scale, one value or one an
    output channel. An absent bias or zero point counts as 0. `rounding` says where halves go: to
    even (the default, as ONNX has it) or away from zero. ONNX `QLinearConv`; Jacob et al. 2018.

    *Shape rule*: input of rank 3 to 5 (q_conv_c1); filter static, of the input's rank and of at
    most 2^31 positions (q_conv_c2); strides and dilations one positive number, pads two
    non-negative numbers a spatial dimension, none above 2^31 (q_conv_c3); the input has `groups`
    times the filter's channels (q_conv_c4); `groups` is positive and divides O (q_conv_c5);
    `input_zero_point` and `result_zero_point` have rank 0, `filter_zero_point` and `multiplier`
    rank 0 or the shape `[O]`, `bias` the shape `[O]` (q_conv_c6); the padded input is not smaller
    than the window (q_conv_c7). The sizes of the result are those of `rlx.conv`.

    *Types*: i8 and ui8, each tensor its own; a zero point has the type of what it belongs to
    (q_conv_c8). The bias is i32, the multiplier f32.

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
