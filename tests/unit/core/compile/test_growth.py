"""Texts that go on for long are read, looked at and played about as fast as they are long."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.core.lower.foresight import MOST_PLACES
from tests.unit.core.compile.small_games import faults_of

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
    "as many conditions as are foreseen": "if tide > 2: gain 1 coin\n" * (MOST_PLACES - 2) + "require coin > 0",
    "many statements before a guard": "gain 1 coin\n" * 1000 + "require coin > 0",
    "many tests in a row": "require " + " and ".join(f"coin < {20 - n % 9}" for n in range(60)),
    "many questions in a row": "may: gain 1 coin\n" * 200,
    "many payments": "gain 1 coin\npay 1 coin\n" * 500,
}
FURTHER = {
    "many conditions": "if tide > 2: gain 1 coin\n" * 300 + "require coin > 0",
    "many conditions with an else": "if tide > 2: gain 1 coin\nelse: lose 1 coin\n" * 300 + "pay 1 coin",
    "many decisions": "may: gain 1 coin\n" * 300 + "pay 1 coin",
    "many picks": "\n".join(f"pick p{n} from deck" for n in range(300)),
    "conditions in a procedure after conditions": "if tide > 2: gain 1 coin\n" * (MOST_PLACES - 1) + "toll",
}
TOLL = '  - {id: toll, does: "if tide > 2: gain 1 coin\\npay 1 coin"}\n'


@pytest.mark.parametrize("name", FURTHER)
def test_what_would_be_foreseen_through_too_many_places_is_refused_once(tmp_path: Path, name: str) -> None:
    assert [each.code for each in faults_of(tmp_path, FURTHER[name], TOLL)] == ["too-deep-to-foresee"]


def test_conditions_in_procedures_are_foreseen_by_their_guards_alone(tmp_path: Path) -> None:
    more = '  - {id: tides, does: "' + "if tide > 2: gain 1 coin\\n" * 100 + '"}\n'
    assert faults_of(tmp_path, "tides\ntides\ntides\nrequire coin > 0", more) == ()


def test_a_choice_before_as_many_conditions_as_are_foreseen_is_compiled(tmp_path: Path) -> None:
    """Each condition doubles the ways on; what follows them is looked at once."""
    conditions = "if tide > 2: gain 1 coin\n" * (MOST_PLACES // 2)
    assert faults_of(tmp_path, "may: gain 1 coin\n" + conditions + "require coin > 0") == ()


LIMITED = """
import resource, tempfile
from pathlib import Path
from time import process_time
resource.setrlimit(resource.RLIMIT_AS, (256 << 20, 256 << 20))
from rulewright.cli import run
from tests.unit.core.compile import test_growth
from tests.unit.core.compile.small_games import begun, game_of
for name, text in test_growth.LONG.items():
    begins = process_time()
    with tempfile.TemporaryDirectory() as folder:
        begun(game_of(Path(folder), text))
        assert run(["lint", folder + "/harbour"]) in (0, 1), name
    assert process_time() - begins < test_growth.SECONDS, name
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are enforced on Linux only")
@pytest.mark.slow
def test_long_texts_are_built_linted_and_begun_in_time_and_in_256_megabytes() -> None:
    root = Path(__file__).parents[4]
    run = subprocess.run([sys.executable, "-c", LIMITED], cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
