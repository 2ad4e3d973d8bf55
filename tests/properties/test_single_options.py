"""That a seat has only one option stays its own secret: others see what they would see if it had a choice.

At decisions with one option all that another seat or a spectator does not see is dealt anew, as far as its knowledge
allows, from the last choice of another seat on, and all choose as they did. Where the seat asked has more options then,
and the table has looked the same all along, whatever else is sent to who looks on must be the same while it is asked,
and after it as long as the table looks the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial

import pytest

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State, read_code
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import FRAME, OPTIONS, SEALED, SEAT, SITE
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import settling_alone
from rulewright.core.run.steps import clone, step
from rulewright.observe.sight.dealing import Deals
from rulewright.observe.sight.hiding import hidden_pieces, relabelled, with_values
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.together import told_together
from rulewright.play.policies.policies import choose_greedy
from rulewright.play.records.replay import key_of, offered
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.seeing import sight_of
from tests.reference.games import shipped
from tests.reference.tables import live_table

SEED = 43
LOOKED_AT, TRIES, CHOICES = 25, 60, 400
PAIRS = {
    ("whist", 4, 2): 20,
    ("crazy_eights", 3, 2): 20,
    ("rummy", 3, 8): 10,
    ("ceres", 3, 3): 5,
    ("skymines", 3, 5): 0,
}
"""How many pairs are found at least at a table of some seats in some games.

In Skymines there are none, as nobody can have another hand: all cards are taken openly, and what is planned is shown
before anybody acts.
"""
TABLES = pytest.mark.parametrize(("ruleset", "seats", "games"), PAIRS, ids=[ruleset for ruleset, *_ in PAIRS])


@pytest.mark.slow
@TABLES
def test_others_see_the_same_whether_a_choice_was_the_only_one(ruleset: str, seats: int, games: int) -> None:
    count: Counter[str] = Counter()
    for number in range(games):
        rng = random.Random(SEED + number)
        print(f"{ruleset}, seed {SEED + number}")  # noqa: T201 - shown if it fails
        live = live_table(shipped(ruleset).game, ("human",) * seats, SEED + number)
        for look in _looks(live, rng, {at for at, site in enumerate(live.game.blueprint.sites) if site.secret}):
            other = look.with_more_options(count, rng)
            if other is None:
                continue
            count["pairs"] += 1
            one, two = (table_at(live, each) for each in (look.course[0][0], other))
            _choose_all(one, two, look.chosen[:-1])
            assert (len(one.state[OPTIONS]), len(two.state[OPTIONS]) > 1) == (1, True), look.chosen
            assert differing(one, two, look.viewer) == {}, look.chosen
            _choose_all(one, two, look.chosen[-1:])
            if view_of(one.game, one.state, look.viewer) == view_of(two.game, two.state, look.viewer):
                count["pairs alike after it"] += 1
                assert differing(one, two, look.viewer) == {}, look.chosen
    print(dict(count))  # noqa: T201 - shown if it fails
    least = PAIRS[ruleset, seats, games]
    assert count["looks"] >= 20
    assert count["pairs"] >= least
    if least == 0:
        assert (count["pairs"], count["other hands"]) == (0, 0)


@pytest.mark.slow
@TABLES
def test_where_one_option_is_settled_by_itself_no_hidden_thing_decides_that(
    ruleset: str, seats: int, games: int
) -> None:
    """Each site that is not known to be secret is looked at as if it were: nothing dealt anew gives more options."""
    for number in range(games):
        rng = random.Random(SEED + number)
        print(f"{ruleset}, seed {SEED + number}")  # noqa: T201 - shown if it fails
        live = live_table(shipped(ruleset).game, ("human",) * seats, SEED + number)
        sites = live.game.blueprint.sites
        everywhere = replace(live.game.blueprint, sites=tuple(replace(each, secret=True) for each in sites))
        live._ask_singly(replace(settling_alone(live.game), blueprint=everywhere), True)
        live.begin(seats)
        for look in _looks(live, rng, {at for at, site in enumerate(sites) if not site.secret}):
            assert look.with_more_options(Counter(), rng) is None, (look.viewer, look.chosen)


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


@dataclass(frozen=True, slots=True)
class _Look:
    """A decision with one option that somebody else looks at, and the course that leads through it."""

    game: Game
    deals: Deals
    course: list[tuple[State, int, str]]
    viewer: int

    @property
    def chosen(self) -> list[tuple[int, str]]:
        return [(seat, key) for _, seat, key in self.course]

    def with_more_options(self, count: Counter[str], rng: random.Random) -> State | None:
        """The beginning with other hidden things, from which the same choices lead to more options, if one is found."""
        count["looks"] += 1
        begins, seat = self.course[0][0], self.course[-1][1]
        hand = hidden_pieces(self.game, begins, self.viewer) - hidden_pieces(self.game, begins, seat)
        kept = {_chosen_piece(self.game, state, key) for state, _, key in self.course}
        for _ in range(TRIES):
            dealt = self._dealt_anew(sorted(hand - kept), kept, rng)
            if dealt is None:
                continue
            hands = (hidden_pieces(self.game, dealt, each) for each in (self.viewer, seat))
            count["other hands"] += next(hands) - next(hands) != hand
            there = self._followed(clone(dealt))
            if there and len(there[-1][OPTIONS]) > 1 and self._look_alike(there):
                return dealt
        return None

    def _dealt_anew(self, hand: list[int], kept: set[int], rng: random.Random) -> State | None:
        """A state that the viewer cannot tell from the true one, what was chosen in its place; None if nobody is asked.

        Either a few pieces of a hand are exchanged with others that might as well be there, or all that are hidden.
        """
        few = rng.sample(hand, min(len(hand), rng.randint(1, 4))) if rng.random() < 0.5 else []
        faces: dict[int, int] = {}
        for mixed in self.deals.belief.inputs:
            free = [each for each in mixed if each >= 0 and each not in kept]
            ours = [each for each in free if each in few]
            others = [each for each in free if each not in hand]
            if not few:
                faces |= zip(free, rng.sample(free, len(free)), strict=True)
            for one, other in zip(ours, rng.sample(others, min(len(others), len(ours))), strict=False):
                faces |= {one: other, other: one}
        dealt = relabelled(self.game, self.course[0][0], {one: other for one, other in faces.items() if one != other})
        with_values(dealt, [(each.slot, rng.choice(each.values)) for each in self.deals.values])
        return _asked_again(self.game, dealt)

    def _followed(self, state: State) -> list[State]:
        """The table before each choice, empty if not all of them can be made."""
        passed: list[State] = []
        for number, (_, seat, key) in enumerate(self.course):
            if state[FRAME] is None or state[SEAT] != seat or key not in offered(self.game, state):
                return []
            passed.append(clone(state))
            if number < len(self.course) - 1:
                try:
                    step(self.game, state, offered(self.game, state)[key])
                except LimitReached:  # with that hand it could not have come to this decision
                    return []
        return passed

    def _look_alike(self, others: list[State]) -> bool:
        pairs = zip((state for state, *_ in self.course), others, strict=True)
        return all(view_of(self.game, one, self.viewer) == view_of(self.game, two, self.viewer) for one, two in pairs)


def _looks(live: LiveTable, rng: random.Random, sites: set[int]) -> Iterator[_Look]:
    """Some decisions with one option at some sites of a game, and everybody who looks on there."""
    course = [*_course(live, rng)]
    singles = [at for at, (state, *_) in enumerate(course) if len(state[OPTIONS]) == 1 and state[SITE] in sites]
    for at in rng.sample(singles, min(len(singles), LOOKED_AT)):
        seat = course[at][1]
        begin = next((each for each in reversed(range(at)) if course[each][1] != seat), None)
        if begin is None or any(state[SEALED] is not None for state, *_ in course[begin : at + 1]):
            continue
        for viewer in sorted({ONLOOKER, *range(len(live.policies))} - {seat}):
            deals = Deals(course[begin][0], live._memory.knowledge(viewer, live.moments[:begin]))
            yield _Look(live.game, deals, course[begin : at + 1], viewer)


def _course(live: LiveTable, rng: random.Random) -> Iterator[tuple[State, int, str]]:
    """A game in which all choose greedily or by lot: the table before each choice, the seat, and the key it chooses."""
    greedy = partial(choose_greedy, live.game)
    for _ in range(CHOICES):
        if live.is_over:
            return
        seat, before = live.state[SEAT], clone(live.state)
        if rng.random() < 0.5:
            key = key_of(live.game, live.state, greedy(live.state, Draws(rng.getrandbits(60))))
        else:
            key = rng.choice(list(offered(live.game, live.state)))
        yield before, seat, key
        live.bot_chooses(seat, key)


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


def _asked_again(game: Game, state: State) -> State | None:
    """The state with the options that its decision has now; None if nobody is asked."""
    parent, procedure, resume, *locals_ = state[FRAME]
    gather = next(each.gather for each in game.blueprint.frames[procedure] if each.resume == resume)
    frame, state[FRAME] = state[FRAME], None
    asked = game.plain.procedures[procedure](state, (parent, procedure, gather, *locals_), 0)
    return state if asked and state[FRAME] == frame else None


def _choose_all(one: LiveTable, two: LiveTable, chosen: list[tuple[int, str]]) -> None:
    for seat, key in chosen:
        one.bot_chooses(seat, key)
        two.bot_chooses(seat, key)


def differing(one: LiveTable, two: LiveTable, viewer: int) -> dict[str, tuple[object, object]]:
    """What is sent to somebody of one table and not of the other."""
    sent = seen_by(one, viewer), seen_by(two, viewer)
    return {name: (sent[0][name], sent[1][name]) for name in sent[0] if sent[0][name] != sent[1][name]}


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
        "turns": sight.log.turns,
        "trail": sight.decision.trail,
        "picture": sight.picture,
        "looking back": [plain(table.game, table.state_at(at), viewer) for at in range(len(table.moments) + 1)],
    }
