"""That a seat has only one option stays its own secret: others see what they would see if it had a choice.

At each decision with one option the seat is given another hand, which nobody else can tell from its own and with which
it has more options; it makes the same choice. Whatever is sent to the others and to spectators must then be the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from rulewright.core.model.game import Game, State, read_code
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import FRAME, OPTIONS, SEALED, SEAT, SITE
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import settling_alone
from rulewright.core.run.steps import clone
from rulewright.observe.sight.hiding import hidden_pieces, relabelled
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.together import told_together
from rulewright.play.records.replay import offered
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.seeing import sight_of
from tests.reference.games import shipped
from tests.reference.tables import live_table

TABLES = [("whist", 4), ("crazy_eights", 3)]
SEED = 43
_GAMES, _LOOKED_AT, _TRIES, _EXCHANGED, _PAIRS = 3, 8, 40, 4, 4


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats"), TABLES, ids=[name for name, _ in TABLES])
def test_others_see_the_same_whether_a_choice_was_the_only_one(ruleset: str, seats: int) -> None:
    found = 0
    for number in range(_GAMES):
        print(f"{ruleset}, seed {SEED + number}")  # noqa: T201 - shown if it fails
        rng = random.Random(SEED + number)
        live = live_table(shipped(ruleset).game, ("human",) * seats, SEED + number)
        course = [*_course(live, rng)]
        singles = [at for at, (state, *_) in enumerate(course) if _is_secret(live.game, state)]
        for at in rng.sample(singles, min(len(singles), _LOOKED_AT)):
            _, single, only = course[at]
            begin = next((each for each in reversed(range(at)) if course[each][1] != single), None)
            if begin is None:
                continue
            chosen = [(seat, key) for _, seat, key in course[begin : at + 1]]
            kept = {_chosen_piece(live.game, asked, key) for asked, _, key in course[begin : at + 1]}
            for viewer in {ONLOOKER, *range(seats)} - {single}:
                for other in _other_hands(live.game, course[begin][0], (viewer, single), kept, rng):
                    pair = table_at(live, course[begin][0]), table_at(live, other)
                    if _same_choices(pair, chosen):
                        one, two = (seen_by(each, viewer) for each in pair)
                        assert {name: (one[name], two[name]) for name in one if one[name] != two[name]} == {}, only
                        found += 1
                        break
    assert found >= _PAIRS, "too few hands were found to compare"


def test_the_comparison_finds_what_a_choice_that_is_settled_by_itself_tells() -> None:
    live = live_table(shipped("whist").game, ("human",) * 4, SEED)
    live.game = settling_alone(live.game)
    rng, told = random.Random(SEED), 0
    asked = live_table(shipped("whist").game, ("human",) * 4, SEED)
    for before, seat, key in _course(asked, rng):
        both = table_at(asked, before), table_at(asked, before)
        both[1].game, both[1].build = live.game, shipped("whist").traced
        for each in both:
            each.bot_chooses(seat, key)
        if len(both[0].state[OPTIONS]) == 1:
            viewer = next(each for each in range(4) if each != both[0].state[SEAT])
            told += seen_by(both[0], viewer) != seen_by(both[1], viewer)
    assert told > 0


def _course(live: LiveTable, rng: random.Random) -> Iterator[tuple[State, int, str]]:
    """A game in which all choose by lot: the table before each choice, the seat, and the key of what it chooses."""
    for _ in range(400):
        if live.is_over:
            return
        seat, before = live.state[SEAT], clone(live.state)
        key = rng.choice(list(offered(live.game, live.state)))
        yield before, seat, key
        live.bot_chooses(seat, key)


def _is_secret(game: Game, state: State) -> bool:
    return len(state[OPTIONS]) == 1 and game.blueprint.sites[state[SITE]].secret and state[SEALED] is None


def table_at(live: LiveTable, state: State) -> LiveTable:
    """A table that begins in a state of another one."""
    table = live_table(shipped(live.game.blueprint.ruleset).game, live.policies, live.seed)
    table.state = clone(state)
    table._states = [clone(state)]
    return table


def _chosen_piece(game: Game, state: State, key: str) -> int:
    """The piece that an option is about, -1 if it is about none."""
    site, option, candidate = read_code(game.blueprint, state[SITE], offered(game, state)[key])
    return candidate if isinstance(game.blueprint.sites[site].domains[option], PieceOf) else -1


def _other_hands(
    game: Game, state: State, seats: tuple[int, int], kept: set[int], rng: random.Random
) -> Iterator[State]:
    """The state with pieces of the seat `seats[1]` and others exchanged, all hidden from `seats[0]`, none `kept`."""
    viewer, single = seats
    at = game.blueprint.piece_zone
    hidden = sorted(hidden_pieces(game, state, viewer))
    own = [each for each in hidden if each not in hidden_pieces(game, state, single) and each not in kept]
    others = [each for each in hidden if each not in kept and state[at + each] not in {state[at + one] for one in own}]
    for _ in range(_TRIES if own and others else 0):
        permutation: dict[int, int] = {}
        for one, other in zip(
            rng.sample(own, min(_EXCHANGED, len(own))), rng.sample(others, min(_EXCHANGED, len(others))), strict=False
        ):
            permutation |= {one: other, other: one}
        changed = _asked_again(game, relabelled(game, state, permutation))
        if changed is not None and view_of(game, changed, viewer) == view_of(game, state, viewer):
            yield changed


def _asked_again(game: Game, state: State) -> State | None:
    """The state with the options that its decision has now; None if nobody is asked."""
    parent, procedure, resume, *locals_ = state[FRAME]
    gather = next(each.gather for each in game.blueprint.frames[procedure] if each.resume == resume)
    frame, state[FRAME] = state[FRAME], None
    asked = game.plain.procedures[procedure](state, (parent, procedure, gather, *locals_), 0)
    return state if asked and state[FRAME] == frame else None


def _same_choices(pair: tuple[LiveTable, LiveTable], chosen: list[tuple[int, str]]) -> bool:
    """Make the same choices at two tables; whether that is possible and the last one was not the only one at both."""
    options = [0, 0]
    for seat, key in chosen:
        for place, table in enumerate(pair):
            if table.is_over or table.state[SEAT] != seat or key not in offered(table.game, table.state):
                return False
            options[place] = len(table.state[OPTIONS])
            try:
                table.bot_chooses(seat, key)
            except LimitReached:  # with that hand it could not have come to this decision
                return False
    return options[0] == 1 < options[1]


def plain(game: Game, state: State, viewer: int) -> dict[str, object]:
    """What a seat sees of a state, by name."""
    return asdict(view_of(game, state, viewer))


def seen_by(table: LiveTable, viewer: int) -> dict[str, object]:
    """All that one seat or a spectator is sent of a table."""
    sight = sight_of(table, viewer, "en")
    return {
        "view": plain(table.game, table.state, viewer),
        "heard": [
            (each.number, each.seat, [line.text for line in told_together(table.game, each.events, viewer, "en")])
            for each in table.heard(viewer)
        ],
        "waited for": table.waited_for(viewer),
        "version": table.version(viewer),
        "choices": len(table.moments),
        "turns": sight.turns,
        "trail": sight.trail,
        "picture": sight.picture,
        "looking back": [plain(table.game, table.state_at(at), viewer) for at in range(len(table.moments) + 1)],
    }
