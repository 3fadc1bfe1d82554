# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs that stay between runs: `Model.state`."""
import gc
import os
import pickle
import threading

import ml_dtypes
import numpy as np
import pytest
from conftest import argument, binary, mlir, onnx_model
from onnx import helper

import rlx


@pytest.fixture(scope="module")
def rnn() -> rlx.Model:
    """next = tanh(x + w * h), y = 2 * next."""
    t = "tensor<4xf32>"
    body = f"""%0 = rlx.mul %w, %h : ({t}, {t}) -> {t}
%1 = rlx.add %x, %0 : ({t}, {t}) -> {t}
%2 = rlx.tanh %1 : ({t}) -> {t}
%3 = rlx.add %2, %2 : ({t}, {t}) -> {t}
return %3, %2 : {t}, {t}"""
    inputs = ", ".join([argument("h", t), argument("x", t), argument("w", t, "param")])
    model = rlx.compile(mlir(body, inputs, f'{t} {{rlx.name = "y"}}, {t} {{rlx.name = "next"}}'))
    model["w"] = np.array([0.5, -1, 0.25, 2], np.float32)
    return model


@pytest.fixture(scope="module")
def attention() -> rlx.Model:
    """Attention of one query to a cache of keys, which grows by the query."""
    nodes = [
        helper.make_node("Concat", ["cache", "x"], ["grown"], axis=0),
        helper.make_node("Transpose", ["grown"], ["keys"]),
        helper.make_node("MatMul", ["x", "keys"], ["scores"]),
        helper.make_node("Softmax", ["scores"], ["weights"], axis=-1),
        helper.make_node("MatMul", ["weights", "grown"], ["y"]),
    ]
    return rlx.compile(onnx_model(nodes, {"cache": ("past", 8), "x": (1, 8)}, {"y": (1, 8), "grown": ("all", 8)}))


def steps(count, shape=(4,), seed=0):
    return np.random.default_rng(seed).standard_normal((count, *shape)).astype(np.float32)


def explicit(model, xs, h):
    ys = []
    for x in xs:
        y, h = model(h, x)
        ys.append(y)
    return ys, h


def test_equals_an_explicit_loop(rnn):
    xs = steps(50)
    ys, h = explicit(rnn, xs, np.zeros(4, np.float32))
    with rnn.state({"h": 0}, feeds={"h": "next"}) as state:
        assert list(state) == ["h"] and len(state) == 1 and "h" in state and state.feeds == {"h": "next"}
        for x, y in zip(xs, ys):
            np.testing.assert_array_equal(state(x), y)
        np.testing.assert_array_equal(state["h"], h)
        state.reset()
        assert state["h"].tolist() == [0, 0, 0, 0]
        np.testing.assert_array_equal(state.run({"x": xs[0]})["y"], ys[0])
        np.testing.assert_array_equal(state(x=xs[1]), ys[1])


def test_a_cache_that_grows(attention):
    xs = steps(50, (1, 8))
    cache = np.zeros((0, 8), np.float32)
    state = attention.state({"cache": cache}, feeds={"cache": "grown"})
    for x in xs:
        y, cache = attention(cache, x)
        np.testing.assert_array_equal(state(x), y)
    np.testing.assert_array_equal(state["cache"], np.concatenate(xs))


def test_set_and_clone_are_apart(rnn):
    x = steps(1)[0]
    state = rnn.state({"h": np.ones(4, np.float32)}, feeds={"h": "next"})
    state(x)
    twin = state.clone()
    at_clone = state["h"]
    twin["h"] = np.full(4, 3, np.float32)
    np.testing.assert_array_equal(state["h"], at_clone)
    state(x)
    assert twin["h"].tolist() == [3, 3, 3, 3]
    np.testing.assert_array_equal(twin(x), rnn(np.full(4, 3, np.float32), x)[0])
    twin.reset()
    assert dict(twin)["h"].tolist() == [1, 1, 1, 1]


def test_the_initial_array_may_change(rnn):
    initial = np.ones(4, np.float32)
    state = rnn.state({"h": initial})
    initial[:] = 7
    assert state["h"].tolist() == [1, 1, 1, 1]
    state["h"] = 2
    state.reset()
    assert state["h"].tolist() == [1, 1, 1, 1]


def test_returned_outputs(rnn):
    x = steps(1)[0]
    y, after = rnn(np.zeros(4, np.float32), x)
    both = rnn.state({"h": 0}, feeds={"h": "next"}, returns=["next", "y"])(x)
    np.testing.assert_array_equal(both, [y, after])
    assert rnn.state({"h": 0}, feeds={"h": "next"}, returns=[])(x) is None
    out = np.empty(4, np.float32)
    state = rnn.state({"h": 0}, feeds={"h": "next"})
    assert set(state.run({"x": x}, {"next": out})) == {"y", "next"}
    np.testing.assert_array_equal(out, after)
    np.testing.assert_array_equal(state["h"], after)
    without_feed = rnn.state({"h": 0})
    assert len(without_feed(x)) == 2 and without_feed["h"].tolist() == [0, 0, 0, 0]


def test_files(rnn, tmp_path):
    xs = steps(6)
    state = rnn.state({"h": 0}, feeds={"h": "next"})
    for x in xs[:3]:
        state(x)
    path = tmp_path / "state.npz"
    state.save(path)
    rest = [state(x) for x in xs[3:]]
    other = rnn.state({"h": 0}, feeds={"h": "next"})
    other.load(path)
    np.testing.assert_array_equal([other(x) for x in xs[3:]], rest)
    assert os.listdir(tmp_path) == ["state.npz"]


def test_wrong_files_change_nothing(rnn, tmp_path):
    state = rnn.state({"h": 5})
    for call in (state.load, state.save):  # as Model.save
        path = str(tmp_path / "none" / "x.npz")
        with pytest.raises(rlx.NotFoundError, match=f"'{path}': No such file"):
            call(path)
    path = tmp_path / "x.npz"
    for content in (b"", b"no numbers", b"PK\x03\x04 no archive", pickle.dumps({"h": 1})):
        path.write_bytes(content)
        with pytest.raises(rlx.DataLossError, match="is not a file that State.save or numpy.savez has written"):
            state.load(path)
    np.savez(path, h=np.array([{}]))
    with pytest.raises(rlx.DataLossError, match="the array 'h' in .* is damaged, or is none of numbers") as raised:
        state.load(path)
    assert "pickle" not in str(raised.value)
    for wrong in ({"g": np.zeros(4, np.float32)}, {"h": np.zeros(5, np.float32)}, {"h": np.zeros(4)},
                  {"h": np.zeros(4, np.float32), "g": np.zeros(1)}):
        np.savez(path, **wrong)
        with pytest.raises(rlx.InvalidArgumentError):
            state.load(path)
        assert state["h"].tolist() == [5, 5, 5, 5]


@pytest.mark.parametrize("element, dtype", [("bf16", ml_dtypes.bfloat16), ("i64", np.int64), ("f16", np.float16)])
def test_other_types(element, dtype, tmp_path):
    model = rlx.compile(binary("add", element, "3"))
    state = model.state({"y": 2}, feeds={"y": "z"}, returns=["z"])
    x = np.array([1, 2, 3]).astype(dtype)
    assert state(x).tolist() == [3, 4, 5]
    assert state["y"].dtype == dtype
    state.save(tmp_path / "a.npz")
    state.reset()
    state.load(tmp_path / "a.npz")
    assert state["y"].tolist() == [3, 4, 5]


def test_what_is_wrong_is_told(rnn, attention):
    h = np.zeros(4, np.float32)
    with pytest.raises(rlx.NotFoundError, match="there is no input 'q'; there are 'h', 'x'"):
        rnn.state({"q": h})
    with pytest.raises(rlx.NotFoundError, match="there is no output 'q'; there are 'y', 'next'"):
        rnn.state({"h": h}, feeds={"h": "q"})
    with pytest.raises(rlx.NotFoundError, match="there is no state 'x'; there are 'h'"):
        rnn.state({"h": h}, feeds={"x": "next"})
    with pytest.raises(rlx.NotFoundError, match="there is no output 'q'"):
        rnn.state({"h": h}, returns=["q"])
    with pytest.raises(rlx.InvalidArgumentError, match="at least one input"):
        rnn.state({})
    with pytest.raises(rlx.InvalidArgumentError, match="expects element type float32, got float64"):
        rnn.state({"h": np.zeros(4)})
    with pytest.raises(rlx.InvalidArgumentError, match=r"f32\[4\]"):
        rnn.state({"h": np.zeros(5, np.float32)})
    with pytest.raises(rlx.UnsupportedError, match="static shape"):
        attention.state({"cache": 0})
    with pytest.raises(rlx.AlreadyExistsError, match="already feeds"):
        rnn.state({"h": h, "x": h}, feeds={"h": "next", "x": "next"})
    state = rnn.state({"h": h}, feeds={"h": "next"})
    with pytest.raises(rlx.NotFoundError, match="'x' is not part of the state, which has 'h'"):
        state["x"] = h
    with pytest.raises(rlx.NotFoundError):
        state["q"]
    with pytest.raises(rlx.InvalidArgumentError, match=r"part of the state.*state\['h'\] = value"):
        state(x=h, h=h)
    with pytest.raises(rlx.InvalidArgumentError, match="1 inputs, got 2 arguments; the inputs are 'x'"):
        state(h, h)
    with pytest.raises(rlx.InvalidArgumentError, match="missing input 'x'"):
        state()
    assert state["h"].tolist() == [0, 0, 0, 0] and "h <- next" in repr(state)


def test_feeds_of_another_type_are_told():
    t, u = "tensor<3xf32>", "tensor<3xi64>"
    model = rlx.compile(mlir(f"%0 = rlx.cast %x to i64 : ({t}) -> {u}\nreturn %0 : {u}", argument("x", t),
                             f'{u} {{rlx.name = "z"}}'))
    with pytest.raises(rlx.InvalidArgumentError, match="cannot feed"):
        model.state({"x": 0}, feeds={"x": "z"})


def test_out_n_feeds_itself():
    t = "tensor<3xf32>"
    model = rlx.compile(mlir(f"%0 = rlx.add %a, %b : ({t}, {t}) -> {t}\nreturn %0 : {t}",
                             f"{argument('out0', t).replace('%out0', '%a')}, {argument('x', t).replace('%x', '%b')}",
                             f'{t} {{rlx.name = "z"}}'))
    state = model.state({"out0": 1})
    assert state(np.ones(3, np.float32)) is None and state["out0"].tolist() == [2, 2, 2]
    assert state.feeds == {"out0": "z"}


def test_closing(rnn):
    state = rnn.state({"h": 0}, feeds={"h": "next"})
    x = steps(1)[0]
    twin = state.clone()
    state.close()
    state.close()
    for call in (lambda: state(x), lambda: state["h"], lambda: state.reset() or state.memory, state.clone):
        with pytest.raises(rlx.FailedPreconditionError, match="closed"):
            call()
    assert twin(x).shape == (4,)
    model = rlx.compile(binary(shape="3"))
    outlives = model.state({"y": 1})
    model.close()
    assert outlives(np.ones(3, np.float32)).tolist() == [2, 2, 2]
    with pytest.raises(rlx.FailedPreconditionError, match="closed"):
        model.state({"y": 1})


def big_table(rows):
    return rlx.compile(onnx_model([helper.make_node("Gather", ["table", "at"], ["y"])],
                                  {"table": (rows, 1024), "at": (1,)}, {"y": (1, 1024)}, {"at": np.int64}))


def test_memory_is_freed():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    model = big_table(16384)
    model.state({"table": 0}).close()
    gc.collect()
    before = resident()
    for i in range(6):
        state = model.state({"table": 0})
        if i % 2:
            state.close()
        del state
    gc.collect()
    assert resident() - before < 48e6


def test_threads_have_states_of_their_own(rnn):
    seeds, results = range(4), {}

    def work(seed):
        with rnn.state({"h": 0}, feeds={"h": "next"}) as state:
            results[seed] = [state(x) for x in steps(200, seed=seed)]

    threads = [threading.Thread(target=work, args=(seed,)) for seed in seeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in seeds:
        np.testing.assert_array_equal(results[seed], explicit(rnn, steps(200, seed=seed), np.zeros(4, np.float32))[0])


def test_two_threads_on_one_state_are_an_error():
    n = 1 << 20
    state = rlx.compile(binary("div", "f32", str(n))).state({"y": 2})
    x, seen = np.ones(n, np.float32), []

    def work():
        for _ in range(40):
            try:
                assert state(x)[0] == 0.5
            except rlx.FailedPreconditionError as error:
                seen.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("in use by another call" in text for text in seen)
    assert state(x)[-1] == 0.5


def test_params_are_those_at_the_start():
    t = "tensor<2xf32>"
    model = rlx.compile(mlir(f"%0 = rlx.mul %x, %w : ({t}, {t}) -> {t}\n%1 = rlx.add %0, %h : ({t}, {t}) -> {t}\n"
                             f"return %1 : {t}",
                             ", ".join([argument("x", t), argument("h", t), argument("w", t, "param")]),
                             f'{t} {{rlx.name = "y"}}'))
    x = np.ones(2, np.float32)
    model["w"] = np.full(2, 2, np.float32)
    state = model.state({"h": 1})
    model["w"] = np.full(2, 5, np.float32)
    assert state(x).tolist() == [3, 3] and model.state({"h": 1})(x).tolist() == [6, 6]


def test_state_stays_on_a_device():
    names = [device.name for device in rlx.devices() if device.name.startswith("vulkan")]
    if not names:
        pytest.skip("there is no Vulkan device")
    t = "tensor<4xf32>"
    text = mlir(f"%0 = rlx.add %x, %h : ({t}, {t}) -> {t}\n%1 = rlx.tanh %0 : ({t}) -> {t}\nreturn %1, %0 : {t}, {t}",
                f"{argument('h', t)}, {argument('x', t)}", f'{t} {{rlx.name = "next"}}, {t} {{rlx.name = "y"}}')
    model = rlx.compile(text, device=names[0], strict=True)
    state, h = model.state({"h": 0}, feeds={"h": "next"}), np.zeros(4, np.float32)
    for x in steps(20):
        h, y = model(h, x)
        np.testing.assert_array_equal(state(x), y)
    twin = state.clone()
    state.reset()
    np.testing.assert_array_equal(twin["h"], h)
    assert state["h"].tolist() == [0, 0, 0, 0]
    xs = [{"h": h, "x": x} for x in steps(20)]
    for feeds, outputs in zip(xs, model.map(xs, ahead=4)):
        np.testing.assert_array_equal(outputs["y"], model.run(feeds)["y"])


def test_packages_have_states_without_a_compiler(tmp_path):
    import rlx_runtime
    rlx.compile(binary(shape="3")).save(tmp_path / "add.rlxe")
    model = rlx_runtime.load(tmp_path / "add.rlxe")
    state = model.state({"y": 1}, feeds={"y": "z"})
    assert isinstance(state, rlx_runtime.State)
    assert state(np.ones(3, np.float32)) is None and state["y"].tolist() == [2, 2, 2]
    x = np.ones(3, np.float32)
    assert [outputs["z"][0] for outputs in model.map({"x": i * x, "y": x} for i in range(4))] == [1, 2, 3, 4]
    assert model.output_shapes({}) == {"z": (3,)}
    with pytest.raises(rlx_runtime.NotFoundError):
        model.state({"q": 1})


def cache_model(rows: int, columns: int = 64, name: str = "cache") -> rlx.Model:
    """new = cache with a row replaced, y = the row before the changed one."""
    t = f"tensor<{rows}x{columns}xf32>"
    body = f"""%new = rlx.scatter_nd %cache, %at, %row : ({t}, tensor<1x1xi64>, tensor<1x{columns}xf32>) -> {t}
%zero = rlx.constant dense<0> : tensor<1xi64>
%y = rlx.gather %new, %zero axis = 0 : ({t}, tensor<1xi64>) -> tensor<1x{columns}xf32>
return %new, %y : {t}, tensor<1x{columns}xf32>"""
    inputs = ", ".join([argument("cache", t).replace('"cache"', f'"{name}"'), argument("at", "tensor<1x1xi64>"),
                        argument("row", f"tensor<1x{columns}xf32>")])
    return rlx.compile(mlir(body, inputs, f'{t} {{rlx.name = "new"}}, tensor<1x{columns}xf32> {{rlx.name = "y"}}'))


def test_cache_of_rows():
    row = np.ones((1, 64), np.float32)
    with cache_model(256).state({"cache": 0}, feeds={"cache": "new"}) as state:
        for step in range(50):
            assert (state(at=np.array([[step]]), row=(step + 1) * row) == 1).all()
        content = state["cache"]
    assert (content[:50] == 1 + np.arange(50, dtype=np.float32)[:, None]).all() and not content[50:].any()


def test_failed_update(tmp_path):
    model = cache_model(8)
    row = np.ones((1, 64), np.float32)
    with model.state({"cache": 0}, feeds={"cache": "new"}) as state:
        state(at=np.array([[3]]), row=row)
        state.save(tmp_path / "good.npz")
        (tmp_path / "bad.npz").write_bytes(b"no")
        with pytest.raises(rlx.OutOfRangeError):
            state(at=np.array([[8]]), row=row)
        for use in (lambda: state(at=np.array([[1]]), row=row), lambda: state["cache"],
                    lambda: state.save(tmp_path / "x.npz")):
            with pytest.raises(rlx.FailedPreconditionError, match="updated only a part of the content of input 'cache'"):
                use()
        with pytest.raises(rlx.DataLossError):
            state.load(tmp_path / "bad.npz")
        with pytest.raises(rlx.FailedPreconditionError):
            state["cache"]
        state.load(tmp_path / "good.npz")
        assert state["cache"].sum() == 64
        state(at=np.array([[1]]), row=row)
        assert state["cache"].sum() == 128


def test_save_any_name(tmp_path):
    with cache_model(4, name="file").state({"file": 2}, feeds={"file": "new"}) as state:
        state.save(tmp_path / "state.npz")
        state.reset()
        state.load(tmp_path / "state.npz")
        assert (state["file"] == 2).all()
        assert (np.load(tmp_path / "state.npz")["file"] == 2).all()


def test_close_while_specializing():
    """Freeing waits for the compilation in the background, which may free an array: that takes the GIL."""
    for _ in range(3):
        weights = rlx.compile(mlir("%0 = rlx.matmul %x, %w : (tensor<?x64xf32>, tensor<64x64xf32>) -> tensor<?x64xf32>\n"
                                   "return %0 : tensor<?x64xf32>",
                                   argument("x", "tensor<?x64xf32>") + ", " + argument("w", "tensor<64x64xf32>", "param"),
                                   'tensor<?x64xf32> {rlx.name = "y"}'), specialize_after=1)
        weights.adopt_params({"w": np.ones((64, 64), np.float32)})
        x = np.ones((3, 64), np.float32)
        weights(x)
        weights(x)
        weights["w"] = np.zeros((64, 64), np.float32)
        weights.close()
