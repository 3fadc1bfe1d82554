#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what adapters (LoRA) of requests cost, on SmolLM2 with random adapters of all its matrices.

    scripts/fetch-models.sh smollm2
    scripts/wheel.sh && scripts/test_wheel.sh
    build/wheel-test/bin/python benchmarks/language_model_adapters.py [--requests 1,4] [--adapters 4] [--rank 16]
        [--threads 1] [--rounds 3] [--tokens 48]

One model has no adapter and one has several. They take turns. "none used" is the second one with requests without
adapters, "one" has the first adapter in each request, and "different" another one in each. The rates are tokens of all answers a
second, without the prompts and the first tokens.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

import rlx

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WRITER = os.path.join(ROOT, "test", "lit", "tools", "rlx-run", "Inputs", "write_lora.py")
# Rows and columns of SmolLM2-135M's matrices.
MATRICES = {"attn_q": (576, 576), "attn_k": (192, 576), "attn_v": (192, 576), "attn_output": (576, 576),
            "ffn_gate": (1536, 576), "ffn_up": (1536, 576), "ffn_down": (576, 1536)}
LAYERS = 30
PROMPT = "A letter to a friend, about a village by the sea:\n\nDear friend,"


def write_adapter(path, rank):
    edits = []
    for layer in range(LAYERS):
        for name, (rows, columns) in MATRICES.items():
            matrix = f"+blk.{layer}.{name}.weight.lora_"
            edits += [f"{matrix}a:{rank}x{columns}", f"{matrix}b:{rows}x{rank}"]
    subprocess.run([sys.executable, WRITER, path, *edits], check=True)


def rate(lm, adapters, tokens):
    """Tokens a second of requests, one for each element of `adapters`."""
    never = {token: -1e9 for token in lm.encode("<|im_end|><|endoftext|>")}
    requests = [lm.submit(PROMPT, max_tokens=tokens, temperature=0, logit_bias=never, adapters=each)
                for each in adapters]
    answers = [request.result() for request in requests]
    return sum(answer.tokens - 1 for answer in answers) / max(answer.seconds for answer in answers)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", default=os.path.join(ROOT, "models", "smollm2", "model.gguf"))
    parser.add_argument("--requests", default=[1, 4], type=lambda text: [int(each) for each in text.split(",")])
    for name, default in (("adapters", 4), ("rank", 16), ("threads", 1), ("rounds", 3), ("tokens", 48)):
        parser.add_argument("--" + name, type=int, default=default)
    options = parser.parse_args()
    room = {"threads": options.threads, "context": 256, "cache_tokens": 256 * max(options.requests)}
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, f"{number}.gguf") for number in range(options.adapters)]
        write_adapter(files[0], options.rank)
        for file in files[1:]:
            os.link(files[0], file)
        plain = rlx.LM(options.model, **room)
        adapted = rlx.LM(options.model, lora=dict.fromkeys(files, 0), **room)
    print("| requests | no adapters | none used | ratio | one | ratio | different | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for count in options.requests:
        cases = [(plain, [None] * count), (adapted, [{}] * count), (adapted, [{0: 0.01}] * count),
                 (adapted, [{number % options.adapters: 0.01} for number in range(count)])]
        for lm, adapters in cases:
            rate(lm, adapters, 4)  # plans of these sizes
        rounds = [[rate(lm, adapters, options.tokens) for lm, adapters in cases] for _ in range(options.rounds)]
        base, *others = (statistics.median(each) for each in zip(*rounds))
        print(f"| {count} | {base:.1f} | " + " | ".join(f"{each:.1f} | {each / base:.2f}" for each in others) + " |", flush=True)


if __name__ == "__main__":
    main()
