# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of forms of operators that the `onnx` package has no tests of, in the kind `more`: several
channels, dynamic batch sizes, other attributes. Expected outputs come from ONNX's reference
implementation, or from NumPy where that is incomplete."""
import types

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from narrow_cases import narrow


class Cases:
    def __init__(self):
        self.random = np.random.default_rng(0)
        self.all = []

    def floats(self, *shape, dtype=np.float32):
        return self.random.standard_normal(shape).astype(dtype)

    def add(self, name, op, opset, inputs, constants=(), expected=None, outputs=("y",),
            output_type=None, **attributes):
        """One node. The inputs at the positions `constants` are initializers; None is absent."""
        names = ["" if value is None else f"x{i}" for i, value in enumerate(inputs)]
        data = [i for i, value in enumerate(inputs) if value is not None and i not in constants]
        infos = [helper.make_tensor_value_info(
            names[i], helper.np_dtype_to_tensor_dtype(inputs[i].dtype), [f"n{i}", *inputs[i].shape[1:]])
                 for i in data]
        types_of = [output_type or helper.np_dtype_to_tensor_dtype(inputs[0].dtype), TensorProto.INT64]
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


def more_cases():
    cases = Cases()
    for family in (grid_samples, deformed, rearranged, regions_of_interest, pooled, determinants, resized,
                   transposed, narrow):
        family(cases)
    return cases.all
