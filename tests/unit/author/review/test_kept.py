"""A report that is kept: the same as a fresh one, whatever is changed in between, and never that of other files."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.author.review import kept, parts, ruleset
from rulewright.author.review.kept import key_of, read_kept
from rulewright.cli import run
from rulewright.core.model.document import Mapping
from rulewright.core.validate.schemas import schema_folder

PEBBLES = Path(__file__).parents[2] / "cli" / "pebbles"
Said = tuple[int, str]
OTHER = """kind: scenarios
scenarios:
  - scenario: the heap is whole at first
    rules: [turn.take]
    given: {variant: odd, seats: 2}
    then: [heap = 9]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset of which nothing is kept yet, with a warning in it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, root)
    edit(root / "base" / "game.yaml", lambda text: text.replace("scoring:", UNUSED + "scoring:"))
    return root


UNUSED = "  - {id: unused, title: {en: Unused}, does: take_turn}\n"


def edit(path: Path, change: Callable[[str], str]) -> None:
    text = path.read_text("utf-8") if path.exists() else ""
    assert change(text) != text
    path.parent.mkdir(exist_ok=True)
    path.write_text(change(text), "utf-8")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    def say(*words: str) -> Said:
        code = run(list(words))
        return code, capsys.readouterr().out

    return say


@pytest.fixture
def no_second_look(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on a review that is not kept is a fault."""

    def refuse(*_: object) -> None:
        raise AssertionError("looked at again")

    return lambda: monkeypatch.setattr(ruleset, "_look_at_everything", refuse)


def cached(folder: Path) -> list[Path]:
    return sorted((folder.parent / "cache" / "rulewright").glob("*.review"))


@pytest.mark.parametrize("words", [("check",), ("check", "--strict"), ("check", "--format", "json"), ("lint",)])
def test_what_is_kept_is_told_as_it_was(
    folder: Path, said: Callable[..., Said], no_second_look: Callable[[], None], words: tuple[str, ...]
) -> None:
    first = said(*words, str(folder))
    assert "never-reached" in first[1]
    no_second_look()
    assert said(*words, str(folder)) == first


def test_what_is_kept_says_what_may_be_meant(
    folder: Path, said: Callable[..., Said], no_second_look: Callable[[], None]
) -> None:
    edit(folder / "base" / "game.yaml", lambda text: text.replace("does: take_turn}", "does: take_trun}"))
    first = said("check", "--format", "json", str(folder))
    assert "did you mean 'take_turn'?" in first[1]
    no_second_look()
    assert said("check", "--format", "json", str(folder)) == first


EDITS: dict[str, tuple[str, Callable[[str], str]]] = {
    "a file": ("base/game.yaml", lambda text: text.replace("does: take_turn}", "does: take_trun}")),
    "what was wrong is right": ("base/game.yaml", lambda text: text.replace(UNUSED, "")),
    "a comment": ("base/game.yaml", lambda text: "# a line above all others\n" + text),
    "a manifest": ("ruleset.yaml", lambda text: text + "colour: red\n"),
    "a scenario": ("scenarios/turns.yaml", lambda text: text.replace("heap = 6", "heep = 6", 1)),
    "a new variant": (
        "variants/odd.yaml",
        lambda _: "kind: variant\nvariant: odd\nextends: pebbles\n",
    ),
    "a new module": ("night/module.yaml", lambda _: "kind: module\nid: night\ntitle: {en: Night}\nneeds: [day]\n"),
    "a new file that nothing reads": ("base/notes.txt", lambda _: "by the way\n"),
    "a new replay": ("replays/one.json", lambda _: '{"kind": "replay"}\n'),
    "a new match": ("matches/one.yaml", lambda _: "kind: match\nmatch: one\nruleset: pebbles\ngames: []\n"),
}


@pytest.mark.parametrize("what", list(EDITS)[:5])
def test_a_changed_folder_is_told_of_as_if_it_had_been_there_from_the_first(
    folder: Path, said: Callable[..., Said], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    name, change = EDITS[what]
    before = said("check", str(folder))
    edit(folder / name, change)
    warm = said("check", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent / "another cache"))
    assert warm == said("check", str(folder))
    assert warm != before


STEPS: tuple[tuple[str, str, str], ...] = (
    ("scenarios/turns.yaml", "heap = 6", "heep = 6"),
    ("scenarios/other.yaml", "", OTHER),
    ("scenarios/turns.yaml", "heep = 6", "heap = 6"),
    ("variants/odd.yaml", "", "kind: variant\nvariant: odd\nextends: pebbles\ntitle: {en: Odd}\n"),
    ("variants/odd.yaml", "title: {en: Odd}\n", "title: {en: Odd}\nsettings: {heap_size: huge}\n"),
    ("variants/odd.yaml", "settings: {heap_size: huge}\n", ""),
    ("scenarios/other.yaml", "rules: [turn.take]", "rules: [turn.take, turn.take"),
    ("scenarios/other.yaml", "rules: [turn.take, turn.take", "rules: [turn.take]"),
)


def test_scenarios_that_have_not_changed_are_told_of_as_before(
    folder: Path, said: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    said("check", str(folder))
    reports = []
    for number, (name, old, new) in enumerate(STEPS):
        edit(folder / name, lambda text, old=old, new=new: text.replace(old, new, 1) if old else new)  # type: ignore[misc]
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent / "cache"))
        reports.append(said("check", str(folder)))
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent / f"cache {number}"))
        assert reports[-1] == said("check", str(folder)), name
    assert [code for code, _ in reports] == [1, 1, 1, 0, 1, 0, 1, 0]


def test_only_the_scenario_file_that_has_changed_is_looked_at_again(
    folder: Path, said: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []
    whole = parts.scenario_mistakes  # type: ignore[attr-defined]

    def look(scenario: Mapping, *given: object) -> object:
        looked.append(Path(scenario.span.file))
        return whole(scenario, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(parts, "scenario_mistakes", look)
    edit(folder / "scenarios" / "other.yaml", lambda _: OTHER.replace("variant: odd, ", ""))
    said("check", str(folder))
    assert sorted(each.name for each in looked) == ["other.yaml", "turns.yaml"]
    looked.clear()
    monkeypatch.setattr(ruleset, "_subjects", None)
    edit(folder / "scenarios" / "other.yaml", lambda text: text.replace("heap = 9", "heep = 9"))
    assert said("check", str(folder))[0] == 1
    assert [each.name for each in looked] == ["other.yaml"]


@pytest.mark.parametrize("what", EDITS)
def test_a_changed_folder_is_looked_at_again(folder: Path, what: str) -> None:
    name, change = EDITS[what]
    before = key_of(folder, ())
    assert key_of(folder, ()) == before
    edit(folder / name, change)
    assert key_of(folder, ()) != before


def test_another_schema_or_engine_looks_again(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {key_of(folder, ())}
    shutil.copytree(schema_folder(), tmp_path / "schemas")
    edit(tmp_path / "schemas" / "match.schema.json", lambda text: text.replace('"required"', '"description"', 1))
    monkeypatch.setattr(kept, "schema_folder", lambda: tmp_path / "schemas")
    keys.add(key_of(folder, ()))
    monkeypatch.setattr("rulewright.core.compile.cache.ENGINE_VERSION", "another")
    keys.add(key_of(folder, ()))
    keys.add(key_of(folder, ("without lints",)))
    assert None not in keys
    assert len(keys) == 4


def test_the_same_folder_by_another_name_is_told_by_that_name(
    folder: Path, said: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    said("check", str(folder))
    folder.rename(folder.parent / "stones")
    assert "stones/base/game.yaml" in said("check", str(folder.parent / "stones"))[1]
    monkeypatch.chdir(folder.parent)
    assert "stones: " in said("check", "stones")[1]


def spoilt(path: Path, told: object) -> None:
    data = json.dumps(told).encode()
    path.write_bytes(hashlib.sha256(data).digest() + data)


SPOILT: list[object] = [
    None,
    [],
    [[]],
    [[[]], []],
    [[[["code", "fatal", ["f", 1, 1, 1], "m", "h"], None]], []],
    [[[["code", "error", ["f", "1", 1, 1], "m", "h"], None]], []],
    [[[["code", "error", ["f", 1, 1, 1], 5, "h"], None]], []],
    [[[["code", "error", ["f", 1, 1, 1], "m", "h"], ["word", "name"]]], []],
    [[], [["f", 1]]],
]


def test_what_does_not_look_like_a_report_is_not_told(folder: Path, said: Callable[..., Said]) -> None:
    first = said("check", str(folder))
    (path,) = (each for each in cached(folder) if each.stem == key_of(folder, (True, True)))
    told = path.read_bytes()
    for wrong in SPOILT:
        spoilt(path, wrong)
        assert read_kept(path.stem) is None
    path.write_bytes(told[:-1] + b"}")
    assert read_kept(path.stem) is None
    path.write_bytes(told)
    assert read_kept(path.stem) is not None
    path.chmod(0o666)
    assert read_kept(path.stem) is None
    spoilt(path, [[], []])
    assert said("check", str(folder)) == first


def test_a_review_of_a_folder_that_changes_meanwhile_is_not_kept(
    folder: Path, said: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ruleset._look_at_everything

    def meanwhile(*given: object) -> None:
        whole(*given)  # type: ignore[arg-type]
        (folder / "base" / "game.yaml").write_text("kind: content\n", "utf-8")

    monkeypatch.setattr(ruleset, "_look_at_everything", meanwhile)
    said("check", str(folder))
    assert cached(folder) == []


def test_a_review_that_looks_into_another_ruleset_is_not_kept(folder: Path, said: Callable[..., Said]) -> None:
    match = "kind: match\nmatch: one\nruleset: tutorial\ntitle: {en: One}\ngames: [{id: a, title: {en: A}}]\n"
    edit(folder / "matches" / "one.yaml", lambda _: match)
    said("check", str(folder))
    assert cached(folder) == []


def test_a_folder_of_too_many_files_has_no_key(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert key_of(folder, ()) is not None
    monkeypatch.setattr(kept, "MOST_FILES", 2)
    assert key_of(folder, ()) is None
