"""What the language was given for boards, viewers, sets and ends is known to everything that knows the language.

One small ruleset uses each construct in a procedure of its own. Screens, bots and texts of people have tests that go
through all words or all rulesets (`test_every_word.py`, `test_words_of_people.py`, `test_every_section.py`).
"""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from rulewright.author.difference.wording import Wording
from rulewright.author.editor.explain.search import meanings
from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.handbook_page import handbook
from rulewright.author.testing.mutation.measure import stages_of
from rulewright.author.testing.mutation.mutants import mutants_of
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect
from rulewright.core.language.unparse import unparse_effect
from rulewright.core.pipeline import Choice, build_ruleset
from tests.properties.random_lockstep import CONSTRUCTS
from tests.reference.checkout import ROOT
from tests.reference.games import write_small
from tests.reference.lockstep import parting, small_pair
from tests.unit.author.difference.market import compared


class Construct(NamedTuple):
    """An effect that uses one, the word that `explain` is asked for, and what random rulesets call it."""

    effect: str
    word: str
    called: str
    page: str = ""
    """What the page of the language has of it, where that is not the word."""


USED = {
    "few": Construct("pick 2 c from hand\nmove c to row", "pick several", "pick of several", "pick 2 cards"),
    "up_to": Construct("pick up to 2 c from hand where c.cost > 1\nmove c to row", "pick several", "pick of several"),
    "any_of": Construct("pick any c from hand distinct by c.cost\nmove c to row", "pick several", "pick of several"),
    "two_sets": Construct(
        "choose:\n  hit for c in hand, s in others where s.coin > c.cost: lose 1 s.coin\n  rest: gain 1 coin",
        "choose", "options over two sets", "hit for d in deed, s in others",
    ),
    "any_order": Construct(
        "in any order:\n  first: gain coin coin\n  second for s in others where s.coin > 0: gain 1 coin",
        "in any order", "parts in any order", "in any order",
    ),
    "those": Construct("let cheap = (c in hand where c.cost < 3)\nmove cheap to row", "let", "set under a name"),
    "without": Construct("let rest = hand - row\ngain size(rest) coin", "-", "A - B", "A - B"),
    "without_one": Construct("let rest = hand - top(hand)\nmove rest to row", "-", "A - thing", "with a thing"),
    "with_one": Construct("for each s in others + me: gain 1 s.coin", "+", "A + thing", "with a thing"),
    "ranked": Construct(
        "move first(c in hand by most c.cost > 2, least c.cost) to row", "most", "by a test", "least x.up"
    ),
    "all_hands": Construct("gain size(hand[all]) coin", "[ ]", "all of a family", "hand[all]"),
    "given": Construct("let stood = doubts(2)\nif stood: gain 2 coin", "stop with", "gives"),
    "given_set": Construct("let dear = dear_ones\nmove dear to row", "stop with", "gives: set", "s.bids"),
    "on_thing": Construct("pick c from hand where c.suits(coin)\nmove c to row", "test", "test or amount with takes",
                          "man.reaches(there)"),
    "before_all": Construct("later: gain 1 coin\nlater first: lose 2 coin", "later", "later first"),
    "as_far": Construct("gain count(x in ray(a1, east) while stone[x] is not me) coin", "while", "while, until"),
    "up_to_one": Construct("gain count(x in ray(a1, east) until stone[x] is me) coin", "until", "while, until"),
    "in_line": Construct(
        "if any(b in borders(b2) where count(x in reach(b) while stone[x] is me) > 1): gain 1 coin",
        "reach", "reach, ray",
    ),
    "group": Construct("gain count(x in reach(b2) while stone[x] is me) coin", "reach", "reach, ray"),
    "turned": Construct(
        "if exists(step(b2, turn(north, coin))): gain 1 coin", "turn", "turn, opposite", "turn(bow, 1)"
    ),
    "behind": Construct("gain count(x in ray(b2, opposite(east)) while exists(stone[x])) coin", "opposite",
                        "turn, opposite", "turn(bow, 1)"),
    "beside": Construct("pick x from neighbours(b2) where x.row > 1\nset stone[x] to me", "neighbours",
                        "neighbours, borders"),
    "far": Construct("gain distance(x in reach(a1) while not exists(stone[x]) where x is c3) coin", "distance",
                     "distance"),
    "road": Construct("gain longest_way((b in fields where stone[b.near] is me)) coin", "longest_way", "longest_way"),
    "next_one": Construct("gain 1 left(me).coin\nlose 1 right(me).coin", "left", "left, right"),
    "passed_on": Construct("pass hand to left", "pass", "pass to a neighbour", "pass hand to left"),
    "shown": Construct("show hand to others\ngain 1 coin", "show", "show"),
    "thrown": Construct(
        "pick d from cup\nroll d\ngain d.face coin\nroll die", "roll piece", "roll of a piece", "roll d"
    ),
    "counted": Construct("gain 1 seen\nif seen > 2: gain 1 coin", "positions", "positions", "*positions*"),
    "won": Construct("if coin > 8: end game won by me as flood", "end game won by", "end won, lost, drawn"),
    "lost": Construct("if coin > 7: end game lost by me", "end game lost by", "end won, lost, drawn"),
    "drawn": Construct("if coin = 7: end game drawn", "end game drawn", "end won, lost, drawn"),
    "out": Construct("if coin > 7: end game for me", "end game for", "end game for"),
    "finished": Construct("if coin > 7: end game ahead for me", "end game ahead for", "end game for"),
    "passing": Construct(
        "ask in turn until rich:\n  choose:\n    stay: gain 1 coin\n    leave: set rich to true",
        "ask in turn", "ask in turn while, until", "ask in turn until",
    ),
    "in_rounds": Construct(
        "ask in turn s in others by most s.coin while s.coin < 7: gain 1 coin", "ask in turn",
        "ask in turn while, until", "while TEST",
    ),
    "balloted": Construct("pick coin from 0..3\npick bid from (n in 1..4 where n > coin)", "pick", "pick that sets",
                          "pick bid from"),
    "switched": Construct("if not rich: set rich to coin > 3\nelse: gain 1 coin", "set", "counters of truths",
                          "start: false"),
    "emptied": Construct("set bid to none if coin > 3 else (bid or else coin) + 1", "none", "counters that may be none",
                         "start: none"),
    "partner": Construct("if me.team is odd: gain 1 coin", "teams", "teams, outcomes", "s.team"),
}  # fmt: skip
WORLD = """\
kind: content
kinds:
  - id: card
    title: {en: Card}
    fields:
      cost: {type: number, default: 1, about: Its price}
      suits: {type: test, optional: true, takes: {n: number}, about: Whether it suits}
  - {id: field, title: {en: Field}}
  - {id: cube, title: {en: Cube}, faces: 1..6}
components:
  - {id: "c_{cost}", kind: card, title: {en: "Card {cost}"}, each: {cost: 1..5}, copies: 4, suits: n > 1,
     source: {doc: DOC, place: a}}
  - {id: die, kind: cube, title: {en: Die}, copies: 2, source: {doc: DOC, place: a}}
maps:
  - {id: fields, title: {en: Fields}, regions: field, grid: [3, 3], steps: both}
markers:
  - {id: stone, title: {en: Stone}, per: [field], "on": seat}
counters:
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 9, start: 4, visible: owner}
  - {id: rich, title: {en: Rich}, per: [seat], start: false}
  - {id: bid, title: {en: Bid}, min: 0, max: 9, start: none}
zones:
  - {id: deck, title: {en: Deck}, holds: card, visible: none, start: "true", refill: row, keeps_top: true}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: viewer is not seat, sort_by: [cost]}
  - {id: row, title: {en: Row}, holds: card, visible: all}
  - {id: cup, title: {en: Cup}, holds: cube, visible: all, start: "true"}
positions:
  - {id: seen, of: [stone]}
teams:
  - {id: odd, title: {en: Odd}, who: me.number % 2 = 1}
outcomes:
  - {id: flood, title: {en: Flood}}
scoring:
  - {id: halved, title: {en: Halves}, amount: coin, halves: true}
procedures:
  - id: doubts
    title: {en: Doubts}
    takes: {n: number}
    gives: truth
    asks: {en: "Do you doubt the {n}?"}
    tells: {believe: {en: believes it}}
    does: |
      choose:
        challenge: stop with true
        believe: stop with n > 3
  - {id: dear_ones, title: {en: Dear ones}, gives: set of card_piece, does: stop with (c in hand where c.cost > 3)}
  - id: play
    title: {en: Play}
    does: |
      shuffle deck
      repeat 12: for each s in seat: ask s: turn
  - id: turn
    title: {en: Turn}
    does: |
      draw 2 from deck to hand
      choose:
"""
SCENARIO = """\
kind: scenarios
scenarios:
  - {scenario: the row begins empty, rules: [one], given: {seats: 2, arrange: nothing}, then: [size(row) = 0]}
"""


def content(plus: str = "") -> str:
    """The ruleset; with `plus`, each procedure that uses a construct does that as well."""
    options = "".join(f"        way_{name}: {name}\n" for name in USED)
    procedures = "".join(
        f"  - id: {name}\n    title: {{en: {name.replace('_', ' ').title()}}}\n    does: |\n"
        + "".join(f"      {line}\n" for line in (each.effect + plus).splitlines())
        for name, each in USED.items()
    )
    return WORLD + options + procedures


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("constructs")
    write_small(folder / "small", content(), 2, 4)
    (folder / "small" / "scenarios").mkdir()
    (folder / "small" / "scenarios" / "start.yaml").write_text(SCENARIO, encoding="utf-8")
    return folder / "small"


@cache
def page() -> str:
    return (ROOT / "docs" / "reference" / "language.md").read_text("utf-8").partition("## The specification")[0]


@pytest.mark.parametrize("name", USED)
def test_it_is_laid_out_explained_and_on_the_page_of_the_language(name: str) -> None:
    construct = USED[name]
    tree = parse_effect(construct.effect)
    assert not isinstance(tree, Mistake)
    assert unparse_effect(tree).strip() == construct.effect
    assert meanings(construct.word, (), "en")[0]
    assert (construct.page or construct.word.partition(" ")[0]) in page()
    assert construct.called in CONSTRUCTS


def test_all_of_them_are_played_alike_by_both_back_ends_and_the_reference() -> None:
    pair = small_pair(content(), 2, 4)
    for seed in range(3):
        assert not parting(pair, seed, walks=True)


def test_each_is_a_place_of_coverage(root: Path) -> None:
    plan = build_ruleset(Choice(str(root))).cover_plan()
    assert {each.id.text.partition(".")[0] for each in plan.places} >= set(USED)


def test_each_can_be_changed_to_see_whether_scenarios_notice(root: Path) -> None:
    found = stages_of([root], lambda done, of: None)
    assert not found.diagnostics
    assert {each.text.entry for each in mutants_of(found.stages)} >= set(USED)


def test_the_handbook_has_each_as_its_author_wrote_it(root: Path) -> None:
    told = re.sub(r"<[^>]+>", "", handbook(material_of(str(root)), "en").html)
    told = " ".join(html.unescape(told).split())
    assert [name for name, each in USED.items() if each.effect.splitlines()[0] not in told] == []


def test_a_change_to_each_is_told(root: Path, tmp_path: Path) -> None:
    write_small(tmp_path / "small", content("\ngain 1 coin"), 2, 4)
    found = compared(root, tmp_path / "small")
    assert {each.id for each in found.entries if each.status == "changed"} == set(USED)
    assert "\n".join(Wording(found, whole=True).lines()).count("gain 1 coin") >= len(USED)
