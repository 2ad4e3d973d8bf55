"""Questions one seat asks of a game in play: why an option is not open, why a number is what it is.

What a seat learns depends on nothing that is hidden from it; a question asked for no seat is answered in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rulewright.core.model.events import Event
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import SEAT, STEPS
from rulewright.core.model.settings import Chosen
from rulewright.core.run.atoms import GameEnd, LimitReached
from rulewright.core.run.build import explain, traced_build
from rulewright.core.run.steps import IllegalChoice, start, step, turn_to
from rulewright.observe.words import why as observed
from rulewright.observe.words.choices_told import chosen_event
from rulewright.observe.words.history import ToldChange, last_changes
from rulewright.observe.words.numbers import total_of
from rulewright.observe.words.numbers import why_false as test_told
from rulewright.observe.words.numbers import why_number as number_told
from rulewright.observe.words.reasons import Why
from rulewright.observe.words.why import Closed, ReasonFunctions
from rulewright.play.records.replay import offered

Answer = TypeVar("Answer")


def why_not(
    game: Game, build: Build, state: State, key: str, *, seat: int | None = None, language: str = "en"
) -> Why | None:
    """Return the first requirement that an option of the decision in `state` fails. The option is named by its key.

    `build` is a traced build. None when the decision has no such option; for one that is open the answer means nothing.
    """
    return _ask(game, build, state, lambda why, now: observed.why_not(game, why, now, key, seat, language))


def closed_options(
    game: Game, build: Build, state: State, *, seat: int | None = None, language: str = "en"
) -> tuple[Closed, ...]:
    """All that the decision in `state` keeps closed: options, and candidates by what keeps them closed."""
    return _ask(game, build, state, lambda why, now: observed.closed_options(game, why, now, seat, language)) or ()


def why_number(
    game: Game,
    build: Build,
    state: State,
    name: str,
    *,
    of_seat: int = 0,
    given: tuple[str, ...] = (),
    seat: int | None = None,
    language: str = "en",
) -> Why | None:
    """Explain a quantity or a line of the scoring for a seat: its base, each modifier, and its parts.

    `given` are the quantity's arguments. None if there is no such quantity, or it takes something else.
    """
    return _ask(game, build, state, lambda why, now: number_told(game, why, now, name, of_seat, given, seat, language))


def why_false(
    game: Game, build: Build, state: State, test: int, events: Sequence[Event]
) -> tuple[Why, tuple[ToldChange, ...]] | None:
    """Return (reasons, last changes) for a false test by its number, with each counter and marker it looked at.

    `events` are those of the game so far. None if nothing can be said.
    """
    found = _ask(game, build, state, lambda why, now: test_told(game, why, now, test))
    if found is None:
        return None
    why, slots = found
    return why, tuple(change for slot in slots for change in last_changes(game, events, (slot,), (), None))


def why_total(
    game: Game, build: Build, state: State, *, of_seat: int = 0, seat: int | None = None, language: str = "en"
) -> Why | None:
    """Explain a seat's total as the sum of its scoring, or return None if nothing is scored."""
    return _ask(game, build, state, lambda why, now: total_of(game, why, now, of_seat, seat, language))


def candidates_of(game: Game, build: Build, state: State) -> tuple[tuple[int, int, int, Why | None], ...]:
    """Everything that the decision in `state` may offer: site, option, candidate, and why it is not open or None."""
    return _ask(game, build, state, lambda why, now: observed.candidates_of(game, why, now)) or ()


def _ask(game: Game, build: Build, state: State, question: Callable[[ReasonFunctions, State], Answer]) -> Answer | None:
    """Return the answer to a question, or None if it runs into a limit.

    Events of what the question tries are dropped.

    It is asked in a copy of the state, so that it does not count against the game's limits.
    """
    copy = state[:]
    copy[STEPS] = 0
    known, looking = len(build.events or ()), build.names.get("looking")
    try:
        if looking is not None:
            looking(1)
        return question(explain(game, build), copy)
    except (GameEnd, LimitReached, RecursionError):
        return None
    finally:
        if looking is not None:
            looking(0)
        del (build.events or [])[known:]


def events_of(
    game: Game, choices: Iterable[tuple[int, str]], *, seats: int, seed: int, settings: Chosen | None = None
) -> tuple[State, tuple[Event, ...]]:
    """Play a game by the keys of its choices, each with its seat (from 0), and return (state, all events).

    The choices are among the events. Raises IllegalChoice if a choice is not offered.
    """
    build = traced_build(game)
    assert build.events is not None
    state = start(game, seats=seats, seed=seed, settings=settings, build=build)
    for seat, key in choices:
        if seat != state[SEAT]:
            turn_to(game, state, seat, build=build)
        code = offered(game, state).get(key)
        if code is None:
            raise IllegalChoice(f"'{key}' is not offered here")
        build.events.append(chosen_event(game, state, code))
        step(game, state, code, build=build)
    return state, tuple(build.events)
