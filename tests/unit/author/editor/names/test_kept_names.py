"""Names that are cached: the same as those made anew, whatever is changed in between, never those of other texts."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.author.editor.names import kept_names
from rulewright.author.editor.names.index import NameIndex
from rulewright.author.editor.study import Study
from rulewright.core.compile.cache import cache_folder, read_sealed, write_sealed
from tests.reference.checkout import ROOT

Change = Callable[[Any], Any]


@pytest.fixture
def whist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset whose names are cached."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "whist"
    shutil.copytree(ROOT / "rulesets" / "classics" / "whist", root)
    Study().learn(root)
    return root


def recalled(root: Path, unsaved: Path | None = None, text: str = "") -> NameIndex | None:
    """The index that another editor takes from the cache."""
    study = Study()
    if unsaved is not None:
        study.buffers.hold(unsaved, text)
    study.recall(root)
    return study.indexes.get(root)


def cached() -> Path:
    (path,) = cache_folder().glob("*.names")
    return path


@pytest.mark.parametrize("name", ["tutorial", "classics/klondike", "classics/small_chess"])
def test_cached_names_are_those_made_anew(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "game"
    shutil.copytree(ROOT / "rulesets" / name, root)
    assert recalled(root) is None
    made = Study().learn(root)
    found = recalled(root)
    assert made is not None
    assert found is not None
    assert len(found.uses) > 10
    for part in ("ruleset", "definitions", "uses", "scenarios", "locals"):
        assert getattr(found, part) == getattr(made, part), part


def test_names_are_learnt_from_the_cache_without_binding_anything(whist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(kept_names, "indexing")
    study = Study()
    assert study.learn(whist) == recalled(whist) is not None


@pytest.mark.parametrize("name", ["ruleset.yaml", "rules.yaml", "base/look.yaml", "scenarios/tricks.yaml"])
def test_a_text_that_has_changed_is_looked_at_again(whist: Path, name: str) -> None:
    path = whist / name
    text = path.read_text("utf-8")
    assert recalled(whist) is not None
    assert recalled(whist, path, text + "# a remark\n") is None
    path.write_text(text + "# a remark\n", "utf-8")
    assert recalled(whist) is None
    assert recalled(whist, path, text) is not None
    path.unlink()
    assert recalled(whist) is None


def test_another_folder_with_the_same_texts_has_names_of_its_own(whist: Path) -> None:
    other = whist.parent / "other"
    shutil.copytree(whist, other)
    assert recalled(other) is None
    Study().learn(other)
    for root in (whist, other):
        found = recalled(root)
        assert found is not None
        assert {each.span.file.split("/")[0] for each in found.uses} == {root.name, "shared"}


def test_unsaved_texts_are_not_cached_and_each_folder_has_one_file(whist: Path) -> None:
    before = cached().read_bytes()
    study, path = Study(), whist / "ruleset.yaml"
    study.buffers.hold(path, path.read_text("utf-8") + "# a remark\n")
    assert study.learn(whist) is not None
    assert cached().read_bytes() == before
    path.write_text(path.read_text("utf-8") + "# another remark\n", "utf-8")
    Study().learn(whist)
    assert cached().read_bytes() != before


HOSTILE: dict[str, Change] = {
    "no list": lambda kept: {"uses": kept},
    "another key": lambda kept: ["x" * 64, *kept[1:]],
    "a part less": lambda kept: kept[:-1],
    "a use with a number as its name": lambda kept: [kept[0], [[7, *kept[1][0][1:]]], *kept[2:]],
    "a use without a place": lambda kept: [kept[0], [[*kept[1][0][:2], None, *kept[1][0][3:]]], *kept[2:]],
    "a line that is a text": lambda kept: [kept[0], [[*kept[1][0][:2], ["a", "1", 1, 1], *kept[1][0][3:]]], *kept[2:]],
    "a control character": lambda kept: [kept[0], [["\x1b[2J", *kept[1][0][1:]]], *kept[2:]],
    "a use of no known sort": lambda kept: [*kept[:3], [["local", "", "x", ["a", 1, 1, 1], "steals", None]]],
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_data_of_another_form_are_not_used_and_replaced(whist: Path, change: Change) -> None:
    right, path = recalled(whist), cached()
    assert right is not None
    data = read_sealed(path.name)
    assert data is not None
    write_sealed(path.name, json.dumps(change(json.loads(data))).encode())
    assert recalled(whist) is None
    assert Study().learn(whist) == right == recalled(whist)


@pytest.mark.parametrize("spoil", [lambda data: data[:-1], lambda data: data[:40] + b"x" + data[41:], lambda _: b""])
def test_a_file_that_was_cut_or_altered_is_not_read(whist: Path, spoil: Callable[[bytes], bytes]) -> None:
    path = cached()
    path.write_bytes(spoil(path.read_bytes()))
    assert recalled(whist) is None


def test_a_file_that_others_can_write_is_not_read(whist: Path) -> None:
    cached().chmod(0o666)
    assert recalled(whist) is None
