"""The options of a decision, by the things on the table that they are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.core.locales.wording import said_of
from rulewright.core.model.game import read_code
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import FRAME_LOCALS
from rulewright.observe.naming import label_title, labels_at, option_key, option_title, thing_name, title_apart
from rulewright.observe.sight.foreseen import NumberMoved, OptionForeseen, goals_of
from rulewright.table.pages.html import Attribute, Content, Markup, element, markup

if TYPE_CHECKING:
    from rulewright.core.model.game import Blueprint

NUMBER = "number"
OPTION = "option"
Things = tuple[tuple[DomainName, int], ...]
"""What a drawn thing is to those who may choose it, as `Choices` has it."""


class ShownOption(NamedTuple):
    """An option: its code, its label next to others about one thing, and all of it in words.

    One that is `named` is about nothing by itself: it is shown on things that bear its name, or say that they do. One
    of several that are picked at once is `marked` or not; None for all others. It costs what its `price` says. One that
    is asked for only after another has the code of that one as `first`. A piece `leads` to where it is to be put. One
    that is about a border has its `key`, by which a page finds it in a list.
    """

    code: int
    label: str
    title: str
    named: bool = False
    marked: bool | None = None
    price: tuple[NumberMoved, ...] = ()
    first: int | None = None
    leads: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of the seat that looks, by their thing.

    A thing is (domain, index), (`number NAME`, number), or (`option NAME`, 0) for an option that has a name but is
    about nothing. `asked` has the beginning of the option's label by domain. With `several`, more than one is picked.
    `about` is what the text that asks is about. `goals` maps (kind, code) to the region where a marker newly appears
    after an option.
    """

    offers: dict[tuple[DomainName, int], tuple[ShownOption, ...]] = field(default_factory=dict)
    asked: dict[DomainName, str] = field(default_factory=dict)
    several: bool = False
    about: dict[DomainName, int] = field(default_factory=dict)
    goals: Mapping[tuple[str, int], int] = field(default_factory=dict)

    def of(self, domain: DomainName, value: int) -> tuple[ShownOption, ...]:
        """Return the options about a thing."""
        return self.offers.get((domain, value), ())


def choices_of(
    blueprint: Blueprint,
    site: int,
    codes: tuple[int, ...],
    language: str,
    frame: tuple[Any, ...] = (),
    marks: Container[int] | None = None,
    foreseen: Sequence[OptionForeseen] = (),
) -> Choices:
    """Return the options of a decision by the things they are about, or by their names.

    With `marks`, several of them are picked together, and these are marked. The look-ahead `foreseen` shows their cost,
    the space of a track they lead to, and what may be chosen after options that are about nothing.
    """
    known_of = {each.code: each for each in foreseen}
    maps = {each.id for each in blueprint.look.maps}
    offers: dict[tuple[DomainName, int], tuple[ShownOption, ...]] = {}
    asked: dict[DomainName, str] = {}
    for at, number in labels_at(blueprint, site):
        info = blueprint.sites[at]
        domain, label = info.domains[number], info.labels[number]
        begins = f"{label} " * info.named if domain == NUMBER else ""
        asked.setdefault(_key(domain, label), begins if domain else label)
    for code in codes:
        at, number, candidate = read_code(blueprint, site, code)
        info = blueprint.sites[at]
        domain = info.domains[number]
        if candidate >= 0 or domain in ("", NUMBER):
            thing = (_key(domain, info.labels[number]), candidate if domain else 0)
            label = label_title(blueprint, at, number, language) if info.named else ""
            marked = code in marks if marks is not None and at == site else None
            title = title_apart(blueprint, site, code, language)
            key = option_key(blueprint, site, code) if domain in maps else ""
            offer = ShownOption(code, label, title, not domain, marked, key=key)
            if (told := known_of.get(code)) is not None:
                offer = offer._replace(price=_price(told), leads=isinstance(domain, PieceOf) and told.site >= 0)
            offers[thing] = (*offers.get(thing, ()), offer)
    labels = {offer.label for found in offers.values() for offer in found if not offer.named}
    known = {domain: frame[FRAME_LOCALS + local] for _, local, domain in blueprint.sites[site].known} if frame else {}
    ways = _on_tracks(offers, foreseen) | _ahead(blueprint, site, offers, foreseen, language)
    return Choices(ways | offers, asked, len(labels) > 1, known, goals_of(foreseen))


def _price(foreseen: OptionForeseen) -> tuple[NumberMoved, ...]:
    return tuple(each for each in foreseen.moved if each.after < each.before)


def moves_to(slot: int, value: int) -> tuple[str, int]:
    """Return the thing that stands for the space of a track that a counter moves to."""
    return f"to {slot}", value


def _on_tracks(
    offers: Mapping[tuple[DomainName, int], tuple[ShownOption, ...]], foreseen: Sequence[OptionForeseen]
) -> dict[tuple[DomainName, int], tuple[ShownOption, ...]]:
    """Return the options by the space that a counter would move to, where one option alone moves it there."""
    shown = {each.code: each for found in offers.values() for each in found}
    leading: dict[tuple[DomainName, int], list[ShownOption]] = {}
    for each in foreseen:
        for moved in each.moved:
            if each.code in shown:
                leading.setdefault(moves_to(moved.slot, moved.after), []).append(shown[each.code])
    return {space: tuple(found) for space, found in leading.items() if len(found) == 1}


def _ahead(
    blueprint: Blueprint,
    site: int,
    offers: Mapping[tuple[DomainName, int], tuple[ShownOption, ...]],
    foreseen: Sequence[OptionForeseen],
    language: str,
) -> dict[tuple[DomainName, int], tuple[ShownOption, ...]]:
    """Return what may be chosen after an option, by its thing, if only one option leads to it.

    That option is about nothing, or about the only thing that it could be about, so that nothing else was meant. An
    option after which the same is asked again leads to nothing: the next answer is a choice of its own.
    """
    found: dict[tuple[DomainName, int], list[ShownOption]] = {}
    named = Counter((each.offer.site, each.offer.option) for each in foreseen)
    for each in foreseen:
        is_alone = each.is_plain or named[each.offer.site, each.offer.option] == 1
        for then in each.options if is_alone and each.site != site else ():
            info = blueprint.sites[then.site]
            domain = info.domains[then.option]
            thing = (_key(domain, info.labels[then.option]), then.candidate)
            if domain and thing not in offers:
                first = option_title(blueprint, site, each.code, language)
                title = said_of(language, first, title_apart(blueprint, each.site, then.codes[0], language))
                found.setdefault(thing, []).append(ShownOption(then.codes[0], "", title, first=each.code))
    return {thing: tuple(ways) for thing, ways in found.items() if len(ways) == 1}


def _key(domain: DomainName, label: str) -> DomainName:
    """Return the key of a domain: a number or an option is found by its name."""
    return domain if domain not in ("", NUMBER) else f"{domain or OPTION} {label}"


def option_named(*names: str) -> Things:
    """Return the things that stand for options of these names."""
    return tuple((f"{OPTION} {name}", 0) for name in dict.fromkeys(names))


def numbers_named(names: Iterable[str], number: int) -> Things:
    """Return the things that stand for a numbered place whose number is asked for by these names."""
    return tuple((f"{NUMBER} {name}", number) for name in names)


def is_asked(choices: Choices, things: Things) -> bool:
    """Return whether a decision makes anything of a thing, as `chosen_by` shows it."""
    return any(each in choices.offers or each[0] in choices.asked for each in things)


def chosen_by(
    blueprint: Blueprint,
    choices: Choices,
    things: Things,
    content: Content,
    class_: str,
    **attributes: Attribute,
) -> Markup:
    """Return a thing on the table with the options about it.

    It is a button for one option, has buttons for several, and is dim for none. `things` says what it is, most often
    one thing: (domain, index), (`number NAME`, number), or (`option NAME`, 0).
    """
    offers = [offer for domain, value in things for offer in choices.of(domain, value)]
    content = markup(content)
    if len(offers) == 1 and "<button" not in content:
        offer = offers[0]
        told = offer.label and (choices.several or offer.named)
        act = element("span", offer.label, class_="act") if told else None
        return _button(offer, [content, act], f"{class_} open", **attributes)
    if len(offers) == 1 and ' name="' not in content:  # what has buttons that only tell something lies under its own
        over, ahead = _button(offers[0], None, "cover"), " ahead" * (offers[0].first is not None)
        return element("span", content, over, class_=f"{class_} open{ahead}", **attributes)
    if offers:
        acts = element("span", [_button(offer, offer.label or "✓", "act") for offer in offers], class_="acts")
        return element("span", content, acts, class_=f"{class_} open several", **attributes)
    for domain, value in things:
        if domain in choices.asked:
            why = _asks_why(blueprint, choices, domain, value)
            return element("span", content, class_=f"{class_} shut", **attributes, **why)
    return element("span", content, class_=class_, **attributes)


def _asks_why(blueprint: Blueprint, choices: Choices, domain: DomainName, value: int) -> dict[str, Attribute]:
    """Return the attributes by which a page asks why something is not open.

    They name the thing, because another question may ask for it by another option.
    """
    sort = str(domain).partition(" ")[0]
    if sort in (OPTION, NUMBER):
        return {"data_why": f"{choices.asked[domain]}{value if sort == NUMBER else ''}"}
    return {"data_thing": f"{domain}:{thing_name(blueprint, domain, value)}"}


def _button(offer: ShownOption, content: Content, class_: str, **attributes: Attribute) -> Markup:
    if offer.first is not None:
        return element(
            "button", content, type="submit", name="ahead", value=f"{offer.first} {offer.code}",
            class_=f"{class_} ahead", aria_label=offer.title, **{**attributes, "title": offer.title},
        )  # fmt: skip
    pressed = None if offer.marked is None else str(offer.marked).lower()
    return element(
        "button", content, type="submit", name="option", value=str(offer.code), data_option=str(offer.code),
        data_leads="" if offer.leads else None,
        class_=f"{class_}{' marked' * bool(offer.marked)}", aria_label=offer.title, aria_pressed=pressed, **attributes,
    )  # fmt: skip
