"""The page about the language in docs/reference/language.md names every word of it."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.core.language.vocabulary import WORDS

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "language.md").read_text(encoding="utf-8")
PAGE = TEXT[TEXT.index("## The language on one page") : TEXT.index("## Limits and edges")]


def test_a_word_is_named_on_the_page() -> None:
    for part in {part for word in WORDS for part in word.name.split()}:
        pattern = rf"(?<!\w){part}(?!\w)" if part.replace("_", "").isalpha() else re.escape(part)
        assert re.search(pattern, PAGE), part
