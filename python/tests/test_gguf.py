# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Language models from GGUF files, and the example of docs/guides/run-a-language-model.md."""
import pathlib
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest

import rlx

ROOT = pathlib.Path(__file__).parents[2]
WRITER = ROOT / "test" / "lit" / "tools" / "rlx-translate" / "Inputs" / "write_llama.py"


def write(path, *edits):
    subprocess.run([sys.executable, WRITER, path, *edits], check=True)
    return str(path)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return write(tmp_path_factory.mktemp("gguf") / "model.gguf")


@pytest.fixture(scope="module")
def model(path):
    return rlx.compile(path, cache_layout="contiguous")


def empty(model, capacity=16):
    return {info.name: np.zeros((info.shape[0], capacity, info.shape[2]), info.dtype) for info in model.inputs[3:]}


def logits_of(model, parts, capacity=16):
    """The logits of all tokens of a prompt that is given in parts."""
    caches, place, rows = empty(model, capacity), 0, []
    with model.state(caches, feeds={name: name for name in caches}) as state:
        for part in parts:
            logits, _ = state(tokens=np.array(part), positions=np.arange(place, place + len(part)),
                              rows=np.arange(len(part)))
            rows.append(logits)
            place += len(part)
    return np.concatenate(rows)


def test_signature(model):
    assert [info.name for info in model.inputs] == ["tokens", "positions", "rows", "k.0", "v.0", "k.1", "v.1"]
    assert [info.name for info in model.outputs] == ["logits", "k.0", "v.0", "k.1", "v.1", "hidden"]
    assert model.inputs[3].shape == (2, "capacity", 16) and model.outputs[0].shape == ("rows", 50)


def test_paged_caches(path, model):
    """Two texts in one step, in blocks of the same caches."""
    paged = rlx.compile(path)
    assert [info.name for info in paged.inputs][3:8] == ["slots", "block_table", "query_starts", "key_lengths", "k.0"]
    assert paged.inputs[7].shape == ("blocks", 2, 64, 16)
    texts = [[3, 1, 4, 1, 5], [9, 2]]  # in blocks 2 and 0
    caches = {info.name: np.zeros((3, 2, 64, 16), np.float32) for info in paged.inputs[7:]}
    logits = paged(tokens=np.array(sum(texts, [])), positions=np.array([0, 1, 2, 3, 4, 0, 1]),
                   rows=np.arange(7), slots=np.array([128, 129, 130, 131, 132, 0, 1]),
                   block_table=np.array([[2], [0]], np.int32), query_starts=np.array([0, 5, 7], np.int32),
                   key_lengths=np.array([5, 2], np.int32), **caches)[0]
    expected = np.concatenate([logits_of(model, [text]) for text in texts])
    np.testing.assert_allclose(logits, expected, rtol=0, atol=1e-5)


def test_parts_of_a_prompt(model):
    tokens = [3, 1, 4, 1, 5, 9, 2, 6]
    whole = logits_of(model, [tokens])
    assert whole.shape == (8, 50) and np.ptp(whole) > 0.5
    for parts in ([tokens[:5], tokens[5:]], [[token] for token in tokens]):
        assert np.abs(logits_of(model, parts, 12) - whole).max() < 1e-4 * np.ptp(whole)


def test_cache_types(path, model):
    tokens = [3, 1, 4, 1, 5, 9, 2, 6]
    whole = logits_of(model, [tokens])
    half = rlx.compile(path, cache_type="f16", cache_layout="contiguous")
    assert {info.dtype for info in half.inputs[3:]} == {"float16"}
    rows = logits_of(half, [tokens[:5], tokens[5:]], 12)
    assert 0 < np.abs(rows - whole).max() < 2e-3 * np.ptp(whole)
    wide = rlx.compile(path, cache_type="f32", cache_layout="contiguous")
    assert np.abs(logits_of(wide, [tokens]) - whole).max() < 1e-4 * np.ptp(whole)
    with pytest.raises(rlx.InvalidArgumentError, match="expected a type of caches among f32, f16; got 'q8_0'"):
        rlx.compile(path, cache_type="q8_0")
    with pytest.raises(rlx.InvalidArgumentError, match="a type of caches is for language models"):
        rlx.compile("func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}", cache_type="f16")


def test_copies(path, model, tmp_path):
    expected = logits_of(model, [[7, 8, 9]])
    assert np.array_equal(logits_of(pickle.loads(pickle.dumps(model)), [[7, 8, 9]]), expected)
    model.save(tmp_path / "model.rlxe")
    assert np.array_equal(logits_of(rlx.load(tmp_path / "model.rlxe"), [[7, 8, 9]]), expected)
    fixed = rlx.compile(path, dims={"capacity": 16}, cache_layout="contiguous")
    assert np.abs(logits_of(fixed, [[7, 8, 9]]) - expected).max() < 1e-4 * np.ptp(expected)


def test_changed_params_cannot_be_saved(path, tmp_path):
    model = rlx.compile(path)
    model["output_norm.weight"] = np.ones(64, np.float32)
    with pytest.raises(rlx.UnsupportedError, match="output_norm.weight"):
        model.save(tmp_path / "model.rlxe")


def test_errors(path, tmp_path):
    with pytest.raises(rlx.UnsupportedError, match="architecture 'rwkv7' is not supported"):
        rlx.compile(write(tmp_path / "rwkv7.gguf", "general.architecture=rwkv7"))
    with pytest.raises(rlx.InvalidArgumentError, match="a language model has its params in its files"):
        rlx.compile(path, params=["k.0"])


def test_guide(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "guides" / "run-a-language-model.md").read_text()
    *texts, loop = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    folder = tmp_path / "models" / "smollm2"
    folder.mkdir(parents=True)
    write(folder / "model.gguf", "tokenizer.chat_template={% for m in messages %}{{ m['content'] }}!{% endfor %}")
    for name in "style", "facts":
        subprocess.run([sys.executable, ROOT / "test/lit/tools/rlx-run/Inputs/write_lora.py", f"{name}.gguf"], check=True)
    texts = [text for text in texts if "json_schema" not in text]  # the vocabulary has no braces
    exec(compile("\n".join(texts), "guide", "exec"), {})
    assert len(capsys.readouterr().out) > 20
    names = {}
    exec(compile(loop, "guide", "exec"), names)
    prompt = [3, 1, 4]
    text = list(names["generate"](prompt, 6))
    # The most probable token behind each one, by one run over the whole text.
    logits = logits_of(names["model"], [prompt + text])
    assert text == logits[2:-1].argmax(-1).tolist()
