"""Names for what a state holds as numbers: things, slots, option keys and titles in a language."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.effect_names import DONE, entry_of, whole_of
from rulewright.core.model.game import Blueprint, FamilyInfo, SiteInfo, read_code
from rulewright.core.model.kinds import DomainName, PieceOf, counted_by, kind_of
from rulewright.core.model.layout import FRAME_LOCALS

_HIDDEN = "hidden"


def things_of(blueprint: Blueprint, domain: DomainName) -> Sequence[int]:
    """All things of a domain: the seats, the pieces of a kind, what an enumeration lists."""
    if domain == "seat":
        return range(blueprint.max_seats)
    if isinstance(domain, PieceOf):
        return [piece for piece, info in enumerate(blueprint.pieces) if info.kind == domain.kind]
    return range(len(blueprint.domains[domain].names))


def things_named(blueprint: Blueprint, domain: DomainName, name: str) -> list[int]:
    """The things of a domain that have a name: one, or all pieces that are alike."""
    return [each for each in things_of(blueprint, domain) if thing_name(blueprint, domain, each) == name]


def thing_name(blueprint: Blueprint, domain: DomainName, value: int) -> str:
    """The stable name of a thing or number: ids for components and values, `seat 2`, plain digits for numbers."""
    if domain == "number":
        return str(value)
    if value < 0:
        return "none"
    if domain == "seat":
        return f"seat {value + 1}"
    if isinstance(domain, PieceOf):
        return blueprint.pieces[value].key.partition("@")[0]
    return blueprint.domains[domain].names[value]


def thing_title(blueprint: Blueprint, domain: DomainName, value: int, language: str = "en") -> str:
    """What people call a thing; its name if it has no title."""
    info = None
    if domain == "seat" and value >= 0:
        return seat_title(blueprint, value, language)
    if isinstance(domain, PieceOf) and value >= 0:
        piece = blueprint.pieces[value]
        domain, name = piece.kind, piece.design
        info = blueprint.domains[domain]
        value = info.names.index(name)
    elif domain in blueprint.domains and value >= 0:
        info = blueprint.domains[domain]
    if info is not None:
        title = info.titles[value]
        return title_in(title, language, info.names[value])
    return thing_name(blueprint, domain, value)


def value_title(blueprint: Blueprint, family: FamilyInfo, value: int, language: str) -> str:
    """What people call what a counter or a marker holds: a number, or a thing, if there is any."""
    if family.sort == "counter":
        return str(value)
    return thing_title(blueprint, family.domain, value, language) if value >= 0 else phrases(language, "table")("none")


def seat_title(blueprint: Blueprint, seat: int, language: str = "en") -> str:
    """What people call a seat (from 0): its number, or its name if the table has named it (`words/seats.py`)."""
    titles = blueprint.domains["seat"].titles
    title = titles[seat] if seat < len(titles) else {}
    return title_in(title, language, f"{phrases(language, 'table')('seat')} {seat + 1}")


def option_key(blueprint: Blueprint, site: int, code: int) -> str:
    """The key that names an option's content, never its place in a list: `play red_7`, `pass`, `3`."""
    site, number, candidate = read_code(blueprint, site, code)
    info = blueprint.sites[site]
    domain, label = info.domains[number], info.labels[number]
    if not info.named:
        return thing_name(blueprint, domain, candidate)
    return f"{label} {thing_name(blueprint, domain, candidate)}" if domain else label


def labels_at(blueprint: Blueprint, site: int) -> list[tuple[int, int]]:
    """The options of a decision by their site and number: its own, then the free actions that may be taken there."""
    own = [(site, number) for number in range(len(blueprint.sites[site].labels))]
    return own + [(blueprint.free_site, number) for number in blueprint.sites[site].free]


def key_about(blueprint: Blueprint, site: int, domain: str, name: str) -> str:
    """The key of the first option of a decision that is about things of a domain, for the thing of a name; empty if
    there is none.
    """
    for at, number in labels_at(blueprint, site):
        info = blueprint.sites[at]
        if str(info.domains[number]) == domain:
            return f"{info.labels[number]} {name}" if info.named else name
    return ""


def option_title(blueprint: Blueprint, site: int, code: int, language: str = "en") -> str:
    """An option in the words of a sentence, for people."""
    return said_of(language, *option_words(blueprint, site, code, language))


def option_words(
    blueprint: Blueprint, site: int, code: int, language: str = "en", is_seen: bool = True
) -> tuple[str, ...]:
    """The words of an option in their parts: its label if it has one, and the thing it is about if there is one.

    A piece that may not be named, as it is not seen, is called by its kind.
    """
    site, number, candidate = read_code(blueprint, site, code)
    info = blueprint.sites[site]
    domain = info.domains[number]
    label = (label_title(blueprint, site, number, language),) if info.named else ()
    if info.named and not domain:
        return label
    seen = thing_title(blueprint, domain, candidate, language) if is_seen else hidden_title(blueprint, domain, language)
    return (*label, seen)


def place_title(blueprint: Blueprint, site: int, number: int, value: int, language: str) -> str:
    """A number that is asked for: `slot 2` where it is that of a place on the table and has a word, else `2`."""
    info = blueprint.sites[site]
    label = info.labels[number]
    if not info.named and any(label in each.chosen_as for each in blueprint.look.manners.values()):
        return f"{wanted_title(blueprint, site, number, language)} {value}".strip()
    return str(value)


def title_apart(blueprint: Blueprint, site: int, code: int, language: str) -> str:
    """An option in words where its question is not beside it: a number is that of a place, or has its question."""
    at, number, candidate = read_code(blueprint, site, code)
    info = blueprint.sites[at]
    if info.named or info.domains[number] != "number":
        return option_title(blueprint, site, code, language)
    place = place_title(blueprint, at, number, candidate, language)
    return place if place != str(candidate) else said_of(language, question(blueprint, at, language), place)


def hidden_option_key(blueprint: Blueprint, site: int, number: int) -> str:
    """The key of an option that is about a piece nobody may name: `play hidden card`, `hidden card`."""
    info = blueprint.sites[site]
    name = f"{_HIDDEN} {kind_of(info.domains[number])}"
    return f"{info.labels[number]} {name}" if info.named else name


def kind_title(blueprint: Blueprint, domain: DomainName, language: str) -> str:
    """What people call any thing of a kind."""
    return title_in(blueprint.look.kinds.get(kind_of(domain), {}), language, kind_of(domain))


def hidden_title(blueprint: Blueprint, domain: DomainName, language: str) -> str:
    """What people call a piece of a kind that they cannot see."""
    return phrases(language, "table")("hidden_thing", kind=kind_title(blueprint, domain, language))


def label_title(blueprint: Blueprint, site: int, number: int, language: str = "en") -> str:
    """What people call a named option: the title of a free action, else its label."""
    info = blueprint.sites[site]
    label = info.labels[number]
    title = blueprint.procedure_titles.get(label, {}) if site == blueprint.free_site else _words(blueprint, info, label)
    own = {DONE: "enough", "yes": "yes", "no": "no"}.get(label)
    if not title and own is not None:
        return phrases(language, "table")(own)
    return title_in(title, language, label)


def question(blueprint: Blueprint, site: int, language: str = "en") -> str:
    """What a decision asks: the procedure it is in and what is to be chosen."""
    info = blueprint.sites[site]
    if site == blueprint.free_site:
        return phrases(language, "table")("at_any_time")
    where = effect_title(blueprint, info.procedure, language)
    what = "" if info.named else name_title(blueprint, info, info.labels[0], language)
    unworded = info.labels[0] not in blueprint.entry_words.get(entry_of(info.procedure), {})
    if not info.named and unworded and len(info.labels[0]) > 1:
        what = title_in(blueprint.look.kinds.get(kind_of(info.domains[0]), {}), language, "")
    return said_of(language, where, what) if what else where


def wanted_title(blueprint: Blueprint, site: int, number: int, language: str) -> str:
    """What people call what a decision asks for by a name: nothing if that has no words."""
    info = blueprint.sites[site]
    return name_title(blueprint, info, info.labels[number], language)


def name_title(blueprint: Blueprint, info: SiteInfo, name: str, language: str) -> str:
    """What people call a name in the text of a decision; nothing if it has no words: a name is none for people."""
    return title_in(_words(blueprint, info, name), language, "")


def _words(blueprint: Blueprint, info: SiteInfo, name: str) -> dict[str, str]:
    return blueprint.entry_words.get(entry_of(info.procedure), {}).get(name, {})


def effect_title(blueprint: Blueprint, procedure: str, language: str) -> str:
    """What people call the effect that a decision is in; that of a component by the component alone."""
    procedure = whole_of(procedure)
    title = blueprint.procedure_titles.get(procedure)
    component, _, effect = procedure.partition(".")
    if not title and effect:
        domain = next((each for each in blueprint.domains.values() if component in each.names), None)
        title = domain.titles[domain.names.index(component)] if domain is not None else None
    return title_in(title or {}, language, procedure.replace(".", ", "))


def about(
    blueprint: Blueprint,
    frame: tuple[Any, ...],
    site: int,
    language: str = "en",
    hidden: Container[int] = frozenset(),
    asked: int | None = None,
) -> str:
    """What a decision is about, from what its effect has named so far: `card Copper, points: 2`; often nothing.

    What there is none of is not mentioned. Pieces `hidden` from whoever is asked are not named. `asked` knows that it
    is asked: a name for its own seat is shown only if the ruleset has words for it.
    """
    parts = []
    info = blueprint.sites[site]
    for name, local, domain in info.known:
        value = frame[FRAME_LOCALS + local]
        if not isinstance(value, int) or (value == 0 if domain == "number" else value < 0):
            continue
        if domain == "seat" and value == asked and not _words(blueprint, info, name):
            continue
        unseen = isinstance(domain, PieceOf) and value in hidden
        title = hidden_title(blueprint, domain, language) if unseen else thing_title(blueprint, domain, value, language)
        called = name_title(blueprint, info, name, language)
        if called or domain not in ("number", "seat"):
            parts.append(said_of(language, called, title) if domain == "number" else f"{called} {title}".strip())
    return ", ".join(parts)


def index_names(blueprint: Blueprint, family: FamilyInfo, indexes: tuple[int, ...]) -> tuple[str, ...]:
    """The names of a member's indexes."""
    names = []
    for domain, index in zip(family.per, indexes, strict=True):
        counted = counted_by(domain)
        whole = isinstance(counted, PieceOf)
        names.append(blueprint.pieces[index].key if whole else thing_name(blueprint, counted, index))
    return tuple(names)


def index_titles(blueprint: Blueprint, family: FamilyInfo, indexes: tuple[int, ...], language: str) -> tuple[str, ...]:
    """What people call what a member of a family belongs to, its seat left out."""
    pairs = zip(map(counted_by, family.per), indexes, strict=True)
    return tuple(thing_title(blueprint, domain, index, language) for domain, index in pairs if domain != "seat")


def indexed(id_: str, names: Sequence[str]) -> str:
    """A member of a family by the names of its indexes: `row[2]`, `coin[seat 1]`; one without any by the id alone."""
    return f"{id_}[{', '.join(names)}]" if names else id_
