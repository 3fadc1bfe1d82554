#!/usr/bin/env python3
"""The suite `vulkan`: on Mesa's Vulkan driver for processors, lavapipe.

Conformance files: rlx-check compiles every function for that device, has spirv-val check the code,
and compares the results with the reference's. And real models, ONNX's backend tests, the runtime's
own tests and random graphs: parts.py. Prints a line a test and at the end what took longest and "N
passed, M failed". What is known to fail stands in expected-failures.txt; files that take long, in
long-files.txt. Arguments: --all to run those too, and 2,000 random graphs; or what to run instead:
files of the suite by name ("softmax"), models, onnx, executables, graphs, or graphs=N. Environment:
JOBS, and SPIRV_VAL for another spirv-val.
"""
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from parts import ALL_GRAPHS, GRAPHS, PARTS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
JOBS = int(os.environ.get("JOBS", os.cpu_count()))
CONFORMANCE = os.path.join(ROOT, "test", "lit", "conformance")
FAILURES = os.path.join(ROOT, "test", "vulkan", "expected-failures.txt")
LONG = os.path.join(ROOT, "test", "vulkan", "long-files.txt")
CHECK = os.path.join(ROOT, "build", "release", "bin", "rlx-check")
SPIRV_VAL = os.environ.get("SPIRV_VAL", "spirv-val")
TIMEOUT = 300  # seconds for a file
# Whatever other drivers there are. Tests are small: threads of the driver only wait for each other.
DRIVER = {"VK_LOADER_DRIVERS_SELECT": "*lvp*", "LP_NUM_THREADS": "1"}


def execute(command, seconds, **environment):
    """Output, errors, exit code (nothing if it was not done in time) and seconds of a command."""
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=seconds,
                              env={**os.environ, **DRIVER, **environment})
        output, errors, code = done.stdout, done.stderr, done.returncode
    except subprocess.TimeoutExpired as late:
        output = (late.stdout or b"").decode(errors="replace")
        errors, code = (late.stderr or b"").decode(errors="replace"), None
    return output, errors, code, time.monotonic() - start


class File:
    """What became of a file: its lines, what went wrong beside them, its errors, its seconds."""

    def __init__(self, name):
        self.name = name
        command = [CHECK, "--lane=vulkan", "-v", "--device-profile=lavapipe",
                   "--spirv-val=" + shutil.which(SPIRV_VAL), "--expected-failures=" + FAILURES,
                   os.path.join(CONFORMANCE, name + ".mlir")]
        output, self.errors, code, self.seconds = execute(command, TIMEOUT)
        self.lines = re.findall(r"^(PASS|XFAIL|FAIL) (.*)$", output, re.M)
        self.bad = sum(verdict == "FAIL" for verdict, _ in self.lines)
        self.why = ""
        if code is None:
            self.why = f"was not done after {TIMEOUT} seconds"
        elif code < 0:
            self.why = f"ended with signal {-code}"
        elif not self.lines:
            self.why = "ran no function"
        elif code != 0 and not self.bad:
            self.why = f"ended with exit code {code}"


class Part:
    """The same of a task of parts.py."""

    def __init__(self, task, expected):
        self.name, self.why = task.name, ""
        output, self.errors, code, self.seconds = execute(task.command, task.seconds,
                                                          **task.environment)
        if code is None:
            self.why = f"was not done after {task.seconds} seconds"
        self.lines, self.bad = [], 0
        for test, wrong in ({} if self.why else task.judge(output, code)).items():
            listed = test in expected
            verdict = ("XFAIL" if listed else "FAIL") if wrong else "FAIL" if listed else "PASS"
            text = wrong or ("passes, but is expected to fail" if listed else "")
            self.lines.append((verdict, "vulkan " + test + (": " + text if text else "")))
            self.bad += verdict == "FAIL"


def entries(path):
    """The lines of a list, as words."""
    with open(path) as lines:
        return [line.split() for line in lines if line.strip() and line[0] != "#"]


def unknown_files(names):
    """What the lists name that is no file: nobody else would find it."""
    named = {words[1].split("/")[0] for words in entries(FAILURES)} - set(PARTS)
    return sorted((named | {words[0] for words in entries(LONG)}) - set(names))


def main(names):
    if not os.path.exists(CHECK):
        sys.exit(f"run.py: error: there is no {CHECK}: run scripts/build.sh")
    if not shutil.which(SPIRV_VAL):
        sys.exit(f"run.py: error: there is no {SPIRV_VAL}: run scripts/install-deps.sh")
    every = sorted(name.removesuffix(".mlir") for name in os.listdir(CONFORMANCE)
                   if name.endswith(".mlir"))
    passed = failed = 0
    for name in unknown_files(every):
        print(f"FAIL vulkan {name}: is in a list, but there is no such file")
        failed += 1
    long = {words[0] for words in entries(LONG)}
    everything = names == ["--all"]
    if not names:
        print(f"{len(long)} files that take long are left out, and random graphs: --all runs them")
    if not names or everything:
        names = [*PARTS, *(name for name in every if everything or name not in long)]
    known = {words[1] for words in entries(FAILURES)}
    work = []
    for name in names:
        part, _, number = name.partition("=")
        if part not in PARTS:
            work.append(lambda name=name: File(name))
        elif part != "graphs":
            work += [lambda task=task: Part(task, known) for task in PARTS[part]()]
        else:
            count = int(number) if number else ALL_GRAPHS if everything else GRAPHS
            work += [lambda task=task: Part(task, known) for task in PARTS[part](count)]
    files = []
    with ThreadPoolExecutor(JOBS) as pool:
        for file in pool.map(lambda each: each(), work):
            for verdict, test in file.lines:
                print(verdict, test)
            if file.why:
                print(f"FAIL vulkan {file.name} {file.why}")
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
