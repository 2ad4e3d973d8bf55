"""Every sort of invariant, with and without things it is about each of, true and false: all sides say the same."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rulewright.author.proving.counterexample import ScenarioTable
from rulewright.author.proving.prove import ProofPlan, prove
from rulewright.core.pipeline import Choice
from rulewright.core.run.watching import unreached
from rulewright.native.backend.sandbox import NoEngine
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import played
from rulewright.play.series.simulate import Series, SeriesJob, report_of
from rulewright.play.series.simulate_native import NativeSeriesJob
from tests.unit.author.proving.rulesets import walk

_TRUE = {
    "always": "always: sum(s.coin for s in seat) + bank = 6 + 2 * seats",
    "always_me": "always: coin <= 5",
    "always_thing": "for_each: {s: seat}, always: s.coin <= 5",
    "always_place": "for_each: {p: place}, always: count(s in seat where s.walker is p) <= seats",
    "always_both": "for_each: {s: seat}, always: s is me or coin + s.coin + bank = 6 + 2 * seats",
    "never": "never: bank > 6",
    "never_me": "never: coin > 5",
    "never_thing": "for_each: {p: place}, never: every(s in seat where s.walker is p) and round > 4",
    "leads_to": "leads_to: bank < 6 or round > 0, within: 2",
    "leads_to_when": "when: round = 1, leads_to: round = 2, within: 2",
    "leads_to_me": "when: coin = 9, leads_to: coin = 0, within: 1",
    "falls": "falls: 9 - round, within: 3",
    "falls_me": "falls: 9 * seats - round - me.number, within: 3",
    "ends": "ends: true, within: 6",
    "reachable": "reachable: bank = 2",
    "reachable_now": "reachable: bank = 6",
    "reachable_me": "reachable: walker is peak and coin = 3",
    "reachable_place": "for_each: {p: place}, reachable: walker is p",
    "reachable_seat": "for_each: {s: seat}, reachable: s.coin = 4",
    "reachable_both": "for_each: {s: seat}, reachable: s is not me and s.walker is wood and walker is hill",
    "every_option": "every_option: true",
    "no_dead_end": "no_dead_end: true",
}
_FALSE = {
    "always": "always: sum(s.coin for s in seat) = 2 * seats",
    "always_me": "always: coin <= 2",
    "always_thing": "for_each: {s: seat}, always: s.coin <= 2",
    "always_place": "for_each: {p: place}, always: count(s in seat where s.walker is p) < seats",
    "always_both": "for_each: {s: seat}, always: s is me or s.coin = coin",
    "never": "never: bank < 6",
    "never_me": "never: coin > 2",
    "never_thing": "for_each: {p: place}, never: any(s in seat where s.walker is p) and round > 1",
    "leads_to": "leads_to: round > 2, within: 3",
    "leads_to_when": "when: round = 1, leads_to: round = 2, within: 1",
    "leads_to_me": "when: coin = 3, leads_to: coin = 0, within: 1",
    "falls": "falls: bank, within: 2",
    "falls_me": "falls: 9 - coin, within: 2",
    "ends": "ends: true, within: 5",
    "reachable": "reachable: bank = 7",
    "reachable_me": "reachable: coin = 1",
    "reachable_place": "for_each: {p: place}, reachable: walker is p and p is peak",
    "reachable_seat": "for_each: {s: seat}, reachable: s.coin = 4 and s.number = 1",
    "reachable_both": "for_each: {s: seat}, reachable: s is me and s.walker is wood and walker is hill",
    "every_option": "every_option: true",
    "no_dead_end": "no_dead_end: true",
}
_NEVER_CHOSEN = ("rest: nothing", "rest: nothing\n        sleep:\n          require round > 3\n          nothing")
_STOPPED = ("rest: nothing", "rest: repeat while round > 1: gain 1 coin")
_CHANGES = {"every_option": (_NEVER_CHOSEN,), "no_dead_end": (_STOPPED,)}
_ROWS = [(name, text, True) for name, text in _TRUE.items()] + [(name, text, False) for name, text in _FALSE.items()]


def written(folder: Path, name: str, text: str, *, is_true: bool) -> str:
    return walk(folder / "small", f"  - {{id: wanted, {text}}}\n", *(() if is_true else _CHANGES.get(name, ())))


def kind_of(root: str, *, games: int) -> str:
    (verdict,) = prove(ProofPlan(Choice(root), 2, games=games), ScenarioTable("small")).verdicts
    return verdict.kind


@pytest.mark.sampled(14)
@pytest.mark.parametrize(("name", "text", "is_true"), _ROWS, ids=[f"{row[0]}-{row[2]}" for row in _ROWS])
def test_the_verdict_is_the_same_natively_and_in_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, is_true: bool
) -> None:
    root = written(tmp_path, name, text, is_true=is_true)
    found = kind_of(root, games=0)
    assert found in ({"everywhere", "by_induction"} if is_true else {"broken"}), f"natively {found}"
    monkeypatch.setattr("rulewright.author.proving.prove.host_of", _refused)
    found = kind_of(root, games=300)
    wanted = {"everywhere", "by_induction", "unbroken"} if is_true else {"broken", "unreached"}
    assert found in wanted, f"in Python {found}"


def _refused(built: object) -> None:
    raise NoEngine("not here")


@pytest.mark.sampled(14)
@pytest.mark.parametrize(("name", "text", "is_true"), _ROWS, ids=[f"{row[0]}-{row[2]}" for row in _ROWS])
def test_games_watched_natively_and_in_python_show_the_same(
    tmp_path: Path, name: str, text: str, is_true: bool
) -> None:
    root = written(tmp_path, name, text, is_true=is_true)
    series, load = Series(300, 2, 3, ("random",), {}, watched=True), partial(load_game, root, watched=True)
    python, native = (report_of(played(kind(series, (load,)))) for kind in (SeriesJob, NativeSeriesJob))
    assert native.seen == python.seen
    assert native.used == python.used
    if name != "every_option":  # that is told from what was used
        shown = python.seen.broken or unreached(load().blueprint, 2, python.seen) or python.stopped
        assert bool(shown) != is_true, shown
