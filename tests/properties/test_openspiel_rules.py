"""Games of the gallery offer the same moves as OpenSpiel's own games of the same rules, and end in the same way."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import rulewright as rw
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME
from tests.unit.adapters.needing import needed

Keys = tuple[str, ...]
GAMES = 30
_POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
"""The points of nine men's morris in OpenSpiel's order."""


@dataclass(frozen=True)
class Twin:
    """A game of the gallery and OpenSpiel's of the same rules.

    `keys_of` gives the keys of our choices that make up an action, by its words and the first key that we offer.
    `quiet` is after how many actions a game is left, as the two do not end endless play alike.
    """

    ruleset: str
    spiel: str
    keys_of: Callable[[str, str], Keys]
    quiet: int = 1_000


def _square(words: str, offered: str) -> Keys:
    row, column = map(int, re.findall(r"\d+", words))
    return (f"{chr(97 + column)}{row + 1}",)


def _same(words: str, offered: str) -> Keys:
    return (words,)


def _other_way_round(words: str, offered: str) -> Keys:
    """A hex, as the edges of the first player are the other pair."""
    return (f"{chr(96 + int(words[1:]))}{ord(words[0]) - 96}",)


def _column(words: str, offered: str) -> Keys:
    return (chr(97 + int(words[1:])),)


def _row_and_number(words: str, offered: str) -> Keys:
    row, n = re.findall(r"\d+", words)
    return ("short", "middle", "long")[int(row) - 1], n


def _pit(words: str, offered: str) -> Keys:
    return (f"pit_{words}",)


def _points(words: str, offered: str) -> Keys:
    return tuple(_POINTS.split()[int(each)] for each in re.findall(r"\d+", words))


def _border(words: str, offered: str) -> Keys:
    start, goal = words[:2], words[2:]
    between = [(ord(a) + ord(b)) / 2 for a, b in zip(start, goal, strict=True)]
    if between[0] % 1:
        return (f"step {start}-{goal}",)
    border = f"{start}-{chr(int(between[0]))}{chr(int(between[1]))}"
    return (f"jump {border}" if offered.startswith("jump") else border,)


def _stone(words: str, offered: str) -> Keys:
    """A stone of go, whose colour is that of the player, or a pass. Their columns leave out i."""
    point = words.split()[1]
    return ("pass" if point == "PASS" else f"put {point.replace('j', 'i')}",)


TWINS = (
    Twin("three_in_a_row", "tic_tac_toe", _square),
    Twin("four_in_a_row", "connect_four", _column),
    Twin("five_in_a_row", "mnk(m=15,n=15,k=5)", _square),
    Twin("hex", "hex(board_size=11)", _other_way_round),
    Twin("nim", "nim(pile_sizes=3;5;7,is_misere=True)", _row_and_number),
    Twin("reversi", "othello", _same),
    Twin("go", "go(board_size=9,komi=7.5)", _stone, quiet=150),
    Twin("mancala", "mancala", _pit),
    Twin("nine_mens_morris", "nine_mens_morris", _points, quiet=60),
    Twin("draughts", "checkers", _border, quiet=80),
)


@pytest.mark.slow
@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: str(twin.ruleset))
def test_a_game_offers_and_ends_as_openspiel_has_it(twin: Twin) -> None:
    pyspiel = needed("pyspiel", "openspiel")
    game, spiel = rw.load_game(twin.ruleset), pyspiel.load_game(twin.spiel)
    for seed in range(GAMES):
        assert _parting(twin, game, spiel.new_initial_state(), random.Random(seed)) is None, f"seed {seed}"


def _parting(twin: Twin, game: Game, theirs: Any, chance: random.Random) -> tuple[object, ...] | None:
    """Play one random game of both; return the actions before a difference and what each side has, None if none."""
    ours, made = rw.start(game, seats=2, seed=1), list[str]()
    while not theirs.is_terminal():
        if len(made) == twin.quiet:
            return None
        actions = {theirs.action_to_string(theirs.current_player(), each): each for each in theirs.legal_actions()}
        offered = _keys(twin, game, ours)
        ways = {words: twin.keys_of(words, min(offered, default="")) for words in actions}
        if len(actions) > 1:
            left = set(ways.values())
            words = chance.choice(sorted(ways))
            for at, key in enumerate(ways[words]):
                firsts = {way[at] for way in left}
                if len(firsts) > 1:
                    if _keys(twin, game, ours) != firsts:
                        return made, words, sorted(_keys(twin, game, ours)), sorted(firsts)
                    _choose(twin, game, ours, key)
                left = {way for way in left if way[at] == key}
        else:
            (words,) = actions
        made.append(words)
        theirs.apply_action(actions[words])
    won = {seat for seat in range(2) if theirs.returns()[seat] > 0}
    if ours[FRAME] is not None:
        return made, "over", _keys(twin, game, ours)
    winners = {*rw.winners(game, ours)}
    alone = winners if len(winners) == 1 else set()
    return None if alone == won else (made, "winners", winners, won)


def _keys(twin: Twin, game: Game, ours: State) -> set[str]:
    """The options, of a column only which one."""
    keys = {offer.key for offer in rw.offers(game, ours, None)}
    return {key[0] for key in keys} if twin.keys_of is _column else keys


def _choose(twin: Twin, game: Game, ours: State, key: str) -> None:
    (code,) = (
        code
        for offer in rw.offers(game, ours, None)
        for code in offer.codes
        if (offer.key[0] if twin.keys_of is _column else offer.key) == key
    )
    rw.step(game, ours, code)
