"""`--shard`, `--out` and `--resume`: a run that is dealt to several machines, or goes on after it was stopped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulewright.cli.output import complain
from rulewright.cli.wrong import refuse_unwritable, wrong_value

if TYPE_CHECKING:
    from rulewright.cli.progress import Progress
    from rulewright.lab.parts import Keeper, RunHeading

Verb = TypeVar("Verb", bound=Callable[..., Any])
_MOST_SHARES = 100_000


@dataclass(frozen=True, slots=True)
class Filing:
    """Which share of a run is played, and the file that keeps what it comes to, which may be there already."""

    share: tuple[int, int] | None
    path: Path | None
    goes_on: bool

    def open(self, heading: RunHeading) -> tuple[Keeper | None, dict[int, Any]]:
        """What writes chunks to the file, and those it has already; wrong usage where it is of another run."""
        from rulewright.lab.parts import PartRefused, begin_part, known_of, read_part

        if self.path is None:
            return None, {}
        known: dict[int, Any] = {}
        if self.goes_on and self.path.exists():
            try:
                known = known_of(read_part(self.path), heading)
            except PartRefused as refused:
                raise click.UsageError(f"--resume {quote(str(self.path))}: {refused}") from None
        return begin_part(self.path, heading, known), known

    @contextmanager
    def playing(self, progress: Progress, tell_so_far: Callable[[], None]) -> Iterator[None]:
        """While a run is played: where it is stopped, people are told what came of it so far, and how to go on."""
        from rulewright.lab.parts import PartRefused
        from rulewright.play.processes import ProcessLost

        with progress.until_over():
            try:
                yield
            except PartRefused as refused:
                raise click.UsageError(f"{self.path}: {refused}") from None
            except (KeyboardInterrupt, ProcessLost):
                progress.finish()
                if self.share is None:
                    tell_so_far()
                self._tell_stopped()
                raise

    def tell_kept(self, counted: str, count: int) -> None:
        """What a share has come to, and what is to be done with it."""
        assert self.share is not None
        assert self.path is not None
        click.echo(f"share {self.share[0]} of {self.share[1]}: {count} {counted} are kept in {self.path}")
        click.echo("rulewright merge FILES puts all shares together")

    def _tell_stopped(self) -> None:
        """How to go on with what has been played."""
        if self.path is not None:
            complain(f"To go on, say the same with --resume {quote(str(self.path))}")
        else:
            complain("A run that is kept by --out FILE can be gone on with.")


def filing_options(verb: Verb) -> Verb:
    """`--shard`, `--out` and `--resume`, given to the verb as `filing`."""

    @wraps(verb)
    def choose(shard: str | None, out: Path | None, resume: Path | None, **rest: Any) -> Any:
        return verb(filing=_filing(shard, out, resume), **rest)

    decorated: Any = choose
    for option in (
        click.option("--resume", type=click.Path(path_type=Path), metavar="FILE",
                     help="As --out, and what FILE has already is not played again."),
        click.option("--out", type=click.Path(path_type=Path), metavar="FILE",
                     help="Keep what is played in a file, as it is played."),
        click.option("--shard", metavar="K/N",
                     help="Play only share K of N, for 'rulewright merge'; needs --out or --resume."),
    ):  # fmt: skip
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def _filing(shard: str | None, out: Path | None, resume: Path | None) -> Filing:
    if out is not None and resume is not None:
        raise click.UsageError("--out begins a file and --resume goes on with one: give one of them")
    path = out or resume
    share = _share(shard) if shard is not None else None
    if share is not None and path is None:
        raise wrong_value("--shard", shard or "", "what a share comes to is kept for later: add --out FILE")
    if path is not None:
        refuse_unwritable(path, "--out" if out is not None else "--resume")
    if out is not None and out.exists():
        raise wrong_value("--out", str(out), "this is there already; go on with it by --resume, or name another")
    return Filing(share, path, resume is not None)


def _share(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text.strip())
    number, of = (int(each) for each in found.groups()) if found else (0, 0)
    if not 1 <= number <= of <= _MOST_SHARES:
        raise wrong_value("--shard", text, "this is not K/N, as in --shard 2/5 for the second of five")
    return number, of
