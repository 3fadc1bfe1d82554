# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs other programs for benchmarks/vulkan.py; one that fails or hangs is its caller's to report."""
import os
import subprocess

LIMIT = 120  # seconds until a program counts as hung
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = os.environ.get("RLX_BIN", os.path.join(ROOT, "build", "release", "bin"))


class Failed(Exception):
    pass


def text_of(error):
    """One line, for a row."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else repr(error)


def program(command, environment=None):
    """The output of a program."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=LIMIT,
                              env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired:
        raise Failed(f"did not end within {LIMIT} s") from None
    except OSError as error:
        raise Failed(str(error)) from None
    if done.returncode < 0:
        raise Failed(f"ended with signal {-done.returncode}")
    if done.returncode != 0:
        lines = [line for line in (done.stderr or done.stdout).split("\n") if line.strip()]
        raise Failed(next((line for line in lines if "error" in line), (lines or ["failed"])[-1]))
    return done.stdout
