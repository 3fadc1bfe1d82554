#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures several answers of a language model at the same time, beside llama.cpp, and prints a table.

    scripts/fetch-models.sh smollm2
    scripts/wheel.sh && scripts/test_wheel.sh
    build/wheel-test/bin/python benchmarks/language_model_streams.py [--streams 1,4,16] [--threads 1,2]
        [--rounds 3] [--tokens 48] [--precision high] [MODEL.gguf]

RLX continues a prompt by LM.generate_all and llama.cpp by llama_cpp.c, once for each stream; they take turns.
The prompt is shorter than the prefixes that requests share. Both choose the most likely token. The rates are tokens of all answers a second,
without the prompts and the first tokens. "times one" is the rate beside that of one stream.
"""
import argparse
import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import language_models as programs  # noqa: E402

import rlx  # noqa: E402

PROMPT = "A letter to a friend, about a village by the sea:\n\nDear friend,"


def ours(lm, streams, tokens):
    # Nothing ends an answer early.
    never = {token: -1e9 for token in lm.encode("<|im_end|><|endoftext|>")}
    answers = lm.generate_all([PROMPT] * streams, max_tokens=tokens, temperature=0,
                              logit_bias=never)
    return sum(answer.tokens - 1 for answer in answers) / max(answer.seconds for answer in answers)


def theirs(model, threads, streams, tokens):
    said = programs.run_peer(model, PROMPT, threads, tokens, streams)
    return said["steps"] / said["seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", default=os.path.join(programs.ROOT, "models", "smollm2", "model.gguf"))
    for name, default in (("streams", "1,4,16"), ("threads", "1,2")):
        parser.add_argument("--" + name, default=default, type=lambda text: [int(each) for each in text.split(",")])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=48)
    parser.add_argument("--precision", default="high")
    options = parser.parse_args()
    programs.fetch()
    print("| threads | streams | tokens/s, RLX | times one | llama.cpp | times one | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for threads in options.threads:
        with rlx.LM(options.model, threads=threads, precision=options.precision, context=256,
                    cache_tokens=256 * max(options.streams)) as lm:
            first = None
            for streams in options.streams:
                ours(lm, streams, 4)  # plans of these sizes
                rates = [(ours(lm, streams, options.tokens), theirs(options.model, threads, streams, options.tokens))
                         for _ in range(options.rounds)]
                here, there = (statistics.median(each) for each in zip(*rates))
                first = first or (here, there)
                print(f"| {threads} | {streams} | {here:.0f} | {here / first[0]:.2f} | {there:.0f} | "
                      f"{there / first[1]:.2f} | {here / there:.2f} |", flush=True)


if __name__ == "__main__":
    main()
