"""The options of a decision as a page lists them: numbered as in the terminal, candidates under their label."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.effect_names import DONE
from rulewright.core.model.game import Game, State
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.layout import FRAME, SITE
from rulewright.observe.naming import hidden_title, label_title, name_title, option_title, place_title
from rulewright.observe.sight.hiding import hidden_pieces
from rulewright.observe.sight.offers import Offer as Known
from rulewright.observe.sight.offers import list_numbers
from rulewright.observe.sight.offers import offers as known_offers
from rulewright.observe.sight.selections import Marks, selection_of, wanted_told
from rulewright.observe.words.asking import prompt
from rulewright.observe.words.standing import counted_on, is_of_others, region_of, region_title, standing_on
from rulewright.observe.words.table import details
from rulewright.play.records.replay import key_of
from rulewright.table.drawing.table import Printed
from rulewright.table.pages.html import Markup, joined
from rulewright.table.serve.forms import whole_number

_MOST_CODE = 10**24


@dataclass(frozen=True, slots=True)
class WordedOption:
    """One option: its number in the list, its key, its words, and its codes, which are not shown.

    `hue` is the class of a colour that its title is written in, as the sign of a suit is, or "".
    """

    number: int
    key: str
    title: str
    more: Markup
    codes: tuple[int, ...]
    is_hidden: bool
    hue: str = ""


@dataclass(frozen=True, slots=True)
class OfferGroup:
    """The options of one label. The label is "" unless candidates are listed under it."""

    label: str
    offers: tuple[WordedOption, ...]


@dataclass(frozen=True, slots=True)
class Selecting(Marks):
    """A selection of several candidates at once, with marks by the numbers of the list.

    `pattern` states how many are marked and wanted, with `{}` for the number marked. `nothing` is what it means to
    mark none, where that is allowed.
    """

    pattern: str
    nothing: str

    @property
    def told(self) -> str:
        return self.pattern.replace("{}", str(len(self.marks)))

    @property
    def codes(self) -> frozenset[int]:
        """The codes of what is marked and seen."""
        return frozenset(each.codes[0] for each in self.marked if not each.is_hidden)


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision of a seat in words, with all it may choose, or mark where several are picked at once."""

    question: str
    about: str
    groups: tuple[OfferGroup, ...]
    selecting: Selecting | None = None

    @property
    def offers(self) -> tuple[WordedOption, ...]:
        return tuple(each for group in self.groups for each in group.offers)

    def typed(self, written: str) -> WordedOption | None:
        """Return the option that a key, a number of the list or the title of one alone means, or None."""
        written = written.strip()
        for each in self.offers:
            if written == each.key:
                return each
        number = whole_number(written)
        titled = [each for each in self.offers if each.title.casefold() == written.casefold()]
        return next((each for each in self.offers if each.number == number), titled[0] if len(titled) == 1 else None)

    def with_code(self, code: int) -> WordedOption | None:
        """Return the option of a code, or None if it is not about something that the seat sees."""
        return next((each for each in self.offers if code in each.codes and not each.is_hidden), None)


def code_in(written: str) -> int | None:
    """Return the code of an option that a page sent, or None if the text is not a code.

    Codes of free actions have 19 digits.
    """
    return whole_number(written, -_MOST_CODE, _MOST_CODE)


def asked_of(game: Game, state: State, seat: int, language: str, marks: Sequence[int] = ()) -> Asked:
    """Return the decision of a state in words, with the candidates of one label together.

    `marks` are the numbers already marked where several are picked at once.
    """
    blueprint, site = game.blueprint, state[SITE]
    members: dict[tuple[int, int], list[Known]] = {}
    printed = Printed(game, state, seat, language)
    selection = selection_of(game, state, seat)
    known_all = (*selection.offers, *selection.beside) if selection is not None else known_offers(game, state, seat)
    for each in known_all:
        members.setdefault((each.site, each.option), []).append(each)
    groups: list[OfferGroup] = []
    listed = [each.codes[0] for known in members.values() for each in known]
    counted = list_numbers(blueprint, site, listed)
    numbers = iter(counted)
    for (at, label), known in members.items():
        info = blueprint.sites[at]
        words = [_words(game, state, seat, each, language) for each in known]
        shown = [_printed(printed, info.domains[each.option], each) for each in known]
        offers: list[WordedOption] = []
        for each, (title, more), drawn in zip(known, words, shown, strict=True):
            same = words.count((title, more)) > 1 and not each.is_hidden and selection is None
            twin = each.key if same else ""
            told = joined(filter(None, (more if drawn is None else drawn, twin)))
            hue = printed.hue(info.domains[each.option], each.candidate, title) if not each.is_hidden else ""
            offers.append(WordedOption(next(numbers), each.key, title, told, each.codes, each.is_hidden, hue))
        heading = label_title(blueprint, at, label, language) if info.named and info.domains[label] else ""
        groups.append(OfferGroup(heading, tuple(offers)))
    asked = prompt(blueprint, state[FRAME], site, language, hidden_pieces(game, state, seat), seat)
    selecting = None
    if selection is not None:
        candidates = dict(zip(counted, selection.offers, strict=False))
        fitting = tuple(dict.fromkeys(each for each in marks if each in candidates))[: selection.most]
        say = phrases(language, "browser")
        none = name_title(blueprint, blueprint.sites[site], DONE, language) or say("take_none")
        nothing = say("take_marked") if selection.least else none
        selecting = Selecting(selection, candidates, fitting, wanted_told(selection, "{}", language), nothing)
    return Asked(asked.question, asked.subject, tuple(groups), selecting)


def key_to_make(game: Game, state: State, offer: WordedOption, chance: random.Random) -> str:
    """Return the key of the choice that an option makes. Of indistinguishable pieces a random one is taken."""
    code = offer.codes[0] if len(offer.codes) == 1 else chance.choice(offer.codes)
    return key_of(game, state, code)


def _printed(printed: Printed, domain: DomainName, offer: Known) -> Markup | None:
    """Return the drawing of the thing that an option is about, or None if the viewer may not see it."""
    return printed.on(domain, offer.candidate) if domain and not offer.is_hidden else None


def _words(game: Game, state: State, seat: int, offer: Known, language: str) -> tuple[str, str]:
    """Return (title, detail) of an option under its label."""
    blueprint = game.blueprint
    domain = blueprint.sites[offer.site].domains[offer.option]
    if offer.is_hidden:
        return hidden_title(blueprint, domain, language), ""
    if not domain:
        return option_title(blueprint, state[SITE], offer.codes[0], language), ""
    if domain == "number":
        return place_title(blueprint, offer.site, offer.option, offer.candidate, language), ""
    title = region_title(blueprint, domain, offer.candidate, language)
    region = region_of(blueprint, domain, offer.candidate)
    if region is not None and (man := standing_on(game, state, seat, region, language)):
        return title if is_of_others(game, state, seat, region) else f"{man} {title}", ""
    more = details(game, state, seat, domain, offer.candidate, language).replace("_", " ")  # effects without a title
    if region is not None and not more and domain == region[0]:
        more = counted_on(game, state, seat, region, language)
    return title, more
