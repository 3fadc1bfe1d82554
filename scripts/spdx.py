#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every source says its licence in its first line, or in the one after a "#!" line.

Usage: spdx.py [--fix] [FILE…]

Without files it takes all that git tracks or would add. Prints a line a problem and exits with 1 if
there is one. --fix inserts missing lines. It changes no line that is there: a different licence may
be meant, and is for you to settle. A template (x.h.in) counts as the file it becomes.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
COMMENTS = {
    "//": (".cpp", ".h", ".hpp", ".c", ".td"),
    "#": (".py", ".sh", ".cmake", ".yml", ".yaml"),
}
# A licence line of any wording; in code such a text is no comment of its own line.
LICENCE_LINE = re.compile(r"\s*(//|#|/\*|;|<!--)\s*SPDX-License-Identifier", re.I)


def comment_of(path, text):
    """How a file's comments begin, or None if it needs no licence line."""
    name = os.path.basename(path).removesuffix(".in")
    if name == "CMakeLists.txt":
        return "#"
    kind = os.path.splitext(name)[1]
    if not kind and text.startswith("#!"):
        return "#"
    return next((comment for comment, kinds in COMMENTS.items() if kind in kinds), None)


def problems(path, text, expected):
    """The messages for one file; the first is "missing" if a line only has to be inserted."""
    lines = text.split("\n")
    place = int(text.startswith("#!"))
    found = [number for number, line in enumerate(lines) if LICENCE_LINE.match(line)]
    if not found:
        return ["missing"] if text else []
    messages = []
    if lines[found[0]] != expected:
        messages.append(f"{path}:{found[0] + 1}: expected '{expected}', but got '{lines[found[0]]}'")
    if found[0] != place:
        messages.append(f"{path}:{found[0] + 1}: the licence must stand in line {place + 1}")
    messages += [f"{path}:{number + 1}: a second licence line" for number in found[1:]]
    return messages


def with_licence(text, expected):
    first, rest = text.split("\n", 1) if text.startswith("#!") else (None, text)
    return (first + "\n" if first is not None else "") + expected + "\n" + rest


def main(arguments):
    fix = arguments[:1] == ["--fix"]
    files = arguments[fix:]
    if any(file.startswith("-") for file in files):
        sys.exit("spdx.py: error: expected [--fix] [FILE…], but got '" + " ".join(arguments) + "'")
    if not files:
        os.chdir(ROOT)
        files = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                               capture_output=True, text=True, check=True).stdout.split("\0")
    failed = False
    for path in files:
        if not os.path.isfile(path):
            continue  # deleted, but still in the index
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            text = file.read()
        comment = comment_of(path, text)
        if comment is None:
            continue
        expected = f"{comment} {LICENCE}"
        messages = problems(path, text, expected)
        if messages == ["missing"] and fix:
            with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
                file.write(with_licence(text, expected))
            continue
        for message in messages:
            print(f"{path}:1: expected '{expected}'" if message == "missing" else message)
            failed = True
    return int(failed)


sys.exit(main(sys.argv[1:]))
