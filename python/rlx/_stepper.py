# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The thread that runs a language model for coroutines: `Stepper`."""
import asyncio
import concurrent.futures
import os
import threading
from typing import Callable, List, Optional

from . import _rlx
from ._errors import FailedPreconditionError

End = Callable[[Optional[BaseException]], object]


class Pending:
    """A request that a coroutine of a loop waits for. `end` is called in the loop's thread, with the error of a step."""

    def __init__(self, request: "_rlx.Request", loop: asyncio.AbstractEventLoop, end: End):
        self.request = request
        self.loop = loop
        self.end = end
        self.is_wanted = True

    def cancel(self) -> None:
        self.is_wanted = False
        self.request.cancel()


class Stepper:
    """Runs steps of a model in a thread, while requests are not done. Without a request there is no thread."""

    def __init__(self, model: "_rlx.LanguageModel") -> None:
        self._model = model
        self._lock = threading.Lock()
        self._pending: List[Pending] = []
        self._thread: Optional[threading.Thread] = None
        self._process = os.getpid()  # of the thread

    def add(self, request: "_rlx.Request", loop: asyncio.AbstractEventLoop, end: End) -> Pending:
        """Works for the request, until it is done, cancelled, or its loop closed.

        Raises:
            FailedPreconditionError: this process is a fork of one whose coroutines waited.
        """
        pending = Pending(request, loop, end)
        with self._lock:
            if self._thread is not None and self._process != os.getpid():
                raise FailedPreconditionError("coroutines waited for this language model when the process was forked; make "
                                              "a model in each process")
            self._pending.append(pending)
            if self._thread is None:
                self._process = os.getpid()
                self._thread = threading.Thread(target=self._work, name="rlx.LM", daemon=True)
                self._thread.start()
        return pending

    def cancel(self) -> None:
        """Cancels all requests."""
        with self._lock:
            pending = list(self._pending)
        for each in pending:
            each.cancel()

    def close(self) -> None:
        """Waits for the end of cancelled requests, one step.

        Raises:
            FailedPreconditionError: a coroutine waits for a request, or another call for its end.
        """
        with self._lock:
            if any(each.is_wanted and not each.request.is_done() for each in self._pending):
                raise FailedPreconditionError("the language model is in use by a coroutine that waits for an answer")
            thread = self._thread
        if thread is threading.current_thread():
            raise FailedPreconditionError("the language model is in use by the request whose on_text closes it")
        while thread is not None and thread.is_alive():
            thread.join(0.02)
            if self._model.users > 1:  # the thread waits for another call
                raise FailedPreconditionError("the language model is in use by another call")

    def _work(self) -> None:
        while self._step():
            pass

    def _step(self) -> bool:
        """Whether there are more requests."""
        with self._lock:
            pending = list(self._pending)
            if not pending:
                self._thread = None
                return False
        error: Optional[BaseException] = None
        try:
            for each in pending:
                if each.is_wanted and each.loop.is_closed():
                    each.cancel()  # nobody waits any more
            pending[0].request.step()
        except BaseException as raised:  # such as no memory: nobody would step for the others
            error = raised
        ended = [each for each in pending if error is not None or each.request.is_done()]
        with self._lock:
            self._pending = [each for each in self._pending if each not in ended]
        for each in ended:
            call_in(each.loop, each.end, error)
        return True


def call_in(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *arguments: object) -> None:
    """Calls a function in the thread of a loop, unless the loop has ended."""
    try:
        loop.call_soon_threadsafe(function, *arguments)
    except RuntimeError:  # it is closed: its coroutines are gone
        pass


_submitters: Optional[concurrent.futures.ThreadPoolExecutor] = None


def submitters() -> concurrent.futures.ThreadPoolExecutor:
    """Threads that make requests. Those of a loop may all be taken by calls that wait for the answers."""
    global _submitters
    if _submitters is None:
        _submitters = concurrent.futures.ThreadPoolExecutor(max_workers=4, thread_name_prefix="rlx.LM.submit")
    return _submitters


def _forget_submitters() -> None:
    global _submitters
    _submitters = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_submitters)
