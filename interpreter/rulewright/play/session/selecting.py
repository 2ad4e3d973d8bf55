"""Conversion of a marked selection into choices: the rules ask for one thing after another, in their own order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.core.model.events import Settled
from rulewright.core.model.game import Build, Game, State, read_code
from rulewright.core.model.layout import FRAME, FRAME_LOCALS, OPTIONS, SEAT
from rulewright.core.model.parts_played import SeveralLocals
from rulewright.core.run.steps import IllegalChoice, clone, step
from rulewright.observe.sight.offers import Offer
from rulewright.observe.sight.selections import ENOUGH, PICKED, Selection, locals_of, picked_by_now
from rulewright.play.records.replay import key_of

_REFUSED = "these cannot be taken together"
_MOST_TRIED: Final = 30
"""How many decisions are gone on from to find out whether any set can be taken."""


def choices_of(
    game: Game, build: Build, state: State, selection: Selection, marked: Sequence[Offer], chance: random.Random
) -> list[tuple[int, str]]:
    """Return (code, key) of the choices that take what is marked, in a row. `state` is unchanged.

    They come in the order of the pool. Of things that are alike, the first that is offered stands for the next. Of
    pieces that the seat cannot see, chance takes as many as are marked. `build` is a traced one: it tells what is
    settled on the way. Raises IllegalChoice if the rules leave no way to take just those, LimitReached if they reach a
    limit.

    Where no way is found to take any others either, the choices lead to where nothing more can be picked, so that the
    effect ends as it does for a policy.
    """
    of = locals_of(game, state)
    if of is None or build.events is None or not selection.fits(len(marked)):
        raise IllegalChoice("mark the required number of options")
    try:
        return _taking(game, build, state, selection, marked, chance, of)
    except IllegalChoice:
        ended = _way_to_the_end(game, build, state, selection)
        if ended is None:
            raise
        return ended


def _taking(
    game: Game, build: Build, state: State, selection: Selection, marked: Sequence[Offer], chance: random.Random,
    of: SeveralLocals,
) -> list[tuple[int, str]]:  # fmt: skip
    """Return (code, key) of the choices that take what is marked. Raises IllegalChoice or LimitReached."""
    order = {each: place for place, each in enumerate(state[FRAME][FRAME_LOCALS + of.pool])}
    named = sorted((each.candidate for each in marked if not each.is_hidden), key=order.__getitem__)
    hidden = frozenset(code for each in marked if each.is_hidden for code in each.codes)
    wanted = _Wanted(game, state, selection.site, of.shared, order, named, len(marked) - len(named), hidden)
    now, codes = clone(state), list[tuple[int, str]]()
    while True:
        code = wanted.next(now, chance)
        codes.append((code, key_of(game, now, code)))
        if code == ENOUGH:
            return codes
        asked = now[FRAME]
        settled = _stepped(game, build, now, code, selection.site)
        wanted.take(code)
        for each in settled:
            if wanted.is_some:
                wanted.take(each)
        if picked_by_now(game, now, state[SEAT], selection.site, asked) is None:
            if wanted.is_some:
                raise IllegalChoice(_REFUSED)
            return codes


def _stepped(game: Game, build: Build, state: State, code: int, site: int) -> list[int]:
    """Make a choice, and return the codes settled automatically at the site after it."""
    assert build.events is not None
    build.events.clear()
    step(game, state, code, build=build)
    settled = [each.code for each in build.events if isinstance(each, Settled) and each.site == site]
    build.events.clear()
    return settled


def _way_to_the_end(game: Game, build: Build, state: State, selection: Selection) -> list[tuple[int, str]] | None:
    """Return the choices to a point where nothing more can be picked.

    Return None if some set can be picked, or if too few ways were tried to tell.
    """
    ended: list[tuple[int, str]] | None = None
    waiting: list[tuple[State, list[tuple[int, str]], int]] = [(state, [], 0)]
    for _ in range(_MOST_TRIED):
        if not waiting:
            break
        before, codes, count = waiting.pop()
        for code in reversed(before[OPTIONS]):
            if read_code(game.blueprint, selection.site, code).site != selection.site:
                continue
            now = clone(before)
            taken = [code, *_stepped(game, build, now, code, selection.site)]
            way, picked = [*codes, (code, key_of(game, before, code))], count + len(taken)
            if picked_by_now(game, now, state[SEAT], selection.site, before[FRAME]) is not None:
                waiting.append((now, way, picked))
            elif ENOUGH in taken or picked >= selection.least:
                return None
            else:
                ended = ended or way
    return ended


@dataclass(slots=True)
class _Wanted:
    """Marked things still to be taken: known candidates in the order of the pool, and the number of unseen ones."""

    game: Game
    state: State
    site: int
    shared: str
    order: dict[int, int]
    named: list[int]
    unseen: int
    hidden: frozenset[int]

    @property
    def is_some(self) -> bool:
        return bool(self.named or self.unseen)

    def next(self, now: State, chance: random.Random) -> int:
        """Return the code of the next choice."""
        options = now[OPTIONS]
        if not self.is_some:
            found = [ENOUGH] if ENOUGH in options else []
        elif self.named:
            found = [code for code in options if self._stands_for(code, self.named[0])][-1:]
        else:
            unseen = [code for code in options if code in self.hidden]
            found = [chance.choice(unseen)] if unseen else []
        if not found:
            raise IllegalChoice(_REFUSED)
        return found[0]

    def take(self, code: int) -> None:
        """Note that something is taken, by a choice or automatically. Raises IllegalChoice if it was not marked."""
        if code in self.hidden and self.unseen:
            self.unseen -= 1
            return
        stands_for = next((each for each in self.named if self._stands_for(code, each)), None)
        if stands_for is None:
            raise IllegalChoice(_REFUSED)
        self.named.remove(stands_for)

    def _stands_for(self, code: int, wanted: int) -> bool:
        """Whether an option takes what is wanted, or what is like it and comes before it."""
        at, option, candidate = read_code(self.game.blueprint, self.site, code)
        if at != self.site or option != PICKED or code in self.hidden:
            return False
        if candidate == wanted or not self.shared:
            return candidate == wanted
        if self.order[candidate] > self.order[wanted]:
            return False
        return self.shared == "distinct" or self._likeness(candidate) == self._likeness(wanted)

    def _likeness(self, piece: int) -> tuple[str, int, int]:
        blueprint = self.game.blueprint
        info = blueprint.pieces[piece]
        return info.design, info.owner, self.state[blueprint.faces + piece] if blueprint.face_names else 0
