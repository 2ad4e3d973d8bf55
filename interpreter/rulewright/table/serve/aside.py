"""What takes long is done next to the loop that answers, so that it holds up nobody else."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")


async def aside(work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """The result of some work, done in a thread; inside a page, which has none, at once."""
    if sys.platform == "emscripten":
        return work(*given, **named)
    return await asyncio.to_thread(work, *given, **named)


class Errands(set["asyncio.Future[None]"]):
    """What goes on beside everything else; each is held until it is done."""

    def begin(self, errand: Coroutine[Any, Any, None]) -> None:
        future = asyncio.ensure_future(errand)
        self.add(future)
        future.add_done_callback(self.discard)
