# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RLX as a backend of the package `onnx`: `onnx.backend.base` and its tests.

    import onnx
    import rlx.onnx_backend as backend
    outputs = backend.prepare(onnx.load("model.onnx")).run([x, y])

Needs the package `onnx`. Inputs that are sequences, optionals or maps are not supported.
"""
from typing import Any, List, Optional, Sequence, Tuple

import onnx
from onnx.backend.base import Backend, BackendRep, namedtupledict

from ._compile import compile
from ._load import devices
from ._model import Model

__all__ = ["RlxBackend", "RlxBackendRep", "is_compatible", "prepare", "run_model", "run_node", "supports_device"]


class RlxBackendRep(BackendRep):
    """A compiled model; `run` takes its inputs in the order of the graph's."""

    def __init__(self, model: Model, graph: onnx.GraphProto):
        self.model = model
        initialized = {tensor.name for tensor in graph.initializer}
        self._inputs = [info.name for info in graph.input if info.name not in initialized]
        self._outputs = [info.name for info in graph.output]

    def run(self, inputs: Any, **kwargs: Any) -> Tuple[Any, ...]:
        """Returns the outputs, which also have their names as attributes.

        Args:
            inputs: a sequence of arrays, a dict of names and arrays, or one array.
        """
        if isinstance(inputs, dict):
            feeds = inputs
        else:
            values = inputs if isinstance(inputs, (list, tuple)) else [inputs]
            if len(values) > len(self._inputs):
                raise ValueError(f"the model has {len(self._inputs)} inputs, got {len(values)}")
            feeds = {name: value for name, value in zip(self._inputs, values) if value is not None}
        results = self.model.run(feeds)
        return namedtupledict("Outputs", self._outputs)(*(_output(results, name) for name in self._outputs))


def _output(results: dict, name: str) -> Any:
    """The output, or the list of the elements `name.0`, `name.1`, … of a sequence."""
    if name in results:
        return results[name]
    elements: List[Any] = []
    while (element := f"{name}.{len(elements)}") in results:
        elements.append(results[element])
    return elements


class RlxBackend(Backend):
    """The backend. Its functions are also those of this module."""

    @classmethod
    def is_compatible(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> bool:
        """Whether RLX can compile the model."""
        from ._errors import Error
        try:
            compile(model, device=_device(device), cache=False)
        except Error:
            return False
        return True

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> RlxBackendRep:
        """Compiles the model. The keyword arguments are those of `rlx.compile`."""
        return RlxBackendRep(compile(model, device=_device(device), **kwargs), model.graph)

    @classmethod
    def run_model(cls, model: onnx.ModelProto, inputs: Any, device: str = "CPU", **kwargs: Any) -> Tuple[Any, ...]:
        """Compiles the model and runs it once."""
        return cls.prepare(model, device, **kwargs).run(inputs)

    @classmethod
    def run_node(cls, node: onnx.NodeProto, inputs: Any, device: str = "CPU",
                 outputs_info: Optional[Sequence[Tuple[Any, Tuple[int, ...]]]] = None, **kwargs: Any) -> Tuple[Any, ...]:
        """Compiles a model of the node alone, with the shapes of these inputs, and runs it once.

        `opset_version` in the keyword arguments is the operator set; by default the newest that
        `onnx` has.
        """
        import numpy as np
        from onnx import helper
        opset = kwargs.pop("opset_version", onnx.defs.onnx_opset_version())
        values = [np.asarray(value) for value in (inputs if isinstance(inputs, (list, tuple)) else [inputs])]
        names = [name for name in node.input if name]
        infos = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape)
                 for name, value in zip(names, values)]
        outputs = [helper.make_empty_tensor_value_info(name) for name in node.output if name]
        model = helper.make_model(helper.make_graph([node], "node", infos, outputs),
                                  opset_imports=[helper.make_opsetid(node.domain, opset)])
        return cls.run_model(model, dict(zip(names, values)), device, **kwargs)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """Whether there is such a device: "CPU", or a name of `rlx.devices()`."""
        return _device(device) in [each.name for each in devices()]


def _device(name: str) -> str:
    return "cpu" if name.upper().split(":")[0] == "CPU" else name


is_compatible = RlxBackend.is_compatible
prepare = RlxBackend.prepare
run_model = RlxBackend.run_model
run_node = RlxBackend.run_node
supports_device = RlxBackend.supports_device
