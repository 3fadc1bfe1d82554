# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes reshape.onnx (y = Relu(Reshape(x, shape)), x: [n, 4]) and shape.pb ([2, -1]) to a folder.

ONNX files are protocol buffers; the few fields that the model needs are encoded by hand.
"""
import os
import struct
import sys


def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def data(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def value_info(name, element, dims):
    shape = b"".join(
        data(1, number(1, d) if isinstance(d, int) else data(2, d)) for d in dims)
    return data(1, name) + data(2, data(1, number(1, element) + data(2, shape)))


FLOAT, INT64 = 1, 7


def node(op, name, inputs, output):
    return (b"".join(data(1, i) for i in inputs) + data(2, output) + data(3, name) + data(4, op))


graph = (data(1, node("Reshape", "make_square", ["x", "shape"], "r")) +
         data(1, node("Relu", "clip", ["r"], "y")) +
         data(2, "main") +
         data(11, value_info("x", FLOAT, ["n", 4])) +
         data(11, value_info("shape", INT64, [2])) +
         data(12, value_info("y", FLOAT, ["a", "b"])))
model = number(1, 8) + data(7, graph) + data(8, data(1, "") + number(2, 17))
tensor = number(1, 2) + number(2, INT64) + data(8, "shape") + data(9, struct.pack("<2q", 2, -1))
with open(os.path.join(sys.argv[1], "reshape.onnx"), "wb") as file:
    file.write(model)
with open(os.path.join(sys.argv[1], "shape.pb"), "wb") as file:
    file.write(tensor)
