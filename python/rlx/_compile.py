# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`compile`: from models to executables."""
import logging
import os
import sys
import time
import warnings
from typing import Any, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple, Union

from . import _check, _rlx
from ._errors import InvalidArgumentError, UnsupportedError
from ._load import Path
from ._model import Model, check_lost
from ._progress import Bar, Progress, chosen
from ._report import Report
from ._source import Stamp, check_unchanged, is_model_folder, stamp_of


def cache_folder() -> str:
    """Where `compile` keeps compiled models: $XDG_CACHE_HOME/rlx, or ~/.cache/rlx."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):  # as the specification says, a relative one does not count
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "rlx")


class _Compiled(NamedTuple):
    """A model's source and options, from which it can be made again."""

    kind: str  # file, onnx or mlir: text or bytecode
    model: Any  # a path, which is absolute in the source of a model, bytes or text
    directory: Optional[str]
    options: dict
    values: Mapping[str, Any]  # of params
    stamp: Optional[Stamp] = None  # of the file

    def make(self, progress: Optional[Progress] = None) -> Model:
        options = _rlx.CompileOptions(**self.options, progress=progress)
        if self.kind == "file":
            source = self._replace(model=os.path.abspath(self.model), stamp=self._stamps())
            model = Model(options.compile_file(self.model), source)
        elif self.kind == "onnx":
            model = Model(options.compile_onnx(self.model, self.directory), self)
        else:
            model = Model(options.compile_mlir(self._mlir()), self)
        used = {info.name for info in model.params} if self.values else ()
        model.adopt_params({name: value for name, value in self.values.items() if name in used})
        model._set.clear()
        if options.cache_stats()["not_stored"]:
            warnings.warn(f"{model.name} was not kept in the cache '{self.options['cache']}': the disk is full, the folder "
                          "cannot be written, or cache_bytes is less than the model", RuntimeWarning, stacklevel=4)
        return model

    def _files(self) -> List[str]:
        return [self.model, *(path for path, _ in self.options.get("lora", ()))]

    def _stamps(self) -> Stamp:
        return tuple(stamp_of(path) for path in self._files())

    def check(self, changed: Set[str]) -> None:
        """Raises if a copy of the model would not be equal; `changed` are params that were set."""
        if self.kind == "file":
            for path, stamp in zip(self._files(), self.stamp or ()):
                check_unchanged(path, stamp)
        # MLIR has no values of params, so a copy without them says which are missing.
        is_mlir = self.kind == "mlir" or (self.kind == "file" and not is_model_folder(self.model)
                                          and not self.model.lower().endswith((".onnx", ".gguf")))
        lost = changed & set(self.values)
        check_lost(lost if is_mlir else lost | changed - set(self.options["params"]))

    def save(self, path: str, cpus: Optional[str], changed: Set[str]) -> None:
        self.check(changed)
        options = _rlx.CompileOptions(**self.options)
        if self.kind == "mlir":
            options.package_mlir(self._mlir(), dict(self.values), cpus, path)
            return
        if self.values:
            raise UnsupportedError("a model with arrays in params= cannot be saved; put them into the ONNX model as "
                                   "initializers, or give the names only and set the params after rlx.load")
        if self.kind == "file":
            options.compile_package(self.model, cpus, path)
            return
        import tempfile
        # Beside the external data of the model, if it has any.
        with tempfile.NamedTemporaryFile(suffix=".onnx", dir=self.directory) as file:
            file.write(self.model)
            file.flush()
            options.compile_package(file.name, cpus, path)

    def _mlir(self) -> bytes:
        return self.model if isinstance(self.model, bytes) else self.model.encode()


def compile(model: Any, *, device: Optional[str] = None, dims: Optional[Mapping[str, int]] = None, threads: int = 0,
            precision: Optional[str] = None, cache_type: Optional[str] = None, cache_layout: Optional[str] = None, in_place_caches: bool = False, mode: Optional[str] = None, cpu: Optional[str] = None,
            cache: Union[bool, Path] = True, cache_bytes: int = 0, directory: Optional[Path] = None,
            strict: bool = False, check_finite: bool = False, release_params: bool = False, specialize_after: int = 0,
            specialize_most: int = 4, params: Union[Mapping[str, Any], Iterable[str]] = (),
            lora: Union[Path, Mapping[Path, float], Sequence[Path]] = (), example_inputs: Sequence[Any] = (),
            example_kwargs: Optional[Mapping[str, Any]] = None, dynamic_shapes: Any = None,
            report: Optional[Report] = None, progress: Union[Progress, bool, None] = None) -> Model:
    """Compiles a model for this machine. One compilation serves every size of its dynamic dimensions.

        model = rlx.compile("model.onnx")
        y = model(x)

    Args:
        model: a path that ends in .onnx, .gguf, .mlir or .mlirbc; the folder of a language model, as Hugging Face's
            transformers writes it; the bytes of an ONNX model; an onnx.ModelProto; MLIR text, which is a str with a line break or "func.func" in it; an
            `rlx.Graph`, as it is now; a torch.nn.Module or a torch.export.ExportedProgram. MLIR may also be StableHLO in its generic
            form; `rlx.jax.compile` takes functions of JAX. A file may be deleted or replaced while the
            model is used, but not changed in place; the model cannot be saved or pickled then. Bytes are
            kept until `Model.close`, to save or pickle the model. Weights of a module are used without a copy: do not change them.
        device: a name of `rlx.devices()`, such as "cpu" or "vulkan". None: the CPU.
        dims: sizes of dynamic dimensions by name, such as {"batch": 1, "sequence": 128}. The model is
            compiled for these sizes alone: the code can be faster, and some models compile only so.
            The names are those in `Model.inputs`.
        threads: threads of a run on the CPU, 1 to 1024. 0: RLX_NUM_THREADS or OMP_NUM_THREADS, or
            the processors that the process may use.
        precision: of f32 matmuls, convolutions and attention: "f32" (None), "f16" or "bf16".
        cache_type: of keys and values in the caches of a language model: "f32" or "f16".
        cache_layout: of these caches: "contiguous", for one text, or "paged", in blocks for several texts. None: "paged" for
            CPUs, and for GPUs that have kernels for it.
        in_place_caches: for a decoder with past and present keys and values: outputs `concat(past, new)` become
            caches with the dimension `capacity`, into which a run writes the rows of its tokens. The number
            of tokens before the run is a new input. Keep the caches in a `Model.state`: nothing copies them then.
        mode: "compiled" (None), "eager" (op by op, errors of a run name the op) or "lazy" (compiled
            in the first call).
        cpu: LLVM's name of the processor to compile for, such as "x86-64-v3". None: this machine's.
        cache: keep compiled models in `rlx.cache_folder()`, so that compiling the same model again
            takes a fraction of the time. A path: in that folder. False: keep nothing. Code from the
            folder runs in your process: nobody else should be able to write to it.
        cache_bytes: the most bytes in the cache; the least recently used models go first. 0: 1 GiB.
        directory: the folder of the external data of a model that is given as bytes.
        strict: refuse kernels that would run on the CPU instead of the device.
        check_finite: with mode "eager": runs fail at the first op that makes an infinity or NaN.
        release_params: free the weights once they are packed for the kernels. To set one then, set all that
            were packed together with it.
        specialize_after: after so many runs with the same shapes, compile for these shapes in the
            background. 0: never.
        specialize_most: the most shapes that are kept specialized, 1 to 8.
        params: for a graph, values of its params by name. For an ONNX model, inputs that are the same in
            all runs: weights, which are packed for the kernels once. Names, to be set later as
            `model[name] = array`; or arrays by name, which are used without a copy and must not change.
        lora: low-rank adapters (LoRA) of a language model: a path, several, or a dict of paths and the scales of their
            updates (1). Each is a .gguf file, for a .gguf model, or a folder of PEFT, for a model's folder. They are
            computed beside the model's weights. `model["lora.0.scale"] = 0.5` changes the scale of the first one.
        example_inputs, example_kwargs: for a torch.nn.Module: arguments of a call. They give the types
            and shapes of the inputs.
        dynamic_shapes: for a torch.nn.Module: the dynamic dimensions, as in torch.export.export, such
            as {"x": {0: torch.export.Dim("batch")}}.
        report: a new `rlx.Report`, which this compilation fills. Nothing comes from the cache then.
        progress: called before each phase with its name, its number from 0 and the number of phases. An
            exception of it ends the compilation. None: a bar if stderr is a terminal and the
            compilation takes longer than a second. True: the bar. False: nothing. Not for a
            torch.nn.Module, nor with mode "lazy".

    Raises:
        InvalidArgumentError: the model or an option is wrong.
        NotFoundError: there is no such file or device.
        UnsupportedError: the model is right, but RLX cannot compile it. The text names the node.
        TypeError: `model` is none of the kinds above.
    """
    if cache is True:
        cache = cache_folder()
    fixed = _check.mapping(dims or {}, "dims must be a dict of names and sizes")
    options: "dict[str, Any]" = {
        "device": _check.text(device, "device"), "threads": _check.count(threads, "threads"),
        "precision": _check.text(precision, "precision"), "cache_type": _check.text(cache_type, "cache_type"),
        "cache_layout": _check.text(cache_layout, "cache_layout"), "in_place_caches": _check.flag(in_place_caches, "in_place_caches"), "mode": _check.text(mode, "mode"), "cpu": _check.text(cpu, "cpu"),
        "cache": None if cache is False else _check.path(cache, "cache"),
        "cache_bytes": _check.count(cache_bytes, "cache_bytes", 63), "strict": _check.flag(strict, "strict"),
        "check_finite": _check.flag(check_finite, "check_finite"),
        "release_params": _check.flag(release_params, "release_params"),
        "specialize_after": _check.count(specialize_after, "specialize_after", 63),
        "specialize_most": _check.count(specialize_most, "specialize_most"),
        "params": _check.names(params, "params"),
        "dims": {_check.name(name, "a name in dims"): _check.count(size, f"the size of '{name}' in dims", 63)
                 for name, size in fixed.items()},
        "lora": adapter_files(lora),
        "report": None if report is None else _started(report),
    }
    if not 1 <= options["specialize_most"] <= 8:
        raise InvalidArgumentError(f"specialize_most must be from 1 to 8, got {specialize_most}")
    if report is not None:
        report._options = {**options, "cache": None}
    torch = sys.modules.get("torch")  # who has a module has imported it
    if torch is not None and isinstance(model, (torch.nn.Module, torch.export.ExportedProgram)):
        from .torch._module import compile_module
        if options.pop("lora"):
            raise TypeError("lora is for a language model, a .gguf file or a folder")
        del options["params"]
        made = compile_module(model, example_inputs, example_kwargs, dynamic_shapes, options)
        made._report = report
        return made
    if example_inputs or example_kwargs or dynamic_shapes is not None:
        raise TypeError("example_inputs, example_kwargs and dynamic_shapes are for a torch.nn.Module")
    kind, source = _source_of(model)
    if options["lora"] and kind != "file":
        raise TypeError("lora is for a language model, a .gguf file or a folder")
    values = dict(params) if isinstance(params, Mapping) else {}
    graphs = sys.modules.get("rlx._graph")
    if graphs is not None and isinstance(model, graphs.Graph):
        values, options["params"] = _values_of(model, options["params"], values), []
    if directory is not None and kind != "onnx":
        raise TypeError("directory is for a model that is given as bytes; a file's external data is beside it")
    folder = None if directory is None else os.path.abspath(_check.path(directory, "directory"))
    compiled = _Compiled(kind, source, folder, options, values)
    follow = chosen(progress) if mode != "lazy" else None
    begin = time.perf_counter()
    try:
        made = compiled.make(follow)
    finally:
        if isinstance(follow, Bar):
            follow.close()
    _log(made, 1e3 * (time.perf_counter() - begin))
    made._report = report
    return made


def adapter_files(lora: Any) -> List[Tuple[str, float]]:
    """Absolute paths and scales."""
    if lora is None:
        return []
    if isinstance(lora, (str, bytes, os.PathLike)):
        lora = [lora]
    if not isinstance(lora, Iterable):
        raise TypeError(f"lora must be a path, paths, or a mapping of paths to scales, got {lora!r}")
    scales = lora if isinstance(lora, Mapping) else dict.fromkeys(lora, 1.0)
    for path, scale in scales.items():
        if isinstance(scale, bool) or not hasattr(scale, "__float__"):
            raise TypeError(f"the scale of the adapter {path!r} must be a number, got {scale!r}")
    return [(os.path.abspath(_check.path(path, "a path in lora")), float(scale)) for path, scale in scales.items()]


def _started(report: Any) -> Any:
    if not isinstance(report, Report):
        raise TypeError(f"report must be an rlx.Report, got {type(report).__name__}")
    return report._started()


def _values_of(graph: Any, names: Sequence[str], values: Mapping[str, Any]) -> dict:
    """The values of a graph's params, with those that the caller gives."""
    declared = [name for name, _ in graph._names["param"]]
    for name in names:
        if name not in declared:
            raise InvalidArgumentError(f"the graph has no param '{name}'; its params are: {', '.join(declared)}")
        if name not in values:
            raise TypeError(f"'{name}' is a param of the graph already; params= gives values by name")
    return {**graph._values, **values}


def _log(model: Model, milliseconds: float) -> None:
    """Logs a compilation at level DEBUG, and warns of kernels that the device leaves to the CPU."""
    logger = logging.getLogger("rlx")
    if logger.isEnabledFor(logging.DEBUG):
        logger.debug("%s is ready on %s after %.0f ms", model.name, model.device, milliseconds)
    on_host = model._executable.host_kernels
    if on_host:
        warnings.warn(f"{model.name}: {on_host} beside {model.device}; rlx.explain says why, strict=True refuses that",
                      RuntimeWarning, stacklevel=3)


def _source_of(model: Any):
    """(kind, text, bytes or path) of the forms that `compile` takes."""
    graphs = sys.modules.get("rlx._graph")  # who has a graph has imported it
    if graphs is not None and isinstance(model, graphs.Graph):
        return "mlir", model._native.bytecode()
    if isinstance(model, str) and ("\n" in model or "func.func" in model):
        return "mlir", model
    if isinstance(model, (str, os.PathLike)):
        file = _check.path(model, "the model")
        if file.lower().endswith(".rlxe"):
            raise InvalidArgumentError(f"'{file}' is a package, which is compiled already; rlx.load loads it")
        return "file", file
    if isinstance(model, (bytes, bytearray, memoryview)):
        return "onnx", bytes(model)
    if hasattr(model, "SerializeToString") and hasattr(model, "graph"):  # onnx.ModelProto, without importing onnx
        return "onnx", model.SerializeToString()
    raise TypeError("expected a path, the bytes of an ONNX model, an onnx.ModelProto, MLIR text, an rlx.Graph, a "
                    f"torch.nn.Module or a torch.export.ExportedProgram, got {type(model).__module__}.{type(model).__qualname__}")
