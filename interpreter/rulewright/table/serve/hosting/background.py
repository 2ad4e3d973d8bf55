"""Slow work done outside the event loop, so that one request does not delay others."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")


async def in_background(work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Return the result of some work done in a thread, or done at once inside a page, which has no threads."""
    if sys.platform == "emscripten":
        return work(*given, **named)
    return await asyncio.to_thread(work, *given, **named)


class BackgroundWork(set["asyncio.Future[None]"]):
    """A set of background work. Each item is held here until it is done, so that it is not collected early."""

    def begin(self, errand: Coroutine[Any, Any, None]) -> None:
        future = asyncio.ensure_future(errand)
        self.add(future)
        future.add_done_callback(self.discard)
