"""Keys of YAML files at a place: what may be written there, which values, and what a key means."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.author.editor.complete import completions
from rulewright.author.editor.key_path import key_path_at
from rulewright.author.editor.keys_here import KeysHere
from rulewright.author.editor.study import Study
from rulewright.author.editor.tell import hover
from rulewright.core.load.files import read_file
from rulewright.core.model.document import Mapping, Node, Sequence
from tests.reference.checkout import ROOT

HERE = "¦"
_HEAD = "kind: content\n"
CASES = {
    "in parentheses": ("zones:\n  - {id: deck, ¦}", {"visible", "holds", "per", "start"}, {"id", "min"}),
    "after half a key": ("counters:\n  - id: coin\n    mi¦\n    max: 9", {"min", "start"}, {"id", "max", "holds"}),
    "before other keys": ("counters:\n  - {id: coin, ¦, max: 9}", {"min"}, {"max"}),
    "in a bracket inside": ("kinds:\n  - id: card\n    fields:\n      wood: {type: number, ¦}", {"default"}, {"title"}),
    "after a literal text": ("procedures:\n  - id: p\n    does: |\n      gain 1 coin\n    ¦", {"rules"}, {"does"}),
    "at the top": ("zones: []\n¦", {"counters", "looks"}, {"zones", "kind"}),
    "in a file with a mistake": ("zones: [\ncounters:\n  - {id: coin, ¦", set(), {"does"}),
}


def _at(marked: str) -> tuple[str, int, int]:
    """Return (text, line, column) of a text in which a place is marked."""
    before, after = marked.split(HERE)
    return before + after, before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize(("marked", "offered", "not_offered"), CASES.values(), ids=CASES)
def test_keys_that_may_be_written_are_offered(marked: str, offered: set[str], not_offered: set[str]) -> None:
    found = {each.label for each in completions(*_at(_HEAD + marked), None)}
    assert offered - found == set()
    assert not_offered & found == set()


@pytest.mark.parametrize(
    ("marked", "values"),
    [
        ("kind: content\nzones:\n  - {id: deck, visible: ¦}", {"all", "owner", "none"}),
        ("kind: content\nkinds:\n  - id: card\n    fields:\n      wood: {optional: ¦}", {"true", "false"}),
        ("kind: ¦", {"content", "variant", "scenarios"}),
    ],
)
def test_values_that_a_key_takes_are_offered(marked: str, values: set[str]) -> None:
    assert values - {each.label for each in completions(*_at(marked), None)} == set()


def test_a_key_is_written_with_its_colon_and_says_what_it_is_for() -> None:
    text, line, column = _at("kind: content\nzones:\n  - {id: deck, ¦}")
    found = {each.label: each for each in completions(text, line, column, None)}["visible"]
    assert found.written == "visible: "
    assert found.page.startswith("**visible**: ")
    assert hover("kind: content\nzones:\n  - {id: deck, visible: all}\n", "a.yaml", 3, 18, None, None) == found.page


def test_a_component_is_offered_the_fields_of_its_kind() -> None:
    gulls = ROOT / "rulesets" / "tutorial"
    study = Study()
    for _ in study.learning(gulls):
        pass
    text, line, column = _at(_HEAD + "components:\n  - {id: eel, kind: prey, ¦}")
    labels = {each.label for each in completions(text, line, column, study.indexes[gulls])}
    assert {"worth", "copies", "title"} - labels == set()
    assert "worth" not in {each.label for each in completions(*_at(_HEAD + "zones:\n  - {id: a, ¦}"), None)}


def _keys(node: Node | None, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, int, int]]:
    """Yield (keys that lead to it, key, line, column) of every key in a tree."""
    if isinstance(node, Sequence):
        for each in node.items:
            yield from _keys(each, way)
    elif isinstance(node, Mapping):
        for key, inner in node.entries:
            yield way, key.text, key.span.line, key.span.column
            yield from _keys(inner, (*way, key.text))


def _shipped() -> list[Path]:
    return sorted((ROOT / "rulesets").rglob("*.yaml"))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", _shipped(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_place_of_every_shipped_key_is_found_from_the_text_alone(path: Path) -> None:
    file, _ = read_file(path)
    text = path.read_text("utf-8")
    wrong = []
    for way, key, line, column in _keys(file.node):
        found = key_path_at(text, line, column)
        if found is None or (found.keys, found.is_key) != (way, True):
            wrong.append((line, column, key, way, found and found.keys))
    assert wrong == []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", _shipped(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_shipped_key_at_the_top_is_one_that_the_schema_knows(path: Path) -> None:
    file, _ = read_file(path)
    text = path.read_text("utf-8")
    top = [(key, line, column) for way, key, line, column in _keys(file.node) if not way]
    assert [key for key, line, column in top if KeysHere(text, line, column).named(key) is None] == []
