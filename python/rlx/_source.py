# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that models come from."""
import os
from typing import Any, Optional, Tuple

from ._errors import FailedPreconditionError

Stamp = Tuple[Any, ...]


# Of the files of a model in a folder.
_ENDINGS = (".json", ".safetensors", ".jinja")


def is_model_folder(path: str) -> bool:
    """Whether the path is that of a language model in a folder, or of its config.json."""
    return os.path.isdir(path) or os.path.basename(path) == "config.json"


def stamp_of(path: str) -> Optional[Stamp]:
    """Changes when the file, or a file of the folder's model, is replaced or written. None if there is no such file."""
    try:
        if is_model_folder(path):
            folder = path if os.path.isdir(path) else os.path.dirname(path) or "."
            files = (entry for entry in os.scandir(folder) if entry.name.endswith(_ENDINGS) and entry.is_file())
            return tuple((entry.name, *_stamp(entry.stat())) for entry in sorted(files, key=lambda entry: entry.name))
        return _stamp(os.stat(path))
    except OSError:
        return None


def _stamp(info: os.stat_result) -> Stamp:
    return info.st_ino, info.st_size, info.st_mtime_ns


def check_unchanged(path: str, stamp: Optional[Stamp]) -> None:
    """Raises if the file is not the one that the stamp was made of."""
    if stamp_of(path) != stamp:
        raise FailedPreconditionError(f"'{path}' was changed or removed after the model was made of it; make the model "
                                      "again, or save and pickle it before")
