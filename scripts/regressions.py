#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the page of regression tests, in Markdown, by topic.

The first paragraph of comments of a test in test/lit/regressions/TOPIC names the bug that it guards
against. A test in unittests has a comment before it that begins with "Regression:".
"""
import pathlib
import re
import sys

HEADER = """# Regression tests

Each test below guards one behavior that was wrong once, in RLX or in another system with the same ops.
`scripts/docs.sh` makes this page. It reads the first comment of each test in `test/lit/regressions`, and
each comment of `unittests` that begins with "Regression:"."""
# Folders of test/lit/regressions and of unittests, in the order of the page.
TOPICS = {
    "attention": "Attention, position and fused ops",
    "control_flow": "Control flow and custom ops",
    "conv": "Convolution and pooling",
    "elementwise": "Elementwise ops and casts",
    "loss": "Sampling",
    "matmul": "Matrix multiplication and solvers",
    "normalization": "Normalization and softmax",
    "quant": "Quantization",
    "reduction": "Reductions",
    "shape": "Shapes, constants and copies",
    "spectral": "Spectral ops",
    "compiler": "Compiler",
    "session": "Compiling and loading through the C++ API",
    "runtime": "Runtime",
    "capi": "C API",
}
ROOT = pathlib.Path(__file__).parent.parent


def story(path):
    """The first paragraph of comments, as one line."""
    words = []
    for line in path.read_text().splitlines():
        is_comment = path.suffix == ".test" or line.startswith("//")
        text = line.removeprefix("//").strip() if is_comment and "RUN:" not in line else ""
        if text:
            words.append(text)
        elif words:
            break
    return " ".join(words)


def unit_tests():
    """Topic, name and story of each GoogleTest with such a comment."""
    for path in sorted((ROOT / "unittests").rglob("*Test.cpp")):
        lines = path.read_text().splitlines()
        for at, line in enumerate(lines):
            if not line.startswith("// Regression: "):
                continue
            words = [line.removeprefix("// Regression: ")]
            while lines[at + 1].startswith("// "):
                at += 1
                words.append(lines[at][3:])
            test = re.match(r"TEST(?:_F|_P)?\((\w+), (\w+)\)", lines[at + 1])
            if not test:
                sys.exit(f"{path.name}:{at + 2}: expected a test after its comment")
            text = " ".join(words)
            yield path.parent.name, f"{test[1]}.{test[2]}", text[0].upper() + text[1:]


def lit_tests():
    folder = ROOT / "test" / "lit" / "regressions"
    for path in folder.glob("*/*"):
        if path.is_file():
            yield path.parent.name, path.name, story(path)
    for path in folder.glob("*.*"):
        sys.exit(f"{path.name}: expected a test in the folder of a topic")


def main():
    topics = {}
    for topic, name, text in [*lit_tests(), *unit_tests()]:
        if topic not in TOPICS:
            sys.exit(f"{name}: scripts/regressions.py does not know the topic '{topic}'")
        if not text:
            sys.exit(f"{name}: expected a first comment that says what the test guards")
        topics.setdefault(topic, []).append((name, text))
    print(HEADER)
    for topic, title in TOPICS.items():
        print(f"\n## {title}\n\n| test | bug, or the behavior that it broke |\n| --- | --- |")
        for name, text in sorted(topics.get(topic, [])):
            text = text.replace("|", "\\|")
            print(f"| `{name}` | {text} |")


if __name__ == "__main__":
    main()
