# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`rlx.LM`: texts of a tiny model with random weights."""
import copy
import gc
import inspect
import json
import math
import os
import re
import signal
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pytest

import rlx
from rlx import _lm

TEMPLATE = ("{% for m in messages %}{% if m['content'] == 'no' %}{{ raise_exception('never that') }}{% endif %}"
            "{{ m['role'][:1] ~ m['content'] ~ '!' }}{% endfor %}a")


# Edits that make the model recurrent.
MAMBA = ("--architecture=mamba", *(f"mamba.ssm.{name}={size}" for name, size in
                                   (("conv_kernel", 4), ("inner_size", 64), ("state_size", 16), ("time_step_rank", 4))),
         *(f"-blk.*.{name}.weight" for name in
           ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down")),
         *(f"+blk.*.ssm_{tensor}" for tensor in
           ("in.weight:F32:128x64", "conv1d.weight:F32:64x4", "conv1d.bias:F32:64", "x.weight:F32:36x64",
            "dt.weight:F32:64x4", "dt.bias:F32:64", "a:F32:64x16", "d:F32:64", "out.weight:F32:64x64")))


def write(path, *edits):
    script = os.path.join(os.path.dirname(__file__), "..", "..", "test", "lit", "tools", "rlx-translate", "Inputs",
                          "write_llama.py")
    subprocess.run([sys.executable, script, path, *edits], check=True)
    return path


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return str(write(tmp_path_factory.mktemp("lm") / "m.gguf", "tokenizer.chat_template=" + TEMPLATE))


@pytest.fixture(scope="module")
def lm(path):
    with rlx.LM(path, context=64) as lm:
        yield lm


def test_answers(lm):
    assert (lm.context, lm.vocabulary_size, repr(lm)) == (64, 50, "<rlx.LM 'm.gguf'>")
    answer = lm.generate("the cat", max_tokens=8, temperature=0)
    assert (answer.stop, answer.tokens, answer.prompt_tokens) == ("max_tokens", 8, 5)
    assert str(answer) == answer.text and answer.seconds > 0
    # Tokens are the same prompt, which the model has read.
    again = lm.generate(lm.encode("the cat"), max_tokens=8, temperature=0)
    assert (again.text, again.reused_tokens) == (answer.text, 4)
    pieces = list(lm.stream("the cat", max_tokens=8, temperature=0))
    assert "".join(pieces) == answer.text and len(pieces) == 8
    stop = answer.text[3:5]
    short = lm.generate("the cat", max_tokens=8, temperature=0, stop=[stop, "0"])
    assert (short.stop, short.text) == ("stop", answer.text[:answer.text.find(stop)])
    assert lm.generate("the cat", temperature=0).stop == "context"


def test_several_prompts(path):
    prompts = ["the cat", "a dog sat", "the"]
    with rlx.LM(path, context=64, cache_tokens=1000) as lm:
        alone = [lm.generate(prompt, max_tokens=12, temperature=0, logprobs=1) for prompt in prompts]
        answers = lm.generate_all(prompts, max_tokens=12, temperature=0, logprobs=1)
        assert [answer.token_ids for answer in answers] == [answer.token_ids for answer in alone]
        assert [answer.logprobs for answer in answers] == [answer.logprobs for answer in alone]
        assert lm.generate_all([]) == []
        messages = [{"role": "user", "content": "the cat"}]
        assert lm.generate_all([messages, lm.encode("the")], max_tokens=3)[0].prompt_tokens == 8
        with pytest.raises(TypeError, match="prompts must be a list of prompts, got str"):
            lm.generate_all("the cat")
        with pytest.raises(TypeError, match="generate_all takes several prompts"):
            lm.generate(prompts)
        with pytest.raises(TypeError, match="generate_all has no on_text"):
            lm.generate_all(prompts, on_text=print)
        with pytest.raises(rlx.InvalidArgumentError, match="prompt 1: the prompt is empty"):
            lm.generate_all(["the", []])
        with pytest.raises(TypeError, match="on_text must be a function, got 5"):
            lm.submit("the", on_text=5)
        assert lm.generate_all(prompts, max_tokens=12, temperature=0)[1].text == alone[1].text
    with pytest.raises(rlx.InvalidArgumentError, match="cache_tokens must be at least the context, 64, got 20"):
        rlx.LM(path, context=64, cache_tokens=20)


def test_requests(path):
    with rlx.LM(path, context=64, cache_tokens=1000) as lm:
        expected = [lm.generate("the cat"[:size], max_tokens=10, temperature=0).text for size in range(1, 8)]
        texts = [None] * 7

        def work(number):
            pieces = []
            request = lm.submit("the cat"[:number + 1], max_tokens=10, temperature=0, on_text=pieces.append)
            texts[number] = request.result().text
            assert request.done() and "".join(pieces) == texts[number]

        threads = [threading.Thread(target=work, args=(number,)) for number in range(7)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert texts == expected
        endless = lm.submit("the")
        assert repr(endless) == "<rlx.Request running>"
        endless.cancel()
        assert endless.result().stop == "caller"
        ended = lm.submit("the", on_text=lambda piece: False)
        failing = lm.submit("the", on_text=lambda piece: 1 / 0)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                failing.result()
        assert (ended.result().stop, ended.result().tokens) == ("caller", 1)
        del failing
        # From a function of another request: messages, and a form.
        nested = []
        outer = lm.submit("the", max_tokens=2, temperature=0, on_text=lambda piece: nested.append(lm.submit(
            [{"role": "user", "content": "a"}], max_tokens=4, temperature=0, grammar='root ::= "cat"')))
        outer.result()
        assert [request.result().text for request in nested] == ["cat", "cat"]
        with pytest.raises(rlx.FailedPreconditionError, match="in use"):
            lm.submit("the", on_text=lambda piece: lm.generate("a")).result()
        lm.submit("the", max_tokens=50)  # nobody waits for it
        assert lm.submit("the cat", max_tokens=10, temperature=0).result().text == expected[6]
        left = lm.submit("the", max_tokens=20)
    with pytest.raises(rlx.FailedPreconditionError, match="was freed"):
        left.result()


def test_time_ends_answers(lm):
    expected = lm.generate("the cat", max_tokens=8, temperature=0)
    for late in lm.generate("the cat", timeout=1e-9), lm.submit("the cat", timeout=1e-9).result():
        assert (late.stop, late.text, late.tokens) == ("timeout", "", 0)
    # The first piece takes longer than the time.
    answer = lm.submit("the cat", temperature=0, timeout=0.3, on_text=lambda piece: time.sleep(0.3)).result()
    assert answer.stop == "timeout" and answer.tokens <= 1 and expected.text.startswith(answer.text)
    assert lm.generate("the cat", max_tokens=8, temperature=0, timeout=1e6).text == expected.text


def test_requests_are_collected(path):
    with rlx.LM(path, context=64) as lm:
        request = lm.submit("the", on_text=lambda piece: request.cancel())
        request.result()
        inner = weakref.ref(request)
        del request
        gc.collect()
        assert inner() is None


def test_ctrl_c_ends_the_wait(path):
    with rlx.LM(path, context=512, cache_tokens=2048) as lm:
        requests = [lm.submit("the cat", temperature=0, on_text=lambda piece: time.sleep(0.02)) for _ in range(3)]
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs ignore it
        threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
        try:
            with pytest.raises(KeyboardInterrupt):
                requests[0].result()
        finally:
            signal.signal(signal.SIGINT, before)
        for request in requests:
            request.cancel()
            assert request.result().stop == "caller"


def test_ctrl_c_ends_the_call_that_runs_steps(path):
    armed = []

    def listen(piece):
        if armed:
            armed.clear()
            raise KeyboardInterrupt

    with rlx.LM(path, context=128) as lm:  # two blocks of 64 tokens
        the = lm.encode("the")[-1]
        request = lm.submit([the] * 70, max_tokens=50, temperature=0, on_text=listen)
        for _ in range(3):  # now it holds both
            request._request.step()
        armed.append(True)
        with pytest.raises(KeyboardInterrupt):
            lm.score([the] * 100)  # lets the request end, to have room
        assert not armed
        assert request.result().stop != "caller"  # the interrupt is spent
        assert len(lm.score([the] * 100)) == 99


def test_requests_need_paged_caches(path):
    with rlx.LM(path, context=64, cache_layout="contiguous") as lm:
        assert lm.generate("the", max_tokens=2, temperature=0).tokens == 2
        with pytest.raises(rlx.UnsupportedError, match="compile the model with paged caches"):
            lm.submit("the")
    with pytest.raises(rlx.InvalidArgumentError, match="a layout of caches, contiguous or paged"):
        rlx.LM(path, cache_layout="ring")


def test_seeds(lm):
    def texts(**settings):
        return lm.generate("the", max_tokens=20, temperature=4.0, top_k=0, top_p=1, min_p=0, **settings).text

    assert texts() == texts(seed=0) != texts(seed=1)


def test_conversations(lm):
    messages = [{"role": "user", "content": "the cat"}]
    assert lm.render(messages) == "uthe cat!a"
    with pytest.raises(TypeError, match="messages must be a list of dicts, got int"):
        lm.render(5)
    with pytest.raises(TypeError, match="cannot pickle or copy an rlx.LM"):
        copy.copy(lm)
    first = lm.generate(messages, max_tokens=6, temperature=0)
    assert first.text == lm.generate("uthe cat!a", max_tokens=6, temperature=0).text
    messages += [{"role": "assistant", "content": first.text}, {"role": "user", "content": "why"}]
    assert lm.generate(messages, max_tokens=6, temperature=0).reused_tokens >= 8
    with pytest.raises(rlx.InvalidArgumentError, match=r"never that \(line 1 of the chat template\)"):
        lm.generate([{"role": "user", "content": "no"}])
    with pytest.raises(rlx.InvalidArgumentError, match="the content of a message has a null character"):
        lm.generate([{"role": "user", "content": "a\0b"}])
    with pytest.raises(TypeError, match='a dict with "role" and "content"'):
        lm.generate([{"role": "user"}])


def test_tokens(lm):
    tokens = lm.encode("the cat<|im_end|>")
    assert tokens[-1] == 49 and lm.decode(tokens) == "the cat"
    with pytest.raises(rlx.InvalidArgumentError, match="no token for the byte 0x3c"):
        lm.encode("the cat<|im_end|>", control=False)
    with pytest.raises(rlx.InvalidArgumentError, match="token 0 is 50, but there are 50"):
        lm.decode([50])


def test_a_caller_ends_an_answer(lm):
    seen = []
    answer = lm.generate("the", temperature=0, on_text=lambda piece: seen.append(piece) or len(seen) < 3)
    assert (answer.stop, len(seen), answer.text) == ("caller", 3, "".join(seen))

    def fails(piece):
        raise KeyError(piece)

    with pytest.raises(KeyError):
        lm.generate("the", temperature=0, on_text=fails)
    # A stream that nobody reads to its end, and one whose answer fails.
    stream = lm.stream("the", temperature=0)
    next(stream)
    stream.close()
    with pytest.raises(rlx.InvalidArgumentError, match="temperature"):
        list(lm.stream("the", temperature=-1))
    # A second call while an answer is made.
    with pytest.raises(rlx.FailedPreconditionError, match="in use by another call"):
        lm.generate("the", temperature=0, on_text=lambda piece: lm.generate("a"))
    assert lm.generate("the", max_tokens=3, temperature=0).text == "".join(seen)


def test_other_threads_run(lm):
    # The thread waits for the answer, and the answer for the thread.
    begun, other = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: begun.wait(60) and other.set())
    thread.start()
    seen = []
    lm.generate("the", temperature=0, on_text=lambda piece: begun.set() or seen.append(other.wait(60)))
    thread.join()
    assert seen and all(seen)


def test_files_are_checked_before_they_are_compiled(path, tmp_path, monkeypatch):
    monkeypatch.setattr(_lm, "compile", lambda *given, **options: pytest.fail("compiled"))
    with pytest.raises(rlx.InvalidArgumentError, match="a context of 1 to 512 tokens, which the model takes at most, got 600"):
        rlx.LM(path, context=600)
    with pytest.raises(rlx.InvalidArgumentError, match="the draft model has another vocabulary"):
        rlx.LM(path, draft=write(tmp_path / "other.gguf", "--tokens=0"))
    with pytest.raises(rlx.NotFoundError, match="none.gguf"):
        rlx.LM(path, draft=tmp_path / "none.gguf")
    with pytest.raises(rlx.InvalidArgumentError, match="the caches must have room for at least 512 tokens"):
        rlx.LM(path, cache_tokens=511)
    recurrent = str(write(tmp_path / "mamba.gguf", *MAMBA))
    with pytest.raises(rlx.UnsupportedError, match="the model is recurrent: it cannot take back the tokens of a draft"):
        rlx.LM(recurrent, draft=path)
    with pytest.raises(rlx.UnsupportedError, match="the draft model is recurrent"):
        rlx.LM(path, draft=recurrent)
    with pytest.raises(rlx.UnsupportedError, match="its states are for one text"):
        rlx.LM(recurrent, cache_tokens=1000)


def test_recurrent_models_take_no_drafts(tmp_path):
    with rlx.LM(write(tmp_path / "mamba.gguf", *MAMBA), context=64) as lm:
        with pytest.raises(rlx.UnsupportedError, match="the model is recurrent: it cannot take back"):
            lm.generate("the", draft_max=4)
        with pytest.raises(rlx.UnsupportedError, match="its states are for one text"):
            lm.submit("the")
        assert lm.generate("the", max_tokens=3, temperature=0).tokens == 3


def test_seeds_by_chance(lm):
    settings = dict(max_tokens=20, temperature=5, top_k=0, top_p=1, min_p=0, logit_bias={49: -100})
    answers = [lm.generate("the", seed=None, **settings), *(lm.submit("the", seed=None, **settings).result() for _ in range(2))]
    assert len({answer.text for answer in answers}) == 3
    for answer in answers:
        assert lm.generate("the", seed=answer.seed, **settings).text == answer.text
    assert (lm.generate("the", **settings).seed, lm.generate("the", seed=7, **settings).seed) == (0, 7)


@pytest.mark.parametrize("layout", ["paged", "contiguous"])
def test_threads_take_turns(path, layout):
    """Two threads use one model: each gets its own answers."""
    wrong, counts = [], []
    with rlx.LM(path, context=64, cache_layout=layout) as lm:
        expected = {text: lm.generate(text, max_tokens=3, temperature=0).text for text in ("the", "cat")}

        def work(text):
            for number in range(150):
                if number % 2:
                    answer = lm.generate(text, max_tokens=3, temperature=0).text
                else:
                    answer = "".join(lm.stream(text, max_tokens=3, temperature=0))
                counts.append(answer)
                if answer != expected[text]:
                    wrong.append(answer)

        threads = [threading.Thread(target=work, args=(text,)) for text in expected]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(counts) == 300 and not wrong


def test_an_open_stream_lets_others_wait(lm):
    expected = lm.generate("cat", max_tokens=3, temperature=0).text
    pieces = lm.stream("the", max_tokens=20, temperature=0)
    next(pieces)
    assert lm.generate("cat", max_tokens=3, temperature=0).text == expected
    assert len(lm.score("the cat")) > 0
    list(pieces)


@pytest.mark.parametrize("call", [
    "pieces = lm.stream('the', temperature=0); next(pieces)",
    "threading.Thread(target=lambda: lm.generate('the', temperature=0), daemon=True).start(); time.sleep(0.05)",
    "import asyncio\nasync def main():\n"
    " task = asyncio.create_task(lm.generate_async('the', temperature=0)); await asyncio.sleep(0.05)\nasyncio.run(main())",
])
def test_a_process_ends_while_an_answer_is_made(tmp_path, call):
    path = write(tmp_path / "m.gguf", "llama.context_length=200000")
    code = f"import rlx, threading, time; lm = rlx.LM({str(path)!r}, context=200000); {call}"
    assert subprocess.run([sys.executable, "-c", code], timeout=120).returncode == 0


def test_ctrl_c_ends_an_answer(tmp_path):
    path = write(tmp_path / "m.gguf", "llama.context_length=200000")
    # A shell in the background ignores SIGINT for its children.
    code = (f"import rlx, os, signal, threading; lm = rlx.LM({str(path)!r}, context=200000)\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
            "try: lm.generate([1, 2, 3] * 20000, temperature=0)\n"
            "except KeyboardInterrupt: print('interrupted', lm.generate('the', max_tokens=2, temperature=0).tokens)")
    result = subprocess.run([sys.executable, "-c", code], timeout=120, capture_output=True, text=True)
    assert result.stdout == "interrupted 2\n", result


@pytest.mark.parametrize("arguments, error, text", [
    (("",), rlx.InvalidArgumentError, "the prompt is empty"), (("a\ud800",), UnicodeEncodeError, "surrogates"),
    ((b"the",), TypeError, "prompt must be a str, tokens, or a list of messages, got bytes"),
    ((None,), TypeError, "got NoneType"),
    (([1, 50],), rlx.InvalidArgumentError, "token 1 is 50, but there are 50"),
    (([1, -1],), rlx.InvalidArgumentError, "a token must be 0 or more"),
    (([1, "a"],), TypeError, "a token"),
    (([1] * 65,), rlx.OutOfRangeError, "the context has 64 tokens, but the text has 65"),
    (("a" * 65,), rlx.OutOfRangeError, "the context has 64 tokens, but the text has 65"),
    # Refused by its size: the longest token has 10 bytes.
    (("a" * 100_000_000,), rlx.OutOfRangeError, "but the text of 100000000 bytes has at least 10000000"),
])
def test_wrong_prompts(lm, arguments, error, text):
    with pytest.raises(error, match=text):
        lm.generate(*arguments)


@pytest.mark.parametrize("settings, error, text", [
    ({"temperature": "hot"}, TypeError, "temperature must be a number, got 'hot'"),
    ({"temperature": float("nan")}, rlx.InvalidArgumentError, "temperature"),
    ({"top_k": 1.5}, TypeError, "top_k"), ({"top_k": -1}, rlx.InvalidArgumentError, "top_k must be 0 or more"),
    ({"top_k": 2**64}, rlx.InvalidArgumentError, "top_k must be 0 or more, below"),
    ({"typical_p": 0}, rlx.InvalidArgumentError, "typical_p must be above 0"),
    ({"repeat_penalty": 0}, rlx.InvalidArgumentError, "repeat_penalty must be finite and above 0, got 0"),
    ({"repeat_last_n": -2}, ValueError, "repeat_last_n must be -1, for all tokens, or more, got -2"),
    ({"logit_bias": [1]}, TypeError, "logit_bias must be a dict from tokens to numbers"),
    ({"logit_bias": {1: "a"}}, TypeError, r"logit_bias\[1\] must be a number"),
    ({"logit_bias": {99: 1}}, rlx.InvalidArgumentError, "a bias is of token 99, but there are 50"),
    ({"logprobs": -1}, rlx.InvalidArgumentError, "logprobs must be 0 or more"),
    ({"top_p": 2}, rlx.InvalidArgumentError, "top_p"), ({"seed": -1}, rlx.InvalidArgumentError, "seed"),
    ({"max_tokens": 0}, rlx.InvalidArgumentError, "max_tokens must be at least 1, or None for any number, got 0"),
    ({"max_tokens": -1}, rlx.InvalidArgumentError, "max_tokens must be at least 1, or None for any number, got -1"),
    ({"logit_bias": {token: -math.inf for token in range(50)}}, rlx.InvalidArgumentError, "leave no token"),
    ({"timeout": 0}, rlx.InvalidArgumentError, "timeout must be above 0 seconds, or None for any time, got 0"),
    ({"timeout": math.nan}, rlx.InvalidArgumentError, "timeout must be above 0"),
    ({"timeout": "1"}, TypeError, "timeout must be a number, got '1'"),
    ({"stop": [""]}, ValueError, "a text of stop is empty"),
    ({"stop": "a\0b"}, rlx.InvalidArgumentError, "null character"),
    ({"stop": 3}, TypeError, "stop must be a text or a list of texts, got 3"),
])
def test_wrong_settings(lm, settings, error, text):
    with pytest.raises(error, match=text):
        lm.generate("the", **settings)


@pytest.mark.parametrize("message, text", [
    ({"role": "user", "content": "hi", "name": "Al"}, "a message has \"role\" and \"content\" only, got 'name' in"),
    ({"role": "user"}, "a message must be a dict with \"role\" and \"content\", got"),
])
def test_wrong_messages(lm, message, text):
    with pytest.raises(TypeError, match=text):
        lm.generate([message])


def test_names_may_end_in_capitals(lm, path):
    upper = path[:-len("gguf")] + "GGUF"
    os.link(path, upper)
    with rlx.LM(upper, context=64) as other:
        assert other.generate("the", max_tokens=3, temperature=0).text == lm.generate(
            "the", max_tokens=3, temperature=0).text


def test_stop_may_be_none(lm):
    assert lm.generate("the", max_tokens=3, temperature=0, stop=None).stop == "max_tokens"


def test_stream_refuses_wrong_settings_at_the_call(lm):
    with pytest.raises(TypeError, match="LM has no setting 'heat'"):
        lm.stream("the", heat=1)
    with pytest.raises(TypeError, match="top_k"):
        lm.stream("the", top_k=1.5)


def test_stream_has_the_settings_of_generate():
    """stream takes **settings, so its defaults are written twice."""
    declared = {name: each.default for name, each in inspect.signature(rlx.LM.generate).parameters.items()}
    assert _lm._SETTINGS.keys() == declared.keys() - {"self", "prompt", "on_text"}
    assert all(declared[name] == default for name, (default, _) in _lm._SETTINGS.items())


def test_tokens_and_their_probabilities(lm):
    plain = lm.generate("the", max_tokens=5, temperature=0)
    assert len(plain.token_ids) == plain.tokens == 5 and lm.decode(plain.token_ids) == plain.text
    assert plain.logprobs is None and plain.top_logprobs is None
    answer = lm.generate("the", max_tokens=5, temperature=0, logprobs=50)
    assert answer.token_ids == plain.token_ids
    for token, logprob, likely in zip(answer.token_ids, answer.logprobs, answer.top_logprobs):
        assert next(iter(likely)) == token and likely[token] == logprob
        assert list(likely.values()) == sorted(likely.values(), reverse=True)
        assert abs(sum(np.exp(list(likely.values()))) - 1) < 1e-6
    assert lm.generate("the", max_tokens=1, logprobs=0).top_logprobs == [{}]
    never = lm.generate("the", max_tokens=5, temperature=0, logit_bias={answer.token_ids[0]: -float("inf")})
    assert answer.token_ids[0] not in never.token_ids
    varied = lm.generate("the", max_tokens=20, temperature=0, presence_penalty=1000, repeat_last_n=-1)
    tokens = lm.encode("the") + varied.token_ids
    assert varied.tokens > 10 and len(set(tokens)) == len(tokens)
    with pytest.raises(TypeError, match="LM has no setting 'heat'; there are max_tokens, temperature"):
        list(lm.stream("the", heat=1))


SCHEMA = {"type": "object", "required": ["name", "tags"], "additionalProperties": False, "properties": {
    "name": {"type": "string", "maxLength": 12},
    "tags": {"type": "array", "items": {"$ref": "#/$defs/tag"}, "maxItems": 3}},
    "$defs": {"tag": {"type": "object", "required": ["n"], "additionalProperties": False, "properties": {
        "n": {"type": "integer", "minimum": 0, "maximum": 99}, "kind": {"enum": ["cat", "dog", None]}}}}}


def check_value(value):
    """That SCHEMA allows a value: by hand, to judge the grammar by something else."""
    assert list(value) == ["name", "tags"] and isinstance(value["name"], str) and len(value["name"]) <= 12
    assert isinstance(value["tags"], list) and len(value["tags"]) <= 3
    for tag in value["tags"]:
        assert type(tag["n"]) is int and 0 <= tag["n"] <= 99
        assert set(tag) <= {"n", "kind"} and tag.get("kind") in ("cat", "dog", None)


@pytest.fixture(scope="module")
def json_lm(tmp_path_factory):
    """Of random weights, so that only a grammar gives its answers a form."""
    with rlx.LM(write(tmp_path_factory.mktemp("lm") / "json.gguf", '--tokens={}[]":0123456789'), context=512) as lm:
        yield lm


@pytest.mark.parametrize("settings", [{"temperature": 0}, {"temperature": 1}, {
    "temperature": 1, "top_k": 0, "top_p": 1, "min_p": 0}, {"temperature": 5, "top_k": 0, "top_p": 1, "min_p": 0,
                                                           "presence_penalty": 1, "repeat_last_n": -1}])
def test_json_schemas(json_lm, settings):
    texts = set()
    for seed in range(1 if settings["temperature"] == 0 else 12):
        answer = json_lm.generate("the cat", json_schema=SCHEMA, seed=seed, **settings)
        assert answer.stop == "end", answer
        check_value(json.loads(answer.text))
        texts.add(answer.text)
        assert "".join(json_lm.stream("the cat", json_schema=json.dumps(SCHEMA), seed=seed, **settings)) == answer.text
    assert settings["temperature"] == 0 or len(texts) > 6
    # The next answer may be anything again.
    assert json_lm.generate("the cat", max_tokens=5, temperature=0).text[0] != "{"


def test_grammars(json_lm):
    gbnf = 'root ::= "[" list? "]"\nlist ::= item ("," item)*\nitem ::= [0-9]{2} | "\\"" [a-f]+ "\\""\n'
    for seed in range(12):
        answer = json_lm.generate("the", grammar=gbnf, seed=seed, temperature=2, max_tokens=200)
        if answer.stop == "end":
            for item in re.sub(r'^\[(.*)\]$', r"\1", answer.text).split(",") if answer.text != "[]" else []:
                assert re.fullmatch(r'[0-9]{2}|"[a-f]+"', item), answer.text
        else:
            assert answer.stop == "max_tokens" and re.fullmatch(r'\[([0-9]{2},|"[a-f]+",)*([0-9]{0,2}|"[a-f]*"?),?', answer.text)
    answers = {json_lm.generate("the", grammar="start: /the (cat|dog)/ | \"none\"", seed=seed, temperature=5).text
               for seed in range(30)}
    assert answers == {"the cat", "the dog", "none"}
    # Probabilities are those of all tokens.
    answer = json_lm.generate("the", grammar='root ::= "z"', logprobs=50)
    assert answer.logprobs == [answer.top_logprobs[0][25]] and answer.logprobs[0] < 0


@pytest.mark.parametrize("form, error, text", [
    ({"json_schema": {"type": "text"}}, rlx.InvalidArgumentError, "Invalid type: text"),
    ({"json_schema": {"properties": {"a": {"type": "text"}}}}, rlx.InvalidArgumentError, "in #/properties/a"),
    ({"json_schema": '{"type":'}, rlx.InvalidArgumentError, "the schema is no JSON: EOF"),
    ({"json_schema": ""}, rlx.InvalidArgumentError, "the schema is empty"),
    ({"json_schema": {"a": {1, 2}}}, rlx.InvalidArgumentError, "json_schema is no JSON"),
    ({"json_schema": ["a"]}, TypeError, "json_schema must be a dict or the text of a schema, got list"),
    ({"json_schema": {"const": "A"}}, rlx.InvalidArgumentError, "no token of the vocabulary continues the text"),
    ({"grammar": 'root ::= x'}, rlx.InvalidArgumentError, "line 1: there is no rule 'x'; while reading the grammar"),
    ({"grammar": ""}, rlx.InvalidArgumentError, "the grammar is empty"),
    ({"grammar": {}}, TypeError, "grammar must be a str"),
    ({"grammar": "a\0b"}, rlx.InvalidArgumentError, "grammar has a null character"),
    ({"grammar": 'root ::= "A"'}, rlx.InvalidArgumentError, "no token of the vocabulary begins a text of the grammar"),
    ({"grammar": 'start: "a"', "json_schema": {}}, rlx.InvalidArgumentError, "but both are given"),
])
def test_wrong_forms(json_lm, form, error, text):
    with pytest.raises(error, match=text):
        json_lm.generate("the", **form)
    if "continues" not in text:  # known at the call
        with pytest.raises(error, match=text):
            json_lm.stream("the", **form)
    assert json_lm.generate("the", max_tokens=1).tokens == 1


def test_draft_models(path, lm, tmp_path):
    expected = lm.generate("the cat", max_tokens=50, temperature=0)
    with rlx.LM(path, context=64, draft=path) as drafted:
        answer = drafted.generate("the cat", max_tokens=50, temperature=0)
        assert answer.token_ids == expected.token_ids
        assert answer.accepted_tokens == answer.drafted_tokens > 20
        assert drafted.generate("the cat", max_tokens=50, temperature=0, draft_max=0).drafted_tokens == 0
        requests = drafted.generate_all(["the cat", "the dog"], max_tokens=20, seed=3)
        assert all(each.accepted_tokens == each.drafted_tokens > 0 for each in requests)
    other = str(write(tmp_path / "other.gguf", "--tokens=0"))
    with pytest.raises(rlx.InvalidArgumentError, match="another vocabulary: its token 33 is '0', and the model's 'A'"):
        rlx.LM(path, context=64, draft=other)
    with pytest.raises(ValueError, match="draft must be the path of a .gguf file"):
        rlx.LM(path, draft=__file__)


def test_drafts_do_not_change_answers(lm):
    """Speculative decoding: the guesses that are right are no guesses any more."""
    for settings in ({"temperature": 0}, {"temperature": 0.7, "seed": 3}, {"temperature": 0, "repeat_penalty": 1.1}):
        plain = lm.generate("the cat", max_tokens=50, **settings)
        assert (plain.drafted_tokens, plain.accepted_tokens) == (0, 0)
        drafted = lm.generate("the cat", max_tokens=50, draft_max=8, **settings)
        assert (drafted.token_ids, drafted.text, drafted.stop) == (plain.token_ids, plain.text, plain.stop)
    repeats = lm.generate([1, 2, 3, 4, 5] * 4, max_tokens=40, temperature=0, draft_max=8)
    assert repeats.drafted_tokens >= repeats.accepted_tokens > 0
    assert lm.generate("the cat", max_tokens=5).drafted_tokens == 0
    with pytest.raises(rlx.InvalidArgumentError, match="draft_max must be 0 or more"):
        lm.generate("the", draft_max=-1)


def check_scores(path, tokens, tolerance):
    """Scores beside the log-softmax, in NumPy, of steps of one token each."""
    model = rlx.compile(str(path), cache_layout="contiguous")
    caches = {info.name: np.zeros((info.shape[0], 64, info.shape[2]), np.float32)
              for info in model.inputs if info.name[:2] in ("k.", "v.")}
    expected = []
    with model.state(caches, feeds={name: name for name in caches}) as state:
        for place, token in enumerate(tokens[:-1]):
            logits, _ = state(tokens=np.array([token]), positions=np.array([place]), rows=np.array([0]))
            row = np.asarray(logits[0], np.float64)
            expected.append(row[tokens[place + 1]] - row.max() - np.log(np.exp(row - row.max()).sum()))
    with rlx.LM(path, context=64) as lm:
        scores = lm.score(tokens)
        np.testing.assert_allclose(scores, expected, rtol=0, atol=tolerance)
        np.testing.assert_allclose(lm.score(tokens, first=5), expected[4:], rtol=0, atol=tolerance)
    return scores


def test_scores(path, lm):
    tokens = lm.encode("the cat sat on the mat")
    check_scores(path, tokens, 1e-4)
    assert lm.score("the cat", first=5) == []
    with pytest.raises(rlx.InvalidArgumentError, match="expected a first token from 1 to 5"):
        lm.score("the cat", first=0)
    with pytest.raises(rlx.InvalidArgumentError, match="got 6"):
        lm.score("the cat", first=6)
    with pytest.raises(rlx.InvalidArgumentError, match="first must be 0 or more"):
        lm.score("the cat", first=-1)
    with pytest.raises(rlx.OutOfRangeError, match="the context has 64 tokens, but the text has 65"):
        lm.score([1] * 65)


def test_adapters(path, lm, tmp_path):
    writer = os.path.join(os.path.dirname(__file__), "..", "..", "test", "lit", "tools", "rlx-run", "Inputs",
                          "write_lora.py")
    adapter = tmp_path / "adapter.gguf"
    subprocess.run([sys.executable, writer, adapter], check=True)
    plain = lm.embed("the cat")
    with rlx.LM(path, context=64, lora=adapter) as adapted, rlx.LM(path, context=64, lora={adapter: 0}) as none:
        changed = adapted.embed("the cat")
        assert np.abs(changed - plain).max() > 1e-3
        np.testing.assert_allclose(none.embed("the cat"), plain, rtol=0, atol=1e-6)
    model = rlx.compile(path, lora=[adapter])
    assert {info.name for info in model.params} >= {"lora.0.scale", "lora.0.blk.0.attn_q.weight.a"}
    with pytest.raises(TypeError, match="the scale of the adapter .* must be a number, got 'x'"):
        rlx.compile(path, lora={adapter: "x"})
    with pytest.raises(TypeError, match="lora is for a language model"):
        rlx.compile("func.func @f() { return }\n", lora=adapter)
    with pytest.raises(rlx.InvalidArgumentError, match="general.type is 'model', expected 'adapter'"):
        rlx.LM(path, lora=path)
    with pytest.raises(rlx.NotFoundError, match="there is no file '.*none.gguf', an adapter"):
        rlx.LM(path, lora=["none.gguf"])
    with pytest.raises(rlx.InvalidArgumentError, match="lora has the adapter '.*' twice"):
        rlx.LM(path, lora={str(adapter): 1, os.path.relpath(adapter): 0.5})


def test_adapters_of_requests(path, lm, tmp_path):
    """Requests in the same steps: each has the answer of a model with its adapter alone."""
    writer = os.path.join(os.path.dirname(__file__), "..", "..", "test", "lit", "tools", "rlx-run", "Inputs",
                          "write_lora.py")
    for name, edits in (("style", ()), ("facts", ["+blk.1.ffn_up.weight.lora_a:2x64", "+blk.1.ffn_up.weight.lora_b:96x2"])):
        subprocess.run([sys.executable, writer, tmp_path / f"{name}.gguf", *edits], check=True)
    style, facts, other = tmp_path / "style.gguf", tmp_path / "facts.gguf", tmp_path / "other" / "facts.gguf"
    other.parent.mkdir()
    os.link(facts, other)
    settings = {"max_tokens": 12, "temperature": 0, "logprobs": 0}
    given = {"style": {"style": 1.5}, "facts": {1: -1}, "none": {}, "own": None, "both": {0: 1, 2: 0.5}}
    alone = {"none": lm.generate("the cat", **settings)}
    for name, lora in (("style", {style: 1.5}), ("facts", {facts: -1})):
        with rlx.LM(path, context=64, cache_layout="contiguous", lora=lora) as one:
            alone[name] = one.generate("the cat", **settings)
            with pytest.raises(rlx.UnsupportedError, match="paged caches"):
                one.generate("the cat", adapters={name: 1})
    with rlx.LM(path, context=64, cache_tokens=512, lora={style: 1, facts: 0, other: 0}) as several:
        alone["own"] = several.generate("the cat", adapters={"style": 1}, **settings)
        alone["both"] = several.generate("the cat", adapters={0: 1, 1: 0.25, 2: 0.25}, **settings)
        requests = {name: several.submit("the cat", adapters=each, **settings) for name, each in given.items()}
        for name, request in requests.items():
            for answer in (request.result(), several.generate("the cat", adapters=given[name], **settings)):
                assert answer.token_ids == alone[name].token_ids, name
                np.testing.assert_allclose(answer.logprobs, alone[name].logprobs, rtol=0, atol=2e-5)
        assert requests["none"].result().logprobs == alone["none"].logprobs  # the same bits
        known = "there are 0: 'style', 1: 'facts', 2: 'facts'"
        for wrong, error, text in (
                ({"stile": 1}, rlx.InvalidArgumentError, f"the model has no adapter 'stile'; {known}"),
                ({"facts": 1}, rlx.InvalidArgumentError, f"the model has several adapters 'facts'; {known}"),
                ({3: 1}, rlx.InvalidArgumentError, f"the model has no adapter 3; {known}"),
                ({0: 1, "style": 1}, rlx.InvalidArgumentError, "adapter 0 is given twice"),
                ({"style": math.inf}, rlx.InvalidArgumentError, "the scale of adapter 0 is not finite"),
                ({"style": "1"}, TypeError, r"adapters\['style'\] must be a number, got '1'"),
                (["style"], TypeError, "adapters must be a dict from names of adapters to scales"),
                ({-1: 1}, rlx.InvalidArgumentError, "the number of an adapter in adapters must be 0 or more"),
                ({None: 1}, TypeError, "the number of an adapter in adapters")):
            with pytest.raises(error, match=text):
                several.submit("the cat", adapters=wrong)
    with pytest.raises(rlx.InvalidArgumentError, match="the model has no adapter 'style'; there are none"):
        lm.generate("the", adapters={"style": 1})


def test_adapters_are_loaded(path, lm, tmp_path):
    writer = os.path.join(os.path.dirname(__file__), "..", "..", "test", "lit", "tools", "rlx-run", "Inputs",
                          "write_lora.py")
    matrix = "+blk.0.attn_q.weight.lora_"
    wider = [f"{matrix}a:5x64", f"{matrix}b:64x5"]
    for name, edits in (("style", ()), ("wide", wider), ("facts", ["+blk.1.ffn_up.weight.lora_a:2x64", "+blk.1.ffn_up.weight.lora_b:96x2"])):
        subprocess.run([sys.executable, writer, tmp_path / f"{name}.gguf", *edits], check=True)
    style, wide, facts = (tmp_path / f"{name}.gguf" for name in ("style", "wide", "facts"))
    settings = {"max_tokens": 12, "temperature": 0, "logprobs": 0}
    with rlx.LM(path, context=64, lora=style) as one:
        alone = one.generate("the cat", **settings)
        with pytest.raises(rlx.InvalidArgumentError, match="has rank 5, but the model is compiled with one of rank 3"):
            one.load_adapter(wide, "style")
    with rlx.LM(path, context=64, lora=wide) as loaded:
        before = loaded.generate("the cat", **settings)
        loaded.load_adapter(style, "wide")
        after = loaded.generate("the cat", **settings)
        np.testing.assert_allclose(after.logprobs, alone.logprobs, rtol=0, atol=2e-5)
        assert after.logprobs != before.logprobs
        none = loaded.generate("the cat", adapters={"style": 0}, **settings)
        assert none.logprobs == lm.generate("the cat", **settings).logprobs
        loaded.load_adapter(wide)
        assert loaded.generate("the cat", adapters={"wide": 1}, **settings).logprobs == before.logprobs
        with pytest.raises(rlx.InvalidArgumentError, match="changes 'blk.1.ffn_up.weight', but the one that"):
            loaded.load_adapter(facts)
        with pytest.raises(rlx.InvalidArgumentError, match="the model has no adapter 'style'; there are 0: 'wide'"):
            loaded.load_adapter(style, "style")
    with rlx.LM(path, context=64, lora=facts) as several, pytest.raises(rlx.UnsupportedError, match="several ranks"):
        several.load_adapter(style)


def test_embeddings(path, lm, tmp_path):
    """Vectors beside the mean, and the last, of the hidden states of steps of one token each."""
    tokens = lm.encode("the cat sat on the mat. ") * 8  # several steps
    model = rlx.compile(path, cache_layout="contiguous")
    caches = {info.name: np.zeros((info.shape[0], 200, info.shape[2]), np.float32)
              for info in model.inputs if info.name[:2] in ("k.", "v.")}
    hidden = []
    with model.state(caches, feeds={name: name for name in caches}) as state:
        for place, token in enumerate(tokens):
            _, row = state(tokens=np.array([token]), positions=np.array([place]), rows=np.array([0]))
            hidden.append(np.array(row[0], np.float64))
    assert len(tokens) > 130
    with rlx.LM(path, context=200) as long:
        for pooling, right in (("mean", np.mean(hidden, 0)), ("last", hidden[-1])):
            vector = long.embed(tokens, pooling=pooling)
            assert vector.shape == (64,) and vector.dtype == np.float32
            np.testing.assert_allclose(vector, right / np.linalg.norm(right), rtol=0, atol=1e-4)
    tokens = lm.encode("the cat sat")
    np.testing.assert_array_equal(lm.embed(tokens), lm.embed("the cat sat", pooling="mean"))
    both = lm.embed(["the", "the cat sat"])
    assert both.shape == (2, 64)
    np.testing.assert_allclose(both[1], lm.embed("the cat sat"), rtol=0, atol=1e-6)
    np.testing.assert_allclose(lm.embed(tokens, pooling="cls"), lm.embed(tokens[:1]), rtol=0, atol=1e-6)
    last = write(tmp_path / "last.gguf", "llama.pooling_type=3")
    with rlx.LM(last, context=64) as other:
        np.testing.assert_allclose(other.embed(tokens), lm.embed(tokens, pooling="last"), rtol=0, atol=1e-6)
    assert lm.generate("the cat", max_tokens=3, temperature=0).tokens == 3
    with pytest.raises(rlx.InvalidArgumentError, match='pooling must be "mean", "first", "cls", "last" or None, got'):
        lm.embed("the", pooling="max")
    with pytest.raises(rlx.InvalidArgumentError, match="the text has no token"):
        lm.embed([])
    with pytest.raises(rlx.OutOfRangeError, match="the context has 64 tokens, but the text has 65"):
        lm.embed([1] * 65)
    with rlx.LM(write(tmp_path / "rank.gguf", "llama.pooling_type=4"), context=64) as other:
        with pytest.raises(rlx.UnsupportedError, match="llama.pooling_type is 4: the model gives two texts a rank"):
            other.embed("the")


SMOLLM2 = os.path.join(os.path.dirname(__file__), "..", "..", "models", "smollm2", "model.gguf")


@pytest.mark.skipif(not os.path.exists(SMOLLM2), reason="scripts/fetch-models.sh smollm2 fetches the model")
def test_scores_of_smollm2():
    with rlx.LM(SMOLLM2, context=64) as lm:
        tokens = lm.encode("The capital of France is Paris, and the capital of Italy is Rome.")
    scores = check_scores(SMOLLM2, tokens, 2e-3)
    assert math.exp(-sum(scores) / len(scores)) < 10  # it knows them


def test_wrong_models(path, tmp_path):
    with pytest.raises(ValueError, match="rlx.compile takes other models"):
        rlx.LM(__file__)
    for name in ("model.onnx", "some/model"):
        with pytest.raises(rlx.NotFoundError, match=f"there is no file or folder '{name}'; nothing is downloaded"):
            rlx.LM(name)
    with pytest.raises(rlx.NotFoundError, match="none.gguf"):
        rlx.LM("none.gguf")
    with pytest.raises(rlx.InvalidArgumentError, match="expected a context of 1 to 512 tokens"):
        rlx.LM(path, context=513)
    for wrong in (0, -1):
        with pytest.raises(rlx.InvalidArgumentError,
                           match=f"context must be at least 1, or None for that of the model, got {wrong}"):
            rlx.LM(path, context=wrong)
    with pytest.raises(TypeError):
        rlx.LM(None)
    with pytest.raises(TypeError, match="LM has no option 'dims'; there are context, cache_tokens, draft, device, threads"):
        rlx.LM(path, dims={"tokens": 1})
    bare = write(tmp_path / "bare.gguf", "tokenizer.ggml.model=none")
    with pytest.raises(rlx.Error, match="tokenizer.ggml.model"):
        rlx.LM(bare)
    with rlx.LM(write(tmp_path / "base.gguf"), threads=1) as lm:
        assert lm.context == 512
        with pytest.raises(rlx.NotFoundError, match="tokenizer.chat_template"):
            lm.generate([{"role": "user", "content": "the"}])
    with pytest.raises(rlx.FailedPreconditionError, match="the language model is closed"):
        lm.generate("the")
    assert repr(lm) == "<rlx.LM 'base.gguf', closed>"
