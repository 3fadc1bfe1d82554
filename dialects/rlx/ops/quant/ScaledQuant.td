// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weights of 4 and 8 bits with scales in separate tensors: int8, int4, fp8 (E4M3, E5M2) and NVFP4.
// They stay packed until a kernel multiplies with them. GGUF's formats, whose scales are inside the
// blocks, are in BlockQuant.td.
#ifndef RLX_SCALED_QUANT_TD
#define RLX_SCALED_QUANT_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_ByteTensor : RankedTensorOf<[I8, UI8]>;
def RLX_PackedScaleTensor : RankedTensorOf<[F32, UI8]>;
def RLX_F32Tensor : RankedTensorOf<[F32]>;

def RLX_DequantizeScaledOp : RLX_CoreOp<"dequantize_scaled", [AttrSizedOperandSegments]> {
  let summary = "decodes weights of 4 or 8 bits with separate scales";
  let description = [{
    *Semantics*: `result[k, n]`, computed from the weight and its scale. Blocks are along k; b is
    `block_size`.

    | format | weights | scale | value |
    | --- | --- | --- | --- |
    | `int8` | i8 [K, N] | f32 [K/b, N] | `(q - zero_point[k/b, n]) * scale[k/b, n]` |
    | `int4` | ui8 [(K*N + 1)/2] | f32 [K/b, N] | as `int8`; q is in 0 to 15 |
    | `fp8_e4m3` | ui8 [K, N] | f32 [N] | `number * scale[n]`; OCP's E4M3: largest 448, no infinity, NaN only 0x7F and 0xFF |
    | `fp8_e5m2` | ui8 [K, N] | f32 [N] | `number * scale[n]`; like IEEE's formats, with infinities and NaN |
    | `nvfp4` | ui8 [(K*N + 1)/2] | ui8 [K/16, N], E4M3 | `number * scale[k/16, n] * global_scale`; the number is E2M1: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives |

    Two weights of 4 bits are packed per byte. The one with the even flat index `k * N + n` is in
    the low nibble. An absent zero point is 0, and an absent global scale is 1. OCP "8-bit Floating
    Point Specification"; OCP "Microscaling Formats" for E2M1.

    *Shape rule*: weights have the element type and rank of the table (dequantize_scaled_c1).
    `block_size` is in [1, 2^31], and given for `int8` and `int4` only (dequantize_scaled_c2). The
    scale has the element type and rank of the table (dequantize_scaled_c3). Weights [K, N] fit the
    scale's sizes (dequantize_scaled_c4); packed weights have the bytes of K x N weights of 4 bits
    (dequantize_scaled_c5). A zero point is given for `int8` and `int4` only, and has the scale's
    shape and the element type of the weights (dequantize_scaled_c6). A global scale is given for
    `nvfp4` only, and has rank 0 (dequantize_scaled_c7). With blocks, K is the number of rows of the
    scale times b.

    *Types*: as in the table; the result has the floating-point type `to`.

    *Numerics*: computed in f32, in which each formula above rounds once, and then converted.

    *Example*:
    ```mlir
    %0 = rlx.dequantize_scaled %w scale %s zero_point %z format = int4 block_size = 32 to f32 : (tensor<1024xui8>, tensor<2x32xf32>, tensor<2x32xui8>) -> tensor<64x32xf32>
    %1 = rlx.dequantize_scaled %v scale %t format = fp8_e4m3 to bf16 : (tensor<64x32xui8>, tensor<32xf32>) -> tensor<64x32xbf16>
    ```
  }];
  let arguments = (ins RLX_ByteTensor:$weights, RLX_PackedScaleTensor:$scale,
      Optional<RLX_ByteTensor>:$zero_point, Optional<RLX_F32Tensor>:$global_scale,
      RLX_ScaledFormat:$format, OptionalAttr<I64Attr>:$block_size, TypeAttrOf<RLX_Float>:$to);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $weights `scale` $scale (`zero_point` $zero_point^)? (`global_scale` $global_scale^)?
    `format` `=` $format (`block_size` `=` $block_size^)? `to` $to attr-dict `:`
    functional-type(operands, results)
  }];
}

// Lowered to its own loops, which decode weights in registers. The decomposition decodes all of
// them first.
def RLX_DequantMatmulScaledOp
    : RLX_CompositeOp<"dequant_matmul_scaled",
                      [RLX_NoFusion, AttrSizedOperandSegments,
                       DeclareOpInterfaceMethods<RLX_LinalgLowerableOpInterface>]> {
  let summary = "matmul with weights of 4 or 8 bits with separate scales";
  let description = [{
    *Semantics*: `result[b.., m, n] = sum_k lhs[b.., m, k] * w[k, n]`, where `w` is the result of
    `rlx.dequantize_scaled` for the other operands in f32. The weights stay packed: a kernel decodes
    a few of them at a time in registers.

    *Shape rule*: the other operands are as for `rlx.dequantize_scaled` (dequant_matmul_scaled_c1 to
    dequant_matmul_scaled_c7). lhs has rank 2 or more (dequant_matmul_scaled_c8) and K columns
    (dequant_matmul_scaled_c9).

    *Types*: floating-point lhs. The result has its element type.

    *Numerics*: weights are f32 values. Sums accumulate in f32, or in f64 if lhs is f64.

    *Example*:
    ```mlir
    %0 = rlx.dequant_matmul_scaled %x, %w scale %s zero_point %z format = int4 block_size = 32 : (tensor<?x64xf32>, tensor<1024xui8>, tensor<2x32xf32>, tensor<2x32xui8>) -> tensor<?x32xf32>
    %1 = rlx.dequant_matmul_scaled %x, %v scale %t global_scale %g format = nvfp4 : (tensor<?x64xf32>, tensor<1024xui8>, tensor<4x32xui8>, tensor<f32>) -> tensor<?x32xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$lhs, RLX_ByteTensor:$weights, RLX_PackedScaleTensor:$scale,
      Optional<RLX_ByteTensor>:$zero_point, Optional<RLX_F32Tensor>:$global_scale,
      RLX_ScaledFormat:$format, OptionalAttr<I64Attr>:$block_size);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $weights `scale` $scale (`zero_point` $zero_point^)? (`global_scale` $global_scale^)?
    `format` `=` $format (`block_size` `=` $block_size^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // RLX_SCALED_QUANT_TD
