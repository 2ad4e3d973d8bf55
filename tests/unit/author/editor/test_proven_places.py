"""What hovering says of a place at which nothing can stop a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.editor.proven_places import about_proven
from rulewright.author.editor.study import Study
from tests.unit.author.editor.test_rest import harbour, rested

CATCH = (
    "kind: content\ncounters: [{id: wind, min: 0, max: 3}]\n"
    "triggers:\n  - id: gust\n    after: turn\n    does: |\n      TEST\n      gain (6 / wind) wind\n"
    "table: [{id: l, line: '{wind}'}]\n"
)


SURE = CATCH.replace("TEST", "require wind > 0")
UNSURE = CATCH.replace("TEST", "nothing")


def told(study: Study, file: Path) -> str:
    """What is told of the divisor."""
    text = study.buffers.text(file)
    line = next(number for number, each in enumerate(text.split("\n"), 1) if "6 /" in each)
    root = study.root_of(file)
    assert root is not None
    column = text.split("\n")[line - 1].index("6 /") + 1
    found = {
        about_proven(study, study.sources.get(root), study.name(file, root), line, at)
        for at in range(column, column + len("6 / wind"))
    }
    return "\n".join(sorted(found - {""}))


@pytest.mark.parametrize(("text", "words"), [(SURE, "Proven never to happen here: a division by 0"), (UNSURE, "")])
def test_only_what_is_proven_is_told(tmp_path: Path, text: str, words: str) -> None:
    file = harbour(tmp_path, base__gusts=text) / "base" / "gusts.yaml"
    study = Study()
    assert told_before_and_after(study, file) == ("", words)


def told_before_and_after(study: Study, file: Path) -> tuple[str, str]:
    """What is told before the first rest, and after it."""
    study.source(file.parents[1])
    before = told(study, file)
    rested(study, file)
    return before, told(study, file)


def test_what_was_proven_of_an_older_text_is_not_told(tmp_path: Path) -> None:
    file = harbour(tmp_path, base__gusts=SURE) / "base" / "gusts.yaml"
    study = Study()
    rested(study, file)
    study.buffers.hold(file, UNSURE)
    study.diagnose(file)
    assert told(study, file) == ""
