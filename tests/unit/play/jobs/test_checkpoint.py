"""Run files that were changed, damaged or made up: each is refused with a sentence, and nothing large is made of it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import run
from rulewright.play.jobs.checkpoint import _sealed, begin_checkpoint, read_checkpoint
from rulewright.play.jobs.shards import RunHeading, ShardRefused

RUNS = {
    "compare": ["compare", "sleepy_cat", "--games", "50", "--policy", "random"],
    "simulate": ["simulate", "tutorial", "--games", "50", "--seats", "3"],
    "report": ["report", "tutorial", "--games", "10", "--seats", "2", "--policy", "random"],
    "ladder": ["ladder", "tutorial", "--policy", "random,first", "--games", "8"],
}
Lines = list[bytes]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lines]:
    """What a run of each kind keeps, line by line."""
    pytest.importorskip("openskill")
    folder = tmp_path_factory.mktemp("runs")
    for kind, words in RUNS.items():
        assert run([*words, "--out", str(folder / kind)]) == 0
    return {kind: (folder / kind).read_bytes().splitlines() for kind in RUNS}


def code_of(path: Path, lines: Lines, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    capsys.readouterr()
    code = run(["merge", str(path)])
    return code, capsys.readouterr().err


# ---- Changed as an editor or a bad disk changes it


def a_bit(lines: Lines, rng: random.Random, others: Lines) -> None:
    at = rng.randrange(len(lines))
    line = bytearray(lines[at])
    line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
    lines[at] = bytes(line)


def a_number(lines: Lines, rng: random.Random, others: Lines) -> None:
    at = rng.randrange(len(lines))
    found = rng.choice(list(re.finditer(rb"\d+", lines[at][:-40])))
    other = str(int(found[0]) + rng.choice([1, -1, 7, 10**12])).encode()
    lines[at] = lines[at][: found.start()] + other + lines[at][found.end() :]


def cut(lines: Lines, rng: random.Random, others: Lines) -> None:
    at = rng.randrange(len(lines))
    lines[at] = lines[at][: rng.randrange(len(lines[at]))]


def longer(lines: Lines, rng: random.Random, others: Lines) -> None:
    lines[rng.randrange(len(lines))] += rng.choice([b" ", b"[]", b"\x00", rng.randbytes(9).replace(b"\n", b"")])


def of_another_run(lines: Lines, rng: random.Random, others: Lines) -> None:
    lines[rng.randrange(1, len(lines))] = others[1]


def twice(lines: Lines, rng: random.Random, others: Lines) -> None:
    lines.append(lines[rng.randrange(1, len(lines))])


def left_out(lines: Lines, rng: random.Random, others: Lines) -> None:
    del lines[rng.randrange(len(lines))]


CHANGES = (a_bit, a_number, cut, longer, of_another_run, twice, left_out)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_changed_file_is_refused(
    runs: dict[str, Lines], change: Callable[..., None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """About 500 in all: a random change of each kind to a file of each verb, 18 times over."""
    for seed in range(18):
        rng = random.Random(f"{change.__name__} {seed}")
        for kind, whole in runs.items():
            lines = list(whole)
            change(lines, rng, runs["compare" if kind != "compare" else "ladder"])
            code, told = code_of(tmp_path / "run", lines, capsys)
            assert (code, told.startswith("refused: ")) == (1, True), (kind, seed, told)


# ---- Made up by somebody who knows how a line is sealed


def resealed(lines: Lines, edit: Callable[[int, Any], Any]) -> Lines:
    """The lines with other data and the checksums that belong to them."""
    found: Lines = []
    for at, line in enumerate(lines):
        data = edit(at, {key: value for key, value in json.loads(line).items() if key != "checksum"})
        found.append(_sealed(data, found[0] + b"\n" if found else b"")[:-1])
    return found


def test_what_is_sealed_anew_as_it_was_is_read(
    runs: dict[str, Lines], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind, lines in runs.items():
        assert code_of(tmp_path / "run", resealed(lines, lambda _, data: data), capsys)[0] == 0, kind


def paths_in(data: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values of some data."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield (*before, key)
        yield from paths_in(value, (*before, key))


HOSTILE: tuple[Any, ...] = (
    99999999, -1, 10**30, 1e300, float("nan"), "", "x" * 50_000, "\x1b[2J", None, True, [], {}, [[[[]]]],
    {"a": {"b": {}}}, 10**17,
)  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_is_made_up_is_believed_beyond_its_bounds(
    runs: dict[str, Lines], seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may be told as what it says, where a run could have come to it; no traceback, and nothing large."""
    rng = random.Random(seed)
    for kind, whole in runs.items():
        at = rng.choice([0, 0, 1, len(whole) - 1])

        def edit(number: int, data: Any, at: int = at) -> Any:
            if number == at:
                *way, last = rng.choice([path for path in paths_in(data) if path[0] not in ("kind", "format_version")])
                place = data
                for key in way:
                    place = place[key]
                place[last] = rng.choice(HOSTILE)
            return data

        code, told = code_of(tmp_path / "run", resealed(whole, edit), capsys)
        assert code in (0, 1, 2), (kind, seed)
        assert code == 0 or told, (kind, seed)


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (("run", "seats"), 99999999), (("run", "seats"), -1), (("count",), 10**15), (("size",), 10**9),
        (("share",), [1, 10**12]), (("run", "policies"), ["random"] * 70), (("told", "labels"), ["\x1b[2J", ""]),
        (("told",), {"counted": "\x1b[2J"}), (("run", "ruled"), 10**6), (("of",), "cook"),
    ],
    ids=str,
)  # fmt: skip
def test_a_hostile_heading_is_refused(
    runs: dict[str, Lines], way: tuple[str, ...], value: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def edit(number: int, data: Any) -> Any:
        if not number:
            place = data
            for key in way[:-1]:
                place = place[key]
            place[way[-1]] = value
        return data

    code, told = code_of(tmp_path / "run", resealed(runs["compare"], edit), capsys)
    assert (code, told.startswith("refused: ")) == (1, True), told


# ---- Other files


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is not a shard of a run"), (b"\n\n", "is not a shard of a run"),
        (b"a shopping list\n", "is not a shard of a run"),
        (b"[" * 100_000 + b"\n", "is not a shard of a run"), (b"[" * 5_000_000, "longer than"),
        (b"\x00" * 999, "not a shard"),
        (b'{"kind": "rulewright part", "format_version": 1}\n', "an earlier build"),
        (b'{"kind":"rulewright run","format_version":9,"of":"cook"}\n', "another version"),
        (b'{"kind":"rulewright run","format_version":2,"of":"cook"}\n', "this line is corrupt"),
    ],
    ids=lambda value: value[:40] if isinstance(value, bytes) else "",
)  # fmt: skip
def test_what_is_no_run_is_refused(data: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(ShardRefused, match=why):
        read_checkpoint(path)


# ---- Stopped early


def test_a_run_that_was_stopped_before_its_first_line_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run"
    path.touch()
    assert run([*RUNS["simulate"], "--resume", str(path)]) == 0
    assert len(read_checkpoint(path).chunks) == 2


def test_a_file_says_what_is_played_from_its_first_moment(tmp_path: Path) -> None:
    path = tmp_path / "run"
    with begin_checkpoint(path, RunHeading("simulate", 50, 25, {"seed": 1}, told={"counted": "games"})):
        assert read_checkpoint(path).heading.run == {"seed": 1}
    assert [each.name for each in tmp_path.iterdir()] == ["run"]
