# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled graphs: what torch.compile calls in place of a graph."""
import concurrent.futures
from typing import Any, Callable, Dict, List, Sequence, Tuple, TypeVar

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from torch.fx import GraphModule  # type: ignore[import-not-found,unused-ignore]

from .._compile import compile
from .._errors import Error
from ._graph import Inputs, exported, functional, like
from ._onnx import Constant, Given, OnnxModel, Output, Tensor
from ._params import Params, as_array

_T = TypeVar("_T")


def is_weight(value: Any) -> bool:
    """Whether dynamo marked the input as a tensor of a module, which stays from call to call."""
    return isinstance(value, torch.Tensor) and getattr(value, "_dynamo_static_input_type", None) is not None


def _fed(value: Any) -> Any:
    return as_array(value) if isinstance(value, torch.Tensor) else np.array(value, np.int64)


def _tensor(array: np.ndarray) -> torch.Tensor:
    """The array as a tensor, without a copy."""
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


class _Variant:
    """The graph compiled for one choice of the inputs that became constants."""

    def __init__(self, onnx: OnnxModel, changed: Sequence[str], kept: Sequence[int], values: Sequence[Any],
                 options: dict):
        number = {name: i for name, i in zip(onnx.inputs, kept) if name is not None}
        self._number = number
        weights = [name for name in number if is_weight(values[number[name]]) and name not in changed]
        self._changed = [number[name] for name in changed]
        self._news, self._outputs = onnx.outputs[:len(changed)], onnx.outputs[len(changed):]
        self._computed = onnx.computed()
        self._weights = [number[name] for name in weights]
        if not self._computed:
            return
        try:
            model = compile(onnx.bytes(), params=weights, **options)
        except Error as error:
            raise onnx.located(error) from error
        self._params = Params(model, weights)
        self._given = [number[info.name] for info in model.inputs]

    def __call__(self, args: Sequence[Any]) -> Tuple[Any, ...]:
        arrays: Dict[str, np.ndarray] = {}
        if self._computed:
            model = self._params.model_for([args[i] for i in self._weights])
            results = model(*[_fed(args[i]) for i in self._given])
            if len(self._computed) == 1:
                results = (results,)
            arrays = dict(zip(self._computed, results))
        outputs = tuple([self._output(output, arrays, args) for output in self._outputs])
        if self._changed:
            self._change(arrays, args)
        return outputs

    def _output(self, output: Output, arrays: Dict[str, np.ndarray], args: Sequence[Any]) -> Any:
        if isinstance(output, Constant):
            return output.value
        if isinstance(output, Given):
            return args[self._number[output.name]]
        if output in self._news:
            return args[self._changed[self._news.index(output)]]  # x.add_(1); return x
        array = arrays[output.name]
        return array.item() if output.is_number else _tensor(array)

    def _change(self, arrays: Dict[str, np.ndarray], args: Sequence[Any]) -> None:
        news = [_tensor(arrays[new.name]) if isinstance(new, Tensor) else args[self._number[new.name]].clone()
                for new in self._news if not isinstance(new, Constant)]
        with torch.no_grad():
            for i, new in zip(self._changed, news):
                args[i].copy_(new)


class CompiledGraph:
    """A graph that runs on RLX. It is compiled for the example inputs when it is made.

    Floats, and sizes that the exporter could not keep dynamic, are constants: the graph is compiled
    again for other ones.
    """

    def __init__(self, module: GraphModule, values: Sequence[Any], options: dict):
        self._module = module
        self._options = options
        self._inputs = Inputs(module)
        self._fixed: List[Tuple[int, int]] = []  # sizes: input and dimension
        self._variants: Dict[Tuple[Any, ...], _Variant] = {}
        self._compile(values)

    def __call__(self, *args: Any) -> Tuple[Any, ...]:
        variant = self._variants.get(self._key(args))
        if variant is None:
            variant = self._compile(args)
        return variant(args)

    def _key(self, args: Sequence[Any]) -> Tuple[Any, ...]:
        if not self._inputs.floats and not self._fixed:
            return ()
        return (*(float(args[i]) for i in self._inputs.floats), *(args[i].shape[dim] for i, dim in self._fixed))

    def _compile(self, values: Sequence[Any]) -> _Variant:
        values = [value.node.hint if isinstance(value, torch.SymInt) else value for value in values]
        onnx, changed = _apart(lambda: self._to_onnx(values))
        for name, i in zip(onnx.inputs, self._inputs.kept):
            dynamic = self._inputs.dynamic_dims(i)
            shape = onnx.shape_of(name) if name is not None and dynamic else []
            self._fixed += [(i, dim) for dim in dynamic if shape[dim] is not None and (i, dim) not in self._fixed]
        variant = _Variant(onnx, changed, self._inputs.kept, values, self._options)
        self._variants[self._key(values)] = variant
        return variant

    def _to_onnx(self, values: Sequence[Any]) -> Tuple[OnnxModel, List[str]]:
        """The graph as an ONNX model, and the inputs whose new content its first outputs are."""
        program = exported(self._module, self._inputs, values)
        onnx = OnnxModel(program)
        if not onnx.changed:
            return onnx, []
        program, changed = functional(program, [like(values[i]) for i in self._inputs.kept])
        return OnnxModel(program), changed


def _apart(function: Callable[[], _T]) -> _T:
    """The result of the function on a new thread. On this one PyTorch would mix the exporter's sizes with
    those of the graph that dynamo is about to compile."""
    with concurrent.futures.ThreadPoolExecutor(1, "rlx-export") as pool:
        return pool.submit(torch.no_grad()(function)).result()
