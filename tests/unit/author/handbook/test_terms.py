"""Sentences of a handbook lead to the glossary."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.handbook.edition import terms_of
from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.handbook_page import handbook
from rulewright.author.handbook.material import Material
from tests.unit.author.difference.market import LEDGER, market

_WORDS = """\
kind: content
glossary:
  - {id: a_thing, title: {en: Thing, pl: Rzecz}, text: {en: A thing is bought., pl: Rzecz i towary się kupuje.}}
  - {id: all_things, title: {en: "Things <of> all"}, text: {en: More than one thing.}}
  - {id: goods, title: {pl: Towary, en: Wares}, text: {en: Things., pl: Rzecz.}}
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Material:
    ledger = LEDGER.replace("buys one thing", "buys one thing, not two things or something")
    root: Path = market(tmp_path_factory.mktemp("terms"), ledger=ledger)
    (root / "base" / "words.yaml").write_text(_WORDS, "utf-8")
    return material_of(str(root))


def test_a_word_of_the_glossary_is_a_link_where_it_comes_first(told: Material) -> None:
    found = terms_of(told, "en").told("Something, things, a THING & wares")
    thing, wares = ('<a href="#e.a_thing" class="term">things</a>', '<a href="#e.goods" class="term">wares</a>')
    assert found == f"Something, {thing}, a THING &amp; {wares}"


def test_a_longer_term_goes_before_one_that_it_begins_with(told: Material) -> None:
    found = terms_of(told, "en").told("things <of> all")
    assert found == '<a href="#e.all_things" class="term">things &lt;of&gt; all</a>'


def test_a_letter_that_only_looks_like_one_of_a_term_is_none(told: Material) -> None:
    assert terms_of(told, "en").told("a th\u0131ng") == "a th\u0131ng"


def test_a_term_does_not_lead_to_itself(told: Material) -> None:
    assert terms_of(told, "en").told("A thing.", "e.a_thing") == "A thing."


def test_rules_and_explanations_lead_to_terms_in_the_language_they_are_in(told: Material) -> None:
    english, polish = (handbook(told, each).html for each in ("en", "pl"))
    assert 'buys one <a href="#e.a_thing" class="term">thing</a>, not two things' in english
    assert '<span lang="en">A seat buys one <a href="#e.a_thing" class="term">thing</a>' in polish
    assert 'Rzecz i <a href="#e.goods" class="term">towary</a> się kupuje' in polish
    assert 'More than one <a href="#e.a_thing" class="term">thing</a>.' in english
