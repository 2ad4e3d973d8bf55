"""The question to a seat: a sentence of the ruleset's author, else a title and the subject."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.line_text import Hole, filled, parse_line, spoken_in
from rulewright.core.model.effect_names import entry_of
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import FRAME_LOCALS
from rulewright.observe.naming import about, hidden_title, question, thing_title


class Prompt(NamedTuple):
    """A question and its subject, which is empty if a sentence says both."""

    question: str
    subject: str


def prompt(
    blueprint: Blueprint, frame: tuple[Any, ...], site: int, language: str, hidden: Container[int], asked: int
) -> Prompt:
    """Return the question of a decision, for the seat asked, from whom some pieces are `hidden`."""
    info = blueprint.sites[site]
    written = spoken_in(blueprint.asks.get(entry_of(info.procedure), {}), language)
    if not written.text:
        return Prompt(question(blueprint, site, language), about(blueprint, frame, site, language, hidden, asked))
    values = {name: (frame[FRAME_LOCALS + local], domain) for name, local, domain in info.known}
    parts = []
    for each in parse_line(*written):
        if isinstance(each, Hole):
            value, domain = values[each.name]
            parts.append(filled(each, _title(blueprint, domain, value, language, hidden), language))
        else:
            parts.append(each)
    return Prompt("".join(parts), "")


def _title(blueprint: Blueprint, domain: DomainName, value: int, language: str, hidden: Container[int]) -> str:
    """Return the title of a value, that of its kind for a hidden piece."""
    if domain != "number" and value < 0:
        return phrases(language, "table")("none")
    if isinstance(domain, PieceOf) and value in hidden:
        return hidden_title(blueprint, domain, language)
    return thing_title(blueprint, domain, value, language)
