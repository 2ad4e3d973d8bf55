"""One short line for each action of the log: what was chosen and about what. All that followed is folded under it.

A line is made of whole parts, and those for which it has no room are left out: no sentence is cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.endings import TOLD
from rulewright.core.model.events import Changed, Moved, Revealed, Settled
from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.naming import effect_title, index_titles, option_words, value_title, wanted_title
from rulewright.observe.sight.places import place_of
from rulewright.observe.words.choices_told import ChoiceTold
from rulewright.observe.words.log_lines import LogLine
from rulewright.play.session.moments import AskedAt, HeardLines

MOST_LETTERS = 50
"""So much has room on two lines of a narrow log."""

ToldPart = Sequence[tuple[HeardLines, LogLine]]
"""The lines of an action, each with the choice that it was told after."""


class _Said(NamedTuple):
    """A part of a short line, and which of the lines it tells (-1: a choice, which is told in any case)."""

    text: str
    line: int = -1


class ShortLine(NamedTuple):
    """The parts of the line, and the numbers of those lines of the action that say no more than it does."""

    parts: tuple[str, ...]
    told: frozenset[int]


def short_line(part: ToldPart, seat: int, blueprint: Blueprint, language: str, taken: str = "") -> ShortLine:
    """Return an action of a seat in one short line. `taken` is what it took, which is always said."""
    lines = [line for _, line in part]
    head = _head(part, blueprint, language)
    more = [_Said(taken)] if taken else []
    if lines[0].choice is None and not isinstance(lines[0].events[0], Settled):
        shown = [each for each in lines[1:2] if isinstance(each.events[0], Revealed) and each.whose == lines[0].whose]
        others = [_Said(each.words, 1) for each in shown if lines[0].move is None]
    else:
        others = list(_further(part, seat, language))
        only = None if others or _thing_of(lines[0]) else _only_move(part, seat, blueprint)
        if only is not None:
            head = _Said(said_of(language, head.text, only.text), only.line)
        elif others and not _thing_of(lines[0]) and others[0].line < 0:
            head = _Said(said_of(language, head.text, others.pop(0).text))
        value = _value_of_thing(part, blueprint, language)
        if value is not None:
            head = _Said(said_of(language, head.text, value.text), value.line)
    others += [_Said(each.text, at) for at, each in enumerate(lines) if at and _tells_ending(each, blueprint)]
    more += [_Said(each.text, at) for at, each in enumerate(lines) if at and each.by_chance]
    found = [head]
    room = MOST_LETTERS - len(head.text) - sum(len(each.text) + 2 for each in more)
    for each in dict.fromkeys(others):
        if len(each.text) + 2 <= room:
            found.append(each)
            room -= len(each.text) + 2
    found += [each for each in more if each not in found]
    told = {each.line for each in found} | {
        at for at, each in enumerate(lines) if _says_again(each, lines[0], blueprint, language)
    }
    return ShortLine(tuple(each.text for each in found), frozenset(told))


def _tells_ending(line: LogLine, blueprint: Blueprint) -> bool:
    place = place_of(blueprint, line.events[0].slot) if isinstance(line.events[0], Changed) else None
    return place is not None and place.family.id in TOLD


def _head(part: ToldPart, blueprint: Blueprint, language: str) -> _Said:
    """Return what an action begins with: its first choice, or what moved, or what else is told first."""
    (heard, line), event = part[0], part[0][1].events[0]
    if isinstance(event, Settled) and line.choice is None and blueprint.sites[event.site].several is None:
        return _Said(option_words(blueprint, event.site, event.code, language)[0])
    if line.choice is not None:
        answered = "" if line.choice.yes_or_no else said_of(language, *_first_parts(line.choice))
        return _Said(answered or line.words)
    if line.move is None:
        return _Said(line.words)
    asked = _asked_for_a_piece(heard.asked, blueprint, language) if line.move.seen and line.by == heard.seat else ()
    return _Said(said_of(language, *asked, line.move.what) if asked else _goes(part, blueprint, language), 0)


def _first_parts(choice: ChoiceTold) -> tuple[str, ...]:
    return tuple(filter(None, (*choice.asked, choice.thing))) if choice.asked else choice.parts


def _asked_for_a_piece(asked: AskedAt, blueprint: Blueprint, language: str) -> tuple[str, ...]:
    """Return the question for a piece that nobody else saw before, if it asks for nothing else and all know it."""
    if asked.site < 0 or any("." in blueprint.procedures[each].id for each in asked.within):
        return ()
    info = blueprint.sites[asked.site]
    if info.named or info.several is not None or not isinstance(info.domains[0], PieceOf):
        return ()
    wanted = wanted_title(blueprint, asked.site, 0, language)
    return tuple(filter(None, (effect_title(blueprint, info.procedure, language), wanted)))


def _goes(part: ToldPart, blueprint: Blueprint, language: str) -> str:
    """Return where the piece told of first went, however far. Those that went alike after it are counted with it."""
    say, (first, *after) = phrases(language, "browser"), [line for _, line in part]
    assert first.move is not None
    what, there = first.move.what, first.move.there
    alike = [each for each in after if each.move is not None and each.move.what == what]
    many = 1 + sum(_way(each, blueprint) == _way(first, blueprint) for each in alike)
    target = _way(first, blueprint)[2]
    if many > 1 and target is not None:
        what, there = f"{many} × {what}", title_in(target.title, language, target.id)
    if not first.move.seen or first.move.what == first.move.kind:  # which says little: where it comes from says more
        return phrases(language, "table")("goes_from_to", what=what, here=first.move.here, there=there)
    if many > 1 and target is not None:
        return say("goes_to", what=what, there=there)
    goals = [each.move.there for each in after if each.move is not None and _pieces(first) <= _pieces(each)]
    return say("goes_to", what=what, there=[there, *goals][-1])


def _way(line: LogLine, blueprint: Blueprint) -> tuple[int | None, FamilyInfo | None, FamilyInfo | None]:
    """Return whose something moves, and between which families of places."""
    event = line.events[0]
    ends = (event.source, event.target) if isinstance(event, Moved) else (-1, -1)
    out_of, to = (place.family if place is not None else None for place in (place_of(blueprint, each) for each in ends))
    return line.whose, out_of, to


def _further(part: ToldPart, seat: int, language: str) -> Iterator[_Said]:
    """Yield what was chosen after the first choice, each by the thing alone, or else what went where in answer to it.

    Plain answers, and numbers that answer a question, say nothing without it.
    """
    say, first = phrases(language, "browser"), part[0][1].choice
    asked = first.asked if first is not None else ()
    for number, run in groupby(enumerate(part), key=lambda each: each[1][0].number):
        found, went = [], []
        for at, (_, line) in run:
            choice, move = line.choice, line.move
            if at and choice is not None and choice.seat == seat and choice.thing and not choice.answers_question:
                found.append(_Said(said_of(language, *choice.told_after(asked))))
            if move is not None and move.seen and line.by == seat and number != part[0][0].number:
                went.append(_Said(say("goes_to", what=move.what, there=move.there), at))
        yield from found or went[:1]


def _thing_of(line: LogLine) -> str:
    return line.choice.thing if line.choice is not None else ""


def _only_move(part: ToldPart, seat: int, blueprint: Blueprint) -> _Said | None:
    """Return what moved by the first choice, if it was one thing, however far it went."""
    first = part[0][0].number
    moves = [(at, line) for at, (heard, line) in enumerate(part) if line.move is not None and line.by == seat
             and heard.number == first]  # fmt: skip
    if not moves:
        return None
    at, line = moves[0]
    moved = _pieces(line)
    alone = all(moved <= _pieces(each) for _, each in moves)
    of_each_seat = any(blueprint.pieces[each].owner >= 0 for each in moved)  # which says nothing by itself
    return (
        _Said(line.move.what, at) if line.move is not None and line.move.seen and alone and not of_each_seat else None
    )


def _pieces(line: LogLine) -> set[int]:
    return {each.piece for each in line.events if isinstance(each, Moved)}


def _value_of_thing(part: ToldPart, blueprint: Blueprint, language: str) -> _Said | None:
    """Return the number that a thing has got by being chosen, where it had none before."""
    for at, (_, line) in enumerate(part):
        event = line.events[0]
        place = place_of(blueprint, event.slot) if isinstance(event, Changed) and not line.by_chance else None
        if place is None or not place.family.may_be_none or not isinstance(event, Changed) or event.after < 0:
            continue
        if (_thing_of(part[0][1]),) == index_titles(blueprint, place.family, place.indexes, language):
            return _Said(value_title(blueprint, place.family, event.after, language), at)
    return None


def _says_again(line: LogLine, first: LogLine, blueprint: Blueprint, language: str) -> bool:
    """Whether a line tells no more than a choice: that something is where it was put, or went from here to there."""
    choice, event = first.choice, line.events[0]
    if choice is None or not choice.thing:
        return False
    if isinstance(event, Moved):
        if line.move is not None and line.move.what == choice.thing:
            return True
        ends = (place_of(blueprint, each) for each in (event.source, event.target))
        known = ((each.family.per[-1], each.indexes[-1]) for each in ends if each is not None and each.family.per)
        return tuple(known) == (choice.region, choice.far)
    place = place_of(blueprint, event.slot) if isinstance(event, Changed) else None
    if place is None or place.family.sort == "counter":
        return False
    return index_titles(blueprint, place.family, place.indexes, language) == (choice.thing,)
