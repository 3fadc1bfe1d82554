# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of forms of operators that the `onnx` package has no tests of, in the kind `more`: several
channels, dynamic batch sizes, other attributes. Expected outputs come from ONNX's reference
implementation, or from NumPy where that is incomplete."""
import types

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from case_base import CaseBase
from narrow_cases import narrow


class Cases(CaseBase):
    def add(self, name, op, opset, inputs, constants=(), expected=None, outputs=("y",),
            output_type=None, **attributes):
        """One node. The inputs at the positions `constants` are initializers; None is absent."""
        names = ["" if value is None else f"x{i}" for i, value in enumerate(inputs)]
        data = [i for i, value in enumerate(inputs) if value is not None and i not in constants]
        infos = [helper.make_tensor_value_info(
            names[i], helper.np_dtype_to_tensor_dtype(inputs[i].dtype), [f"n{i}", *inputs[i].shape[1:]])
                 for i in data]
        types_of = [output_type or helper.np_dtype_to_tensor_dtype(inputs[data[0]].dtype), TensorProto.INT64]
        if expected is not None and output_type is None:
            types_of = [helper.np_dtype_to_tensor_dtype(np.asarray(each).dtype) for each in expected]
        graph = helper.make_graph(
            [helper.make_node(op, names, outputs, **attributes)], name, infos,
            [helper.make_tensor_value_info(y, t, None) for y, t in zip(outputs, types_of)],
            [numpy_helper.from_array(inputs[i], names[i]) for i in constants])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
        if expected is None:
            expected = ReferenceEvaluator(model).run(None, {names[i]: inputs[i] for i in data})
        self.all.append(types.SimpleNamespace(kind="more", name="test_" + name, model=model,
                                              data_sets=[([inputs[i] for i in data], expected)]))


def grid_samples(cases):
    for mode in ("linear", "nearest", "cubic"):
        for padding in ("zeros", "border", "reflection"):
            for corners in (0, 1):
                cases.add(f"grid_sample_{mode}_{padding}_{corners}", "GridSample", 20,
                          [cases.floats(2, 3, 4, 5), cases.floats(2, 3, 2, 2)], mode=mode,
                          padding_mode=padding, align_corners=corners)
    cases.add("grid_sample_volume_cubic", "GridSample", 20,
              [cases.floats(1, 2, 3, 4, 2), cases.floats(1, 2, 2, 1, 3)], mode="cubic")
    cases.add("grid_sample_signal", "GridSample", 20, [cases.floats(2, 2, 5), cases.floats(2, 4, 1)],
              mode="linear")


def deformed(cases):
    cases.add("deform_conv_groups", "DeformConv", 19,
              [cases.floats(2, 4, 6, 7), cases.floats(6, 2, 3, 2), cases.floats(2, 24, 3, 7),
               cases.floats(6), cases.floats(2, 12, 3, 7)], (1, 3), group=2, offset_group=2,
              strides=[2, 1], dilations=[1, 2], pads=[1, 1, 1, 1])


def rearranged(cases):
    cases.add("reverse_sequence_rank_4", "ReverseSequence", 10,
              [cases.floats(3, 5, 2, 2), np.array([5, 0, 3])], (1,), time_axis=1, batch_axis=0)
    for size in (2, 7):
        cases.add(f"center_crop_pad_batch_{size}", "CenterCropPad", 18,
                  [cases.floats(5, 4), np.array([size])], (1,), axes=[0])
    image, block, strides, dilations, pads = [7, 6], [3, 2], [2, 3], [2, 1], [1, 0, 2, 1]
    columns = cases.floats(2, 18, 6)
    result = np.zeros((2, 3, *image), np.float32)
    for k in np.ndindex(*block):
        for p in np.ndindex(3, 2):
            at = [p[i] * strides[i] - pads[i] + k[i] * dilations[i] for i in (0, 1)]
            if all(0 <= at[i] < image[i] for i in (0, 1)):
                result[:, :, at[0], at[1]] += columns.reshape(2, 3, *block, 3, 2)[(..., *k, *p)]
    cases.add("col2im_channels", "Col2Im", 18, [columns, np.array(image), np.array(block)], (1, 2),
              [result], strides=strides, dilations=dilations, pads=pads)


def max_roi_pool(x, regions, height, width, scale):
    result = np.zeros((len(regions), x.shape[1], height, width), np.float32)
    for r, (batch, *corners) in enumerate(regions):
        left, top, right, bottom = (int(np.floor(c * scale + 0.5)) for c in corners)
        size = [max(bottom - top + 1, 1) / height, max(right - left + 1, 1) / width]
        for i, j in np.ndindex(height, width):
            rows, columns = (
                slice(*np.clip([int(np.floor(b * s)) + start, int(np.ceil((b + 1) * s)) + start], 0, end))
                for b, s, start, end in zip((i, j), size, (top, left), x.shape[2:]))
            part = x[int(batch), :, rows, columns]
            if part.size:
                result[r, :, i, j] = part.max((1, 2))
    return result


def regions_of_interest(cases):
    x, batches = cases.floats(2, 3, 8, 10), np.array([0, 1, 1, 0])
    regions = np.array([[0.5, 1, 9, 8], [2, 3, 14, 12], [1, 1, 3, 20], [4, 4, 4, 4]], np.float32)
    for mode in ("avg", "max"):
        for samples in (0, 5):
            cases.add(f"roi_align_{mode}_{samples}", "RoiAlign", 16, [x, regions, batches], mode=mode,
                      sampling_ratio=samples, output_height=3, output_width=2, spatial_scale=0.75)
    numbered = np.concatenate([batches[:, None].astype(np.float32), regions], 1)
    numbered[3] = [1, 30, 30, 33, 32]  # outside
    cases.add("max_roi_pool", "MaxRoiPool", 16, [x, numbered], (),
              [max_roi_pool(x, numbered, 3, 2, 0.75)], pooled_shape=[3, 2], spatial_scale=0.75)


def max_pool(x, kernel, strides, dilations, pads, order):
    spatial, rank = x.shape[2:], len(kernel)
    sizes = [(spatial[i] + pads[i] + pads[i + rank] - dilations[i] * (kernel[i] - 1) - 1) // strides[i] + 1
             for i in range(rank)]
    values = np.zeros((*x.shape[:2], *sizes), x.dtype)
    indices = np.zeros(values.shape, np.int64)
    for n, c, *p in np.ndindex(*values.shape):
        best = None
        for k in np.ndindex(*kernel):
            at = tuple(p[i] * strides[i] - pads[i] + k[i] * dilations[i] for i in range(rank))
            inside = all(0 <= at[i] < spatial[i] for i in range(rank))
            if inside and (best is None or x[(n, c, *at)] > x[(n, c, *best)]):
                best = at
        values[(n, c, *p)] = x[(n, c, *best)]
        indices[(n, c, *p)] = (n * x.shape[1] + c) * np.prod(spatial) + np.ravel_multi_index(
            best, spatial, order="F" if order else "C")
    return values, indices


def pooled(cases):
    def add(name, x, kernel, strides, dilations, pads, order=0):
        cases.add(name, "MaxPool", 12, [x], (), max_pool(x, kernel, strides, dilations, pads, order),
                  ("y", "indices"), kernel_shape=kernel, strides=strides, dilations=dilations,
                  pads=pads, storage_order=order)

    add("max_pool_indices", cases.floats(2, 3, 8, 9), [3, 2], [2, 1], [2, 3], [2, 1, 1, 1])
    add("max_pool_indices_3d", cases.floats(1, 2, 4, 5, 3), [2, 2, 2], [1, 2, 1], [1, 1, 2],
        [0, 1, 1, 1, 0, 0], 1)
    add("max_pool_indices_zeros", np.zeros((2, 2, 5, 5), np.uint8), [3, 3], [1, 1], [2, 1], [1, 2, 2, 1])
    x = cases.floats(2, 2, 4, 6)
    values, indices = max_pool(x, [2, 2], [2, 2], [1, 1], [0] * 4, 0)
    result = np.zeros(x.size, np.float32)
    result[indices.ravel()] = values.ravel()
    cases.add("max_unpool_channels", "MaxUnpool", 11, [values, indices], (), [result.reshape(x.shape)],
              kernel_shape=[2, 2], strides=[2, 2])


def determinants(cases):
    for size in (0, 1, 3, 6):
        a = cases.floats(2, 3, size, size)
        cases.add(f"det_{size}", "Det", 22, [a], (), [np.linalg.det(a)])
    singular = cases.floats(2, 5, 5)
    singular[0, :, 0] = 0
    singular[1] = np.eye(5)[[1, 0, 2, 4, 3]] * 2  # two swaps of rows
    cases.add("det_singular", "Det", 11, [singular], (), [np.array([0, 32], np.float32)])


def resized(cases):
    def add(name, opset, x, sizes, roi=None, **attributes):
        cases.add("resize_" + name, "Resize", opset, [x, roi, None, np.array(sizes)],
                  (1, 3) if roi is not None else (3,), **attributes)

    x = cases.floats(2, 3, 5, 7)
    add("cubic_exclude_outside", 18, x, [8, 3], axes=[2, 3], mode="cubic", exclude_outside=1)
    add("linear_exclude_outside", 18, x, [8, 3], axes=[2, 3], mode="linear", exclude_outside=1)
    add("cubic_antialias", 18, x, [2, 12], axes=[2, 3], mode="cubic", antialias=1, cubic_coeff_a=-0.5)
    for mode in ("nearest", "linear", "cubic"):
        add("crop_" + mode, 18, x + 4, [6, 5], np.array([0.2, -0.3, 0.9, 1.2], np.float32), axes=[2, 3],
            mode=mode, coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=9.0)


def transposed(cases):
    x, w, bias = cases.floats(1, 2, 3, 3), cases.floats(2, 3, 2, 2), cases.floats(3)
    result = np.zeros((1, 3, 9, 6), np.float32)  # natural are 6 and 6
    for i, k in ((i, k) for i in np.ndindex(3, 3) for k in np.ndindex(2, 2)):
        result[:, :, 2 * i[0] + k[0], 2 * i[1] + k[1]] += x[(..., *i)] @ w[(..., *k)]
    cases.add("conv_transpose_larger", "ConvTranspose", 11, [x, w, bias], (1, 2),
              [result + bias[:, None, None]], output_shape=[9, 6], strides=[2, 2])


def philox(count, key):
    """Blocks 0, 1, … of Philox4x32-10 (Salmon et al. 2011) as four lists of words."""
    index = np.arange(count, dtype=np.uint64)
    low, zero = np.uint64(0xFFFFFFFF), np.zeros(count, np.uint64)
    words = [index & low, index >> np.uint64(32), zero, zero]
    first, second = key & 0xFFFFFFFF, key >> 32
    for _ in range(10):
        a, b = words[0] * np.uint64(0xD2511F53), words[2] * np.uint64(0xCD9E8D57)
        words = [b >> np.uint64(32) ^ words[1] ^ np.uint64(first), b & low,
                 a >> np.uint64(32) ^ words[3] ^ np.uint64(second), a & low]
        first, second = (first + 0x9E3779B9) & 0xFFFFFFFF, (second + 0xBB67AE85) & 0xFFFFFFFF
    return words


def uniform(shape, seed, bits=24, word=0):
    """Multiples of 2^-bits. A seed that is a float is the key by its bits."""
    key = int(np.float32(seed).view(np.uint32)) if isinstance(seed, float) else seed
    words = philox(int(np.prod(shape)), key)[word]
    return (words >> np.uint64(32 - bits)).astype(np.float64).reshape(shape) * 2.0**-bits


def normal(shape, seed):
    radius = np.sqrt(-2 * np.log(1 - uniform(shape, seed)))
    return radius * np.cos(2 * np.pi * uniform(shape, seed, word=2))


def random_numbers(cases):
    x = cases.floats(4, 6)
    cases.add("random_uniform", "RandomUniform", 22, [], expected=[
        (uniform((3, 7), 3.5) * 7 - 2).astype(np.float32)], output_type=TensorProto.FLOAT,
              shape=[3, 7], seed=3.5, low=-2.0, high=5.0)
    cases.add("random_normal", "RandomNormal", 22, [], expected=[
        (normal((40,), 0.25) * 3 + 10).astype(np.float32)], output_type=TensorProto.FLOAT,
              shape=[40], seed=0.25, mean=10.0, scale=3.0)
    cases.add("random_uniform_like", "RandomUniformLike", 22, [x], expected=[
        uniform(x.shape, 7.0, bits=11).astype(np.float16)], output_type=TensorProto.FLOAT16,
              seed=7.0, dtype=TensorProto.FLOAT16)
    cases.add("random_normal_like", "RandomNormalLike", 22, [x], expected=[normal(x.shape, 1.0).astype(np.float32)],
              seed=1.0)
    chances = np.linspace(0, 1, 60, dtype=np.float32).reshape(5, 12)
    cases.add("bernoulli", "Bernoulli", 22, [chances], expected=[uniform(chances.shape, 2.0) < chances],
              output_type=TensorProto.BOOL, dtype=TensorProto.BOOL, seed=2.0)
    sums = np.cumsum(np.exp(x) / np.exp(x).sum(axis=1, keepdims=True), axis=1)
    classes = (sums[:, None, :] <= uniform((4, 9), 5.0)[:, :, None]).sum(axis=2)
    cases.add("multinomial", "Multinomial", 22, [x], expected=[classes.astype(np.int32)],
              output_type=TensorProto.INT32, sample_size=9, seed=5.0)
    keep = uniform(x.shape, 11) >= 0.3
    nodes = [helper.make_node("Dropout", ["x0", "x1", "x2"], ["y0", "y1"], seed=11)]
    for training in (True, False):
        kept = np.where(keep, x / np.float32(0.7), 0) if training else x
        add_graph(cases, f"dropout_{'on' if training else 'off'}", nodes, [x, np.array(0.3, np.float32), np.array(training)],
                  [kept.astype(np.float32), keep if training else np.ones_like(keep)],
                  [TensorProto.FLOAT, TensorProto.BOOL])


def add_graph(cases, name, nodes, inputs, expected, output_types):
    infos = [helper.make_tensor_value_info(f"x{i}", helper.np_dtype_to_tensor_dtype(value.dtype), value.shape)
             for i, value in enumerate(inputs)]
    outputs = [helper.make_tensor_value_info(f"y{i}", kind, None) for i, kind in enumerate(output_types)]
    model = helper.make_model(helper.make_graph(nodes, name, infos, outputs),
                              opset_imports=[helper.make_opsetid("", 22)], ir_version=8)
    cases.all.append(types.SimpleNamespace(kind="more", name="test_" + name, model=model,
                                           data_sets=[(inputs, expected)]))


def distributions(cases):
    """Means and variances, and that nodes without a seed are independent, within 5 standard errors."""
    node, count = helper.make_node, 1 << 16

    def near(of, mean, deviation, result):
        low, high = mean - 5 * deviation / count**0.5, mean + 5 * deviation / count**0.5
        return [node("ReduceMean", [of], [result + "_mean"], keepdims=0),
                node("Constant", [], [result + "_low"], value_float=low),
                node("Constant", [], [result + "_high"], value_float=high),
                node("Greater", [result + "_mean", result + "_low"], [result + "_above"]),
                node("Less", [result + "_mean", result + "_high"], [result + "_below"]),
                node("And", [result + "_above", result + "_below"], [result])]

    for name, op, mean, square, deviations in (
            ("uniform", "RandomUniform", 0.5, 1 / 3, (0.289, 0.298, 0.22)),
            ("normal", "RandomNormal", 0, 1, (1, 1.415, 1))):
        nodes = [node(op, [], ["a"], shape=[count // 16, 16], name="first"),
                 node(op, [], ["b"], shape=[count // 16, 16], name="second"), node("Mul", ["a", "a"], ["square"]),
                 node("Mul", ["a", "b"], ["product"]), *near("a", mean, deviations[0], "y0"),
                 *near("square", square, deviations[1], "y1"), *near("product", mean * mean, deviations[2], "y2")]
        add_graph(cases, f"distribution_{name}", nodes, [], [np.array(True)] * 3, [TensorProto.BOOL] * 3)


def ngrams(cases):
    pool = {"min_gram_length": 1, "max_gram_length": 3, "max_skip_count": 1, "ngram_counts": [0, 3, 7],
            "ngram_indexes": [5, 0, 2, 1, 4, 3], "pool_int64s": [1, 2, 3, 1, 2, 2, 1, 1, 2, 3],
            "weights": [0.5, 1.0, 2.0, 3.0, 0.25, 4.0]}
    x = np.array([[1, 2, 3, 1, 2], [1, 1, 2, 2, 1], [3, 3, 1, 9, 2]], np.int64)
    for mode in ("TF", "IDF", "TFIDF"):
        cases.add(f"ngrams_{mode.lower()}", "TfIdfVectorizer", 9, [x], output_type=TensorProto.FLOAT, mode=mode, **pool)
    cases.add("ngrams_short", "TfIdfVectorizer", 9, [x[0, :2].astype(np.int32)], output_type=TensorProto.FLOAT,
              mode="TF", **{**pool, "min_gram_length": 2})


def reduced_by_nothing(cases):
    """Without axes, noop_with_empty_axes leaves the operations beside the reduction."""
    x = np.abs(cases.floats(3, 4)) + 0.1
    for op in ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum", "SumSquare"):
        signed = x if "Log" in op else x * np.array([1, -1, 1, -1], np.float32)
        name = "reduce_nothing_" + op.lower()
        expected = {"L1": np.abs, "L2": np.abs, "LogSum": np.log, "SumSquare": np.square}.get(op, lambda each: each)(signed)
        cases.add(name, "Reduce" + op, 18, [signed], expected=[expected], noop_with_empty_axes=1)


def reduced_infinities(cases):
    """The sum of exponentials is shifted by a finite maximum only."""
    x = np.array([[np.inf, 0], [-np.inf, -np.inf], [np.inf, -np.inf], [-np.inf, 3], [np.inf, np.inf]], np.float32)
    for keep in (0, 1):
        expected = np.array([np.inf, -np.inf, np.inf, 3, np.inf], np.float32)
        cases.add(f"reduce_infinities_{keep}", "ReduceLogSumExp", 18, [x, np.array([1])], (1,),
                  expected=[expected.reshape(5, 1) if keep else expected], keepdims=keep)


def reduced_integers(cases):
    """ONNX Runtime also drops the fraction."""
    for op, results in (("L2", [3, 8, 141421]), ("LogSum", [1, 2, 12]), ("LogSumExp", [3, 6, 100000])):
        x = np.array([[1, 2, 3], [4, 5, 6], [100000, 100000, 1]], np.int64)
        for dtype in (np.int32, np.int64):
            cases.add(f"reduce_{op.lower()}_{np.dtype(dtype)}", "Reduce" + op, 13, [x.astype(dtype)],
                      expected=[np.array(results, dtype)], axes=[1], keepdims=0)


def contracted(cases):
    """A label broadcasts from size 1."""
    x, y = cases.floats(1, 2, 3), cases.floats(4, 3, 5)
    for name, left, right in (("left", x, y), ("right", cases.floats(4, 2, 3), y[:1])):
        cases.add("einsum_broadcast_" + name, "Einsum", 12, [left, right], (0,) if name == "left" else (1,),
                  expected=[np.matmul(left, right)], output_type=TensorProto.FLOAT, equation="bij,bjk->bik")
    cases.add("einsum_broadcast_sum", "Einsum", 12, [cases.floats(4, 2), x[:, 0, :1]], (1,),
              output_type=TensorProto.FLOAT, equation="ab,ab->a")


def scan_body(ranks):
    """Adds the rows of `ranks` inputs to a carried sum; the rows of its outputs are the sum and the first input's."""
    row, info = [2], helper.make_tensor_value_info
    rows = [f"row{i}" for i in range(ranks)]
    return helper.make_graph(
        [helper.make_node("Sum", ["sum", *rows], ["next"]), helper.make_node("Identity", ["next"], ["sums"]),
         helper.make_node("Identity", ["row0"], ["same"])], "body",
        [info(name, TensorProto.FLOAT, row) for name in ("sum", *rows)],
        [info(name, TensorProto.FLOAT, row) for name in ("next", "sums", "same")])


def scans(cases):
    """Each input is scanned, and each output stacked, from its beginning or from its end."""
    start = cases.floats(2)
    for length in (5, 0):
        x, y = cases.floats(length, 2), cases.floats(length, 2)
        for directions in ([0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 1, 0], [1, 1, 0, 0], [1, 0, 1, 1], [1, 1, 1, 1]):
            given = [each[::-1] if backward else each for each, backward in zip((x, y), directions)]
            sums = start + np.cumsum(given[0] + given[1], axis=0, dtype=np.float32)
            stacked = [each[::-1] if backward else each
                       for each, backward in zip((sums, given[0]), directions[2:])]
            cases.add(f"scan_{length}_{''.join(map(str, directions))}", "Scan", 16, [start, x, y],
                      expected=[sums[-1] if length else start, *stacked], outputs=("last", "sums", "rows"),
                      body=scan_body(2), num_scan_inputs=2, scan_input_directions=directions[:2],
                      scan_output_directions=directions[2:])
    # Before operator set 9, outputs are stacked in the order of the steps.
    x = cases.floats(3, 4, 2)
    starts = cases.floats(3, 2)
    sums = starts[:, None] + np.cumsum(x[:, ::-1], axis=1, dtype=np.float32)
    cases.add("scan_batches_backward", "Scan", 8, [None, starts, x], expected=[sums[:, -1], sums, x[:, ::-1]],
              outputs=("last", "sums", "rows"), body=scan_body(1), num_scan_inputs=1, directions=[1])


def hardmax_of_nothing(cases):
    for shape, axis in (((0, 3), -1), ((2, 0), 0), ((3, 0), -1)):
        x = np.zeros(shape, np.float32)
        cases.add(f"hardmax_{shape[0]}_{shape[1]}_{axis}", "Hardmax", 13, [x], expected=[x], axis=axis)


def more_cases():
    cases = Cases()
    for family in (grid_samples, deformed, rearranged, regions_of_interest, pooled, determinants, resized,
                   transposed, random_numbers, distributions, ngrams, narrow,
                   reduced_by_nothing, reduced_infinities, reduced_integers, contracted, scans, hardmax_of_nothing):
        family(cases)
    return cases.all
