"""Why an option is not open: answers agree with what is offered, depend on nothing hidden, and never fail to come."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Build, Game, State, read_code
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import OPTIONS, SEAT, SITE
from rulewright.core.model.limits import LimitReached
from rulewright.core.pipeline import shipped_names
from rulewright.core.run.build import traced_build
from rulewright.observe.sight.determinize import determinizations, determinize
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.reasons import Why, reason_line
from rulewright.play.session.questions import candidates_of, closed_options, why_not, why_number
from tests.properties.tables import WHOLE, game_of, selections
from tests.properties.test_invariants import positions
from tests.reference.games import SMALL, both_of, shipped, small
from tests.reference.random_rules import random_ruleset

SHIPPED = [(name, modules) for name in shipped_names() for modules in selections(name)[0]]
WHOLE_BY_DEFAULT = [each if each[1] == WHOLE else pytest.param(each, marks=pytest.mark.slow) for each in SHIPPED]
SHARE = {"tutorial": 100}  # percent of the positions looked at; a game of so few decisions is looked at whole
NONSENSE = ["", " ", "none", "no", "-1", "0", "99999999999999", "acquire", "acquire ", "seat 9", "'; drop", "é" * 50]


def contradictions(game: Game, build: Build, state: State) -> Iterator[str]:
    """Options that are offered and said to fail, or the other way round."""
    blueprint, site = game.blueprint, state[SITE]
    offered = {read_code(blueprint, site, code) for code in state[OPTIONS]}
    for at, number, value, why in candidates_of(game, build, state):
        its = blueprint.sites[at]
        if why is not None and why.sort == "alike":
            continue
        is_open = any(
            each[:2] == (at, number) and each[2] in (value, 0 if not its.domains[number] else value) for each in offered
        )
        if is_open and why is not None:
            yield f"{its.labels[number]} {value} is offered, and said to fail by {reason_line(why)}"
        if not is_open and why is None and at != blueprint.free_site:
            yield f"{its.labels[number]} {value} is not offered, and no reason is known"


def check_games(game: Game, seed: int, percent: int) -> int:
    build, asked = traced_build(game), 0
    for state, _ in positions(game, seed, percent):
        assert list(contradictions(game, build, state)) == []
        asked += 1
    return asked


@pytest.mark.parametrize("which", WHOLE_BY_DEFAULT)
def test_reasons_agree_with_what_is_offered(which: tuple[str, tuple[str, ...]]) -> None:
    assert check_games(game_of(*which), 1, SHARE.get(which[0], 25)) > 5


slow = [pytest.param(number, marks=pytest.mark.slow) for number in (*range(6, 40), *range(1_000, 1_030))]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [*range(6), *slow])
def test_reasons_agree_with_what_random_rules_offer(number: int) -> None:
    for seed in range(2):
        with suppress(LimitReached):  # random rules may lead outside; the game ends there
            check_games(both_of(random_ruleset(number)).game, seed, 100)


def answers(game: Game, build: Build, state: State, seat: int, keys: list[str]) -> list[Why | None]:
    return [why_not(game, build, state, key, seat=seat) for key in keys]


def keys_of(game: Game, state: State, rng: random.Random) -> list[str]:
    """Keys of options that there are and are not: labels with and without all sorts of names."""
    blueprint = game.blueprint
    names = [piece.key.partition("@")[0] for piece in blueprint.pieces]
    names += [name for domain in blueprint.domains.values() for name in domain.names]
    labels = [label for site in blueprint.sites for label in site.labels]
    here = [f"{label} {rng.choice(names)}" for label in blueprint.sites[state[SITE]].labels for _ in range(3)]
    return [*NONSENSE, *rng.sample(labels, min(5, len(labels))), *here, *rng.sample(names, min(15, len(names)))]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [*SMALL, *shipped_names()])
def test_no_answer_depends_on_what_the_seat_cannot_see(name: str) -> None:
    game = small(name).game if name in SMALL else shipped(name).game
    build = traced_build(game)
    for state, rng in positions(game, 3, 12):
        seat, keys = state[SEAT], keys_of(game, state, rng)
        told = answers(game, build, state, seat, keys)
        closed = closed_options(game, build, state, seat=seat)
        determinized = determinize(game, state, seat, Draws(rng.getrandbits(64)))
        assert answers(game, build, determinized, seat, keys) == told
        assert closed_options(game, build, determinized, seat=seat) == closed


@pytest.mark.parametrize("name", [*SMALL, *shipped_names()])
def test_the_worlds_in_which_a_seat_is_answered_look_to_it_as_its_own_does(name: str) -> None:
    game = small(name).game if name in SMALL else shipped(name).game
    for state, _ in positions(game, 4, 5):
        seat = state[SEAT]
        for world in determinizations(game, state, seat):
            assert view_of(game, world, seat) == view_of(game, state, seat)


@pytest.mark.slow
@pytest.mark.parametrize("which", SHIPPED)
def test_every_question_has_an_answer_or_none(which: tuple[str, tuple[str, ...]]) -> None:
    game = game_of(*which)
    build = traced_build(game)
    for state, rng in positions(game, 1, 5):
        before = list(state)
        for language in ("en", "pl"):
            for key in keys_of(game, state, rng):
                for seat in (None, state[SEAT], 0):
                    why = why_not(game, build, state, key, seat=seat, language=language)
                    assert why is None or (why.line and why.first.line)
        assert state == before
        assert build.events == []


def numbers_told(game: Game, build: Build, state: State, seat: int, rng: random.Random) -> list[Why | None]:
    """Some quantities, for what they take by lot."""
    takes = sorted(game.blueprint.quantity_takes.items())
    found = []
    for name, domains in rng.sample(takes, min(12, len(takes))):
        given = tuple(rng.choice(names_of(game, domain)) for domain in domains)
        found += [why_number(game, build, state, name, of_seat=of, given=given, seat=seat) for of in (0, 1)]
    return found


def names_of(game: Game, domain: DomainName) -> list[str]:
    blueprint = game.blueprint
    if isinstance(domain, PieceOf):
        return [each.key.partition("@")[0] for each in blueprint.pieces if each.kind == domain.kind] or ["none"]
    return ["0", "1", "3"] if domain == "number" else list(blueprint.domains[domain].names) or ["seat 1"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", shipped_names())
def test_no_number_is_told_by_what_the_seat_cannot_see(name: str) -> None:
    game = shipped(name).game
    build, known = traced_build(game), 0
    for state, rng in positions(game, 5, 4):
        seat, lot = state[SEAT], rng.random()
        told = numbers_told(game, build, state, seat, random.Random(lot))
        determinized = determinize(game, state, seat, Draws(rng.getrandbits(64)))
        assert numbers_told(game, build, determinized, seat, random.Random(lot)) == told
        known += sum(each is not None for each in told)
    assert known > 0
