# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matmuls with block-quantized weights by AMX's tiles: the same bits as by dot products of bytes."""
import functools

import numpy as np
import pytest

import rlx

# Elements and bytes of a block, and the offsets of its scales in f16.
BLOCKS = {
    "q4_0": (32, 18, [0]), "q4_1": (32, 20, [0, 2]), "q5_0": (32, 22, [0]), "q5_1": (32, 24, [0, 2]),
    "q8_0": (32, 34, [0]), "q2_k": (256, 84, [80, 82]), "q3_k": (256, 110, [108]), "q4_k": (256, 144, [0, 2]),
    "q5_k": (256, 176, [0, 2]), "q6_k": (256, 210, [208]), "iq4_nl": (32, 18, [0]), "iq4_xs": (256, 136, [0]),
    "mxfp4": (32, 17, []), "nvfp4": (64, 36, []), "tq1_0": (256, 54, [52]), "tq2_0": (256, 66, [64]),
    "iq1_s": (256, 50, [0]), "iq2_xxs": (256, 66, [0]), "iq2_xs": (256, 74, [0]), "iq2_s": (256, 82, [0]),
    "iq3_xxs": (256, 98, [0]), "iq3_s": (256, 110, [0]),
}
COLUMNS = 70
# Fewer rows than tiles take, a tile, several of them, and more than a workgroup has.
ROWS = (1, 7, 8, 15, 16, 17, 24, 47, 64, 65, 130)


@functools.cache
def has_tiles() -> bool:
    try:
        rlx.compile(model("q4_0", 32), cpu="sapphirerapids", cache=False)
    except rlx.Error as error:
        assert "lacks" in str(error)
        return False
    return True


def model(scheme: str, size: int) -> str:
    elements, count, _ = BLOCKS[scheme]
    x, y, w = f"tensor<?x{size}xf32>", f"tensor<?x{COLUMNS}xf32>", f"tensor<{COLUMNS}x{size // elements * count}xui8>"
    return (f'func.func @main(%x: {x} {{rlx.kind = "input", rlx.name = "x"}}, %w: {w} {{rlx.kind = "param", '
            f'rlx.name = "w"}}) -> ({y} {{rlx.name = "y"}}) {{\n'
            f"  %0 = rlx.dequant_matmul %x, %w scheme = {scheme} : ({x}, {w}) -> {y}\n  return %0 : {y}\n}}\n")


def random_blocks(scheme: str, size: int, rng) -> np.ndarray:
    elements, count, scales = BLOCKS[scheme]
    blocks = rng.integers(0, 256, (COLUMNS * size // elements, count), np.uint8)
    for offset in scales:  # 1/128 to 1/16
        blocks[:, offset + 1] = 0x28 | blocks[:, offset + 1] & 3
    if scheme == "mxfp4":
        blocks[:, 0] = 120 + blocks[:, 0] % 8
    if scheme == "nvfp4":
        blocks[:, :4] = 0x20 + blocks[:, :4] % 32
    return blocks.reshape(COLUMNS, -1)


@pytest.mark.parametrize("precision", ("exact", "high", "fast"))
@pytest.mark.parametrize("scheme", BLOCKS)
def test_same_bits(scheme, precision):
    if not has_tiles():
        pytest.skip("this machine has no AMX, or its kernel keeps it from processes")
    rng = np.random.default_rng(11)
    for size in (256, 1280) if BLOCKS[scheme][0] > 32 else (32, 576):
        weights = random_blocks(scheme, size, rng)
        tiles, dots = (rlx.compile(model(scheme, size), precision=precision, cpu=cpu, cache=False, threads=2)
                       for cpu in ("sapphirerapids", "icelake-server"))
        for each in (tiles, dots):
            each.set_params({"w": weights})
        for rows in ROWS:
            x = rng.standard_normal((rows, size), np.float32)
            x[rows // 2, size // 3] *= 1e4
            if rows == 47:
                x[3, 5], x[30, 7] = np.inf, np.nan
            with np.errstate(invalid="ignore"):
                np.testing.assert_array_equal(tiles(x), dots(x), err_msg=f"{rows} rows of {size}")
