"""How much an author has to learn: words of the effect language, sections and keys of the files.

One idea in, one idea out: a number here may fall, and the change that makes it fall writes the new one. It rises only
for an idea that no other can be made of, with the reason in the changelog. Counted are the words an author writes:
those that the grammar knows and the names of functions, fields and types, each once; and the keys of the files that
authors write, each at every place where a schema describes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rulewright.core.language.vocabulary import WORDS
from rulewright.core.model.sections import SECTIONS

SCHEMAS: Final = Path(__file__).resolve().parents[2] / "schemas"
WRITTEN_BY_PROGRAMS: Final = {"replay", "saved_match"}
MOST: Final = {"words": 112, "meanings of words": 139, "sections": 27, "keys": 619, "names of keys": 223}


def words() -> set[str]:
    """Each word of letters that means something in a text, whatever the ruleset."""
    return {part for word in WORDS for part in (*word.keywords, *word.reserves, *re.findall(r"[a-z_]+", word.name))}


def keys_in(schema: object) -> Iterator[str]:
    match schema:
        case dict():
            found: dict[str, Any] = schema
            properties = found.get("properties")
            yield from properties if isinstance(properties, dict) else ()
            for each in found.values():
                yield from keys_in(each)
        case list():
            for each in schema:
                yield from keys_in(each)


def keys() -> list[str]:
    """The keys of the files that authors write."""
    written = [path for path in SCHEMAS.iterdir() if path.name.split(".")[0] not in WRITTEN_BY_PROGRAMS]
    return [key for path in written for key in keys_in(json.loads(path.read_text("utf-8")))]


def counted() -> dict[str, int]:
    of_keys = keys()
    return {
        "words": len(words()), "meanings of words": len(WORDS), "sections": len(SECTIONS), "keys": len(of_keys),
        "names of keys": len(set(of_keys)),
    }  # fmt: skip


@pytest.mark.parametrize("what", MOST)
def test_the_language_does_not_grow(what: str) -> None:
    found = counted()[what]
    assert found <= MOST[what], (
        f"{found} {what}, {found - MOST[what]} more than before. Say it with those there are, or take others out that "
        "it makes needless. If neither can be, write the new number here and the reason in CHANGELOG.md"
    )
