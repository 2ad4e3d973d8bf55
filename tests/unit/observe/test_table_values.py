"""What table lines say of values that are more than one thing: lists, records, many spaces, quantities of a thing."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.sight.sight import members
from rulewright.observe.words.table import details, table_lines
from rulewright.observe.words.table_values import Sight, value_of
from rulewright.play.policies.policies import POLICIES
from tests.unit.core.compile.small_games import begun, faults_of, game_of

CRATES = """\
kinds:
  - id: crate
    title: {en: Crate}
    fields:
      goods: {type: list, of: mark}
      sizes: {type: list, of: number}
      levels: {type: list, of: {at: number, mark: mark}}
enumerations:
  - {id: mark, values: [{id: red, title: {en: Rouge}}, {id: blue, title: {en: Azure}}, dull]}
components:
  - {id: chest, kind: crate, title: {en: Chest}, goods: [red, dull, blue], sizes: [2, 3],
     levels: [{at: 2, mark: red}, {at: 4, mark: blue}], source: {doc: DOC, place: a}}
"""


def shown(game: Game, seat: int | None = 0) -> list[str]:
    return table_lines(game, begun(game), seat)


@pytest.mark.parametrize(
    ("field", "said"),
    [("goods", "Rouge, dull, Azure"), ("sizes", "2 3"), ("levels", "at 2 mark Rouge, at 4 mark Azure")],
)
def test_a_list_shows_the_titles_of_what_it_names(tmp_path: Path, field: str, said: str) -> None:
    line = f'table:\n  - {{id: crates, per: [crate], line: "{{crate}}: {{crate.{field}}}."}}\n'
    assert shown(game_of(tmp_path, "gain 1 coin", CRATES + line)) == [f"  Chest: {said}."]


def test_a_list_in_the_text_of_a_kind_shows_titles_as_well(tmp_path: Path) -> None:
    lines = (
        'table:\n  - {id: crates, per: [crate], line: "{crate}"}\n'
        '  - {id: text, of: crate, line: "{title}[ of {goods}]"}\n'
    )
    assert shown(game_of(tmp_path, "gain 1 coin", CRATES + lines)) == ["  Chest of Rouge, dull, Azure"]


PIER = """\
zones:
  - {id: pier_row, holds: card, spaces: 9, visible: all}
table:
  - {id: row_line, line: "{pier_row}."}
  - {id: last_line, per: [1..9], columns: 9, line: "{pier_row}"}
"""


@pytest.mark.parametrize(
    ("spaces", "said"),
    [
        ([], "-."),
        ([1], "A  8 x -."),
        ([2, 8], "-  A  5 x -  A  -."),
        ([9], "8 x -  A."),
        ([3, 5], "-  -  A  -  A  -  -  -  -."),
        ([2, 6, 9], "-  A  -  -  -  A  -  -  A."),
        ([1, 2, 3, 4, 5, 6, 7], "A  A  A  A  A  A  A  -  -."),
    ],
)
def test_five_empty_spaces_in_a_row_are_counted(tmp_path: Path, spaces: list[int], said: str) -> None:
    more = (
        "components:\n  - {id: raft, kind: card, copies: 9, steps: [], title: {en: A}, source: {doc: DOC, place: a}}\n"
    )
    moves = "\n".join(f"move first(c in deck where c.design is raft) to pier_row[{space}]" for space in spaces)
    game = game_of(tmp_path, moves or "gain 1 coin", more + PIER)
    lines = shown(game)
    assert lines[0] == said
    assert lines[1].split() == ["A" if space in spaces else "-" for space in range(1, 10)]


# ---- Quantities of a thing

PRICED = """\
quantities:
  - {id: fare, takes: {c: card}, amount: c.cost + coin - 6}
  - {id: depth, takes: {c: card_piece}, amount: "count(other in deck where other is not c)"}
  - {id: dearer, takes: {c: card, more: number}, gives: card, amount: "first(d in card where d.cost > c.cost + more)"}
  - {id: toll, takes: {p: pier}, amount: "7"}
  - {id: nothing, takes: {c: card}, amount: "0"}
table:
"""


def fared(folder: Path, line: str) -> Game:
    return game_of(folder, "ask seat(2): gain 3 coin", PRICED + f"  - {{id: text, of: card, {line}}}\n")


def test_details_show_a_quantity_that_takes_the_thing_for_who_looks(tmp_path: Path) -> None:
    game = fared(tmp_path, 'line: "{title}", details: "costs {fare(it)}"')
    state = begun(game, seats=2)
    boat = game.blueprint.domains["card"].names.index("boat")
    piece = next(n for n, each in enumerate(game.blueprint.pieces) if each.design == "boat")
    assert [details(game, state, seat, "card", boat) for seat in (0, 1, None)] == ["costs 4", "costs 7", "costs 4"]
    assert details(game, state, 1, PieceOf("card"), piece) == "costs 7"


def test_a_part_is_left_out_where_a_quantity_is_0_none_or_takes_a_piece(tmp_path: Path) -> None:
    shown = "[p{fare(it)}][ d{depth(it)}][ {dearer(it, 0)}][ n{nothing(it)}]"
    game = fared(tmp_path, f'line: "{{title}}", details: "{shown}"')
    state = begun(game, seats=1)
    crane = game.blueprint.domains["card"].names.index("crane")
    boat = next(n for n, each in enumerate(game.blueprint.pieces) if each.design == "boat")
    assert details(game, state, 0, "card", crane) == "p2 A"
    assert details(game, state, 0, PieceOf("card"), boat) == "p4 d3", "how many lie in the deck is no secret"
    assert details(game, state, None, PieceOf("card"), boat) == "p4 d3"


def test_a_line_of_a_kind_shows_it_wherever_it_is_shown(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        "move first(c in deck where c.design is crane) to quay[2]",
        PRICED + '  - {id: text, of: card, line: "{title} ${fare(it)}"}\n  - {id: row, line: "{quay}"}\n',
    )
    assert shown(game) == ["-  B $2  -"]


@pytest.mark.parametrize(
    ("hole", "said"),
    [
        ("{fire(it)}", "'fire' is not a quantity; did you mean 'fare'?"),
        ("{fare()}", "'fare' takes 1 in parentheses, not 0"),
        ("{fare(it, it)}", "'fare' takes 1 in parentheses, not 2"),
        ("{fare(that)}", "'that' is neither in 'per' of the line nor the name of a thing"),
        ("{toll(it)}", "'toll' takes a pier; 'it' is a card"),
        ("{dearer(it, it)}", "'dearer' takes a number; 'it' is a card"),
        ("{coin[1]}", "'coin' is not a quantity"),
        ("{fare(it}", "a brace is unmatched"),
        ("{fare}", "'fare' is not a field of 'card'"),
    ],
)
@pytest.mark.parametrize("key", ["line", "details"])
def test_a_wrong_quantity_of_a_thing_is_a_diagnostic(tmp_path: Path, key: str, hole: str, said: str) -> None:
    other = 'line: "{title}", ' if key == "details" else ""
    entry = f'  - {{id: text, of: card, {other}{key}: "{hole}"}}\n'
    faults = faults_of(tmp_path, "gain 1 coin", PRICED + entry)
    assert [each.code for each in faults] == ["unknown-name"]
    assert said in f"{faults[0].message}; {faults[0].hint}"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('line: "{toll(boat)}"', "'toll' takes a pier; 'boat' is not one"),
        ('line: "{toll(1)}"', "'toll' takes a pier, not the number 1"),
        ('per: [card], line: "{toll(card)}"', "'toll' takes a pier; 'card' is a card"),
        ('per: [1..3], line: "{toll(1..3)}"', "'toll' takes a pier; '1..3' is a number"),
        ('per: [card], line: "{dearer(card, card)}"', "'dearer' takes a number; 'card' is a card"),
        ('line: "{dearer(boat, north)}"', "'dearer' takes a number; 'north' is not one"),
        ('line: "{toll(it)}"', "'it' is neither in 'per' of the line nor the name of a thing"),
    ],
)
def test_what_a_line_gives_a_quantity_must_fit_it(tmp_path: Path, line: str, said: str) -> None:
    faults = faults_of(tmp_path, "gain 1 coin", PRICED + f"  - {{id: text, {line}}}\n")
    assert [each.code for each in faults] == ["unknown-name"]
    assert said in faults[0].message


def test_what_a_line_gives_a_quantity_is_found_by_its_type(tmp_path: Path) -> None:
    lines = '  - {id: a, line: "{toll(south)} {dearer(crane, 0)}"}\n'
    lines += '  - {id: b, per: [card, 0..1], line: "{dearer(card, 0..1)}"}\n'
    assert shown(game_of(tmp_path, "gain 1 coin", PRICED + lines)) == ["7 A", "  -", "  -", "  A", "  A"]


def test_how_many_hidden_pieces_there_are_counts_but_not_which_ones() -> None:
    game = rw.load_game("whist")
    state, draws = rw.start(game, seats=4, seed=5), Draws(5)
    for _ in range(44):
        rw.step(game, state, POLICIES["random"](game, state, draws))
    sight = Sight.of(game, state, 0, "en")
    taken = next(each for each in game.blueprint.families if each.id == "taken")
    held = [len(state[slot]) for _, slot in members(game.blueprint, taken, 4)]
    assert sum(held) > 0
    assert [value_of(sight, "tricks", seat, ())[0] for seat in range(4)] == [str(each // 4) for each in held]
