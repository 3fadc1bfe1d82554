# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rlx.compile of a torch.nn.Module or a torch.export.ExportedProgram."""
import os
import tempfile
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Set

import torch  # type: ignore[import-not-found,unused-ignore]
from torch.utils._pytree import tree_flatten_with_path, tree_unflatten  # type: ignore[import-not-found,unused-ignore]

from .. import _rlx
from .._errors import Error, InvalidArgumentError, UnsupportedError
from .._model import Model, check_lost
from ._graph import export
from ._onnx import OnnxModel, save
from ._params import as_array


class _Exported(NamedTuple):
    """The ONNX model, weights and options of a module, from which it can be made again."""

    onnx: bytes
    weights: Dict[str, torch.Tensor]
    options: dict

    def make(self) -> Model:
        options = _rlx.CompileOptions(**self.options, params=list(self.weights))
        model = Model(options.compile_onnx(self.onnx, None), self)
        for info in model.params:
            if info.name in self.weights:
                model.adopt_params({info.name: as_array(self.weights[info.name])})
        model._set.clear()
        return model

    def check(self, changed: Set[str]) -> None:
        check_lost(changed)

    def save(self, path: str, cpus: Optional[str], changed: Set[str]) -> None:
        self.check(changed)
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, "model.onnx")
            save(self.onnx, self.weights, model)
            _rlx.CompileOptions(**self.options, params=[]).compile_package(model, cpus, path)


def compile_module(module: Any, args: Sequence[Any], kwargs: Optional[Mapping[str, Any]], dynamic_shapes: Any,
                   options: dict) -> Model:
    """The model of a module for inputs like the examples, or of an ExportedProgram."""
    if isinstance(module, torch.export.ExportedProgram):
        if args or kwargs or dynamic_shapes is not None:
            raise InvalidArgumentError("an ExportedProgram has its inputs and dynamic sizes already; give them to "
                                       "torch.export.export")
        program = module
    else:
        with torch.enable_grad():  # without, modules may choose operators that torch.onnx does not know
            program = export(module, args, dynamic_shapes, kwargs)
    onnx = OnnxModel(program)
    if onnx.changed:
        raise UnsupportedError(f"the module changes {', '.join(map(repr, onnx.changed))} in each call, but a model has no "
                               "state; call module.eval() before, or return the new content as an output")
    onnx.name_outputs(_output_names(program))
    try:
        return _Exported(onnx.bytes(), onnx.weights, options).make()
    except Error as error:
        raise onnx.located(error) from error


def _output_names(program: torch.export.ExportedProgram) -> List[str]:
    """Names by the structure of the result: "output", "output_0" of a tuple, "logits" of a dict."""
    spec = program.call_spec.out_spec
    paths, _ = tree_flatten_with_path(tree_unflatten(list(range(spec.num_leaves)), spec))
    names = []
    for path, _ in paths:
        parts = [str(getattr(key, "key", getattr(key, "idx", getattr(key, "name", "")))) for key in path]
        names.append("_".join(parts if parts and not parts[0].isdigit() else ["output", *parts]))
    return names
