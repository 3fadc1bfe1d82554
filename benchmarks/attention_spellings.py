#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures attention as exporters write it beside `rlx.attention` on the same tensors, interleaved, and
prints a table.

    .venv/bin/python benchmarks/attention_spellings.py [--rounds 3] [--seconds 0.5] [--threads 1] [CASE…]

Each case has a model of one Attention node, which becomes `rlx.attention`, and models that write the
same as MatMul, Softmax and MatMul. A ratio is the time of such a model to that of the first one: the
medians of the best rounds. Decoding has one query, and its past comes by Concat.
"""
import argparse
import json
import os
import sys
import tempfile

try:
    import numpy as np
    from onnx import TensorProto, helper
except ImportError as error:
    sys.exit(f"attention_spellings.py: error: {error}: run scripts/install-deps.sh, then use .venv/bin/python")

from models import Graph
from run import RLX_RUN, run

LOWEST = float(np.finfo(np.float32).min)


class Case:
    """Sizes of an attention. Without a past, the keys are those of the queries."""

    def __init__(self, queries, past, heads, key_heads, size):
        self.queries, self.past, self.heads, self.key_heads, self.size = queries, past, heads, key_heads, size

    def inputs(self):
        new = [1, self.key_heads, self.queries, self.size]
        past = [1, self.key_heads, self.past, self.size]
        values = {"q": [1, self.heads, self.queries, self.size], "k": new, "v": new}
        if self.past:
            values |= {"past_k": past, "past_v": past}
        random = np.random.default_rng(0)
        data = {name: random.uniform(-1, 1, shape).astype(np.float32) for name, shape in values.items()}
        keys = self.past + self.queries
        mask = np.tril(np.ones((1, 1, self.queries, keys), bool), self.past)
        mask[..., 1:4] = False
        return data | {"mask": mask}

    def write(self, path, spelling):
        """`spelling` gets the graph, query, key, value and mask, and returns the result."""
        g = Graph()
        k, v = "k", "v"
        if self.past:
            k, v = g.node("Concat", "past_k", "k", axis=2), g.node("Concat", "past_v", "v", axis=2)
        y = spelling(self, g, "q", k, v, "mask")
        y = g.node("Reshape", g.node("Transpose", y, perm=[0, 2, 1, 3]), g.weight(np.array([0, 0, -1])))
        outputs = [(y, None)] + ([(k, None), (v, None)] if self.past else [])
        dims = {"q": ["b", self.heads, "s", self.size], "mask": ["b", 1, "s", "t"]}
        dims |= {name: ["b", self.key_heads, "s", self.size] for name in ("k", "v")}
        dims |= {name: ["b", self.key_heads, "p", self.size] for name in ("past_k", "past_v")}
        kinds = {name: (name, TensorProto.BOOL if name == "mask" else TensorProto.FLOAT, dims[name])
                 for name in self.inputs()}
        g.save(path, list(kinds.values()), outputs, opset=23)


def number_mask(g, mask):
    """0 for the keys to keep, the lowest number for others."""
    return g.node("Where", mask, g.weight(np.float32(0)), g.weight(np.float32(LOWEST)))


def attention(case, g, q, k, v, mask):
    return g.node("Attention", q, k, v, number_mask(g, mask))


def repeated(case, g, x):
    """repeat_kv of Hugging Face."""
    if case.heads == case.key_heads:
        return x
    size = [g.node("Unsqueeze", g.node("Gather", g.node("Shape", x), g.weight(np.array(i))), g.weight(np.array([0])))
            for i in range(4)]
    times = g.weight(np.array([case.heads // case.key_heads]))
    wide = g.node("Expand", g.node("Unsqueeze", x, g.weight(np.array([2]))),
                  g.node("Concat", size[0], size[1], times, size[2], size[3], axis=0))
    return g.node("Reshape", wide, g.node("Concat", size[0], g.node("Mul", size[1], times), size[2], size[3], axis=0))


def primitive(case, g, q, k, v, mask):
    kt = g.node("Transpose", repeated(case, g, k), perm=[0, 1, 3, 2])
    scores = g.node("Mul", g.node("MatMul", q, kt), g.weight(np.float32(case.size**-0.5)))
    return g.node("MatMul", g.node("Softmax", mask(scores), axis=-1), repeated(case, g, v))


def add_mask(case, g, q, k, v, mask):
    return primitive(case, g, q, k, v, lambda scores: g.node("Add", scores, number_mask(g, mask)))


def where_mask(number):
    def spelling(case, g, q, k, v, mask):
        return primitive(case, g, q, k, v, lambda scores: g.node("Where", mask, scores, g.weight(np.float32(number))))
    return spelling


SPELLINGS = {"rlx.attention": attention, "Add": add_mask, "Where -inf": where_mask(-np.inf),
             "Where lowest": where_mask(LOWEST)}
CASES = {
    "decode_64": Case(1, 1024, 32, 32, 64),
    "decode_128": Case(1, 1024, 32, 32, 128),
    "decode_grouped_64": Case(1, 1024, 32, 8, 64),
    "decode_grouped_128": Case(1, 1024, 32, 8, 128),
    "prompt_64": Case(256, 0, 12, 12, 64),
    "prompt_grouped_64": Case(256, 0, 32, 8, 64),
}


def measure(model, inputs, threads, seconds, folder):
    result = os.path.join(folder, "rlx.json")
    run([RLX_RUN, model, f"--threads={threads}", f"--bench={seconds}", f"--json={result}", f"--case={inputs}"])
    with open(result) as file:
        return json.load(file)["cases"][0]["median_ms"]


def benchmark(name, options):
    with tempfile.TemporaryDirectory() as folder:
        inputs = os.path.join(folder, "inputs")
        os.makedirs(inputs)
        for key, value in CASES[name].inputs().items():
            np.save(os.path.join(inputs, key), value)
        paths = {spelling: os.path.join(folder, f"{i}.onnx") for i, spelling in enumerate(SPELLINGS)}
        for spelling, path in paths.items():
            CASES[name].write(path, SPELLINGS[spelling])
        times = {spelling: [] for spelling in SPELLINGS}
        for _ in range(options.rounds):
            for spelling, path in paths.items():
                times[spelling].append(measure(path, inputs, options.threads, options.seconds, folder))
        return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("cases", nargs="*", default=list(CASES), metavar="CASE", help=", ".join(CASES))
    options = parser.parse_args()
    for case in options.cases:
        if case not in CASES:
            parser.error(f"no case '{case}'; there are {', '.join(CASES)}")
    print("| attention | " + " | ".join(f"{s} us | ratio" if i else f"{s} us" for i, s in enumerate(SPELLINGS)) + " |")
    print("| --- " * 2 * len(SPELLINGS) + "|")
    for case in options.cases:
        best = {s: min(rounds) * 1000 for s, rounds in benchmark(case, options).items()}
        own = best["rlx.attention"]
        cells = [f"{t:.0f}" if s == "rlx.attention" else f"{t:.0f} | {t / own:.2f}" for s, t in best.items()]
        print(f"| {case} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
