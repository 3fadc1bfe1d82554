#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns the examples in the generated op reference into one .mlir file that must parse.

Usage: extract_examples.py RLXOps.md -o examples.mlir

An example is a ```mlir block in an op's section. A block with a func.func is taken as it is;
otherwise every op in it is put into a function whose arguments are the op's operands, with the
types of the op's signature `: (types) -> types`. Fails, naming the op, if an op has no example
and does not occur in that of another, or if operands and signature do not fit.
"""
import argparse
import re
import sys

HEADING = re.compile(r"^### `([a-z_]+\.[a-z_0-9]+)`")
SIGNATURE = re.compile(r":\s*\(([^()]*)\)\s*->")


class ExampleError(Exception):
    pass


def read_sections(lines):
    """Yields (op, [block, ...]) for every op of the reference."""
    op, blocks, block = None, [], None
    for line in lines:
        heading = HEADING.match(line)
        if block is None and heading:
            if op:
                yield op, blocks
            op, blocks = heading.group(1), []
        elif block is None and line.strip() == "```mlir":
            block = []
        elif block is not None and line.strip() == "```":
            blocks.append("".join(block))
            block = None
        elif block is not None:
            block.append(line)
    if op:
        yield op, blocks


def statements(block):
    """The ops of a block; a line that starts neither with a result nor an op goes on with the
    one before."""
    result = []
    for line in block.splitlines():
        if not line.strip() or line.strip().startswith("//"):
            continue
        if re.match(r"\s*(%|[a-z_]+\.[a-z_])", line) or not result:
            result.append(line.strip())
        else:
            result[-1] += " " + line.strip()
    return result


def split_types(text):
    """Splits at commas outside of <> and ()."""
    types, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += char in "<(" and 1 or char in ">)" and -1 or 0
        if char == "," and depth == 0:
            types.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return types + [last] if last else types


def wrap(op, statement):
    """A function (without a name) that holds the statement."""
    body = statement.split(" = ", 1)[1] if statement.startswith("%") else statement
    names = re.findall(r"%[A-Za-z_0-9]+", body)
    signature = SIGNATURE.search(body)
    types = split_types(signature.group(1)) if signature else []
    if len(names) != len(types):
        raise ExampleError(f"{op}: {len(names)} operands but {len(types)} types: {statement}")
    arguments = {}
    for name, type_ in zip(names, types):
        if arguments.setdefault(name, type_) != type_:
            raise ExampleError(f"{op}: {name} has two types: {statement}")
    parameters = ", ".join(f"{name}: {type_}" for name, type_ in arguments.items())
    return f"({parameters}) {{\n  {statement}\n  return\n}}\n"


def extract(lines):
    sections = list(read_sections(lines))
    if not sections:
        raise ExampleError("no ops found")
    everything = "\n".join(block for _, blocks in sections for block in blocks)
    out = []
    for op, blocks in sections:
        if not blocks and not re.search(re.escape(op) + r"\b", everything):
            raise ExampleError(f"{op}: has no example")
        for block in blocks:
            if op not in block:
                raise ExampleError(f"{op}: its example does not use it")
            if "func.func" in block:
                out.append(f"module {{\n{block}}}\n")
                continue
            for statement in statements(block):
                name = f"{op.replace('.', '_')}_{len(out)}"
                out.append(f"func.func @{name}{wrap(op, statement)}")
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("reference")
    parser.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    with open(options.reference, encoding="utf-8") as file:
        lines = file.readlines()
    try:
        text = extract(lines)
    except ExampleError as error:
        sys.exit(f"extract_examples: {error}")
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
