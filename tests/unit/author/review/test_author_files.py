"""One review: who checks, who edits and who plays is told the same, and what has not changed is not done again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rulewright.author.editor.study import Study
from rulewright.author.review import games
from rulewright.author.review.author_files import AuthorFiles
from rulewright.author.review.games import GameChoice
from rulewright.cli import run
from rulewright.core.diagnostics import Diagnostic
from rulewright.core.pipeline import Choice, examine

PEBBLES = Path(__file__).parents[2] / "cli" / "pebbles"
GAME = "base/game.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PEBBLES, tmp_path / "pebbles"))


@pytest.fixture
def bound(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows by each game that is bound from now on."""
    told: list[object] = []
    whole = games.bind_game  # type: ignore[attr-defined]

    def bind(*given: object) -> object:
        told.append(given)
        return whole(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(games, "bind_game", bind)
    return told


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def places(found: tuple[Diagnostic, ...]) -> list[tuple[str, str, int, int]]:
    return sorted((each.code, each.span.file, each.span.line, each.span.column) for each in found)


WRONG = {
    "a name": (GAME, "ask s: take_turn", "ask s: take_trun"),
    "a shape": (GAME, "{id: round, title: {en: Round}, min: 0, max: 99}", "{id: round, title: Round, min: 0}"),
    "the start of a zone": (GAME, "start: it.weight > 0", "start: it.wieght > 0"),
    "nothing": (GAME, "gain 1 round", "gain 1 round # once more"),
}


@pytest.mark.parametrize("what", WRONG)
def test_all_are_told_the_same(folder: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    name, old, new = WRONG[what]
    change(folder / name, old, new)
    files, lines = AuthorFiles().faults(Choice(str(folder)))
    study = Study().diagnose(folder / name, "beside")
    run(["check", "--format", "json", str(folder)])
    checked = {
        (each["code"], each["file"], each["line"], each["column"])
        for each in json.loads(capsys.readouterr().out)["diagnostics"]
        if each["severity"] == "error"
    }
    assert bool(files) == (what != "nothing")
    assert places(files) == places(tuple(each for told in study.values() for each in told)) == sorted(checked)
    assert files == examine(Choice(str(folder))).diagnostics
    assert [each for each in files if (each.span.file, each.span.line) not in lines] == []


def test_a_game_is_bound_once_until_a_file_of_it_changes(folder: Path, bound: list[object]) -> None:
    files, choice = AuthorFiles(), Choice(str(folder))
    for _ in range(3):
        assert files.faults(choice) == ((), {})
    assert len(bound) == 1
    change(folder / GAME, "ask s: take_turn", "ask s: take_trun")
    for _ in range(2):
        assert [each.code for each in files.faults(choice)[0]] == ["unknown-procedure"]
    assert len(bound) == 2
    (folder / GAME).touch()
    assert [each.code for each in files.faults(choice)[0]] == ["unknown-procedure"]
    assert len(bound) == 2


def test_choices_that_come_to_the_same_modules_are_one_game(folder: Path, bound: list[object]) -> None:
    files = AuthorFiles()
    source = files.source(folder)
    first = files.games.game(source, GameChoice())
    assert files.games.game(source, GameChoice(("base",))) is first
    assert files.games.game(source, GameChoice(first.assembly.modules)) is first
    assert len(bound) == 1


def test_a_check_binds_each_game_once(folder: Path, bound: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "variants").mkdir()
    variant = "kind: variant\nvariant: odd\nextends: pebbles\ntitle: {en: Odd}\nsettings: {heap_size: large}\n"
    (folder / "variants" / "odd.yaml").write_text(variant, "utf-8")
    match = "kind: match\nmatch: one\nruleset: pebbles\ntitle: {en: One}\ngames:\n  - {id: a, title: {en: A}}\n"
    (folder / "matches").mkdir()
    (folder / "matches" / "one.yaml").write_text(match, "utf-8")
    assert run(["check", str(folder)]) == 0, capsys.readouterr().out
    asked = {tuple(sorted(entry.id for entries in given[1].values() for entry in entries)) for given in bound}  # type: ignore[index]
    assert len(bound) == len(asked) + 1, "the default game, each other choice of modules, and the variant"
