# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rlx.onnxruntime beside the real onnxruntime: the same calls must give the same answers."""
import copy
import pickle
import subprocess
import sys
import threading
import warnings

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import rlx
import rlx.onnxruntime as ours

real = pytest.importorskip("onnxruntime")
BOTH = (ours, real)
F32, I64 = TensorProto.FLOAT, TensorProto.INT64
value = helper.make_tensor_value_info


def model(nodes, inputs, outputs, weights=(), opset=17, ir_version=8, domains=(), **more):
    graph = helper.make_graph(nodes, "net", inputs, outputs, list(weights), doc_string=more.pop("graph_doc", None))
    opsets = [helper.make_opsetid("", opset), *[helper.make_opsetid(domain, 1) for domain in domains]]
    return helper.make_model(graph, opset_imports=opsets, ir_version=ir_version, **more)


def unary(op="Identity", element=F32, shape=("n", 3), **more):
    return model([helper.make_node(op, ["x"], ["z"])], [value("x", element, shape)], [value("z", element, shape)],
                 **more).SerializeToString()


def addition(x=("n", 3), y=(None, 3), z=("n", 3)):
    return model([helper.make_node("Add", ["x", "y"], ["z"])], [value("x", F32, x), value("y", F32, y)],
                 [value("z", F32, z)]).SerializeToString()


def ones(*shape, dtype=np.float32):
    return np.ones(shape, dtype)


def same(call):
    """The answer of both modules to `call(module)`: a value, or the name of an exception's class."""
    answers = []
    for module in BOTH:
        try:
            answers.append(call(module))
        except Exception as error:
            answers.append(type(error).__name__)
            if module is ours and answers[-1] not in ("TypeError", "AttributeError"):
                assert isinstance(error, rlx.Error), repr(error)
                kind = getattr(ours.capi.onnxruntime_pybind11_state, answers[-1], None)
                assert kind is None or isinstance(error, kind)
    assert str(answers[0]) == str(answers[1])
    return answers[0]


def signature(session):
    return [(arg.name, arg.shape, arg.type) for arg in session.get_inputs() + session.get_outputs()]


def run(data, feeds, names=None):
    return lambda module: [np.asarray(result).tolist() for result in module.InferenceSession(data).run(names, feeds)]


@pytest.mark.parametrize("shape, out", [
    (["n", 3], ["n", 3]), ([None, 3], [None, 3]), (["", "?", "?", 4], ["a", "", "b", 4]), ([-1], [None]), ([], []),
    ([2, 3], ["k", None]), (["n", "m"], None)])
def test_shapes(shape, out):
    data = model([helper.make_node("Relu", ["x"], ["z"])], [value("x", F32, shape)],
                 [value("z", F32, out)]).SerializeToString()
    found = same(lambda module: signature(module.InferenceSession(data)))
    assert found[0][0] == "x" and found[0][2] == "tensor(float)"


@pytest.mark.parametrize("element", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 19])
def test_types(element):
    found = same(lambda module: signature(module.InferenceSession(unary(element=element, opset=21, ir_version=10))))
    assert found[0][2] == found[1][2] != "float"


@pytest.mark.parametrize("x", [ones(2, 3), ones(2, 3, dtype=np.int64), ones(2, 3, dtype=bool),
                               ones(2, 3, dtype=np.float16), np.zeros((0, 3), np.float64), ones(3, 2).T,
                               np.array([["a", "bé", ""]]), np.array([[1, "b", 2.5]], object), np.arange(6, 0, -2)[None]])
def test_values(x):
    element = 8 if x.dtype.kind in "OU" else helper.np_dtype_to_tensor_dtype(x.dtype)
    data = unary(element=element)
    assert len(same(run(data, {"x": x}))[0]) == len(x)
    assert ours.InferenceSession(data).run(None, {"x": x})[0].dtype == real.InferenceSession(data).run(
        None, {"x": x})[0].dtype
    same(run(data, {"x": x.tolist()}))


def test_inputs_as_bytes_path_and_external_data(tmp_path, monkeypatch):
    weights = numpy_helper.from_array(np.arange(500, dtype=np.float32), "w")
    proto = model([helper.make_node("Add", ["x", "w"], ["z"])], [value("x", F32, [500])], [value("z", F32, [500])],
                  [weights])
    path = tmp_path / "model.onnx"
    onnx.save(proto, path, save_as_external_data=True, location="w.bin")
    (tmp_path / "model.weights").write_bytes(path.read_bytes())
    x = ones(500)
    for source in (path, str(path), tmp_path / "model.weights"):
        assert same(run(source, {"x": x}))[0][499] == 500
    monkeypatch.chdir(tmp_path)
    assert same(run(path.read_bytes(), {"x": x}))[0][499] == 500
    monkeypatch.chdir("/")

    def elsewhere(module):
        options = module.SessionOptions()
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(tmp_path))
        return module.InferenceSession(path.read_bytes(), options).run(None, {"x": x})[0].tolist()

    assert same(elsewhere)[499] == 500
    (tmp_path / "w.bin").unlink()
    assert same(lambda module: module.InferenceSession(path)) == "Fail"


@pytest.mark.parametrize("feeds, expected", [
    ({"x": ones(2, 3, dtype=np.float64), "y": ones(2, 3)}, "InvalidArgument"),
    ({"x": ones(2, 4), "y": ones(2, 3)}, "InvalidArgument"),
    ({"x": ones(3), "y": ones(2, 3)}, "InvalidArgument"),
    ({"x": np.array([["a"] * 3]), "y": ones(2, 3)}, "InvalidArgument"),
    ({"x": ones(2, 3)}, "ValueError"),
    ({"x": ones(2, 3), "y": ones(2, 3), "q": ones(1)}, "InvalidArgument"),
    ({"x": ones(2, 3), "y": ones(5, 3)}, "Fail"),
    ({"x": None, "y": ones(2, 3)}, "Fail"),
    ({"x": 1.0, "y": ones(2, 3)}, "RuntimeError"),
    ({"x": [["a"]], "y": ones(2, 3)}, "RuntimeError"),
    ({"x": [[1], [1, 2]], "y": ones(2, 3)}, "RuntimeError"),
    ([("x", ones(2, 3))], "AttributeError"),
])
def test_wrong_feeds(feeds, expected):
    assert same(run(addition(), feeds)) == expected


def test_output_names():
    feeds = {"x": ones(2, 3), "y": ones(1, 3)}
    assert same(run(addition(), feeds, [])) == same(run(addition(), feeds, ["z"])) == [[[2.0] * 3] * 2]
    assert len(same(run(addition(), feeds, ["z", "z"]))) == 2
    assert same(run(addition(), feeds, ["q"])) == "InvalidArgument"
    assert same(run(addition(), feeds, "z")) == "TypeError"


def wrong_models():
    x, z = [value("x", F32, [2])], [value("z", F32, [2])]
    add = helper.make_node("Add", ["x", "y"], ["z"])
    yield b"", "InvalidArgument"
    yield b"garbage", "InvalidProtobuf"
    yield "/there/is/none.onnx", "NoSuchFile"
    yield "/tmp", "InvalidProtobuf"
    yield 3, "TypeError"
    yield model([helper.make_node("Nope", ["x"], ["z"])], x, z), "InvalidGraph"
    yield model([helper.make_node("Nope", ["x"], ["z"], domain="my")], x, z, domains=["my"]), "Fail"
    yield model([add], x, z), "InvalidArgument"
    yield model([add], [*x, value("y", I64, [2])], z), "Fail"
    yield model([helper.make_node("MatMul", ["x", "y"], ["z"])], [*x, value("y", F32, [3, 4])], z), "Fail"
    yield model([add], x, z, opset=99), "Fail"
    yield model([add], x, z, ir_version=99), "Fail"


@pytest.mark.parametrize("data, expected", list(wrong_models()))
def test_wrong_models(data, expected):
    source = data.SerializeToString() if isinstance(data, onnx.ModelProto) else data
    assert same(lambda module: module.InferenceSession(source)) == expected


def test_errors_are_of_both_kinds_and_keep_rlx_text():
    with pytest.raises(rlx.InvalidArgumentError, match="input 'x' expects element type float32, got float64") as caught:
        ours.InferenceSession(unary()).run(None, {"x": np.ones((1, 3))})
    error = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(error, ours.capi.onnxruntime_pybind11_state.InvalidArgument) and isinstance(error, ValueError)
    assert str(error) == str(caught.value) and error.kind == "invalid_argument"


def test_metadata():
    proto = model([helper.make_node("Relu", ["x"], ["z"])], [value("x", F32, [2])], [value("z", F32, [2])],
                  producer_name="maker", domain="org.net", doc_string="a model", model_version=7, graph_doc="a graph")
    helper.set_model_props(proto, {"names": "{0: 'a'}", "empty": "", "ü": "é"})
    fields = ("producer_name", "graph_name", "domain", "description", "graph_description", "version",
              "custom_metadata_map")

    def metadata(data):
        return lambda module: [getattr(module.InferenceSession(data).get_modelmeta(), field) if field != fields[-1] else
                               sorted(module.InferenceSession(data).get_modelmeta().custom_metadata_map.items())
                               for field in fields]

    assert same(metadata(proto.SerializeToString()))[5:] == [7, [("empty", ""), ("names", "{0: 'a'}"), ("ü", "é")]]
    same(metadata(unary()))


def test_overridable_initializers():
    weight = numpy_helper.from_array(ones(2), "w")
    for version in (3, 8):
        data = model([helper.make_node("Add", ["x", "w"], ["z"])], [value("x", F32, [2]), value("w", F32, [2])],
                     [value("z", F32, [2])], [weight], ir_version=version).SerializeToString()
        names = same(lambda module: [[arg.name for arg in module.InferenceSession(data).get_inputs()], [
            (arg.name, arg.shape, arg.type) for arg in module.InferenceSession(data).get_overridable_initializers()]])
        assert names == [["x"], [("w", [2], "tensor(float)")] if version == 8 else []]
    with pytest.raises(rlx.UnsupportedError):
        ours.InferenceSession(data).run(None, {"x": ones(2), "w": ones(2)})


def test_sequences():
    for shape in (["n", 2], [2, 2]):
        data = model([helper.make_node("SplitToSequence", ["x"], ["z"], axis=0)], [value("x", F32, shape)],
                     [helper.make_tensor_sequence_value_info("z", F32, None)]).SerializeToString()
        assert same(lambda module: signature(module.InferenceSession(data)))[1] == ("z", [], "seq(tensor(float))")
        same(lambda module: [part.tolist() for part in module.InferenceSession(data).run(None, {"x": ones(2, 2)})[0]])
    data = model([helper.make_node("SequenceLength", ["x"], ["z"])],
                 [helper.make_tensor_sequence_value_info("x", F32, [2])], [value("z", I64, [])]).SerializeToString()
    for refused in (data, unary(shape=None)):
        with pytest.raises(rlx.UnsupportedError) as caught:
            ours.InferenceSession(refused)
        assert isinstance(caught.value, ours.capi.onnxruntime_pybind11_state.NotImplemented)


def test_session_options():
    def defaults(module):
        options, model = module.SessionOptions(), real.SessionOptions()
        return {name: str(getattr(options, name)) for name in dir(model)
                if not name.startswith("_") and not callable(getattr(model, name))}

    assert len(same(defaults)) == 16
    for name, wrong in (("nope", 1), ("intra_op_num_threads", "a"), ("graph_optimization_level", 99),
                        ("logid", 3), ("enable_mem_pattern", "yes")):
        assert same(lambda module: setattr(module.SessionOptions(), name, wrong)) in ("TypeError", "AttributeError")

    def used(module):
        options = module.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = 1, 1
        options.graph_optimization_level = module.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.execution_mode = module.ExecutionMode.ORT_PARALLEL
        options.log_severity_level, options.enable_cpu_mem_arena = 3, False
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_free_dimension_override_by_name("n", 2)
        session = module.InferenceSession(unary(), sess_options=options, providers=["CPUExecutionProvider"])
        kept = session.get_session_options()
        return [signature(session), kept.intra_op_num_threads, kept.graph_optimization_level.name,
                kept.get_session_config_entry("session.intra_op.allow_spinning"),
                session.run(None, {"x": ones(2, 3)})[0].tolist()]

    assert same(used)[0][0] == ("x", [2, 3], "tensor(float)")
    with pytest.raises(RuntimeError):
        ours.SessionOptions().get_session_config_entry("none")
    assert copy.deepcopy(ours.SessionOptions()).intra_op_num_threads == 0


def test_free_dimension_overrides_fix_sizes():
    def used(module):
        options = module.SessionOptions()
        options.add_free_dimension_override_by_name("n", 2)
        options.add_free_dimension_override_by_name("no_such_dimension", 7)
        session = module.InferenceSession(unary(), options, providers=["CPUExecutionProvider"])
        with pytest.raises(Exception) as raised:
            session.run(None, {"x": ones(3, 3)})
        return [signature(session), session.run(None, {"x": ones(2, 3)})[0].tolist(), type(raised.value).__name__]

    assert same(used)[2] == "InvalidArgument"


@pytest.mark.parametrize("name, wanted", [("enable_profiling", True), ("optimized_model_filepath", "/tmp/o.onnx")])
def test_files_that_are_not_written_are_refused(name, wanted):
    options = ours.SessionOptions()
    setattr(options, name, wanted)
    with pytest.raises(rlx.UnsupportedError):
        ours.InferenceSession(unary(), options)


def test_intra_op_num_threads_is_honoured(monkeypatch):
    seen = []
    compiled = rlx.compile
    monkeypatch.setattr(rlx, "compile", lambda *args, **options: seen.append(options) or compiled(*args, **options))
    options = ours.SessionOptions()
    options.intra_op_num_threads = 3
    ours.InferenceSession(unary(), options)
    assert seen[0]["threads"] == 3


def test_run_options():
    def terminated(module):
        options = module.RunOptions()
        options.terminate = True
        return module.InferenceSession(unary()).run(None, {"x": ones(1, 3)}, options)

    assert same(terminated) == "Fail"
    same(lambda module: module.InferenceSession(unary()).run(None, {"x": ones(1, 3)}, module.RunOptions())[0].tolist())
    assert same(lambda module: module.InferenceSession(unary()).run(None, {"x": ones(1, 3)}, 3)) == "TypeError"


def test_run_async():
    def answer(module, x):
        done, got = threading.Event(), []
        session = module.InferenceSession(unary())
        session.run_async(["z"], {"x": x}, lambda *args: (got.append(args), done.set()), "data")
        assert done.wait(30)
        results, data, error = got[0]
        return [result.tolist() for result in results], data, bool(error)

    assert same(lambda module: answer(module, ones(1, 3)))[1:] == ("data", False)
    assert same(lambda module: answer(module, np.ones((1, 3)))) == ([], "data", True)


def test_threads():
    session = ours.InferenceSession(addition())
    wrong = []

    def work(number):
        for _ in range(50):
            x = np.full((number, 3), number, np.float32)
            if session.run(None, {"x": x, "y": x})[0].tolist() != (2 * x).tolist():
                wrong.append(number)

    threads = [threading.Thread(target=work, args=[number]) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_ort_value():
    x = np.arange(6, dtype=np.float32).reshape(2, 3)

    def facts(module):
        made = module.OrtValue.ortvalue_from_numpy(x)
        empty = module.OrtValue.ortvalue_from_shape_and_type([2], np.int64)
        typed = module.OrtValue.ortvalue_from_shape_and_type([2, 3], TensorProto.BFLOAT16)
        bits = module.OrtValue.ortvalue_from_numpy_with_onnx_type(np.zeros(4, np.uint16), TensorProto.BFLOAT16)
        return [made.shape(), made.data_type(), made.element_type(), made.device_name(), made.is_tensor(),
                made.has_value(), made.is_sparse_tensor(), made.is_tensor_sequence(), made.tensor_size_in_bytes(),
                made.data_ptr() == x.ctypes.data, np.shares_memory(made.numpy(), x), np.from_dlpack(made).tolist(),
                np.asarray(made).tolist(), made.__dlpack_device__(), empty.data_type(), typed.element_type(),
                bits.data_type(), module.OrtValue.from_dlpack(x).data_ptr() == x.ctypes.data]

    assert same(facts)[:3] == [[2, 3], "tensor(float)", 1]
    results = same(lambda module: [result.numpy().tolist() for result in module.InferenceSession(
        addition()).run_with_ort_values(None, {name: module.OrtValue.ortvalue_from_numpy(x) for name in "xy"})])
    assert results == [(2 * x).tolist()]
    same(lambda module: module.InferenceSession(unary()).run(
        None, {"x": module.OrtValue.ortvalue_from_numpy(x)})[0].tolist())

    def updated(module, data):
        target = module.OrtValue.ortvalue_from_shape_and_type([2, 3], np.float32)
        target.update_inplace(data)
        return target.numpy().tolist()

    assert same(lambda module: updated(module, x)) == x.tolist()
    assert same(lambda module: updated(module, ones(2, 2))) == "RuntimeError"
    assert same(lambda module: updated(module, [1])) == "TypeError"
    assert same(lambda module: module.OrtValue.ortvalue_from_numpy(np.array(["a"]))) == "RuntimeError"
    assert same(lambda module: module.OrtValue.ortvalue_from_numpy(x, "cuda")) == "RuntimeError"


def test_io_binding():
    x = np.arange(6, dtype=np.float32).reshape(2, 3)

    def pointers(module):
        z = np.zeros((2, 3), np.float32)
        session = module.InferenceSession(addition())
        binding = session.io_binding()
        binding.bind_input("x", "cpu", 0, np.float32, x.shape, x.ctypes.data)
        binding.bind_input("y", "cpu", 0, TensorProto.FLOAT, list(x.shape), x.ctypes.data)
        binding.bind_output("z", "cpu", 0, np.float32, z.shape, z.ctypes.data)
        session.run_with_iobinding(binding)
        return z.tolist(), binding.copy_outputs_to_cpu()[0].tolist(), binding.get_outputs()[
            0].data_ptr() == z.ctypes.data

    assert same(pointers) == ((2 * x).tolist(), (2 * x).tolist(), True)

    def values(module):
        session = module.InferenceSession(addition())
        binding, target = session.io_binding(), module.OrtValue.ortvalue_from_shape_and_type([2, 3], np.float32)
        binding.bind_cpu_input("x", x)
        binding.bind_ortvalue_input("y", module.OrtValue.ortvalue_from_numpy(x))
        binding.bind_ortvalue_output("z", target)
        binding.synchronize_inputs()
        session.run_with_iobinding(binding, module.RunOptions())
        binding.synchronize_outputs()
        first = target.numpy().tolist()
        binding.clear_binding_outputs()
        binding.bind_output("z")
        session.run_with_iobinding(binding)
        outputs = [output.numpy().tolist() for output in binding.get_outputs()]
        binding.clear_binding_inputs()
        return first, outputs

    assert same(values)[0] == (2 * x).tolist()


def test_io_binding_in_place():
    state = np.arange(3, dtype=np.float32)
    session = ours.InferenceSession(unary("Neg", shape=("n",)))
    binding = session.io_binding()
    binding.bind_input("x", "cpu", 0, np.float32, (3,), state.ctypes.data)
    binding.bind_output("z", "cpu", 0, np.float32, (3,), state.ctypes.data)
    session.run_with_iobinding(binding)
    assert state.tolist() == [0, -1, -2]


@pytest.mark.parametrize("bind, expected", [
    (lambda binding: binding.bind_cpu_input("q", ones(1, 3)), "RuntimeError"),
    (lambda binding: binding.bind_cpu_input("x", [1]), "RuntimeError"),
    (lambda binding: binding.bind_cpu_input("x", ones(1, 3)), "RuntimeError"),  # no output
    (lambda binding: binding.bind_output("z"), "RuntimeError"),  # no input
    (lambda binding: (binding.bind_output("q"), binding.bind_cpu_input("x", ones(1, 3))), "RuntimeError"),
    (lambda binding: (binding.bind_output("z"), binding.bind_cpu_input("x", np.ones((1, 3)))), "RuntimeError"),
    (lambda binding: binding.bind_input("x", "cuda", 0, np.float32, (1, 3), 64), "RuntimeError"),
    (lambda binding: binding.bind_output("z", "cpu", 0, None, None, 64), "ValueError")])
def test_wrong_bindings(bind, expected):
    for module in BOTH:
        session = module.InferenceSession(unary())
        binding = session.io_binding()
        with pytest.raises(Exception) as caught:
            bind(binding)
            session.run_with_iobinding(binding)
        assert type(caught.value).__name__ == expected
        assert caught.value.args == (str(caught.value),)  # one text, no tuple


def test_providers():
    def providers(module, *args):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            session = module.InferenceSession(unary(), None, *args)
        unknown = ["Foo" in str(warning.message) for warning in caught]
        return session.get_providers(), session.get_provider_options(), any(unknown)

    for args in ([], [["CPUExecutionProvider"]], [["FooExecutionProvider", "CPUExecutionProvider"]],
                 [[("CPUExecutionProvider", {"a": 1})]], [["CPUExecutionProvider"], [{"a": 1}]], [[]]):
        assert same(lambda module: providers(module, *args))[0] == ["CPUExecutionProvider"]
    assert ours.get_available_providers()[-1] == "CPUExecutionProvider"
    assert same(lambda module: module.get_device()) == "CPU"
    session = ours.InferenceSession(unary())
    session.set_providers(["CPUExecutionProvider"])
    assert session.run(None, {"x": ones(1, 3)})[0].shape == (1, 3)


def test_vulkan_provider(monkeypatch):
    names = tuple(device.name for device in rlx.devices() if device.name.startswith("vulkan"))
    if not names:
        pytest.skip("there is no Vulkan device")
    from rlx.onnxruntime import _session
    monkeypatch.setattr(_session, "_vulkan_devices", lambda: names)
    assert ours.get_available_providers() == ["RlxVulkanExecutionProvider", "CPUExecutionProvider"]
    session = ours.InferenceSession(unary("Neg"), providers=ours.get_available_providers())
    assert session.get_providers() == ours.get_available_providers() and session._engine._model.device in names
    assert session.run(None, {"x": ones(1, 3)})[0].tolist() == [[-1, -1, -1]]
    with pytest.raises(rlx.NotFoundError):
        ours.InferenceSession(unary(), providers=[("RlxVulkanExecutionProvider", {"device_id": 77})])


class Subclass(ours.InferenceSession):
    """As insightface does it: pickles only the path."""

    def __init__(self, path, **options):
        super().__init__(path, **options)
        self.path = path

    def __getstate__(self):
        return {"path": self.path}

    def __setstate__(self, state):
        self.__init__(state["path"])


def test_pickle(tmp_path):
    (tmp_path / "m.onnx").write_bytes(unary("Neg"))
    sessions = [ours.InferenceSession(unary("Neg")), Subclass(str(tmp_path / "m.onnx"), providers=None)]
    for session in sessions:
        again = pickle.loads(pickle.dumps(session))
        assert type(again) is type(session) and again.run(None, {"x": ones(1, 3)})[0].tolist() == [[-1, -1, -1]]


def test_exception_classes():
    state = real.capi.onnxruntime_pybind11_state
    names = {name for name in dir(state) if isinstance(getattr(state, name), type)
             and issubclass(getattr(state, name), Exception)}
    assert len(names) > 10 and all(hasattr(ours.capi.onnxruntime_pybind11_state, name) for name in names)


def test_surface():
    for name in ("InferenceSession", "SessionOptions", "RunOptions", "IOBinding", "OrtValue", "ModelMetadata"):
        missing = {attribute for attribute in dir(getattr(real, name)() if name.endswith("Options")
                                                 else getattr(real, name)) if not attribute.startswith("_")}
        made = {"ModelMetadata": ours.ModelMetadata()}.get(name, getattr(ours, name))
        made = made() if name.endswith("Options") else made
        # Plug-in providers, tuning, captured graphs, sparse tensors and the callbacks of the compile API.
        absent = {"create_ortvalue_from_shape_and_type", "get_input_epdevices", "get_input_memory_infos",
                  "get_output_memory_infos", "get_provider_graph_assignment_info", "get_tuning_results",
                  "release_captured_graph", "run_with_ortvaluevector", "set_ep_dynamic_options", "set_tuning_results",
                  "add_external_initializers_from_files_in_memory", "add_provider_for_devices",
                  "clear_ep_context_data_read_func", "set_ep_context_data_read_func", "set_load_cancellation_flag",
                  "set_provider_selection_policy", "set_provider_selection_policy_delegate",
                  "get_outputs_as_ortvaluevector", "as_sparse_tensor", "ort_value_from_sparse_tensor"}
        assert missing - set(dir(made)) <= absent, missing - set(dir(made)) - absent


def python(code, *arguments):
    return subprocess.run([sys.executable, "-W", "always", "-c", code, *map(str, arguments)], capture_output=True,
                          text=True, check=True, timeout=120)


def test_install(tmp_path):
    (tmp_path / "m.onnx").write_bytes(unary("Neg"))
    done = python("""
import sys
import rlx.onnxruntime
rlx.onnxruntime.install()
import importlib.metadata, importlib.util
import onnxruntime
from onnxruntime import InferenceSession, SessionOptions
from onnxruntime.capi import _pybind_state as C
from onnxruntime.capi.onnxruntime_pybind11_state import InvalidArgument, NoSuchFile
import onnxruntime.capi.onnxruntime_inference_collection as collection
assert onnxruntime is rlx.onnxruntime and collection.InferenceSession is InferenceSession
assert C.InvalidArgument is InvalidArgument and importlib.util.find_spec("onnxruntime") is not None
assert importlib.metadata.version("onnxruntime") == onnxruntime.__version__ == "1.31.1"
assert "onnxruntime" in importlib.metadata.packages_distributions()["onnxruntime"]
assert importlib.metadata.version("numpy") and importlib.util.find_spec("onnxruntime.capi") is not None
import numpy
x = numpy.ones((2, 3), numpy.float32)
print(InferenceSession(sys.argv[1]).run(None, {"x": x})[0].sum())
try:
    InferenceSession(sys.argv[1]).run(None, {"x": x.astype(float)})
except InvalidArgument as error:
    print(error)
from onnxruntime.quantization import quantize_dynamic, QuantType  # of the real package
""", tmp_path / "m.onnx")
    assert done.stdout == "-6.0\ninput 'x' expects element type float32, got float64; "\
        "numpy.asarray(value, 'float32') converts it\n"


def test_fallback(tmp_path):
    condition = helper.make_node("If", ["c"], ["z"], then_branch=branch(["n", 3]), else_branch=branch(["n", 1, 3]))
    refused = model([condition], [value("c", TensorProto.BOOL, []), value("x", F32, ["n", 3])],
                    [value("z", F32, None)])
    path = tmp_path / "m.onnx"
    onnx.save(refused, path)
    with pytest.raises(rlx.UnsupportedError) as caught:
        ours.InferenceSession(path)
    assert isinstance(caught.value, ours.capi.onnxruntime_pybind11_state.NotImplemented)
    with pytest.warns(UserWarning, match="ONNX Runtime runs the model"):
        session = ours.InferenceSession(path, fallback=True)
    feeds = {"c": np.array(True), "x": ones(2, 3)}
    assert session.run(None, feeds)[0].tolist() == real.InferenceSession(path).run(None, feeds)[0].tolist()
    assert signature(session) == signature(real.InferenceSession(path))
    with pytest.raises(ours.capi.onnxruntime_pybind11_state.InvalidArgument):
        session.run(None, {"c": np.array(1), "x": ones(2, 3)})
    binding, target = session.io_binding(), np.zeros((2, 3), np.float32)
    binding.bind_cpu_input("c", np.array(True))
    binding.bind_cpu_input("x", ones(2, 3))
    binding.bind_output("z", "cpu", 0, np.float32, (2, 3), target.ctypes.data)
    session.run_with_iobinding(binding)
    assert target.tolist() == [[1, 1, 1]] * 2
    done = python("""
import sys
import rlx.onnxruntime
rlx.onnxruntime.install(fallback=True)
import numpy, onnxruntime
session = onnxruntime.InferenceSession(sys.argv[1])
print(session.run(None, {"c": numpy.array(False), "x": numpy.ones((2, 3), numpy.float32)})[0].shape)
assert onnxruntime is rlx.onnxruntime and sys.modules["onnxruntime.capi"] is rlx.onnxruntime.capi
""", path)
    assert done.stdout == "(2, 1, 3)\n" and done.stderr.count("ONNX Runtime runs the model") == 1


def branch(shape):
    """A branch of `If` that returns x in a shape of its own."""
    size = numpy_helper.from_array(np.array([-1, *shape[1:]]), f"size{len(shape)}")
    return helper.make_graph([helper.make_node("Reshape", ["x", size.name], [f"r{len(shape)}"])], f"b{len(shape)}", [],
                             [value(f"r{len(shape)}", F32, None)], [size])


def test_logger_and_seed():
    for call in (lambda module: module.set_default_logger_severity(3), lambda module: module.set_seed(1),
                 lambda module: module.InferenceSession(unary()).end_profiling(),
                 lambda module: module.get_version_string()):
        same(call)
    for module in BOTH:
        with pytest.raises(RuntimeError):
            module.set_default_logger_severity(9)
