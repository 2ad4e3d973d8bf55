"""No word of any ruleset stands in interpreter/: not in a name, a string, a docstring or a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.reference.checkout import ROOT, RULESETS, strings_of, text_of

SOURCES = sorted(path for path in (ROOT / "interpreter").rglob("*") if path.suffix in (".py", ".lark"))

# Ordinary English, and the words that have one meaning for every game. Before adding one, ask whether ten other games
# would use it.
PLAIN = frozenset((Path(__file__).parent / "plain_words.txt").read_text("utf-8").split())
# Names in which plain words meet and that stay plain all the same.
PLAIN_NAMES = frozenset({"set_up", "end_turn", "first_player", "start_player", "game_end"})


def rulesets() -> Iterator[tuple[str, Any]]:
    """Yield the documents of the shipped games, but not of the gallery, nor of what games share.

    Its words are everyday ones (line, king, stone, house), which give no game away.
    """
    everyday = {path for folder in ("classics", "shared") for path in (RULESETS / folder).rglob("*.yaml")}
    for path in sorted(set(RULESETS.rglob("*.yaml")) - everyday):
        yield path.relative_to(ROOT).as_posix(), strings_of(path)


def names_and_titles(node: Any) -> Iterator[str]:
    """Every id, field name and English title below a node."""
    if isinstance(node, list):
        for item in node:
            yield from names_and_titles(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key in ("id", "variant") and isinstance(value, str):
                yield value
            elif key == "title" and isinstance(value, dict):
                yield str(value.get("en", ""))
            elif key in ("fields", "border_fields") and isinstance(value, dict):
                yield from value
            yield from names_and_titles(value)


def words_of(text: str) -> Iterator[str]:
    """The words of a text or name, in small letters and the singular: gain_HeliumTanks has gain, helium and tank."""
    for word in re.findall(r"[A-Z]?[a-zà-ÿ]+|[A-Z]+(?![a-z])", text):
        yield singular(word.lower())


def is_plain(word: str) -> bool:
    """Return whether a word is plain, or a form of a plain verb: gained, gaining."""
    stems = (word.removesuffix("ed"), word.removesuffix("d"), word.removesuffix("ing"))
    return not PLAIN_SINGULAR.isdisjoint((word, *stems))


def singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("uses", "sses", "xes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us")) and len(word) > 3 else word


PLAIN_SINGULAR = frozenset(map(singular, PLAIN))


def game_words(node: Any) -> tuple[frozenset[str], frozenset[str]]:
    """The words that give a game away by themselves, and its names of several words."""
    found = set(names_and_titles(node))
    words = {word for text in found for word in words_of(text)}
    names = {name for name in found if re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)+", name)}
    return frozenset(word for word in words if len(word) > 2 and not is_plain(word)), frozenset(names) - PLAIN_NAMES


OF_OTHERS = re.compile(
    r"\blsp\.\w+|\bas_completed\b|\bKilledWorker\b|\bwait_for_workers\b|\bactivationEvents\b|\.expan(?:sion|d1)\b"
)
"""Names that a protocol or a library of others gives, which are not ours to choose."""


def hits(text: str, words: frozenset[str], names: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Lines of a text with the game word on them."""
    for number, line in enumerate(OF_OTHERS.sub("", text).splitlines(), 1):
        for word in sorted(set(words_of(line)) & words):
            yield number, word
        for name in sorted(set(re.findall(r"\w+", line)) & names):
            yield number, name


@cache
def words_of_rulesets() -> tuple[frozenset[str], frozenset[str]]:
    return game_words([document for _, document in rulesets()])


def test_no_source_knows_a_game() -> None:
    words, names = words_of_rulesets()
    found = [
        f"{path.relative_to(ROOT)}:{line}: '{word}'"
        for path in SOURCES
        for line, word in hits(text_of(path), words, names)
    ]
    assert not found, "words of a ruleset:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "planted",
    [
        "def gain_helium(seat): ...",
        "class HeliumTank: ...",
        'raise ValueError("no HELIUM left")',
        "x = 1  # as many as there are outposts",
    ],
)
def test_a_planted_word_is_found(planted: str) -> None:
    words, names = game_words(
        {
            "counters": [{"id": "helium_tank", "title": {"en": "Helium-3", "pl": "hel-3"}}],
            "kinds": [{"id": "token", "fields": {"outpost": {"type": "number"}}}],
        }
    )
    assert {line for line, _ in hits(f"first line\n{planted}\n", words, names)} == {2}


def test_a_planted_name_of_plain_words_is_found() -> None:
    words, names = game_words({"procedures": [{"id": "start_round"}]})
    assert not words
    assert list(hits("def start_round(state): ...", words, names)) == [(1, "start_round")]


def test_the_words_of_the_rulesets_are_read() -> None:
    for path, document in rulesets():
        if path.endswith("/ruleset.yaml"):
            words, names = words_of_rulesets()
            own = {*words_of(document["id"]), *words_of(document["title"]["en"])} & words | {document["id"]} & names
            assert own, f"{path} has no word or name of its own"
