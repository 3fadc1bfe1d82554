# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rlx.explain and rlx.Report."""
import json
import pickle

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

import rlx


def dense():
    """y = gelu(x @ w), of any number of rows."""
    weights = numpy_helper.from_array(np.random.default_rng(0).standard_normal((64, 32)).astype(np.float32), "w")
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["rows", size]) for name, size in (("x", 64), ("y", 32))]
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["h"], name="/net/MatMul"),
                               helper.make_node("Gelu", ["h"], ["y"], name="/net/Gelu")], "net", infos[:1], infos[1:], [weights])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def gather():
    """Rows of a table by index, which random integers of up to 9 leave."""
    table = numpy_helper.from_array(np.zeros((2, 4), np.float32), "table")
    graph = helper.make_graph([helper.make_node("Gather", ["table", "i"], ["y"])], "net",
                              [helper.make_tensor_value_info("i", TensorProto.INT64, [64])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [64, 4])], [table])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def test_explain_measures_every_kernel():
    report = rlx.explain(dense(), sizes={"rows": 8}, seconds=0.01, threads=1)
    assert report.data["sizes"] == {"rows": 8}
    assert report.data["run_ns"] > 0
    kernel = max(report.kernels, key=lambda kernel: kernel.get("ns", 0))
    assert kernel["route"] == "fast path matmul_packed" and kernel["ns"] > 0
    matmul = next(node for node in report.data["nodes"] if node["op"] == "matmul")
    assert matmul["flops"] == 2 * 8 * 64 * 32 and matmul["location"] == "node '/net/MatMul'"
    assert report.warnings == []
    assert "commands" in repr(report) and "ms a run" in repr(report)


def test_inputs_of_your_own():
    report = rlx.Report("mine")
    model = rlx.compile(dense(), report=report, threads=1)
    with pytest.raises(ValueError, match="expected 64, got 63"):
        report.measure(model, {"x": np.ones((3, 63), np.float32)})
    report.measure(model, {"x": np.ones((3, 64), np.float32)}, seconds=0)
    assert report.data["sizes"] == {"rows": 3} and report.data["model"] == "mine"
    assert model(np.ones((2, 64), np.float32)).shape == (2, 32)
    again = pickle.loads(pickle.dumps(model))  # compiled again, without a report
    assert again(np.ones((2, 64), np.float32)).shape == (2, 32)


def test_save_and_notebook(tmp_path):
    report = rlx.explain(dense(), seconds=0)
    report.save(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and "/net/MatMul" in page
    report.save(tmp_path / "report.json")
    assert json.loads((tmp_path / "report.json").read_text())["nodes"] == report.data["nodes"]
    assert "<iframe" in report._repr_html_()
    for name, error, text in (("report.txt", rlx.InvalidArgumentError, "a file whose name ends in .html or .json, got"),
                              ("none/report.html", rlx.NotFoundError, "cannot write '.*none/report.html'")):
        with pytest.raises(error, match=text):
            report.save(tmp_path / name)


def test_a_model_that_random_inputs_do_not_fit():
    report = rlx.explain(gather())
    assert "run_ns" not in report.data
    assert len(report.warnings) == 1 and "outside its axis" in report.warnings[0]
    assert "outside its axis" in report.html
    good = rlx.explain(gather(), {"i": np.zeros(64, np.int64)}, seconds=0)
    assert good.data["run_ns"] > 0
    with pytest.raises(rlx.OutOfRangeError):
        rlx.explain(gather(), {"i": np.full(64, 7)})


def test_wrong_sizes():
    for sizes in ({"typo": 3}, {"rows": -1}):
        with pytest.raises(rlx.InvalidArgumentError, match="expected rows"):
            rlx.explain(dense(), sizes=sizes)
    with pytest.raises(rlx.InvalidArgumentError, match="random inputs"):
        rlx.explain(dense(), {"x": np.ones((2, 64), np.float32)}, sizes={"rows": 2})


def test_wrong_use():
    report = rlx.Report()
    with pytest.raises(rlx.FailedPreconditionError, match="report="):
        report.measure(rlx.compile(dense()))
    model = rlx.compile(dense(), report=report)
    with pytest.raises(rlx.FailedPreconditionError, match="one compilation"):
        rlx.compile(dense(), report=report)
    with pytest.raises(ValueError, match="from 0 to 3600"):
        report.measure(model, {"x": np.ones((3, 64), np.float32)}, seconds=-1)
