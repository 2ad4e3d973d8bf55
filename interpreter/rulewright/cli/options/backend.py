"""`--backend`: which back end plays many games, and what is said if the native one cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.cli.options.wrong import wrong_value
from rulewright.cli.output import complain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.core.model.game import Game
    from rulewright.lab.comparing.pairs import ComparedTable
    from rulewright.play.jobs.job import Executor
    from rulewright.play.series.simulate import Series

backend_option = click.option(
    "--backend",
    type=click.Choice(("auto", "python", "native")),
    default="auto",
    show_default=True,
    help="Play in native machine code or in Python; auto plays many games natively if it can.",
)


def executor_for(backend: str, game: Game, series: Series, *, apart: bool) -> Executor | None:
    """Return the executor of a series on the native back end, None if Python plays it.

    If the backend is `auto` and the ruleset prevents native play, a message says so. `apart` is as in `threads`. Raises
    UsageError if the native back end is required and cannot play it.
    """
    if backend == "python":
        return None
    from rulewright.play.series.simulate_native import are_so_many, policy_in_python, threads, unplayable

    if backend == "auto" and (not are_so_many(series.games, series.policies) or policy_in_python(series.policies)):
        return None
    refusal = unplayable(game, series.policies)
    if not refusal:
        return threads(game, apart=apart)
    _tell_refusal(backend, refusal)
    return None


def pairs_natively(backend: str, games: Sequence[Game], tables: Sequence[ComparedTable], pairs: int) -> bool:
    """Return whether pairs are to be played natively if they can be.

    Wrong usage if the native back end is asked for and cannot play all of them; if it is `auto` and a ruleset is
    the reason, a sentence says so.
    """
    if backend == "python":
        return False
    from rulewright.play.series.simulate_native import are_so_many, policy_in_python, unplayable

    names = tuple(dict.fromkeys(name for table in tables for name in table.policies))
    native = tuple(name for name in names if not policy_in_python((name,)))
    if backend == "auto" and not are_so_many(pairs, native):
        return False
    refusal = next(filter(None, (unplayable(game, names if backend == "native" else native) for game in games)), "")
    if refusal:
        _tell_refusal(backend, refusal)
    return True


def _tell_refusal(backend: str, refusal: str) -> None:
    """Tell why Python plays.

    Raises UsageError if the native back end is required.
    """
    if backend == "native":
        raise wrong_value("--backend", backend, refusal)
    complain(f"Python plays these games, which takes longer: {refusal}.")


def refuse_native(backend: str, what: str) -> None:
    """Raise UsageError if the native back end is required for something that only Python does."""
    if backend == "native":
        raise wrong_value("--backend", backend, f"{what} in Python only")
