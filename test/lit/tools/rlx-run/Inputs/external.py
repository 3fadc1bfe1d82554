# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes add.onnx (y = x + w, of two elements) and w.bin, which has the values of w, to a folder.

ONNX files are protocol buffers; the few fields that the model needs are encoded by hand.
"""
import os
import struct
import sys


def number(field, value):
    return bytes([field << 3, value])


def data(field, value):
    value = value.encode() if isinstance(value, str) else value
    return bytes([field << 3 | 2, len(value)]) + value


FLOAT, EXTERNAL = 1, 1
shape = data(1, number(1, 2))
info = data(2, data(1, number(1, FLOAT) + data(2, shape)))
weights = (number(1, 2) + number(2, FLOAT) + data(8, "w") +
           data(13, data(1, "location") + data(2, "w.bin")) + number(14, EXTERNAL))
node = data(1, "x") + data(1, "w") + data(2, "y") + data(4, "Add")
graph = (data(1, node) + data(2, "add") + data(5, weights) + data(11, data(1, "x") + info) +
         data(12, data(1, "y") + info))
os.makedirs(sys.argv[1], exist_ok=True)
with open(os.path.join(sys.argv[1], "add.onnx"), "wb") as file:
    file.write(number(1, 8) + data(7, graph) + data(8, number(2, 17)))
with open(os.path.join(sys.argv[1], "w.bin"), "wb") as file:
    file.write(struct.pack("<2f", 1, 2))
