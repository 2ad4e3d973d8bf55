"""What each statement means, in operations."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.core.lower.written import functions

CASES = {
    "counters": (
        """\
gain 2 coin
lose tide coin
pay tide coin
pay 1 tide
set tide to 3
set leader to me""",
        """\
effect3(v0): begin (guards)
  coin[12 + v0] += 2, ..20
  coin[12 + v0] -= tide[24], 0..20
  check (coin[12 + v0] >= tide[24])
  coin[12 + v0] -= tide[24], 0..20
  check (tide[24] >= 1)
  tide[24] -= 1
  tide[24] = 3
  leader[25] = v0""",
    ),
    "locals": (
        """\
let n = coin + 1
set n to n * 2
gain max(0, n) tide""",
        """\
effect3(v0): begin
  v1 = (coin[12 + v0] + 1)
  v1 = saturated((v1 * 2))
  tide[24] += non_negative(max(0, v1)), 0..99""",
    ),
    "pieces": (
        """\
shuffle deck
draw tide from deck to hand
move top(deck) to hand
move bottom(deck) under docks[north]
move hand to deck
flip top(deck) down""",
        """\
effect3(v0): begin
  shuffle zone card[26]
  draw tide[24] from zone card[26] to zone card[27 + v0]
  move top(zone card[26]) to zone card[27 + v0]
  move bottom(zone card[26]) under zone card[33]
  move all zone card[27 + v0] to zone card[26]
  flip top(zone card[26]): card piece's[40 + top(zone card[26])] = 1""",
    ),
    "chance": (
        """\
roll wanted from good where stock[wanted] > 0
lose 1 stock[wanted]""",
        """\
effect3(v0): begin (guards)
  roll v1 in domain(3) where (stock[15 + v0 * 3 + v1] > 0)
  stock[15 + v0 * 3 + v1] -= 1, 0..9""",
    ),
    "calls": (
        """\
pay_toll 2
do boat.reward
gain (wealth + price(crane)) tide""",
        """\
effect3(v0): begin (guards)
  call effect1(v0, 2)
  call effect[table1[0]](v0)
  tide[24] += non_negative((value0(v0) + value1(v0, 1))), 0..99""",
    ),
    "ways": (
        """\
require tide > 1
if exists(hand) and crane.needs: gain 1 coin
else: end game
stop""",
        """\
effect3(v0): begin (guards, ends)
  check (tide[24] > 1)
  if ((size(zone card[27 + v0]) > 0) and value[table1[1] else 1](v0)):
    coin[12 + v0] += 1, ..20
  else:
    end game
  leave""",
    ),
    "loops": (
        """\
for each c in hand where any(s in seat where s.coin > c.cost) by least c.cost: gain c.cost tide
repeat 3: gain 1 coin
repeat while tide > 2: lose 1 tide""",
        """\
effect3(v0): begin
  each v1 in zone card[27 + v0] where any(v2 in seats() where (coin[12 + v2] > table1[v1])) by table1[v1]:
    tide[24] += non_negative(table1[v1]), 0..99
  repeat 3:
    coin[12 + v0] += 1, ..20
  while (tide[24] > 2):
    tide[24] -= 1, 0..99""",
    ),
    "seats": (
        """\
ask leader: gain 1 coin
ask each s in others: gain 1 s.coin""",
        """\
effect3(v0): begin
  v1 = leader[25]
  if (exists(v1) and (v1 < [6])):
    coin[12 + v1] += 1, ..20
  ask each v2 in others(v0): effect5()""",
    ),
    "decisions": (
        """\
pick c from hand where c.cost > 1 distinct by c.cost
choose:
  a: gain 1 coin
  confirm b for s in others: pay 1 coin
  otherwise: nothing""",
        """\
effect3(v0): begin (suspends, guards)
  ask v0 at site 0:
    offer v1 in zone card[27 + v0] where (table1[v1] > 1) distinct table1[v1]:
  ask v0 at site 1:
    offer a:
      coin[12 + v0] += 1, ..20
    offer b v2 in others(v0) confirm:
      check (coin[12 + v0] >= 1)
      coin[12 + v0] -= 1
    offer otherwise where no other is open:""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_statement_means_these_operations(name: str, tmp_path: Path) -> None:
    text, expected = CASES[name]
    assert functions(tmp_path, text, "effect3(") == expected
