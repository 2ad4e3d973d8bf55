"""Runs one scenario on a compiled game: arrange the table, make the choices, look at what has come of it.

Reading scenario files and compiling their texts is not done here: see `proof.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.diagnostics import Span
from rulewright.model.game import Build, Game, State
from rulewright.model.layout import FRAME, OPTIONS, SEAT, SITE
from rulewright.model.settings import Chosen
from rulewright.observe.events import Event, chosen_event
from rulewright.observe.history import Change
from rulewright.observe.naming import option_key, thing_name
from rulewright.observe.reasons import Why, reason_line
from rulewright.play.match import again_after
from rulewright.play.questions import why_false, why_not
from rulewright.play.result import winners_of
from rulewright.run.atoms import LimitReached
from rulewright.run.steps import IllegalChoice, WrongSetup, begin, step, turn_to, unstarted

MAX_ARRANGING = 500
NO_OTHER = "none"
_MOST_SETTLED = 3


@dataclass(frozen=True, slots=True)
class Step:
    """One line of `when`: a choice, a refusal (with a part of its reason), or the exact options offered."""

    seat: int
    span: Span
    choose: str | None = None
    refused: str | None = None
    because: str = ""
    options: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """One line of `then`: its text, the number of the test, and those of its two sides where it compares."""

    text: str
    span: Span
    test: int
    sides: tuple[tuple[int, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario ready to run; `arrange` and `play` are procedure numbers, None where not written.

    `winners` are the seats (from 0) that must win as the game stands at the end.
    """

    sentence: str
    rules: tuple[str, ...]
    span: Span
    seats: int
    seed: int
    settings: Chosen
    arrange: int | None
    play: int | None
    when: tuple[Step, ...]
    then: tuple[Expectation, ...]
    ends: bool
    again: str | None = None
    winners: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """What did not come as expected, and where the scenario says it.

    Of an expectation that was to be explained: the `reasons` why it is false, the last `changes` of what it looks at,
    and the failures of the expectations after it in `more`.
    """

    span: Span
    message: str
    reasons: tuple[Why, ...] = ()
    changes: tuple[Change, ...] = ()
    more: tuple[Failure, ...] = ()


def run_scenario(game: Game, build: Build, scenario: Scenario, *, explains: bool = False) -> Failure | None:
    """The first thing that is not as the scenario says, or None; `explains` on a traced build what is not as expected.

    Explaining takes much longer than running, so who only wants to know whether a scenario passes leaves it out.
    """
    past: list[Event] = []
    try:
        state = unstarted(game, seats=scenario.seats, seed=scenario.seed, settings=scenario.settings)
        if scenario.arrange is not None:
            _arrange(game, build, state, scenario.arrange)
        if build.events is not None:
            past += (each for each in build.events if each[0] != "settled")  # what it asks has no one to answer
            build.events.clear()
        if scenario.play is not None:
            begin(game, state, scenario.play, 0, build=build)
        elif scenario.arrange is None:
            begin(game, state, game.blueprint.begins, 0, build=build)
        for wanted in scenario.when:
            failure = _take(game, build, state, wanted, past)
            if failure is not None:
                return failure
    except (LimitReached, WrongSetup) as error:
        return Failure(scenario.span, str(error))
    if scenario.ends and state[FRAME] is not None:
        return Failure(scenario.span, f"the game goes on; seat {state[SEAT] + 1} may choose {_offered(game, state)}")
    if scenario.again is not None:
        failure = _check_again(game, build, state, scenario)
        if failure is not None:
            return failure
    if scenario.winners is not None:
        found = winners_of(game, state, build).seats
        if found != scenario.winners:
            return Failure(scenario.span, f"expected winners {_listed(scenario.winners)}; found {_listed(found)}")
    failing = (each for each in scenario.then if not build.quantities[each.test](state, 0))
    if explains:
        past += build.events or ()
        explained = [_explained(game, build, state, each, past) for each in failing]
        return replace(explained[0], more=tuple(explained[1:])) if explained else None
    first = next(failing, None)
    return Failure(first.span, _found(game, build, state, first)) if first is not None else None


def _explained(game: Game, build: Build, state: State, expectation: Expectation, past: list[Event]) -> Failure:
    """An expectation that fails, with the reason and what has happened."""
    found = why_false(game, build, state, expectation.test, past)
    why, changes = found if found is not None else (None, ())
    reasons: tuple[Why, ...] = () if why is None else (why,)
    if why is not None and expectation.sides:
        reasons = why.behind  # both sides of the comparison are told already
    return Failure(expectation.span, _found(game, build, state, expectation), reasons, changes)


def _listed(seats: tuple[int, ...]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)


def _check_again(game: Game, build: Build, state: State, scenario: Scenario) -> Failure | None:
    """Whether the game is over, and played again just as the scenario says."""
    if state[FRAME] is not None:
        return Failure(scenario.span, f"the game goes on; seat {state[SEAT] + 1} may choose {_offered(game, state)}")
    again = again_after(game, state, build)
    found = again.id if again is not None else NO_OTHER
    if found != scenario.again:
        return Failure(scenario.span, f"expected to play again by '{scenario.again}'; found '{found}'")
    return None


def _arrange(game: Game, build: Build, state: State, procedure: int) -> None:
    """Run the arranging effect; whatever it asks is answered with the first option."""
    begin(game, state, procedure, 0, build=build)
    for _ in range(MAX_ARRANGING):
        if state[FRAME] is None:
            break
        step(game, state, state[OPTIONS][0], build=build)
    else:
        raise LimitReached(f"arranging asks more than {MAX_ARRANGING} questions")
    state[7] = 0


def _take(game: Game, build: Build, state: State, wanted: Step, past: list[Event]) -> Failure | None:
    """Makes a choice, or looks at what is offered; what has happened before the choice goes to the `past`."""
    if wanted.choose is not None and _already_settled(game, build, wanted, past):
        return None
    settled = _settled(game, build)
    if state[FRAME] is None:
        again = "; give it a second option, or tell in `then` what came of it" if settled else ""
        return Failure(wanted.span, f"nothing is left to decide{settled}{again}")
    if state[SEAT] != wanted.seat:
        try:
            turn_to(game, state, wanted.seat, build=build)
        except IllegalChoice:
            message = f"it is seat {state[SEAT] + 1} that decides here, not seat {wanted.seat + 1}"
            return Failure(wanted.span, f"{message}; it may choose {_offered(game, state)}{settled}")
    codes = {option_key(game.blueprint, state[SITE], code): code for code in state[OPTIONS]}
    if wanted.options is not None:
        if set(codes) != set(wanted.options):
            return Failure(wanted.span, f"offered are {_offered(game, state)}{settled}")
        return None
    if wanted.refused is not None:
        return _refusal(game, build, state, wanted, codes)
    code = codes.get(wanted.choose or "")
    if code is None:
        reason = why_not(game, build, state, wanted.choose or "", seat=wanted.seat)
        because = f" because of {reason_line(reason)}" if reason is not None else ""
        offered = f"offered are {_offered(game, state)}{settled}"
        return Failure(wanted.span, f"'{wanted.choose}' is not offered{because}; {offered}")
    if build.events is not None:
        past += (*build.events, chosen_event(game, state, code))
        build.events.clear()
    step(game, state, code, build=build)
    return None


def _refusal(game: Game, build: Build, state: State, wanted: Step, codes: dict[str, int]) -> Failure | None:
    key = wanted.refused or ""
    if key in codes:
        return Failure(wanted.span, f"'{key}' is offered")
    reason = why_not(game, build, state, key)
    if reason is None:
        offered = f"offered are {_offered(game, state)}{_settled(game, build)}"
        return Failure(wanted.span, f"'{key}' is no option of this decision at all; {offered}")
    if not wanted.because or reason.says(wanted.because):
        return None
    told = why_not(game, build, state, key, seat=wanted.seat) or reason
    if told.says(wanted.because):
        return None
    return Failure(wanted.span, f"'{key}' is refused because of {reason_line(told)}")


def _already_settled(game: Game, build: Build, wanted: Step, past: list[Event]) -> bool:
    """Whether the choice has been settled by itself since the last one; it is used up by this."""
    events = build.events if build.events is not None else []
    for position, event in enumerate(events):
        if event[0] == "settled" and event[2] == wanted.seat:
            if option_key(game.blueprint, event[1], event[3]) == wanted.choose:
                past += events[: position + 1]
                del events[: position + 1]
                return True
    return False


def _settled(game: Game, build: Build) -> str:
    """Which decisions had a single option since the last choice, so that they were taken and nobody was asked."""
    found = [
        f"seat {event[2] + 1}: {option_key(game.blueprint, event[1], event[3])}"
        for event in build.events or ()
        if event[0] == "settled"
    ]
    if not found:
        return ""
    shown = ", ".join(found[-_MOST_SETTLED:])
    return f"; a decision with one option is taken by itself and not asked, as just before ({shown})"


def _offered(game: Game, state: State) -> str:
    keys = [option_key(game.blueprint, state[SITE], code) for code in state[OPTIONS]]
    return ", ".join(keys[:30]) + (", ..." if len(keys) > 30 else "")


def _found(game: Game, build: Build, state: State, expectation: Expectation) -> str:
    values = []
    for number, kind, domain in expectation.sides:
        value = build.quantities[number](state, 0)
        if kind == "thing":
            values.append(thing_name(game.blueprint, domain, value))
        elif kind == "truth":
            values.append("true" if value else "false")
        else:
            values.append(str(value))
    shown = f"; found {' and '.join(values)}" if values else ""
    return f"expected {expectation.text}{shown}"
