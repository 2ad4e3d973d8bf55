"""Texts that go on for long are read, looked at and played about as fast as they are long."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from rulewright.cli import run
from tests.unit.compile.small_games import begun, game_of

SECONDS = 4
"""Each took from 4 seconds to hours, or ended in a RecursionError; a slow machine has room here."""
LONG = {
    "a sum of many terms": "set tide to " + " + ".join(["coin"] * 60),
    "sums in sums": "set tide to " + "(" * 17 + "coin" + "".join(f" + sum(x{n} for x{n} in 1..2))" for n in range(17)),
    "many options": "choose:\n" + "\n".join(f"  a{n}: gain 1 coin" for n in range(40)) + "\nrequire coin > 2",
    "many choices": "\n".join(f"choose:\n  a{n}: gain 1 coin\n  b{n}: lose 1 coin" for n in range(40))
    + "\nrequire coin > 2",
    "many picks": "\n".join(f"pick p{n} from deck" for n in range(110)),
    "many times yes or no": "\n".join("may: gain 1 coin" for _ in range(60)) + "\nrequire coin > 0",
}  # fmt: skip


@pytest.mark.parametrize("name", LONG)
def test_a_long_text_is_built_linted_and_begun_in_time(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    begins = process_time()
    begun(game_of(tmp_path, LONG[name]))
    assert run(["lint", str(tmp_path / "harbour")]) in (0, 1)
    capsys.readouterr()
    assert process_time() - begins < SECONDS
