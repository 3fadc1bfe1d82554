#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the prose of pages, comments and op descriptions, and finds words the glossary rejects.

Prose is measured by three figures: the median of words in a sentence, the share of sentences over
35 words, and "what" per 1,000 words (English has nouns for most free relatives). Code, tables, and
headings are not prose. The unit is a page, or all comments of a folder: of C++, TableGen, Python,
shell and CMake files, and of the lists of tests. Docstrings and descriptions of ops and passes count
as comments. Arguments: --check (fail beyond the limits), --worst=N (the N longest sentences), or
files (default: all tracked ones).
"""
import ast
import io
import os
import re
import statistics
import subprocess
import sys
import textwrap
import tokenize

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MAX_WORDS, MAX_LONG, MAX_WHAT, MAX_MEDIAN = 35, 0.05, 2.0, 16
# Logs are read line by line when a figure is looked up; generated pages repeat the op definitions.
NOT_PROSE = re.compile(r"^(docs/results/log\.md|docs/(generated|reference/generated)/|CHANGELOG"
                       r"|docs/reference/(cli|op-kinds|onnx-operators|stablehlo-ops)\.md)")


def paragraphs(text):
    """The running text of a page: no front matter, code, tables, headings, or raw HTML."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"^ *(```|~~~).*?^ *\1[^\n]*$", "\n", text, flags=re.S | re.M)
    lines = []
    for line in text.split("\n"):
        stripped = line.strip()
        if not stripped or stripped[0] in "#|<" or re.match(r"^(!!!|\?\?\?|=== )", stripped):
            lines.append("")
        elif re.match(r"^([-*+]|\d+\.) ", stripped):
            lines += ["", re.sub(r"^([-*+]|\d+\.) ", "", stripped)]
        else:
            lines.append(stripped)
    return [each for each in re.split(r"\n\s*\n", "\n".join(lines)) if each.strip()]


def sentences(text):
    found = []
    for paragraph in paragraphs(text):
        flat = " ".join(paragraph.split())
        flat = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", flat)   # a link is its text
        flat = re.sub(r"`[^`]*`", "code", flat)                  # a piece of code is one word
        flat = re.sub(r"\b(e\.g|i\.e|cf|vs|etc)\.", r"\1", flat)
        found += re.split(r"(?<=[.!?:;])\s+(?=[A-Z\"(*_]|code)", flat)
    return [each for each in found if len(words(each)) > 2]


def words(sentence):
    return re.findall(r"[A-Za-z0-9][\w'’/.-]*", sentence)


def without_code(text):
    """The text of a comment without indented lines, which are code or tables."""
    return "\n".join("" if line.startswith("  ") else line for line in textwrap.dedent(text).split("\n"))


def joined(lines):
    """Comments of successive lines, from pairs of line number and text."""
    found, last = [], None
    for number, text in lines:
        if re.match(r"\s*SPDX-|!", text):
            continue
        if last is None or number != last + 1:
            found.append([])
        found[-1].append(text)
        last = number
    return [without_code("\n".join(each)) for each in found]


def python_comments(text):
    nodes = [each for each in ast.walk(ast.parse(text))
             if isinstance(each, (ast.Module, ast.ClassDef, ast.FunctionDef))]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [*(without_code(ast.get_docstring(each) or "") for each in nodes),
            *joined((each.start[0], each.string[1:].removeprefix(" ")) for each in tokens
                    if each.type == tokenize.COMMENT)]


def line_comments(mark, text):
    """Comments that are lines of their own."""
    return joined((number, found[1]) for number, line in enumerate(text.split("\n"))
                  if (found := re.match(rf"\s*{mark} ?(.*)", line)))


def c_comments(text):
    """Of C, C++ and TableGen; of the last one descriptions too."""
    blocks = re.findall(r"/\*\*?(.*?)\*/", text, re.S) + \
        re.findall(r"let description = \[\{\n(.*?)\}\]", text, re.S)
    return [*(without_code(re.sub(r"^ *\* ?", "", each, flags=re.M)) for each in blocks),
            *line_comments("//", text)]


def comments(name, text):
    """The texts of a file's comments."""
    if name.endswith((".h", ".hpp", ".c", ".cpp", ".td")):
        return c_comments(text)
    return python_comments(text) if name.endswith(".py") else line_comments("#", text)


class Figures:
    """The three figures of some sentences."""

    def __init__(self, found):
        lengths = [len(words(each)) for each in found] or [0]
        self.words = sum(lengths)
        self.median = statistics.median(lengths)
        self.long = sum(each > MAX_WORDS for each in lengths) / len(lengths)
        what = sum(len(re.findall(r"\bwhat\b", each, re.I)) for each in found)
        self.what = 1000 * what / max(self.words, 1)

    def problems(self):
        if self.words < 200:  # too little text for shares
            return []
        return [text for bad, text in (
            (self.median > MAX_MEDIAN, f"median {self.median:g} words (limit {MAX_MEDIAN})"),
            (self.long > MAX_LONG, f"{self.long:.1%} of sentences over {MAX_WORDS} words (limit {MAX_LONG:.0%})"),
            (self.what > MAX_WHAT, f"{self.what:.1f} \"what\" per 1,000 words (limit {MAX_WHAT:g})")) if bad]

    def __str__(self):
        return f"{self.words:6} words, median {self.median:4g}, {self.long:6.1%} long, what {self.what:5.2f}"


def rejected():
    """Patterns of the glossary's table of rejected words: "| `pattern` | instead |" rows."""
    path = os.path.join(ROOT, "docs", "glossary.md")
    if not os.path.exists(path):
        return []
    with open(path) as page:
        section = page.read().partition("## Rejected words")[2]
    return [(re.compile(pattern), instead.strip()) for pattern, instead in
            re.findall(r"^\| `([^`]+)` \| (.+?) \|$", section, re.M)]


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout.split()
    return [each for each in listed if os.path.exists(os.path.join(ROOT, each))]


def pages():
    return [each for each in tracked("*.md") if not NOT_PROSE.match(each)]


def commented():
    """Files whose comments are measured."""
    return [each for each in tracked("*.h", "*.hpp", "*.c", "*.cpp", "*.td", "*.py", "*.sh", "*.cmake",
                                     "*CMakeLists.txt", "test/*.txt", "unittests/*.txt")
            if "/Inputs/" not in each]


def units(files):
    """Sentences by unit: a page, or the comments of a folder."""
    found = {}
    for name in files:
        with open(os.path.join(ROOT, name), errors="replace") as file:
            text = file.read()
        is_page = name.endswith(".md")
        unit = name if is_page else "comments of " + (os.path.dirname(name) or ".")
        for each in [text] if is_page else comments(name, text):
            found.setdefault(unit, []).extend(sentences(each))
    return found


def rejected_words():
    """A line for each rejected word, in pages and in code: comments, names and messages."""
    code = tracked("*.h", "*.hpp", "*.cpp", "*.c", "*.td", "*.mlir", "*.test", "*.py", "*.sh", "*CMakeLists.txt")
    patterns = [(pattern, instead) for pattern, instead in rejected()]
    for name in [*pages(), *code]:
        if name == "docs/glossary.md":
            continue
        with open(os.path.join(ROOT, name), errors="replace") as page:
            text = page.read()
        for pattern, instead in patterns:
            for found in pattern.finditer(text):
                number = text.count("\n", 0, found.start()) + 1
                yield f"{name}:{number}: '{found.group()}': write {instead}"


def main(arguments):
    check = "--check" in arguments
    worst = next((int(each[8:]) for each in arguments if each.startswith("--worst=")), 0)
    files = [each for each in arguments if not each.startswith("--")] or [*pages(), *commented()]
    everything, bad = [], 0
    for name, found in units(files).items():
        everything += found
        figures = Figures(found)
        problems = figures.problems()
        bad += bool(problems)
        if problems or not check:
            print(f"{figures}  {name}" + ("".join("\n    " + each for each in problems) if check else ""))
    if not check:
        print(f"{Figures(everything)}  all")
    for sentence in sorted(everything, key=lambda each: -len(words(each)))[:worst]:
        print(f"{len(words(sentence))}: {sentence}")
    if check:
        for problem in rejected_words():
            print(problem)
            bad += 1
    return 1 if check and bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
