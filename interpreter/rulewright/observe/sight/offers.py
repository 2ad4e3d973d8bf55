"""The options of a seat as it may know them: the one list for screens, pages and views.

Options about pieces the seat cannot see are grouped, not named: which of them is open, and their order, reveals
nothing. The choice of such an offer takes one of its codes at random.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright.core.model.game import Blueprint, Game, State, read_code
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, SEAT, SITE
from rulewright.observe.naming import hidden_option_key, option_key
from rulewright.observe.sight.hiding import hidden_pieces
from rulewright.observe.sight.sight import members

_LARGEST = 9_999
"""A larger number is too long to choose by."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer: its key, the site and number of its option, and the option codes it stands for.

    `candidate` is the number or thing it is about, -1 for none or for hidden pieces. An offer of hidden pieces has the
    codes of all of them, any other offer has one code.
    """

    key: str
    site: int
    option: int
    candidate: int
    codes: tuple[int, ...]
    is_hidden: bool = False

    def code(self, chance: random.Random) -> int:
        """Return the option code to choose: one at random if the seat cannot tell the pieces apart."""
        return self.codes[0] if len(self.codes) == 1 else chance.choice(self.codes)


def number_about(blueprint: Blueprint, site: int, code: int) -> int | None:
    """Return the number that an option is about, None for one about a thing or nothing."""
    answer = read_code(blueprint, site, code)
    return answer.candidate if blueprint.sites[answer.site].domains[answer.option] == "number" else None


def list_numbers(blueprint: Blueprint, site: int, codes: Sequence[int]) -> list[int]:
    """Return the numbers by which the options of a list are chosen, in their order.

    An option about a number has that number, so that typing 4 never means another one. If several are about one number,
    and for all others, the list counts on from 1 and skips the numbers used this way.
    """
    about = [number_about(blueprint, site, code) for code in codes]
    own = {each for each, count in Counter(about).items() if each is not None and count == 1 and 0 <= each <= _LARGEST}
    counted = (number for number in itertools.count(1) if number not in own)
    return [each if each is not None and each in own else next(counted) for each in about]


def offers(game: Game, state: State, seat: int | None) -> tuple[Offer, ...]:
    """Return a seat's offers in the decision of `state`, all by name for None.

    Empty for a seat that is not asked.
    """
    if state[FRAME] is None or seat not in (None, state[SEAT]):
        return ()
    blueprint, site = game.blueprint, state[SITE]
    hidden = hidden_pieces(game, state, seat)
    groups: dict[tuple[int, int], list[Offer]] = {}
    unseen: dict[tuple[int, int], list[int]] = {}
    for code in state[OPTIONS]:
        at, option, candidate = read_code(blueprint, site, code)
        named = groups.setdefault((at, option), [])
        domain = blueprint.sites[at].domains[option]
        if isinstance(domain, PieceOf) and candidate in hidden:
            unseen.setdefault((at, option), []).append(code)
        else:
            known = candidate if domain else -1
            named.append(Offer(option_key(blueprint, site, code), at, option, known, (code,)))
    for (at, option), codes in unseen.items():
        key = hidden_option_key(blueprint, at, option)
        groups[at, option].append(Offer(key, at, option, -1, tuple(codes), True))
    put_in_no_order(blueprint, state, groups.values())
    return tuple(offer for group in groups.values() for offer in group)


def put_in_no_order(blueprint: Blueprint, state: State, groups: Iterable[list[Offer]]) -> None:
    """Put offers of pieces in the order in which their zone shows them.

    Where chance has placed the pieces, that is one which does not reveal how.
    """
    orders: dict[int, Sequence[int]] = {}
    for family in blueprint.families:
        if family.mixed or family.places:
            orders |= dict.fromkeys((slot for _, slot in members(blueprint, family, state[N_SEATS])), family.places)
    for group in groups:
        ranked = []
        for place, each in enumerate(group):
            is_piece = each.candidate >= 0 and isinstance(blueprint.sites[each.site].domains[each.option], PieceOf)
            slot = state[blueprint.piece_zone + each.candidate] if is_piece else -1
            if slot in orders:
                rank = orders[slot][each.candidate] if orders[slot] else 0
                ranked.append((rank, each.candidate, place, each))
        places = sorted(place for _, _, place, _ in ranked)
        for place, (*_, offer) in zip(places, sorted(ranked, key=lambda each: each[:2]), strict=True):
            group[place] = offer
