"""Errors of usage, with the option and the value as typed, and types of values that are often wrong."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from shlex import quote
from typing import Any

import click

from rulewright.core.diagnostics import did_you_mean


def wrong_value(option: str, value: str, reason: str) -> click.UsageError:
    """Return the error that an option cannot have a value: `--lang xx: no titles are in it`."""
    return click.UsageError(f"{option} {quote(value)}: {reason}")


def refuse_unknown(option: str, names: Iterable[str], known: Collection[str], what: str) -> None:
    """Raise UsageError if an option names something unknown.

    The message begins with `what`, and ends with a likely name or all names.
    """
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or (f"choose {', '.join(known)}" if known else "none is available")
            raise wrong_value(option, name, f"{what}; {hint}")


class Whole(click.IntRange):
    """An integer within bounds, with a message for any other value."""

    name = "integer"


class Percent(click.FloatRange):
    """A number from 0 to 100."""

    name = "number"

    def __init__(self) -> None:
        super().__init__(0, 100)


class NewFile(click.Path):
    """A file that a verb writes, checked to be writable before any work is done."""

    def __init__(self, *, dir_okay: bool = True) -> None:
        super().__init__(dir_okay=dir_okay, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = super().convert(value, param, ctx)
        assert isinstance(path, Path)
        refuse_unwritable(path, param.opts[0] if param is not None else "")
        return path


def refuse_empty(args: Sequence[str], ctx: click.Context) -> None:
    """Raise UsageError if an argument or the value of an option is empty.

    An empty name was forgotten rather than left out.
    """
    before = ""
    for each in args:
        if each == "--":
            return
        option = before if before.startswith("--") and "=" not in before else ""
        if each.startswith("--") and each.endswith("="):
            option, each = each[:-1], ""
        if not each:
            left_out = f"leave {option} out" if option else "leave it out"
            raise click.UsageError(f"{option or 'a name'} is empty; {left_out}, or name one", ctx)
        before = each


def refuse_repeated(args: Sequence[str], command: click.Command, ctx: click.Context) -> None:
    """Raise UsageError if an option with one value is given twice.

    The first value would be lost without a word.
    """
    single = {
        option: each.opts[0]
        for each in command.params
        if isinstance(each, click.Option) and not (each.multiple or each.is_flag or each.count)
        for option in each.opts
    }
    seen: dict[str, str] = {}
    for number, each in enumerate(args):
        if each == "--":
            return
        name, equals, value = each.partition("=")
        option = single.get(name)
        if option is None:
            continue
        value = value if equals else next(iter(args[number + 1 : number + 2]), "")
        if option in seen:
            first, second = quote(seen[option]), quote(value)
            raise click.UsageError(f"{option} is given twice, as {first} and as {second}; give it once", ctx)
        seen[option] = value


def refuse_unwritable(path: Path, option: str = "") -> None:
    """Raise UsageError if a file cannot be written, before any work is done for it."""
    named = f"{option} {quote(str(path))}".strip()
    folder = path.parent
    if os.path.isdir(path):  # unlike those of a Path, these questions are answered if a folder is closed
        raise click.UsageError(f"{named}: this is a folder; name a file in it")
    if not os.path.isdir(folder):
        raise click.UsageError(f"{named}: there is no folder {folder}; make it, or name another")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise click.UsageError(f"{named}: no permission to write; name another file")


def why_unreadable(path: Path) -> str:
    """Return why an existing file or folder cannot be read, empty if it can or does not exist."""
    try:
        mode = os.R_OK | (os.X_OK if path.is_dir() else 0)
        return "" if not path.exists() or os.access(path, mode) else "no permission to read it"
    except OSError as fault:
        return fault.strerror or str(fault)
    except ValueError:
        return ""
