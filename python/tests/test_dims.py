# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dimensions that are fixed at compile time: `rlx.compile(dims=...)`."""
import numpy as np
import pytest
from conftest import argument, binary, mlir, onnx_model
from onnx import helper

import rlx


def test_dims_fix_sizes(net):
    x = np.random.default_rng(0).standard_normal((2, 5, 4)).astype(np.float32)
    y, c = rlx.compile(net)(x)
    for dims in ({"batch": 2, "seq": 5}, {"seq": 5}, {"batch": 2}):
        model = rlx.compile(net, dims=dims)
        assert model.inputs[0].shape == (dims.get("batch", "batch"), dims.get("seq", "seq"), 4)
        np.testing.assert_allclose(model(x)[0], y, rtol=1e-5, atol=1e-6)
        np.testing.assert_array_equal(model(x)[1], c)
    fixed = rlx.compile(net, dims={"batch": 2, "seq": 5})
    assert [info.shape for info in fixed.outputs] == [(2, 5, 5), (2, 10, 4)]
    with pytest.raises(rlx.InvalidArgumentError, match="expected 5, got 6"):
        fixed(np.ones((2, 6, 4), np.float32))


def test_dims_of_mlir():
    t = "tensor<?x?xf32>"
    text = mlir(f"%0 = rlx.add %x, %y : ({t}, {t}) -> {t}\nreturn %0 : {t}",
                ", ".join(argument(name, t)[:-1] + ', rlx.dims = ["rows", "cols"]}' for name in "xy"),
                f'{t} {{rlx.name = "z"}}')
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    for dims in ({"rows": 2}, {"rows": 2, "cols": 3}):
        model = rlx.compile(text, dims=dims)
        np.testing.assert_array_equal(model(x, x), x + x)
        assert model.outputs[0].shape == tuple(dims.get(name, name) for name in ("rows", "cols"))
    with pytest.raises(rlx.InvalidArgumentError, match="no dynamic dimension 'row'; there are 'cols', 'rows'.*mean 'rows'"):
        rlx.compile(text, dims={"row": 2})


def test_dims_are_kept_by_packages_and_the_cache(net, tmp_path):
    path = tmp_path / "net.onnx"
    path.write_bytes(net)
    x = np.ones((1, 3, 4), np.float32)
    for source in (str(path), net):
        model = rlx.compile(source, dims={"seq": 3}, cache=tmp_path / "cache")
        assert rlx.compile(source, dims={"seq": 3}, cache=tmp_path / "cache").inputs[0].shape == ("batch", 3, 4)
        assert rlx.compile(source, cache=tmp_path / "cache").inputs[0].shape == ("batch", "seq", 4)
        model.save(tmp_path / "net.rlxe")
        loaded = rlx.load(tmp_path / "net.rlxe")
        assert loaded.inputs == model.inputs and loaded.inputs[0].shape == ("batch", 3, 4)
        np.testing.assert_array_equal(loaded(x)[0], model(x)[0])


def test_dims_compile_models_that_need_them():
    """The axes of a reduction over a computed range of dimensions."""
    nodes = [helper.make_node("Shape", ["x"], ["size"]),
             helper.make_node("ConstantOfShape", ["size"], ["zeros"]),
             helper.make_node("Add", ["x", "zeros"], ["y"])]
    model = rlx.compile(onnx_model(nodes, {"x": ("n", "m")}, {"y": ("n", "m")}), dims={"n": 2, "m": 2})
    assert model(np.ones((2, 2), np.float32)).tolist() == [[1, 1], [1, 1]]


def test_dimensions_without_a_name():
    """They have names in the signature, which ONNX's importer does not know."""
    model = onnx_model([helper.make_node("Relu", ["x"], ["y"])], {"x": ("n", None)}, {"y": ("n", None)})
    name = rlx.compile(model).inputs[0].shape[1]
    fixed = rlx.compile(model, dims={name: 3, "n": 2})
    assert fixed.inputs[0].shape == fixed.outputs[0].shape == (2, 3)


def test_sizes_that_contradict_the_model_are_refused():
    """w has twice the rows of x."""
    nodes = [helper.make_node("Concat", ["x", "x"], ["c"], axis=0), helper.make_node("Add", ["c", "w"], ["y"])]
    model = onnx_model(nodes, {"x": ("n", 2), "w": ("m", 2)}, {"y": ("m", 2)})
    fixed = rlx.compile(model, dims={"n": 2, "m": 4})
    x, w = np.ones((2, 2), np.float32), np.ones((4, 2), np.float32)
    assert fixed(x, w).tolist() == [[2, 2]] * 4 and fixed.outputs[0].shape == (4, 2)
    with pytest.raises(rlx.Error):
        rlx.compile(model, dims={"n": 2, "m": 5})


def test_wrong_dims_are_told(net):
    with pytest.raises(rlx.InvalidArgumentError, match="no dynamic dimension 'sq'; there are 'batch', 'seq'.*mean 'seq'"):
        rlx.compile(net, dims={"batch": 1, "sq": 3})
    with pytest.raises(rlx.InvalidArgumentError, match="the size of 'seq' in dims must be 0 or more, got -1"):
        rlx.compile(net, dims={"seq": -1})
    with pytest.raises(rlx.InvalidArgumentError, match="all are static"):
        rlx.compile(binary(shape="2"), dims={"n": 1})
    with pytest.raises(TypeError, match="the size of 'seq' in dims is '3', but an integer is expected"):
        rlx.compile(net, dims={"seq": "3"})
