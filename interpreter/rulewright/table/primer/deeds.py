"""The questions a player may be asked, and what each option needs, costs and gives, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from rulewright.core.locales.wording import said_of
from rulewright.core.model import effects as ast
from rulewright.core.model.effect_names import entry_of
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.packed_trees import unpacked
from rulewright.observe.naming import effect_title, label_title
from rulewright.observe.words.phrasing import Phrasing
from rulewright.observe.words.phrasing_effects import effect
from rulewright.observe.words.said import text_of
from rulewright.table.pages.html import Markup, anchor, element
from rulewright.table.primer.gathered import Primer
from rulewright.table.primer.lessons import paragraphs

_LONGEST: Final = 150


class KnownOption(NamedTuple):
    """An option and its consequence, which is empty if it says no more than the title."""

    title: str
    told: str


class KnownQuestion(NamedTuple):
    """A question of the game: its author's lesson, or else its consequence, and its options."""

    procedure: str
    title: str
    taught: str
    told: str
    ways: tuple[KnownOption, ...]


def deeds_of(primer: Primer) -> tuple[KnownQuestion, ...]:
    """Return every question with a title that seats are asked, in the order in which the rules have them."""
    blueprint, language = primer.game.blueprint, primer.language
    taught = {each.during: each.said(language)[0] for each in primer.choices}
    asked: dict[str, list[int]] = {}
    for number, site in enumerate(blueprint.sites):
        if not site.chance and number != blueprint.free_site:
            asked.setdefault(entry_of(site.procedure), []).append(number)
    names = [*asked, *(name for name in taught if name not in asked)]
    deeds = (_deed(primer, name, asked.get(name, []), taught.get(name, "")) for name in names
             if name in blueprint.procedure_titles)  # fmt: skip
    return tuple(each for each in deeds if each.taught or each.told or each.ways)


def _deed(primer: Primer, name: str, sites: list[int], taught: str) -> KnownQuestion:
    blueprint, language = primer.game.blueprint, primer.language
    phrase = blueprint.phrases.get(name)
    title = effect_title(blueprint, name, language)
    if phrase is None:
        return KnownQuestion(name, title, taught, "", ())
    phrasing = replace(primer.phrasing, entry=name)
    for each, domain in phrase.names:
        phrasing = phrasing.knowing(each, domain)
    tree = unpacked(phrase.tree)
    ways = tuple(_ways(primer, phrasing, tree, sites))
    block = tree if isinstance(tree, tuple) else ()
    return KnownQuestion(name, title, taught, "" if ways or taught else _whole(phrasing, block), ways)


def _ways(primer: Primer, phrasing: Phrasing, tree: object, sites: list[int]) -> Iterator[KnownOption]:
    """Yield the options that have names, each told once."""
    blueprint = primer.game.blueprint
    labels = {label: (site, number) for site in sites if blueprint.sites[site].named
              for number, label in blueprint.sites[site].choosable()}  # fmt: skip
    for node in nodes_of(tree):
        if isinstance(node, ast.Option) and node.label in labels:
            title = label_title(blueprint, *labels.pop(node.label), primer.language)
            told = _whole(_inside(phrasing, node), node.body)
            beside = said_of(primer.language, "", told) if told and told.casefold() != title.casefold() else ""
            yield KnownOption(title[:1].upper() + title[1:], beside)


def _inside(phrasing: Phrasing, option: ast.Option) -> Phrasing:
    for over in (option.over, option.also):
        if over is not None:
            phrasing = phrasing.knowing(over.variable, phrasing.domain(over.source))
    return phrasing


def _whole(phrasing: Phrasing, block: ast.Block) -> str:
    """Return the text of an effect if one readable sentence says all of it, else empty."""
    say, told = phrasing.glossary.say, text_of(effect(phrasing, block))
    hard = len(told) > _LONGEST or say("and_more") in told or "(" in told or told == say("nothing")
    return "" if hard else told


def deed_told(deed: KnownQuestion, *, open_: bool = True) -> Markup:
    """Return a question with what is known of it."""
    ways = [element("li", element("b", each.title), each.told) for each in deed.ways]
    return element(
        "article",
        element("h4", deed.title) if open_ else None,
        paragraphs(deed.taught) if deed.taught else element("p", deed.told) if deed.told else None,
        element("ul", ways) if ways else None,
        id=anchor("deed", deed.procedure) if open_ else None,
        class_="deed",
    )
