# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a graph of dynamo to a torch.export.ExportedProgram.

Beside tensors, dynamo gives sizes and numbers of Python as inputs. A size comes from the tensor that
has it, a float becomes a constant, and any other int stays an input.
"""
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import torch  # type: ignore[import-not-found,unused-ignore]
from torch.export import Dim  # type: ignore[import-not-found,unused-ignore]
from torch.export.graph_signature import InputKind  # type: ignore[import-not-found,unused-ignore]
from torch.fx import Graph, GraphModule, Node  # type: ignore[import-not-found,unused-ignore]

from .._errors import UnsupportedError
from ._onnx import MUTATIONS


def is_float(node: Node) -> bool:
    """Whether the input is a float of Python, which dynamo gives as a tensor of float64."""
    argument = node.meta.get("grapharg")
    return argument is not None and argument.pass_arg_as_tensor and argument.fake_tensor is not None \
        and argument.fake_tensor.dtype == torch.float64


class Inputs:
    """The inputs of a graph: which ones the exported program has.

    Attributes:
        floats: numbers of the inputs that become constants.
        kept: numbers of the inputs that the program has, in its order.
    """

    def __init__(self, module: GraphModule):
        self.nodes: List[Node] = list(module.graph.find_nodes(op="placeholder"))
        self.floats = [i for i, node in enumerate(self.nodes) if is_float(node)]
        self._sizes = self._find_sizes()
        self.kept = [i for i in range(len(self.nodes)) if i not in self._sizes and i not in self.floats]

    def _find_sizes(self) -> Dict[int, Any]:
        """For each input that is the size of a tensor: (tensor, dimension)."""
        sources: Dict[Any, Any] = {}
        for node in self.nodes:
            value = node.meta.get("example_value")
            if isinstance(value, torch.Tensor):
                for dim, size in enumerate(value.shape):
                    if isinstance(size, torch.SymInt):
                        sources.setdefault(size.node.expr, (node, dim))
        found = {}
        for i, node in enumerate(self.nodes):
            value = node.meta.get("example_value")
            if isinstance(value, torch.SymInt) and value.node.expr in sources:
                found[i] = sources[value.node.expr]
        return found

    def dynamic_dims(self, i: int) -> List[int]:
        """The dimensions of a tensor that dynamo keeps dynamic."""
        value = self.nodes[i].meta.get("example_value")
        if not isinstance(value, torch.Tensor):
            return []
        return [dim for dim, size in enumerate(value.shape) if isinstance(size, torch.SymInt)]

    def specialized(self, module: GraphModule, values: Sequence[Any]) -> GraphModule:
        """A copy of the graph with the kept inputs only."""
        graph = Graph()
        copies: Dict[Node, Any] = {}
        for i in self.kept:
            copies[self.nodes[i]] = graph.node_copy(self.nodes[i])
        for i, (tensor, dim) in self._sizes.items():
            copies[self.nodes[i]] = graph.call_function(torch.ops.aten.sym_size.int, (copies[tensor], dim))
        for i in self.floats:
            copies[self.nodes[i]] = float(values[i])
        for node in module.graph.nodes:
            if node.op == "placeholder":
                continue
            if node.target == "item" and isinstance(copies.get(node.args[0]), float):
                copies[node] = copies[node.args[0]]  # float -> tensor -> float
            elif node.op == "output":
                graph.output(torch.fx.map_arg(node.args[0], copies.__getitem__))
            else:
                copies[node] = graph.node_copy(node, copies.__getitem__)
        return GraphModule(module, graph)


def exported(module: GraphModule, inputs: Inputs, values: Sequence[Any]) -> torch.export.ExportedProgram:
    """The program of a graph, for inputs like the values."""
    dims: List[Optional[Any]] = []
    for i in inputs.kept:
        if isinstance(values[i], torch.Tensor):
            dims.append({dim: Dim.AUTO for dim in inputs.dynamic_dims(i)} or None)
        else:
            dims.append(Dim.AUTO if isinstance(inputs.nodes[i].meta.get("example_value"), torch.SymInt) else None)
    return export(inputs.specialized(module, values), [like(values[i]) for i in inputs.kept], tuple(dims))


def like(value: Any) -> Any:
    """A tensor like the value that the exporter takes: without gradient, and not of inference mode."""
    if not isinstance(value, torch.Tensor):
        return value
    if value.is_inference():
        return torch.empty_strided(value.shape, value.stride(), dtype=value.dtype)
    return value.detach()


def export(module: torch.nn.Module, args: Sequence[Any], dynamic_shapes: Any,
           kwargs: Optional[Mapping[str, Any]] = None) -> torch.export.ExportedProgram:
    """torch.export.export, with its errors as UnsupportedError."""
    try:
        return torch.export.export(module, tuple(args), dict(kwargs or {}), dynamic_shapes=dynamic_shapes,
                                   strict=False)
    except Exception as error:  # of any type: the exporter runs the user's code
        raise UnsupportedError(f"torch.export cannot export the model: {error}") from error


def functional(program: torch.export.ExportedProgram, values: Sequence[Any]
               ) -> Tuple[torch.export.ExportedProgram, List[str]]:
    """The program with the new content of each input that it changes as an output, before the others;
    and the names of these inputs. torch.onnx would leave such content out."""
    # torch.onnx takes batch norm that updates its statistics for one that uses them.
    table = torch._decomp.get_decompositions([torch.ops.aten._native_batch_norm_legit_functional])
    try:
        program = program.run_decompositions(table)
    except Exception as error:  # of any type, as in `export`
        raise UnsupportedError(f"torch.export cannot decompose a graph that changes its inputs: {error}") from error
    signature = program.graph_signature
    changed = [spec.target for spec in signature.output_specs if spec.kind in MUTATIONS]
    constants = {spec.arg.name: program.constants[spec.target] for spec in signature.input_specs
                 if spec.kind == InputKind.CONSTANT_TENSOR}
    graph = Graph()
    copies: Dict[Node, Any] = {}
    for node in program.graph.nodes:
        if node.op == "placeholder" and node.name in constants:
            copies[node] = graph.get_attr(node.name)
        elif node.op == "output":
            graph.output(torch.fx.map_arg(tuple(node.args[0]), copies.__getitem__))
        else:
            copies[node] = graph.node_copy(node, copies.__getitem__)
    dims = tuple(_dynamic(node.meta.get("val")) for node in program.graph.nodes
                 if node.op == "placeholder" and node.name not in constants)
    root = torch.nn.Module()
    for name, value in {**dict(program.graph_module.named_children()), **constants}.items():
        setattr(root, name, value)
    return export(GraphModule(root, graph), values, dims), changed


def _dynamic(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return {dim: Dim.AUTO for dim, size in enumerate(value.shape) if isinstance(size, torch.SymInt)} or None
    return Dim.AUTO if isinstance(value, torch.SymInt) else None
