# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The engines behind a session: RLX, or the real ONNX Runtime for a model that RLX refuses.

An engine has `inputs`, `outputs`, `initializers` (lists of NodeArg), `metadata`, `types` (the text of
each input's type by name) and `run(feeds, out)`, which returns a dict of all outputs by name.
"""
import importlib
import pathlib
import sys
from typing import Any, Dict, List, NamedTuple, Optional, Union

import numpy as np

import rlx

from . import _errors
from ._proto import ELEMENTS, Description, ModelMetadata, Value, describe

_TEXTS = {name: f"tensor({text})" for text, name in ELEMENTS.values()}


class NodeArg(NamedTuple):
    """An input or output.

    Attributes:
        name: its name.
        shape: numbers, names of dynamic dimensions, and None for those without a name.
        type: such as "tensor(float)".
    """

    name: str
    shape: List[Union[int, str, None]]
    type: str


class RlxEngine:
    """A model that RLX compiled.

    Args:
        model: a path or the bytes of an ONNX model.
        device: a name of `rlx.devices()`.
        threads: threads of a run; 0: RLX's choice.
        directory: the folder of the external data of a model that is given as bytes.
        sizes: of dynamic dimensions by name, for which alone it is compiled. Other names are ignored.
    """

    def __init__(self, model: Union[str, bytes], device: Optional[str], threads: int, directory: str, sizes: dict):
        source: Any = model
        if isinstance(model, str):
            source = pathlib.Path(model)
            if source.suffix.lower() != ".onnx" and source.is_file():  # ONNX Runtime takes any name
                source, directory = source.read_bytes(), str(source.parent)
        start = source[4:8] if isinstance(source, bytes) else b""
        if start == b"ORTM":
            raise rlx.UnsupportedError("the model has ONNX Runtime's own format (.ort); RLX reads .onnx")
        dims = {dim for value in describe(model).inputs for dim in value.dims or ()} if sizes else set()
        self._model = rlx.compile(source, device=device, threads=threads,
                                  dims={name: size for name, size in sizes.items() if name in dims},
                                  directory=directory if isinstance(source, bytes) else None)
        self._run = self._model._executable.run
        described = describe(model)
        self.metadata: ModelMetadata = described.metadata
        self._set_signature(described, sizes)

    def _set_signature(self, described: Description, sizes: dict) -> None:
        own = {info.name: info for info in self._model.inputs}
        declared = {value.name: value for value in described.inputs}
        symbols: Dict[Any, Any] = {}
        for name, info in own.items():
            for size, dim in zip(info.shape, declared[name].dims or ()):
                symbols.setdefault(size, dim)

        def argument(value: Value, info: Optional[rlx.TensorInfo]) -> NodeArg:
            kind = value.type or (_TEXTS[info.dtype] if info is not None else "")
            shape = list(value.dims or ())
            if info is not None and not kind.startswith("seq"):
                dims = shape or [None] * len(info.shape)
                shape = [size if isinstance(size, int) else dim if dim is not None else symbols.get(size)
                         for size, dim in zip(info.shape, dims)]
            return NodeArg(value.name, [sizes.get(dim, dim) for dim in shape], kind)

        self.inputs = [argument(declared[name], info) for name, info in own.items()]
        # Until IR version 3, weights had to be inputs, too.
        self.initializers = [argument(value, None) for value in described.inputs
                             if value.name not in own and described.ir_version > 3]
        self.types = {value.name: value.type for value in self.inputs}
        results = {info.name: info for info in self._model.outputs}
        self.outputs = [argument(value, results.get(value.name)) for value in described.outputs]
        # RLX returns a sequence as tensors 's.0', 's.1', or as one tensor with its elements as rows.
        self._sequences = {}
        for value in self.outputs:
            if value.type.startswith("seq"):
                self._sequences[value.name] = [name for name in results if name.startswith(value.name + ".")]

    def run(self, feeds: dict, out: Optional[dict]) -> dict:
        results = self._run(feeds, out)
        for name, parts in self._sequences.items():
            results[name] = list(results[name]) if name in results else [results[part] for part in parts]
        return results


def real_onnxruntime() -> Any:
    """The installed onnxruntime, also after `install()`; None if there is none."""
    current = sys.modules.get("onnxruntime")
    if current is not None and current.__name__ == "onnxruntime":
        return current
    ours = {name: sys.modules.pop(name) for name in list(sys.modules)
            if name == "onnxruntime" or name.startswith("onnxruntime.")}
    try:
        return importlib.import_module("onnxruntime")
    except ModuleNotFoundError:
        return None
    finally:
        if ours:
            for name in list(sys.modules):
                if name == "onnxruntime" or name.startswith("onnxruntime."):
                    del sys.modules[name]
            sys.modules.update(ours)


class OrtEngine:
    """A model in the real ONNX Runtime, on the CPU.

    Args:
        model: a path or the bytes of a model.
        options: a SessionOptions of this module, whose attributes and entries are copied.
    """

    def __init__(self, module: Any, model: Union[str, bytes], options: Any):
        copied = module.SessionOptions()
        for name, default in options._DEFAULTS.items():
            value = getattr(options, name)
            if value != default:
                is_enum = hasattr(value, "name")
                setattr(copied, name, getattr(getattr(module, type(value).__name__), value.name) if is_enum else value)
        for key, value in options._entries.items():
            copied.add_session_config_entry(key, value)
        for name, size in options._sizes.items():
            copied.add_free_dimension_override_by_name(name, size)
        self._session = module.InferenceSession(model, copied, providers=["CPUExecutionProvider"])

        def arguments(values: Any) -> List[NodeArg]:
            return [NodeArg(value.name, value.shape, value.type) for value in values]

        self.inputs = arguments(self._session.get_inputs())
        self.outputs = arguments(self._session.get_outputs())
        self.initializers = arguments(self._session.get_overridable_initializers())
        self.types = {value.name: value.type for value in self.inputs}
        self.metadata = self._session.get_modelmeta()

    def run(self, feeds: dict, out: Optional[dict]) -> dict:
        try:
            values = self._session.run(None, feeds)
        except Exception as error:  # the classes of the other library
            kind = getattr(_errors, type(error).__name__, None)
            if kind not in _errors.CLASSES:
                raise
            raise _errors.make(kind, rlx.Error, str(error)) from error
        results = dict(zip([value.name for value in self.outputs], values))
        for name, target in (out or {}).items():
            np.copyto(target, results[name], casting="no")
            results[name] = target
        return results
