# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that models come from."""
import os
from typing import Optional, Tuple

from ._errors import FailedPreconditionError

Stamp = Tuple[int, int, int]


def stamp_of(path: str) -> Optional[Stamp]:
    """Changes when the file is replaced or written. None if there is no such file."""
    try:
        info = os.stat(path)
    except OSError:
        return None
    return info.st_ino, info.st_size, info.st_mtime_ns


def check_unchanged(path: str, stamp: Optional[Stamp]) -> None:
    """Raises if the file is not the one that the stamp was made of."""
    if stamp_of(path) != stamp:
        raise FailedPreconditionError(f"'{path}' was changed or removed after the model was made of it; make the model "
                                      "again, or save and pickle it before")
