# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs packages of compiled models, which `rlx` or `rlx-run` writes.

    import rlx_runtime
    model = rlx_runtime.load("model.rlxe")
    y = model(x)
"""
from ._errors import (AlreadyExistsError, DataLossError, Error, FailedPreconditionError, InternalError,
                      InvalidArgumentError, NotFoundError, OutOfMemoryError, OutOfRangeError, UnavailableError,
                      UnsupportedError)
from ._load import Device, devices, load
from ._model import Model, TensorInfo
from ._rlx import version as _version
from ._state import State

__version__ = _version()

__all__ = [
    "AlreadyExistsError", "DataLossError", "Device", "Error", "FailedPreconditionError", "InternalError",
    "InvalidArgumentError", "Model", "NotFoundError", "OutOfMemoryError", "OutOfRangeError", "State",
    "TensorInfo",
    "UnavailableError", "UnsupportedError", "devices", "load",
]
