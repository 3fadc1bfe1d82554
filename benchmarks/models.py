# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that run.py writes by itself, with random weights: the time of a peer depends on their
graphs only."""
import contextlib
import logging
import os
import tempfile

import numpy as np


class Graph:
    """Nodes and weights of an ONNX graph, one after the other; every method returns a name."""

    def __init__(self, seed=0):
        self.nodes, self.weights, self.random = [], [], np.random.default_rng(seed)

    def weight(self, values):
        from onnx import numpy_helper
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def normal(self, *shape, inputs):
        """Weights that keep the size of activations."""
        return self.weight((self.random.standard_normal(shape) * np.sqrt(2 / inputs))
                           .astype(np.float32))

    def node(self, op, *inputs, outputs=1, **attributes):
        from onnx import helper
        names = [f"v{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names

    def save(self, path, inputs, outputs, opset=17):
        """`inputs` are (name, type, shape), `outputs` (name, shape) of floats."""
        import onnx
        from onnx import TensorProto, helper
        graph = helper.make_graph(
            self.nodes, "benchmark",
            [helper.make_tensor_value_info(name, kind, shape) for name, kind, shape in inputs],
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
             for name, shape in outputs], self.weights)
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)],
                                    ir_version=8), path)


def write_one_op(path):
    """A single MatMul with a weight: the least cost of compiling."""
    from onnx import TensorProto
    graph = Graph()
    y = graph.node("MatMul", "x", graph.normal(256, 256, inputs=256))
    graph.save(path, [("x", TensorProto.FLOAT, ["rows", 256])], [(y, ["rows", 256])])


# Expansion, channels, repeats, stride: table 2 of Sandler et al. 2018.
MOBILENET_V2 = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                (6, 160, 3, 2), (6, 320, 1, 1)]


def write_mobilenet_v2(path):
    """MobileNetV2 for 224 x 224 pixels, normalisations folded, as exporters write it."""
    from onnx import TensorProto
    graph = Graph()

    def conv(x, channels, outputs, kernel=1, stride=1, group=1, relu=True):
        inputs = channels // group * kernel * kernel
        y = graph.node("Conv", x, graph.normal(outputs, channels // group, kernel, kernel,
                                               inputs=inputs),
                       graph.weight(np.zeros(outputs, np.float32)), kernel_shape=[kernel] * 2,
                       strides=[stride] * 2, pads=[kernel // 2] * 4, group=group)
        return graph.node("Clip", y, low, high) if relu else y

    low, high = graph.weight(np.float32(0)), graph.weight(np.float32(6))
    x, channels = conv("x", 3, 32, kernel=3, stride=2), 32
    for expansion, outputs, repeats, first_stride in MOBILENET_V2:
        for stride in [first_stride] + [1] * (repeats - 1):
            y, wide = x, channels * expansion
            if expansion != 1:
                y = conv(y, channels, wide)
            y = conv(y, wide, wide, kernel=3, stride=stride, group=wide)
            y = conv(y, wide, outputs, relu=False)
            x = graph.node("Add", x, y) if stride == 1 and channels == outputs else y
            channels = outputs
    x = graph.node("GlobalAveragePool", conv(x, channels, 1280))
    x = graph.node("Gemm", graph.node("Flatten", x), graph.normal(1280, 1000, inputs=1280),
                   graph.weight(np.zeros(1000, np.float32)))
    graph.save(path, [("x", TensorProto.FLOAT, [1, 3, 224, 224])], [(x, [1, 1000])])


def write_recurrent(path, size=128, words=5000):
    """A tagger: words of a sentence, an LSTM in both directions, a GRU, a class for each word."""
    from onnx import TensorProto
    graph = Graph()
    x = graph.node("Gather", graph.normal(words, size, inputs=2), "x")  # [length, 1, size]

    def recurrent(op, x, inputs, gates, directions, **attributes):
        y = graph.node(op, x, graph.normal(directions, gates * size, inputs, inputs=4 * inputs),
                       graph.normal(directions, gates * size, size, inputs=4 * size),
                       graph.weight(np.zeros((directions, 2 * gates * size), np.float32)),
                       hidden_size=size, **attributes)  # [length, directions, 1, size]
        y = graph.node("Transpose", y, perm=[0, 2, 1, 3])
        return graph.node("Reshape", y, graph.weight(np.array([0, 0, directions * size])))

    x = recurrent("LSTM", x, size, 4, 2, direction="bidirectional")
    x = recurrent("GRU", x, 2 * size, 3, 1, linear_before_reset=1)
    x = graph.node("MatMul", x, graph.normal(size, 20, inputs=size))
    graph.save(path, [("x", TensorProto.INT64, ["length", 1])],
               [(graph.node("Softmax", x, axis=-1), ["length", 1, 20])])


@contextlib.contextmanager
def without_warnings():
    """ONNX Runtime's tools advise each time to run another tool of theirs before."""
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def quantize_static(source, path, samples, **options):
    """With QuantizeLinear and DequantizeLinear around every op, ranges from the samples: a list of
    inputs by name. The same bytes each time."""
    from onnxruntime import quantization

    class Samples(quantization.CalibrationDataReader):
        def __init__(self):
            self.left = iter(samples)

        def get_next(self):
            return next(self.left, None)

    with without_warnings():
        quantization.quantize_static(source, path, Samples(), **options)


def quantize_dynamic(source, path):
    """Weights of 8 bits; data is quantised in each run, to the range that it has."""
    from onnxruntime import quantization
    with without_warnings():
        quantization.quantize_dynamic(source, path)


def write_mobilenet_v2_int8(path):
    """MobileNetV2 with weights of 8 bits, a scale for each channel, and data of 8 bits."""
    random = np.random.default_rng(0)
    samples = [{"x": random.uniform(-1, 1, (1, 3, 224, 224)).astype(np.float32)} for _ in range(2)]
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "model.onnx")
        write_mobilenet_v2(source)
        quantize_static(source, path, samples, per_channel=True)


def write_attention_int8(path, heads=8, size=64, kind="QUInt8"):
    """Attention with QuantizeLinear and DequantizeLinear around every op, so that all operands of
    its two MatMuls are data. Query, key and value have positions before heads, and the mask is an
    Add. `kind` is the type of the data: QUInt8 or QInt8."""
    from onnx import TensorProto
    from onnxruntime import quantization
    random, inner = np.random.default_rng(0), heads * size
    samples = [dict({name: random.uniform(-1, 1, (1, 64, inner)).astype(np.float32) for name in "qkv"},
                    mask=np.where(np.arange(64) < 60, 0, -20).astype(np.float32).reshape(1, 1, 1, 64))
               for _ in range(2)]
    graph = Graph()

    def split(x, perm):  # behind a bias: data is quantised before it moves
        x = graph.node("Add", x, graph.normal(inner, inputs=2 * inner))
        x = graph.node("Reshape", x, graph.weight(np.array([0, 0, heads, size])))
        return graph.node("Transpose", x, perm=perm)

    scores = graph.node("MatMul", split("q", [0, 2, 1, 3]), split("k", [0, 2, 3, 1]))
    scores = graph.node("Mul", scores, graph.weight(np.float32(1 / np.sqrt(size))))
    scores = graph.node("Softmax", graph.node("Add", scores, "mask"), axis=-1)
    y = graph.node("Transpose", graph.node("MatMul", scores, split("v", [0, 2, 1, 3])), perm=[0, 2, 1, 3])
    y = graph.node("Reshape", y, graph.weight(np.array([0, 0, inner])))
    dims = [(name, TensorProto.FLOAT, [1, "length", inner]) for name in "qkv"]
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "model.onnx")
        graph.save(source, dims + [("mask", TensorProto.FLOAT, [1, 1, 1, "length"])],
                   [(y, [1, "length", inner])])
        types = quantization.QuantType[kind]
        quantize_static(source, path, samples, activation_type=types, weight_type=types)
