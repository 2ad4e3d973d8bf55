"""How far an effect is looked ahead of, and what is tried on a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.core.lower.written import functions

CASES = {
    "a change that a later guard sees is tried on a copy": (
        """\
pay 1 coin
gain 1 tide
pay 2 coin""",
        """\
look can3(v0):
  must (coin[12 + v0] >= 1)
  try:
    coin[12 + v0] -= 1
  must (coin[12 + v0] >= 2)
  can""",
    ),
    "a change that nothing looks at is not made": (
        """\
gain 1 tide
pay 2 coin
lose 1 stock[wood]""",
        """\
look can3(v0):
  must (coin[12 + v0] >= 2)
  can""",
    ),
    "ways that part go on in one function": (
        """\
if tide > 2: require coin > 3
else: gain 1 coin
pay 1 coin
pick c from hand where c.cost > 1
pay 1 tide""",
        """\
look can3(v0):
  if (tide[24] > 2):
    must (coin[12 + v0] > 3)
    then gp3_2(v0)
  else:
    try:
      coin[12 + v0] += 1, ..20
    then gp3_2(v0)

look gp3_2(v0):
  must (coin[12 + v0] >= 1)
  any of:
    v1 in zone card[27 + v0] where (table1[v1] > 1): must (tide[24] >= 1)""",
    ),
    "one option that can be done is enough": (
        """\
choose:
  a: pay 3 coin
  b for c in hand: require c.cost > tide
pay 1 tide""",
        """\
look can3(v0):
  any of:
    a: then gp3_3(v0)
    b v1 in zone card[27 + v0]: then gp3_4(v1)

look gp3_2():
  must (tide[24] >= 1)
  can

look gp3_3(v0):
  must (coin[12 + v0] >= 3)
  then gp3_2()

look gp3_4(v1):
  must (table1[v1] > tide[24])
  then gp3_2()""",
    ),
    "a call that must be able is looked into": (
        """\
gain 1 coin
pay_toll 2
require tide > 0""",
        """\
look can3(v0):
  try:
    coin[12 + v0] += 1, ..20
  must be able effect1(v0, 2)
  try:
    call effect1(v0, 2)
  must (tide[24] > 0)
  can""",
    ),
    "beyond a throw of chance nothing is foreseen": (
        """\
roll wanted from good where stock[wanted] > 0
pay 9 coin""",
        """\
look can3(v0):
  any of:
    v1 in domain(3) where (stock[15 + v0 * 3 + v1] > 0): can""",
    ),
    "a loop that asks is a barrier": (
        """\
require tide > 0
repeat 2:
  may: gain 1 coin
pay 9 coin""",
        """\
look can3(v0):
  must (tide[24] > 0)
  can""",
    ),
    "what can end the game is told": (
        """\
if coin > 5: end game
pay 1 coin
for each s in seat: lose 1 s.coin
pay 2 coin""",
        """\
look can3(v0):
  if (coin[12 + v0] > 5):
    can
  else:
    then gp3_2(v0)

look gp3_2(v0):
  must (coin[12 + v0] >= 1)
  try:
    coin[12 + v0] -= 1
  try:
    each v1 in seats():
      coin[12 + v1] -= 1, 0..20
  must (coin[12 + v0] >= 2)
  can""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_look_aheads_are_derived(name: str, tmp_path: Path) -> None:
    text, expected = CASES[name]
    assert functions(tmp_path, text, "look") == expected
