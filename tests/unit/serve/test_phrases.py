"""The pages' own words: the same keys in all languages, the same holes in them, none that no page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright.serve
from rulewright.serve.phrases import LANGUAGES, phrases

ROOM = Path(rulewright.serve.__file__).parent


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_words_with_the_same_holes(language: str) -> None:
    english, known = phrases("en").known, phrases(language).known
    assert list(known) == list(english)
    for key, words in known.items():
        assert set(re.findall(r"{\w+}", words)) == set(re.findall(r"{\w+}", english[key])), key


def test_every_word_is_said_on_some_page() -> None:
    texts = [path.read_text("utf-8") for path in (*ROOM.rglob("*.html"), *ROOM.glob("*.py"))]
    said = set(re.findall(r"say\(['\"](\w+)['\"]", "\n".join(texts)))
    by_name = {"list_own", "list_open", "list_finished"} | {
        key for key in phrases("en").known if key.startswith("policy_")
    }
    assert (said - {"list_", "policy_"}) | by_name == set(phrases("en").known)
