#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the node and model tests of the installed `onnx` package to a folder, in the layout of ONNX's
backend tests: FOLDER/KIND/NAME/model.onnx and test_data_set_N. rlx-onnx-tests runs them.

The kind `constants` has the node tests again whose shapes, axes or scales are inputs: there they are
initializers, as exporters write them. The kinds `more`, `contrib`, `sizes`, `sequences` and
`spellings` have tests of our own; see more_cases.py, ml_cases.py, svm_cases.py, contrib_cases.py, size_cases.py,
sequence_cases.py and spelling_cases.py.

usage: generate.py FOLDER
"""
import copy
import dataclasses
import os
import shutil
import sys
import warnings

import numpy
from onnx import MapProto, TensorProto, numpy_helper
from onnx.backend.test.case import model as model_cases
from onnx.backend.test.case import node as node_cases

from contrib_cases import contrib_cases
from ml_cases import ml_cases
from more_cases import more_cases
from sequence_cases import sequence_cases
from size_cases import size_cases
from spelling_cases import spelling_cases
from svm_cases import svm_cases

WRITERS = {"map_type": numpy_helper.from_dict, "sequence_type": numpy_helper.from_list,
           "optional_type": numpy_helper.from_optional, "tensor_type": numpy_helper.from_array}


def message(value, info):
    """The value of an input or output as protobuf."""
    if isinstance(value, (MapProto, TensorProto)):
        return value
    kind = info.type.WhichOneof("value")
    return WRITERS[kind](numpy.asarray(value) if kind == "tensor_type" else value, info.name)


def write(folder, case):
    os.makedirs(folder)
    with open(os.path.join(folder, "model.onnx"), "wb") as file:
        file.write(case.model.SerializeToString())
    for number, (inputs, outputs) in enumerate(case.data_sets):
        data = os.path.join(folder, f"test_data_set_{number}")
        os.makedirs(data)
        for what, values, infos in (("input", inputs, case.model.graph.input),
                                    ("output", outputs, case.model.graph.output)):
            for i, (value, info) in enumerate(zip(values, infos)):
                with open(os.path.join(data, f"{what}_{i}.pb"), "wb") as file:
                    file.write(message(value, info).SerializeToString())


def decides_shape(info, position, op):
    """Whether an input is as small as those that decide shapes: integers, and scales of Resize."""
    kind = info.type.tensor_type
    integers = kind.elem_type in (TensorProto.INT32, TensorProto.INT64)
    return len(kind.shape.dim) <= 1 and (
        op in ("Range", "ConstantOfShape") or position > 0 and (integers or op in ("Resize", "Upsample")))


def with_constants(case):
    """The case with such inputs as initializers; None if it has none."""
    infos = case.model.graph.input
    if len(case.data_sets) != 1 or any(
            info.type.WhichOneof("value") != "tensor_type" for info in infos):
        return None
    op = case.model.graph.node[0].op_type
    moved = [i for i, info in enumerate(infos) if decides_shape(info, i, op)]
    if not moved:
        return None
    model = copy.deepcopy(case.model)
    inputs, outputs = case.data_sets[0]
    for i in reversed(moved):
        model.graph.initializer.append(message(inputs[i], infos[i]))
        model.graph.initializer[-1].name = infos[i].name
        del model.graph.input[i]
    left = [value for i, value in enumerate(inputs) if i not in moved]
    return dataclasses.replace(case, kind="constants", model=model, data_sets=[(left, outputs)])


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__.strip().splitlines()[-1])
    warnings.simplefilter("ignore")  # some tests are about overflows
    shutil.rmtree(arguments[0], ignore_errors=True)
    nodes = node_cases.collect_testcases(None)
    cases = [case for case in [*nodes, *map(with_constants, nodes), *model_cases.collect_testcases(),
                               *more_cases(), *ml_cases(), *svm_cases(), *contrib_cases(), *size_cases(),
                               *sequence_cases(), *spelling_cases()]
             if case is not None and case.model is not None]
    for case in cases:
        write(os.path.join(arguments[0], case.kind, case.name), case)
    print(f"{len(cases)} tests")


if __name__ == "__main__":
    main(sys.argv[1:])
