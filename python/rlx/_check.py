# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors for arguments of a wrong type, in the words of the call that they were given to."""
import operator
import os
from typing import Any, Iterable, List, Mapping, Optional, Union

from ._errors import InvalidArgumentError, from_system


def mapping(value: Any, what: str) -> dict:
    """A copy of a mapping; `what` says what is expected, such as "feeds must be a dict of names and arrays"."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{what}, got {type(value).__name__}")
    return dict(value)


def feeds(value: Any) -> dict:
    """The inputs of a run by name."""
    if not isinstance(value, Mapping):
        raise TypeError(f"feeds must be a dict of input names and arrays, got {type(value).__name__}; model(x) takes "
                        "arrays by position")
    return dict(value)


def targets(value: Any) -> Optional[dict]:
    """The arrays that results are written into."""
    return None if value is None else mapping(value, "out must be a dict of output names and arrays")


def name(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a str, got {value!r}")
    return value


def names(value: Any, what: str) -> List[str]:
    """Names in a list, tuple, dict or other iterable, but not in a str."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise TypeError(f"{what} must be a list of names, got {value!r}")
    return [name(each, f"a name in {what}") for each in value]


def text(value: Any, what: str) -> Optional[str]:
    """A str or None."""
    return None if value is None else name(value, what)


def flag(value: Any, what: str) -> bool:
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):  # NumPy's, too
        return bool(value)
    raise TypeError(f"{what} must be True or False, got {value!r}")


def integer(value: Any, what: str) -> int:
    """The value as an int, or a TypeError."""
    if isinstance(value, bool):
        raise TypeError(f"{what} is {value}, but an integer is expected")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is {value!r}, but an integer is expected") from None


def count(value: Any, what: str, bits: int = 31) -> int:
    """An integer of 0 or more that the C API can take."""
    number = integer(value, what)
    if not 0 <= number < 1 << bits:
        raise InvalidArgumentError(f"{what} must be 0 or more{f', below 2**{bits}' if number > 0 else ''}, got {number}")
    return number


def path(value: "Union[str, os.PathLike[str]]", what: str) -> str:
    found = os.fspath(value) if isinstance(value, (str, os.PathLike)) else value
    if not isinstance(found, str):
        raise TypeError(f"{what} must be a path, got {type(found).__name__}")
    if "\0" in found:
        raise InvalidArgumentError(f"{what} has a null character: {found!r}")
    return found


def ending(file: str, *allowed: str) -> None:
    """Raises if the name of a file to write has none of the endings."""
    if not file.lower().endswith(allowed):
        raise InvalidArgumentError(f"expected a file whose name ends in {' or '.join(allowed)}, got '{file}'")


def write(file: str, text: str) -> None:
    try:
        with open(file, "w", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as error:
        raise from_system(error, f"cannot write '{file}'") from None
