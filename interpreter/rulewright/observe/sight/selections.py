"""A `pick` of several as one selection: its candidates as a seat may know them, and their number.

To the rules it is a series of decisions, in an order that reaches each set in one way. People are asked which of all
candidates they take; `play/session/selecting.py` translates this into choices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.game import Game, State
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import FRAME, FRAME_LOCALS, LABEL_BITS, LEAST_FREE_CODE, OPTIONS, RESUME, SEAT, SITE
from rulewright.core.model.parts_played import MOST_COUNTED, SeveralLocals
from rulewright.observe.naming import hidden_option_key, option_key
from rulewright.observe.sight.hiding import hidden_pieces
from rulewright.observe.sight.offers import Offer, offers, put_in_no_order

PICKED, ENOUGH = 0, 1
"""The options of a decision that is part of a selection: one more, or no more."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The things that may be marked, each separately, unseen pieces last, and their number.

    From `least` to `most` of them are marked. `picked` are those taken before, by choices already made. `beside` has
    the options that may be chosen instead.
    """

    site: int
    offers: tuple[Offer, ...]
    least: int
    most: int
    picked: tuple[int, ...]
    beside: tuple[Offer, ...]

    def fits(self, count: int) -> bool:
        """Return whether this many are as many as are wanted."""
        return self.least <= count <= self.most


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a selection so far.

    `candidates` are by the numbers that mark them, `marks` in the order in which they were set.
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
        """Return the marks with one more, if any fits, or with one less."""
        if number in self.marks:
            return tuple(each for each in self.marks if each != number)
        return self.marks if self.full else (*self.marks, number)


def wanted_told(selection: Selection, marked: int | str, language: str) -> str:
    """Return the text of how many are marked, and how many are needed."""
    least, most = selection.least, selection.most
    phrase = "marked_of" if least == most else "marked_up_to" if least == 0 else "marked_from_to"
    return phrases(language, "table")(phrase, marked=marked, least=least, most=most)


def locals_of(game: Game, state: State) -> SeveralLocals | None:
    """Return the locals of the `pick` of several that is asked about, None where something else is asked."""
    if state[FRAME] is None or state[SITE] >= len(game.blueprint.sites):
        return None
    return game.blueprint.sites[state[SITE]].several


def picked_by_now(game: Game, state: State, seat: int, site: int, asked: tuple[Any, ...]) -> tuple[int, ...] | None:
    """Return what a seat has picked since it was asked at a site, None if it is no longer asked.

    `asked` is the frame of the question. A new pick in the same place, in a loop, does not begin with the old one's
    picks.
    """
    of = locals_of(game, state)
    if of is None or state[SEAT] != seat or state[SITE] != site or state[FRAME][:RESUME] != asked[:RESUME]:
        return None
    before, picked = asked[FRAME_LOCALS + of.picked], state[FRAME][FRAME_LOCALS + of.picked]
    return picked if len(picked) > len(before) and picked[: len(before)] == before else None


def settled_with(game: Game, state: State, code: int) -> tuple[int, ...]:
    """Return the codes of the parts of a set that are settled together with one picked.

    They are all those left, if as many are needed. Parts reduced by a guard, or asked for next to a free action, are
    not included.
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
    """Return the selection of a seat that is asked for several at once, all by name for None.

    None if the decision is not of this kind.
    """
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


def _candidates(game: Game, state: State, seat: int | None, pool: tuple[int, ...]) -> tuple[list[Offer], list[Offer]]:
    """Return (candidates that a seat sees, candidates that it does not see).

    It cannot distinguish the latter.
    """
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
