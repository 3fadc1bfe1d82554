#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the perplexity of a text with llama.cpp's on the same weights in F32.

    scripts/fetch-models.sh smollm2
    scripts/wheel.sh && scripts/test_wheel.sh && build/wheel-test/bin/pip install gguf==0.19.0
    build/wheel-test/bin/python benchmarks/language_model_perplexity.py [--text FILE] [--chunk 256] [MODEL.gguf]

rlx-run --perplexity reads the file as it is, with each --precision. llama.cpp (llama_cpp_perplexity.c) reads a copy whose
blocks are decoded to F32, with keys and values in F32, and the file itself, whose rows it rounds to 8 bits. The text is
perplexity.txt unless given, which stays as it is. A row for each has the relative difference from llama.cpp on F32. The
last line is "N passed, M failed": `exact` may differ by 1e-4.
"""
import argparse
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import language_models as programs  # noqa: E402
from language_model_f32 import write_f32  # noqa: E402

GOAL = 1e-4


def ours(model, options, precision):
    said = programs.run([programs.RLX_RUN, model, "--perplexity", options.text, "--ctx", str(options.chunk), "--precision",
                         precision]).stdout
    value, count = re.search(r"perplexity: ([\d.]+) .*\((\d+) tokens", said).groups()
    return float(value), int(count)


def peer(program, model, options):
    with open(options.text, encoding="utf-8") as text:
        said = programs.run([program, model, str(os.cpu_count()), str(options.chunk)], input=text.read(),
                            env={**os.environ, "GGML_DIR": programs.FOLDER}).stdout.split()
    return float(said[0]), int(said[1])


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", default=os.path.join(programs.ROOT, "models", "smollm2", "model.gguf"))
    parser.add_argument("--text", default=os.path.join(here, "perplexity.txt"))
    parser.add_argument("--chunk", type=int, default=256)
    options = parser.parse_args()
    programs.fetch()
    program = programs.compiled("llama_cpp_perplexity")
    with tempfile.TemporaryDirectory() as folder:
        wide = os.path.join(folder, "f32.gguf")
        write_f32(options.model, wide)
        expected, count = peer(program, wide, options)
    rows = [("llama.cpp, F32", expected, count), ("llama.cpp", *peer(program, options.model, options)),
            *((f"RLX, `{each}`", *ours(options.model, options, each)) for each in ("exact", "high", "fast"))]
    print("| | perplexity | difference | tokens |\n| --- | --- | --- | --- |")
    for name, value, tokens in rows:
        print(f"| {name} | {value:.4f} | {abs(value / expected - 1):.1e} | {tokens} |", flush=True)
    exact = rows[2]
    is_right = abs(exact[1] / expected - 1) <= GOAL and exact[2] == count
    print(f"{int(is_right)} passed, {int(not is_right)} failed")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
