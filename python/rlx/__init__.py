# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RLX compiles machine-learning models to machine code, and runs them.

    import rlx
    model = rlx.compile("model.onnx")
    y = model(x)

`compile` and `load` make a `Model`; `Graph` builds one op by op; `LM` is a language model that makes text; `devices`
lists the devices. Errors are under `Error`.
"""
from typing import TYPE_CHECKING, Any

from ._compile import cache_folder, compile
from ._errors import (AlreadyExistsError, DataLossError, Error, FailedPreconditionError, InternalError,
                      InvalidArgumentError, NotFoundError, OutOfMemoryError, OutOfRangeError, UnavailableError,
                      UnsupportedError)
from ._load import Device, devices, load
from ._model import Model, TensorInfo
from ._report import Report, explain
from ._rlx import version as _version
from ._state import State

if TYPE_CHECKING:
    from ._graph import Graph, Size, Value
    from ._lm import LM, Answer, Request

__version__ = _version()

__all__ = [
    "AlreadyExistsError", "Answer", "DataLossError", "Device", "Error", "FailedPreconditionError", "Graph",
    "InternalError", "InvalidArgumentError", "LM", "Model", "NotFoundError", "OutOfMemoryError", "OutOfRangeError",
    "Report", "Request", "Size", "State", "TensorInfo", "UnavailableError", "UnsupportedError", "Value", "cache_folder",
    "compile", "devices", "explain", "get_include", "load",
]


def get_include() -> str:
    """The folder with RLX's C and C++ headers, for -I."""
    import os
    return os.path.join(os.path.dirname(__file__), "include")


def __getattr__(name: str) -> Any:
    """`Graph` and `LM`, which take a while to import."""
    if name in ("Graph", "Size", "Value"):
        from . import _graph
        globals().update(Graph=_graph.Graph, Size=_graph.Size, Value=_graph.Value)
        return globals()[name]
    if name in ("LM", "Answer", "Request"):
        from . import _lm
        globals().update(LM=_lm.LM, Answer=_lm.Answer, Request=_lm.Request)
        return globals()[name]
    raise AttributeError(f"module 'rlx' has no attribute '{name}'")
