"""The chapter on rules: each with its documents, its entries and the scenarios that prove it."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

from rulewright.author.handbook.articles import Article, written
from rulewright.author.handbook.chapter import Chapter, ChapterPart, entry_at, folded
from rulewright.author.handbook.edition import Edition, in_words
from rulewright.author.handbook.ledger import RuleArticle
from rulewright.table.pages.html import Content, Markup, anchor, element, joined, markup

_TOLD: Final = re.compile(r"\s*\(([^()]*)\)\s*$")
_TEXTS: Final = ("when", "does", "amount", "add")
_FEW: Final = 3


def rules(edition: Edition) -> Chapter | None:
    """Return the rules of the ledger, None if there is no ledger."""
    parts: list[ChapterPart] = []
    for group, found in groupby(edition.material.rules, key=lambda rule: rule.id.partition(".")[0]):
        shown = tuple(found)
        title = markup(in_words(group.replace("-", " ")).capitalize(), element("small", f" {len(shown)}"))
        place = anchor("rules", group, str(len(parts) + 1))
        parts.append(ChapterPart(place, title, markup(_rule(edition, rule) for rule in shown)))
    return edition.chapter("rules", parts)


def _rule(edition: Edition, rule: RuleArticle) -> Markup:
    kind = element("span", edition.say(f"kind_{rule.kind}"), class_="badge") if rule.kind != "rule" else None
    told, sources = _split(edition, rule.text)
    return entry_at(
        anchor("rule", rule.id),
        rule.id,
        element("p", edition.sentence(told), " ", sources, class_="told"),
        _carried_out(edition, rule),
        _proved(edition, rule),
        beside=(" ", kind),
        class_="rule",
    )


def _split(edition: Edition, told: str) -> tuple[str, Markup | None]:
    """Return the text of a rule, and the documents that it names in parentheses at its end."""
    match = _TOLD.search(told)
    named = [each.strip().partition(" ") for each in match.group(1).split(";")] if match is not None else []
    if match is None or not all(document in edition.documents() for document, _, _ in named):
        return told, None
    sources = joined((edition.told_by(document, place.strip()) for document, _, place in named), " ")
    return told[: match.start()].rstrip(), sources


def _carried_out(edition: Edition, rule: RuleArticle) -> Markup:
    """Return the entries that carry a rule out: what happens in full, components by name."""
    components = [each for each in rule.articles if each.section == "components"]
    others = [each for each in rule.articles if each.section != "components"]
    lines = [element("li", _entry(edition, each)) for each in others]
    if len(components) > _FEW:
        names = joined(edition.to(each) for each in components)
        lines.append(element("li", folded(edition.say("n_components", n=len(components)), element("p", names))))
    else:
        lines += [element("li", _entry(edition, each)) for each in components]
    for name, span in rule.others:
        article = edition.material.find(name)
        named = edition.to(article) if article is not None else markup(name)
        label = edition.say("patch_of") if article is not None else edition.say("match_called")
        lines.append(element("li", label, " ", named, " ", edition.place(span)))
    if not lines:
        return element("p", edition.say("not_carried_out"), class_="lacks")
    return element("div", folded(edition.say("carried_out"), element("ul", lines)), class_="by")


def _entry(edition: Edition, article: Article) -> Content:
    name = (edition.to(article), " ", edition.home(article), " ", edition.place(article.span))
    if article.section in ("components", "kinds", "table"):
        return name
    texts = [edition.effect(text, article) for key in _TEXTS if (text := written(article.node, key))]
    return (*name, *texts)


def _proved(edition: Edition, rule: RuleArticle) -> Markup:
    if not rule.proofs:
        return element("p", edition.say("not_proved"), class_="lacks")
    lines = (element("li", edition.english(each.title), " ", edition.place(each.span)) for each in rule.proofs)
    return folded(edition.say("n_scenarios", n=len(rule.proofs)), element("ul", lines, class_="proofs"))
