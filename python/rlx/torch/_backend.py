# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The backend of torch.compile."""
import inspect
import warnings
from typing import Any, Callable, List, Optional, Tuple

import torch  # type: ignore[import-not-found,unused-ignore]
from torch.fx import GraphModule  # type: ignore[import-not-found,unused-ignore]

from .._compile import compile
from .._errors import InvalidArgumentError, UnsupportedError
from ._call import CompiledGraph

# Of rlx.compile; the others are about a model's source.
_OPTIONS = sorted(set(inspect.signature(compile).parameters)
                  - {"model", "dims", "directory", "params", "release_params", "example_inputs", "example_kwargs",
                     "dynamic_shapes"})


def backend(module: GraphModule, example_inputs: List[Any], *, options: Optional[dict] = None,
            mode: Optional[str] = None, **others: Any) -> Callable[..., Tuple[Any, ...]]:
    """Compiles a graph of dynamo: torch.compile(model, backend="rlx", options={"threads": 2}).

    Graphs with inputs that need gradients, while gradients are enabled, run in eager mode, and a
    warning says so.

    Args:
        options: those of `rlx.compile`: device, threads, precision, mode, cpu, cache and more. And
            `fallback`: True runs graphs that RLX cannot compile in eager mode, with a warning.

    Raises:
        UnsupportedError: neither the exporter of PyTorch nor RLX can compile the graph. The text
            names the operator and the line of the model.
        InvalidArgumentError: an option is wrong, or a tensor is not on the CPU.
    """
    if mode is not None or others:
        raise InvalidArgumentError(f"the backend rlx has no {'mode' if mode else sorted(others)[0]} of "
                                   "torch.compile; its options are " + ", ".join(["fallback", *_OPTIONS]))
    chosen = dict(options or {})
    fallback = chosen.pop("fallback", False)
    for name in chosen:
        if name not in _OPTIONS:
            raise InvalidArgumentError(f"the backend rlx has no option '{name}'; its options are "
                                       + ", ".join(["fallback", *_OPTIONS]))
    if not _computes(module):
        return module.forward
    if torch.is_grad_enabled() and any(isinstance(value, torch.Tensor) and value.requires_grad
                                       for value in example_inputs):
        warnings.warn("rlx computes no gradients, so a graph that needs them runs in eager mode; call the model "
                      "under torch.no_grad() or torch.inference_mode()", stacklevel=2)
        return module.forward
    try:
        _check_devices(module, example_inputs)
        return CompiledGraph(module, example_inputs, chosen)
    except UnsupportedError as error:
        if not fallback:
            raise
        warnings.warn(f"rlx cannot compile a graph, which runs in eager mode: {error}", stacklevel=2)
        return module.forward


def _computes(module: GraphModule) -> bool:
    """Whether the graph has operators, and results that need them."""
    (results,) = next(iter(module.graph.find_nodes(op="output"))).args
    return bool(results) and any(node.op.startswith("call_") for node in module.graph.nodes)


def _check_devices(module: GraphModule, values: List[Any]) -> None:
    for node, value in zip(module.graph.find_nodes(op="placeholder"), values):
        if isinstance(value, torch.Tensor) and value.device.type != "cpu":
            raise UnsupportedError(f"input {node.target} is on {value.device}, but rlx takes tensors on the CPU; move "
                                   "it with .cpu()")
        if isinstance(value, torch.Tensor) and value.layout != torch.strided:
            raise UnsupportedError(f"input {node.target} is sparse ({value.layout}), but rlx takes dense tensors; "
                                   "use .to_dense()")
