#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the costs of a package (.rlxe): the size of the runtime, and the time to a first output.

    python3 benchmarks/package_load.py [--megabytes 100] [--rounds 9]

Makes a model with one weight matrix of that size, packages it, and starts rlx-run-rt on it again
and again with the file in the page cache. Beside it stands ONNX Runtime with the same matmul, from
load to first output, if .venv has it. Times are of one process each: load (map, check, link) and
first run, which here includes the preparation of params.
"""
import argparse
import math
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = os.environ.get("RLX_BIN", os.path.join(ROOT, "build", "release", "bin"))
PYTHON = os.path.join(ROOT, ".venv", "bin", "python")

MODEL = """func.func @main(%x: tensor<1x{n}xf32> {{rlx.kind = "input", rlx.name = "x"}},
                %w: tensor<{n}x{n}xf32> {{rlx.kind = "param", rlx.name = "w"}})
    -> (tensor<1x{n}xf32> {{rlx.name = "y"}}) {{
  %0 = rlx.matmul %x, %w : (tensor<1x{n}xf32>, tensor<{n}x{n}xf32>) -> tensor<1x{n}xf32>
  return %0 : tensor<1x{n}xf32>
}}
"""

# Arguments: the model's file, the size. Makes the model if the file is not there.
PEER = r"""
import os, sys, time
import numpy as np
path, n = sys.argv[1], int(sys.argv[2])
if not os.path.exists(path):
    import onnx
    from onnx import helper, numpy_helper
    w = np.random.default_rng(0).uniform(-1, 1, (n, n)).astype(np.float32)
    value = lambda name: helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1, n])
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "g", [value("x")],
                              [value("y")], [numpy_helper.from_array(w, "w")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.save(model, path)
    sys.exit()
import onnxruntime
start = time.perf_counter()
session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
load = time.perf_counter()
session.run(None, {"x": np.ones((1, n), np.float32)})
print((load - start) * 1e3, (time.perf_counter() - load) * 1e3)
"""


def spread(values):
    return f"{min(values):8.2f} {statistics.median(values):8.2f} {max(values):8.2f} ms"


def stripped_size(path, folder):
    copy = os.path.join(folder, "stripped")
    subprocess.run(["strip", "-o", copy, path], check=True)
    return os.path.getsize(copy)


def measure_rlx(package):
    figures = package + ".json"
    subprocess.run([os.path.join(BIN, "rlx-run-rt"), package, "--input=x=1", "--bench=0.001",
                    "--json=" + figures], capture_output=True, check=True)
    with open(figures, encoding="utf-8") as file:
        measured = json.load(file)
    # The bench's further runs are not part of "to a first output".
    return measured["compile_ms"], measured["prepare_ms"] + measured["cases"][0]["first_run_ms"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    n = int(math.sqrt(options.megabytes * 1e6 / 4))
    with tempfile.TemporaryDirectory() as folder:
        size = stripped_size(os.path.join(BIN, "rlx-run-rt"), folder)
        print(f"rlx-run-rt, stripped: {size} bytes ({size / 1024:.0f} KiB)")
        model, package = os.path.join(folder, "m.mlir"), os.path.join(folder, "m.rlxe")
        with open(model, "w", encoding="utf-8") as file:
            file.write(MODEL.format(n=n))
        subprocess.run([os.path.join(BIN, "rlx-run"), model, "--params=random", "--emit=rlxe", "-o",
                        package], check=True)
        print(f"weights: {4 * n * n / 1e6:.1f} MB, package: {os.path.getsize(package) / 1e6:.1f} MB")
        peer = os.path.join(folder, "m.onnx")
        has_peer = os.path.exists(PYTHON) and subprocess.run(
            [PYTHON, "-c", PEER, peer, str(n)], capture_output=True).returncode == 0
        rlx, onnx = [], []
        for _ in range(options.rounds):
            rlx.append(measure_rlx(package))
            if has_peer:
                done = subprocess.run([PYTHON, "-c", PEER, peer, str(n)], capture_output=True,
                                      text=True, check=True)
                onnx.append([float(value) for value in done.stdout.split()])
        print("                                  min   median      max")
        for name, values in [("load", [r[0] for r in rlx]), ("first run", [r[1] for r in rlx]),
                             ("load to first output", [r[0] + r[1] for r in rlx])]:
            print(f"RLX          {name:21s}{spread(values)}")
        if not has_peer:
            sys.exit("no peer: .venv has no onnxruntime (scripts/install-deps.sh)")
        print(f"ONNX Runtime {'load to first output':21s}{spread([sum(o) for o in onnx])}")
        ratio = statistics.median([r[0] + r[1] for r in rlx]) / statistics.median(
            [sum(o) for o in onnx])
        print(f"ratio of the medians: {ratio:.2f}")


if __name__ == "__main__":
    main()
