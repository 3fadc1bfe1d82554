# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exceptions of RLX: one for each code of a status in rlx.h, under `Error`."""
import errno
from typing import Any, Optional


class Error(Exception):
    """Something that RLX cannot do, or that is wrong.

    Attributes:
        kind: the code in words, such as "invalid_argument" or "unsupported".
        message: what is wrong, without the place.
        place: where in the model it is: "node 'conv1' (Conv, opset 17)" or "model.mlir:3:8". For a graph it is
            the line of the call, "net.py:12:9 in encoder", without the column before Python 3.11; for a
            function of JAX "f.py:3:8 in jit(f)/add". The file, for an error of a whole model. None if the error
            is not about a model. `str(error)` starts with it.
    """

    kind = "internal"
    place = None

    def __init__(self, message: str, place: Optional[str] = None):
        super().__init__(message)
        self.place = place or None
        self.message = message[len(place) + 2:] if place else message  # behind ": "

    def __reduce__(self) -> Any:
        return type(self), (*self.args, self.place)


class InvalidArgumentError(Error, ValueError):
    """Can never be right: a wrong name, type, shape or model."""

    kind = "invalid_argument"


class NotFoundError(Error, LookupError):
    """A name, file or device that does not exist."""

    kind = "not_found"


class AlreadyExistsError(Error):
    """The name is taken."""

    kind = "already_exists"


class FailedPreconditionError(Error):
    """The wrong moment: params are missing, the model is closed, the disk is full."""

    kind = "failed_precondition"


class OutOfRangeError(Error, IndexError):
    """An index or size beyond the data."""

    kind = "out_of_range"


class UnsupportedError(Error, NotImplementedError):
    """A valid model or request that RLX cannot serve."""

    kind = "unsupported"


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory."""

    kind = "out_of_memory"


class DataLossError(Error):
    """Truncated or corrupt bytes."""

    kind = "data_loss"


class InternalError(Error):
    """A bug in RLX; please report it."""

    kind = "internal"


class UnavailableError(Error):
    """The device is lost or does not answer; load the model again."""

    kind = "unavailable"


# By the numbers of rlx_status_code_t, from 1 on.
_CLASSES = [InvalidArgumentError, NotFoundError, AlreadyExistsError, FailedPreconditionError, OutOfRangeError,
            UnsupportedError, OutOfMemoryError, DataLossError, InternalError, UnavailableError]


def from_system(error: OSError, what: str) -> Error:
    """The exception of a file that cannot be read or written, of the classes that RLX's own files have."""
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        kind: type = NotFoundError
    elif error.errno in (errno.EISDIR, errno.EINVAL, errno.ENAMETOOLONG, errno.ELOOP):
        kind = InvalidArgumentError
    else:
        kind = FailedPreconditionError
    return kind(f"{what}: {error.strerror}")


def from_status(code: int, message: str, place: str) -> Error:
    """The exception of a status. The message starts with the place, which may be empty."""
    kind = _CLASSES[code - 1] if 0 < code <= len(_CLASSES) else InternalError
    return kind(message, place)
