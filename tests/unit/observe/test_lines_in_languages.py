"""Lines of the table in several languages, and words that go with numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.locales.plural import form_for
from rulewright.core.pipeline import RulesetError
from rulewright.core.run.steps import start
from rulewright.native.loading import load_game
from rulewright.observe.words.table import details, table_lines
from tests.unit.observe.test_table import with_section

FORMS = """\
table:
  - id: stone_text
    of: stone
    line: "{title}"
    details: {en: "{weight|gram|grams}", pl: "{weight|gram|gramy|gramów}"}
  - id: heap_line
    line: {en: "{heap|stone|stones} left", pl: "zostało: {heap:>3|kamień|kamienie|kamieni}"}
"""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "0 coins, 1 coin, 2 coins, 5 coins, 12 coins, 22 coins, 101 coins"),
        ("fr", "0 coin, 1 coin, 2 coins, 5 coins, 12 coins, 22 coins, 101 coins"),
        ("pl", "0 monet, 1 moneta, 2 monety, 5 monet, 12 monet, 22 monety, 101 monet"),
    ],
)
def test_a_number_goes_with_the_form_of_its_language(language: str, told: str) -> None:
    forms = ("moneta", "monety", "monet") if language == "pl" else ("coin", "coins")
    numbers = (0, 1, 2, 5, 12, 22, 101)
    assert ", ".join(f"{each} {form_for(str(each), forms, language)}" for each in numbers) == told


def test_what_is_no_number_goes_with_the_last_form() -> None:
    assert form_for("?", ("coin", "coins"), "en") == "coins"
    assert form_for("-1", ("coin", "coins"), "en") == "coin"


def test_a_line_is_told_in_the_language_of_who_looks(tmp_path: Path) -> None:
    game = load_game(with_section(tmp_path, FORMS))
    state = start(game, seats=2, seed=1)
    assert table_lines(game, state, None, "en")[0] == "9 stones left"
    assert table_lines(game, state, None, "pl")[0] == "zostało:   9 kamieni"
    assert table_lines(game, state, None, "fr")[0] == "9 stones left", "English where a language is missing"


ZERO = """\
quantities:
  - {id: nothing, amount: 0}
table:
  - id: nothing_line
    line: {en: "{nothing|stone|stones} left", pl: "{nothing|kamień|kamienie|kamieni}"}
"""


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "0 stones left"), ("fr", "0 stones left"), ("ar", "0 stones left"), ("pl", "0 kamieni")],
)
def test_english_where_a_language_is_missing_counts_as_english_does(tmp_path: Path, language: str, line: str) -> None:
    game = load_game(with_section(tmp_path, ZERO))
    assert table_lines(game, start(game, seats=2, seed=1), None, language)[0] == line


def test_details_have_the_forms_of_their_language(tmp_path: Path) -> None:
    game = load_game(with_section(tmp_path, FORMS))
    state = start(game, seats=2, seed=1)
    stones = game.blueprint.domains["stone"].names
    told = [[details(game, state, None, "stone", at, each) for each in ("en", "pl")] for at in range(len(stones))]
    assert ["1 gram", "1 gram"] in told
    assert ["2 grams", "2 gramy"] in told


def test_a_line_in_several_languages_changes_no_digest(tmp_path: Path) -> None:
    one = load_game(with_section(tmp_path / "one", FORMS.replace("left", "over")))
    other = load_game(with_section(tmp_path / "other", 'table:\n  - {id: heap_line, line: "{heap}"}\n'))
    assert one.blueprint.digest == other.blueprint.digest


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('"{heap|stone} left"', "'stone': 'en' needs 2 forms of a word, not 1"),
        ('{en: "{heap}", pl: "{heap|kamień|kamienie}"}', "'kamień|kamienie': 'pl' needs 3 forms of a word, not 2"),
        ('{en: "{heap}", pl: "{hap}"}', "nothing is named 'hap'"),
        ('{pl: "{heap}"}', "en"),
    ],
)
def test_a_line_is_checked_in_every_language(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_game(with_section(tmp_path, f"table:\n  - {{id: heap_line, line: {line}}}\n"))
    assert [each for each in caught.value.diagnostics if message in each.message], caught.value.diagnostics
