#!/usr/bin/env python3
"""The conformance suite on Mesa's Vulkan driver for processors, lavapipe.

rlx-check compiles every function for that device, has spirv-val check the code, and compares the
results with the reference's. Prints a line a test and at the end what took longest and "N passed,
M failed". What is known to fail stands in expected-failures.txt; files that take long, in
long-files.txt. Arguments: --all to run those too, or files of the suite to run instead, by name
("softmax"). Environment: JOBS, and SPIRV_VAL for another spirv-val.
"""
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

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


class File:
    """What became of a file: its lines, what went wrong beside them, its errors, its seconds."""

    def __init__(self, name):
        self.name = name
        command = [CHECK, "--lane=vulkan", "-v", "--device-profile=lavapipe",
                   "--spirv-val=" + shutil.which(SPIRV_VAL), "--expected-failures=" + FAILURES,
                   os.path.join(CONFORMANCE, name + ".mlir")]
        start = time.monotonic()
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                                  stdin=subprocess.DEVNULL, timeout=TIMEOUT,
                                  env={**os.environ, **DRIVER})
            output, self.errors, code = done.stdout, done.stderr, done.returncode
        except subprocess.TimeoutExpired as late:
            output = (late.stdout or b"").decode(errors="replace")
            self.errors, code = (late.stderr or b"").decode(errors="replace"), None
        self.seconds = time.monotonic() - start
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


def entries(path):
    """The lines of a list, as words."""
    with open(path) as lines:
        return [line.split() for line in lines if line.strip() and line[0] != "#"]


def unknown_files(names):
    """What the lists name that is no file: nobody else would find it."""
    named = {words[1].split("/")[0] for words in entries(FAILURES)}
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
    if names == ["--all"]:
        names = every
    elif not names:
        names = [name for name in every if name not in long]
        print(f"{len(long)} files that take long are left out: --all runs them")
    files = []
    with ThreadPoolExecutor(JOBS) as pool:
        for file in pool.map(File, names):
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
