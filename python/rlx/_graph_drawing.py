# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A graph as HTML for notebooks: a drawing as SVG, or a table of a graph that is too large for one."""
from __future__ import annotations

import collections
import html
from typing import TYPE_CHECKING, Dict, List, NamedTuple, Set, Tuple

from ._values import Value

if TYPE_CHECKING:
    from ._graph import Graph

_MOST_BOXES = 120
_WIDTH, _HEIGHT, _GAP_X, _GAP_Y, _MARGIN = 150, 38, 24, 30, 10
_COLORS = {"input": "#dbeafe", "output": "#dcfce7", "op": "#f3f4f6"}


class Box(NamedTuple):
    kind: str  # input, output or op
    title: str
    detail: str
    level: int
    sources: Set[int]  # numbers of boxes


def draw(graph: "Graph") -> str:
    """The drawing. Params and constants have no boxes: params stand in those of their ops."""
    boxes = _boxes(graph)
    head = f"<b>{html.escape(repr(graph)[1:-1])}</b>"
    if len(boxes) > _MOST_BOXES:
        return head + _table(graph)
    return head + "<br>" + _svg(boxes)


def _type(graph: "Graph", number: int) -> str:
    value = Value(graph, number)
    return f"{value.dtype}[{', '.join(map(str, value.shape))}]"


def _boxes(graph: "Graph") -> List[Box]:
    params = {number: name for name, number in graph._names["param"]}
    maker: Dict[int, int] = {}  # of values: numbers of boxes
    boxes: List[Box] = []
    for name, number in graph._names["input"]:
        maker[number] = len(boxes)
        boxes.append(Box("input", name, _type(graph, number), 0, set()))
    for node in graph._nodes:
        if node.op == "constant":
            continue
        sources = {maker[number] for number in node.operands if number in maker}
        names = [params[number] for number in node.operands if number in params]
        detail = ", ".join(names + [_type(graph, number) for number in node.results[:1]])
        for number in node.results:
            maker[number] = len(boxes)
        boxes.append(Box("op", node.op, detail, 1 + max((boxes[i].level for i in sources), default=0), sources))
    for name, number in graph._names["output"]:
        sources = {maker[number]} if number in maker else set()
        level = 1 + max((boxes[i].level for i in sources), default=0)
        boxes.append(Box("output", name, _type(graph, number), level, sources))
    return boxes


def _places(boxes: List[Box]) -> List[Tuple[int, int]]:
    """The upper left corners: a row per level."""
    filled: Dict[int, int] = collections.Counter()
    places = []
    for box in boxes:
        places.append((_MARGIN + filled[box.level] * (_WIDTH + _GAP_X), _MARGIN + box.level * (_HEIGHT + _GAP_Y)))
        filled[box.level] += 1
    return places


def _svg(boxes: List[Box]) -> str:
    places = _places(boxes)
    width = max((x for x, _ in places), default=0) + _WIDTH + _MARGIN
    height = max((y for _, y in places), default=0) + _HEIGHT + _MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
             'font-family="sans-serif" font-size="12">']
    for box, place in zip(boxes, places):
        for source in sorted(box.sources):
            parts.append(_edge(places[source], place, box.level - boxes[source].level == 1))
    for box, (x, y) in zip(boxes, places):
        parts.append(f'<g><title>{html.escape(f"{box.title}: {box.detail}")}</title>'
                     f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="5" fill="{_COLORS[box.kind]}" '
                     'stroke="#6b7280"/>'
                     f'<text x="{x + 8}" y="{y + 16}" fill="#111827">{html.escape(_short(box.title))}</text>'
                     f'<text x="{x + 8}" y="{y + 30}" font-size="10" fill="#4b5563">'
                     f'{html.escape(_short(box.detail, 26))}</text></g>')
    return "".join(parts) + "</svg>"


def _edge(source: Tuple[int, int], target: Tuple[int, int], is_short: bool) -> str:
    """A line between two levels; a longer one bends around the boxes between."""
    inset = _WIDTH // 2 if is_short else _WIDTH * 4 // 5
    bend = 0 if is_short else _WIDTH * 2 // 5
    (x, y), (to_x, to_y) = source, target
    x, y, to_x = x + inset, y + _HEIGHT, to_x + inset
    return (f'<path d="M{x} {y}C{x + bend} {y + bend} {to_x + bend} {to_y - bend} {to_x} {to_y}" fill="none" '
            'stroke="#9ca3af"/>')


def _short(text: str, most: int = 20) -> str:
    return text if len(text) <= most else text[:most - 1] + "…"


def _table(graph: "Graph") -> str:
    counts = collections.Counter(node.op for node in graph._nodes)
    rows = "".join(f"<tr><td>{html.escape(op)}</td><td>{count}</td></tr>" for op, count in counts.most_common())
    return f"<table><tr><th>op</th><th>number</th></tr>{rows}</table>"
