# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments of wrong types and values: the error names the argument and what it expects."""
import numpy as np
import pytest
from conftest import argument, binary, mlir

import rlx

X = np.ones((2, 3), np.float32)


@pytest.mark.parametrize("options, message", [
    ({"dims": {"n": 2.0}}, "the size of 'n' in dims is 2.0, but an integer is expected"),
    ({"dims": {"n": -1}}, "the size of 'n' in dims must be 0 or more, got -1"),
    ({"dims": {3: 1}}, "a name in dims must be a str, got 3"),
    ({"dims": ["n"]}, "dims must be a dict of names and sizes, got list"),
    ({"threads": -1}, "threads must be 0 or more, got -1"),
    ({"threads": "4"}, "threads is '4', but an integer is expected"),
    ({"threads": 2**40}, "threads must be 0 or more, below"),
    ({"device": 3}, "device must be a str, got 3"),
    ({"strict": "no"}, "strict must be True or False, got 'no'"),
    ({"cache": 3}, "cache must be a path, got int"),
    ({"params": "w"}, "params must be a list of names, got 'w'"),
    ({"params": [3]}, "a name in params must be a str, got 3"),
])
def test_options(options, message):
    with pytest.raises((TypeError, ValueError), match="^" + message):
        rlx.compile(binary(), **options)


def test_numbers_of_numpy_are_options():
    model = rlx.compile(binary(), threads=np.int64(2), strict=np.bool_(False), cache=False)
    np.testing.assert_array_equal(model(X, X), 2 * X)


def test_paths(tmp_path):
    with pytest.raises(TypeError, match="the package must be a path, got bytes"):
        rlx.load(b"model.rlxe")
    with pytest.raises(rlx.InvalidArgumentError, match="is a model, but a package .* rlx.compile takes models"):
        rlx.load(tmp_path / "model.onnx")
    with pytest.raises(rlx.InvalidArgumentError, match="is a package, which is compiled already; rlx.load loads it"):
        rlx.compile(tmp_path / "model.rlxe")
    with pytest.raises(rlx.InvalidArgumentError, match="the model has a null character"):
        rlx.compile("model\0.onnx")


@pytest.mark.parametrize("call, message", [
    (lambda model: model.run([X]), "feeds must be a dict of input names and arrays, got list"),
    (lambda model: model.run({"x": X, "y": X}, out=[X]), "out must be a dict of output names and arrays, got list"),
    (lambda model: list(model.map([X])), "feeds must be a dict of input names and arrays, got ndarray"),
    (lambda model: model.map([], ahead="2"), "ahead is '2', but an integer is expected"),
    (lambda model: model.output_shapes((2, 3)), "shapes must be a dict of input names and shapes, got tuple"),
    (lambda model: model(X, None), "input 'y': expected an array or a number, got None"),
    (lambda model: model(X, np.ma.array(X, mask=X > 0)), "input 'y': a masked array .*call filled"),
    (lambda model: model(X, np.zeros((2, 3), "V4")), "input 'y': arrays of type void32 are no tensors"),
    (lambda model: model.set_params([X]), "expected a dict of names and arrays of params, got list"),
    (lambda model: model.save(3), "path must be a path, got int"),
    (lambda model: model.save("m.rlxe", cpus=[3]), "a name in cpus must be a str, got 3"),
    (lambda model: model.state([X]), "the initial value must be a dict of input names .*, got list"),
    (lambda model: model.state({"x": None}), "input 'x': expected an array or a number, got None"),
    (lambda model: model.state({"x": X}, returns="z"), "returns must be a list of names, got 'z'"),
    (lambda model: model.state({"x": X}, feeds=["z"]), "feeds must be a dict of inputs and the outputs .*, got list"),
])
def test_calls(add, call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call(add)
    np.testing.assert_array_equal(add(X, X), 2 * X)


def test_params(gemm):
    with pytest.raises(rlx.InvalidArgumentError, match="param 'w': expected an array or a number, got None"):
        gemm["w"] = None
    with pytest.raises(TypeError, match="the name of a param must be a str, got 3"):
        gemm[3] = X


def test_reports(add):
    with pytest.raises(TypeError, match="a compiled model has no report; give rlx.explain what rlx.compile was given"):
        rlx.explain(add)
    with pytest.raises(rlx.InvalidArgumentError, match="seconds must be a number from 0 to 3600, got -1"):
        rlx.explain(binary(), seconds=-1)


@pytest.mark.parametrize("call, message", [
    (lambda g, x: g.input(3, "float32"), "the name of an input must be a str, got 3"),
    (lambda g, x: g.input("a", "float32", (None, 4)), "input 'a' has a size without a name; name each size"),
    (lambda g, x: g.input("a", "float32", ("", 4)), "input 'a' has a size without a name; name each size"),
    (lambda g, x: g.param(3, X), "the name of a param must be a str, got 3"),
    (lambda g, x: g.output(3, x), "the name of an output must be a str, got 3"),
    (lambda g, x: g.exp("a"), "expected a tensor, an array or a number, got 'a'"),
    (lambda g, x: x[x > 0], "the run would decide the size of what a mask selects; use Graph.where"),
    (lambda g, x: x[[True, False]], "the run would decide the size of what a mask selects"),
    (lambda g, x: x.sum(axis="a"), "an axis is 'a', but an integer is expected"),
    (lambda g, x: x.swapaxes(0, 2), "axes 0 and 2 of a tensor with 2 dimensions"),
    (lambda g, x: x.astype("int32").mean(), "the mean of int32 would be float64 in NumPy"),
])
def test_graphs(call, message):
    g = rlx.Graph()
    x = g.input("x", "float32", ("n", 3))
    with pytest.raises((TypeError, ValueError), match=message):
        call(g, x)
    g.output("y", x + 1)
    np.testing.assert_array_equal(g.compile(cache=False)(X), X + 1)


def test_a_device_that_a_package_has_no_code_for_is_a_warning(tmp_path):
    devices = [device.name for device in rlx.devices() if device.name != "cpu"]
    if not devices:
        pytest.skip("there is no device but the CPU")
    rlx.compile(binary()).save(tmp_path / "m.rlxe")
    with pytest.warns(RuntimeWarning, match="main runs on the CPU: .* has no code for"):
        rlx.load(tmp_path / "m.rlxe", device=devices[0])


def test_a_cache_that_cannot_be_written_is_a_warning(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"")
    with pytest.warns(RuntimeWarning, match="was not kept in the cache"):
        model = rlx.compile(mlir("return %x : tensor<3xf32>", argument("x", "tensor<3xf32>"),
                                 'tensor<3xf32> {rlx.name = "y"}'), cache=file / "folder")
    np.testing.assert_array_equal(model(X[0]), X[0])
