"""Whoever reads a saved game or match knows the names that its ruleset had then: screen, browser, and programs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.play.records.match_files import read_match
from rulewright.table.serve import links
from tests.unit.cli.commands import rulewright
from tests.unit.cli.test_resume_renamed import (
    FAMILY,
    IN_MATCH,
    NEW,
    RENAMED,
    saved,
    saved_evening,
    with_match,
    written,
)
from tests.unit.table.serve.visitors import visiting

Way = Callable[[Path, Path], str]
"""Reads a saved file by rules, and returns what it has come to: with the names that are used from now on."""


def on_the_screen(file: Path, rules: Path) -> str:
    went = rulewright("resume", file, "--match" if rules.is_file() else "--ruleset", rules)
    return file.read_text("utf-8") if went.returncode == 0 else f"refused: {went.stderr}"


def played_again(file: Path, rules: Path) -> str:
    went = rulewright("replay", file, "--ruleset", rules)
    return went.stdout if went.returncode == 0 else f"refused: {went.stderr}"


def as_a_scenario(file: Path, rules: Path) -> str:
    went = rulewright("replay", file, "--ruleset", rules, "--to-scenario")
    return went.stdout if went.returncode == 0 else f"refused: {went.stderr}"


def in_the_browser(file: Path, rules: Path) -> str:
    root = rules.parent.parent if rules.is_file() else rules
    with visiting(names=(str(root),)) as visitor:
        opened = visitor.post("/open", follow=False, save=file.read_text("utf-8"))
        if opened.status_code != 303:
            return f"refused: {opened.text}"
        tables = visitor.site.tables.places
        kept = visitor.get(links.path(visitor.site.secret, len(tables), links.TABLE) + "save").text
        return f"{kept} {tables[1].live.record.settings}"


def by_a_program(file: Path, rules: Path) -> str:
    plan = rw.load_match(rules)
    try:
        match, under_way = rw.load_saved_match(plan, file.read_text("utf-8"), rw.PlannedGames(plan))
    except rw.MatchRefused as refused:
        return f"refused: {refused}"
    return rw.save_match(match, ("first", "first"), under_way)


@pytest.mark.parametrize("way", [on_the_screen, played_again, as_a_scenario, in_the_browser])
def test_a_saved_game_is_read_by_the_names_of_now(tmp_path: Path, way: Way) -> None:
    path, new = saved(tmp_path), written(tmp_path / "new" / "cards", FAMILY, *NEW)
    became = way(path, new)
    assert "refused" not in became
    assert "card_" in became


@pytest.mark.parametrize("way", [on_the_screen, in_the_browser, by_a_program])
@pytest.mark.parametrize(("games", "choices"), [(0, 1), (1, 1), (2, 0)])
def test_a_saved_match_is_read_by_the_names_of_now(tmp_path: Path, way: Way, games: int, choices: int) -> None:
    path = tmp_path / "match.json"
    saved_evening(with_match(tmp_path / "old", ""), path, games, choices)
    became = way(path, with_match(tmp_path / "new", RENAMED, *IN_MATCH))
    assert "refused" not in became
    assert "card_" in became
    assert ("temper" in became, "mood" in became, "pace" in became) == (True, False, False)


@pytest.mark.parametrize("way", [on_the_screen, played_again, as_a_scenario, in_the_browser])
def test_a_game_of_which_more_has_changed_is_refused(tmp_path: Path, way: Way) -> None:
    path, new = saved(tmp_path), written(tmp_path / "new" / "cards", FAMILY, *NEW, ("draw 2", "draw 3"))
    assert way(path, new).startswith("refused")


@pytest.mark.parametrize("way", [on_the_screen, in_the_browser, by_a_program])
def test_a_match_of_which_more_has_changed_is_refused(tmp_path: Path, way: Way) -> None:
    path = tmp_path / "match.json"
    saved_evening(with_match(tmp_path / "old", ""), path, 1, 1)
    new = with_match(tmp_path / "new", RENAMED, ("draw 2", "draw 3"), *IN_MATCH)
    assert way(path, new).startswith("refused")


def test_a_stored_table_goes_on_by_the_rules_that_it_was_begun_with(tmp_path: Path) -> None:
    root, store = written(tmp_path / "cards", ""), tmp_path / "tables"
    with visiting(store, names=(str(root),)) as visitor:
        visitor.new_table(str(root), ("human", "human"))
        before = visitor.site.tables.places[1].live.state
    shutil.rmtree(root)
    written(root, FAMILY, *NEW)
    with visiting(store, names=(str(root),)) as visitor:
        visitor.get(links.path(visitor.site.secret, 1, links.TABLE))
        live = visitor.site.tables.places[1].live
        assert live.state == before
        assert "hearts_1" in {each.key for each in live.game.blueprint.pieces}


def test_what_is_read_is_the_saved_match_otherwise(tmp_path: Path) -> None:
    """The same seats, seeds and numbers of choices, by each way."""
    path = tmp_path / "match.json"
    saved_evening(with_match(tmp_path / "old", ""), path, 1, 1)
    old, new = read_match(path), with_match(tmp_path / "new", RENAMED, *IN_MATCH)
    read = json.loads(by_a_program(path, new))
    assert (read["seats"], read["seed"]) == (old.seats, old.seed)
    assert [(each["seed"], len(each["choices"])) for each in read["games"]] == [
        (each.seed, len(each.choices)) for each in old.games
    ]
