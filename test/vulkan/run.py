#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the suites `vulkan`, on Mesa's Vulkan driver for CPUs, lavapipe, and `vulkan-swiftshader`.

For a conformance file, rlx-check compiles the functions for that device, has spirv-val check the
code, and compares the results with the reference's. parts.py has the other parts: real models,
ONNX's backend tests, the runtime's own tests, random graphs. Prints a line per test, then the slowest
ones and "N passed, M failed". Known failures are in expected-failures.txt, slow tests in long.txt.

By default each conformance file runs on one of the two drivers, or on neither if it is slow on both.
SwiftShader runs a third of a file's functions. There are 10 random graphs on lavapipe and 100 on
SwiftShader, and a third of ONNX's backend tests on lavapipe only.
Arguments: --device=lavapipe or swiftshader (lavapipe); --all for all of these on both drivers, and
2,000 random graphs. Or names of tests to run instead: conformance files ("softmax"), models, onnx,
matrices, matrices-more, no-shuffles, least, executables, graphs, or graphs=N.
Environment: JOBS, and SPIRV_VAL for another spirv-val.
"""
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from parts import ALL_GRAPHS, PARTS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
JOBS = int(os.environ.get("JOBS", os.cpu_count()))
CONFORMANCE = os.path.join(ROOT, "test", "lit", "conformance")
FAILURES = os.path.join(ROOT, "test", "vulkan", "expected-failures.txt")
LONG = os.path.join(ROOT, "test", "vulkan", "long.txt")
ON_CPU = os.path.join(ROOT, "test", "vulkan", "on-cpu.txt")
CHECK = os.path.join(ROOT, "build", "release", "bin", "rlx-check")
SPIRV_VAL = os.environ.get("SPIRV_VAL", "spirv-val")
TIMEOUT = 300  # seconds per file
LONG_TIMEOUT = 1800  # of long.txt: lavapipe compiles a kernel of 5,000 instructions for 20 s


def words(path, key):
    """The words of the lines of a list that begin with `key`, or of all lines."""
    with open(path) as lines:
        found = [line.split() for line in lines if line.strip() and line[0] != "#"]
    return [each for each in found if key in (None, each[0])]


class Device:
    """A driver, chosen by the environment whatever others there are, its lane of rlx-check, the routes
    of random graphs (one device is enough to look at the CPU's, too), how many of them every run
    has, whether it does all of real models, of which functions of a file every run has one (its sample),
    and the parts that it lacks the features for."""

    def __init__(self, name, lane, routes, graphs, strict, sample, without, **environment):
        self.name, self.lane, self.routes, self.environment = name, lane, routes, environment
        self.graphs, self.strict, self.sample = graphs, strict, sample
        self.on_cpu = {name: set(functions) for _, name, *functions in words(ON_CPU, lane)}
        self.parts = [part for part in PARTS if part not in without]


# Every run has every third of ONNX's backend tests, --all every one.
ONNX_SAMPLE = 3
# Tests are small, so threads of lavapipe would only wait for each other. The validation layer looks
# for missing barriers too. There bindings are aligned to 16 bytes, and tensors to 64. On a device
# with larger alignment the layer would report adjacent data as bound.
LAVAPIPE = Device("lavapipe", "vulkan", "cpu;vulkan", 10, True, 1, (), VK_LOADER_DRIVERS_SELECT="*lvp*",
                  LP_NUM_THREADS="1", VK_LAYER_ENABLES="VK_VALIDATION_FEATURE_ENABLE_"
                  "SYNCHRONIZATION_VALIDATION_EXT")
# It has no i64, so the CPU runs the i64 kernels of models.
SWIFTSHADER = Device("swiftshader", "vulkan-swiftshader", "vulkan", 100, False, 3,
                     ("matrices", "matrices-more", "no-shuffles"), VK_LOADER_DRIVERS_SELECT="*swiftshader*",
                     VK_DRIVER_FILES=os.path.join(ROOT, ".swiftshader", "vk_swiftshader_icd.json"))


def execute(device, command, seconds, **environment):
    """Output, errors, exit code (nothing if it was not done in time) and seconds of a command."""
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=seconds,
                              env={**os.environ, **device.environment, **environment})
        output, errors, code = done.stdout, done.stderr, done.returncode
    except subprocess.TimeoutExpired as late:
        output = (late.stdout or b"").decode(errors="replace")
        errors, code = (late.stderr or b"").decode(errors="replace"), None
    return output, errors, code, time.monotonic() - start


def misplaced(on_cpu, listed, sample):
    """Which functions of {name: whether the CPU alone runs it} are there against on-cpu.txt."""
    every = "*" in listed
    lost = sorted(name for name, there in on_cpu.items() if there and not every and name not in listed)
    won = sorted(name for name, there in on_cpu.items() if not there and (every or name in listed))
    gone = sorted(listed - {"*"} - set(on_cpu)) if sample == 1 else []
    return "; ".join(f"{text}: {' '.join(names)}" for text, names in (
        ("no kernel for the device, but not in on-cpu.txt", lost),
        ("in on-cpu.txt, but has a kernel for the device", won),
        ("in on-cpu.txt, but there is no such function", gone)) if names)


class File:
    """The results of a file: its lines, a problem beside them, its errors, its seconds. Exactly the
    listed functions have no kernel for the device."""

    def __init__(self, device, name, sample):
        self.name = name
        command = [CHECK, "--lane=" + device.lane, "-v", "--validate", f"--sample={sample}",
                   "--spirv-val=" + shutil.which(SPIRV_VAL),
                   "--expected-failures=" + FAILURES, os.path.join(CONFORMANCE, name + ".mlir")]
        seconds = LONG_TIMEOUT if name in entries(LONG, device.name) else TIMEOUT
        output, self.errors, code, self.seconds = execute(device, command, seconds)
        found = re.findall(r"^(PASS|XFAIL|FAIL) (\S+ \S+)( \(on the CPU\))?$", output, re.M)
        self.lines = [(verdict, test) for verdict, test, _ in found]
        moved = misplaced({test.split("/")[1]: bool(there) for _, test, there in found},
                          device.on_cpu.get(name, set()), sample)
        self.bad = sum(verdict == "FAIL" for verdict, _ in self.lines)
        self.why = ""
        if code is None:
            self.why = f"was not done after {seconds} seconds"
        elif code < 0:
            self.why = f"ended with signal {-code}"
        elif not self.lines:
            self.why = "ran no function"
        elif moved:
            self.why = moved
        elif code != 0 and not self.bad:
            self.why = f"ended with exit code {code}"


class Part:
    """The same of a task of parts.py."""

    def __init__(self, device, task, expected):
        self.name, self.why = task.name, ""
        output, self.errors, code, self.seconds = execute(device, task.command, task.seconds,
                                                          **task.environment)
        if code is None:
            self.why = f"was not done after {task.seconds} seconds"
        self.lines, self.bad = [], 0
        for test, wrong in ({} if self.why else task.judge(output, code)).items():
            listed = test in expected
            verdict = ("XFAIL" if listed else "FAIL") if wrong else "FAIL" if listed else "PASS"
            text = wrong or ("passes, but is expected to fail" if listed else "")
            self.lines.append((verdict, f"{device.lane} {test}" + (": " + text if text else "")))
            self.bad += verdict == "FAIL"


def entries(path, key):
    """The second words of these lines."""
    return {each[1] for each in words(path, key)}


def unknown_names(files):
    """Names in the lists that do not exist: nobody else would find them."""
    failures = {name.split("/")[0] for name in entries(FAILURES, None)}
    tasks = {task.name for make in PARTS.values() for task in make()}
    named = failures - set(PARTS) | entries(LONG, None) - tasks | entries(ON_CPU, None)
    return sorted(named - set(files))


def works(device, names, files):
    """The tests to run, as functions; by default `names` is empty."""
    everything, long = names == ["--all"], entries(LONG, device.name)
    known = entries(FAILURES, device.lane)
    sample, onnx_sample = (1, 1) if names else (device.sample, ONNX_SAMPLE)
    if not names:
        print(f"{len(long)} tests that take long are left out (--all runs them); "
              f"{device.graphs} random graphs of {ALL_GRAPHS}")
    if not names or everything:
        long = set() if everything else long
        if not everything:
            # Every file on one driver: lavapipe has every other one of those that it compiles soon.
            others = entries(LONG, LAVAPIPE.name)
            of_lavapipe = {name for i, name in enumerate(files) if i % 2 == 0 and name not in others}
            files = [name for name in files if (name in of_lavapipe) == (device is LAVAPIPE)]
            print(f"{len(files)} files; the other driver runs the others (--all runs all)")
        names = [*device.parts, *(name for name in files if name not in long)]
    else:
        long = set()
    for name in names:
        part, _, number = name.partition("=")
        if part not in PARTS:
            yield lambda name=name: File(device, name, sample)
            continue
        count = int(number) if number else ALL_GRAPHS if everything else device.graphs
        given = {"graphs": (count, device.routes), "onnx": (onnx_sample,),
                 "models": (device.strict,)}.get(part, ())
        for task in PARTS[part](*given):
            if task.name not in long:
                yield lambda task=task: Part(device, task, known)


def main(names):
    device = LAVAPIPE
    if names and names[0].startswith("--device="):
        named = names.pop(0).partition("=")[2]
        device = {each.name: each for each in (LAVAPIPE, SWIFTSHADER)}.get(named)
        if not device:
            sys.exit(f"run.py: error: there is no device '{named}'")
    driver = device.environment.get("VK_DRIVER_FILES")
    for program, found in (CHECK, os.path.exists(CHECK)), (SPIRV_VAL, shutil.which(SPIRV_VAL)), (
            driver, not driver or os.path.exists(driver)):
        if not found:
            script = "build.sh" if program == CHECK else "install-deps.sh"
            sys.exit(f"run.py: error: there is no {program}: run scripts/{script}")
    every = sorted(name.removesuffix(".mlir") for name in os.listdir(CONFORMANCE)
                   if name.endswith(".mlir"))
    passed = failed = 0
    for name in unknown_names(every):
        print(f"FAIL {device.lane} {name}: is in a list, but there is no such test")
        failed += 1
    work = list(works(device, names, every))
    files = []
    with ThreadPoolExecutor(JOBS) as pool:
        for file in pool.map(lambda each: each(), work):
            for verdict, test in file.lines:
                print(verdict, test)
            if file.why:
                print(f"FAIL {device.lane} {file.name} {file.why}")
            print(file.errors, end="", flush=True)
            passed += len(file.lines) - file.bad
            failed += file.bad + bool(file.why)
            files.append(file)
    for file in sorted(files, key=lambda each: -each.seconds)[:10]:
        print(f"{file.seconds:.1f} s {file.name}")
    expected = sum(verdict == "XFAIL" for file in files for verdict, _ in file.lines)
    print(f"{expected} failed as expected")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
