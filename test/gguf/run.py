#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Language models from GGUF files against transformers.

For each architecture a small model with random weights is made, written as a GGUF file in f32, and run
by rlx-run: a whole prompt at once, and token by token with the caches. Logits may differ by 1e-4 of
their range. Prints a line a test and at the end "N passed, M failed". Arguments: which models (default:
all). scripts/test_gguf.sh makes the environment.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from models import MODELS, VOCABULARY

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.environ.get("RLX_BIN", os.path.join(ROOT, "build", "release", "bin"))
TOLERANCE = 1e-4  # of the range of the logits


def call(tool, *arguments):
    done = subprocess.run([os.path.join(BIN, tool), *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"exit code {done.returncode}")


class Steps:
    """A compiled model, and the caches of one text."""

    def __init__(self, folder, package, shapes, capacity):
        self.folder, self.package, self.length = folder, package, 0
        self.caches = {name: np.zeros((heads, capacity, size), np.float32) for name, (heads, size) in shapes.items()}

    def logits(self, tokens):
        values = {"tokens": np.array(tokens), "positions": np.arange(self.length, self.length + len(tokens)),
                  "rows": np.arange(len(tokens)), **self.caches}
        arguments = []
        for name, value in values.items():
            path = os.path.join(self.folder, name + ".in.npy")
            np.save(path, value)
            arguments.append(f"--input={name}={path}")
        call("rlx-run-rt", self.package, *arguments, "--output-dir=" + self.folder)
        results = {name: np.load(os.path.join(self.folder, name + ".npy")) for name in ("logits", *self.caches)}
        self.caches = {name: results[name] for name in self.caches}
        self.length += len(tokens)
        return results["logits"]


def largest_difference(got, expected):
    """Relative to the range of the expected ones; infinite for other shapes and numbers that are none."""
    if got.shape != expected.shape or not np.isfinite(got).all():
        return np.inf
    return np.abs(got - expected).max() / np.ptp(expected)


def check(name):
    make, (count, capacity) = MODELS[name]
    model = make()
    tokens = np.random.default_rng(5).integers(0, VOCABULARY, count).tolist()
    expected = model.logits(tokens)
    config = model.config
    size = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    shape = (getattr(config, "num_key_value_heads", None) or config.num_attention_heads, size)
    shapes = {f"{kind}.{layer}": shape for layer in range(config.num_hidden_layers) for kind in "kv"}
    with tempfile.TemporaryDirectory() as folder:
        path, package = os.path.join(folder, "model.gguf"), os.path.join(folder, "model.rlxe")
        model.write(path)
        call("rlx-run", path, "--emit=rlxe", "-o", package)
        whole = Steps(folder, package, shapes, capacity).logits(tokens)
        steps = Steps(folder, package, shapes, capacity)
        single = np.concatenate([steps.logits([token]) for token in tokens])
    return largest_difference(whole, expected), largest_difference(single, expected), np.ptp(expected)


def main(names):
    passed = failed = 0
    for name in names or MODELS:
        try:
            whole, single, size = check(name)
            ok = whole <= TOLERANCE and single <= TOLERANCE and size > 0.5
            detail = f"differences of {whole:.1e} at once and {single:.1e} token by token, of a range of {size:.1f}"
        except Exception as error:  # one model must not hide the others
            ok, detail = False, f"{type(error).__name__}: {error}"
        print(f"{'PASS' if ok else 'FAIL'} {name}: {detail}", flush=True)
        passed, failed = passed + ok, failed + (not ok)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
