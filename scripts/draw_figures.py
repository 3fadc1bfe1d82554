#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the figures of docs/targets as SVG files in docs/images.

One function a figure, made of rectangles, texts, and arrows at given places. Each figure is a light
card, so that it reads on white and on dark pages. A text that leaves the card, overlaps another one,
or is crossed by a line is an error. Arguments: --check (write nothing, fail where a file would
change), or names of figures (default: all).
"""
import os
import sys
from html import escape

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "images")
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
TEXT, MUTED, CARD, EDGE = "#1f2328", "#57606a", "#f6f8fa", "#d0d7de"
# Fill and line of a rectangle, by its meaning.
PLAIN, IDLE = ("#ffffff", "#8c959f"), ("#e7ebef", "#8c959f")
LHS, RHS, SUM = ("#cfe3ff", "#1f6feb"), ("#ffe0c2", "#d9730d"), ("#cdeccd", "#2da44e")
STATE = ("#e6d9fb", "#8250df")


class Figure:
    def __init__(self, title, width, height):
        self.title, self.width, self.height = title, width, height
        self.parts, self.boxes, self.lines = [], [], []

    def rect(self, x, y, width, height, colors=PLAIN, line=1.2, dashed=False):
        fill, stroke = colors
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="2" '
                          f'fill="{fill}" stroke="{stroke}" stroke-width="{line:g}"{dash}/>')

    def grid(self, x, y, columns, rows, width, height, colors=PLAIN):
        for row in range(rows):
            for column in range(columns):
                self.rect(x + column * width, y + row * height, width, height, colors, line=0.7)

    def line(self, x1, y1, x2, y2, color=MUTED, arrow=False):
        end = ' marker-end="url(#head)"' if arrow else ""
        self.lines.append((x1, y1, x2, y2))
        self.parts.append(f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{color}" '
                          f'stroke-width="1.3"{end}/>')

    def arrow(self, x1, y1, x2, y2):
        self.line(x1, y1, x2, y2, arrow=True)

    def text(self, x, y, text, size=12, anchor="start", bold=False, color=TEXT):
        """`y` is the baseline of the first line; lines are 1.35 times the size apart."""
        for number, each in enumerate(text.split("\n")):
            self.one_line(x, y + number * size * 1.35, each, size, anchor, bold, color)

    def one_line(self, x, y, text, size, anchor, bold, color):
        width = len(text) * size * (0.62 if bold else 0.57)  # an upper bound for usual fonts
        left = x - {"start": 0, "middle": width / 2, "end": width}[anchor]
        self.boxes.append((text, left, y - 0.8 * size, left + width, y + 0.2 * size))
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" '
                          f'fill="{color}"{weight}>{escape(text)}</text>')

    def label(self, x, y, width, height, text, colors=PLAIN, size=12, bold=False):
        """A rectangle with a text in its middle."""
        self.rect(x, y, width, height, colors)
        lines = text.count("\n") + 1
        first = y + height / 2 + 0.35 * size - (lines - 1) * size * 1.35 / 2
        self.text(x + width / 2, first, text, size, "middle", bold)

    def span(self, x1, y1, x2, y2, text, dx=0, dy=0, anchor="middle"):
        """A dimension: a line with bars at its ends, and its name."""
        tick = 4
        for x, y in ((x1, y1), (x2, y2)):
            if y1 == y2:
                self.line(x, y - tick, x, y + tick)
            else:
                self.line(x - tick, y, x + tick, y)
        self.line(x1, y1, x2, y2)
        self.text((x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy, text, 11.5, anchor, color=MUTED)

    def problems(self):
        for number, (text, left, top, right, bottom) in enumerate(self.boxes):
            if left < 4 or top < 4 or right > self.width - 4 or bottom > self.height - 4:
                yield f"'{text}' leaves the card ({left:.0f} to {right:.0f}, {top:.0f} to {bottom:.0f})"
            for other, left2, top2, right2, bottom2 in self.boxes[:number]:
                if left < right2 and left2 < right and top < bottom2 and top2 < bottom:
                    yield f"'{text}' overlaps '{other}'"
            for x1, y1, x2, y2 in self.lines:
                points = [(x1 + (x2 - x1) * i / 50, y1 + (y2 - y1) * i / 50) for i in range(51)]
                if any(left < x < right and top < y < bottom for x, y in points):
                    yield f"a line crosses '{text}'"

    def svg(self):
        body = "\n".join(self.parts)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                f'viewBox="0 0 {self.width} {self.height}" font-family="{FONT}" role="img">\n'
                f"<title>{escape(self.title)}</title>\n"
                '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
                f'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{MUTED}"/></marker></defs>\n'
                f'<rect x="0.5" y="0.5" width="{self.width - 1}" height="{self.height - 1}" rx="8" '
                f'fill="{CARD}" stroke="{EDGE}"/>\n{body}\n</svg>\n')


def matmul_tiles():
    f = Figure("The tiles of a matmul", 880, 510)
    tile_m, tile_n, slice_k, at = 50, 60, 26, 2  # of the drawing, and which slice is multiplied
    # B above C, A to its left.
    f.text(250, 30, "B (rhs), K x N", bold=True)
    f.rect(250, 40, 180, 130)
    f.rect(310, 40, tile_n, 130, RHS)
    f.text(30, 196, "A (lhs), M x K", bold=True)
    f.rect(30, 206, 130, 200)
    f.rect(30, 256, 130, tile_m, LHS)
    for k in range(1, 5):
        f.line(310, 40 + k * slice_k, 310 + tile_n, 40 + k * slice_k, RHS[1])
        f.line(30 + k * slice_k, 256, 30 + k * slice_k, 256 + tile_m, LHS[1])
    f.rect(310, 40 + at * slice_k, tile_n, slice_k, (RHS[1], RHS[1]))
    f.rect(30 + at * slice_k, 256, slice_k, tile_m, (LHS[1], LHS[1]))
    f.text(250, 196, "C, M x N", bold=True)
    f.grid(250, 206, 3, 4, tile_n, tile_m)
    f.rect(310, 256, tile_n, tile_m, SUM, line=2)
    f.span(172, 256, 172, 306, "BM", dx=18, dy=4)
    f.span(310, 182, 370, 182, "BN", dx=46, dy=4)
    f.span(30 + at * slice_k, 244, 30 + (at + 1) * slice_k, 244, "BK", dx=28, dy=4)
    f.span(382, 40 + at * slice_k, 382, 40 + (at + 1) * slice_k, "BK", dx=18, dy=4)
    f.arrow(164, 330, 246, 330)
    f.text(166, 350, "one K-slice\nan iteration", 11.5, color=MUTED)
    # The tile of a workgroup.
    f.text(490, 30, "The tile of one workgroup (BM x BN = 128 x 128)", bold=True)
    f.line(370, 256, 490, 44, EDGE)
    f.line(370, 306, 490, 300, EDGE)
    for row in range(2):
        for column in range(2):
            f.grid(490 + column * 128, 44 + row * 128, 4, 4, 32, 32, SUM)
            f.rect(490 + column * 128, 44 + row * 128, 128, 128, ("none", TEXT), line=2)
    for number in range(4):
        f.label(504 + number % 2 * 128, 96 + number // 2 * 128, 100, 24, f"subgroup {number}")
    f.rect(714, 268, 32, 32, STATE, line=2)
    f.arrow(790, 284, 750, 284)
    f.text(762, 308, "fragment:\n16 x 16\naccumulators\nin f32", 11.5, color=MUTED)
    f.span(758, 44, 758, 172, "64 rows", dx=36, dy=4)
    # Where a slice goes.
    f.text(30, 458, "A K-slice", bold=True)
    steps = [("global memory", IDLE, 118), ("registers", IDLE, 86), ("shared memory", LHS, 116),
             ("fragments", RHS, 86), ("accumulators", SUM, 104)]
    x = 116
    for number, (name, colors, width) in enumerate(steps):
        f.label(x, 440, width, 28, name, colors)
        x += width
        if number + 1 < len(steps):
            f.arrow(x + 2, 454, x + 50, 454)
            f.text(x + 26, 434, ("load", "store", "load", "multiply")[number], 11.5, "middle", color=MUTED)
            x += 52
    f.text(116, 492, "Slice k + 1 is on its way to registers while slice k is multiplied. "
           "Two barriers separate the slices.", 11.5, color=MUTED)
    return f


def flash_attention():
    f = Figure("The tile of flash attention", 880, 470)
    # Keys go by above the scores, values above the accumulators.
    f.text(250, 32, "K, transposed: 32 keys a tile", bold=True)
    names = ["done", "now", "next", "", ""]
    for number, name in enumerate(names):
        f.label(250 + number * 52, 42, 52, 84, name, RHS if name == "now" else IDLE, 11.5, name == "now")
    f.text(30, 166, "Q: 64 queries of one head", bold=True)
    for number in range(4):
        f.label(30, 178 + number * 34, 150, 34, f"subgroup {number}: 16", LHS, 11.5)
    f.span(30, 328, 180, 328, "head size, up to 128", dy=18)
    f.text(250, 166, "S, scores: 64 x 32", bold=True)
    f.rect(302, 178, 52, 136, STATE)
    for number in range(1, 4):
        f.line(302, 178 + number * 34, 354, 178 + number * 34, STATE[1])
    f.arrow(184, 246, 298, 246)
    f.arrow(328, 130, 328, 150)
    f.text(250, 334, "in registers (cooperative matrices)\nor in shared memory", 11.5, color=MUTED)
    f.text(560, 32, "V: the same 32 keys", bold=True)
    f.label(560, 42, 150, 42, "32 x head size", RHS)
    f.text(560, 166, "O: accumulators, 64 x head size", bold=True)
    f.rect(560, 178, 150, 136, SUM)
    for number in range(1, 4):
        f.line(560, 178 + number * 34, 710, 178 + number * 34, SUM[1])
    f.arrow(358, 246, 430, 246)
    f.label(434, 228, 56, 36, "P", STATE, bold=True)
    f.arrow(494, 246, 556, 246)
    f.arrow(635, 88, 635, 150)
    f.rect(726, 178, 22, 136, STATE)
    f.rect(754, 178, 22, 136, STATE)
    f.text(737, 332, "m", 12, "middle")
    f.text(765, 332, "l", 12, "middle")
    f.text(784, 206, "per query:\nm maximum\nl sum of P", 11.5, color=MUTED)
    f.text(30, 396, "An iteration", bold=True)
    for x, formula in ((130, "S = Q K scale + mask"), (284, "m' = max(m, S)"), (404, "P = exp(S - m')"),
                       (516, "l = l exp(m - m') + sum of P"), (720, "m = m'")):
        f.text(x, 396, formula, 11.5)
    f.text(516, 416, "O = O exp(m - m') + P V", 11.5)
    f.text(30, 444, "At the end", bold=True)
    f.text(130, 444, "result = O / l", 11.5)
    f.text(284, 444, "Tiles of keys that no query of the tile sees are left out.", 11.5, color=MUTED)
    return f


def decode_attention():
    f = Figure("Decode attention, split over keys", 880, 450)
    f.text(30, 32, "Keys and values of one KV head", bold=True)
    groups, width, colors = 4, 26, [LHS, RHS, SUM, STATE]
    for key in range(24):
        f.label(30 + key * width, 44, width, 34, str(key) if key < groups else "", colors[key % groups], 11.5)
    f.text(666, 58, "key i goes to group\ni mod (number of groups)", 11.5, color=MUTED)
    f.span(30, 94, 30 + 16 * width, 94, "one iteration: 4 keys of each group in flight", dy=18)
    # Groups and subgroups.
    f.text(30, 152, "A group: 16 lanes hold one key, 16 bytes each (f16, head size 128)", bold=True)
    for number in range(groups):
        x = 30 + number * 170
        f.label(x, 164, 156, 30, f"group {number}", colors[number])
        for i, name in enumerate(("m", "l", "O")):
            f.label(x + i * 54, 200, 48, 28, name)
        f.arrow(x + 78, 232, 193 + number // 2 * 340, 276)
    for number in range(2):
        f.label(115 + number * 340, 280, 156, 30, f"subgroup {number}: m, l, O", IDLE)
        f.arrow(193 + number * 340, 314, 363, 356)
    f.label(265, 360, 196, 32, "result of each query", SUM, bold=True)
    f.text(712, 258, "joined by shuffles", 11.5, color=MUTED)
    f.text(712, 340, "joined in shared\nmemory", 11.5, color=MUTED)
    f.text(712, 380, "m' = max of m\nl' = sum of l exp(m - m')\nO' = sum of O exp(m - m')", 11)
    f.text(30, 428, "m maximum, l sum of weights, O sum of weighted values. All in one kernel; "
           "keys are read once.", 11.5, color=MUTED)
    return f


def split_reduction():
    f = Figure("A long reduction in two kernels", 880, 310)
    f.text(30, 32, "One row of 1,048,576 elements, in 1,024 parts", bold=True)
    for x in (30, 218, 532):
        for part in range(2):
            f.label(x + part * 94, 44, 94, 36, "1,024", LHS, 11.5)
            f.arrow(x + part * 94 + 47, 84, x + part * 94 + 47, 110)
            f.arrow(x + part * 94 + 47, 150, x + part * 94 + 47, 166)
            f.rect(x + part * 94 + 35, 170, 24, 24, SUM)
            f.arrow(x + part * 94 + 47, 198, 375, 224)
        f.label(x + 14, 114, 160, 32, "workgroup", RHS, 11.5)
    f.label(406, 44, 126, 36, "...", IDLE)
    f.text(740, 126, "kernel 1:\n512 workgroups,\ntwo parts each", 11.5)
    f.text(740, 186, "partial sums", 11.5, color=MUTED)
    f.label(310, 228, 130, 32, "workgroup", RHS, 11.5)
    f.arrow(444, 244, 480, 244)
    f.label(484, 232, 60, 24, "sum", SUM, bold=True)
    f.text(740, 240, "kernel 2:\none workgroup", 11.5)
    f.text(30, 292, "Up to 8 parts for each compute unit in all. Parts are equal, and multiples of 8 elements.",
           11.5, color=MUTED)
    return f


def prefix_scan():
    f = Figure("A long prefix scan in parts", 880, 350)
    parts = [[3, 1, 4], [1, 5, 9], [2, 6, 5], [3, 5, 8]]
    cell, gap, left = 40, 16, 30

    def at(number, i=0):
        return left + number * (3 * cell + gap) + i * cell

    def row(y, values, colors, title, note):
        for number, part in enumerate(values):
            for i, value in enumerate(part):
                f.label(at(number, i), y, cell, 30, str(value), colors)
        f.text(586, y + 8, title, bold=True)
        f.text(586, y + 27, note, 11.5, color=MUTED)

    def sums(part, start=0):
        found = []
        for value in part:
            start += value
            found.append(start)
        return found

    scanned = [sums(part) for part in parts]
    totals = [part[-1] for part in scanned]
    before = [sum(totals[:i]) for i in range(len(totals))]
    row(30, parts, LHS, "One row, cut into parts", "at least 1,024 elements each")
    row(102, scanned, RHS, "1. Scan each part", "a workgroup a part; f16 and bf16 become f32")
    for number, value in enumerate(before):
        f.arrow(at(number, 1.5), 64, at(number, 1.5), 98)
        f.arrow(at(number, 2.5), 136, at(number, 2.5), 174)
        f.label(at(number, 2), 178, cell, 30, str(totals[number]), IDLE)
        f.label(at(number), 178, cell, 30, str(value), STATE, bold=True)
        f.arrow(at(number, 0.5), 212, at(number, 0.5), 250)
    f.text(586, 186, "2. Scan the totals", bold=True)
    f.text(586, 205, "a small kernel copies them; exclusive", 11.5, color=MUTED)
    whole = [[value + start for value in part] for part, start in zip(scanned, before)]
    row(254, whole, SUM, "3. Add", "the sum before a part to its elements")
    f.text(left, 324, "Elements are read and written twice: four passes over memory.", 11.5, color=MUTED)
    return f


def top_k_split():
    f = Figure("Long rows of top-k: select again, or sort and merge", 880, 430)
    f.text(30, 30, "k up to 256: select, then select again", bold=True)
    f.text(30, 50, "50 largest of 128,256 elements", 11.5, color=MUTED)
    stages = [("128 parts of 1,002, 50 of each", 128256, 380), ("8 parts of 800, 50 of each", 6400, 200),
              ("one row of 400", 400, 110)]
    y = 66
    for name, count, width in stages:
        f.label(30, y, width, 30, f"{count:,} elements", LHS, 11.5)
        f.arrow(65, y + 34, 65, y + 62)
        f.text(80, y + 53, "kernel: " + name, 11.5, color=MUTED)
        y += 66
    f.label(30, y, 70, 30, "50", SUM, 11.5, bold=True)
    f.line(437, 20, 437, 370, EDGE)
    f.text(464, 30, "k above 256: sort parts, then merge pairs", bold=True)
    f.text(464, 50, "sort of 131,072 elements", 11.5, color=MUTED)
    y, levels = 66, ["128 parts of 1,024, sorted", "64 sorted runs of 2,048", "32 sorted runs of 4,096"]
    for level, name in enumerate(levels):
        each = 384 / (8 >> level)
        for number in range(8 >> level):
            f.rect(464 + number * each, y, each - 4, 26, (LHS, RHS, STATE)[level])
            if level + 1 < len(levels):
                f.arrow(462 + (number + 0.5) * each, y + 48, 462 + (number // 2 * 2 + 1) * each, y + 70)
        f.text(464, y + 42, name, 11.5, color=MUTED)
        y += 74
    f.text(464, y + 4, "five more kernels merge pairs of runs", 11.5, color=MUTED)
    f.arrow(656, y + 12, 656, y + 30)
    f.label(464, y + 34, 380, 30, "131,072 elements, sorted", SUM, 11.5, bold=True)
    f.text(30, 394, "A workgroup sorts up to 1,024 elements in shared memory, by a bitonic network.", 11.5,
           color=MUTED)
    f.text(30, 414, "Indices go along: after each kernel those in a part become those in the row.", 11.5,
           color=MUTED)
    return f


FIGURES = {"matmul-tiles": matmul_tiles, "flash-attention": flash_attention,
           "decode-attention": decode_attention, "split-reduction": split_reduction,
           "prefix-scan": prefix_scan, "top-k-split": top_k_split}


def main(arguments):
    check = "--check" in arguments
    names = [each for each in arguments if each != "--check"] or list(FIGURES)
    if unknown := [name for name in names if name not in FIGURES]:
        sys.exit(f"draw_figures.py: there is no figure '{unknown[0]}'; there are {', '.join(FIGURES)}")
    failed = 0
    for name in names:
        figure, path = FIGURES[name](), os.path.join(FOLDER, name + ".svg")
        wrong = [f"{name}: {each}" for each in figure.problems()]
        before = open(path, encoding="utf-8").read() if os.path.exists(path) else None
        if check and before != figure.svg():
            wrong.append(f"docs/images/{name}.svg is out of date: run scripts/draw_figures.py")
        for each in wrong:
            print(each)
        failed += bool(wrong)
        if not check and before != figure.svg():
            os.makedirs(FOLDER, exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(figure.svg())
    print(f"{len(names) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
