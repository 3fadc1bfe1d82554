# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of sessions and runs, and their enumerations."""
import copy
import enum
import operator
from typing import Any, Dict

import numpy as np

from ._errors import refuse


class _Enum(enum.IntEnum):
    __str__ = enum.Enum.__str__


class GraphOptimizationLevel(_Enum):
    """How much ONNX Runtime would optimize. RLX always compiles the same way."""

    ORT_DISABLE_ALL = 0
    ORT_ENABLE_BASIC = 1
    ORT_ENABLE_EXTENDED = 2
    ORT_ENABLE_LAYOUT = 3
    ORT_ENABLE_ALL = 99


class ExecutionMode(_Enum):
    """Whether nodes run at the same time. RLX computes the kernels of a run one after the other."""

    ORT_SEQUENTIAL = 0
    ORT_PARALLEL = 1


class ExecutionOrder(_Enum):
    """In which order nodes run. RLX chooses it in the compiler."""

    DEFAULT = 0
    PRIORITY_BASED = 1
    MEMORY_EFFICIENT = 2


class _Attributes:
    """Attributes with the types of `_DEFAULTS`; there are no others."""

    _entries: Dict[str, str]
    _sizes: Dict[str, int]

    _DEFAULTS: dict = {}

    def __init__(self) -> None:
        self.__dict__.update(self._DEFAULTS, _entries={}, _sizes={})

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._DEFAULTS:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        kind = type(self._DEFAULTS[name])
        if kind is int:
            value = operator.index(value)
        elif kind is bool and isinstance(value, np.bool_):
            value = bool(value)
        elif not isinstance(value, kind):
            raise TypeError(f"{type(self).__name__}.{name} is a {kind.__name__}, got {type(value).__name__}")
        self.__dict__[name] = value

    def _copy(self) -> Any:
        other = copy.copy(self)
        other.__dict__.update(_entries=dict(self._entries), _sizes=dict(self._sizes))
        return other

    def _add_entry(self, key: str, value: str) -> None:
        if not isinstance(key, str) or not isinstance(value, str):
            raise TypeError(f"keys and values of {type(self).__name__} are text")
        self._entries[key] = value

    def _entry(self, key: str) -> str:
        if key not in self._entries:
            raise RuntimeError(f"{type(self).__name__} does not have configuration with key: {key}")
        return self._entries[key]


class SessionOptions(_Attributes):
    """Options of a session. `intra_op_num_threads` is honoured: the threads of a run.

    `enable_profiling` and `optimized_model_filepath` ask for files that RLX does not write: a session
    with them raises `rlx.UnsupportedError`. All other attributes are kept and have no effect.
    """

    _DEFAULTS = {
        "enable_cpu_mem_arena": True, "enable_mem_pattern": True, "enable_mem_reuse": True, "enable_profiling": False,
        "execution_mode": ExecutionMode.ORT_SEQUENTIAL, "execution_order": ExecutionOrder.DEFAULT,
        "graph_optimization_level": GraphOptimizationLevel.ORT_ENABLE_ALL, "inter_op_num_threads": 0,
        "intra_op_num_threads": 0, "log_severity_level": -1, "log_verbosity_level": 0, "logid": "",
        "optimized_model_filepath": "", "profile_file_prefix": "onnxruntime_profile_",
        "use_deterministic_compute": False, "use_per_session_threads": True,
    }

    def add_session_config_entry(self, key: str, value: str) -> None:
        """Keeps an entry. One is honoured, the others have no effect.

        Args:
            key: "session.model_external_initializers_file_folder_path" names the folder of the external
                data of a model that is given as bytes; the default is the current folder.
            value: text.
        """
        self._add_entry(key, value)

    def get_session_config_entry(self, key: str) -> str:
        """The entry of that key; RuntimeError if there is none."""
        return self._entry(key)

    def add_free_dimension_override_by_name(self, name: str, size: int) -> None:
        """Compiles the model for one size of a dynamic dimension.

        Args:
            name: its symbol. One that the model does not have is ignored, as there.
            size: its size. `get_inputs` shows it, and other sizes are errors of a run.
        """
        self._sizes[name] = operator.index(size)

    def add_free_dimension_override_by_denotation(self, denotation: str, size: int) -> None:
        """Accepted without effect: one compilation of RLX serves every size."""

    def has_providers(self) -> bool:
        """Whether the options name execution providers: never."""
        return False

    def register_custom_ops_library(self, path: str) -> None:
        """Refused: libraries of custom operators call ONNX Runtime."""
        refuse(f"RLX cannot load the custom operators of '{path}'")

    def add_initializer(self, name: str, value: Any) -> None:
        """Refused: RLX takes weights from the model."""
        refuse(f"RLX takes weights from the model; initializer '{name}' cannot be added")

    def add_external_initializers(self, names: Any, values: Any) -> None:
        """Refused: RLX takes weights from the model."""
        refuse("RLX takes weights from the model and the files beside it")

    def add_provider(self, name: str, options: Any) -> None:
        """Refused: name the provider in `InferenceSession(providers=...)`."""
        refuse(f"name the provider '{name}' in InferenceSession(providers=...)")


class RunOptions(_Attributes):
    """Options of a run. `terminate`, if set before the run, makes it fail; a started run ends by itself.

    All other attributes are kept and have no effect.
    """

    _DEFAULTS = {"log_severity_level": -1, "log_verbosity_level": 0, "logid": "", "only_execute_path_to_fetches": False,
                 "terminate": False}

    def add_run_config_entry(self, key: str, value: str) -> None:
        """Keeps an entry. RLX has none of these settings."""
        self._add_entry(key, value)

    def get_run_config_entry(self, key: str) -> str:
        """The entry of that key; RuntimeError if there is none."""
        return self._entry(key)

    def add_active_adapter(self, adapter: Any) -> None:
        """Refused: RLX has no LoRA adapters that are exchanged between runs."""
        refuse("RLX has no adapters; merge the adapter into the model")
