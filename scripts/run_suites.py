#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the test suites of a built tree and adds their results up; see test.sh.

Prints a line for each suite with the seconds that its builds and its tests took, all of these times
in one line and, at the end, exactly "N passed, M failed". The exit code is 0 only if nothing failed.
A suite that runs no test has failed. --all also runs the suites and tests that take long; without it
each long set has a fast representative. --list names the suites, --check runs nothing and only looks
whether the names are right.
"""
import os
import re
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOGS = os.path.join(ROOT, "build", "test-logs")
JOBS = os.environ.get("JOBS", str(os.cpu_count()))
VENV = os.path.join(ROOT, ".venv", "bin", "python")
ALL = os.environ.get("RLX_TEST_ALL") == "1"  # read by the tests too
TIMES = threading.local()  # .list: (what, seconds) of the suite that this thread runs


def run(name, command, **extra):
    """Runs a command with its output in a log file; returns (exit code, output)."""
    path = os.path.join(LOGS, name + ".log")
    with open(path, "w") as log:
        begin = time.monotonic()
        try:
            code = subprocess.call(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, env={**os.environ, **extra})
        except OSError as error:  # not built, not installed: this suite fails, the others run
            log.write(f"cannot run {command[0]}: {error.strerror}\n")
            code = 127
        TIMES.list.append((name, time.monotonic() - begin))
    with open(path, errors="replace") as log:
        return code, log.read()


def total(output):
    """The counts of a suite that ends with "N passed, M failed"."""
    found = re.findall(r"^(\d+) passed, (\d+) failed", output, re.M)
    return tuple(map(int, found[-1])) if found else None


def counted(name, command, **extra):
    code, output = run(name, command, **extra)
    counts = total(output)
    if counts is None:
        return 0, 1
    passed, failed = counts
    return passed, failed if failed or code == 0 else 1


def ctest(name, preset, *options):
    """The GoogleTest programs of a build; each of their tests counts."""
    results = os.path.join(LOGS, name + ".xml")
    if os.path.exists(results):
        os.remove(results)
    code, _ = run(name, ["ctest", "--test-dir", f"build/{preset}", "-j", JOBS, "--timeout", "900",
                         *options, *([] if ALL else ["-LE", "long"]), "--output-on-failure", "--test-output-size-passed", "100000000",
                         "--test-output-size-failed", "100000000", "--output-junit", results])
    passed = failed = 0
    if not os.path.exists(results):
        return 0, 1
    for case in xml.parse(results).getroot().iter("testcase"):
        output = case.findtext("system-out") or ""
        ok = case.get("status") == "run"
        good = re.search(r"^\[  PASSED  \] (\d+) test", output, re.M)
        bad = re.search(r"^\[  FAILED  \] (\d+) test", output, re.M)
        ran = int(good.group(1)) if good else int(ok)
        passed += ran
        # A program that ran no test has failed.
        failed += int(ok and not ran)
        # A program that ends before its summary counts as one failure.
        failed += int(bad.group(1)) if bad else int(not ok)
    return passed, failed if failed or code == 0 else 1


def lit(name, preset, files=("",), **extra):
    tests = [os.path.join(f"build/{preset}/test/lit", file) for file in files]
    code, output = run(name, ["/usr/lib/llvm-22/bin/lit", "-v", "-j", JOBS, *tests], **extra)
    counts = {key.strip(): int(number)
              for key, number in re.findall(r"^  ([A-Z][A-Za-z ]+?) *: +(\d+)", output, re.M)}
    passed = counts.get("Passed", 0) + counts.get("Expectedly Failed", 0)
    failed = sum(counts.get(key, 0) for key in
                 ("Failed", "Unresolved", "Timed Out", "Unexpectedly Passed", "Unsupported"))
    return passed, failed if failed or code == 0 else 1


def built(name, preset, *options):
    code, _ = run(name + " build", ["scripts/build.sh", preset])
    return ctest(name, preset, *options) if code == 0 else (0, 1)


def emulated(name):
    code, _ = run(name + " build", ["scripts/build.sh", "aarch64"])
    return counted(name, [sys.executable, "test/aarch64/run.py"]) if code == 0 else (0, 1)


def self_contained(name):
    code, _ = run(name + " build", ["scripts/build.sh", "release", "static"])
    return counted(name, [sys.executable, "test/static/run.py"]) if code == 0 else (0, 1)


def wheel(name):
    """The tests of the Python package; with --all also ONNX's tests of backends, and those with PyTorch, JAX
    and libraries that use ONNX Runtime."""
    code, _ = run(name + " build", ["scripts/wheel.sh"])
    if code != 0:
        return 0, 1
    results = [counted(name, ["scripts/test_wheel.sh"])]
    if ALL:
        results.append(counted(name + " backend", ["build/wheel-test/bin/python", "python/tests/backend_suite.py"]))
        results.append(counted(name + " torch", ["scripts/test_torch.sh"]))
        results.append(counted(name + " drop-in", ["scripts/test_drop_in.sh"]))
        results.append(counted(name + " jax", ["build/wheel-test/bin/python", "benchmarks/jax_functions.py"]))
    return tuple(map(sum, zip(*results)))


def misuse(name):
    """A minute of wrong calls of the Python packages under each sanitizer; after the suite python."""
    results = [counted(f"{name} {preset}", ["scripts/misuse.sh", preset, "--seconds", "60"])
               for preset in ("asan-ubsan", "tsan")]
    return tuple(map(sum, zip(*results)))


def newest_onnx(name):
    """The tests of the onnx package: every eighth, with --all every one."""
    tests = os.path.join("build", "onnx-tests")
    code, _ = run(name + " models", [VENV, "test/onnx/generate.py", tests])
    return (0, 1) if code else counted(name, [
        "build/release/bin/rlx-onnx-tests", "--root=" + tests, f"--sample={1 if ALL else 8}",
        "--expected=test/onnx/expected_newest.txt"])


def vulkan(name, *options):
    return counted(name, [sys.executable, "test/vulkan/run.py", *options, *["--all"] * ALL])


def left_out(name):
    """The lines of a suite's log on tests that did not run."""
    try:
        with open(os.path.join(LOGS, name + ".log"), errors="replace") as log:
            return re.findall(r"^== (.* left out.*)$", log.read(), re.M)
    except OSError:
        return []


def excerpt(name):
    """A part of a failed suite's log: lit's reports of failed tests, and its end."""
    try:
        with open(os.path.join(LOGS, name + ".log"), errors="replace") as log:
            text = log.read()
    except OSError:
        return ""
    reports = re.findall(r"^\*{20} TEST .*? FAILED \*{20}$.*?^\*{20}$", text, re.M | re.S)
    lines = [line for report in reports[:5] for line in report.splitlines()[-60:]]
    return "\n".join(lines + text.splitlines()[-40:])


SUITES = {
    "lint": lambda: counted("lint", ["scripts/lint.sh"]),
    "unit": lambda: ctest("unit", "release"),
    "lit": lambda: lit("lit", "release"),
    "docs": lambda: counted("docs", ["scripts/docs.sh", "--check"]),
    "site": lambda: counted("site", ["scripts/site.sh"]),
    "onnx": lambda: counted("onnx", ["build/release/bin/rlx-onnx-tests",
                                     f"--sample={1 if ALL else 2}",
                                     "--expected=test/onnx/expected_passes.txt"]),
    "onnx-newest": lambda: newest_onnx("onnx-newest"),
    "e2e": lambda: counted("e2e", [VENV, "test/e2e/run.py"]),
    "static": lambda: self_contained("static"),
    "python": lambda: wheel("python"),
    "aarch64": lambda: emulated("aarch64"),
    "vulkan": lambda: vulkan("vulkan"),
    "vulkan-swiftshader": lambda: vulkan("vulkan-swiftshader", "--device=swiftshader"),
    "asan-ubsan": lambda: built("asan-ubsan", "asan-ubsan"),
    "tsan": lambda: built("tsan", "tsan"),
    "tidy": lambda: counted("tidy", ["scripts/tidy.sh", "--most", "8"]),
}
# Suites that keep about one core busy, the longest first. None of them may build: a build replaces
# programs that the others run.
ONE_CORE = ["e2e", "onnx-newest", "onnx", "lint", "site", "docs"]
# Only with --all, or by name. The whole compiler with sanitizers takes longer to build than all else.
LONG_SUITES = {
    "asan-ubsan-all": lambda: built("asan-ubsan-all", "asan-ubsan-all"),
    "gguf": lambda: counted("gguf", ["scripts/test_gguf.sh"]),
    "misuse": lambda: misuse("misuse"),
    "openmp": lambda: built("openmp", "openmp"),
    "report": lambda: counted("report", ["scripts/test_report.sh"]),
    "tidy-all": lambda: counted("tidy-all", ["scripts/tidy.sh", "--all"]),
}


def main(names):
    if names == ["--list"]:
        print("\n".join([*SUITES, *(f"{name} (with --all)" for name in LONG_SUITES)]))
        return 0
    only_check = names[:1] == ["--check"]
    suites = {**SUITES, **LONG_SUITES}
    names = [name for name in names[only_check:] if name != "--all"]
    unknown = [name for name in names if name not in suites]
    if unknown:
        print(f"run_suites.py: error: there is no suite '{unknown[0]}'; there are "
              + ", ".join(suites), file=sys.stderr)
        return 2
    if only_check:
        return 0
    os.makedirs(LOGS, exist_ok=True)
    sum_passed = sum_failed = 0
    # Steps of test.sh before the suites: "NAME SECONDS", with commas between.
    times = [(each.rpartition(" ")[0], float(each.rpartition(" ")[2]))
             for each in os.environ.get("RLX_TEST_TIMES", "").split(",") if each]
    before = [seconds for _, seconds in times]
    begin = time.monotonic()
    names = names or list(suites if ALL else SUITES)

    def measured(name):
        TIMES.list = []
        return *suites[name](), TIMES.list

    # Suites of one core run beside each other, then the others.
    with ThreadPoolExecutor(int(JOBS)) as pool:
        alone = {name: pool.submit(measured, name) for name in ONE_CORE if name in names}
        results = {name: future.result() for name, future in alone.items()}
    for name in names:
        print(f"== {name}", flush=True)
        passed, failed, took = results.get(name) or measured(name)
        times += took
        if passed + failed == 0:
            print(f"{name}: ran no test", flush=True)
            failed = 1
        print(f"{name}: {passed} passed, {failed} failed, "
              + ", ".join(f"{what} {seconds:.0f} s" for what, seconds in took)
              + (f" (see build/test-logs/{name}.log)" if failed else ""), flush=True)
        for line in left_out(name):
            print(f"{name}: {line}", flush=True)
        if failed:
            print(excerpt(name), flush=True)
        sum_passed += passed
        sum_failed += failed
    print("times: " + ", ".join(f"{what} {seconds:.0f} s" for what, seconds in times)
          + f"; {(time.monotonic() - begin + sum(before)) / 60:.1f} min in all", flush=True)
    print(f"{sum_passed} passed, {sum_failed} failed")
    return 1 if sum_failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
