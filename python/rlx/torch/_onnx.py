# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a torch.export.ExportedProgram to ONNX, with PyTorch's own exporter.

Weights never enter the ONNX model: they are inputs of it, which RLX takes as params.
"""
import functools
import re
import warnings
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

import onnx
import torch  # type: ignore[import-not-found,unused-ignore]
import onnx_ir  # type: ignore[import-not-found,unused-ignore]
from onnx_ir.tensor_adapters import TorchTensor  # type: ignore[import-not-found,unused-ignore]
from torch.export.graph_signature import (  # type: ignore[import-not-found,unused-ignore]
    ConstantArgument, ExportGraphSignature, InputKind, OutputKind, TensorArgument)

from .._errors import Error, UnsupportedError
from ._decompositions import TABLE

# Tensors of a module with more elements are params. Smaller ones stay in the model, so that they fold.
_INLINE_ELEMENTS = 64

# Outputs of a program that are the new content of an input.
MUTATIONS = {kind for kind in OutputKind if kind.name.endswith("_MUTATION")}

_ONNX_TYPES = {torch.float16: onnx_ir.DataType.FLOAT16, torch.bfloat16: onnx_ir.DataType.BFLOAT16,
               torch.float32: onnx_ir.DataType.FLOAT, torch.float64: onnx_ir.DataType.DOUBLE,
               torch.bool: onnx_ir.DataType.BOOL, torch.uint8: onnx_ir.DataType.UINT8,
               torch.int8: onnx_ir.DataType.INT8, torch.int16: onnx_ir.DataType.INT16,
               torch.int32: onnx_ir.DataType.INT32, torch.int64: onnx_ir.DataType.INT64}


class Tensor(NamedTuple):
    """An output that the model computes. `is_number`: it is a number of Python, such as a size."""

    name: str
    is_number: bool


class Given(NamedTuple):
    """An output that is an input: its name."""

    name: str


class Constant(NamedTuple):
    """An output that is known: None, or a number."""

    value: Any


Output = Union[Tensor, Given, Constant]


class OnnxModel:
    """An ExportedProgram as an ONNX model.

    Attributes:
        inputs: the names of the program's inputs in their order. None: a constant, which the model has
            no input for.
        outputs: the program's outputs.
        changed: the inputs and buffers that the program changes. The model does not compute their new
            content: see `functional`.
        weights: the module's own tensors by the names of the model's inputs that they are.
    """

    def __init__(self, program: torch.export.ExportedProgram):
        self._model, program = _exported(program)
        _refuse_random(program)
        _refuse_complex(program)
        self.weights: Dict[str, torch.Tensor] = {}
        self._take_weights(program)
        signature = program.graph_signature
        self.inputs: List[Optional[str]] = [
            None if isinstance(spec.arg, ConstantArgument) else spec.arg.name
            for spec in signature.input_specs if spec.kind == InputKind.USER_INPUT]
        self.changed = [spec.target for spec in signature.output_specs if spec.kind in MUTATIONS]
        self.outputs: List[Output] = []
        self._set_outputs(signature, program.graph_module)
        self._sources: Dict[str, str] = {}
        for node in self._model.graph:
            self._add_source(node, node.metadata_props.get("pkg.torch.onnx.stack_trace", ""))

    def _add_source(self, node: onnx_ir.Node, trace: str) -> None:
        self._sources[node.name or ""] = trace
        for attribute in node.attributes.values():
            if attribute.type == onnx_ir.AttributeType.GRAPH:
                for inner in attribute.as_graph():
                    self._add_source(inner, trace)

    def _take_weights(self, program: torch.export.ExportedProgram) -> None:
        values = {**program.constants, **program.state_dict}
        graph = self._model.graph
        for name in list(graph.initializers):
            value = values.get(name)
            if isinstance(value, torch.Tensor) and value.numel() > _INLINE_ELEMENTS and not value.dtype.is_complex:
                initializer = graph.initializers.pop(name)
                initializer.const_value = None
                graph.inputs.append(initializer)
                self.weights[name] = value.detach()

    def _set_outputs(self, signature: ExportGraphSignature, module: torch.fx.GraphModule) -> None:
        computed = {value.name: value for node in self._model.graph for value in node.outputs}
        values = {}
        self._model.graph.outputs.clear()
        (result,) = next(iter(module.graph.find_nodes(op="output"))).args
        for spec, node in zip(signature.output_specs, result):
            if spec.kind != OutputKind.USER_OUTPUT:
                continue
            if isinstance(spec.arg, ConstantArgument):
                self.outputs.append(Constant(spec.arg.value))
                continue
            name = spec.arg.name
            constant = self._model.graph.initializers.get(name)
            if constant is not None and name not in computed:
                computed[name] = self._appended("Identity", constant, f"{name}_output")
            if name not in computed:
                self.outputs.append(Given(name))
                continue
            if name not in values:
                values[name] = self._typed(computed[name], node.meta.get("val"))
                self._model.graph.outputs.append(values[name])
            self.outputs.append(Tensor(str(values[name].name), not isinstance(spec.arg, TensorArgument)))

    def _appended(self, operator: str, value: onnx_ir.Value, name: str, **attributes: Any) -> onnx_ir.Value:
        """The output of a new node at the graph's end."""
        node = onnx_ir.node(operator, [value], attributes=attributes)
        output = node.outputs[0]
        output.name, output.shape, output.type = name, value.shape, value.type
        self._model.graph.append(node)
        return output

    def _typed(self, value: onnx_ir.Value, example: Any) -> onnx_ir.Value:
        """The value with the element type of the program. torch.onnx takes the one before the last cast."""
        if not isinstance(example, torch.Tensor) or value.dtype is None:
            return value
        dtype = _ONNX_TYPES.get(example.dtype)
        if dtype is None or dtype == value.dtype:
            return value
        cast = self._appended("Cast", value, f"{value.name}_as_{dtype.name.lower()}", to=int(dtype))
        cast.type = onnx_ir.TensorType(dtype)
        return cast

    def shape_of(self, name: str) -> List[Optional[int]]:
        """The sizes of an input; None for a dynamic one."""
        shape = next(value for value in self._model.graph.inputs if value.name == name).shape
        return [size if isinstance(size, int) else None for size in shape or ()]

    def computed(self) -> List[str]:
        """The model's outputs in their order."""
        return [str(value.name) for value in self._model.graph.outputs]

    def name_outputs(self, names: List[str]) -> None:
        """Makes a model with an output of each name for each output of the program that is a tensor."""
        graph = self._model.graph
        values = {value.name: value for node in graph for value in node.outputs}
        values.update({value.name: value for value in graph.inputs})
        graph.outputs.clear()
        for output, name in zip(self.outputs, names):
            if isinstance(output, Constant):
                continue
            if name in values and values[name] not in graph.inputs:
                values[name].name = f"{name}_inside"
            graph.outputs.append(self._appended("Identity", values[output.name], name))

    def bytes(self) -> bytes:
        """The ONNX model."""
        return onnx_ir.to_proto(self._model).SerializeToString()

    def located(self, error: Error) -> Error:
        """The error with the operator of PyTorch and the user's line, if its node is known."""
        found = re.match(r"node '(.*?)' ", error.place or "")
        line = user_line(self._sources.get(found.group(1), "")) if found else ""
        return type(error)(f"{error}; {line}", error.place) if line else error


def save(model: bytes, weights: Dict[str, torch.Tensor], path: str) -> None:
    """Writes an ONNX model with weights for some of its inputs, which go into a file beside it."""
    whole = onnx_ir.from_proto(onnx.ModelProto.FromString(model))
    for value in list(whole.graph.inputs):
        if value.name in weights:
            whole.graph.inputs.remove(value)
            value.const_value = TorchTensor(weights[value.name], name=value.name)
            whole.graph.initializers[value.name] = value
    onnx_ir.save(whole, path, external_data="weights.bin")


def _read_operators_once() -> None:
    """torch.onnx reads the sources of its 500 operators in each export, which takes 0.3 s."""
    try:
        from torch.onnx._internal.exporter._registration import (  # type: ignore[import-not-found,unused-ignore]
            onnxscript_apis)
        read = onnxscript_apis.get_torchlib_ops
    except (ImportError, AttributeError):
        return  # another version of PyTorch
    if not hasattr(read, "cache_info"):
        onnxscript_apis.get_torchlib_ops = functools.cache(read)


def _exported(program: torch.export.ExportedProgram) -> Tuple[onnx_ir.Model, torch.export.ExportedProgram]:
    """The ONNX model, and the program after decompositions that it was made from."""
    _read_operators_once()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # on names of axes and the like, which do not matter here
            if any(node.target in TABLE for node in program.graph.nodes):
                program = program.run_decompositions(TABLE)
            exported = torch.onnx.export(program, dynamo=True, verbose=False, optimize=False)
        assert exported is not None and exported.exported_program is not None  # dynamo=True
        return exported.model, exported.exported_program
    except Exception as error:  # of any type, as in torch.export
        raise UnsupportedError(_reason(error, program)) from error


def _refuse_random(program: torch.export.ExportedProgram) -> None:
    """PyTorch's generators do not reach the ONNX model: its random numbers would be other ones."""
    for node in program.graph.nodes:
        if torch.Tag.nondeterministic_seeded not in getattr(node.target, "tags", ()):
            continue
        given = {argument.name: argument.default_value for argument in node.target._schema.arguments}
        given.update(zip(given, node.args))
        given.update(node.kwargs)
        if given.get("dropout_p") == 0 or given.get("train") is False:
            continue
        line = user_line(node.meta.get("stack_trace") or "")
        raise UnsupportedError(f"{node.target} draws random numbers, which rlx cannot take from PyTorch's generator; "
                               "call model.eval() for a model with dropout" + (f"; {line}" if line else ""))


def _refuse_complex(program: torch.export.ExportedProgram) -> None:
    """torch.onnx takes complex inputs and results for real ones with another dimension."""
    (results,) = next(iter(program.graph.find_nodes(op="output"))).args
    for kind, nodes in (("input", program.graph.find_nodes(op="placeholder")), ("result", results)):
        for node in nodes:
            value = node.meta.get("val") if isinstance(node, torch.fx.Node) else None
            if isinstance(value, torch.Tensor) and value.is_complex():
                raise UnsupportedError(f"{kind} {node.name} is complex; give the parts of complex numbers as real "
                                       "tensors, with torch.view_as_real")


def _reason(error: BaseException, program: torch.export.ExportedProgram) -> str:
    """The deepest cause, with the line of the user's code whose operator it names."""
    while error.__cause__ is not None:
        error = error.__cause__
    text = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    operator = re.search(r"OpOverload\(op='(.*?)'", text)
    if operator is None:
        return f"torch.onnx cannot export the model: {text}"
    line = ""
    for node in program.graph.nodes:
        if operator.group(1) in str(node.target):
            line = user_line(node.meta.get("stack_trace") or "")
    return f"torch.onnx has no ONNX operators for {operator.group(1)}" + (f"; {line}" if line else "")


def user_line(trace: str) -> str:
    """'File "model.py", line 7, in forward: y = f(x)' of a stack trace: its last line."""
    found = re.findall(r'^ *(File ".*", line \d+, in \S+)\n *(.*)$', trace, re.MULTILINE)
    return ": ".join(found[-1]) if found else ""
