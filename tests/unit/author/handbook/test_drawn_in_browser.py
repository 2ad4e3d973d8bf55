"""What a handbook draws of a game without any look: it stays within its frames, and words have room between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli import run
from tests.reference.games import write_small
from tests.unit.table.serve.browsers import browsing

_PLACES = "".join(
    f"  - {{id: p{n}, kind: place, title: {{en: Place {n}}}, gives: gain {n} coin, SOURCE}}\n" for n in range(1, 8)
)
_CARDS = "".join(
    f"  - {{id: c{n}, kind: card, title: {{en: Card {n}}}, cost: {n}, does: gain {n} coin, SOURCE}}\n"
    for n in range(1, 12)
)
_GAME = f"""\
kind: content
kinds:
  - {{id: place, title: {{en: Place}}, fields: {{gives: {{type: effect, about: What it gives}}}}}}
  - {{id: man, title: {{en: Man}}}}
  - id: card
    title: {{en: Card}}
    fields: {{cost: {{type: number, about: A price}}, does: {{type: effect, about: What happens}}}}
components:
  - {{id: crew, kind: man, each_seat: true, title: {{en: Man}}, SOURCE}}
{_PLACES}{_CARDS}counters:
  - {{id: coin, title: {{en: Coins}}, per: [seat], min: 0, max: 99}}
zones:
  - {{id: home, title: {{en: Home}}, per: [seat], holds: man, visible: all, start: it.owner is seat}}
  - {{id: at, title: {{en: Places}}, per: [place], holds: man, visible: all}}
  - {{id: hand, title: {{en: Cards}}, holds: card, visible: all, start: "true"}}
procedures:
  - id: play
    does: |
      for each s in seat:
        ask s:
          pick p from place
          move top(home) to at[p]
          do p.gives
scoring:
  - {{id: rich, title: {{en: Riches}}, amount: coin}}
""".replace("SOURCE", "source: {doc: DOC, place: a}")


@pytest.mark.slow
def test_areas_hold_what_is_drawn_in_them_and_cards_can_be_read(tmp_path: Path) -> None:
    write_small(tmp_path / "small", _GAME, 2, 2)
    assert run(["doc", str(tmp_path / "small"), "--out", str(tmp_path / "book.html")]) == 0
    with browsing() as watched:
        page = watched.page(1280, 900)
        page.goto((tmp_path / "book.html").as_uri())
        assert page.locator(".areas .designs").count() > 0
        assert page.locator(".areas > .area").evaluate_all(
            "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"
        ) == []  # fmt: skip
        spaces = page.locator(".row.designs .print").evaluate_all(
            "all => [...new Set(all.map(each => getComputedStyle(each).wordSpacing))]"
        )
        assert spaces == ["0px"]
