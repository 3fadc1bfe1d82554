# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors of runs of ONNX models: they name the node, the sizes that are given and the ones that are expected."""
import re

import numpy as np
import pytest
from conftest import onnx_model
from onnx import helper

import rlx

X = np.ones((2, 3), np.float32)
NO_FORMULA = re.compile(r"max\(|broadcast\(|\* -1|\w\.\d")


def model(op: str, shapes: dict, rank: int = 2, **attributes) -> rlx.Model:
    """One node, with i64 for all inputs but x."""
    node = helper.make_node(op, list(shapes), ["y"], name="here", **attributes)
    types = {name: np.int64 for name in shapes if name != "x"}
    if op == "Range":
        types["y"] = np.int64
    return rlx.compile(onnx_model([node], shapes, {"y": [f"y{i}" for i in range(rank)]}, types), cache=False)


def sizes(*values):
    return np.array(values, np.int64)


def error_of(compiled: rlx.Model, kind=rlx.InvalidArgumentError, **feeds) -> rlx.Error:
    with pytest.raises(kind) as raised:
        compiled.run(feeds)
    error = raised.value
    assert str(error) == f"{error.place}: {error.message}"
    return error


def test_the_delta_of_a_range():
    compiled = model("Range", {"a": [], "b": [], "c": []}, 1)
    error = error_of(compiled, a=np.int64(0), b=np.int64(5), c=np.int64(0))
    assert error.place == "node 'here' (Range, opset 17)"
    assert error.message.startswith("input #2 'c' (the delta) must not be 0 (input 'c' is 0")
    assert not NO_FORMULA.search(error.message)
    assert compiled.run({"a": np.int64(0), "b": np.int64(5), "c": np.int64(2)})["y"].tolist() == [0, 2, 4]


@pytest.mark.parametrize("dims", [("n", 3), (2, 3)])
def test_shapes_of_a_reshape(dims):
    compiled = model("Reshape", {"x": dims, "s": [2]})
    error = error_of(compiled, x=X, s=sizes(4, 2))
    assert error.place == "node 'here' (Reshape, opset 17)"
    assert error.message.startswith("cannot reshape [2, 3] to [4, 2] (expects two sizes to be equal, but they are ")
    assert "elements [0, 1] of input 's' are [4, 2]" in error.message and not NO_FORMULA.search(error.message)
    error = error_of(compiled, x=X, s=sizes(-1, -1))
    assert error.message == "one size of the shape may be -1 (elements [0, 1] of input 's' are [-1, -1])"
    error = error_of(compiled, x=X, s=sizes(-2, 3))
    assert error.message.startswith("a size of the shape must be at least -1 (expects s.0 >= -1, but it is -2, since s.0 "
                                    "(element 0 of input 's') is -2")
    np.testing.assert_array_equal(compiled.run({"x": X, "s": sizes(3, -1)})["y"], X.reshape(3, 2))


def test_a_shape_that_is_known_before():
    node = helper.make_node("Reshape", ["x", "s"], ["y"], name="here")
    graph = onnx_model([node], {"x": ["n", 3]}, {"y": ["a", "b"]})
    graph.graph.initializer.append(helper.make_tensor("s", 7, [2], [4, 2]))
    error = error_of(rlx.compile(graph, cache=False), x=X)
    assert error.message == ("cannot reshape [2, 3] to [4, 2] (expects n * 3 = 8, but it is 6, since n (dimension 0 of "
                             "input 'x') is 2)")


def test_the_shape_of_an_expand():
    compiled = model("Expand", {"x": ["n", 3], "s": [2]})
    error = error_of(compiled, x=X, s=sizes(5, 3))
    assert error.place == "node 'here' (Expand, opset 17)"
    assert error.message == ("dimension 0: the sizes of the input and the shape differ, and neither is 1 (expects two "
                             "sizes to be equal, but they are 2 and 5, since n (dimension 0 of input 'x') is 2 and "
                             "element 0 of input 's' is 5)")
    error = error_of(compiled, x=X, s=sizes(2, 4))
    assert "dimension 1" in error.message and "element 1 of input 's' is 4" in error.message
    assert not NO_FORMULA.search(error.message)


def test_other_sizes_name_the_operator():
    error = error_of(model("Tile", {"x": ["n", 3], "s": [2]}), x=X, s=sizes(-1, 2))
    assert error.place == "node 'here' (Tile, opset 17)" and "is -1" in error.message
    node = helper.make_node("MatMul", ["x", "z"], ["y"], name="here")
    compiled = rlx.compile(onnx_model([node], {"x": ["n", "k"], "z": ["l", "m"]}, {"y": ["n", "m"]}), cache=False)
    error = error_of(compiled, x=X, z=X)
    assert error.place == "node 'here' (MatMul, opset 17)"
    assert error.message == "the inner sizes of a matmul (expects k = l, but they are 3 and 2)"


@pytest.mark.parametrize("op, indices, attributes", [
    ("Gather", [7], {"axis": 0}), ("GatherElements", [[7, 0, 0]], {"axis": 0}), ("GatherND", [[7]], {})])
@pytest.mark.parametrize("rows", ["n", 2])
def test_indices_that_are_outside(op, indices, attributes, rows):
    indices = np.array(indices, np.int64)
    compiled = model(op, {"x": [rows, 3], "i": indices.shape}, **attributes)
    error = error_of(compiled, rlx.OutOfRangeError, x=X, i=indices)
    assert error.place == f"node 'here' ({op}, opset 17)"
    assert error.message.endswith("met index 7 outside its axis, whose size is 2; check the input 'i'")
    compiled.run({"x": X, "i": indices * 0})


def test_indices_of_several_axes():
    compiled = model("GatherND", {"x": ["n", 3], "i": [1, 2]}, 1)
    error = error_of(compiled, rlx.OutOfRangeError, x=X, i=sizes(0, 3).reshape(1, 2))
    assert error.message.endswith("met index 3 outside its axis; the sizes are [2, 3]; check the input 'i'")


def test_sizes_beyond_63_bits():
    tile = model("Tile", {"x": ["n", 3], "s": [2]})
    with pytest.raises(rlx.OutOfRangeError, match="overflow in .*since .*element.* of input 's' .*4611686018427387904"):
        tile.run({"x": X, "s": sizes(2**62, 2)})
    fill = model("ConstantOfShape", {"s": [2]})
    with pytest.raises(rlx.OutOfRangeError, match=r"overflow in .*elements \[0, 1\] of input 's' are \[1099511627776, "
                                                  "1099511627776].*output 'y'"):
        fill.run({"s": sizes(2**40, 2**40)})


def test_the_place_of_an_error_of_the_whole_model():
    node = helper.make_node("Relu", ["x"], ["y"], name="here")
    graph = onnx_model([node], {"x": ["n"]}, {"y": ["n"]})
    graph.graph.input[0].type.tensor_type.ClearField("shape")
    with pytest.raises(rlx.InvalidArgumentError) as raised:
        rlx.compile(graph, cache=False)
    assert raised.value.place == "model"
    assert raised.value.message == ("input 'x' has no shape in the model, so its rank is not known; declare the shape in "
                                    "the model (sizes may be dynamic)")


def test_errors_can_be_pickled():
    import pickle
    error = error_of(model("Reshape", {"x": ["n", 3], "s": [2]}), x=X, s=sizes(4, 2))
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.place, copy.message) == (str(error), error.place, error.message)
