"""The same chance for two rulesets: draws and shuffles hang on what things are called."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rulewright.core.model.chance import mixed
from rulewright.core.model.layout import OPTIONS, SITE
from rulewright.core.run.steps import start
from rulewright.lab.comparing.coupling import Chance, Keys, with_shuffles_by_content
from rulewright.native.loading import load_game

MORE_CATS = """\
kind: variant
variant: more_cats
title: {en: More cats}
extends: tutorial
patches:
  - {change: cat, relative: {copies: +1}, because: one more card in the pile}
"""


def test_mixed_numbers_are_spread_evenly_and_fixed() -> None:
    counts = Counter(mixed(7, each) >> 61 for each in range(8000))
    assert len(counts) == 8
    assert [count for count in counts.values() if not 850 < count < 1150] == []
    assert mixed(1, 2) != mixed(2, 1)


def test_one_card_more_leaves_the_others_in_their_order(tmp_path: Path) -> None:
    file = tmp_path / "more_cats.yaml"
    file.write_text(MORE_CATS, encoding="utf-8")
    piles = []
    for game in (load_game("tutorial"), load_game("tutorial", variant=file)):
        coupled = with_shuffles_by_content(game)
        state = start(coupled, seats=2, seed=11)
        pier = next(each for each in game.blueprint.families if each.id == "pier")
        piles.append([game.blueprint.pieces[piece].key for piece in state[pier.base]])
    one, two = piles
    assert set(two) - set(one) <= {"cat.7"}
    shared = min(len(one), len(two)) - 2  # the first cards have been snatched from the top, which is the end
    assert [each for each in two if each != "cat.7"][:shared] == one[:shared]
    assert shared >= 15


def test_each_order_of_a_pile_is_as_likely() -> None:
    game = with_shuffles_by_content(load_game("tutorial"))
    pier = next(each for each in game.blueprint.families if each.id == "pier")
    tops = Counter(game.blueprint.pieces[start(game, seats=2, seed=n)[pier.base][-1]].design for n in range(600))
    assert 150 <= tops["sprat"] <= 250, tops  # 8 of 24
    assert 60 <= tops["salmon"] <= 140, tops  # 4 of 24


def test_a_draw_hangs_on_names_and_not_on_places_in_the_list() -> None:
    game = load_game("tutorial")
    keys = Keys(game.blueprint)
    state = start(game, seats=2, seed=3)
    assert len(state[OPTIONS]) == 2
    drawn = []
    for seed in range(40):
        at = Chance(keys, seed).begin(state)
        one = Chance(keys, seed).one_of(state[SITE], at, list(state[OPTIONS]))
        assert one == Chance(keys, seed).one_of(state[SITE], at, list(reversed(state[OPTIONS])))
        drawn.append(one)
    assert len(set(drawn)) == 2
    assert keys.option(state[SITE], drawn[0]) != keys.option(state[SITE], drawn[0] ^ 1)


def test_the_same_decision_later_has_another_chance() -> None:
    game = load_game("tutorial")
    state = start(game, seats=2, seed=3)
    chance = Chance(Keys(game.blueprint), 5)
    assert chance.begin(state) != chance.begin(state)
