"""Divergence of games: the first decision at which the other side offers something else or has another table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from rulewright.core.diagnostics import some_of
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import FRAME, HEADER, SEAT, SITE
from rulewright.core.model.seats import usual_seats
from rulewright.core.model.settings import Chosen
from rulewright.core.pipeline import Choice
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import IllegalChoice, WrongSetup, settings_chosen, start, step, turn_to
from rulewright.native.loading import load_game
from rulewright.observe.naming import question, seat_title
from rulewright.observe.sight.view import View, view_of
from rulewright.play.jobs.worker_pool import chunks_of, worker_pool
from rulewright.play.records.replay import Replay, offered, run_replay
from rulewright.play.records.replay_settled import settled_replay
from rulewright.play.session.endless import Endless
from rulewright.play.session.questions import why_not

Chooser = Callable[[int, list[str]], tuple[int, str] | None]
"""Given the seat asked (from 0) and the keys offered: who chooses which key; None to stop."""
_MOST_TOLD = 3
_Gone = TypeVar("_Gone")


@dataclass(frozen=True, slots=True)
class OfferParting:
    """The first decision that offers something else, after this many choices: whose it is, what is asked, and how."""

    choices: int
    how: str
    seat: str
    question: str


@dataclass(frozen=True, slots=True)
class Parting:
    """One game played on both sides, `choices` of it alike.

    If it parts, `how` says in what the table differs after those choices; `seat` and `question` are of the last of
    them. `how` is empty if it does not part there. `offer` is the first decision that offers something else: where
    it parts, or later. The game is followed to it, or through all its `played` choices.
    """

    name: str
    choices: int
    how: str = ""
    seat: str = ""
    question: str = ""
    offer: OfferParting | None = None
    played: int = 0

    @property
    def parts(self) -> bool:
        return bool(self.how) or self.offer is not None


@dataclass(frozen=True, slots=True)
class Sides:
    """Both games, the second with a traced build that can say why something is not offered."""

    before: Game
    after: Game
    build: Build

    @property
    def same_layout(self) -> bool:
        """Whether both have everything at the same place of their states, which can then be compared directly."""
        one, other = self.before.blueprint, self.after.blueprint
        return one.families == other.families and one.pieces == other.pieces and one.domains == other.domains


def load_sides(before: Choice, after: Choice) -> Sides:
    """Both games, ready to be played side by side. Raises RulesetError."""
    one, other = (load_game(each.ruleset, modules=each.modules, variant=each.variant) for each in (before, after))
    return Sides(one, other, traced_build(other))


def play_both(
    before: Choice,
    after: Choice,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> tuple[Parting, ...]:
    """Random games of one side, each followed on the other until they part. Raises RulesetError."""
    load_sides(before, after)  # what cannot be compiled is raised here, not in another process
    found: list[tuple[int, Parting]] = []
    with worker_pool(partial(load_sides, before, after), partial(_play_some, seed), jobs) as play:
        for played in play(chunks_of(games, 1)):
            progress(len(played))
            found += played
    return tuple(parting for _, parting in sorted(found, key=lambda each: each[0]))


def _play_some(seed: int, sides: Sides, numbers: range) -> list[tuple[int, Parting]]:
    blueprint = sides.before.blueprint
    low = usual_seats(blueprint, settings_chosen(blueprint, {}))
    found = []
    for number in numbers:
        seats = min(low + number % max(1, blueprint.max_seats - low + 1), blueprint.max_seats)
        rng = random.Random(f"{seed}:{number}:difference")
        name = f"game {number + 1} ({seats} seats, seed {seed + number})"
        parting = follow(sides, name, PlayedTable(seats, seed + number), partial(_by_lot, rng))
        found.append((number, parting))
    return found


def _by_lot(rng: random.Random, seat: int, keys: list[str]) -> tuple[int, str]:
    return seat, keys[int(rng.random() * len(keys))]


def follow_replay(sides: Sides, name: str, replay: Replay, others: Chosen) -> Parting:
    """Follow a recorded game on both sides until they part. Raises ReplayRefused if the first side refuses it.

    `others` are the settings of the second side. A game recorded before the rules were edited is accepted as
    long as each of its choices is allowed.
    """
    run_replay(sides.before, replay, edited=True)
    replay, _ = settled_replay(sides.before, replay)
    choices = iter(replay.choices)

    def choose(seat: int, keys: list[str]) -> tuple[int, str] | None:
        choice = next(choices, None)
        return (choice.seat - 1, choice.choose) if choice is not None else None

    return follow(sides, name, PlayedTable(replay.seats, replay.seed, replay.settings, others), choose)


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """The table of a game played on both sides: seats, seed, and the settings of each side."""

    seats: int
    seed: int
    settings: Chosen = field(default_factory=dict)
    others: Chosen = field(default_factory=dict)


def follow(sides: Sides, name: str, table: PlayedTable, choose: Chooser) -> Parting:
    """Follow a game of the first side on the second until they part.

    A limit that both reach at the same place is an end like any other. Raises whatever else the first side raises.
    """
    before, after, seats, seed = sides.before, sides.after, table.seats, table.seed
    known = {key: value for key, value in table.others.items() if key in after.blueprint.settings}
    one, limit = _until_limit(partial(start, before, seats=seats, seed=seed, settings=table.settings))
    try:
        other, others = _until_limit(partial(start, after, seats=seats, seed=seed, settings=known))
    except WrongSetup as fault:
        return Parting(name, 0, f"it cannot be set up: {fault}")
    if one is None or other is None:
        return Parting(name, 0, f"it cannot be set up: {others}" if one is not None else _past(limit, others))
    parting: Parting | None = None
    seat = asked = ""
    count, endless = 0, Endless()
    while True:
        how = table_difference(sides, one, other) if parting is None else ""
        if how:
            parting = Parting(name, count, how, seat, asked)
            if other[FRAME] is None:
                break
        chosen = choose(one[SEAT], list(offered(before, one))) if one[FRAME] is not None else None
        if chosen is None or _until_limit(partial(endless.look, one, count + 1))[1]:
            break
        who, key = chosen
        seat, asked = seat_title(before.blueprint, who), question(before.blueprint, one[SITE])
        how = _turned(sides, one, other, who) or "; ".join(_offers(sides, one, other))
        if not how:
            code, its = offered(before, one)[key], offered(after, other)[key]
            _, limit = _until_limit(partial(step, before, one, code))
            _, others = _until_limit(partial(step, after, other, its))
            if limit and others:
                return replace(parting or Parting(name, count), played=count)
            how = f"a limit was reached: {others}" if others else _past(limit, others)
        if how:
            offer = OfferParting(count, how, seat, asked)
            return replace(parting or Parting(name, count), offer=offer, played=count)
        asked += f": {key}"
        count += 1
    return replace(parting or Parting(name, count), played=count)


def _until_limit(go: Callable[[], _Gone]) -> tuple[_Gone | None, str]:
    """Return (result, "") of a part of a game, or (None, limit that it runs into)."""
    try:
        return go(), ""
    except LimitReached as limit:
        return None, str(limit)


def _past(limit: str, others: str) -> str:
    """Return that the second side continues where the first one cannot, or "" if both stop, or neither."""
    return f"it continues beyond a limit that stopped it: {limit}" if limit and not others else ""


def _turned(sides: Sides, one: State, other: State, who: int) -> str:
    """Turn both games to the seat that chooses next. Return why the second one cannot, or "" if it can."""
    if who != one[SEAT]:
        turn_to(sides.before, one, who)
    if other[FRAME] is None:
        return "the game is over"
    if other[SEAT] != who:
        try:
            turn_to(sides.after, other, who)
        except IllegalChoice as fault:
            return str(fault)
    return ""


def _offers(sides: Sides, one: State, other: State) -> Iterator[str]:
    """Yield the differences in what the second side offers at a decision."""
    if other[SEAT] != one[SEAT]:
        yield f"it is {seat_title(sides.after.blueprint, other[SEAT])} that decides here"
        return
    keys, others = offered(sides.before, one), offered(sides.after, other)
    gone, new = [key for key in keys if key not in others], [key for key in others if key not in keys]
    if gone:
        reason = why_not(sides.after, sides.build, other, gone[0])
        first = reason.first if reason is not None else None
        place = f" ({first.place})" if first is not None and first.place else ""
        because = f", because of '{first.line}'{place}" if first is not None else ""
        yield f"{some_of(gone, _MOST_TOLD)} {'is' if len(gone) == 1 else 'are'} no longer offered{because}"
    if new:
        yield f"{some_of(new, _MOST_TOLD)} {'is' if len(new) == 1 else 'are'} offered as well"


def table_difference(sides: Sides, one: State, other: State) -> str:
    """Return the differences of the tables, in what both sides have on them, or "" if they are alike."""
    if (one[FRAME] is None) != (other[FRAME] is None):
        return "the game is over" if other[FRAME] is None else "the game is not over"
    if sides.same_layout and one[HEADER:] == other[HEADER:]:
        return ""
    views = (view_of(sides.before, one, None), view_of(sides.after, other, None))
    found = list(_differing(*views))
    titles = {each.id: title_in(each.title, "en", each.id) for each in sides.after.blueprint.families}
    parts = [f"{_member(titles[family], indexes)} {how}" for family, indexes, how in found]
    return some_of(parts, _MOST_TOLD, "; ")


def _differing(one: View, other: View) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Family, indexes and both values of what differs, of the members that both sides have."""
    pairs: tuple[tuple[Mapping[str, Mapping[tuple[str, ...], object]], ...], ...]
    pairs = ((one.counters, other.counters), (one.markers, other.markers), (one.zones, other.zones))
    for before, after in pairs:
        for family, members in before.items():
            now = after.get(family, {})
            for indexes, value in members.items():
                if indexes in now and now[indexes] != value:
                    yield family, indexes, _told(value, now[indexes])


def _told(value: object, now: object) -> str:
    if isinstance(value, tuple) and isinstance(now, tuple):
        gone, new = [str(each) for each in value if each not in now], [str(each) for each in now if each not in value]
        said = [f"without {some_of(gone, _MOST_TOLD)}"] if gone else []
        said += [f"with {some_of(new, _MOST_TOLD)}"] if new else []
        return " and ".join(said) or "is in another order"
    return f"is {now if now is not None else 'none'}, not {value if value is not None else 'none'}"


def _member(title: str, indexes: tuple[str, ...]) -> str:
    return f"{title} ({', '.join(indexes)})" if indexes else title
