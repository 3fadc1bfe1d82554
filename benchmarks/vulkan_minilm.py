# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MiniLM's rows of benchmarks/vulkan.py: whole runs, and the time from a start to the first output.

Weights are random, so that the packages stay small: RLX gets files, PyTorch a network of the same
sizes. Matmuls and attention are computed in f16; beside them RLX computes in f32, PyTorch in f16.
"""
import math
import os
import re
import tempfile
import time

import vulkan_data
from vulkan_program import BIN, ROOT, program, text_of
from vulkan_torch import MiniLM

BIG, SMALL, LENGTH = 64, 2, 128
# NVIDIA's driver caches compiled code too; starts with and without RLX's cache go without that.
NO_DRIVER_CACHE = {"__GL_SHADER_DISK_CACHE": "0", "MESA_SHADER_CACHE_DISABLE": "true"}


def package(batch):
    return f"minilm.{batch}.rlxe"


def pack(folder, small, compiled):
    """Names, shapes and types of the params; `compiled` makes a package of a model."""
    import onnx
    path = os.path.join(ROOT, "models", "minilm", "model.onnx")
    for batch in (1, SMALL if small else BIG):
        model = onnx.load(path)
        for given in model.graph.input:
            if given.name in ("input_ids", "attention_mask"):
                for dim, size in zip(given.type.tensor_type.shape.dim, (batch, LENGTH)):
                    dim.dim_value = size
        with tempfile.TemporaryDirectory() as files:
            fixed, text = (os.path.join(files, name) for name in ("model.onnx", "model.mlir"))
            onnx.save(model, fixed)
            program([os.path.join(BIN, "rlx-run"), fixed, "--emit=mlir", "-o", text])
            compiled(text, os.path.join(folder, package(batch)))
            with open(text, encoding="utf-8") as file:
                arguments = next(line for line in file if "func.func" in line)
    params = re.findall(r'tensor<([\dx]*)x([a-z]\d+)> \{rlx.kind = "param", rlx.name = "([^"]*)"',
                        arguments)
    return [(name, [int(size) for size in sizes.split("x")], dtype)
            for sizes, dtype, name in params]


def fill(name, shape, dtype):
    """Places and types of tokens are 0; factors of norms are not small."""
    if dtype == "i64":
        return 0
    return 1.0 if "LayerNorm" in name else math.sqrt(3 / shape[0]) if len(shape) == 2 and \
        "embeddings" not in name else 0.05


def options(packed, files):
    return vulkan_data.write_params(files, {name: (tuple(shape), dtype, fill(name, shape, dtype))
                                            for name, shape, dtype in packed})


def row(name, seconds, note=""):
    print(f"{name:50} {'':7} {seconds * 1e6:10.1f} {note}", flush=True)


def failed(name, error):
    print(f"{name:50} {'':7} {'failed':>10} {text_of(error)}", flush=True)


def runs(runner, name, batch, inputs):
    own = None
    try:
        own = runner.bench(package(batch), *inputs)
        row(f"{name}: RLX", own)
    except Exception as error:  # of whatever kind: the row's, not the run's
        failed(f"{name}: RLX", error)
    if not runner.torch:
        return
    with runner.torch.torch.inference_mode():
        for way, make in MiniLM(runner.torch, batch, LENGTH).ways().items():
            try:
                peer = runner.torch.seconds(make())
                row(f"{name}: {way}", peer, f"ratio {peer / own:.2f}" if own else "")
            except Exception as error:
                failed(f"{name}: {way}", error)


def starts(runner, name, inputs, files):
    """A process from its start to its end after one run, with an empty cache and with that run's."""
    for cache in ("cold", "warm"):
        try:
            begin = time.monotonic()
            runner.runtime(package(1), *inputs, f"--cache={os.path.join(files, 'cache')}",
                           environment=NO_DRIVER_CACHE)
            row(f"{name}, {cache} cache", time.monotonic() - begin)
        except Exception as error:
            failed(f"{name}, {cache} cache", error)


START = "MiniLM f16, start to output"


def batches_of(small):
    """Names of rows, and how many sentences each takes."""
    return {f"MiniLM f16, {batch} x {LENGTH}": batch for batch in (1, SMALL if small else BIG)}


def run(runner):
    batches = batches_of(runner.packed["small"])
    if not any(map(runner.wanted, (*batches, START))):
        return
    print("MiniLM: weights are random; microseconds of a run, with its input and its result")
    if "minilm" not in runner.packed:
        failed("MiniLM", "was not packed")
        return
    with tempfile.TemporaryDirectory() as files:
        inputs = ["--input=input_ids=7", "--input=attention_mask=1",
                  *options(runner.packed["minilm"], files)]
        for name, batch in batches.items():
            if runner.wanted(name):
                runs(runner, name, batch, inputs)
        if runner.wanted(START):
            starts(runner, START, inputs, files)
