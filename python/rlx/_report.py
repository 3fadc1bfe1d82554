# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`Report`: a compiled model explained, with measured times."""
import os
from typing import Any, Dict, List, Mapping, Optional

from . import _check, _rlx
from ._errors import Error, FailedPreconditionError, InvalidArgumentError
from ._load import Path
from ._model import Model, TensorInfo

_SIZES = (1, 16, 64, 256)  # of dynamic dimensions that nobody gives, the first that the model takes


class Report:
    """The graph, kernels, times and memory plan of one compiled model. `rlx.explain` makes one.

    To measure with inputs of your own:

        report = rlx.Report("my model")
        model = rlx.compile("model.onnx", report=report)
        report.measure(model, {"x": x})
        report.save("report.html")

    The report of a notebook shows the page itself.
    """

    def __init__(self, title: str = "model"):
        self._report = _rlx.Report(title)
        self._options: Optional[Dict[str, Any]] = None
        self._data: Optional[dict] = None

    def _started(self) -> "_rlx.Report":
        """For the compilation that fills it."""
        if self._options is not None:
            raise FailedPreconditionError("a report is for one compilation; make a new one")
        return self._report

    def measure(self, model: Model, feeds: Optional[Mapping[str, Any]] = None, seconds: float = 1.0) -> None:
        """Runs the model for about `seconds` and measures every kernel.

        Args:
            model: the one that was compiled with this report, or a clone.
            feeds: an array for each input. None: nothing runs, and the report has estimates.
            seconds: 0 to 3600. Three runs at least, 200 at most.
        """
        if not isinstance(model, Model):
            raise TypeError(f"expected the rlx.Model that was compiled with this report, got {type(model).__name__}")
        if self._options is None:
            raise FailedPreconditionError("give the report to rlx.compile(model, report=...) before")
        if model._report is not self:
            raise FailedPreconditionError("the model was not compiled with this report")
        self._data = None
        seconds = _seconds(seconds)
        options = {**self._options, "report": None}
        options.setdefault("params", [])
        self._report.measure(model._executable, _rlx.CompileOptions(**options), _check.feeds(feeds or {}), seconds)

    @property
    def data(self) -> dict:
        """The data of the page: times in nanoseconds, sizes in bytes. docs/guides/report.md has the fields."""
        if self._data is None:
            import json
            self._data = json.loads(self._report.text("json"))
        return self._data

    @property
    def kernels(self) -> List[dict]:
        """The commands of a run in order: `label`, `route`, `ns`, `estimate_ns`, `bytes`, …"""
        return self.data["run"]

    @property
    def warnings(self) -> List[str]:
        """What stands first on the page."""
        return self.data["warnings"]

    @property
    def html(self) -> str:
        """The page. It needs no network."""
        return self._report.text("html")

    def save(self, path: Path) -> None:
        """Writes the page to a file whose name ends in .html, or the data to one that ends in .json."""
        import json
        name = _check.path(path, "path")
        _check.ending(name, ".html", ".json")
        _check.write(name, json.dumps(self.data) if name.lower().endswith(".json") else self.html)

    def show(self) -> str:
        """Opens the page in a browser. Returns the file, which stays."""
        import pathlib
        import tempfile
        import webbrowser
        with tempfile.NamedTemporaryFile("w", suffix=".html", prefix="rlx-report-", delete=False,
                                         encoding="utf-8") as file:
            file.write(self.html)
        webbrowser.open(pathlib.Path(file.name).as_uri())
        return file.name

    def _repr_html_(self) -> str:
        import html
        return f'<iframe srcdoc="{html.escape(self.html)}" style="width: 100%; height: 720px; border: 0"></iframe>'

    def __repr__(self) -> str:
        run = self.data.get("run_ns")
        return (f"<rlx.Report of {self.data['model']}: {len(self.kernels)} commands"
                + (f", {run / 1e6:.3g} ms a run>" if run is not None else ", not run>"))


def explain(model: Any, inputs: Optional[Mapping[str, Any]] = None, *, sizes: Optional[Mapping[str, int]] = None,
            seconds: float = 1.0, **options: Any) -> Report:
    """Compiles a model, runs it for about a second, and reports on both.

        rlx.explain("model.onnx", sizes={"batch": 1}).save("report.html")

    Args:
        model: as for `rlx.compile`.
        inputs: an array for each input. None: random ones, floats in [-1, 1) and integers in [0, 10). If
            the model cannot run with these, the report has estimates and a warning.
        sizes: of dynamic dimensions by name, for random inputs. Others get the first of 1, 16, 64 and 256
            that the model takes.
        seconds: how long it runs.
        options: those of `rlx.compile`, such as device and threads.
    """
    from ._compile import compile as compile_model
    if "report" in options:
        raise TypeError("rlx.explain makes the report; give yours to rlx.compile, and measure with it")
    if isinstance(model, Model):
        raise TypeError("a compiled model has no report; give rlx.explain what rlx.compile was given")
    seconds = _seconds(seconds)
    wanted = _check.mapping(sizes or {}, "sizes must be a dict of names of dimensions and sizes")
    title = os.path.basename(os.fspath(model)) if _is_path(model) else getattr(type(model), "__name__", "model")
    report = Report(title)
    compiled = compile_model(model, report=report, **options)
    names = {dim for info in compiled.inputs for dim in info.shape if isinstance(dim, str)}
    for name, size in wanted.items():
        if inputs is not None or name not in names or _check.integer(size, f"the size of '{name}'") < 0:
            raise InvalidArgumentError(f"sizes: expected {', '.join(sorted(names)) or 'none'} with sizes of 0 or more, for "
                                       f"random inputs, got {name!r}: {size}")
    if inputs is not None:
        report.measure(compiled, inputs, seconds)
        return report
    failure: Optional[Error] = None
    for size in _SIZES:
        try:
            report.measure(compiled, {info.name: _random(info, wanted, size) for info in compiled.inputs}, seconds)
            return report
        except Error as error:
            failure = error
            if names <= set(wanted):
                break  # no size was chosen here
    report._report.add_warning(f"The run with random inputs failed: {failure}. Give inputs or sizes that the model takes.")
    report.measure(compiled, None)
    return report


def _seconds(value: float) -> float:
    if not isinstance(value, (int, float)) or not 0 <= value <= 3600:
        raise InvalidArgumentError(f"seconds must be a number from 0 to 3600, got {value!r}")
    return float(value)


def _is_path(model: Any) -> bool:
    return isinstance(model, os.PathLike) or isinstance(model, str) and "\n" not in model and "func.func" not in model


def _random(info: TensorInfo, sizes: Mapping[str, int], size: int) -> Any:
    import numpy as np
    shape = [dim if isinstance(dim, int) else sizes.get(dim, size) for dim in info.shape]
    generator = np.random.default_rng(0)
    if info.dtype == "str":
        return np.full(shape, "")
    if info.dtype == "bool":
        return generator.random(shape) < 0.5
    try:
        dtype = np.dtype(info.dtype)
    except TypeError:
        import ml_dtypes
        dtype = np.dtype(getattr(ml_dtypes, info.dtype))
    if dtype.kind in "iu":
        return generator.integers(0, 10, shape).astype(dtype)
    return generator.uniform(-1, 1, shape).astype(dtype)
