# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The thread that runs a language model for coroutines: `Stepper`."""
import asyncio
import threading
from typing import Callable, List, Optional

from . import _rlx
from ._errors import FailedPreconditionError

OnDone = Callable[[Optional[BaseException]], None]


class Pending:
    """A request that a coroutine waits for."""

    def __init__(self, request: "_rlx.Request", on_done: OnDone):
        self.request = request
        self.on_done = on_done
        self.is_wanted = True

    def cancel(self) -> None:
        self.is_wanted = False
        self.request.cancel()


class Stepper:
    """Runs steps of a model in a thread, while requests are not done. Without a request there is no thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pending: List[Pending] = []
        self._thread: Optional[threading.Thread] = None

    def add(self, request: "_rlx.Request", on_done: OnDone) -> Pending:
        """Works for the request. The thread calls `on_done` once it is done, or with the error of a step."""
        pending = Pending(request, on_done)
        with self._lock:
            self._pending.append(pending)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="rlx.LM", daemon=True)
                self._thread.start()
        return pending

    def close(self) -> None:
        """Waits for the end of cancelled requests.

        Raises:
            FailedPreconditionError: a coroutine waits for a request.
        """
        with self._lock:
            if any(each.is_wanted and not each.request.is_done() for each in self._pending):
                raise FailedPreconditionError("the language model is in use by a coroutine that waits for an answer")
            thread = self._thread
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        while True:
            with self._lock:
                pending = list(self._pending)
                if not pending:
                    self._thread = None
                    return
            error: Optional[BaseException] = None
            try:
                pending[0].request.step()
            except BaseException as raised:  # such as no memory: nobody would step for the others
                error = raised
            ended = [each for each in pending if error is not None or each.request.is_done()]
            with self._lock:
                self._pending = [each for each in self._pending if each not in ended]
            for each in ended:
                each.on_done(error)
            del pending, ended, error


def call_in(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *arguments: object) -> None:
    """Calls a function in the thread of a loop, unless the loop has ended."""
    try:
        loop.call_soon_threadsafe(function, *arguments)
    except RuntimeError:  # it is closed: its coroutines are gone
        pass
