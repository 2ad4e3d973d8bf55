"""What table lines say of values that are more than one thing: lists, records, many spaces, quantities of a thing."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.model.game import Game
from interpreter.observe.table import table_lines
from tests.unit.compile.small_games import begun, game_of

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
