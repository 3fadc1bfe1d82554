#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes test/lit/conformance/dequantize_blocks_gguf.mlir: blocks of every GGUF scheme and the
numbers that the PyPI package gguf, an implementation of its own, makes of them.

    python3 -m venv build/gguf && build/gguf/bin/pip install gguf==0.19.0 numpy==2.4.6
    build/gguf/bin/python scripts/gguf_vectors.py test/lit/conformance/dequantize_blocks_gguf.mlir

The blocks are random bytes with scales put in: an ordinary one, and the awkward ones below. gguf
0.19.0 cannot unpack Q8_K; its numbers are computed here, by the definition. The file is committed;
run this again only to change the schemes or scales.
"""
import sys

try:
    import gguf
    import numpy as np
    from gguf.quants import dequantize
except ImportError as error:
    sys.exit(f"gguf_vectors.py: error: {error}: see the head of this file")

# Where the f16 scales of a block lie.
SCHEMES = {
    "Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q8_0": [0], "Q2_K": [80, 82],
    "Q3_K": [108], "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208], "Q8_K": [], "IQ4_NL": [0],
    "IQ4_XS": [0], "MXFP4": [], "NVFP4": [], "TQ1_0": [52], "TQ2_0": [64], "IQ1_S": [0], "IQ1_M": [],
    "IQ2_XXS": [0], "IQ2_XS": [0], "IQ2_S": [0], "IQ3_XXS": [0], "IQ3_S": [0],
}
# Exponents of MXFP4: ordinary, large, and the two whose scales are subnormal; fp8 scales of NVFP4:
# with a sign that is not used, subnormal, the largest, and 127, which is 0.
BYTES = {"MXFP4": [[120], [250], [1], [0]], "NVFP4": [[0x38, 0xA5, 0x03, 0x80], [0x7E, 0x7F, 0x00, 0xFF]]}
# Ordinary; negative and large; subnormal; zero.
SCALES = [(0.0371, 0.0123), (-1234.0, 60000.0), (3e-7, -5.96e-8), (-0.0, 0.0)]

HEAD = """\
// Blocks of random bytes against the PyPI package gguf 0.19.0 (Q8_K: against the definition), bit
// for bit. Written by scripts/gguf_vectors.py.
// RUN: rlx-check %s
"""


def blocks(name, random):
    elements, size = gguf.GGML_QUANT_SIZES[gguf.GGMLQuantizationType[name]]
    count = len(SCALES) if elements == 32 else 2
    result = random.integers(0, 256, (count, size), dtype=np.uint8)
    for block, scales in zip(result, BYTES.get(name, [])):
        block[:len(scales)] = scales
    for block, scales in zip(result, SCALES):
        for offset, scale in zip(SCHEMES[name], scales):
            block[offset:offset + 2] = np.array([scale], "<f2").view(np.uint8)
        if name == "IQ1_M":  # the nibbles of an f16
            bits = int(np.array(scales[0], "<f2").view("<u2"))
            for i in range(4):
                block[49 + 2 * i] = block[49 + 2 * i] & 15 | (bits >> (4 * i) & 15) << 4
        if name == "Q8_K":
            block[0:4] = np.array([scales[0]], "<f4").view(np.uint8)
    return result


def numbers(name, packed):
    if name == "Q8_K":
        scale = packed[:, 0:4].copy().view("<f4")
        return scale * packed[:, 4:260].copy().view(np.int8).astype(np.float32)
    return dequantize(packed, gguf.GGMLQuantizationType[name])


def literal(array, element):
    shape = "x".join(str(size) for size in array.shape)
    return f'check.literal dense<"0x{array.tobytes().hex().upper()}"> : tensor<{shape}x{element}>'


def function(name, random):
    packed = blocks(name, random)
    expected = numbers(name, packed).astype("<f4")
    assert np.isfinite(expected).all()
    source, result = (f"tensor<{a.shape[0]}x{a.shape[1]}x{e}>"
                      for a, e in ((packed, "ui8"), (expected, "f32")))
    scheme = name.lower()
    return f"""
func.func @{scheme}() -> {result} {{
  %b = {literal(packed, "ui8")}
  %0 = rlx.dequantize_blocks %b scheme = {scheme} to f32 : ({source}) -> {result}
  %w = {literal(expected, "f32")}
  check.expect_eq %0, %w {{signed_zeros}} : {result}, {result}
  return %0 : {result}
}}
"""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    random = np.random.default_rng(2026)
    text = HEAD + "".join(function(name, random) for name in SCHEMES)
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
