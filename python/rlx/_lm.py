# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Language models: `LM`."""
import asyncio
import contextlib
import dataclasses
import json
import os
import queue
import random
import threading
from typing import (TYPE_CHECKING, Any, AsyncIterator, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence,
                    Tuple, Union)

from . import _check, _rlx
from ._compile import adapter_files, compile
from ._errors import Error, FailedPreconditionError, InvalidArgumentError, NotFoundError
from ._source import is_model_folder
from ._stepper import Stepper, call_in, submitters

if TYPE_CHECKING:
    import numpy as np

_OPTIONS = ("device", "threads", "precision", "cache_type", "cache_layout", "cpu", "cache", "cache_bytes", "strict", "lora", "progress")

# Numbers of rlx_lm_pooling_t.
_POOLINGS = {None: 0, "mean": 1, "last": 2, "first": 3, "cls": 3}

Prompt = Union[str, Sequence[int], Sequence[Mapping[str, str]]]


@dataclasses.dataclass(frozen=True)
class Answer:
    """A text that a language model has made.

    Attributes:
        text: the text; `str(answer)` is the same.
        stop: why it has ended: "end" (the model ended it), "stop" (a stop string), "max_tokens", "context" (it is
            full), "caller" (`on_text` or `Request.cancel`) or "timeout".
        prompt_tokens: the tokens of the prompt.
        reused_tokens: of these, those that the model had read before.
        tokens: how many tokens the answer has.
        token_ids: these tokens, and those of a stop string.
        logprobs: with the setting `logprobs`, for each token the natural logarithm of the model's probability of it,
            before biases, penalties and filters; else None.
        top_logprobs: with the setting, for each token a dict of the most likely tokens at its place and the logarithms
            of their probabilities, the best first; else None.
        prompt_seconds: the time until the first token was known; 0 if the answer was ended before.
        seconds: the time of the tokens behind it.
        drafted_tokens: the tokens that were guessed: see the setting `draft_max`.
        accepted_tokens: of these, those that were right.
        seed: the setting, or the one that was drawn for None.
    """
    text: str
    stop: str
    prompt_tokens: int
    reused_tokens: int
    tokens: int
    prompt_seconds: float
    seconds: float
    token_ids: List[int]
    logprobs: Optional[List[float]] = None
    top_logprobs: Optional[List[Dict[int, float]]] = None
    drafted_tokens: int = 0
    accepted_tokens: int = 0
    seed: int = 0

    def __str__(self) -> str:
        return self.text


class Request:
    """An answer that is made beside others: the result of `LM.submit`. Or what `LM.submit_score` and `LM.submit_embed` make.

    The model works while a thread waits in `result` of any of its requests, and not otherwise. All methods may be
    called from any thread.
    """

    def __init__(self, request: "_rlx.Request", made: Callable[[Any], Any] = lambda made: Answer(**made)):
        self._request = request
        self._made = made

    def result(self) -> Any:
        """The `Answer`, once it is made, or the result of `LM.score` or `LM.embed`. The thread that waits works for all requests of the model. Ctrl-C ends the wait, and
        not the request.

        Raises:
            InvalidArgumentError: there was no next token, as where a grammar allows none.
            FailedPreconditionError: the model was closed before, or this is called in an `on_text`; or scores or an
                embedding were cancelled.
            Exception: one that `on_text` has raised.
        """
        return self._made(self._request.wait())

    def done(self) -> bool:
        """Whether it is made. This alone does not make it: see `result`."""
        return self._request.is_done()

    def cancel(self) -> None:
        """Ends it with the next step of the model. The `stop` of an answer is "caller" then."""
        self._request.cancel()

    def __repr__(self) -> str:
        return f"<rlx.Request {'done' if self.done() else 'running'}>"


class LM:
    """A language model from a GGUF file, or from a folder as Hugging Face's transformers writes it.

        lm = rlx.LM("model.gguf")
        print(lm.generate("The capital of France is", max_tokens=8, temperature=0))
        for piece in lm.stream([{"role": "user", "content": "Tell me a story."}]):
            print(piece, end="")

    A prompt is a text, in which the texts of control tokens are these tokens; or tokens; or messages of a
    conversation, which the model's chat template turns into text. The model keeps its last texts: a prompt that
    begins as one of them computes the rest only. So a conversation passes all of its messages each time.

    Any thread may call it. Calls of `generate`, `stream`, `score` and `embed` take turns: one waits for the others.
    Requests (`submit`) are made at the same time, and so are `generate_async` and `stream_async` of coroutines.
    """

    def __init__(self, model: Union[str, "os.PathLike[str]"], *, context: Optional[int] = None,
                 cache_tokens: Optional[int] = None, draft: Union[str, "os.PathLike[str]", None] = None, **options: Any):
        """Compiles the model.

        Args:
            model: the path of a .gguf file; of a split model, that of its first file. Or that of a folder with
                config.json, safetensors and tokenizer.json. Files may be deleted afterwards, but not changed in place.
            context: the most tokens of a text, prompt and answer. None: that of the model, at most 4096.
            cache_tokens: the tokens that the caches have room for, of all requests together. Requests wait while there is
                no room. Memory is taken as texts grow. None: the context.
            draft: the path of a smaller model with the same tokens, which guesses the tokens of answers: see the setting
                draft_max. It is compiled with the same options, without lora. None: none.
            options: device, threads, precision, cache_type, cache_layout, cpu, cache, cache_bytes, strict, lora and progress, as in
                `rlx.compile`.

        Raises:
            NotFoundError: there is no such file, or no vocabulary.
            InvalidArgumentError: a file is damaged, the context longer than the model takes, or the draft model has other
                tokens.
            UnsupportedError: RLX does not know the architecture, a type of weights, or the kind of vocabulary; or there is
                a draft or cache_tokens, and a model is recurrent.
        """
        path = _model_path(model, "model")
        draft_path = "" if draft is None else _model_path(draft, "draft")
        for name in options:
            if name not in _OPTIONS:
                raise TypeError(f"LM has no option '{name}'; there are context, cache_tokens, draft, {', '.join(_OPTIONS)}")
        tokens = _at_least_one(context, "context", "that of the model")
        cached = _at_least_one(cache_tokens, "cache_tokens", "the context")
        if tokens and 0 < cached < tokens:
            raise InvalidArgumentError(f"cache_tokens must be at least the context, {tokens}, got {cache_tokens}")
        files = adapter_files(options.get("lora", ()))
        if files:
            same = [each for each, _ in files]
            twice = next((each for each in same if same.count(each) > 1), None)
            if twice is not None:
                raise InvalidArgumentError(f"lora has the adapter '{twice}' twice; requests can give it other scales")
            options["lora"] = dict(files)
        _rlx.LanguageModel.check_files(path, tokens, cached, draft_path)  # before minutes of compiling
        with contextlib.ExitStack() as stack:
            compiled = stack.enter_context(compile(path, **options))
            guessing = None
            if draft is not None:
                options.pop("lora", None)
                guessing = stack.enter_context(compile(draft_path, **options))._executable
            self._model = _rlx.LanguageModel(compiled._executable, path, tokens, cached, guessing, draft_path)
        self._adapters = [_stem(each) for each, _ in files]
        self._path = path
        self._is_closed = False
        self._stepper = Stepper(self._model)

    def generate(self, prompt: Prompt, *, max_tokens: Optional[int] = None, temperature: float = 0.8, top_k: int = 40,
                 typical_p: float = 1.0, top_p: float = 0.95, min_p: float = 0.05, seed: Optional[int] = 0,
                 repeat_penalty: float = 1.0, frequency_penalty: float = 0.0, presence_penalty: float = 0.0,
                 repeat_last_n: int = 64, logit_bias: Optional[Mapping[int, float]] = None,
                 logprobs: Optional[int] = None, stop: Union[str, Sequence[str], None] = None,
                 json_schema: Union[str, Mapping[str, Any], None] = None, grammar: Optional[str] = None,
                 draft_max: Optional[int] = None, adapters: Optional[Mapping[Union[str, int], float]] = None,
                 timeout: Optional[float] = None, on_text: Optional[Callable[[str], Any]] = None) -> Answer:
        """Continues a prompt.

        Biases and penalties change the logits, and a form leaves some tokens. Then top-k, typical, top-p and min-p filter the tokens, in this order.
        The temperature changes the probabilities of the rest. This is llama.cpp's order.

        Args:
            prompt: a text, tokens, or messages: dicts with "role" and "content".
            max_tokens: the most tokens of the answer. None: any number.
            temperature: 0: the most likely token each time. Higher is more varied.
            top_k: choose among so many of the most likely tokens. 0: all.
            typical_p: choose among the tokens closest to the entropy whose probabilities sum to this (locally typical
                sampling). 1: all.
            top_p: choose among the most likely tokens whose probabilities sum to this. 1: all.
            min_p: choose among tokens of at least this part of the highest probability. 0: all.
            seed: equal seeds give equal answers. None: one by chance, which the answer's `seed` tells.
            repeat_penalty: divides the positive logits of tokens that are among the last ones, of prompt and answer,
                and multiplies the others. 1: none.
            frequency_penalty: is subtracted from their logits, once for each time.
            presence_penalty: is subtracted from their logits.
            repeat_last_n: how many the last ones are. -1: all.
            logit_bias: for each of these tokens, a number that is added to its logit. -inf: never this token.
            logprobs: give the logarithm of each token's probability, and of so many of the most likely ones. None:
                neither.
            stop: a text or several that end the answer, and are no part of it. None: none.
            json_schema: the answer is JSON that this schema allows, a dict or its text; `json.loads` reads it if the
                answer's `stop` is "end". None: any text.
            grammar: the answer is a text of this grammar: GBNF, as llama.cpp has it, if its first rule has "::=",
                otherwise Lark. None: any text.
            draft_max: speculative decoding: guess at most so many of the next tokens, and check them in one step. The
                draft model guesses them; without one they are looked up in the text so far, so that texts which repeat
                themselves are made faster. 0: guess none. None: 15 with a draft model, and none without.
            adapters: scales of adapters by their names or numbers, such as {"style": 0.8}; the others have 0, and {} is
                the model without adapters. The name of "path/style.gguf" is "style". None: the scales of the option `lora`.
            timeout: seconds from the time on at which the request exists, after its form is compiled. A step of the model
                that begins later ends the answer, with the text so far and `stop` "timeout". None: any time.
            on_text: gets each piece of the answer once it is made. False ends the answer, any other result goes on.

        Raises:
            InvalidArgumentError: an empty prompt, a setting out of its range, a wrong schema or grammar, or messages
                that the template refuses.
            OutOfRangeError: the context is too small for the prompt.
            UnsupportedError: `adapters` with contiguous caches, whose texts all have the same scales.
            NotFoundError: messages for a model without a chat template.
        """
        tokens = self._tokens(prompt)
        settings = self._checked(
            tokens, max_tokens=max_tokens, temperature=temperature, top_k=top_k, typical_p=typical_p,
            top_p=top_p, min_p=min_p, seed=seed, repeat_penalty=repeat_penalty, frequency_penalty=frequency_penalty,
            presence_penalty=presence_penalty, repeat_last_n=repeat_last_n, logit_bias=logit_bias, logprobs=logprobs,
            stop=stop, json_schema=json_schema, grammar=grammar, draft_max=draft_max,
            adapters=adapters, timeout=timeout)
        return self._generate(tokens, _listener(on_text), settings)

    def generate_all(self, prompts: Iterable[Prompt], **settings: Any) -> List[Answer]:
        """Continues several prompts at the same time: a step of the model computes the next tokens of all of them.

            answers = lm.generate_all(["Who are you?", "What is this?"], max_tokens=100)

        Args:
            prompts: each as in `generate`.
            settings: those of `generate`, but for on_text, for all prompts.

        Raises:
            UnsupportedError: as in `submit`.
            Exception: those of `generate`, for the first prompt that has one.
        """
        if isinstance(prompts, (str, bytes, Mapping)) or not hasattr(prompts, "__iter__"):
            raise TypeError(f"prompts must be a list of prompts, got {type(prompts).__name__}")
        if "on_text" in settings:
            raise TypeError("generate_all has no on_text; submit gives each of several requests its own")
        requests = []
        for number, each in enumerate(prompts):
            try:
                requests.append(self.submit(each, **settings))
            except (Error, TypeError) as error:
                raise type(error)(f"prompt {number}: {error}") from error
        return [request.result() for request in requests]

    def submit(self, prompt: Prompt, *, on_text: Optional[Callable[[str], Any]] = None, **settings: Any) -> Request:
        """Asks for an answer beside others: a step of the model computes the next tokens of all requests.

            requests = [lm.submit(question, max_tokens=100) for question in questions]
            answers = [request.result() for request in requests]

        The model works while a thread waits for a result; several threads take turns. Requests that begin with equal
        tokens compute these once, in blocks of 64 tokens. The settings are those of `generate`.

        Args:
            prompt: a text, tokens, or messages, as in `generate`.
            on_text: gets each piece of the answer, in a thread that waits for a result. False ends the answer.

        Raises:
            UnsupportedError: the caches are for one text: the model is recurrent, or compiled with contiguous caches.
            Exception: those of `generate`.
        """
        tokens = self._tokens(prompt)
        checked = self._checked(tokens, **settings)
        return Request(self._model.submit(prompt=tokens, on_text=_listener(on_text), **checked),
                       lambda made: Answer(**made, seed=checked["seed"]))

    async def generate_async(self, prompt: Prompt, **settings: Any) -> Answer:
        """Continues a prompt, for coroutines: `submit` and its result, without blocking the event loop.

            answers = await asyncio.gather(*(lm.generate_async(each, max_tokens=100) for each in prompts))

        A thread of the model computes the next tokens of all requests in one step. A task that is cancelled ends its
        request. Event loops in several threads may use one model.

        Args:
            prompt: a text, tokens, or messages, as in `generate`.
            settings: those of `generate`, but for on_text: `stream_async` has the pieces.

        Raises:
            UnsupportedError: as in `submit`.
            Exception: those of `generate`.
        """
        if "on_text" in settings:
            raise TypeError("generate_async has no on_text: stream_async has the pieces")
        answer: Answer = await self._result_async(await self._submit_async(prompt, **settings))
        return answer

    async def _result_async(self, request: Request) -> Any:
        """The result of a request, in steps of the model's thread. A task that is cancelled cancels it."""
        loop = asyncio.get_running_loop()
        done: "asyncio.Future[None]" = loop.create_future()

        def end(error: Optional[BaseException]) -> None:
            if not done.done():  # else it is cancelled
                done.set_result(None) if error is None else done.set_exception(error)

        pending = self._stepper.add(request._request, loop, end)
        try:
            await done
        finally:
            pending.cancel()
        return request.result()

    async def _submit_async(self, prompt: Prompt, **settings: Any) -> Request:
        """`submit` in another thread, since a grammar takes its time. A request that nobody takes is cancelled."""
        return await _in_thread(lambda: self.submit(prompt, **settings))

    async def stream_async(self, prompt: Prompt, **settings: Any) -> AsyncIterator[str]:
        """The pieces of an answer as they are made, for coroutines.

            async for piece in lm.stream_async("Once upon a time", max_tokens=100):
                print(piece, end="")

        The request is one of those of `generate_async`. It ends if the task is cancelled, and once the iterator is closed
        (`contextlib.aclosing`) or no longer used. Errors are raised by the first piece or later ones, and not by the call.

        Args:
            prompt: a text, tokens, or messages, as in `generate`.
            settings: those of `generate`, but for on_text.

        Raises:
            UnsupportedError: as in `submit`.
            Exception: those of `generate`.
        """
        if "on_text" in settings:
            raise TypeError("stream_async has no on_text: iterate over its pieces")
        loop = asyncio.get_running_loop()
        pieces: "asyncio.Queue[Any]" = asyncio.Queue()

        def put(piece: str) -> None:
            call_in(loop, pieces.put_nowait, piece)

        request = await self._submit_async(prompt, on_text=put, **settings)
        pending = self._stepper.add(request._request, loop, pieces.put_nowait)
        try:
            while isinstance(piece := await pieces.get(), str):
                yield piece
        finally:
            pending.cancel()
        if piece is not None:
            raise piece
        request.result()  # raises its error

    def _checked(self, tokens: List[int], **settings: Any) -> Dict[str, Any]:
        """All settings as the extension takes them."""
        for name in settings:
            if name not in _SETTINGS:
                raise TypeError(f"LM has no setting '{name}'; there are {', '.join(_SETTINGS)}")
        if not tokens:
            raise InvalidArgumentError("the prompt is empty")
        checked = {name: check(settings.get(name, default), name) for name, (default, check) in _SETTINGS.items()}
        if checked["adapters"] is not None:
            checked["adapters"] = [(self._adapter(key), scale) for key, scale in checked["adapters"]]
        if checked["json_schema"] or checked["grammar"]:
            self._model.check_form(checked["json_schema"], checked["grammar"])
        return checked

    def _adapter(self, key: Union[str, int]) -> int:
        """The number of an adapter."""
        names = self._adapters
        found = [number for number, name in enumerate(names) if key in (number, name)]
        if len(found) != 1:
            why = "has several adapters" if found else "has no adapter"
            known = ", ".join(f"{number}: {name!r}" for number, name in enumerate(names)) or "none, as rlx.LM got no lora"
            raise InvalidArgumentError(f"the model {why} {key!r}; there are {known}")
        return found[0]

    def _generate(self, tokens: List[int], call: Callable[[str], bool], checked: Dict[str, Any]) -> Answer:
        """`call` also gets empty pieces: it is asked whether the answer goes on."""
        return Answer(**self._model.generate(prompt=tokens, on_text=call, **checked), seed=checked["seed"])

    def stream(self, prompt: Prompt, **settings: Any) -> Iterator[str]:
        """The pieces of an answer as they are made. The settings are those of `generate`, but for on_text.

        The model works in a thread beside the caller. An iterator that is closed, or no longer used, ends the answer.
        """
        if "on_text" in settings:
            raise TypeError("stream has no on_text: iterate over its pieces")
        tokens = self._tokens(prompt)
        return self._pieces(tokens, self._checked(tokens, **settings))

    def _pieces(self, tokens: List[int], checked: Dict[str, Any]) -> Iterator[str]:
        _check_not_listening()
        pieces: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
        is_closed = threading.Event()

        def put(piece: str) -> bool:
            if piece:
                pieces.put(piece)
            return not is_closed.is_set()

        def work() -> None:
            try:
                self._generate(tokens, put, checked)
                pieces.put(None)
            except BaseException as error:
                pieces.put(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            while True:
                piece = pieces.get()
                if piece is None:
                    return
                if isinstance(piece, BaseException):
                    raise piece
                yield piece
        finally:
            is_closed.set()
            thread.join()

    def score(self, prompt: Prompt, *, first: int = 1) -> List[float]:
        """How likely a text is: the natural logarithm of the model's probability of each token, behind those before it.

        `math.exp(-sum(scores) / len(scores))` is the perplexity. The model keeps the text, as after `generate`: texts
        with a common begin before `first` compute it once.

        Args:
            prompt: a text, tokens, or messages, as in `generate`.
            first: the first token that counts; at least 1, since a probability needs a token before it.

        Raises:
            InvalidArgumentError: `first` is not from 1 to the number of tokens.
            OutOfRangeError: the context is too small.
        """
        tokens = self._tokens(prompt)
        return self._model.score(tokens, _check.count(first, "first", 63))

    def submit_score(self, prompt: Prompt, *, first: int = 1) -> Request:
        """`score` as a request beside answers, in the same steps of the model. The model keeps its text.

            request = lm.submit_score("The capital of Cuba is Havana.")
            print(request.result())  # as `score` gives it

        Raises:
            UnsupportedError: as in `submit`.
            Exception: those of `score`.
        """
        return Request(self._model.submit_score(self._tokens(prompt), _check.count(first, "first", 63)), lambda made: made)

    async def score_async(self, prompt: Prompt, *, first: int = 1) -> List[float]:
        """`score` for coroutines: a request beside those of `generate_async`.

        Raises:
            UnsupportedError: as in `submit`.
            Exception: those of `score`.
        """
        scores: List[float] = await self._result_async(await _in_thread(lambda: self.submit_score(prompt, first=first)))
        return scores

    def submit_embed(self, prompt: Prompt, *, pooling: Optional[str] = None) -> Request:
        """`embed` of one text as a request beside answers, in the same steps of the model.

        Raises:
            UnsupportedError: as in `submit`, and for encoders: their `embed` computes several texts at the same time.
            Exception: those of `embed`.
        """
        import numpy as np

        number = _pooling(pooling)
        return Request(self._model.submit_embed(self._tokens(prompt), number), lambda made: np.array(made, dtype=np.float32))

    async def embed_async(self, prompt: Prompt, *, pooling: Optional[str] = None) -> "np.ndarray[Any, Any]":
        """`embed` of one text for coroutines: a request beside those of `generate_async`.

        Raises:
            UnsupportedError: as in `submit_embed`.
            Exception: those of `embed`.
        """
        vector: "np.ndarray[Any, Any]" = await self._result_async(
            await _in_thread(lambda: self.submit_embed(prompt, pooling=pooling)))
        return vector

    def embed(self, prompt: Union[Prompt, Sequence[str]], *, pooling: Optional[str] = None) -> "np.ndarray[Any, Any]":
        """The vector of a text, of length 1: those of similar texts point in similar directions.

        The dot product of two vectors is the similarity of their texts, as far as the model is made for it.

        Args:
            prompt: a text, tokens, or messages, as in `generate`. Or a list of texts, whose vectors are the rows of
                the result; encoders compute several at the same time.
            pooling: "mean", the mean of the tokens' hidden states, "first" or "cls", that of the first token, or
                "last", that of the last one. None: that of the model, and the mean if it has none.

        Raises:
            InvalidArgumentError: the text has no token.
            OutOfRangeError: the context is too small.
            UnsupportedError: the file has another pooling.
        """
        import numpy as np

        number = _pooling(pooling)
        several = not isinstance(prompt, (str, bytes, Mapping)) and hasattr(prompt, "__iter__")
        items: List[Any] = list(prompt) if several else []
        if items and isinstance(items[0], str):
            texts = [self._encode(each) for each in items]
            vectors = self._model.embed(texts, number)
            return np.array(vectors, dtype=np.float32).reshape(len(texts), -1)
        whole: Any = items if several else prompt
        return np.array(self._model.embed([self._tokens(whole)], number), dtype=np.float32)

    def load_adapter(self, path: Union[str, "os.PathLike[str]"], adapter: Union[str, int] = 0) -> None:
        """Puts another adapter (LoRA) in place of one that the model is compiled with, without compiling.

            lm = rlx.LM("model.gguf", lora="style.gguf")
            lm.load_adapter("facts.gguf", "style")     # from now on it is called "facts"

        Its scale stays. The model forgets its text, and prepares the adapter's matrices, not its own weights.

        Args:
            path: a .gguf file for a .gguf model, or a folder of PEFT for a folder. It may change the matrices that the
                adapter in its place changes, or some of them, with the same rank or a smaller one.
            adapter: the name or the number of the adapter in its place.

        Raises:
            InvalidArgumentError: another matrix, a larger rank, or an adapter of another model.
            UnsupportedError: the adapter in the model has several ranks, or the other one is no plain LoRA.
            FailedPreconditionError: requests are not done.
        """
        number = self._adapter(adapter)
        file = os.path.abspath(_check.path(path, "path"))
        self._model.load_adapter(number, file)
        self._adapters[number] = _stem(file)

    def encode(self, text: str, *, control: bool = True) -> List[int]:
        """The tokens of a text, with the token that begins a text if the model wants one.

        Args:
            control: whether the text of a control token, such as "<|im_end|>", is that token.
        """
        return self._model.encode(_utf8(text, "text"), _check.flag(control, "control"))

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of tokens, without control tokens. A sequence of UTF-8 that is not whole becomes U+FFFD."""
        return self._model.decode(_numbers(tokens)).decode("utf-8", errors="replace")

    def render(self, messages: Sequence[Mapping[str, str]]) -> str:
        """The text of messages and of the begin of an answer, by the model's chat template.

        Raises:
            NotFoundError: the model has no chat template.
            InvalidArgumentError: the template refuses the messages.
        """
        if isinstance(messages, (str, bytes, Mapping)) or not hasattr(messages, "__iter__"):
            raise TypeError(f"messages must be a list of dicts, got {type(messages).__name__}")
        pairs: List[Tuple[str, str]] = []
        for message in messages:
            if not isinstance(message, Mapping) or not {"role", "content"} <= set(message):
                raise TypeError(f'a message must be a dict with "role" and "content", got {message!r}')
            for key in set(message) - {"role", "content"}:
                raise TypeError(f'a message has "role" and "content" only, got {key!r} in {message!r}')
            pairs.append((_text(message["role"], "the role of a message"),
                          _text(message["content"], "the content of a message")))
        return self._model.render(pairs)

    def _encode(self, text: str) -> List[int]:
        """`encode`, unless the size alone shows that the text does not fit."""
        self._model.check_text_size(len(_utf8(text, "text").encode()))
        return self.encode(text)

    def _tokens(self, prompt: Prompt) -> List[int]:
        if isinstance(prompt, str):
            return self._encode(prompt)
        if isinstance(prompt, (bytes, Mapping)) or not hasattr(prompt, "__iter__"):
            raise TypeError(f"prompt must be a str, tokens, or a list of messages, got {type(prompt).__name__}")
        items: List[Any] = list(prompt)
        if items and isinstance(items[0], Mapping):
            return self._encode(self.render(items))
        if items and isinstance(items[0], str):
            raise TypeError("prompt is a list of texts; generate_all takes several prompts")
        return _numbers(items)

    @property
    def context(self) -> int:
        """The most tokens of a text, prompt and answer."""
        return self._model.context()

    @property
    def vocabulary_size(self) -> int:
        """The number of tokens in the vocabulary."""
        return self._model.vocabulary_size()

    def close(self) -> None:
        """Frees the model. Calls are errors from then on. Answers in other threads, and those that coroutines wait for, must
        have ended.

        Raises:
            FailedPreconditionError: one has not.
        """
        self._stepper.close()
        self._model.close()
        self._is_closed = True

    def __enter__(self) -> "LM":
        return self

    def __exit__(self, *error: Any) -> None:
        self._stepper.cancel()  # nobody can take these answers
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("cannot pickle or copy an rlx.LM; make one in each process, by its path")

    def __repr__(self) -> str:
        return f"<rlx.LM {os.path.basename(os.path.normpath(self._path))!r}{', closed' if self._is_closed else ''}>"


def _model_path(value: Any, what: str) -> str:
    """The path of a language model."""
    path = _check.path(value, what)
    if not path.lower().endswith(".gguf") and not is_model_folder(path):
        if not os.path.exists(path):
            raise NotFoundError(f"there is no file or folder '{path}'; nothing is downloaded")
        raise ValueError(f"{what} must be the path of a .gguf file or of a model's folder, which have the vocabulary, "
                         f"got {path!r}; rlx.compile takes other models, and rlx.load packages")
    return path


def _listener(on_text: Optional[Callable[[str], Any]]) -> Callable[[str], bool]:
    """The function that the extension calls, with empty pieces, too."""
    if on_text is not None and not callable(on_text):
        raise TypeError(f"on_text must be a function, got {on_text!r}")

    def call(piece: str) -> bool:
        if not piece or on_text is None:
            return True
        outer, _listening.is_active = _is_listening(), True
        try:
            return on_text(piece) is not False
        finally:
            _listening.is_active = outer

    return call


_listening = threading.local()  # is_active: this thread is in an on_text


def _is_listening() -> bool:
    return getattr(_listening, "is_active", False)


def _check_not_listening() -> None:
    """For calls that work in other threads, which would wait for the step of this one."""
    if _is_listening():
        raise FailedPreconditionError("a language model is called in an on_text; of its calls only submit is possible there")


async def _in_thread(submit: Callable[[], Request]) -> Request:
    """Submits in another thread, which may take its time."""
    _check_not_listening()
    return await asyncio.get_running_loop().run_in_executor(submitters(), submit)


def _pooling(name: Optional[str]) -> int:
    """The number of a pooling."""
    if name not in _POOLINGS:
        raise InvalidArgumentError(f'pooling must be "mean", "first", "cls", "last" or None, got {name!r}')
    return _POOLINGS[name]


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise TypeError(f"{what} must be a number, got {value!r}")
    return float(value)


def _utf8(value: Any, what: str) -> str:
    _check.name(value, what).encode()  # a surrogate is an error of Python
    return value


def _text(value: Any, what: str) -> str:
    """A str that C can take."""
    if "\0" in _utf8(value, what):
        raise InvalidArgumentError(f"{what} has a null character: {value!r}")
    return value


def _at_least_one(value: Any, what: str, otherwise: str) -> int:
    """A count, or 0 for None, which stands for `otherwise`."""
    if value is None:
        return 0
    if _check.integer(value, what) < 1:
        raise InvalidArgumentError(f"{what} must be at least 1, or None for {otherwise}, got {value}")
    return _check.count(value, what, 63)


def _timeout(value: Any, what: str) -> float:
    """Seconds, or 0 for None."""
    seconds = 0.0 if value is None else _number(value, what)
    if value is not None and not seconds > 0:
        raise InvalidArgumentError(f"{what} must be above 0 seconds, or None for any time, got {value}")
    return seconds


def _scales(value: Any, what: str) -> Optional[List[Tuple[Union[str, int], float]]]:
    """Adapters by name or number, and their scales."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise TypeError(f"{what} must be a dict from names of adapters to scales, got {value!r}")
    return [(key if isinstance(key, str) else _check.count(key, f"the number of an adapter in {what}"),
             _number(scale, f"{what}[{key!r}]")) for key, scale in value.items()]


def _stem(path: str) -> str:
    """The name of a file without its folder and .gguf, or of a folder."""
    name = os.path.basename(os.path.normpath(path))
    return name[:-len(".gguf")] if name.lower().endswith(".gguf") else name


def _last_tokens(value: Any, what: str) -> int:
    if _check.integer(value, what) < -1:
        raise InvalidArgumentError(f"{what} must be -1, for all tokens, or more, got {value}")
    return -1 if value == -1 else _check.count(value, what, 63)


def _biases(value: Any, what: str) -> List[Tuple[int, float]]:
    if value is not None and not isinstance(value, Mapping):
        raise TypeError(f"{what} must be a dict from tokens to numbers, got {value!r}")
    return [(_check.count(token, f"a token of {what}", 32), _number(bias, f"{what}[{token}]"))
            for token, bias in (value or {}).items()]


def _stops(value: Any, what: str) -> List[str]:
    if isinstance(value, bytes) or not (value is None or isinstance(value, Iterable)):
        raise TypeError(f"{what} must be a text or a list of texts, got {value!r}")
    texts = [value] if isinstance(value, str) else value or ()
    stops = [_text(each, f"a text of {what}") for each in texts]
    if not all(stops):
        raise InvalidArgumentError(f"a text of {what} is empty")
    return stops


def _schema(value: Any, what: str) -> str:
    """The text of a schema, or "" for None."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        try:
            return json.dumps(value)
        except (TypeError, ValueError) as error:
            raise InvalidArgumentError(f"{what} is no JSON: {error}") from error
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a dict or the text of a schema, got {type(value).__name__}")
    return _text(value, what) or " "  # an error of the compiler


def _grammar(value: Any, what: str) -> str:
    """The text of a grammar, or "" for None."""
    return "" if value is None else _text(value, what) or " "


# The settings of an answer: the default, and the function that checks a value.
_SETTINGS: Dict[str, Tuple[Any, Callable[[Any, str], Any]]] = {
    "max_tokens": (None, lambda value, what: _at_least_one(value, what, "any number")),
    "temperature": (0.8, _number),
    "top_k": (40, lambda value, what: _check.count(value, what, 63)),
    "typical_p": (1.0, _number),
    "top_p": (0.95, _number),
    "min_p": (0.05, _number),
    "seed": (0, lambda value, what: random.SystemRandom().getrandbits(32) if value is None else _check.count(value, what, 64)),
    "repeat_penalty": (1.0, _number),
    "frequency_penalty": (0.0, _number),
    "presence_penalty": (0.0, _number),
    "repeat_last_n": (64, _last_tokens),
    "logit_bias": (None, _biases),
    "logprobs": (None, lambda value, what: -1 if value is None else _check.count(value, what, 31)),
    "stop": (None, _stops),
    "json_schema": (None, _schema),
    "grammar": (None, _grammar),
    "draft_max": (None, lambda value, what: -1 if value is None else _check.count(value, what, 63)),
    "adapters": (None, _scales),
    "timeout": (None, _timeout),
}


def _numbers(tokens: Any) -> List[int]:
    return [_check.count(token, "a token", 32) for token in tokens]
