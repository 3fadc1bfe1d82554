# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Language models from folders of Hugging Face: a tiny model with random weights."""
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import rlx

WRITER = os.path.join(os.path.dirname(__file__), "..", "..", "test", "lit", "tools", "rlx-run", "Inputs", "write_folder.py")


def write(path, *edits):
    subprocess.run([sys.executable, WRITER, path, *edits], check=True)
    return str(path)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return write(tmp_path_factory.mktemp("folder") / "model")


@pytest.fixture(scope="module")
def lm(path):
    with rlx.LM(path, context=64) as lm:
        yield lm


def test_texts(lm):
    assert (lm.context, lm.vocabulary_size, repr(lm)) == (64, 56, "<rlx.LM 'model'>")
    assert lm.encode("the cat") == [49, 32, 26, 2, 0, 19]
    with pytest.raises(rlx.InvalidArgumentError, match="no token for the byte 0x3c"):
        lm.encode("a<|user|>", control=False)
    assert lm.encode("a<|user|>") == [49, 0, 51]
    assert lm.decode(lm.encode("the cat")) == "the cat"
    answer = lm.generate("the cat", max_tokens=6, temperature=0)
    assert answer.prompt_tokens == 6 and answer.tokens == len(answer.token_ids) <= 6
    assert "".join(lm.stream("the cat", max_tokens=6, temperature=0)) == answer.text


def test_messages(lm):
    messages = [{"role": "user", "content": "the cat"}]
    assert lm.render(messages) == "<s><|user|>the cata"
    assert lm.generate(messages, max_tokens=3, temperature=0).prompt_tokens == 8


def test_a_folder_is_a_model(path):
    model = rlx.compile(path, cache_layout="contiguous")
    names = {info.name for info in model.params}
    assert {"lm_head.weight", "model.layers.1.mlp.down_proj.weight"} <= names
    caches = {info.name: np.zeros((2, 8, 16), np.float32) for info in model.inputs[3:]}
    inputs = {"tokens": np.array([1, 2]), "positions": np.arange(2), "rows": np.arange(2), **caches}
    logits = model(**inputs)[0]
    assert logits.shape == (2, 56) and np.ptp(logits) > 0.5
    for same in (pickle.loads(pickle.dumps(model)), rlx.compile(os.path.join(path, "config.json"),
                                                                     cache_layout="contiguous")):
        np.testing.assert_array_equal(same(**inputs)[0], logits)


def test_changed_folders_are_noticed(tmp_path):
    folder = write(tmp_path / "m")
    model = rlx.compile(folder)
    model.save(os.path.join(folder, "m.rlxe"))
    model.save(str(tmp_path / "m.rlxe"))  # the package beside it is no part of the model
    with open(os.path.join(folder, "config.json"), "a", encoding="utf-8") as file:
        file.write("\n")
    with pytest.raises(rlx.FailedPreconditionError, match="was changed or removed"):
        model.save(str(tmp_path / "m.rlxe"))


def test_wrong_folders(tmp_path):
    with pytest.raises(rlx.InvalidArgumentError, match="a language model has a config.json"):
        rlx.LM(str(tmp_path))
    with pytest.raises(rlx.InvalidArgumentError, match="is a model, but a package"):
        rlx.load(str(tmp_path))
    folder = write(tmp_path / "m", '-tokenizer')
    with pytest.raises(rlx.NotFoundError, match="has no tokenizer.json; download it"):
        rlx.LM(folder)
    assert rlx.compile(folder).inputs  # it needs no vocabulary
    folder = write(tmp_path / "n", 'config:architectures=["T5Model"]')
    with pytest.raises(rlx.UnsupportedError, match="'T5Model', which is not supported; supported are BertModel"):
        rlx.LM(folder)
