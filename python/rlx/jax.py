# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`compile`: from functions of JAX to models.

    import rlx.jax
    model = rlx.jax.compile(f, x)
    y = model(x)

JAX traces the function and lowers it to StableHLO; RLX imports that text. RLX does not need JAX
afterwards: `Function.save` writes a package that `rlx.load` runs without it.
"""
import functools
import importlib
import os
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, Union

import numpy as np

from ._compile import compile as _compile
from ._model import Model

__all__ = ["Function", "compile"]


def compile(function: Callable, *args: Any, static_argnums: Union[None, int, Sequence[int]] = None,
            static_argnames: Union[None, str, Iterable[str]] = None,
            param_argnums: Union[None, int, Sequence[int]] = None,
            param_argnames: Union[None, str, Iterable[str]] = None,
            compile_options: Optional[Mapping[str, Any]] = None, **kwargs: Any) -> "Function":
    """Compiles a function of JAX for arguments like the given ones.

        model = rlx.jax.compile(predict, params, x, param_argnums=0)
        y = model(x)

    Args:
        function: a function that `jax.jit` takes, or one that it made.
        args, kwargs: arguments that show the shapes and element types: pytrees of arrays, numbers or
            `jax.ShapeDtypeStruct`. Their values do not matter, except those of static arguments. A
            shape of `jax.export.symbolic_shape` makes dynamic sizes, which each call decides.
        static_argnums, static_argnames: arguments that are constants of the model, as in `jax.jit`.
            The compiled function does not take them.
        param_argnums, param_argnames: arguments whose values are set once, the weights. The compiled
            function does not take them; `Function.set_params` sets others. RLX keeps them in the layout
            of its kernels, so that calls are faster than with weights as arguments.
        compile_options: keyword arguments of `rlx.compile`, such as {"device": "vulkan"}.

    Raises:
        UnsupportedError: the function needs an op that RLX does not have. The text lists all of them,
            with their lines.
        TypeError: an argument is nothing that JAX takes.
    """
    jax = _jax()
    _leave_out_own_lines()
    jitted = jax.jit(function, static_argnums=static_argnums, static_argnames=static_argnames,
                     keep_unused=True)
    lowered = jitted.lower(*args, **kwargs)
    # Numbers of positional arguments count those that are not static, as the pytree of `lowered` does.
    static = {num % len(args) for num in _listed(static_argnums)}
    kept = [num for num in range(len(args)) if num not in static]
    params = {kept.index(num % len(args)) for num in _listed(param_argnums)} | set(_listed(param_argnames))
    leaves = _leaves_of(lowered.args_info, params)
    model = _compile(_text_of(lowered, leaves), **(compile_options or {}))
    compiled = Function(model, lowered, leaves, getattr(function, "__name__", repr(function)))
    if params:
        compiled.set_params(*[arg for num, arg in enumerate(args) if num in kept and kept.index(num) in params],
                            **{name: arg for name, arg in kwargs.items() if name in params})
    return compiled


def _jax(name: str = "jax") -> Any:
    """The package jax, or a module of it. Only a call needs it, so that `import rlx.jax` does not."""
    return importlib.import_module(name)


@functools.lru_cache(maxsize=1)
def _leave_out_own_lines() -> None:
    """Keeps JAX from giving lines of this file as the places of ops. That is no public function of JAX;
    without it, a function of JAX itself has its place here."""
    try:
        register = _jax("jax._src.source_info_util").register_exclusion
    except (ImportError, AttributeError):
        return
    register(__file__)


def _listed(values: Any) -> list:
    if values is None:
        return []
    return [values] if isinstance(values, (int, str)) else list(values)


def _leaves_of(args_info: Any, params: set) -> "list[_Leaf]":
    """The leaves of (args, kwargs). `params` has the numbers and names of arguments that are params."""
    jax = _jax()
    paths = jax.tree_util.tree_flatten_with_path(args_info)[0]
    known = set(range(len(args_info[0]))) | set(args_info[1])
    if unknown := params - known:
        raise ValueError(f"there is no argument {unknown.pop()!r} that could be a param")
    return [_Leaf(_path_text(path), info, len(path) > 1 and _key(path[1]) in params) for path, info in paths]


def _text_of(lowered: Any, leaves: "list[_Leaf]") -> str:
    """The function as StableHLO in MLIR's generic form, with RLX's attributes of arguments: the params,
    and the names of dynamic sizes."""
    ir = _jax("jax.interpreters.mlir").ir
    module = lowered.compiler_ir("stablehlo")
    with module.context:
        main = next(op for op in module.body.operations
                    if "sym_name" in op.attributes and ir.StringAttr(op.attributes["sym_name"]).value == "main")
        if leaves and "arg_attrs" in main.attributes:
            attributes = [{each.name: each.attr for each in ir.DictAttr(one)}
                          for one in ir.ArrayAttr(main.attributes["arg_attrs"])]
            # In front of the function's own arguments are the values of the symbols.
            for one, leaf in zip(attributes[len(attributes) - len(leaves):], leaves):
                if leaf.is_param:
                    one["rlx.kind"] = ir.StringAttr.get("param")
                if any(not isinstance(size, int) for size in leaf.shape):
                    names = ["" if isinstance(size, int) else str(size) for size in leaf.shape]
                    one["rlx.dims"] = ir.ArrayAttr.get([ir.StringAttr.get(name) for name in names])
            main.attributes["arg_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get(one) for one in attributes])
        return module.operation.get_asm(print_generic_op_form=True, enable_debug_info=True)


class Function:
    """A compiled function of JAX. `rlx.jax.compile` makes one.

    Call it like the function, without static arguments and params. Arguments are pytrees of NumPy
    arrays, JAX arrays or numbers; the results are NumPy arrays in the function's pytree. Threads may call
    it at the same time.

    Attributes:
        model: the `rlx.Model`, whose inputs are the leaves of the arguments.
    """

    def __init__(self, model: Model, lowered: Any, leaves: "list[_Leaf]", name: str):
        jax = _jax()
        self.model = model
        self._name = name
        self._inputs = [leaf for leaf in leaves if not leaf.is_param]
        self._params = [leaf for leaf in leaves if leaf.is_param]
        # Params are None in the pytree of the other arguments, and the other way round.
        marks = jax.tree_util.tree_unflatten(lowered.in_tree, [leaf.is_param for leaf in leaves])
        self._in_tree = jax.tree_util.tree_structure(_chosen(marks, False))
        self._param_tree = jax.tree_util.tree_structure(_chosen(marks, True))
        self._out_tree = lowered.out_tree
        self._outputs = [_Leaf("result", info) for info in jax.tree_util.tree_leaves(lowered.out_info)]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        jax = _jax()
        arrays = self._flattened(args, kwargs, self._in_tree, self._inputs, "arguments")
        results = self.model(*arrays)
        if len(self._outputs) == 1:
            results = (results,)
        return jax.tree_util.tree_unflatten(
            self._out_tree, [leaf.as_output(value) for leaf, value in zip(self._outputs, results)])

    def set_params(self, *args: Any, **kwargs: Any) -> None:
        """Sets the params: the arguments that `param_argnums` and `param_argnames` name."""
        arrays = self._flattened(args, kwargs, self._param_tree, self._params, "params")
        for info, array in zip(self.model.params, arrays):
            self.model[info.name] = array

    def _flattened(self, args: Any, kwargs: Any, expected: Any, leaves: "list[_Leaf]", what: str) -> list:
        jax = _jax()
        values, tree = jax.tree_util.tree_flatten((args, kwargs))
        if tree != expected:
            raise TypeError(f"{self._name} is compiled for {what} of the structure {expected}, but got {tree}")
        return [leaf.as_input(value, self._name) for leaf, value in zip(leaves, values)]

    def save(self, path: Union[str, "os.PathLike[str]"], **options: Any) -> None:
        """Writes a package, as `rlx.Model.save` does. `rlx.load` gives a model of the leaves."""
        self.model.save(path, **options)

    def __repr__(self) -> str:
        return f"<rlx.jax.Function {self._name} {self.model!r}>"


class _Leaf:
    """One array of the arguments or results: its name, element type and shape."""

    def __init__(self, name: str, info: Any, is_param: bool = False):
        jax = _jax()
        self.name = name
        self.is_param = is_param
        self.key_type = info.dtype if jax.dtypes.issubdtype(info.dtype, jax.dtypes.extended) else None
        self.dtype: Any = None if self.key_type else np.dtype(info.dtype)
        self.shape = info.shape

    def as_input(self, value: Any, function: str) -> Any:
        """The value as an array of the element type. Types convert as in JAX: f64 to f32 unless x64 is
        enabled, and numbers of Python to the argument's type."""
        jax = _jax()
        if self.key_type is not None:
            return np.asarray(jax.random.key_data(value))
        if isinstance(value, (bool, int, float, complex)):
            value = np.asarray(value, self.dtype) if _fits(value, self.dtype) else np.asarray(value)
        array = np.asarray(value)
        if array.dtype != self.dtype and jax.dtypes.canonicalize_dtype(array.dtype) == self.dtype:
            array = array.astype(self.dtype)
        rank = len(self.shape)
        fits = array.ndim == rank and all(not isinstance(size, int) or size == got
                                          for size, got in zip(self.shape, array.shape))
        if array.dtype != self.dtype or not fits:
            raise TypeError(f"{function} is compiled for {self.name} of {_type_text(self.dtype, self.shape)}, "
                            f"but got {_type_text(array.dtype, array.shape)}; compile it again for this type")
        return array

    def as_output(self, value: Any) -> Any:
        if self.key_type is None:
            return value
        jax = _jax()
        return jax.random.wrap_key_data(value, impl=self.key_type._impl.name)


def _fits(value: Any, dtype: np.dtype) -> bool:
    """Whether a number of Python may become the type: JAX never drops a fraction or a part."""
    order = "biufc"
    kinds = {bool: "b", int: "i", float: "f", complex: "c"}
    kind = "f" if dtype.kind == "V" else dtype.kind  # bfloat16
    return order.index(kinds[type(value)]) <= order.index(kind)


def _type_text(dtype: Any, shape: Sequence[Any]) -> str:
    return f"{np.dtype(dtype).name}[{','.join(map(str, shape))}]"


def _chosen(marks: Any, is_param: bool) -> Any:
    """(args, kwargs) of the arguments that are params, or of those that are not."""
    jax = _jax()

    def is_chosen(argument: Any) -> bool:
        leaves = jax.tree_util.tree_leaves(argument)
        return (bool(leaves) and leaves[0]) == is_param

    args, kwargs = marks
    return (tuple(arg for arg in args if is_chosen(arg)),
            {name: arg for name, arg in kwargs.items() if is_chosen(arg)})


def _key(entry: Any) -> Any:
    """The number or name of an argument in the path of a leaf."""
    return entry.idx if hasattr(entry, "idx") else entry.key


def _path_text(path: Sequence[Any]) -> str:
    """"argument 0['w']" or "argument 'x'", for the path of a leaf in (args, kwargs)."""
    jax = _jax()
    if len(path) < 2:
        return "the argument"
    return f"argument {_key(path[1])!r}" + jax.tree_util.keystr(tuple(path[2:]))
