"""The walks of the documentation, word for word: files written, commands typed, output compared.

A block that follows a paragraph with the name of a file is written to that file, or added to it where the paragraph
says "Add to". A block that begins with `$` is typed. Fenced blocks are for reading.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run as run_process

import pytest

from tests.unit.cli.commands import rulewright
from tests.unit.test_authors_day import assert_shown, typed
from tests.unit.test_first_house_rule import blocks

DOCS = Path(__file__).resolve().parents[2] / "docs"
WALKS = {
    "how-to/cards": 5,
    "how-to/deferred-effects": 3,
    "how-to/dice": 6,
    "how-to/families": 4,
    "how-to/give-pictures": 10,
    "how-to/hidden-information": 3,
    "how-to/long-runs": 5,
    "how-to/maps": 3,
    "how-to/print": 1,
    "how-to/scenarios": 6,
    "how-to/tiles": 4,
    "tutorials/bot": 3,
    "tutorials/first-scenario": 5,
}
"""How many commands a page has."""
FILE = re.compile(r"`([\w/]+\.(?:yaml|py))`")
REFUSED = "! "
FEWER = {"100000": "60", " --jobs 2": ""}
"""What a long run is shortened to."""


def paragraphs(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield (the paragraph in front of it, lines) of each indented block outside fences."""
    told, is_over = "", True
    for is_block, lines in blocks(re.sub(r"(?ms)^```.*?^```$", "", text)):
        if is_block:
            yield told, lines
        elif lines[0]:
            told = lines[0] if is_over else f"{told} {lines[0]}"
        is_over = is_block or not lines[0]


def write(told: str, lines: list[str]) -> None:
    """Write a block to the file that its paragraph names last."""
    named = FILE.findall(told)
    assert named, f"no file is named in front of {lines[0]}"
    path = Path(named[-1])
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text("utf-8") if "Add to `" in told else ""
    path.write_text(before + "\n".join(lines) + "\n", encoding="utf-8")


def type_in(command: str, shown: list[str]) -> None:
    """Run a command, and compare what it shows; `! ` and a part of a message for one that fails."""
    for long, short in FEWER.items():
        command = command.replace(long, short)
    program, *words = shlex.split(command, comments=True)
    inputs = "".join(f"{line[2:]}\n" for line in shown if line.startswith("> "))
    if program == "python":
        done = run_process([sys.executable, *words], capture_output=True, text=True, encoding="utf-8", check=False)
    else:
        assert program == "rulewright", command
        done = rulewright(*words, typed=inputs)
    if shown and shown[0].startswith(REFUSED):
        assert (done.returncode != 0, shown[0].removeprefix(REFUSED) in done.stdout + done.stderr) == (True, True), done
        return
    fails = any(line.startswith("FAILED") or ": error[" in line for line in shown)
    assert (command, done.returncode) == (command, int(fails)), done.stdout + done.stderr
    if shown:
        assert_shown(done.stdout, shown, command)


@pytest.mark.parametrize("page", WALKS)
def test_the_walk_goes_as_the_page_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    commands = 0
    for told, lines in paragraphs((DOCS / f"{page}.md").read_text("utf-8")):
        if not lines[0].startswith("$ "):
            write(told, lines)
            continue
        for command, shown in typed(lines):
            type_in(command, shown)
            commands += 1
    assert commands == WALKS[page]
