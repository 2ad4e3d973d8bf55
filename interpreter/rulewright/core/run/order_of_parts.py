"""The next part of a statement `in any order`, where nobody needs to be asked.

The parts that are left are tried on copies, in every order and with every choice that the acting seat has in them. A
part that leads to all that any order leads to comes next by itself. Where too much would have to be tried, or somebody
else is asked on the way, or what must not be tried is left, the seat is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulewright.core.model.game import Blueprint, State
from rulewright.core.model.layout import (
    FRAME,
    HEADER,
    LABEL_BITS,
    LEAST_FREE_CODE,
    OPTIONS,
    OVER,
    PARENT,
    PROCEDURE,
    SEAT,
    SITE,
    STEPS,
)
from rulewright.core.model.limits import GameEnd
from rulewright.core.model.parts_played import PartsInfo

MOST_TRIED: Final = 100
"""How many choices are tried at most before the seat is asked."""
_LABEL: Final = (1 << LABEL_BITS) - 1
_Procedures = tuple[Callable[..., Any], ...]
NextPart = Callable[[State, tuple[Any, ...], int, int, list[int], _Procedures], int | None]


class _CannotTell(Exception):  # noqa: N818 - no error: the seat is asked
    """Raised where trying must not go on."""


def next_part_of(blueprint: Blueprint) -> NextPart:
    """Return the function that finds the next part in the games of a blueprint.

    It takes the state, the frame that asks, site, seat and the options open, and returns the code of the part that
    comes next, None if the seat is to be asked.
    """
    parts = {number: site.parts for number, site in enumerate(blueprint.sites) if site.parts is not None}
    trial = _Trial(parts)

    def next_part(
        S: State,  # noqa: N803
        frame: tuple[Any, ...],
        site: int,
        seat: int,
        options: list[int],
        P: _Procedures,  # noqa: N803
    ) -> int | None:
        return trial.next_part(S, frame, site, seat, options, P)

    return next_part


class _Trial:
    """A trial of parts, during which each choice between parts is one to try."""

    def __init__(self, parts: dict[int, PartsInfo]) -> None:
        self._parts = parts
        self._trying = False
        self._left = 0
        self._seat = -1

    def next_part(
        self, state: State, frame: tuple[Any, ...], site: int, seat: int, options: Sequence[int], run: _Procedures
    ) -> int | None:
        if any(code >= LEAST_FREE_CODE for code in options):
            return None
        loose, blind = self._parts.get(site, PartsInfo(frozenset(), frozenset()))
        if self._trying and any(code & _LABEL in blind for code in options):
            return None
        free = next((code for code in options if code & _LABEL in loose), None)
        if free is not None or len(options) == 1:
            return options[0] if free is None else free
        if self._trying or any(code & _LABEL in blind for code in options):
            return None
        begin = state[:]
        begin[FRAME], begin[SEAT], begin[SITE], begin[OPTIONS] = (None, *frame[1:]), seat, site, tuple(options)
        self._trying, self._left, self._seat = True, MOST_TRIED, seat
        try:
            ends = [self._ends(begin, code, run) for code in options]
        except _CannotTell:
            return None
        finally:
            self._trying = False
        every = set().union(*ends)
        return next((code for code, found in zip(options, ends, strict=True) if len(found) == len(every)), None)

    def _ends(self, before: State, code: int, run: _Procedures) -> set[tuple[Any, ...]]:
        """The tables at which the parts end once an option is chosen."""
        self._left -= 1
        if self._left < 0:
            raise _CannotTell
        state = before[:]
        while _asks(state, code, run):
            options = state[OPTIONS]
            if state[SEAT] != self._seat:
                raise _CannotTell
            parts = self._parts.get(state[SITE])
            if parts is not None and any(each < LEAST_FREE_CODE and each & _LABEL in parts.blind for each in options):
                raise _CannotTell
            if len(options) > 1:
                return set().union(*(self._ends(state, each, run) for each in options))
            code = options[0]
        return {(state[OVER], *state[HEADER:])}


def _asks(state: State, code: int, run: _Procedures) -> bool:
    """Choose an option, and return whether somebody is asked then, before the parts have ended."""
    state[STEPS] = 0
    frame = state[FRAME]
    try:
        while frame is not None:
            if run[frame[PROCEDURE]](state, frame, code):
                return True
            frame = frame[PARENT]
    except GameEnd:
        pass
    return False
