# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes models with strings into the folder of the first argument."""
import sys

from onnx_models import BOOL, STRING, attribute, graph, node, value_info, write

folder = sys.argv[1]


def text(name, value):
    return [(1, name), (4, value), (20, 3)]


def texts(name, values):
    return [(1, name)] + [(9, value) for value in values] + [(20, 8)]


def constant(name, values):
    return [(1, len(values)), (2, STRING), (8, name)] + [(6, value) for value in values]


# The greeting of each name, whether it is one, and its parts.
write(folder, "greet.onnx", graph(
    [node("StringNormalizer", ["who"], ["loud"], attributes=[text("case_change_action", "UPPER")]),
     node("StringConcat", ["hello", "loud"], ["greeting"], "concat"),
     node("RegexFullMatch", ["who"], ["is_name"], "match", attributes=[text("pattern", "[A-Z]\\w+")]),
     node("StringSplit", ["greeting"], ["parts", "count"], "split")],
    [value_info("who", ["n"], STRING)],
    [value_info(name, None, None) for name in ("greeting", "is_name", "parts")],
    [constant("hello", ["hello "])]), opset=20)

# A branch gives the strings.
branches = [attribute(name, graph([node(op, inputs, [name], name)], [], [value_info(name, None, None)]))
            for name, op, inputs in (("then_branch", "StringConcat", ["x", "x"]),
                                     ("else_branch", "Identity", ["other"]))]
write(folder, "branch.onnx", graph(
    [node("If", ["c"], ["y"], attributes=branches)],
    [value_info("c", [], BOOL), value_info("x", [2], STRING)], [value_info("y", None, None)],
    [constant("other", ["no", "none"])]), opset=20)

write(folder, "number.onnx", graph(
    [node("Cast", ["x"], ["y"], "cast", attributes=[attribute("to", 1)])],
    [value_info("x", ["n"], STRING)], [value_info("y", None, None)]))

write(folder, "text.onnx", graph(
    [node("Cast", ["x"], ["y"], "cast", attributes=[attribute("to", 8)])],
    [value_info("x", ["n"])], [value_info("y", ["n"], STRING)]))

# A sequence of strings, and their order.
write(folder, "order.onnx", graph(
    [node("SequenceConstruct", ["x", "y"], ["s"]),
     node("ConcatFromSequence", ["s"], ["z"], attributes=[attribute("axis", 0)]),
     node("Unique", ["z"], ["u", "", "places"])],
    [value_info("x", ["n"], STRING), value_info("y", [1], STRING)],
    [value_info("u", None, None), value_info("places", None, None)]))
