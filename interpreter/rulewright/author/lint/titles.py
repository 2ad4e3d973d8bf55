"""Titles and texts in several languages: one missing although its neighbors have it, placeholders that differ."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP, WIND
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.diagnostics import CodeExplained
from rulewright.core.load.entries import Entry
from rulewright.core.model.document import Mapping, Scalar, nodes_in, text_of

_USUAL = 80
"""The share of entries, in a hundred, that makes a language usual among them."""
_FEWEST = 5
_HOLE = re.compile(r"\{[^{}|]*")
"""What is filled in, without the forms of a word after it: each language has its own."""
_TEXTS = ("text", "line", "details")
"""Keys whose texts may be written in each language."""


def titles(scene: LintScene) -> Iterator[LintVerdict]:
    """A verdict on each title of each entry, those inside it included."""
    groups: dict[str, list[tuple[Entry, Mapping]]] = defaultdict(list)
    for entry in scene.assembly.entries():
        kind = text_of(entry.node.get("kind")) if entry.section == "components" else ""
        for title in _titles_in(entry.node):
            outer = "" if title is entry.node.get("title") else " within"
            groups[f"{entry.section} {kind or ''}{outer}"].append((entry, title))
        for key in _TEXTS:
            if isinstance(text := entry.node.get(key), Mapping):
                groups[f"{entry.section} text"].append((entry, text))
    for group in groups.values():
        usual = _usual(group)
        for entry, title in group:
            key = next((each for each in _TEXTS if title is entry.node.get(each)), "title")
            yield from _verdicts(entry, title, usual, key)


def _usual(group: list[tuple[Entry, Mapping]]) -> set[str]:
    """The languages that most titles of a group are in."""
    counts: dict[str, int] = defaultdict(int)
    for _, title in group:
        for language, _ in title.entries:
            counts[language.text] += 1
    return {name for name, count in counts.items() if len(group) >= _FEWEST and count * 100 >= len(group) * _USUAL}


def _verdicts(entry: Entry, title: Mapping, usual: set[str], key: str) -> Iterator[LintVerdict]:
    missing = sorted(usual - set(title.keys()))
    message = f"the {key} is missing in {' and '.join(missing)}; most like it have it"
    found = (message, f"write it: {key}: {{..., {missing[0]}: ...}}") if missing else None
    yield verdict("missing-translation", entry, title.span, found)
    texts = [(key, value) for key, value in title.entries if isinstance(value, Scalar)]
    for language, value in texts[1:]:
        first, other = texts[0], sorted(_HOLE.findall(value.text))
        holes = sorted(_HOLE.findall(first[1].text))
        message = f"in '{language.text}' the text has {_listed(other)} to fill in"
        message += f", in '{first[0].text}' {_listed(holes)}"
        found = (message, "write the same names in braces in every language") if other != holes else None
        yield verdict("different-holes", entry, value.span, found)


def _listed(holes: list[str]) -> str:
    return " and ".join(f"{hole}}}" for hole in holes) or "nothing"


def _titles_in(entry: Mapping) -> Iterator[Mapping]:
    return (each for way, each in nodes_in(entry) if isinstance(each, Mapping) and way[-1:] == ("title",))


_EXPLAINED: Final = (
    CodeExplained(
        "missing-translation", "A title lacks a language that its neighbours have.",
        "Most titles near it have that language. Add it." + KEEP % "missing-translation",
    ),
    CodeExplained(
        "different-holes", "The translations of a title have different holes.",
        "What is in braces is filled in while playing, so every language needs the same."
        + KEEP % "different-holes",
        "lint", (WIND % ("when: wind < 2, ",
        "gain 1 wind")).replace("wind,", 'wind, title: {en: "{a}", fr: "{b}"},', 1),
        (WIND % ("when: wind < 2, ", "gain 1 wind")).replace("wind,", 'wind, title: {en: "{a}", fr: "{a}"},', 1),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(titles,))
