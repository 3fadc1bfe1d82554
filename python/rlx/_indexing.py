# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes with a rest, and `value[...]` as the ops slice, reshape and gather."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Sequence, Tuple, Union

from . import _check

if TYPE_CHECKING:
    from ._values import Size, Value

    Sizes = Tuple[Union[int, Size], ...]


def complete(old: "Sizes", new: "Sizes") -> "Sizes":
    """The sizes of a reshape, with a size of -1 computed."""
    rests = [axis for axis, size in enumerate(new) if isinstance(size, int) and size == -1]
    if not rests:
        return new
    if len(rests) > 1:
        raise ValueError(f"only one size may be -1, but the shape is {new}")
    numerator, denominator = list(old), [size for axis, size in enumerate(new) if axis != rests[0]]
    for size in [size for size in denominator if not isinstance(size, int)]:
        if size in numerator:  # the same size in both
            numerator.remove(size)
            denominator.remove(size)
    above, below = product(numerator), product(denominator)
    if isinstance(above, int) and isinstance(below, int):
        if below == 0 or above % below:
            raise ValueError(f"{old} has no reshape to {new}")
        rest: Union[int, Size] = above // below
    else:
        rest = above // below
    return new[:rests[0]] + (rest,) + new[rests[0] + 1:]


def product(sizes: "Sequence[Union[int, Size]]") -> "Union[int, Size]":
    product: "Union[int, Size]" = 1
    # Numbers last, so that the expression is short.
    for size in sorted(sizes, key=lambda size: isinstance(size, int)):
        product = product * size
    return product


def index(value: "Value", key: Any) -> "Value":
    keys = list(key) if isinstance(key, tuple) else [key]
    if any(_is_mask(each) for each in keys):
        raise TypeError("the run would decide the size of what a mask selects; use Graph.where")
    if len(keys) == 1 and _is_tensor(keys[0]):
        return value.graph.gather(value, keys[0], 0)
    if any(_is_tensor(each) for each in keys):
        raise TypeError("a tensor can be an index only by itself; Graph.gather and Graph.gather_nd do more")
    parts = _expanded(keys, value.ndim)
    shape, starts, sizes, strides, result = value.shape, [], [], [], []  # type: Any, Any, Any, Any, Any
    for part in parts:
        if part is None:
            result.append(1)
            continue
        size = shape[len(starts)]
        if isinstance(part, slice):
            start, count, stride = _range(part, size)
            result.append(count)
        else:
            start, count, stride = _place(part, size, len(starts)), 1, 1
        starts.append(start)
        sizes.append(count)
        strides.append(stride)
    picked = value
    if any(not _is_whole(part) for part in parts if part is not None):
        picked = value.graph.slice(value, starts, sizes, strides=strides)
    return picked if len(result) == len(sizes) == len(parts) and None not in parts else \
        value.graph.reshape(picked, result)


def _is_tensor(key: Any) -> bool:
    from ._values import Value
    return isinstance(key, (Value, list)) or getattr(key, "ndim", 0) > 0


def _is_mask(key: Any) -> bool:
    if isinstance(key, list):
        return any(isinstance(each, (bool, list)) and _is_mask(each) for each in key)
    return isinstance(key, bool) or str(getattr(key, "dtype", "")) == "bool"


def _is_whole(part: Any) -> bool:
    return isinstance(part, slice) and part == slice(None)


def _expanded(keys: List[Any], rank: int) -> List[Any]:
    """One entry per dimension, and a None for each new one."""
    used = sum(1 for key in keys if key is not None and key is not Ellipsis)
    if used > rank:
        raise IndexError(f"too many indices: the tensor has {rank} dimensions, but {used} are indexed")
    if sum(1 for key in keys if key is Ellipsis) > 1:
        raise IndexError("an index has one ellipsis at most")
    if not any(key is Ellipsis for key in keys):
        keys = keys + [Ellipsis]
    parts: List[Any] = []
    for key in keys:
        if key is Ellipsis:
            parts += [slice(None)] * (rank - used)
        elif key is None or isinstance(key, slice):
            parts.append(key)
        else:
            parts.append(key if _is_size(key) else _check.integer(key, "an index"))
    return parts


def _is_size(key: Any) -> bool:
    from ._values import Size
    return isinstance(key, Size)


def _place(place: Any, size: "Union[int, Size]", axis: int) -> "Union[int, Size]":
    """The element that an integer names."""
    if isinstance(size, int) and isinstance(place, int) and not -size <= place < size:
        raise IndexError(f"index {place} is out of bounds for dimension {axis} of size {size}")
    return size + place if isinstance(place, int) and place < 0 else place


def _range(part: slice, size: "Union[int, Size]") -> Tuple[Any, Any, int]:
    """Start, count and stride of a slice."""
    stride = 1 if part.step is None else _check.integer(part.step, "the step of a slice")
    if stride == 0:
        raise ValueError("the step of a slice is 0")
    bounds = [None if bound is None else bound if _is_size(bound) else _check.integer(bound, "a bound of a slice")
              for bound in (part.start, part.stop)]
    if isinstance(size, int) and not any(_is_size(bound) for bound in bounds):
        elements = range(*slice(bounds[0], bounds[1], stride).indices(size))
        return (elements.start if len(elements) else 0), len(elements), stride
    # Positions as (multiples of the size, the rest): the size cancels where both ends are counted from
    # the same end.
    first = _position(bounds[0], (0, 0) if stride > 0 else (1, -1))
    last = _position(bounds[1], (1, 0) if stride > 0 else (0, -1))
    if first[0] == last[0] and isinstance(first[1], int) and isinstance(last[1], int):
        count: Any = len(range(first[1], last[1], stride))
    else:
        length = _at(last, size) - _at(first, size) if stride > 0 else _at(first, size) - _at(last, size)
        count = (length + (abs(stride) - 1)) // abs(stride)
    return _at(first, size), count, stride


def _position(bound: Any, default: Tuple[int, int]) -> Tuple[int, Any]:
    if bound is None:
        return default
    return (1, bound) if isinstance(bound, int) and bound < 0 else (0, bound)


def _at(position: Tuple[int, Any], size: "Union[int, Size]") -> Any:
    return size + position[1] if position[0] else position[1]
