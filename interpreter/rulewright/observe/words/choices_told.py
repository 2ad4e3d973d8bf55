"""A choice in words, as a whole and in parts, which name a piece only for a seat that sees it."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.locales.line_text import Hole, Spoken, filled, parse_line, spoken_in
from rulewright.core.locales.wording import said_of
from rulewright.core.model.effect_names import PLAIN_ANSWERS, entry_of
from rulewright.core.model.events import Answered, Settled
from rulewright.core.model.game import Blueprint, Game, State, candidate_slot, read_code
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import SEAT, SITE
from rulewright.observe.naming import (
    effect_title,
    hidden_title,
    option_words,
    question,
    thing_title,
    wanted_title,
)
from rulewright.observe.sight.places import place_of, sees_at, sight_at
from rulewright.observe.words.standing import Region, far_end, region_of, region_title


class ChoiceTold(NamedTuple):
    """The parts of a seat's choice: the `label`, followed by `before` and `last` together.

    `last` is the thing that was chosen if the words end with it. `thing` is that thing too, wherever it is said, but
    only for those who may know it. `asked` is the question in its parts, where the words are no more than a thing.
    `region` is what of a map the choice is about, or where its move begins, and `far` where that ends. A plain
    `yes_or_no` says nothing without its question; what is a `number` seldom does.
    """

    seat: int
    label: str
    before: str
    last: str
    thing: str = ""
    asked: tuple[str, ...] = ()
    region: Region | None = None
    far: Region | None = None
    yes_or_no: bool = False
    number: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """The words of the choice, each of which introduces the next."""
        words = f"{self.before}{self.last}"
        return (self.label, words) if self.label else (words,)

    def with_thing(self, thing: str) -> ChoiceTold:
        """Return this choice with other words for its thing."""
        return self._replace(thing=thing, last=thing if self.last == self.thing else self.last)

    @property
    def answers_question(self) -> bool:
        """Whether this is a number that answers a whole question, which alone says what it counts."""
        return self.number and self.before.rstrip().endswith("?")

    def told_after(self, asked: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words of this choice after another one that was `asked`: its thing, or where a move goes on."""
        if self.region is not None and self.parts == (self.thing,) and self.asked != asked:
            return (*self.asked, self.thing)
        if self.asked and self.region is None and not self.number:
            return (self.last,)
        return (f"{self.before}{self.last}",)

    def leading_to(self, goal: str) -> ChoiceTold:
        """Return this choice with words for where it led in the end."""
        return self._replace(thing=f"{self.thing} {goal}", last=f"{self.last} {goal}")


def choice_told(game: Game, event: Answered | Settled, viewer: int | None, language: str) -> ChoiceTold | None:
    """Return the parts of a choice.

    None for a part of a selection of several, for a single option that is about no thing, and for what others chose at
    a ballot.
    """
    blueprint = game.blueprint
    at, option, candidate = read_code(blueprint, event.site, event.code)
    info, is_seen = blueprint.sites[at], may_hear(game, event, viewer)
    domain = info.domains[option]
    if info.several is not None or (isinstance(event, Settled) and not domain) or (info.ballot and not is_seen):
        return None
    asked: tuple[str, ...] = ()
    if written_of(blueprint, at, option, language).text:
        label, before, last = "", *_written_parts(game, event, viewer, language)
    else:
        wanted = "" if info.named else wanted_title(blueprint, at, option, language)
        label, before, last = _own_parts(game, event, is_seen, wanted, language)
        if not info.named:
            where = effect_title(blueprint, info.procedure, language)
            asked = tuple(filter(None, (where, "" if wanted.endswith("?") else wanted)))
    thing = thing_title(blueprint, domain, candidate, language) if domain and is_seen else ""
    told = ChoiceTold(
        event.seat, label, before, last, thing, asked, yes_or_no=not domain and info.labels[option] in PLAIN_ANSWERS,
        number=domain == "number",
    )  # fmt: skip
    if not thing:
        return told
    region, far = (find(blueprint, domain, candidate) for find in (region_of, far_end))
    called = region_title(blueprint, domain, candidate, language)
    return told.with_thing(called)._replace(region=region, far=far)


def _own_parts(
    game: Game, event: Answered | Settled, is_seen: bool, wanted: str, language: str
) -> tuple[str, str, str]:
    """Return the words of an option as (label, before, last), with a number after its noun."""
    at, option, _ = read_code(game.blueprint, event.site, event.code)
    domain = game.blueprint.sites[at].domains[option]
    words = option_words(game.blueprint, event.site, event.code, language, is_seen)
    if not domain:
        return "", words[0], ""
    *labels, last = words
    label = labels[0] if labels else ""
    if domain == "number":
        label, wanted = "", label or wanted
    return label, f"{wanted} " if wanted and is_seen else "", last


def _written_parts(game: Game, event: Answered | Settled, viewer: int | None, language: str) -> tuple[str, str]:
    """Return the ruleset's words for a choice as (before, last).

    The thing is `last` if it ends them unchanged.
    """
    at, option, _ = read_code(game.blueprint, event.site, event.code)
    it = about_told(game, event, viewer, language) if game.blueprint.sites[at].domains[option] else ""
    holes = parse_line(*written_of(game.blueprint, at, option, language))
    parts = [filled(each, it, language) if isinstance(each, Hole) else each for each in holes]
    if isinstance(holes[-1], Hole) and parts[-1] == it:
        return "".join(parts[:-1]), it
    return "".join(parts), ""


def chosen_event(game: Game, state: State, code: int) -> Answered:
    """Return the record of a choice before it is made, with the position of the piece it is about."""
    slot = candidate_slot(game.blueprint, state, state[SITE], code)
    return Answered(state[SITE], state[SEAT], code, slot, sight_at(game, state, slot))


def may_hear(game: Game, chosen: Answered | Settled, seat: int | None) -> bool:
    """Return whether a seat may know which option is chosen, that is, sees the piece it is about."""
    blueprint = game.blueprint
    at, option, candidate = read_code(blueprint, chosen.site, chosen.code)
    if seat is not None and seat != chosen.seat and blueprint.sites[at].ballot:
        return False
    if seat is None or candidate < 0 or not isinstance(blueprint.sites[at].domains[option], PieceOf):
        return True
    return sees_at(place_of(blueprint, chosen.slot), seat, chosen.sight)


def chosen_words(game: Game, event: Answered | Settled, viewer: int | None, language: str) -> str:
    """Return a choice in words, without its seat: the ruleset's sentence, or question and answer."""
    blueprint = game.blueprint
    at, option, _ = read_code(blueprint, event.site, event.code)
    if blueprint.sites[at].ballot and not may_hear(game, event, viewer):
        return ""
    if written_of(blueprint, at, option, language).text:
        return "".join(_written_parts(game, event, viewer, language))
    words = option_words(blueprint, event.site, event.code, language, may_hear(game, event, viewer))
    return said_of(language, question(blueprint, at, language), *words)


def about_told(game: Game, event: Answered | Settled, viewer: int | None, language: str) -> str:
    """Return the title of what a choice is about, that of its kind for a seat that does not see it."""
    at, option, candidate = read_code(game.blueprint, event.site, event.code)
    domain = game.blueprint.sites[at].domains[option]
    if not may_hear(game, event, viewer):
        return hidden_title(game.blueprint, domain, language)
    return thing_title(game.blueprint, domain, candidate, language)


def told_by_author(blueprint: Blueprint, site: int, option: int, it: str, language: str) -> str:
    """Return the ruleset's sentence about a choice, empty without one.

    `it` is the title of what is chosen.
    """
    parts = parse_line(*written_of(blueprint, site, option, language))
    return "".join(filled(each, it, language) if isinstance(each, Hole) else each for each in parts)


def written_of(blueprint: Blueprint, site: int, option: int, language: str) -> Spoken:
    """Return the sentence of a ruleset for an option that was chosen, with its holes."""
    info = blueprint.sites[site]
    label = info.labels[option]
    entry = label if site == blueprint.free_site else entry_of(info.procedure)
    return spoken_in(blueprint.tells.get(entry, {}).get(label, {}), language)
