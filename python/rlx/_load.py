# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`load` and `devices`, which need no compiler."""
import os
import warnings
from typing import List, NamedTuple, Optional, Set, Union

from . import _check, _rlx
from ._errors import InvalidArgumentError, UnsupportedError
from ._model import Model, check_lost
from ._source import Stamp, check_unchanged, is_model_folder, stamp_of

Path = Union[str, "os.PathLike[str]"]


class Device(NamedTuple):
    """A device of this process: its name for `device=`, and a description for people."""

    name: str
    description: str


def devices() -> List[Device]:
    """The devices: the CPU, and Vulkan devices if there are any."""
    return [Device(*device) for device in _rlx.devices()]


class _Loaded(NamedTuple):
    """A package and how it was loaded."""

    path: str
    device: Optional[str]
    threads: int
    strict: bool
    stamp: Optional[Stamp] = None

    def make(self) -> Model:
        source = self._replace(path=os.path.abspath(self.path), stamp=stamp_of(self.path))
        model = Model(_rlx.load(self.path, self.device, self.strict, self.threads), source)
        if self.device not in (None, "cpu") and model.device == "cpu":
            warnings.warn(f"{model.name} runs on the CPU: '{self.path}' has no code for {self.device}; strict=True "
                          "refuses that", RuntimeWarning, stacklevel=3)
        return model

    def check(self, changed: Set[str]) -> None:
        check_unchanged(self.path, self.stamp)
        check_lost(changed)

    def save(self, path: str, cpus: Optional[str], changed: Set[str]) -> None:
        raise UnsupportedError(f"the model comes from the package '{self.path}'; copy that file, or compile "
                               "the model again for other processors")


def load(path: Path, *, device: Optional[str] = None, threads: int = 0, strict: bool = False) -> Model:
    """Loads a package (.rlxe), which `Model.save` or `rlx-run --emit=rlxe` wrote.

    Args:
        path: the file. It may be deleted or replaced while the model is used, but not changed.
        device, threads, strict: as in `compile`. By default the first device that can run it.

    Raises:
        NotFoundError: there is no such file or device.
        DataLossError: the file is damaged.
        UnsupportedError: this machine cannot run any code of the package.
    """
    file = _check.path(path, "the package")
    if is_model_folder(file) or file.lower().endswith((".onnx", ".gguf", ".mlir", ".mlirbc")):
        raise InvalidArgumentError(f"'{file}' is a model, but a package (.rlxe) is expected; rlx.compile takes models")
    return _Loaded(file, _check.text(device, "device"), _check.count(threads, "threads"),
                   _check.flag(strict, "strict")).make()
