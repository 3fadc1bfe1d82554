#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the tokens of GGUF's vocabularies with llama.cpp's, line by line.

    scripts/build.sh release encode-lines
    python3 benchmarks/language_model_tokens.py [--lines 10000] [--pre] [MODEL.gguf…]

The lines are those of the repository's pages and sources, and random ones of many scripts, signs and spaces. Without
MODEL.gguf the files are the vocabularies of llama.cpp's own tests, which its source package has, and SmolLM2's if
scripts/fetch-models.sh has fetched it. With --pre each name of `tokenizer.ggml.pre` that RLX knows is put into the
vocabulary of Llama 3, and none at all into that of GPT-2. Prints a row for each; the last line is
"N passed, M failed". A file that RLX does not take is skipped, with the reason.
"""
import argparse
import glob
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import language_models as programs  # noqa: E402

ENCODE = os.path.join(programs.ROOT, "build", "release", "bin", "encode-lines")
VOCABULARIES = os.path.join(programs.FOLDER, "vocabularies")
PRE = b"tokenizer.ggml.pre"
# First and last code points.
SCRIPTS = [(0x20, 0x7e), (0x30, 0x39), (0x41, 0x5a), (0x61, 0x7a), (0x80, 0xff), (0x100, 0x24f), (0x300, 0x36f),
           (0x370, 0x3ff), (0x400, 0x4ff), (0x531, 0x587), (0x5d0, 0x5ea), (0x600, 0x6ff), (0x900, 0x97f),
           (0xe01, 0xe5b), (0x10a0, 0x10ff), (0x1100, 0x11ff), (0x1e00, 0x1eff), (0x2000, 0x206f), (0x2150, 0x218f),
           (0x2200, 0x22ff), (0x3000, 0x303f), (0x3041, 0x30ff), (0x4e00, 0x9fa5), (0xac00, 0xd7a3), (0xff00, 0xffef),
           (0x10000, 0x100ff), (0x1f300, 0x1f64f), (0x1f900, 0x1f9ff)]
BETWEEN = ["", "", " ", " ", "  ", "   ", "\t", "\r", "\u00a0", "\u3000", "'s", "'LL", "'re ", "1", "12", "123456", "_", "\u200d"]


def random_line(numbers):
    parts = []
    for _ in range(numbers.randint(1, 12)):
        first, last = numbers.choice(SCRIPTS)
        parts.append("".join(chr(numbers.randint(first, last)) for _ in range(numbers.randint(1, 8))))
        parts.append(numbers.choice(BETWEEN))
    return "".join(parts)


def lines_of(count):
    """`count` lines of pages and sources, and as many random ones, without zero bytes."""
    names = subprocess.run(["git", "-C", programs.ROOT, "ls-files", "-z", "*.md", "*.cpp", "*.py", "*.rs"], check=True,
                           capture_output=True, text=True).stdout.split("\0")
    written = []
    for name in sorted(filter(None, names)):
        with open(os.path.join(programs.ROOT, name), encoding="utf-8") as file:
            written += [line.rstrip("\n") for line in file if line.strip()]
    numbers = random.Random(7)
    return numbers.sample(written, min(count, len(written))) + [random_line(numbers) for _ in range(count)]


def tokens_of(command, text):
    """A line of tokens for each line; None and the reason if the program takes no such file."""
    done = subprocess.run(command, input=text, capture_output=True, env={**os.environ, "GGML_DIR": programs.FOLDER})
    if done.returncode != 0:
        return None, done.stderr.decode(errors="replace").strip().splitlines()[-1]
    return done.stdout.decode().split("\n")[:-1], None


def with_pre(source, target, name):
    """A copy of a file without tensors with another name of the pre-tokenizer; None: without one."""
    with open(source, "rb") as file:
        data = file.read()
    start = data.index(PRE)
    value = start + len(PRE) + 12  # behind the type and the length
    (length,) = struct.unpack_from("<Q", data, value - 8)
    if name is None:  # the key gets a name that nobody reads
        changed = data[:start] + PRE[:-1] + b"x" + data[start + len(PRE):]
    else:
        changed = data[:value - 8] + struct.pack("<Q", len(name)) + name.encode() + data[value + length:]
    with open(target, "wb") as file:
        file.write(changed)
    return target


def known_names(folder):
    """Those of RLX, which the error for an unknown one lists."""
    path = with_pre(os.path.join(VOCABULARIES, "ggml-vocab-gpt-2.gguf"), os.path.join(folder, "unknown.gguf"), "no name")
    return re.search(r"known ones are (.*)", tokens_of([ENCODE, path], b"")[1])[1].split(", ")


def files_of(options, folder):
    """Names and paths."""
    for path in options.models or sorted(glob.glob(os.path.join(VOCABULARIES, "*.gguf"))):
        yield os.path.basename(path), path
    smollm2 = os.path.join(programs.ROOT, "models", "smollm2", "model.gguf")
    if not options.models and os.path.exists(smollm2):
        yield "SmolLM2", smollm2
    if options.pre:
        for name in known_names(folder):
            source = os.path.join(VOCABULARIES, "ggml-vocab-llama-bpe.gguf")
            yield f"pre {name}", with_pre(source, os.path.join(folder, "pre.gguf"), name)
        yield "no pre", with_pre(os.path.join(VOCABULARIES, "ggml-vocab-gpt-2.gguf"), os.path.join(folder, "pre.gguf"), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*")
    parser.add_argument("--lines", type=int, default=10000, help="of each kind")
    parser.add_argument("--pre", action="store_true", help="compare all pre-tokenizers, too")
    options = parser.parse_args()
    programs.fetch()
    peer = programs.compiled("llama_cpp_tokens")
    lines = lines_of(options.lines)
    text = "".join(line + "\n" for line in lines).encode()
    passed = failed = 0
    print(f"| vocabulary | equal of {len(lines)} lines | the first that differs |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name, path in files_of(options, folder):
            got, reason = tokens_of([ENCODE, path], text)
            if reason:
                print(f"| {name} | skipped | {reason} |", flush=True)
                continue
            expected, reason = tokens_of([peer, path], text)
            if reason:
                print(f"| {name} | llama.cpp skips it | {reason} |", flush=True)
                continue
            wrong = [i for i, (a, b) in enumerate(zip(got, expected, strict=True)) if a != b]
            first = f"{lines[wrong[0]]!r}: {got[wrong[0]]}, expected {expected[wrong[0]]}" if wrong else ""
            print(f"| {name} | {len(lines) - len(wrong)} | {first} |", flush=True)
            passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
