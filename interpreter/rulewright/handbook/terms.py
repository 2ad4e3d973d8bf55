"""Words of a glossary in the sentences of a page, each a link to what it means."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.handbook.articles import written
from rulewright.handbook.material import Material
from rulewright.model.document import Mapping
from rulewright.model.sections import EXPLAINING
from rulewright.pages.html import Content, Markup, link, markup

_PLURAL = "(?:e?s)?"


@dataclass(frozen=True, slots=True)
class Terms:
    """The titles of a glossary in one language: where each is explained, and what finds them in a sentence."""

    anchors: dict[str, str]
    pattern: re.Pattern[str] | None

    def told(self, sentence: str, own: str = "") -> Markup:
        """A sentence in which each term, but the one explained at `own`, is a link where it comes first."""
        if self.pattern is None:
            return markup(sentence)
        parts: list[Content] = []
        end, met = 0, {own}
        for found in self.pattern.finditer(sentence):
            to = self.anchors.get(found[1].casefold(), own)
            if to not in met:
                met.add(to)
                parts += [sentence[end : found.start()], link(to, found[0], class_="term")]
                end = found.end()
        return markup(*parts, sentence[end:])


def terms_of(material: Material, language: str) -> Terms:
    """The terms of a ruleset that have a title in a language; a longer one goes before one that it begins with."""
    anchors: dict[str, str] = {}
    for section in EXPLAINING:
        for article in material.section(section):
            titles = article.node.get("title")
            title = " ".join(written(titles, language).split()) if isinstance(titles, Mapping) else ""
            if title:
                anchors.setdefault(title.casefold(), article.anchor)
    names = "|".join(re.escape(name) for name in sorted(anchors, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)({names}){_PLURAL}(?!\w)", re.IGNORECASE) if names else None
    return Terms(anchors, pattern)
