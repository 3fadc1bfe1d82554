# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images of a report for notebooks: the memory plan, and the time of each kernel.

    import rlx.plot
    report = rlx.explain("model.onnx")
    rlx.plot.times(report)
    rlx.plot.memory(report).save("memory.svg")

The last value of a notebook's cell is shown. Images are SVG and need no other package.
"""
from html import escape
from typing import List, Sequence, Tuple

from . import _check
from ._load import Path
from ._report import Report

__all__ = ["Image", "memory", "times"]

_COLOURS = ("#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#edc948", "#b07aa1", "#9c755f")
_WIDTH = 760  # pixels


class Image:
    """An image, which notebooks show.

    Attributes:
        svg: its text.
    """

    def __init__(self, width: int, height: int, parts: Sequence[str]):
        self.svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                    f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="currentColor">\n'
                    + "\n".join(parts) + "\n</svg>\n")

    def save(self, path: Path) -> None:
        """Writes the image to a file, whose name must end in ".svg"."""
        name = _check.path(path, "path")
        _check.ending(name, ".svg")
        _check.write(name, self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<rlx.plot.Image of {len(self.svg)} characters>"


def memory(report: Report) -> Image:
    """The arena over the order of the program, as on the report's page.

    Each rectangle is a temporary. Its height is its size. Its width reaches from the command that writes it
    to the last one that reads it. Point at it to see its type.
    """
    data = _data(report)
    temporaries = [buffer for buffer in data["buffers"] if buffer["kind"] == "arena" and buffer.get("bytes")]
    commands = max(1, len(report.kernels))
    arena = max([buffer["offset"] + buffer["bytes"] for buffer in temporaries], default=0)
    left, top, width, height = 70, 30, _WIDTH - 80, 320
    parts = [_text(left, 18, f"{data['model']}: {_size(arena)} of temporaries over {commands} commands"),
             f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="currentColor" '
             'stroke-opacity="0.4"/>',
             _text(left - 6, top + 10, _size(arena), "end"), _text(left - 6, top + height, "0", "end"),
             _text(left, top + height + 18, "command 0"),
             _text(left + width, top + height + 18, str(commands - 1), "end")]
    for i, buffer in enumerate(temporaries):
        high = height * buffer["bytes"] / arena
        x = left + width * buffer["first"] / commands
        wide = width * (buffer["last"] - buffer["first"] + 1) / commands
        y = top + height * (1 - buffer["offset"] / arena) - high
        about = f"{buffer.get('type', '')}, {_size(buffer['bytes'])}, commands {buffer['first']} to {buffer['last']}"
        parts.append(_rectangle(x, y, wide, high, _COLOURS[i % len(_COLOURS)], about))
    return Image(_WIDTH, top + height + 28, parts)


def times(report: Report, most: int = 20) -> Image:
    """The time of each kernel, the slowest first.

    Args:
        report: its times are measured, or estimated if the model did not run.
        most: the number of kernels that have a bar of their own, at least 1. Others are one bar.
    """
    if most < 1:
        raise ValueError(f"most must be at least 1, got {most}")
    is_measured = _data(report).get("run_ns") is not None
    found = [(kernel.get("ns" if is_measured else "estimate_ns") or 0, kernel["label"], kernel.get("route", ""))
             for kernel in report.kernels]
    rows: List[Tuple[float, str, str]] = sorted(found, key=lambda row: -row[0])
    if len(rows) > most:
        rest = rows[most:]
        rows = [*rows[:most], (sum(row[0] for row in rest), f"{len(rest)} others", "")]
    total = sum(row[0] for row in rows)
    longest = max([row[0] for row in rows], default=0) or 1
    left, top, step, width = 300, 30, 20, _WIDTH - 400
    parts = [_text(10, 18, f"{report.data['model']}: {_time(total)} in {len(found)} kernels"
                   + ("" if is_measured else ", estimated"))]
    for i, (ns, label, route) in enumerate(rows):
        y = top + i * step
        parts.append(_text(left - 8, y + 13, label if len(label) <= 44 else label[:43] + "…", "end"))
        colour = _COLOURS[0] if i < most else "#999999"
        parts.append(_rectangle(left, y, max(1, width * ns / longest), step - 4, colour,
                                f"{label}: {_time(ns)}" + (f", {route}" if route else "")))
        share = f" ({100 * ns / total:.0f} %)" if total else ""
        parts.append(_text(left + max(1, width * ns / longest) + 6, y + 13, _time(ns) + share))
    return Image(_WIDTH, top + step * max(1, len(rows)) + 10, parts)


def _data(report: Report) -> dict:
    if not isinstance(report, Report):
        raise TypeError(f"expected an rlx.Report, which rlx.explain makes, got {type(report).__name__}")
    return report.data


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _rectangle(x: float, y: float, width: float, height: float, colour: str, about: str) -> str:
    return (f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}" '
            f'fill-opacity="0.8" stroke="white" stroke-width="0.5"><title>{escape(about)}</title></rect>')


def _size(count: float) -> str:
    for unit in ("bytes", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if count >= 100 or unit == "bytes" else f"{count:.3g} {unit}"
        count /= 1024
    return f"{count:.3g} GiB"


def _time(ns: float) -> str:
    for unit in ("ns", "µs", "ms"):
        if ns < 1000:
            return f"{ns:.3g} {unit}"
        ns /= 1000
    return f"{ns:.3g} s"
