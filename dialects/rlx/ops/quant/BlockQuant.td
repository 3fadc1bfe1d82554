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

    | `iq4_nl` | 32 | 18 | f16 d; nibbles as `q4_0`. `d * u(q)` |
    | `iq4_xs` | 256 | 136 | f16 d; u16 h; u32 l; 128 bytes, 16 per 32 elements, with nibbles as `q4_0`. For elements 32j to 32j + 31, s is bits 4j to 4j + 3 of l and, above these, bits 2j and 2j + 1 of h. `d * (s - 32) * u(q)` |
    | `mxfp4` | 32 | 17 | u8 e; nibbles as `q4_0`. `2^(e - 128) * v(q)` |
    | `nvfp4` | 64 | 36 | 4 bytes s, one per 16 elements: fp8 numbers e4m3 whose sign is not used, and 127 is 0; 32 bytes, 8 per 16 elements: low nibbles are elements 0 to 7, high nibbles 8 to 15. `s / 2 * v(q)` |
    | `tq1_0` | 256 | 54 | 48 bytes, 4 bytes, f16 d. A byte b has five digits in base 3; digit n is `((b * 3^n mod 256) * 3) >> 8`. Element 32n + l is digit n of byte l, 160 + 16n + l that of byte 32 + l, and 240 + 4n + l, with n < 4, that of byte 48 + l. `d * (q - 1)` |
    | `tq2_0` | 256 | 66 | 64 bytes as in `q2_k`; f16 d. `d * (q - 1)` |
    | `iq1_s` | 256 | 50 | f16 d; 32 bytes; 8 u16 h, one per 32 elements. Entry 4j + k of 8 elements is byte 4j + k plus 256 times bits 3k to 3k + 2 of h[j]; s is bits 12 to 14 of h[j], and bit 15 is the sign. `d * (2s + 1) * t(q) / 8` |
    | `iq1_m` | 256 | 56 | 32 bytes; 16 bytes h; 4 u16 p. Entry i of 8 elements is byte i plus 256 times the low 3 bits of its nibble of h, whose bit 3 is the sign. s of elements 16i to 16i + 15 is bits 3 * (i mod 4) and the next two of p[i / 4]. Bits 12 to 15 of p[0], p[1], p[2], p[3] are the nibbles of f16 d. `d * (2s + 1) * t(q) / 8` |
    | `iq2_xxs` | 256 | 66 | f16 d; for 32 elements each 4 bytes and u32 a. Byte k is the entry of 8 elements, bits 7k to 7k + 6 of a are the signs of elements 0 to 6 of these, and element 7 makes the number of negative ones even. s is bits 28 to 31 of a. `d * (2s + 1) * t(q) / 8` |
    | `iq2_xs` | 256 | 74 | f16 d; 32 u16, one per 8 elements: bits 0 to 8 are the entry, 9 to 15 the signs as in `iq2_xxs`; 8 bytes with s, 4 bits per 16 elements. `d * (2s + 1) * t(q) / 8` |
    | `iq2_s` | 256 | 82 | f16 d; 32 bytes, one per 8 elements; 32 bytes of signs; 8 bytes with bits 8 and 9 of entries, 2 bits each; 8 bytes with s, 4 bits per 16 elements. `d * (2s + 1) * t(q) / 8` |
    | `iq3_xxs` | 256 | 98 | f16 d; 64 bytes, entries of 4 elements; 8 u32 a, one per 32 elements, with signs and s as in `iq2_xxs`. `d * (2s + 1) * t(q) / 4` |
    | `iq3_s` | 256 | 110 | f16 d; 64 bytes, one per 4 elements; 8 bytes with bit 8 of entries; 32 bytes of signs; 4 bytes with s, 4 bits per 32 elements. `d * (2s + 1) * t(q)` |
    | `iq1_c32`, `iq2_c32`, `iq3_xxs_c32`, `iq3_s_c32` | 256 | 140 | f32 d; 8 i8 s, one per 32 elements; nibbles as in `iq4_xs`. `d * s * t(q)` |
    | `iq1_c16`, `iq2_c16` | 256 | 148 | f32 d; 16 i8 s, one per 16 elements; nibbles as in `iq4_xs`. `d * s * t(q)` |

    The last six are no schemes of files; `rlx.recode_blocks` makes them. `u`, `v` and `t` are tables
    of 16 values for nibbles. The upper eight of `v` and `t` are those below with the other sign.

    | table | values |
    | --- | --- |
    | `u` | -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113 |
    | `v` | 0, 1, 2, 3, 4, 6, 8, 12 |
    | `t`, of `iq2_*` | 8, 25, 43, and five zeros |
    | `t`, of `iq3_xxs` | 4, 12, 20, 28, 36, 44, 52, 62 |
    | `t`, of `iq3_s` | 1, 3, 5, 7, 9, 11, 13, 15 |
    | `t`, of `iq1_*` | -7, 1, 9, and five zeros; with bit 3 -9, -1, 7 |

    The elements of the other `iq` schemes are entries of grids: an entry has the low three bits of 8
    or 4 elements, and a sign bit is bit 3. The grids are in `dialects/rlx/reference/Codebooks.cpp`.
    Kernels decode `tq1_0` and these schemes after `rlx.recode_blocks`.

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

def RLX_RecodeBlocksOp : RLX_CoreOp<"recode_blocks", [RLX_NoFusion]> {
  let summary = "blocks with codes of fixed width in place of codebook entries (GGUF)";
  let description = [{
    *Semantics*: the last dimension of the input holds blocks of `scheme`; that of the result holds
    blocks with the same values in another scheme of `rlx.dequantize_blocks`, which kernels decode
    without the large tables of codebooks.

    | scheme | of the result | d | s |
    | --- | --- | --- | --- |
    | `iq1_s`, `iq1_m` | `iq1_c32`, `iq1_c16` | `d / 8` | `2s + 1` |
    | `iq2_xxs` | `iq2_c32` | `d / 8` | `2s + 1` |
    | `iq2_xs`, `iq2_s` | `iq2_c16` | `d / 8` | `2s + 1` |
    | `iq3_xxs` | `iq3_xxs_c32` | `d / 4` | `2s + 1` |
    | `iq3_s` | `iq3_s_c32` | `d` | `2s + 1` |
    | `tq1_0` | `tq2_0` | `d` | |

    `rlx-recode-blocks` puts this op before the ops that decode such blocks. Those of weights run
    once, when params are set.

    *Shape rule*: `scheme` is one of the table (recode_blocks_c1). The rank is at least 1
    (recode_blocks_c2). The last size is a multiple of the bytes of a block (recode_blocks_c3); in the
    result it is that of the same number of blocks.

    *Types*: ui8.

    *Numerics*: exact.

    *Example*:
    ```mlir
    %0 = rlx.recode_blocks %w scheme = iq2_xxs : (tensor<64x132xui8>) -> tensor<64x280xui8>
    ```
  }];
  let arguments = (ins RLX_BlockTensor:$input, RLX_BlockScheme:$scheme);
  let results = (outs RLX_BlockTensor:$result);
  let assemblyFormat = [{
    $input `scheme` `=` $scheme attr-dict `:` functional-type(operands, results)
  }];
}

// Lowered to its own loops, which decode weights in registers. The decomposition decodes all of
// them first.
class RLX_BlockMatmulOp<string mnemonic, list<Trait> traits = []>
    : RLX_CompositeOp<mnemonic, traits # [RLX_NoFusion,
          DeclareOpInterfaceMethods<RLX_LinalgLowerableOpInterface>]> {
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `scheme` `=` $scheme (`row_precision` `=` $row_precision^)? attr-dict `:`
    functional-type(operands, results)
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

    CPUs with dot products of bytes make use of it, and GPUs for fewer than 8 rows. On a GPU a row with
    an infinity or a NaN gives NaN. The option `--precision` sets it
    (`rlx-set-row-precision`).

    *Example*:
    ```mlir
    %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<?x512xf32>, tensor<64x288xui8>) -> tensor<?x64xf32>
    %1 = rlx.dequant_matmul %x, %w scheme = q4_k row_precision = high : (tensor<?x512xf32>, tensor<64x288xui8>) -> tensor<?x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$lhs, RLX_BlockTensor:$weights, RLX_BlockScheme:$scheme,
      OptionalAttr<RLX_RowPrecision>:$row_precision);
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

    *Numerics*: as `rlx.dequant_matmul`, with the same `row_precision`.

    *Example*:
    ```mlir
    %0 = rlx.dequant_grouped_matmul %x, %w, %ids scheme = q6_k : (tensor<?x512xf32>, tensor<8x64x420xui8>, tensor<?xi32>) -> tensor<?x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$lhs, RLX_BlockTensor:$weights, RLX_IntTensor:$indices,
      RLX_BlockScheme:$scheme, OptionalAttr<RLX_RowPrecision>:$row_precision);
}

#endif // RLX_BLOCK_QUANT_TD
