# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes of outputs before a run: `Model.output_shapes`."""
import numpy as np
import pytest
from conftest import binary, onnx_model
from onnx import helper

import rlx


def test_output_shapes(add, net):
    assert add.output_shapes({"x": (5, 3), "y": [5, 3]}) == {"z": (5, 3)}
    model = rlx.compile(net)
    assert model.output_shapes({"x": (2, 3, 4)}) == {"y": (2, 3, 3), "c": (2, 6, 4)}
    assert model.output_shapes({"x": np.zeros((1, 7, 4), np.float32)}) == {"y": (1, 7, 7), "c": (1, 14, 4)}
    assert model.output_shapes({"x": (0, 3, 4)}) == {"y": (0, 3, 3), "c": (0, 6, 4)}
    y, c = model(np.ones((2, 3, 4), np.float32))
    assert (y.shape, c.shape) == ((2, 3, 3), (2, 6, 4))


def test_static_inputs_may_be_left_out():
    model = rlx.compile(binary(shape="2x3"))
    assert model.output_shapes({}) == {"z": (2, 3)}


def test_sizes_that_a_run_computes_are_none():
    model = rlx.compile(onnx_model([helper.make_node("NonZero", ["x"], ["where"])], {"x": ("n",)},
                                   {"where": (1, "k")}, {"where": np.int64}))
    assert model.output_shapes({"x": (9,)}) == {"where": (1, None)}
    for x in ([0, 1, 2], [0, 0, 0], [1, 1, 1]):
        assert model(np.array(x, np.float32)).shape == (1, np.count_nonzero(x))
        assert model.output_shapes({"x": (3,)}) == {"where": (1, None)}


def test_sizes_that_values_decide():
    model = rlx.compile(onnx_model([helper.make_node("Reshape", ["x", "to"], ["y"])], {"x": ("n",), "to": (2,)},
                                   {"y": ("a", "b")}, {"to": np.int64}))
    for rows in (2, 3, 4):
        to = np.array([rows, -1])
        assert model.output_shapes({"x": (12,), "to": to}) == {"y": (rows, 12 // rows)}
        assert model(np.ones(12, np.float32), to).shape == (rows, 12 // rows)
    with pytest.raises(rlx.InvalidArgumentError, match="input 'to' .* values decide sizes"):
        model.output_shapes({"x": (12,)})


def test_large_outputs_whose_sizes_values_decide():
    """These are computed in the memory of their arrays; the sizes differ from run to run."""
    model = rlx.compile(onnx_model([helper.make_node("Expand", ["x", "to"], ["y"])], {"x": (1, "n"), "to": (2,)},
                                   {"y": ("a", "b")}, {"to": np.int64}))
    x = np.arange(1000, dtype=np.float32)[None]
    for rows in (100, 7, 300, 100):
        np.testing.assert_array_equal(model(x, np.array([rows, 1000])), np.repeat(x, rows, 0))


def test_wrong_shapes_are_told(add, net):
    with pytest.raises(rlx.InvalidArgumentError, match="expected 3, got 4"):
        add.output_shapes({"x": (2, 4), "y": (2, 4)})
    with pytest.raises(rlx.InvalidArgumentError, match="missing input 'y'"):
        add.output_shapes({"x": (2, 3)})
    with pytest.raises(rlx.InvalidArgumentError, match="rank 2"):
        add.output_shapes({"x": (2,), "y": (2, 3)})
    with pytest.raises(rlx.NotFoundError, match="no input 'q'"):
        add.output_shapes({"q": (2, 3)})
    for wrong in ((2, -3), (2, "n"), (None, 3), (2.5, 3)):
        with pytest.raises(rlx.InvalidArgumentError, match="sizes of at least 0"):
            add.output_shapes({"x": wrong, "y": (2, 3)})
    assert add.output_shapes({"x": (2, 3), "y": (2, 3)}) == {"z": (2, 3)}
