# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs in a row, one computed while the next one is prepared: `Model.map`."""
import collections
from typing import Any, Iterable, Iterator, Mapping, Optional

from . import _check, _rlx


def mapped(pipeline: "_rlx.Pipeline", feeds: Iterable[Mapping[str, Any]], ahead: int) -> Iterator[dict]:
    """The results of runs on `feeds`, in order, of which `ahead` are queued.

    An error, of a run or of `feeds`, is raised when its turn has come.
    """
    queued: "collections.deque[Optional[Exception]]" = collections.deque()  # None, or the error of one that could not be queued
    items = iter(feeds)
    try:
        while True:
            while len(queued) <= ahead and not (queued and queued[-1] is not None):
                try:
                    pipeline.start(_check.feeds(next(items)))
                    queued.append(None)
                except StopIteration as end:
                    queued.append(end)
                except Exception as error:
                    queued.append(error)
            ended = queued.popleft()
            if isinstance(ended, StopIteration):
                return
            if ended is not None:
                raise ended
            yield pipeline.finish()
    finally:
        pipeline.close()
