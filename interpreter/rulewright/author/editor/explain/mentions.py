"""Texts of a ruleset that contain words which name nothing: titles, sentences of rules, remarks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.author.editor.names.definitions import all_definitions
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.ledger import rule_text
from rulewright.core.model.document import Mapping, Node, text_of

_BESIDE = re.compile(r"\s#\s+([^\"']+)$")


@dataclass(frozen=True, slots=True)
class Mention:
    """A text that holds the words: what has it, the text, and its place (`file:line`)."""

    who: str
    text: str
    at: str


def mentions_of(words: str, source: RulesetSource) -> tuple[Mention, ...]:
    """Return the texts of a ruleset that contain all words.

    These are titles in every language, sentences of rules, `about` texts and remarks.
    """
    wanted = words.casefold().split()
    if not wanted:
        return ()
    found = (*_of_definitions(source), *_remarks(source))
    return tuple(dict.fromkeys(each for each in found if all(word in each.text.casefold() for word in wanted)))


def _of_definitions(source: RulesetSource) -> Iterator[Mention]:
    for each in all_definitions(source):
        at, own = each.span.place, f"{each.sort} {each.name}"
        who = own if each.key == own else f"{each.sort} {each.key}"
        for text in dict.fromkeys(text for _, text in each.title):
            yield Mention(who, text, at)
        if each.sort == "rule":
            yield Mention(own, rule_text(each.node), at)
        for text in _sentences(each.node):
            yield Mention(who, " ".join(text.split()), at)


def _sentences(node: Node) -> Iterator[str]:
    """Yield an entry's texts for people: its text in every language, and its `about`."""
    if isinstance(node, Mapping):
        text, about = node.get("text"), text_of(node.get("about"))
        yield from (text_of(each) or "" for _, each in text.entries) if isinstance(text, Mapping) else ()
        yield from (about,) if about else ()


def _remarks(source: RulesetSource) -> Iterator[Mention]:
    """Remarks of the files, those on lines below each other as one."""
    for file in source.files():
        lines = file.data.decode("utf-8", "replace").split("\n")
        number = 0
        while number < len(lines):
            first, parts = number, []
            while number < len(lines) and lines[number].lstrip().startswith("#"):
                parts.append(lines[number].lstrip(" #"))
                number += 1
            text = " ".join(parts).strip()
            if not parts and (remark := _BESIDE.search(lines[number])):
                yield Mention("remark", remark[1].strip(), f"{file.name}:{number + 1}")
            if text and not text.startswith("yaml-language-server:"):
                yield Mention("remark", text, f"{file.name}:{first + 1}")
            number += 1
