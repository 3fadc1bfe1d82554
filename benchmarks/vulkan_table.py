# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of benchmarks/vulkan.py, by name; see vulkan_cases.py."""
import dataclasses

from vulkan_cases import (GIB, LONG, added_rows, attention, best, elementwise, matmul, rows_of,
                          prefix_sum, shrunk, whole)

TYPES = ("f16", "bf16")
BLOCKS = ("q4_0", "q8_0", "q4_k")


def memory(small):
    big = 2**20 if small else GIB
    many, few = shrunk(16384, small), shrunk(4096, small)
    shape = f"f32 {many}x{few}"
    yield "copy of 1 GiB f32", elementwise(big, "", 1, lambda t, x: x.clone())
    yield "x + y, 1 GiB f32 each", elementwise(big, "rlx.add {0}, {1}", 2,
                                               lambda t, x, y: x + y, "add")
    yield "gelu of 1 GiB f32", elementwise(big, "rlx.gelu {0}", 1,
                                           lambda t, x: t.functional.gelu(x), "gelu")
    yield "max, min or product of 1 GiB f32", whole(big)
    yield f"softmax {shape}", rows_of(many, few, "rlx.softmax {0} axis = -1",
                                      lambda t, x: t.torch.softmax(x, -1), ggml="softmax")
    yield f"rms_norm {shape}", rows_of(
        many, few, "rlx.rms_norm {0} gamma {1} axis = -1 eps = 1.0e-5",
        lambda t, x, g: t.functional.rms_norm(x, g.shape, g, 1e-5), ["g"], "rms_norm")
    yield f"layer_norm {shape}", rows_of(
        many, few, "rlx.layer_norm {0} gamma {1} beta {2} axis = -1 eps = 1.0e-5",
        lambda t, x, g, b: t.functional.layer_norm(x, g.shape, g, b, 1e-5), ["g", "b"], "norm")


def matmuls(small):
    n, big = shrunk(4096, small), shrunk(8192, small)
    yield f"matmul f32 {n}^3", matmul(n, (n, n), "f32", "f32")
    for dtype in TYPES:
        plain, stored = f"matmul {dtype} {n}^3", f"matmul {dtype} {n}^3, weights [N][K]"
        yield plain, matmul(n, (n, n), dtype, dtype)
        yield stored, matmul(n, (n, n), dtype, dtype, order="nk")
        yield f"{plain} + bias, gelu", matmul(n, (n, n), dtype, dtype, epilogue=True,
                                              without=plain)
        yield f"{stored} + bias, gelu", matmul(n, (n, n), dtype, dtype, order="nk",
                                               epilogue=True, without=stored)
        yield f"matmul {dtype} {big}^3", matmul(big, (big, big), dtype, dtype, links=5)
    rows, wide, back = (shrunk(size, small) for size in (4097, 4095, 4093))
    yield f"{rows} rows, {back} to {wide} and back, f16", matmul(rows, (back, wide, back), "f16")
    odd = shrunk(1000, small)
    yield f"matmul f16 {odd}^3", matmul(odd, (odd, odd), "f16", links=LONG)
    rows = 64 if small else 256
    yield f"{rows} rows by {big}^2 f16", matmul(rows, (big, big), "f16")


def rows_512(small):
    """The matmuls of a prompt in a model of 8 billion weights."""
    rows, narrow, wide = 64 if small else 512, shrunk(4096, small), shrunk(14336, small)
    for kind in (*TYPES, *BLOCKS):
        dtype = kind if kind in TYPES else "f16"
        yield f"{rows} rows, {narrow} to {wide} and back, {kind}", matmul(
            rows, (narrow, wide, narrow), kind, dtype)
    for kind in TYPES:
        yield f"{rows} rows, {narrow} to {wide} and a slice, {kind}", matmul(
            rows, (narrow, wide), kind, kind, cut=True)


def blocks(small):
    n = shrunk(4096, small)
    for kind in BLOCKS:
        yield f"matmul f16 by {kind} {n}^3", matmul(n, (n, n), kind)


def single_rows(small):
    n, wide = shrunk(4096, small), shrunk(14336, small)
    many, few = shrunk(65536, small), shrunk(8192, small)
    for kind, order in (("f16", "kn"), ("f16", "nk"), *((kind, "nk") for kind in BLOCKS)):
        name = kind + (" [N][K]" if kind == "f16" and order == "nk" else "")
        yield f"row, {few} to {many} and a slice, {name}", matmul(
            1, (few, many), kind, order=order, cut=True)
        yield f"row, {n} to {wide} and back, {name}", matmul(
            1, (n, wide, n), kind, order=order, links=33)
        yield f"row, {n} to {n}, {name}", matmul(1, (n, n), kind, order=order, links=LONG)


def attentions(small):
    batch, tokens = (1 if small else 8), shrunk(2048, small)
    for size in (64, 128):
        yield f"attention f16 {batch}x16x{tokens}x{size}", attention(batch, 16, 16, tokens, tokens,
                                                                     size)
    for keys in (tokens, shrunk(16384, small)):
        yield f"one query of {keys}, {batch}x16x64 f16", attention(batch, 16, 16, 1, keys, 64)
        yield f"one query of {keys}, {batch}x32/8x128 f16", attention(batch, 32, 8, 1, keys, 128)


def in_order(small):
    """Ops whose definition goes from element to element, such as prefix sums."""
    long, words = shrunk(131072, small), shrunk(128256, small)
    yield f"sort of {long} f32", best(1, long, long)
    yield f"50 largest of {words} f32", best(1, words, 50)
    for rows in (16, 2048):
        yield f"8 largest of 128 f32, {rows} rows", best(rows, 128, 8, LONG)
    sums = shrunk(1 << 24, small)
    yield f"prefix sum of {sums} f32", prefix_sum(sums)
    updates, rows, columns = shrunk(4096, small), shrunk(30522, small), shrunk(768, small)
    yield f"{updates} rows of {columns} added to {rows} f32", added_rows(updates, rows, columns)


def overhead(_):
    yield "softmax f32 1x64", rows_of(1, 64, "rlx.softmax {0} axis = -1",
                                      lambda t, x: t.torch.softmax(x, -1), links=LONG)


def cases(small):
    groups = (overhead, memory, matmuls, blocks, rows_512, single_rows, attentions, in_order)
    return {name: dataclasses.replace(case, links=min(3, case.links)) if small else case
            for group in groups for name, case in group(small)}
