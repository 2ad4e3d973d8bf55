"""A name is read where somebody is asked: whoever decides is shown it, and the question may hold it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.author.lint.test_review import harbour, review

ASKING = {
    "pick": "pick card_there from hand",
    "pick of several": "pick 2 cards_there from hand",
    "choose": "choose: {once: gain 1 coin, twice: gain 2 coin}",
    "may": "may: gain 1 coin",
    "in any order": "in any order: {once: gain 1 coin, twice: gain 2 coin}",
}


def rules(statement: str) -> str:
    lines = "".join(
        f"      {each}\n"
        for each in statement.replace(": {", ":\n  ").replace(", twice", "\n  twice").rstrip("}").split("\n")
    )
    return (
        "kind: content\nprocedures:\n  - id: gust\n    takes: {given: number}\n    does: |\n"
        f'      let named = 1\n{lines}    asks: {{en: "{{named}} of {{given}}?"}}\n'
        "triggers:\n  - {id: wind, after: turn, does: gust 3}\n"
    )


@pytest.mark.parametrize("how", ASKING)
def test_a_name_in_a_text_that_asks_is_read(tmp_path: Path, how: str) -> None:
    root = harbour(tmp_path, base__idle=rules(ASKING[how]))
    unread = [code for code, _ in review(root, ("base",)) if code.startswith("unused")]
    assert unread == []


def test_a_name_in_a_text_that_asks_nobody_is_not(tmp_path: Path) -> None:
    text = rules("gain 1 coin").replace('    asks: {en: "{named} of {given}?"}\n', "")
    root = harbour(tmp_path, base__idle=text)
    assert sorted(code for code, _ in review(root, ("base",))) == ["unused-name", "unused-parameter"]
