# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models: calls, signatures, params, copies, threads, processes and memory."""
import asyncio
import concurrent.futures
import multiprocessing
import os
import pickle

import numpy as np
import pytest
from conftest import argument, binary, mlir, onnx_model
from onnx import helper, numpy_helper

import rlx


def test_calls_by_position_and_name(add, x):
    for z in (add(x, x), add(x, y=x), add(y=x, x=x), add.run({"y": x, "x": x})["z"]):
        np.testing.assert_array_equal(z, 2 * x)


def test_several_outputs():
    t = "tensor<?xf32>"
    model = rlx.compile(mlir(f"%0 = rlx.exp %x : ({t}) -> {t}\n%1 = rlx.neg %x : ({t}) -> {t}\nreturn %0, %1 : {t}, {t}",
                             argument("x", t), f'{t} {{rlx.name = "e"}}, {t} {{rlx.name = "n"}}'), cache=False)
    x = np.array([0.0, 1.0], np.float32)
    e, n = model(x)
    np.testing.assert_allclose(e, np.exp(x), rtol=1e-6)
    np.testing.assert_array_equal(n, -x)
    assert list(model.run({"x": x})) == ["e", "n"]


@pytest.mark.parametrize("call, message", [
    (lambda m, x: m(x), "missing input 'y'"),
    (lambda m, x: m(x, x, x), "the model has 2 inputs, got 3 arguments"),
    (lambda m, x: m(x, x=x), "input 'x' is given twice"),
    (lambda m, x: m(x, q=x), "no input 'q'; there are 'x', 'y'"),
    (lambda m, x: m.run({"x": x, "y": x, "q": x}), "no input 'q'"),
    (lambda m, x: m.run({"x": x, 3: x}), "no input '3'"),
    (lambda m, x: m(x, x.astype(np.float64)), "input 'y' expects element type float32, got float64; numpy.asarray.value, 'float32'. converts it"),
    (lambda m, x: m(x, x[:1]), "expects x.0. = y.0., but they are 2 and 1"),
    (lambda m, x: m(x, x.reshape(3, 2)), "input 'y' dimension 1: expected 3, got 2"),
    (lambda m, x: m(x, x.reshape(1, 2, 3)), "rank"),
    (lambda m, x: m.__setitem__("w", x), "w"),
])
def test_wrong_calls(add, x, call, message):
    with pytest.raises(rlx.Error, match=message):
        call(add, x)
    np.testing.assert_array_equal(add(x, x), 2 * x)


def test_signature(gemm):
    assert [str(info) for info in gemm.inputs + gemm.params + gemm.outputs] == [
        "x: float32[x[0], 8]", "w: float32[8, 4]", "y: float32[x[0], 4]"]
    assert gemm.inputs[0] == ("x", ("x[0]", 8), "float32")
    assert gemm.name == "main" and gemm.device == "cpu"
    assert repr(gemm) == "<rlx.Model main on cpu: (x: float32[x[0], 8]) -> (y: float32[x[0], 4])>"
    assert "<td>float32</td>" in gemm._repr_html_()


def test_params_and_clones(gemm):
    x, w = np.ones((2, 8), np.float32), np.ones((8, 4), np.float32)
    fresh = gemm.clone()
    with pytest.raises(rlx.FailedPreconditionError, match="'?w'?"):
        fresh(x)
    fresh["w"] = w
    assert fresh(x).max() == 8
    other = fresh.clone()
    other.set_params({"w": 2 * w})
    assert other(x).max() == 16 and fresh(x).max() == 8
    w[:] = 5  # the model has a copy
    assert fresh(x).max() == 8
    with pytest.raises(rlx.NotFoundError, match="'v'"):
        fresh["v"] = w
    with pytest.raises(rlx.InvalidArgumentError):
        fresh["w"] = w[:4]
    assert fresh(x).max() == 8


def test_close(x):
    with rlx.compile(binary()) as model:
        model(x, x)
    for use in (lambda: model(x, x), lambda: model.inputs, lambda: model.clone(), lambda: model.name):
        with pytest.raises(rlx.FailedPreconditionError, match="closed"):
            use()
    model.close()


def test_threads(gemm):
    model = gemm.clone()
    rng = np.random.default_rng(0)
    w = rng.standard_normal((8, 4), np.float32)
    model["w"] = w

    def work(seed):
        rows = np.random.default_rng(seed)
        for _ in range(100):
            x = rows.standard_normal((rows.integers(1, 50), 8), np.float32)
            np.testing.assert_allclose(model(x), x @ w, rtol=1e-4, atol=1e-5)

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))


def test_async(add, x):
    futures = [add.run_async({"x": i * x, "y": x}) for i in range(20)]
    for i, future in enumerate(futures):
        np.testing.assert_array_equal(future.result()["z"], (i + 1) * x)
    assert isinstance(add.run_async({"x": x}).exception(), rlx.InvalidArgumentError)

    async def both():
        return await asyncio.gather(*(asyncio.wrap_future(add.run_async({"x": x, "y": x})) for _ in range(2)))

    assert len(asyncio.run(both())) == 2


def in_child(model, x, queue):
    queue.put(model(x, x))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(add, x, method):
    big = np.ones((200_000, 3), np.float32)
    add(big, big)  # starts the threads of runs
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    child = context.Process(target=in_child, args=(add, big, queue))
    child.start()
    assert queue.get(timeout=120).max() == 2
    child.join(60)
    assert child.exitcode == 0


def test_pickle(add, x):
    again = pickle.loads(pickle.dumps(add))
    np.testing.assert_array_equal(again(x, x), 2 * x)


def test_memory_does_not_grow(add):
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def calls(count):
        for i in range(count):
            x = np.ones((1 + i % 97, 3), np.float32)
            add(x, x)
            if i % 5 == 0:
                with pytest.raises(rlx.Error):
                    add(x, x[:, :2].copy())

    calls(2000)
    before = resident()
    calls(20_000)
    assert resident() - before < 8 << 20


def test_devices():
    names = [device.name for device in rlx.devices()]
    assert names[0] == "cpu"
    with pytest.raises(rlx.NotFoundError, match="cpu"):
        rlx.compile(binary(), device="tpu")


def test_copies_of_changed_models_are_refused(tmp_path):
    """A copy is made from the file or the text, so it must be the model's."""
    made = onnx_model([helper.make_node("MatMul", ["x", "w"], ["y"])], {"x": ("n", 4)}, {"y": ("n", 4)})
    made.graph.initializer.append(numpy_helper.from_array(np.ones((4, 4), np.float32), "w"))
    net = made.SerializeToString()
    path = tmp_path / "net.onnx"
    path.write_bytes(net)
    model = rlx.compile(path)
    pickle.loads(pickle.dumps(model)).save(tmp_path / "good.rlxe")
    name = model.params[0].name
    loaded = rlx.load(tmp_path / "good.rlxe")
    for each in (model, model.clone(), loaded):
        each[name] = np.zeros(model.params[0].shape, model.params[0].dtype)
        for copy in (lambda: pickle.dumps(each), lambda: each.clone().save(tmp_path / "bad.rlxe")):
            with pytest.raises(rlx.UnsupportedError, match=f"'{name}'|comes from the package"):
                copy()
    fresh = rlx.compile(path)
    made.doc_string = "other"
    path.write_bytes(made.SerializeToString())
    for copy in (lambda: pickle.dumps(fresh), lambda: fresh.save(tmp_path / "bad.rlxe")):
        with pytest.raises(rlx.FailedPreconditionError, match="net.onnx' was changed or removed"):
            copy()
    assert not (tmp_path / "bad.rlxe").exists()
    fresh.close()
    with pytest.raises(rlx.FailedPreconditionError, match="closed"):
        fresh.save(tmp_path / "bad.rlxe")
