"""The same games and the same words on every machine: hash seeds, processes, caches, back ends and Pythons."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.properties.telling import BACK_ENDS

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = "RULEWRIGHT_PYTHONS"
"""An environment variable: commands of other Pythons that have what Rulewright needs, parted by ':'."""
NEWER = tuple(f"python3.{minor}" for minor in range(sys.version_info.minor + 1, sys.version_info.minor + 9))

Told = dict[str, list[str]]

back_ends = pytest.mark.parametrize("back_end", BACK_ENDS)


def environment(hash_seed: str, cache_folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    path = os.pathsep.join((str(ROOT / "interpreter"), str(ROOT)))
    return {**kept, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed, "XDG_CACHE_HOME": str(cache_folder)}


def told(back_end: str, hash_seed: str, folder: Path, command: str = sys.executable, extent: str = "few") -> Told:
    """Everything that a process of its own tells, of a few games or of all."""
    done = subprocess.run(
        [command, "-m", "tests.properties.telling", back_end, extent],
        cwd=ROOT, env=environment(hash_seed, folder), capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3_000:]
    found: Told = json.loads(done.stdout)
    return found


@cache
def as_it_is(folder: Path, extent: str = "few") -> Told:
    """What the first back end tells, by an empty cache, which is full then."""
    return told(next(iter(BACK_ENDS)), "0", folder, extent=extent)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def assert_alike(found: Told, wanted: Told) -> None:
    for name, lines in wanted.items():
        assert found[name] == lines, name
    assert found.keys() == wanted.keys()


def test_enough_is_told(folder: Path) -> None:
    found = as_it_is(folder)
    assert {"tutorial", "hidden 0", "random 0", "rules of tutorial"} <= found.keys()
    assert sum(map(len, found.values())) > 100


@pytest.mark.sampled(1)
@back_ends
@pytest.mark.parametrize(("hash_seed", "extent"), [("1", "few"), pytest.param("2", "all", marks=pytest.mark.slow)])
def test_no_word_hangs_on_the_hash_seed_or_on_a_warm_cache(
    back_end: str, hash_seed: str, extent: str, folder: Path
) -> None:
    assert_alike(told(back_end, hash_seed, folder, extent=extent), as_it_is(folder, extent))


@pytest.mark.slow  # by default those of the command line say so, with one hash seed
@pytest.mark.parametrize("name", ["tutorial", "ceres"])
def test_a_simulation_is_the_same_by_one_process_and_by_two(name: str, folder: Path) -> None:
    told_by = {
        subprocess.run(
            [sys.executable, "-c", "from rulewright.cli import main; main()", "simulate", name, "--games", "8",
             "--policy", "random,greedy", "--jobs", jobs, "--format", "json"],
            cwd=ROOT, env=environment(seed, folder), capture_output=True, text=True, timeout=600, check=True,
        ).stdout
        for jobs, seed in (("1", "0"), ("2", "1"))
    }  # fmt: skip
    assert len({_without_time(each) for each in told_by}) == 1


def _without_time(text: str) -> str:
    """The report of a simulation without how long it took and by how many processes."""
    data = json.loads(text)
    for key in ("seconds", "jobs", "games_per_second", "decisions_per_second"):
        data.pop(key, None)
    return json.dumps(data, sort_keys=True)


def other_pythons() -> list[str]:
    """Other Pythons that can run Rulewright here, the newest last."""
    named = [each for each in os.environ.get(PYTHONS, "").split(":") if each]
    found = [path for path in map(shutil.which, NEWER) if path is not None]
    return [each for each in (*found, *named) if _has_what_is_needed(each)]


def _has_what_is_needed(command: str) -> bool:
    code = "import sys, lark, jsonschema, yaml, click; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([command, "-c", code], capture_output=True, check=False).returncode == 0


def test_no_word_hangs_on_the_version_of_python(folder: Path, tmp_path: Path) -> None:
    pythons = other_pythons()
    if not pythons:
        names = f"{NEWER[0]} to {NEWER[-1]}"
        pytest.skip(f"no newer Python with what Rulewright needs is installed: not {names}, nor any in {PYTHONS}")
    wanted = as_it_is(folder)
    for each in pythons:
        assert_alike(told(next(iter(BACK_ENDS)), "0", tmp_path, each), wanted)
