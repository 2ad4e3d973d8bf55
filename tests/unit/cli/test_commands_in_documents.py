"""Every command that a page shows is accepted by the program: its verb, its options and how many values they take."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest

from rulewright.cli import VERBS

ROOT = Path(__file__).resolve().parents[3]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "rulesets" / "README.md"]
SHOWN = re.compile(r"(?m)^ *\$ (rulewright .*)$|`(rulewright [a-z]+ [^`\n]*)`|bin/(rulewright [^&\n]*)")
UNTIL = re.compile(r" \.\.\.|[|>]| &&")
"""Where the words of the command end: the reader adds the rest, or another program takes over."""


def commands(page: Path) -> list[str]:
    """Return the commands on a page, in the order they stand there."""
    return [next(filter(None, each.groups())) for each in SHOWN.finditer(page.read_text("utf-8"))]


def complaint(command: str) -> str:
    """Return what the program says of the words of a command, "" if it accepts them."""
    _, *words = shlex.split(UNTIL.split(command)[0], comments=True)
    if not words or words[0] == "VERB" or words[0].startswith("-"):
        return ""
    if words[0] not in VERBS:
        return f"no verb is named {words[0]}"
    verb: click.Command = import_module(f"rulewright.cli.verbs.{words[0]}").verb
    try:
        verb.parse_args(click.Context(verb), words[1:])
    except (click.NoSuchOption, click.BadOptionUsage) as fault:
        return fault.format_message()
    except (click.UsageError, click.exceptions.Exit):  # a file that the page has written before, --help
        pass
    return ""


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.name)
def test_the_program_accepts_what_a_page_shows(page: Path) -> None:
    assert {each: said for each in commands(page) if (said := complaint(each))} == {}


def test_a_wrong_command_is_found() -> None:
    assert "sead" in complaint("rulewright play tutorial --sead 7")
    assert "plya" in complaint("rulewright plya tutorial")
    assert complaint("rulewright play tutorial --seed 7 > log.txt") == ""
