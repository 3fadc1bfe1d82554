# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bar that `rlx.compile` shows on a terminal."""
import sys
import time
from typing import Any, Callable, Optional, Union

Progress = Callable[[str, int, int], Any]  # (phase, its number from 0, the number of phases)
_DELAY = 1.0  # seconds; a compilation that is shorter shows nothing
_WIDTH = 24


class Bar:
    """Shows the phase on stderr once a compilation takes long, and erases it at the end."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._shown = False

    def __call__(self, phase: str, number: int, count: int) -> None:
        if time.monotonic() - self._begin < _DELAY:
            return
        done = _WIDTH * number // count
        sys.stderr.write(f"\rrlx: compiling [{'#' * done}{'.' * (_WIDTH - done)}] {phase}\033[K")
        sys.stderr.flush()
        self._shown = True

    def close(self) -> None:
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def chosen(progress: Union[Progress, bool, None]) -> Optional[Progress]:
    """The function for the argument `progress` of `compile`. None: the bar if stderr is a terminal."""
    if progress is None:
        progress = sys.stderr is not None and sys.stderr.isatty()
    if progress is True:
        return Bar()
    if not progress:
        return None
    if not callable(progress):
        raise TypeError(f"progress must be a function, a bool or None, got {type(progress).__name__}")
    return progress
