#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a model with a peer and prints one line of JSON: peer.py PEER MODEL FOLDER THREADS SECONDS.

FOLDER has the inputs, NAME.npy each. A process of its own for each measurement, so that peers do not
share pools of threads or memory. Peers that compile for sizes get those of the inputs.
"""
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tempfile
import time

import numpy as np


def file_name(name):
    return name.replace(":", "_").replace("/", "_") + ".npy"


def load_inputs(folder, names):
    return {name: np.load(os.path.join(folder, file_name(name))) for name in names}


def onnxruntime(model, folder, threads):
    import onnxruntime as ort
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    inputs = load_inputs(folder, [i.name for i in session.get_inputs()])
    return ort.__version__, lambda: session.run(None, inputs)


def openvino(model, folder, threads):
    import openvino as ov
    core = ov.Core()
    graph = core.read_model(model)
    inputs = load_inputs(folder, [i.get_any_name() for i in graph.inputs])
    graph.reshape({name: list(value.shape) for name, value in inputs.items()})
    # It computes in bf16 where the processor can, unless told otherwise.
    compiled = core.compile_model(graph, "CPU", {
        "INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_PRECISION_HINT": "f32"})
    request = compiled.create_infer_request()
    return ov.__version__.split("-")[0], lambda: request.infer(inputs)


def iree(model, folder, threads):
    import iree.runtime as runtime
    import onnx
    graph = onnx.load(model)
    weights = {weight.name for weight in graph.graph.initializer}
    given = [i for i in graph.graph.input if i.name not in weights]
    inputs = load_inputs(folder, [i.name for i in given])
    for one in given:
        for dim, size in zip(one.type.tensor_type.shape.dim, inputs[one.name].shape):
            dim.dim_value = size
    with tempfile.TemporaryDirectory() as place:
        paths = [os.path.join(place, name) for name in ("model.onnx", "model.mlir", "model.vmfb")]
        onnx.save(onnx.version_converter.convert_version(graph, 17)
                  if graph.opset_import[0].version < 17 else graph, paths[0])
        for command in (["iree-import-onnx", paths[0], "-o", paths[1]],
                        ["iree-compile", "--iree-input-type=onnx", "--iree-hal-target-device=local",
                         "--iree-hal-local-target-device-backends=llvm-cpu",
                         "--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3", paths[1], "-o",
                         paths[2]]):
            command[0] = os.path.join(os.path.dirname(sys.executable), command[0])
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
        module = runtime.load_vm_flatbuffer_file(
            paths[2], driver="local-sync" if threads == 1 else "local-task")
    function = next(getattr(module, name) for name in module.vm_module.function_names
                    if not name.startswith("__") and not name.endswith("$async"))
    arguments = [inputs[i.name] for i in given]

    def run():
        results = function(*arguments)
        for result in results if isinstance(results, (list, tuple)) else [results]:
            result.to_host()
    return importlib.metadata.version("iree-base-runtime"), run


PEERS = {"onnxruntime": onnxruntime, "openvino": openvino, "iree": iree}


def main():
    peer, model, folder, threads, seconds = sys.argv[1:6]
    start = time.perf_counter()
    version, run = PEERS[peer](model, folder, int(threads))
    load = time.perf_counter() - start
    start = time.perf_counter()
    run()
    first = time.perf_counter() - start
    times, start = [], time.perf_counter()
    while len(times) < 5 or time.perf_counter() - start < float(seconds):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    times.sort()
    # Not ru_maxrss: it starts with the peak of the process that started this one.
    with open("/proc/self/status") as status:
        peak = int(re.search(r"VmHWM:\s*(\d+) kB", status.read()).group(1)) * 1024
    print(json.dumps({"peer": peer, "version": version, "load_ms": load * 1e3,
                      "first_run_ms": first * 1e3, "min_ms": times[0] * 1e3,
                      "median_ms": times[len(times) // 2] * 1e3, "peak_rss_bytes": peak}))


if __name__ == "__main__":
    main()
