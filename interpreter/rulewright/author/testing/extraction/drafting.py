"""Drafts of scenarios from a game's seed and choices: its beginning, the choices, the changes.

A scenario begins at a position where a procedure of the rules has just begun to ask: the position is arranged, the
procedure played. If no such position can be made from what the language can name, or chance decides what cannot be
arranged, it begins with the game itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.author.testing.extraction.bench import Bench, ScenarioDraft, chosen, option_of, options_of, signature
from rulewright.author.testing.extraction.members import Unnameable, value_name
from rulewright.author.testing.extraction.outcome import outcome
from rulewright.author.testing.extraction.position import lines_between
from rulewright.core.model.game import Blueprint, Build, Game, State
from rulewright.core.model.layout import (
    FRAME,
    FRAME_LOCALS,
    OPTIONS,
    PARKED,
    PROCEDURE,
    RESUME,
    SEALED,
    SEAT,
    SITE,
    frames_from,
)
from rulewright.core.model.secret_seeds import is_secret
from rulewright.core.model.settings import setting_text
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import clone, start, step, turn_to, unstarted
from rulewright.play.records.replay import RecordedChoice, Replay, offered

_PASSES = 4
_EARLIER = 120
ARRANGED_SEED = 1
"""The seed of a table that is arranged, as no scenario needs to name it."""


@dataclass(frozen=True, slots=True)
class GameCourse:
    """A game step by step: the state at each decision, the option taken there by its code and as it is written."""

    states: tuple[State, ...]
    codes: tuple[int, ...]
    choices: tuple[tuple[RecordedChoice, ...], ...]


@dataclass(frozen=True, slots=True)
class ExtractedDraft:
    """The draft of a scenario, the procedures its choices belong to, and why it begins with the game where it does."""

    draft: ScenarioDraft
    procedures: tuple[str, ...]
    whole: str = ""


def course_of(bench: Bench, replay: Replay) -> GameCourse:
    """Return the course of a replay's game, decision by decision. The rules must allow the game."""
    game, build = bench.game, bench.build
    events = build.events
    assert events is not None
    events.clear()
    state = start(game, seats=replay.seats, seed=replay.seed, settings=replay.settings, build=build)
    states, codes, choices = [], [], []
    for choice in replay.choices:
        if state[SEAT] != choice.seat - 1:
            turn_to(game, state, choice.seat - 1, build=build)
        code = offered(game, state)[choice.choose]
        states.append(clone(state))
        codes.append(code)
        choices.append(chosen(game.blueprint, state, code, events))
        events.clear()
        step(game, state, code, build=build)
    return GameCourse((*states, state), tuple(codes), tuple(choices))


def until_it_shows(bench: Bench, course: GameCourse, first: int) -> int:
    """Return the first choice from `first` on that changes the table, or the last choice if none does."""
    blueprint = bench.blueprint
    before = signature(blueprint, course.states[first])
    for last in range(first, len(course.codes)):
        if outcome(blueprint, course.states[first], course.states[last + 1]):
            if signature(blueprint, course.states[last + 1]) != before:
                return last
    return len(course.codes) - 1


def extract_draft(bench: Bench, replay: Replay, course: GameCourse, first: int, last: int) -> ExtractedDraft:
    """Return the draft of a scenario of the choices from `first` to `last`, counted from 0, both included."""
    blueprint = bench.blueprint
    then = outcome(blueprint, course.states[first], course.states[last + 1])
    when = tuple(choice for each in course.choices[: last + 1] for choice in each)
    lead = sum(len(each) for each in course.choices[:first])
    whole = ScenarioDraft(replay.seats, replay.seed, _settings(bench, replay), (), "", when, then, lead)
    procedures = _procedures(blueprint, course.states[first : last + 1])
    arranged = replace(whole, seed=ARRANGED_SEED) if is_secret(replay.seed) else whole
    for begin in range(first, max(-1, first - _EARLIER), -1):
        for call in _calls(blueprint, course.states[begin]):
            if _leads_there(bench, arranged, call, course, begin, last):
                for strict in (False, True):
                    empty = replace(arranged, play=call.text, when=())
                    draft = _arranged(bench, empty, course, (begin, first, last), strict=strict)
                    if draft is not None and bench.passes(draft):
                        return ExtractedDraft(draft, procedures)
    reason = "no earlier position could be arranged so that the same choices lead to the same table"
    return ExtractedDraft(whole, procedures, reason)


def _settings(bench: Bench, replay: Replay) -> dict[str, str | int]:
    """Return the settings that differ from their defaults."""
    settings = bench.blueprint.settings
    return {
        name: value
        for name, value in replay.settings.items()
        if name in settings and str(value) != str(setting_text(settings[name], settings[name].default))
    }


def _procedures(blueprint: Blueprint, states: tuple[State, ...]) -> tuple[str, ...]:
    """Return the procedures that ask in some states and those that contain them, the innermost first."""
    found: dict[str, None] = {}
    for state in states:
        if state[FRAME] is not None:
            found[blueprint.sites[state[SITE]].procedure] = None
            for frame in frames_from(state[FRAME]):
                found[blueprint.procedures[frame[PROCEDURE]].id] = None
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of a procedure under way: its text, its number, the seat that acts and the values it was given."""

    text: str
    procedure: int
    seat: int
    values: tuple[int, ...]


def _calls(blueprint: Blueprint, state: State) -> Iterator[_Call]:
    """Yield the calls of procedures under way in a state, the innermost first.

    Yields nothing while seats answer at once.
    """
    if state[PARKED] or state[SEALED] is not None:
        return
    for frame in frames_from(state[FRAME]):
        number, name = frame[PROCEDURE], blueprint.procedures[frame[PROCEDURE]].id
        if not name.isidentifier():
            continue
        seat, *locals_ = frame[FRAME_LOCALS:]
        values = locals_[: blueprint.procedures[number].parameters]
        points = [point for point in blueprint.frames[number] if point.resume == frame[RESUME]]
        among = [each for point in points for each in point.locals if each.sort != "set"]
        domains = {each.number: each.domain or "number" for each in among}
        try:
            texts = [value_name(blueprint, domains[local], value) for local, value in enumerate(values, 1)]
        except (KeyError, Unnameable):
            continue
        text = " ".join((f"ask seat({seat + 1}):", name, *map(_bracketed, texts)))
        yield _Call(text, number, seat, tuple(values))


def _bracketed(value: str) -> str:
    return f"({value})" if " " in value or value.startswith("-") else value


def _leads_there(bench: Bench, draft: ScenarioDraft, call: _Call, course: GameCourse, begin: int, last: int) -> bool:
    """Whether a call made at a decision asks just that, and the same choices lead to the same tables from there.

    Chance is that of a game not begun, as it is in a scenario.
    """
    game, blueprint = bench.game, bench.blueprint
    state = unstarted(game, seats=draft.seats, seed=draft.seed, settings=draft.settings)
    wanted = course.states[begin]
    for family in blueprint.families:
        for slot in family.slots:
            state[slot] = wanted[slot]
    pieces = len(blueprint.pieces)
    for base in (blueprint.piece_zone, *((blueprint.faces,) if blueprint.face_names else ())):
        state[base : base + pieces] = wanted[base : base + pieces]
    state[blueprint.box] = wanted[blueprint.box]
    n_locals = blueprint.procedures[call.procedure].n_locals
    state[FRAME] = (None, call.procedure, 0, call.seat, *call.values, *[0] * (n_locals - 1 - len(call.values)))
    try:
        step(game, state, 0)
    except LimitReached:
        return False
    return _follows(game, state, course, begin, last) is not None


def _follows(
    game: Game, state: State, course: GameCourse, begin: int, last: int, build: Build | None = None
) -> list[tuple[RecordedChoice, ...]] | None:
    """Return the choices as they are offered from a state on, or None if it differs from the game."""
    blueprint, found = game.blueprint, []
    for number in range(begin, last + 1):
        before = course.states[number]
        if state[FRAME] is None or state[SEAT] != before[SEAT] or len(state[OPTIONS]) != len(before[OPTIONS]):
            return None
        if signature(blueprint, state) != signature(blueprint, before):
            return None
        code = options_of(blueprint, state).get(option_of(blueprint, before[SITE], course.codes[number]))
        if code is None:
            return None
        events = build.events if build is not None else None
        found.append(chosen(blueprint, state, code, events))
        if events is not None:
            events.clear()
        try:
            step(game, state, code, build=build)
        except LimitReached:
            return None
    return found if signature(blueprint, state) == signature(blueprint, course.states[last + 1]) else None


def _arranged(
    bench: Bench, empty: ScenarioDraft, course: GameCourse, span: tuple[int, int, int], *, strict: bool
) -> ScenarioDraft | None:
    """Return the draft that arranges the position before its first choice, or None if it leads to another table."""
    blueprint, (begin, first, last) = bench.blueprint, span
    wanted = course.states[begin]
    goal = signature(blueprint, wanted, strict=strict)
    draft, now = empty, unstarted(bench.game, seats=empty.seats, seed=empty.seed, settings=empty.settings)
    for _ in range(_PASSES):
        if signature(blueprint, now, strict=strict) == goal:
            break
        try:
            draft = replace(draft, lines=(*draft.lines, *lines_between(blueprint, now, wanted, strict=strict)))
        except Unnameable:
            return None
        arranged = bench.arranged(draft)
        if arranged is None:
            return None
        now = arranged
    opened = bench.opened(draft) if signature(blueprint, now, strict=strict) == goal else None
    if opened is None:
        return None
    game, build, state = opened
    choices = _follows(game, state, course, begin, last, build)
    if choices is None:
        return None
    lead = sum(len(each) for each in choices[: first - begin])
    return replace(draft, when=tuple(choice for each in choices for choice in each), lead=lead)
