# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of the Vulkan suites beside the conformance files; see run.py.

A part makes tasks. A task is a command, and a function that reads results from its output. They
become lines "PASS LANE PART/TEST", "FAIL …" or "XFAIL …". Failures that are listed are expected.
"""
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.join(ROOT, "build", "release", "bin")
MODELS = os.path.join(ROOT, "models")
# Random graphs: their number with --all, and per task. One takes lavapipe 3 seconds, or 0.3 if its
# kernels are in Mesa's cache (~/.cache/mesa_shader_cache), and SwiftShader 0.25.
ALL_GRAPHS, CHUNK = 400, 20
MOST_APART = 1e-3


class Task:
    """A command. `judge` makes {test: why it failed, or nothing} of its output."""

    def __init__(self, name, command, judge, seconds, **environment):
        self.name, self.command, self.judge = name, command, judge
        self.seconds, self.environment = seconds, environment


def models(strict=False):
    """Real models agree with the CPU, op by op and in the end; the device does all of them if `strict`.
    Small inputs: the devices are slow."""
    inputs = {  # the longest one first
        "resnet50/random": ["--input=gpu_0/data_0=random"],
        "minilm/model": ["--input=input_ids=1x16xi64=random",
                         "--input=attention_mask=1x16xi64=1"],
        "ocr/rec": ["--input=x=1x3x48x32xf32=random"],
    }

    def judge(name):
        def of(output, code):
            outputs = re.findall(r"^output '(.*?)': (.*)$", output, re.M)
            for output_name, text in outputs:
                apart = re.search(r"max abs ([^,]*)", text)
                if " DIFFERS " in text or not apart or not float(apart[1]) <= MOST_APART:
                    return {name: f"output {output_name}: {text}"}
            first = re.findall(r"^the first op of vulkan that differs .*$", output, re.M)
            if code or first or not outputs:
                return {name: first[0] if first else f"ended with exit code {code}"}
            return {name: ""}
        return of

    for model, given in inputs.items():
        name = "models/" + model.split("/")[0]
        yield Task(name, [os.path.join(BIN, "rlx-run"), os.path.join(MODELS, model + ".onnx"),
                          "--compare=cpu,vulkan", *["--strict"] * strict, *given], judge(name), 600)


def checked(name, profile, file, on_cpu=()):
    """Functions of a file, compiled for a device as a profile says, with the reference. Those of
    `on_cpu`, and no others, have no kernel for the device."""
    def why(test, verdict, place):
        if verdict != "PASS":
            return "differs"
        if bool(place) == (test in on_cpu):
            return ""
        return "runs on the CPU alone" if place else "has a kernel for the device; parts.py has none"

    def judge(output, code):
        lines = re.findall(r"^(PASS|FAIL) vulkan [^/\s]+/(\w+)( \(on the CPU\))?$", output, re.M)
        results = {f"{name}/{test}": why(test, verdict, place) for verdict, test, place in lines}
        results.update({f"{name}/{test}": "is said to be on the CPU, but there is no such function"
                        for test in set(on_cpu) - {test for _, test, _ in lines}})
        differs = any(verdict == "FAIL" for verdict, *_ in lines)
        return results if results and bool(code) == differs else {
            **results, name: f"ended with exit code {code}"}
    return Task(name, [os.path.join(BIN, "rlx-check"), "--lane=vulkan", "-v", "--validate",
                       "--device-profile=" + profile, file], judge, 600)


def for_profile(name, profile=None):
    folder = os.path.join(ROOT, "test", "vulkan")
    yield checked(name, os.path.join(folder, (profile or name) + ".json"), os.path.join(folder, name + ".mlir"))


def matrices():
    """Matmuls and attention by cooperative matrices, which no software driver has: they are emulated."""
    return for_profile("matrices")


def more_matrices():
    """The same in more forms."""
    return for_profile("matrices-more", profile="matrices")


def no_shuffles():
    """Row reductions and matmuls on a device without shuffles and with the least shared memory."""
    return for_profile("no-shuffles")


def least():
    """Code for the device with the minimum of every one: few buffers, no small types, no
    subgroups."""
    on_cpu = {  # needs missing types, or more and larger buffers
        "add": ("f16", "bf16", "ui8_wraps", "broadcast_dynamic"),
        "matmul": ("bf16", "f16"),
        "softmax": ("masked_types", "many_short_rows_of_f16", "f16", "bf16", "f64"),
        "reduce_sum": ("f16_accumulates_wide", "every_set_of_axes"),
        "reduce_max": ("types", "every_set_of_axes"),
        "transpose": ("large", "types"),
        "gather": ("embedding", "middle_axis", "types", "no_indices", "empty_data"),
    }
    for name, functions in on_cpu.items():
        file = os.path.join(ROOT, "test", "lit", "conformance", name + ".mlir")
        yield checked("least/" + name, "vulkan1.1", file, functions)


def onnx(sample=1):
    """ONNX's backend tests that pass on the CPU pass on Vulkan: every `sample`-th of them."""
    def judge(output, code):
        counts = re.findall(r"^(\d+) passed, (\d+) failed", output, re.M)
        if not counts:
            return {"onnx": f"ended with exit code {code}"}
        failed = re.findall(r"^(?:FAILED|passes but is not listed:|listed, but) ?(.*)$", output,
                            re.M)
        passed, wrong = map(int, counts[-1])
        results = {**{f"onnx/{i}": "" for i in range(passed)},
                   **{"onnx/" + text.split(":")[0]: text for text in failed}}
        return results if len(failed) == wrong and bool(code) == bool(wrong) else {
            **results, "onnx": f"ended with exit code {code}, after {wrong} failures"}
    yield Task("onnx", [os.path.join(BIN, "rlx-onnx-tests"), "--device=vulkan",
                        f"--sample={sample}", "--expected="
                        + os.path.join(ROOT, "test", "onnx", "expected_passes.txt")], judge, 900)


def graphs(count=ALL_GRAPHS, routes="vulkan"):
    """Random graphs: the routes agree with the reference. Unlike the other tests a failure is not
    shrunk: RLX_GRAPH_SEED=N RLX_GRAPH_ROUTES=vulkan build/release/bin/RLXPropertyTests."""
    def judge(first, last):
        def of(output, code):
            found = dict(re.findall(r"^seed (\d+), (.*)$", output, re.M))
            done = re.search(r"^\[  (?:PASSED|FAILED) +\]", output, re.M)
            if not done or (code and not found):
                return {f"graphs/{first}-{last}": f"ended with exit code {code}"}
            return {f"graphs/{seed}": found.get(str(seed), "") for seed in range(first, last + 1)}
        return of

    for first in range(1, count + 1, CHUNK):
        size = min(CHUNK, count + 1 - first)
        yield Task(f"graphs/{first}", [os.path.join(BIN, "RLXPropertyTests"),
                                       "--gtest_filter=RandomGraphTest.AllRoutesAgree"],
                   judge(first, first + size - 1), 900, RLX_GRAPH_SEED=str(first),
                   RLX_GRAPH_COUNT=str(size), RLX_GRAPH_ROUTES=routes, RLX_GRAPH_SHRINK="0")


def executables():
    """The runtime's tests that need a device: as it is, and as one with separate memory. Then all
    tensors are copied, or all but small ones. Here a test that finds no device has failed."""
    def judge(name):
        def of(output, code):
            found = re.findall(r"^\[ +(OK|FAILED|SKIPPED) +\] ([^\s,]+)(?:, .*)? \(\d+ ms\)$",
                               output, re.M)
            results = {f"executables/{name}/{test}": "" if verdict == "OK" else verdict.lower()
                       for verdict, test in found}
            wrong = any(results.values())
            return results if results and bool(code) == wrong else {
                **results, f"executables/{name}": f"ended with exit code {code}"}
        return of

    for kind, environment in (("", {}), ("-separate", {"RLX_VULKAN_SEPARATE": "1"}),
                              ("-direct", {"RLX_VULKAN_SEPARATE": "direct"})):
        for program, tests in (("RLXRuntimeProgramTests", "*/vulkan"), ("RLXVulkanTests", "*")):
            name = program + kind
            yield Task("executables/" + name,
                       [os.path.join(BIN, program), "--gtest_filter=" + tests], judge(name), 300,
                       RLX_NEEDS_VULKAN="1", **environment)


PARTS = {"models": models, "onnx": onnx, "matrices": matrices, "matrices-more": more_matrices, "no-shuffles": no_shuffles,
         "least": least, "graphs": graphs, "executables": executables}
