# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX Runtime's Python interface, with RLX as the engine.

    import rlx.onnxruntime as onnxruntime      # in your program
    import rlx.onnxruntime
    rlx.onnxruntime.install()                  # for packages that import onnxruntime later

Sessions keep compiled models in `rlx.cache_folder()`.

Accepted without effect:
    SessionOptions: all attributes but `intra_op_num_threads`, which is honoured; config entries
        but the folder of external data; free dimension overrides, which only `get_inputs` shows. RLX
        serves all sizes.
    RunOptions: all attributes but `terminate`, which prevents a run; a started run ends by itself.
    InferenceSession: options of "CPUExecutionProvider"; further keywords; `enable_fallback` and
        `disable_fallback`.
    Functions: `set_default_logger_severity`, `set_default_logger_verbosity`, `set_seed`,
        `set_global_thread_pool_sizes`, `enable_telemetry_events`, `disable_telemetry_events`,
        `preload_dlls`. RLX writes no log. A random operator without a seed differs from run to run.

Refused with `rlx.UnsupportedError`: profiles, optimized models as files, custom operator libraries,
added initializers, other values for weights, adapters, memory of a GPU, sequences and maps as inputs,
optional inputs without a value, and models that RLX cannot compile.

Absent: sparse tensors, the compile API, plug-in providers and training.
"""
from . import _session
from ._binding import IOBinding
from ._engines import NodeArg
from ._install import install
from ._options import ExecutionMode, ExecutionOrder, GraphOptimizationLevel, RunOptions, SessionOptions
from ._proto import ModelMetadata
from ._session import InferenceSession, get_available_providers
from ._values import OrtDevice, OrtValue
from . import capi

__version__ = "1.31.1"  # of the interface that is followed

__all__ = [
    "ExecutionMode", "ExecutionOrder", "GraphOptimizationLevel", "IOBinding", "InferenceSession", "ModelMetadata",
    "NodeArg", "OrtDevice", "OrtValue", "RunOptions", "SessionOptions", "capi", "disable_telemetry_events",
    "enable_telemetry_events", "get_all_providers", "get_available_providers", "get_build_info", "get_device",
    "get_version_string", "install", "preload_dlls", "set_default_logger_severity", "set_default_logger_verbosity",
    "set_global_thread_pool_sizes", "set_seed",
]


def get_all_providers() -> list:
    """The execution providers that RLX can have, on this machine or another."""
    return [_session.VULKAN, _session.CPU]


def get_device() -> str:
    """The device that sessions use if no provider is named: "CPU"."""
    return "CPU"


def get_version_string() -> str:
    """The version of the interface that is followed."""
    return __version__


def get_build_info() -> str:
    """A line about this build."""
    import rlx
    return f"RLX {rlx.__version__}, with the interface of ONNX Runtime {__version__}"


def set_default_logger_severity(severity: int) -> None:
    """Has no effect: RLX writes no log. A severity that is not 0 to 4 is a RuntimeError."""
    if not 0 <= severity <= 4:
        raise RuntimeError("Invalid logging severity. 0:Verbose, 1:Info, 2:Warning, 3:Error, 4:Fatal")


def set_default_logger_verbosity(level: int) -> None:
    """Has no effect: RLX writes no log."""


def set_seed(seed: int) -> None:
    """Has no effect."""


def set_global_thread_pool_sizes(intra_op_num_threads: int = 0, inter_op_num_threads: int = 0) -> None:
    """Has no effect: each session has its `intra_op_num_threads`."""


def enable_telemetry_events() -> None:
    """Has no effect: RLX sends nothing."""


def disable_telemetry_events() -> None:
    """Has no effect: RLX sends nothing."""


def preload_dlls(*args: object, **kwargs: object) -> None:
    """Has no effect: RLX uses no CUDA libraries."""
