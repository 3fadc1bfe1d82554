#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that names of code and paths of files in the pages exist in the tree.

A name is an identifier in backticks that looks like C++: a constant (kMaxRank), a class
(DeviceProfile), a function (lowerToLinalg). It must occur in a file that is no page. In "`NAME` in
`FILE`" it must be in that file; a constant, in one of the source files that its paragraph names. A
path may leave out leading folders, and may have the wildcards `*`, `{a,b}` and `<Family>`. Code blocks, generated pages and logs are not
checked. Prints a line per problem.
"""
import fnmatch
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOT_CHECKED = re.compile(r"^(docs/results/log\.md|docs/(generated|reference/generated)/|CHANGELOG"
                         r"|docs/reference/(cli|op-kinds|onnx-operators|stablehlo-ops)\.md|.*/Inputs/)")
CONSTANT = r"k[A-Z]\w*"
NAME = re.compile(rf"(?<![\w.<-])(?:{CONSTANT}|[A-Z][a-z0-9]+[A-Z]\w*|[a-z][a-z0-9]*[A-Z]\w*)")
PATH = re.compile(r"[\w.*<>{},-]+(/[\w.*<>{},-]*)+")
SOURCE = (".h", ".hpp", ".cpp", ".c", ".td")
# Names of other programs, and of examples that a page makes up.
FOREIGN = {
    "StringNormalizer",    # an operator of ONNX that RLX does not import
    "QuantFormat",         # ONNX Runtime
    "RunAsync",            # ONNX Runtime
    "notifyMatchFailure",  # MLIR
    "findCudaDevices", "loadCubinImage", "conversions/nvvm/", "runtime/cuda/",  # add-a-target.md
    "ScheduleThings", "reduction/ScheduleThings.cpp", "test/lit/conversions/gpu-schedule-things.mlir",
    "Inputs/any.mlir",     # write-a-pass.md
}


def tracked():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True,
                            text=True, check=True).stdout.split("\n")
    return [each for each in listed if os.path.isfile(os.path.join(ROOT, each))]


def read(path):
    with open(os.path.join(ROOT, path), errors="replace") as file:
        return file.read()


def spans(path):
    """Line, text, paragraph and following text of each piece of code in a line of a page."""
    text = re.sub(r"^ *(```|~~~).*?^ *\1[^\n]*$", lambda found: "\n" * found[0].count("\n"), read(path),
                  flags=re.S | re.M)
    for found in re.finditer(r"`([^`\n]+)`", text):
        begin, end = text.rfind("\n\n", 0, found.start()), text.find("\n\n", found.end())
        yield text.count("\n", 0, found.start()) + 1, found[1], \
            text[max(begin, 0):end if end >= 0 else None], text[found.end():found.end() + 200]


def patterns(path):
    """Patterns of fnmatch, one for each choice in braces."""
    found = re.search(r"\{([^{}]*)\}", path)
    if not found:
        return [re.sub(r"<\w+>", "*", path).rstrip("/").removeprefix("./")]
    return [each for choice in found[1].split(",")
            for each in patterns(path[:found.start()] + choice + path[found.end():])]


class Tree:
    def __init__(self, files):
        self.files = files
        self.sources = [each for each in files if each.endswith(SOURCE)]
        self.folders = {"/".join(parts[:i]) for parts in (each.split("/") for each in files)
                        for i in range(1, len(parts))}
        self.folder_names = {each.rsplit("/", 1)[-1] for each in self.folders}
        self.words = set()
        for each in files:
            self.words |= set(re.findall(r"[A-Za-z_]\w*", each))
            if not each.endswith((".md", ".npy", ".onnx")) and each != "scripts/check_names.py":
                self.words |= set(re.findall(r"[A-Za-z_]\w*", read(each)))

    def is_path(self, text):
        """Whether the text means a file or folder of the tree."""
        first, last = text.split("/")[0], text.rstrip("/").rsplit("/", 1)[-1]
        return bool(PATH.fullmatch(text)) and first not in ("build", "mlir", "llvm", "") and (
            first in self.folder_names or re.search(r"\.(h|hpp|c|cpp|td|py|sh|mlir|test|cmake)$", last))

    def find(self, pattern, among):
        return [each for each in among if fnmatch.fnmatchcase(each, pattern) or
                fnmatch.fnmatchcase(each, "*/" + pattern)]

    def has_path(self, text):
        return all(self.find(each, self.files) or self.find(each, self.folders) for each in patterns(text))

    def has_name(self, name, is_prefix):
        return name in self.words or is_prefix and any(each.startswith(name) for each in self.words)

    def sources_of(self, paragraph):
        """The source files that a paragraph names, with the headers or bodies beside them."""
        named = [each for text in re.findall(r"`([^`\n]+)`", paragraph) if text.endswith(SOURCE)
                 and PATH.fullmatch(text) for pattern in patterns(text)
                 for each in self.find(pattern.rsplit(".", 1)[0] + ".*", self.sources)]
        return sorted(set(named))


def problems(tree, page):
    for line, text, paragraph, after in spans(page):
        if text in FOREIGN:
            continue
        if tree.is_path(text):
            if not tree.has_path(text):
                yield f"{page}:{line}: there is no {text}"
            continue
        for found in NAME.finditer(text):
            name, is_prefix = found[0], text[found.end():found.end() + 1] in ("*", "…")
            if name in FOREIGN:
                continue
            if not tree.has_name(name, is_prefix):
                yield f"{page}:{line}: no file has the name {name}"
                continue
            place = re.match(r"\s+in\s+`[^`\n]+`", after) if text == name else None
            files = tree.sources_of(place[0] if place else paragraph if re.fullmatch(CONSTANT, name) else "")
            if files and not any(re.search(rf"\b{name}\b", read(each)) for each in files):
                yield f"{page}:{line}: {name} is not in {' or '.join(files)}"


def main():
    files = tracked()
    tree = Tree(files)
    for page in files:
        if page.endswith(".md") and not NOT_CHECKED.match(page):
            for problem in problems(tree, page):
                print(problem)


if __name__ == "__main__":
    main()
