"""What plays the jobs that came last, kept for the next: many short jobs of a few games make each game once.

Which jobs share their tools is for them to say (`Job.tools_key`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final

MOST_KEPT: Final = 32
"""How many are kept: more than a tuning looks at again and again at its end."""


class KeptTools:
    """The tools of the jobs that came last; the one unused longest makes room for a new one."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def of(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The tools of a job; None as its key means that no other job has the same."""
        if key is None:
            self._kept.clear()
            return make()
        if key not in self._kept:
            while len(self._kept) >= MOST_KEPT:
                self._kept.popitem(last=False)
            self._kept[key] = make()
        self._kept.move_to_end(key)
        return self._kept[key]
