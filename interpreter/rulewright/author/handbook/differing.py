"""The chapter on a variant: its picks, and each value before and after, with the reason."""

from __future__ import annotations

from rulewright.author.handbook import changes_told
from rulewright.author.handbook.articles import Article, written
from rulewright.author.handbook.chapter import Chapter
from rulewright.author.handbook.edition import Edition, code_of, in_words
from rulewright.author.handbook.material import Material
from rulewright.table.pages.html import Markup, element, joined, markup


def differing(edition: Edition) -> Chapter | None:
    """Return the chapter on the variant's changes, None without a variant."""
    table = edition.material.table
    if table is None or table.variant is None:
        return None
    node = table.variant
    lines: list[Markup] = []
    if node.get("modules") is not None:
        names = joined(map(edition.module_name, table.assembly.modules))
        lines.append(element("li", edition.say("modules"), ": ", names))
    lines += [_setting(edition, key.text, value.text) for key, value in table.assembly.settings]
    added = added_by_variant(edition.material)
    lines += [element("li", edition.say("variant_adds"), " ", edition.to(article)) for article in added]
    lines += changes_told.made_by(edition, "")
    lines += [
        element("li", element("strong", in_words(each.entry)), ": ", changes_told.told(edition, each))
        for each in edition.material.gone
        if not each.patch.module
    ]
    opening = markup(
        element("p", element("strong", edition.title(node.get("title"))), " ", code_of(written(node, "variant"))),
        edition.remark(node),
        element("ul", lines, class_="changes") if lines else element("p", edition.say("changes_nothing")),
    )
    return Chapter("changes", edition.say("changes"), opening)


def added_by_variant(material: Material) -> tuple[Article, ...]:
    """Return the entries that the variant adds."""
    modules = {module.id for module in material.source.modules}
    return tuple(article for article in material.articles() if article.module not in modules)


def _setting(edition: Edition, name: str, value: str) -> Markup:
    article = edition.material.find(name)
    default = written(article.node, "default") if article is not None else ""
    named = edition.to(article) if article is not None else markup(in_words(name))
    changed = changes_told.becomes(edition, element("del", default), value)
    return element("li", edition.say("settings"), ": ", named, " ", changed)
