"""A secret link opens what it was made for, and nothing else."""

from __future__ import annotations

from itertools import product

from rulewright.table.serve.links import SCREEN, TABLE, WATCH, fits, token

OPENED = list(product((b"one secret", b"another"), (1, 2, 11), ("1", "2", TABLE, WATCH, SCREEN), (0, 1, 2)))


def test_a_token_fits_one_role_of_one_table_until_its_link_is_changed() -> None:
    tokens = {token(*each): each for each in OPENED}
    assert len(tokens) == len(OPENED)
    for given, own in tokens.items():
        opened = [(*each,) for each in OPENED if fits(*each[:3], given, each[3])]
        assert opened == [own]
