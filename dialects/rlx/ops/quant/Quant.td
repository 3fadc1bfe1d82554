// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion between floats and quantized integers (affine quantization), per tensor or per axis.
// Arithmetic on the integers is in QuantCompute.td. Fake quantization, which stays in floating
// point, is in FakeQuant.td.
#ifndef RLX_QUANT_TD
#define RLX_QUANT_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_SmallInt : AnyTypeOf<[I8, I16, UI8, UI16], "8-bit or 16-bit integer">;

def RLX_QuantizeOp : RLX_CompositeOp<"quantize"> {
  let summary = "quantizes to integers with a scale and a zero point";
  let description = [{
    *Semantics*: `result[i] = saturate(round(input[i] / scale[c]) + zero_point[c])`, saturated at
    the ends of the type `to`. `rounding` decides ties: to even (the default, ONNX `QuantizeLinear`)
    or away from zero. c is the index along `axis`; without `axis` there is one scale, of rank 0. An
    absent zero point is 0. Jacob et al. 2018.

    *Shape rule*: result shape like the input. `axis` must be in [-rank, rank) (quantize_c1). Scale
    and zero point are `[size of axis]`, or of rank 0 without `axis` (quantize_c2). The scale has
    the input's element type, and the zero point the result's (quantize_c3).

    *Types*: floating-point to i8, i16, ui8 or ui16.

    *Numerics*: f16 and bf16 compute in f32. NaN gives 0. The formula also applies to a scale that
    is not positive.

    *Example*:
    ```mlir
    %0 = rlx.quantize %x scale %s zero_point %z axis = 1 to ui8 : (tensor<?x8x4xf32>, tensor<8xf32>, tensor<8xui8>) -> tensor<?x8x4xui8>
    %1 = rlx.quantize %x scale %t to i8 rounding = half_away_from_zero : (tensor<?x8x4xf32>, tensor<f32>) -> tensor<?x8x4xi8>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, RLX_FloatTensor:$scale,
      Optional<RankedTensorOf<[RLX_SmallInt]>>:$zero_point, OptionalAttr<I64Attr>:$axis,
      TypeAttrOf<RLX_SmallInt>:$to,
      DefaultValuedAttr<RLX_Rounding, "::rlx::Rounding::HalfToEven">:$rounding);
  let results = (outs RankedTensorOf<[RLX_SmallInt]>:$result);
  let assemblyFormat = [{
    $input `scale` $scale (`zero_point` $zero_point^)? (`axis` `=` $axis^)? `to` $to
    (`rounding` `=` $rounding^)? attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_DequantizeOp : RLX_CompositeOp<"dequantize"> {
  let summary = "dequantizes integers with a scale and a zero point";
  let description = [{
    *Semantics*: `result[i] = (input[i] - zero_point[c]) * scale[c]`. c is the index along `axis`;
    without `axis` there is one scale, of rank 0. An absent zero point is 0. ONNX
    `DequantizeLinear`.

    *Shape rule*: result shape like the input. `axis` must be in [-rank, rank) (dequantize_c1).
    Scale and zero point are `[size of axis]`, or of rank 0 without `axis` (dequantize_c2). The zero
    point has the input's element type (dequantize_c3). The result has the scale's element type.

    *Types*: i8, i16, i32, ui8 or ui16 to floating-point.

    *Numerics*: the difference is exact (modulo 2^32 for i32). f16 and bf16 compute in f32 and round
    once.

    *Example*:
    ```mlir
    %0 = rlx.dequantize %q scale %s zero_point %z axis = 1 : (tensor<?x8x4xui8>, tensor<8xf32>, tensor<8xui8>) -> tensor<?x8x4xf32>
    ```
  }];
  let arguments = (ins RankedTensorOf<[I8, I16, I32, UI8, UI16]>:$input, RLX_FloatTensor:$scale,
      Optional<RankedTensorOf<[I8, I16, I32, UI8, UI16]>>:$zero_point, OptionalAttr<I64Attr>:$axis);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $input `scale` $scale (`zero_point` $zero_point^)? (`axis` `=` $axis^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // RLX_QUANT_TD
