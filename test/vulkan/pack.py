#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs tests of Vulkan for a machine that has a GPU and no compiler: pack.py FOLDER.

Compiles the conformance files and random graphs for a device's profile, writes them with inputs and
the reference's results to FOLDER, and puts the program that runs them beside. There:

    FOLDER/rlx-check-rt FOLDER

Options:
- --profile=NAME (nvidia-hopper): a built-in profile, or a file that ends in .json; `rlx-run-rt
  --device-profile=vulkan` prints one there;
- --graphs=N (200);
- --files=A,B: conformance files by name (all).

 Environment: JOBS. Prints the functions that it leaves out (those with user kernels)
or cannot pack, and "N tests packed, M commands failed". Fails when a command did.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.join(ROOT, "build", "release", "bin")
CONFORMANCE = os.path.join(ROOT, "test", "lit", "conformance")
JOBS = int(os.environ.get("JOBS", os.cpu_count()))
CHUNK = 25  # graphs per process


def run(command, environment):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, env={**os.environ, **environment})
    said = re.findall(r"^.*(?:error:|left out|seed \d+:).*$", done.stdout + done.stderr, re.M)
    if done.returncode:
        settings = [f"{key}={value}" for key, value in environment.items()]
        how = (f"signal {-done.returncode}" if done.returncode < 0
               else f"exit code {done.returncode}")
        said.append(f"FAILED {' '.join([*settings, *command])}: ended with {how}")
    return said, done.returncode != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--profile", default="nvidia-hopper")
    parser.add_argument("--graphs", type=int, default=200)
    parser.add_argument("--files", default="")
    options = parser.parse_args()
    for name in ("rlx-check", "rlx-check-rt", "RLXPropertyTests"):
        if not os.path.exists(os.path.join(BIN, name)):
            sys.exit(f"pack.py: error: there is no {BIN}/{name}: run scripts/build.sh")
    if os.path.exists(options.folder) and os.listdir(options.folder):
        sys.exit(f"pack.py: error: '{options.folder}' is not empty")
    os.makedirs(options.folder, exist_ok=True)
    files = options.files.split(",") if options.files else sorted(
        name.removesuffix(".mlir") for name in os.listdir(CONFORMANCE) if name.endswith(".mlir"))
    work = [([os.path.join(BIN, "rlx-check"), os.path.join(CONFORMANCE, name + ".mlir"),
              "--device-profile=" + options.profile,
              "--export=" + os.path.join(options.folder, "conformance")], {}) for name in files]
    for first in range(1, options.graphs + 1, CHUNK):
        work.append(([os.path.join(BIN, "RLXPropertyTests"),
                      "--gtest_filter=RandomGraphTest.AllRoutesAgree"],
                     {"RLX_GRAPH_SEED": str(first),
                      "RLX_GRAPH_COUNT": str(min(CHUNK, options.graphs + 1 - first)),
                      "RLX_GRAPH_EXPORT": os.path.join(options.folder, "graphs"),
                      "RLX_GRAPH_PROFILE": options.profile}))
    failed = 0
    with ThreadPoolExecutor(JOBS) as pool:
        for said, wrong in pool.map(lambda each: run(*each), work):
            print("\n".join(said), end="\n" if said else "", flush=True)
            failed += wrong
    shutil.copy(os.path.join(BIN, "rlx-check-rt"), options.folder)
    tests = sum("test.txt" in names for _, _, names in os.walk(options.folder))
    print(f"{tests} tests packed, {failed} commands failed")
    return 0 if tests and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
