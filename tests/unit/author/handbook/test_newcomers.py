"""The player's part of a handbook: lessons in reading order, the table and its cards drawn, questions, examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.handbook_page import handbook
from rulewright.core.pipeline import Choice, examine
from rulewright.native.loading import load_game
from rulewright.table.pages.html import text
from rulewright.table.primer.gathered import set_up
from tests.unit.author.handbook.strict_html import read
from tests.unit.cli.commands import PEBBLES

LESSONS = """\
kind: content
lessons:
  - {id: late, part: end, text: {en: "It ends <soon>.", pl: Wnet koniec.}}
  - id: early
    part: goal
    title: {en: Above all}
    text:
      en: |
        Have most.

        Mind:
        - the first point
        - the second,
          on two lines
  - {id: asked, part: choice, during: take_turn, text: {en: Costs nothing.}}
"""


@pytest.fixture
def pebbles(tmp_path: Path) -> Path:
    root = tmp_path / "pebbles"
    for path in PEBBLES.rglob("*.yaml"):
        copy = root / path.relative_to(PEBBLES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    (root / "base" / "lessons.yaml").write_text(LESSONS, "utf-8")
    return root


def player_part(page: str) -> str:
    return page.partition('id="authors"')[0]


def test_lessons_are_read_in_the_order_of_a_rule_book(pebbles: Path) -> None:
    page = handbook(material_of(str(pebbles)), "en").html
    assert read(page).faults == []
    own = player_part(page)
    assert own.index("Above all") < own.index("It ends &lt;soon&gt;.")
    assert "<p>Have most.</p><p>Mind:</p><ul><li>the first point</li><li>the second, on two lines</li></ul>" in own
    assert "Costs nothing." in own


def test_a_lesson_is_in_the_language_of_the_page_or_marked_as_english(pebbles: Path) -> None:
    own = player_part(handbook(material_of(str(pebbles)), "pl").html)
    assert "Wnet koniec." in own
    assert re.search(r'<article lang="en" class="lesson"><h4>Above all</h4>', own)


def test_a_step_or_choice_names_what_there_is(pebbles: Path) -> None:
    wrong = LESSONS.replace("during: take_turn", "during: take_turns")
    wrong += "  - {id: odd, part: goal, when: taken, text: {en: No.}}\n"
    (pebbles / "base" / "lessons.yaml").write_text(wrong, "utf-8")
    found = examine(Choice(str(pebbles))).diagnostics
    assert [(each.code, each.span.line) for each in found if each.severity == "error"] == [
        ("unknown-procedure", 15), ("misplaced-key", 16), ("unknown-quantity", 16),
    ]  # fmt: skip


def test_the_table_is_drawn_with_all_its_cards_and_the_examples_of_the_scenarios() -> None:
    own = player_part(handbook(material_of("tutorial"), "en").html)
    cards = own[own.index('id="cards"') :]
    assert [each for each in ("Sprat", "Herring", "Salmon", "Cat", "× 8") if text(each) not in cards] == []
    assert 'class="drawn"' in own[own.index('id="set-up"') : own.index('id="cards"')]
    example = own[own.index("A gull snatches a salmon and carries it home") :]
    assert text("seat 1: Salmon: Beak -> Nest") in example


def test_the_set_up_is_over_where_its_lesson_says_so() -> None:
    game = load_game("skymines")
    assert game.blueprint.procedures[set_up(game)[0][1]].id == "plan_cards"


@pytest.mark.parametrize("name", ["tutorial", "whist", pytest.param("skymines", marks=pytest.mark.slow)])
def test_the_part_for_players_can_be_had_alone_and_leads_nowhere_else(name: str) -> None:
    material = material_of(name)
    whole, alone = (handbook(material, "en", for_players=each).html for each in (False, True))
    page = read(alone)
    assert page.faults == []
    assert [each for each in ("one-page", "set-up", "cards", "examples") if each not in page.ids] == []
    assert [each for each in ("authors", "sources", "words", "procedures") if each in page.ids] == []
    assert len(alone) < len(whole)
