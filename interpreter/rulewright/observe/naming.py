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
NO_NUMBER = "–"
"""What stands where a counter holds no number."""


def things_of(blueprint: Blueprint, domain: DomainName) -> Sequence[int]:
    """Return all things of a domain: the seats, the pieces of a kind, what an enumeration lists."""
    if domain == "seat":
        return range(blueprint.max_seats)
    if isinstance(domain, PieceOf):
        return [piece for piece, info in enumerate(blueprint.pieces) if info.kind == domain.kind]
    return range(len(blueprint.domains[domain].names))


def things_named(blueprint: Blueprint, domain: DomainName, name: str) -> list[int]:
    """Return the things of a domain that have a name: one, or all pieces that are alike."""
    return [each for each in things_of(blueprint, domain) if thing_name(blueprint, domain, each) == name]


def thing_name(blueprint: Blueprint, domain: DomainName, value: int) -> str:
    """Return the stable name of a thing or number.

    It is the id of a component or value, `seat 2`, or the digits of a number.
    """
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
    """Return the title of a thing, or its name if it has no title."""
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


def is_amount(family: FamilyInfo) -> bool:
    """Return whether a family is a counter that always holds a number."""
    return family.sort == "counter" and not (family.is_truth or family.may_be_none)


def is_on_board(blueprint: Blueprint, family: FamilyInfo) -> bool:
    """Return whether a family is a zone whose spaces are the places of a map that is made."""
    of_pieces = family.sort == "zone" and family.spaces == 1 and len(family.per) == 1
    return of_pieces and any(each.made and each.kind == family.per[0] for each in blueprint.look.whole_maps)


def value_title(blueprint: Blueprint, family: FamilyInfo, value: int, language: str) -> str:
    """Return the value of a counter or a marker for people: a number, yes or no, or the title of a thing."""
    if family.is_truth:
        return phrases(language, "table")("yes" if value else "no")
    if family.sort == "counter":
        return NO_NUMBER if family.may_be_none and value < 0 else str(value)
    return thing_title(blueprint, family.domain, value, language) if value >= 0 else phrases(language, "table")("none")


def seat_title(blueprint: Blueprint, seat: int, language: str = "en") -> str:
    """Return the title of a seat (from 0): its number, or its name if the table has named it.

    `words/seats.py` gives these names.
    """
    titles = blueprint.domains["seat"].titles
    title = titles[seat] if seat < len(titles) else {}
    return title_in(title, language, f"{phrases(language, 'table')('seat')} {seat + 1}")


def option_key(blueprint: Blueprint, site: int, code: int) -> str:
    """Return the key that names an option's content, never its place in a list: `play red_7`, `pass`, `3`."""
    site, number, candidate = read_code(blueprint, site, code)
    info = blueprint.sites[site]
    domain, label = info.domains[number], info.labels[number]
    if not info.named:
        return thing_name(blueprint, domain, candidate)
    return f"{label} {thing_name(blueprint, domain, candidate)}" if domain else label


def labels_at(blueprint: Blueprint, site: int) -> list[tuple[int, int]]:
    """Return (site, number) of each option of a decision: its own, then the free actions allowed there."""
    own = [(site, number) for number in range(len(blueprint.sites[site].labels))]
    return own + [(blueprint.free_site, number) for number in blueprint.sites[site].free]


def key_about(blueprint: Blueprint, site: int, domain: str, name: str) -> str:
    """Return the key of the first option of a decision that is about things of a domain, for one thing.

    `name` is the thing's name. Empty if there is no such option.
    """
    for at, number in labels_at(blueprint, site):
        info = blueprint.sites[at]
        if str(info.domains[number]) == domain:
            return f"{info.labels[number]} {name}" if info.named else name
    return ""


def option_title(blueprint: Blueprint, site: int, code: int, language: str = "en") -> str:
    """Return an option in the words of a sentence, for people."""
    return said_of(language, *option_words(blueprint, site, code, language))


def option_words(
    blueprint: Blueprint, site: int, code: int, language: str = "en", is_seen: bool = True
) -> tuple[str, ...]:
    """Return the words of an option in their parts: its label, then the thing it is about, if any.

    A piece that is not seen is called by its kind.
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
    """Return the words of a number: `slot 2` if it is of a space that has a word, else `2`."""
    info = blueprint.sites[site]
    label = info.labels[number]
    if not info.named and any(label in each.chosen_as for each in blueprint.look.manners.values()):
        return f"{wanted_title(blueprint, site, number, language)} {value}".strip()
    return str(value)


def title_apart(blueprint: Blueprint, site: int, code: int, language: str) -> str:
    """Return the words of an option shown without its question.

    A number is named with its space or its question.
    """
    at, number, candidate = read_code(blueprint, site, code)
    info = blueprint.sites[at]
    if info.named or info.domains[number] != "number":
        return option_title(blueprint, site, code, language)
    place = place_title(blueprint, at, number, candidate, language)
    return place if place != str(candidate) else said_of(language, question(blueprint, at, language), place)


def hidden_option_key(blueprint: Blueprint, site: int, number: int) -> str:
    """Return the key of an option about a piece that may not be named: `play hidden card`."""
    info = blueprint.sites[site]
    name = f"{_HIDDEN} {kind_of(info.domains[number])}"
    return f"{info.labels[number]} {name}" if info.named else name


def kind_title(blueprint: Blueprint, domain: DomainName, language: str) -> str:
    """Return the title of the things of a kind."""
    return title_in(blueprint.look.kinds.get(kind_of(domain), {}), language, kind_of(domain))


def hidden_title(blueprint: Blueprint, domain: DomainName, language: str) -> str:
    """Return the title of a piece of a kind that the reader cannot see."""
    return phrases(language, "table")("hidden_thing", kind=kind_title(blueprint, domain, language))


def label_title(blueprint: Blueprint, site: int, number: int, language: str = "en") -> str:
    """Return the title of a named option: its words in the text, or those of the entry that it is named after."""
    info = blueprint.sites[site]
    label = info.labels[number]
    words = {} if site == blueprint.free_site else _words(blueprint, info, label)
    title = words or blueprint.procedure_titles.get(label, {})
    own = {DONE: "enough", "yes": "yes", "no": "no"}.get(label)
    if not title and own is not None:
        return phrases(language, "table")(own)
    return title_in(title, language, label)


def question(blueprint: Blueprint, site: int, language: str = "en") -> str:
    """Return the question of a decision: the title of its procedure and of what is to be chosen."""
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
    """Return the title of the thing that a decision asks for, empty if it has no words."""
    info = blueprint.sites[site]
    return name_title(blueprint, info, info.labels[number], language)


def name_title(blueprint: Blueprint, info: SiteInfo, name: str, language: str) -> str:
    """Return the title of a name in the text of a decision, empty if it has no words.

    The name itself is not for people.
    """
    return title_in(_words(blueprint, info, name), language, "")


def _words(blueprint: Blueprint, info: SiteInfo, name: str) -> dict[str, str]:
    return blueprint.entry_words.get(entry_of(info.procedure), {}).get(name, {})


def effect_title(blueprint: Blueprint, procedure: str, language: str) -> str:
    """Return the title of a decision's effect, for a component's effect that of the component."""
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
    """Return the subject of a decision from the names in its effect so far: `card Copper, points: 2`.

    Often it is empty. Things that are none are left out, and pieces `hidden` from the seat are not named. `asked` is
    the seat that is asked: a name for this seat is shown only if the ruleset has words for it.
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
    """Return the names of a member's indexes."""
    names = []
    for domain, index in zip(family.per, indexes, strict=True):
        counted = counted_by(domain)
        whole = isinstance(counted, PieceOf)
        names.append(blueprint.pieces[index].key if whole else thing_name(blueprint, counted, index))
    return tuple(names)


def index_titles(blueprint: Blueprint, family: FamilyInfo, indexes: tuple[int, ...], language: str) -> tuple[str, ...]:
    """Return the titles of the things that a member of a family belongs to, without its seat."""
    pairs = zip(map(counted_by, family.per), indexes, strict=True)
    return tuple(thing_title(blueprint, domain, index, language) for domain, index in pairs if domain != "seat")


def indexed(id_: str, names: Sequence[str]) -> str:
    """Return a member of a family with the names of its indexes: `row[2]`, `coin[seat 1]`.

    A member without indexes has the id alone.
    """
    return f"{id_}[{', '.join(names)}]" if names else id_
