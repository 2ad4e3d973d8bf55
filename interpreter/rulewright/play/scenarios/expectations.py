"""Expectations of a scenario at one point: tests that hold, changes, and lines of the log."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.core.diagnostics import Span
from rulewright.core.locales.wording import title_in
from rulewright.core.model.events import Event
from rulewright.core.model.game import Blueprint, Build, Game, State
from rulewright.core.model.kinds import DomainName
from rulewright.core.run.steps import step
from rulewright.core.run.watching import Breach, InvariantWatch
from rulewright.observe.naming import thing_name
from rulewright.observe.words.choices_told import chosen_event
from rulewright.observe.words.events import sentences
from rulewright.observe.words.history import ToldChange
from rulewright.observe.words.reasons import Why
from rulewright.play.scenarios.seen import SeenBySeat, not_so
from rulewright.play.session.questions import why_false

_MOST_LINES = 8


@dataclass(frozen=True, slots=True)
class Expectation:
    """One line of `then`: its text, the number of the test, and those of its two sides if it compares.

    With a `change` the number is that of an amount, which must have changed by that much. Until the text is
    bound the number is -1; `name` is what it is bound under.
    """

    text: str
    span: Span
    name: str
    change: int | None = None
    test: int = -1
    sides: tuple[tuple[int, str, DomainName], ...] = ()

    def bound(self, numbers: dict[str, int], kinds: dict[int, tuple[str, DomainName]]) -> Expectation:
        """Return the expectation with the numbers under which its text and sides are bound."""
        named = (f"{self.name} side {side}" for side in (0, 1))
        sides = tuple((numbers[name], *kinds[numbers[name]]) for name in named if name in numbers)
        return replace(self, test=numbers[self.name], sides=sides)


@dataclass(frozen=True, slots=True)
class Expected:
    """All expectations at one point. `log` are parts of lines that must occur, `not_in_log` ones that must not.

    `sees` lists things that a seat sees, or does not see. The log is that of the `reader`, a seat from 0, or else of
    someone who sees everything.
    """

    then: tuple[Expectation, ...] = ()
    log: tuple[tuple[str, Span], ...] = ()
    not_in_log: tuple[tuple[str, Span], ...] = ()
    sees: tuple[SeenBySeat, ...] = ()
    reader: int | None = None

    def bound(self, numbers: dict[str, int], kinds: dict[int, tuple[str, DomainName]]) -> Expected:
        return replace(self, then=tuple(each.bound(numbers, kinds) for each in self.then))


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed expectation and its position in the scenario.

    Of an expectation that was to be explained: the `reasons` why it is false, the last `changes` of what it looks at,
    and the failures of the expectations after it in `more`. Of a broken invariant: its id.
    """

    span: Span
    message: str
    reasons: tuple[Why, ...] = ()
    changes: tuple[ToldChange, ...] = ()
    more: tuple[Failure, ...] = ()
    invariant: str = ""


@dataclass(frozen=True, slots=True)
class PastMoment:
    """A state that was, and how many events had happened by then."""

    state: State
    events: int


@dataclass(slots=True)
class Course:
    """A scenario in play: events up to the last choice, the table as `arranged`, the one before the last choice."""

    game: Game
    build: Build
    state: State
    past: list[Event]
    arranged: PastMoment
    chosen: PastMoment
    watch: InvariantWatch | None
    choices: int = 0

    def broken(self, span: Span) -> Failure | None:
        """Return the failure of an invariant that the table newly breaks, or None. Raises LimitReached."""
        if self.watch is None:
            return None
        for breach in self.watch.look(self.state, self.choices):
            info = self.game.blueprint.invariants[breach.place]
            return Failure(span, breach_told(self.game.blueprint, breach), invariant=info.id)
        return None

    def choose(self, code: int) -> None:
        """Make a choice."""
        self.choices += 1
        state, events = self.state, self.build.events
        if events is not None:
            self.past += events
            events.clear()
        self.chosen = PastMoment(state[:], len(self.past))
        if events is not None:
            self.past.append(chosen_event(self.game, state, code))
        step(self.game, state, code, build=self.build)

    def events_since(self, moment: PastMoment) -> list[Event]:
        return [*self.past[moment.events :], *(self.build.events or ())]


def breach_told(blueprint: Blueprint, breach: Breach) -> str:
    """Return a sentence on a broken invariant: its name, the seat or thing it is broken for, and its file and line."""
    info = blueprint.invariants[breach.place]
    whom = f" for seat {breach.seat + 1}" if breach.seat >= 0 else ""
    if breach.thing >= 0:
        whom += f", {thing_name(blueprint, info.domain, breach.thing)}"
    title = title_in(info.title, "en", "")
    return f"the invariant '{info.id}' is broken{whom}{f': {title}' if title else ''} ({info.file}:{info.line})"


def failing(course: Course, expected: Expected, since: PastMoment, *, explains: bool) -> Failure | None:
    """Return the first unmet expectation since a past moment, with all others if it `explains`, or None."""
    found = []
    for each in expected.then:
        failure = _not_so(course, each, since, explains=explains)
        if failure is not None and not explains:
            return failure
        found += [failure] if failure is not None else []
    told: list[str] = []
    if expected.log or expected.not_in_log:
        told += sentences(course.game, course.events_since(since), expected.reader)
    for text, span in expected.log:
        if not any(text in line for line in told):
            found.append(Failure(span, f"no line of the log contains '{text}'; {_told(told)}"))
    for text, span in expected.not_in_log:
        found += [Failure(span, f"the log says '{line}'") for line in told if text in line][:1]
    for wanted in expected.sees:
        message = not_so(course.game, course.state, wanted)
        found += [Failure(wanted.span, message)] if message is not None else []
    return replace(found[0], more=tuple(found[1:])) if found else None


def _told(lines: list[str]) -> str:
    if not lines:
        return "it has been empty since then"
    more = f"... {len(lines) - _MOST_LINES} lines; " if len(lines) > _MOST_LINES else ""
    return f"it says: {more}{'; '.join(lines[-_MOST_LINES:])}"


def _not_so(course: Course, wanted: Expectation, since: PastMoment, *, explains: bool) -> Failure | None:
    game, build, state = course.game, course.build, course.state
    if wanted.change is not None:
        worth = build.quantities[wanted.test]
        before, now = worth(since.state[:], 0), worth(state, 0)
        if now - before == wanted.change:
            return None
        message = f"expected {wanted.text} {wanted.change:+d}; found {now - before:+d}, from {before} to {now}"
        return Failure(wanted.span, message)
    if build.quantities[wanted.test](state[:], 0):
        return None
    if not explains:
        return Failure(wanted.span, _found(course, wanted))
    found = why_false(game, build, state, wanted.test, [*course.past, *(build.events or ())])
    why, changes = found if found is not None else (None, ())
    reasons: tuple[Why, ...] = () if why is None else (why,)
    if why is not None and wanted.sides:
        reasons = why.behind  # both sides of the comparison have been shown already
    return Failure(wanted.span, _found(course, wanted), reasons, changes)


def _found(course: Course, expectation: Expectation) -> str:
    values = []
    for number, kind, domain in expectation.sides:
        value = course.build.quantities[number](course.state[:], 0)
        if kind == "thing":
            values.append(thing_name(course.game.blueprint, domain, value))
        elif kind == "truth":
            values.append("true" if value else "false")
        else:
            values.append(str(value))
    shown = f"; found {' and '.join(values)}" if values else ""
    return f"expected {expectation.text}{shown}"
