# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""NumPy's functions of the values of a graph: `np.add(x, 1)` is `x + 1`, and `np.exp(x)` is `graph.exp(x)`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Sequence

if TYPE_CHECKING:
    from ._values import Value

# Operators: the method of a value on the left, and of one on the right of something else.
_OPERATORS = {name: (f"__{method}__", f"__r{method}__") for name, method in {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv", "true_divide": "truediv",
    "floor_divide": "floordiv", "remainder": "mod", "power": "pow", "matmul": "matmul", "bitwise_and": "and",
    "bitwise_or": "or", "bitwise_xor": "xor"}.items()}
_OPERATORS.update({name: (f"__{method}__", f"__{swapped}__") for name, method, swapped in (
    ("less", "lt", "gt"), ("less_equal", "le", "ge"), ("greater", "gt", "lt"), ("greater_equal", "ge", "le"),
    ("equal", "eq", "eq"), ("not_equal", "ne", "ne"))})
_UNARY = {"negative": "__neg__", "positive": "__pos__", "absolute": "__abs__", "fabs": "__abs__", "invert": "__invert__"}
# The ops of other names; `Graph` has the rest of the unary ones under NumPy's.
_OPS = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
        "rint": "round", "isnan": "is_nan", "isinf": "is_inf", "conjugate": "conj"}
_SAME = {"exp", "expm1", "log", "log1p", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "floor", "ceil", "reciprocal",
         "sign"}
_BINARY = {"maximum": "max", "minimum": "min", "fmod": "fmod", "left_shift": "shift_left", "right_shift": "shift_right"}
_VALUE_METHODS = {"sum": "sum", "prod": "prod", "mean": "mean", "max": "max", "amax": "max", "min": "min", "amin": "min",
                  "reshape": "reshape", "transpose": "transpose", "swapaxes": "swapaxes"}
_INSTEAD = {"concatenate": "Graph.concat", "stack": "Graph.concat of values[..., None]", "where": "Graph.where",
            "clip": "Graph.clamp", "cumsum": "Graph.cumsum", "argmax": "Graph.argmax", "argmin": "Graph.argmin",
            "sort": "Graph.sort", "pad": "Graph.pad", "take": "Graph.gather", "expand_dims": "value[None]",
            "broadcast_to": "Graph.expand", "dot": "@", "einsum": "Graph.dot_general", "logical_and": "&",
            "logical_or": "|", "logical_not": "~", "square": "value * value"}


def _refuse(name: str) -> TypeError:
    instead = _INSTEAD.get(name, "the methods of rlx.Graph and rlx.Value")
    return TypeError(f"numpy.{name} takes no values of a graph, whose elements are known in a run only; use {instead}")


def apply_ufunc(ufunc: Any, method: str, inputs: Sequence[Any], options: Mapping[str, Any]) -> "Value":
    """A call of a universal function that has a value of a graph among its inputs."""
    name = ufunc.__name__
    if method != "__call__":
        raise _refuse(f"{name}.{method}")
    if options:
        raise TypeError(f"numpy.{name} of a value of a graph takes no {', '.join(options)}")
    value = next((each for each in inputs if _is_value(each)), None)
    if value is None:
        raise _refuse(name)
    if name in _OPERATORS:
        left, right = inputs
        forward, swapped = _OPERATORS[name]
        made = getattr(left, forward)(right) if _is_value(left) else getattr(right, swapped)(left)
        if made is NotImplemented:
            raise TypeError(f"numpy.{name} of a value of a graph and {type(right if left is value else left).__name__}")
        return made
    if name in _UNARY:
        return getattr(value, _UNARY[name])()
    if name in _BINARY:
        operands = [each if _is_value(each) else value.graph._constant_beside(each, value) for each in inputs]
        return getattr(value.graph, _BINARY[name])(*operands)
    if name in _OPS or name in _SAME:
        return getattr(value.graph, _OPS.get(name, name))(value)
    raise _refuse(name)


def apply_function(function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """A call of another function of NumPy."""
    name = function.__name__
    if args and _is_value(args[0]):
        if name in ("shape", "ndim", "size") and len(args) == 1 and not kwargs:
            return getattr(args[0], name)
        if name in _VALUE_METHODS:
            return getattr(args[0], _VALUE_METHODS[name])(*args[1:], **kwargs)
    raise _refuse(name)


def _is_value(each: Any) -> bool:
    from ._values import Value
    return isinstance(each, Value)
