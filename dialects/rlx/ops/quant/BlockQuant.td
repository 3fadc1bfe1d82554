// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-quantized weights (GGUF), which stay packed until a kernel multiplies with them. The table
// of layouts below is the reference for all code on blocks. The form for a CPU's vector registers
// is in packed/Packed.td; weights with separate scales are in ScaledQuant.td.
#ifndef RLX_BLOCK_QUANT_TD
#define RLX_BLOCK_QUANT_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_BlockTensor : RankedTensorOf<[UI8]>;

def RLX_DequantizeBlocksOp : RLX_CoreOp<"dequantize_blocks", [RLX_NoFusion,
    DeclareOpInterfaceMethods<RLX_ElementLowerableOpInterface>]> {
  let summary = "decodes block-quantized values (GGUF)";
  let description = [{
    *Semantics*: the last dimension of the input holds blocks one after the other; that of the
    result holds their values. The table gives the layout of a block, byte by byte. Multi-byte
    values are little-endian. Nibbles and bit fields are counted from the lowest bit. `q` is the
    integer that is stored for an element.

    | scheme | elements | bytes | layout and value |
    | --- | --- | --- | --- |
    | `q4_0` | 32 | 18 | f16 d; 16 bytes, whose low nibbles are elements 0 to 15 and whose high nibbles are 16 to 31. `d * (q - 8)` |
    | `q4_1` | 32 | 20 | f16 d, f16 m; nibbles as `q4_0`. `d * q + m` |
    | `q5_0` | 32 | 22 | f16 d; u32 h; nibbles as `q4_0`; bit i of h is bit 4 of element i. `d * (q - 16)` |
    | `q5_1` | 32 | 24 | f16 d, f16 m; h and nibbles as `q5_0`. `d * q + m` |
    | `q8_0` | 32 | 34 | f16 d; 32 i8. `d * q` |
    | `q2_k` | 256 | 84 | 16 bytes s, one per 16 elements; 64 bytes; f16 d, f16 dmin. Bits 2j and 2j + 1 of byte 32h + l are element 128h + 32j + l. `d * (s & 15) * q - dmin * (s >> 4)` |
    | `q3_k` | 256 | 110 | 32 bytes h; 64 bytes as in `q2_k`; 12 bytes with 16 scales of 6 bits; f16 d. Bit 4h + j of byte l of h is bit 2 of element 128h + 32j + l. The low nibbles of bytes 0 to 7 of the scales are bits 0 to 3 of scales 0 to 7, the high nibbles those of scales 8 to 15; bits 2i and 2i + 1 of byte 8 + j are bits 4 and 5 of scale 4i + j. `d * (scale - 32) * (q - 4)` |
    | `q4_k` | 256 | 144 | f16 d, f16 dmin; 12 bytes b with 8 scales and 8 minima of 6 bits, one per 32 elements; 128 bytes, of which 32 contiguous ones hold 64 elements, first the low nibbles. For j < 4, s = b[j] & 63 and m = b[j + 4] & 63; otherwise s = (b[j + 4] & 15) + 16 * (b[j - 4] >> 6) and m = (b[j + 4] >> 4) + 16 * (b[j] >> 6). `d * s * q - dmin * m` |
    | `q5_k` | 256 | 176 | d, dmin and b as `q4_k`; 32 bytes h; nibbles as `q4_k`. Bit j of byte l of h is bit 4 of element 32j + l. `d * s * q - dmin * m` |
    | `q6_k` | 256 | 210 | 128 bytes, 64 per 128 elements: low nibbles of bytes 0 to 31, of 32 to 63, then the high nibbles likewise; 64 bytes, 32 per 128 elements, whose bits 2j and 2j + 1 of byte l are bits 4 and 5 of element 32j + l; 16 i8 s, one per 16 elements; f16 d. `d * s * (q - 32)` |
    | `q8_k` | 256 | 292 | f32 d; 256 i8; 16 i16 sums of 16 elements, which are not used. `d * q` |

    The file format is GGUF, and the layouts are those of GGML's `ggml-common.h`. Weights of experts
    `[E, N, bytes]` give a result `[E, N, K]`, which `rlx.transpose` can turn into `[E, K, N]`. A
    model that only multiplies with the weights uses `rlx.dequant_matmul`, which keeps them packed.

    *Shape rule*: the rank is at least 1 (dequantize_blocks_c1). The last size is a multiple of the
    bytes of a block (dequantize_blocks_c2); in the result it is the number of elements of the
    blocks.

    *Types*: ui8 to the floating-point type `to`.

    *Numerics*: computed in f32, in which each formula above rounds once, and then converted.

    *Example*:
    ```mlir
    %0 = rlx.dequantize_blocks %w scheme = q4_k to f32 : (tensor<8x64x288xui8>) -> tensor<8x64x512xf32>
    ```
  }];
  let arguments = (ins RLX_BlockTensor:$input, RLX_BlockScheme:$scheme, TypeAttrOf<RLX_Float>:$to);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $input `scheme` `=` $scheme `to` $to attr-dict `:` functional-type(operands, results)
  }];
}

// Lowered to its own loops, which decode weights in registers. The decomposition decodes all of
// them first.
class RLX_BlockMatmulOp<string mnemonic, list<Trait> traits = []>
    : RLX_CompositeOp<mnemonic, traits # [RLX_NoFusion,
          DeclareOpInterfaceMethods<RLX_LinalgLowerableOpInterface>]> {
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `scheme` `=` $scheme attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_DequantMatmulOp : RLX_BlockMatmulOp<"dequant_matmul",
    [DeclareOpInterfaceMethods<RLX_ElementLowerableOpInterface>]> {
  let summary = "matmul with the transpose of block-quantized weights (GGUF)";
  let description = [{
    *Semantics*: `result[b.., m, n] = sum_k lhs[b.., m, k] * w[n, k]`, where `w` is the result of
    `rlx.dequantize_blocks` for `weights` in f32. The weights stay packed: a kernel reads their
    bytes, and decodes a few elements at a time in registers. For one row this is a block-quantized
    GEMV.

    *Shape rule*: lhs has rank 2 or more (dequant_matmul_c1). `weights` has rank 2
    (dequant_matmul_c2), and its last size is a multiple of the bytes of a block
    (dequant_matmul_c3). The number of elements of its blocks is the number of columns of lhs
    (dequant_matmul_c4).

    *Types*: floating-point lhs, ui8 weights; the result has the element type of lhs.

    *Numerics*: weights are f32 values. Sums accumulate in f32, or in f64 if lhs is f64. If lhs is
    f16 or bf16, a device may round weights to that type before it multiplies.

    `row_precision` permits a device to round each run of 32 contiguous elements of a row, as
    fractions of the largest among them:

    | row_precision | the largest error | by |
    | --- | --- | --- |
    | `exact`, or none | 2^-22 | three bytes |
    | `high` | 1/65278 | two bytes |
    | `fast` | 1/254 | one byte, as llama.cpp does |

    Only CPUs with dot products of bytes make use of it. The option `--precision` sets it
    (`rlx-set-row-precision`).

    *Example*:
    ```mlir
    %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<?x512xf32>, tensor<64x288xui8>) -> tensor<?x64xf32>
    %1 = rlx.dequant_matmul %x, %w scheme = q4_k row_precision = high : (tensor<?x512xf32>, tensor<64x288xui8>) -> tensor<?x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$lhs, RLX_BlockTensor:$weights, RLX_BlockScheme:$scheme,
      OptionalAttr<RLX_RowPrecision>:$row_precision);
  let assemblyFormat = [{
    operands `scheme` `=` $scheme (`row_precision` `=` $row_precision^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_DequantGroupedMatmulOp
    : RLX_BlockMatmulOp<"dequant_grouped_matmul", [RLX_MayFail, RLX_ExpertMatmulOpInterface]> {
  let summary = "grouped matmul with block-quantized weights (GGUF)";
  let description = [{
    *Semantics*: `result[m, n] = sum_k lhs[m, k] * w[indices[m], n, k]`, where `w` is the result of
    `rlx.dequantize_blocks` for `weights` in f32. Each row selects its expert. Negative indices
    count from the end; one outside [-E, E) fails the run. The weights stay packed, as in
    `rlx.dequant_matmul`.

    *Shape rule*: lhs has rank 2, `weights` `[E, N, bytes]` rank 3 and `indices` rank 1
    (dequant_grouped_matmul_c1). There is one index per row (dequant_grouped_matmul_c2). The last
    size of `weights` is a multiple of the bytes of a block (dequant_grouped_matmul_c3). The number
    of elements of its blocks is the number of columns of lhs (dequant_grouped_matmul_c4). There is
    at least one expert (dequant_grouped_matmul_c5).

    *Types*: floating-point lhs, ui8 weights, integer indices. The result has the element type of
    lhs.

    *Numerics*: as `rlx.dequant_matmul`.

    *Example*:
    ```mlir
    %0 = rlx.dequant_grouped_matmul %x, %w, %ids scheme = q6_k : (tensor<?x512xf32>, tensor<8x64x420xui8>, tensor<?xi32>) -> tensor<?x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$lhs, RLX_BlockTensor:$weights, RLX_IntTensor:$indices,
      RLX_BlockScheme:$scheme);
}

#endif // RLX_BLOCK_QUANT_TD
