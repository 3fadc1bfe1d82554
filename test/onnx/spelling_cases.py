# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of attention, normalizations and activations as exporters spell them, in the kind `spellings`.
Each graph has the nodes that an exporter writes: PyTorch's two exporters with the models of Hugging
Face, Paddle's and tf2onnx. Expected outputs come from ONNX's reference implementation."""
import types

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from case_base import CaseBase
from qdq_cases import qdq

LOWEST = float(np.finfo(np.float32).min)
INT64_MAX = 2**63 - 1


class Graph:
    """Nodes and initializers of an ONNX graph, one after the other; every method returns a name."""

    def __init__(self):
        self.nodes, self.initializers, self.random = [], [], np.random.default_rng(1)

    def const(self, values, dtype=np.float32):
        name = f"c{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(np.asarray(values, dtype), name))
        return name

    def ints(self, *values):
        return self.const(values, np.int64)

    def weight(self, *shape):
        return self.const(self.random.standard_normal(shape) / 4)

    def __getattr__(self, op):
        if not op[0].isupper():
            raise AttributeError(op)

        def node(*inputs, outputs=1, **attributes):
            names = [f"v{len(self.nodes)}_{i}" for i in range(outputs)]
            self.nodes.append(helper.make_node(op, list(inputs), names, **attributes))
            return names[0] if outputs == 1 else names
        return node

    def size(self, x, axis):
        """One size of a tensor, as PyTorch's TorchScript exporter reads it."""
        return self.Gather(self.Shape(x), self.const(axis, np.int64), axis=0)

    def sizes(self, *parts):
        """A shape of numbers and scalars."""
        each = [self.ints(part) if isinstance(part, int) else self.Unsqueeze(part, self.ints(0)) for part in parts]
        return self.Concat(*each, axis=0)


class Cases(CaseBase):
    def add(self, name, build, *data_sets, dims=None, opset=18, expected=None):
        """`build` gets the graph and the names of the inputs, and returns that of the output, or a list.
        `dims` has the declared shapes; by default they are those of the first data set. `expected` computes
        the output where the reference implementation, which rounds each node to f16, is less exact."""
        graph = Graph()
        names = [f"x{i}" for i in range(len(data_sets[0]))]
        outputs = build(graph, *names)
        outputs = outputs if isinstance(outputs, list) else [outputs]
        infos = [helper.make_tensor_value_info(
            x, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape if dims is None else dims[i])
                 for i, (x, value) in enumerate(zip(names, data_sets[0]))]
        types_of = TensorProto.FLOAT16 if data_sets[0][0].dtype == np.float16 else TensorProto.FLOAT
        results = [helper.make_tensor_value_info(y, types_of, None) for y in outputs]
        model = helper.make_model(
            helper.make_graph(graph.nodes, name, infos, results, graph.initializers),
            opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
        if expected is None:
            reference = ReferenceEvaluator(model)
            sets = [(list(values), reference.run(None, dict(zip(names, values)))) for values in data_sets]
        else:
            sets = [(list(values), [expected(*values)]) for values in data_sets]
        self.all.append(types.SimpleNamespace(kind="spellings", name="test_" + name, model=model, data_sets=sets))


# ---- attention ----

def heads(g, x, count, size, perm=(0, 2, 1, 3)):
    """[B, S, count * size] to [B, count, S, size]."""
    return g.Transpose(g.Reshape(x, g.ints(0, -1, count, size)), perm=perm)


def merge(g, x):
    return g.Reshape(g.Transpose(x, perm=[0, 2, 1, 3]), g.ints(0, 0, -1))


def softmax_matmul(g, scores, v):
    return g.MatMul(g.Softmax(scores, axis=-1), v)


def repeat_kv(g, x, times):
    """[B, G, S, D] to [B, G * times, S, D], as Hugging Face's repeat_kv comes out of TorchScript."""
    b, groups, s, d = (g.size(x, i) for i in range(4))
    wide = g.Expand(g.Unsqueeze(x, g.ints(2)), g.sizes(b, groups, times, s, d))
    return g.Reshape(wide, g.sizes(b, g.Mul(groups, g.const(times, np.int64)), s, d))


def repeat_kv_by_tile(g, x, times):
    """As Paddle and tf2onnx write it."""
    shape = g.Shape(x)
    wide = g.Tile(g.Unsqueeze(x, g.ints(2)), g.ints(1, 1, times, 1, 1))
    b, s = g.Slice(shape, g.ints(0), g.ints(1)), g.Slice(shape, g.ints(2), g.ints(3))
    d = g.Slice(shape, g.ints(3), g.ints(4))
    return g.Reshape(wide, g.Concat(b, g.ints(-1), s, d, axis=0))


def causal_by_ranges(g, q_len, k_len, compare="GreaterOrEqual"):
    """[1, 1, Sq, Sk] of bool: the keys up to each query, of which the last one sees all keys."""
    zero, one = g.const(0, np.int64), g.const(1, np.int64)
    rows = g.Unsqueeze(g.Range(g.Sub(k_len, q_len), k_len, one), g.ints(1))
    columns = g.Unsqueeze(g.Range(zero, k_len, one), g.ints(0))
    keep = g.GreaterOrEqual(rows, columns) if compare == "GreaterOrEqual" else g.Less(columns, g.Add(rows, one))
    return g.Unsqueeze(keep, g.ints(0, 1))


def decode(repeat, mask_by, d=16, group=4):
    """One step of a decoder of Hugging Face: past by Concat, grouped heads, a mask."""
    def build(g, q, k, v, past_k, past_v, mask):
        k, v = g.Concat(past_k, k, axis=2), g.Concat(past_v, v, axis=2)
        kt = g.Transpose(repeat(g, k, group), perm=[0, 1, 3, 2])
        scores = g.Mul(g.MatMul(q, kt), g.const(d**-0.5))
        if mask_by == "add":
            scores = g.Add(scores, mask)
        else:
            scores = g.Where(g.Cast(mask, to=TensorProto.BOOL), scores, g.const(mask_by))
        return [merge(g, softmax_matmul(g, scores, repeat(g, v, group))), k, v]
    return build


def decode_sets(cases, sizes, as_bool):
    for batch, queries, past in sizes:
        mask = cases.random.random((batch, 1, queries, past + queries)) > 0.3
        mask[..., 0] = True
        if not as_bool:
            mask = np.where(mask, 0, LOWEST)
        yield [cases.floats(batch, 8, queries, 16), cases.floats(batch, 2, queries, 16),
               cases.floats(batch, 2, queries, 16), cases.floats(batch, 2, past, 16),
               cases.floats(batch, 2, past, 16), mask.astype(np.float32)]


def decoders(cases):
    dims = [["b", 8, "s", 16]] + [["b", 2, "s", 16]] * 2 + [["b", 2, "p", 16]] * 2 + [["b", 1, "s", "t"]]
    sizes = (1, 1, 70), (2, 1, 5), (2, 3, 40), (1, 20, 13)
    for name, repeat in ("expand", repeat_kv), ("tile", repeat_kv_by_tile):
        for mask_by in "add", -np.inf, LOWEST:
            title = {"add": "add", LOWEST: "where_min"}.get(mask_by, "where_inf")
            cases.add(f"decode_{name}_{title}", decode(repeat, mask_by),
                      *decode_sets(cases, sizes, mask_by != "add"), dims=dims)


def self_attention(g, x, attend, size=32, count=4):
    """Projections, attention and the output's projection."""
    d = size // count
    q, k, v = (g.Add(g.MatMul(x, g.weight(size, size)), g.weight(size)) for _ in range(3))
    return g.MatMul(attend(q, k, v, d), g.weight(size, size))


def encoders(cases):
    def scaled_dot_product(g, x, mask):
        """torch.nn.functional.scaled_dot_product_attention by TorchScript: the scale in two halves."""
        def attend(q, k, v, d):
            q, k, v = (heads(g, each, 4, d) for each in (q, k, v))
            last = g.Slice(g.Shape(q), g.ints(-1), g.ints(INT64_MAX))
            scale = g.Div(g.const([1.0]), g.Sqrt(g.Cast(last, to=TensorProto.FLOAT)))
            kt = g.Transpose(k, perm=[0, 1, 3, 2])
            scores = g.MatMul(g.Mul(q, g.Sqrt(scale)), g.Mul(kt, g.Sqrt(scale)))
            return merge(g, softmax_matmul(g, g.Add(scores, mask), v))
        return self_attention(g, x, attend)

    def dynamo(g, x, mask):
        """The same by PyTorch's dynamo exporter: a boolean mask, and rows without any key give 0."""
        def attend(q, k, v, d):
            q, k, v = (heads(g, each, 4, d) for each in (q, k, v))
            root = g.const(d**-0.25)
            scores = g.MatMul(g.Mul(q, root), g.Mul(g.Transpose(k, perm=[0, 1, 3, 2]), root))
            keep = g.Cast(mask, to=TensorProto.BOOL)
            weights = g.Softmax(g.Add(scores, g.Where(keep, g.const(0.0), g.const(-np.inf))), axis=-1)
            weights = g.Where(g.IsNaN(weights), g.const(0.0), weights)
            return merge(g, g.MatMul(weights, v))
        return self_attention(g, x, attend)

    def projected(g, x, mask):
        """BERT: the key is transposed from the projection in one step."""
        def attend(q, k, v, d):
            q, v, kt = heads(g, q, 4, d), heads(g, v, 4, d), heads(g, k, 4, d, perm=(0, 2, 3, 1))
            scores = g.Div(g.MatMul(q, kt), g.Sqrt(g.const(d)))
            return merge(g, softmax_matmul(g, g.Add(scores, mask), v))
        return self_attention(g, x, attend)

    def flat_heads(g, x, mask):
        """OPT and BART: batch and heads are one dimension, except where the mask is added."""
        def attend(q, k, v, d):
            batch, length = g.size(x, 0), g.size(x, 1)
            flat = g.sizes(-1, length, d)
            q, k, v = (g.Reshape(heads(g, each, 4, d), flat) for each in (g.Mul(q, g.const(d**-0.5)), k, v))
            scores = g.MatMul(q, g.Transpose(k, perm=[0, 2, 1]))
            scores = g.Add(g.Reshape(scores, g.sizes(batch, 4, length, length)), mask)
            scores = g.Max(scores, g.const(LOWEST))
            scores = g.Reshape(scores, g.sizes(-1, length, length))
            y = g.Reshape(softmax_matmul(g, scores, v), g.sizes(batch, 4, length, d))
            return merge(g, y)
        return self_attention(g, x, attend)

    def sequence_first(g, x, mask):
        """torch.nn.MultiheadAttention: [S, B * heads, D], transposed to [B * heads, S, D]."""
        del mask

        def attend(q, k, v, d):
            batch, length = g.size(x, 0), g.size(x, 1)
            rows = g.sizes(length, g.Mul(batch, g.const(4, np.int64)), d)
            q, k, v = (g.Reshape(g.Transpose(each, perm=[1, 0, 2]), rows) for each in (q, k, v))
            scores = g.MatMul(g.Mul(g.Transpose(q, perm=[1, 0, 2]), g.const(d**-0.5)), g.Transpose(k, perm=[1, 2, 0]))
            y = g.Transpose(softmax_matmul(g, scores, g.Transpose(v, perm=[1, 0, 2])), perm=[1, 0, 2])
            return g.Transpose(g.Reshape(y, g.sizes(length, batch, 32)), perm=[1, 0, 2])
        return self_attention(g, x, attend)

    def einsum(g, x, mask):
        """Keras' MultiHeadAttention by tf2onnx: no transposes, key before query."""
        def attend(q, k, v, d):
            q, k, v = (g.Reshape(each, g.ints(0, -1, 4, d)) for each in (q, k, v))
            scores = g.Einsum(k, g.Mul(q, g.const(d**-0.5)), equation="aecd,abcd->acbe")
            weights = g.Softmax(g.Add(scores, mask), axis=-1)
            return g.Reshape(g.Einsum(weights, v, equation="acbe,aecd->abcd"), g.ints(0, 0, -1))
        return self_attention(g, x, attend)

    def split_heads(g, x, mask):
        """ViT by Paddle: one projection, split after a transpose to [3, B, heads, S, D]."""
        qkv = g.Transpose(g.Reshape(g.MatMul(x, g.weight(32, 96)), g.ints(0, -1, 3, 4, 8)), perm=[2, 0, 3, 1, 4])
        q, k, v = (g.Squeeze(g.Slice(qkv, g.ints(i), g.ints(i + 1), g.ints(0)), g.ints(0)) for i in range(3))
        scores = g.Mul(g.MatMul(q, g.Transpose(k, perm=[0, 1, 3, 2])), g.const([8**-0.5]))
        return merge(g, softmax_matmul(g, g.Add(scores, mask), v))

    dims, sizes = [["b", "s", 32], ["b", 1, "s", "s"]], ((2, 7), (1, 33), (3, 1))
    for build in scaled_dot_product, dynamo, projected, flat_heads, sequence_first, einsum, split_heads:
        sets = []
        for batch, length in sizes:
            mask = np.tril(np.ones((batch, 1, length, length), np.float32))
            if build is dynamo:
                mask[0, 0, 0] = 0  # a row without keys
            else:
                mask = np.where(mask > 0, 0, LOWEST).astype(np.float32)
            sets.append([cases.floats(batch, length, 32), mask])
        cases.add("attention_" + build.__name__, build, *sets, dims=dims)


def causal(cases):
    def plain(g, q, k, v, mask):
        """Attention of [B, heads, S, D] with `mask` from the lengths of queries and keys."""
        scores = g.Div(g.MatMul(q, g.Transpose(k, perm=[0, 1, 3, 2])), g.const(4.0))
        return softmax_matmul(g, mask(scores, g.size(q, 2), g.size(k, 2)), v)

    def by_ranges(g, q, k, v):
        return plain(g, q, k, v, lambda scores, rows, columns: g.Where(
            causal_by_ranges(g, rows, columns), scores, g.const(-np.inf)))

    def by_less(g, q, k, v):
        return plain(g, q, k, v, lambda scores, rows, columns: g.Where(
            g.Not(causal_by_ranges(g, rows, columns, "Less")), g.const(-10000.0), scores))

    def by_trilu(g, q, k, v):
        """GPT-2 by dynamo: an upper triangle of the lowest number, from the queries of this run on."""
        def mask(scores, rows, columns):
            full = g.Expand(g.const(LOWEST), g.sizes(rows, columns))
            above = g.Trilu(full, g.Add(g.Sub(columns, rows), g.const(1, np.int64)), upper=1)
            return g.Add(scores, g.Unsqueeze(above, g.ints(0, 1)))
        return plain(g, q, k, v, mask)

    def by_lower(g, q, k, v):
        """A lower triangle of true as numbers, where they are 0 hidden."""
        def mask(scores, rows, columns):
            ones = g.Expand(g.const(1.0), g.sizes(rows, columns))
            lower = g.Trilu(ones, g.Sub(columns, rows), upper=0)
            return g.Where(g.Equal(lower, g.const(0.0)), g.const(-np.inf), scores)
        return plain(g, q, k, v, mask)

    def constant(g, q, k, v):
        """GPT-2 by TorchScript: the triangle is a weight, of which each run takes a part."""
        def mask(scores, rows, columns):
            triangle = g.const(np.tril(np.ones((1, 1, 64, 64), bool)), bool)
            begin, end = g.Unsqueeze(g.Sub(columns, rows), g.ints(0)), g.Unsqueeze(columns, g.ints(0))
            part = g.Slice(g.Slice(triangle, begin, end, g.ints(2)), g.ints(0), end, g.ints(3))
            return g.Where(part, scores, g.const(-10000.0))
        return plain(g, q, k, v, mask)

    dims = [["b", 4, "s", 16], ["b", 4, "t", 16], ["b", 4, "t", 16]]
    for build in by_ranges, by_less, by_trilu, by_lower, constant:
        sets = [[cases.floats(batch, 4, queries, 16), cases.floats(batch, 4, keys, 16),
                 cases.floats(batch, 4, keys, 16)]
                for batch, queries, keys in ((2, 9, 9), (1, 1, 30), (1, 40, 50), (3, 2, 5))]
        cases.add("causal_" + build.__name__, build, *sets, dims=dims)
    fixed = [[cases.floats(1, 2, 6, 8), cases.floats(1, 2, 6, 8), cases.floats(1, 2, 6, 8)]]

    def static(g, q, k, v):
        scores = g.MatMul(q, g.Transpose(k, perm=[0, 1, 3, 2]))
        above = g.const(np.triu(np.full((6, 6), -np.inf), 1))
        return softmax_matmul(g, g.Add(g.Mul(scores, g.const(8**-0.5)), above), v)
    cases.add("causal_static", static, *fixed)


def precisions(cases):
    def half(g, q, k, v, mask):
        """Scores of f16, a softmax of f32 between casts."""
        scores = g.MatMul(g.Mul(q, g.const(0.25, np.float16)), g.Transpose(k, perm=[0, 1, 3, 2]))
        weights = g.Softmax(g.Add(g.Cast(scores, to=TensorProto.FLOAT), g.Cast(mask, to=TensorProto.FLOAT)), axis=-1)
        return g.MatMul(g.Cast(weights, to=TensorProto.FLOAT16), v)

    def widened(g, q, k, v, mask):
        """Query and key of f16 as f32, the weights as f16 again."""
        q, k = g.Cast(q, to=TensorProto.FLOAT), g.Cast(k, to=TensorProto.FLOAT)
        scores = g.Mul(g.MatMul(q, g.Transpose(k, perm=[0, 1, 3, 2])), g.const(0.25))
        scores = g.Add(scores, g.Cast(mask, to=TensorProto.FLOAT))
        return g.MatMul(g.Cast(g.Softmax(scores, axis=-1), to=TensorProto.FLOAT16), v)

    def expected(q, k, v, mask):
        q, k, v, mask = (x.astype(np.float64) for x in (q, k, v, mask))
        weights = np.exp(q @ np.swapaxes(k, 2, 3) / 4 + mask)
        return (weights / weights.sum(-1, keepdims=True) @ v).astype(np.float16)

    sets = []
    for batch, queries, keys in (1, 5, 5), (2, 1, 40), (1, 24, 30):
        mask = np.where(cases.random.random((batch, 1, queries, keys)) > 0.2, 0, -65504.0)
        mask[..., 0] = 0
        sets.append([cases.floats(batch, 4, queries, 16, dtype=np.float16)]
                    + [cases.floats(batch, 4, keys, 16, dtype=np.float16) for _ in range(2)]
                    + [mask.astype(np.float16)])
    dims = [["b", 4, "s", 16], ["b", 4, "t", 16], ["b", 4, "t", 16], ["b", 1, "s", "t"]]
    for build in half, widened:
        cases.add("attention_f16_" + build.__name__, build, *sets, dims=dims, expected=expected)


def modified_scores(cases):
    def softcap(g, q, k, v, mask):
        """Gemma 2: tanh(scores / 5) * 5 before the mask."""
        scores = g.Mul(g.MatMul(q, g.Transpose(k, perm=[0, 1, 3, 2])), g.const(0.25))
        scores = g.Mul(g.Tanh(g.Div(scores, g.const(5.0))), g.const(5.0))
        return softmax_matmul(g, g.Add(scores, mask), v)

    def clipped(g, q, k, v, mask):
        """Grounding DINO: scores within +-50000."""
        scores = g.MatMul(g.Mul(q, g.const(0.25)), g.Transpose(k, perm=[0, 1, 3, 2]))
        scores = g.Clip(scores, g.const(-50000.0), g.const(50000.0))
        return softmax_matmul(g, g.Add(scores, mask), v)

    def two_masks(g, q, k, v, mask):
        """A bias of positions and a mask, and a scale of each head."""
        scores = g.MatMul(q, g.Transpose(k, perm=[0, 1, 3, 2]))
        scores = g.Mul(scores, g.const(np.array([0.2, 0.3, 0.25, 0.1]).reshape(4, 1, 1)))
        scores = g.Add(g.Add(scores, g.weight(1, 4, 1, 1)), mask)
        return softmax_matmul(g, scores, v)

    def one_key_head(g, q, k, v, mask):
        """Multi-query attention: the product repeats the only key head."""
        first = g.ints(0), g.ints(1), g.ints(1)
        k, v = g.Slice(k, *first), g.Slice(v, *first)
        scores = g.Mul(g.MatMul(q, g.Transpose(k, perm=[0, 1, 3, 2])), g.const(0.25))
        return softmax_matmul(g, g.Add(scores, mask), v)

    def returned_weights(g, q, k, v, mask):
        """No attention: the weights are an output, too."""
        scores = g.Mul(g.MatMul(q, g.Transpose(k, perm=[0, 1, 3, 2])), g.const(0.25))
        weights = g.Softmax(g.Add(scores, mask), axis=-1)
        return [g.MatMul(weights, v), weights]

    sets = []
    for batch, queries, keys in (2, 5, 5), (1, 1, 40), (1, 24, 30):
        mask = np.where(cases.random.random((batch, 1, queries, keys)) > 0.2, 0, LOWEST)
        mask[..., 0] = 0
        sets.append([cases.floats(batch, 4, queries, 16)]
                    + [cases.floats(batch, 4, keys, 16) for _ in range(2)] + [mask.astype(np.float32)])
    dims = [["b", 4, "s", 16], ["b", 4, "t", 16], ["b", 4, "t", 16], ["b", 1, "s", "t"]]
    for build in softcap, clipped, two_masks, one_key_head, returned_weights:
        cases.add("attention_" + build.__name__, build, *sets, dims=dims)


# ---- normalizations ----

def normalized(g, x, centred, square, root, eps=1e-5):
    """x, or its deviations from the mean, over the root of the mean of their squares."""
    axes = g.ints(-1)
    if centred:
        x = g.Sub(x, g.ReduceMean(x, axes, keepdims=1))
    squares = g.Pow(x, g.const(2.0)) if square == "Pow" else g.Mul(x, x)
    power = g.Add(g.ReduceMean(squares, axes, keepdims=1), g.const(eps))
    if root == "Div":
        return g.Div(x, g.Sqrt(power))
    if root == "Reciprocal":
        return g.Mul(x, g.Reciprocal(g.Sqrt(power)))
    if root == "1/":
        return g.Mul(x, g.Div(g.const(1.0), g.Sqrt(power)))
    return g.Mul(x, g.Pow(power, g.const(-0.5)))


def normalizations(cases):
    dims, sets = [["b", "s", 24]], [[cases.floats(2, 5, 24)], [cases.floats(1, 1, 24)], [cases.floats(3, 17, 24)]]
    for centred, name in (True, "layer_norm"), (False, "rms_norm"):
        for square, root in ("Pow", "Div"), ("Mul", "Reciprocal"), ("Pow", "1/"), ("Mul", "Pow"):
            def build(g, x):
                y = normalized(g, x, centred, square, root)
                y = g.Mul(y, g.weight(24)) if root != "Reciprocal" else g.Mul(g.weight(1, 1, 24), y)
                return g.Add(y, g.weight(24)) if centred else y
            title = root.lower().replace("1/", "one_over")
            cases.add(f"{name}_{square.lower()}_{title}", build, *sets, dims=dims)

    def half(centred, late):
        """f16 as f32 between casts; `late` multiplies by gamma after the second one, as Llama does."""
        def build(g, x):
            gamma = np.linspace(0.5, 1.5, 24)
            y = normalized(g, g.Cast(x, to=TensorProto.FLOAT), centred, "Pow", "Div")
            if late:
                return g.Mul(g.const(gamma, np.float16), g.Cast(y, to=TensorProto.FLOAT16))
            return g.Cast(g.Mul(y, g.const(gamma)), to=TensorProto.FLOAT16)

        def expected(x):
            x = x.astype(np.float64)
            x = x - x.mean(-1, keepdims=True) * centred
            gamma = np.linspace(0.5, 1.5, 24).astype(np.float16 if late else np.float32).astype(np.float64)
            return (x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * gamma).astype(np.float16)
        return build, expected

    halves = [[each[0].astype(np.float16)] for each in sets]
    for centred, late in (True, False), (False, False), (False, True):
        build, expected = half(centred, late)
        name = ("layer" if centred else "rms") + "_norm_f16" + "_late" * late
        cases.add(name, build, *halves, dims=dims, expected=expected)

    def group_norm(g, x):
        """torch.nn.GroupNorm by TorchScript."""
        y = g.InstanceNormalization(g.Reshape(x, g.ints(0, 4, -1)), g.const(np.ones(4)), g.const(np.zeros(4)))
        return g.Add(g.Mul(g.Reshape(y, g.Shape(x)), g.weight(8, 1, 1)), g.weight(8, 1, 1))

    images = [[cases.floats(2, 8, 5, 7)], [cases.floats(1, 8, 3, 3)]]
    cases.add("group_norm", group_norm, *images, dims=[["b", 8, "h", "w"]])


# ---- activations ----

def gelu_erf(g, x):
    return g.Mul(g.Mul(x, g.Add(g.Erf(g.Div(x, g.const(2**0.5))), g.const(1.0))), g.const(0.5))


def gelu_tanh(g, x):
    inner = g.Mul(g.Add(x, g.Mul(g.Pow(x, g.const(3.0)), g.const(0.044715))), g.const((2 / np.pi)**0.5))
    return g.Mul(g.Mul(g.const(0.5), x), g.Add(g.const(1.0), g.Tanh(inner)))


def gelu_sigmoid(g, x):
    return g.Mul(x, g.Sigmoid(g.Mul(x, g.const(1.702))))


def silu(g, x):
    return g.Mul(x, g.Sigmoid(x))


def activations(cases):
    dims, sets = [["b", 16]], [[cases.floats(3, 16)], [cases.floats(40, 16)]]
    for activation in gelu_erf, gelu_tanh, gelu_sigmoid, silu:
        def build(g, x):
            return activation(g, g.Add(g.MatMul(x, g.weight(16, 32)), g.weight(32)))
        cases.add("activation_" + activation.__name__, build, *sets, dims=dims)
    cases.add("activation_swiglu", lambda g, x: g.MatMul(
        g.Mul(silu(g, g.MatMul(x, g.weight(16, 32))), g.MatMul(x, g.weight(16, 32))), g.weight(32, 16)), *sets,
              dims=dims)


# ---- rotary embedding ----

def rotary(cases):
    def half(g, x, cos, sin):
        """rotate_half of Hugging Face, cos and sin of [1, 1, S, D]."""
        first = g.Slice(x, g.ints(0), g.ints(8), g.ints(3))
        second = g.Slice(x, g.ints(8), g.ints(INT64_MAX), g.ints(3))
        return g.Add(g.Mul(x, cos), g.Mul(g.Concat(g.Neg(second), first, axis=-1), sin))

    def interleaved(g, x, cos, sin):
        """GPT-J: the elements with even and odd numbers, stacked."""
        even = g.Slice(x, g.ints(0), g.ints(INT64_MAX), g.ints(3), g.ints(2))
        odd = g.Slice(x, g.ints(1), g.ints(INT64_MAX), g.ints(3), g.ints(2))
        pair = g.Concat(g.Unsqueeze(g.Neg(odd), g.ints(-1)), g.Unsqueeze(even, g.ints(-1)), axis=-1)
        return g.Add(g.Mul(x, cos), g.Mul(g.Reshape(pair, g.Shape(x)), sin))

    dims = [["b", 4, "s", 16], [1, 1, "s", 16], [1, 1, "s", 16]]
    for build in half, interleaved:
        sets = [[cases.floats(b, 4, s, 16), cases.floats(1, 1, s, 16), cases.floats(1, 1, s, 16)]
                for b, s in ((2, 7), (1, 1), (3, 12))]
        cases.add("rotary_" + build.__name__, build, *sets, dims=dims)


def spelling_cases():
    cases = Cases()
    for family in (decoders, encoders, causal, precisions, modified_scores, normalizations,
                   activations, rotary, qdq):
        family(cases)
    return cases.all
