# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sessions: `InferenceSession`."""
import functools
import os
import warnings
from collections.abc import Sequence
from typing import Any, Callable, List, Mapping, Optional, Union

import numpy as np

import rlx

from .. import _model
from . import _errors
from ._binding import IOBinding
from ._engines import NodeArg, OrtEngine, RlxEngine, real_onnxruntime
from ._options import RunOptions, SessionOptions
from ._proto import ELEMENTS, ModelMetadata
from ._values import OrtValue, dtype_of, element_of, wrong_runtime

CPU = "CPUExecutionProvider"
VULKAN = "RlxVulkanExecutionProvider"

_TENSORS = {number: f"tensor({text})" for number, (text, _) in ELEMENTS.items()}
_FOLDER = "session.model_external_initializers_file_folder_path"
_SOFTWARE = ("llvmpipe", "lavapipe", "swiftshader")

fall_back_by_default = False


@functools.lru_cache(maxsize=None)
def _vulkan_devices() -> tuple:
    """The names of Vulkan devices that are hardware."""
    return tuple(device.name for device in rlx.devices()
                 if device.name.startswith("vulkan")
                 and not any(word in device.description.lower() for word in _SOFTWARE))


def get_available_providers() -> List[str]:
    """The execution providers of this machine, the fastest first."""
    return [VULKAN, CPU] if _vulkan_devices() else [CPU]


def _normalized(providers: Any, provider_options: Any) -> dict:
    """The options of each available provider, in the order of preference, with the CPU at last."""
    if isinstance(providers, str):
        warnings.warn(f"'providers' is a sequence of names; taking ['{providers}']", stacklevel=4)
        providers = [providers]
    if not isinstance(providers, (Sequence, type(None))):
        raise ValueError("'providers' should be a sequence.")
    providers = list(providers or ())
    if provider_options is not None:
        if not isinstance(provider_options, Sequence):
            raise ValueError("'provider_options' should be a sequence.")
        if len(providers) != len(provider_options):
            raise ValueError("'providers' and 'provider_options' should be the same length if both are given.")
        providers = list(zip(providers, provider_options))
    found: dict = {}
    for provider in providers:
        name, options = (provider, {}) if isinstance(provider, str) else provider if isinstance(
            provider, tuple) and len(provider) == 2 else (None, None)
        if not isinstance(name, str) or not isinstance(options, dict):
            raise ValueError("'providers' values must be either strings or (string, dict) tuples.")
        available = [CPU] if name == CPU else get_available_providers()
        if name not in available:
            warnings.warn(f"Specified provider '{name}' is not in available provider names."
                          f"Available providers: '{', '.join(available)}'", stacklevel=4)
        elif name in found:
            warnings.warn(f"Duplicate provider '{name}' encountered, ignoring.", stacklevel=4)
        else:
            found[name] = {str(key): str(value) for key, value in options.items()} if name != CPU else {}
    found.setdefault(CPU, {})
    return found


def _device(providers: Mapping[str, dict]) -> Optional[str]:
    """The name of the device to compile for. Only the first provider counts, since it takes all nodes."""
    if next(iter(providers)) != VULKAN:
        return None
    wanted = providers[VULKAN].get("device_id")
    devices = _vulkan_devices()
    if wanted is None:
        return devices[0]
    if f"vulkan:{wanted}" not in devices:
        raise rlx.NotFoundError(f"there is no device 'vulkan:{wanted}'; there are {', '.join(devices)}")
    return f"vulkan:{wanted}"


class InferenceSession:
    """A compiled model, with the interface of ONNX Runtime's class.

    Args:
        path_or_bytes: a path, or the bytes of an ONNX model.
        sess_options: a SessionOptions.
        providers: names, or pairs of a name and a dict of options, the preferred one first. Unknown
            ones are skipped with a warning. If "RlxVulkanExecutionProvider" is first, the model is
            compiled for Vulkan; its option "device_id" is a number of `rlx.devices()`.
        provider_options: a dict for each provider, if these are names.
        fallback: a model that RLX refuses goes to the real onnxruntime with one warning, if that is
            installed. None: as `install` was told, by default False.
        ignored: further keywords of ONNX Runtime, such as `disabled_optimizers`; they have no effect.

    Raises:
        NoSuchFile, InvalidProtobuf, InvalidGraph, InvalidArgument, Fail, NotImplemented: as in ONNX
            Runtime. Each is an `rlx.Error`, too, and has RLX's text.
        TypeError, ValueError: arguments of a wrong kind.
    """

    _MADE = ("_engine", "_input_names", "_output_names", "_slow_inputs", "_run")  # made again after pickling

    def __init__(self, path_or_bytes: Union[str, bytes, "os.PathLike[str]"],
                 sess_options: Optional[SessionOptions] = None, providers: Any = None, provider_options: Any = None,
                 *, fallback: Optional[bool] = None, **ignored: Any):
        self._model_path: Optional[str] = None
        self._model_bytes: Optional[bytes] = None
        if isinstance(path_or_bytes, (str, os.PathLike)):
            self._model_path = os.fspath(path_or_bytes)
        elif isinstance(path_or_bytes, bytes):
            self._model_bytes = path_or_bytes
        else:
            raise TypeError(f"Unable to load from type '{type(path_or_bytes)}'")
        if sess_options is None:
            sess_options = SessionOptions()
        elif not isinstance(sess_options, SessionOptions):
            raise TypeError(f"sess_options is a SessionOptions of rlx.onnxruntime, got {type(sess_options).__name__}")
        self._sess_options = sess_options._copy()
        self._fallback = fall_back_by_default if fallback is None else fallback
        self._provider_options = _normalized(providers, provider_options)
        self._make()

    def _make(self) -> None:
        options = self._sess_options
        if options.enable_profiling:
            _errors.refuse("RLX writes no profiles from Python; rlx-run --profile=trace.json does")
        if options.optimized_model_filepath:
            _errors.refuse("RLX does not write optimized ONNX models; rlx.Model.save writes a compiled one")
        model: Any = self._model_path if self._model_bytes is None else self._model_bytes
        try:
            engine: Any = RlxEngine(model, _device(self._provider_options), max(0, options.intra_op_num_threads),
                                    options._entries.get(_FOLDER, os.getcwd()), options._sizes)
        except rlx.Error as error:
            engine = self._made_by_ort(model, error)
            if engine is None:
                raise _errors.of_loading(error) from None
        self._engine = engine
        self._run = engine.run
        self._input_names = engine.types.keys()
        self._output_names = [output.name for output in engine.outputs]
        self._slow_inputs = any("string" in kind for kind in engine.types.values())

    def _made_by_ort(self, model: Any, error: rlx.Error) -> Optional[OrtEngine]:
        if not self._fallback or isinstance(error, rlx.NotFoundError):
            return None
        module = real_onnxruntime()
        if module is None:
            return None
        try:
            engine = OrtEngine(module, model, self._sess_options)
        except Exception:  # RLX's error is the one to report
            return None
        warnings.warn(f"ONNX Runtime runs the model, since RLX refuses it: {error}", stacklevel=4)
        return engine

    def run(self, output_names: Optional[Sequence], input_feed: Mapping[str, Any],
            run_options: Optional[RunOptions] = None) -> list:
        """Runs the model and returns a list of outputs.

        Args:
            output_names: the outputs to return. None: all.
            input_feed: for each input a NumPy array of the model's type, a list or an OrtValue.
            run_options: a RunOptions.

        Raises:
            ValueError: an input is missing.
            InvalidArgument: a name, type or shape is wrong.
            Fail: the run failed, or `run_options.terminate` is set.
        """
        names = self._wanted(output_names)
        results = self._run_arrays(self._feeds(input_feed), None, None, run_options)
        return [results[name] for name in names]

    def run_async(self, output_names: Optional[Sequence], input_feed: Mapping[str, Any],
                  callback: Callable[[list, Any, str], None], user_data: Any,
                  run_options: Optional[RunOptions] = None) -> None:
        """Runs the model on another thread, which then calls `callback(results, user_data, error)`.

        Args:
            callback: gets the list of outputs and "", or an empty list and the text of the error.
            user_data: anything, for the callback.
            The others are those of `run`. The arrays must not change until the callback is called.
        """
        self._check_names(input_feed)

        def work() -> None:
            try:
                results, error = self.run(output_names, input_feed, run_options), ""
            except Exception as raised:  # all go to the callback
                results, error = [], str(raised)
            try:
                callback(results, user_data, error)
            except Exception:  # there is nobody else to tell
                import sys
                import threading
                threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))

        _model._pool().submit(work)

    def run_with_ort_values(self, output_names: Optional[Sequence], input_dict_ort_values: Mapping[str, OrtValue],
                            run_options: Optional[RunOptions] = None) -> List[OrtValue]:
        """As `run`, with OrtValues as inputs and outputs."""
        for name, value in input_dict_ort_values.items():
            if not isinstance(value, OrtValue):
                raise AttributeError(f"input '{name}' is an OrtValue here, got {type(value).__name__}")
        return [OrtValue(value) for value in self.run(output_names, input_dict_ort_values, run_options)]

    def io_binding(self) -> IOBinding:
        """A new IOBinding for this session."""
        return IOBinding(self)

    def run_with_iobinding(self, iobinding: IOBinding, run_options: Optional[RunOptions] = None) -> None:
        """Runs the model on bound inputs and outputs. Errors are RuntimeError, as in ONNX Runtime."""
        if iobinding._session is not self:
            raise ValueError("IOBinding must be used with the session that created it.")
        self._check_run_options(run_options)
        iobinding._run()

    def get_inputs(self) -> List[NodeArg]:
        """The inputs: name, shape and type."""
        return self._engine.inputs

    def get_outputs(self) -> List[NodeArg]:
        """The outputs: name, shape and type."""
        return self._engine.outputs

    def get_overridable_initializers(self) -> List[NodeArg]:
        """Weights that are inputs, too. RLX refuses other values for them."""
        return self._engine.initializers

    def get_modelmeta(self) -> ModelMetadata:
        """Texts of the model."""
        return self._engine.metadata

    def get_session_options(self) -> SessionOptions:
        """The options of the session."""
        return self._sess_options

    def get_providers(self) -> List[str]:
        """The execution providers of the session, the preferred one first."""
        return list(self._provider_options)

    def get_provider_options(self) -> dict:
        """The options of each provider of the session."""
        return self._provider_options

    def set_providers(self, providers: Any = None, provider_options: Any = None) -> None:
        """Compiles the model again for these providers, as in `InferenceSession`."""
        self._provider_options = _normalized(providers, provider_options)
        self._make()

    def disable_fallback(self) -> None:
        """Has no effect: a run that fails is not repeated on another provider."""

    def enable_fallback(self) -> None:
        """Has no effect: a run that fails is not repeated on another provider."""

    def end_profiling(self) -> str:
        """The file of the profile: "", since there is none."""
        return ""

    def get_profiling_start_time_ns(self) -> int:
        """When the profile began: 0, since there is none."""
        return 0

    def __getstate__(self) -> dict:
        return {name: value for name, value in self.__dict__.items() if name not in self._MADE}

    def __setstate__(self, state: dict) -> None:
        self.__dict__.update(state)
        self._make()

    def _check_run_options(self, options: Optional[RunOptions]) -> None:
        if options is None:
            return
        if not isinstance(options, RunOptions):
            raise TypeError(f"run_options is a RunOptions of rlx.onnxruntime, got {type(options).__name__}")
        if getattr(options, "terminate"):
            raise _errors.make(_errors.Fail, rlx.FailedPreconditionError,
                               "the run is not started, since terminate is set in its RunOptions")

    def _wanted(self, names: Optional[Sequence]) -> Sequence:
        if not names:
            return self._output_names
        if isinstance(names, str):
            raise TypeError("output_names is a list of names, not one name")
        for name in names:
            if name not in self._output_names:
                raise _errors.make(_errors.InvalidArgument, rlx.NotFoundError,
                                   f"the model has no output '{name}'; there are {self._output_names}")
        return names

    def _check_names(self, feed: Mapping[str, Any]) -> None:
        if feed.keys() == self._input_names:
            return
        given = list(feed.keys())
        missing = [name for name, kind in self._engine.types.items()
                   if name not in feed and not kind.startswith("optional")]
        if missing:
            raise _errors.make(ValueError, rlx.InvalidArgumentError,
                               f"Required inputs ({missing}) are missing from input feed ({given}).")
        for name in given:
            if any(name == value.name for value in self._engine.initializers):
                _errors.refuse(f"'{name}' is a weight of the model; RLX takes no other value for it")
            if name not in self._input_names:
                raise _errors.make(_errors.InvalidArgument, rlx.NotFoundError,
                                   f"the model has no input '{name}'; there are {list(self._input_names)}")
        for name in set() if isinstance(self._engine, OrtEngine) else self._input_names - feed.keys():
            _errors.refuse(f"input '{name}' is optional; RLX needs a value for it")

    def _feeds(self, feed: Mapping[str, Any]) -> dict:
        self._check_names(feed)
        if not self._slow_inputs and all(type(value) is np.ndarray for value in feed.values()):
            return feed if type(feed) is dict else dict(feed)
        return {name: self._array(name, value) for name, value in feed.items()}

    def _array(self, name: str, value: Any) -> Any:
        """The array of what `run` takes for an input."""
        kind = self._engine.types[name]
        if isinstance(value, OrtValue):
            return value._value
        if isinstance(value, list):
            if not kind.startswith("tensor"):
                return value if isinstance(self._engine, OrtEngine) else _errors.refuse(
                    f"input '{name}' is a {kind}; RLX takes tensors")
            dtype = next(dtype_of(number) for number, text in _TENSORS.items() if text == kind)
            try:
                value = np.array(value, dtype)
            except (ValueError, TypeError) as error:
                raise wrong_runtime(f"input '{name}': {error}") from None
        if value is None and kind.startswith("optional"):
            return None if isinstance(self._engine, OrtEngine) else _errors.refuse(
                f"input '{name}' is optional; RLX needs a value for it")
        if value is None:
            raise _errors.make(_errors.Fail, rlx.InvalidArgumentError, f"input '{name}' is None")
        if not isinstance(value, np.ndarray):
            raise wrong_runtime(f"input '{name}': Unable to handle object of type {type(value)}")
        if "string" in kind and element_of(value) == 8:
            if value.dtype.kind == "T":
                value = value.astype(object)
            if value.dtype.kind == "O" and not all(isinstance(text, (str, bytes)) for text in value.flat):
                texts = np.empty(value.shape, object)
                for i, text in enumerate(value.flat):
                    texts.flat[i] = str(text)
                value = texts
        return value

    def _run_arrays(self, feeds: dict, out: Optional[dict], wanted: Optional[type],
                    options: Optional[RunOptions] = None) -> dict:
        """Runs on arrays; `wanted` is the class of errors, by default ONNX Runtime's."""
        if options is not None:
            self._check_run_options(options)
        try:
            return self._run(feeds, out)
        except rlx.Error as error:
            raise _errors.of_run(error, wanted) from None
