"""A `pick` of several as one selection: all that may be marked, as a seat may know it, and how many are wanted.

To the rules it is a series of decisions, in an order that reaches each set in one way. What people are asked is which
of all candidates they take; which choices that comes to is worked out in `play/session/selecting.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.game import Game, State
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import FRAME, FRAME_LOCALS, LABEL_BITS, LEAST_FREE_CODE, OPTIONS, RESUME, SEAT, SITE
from rulewright.core.model.program import MOST_COUNTED, SeveralLocals
from rulewright.observe.naming import hidden_option_key, option_key
from rulewright.observe.sight.hiding import hidden_pieces
from rulewright.observe.sight.offers import Offer, offers, put_in_no_order

PICKED, ENOUGH = 0, 1
"""The options of a decision that is part of a selection: one more, or no more."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What may be marked, each on its own, pieces that the seat cannot see last; how many, from `least` to `most`.

    `picked` are those taken before, by choices that have been made already. `beside` is what may be chosen instead.
    """

    site: int
    offers: tuple[Offer, ...]
    least: int
    most: int
    picked: tuple[int, ...]
    beside: tuple[Offer, ...]

    def fits(self, count: int) -> bool:
        """Whether this many are as many as are wanted."""
        return self.least <= count <= self.most


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked of a selection so far: the candidates by the numbers that mark them, and those of the marked ones
    in the order in which they were.
    """

    selection: Selection
    candidates: dict[int, Offer]
    marks: tuple[int, ...]

    @property
    def marked(self) -> tuple[Offer, ...]:
        return tuple(self.candidates[each] for each in self.marks)

    @property
    def full(self) -> bool:
        return len(self.marks) >= self.selection.most

    def toggled(self, number: int) -> tuple[int, ...]:
        """The marks with one more, if any fits, or with one less."""
        if number in self.marks:
            return tuple(each for each in self.marks if each != number)
        return self.marks if self.full else (*self.marks, number)


def wanted_told(selection: Selection, marked: int | str, language: str) -> str:
    """How many are marked, and how many are wanted."""
    least, most = selection.least, selection.most
    phrase = "marked_of" if least == most else "marked_up_to" if least == 0 else "marked_from_to"
    return phrases(language, "table")(phrase, marked=marked, least=least, most=most)


def locals_of(game: Game, state: State) -> SeveralLocals | None:
    """The locals of the `pick` of several that is asked about, None where something else is asked."""
    if state[FRAME] is None or state[SITE] >= len(game.blueprint.sites):
        return None
    return game.blueprint.sites[state[SITE]].several


def picked_by_now(game: Game, state: State, seat: int, site: int, asked: tuple[Any, ...]) -> tuple[int, ...] | None:
    """What a seat has picked of what it was asked for at a site in the frame `asked`; None once no more of it is asked.

    What is picked anew at the same place, in a loop, does not begin with what was.
    """
    of = locals_of(game, state)
    if of is None or state[SEAT] != seat or state[SITE] != site or state[FRAME][:RESUME] != asked[:RESUME]:
        return None
    before, picked = asked[FRAME_LOCALS + of.picked], state[FRAME][FRAME_LOCALS + of.picked]
    return picked if len(picked) > len(before) and picked[: len(before)] == before else None


def settled_with(game: Game, state: State, code: int) -> tuple[int, ...]:
    """The codes of the parts of a set that are settled with one that is picked: no more are left than are needed.

    What a guard leaves alone is not among them, nor what is asked for next to a free action.
    """
    of = locals_of(game, state)
    if of is None or code >= LEAST_FREE_CODE or code & ((1 << LABEL_BITS) - 1) != PICKED:
        return ()
    held = state[FRAME][FRAME_LOCALS:]
    pool, picked = held[of.pool], len(held[of.picked])
    if state[OPTIONS][-1] >= LEAST_FREE_CODE or len(pool) + picked > MOST_COUNTED:
        return ()
    place = pool.index(code >> LABEL_BITS)
    left = pool[place + 1 :] if of.is_in_order(held) else (*pool[:place], *pool[place + 1 :])
    needed = held[of.least] - picked - 1
    return tuple([each << LABEL_BITS | PICKED for each in left]) if len(left) == needed else ()


def selection_of(game: Game, state: State, seat: int | None) -> Selection | None:
    """What `seat` may mark if it is asked for several at once; all by name for None."""
    of = locals_of(game, state)
    if of is None or seat not in (None, state[SEAT]):
        return None
    frame, site = state[FRAME], state[SITE]
    held = frame[FRAME_LOCALS:]
    picked: tuple[int, ...] = held[of.picked]
    known, unseen = _candidates(game, state, seat, held[of.pool])
    left = len(known) + len(unseen)
    beside = tuple(each for each in offers(game, state, seat) if each.site != site)
    least = max(0, held[of.least] - len(picked))
    return Selection(site, (*known, *unseen), least, min(left, held[of.most] - len(picked)), picked, beside)


def _candidates(
    game: Game, state: State, seat: int | None, pool: tuple[int, ...]
) -> tuple[list[Offer], list[Offer]]:
    """The candidates that a seat sees, and those that it does not, of which it is not told which is which."""
    blueprint, site = game.blueprint, state[SITE]
    domain = blueprint.sites[site].domains[PICKED]
    hidden = hidden_pieces(game, state, seat) if isinstance(domain, PieceOf) else frozenset()
    known, unseen = [], []
    for each in pool:
        code = each << LABEL_BITS | PICKED
        if each in hidden:
            unseen.append(code)
        else:
            known.append(Offer(option_key(blueprint, site, code), site, PICKED, each, (code,)))
    put_in_no_order(blueprint, state, [known])
    key = hidden_option_key(blueprint, site, PICKED)
    return known, [Offer(key, site, PICKED, -1, tuple(unseen), True) for _ in unseen]
