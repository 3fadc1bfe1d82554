#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the memory of rlx-run while it reads a language model and answers, and prints a table.

    scripts/fetch-models.sh smollm2
    .venv/bin/python benchmarks/language_model_memory.py [--rlx-run RLX_RUN,…] [--ctx 64] [MODEL.gguf…]

It looks at the pages that the process holds every few milliseconds (Linux, /proc). "memory" are the most pages
that are the process's own or the model file's at one time: packed weights, caches, temporaries, the compiler's
heap. "compiler" is the same of a process that compiles the model and ends. "ratio" is memory without the compiler's
to the file: about 1 if the weights are there once, since packed weights are as large as the file's. "RSS" is the peak
that the system counts. It includes the code of the compiler and its libraries, whose pages processes share.
"""
import argparse
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RLX_RUN = os.path.join(ROOT, "build", "release", "bin", "rlx-run")
MODEL = os.path.join(ROOT, "models", "smollm2", "model.gguf")


def held(pid, model):
    """The bytes that are the process's own, and those of the model's file."""
    own = of_model = 0
    with open(f"/proc/{pid}/smaps", encoding="utf-8") as maps:
        is_model = False
        for line in maps:
            words = line.split()
            if "-" in words[0]:
                is_model = len(words) > 5 and os.path.realpath(words[5]) == model
            elif words[0] == "Anonymous:":
                own += int(words[1]) * 1024
            elif words[0] == "Rss:" and is_model:
                of_model += int(words[1]) * 1024
    return own, of_model


def measure(program, model, *options):
    """The most memory at a time, and the peak of the system, in bytes."""
    command = [program, model, *options]
    path = os.path.realpath(model)
    most = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            most = max(most, sum(held(process.pid, path)))
            time.sleep(0.003)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"language_model_memory.py: error: {program} failed on {model}")
    return most, usage.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", default=[MODEL])
    parser.add_argument("--rlx-run", type=lambda text: text.split(","), default=[RLX_RUN])
    parser.add_argument("--ctx", type=int, default=64, help="places in the caches")
    options = parser.parse_args()
    print("MB:\n| model | rlx-run | file | memory | compiler | ratio | RSS |\n|" + " --- |" * 7)
    for model in options.models:
        for program in options.rlx_run:
            compiler, _ = measure(program, model, "--stop-after=target")
            most, peak = measure(program, model, "--no-cache", "--prompt", "Once upon a time", "--temperature", "0",
                                 "--max-tokens", "4", "--ctx", str(options.ctx))
            size = os.path.getsize(model)
            cells = [os.path.basename(model), program, *(f"{each / 1e6:.0f}" for each in (size, most, compiler)),
                     f"{(most - compiler) / size:.2f}", f"{peak / 1e6:.0f}"]
            print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
