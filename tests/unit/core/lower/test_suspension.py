"""Where an effect that asks someone is split, and how control goes between its blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.core.lower.written import functions

MORE = "procedures:\n  - id: ask_me\n    does: 'may: gain 1 coin'\n"
CASES = {
    "a decision at the beginning gathers in the first block": (
        """\
pick c from hand
move c to deck""",
        """\
effect3 in blocks:
  0:
    decide site 0, on in 1, gathered in 0
    go to 1
  1:
    chosen at site 0
    v1 = answer
    move v1 to zone card[26]
    done""",
    ),
    "a decision after something gathers in a block of its own": (
        """\
gain 1 coin
pick c from hand
move c to deck""",
        """\
effect3 in blocks:
  0:
    coin[12 + v0] += 1, ..20
    go to 1
  1:
    decide site 0, on in 2, gathered in 1
    go to 2
  2:
    chosen at site 0
    v1 = answer
    move v1 to zone card[26]
    done""",
    ),
    "options go on together": (
        """\
choose:
  a: gain 1 coin
  b for s in others: pay 1 s.coin
gain 1 tide""",
        """\
effect3 in blocks:
  0:
    decide site 0, on in 1, gathered in 0
    go to 1
  1:
    chosen at site 0
    v1 = answer's candidate
    go to 2, 3 by option
  2:
    coin[12 + v0] += 1, ..20
    go to 4
  3:
    check (coin[12 + v1] >= 1)
    coin[12 + v1] -= 1
    go to 4
  4:
    tide[24] += 1, ..99
    done""",
    ),
    "ways that ask are blocks, others are not": (
        """\
if tide > 1: may: gain 1 coin
if tide > 2: gain 1 coin""",
        """\
effect3 in blocks:
  0:
    go to 1 if (tide[24] > 1) else 2
  1:
    decide site 0, on in 4, gathered in 1
    go to 4
  4:
    chosen at site 0
    go to 5, 6 by option
  5:
    coin[12 + v0] += 1, ..20
    go to 7
  6:
    go to 7
  7:
    go to 3
  2:
    go to 3
  3:
    if (tide[24] > 2):
      coin[12 + v0] += 1, ..20
    done""",
    ),
    "a loop that asks keeps its candidates": (
        """\
for each c in hand where c.cost = tide by most c.cost:
  may: gain 1 coin""",
        """\
effect3 in blocks:
  0:
    v2 = those(v1 in zone card[27 + v0] where (table1[v1] = tide[24]) by neg(table1[v1]))
    v3 = 0
    go to 1
  1:
    go to 2 if (v3 < size(v2)) else 3
  2:
    count step
    v1 = item(v2, v3)
    v3 = (v3 + 1)
    go to 4
  4:
    decide site 0, on in 5, gathered in 4
    go to 5
  5:
    chosen at site 0
    go to 6, 7 by option
  6:
    coin[12 + v0] += 1, ..20
    go to 8
  7:
    go to 8
  8:
    go to 1
  3:
    done""",
    ),
    "loops that count": (
        """\
repeat tide:
  may: gain 1 coin
repeat while coin > 0:
  may: pay 1 coin""",
        """\
effect3 in blocks:
  0:
    v1 = tide[24]
    go to 1
  1:
    go to 2 if (v1 > 0) else 3
  2:
    count step
    v1 = (v1 - 1)
    go to 4
  4:
    decide site 0, on in 5, gathered in 4
    go to 5
  5:
    chosen at site 0
    go to 6, 7 by option
  6:
    coin[12 + v0] += 1, ..20
    go to 8
  7:
    go to 8
  8:
    go to 1
  3:
    go to 9
  9:
    go to 10 if (coin[12 + v0] > 0) else 11
  10:
    count step
    go to 12
  12:
    decide site 1, on in 13, gathered in 12
    go to 13
  13:
    chosen at site 1
    go to 14, 15 by option
  14:
    check (coin[12 + v0] >= 1)
    coin[12 + v0] -= 1
    go to 16
  15:
    go to 16
  16:
    go to 9
  11:
    done""",
    ),
    "seats at once join": (
        """\
ask each s in others: may: gain 1 coin
gain 1 tide""",
        """\
effect3 in blocks:
  0:
    enter each effect6, on in 1
    go to 1
  1:
    join
    tide[24] += 1, ..99
    done""",
    ),
    "a call that asks is entered": (
        """\
ask_me
gain 1 tide""",
        """\
effect3 in blocks:
  0:
    enter effect4(v0), on in 1
    go to 1
  1:
    tide[24] += 1, ..99
    done""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_an_effect_is_split_into_blocks(name: str, tmp_path: Path) -> None:
    text, expected = CASES[name]
    assert functions(tmp_path, text, "effect3 in blocks", MORE) == expected
