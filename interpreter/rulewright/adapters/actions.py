"""A fixed numbering of every possible choice in a game: one number per site, option and candidate.

Actions are given as the seat may know them: pieces that it cannot see are one action, which takes one of them at
random. The ruleset bounds all candidates but numbers; these are in a given range.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.adapters.sight import TableSight
from rulewright.core.model.game import Blueprint, Game, State, read_code
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import OPTIONS, SEAT, SITE
from rulewright.observe.naming import hidden_option_key, thing_name, things_of

NUMBERS = range(32)
"""Which numbers an option about a number may have, unless something else is said."""

_HIDDEN = -2
_NOTHING = -1


class NumberBeyond(ValueError):  # noqa: N818 - what is wrong, stated as a sentence
    """An option is about a number outside the given range."""

    @classmethod
    def of(cls, label: str, procedure: str, number: int, numbers: range) -> NumberBeyond:
        known = f"{numbers.start} to {numbers.stop - 1}"
        what = f"'{label}' of '{procedure}' can be {number}"
        return cls(f"{what}, not only {known}; give numbers=range(LEAST, MOST + 1)")


@dataclass(frozen=True, slots=True)
class Action:
    """One action: the site and option it belongs to, what it is about, and its name.

    The candidate is -1 if it is about nothing, and -2 if it is about any piece that is not seen.
    """

    site: int
    option: int
    candidate: int
    name: str


class Actions:
    """All actions of a game in a fixed order."""

    def __init__(self, game: Game, sight: TableSight, numbers: range = NUMBERS) -> None:
        self._game, self._sight = game, sight
        self.numbers = numbers
        self.all = tuple(
            action
            for site, info in enumerate(game.blueprint.sites)
            if not info.chance
            for option in range(len(info.labels))
            for action in _actions_of(game.blueprint, site, option, numbers)
        )
        self._places = {(each.site, each.option, each.candidate): at for at, each in enumerate(self.all)}

    def __len__(self) -> int:
        return len(self.all)

    def codes(self, state: State) -> dict[int, tuple[int, ...]]:
        """Map each action that the acting seat may choose to its option codes.

        Several codes are pieces that the seat cannot see. Raises NumberBeyond if an option's number is out of range.
        """
        blueprint, site, seat = self._game.blueprint, state[SITE], state[SEAT]
        found: dict[int, tuple[int, ...]] = {}
        for code in state[OPTIONS]:
            at, option, candidate = read_code(blueprint, site, code)
            domain = blueprint.sites[at].domains[option]
            about = candidate if domain else _NOTHING
            if isinstance(domain, PieceOf) and candidate >= 0 and self._sight.is_hidden(state, seat, candidate):
                about = _HIDDEN
            place = self._places.get((at, option, about))
            if place is None:
                info = blueprint.sites[at]
                raise NumberBeyond.of(info.labels[option], info.procedure, about, self.numbers)
            found[place] = (*found.get(place, ()), code)
        return found


def _actions_of(blueprint: Blueprint, site: int, option: int, numbers: range) -> list[Action]:
    """Return the actions of one option, in the order of what they are about."""
    info = blueprint.sites[site]
    domain, label = info.domains[option], info.labels[option]
    if not domain:
        candidates = [_NOTHING]
    elif domain == "number":
        candidates = list(numbers)
    else:
        candidates = [_NOTHING, *things_of(blueprint, domain)]  # "none" may be a candidate
    before = f"{info.procedure}: {label}"
    found = [
        Action(site, option, each, f"{before} {thing_name(blueprint, domain, each)}" if domain else before)
        for each in candidates
    ]
    if isinstance(domain, PieceOf):
        key = hidden_option_key(blueprint, site, option)
        found.append(Action(site, option, _HIDDEN, f"{info.procedure}: {key}"))
    return found
