# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operands and results of calls of `rlx.Graph`: `Value`, a tensor, and `Size`, a size that a run decides."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Sequence, Tuple, Union

from . import _check, _convert, _indexing

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._graph import Graph

    Operand = Union["Value", npt.ArrayLike]
    Axes = Union[int, Sequence[int], None]
    SizeLike = Union[int, "Size"]
    DTypeLike = Union[str, npt.DTypeLike]

Shape = Tuple[Union[int, "Size"], ...]


class Size:
    """A size that the inputs of a run decide, such as the batch.

    `Value.shape` has it. Sizes have the operators +, -, * and //, also with numbers, and go wherever a
    size is expected. Beside a tensor, a size is a number:

        rows = x.shape[0] * x.shape[1]
        flat = x.reshape(rows, 16)
        mean = flat.sum(axis=0) / rows
    """

    __slots__ = ("_graph", "_key", "_text")

    def __init__(self, graph: "Graph", key: tuple):
        self._graph = graph
        self._key = key  # ("dim", value, axis) or (operation, size, size)
        self._text: Optional[str] = None  # when it is asked for

    def __add__(self, other: Union[int, "Size"]) -> Union[int, "Size"]:
        return _compute("+", self, other)

    def __radd__(self, other: int) -> Union[int, "Size"]:
        return _compute("+", other, self)

    def __sub__(self, other: Union[int, "Size"]) -> Union[int, "Size"]:
        return _compute("-", self, other)

    def __rsub__(self, other: int) -> Union[int, "Size"]:
        return _compute("-", other, self)

    def __mul__(self, other: Union[int, "Size"]) -> Union[int, "Size"]:
        return _compute("*", self, other)

    def __rmul__(self, other: int) -> Union[int, "Size"]:
        return _compute("*", other, self)

    def __floordiv__(self, other: Union[int, "Size"]) -> Union[int, "Size"]:
        return _compute("//", self, other)

    def __rfloordiv__(self, other: int) -> Union[int, "Size"]:
        return _compute("//", other, self)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same expression. Different ones may have the same size in a run."""
        return isinstance(other, Size) and self._graph is other._graph and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __bool__(self) -> bool:
        raise TypeError("a size that the inputs of a run decide has no value while the graph is built")

    def __repr__(self) -> str:
        if self._text is None:
            what, lhs, rhs = self._key
            if what == "dim":
                self._text = self._graph._native.size_text(lhs, rhs).replace("floordiv", "//")
            else:
                self._text = f"{_inner(lhs)} {what} {_inner(rhs)}"
        return self._text

    def _native(self) -> Tuple[int, int]:
        """The size for calls. It is made for each use: a body's values are not visible outside of it."""
        native, (what, lhs, rhs) = self._graph._native, self._key
        if what == "dim":
            return native.size(lhs, rhs)
        return native.compute_size(what[0], native_size(lhs), native_size(rhs))


def _inner(size: Union[int, Size]) -> str:
    """The text of a size in a longer one."""
    text = str(size)
    return f"({text})" if " " in text else text


def native_size(size: Union[int, Size]) -> Tuple[int, int]:
    """A size as the extension takes it."""
    if isinstance(size, Size):
        return size._native()
    return _check.integer(size, "a size"), 0


def _compute(operation: str, lhs: Any, rhs: Any) -> Union[int, Size]:
    graph = lhs._graph if isinstance(lhs, Size) else rhs._graph
    for side in (lhs, rhs):
        if not isinstance(side, Size) and not _convert.is_integer(side):
            return NotImplemented  # type: ignore[return-value]  # Python asks the other side
    # These do not need the run.
    if operation in "+-" and not isinstance(rhs, Size) and rhs == 0:
        return lhs
    if operation in ("*", "//") and not isinstance(rhs, Size) and rhs == 1:
        return lhs
    if operation == "*" and not isinstance(lhs, Size) and lhs == 1:
        return rhs
    if operation == "-" and lhs == rhs:
        return 0
    return Size(graph, (operation, lhs, rhs))


class Value:
    """A tensor of a graph: an input, a param, a constant, or a result of an op.

    It has the operators of NumPy's arrays. Numbers take the tensor's element type, where NumPy would keep
    it; arrays become constants. Shapes broadcast as in NumPy. Every operator adds an op to the graph; nothing
    is computed.

    Attributes:
        graph: the graph that it belongs to.
    """

    __slots__ = ("graph", "_id")
    def __init__(self, graph: "Graph", number: int):
        self.graph = graph
        self._id = number

    # ---- type

    @property
    def dtype(self) -> str:
        """NumPy's name of the element type, or that of ml_dtypes."""
        return self.graph._native.dtype(self._id)

    @property
    def shape(self) -> Shape:
        """The sizes: a number, or a `Size` for one that the inputs of a run decide."""
        return tuple([size if size >= 0 else Size(self.graph, ("dim", self._id, axis))
                      for axis, size in enumerate(self.graph._native.shape(self._id))])

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.graph._native.shape(self._id))

    @property
    def size(self) -> Union[int, Size]:
        """The number of elements."""
        return _indexing.product(self.shape)

    def __len__(self) -> int:
        shape = self.graph._native.shape(self._id)
        if not shape:
            raise TypeError("len() of a tensor of rank 0")
        if shape[0] < 0:
            raise TypeError("the inputs of a run decide the length of the tensor; use .shape[0]")
        return shape[0]

    def __repr__(self) -> str:
        return f"<rlx.Value {self.dtype}[{', '.join(map(str, self.shape))}]>"

    # ---- shape

    def reshape(self, *shape: Union[int, Size, Sequence[Union[int, Size]]]) -> "Value":
        """The same elements with other sizes. One size may be -1: the rest."""
        sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        return self.graph.reshape(self, _indexing.complete(self.shape, tuple(sizes)))  # type: ignore[arg-type]

    def transpose(self, *axes: int) -> "Value":
        """Permutes the dimensions; without `axes`, reverses them."""
        given = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
        rank = self.ndim
        order = [axis + rank if axis < 0 else axis for axis in given] if given else list(reversed(range(rank)))
        return self.graph.transpose(self, order)

    def swapaxes(self, first: int, second: int) -> "Value":
        """The tensor with two dimensions exchanged."""
        order = list(range(self.ndim))
        try:
            order[first], order[second] = order[second], order[first]
        except IndexError:
            raise ValueError(f"axes {first} and {second} of a tensor with {self.ndim} dimensions") from None
        return self.graph.transpose(self, order)

    def flatten(self) -> "Value":
        """The elements in one dimension."""
        return self.reshape(-1)

    @property
    def T(self) -> "Value":
        """The tensor with its dimensions reversed."""
        return self.transpose()

    def astype(self, dtype: "DTypeLike") -> "Value":
        """The elements as another type, as `Graph.cast` converts them."""
        return self if _convert.dtype_name(dtype) == self.dtype else self.graph.cast(self, dtype)

    def __getitem__(self, index: Any) -> "Value":
        """Indexes as NumPy does, with integers, slices, None, Ellipsis, or one tensor of integers.

        A slice of a size that a run decides is not cut off at its end: it is an error of the run if the tensor
        is too small.
        """
        return _indexing.index(self, index)

    def __iter__(self) -> Iterator["Value"]:
        return iter([self[i] for i in range(len(self))])

    # ---- reductions

    def sum(self, axis: "Axes" = None, keepdims: bool = False) -> "Value":
        """The sum along axes. As in NumPy, bool and small integers are summed as 64-bit integers."""
        return self._widened()._reduced("reduce_sum", axis, keepdims)

    def prod(self, axis: "Axes" = None, keepdims: bool = False) -> "Value":
        """The product along axes, with types as in `sum`."""
        return self._widened()._reduced("reduce_prod", axis, keepdims)

    def mean(self, axis: "Axes" = None, keepdims: bool = False) -> "Value":
        """The mean along axes, of floats."""
        if _convert.kind_of_dtype(self.dtype) < _convert.FLOAT:
            raise TypeError(f"the mean of {self.dtype} would be float64 in NumPy; use astype('float32') before")
        return self._reduced("reduce_mean", axis, keepdims)

    def max(self, axis: "Axes" = None, keepdims: bool = False) -> "Value":
        """The largest element along axes."""
        return self._reduced("reduce_max", axis, keepdims)

    def min(self, axis: "Axes" = None, keepdims: bool = False) -> "Value":
        """The smallest element along axes."""
        return self._reduced("reduce_min", axis, keepdims)

    def _widened(self) -> "Value":
        if _convert.kind_of_dtype(self.dtype) >= _convert.FLOAT:
            return self
        return self.astype("uint64" if "uint" in self.dtype else "int64")

    def _reduced(self, op: str, axis: "Axes", keepdims: bool) -> "Value":
        axes = [] if axis is None else list(axis) if isinstance(axis, (tuple, list)) else [axis]
        if axis is not None and not axes:
            return self  # no axis, where the op's empty list is all of them
        return self.graph._add(op, ("input", "Value", self), ("axes", "attribute", [
            _check.integer(each, "an axis") for each in axes]), ("keep_dims", "attribute", bool(keepdims)))[0]

    # ---- operators

    def _operand(self, other: Any) -> Any:
        """The other operand of an operator. If it is no tensor or number, Python asks the other side."""
        if isinstance(other, Value):
            return other
        if isinstance(other, Size) or _convert.is_array_like(other):
            return self.graph._constant_beside(other, self)
        return NotImplemented

    def _binary(self, op: str, other: Any, is_swapped: bool = False) -> "Value":
        other = self._operand(other)
        if other is NotImplemented:
            return other
        lhs, rhs = (other, self) if is_swapped else (self, other)
        return self.graph._add(op, ("lhs", "Value", lhs), ("rhs", "Value", rhs))[0]

    def _compare(self, predicate: str, other: Any) -> "Value":
        other = self._operand(other)
        if other is NotImplemented:
            return other
        return self.graph.compare(self, other, predicate)  # type: ignore[arg-type]

    def __add__(self, other: Any) -> "Value":
        return self._binary("add", other)

    def __radd__(self, other: Any) -> "Value":
        return self._binary("add", other, True)

    def __sub__(self, other: Any) -> "Value":
        return self._binary("sub", other)

    def __rsub__(self, other: Any) -> "Value":
        return self._binary("sub", other, True)

    def __mul__(self, other: Any) -> "Value":
        return self._binary("mul", other)

    def __rmul__(self, other: Any) -> "Value":
        return self._binary("mul", other, True)

    def __truediv__(self, other: Any) -> "Value":
        self._refuse_integers()
        return self._binary("div", other)

    def __rtruediv__(self, other: Any) -> "Value":
        self._refuse_integers()
        return self._binary("div", other, True)

    def __floordiv__(self, other: Any) -> "Value":
        return self._floor_divide(other, False)

    def __rfloordiv__(self, other: Any) -> "Value":
        return self._floor_divide(other, True)

    def __mod__(self, other: Any) -> "Value":
        return self._binary("mod", other)

    def __rmod__(self, other: Any) -> "Value":
        return self._binary("mod", other, True)

    def __pow__(self, other: Any) -> "Value":
        if not isinstance(other, Value) and _convert.is_integer(other) and other == 2:
            return self * self
        return self._binary("pow", other)

    def __rpow__(self, other: Any) -> "Value":
        return self._binary("pow", other, True)

    def __matmul__(self, other: Any) -> "Value":
        return self._binary("matmul", other)

    def __rmatmul__(self, other: Any) -> "Value":
        return self._binary("matmul", other, True)

    def __and__(self, other: Any) -> "Value":
        return self._binary("and", other)

    __rand__ = __and__

    def __or__(self, other: Any) -> "Value":
        return self._binary("or", other)

    __ror__ = __or__

    def __xor__(self, other: Any) -> "Value":
        return self._binary("xor", other)

    __rxor__ = __xor__

    def __neg__(self) -> "Value":
        return self.graph.neg(self)

    def __pos__(self) -> "Value":
        return self

    def __abs__(self) -> "Value":
        return self.graph.abs(self)

    def __invert__(self) -> "Value":
        return self.graph.not_(self)

    def __lt__(self, other: Any) -> "Value":
        return self._compare("lt", other)

    def __le__(self, other: Any) -> "Value":
        return self._compare("le", other)

    def __gt__(self, other: Any) -> "Value":
        return self._compare("gt", other)

    def __ge__(self, other: Any) -> "Value":
        return self._compare("ge", other)

    def __eq__(self, other: Any) -> "Value":  # type: ignore[override]
        return self._compare("eq", other)

    def __ne__(self, other: Any) -> "Value":  # type: ignore[override]
        return self._compare("ne", other)

    def __hash__(self) -> int:
        return hash(self._id)

    def __bool__(self) -> bool:
        raise TypeError("the elements of a tensor are known in a run only; use Graph.where or Graph.if_")

    def __array__(self, *args: Any, **options: Any) -> "np.ndarray":
        raise TypeError("the elements of a tensor are known in a run only: it cannot become a NumPy array")

    # NumPy's functions, and its arrays and numbers on the left of an operator.
    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> "Value":
        from ._ufuncs import apply_ufunc
        return apply_ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        from ._ufuncs import apply_function
        return apply_function(function, args, kwargs)

    def _refuse_integers(self) -> None:
        if "int" in self.dtype or self.dtype == "bool":
            raise TypeError(f"/ of {self.dtype} tensors would give float64 in NumPy; use // or astype('float32')")

    def _floor_divide(self, other: Any, is_swapped: bool) -> "Value":
        other = self._operand(other)
        if other is NotImplemented:
            return other
        lhs, rhs = (other, self) if is_swapped else (self, other)
        if "uint" in self.dtype:
            return lhs._binary("div", rhs)
        rest, quotient = lhs % rhs, lhs._binary("div", rhs)
        if "int" in self.dtype:  # div truncates
            return quotient - ((rest != 0) & ((lhs < 0) != (rhs < 0))).astype(self.dtype)
        # As NumPy: the quotient of the part that rhs divides is a whole number, but for its rounding.
        return self.graph.where(rhs == 0, quotient, self.graph.round((lhs - rest)._binary("div", rhs)))


def values_of(results: Any) -> List[Any]:
    """The values that a body gives or an op takes as a list: one, several, or None for none."""
    if results is None:
        return []
    if isinstance(results, (tuple, list)):
        return list(results)
    return [results]
