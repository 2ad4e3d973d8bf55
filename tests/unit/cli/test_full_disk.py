"""A disk that is full: whatever writes names the file, leaves what was there as it was, and exits with 3."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulewright.cli import run
from tests.unit.cli.commands import PEBBLES

GAME = ["play", str(PEBBLES), "--seats", "random,random", "--seed", "3", "--save", "made"]
TYPED = ["play", str(PEBBLES), "--seats", "human,random", "--seed", "3", "--save", "made"]
SIMULATE = ["simulate", str(PEBBLES), "--games", "30", "--backend", "python"]
COMPARE = ["compare", "sleepy_cat", "--games", "25", "--policy", "random", "--backend", "python"]
LADDER = ["ladder", "tutorial", "--policy", "random,first", "--games", "4"]
REPORT = ["report", "tutorial", "--seats", "2", "--games", "10", "--policy", "random"]
FULL = Path("/dev/full")


@contextmanager
def room_for(count: int) -> Iterator[None]:
    """No file may be longer than so many bytes, as on a disk that has so many left."""
    resource = pytest.importorskip("resource")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (count, usual[1]))
    sys.dont_write_bytecode = True  # a module compiled now would be kept cut off
    try:
        yield
    finally:
        sys.dont_write_bytecode = False
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["doc", str(PEBBLES), "--out", "made"], "made"), (GAME, "made"), (TYPED, "made"),
        ([*SIMULATE, "--out", "made"], "made"), ([*COMPARE, "--out", "made"], "made"),
        ([*LADDER, "--out", "made"], "made"), ([*REPORT, "--out", "made"], "made"),
        ([*SIMULATE, "--coverage-to", "made.json"], "made.json"),
        (["new", "ruleset", "quarry"], "quarry/ruleset.yaml"), (["fmt", "long.yaml"], "long.yaml"),
    ],
    ids=lambda words: " ".join(each for each in words if "/" not in each) if isinstance(words, list) else "",
)  # fmt: skip
def test_the_file_is_named_and_no_part_of_it_stays(
    words: list[str], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if words[0] == "ladder":
        pytest.importorskip("openskill")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    Path("long.yaml").write_text(f"kind: variant\nvariant:   long\nextends:    pebbles\n# {'x' * 200}\n", "utf-8")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with room_for(100):
        code = run(words)
    told = "".join(capsys.readouterr())
    assert code == 3, told
    assert [line for line in told.splitlines() if "File too large" in line and named in line], told
    assert {path: path.read_bytes() for path in tmp_path.rglob("*")} == before


@pytest.mark.skipif(not FULL.exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("words", [COMPARE, LADDER, REPORT], ids=lambda words: words[0])
def test_a_page_that_finds_no_room_is_named(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if words[0] == "ladder":
        pytest.importorskip("openskill")
    page = tmp_path / "page.html"
    page.symlink_to(FULL)
    assert run([*words, "--html", str(page)]) == 3
    assert f"Error: {page}: No space left on device" in capsys.readouterr().err


@pytest.mark.skipif(not FULL.exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("words", [["--help"], SIMULATE], ids=lambda words: words[0])
def test_output_that_finds_no_room_is_told(words: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run([sys.executable, "-c", "from rulewright.cli import main; main()", *words], stdout=full,
                              stderr=subprocess.PIPE, text=True, timeout=120, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (3, "Error: standard output: No space left on device\n")
