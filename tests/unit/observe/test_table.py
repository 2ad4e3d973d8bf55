"""The table as text: with and without a table section, and what is wrong in one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.core.locales.line_text import Hole, parse_line
from rulewright.core.model.game import Game
from rulewright.core.model.kinds import PieceOf
from rulewright.core.pipeline import Choice, RulesetError, build_ruleset
from rulewright.core.run.steps import start
from rulewright.native.loading import load_game
from rulewright.observe.words.table import details, table_lines
from tests.unit.core.compile.small_games import game_of

PEBBLES = Path(__file__).parents[1] / "cli" / "pebbles"

SECTION = """\
table:
  - {id: stone_text, of: stone, line: "{title}[ w{weight}]", details: "weighs {weight}"}
  - {id: top_line, title: {en: Heap}, line: "round {round}, {heap:>3} left, {#bag} in the bag"}
  - {id: seat_line, per: [seat], line: "{seat}: {taken:>2} taken, holds {fist}"}
"""


def with_section(tmp_path: Path, section: str) -> Path:
    copy = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, copy)
    (copy / "base" / "table.yaml").write_text("kind: content\n" + section, "utf-8")
    return copy


def lines(game: Game, seat: int | None) -> list[str]:
    return table_lines(game, start(game, seats=2, seed=1), seat)


def test_without_a_section_every_titled_family_is_shown() -> None:
    shown = "\n".join(lines(load_game(PEBBLES), 0))
    assert "Round: 1   Heap: 9" in shown
    assert "Bag: 4 hidden" in shown
    assert "SEAT 2" in shown


def test_a_section_says_what_each_line_shows(tmp_path: Path) -> None:
    game = load_game(with_section(tmp_path, SECTION))
    shown = lines(game, 0)
    assert shown[:2] == ["Heap", "round 1,   9 left, 4 in the bag"]
    assert shown[2].startswith("  seat 1:  0 taken, holds ")
    assert " w" in shown[2]
    assert shown[3] == "  seat 2:  0 taken, holds 2 hidden"


@pytest.mark.parametrize(("width", "rows"), [(100, 3), (45, 5), (20, 9)])
def test_what_is_too_wide_for_its_columns_is_shown_in_fewer(tmp_path: Path, width: int, rows: int) -> None:
    section = 'table:\n  - {id: numbers, per: [1..9], columns: 3, line: "{1..9} of nine rows"}\n'
    game = load_game(with_section(tmp_path, section))
    shown = [line for line in table_lines(game, start(game, seats=2, seed=1), 0, width=width) if "of nine" in line]
    assert len(shown) == rows
    assert max(map(len, shown)) <= width


def test_a_design_that_a_setting_can_pick_by_name_keeps_its_title(tmp_path: Path) -> None:
    setting = "settings:\n  - {id: favourite, title: {en: Favourite}, values: [flint, chalk], default: flint}\n"
    shown = "\n".join(lines(load_game(with_section(tmp_path, setting + SECTION)), None))
    assert "Flint w2" in shown
    assert "flint" not in shown


def test_who_may_see_everything_is_shown_everything(tmp_path: Path) -> None:
    assert "hidden" not in "\n".join(lines(load_game(with_section(tmp_path, SECTION)), None))


def test_details_are_added_to_options(tmp_path: Path) -> None:
    game = load_game(with_section(tmp_path, SECTION))
    state = start(game, seats=2, seed=1)
    assert details(game, state, 0, PieceOf("stone"), 0) == "weighs 2"
    assert details(game, state, 0, "number", 3) == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{id: a, line: "{haep}"}', "did you mean 'heap'?"),
        ('{id: a, line: "{heap"}', "a brace is unmatched"),
        ('{id: a, per: [seats], line: "{seat}"}', "did you mean 'seat'?"),
        ('{id: a, of: stones, line: "{title}"}', "did you mean 'stone'?"),
        ('{id: a, of: stone, line: "{wieght}"}', "did you mean 'weight'?"),
        ('{id: a, line: "{taken[1, 2]}"}', "'taken' has 1 indexes, not 2"),
        ('{id: a, beside: b, line: "{heap}"}', "no line above is named 'b'"),
    ],
)
def test_a_wrong_name_in_a_line_is_a_diagnostic(tmp_path: Path, line: str, said: str) -> None:
    found = build_ruleset(Choice(str(with_section(tmp_path, f"table:\n  - {line}\n")))).diagnostics
    assert len(found) == 1
    assert said in f"{found[0].message} {found[0].hint}"
    assert found[0].span.file == "pebbles/base/table.yaml"


@pytest.mark.parametrize(("line", "hint"), [
    ('{id: a, line: "{taken[1, 2]}"}', ""), ('{id: a, line: "{taken[pebbl]}"}', ""),
    ('{id: a, per: [seat], line: "{taken[saet]}"}', "did you mean 'seat'?"),
])  # fmt: skip
def test_a_hint_is_about_the_name_that_is_wrong_and_never_names_one_that_is_right(
    tmp_path: Path, line: str, hint: str
) -> None:
    (found,) = build_ruleset(Choice(str(with_section(tmp_path, f"table:\n  - {line}\n")))).diagnostics
    assert found.hint == hint


def test_a_ruleset_with_a_wrong_line_is_not_played(tmp_path: Path) -> None:
    with pytest.raises(RulesetError):
        load_game(with_section(tmp_path, 'table:\n  - {id: a, line: "{haep}"}\n'))


def test_a_line_is_read_into_texts_and_holes() -> None:
    assert parse_line("a {#b:3} {c.d} {e[1, x]:>2.4}") == (
        "a ",
        Hole("b", count=True, width=3),
        " ",
        Hole("c", "d"),
        " ",
        Hole("e", arguments=("1", "x"), width=2, right=True, cut=4),
    )
    assert parse_line("{1..12:2}") == (Hole("1..12", width=2),)


def test_a_line_can_show_the_details_of_what_lies_in_a_zone_and_of_a_thing(tmp_path: Path) -> None:
    more = (
        '  - {id: fists, per: [seat], line: "{seat}: {fist.details}"}\n'
        '  - {id: stone_lines, per: [stone], line: "{stone}: {stone.details}"}\n'
    )
    shown = lines(load_game(with_section(tmp_path, SECTION + more)), 0)
    assert re.fullmatch(r"  seat 1: weighs \d, weighs \d", shown[4])
    assert shown[5] == "  seat 2: 2 hidden"
    assert [line for line in shown[6:] if line.endswith(": weighs 2")], shown


PAIRS = """\
counters: [{id: debt, title: {en: Debt}, per: [seat, seat], min: 0, max: 9}]
markers: [{id: lily, per: [0..9], on: seat}]
quantities:
  - {id: gap, takes: {a: seat, b: seat}, amount: "debt[a, b] - debt[b, a]"}
  - {id: is_pair, takes: {a: seat, b: seat}, gives: truth, amount: a is not b}
"""


def paired(tmp_path: Path, table: str) -> list[str]:
    flow = "set debt[seat(1), seat(2)] to 7; set debt[seat(2), seat(1)] to 3; set lily[3] to seat(2)"
    game = game_of(tmp_path, f"{flow}\nchoose:\n  a: nothing\n  b: nothing", PAIRS + table)
    return [line.strip() for line in table_lines(game, start(game, seats=2, seed=1), 0)]


def test_a_line_for_each_two_of_a_domain_tells_of_both(tmp_path: Path) -> None:
    line = 'per: [seat, seat], when: "is_pair(seat, seat)", line: "{seat} owes {seat} {debt}, {gap(seat, seat)}"'
    shown = paired(tmp_path, f"table:\n  - {{id: debts, {line}}}\n")
    assert shown == ["seat 1 owes seat 2 7, 4", "seat 2 owes seat 1 3, -4"]


def test_a_line_for_one_of_a_domain_lists_what_it_has_with_each_of_them(tmp_path: Path) -> None:
    shown = paired(tmp_path, 'table:\n  - {id: debts, per: [seat], line: "{debt} and {debt[seat, seat]}"}\n')
    assert shown == ["0 7 and 0", "3 0 and 0"]


def test_without_a_section_what_two_seats_have_between_them_is_shown(tmp_path: Path) -> None:
    shown = [line for line in paired(tmp_path, "") if "Debt" in line]
    assert shown == ["Debt: seat 1: 0  seat 2: 7", "Debt: seat 1: 3  seat 2: 0"]


def test_without_a_section_of_many_counters_those_at_their_least_are_left_out(tmp_path: Path) -> None:
    counters = "counters: [{id: berry, title: {en: Berries}, per: [1..6, 1..3], min: 1, max: 9}]\n"
    flow = "set berry[2, 3] to 4; set berry[6, 1] to 2\nchoose:\n  a: set berry[6, 1] to 1\n  b: nothing"
    game = game_of(tmp_path, flow, counters)
    state = start(game, seats=2, seed=1)
    assert [line for line in table_lines(game, state, 0) if "Berries" in line] == ["Berries: 2,3: 4  6,1: 2"]


def test_a_line_for_some_numbers_shows_the_members_of_those(tmp_path: Path) -> None:
    shown = paired(tmp_path, 'table:\n  - {id: pads, per: [2..4], line: "{2..4} {lily}"}\n')
    assert shown == ["2 -", "3 seat 2", "4 -"]


PIECES = """\
quantities:
  - {id: near, gives: card_piece, amount: "quay[1]"}
table:
  - {id: card_text, of: card, line: "{title} at {cost}"}
  - {id: lines, line: "{near}"}
"""


def test_a_piece_that_a_quantity_gives_is_written_as_its_kind_is(tmp_path: Path) -> None:
    game = game_of(tmp_path, "move crane to quay[1]\nchoose:\n  a: nothing\n  b: nothing", PIECES)
    shown = table_lines(game, start(game, seats=1, seed=1), 0)
    assert shown == ["B at 2"]
