# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts rlx.onnxruntime in the place of onnxruntime: `install`."""
import importlib.util
import sys
import warnings
from typing import Any, Iterator

_CAPI = ("capi", "capi._pybind_state", "capi.onnxruntime_pybind11_state", "capi.onnxruntime_inference_collection")


class _Finder:
    """Finds the distribution; modules are in sys.modules."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        return None

    @staticmethod
    def find_distributions(context: Any = None) -> Iterator[Any]:
        if context is None or context.name is None or context.name.lower() == "onnxruntime":
            from ._distribution import Distribution  # imports importlib.metadata, which takes a while
            yield Distribution()


def install(fallback: bool = False) -> None:
    """From now on, `import onnxruntime` gives rlx.onnxruntime. Call it before packages import that.

    `importlib.metadata.version("onnxruntime")` answers with the version that is followed. Modules that
    RLX has no counterpart for, such as `onnxruntime.quantization`, come from the real package if it is
    installed.

    Args:
        fallback: models that RLX refuses go to the real onnxruntime with one warning each, if that is
            installed.
    """
    from . import _session
    module = sys.modules[__package__]
    _session.fall_back_by_default = fallback
    present, found = sys.modules.get("onnxruntime"), None
    if present is module:
        return
    if present is not None:
        warnings.warn("onnxruntime is imported already; modules that did so go on using it. Call "
                      "rlx.onnxruntime.install() before they are imported", stacklevel=2)
        for name in [name for name in sys.modules if name.startswith("onnxruntime.")]:
            del sys.modules[name]
    else:
        found = importlib.util.find_spec("onnxruntime")
    folders = getattr(found, "submodule_search_locations", None) or getattr(present, "__path__", None) or ()
    module.__path__.extend(folder for folder in folders if folder not in module.__path__)
    sys.modules["onnxruntime"] = module
    for name in _CAPI:
        sys.modules[f"onnxruntime.{name}"] = sys.modules[f"{__package__}.{name}"]
    sys.meta_path.insert(0, _Finder)
