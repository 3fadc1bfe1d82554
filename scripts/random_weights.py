#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""random_weights.py MODEL.onnx OUT.onnx: gives a convolutional network seeded random weights.

The onnx package has ResNet-50 without its weights: all of them are one constant, and whatever a
compiler does to it, the output is uniform. Here convolutions and matrices get He's initialisation
and batch normalisations statistics near 0 and 1. The operand of a final softmax, the logits,
becomes an output too: the softmax hides differences.
"""
import sys

import numpy as np
import onnx
from onnx import numpy_helper

SEED = 20260101


def constants(graph):
    """Shapes of all constants by name: initializers, and results of ConstantOfShape."""
    values = {i.name: i for i in graph.initializer}
    shapes = {name: tuple(i.dims) for name, i in values.items()}
    for node in graph.node:
        if node.op_type == "ConstantOfShape":
            shapes[node.output[0]] = tuple(numpy_helper.to_array(values[node.input[0]]))
    return shapes


def weights_of(node, shapes, feeds_sum, random):
    """Pairs of an operand's name and its new value."""
    if node.op_type == "Conv":
        shape = shapes[node.input[1]]
        yield node.input[1], random.normal(0, np.sqrt(2 / np.prod(shape[1:])), shape)
    elif node.op_type == "BatchNormalization":
        scale, bias, mean, variance = node.input[1:5]
        shape = shapes[scale]
        # Smaller where a shortcut is added, or values would double with every block.
        size = 0.6 if node.output[0] in feeds_sum else 1.0
        yield scale, size * random.uniform(0.8, 1.2, shape)
        yield bias, random.normal(0, 0.1, shape)
        yield mean, random.normal(0, 0.1, shape)
        yield variance, random.uniform(0.8, 1.25, shape)
    elif node.op_type == "Gemm":
        shape = shapes[node.input[1]]
        yield node.input[1], random.normal(0, np.sqrt(1 / shape[1]), shape)
        yield node.input[2], random.normal(0, 0.1, shapes[node.input[2]])


def main(source, target):
    model = onnx.load(source)
    graph = model.graph
    shapes = constants(graph)
    feeds_sum = {name for node in graph.node if node.op_type in ("Add", "Sum")
                 for name in node.input}
    random = np.random.default_rng(SEED)
    fresh = {}
    for node in graph.node:
        for name, value in weights_of(node, shapes, feeds_sum, random):
            if name not in fresh:
                fresh[name] = numpy_helper.from_array(value.astype(np.float32), name)
    used = {name for node in graph.node if node.op_type != "ConstantOfShape"
            for name in node.input}
    nodes = [n for n in graph.node if not set(n.output) & set(fresh)]
    kept = [i for i in graph.initializer if i.name in used and i.name not in fresh]
    inputs = [i for i in graph.input if i.name not in shapes]
    last = graph.node[-1]
    if last.op_type == "Softmax":
        logits = graph.output.add()
        logits.CopyFrom(graph.output[0])  # of the same shape
        logits.name = last.input[0]
    for field, values in ((graph.node, nodes), (graph.input, inputs),
                          (graph.initializer, kept + list(fresh.values()))):
        copies = [type(v).FromString(v.SerializeToString()) for v in values]
        del field[:]
        field.extend(copies)
    model.ir_version = max(model.ir_version, 4)  # before, initializers had to be inputs
    onnx.checker.check_model(model)
    onnx.save(model, target)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
