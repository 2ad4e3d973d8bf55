"""The invariants of the shipped rulesets hold in random games, and a planted fault breaks each of them."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from rulewright.author.proving.plans import ProofPlan
from rulewright.author.proving.watched_games import GameSearch
from rulewright.core.pipeline import Choice, shipped_root
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import played
from rulewright.play.series.simulate import Series, SeriesReport, report_of
from rulewright.play.series.simulate_native import NativeSeriesJob

TABLES: tuple[Any, ...] = (
    ("tutorial", None, 3, {}),
    ("ceres", None, 2, {"outstations": "side_b"}),
    ("skymines", ("base", "moon", "missions"), 3, {"tracks": "random", "tokens": "draft"}),
    pytest.param("skymines", ("base", "belt", "luna"), 3, {"tracks": "random"}, marks=pytest.mark.slow),
)


class Fault(NamedTuple):
    """What a fault breaks, the texts that it replaces (file, before, after), the only table it changes (0: all)."""

    invariant: str
    changes: tuple[tuple[str, str, str], ...]
    only_at: int


def _fault(row: dict[str, Any]) -> Fault:
    return Fault(row["invariant"], tuple(map(tuple, row["changes"])), row.get("only_at", 0))


def _faults() -> list[tuple[str, tuple[Fault, ...]]]:
    data = yaml.safe_load(Path(__file__).with_name("faults.yaml").read_text("utf-8"))
    return [(ruleset, tuple(_fault(each) for each in group)) for ruleset, groups in data.items() for group in groups]


GROUPS = _faults()


def seen(
    ruleset: str, games: int, seats: int, settings: dict[str, str], modules: tuple[str, ...] | None
) -> SeriesReport:
    load = partial(load_game, ruleset, modules=modules, watched=True)
    return report_of(played(NativeSeriesJob(Series(games, seats, 5, ("random",), settings, True), (load,))))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("ruleset", "modules", "seats", "settings"), TABLES)
def test_no_random_game_breaks_an_invariant(
    ruleset: str, modules: tuple[str, ...] | None, seats: int, settings: dict[str, str]
) -> None:
    report = seen(ruleset, 60, seats, settings, modules)
    infos = load_game(ruleset, modules=modules, watched=True).blueprint.invariants
    assert {infos[place].id: games for place, games in report.seen.broken.items()} == {}


def test_there_are_as_many_as_the_documents_state() -> None:
    for ruleset, most in (("skymines", 12), ("ceres", 8)):
        texts = (path.read_text("utf-8") for path in (shipped_root() / ruleset).rglob("*.yaml"))
        files = (yaml.safe_load(text) for text in texts if "\ninvariants:\n" in text)
        stated = [entry["id"] for file in files for entry in file["invariants"]]
        assert len(stated) >= most
        planted = [fault.invariant for name, group in GROUPS if name == ruleset for fault in group]
        assert sorted(planted) == sorted(stated)


@pytest.mark.parametrize(
    ("ruleset", "group"),
    [pytest.param(*each, marks=() if number == 4 else pytest.mark.slow) for number, each in enumerate(GROUPS)],
    ids=[f"{name}-{number}" for number, (name, _) in enumerate(GROUPS)],
)
def test_a_planted_fault_breaks_its_invariant(tmp_path: Path, ruleset: str, group: tuple[Fault, ...]) -> None:
    root = planted(tmp_path, ruleset, group)
    assert {fault.invariant for fault in group} - broken(root, 60, 3) == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "group"), GROUPS, ids=[f"{name}-{number}" for number, (name, _) in enumerate(GROUPS)]
)
def test_a_planted_fault_is_found_at_every_table(tmp_path: Path, ruleset: str, group: tuple[Fault, ...]) -> None:
    root = planted(tmp_path, ruleset, group)
    blueprint = load_game(root, watched=True).blueprint
    left = {}
    for seats in range(max(2, blueprint.min_seats), blueprint.max_seats + 1):
        wanted = {fault.invariant for fault in group if fault.only_at in (0, seats)}
        left[seats] = wanted - proved(root, seats, wanted)
    assert left == {seats: set() for seats in left}


def proved(root: str, seats: int, wanted: set[str]) -> set[str]:
    """The invariants that games of `prove` break, until all that are wanted are broken, or for two minutes."""
    game, found = load_game(root, watched=True), set[str]()
    plan = ProofPlan(Choice(root), seats)
    for report in GameSearch(game, plan, True, lambda _: None).reports(120.0):
        found |= {game.blueprint.invariants[place].id for place in report.seen.broken}
        if wanted <= found:
            break
    return found


def planted(folder: Path, ruleset: str, group: tuple[Fault, ...]) -> str:
    """A copy of a ruleset with some faults."""
    root = folder / ruleset
    shutil.copytree(shipped_root() / ruleset, root)
    for fault in group:
        for file, before, after in fault.changes:
            text = (root / file).read_text("utf-8")
            assert before in text, fault
            (root / file).write_text(text.replace(before, after, 1), "utf-8")
    return str(root)


def broken(root: str, games: int, seats: int) -> set[str]:
    """The invariants that some random games break."""
    report = seen(root, games, seats, {}, None)
    infos = load_game(root, watched=True).blueprint.invariants
    return {infos[place].id for place in report.seen.broken}
