# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of DynamicQuantizeLSTM of com.microsoft, a family of contrib_cases.py."""
import numpy as np


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def dynamically_quantized(x):
    """x as ONNX Runtime rounds it to bytes with one scale and zero point."""
    low, high = (np.float32(bound) for bound in (min(x.min(), 0), max(x.max(), 0)))
    scale = np.float32(1) if low == high else (high - low) / np.float32(255)
    zero = np.rint(-low / scale)
    return (np.clip(np.rint(x.astype(np.float32) / scale) + zero, 0, 255) - zero) * scale


def lstm(x, w, r, bias, h, c, lengths=None):
    """One forward direction, with gates in the order i, o, f, c. A multiplication quantizes its left operand."""
    outputs = []
    lengths = np.full((len(h), 1), len(x)) if lengths is None else lengths.reshape(-1, 1)
    products = dynamically_quantized(np.where(np.arange(len(x)).reshape(-1, 1, 1) < lengths.max(), x, 0)) @ w
    for t, product in enumerate(products):
        seen = np.where(t <= lengths, h, 0)
        before = h, c
        i, o, f, g = np.split(product + dynamically_quantized(seen) @ r + bias, 4, -1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        outputs.append(np.where(t < lengths, h, 0))
        h, c = (np.where(t < lengths, new, old) for new, old in zip((h, c), before))
    return np.stack(outputs), h, c


def recurrent(cases):
    length, batch, inputs, hidden = 4, 2, 3, 5
    x = cases.floats(length, batch, inputs)
    for name, directions, columns, dtype in (("", 1, (), np.uint8), ("_reverse", 1, (4 * hidden,), np.int8),
                                             ("_both", 2, (4 * hidden,), np.uint8), ("_lengths", 1, (), np.int8),
                                             ("_zeros", 1, (), np.uint8)):
        info = np.iinfo(dtype)
        weights, parts = [], []
        for rows in (inputs, hidden):
            q = cases.integers(info.min, info.max, directions, rows, 4 * hidden, dtype=dtype)
            scale = (cases.random.random((directions, *columns)) / 100 + 0.001).astype(np.float32)
            zero = cases.integers(0, 20, directions, *columns, dtype=dtype)
            shape = (directions, 1, -1)
            weights.append((q.astype(np.float32) - zero.reshape(shape)) * scale.reshape(shape))
            parts.append((q, scale, zero))
        bias, h, c = cases.floats(directions, 8 * hidden), *(cases.floats(directions, batch, hidden) for _ in range(2))
        lengths = np.array([3, 2], np.int32) if name == "_lengths" else None
        if name == "_zeros":  # a range of 0
            x, h = np.zeros_like(x), np.zeros_like(h)
        results = []
        for d in range(directions):
            backward = name == "_reverse" or d == 1
            y, *last = lstm(x[::-1] if backward else x, weights[0][d], weights[1][d],
                            bias[d].reshape(2, -1).sum(0), h[d], c[d], lengths)
            results.append((y[::-1] if backward else y, *last))
        expected = [np.stack([result[i] for result in results], 1 if i == 0 else 0).astype(np.float32)
                    for i in range(3)]
        cases.add("dynamic_quantize_lstm" + name, "DynamicQuantizeLSTM",
                  [x, parts[0][0], parts[1][0], bias, lengths, h, c, None, *parts[0][1:], *parts[1][1:]], expected,
                  (1, 2, 3, 8, 9, 10, 11), {0: ["t", "b", inputs], 5: [directions, "b", hidden], 6: [directions, "b", hidden]},
                  hidden_size=hidden, direction={"_reverse": "reverse", "_both": "bidirectional"}.get(name, "forward"))
