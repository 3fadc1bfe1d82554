# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors of the calls of `rlx.Graph` in the words of NumPy: "float32 of shape (n, 4)" for "tensor<?x4xf32>"."""
from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING, Dict, Sequence

from . import _convert
from ._errors import Error

if TYPE_CHECKING:
    from ._values import Value

_TYPES = {**_convert.SHORT_NAMES, "i1": "bool", "ui8": "uint8", "ui16": "uint16", "ui32": "uint32", "ui64": "uint64",
          "i4": "int4", "ui4": "uint4", "i2": "int2", "ui2": "uint2", "complex<f32>": "complex64",
          "complex<f64>": "complex128", "f8E4M3FN": "float8_e4m3fn", "f8E4M3FNUZ": "float8_e4m3fnuz",
          "f8E5M2": "float8_e5m2", "f8E5M2FNUZ": "float8_e5m2fnuz", "f8E8M0FNU": "float8_e8m0fnu",
          "f4E2M1FN": "float4_e2m1fn"}
_SIZE = r"(?:\?|\d+)"
_TENSOR = re.compile(rf"'?tensor<((?:{_SIZE}x)*)(complex<f\d+>|\w+)>'?")
_ELEMENT = re.compile(r"(?<![\w.'<])(?:" + "|".join(sorted(map(re.escape, _TYPES), key=len, reverse=True)) + r")(?![\w>'])")
_SHAPE = re.compile(rf"(?<!\w){_SIZE}(?:x{_SIZE})+(?!\w)")
_TWO_SHAPES = re.compile(rf"(shape.* got )({_SIZE}(?:x{_SIZE})*) and ({_SIZE}(?:x{_SIZE})*)$")
_PHRASES = (("ranked tensor of ", "a tensor of "), ("1-bit signless integer", "bool"), ("floating-point", "float"),
            ("complex type", "complex"), ("float type", "float"))
_BITS = re.compile(r"(\d+)-bit (signless |unsigned )?(integer|float)")


def reworded(error: Error, operands: Sequence["Value"]) -> Error:
    """The error of a call with these operands, whose sizes get their names."""
    names: Dict[str, str] = {}

    def shape(sizes: str) -> str:
        if not names:  # the message has a shape, so the operands are those of the graph
            names.update(_names_of(operands))
        return names.get(sizes) or _listed(sizes.split("x") if sizes else [])

    text = re.sub(r"^'rlx\.(\w+)' op ", lambda found: f"Graph.{found[1]}{'_' * keyword.iskeyword(found[1])} ",
                  error.message)
    text = _TENSOR.sub(lambda found: f"{_TYPES.get(found[2], found[2])} of shape {shape(found[1].rstrip('x'))}", text)
    text = _TWO_SHAPES.sub(lambda found: f"{found[1]}{shape(found[2])} and {shape(found[3])}", text)
    text = _SHAPE.sub(lambda found: shape(found[0]), text)
    for phrase, plain in _PHRASES:
        text = text.replace(phrase, plain)
    text = _BITS.sub(lambda found: {"unsigned ": "u"}.get(found[2], "") +
                     {"integer": "int", "float": "float"}[found[3]] + found[1], text)
    text = _ELEMENT.sub(lambda found: _TYPES[found[0]], text)
    return type(error)(f"{error.place}: {text}" if error.place else text, error.place)


def _names_of(operands: Sequence["Value"]) -> Dict[str, str]:
    """The shapes by their text in MLIR, such as "?x4", where all operands of that text have the same."""
    names: Dict[str, str] = {}
    for value in operands:
        sizes = value.shape
        text = "x".join(str(size) if isinstance(size, int) else "?" for size in sizes)
        named = _listed(list(map(str, sizes)))
        names[text] = named if names.get(text, named) == named else ""
    return names


def _listed(sizes: "list[str]") -> str:
    return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"
