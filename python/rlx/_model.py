# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled models: `Model`."""
import os
import threading
from typing import (TYPE_CHECKING, Any, Dict, Iterable, Iterator, Mapping, NamedTuple, Optional, Sequence, Set, Tuple,
                    Union)

from . import _check, _rlx
from ._errors import InvalidArgumentError, UnsupportedError
from ._pipeline import mapped
from ._state import State
from ._state import make as make_state

if TYPE_CHECKING:
    import concurrent.futures  # imported by the first run_async

_INPUT, _PARAM, _OUTPUT = 0, 1, 2  # rlx_role_t
_PARAMS = "expected a dict of names and arrays of params"


class TensorInfo(NamedTuple):
    """One tensor of a model's signature.

    Attributes:
        name: its name in the model.
        shape: a number for each static dimension; for a dynamic one its symbol ("batch") or formula
            ("2 * width + 1"). Equal symbols have equal sizes in one run.
        dtype: NumPy's name of the element type, that of ml_dtypes ("bfloat16"), or "str".
    """

    name: str
    shape: Tuple[Union[int, str], ...]
    dtype: str

    def __str__(self) -> str:
        return f"{self.name}: {self.dtype}[{', '.join(map(str, self.shape))}]"


class Model:
    """A compiled model. `rlx.compile` and `rlx.load` make one.

    Call it with the inputs by position or by name; it returns the output, or a tuple of several:

        y = model(x)
        y, state = model(x=x, mask=mask)

    Inputs are NumPy arrays, tensors of PyTorch or JAX on the CPU, and whatever else has the buffer
    protocol or DLPack; C-contiguous ones are not copied. Their element types must be the model's.
    Outputs are new NumPy arrays.

    Threads may call one model at the same time: the GIL is released, and each call has memory of its
    own. Setting a param waits for no call; calls that begin later see it.
    """

    def __init__(self, executable: "_rlx.Executable", source: Any = None):
        self._executable = executable
        self._call = executable.call
        self._source = source
        self._set: Set[str] = set()  # names of params that were set since then
        self._report: Any = None  # the rlx.Report of its compilation

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call(*args, **kwargs)

    def run(self, feeds: Mapping[str, Any], out: Optional[Mapping[str, Any]] = None) -> dict:
        """Runs the model on inputs by name and returns all outputs by name.

        Args:
            feeds: an array for each input.
            out: arrays to write results into, for some or all outputs. They must have this run's
                shapes and the model's element types, and be C-contiguous.
        """
        return self._executable.run(_check.feeds(feeds), _check.targets(out))

    def run_async(self, feeds: Mapping[str, Any],
                  out: Optional[Mapping[str, Any]] = None) -> "concurrent.futures.Future[dict]":
        """Starts `run` on another thread. In a coroutine, await `asyncio.wrap_future(future)`.

        The arrays must not change until the future is done.
        """
        return _pool().submit(self._executable.run, _check.feeds(feeds), _check.targets(out))

    def map(self, feeds: Iterable[Mapping[str, Any]], ahead: int = 2) -> Iterator[dict]:
        """Runs the model on each item of `feeds`, and yields the outputs by name, in order.

        While a run is computed, the next inputs are made: `feeds` may be a generator that reads files.

            for outputs in model.map({"x": load(path)} for path in paths):
                ...

        Args:
            feeds: for each run an array for each input. The arrays of an item must not change until its
                outputs are there.
            ahead: the runs that are queued beside the one whose outputs come next, at least 1. More use
                more memory.

        An error of a run, or of `feeds`, is raised at its item, and ends the runs.
        """
        if _check.count(ahead, "ahead") < 1:
            raise InvalidArgumentError("ahead must be at least 1, got 0")
        if isinstance(feeds, Mapping):
            raise TypeError("map takes an iterable of dicts, one for each run, but got one dict; Model.run takes one")
        return mapped(_rlx.Pipeline(self._executable), feeds, ahead)

    def state(self, initial: Mapping[str, Any], *, feeds: Optional[Mapping[str, str]] = None,
              returns: Optional[Sequence[str]] = None) -> State:
        """A `State`: this model with inputs that stay between runs.

        Args:
            initial: for each input that stays an array, or a number that fills its static shape. Arrays
                are copied, and kept for `State.reset`.
            feeds: for inputs among these the output that becomes the content after each run. Element
                type and rank must be the same. The size may change, as in a cache that grows.
            returns: the outputs that calls return. By default those that feed nothing.

        Raises:
            NotFoundError: there is no such input or output.
            InvalidArgumentError: a wrong type or shape, or one output for two inputs.
        """
        names = [info.name for info in self.inputs], [info.name for info in self.outputs]
        return make_state(self._executable, *names, initial, feeds, returns)

    def output_shapes(self, shapes: Mapping[str, Any]) -> Dict[str, Tuple[Optional[int], ...]]:
        """The shapes of all outputs for inputs of such shapes, without a run.

            model.output_shapes({"x": (2, 3)})  # {"y": (2, 8)}

        Args:
            shapes: a tuple of sizes for each input. Inputs of static shape may be left out. For an
                input whose values decide sizes, such as the target of a reshape, give the array.

        Returns:
            A tuple of sizes for each output. A size that the run computes, such as the number of
            nonzero elements, is None.
        """
        return self._executable.output_shapes(_check.mapping(shapes, "shapes must be a dict of input names and shapes"))

    @property
    def inputs(self) -> Tuple[TensorInfo, ...]:
        """The inputs, which every run is given."""
        return self._signature(_INPUT)

    @property
    def outputs(self) -> Tuple[TensorInfo, ...]:
        """The outputs."""
        return self._signature(_OUTPUT)

    @property
    def params(self) -> Tuple[TensorInfo, ...]:
        """The params: weights, which are set once. Those of an ONNX file are set."""
        return self._signature(_PARAM)

    @property
    def name(self) -> str:
        """The model's name."""
        return self._executable.name

    @property
    def device(self) -> str:
        """The name of the device that runs it, as in `rlx.devices()`."""
        return self._executable.device

    @property
    def memory(self) -> dict:
        """Bytes that the model has now: `params` as set, `prepared` for the kernels, `arena` (temporaries),
        `outputs` and `code`. They grow with the first call, and with calls on several threads."""
        return self._executable.memory()

    def __setitem__(self, name: str, value: Any) -> None:
        """Sets a param. The elements are copied; type and shape must be the param's."""
        self._executable.set_param(_check.name(name, "the name of a param"), value)
        self._set.add(name)

    def set_params(self, values: Mapping[str, Any]) -> None:
        """Sets several params."""
        for name, value in _check.mapping(values, _PARAMS).items():
            self[name] = value

    def adopt_params(self, values: Mapping[str, Any]) -> None:
        """Sets several params without a copy. Do not change the arrays afterwards.

        An array that is not C-contiguous, or not aligned to 64 bytes, is copied.
        """
        for name, value in _check.mapping(values, _PARAMS).items():
            self._executable.adopt_param(_check.name(name, "the name of a param"), value)
            self._set.add(name)

    def clone(self) -> "Model":
        """A model with the same code and weights. Params that are set later are its own."""
        made = Model(self._executable.clone(), self._source)
        made._set = set(self._set)
        made._report = self._report
        return made

    def save(self, path: "str | os.PathLike", cpus: Union[str, Iterable[str], None] = None) -> None:
        """Writes a package, which `rlx.load`, `rlx-run` and `rlx-run-rt` run without a compiler.

        The model is compiled again, from the file that it came from, which must not have changed. Other
        values of its weights, set by `model[name] = array`, are an error.

        Args:
            path: ends in ".rlxe".
            cpus: the processors to compile for by LLVM's names, such as ["x86-64-v3", "aarch64"]. By
                default this machine's.
        """
        if self._source is None:
            self._executable.name  # raises if the model is closed
            raise UnsupportedError("only a model that was compiled from a file can be saved")
        wanted = cpus if cpus is None or isinstance(cpus, str) else ",".join(_check.names(cpus, "cpus"))
        self._source.save(_check.path(path, "path"), wanted, self._set)

    def close(self) -> None:
        """Frees the weights, the model's bytes and all memory of runs.

        Later calls raise FailedPreconditionError.
        """
        self._executable.close()
        self._source = None

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._executable.is_closed:
            return "<rlx.Model, closed>"

        def text(infos: Sequence[TensorInfo]) -> str:
            return ", ".join(map(str, infos))

        return f"<rlx.Model {self.name} on {self.device}: ({text(self.inputs)}) -> ({text(self.outputs)})>"

    def _repr_html_(self) -> str:
        if self._executable.is_closed:
            return _escaped(repr(self))

        def row(kind: str, info: TensorInfo) -> str:
            cells = (kind, info.name, info.dtype, " × ".join(map(str, info.shape)) or "scalar")
            return "<tr>" + "".join(f"<td>{_escaped(cell)}</td>" for cell in cells) + "</tr>"

        rows = [row("input", info) for info in self.inputs] + [row("output", info) for info in self.outputs]
        return (f"<b>{_escaped(self.name)}</b> on {_escaped(self.device)}, {len(self.params)} params"
                "<table><tr><th></th><th>name</th><th>type</th><th>shape</th></tr>" + "".join(rows) + "</table>")

    def __reduce__(self):
        if self._source is None:
            self._executable.name  # raises if the model is closed
            raise TypeError("cannot pickle this rlx.Model: it was not compiled or loaded from a file or text")
        self._source.check(self._set)
        return self._source.make, ()

    def _signature(self, role: int) -> Tuple[TensorInfo, ...]:
        return tuple(TensorInfo(*info) for info in self._executable.signature(role))


def check_lost(lost: Set[str]) -> None:
    """Raises if params have other values than the model's source, from which a copy is made."""
    if lost:
        raise UnsupportedError(f"the values that were set for {', '.join(map(repr, sorted(lost)))} would be lost, since a "
                               "copy is made from the model's source; change that, or give arrays as params= of "
                               "rlx.compile")


def _escaped(text: str) -> str:
    import html
    return html.escape(text)


_threads: "Optional[concurrent.futures.ThreadPoolExecutor]" = None
_lock = threading.Lock()


def _pool() -> "concurrent.futures.ThreadPoolExecutor":
    """The threads of run_async: one for each processor."""
    import concurrent.futures
    global _threads
    with _lock:
        if _threads is None:
            _threads = concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0)), "rlx")
            os.register_at_fork(after_in_child=_forget_pool)
        return _threads


def _forget_pool() -> None:
    global _threads, _lock
    _threads, _lock = None, threading.Lock()
