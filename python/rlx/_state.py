# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs that stay between runs: `State`, which `Model.state` makes."""
import os
import re
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Tuple

from . import _check, _rlx
from ._errors import DataLossError, FailedPreconditionError, InvalidArgumentError, NotFoundError, from_system


class State:
    """A model with inputs that stay between runs, such as a KV cache or the state of an RNN.

        with model.state({"cache": zeros}, feeds={"cache": "new_cache"}) as state:
            for x in steps:
                y = state(x)

    The contents live in the device's memory. An output that feeds an input becomes its content after
    each run, without a copy. Calls return the other outputs.

    One thread uses a state at a time; overlapping calls raise FailedPreconditionError. Each state has
    memory of its own, so that states of one model do not meet, nor do they meet other calls of the
    model. Params that are set on the model later do not reach its states.
    """

    def __init__(self, state: "_rlx.State", names: Tuple[str, ...], feeds: Mapping[str, str], model: str,
                 initial: Mapping[str, Any]):
        self._state = state
        self._call = state.call
        self._names = names
        self._feeds = dict(feeds)
        self._model = model
        self._initial = dict(initial)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the model on the other inputs, by position or by name.

        Returns the output, a tuple of several, or None if all outputs feed the state.
        """
        return self._call(*args, **kwargs)

    def run(self, feeds: Mapping[str, Any], out: Optional[Mapping[str, Any]] = None) -> dict:
        """Runs the model on the other inputs by name, and returns the outputs by name.

        Args:
            feeds: an array for each other input.
            out: arrays to write results into, as in `Model.run`. They may be of outputs that feed the
                state, too.
        """
        return self._state.run(_check.feeds(feeds), _check.targets(out))

    def __getitem__(self, name: str) -> Any:
        """The content of an input, as a new NumPy array."""
        self._check(name)
        return self._state.get(name)

    def __setitem__(self, name: str, value: Any) -> None:
        """Sets the content of an input. The elements are copied; type and shape must be the input's.

        A number fills an input of static shape.
        """
        self._check(name)
        self._state.set(name, value)

    def keys(self) -> Tuple[str, ...]:
        """The names of the inputs that stay. `dict(state)` has all contents."""
        return self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    @property
    def feeds(self) -> Dict[str, str]:
        """The output that feeds each input, for those that are fed."""
        return dict(self._feeds)

    @property
    def memory(self) -> dict:
        """Bytes, as `Model.memory`, of this state alone; and `state`, the contents of its inputs."""
        return self._state.memory()

    def reset(self) -> None:
        """Sets all contents as they were when the state was made."""
        for name, value in self._initial.items():
            self._state.set(name, value)

    def clone(self) -> "State":
        """A second state with the same contents, for example for another beam of a search."""
        return State(self._state.clone(), self._names, self._feeds, self._model, self._initial)

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes all contents to a file, as numpy.savez does. An existing file is replaced."""
        path = _check.path(path, "path")
        beside = f"{path}.{os.getpid()}.tmp"
        try:
            with open(beside, "wb") as file:
                _write(file, dict(self))
            os.replace(beside, path)
        except OSError as error:
            raise from_system(error, f"cannot write '{path}'") from None
        finally:
            if os.path.exists(beside):
                os.unlink(beside)

    def load(self, path: "str | os.PathLike[str]") -> None:
        """Sets all contents from a file that `save` wrote, perhaps in another process.

        Raises:
            NotFoundError: there is no such file.
            DataLossError: it is damaged, or no file of numpy.savez.
            InvalidArgumentError: it has other names, types or shapes. The state is as it was.
        """
        path = _check.path(path, "path")
        try:
            values = _read(path)
        except OSError as error:
            raise from_system(error, f"cannot read '{path}'") from None
        if set(values) != set(self._names):
            raise InvalidArgumentError(f"expected {_listed(self._names)} in '{path}', got {_listed(values)}")
        before = self._whole()
        try:
            for name, value in values.items():
                if value.dtype.kind == "V":  # a type of ml_dtypes, which files do not know
                    value = _viewed(value, before.get(name, self._initial[name]).dtype, name)
                self._state.set(name, value)
        except Exception:
            for name, value in before.items():
                self._state.set(name, value)
            raise

    def close(self) -> None:
        """Frees the state's memory. Later calls raise FailedPreconditionError. The model stays."""
        self._state.close()
        self._initial = {}

    def __enter__(self) -> "State":
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        parts = [name + (f" <- {self._feeds[name]}" if name in self._feeds else "") for name in self._names]
        return f"<rlx.State of {self._model}: {', '.join(parts)}>"

    def _whole(self) -> dict:
        """The contents, without those that a run that failed has updated only in part."""
        values = {}
        for name in self._names:
            try:
                values[name] = self[name]
            except FailedPreconditionError:  # also if the state is closed: then setting raises
                pass
        return values

    def _check(self, name: str) -> None:
        if name not in self._names:
            raise NotFoundError(f"'{name}' is not part of the state, which has {_listed(self._names)}")


def make(executable: "_rlx.Executable", inputs: Sequence[str], outputs: Sequence[str], initial: Mapping[str, Any],
         feeds: Optional[Mapping[str, str]], returns: Optional[Sequence[str]]) -> State:
    """A state of a model with these inputs and outputs; see `Model.state`."""
    initial = _check.mapping(initial, "the initial value must be a dict of input names and arrays or numbers")
    feeds = _check.mapping(feeds or {}, "feeds must be a dict of inputs and the outputs that feed them")
    returns = None if returns is None else _check.names(returns, "returns")
    for name in initial:  # the rule of rlx_executable_set_handle_feed
        number = re.fullmatch(r"out(0|[1-9]\d*)", name)
        if number and int(number[1]) < len(outputs):
            feeds.setdefault(name, outputs[int(number[1])])
    if not initial:
        raise InvalidArgumentError("a state needs the initial value of at least one input")
    for names, known, kind in ((initial, inputs, "input"), (feeds, initial, "state"),
                               (feeds.values(), outputs, "output"), (returns or (), outputs, "output")):
        for name in names:
            if name not in known:
                raise NotFoundError(f"there is no {kind} '{name}'; there are {_listed(known)}")
    fed = set(feeds.values())
    wanted = [name for name in outputs if name not in fed] if returns is None else list(returns)
    state = _rlx.State(executable, list(initial), wanted)
    for name, value in initial.items():
        state.set(name, value)
    for name, output in feeds.items():
        state.feed(name, output)
    # Arrays may change later, so the contents are kept, and not the arrays.
    kept = {name: value if isinstance(value, (int, float)) else state.get(name) for name, value in initial.items()}
    return State(state, tuple(initial), feeds, executable.name, kept)


def _listed(names: Any) -> str:
    return ", ".join(f"'{name}'" for name in names) or "none"


def _write(file: Any, values: Mapping[str, Any]) -> None:
    """As numpy.savez, which takes no array named "file"."""
    import zipfile

    from numpy.lib import format as npy
    with zipfile.ZipFile(file, "w") as members:
        for name, value in values.items():
            with members.open(name + ".npy", "w", force_zip64=True) as member:
                npy.write_array(member, value, allow_pickle=False)


def _read(path: str) -> dict:
    import zipfile
    import zlib

    import numpy
    with open(path, "rb") as file:
        if not zipfile.is_zipfile(file):
            raise DataLossError(f"'{path}' is not a file that State.save or numpy.savez has written, or it is cut off")
        name = None
        try:
            with numpy.load(file, allow_pickle=False) as arrays:
                values = {}
                for name in arrays.files:
                    values[name] = arrays[name]
                return values
        except (ValueError, EOFError, AttributeError, TypeError, KeyError, zipfile.BadZipFile, zlib.error):
            what = f"the array '{name}' in '{path}'" if name else f"'{path}'"
            raise DataLossError(f"{what} is damaged, or is none of numbers or bool; State.save and numpy.savez write "
                                "such files") from None


def _viewed(value: Any, dtype: Any, name: str) -> Any:
    if value.dtype.itemsize != dtype.itemsize:
        raise InvalidArgumentError(f"state '{name}' expects element type {dtype.name}, got {value.dtype.itemsize} bytes")
    return value.view(dtype)
