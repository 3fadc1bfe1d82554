#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures RLX against its peers on the same machine, interleaved, and prints a table.

    .venv/bin/python benchmarks/run.py [--json FILE] [--rounds 3] [--seconds 2] [--peers PEER…] [MODEL…]

Per model and thread count: the median time of a run (best round of each side), the ratio of ONNX
Runtime and the other peers to it, compile time by phase, and peak memory. A last column has the cost
of the first run at a new size over the steady state. Each round runs RLX and then its peers, each in its
own process. Peers other than ONNX Runtime take part where benchmarks/requirements.txt is installed.
"""
import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError as error:
    sys.exit(f"run.py: error: {error}: run scripts/install-deps.sh, then use .venv/bin/python")

import models
from peer import PEERS, file_name

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RLX_RUN = os.environ.get("RLX_RUN", os.path.join(ROOT, "build", "release", "bin", "rlx-run"))
MODELS = os.environ.get("RLX_MODELS", os.path.join(ROOT, "models"))

def ocr(width):
    random = np.random.default_rng(width)
    return {"x": random.uniform(-1, 1, (1, 3, 48, width)).astype(np.float32)}


def minilm(length):
    ids = (1000 + np.arange(length) * 37 % 20000).astype(np.int64)[None]
    return {"input_ids": ids, "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids)}


def image(name, size):
    return {name: np.random.default_rng(0).uniform(-1, 1, (1, 3, size, size)).astype(np.float32)}


def sentence(length):
    return {"x": np.random.default_rng(length).integers(0, 5000, (length, 1))}


def one_op(rows):
    return {"x": np.random.default_rng(rows).uniform(-1, 1, (rows, 256)).astype(np.float32)}


def attention(length):
    random = np.random.default_rng(length)
    mask = np.where(np.arange(length) < length - 4, 0, -20).astype(np.float32)
    return {name: random.uniform(-1, 1, (1, length, 512)).astype(np.float32) for name in "qkv"} \
        | {"mask": mask.reshape(1, 1, 1, length)}


def minilm_int8(path):
    source = os.path.join(MODELS, "minilm", "model.onnx")
    if os.path.exists(source):
        models.quantize_dynamic(source, path)


# The first case is compared with the peer; the others are sizes not seen before. A model is a file
# that fetch-models.sh got, or a function that writes it.
BENCHMARKS = {
    "ocr": ("ocr/rec.onnx", {"w320": ocr(320), "w100": ocr(100), "w640": ocr(640)}),
    "detection": ("ocr/det.onnx", {"640": image("x", 640)}),
    "minilm": ("minilm/model.onnx", {"l128": minilm(128), "l17": minilm(17), "l64": minilm(64)}),
    "resnet50": ("resnet50/random.onnx", {"224": image("gpu_0/data_0", 224)}),
    "mobilenet": (models.write_mobilenet_v2, {"224": image("x", 224)}),
    "minilm_int8": (minilm_int8, {"l128": minilm(128), "l17": minilm(17), "l64": minilm(64)}),
    "mobilenet_int8": (models.write_mobilenet_v2_int8, {"224": image("x", 224)}),
    "attention_int8": (models.write_attention_int8,
                       {"l256": attention(256), "l97": attention(97), "l17": attention(17)}),
    "recurrent": (models.write_recurrent, {"l64": sentence(64), "l17": sentence(17)}),
    "one_op": (models.write_one_op, {"r64": one_op(64), "r5": one_op(5), "r300": one_op(300)}),
}


def clean_environment():
    """Without settings that would make one side look worse than it is."""
    return {key: value for key, value in os.environ.items()
            if not key.startswith(("OPENBLAS_", "OMP_", "KMP_", "MKL_"))}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env=clean_environment())
    if done.returncode != 0:
        sys.exit(f"run.py: error: {' '.join(command[:2])}: "
                 + (done.stderr.strip().split("\n") or [""])[-1])
    return done.stdout


def measure_rlx(model, folder, cases, threads, seconds):
    result = os.path.join(folder, "rlx.json")
    run([RLX_RUN, model, f"--threads={threads}", f"--bench={seconds}", f"--json={result}"]
        + [f"--case={folder}/{case}" for case in cases])
    with open(result) as file:
        return json.load(file)


def measure_peer(peer, model, folder, threads, seconds):
    return json.loads(run([sys.executable, os.path.join(ROOT, "benchmarks", "peer.py"), peer, model,
                           folder, str(threads), str(seconds)]))


def write_cases(folder, model, cases):
    """Files by the model's own input names; a model may take fewer inputs than we know."""
    import onnxruntime
    names = [i.name for i in onnxruntime.InferenceSession(model).get_inputs()]
    for case, inputs in cases.items():
        os.makedirs(os.path.join(folder, case), exist_ok=True)
        by_position = list(inputs.values())
        for position, name in enumerate(names):
            value = inputs.get(name, by_position[position])
            np.save(os.path.join(folder, case, file_name(name)), value)


def benchmark(name, peers, threads, rounds, seconds):
    path, cases = BENCHMARKS[name]
    mine, others = [], {peer: [] for peer in peers}
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "model.onnx") if callable(path) else os.path.join(MODELS, path)
        if callable(path):
            path(model)
        if not os.path.exists(model):
            sys.exit(f"run.py: error: {model} is missing: run scripts/fetch-models.sh")
        write_cases(folder, model, cases)
        for _ in range(rounds):
            mine.append(measure_rlx(model, folder, cases, threads, seconds))
            for peer, results in others.items():
                results.append(measure_peer(peer, model, os.path.join(folder, next(iter(cases))),
                                            threads, seconds))
    best = min(mine, key=lambda r: r["cases"][0]["median_ms"])
    first = best["cases"][0]
    bests = {peer: min(results, key=lambda r: r["median_ms"]) for peer, results in others.items()}
    return {
        "model": name, "threads": threads, "case": first["inputs"],
        "rlx_ms": first["median_ms"], "peers": bests,
        # Above 1 RLX is faster.
        "ratios": {peer: r["median_ms"] / first["median_ms"] for peer, r in bests.items()},
        "compile_ms": min(r["compile_ms"] for r in mine),
        "phases": best["phases"], "prepare_ms": best["prepare_ms"],
        "peak_rss_mb": best["peak_rss_bytes"] / 1e6,
        # Noise of a shared machine only ever adds time.
        "new_size_overhead_ms": {c["name"]: min(r["cases"][i]["first_run_ms"]
                                                - r["cases"][i]["median_ms"] for r in mine)
                                 for i, c in enumerate(best["cases"]) if i > 0},
        "allocations_per_run": max(c["allocations_per_run"] for c in best["cases"]),
        "rounds": {"rlx": mine, **others},
    }


def cpu_name():
    with open("/proc/cpuinfo") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} threads"


def print_table(results, peers):
    titles = "".join(f" {peer[:11] + ' ms':>14} {'ratio':>6} {'MB':>5}" for peer in peers)
    print(f"{'model':14} {'threads':>7} {'RLX ms':>9} {'compile ms':>10} {'MB':>5} "
          f"{'new size +ms':>12} {'allocs':>6}{titles}")
    for r in results:
        overhead = max(r["new_size_overhead_ms"].values(), default=0)
        others = "".join(f" {r['peers'][peer]['median_ms']:14.3f} {r['ratios'][peer]:6.2f} "
                         f"{r['peers'][peer]['peak_rss_bytes'] / 1e6:5.0f}" for peer in peers)
        print(f"{r['model']:14} {r['threads']:7} {r['rlx_ms']:9.3f} {r['compile_ms']:10.0f} "
              f"{r['peak_rss_mb']:5.0f} {overhead:12.3f} {r['allocations_per_run']:6.0f}{others}")
    for r in results:
        phases = ", ".join(f"{p['name']} {p['ms']:.0f}" for p in r["phases"])
        print(f"compile {r['model']} ({r['threads']} threads), ms: {phases}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("models", nargs="*", metavar="MODEL",
                        help="of " + ", ".join(BENCHMARKS) + " (default: all)")
    parser.add_argument("--json", help="write everything that was measured to this file")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--peers", nargs="*", choices=list(PEERS), metavar="PEER",
                        help="of " + ", ".join(PEERS) + " (default: all that are installed)")
    arguments = parser.parse_args()
    unknown = [m for m in arguments.models if m not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no model '{unknown[0]}'; there are {', '.join(BENCHMARKS)}")
    peers = arguments.peers or [peer for peer in PEERS if importlib.util.find_spec(peer)]
    print(f"cpu: {cpu_name()}; python {platform.python_version()}, numpy {np.__version__}; "
          + run([RLX_RUN, "--version"]).strip())
    results = [benchmark(model, peers, threads, arguments.rounds, arguments.seconds)
               for model in arguments.models or BENCHMARKS for threads in arguments.threads]
    print(", ".join(f"{peer} {r['version']}" for peer, r in results[0]["peers"].items()))
    print_table(results, peers)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"cpu": cpu_name(), "results": results}, file, indent=2)


if __name__ == "__main__":
    main()
