# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cases of benchmarks/vulkan.py: models with a kernel once and many times in a row.

A case makes links of a chain in RLX's language, and the work of one link for PyTorch and ggml. Large
tensors are params, which stay in the device's memory; a run gets one number and gives one back, so that
no host copies count. Results of params alone are computed before the first run: chains begin
with a param plus the input. A link must not fuse with the next one, nor be the same as another:
`least` is the kernels that it has to have, which `pack` checks.
"""
import dataclasses
import math
from typing import Callable, NamedTuple, Optional

LONG = 65
BLOCKS = {"q4_0": (32, 18), "q8_0": (32, 34), "q4_k": (256, 144)}  # weights, bytes
GIB = 2**28  # elements of f32
CACHE = 150 << 20  # weights of a chain have this size together: the cache of no GPU has


class Value(NamedTuple):
    name: str
    shape: tuple
    dtype: str

    def type(self):
        return f"tensor<{''.join(f'{size}x' for size in self.shape)}{self.dtype}>"


class Model:
    """The text of a model, and the params that it wants: (shape, element type, contents)."""

    def __init__(self, dtype):
        self.dtype, self.params, self.values, self.lines = dtype, {}, {}, []
        self.input = Value("%s", (1,), dtype)

    def param(self, name, shape, fill, dtype=None):
        dtype = dtype or self.dtype
        self.params[name] = (shape, dtype, fill)
        return Value("%" + name, shape, dtype)

    def op(self, text, *operands, shape):
        name = f"%{len(self.lines)}"
        types = ", ".join(each.type() for each in operands)
        result = Value(name, tuple(shape), self.dtype)
        self.lines.append(f"  {name} = {text.format(*(each.name for each in operands))} : "
                          f"({types}) -> {result.type()}")
        return result

    def best(self, x, k):
        """The k largest elements of each row, and their positions."""
        name = f"%{len(self.lines)}"
        values, places = (Value(f"{name}#{i}", (x.shape[0], k), dtype)
                          for i, dtype in enumerate((x.dtype, "i64")))
        self.lines.append(f"  {name}:2 = rlx.top_k {x.name} k = {k} axis = 1 : ({x.type()}) -> "
                          f"({values.type()}, {places.type()})")
        return values, places

    def changing(self, name, shape, scale=1.0):
        """Known only when the model runs; made once."""
        if name not in self.values:
            self.values[name] = self.op("rlx.add {0}, {1}", self.param(name, shape, scale),
                                        self.input, shape=shape)
        return self.values[name]

    def text(self, result):
        if math.prod(result.shape) > 1:
            axes = ", ".join(map(str, range(len(result.shape))))
            result = self.op("rlx.reduce_max {0} axes = [" + axes + "]", result, shape=())
        inputs = [f'%s: {self.input.type()} {{rlx.name = "s", rlx.kind = "input"}}']
        inputs += [f'%{name}: {Value("", shape, dtype).type()} {{rlx.name = "{name}", '
                   f'rlx.kind = "param"}}' for name, (shape, dtype, _) in self.params.items()]
        return "\n".join([f'func.func @chain({", ".join(inputs)}) -> ({result.type()} '
                          '{rlx.name = "y"}) {', *self.lines,
                          f"  return {result.name} : {result.type()}", "}", ""])


@dataclasses.dataclass
class Case:
    dtype: str
    link: Callable                     # (model, value, number of the link) -> the next value
    links: int = 9
    start: Optional[tuple] = None      # shape of the first value; None: the input itself
    flops: float = 0                   # of a link
    moved: float = 0                   # bytes that a link must read and write
    torch: Optional[Callable] = None   # (helper) -> a function that does the work of a link
    ggml: Optional[dict] = None        # arguments of vulkan_ggml.py
    least: int = 1                     # kernels of a link
    without: Optional[str] = None      # the case that has all but the epilogue

    def model(self, times):
        model = Model(self.dtype)
        value = model.changing("x", self.start) if self.start else model.input
        for i in range(times):
            value = self.link(model, value, i)
        return model.text(value), model.params


def shrunk(size, small):
    """For trying the program: multiples of 256 stay such, others odd."""
    if not small or size <= 128:
        return size
    return max(256, size // 16 // 256 * 256) if size % 256 == 0 else size // 16 | 1


def weight_bytes(kind, elements):
    if kind in BLOCKS:
        block, size = BLOCKS[kind]
        return elements // block * size
    return elements * (4 if kind == "f32" else 2)


def matmul(rows, sizes, kind, dtype="f16", links=9, order="kn", epilogue=False, cut=False,
            without=None):
    """`rows` rows of sizes[0] elements by a weight to sizes[1], .., and back to sizes[0]. `kind` is
    the weights' type; `order` "nk" has them as models store them; `cut` takes as many elements of
    the result as the next link needs, in the place of a way back."""
    ways = list(zip(sizes, sizes[1:]))
    each = sum(weight_bytes(kind, k * n) for k, n in ways)
    copies = min(links, 8, CACHE // each + 1) if rows == 1 else 1
    block = kind in BLOCKS

    def weight(model, i, way):
        k, n = ways[way]
        name, scale = f"w{way}_{i % copies}", math.sqrt(3 / k)
        if block:
            packed, size = BLOCKS[kind]
            return model.param(name, (n, k // packed * size), (kind, 1 / math.sqrt(k)), "ui8")
        return model.param(name, (n, k) if order == "nk" else (k, n), scale)

    def link(model, x, i):
        for way, (k, n) in enumerate(ways):
            w = weight(model, i, way)
            if block:
                x = model.op("rlx.dequant_matmul {0}, {1} scheme = " + kind, x, w, shape=(rows, n))
            else:
                if order == "nk":
                    w = model.op("rlx.transpose {0} perm = [1, 0]", w, shape=(k, n))
                x = model.op("rlx.matmul {0}, {1}", x, w, shape=(rows, n))
            if epilogue:
                x = model.op("rlx.add {0}, {1}", x, model.param(f"b{way}", (n,), 1.0),
                             shape=x.shape)
                x = model.op("rlx.gelu {0}", x, shape=x.shape)
        if cut:
            x = model.op(f"rlx.slice {{0}} from [0, 0] sizes [{rows}, {sizes[0]}]", x,
                         shape=(rows, sizes[0]))
        return x

    def torch(t):
        x = t.random((rows, sizes[0]))
        stored = order == "nk" or block
        weights = [[t.random((n, k) if stored else (k, n), math.sqrt(3 / k)) for k, n in ways]
                   for _ in range(copies)]
        biases = [t.random((n,)) for _, n in ways]

        def run(i):
            y = x
            for w, b in zip(weights[i % copies], biases):
                w = w.T if stored else w
                y = t.functional.gelu(t.torch.addmm(b, y, w)) if epilogue else y @ w
        return run

    ggml = dict(op="matmul", type=kind, rows=rows, sizes=sizes, copies=copies, cut=cut)
    return Case(dtype, link, links, (rows, sizes[0]),
                0 if rows == 1 else sum(2 * rows * k * n for k, n in ways),
                each if rows == 1 else 0, torch, None if epilogue else ggml,
                len(ways) + cut, without)


def elementwise(elements, text, operands, torch, ggml=None):
    """The input is added to the first param; one element of the result is the next link's input."""
    def link(model, s, _):
        params = [model.param(name, (elements,), 1.0) for name in "xyz"[:operands]]
        x = model.op("rlx.add {0}, {1}", params[0], s, shape=(elements,))
        if text:
            x = model.op(text, x, *params[1:], shape=(elements,))
        place = model.param("place", (1,), 0, "i32")
        return model.op("rlx.gather {0}, {1} axis = 0", x, place, shape=(1,))

    def run(t):
        tensors = [t.random((elements,)) for _ in range(operands)]
        return lambda _: torch(t, *tensors)
    return Case("f32", link, 5, None, 0, 4 * elements * (operands + 1), run,
                ggml and dict(op=ggml, rows=elements // 1024, sizes=[1024]), 2)


def whole(elements):
    """Reductions of one tensor to a number; the first of them, a sum, both chains have."""
    def link(model, s, i):
        op = "rlx.reduce_" + ("sum", "max", "min", "prod")[i]
        one = model.op(op + " {0} axes = [0, 1]", model.changing("x", (elements >> 14, 1 << 14)),
                       shape=())
        return model.op("rlx.add {0}, {1}", s, one, shape=(1,))

    def torch(t):
        x = t.random((elements,))
        return lambda i: (x.amax, x.amin, x.prod)[i % 3]()
    return Case("f32", link, 4, None, 0, 4 * elements, torch)


def rows_of(rows, columns, text, torch, scales=(), ggml=None, links=17):
    def link(model, x, _):
        return model.op(text, x, *(model.param(name, (columns,), 1.0) for name in scales),
                        shape=x.shape)

    def run(t):
        x, params = t.random((rows, columns)), [t.random((columns,)) for _ in scales]
        return lambda _: torch(t, x, *params)
    return Case("f32", link, links, (rows, columns), 0, 8 * rows * columns if rows > 1 else 0, run,
                ggml and dict(op=ggml, rows=rows, sizes=[columns]))


def best(rows, columns, k, links=9):
    """Sorts where k is `columns`. Positions are added to the chosen elements, so that the next link has
    something to sort again, and the first one of each row to a new row where that is longer."""
    def link(model, x, i):
        values, places = model.best(x, k)
        places = model.op("rlx.cast {0} to f32", places, shape=places.shape)
        x = model.op("rlx.add {0}, {1}", values, places, shape=values.shape)
        if k == columns:
            return x
        x = model.op(f"rlx.slice {{0}} from [0, 0] sizes [{rows}, 1]", x, shape=(rows, 1))
        return model.op("rlx.add {0}, {1}", x, model.param(f"x{i % 2}", (rows, columns), 1.0),
                        shape=(rows, columns))

    def run(t):
        x = t.random((rows, columns))

        def torch(_):
            values, places = (t.torch.sort(x, descending=True) if k == columns else
                              t.torch.topk(x, k))
            y = values + places
            return y if k == columns else x + y[:, :1]
        return torch
    return Case("f32", link, links, (rows, columns), torch=run, least=2)


def prefix_sum(length, links=9):
    def link(model, x, _):
        return model.op("rlx.cumsum {0} axis = 1", x, shape=x.shape)

    def run(t):
        x = t.random((1, length))
        return lambda _: t.torch.cumsum(x, 1)
    return Case("f32", link, links, (1, length), 0, 8 * length, run)


def added_rows(updates, rows, columns, links=9):
    """Gradients of an embedding; the first rows of the result are the next link's updates."""
    def link(model, x, i):
        ids = model.param(f"ids{i % 4}", (updates,), ("below", rows), "i64")
        x = model.op(f"rlx.scatter_add {{0}}, {{1}} into [{rows}]", x, ids,
                     shape=(rows, columns))
        return model.op(f"rlx.slice {{0}} from [0, 0] sizes [{updates}, {columns}]", x,
                        shape=(updates, columns))

    def run(t):
        x = t.random((updates, columns))
        ids = t.torch.randint(0, rows, (updates,), device=t.device)

        def torch(_):
            y = t.torch.zeros((rows, columns), device=t.device).index_add_(0, ids, x)
            return y[:updates].clone()
        return torch
    return Case("f32", link, links, (updates, columns), torch=run, least=2)


def attention(batch, heads, keys_heads, queries, keys, size, dtype="f16", links=9):
    causal = queries > 1

    def link(model, x, _):
        shape = (batch, keys_heads, keys, size)
        return model.op("rlx.attention {0}, {1}, {2} layout = bhsd mask = "
                        + ("causal" if causal else "none"), x, model.changing("k", shape),
                        model.changing("v", shape), shape=x.shape)

    def torch(t):
        q = t.random((batch, heads, queries, size))
        k, v = (t.random((batch, keys_heads, keys, size)) for _ in range(2))
        return lambda _: t.functional.scaled_dot_product_attention(
            q, k, v, is_causal=causal, enable_gqa=heads != keys_heads)
    width = 4 if dtype == "f32" else 2
    # Half of the multiply-adds where no query sees later keys.
    return Case(dtype, link, links, (batch, heads, queries, size),
                2 * batch * heads * queries * keys * size if causal else 0,
                0 if causal else 2 * width * batch * keys_heads * keys * size, torch)
