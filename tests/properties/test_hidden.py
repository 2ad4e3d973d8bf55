"""What a seat is told does not depend on what is hidden from it: hidden pieces change places, and not a byte differs.

Everything that a person in the seat can make the screen say is compared: the table, the view, the question and its
options, `?` whole and for keys, `w` and `i` of names; then an option is chosen and what is told of it is compared.
"""

from __future__ import annotations

import io
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from functools import cache
from pathlib import Path

import pytest

from rulewright.author.lint.review import Review
from rulewright.cli.screen.listing import listed
from rulewright.cli.screen.prompt import Screen
from rulewright.cli.screen.reasons import closed_lines, why_lines, why_not_lines
from rulewright.cli.screen.session import Session
from rulewright.core.model.events import Changed, Event, Moved, Revealed, is_among
from rulewright.core.model.game import Game, State
from rulewright.core.model.kinds import DomainName, PieceOf, is_set
from rulewright.core.model.layout import FRAME, OPTIONS, SEALED, SEAT, SITE
from rulewright.core.pipeline import Choice, examine, shipped_names
from rulewright.core.run.atoms import GameEnd, LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import clone, step
from rulewright.observe.sight.hiding import as_sealed, hidden_places, hidden_values, relabelled, with_values
from rulewright.observe.sight.offers import offers
from rulewright.observe.sight.places import place_of, seen_at, sees_change
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.choices_told import chosen_event
from rulewright.observe.words.events import sentences
from rulewright.observe.words.history import changes_of
from tests.properties.test_invariants import positions
from tests.reference.games import SMALL, both_of, shipped, small, small_text, write_small
from tests.reference.hidden_rules import hidden_rules
from tests.reference.random_rules import random_ruleset

N_PERMUTATIONS, N_SLOW = 300, 10_000
HIDDEN_RULES, RANDOM_RULES = 25, 10
GAMES = (
    *(("shipped", name) for name in shipped_names()),
    *(("small", name) for name in SMALL if name != "expressions"),
    *(("hidden", str(number)) for number in range(HIDDEN_RULES)),
    *(("random", str(number)) for number in range(RANDOM_RULES)),
)


@cache
def game_of(sort: str, name: str) -> Game:
    if sort == "shipped":
        return shipped(name).game
    if sort == "small":
        return small(name).game
    if sort == "hidden":
        return both_of(hidden_text(name), 2, 3).game
    return both_of(random_text(name)).game


@cache
def is_told_by_lint(sort: str, name: str) -> bool:
    """Whether lint tells of an option of a ruleset that depends on what its seat cannot see."""
    if sort == "shipped":
        return "hidden-option" in {each.code for each in Review().after(examine(Choice(name))).findings()}
    content = {"small": small_text, "hidden": hidden_text, "random": random_text}[sort](name)
    with tempfile.TemporaryDirectory() as folder:
        write_small(Path(folder), content)
        return "hidden-option" in {each.code for each in Review().after(examine(Choice(folder))).findings()}


def hidden_text(name: str) -> str:
    return hidden_rules(int(name))


def random_text(name: str) -> str:
    return random_ruleset(int(name))


Exchange = dict[int, int]


def exchanged(game: Game, state: State, seat: int, rng: random.Random, kept: frozenset[int] = frozenset()) -> Exchange:
    """Pieces hidden from a seat, each with the one that lies in its place from now on; some are `kept` in theirs."""
    instead: Exchange = {}
    for pieces in hidden_places(game, as_sealed(game, state, seat), seat):
        moving = [piece for piece in pieces if piece not in kept]
        instead |= zip(moving, rng.sample(moving, len(moving)), strict=True)
    return instead


def other_values(game: Game, state: State, seat: int, rng: random.Random) -> list[tuple[int, int]]:
    """Slots of counters and markers hidden from a seat, each with another value."""
    hidden = hidden_values(game, as_sealed(game, state, seat), seat)
    return [(each.slot, rng.choice(each.values)) for each in hidden if each.values]


def asked_anew(game: Game, state: State) -> bool:
    """Whether the rules ask the same in a state once its options are gathered again; the options are then the new."""
    after, (parent, procedure, resume, *locals_) = clone(state), state[FRAME]
    gather = next(point.gather for point in game.blueprint.frames[procedure] if point.resume == resume)
    try:
        game.plain.procedures[procedure](after, (parent, procedure, gather, *locals_), 0)
    except (GameEnd, LimitReached):
        return False
    if (after[FRAME], after[SEAT], after[SITE]) != (state[FRAME], state[SEAT], state[SITE]):
        return False
    state[OPTIONS] = after[OPTIONS]
    return True


# ---- What a person in a seat can make the screen say


def screen_of(game: Game, seats: int) -> Session:
    return Session(game, ("human",) * seats, 1, {})


def told(session: Session, state: State, chance: random.Random) -> list[str]:
    """Everything the screen says of a state to the seat that is asked, line by line."""
    game, seat = session.game, state[SEAT]
    session.state = clone(state)
    written = io.StringIO()
    with redirect_stdout(written):
        screen = Screen(session, None)
        screen._write_table(seat)
        rows, offered = listed(session, session.options())
        for name in names_in(game, chance, 2):
            screen._inform(name, offered)
    lines = [*rows, *written.getvalue().split("\n"), repr(view_of(game, state, seat)), *closed_lines(session)]
    for key in keys_in(game, state, chance):
        lines += [key, *why_not_lines(session, key)]
    for name in (*names_in(game, chance, 2), *numbers_in(game, chance, 3)):
        lines += [name, *why_lines(session, name)]
    return lines


def keys_in(game: Game, state: State, chance: random.Random) -> Iterator[str]:
    """Keys of some options of the decision, open or not, with names of pieces."""
    info = game.blueprint.sites[state[SITE]]
    for label in info.labels:
        prefix = f"{label} " if info.named else ""
        yield from (label, f"{prefix}hidden card", *(f"{prefix}{name}" for name in names_in(game, chance, 3)))


def names_in(game: Game, chance: random.Random, count: int) -> list[str]:
    names = [piece.key.partition("@")[0] for piece in game.blueprint.pieces] or ["nothing"]
    return chance.sample(names, min(count, len(names)))


def numbers_in(game: Game, chance: random.Random, count: int) -> Iterator[str]:
    asked = {name: takes for name, takes in game.blueprint.quantity_takes.items() if not any(map(is_set, takes))}
    yield "total"
    for name, takes in chance.sample(sorted(asked.items()), min(count, len(asked))):
        yield " ".join([name, *(given(game, domain, chance) for domain in takes)])


def given(game: Game, domain: DomainName, chance: random.Random) -> str:
    if isinstance(domain, PieceOf):
        return chance.choice(
            [each.key.partition("@")[0] for each in game.blueprint.pieces if each.kind == domain.kind] or ["no"]
        )
    return "1" if domain == "number" else chance.choice(game.blueprint.domains[domain].names or ("no",))


# ---- What is told of a choice


def mapped(game: Game, event: Event, instead: Exchange, seat: int) -> Event:
    """An event as it would be with other pieces in their places; nothing is left of a number that a seat cannot see."""
    blueprint = game.blueprint
    match event:
        case Moved(piece):
            return event._replace(piece=instead.get(piece, piece))
        case Changed(slot) if event.lies >= 0:
            piece = slot - blueprint.faces
            return event._replace(slot=blueprint.faces + instead.get(piece, piece))
        case Changed() if not sees_change(blueprint, event, seat):
            return event._replace(before=0, after=0)
        case Revealed(slot, pieces):
            family = place_of(blueprint, slot).family  # type: ignore[union-attr]
            held = [instead.get(piece, piece) for piece in pieces]
            in_order = family.ordered or family.spaces
            return event._replace(pieces=tuple(held if in_order else sorted(held)))
        case _:
            return event


def named_by_rules(game: Game, events: list[Event], seat: int) -> frozenset[int]:
    """The pieces of events that the rules let a seat see, or that they name by a marker or a counter."""
    blueprint, found = game.blueprint, set()
    for event in events:
        if isinstance(event, Moved) and any(seen_at(blueprint, event, seat)):
            found.add(event.piece)
        elif isinstance(event, Revealed) and is_among(seat, event.seats):
            found |= set(event.pieces)
        elif isinstance(event, Changed) and _is_of_pieces(game, event.slot):
            found |= set(range(len(blueprint.pieces)))
    return frozenset(found)


def _is_of_pieces(game: Game, slot: int) -> bool:
    place = place_of(game.blueprint, slot)
    if place is None:
        return False
    return isinstance(place.family.domain, PieceOf) or any(each.endswith("_piece") for each in place.family.per)


def chosen(game: Game, state: State, code: int) -> tuple[State, list[Event]]:
    build, after = traced_build(game), clone(state)
    assert build.events is not None
    event = chosen_event(game, state, code)
    step(game, after, code, build=build)
    return after, [event, *build.events]


def told_of(game: Game, events: list[Event], seat: int, chance: random.Random) -> list[str]:
    lines = list(sentences(game, events, seat))
    for name in names_in(game, chance, 3):
        lines += [each.line for each in changes_of(game, events, name, seat, seat)]
    return lines


# ---- The test


class Findings(Counter[str]):
    """How many permutations were compared, and why others were not."""


def compare(which: tuple[str, str], state: State, rng: random.Random, found: Findings, session: Session) -> None:
    """Compare what the seat asked is told of a state, and of the same with its hidden pieces in other places.

    Where the rules offer it something else then, they look at what it cannot see, and lint must have said so.
    """
    game = game_of(*which)
    seat, lot = state[SEAT], rng.random()
    other = relabelled(game, state, exchanged(game, state, seat, rng))
    with_values(other, other_values(game, state, seat, rng))
    assert view_of(game, other, seat) == view_of(game, state, seat)
    if not asked_anew(game, other) or [each.key for each in offers(game, other, seat)] != [
        each.key for each in offers(game, state, seat)
    ]:
        found["offers"] += 1
        assert is_told_by_lint(*which), "what is offered depends on what is hidden, and lint says nothing"
        return
    assert told(session, other, random.Random(lot)) == told(session, state, random.Random(lot))
    found["compared"] += 1
    found["hidden"] += any(each.is_hidden for each in offers(game, state, seat))
    compare_a_choice(game, state, rng, found)


def compare_a_choice(game: Game, state: State, rng: random.Random, found: Findings) -> None:
    seat, lot = state[SEAT], rng.random()
    number = rng.randrange(len(state[OPTIONS]))
    try:
        _, events = chosen(game, state, state[OPTIONS][number])
    except LimitReached:
        return
    instead = exchanged(game, state, seat, rng, named_by_rules(game, events, seat))
    other = relabelled(game, state, instead)
    with_values(other, other_values(game, state, seat, rng))
    try:
        _, others = chosen(game, other, other[OPTIONS][number])
    except LimitReached:
        return
    alike = [mapped(game, each, {}, seat) for each in others[1:]]
    if [mapped(game, each, instead, seat) for each in events[1:]] != alike or state[SEALED] is not None:
        found["other events"] += 1
        return
    assert told_of(game, others, seat, random.Random(lot)) == told_of(game, events, seat, random.Random(lot))
    found["events"] += 1


def permute(which: tuple[str, str], seed: int, count: int) -> Findings:
    """Compare so many permutations over random games of one ruleset."""
    game, found = game_of(*which), Findings()
    session = screen_of(game, game.blueprint.max_seats)
    for number in range(50):
        rng = random.Random(f"{which} {seed} {number}")
        with suppress(LimitReached):  # random rules may lead outside; the game ends there
            for state, _ in positions(game, seed * 100 + number, 30):
                compare(which, state, rng, found, session)
                if sum(found[each] for each in ("compared", "offers")) >= count:
                    return found
    return found


SHARE = N_PERMUTATIONS // len(GAMES) + 1


@pytest.mark.sampled(5)
@pytest.mark.parametrize("which", GAMES, ids=lambda which: " ".join(which))
def test_nothing_told_depends_on_what_is_hidden(which: tuple[str, str]) -> None:
    found = permute(which, 1, SHARE)
    assert found["compared"] or found["offers"] or not is_asked(game_of(*which))


def is_asked(game: Game) -> bool:
    """Whether anything is decided in a game; random rules may lead outside before."""
    try:
        return any(positions(game, 1))
    except LimitReached:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("which", GAMES, ids=lambda which: " ".join(which))
def test_nothing_told_depends_on_what_is_hidden_many_times(which: tuple[str, str]) -> None:
    permute(which, 2, N_SLOW // len(GAMES) + 1)
