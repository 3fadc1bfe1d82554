# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`rlx.jax`: functions of JAX. They run where the package jax is installed, with scripts/test.sh --all."""
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402

import rlx  # noqa: E402
import rlx.jax  # noqa: E402

GUIDE = pathlib.Path(__file__).parents[2] / "docs" / "guides" / "jax.md"
PARAMS = {"w": np.arange(6, dtype=np.float32).reshape(3, 2), "b": np.float32(0.5)}
X = np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3)


def dense(params, x, scale=1.0):
    return {"y": jnp.tanh(x @ params["w"] + params["b"]) * scale, "sum": (x.sum(),)}


def expect_equal(ours, theirs):
    assert jax.tree.structure(ours) == jax.tree.structure(theirs)
    for mine, other in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs)):
        assert isinstance(mine, np.ndarray)
        np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-6)


def test_import_without_jax():
    code = "import sys, rlx; assert 'jax' not in sys.modules; import rlx.jax; assert 'jax' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_pytrees_and_keywords():
    model = rlx.jax.compile(dense, PARAMS, X, scale=2.0)
    expect_equal(model(PARAMS, X, scale=3.0), jax.jit(dense)(PARAMS, X, scale=3.0))
    assert repr(model).startswith("<rlx.jax.Function dense <rlx.Model main on cpu")


def test_arguments_convert_as_in_jax():
    model = rlx.jax.compile(dense, PARAMS, jax.ShapeDtypeStruct((4, 3), jnp.float32))
    expected = jax.jit(dense)(PARAMS, X)
    expect_equal(model(PARAMS, X.astype(np.float64)), expected)
    expect_equal(model(jax.device_put(PARAMS), jnp.asarray(X)), expected)
    expect_equal(model({"w": PARAMS["w"], "b": 0.5}, X), expected)
    with pytest.raises(TypeError, match=r"dense is compiled for argument 1 of float32\[4,3\], but got float32\[3,4\]"):
        model(PARAMS, X.T)
    with pytest.raises(TypeError, match=r"argument 0\['w'\] of float32\[3,2\], but got int32\[3,2\]"):
        model({"w": PARAMS["w"].astype(np.int32), "b": 0.5}, X)
    with pytest.raises(TypeError, match="arguments of the structure"):
        model(PARAMS)


def test_numbers_of_python_keep_their_parts():
    model = rlx.jax.compile(lambda n: n * 2, np.int32(3))
    assert model(4) == 8
    with pytest.raises(TypeError, match=r"int32\[\], but got float"):
        model(4.5)


def test_params_are_set_once():
    model = rlx.jax.compile(dense, PARAMS, X, param_argnums=0)
    assert len(model.model.params) == 2 and len(model.model.inputs) == 1
    expect_equal(model(X), jax.jit(dense)(PARAMS, X))
    other = {"w": PARAMS["w"] + 1, "b": np.float32(-1)}
    model.set_params(other)
    expect_equal(model(X), jax.jit(dense)(other, X))
    by_name = rlx.jax.compile(lambda x, *, w: x @ w, X, w=PARAMS["w"], param_argnames="w")
    expect_equal(by_name(X), X @ PARAMS["w"])
    with pytest.raises(TypeError, match="params of the structure"):
        model.set_params({"w": other["w"]})
    with pytest.raises(ValueError, match="there is no argument 'v' that could be a param"):
        rlx.jax.compile(dense, PARAMS, X, param_argnames="v")


def test_static_arguments():
    model = rlx.jax.compile(lambda x, axis, w: x.sum(axis) * w, X, 1, np.float32(2), static_argnums=1,
                            param_argnums=2)
    expect_equal(model(X), X.sum(1) * 2)


def test_unused_arguments_stay():
    model = rlx.jax.compile(jax.jit(lambda x, unused: x + 1), X, X)
    expect_equal(model(X, X), X + 1)


def test_keys_stay_keys():
    key = jax.random.key(3)
    model = rlx.jax.compile(lambda k: (jax.random.split(k), jax.random.normal(k, (4,))), key)
    keys, numbers = model(key)
    assert jnp.array_equal(jax.random.key_data(keys), jax.random.key_data(jax.random.split(key)))
    np.testing.assert_allclose(numbers, jax.random.normal(key, (4,)), rtol=1e-5)


def test_double_precision():
    with jax.enable_x64(True):
        x = np.linspace(0.1, 2, 5)
        model = rlx.jax.compile(jax.scipy.special.gammaln, x)
        np.testing.assert_allclose(model(x), jax.scipy.special.gammaln(x), rtol=1e-12, atol=1e-13)
        assert model(x).dtype == np.float64


def test_symbolic_sizes():
    rows, = jax.export.symbolic_shape("rows")

    def block(w, x):
        y = jax.nn.softmax(x @ w, axis=0).reshape(-1)
        return {"y": y * x.shape[0], "mean": x.mean(0), "order": jnp.argsort(x, 0), "best": jnp.argmax(x, 0)}

    model = rlx.jax.compile(block, PARAMS["w"], jax.ShapeDtypeStruct((rows, 3), jnp.float32), param_argnums=0)
    assert model.model.inputs[0].shape == ("rows", 3)
    for count in (4, 2, 1):
        expect_equal(model(X[:count]), jax.jit(block)(PARAMS["w"], X[:count]))
    with pytest.raises(TypeError, match=r"float32\[rows,3\], but got float32\[4,2\]"):
        model(X[:, :2])


def test_symbolic_sizes_in_a_loop():
    batch, = jax.export.symbolic_shape("batch")

    def steps(x):
        return jax.lax.scan(lambda state, row: (jnp.tanh(state + row), state), jnp.zeros(x.shape[1:]), x)

    model = rlx.jax.compile(steps, jax.ShapeDtypeStruct((5, batch, 3), jnp.float32))
    x = np.sin(np.arange(30, dtype=np.float32)).reshape(5, 2, 3)
    expect_equal(model(x), jax.jit(steps)(x))
    expect_equal(model(x[:, :1]), jax.jit(steps)(x[:, :1]))


@pytest.mark.parametrize("reverse", [False, True])
def test_scans(reverse):
    def steps(x, y):
        def step(state, rows):
            index, state = state
            return (index + 1, jnp.tanh(state * index + rows[0])), {"state": state, "sum": rows[0] + rows[1].sum()}
        return jax.lax.scan(step, (jnp.int32(0), jnp.zeros(3)), (x, y), reverse=reverse)

    expect_equal(rlx.jax.compile(steps, X, X[:, :2])(X, X[:, :2]), jax.jit(steps)(X, X[:, :2]))


def test_gradient_of_a_scan():
    gradient = jax.grad(lambda x: jax.lax.scan(lambda s, row: (jnp.sin(s * row), s), jnp.ones(3), x)[1].sum())
    expect_equal(rlx.jax.compile(gradient, X)(X), jax.jit(gradient)(X))


def test_refusal_names_ops_and_lines():
    def decomposed(x):
        return jnp.linalg.svd(x)[1] + jax.pure_callback(np.asarray, jax.ShapeDtypeStruct((3,), jnp.float32), x[0])

    with pytest.raises(rlx.UnsupportedError) as caught:
        rlx.jax.compile(decomposed, np.ones((3, 3), np.float32))
    text = str(caught.value)
    assert "@lapack_sgesdd_ffi" in text and "@xla_ffi_python_cpu_callback" in text
    line = decomposed.__code__.co_firstlineno + 1
    assert re.search(rf"test_jax\.py:{line}:\d+ in jit\(decomposed\)", text)
    assert "there is no singular value decomposition" in text and "pure_callback" in text


def test_functions_of_jax_have_the_line_of_the_call():
    def compile_directly():
        rlx.jax.compile(jnp.linalg.svd, np.ones((3, 3), np.float32))

    with pytest.raises(rlx.UnsupportedError) as caught:
        compile_directly()
    line = compile_directly.__code__.co_firstlineno + 1
    assert re.search(rf"test_jax\.py:{line}:\d+ in jit\(svd\)", caught.value.place)


def test_saved_models_need_no_jax(tmp_path):
    model = rlx.jax.compile(lambda x: x * 2, X)
    model.save(tmp_path / "double.rlxe")
    expect_equal(rlx.load(tmp_path / "double.rlxe")(X), X * 2)


def test_options_of_compile():
    model = rlx.jax.compile(lambda x: x * 2, X, compile_options={"mode": "eager", "cache": False})
    expect_equal(model(X), X * 2)
    with pytest.raises(TypeError):
        rlx.jax.compile(lambda x: x * 2, X, compile_options={"nosuch": 1})


def test_guide(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    names = {}
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), names)
    printed = capsys.readouterr().out.splitlines()
    promised = re.findall(r"^ *print\(.*?\) +# (.*)$", "\n".join(blocks), re.MULTILINE)
    assert len(promised) >= 4 and printed == promised
