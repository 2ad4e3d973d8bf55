"""Runs one scenario on a compiled game: arrange the table, make the choices, check the result.

Reading scenario files and compiling their texts is not done here: see `scenarios/`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.diagnostics import Span
from rulewright.core.model.events import Answered, Event, Settled
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.invariants import OF_POSITIONS
from rulewright.core.model.layout import FRAME, OPTIONS, OVER, SEAT, SITE
from rulewright.core.model.settings import Chosen, setting_text
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import NotExplained, begin_record
from rulewright.core.run.steps import (
    IllegalChoice,
    WrongSetup,
    begin,
    settings_chosen,
    step,
    turn_to,
    turned_to,
    unstarted,
)
from rulewright.core.run.watching import InvariantWatch
from rulewright.observe.naming import option_key
from rulewright.observe.words.reasons import reason_line
from rulewright.play.scenarios.expectations import Course, Expected, Failure, PastMoment, failing
from rulewright.play.session.match import again_after
from rulewright.play.session.questions import why_not
from rulewright.play.session.result import outcome_names, result_of

_MOST_ARRANGING = 500
NO_OTHER = "none"
_MOST_SETTLED = 3


@dataclass(frozen=True, slots=True)
class Step:
    """One line of `when`: a choice, a refusal, the exact options offered, or a seat that is not asked, if any.

    A refusal may quote a part of its reason, and a choice may be made automatically (`by_itself`). Then follows what is
    `expected` at this point.
    """

    seat: int
    span: Span
    choose: str | None = None
    refused: str | None = None
    because: str = ""
    options: tuple[str, ...] | None = None
    by_itself: str | None = None
    not_asked: bool = False
    expected: Expected = field(default_factory=Expected)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario ready to run. `arrange` are numbers of procedures, `play` is one, or None if not written.

    `winners` are the seats (from 0) that must win as the game stands at the end, `outcome` is how it must have ended.
    """

    sentence: str
    rules: tuple[str, ...]
    span: Span
    seats: int
    seed: int
    settings: Chosen
    arrange: tuple[int, ...]
    play: int | None
    when: tuple[Step, ...]
    expected: Expected
    ends: bool
    again: str | None = None
    next_settings: Chosen = field(default_factory=dict)
    winners: tuple[int, ...] | None = None
    outcome: str | None = None


def run_scenario(game: Game, build: Build, scenario: Scenario, *, explains: bool = False) -> Failure | None:
    """Run a scenario and return its first failure, or None. On a traced build, `explains` adds the reasons.

    Explaining takes much longer than running, so it is left out when only passing matters.
    """
    begin_record(build)
    try:
        course = _set_up(game, build, scenario)
        failure = course.broken(scenario.span)
        if failure is not None:
            return failure
        for wanted in scenario.when:
            failure = _take(course, wanted) or course.broken(wanted.span)
            failure = failure or failing(course, wanted.expected, course.chosen, explains=explains)
            if failure is not None:
                return failure
    except (LimitReached, WrongSetup) as error:
        return Failure(scenario.span, str(error))
    state = course.state
    if (scenario.ends or scenario.again is not None) and state[FRAME] is not None:
        message = f"the game is not over: seat {state[SEAT] + 1} may choose {_offered(game, state)}"
        return Failure(scenario.span, message)
    if scenario.again is not None:
        failure = _check_again(game, build, state, scenario)
        if failure is not None:
            return failure
    if scenario.winners is not None:
        found = result_of(game, state, build).winners
        if found != scenario.winners:
            return Failure(scenario.span, f"expected winners {_listed(scenario.winners)}; found {_listed(found)}")
    if scenario.outcome is not None:
        number = result_of(game, state, build).outcome
        ended = outcome_names(game.blueprint)[number] if number >= 0 else NO_OTHER
        if ended != scenario.outcome:
            return Failure(scenario.span, f"expected the outcome '{scenario.outcome}'; found '{ended}'")
    return failing(course, scenario.expected, course.arranged, explains=explains)


def enacted(
    game: Game, build: Build, scenario: Scenario
) -> tuple[State, tuple[tuple[Answered, tuple[Event, ...]], ...], State] | None:
    """Return (table before the choices, (choice, events) of each, table after them), or None.

    None if it makes none, or cannot be played so: whether it is as expected, is not asked.
    """
    begin_record(build)
    made: list[tuple[Answered, tuple[Event, ...]]] = []
    try:
        course = _set_up(game, build, scenario)
        before = course.state[:]
        for wanted in scenario.when:
            if wanted.choose is None and wanted.by_itself is None:
                continue
            known = course.choices
            if _take(course, wanted) is not None:
                return None
            if course.choices > known:
                chosen = next(each for each in reversed(course.past) if isinstance(each, Answered))
                made.append((chosen, tuple(build.events or ())))
    except (LimitReached, WrongSetup, NotExplained):
        return None
    return (before, tuple(made), course.state) if made else None


def offered_after(game: Game, build: Build, scenario: Scenario, seat: int) -> tuple[str, ...]:
    """Return the keys of the options that a seat (from 0) has after the choices of a scenario.

    The tuple is empty if a choice cannot be made or the seat is not asked. What is expected is not checked.
    """
    begin_record(build)
    try:
        course = _set_up(game, build, scenario)
        if any(_take(course, wanted) is not None for wanted in scenario.when):
            return ()
    except (LimitReached, WrongSetup, NotExplained):
        return ()
    asked = turned_to(game, course.state, seat) if course.state[FRAME] is not None else None
    return tuple(option_key(game.blueprint, asked[SITE], code) for code in asked[OPTIONS]) if asked is not None else ()


def _set_up(game: Game, build: Build, scenario: Scenario) -> Course:
    """Arrange the table, play to the first decision, and return the scenario in play."""
    state = unstarted(game, seats=scenario.seats, seed=scenario.seed, settings=scenario.settings)
    for number in scenario.arrange:
        arrange(game, build, state, number)
    past: list[Event] = []
    if build.events is not None:
        past += (each for each in build.events if not isinstance(each, Settled))  # what it asks has no one to answer
        build.events.clear()
    arranged = PastMoment(state[:], len(past))
    watch = _watch(game, build, state)
    if scenario.play is not None:
        begin(game, state, scenario.play, 0, build=build)
    elif not scenario.arrange:
        begin(game, state, game.blueprint.begins, 0, build=build)
    return Course(game, build, state, past, arranged, arranged, watch)


def _watch(game: Game, build: Build, state: State) -> InvariantWatch | None:
    """Return a watch on the invariants that the arranged table does not already break, or None if there are none."""
    places = [place for place, info in enumerate(game.blueprint.invariants) if info.sort in OF_POSITIONS]
    holding = [place for place in places if _holds(InvariantWatch(game, build, only=(place,)), state)]
    return InvariantWatch(game, build, only=holding) if holding else None


def _holds(watch: InvariantWatch, state: State) -> bool:
    try:
        return not watch.look(state, 0)
    except LimitReached:
        return False


def _listed(seats: tuple[int, ...]) -> str:
    return ", ".join(str(seat + 1) for seat in seats) or "nobody"


def _check_again(game: Game, build: Build, state: State, scenario: Scenario) -> Failure | None:
    """Whether a game that is over is played again exactly if the scenario says so."""
    again = again_after(game, state, build)
    found = again.id if again is not None else NO_OTHER
    if found != scenario.again:
        return Failure(scenario.span, f"expected to play again by '{scenario.again}'; found '{found}'")
    if again is None:
        nothing = "there is no next game, so it cannot have the expected settings"
        return Failure(scenario.span, nothing) if scenario.next_settings else None
    coming = settings_chosen(game.blueprint, {**scenario.settings, **again.settings})
    for name, value in settings_chosen(game.blueprint, scenario.next_settings).items():
        if name in scenario.next_settings and coming[name] != value:
            wanted, shown = (setting_text(game.blueprint.settings[name], each) for each in (value, coming[name]))
            return Failure(scenario.span, f"expected the next game with {name} {wanted}; found {shown}")
    return None


def arrange(game: Game, build: Build, state: State, procedure: int) -> None:
    """Run the arranging effect, and answer its questions with the first option.

    Raises LimitReached if it asks too many questions or the rules reach a limit.
    """
    begin(game, state, procedure, 0, build=build)
    for _ in range(_MOST_ARRANGING):
        if state[FRAME] is None:
            break
        step(game, state, state[OPTIONS][0], build=build)
    else:
        raise LimitReached(f"`arrange` asks more than {_MOST_ARRANGING} questions")
    state[OVER] = 0


def _take(course: Course, wanted: Step) -> Failure | None:
    """Make a choice, or look at the options. Events before the choice go to the past."""
    game, build, state = course.game, course.build, course.state
    if wanted.not_asked:
        asked = turned_to(game, state, wanted.seat)
        message = f"seat {wanted.seat + 1} is asked; it may choose {_offered(game, asked)}" if asked else ""
        return Failure(wanted.span, message) if asked is not None else None
    taken = wanted.choose if wanted.by_itself is None else wanted.by_itself
    if taken is None and wanted.refused is None and wanted.options is None:
        return None
    if taken is not None and _already_settled(course, wanted.seat, taken):
        return None
    settled = _settled(game, build)
    if state[FRAME] is None:
        again = "; give it a second option, or state the result in `then`" if settled else ""
        return Failure(wanted.span, f"nothing is left to decide{settled}{again}")
    if wanted.by_itself is not None:
        message = f"'{wanted.by_itself}' was not taken automatically; seat {state[SEAT] + 1} may choose"
        return Failure(wanted.span, f"{message} {_offered(game, state)}{settled}")
    if state[SEAT] != wanted.seat:
        try:
            turn_to(game, state, wanted.seat, build=build)
        except IllegalChoice:
            message = f"seat {state[SEAT] + 1} decides here, not seat {wanted.seat + 1}"
            return Failure(wanted.span, f"{message}; it may choose {_offered(game, state)}{settled}")
    codes = {option_key(game.blueprint, state[SITE], code): code for code in state[OPTIONS]}
    if wanted.options is not None:
        if set(codes) != set(wanted.options):
            return Failure(wanted.span, f"the options are {_offered(game, state)}{settled}")
        return None
    if wanted.refused is not None:
        return _refusal(game, build, state, wanted, codes)
    code = codes.get(wanted.choose or "")
    if code is None:
        reason = why_not(game, build, state, wanted.choose or "", seat=wanted.seat)
        because = f" because of {reason_line(reason)}" if reason is not None else ""
        offered = f"the options are {_offered(game, state)}{settled}"
        return Failure(wanted.span, f"'{wanted.choose}' is not offered{because}; {offered}")
    course.choose(code)
    return None


def _refusal(game: Game, build: Build, state: State, wanted: Step, codes: dict[str, int]) -> Failure | None:
    key = wanted.refused or ""
    if key in codes:
        return Failure(wanted.span, f"'{key}' is offered")
    reason = why_not(game, build, state, key)
    if reason is None:
        offered = f"the options are {_offered(game, state)}{_settled(game, build)}"
        return Failure(wanted.span, f"'{key}' is not a candidate of this decision; {offered}")
    if not wanted.because or reason.says(wanted.because):
        return None
    told = why_not(game, build, state, key, seat=wanted.seat) or reason
    if told.says(wanted.because):
        return None
    return Failure(wanted.span, f"'{key}' is refused because of {reason_line(told)}")


def _already_settled(course: Course, seat: int, key: str) -> bool:
    """Return whether the choice was made automatically since the last one, and use it up."""
    events = course.build.events if course.build.events is not None else []
    for position, event in enumerate(events):
        if isinstance(event, Settled) and event.seat == seat:
            if option_key(course.game.blueprint, event.site, event.code) == key:
                course.past += events[: position + 1]
                del events[: position + 1]
                return True
    return False


def _settled(game: Game, build: Build) -> str:
    """Return a hint on decisions that had a single option since the last choice and so were not asked, or ""."""
    found = [
        f"seat {event.seat + 1}: {option_key(game.blueprint, event.site, event.code)}"
        for event in build.events or ()
        if isinstance(event, Settled)
    ]
    if not found:
        return ""
    shown = ", ".join(found[-_MOST_SETTLED:])
    return f"; a decision with one option is made automatically, as just before ({shown})"


def _offered(game: Game, state: State) -> str:
    keys = [option_key(game.blueprint, state[SITE], code) for code in state[OPTIONS]]
    return ", ".join(keys[:30]) + (", ..." if len(keys) > 30 else "")
