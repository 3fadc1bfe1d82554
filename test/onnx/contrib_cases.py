# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the operators of com.microsoft, in the kind `contrib`. Expected outputs are formulas in NumPy, after
ONNX Runtime's docs/ContribOperators.md."""
import math
import types

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from recurrent_cases import recurrent

DOMAIN = "com.microsoft"


def type_of(array):
    return helper.np_dtype_to_tensor_dtype(array.dtype)


class ContribCases:
    def __init__(self):
        self.random = np.random.default_rng(1)
        self.all = []

    def floats(self, *shape, dtype=np.float32):
        return self.random.standard_normal(shape).astype(dtype)

    def integers(self, low, high, *shape, dtype=np.uint8):
        return self.random.integers(low, high, shape).astype(dtype)

    def add(self, name, op, inputs, expected, constants=(), sizes=None, domain=DOMAIN, **attributes):
        """One node. Inputs at the positions `constants` are initializers; None is absent. `sizes` has the
        declared shapes of inputs with dynamic sizes, by position. An expected output of None is not there."""
        names = ["" if value is None else f"x{i}" for i, value in enumerate(inputs)]
        results = ["" if value is None else f"y{i}" for i, value in enumerate(expected)]
        data = [i for i, value in enumerate(inputs) if value is not None and i not in constants]
        infos = [helper.make_tensor_value_info(names[i], type_of(inputs[i]),
                                               (sizes or {}).get(i, inputs[i].shape)) for i in data]
        made = [(y, value) for y, value in zip(results, expected) if y]
        graph = helper.make_graph(
            [helper.make_node(op, names, results, domain=domain, **attributes)], name, infos,
            [helper.make_tensor_value_info(y, type_of(value), None) for y, value in made],
            [numpy_helper.from_array(inputs[i], names[i]) for i in constants])
        model = helper.make_model(graph, ir_version=8, opset_imports=[
            helper.make_opsetid("", 14), helper.make_opsetid(DOMAIN, 1)])
        self.all.append(types.SimpleNamespace(
            kind="contrib", name="test_" + name, model=model,
            data_sets=[([inputs[i] for i in data], [value for _, value in made])]))


# ---- formulas

erf = np.vectorize(math.erf, otypes=[np.float32])


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def gelu(x):
    return x / 2 * (1 + erf(x / np.sqrt(2)))


def fast_gelu(x):
    return (0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))).astype(x.dtype)


def softmax(x, axis=-1):
    powers = np.exp(x - x.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


def swap(x):
    return np.swapaxes(x, -1, -2)


def layer_norm(x, gamma, beta=None, eps=1e-12):
    centred = x - x.mean(-1, keepdims=True)
    result = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + eps) * gamma
    return (result if beta is None else result + beta).astype(x.dtype)


def rms_norm(x, gamma, eps=1e-12):
    return (x / np.sqrt((x**2).mean(-1, keepdims=True) + eps) * gamma).astype(x.dtype)


def heads_of(x, heads):
    """[b, s, heads * size] as [b, heads, s, size]."""
    return np.swapaxes(x.reshape(*x.shape[:2], heads, -1), 1, 2)


def merged(x):
    return np.swapaxes(x, 1, 2).reshape(x.shape[0], x.shape[2], -1)


def attention(q, k, v, bias=0.0, scale=None, softcap=0.0, sink=None):
    """Of [b, heads, s, size]; the heads of k and v may be fewer."""
    k, v = (np.repeat(x, q.shape[1] // x.shape[1], 1) for x in (k, v))
    scores = q @ swap(k) * (scale or 1 / np.sqrt(q.shape[-1]))
    if softcap:
        scores = softcap * np.tanh(scores / softcap)
    scores = scores + bias
    if sink is not None:
        column = np.broadcast_to(np.reshape(sink, (1, -1, 1, 1)), (*scores.shape[:1], q.shape[1], scores.shape[2], 1))
        scores = np.concatenate([scores, column], -1)
        return (softmax(scores)[..., :-1] @ v).astype(q.dtype)
    return (softmax(scores) @ v).astype(q.dtype)


def causal(queries, keys, start=0, window=None):
    """-inf for the keys that are not seen."""
    i, j = start + np.arange(queries)[:, None], np.arange(keys)
    seen = (j <= i) & (j > i - (window or keys + queries))
    return np.where(seen, 0, -np.inf).astype(np.float32)


def rotate(x, cos, sin, positions, interleaved=False):
    """Of [b, heads, s, size], with positions [b, s]."""
    c, s = (table[positions][:, None] for table in (cos, sin))
    rotated = 2 * cos.shape[1]
    part, rest = x[..., :rotated], x[..., rotated:]
    a, b = (part[..., ::2], part[..., 1::2]) if interleaved else np.split(part, 2, -1)
    turned = [a * c - b * s, b * c + a * s]
    joined = np.stack(turned, -1).reshape(part.shape) if interleaved else np.concatenate(turned, -1)
    return np.concatenate([joined, rest], -1).astype(x.dtype)


def rotary_tables(cases, length, half):
    angles = cases.floats(length, half)
    return np.cos(angles), np.sin(angles)


# ---- families

def activations(cases):
    x, bias = cases.floats(2, 3, 8), cases.floats(8)
    dynamic = {0: ["b", "s", 8]}
    cases.add("gelu_contrib", "Gelu", [x], [gelu(x)], sizes=dynamic)
    cases.add("bias_gelu", "BiasGelu", [x, bias], [gelu(x + bias)], (1,), dynamic)
    cases.add("fast_gelu", "FastGelu", [x], [fast_gelu(x)])
    cases.add("fast_gelu_bias", "FastGelu", [x, bias], [fast_gelu(x + bias)], sizes=dynamic)
    half = x.astype(np.float16)
    cases.add("fast_gelu_half", "FastGelu", [half], [fast_gelu(half.astype(np.float32)).astype(np.float16)])
    for name, attributes in (("", {}), ("_alpha", {"alpha": 0.7}), ("_silu", {"alpha": 1.0})):
        cases.add("quick_gelu" + name, "QuickGelu", [x], [x * sigmoid(attributes.get("alpha", 1.702) * x)],
                  **attributes)
    skip = cases.floats(2, 3, 8)
    cases.add("bias_add", "BiasAdd", [x, bias, skip], [x + bias + skip], (1,), {0: ["b", "s", 8], 2: ["b", "s", 8]})


def matmuls(cases):
    a, b = cases.floats(2, 3, 4, 5), cases.floats(2, 3, 5, 6)
    for ta in (0, 1):
        for tb in (0, 1):
            cases.add(f"fused_matmul_{ta}{tb}", "FusedMatMul", [swap(a) if ta else a, swap(b) if tb else b],
                      [0.5 * (a @ b)], alpha=0.5, transA=ta, transB=tb)
    rows_first = np.moveaxis(a, 2, 0)  # [4, 2, 3, 5]
    cases.add("fused_matmul_batch", "FusedMatMul", [rows_first, np.moveaxis(b, 2, 0)], [a @ b], transBatchA=1,
              transBatchB=1)
    both = np.moveaxis(swap(a), 2, 0)  # [5, 2, 3, 4]
    cases.add("fused_matmul_batch_trans", "FusedMatMul", [both, b], [a @ b], transBatchA=1, transA=1)
    vector = cases.floats(4)
    cases.add("fused_matmul_vector", "FusedMatMul", [vector, a], [vector @ a], transA=1)
    cases.add("fused_matmul_dynamic", "FusedMatMul", [a[0], b[0, 0]], [2 * (a[0] @ b[0, 0])], (1,),
              {0: ["b", "s", 5]}, alpha=2.0)
    cases.add("transpose_matmul", "TransposeMatMul", [a, swap(b)], [a @ b], transB=1)
    product = a[0] @ b[0]
    cases.add("fused_matmul_activation", "FusedMatMulActivation", [a[0], b[0]],
              [np.where(product < 0, 0.2 * product, product).astype(np.float32)],
              activation="LeakyRelu", activation_alpha=0.2)
    bias = cases.floats(6)
    cases.add("gemm_fast_gelu", "GemmFastGelu", [a[0], b[0, 0], bias], [fast_gelu(a[0] @ b[0, 0] + bias)], (1, 2))
    x, w, c = cases.floats(3, 4), cases.floats(5, 4), cases.floats(5)
    gemm = 0.5 * (x @ w.T) + 2 * c
    cases.add("fused_gemm_relu", "FusedGemm", [x, w, c], [np.maximum(gemm, 0)], (1, 2), {0: ["b", 4]}, alpha=0.5,
              beta=2.0, transB=1, activation="Relu")
    cases.add("fused_gemm_hard_sigmoid", "FusedGemm", [x, w, c], [np.clip(0.3 * gemm + 0.4, 0, 1)], (1, 2),
              alpha=0.5, beta=2.0, transB=1, activation="HardSigmoid", activation_alpha=0.3, activation_beta=0.4)


def convolution(x, w):
    """With pads of 1 and a kernel of 3."""
    padded = np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    return np.einsum("ncyxij,ocij->noyx", windows, w).astype(x.dtype)


def convolutions(cases):
    x, w, bias = cases.floats(1, 3, 5, 6), cases.floats(4, 3, 3, 3), cases.floats(4)
    plain = convolution(x, w) + bias[:, None, None]
    rest = cases.floats(*plain.shape)
    for name, result, attributes in (
            ("relu", np.maximum(plain, 0), {"activation": "Relu"}),
            ("clip", np.clip(plain, -1, 0.5), {"activation": "Clip", "activation_params": [-1.0, 0.5]}),
            ("leaky_relu", np.where(plain < 0, 0.3 * plain, plain).astype(np.float32),
             {"activation": "LeakyRelu", "activation_params": [0.3]}),
            ("tanh", np.tanh(plain), {"activation": "Tanh"})):
        cases.add("fused_conv_" + name, "FusedConv", [x, w, bias], [result], (1, 2), {0: ["n", 3, 5, 6]},
                  pads=[1, 1, 1, 1], **attributes)
    cases.add("fused_conv_add", "FusedConv", [x, w, bias, rest], [np.maximum(plain + rest, 0)], (1, 2),
              pads=[1, 1, 1, 1], activation="Relu")


def channels_last(cases):
    x, w, bias = cases.floats(1, 3, 5, 6), cases.floats(4, 3, 3, 3), cases.floats(4)
    plain = convolution(x, w) + bias[:, None, None]
    nhwc = np.moveaxis(x, 1, -1)
    result = np.moveaxis(plain, 1, -1)
    rest = cases.floats(*result.shape)
    cases.add("nhwc_conv", "NhwcConv", [nhwc, w, bias], [result], (1, 2), {0: ["n", 5, 6, 3]}, auto_pad="SAME_UPPER")
    cases.add("nhwc_fused_conv", "NhwcFusedConv", [nhwc, w, bias, rest], [np.maximum(result + rest, 0)], (1, 2),
              {0: ["n", 5, 6, 3], 3: ["n", 5, 6, 4]}, pads=[1, 1, 1, 1], activation="Relu")
    q, qw = cases.integers(0, 255, 1, 3, 5, 6), cases.integers(-127, 127, 4, 3, 3, 3, dtype=np.int8)
    qb = cases.integers(-500, 500, 4, dtype=np.int32)
    sx, sy, zx, zy = np.float32(0.02), np.float32(0.3), np.uint8(120), np.uint8(128)
    sw = np.array([0.02, 0.03, 0.04, 0.05], np.float32)
    sums = convolution(q.astype(np.float64) - zx, qw.astype(np.float64)) + qb[:, None, None]
    expected = np.clip(np.rint(sums * (sx * sw / sy)[:, None, None]) + zy, 0, 255).astype(np.uint8)
    parameters, constants = [sx, zx, qw, sw, np.zeros(4, np.int8), sy, zy, qb], range(1, 9)
    cases.add("qlinear_conv_contrib", "QLinearConv", [q, *parameters], [expected], constants, {0: ["n", 3, 5, 6]},
              pads=[1, 1, 1, 1])
    cases.add("qlinear_conv_contrib_last", "QLinearConv", [np.moveaxis(q, 1, -1), *parameters],
              [np.moveaxis(expected, 1, -1)], constants, {0: ["n", 5, 6, 3]}, pads=[1, 1, 1, 1], channels_last=1)


def group_norms(cases):
    def norm(x, gamma, beta, groups, eps=1e-5):
        parts = x.reshape(*x.shape[:3], groups, -1)
        mean, variance = (f(parts, axis=(1, 2, 4), keepdims=True) for f in (np.mean, np.var))
        return (((parts - mean) / np.sqrt(variance + eps)).reshape(x.shape) * gamma + beta).astype(np.float32)

    x, gamma, beta, bias = cases.floats(2, 3, 4, 8), cases.floats(8), cases.floats(8), cases.floats(8)
    skip, row = cases.floats(2, 3, 4, 8), cases.floats(2, 8)
    plain, dynamic = norm(x, gamma, beta, 4), {0: ["n", 3, "w", 8]}
    cases.add("group_norm_contrib", "GroupNorm", [x, gamma, beta], [plain], (1, 2), dynamic, groups=4, activation=0)
    cases.add("group_norm_contrib_silu", "GroupNorm", [np.moveaxis(x, -1, 1), gamma, beta],
              [np.moveaxis(plain * sigmoid(plain), -1, 1)], (1, 2), groups=4, activation=1, channels_last=0)
    total = x + skip + bias
    cases.add("skip_group_norm", "SkipGroupNorm", [x, gamma, beta, skip, bias], [norm(total, gamma, beta, 2), total],
              (1, 2, 4), groups=2, activation=0)
    total = x + row[:, None, None]
    cases.add("skip_group_norm_row", "SkipGroupNorm", [x, gamma, beta, row], [norm(total, gamma, beta, 2)], (1, 2),
              groups=2, activation=0)


def biased(cases):
    x, bias = cases.floats(2, 3, 4, 6), cases.floats(2, 1, 1, 6)
    cases.add("bias_softmax", "BiasSoftmax", [x, bias], [softmax(x + bias)], (), {0: ["b", 3, "s", 6], 1: ["b", 1, 1, 6]},
              axis=3, is_inner_broadcast=1)
    flat = softmax((x + bias).reshape(2, 3, -1)).reshape(x.shape)
    cases.add("bias_softmax_flat", "BiasSoftmax", [x, bias], [flat], axis=2, is_inner_broadcast=1)
    row = cases.floats(6)
    left, right = np.split(x + row, 2, -1)
    cases.add("bias_split_gelu", "BiasSplitGelu", [x, row], [left * gelu(right)], (1,))
    half = [cases.floats(*shape, dtype=np.float16) for shape in ((2, 3, 8), (2, 3, 8), (8,))]
    wide = [value.astype(np.float32) for value in half]
    cases.add("skip_simplified_layer_normalization_half", "SkipSimplifiedLayerNormalization", half,
              [rms_norm(wide[0] + wide[1], wide[2], 1e-5).astype(np.float16)], (2,), epsilon=1e-5)


def matrices(cases):
    a = cases.floats(2, 4, 4) + 4 * np.eye(4, dtype=np.float32)
    cases.add("inverse", "Inverse", [a], [np.linalg.inv(a)])
    cases.add("inverse_one", "Inverse", [a[0]], [np.linalg.inv(a[0])])
    x = cases.floats(2, 3, 4)
    cases.add("trilu_contrib", "Trilu", [x], [np.triu(x)])
    cases.add("trilu_contrib_lower", "Trilu", [x, np.array(1)], [np.tril(x, 1)], (1,), upper=0)
    cases.add("range_contrib", "Range", [np.array(2), np.array(7)], [np.arange(2, 7)], (0, 1))
    cases.add("range_contrib_delta", "Range", [np.float32(1), np.float32(2), np.float32(0.25)],
              [np.arange(1, 2, 0.25, dtype=np.float32)], (0, 1, 2))


def normalizations(cases):
    x, skip, gamma, beta, bias = (cases.floats(*shape) for shape in ((2, 3, 8), (2, 3, 8), (8,), (8,), (8,)))
    dynamic = {0: ["b", "s", 8], 1: ["b", "s", 8]}
    cases.add("layer_normalization_old", "LayerNormalization", [x, gamma, beta], [layer_norm(x, gamma, beta, 1e-3)],
              (1, 2), domain="", epsilon=1e-3)
    cases.add("simplified_layer_normalization", "SimplifiedLayerNormalization", [x, gamma],
              [rms_norm(x, gamma, 1e-3)], (1,), {0: ["b", "s", 8]}, domain="", epsilon=1e-3, axis=-1, stash_type=1)
    cases.add("skip_layer_normalization", "SkipLayerNormalization", [x, skip, gamma, beta],
              [layer_norm(x + skip, gamma, beta)], (2, 3), dynamic)
    total = x + skip + bias
    cases.add("skip_layer_normalization_bias_sum", "SkipLayerNormalization", [x, skip, gamma, beta, bias],
              [layer_norm(total, gamma, beta, 1e-2), None, None, total], (2, 3, 4), dynamic, epsilon=1e-2)
    cases.add("skip_layer_normalization_no_beta", "SkipLayerNormalization", [x, skip[:1], gamma, None, bias],
              [layer_norm(x + skip[:1] + bias, gamma)], (2, 4))
    cases.add("skip_layer_normalization_shared", "SkipLayerNormalization", [x, skip[1], gamma, beta],
              [layer_norm(x + skip[1], gamma, beta)], (2, 3), {0: ["b", "s", 8], 1: ["s", 8]})
    cases.add("skip_simplified_layer_normalization", "SkipSimplifiedLayerNormalization", [x, skip, gamma],
              [rms_norm(x + skip, gamma), None, None, x + skip], (2,), dynamic)
    cases.add("skip_simplified_layer_normalization_bias", "SkipSimplifiedLayerNormalization",
              [x[0], skip[0], gamma, bias], [rms_norm(total[0], gamma, 1e-4)], (2, 3), epsilon=1e-4)


def embeddings(cases):
    words, positions, segments = cases.floats(11, 8), cases.floats(7, 8), cases.floats(2, 8)
    gamma, beta = cases.floats(8), cases.floats(8)
    ids, kinds = (cases.integers(0, high, 2, 4, dtype=np.int32) for high in (11, 2))
    mask = np.array([[1, 1, 1, 0], [1, 0, 0, 0]], np.int32)
    places = cases.integers(0, 7, 2, 4, dtype=np.int32)
    total = words[ids] + positions[:4] + segments[kinds]
    dynamic = {0: ["b", "s"], 1: ["b", "s"], 7: ["b", "s"], 8: ["b", "s"]}
    tables = (2, 3, 4, 5, 6)
    cases.add("embed_layer_normalization", "EmbedLayerNormalization",
              [ids, kinds, words, positions, segments, gamma, beta, mask],
              [layer_norm(total, gamma, beta, 1e-3), mask.sum(1, dtype=np.int32), total], tables, dynamic,
              epsilon=1e-3)
    plain = words[ids] + positions[places]
    cases.add("embed_layer_normalization_positions", "EmbedLayerNormalization",
              [ids, None, words, positions, None, gamma, beta, None, places],
              [layer_norm(plain, gamma, beta), np.zeros(2, np.int32)], (2, 3, 5, 6), dynamic)


def rotary(cases):
    x, tables = cases.floats(2, 3, 16), rotary_tables(cases, 9, 4)
    positions = cases.integers(0, 9, 2, 3, dtype=np.int64)
    dynamic = {0: ["b", "s", 16], 1: ["b", "s"]}
    for style in (0, 1):
        expected = merged(rotate(heads_of(x, 2), *tables, positions, style))
        cases.add(f"rotary_embedding_contrib_{style}", "RotaryEmbedding", [x, positions, *tables], [expected], (2, 3),
                  dynamic, interleaved=style)
    first = np.array([4])
    following = np.broadcast_to(4 + np.arange(3), (2, 3))
    cases.add("rotary_embedding_contrib_offset", "RotaryEmbedding", [x, first, *tables],
              [merged(rotate(heads_of(x, 2), *tables, following))], (2, 3), {0: ["b", "s", 16]})
    partial = rotary_tables(cases, 9, 2)
    cases.add("rotary_embedding_contrib_partial", "RotaryEmbedding", [x, positions, *partial],
              [merged(rotate(heads_of(x, 2), *partial, positions))], (2, 3), num_heads=2, rotary_embedding_dim=4)
    y = cases.floats(2, 4, 3, 8)
    cases.add("rotary_embedding_contrib_heads", "RotaryEmbedding", [y, positions, *tables],
              [rotate(y, *tables, positions)], (2, 3))


def multi_head(cases):
    q, k, v = cases.floats(2, 3, 16), cases.floats(2, 5, 16), cases.floats(2, 5, 12)
    bias = cases.floats(44)
    split = [heads_of(x, 2) for x in (q, k, v)]
    dynamic = {0: ["b", "s", 16], 1: ["b", "k", 16], 2: ["b", "k", 12]}

    def add(name, inputs, expected, constants=(), sizes=dynamic, **attributes):
        cases.add("multi_head_" + name, "MultiHeadAttention", inputs, expected, constants, sizes, num_heads=2,
                  **attributes)

    add("plain", [q, k, v], [merged(attention(*split))])
    add("scale", [q, k, v], [merged(attention(*split, scale=0.5))], scale=0.5)
    moved = [heads_of(x + part, 2) for x, part in zip((q, k, v), np.split(bias, [16, 32]))]
    add("bias", [q, k, v, bias], [merged(attention(*moved))], (3,))
    mask = np.array([[1, 1, 1, 1, 0], [1, 1, 0, 0, 0]], np.int32)
    filtered = np.where(mask, 0, -10000.0)[:, None, None]
    add("mask", [q, k, v, None, mask], [merged(attention(*split, filtered))], sizes={**dynamic, 4: ["b", "k"]})
    add("lengths", [q, k, v, None, mask.sum(1, dtype=np.int32)], [merged(attention(*split, filtered))],
        sizes={**dynamic, 4: ["b"]})
    soft = np.where(mask, 0, -2.0)[:, None, None]
    add("mask_filter", [q, k, v, None, mask], [merged(attention(*split, soft))], sizes={}, mask_filter_value=-2.0)
    wide = cases.integers(0, 2, 2, 3, 5, dtype=np.int32)
    wide[:, :, 0] = 1
    extra = cases.floats(1, 2, 3, 5)
    add("mask_wide", [q, k, v, None, wide, extra],
        [merged(attention(*split, np.where(wide, 0, -10000.0)[:, None] + extra))], sizes={})
    k2, v2 = cases.floats(2, 3, 16), cases.floats(2, 3, 16)
    own = [heads_of(x, 2) for x in (q, k2, v2)]
    same = {i: ["b", "s", 16] for i in range(3)}
    add("causal", [q, k2, v2], [merged(attention(*own, causal(3, 3)))], sizes=same, unidirectional=1)
    small = np.array([[1, 1, 1], [1, 1, 0]], np.int32)
    add("causal_mask", [q, k2, v2, None, small],
        [merged(attention(*own, causal(3, 3) + np.where(small, 0, -10000.0)[:, None, None]))],
        sizes={**same, 4: ["b", "s"]}, unidirectional=1)
    past = [cases.floats(2, 2, 4, 8) for _ in range(2)]
    keys, values = (np.concatenate([p, x], 2) for p, x in zip(past, own[1:]))
    grown = {**same, 6: ["b", 2, "p", 8], 7: ["b", 2, "p", 8]}
    for name, seen, attributes in (("", 0, {}), ("_causal", causal(3, 7, 4), {"unidirectional": 1})):
        add("past" + name, [q, k2, v2, None, None, None, *past],
            [merged(attention(own[0], keys, values, seen)), keys, values], sizes=grown, **attributes)
    add("transposed", [q, *split[1:]], [merged(attention(*split))],
        sizes={0: ["b", "s", 16], 1: ["b", 2, "k", 8], 2: ["b", 2, "k", 6]})
    packed = np.stack([np.swapaxes(x, 1, 2) for x in own], 3)
    add("packed", [packed], [merged(attention(*own))], sizes={0: ["b", "s", 2, 3, 8]})
    pair = np.stack([np.swapaxes(x, 1, 2) for x in own[1:]], 3)
    add("packed_keys", [q, pair], [merged(attention(*own))], sizes={})


def self_attention(cases):
    x, w, bias = cases.floats(2, 4, 8), cases.floats(8, 24), cases.floats(24)
    dynamic = {0: ["b", "s", 8]}

    def projected(x, weights=w, sizes=(8, 16), heads=2):
        return [heads_of(part, heads) for part in np.split(x @ weights + bias[:weights.shape[1]], sizes, -1)]

    def add(name, inputs, expected, constants=(1, 2), sizes=dynamic, **attributes):
        cases.add("attention_contrib_" + name, "Attention", inputs, expected, constants, sizes, num_heads=2,
                  **attributes)

    own = projected(x)
    add("plain", [x, w, bias], [merged(attention(*own))])
    add("causal", [x, w, bias], [merged(attention(*own, causal(4, 4)))], unidirectional=1)
    lengths = np.array([4, 2], np.int32)
    by_length = np.where(np.arange(4) < lengths[:, None], 0, -10000.0)[:, None, None]
    add("lengths", [x, w, bias, lengths], [merged(attention(*own, by_length))], sizes={0: ["b", "s", 8], 3: ["b"]})
    ends = np.array([4, 3, 1, 2], np.int32)
    inside = (np.arange(4) < ends[:2, None]) & (np.arange(4) >= ends[2:, None])
    add("starts", [x, w, bias, ends], [merged(attention(*own, np.where(inside, 0, -10000.0)[:, None, None]))],
        sizes={})
    mask = np.array([[1, 1, 1, 0], [0, 0, 0, 0]], np.int32)
    filtered = np.where(mask, 0, -10000.0)[:, None, None]
    add("mask", [x, w, bias, mask], [merged(attention(*own, filtered))], sizes={0: ["b", "s", 8], 3: ["b", "s"]})
    add("mask_causal", [x, w, bias, mask[:1].repeat(2, 0)],
        [merged(attention(*own, np.where(mask[:1], 0, -10000.0)[None, None] + causal(4, 4)))], unidirectional=1)
    square = cases.integers(0, 2, 2, 1, 6, 6, dtype=np.int32)
    square[..., 0] = 1
    past = cases.floats(2, 2, 2, 2, 4)
    keys, values = (np.concatenate([p, y], 2) for p, y in zip(past, own[1:]))
    grown = {0: ["b", "s", 8], 4: [2, "b", 2, "p", 4]}
    add("past", [x, w, bias, None, past],
        [merged(attention(own[0], keys, values, causal(4, 6, 2))), np.stack([keys, values])], sizes=grown,
        unidirectional=1)
    add("past_mask", [x, w, bias, square, past],
        [merged(attention(own[0], keys, values, np.where(square[:, :, 2:6, :6], 0, -10000.0))),
         np.stack([keys, values])], sizes={})
    extra = cases.floats(2, 1, 4, 4)
    add("bias", [x, w, bias, None, None, extra], [merged(attention(*own, extra)), np.stack(own[1:])], sizes={})
    narrow = projected(x, w[:, :20], (8, 16))
    add("sizes", [x, w[:, :20], bias[:20]], [merged(attention(*narrow))], qkv_hidden_sizes=[8, 8, 4])
    add("no_bias", [x, w], [merged(attention(*[heads_of(p, 2) for p in np.split(x @ w, 3, -1)]))], (1,))


def group_query(cases):
    heads, shared, size, length = 4, 2, 16, 3
    tables = rotary_tables(cases, 16, 8)
    q, k, v = cases.floats(2, length, 64), cases.floats(2, length, 32), cases.floats(2, length, 32)
    split = [heads_of(q, heads), heads_of(k, shared), heads_of(v, shared)]
    first = np.broadcast_to(np.arange(length), (2, length))
    dynamic = {0: ["b", "s", 64], 1: ["b", "s", 32], 2: ["b", "s", 32], 5: ["b"]}
    ends, total = np.array([2, 2], np.int32), np.array([3], np.int32)

    def add(name, inputs, expected, constants=(), sizes=dynamic, **attributes):
        cases.add("group_query_" + name, "GroupQueryAttention", inputs, expected, constants, sizes, num_heads=heads,
                  kv_num_heads=shared, **attributes)

    seen = causal(length, length)
    present = split[1:]
    add("prompt", [q, k, v, None, None, ends, total], [merged(attention(*split, seen)), *present])
    turned = [rotate(x, *tables, first) for x in split[:2]]
    add("prompt_rotary", [q, k, v, None, None, ends, total, *tables],
        [merged(attention(*turned, split[2], seen)), turned[1], split[2]], (7, 8), do_rotary=1)
    odd = [rotate(x, *tables, first, True) for x in split[:2]]
    packed = np.concatenate([q, k, v], -1)
    add("packed", [packed, None, None, None, None, ends, total, *tables],
        [merged(attention(*odd, split[2], seen)), odd[1], split[2]], (7, 8), {0: ["b", "s", 128], 5: ["b"]},
        do_rotary=1, rotary_interleaved=1)
    add("window", [q, k, v, None, None, ends, total],
        [merged(attention(*split, causal(length, length, window=2))), *present], local_window_size=2)
    add("softcap", [q, k, v, None, None, ends, total],
        [merged(attention(*split, seen, 0.3, softcap=1.5)), *present], softcap=1.5, scale=0.3)
    add("smooth", [q, k, v, None, None, ends, total],
        [merged(attention(*split, seen, sink=np.zeros(heads, np.float32))), *present], smooth_softmax=1)
    sink = cases.floats(heads)
    add("sink", [q, k, v, None, None, ends, total, None, None, None, None, sink],
        [merged(attention(*split, seen, sink=sink)), *present], (11,))
    bias = cases.floats(1, heads, length, length)
    add("bias", [q, k, v, None, None, ends, total, None, None, None, bias],
        [merged(attention(*split, seen + bias)), *present], (6,), {})

    # Decoding: one token for each batch, whose pasts have 4 and 2 elements.
    step = [cases.floats(2, 1, 64), cases.floats(2, 1, 32), cases.floats(2, 1, 32)]
    one = [heads_of(step[0], heads), heads_of(step[1], shared), heads_of(step[2], shared)]
    past = [cases.floats(2, shared, 4, size) for _ in range(2)]
    lengths, longest = np.array([4, 2], np.int32), np.array([5], np.int32)
    rows = {0: ["b", "s", 64], 1: ["b", "s", 32], 2: ["b", "s", 32], 3: ["b", 2, "p", 16], 4: ["b", 2, "p", 16], 5: ["b"]}
    for name, rotates, window, capacity in (("", 0, None, 4), ("_rotary", 1, None, 4), ("_window", 1, 2, 4),
                                            ("_shared", 1, None, 7)):
        places = lengths[:, None].astype(np.int64)
        query, key = ([rotate(x, *tables, places) for x in one[:2]] if rotates else one[:2])
        caches = [np.concatenate([p, np.zeros((2, shared, capacity - 4, size), np.float32)], 2) for p in past]
        keys, values = (np.concatenate([p, np.zeros((2, shared, max(5 - capacity, 0), size), np.float32)], 2)
                        for p in caches)
        for b in range(2):
            keys[b, :, lengths[b]], values[b, :, lengths[b]] = key[b, :, 0], one[2][b, :, 0]
        hidden = np.stack([causal(1, keys.shape[2], n, window) for n in lengths])[:, None]
        add("decode" + name, [*step, *caches, lengths, longest, *(tables if rotates else ())],
            [merged(attention(query, keys, values, hidden)), keys, values], (7, 8) if rotates else (), rows,
            do_rotary=rotates, local_window_size=window or -1)
    # A second part of a prompt, with one batch.
    part = [x[:1] for x in past]
    places = np.arange(4, 7)[None]
    query, key = (rotate(x[:1], *tables, places) for x in split[:2])
    keys, values = (np.concatenate([p, x], 2) for p, x in zip(part, (key, split[2][:1])))
    add("continued", [q[:1], k[:1], v[:1], *part, np.array([6], np.int32), np.array([7], np.int32), *tables],
        [merged(attention(query, keys, values, causal(length, 7, 4))), keys, values], (6, 7, 8), rows, do_rotary=1)


def decoder(cases):
    """GroupQueryAttention with its lengths from the attention mask, as GenAI's model builder writes it."""
    heads, shared, size = 4, 2, 16
    tables = rotary_tables(cases, 16, 8)

    def node(op, inputs, outputs, domain="", **attributes):
        return helper.make_node(op, inputs, outputs, domain=domain, **attributes)

    constants = {"axis": np.array([1]), "one": np.array([1]), "position": np.array(1), "cos": tables[0], "sin": tables[1]}
    nodes = [node("ReduceSum", ["attention_mask", "axis"], ["sum"], keepdims=0), node("Sub", ["sum", "one"], ["last"]),
             node("Cast", ["last"], ["seqlens_k"], to=TensorProto.INT32), node("Shape", ["attention_mask"], ["shape"]),
             node("Gather", ["shape", "position"], ["length"], axis=0),
             node("Cast", ["length"], ["total"], to=TensorProto.INT32),
             node("GroupQueryAttention", ["q", "k", "v", "past_k", "past_v", "seqlens_k", "total", "cos", "sin"],
                  ["y", "present_k", "present_v"], DOMAIN, num_heads=heads, kv_num_heads=shared, do_rotary=1)]
    shapes = {"q": ["b", "s", 64], "k": ["b", "s", 32], "v": ["b", "s", 32], "past_k": ["b", 2, "past", size],
              "past_v": ["b", 2, "past", size], "attention_mask": ["b", "total"]}
    infos = [helper.make_tensor_value_info(
        name, TensorProto.INT64 if name == "attention_mask" else TensorProto.FLOAT, shape)
             for name, shape in shapes.items()]
    graph = helper.make_graph(
        nodes, "decoder", infos,
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in ("y", "present_k", "present_v")],
        [numpy_helper.from_array(value, name) for name, value in constants.items()])
    model = helper.make_model(graph, ir_version=8, opset_imports=[
        helper.make_opsetid("", 14), helper.make_opsetid(DOMAIN, 1)])
    data_sets, past = [], [np.zeros((1, shared, 0, size), np.float32)] * 2
    for length in (5, 1, 1, 3):  # the prompt, two tokens, and more of the user's
        start = past[0].shape[2]
        inputs = [cases.floats(1, length, 64), cases.floats(1, length, 32), cases.floats(1, length, 32)]
        places = start + np.arange(length)[None]
        q, k = (rotate(heads_of(x, n), *tables, places) for x, n in zip(inputs, (heads, shared)))
        keys, values = (np.concatenate([p, x], 2) for p, x in zip(past, (k, heads_of(inputs[2], shared))))
        result = merged(attention(q, keys, values, causal(length, start + length, start)))
        data_sets.append(([*inputs, *past, np.ones((1, start + length), np.int64)], [result, keys, values]))
        past = [keys, values]
    cases.all.append(types.SimpleNamespace(kind="contrib", name="test_group_query_decoder", model=model,
                                           data_sets=data_sets))


def pack_bits(values, bits):
    """Along the last dimension, the low bits first."""
    per_byte = 8 // bits
    padded = np.pad(values, [(0, 0)] * (values.ndim - 1) + [(0, -values.shape[-1] % per_byte)])
    parts = padded.reshape(*padded.shape[:-1], -1, per_byte).astype(np.uint8)
    return sum(parts[..., i] << (i * bits) for i in range(per_byte)).astype(np.uint8)


def block_weights(cases):
    def add(name, bits, block, rows, columns, zero_points=None, bias=False, dtype=np.float32, sizes=None):
        blocks = -(-rows // block)
        q = cases.integers(0, 1 << bits, columns, blocks, block)
        scales = (cases.random.random((columns, blocks)) * 0.1 + 0.01).astype(dtype)
        zero, given = np.full((columns, blocks), 1 << (bits - 1)), None
        if zero_points:
            zero = cases.integers(0, 1 << bits, columns, blocks)
            given = zero.astype(dtype) if zero_points == "float" else pack_bits(zero, bits)
        weights = ((q - zero[..., None].astype(np.float32)) * scales[..., None]).reshape(columns, -1)[:, :rows]
        x, b = cases.floats(2, 3, rows, dtype=dtype), cases.floats(columns, dtype=dtype)
        result = (x.astype(np.float32) @ weights.T + bias * b).astype(dtype)
        inputs = [x, pack_bits(q, bits), scales, given, None, b if bias else None]
        while inputs[-1] is None:
            inputs.pop()
        cases.add("matmul_nbits_" + name, "MatMulNBits", inputs, [result],
                  [i for i in (1, 2, 3, 5) if i < len(inputs) and inputs[i] is not None],
                  sizes or {0: ["b", "s", rows]}, K=rows, N=columns, bits=bits, block_size=block, accuracy_level=1)

    for bits in (2, 4, 8):
        add(f"{bits}", bits, 32, 64, 24)
        add(f"{bits}_zero", bits, 16, 48, 7, zero_points="packed")
    add("4_128", 4, 128, 256, 16, zero_points="packed", bias=True)
    add("4_256", 4, 256, 256, 5)
    add("4_rest", 4, 32, 40, 9, zero_points="packed")
    add("8_rest", 8, 64, 100, 6, bias=True)
    add("4_float_zero", 4, 16, 32, 6, zero_points="float")
    add("4_half", 4, 32, 64, 8, dtype=np.float16)

    indices = np.array([[3, 0], [7, 3]])
    for bits in (2, 4, 8):
        for with_zero in (0, 1):
            q = cases.integers(0, 1 << bits, 8, 48)
            scales = cases.floats(8, 3)
            zero = cases.integers(0, 1 << bits, 8, 3) if with_zero else np.full((8, 3), 1 << (bits - 1))
            table = (q - np.repeat(zero, 16, 1).astype(np.float32)) * np.repeat(scales, 16, 1)
            cases.add(f"gather_block_quantized_{bits}_{with_zero}", "GatherBlockQuantized",
                      [pack_bits(q, bits), indices, scales] + [pack_bits(zero, bits)] * with_zero,
                      [table[indices].astype(np.float32)], (0, 2, 3) if with_zero else (0, 2), {1: ["b", "s"]},
                      bits=bits, block_size=16)


def quantize(x, scale, zero, dtype=np.uint8):
    info = np.iinfo(dtype)
    return np.clip(np.rint(x / scale) + zero, info.min, info.max).astype(dtype)


def dequantize(q, scale, zero):
    return (q.astype(np.float32) - zero) * scale


def quantized(cases):
    scales = [np.float32(s) for s in (0.05, 0.03, 0.08)]
    for dtype, zeros in ((np.uint8, (120, 100, 130)), (np.int8, (3, -5, 7))):
        info, name = np.iinfo(dtype), np.dtype(dtype).name
        zero = [dtype(z) for z in zeros]
        a, b = (cases.integers(info.min, info.max, 2, 3, 5, 4, dtype=dtype) for _ in range(2))
        x, y = dequantize(a, scales[0], zero[0]), dequantize(b, scales[1], zero[1])
        pair = [a, scales[0], zero[0], b, scales[1], zero[1], scales[2], zero[2]]
        dynamic = {0: ["b", 3, 5, 4], 3: ["b", 3, 5, 4]}
        constants = (1, 2, 4, 5, 6, 7)
        cases.add("qlinear_add_" + name, "QLinearAdd", pair, [quantize(x + y, scales[2], zero[2], dtype)], constants,
                  dynamic)
        cases.add("qlinear_mul_" + name, "QLinearMul", pair, [quantize(x * y, scales[2], zero[2], dtype)], constants,
                  dynamic)
        pair[3] = b[0, 0]
        cases.add("qlinear_add_broadcast_" + name, "QLinearAdd", pair,
                  [quantize(x + y[0, 0], scales[2], zero[2], dtype)], (1, 2, 3, 4, 5, 6, 7))

        def unary(op, result, scale=np.float32(0.05), suffix="", x=a, **attributes):
            cases.add(f"qlinear_{op.lower()}{suffix}_{name}", "QLinear" + op,
                      [x, scales[0], zero[0], scale, zero[2]],
                      [quantize(result, scale, zero[2], dtype)], (1, 2, 3, 4), **attributes)

        unary("LeakyRelu", np.where(x < 0, 0.2 * x, x), alpha=0.2)
        unary("Sigmoid", sigmoid(x), np.float32(1 / 256))
        unary("GlobalAveragePool", x.mean((2, 3), keepdims=True))
        unary("GlobalAveragePool", x.mean((1, 2), keepdims=True), suffix="_last", channels_last=1)
        windows = np.lib.stride_tricks.sliding_window_view(x, (2, 3), (2, 3))
        unary("AveragePool", windows.mean((4, 5)), np.float32(0.07), kernel_shape=[2, 3])
        windows = np.lib.stride_tricks.sliding_window_view(x, (2, 3), (1, 2))
        unary("AveragePool", windows.mean((4, 5)), np.float32(0.07), "_last", kernel_shape=[2, 3], channels_last=1)
        unary("Softmax", softmax(x), np.float32(1 / 256), opset=13, axis=-1)
        unary("Softmax", softmax(x.reshape(6, -1)).reshape(x.shape), np.float32(1 / 256), "_flat", opset=12, axis=2)
        unary("ReduceMean", x.mean((1, 3)), axes=[1, 3], keepdims=0)
        cases.add("qlinear_concat_" + name, "QLinearConcat",
                  [scales[2], zero[2], a, scales[0], zero[0], b, scales[1], zero[1]],
                  [quantize(np.concatenate([x, y], 1), scales[2], zero[2], dtype)], (0, 1, 3, 4, 6, 7),
                  {2: ["b", 3, 5, 4], 5: ["b", 3, 5, 4]}, axis=1)
        condition = cases.integers(0, 2, 2, 3, 5, 1).astype(bool)
        cases.add("qlinear_where_" + name, "QLinearWhere", [condition, *pair[:3], b, *pair[4:]],
                  [quantize(np.where(condition, x, y), scales[2], zero[2], dtype)], (2, 3, 5, 6, 7, 8))
        windows = np.lib.stride_tricks.sliding_window_view(a, (2, 2), (1, 2))[:, ::2]
        cases.add("nhwc_max_pool_" + name, "NhwcMaxPool", [a], [windows.max((4, 5))], sizes={0: ["n", 3, 5, 4]},
                  kernel_shape=[2, 2], strides=[2, 1])
        cases.add("quantize_linear_contrib_" + name, "QuantizeLinear", [x, scales[2], zero[2]],
                  [quantize(x, scales[2], zero[2], dtype)], (1, 2))
        several = np.array([0.05, 0.1, 0.2], np.float32)
        offsets = np.array([1, 2, 3], dtype)
        cases.add("dequantize_linear_contrib_" + name, "DequantizeLinear", [a, several, offsets],
                  [dequantize(a, several[:, None, None], offsets.astype(np.float32)[:, None, None])], (1, 2), axis=1)


def quantized_matmuls(cases):
    a = cases.integers(0, 255, 2, 3, 8)
    sa, za = np.float32(0.02), np.uint8(110)
    x = dequantize(a, sa, za)
    bias = cases.floats(5)
    for name, dtype, sb, zb in (("u8", np.uint8, np.float32(0.03), np.uint8(99)),
                                ("i8", np.int8, np.float32(0.03), None),
                                ("columns", np.int8, np.arange(1, 6, dtype=np.float32) / 50,
                                 np.arange(-2, 3).astype(np.int8))):
        info = np.iinfo(dtype)
        b = cases.integers(info.min, info.max, 8, 5, dtype=dtype)
        y = dequantize(b, sb, 0 if zb is None else zb.astype(np.float32))
        constants = [i for i, value in ((1, b), (2, sa), (3, sb), (4, za), (5, zb), (6, bias)) if value is not None]
        cases.add("matmul_integer_to_float_" + name, "MatMulIntegerToFloat", [a, b, sa, sb, za, zb, bias],
                  [x @ y + bias], constants, {0: ["b", "s", 8]})
        z = cases.floats(2, 3, 8)
        low, high = min(z.min(), 0), max(z.max(), 0)
        scale = np.float32((high - low) / 255)
        zero = np.uint8(np.rint(-low / scale))
        inexact = dequantize(quantize(z, scale, zero), scale, zero)
        constants = [i for i, value in ((1, b), (2, sb), (3, zb), (4, bias)) if value is not None]
        cases.add("dynamic_quantize_matmul_" + name, "DynamicQuantizeMatMul", [z, b, sb, zb, bias], [inexact @ y + bias],
                  constants, {0: ["b", "s", 8]})
        zb = zb if zb is not None else dtype(0)
        c = cases.integers(-500, 500, 5, dtype=np.int32)
        sums = 0.5 * (x[0] @ y + c * (sa * sb))
        cases.add("qgemm_float_" + name, "QGemm", [a[0], sa, za, b, sb, zb, c], [sums.astype(np.float32)],
                  (1, 2, 3, 4, 5, 6), {0: ["b", 8]}, alpha=0.5)
        cases.add("qgemm_" + name, "QGemm",
                  [np.ascontiguousarray(a[0].T), sa, za, np.ascontiguousarray(b.T), sb, zb, c, np.float32(0.1),
                   np.uint8(128)],
                  [quantize(sums, np.float32(0.1), 128)], (1, 2, 3, 4, 5, 6, 7, 8), alpha=0.5, transA=1, transB=1)

    w = cases.integers(-50, 50, 8, 24, dtype=np.int8)
    sw, b = np.float32(0.02), cases.floats(24)
    own = [heads_of(part, 2) for part in np.split(x @ dequantize(w, sw, 0) + b, 3, -1)]
    mask = np.array([3, 2], np.int32)
    seen = np.where(np.arange(3) < mask[:, None], 0, -10000.0)[:, None, None]
    cases.add("qattention", "QAttention", [a, w, b, sa, sw, mask, za, np.int8(0)], [merged(attention(*own, seen))],
              (1, 2, 3, 4, 6, 7), {0: ["b", "s", 8], 5: ["b"]}, num_heads=2)
    past = cases.floats(2, 2, 2, 4, 4)
    keys, values = (np.concatenate([p, part], 2) for p, part in zip(past, own[1:]))
    cases.add("qattention_past", "QAttention", [a, w, b, sa, sw, None, za, np.int8(0), past],
              [merged(attention(own[0], keys, values, causal(3, 7, 4))), np.stack([keys, values])],
              (1, 2, 3, 4, 6, 7), {0: ["b", "s", 8], 8: [2, "b", 2, "p", 4]}, num_heads=2, unidirectional=1)


def mixture(x, router, layers, k, activation, normalizes):
    """`layers` are pairs of weights [experts, outputs, inputs] and biases."""
    result = np.zeros_like(x)
    for row, (token, probabilities) in enumerate(zip(x, softmax(router))):
        best = np.argsort(-probabilities)[:k]
        shares = probabilities[best] / (probabilities[best].sum() if normalizes else 1)
        for expert, share in zip(best, shares):
            inner = [w[expert] @ token + b[expert] for w, b in (layers[0], *layers[2:])]
            w, b = layers[1]
            result[row] += share * (w[expert] @ activation(*inner) + b[expert])
    return result


def mixtures(cases):
    hidden, inner, experts = 16, 32, 3
    x, router = cases.floats(5, hidden), cases.floats(5, experts)

    def layer(outputs, inputs):
        return cases.floats(experts, outputs, inputs) / 4, cases.floats(experts, outputs)

    first, second, third, wide = layer(inner, hidden), layer(hidden, inner), layer(inner, hidden), layer(2 * inner, hidden)

    def silu(x):
        return x * sigmoid(x)

    def clamped(pairs):
        gate, linear = np.minimum(pairs[::2], 1.5), np.clip(pairs[1::2], -1.5, 1.5)
        return gate * sigmoid(1.702 * gate) * (linear + 1)

    def add(name, layers, activation, kind, normalizes=0, **attributes):
        flat = [part for pair in layers for part in pair]
        cases.add("moe_" + name, "MoE", [x, router, *flat], [mixture(x, router, layers, 2, activation, normalizes)],
                  range(2, 2 + len(flat)), {0: ["t", hidden], 1: ["t", experts]}, k=2, activation_type=kind,
                  normalize_routing_weights=normalizes, **attributes)

    add("relu", [first, second], lambda h: np.maximum(h, 0), "relu")
    add("gelu_normalized", [first, second], fast_gelu, "gelu", 1)
    add("silu_gated", [first, second, third], lambda h, g: silu(h) * g, "silu", 1)
    add("swiglu", [first, second, third], lambda h, g: silu(h) * g, "swiglu", 1)
    add("swiglu_interleaved", [wide, second], clamped, "swiglu", 1, swiglu_fusion=1, swiglu_limit=1.5,
        activation_alpha=1.702, activation_beta=1.0)
    add("swiglu_concatenated", [wide, second], lambda h: silu(h[:inner]) * h[inner:], "swiglu", 1, swiglu_fusion=2)
    for bits in (4, 8):
        for block, with_zero in ((0, 0), (16, 0), (16, 1)):
            layers, inputs = [], []
            for outputs, columns in ((inner, hidden), (hidden, inner)):
                blocks = columns // block if block else 1
                q = cases.integers(0, 1 << bits, experts, outputs, blocks, columns // blocks)
                scales = (cases.random.random((experts, outputs, blocks)) / (1 << bits)).astype(np.float32)
                zero = np.full((experts, outputs, blocks), 1 << (bits - 1))
                if with_zero:
                    zero = cases.integers(0, 1 << bits, experts, outputs, blocks)
                weights = (q.astype(np.float32) - zero[..., None]) * scales[..., None]
                layers.append((weights.reshape(experts, outputs, columns), cases.floats(experts, outputs)))
                inputs.append([pack_bits(q.reshape(experts, outputs, columns), bits),
                               scales if block else scales[..., 0], layers[-1][1],
                               pack_bits(zero, bits) if with_zero else None])
            given = [x, router, *inputs[0][:3], *inputs[1][:3], None, None, None, inputs[0][3], inputs[1][3]]
            while given[-1] is None:
                given.pop()
            cases.add(f"qmoe_{bits}_{block}_{with_zero}", "QMoE", given,
                      [mixture(x, router, layers, 2, silu, 1)],
                      [i for i, value in enumerate(given) if i > 1 and value is not None],
                      {0: ["t", hidden], 1: ["t", experts]}, k=2, activation_type="silu", normalize_routing_weights=1,
                      expert_weight_bits=bits, **({"block_size": block} if block else {}))


def contrib_cases():
    cases = ContribCases()
    for family in (activations, matmuls, convolutions, channels_last, group_norms, biased, matrices, normalizations,
                   embeddings, rotary, multi_head, self_attention, group_query, decoder, block_weights, quantized,
                   quantized_matmuls, mixtures, recurrent):
        family(cases)
    return cases.all
