#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures a step of a decoder exported to ONNX beside the same weights in a GGUF file, and prints a table.

    scripts/fetch-models.sh smollm2
    PYTHON benchmarks/onnx_decoder.py [--threads 1] [--lengths 16,512,1000] [--steps 16] [--rounds 3]
        [--capacity 1024] [--layers N] [MODEL.gguf]

PYTHON has the packages rlx, onnx and gguf. The weights are those of the model in f32; both models are
written to a temporary folder. Each side keeps its caches in a `Model.state`, and they take turns:

    gguf           the GGUF file, with contiguous caches of f32
    in place       past and present by concatenation, compiled with in_place_caches
    group query    GroupQueryAttention of com.microsoft, compiled with in_place_caches
    as exported    past and present by concatenation; each step copies the caches

Times are those of the fastest step. Logits are compared with those of the GGUF file.
"""
import argparse
import os
import sys
import tempfile
import time

import gguf
import numpy as np
import onnx

import rlx

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test", "onnx"))
import decoder  # noqa: E402

NAMES = {"q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output", "gate": "ffn_gate", "up": "ffn_up",
         "down": "ffn_down", "attn_norm": "attn_norm", "ffn_norm": "ffn_norm"}


def read(path, layers):
    """The reader, sizes and weights in f32 by GGUF's names."""
    reader = gguf.GGUFReader(path)

    def number(key):
        return reader.get_field("llama." + key).contents()

    heads = number("attention.head_count")
    sizes = decoder.Sizes(
        layers=min(layers or 1 << 30, number("block_count")), embedding=number("embedding_length"),
        feed_forward=number("feed_forward_length"), heads=heads, key_heads=number("attention.head_count_kv"),
        head_size=number("embedding_length") // heads, rope_base=float(number("rope.freq_base")),
        epsilon=float(number("attention.layer_norm_rms_epsilon")))
    weights = {}
    for tensor in reader.tensors:
        parts = tensor.name.split(".")
        if parts[0] != "blk" or int(parts[1]) < sizes.layers:
            weights[tensor.name] = gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
    if "output.weight" in weights:
        sys.exit("onnx_decoder.py: error: expected a model with a tied head")
    sizes.vocabulary = len(weights["token_embd.weight"])
    return reader, sizes, weights


def for_onnx(sizes, weights):
    """By the names of decoder.py: matrices as [inputs, outputs], and rows of heads as transformers has them."""
    def halves(rows, heads):  # GGUF has the rows of a head in pairs
        return rows.reshape(heads, sizes.head_size // 2, 2, -1).swapaxes(1, 2).reshape(rows.shape)

    result = {"embed": weights["token_embd.weight"], "norm": weights["output_norm.weight"]}
    for layer in range(sizes.layers):
        for name, there in NAMES.items():
            value = weights[f"blk.{layer}.{there}.weight"]
            if name in "qk":
                value = halves(value, sizes.heads if name == "q" else sizes.key_heads)
            result[f"{layer}.{name}"] = value if value.ndim == 1 else np.ascontiguousarray(value.T)
    return result


def write_gguf(reader, sizes, weights, path):
    writer = gguf.GGUFWriter(path, "llama")
    for field in reader.fields.values():
        kind = field.types[0] if field.types else None
        if field.name.startswith("GGUF.") or field.name in ("general.architecture", "general.file_type"):
            continue
        value = sizes.layers if field.name == "llama.block_count" else field.contents()
        writer.add_key_value(field.name, value, kind, field.types[-1] if kind == gguf.GGUFValueType.ARRAY else None)
    for name, value in weights.items():
        writer.add_tensor(name, value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


class Side:
    """A model with its state. `inputs` gives those of a step: of tokens, and the number before them."""

    def __init__(self, name, path, options, caches, inputs, logits, **how):
        self.name, self.caches, self.inputs, self.logits = name, caches, inputs, logits
        start = time.perf_counter()
        self.model = rlx.compile(path, threads=options.threads, cache=False, progress=False, **how)
        self.seconds = time.perf_counter() - start
        pasts = [each.name for each in self.model.inputs if each.name.startswith(caches)]
        presents = {past: past.replace("past_key_values", "present") for past in pasts}
        self.state = None
        self.pasts, self.presents = pasts, presents

    def restart(self, shape):
        if self.state:
            self.state.close()
        self.state = self.model.state({past: np.zeros(shape, np.float32) for past in self.pasts}, feeds=self.presents)

    def step(self, ids, past):
        return self.state.run(self.inputs(ids, past))[self.logits]


def sides(sizes, reader, weights, folder, options):
    def ids(tokens, past):
        return {"input_ids": np.array([tokens])}

    def masked(tokens, past):
        end = past + len(tokens)
        return {**ids(tokens, past), "attention_mask": np.ones((1, end), np.int64),
                "position_ids": np.arange(past, end)[None]}

    def counted(tokens, past):
        return {**masked(tokens, past), "past_sequence_length": np.int64(past)}

    def lengths(tokens, past):
        end = past + len(tokens)
        return {**ids(tokens, past), "seqlens_k": np.array([end - 1], np.int32), "total_sequence_length": np.int32(end)}

    def rows(tokens, past):
        return {"tokens": np.array(tokens), "positions": np.arange(past, past + len(tokens)),
                "rows": np.arange(len(tokens))}

    paths = {name: os.path.join(folder, name) for name in ("model.gguf", "concat.onnx", "group-query.onnx")}
    write_gguf(reader, sizes, weights, paths["model.gguf"])
    values = for_onnx(sizes, weights)
    onnx.save(decoder.write(sizes, values), paths["concat.onnx"])
    onnx.save(decoder.write(sizes, values, cache="group-query", table=options.capacity), paths["group-query.onnx"])
    heads, size = sizes.key_heads, sizes.head_size
    here = (1, heads, options.capacity, size)
    return [
        (Side("gguf", paths["model.gguf"], options, ("k.", "v."), rows, "logits", cache_type="f32",
              cache_layout="contiguous"),
         lambda past: (heads, options.capacity, size)),
        (Side("in place", paths["concat.onnx"], options, ("past_key_values",), counted, "logits", in_place_caches=True),
         lambda past: here),
        (Side("group query", paths["group-query.onnx"], options, ("past_key_values",), lengths, "logits",
              in_place_caches=True), lambda past: here),
        (Side("as exported", paths["concat.onnx"], options, ("past_key_values",), masked, "logits"),
         lambda past: (1, heads, past, size)),
    ]


def measure(all_sides, length, sizes, options):
    """Seconds of the fastest step behind `length` tokens, and the largest difference of logits, for each side."""
    best, last = {}, {}
    tokens = [i * 7919 % sizes.vocabulary for i in range(length + options.steps)]
    for side, shape in all_sides:
        side.restart(shape(0))
        side.step(tokens[:length], 0)
    for i in range(options.steps):
        past = length + i
        for side, _ in all_sides:
            start = time.perf_counter()
            logits = side.step(tokens[past:past + 1], past)
            best[side.name] = min(best.get(side.name, 1e30), time.perf_counter() - start)
            last[side.name] = logits.reshape(-1)
    first = last[all_sides[0][0].name]
    return best, {name: float(abs(logits - first).max()) for name, logits in last.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model", nargs="?", default=os.path.join(ROOT, "models", "smollm2", "model.gguf"))
    for name, value in (("threads", 1), ("steps", 16), ("rounds", 3), ("capacity", 1024), ("layers", 0)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--lengths", default="16,512,1000")
    options = parser.parse_args()
    lengths = [int(each) for each in options.lengths.split(",")]
    if max(lengths) + options.steps > options.capacity:
        sys.exit("onnx_decoder.py: error: the capacity is less than the lengths and steps")
    reader, sizes, weights = read(options.model, options.layers)
    with tempfile.TemporaryDirectory() as folder:
        all_sides = sides(sizes, reader, weights, folder, options)
    print(f"compiled in {', '.join(f'{side.seconds:.1f} s ({side.name})' for side, _ in all_sides)}")
    print("| tokens before | " + " | ".join(f"{side.name}, ms" for side, _ in all_sides) + " | logits apart |")
    print("| --- " * (len(all_sides) + 2) + "|")
    for length in lengths:
        best, apart = {}, {}
        for _ in range(options.rounds):
            times, apart = measure(all_sides, length, sizes, options)
            best = {name: min(best.get(name, 1e30), seconds) for name, seconds in times.items()}
        base = best[all_sides[0][0].name]
        print(f"| {length} | " + " | ".join(f"{best[side.name] * 1e3:.2f} ({best[side.name] / base:.2f})"
                                            for side, _ in all_sides) + f" | {max(apart.values()):.1e} |")


if __name__ == "__main__":
    main()
