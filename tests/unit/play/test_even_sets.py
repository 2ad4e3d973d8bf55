"""`random` takes every set of a `pick` of several alike often, in Python and natively by the same choices."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, LABEL_BITS, OPTIONS
from rulewright.core.run.steps import start, step
from rulewright.lab.comparing.pairs import ComparedTable, load_side, play_block
from rulewright.lab.comparing.watching import GameSetup, watch
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import played
from rulewright.play.policies.even_sets import weights_of
from rulewright.play.policies.policies import choose_random
from rulewright.play.series.simulate import Series, SeriesJob, report_of
from rulewright.play.series.simulate_native import NativeSeriesJob
from tests.properties.test_several import world
from tests.reference.games import write_small

PICKS = {
    "pick 2 those_picked": range(2, 3), "pick up to 3 those_picked": range(4), "pick 2..3 those_picked": range(2, 4),
    "pick any those_picked": range(6), "pick 1..4 those_picked": range(1, 5),
}  # fmt: skip


def taken(game: Game, state: State) -> tuple[int, ...]:
    zone = next(each for each in game.blueprint.families if each.id == "taken")
    return tuple(sorted(state[zone.base]))


def chances(game: Game, state: State) -> dict[tuple[int, ...], float]:
    """How likely each set is to be taken from a state on."""
    if state[FRAME] is None:
        return {taken(game, state): 1.0}
    weights = weights_of(game, state)
    assert weights is not None
    found = Counter[tuple[int, ...]]()
    for code, weight in zip(state[OPTIONS], weights, strict=True):
        after = state[:]
        step(game, after, code)
        for cards, chance in chances(game, after).items():
            found[cards] += chance * weight / sum(weights)  # type: ignore[assignment]
    return dict(found)


@pytest.mark.parametrize("visible", ["all", "none"])
@pytest.mark.parametrize("pick", PICKS)
def test_every_set_is_as_likely_as_any_other(pick: str, visible: str) -> None:
    game = world((1,) * 5, f"{pick} from cards_there", visible).game
    found = chances(game, start(game, seats=2, seed=1))
    wanted = [each for size in PICKS[pick] for each in combinations(range(5), size)]
    assert set(found) == set(wanted)
    assert found == pytest.approx(dict.fromkeys(wanted, 1 / len(wanted)))


def test_of_sets_that_pass_each_can_be_taken() -> None:
    guard = "\n      require sum(c.cost for c in those_picked) = 4"
    game = world((1,) * 5, f"pick 2 those_picked from cards_there{guard}").game
    assert set(chances(game, start(game, seats=2, seed=1))) == {(0, 4), (1, 3)}


def test_ten_of_twenty_are_worth_half_of_what_all_are() -> None:
    game = world((1,) * 20, "pick 10 those_picked from cards_there").game
    begun, total, games = start(game, seats=2, seed=1), 0, 1000
    for seed in range(games):
        state, draws, number = begun[:], Draws(seed), 0
        while state[FRAME] is not None:
            draws.turn_to(number)
            step(game, state, choose_random(game, state, draws))
            number += 1
        total += sum(taken(game, state))
    deviation = (10 * 10 * 21 / 12 / games) ** 0.5
    assert abs(total / games - 95) < 4 * deviation, f"mean {total / games} in games of seeds 0 to {games - 1}"


_GAME = """\
kind: content
kinds:
  - {id: card, title: {en: Card}, fields: {cost: {type: number, about: Its price}}}
components:
  - {id: "c{k}", each: {k: 1..6}, kind: card, copies: 2, cost: "{k}", title: {en: Card}, source: {doc: DOC, place: a}}
zones:
  - {id: deck, holds: card, visible: none, start: "true"}
  - {id: hand, per: [seat], holds: card, visible: owner}
  - {id: shelf, holds: card, visible: all}
counters:
  - {id: coin, per: [seat], min: 0, max: 999, start: 4}
free_actions:
  - {id: earn, during: [play], when: coin < 6, does: gain 1 coin}
procedures:
  - id: play
    does: |
      shuffle deck
      draw 3 from deck to shelf
      for each s in seat: draw 5 from deck to s.hand
      repeat 3:
        for each s in seat: ask s: turn
  - id: turn
    does: |
      PICK
      gain (AMOUNT) coin
scoring:
  - {id: points, title: {en: Points}, amount: coin}
"""
PLAYED = (
    "pick 2 cs from hand", "pick any cs from hand", "pick 1..3 cs from hand distinct by cs.cost",
    "pick up to 3 cs from hand + first(s in others where true).hand", "pick 2..4 cs from deck", "pick 2 cs from 1..6",
    "pick 2 cs from hand\n      require sum(c.cost for c in cs) > 6", "pick 1..2 cs from shelf",
)  # fmt: skip


@pytest.mark.parametrize("pick", PLAYED)
def test_it_chooses_alike_natively(tmp_path: Path, pick: str) -> None:
    amount = "sum(n for n in cs)" if "1..6" in pick else "sum(c.cost for c in cs)"
    write_small(tmp_path / "small", _GAME.replace("PICK", pick).replace("AMOUNT", amount), 2, 2)
    series, load = Series(120, 2, 5), partial(load_game, str(tmp_path / "small"))
    python, native = (report_of(played(kind(series, (load,)))) for kind in (SeriesJob, NativeSeriesJob))
    assert native.used == python.used
    assert native.digest == python.digest


@pytest.mark.parametrize(("pick", "kept"), [("pick 2 cs", 2), ("pick 4 cs", 4), ("pick 3..4 cs", 10 / 3)])
def test_a_part_that_is_settled_with_another_is_counted(tmp_path: Path, pick: str, kept: float) -> None:
    """Each of five cards is kept as often as any other, whether it was chosen or left alone."""
    text = _GAME.replace("PICK", f"{pick} from shelf").replace("AMOUNT", "0").replace("copies: 2, ", "")
    text = text.replace("draw 3 from deck", "draw 5 from deck").replace("k: 1..6", "k: 1..5")
    write_small(tmp_path / "small", text.replace("coin < 6", "coin < 0"), 1, 1)
    load, games, picks = partial(load_game, str(tmp_path / "small")), 600, 3
    python, native = (report_of(played(kind(Series(games, 1, 5), (load,)))) for kind in (SeriesJob, NativeSeriesJob))
    assert native.used == python.used
    blueprint = load().blueprint
    site = next(number for number, each in enumerate(blueprint.sites) if each.several is not None)
    counts = [python.used[site, piece << LABEL_BITS] for piece in range(5)]
    share = kept / 5
    deviation = (share * (1 - share) * picks * games) ** 0.5
    assert [each for each in counts if abs(each - share * picks * games) > 4 * deviation] == [], (counts, "seed 5")


@pytest.mark.parametrize(("pick", "kept"), [("pick 2 cs", 2), ("pick 4 cs", 4), ("pick 3..4 cs", 10 / 3)])
def test_reports_and_comparisons_count_a_set_as_one_decision(tmp_path: Path, pick: str, kept: float) -> None:
    """Each of five cards is taken as often as any other when it is offered, and used as often in each pair of games."""
    text = _GAME.replace("PICK", f"{pick} from shelf").replace("AMOUNT", "0").replace("copies: 2, ", "")
    text = text.replace("draw 3 from deck", "draw 5 from deck").replace("k: 1..6", "k: 1..5")
    write_small(tmp_path / "small", text.replace("coin < 6", "coin < 0"), 1, 1)
    load, games, picks = partial(load_game, str(tmp_path / "small")), 400, 3
    cards, share = [f"thing.card.c{number}" for number in range(1, 6)], kept / 5
    most = 4 * (share * (1 - share) * picks * games) ** 0.5
    offered, taken, used = Counter[str](), Counter[str](), Counter[str]()
    game = load()
    for number in range(games):
        seen = watch(game, GameSetup(number, ("random",), 1000 + number, {}, 0))
        offered.update(seen.offered)
        taken.update(seen.taken)
    assert {card: offered[card] for card in cards} == dict.fromkeys(cards, picks * games)
    assert [taken[card] for card in cards] == pytest.approx([share * picks * games] * 5, abs=most)
    native, python = load_side(load, natively=True), load_side(load)
    for number in range(games):
        values = play_block(native, ComparedTable(1, ("random",), seed=5), number, "base")
        used.update({card: int(values.get(card, 0)) for card in cards})
        if number < 20:
            assert values == play_block(python, ComparedTable(1, ("random",), seed=5), number, "base")
    assert [used[card] for card in cards] == pytest.approx([share * picks * games] * 5, abs=most)
