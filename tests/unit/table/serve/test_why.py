"""A thing on the table that cannot be chosen says why, whatever it is asked for."""

from __future__ import annotations

import re
from pathlib import Path

from tests.reference.games import write_small
from tests.unit.table.serve.visitors import visiting

CONTENT = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
components:
  - {id: red, kind: card, title: {en: Red}, source: {doc: DOC, place: a}}
  - {id: blue, kind: card, title: {en: Blue}, source: {doc: DOC, place: a}}
counters: [{id: coin, title: {en: Coins}, start: 1, min: 0, max: 9}]
zones:
  - {id: shelf, holds: card, visible: all, start: "true", title: {en: Shelf}}
  - {id: taken, holds: card, visible: all, title: {en: Taken}}
procedures:
  - id: play
    title: {en: Turn}
    does: |
      choose:
        buy for card in shelf:
          require count(card in taken) > 0
          move card to taken
        rest: nothing
        wait: nothing
      choose:
        sell for card in shelf:
          pay 2 coin
        leave: nothing
        wait: nothing
    wording: {buy: {en: Buy}, rest: {en: Rest}, sell: {en: Sell}, leave: {en: Leave}, wait: {en: Wait}}
"""


def test_a_thing_is_marked_the_same_whatever_it_is_asked_for_and_says_why_now(tmp_path: Path) -> None:
    write_small(tmp_path / "small", CONTENT, 1, 2)
    name = str(tmp_path / "small")
    with visiting(names=(name,)) as visitor:
        path = visitor.new_table(name, ("human",))
        buying = re.findall(r'data-thing="([^"]*red[^"]*)"', visitor.get(path).text)
        assert len(buying) == 1
        assert "Taken" in visitor.part(f"{path}why?thing={buying[0]}")
        selling = visitor.choose(path, "rest").text
        assert buying[0] in selling
        assert "Coins" in visitor.part(f"{path}why?thing={buying[0]}")
        assert visitor.client.get(f"{path}why?thing=nothing:red", headers={"x-rulewright-part": "1"}).status_code == 204
