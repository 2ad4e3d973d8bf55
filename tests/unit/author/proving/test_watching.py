"""Invariants are watched alike in Python and natively, and each kind is broken by what it forbids."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS
from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.core.run.steps import start, step
from rulewright.core.run.watching import Sightings, instances
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import played
from rulewright.play.scenarios.runner import ScenarioRunner
from rulewright.play.series.simulate import Series, SeriesJob, SeriesReport, report_of
from rulewright.play.series.simulate_native import NativeSeriesJob
from tests.reference.evaluator import Evaluator
from tests.reference.parts import parts_of
from tests.reference.values import Moment, value
from tests.unit.author.proving.rulesets import gulls, walk
from tests.unit.cli.commands import rulewright

ALL = """\
  - {id: money_kept, title: {en: Money is kept}, always: sum(s.coin for s in seat) + bank = 6 + 2 * seats}
  - {id: below_five, never: coin >= 5}
  - {id: own_bound, for_each: {s: seat}, always: s.coin <= 4}
  - {id: everywhere, for_each: {p: place}, reachable: walker is p and coin = 2}
  - {id: soon_home, when: walker is peak, leads_to: walker is shore, within: 2}
  - {id: bank_falls, falls: bank, within: 4}
  - {id: six_turns, ends: true, within: 6}
  - {id: five_turns, ends: true, within: 5}
  - {id: all_chosen, every_option: true}
  - {id: open_end, no_dead_end: true}
"""


def seen(root: str, games: int = 40, *, native: bool, policies: tuple[str, ...] = ("random",)) -> SeriesReport:
    load = partial(load_game, root, watched=True)
    job = (NativeSeriesJob if native else SeriesJob)(Series(games, 2, 3, policies, {}, True), (load,))
    return report_of(played(job))


def broken(report: SeriesReport, root: str) -> set[str]:
    infos = load_game(root, watched=True).blueprint.invariants
    return {infos[place].id for place in report.seen.broken}


def test_both_back_ends_see_the_same(tmp_path: Path) -> None:
    root = walk(tmp_path, ALL)
    python, native = (seen(root, native=each) for each in (False, True))
    assert python.seen == native.seen
    assert python.digest == native.digest
    assert broken(native, root) == {"below_five", "own_bound", "soon_home", "bank_falls", "five_turns"}


def test_a_game_that_nobody_watches_has_nothing_of_them(tmp_path: Path) -> None:
    root = walk(tmp_path, ALL)
    plain, watched = load_game(root), load_game(root, watched=True)
    assert plain.blueprint.invariants == ()
    assert len(plain.plain.quantities) < len(watched.plain.quantities)
    assert plain.blueprint.digest == watched.blueprint.digest
    bare = report_of(played(SeriesJob(Series(5, 2), (partial(load_game, root),))))
    assert bare.seen == Sightings()
    assert bare.digest == report_of(played(SeriesJob(Series(5, 2), (partial(load_game, root, watched=True),)))).digest


def test_the_reference_evaluator_agrees_on_every_test(tmp_path: Path) -> None:
    built = build_ruleset(Choice(walk(tmp_path, ALL), watched=True))
    assert built.compiled is not None
    game, program, rng = built.game(), built.compiled.program, random.Random(7)
    evaluator = Evaluator(program, game.blueprint.piece_zone, parts=parts_of(game.blueprint))
    state = start(game, seats=2, seed=5)
    looked = 0
    while state[FRAME] is not None:
        for info in game.blueprint.invariants:
            for seat, thing in instances(info, state):
                for number in (each for each in (info.test, info.when) if each >= 0):
                    given = [max(seat, 0), *([thing] if info.domain else [])]
                    at = Moment(program, state[:], dict(enumerate(given)), evaluator.can_do)
                    assert int(game.plain.quantities[number](state[:], *given)) == value(
                        at, program.quantities[number].amount
                    )
                    looked += 1
        step(game, state, rng.choice(state[OPTIONS]))
    assert looked > 50
    assert state[N_SEATS] == 2


def test_simulate_says_what_is_broken_where_and_what_was_not_reached(tmp_path: Path) -> None:
    root = gulls(
        tmp_path,
        "  - {id: no_cat_home, never: any(card in nest where card.design is cat)}\n"
        "  - {id: all_home, for_each: {c: prey}, reachable: any(card in nest where card.design is c)}\n",
    )
    found = rulewright("simulate", root, "--games", "20", "--watch")
    assert found.returncode == 0, found.stderr
    assert "Invariants: 2 watched, 0 broken" in found.stdout
    assert "all_home: not reached in these games: cat" in found.stdout


@pytest.mark.parametrize("native", [False, True])
def test_a_fault_is_found_in_the_first_game_that_shows_it(tmp_path: Path, native: bool) -> None:
    root = gulls(
        tmp_path,
        "  - {id: no_cat_home, never: any(card in nest where card.design is cat)}\n",
        ("move beak to sea", "nothing"),
    )
    report = seen(root, native=native)
    ((games, first, decisions),) = report.seen.broken.values()
    assert games > 10
    assert first == 0
    assert decisions > 1
    assert report.seen == seen(root, native=not native).seen


def test_a_scenario_fails_that_breaks_an_invariant_its_table_did_not(tmp_path: Path) -> None:
    root = walk(tmp_path, "  - {id: poor, title: {en: No riches}, always: coin <= 2}\n")
    path = tmp_path / "scenarios" / "one.yaml"
    path.parent.mkdir()
    path.write_text(
        "kind: scenarios\nscenarios:\n"
        "  - {scenario: earn, rules: [one], given: {play: 'ask seat(2): turn'}, when: [{seat: 2, choose: earn}]}\n"
        "  - {scenario: rich, rules: [one], given: {arrange: gain 3 coin, play: 'ask seat(2): turn'},\n"
        "     when: [{seat: 2, choose: earn}]}\n"
    )
    first, second = ScenarioRunner(root).results(path)[0]
    assert first.failure is not None
    assert first.failure.message.startswith("the invariant 'poor' is broken for seat 2: No riches (")
    assert second.failure is None


def test_what_is_wrong_with_an_invariant_is_said_where_it_is_written(tmp_path: Path) -> None:
    wrong = """\
  - {id: a, always: coin}
  - {id: b, always: coin > 0, never: coin > 0}
  - {id: c, leads_to: coin > 3}
  - {id: d, always: coin > 0, within: 3}
  - {id: e, for_each: {n: number}, always: n > 0}
  - {id: f, for_each: {coin: place}, always: 'true'}
  - {id: g, falls: walker, within: 3}
  - {id: h, always: coyn > 0}
  - {id: i}
"""
    found = build_ruleset(Choice(walk(tmp_path, wrong))).diagnostics
    lines = Path(tmp_path, "base", "content.yaml").read_text().split("invariants:")[0].count("\n") + 1
    told = sorted({(each.span.line - lines, each.code) for each in found})
    assert told == [
        (1, "wrong-type"), (2, "missing-field"), (3, "missing-field"), (4, "misplaced-key"), (5, "wrong-type"),
        (6, "name-taken"), (7, "wrong-type"), (8, "unknown-name"), (9, "missing-field"),
    ]  # fmt: skip


def test_explain_says_which_invariants_look_at_a_counter(tmp_path: Path) -> None:
    told = rulewright("explain", "bank", "--ruleset", walk(tmp_path, ALL)).stdout
    assert "money_kept.always" in told
    assert "bank_falls.falls" in told


def test_the_handbook_tells_of_invariants(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    kept = "  - {id: money_kept, title: {en: Money is kept}, always: bank <= 6, rules: [one]}\n"
    root = walk(tmp_path / "small", kept)
    assert rulewright("doc", root, "--out", page).returncode == 0
    text = page.read_text("utf-8")
    assert "What must be true" in text
    assert "Money is kept" in text
