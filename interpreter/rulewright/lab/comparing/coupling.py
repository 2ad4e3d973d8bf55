"""The same chance for two rulesets: it depends on names of things, never on their position in a list.

Streams of chance are named already (`core/model/chance.py`). Two things still separate games that the rules do not: a
policy's draw, which depends here on the decision's content, and a shuffle, which here gives each piece its place by its
own key, so that one more card does not reshuffle all others.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import Any

from rulewright.core.model.chance import MASK, hash_of, mixed, mixed_with
from rulewright.core.model.events import Shuffled
from rulewright.core.model.game import Blueprint, Build, Game, State
from rulewright.core.model.layout import SEAT, SEED, SITE
from rulewright.core.run.build import replace_atom, traced_build
from rulewright.observe.naming import option_key
from rulewright.observe.words.progress import round_counter


class Keys:
    """The hashes of the names of a ruleset's sites and options, cached."""

    def __init__(self, blueprint: Blueprint) -> None:
        self._blueprint = blueprint
        self._options: dict[tuple[int, int], int] = {}
        self._sites = _site_keys(blueprint)
        counter = round_counter(blueprint)
        self.round_slot = counter.base if counter is not None else None

    def site(self, number: int) -> int:
        return self._sites[number]

    def option(self, site: int, code: int) -> int:
        known = self._options.get((site, code))
        if known is None:
            known = self._options[site, code] = hash_of(option_key(self._blueprint, site, code))
        return known

    def round(self, state: State) -> int:
        """Return the value of a common counter named `round`, 0 in a game without one."""
        return int(state[self.round_slot]) if self.round_slot is not None else 0


def _site_keys(blueprint: Blueprint) -> tuple[int, ...]:
    """Return a key for each site: its procedure, its labels, and how many like it came before."""
    seen: dict[str, int] = {}
    found = []
    for site in blueprint.sites:
        name = f"{site.procedure}|{'|'.join(site.labels)}"
        seen[name] = seen.get(name, 0) + 1
        found.append(hash_of(f"{name}|{seen[name]}"))
    return tuple(found)


class Chance:
    """A policy's chance in one game: a number for each decision.

    It depends on the decision's seat, site and round, and on how often that combination has occurred.
    """

    def __init__(self, keys: Keys, seed: int) -> None:
        self._keys = keys
        self._seed = seed
        self._times: dict[tuple[int, int, int], tuple[int, int]] = {}

    def begin(self, state: State) -> int:
        """Return the chance of the pending decision, once per decision."""
        return self.begin_at(state[SEAT], state[SITE], self._keys.round(state))

    def begin_at(self, seat: int, site: int, round_: int) -> int:
        """Return the chance of a decision of a seat at a site in a round."""
        at = (seat, site, round_)
        chance, times = self._times.get(at) or (mixed(self._seed, seat, self._keys.site(site), round_), 0)
        self._times[at] = chance, times + 1
        return mixed_with(chance, times + 1)

    def one_of(
        self, site: int, chance: int, codes: list[int] | tuple[int, ...], weights: list[float] | None = None
    ) -> int:
        """Return one of some option codes of a site's decision, with equal chances or with given weights."""
        if len(codes) == 1:
            return codes[0]
        option, chance = self._keys.option, mixed(chance)
        drawn = {code: mixed_with(chance, option(site, code)) for code in codes}
        if weights is None:
            return max(codes, key=drawn.__getitem__)
        weighed = dict(zip(codes, weights, strict=True))  # Efraimidis and Spirakis (2006)
        return max(codes, key=lambda code: log((drawn[code] + 1) / (MASK + 1)) / max(weighed[code], 1e-300))


def with_shuffles_by_content(game: Game) -> Game:
    """Return the game with piles shuffled by their pieces' keys.

    The game passed in must not be used again. These shuffles are as good as others but different: the games are not
    those of the same seeds elsewhere.
    """
    replace_atom(game.plain, "shuffle", _shuffle_by_content(game.blueprint))
    if game.native is not None:
        game.native.by_content = True
    return game


def traced_by_content(game: Game) -> Build:
    """Return a build that records the events of a game with such shuffles."""
    build = traced_build(game)
    shuffle = _shuffle_by_content(game.blueprint)

    def shuffle_traced(S: list[Any], zone: int, counter: int, key: int) -> None:  # noqa: N803 - as in core/run/atoms.py
        shuffle(S, zone, counter, key)
        assert build.events is not None
        build.events.append(Shuffled(zone))

    replace_atom(build, "shuffle_traced", shuffle_traced)
    return build


def _shuffle_by_content(blueprint: Blueprint) -> Callable[[list[Any], int, int, int], None]:
    keys = [hash_of(piece.key) for piece in blueprint.pieces]

    def shuffle(S: list[Any], zone: int, counter: int, key: int) -> None:  # noqa: N803 - as in core/run/atoms.py
        at = zone + counter
        chance = mixed(S[SEED], zone + key, S[at])
        S[at] += 1
        S[zone] = tuple(sorted(S[zone], key=lambda piece: mixed(chance, keys[piece])))

    return shuffle
