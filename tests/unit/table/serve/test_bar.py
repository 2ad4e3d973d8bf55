"""The bar offers what is about nothing on the table; where that is one thing, it stays there when it is not open."""

from __future__ import annotations

import re
from pathlib import Path

from tests.reference.games import write_small
from tests.unit.table.serve.visitors import visiting

CONTENT = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
components:
  - {id: red, kind: card, copies: 4, title: {en: Red}, source: {doc: DOC, place: a}}
  - {id: blue, kind: card, title: {en: Blue}, source: {doc: DOC, place: a}}
counters: [{id: coin, title: {en: Coins}, start: 1, min: 0, max: 9}]
zones:
  - {id: shelf, holds: card, visible: all, start: "true", title: {en: Shelf}}
  - {id: taken, holds: card, visible: all, title: {en: Taken}}
procedures:
  - id: play
    title: {en: Turn}
    does: |
      repeat 3:
        choose:
          take for card in shelf: move card to taken
          pass: pay 1 coin
    wording: {take: {en: Take}, pass: {en: Pass}}
"""
SHUT = r'<button type="button" class="second nowhere" aria-disabled="true" data-why="pass">Pass</button>'
OPEN = r'<button class="second nowhere" name="option" value="-?\d+" form="choosing" title="Pass">Pass</button>'


def test_the_way_to_pass_is_in_the_bar_and_says_why_it_is_not_open(tmp_path: Path) -> None:
    write_small(tmp_path / "small", CONTENT, 1, 2)
    name = str(tmp_path / "small")
    with visiting(names=(name,)) as visitor:
        path = visitor.new_table(name, ("human",))
        page = visitor.get(path).text
        assert len(re.findall(OPEN, page)) == 1
        assert SHUT not in page
        page = visitor.choose(path, "pass").text
        assert page.count(SHUT) == 1
        assert not re.search(OPEN, page)
        assert "Coins" in visitor.part(f"{path}why?option=pass")


def test_where_there_is_more_than_one_such_option_none_is_shown_that_is_not_open(tmp_path: Path) -> None:
    more = CONTENT.replace("pass: pay 1 coin", "pass: pay 1 coin\n          wait: nothing")
    write_small(tmp_path / "small", more, 1, 2)
    name = str(tmp_path / "small")
    with visiting(names=(name,)) as visitor:
        path = visitor.new_table(name, ("human",))
        assert 'title="wait"' in visitor.get(path).text
        page = visitor.choose(path, "pass").text
        assert "aria-disabled" not in page
        assert 'title="wait"' in page
