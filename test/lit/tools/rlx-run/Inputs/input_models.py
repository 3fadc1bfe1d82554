# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes models with unusual inputs and initializers to a folder, and data for them."""
import os
import sys

from onnx_models import FLOAT, INT64, graph, node, sparse, tensor, value_info, write, write_tensor

folder = sys.argv[1]
x, y, add = value_info("x", ["n", 2]), value_info("y", None), node("Add", ["x", "w"], ["y"])
weight = tensor("w", [2], [1, 2])
write(folder, "default.onnx", graph([add], [x, value_info("w", [2])], [y], [weight]))
write(folder, "old.onnx", graph([add], [x, value_info("w", [2])], [y], [weight]), extra=[(1, 3)])
write(folder, "rankless.onnx", graph([node("Exp", ["x"], ["y"])], [value_info("x", None)], [y]))
write(folder, "sparse.onnx", graph([add], [x], [y],
                                   sparse_initializers=[sparse("w", [2], [1], [5])]))
write(folder, "segment.onnx", graph([add], [x], [y],
                                    [tensor("w", [2], [1, 2], FLOAT, [(3, [(1, 0), (2, 1)])])]))

# Test data: the set `given` overrides the default value, the set `left` does not.
for name, w in (("left", None), ("given", [10, 20])):
    write_tensor(os.path.join(folder, name, "input_0.pb"), "x", [1, 2], [0, 0])
    if w:
        write_tensor(os.path.join(folder, name, "input_1.pb"), "w", [2], w)
    write_tensor(os.path.join(folder, name, "output_0.pb"), "y", [1, 2], w or [1, 2])

# A cache of models: a folder of files with other names, and links to them.
external = [(1, 2), (2, FLOAT), (8, "w"), (13, [(1, "location"), (2, "w.bin")]), (14, 1)]
write(os.path.join(folder, "blobs"), "0a", graph([add], [x], [y], [external]))
with open(os.path.join(folder, "blobs", "0b"), "wb") as file:
    file.write(tensor("", [2], [3, 4])[-1][1])
snapshot = os.path.join(folder, "snapshot")
os.makedirs(snapshot)
os.symlink("../blobs/0a", os.path.join(snapshot, "model.onnx"))
os.symlink("../blobs/0b", os.path.join(snapshot, "w.bin"))

# A link to the model alone: the data is beside the file that it leads to.
os.makedirs(os.path.join(folder, "whole"))
os.symlink("../blobs/0a", os.path.join(folder, "whole", "model.onnx"))
os.symlink("0b", os.path.join(folder, "blobs", "w.bin"))

# A link of the data to another folder than the model's.
outside = os.path.join(folder, "outside")
write(outside, "model.onnx", graph([add], [x], [y], [external]))
os.symlink("../blobs/0b", os.path.join(outside, "w.bin"))

# Sizes that only a run can compare.
write(folder, "sizes.onnx", graph(
    [node("MatMul", ["a", "b"], ["y"], "product")],
    [value_info("a", ["n", "i"]), value_info("b", ["k", "m"])], [y]))
write(folder, "shape.onnx", graph(
    [node("Reshape", ["a", "s"], ["y"], "shape")],
    [value_info("a", ["n", 4]), value_info("s", [2], INT64)], [y]))
write(folder, "length.onnx", graph(
    [node("Reshape", ["a", "s"], ["y"], "shape")],
    [value_info("a", ["n", 4]), value_info("s", ["r"], INT64)], [y]))
write(folder, "k.onnx", graph(
    [node("TopK", ["a", "k"], ["y", "i"], "top")],
    [value_info("a", ["n", 4]), value_info("k", ["q"], INT64)], [value_info("y", None)]))
write(folder, "split.onnx", graph(
    [node("Split", ["a", "s"], ["b", "y"], "cut")],
    [value_info("a", ["n", 4]), value_info("s", [2], INT64)], [value_info("y", None)]))
write(folder, "mirror.onnx", graph(
    [node("Pad", ["a", "p"], ["y"], "mirror", attributes=[[(1, "mode"), (4, "reflect"), (20, 3)]])],
    [value_info("a", ["n", 4]), value_info("p", [4], INT64)], [value_info("y", None)]))
write(folder, "scales.onnx", graph(
    [node("Resize", ["a", "", "s"], ["y"], "grow")],
    [value_info("a", ["n", "m"]), value_info("s", [2])], [value_info("y", None)]))
write(folder, "range.onnx", graph(
    [node("Range", ["a", "b", "c"], ["r"], "range")],
    [value_info(name, [], INT64) for name in "abc"], [value_info("r", ["n"], INT64)]))
write(folder, "slice.onnx", graph(
    [node("Slice", ["a", "zero", "end", "zero", "s"], ["y"], "slice")],
    [value_info("a", ["n", 2]), value_info("s", [1], INT64)], [y],
    [tensor("zero", [1], [0], INT64), tensor("end", [1], [9], INT64)]))

# An output that the model declares as another type.
write(folder, "integer.onnx", graph(
    [node("Exp", ["x"], ["y"], "exp")], [x], [value_info("y", ["n", 2], INT64)]))
