#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the C++ a page shows is C++ that is built: every ```cpp block must stand, line by line
and apart from its indentation, in one of the sources.

Usage: check_snippets.py PAGE.md SOURCE…
"""
import re
import sys
import textwrap


def lines(text):
    return [line.strip() for line in textwrap.dedent(text).strip("\n").splitlines()]


def stands_in(snippet, source):
    length = len(snippet)
    return any(source[i:i + length] == snippet for i in range(len(source) - length + 1))


def main(page, *paths):
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"^```cpp\n(.*?)^```$", file.read(), re.M | re.S)
    if not blocks:
        sys.exit(f"check_snippets: {page} shows no C++")
    sources = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            sources.append(lines(file.read()))
    for block in blocks:
        if not any(stands_in(lines(block), source) for source in sources):
            sys.exit(f"check_snippets: {page} shows what is not in {', '.join(paths)}:\n{block}")
    print(f"{len(blocks)} snippets")


if __name__ == "__main__":
    main(*sys.argv[1:])
