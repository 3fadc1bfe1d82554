# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random params for benchmarks/vulkan.py, as files of NumPy's format, without NumPy.

A few tens of thousands of random elements are repeated. Rows times weights keep the size of
their elements, so that long chains stay finite.
"""
import math
import os
import random
import struct

ELEMENTS = 32771  # a prime number: rows are not each other's copies
TYPES = {"f32": "<f4", "f16": "<f2", "bf16": "<V2", "ui8": "|u1", "i32": "<i4", "i64": "<i8"}


def packed_block(kind, deviation):
    """A block of GGUF's `kind`, whose weights have the standard deviation."""
    if kind == "q4_0":  # 8 stands for 0, and a mean that is not 0 grows from link to link
        return struct.pack("<e", deviation / 4.3) + bytes(
            random.randint(1, 15) << 4 | random.randint(1, 15) for _ in range(16))
    if kind == "q8_0":
        return struct.pack("<e", deviation / 74) + random.randbytes(32)
    # q4_k: scales and minima of 3 of their 6 bits, as many of each bit set in all eight.
    scales = bytes(byte & mask for byte, mask in zip(random.randbytes(12), [7] * 8 + [0x77] * 4))
    return (struct.pack("<ee", deviation / 31, 7.5 * deviation / 31) + scales
            + random.randbytes(128))


def pattern(dtype, fill):
    """`fill`: floats between -fill and fill, all of a whole number, ("below", n) for whole numbers
    below n, or blocks (kind, deviation)."""
    if isinstance(fill, tuple) and fill[0] == "below":
        return struct.pack(f"<{ELEMENTS}q", *(random.randrange(fill[1]) for _ in range(ELEMENTS)))
    if isinstance(fill, tuple):
        return b"".join(packed_block(*fill) for _ in range(4099))
    if dtype in ("i32", "i64"):
        return struct.pack("<i" if dtype == "i32" else "<q", fill)
    values = [random.uniform(-fill, fill) for _ in range(ELEMENTS)]
    if dtype == "f16":
        return struct.pack(f"<{ELEMENTS}e", *values)
    floats = struct.pack(f"<{ELEMENTS}f", *values)
    if dtype == "f32":
        return floats
    return b"".join(floats[i + 2:i + 4] for i in range(0, len(floats), 4))  # bf16: the upper half


def write(path, shape, dtype, fill):
    header = f"{{'descr': '{TYPES[dtype]}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    left = math.prod(shape) * int(TYPES[dtype][2:])
    part = pattern(dtype, fill)
    part *= min(64, left // len(part) + 1)
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        while left > 0:
            left -= file.write(part[:left])


def write_params(folder, params):
    """Options for rlx-run-rt; params that differ in their names only are one file."""
    files, options = {}, []
    for name, kind in params.items():
        if kind not in files:
            files[kind] = os.path.join(folder, f"{len(files)}.npy")
            write(files[kind], *kind)
        options.append(f"--param={name}={files[kind]}")
    return options
