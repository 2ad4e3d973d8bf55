"""Where games part: the choice that leads to another table, and the decision that offers something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.author.difference.partings import Parting, follow_replay, load_sides, play_both
from rulewright.author.difference.recorded import Recorded, Unplayable, follow_named, follow_own
from rulewright.author.difference.sides import read_side
from rulewright.core.pipeline import Choice
from rulewright.native.loading import load_game
from rulewright.play.records.replay import RecordedChoice as Chosen
from rulewright.play.records.replay import replay_of, write_replay
from tests.unit.author.difference.market import GOODS, RULESET, TURNS, market

WAIT, BUY = Chosen(1, "wait"), Chosen(2, "buy apple.1")


def followed(tmp_path: Path, *picked: Chosen, **edited: str) -> Parting:
    sides = load_sides(Choice(str(market(tmp_path / "one"))), Choice(str(market(tmp_path / "other", **edited))))
    replay = replay_of(sides.before, seats=2, seed=1, choices=picked)
    return follow_replay(sides, "mine", replay, replay.settings)


def test_a_game_parts_where_something_is_no_longer_offered(tmp_path: Path) -> None:
    turns = TURNS.replace("w.price <= coin", "w.price <= coin and w.design is bread")
    parting = followed(tmp_path, WAIT, BUY, turns=turns)
    assert parting.offer is not None
    assert (parting.choices, parting.how) == (0, "")
    assert (parting.offer.choices, parting.offer.seat, parting.offer.question) == (0, "seat 1", "Turn")
    gone = "buy apple.1, buy apple.2, buy apple.3 and 1 more are no longer offered, because of"
    assert parting.offer.how.startswith(gone)
    assert "w.design is bread" in parting.offer.how


def test_a_game_parts_after_the_choice_that_leads_elsewhere(tmp_path: Path) -> None:
    parting = followed(tmp_path, WAIT, BUY, goods=GOODS.replace("price: 1", "price: 2"))
    assert (parting.choices, parting.question, parting.offer) == (2, "Turn: buy apple.1", None)
    assert parting.how == "Coins (seat 2) is 3, not 4"


def test_a_game_that_has_parted_is_followed_to_the_decision_that_offers_something_else(tmp_path: Path) -> None:
    turns = TURNS.replace("wait: gain 1 coin", "wait: lose all coin").replace("lose all coin", "lose 5 coin")
    more = "for each s in seat: ask s: take_turn\n      for each s in seat: ask s: take_turn"
    again = {"turns": TURNS.replace("for each s in seat: ask s: take_turn", more)}
    harsh = {"turns": turns.replace("for each s in seat: ask s: take_turn", more)}
    sides = load_sides(Choice(str(market(tmp_path / "one", **again))), Choice(str(market(tmp_path / "other", **harsh))))
    picked = [Chosen(1, "wait"), Chosen(2, "buy apple.1"), Chosen(1, "wait")]
    parting = follow_replay(sides, "mine", replay_of(sides.before, seats=2, seed=1, choices=picked), {})
    assert (parting.choices, parting.how) == (1, "Coins (seat 1) is 0, not 6")
    assert parting.offer is not None
    assert (parting.offer.choices, parting.offer.seat) == (2, "seat 1")
    assert parting.offer.how == "seat 1 has nothing to decide now"


def test_a_game_that_has_parted_may_offer_the_same_to_its_end(tmp_path: Path) -> None:
    parting = followed(tmp_path, WAIT, BUY, goods=GOODS.replace("start: 5", "start: 6"))
    assert (parting.choices, parting.seat, parting.offer, parting.played) == (0, "", None, 2)
    assert parting.how.startswith("Coins (seat 1) is 6, not 5")


def test_random_games_part_before_the_first_decision_where_the_table_differs(tmp_path: Path) -> None:
    before, after = (
        Choice(str(market(tmp_path / "one"))),
        Choice(str(market(tmp_path / "other", goods=GOODS.replace("start: 5", "start: 6")))),
    )
    for parting in play_both(before, after, 2):
        assert (parting.choices, parting.seat) == (0, "")
        assert parting.how.startswith("Coins (seat 1) is 6, not 5")


# ---- Recorded games of a folder

Variant = Callable[..., Recorded]


@pytest.fixture
def under(tmp_path: Path) -> Variant:
    """Follows the recorded games of a market, by day and by night, under a variant with these lines."""
    folder = market(tmp_path / "one", ruleset=RULESET.replace("[base]", "[base, night]"))
    (folder / "replays").mkdir()
    for name, modules in (("day", ("base",)), ("night", ("base", "night"))):
        game = load_game(str(folder), modules=modules)
        write_replay(folder / "replays" / f"{name}.json", replay_of(game, seats=2, seed=1, choices=[WAIT, BUY]))

    def follow(*lines: str) -> Recorded:
        variant = tmp_path / "mine.yaml"
        head = ["kind: variant", "variant: mine", "title: {en: Mine}", "extends: market"]
        variant.write_text("\n".join([*head, *lines, ""]), "utf-8")
        before, after = Choice(str(folder)), Choice(str(folder), variant=variant)
        return follow_own(read_side("market", before), read_side("mine", after))

    return follow


def test_each_game_of_the_folder_is_played_with_its_own_modules(under: Variant) -> None:
    found = under("patches:", "  - {change: coin, relative: {start: +1}, because: luck}")
    assert [(each.name.rpartition("/")[2], each.parts) for each in found.partings] == [
        ("day.json", True),
        ("night.json", True),
    ]
    assert (found.apart, found.unfit) == (0, 0)


def test_games_with_other_modules_than_a_variant_picks_are_left_apart(under: Variant) -> None:
    found = under("modules: [base]")
    assert [(each.name.rpartition("/")[2], each.parts) for each in found.partings] == [("day.json", False)]
    assert (found.apart, found.unfit) == (1, 0)


def test_games_without_the_module_that_a_variant_patches_do_not_fit(under: Variant) -> None:
    found = under("patches:", "  - {change: lamp, relative: {max: +1}, because: light}")
    assert [each.name.rpartition("/")[2] for each in found.partings] == ["night.json"]
    assert (found.apart, found.unfit) == (0, 1)


def test_a_recorded_game_that_its_own_rules_refuse_is_told(tmp_path: Path) -> None:
    one, other = market(tmp_path / "one"), market(tmp_path / "other", turns=TURNS.replace("wait:", "rest:"))
    replay = tmp_path / "mine.json"
    write_replay(replay, replay_of(load_game(str(other)), seats=2, seed=1, choices=[Chosen(1, "rest")]))
    side = read_side("market", Choice(str(one)))
    with pytest.raises(Unplayable, match=r'mine.json cannot be played on market: choice 1 .*: "rest" is not offered'):
        follow_named(side, side, [replay])


def test_a_limit_on_both_sides_is_an_end_like_others(tmp_path: Path) -> None:
    endless = TURNS.replace("wait: gain 1 coin", "wait: repeat while coin >= 0: gain 0 coin")
    begun = TURNS.replace("for each s in seat: ask s: take_turn", "repeat while seat(1).coin >= 0: gain 0 seat(1).coin")
    for number, turns in enumerate((endless, begun)):
        one, other = market(tmp_path / f"one{number}", turns=turns), market(tmp_path / f"other{number}", turns=turns)
        for parting in play_both(Choice(str(one)), Choice(str(other)), 3):
            assert not parting.parts


def test_a_game_that_stopped_at_a_limit_and_now_goes_on_parts_there(tmp_path: Path) -> None:
    endless = TURNS.replace("wait: gain 1 coin", "wait: repeat while coin >= 0: gain 0 coin")
    begun = TURNS.replace("for each s in seat: ask s: take_turn", "repeat while seat(1).coin >= 0: gain 0 seat(1).coin")
    now = Choice(str(market(tmp_path / "now")))
    (at_once,) = play_both(Choice(str(market(tmp_path / "begun", turns=begun))), now, 1)
    assert at_once.how.startswith("it continues beyond a limit that stopped it: ")
    played = play_both(Choice(str(market(tmp_path / "endless", turns=endless))), now, 12)
    offers = [parting.offer.how for parting in played if parting.offer is not None]
    assert offers
    assert [how for how in offers if not how.startswith("it continues beyond a limit that stopped it: ")] == []
