"""What scenarios say of several games: proved where it is so, and told of where it is not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.play.scenarios.runs import run_files

DUEL = Path(__file__).with_name("duel")
FILE = Path("duel") / "scenarios" / "several.yaml"


def changed(folder: Path, old: str, new: str) -> list[str]:
    """What is wrong when the scenarios of Duel say something else: messages of failures and codes of diagnostics."""
    shutil.copytree(DUEL, folder / "duel", dirs_exist_ok=True)
    text = (folder / FILE).read_text("utf-8")
    assert old in text
    (folder / FILE).write_text(text.replace(old, new, 1), "utf-8")
    results, diagnostics, _ = run_files([folder / FILE])
    return [each.failure.message for each in results if each.failure is not None] + [each.code for each in diagnostics]


def test_the_scenarios_as_they_are_hold(tmp_path: Path) -> None:
    assert changed(tmp_path, "kind", "kind") == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("results: [43, 31]", "results: [42, 31]", "expected 42, 31; found 43, 31"),
        ("winners: [1]}", "winners: [2]}", "expected winners 2; found 1"),
        ("ratings: [4, 4]", "ratings: [0, 4]", "expected the ratings from 0, 4; found 4, 4"),
        ("[44, 32]]", "[44]]", "the results are of 2 seats, but a game has 1 numbers"),
        ("[2, 2]]", "[2, 2], [2, 2]]", "'duel-of-three' has 3 games, not 4"),
        ("again: none", "again: drawn", "expected to play again by 'drawn'; found 'none'"),
        ("    again: drawn\n", "    again: none\n", "expected to play again by 'none'; found 'drawn'"),
        ("settings: {turns: 1}", "settings: {turns: 2}", "the game is not over: seat 1 may choose wait, shoot"),
        ("    again: drawn\n", "    again: drawn\n    next_settings: {mood: wild, turns: 1}\n", ""),
        (
            "    again: drawn\n",
            "    again: drawn\n    next_settings: {mood: calm}\n",
            "expected the next game with mood calm; found wild",
        ),
        ("    again: drawn\n", "    again: drawn\n    next_settings: {mod: calm}\n", "unknown-setting"),
        (
            "    again: none\n",
            "    again: none\n    next_settings: {mood: calm}\n",
            "there is no next game, so it cannot have the expected settings",
        ),
        ("match: {again: drawn", "match: {again: drwan", "unknown-again"),
        ("    again: drawn\n", "    again: drwan\n", "unknown-again"),
        ("of: duel-of-three", "of: duel-of-thre", "unknown-match"),
        ("{again: drawn, games", "{games", "missing-key"),
        ("game: third", "game: thrid", "unknown-game"),
        ("game: third, ", "", "missing-key"),
        ("game: third", "game: third, modules: [base]", "misplaced-key"),
        ("match: duel-of-three, game: second", "match: duel-of-too, game: second", "unknown-match"),
        ("[mood is wild, turns = 2]", "[mood is calm]", "expected mood is calm; found wild"),
        ("{again: drawn, games", "{again: drawn, of: duel-of-three, games", "misplaced-key"),
    ],
)
def test_what_is_not_so_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert changed(tmp_path, old, new) == ([said] if said else [])


def test_a_match_of_which_only_one_game_counts_halves_is_refused_as_in_a_check(tmp_path: Path) -> None:
    shutil.copytree(DUEL, tmp_path / "duel")
    match = tmp_path / "duel" / "matches" / "three.yaml"
    match.write_text(match.read_text("utf-8").replace("counts: points\n", ""), "utf-8")
    halved = "kind: content\nscoring:\n  - {id: edge, title: {en: Edge}, amount: 1, halves: true}\n"
    (tmp_path / "duel" / "ties" / "edge.yaml").write_text(halved, "utf-8")
    _, diagnostics, _ = run_files([tmp_path / FILE])
    assert "one game of this match counts half points, another does not" in [each.message for each in diagnostics]
