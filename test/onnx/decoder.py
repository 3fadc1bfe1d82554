# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decoders of Llama's form as exporters write them to ONNX, with past and present keys and values.

    model = decoder.write(decoder.Sizes(layers=2), decoder.random_weights(sizes), cache="concat")

The graph is that of transformers and Optimum: the sizes come from Shape, masks from attention_mask, rotations
from position_ids, and each layer has `present = Concat(past, new)`. With cache="group-query" each layer is
one GroupQueryAttention, as onnxruntime-genai writes it.
`reference` computes the same in NumPy, from all tokens at once.
"""
import dataclasses

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


@dataclasses.dataclass
class Sizes:
    """Of a model; the defaults are those of a small one for tests."""
    layers: int = 2
    embedding: int = 24
    feed_forward: int = 40
    heads: int = 4
    key_heads: int = 2
    head_size: int = 8
    vocabulary: int = 48
    rope_base: float = 10000.0
    epsilon: float = 1e-5


def shapes_of(sizes):
    """The matrices, as [inputs, outputs], and the norms of a model."""
    shapes = {"embed": (sizes.vocabulary, sizes.embedding), "norm": (sizes.embedding,)}
    rows, keys = sizes.heads * sizes.head_size, sizes.key_heads * sizes.head_size
    for i in range(sizes.layers):
        for name, shape in (("q", (sizes.embedding, rows)), ("k", (sizes.embedding, keys)),
                            ("v", (sizes.embedding, keys)), ("o", (rows, sizes.embedding)),
                            ("gate", (sizes.embedding, sizes.feed_forward)),
                            ("up", (sizes.embedding, sizes.feed_forward)),
                            ("down", (sizes.feed_forward, sizes.embedding)),
                            ("attn_norm", (sizes.embedding,)), ("ffn_norm", (sizes.embedding,))):
            shapes[f"{i}.{name}"] = shape
    return shapes


def random_weights(sizes, seed=0):
    random = np.random.default_rng(seed)
    return {name: (1 if len(shape) == 1 else 0) + random.normal(0, 0.3 if len(shape) == 2 else 0.05, shape).astype("f")
            for name, shape in shapes_of(sizes).items()}


class _Graph:
    """Nodes in order. Constants and weights are initializers."""

    def __init__(self):
        self.nodes, self.initializers, self.names = [], {}, 0

    def __call__(self, op, *inputs, name=None, domain="", outputs=1, **attributes):
        self.names += 1
        results = [name or f"{op.lower()}_{self.names}"] if outputs == 1 else \
            name or [f"{op.lower()}_{self.names}.{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(op, [self.value(each) for each in inputs], results, f"n{self.names}_{op}",
                                           domain=domain, **attributes))
        return results[0] if outputs == 1 else results

    def value(self, given):
        if isinstance(given, str):
            return given
        given = np.asarray(given)
        name = f"const_{given.dtype.name}_{'x'.join(map(str, given.shape))}_{given.tobytes().hex()[:64]}"
        self.initializers.setdefault(name, given)
        return name

    def size(self, value, axis):
        return self("Gather", self("Shape", value), np.int64(axis), axis=0)

    def vector(self, *sizes):
        parts = [np.array([each]) if isinstance(each, int) else self("Unsqueeze", each, np.array([0])) for each in sizes]
        return self("Concat", *parts, axis=0)

    def norm(self, x, weight, epsilon):
        mean = self("ReduceMean", self("Pow", x, np.float32(2)), np.array([-1]), keepdims=1)
        root = self("Sqrt", self("Add", mean, np.float32(epsilon)))
        return self("Mul", weight, self("Mul", x, self("Div", np.float32(1), root)))


def _causal_mask(g, batch, length, total, past):
    """[batch, 1, length, total], as LlamaModel makes it: 0, or the lowest float."""
    lowest = np.float32(np.finfo("f").min)
    positions = g("Range", past, total, np.int64(1))
    square = g("Expand", lowest, g.vector(length, total))
    square = g("Trilu", square, np.int64(1), upper=1)
    keys = g("Range", np.int64(0), total, np.int64(1))
    later = g("Greater", keys, g("Reshape", positions, np.array([-1, 1])))
    mask = g("Mul", square, g("Cast", later, to=TensorProto.FLOAT))
    mask = g("Expand", g("Unsqueeze", mask, np.array([0, 1])), g.vector(batch, 1, length, total))
    padding = g("Unsqueeze", g("Cast", "attention_mask", to=TensorProto.FLOAT), np.array([1, 2]))
    hidden = g("Equal", g("Add", mask, padding), np.float32(0))
    return g("Where", hidden, lowest, mask)


def _rotated(g, x, cos, sin, sizes):
    half = sizes.head_size // 2
    first = g("Slice", x, np.array([0]), np.array([half]), np.array([3]), np.array([1]))
    second = g("Slice", x, np.array([half]), np.array([2**63 - 1]), np.array([3]), np.array([1]))
    turned = g("Concat", g("Neg", second), first, axis=-1)
    return g("Add", g("Mul", x, cos), g("Mul", turned, sin))


def _repeated(g, x, sizes, batch, total):
    """repeat_kv: each head of the keys for each of its heads of the query."""
    if sizes.heads == sizes.key_heads:
        return x
    times = sizes.heads // sizes.key_heads
    wide = g("Expand", g("Unsqueeze", x, np.array([2])), g.vector(batch, sizes.key_heads, times, total, sizes.head_size))
    return g("Reshape", wide, g.vector(batch, sizes.heads, total, sizes.head_size))


def _concat_layer(g, i, sizes, q, k, v, shared):
    batch, length, total, _, mask, cos, sin = shared

    def heads(x, count):
        return g("Transpose", g("Reshape", x, g.vector(batch, length, count, sizes.head_size)), perm=[0, 2, 1, 3])

    q, k, v = heads(q, sizes.heads), heads(k, sizes.key_heads), heads(v, sizes.key_heads)
    q, k = _rotated(g, q, cos, sin, sizes), _rotated(g, k, cos, sin, sizes)
    k = g("Concat", f"past_key_values.{i}.key", k, axis=2, name=f"present.{i}.key")
    v = g("Concat", f"past_key_values.{i}.value", v, axis=2, name=f"present.{i}.value")
    k, v = _repeated(g, k, sizes, batch, total), _repeated(g, v, sizes, batch, total)
    root = np.float32(sizes.head_size ** -0.25)
    scores = g("MatMul", g("Mul", q, root), g("Mul", g("Transpose", k, perm=[0, 1, 3, 2]), root))
    weights = g("Softmax", g("Add", scores, mask), axis=-1)
    attended = g("Transpose", g("MatMul", weights, v), perm=[0, 2, 1, 3])
    return g("Reshape", attended, g.vector(batch, length, sizes.heads * sizes.head_size))


def _group_query_layer(g, i, sizes, q, k, v, shared):
    names = [f"attended.{i}", f"present.{i}.key", f"present.{i}.value"]
    return g("GroupQueryAttention", q, k, v, f"past_key_values.{i}.key", f"past_key_values.{i}.value", "seqlens_k",
             "total_sequence_length", "cos_cache", "sin_cache", domain="com.microsoft", outputs=3, name=names,
             num_heads=sizes.heads, kv_num_heads=sizes.key_heads, do_rotary=1)[0]


def tables(sizes, positions):
    """cos and sin of the angles of positions."""
    frequencies = sizes.rope_base ** (-np.arange(0, sizes.head_size, 2) / sizes.head_size)
    angles = np.multiply.outer(np.asarray(positions, "f"), frequencies.astype("f"))
    return np.cos(angles).astype("f"), np.sin(angles).astype("f")


def write(sizes, weights, cache="concat", capacity=None, table=512, opset=18):
    """The model, with inputs input_ids, attention_mask, position_ids and past_key_values.N.key and .value. With
    `group-query`, seqlens_k and total_sequence_length stand for the mask. `capacity` is the declared one of caches, and `table` the rows of the
    tables of rotations."""
    g = _Graph()
    g.initializers.update(weights)
    isConcat = cache == "concat"
    batch, length = g.size("input_ids", 0), g.size("input_ids", 1)
    shared = ()
    if isConcat:
        past = g.size("past_key_values.0.key", 2)
        total = g("Add", past, length)
        frequencies = sizes.rope_base ** (-np.arange(0, sizes.head_size, 2) / sizes.head_size)
        angles = g("MatMul", g("Expand", frequencies.astype("f").reshape(1, -1, 1), g.vector(batch, 1, 1)),
                   g("Cast", g("Unsqueeze", "position_ids", np.array([1])), to=TensorProto.FLOAT))
        angles = g("Transpose", angles, perm=[0, 2, 1])
        angles = g("Concat", angles, angles, axis=-1)
        cos, sin = (g("Unsqueeze", g(op, angles), np.array([1])) for op in ("Cos", "Sin"))
        shared = (batch, length, total, past, _causal_mask(g, batch, length, total, past), cos, sin)
    else:
        g.initializers["cos_cache"], g.initializers["sin_cache"] = tables(sizes, range(table))
    x = g("Gather", "embed", "input_ids", axis=0)
    for i in range(sizes.layers):
        normed = g.norm(x, f"{i}.attn_norm", sizes.epsilon)
        q, k, v = (g("MatMul", normed, f"{i}.{name}") for name in "qkv")
        layer = _concat_layer if isConcat else _group_query_layer
        x = g("Add", x, g("MatMul", layer(g, i, sizes, q, k, v, shared), f"{i}.o"))
        normed = g.norm(x, f"{i}.ffn_norm", sizes.epsilon)
        gate = g("MatMul", normed, f"{i}.gate")
        gated = g("Mul", g("Mul", gate, g("Sigmoid", gate)), g("MatMul", normed, f"{i}.up"))
        x = g("Add", x, g("MatMul", gated, f"{i}.down"))
    x = g.norm(x, "norm", sizes.epsilon)
    g("MatMul", x, g("Transpose", "embed", perm=[1, 0]), name="logits")
    return _model(g, sizes, isConcat, capacity, opset)


def _model(g, sizes, isConcat, capacity, opset):
    def info(name, kind, *shape):
        return helper.make_tensor_value_info(name, kind, shape)

    i64, f32 = TensorProto.INT64, TensorProto.FLOAT
    inputs = [info("input_ids", i64, "batch_size", "sequence_length")]
    if isConcat:
        inputs += [info("attention_mask", i64, "batch_size", "past_sequence_length + sequence_length"),
                   info("position_ids", i64, "batch_size", "sequence_length")]
    else:
        inputs += [info("seqlens_k", TensorProto.INT32, "batch_size"), info("total_sequence_length", TensorProto.INT32)]
    outputs = [info("logits", f32, "batch_size", "sequence_length", sizes.vocabulary)]
    pasts = capacity or "past_sequence_length"
    presents = capacity or "past_sequence_length + sequence_length"
    for i in range(sizes.layers):
        for kind in ("key", "value"):
            inputs.append(info(f"past_key_values.{i}.{kind}", f32, "batch_size", sizes.key_heads, pasts, sizes.head_size))
            outputs.append(info(f"present.{i}.{kind}", f32, "batch_size", sizes.key_heads, presents, sizes.head_size))
    graph = helper.make_graph(g.nodes, "main_graph", inputs, outputs,
                              [numpy_helper.from_array(value, name) for name, value in g.initializers.items()])
    return helper.make_model(graph, ir_version=9, opset_imports=[helper.make_opsetid("", opset),
                                                                 helper.make_opsetid("com.microsoft", 1)])


def reference(sizes, weights, tokens):
    """The logits of each token of [batch, tokens], in f64."""
    w = {name: value.astype(np.float64) for name, value in weights.items()}
    batch, length = tokens.shape
    cos, sin = (np.concatenate([each, each], -1).astype(np.float64) for each in tables(sizes, range(length)))

    def norm(x, name):
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + sizes.epsilon) * w[name]

    def heads(x, count):
        return x.reshape(batch, length, count, sizes.head_size).transpose(0, 2, 1, 3)

    def rotated(x):
        half = sizes.head_size // 2
        return x * cos + np.concatenate([-x[..., half:], x[..., :half]], -1) * sin

    x = w["embed"][tokens]
    seen = np.tril(np.ones((length, length), bool))
    for i in range(sizes.layers):
        normed = norm(x, f"{i}.attn_norm")
        q = rotated(heads(normed @ w[f"{i}.q"], sizes.heads))
        k, v = rotated(heads(normed @ w[f"{i}.k"], sizes.key_heads)), heads(normed @ w[f"{i}.v"], sizes.key_heads)
        k, v = (np.repeat(each, sizes.heads // sizes.key_heads, 1) for each in (k, v))
        scores = np.where(seen, q @ k.swapaxes(-1, -2) / np.sqrt(sizes.head_size), -np.inf)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        attended = (scores / scores.sum(-1, keepdims=True)) @ v
        x = x + attended.transpose(0, 2, 1, 3).reshape(batch, length, -1) @ w[f"{i}.o"]
        normed = norm(x, f"{i}.ffn_norm")
        gate = normed @ w[f"{i}.gate"]
        x = x + (gate / (1 + np.exp(-gate)) * (normed @ w[f"{i}.up"])) @ w[f"{i}.down"]
    return norm(x, "norm") @ w["embed"].T
