"""Which choices a selection of several comes to: the rules ask for one after another, in an order of their own."""

from __future__ import annotations

import random
from collections.abc import Container, Mapping, Sequence

from rulewright.model.game import Game, State, read_code
from rulewright.model.layout import FRAME, FRAME_LOCALS, OPTIONS, SEAT, SITE
from rulewright.observe.offers import Offer
from rulewright.observe.selections import ENOUGH, PICKED, Selection, locals_of, picked_by_now
from rulewright.play.replay import choice_of
from rulewright.run.steps import IllegalChoice, clone, step


def choices_of(
    game: Game, state: State, selection: Selection, marked: Sequence[Offer], chance: random.Random
) -> list[tuple[int, str]]:
    """The option codes and keys of the choices that take what is marked, in a row; `state` stays as it is.

    They come in the order of the pool; of what is alike, the first that is offered stands for the next. Of pieces that
    the seat cannot see chance takes as many as are marked. Raises IllegalChoice where the rules leave no way to take
    just those, and LimitReached.
    """
    of = locals_of(game, state)
    if of is None or not selection.fits(len(marked)):
        raise IllegalChoice("as many have to be marked as are wanted")
    order = {each: place for place, each in enumerate(state[FRAME][FRAME_LOCALS + of.pool])}
    named = sorted((each.candidate for each in marked if not each.is_hidden), key=order.__getitem__)
    hidden = {code for each in marked if each.is_hidden for code in each.codes}
    wanted = [order[each] for each in named] + [-1] * (len(marked) - len(named))
    now, codes, so_far = clone(state), list[tuple[int, str]](), selection.picked
    picked: tuple[int, ...] | None = so_far
    while picked is not None:
        done = len(picked) - len(so_far)
        code = _next(game, now, order, wanted[done], hidden, chance) if done < len(wanted) else ENOUGH
        if code is None or code not in now[OPTIONS]:
            raise IllegalChoice("these cannot be taken together")
        codes.append((code, choice_of(game, now, code).choose))
        if code == ENOUGH:
            return codes
        asked = now[FRAME]
        step(game, now, code)
        picked = picked_by_now(game, now, state[SEAT], selection.site, asked)
    return codes  # what was left was settled: there was no other choice


def _next(
    game: Game, state: State, order: Mapping[int, int], place: int, hidden: Container[int], chance: random.Random
) -> int | None:
    """The code that takes what is at a place of the pool, -1 for something unseen; None if there is none."""
    if place < 0:
        unseen = [code for code in state[OPTIONS] if code in hidden]
        return chance.choice(unseen) if unseen else None
    read = [(read_code(game.blueprint, state[SITE], code), code) for code in state[OPTIONS] if code not in hidden]
    of = [(order[each.candidate], code) for each, code in read if each.site == state[SITE] and each.option == PICKED]
    return max((each for each in of if each[0] <= place), default=(0, None))[1]
