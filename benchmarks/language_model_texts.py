#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares greedy texts of a language model with llama.cpp's on the same weights in F32.

    scripts/fetch-models.sh smollm2
    scripts/wheel.sh && scripts/test_wheel.sh && build/wheel-test/bin/pip install gguf==0.19.0
    build/wheel-test/bin/python benchmarks/language_model_texts.py [--prompts 20] [--tokens 200]
        [--precision exact] [MODEL.gguf]

RLX runs the file as it is. llama.cpp (llama_cpp.c) runs a copy whose blocks are decoded to F32 once, with keys and
values in F32: on packed weights it rounds rows to 8 bits, which changes 5 % of its first choices. A row for each prompt has the number of
equal tokens. Where texts part, it has the margin of RLX's two best log-probabilities: a wrong model has wide
ones, and rounding parts them where both are nearly equal. The last line is "N passed, M failed"; a text with a
wider margin than --tolerance fails. Its default, 0.01, is 3e-4 of the range of SmolLM2's logits.
"""
import argparse
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import language_models as programs  # noqa: E402
from language_model_f32 import write_f32  # noqa: E402

import rlx  # noqa: E402

BEGINS = ["Once upon a time", "The capital of France is", "def fibonacci(n):", "Dear Sir or Madam,", "In 1969,",
          "Water boils at", "The three laws of thermodynamics", "A recipe for bread:", "1, 2, 3, 5, 8,",
          "Shakespeare wrote", "The mitochondria", "<html>\n<body>", "Il était une fois", "Es war einmal",
          "To whom it may concern", "The best way to learn", "SELECT name FROM", "Q: What is 7 times 8?\nA:",
          "My favourite animal is", "The sun rose over"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", default=os.path.join(programs.ROOT, "models", "smollm2", "model.gguf"))
    parser.add_argument("--prompts", type=int, default=len(BEGINS))
    parser.add_argument("--tokens", type=int, default=200)
    parser.add_argument("--precision", default="exact")
    parser.add_argument("--tolerance", type=float, default=1e-2)
    options = parser.parse_args()
    programs.fetch()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, rlx.LM(options.model, precision=options.precision) as lm:
        wide = os.path.join(folder, "f32.gguf")
        write_f32(options.model, wide)
        print("| prompt | equal tokens | margin |\n| --- | --- | --- |")
        for prompt in BEGINS[:options.prompts]:
            answer = lm.generate(prompt, max_tokens=options.tokens, temperature=0, logprobs=2)
            expected = programs.run_peer(wide, prompt, os.cpu_count(), options.tokens, F32_CACHE="1")["ids"]
            equal = next((i for i, (a, b) in enumerate(zip(answer.token_ids, expected)) if a != b), None)
            margin = 0.0
            if equal is not None:
                best, second = list(answer.top_logprobs[equal].values())[:2]
                margin = best - second
            failed += margin > options.tolerance
            shown = prompt.splitlines()[0]
            print(f"| {shown} | {answer.tokens if equal is None else equal} | {margin:.1e} |", flush=True)
    print(f"{min(options.prompts, len(BEGINS)) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
