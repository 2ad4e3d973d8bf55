"""Standard streams that are closed or of the wrong kind: a sentence where one is needed, and never a traceback."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.cli.commands import PEBBLES

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell closes streams")

CLOSED = "Error: standard output is closed\n"
TO_PLAY = ["play", str(PEBBLES), "--seed", "1"]
WRITES = [
    ["explain", "gain"], ["--help"], [*TO_PLAY, "--seats", "random,random"], ["rules", str(PEBBLES)],
    ["simulate", str(PEBBLES), "--games", "2"], ["fmt", "--check", str(PEBBLES)],
    ["check", str(PEBBLES), "--format", "json"],
]  # fmt: skip
"""Command lines that write results and ask for nothing."""


def ran(words: list[str], streams: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command line with its streams as a shell is told to have them."""
    command = shlex.join([sys.executable, "-c", "from rulewright.cli import main; main()", *words])
    return subprocess.run(["sh", "-c", f"{command} {streams}"], input="", capture_output=True, text=True, timeout=120,
                          cwd=folder, check=False)  # fmt: skip


@pytest.mark.parametrize("streams", ["<&-", "<&- 2>&-"])
def test_play_with_its_input_closed_ends_as_at_the_end_of_its_input(streams: str, tmp_path: Path) -> None:
    usual, closed = ran(TO_PLAY, "", tmp_path), ran(TO_PLAY, streams, tmp_path)
    assert (closed.returncode, closed.stdout) == (usual.returncode, usual.stdout) == (0, usual.stdout)
    assert closed.stderr == ("" if "2>" in streams else usual.stderr)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("words", WRITES, ids=lambda words: words[0])
@pytest.mark.parametrize("streams", [">&-", "1</dev/null", "<&- >&-"])
def test_results_that_nobody_can_take_are_told(words: list[str], streams: str, tmp_path: Path) -> None:
    done = ran(words, streams, tmp_path)
    assert (done.returncode, done.stderr) == (2, CLOSED)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("words", WRITES, ids=lambda words: words[0])
@pytest.mark.parametrize("streams", ["2>&-", "2</dev/null", "<&- 2>&-", "2>/dev/full"])
def test_complaints_that_nobody_takes_change_nothing(words: list[str], streams: str, tmp_path: Path) -> None:
    if "/dev/full" in streams and not Path("/dev/full").exists():
        pytest.skip("there is no disk that is always full")
    usual, closed = ran(words, "", tmp_path), ran(words, streams, tmp_path)
    assert (closed.returncode, closed.stdout) == (usual.returncode, usual.stdout)


@pytest.mark.parametrize(
    ("words", "streams", "code", "told"),
    [
        (["explain", "gian"], ">&-", 2, "gian"),
        (["explain", "gian"], ">&- 2>&-", 2, ""),
        (TO_PLAY, "0>typed", 2, "Error: standard input is closed\n"),
        (["lsp"], "<&-", 0, ""),
        (["new", "ruleset", "quarry"], "<&- >&- 2>&-", 2, ""),
    ],
)
def test_each_command_keeps_its_code(words: list[str], streams: str, code: int, told: str, tmp_path: Path) -> None:
    done = ran(words, streams, tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
    assert told in done.stderr


def test_no_file_that_is_opened_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    done = ran([*TO_PLAY, "--seats", "random,random", "--save", str(saved)], "<&- 2>&-", tmp_path)
    assert done.returncode == 0
    assert saved.read_text("utf-8").startswith("{")
