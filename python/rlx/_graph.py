# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`Graph`: models built op by op."""
from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _check, _convert, _rlx
from ._errors import Error
from ._ops import Ops
from ._values import Shape, Size, Value, native_size, values_of

if TYPE_CHECKING:
    from ._model import Model
    from ._values import DTypeLike, Operand, SizeLike

    Values = Union[Operand, Sequence[Operand]]
    Body = Callable[..., Any]

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


class Node(NamedTuple):
    """An op of the graph, for drawings: its name, and the numbers of its values."""

    op: str
    operands: Tuple[int, ...]
    results: Tuple[int, ...]


class Graph(Ops):
    """A model that is built op by op, and compiled like a model file.

        g = rlx.Graph()
        x = g.input("x", "float32", ("batch", 4))
        w = g.param("w", weights)
        g.output("y", g.gelu(x @ w))
        model = g.compile()

    There is a method for every op of the dialect (docs/generated/rlx-ops.md), with the op's name:
    `rlx.layer_norm` is `layer_norm`, and `rlx.and` is `and_`. Operands are values of this graph, arrays of NumPy,
    which become constants, and numbers, which take the element type of the tensor beside them. Required arguments
    come first, optional ones by name. Result types are inferred.

    A call that is wrong raises `rlx.InvalidArgumentError`, whose `place` is the line of the call, and changes
    nothing but for constants that it may leave, which nothing uses: the graph can be used further. Errors of compiling and of runs, reports and profiles name the same
    lines.

    One thread at a time may use a graph.
    """

    def __init__(self) -> None:
        self._native = _rlx.Graph()
        self._values: Dict[str, Any] = {}  # of params
        self._names: Dict[str, List[Tuple[str, int]]] = {"input": [], "param": [], "output": []}
        self._nodes: List[Node] = []
        self._depth = 0  # of bodies

    # ---- arguments and results of the model

    def input(self, name: str, dtype: "DTypeLike", shape: "Union[int, str, Sequence[Union[int, str]]]" = ()) -> Value:
        """A tensor that every run is given.

        Args:
            dtype: NumPy's name or type, or that of ml_dtypes: "float32", np.int64, "bfloat16".
            shape: a number for each static size, and a name for each that a run decides. Equal names are
                equal sizes.
        """
        _check.name(name, "the name of an input")
        sizes = [shape] if isinstance(shape, (int, str)) else list(shape)
        if None in sizes or "" in sizes:
            raise TypeError(f"input '{name}' has a size without a name; name each size that a run decides, such as 'batch'")
        dims = [size if isinstance(size, str) else _check.integer(size, f"a size of input '{name}'")
                for size in sizes]
        self._set_place()
        number = self._native.input(name, _convert.dtype_name(dtype), dims)
        self._names["input"].append((name, number))
        return Value(self, number)

    def param(self, name: str, value: Any = None, *, dtype: "Optional[DTypeLike]" = None,
              shape: Optional[Sequence[int]] = None) -> Value:
        """A weight: a tensor that is the same in all runs.

        Args:
            value: its value, an array, which models use without a copy: do not change it. None: it is set
                later, as `model[name] = array`, and `dtype` and `shape` tell its type.
        """
        _check.name(name, "the name of a param")
        self._set_place()
        if value is None:
            if dtype is None or shape is None:
                raise TypeError(f"param '{name}' needs a value, or dtype= and shape=")
            dims = [_check.integer(size, f"a size of param '{name}'") for size in shape]
            number = self._native.param(name, _convert.dtype_name(dtype), dims)
        else:
            if dtype is not None or shape is not None:
                raise TypeError(f"param '{name}' has the dtype and shape of its value")
            number = self._native.param_like(name, value)
            self._values[name] = value
        self._names["param"].append((name, number))
        return Value(self, number)

    def output(self, name: str, value: Value) -> None:
        """Makes a value a result of the model."""
        _check.name(name, "the name of an output")
        if not isinstance(value, Value):
            raise TypeError(f"output '{name}' is {value!r}, but a value of the graph is expected")
        self._set_place()
        self._native.output(name, value._id)
        self._names["output"].append((name, value._id))

    # ---- constants

    def constant(self, value: Any, dtype: "Optional[DTypeLike]" = None) -> Value:
        """A constant with the elements of an array, which are copied, or a number.

        A `Size` becomes a tensor of rank 0, by default of int64.

        Args:
            dtype: NumPy's choice if None: float64 and int64 for numbers and lists. It is an error if an integer type
                does not hold an element.
        """
        if isinstance(value, (str, bytes)):
            raise TypeError(f"expected an array or a number, got {value!r}")
        if isinstance(value, Size):
            number = self.iota(value, [1], 0).reshape(())
            return number if dtype is None else number.astype(dtype)
        array = _convert.as_array(value)
        if dtype is not None and array.dtype.name != _convert.dtype_name(dtype):
            array = _convert.as_dtype(array, _convert.dtype_name(dtype))
        self._set_place()
        return self._made("constant", self._native.constant(array))

    def full(self, shape: "Union[SizeLike, Sequence[SizeLike]]", value: Union[bool, int, float],
             dtype: "DTypeLike") -> Value:
        """A tensor whose elements are all `value`. It is an error if the type does not hold it."""
        sizes = [shape] if isinstance(shape, (int, Size)) else list(shape)
        if any(isinstance(size, Size) for size in sizes):
            return self.expand(self.full((), value, dtype), sizes)
        self._set_place()
        return self._made("constant", self._native.full(
            _convert.dtype_name(dtype), value, [_check.integer(size, "a size") for size in sizes]))

    # ---- ops with bodies

    def if_(self, predicate: "Operand", then: "Body", else_: "Body") -> Tuple[Value, ...]:
        """The values of one of two functions without arguments; nothing of the other one runs.

            (y,) = g.if_(flag, lambda: g.exp(x), lambda: x)

        Args:
            predicate: a bool of rank 0.
            then, else_: return a value or several, of equal types.
        """
        return self._add("if", ("predicate", "Value", predicate), ("then", "Body", then), ("else", "Body", else_))

    def while_(self, inits: "Values", condition: "Body", body: "Body") -> Tuple[Value, ...]:
        """Repeats a function while another one gives true.

        Args:
            inits: the first carried values.
            condition: gets the carried values, and returns a bool of rank 0.
            body: gets the carried values, and returns the next ones, of the same types.

        Returns:
            The last carried values.
        """
        return self._add("while", ("inits", "Values", values_of(inits)), ("condition", "Body", condition),
                         ("body", "Body", body))

    def scan(self, inits: "Values", inputs: "Values", body: "Body", *, reverse: bool = False,
             length: Optional[int] = None, num_checkpoints: int = 0) -> Tuple[Value, ...]:
        """Repeats a function for each row of tensors.

            total, sums = g.scan(zero, rows, lambda sum, row: (sum + row, sum + row))

        Args:
            inits: the first carried values.
            inputs: the tensors whose rows, along axis 0, the iterations get.
            body: gets the carried values, then the rows. It returns the next carried values, then any
                number of further values, which are stacked.
            reverse: from the last row to the first. A stacked value is at its row's place.
            length: the number of iterations; needed without inputs.
            num_checkpoints: keep only so many rows of the stacked values.

        Returns:
            The last carried values, then the stacked ones.
        """
        return self._add("scan", ("inits", "Values", values_of(inits)), ("inputs", "Values", values_of(inputs)),
                         ("body", "Body", body), ("reverse", "attribute", reverse), ("length", "attribute", length),
                         ("num_checkpoints", "attribute", num_checkpoints))

    def scan_backward(self, inits: "Values", inputs: "Values", gradients: "Values", forward: "Body", vjp: "Body", *,
                      reverse: bool = False, length: Optional[int] = None,
                      num_checkpoints: int = 0) -> Tuple[Value, ...]:
        """The gradients of a scan whose body is `forward`; other arguments as in `scan`.

        Args:
            gradients: those of the scan's results.
            vjp: gets the arguments of `forward`, then the gradients of its results. It returns the gradients
                of the carried values and of the rows, then further values, which are summed.
        """
        return self._add("scan_backward", ("inits", "Values", values_of(inits)),
                         ("inputs", "Values", values_of(inputs)), ("gradients", "Values", values_of(gradients)),
                         ("forward", "Body", forward), ("vjp", "Body", vjp), ("reverse", "attribute", reverse),
                         ("length", "attribute", length), ("num_checkpoints", "attribute", num_checkpoints))

    def elementwise_region(self, inputs: "Values", body: "Body") -> Tuple[Value, ...]:
        """Elementwise ops that are computed in one pass. The function sees its arguments only."""
        return self._add("elementwise_region", ("inputs", "Values", values_of(inputs)), ("body", "Body", body))

    def custom(self, kernel: str, inputs: "Values", results: "Sequence[Tuple[DTypeLike, Sequence[SizeLike]]]", *,
               config: str = "", body: "Optional[Body]" = None) -> Tuple[Value, ...]:
        """A user kernel, found by its name when the model is compiled.

        Args:
            results: the dtype and the sizes of each result. Sizes are numbers, or computed from sizes of the
                inputs.
            config: text that the kernel gets.
            body: computes the same with ops, where there is no such kernel. It sees its arguments only.
        """
        types = [(_convert.dtype_name(dtype), [native_size(size) for size in sizes]) for dtype, sizes in results]
        return self._add("custom", ("kernel", "attribute", kernel), ("inputs", "Values", values_of(inputs)),
                         ("results", "Types", types), ("config", "attribute", config), ("body", "Body", body))

    def custom_fn(self, inputs: "Values", body: "Body", *, vjp: "Optional[Body]" = None,
                  jvp: "Optional[Body]" = None) -> Tuple[Value, ...]:
        """A function with derivatives of yours. All functions see their arguments only.

        Args:
            vjp: gets the arguments of `body`, its results and their gradients.
            jvp: gets the arguments of `body` and their tangents.
        """
        return self._add("custom_fn", ("inputs", "Values", values_of(inputs)), ("body", "Body", body),
                         ("vjp", "Body", vjp), ("jvp", "Body", jvp))

    # ---- names for parts of the model

    @contextlib.contextmanager
    def scope(self, name: str) -> Iterator[None]:
        """Ops that are added in a `with` statement have the name in their place: "net.py:12:9 in encoder"."""
        self._native.begin_scope(_check.name(name, "the name of a scope"))
        try:
            yield
        finally:
            self._native.end_scope()

    # ---- the model

    def compile(self, **options: Any) -> "Model":
        """Compiles the graph so far. The graph can be used further, and compiled again.

        Args:
            options: those of `rlx.compile`. `params` may give values of params.
        """
        from ._compile import compile
        return compile(self, **options)

    def text(self) -> str:
        """The graph so far as MLIR, with all constants. It does not have the values of params."""
        return self._native.text(True)

    def __str__(self) -> str:
        return self._native.text(False)

    def __repr__(self) -> str:
        counts = [f"{len(names)} {role}{'' if len(names) == 1 else 's'}" for role, names in self._names.items()]
        return f"<rlx.Graph: {', '.join(counts)}, {len(self._nodes)} ops>"

    def _repr_html_(self) -> str:
        from ._graph_drawing import draw
        return draw(self)

    def __reduce__(self) -> Any:
        raise TypeError("cannot pickle an rlx.Graph; pickle the model that compile() gives, or text()")

    # ---- calls

    def _add(self, op: str, *arguments: Tuple[str, str, Any]) -> Tuple[Value, ...]:
        """Adds an op. An argument is its name, how it is given, and its value; None is none."""
        given = [(name, kind, value) for name, kind, value in arguments if value is not None]
        tensors = [value for _, kind, group in given if kind in ("Value", "Values")
                   for value in (group if kind == "Values" else [group])]
        native, operands = [], []  # type: List[Tuple[str, str, Any]], List[int]
        self._set_place()
        for name, kind, value in given:
            if kind == "Value":
                value = self._operand(value, tensors)
                operands.append(value)
            elif kind == "Values":
                value = [self._operand(each, tensors) for each in values_of(value)]
                operands += value
            elif kind == "Size":
                value = native_size(value)
            elif kind == "Sizes":
                value = [native_size(size) for size in values_of(value)]
            elif kind == "DType":
                kind, value = "attribute", _convert.dtype_name(value)
            elif kind == "attribute":
                value = _attribute(value)
            elif kind == "Body":
                value = self._body(value, name)
            native.append((name, kind, value))
        try:
            results = self._native.add(op, native)
        except Error as error:
            from ._wording import reworded
            raise reworded(error, [Value(self, number) for number in operands]) from None
        if self._depth == 0:
            self._nodes.append(Node(op, tuple(operands), results))
        return tuple([Value(self, number) for number in results])

    def _made(self, op: str, number: int) -> Value:
        if self._depth == 0:
            self._nodes.append(Node(op, (), (number,)))
        return Value(self, number)

    def _operand(self, value: Any, beside: Sequence[Any]) -> int:
        """The number of a value; a number or an array becomes a constant."""
        if isinstance(value, Value):
            return value._id
        if isinstance(value, (str, bytes)):
            raise TypeError(f"expected a tensor, an array or a number, got {value!r}")
        if isinstance(value, Size):
            dtypes = [each.dtype for each in beside if isinstance(each, Value)]
            return self.constant(value, *dtypes[:1])._id
        if _convert.is_number(value):
            dtypes = [each.dtype for each in beside if isinstance(each, Value)]
            if set(dtypes) == {"bool"} and not isinstance(value, bool):
                raise TypeError(f"nothing tells the element type of the number {value!r}; use Graph.constant(number, dtype)")
            return self._number(value, dtypes)._id
        return self._made("constant", self._native.constant(_convert.as_array(value)))._id

    def _number(self, number: Any, dtypes: Sequence[str]) -> Value:
        """A number as a constant of the first of the types that takes it."""
        for dtype in dtypes:
            if _convert.takes(dtype, number):
                if isinstance(number, complex):
                    return self._made("constant", self._native.constant(
                        _convert.as_array(number).astype(_convert._numpy_dtype(dtype))))
                return self._made("constant", self._native.full(dtype, number, []))
        if not dtypes:
            raise TypeError(f"the number {number!r} has no tensor beside it that tells its element type; "
                            "use Graph.constant")
        _convert.refuse(dtypes[0], number)
        raise AssertionError

    def _constant_beside(self, value: Any, tensor: Value) -> Value:
        """A number or an array beside a tensor of an operator, as a constant of the tensor's type."""
        if isinstance(value, Size):
            return self.constant(value, tensor.dtype)
        self._set_place()
        if _convert.is_number(value):
            return self._number(value, [tensor.dtype])
        array = _convert.as_type_of(_convert.as_array(value), tensor.dtype)
        return self._made("constant", self._native.constant(array))

    def _body(self, function: "Body", name: str) -> Callable[[Tuple[int, ...]], List[int]]:
        """The function as the extension calls it: numbers of values in and out."""
        if not callable(function):
            raise TypeError(f"'{name}' is {function!r}, but a function that builds a body is expected")

        def call(numbers: Tuple[int, ...]) -> List[int]:
            self._depth += 1
            try:
                results = values_of(function(*(Value(self, number) for number in numbers)))
                for value in results:
                    if not isinstance(value, Value):
                        raise TypeError(f"the function of '{name}' returned {value!r}, but a value of the graph, or "
                                        "several, are expected; Graph.constant makes one")
                return [value._id for value in results]
            finally:
                self._depth -= 1

        return call

    def _set_place(self) -> None:
        """Tells the line of the user's program that is running now."""
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename.startswith(_PACKAGE):
            frame = frame.f_back
        self._native.set_place(frame.f_code.co_filename, frame.f_lineno, _column(frame))


def _column(frame: Any) -> int:
    """The column of the call that the frame runs, from 1 on; 0 before Python 3.11."""
    positions = getattr(frame.f_code, "co_positions", None)
    if positions is None:
        return 0
    import itertools
    column = next(itertools.islice(positions(), frame.f_lasti // 2, None))[2]
    return 0 if column is None else column + 1


def _attribute(value: Any) -> Any:
    """Numbers of NumPy as those of Python, and its arrays as lists."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (tuple, list)):
        return [each.item() if hasattr(each, "item") else each for each in value]
    return value


__all__ = ["Graph", "Shape", "Size", "Value"]
