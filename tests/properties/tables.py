"""Which tables a shipped ruleset allows: its legal choices of modules, and who sits there under which settings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import rulewright as rw
from rulewright.core.load.bundled import BASE
from rulewright.core.load.folder import read_ruleset
from rulewright.core.load.modules import choose_modules
from rulewright.core.model.game import Game, State, read_code
from rulewright.core.model.layout import OPTIONS, SITE
from rulewright.core.model.seats import ruled_setting
from rulewright.core.pipeline import shipped_names, shipped_root

WHOLE = ("base", "belt", "luna", "missions", "threats")
"""The largest choice of modules of Skymines; default tests that want one take this, built once for all."""
Table = tuple[int, int]
"""How many seats, and how many of them the rules play."""


@cache
def selections(ruleset: str) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """The legal choices of modules, and those that are refused."""
    source = read_ruleset(shipped_root() / ruleset)
    names = [module.id for module in source.modules if module.id != BASE]
    legal: dict[tuple[str, ...], None] = {}
    refused = []
    for size in range(len(names) + 1):
        for chosen in combinations(names, size):
            modules, found = choose_modules(source, (BASE, *chosen), None)
            if found:
                refused.append((BASE, *chosen))
            else:
                legal[tuple(module.id for module in modules)] = None
    return tuple(legal), tuple(refused)


@cache
def game_of(ruleset: str, modules: tuple[str, ...]) -> Game:
    return rw.load_game(ruleset, modules=modules)


def tables_of(game: Game) -> Iterator[Table]:
    """Every number of seats, and of those that the rules play; at least one is left to a person."""
    blueprint = game.blueprint
    setting = ruled_setting(blueprint)
    for seats in range(blueprint.min_seats, blueprint.max_seats + 1):
        for ruled in range(setting.low, min(setting.high, seats - 1) + 1) if setting is not None else (0,):
            yield seats, ruled


def settings_of(game: Game, ruled: int, number: int, chance: random.Random) -> dict[str, str | int]:
    """Values for all settings: numbers by turns with the number of the game, names by lot."""
    found: dict[str, str | int] = {}
    for setting in game.blueprint.settings.values():
        if setting.ruled_seats:
            found[setting.id] = ruled
        elif setting.values:
            found[setting.id] = chance.choice(setting.values)
        else:
            found[setting.id] = setting.low + number % (setting.high - setting.low + 1)
    return found


ALL = tuple((ruleset, modules) for ruleset in shipped_names() for modules in selections(ruleset)[0])
"""Every legal choice of modules of every shipped ruleset."""


def has_choice(game: Game, state: State) -> bool:
    """Whether the seat asked has more than one option, or a single one that is to be confirmed."""
    options = state[OPTIONS]
    if len(options) != 1:
        return len(options) > 1
    site, option, _ = read_code(game.blueprint, state[SITE], options[0])
    return option in game.blueprint.sites[site].confirmed
