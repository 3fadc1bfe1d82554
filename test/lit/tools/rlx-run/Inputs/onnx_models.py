# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Encodes small ONNX models by hand: the tests need no onnx package.

ONNX files are protocol buffers. A message is a list of pairs (number of the field, value), where a
value is an integer, a text, bytes, or another message.
"""
import os
import struct

FLOAT, INT64, STRING, BOOL, DOUBLE = 1, 7, 8, 9, 11


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def message(fields):
    out = b""
    for number, value in fields:
        if isinstance(value, int):
            out += varint(number << 3) + varint(value)
            continue
        if isinstance(value, list):
            value = message(value)
        value = value.encode() if isinstance(value, str) else value
        out += varint(number << 3 | 2) + varint(len(value)) + value
    return out


def value_info(name, shape, dtype=FLOAT):
    """Sizes are numbers, or names of dynamic sizes. Without a list the rank is unknown. A dtype of None is no
    type at all."""
    if dtype is None:
        return [(1, name)]
    tensor = [(1, dtype)]
    if shape is not None:
        tensor.append((2, [(1, [(1 if isinstance(size, int) else 2, size)]) for size in shape]))
    return [(1, name), (2, [(1, tensor)])]


def tensor(name, shape, values, dtype=FLOAT, extra=()):
    code = {FLOAT: "f", INT64: "q", DOUBLE: "d"}[dtype]
    raw = struct.pack("<%d%s" % (len(values), code), *values)
    return [(1, size) for size in shape] + [(2, dtype), (8, name), (9, raw), *extra]


def sparse(name, shape, indices, values):
    return ([(1, tensor(name, [len(values)], values)),
             (2, tensor("", [len(indices)], indices, INT64))] + [(3, size) for size in shape])


def attribute(name, value):
    """An integer or a graph."""
    return ([(1, name), (3, value), (20, 2)] if isinstance(value, int) else
            [(1, name), (6, value), (20, 5)])


def node(op, inputs, outputs, name="", domain="", attributes=()):
    return ([(1, each) for each in inputs] + [(2, each) for each in outputs] +
            [(3, name), (4, op)] + [(5, each) for each in attributes] + [(7, domain)])


def graph(nodes, inputs, outputs, initializers=(), sparse_initializers=(), types=()):
    return ([(1, each) for each in nodes] + [(2, "graph")] + [(5, each) for each in initializers] +
            [(11, each) for each in inputs] + [(12, each) for each in outputs] +
            [(13, each) for each in types] + [(15, each) for each in sparse_initializers])


def write(folder, name, model_graph, opset=17, extra=()):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(message([(1, 8), (7, model_graph), (8, [(2, opset)]), *extra]))


def write_tensor(path, *arguments):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(message(tensor(*arguments)))
