"""A game saved before its ruleset's entries got new names goes on by these."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.play.records.match_files import read_match, saved_match, write_match
from rulewright.play.records.planned_matches import PlannedGames, load_match
from rulewright.play.records.replay import record, run_replay, write_replay
from rulewright.play.session.match import begin_match, finish_game, next_game, settings_known
from tests.unit.cli.commands import rulewright
from tests.unit.core.load.test_families import FILES

FAMILY = 'renamed: {"{suit}_{rank}": "card_{rank}_{suit}", play_cards: play_high, reward: prize}\n'


def written(root: Path, renamed: str, *changes: tuple[str, str]) -> Path:
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        for old, new in changes if not name.startswith(("scenarios", "variants")) else ():
            text = text.replace(old, new)
        (root / name).write_text(text + (renamed if name == "ruleset.yaml" else ""), "utf-8")
    return root


def saved(folder: Path) -> Path:
    """A game of the old ruleset."""
    game = rw.load_game(str(written(folder / "old", "")))
    replay = record(game, seats=2, seed=5, policies=("first", "first"))
    path = folder / "game.json"
    write_replay(path, replay)
    return path


NEW = (("play_cards", "play_high"), ("reward", "prize"), ('"{suit}_{rank}"', '"card_{rank}_{suit}"'))


def test_a_game_saved_by_old_names_goes_on_by_the_new_ones(tmp_path: Path) -> None:
    path, new = saved(tmp_path), written(tmp_path / "new", FAMILY, *NEW)
    resumed = rulewright("resume", path, "--ruleset", new)
    assert resumed.returncode == 0, resumed.stderr
    assert "names in the ruleset have changed since this game was saved" in resumed.stderr
    assert "card_" in path.read_text("utf-8")
    again = rulewright("replay", path, "--ruleset", new)
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize("change", [("rank: 1..3", "rank: 1..4"), ("draw 2", "draw 3"), ("max: 99", "max: 98")])
def test_where_more_has_changed_the_advice_is_told_and_works_or_says_why_not(
    tmp_path: Path, change: tuple[str, str]
) -> None:
    path, new = saved(tmp_path), written(tmp_path / "new", FAMILY, *NEW, change)
    before = path.read_text("utf-8")
    resumed = rulewright("resume", path, "--ruleset", new)
    assert resumed.returncode == 1
    assert f"rulewright diff OLD {new} --migrate {path}" in resumed.stderr
    assert path.read_text("utf-8") == before
    migrated = rulewright("diff", tmp_path / "old", new, "--migrate", path)
    if migrated.returncode == 0:
        assert rulewright("resume", path, "--ruleset", new).returncode == 0
    else:
        assert "the new rules play it differently" in migrated.stdout + migrated.stderr


def test_a_family_that_is_not_there_is_told(tmp_path: Path) -> None:
    new = written(tmp_path / "new", 'renamed: {"{suit}{rank}": "{suit}_{rnk}"}\n')
    checked = rulewright("check", new)
    assert "no family of components is named '{suit}_{rnk}'" in checked.stdout
    shutil.rmtree(new)
    new = written(tmp_path / "new", 'renamed: {"{suit}{rank}": "{suit}_{rank}"}\n')
    assert rulewright("check", new).returncode == 0


def test_a_game_that_may_be_played_again_goes_on_by_the_new_names_too(tmp_path: Path) -> None:
    once_more = "{id: once_more, title: {en: Once more}, when: any(s in seat where s.coin > 90), average: down}"
    again = ("scoring:\n", f"again:\n  - {once_more}\nscoring:\n")
    game = rw.load_game(str(written(tmp_path / "old", "", again)))
    path = tmp_path / "game.json"
    write_replay(path, record(game, seats=2, seed=5, policies=("first", "first")))
    new = written(tmp_path / "new", FAMILY, *NEW, again)
    resumed = rulewright("resume", path, "--ruleset", new)
    assert resumed.returncode == 0, resumed.stderr
    assert "names in the ruleset have changed since this game was saved" in resumed.stderr


MATCH = """\
kind: match
match: evening
title: {en: An evening}
ruleset: cards
games:
  - {id: first, title: {en: First}}
  - {id: second, title: {en: Second}, settings: {pace: wild}}
  - {id: third, title: {en: Third}}
counts: worth_now
"""
SETTINGS = """\
settings:
  - {id: pace, title: {en: Pace}, values: [calm, wild], default: calm}
  - {id: mood, title: {en: Mood}, values: [low, high_up], default: low}
"""
COUNTED = "quantities:\n  - {id: worth_now, amount: coin}\n"
RENAMED = FAMILY.rstrip("}\n") + ", pace: speed, wild: fast, mood: temper, high_up: merry, worth_now: earned}\n"
SETTINGS_NOW = (("pace", "speed"), ("wild", "fast"), ("mood", "temper"), ("high_up", "merry"))
IN_MATCH = (*NEW, *SETTINGS_NOW, ("worth_now", "earned"))


def with_match(folder: Path, renamed: str, *changes: tuple[str, str]) -> Path:
    """A ruleset with a setting and a quantity that a match of it names; the file of the match."""
    more = ("counters:\n", f"{SETTINGS}{COUNTED}counters:\n")
    root, text = written(folder / "cards", renamed, more, *changes), MATCH
    for old, new in changes:
        text = text.replace(old, new)
    path = root / "matches" / "evening.yaml"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    return path


def saved_evening(match: Path, path: Path, games: int, choices: int) -> None:
    """A match with so many games played, and so many choices of the one after these."""
    plan = load_match(match)
    planned = PlannedGames(plan)
    played, under_way = begin_match(plan, seats=2, seed=4, settings={"mood": "high_up"}), None
    for number in range(games + bool(choices)):
        coming = next_game(played)
        assert coming is not None
        game = planned(coming.game)
        picked = settings_known(game, coming)
        whole = record(game, seats=2, seed=coming.seed, policies=("first", "first"), settings=picked)
        if number == games:
            under_way = replace(whole, choices=whole.choices[:choices], digests=(), final_digest=None)
            break
        played = finish_game(played, game, run_replay(game, whole).state, whole)
    write_match(path, saved_match(played, ("first", "first"), under_way))


@pytest.mark.parametrize(("games", "choices"), [(0, 1), (1, 0), (1, 1), (2, 0)])
def test_a_match_saved_by_old_names_goes_on_by_the_new_ones(tmp_path: Path, games: int, choices: int) -> None:
    path = tmp_path / "match.json"
    saved_evening(with_match(tmp_path / "old", ""), path, games, choices)
    new = with_match(tmp_path / "new", RENAMED, *IN_MATCH)
    resumed = rulewright("resume", path, "--match", new)
    assert resumed.returncode == 0, resumed.stderr
    assert "names in the ruleset have changed since this match was saved" in resumed.stderr
    kept = path.read_text("utf-8")
    assert "card_" in kept
    assert ("temper" in kept, "mood" in kept, "pace" in kept) == (True, False, False)
    assert read_match(path).games[0].ruleset_digest == PlannedGames(load_match(new))(0).blueprint.digest


@pytest.mark.parametrize("change", [("draw 2", "draw 3"), ("max: 99", "max: 98"), ("counts: worth_now\n", "")])
def test_a_match_of_which_more_has_changed_is_refused_and_stays_as_it_is(
    tmp_path: Path, change: tuple[str, str]
) -> None:
    path = tmp_path / "match.json"
    saved_evening(with_match(tmp_path / "old", ""), path, 1, 2)
    before = path.read_text("utf-8")
    new = with_match(tmp_path / "new", RENAMED, change, *IN_MATCH)
    resumed = rulewright("resume", path, "--match", new)
    assert resumed.returncode == 1, resumed.stderr
    assert path.read_text("utf-8") == before


def versions() -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Yield (what `renamed` lists, the names of now) of four versions: `reward` has three names, another thing two."""
    yield "", ()
    yield "renamed: {reward: prize}\n", (("reward", "prize"),)
    yield "renamed: {play_cards: play_high, reward: prize}\n", (("reward", "prize"), ("play_cards", "play_high"))
    yield (
        "renamed: {prize: gain_cards, play_cards: play_high, reward: prize}\n",
        (("reward", "gain_cards"), ("play_cards", "play_high")),
    )


OTHERWISE_LISTED = {
    "newest first": "renamed: {prize: gain_cards, play_cards: play_high, reward: prize}\n",
    "oldest first": "renamed: {reward: prize, play_cards: play_high, prize: gain_cards}\n",
    "each with its name of now": "renamed: {prize: gain_cards, play_cards: play_high, reward: gain_cards}\n",
}


@pytest.mark.parametrize("saved_at", [0, 1, 2])
@pytest.mark.parametrize("listed", OTHERWISE_LISTED.values(), ids=OTHERWISE_LISTED)
def test_a_game_saved_between_two_new_names_goes_on_after_the_next(tmp_path: Path, saved_at: int, listed: str) -> None:
    renamed, changes = list(versions())[saved_at]
    path = tmp_path / "game.json"
    old = rw.load_game(str(written(tmp_path / "old", renamed, *changes)))
    write_replay(path, record(old, seats=2, seed=5, policies=("first", "first")))
    _, now = list(versions())[-1]
    new = written(tmp_path / "new", listed, *now)
    assert rulewright("check", new).returncode == 0
    resumed = rulewright("resume", path, "--ruleset", new)
    assert resumed.returncode == 0, resumed.stderr
    again = rulewright("replay", path, "--ruleset", new)
    assert again.returncode == 0, again.stderr


def test_a_family_with_three_names_in_a_row_carries_a_game_from_each(tmp_path: Path) -> None:
    ids = ('"{suit}_{rank}"', '"card_{rank}_{suit}"', '"c_{suit}_{rank}"')
    new = written(tmp_path / "new", f"renamed: {{{ids[1]}: {ids[2]}, {ids[0]}: {ids[1]}}}\n", (ids[0], ids[2]))
    for number, renamed in enumerate(("", f"renamed: {{{ids[0]}: {ids[1]}}}\n")):
        path = tmp_path / f"{number}.json"
        old = rw.load_game(str(written(tmp_path / f"old_{number}", renamed, (ids[0], ids[number]))))
        write_replay(path, record(old, seats=2, seed=5, policies=("first", "first")))
        resumed = rulewright("resume", path, "--ruleset", new)
        assert resumed.returncode == 0, resumed.stderr


def test_names_that_lead_in_a_circle_are_told(tmp_path: Path) -> None:
    checked = rulewright("check", written(tmp_path / "new", "renamed: {one: two, two: one}\n"))
    assert checked.returncode == 1
    assert "nothing in the ruleset is named" in checked.stdout
