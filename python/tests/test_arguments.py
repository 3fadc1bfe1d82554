# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments of wrong types and values: the error names the argument and what it expects."""
import numpy as np
import pytest
from conftest import argument, binary, mlir

import rlx
import rlx.plot

X = np.ones((2, 3), np.float32)


class Dlpack:
    """Has only DLPack's interface: of an array, or none that works."""

    def __init__(self, array=None):
        self.array = array

    def __dlpack__(self, **options):
        if self.array is None:
            raise ValueError("no memory here")
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return 1, 0


@pytest.mark.parametrize("options, message", [
    ({"dims": {"n": 2.0}}, "the size of 'n' in dims is 2.0, but an integer is expected"),
    ({"dims": {"n": -1}}, "the size of 'n' in dims must be 0 or more, got -1"),
    ({"dims": {3: 1}}, "a name in dims must be a str, got 3"),
    ({"dims": ["n"]}, "dims must be a dict of names and sizes, got list"),
    ({"threads": -1}, "threads must be 0 or more, got -1"),
    ({"threads": "4"}, "threads is '4', but an integer is expected"),
    ({"threads": 2**40}, "threads must be 0 or more, below"),
    ({"device": 3}, "device must be a str, got 3"),
    ({"strict": "no"}, "strict must be True or False, got 'no'"),
    ({"cache": 3}, "cache must be a path, got int"),
    ({"params": "w"}, "params must be a list of names, got 'w'"),
    ({"params": [3]}, "a name in params must be a str, got 3"),
    ({"report": 3}, "report must be an rlx.Report, got int"),
    ({"specialize_most": 0}, "specialize_most must be from 1 to 8, got 0"),
    ({"cpu": "native"}, "there is no CPU 'native' .*; leave it out to compile for this machine"),
    ({"cpu": "host"}, "there is no CPU 'host' .*; leave it out to compile for this machine"),
])
def test_options(options, message):
    with pytest.raises((TypeError, ValueError, rlx.NotFoundError), match="^" + message):
        rlx.compile(binary(), **options)


def test_numbers_of_numpy_are_options():
    model = rlx.compile(binary(), threads=np.int64(2), strict=np.bool_(False), cache=False)
    np.testing.assert_array_equal(model(X, X), 2 * X)


def test_paths(tmp_path):
    with pytest.raises(TypeError, match="the package must be a path, got bytes"):
        rlx.load(b"model.rlxe")
    with pytest.raises(rlx.InvalidArgumentError, match="is a model, but a package .* rlx.compile takes models"):
        rlx.load(tmp_path / "model.onnx")
    with pytest.raises(rlx.InvalidArgumentError, match="is a package, which is compiled already; rlx.load loads it"):
        rlx.compile(tmp_path / "model.rlxe")
    with pytest.raises(rlx.InvalidArgumentError, match="the model has a null character"):
        rlx.compile("model\0.onnx")


@pytest.mark.parametrize("call, message", [
    (lambda model: model.run([X]), "feeds must be a dict of input names and arrays, got list"),
    (lambda model: model.run({"x": X, "y": X}, out=[X]), "out must be a dict of output names and arrays, got list"),
    (lambda model: list(model.map([X])), "feeds must be a dict of input names and arrays, got ndarray"),
    (lambda model: model.map({"x": X}), "map takes an iterable of dicts, one for each run, but got one dict"),
    (lambda model: model.run_async(None), "feeds must be a dict of input names and arrays, got NoneType"),
    (lambda model: model(X, Dlpack()), "input 'y': cannot be read by DLPack: .*no memory here"),
    (lambda model: model.map([], ahead="2"), "ahead is '2', but an integer is expected"),
    (lambda model: model.output_shapes((2, 3)), "shapes must be a dict of input names and shapes, got tuple"),
    (lambda model: model(X, [[1.0, 2.0, 3.0]] * 2), "input 'y' expects element type float32, got float64; "
     "numpy.asarray.value, 'float32'. converts it"),
    (lambda model: model(X, None), "input 'y': expected an array or a number, got None"),
    (lambda model: model(X, np.ma.array(X, mask=X > 0)), "input 'y': a masked array .*call filled"),
    (lambda model: model(X, np.zeros((2, 3), "V4")), "input 'y': arrays of type void32 are no tensors"),
    (lambda model: model.set_params([X]), "expected a dict of names and arrays of params, got list"),
    (lambda model: model.save(3), "path must be a path, got int"),
    (lambda model: model.save("m.rlxe", cpus=[3]), "a name in cpus must be a str, got 3"),
    (lambda model: model.state([X]), "the initial value must be a dict of input names .*, got list"),
    (lambda model: model.state({"x": None}), "input 'x': expected an array or a number, got None"),
    (lambda model: model.state({"x": X}, returns="z"), "returns must be a list of names, got 'z'"),
    (lambda model: model.state({"x": X}, feeds=["z"]), "feeds must be a dict of inputs and the outputs .*, got list"),
])
def test_calls(add, call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call(add)
    np.testing.assert_array_equal(add(X, X), 2 * X)


@pytest.mark.parametrize("out, message", [
    (np.zeros((2, 3)), "output 'z' has element type float32, but the array in out has float64"),
    (np.zeros((2, 4), np.float32), r"output 'z' has shape \(2, 3\) for these inputs, but the array in out has \(2, 4\)"),
    (np.zeros(2, np.float32), r"output 'z' has shape \(2, 3\) for these inputs, but the array in out has \(2,\)"),
    (np.broadcast_to(np.float32(1), (2, 3)), "output 'z': the array in out is read-only"),
    (memoryview(bytes(24)).cast("f", (2, 3)), "output 'z': the array in out is read-only"),
    (np.zeros((3, 2), np.float32).T, "output 'z': the array in out is not C-contiguous"),
    (np.zeros((2, 3), ">f4"), "output 'z': the array in out has another byte order"),
    (np.zeros((2, 3), object), "output 'z': the array in out is of type object, but numbers or bool"),
    ([1.0], "output 'z': the array in out is of type list, but a NumPy array"),
    (None, "output 'z': the array in out is of type NoneType, but a NumPy array"),
    (X, "the memory given for output 'z' overlaps input 'x'"),
])
def test_arrays_for_results(add, out, message):
    with pytest.raises(rlx.InvalidArgumentError, match="^" + message):
        add.run({"x": X, "y": X + 1}, {"z": out})


def test_contents_of_states(add):
    with pytest.raises(rlx.InvalidArgumentError, match=r"input 'x' expects rank 2 \(x: f32\[.*,3\]\), got rank 1 \(f32\[3\]\)"):
        add.state({"x": X[0]})
    with pytest.raises(rlx.InvalidArgumentError, match="state 'x' expects element type float32, got float64; numpy"):
        add.state({"x": X.astype(float)})
    with add.state({"x": X}) as state:
        with pytest.raises(rlx.InvalidArgumentError, match=r"^input 'x' expects x: f32\[.*,3\], got f32\[2,2\]"):
            state["x"] = X[:, :2]
        np.testing.assert_array_equal(state(X), 2 * X)


def test_params(gemm):
    with pytest.raises(rlx.InvalidArgumentError, match="param 'w' expects element type float32, got float64; numpy"):
        gemm["w"] = np.zeros((8, 4))
    with pytest.raises(rlx.InvalidArgumentError, match="param 'w': expected an array or a number, got None"):
        gemm["w"] = None
    with pytest.raises(TypeError, match="the name of a param must be a str, got 3"):
        gemm[3] = X


def test_dlpack_with_strides_is_copied(add):
    np.testing.assert_array_equal(add(X, Dlpack(np.ones((3, 2), np.float32).T)), 2 * X)


def test_a_dropped_param_is_named(tmp_path):
    x, w = "tensor<?x8xf32>", "tensor<8x8xf32>"
    params = ", ".join(argument(name, w, "param") for name in "wvu")
    model = rlx.compile(mlir(f"%0 = rlx.add %w, %v : ({w}, {w}) -> {w}\n%1 = rlx.matmul %x, %0 : ({x}, {w}) -> {x}\n"
                             f"%2 = rlx.matmul %1, %u : ({x}, {w}) -> {x}\nreturn %2 : {x}",
                             f"{argument('x', x)}, {params}", f'{x} {{rlx.name = "y"}}'), release_params=True, cache=False)
    ones, eye = np.ones((2, 8), np.float32), np.eye(8, dtype=np.float32)
    model.set_params({"w": eye, "v": eye, "u": eye})
    np.testing.assert_array_equal(model(ones), 2 * ones)
    model["u"] = 2 * eye  # packed apart from the others
    np.testing.assert_array_equal(model(ones), 4 * ones)
    model["v"] = 2 * eye
    with pytest.raises(rlx.FailedPreconditionError, match="these were dropped once they were prepared .*: 'w'; set them, too"):
        model(ones)
    model["w"] = eye
    np.testing.assert_array_equal(model(ones), 6 * ones)


def test_closed_models_have_a_text():
    model = rlx.compile(binary())
    model.close()
    assert repr(model) == "<rlx.Model, closed>" and "closed" in model._repr_html_()


def test_reports(add):
    report = rlx.Report()
    with pytest.raises(TypeError, match="expected the rlx.Model that was compiled with this report, got int"):
        report.measure(3)
    rlx.compile(binary("mul"), report=report)
    with pytest.raises(rlx.FailedPreconditionError, match="the model was not compiled with this report"):
        report.measure(add, {"x": X, "y": X})
    with pytest.raises(TypeError, match="give yours to rlx.compile"):
        rlx.explain(binary(), report=report)
    with pytest.raises(TypeError, match="expected an rlx.Report, which rlx.explain makes, got str"):
        rlx.plot.times("model.onnx")
    with pytest.raises(TypeError, match="a compiled model has no report; give rlx.explain what rlx.compile was given"):
        rlx.explain(add)
    with pytest.raises(rlx.InvalidArgumentError, match="seconds must be a number from 0 to 3600, got -1"):
        rlx.explain(binary(), seconds=-1)


@pytest.mark.parametrize("call, message", [
    (lambda g, x: g.input(3, "float32"), "the name of an input must be a str, got 3"),
    (lambda g, x: g.input("a", "float32", (None, 4)), "input 'a' has a size without a name; name each size"),
    (lambda g, x: g.input("a", "float32", ("", 4)), "input 'a' has a size without a name; name each size"),
    (lambda g, x: g.param(3, X), "the name of a param must be a str, got 3"),
    (lambda g, x: g.output(3, x), "the name of an output must be a str, got 3"),
    (lambda g, x: g.exp("a"), "expected a tensor, an array or a number, got 'a'"),
    (lambda g, x: g.constant("a"), "expected an array or a number, got 'a'"),
    (lambda g, x: g.constant(300, "int8"), "int8 does not hold 300"),
    (lambda g, x: g.constant([1, -1], "uint8"), "uint8 does not hold -1"),
    (lambda g, x: g.constant(1.5, "int8"), "int8 does not hold 1.5"),
    (lambda g, x: g.constant(np.nan, "int32"), "int32 does not hold nan"),
    (lambda g, x: g.where(x > 0, 1.0, 0.0), "nothing tells the element type of the number 1.0; use Graph.constant"),
    (lambda g, x: x[x > 0], "the run would decide the size of what a mask selects; use Graph.where"),
    (lambda g, x: x[[True, False]], "the run would decide the size of what a mask selects"),
    (lambda g, x: x.sum(axis="a"), "an axis is 'a', but an integer is expected"),
    (lambda g, x: x.swapaxes(0, 2), "axes 0 and 2 of a tensor with 2 dimensions"),
    (lambda g, x: x.astype("int32").mean(), "the mean of int32 would be float64 in NumPy"),
    (lambda g, x: x + [1.0, 2.0, 3.0], "convert one of them: .*numpy.asarray.values, 'float32'."),
    (lambda g, x: x + x.astype("int32"), "Graph.add expects .* element type float32 like operand #0, but got int32"),
    (lambda g, x: x & x, "Graph.and_ operand 'lhs' must be a tensor of integer or bool values, but got float32 of shape "
     r"\(n, 3\)"),
    (lambda g, x: g.softmax(x.astype("int32"), 1), r"a tensor of float values, but got int32 of shape \(n, 3\)"),
    (lambda g, x: x + np.ones(4, np.float32), r"whose shapes broadcast, but got \(n, 3\) and \(4,\)"),
    (lambda g, x: g.while_([x], lambda a: a, lambda a: a), r"yields one bool of shape \(\), but got float32 of shape \(n, 3\)"),
    (lambda g, x: np.concatenate([x, x]), "numpy.concatenate takes no values of a graph, .*; use Graph.concat"),
    (lambda g, x: np.add.reduce(x), "numpy.add.reduce takes no values of a graph"),
    (lambda g, x: np.gcd(x, 2), "numpy.gcd takes no values of a graph, .* use the methods of rlx.Graph and rlx.Value"),
    (lambda g, x: np.add(x, 1, out=X), "numpy.add of a value of a graph takes no out"),
])
def test_graphs(call, message):
    g = rlx.Graph()
    x = g.input("x", "float32", ("n", 3))
    with pytest.raises((TypeError, ValueError), match=message):
        call(g, x)
    g.output("y", x + 1)
    np.testing.assert_array_equal(g.compile(cache=False)(X), X + 1)


def test_a_device_that_a_package_has_no_code_for_is_a_warning(tmp_path):
    devices = [device.name for device in rlx.devices() if device.name != "cpu"]
    if not devices:
        pytest.skip("there is no device but the CPU")
    rlx.compile(binary()).save(tmp_path / "m.rlxe")
    with pytest.warns(RuntimeWarning, match="main runs on the CPU: .* has no code for"):
        rlx.load(tmp_path / "m.rlxe", device=devices[0])


def test_a_cache_that_cannot_be_written_is_a_warning(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"")
    with pytest.warns(RuntimeWarning, match="was not kept in the cache"):
        model = rlx.compile(mlir("return %x : tensor<3xf32>", argument("x", "tensor<3xf32>"),
                                 'tensor<3xf32> {rlx.name = "y"}'), cache=file / "folder")
    np.testing.assert_array_equal(model(X[0]), X[0])
