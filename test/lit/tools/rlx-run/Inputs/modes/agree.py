# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs models in all modes and compares what they compute: lazy must give the bytes that compiled
gives, eager the same to 2e-5 relative to the largest element (its kernels round in other places).
Runs the models of QUICK, with --all the others too.

usage: agree.py FOLDER-OF-INPUTS SCRATCH-FOLDER [--all]
"""
import array
import ast
import filecmp
import math
import os
import struct
import subprocess
import sys

inputs, scratch, *options = sys.argv[1:]
modes = "compiled", "lazy", "eager"
R = "=random"
QUICK = [
    ("adds.mlir", ["x" + R, "y" + R, "z" + R], ["n=7", "m=7", "k=7"]),
    ("complex.mlir", ["x" + R, "w" + R], ["n=2"]),
    ("conv.mlir", ["x" + R], []),
    ("grouped.mlir", ["x" + R, "w" + R, "i=2xi64=2,0"], []),
    ("labels.mlir", ["x" + R, "l=2xi64=2,0", "dy" + R], []),
    ("rnn.mlir", ["x" + R, "h" + R, "flag=i1=1"], ["t=0", "b=2"]),
    ("solve.mlir", ["a" + R, "b" + R], ["n=3"]),
    ("modes/mlp.mlir", ["x" + R], ["n=11"]),
    ("modes/attention.mlir", ["q" + R, "k" + R, "v" + R], ["n=10"]),
    ("modes/loops.mlir", ["x" + R], ["n=4"]),
    ("modes/folds.mlir", ["x" + R], ["n=5"]),
    ("modes/quantised.mlir", ["x" + R, "a" + R], ["n=3"]),
]
MORE = [
    ("cancels.mlir", ["x" + R], ["n=3"]),
    ("dense.mlir", ["x" + R], ["batch=5"]),
    ("grouped-matmul.mlir", ["x" + R, "w" + R, "i=2xi64=2,0"], []),
    ("matmuls.mlir", ["x" + R, "y" + R], []),
    ("near-zero.mlir", ["x" + R], []),
    ("rnn.mlir", ["x" + R, "h" + R, "flag=i1=0"], ["t=7", "b=3"]),
    ("scatter.mlir", ["x" + R, "i=2xi64=3,0", "u" + R], []),
    ("slice-within.mlir", ["x" + R], ["rows=9"]),
    ("two.mlir", ["x" + R, "in/y" + R], ["n=33"]),
    ("window.mlir", ["x" + R], ["h=9", "w=7"]),
    ("modes/convnet.mlir", ["x" + R], ["n=2"]),
    ("modes/scales.mlir", ["x" + R], ["n=3"]),
]


def read(path):
    """The header and the elements of a .npy file; None for the elements that are no floats."""
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10 : 10 + length].decode())
    code = {"<f4": "f", "<f8": "d", "<c8": "f", "<c16": "d"}.get(header["descr"])
    return header, array.array(code, data[10 + length :]) if code else None


def same(expected, actual):
    (header, wanted), (other, got) = read(expected), read(actual)
    if header != other:
        return False
    if wanted is None:
        return filecmp.cmp(expected, actual, shallow=False)
    bound = 2e-5 * max([abs(w) for w in wanted if math.isfinite(w)], default=0)
    return len(got) == len(wanted) and all(
        w == g or (w != w and g != g) or abs(w - g) <= bound for w, g in zip(wanted, got)
    )


models = QUICK + MORE if "--all" in options else QUICK
compared = 0
for number, (model, values, dims) in enumerate(models):
    folders = {mode: os.path.join(scratch, str(number), mode) for mode in modes}
    for mode, folder in folders.items():
        command = ["rlx-run", os.path.join(inputs, model), "--mode=" + mode, "--params=random"]
        command += ["--input=" + value for value in values] + ["--dim=" + dim for dim in dims]
        subprocess.run(command + ["--output-dir=" + folder], check=True, stdout=subprocess.DEVNULL)
    outputs = sorted(os.listdir(folders["compiled"]))
    assert outputs, model
    for name in outputs:
        paths = {mode: os.path.join(folder, name) for mode, folder in folders.items()}
        if not filecmp.cmp(paths["compiled"], paths["lazy"], shallow=False):
            sys.exit(f"{model}: {name} differs in mode lazy")
        if not same(paths["compiled"], paths["eager"]):
            sys.exit(f"{model}: {name} differs in mode eager")
        compared += 1
print(f"{len(models)} models, {compared} outputs: all modes agree")
