# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RLX compiles machine-learning models to machine code, and runs them.

    import rlx
    model = rlx.compile("model.onnx")
    y = model(x)

`compile` and `load` make a `Model`; `devices` lists what can run one. Errors are under `Error`.
"""
from ._compile import cache_folder, compile
from ._errors import (AlreadyExistsError, DataLossError, Error, FailedPreconditionError, InternalError,
                      InvalidArgumentError, NotFoundError, OutOfMemoryError, OutOfRangeError, UnavailableError,
                      UnsupportedError)
from ._load import Device, devices, load
from ._model import Model, TensorInfo
from ._report import Report, explain
from ._rlx import version as _version

__version__ = _version()

__all__ = [
    "AlreadyExistsError", "DataLossError", "Device", "Error", "FailedPreconditionError", "InternalError",
    "InvalidArgumentError", "Model", "NotFoundError", "OutOfMemoryError", "OutOfRangeError", "Report", "TensorInfo",
    "UnavailableError", "UnsupportedError", "cache_folder", "compile", "devices", "explain", "get_include", "load",
]


def get_include() -> str:
    """The folder with RLX's C and C++ headers, for -I."""
    import os
    return os.path.join(os.path.dirname(__file__), "include")
