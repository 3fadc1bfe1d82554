# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exported decoders whose caches are updated in place, beside NumPy and the model as it was exported."""
import os
import pathlib
import re
import sys

import numpy as np
import onnx
import pytest
from conftest import onnx_model
from onnx import helper

import rlx

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "test", "onnx"))
import decoder  # noqa: E402

SIZES = decoder.Sizes()
WEIGHTS = decoder.random_weights(SIZES)
BATCH, CAPACITY = 2, 70  # more than a block of keys of a kernel
PASTS = [f"past_key_values.{i}.{kind}" for i in range(SIZES.layers) for kind in ("key", "value")]
FEEDS = {past: past.replace("past_key_values", "present") for past in PASTS}
TOLERANCE = 2e-5  # of logits up to 6, computed in f32; NumPy computes in f64


def tokens(count, batch=BATCH, seed=1):
    return np.random.default_rng(seed).integers(0, SIZES.vocabulary, (batch, count))


def empty(batch=BATCH, capacity=CAPACITY):
    shape = (batch, SIZES.key_heads, capacity, SIZES.head_size)
    return {past: np.zeros(shape, np.float32) for past in PASTS}


@pytest.fixture(scope="module")
def exported():
    return decoder.write(SIZES, WEIGHTS)


@pytest.fixture(scope="module")
def concat(exported) -> rlx.Model:
    return rlx.compile(exported, in_place_caches=True)


@pytest.fixture(scope="module")
def group_query() -> rlx.Model:
    return rlx.compile(decoder.write(SIZES, WEIGHTS, cache="group-query"), in_place_caches=True)


def concat_step(state, ids, past, mask=None, positions=None):
    end = past + ids.shape[1]
    return state(ids, np.ones((len(ids), end), np.int64) if mask is None else mask,
                 np.tile(np.arange(past, end), (len(ids), 1)) if positions is None else positions, past)


def group_query_step(state, ids, past):
    end = past + ids.shape[1]
    return state(ids, np.full(len(ids), end - 1, np.int32), np.int32(end))


STEPS = {"concat": concat_step, "group_query": group_query_step}


@pytest.mark.parametrize("kind", STEPS)
@pytest.mark.parametrize("chunks", [(5, 1, 1, 1, 4, 1), (1,) * 6, (66, 1, 1, 2)])  # the last one fills the caches
def test_steps_equal_the_whole_text(request, kind, chunks):
    model, step = request.getfixturevalue(kind), STEPS[kind]
    ids = tokens(sum(chunks))
    expected = decoder.reference(SIZES, WEIGHTS, ids)
    with model.state(empty(), feeds=FEEDS) as state:
        past = 0
        for count in chunks:
            logits = step(state, ids[:, past:past + count], past)
            np.testing.assert_allclose(logits, expected[:, past:past + count], atol=TOLERANCE)
            past += count


def test_equals_the_model_as_exported(exported, concat):
    plain = rlx.compile(exported)
    ids = tokens(9)
    pasts = empty(capacity=0)
    with concat.state(empty(), feeds=FEEDS) as state:
        for begin, end in ((0, 3), (3, 4), (4, 9)):
            given = {"input_ids": ids[:, begin:end], "attention_mask": np.ones((BATCH, end), np.int64),
                     "position_ids": np.tile(np.arange(begin, end), (BATCH, 1))}
            wanted = plain.run({**given, **pasts})
            logits = concat_step(state, ids[:, begin:end], begin)
            np.testing.assert_allclose(logits, wanted["logits"], atol=TOLERANCE)
            for past, present in FEEDS.items():
                np.testing.assert_allclose(state[past][:, :, :end], wanted[present], atol=TOLERANCE)
                assert not state[past][:, :, end:].any()
                pasts[past] = wanted[present]


def test_multi_head_attention_of_onnx_runtime():
    nodes = [helper.make_node("MultiHeadAttention", ["q", "k", "v", "", "", "", "past_k", "past_v"], ["y", "keys", "values"],
                              domain="com.microsoft", num_heads=2, unidirectional=1)]
    shapes = {"q": ("b", "n", 16), "k": ("b", "n", 16), "v": ("b", "n", 16), "past_k": ("b", 2, "past", 8),
              "past_v": ("b", 2, "past", 8)}
    exported = onnx_model(nodes, shapes, {"y": ("b", "n", 16), "keys": None, "values": None})
    exported.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    steps_equal(exported, [(2, 16)] * 3)


def steps_equal(exported, rows):
    """Steps of a model of q, k, v, past_k and past_v, as it is and in place. `rows`: shapes without the tokens."""
    plain, model = rlx.compile(exported), rlx.compile(exported, in_place_caches=True)
    random = np.random.default_rng(2)
    past = [np.zeros((2, 2, 0, 8), np.float32)] * 2
    with model.state({name: np.zeros((2, 2, 9, 8), np.float32) for name in ("past_k", "past_v")},
                     feeds={"past_k": "keys", "past_v": "values"}) as state:
        for count in (4, 1, 1, 3):
            given = [random.standard_normal((*shape[:-1], count, shape[-1])).astype(np.float32) for shape in rows]
            length = past[0].shape[2]
            wanted, *past = plain(*given, *past)
            np.testing.assert_allclose(state(*given, length), wanted, atol=TOLERANCE)


def test_padding_of_a_batch(concat):
    """Tokens that attention_mask hides on the left change nothing."""
    ids = tokens(8)
    padded = np.where(np.arange(8) < [[3], [0]], 0, np.roll(ids, 3 - np.arange(2) * 3, 1) * [[1], [0]] + ids * [[0], [1]])
    mask = np.where(np.arange(8) < [[3], [0]], 0, 1)
    places = np.maximum(mask.cumsum(1) - 1, 0)
    alone = decoder.reference(SIZES, WEIGHTS, padded[:1, 3:])
    whole = decoder.reference(SIZES, WEIGHTS, padded[1:])
    with concat.state(empty(), feeds=FEEDS) as state:
        for begin, end in ((0, 6), (6, 7), (7, 8)):
            logits = concat_step(state, padded[:, begin:end], begin, mask[:, :end], places[:, begin:end])
            np.testing.assert_allclose(logits[1], whole[0, begin:end], atol=TOLERANCE)
            first = max(begin, 3)
            np.testing.assert_allclose(logits[0, first - begin:], alone[0, first - 3:end - 3], atol=TOLERANCE)


def test_a_step_changes_its_rows_only(concat):
    with concat.state(empty(), feeds=FEEDS) as state:
        concat_step(state, tokens(3), 0)
        before = {past: state[past] for past in PASTS}
        concat_step(state, tokens(1), 3)
        for past in PASTS:
            changed = (state[past] != before[past]).any(axis=(0, 1, 3))
            assert changed.nonzero()[0].tolist() == [3]


@pytest.mark.parametrize("causal", [0, 1])
def test_attention_nodes(causal):
    """Attention of ONNX, whose present is such a concatenation, beside the same model as it is."""
    shapes = {"q": ("b", 4, "n", 8), "k": ("b", 2, "n", 8), "v": ("b", 2, "n", 8), "past_k": ("b", 2, "past", 8),
              "past_v": ("b", 2, "past", 8)}
    node = helper.make_node("Attention", ["q", "k", "v", "", "past_k", "past_v"], ["y", "keys", "values"], is_causal=causal)
    exported = onnx_model([node], shapes, {"y": ("b", 4, "n", 8), "keys": None, "values": None})
    exported.opset_import[0].version = 23
    steps_equal(exported, [(2, heads, 8) for heads in (4, 2, 2)])


def test_full_caches_are_an_error_and_stay(concat):
    ids = tokens(5)
    with concat.state(empty(capacity=4), feeds=FEEDS) as state:
        concat_step(state, ids[:, :3], 0)
        with pytest.raises(rlx.InvalidArgumentError, match="caches have no room for the new tokens"):
            concat_step(state, ids[:, 3:5], 3)
        logits = concat_step(state, ids[:, 3:4], 3)
        np.testing.assert_allclose(logits, decoder.reference(SIZES, WEIGHTS, ids[:, :4])[:, 3:], atol=TOLERANCE)
        with pytest.raises(rlx.InvalidArgumentError, match="no room"):
            concat_step(state, ids[:, 4:5], 4)


def test_wrong_lengths_are_errors(concat):
    ids = tokens(1)
    with concat.state(empty(), feeds=FEEDS) as state:
        with pytest.raises(rlx.InvalidArgumentError, match="'past_sequence_length' must not be negative"):
            concat_step(state, ids, -1, np.ones((BATCH, 1), np.int64), np.zeros((BATCH, 1), np.int64))
        with pytest.raises(rlx.InvalidArgumentError):  # the mask is for 5 tokens, but the caches hold 3
            concat_step(state, ids, 3, np.ones((BATCH, 5), np.int64), np.zeros((BATCH, 1), np.int64))


def test_full_caches_of_group_query_attention_are_an_error(group_query):
    ids = tokens(5)
    with group_query.state(empty(capacity=4), feeds=FEEDS) as state:
        group_query_step(state, ids[:, :4], 0)
        with pytest.raises(rlx.Error):
            group_query_step(state, ids[:, 4:], 4)


def test_a_fixed_capacity(exported):
    model = rlx.compile(exported, in_place_caches=True, dims={"capacity": 8, "batch_size": 1})
    ids = tokens(8, batch=1)
    with model.state(empty(1, 8), feeds=FEEDS) as state:
        logits = [concat_step(state, ids[:, i:i + 1], i) for i in range(8)]
    np.testing.assert_allclose(np.concatenate(logits, 1), decoder.reference(SIZES, WEIGHTS, ids), atol=TOLERANCE)


@pytest.mark.parametrize("mode", ["eager", "lazy"])
def test_modes(exported, mode):
    model = rlx.compile(exported, in_place_caches=True, mode=mode)
    ids = tokens(4)
    with model.state(empty(), feeds=FEEDS) as state:
        concat_step(state, ids[:, :3], 0)
        logits = concat_step(state, ids[:, 3:], 3)
    np.testing.assert_allclose(logits, decoder.reference(SIZES, WEIGHTS, ids)[:, 3:], atol=TOLERANCE)


def test_models_without_such_caches_are_refused():
    relu = onnx_model([helper.make_node("Relu", ["x"], ["y"])], {"x": ("n", 3)}, {"y": ("n", 3)})
    with pytest.raises(rlx.InvalidArgumentError, match="there are no caches to update in place"):
        rlx.compile(relu, in_place_caches=True)
    front = onnx_model([helper.make_node("Neg", ["x"], ["new"]),
                        helper.make_node("Concat", ["new", "past"], ["present"], axis=0)],
                       {"past": ("n", 3), "x": (1, 3)}, {"present": ("m", 3)})
    with pytest.raises(rlx.InvalidArgumentError, match="'present' cannot be updated in place: the new rows stand before"):
        rlx.compile(front, in_place_caches=True)
    with pytest.raises(TypeError, match="in_place_caches"):
        rlx.compile(relu, in_place_caches="yes")


def test_guide(tmp_path, monkeypatch):
    """The example of docs/guides/run-an-onnx-model.md writes the tokens that the reference chooses."""
    monkeypatch.chdir(tmp_path)
    sizes = decoder.Sizes(layers=1)
    weights = decoder.random_weights(sizes)
    onnx.save(decoder.write(sizes, weights), "decoder.onnx")
    page = pathlib.Path(__file__).parents[2] / "docs" / "guides" / "run-an-onnx-model.md"
    example, = (block for block in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
                if "in_place_caches" in block)
    names = {"np": np, "rlx": rlx}
    exec(compile(example, page.name, "exec"), names)
    wanted = [3, 14, 15]
    for _ in range(5):
        wanted.append(int(decoder.reference(sizes, weights, np.array([wanted]))[0, -1].argmax()))
    assert names["tokens"] == wanted
