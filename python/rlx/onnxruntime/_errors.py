# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exceptions of ONNX Runtime, and how RLX's errors become theirs.

An error of a session is an instance of both: `InvalidArgument` and `rlx.InvalidArgumentError`, for
example. Its text is RLX's.
"""
import functools
from typing import NoReturn, Optional

from .. import _errors as rlx_errors


class _OrtError(Exception):
    """What the exceptions of ONNX Runtime have in common here; there it is only Exception."""


class Fail(_OrtError):
    """A model that is wrong, or a run that failed."""


class InvalidArgument(_OrtError):
    """A wrong name, type or shape of an input."""


class NoSuchFile(_OrtError):
    """There is no such file."""


class NoModel(_OrtError):
    """No model is loaded. RLX does not raise it."""


class EngineError(_OrtError):
    """An error of another engine. RLX does not raise it."""


class RuntimeException(_OrtError):
    """A bug, or too little memory."""


class InvalidProtobuf(_OrtError):
    """The bytes are no ONNX model."""


class ModelLoaded(_OrtError):
    """A model is already loaded. RLX does not raise it."""


class NotImplemented(_OrtError):
    """A valid model that RLX cannot serve."""


class InvalidGraph(_OrtError):
    """An operator that does not exist."""


class EPFail(_OrtError):
    """The device is lost."""


class NotFound(_OrtError):
    """Something is missing. RLX does not raise it."""


class ModelLoadCanceled(_OrtError):
    """Loading was cancelled. RLX does not raise it."""


class ModelRequiresCompilation(_OrtError):
    """The model must be compiled for its provider. RLX does not raise it."""


class DeviceReset(_OrtError):
    """The device was reset. RLX does not raise it."""


CLASSES = (Fail, InvalidArgument, NoSuchFile, NoModel, EngineError, RuntimeException, InvalidProtobuf, ModelLoaded,
           NotImplemented, InvalidGraph, EPFail, NotFound, ModelLoadCanceled, ModelRequiresCompilation, DeviceReset)

# For errors of loading a model: RLX's class, a part of its text, the class that ONNX Runtime raises.
_LOADING = (
    (rlx_errors.NotFoundError, "there is no file", NoSuchFile),
    (rlx_errors.InvalidArgumentError, "the file is empty", InvalidArgument),
    (rlx_errors.InvalidArgumentError, "cannot be read", InvalidProtobuf),
    (rlx_errors.InvalidArgumentError, "is a directory", InvalidProtobuf),
    (rlx_errors.InvalidArgumentError, "is not defined", InvalidArgument),
    (rlx_errors.UnsupportedError, "ONNX has no operator", InvalidGraph),
    (rlx_errors.UnsupportedError, "operators of domain", Fail),
    (rlx_errors.UnsupportedError, "the model uses operator set", Fail),
    (rlx_errors.UnsupportedError, "the model has IR version", Fail),
    (rlx_errors.InvalidArgumentError, "its rank is not known", NotImplemented),
    (rlx_errors.InvalidArgumentError, "is a sequence", NotImplemented),
    (rlx_errors.UnsupportedError, "", NotImplemented),
)

# For all others.
_OTHERS = {
    rlx_errors.UnsupportedError: NotImplemented,
    rlx_errors.OutOfMemoryError: RuntimeException,
    rlx_errors.InternalError: RuntimeException,
    rlx_errors.DataLossError: InvalidProtobuf,
    rlx_errors.UnavailableError: EPFail,
}


@functools.lru_cache(maxsize=None)
def _both(wanted: type, own: type) -> type:
    bases = (own,) if issubclass(own, wanted) else (wanted, own)
    return type(wanted.__name__, bases, {
        "__module__": wanted.__module__, "__doc__": wanted.__doc__,
        "__init__": getattr(own, "__init__"),  # that of a built-in class would take the place for a part of the text
        "__reduce__": lambda self: (make, (wanted, own, str(self), self.place))})


def make(wanted: type, own: type, text: str, place: Optional[str] = None) -> Exception:
    """An exception that is an instance of both classes. Its class has the name of `wanted`."""
    return _both(wanted, own)(text, place)


def of_loading(error: rlx_errors.Error) -> Exception:
    """The exception of a session whose model RLX refuses."""
    for own, part, wanted in _LOADING:
        if isinstance(error, own) and part in str(error):
            own = rlx_errors.UnsupportedError if wanted is NotImplemented else type(error)
            return make(wanted, own, str(error), error.place)
    return make(_OTHERS.get(type(error), Fail), type(error), str(error), error.place)


def of_run(error: rlx_errors.Error, wanted: Optional[type] = None) -> Exception:
    """The exception of a failed run: of the class `wanted` if it is given."""
    if wanted is None:
        wanted = _OTHERS.get(type(error), Fail)
        wrong = isinstance(error, (rlx_errors.InvalidArgumentError, rlx_errors.NotFoundError))
        if wrong and not str(error).startswith("node "):
            wanted = InvalidArgument
    return make(wanted, type(error), str(error), error.place)


def refuse(text: str) -> NoReturn:
    """Raises UnsupportedError for a request that RLX cannot serve."""
    raise make(NotImplemented, rlx_errors.UnsupportedError, text)
