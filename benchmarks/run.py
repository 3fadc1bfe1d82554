#!/usr/bin/env python3
"""Measures RLX against ONNX Runtime on the same machine, interleaved, and prints a table.

    .venv/bin/python benchmarks/run.py [--json FILE] [--rounds 3] [--seconds 2] [MODEL…]

Per model and thread count: the median time of a run (best round of each side), the ratio to ONNX
Runtime's, compile time by phase, peak memory, and what the first run at a new size costs over the
steady state. Each round runs RLX and then ONNX Runtime, each in its own process.
"""
import argparse
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

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RLX_RUN = os.environ.get("RLX_RUN", os.path.join(ROOT, "build", "release", "bin", "rlx-run"))
MODELS = os.environ.get("RLX_MODELS", os.path.join(ROOT, "models"))

# Runs in its own process: arguments are the model, the folder of inputs, threads and seconds.
PEER = r"""
import json, os, re, sys, time
import numpy as np, onnxruntime
model, folder, threads, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
options = onnxruntime.SessionOptions()
options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
start = time.perf_counter()
session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
load = time.perf_counter() - start
inputs = {i.name: np.load(os.path.join(folder, i.name.replace(":", "_").replace("/", "_") + ".npy"))
          for i in session.get_inputs()}
start = time.perf_counter()
session.run(None, inputs)
first = time.perf_counter() - start
times, start = [], time.perf_counter()
while len(times) < 5 or time.perf_counter() - start < seconds:
    begin = time.perf_counter()
    session.run(None, inputs)
    times.append(time.perf_counter() - begin)
times.sort()
# Not ru_maxrss: it starts with the peak of the process that started this one.
with open("/proc/self/status") as status:
    peak = int(re.search(r"VmHWM:\s*(\d+) kB", status.read()).group(1)) * 1024
print(json.dumps({"load_ms": load * 1e3, "first_run_ms": first * 1e3, "min_ms": times[0] * 1e3,
                  "median_ms": times[len(times) // 2] * 1e3,
                  "peak_rss_bytes": peak}))
"""


def ocr(width):
    random = np.random.default_rng(width)
    return {"x": random.uniform(-1, 1, (1, 3, 48, width)).astype(np.float32)}


def minilm(length):
    ids = (1000 + np.arange(length) * 37 % 20000).astype(np.int64)[None]
    return {"input_ids": ids, "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids)}


def resnet50():
    return {"gpu_0/data_0": np.random.default_rng(0).uniform(
        -1, 1, (1, 3, 224, 224)).astype(np.float32)}


def write_one_op(path):
    """A model of a single MatMul with a weight: what compiling costs at the least."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    weight = np.random.default_rng(0).uniform(-1, 1, (256, 256)).astype(np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"], name="matmul")], "one_op",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["rows", 256])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["rows", 256])],
        [numpy_helper.from_array(weight, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
              path)


def one_op(rows):
    return {"x": np.random.default_rng(rows).uniform(-1, 1, (rows, 256)).astype(np.float32)}


# The first case is compared with the peer; the others are sizes not seen before. A model is a file
# that fetch-models.sh got, or a function that writes it.
BENCHMARKS = {
    "ocr": ("ocr/rec.onnx", {"w320": ocr(320), "w100": ocr(100), "w640": ocr(640)}),
    "minilm": ("minilm/model.onnx", {"l128": minilm(128), "l17": minilm(17), "l64": minilm(64)}),
    "resnet50": ("resnet50/random.onnx", {"224": resnet50()}),
    "one_op": (write_one_op, {"r64": one_op(64), "r5": one_op(5), "r300": one_op(300)}),
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


def measure_peer(model, folder, threads, seconds):
    return json.loads(run([sys.executable, "-c", PEER, model, folder, str(threads), str(seconds)]))


def write_cases(folder, model, cases):
    """Files by the model's own input names; a model may take fewer inputs than we know."""
    import onnxruntime
    names = [i.name for i in onnxruntime.InferenceSession(model).get_inputs()]
    for case, inputs in cases.items():
        os.makedirs(os.path.join(folder, case), exist_ok=True)
        by_position = list(inputs.values())
        for position, name in enumerate(names):
            value = inputs.get(name, by_position[position])
            np.save(os.path.join(folder, case, name.replace(":", "_").replace("/", "_") + ".npy"),
                    value)


def benchmark(name, threads, rounds, seconds):
    path, cases = BENCHMARKS[name]
    mine, peer = [], []
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "model.onnx") if callable(path) else os.path.join(MODELS, path)
        if callable(path):
            path(model)
        if not os.path.exists(model):
            sys.exit(f"run.py: error: {model} is missing: run scripts/fetch-models.sh")
        write_cases(folder, model, cases)
        for _ in range(rounds):
            mine.append(measure_rlx(model, folder, cases, threads, seconds))
            peer.append(measure_peer(model, os.path.join(folder, next(iter(cases))), threads,
                                     seconds))
    best = min(mine, key=lambda r: r["cases"][0]["median_ms"])
    other = min(peer, key=lambda r: r["median_ms"])
    first = best["cases"][0]
    return {
        "model": name, "threads": threads, "case": first["inputs"],
        "rlx_ms": first["median_ms"], "peer_ms": other["median_ms"],
        "ratio": first["median_ms"] / other["median_ms"],
        "compile_ms": min(r["compile_ms"] for r in mine), "peer_load_ms": other["load_ms"],
        "phases": best["phases"], "prepare_ms": best["prepare_ms"],
        "peak_rss_mb": best["peak_rss_bytes"] / 1e6, "peer_peak_rss_mb": other["peak_rss_bytes"] / 1e6,
        # Noise of a shared machine only ever adds time.
        "new_size_overhead_ms": {c["name"]: min(r["cases"][i]["first_run_ms"]
                                                - r["cases"][i]["median_ms"] for r in mine)
                                 for i, c in enumerate(best["cases"]) if i > 0},
        "allocations_per_run": max(c["allocations_per_run"] for c in best["cases"]),
        "rounds": {"rlx": mine, "peer": peer},
    }


def cpu_name():
    with open("/proc/cpuinfo") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} threads"


def print_table(results):
    print(f"{'model':10} {'threads':>7} {'RLX ms':>9} {'ORT ms':>9} {'ratio':>6} {'compile ms':>10} "
          f"{'RSS MB':>7} {'ORT MB':>7} {'new size +ms':>12} {'allocs':>6}")
    for r in results:
        overhead = max(r["new_size_overhead_ms"].values(), default=0)
        print(f"{r['model']:10} {r['threads']:7} {r['rlx_ms']:9.3f} {r['peer_ms']:9.3f} "
              f"{r['ratio']:6.2f} {r['compile_ms']:10.0f} {r['peak_rss_mb']:7.0f} "
              f"{r['peer_peak_rss_mb']:7.0f} {overhead:12.3f} {r['allocations_per_run']:6.0f}")
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
    arguments = parser.parse_args()
    unknown = [m for m in arguments.models if m not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no model '{unknown[0]}'; there are {', '.join(BENCHMARKS)}")
    import onnxruntime
    versions = {"cpu": cpu_name(), "rlx": run([RLX_RUN, "--version"]).strip(),
                "onnxruntime": onnxruntime.__version__, "numpy": np.__version__,
                "python": platform.python_version()}
    for key, value in versions.items():
        print(f"{key}: {value}")
    results = [benchmark(model, threads, arguments.rounds, arguments.seconds)
               for model in arguments.models or BENCHMARKS for threads in arguments.threads]
    print_table(results)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"versions": versions, "results": results}, file, indent=2)


if __name__ == "__main__":
    main()
