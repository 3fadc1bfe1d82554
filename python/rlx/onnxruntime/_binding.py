# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs and outputs that are bound once and used by many runs: `IOBinding`."""
from typing import Any, Dict, List, Optional, Sequence

import numpy as np

from ._values import OrtValue, at_pointer, check_device, wrong_runtime


class IOBinding:
    """Binds the inputs and outputs of a session. `InferenceSession.io_binding` makes one.

    RLX writes results into bound memory. If that memory overlaps an input, they are copied into it
    after the run.
    """

    def __init__(self, session: Any):
        self._session = session
        self._inputs: dict = {}
        self._targets: dict = {}  # an array to write into, or None
        self._results: dict = {}
        self._plan: Any = None  # of `_planned`, until a binding changes

    def bind_cpu_input(self, name: str, arr_on_cpu: np.ndarray) -> None:
        """Binds an array, which is read in every run.

        Args:
            name: an input.
            arr_on_cpu: its value. An array that is not C-contiguous is copied now.
        """
        self._check_input(name)
        if isinstance(arr_on_cpu, OrtValue):
            arr_on_cpu = arr_on_cpu.numpy()
        if not isinstance(arr_on_cpu, np.ndarray):
            raise wrong_runtime(f"input '{name}' is bound to a NumPy array, got {type(arr_on_cpu).__name__}")
        self._inputs[name] = np.asarray(arr_on_cpu, order="C")
        self._plan = None

    def bind_input(self, name: str, device_type: str, device_id: int, element_type: Any, shape: Sequence[int],
                   buffer_ptr: int) -> None:
        """Binds memory by its address. It must stay valid while it is bound.

        Args:
            name: an input.
            device_type, device_id: "cpu" and 0.
            element_type: NumPy's type, or a number of TensorProto.DataType.
            shape: its sizes.
            buffer_ptr: the address, such as `tensor.data_ptr()` of PyTorch.
        """
        self._check_input(name)
        check_device(device_type)
        self._inputs[name] = at_pointer(buffer_ptr, element_type, shape)
        self._plan = None

    def bind_ortvalue_input(self, name: str, ortvalue: OrtValue) -> None:
        """Binds an OrtValue, which is read in every run."""
        self._check_input(name)
        self._inputs[name] = ortvalue._tensor()
        self._plan = None

    def bind_output(self, name: str, device_type: str = "cpu", device_id: int = 0, element_type: Any = None,
                    shape: Optional[Sequence[int]] = None, buffer_ptr: Optional[int] = None) -> None:
        """Binds an output: to memory by its address, or to a new array of each run.

        Args:
            name: an output.
            device_type, device_id: "cpu" and 0.
            element_type, shape: as in `bind_input`; only with buffer_ptr.
            buffer_ptr: the address. None: every run makes an array.
        """
        check_device(device_type)
        if buffer_ptr is None:
            self._targets[name] = None
            self._plan = None
            return
        if element_type is None or shape is None:
            raise ValueError("`element_type` and `shape` are to be provided if pre-allocated memory is provided")
        self._targets[name] = at_pointer(buffer_ptr, element_type, shape)
        self._plan = None

    def bind_ortvalue_output(self, name: str, ortvalue: OrtValue) -> None:
        """Binds an output to the memory of an OrtValue."""
        self._targets[name] = ortvalue._tensor()
        self._plan = None

    def get_outputs(self) -> List[OrtValue]:
        """The outputs of the last run, in the order in which they were bound."""
        return [OrtValue(value) for value in self._results.values()]

    def copy_outputs_to_cpu(self) -> list:
        """Copies of the outputs of the last run."""
        return [value.copy() if isinstance(value, np.ndarray) else list(value) for value in self._results.values()]

    def clear_binding_inputs(self) -> None:
        """Forgets the bound inputs."""
        self._inputs.clear()
        self._plan = None

    def clear_binding_outputs(self) -> None:
        """Forgets the bound outputs and the results."""
        self._targets.clear()
        self._plan = None
        self._results = {}

    def synchronize_inputs(self) -> None:
        """Returns at once: inputs are in the memory of the CPU."""

    def synchronize_outputs(self) -> None:
        """Returns at once: a run returns when its outputs are there."""

    def _check_input(self, name: str) -> None:
        if name not in self._session._input_names:
            raise wrong_runtime(f"the session has no input '{name}'; there are {list(self._session._input_names)}")

    def _planned(self) -> tuple:
        """The arrays to write into, and those to copy into after the run."""
        if not self._targets:
            raise wrong_runtime("no output is bound; at least one is needed")
        for name in self._targets:
            if name not in self._session._output_names:
                raise wrong_runtime(f"the session has no output '{name}'; there are {self._session._output_names}")
        out: Dict[str, Any] = {}
        later: Dict[str, Any] = {}
        for name, target in self._targets.items():
            if target is not None:
                overlaps = any(np.may_share_memory(target, value) for value in self._inputs.values())
                (later if overlaps else out)[name] = target
        return out or None, later

    def _run(self) -> None:
        if self._plan is None:
            self._plan = self._planned()
        out, later = self._plan
        results = self._session._run_arrays(self._inputs, out, RuntimeError)
        for name, target in later.items():
            value = results[name]
            if value.shape != target.shape or value.dtype != target.dtype:
                raise wrong_runtime(f"output '{name}' is {value.dtype}{list(value.shape)} for these inputs, got "
                                    f"{target.dtype}{list(target.shape)}")
            target[...] = value
        self._results = {name: results[name] if target is None else target for name, target in self._targets.items()}
