# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes models for --check to a folder: some that run, and some with nodes that cannot."""
import sys

from onnx_models import BOOL, DOUBLE, attribute, graph, node, tensor, value_info, write

folder = sys.argv[1]
x, y = value_info("x", ["n", 4]), value_info("y", ["n", 4])
write(folder, "good.onnx", graph([node("Relu", ["x"], ["y"])], [x], [y]))
write(folder, "dims.onnx", graph(
    [node("Relu", ["x"], ["y"])], [value_info("x", ["n", "m"])], [value_info("y", ["n", "m"])]))
write(folder, "double.onnx", graph(
    [node("Exp", ["x"], ["y"])], [value_info("x", [4], DOUBLE)], [value_info("y", [4], DOUBLE)]))
write(folder, "training.onnx", graph([node("Relu", ["x"], ["y"])], [x], [y]), extra=[(20, [])])

# `d` has a declared type, so the node after it is checked; `b` has none.
write(folder, "bad.onnx", graph(
    [node("Gradient", ["x"], ["b"], "normalize", "ai.onnx.preview.training"),
     node("Exp", ["b"], ["c"], "exp"),
     node("Softmx", ["x"], ["d"], "softmx"),
     node("Add", ["d", "x"], ["e"], "add"),
     node("Work", ["e"], ["f"], "work", "my.domain"),
     node("Cast", ["x"], ["g"], "cast", attributes=[attribute("to", 14)]),
     node("BeamSearch", ["x"], ["h"], "search", "com.microsoft"),
     node("Exp", ["x"], ["i"], "fine"),
     node("Gradient", ["x"], ["j"], "again", "ai.onnx.preview.training")],
    [x], [value_info(name, None) for name in "cfghijk"],
    types=[value_info("d", ["n", 3]), value_info("e", ["n", 4])]),
    extra=[(8, [(1, "com.microsoft"), (2, 1)]), (8, [(1, "ai.onnx.preview.training"), (2, 1)])], opset=20)
write(folder, "old.onnx", graph([node("GRU", ["x", "x", "x"], ["y"], "gru")], [x], [y]), opset=3)

branches = [attribute(name, graph([node(op, ["x"], [op])], [], [value_info(op, None)]))
            for name, op in (("then_branch", "Nosuch"), ("else_branch", "Exp"))]
write(folder, "branch.onnx", graph(
    [node("If", ["c"], ["y"], "if", attributes=branches)],
    [x, value_info("c", [], BOOL)], [value_info("y", None)]))
write(folder, "weight.onnx", graph(
    [node("Add", ["x", "w"], ["y"], "add")], [x], [y], [tensor("w", [4], [1])]))
