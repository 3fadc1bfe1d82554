# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`rlx.LM` for coroutines: generate_async and stream_async."""
import asyncio
import gc
import threading
import time

import numpy as np
import pytest
from test_lm import write

import rlx
from rlx import _lm, _stepper as stepper

PROMPTS = ["the cat", "a dog sat", "the", "why"]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return str(write(tmp_path_factory.mktemp("lm") / "m.gguf"))


@pytest.fixture(scope="module")
def lm(path):
    with rlx.LM(path, context=256, cache_tokens=2048) as lm:
        yield lm


def is_working():
    return any(thread.name == "rlx.LM" for thread in threading.enumerate())


def expect_idle():
    """The thread ends once requests are done, e.g. cancelled ones with the next step."""
    end = time.monotonic() + 60
    while is_working():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_tasks_run_together(lm):
    expected = [lm.generate(prompt, max_tokens=20, temperature=0).text for prompt in PROMPTS]
    ticks = []

    async def tick():
        while True:
            ticks.append(is_working())
            await asyncio.sleep(0)

    async def read(prompt):
        return [piece async for piece in lm.stream_async(prompt, max_tokens=20, temperature=0)]

    async def main():
        ticking = asyncio.create_task(tick())
        answers = await asyncio.gather(*(lm.generate_async(prompt, max_tokens=20, temperature=0) for prompt in PROMPTS))
        assert [answer.text for answer in answers] == expected and answers[0].stop == "max_tokens"
        streams = await asyncio.gather(*(read(prompt) for prompt in PROMPTS))
        assert ["".join(pieces) for pieces in streams] == expected and len(streams[0]) == 20
        ticking.cancel()

    asyncio.run(main())
    assert any(ticks)  # the event loop runs beside the model
    expect_idle()
    asyncio.run(main())  # another loop


def test_answers_share_steps(lm, monkeypatch):
    """Each step has the next token of all answers."""
    begun, submitted = threading.Event(), threading.Event()
    # No step begins during an answer of another thread.
    first = threading.Thread(target=lambda: lm.generate("the", max_tokens=1, temperature=0, on_text=lambda piece: (
        begun.set() or submitted.wait(60))))
    queues = []  # of the pieces, in the order of the model

    def call_in(loop, function, *arguments):
        queues.append(id(function.__self__))
        stepper.call_in(loop, function, *arguments)

    monkeypatch.setattr(_lm, "call_in", call_in)

    async def read():
        return [piece async for piece in lm.stream_async("the", max_tokens=50, temperature=0, logit_bias={49: -100})]

    async def main():
        first.start()
        await asyncio.to_thread(begun.wait, 60)
        reading = asyncio.gather(*(read() for _ in range(4)))
        while len(lm._stepper._pending) < 4:
            await asyncio.sleep(0.001)
        submitted.set()
        assert [len(pieces) for pieces in await reading] == [50] * 4

    asyncio.run(main())
    first.join()
    assert all(len(set(queues[i:i + 4])) == 4 for i in range(0, 200, 4))


def test_cancelled_tasks_end_their_requests(path):
    with rlx.LM(path, context=256) as lm:
        cancel_tasks(lm)


def cancel_tasks(lm):
    async def main():
        endless = asyncio.create_task(lm.generate_async("the", temperature=0))
        beside = asyncio.create_task(lm.generate_async("the cat", max_tokens=5, temperature=0))
        waiting = asyncio.wait_for(lm.generate_async("why", max_tokens=250, temperature=0, logit_bias={0: 0.1}), 1e-4)
        with pytest.raises(asyncio.TimeoutError):
            await waiting
        await asyncio.sleep(0)
        endless.cancel()
        with pytest.raises(asyncio.CancelledError):
            await endless
        assert (await beside).tokens == 5
        # An iteration that ends, and a task that is cancelled in one.
        async for piece in lm.stream_async("the", temperature=0):
            assert piece
            break
        begun = asyncio.Event()

        async def read():
            async for _ in lm.stream_async("the", temperature=0):
                begun.set()
                await asyncio.sleep(0)

        reading = asyncio.create_task(read())
        await begun.wait()
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading

    asyncio.run(main())
    gc.collect()
    expect_idle()
    # All blocks are free: a text of all of the caches has room.
    answer = lm.generate("why", temperature=0, logit_bias={49: -100})
    assert (answer.stop, answer.prompt_tokens + answer.tokens) == ("context", 257)  # the model has not read the last one


def test_errors_are_those_of_requests(path, lm):
    form = 'root ::= "cat"'
    hopeless = {token: -float("inf") for token in range(50)}

    async def main():
        good = asyncio.create_task(lm.generate_async("the", max_tokens=4, temperature=0, grammar=form))
        with pytest.raises(rlx.InvalidArgumentError, match="leave no token"):
            await lm.generate_async("the", logit_bias=hopeless)
        with pytest.raises(rlx.InvalidArgumentError, match="leave no token"):
            [piece async for piece in lm.stream_async("the", logit_bias=hopeless)]
        with pytest.raises(rlx.InvalidArgumentError, match="the prompt is empty"):
            await lm.generate_async("")
        with pytest.raises(TypeError, match="LM has no setting 'heat'"):
            await lm.stream_async("the", heat=1).__anext__()
        with pytest.raises(TypeError, match="generate_async has no on_text"):
            await lm.generate_async("the", on_text=print)
        with pytest.raises(TypeError, match="stream_async has no on_text"):
            await lm.stream_async("the", on_text=print).__anext__()
        assert (await good).text == "cat"
        assert (await lm.generate_async("the", timeout=1e-9)).stop == "timeout"

    asyncio.run(main())
    with rlx.LM(path, context=64, cache_layout="contiguous") as one:
        with pytest.raises(rlx.UnsupportedError, match="compile the model with paged caches"):
            asyncio.run(one.generate_async("the"))


def test_closing_needs_an_end(path):
    async def main(lm):
        answer = asyncio.create_task(lm.generate_async("the", temperature=0))
        while not is_working():
            await asyncio.sleep(0)
        with pytest.raises(rlx.FailedPreconditionError, match="in use by a coroutine"):
            lm.close()
        answer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await answer
        lm.close()
        with pytest.raises(rlx.FailedPreconditionError, match="is closed"):
            await lm.generate_async("the")

    with rlx.LM(path, context=512) as lm:
        asyncio.run(main(lm))


def test_closing_does_not_wait_for_other_calls(path):
    """A step of a cancelled request waits for an answer whose on_text closes the model."""
    errors = []

    async def main(lm):
        def close(piece):
            if not errors:
                loop.call_soon_threadsafe(answer.cancel)
                while any(each.is_wanted for each in lm._stepper._pending):
                    time.sleep(0.001)
                with pytest.raises(rlx.FailedPreconditionError, match="in use by another call") as error:
                    lm.close()
                errors.append(error)

        loop = asyncio.get_running_loop()
        answer = asyncio.create_task(lm.generate_async("the", temperature=0, logit_bias={49: -100}))
        while not is_working():
            await asyncio.sleep(0)
        await asyncio.to_thread(lm.generate, "why", max_tokens=3, temperature=0, on_text=close)
        with pytest.raises(asyncio.CancelledError):
            await answer

    with rlx.LM(path, context=512) as lm:
        asyncio.run(main(lm))
        assert errors
        expect_idle()


def test_calls_in_on_text_are_errors(lm):
    """They work in another thread, which would wait for the step of this one."""
    def calls(piece):
        for call in (lambda: list(lm.stream("the", max_tokens=1)),
                     lambda: asyncio.run(lm.generate_async("the", max_tokens=1))):
            with pytest.raises(rlx.FailedPreconditionError, match="only submit is possible there"):
                call()
        beside.append(lm.submit("the", max_tokens=2, temperature=0, logit_bias={49: -100}))

    beside = []
    lm.submit("why", max_tokens=1, on_text=calls).result()
    lm.generate("why", max_tokens=1, on_text=calls)
    assert [request.result().tokens for request in beside] == [2, 2]
    assert len(list(lm.stream("the", max_tokens=2, temperature=0, logit_bias={49: -100}))) == 2


def test_the_end_of_with_keeps_the_exception(path):
    async def main(error):
        with rlx.LM(path, context=512) as lm:
            pieces = lm.stream_async("the", temperature=0, logit_bias={49: -100})
            async for _ in pieces:
                if error is not None:
                    raise error
                break

    asyncio.run(main(None))
    with pytest.raises(KeyError, match="mine"):
        asyncio.run(main(KeyError("mine")))
    expect_idle()


def test_requests_end_with_their_loop(path):
    with rlx.LM(path, context=512) as lm:
        loop = asyncio.new_event_loop()
        task = loop.create_task(lm.generate_async("the", temperature=0, logit_bias={49: -100}))
        while not is_working():
            loop.run_until_complete(asyncio.sleep(0.001))
        request = lm._stepper._pending[0].request
        loop.close()
        expect_idle()
        assert rlx.Request(request).result().stop == "caller"  # before the context is full
        del task


def test_scores_and_embeddings_beside_answers(lm):
    """Calls of other threads come between steps, and change no answer."""
    texts = ["the cat sat", "a dog", "why not"]
    scores, vectors = [lm.score(text) for text in texts], lm.embed(texts)
    settings = {"max_tokens": 150, "temperature": 0, "logit_bias": {49: -100}}
    expected = [lm.generate(prompt, **settings).text for prompt in PROMPTS]
    beside = []

    async def answer(prompt, text):
        while len(beside) < 10:
            assert (await lm.generate_async(prompt, **settings)).text == text

    async def measure():
        while len(beside) < 10:
            assert [await asyncio.to_thread(lm.score, text) for text in texts] == scores
            np.testing.assert_array_equal(await asyncio.to_thread(lm.embed, texts), vectors)
            beside.append(is_working())

    async def main():
        await asyncio.gather(measure(), *(answer(*each) for each in zip(PROMPTS, expected)))

    asyncio.run(main())
    assert any(beside)


def test_threads_have_loops_beside_requests(lm):
    expected = [lm.generate(prompt, max_tokens=30, temperature=0).text for prompt in PROMPTS]
    texts = [None] * 4

    def work(number):
        if number % 2 == 0:
            texts[number] = asyncio.run(lm.generate_async(PROMPTS[number], max_tokens=30, temperature=0)).text
        else:
            texts[number] = lm.submit(PROMPTS[number], max_tokens=30, temperature=0).result().text

    for _ in range(5):
        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert texts == expected


def test_scores_and_embeddings_are_requests(lm):
    text = "the cat sat on the mat and the dog sat too"
    scores, tail = lm.score(text), lm.score(text, first=30)
    vectors = {pooling: lm.embed(text, pooling=pooling) for pooling in (None, "first", "last")}
    expected = [lm.generate(prompt, max_tokens=30, temperature=0).text for prompt in PROMPTS]

    async def main():
        answers = [asyncio.create_task(lm.generate_async(prompt, max_tokens=30, temperature=0)) for prompt in PROMPTS]
        assert await asyncio.gather(lm.score_async(text), lm.score_async(text, first=30)) == [scores, tail]
        made = await asyncio.gather(*(lm.embed_async(text, pooling=pooling) for pooling in vectors))
        for vector, pooling in zip(made, vectors):
            np.testing.assert_array_equal(vector, vectors[pooling])
            assert vector.dtype == np.float32
        assert [answer.text for answer in await asyncio.gather(*answers)] == expected
        cancelled = asyncio.create_task(lm.score_async(text))
        await asyncio.sleep(0)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled

    asyncio.run(main())
    expect_idle()
    beside = lm.submit(PROMPTS[0], max_tokens=30, temperature=0)
    requests = [lm.submit_score(text), lm.submit_embed(text, pooling="last"), lm.submit_score(text), lm.submit_embed(text)]
    for request in requests[2:]:
        request.cancel()
        with pytest.raises(rlx.FailedPreconditionError, match="the request was cancelled"):
            request.result()
    assert requests[0].result() == requests[0].result() == scores and requests[0].done()
    np.testing.assert_array_equal(requests[1].result(), vectors["last"])
    assert beside.result().text == expected[0]
    assert lm.submit_score("a", first=1).result() == lm.score("a")
    with pytest.raises(rlx.InvalidArgumentError, match="expected a first token from 1 to"):
        lm.submit_score(text, first=1000)
    with pytest.raises(rlx.InvalidArgumentError, match="pooling must be"):
        lm.submit_embed(text, pooling="max")
    with pytest.raises(rlx.OutOfRangeError, match="the context has 256 tokens"):
        lm.submit_embed([1] * 257)
