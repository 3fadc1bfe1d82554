# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python's numbers and NumPy's arrays and types, for the calls of `rlx.Graph`."""
from __future__ import annotations

import sys
from typing import Any, Optional

from ._errors import InvalidArgumentError

# Kinds of NumPy's types: the higher one is that of an operation on two.
_BOOL, _INTEGER, FLOAT, _COMPLEX = range(4)


def is_integer(value: Any) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool) and getattr(value, "ndim", 0) == 0


def is_number(value: Any) -> bool:
    """Whether it is a number of Python, which has no element type of its own."""
    return isinstance(value, (bool, int, float, complex))


def is_array_like(value: Any) -> bool:
    """Whether it can become a constant. Objects with operators of their own cannot."""
    return is_number(value) or isinstance(value, (list, tuple)) or hasattr(value, "__array__") or \
        hasattr(value, "__dlpack__")


def dtype_name(dtype: Any) -> str:
    """NumPy's name of an element type, which may also be given as "f32", a NumPy type or a type of Python."""
    if isinstance(dtype, str):
        return SHORT_NAMES.get(dtype, dtype)
    import numpy as np
    return np.dtype(dtype).name


SHORT_NAMES = {"i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
               "u32": "uint32", "u64": "uint64", "f16": "float16", "bf16": "bfloat16", "f32": "float32",
               "f64": "float64", "c64": "complex64", "c128": "complex128"}


def kind_of_dtype(name: str) -> int:
    if name == "bool":
        return _BOOL
    if "complex" in name:
        return _COMPLEX
    return FLOAT if "float" in name else _INTEGER


def _kind_of_number(number: Any) -> int:
    if isinstance(number, bool):
        return _BOOL
    if isinstance(number, int):
        return _INTEGER
    return FLOAT if isinstance(number, float) else _COMPLEX


def takes(dtype: str, number: Any) -> bool:
    """Whether an operation of a tensor of the type and the number has the tensor's type in NumPy."""
    return _kind_of_number(number) <= kind_of_dtype(dtype)


def refuse(dtype: str, number: Any) -> None:
    """Raises the error for a number that a tensor of the type does not take."""
    wider = {_INTEGER: "int64", FLOAT: "float64", _COMPLEX: "complex128"}[_kind_of_number(number)]
    raise TypeError(f"a tensor of {dtype} with the number {number!r} would give {wider} in NumPy; "
                    "convert the tensor with astype before")


def as_array(value: Any) -> Any:
    """An array of NumPy from one, from a list, or from a tensor of PyTorch or JAX."""
    import numpy as np
    array = np.asarray(value)
    if array.dtype == object:
        raise TypeError(f"expected a tensor, an array or a number, got {type(value).__qualname__}")
    return array


def as_dtype(array: Any, dtype: str) -> Any:
    """The array as another type, which holds its elements. Floats are rounded."""
    own = _numpy_dtype(dtype)
    if own is None:
        raise InvalidArgumentError(f"there is no element type '{dtype}'")
    if kind_of_dtype(dtype) == _INTEGER and array.dtype.kind in "biuf":
        with np_errors():
            made = array.astype(own)
            # Types of one size give the same bits back, so the sign must stay, too.
            kept = (made.astype(array.dtype) == array) & ((made < 0) == (array < 0))
        if not kept.all():
            raise InvalidArgumentError(f"{dtype} does not hold {array[~kept].flat[0].item()!r}")
        return made
    return array.astype(own)


def np_errors() -> Any:
    """Conversions that lose a value are looked for, so NumPy need not warn."""
    import numpy as np
    return np.errstate(invalid="ignore", over="ignore")


def as_type_of(array: Any, dtype: str) -> Any:
    """The array as the type of the tensor beside it, where NumPy would keep that; else a TypeError."""
    import numpy as np
    if array.dtype.name == dtype:
        return array
    own = _numpy_dtype(dtype)
    try:
        result: Optional[Any] = own and np.result_type(own, array.dtype)
    except TypeError:  # types of ml_dtypes do not mix
        result = None
    if result is None or result != own:
        raise TypeError(f"a tensor of {dtype} with an array of {array.dtype.name} would give "
                        f"{result.name if result else 'no common type'} in NumPy; convert one of them: the tensor with "
                        f"astype, or the array, as numpy.asarray(values, {_written(dtype)}) does")
    return array.astype(own)


def _written(dtype: str) -> str:
    """The type as an argument of NumPy's functions."""
    import numpy as np
    try:
        np.dtype(dtype)
        return f"'{dtype}'"
    except TypeError:
        return f"ml_dtypes.{dtype}"


def _numpy_dtype(name: str) -> Any:
    import numpy as np
    try:
        return np.dtype(name)
    except TypeError:
        types = sys.modules.get("ml_dtypes")
        return np.dtype(getattr(types, name)) if types else None
