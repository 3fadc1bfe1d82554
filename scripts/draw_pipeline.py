#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws docs/images/pipeline.svg: how a model becomes an executable.

Standard library only. Text stands in filled boxes, and lines have a middle grey, so that the picture
is readable on white and on dark pages.
"""
import os

OUTPUT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "images",
                      "pipeline.svg")
WIDTH, HEIGHT = 960, 260
TOP, ROW, GAP = 8, 62, 10      # three rows of boxes: y of the first, height, space between them
INPUT = ("#dbeafe", "#1d4ed8")  # fill, border
GRAPH = ("#ede9fe", "#6d28d9")
CPU = ("#dcfce7", "#15803d")
GPU = ("#fef3c7", "#b45309")
RUN = ("#fee2e2", "#b91c1c")
TEXT, LINE = "#111827", "#7d8590"

# left edge, width, first row, last row, colours, title, lines below it
BOXES = {
    "onnx": (8, 100, 0, 0, INPUT, "ONNX", ["opsets 1 to 28"]),
    "mlir": (8, 100, 1, 1, INPUT, "MLIR", ["text, bytecode"]),
    "cpp": (8, 100, 2, 2, INPUT, "C++", ["GraphBuilder"]),
    "rlx": (136, 108, 0, 2, GRAPH, "rlx dialect", ["ops on tensors", "", "simplify, fuse,", "decompose"]),
    "program": (272, 136, 0, 0, GRAPH, "lir program", ["buffers, dispatches"]),
    "kernels": (272, 136, 1, 2, GRAPH, "kernels", ["rlx ops, outlined", "and merged"]),
    "cpu": (436, 124, 1, 1, CPU, "fast path", ["or linalg"]),
    "gpu": (436, 124, 2, 2, GPU, "linalg", ["and GPU schedule"]),
    "object": (588, 104, 1, 1, CPU, "object code", ["LLVM, CPU"]),
    "spirv": (588, 104, 2, 2, GPU, "SPIR-V", ["Vulkan"]),
    "package": (720, 100, 0, 2, RUN, ".rlxe", ["package", "", "program, code,", "weights"]),
    "runtime": (848, 104, 0, 2, RUN, "runtime", ["no LLVM", "", "CPU threads,", "Vulkan device"]),
}
# from, to, row of the arrow
ARROWS = [("onnx", "rlx", 0), ("mlir", "rlx", 1), ("cpp", "rlx", 2), ("rlx", "program", 0),
          ("rlx", "kernels", 1.5), ("kernels", "cpu", 1), ("kernels", "gpu", 2), ("cpu", "object", 1),
          ("gpu", "spirv", 2), ("program", "package", 0), ("object", "package", 1),
          ("spirv", "package", 2), ("package", "runtime", 1)]
# left edge, right edge, text
BRACKETS = [(8, 692, "compiler, on MLIR and LLVM 22"), (720, 952, "runtime, without either")]


def middle(row):
    return TOP + row * (ROW + GAP) + ROW / 2


def box(left, width, first, last, colours, title, lines):
    fill, border = colours
    top, bottom = TOP + first * (ROW + GAP), TOP + last * (ROW + GAP) + ROW
    yield (f'<rect x="{left}" y="{top}" width="{width}" height="{bottom - top}" rx="6" fill="{fill}" '
           f'stroke="{border}" stroke-width="1.5"/>')
    x, y = left + width / 2, (top + bottom) / 2 - 8 * len(lines) + 5
    yield f'<text x="{x:g}" y="{y:g}" font-size="14" font-weight="bold" fill="{TEXT}">{title}</text>'
    for number, line in enumerate(lines, 1):
        if line:
            yield f'<text x="{x:g}" y="{y + 16 * number:g}" font-size="12" fill="{TEXT}">{line}</text>'


def arrow(source, target, row):
    start, end = BOXES[source][0] + BOXES[source][1] + 3, BOXES[target][0] - 4
    y = middle(row)
    yield (f'<path d="M{start} {y:g}H{end - 6}" stroke="{LINE}" stroke-width="2" fill="none"/>'
           f'<path d="M{end} {y:g}l-9 -5v10z" fill="{LINE}"/>')


def bracket(left, right, text):
    y = TOP + 3 * ROW + 2 * GAP + 10
    yield (f'<path d="M{left} {y}v8H{right}v-8" stroke="{LINE}" stroke-width="1.5" fill="none"/>'
           f'<text x="{(left + right) / 2:g}" y="{y + 26}" font-size="13" fill="{LINE}">{text}</text>')


def main():
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
             f'height="{HEIGHT}" font-family="system-ui, \'DejaVu Sans\', Arial, sans-serif" '
             'text-anchor="middle" role="img">',
             "<title>ONNX, MLIR or C++ becomes rlx ops, a lir program and kernels, machine code or "
             "SPIR-V, a package, and runs without LLVM</title>"]
    for each in BOXES.values():
        parts += box(*each)
    for each in ARROWS:
        parts += arrow(*each)
    for each in BRACKETS:
        parts += bracket(*each)
    with open(OUTPUT, "w") as file:
        file.write("\n".join(parts + ["</svg>"]) + "\n")


if __name__ == "__main__":
    main()
