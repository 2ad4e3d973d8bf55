"""The events after a choice in steps, each with the table as it was then.

So people can follow what bots do, and the seats that rules play themselves, whose turns end before anybody is asked.
Only what a seat is shown makes a step for it; nothing of what is drawn between two decisions is ever played on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.core.model.events import Changed, Event, Moved, effects_of
from rulewright.core.model.game import Game, State
from rulewright.core.run.steps import clone
from rulewright.observe.sight.places import places_of
from rulewright.observe.words.events import told
from rulewright.observe.words.together import told_together
from rulewright.play.session.moments import ONLOOKER, OPENING, Moment
from rulewright.table.serve.highlights import ShownLine, shown_line
from rulewright.table.serve.live import LiveTable

_MOST = 120


@dataclass(frozen=True, slots=True)
class SeatUpdate:
    """A step as one seat is shown it: the number of the choice, the events up to its end, and lines.

    `of_others`: whether something of another seat is among them. `events` is None if nothing can be shown between the
    choice and its result.
    """

    choice: int
    events: int | None
    lines: tuple[ShownLine, ...]
    of_others: bool = False


def begin_of_steps(live: LiveTable, seat: int) -> int:
    """Return the number of choices after which a seat's steps begin, so that its own last choice comes first.

    For spectators it is the last choice of a person.
    """
    own = live.people if seat == ONLOOKER else (seat,)
    number = live.seen_until
    while number > 0 and all(live.moments[at].seat not in own for at in live.choices_counted_as(number)):
        number -= 1
    return max(0, number - 1)


def steps_of(live: LiveTable, seat: int, language: str, since: int) -> list[SeatUpdate]:
    """Return the steps after the choice `since` as a seat is shown them, without its own choices at the beginning."""
    known = live.told(seat, language)
    first = {
        number: tuple(shown_line(live.game, each, seat) for each in lines)
        for number, _, lines, asked in known
        if since < number <= live.seen_until and (asked is OPENING or not _moment(live, number).sealed)
    }
    found: list[SeatUpdate] = []
    for number in range(max(0, since) + 1, live.seen_until + 1):
        moment = _moment(live, number)
        if number not in first:
            continue
        if moment.sealed:
            found.append(SeatUpdate(number, None, first[number], of_others=True))
            continue
        chosen = _chosen(live.game, moment, seat, language)
        steps = list(_steps(live.game, number, moment, seat, language))
        if chosen and steps:
            steps[0] = replace(steps[0], lines=(*chosen, *steps[0].lines))
        found += steps or ([SeatUpdate(number, None, chosen)] if chosen else [])
    return _without_own(live, found, seat)[:_MOST]


def state_in(live: LiveTable, step: SeatUpdate) -> State:
    """Return the table as it was after a step, fit only for drawing."""
    moment, end = _moment(live, step.choice), live.counted[step.choice]
    if step.events is None or step.events >= len(moment.events):
        return live.state_at(end)
    state = clone(live.state_at(end - 1))
    for event in moment.events[: step.events]:
        _happen(live.game, state, event)
    return state


def _moment(live: LiveTable, number: int) -> Moment:
    """Return the choice counted as N (from 1), or the one that revealed the answers that are counted as N."""
    return live.moments[live.counted[number] - 1]


def _chosen(game: Game, moment: Moment, seat: int, language: str) -> tuple[ShownLine, ...]:
    return _shown(game, [moment.chosen], seat, language) if seat in moment.heard else ()


def _shown(game: Game, events: Sequence[Event], seat: int, language: str) -> tuple[ShownLine, ...]:
    return tuple(shown_line(game, each, seat) for each in told_together(game, events, seat, language))


def _steps(game: Game, number: int, moment: Moment, seat: int, language: str) -> Iterator[SeatUpdate]:
    """Yield the events of a choice as steps. One that happens during the step before belongs to that step."""
    events = moment.events
    ends: list[int] = []
    before: tuple[int, ...] | None = None
    for at, event in enumerate(events):
        if not any(told(game, [event], seat, language)):
            continue
        course = _course(event)
        if before is None or course is None or course[: len(before)] == before:
            ends[-1:] = [at + 1]
        else:
            ends.append(at + 1)
        before = course if course is not None else before
    begin = 0
    for place, end in enumerate(ends):
        happened = events[begin:end]
        others = any(_is_of_others(game, each, seat) for each in happened)
        until = end if place < len(ends) - 1 else len(events)
        yield SeatUpdate(number, until, _shown(game, happened, seat, language), others)
        begin = end


def _course(event: Event) -> tuple[int, ...] | None:
    """Return the effects that an event happened in, the outermost first, or None if it records none."""
    return effects_of(event.course)[::-1] if isinstance(event, Changed | Moved) else None


def _is_of_others(game: Game, event: Event, seat: int) -> bool:
    """Whether something of another seat is changed, or moved from or to."""
    return isinstance(event, Changed | Moved) and any(
        place is not None and place.owner not in (None, seat) for place in places_of(game.blueprint, event)
    )


def _without_own(live: LiveTable, steps: list[SeatUpdate], seat: int) -> list[SeatUpdate]:
    """Return the steps from the first one that shows something of others, or [] if none does."""
    for place, step in enumerate(steps):
        if _moment(live, step.choice).seat != seat or step.of_others:
            return steps[place:]
    return []


def _happen(game: Game, state: State, event: Event) -> None:
    """Let an event happen in a state that is only drawn: where in a pile a piece ends up does not matter there."""
    match event:
        case Changed(slot, _, after):
            state[slot] = after
        case Moved(piece, here, there):
            held = state[here]
            state[here] = -1 if isinstance(held, int) else tuple(each for each in held if each != piece)
            state[there] = piece if isinstance(state[there], int) else (*state[there], piece)
            state[game.blueprint.piece_zone + piece] = there
        case _:
            pass
