"""Output: text or JSON on standard output, diagnostics with their source lines, errors on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from rulewright.cli import FORMAT_VERSION
from rulewright.core.diagnostics import Diagnostic, Lines, Severity, counted, render, to_json

Verb = TypeVar("Verb", bound=Callable[..., Any])
_MOST_ALIKE = 3


def format_option_for(about: str, *others: str) -> Callable[[Verb], Verb]:
    """Return a decorator that adds `--format text|json` and `others` as `form`, with help on `about`."""
    forms = click.Choice(["text", "json", *others])
    return click.option("--format", "form", type=forms, default="text", show_default=True, help=about)


format_option = format_option_for("Text for people or JSON for programs.")


def write_json(data: dict[str, Any]) -> None:
    """One JSON object, format_version first."""
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    click.echo(json.dumps({"format_version": FORMAT_VERSION, **data}, indent=2, ensure_ascii=ascii_only))


def diagnostics_json(found: Iterable[Diagnostic]) -> list[dict[str, str | int]]:
    return [to_json(each) for each in found]


def write_diagnostics(found: Iterable[Diagnostic], lines: Lines, *, to_stderr: bool = False) -> None:
    """Print diagnostics with their source lines, a blank line between two, of many alike only the first.

    The lines of the others are listed after these, so that a mistake in each row of a table hides no other.
    """
    alike: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for each in found:
        alike.setdefault((each.span.file, each.code, each.message), []).append(each)
    for same in alike.values():
        more = same[_MOST_ALIKE:] if len(same) > _MOST_ALIKE + 1 else []
        for each in same[: len(same) - len(more)]:
            _write(each, lines, to_stderr)
        if more:
            listed = ", ".join(dict.fromkeys(str(each.span.line) for each in more))
            click.echo(f"{same[0].span.file}: repeated {len(more)} times, in lines {listed}\n", err=to_stderr)


def write_faults(path: Path, found: Iterable[Diagnostic]) -> None:
    """Print the diagnostics of a single file on standard error."""
    from rulewright.core.pipeline import lines_of

    write_diagnostics(found, lines_of(path), to_stderr=True)


def _write(each: Diagnostic, lines: Lines, to_stderr: bool) -> None:
    styled = click.style(each.severity, fg="red" if each.severity == "error" else "yellow", bold=True)
    click.echo(f"{render(each, lines.get((each.span.file, each.span.line)), styled)}\n", err=to_stderr)


def summary(found: Iterable[Diagnostic], checked: str) -> str:
    """The closing line of a check."""
    found = tuple(found)
    if not found:
        return f"{checked}: no problems"
    counts = [_counted(found, "error"), _counted(found, "warning")]
    n_files = len({each.span.file for each in found})
    listed = ", ".join(count for count in counts if count)
    return f"{checked}: {listed} in {counted(n_files, 'file')}"


def complain(text: str) -> None:
    """A sentence on standard error."""
    click.echo(text, err=True)


def need_extra(extra: str, package: str) -> None:
    """Exit with a sentence if a package is missing that an extra brings."""
    if find_spec(package) is None:
        refuse_without(extra, package)


def refuse_without(extra: str, package: str | None) -> NoReturn:
    """Exit with status 2, naming the extra that installs the missing package."""
    complain(f"this needs the extra '{extra}' ({package} is missing): pip install 'rulewright[{extra}]'")
    raise click.exceptions.Exit(2) from None


def refuse_mistakes(found: Iterable[Diagnostic], lines: Lines, checked: str) -> NoReturn:
    """Print the mistakes of an author's files on standard error and exit with status 1."""
    found = tuple(found)
    write_diagnostics(found, lines, to_stderr=True)
    complain(summary(found, checked))
    raise click.exceptions.Exit(1) from None


@contextmanager
def mistakes_told(checked: str) -> Iterator[None]:
    """Mistakes in an author's files that come up meanwhile are reported, and end the command with status 1."""
    from rulewright.core.pipeline import RulesetError

    try:
        yield
    except RulesetError as fault:
        refuse_mistakes(fault.diagnostics, fault.lines, checked)


@contextmanager
def limits_told(where: str) -> Iterator[None]:
    """Report a reached limit with its place and exit with status 3."""
    from rulewright.core.run.atoms import LimitReached

    try:
        yield
    except LimitReached as limit:
        complain(f"A limit was reached in {where}: {limit}")
        raise click.exceptions.Exit(3) from None


def _counted(found: tuple[Diagnostic, ...], severity: Severity) -> str:
    count = sum(each.severity == severity for each in found)
    return counted(count, severity) if count else ""
