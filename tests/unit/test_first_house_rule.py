"""The first house rule of docs/tutorials/house-rule.md: its commands typed, its lines written, its output compared.

By the program of the checkout, and by a wheel that is built and unpacked elsewhere, from an empty cache. Building one
takes the backend hatchling.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "tutorials" / "house-rule.md"
COMMANDS = GUIDE.read_text(encoding="utf-8").count("\n    $ rulewright ")
SECTION = "## Your first house rule in five minutes"
ANYTHING = "..."
HAS_BACKEND = find_spec("hatchling") is not None


@dataclass
class Typed:
    """A command, what is typed while it runs, and what it shows."""

    command: str
    inputs: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


@dataclass
class Line:
    """What a line of a file becomes: the one most like it."""

    file: str
    line: str


def steps(text: str) -> Iterator[Typed | Line]:
    """What the section asks for, in its order."""
    section = text[text.index(SECTION) :]
    section = section[: section.index("\n## ", 1)]
    named = ""
    for is_block, lines in blocks(section):
        if not is_block:
            named = next(iter(re.findall(r"`(\w+\.yaml)`", lines[0])), named)
        elif not lines[0].startswith("$ "):
            assert len(lines) == 1, "what is to be written is one line"
            yield Line(named, lines[0])
        else:
            yield from typed(lines)


def blocks(text: str) -> Iterator[tuple[bool, list[str]]]:
    """Paragraphs, and blocks of what is indented by four spaces with blank lines between; the indentation taken off."""
    kept: list[str] = []
    for line in [*text.split("\n"), "end"]:
        if line.startswith("    ") or (not line and kept):
            kept.append(line[4:])
        else:
            if kept:
                yield True, "\n".join(kept).rstrip().split("\n")
                kept = []
            yield False, [line]


def typed(lines: list[str]) -> Iterator[Typed]:
    step: Typed | None = None
    for line in lines:
        if line.startswith("$ "):
            if step is not None:
                yield step
            step = Typed(line[2:])
        elif step is not None:
            step.shown.append(line)
            step.inputs += [line[2:]] if line.startswith("> ") else []
    if step is not None:
        yield step


def is_shown(wanted: list[str], found: list[str]) -> bool:
    """Whether lines are those wanted, where `...` stands for any number of them; what is typed is not seen."""
    if not wanted:
        return not found
    if wanted[0] == ANYTHING:
        return any(is_shown(wanted[1:], found[skipped:]) for skipped in range(len(found) + 1))
    return bool(found) and same(wanted[0], found[0]) and is_shown(wanted[1:], found[1:])


def same(wanted: str, found: str) -> bool:
    if wanted.startswith("> "):
        return found.startswith("> ") or found == ">"
    return wanted.rstrip() == found.rstrip()


Program = Callable[[Typed, list[str]], tuple[int, str]]
"""Runs the program with arguments and what is typed; its exit code and what it shows, complaints among it."""


def program_of(folder: Path, environment: dict[str, str]) -> Program:
    """A process in a folder; `environment` finds the program."""

    def called(step: Typed, arguments: list[str]) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-c", "from rulewright.cli import main; main()", *arguments],
            cwd=folder, env=environment, input=keys_of(step),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", timeout=120, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    return called


def keys_of(step: Typed) -> str:
    return "".join(f"{each}\n" for each in step.inputs)


def follow(folder: Path, call: Program) -> int:
    """Does in a folder what the section says; how many commands it has."""
    n_commands = 0
    for step in steps(GUIDE.read_text(encoding="utf-8")):
        if isinstance(step, Line):
            file = folder / step.file
            lines = file.read_text(encoding="utf-8").split("\n")
            alike = max(range(len(lines)), key=lambda number: SequenceMatcher(a=lines[number], b=step.line).ratio())
            lines[alike] = step.line
            file.write_text("\n".join(lines), encoding="utf-8")
            continue
        n_commands += 1
        program, *arguments = shlex.split(step.command)
        assert program == "rulewright"
        code, said = call(step, arguments)
        found = said.rstrip("\n").split("\n")
        assert is_shown(step.shown, found), (
            f"{step.command}\n--- the guide ---\n{chr(10).join(step.shown)}\n--- shown ---\n{said}"
        )
        is_complaint = any(": error[" in line for line in step.shown)
        assert code == int(is_complaint), step.command
    return n_commands


def environment_with(package: Path, cache: Path) -> dict[str, str]:
    """An environment in which `rulewright` is imported from a folder, and compiled rulesets are kept in another."""
    return os.environ | {"PYTHONPATH": str(package), "XDG_CACHE_HOME": str(cache), "COLUMNS": "100", "NO_COLOR": "1"}


def unpacked_wheel(folder: Path) -> Path:
    """The folder that a wheel of this checkout is unpacked in, which is all that installing one does."""
    from hatchling.builders.wheel import WheelBuilder

    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder / "installed")
    return folder / "installed"


@pytest.mark.slow
def test_the_section_is_followed_with_the_program_of_the_checkout(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    environment = environment_with(ROOT / "interpreter", Path(os.environ["XDG_CACHE_HOME"]))
    assert follow(tmp_path / "home", program_of(tmp_path / "home", environment)) == COMMANDS


@pytest.mark.slow
@pytest.mark.skipif(not HAS_BACKEND, reason="without hatchling no wheel is built")
def test_the_section_is_followed_with_a_wheel(tmp_path: Path) -> None:
    target = unpacked_wheel(tmp_path)
    assert (target / "rulewright" / "rulesets" / "skymines" / "ruleset.yaml").is_file()
    (tmp_path / "home").mkdir()
    environment = environment_with(target, tmp_path / "cache")
    where = subprocess.run(
        [sys.executable, "-c", "import rulewright; print(rulewright.__file__)"],
        cwd=tmp_path / "home", env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(where.stdout.strip()).is_relative_to(target)
    assert follow(tmp_path / "home", program_of(tmp_path / "home", environment)) == COMMANDS


def test_what_is_wanted_is_told_from_what_is_not() -> None:
    assert is_shown(["a", "...", "c"], ["a", "b", "b", "c"])
    assert is_shown(["...", "c"], ["c"])
    assert not is_shown(["a", "c"], ["a", "b", "c"])
    assert not is_shown(["a"], ["a", "b"])
    assert not is_shown(["...", "d"], ["a", "b"])
