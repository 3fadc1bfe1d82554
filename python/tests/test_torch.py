# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The backend of torch.compile, and rlx.compile of modules. Skipped where PyTorch is not installed.

Results are compared with eager mode: equal for integers, otherwise to 1e-5 of the largest value.
"""
import gc
import os
import pickle
import subprocess
import sys
import threading
import warnings
import weakref

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnxscript")
from torch import nn  # noqa: E402

import rlx  # noqa: E402
from rlx.torch import _call  # noqa: E402


@pytest.fixture(autouse=True)
def fresh():
    torch.manual_seed(0)
    torch._dynamo.reset()
    with torch.no_grad():
        yield


@pytest.fixture
def compilations(monkeypatch):
    """The options of each compilation of RLX."""
    seen = []
    original = _call.compile

    def counted(model, **options):
        seen.append(options)
        return original(model, **options)
    monkeypatch.setattr(_call, "compile", counted)
    return seen


def on_rlx(function, **options):
    return torch.compile(function, backend="rlx", options={"cache": False, **options})


def assert_close(got, want, tolerance=1e-5):
    if isinstance(want, torch.Tensor):
        assert got.dtype == want.dtype and got.shape == want.shape
        if not want.is_floating_point():
            assert torch.equal(got, want)
        elif want.numel():
            error = (got.double() - want.double()).abs().max().item()
            assert error <= tolerance * max(want.abs().max().item(), 1e-30)
    elif isinstance(want, (tuple, list)):
        assert len(got) == len(want)
        for g, w in zip(got, want):
            assert_close(g, w, tolerance)
    else:
        assert got == want and type(got) is type(want)


def check(function, *args, **options):
    """The function computes the same on RLX."""
    want = function(*[arg.clone() if isinstance(arg, torch.Tensor) else arg for arg in args])
    assert_close(on_rlx(function, **options)(*args), want)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, padding=1)
        self.norm = nn.BatchNorm2d(8)
        self.last = nn.Linear(8, 4)

    def forward(self, x):
        return self.last(self.norm(self.conv(x)).relu().mean((2, 3)))


class Block(nn.Module):
    def __init__(self, size=32):
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.first, self.second = nn.Linear(size, 2 * size), nn.Linear(2 * size, size)

    def forward(self, x):
        return x + self.second(nn.functional.gelu(self.first(self.norm(x))))


def test_needs_no_import():
    code = """if True:
        import torch
        f = torch.compile(lambda x: x * 2 + 1, backend="rlx", options={"cache": False})
        assert f(torch.ones(3)).tolist() == [3, 3, 3]
        assert "rlx" in torch._dynamo.list_backends()"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_rlx_does_not_import_torch():
    code = "import sys, rlx; rlx.compile; assert 'torch' not in sys.modules and 'rlx.torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_networks(compilations):
    check(Net().eval(), torch.randn(2, 3, 16, 16))
    check(nn.Sequential(Block(), Block()).eval(), torch.randn(2, 5, 32))
    assert len(compilations) == 2


@pytest.mark.parametrize("norm_first", [False, True])
def test_transformer_encoder(norm_first):
    layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True, norm_first=norm_first, activation="gelu").eval()
    x, padding = torch.randn(2, 5, 32), torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
    causal = nn.Transformer.generate_square_subsequent_mask(5)
    check(layer, x)
    check(layer, x, causal)
    check(lambda x, padding: layer(x, src_key_padding_mask=padding), x, padding)
    check(lambda x, causal, padding: layer(x, causal, padding), x, causal, padding)
    check(nn.MultiheadAttention(32, 4, batch_first=True).eval(), x, x, x)
    check(nn.LSTM(32, 8, 2, bidirectional=True, batch_first=True).eval(), x)
    model = rlx.compile(layer.requires_grad_(False), example_inputs=(x,), cache=False)
    assert_close(torch.from_numpy(model(x)), layer(x))


def test_operators_that_the_exporter_lacks():
    x, y = torch.randn(2, 5, 3), torch.randn(2, 4, 3)
    for p in (1.0, 2.0, float("inf")):
        check(lambda x, y: torch.cdist(x, y, p), x, y)
    check(lambda x: (x.kthvalue(2, 1)[0], *x.kthvalue(3, -1, keepdim=True)), x)


def test_weights_are_shared(compilations):
    """The memory of weights that kernels read as they are is PyTorch's own: RLX sees a change behind its back."""
    scale = nn.Parameter(torch.ones(1 << 16))
    module = nn.Module()
    module.scale = scale
    module.forward = lambda x: x + module.scale
    x = torch.zeros(1 << 16)
    compiled = on_rlx(module)
    assert compiled(x).eq(1).all()
    assert len(compilations[0]["params"]) == 1
    scale.data.numpy()[:] = 5  # PyTorch does not count this
    assert compiled(x).eq(5).all()


def test_changed_weights_are_seen(compilations):
    block = Block().eval()
    compiled, x = on_rlx(block), torch.randn(3, 32)
    assert_close(compiled(x), block(x))
    block.first.weight.mul_(2)
    assert_close(compiled(x), block(x))
    block.load_state_dict(Block().state_dict())
    assert_close(compiled(x), block(x))
    block.second.weight.data = torch.randn(32, 64)
    assert_close(compiled(x), block(x))
    block.norm.weight = nn.Parameter(torch.randn(32))
    assert_close(compiled(x), block(x))
    assert len({str(options["params"]) for options in compilations}) == 1


def test_layers_share_a_compilation(compilations):
    blocks = nn.ModuleList([Block() for _ in range(6)]).eval()
    x = torch.randn(3, 32)
    compiled = [on_rlx(block) for block in blocks]
    for _ in range(2):
        for block, fast in zip(blocks, compiled):
            assert_close(fast(x), block(x))
    assert len(compilations) == 1


def test_dynamic_sizes_compile_once(compilations):
    block = Block().eval()
    compiled = torch.compile(block, backend="rlx", dynamic=True, options={"cache": False})
    for rows, length in ((2, 3), (4, 7), (5, 5), (9, 2)):
        x = torch.randn(rows, length, 32)
        assert_close(compiled(x), block(x))
    assert len(compilations) == 1


def test_marked_sizes_compile_once(compilations):
    net = Net().eval()
    compiled = on_rlx(net)
    for batch in (2, 5, 8):
        x = torch.randn(batch, 3, 16, 16)
        torch._dynamo.mark_dynamic(x, 0)
        assert_close(compiled(x), net(x))
    assert len(compilations) == 1


def test_sizes_become_dynamic_at_the_second_one(compilations):
    block = Block().eval()
    compiled = on_rlx(block)
    for length in (3, 7, 5, 12):
        x = torch.randn(2, length, 32)
        assert_close(compiled(x), block(x))
    assert len(compilations) == 2


def test_text_generation_compiles_twice(compilations):
    transformers = pytest.importorskip("transformers")
    config = transformers.LlamaConfig(hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4,
                                      num_key_value_heads=2, vocab_size=300, bos_token_id=1, eos_token_id=None)
    model = transformers.LlamaForCausalLM(config).eval()
    options = {"max_new_tokens": 8, "do_sample": False, "pad_token_id": 0}
    ids = torch.randint(2, 300, (1, 7))
    want = model.generate(ids, **options)
    model.forward = torch.compile(model.forward, backend="rlx", dynamic=True, options={"cache": False})
    assert torch.equal(model.generate(ids, **options), want)
    assert len(compilations) == 2  # of the prompt, and of one token with a cache that grows


def test_sizes_as_values(compilations):
    def function(x, y):
        return x.shape[0] + 1, torch.arange(x.shape[0]), x.reshape(-1, 2), torch.cat([x, y]), y.shape[0] * 2

    compiled = torch.compile(function, backend="rlx", dynamic=True, options={"cache": False})
    for n, m in ((3, 5), (6, 2)):
        args = torch.randn(n, 4), torch.randn(m, 4)
        assert_close(compiled(*args), function(*args))
    assert len(compilations) == 1


def test_numbers_of_python(compilations):
    def function(x, n, factor):
        return x * n + factor, n + 1

    compiled = torch.compile(function, backend="rlx", dynamic=True, options={"cache": False})
    x = torch.randn(3)
    for n, factor in ((2, 0.5), (3, 0.5), (7, 0.5)):
        assert_close(compiled(x, n, factor), function(x, n, factor))
    assert len(compilations) == 1
    assert_close(compiled(x, 7, 0.25), function(x, 7, 0.25))
    assert_close(compiled(x, 5, 0.5), function(x, 5, 0.5))


def test_buffers_that_change():
    ours, theirs = Net().train(), Net().train()
    theirs.load_state_dict(ours.state_dict())
    compiled = on_rlx(ours)
    for _ in range(3):
        x = torch.randn(4, 3, 8, 8)
        assert_close(compiled(x), theirs(x))
    assert_close(list(ours.buffers()), list(theirs.buffers()))
    assert ours.norm.num_batches_tracked == 3


def test_inputs_that_change():
    def function(x, cache, i):
        cache.index_copy_(0, i, x[None] * 2)
        x.add_(1)
        return x, cache.sum()

    compiled = on_rlx(function)
    ours, theirs = (torch.ones(4), torch.zeros(3, 4)), (torch.ones(4), torch.zeros(3, 4))
    for i in range(3):
        got, want = compiled(*ours, torch.tensor([i])), function(*theirs, torch.tensor([i]))
        assert got[0] is ours[0]
        assert_close(got, want)
        assert_close(ours, theirs)


def test_outputs_of_all_kinds():
    def function(x, y):
        return x, None, y.view(-1), x + y, [3, "text", {"sum": x.sum()}], (x + y), x.shape

    x, y = torch.randn(2, 3), torch.randn(2, 3)
    got = on_rlx(function)(x, y)
    want = function(x, y)
    assert got[0] is x and got[1] is None and got[4][:2] == [3, "text"] and tuple(got[6]) == (2, 3)
    assert_close([got[2], got[3], got[4][2]["sum"], got[5]], [want[2], want[3], want[4][2]["sum"], want[5]])


def test_results_are_new_every_time():
    compiled = on_rlx(lambda x: x * 2)
    x = torch.ones(1 << 15)
    first = compiled(x)
    compiled(x * 3)
    assert first.eq(2).all()


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16,
                                   torch.int8, torch.uint8])
def test_types(dtype):
    x = (torch.rand(3, 5) * 20).to(dtype)
    check(lambda x: (x + x, x.clone().T, x > 3, x.sum()), x)


def test_bool_and_half_precision_modules():
    check(lambda mask, x: (torch.where(mask, x, -x), ~mask, mask.any(0)), torch.rand(3, 4) > 0.5, torch.randn(3, 4))
    for dtype, tolerance in ((torch.bfloat16, 2e-2), (torch.float16, 4e-3)):
        block, x = Block().eval().to(dtype), torch.randn(3, 32, dtype=dtype)
        assert_close(on_rlx(block)(x), block(x), tolerance)


def test_strides():
    x = torch.randn(4, 6, 8)
    for view in (x.transpose(0, 2), x[:, ::2], x[1], x.permute(2, 0, 1), x[:, :, :1].expand(4, 6, 8), x[..., 3]):
        check(lambda x: (x * 2, x.sum(0)), view)
    check(Net().eval(), torch.randn(2, 3, 8, 8).to(memory_format=torch.channels_last))
    net = Net().eval().to(memory_format=torch.channels_last)
    check(net, torch.randn(2, 3, 8, 8))


def test_sizes_of_zero_and_one():
    for shape in ((0, 4), (1, 4), (3, 1)):
        check(lambda x: (x * 2, x.sum(0), torch.cat([x, x])), torch.randn(shape))
    check(lambda x: x * 2, torch.tensor(3.0))


def test_graphs_without_operators():
    check(lambda x: x, torch.randn(3))
    check(lambda x: (x, None, 3), torch.randn(3))
    check(lambda: torch.ones(3) + 1)


def test_graph_breaks(compilations):
    def function(x):
        y = x.relu() + 1
        torch._dynamo.graph_break()
        return y.exp() if y.sum().item() > 0 else y - 1

    check(function, torch.randn(8))
    assert len(compilations) >= 2


def test_computed_sizes():
    check(lambda x: x.clone().masked_fill(x > 0, 0.5), torch.randn(8))
    check(lambda x, i: x[i], torch.randn(8, 2), torch.tensor([1, -1, 0]))


def test_gradients_run_in_eager_mode(compilations):
    block = Block()
    x = torch.randn(2, 32)
    with torch.enable_grad():
        with pytest.warns(UserWarning, match="rlx computes no gradients.*torch.no_grad"):
            y = on_rlx(block)(x)
        y.sum().backward()
        assert block.first.weight.grad is not None
        assert not compilations
        assert_close(on_rlx(lambda x: x * 2)(x), x * 2)  # needs no gradient
    assert len(compilations) == 1
    assert_close(on_rlx(block)(x), block(x))
    assert len(compilations) == 2


def test_inference_mode():
    with torch.inference_mode():
        block = Block().eval()
        x = torch.randn(2, 32)
        check(block, x)


def test_threads():
    block = Block().eval()
    compiled = on_rlx(block)
    inputs = [torch.randn(n + 2, 32) for n in range(4)]
    wanted = [block(x) for x in inputs]
    compiled(inputs[0]), compiled(inputs[1])
    failures = []

    def work(i):
        try:
            with torch.no_grad():
                for _ in range(50):
                    assert_close(compiled(inputs[i]), wanted[i])
        except BaseException as error:
            failures.append(error)
    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_memory_is_let_go(monkeypatch):
    sets = []
    make = _call.Params.__init__
    monkeypatch.setattr(_call.Params, "__init__", lambda self, *args: (sets.append(self), make(self, *args))[1])
    block = Block(512).eval()
    compiled = on_rlx(block)
    compiled(torch.randn(2, 512))
    watch = weakref.ref(block.first.weight)
    assert len(sets) == 1 and len(sets[0]._sets) == 1
    del block, compiled
    gc.collect()
    assert watch() is None
    assert not sets[0]._sets and not sets[0]._last


def line_of(function):
    return f'test_torch.py", line {function.__code__.co_firstlineno + 1}'


def unsupported_by_exporter(x):
    return torch.linalg.eigvals(x).abs() + 1


def unsupported_by_rlx(x):
    return nn.functional.embedding_bag(x, torch.ones(5, 3), torch.tensor([0, 2]))


def test_errors_name_operator_and_line():
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed) as failure:
        on_rlx(unsupported_by_exporter)(torch.randn(3, 3))
    error = failure.value.inner_exception
    assert isinstance(error, rlx.UnsupportedError)
    assert "aten.linalg_eig" in str(error) and line_of(unsupported_by_exporter) in str(error)
    assert "linalg.eigvals(x)" in str(error)
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed) as failure:
        on_rlx(unsupported_by_rlx)(torch.tensor([1, 2, 3]))
    error = failure.value.inner_exception
    assert isinstance(error, rlx.UnsupportedError) and error.place.startswith("node ")
    assert line_of(unsupported_by_rlx) in str(error) and "embedding_bag(x" in str(error)


def test_complex_numbers():
    check(lambda x: torch.fft.rfft(x).abs(), torch.randn(3, 16))
    for function, kind in ((lambda x: x * 2, "input"), (lambda x: torch.fft.rfft(x.real), "result")):
        with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match=f"{kind} .* is complex"):
            on_rlx(function)(torch.randn(4, dtype=torch.complex64) if kind == "input" else torch.randn(4))


def test_numbers_of_tensors(compilations):
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        check(lambda x, i: (x * 2, i.item() + 1), torch.randn(3), torch.tensor(4))
    assert len(compilations) == 1


def test_fallback():
    x = torch.randn(3, 3)
    with pytest.warns(UserWarning, match="rlx cannot compile a graph, which runs in eager mode: .*linalg_eig"):
        got = on_rlx(unsupported_by_exporter, fallback=True)(x)
    assert_close(got, unsupported_by_exporter(x))


@pytest.mark.parametrize("options, message", [
    ({"optlevel": 3}, "the backend rlx has no option 'optlevel'; its options are fallback, "),
    ({"device": "nosuch"}, "nosuch"), ({"threads": 5000}, "1024 threads"), ({"precision": "f8"}, "f8")])
def test_wrong_options(options, message):
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match=message):
        on_rlx(lambda x: x + 1, **options)(torch.ones(2))
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match=message):
        on_rlx(lambda x: x + 1, fallback=True, **options)(torch.ones(2))


def test_options(compilations, tmp_path):
    f = torch.compile(lambda x: x @ x, backend="rlx", options={"threads": 1, "precision": "bf16", "cache": tmp_path})
    x = torch.randn(32, 32)
    assert_close(f(x), x @ x, 3e-2)
    assert compilations[0]["threads"] == 1 and compilations[0]["precision"] == "bf16"
    assert any(tmp_path.iterdir())
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match="the backend rlx has no mode"):
        torch.compile(lambda x: x + 1, backend="rlx", mode="max-autotune")(x)


def test_other_devices():
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match="is on meta, but rlx takes tensors on the CPU"):
        on_rlx(lambda x: x + 1)(torch.ones(2, device="meta"))


def test_constant_outputs():
    check(lambda x: (x + 1, torch.tensor([1, 2])), torch.randn(3))


def test_random_numbers_are_refused():
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match="draws random numbers.*model.eval"):
        on_rlx(nn.Dropout(0.5).train())(torch.ones(3))
    check(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5)).eval(), torch.randn(2, 4))


def test_modules():
    net, x = Net().eval(), torch.randn(2, 3, 16, 16)
    model = rlx.compile(net, example_inputs=(x,), dynamic_shapes={"x": {0: torch.export.Dim("batch")}}, cache=False)
    assert [(info.name, info.shape[1:]) for info in model.inputs] == [("x", (3, 16, 16))]
    assert [info.name for info in model.outputs] == ["output"]
    for batch in (1, 2, 5):
        x = torch.randn(batch, 3, 16, 16)
        assert_close(torch.from_numpy(model(x)), net(x))
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again(x), model(x))


class Several(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.randn(128))

    def forward(self, x, *, mask, state=None):
        y = torch.where(mask, x * self.scale, 0)
        return {"y": y, "state": [x, y.sum(-1), None, y]}


def test_names_of_inputs_and_outputs(tmp_path):
    module = Several()
    x, mask = torch.randn(3, 128), torch.rand(3, 128) > 0.5
    program = torch.export.export(module, (x,), {"mask": mask}, dynamic_shapes={
        "x": {0: torch.export.Dim.DYNAMIC}, "mask": {0: torch.export.Dim.DYNAMIC}})
    for model in (rlx.compile(program), rlx.compile(module, example_inputs=(x,), example_kwargs={"mask": mask})):
        assert [info.name for info in model.inputs] == ["x", "mask"]
        assert [info.name for info in model.params] == ["scale"]
        names = [info.name for info in model.outputs]
        assert names[:4] == ["y", "state_0", "state_1", "state_3"]
        got, want = model.run({"x": x, "mask": mask}), module(x, mask=mask)
        assert_close([torch.from_numpy(got[name]) for name in names[:4]],
                     [want["y"], want["state"][0], want["state"][1], want["state"][3]])
    model.save(tmp_path / "model.rlxe")
    loaded = rlx.load(tmp_path / "model.rlxe")
    np.testing.assert_array_equal(loaded.run({"x": x, "mask": mask})["y"], got["y"])


def test_wrong_modules():
    net, x = Net(), torch.randn(2, 3, 16, 16)
    with pytest.raises(rlx.UnsupportedError, match="changes .*norm.running_mean.*module.eval"):
        rlx.compile(net.train(), example_inputs=(x,))
    with pytest.raises(rlx.UnsupportedError, match="torch.export cannot export the model"):
        rlx.compile(net)
    with pytest.raises(rlx.InvalidArgumentError, match="an ExportedProgram has its inputs"):
        rlx.compile(torch.export.export(net.eval(), (x,)), example_inputs=(x,))
    with pytest.raises(TypeError, match="are for a torch.nn.Module"):
        rlx.compile("model.onnx", example_inputs=(x,))
    with pytest.raises(rlx.UnsupportedError, match="aten.linalg_eig"):
        class Wrong(nn.Module):
            def forward(self, x):
                return unsupported_by_exporter(x)
        rlx.compile(Wrong(), example_inputs=(torch.randn(3, 3),))
