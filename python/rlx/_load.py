# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`load` and `devices`, which need no compiler."""
import os
from typing import List, NamedTuple, Optional, Union

from . import _rlx
from ._errors import UnsupportedError
from ._model import Model

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

    def make(self) -> Model:
        return Model(_rlx.load(self.path, self.device, self.strict, self.threads), self)

    def save(self, path: str, cpus: Optional[str]) -> None:
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
    return _Loaded(os.fspath(path), device, threads, strict).make()
