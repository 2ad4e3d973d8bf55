"""A zone with numbered spaces that each two seats have: what its indexes are told from."""

from __future__ import annotations

from pathlib import Path

from tests.unit.core.compile.small_games import begun, faults_of, game_of, value

SIGHT = """\
zones:
  - {id: sight, per: [seat, seat], holds: card, spaces: 2, visible: all}
"""
LAID = """\
move crane to sight[me, seat(2), 1]
for each s in others: set tide to tide + count(c in sight[me, s])
if exists(sight[seat(2), 1]): set tide to tide + 10
choose:
  a: nothing
  b: nothing"""


def test_two_seats_name_a_whole_zone_and_a_seat_and_a_number_a_space_of_the_own(tmp_path: Path) -> None:
    game = game_of(tmp_path, LAID, SIGHT)
    assert value(game, begun(game, seats=2), "tide") == 11


def test_what_is_no_number_of_a_space_is_told_once(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, "move crane to quay[coin > 1]")
    assert [each.code for each in faults] == ["wrong-type"]
