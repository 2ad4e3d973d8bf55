"""The pure core: begin a game, list its options, choose one. States are changed in place.

`clone` keeps a state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.core.diagnostics import did_you_mean
from rulewright.core.model.chance import spread_seed
from rulewright.core.model.game import Blueprint, Build, Game, PointInfo, State
from rulewright.core.model.layout import (
    FRAME,
    FRAME_LOCALS,
    N_SEATS,
    OPTIONS,
    OVER,
    PARENT,
    PARKED,
    PARKED_SEAT,
    PARKED_SITE,
    PROCEDURE,
    RESUME,
    SEALED,
    SEAT,
    SEED,
    SITE,
    STEPS,
)
from rulewright.core.model.seats import ruled_setting
from rulewright.core.model.secret_seeds import is_secret
from rulewright.core.model.settings import Chosen, setting_value, wrong_value
from rulewright.core.model.stages import SAFE, AnswerStage, stage_of, waiting_site
from rulewright.core.run.atoms import GameEnd, LimitReached, Waits, next_seat


class IllegalChoice(ValueError):  # noqa: N818 - the caller's fault, said as a sentence
    """The chosen option is not among the options of the decision."""


class WrongSetup(ValueError):  # noqa: N818
    """The game does not have these seats or settings."""


def start(game: Game, *, seats: int, seed: int, settings: Chosen | None = None, build: Build | None = None) -> State:
    """Return a new game at its first decision.

    `seats` counts all seats of the table, also those that the rules play, within the ruleset's bounds. `seed` is any
    integer, or a secret made by `new_secret`. `settings` maps setting ids to the ids of values or, for a number, to
    numbers. Raises WrongSetup with a sentence if one of them does not fit, LimitReached if the rules run into a limit
    before the first decision.
    """
    state = unstarted(game, seats=seats, seed=seed, settings=settings)
    begin(game, state, game.blueprint.begins, 0, build=build)
    return state


def unstarted(game: Game, *, seats: int, seed: int, settings: Chosen | None = None) -> State:
    """Return the table before the first effect: pieces in boxes and stacks, nobody asked.

    Nothing has been shuffled.
    """
    blueprint = game.blueprint
    if not blueprint.min_seats <= seats <= blueprint.max_seats:
        raise WrongSetup(f"this game has {blueprint.min_seats} to {blueprint.max_seats} seats, not {seats}")
    state = list(blueprint.initial)
    state[SEED], state[N_SEATS] = seed if is_secret(seed) else spread_seed(seed), seats
    values = settings_chosen(game.blueprint, settings or {})
    ruled = ruled_setting(blueprint)
    if ruled is not None and values[ruled.id] >= seats:
        raise WrongSetup(f"'{ruled.id}' is {values[ruled.id]}, so a table of {seats} has no seat left for a person")
    for name, value in values.items():
        state[blueprint.settings[name].slot] = value
    _put_away_absent(game, state, seats)
    return state


def settings_chosen(blueprint: Blueprint, chosen: Chosen) -> dict[str, int]:
    """Return the value of every setting, as its slot holds it.

    Raises WrongSetup if a setting or a value is unknown.
    """
    found = {name: setting.default for name, setting in blueprint.settings.items()}
    for name, written in chosen.items():
        setting = blueprint.settings.get(name)
        if setting is None:
            if not blueprint.settings:
                raise WrongSetup(f"{blueprint.ruleset} has no settings")
            hint = did_you_mean(name, blueprint.settings) or f"choose {', '.join(blueprint.settings)}"
            raise WrongSetup(f"there is no setting '{name}'; {hint}")
        value = setting_value(setting, written)
        if value is None:
            raise WrongSetup(wrong_value(setting, written))
        found[name] = value
    return found


def _put_away_absent(game: Game, state: State, seats: int) -> None:
    """Keep pieces printed for unused seats in the box, and unset markers that point to such seats."""
    blueprint = game.blueprint
    for family in blueprint.families:
        if family.sort == "marker" and family.domain == "seat":
            for slot in family.slots:
                state[slot] = -1 if state[slot] >= seats else state[slot]
    box = blueprint.box
    for piece, info in enumerate(blueprint.pieces):
        at = state[blueprint.piece_zone + piece]
        if info.owner >= seats and at != box:
            held = state[at]
            state[at] = -1 if isinstance(held, int) else tuple(each for each in held if each != piece)
            state[box] += (piece,)
            state[blueprint.piece_zone + piece] = box


def begin(game: Game, state: State, procedure: int, seat: int, *, build: Build | None = None) -> None:
    """Run a procedure without parameters as the only effect of a state, up to its first decision."""
    build = build or game.plain
    _, pauses, parameters, n_locals = game.blueprint.procedures[procedure]
    assert parameters == 0
    if pauses:
        state[FRAME] = (None, procedure, 0, seat, *[0] * (n_locals - 1))
        step(game, state, 0, build=build)
        return
    try:
        build.procedures[procedure](state, seat)
    except GameEnd:
        pass
    except (LimitReached, RecursionError) as fault:
        raise _limit_of(game, fault) from None
    finish(state)


def step(game: Game, state: State, code: int, *, build: Build | None = None) -> None:
    """Choose an option code of the decision in `state`, and continue to the next decision or the end.

    The caller guarantees that the code is one of `state[OPTIONS]`; `choose` checks. Raises LimitReached if the rules
    run into a limit.
    """
    procedures = (build or game.plain).procedures
    frame = state[FRAME]
    try:
        while frame is not None:
            try:
                if procedures[frame[PROCEDURE]](state, frame, code):
                    state[STEPS] = 0
                    return
                frame = frame[PARENT]
            except Waits as answer:
                frame, code = _laid_aside(game, state, *answer.args), 0
    except GameEnd:
        pass
    except (LimitReached, RecursionError) as fault:
        raise _limit_of(game, fault) from None
    finish(state)


def _limit_of(game: Game, fault: LimitReached | RecursionError) -> LimitReached:
    """Return the limit that was reached, with the effects it was reached in, outermost first."""
    if isinstance(fault, RecursionError):
        return LimitReached("effects are nested too deeply")
    names: list[str] = []
    trace = fault.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_name
        if trace.tb_frame.f_code.co_filename.startswith("<") and name[:1] == "p" and name[1:].isdigit():
            names.append(game.blueprint.procedures[int(name[1:])].id)
        trace = trace.tb_next
    return LimitReached(f"{fault} in '{' -> '.join(names)}'" if names else str(fault))


def choose(game: Game, state: State, code: int, *, seat: int | None = None, build: Build | None = None) -> None:
    """Choose with all checks: the seat must be asked and the code offered.

    Raises IllegalChoice with a sentence, and leaves the state as it was, otherwise.
    """
    if state[FRAME] is None:
        raise IllegalChoice("the game is over")
    before = None
    if seat is not None and seat != state[SEAT]:
        before = state[:]
        turn_to(game, state, seat, build=build)
    if code not in state[OPTIONS]:
        state[:] = before or state
        raise IllegalChoice("this option is not offered here")
    step(game, state, code, build=build)


def turn_to(game: Game, state: State, seat: int, *, build: Build | None = None) -> None:
    """Bring the decision of another seat that is asked at the same time to the front.

    The seat asked before is asked again at its turn, so that it is not offered what another took in the meantime.
    Raises IllegalChoice, leaving the state unchanged, if the seat has nothing to decide, LimitReached if the rules run
    into a limit.
    """
    waiting = [each for each in state[PARKED] if each[PARKED_SEAT] == seat and stage_of(each[PARKED_SITE]) == SAFE]
    if not waiting:
        raise IllegalChoice(f"seat {seat + 1} has nothing to decide now")
    rest = tuple(each for each in state[PARKED] if each is not waiting[0])
    before = state[:]
    now = _parked(game, state)
    state[PARKED] = (waiting[0],)
    try:
        asked = next_seat(state, (build or game.plain).procedures)
    except (GameEnd, Waits):
        asked = False
    except (LimitReached, RecursionError) as fault:
        raise _limit_of(game, fault) from None
    if not asked:
        state[:] = before
        raise IllegalChoice(f"seat {seat + 1} has nothing to decide now")
    state[PARKED] = in_order((*rest, now))
    state[STEPS] = 0


def turned_to(game: Game, state: State, seat: int) -> State | None:
    """Return a copy in which the decision of a seat comes first, None if it has nothing to decide.

    If it comes first already, the state itself is returned.
    """
    if state[SEAT] == seat:
        return state
    turned = clone(state)
    try:
        turn_to(game, turned, seat)
    except IllegalChoice:
        return None
    return turned


def _parked(game: Game, state: State) -> tuple[int, Any, int, Any]:
    """Return the pending part of a simultaneous decision as an entry of PARKED."""
    parent, procedure, _, *locals_ = state[FRAME]
    join = _join_of(game, parent)
    gather = _point(game, state[FRAME]).gather
    return state[SEAT], (parent, procedure, gather, *locals_), state[SITE], join


def _laid_aside(game: Game, state: State, frame: Any, stage: AnswerStage) -> Any:
    """Park an answer that waits, and return the frame that waits for all seats.

    That frame continues with the next seat. An answer that ends something waits for all who have not acted and for the
    ends of those before; if there are none, its own frame is returned.
    """
    join = part = frame
    while not _point(game, join).together:
        part, join = join, join[PARENT]
    parked, place = state[PARKED], len(state[PARKED])
    entry = (part[FRAME_LOCALS], frame, waiting_site(stage), join)
    if state[SEALED] is None and all(_order(each) > _order(entry) for each in parked):
        return frame
    while place and _order(parked[place - 1]) > _order(entry):
        place -= 1
    state[PARKED] = (*parked[:place], entry, *parked[place:])
    return join


def in_order(parked: Iterable[tuple[int, Any, int, Any]]) -> tuple[tuple[int, Any, int, Any], ...]:
    """Parts of a simultaneous decision as a state holds them: by stage, then in the order of the table."""
    return tuple(sorted(parked, key=_order))


def _order(entry: tuple[int, Any, int, Any]) -> tuple[int, int]:
    return stage_of(entry[PARKED_SITE]), entry[PARKED_SEAT]


def _join_of(game: Game, frame: Any) -> Any:
    """Return the frame that waits for all seats, from one in an answer."""
    while not _point(game, frame).together:
        frame = frame[PARENT]
    return frame


def _point(game: Game, frame: tuple[Any, ...]) -> PointInfo:
    points: tuple[PointInfo, ...] = game.blueprint.frames[frame[PROCEDURE]]
    return next(point for point in points if point.resume == frame[RESUME])


def finish(state: State) -> None:
    """End the game: nobody is asked any more."""
    state[FRAME] = None
    state[SEAT], state[SITE], state[OPTIONS], state[PARKED], state[SEALED], state[STEPS] = -1, -1, (), (), None, 0
    state[OVER] = 1


def clone(state: State) -> State:
    """Return an independent copy of a state."""
    return state[:]


def is_over(state: State) -> bool:
    return state[FRAME] is None
