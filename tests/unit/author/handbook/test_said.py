"""What components print as effects and tests stands in the handbook in words of people, above its text."""

from __future__ import annotations

import pytest

from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.handbook_page import handbook


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("pl", ["otrzymaj: 1 crypcoin, potem wykorzystaj 1 punkt badań"]),
        ("en", ["at least 2 units of minerals and 1 energy point", "gain 1 CrypCoin, then use 1 research point"]),
    ],
)
def test_what_a_card_needs_and_gives_is_told_in_words_in_each_language(language: str, said: list[str]) -> None:
    page = handbook(material_of("skymines", ("base", "moon")), language).html
    for each in said:
        assert f'<p class="said">{each}</p>' in page


@pytest.mark.slow
def test_a_page_of_all_modules_tells_what_each_of_them_prints() -> None:
    material = material_of("skymines")
    told = {name for each in material.games for name in each.printed}
    assert {each.id for each in material.section("components")} <= told
    assert "Luna gains the most valuable share</p>" in handbook(material, "en").html
