"""The cards, tiles, plans and tokens of Skymines are complete, fit what the documents tell, and cost what they give."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.reference.checkout import RULESETS, data_of

SKYMINES = RULESETS / "skymines"
COMPANIES = ("skymine", "minerva", "astrogo", "tawac")
RESOURCES = ("carbon", "minerals", "titanium")
FILES = ("cards", "share_cards", "tiles", "plans_a", "plans_b", "plans_c", "special_plans", "tokens")
LETTERS = {"letter_a": 9, "letter_b": 16, "letter_c": 11, "letter_d": 4, "letter_e": 4}

# How hard a requirement is and what a reward is worth, as `plan_values` in reasons_cards.yaml measures them.
HARD = {"other_scientists": {1: 3, 2: 6}, "field_scientists": {1: 4}, "most_of_one": {3: 2, 4: 3, 6: 5}}
WORTH = {"coin": 2, "utilize": 3, "advance_tank": 3, "advance": 3, "advance_any": 4, "remove_outposts": 4}
BANDS = {"plan_a": ((1, 3), (2, 6)), "plan_b": ((3, 5), (6, 10)), "plan_c": ((6, 8), (11, 16))}


def _read(name: str) -> Any:
    return data_of(SKYMINES / name)


ENTRIES = [entry for name in FILES for entry in _read(f"base/{name}.yaml")["components"]]
BY_ID = {entry["id"]: entry for entry in ENTRIES}
CARDS = [entry for entry in ENTRIES if entry["kind"] == "action_card"]
PLANS = [entry for entry in ENTRIES if entry["kind"] == "plan"]
HAND = [card for card in CARDS if card.get("each_seat")]
DECK = [card for card in CARDS if "letter" in card]
LETTERED = [plan for plan in PLANS if plan["letter"] in BANDS]
SPECIAL = [plan for plan in PLANS if plan["letter"] == "plan_special"]
TOKENS = [plan for plan in PLANS if plan["letter"] == "plan_token"]
REASONS = [reason["id"] for reason in _read("base/reasons_cards.yaml")["reasons"]]
RULES = _read("rules.yaml")["rules"]
DOCUMENTS = {document["id"] for document in _read("ruleset.yaml")["documents"]}
BOARD = {entry["id"]: entry for entry in _read("base/words.yaml")["components"]}


def _of(letter: str) -> list[Any]:
    return [plan for plan in PLANS if plan["letter"] == letter]


def _needs(plan: Any) -> dict[str, int]:
    """What a plan requires, as numbers by quantity."""
    if plan["requires"] == "carbon_and_three":
        return {"carbon_and_three": 1}
    needs: dict[str, int] = {}
    for test in plan["requires"].split(" and "):
        quantity, least = test.split(" >= ")
        needs[quantity] = int(least)
    return needs


def _difficulty(plan: Any) -> int:
    return sum(
        6 if quantity == "carbon_and_three" else HARD.get(quantity, {}).get(least, least)
        for quantity, least in _needs(plan).items()
    )


def _worth(plan: Any) -> int:
    reward = plan["reward"].replace("(titanium_units - 1)", "1").removeprefix("may: ")
    worth = 0
    for statement in reward.removeprefix("in any order:").replace("\n", "; ").strip("; ").split("; "):
        words = statement.rpartition(":")[2].split()
        if words[0] in ("gain", "pay"):
            assert words[2] == "coin"
            worth += WORTH["coin"] * int(words[1]) * (-1 if words[0] == "pay" else 1)
        else:
            worth += WORTH[words[0]] * int(words[-1])
    return worth


def _cards_needed(plan: Any) -> int:
    """The fewest cards beside the uploading scientist that meet a plan, with the best cards there are."""
    best = {"energy_points": 3, "other_scientists": 1, "field_scientists": 1}
    return sum(
        2 if quantity == "carbon_and_three" else -(-least // best.get(quantity, 4))
        for quantity, least in _needs(plan).items()
    )


def _numbers(token: Any) -> list[int]:
    """Every number printed on a token; the icon of the scientist has none."""
    icons = [BY_ID[icon]["value"] for icon in token["icons"] if icon != "starting_scientist"]
    texts = " ".join((token["bonus"], token["requires"], token["reward"]))
    return sorted(icons + [int(number) for number in re.findall(r"\b\d+\b", texts)])


# ---- What every entry has


def test_every_id_is_used_once() -> None:
    assert [name for name, times in Counter(entry["id"] for entry in ENTRIES).items() if times > 1] == []


def test_an_entry_has_titles_a_source_and_declared_reasons() -> None:
    for entry in ENTRIES:
        assert entry["title"].keys() == {"en", "pl", "fr"}, entry
        assert entry["source"]["doc"] in DOCUMENTS, entry
        reconstructed = entry.get("reconstructed", {})
        assert set(reconstructed.values()) <= set(REASONS), entry
        assert reconstructed.keys() <= entry.keys() | {"everything"}, entry
        assert [rule for rule in entry.get("rules", []) if rule not in RULES] == [], entry


def test_every_reason_is_given_once_and_used() -> None:
    used = {reason for entry in ENTRIES for reason in entry.get("reconstructed", {}).values()}
    assert sorted(REASONS) == sorted(used)


# ---- Action cards


def test_a_starting_hand_is_nine_different_cards_without_a_field_scientist() -> None:
    faces = [(card["type"], card["value"]) for card in HAND]
    assert len(set(faces)) == len(faces) == 9
    assert {(type_, value) for type_ in RESOURCES for value in (1, 2)} <= set(faces)
    assert ("energy", 2) in faces
    assert ("research_scientist", 2) in faces
    assert "field_scientist" not in {card["type"] for card in HAND}


def test_a_starting_card_costs_what_it_is_worth() -> None:
    assert [card["id"] for card in HAND if card["cost"] != card["value"]] == []


def test_each_seat_has_a_single_energy_card_one_dearer_than_the_seat_before() -> None:
    singles = [card for card in CARDS if card.get("for_seat")]
    assert [(card["id"], card["for_seat"], card["cost"]) for card in singles] == [
        (f"single_energy_{seat}", seat, seat - 1) for seat in (1, 2, 3, 4)
    ]
    assert {(card["type"], card["value"]) for card in singles} == {("energy", 1)}


def test_the_deck_has_44_cards_by_letter() -> None:
    assert Counter(card["letter"] for card in DECK) == LETTERS


def test_the_last_two_letters_are_one_single_share_card_of_each_company() -> None:
    for letter in ("letter_d", "letter_e"):
        cards = [card for card in DECK if card["letter"] == letter]
        assert sorted(card["share"] for card in cards) == sorted(COMPANIES)
        assert {(card["type"], card.get("value", 0)) for card in cards} == {("share", 0)}
    assert {card["letter"] for card in DECK if card["type"] == "share"} == {"letter_d", "letter_e"}


def test_there_are_five_field_scientists_one_a_company_and_an_independent_one() -> None:
    scientists = [card for card in DECK if card["type"] == "field_scientist"]
    assert {card["letter"] for card in scientists} <= {"letter_a", "letter_b", "letter_c"}
    assert sorted(card.get("company", "") for card in scientists) == ["", *sorted(COMPANIES)]


def test_values_stay_within_the_told_bounds() -> None:
    assert {card["value"] for card in DECK if card["type"] in RESOURCES} == {2, 3, 4}
    assert {card["value"] for card in DECK if card["type"] == "energy"} == {2, 3}
    assert {card["value"] for card in DECK if card["type"] == "research_scientist"} == {2, 3}


def test_resources_are_alike_in_every_letter() -> None:
    for letter in LETTERS:
        values = {
            type_: sorted(card["value"] for card in DECK if card["letter"] == letter and card["type"] == type_)
            for type_ in RESOURCES
        }
        assert values["carbon"] == values["minerals"] == values["titanium"]


def test_companies_have_equally_many_shares_on_cards() -> None:
    assert Counter(card["share"] for card in DECK if "share" in card) == dict.fromkeys(COMPANIES, 6)
    assert [card for card in DECK if card["type"] == "energy" and "share" in card], DECK


def test_more_value_of_a_type_costs_more_and_a_share_adds_cost() -> None:
    worth = [card for card in HAND + DECK if card.get("value")]
    for one, other in combinations(worth, 2):
        if one["type"] != other["type"]:
            continue
        if ("share" in one) == ("share" in other):
            difference = one["value"] - other["value"]
            assert (one["cost"] > other["cost"]) == (difference > 0)
            assert (one["cost"] == other["cost"]) == (difference == 0)
        elif one["value"] == other["value"]:
            assert (one["cost"] > other["cost"]) == ("share" in one)


def test_no_deck_card_is_free_and_none_out_of_reach() -> None:
    assert [card for card in DECK if not 1 <= card["cost"] <= 6] == []


@pytest.mark.parametrize(("type_", "total"), [("minerals", 4), ("titanium", 3)])
def test_the_two_unit_cards_of_the_examples_reach_their_total_cost(type_: str, total: int) -> None:
    beside = set(BOARD["board"]["display_costs"])
    assert [card for card in DECK if card["type"] == type_ and card["value"] == 2 if total - card["cost"] in beside], (
        DECK
    )


def test_more_than_one_titanium_card_of_three_units_exists() -> None:
    assert sum(card["type"] == "titanium" and card["value"] == 3 for card in DECK) >= 2


def test_the_four_bonus_tiles_are_what_the_rule_book_prints() -> None:
    tiles = {card["id"]: (card["type"], card.get("value", 0)) for card in CARDS if card.get("tile")}
    assert tiles == {
        "research_scientist_tile": ("research_scientist", 1),
        "field_scientist_tile": ("field_scientist", 0),
        "energy_tile": ("energy", 2),
        "plus_one_tile": ("share", 0),
    }
    assert [card["id"] for card in CARDS if card.get("plus_one")] == ["plus_one_tile"]
    assert "share" not in BY_ID["plus_one_tile"]


# ---- Research plans


@pytest.mark.parametrize("letter", BANDS)
def test_a_letter_has_24_plans_counted_on(letter: str) -> None:
    assert [(plan["id"], plan["number"]) for plan in _of(letter)] == [(f"{letter}_{n:02}", n) for n in range(1, 25)]


def test_no_two_plans_are_the_same() -> None:
    faces = Counter((plan["requires"], plan["reward"]) for plan in LETTERED + TOKENS)
    assert [face for face, times in faces.items() if times > 1] == []


def test_a_plan_has_one_or_two_requirements_that_an_action_area_can_meet() -> None:
    for plan in LETTERED + TOKENS:
        assert 1 <= len(_needs(plan)) <= 2, plan["id"]
        assert _cards_needed(plan) <= 4, plan["id"]


def test_a_plan_is_as_hard_and_as_good_as_its_letter() -> None:
    for plan in LETTERED:
        (easiest, hardest), (least, most) = BANDS[plan["letter"]]
        assert easiest <= _difficulty(plan) <= hardest, plan["id"]
        assert least <= _worth(plan) <= most, plan["id"]


@pytest.mark.parametrize("letter", BANDS)
def test_no_harder_plan_of_a_letter_gives_less(letter: str) -> None:
    graded = [(plan["id"], _difficulty(plan), _worth(plan)) for plan in _of(letter)]
    unfair = [
        (one, other)
        for (one, hard, worth), (other, harder, less) in combinations(sorted(graded, key=lambda it: it[1]), 2)
        if hard < harder and worth > less
    ]
    assert unfair == []


def test_requirements_and_rewards_that_the_documents_tell_all_occur() -> None:
    faces = {plan["requires"]: plan["reward"] for plan in LETTERED}
    assert faces["titanium_units >= 1"] == "gain (titanium_units - 1) coin"
    told = ("energy_points >= 2", "most_of_one >= 4", "carbon_and_three", "other_scientists >= 1")
    assert [test for test in told if test not in faces] == []
    rewards = " ; ".join(plan["reward"] for plan in LETTERED)
    for reward in ("utilize 2", "remove_outposts 1", "remove_outposts 2", "advance_tank", "advance_any", "pay 2 coin"):
        assert reward in rewards
    assert [company for company in COMPANIES if f"advance {company} " not in rewards] == []


def test_requirements_ask_for_the_resources_about_equally_often() -> None:
    asked = Counter(quantity for plan in LETTERED for quantity in _needs(plan))
    times = [asked[f"{type_}_units"] for type_ in RESOURCES]
    assert max(times) - min(times) <= 2


def test_the_special_plans_belong_to_rounds_2_to_7_and_rise() -> None:
    assert [(plan["id"], plan["number"]) for plan in SPECIAL] == [(f"special_{n}", n) for n in range(2, 8)]
    for field in ("pays", "worth"):
        values = [plan[field] for plan in SPECIAL]
        assert values == sorted(set(values))
    assert 2 in {plan["pays"] for plan in SPECIAL}
    assert {4, 8} <= {plan["worth"] for plan in SPECIAL}
    assert [plan for plan in SPECIAL if "requires" in plan or "reward" in plan] == []


def test_the_research_category_of_24_can_be_scored_with_special_plans() -> None:
    track = set(BOARD["standard_board"]["research_values"])
    worths = [plan["worth"] for plan in SPECIAL]
    assert [worth for worth in worths if 24 - worth in track], worths
    assert [worth for worth in worths if worth != 8 if 24 - 8 - worth in track], worths


# ---- Starting tokens


def test_there_are_ten_tokens_and_the_first_four_are_the_seats() -> None:
    assert [(token["id"], token["number"]) for token in TOKENS] == [(f"token_{n}", n) for n in range(1, 11)]


@pytest.mark.parametrize("token", TOKENS, ids=lambda token: token["id"])
def test_a_token_shows_three_different_starting_cards_and_moves_on_one_or_two_tracks(token: Any) -> None:
    assert len(set(token["icons"])) == len(token["icons"]) == 3
    assert set(token["icons"]) <= {card["id"] for card in HAND}
    moves = token["bonus"].split("; ")
    assert 1 <= len(moves) <= 2
    assert [
        move for move in moves if not re.fullmatch(rf"advance ({'|'.join(COMPANIES)}) [1-3]|advance_tank [12]", move)
    ] == []


def test_the_recommended_tokens_have_the_told_bonuses_and_numbers() -> None:
    first, second, third, fourth = TOKENS[:4]
    assert second["bonus"] == "advance skymine 3; advance astrogo 1"
    assert third["bonus"] == "advance minerva 2; advance_tank 1"
    assert _numbers(first) == sorted([2, 2, 1, 2, 1, 2])
    assert _numbers(second) == sorted([1, 3, 1, 2, 1, 1])
    assert sorted(_numbers(third) + _numbers(fourth)) == [1] * 4 + [2] * 8


def test_tokens_favour_no_company() -> None:
    times = Counter(company for token in TOKENS for company in COMPANIES if f"advance {company} " in token["bonus"])
    assert times == dict.fromkeys(COMPANIES, 3)
