"""What players read is in words of people: no id, operator or field name, in no language, wherever a game may be.

All options, questions, reasons and events of random positions are read, and all that is printed on components.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from rulewright.core.locales.catalogue import languages, tables_of
from rulewright.core.model.game import Blueprint, Build, Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, SEAT, SITE
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.native.loading import load_game
from rulewright.observe.naming import about, option_title, question
from rulewright.observe.sight.hiding import hidden_pieces
from rulewright.observe.words.choices_told import chosen_event
from rulewright.observe.words.events import sentences
from rulewright.observe.words.reasons import Why
from rulewright.observe.words.seats import with_seat_names
from rulewright.observe.words.table import table_lines
from rulewright.observe.words.table_designs import printed_in_words
from rulewright.play.records.replay import offered
from rulewright.play.session.questions import closed_options


class Played(NamedTuple):
    """A game that is played, by whom, and with which modules."""

    name: str
    seats: int
    modules: tuple[str, ...] | None = None
    settings: tuple[tuple[str, str | int], ...] = ()


GAMES = (
    Played("skymines", 3, ("base", "moon", "missions")),
    Played("skymines", 2, ("base", "belt", "missions", "threats"), (("tracks", "chosen"), ("tokens", "draft"))),
    Played("skymines", 2, ("base", "belt", "missions", "threats", "luna"), (("luna", 1),)),
    Played("ceres", 3),
    Played("tutorial", 2),
    Played("classics/three_in_a_row", 2),
    Played("classics/four_in_a_row", 2),
)
GALLERY = (
    "black_path", "crazy_eights", "dominoes", "dots_and_boxes", "draughts", "five_in_a_row", "go", "halma", "hex",
    "klondike",
    "mancala", "nim", "nine_mens_morris", "oh_hell", "reversi", "rummy", "shares", "small_chess",
    "werewolf", "whist", "yacht",
)  # fmt: skip
SEATS = {"klondike": 1, "oh_hell": 4, "werewolf": 6, "whist": 4}
_JOINED = re.compile(r"\b\w+_\w+\b|\b[a-z]+\.[a-z0-9]+\b")
_OPERATOR = re.compile(r"[<>!=]=|(?<!-)[<>]| = |\[|\]|\bwhere\b.*\bin\b|\b(is not|not exists)\b")
_WORD = re.compile(r"[^\W\d_]+")
_PAUSE = re.compile(r"[^\w ]|\d|  ")
_SHORTEST = 4
_LONGEST = 4


@pytest.mark.sampled(2)
@pytest.mark.parametrize("played", GAMES, ids=lambda each: f"{each.name} {'+'.join(each.modules or ())}")
def test_a_few_positions_are_told_in_words_of_people(played: Played) -> None:
    _walk(played, 16, 5)


@pytest.mark.slow
@pytest.mark.parametrize("played", GAMES, ids=lambda each: f"{each.name} {'+'.join(each.modules or ())}")
def test_two_thousand_positions_are_told_in_words_of_people(played: Played) -> None:
    _walk(played, 400 if played.modules else 200, 5)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", GALLERY)
def test_games_of_the_gallery_are_told_in_words_of_people(name: str) -> None:
    _walk(Played(f"classics/{name}", SEATS.get(name, 2)), 12, 3)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("played", GAMES, ids=lambda each: f"{each.name} {'+'.join(each.modules or ())}")
def test_what_is_printed_is_told_in_words_of_people(played: Played) -> None:
    blueprint = _loaded(played).blueprint
    for language in languages():
        for kind in blueprint.look.fields:
            for design in blueprint.domains[kind].names:
                for called, shown in printed_in_words(blueprint, kind, design, language):
                    _check(blueprint, language, f"{called}: {shown}", f"printed on {design}")


def test_program_text_would_be_found() -> None:
    blueprint = _loaded(GAMES[0]).blueprint
    for text in ("pay card.cost", "launch_site", "at least >= 2", "worker[2]"):
        with pytest.raises(AssertionError):
            _check(blueprint, "en", text, "planted")
    with pytest.raises(AssertionError):
        _check(blueprint, "pl", "wymaga: display", "planted")
    with pytest.raises(AssertionError):
        _check(blueprint, "pl", "gracz 1: use field scientist", "planted")


@cache
def _loaded(played: Played) -> Game:
    from pathlib import Path

    path = Path(__file__).resolve().parents[2] / "rulesets" / played.name
    return load_game(path, modules=played.modules)


def _walk(played: Played, positions: int, every: int) -> None:
    """Random games until so many positions were read, one in `every`; where one fails its seed is told."""
    game = _loaded(played)
    build = traced_build(game)
    seed = found = 0
    while found < positions:
        seed += 1
        chance = random.Random(seed)
        state = start(game, seats=played.seats, seed=seed, settings=dict(played.settings), build=build)
        named = with_seat_names(game, state)
        while state[FRAME] is not None and found < positions:
            codes = list(offered(game, state).values())
            read = chance.randrange(every) == 0
            if read:
                found += 1
                for language, text in _texts(named, build, state, codes):
                    _check(game.blueprint, language, text, f"{played.name}, seed {seed}")
            code = chance.choice(codes)
            events = build.events
            assert events is not None
            events[:] = [chosen_event(game, state, code)]
            step(game, state, code, build=build)
            for language in languages() if read else ():
                for viewer in range(state[N_SEATS]):
                    for text in sentences(named, events, viewer, language):
                        _check(game.blueprint, language, text, f"{played.name}, seed {seed}, log")


def _texts(game: Game, build: Build, state: State, codes: list[int]) -> Iterator[tuple[str, str]]:
    """All that the seat asked may read, in each language."""
    blueprint, site, seat = game.blueprint, state[SITE], state[SEAT]
    hidden = hidden_pieces(game, state, seat)
    for language in languages():
        yield language, question(blueprint, site, language)
        yield language, about(blueprint, state[FRAME], site, language, hidden, seat)
        yield from ((language, option_title(blueprint, site, code, language)) for code in codes)
        yield from ((language, line) for line in table_lines(game, state, seat, language))
        for closed in closed_options(game, build, state, seat=seat, language=language):
            yield language, ": ".join((closed.title, ", ".join(closed.names)))
            yield from ((language, said) for said in _said(closed.why))


def _said(why: Why) -> Iterator[str]:
    yield why.said
    for each in why.behind:
        yield from _said(each)


def _check(blueprint: Blueprint, language: str, text: str, where: str) -> None:
    assert not _JOINED.search(text), f"{where}, {language}: {text!r} has an id"
    assert not _OPERATOR.search(text), f"{where}, {language}: {text!r} has an operator"
    if language in _translated(blueprint):
        ids = _ids(blueprint.ruleset, blueprint.modules, language, _Held(blueprint))
        strange = _runs(text) & ids
        assert not strange, f"{where}, {language}: {text!r} has the ids {strange}"


def _runs(text: str) -> set[str]:
    """The words of a text and those beside each other, as an id of several words is shown where a title is missing."""
    several = [_WORD.findall(part) for part in _PAUSE.split(text)]
    return {" ".join(ws[at : at + n]) for ws in several for n in range(1, _LONGEST + 1) for at in range(len(ws))}


def _translated(blueprint: Blueprint) -> set[str]:
    """The languages besides English that a game is written in."""
    return {language for title in blueprint.procedure_titles.values() for language in title} - {"en"}


class _Held:
    """A blueprint that is the same for a cache whichever it is."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint = blueprint

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


@cache
def _ids(ruleset: str, modules: tuple[str, ...], language: str, held: _Held) -> set[str]:
    """The ids of a game that are no words of people in a language."""
    blueprint = held.blueprint
    ids = {each.id for each in blueprint.families} | {*blueprint.quantities, *blueprint.printed}
    ids |= {each.id for each in blueprint.procedures} | {label for each in blueprint.sites for label in each.labels}
    ids |= {name for each in blueprint.sites for name, *_ in each.known}
    ids |= {name for each in blueprint.domains.values() for name in each.names}
    ids |= {each.name for fields in blueprint.look.fields.values() for each in fields}
    ours = " ".join(str(text) for table in tables_of(language).values() for text in table.values())
    known = _runs(f"{_everything_said(blueprint, language)} {ours}")
    return {each.replace("_", " ") for each in ids if len(each) >= _SHORTEST} - known


def _everything_said(blueprint: Blueprint, language: str) -> str:
    """All texts of a blueprint in a language, with those that are in English alone."""
    found: list[str] = []

    def gather(value: object) -> None:
        if isinstance(value, dict):
            if "en" in value and all(isinstance(each, str) for each in value.values()):
                found.append(value.get(language) or value["en"])
            else:
                for each in value.values():
                    gather(each)
        elif isinstance(value, tuple | list):
            for each in value:
                gather(each)
        elif hasattr(value, "__dataclass_fields__"):
            for name in value.__dataclass_fields__:
                gather(getattr(value, name))

    gather(blueprint)
    return " ".join(found)
