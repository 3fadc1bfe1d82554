# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random ONNX models of dynamic sizes, for run.py: each runs at several sizes in RLX and in ONNX Runtime.

A model has the inputs x and z of shape [n, m], or z of [p, q]. Its nodes fit one example of the sizes.
At other sizes, where a size may become 1 or the same as another one, ONNX Runtime may refuse a run;
then RLX is not asked. RLX may refuse a run with a message of `LIMITS`, but its results must be right.

    .venv/bin/python test/e2e/run.py random_models     # RLX_MODEL_SEEDS=FIRST,COUNT: other ones
"""
import random

import numpy as np

END = 2**63 - 1
# Demands of RLX on sizes that ONNX Runtime does not make.
LIMITS = [
    "sizes that depend on one dynamic size must be equal",
    "cannot reshape",  # the same, seen at an op before
    "the sizes of a concat beside its axis",  # ONNX Runtime does not look at those of empty tensors
    "pads remove more than dimension",  # and adds a negative rest to the other pad
]


class RandomModel:
    """The graph, and for each tensor a value of the example."""

    def __init__(self, graph, seed):
        self.graph, self.random = graph, random.Random(seed)
        self.sizes = self.random.choice([(4, 3), (5, 4), (2, 6), (3, 3)])
        self.values = {name: np.zeros(self.sizes, np.float32) for name in ("x", "z")}
        self.shares_sizes = self.random.random() < 0.5  # z has the sizes of x

    def add(self, value, op, *inputs, **attributes):
        """A node whose first output can be an operand of other nodes."""
        made = self.graph.node(op, *inputs, **attributes)
        self.values[made if isinstance(made, str) else made[0]] = np.asarray(value)

    def helper(self, op, *inputs, **attributes):
        """A node whose output cannot, such as a shape."""
        return self.graph.node(op, *inputs, **attributes)

    def ints(self, *values):
        return self.graph.weight(np.array(values, np.int64))

    def axis(self, name):
        return self.random.randrange(self.values[name].ndim)

    def other(self):
        name = self.random.choice(list(self.values))
        return name, self.values[name]

    def grow(self, num_nodes):
        for _ in range(60):
            if len(self.values) >= num_nodes + 2:
                return
            x = self.random.choice([*list(self.values)[-4:], "x"])
            value = self.values[x]
            if value.size == 0 or value.size > 4000 or value.ndim > 3:
                continue
            try:
                self.random.choice(MAKERS)(self, x, value)
            except (ValueError, IndexError):  # does not fit the example
                pass

    def outputs(self):
        return [name for name in self.values if name not in ("x", "z")][-2:]

    def prune(self):
        """Without nodes that no output needs: ONNX Runtime would run them."""
        needed, kept = set(self.outputs()), []
        for node in reversed(self.graph.nodes):
            if needed & set(node.output):
                kept.append(node)
                needed |= set(node.input)
        self.graph.nodes = kept[::-1]

    def cases(self):
        n, m = self.sizes
        values = np.random.default_rng(n * 8 + m)
        return {f"{rows}x{columns}": {name: values.normal(0, 1, (rows, columns)).astype(np.float32)
                                      for name in ("x", "z")}
                for rows, columns in ((n, m), (1, 1), (m, n), (1, m), (n, 1), (7, 2), (2, 2))}


def part(m, x, value):
    axis = m.axis(x)
    begin, end = m.random.choice([0, 0, 0, 1, 2, -1, -2, -3]), m.random.choice([1, 2, 3, -1, -2, END, END, 100, 4])
    step = m.random.choice([1, 1, 1, 2])
    where = [slice(None)] * value.ndim
    where[axis] = slice(begin, None if end == END else end, step)
    if value[tuple(where)].size:
        m.add(value[tuple(where)], "Slice", x, m.ints(begin), m.ints(end), m.ints(axis), m.ints(step))


def part_by_size(m, x, value):
    """A slice whose bound is a size of another tensor, less one or halved."""
    axis, (other, sizes) = m.axis(x), m.other()
    dim = m.axis(other)
    bound, size = m.helper("Gather", m.helper("Shape", other), m.ints(dim)), sizes.shape[dim]
    kind = m.random.randrange(3)
    if kind == 1:
        bound, size = m.helper("Sub", bound, m.ints(1)), size - 1
    if kind == 2:
        bound, size = m.helper("Div", bound, m.ints(2)), size // 2
    if m.random.random() < 0.5:
        m.add(value.take(range(min(size, value.shape[axis])), axis), "Slice", x, m.ints(0), bound, m.ints(axis))
    else:
        m.add(value.take(range(size, value.shape[axis]), axis), "Slice", x, bound, m.ints(END), m.ints(axis))


def binary(m, x, value):
    other, with_ = m.other()
    operands = (x, other) if m.random.random() < 0.5 else (other, x)
    m.add(value + with_, m.random.choice(["Add", "Sub", "Mul", "Max"]), *operands)


def concat(m, x, value):
    (other, with_), axis = m.other(), m.axis(x)
    m.add(np.concatenate([value, with_], axis), "Concat", x, other, axis=axis)


def transpose(m, x, value):
    perm = m.random.sample(range(value.ndim), value.ndim)
    m.add(value.transpose(perm), "Transpose", x, perm=perm)


def reshape(m, x, value):
    shape = m.random.choice([(-1,), (1, -1), (-1, 1), (0, -1), (2, -1), (-1, 2)] if value.ndim > 1
                            else [(-1,), (1, -1), (2, -1)])
    m.add(value.reshape([value.shape[i] if size == 0 else size for i, size in enumerate(shape)]),
          "Reshape", x, m.ints(*shape))


def reduction(m, x, value):
    axis, keeps = m.axis(x), m.random.random() < 0.5
    m.add(value.max(axis=axis, keepdims=keeps), m.random.choice(["ReduceMax", "ReduceL2"]), x, axes=[axis],
          keepdims=int(keeps))


def gather(m, x, value):
    axis, indices = m.axis(x), m.random.choice([[0], [0, 0], [-1], [-1, 0]])
    m.add(value.take(indices, axis), "Gather", x, m.ints(*indices), axis=axis)


def expand(m, x, value):
    other, like = m.other()
    shape = np.broadcast_shapes(value.shape, like.shape)
    m.add(np.broadcast_to(value, shape), "Expand", x, m.helper("Shape", other))


def tile(m, x, value):
    times = [m.random.choice([1, 2]) for _ in value.shape]
    m.add(np.tile(value, times), "Tile", x, m.ints(*times))


def pad(m, x, value):
    low, high = ([m.random.choice([0, 1, 0, -1]) for _ in value.shape] for _ in "lh")
    if all(size + min(0, a) + min(0, b) >= 1 for size, a, b in zip(value.shape, low, high)):
        m.add(np.zeros([size + a + b for size, a, b in zip(value.shape, low, high)]), "Pad", x, m.ints(*low, *high))


def unsqueeze(m, x, value):
    axis = m.random.randint(0, value.ndim)
    m.add(np.expand_dims(value, axis), "Unsqueeze", x, m.ints(axis))


def squeeze(m, x, value):
    axis = value.shape.index(1)
    m.add(value.squeeze(axis), "Squeeze", x, m.ints(axis))


def where_less(m, x, value):
    other, with_ = m.other()
    m.add(value + with_, "Where", m.helper("Less", x, other), x, other)


def matmul(m, x, value):
    other, with_ = m.other()
    if np.ndim(value @ with_):
        m.add(value @ with_, "MatMul", x, other)


def top_k(m, x, value):
    k = m.random.choice([1, 2, 3])
    size = m.helper("Gather", m.helper("Shape", x), m.ints(value.ndim - 1))
    m.add(value[..., :k], "TopK", x, m.helper("Min", size, m.ints(k)), outputs=2)


def count(m, x, value):
    numbers = m.helper("Range", m.graph.weight(0), m.helper("Size", x), m.graph.weight(1))
    m.add(np.zeros(value.size), "Cast", numbers, to=1)


def split(m, x, value):
    axis = m.axis(x)
    halves = np.split(value, 2, axis)
    for name, half in zip(m.graph.node("Split", x, outputs=2, axis=axis), halves):
        m.values[name] = half


def flatten(m, x, value):
    axis = m.random.randint(0, value.ndim)
    m.add(value.reshape(int(np.prod(value.shape[:axis])), -1), "Flatten", x, axis=axis)


def softmax(m, x, value):
    m.add(value, "Softmax", x, axis=m.axis(x))


def running_sum(m, x, value):
    m.add(value, "CumSum", x, m.graph.weight(np.int64(m.axis(x))))


MAKERS = [part, part, part, part, concat, binary, binary, binary, binary, transpose, reshape, reduction, gather,
          expand, tile, pad, unsqueeze, squeeze, where_less, matmul, top_k, count, part_by_size, split, flatten,
          softmax, running_sum]
