# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples of docs/guides/python.md and build-graphs-python.md run, one after another."""
import pathlib
import re

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

GUIDES = pathlib.Path(__file__).parents[2] / "docs" / "guides"


def save_model(path):
    weights = np.random.default_rng(0).standard_normal((8, 4)).astype(np.float32)
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", size]) for name, size in (("x", 8), ("y", 4))]
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "net", infos[:1], infos[1:],
                              [numpy_helper.from_array(weights, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)


def run_examples(page, capsys):
    """The names that a page's examples define, and the number of lines that they print as promised."""
    blocks = re.findall(r"^```python\n(.*?)^```", (GUIDES / page).read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 8
    names = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    printed = capsys.readouterr().out.splitlines()
    promised = re.findall(r"^ *print\(.*?\) +# (.*)$", "\n".join(blocks), re.MULTILINE)
    assert printed == promised
    return names, len(promised)


def test_guide_to_graphs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names, promised = run_examples("build-graphs-python.md", capsys)
    assert promised == 5
    x, up, down = (names["g"].param(name, np.ones(shape, np.float32))
                   for name, shape in (("v", (2, 4)), ("up", (4, 8)), ("down", (8, 4))))
    assert names["feed_forward"](names["g"], x, up, down).shape == (2, 4)


def test_guide(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    save_model("model.onnx")
    names, promised = run_examples("python.md", capsys)
    assert promised == 6
    assert len(names["results"]) == 4 and names["again"].device == "cpu"
    with pytest.raises(ValueError):
        names["model"](np.ones((3, 9), np.float32))
