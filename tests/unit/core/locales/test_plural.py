"""Plural forms: each language of the table chooses as CLDR does, and a text is counted in its own language."""

from __future__ import annotations

import pytest

from rulewright.core.locales.plural import categories, form_for, n_forms
from rulewright.core.locales.plural_rules import PLURAL_RULES

NUMBERS = (*range(31), *range(100, 132), *range(1000, 1004))
SIGNS = {"z": "zero", "o": "one", "t": "two", "f": "few", "m": "many", "x": "other"}
# Of each number above, as another implementation (Babel 2.19) reads the same data.
CHOSEN = {
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "id ja ko lo ms my th yue zh",
    "xoxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": (
        "af az bg ca da de el en eo es et eu fi fo gl hu it ka kk ky lb ml mn mr nb ne nl nn no pt-PT rm sq sv sw "
        "ta te tr ur uz"
    ),
    "ooxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "am bn fa fr gu hi hy kn pa pt vi zu",
    "xoxxxxxxxxxxxxxxxxxxxoxxxxxxxxxxoxxxxxxxxxxxxxxxxxxxoxxxxxxxxxoxoxx": "is mk",
    "zoxxxxxxxxzzzzzzzzzzzoxxxxxxxxzzoxxxxxxxxzzzzzzzzzzzoxxxxxxxxzozoxx": "lv",
    "xotxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "he",
    "xofffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "cs sk",
    "xofffxxxxxxxxxxxxxxxxofffxxxxxxxofffxxxxxxxxxxxxxxxxofffxxxxxxoxoff": "bs hr sr",
    "xoffffffffxxxxxxxxxxxoffffffffxxoffffffffxxxxxxxxxxxoffffffffxoxoff": "lt",
    "foffffffffffffffffffxxxxxxxxxxxxfffffffffffffffffffxxxxxxxxxxxxxfff": "ro",
    "mofffmmmmmmmmmmmmmmmmmfffmmmmmmmmfffmmmmmmmmmmmmmmmmmfffmmmmmmmmmff": "pl",
    "mofffmmmmmmmmmmmmmmmmofffmmmmmmmofffmmmmmmmmmmmmmmmmofffmmmmmmomoff": "be ru uk",
    "xotffxxxxxxxxxxxxxxxxxxxxxxxxxxxotffxxxxxxxxxxxxxxxxxxxxxxxxxxxxotf": "sl",
    "xotffffffffotfffffffxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "gd",
    "xotffffmmmmxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "ga",
    "fotffffffffmmmmmmmmmxxxxxxxxxxxxxxffffffffmmmmmmmmmxxxxxxxxxxxxxxxf": "mt",
    "zotffffffffmmmmmmmmmmmmmmmmmmmmxxxffffffffmmmmmmmmmmmmmmmmmmmmmxxxf": "ar",
    "zotfxxmxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "cy",
}


@pytest.mark.parametrize("language", [each for row in PLURAL_RULES for each in row.languages.split()])
def test_a_language_chooses_as_cldr_does(language: str) -> None:
    signs = next(signs for signs, listed in CHOSEN.items() if language in listed.split())
    found = [form_for(str(number), categories(language), language) for number in NUMBERS]
    assert found == [SIGNS[each] for each in signs]
    assert set(found) == set(categories(language)), "each form goes with some number"


def test_at_least_forty_languages_have_a_row_each_once() -> None:
    listed = [each for row in PLURAL_RULES for each in row.languages.split()]
    assert len(listed) >= 40
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize(
    ("language", "forms"), [("pl-PL", 3), ("pt", 2), ("pt-PT", 2), ("zh-Hant-TW", 1), ("xx", 2), ("", 2), ("../pl", 2)]
)
def test_a_region_counts_as_its_language_and_an_unknown_language_as_english(language: str, forms: int) -> None:
    assert n_forms(language) == forms


def test_portugal_counts_otherwise_than_brazil() -> None:
    assert [form_for("0", ("ponto", "pontos"), each) for each in ("pt", "pt-PT")] == ["ponto", "pontos"]


@pytest.mark.parametrize("language", ["ja", "pl", "ar", "xx"])
def test_an_english_text_is_counted_in_english_whoever_reads_it(language: str) -> None:
    assert [form_for(each, ("coin", "coins"), language) for each in ("0", "1", "5", "22")] == [
        "coins", "coin", "coins", "coins",
    ]  # fmt: skip


def test_what_is_no_number_has_the_last_form_and_a_sign_changes_nothing() -> None:
    forms = ("moneta", "monety", "monet")
    assert [form_for(each, forms, "pl") for each in ("?", "", "-3", "1")] == ["monet", "monet", "monety", "moneta"]
