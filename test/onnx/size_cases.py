# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of sizes that inputs decide, in the kind `sizes`: by their values, and by minima of sizes. Each
model has several data sets, so one compiled model must give the sizes of each. Expected outputs come
from ONNX's reference implementation."""
import types

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from case_base import CaseBase

INT64_MAX, INT64_MIN = 2**63 - 1, -2**63


def ints(*values):
    return np.array(values, np.int64)


class Cases(CaseBase):
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
    # The operator fixes the length of inputs that are declared with a dynamic one.
    cases.graph("top_k_of_declared_length", [helper.make_node("TopK", ["x0", "x1"], ["y", "indices"])],
                [[cases.floats(3, 6), ints(k)] for k in (1, 6, 0)], [None, ["q"]])
    rows = cases.floats(2, 3)
    cases.graph("pad_of_declared_length", [helper.make_node("Pad", ["x0", "x1"], ["y"])],
                [[rows, ints(1, 0, 2, 3)], [rows, ints(0, 2, 0, 0)]], [None, ["q"]])
    cases.graph("tile_of_declared_length", [helper.make_node("Tile", ["x0", "x1"], ["y"])],
                [[rows, ints(1, 2)], [rows, ints(3, 1)]], [None, ["q"]])
    cases.graph("split_of_declared_length", [helper.make_node("Split", ["x0", "x1"], ["a", "y"], axis=1)],
                [[rows, ints(1, 2)], [rows, ints(2, 1)]], [None, ["q"]])
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


def bools(*values):
    return np.array(values, np.bool_)


def selected(cases):
    """Sizes that the run computes, by selecting elements by their data."""
    node = helper.make_node
    x = cases.floats(3, 2, 4)
    nonzero = [[x], [x * (x > 1)], [x * 0], [(x[:1, :1, :1])], [x[:0]]]
    cases.graph("nonzero", [node("NonZero", ["x0"], ["y"])], nonzero, [["a", "b", "c"]], TensorProto.INT64)
    # x[x > 0], from which sums are taken and to which other elements are joined.
    picked = [node("NonZero", ["x0"], ["indices"]), node("Transpose", ["indices"], ["rows"]),
              node("GatherND", ["x0", "rows"], ["picked"])]
    cases.graph("nonzero_gather", picked + [node("Exp", ["picked"], ["y"])], nonzero[:3])
    sums = [node("ReduceSum", ["picked"], ["sum"], keepdims=1), node("Concat", ["picked", "sum"], ["y"], axis=0)]
    cases.graph("nonzero_sum", picked + sums, nonzero[:3])
    # A tensor of that size, and a reshape to it.
    reshape = [node("Constant", [], ["two"], value_ints=[2]), node("Constant", [], ["one"], value_ints=[1]),
               node("Constant", [], ["minus"], value_ints=[-1]), node("Shape", ["indices"], ["shape"]),
               node("ConstantOfShape", ["shape"], ["zeros"]),
               node("Cast", ["indices"], ["numbers"], to=TensorProto.FLOAT), node("Add", ["zeros", "numbers"], ["all"]),
               node("Slice", ["shape", "one", "two"], ["count"]),
               node("Concat", ["count", "minus"], ["target"], axis=0), node("Reshape", ["all", "target"], ["y"])]
    cases.graph("nonzero_shape", picked[:1] + reshape, nonzero[:2])
    # Two sizes that differ.
    two = [node("NonZero", ["x0"], ["a"]), node("NonZero", ["x1"], ["b"]), node("Concat", ["a", "b"], ["y"], axis=1)]
    cases.graph("nonzero_two", two, [[ints(0, 3, 1), ints(2, 0)], [ints(0, 0, 0), ints(1, 1)], [ints(1, 1, 1), ints(0, 0)]],
                output_type=TensorProto.INT64)

    rows = cases.floats(5, 4)
    conditions = [bools(1, 0, 1, 1, 0), bools(0, 0, 0, 0, 0), bools(1, 1, 1, 1, 1)]
    weights = helper.make_tensor("w", TensorProto.FLOAT, [4, 3], cases.floats(4, 3).flatten())
    compress = [node("Constant", [], ["w"], value=weights), node("Constant", [], ["axes"], value_ints=[0]),
                node("Compress", ["x0", "x1"], ["rows"], axis=0)]
    sets = [[rows, each] for each in conditions] + [[rows, bools(0, 1)], [rows, bools(1)]]
    cases.graph("compress_matmul", compress + [node("MatMul", ["rows", "w"], ["y"])], sets, [["n", 4], ["m"]])
    cases.graph("compress_reduce", compress + [node("ReduceSum", ["rows", "axes"], ["y"], keepdims=0)], sets,
                [["n", 4], ["m"]])
    cases.graph("compress_concat", compress + [node("Concat", ["rows", "x0"], ["y"], axis=0)], sets, [["n", 4], ["m"]])
    cases.graph("compress_softmax", compress + [node("Softmax", ["rows"], ["y"], axis=-1)], sets, [["n", 4], ["m"]])
    cases.graph("compress_flat", [node("Compress", ["x0", "x1"], ["y"])],
                [[rows, bools(*([0, 1, 1] * 6))], [rows, bools(0)], [rows, bools(*([1] * 20))]], [["n", 4], ["m"]])


def unique(cases):
    node = helper.make_node
    x = np.array([2, 1, 1, 3, 4, 3, -1, 1], np.float32)
    sets = [[x], [x * 0 + 7], [x[:1]], [x[::-1].copy()], [x[:0]]]
    for order in (0, 1):
        values = node("Unique", ["x0"], ["y"], sorted=order)
        found = [each[0][unique_places(each[0], None, order)[0]] for each in sets[:4]]
        cases.graph(f"unique_{order}", [values], sets[:4], [["n"]], expected=[[each] for each in found])
        rest = node("Unique", ["x0"], ["v", "i", "r", "n"], sorted=order)
        cases.graph(f"unique_places_{order}", [rest, node("Concat", ["i", "n", "r"], ["y"], axis=0)], sets[:4], [["n"]],
                    TensorProto.INT64)
        rows = np.array([[1, 0, 0], [1, 0, 0], [2, 3, 4], [1, 0, -1], [2, 3, 4]], np.int64)
        for axis in (0, 1):
            nodes = [node("Unique", ["x0"], ["v", "i", "r", "n"], sorted=order, axis=axis)]
            sizes = [[rows], [rows[:1]], [rows[:2]], [np.repeat(rows[2:3], 3, axis=0)]]
            if order:
                cases.graph(f"unique_axis_{axis}", [node("Unique", ["x0"], ["y"], axis=axis)], sizes, [["n", "m"]],
                            TensorProto.INT64)
            expected = [[np.concatenate(unique_places(each[0], axis, order))] for each in sizes]
            cases.graph(f"unique_axis_places_{axis}_{order}", nodes + [node("Concat", ["i", "n", "r"], ["y"], axis=0)], sizes,
                        [["n", "m"]], TensorProto.INT64, expected=expected)
    empty = np.zeros(0, np.float32)
    cases.graph("unique_empty", [node("Unique", ["x0"], ["y"])], [[empty], [x]], [["n"]],
                expected=[[empty], [np.unique(x)]])
    cases.graph("unique_bool", [node("Unique", ["x0"], ["y"])], [[bools(1, 0, 1)], [bools(1, 1)]], [["n"]], TensorProto.BOOL)


def unique_places(x, axis, order):
    """The indices, counts and inverse indices of the unique slices along an axis."""
    _, first, inverse, counts = np.unique(x, True, True, True, axis=axis)
    inverse = inverse.reshape(-1)
    if not order:
        by_first = np.argsort(first)
        first, counts, inverse = first[by_first], counts[by_first], np.argsort(by_first)[inverse]
    return first, counts, inverse


def suppressed(cases):
    """Boxes as detectors select them."""
    node = helper.make_node

    def scene(count, classes=3):
        corners = cases.random.uniform(0, 4, (1, count, 2))
        boxes = np.concatenate([corners, corners + cases.random.uniform(0.5, 3, (1, count, 2))], axis=2)
        return boxes.astype(np.float32), cases.random.uniform(0, 1, (1, classes, count)).astype(np.float32)

    boxes = [scene(count) for count in (12, 1, 40)]
    limits = [[ints(3), np.array([0.4], np.float32), np.array([0.3], np.float32)],
              [ints(10), np.array([0.0], np.float32), np.array([0.9], np.float32)],
              [ints(0), np.array([0.5], np.float32), np.array([0.0], np.float32)],
              [ints(100), np.array([1.0], np.float32), np.array([2.0], np.float32)]]
    names = ["x0", "x1", "x2", "x3", "x4"]
    dims = [[1, "n", 4], [1, 3, "n"], [1], [1], [1]]
    sets = [[*each, *limit] for each, limit in zip(boxes, limits)] + [[*boxes[2], *limits[3]], [*boxes[0], *limits[0]]]
    cases.graph("suppression", [node("NonMaxSuppression", names, ["y"])], sets, dims, TensorProto.INT64)
    cases.graph("suppression_centers", [node("NonMaxSuppression", names, ["y"], center_point_box=1)], sets, dims,
                TensorProto.INT64)
    # The kept boxes with their scores, at most five of them.
    tail = [node("Constant", [], ["box"], value_ints=[2]), node("Constant", [], ["zero"], value_ints=[0]),
            node("Constant", [], ["one"], value_ints=[1]), node("Constant", [], ["five"], value_ints=[5]),
            node("NonMaxSuppression", names, ["kept"]),
            node("Gather", ["kept", "box"], ["column"], axis=1), node("Squeeze", ["column", "one"], ["number"]),
            node("Squeeze", ["x0", "zero"], ["all"]), node("Gather", ["all", "number"], ["boxes"], axis=0),
            node("GatherND", ["x1", "kept"], ["score"]), node("Unsqueeze", ["score", "one"], ["scores"]),
            node("Concat", ["boxes", "scores"], ["found"], axis=1),
            node("Slice", ["found", "zero", "five", "zero"], ["y"])]
    cases.graph("suppression_boxes", tail, sets, dims)


def sorted_rows(cases):
    sets = [[cases.floats(rows, 3), ints(k)] for rows, k in ((5, 2), (9, 9), (1, 0), (4, 3))]
    for largest in (0, 1):
        nodes = [helper.make_node("TopK", ["x0", "x1"], ["y", "indices"], axis=0, largest=largest)]
        cases.graph(f"top_k_rows_{largest}", nodes, sets, [["n", 3], [1]])


def floats(*values):
    return np.array(values, np.float32)


def resized(cases):
    """Scales, sizes and regions of Resize that are data."""
    x = cases.floats(1, 2, 6, 5)
    scales = [[floats(1, 1, *each)] for each in ((2, 2), (0.3, 0.7), (1.5, 0.2), (1, 3.1))]
    node = helper.make_node
    for name, attributes in (
            ("nearest", {}), ("nearest_ceil", {"nearest_mode": "ceil"}),
            ("nearest_asymmetric", {"nearest_mode": "floor", "coordinate_transformation_mode": "asymmetric"}),
            ("linear_pytorch", {"mode": "linear", "coordinate_transformation_mode": "pytorch_half_pixel"}),
            ("linear_corners", {"mode": "linear", "coordinate_transformation_mode": "align_corners"}),
            ("linear_antialias", {"mode": "linear", "antialias": 1}),
            ("cubic_antialias", {"mode": "cubic", "antialias": 1, "exclude_outside": 1}),
            ("cubic_coefficient", {"mode": "cubic", "cubic_coeff_a": -0.5,
                                   "coordinate_transformation_mode": "half_pixel_symmetric"})):
        cases.graph("resize_" + name, [node("Resize", ["x0", "", "x1"], ["y"], **attributes)],
                    [[x, *each] for each in scales], opset=19)
    cases.graph("upsample", [node("Upsample", ["x0", "x1"], ["y"], mode="linear")],
                [[x, floats(1, 1, 2, 3)], [x, floats(1, 1, 1, 2)]], opset=9,
                expected=[[ReferenceEvaluator(resize_model(
                    coordinate_transformation_mode="asymmetric", mode="linear")).run(
                        None, {"x": x, "scales": each})[0]] for each in (floats(1, 1, 2, 3), floats(1, 1, 1, 2))])
    # Rows that the run decides, with constant scales that no small fraction is.
    constants = [node("Constant", [], ["scales"], value_floats=[0.311, 1.7])]
    rows = [[cases.floats(1, 2, n, 4)] for n in (7, 4, 30)]
    for mode in ("nearest", "cubic"):
        cases.graph(f"resize_rows_{mode}", [*constants, node("Resize", ["x0", "", "scales"], ["y"], axes=[2, 3],
                                                            mode=mode)], rows, [[1, 2, "n", 4]], opset=19)
    # Sizes of the result that are not whole: the scales count.
    halves = [node("Constant", [], ["scales"], value_floats=[0.5, 1.25])]
    for mode in ("nearest", "linear", "cubic"):
        cases.graph(f"resize_corners_{mode}", [*halves, node(
            "Resize", ["x0", "", "scales"], ["y"], axes=[2, 3], mode=mode,
            coordinate_transformation_mode="align_corners")], rows, [[1, 2, "n", 4]], opset=19)
    for policy in ("not_larger", "not_smaller"):
        cases.graph(f"resize_{policy}", [node("Resize", ["x0", "", "", "x1"], ["y"], axes=[3, 2], mode="linear",
                                              keep_aspect_ratio_policy=policy)],
                    [[x, ints(*each)] for each in ((10, 6), (3, 3), (5, 20))], opset=19)
    regions = ((0.0, 0.2, 1.0, 0.8), (0.5, 0.5, 0.6, 1.4), (0.9, 0.0, 0.1, 0.5))
    cases.graph("resize_region", [node("Resize", ["x0", "x1", "", "x2"], ["y"], axes=[2, 3], mode="linear",
                                       coordinate_transformation_mode="tf_crop_and_resize",
                                       extrapolation_value=7.0)],
                [[x, floats(*each), ints(3, 4)] for each in regions], opset=19)


def transformed(cases):
    """Axes, lengths and steps of Fourier transforms, and the shapes of blocks, that are data."""
    x, half = cases.floats(3, 4, 5, 2), cases.floats(2, 6, 2)
    node = helper.make_node
    axes = [np.array(axis) for axis in (1, -2, 0)]
    for name, attributes in (("dft_axis", {}), ("dft_half", {"onesided": 1}), ("dft_inverse", {"inverse": 1})):
        cases.graph(name, [node("DFT", ["x0", "", "x1"], ["y"], **attributes)],
                    [[x[..., :1] if "onesided" in attributes else x, axis] for axis in axes])
    cases.graph("dft_length", [node("DFT", ["x0", "x1"], ["y"])], [[x, np.array(n)] for n in (5, 3, 9)])
    lengths = (10, 7, 12)
    spectra = half[..., 0] + 1j * half[..., 1]
    cases.graph("dft_inverse_half", [node("Constant", [], ["axis"], value_int=1),
                                     node("DFT", ["x0", "x1", "axis"], ["y"], inverse=1, onesided=1)],
                [[half, np.array(n)] for n in lengths],
                expected=[[np.fft.irfft(spectra, n, axis=1)[..., None].astype(np.float32)] for n in lengths])
    cases.graph("dft_rows", [node("DFT", ["x0"], ["y"])], [[cases.floats(2, n, 3)[..., :2]] for n in (4, 1, 11)],
                [[2, "n", 2]], opset=19)
    signal, window = cases.floats(2, 20, 1), np.hanning(6).astype(np.float32)
    cases.graph("stft", [node("STFT", ["x0", "x1", "", "x2"], ["y"])],
                [[signal, np.array(step), np.array(length)] for step, length in ((4, 8), (1, 5), (20, 20))])
    cases.graph("stft_window", [node("STFT", ["x0", "x1", "x2"], ["y"], onesided=0)],
                [[signal, np.array(step), window] for step in (3, 7)])
    cases.graph("mel_weights", [node("MelWeightMatrix", [f"x{i}" for i in range(5)], ["y"])],
                [[np.array(bins), np.array(length), np.array(8000), np.float32(0), np.float32(high)]
                 for bins, length, high in ((8, 16, 4000), (4, 33, 2500), (20, 64, 3999))])
    cases.graph("col2im", [node("Col2Im", ["x0", "x1", "x2"], ["y"])],
                [[cases.floats(1, 12, 9), ints(4, 4), ints(2, 2)], [cases.floats(1, 12, 5), ints(6, 3), ints(2, 3)]],
                [[1, 12, "n"], None, None])


def resize_model(**attributes):
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in ("x", "scales", "y")]
    nodes = [helper.make_node("Resize", ["x", "", "scales"], ["y"], **attributes)]
    return helper.make_model(helper.make_graph(nodes, "resize", infos[:2], infos[2:]),
                             opset_imports=[helper.make_opsetid("", 19)], ir_version=8)


def same_windows(x, kernel, stride, pad, upper):
    """The windows that auto_pad SAME reads of x [n, c, h, w]: [n, c, windows, windows, kernel, kernel]."""
    margins = []
    for size in x.shape[2:]:
        total = max((-(-size // stride) - 1) * stride + kernel - size, 0)
        margins.append((total // 2, total - total // 2)[::1 if upper else -1])
    x = np.pad(x, [(0, 0), (0, 0), *margins], constant_values=pad)
    return np.lib.stride_tricks.sliding_window_view(x, (kernel, kernel), (2, 3))[:, :, ::stride, ::stride]


def padded_as_same(cases):
    images = [cases.floats(1, 2, *size) for size in ((7, 8), (9, 6), (5, 5))]
    dims = [[1, 2, "h", "w"], None]
    for mode, kernel, stride in (("UPPER", 3, 2), ("LOWER", 2, 2), ("LOWER", 5, 3)):
        windows = lambda x, pad: same_windows(x, kernel, stride, pad, mode == "UPPER")  # pylint: disable=cell-var-from-loop
        attributes = {"auto_pad": "SAME_" + mode, "strides": [stride, stride]}
        pool = {"kernel_shape": [kernel, kernel], **attributes}
        name = f"same_{mode.lower()}_{kernel}_"
        for op, result in (("MaxPool", lambda x: windows(x, -np.inf).max((4, 5))),
                           ("AveragePool", lambda x: np.nanmean(windows(x, np.nan), (4, 5)))):
            cases.graph(name + op.lower(), [helper.make_node(op, ["x0"], ["y"], **pool)],
                        [[x] for x in images], dims, expected=[[result(x)] for x in images])
        weights = cases.floats(3, 2, kernel, kernel)
        cases.graph(name + "conv", [helper.make_node("Conv", ["x0", "x1"], ["y"], **attributes)],
                    [[x, weights] for x in images], dims,
                    expected=[[np.einsum("nchwij,ocij->nohw", windows(x, 0), weights)] for x in images])


def broadcast(cases):
    """Dynamic sizes of which some are 1 in one data set and not in another."""
    node, floats = helper.make_node, cases.floats
    pairs = [((3, 5), (3, 5)), ((3, 5), (1, 5)), ((1, 1), (3, 5)), ((3, 1), (1, 5)), ((0, 5), (1, 1)), ((1, 1), (1, 1))]
    for op in "Add", "Sub", "Pow":
        cases.graph(f"broadcast_{op.lower()}", [node(op, ["x0", "x1"], ["y"])],
                    [[np.abs(floats(*a)), floats(*b)] for a, b in pairs], [["n", "k"], ["m", "l"]])
    cases.graph("broadcast_to_static", [node("Mul", ["x0", "x1"], ["y"])],
                [[floats(4, 6), floats(6)], [floats(4, 6), floats(1)]], [None, ["n"]])
    cases.graph("broadcast_where", [node("Greater", ["x0", "x1"], ["c"]), node("Where", ["c", "x1", "x2"], ["y"])],
                [[floats(2, 7), floats(2, 7), floats(1, 7)], [floats(1, 7), floats(2, 1), floats(2, 7)],
                 [floats(2, 1), floats(1, 7), floats(1, 1)]], [["a", "b"], ["c", "d"], ["e", "f"]])
    # Ops before and behind: two elementwise chains that meet, and a size of the result.
    cases.graph("broadcast_chains",
                [node("Exp", ["x0"], ["a"]), node("Add", ["a", "a"], ["b"]), node("Neg", ["x1"], ["c"]),
                 node("Mul", ["b", "c"], ["d"]), node("Sub", ["d", "x1"], ["e"]), node("Shape", ["e"], ["s"]),
                 node("ReduceProd", ["s"], ["p"], keepdims=1), node("Reshape", ["e", "p"], ["y"])],
                [[floats(*a), floats(*b)] for a, b in pairs], [["n", "k"], ["m", "l"]])
    # An expansion of an expansion, in one kernel and with a sum that two kernels read.
    triples = [(5, 5, 5), (1, 5, 5), (5, 1, 5), (5, 5, 1), (1, 1, 5), (5, 1, 1), (1, 5, 1), (1, 1, 1)]
    names = [["n"], ["k"], ["m"]]
    cases.graph("broadcast_three", [node("Add", ["x0", "x1"], ["a"]), node("Add", ["a", "x2"], ["b"]),
                                    node("Relu", ["b"], ["y"])],
                [[floats(size) for size in sizes] for sizes in triples], names)
    cases.graph("broadcast_three_kernels",
                [node("Add", ["x0", "x1"], ["a"]), node("Softmax", ["a"], ["c"], axis=0), node("Add", ["c", "x2"], ["b"]),
                 node("Softmax", ["b"], ["s"]), node("Add", ["s", "a"], ["y"])],
                [[floats(size) for size in sizes] for sizes in triples], names)
    # A mask of attention, added to scores whose keys the values have too.
    masks = [(1, 1, 1, 9), (2, 1, 4, 9), (2, 3, 1, 9), (1, 3, 4, 1)]
    cases.graph("broadcast_mask",
                [node("Transpose", ["x1"], ["kt"], perm=[0, 1, 3, 2]), node("MatMul", ["x0", "kt"], ["s"]),
                 node("Add", ["s", "x3"], ["m"]), node("Softmax", ["m"], ["p"], axis=-1),
                 node("MatMul", ["p", "x2"], ["y"])],
                [[floats(2, 3, 4, 8), floats(2, 3, 9, 8), floats(2, 3, 9, 8), floats(*mask)] for mask in masks],
                [["b", 3, "q", 8], ["b", 3, "k", 8], ["b", 3, "k", 8], ["mb", "mh", "mq", "mk"]])
    cases.graph("broadcast_matmul", [node("MatMul", ["x0", "x1"], ["y"])],
                [[floats(2, 3, 4), floats(2, 4, 5)], [floats(1, 3, 4), floats(6, 4, 5)],
                 [floats(6, 3, 4), floats(1, 4, 5)]], [["n", "r", 4], ["m", 4, "c"]])
    # The epilogue of a convolution, from either side.
    cases.graph("broadcast_conv", [node("Conv", ["x0", "x1"], ["a"], pads=[1, 1, 1, 1]), node("Relu", ["a"], ["r"]),
                                   node("Add", ["r", "x2"], ["y"])],
                [[floats(2, 3, 6, 6), floats(4, 3, 3, 3), floats(2, 4, 6, 6)],
                 [floats(2, 3, 6, 6), floats(4, 3, 3, 3), floats(1, 4, 1, 6)],
                 [floats(1, 3, 1, 6), floats(4, 3, 3, 3), floats(3, 4, 5, 6)]],
                [["n", 3, "h", "w"], None, ["m", 4, "i", "j"]])
    cases.graph("broadcast_expand", [node("Shape", ["x1"], ["s"]), node("Expand", ["x0", "s"], ["y"])],
                [[floats(*a), floats(*b)] for a, b in pairs], [["n", "k"], ["m", "l"]])
    # A size that the run computes against one of an input.
    cases.graph("broadcast_computed",
                [node("NonZero", ["x0"], ["i"]), node("Transpose", ["i"], ["t"], perm=[1, 0]),
                 node("Cast", ["t"], ["f"], to=TensorProto.FLOAT), node("Mul", ["f", "x1"], ["y"])],
                [[np.array(values, np.float32), floats(*shape)] for values, shape in
                 [([1, 0, 2], (2, 3)), ([1, 0, 2], (1, 3)), ([0, 0, 2], (4, 3)), ([0, 0, 0], (1, 3))]],
                [None, ["n", 3]])


def branches(cases):
    """A branch of If relies on sizes that a run of the other branch need not have."""
    node, floats = helper.make_node, cases.floats

    def tensor(name, array):
        return node("Constant", [], [name], value=numpy_helper.from_array(array))

    def graph(name, inputs, condition, then, other, dims):
        """`then` and `other` write `a` and `b`."""
        bodies = [helper.make_graph(nodes, label, [], [helper.make_tensor_value_info(out, TensorProto.FLOAT, None)])
                  for label, nodes, out in (("then", then, "a"), ("else", other, "b"))]
        cases.graph("branch_" + name, [*condition, node("If", ["c"], ["y"], then_branch=bodies[0],
                                                        else_branch=bodies[1])], inputs, dims)

    weights = tensor("w", floats(4, 3))
    # The condition compares the size that the branch needs, or is an input.
    graph("of_size", [[floats(2, k)] for k in (4, 5, 1, 4)],
          [node("Shape", ["x0"], ["s"], start=1), tensor("four", ints(4)), node("Equal", ["s", "four"], ["c"])],
          [weights, node("MatMul", ["x0", "w"], ["a"])], [node("Exp", ["x0"], ["b"])], [["n", "k"]])
    graph("of_data", [[floats(2, k), np.array(taken)] for k, taken in ((4, True), (6, False), (4, False), (4, True))],
          [node("Identity", ["x1"], ["c"])], [weights, node("MatMul", ["x0", "w"], ["a"])],
          [node("Exp", ["x0"], ["b"])], [["n", "k"], []])
    # The window is larger than the tensor if the branch is not taken.
    graph("of_window", [[floats(1, 1, k)] for k in (8, 3, 1, 5)],
          [node("Shape", ["x0"], ["s"], start=2), tensor("five", ints(5)),
           node("GreaterOrEqual", ["s", "five"], ["c"])],
          [tensor("w", floats(2, 1, 5)), node("Conv", ["x0", "w"], ["a"])],
          [node("Concat", ["x0", "x0"], ["b"], axis=1)], [[1, 1, "k"]])
    # As PyTorch exports squeeze(-1): the branches differ in rank, and the lower one is taken.
    graph("of_rank", [[floats(n, 1)] for n in (4, 2, 0)],
          [node("Shape", ["x0"], ["s"], start=1), tensor("one", ints(1)), node("Equal", ["s", "one"], ["c"])],
          [node("Squeeze", ["x0", "one"], ["a"])], [node("Identity", ["x0"], ["b"])], [["n", "k"]])
    # The same sizes outside the branch stay different, and two branches are one in the other.
    inner = helper.make_graph([node("Add", ["x0", "x1"], ["d"])], "inner", [],
                              [helper.make_tensor_value_info("d", TensorProto.FLOAT, None)])
    outer = helper.make_graph([node("ReduceSum", ["x1"], ["e"], keepdims=1)], "outer", [],
                              [helper.make_tensor_value_info("e", TensorProto.FLOAT, None)])
    graph("of_branch", [[floats(k), floats(m)] for k, m in ((3, 3), (4, 5), (5, 2), (1, 7))],
          [node("Shape", ["x0"], ["s"]), tensor("four", ints(4)), node("Less", ["s", "four"], ["c"])],
          [node("Shape", ["x1"], ["t"]), node("LessOrEqual", ["s", "t"], ["l"]),
           node("If", ["l"], ["a"], then_branch=inner, else_branch=outer)],
          [node("Concat", ["x0", "x1"], ["b"], axis=0)], [["n"], ["m"]])


def first_rows(cases):
    node, floats = helper.make_node, cases.floats
    cases.add("expand_keeps", "Expand", cases.floats(2, 4), [[ints(1, 1)], [ints(2, 4)], [ints(1, 4)]])
    # A first row or column is broadcast to the whole, also one that TopK finds.
    wholes = [[floats(3, 5)], [floats(1, 5)], [floats(4, 1)], [floats(1, 1)], [floats(0, 5)]]
    for axis, op in (0, "Sub"), (1, "Mul"):
        cases.graph(f"broadcast_first_{axis}",
                    [node("Constant", [], ["zero"], value_ints=[0]), node("Constant", [], ["one"], value_ints=[1]),
                     node("Constant", [], ["axis"], value_ints=[axis]), node("Slice", ["x0", "zero", "one", "axis"], ["a"]),
                     node(op, ["x0", "a"], ["y"])], wholes, [["n", "k"]])
    cases.graph("broadcast_top",
                [node("Shape", ["x0"], ["s"], start=1), node("Constant", [], ["one"], value_ints=[1]),
                 node("Min", ["s", "one"], ["k"]), node("TopK", ["x0", "k"], ["a", "i"]), node("Sub", ["a", "x0"], ["y"])],
                wholes[:4], [["n", "k"]])


def loops(cases):
    """Values that loops grow by dynamic sizes, and loops without an iteration."""
    node, floats = helper.make_node, cases.floats
    value = helper.make_tensor_value_info

    def graph(name, body, sets, dims, expected, scanned=False, before=()):
        """`body` computes `w`, the next value of `v`, from it and x0; with `scanned` also the row `r`."""
        outputs = [value("d", TensorProto.BOOL, []), value("w", TensorProto.FLOAT, None)]
        inner = helper.make_graph([node("Identity", ["c"], ["d"]), *body], "body",
                                  [value("i", TensorProto.INT64, []), value("c", TensorProto.BOOL, []),
                                   value("v", TensorProto.FLOAT, None)],
                                  outputs + ([value("r", TensorProto.FLOAT, None)] if scanned else []))
        first = "e" if before else "x0"
        results = ["z", "y"] if scanned else ["y"]
        cases.graph("loop_" + name, [*before, node("Loop", ["x1", "", first], results, body=inner)],
                    [[x, np.array(count, np.int64)] for x, count in sets], dims,
                    expected=[[expected(x, count)] for x, count in sets])

    empty = [node("Constant", [], ["e"], value=numpy_helper.from_array(floats(0)))]
    rows = [(floats(k), count) for k, count in ((2, 3), (3, 1), (1, 4), (5, 0))]
    append = [node("Concat", ["v", "x0"], ["w"], axis=0)]
    graph("grows_by_input", append, rows, [["k"], []], lambda x, count: np.tile(x, count + 1))
    graph("grows_from_nothing", append, rows, [["k"], []], np.tile, before=empty)
    graph("doubles", [node("Concat", ["v", "v"], ["w"], axis=0)], rows, [["k"], []],
          lambda x, count: np.tile(x, 2**count))
    graph("halves", [node("Constant", [], ["s"], value_ints=[0]), node("Constant", [], ["t"], value_ints=[100]),
                     node("Constant", [], ["u"], value_ints=[2]), node("Slice", ["v", "s", "t", "s", "u"], ["w"])],
          [(floats(k), count) for k, count in ((9, 2), (4, 3), (7, 0))], [["k"], []],
          lambda x, count: x[::2**count])
    # The body needs a row, which a run without iterations need not have.
    start = [node("Constant", [], ["e"], value=numpy_helper.from_array(floats(3)))]
    graph("of_no_rows", [node("Gather", ["x0", "i"], ["g"], axis=0), node("Add", ["v", "g"], ["w"]),
                         node("Neg", ["g"], ["r"])],
          [(floats(2, 3), 2), (floats(0, 3), 0), (floats(4, 3), 1)], [["n", 3], []],
          lambda x, count: -x[:count], scanned=True, before=start)


def lengths(cases):
    """Lists of sizes whose declared length is dynamic, and which an operator fixes."""
    node, x = helper.make_node, cases.floats(6)
    few = [[x, ints(2)], [x, ints(5)]]
    cases.graph("length_of_cast", [node("Cast", ["x1"], ["k"], to=TensorProto.INT64), node("TopK", ["x0", "k"], ["y", "i"])],
                [[x, k.astype(np.int32)] for x, k in few], [[6], ["q"]])
    cases.graph("length_for_both", [node("TopK", ["x0", "x1"], ["t", "i"]), node("Reshape", ["t", "x1"], ["y"])], few, [[6], ["q"]])
    image = cases.floats(2, 5, 4)
    cases.graph("length_of_pads", [node("Constant", [], ["axes"], value_ints=[2, 0]), node("Pad", ["x0", "x1", "", "axes"], ["y"])],
                [[image, ints(1, 0, 2, 3)], [image, ints(0, 1, 0, 0)]], [[2, 5, 4], ["q"]])
    cases.graph("length_of_crop", [node("CenterCropPad", ["x0", "x1"], ["y"], axes=[1, 2])],
                [[image, ints(3, 8)], [image, ints(7, 1)]], [[2, 5, 4], ["q"]])


def size_cases():
    cases = Cases()
    for family in (shapes, slices, axes, chosen, selected, unique, suppressed, sorted_rows, resized, transformed,
                   padded_as_same, broadcast, branches, first_rows, loops, lengths):
        family(cases)
    return cases.all
