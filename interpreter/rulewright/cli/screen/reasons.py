"""Reasons on the screen: why options are closed, and how a number or a piece's place came about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap

from rulewright.cli.screen.answers import meant
from rulewright.cli.screen.console import width
from rulewright.cli.screen.session import Session
from rulewright.core.locales.catalogue import Phrases, phrases
from rulewright.core.locales.wording import said_of
from rulewright.core.model.layout import N_SEATS
from rulewright.observe.words.history import changes_of, pieces_named, slots_named
from rulewright.observe.words.numbers import number_titled, numbers_named, titles_of_numbers
from rulewright.observe.words.reasons import Why
from rulewright.play.session.questions import closed_options, why_not, why_number, why_total

_LONGEST = 80


def closed_lines(session: Session) -> Iterator[str]:
    """Everything in the decision that is not open, and why."""
    closed = closed_options(session.game, session.build, session.state, seat=session.seat, language=session.language)
    if not closed:
        yield _say(session)("nothing_closed")
    for each in closed:
        yield f"  {said_of(session.language, *filter(None, (each.title, ', '.join(each.names))), '').rstrip()}"
        yield from told_lines(each.why, 2) if each.why.told else [f"    {_cannot(session)}"]


def why_not_lines(session: Session, key: str) -> Iterator[str]:
    """Yield the reasons why one option is closed."""
    options = session.options()
    shown = key[:_LONGEST]
    if key in options:
        yield _say(session)("is_open", key=shown)
        return
    why = why_not(session.game, session.build, session.state, key, seat=session.seat, language=session.language)
    if why is None:
        near = meant(session.language, shown, options)
        phrase = "no_option_of_decision_but_near" if near else "no_option_of_decision"
        yield _say(session)(phrase, key=shown, near=near)
        return
    yield _say(session)("is_not_open", key=shown)
    yield from told_lines(why, 1) if why.told else [f"  {_cannot(session)}"]


def written_lines(session: Session, key: str) -> Iterator[str]:
    """Yield the reasons why options are closed as rule text with its place, for authors."""
    game, build, state, seat = session.game, session.build, session.state, session.seat
    if key:
        why = why_not(game, build, state, key, seat=seat, language=session.language)
        unknown = _say(session)("no_option_of_decision", key=key[:_LONGEST])
        yield from _written(why, 1) if why is not None else [unknown]
        return
    closed = closed_options(game, build, state, seat=seat, language=session.language)
    if not closed:
        yield _say(session)("nothing_closed")
    for each in closed:
        yield f"  {' '.join((each.label, ', '.join(each.names))).strip()}:"
        yield from _written(each.why, 2)


def why_lines(session: Session, typed: str) -> Iterator[str]:
    """Yield how a number came about, or how a piece got where it is.

    `typed` is a name, its indexes, and perhaps `seat N`.
    """
    words = typed[:_LONGEST].split()
    of_seat = session.seat
    if len(words) > 2 and words[-2] == "seat" and words[-1].isdigit():
        of_seat = int(words[-1]) - 1
        words = words[:-2]
        if not 0 <= of_seat < session.state[N_SEATS]:
            yield _say(session)("no_such_seat", seat=of_seat + 1, last=session.state[N_SEATS])
            return
    if not words:
        yield _say(session)("say_of_what_number")
        return
    blueprint = session.game.blueprint
    whole = " ".join(words)
    is_id = whole in _ids(session) or any(each.id == whole for each in blueprint.families)
    titled = None if is_id else number_titled(blueprint, whole, session.language)
    name, *given = (titled,) if titled is not None else words
    why = why_number(
        session.game, session.build, session.state, name, of_seat=of_seat, given=tuple(given),
        seat=session.seat, language=session.language,
    )  # fmt: skip
    if why is not None:
        yield from told_lines(why, 1)
        return
    if name in numbers_named(blueprint):
        takes = " ".join(str(each).upper().replace(" ", "_") for each in blueprint.quantity_takes.get(name, ()))
        yield _say(session)("worked_out_for", name=name, takes=takes)
        return
    known = slots_named(blueprint, name, of_seat) or pieces_named(blueprint, name, of_seat)
    if not known:
        yield from _total(session, whole, of_seat) or [_unknown(session, whole)]
        return
    changes = changes_of(session.game, session.known(session.seat), name, of_seat, session.seat, session.language)
    for change in changes:
        yield f"  {change.said}"
    if not changes:
        yield _say(session)("has_not_changed", name=name)


def _cannot(session: Session) -> str:
    return phrases(session.language, "phrases")("cannot_now")


def _say(session: Session) -> Phrases:
    return phrases(session.language, "screen")


def _total(session: Session, typed: str, of_seat: int) -> list[str]:
    """Return a row for each part of a seat's total score, empty if the total was not requested."""
    if typed.lower() not in ("total", phrases(session.language, "table")("total").lower()):
        return []
    why = why_total(
        session.game, session.build, session.state, of_seat=of_seat, seat=session.seat, language=session.language
    )
    if why is None:
        return []
    parts = tuple(replace(each, behind=()) for each in why.behind)  # `w` of each says what is behind it
    return list(told_lines(replace(why, behind=parts), 1))


def _ids(session: Session) -> set[str]:
    """The ids that `w` explains: numbers that are worked out, counters and markers, components."""
    blueprint = session.game.blueprint
    counted = {each.id for each in blueprint.families if each.sort != "zone"}
    return {*numbers_named(blueprint), *counted, *blueprint.printed}


def _unknown(session: Session, typed: str) -> str:
    blueprint = session.game.blueprint
    if any(each.id == typed for each in blueprint.families):
        return _say(session)("holds_pieces", name=typed)
    titles = (title for title, _ in titles_of_numbers(blueprint, session.language))
    near = meant(session.language, typed, {*_ids(session), *titles, *(["total"] if blueprint.scoring else [])})
    phrase = "no_such_name_but_near" if near else "no_such_name"
    return _say(session)(phrase, name=typed, near=near)


def told_lines(why: Why, depth: int) -> Iterator[str]:
    """A reason and what is behind it, indented. What has no words is left out."""
    yield from _indented(why.said, depth)
    for each in why.behind:
        yield from told_lines(each, depth + bool(why.said))


def _written(why: Why, depth: int) -> Iterator[str]:
    """A reason as it is written, with the values it saw and where it is, and what is behind it, indented."""
    yield from _indented(f"{why.line}  ({why.place})" if why.place else why.line, depth)
    for each in why.behind:
        yield from _written(each, depth + 1)


def _indented(text: str, depth: int) -> list[str]:
    """Return a text as rows, of which all but the first are indented further."""
    indent = "  " * depth
    return wrap(
        text, width(), initial_indent=indent, subsequent_indent=f"{indent}    ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
