// Weights in GGUF's blocks, which stay packed until a kernel multiplies by them.
#ifndef RLX_BLOCK_QUANT_TD
#define RLX_BLOCK_QUANT_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_BlockTensor : RankedTensorOf<[UI8]>;

def RLX_DequantizeBlocksOp : RLX_CoreOp<"dequantize_blocks", [RLX_NoFusion,
    DeclareOpInterfaceMethods<RLX_ElementLowerableOpInterface>]> {
  let summary = "the numbers that blocks of GGUF stand for";
  let description = [{
    *Semantics*: the last dimension of the input holds blocks one after the other, and that of the
    result the numbers they stand for. A block is, byte by byte (multi-byte numbers are
    little-endian, nibbles and bit fields are counted from the lowest bit, `q` is the integer that
    stands for an element):

    | scheme | elements | bytes | layout and value |
    | --- | --- | --- | --- |
    | `q4_0` | 32 | 18 | f16 d; 16 bytes, whose low nibbles are elements 0 to 15 and whose high ones 16 to 31. `d * (q - 8)` |
    | `q4_1` | 32 | 20 | f16 d, f16 m; nibbles as `q4_0`. `d * q + m` |
    | `q5_0` | 32 | 22 | f16 d; u32 h; nibbles as `q4_0`; bit i of h is bit 4 of element i. `d * (q - 16)` |
    | `q5_1` | 32 | 24 | f16 d, f16 m; h and nibbles as `q5_0`. `d * q + m` |
    | `q8_0` | 32 | 34 | f16 d; 32 i8. `d * q` |
    | `q2_k` | 256 | 84 | 16 bytes s, one for 16 elements; 64 bytes; f16 d, f16 dmin. Bits 2j and 2j + 1 of byte 32h + l are element 128h + 32j + l. `d * (s & 15) * q - dmin * (s >> 4)` |
    | `q3_k` | 256 | 110 | 32 bytes h; 64 bytes as in `q2_k`; 12 bytes of 16 scales of 6 bits; f16 d. Bit 4h + j of byte l of h is bit 2 of element 128h + 32j + l. The low nibbles of bytes 0 to 7 of the scales are bits 0 to 3 of scales 0 to 7, the high ones of 8 to 15; bits 2i and 2i + 1 of byte 8 + j are bits 4 and 5 of scale 4i + j. `d * (scale - 32) * (q - 4)` |
    | `q4_k` | 256 | 144 | f16 d, f16 dmin; 12 bytes b of 8 scales and 8 minima of 6 bits, one for 32 elements; 128 bytes, of which 32 neighbours hold 64 elements, first the low nibbles. For j < 4, s = b[j] & 63 and m = b[j + 4] & 63; otherwise s = (b[j + 4] & 15) + 16 * (b[j - 4] >> 6) and m = (b[j + 4] >> 4) + 16 * (b[j] >> 6). `d * s * q - dmin * m` |
    | `q5_k` | 256 | 176 | d, dmin and b as `q4_k`; 32 bytes h; nibbles as `q4_k`. Bit j of byte l of h is bit 4 of element 32j + l. `d * s * q - dmin * m` |
    | `q6_k` | 256 | 210 | 128 bytes, 64 for 128 elements: low nibbles of bytes 0 to 31, of 32 to 63, then the high nibbles likewise; 64 bytes, 32 for 128 elements, whose bits 2j and 2j + 1 of byte l are bits 4 and 5 of element 32j + l; 16 i8 s, one for 16 elements; f16 d. `d * s * (q - 32)` |
    | `q8_k` | 256 | 292 | f32 d; 256 i8; 16 i16 sums of 16 elements, which are not needed. `d * q` |

    The file format is GGUF, and the layouts are those of GGML's `ggml-common.h`. With weights
    [E, N, bytes] of experts the result is [E, N, K]; `rlx.transpose` makes [E, K, N] of it. A model
    that only multiplies by the weights uses `rlx.dequant_matmul`, which leaves them packed.

    *Shape rule*: rank 1 or more (dequantize_blocks_c1); the last size is a multiple of the bytes of
    a block (dequantize_blocks_c2). In the result it is the number of elements of the blocks.

    *Types*: ui8 to the floating-point type `to`.

    *Numerics*: computed in f32, where every formula above has one rounding, and then converted.

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

// Lowered with loops of its own; the decomposition unpacks all weights first.
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
  let summary = "matrix product with the transpose of weights in GGUF's blocks";
  let description = [{
    *Semantics*: `result[b.., m, n] = sum_k lhs[b.., m, k] * w[n, k]`, where `w` is what
    `rlx.dequantize_blocks` makes of `weights` in f32. The weights stay packed: a kernel reads
    their bytes and unpacks a few elements at a time in registers.

    *Shape rule*: lhs has rank 2 or more (dequant_matmul_c1); `weights` has rank 2
    (dequant_matmul_c2), its last size is a multiple of the bytes of a block (dequant_matmul_c3), and
    its blocks have as many elements as lhs has columns (dequant_matmul_c4).

    *Types*: floating-point lhs, ui8 weights; the result has the element type of lhs.

    *Numerics*: weights are f32 numbers; sums accumulate in f32, or in f64 if lhs is f64. A device may
    round weights to the type of an lhs of f16 or bf16 before it multiplies.

    *Example*:
    ```mlir
    %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<?x512xf32>, tensor<64x288xui8>) -> tensor<?x64xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$lhs, RLX_BlockTensor:$weights, RLX_BlockScheme:$scheme);
}

def RLX_DequantGroupedMatmulOp
    : RLX_BlockMatmulOp<"dequant_grouped_matmul", [RLX_MayFail, RLX_ExpertMatmulOpInterface]> {
  let summary = "product of every row with the weights of its expert in GGUF's blocks";
  let description = [{
    *Semantics*: `result[m, n] = sum_k lhs[m, k] * w[indices[m], n, k]`, where `w` is what
    `rlx.dequantize_blocks` makes of `weights` in f32. Negative indices count from the end; one
    outside [-E, E) fails the run. The weights stay packed, as in `rlx.dequant_matmul`.

    *Shape rule*: lhs has rank 2, `weights` [E, N, bytes] rank 3 and `indices` rank 1
    (dequant_grouped_matmul_c1); there is one index a row (dequant_grouped_matmul_c2); the last size
    of `weights` is a multiple of the bytes of a block (dequant_grouped_matmul_c3), and its blocks
    have as many elements as lhs has columns (dequant_grouped_matmul_c4); there is an expert
    (dequant_grouped_matmul_c5).

    *Types*: floating-point lhs, ui8 weights, any integer indices; the result has the element type
    of lhs.

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
