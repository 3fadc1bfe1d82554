# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`rlx.Graph`: ops, operators, indexing and whole models agree with NumPy."""
import inspect
import keyword
import math
import operator
import pickle

import numpy as np
import pytest

import rlx
from rlx import _rlx

RNG = np.random.default_rng(0)
X = RNG.standard_normal((3, 4)).astype(np.float32)
Y = RNG.standard_normal((4,)).astype(np.float32)
P = np.abs(X) + 0.1
N = np.arange(-6, 6, dtype=np.int32).reshape(3, 4)
B = N % 2 == 0


def run(build, **arrays):
    """The outputs of a graph with the arrays as inputs; the first dimension of each is dynamic."""
    g = rlx.Graph()
    values = [g.input(name, array.dtype, (f"n{len(array)}", *array.shape[1:]) if array.ndim else ())
              for name, array in arrays.items()]
    results = build(g, *values)
    for i, result in enumerate(results if isinstance(results, tuple) else (results,)):
        g.output(f"y{i}", result)
    return g.compile(cache=False)(**arrays)


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def layer_norm(x, scale, bias=0.0):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * scale + bias


# All in one graph, since compiling takes most of the time: name, the graph's value, NumPy's.
OPS = {
    "relu": (lambda g, x: g.relu(x), lambda: np.maximum(X, 0)),
    "exp": (lambda g, x: g.exp(x), lambda: np.exp(X)),
    "tanh": (lambda g, x: g.tanh(x), lambda: np.tanh(X)),
    "sigmoid": (lambda g, x: g.sigmoid(x), lambda: 1 / (1 + np.exp(-X))),
    "gelu": (lambda g, x: g.gelu(x), lambda: X / 2 * (1 + np.vectorize(math.erf)(X / np.sqrt(2)).astype(np.float32))),
    "abs": (lambda g, x: abs(x), lambda: np.abs(X)),
    "max with a number": (lambda g, x: g.max(x, 0.25), lambda: np.maximum(X, np.float32(0.25))),
    "clamp": (lambda g, x: g.clamp(x, min=-0.5, max=0.5), lambda: np.clip(X, -0.5, 0.5)),
    "where": (lambda g, x: g.where(x > 0, x, 0.0), lambda: np.where(X > 0, X, 0)),
    "cast": (lambda g, x: g.cast(x, "float64"), lambda: X.astype(np.float64)),
    "softmax": (lambda g, x: g.softmax(x, -1), lambda: softmax(X)),
    "layer_norm": (lambda g, x: g.layer_norm(x, gamma=Y, beta=Y), lambda: layer_norm(X, Y, Y)),
    "reduce_sum": (lambda g, x: g.reduce_sum(x, [1]), lambda: X.sum(1)),
    "reduce_mean": (lambda g, x: g.reduce_mean(x, [-1], keep_dims=True), lambda: X.mean(1, keepdims=True)),
    "argmax": (lambda g, x: g.argmax(x, 1), lambda: X.argmax(1)),
    "cumsum": (lambda g, x: g.cumsum(x, 1), lambda: X.cumsum(1)),
    "concat": (lambda g, x: g.concat([x, x], 1), lambda: np.concatenate([X, X], 1)),
    "gather": (lambda g, x: g.gather(x, np.array([2, 0]), 1), lambda: X[:, [2, 0]]),
    "transpose": (lambda g, x: g.transpose(x, [1, 0]), lambda: X.T),
    "expand": (lambda g, x: g.expand(x, (2, x.shape[0], 4)), lambda: np.broadcast_to(X, (2, 3, 4))),
    "pad": (lambda g, x: g.pad(x, (0, 1), (0, 2), "constant", value=9.0), lambda: np.pad(X, [(0, 0), (1, 2)], constant_values=9)),
    "matmul": (lambda g, x: x @ Y, lambda: X @ Y),
    "sort": (lambda g, x: g.sort(x, 1)[0], lambda: np.sort(X, 1)),
    "iota": (lambda g, x: g.iota(5, (2, x.shape[0]), 1), lambda: np.broadcast_to(np.arange(5, 8), (2, 3))),
    "full": (lambda g, x: g.full((2, 2), 7, "uint8"), lambda: np.full((2, 2), 7, np.uint8)),
    "constant": (lambda g, x: g.constant([1, 2], "float32"), lambda: np.array([1, 2], np.float32)),
    "astype": (lambda g, x: (x * 3).astype(np.int32), lambda: (X * 3).astype(np.int32)),
    "reshape": (lambda g, x: x.reshape(-1, 2), lambda: X.reshape(-1, 2)),
    "reshape by sizes": (lambda g, x: x.reshape((x.shape[0] * 2, 2)), lambda: X.reshape(6, 2)),
    "flatten": (lambda g, x: x.reshape(-1), lambda: X.reshape(-1)),
    "rows": (lambda g, x: g.concat(list(x.T), 0), lambda: X.T.reshape(-1)),
}


def test_ops():
    names = list(OPS)
    got = run(lambda g, x: tuple(OPS[name][0](g, x) for name in names), x=X)
    for name, array in zip(names, got):
        want = np.asarray(OPS[name][1]())
        assert array.dtype == want.dtype, name
        np.testing.assert_allclose(array, want, rtol=1e-5, atol=1e-6, err_msg=name)


OPERATORS = [
    lambda x, p, n, b: (x + p, x - p, x * p, x / p, x // p, x % p, p ** x, x ** 2, -x, +x),
    lambda x, p, n, b: (x + 1.5, 1.5 - x, 2 * x, 1 / p, x // 0.5, 7 % p, p ** 0.5, 2 ** x, x / np.sqrt(2)),
    lambda x, p, n, b: (n + 1, n - n, n * 3, n // 4, n // -3, 7 // (n * 2 + 1), n % 3, n & 3, n | 4, n ^ 5, ~n, abs(n)),
    lambda x, p, n, b: (x < p, x <= 0, 0 > x, x >= x, x == x, n != 2, n == n[0], b & b, b | b, b ^ b, ~b, x < X),
    lambda x, p, n, b: (X + x, x + Y, Y * x, x + np.float32(2), Y - x, x + np.arange(4, dtype=np.int16)),
    lambda x, p, n, b: (x @ x.T, x @ Y, Y @ x.T, (x > 0).astype("float32"), x.astype("float64") + 1),
]


@pytest.mark.parametrize("expressions", OPERATORS)
def test_operators(expressions):
    got = run(lambda g, *values: expressions(*values), x=X, p=P, n=N, b=B)
    want = expressions(X, P, N, B)
    for i, (array, expected) in enumerate(zip(got, want)):
        expected = expected.astype(np.float32) if expected.dtype == np.float64 and i != 4 else expected
        assert array.shape == expected.shape and array.dtype == expected.dtype, i
        np.testing.assert_allclose(array, expected, rtol=1e-5, atol=1e-6, err_msg=str(i))


INDICES = [
    np.s_[0], np.s_[-1], np.s_[1:], np.s_[:-1], np.s_[-2:], np.s_[::-1], np.s_[::2], np.s_[-1:0:-1], np.s_[1:3],
    np.s_[:, 1], np.s_[:, -3:-1], np.s_[:, ::-2], np.s_[:, 3:0:-1], np.s_[:, 2:2], np.s_[:, 7:], np.s_[:, -9:2],
    np.s_[..., 0], np.s_[None], np.s_[:, None, 1:], np.s_[0, 1], np.s_[..., None, :2], np.s_[1, ::-1], np.s_[()],
    np.s_[...], np.s_[-2::-1, None], np.s_[np.int64(1), 1:np.int32(3)],
]


def test_indexing():
    x = X[:, :, None] + np.arange(2, dtype=np.float32)
    got = run(lambda g, x: tuple(x[index] for index in INDICES), x=x)
    for index, array in zip(INDICES, got):
        np.testing.assert_array_equal(array, x[index], err_msg=str(index))


def test_indexing_by_tensors_and_sizes():
    ids = np.array([[2, 0], [1, -1]])
    got = run(lambda g, x, i: (x[i], x[ids], x[[0, 1]], x[:x.shape[0]], x[i.shape[0] - 1], x[1:i.shape[0]]),
              x=X, i=ids)
    for array, want in zip(got, (X[ids], X[ids], X[[0, 1]], X, X[1], X[1:2])):
        np.testing.assert_array_equal(array, want)


@pytest.mark.parametrize("dtype", ["float32", "int8", "uint8", "bool"])
@pytest.mark.parametrize("options", [{}, {"axis": 1}, {"axis": (0, -1)}, {"axis": 0, "keepdims": True}, {"axis": ()}])
def test_reductions_are_numpys(dtype, options):
    x = (np.arange(24).reshape(2, 3, 4) * 7 % 5 - 2).astype(dtype)
    g = rlx.Graph()
    value = g.input("x", dtype, ("a", 3, "b"))
    names = ["sum", "prod", "max", "min"] + (["mean"] if dtype == "float32" else [])
    for name in names:
        g.output(name, getattr(value, name)(**options))
    results = g.compile(cache=False).run({"x": x})
    for name in names:
        expected = getattr(x, name)(**options)
        assert results[name].dtype == expected.dtype and results[name].shape == expected.shape
        np.testing.assert_allclose(results[name], expected, rtol=1e-6)


def test_shapes_are_numpys():
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    g = rlx.Graph()
    value = g.input("x", "float32", ("a", 3, 4))
    g.output("swapped", value.swapaxes(0, -1))
    g.output("flat", value.flatten())
    g.output("rows", value.reshape(value.size // 12, 12))
    results = g.compile(cache=False).run({"x": x})
    np.testing.assert_array_equal(results["swapped"], x.swapaxes(0, -1))
    np.testing.assert_array_equal(results["flat"], x.flatten())
    np.testing.assert_array_equal(results["rows"], x.reshape(2, 12))
    assert g.constant(x).size == 24


def test_wrong_indices():
    x = rlx.Graph().input("x", "float32", ("n", 4))
    for index, kind in ((np.s_[:, 4], IndexError), (np.s_[0, 0, 0], IndexError), (np.s_[..., ...], IndexError),
                        (np.s_[::0], ValueError), (1.5, TypeError), ("a", TypeError), (np.s_[:1.5], TypeError),
                        (True, TypeError), (np.s_[0, [1]], TypeError)):
        with pytest.raises(kind):
            x[index]
    with pytest.raises(TypeError, match="decide the length"):
        len(x)
    assert len(x.T) == 4
    with pytest.raises(ValueError, match="only one size may be -1"):
        x.reshape(-1, -1)
    with pytest.raises(ValueError, match="no reshape"):
        x.T[:, :3].reshape(-1, 5)
    sums = run(lambda g, x: x[:3], x=X)
    assert sums.shape == (3, 4)
    g = rlx.Graph()
    g.output("y", g.input("x", "float32", ("n",))[:3])
    with pytest.raises(rlx.Error):  # nothing is cut off
        g.compile(cache=False)(np.ones(2, np.float32))


def test_types_follow_numpy():
    g = rlx.Graph()
    f, n, b, h = (g.input(name, dtype, (2,)) for name, dtype in
                  (("f", "f32"), ("n", np.int32), ("b", bool), ("h", "bfloat16")))
    assert [v.dtype for v in (f + 1, f + 1.5, f * True, n + 1, n * True, h + 1.5, f + np.int16([1, 2]), b & True)] == \
        ["float32", "float32", "float32", "int32", "int32", "bfloat16", "float32", "bool"]
    for wrong, text in ((lambda: n + 1.5, "int32 with the number 1.5 would give float64"),
                        (lambda: b + 1, "would give int64"), (lambda: f + np.arange(2), "would give float64"),
                        (lambda: f + np.zeros(2), "float32 with an array of float64"), (lambda: n / 2, "use //"),
                        (lambda: f + 1j, "would give complex128"), (lambda: h + np.zeros(2), "common type|float64")):
        with pytest.raises(TypeError, match=text):
            wrong()
    for wrong in (lambda: n + 2**31, lambda: f * 1e39, lambda: f + n):
        with pytest.raises(rlx.InvalidArgumentError):
            wrong()
    for wrong in (lambda: f + "a", lambda: f + None, lambda: bool(f), lambda: np.asarray(f), lambda: f + {}):
        with pytest.raises(TypeError):
            wrong()
    assert f in {f} and f.ndim == 1 and (f == f).dtype == "bool"


def test_sizes():
    g = rlx.Graph()
    x = g.input("x", "float32", ("batch", 4, "n"))
    batch, four, n = x.shape
    assert (str(batch), four, str(n)) == ("batch", 4, "n")
    assert batch == g.input("y", "int8", "batch").shape[0] and batch != n
    assert repr(2 * batch + n // 2 - 1) == "((2 * batch) + (n // 2)) - 1"
    assert (batch * 1, batch + 0, batch - batch) == (batch, batch, 0)
    y = x.reshape(-1, n)
    assert y.shape == (4 * batch, n) or str(y.shape[0]) == "batch * 4"
    assert x.reshape(batch, -1, n).shape[1] == 4 and y.shape[1] == n
    # Ops keep the names, so that the rest of a reshape is a number.
    h = g.relu(x + 1).transpose(2, 0, 1)
    assert h.shape == (n, batch, 4) and h.reshape(batch, -1, 2, n).shape == (batch, 2, 2, n)
    assert str(g.concat([x, x], 0).shape[0]) == "batch * 2" and str(x[1:].shape[0]) == "batch - 1"
    assert str(g.conv(g.input("c", "float32", ("b", 1, "w")), np.ones((1, 1, 3), np.float32), strides=[2]).shape) == \
        "(b, 1, (w - 3) // 2 + 1)"
    assert str(g.input("q", "int8", "n * 4").shape[0]) == "'n * 4'"
    assert g.scan([], [x], lambda row: row)[0].shape == x.shape
    assert g.scan([], [x], lambda row: row + g.expand(0.0 * row, row.shape))[0].shape == x.shape
    with pytest.raises(TypeError):
        int(batch)
    with pytest.raises(TypeError):
        bool(batch)
    with pytest.raises(rlx.InvalidArgumentError, match="divided by 0"):
        x.reshape(batch // 0, -1)


def test_sizes_are_numbers_beside_tensors():
    def build(g, x, y):
        n = x.shape[0]
        return (x.sum(axis=0) / n, n * x - n // 2, x > n, g.max(n, x), g.full(x.shape, 2.5, "float16"),
                g.constant(n), g.constant(2 * n, "float32") ** 2, y // n, g.full(n, True, bool))

    x, y = 3 * X, np.arange(-9, 9, dtype=np.int32)
    results = run(build, x=x, y=y)
    expected = (x.mean(axis=0), 3 * x - 1, x > 3, np.maximum(3, x), np.full(x.shape, 2.5, np.float16),
                np.int64(3), np.float32(36), y // 3, np.array([True] * 3))
    for result, right in zip(results, expected):
        np.testing.assert_allclose(result, right, rtol=1e-6)
        assert result.dtype == right.dtype


def test_every_op_has_a_method():
    table = _rlx.graph_ops()
    assert len(table) > 150
    by_hand = {"if": {"else": "else_"}}
    for op, arguments in table.items():
        method = getattr(rlx.Graph, op + "_" if keyword.iskeyword(op) else op)
        names = [by_hand.get(op, {}).get(name, name + "_" * keyword.iskeyword(name)) for name in arguments]
        assert set(inspect.signature(method).parameters) == {"self", *names}, op
        assert len(inspect.getdoc(method)) > 40, op
    with pytest.raises(TypeError):
        rlx.Graph().conv()


def test_layer_of_a_transformer():
    """Attention with two heads, an MLP, two norms: against NumPy at two sizes."""
    width, heads = 16, 2
    weights = {name: (RNG.standard_normal(shape) / 4).astype(np.float32) for name, shape in
               (("q", (width, width)), ("k", (width, width)), ("v", (width, width)), ("o", (width, width)),
                ("up", (width, 32)), ("down", (32, width)))}
    scale = np.ones(width, np.float32)

    def network(x, w, norm, attend, activate):
        h = norm(x)
        x = x + attend(h @ w["q"], h @ w["k"], h @ w["v"]) @ w["o"]
        return x + activate(norm(x) @ w["up"]) @ w["down"]

    g = rlx.Graph()
    x = g.input("x", "float32", ("batch", "time", width))

    def attend(q, k, v):
        with g.scope("attention"):
            split = (x.shape[0], x.shape[1], heads, width // heads)
            out = g.attention(q.reshape(split), k.reshape(split), v.reshape(split), "bshd", "none")
            return out.reshape(x.shape)

    params = {name: g.param(name, value) for name, value in weights.items()}
    y = network(x, params, lambda v: g.layer_norm(v, gamma=scale), attend, g.relu)
    g.output("y", y)
    model = g.compile(cache=False)
    for batch, time in ((1, 3), (2, 5)):
        value = RNG.standard_normal((batch, time, width)).astype(np.float32)

        def attend_numpy(q, k, v):
            q, k, v = (each.reshape(batch, time, heads, -1).swapaxes(1, 2) for each in (q, k, v))
            return (softmax(q @ k.swapaxes(2, 3) / np.sqrt(width // heads)) @ v).swapaxes(1, 2).reshape(value.shape)

        want = network(value, weights, lambda v: layer_norm(v, scale), attend_numpy, lambda v: np.maximum(v, 0))
        np.testing.assert_allclose(model(value), want, rtol=1e-4, atol=1e-4)


def mlp():
    g = rlx.Graph()
    x = g.input("x", "float32", ("n", 4))
    g.output("y", g.relu(x @ g.param("w", X.T.copy()) + g.param("b", dtype="float32", shape=(3,))))
    return g


def test_models_of_graphs(tmp_path):
    g = mlp()
    with pytest.raises(rlx.FailedPreconditionError, match="params have no value yet: .b."):
        g.compile()(X)
    b = np.ones(3, np.float32)
    model = rlx.compile(g, params={"b": b})
    want = np.maximum(X @ X.T + b, 0)
    np.testing.assert_allclose(model(X), want, rtol=1e-5)
    np.testing.assert_allclose(pickle.loads(pickle.dumps(model))(X), want, rtol=1e-5)
    model.save(tmp_path / "mlp.rlxe")
    np.testing.assert_allclose(rlx.load(tmp_path / "mlp.rlxe")(X), want, rtol=1e-5)
    # The model is a copy: the graph goes on.
    g.output("z", g.input("again", "float32", ()) + 1)
    assert len(model.outputs) == 1 and len(g.compile(params={"b": b}).outputs) == 2
    text = rlx.compile(mlp().text(), cache=False)
    text.set_params({"w": X.T, "b": b})
    np.testing.assert_allclose(text(X), want, rtol=1e-5)
    with pytest.raises(rlx.InvalidArgumentError, match="the graph has no param 'c'; its params are: w, b"):
        rlx.compile(g, params={"c": b})
    with pytest.raises(TypeError, match="'b' is a param of the graph already"):
        rlx.compile(g, params=iter("b"))
    with pytest.raises(rlx.InvalidArgumentError, match="param 'b'"):
        rlx.compile(g, params={"b": X})
    with pytest.raises(TypeError, match="pickle the model"):
        pickle.dumps(g)


def test_large_constants(tmp_path):
    table = RNG.standard_normal((1000, 256)).astype(np.float32)
    g = rlx.Graph()
    g.output("y", g.gather(g.constant(table), g.input("ids", "int64", ("n",)), 0))
    model = g.compile(cache=False)
    model.save(tmp_path / "table.rlxe")
    ids = np.array([3, 999])
    for each in (model, pickle.loads(pickle.dumps(model)), rlx.load(tmp_path / "table.rlxe"), g.compile(mode="lazy")):
        np.testing.assert_array_equal(each(ids), table[ids])


def test_text_and_drawing():
    g = mlp()
    assert repr(g) == "<rlx.Graph: 1 input, 2 params, 1 output, 3 ops>"
    assert "rlx.matmul" in str(g) and "rlx.relu" in g.text()
    large = g.constant(np.arange(1000, dtype=np.float32))
    g.output("<z>", large + 1)
    assert len(str(g)) < 3000 < len(g.text())
    page = g._repr_html_()
    assert page.count("<rect") == 1 + 4 + 2 and "&lt;z&gt;" in page and "<z>" not in page
    x = g.input("x2", "float32", ())
    for _ in range(200):
        x = x + 1
    assert "<svg" not in g._repr_html_() and "<td>add</td><td>202</td>" in g._repr_html_()


def test_operator_table_is_complete():
    """Whatever the operator module has for arrays works on values, or is refused by a TypeError."""
    g = rlx.Graph()
    n = g.input("n", "int32", (2,))
    for name in ("add", "sub", "mul", "floordiv", "mod", "pow", "and_", "or_", "xor", "lt", "le", "eq", "ne", "gt",
                 "ge"):
        assert isinstance(getattr(operator, name)(n, n), rlx.Value), name
        assert isinstance(getattr(operator, name)(3, n), rlx.Value), name
    for name in ("neg", "pos", "abs", "invert"):
        assert isinstance(getattr(operator, name)(n), rlx.Value), name


def test_floor_division_is_numpys():
    """At the ends of the types, and where a quotient is rounded to a whole number."""
    for dtype in (np.int8, np.int32, np.int64, np.uint8):
        ends = np.iinfo(dtype)
        a = np.array([ends.min, ends.min + 1, ends.max, 7, 0, 1], dtype)
        for b in (np.array([3] * 6, dtype), np.array([ends.max] * 6, dtype), np.array([5, 3, 2, 7, 1, 9], dtype)):
            for sign in ((1,) if ends.min == 0 else (1, -1)):
                divisor = (b * dtype(sign)).astype(dtype) if ends.min else b
                g = rlx.Graph()
                g.output("y", g.input("a", a.dtype, a.shape) // g.input("b", a.dtype, b.shape))
                np.testing.assert_array_equal(g.compile()(a, divisor), a // divisor)
    a = np.array([1, -1, 7.5, -7.5, 0, 1e30, 5, -5, 0.3], np.float32)
    b = np.array([0.1, 0.1, 2, 2, 3, 7, 0, 0, -0.1], np.float32)
    g = rlx.Graph()
    g.output("y", g.input("a", "float32", a.shape) // g.input("b", "float32", b.shape))
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(g.compile()(a, b), a // b)


def test_functions_of_numpy():
    g = rlx.Graph()
    x = g.input("x", "float32", ("n", 3))
    a = np.array([[0.5, -1.5, 2.5], [4, 0, 1]], np.float32)
    made = {"add": np.add(x, 1), "subtract": np.subtract(1, x), "less": np.less(a[0], x), "left": a[0] + x,
            "scalar": np.float32(2) * x, "matmul": np.matmul(x, a.T), "exp": np.exp(x), "abs": np.absolute(x),
            "rint": np.rint(x), "maximum": np.maximum(a[1], x), "isnan": np.isnan(x), "sum": np.sum(x, axis=1),
            "mean": np.mean(x), "reshape": np.reshape(x, (3, -1)), "equal": a[1] == x}
    expected = {"add": a + 1, "subtract": 1 - a, "less": a[0] < a, "left": a[0] + a, "scalar": 2 * a, "matmul": a @ a.T,
                "exp": np.exp(a), "abs": abs(a), "rint": np.rint(a), "maximum": np.maximum(a[1], a), "isnan": np.isnan(a),
                "sum": a.sum(1), "mean": a.mean(), "reshape": a.reshape(3, -1), "equal": a[1] == a}
    for name, value in made.items():
        g.output(name, value)
    results = g.compile(cache=False).run({"x": a})
    for name, value in expected.items():
        np.testing.assert_allclose(results[name], value, rtol=1e-5, err_msg=name)
    assert np.shape(x) == x.shape and np.ndim(x) == 2
