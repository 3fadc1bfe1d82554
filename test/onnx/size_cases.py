# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of sizes that inputs decide, in the kind `sizes`: by their values, and by minima of sizes. Each
model has several data sets, so one compiled model must give the sizes of each. Expected outputs come
from ONNX's reference implementation."""
import types

import numpy as np
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

INT64_MAX, INT64_MIN = 2**63 - 1, -2**63


def ints(*values):
    return np.array(values, np.int64)


class Cases:
    def __init__(self):
        self.random = np.random.default_rng(0)
        self.all = []

    def floats(self, *shape):
        return self.random.standard_normal(shape).astype(np.float32)

    def graph(self, name, nodes, data_sets, dims=None, output_type=TensorProto.FLOAT, opset=21,
              expected=None):
        """A model with output y, and inputs x0, x1, …. `dims` has the declared shapes of the inputs;
        by default they are those of the first data set. `expected` has the output for each data set, where
        the reference implementation is incomplete."""
        infos = [helper.make_tensor_value_info(
            f"x{i}", helper.np_dtype_to_tensor_dtype(value.dtype),
            value.shape if dims is None or dims[i] is None else dims[i])
                 for i, value in enumerate(data_sets[0])]
        output = helper.make_tensor_value_info("y", output_type, None)
        model = helper.make_model(helper.make_graph(nodes, name, infos, [output]),
                                  opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
        if expected is None:
            reference = ReferenceEvaluator(model)
            expected = [reference.run(None, {f"x{i}": value for i, value in enumerate(inputs)})
                        for inputs in data_sets]
        sets = list(zip(data_sets, expected))
        self.all.append(types.SimpleNamespace(kind="sizes", name="test_" + name, model=model, data_sets=sets))

    def add(self, name, op, x, others, dims=None, output_type=TensorProto.FLOAT, opset=21, **attributes):
        """One node with one data set for each entry of `others`."""
        names = [f"x{i}" for i in range(len(others[0]) + 1)]
        self.graph(name, [helper.make_node(op, names, ["y"], **attributes)],
                   [[x, *values] for values in others], dims, output_type, opset)


def shapes(cases):
    x = cases.floats(2, 3, 4)
    cases.add("reshape", "Reshape", x, [[ints(4, 6)], [ints(-1, 3)], [ints(0, -1)], [ints(12, 2)]])
    cases.add("reshape_allowzero", "Reshape", x[:0], [[ints(0, 5)], [ints(7, 0)]], allowzero=1)
    cases.add("expand", "Expand", cases.floats(3, 1), [[ints(2, 1, 6)], [ints(4, 3, 1)], [ints(0, 3, 2)]])
    cases.add("tile", "Tile", x, [[ints(1, 2, 1)], [ints(3, 1, 2)], [ints(1, 0, 1)]])
    cases.graph("constant_of_shape", [helper.make_node("ConstantOfShape", ["x0"], ["y"])],
                [[ints(2, 3)], [ints(1, 0)], [ints(70, 41)]])
    cases.add("squeeze", "Squeeze", cases.floats(1, 3, 1, 2), [[ints(0)], [ints(-2)]])
    cases.add("unsqueeze", "Unsqueeze", x, [[ints(0, 2)], [ints(-1, 1)], [ints(3, 4)]])
    cases.graph("split", [helper.make_node("Split", ["x0", "x1"], ["a", "b"], axis=1),
                          helper.make_node("Concat", ["b", "a"], ["y"], axis=1)],
                [[cases.floats(2, 6), ints(2, 4)], [cases.floats(2, 6), ints(6, 0)]])


def slices(cases):
    x = cases.floats(7, 5)
    others = [[ints(1), ints(3), ints(0), ints(1)], [ints(-1), ints(INT64_MIN), ints(1), ints(-2)],
              [ints(10), ints(INT64_MAX), ints(-1), ints(1)], [ints(0), ints(7), ints(0), ints(3)],
              [ints(-100), ints(-2), ints(1), ints(2)]]
    cases.add("slice", "Slice", x, others)
    constants = [helper.make_node("Constant", [], ["two"], value_ints=[2]),
                 helper.make_node("Constant", [], ["last"], value_ints=[-1]),
                 helper.make_node("Slice", ["x0", "two", "last"], ["y"])]
    rows = [[cases.floats(n, 3)] for n in (9, 0, 1, 2, 3, 20)]
    cases.graph("slice_of_few_rows", constants, rows, [["n", 3]])
    constants[1] = helper.make_node("Constant", [], ["last"], value_ints=[16])
    cases.graph("slice_to_sixteen", constants, rows, [["n", 3]])
    cases.add("trilu", "Trilu", cases.floats(4, 5), [[np.array(k)] for k in (0, 2, -3, 7)])
    pads = [ints(1, 0, 2, 3), ints(0, 0, 0, 0), ints(0, -2, -1, 4)]
    cases.graph("pad", [helper.make_node("Pad", ["x0", "x1"], ["y"])], [[x, each] for each in pads],
                expected=[[np.pad(x, ((1, 2), (0, 3)))], [x], [np.pad(x[:6, 2:], ((0, 0), (0, 4)))]])
    cases.add("pad_axes", "Pad", x, [[ints(1, 2), np.array(9, np.float32), ints(1)],
                                     [ints(0, 3), np.array(9, np.float32), ints(-2)]])


def axes(cases):
    x = cases.floats(2, 3, 4)
    for op in ("ReduceSum", "ReduceMean", "ReduceMax", "ReduceLogSumExp", "ReduceL2"):
        for keep in (0, 1):
            cases.add(f"{op.lower()}_{keep}", op, x, [[ints(0)], [ints(1)], [ints(-1)]], keepdims=keep)
    cases.add("reduce_two_axes", "ReduceSum", x, [[ints(0, 2)], [ints(-1, 1)]], keepdims=0)
    cases.add("cumsum", "CumSum", x, [[np.array(0)], [np.array(-1)], [np.array(1)]], reverse=1)


def chosen(cases):
    cases.graph("top_k", [helper.make_node("TopK", ["x0", "x1"], ["y", "indices"])],
                [[cases.floats(3, 6), ints(k)] for k in (1, 6, 0)])
    node = helper.make_node("Range", ["x0", "x1", "x2"], ["y"])
    numbers = [[np.array(v) for v in each] for each in ((0, 5, 1), (7, -2, -3), (3, 3, 1), (0, 5000, 7))]
    cases.graph("range", [node], numbers, output_type=TensorProto.INT64)
    for op in ("HannWindow", "HammingWindow", "BlackmanWindow"):
        cases.graph(op.lower(), [helper.make_node(op, ["x0"], ["y"], periodic=0)],
                    [[np.array(n)] for n in (10, 2, 33)])
    # min(rows, k) rows, doubled, by arithmetic on shapes.
    nodes = [helper.make_node("Shape", ["x0"], ["shape"], start=0, end=1),
             helper.make_node("Min", ["shape", "x1"], ["rows"]),
             helper.make_node("Constant", [], ["zero"], value_ints=[0]),
             helper.make_node("Slice", ["x0", "zero", "rows"], ["part"]),
             helper.make_node("Concat", ["part", "part"], ["both"], axis=0),
             helper.make_node("Constant", [], ["minus"], value_ints=[-1]),
             helper.make_node("Mul", ["rows", "rows"], ["square"]),
             helper.make_node("Greater", ["square", "x1"], ["is_large"]),
             helper.make_node("Where", ["is_large", "rows", "minus"], ["wanted"]),
             helper.make_node("Abs", ["wanted"], ["width"]),
             helper.make_node("Concat", ["width", "minus"], ["target"], axis=0),
             helper.make_node("Reshape", ["both", "target"], ["y"])]
    sets = [[cases.floats(n, 6), ints(k)] for n, k in ((5, 2), (2, 5), (4, 4), (1, 1), (8, 3))]
    cases.graph("arithmetic", nodes, sets, [["n", 6], None])


def size_cases():
    cases = Cases()
    for family in (shapes, slices, axes, chosen):
        family(cases)
    return cases.all
