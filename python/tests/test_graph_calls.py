# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bodies and errors of `rlx.Graph`, threads, and memory."""
import gc
import json
import os
import sys
import threading
import weakref

import numpy as np
import pytest

import rlx

X = np.arange(6, dtype=np.float32).reshape(3, 2)


@pytest.fixture
def g():
    return rlx.Graph()


def line():
    return sys._getframe(1).f_lineno


# ---- bodies


def test_scan(g):
    x = g.input("x", "float32", ("n", 2))
    total, sums = g.scan(np.zeros(2, np.float32), x, lambda carry, row: (carry + row, (carry + row) * 2))
    (last,) = g.scan([np.zeros(2, np.float32)], [x], lambda carry, row: row, reverse=True)
    (three,) = g.scan(g.full((), 1, "int32"), [], lambda carry: carry * 3, length=4)
    for name, value in (("total", total), ("sums", sums), ("last", last), ("three", three)):
        g.output(name, value)
    got = g.compile(cache=False)(X)
    for array, want in zip(got, (X.sum(0), X.cumsum(0) * 2, X[0], np.int32(81))):
        np.testing.assert_array_equal(array, want)


def test_if_and_while(g):
    flag, x, n = g.input("flag", "bool"), g.input("x", "float32", ("n", 2)), g.input("n", "int64")
    (y,) = g.if_(flag, lambda: g.exp(x), lambda: -x)
    i, z = g.while_([n, x], lambda i, z: i > 0, lambda i, z: (i - 1, z + z))
    for name, value in (("y", y), ("i", i), ("z", z)):
        g.output(name, value)
    model = g.compile(cache=False)
    for flag in (True, False):
        got = model(flag=np.bool_(flag), x=X, n=np.int64(3))
        np.testing.assert_allclose(got[0], np.exp(X) if flag else -X, rtol=1e-6)
        assert got[1] == 0
        np.testing.assert_array_equal(got[2], X * 8)


def test_other_bodies(g):
    x = g.input("x", "float32", ("n", 2))
    (y,) = g.elementwise_region(x, lambda a: a * a + 1)
    (z,) = g.custom_fn(x, lambda a: g.tanh(a), vjp=lambda a, y, dy: (1 - y * y) * dy)
    (k,) = g.custom("no such kernel", [x], [("float32", (x.shape[0], 2))], body=lambda a: a + 3)
    dinit, drow = g.scan_backward(np.zeros(2, np.float32), x, [np.ones(2, np.float32)],
                                  lambda carry, row: carry * row, lambda carry, row, dy: (dy * row, dy * carry))
    for name, value in (("y", y), ("z", z), ("k", k), ("dinit", dinit), ("drow", drow)):
        g.output(name, value)
    got = g.compile(cache=False)(X + 1)
    for array, want in zip(got, ((X + 1) ** 2 + 1, np.tanh(X + 1), X + 4, (X + 1).prod(0), np.zeros((3, 2)))):
        np.testing.assert_allclose(array, want, rtol=1e-5, atol=1e-6)


def test_exceptions_of_bodies(g):
    x, flag = g.input("x", "float32", (2,)), g.input("flag", "bool")
    kept = []

    def fails():
        kept.append(g.exp(x))
        raise KeyError("mine")

    def nested():
        return g.if_(flag, fails, lambda: x)

    for body in (fails, nested):
        with pytest.raises(KeyError, match="mine"):
            g.if_(flag, lambda: x, body)
    with pytest.raises(rlx.InvalidArgumentError, match="belongs to a body that has ended"):
        g.relu(kept[0])
    with pytest.raises(TypeError, match="returned 'text'"):
        g.if_(flag, lambda: "text", lambda: x)
    with pytest.raises(TypeError, match="a function that builds a body is expected"):
        g.if_(flag, x, x)
    with pytest.raises(TypeError):  # wrong number of arguments
        g.scan(x, [], lambda: x, length=2)
    with pytest.raises(rlx.InvalidArgumentError, match="Graph.if_ expects"):
        g.if_(flag, lambda: x, lambda: (x, x))
    with pytest.raises(rlx.InvalidArgumentError, match="sees only its own arguments"):
        g.elementwise_region([x], lambda a: a + x)
    with pytest.raises(rlx.FailedPreconditionError, match="a body is being built"):
        g.if_(flag, lambda: g.compile(), lambda: x)

    def swallows():
        with pytest.raises(rlx.InvalidArgumentError):
            g.softmax(x, 3)
        return x * 2

    (y,) = g.if_(flag, swallows, lambda: x)
    g.output("y", y)
    np.testing.assert_array_equal(g.compile(cache=False)(np.ones(2, np.float32), np.True_), [2, 2])


# ---- errors


def test_errors_name_the_line(g):
    x = g.input("x", "float32", (2, 3))
    with pytest.raises(rlx.InvalidArgumentError) as error:
        here = line(); x @ x  # noqa: E702
    assert f"{__file__}:{here}" in error.value.place and "Graph.matmul expects" in str(error.value)
    assert isinstance(error.value, ValueError)
    with pytest.raises(rlx.InvalidArgumentError) as error, g.scope("encoder"), g.scope("layer0"):
        g.softmax(x, 7)
    assert error.value.place.startswith(f"{__file__}:") and error.value.place.endswith(" in encoder/layer0")
    if sys.version_info >= (3, 11):
        assert error.value.place.split(":")[2].split()[0] == "9"
    with pytest.raises(rlx.InvalidArgumentError) as error:
        g.softmax(x, 7)
    assert " in " not in error.value.place


def test_errors_say_what_is_expected(g):
    x = g.input("x", "float32", ("n", 3))
    other = rlx.Graph().input("x", "float32", (3,))
    wrong = [
        (lambda: g.compare(x, x, "less"), rlx.InvalidArgumentError, "expects one of eq, ne, lt"),
        (lambda: g.softmax(x, 1.5), rlx.InvalidArgumentError, "'axis' expects an integer"),
        (lambda: g.softmax(x, "last"), rlx.InvalidArgumentError, "got 'last'"),
        (lambda: g.softmax(x, object()), TypeError, "'axis' is of type object"),
        (lambda: g.softmax(x, 2**70), ValueError, "64 bits"),
        (lambda: g.transpose(x, [0.5]), rlx.InvalidArgumentError, "a list of integers"),
        (lambda: g.cast(x, "float33"), rlx.InvalidArgumentError, "an element type"),
        (lambda: g.cast(x, "no"), rlx.InvalidArgumentError, "an element type"),
        (lambda: g.reshape(x, [1.5]), TypeError, "an integer is expected"),
        (lambda: g.relu(other), rlx.InvalidArgumentError, "no value of this graph"),
        (lambda: g.relu(1.5), TypeError, "no tensor beside it"),
        (lambda: g.relu("x"), Exception, None),
        (lambda: g.relu(object()), TypeError, "expected a tensor, an array or a number"),
        (lambda: g.concat([], 0), rlx.InvalidArgumentError, None),
        (lambda: g.input("x", "float32"), rlx.InvalidArgumentError, "already an argument named 'x'"),
        (lambda: g.input("y", "nothing"), rlx.InvalidArgumentError, "no element type 'nothing'"),
        (lambda: g.input("y", "float32", (-1,)), rlx.InvalidArgumentError, "is -1"),
        (lambda: g.input("y", "float32", (1.5,)), TypeError, "an integer is expected"),
        (lambda: g.param("w"), TypeError, "needs a value, or dtype= and shape="),
        (lambda: g.param("w", X, dtype="float32"), TypeError, "of its value"),
        (lambda: g.output("y", X), TypeError, "a value of the graph"),
        (lambda: g.full((2,), 1.5, "int8"), rlx.InvalidArgumentError, "does not hold"),
        (lambda: g.full((2,), 2**70, "int8"), TypeError, "64 bits"),
        (lambda: g.constant("text"), Exception, None),
        (lambda: g.compile(), rlx.FailedPreconditionError, "no outputs"),
        (lambda: g._native.add("nothing", []), rlx.InvalidArgumentError, "there is no op 'nothing'"),
        (lambda: g._native.add("conv", [("inputt", "Value", 1)]), rlx.InvalidArgumentError, None),
        (lambda: g._native.add("conv", [("input", "Value", "x")]), RuntimeError, None),
        (lambda: g._native.dtype(-1), TypeError, None),
    ]
    for call, kind, text in wrong:
        with pytest.raises(kind, match=text):
            call()
    g.output("y", g.relu(x))  # and the graph goes on
    np.testing.assert_array_equal(g.compile(cache=False)(np.ones((1, 3), np.float32)), [[1, 1, 1]])


def test_compile_errors_and_reports_name_the_line(g):
    x = g.input("x", "float32", ("n", 4))
    with g.scope("head"):
        here = line() + 1
        g.output("y", g.softmax(x @ g.param("w", np.ones((4, 4), np.float32)), -1))
    report = rlx.Report()
    g.compile(cache=False, report=report)
    text = json.dumps(report.data)
    assert f"test_graph_calls.py:{here}" in text and "head" in text
    i = g.input("i", "int64", ("n",))
    here = line() + 1
    g.output("z", g.gather(x, i, 1))
    model = g.compile(cache=False, mode="eager")
    with pytest.raises(rlx.Error, match=f"test_graph_calls.py:{here}"):
        model(x=np.ones((1, 4), np.float32), i=np.array([9]))


# ---- threads and memory


def test_graphs_of_two_threads():
    results, errors = {}, []

    def build(number):
        try:
            for _ in range(20):
                g = rlx.Graph()
                x = g.input("x", "float32", ("n",))
                for _ in range(20):
                    x = x + number
                g.output("y", x)
            results[number] = g.compile(cache=False)(np.zeros(2, np.float32))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=build, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    for number in (1, 2):
        np.testing.assert_array_equal(results[number], [20 * number] * 2)


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def build_much():
    g = rlx.Graph()
    x, flag = g.input("x", "float32", ("n", 64)), g.input("flag", "bool")
    y = g.gelu(x @ g.constant(np.ones((64, 64), np.float32)) + 1.5)
    (z,) = g.if_(flag, lambda: y * 2, lambda: y)
    with pytest.raises(rlx.InvalidArgumentError):
        g.softmax(z, 5)
    with pytest.raises(KeyError):
        g.if_(flag, lambda: {}["no"], lambda: y)
    g.output("z", z)
    return len(g.text()), weakref.ref(g)


def test_memory_does_not_grow():
    """1,000 graphs, half of them with errors in them: a leak of one would be 10 MB at least."""
    for _ in range(100):
        build_much()
    gc.collect()
    before = resident()
    for _ in range(1000):
        _, graph = build_much()
    gc.collect()
    assert graph() is None
    assert resident() - before < 8e6
