"""Games of rows on a grid, whose worth is known: three in a row, four in a row with pieces that drop."""

from __future__ import annotations

from collections.abc import Iterator


def row_game(width: int, height: int, need: int, *, drops: bool) -> str:
    """Two seats set their mark in turn, in any free cell or in the lowest of a column; the first with a row wins."""
    cells = [f"c{x}_{y}" for y in range(height) for x in range(width)]
    lines = list(_lines(width, height, need))
    below = {f"c{x}_{y}": f"c{x}_{y - 1}" for y in range(1, height) for x in range(width)}
    stands = [f"c is c{x}_0" for x in range(width)]
    stands += [f"(c is {cell} and exists(held[{under}]))" for cell, under in below.items()]
    open_ = "not exists(held[c])" + (f" and ({' or '.join(stands)})" if drops else "")
    row = " or ".join("(" + " and ".join(f"held[{cell}] is me" for cell in line) + ")" for line in lines)
    return f"""\
kind: content
enumerations:
  - {{id: cell, values: [{", ".join(cells)}]}}
markers:
  - {{id: held, per: [cell], on: seat}}
counters:
  - {{id: won, per: [seat], min: 0, max: 1}}
quantities:
  - {{id: has_row, gives: truth, amount: "{row}"}}
procedures:
  - id: play
    does: |
      repeat {(width * height + 1) // 2}:
        for each s in seat:
          if any(c in cell where not exists(held[c])): ask s: turn
  - id: turn
    does: |
      pick c from cell where {open_}
      set held[c] to me
      if has_row:
        gain 1 won
        end game
scoring:
  - {{id: points, title: {{en: Points}}, amount: won}}
invariants:
  - {{id: one_winner, always: sum(s.won for s in seat) <= 1}}
  - {{id: ends_soon, ends: true, within: {width * height}}}
  - {{id: has_an_end, no_dead_end: true}}
"""


def _lines(width: int, height: int, need: int) -> Iterator[list[str]]:
    for y in range(height):
        for x in range(width):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                last_x, last_y = x + dx * (need - 1), y + dy * (need - 1)
                if 0 <= last_x < width and 0 <= last_y < height:
                    yield [f"c{x + dx * step}_{y + dy * step}" for step in range(need)]
