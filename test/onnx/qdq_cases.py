# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of matmuls whose operands are both quantised data, as ONNX Runtime's quantize_static writes
them: QuantizeLinear and DequantizeLinear around each op. Scales are powers of two, so that sums of
floats are exact. A family of spelling_cases.py."""
import numpy as np


def around(g, x, kind, scale=2.0**-5, zero=None, **attributes):
    """The value after QuantizeLinear and DequantizeLinear. The zero point is by default the middle of
    the range."""
    info = np.iinfo(kind)
    zero = (info.max + info.min + 1) // 2 if zero is None else zero
    parameters = g.const(scale), g.const(np.full(np.shape(scale), zero), kind)
    return g.DequantizeLinear(g.QuantizeLinear(x, *parameters, **attributes), *parameters, **attributes)


def attention(g, q, k, v, mask, kinds, size=16, value_scale=2.0**-5, **value_axis):
    """`kinds` are the types of query, key, value and all others."""
    def split(x, perm):
        return g.Transpose(g.Reshape(x, g.ints(0, 0, -1, size)), perm=perm)

    query, key, value, other = kinds
    scores = g.MatMul(split(around(g, q, query), [0, 2, 1, 3]), split(around(g, k, key, zero=3), [0, 2, 3, 1]))
    scores = g.Mul(around(g, scores, other, 2.0**-2), g.const(0.25))
    scores = around(g, g.Add(around(g, scores, other, 2.0**-4), around(g, mask, other, 2.0**-3)), other, 2.0**-4)
    weights = around(g, g.Softmax(scores, axis=-1), other, 2.0**-8, np.iinfo(other).min)
    values = around(g, split(v, [0, 2, 1, 3]), value, value_scale, **value_axis)
    y = around(g, g.MatMul(weights, values), other, 2.0**-6)
    return g.Reshape(g.Transpose(y, perm=[0, 2, 1, 3]), g.ints(0, 0, -1))


def attentions(cases):
    u8, i8, u16 = np.uint8, np.int8, np.uint16

    def data(batch, length):
        mask = np.where(cases.random.random((batch, 1, 1, length)) < 0.2, -4, 0).astype(np.float32)
        return [cases.floats(batch, length, 64) for _ in range(3)] + [mask]

    dims = [["b", "s", 64]] * 3 + [["b", 1, 1, "s"]]
    for name, kinds, options in (
            ("uint8", (u8, u8, u8, u8), {}), ("int8", (i8, i8, i8, i8), {}),
            ("mixed", (u8, i8, i8, u8), {}), ("uint16", (u16, u16, u16, u16), {}),
            ("value_uint16", (u8, u8, u16, u8), {}),
            ("per_channel", (u8, u8, u8, u8), {"value_scale": 2.0**-np.arange(2, 18).clip(4, 6), "axis": 3})):
        cases.add("qdq_attention_" + name, lambda g, *x: attention(g, *x, kinds, **options),
                  *(data(b, s) for b, s in ((1, 17), (2, 33), (1, 1), (1, 97))), dims=dims, opset=21)


def matmuls(cases):
    """Sizes around those of tiles, and zero points at both ends of the range."""
    sizes = [(1, 1, 1, 1), (2, 3, 17, 33), (1, 33, 1, 17), (3, 7, 33, 1), (1, 13, 64, 16), (1, 391, 31, 130)]
    for kind in np.uint8, np.int8:
        info = np.iinfo(kind)
        for transposed in False, True:
            def build(g, x, y):
                y = g.Transpose(y, perm=[0, 2, 1]) if transposed else y
                product = g.MatMul(around(g, x, kind, zero=info.min), around(g, y, kind, zero=info.max))
                return around(g, product, kind, 2.0**-1)
            sets = [[np.abs(cases.floats(b, m, k)), -np.abs(cases.floats(*((b, n, k) if transposed else (b, k, n))))]
                    for b, m, k, n in sizes]
            dims = [["b", "m", "k"], ["b", "n", "k"] if transposed else ["b", "k", "n"]]
            cases.add(f"qdq_matmul_{kind.__name__}{'_transposed' * transposed}", build, *sets, dims=dims, opset=21)


def qdq(cases):
    attentions(cases)
    matmuls(cases)
