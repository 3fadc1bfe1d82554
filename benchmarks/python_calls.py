#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures calls from Python beside ONNX Runtime, interleaved, and prints a table.

    build/wheel-test/bin/pip install onnxruntime==1.31.1
    build/wheel-test/bin/python benchmarks/python_calls.py [--rounds 7] [MINILM.onnx]

The environment needs the wheel of scripts/wheel.sh. A model of one addition shows what a call costs
besides the kernels; MiniLM shows a whole model, also beside `rlx-run`. Times are the best of the
rounds; a ratio is ONNX Runtime's time to RLX's. `import` is the time of a fresh process.
"""
import argparse
import os
import re
import subprocess
import sys
import time

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

import rlx

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def addition():
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", 3]) for name in "xyz"]
    graph = helper.make_graph([helper.make_node("Add", ["x", "y"], ["z"])], "add", infos[:2], infos[2:])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8).SerializeToString()


def peer(model, threads):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def best(calls, rounds, seconds=0.05):
    """The best time of one call of each function in µs; they take turns."""
    times = [float("inf")] * len(calls)
    for _ in range(rounds):
        for i, call in enumerate(calls):
            call()
            count, begin = 0, time.perf_counter()
            while (spent := time.perf_counter() - begin) < seconds:
                for _ in range(10):
                    call()
                count += 10
            times[i] = min(times[i], spent / count * 1e6)
    return times


def row(name, ours, theirs):
    print(f"| {name} | {ours:.2f} | {theirs:.2f} | {theirs / ours:.2f} |", flush=True)


def measure_calls(rounds):
    data = addition()
    model, session = rlx.compile(data, threads=1), peer(data, 1)
    for rows in (2, 100_000):
        x = np.ones((rows, 3), np.float32)
        feeds, out = {"x": x, "y": x}, {"z": np.empty_like(x)}
        binding = session.io_binding()
        binding.bind_cpu_input("x", x)
        binding.bind_cpu_input("y", x)
        binding.bind_output("z", "cpu", 0, np.float32, x.shape, out["z"].ctypes.data)
        times = best([lambda: model(x, x), lambda: model.run(feeds), lambda: session.run(None, feeds),
                      lambda: model.run(feeds, out), lambda: session.run_with_iobinding(binding)], rounds)
        row(f"addition of {rows} x 3, model(x, y), µs", times[0], times[2])
        row(f"addition of {rows} x 3, model.run(feeds), µs", times[1], times[2])
        row(f"addition of {rows} x 3, results written into given arrays, µs", times[3], times[4])


def measure_minilm(path, rounds):
    begin = time.perf_counter()
    rlx.compile(path, cache=False, threads=1)
    cold = time.perf_counter() - begin
    rlx.compile(path, threads=1)
    begin = time.perf_counter()
    model = rlx.compile(path, threads=1)
    cached = time.perf_counter() - begin
    begin = time.perf_counter()
    session = peer(path, 1)
    ready = time.perf_counter() - begin
    row("MiniLM ready, ms", cold * 1e3, ready * 1e3)
    row("MiniLM ready, compiled before, ms", cached * 1e3, ready * 1e3)
    for tokens in (16, 128):
        feeds = {info.name: np.ones((1, tokens), np.int64) for info in model.inputs}
        ours, theirs = best([lambda: model.run(feeds), lambda: session.run(None, feeds)], rounds, 0.3)
        row(f"MiniLM, {tokens} tokens, 1 thread, ms", ours / 1e3, theirs / 1e3)
        program = os.path.join(ROOT, "build", "release", "bin", "rlx-run")
        text = subprocess.check_output([program, path, "--threads=1", "--bench=1", *[f"--input={name}=1x{tokens}xi64=1" for name in feeds]],
                                       text=True, stderr=subprocess.STDOUT)
        print(f"rlx-run: {re.findall(r'median.*', text) or text[-300:]}")


def measure_import(rounds):
    def once(name):
        code = f"import time; t = time.perf_counter(); import {name}; print(time.perf_counter() - t)"
        return float(subprocess.check_output([sys.executable, "-c", code])) * 1e3

    times = [(once("rlx"), once("onnxruntime")) for _ in range(rounds)]
    row("import, ms", *map(min, zip(*times)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("minilm", nargs="?", default=os.path.join(ROOT, "models", "minilm", "model.onnx"))
    options = parser.parse_args()
    print(f"rlx {rlx.__version__}, onnxruntime {onnxruntime.__version__}, onnx {onnx.__version__}")
    print("| | RLX | ONNX Runtime | ratio |\n| --- | --- | --- | --- |")
    measure_import(options.rounds)
    measure_calls(options.rounds)
    measure_minilm(options.minilm, options.rounds)


if __name__ == "__main__":
    main()
