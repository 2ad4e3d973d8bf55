"""Lints for titles and texts in several languages: missing ones, and differing placeholders."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP, WIND
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.diagnostics import CodeExplained, counted
from rulewright.core.load.entries import Entry
from rulewright.core.model.document import Mapping, Scalar, nodes_in, text_of
from rulewright.core.model.sections import SECTIONS

_USUAL = 80
"""The share of entries, in a hundred, that makes a language usual among them."""
_FEWEST = 5
_HOLE = re.compile(r"\{[^{}|]*")
"""What is filled in, without the forms of a word after it: each language has its own."""
_AT_TABLE = {"procedures", *(each.id for each in SECTIONS if each.chapter in ("state", "ending"))}
"""Sections whose titles a table asks and reports by; those of others may be proper names, the same everywhere."""
_TEXTS = ("text", "line", "details")
"""Keys whose texts may be written in each language."""


def titles(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each title of each entry, including titles inside it."""
    groups: dict[str, list[tuple[Entry, Mapping]]] = defaultdict(list)
    for entry in scene.assembly.entries():
        kind = text_of(entry.node.get("kind")) if entry.section == "components" else ""
        for title in _titles_in(entry.node):
            outer = "" if title is entry.node.get("title") else " within"
            groups[f"{entry.section} {kind or ''}{outer}"].append((entry, title))
        for key in _TEXTS:
            if isinstance(text := entry.node.get(key), Mapping):
                groups[f"{entry.section} text"].append((entry, text))
    every = [each for group in groups.values() for each in group if each[0].section in _AT_TABLE]
    untitled = set(_untitled(scene, every))
    for name, span in scene.languages if every else ():
        lacking = [entry for entry, title in every if title.get(name) is None]
        message = (
            f"{len(lacking)} of {counted(len(every), 'title')} are not translated to '{name}', a language "
            "of this ruleset"
        )
        found = (message, f"translate them, or remove '{name}' from 'languages'") if name in untitled else None
        yield verdict("untitled-language", (lacking or [every[0][0]])[0], span, found)
    for group in groups.values():
        at_table = group[0][0].section in _AT_TABLE
        spoken = {name for name, _ in scene.languages}
        usual = _usual(group) & spoken if spoken else _usual(group)
        wanted = (usual | (spoken if at_table else set())) - untitled
        for entry, title in group:
            key = next((each for each in _TEXTS if title is entry.node.get(each)), "title")
            yield from _verdicts(entry, title, wanted, key)


def _untitled(scene: LintScene, titles: list[tuple[Entry, Mapping]]) -> Iterator[str]:
    """Yield the languages of the ruleset in which fewer than half of the titles are written.

    One finding tells of all of them.
    """
    for name, _ in scene.languages:
        if sum(title.get(name) is not None for _, title in titles) * 2 < len(titles):
            yield name


def _usual(group: list[tuple[Entry, Mapping]]) -> set[str]:
    """Return the languages that most titles of a group are in."""
    counts: dict[str, int] = defaultdict(int)
    for _, title in group:
        for language, _ in title.entries:
            counts[language.text] += 1
    return {name for name, count in counts.items() if len(group) >= _FEWEST and count * 100 >= len(group) * _USUAL}


def _verdicts(entry: Entry, title: Mapping, usual: set[str], key: str) -> Iterator[LintVerdict]:
    missing = sorted(usual - set(title.keys()))
    message = f"the {key} is missing in {' and '.join(missing)}"
    found = (message, f"write it: {key}: {{..., {missing[0]}: ...}}") if missing else None
    yield verdict("missing-translation", entry, title.span, found)
    texts = [(key, value) for key, value in title.entries if isinstance(value, Scalar)]
    for language, value in texts[1:]:
        first, other = texts[0], sorted(_HOLE.findall(value.text))
        holes = sorted(_HOLE.findall(first[1].text))
        message = f"in '{language.text}' the text has the placeholders {_listed(other)}"
        message += f", in '{first[0].text}' {_listed(holes)}"
        found = (message, "use the same placeholders in every language") if other != holes else None
        yield verdict("different-holes", entry, value.span, found)


def _listed(holes: list[str]) -> str:
    return " and ".join(f"{hole}}}" for hole in holes) or "nothing"


def _titles_in(entry: Mapping) -> Iterator[Mapping]:
    return (each for way, each in nodes_in(entry) if isinstance(each, Mapping) and way[-1:] == ("title",))


_EXPLAINED: Final = (
    CodeExplained(
        "missing-translation",
        "A title lacks a language of the ruleset.",
        "`languages` in ruleset.yaml lists the language, or most titles like it have it. Add it."
        + KEEP % "missing-translation",
    ),
    CodeExplained(
        "different-holes",
        "The translations of a title have different placeholders.",
        "Placeholders are filled in during play, so every language needs the same ones." + KEEP % "different-holes",
        "lint",
        (WIND % ("when: wind < 2, ", "gain 1 wind")).replace("wind,", 'wind, title: {en: "{a}", fr: "{b}"},', 1),
        (WIND % ("when: wind < 2, ", "gain 1 wind")).replace("wind,", 'wind, title: {en: "{a}", fr: "{a}"},', 1),
    ),
)
_OF_LANGUAGES: Final = (
    CodeExplained(
        "untitled-language",
        "A ruleset lists a language that most of its titles lack.",
        "Nobody can play in a language without titles. Write them, or leave the language out of `languages` in"
        " ruleset.yaml.",
    ),
)
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(titles,))
OF_LANGUAGES: Final = LintGroup(_OF_LANGUAGES, acceptable=False)
"""Of what the manifest lists: no entry can accept it."""
