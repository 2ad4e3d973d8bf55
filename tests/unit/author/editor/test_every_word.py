"""Every word of the language is offered where it may be written, and told of where it is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.author.editor.complete import completions
from rulewright.author.editor.names.index import NameIndex
from rulewright.author.editor.study import Study
from rulewright.author.editor.tell import hover
from rulewright.core.language.vocabulary import WORDS
from rulewright.core.model.words import Word

_HEAD = "kind: content\nprocedures:\n  - id: fly\n    does: |\n      "
_WRITTEN = [each for each in WORDS if each.sort not in ("type", "field") and each.name.replace(" ", "").isalpha()]
_WRITTEN = [each for each in _WRITTEN if each.name != "call"]  # which is written by the names of procedures
_ROOT = Path(__file__).resolve().parents[4] / "rulesets" / "classics"


@cache
def index_of(name: str) -> NameIndex:
    study = Study()
    root = study.root_of(next((_ROOT / name / "base").glob("*.yaml")))
    assert root is not None
    study.learn(root)
    return study.indexes[root]


def offered(text: str, game: str = "") -> set[str]:
    line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    return {each.label for each in completions(text, line, column, index_of(game) if game else None)}


@pytest.mark.parametrize("word", _WRITTEN, ids=lambda word: f"{word.sort} {word.name}")
def test_a_word_is_offered_and_told(word: Word) -> None:
    before = _HEAD + ("" if word.sort == "verb" else "gain ")
    assert word.name in offered(before)
    example = (word.example or word.forms[0]).replace("\n", "\n      ")
    at = example.find(word.name)
    if at >= 0:
        text = _HEAD + example
        ahead = text[: len(_HEAD) + at]
        page = hover(text, "base/x.yaml", ahead.count("\n") + 1, len(ahead) - ahead.rfind("\n"), None, None)
        assert word.sentence.split(".")[0].split("`")[0].strip() in page


@pytest.mark.parametrize(
    ("game", "text", "wanted"),
    [
        ("whist", "zones:\n  - id: hand\n    holds: card\n    sort_by: [", {"suit", "rank"}),
        ("whist", _HEAD + "end game won by ", {"north_south"}),
        ("nim", _HEAD + "end game won by me as ", {"last_match"}),
        ("go", "positions:\n  - id: seen\n    of: [", {"stone", "ko"}),
        ("go", _HEAD + "gain count(x in ", {"reach", "point", "neighbours"}),
        ("rummy", "procedures:\n  - id: meld\n    gives: ", {"number", "truth", "set of card_piece"}),
    ],
)
def test_names_are_offered_where_they_are_wanted(game: str, text: str, wanted: set[str]) -> None:
    assert wanted - offered(text, game) == set()
