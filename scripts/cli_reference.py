#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the command-line reference from the output of the tools' --help, for docs.sh.

Usage: cli_reference.py BIN_DIR    (prints docs/reference/cli.md)
"""
import os
import re
import subprocess
import sys

# The purpose of each tool, before its own words.
TOOLS = {
    "rlx-run": "Compiles a model and runs, measures, explains, compares or packages it. [Run an ONNX "
               "model](../guides/run-an-onnx-model.md) shows the usual commands.",
    "rlx-run-rt": "Runs packages with the runtime alone. It needs no compiler on the machine.",
    "rlx-translate": "Imports a model and prints it as MLIR.",
    "rlx-check": "Runs conformance files in several lanes. [Testing](../develop/testing.md) explains "
                 "the lanes.",
    "rlx-check-rt": "Runs packed tests on machines without the compiler.",
}
HEAD = """# Command line

The options of RLX's tools, as each prints them for `--help`. `scripts/docs.sh` makes this page with
`scripts/cli_reference.py`, and a test compares it with the tools.

Three more tools are MLIR's own drivers with RLX's dialects and passes. They take MLIR's options, for
which you call them with `--help`:

| tool | for |
| --- | --- |
| `rlx-opt` | run passes and phases on IR, for example `rlx-opt --rlx-pipeline-simplify model.mlir` |
| `rlx-reduce` | shrink an IR file while a test script finds it interesting |
| `rlx-lsp-server` | hover texts, completion and diagnostics for `.mlir` files in an editor |
"""


def help_of(folder, tool):
    done = subprocess.run([os.path.join(folder, tool), "--help"], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    if done.returncode != 0 or not done.stdout:
        sys.exit(f"cli_reference.py: error: {tool} --help ended with {done.returncode}")
    return done.stdout.rstrip()


def sections(text):
    """Splits at the headings of rlx-run: yields (title, text), the first without a title."""
    parts = re.split(r"^([A-Z][a-z ]+):\n", text, flags=re.M)
    yield "", parts[0].strip("\n")
    yield from zip(parts[1::2], (part.strip("\n") for part in parts[2::2]))


def main(folder):
    print(HEAD)
    for i, (tool, purpose) in enumerate(TOOLS.items()):
        print(f"## `{tool}`\n\n{purpose}\n")
        parts = list(sections(help_of(folder, tool))) if tool == "rlx-run" else [
            ("", help_of(folder, tool))]
        for title, text in parts:
            if title:
                print(f"### {title}\n")
            print(f"```text\n{text}\n```")
            if (title, text) != parts[-1] or i + 1 < len(TOOLS):
                print()


if __name__ == "__main__":
    main(*sys.argv[1:])
