"""What may be chosen, as a page lists it: numbered as at the screen, candidates under the label of their option."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rulewright.model.game import Game, State
from rulewright.model.layout import FRAME, SEED, SITE
from rulewright.observe import offers as observed
from rulewright.observe.hiding import hidden_pieces
from rulewright.observe.naming import (
    about,
    hidden_title,
    label_title,
    option_key,
    option_title,
    question,
    thing_title,
)
from rulewright.observe.table import details


@dataclass(frozen=True, slots=True)
class Offer:
    """One option: the number it is chosen by, its code and key, and its words; and the key that its choice stores.

    One about hidden pieces has no code of any of them; `stored` names the one that chance has taken.
    """

    number: int
    code: int
    key: str
    title: str
    more: str
    stored: str


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
                return each.stored
        if typed.isascii() and typed.isdigit() and len(typed) < 6:
            return next((each.stored for each in self.offers if each.number == int(typed)), None)
        return None

    def key_with(self, code: int) -> str | None:
        return next((each.stored for each in self.offers if each.code == code), None)


def asked_of(game: Game, state: State, seat: int, language: str) -> Asked:
    """The decision in a state, as its seat is asked; candidates of one label stand together."""
    blueprint, site = game.blueprint, state[SITE]
    members: dict[tuple[int, int], list[observed.Offer]] = {}
    for each in observed.offers(game, state, seat):
        members.setdefault((each.site, each.option), []).append(each)
    assert members
    groups: list[OfferGroup] = []
    number = 0
    for (at, label), options in members.items():
        info = blueprint.sites[at]
        domain = info.domains[label]
        words = [_words(game, state, seat, each, language) for each in options]
        offers: list[Offer] = []
        for offer, (title, more) in zip(options, words, strict=True):
            number += 1
            twin = offer.key if domain and words.count((title, more)) > 1 else ""
            shown = ", ".join(filter(None, (more, twin)))
            code = offer.code(random.Random(f"hidden {state[SEED]} {offer.codes}"))
            stored = option_key(blueprint, site, code)
            offers.append(Offer(number, -number if offer.is_hidden else code, offer.key, title, shown, stored))
        under = label_title(blueprint, at, label, language) if info.named and domain else ""
        groups.append(OfferGroup(under, tuple(offers)))
    subject = about(blueprint, state[FRAME], site, language, hidden_pieces(game, state, seat))
    return Asked(question(blueprint, site, language), subject, tuple(groups))


def _words(game: Game, state: State, seat: int, offer: observed.Offer, language: str) -> tuple[str, str]:
    """What people call an offer under its label, and what is added to that."""
    blueprint = game.blueprint
    domain = blueprint.sites[offer.site].domains[offer.option]
    if not domain:
        return option_title(blueprint, state[SITE], offer.codes[0], language), ""
    if offer.is_hidden:
        return hidden_title(domain, language), ""
    title = thing_title(blueprint, domain, offer.candidate, language)
    return title, details(game, state, seat, domain, offer.candidate, language)
