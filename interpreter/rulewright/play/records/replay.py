"""Replays: a game as its seed and choices, written, read back, and played again step by step.

The save of a game in play is a replay as well: what is loaded has been played by the rules, so it is a legal state or a
refusal that names the first wrong step. Decisions with a single option settle themselves and are not written down, but
for those asked all the same at a table of several (`asks_singly`).
Seats asked at the same time may answer in any order. A replay holds all, hidden things as well: it belongs to the
table, never to a seat.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from math import ceil

from rulewright.core.diagnostics import counted, cut, some_of
from rulewright.core.model.game import Blueprint, Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, PARKED, SEALED, SEAT, SITE
from rulewright.core.model.limits import LARGEST_SEED
from rulewright.core.model.seats import ruled_seats
from rulewright.core.model.secret_seeds import is_secret
from rulewright.core.model.settings import Chosen, setting_text
from rulewright.core.run.atoms import GameEnd, LimitReached
from rulewright.core.run.build import asking_singly, settling_alone
from rulewright.core.run.steps import IllegalChoice, WrongSetup, clone, start, step, turn_to
from rulewright.observe.naming import option_key, question
from rulewright.play.policies.deciding import seated, turns
from rulewright.play.policies.naming import WRITTEN, is_policy
from rulewright.play.records.replay_files import (
    Mark,
    Quit,
    RecordedChoice,
    Replay,
    ReplayRefused,
    parse_replay,
    read_replay,
    replay_text,
    replay_to_json,
    write_replay,
)
from rulewright.play.records.saved_values import shown
from rulewright.play.records.saves import state_digest

__all__ = [
    "Mark",
    "Quit",
    "RecordedChoice",
    "Replay",
    "ReplayRefused",
    "ReplayStep",
    "Replayed",
    "check_quits",
    "choice_of",
    "digest_after",
    "key_of",
    "offered",
    "parse_replay",
    "play_again",
    "read_replay",
    "record",
    "replay_of",
    "replay_text",
    "replay_to_json",
    "run_replay",
    "write_replay",
]

EVERY = 25
_MOST_MARKS = 100
"""So many digests at most of a game without a counter: each is made of all choices so far."""
PERSON = "human"
_MOST_OFFERED, _MOST_SHOWN = 12, 60


Choosing = Callable[[State, int, int, str], None]
"""Makes the choice of a seat in a state: that of an option, by its code and its key."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One choice as it was replayed: its number from 1, the seat, the question, the key, and how many were offered."""

    number: int
    seat: int
    question: str
    choose: str
    offered: int


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of a replay: the state it led to and its steps.

    `parted` is the number of choices after which the game turns out to differ from the recorded one, where that
    may be; None if it does not.
    """

    state: State
    steps: tuple[ReplayStep, ...]
    parted: int | None


# ---- Playing again


def run_replay(game: Game, replay: Replay, until: int | None = None, *, edited: bool = False) -> Replayed:
    """Play a replay from its start, or its first `until` choices. Raises ReplayRefused.

    If the rules may have been `edited` since, each choice must be allowed, but no digest refuses anything: `parted`
    says where one does not fit.
    """
    game = asking_singly(game) if replay.asks_singly else settling_alone(game)
    begin = partial(start, game, seats=replay.seats, seed=replay.seed, settings=replay.settings)
    return play_again(game, replay, begin, partial(_choose, game), until, edited=edited)


def play_again(
    game: Game, replay: Replay, begin: Callable[[], State], choose: Choosing, until: int | None = None, *,
    edited: bool = False,
) -> Replayed:  # fmt: skip
    """Play a replay at a table that `begin` sets up, where `choose` makes each choice.

    With an `edited` ruleset the digests may differ, and the result says after which choice they first do. Raises
    ReplayRefused if the replay does not fit the table, or if a digest differs in a ruleset that is not edited.
    """
    _check_table(game.blueprint, replay, edited)
    try:
        state = begin()
    except WrongSetup as fault:
        raise ReplayRefused(f"the table cannot be set up: {fault}") from None
    except LimitReached as fault:
        raise ReplayRefused(f"the game does not begin: {fault}") from None
    deciding = ruled_seats(game.blueprint, state).start
    if replay.policies and len(replay.policies) != deciding:
        decided = counted(deciding, "deciding seat")
        raise ReplayRefused(f"the replay has {decided}, but names {len(replay.policies)}")
    marks = _marks(replay)
    steps: list[ReplayStep] = []
    parted = None
    for number in range(len(replay.choices[:until]) + 1):
        if number:
            steps.append(_replay_choice(game, state, number, replay.choices[number - 1], choose))
        if parted is None and number in marks and marks[number] != {digest_after(game, state, replay.choices[:number])}:
            if not edited:
                at = f"the last choice ({number})" if number == len(replay.choices) else f"choice {number}"
                message = f"after {at} the game differs from the recorded one; an earlier choice may be wrong"
                raise ReplayRefused(message, number or None)
            parted = number
    return Replayed(state, tuple(steps), parted)


def _marks(replay: Replay) -> dict[int, set[str]]:
    """Map numbers of choices to the digests expected after them. Two digests for one number must be equal."""
    marks: dict[int, set[str]] = {}
    for mark in replay.digests:
        marks.setdefault(mark.after, set()).add(mark.digest)
    if replay.final_digest is not None:
        marks.setdefault(len(replay.choices), set()).add(replay.final_digest)
    return marks


def offered(game: Game, state: State) -> dict[str, int]:
    """Map the key of each option of the pending decision to its code. Equal keys are counted: `card`, `card (2)`."""
    found: dict[str, int] = {}
    for code in state[OPTIONS]:
        key = option_key(game.blueprint, state[SITE], code)
        name, count = key, 1
        while name in found:
            count += 1
            name = f"{key} ({count})"
        found[name] = code
    return found


def key_of(game: Game, state: State, code: int) -> str:
    """Return the key of an option of the pending decision. Raises IllegalChoice if there is no such option."""
    for key, each in offered(game, state).items():
        if each == code:
            return key
    raise IllegalChoice("this option is not offered here")


def choice_of(game: Game, state: State, code: int) -> RecordedChoice:
    """Return the choice of an option by the deciding seat, as a replay records it."""
    return RecordedChoice(state[SEAT] + 1, key_of(game, state, code))


def _choose(game: Game, state: State, seat: int, code: int, key: str) -> None:
    if seat != state[SEAT]:
        turn_to(game, state, seat)
    step(game, state, code)


def _replay_choice(game: Game, state: State, number: int, choice: RecordedChoice, choose: Choosing) -> ReplayStep:
    at = f"choice {number} (seat {choice.seat})"
    if state[FRAME] is None:
        raise ReplayRefused(f"{at}: the game is over after {number - 1} choices", number)
    seat, asked = choice.seat - 1, state
    try:
        if seat != state[SEAT]:
            if all(seat != each[0] for each in state[PARKED]):
                raise ReplayRefused(f"{at}: it is seat {state[SEAT] + 1} that decides here", number)
            asked = clone(state)
            turn_to(game, asked, seat)
        options = offered(game, asked)
        if choice.choose not in options:
            listed = some_of([f'"{key}"' for key in options], _MOST_OFFERED)
            asked_for = cut(choice.choose, _MOST_SHOWN)
            raise ReplayRefused(f'{at}: "{asked_for}" is not offered; the options are {listed}', number)
        done = ReplayStep(number, seat, question(game.blueprint, asked[SITE]), choice.choose, len(options))
        choose(state, seat, options[choice.choose], choice.choose)
    except IllegalChoice as fault:
        raise ReplayRefused(f"{at}: {fault}", number) from None
    except LimitReached as fault:
        raise ReplayRefused(f"{at}: the rules ran into a limit: {fault}", number) from None
    except GameEnd:
        raise ReplayRefused(f"{at}: the game ends before this seat is asked", number) from None
    return done


def digest_after(game: Game, state: State, choices: tuple[RecordedChoice, ...]) -> str:
    """Return the digest of a position in a replay: its state, and the choices of each seat that led to it.

    The choices count because two may have the same effect; seat by seat, because simultaneous ones have no order.
    """
    seats = [[each.choose for each in choices if each.seat == seat + 1] for seat in range(state[N_SEATS])]
    return sha256(json.dumps([state_digest(game, state), seats]).encode()).hexdigest()


def _other_packages(replay: Replay, blueprint: Blueprint) -> str:
    """Return a hint on packages that differ from those a game was played with, or "" if all are the same."""
    from rulewright.core.model.packages_used import package_told
    from rulewright.core.packages.recorded import ways_back

    others = tuple(each for each in replay.packages if each not in blueprint.packages)
    return f"it was played with {', '.join(map(package_told, others))}; {ways_back(others)}" if others else ""


def _check_table(blueprint: Blueprint, replay: Replay, edited: bool) -> None:
    """Check that the replay belongs to this game, and that its parts fit together."""
    if replay.ruleset != blueprint.ruleset:
        raise ReplayRefused(f"the replay is of '{replay.ruleset}', not of '{blueprint.ruleset}'")
    if replay.modules != blueprint.modules:
        there, here = ", ".join(replay.modules) or "none", ", ".join(blueprint.modules) or "none"
        raise ReplayRefused(f"the replay was played with the modules {there}; this game has {here}")
    if not edited and replay.ruleset_digest != blueprint.digest:
        other = f"with the variant '{replay.variant}'" if replay.variant is not None else "another edition or a variant"
        raise ReplayRefused(
            f"the replay was played with other rules of '{replay.ruleset}' (digest {replay.ruleset_digest[:16]}; "
            f"this game has {blueprint.digest[:16]}): {_other_packages(replay, blueprint) or other}"
        )
    if not blueprint.min_seats <= replay.seats <= blueprint.max_seats:
        raise ReplayRefused(
            f"this game has {blueprint.min_seats} to {blueprint.max_seats} seats, not {shown(replay.seats)}"
        )
    for policy in replay.policies:
        if policy != PERSON and not is_policy(policy):
            named = cut(policy, _MOST_SHOWN)
            raise ReplayRefused(f"'{named}' is not a player type; choose {', '.join((*WRITTEN, PERSON))}")
    check_quits(replay)
    before = -1
    for mark in replay.digests:
        if not before < mark.after <= len(replay.choices):
            raise ReplayRefused(
                f"the digest after choice {mark.after} is out of order; the replay has {len(replay.choices)} choices"
            )
        before = mark.after


def check_quits(replay: Replay) -> None:
    """Check that whoever gave up sits at the table, once, and that nothing was chosen after the game was ended.

    Raises ReplayRefused.
    """
    before, seen = 0, set[int]()
    for one in replay.quits:
        if not before <= one.after <= len(replay.choices):
            raise ReplayRefused(f"the quit after choice {one.after} is out of order")
        if one.seat > (len(replay.policies) or replay.seats) or one.seat in seen:
            raise ReplayRefused(f"seat {one.seat} cannot give up after choice {one.after}")
        is_last = one is replay.quits[-1] and one.after == len(replay.choices)
        if (one.ends and not is_last) or not (one.ends or one.seat):
            raise ReplayRefused(f"the game was ended after choice {one.after}, but more follows")
        before = one.after
        seen.add(one.seat)


# ---- Recording


def record(
    game: Game,
    *,
    seats: int,
    seed: int,
    settings: Chosen | None = None,
    policies: tuple[str, ...] = ("random",),
    counter: str | None = None,
) -> Replay:
    """Play a whole game by policies, given to the seats in turn, and keep it. `counter` is as in `replay_of`."""
    state, deciders = seated(game, policies, seats=seats, seed=seed, settings=settings)
    dealt = tuple(policies[seat % len(policies)] for seat in range(ruled_seats(game.blueprint, state).start))
    choices: list[RecordedChoice] = []
    for draws in turns(state, seed):
        code = deciders.choose(state, draws)
        choices.append(choice_of(game, state, code))
        deciders.step(state, code)
    return replay_of(game, seats=seats, seed=seed, settings=settings, policies=dealt, choices=choices, counter=counter)


def replay_of(
    game: Game,
    *,
    seats: int,
    seed: int,
    choices: Iterable[RecordedChoice],
    settings: Chosen | None = None,
    policies: tuple[str, ...] = (),
    counter: str | None = None,
    variant: str | None = None,
) -> Replay:
    """Return the replay of some choices, with digests, finished or not. Raises ReplayRefused if they do not fit.

    Raises WrongSetup for a seed of more than 15 digits. Digests are kept every 25 choices, farther apart in games of
    more than 2,500, or whenever the first member of the counter named has changed; never while seats answer at the
    same time, so that their order stays free.
    """
    blueprint = game.blueprint
    if abs(seed) > LARGEST_SEED and not is_secret(seed):
        raise WrongSetup(f"a replay can hold seeds up to {LARGEST_SEED}")
    bare = Replay(
        blueprint.ruleset,
        blueprint.digest,
        blueprint.modules,
        dict(settings or {}),
        seats,
        seed,
        policies,
        tuple(choices),
        asks_singly=game.asks_singly,
        packages=blueprint.packages,
    )
    state = run_replay(game, bare, 0).state
    watched = next((family.base for family in blueprint.families if family.id == counter), None)
    seen, last = (state[watched] if watched is not None else 0), 0
    marks: list[Mark] = []
    apart = max(EVERY, ceil(len(bare.choices) / _MOST_MARKS))
    for number, choice in enumerate(bare.choices, 1):
        _replay_choice(game, state, number, choice, partial(_choose, game))
        due = state[watched] != seen if watched is not None else number - last >= apart
        if due and state[SEALED] is None:
            marks.append(Mark(number, digest_after(game, state, bare.choices[:number])))
            seen, last = (state[watched] if watched is not None else 0), number
    chosen = {name: setting_text(each, state[each.slot]) for name, each in blueprint.settings.items()}
    final = digest_after(game, state, bare.choices)
    return replace(bare, settings=chosen, digests=tuple(marks), final_digest=final, variant=variant)
