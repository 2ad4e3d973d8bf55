"""Look-ahead for a seat: the results of its options, as far as it could see them by choosing and taking back.

A choice that could not be taken back is not looked at, for that would show what is hidden. What happens when the
answers of all are revealed is foreseen by nobody either, not even that it comes to a limit.
"""

from __future__ import annotations

from rulewright.core.model.game import Build, Game
from rulewright.core.model.layout import FRAME, SEALED, SEAT, SITE
from rulewright.core.run.atoms import LimitReached
from rulewright.observe.sight.foreseen import (
    OptionForeseen,
    changed_between,
    marks_of,
    moved_between,
    numbers_of,
    placed_between,
)
from rulewright.observe.sight.offers import Offer, offers
from rulewright.observe.sight.selections import locals_of
from rulewright.play.records.replay import key_of
from rulewright.play.session.drafts import Draft

MOST_FORESEEN = 30
"""Of more options than this nothing is foreseen unless one is asked for: each costs as much as a choice."""


def foresee(game: Game, build: Build, draft: Draft, seat: int, only: int | None = None) -> tuple[OptionForeseen, ...]:
    """Return the result of each option of a seat that is about nothing hidden, on top of its draft.

    With `only`, a code, only the option of that code is tried, however many there are.
    """
    open_now = _open_to(game, draft, seat)
    if only is not None:
        open_now = tuple(each for each in open_now if each.codes[0] == only)
    elif len(open_now) > MOST_FORESEEN:
        return ()
    known, marks = numbers_of(game, draft.last, seat), marks_of(game, draft.last, seat)
    found = []
    for each in open_now:
        try:
            trial = _tried(game, build, draft, seat, each.codes[0])
        except LimitReached:
            if draft.last[SEALED] is not None:
                found.append(OptionForeseen(each, (), -1, (), (), {}))
            continue
        if trial is not None:
            next_asked = _open_to(game, trial, seat) if not trial.held else ()
            site = trial.last[SITE] if next_asked else -1
            moved = moved_between(known, draft.last, trial.state)
            then = trial.moments[-1].outcome.before_others or trial.state  # what others have to do is not a part of it
            placed = placed_between(marks, draft.last, then)
            changed = changed_between(game, marks, draft.last, then)
            found.append(OptionForeseen(each, moved, site, next_asked, placed, changed))
    return tuple(found)


def keys_ahead(game: Game, build: Build, draft: Draft, seat: int, first: int, then: int) -> tuple[str, str] | None:
    """Return (key, key) of an option that can be taken back and one after it, by their codes, or None if not open."""
    if not any(first in each.codes for each in _open_to(game, draft, seat)):
        return None
    try:
        trial = _tried(game, build, draft, seat, first)
    except LimitReached:
        return None
    if trial is None or trial.held or not any(then in each.codes for each in _open_to(game, trial, seat)):
        return None
    return key_of(game, draft.last, first), key_of(game, trial.last, then)


def _open_to(game: Game, draft: Draft, seat: int) -> tuple[Offer, ...]:
    """Return the open options of a seat, or () where several things are picked at once."""
    state = draft.last
    if state[FRAME] is None or state[SEAT] != seat or locals_of(game, state) is not None:
        return ()
    return tuple(each for each in offers(game, state, seat) if not each.is_hidden)


def _tried(game: Game, build: Build, draft: Draft, seat: int, code: int) -> Draft | None:
    """Return a copy of a seat's draft with one more choice, or None if it could not be taken back.

    Raises LimitReached if the rules run into a limit.
    """
    trial = draft.copy()
    return trial if trial.choose(game, build, seat, key_of(game, draft.last, code)) else None
