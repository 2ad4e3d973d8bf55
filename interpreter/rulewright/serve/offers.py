"""What may be chosen, as a page lists it: numbered as at the screen, candidates under the label of their option."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.model.game import Game, State, read_code
from rulewright.model.layout import FRAME, OPTIONS, SITE
from rulewright.observe.naming import about, label_title, option_title, question, thing_title
from rulewright.observe.table import details
from rulewright.play.replay import offered


@dataclass(frozen=True, slots=True)
class Offer:
    """One option: the number it is chosen by, its code and key, and its words."""

    number: int
    code: int
    key: str
    title: str
    more: str


@dataclass(frozen=True, slots=True)
class OfferGroup:
    """Options of one label; a label of its own where candidates stand under it."""

    label: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision of a seat in words, with all it may choose."""

    question: str
    about: str
    groups: tuple[OfferGroup, ...]

    @property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(each for group in self.groups for each in group.offers)

    def key_of(self, typed: str) -> str | None:
        """The key that a number of the list or a key means."""
        typed = typed.strip()
        for each in self.offers:
            if typed == each.key:
                return each.key
        if typed.isascii() and typed.isdigit() and len(typed) < 6:
            return next((each.key for each in self.offers if each.number == int(typed)), None)
        return None

    def key_with(self, code: int) -> str | None:
        return next((each.key for each in self.offers if each.code == code), None)


def asked_of(game: Game, state: State, seat: int, language: str) -> Asked:
    """The decision in a state, as its seat is asked; candidates of one label stand together."""
    blueprint, site = game.blueprint, state[SITE]
    members: dict[tuple[int, int], list[tuple[str, int]]] = {}
    assert len(state[OPTIONS]) > 0
    for key, code in offered(game, state).items():
        members.setdefault(read_code(blueprint, site, code)[:2], []).append((key, code))
    groups: list[OfferGroup] = []
    number = 0
    for (at, label), options in members.items():
        info = blueprint.sites[at]
        domain = info.domains[label]
        offers: list[Offer] = []
        if not domain:
            key, code = options[0]
            number += 1
            offers.append(Offer(number, code, key, option_title(blueprint, site, code, language), ""))
            groups.append(OfferGroup("", tuple(offers)))
            continue
        candidates = [read_code(blueprint, site, code).candidate for _, code in options]
        titles = [thing_title(blueprint, domain, each, language) for each in candidates]
        mores = [details(game, state, seat, domain, each, language) for each in candidates]
        shown = list(zip(titles, mores, strict=True))
        for (key, code), title, more in zip(options, titles, mores, strict=True):
            number += 1
            twin = key if shown.count((title, more)) > 1 else ""
            offers.append(Offer(number, code, key, title, ", ".join(filter(None, (more, twin)))))
        groups.append(OfferGroup(label_title(blueprint, at, label, language) if info.named else "", tuple(offers)))
    subject = about(blueprint, state[FRAME], site, language)
    return Asked(question(blueprint, site, language), subject, tuple(groups))
