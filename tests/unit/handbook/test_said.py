"""What components print as effects and tests stands in the handbook in words of people, above its text."""

from __future__ import annotations

import pytest

from rulewright.handbook.gathering import material_of
from rulewright.handbook.page import handbook


def test_what_a_card_needs_and_gives_is_told_in_words_in_each_language() -> None:
    material = material_of("skymines", ("base", "moon"))
    english, polish = (handbook(material, each).html for each in ("en", "pl"))
    assert '<p class="said">at least 2 units of minerals and 1 energy point</p>' in english
    assert '<p class="said">gain 1 CrypCoin, then use 1 research point</p>' in english
    assert '<p class="said">otrzymaj: 1 crypcoin, potem wykorzystaj 1 punkt badań</p>' in polish


@pytest.mark.slow
def test_a_page_of_all_modules_tells_what_each_of_them_prints() -> None:
    material = material_of("skymines")
    told = {name for each in material.games for name in each.printed}
    assert {each.id for each in material.section("components")} <= told
    assert "Luna gains the most valuable share</p>" in handbook(material, "en").html
