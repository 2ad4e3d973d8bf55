"""An LRU cache of loaded games, so that many short jobs build each game only once.

A job states which others may share its tools (`Job.tools_key`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final

MOST_KEPT: Final = 32
"""How many are kept: more than a tuning looks at again and again at its end."""


class KeptTools:
    """The tools of the most recent jobs. The ones unused longest make room for new ones."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def of(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return the tools of a job, from the cache or newly made. A key of None empties the cache."""
        if key is None:
            self._kept.clear()
            return make()
        if key not in self._kept:
            while len(self._kept) >= MOST_KEPT:
                self._kept.popitem(last=False)
            self._kept[key] = make()
        self._kept.move_to_end(key)
        return self._kept[key]
