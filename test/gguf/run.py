#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Language models from GGUF files and from folders of Hugging Face, against transformers.

For each architecture a small model with random weights is made, and written in each of these forms:
  gguf    a GGUF file in f32
  folder  by save_pretrained, in f32 and several files
  old     the same in bf16 and one file, and with the config.json of transformers 4
  paged   a GGUF file in f32, with paged caches, unless the model is recurrent
The others have contiguous caches.
rlx-run runs it: a whole prompt at once, and token by token with the caches. Logits may differ by 1e-4 of
their range. tokens.py compares tokens, embeddings.py vectors of texts, and adapters.py models
with adapters. Prints a line a test and at the end
"N passed, M failed". Arguments: which models, as NAME or NAME:FORM, "tokens", "embeddings" and "adapters" (default: all). scripts/test_gguf.sh makes the environment.
"""
import os
import subprocess
import sys
import tempfile

import adapters
import embeddings
import numpy as np
import tokens
from folders import write_folder, write_old_folder
from models import MODELS, VOCABULARY

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.environ.get("RLX_BIN", os.path.join(ROOT, "build", "release", "bin"))
TOLERANCE = 1e-4  # of the range of the logits
# Without caches; and rotations for texts shorter than a block.
NOT_PAGED = {"mamba", "falcon-mamba", "phi3-short"}
BLOCK, PAGED_BLOCKS = 64, 2  # tokens of a block of paged caches, and the blocks of a text


def call(tool, *arguments):
    done = subprocess.run([os.path.join(BIN, tool), *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"exit code {done.returncode}")


class Steps:
    """A compiled model, and the caches of one text."""

    def __init__(self, folder, package, shapes):
        self.folder, self.package, self.length = folder, package, 0
        # A text begins at position 0, whatever is there.
        self.caches = {name: np.full(shape, 0.5, np.float32) for name, shape in shapes.items()}

    def more_inputs(self, count):
        return {}

    def logits(self, tokens):
        values = {"tokens": np.array(tokens), "positions": np.arange(self.length, self.length + len(tokens)),
                  "rows": np.arange(len(tokens)), **self.more_inputs(len(tokens)), **self.caches}
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


class PagedSteps(Steps):
    """The same with paged caches, whose blocks lie in the reverse order behind one of another text."""

    def __init__(self, folder, package, shapes):
        super().__init__(folder, package, {name: (PAGED_BLOCKS + 1, heads, BLOCK, size)
                                           for name, (heads, _, size) in shapes.items()})
        self.blocks = np.arange(PAGED_BLOCKS, 0, -1)

    def more_inputs(self, count):
        positions = np.arange(self.length, self.length + count)
        return {"slots": self.blocks[positions // BLOCK] * BLOCK + positions % BLOCK,
                "block_table": self.blocks[None].astype(np.int32), "query_starts": np.array([0, count], np.int32),
                "key_lengths": np.array([self.length + count], np.int32)}


def largest_difference(got, expected):
    """Relative to the range of the expected ones; infinite for other shapes and numbers that are none."""
    if got.shape != expected.shape or not np.isfinite(got).all():
        return np.inf
    return np.abs(got - expected).max() / np.ptp(expected)


def write_gguf(model, folder):
    path = os.path.join(folder, "model.gguf")
    model.write(path)
    return path


WRITERS = {"gguf": write_gguf, "folder": write_folder, "old": write_old_folder, "paged": write_gguf}


def check(name, form):
    make, (count, capacity) = MODELS[name]
    model = make()
    prompt = np.random.default_rng(5).integers(0, VOCABULARY, count).tolist()
    shapes = model.states(capacity)
    with tempfile.TemporaryDirectory() as folder:
        path, package = WRITERS[form](model, folder), os.path.join(folder, "model.rlxe")
        expected = model.logits(prompt)  # of the weights as they were written
        call("rlx-run", path, "--cache-layout=" + ("paged" if form == "paged" else "contiguous"), "--emit=rlxe", "-o",
             package)
        kind = PagedSteps if form == "paged" else Steps
        whole = kind(folder, package, shapes).logits(prompt)
        steps = kind(folder, package, shapes)
        single = np.concatenate([steps.logits([token]) for token in prompt])
    return largest_difference(whole, expected), largest_difference(single, expected), np.ptp(expected)


def adapted_logits(folder, path, options, prompt):
    """Of the llama of models.py with the options of rlx-run."""
    package, shapes = os.path.join(folder, "adapted.rlxe"), MODELS["llama"][0]().states(16)
    call("rlx-run", path, *options, "--cache-layout=contiguous", "--emit=rlxe", "-o", package)
    return Steps(folder, package, shapes).logits(prompt)


def check_model(name, form):
    whole, single, size = check(name, form)
    detail = f"differences of {whole:.1e} at once and {single:.1e} token by token, of a range of {size:.1f}"
    if whole > TOLERANCE or single > TOLERANCE or size <= 0.5:
        raise RuntimeError(detail)
    return detail


def tests_of(names):
    """Names of tests, and functions that return a detail or raise."""
    others = {"tokens": tokens.checks, "embeddings": embeddings.checks,
              "adapters": lambda: adapters.checks(adapted_logits, largest_difference)}
    for each in names or [*MODELS, *others]:
        name, _, form = each.partition(":")
        if name in others:
            yield from (check for check in others[name]() if each in check[0])
            continue
        for one in [form] if form else WRITERS:
            if one == "paged" and name in NOT_PAGED:
                continue
            yield f"{name}:{one}", lambda name=name, one=one: check_model(name, one)


def main(names):
    passed = failed = 0
    for name, test in tests_of(names):
        try:
            ok, detail = True, test()
        except Exception as error:  # one model must not hide the others
            ok, detail = False, f"{type(error).__name__}: {error}"
        print(f"{'PASS' if ok else 'FAIL'} {name}: {detail}", flush=True)
        passed, failed = passed + ok, failed + (not ok)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
