# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The forms of models, options, the cache, packages, and errors of models."""
import gc
import importlib.metadata
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import weakref

import numpy as np
import onnx
import pytest
from conftest import binary
from onnx import TensorProto, helper, numpy_helper

import rlx


def onnx_model(op: str = "Relu", attributes=None, weights: "np.ndarray | None" = None) -> onnx.ModelProto:
    nodes = [helper.make_node(op, ["x"], ["h" if weights is not None else "y"], name="first", **(attributes or {}))]
    initializers = []
    if weights is not None:
        nodes.append(helper.make_node("MatMul", ["h", "w"], ["y"], name="second"))
        initializers.append(numpy_helper.from_array(weights, "w"))
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", None]) for name in "xy"]
    return helper.make_model(helper.make_graph(nodes, "net", infos[:1], infos[1:], initializers),
                             opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


X = np.array([[-1, 2], [3, -4]], np.float32)


def test_forms_of_onnx(tmp_path):
    model = onnx_model()
    path = tmp_path / "model.onnx"
    onnx.save(model, path)
    data = model.SerializeToString()
    for form in (path, str(path), data, bytearray(data), memoryview(data), model):
        np.testing.assert_array_equal(rlx.compile(form, cache=False)(X), np.maximum(X, 0))


def test_external_data(tmp_path):
    weights = np.eye(2, dtype=np.float32) * 3
    onnx.save(onnx_model(weights=weights), tmp_path / "model.onnx", save_as_external_data=True, size_threshold=0,
              location="w.bin")
    data = (tmp_path / "model.onnx").read_bytes()
    for model in (rlx.compile(tmp_path / "model.onnx"), rlx.compile(data, directory=tmp_path)):
        np.testing.assert_array_equal(model(X), np.maximum(X, 0) @ weights)
    with pytest.raises(rlx.Error, match="w"):
        rlx.compile(data)
    with pytest.raises(TypeError, match="directory is for a model that is given as bytes"):
        rlx.compile(tmp_path / "model.onnx", directory=tmp_path)


def product_model() -> onnx.ModelProto:
    """y = x w, with w as an input."""
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
             for name, shape in (("x", ["n", 16]), ("w", [16, 16]), ("y", ["n", 16]))]
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "net", infos[:2], infos[2:])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def aligned(array: np.ndarray) -> np.ndarray:
    memory = np.empty(array.nbytes + 64, np.uint8)
    begin = -memory.ctypes.data % 64
    copy = memory[begin:begin + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def test_inputs_as_params():
    x, w = np.random.default_rng(0).standard_normal((2, 16, 16)).astype(np.float32)
    model = rlx.compile(product_model(), params=["w"], cache=False)
    assert [info.name for info in model.inputs] == ["x"] and [info.name for info in model.params] == ["w"]
    with pytest.raises(rlx.FailedPreconditionError, match="params have no value yet: .w."):
        model(x)
    model["w"] = w
    np.testing.assert_allclose(model(x), x @ w, rtol=1e-4, atol=1e-5)
    for weights in (aligned(w), w.T.copy().T, w[::-1]):
        given = rlx.compile(product_model(), params={"w": weights}, cache=False)
        np.testing.assert_allclose(given(x), x @ weights, rtol=1e-4, atol=1e-5)
        again = pickle.loads(pickle.dumps(given))
        np.testing.assert_array_equal(again(x), given(x))
    with pytest.raises(rlx.UnsupportedError, match="cannot be saved"):
        given.save("model.rlxe")


def test_params_are_held_and_let_go():
    weights = aligned(np.eye(16, dtype=np.float32))
    watch = weakref.finalize(weights, lambda: None)
    model = rlx.compile(product_model(), params=["w"], cache=False)
    model.adopt_params({"w": weights})
    clone = model.clone()
    del weights
    gc.collect()
    x = np.ones((1, 16), np.float32)
    np.testing.assert_array_equal(model(x), x)
    clone.adopt_params({"w": aligned(2 * np.eye(16, dtype=np.float32))})
    np.testing.assert_array_equal(clone(x), 2 * x)
    np.testing.assert_array_equal(model(x), x)
    assert watch.alive
    model.close()
    gc.collect()
    assert not watch.alive


def test_wrong_params():
    with pytest.raises(rlx.InvalidArgumentError, match="there is no input 'v'"):
        rlx.compile(product_model(), params=["v"])
    with pytest.raises(rlx.InvalidArgumentError, match="input 'x' is f32.n,16.; expected a tensor with a static shape"):
        rlx.compile(product_model(), params=["x"])
    with pytest.raises(rlx.InvalidArgumentError, match="the model is MLIR"):
        rlx.compile(binary(), params=["x"])
    with pytest.raises(rlx.InvalidArgumentError, match="param 'w'"):
        rlx.compile(product_model(), params={"w": np.ones((2, 2), np.float32)})


def test_the_bytes_may_go():
    weights = np.random.default_rng(0).standard_normal((2, 300)).astype(np.float32)
    data = bytearray(onnx_model(weights=weights).SerializeToString())
    model = rlx.compile(data, cache=False)
    data[:] = bytes(len(data))
    np.testing.assert_allclose(model(X), np.maximum(X, 0) @ weights, rtol=1e-5)


def test_wrong_forms(tmp_path):
    with pytest.raises(TypeError, match="got builtins.int"):
        rlx.compile(3)
    with pytest.raises(rlx.NotFoundError, match="none.onnx"):
        rlx.compile("none.onnx")
    with pytest.raises(rlx.UnsupportedError, match="model.txt"):
        (tmp_path / "model.txt").write_text("x")
        rlx.compile(tmp_path / "model.txt")
    with pytest.raises(rlx.InvalidArgumentError, match="not an ONNX model"):
        rlx.compile(b"garbage of some length")
    with pytest.raises(TypeError):
        rlx.compile(binary(), no_such_option=1)


def test_errors_name_the_place():
    with pytest.raises(rlx.UnsupportedError) as raised:
        rlx.compile(onnx_model("NoSuchOperator"))
    assert raised.value.kind == "unsupported"
    assert raised.value.place.startswith("node 'first' (NoSuchOperator")
    assert isinstance(raised.value, (rlx.Error, NotImplementedError))
    with pytest.raises(rlx.InvalidArgumentError) as raised:
        rlx.compile("func.func @main() { foo }")
    assert raised.value.place == "source:1:21" and isinstance(raised.value, ValueError)
    assert not str(raised.value).startswith("invalid_argument")


def test_errors_have_a_message_without_the_place():
    with pytest.raises(rlx.UnsupportedError) as raised:
        rlx.compile(onnx_model("NoSuchOperator"))
    error = raised.value
    assert error.kind == "unsupported" and error.place.startswith("node 'first' (NoSuchOperator")
    assert str(error) == f"{error.place}: {error.message}" and "node" not in error.message.split()[0]
    with pytest.raises(rlx.NotFoundError) as raised:
        rlx.compile("/nowhere.onnx")
    assert raised.value.place is None and raised.value.message == str(raised.value) == "there is no file '/nowhere.onnx'"


@pytest.mark.parametrize("options, message", [
    ({"precision": "f8"}, "f16"), ({"mode": "quick"}, "eager"), ({"cpu": "abacus"}, "abacus"),
    ({"threads": 5000}, "1024"), ({"cache": ""}, "folder is empty"), ({"specialize_after": 3, "specialize_most": 9}, "8"),
])
def test_wrong_options(options, message):
    with pytest.raises(rlx.Error, match=message):
        rlx.compile(binary(), **options)


def test_options(x):
    for options in ({"mode": "eager"}, {"mode": "lazy"}, {"threads": 2}, {"precision": "f16"},
                    {"mode": "eager", "check_finite": True}, {"specialize_after": 2}, {"device": "cpu", "strict": True}):
        model = rlx.compile(binary(), cache=False, **options)
        for _ in range(4):
            np.testing.assert_array_equal(model(x, x), 2 * x)
    checked = rlx.compile(binary("div"), mode="eager", check_finite=True)
    with pytest.raises(rlx.InvalidArgumentError, match="rlx.div"):
        checked(x, 0 * x)


def test_lazy_errors_come_with_the_call(x):
    model = rlx.compile(onnx_model(weights=np.ones((5, 2), np.float32)), mode="lazy", cache=False)
    with pytest.raises(rlx.Error):
        model(X)


def test_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert rlx.cache_folder() == str(tmp_path / "rlx")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert rlx.cache_folder() == os.path.expanduser("~/.cache/rlx")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    model = onnx_model("Elu")
    rlx.compile(model)
    files = sorted(pathlib.Path(rlx.cache_folder()).rglob("*"))
    assert files
    np.testing.assert_allclose(rlx.compile(model)(X), np.where(X > 0, X, np.expm1(X)), rtol=1e-6)
    assert sorted(pathlib.Path(rlx.cache_folder()).rglob("*")) == files
    other = tmp_path / "other"
    rlx.compile(model, cache=other)
    assert list(other.rglob("*"))
    rlx.compile(onnx_model("Celu"), cache=False)
    assert sorted(pathlib.Path(rlx.cache_folder()).rglob("*")) == files


def test_packages(tmp_path):
    weights = np.eye(2, dtype=np.float32) * 3
    path = tmp_path / "model.rlxe"
    rlx.compile(onnx_model(weights=weights)).save(path)
    loaded = rlx.load(path, threads=1)
    np.testing.assert_array_equal(loaded(X), np.maximum(X, 0) @ weights)
    assert [(info.name, info.shape[0], info.dtype) for info in loaded.inputs] == [("x", "n", "float32")]
    rlx.compile(binary()).save(path, cpus=["x86-64", "aarch64"])
    np.testing.assert_array_equal(rlx.load(str(path))(X @ np.ones((2, 3), np.float32), np.ones((2, 3), np.float32)),
                                  X @ np.ones((2, 3), np.float32) + 1)
    with pytest.raises(rlx.UnsupportedError, match="comes from the package"):
        loaded.save(tmp_path / "again.rlxe")
    with pytest.raises(rlx.NotFoundError):
        rlx.load(tmp_path / "none.rlxe")
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(rlx.DataLossError):
        rlx.load(path)


def test_include_folder():
    assert os.path.exists(os.path.join(rlx.get_include(), "rlx", "rlx_compiler.h"))


def run_python(code: str) -> str:
    return subprocess.check_output([sys.executable, "-c", code], text=True).strip()


def test_import_is_light():
    heavy = ("numpy", "onnx", "torch", "concurrent.futures")
    assert run_python(f"import sys, rlx; print([name for name in {heavy} if name in sys.modules])") == "[]"


def test_entry_point_of_torch():
    (entry,) = importlib.metadata.entry_points(group="torch_dynamo_backends", name="rlx")
    assert entry.value == "rlx.torch:backend"


def test_nothing_of_the_system_is_needed():
    code = "import rlx; rlx.devices(); print([line for line in open('/proc/self/maps') if '.so' in line])"
    libraries = run_python(code)
    assert "librlx.so" in libraries and "/usr/lib/llvm" not in libraries and "libMLIR" not in libraries


def test_runtime_package(tmp_path):
    import rlx_runtime
    path = tmp_path / "model.rlxe"
    rlx.compile(onnx_model()).save(path)
    model = rlx_runtime.load(path)
    np.testing.assert_array_equal(model(X), np.maximum(X, 0))
    with pytest.raises(rlx_runtime.InvalidArgumentError, match="expects element type float32, got float64") as raised:
        model(X.astype(np.float64))
    assert not isinstance(raised.value, rlx.Error)  # the packages share no code
    assert not hasattr(rlx_runtime, "compile")
    libraries = run_python("import rlx_runtime; print([line for line in open('/proc/self/maps') if '.so' in line])")
    assert "librlx.so" not in libraries


def test_onnx_backend():
    import rlx.onnx_backend as backend
    weights = np.eye(2, dtype=np.float32) * 3
    rep = backend.prepare(onnx_model(weights=weights), "CPU", cache=False)
    for inputs in ([X], (X,), X, {"x": X}):
        np.testing.assert_array_equal(rep.run(inputs).y, np.maximum(X, 0) @ weights)
    with pytest.raises(ValueError, match="1 inputs, got 2"):
        rep.run([X, X])
    assert backend.is_compatible(onnx_model()) and not backend.is_compatible(onnx_model("NoSuchOperator"))
    assert backend.supports_device("CPU") and not backend.supports_device("TPU")
    (y,) = backend.run_node(helper.make_node("Add", ["a", "b"], ["c"]), [X, X])
    np.testing.assert_array_equal(y, 2 * X)


TWICE = """
func.func @twice(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = rlx.add %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def test_progress_follows_the_phases():
    seen = []
    rlx.compile(TWICE, cache=False, progress=lambda *phase: seen.append(phase))
    assert [number for _, number, _ in seen] == list(range(len(seen))) and seen[0][0] == "input"
    assert seen[-1][0] == "package" and {count for _, _, count in seen} == {len(seen)}


def test_an_exception_of_progress_ends_the_compilation():
    def stop(phase, number, count):
        if phase == "linalg":
            raise KeyboardInterrupt("enough")

    with pytest.raises(KeyboardInterrupt, match="enough"):
        rlx.compile(TWICE, cache=False, progress=stop)
    with pytest.raises(TypeError):
        rlx.compile(TWICE, cache=False, progress=lambda: None)
    with pytest.raises(TypeError, match="progress must be a function"):
        rlx.compile(TWICE, progress=3)
    assert rlx.compile(TWICE, cache=False, progress=False)(np.ones(3, np.float32)).shape == (3,)


def deep_model():
    """120 nodes in a chain, as the bytes of an ONNX model."""
    nodes = [helper.make_node("Sin" if i % 2 else "MatMul", [f"h{i}"] + ([] if i % 2 else ["w"]), [f"h{i + 1}"])
             for i in range(120)]
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [None, 64]) for name in ("h0", "h120")]
    weights = numpy_helper.from_array(np.eye(64, dtype=np.float32), "w")
    return helper.make_model(helper.make_graph(nodes, "deep", infos[:1], infos[1:], [weights]), ir_version=8,
                             opset_imports=[helper.make_opsetid("", 17)]).SerializeToString()


def test_a_process_ends_while_a_thread_compiles(tmp_path):
    (tmp_path / "deep.onnx").write_bytes(deep_model())
    code = ("import rlx, threading\n"
            "begun = threading.Event()\n"
            f"compile = lambda: rlx.compile({str(tmp_path / 'deep.onnx')!r}, cache=False, progress=lambda *_: begun.set())\n"
            "threading.Thread(target=compile, daemon=True).start()\n"
            "print(begun.wait(60))")
    result = subprocess.run([sys.executable, "-c", code], timeout=120, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (0, "True\n"), result


@pytest.mark.parametrize("package", ["rlx", "rlx_runtime"])
def test_a_process_ends_while_a_thread_runs_a_model(tmp_path, package):
    """A run of milliseconds, so that the end falls into one."""
    rows = "tensor<400x400xf32>"
    source = (f'func.func @main(%x: {rows} {{rlx.name = "x", rlx.kind = "input"}}) '
              f'-> ({rows} {{rlx.name = "y"}}) {{\n'
              f"  %0 = rlx.matmul %x, %x : ({rows}, {rows}) -> {rows}\n"
              f"  %1 = rlx.matmul %0, %x : ({rows}, {rows}) -> {rows}\n"
              f"  return %1 : {rows}\n}}\n")
    rlx.compile(source, cache=False).save(tmp_path / "m.rlxe")
    code = (f"import numpy as np, threading, {package} as package\n"
            f"model = package.load({str(tmp_path / 'm.rlxe')!r})\n"
            "x = np.zeros((400, 400), np.float32)\n"
            "begun = threading.Event()\n"
            "def work():\n"
            "    while True: model(x); begun.set()\n"
            "threading.Thread(target=work, daemon=True).start()\n"
            "print(begun.wait(60))")
    for _ in range(3):
        result = subprocess.run([sys.executable, "-c", code], timeout=120, capture_output=True, text=True)
        assert (result.returncode, result.stdout) == (0, "True\n"), result


def test_a_child_ends_that_was_forked_while_a_thread_compiled(tmp_path):
    (tmp_path / "deep.onnx").write_bytes(deep_model())
    code = ("import os, rlx, sys, threading\n"
            "begun = threading.Event()\n"
            f"compile = lambda: rlx.compile({str(tmp_path / 'deep.onnx')!r}, cache=False, progress=lambda *_: begun.set())\n"
            "thread = threading.Thread(target=compile)\n"
            "thread.start()\n"
            "begun.wait(60)\n"
            "child = os.fork()\n"
            "if child == 0: sys.exit(3)\n"
            "thread.join()\n"
            "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))")
    result = subprocess.run([sys.executable, "-c", code], timeout=120, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (0, "3\n"), result


def test_ctrl_c_ends_a_compilation_without_progress(tmp_path):
    """What a compilation has reached shows in the cache: it writes there at its end."""
    model = deep_model()

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(KeyboardInterrupt):
            rlx.compile(model, cache=tmp_path / "cache", progress=False)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not list(tmp_path.rglob("*.rlxe"))
    rlx.compile(model, cache=tmp_path / "cache", progress=False)
    assert list(tmp_path.rglob("*.rlxe"))


def test_the_bar_shows_long_compilations(capsys, monkeypatch):
    monkeypatch.setattr(rlx._progress, "_DELAY", 0)
    rlx.compile(TWICE, cache=False, progress=True)
    shown = capsys.readouterr().err
    assert "compiling [" in shown and "linalg" in shown and shown.endswith("\r\033[K")
    rlx.compile(TWICE, cache=False)  # stderr is no terminal
    assert capsys.readouterr().err == ""


def test_memory_and_log(caplog):
    with caplog.at_level("DEBUG", "rlx"):
        model = rlx.compile(TWICE, cache=False)
    assert "is ready on cpu after" in caplog.text
    before = model.memory
    assert set(before) == {"params", "prepared", "arena", "outputs", "code"} and before["code"] > 0
    model(np.ones(100_000, np.float32))
    assert model.memory["outputs"] + model.memory["arena"] >= before["outputs"] + before["arena"]
    model.close()
    with pytest.raises(rlx.FailedPreconditionError):
        model.memory
